//! `stet sync`: the sources are what a folder holds.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use clap::Args;

use super::app::App;
use super::ingest::{Taken, at, index_vectors, no_file, place, read, take, watch_again};
use super::{CliError, Outcome, enrich, say, tell};
use stet_config::{Config, terminal_language};
use stet_ingest::{Foreseen, IngestError};
use stet_store::Document;

/// Time between two looks at a folder that is followed.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// Looks that must show the same before it is taken over, and where nothing is left: whoever replaces a folder empties it first.
const SETTLED: usize = 1;
const EMPTIED: usize = 5;
/// Looks to wait after the database was away.
const AWAY: u32 = 5;

#[derive(Debug, Args)]
pub(super) struct SyncArgs {
    /// Folder whose documents are to be the sources
    folder: PathBuf,
    /// Go on, and take over every change until Ctrl-C
    #[arg(long, conflicts_with = "dry_run")]
    watch: bool,
    /// Only say what would be done
    #[arg(long)]
    dry_run: bool,
    /// Project that new sources belong to, made where there is none of that name
    #[arg(long, value_name = "NAME", conflicts_with = "dry_run")]
    project: Option<String>,
}

/// How many files met which fate.
#[derive(Debug, Default, Clone, Copy)]
struct Count {
    added: usize,
    replaced: usize,
    removed: usize,
    unchanged: usize,
    failed: usize,
}

/// When each file was changed last, and its size: what tells whether it must be looked at again.
type Look = BTreeMap<PathBuf, (Option<SystemTime>, u64)>;

pub(super) async fn run(args: SyncArgs, config: Config) -> Outcome {
    let fault = |source| CliError::Read { path: args.folder.clone(), source };
    let folder = args.folder.canonicalize().map_err(fault)?;
    if !folder.is_dir() {
        return Err(fault(std::io::ErrorKind::NotADirectory.into()));
    }
    // The private database is no document, wherever it lies.
    let aside = config.database.data_dir.canonicalize().ok();
    let look = || look(&folder, aside.as_deref());
    let mut seen = look()?;
    // What is not mounted is a folder with nothing at all in it; where others lie beside, the last document was taken away.
    if seen.is_empty() && std::fs::read_dir(&folder).map_err(fault)?.next().is_none() {
        return Err(nothing_at_all(&folder));
    }
    enrich::warn_without_model(&config);
    let mut app = App::open(config).await?.into_project(args.project.as_deref()).await?;
    if seen.is_empty() && gone(&folder, &seen, app.asker.store.documents().await?).is_empty() {
        app.close().await?;
        return Err(no_file());
    }
    let result = if args.dry_run {
        foresee(&folder, &seen, &app).await
    } else {
        let other = app.ingest.catch_up().await?;
        app.ingest.start();
        let all: Vec<PathBuf> = seen.keys().cloned().collect();
        let mut result = sync(&folder, &all, &seen, &app).await;
        let later =
            app.asker.store.embedded_elsewhere(app.asker.embedder.space()).await?.documents.unsigned_abs();
        if later > 0 && !watch_again(&app, later, other == 0).await? {
            result = result.map(|count| Count { failed: count.failed + 1, ..count });
        }
        if !args.watch {
            enrich::watch(&app).await?;
        }
        index_vectors(&app).await?;
        if args.watch && result.is_ok() {
            let followed = tokio::select! {
                fault = follow(&folder, look, &mut seen, &mut app) => fault,
                _ = tokio::signal::ctrl_c() => Ok(()),
            };
            result = followed.and(result);
        }
        result
    };
    app.close().await?;
    Ok(if result?.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn nothing_at_all(folder: &Path) -> CliError {
    let shown = folder.display();
    CliError::Usage(say(
        &format!(
            "{shown}에 아무것도 없습니다. 연결(마운트)되어 있는지 확인해 주세요. 그 출처를 모두 지우려면 `stet sources rm`을 쓰세요."
        ),
        &format!(
            "there is nothing at all in {shown}; check that it is mounted. To remove its sources, use `stet sources rm`."
        ),
    ))
}

/// The files of a folder.
fn look(folder: &Path, aside: Option<&Path>) -> Result<Look, CliError> {
    let found = at(folder)?;
    let dated = |file: PathBuf| {
        let about = file.metadata().ok();
        let changed = about.as_ref().and_then(|about| about.modified().ok());
        (file, (changed, about.map_or(0, |about| about.len())))
    };
    let is_aside = |file: &PathBuf| aside.is_some_and(|aside| file.starts_with(aside));
    Ok(found.into_iter().filter(|file| !is_aside(file)).map(dated).collect())
}

/// Takes over what is new or changed among `files`, then removes what is no longer there: a file that was only moved is
/// never out of search.
async fn sync(folder: &Path, files: &[PathBuf], there: &Look, app: &App) -> Result<Count, CliError> {
    let mut count = Count::default();
    let mut news = app.ingest.subscribe();
    for (document, file) in moved(folder, files, there, app).await? {
        let (path, name) = (file.to_string_lossy(), file.file_name().unwrap_or_default().to_string_lossy());
        app.asker.store.move_source(document.source_id, &path, &name).await?;
        said_moved(folder, &document, &file)?;
    }
    for file in files {
        match take(file, &inside(folder, file), app, &mut news).await? {
            Taken::Added => count.added += 1,
            Taken::Replaced => count.replaced += 1,
            Taken::Unchanged => count.unchanged += 1,
            Taken::Failed => count.failed += 1,
        }
    }
    for document in gone(folder, there, app.asker.store.documents().await?) {
        app.asker.store.delete_source(document.source_id).await?;
        said_removed(folder, &document)?;
        count.removed += 1;
    }
    summary(count, false)?;
    Ok(count)
}

/// Says what [`sync`] would do.
async fn foresee(folder: &Path, seen: &Look, app: &App) -> Result<Count, CliError> {
    let mut count = Count::default();
    let all: Vec<PathBuf> = seen.keys().cloned().collect();
    let moved = moved(folder, &all, seen, app).await?;
    for (document, file) in &moved {
        said_moved(folder, document, file)?;
        count.unchanged += 1;
    }
    for file in seen.keys().filter(|file| moved.iter().all(|(_, to)| to != *file)) {
        let name = inside(folder, file);
        let bytes = match read(file, app).await {
            Ok(bytes) => bytes,
            Err(source) => {
                tell(&format!("✗ {name}: {}\n", CliError::Read { path: file.clone(), source }.message()))?;
                count.failed += 1;
                continue;
            }
        };
        match app.ingest.foresee(&place(file), &bytes).await {
            Ok(Foreseen::Added) => {
                count.added += 1;
                tell(&format!("+ {name}\n"))?;
            }
            Ok(Foreseen::Replaced) => {
                count.replaced += 1;
                tell(&format!("~ {name}\n"))?;
            }
            Ok(Foreseen::Unchanged) => count.unchanged += 1,
            Err(IngestError::Store(fault)) => return Err(fault.into()),
            Err(fault) => return Err(CliError::Usage(fault.message(terminal_language()))),
        }
    }
    let is_moved = |one: &Document| moved.iter().any(|(from, _)| from.source_id == one.source_id);
    let gone = gone(folder, seen, app.asker.store.documents().await?);
    for document in gone.into_iter().filter(|one| !is_moved(one)) {
        said_removed(folder, &document)?;
        count.removed += 1;
    }
    summary(count, true)?;
    Ok(count)
}

/// Takes over changes as they come, once a file has been the same for two looks. While the database is away the changes wait.
async fn follow(
    folder: &Path,
    look: impl Fn() -> Result<Look, CliError>,
    seen: &mut Look,
    app: &mut App,
) -> Result<(), CliError> {
    tell(&say("폴더를 지켜봅니다. Ctrl-C로 마칩니다.\n", "watching the folder; Ctrl-C ends it\n"))?;
    let (mut last, mut same, mut away) = (seen.clone(), 0, false);
    let is_it = identity(folder);
    loop {
        tokio::time::sleep(LOOK_EVERY).await;
        // A folder that is away for a moment, or another one in its place, is waited for.
        let Ok(now) = look() else { continue };
        if now.is_empty() && identity(folder) != is_it {
            continue;
        }
        same = if now == last { same + 1 } else { 0 };
        last = now;
        if same < if last.is_empty() { EMPTIED } else { SETTLED } || last == *seen {
            continue;
        }
        let changed: Vec<PathBuf> = last
            .iter()
            .filter(|(file, look)| seen.get(*file) != Some(look))
            .map(|(file, _)| file.clone())
            .collect();
        match sync(folder, &changed, &last, app).await {
            Ok(_) => {
                seen.clone_from(&last);
                away = false;
            }
            Err(CliError::Store(fault)) if fault.is_absence() => {
                if !std::mem::replace(&mut away, true) {
                    note_line!("{}", say("데이터베이스를 기다립니다 …", "waiting for the database …"));
                    tracing::warn!(%fault, "the database is away; the changes of the folder wait for it");
                }
                if let Err(fault) = app.revive_database().await {
                    tracing::error!(fault = fault.message(), "the database has ended and cannot be started");
                }
                tokio::time::sleep(LOOK_EVERY * AWAY).await;
            }
            Err(fault) => return Err(fault),
        }
    }
}

/// Which folder stands under a name: one that is no longer mounted is another.
fn identity(folder: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt as _;
    folder.metadata().ok().map(|about| (about.dev(), about.ino()))
}

/// The sources whose file lay in a folder and is not there any more, by their newest version.
fn gone(folder: &Path, there: &Look, mut documents: Vec<Document>) -> Vec<Document> {
    documents.retain(|document| {
        document.path.as_deref().is_some_and(|path| {
            let path = Path::new(path);
            path.starts_with(folder) && (!path.exists() || is_written_anew(path, there))
        })
    });
    documents.sort_by_key(|document| document.source_id);
    documents.dedup_by_key(|document| document.source_id);
    documents
}

/// The sources whose file is gone while one that no source has holds the same: it was renamed, or put into another folder. What a
/// draft or an answer cites stays the same source.
async fn moved(
    folder: &Path,
    files: &[PathBuf],
    there: &Look,
    app: &App,
) -> Result<Vec<(Document, PathBuf)>, CliError> {
    let documents = app.asker.store.documents().await?;
    let known: Vec<String> = documents.iter().filter_map(|document| document.path.clone()).collect();
    let mut gone = gone(folder, there, documents);
    if gone.is_empty() {
        return Ok(Vec::new());
    }
    let mut moved = Vec::new();
    for file in files.iter().map(|file| place(file)) {
        let is_new = known.iter().all(|path| Path::new(path) != file);
        // Only one of the same size is worth reading.
        let bytes = file.metadata().map_or(0, |about| about.len());
        let may_be = |one: &Document| one.size_bytes.unsigned_abs() == bytes;
        if !is_new || !gone.iter().any(may_be) {
            continue;
        }
        let Ok(bytes) = read(&file, app).await else { continue };
        let hash = stet_ingest::hash(&bytes);
        if let Some(at) = gone.iter().position(|one| one.content_hash == hash) {
            moved.push((gone.swap_remove(at), file));
        }
    }
    Ok(moved)
}

/// Whether a file is there under this name in other letters only, where capitals and small letters are one to the disk.
fn is_written_anew(path: &Path, there: &Look) -> bool {
    let small = |path: &Path| path.to_string_lossy().to_lowercase();
    !there.contains_key(path) && there.keys().any(|other| small(other) == small(path))
}

fn inside(folder: &Path, file: &Path) -> String {
    file.strip_prefix(folder).unwrap_or(file).display().to_string()
}

fn said_removed(folder: &Path, document: &Document) -> Result<(), CliError> {
    let path = document.path.as_deref().unwrap_or(&document.file_name);
    tell(&format!("− {}\n", inside(folder, Path::new(path))))
}

fn said_moved(folder: &Path, document: &Document, to: &Path) -> Result<(), CliError> {
    let from = document.path.as_deref().unwrap_or(&document.file_name);
    tell(&format!("→ {} → {}\n", inside(folder, Path::new(from)), inside(folder, to)))
}

fn summary(count: Count, foreseen: bool) -> Result<(), CliError> {
    let Count { added, replaced, removed, unchanged, failed } = count;
    let ko = format!("추가 {added}, 새 판 {replaced}, 지움 {removed}, 그대로 {unchanged}, 실패 {failed}");
    let en = format!(
        "{added} added, {replaced} replaced, {removed} removed, {unchanged} unchanged, {failed} failed"
    );
    let would = if foreseen {
        say(" (아무것도 바꾸지 않았습니다)", " (nothing was changed)")
    } else {
        String::new()
    };
    tell(&format!("{}{would}\n", say(&ko, &en)))
}
