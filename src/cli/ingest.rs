//! `stet ingest`: files and folders into the store, with progress.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use tokio::sync::broadcast;
use uuid::Uuid;

use super::app::App;
use super::{CliError, Outcome, enrich, in_order, is_aside, say, shown, tell};
use stet_config::{Config, terminal_language};
use stet_ingest::{Enqueued, IngestError, Update};
use stet_store::{Document, DocumentStatus, is_address};
use stet_text::{Language, counted};

#[derive(Debug, Args)]
pub(super) struct IngestArgs {
    /// Files, folders whose documents are taken in, or addresses of the web (`https://…`), each read once as it is now
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Project that new sources belong to, made where there is none of that name
    #[arg(long, value_name = "NAME")]
    project: Option<String>,
}

pub(super) async fn run(args: IngestArgs, config: Config) -> Outcome {
    let (addresses, paths): (Vec<_>, Vec<_>) =
        args.paths.into_iter().partition(|path| path.to_str().is_some_and(is_address));
    // Addresses alone need no file beside them.
    let files = if paths.is_empty() { Vec::new() } else { files(&paths)? };
    enrich::warn_without_model(&config);
    let app = App::open(config).await?.into_project(args.project.as_deref()).await?;
    let other = app.ingest.catch_up().await?;
    app.ingest.start();
    let result = all(&files, &addresses, &app).await;
    let later =
        app.asker.store.embedded_elsewhere(app.asker.embedder.space()).await?.documents.unsigned_abs();
    let caught_up = later == 0 || watch_again(&app, later, other == 0).await?;
    enrich::watch(&app).await?;
    index_vectors(&app).await?;
    app.close().await?;
    result.map(|code| if caught_up { code } else { ExitCode::FAILURE })
}

async fn all(files: &[PathBuf], addresses: &[PathBuf], app: &App) -> Outcome {
    let mut failed = 0_usize;
    let mut news = app.ingest.subscribe();
    for file in files {
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        failed += usize::from(!told(take(file, &name, app, &mut news).await?, &name)?);
    }
    for address in addresses {
        let name = address.to_string_lossy();
        let queued = app.ingest.enqueue_from(&name).await;
        failed += usize::from(!told(settle(queued, &name, app, &mut news).await?, &name)?);
    }
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Says what is not said yet; `false` where it has failed.
fn told(taken: Taken, name: &str) -> Result<bool, CliError> {
    if taken == Taken::Unchanged {
        tell(&format!("= {name}: {}\n", say("바뀌지 않았습니다", "unchanged")))?;
    }
    Ok(taken != Taken::Failed)
}

/// What became of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Taken {
    Added,
    Replaced,
    Unchanged,
    Failed,
}

/// The bytes of a document: one byte more than may be taken in is enough to say so.
pub(super) async fn read(file: &Path, app: &App) -> std::io::Result<Vec<u8>> {
    let (file, most) = (file.to_owned(), app.asker.config.ingest.max_file_bytes as u64);
    let reading = tokio::task::spawn_blocking(move || {
        let mut bytes = Vec::new();
        stet_host::files::open(&file)?.take(most.saturating_add(1)).read_to_end(&mut bytes).map(|_| bytes)
    });
    reading.await.map_err(std::io::Error::other)?
}

/// Takes a file in and says what has become of it, unless it is as it was. One that cannot be read does not keep others out.
pub(super) async fn take(
    file: &Path,
    name: &str,
    app: &App,
    news: &mut broadcast::Receiver<Update>,
) -> Result<Taken, CliError> {
    let bytes = match read(file, app).await {
        Ok(bytes) => bytes,
        Err(source) => {
            tell(&format!("✗ {name}: {}\n", CliError::Read { path: file.to_owned(), source }.message()))?;
            return Ok(Taken::Failed);
        }
    };
    settle(app.ingest.enqueue_at(&place(file), &bytes).await, name, app, news).await
}

/// Waits until what was taken in is ready or has failed, and says which.
async fn settle(
    queued: Result<Enqueued, IngestError>,
    name: &str,
    app: &App,
    news: &mut broadcast::Receiver<Update>,
) -> Result<Taken, CliError> {
    let queued = match queued {
        Ok(queued) => queued,
        Err(IngestError::Store(fault)) => return Err(fault.into()),
        Err(fault) => {
            tell(&format!("✗ {name}: {}\n", fault.message(terminal_language())))?;
            return Ok(Taken::Failed);
        }
    };
    app.place(queued.document_id).await?;
    if queued.duplicate && queued.status == DocumentStatus::Ready {
        return Ok(Taken::Unchanged);
    }
    let done = watch(app, name, queued.document_id, news).await?;
    let is_first = done.as_ref().is_none_or(|document| document.version == 1);
    let taken = if is_first { Taken::Added } else { Taken::Replaced };
    Ok(if report(name, done)? { taken } else { Taken::Failed })
}

/// Where a file lies: the same whichever way it is named. The file itself may be a link to elsewhere.
pub(super) fn place(file: &Path) -> PathBuf {
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    file.file_name().map_or_else(|| file.to_owned(), |name| folder.join(name))
}

/// Waits while documents of another embedding model, which are found by their words only, are embedded again. `false`:
/// some could not be.
pub(super) async fn watch_again(app: &App, documents: u64, new: bool) -> Result<bool, CliError> {
    let count = |documents: u64| counted(usize::try_from(documents).unwrap_or(usize::MAX), "document");
    let space = app.asker.embedder.space();
    let from = app.asker.store.embedded_elsewhere(space).await?.spaces.unwrap_or_default();
    let told = if new {
        say(
            "낱말로는 이제 찾을 수 있습니다. 뜻으로 찾기 위한 임베딩을 이어서 합니다(Ctrl-C로 멈춰도 다음에 이어집니다).",
            "Found by words from now on. What finds it by meaning follows (Ctrl-C stops it; it goes on the next time).",
        )
    } else {
        say(
            &format!(
                "임베딩 모델이 바뀌어({from} → {space}) 문서 {documents}개를 다시 임베딩합니다. 이 데이터베이스를 쓰는 다른 Stet이 있으면 임베딩 설정을 같게 해 주세요."
            ),
            &format!(
                "The embedding model has changed ({from} to {space}): {} to be embedded again. Give any other Stet on this database the same embedding settings.",
                count(documents)
            ),
        )
    };
    note_line!("{told}");
    let mut news = app.ingest.subscribe();
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{spinner} {bar:24} {pos}/{len} {elapsed} ({eta})") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(120));
    let left = loop {
        let elsewhere = app.asker.store.embedded_elsewhere(space).await?;
        if elsewhere.under_way == 0 {
            break elsewhere.documents.unsigned_abs();
        }
        while let Ok(update) = news.try_recv() {
            bar.set_length(update.total.unsigned_abs());
            bar.set_position(update.done.unsigned_abs());
        }
        tokio::time::sleep(Duration::from_millis(250)).await;
    };
    bar.finish_and_clear();
    if left > 0 {
        note_line!(
            "{}",
            say(
                &format!(
                    "문서 {left}개는 다시 임베딩하지 못해 낱말로만 찾습니다. 임베딩 모델 설정을 확인한 뒤 stet ingest를 다시 실행해 주세요."
                ),
                &format!(
                    "{} could not be embedded again and will be found by words only; check the settings of the embedding model and run stet ingest again.",
                    count(left)
                ),
            )
        );
    }
    Ok(left == 0)
}

/// Waits for the index over vectors where many have come in.
pub(super) async fn index_vectors(app: &App) -> Result<(), CliError> {
    if !app.asker.store.vectors_wait().await? {
        return Ok(());
    }
    note_line!(
        "{}",
        say(
            "벡터 색인을 만드는 중입니다(Ctrl-C로 멈춰도 다음에 이어집니다).",
            "Building the index over vectors (Ctrl-C stops it; it goes on the next time).",
        )
    );
    while !app.ingest.index_vectors().await? {
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
    Ok(())
}

/// Shows a bar until the document is ready or has failed.
async fn watch(
    app: &App,
    name: &str,
    document: Uuid,
    news: &mut broadcast::Receiver<Update>,
) -> Result<Option<Document>, CliError> {
    let style = ProgressStyle::with_template("{spinner} {prefix} {msg} {bar:24} {pos}/{len} {elapsed}");
    let bar = ProgressBar::new(0).with_prefix(shown(name).into_owned());
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(120));
    let mut wait = std::pin::pin!(app.ingest.wait(document));
    let done = loop {
        tokio::select! {
            done = &mut wait => break done,
            update = news.recv() => {
                if let Ok(update) = update && update.document_id == document {
                    bar.set_message(stage(update.status));
                    bar.set_length(update.total.unsigned_abs());
                    bar.set_position(update.done.unsigned_abs());
                }
            }
        }
    };
    bar.finish_and_clear();
    match done {
        Ok(document) => Ok(document),
        Err(IngestError::Store(fault)) => Err(fault.into()),
        Err(fault) => Err(CliError::Usage(fault.message(terminal_language()))),
    }
}

fn stage(status: DocumentStatus) -> String {
    match status {
        DocumentStatus::Queued => say("기다림", "queued"),
        DocumentStatus::Extracting => say("읽는 중", "reading"),
        DocumentStatus::Chunking => say("나누는 중", "cutting"),
        DocumentStatus::Embedding => say("임베딩", "embedding"),
        DocumentStatus::Ready | DocumentStatus::Superseded => say("끝", "ready"),
        DocumentStatus::Failed => say("실패", "failed"),
    }
}

/// Prints how it ended; false for a failure.
fn report(name: &str, document: Option<Document>) -> Result<bool, CliError> {
    let Some(document) = document else {
        tell(&format!("✗ {name}: {}\n", say("그 사이에 지워졌습니다", "it was deleted meanwhile")))?;
        return Ok(false);
    };
    if let Some(failure) = document.failure {
        let why = match terminal_language() {
            Language::Ko => failure.ko,
            Language::En => failure.en,
        };
        let stays = document.searched.map_or(String::new(), |version| {
            say(&format!(" {version}판을 계속 검색합니다."), &format!(" Version {version} stays in search."))
        });
        tell(&format!("✗ {name}: {why}{stays}\n"))?;
        return Ok(false);
    }
    let pages = document.page_count;
    let (passages, count) = (document.chunk_count, |count| usize::try_from(count).unwrap_or_default());
    let (passages, pages) = match terminal_language() {
        Language::Ko => (format!("구절 {passages}개"), (pages > 0).then(|| format!("{pages}쪽"))),
        Language::En => {
            (counted(count(passages), "passage"), (pages > 0).then(|| counted(count(pages), "page")))
        }
    };
    let pages = pages.map(|pages| format!(", {pages}")).unwrap_or_default();
    let scans = document.recognised_pages.len();
    let scans = match scans {
        0 => String::new(),
        _ => say(&format!(", 문자 인식 {scans}쪽"), &format!(", {} by OCR", counted(scans, "page"))),
    };
    let version = document.version;
    let version = match version {
        1 => String::new(),
        _ => say(&format!(", {version}판"), &format!(", version {version}")),
    };
    tell(&format!("✓ {name}: {passages}{pages}{scans}{version}\n"))?;
    tell_left_out(&document)?;
    Ok(true)
}

/// A line for each thing that a version was read without.
pub(super) fn tell_left_out(document: &Document) -> Result<(), CliError> {
    for missing in &document.left_out {
        let text = missing.text(terminal_language());
        tell_line!("  {}", say(&format!("읽지 않은 것: {text}"), &format!("read without {text}")))?;
    }
    Ok(())
}

/// The files that are meant: those named, and in folders those with an ending that can be read.
pub(super) fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, CliError> {
    let mut files = Vec::new();
    for path in paths {
        files.extend(at(path)?);
    }
    if files.is_empty() { Err(no_file()) } else { Ok(files) }
}

/// The same of one path; none is no fault.
pub(super) fn at(path: &Path) -> Result<Vec<PathBuf>, CliError> {
    let mut files = Vec::new();
    let root = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    collect(path, &root, true, &mut files)?;
    Ok(files)
}

pub(super) fn no_file() -> CliError {
    CliError::Usage(say(
        "읽을 수 있는 파일이 없습니다 (TXT, MD, PDF, HTML, DOCX, HWPX, HWP, JSONL)",
        "there is no file that can be read (TXT, MD, PDF, HTML, DOCX, HWPX, HWP, JSONL)",
    ))
}

fn collect(path: &Path, root: &Path, named: bool, files: &mut Vec<PathBuf>) -> Result<(), CliError> {
    let fault = |source| CliError::Read { path: path.to_owned(), source };
    let kind = std::fs::metadata(path).map_err(fault)?;
    if kind.is_dir() {
        for path in in_order(path)? {
            // What is hidden or installed is meant by nobody. A link may lead nowhere, back to the folder it is in, or out of the folder
            // to what its maker may not read and whoever takes the folder in may.
            let leads_out = || !path.canonicalize().is_ok_and(|target| target.starts_with(root));
            let is_file = path.is_file() && !(path.is_symlink() && leads_out());
            if !is_aside(&path) && (is_file || (path.is_dir() && !path.is_symlink())) {
                collect(&path, root, false, files)?;
            }
        }
    } else {
        let ending =
            path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
        if named || stet_extract::EXTENSIONS.contains(&ending.as_str()) {
            files.push(path.to_owned());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_read_without_what_is_hidden_installed_or_linked_to_nowhere() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in
            ["b/two.md", "one.txt", "b/.draft.md", ".git/note.txt", "node_modules/x/readme.md", "x.png"]
        {
            std::fs::create_dir_all(at(name).parent().unwrap()).unwrap();
            std::fs::write(at(name), "text").unwrap();
        }
        std::os::unix::fs::symlink(at("gone.txt"), at("broken.txt")).unwrap();
        std::os::unix::fs::symlink(folder.path(), at("b/loop")).unwrap();
        std::os::unix::fs::symlink(at("one.txt"), at("linked.txt")).unwrap();
        // Of another user, whose folder is shared: the target is none of theirs. And what a word processor has open.
        let elsewhere = tempfile::tempdir().unwrap();
        std::fs::write(elsewhere.path().join("secret.txt"), "secret").unwrap();
        std::os::unix::fs::symlink(elsewhere.path().join("secret.txt"), at("b/notes.txt")).unwrap();
        std::fs::write(at("b/~$draft.docx"), "lock").unwrap();
        let found = files(&[folder.path().to_owned()]).unwrap();
        assert_eq!(found, [at("b/two.md"), at("linked.txt"), at("one.txt")]);
        // What is named is meant, wherever it is.
        assert_eq!(files(&[at(".git/note.txt"), at("x.png")]).unwrap().len(), 2);
        assert!(files(&[at("broken.txt")]).is_err());
        assert_eq!(
            files(&[at("b/notes.txt")]).unwrap().len(),
            1,
            "whoever names a link means where it leads"
        );
    }
}
