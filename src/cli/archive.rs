//! `stet export` and `stet import`.

use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use super::app::App;
use super::keys::in_workspace;
use super::{CliError, Outcome, say};
use crate::archive::{self, Manifest, Progress};
use crate::config::Config;
use crate::store::Store;

#[derive(Debug, Args)]
pub(super) struct ArchiveArgs {
    /// The archive, a ZIP
    file: PathBuf,
    /// The workspace that it holds; an import makes it when there is none
    #[arg(long, value_name = "NAME")]
    workspace: Option<String>,
}

/// The workspace that is to be exported. An archive holds one, so where there are several it has to be named: who takes it for a backup of
/// all would lose the others.
async fn exported(store: &Store, named: Option<&str>) -> Result<Store, CliError> {
    let all = store.workspaces().await?;
    if named.is_some() || all.len() < 2 {
        return in_workspace(store, named, false).await;
    }
    let several = all.iter().map(|one| format!("“{}”", one.name)).collect::<Vec<_>>().join(", ");
    Err(CliError::Usage(say(
        &format!(
            "작업 공간이 여럿입니다({several}). 보관 파일 하나에는 작업 공간 하나가 들어갑니다. 하나씩 `--workspace 이름`으로 내보내 주세요"
        ),
        &format!(
            "there are several workspaces ({several}) and an archive holds one; export each with `--workspace NAME`"
        ),
    )))
}

pub(super) async fn export(ArchiveArgs { file, workspace }: ArchiveArgs, config: Config) -> Outcome {
    // Beside its place until it is whole.
    let partial = file.with_added_extension("part");
    if file.exists() {
        let name = file.display();
        return Err(CliError::Usage(say(
            &format!("{name}: 이미 있습니다. 다른 이름을 주세요"),
            &format!("{name}: it is there already; give another name"),
        )));
    }
    let app = App::open(config).await?;
    let done = async {
        let store = exported(&app.asker.store, workspace.as_deref()).await?;
        let done = archive::export(&store, &partial, show).await;
        if done.is_err() {
            // What is half written is of no use; where it could not be made there is none.
            let _ = std::fs::remove_file(&partial);
        }
        done.map_err(CliError::from)
    };
    let done = done.await;
    app.close().await?;
    clear();
    let manifest = done?;
    std::fs::rename(&partial, &file)?;
    told(&manifest, &file)
}

pub(super) async fn import(ArchiveArgs { file, workspace }: ArchiveArgs, config: Config) -> Outcome {
    let app = App::open(config).await?;
    let done = async {
        let store = in_workspace(&app.asker.store, workspace.as_deref(), true).await?;
        archive::import(&store, &file, show).await.map_err(CliError::from)
    };
    let done = done.await;
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

/// `✓ stet.zip: 3 sources, …`.
fn told(manifest: &Manifest, file: &Path) -> Outcome {
    let of =
        |name: &str| manifest.tables.iter().find(|table| table.name == name).map_or(0, |table| table.rows);
    let (sources, drafts, chats) = (of("rag_documents"), of("drafts"), of("conversations"));
    let name = file.display();
    tell_line!(
        "{}",
        say(
            &format!("✓ {name}: 출처의 버전 {sources}개, 초안 {drafts}개, 대화 {chats}개"),
            &format!("✓ {name}: versions of sources {sources}, drafts {drafts}, conversations {chats}"),
        )
    )?;
    Ok(ExitCode::SUCCESS)
}

/// One line that changes, on a terminal.
fn show(progress: Progress<'_>) {
    let Progress { what, done, total } = progress;
    // Not with every row.
    if std::io::stderr().is_terminal() && (done % 100 == 0 || total == Some(done)) {
        let total = total.map(|total| format!("/{total}")).unwrap_or_default();
        eprint!("\r\u{1b}[K{what} {done}{total}");
    }
}

fn clear() {
    if std::io::stderr().is_terminal() {
        eprint!("\r\u{1b}[K");
    }
}
