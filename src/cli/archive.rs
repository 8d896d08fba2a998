//! `stet export` and `stet import`.

use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use super::app::App;
use super::{CliError, Outcome, say};
use stet_config::Config;
use stet_drafts::archive::{self, Manifest, Progress};

#[derive(Debug, Args)]
pub(super) struct ArchiveArgs {
    /// The archive, a ZIP
    file: PathBuf,
}

pub(super) async fn export(ArchiveArgs { file }: ArchiveArgs, config: Config) -> Outcome {
    // Beside its place until it is whole.
    let partial = file.with_added_extension("part");
    if file.exists() {
        let name = file.display();
        return Err(CliError::Usage(say(
            &format!("{name}: 이미 있습니다. 다른 이름을 주세요"),
            &format!("{name}: it is there already; give another name"),
        )));
    }
    // All, unless one is named.
    let is_one = config.workspace.is_some();
    let app = App::open(config).await?;
    let store = &app.asker.store;
    let done = archive::export(store, is_one.then(|| store.workspace()), &partial, show).await;
    if done.is_err() {
        // What is half written is of no use; where it could not be made there is none.
        let _ = std::fs::remove_file(&partial);
    }
    app.close().await?;
    clear();
    let manifest = done?;
    std::fs::rename(&partial, &file)?;
    told(&manifest, &file)
}

pub(super) async fn import(ArchiveArgs { file }: ArchiveArgs, mut config: Config) -> Outcome {
    // One that is not there yet is made with what comes into it.
    let only = config.workspace.take();
    let app = App::open(config).await?;
    let done = archive::import(&app.asker.store, only.as_deref(), &file, show).await;
    app.close().await?;
    clear();
    told(&done?, &file)?;
    note_line!(
        "{}",
        say(
            "뜻으로 찾을 벡터는 `stet serve`나 `stet ingest`가 다시 만듭니다. 그때까지는 낱말로 찾습니다.",
            "`stet serve` or `stet ingest` makes the vectors again that find by meaning; until then words find."
        )
    );
    Ok(ExitCode::SUCCESS)
}

/// `✓ stet.zip: 3 sources, …` of all, and of each workspace on the way past the output.
fn told(manifest: &Manifest, file: &Path) -> Outcome {
    let spaces = &manifest.workspaces;
    for space in spaces {
        let [sources, chats, drafts] =
            ["rag_documents", "conversations", "drafts"].map(|name| space.rows(name));
        let name = &space.name;
        eprintln!(
            "{}",
            say(
                &format!("  “{name}”: 출처의 판 {sources}개, 대화 {chats}개, 초안 {drafts}개"),
                &format!("  “{name}”: versions of sources {sources}, conversations {chats}, drafts {drafts}"),
            )
        );
    }
    let of = |name: &str| spaces.iter().map(|space| space.rows(name)).sum::<u64>();
    let (sources, drafts, chats) = (of("rag_documents"), of("drafts"), of("conversations"));
    let (name, count) = (file.display(), spaces.len());
    tell_line!(
        "{}",
        say(
            &format!("✓ {name}: 작업 공간 {count}개, 출처의 판 {sources}개, 초안 {drafts}개, 대화 {chats}개"),
            &format!(
                "✓ {name}: workspaces {count}, versions of sources {sources}, drafts {drafts}, conversations {chats}"
            ),
        )
    )?;
    Ok(ExitCode::SUCCESS)
}

/// One line that changes, on a terminal.
fn show(progress: Progress<'_>) {
    let Progress { workspace, what, done, total } = progress;
    // Not with every row.
    if std::io::stderr().is_terminal() && (done % 100 == 0 || total == Some(done)) {
        let total = total.map(|total| format!("/{total}")).unwrap_or_default();
        eprint!("\r\u{1b}[K{workspace}: {what} {done}{total}");
    }
}

fn clear() {
    if std::io::stderr().is_terminal() {
        eprint!("\r\u{1b}[K");
    }
}
