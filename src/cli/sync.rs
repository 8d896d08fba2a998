//! `stet sync`: the sources are what a folder holds.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use clap::Args;

use super::app::App;
use super::ingest::{Taken, files, index_vectors, place, read, take, watch_again};
use super::{CliError, Outcome, enrich, say, tell};
use stet_config::{Config, terminal_language};
use stet_ingest::{Foreseen, IngestError};
use stet_store::Document;

/// Time between two looks at a folder that is followed.
const LOOK_EVERY: Duration = Duration::from_secs(1);

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
    enrich::warn_without_model(&config);
    let app = App::open(config).await?;
    let result = if args.dry_run {
        foresee(&folder, &seen, &app).await
    } else {
        let other = app.ingest.catch_up().await?;
        app.ingest.start();
        let all: Vec<PathBuf> = seen.keys().cloned().collect();
        let mut result = sync(&folder, &all, &app).await;
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
                fault = follow(&folder, look, &mut seen, &app) => fault,
                _ = tokio::signal::ctrl_c() => Ok(()),
            };
            result = followed.and(result);
        }
        result
    };
    app.close().await?;
    Ok(if result?.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The files of a folder. A folder in which there is none is more likely one that is not mounted than one whose sources
/// are all to go.
fn look(folder: &Path, aside: Option<&Path>) -> Result<Look, CliError> {
    let found = files(std::slice::from_ref(&folder.to_owned()))?;
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
async fn sync(folder: &Path, files: &[PathBuf], app: &App) -> Result<Count, CliError> {
    let mut count = Count::default();
    let mut news = app.ingest.subscribe();
    for file in files {
        match take(file, &inside(folder, file), app, &mut news).await? {
            Taken::Added => count.added += 1,
            Taken::Replaced => count.replaced += 1,
            Taken::Unchanged => count.unchanged += 1,
            Taken::Failed => count.failed += 1,
        }
    }
    for document in gone(folder, app).await? {
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
    for file in seen.keys() {
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
    for document in gone(folder, app).await? {
        said_removed(folder, &document)?;
        count.removed += 1;
    }
    summary(count, true)?;
    Ok(count)
}

/// Takes over changes as they come, once a file has been the same for two looks.
async fn follow(
    folder: &Path,
    look: impl Fn() -> Result<Look, CliError>,
    seen: &mut Look,
    app: &App,
) -> Result<(), CliError> {
    tell(&say("폴더를 지켜봅니다. Ctrl-C로 마칩니다.\n", "watching the folder; Ctrl-C ends it\n"))?;
    let mut last = seen.clone();
    loop {
        tokio::time::sleep(LOOK_EVERY).await;
        // A folder that is away for a moment, or emptied, is waited for.
        let Ok(now) = look() else { continue };
        let settled = now == last;
        last = now;
        if settled && last != *seen {
            let changed: Vec<PathBuf> = last
                .iter()
                .filter(|(file, look)| seen.get(*file) != Some(look))
                .map(|(file, _)| file.clone())
                .collect();
            sync(folder, &changed, app).await?;
            seen.clone_from(&last);
        }
    }
}

/// The sources whose file lay in a folder and is not there any more, by their newest version.
async fn gone(folder: &Path, app: &App) -> Result<Vec<Document>, CliError> {
    let mut documents = app.asker.store.documents().await?;
    documents.retain(|document| {
        document.path.as_deref().is_some_and(|path| {
            let path = Path::new(path);
            path.starts_with(folder) && !path.exists()
        })
    });
    documents.sort_by_key(|document| document.source_id);
    documents.dedup_by_key(|document| document.source_id);
    Ok(documents)
}

fn inside(folder: &Path, file: &Path) -> String {
    file.strip_prefix(folder).unwrap_or(file).display().to_string()
}

fn said_removed(folder: &Path, document: &Document) -> Result<(), CliError> {
    let path = document.path.as_deref().unwrap_or(&document.file_name);
    tell(&format!("− {}\n", inside(folder, Path::new(path))))
}

fn summary(count: Count, foreseen: bool) -> Result<(), CliError> {
    let Count { added, replaced, removed, unchanged, failed } = count;
    let ko = format!("추가 {added}, 새 버전 {replaced}, 지움 {removed}, 그대로 {unchanged}, 실패 {failed}");
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
