//! `stet workspaces`: make, rename and delete them, on the database itself; and what `--workspace` of other verbs names.

use std::io::{IsTerminal as _, Write as _};
use std::process::ExitCode;

use clap::{Args, Subcommand};
use time::OffsetDateTime;
use uuid::Uuid;

use super::app::App;
use super::{CliError, Outcome, say};
use stet_config::Config;
use stet_ingest::pictures;
use stet_store::workspaces::{Holds, NAME_CHARS, Removed, Renamed};
use stet_store::{Limits, Store, Workspace};

#[derive(Debug, Args)]
pub(super) struct WorkspacesArgs {
    #[command(subcommand)]
    verb: WorkspaceVerb,
}

#[derive(Debug, Subcommand)]
enum WorkspaceVerb {
    /// List the workspaces with what each holds
    List,
    /// Make a workspace
    Create {
        /// Name of the workspace
        name: String,
    },
    /// Give a workspace another name; grants of accounts (`STET_OIDC_GRANTS`) go by names
    Rename {
        /// Name of the workspace
        name: String,
        /// The new name
        to: String,
    },
    /// Delete a workspace for good: sources, files, pictures, drafts, conversations, rules and keys
    Delete {
        /// Name of the workspace
        name: String,
        /// Delete it without typing its name
        #[arg(long)]
        yes: bool,
        /// Also where a source is being read, or an answer or a revision being written
        #[arg(long)]
        force: bool,
    },
}

/// Who changes workspaces at the terminal, in the audit log.
const WHO: &str = "stet workspaces";

pub(super) async fn run(args: WorkspacesArgs, config: Config) -> Outcome {
    let app = App::open(config).await?;
    let done = change(&app, args.verb).await;
    app.close().await?;
    done
}

async fn change(app: &App, verb: WorkspaceVerb) -> Outcome {
    let (store, now) = (app.asker.store.for_whom(WHO.into()), OffsetDateTime::now_utc());
    match verb {
        WorkspaceVerb::List => {
            for one in store.workspaces().await? {
                let held = held(&store.in_workspace(one.id).holds().await?);
                tell_line!("{}  {}  {held}  {}", one.id, one.created_at.date(), one.name)?;
            }
        }
        WorkspaceVerb::Create { name } => {
            let name = name_of(&name)?;
            let id = Uuid::now_v7();
            if !store.insert_workspace(id, name, Limits::default(), now).await? {
                return Err(taken(name));
            }
            store.note(None, "workspace.create", &format!("{name} ({id})"), now).await?;
            tell_line!("✓ {name}  {id}")?;
        }
        WorkspaceVerb::Rename { name, to } => {
            let (one, to) = (named(&store, &name).await?, name_of(&to)?);
            match store.rename_workspace(one.id, to).await? {
                Renamed::Done => {}
                Renamed::Taken => return Err(taken(to)),
                Renamed::Unknown => return Err(unknown(&store, &name).await?),
            }
            store.note(None, "workspace.rename", &format!("{} → {to}", one.name), now).await?;
            tell_line!("✓ {} → {to}", one.name)?;
        }
        WorkspaceVerb::Delete { name, yes, force } => {
            let one = named(&store, &name).await?;
            let held = held(&store.in_workspace(one.id).holds().await?);
            if !yes && !is_sure(&one.name, &held)? {
                return Err(CliError::Usage(say(
                    "지우지 않았습니다. 작업 공간의 이름을 그대로 적거나 --yes를 붙여 주세요",
                    "nothing was deleted; type the name of the workspace as it is, or give --yes",
                )));
            }
            match store.remove_workspace(one.id, force).await? {
                Removed::Done => {}
                Removed::Default => {
                    return Err(CliError::Usage(say(
                        "처음부터 있는 작업 공간은 지울 수 없습니다",
                        "the default workspace cannot be deleted",
                    )));
                }
                Removed::Unknown => return Err(unknown(&store, &name).await?),
                Removed::Busy { jobs, writing } => {
                    return Err(CliError::Usage(say(
                        &format!(
                            "“{}”에서 읽고 있는 출처 {jobs}개, 쓰고 있는 글 {writing}개가 있습니다. 끝나기를 기다리거나 --force를 붙여 주세요",
                            one.name
                        ),
                        &format!(
                            "in “{}” sources are being read ({jobs}) or texts being written ({writing}); wait for them, or give --force",
                            one.name
                        ),
                    )));
                }
            }
            pictures::remove_folder(&app.asker.config.database.data_dir, one.id)?;
            store.note(None, "workspace.delete", &one.name, now).await?;
            tell_line!("− {} ({held})", one.name)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// What a workspace holds, for a person.
pub(super) fn held(held: &Holds) -> String {
    let Holds { sources, conversations, drafts, .. } = held;
    say(
        &format!("출처 {sources}개, 대화 {conversations}개, 초안 {drafts}개"),
        &format!("sources {sources}, conversations {conversations}, drafts {drafts}"),
    )
}

/// Has a person type the name of what goes. Who cannot be asked is not sure.
fn is_sure(name: &str, held: &str) -> Result<bool, CliError> {
    if !std::io::stdin().is_terminal() {
        return Ok(false);
    }
    eprint!(
        "{}",
        say(
            &format!(
                "“{name}”({held})을(를) 모두, 되돌릴 수 없게 지웁니다. 지우려면 그 이름을 적어 주세요: "
            ),
            &format!("“{name}” ({held}) goes as a whole and for good; type its name to delete it: "),
        )
    );
    std::io::stderr().flush()?;
    let mut typed = String::new();
    std::io::stdin().read_line(&mut typed)?;
    Ok(typed.trim() == name)
}

/// A name that a workspace can have.
fn name_of(name: &str) -> Result<&str, CliError> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > NAME_CHARS || name.chars().any(char::is_control) {
        return Err(CliError::Usage(say(
            &format!("작업 공간의 이름은 1~{NAME_CHARS}자여야 합니다"),
            &format!("the name of a workspace has 1 to {NAME_CHARS} characters"),
        )));
    }
    Ok(name)
}

fn taken(name: &str) -> CliError {
    CliError::Usage(say(
        &format!("작업 공간 “{name}”이(가) 이미 있습니다"),
        &format!("there is a workspace “{name}” already"),
    ))
}

/// What is said of a name that no workspace has.
async fn unknown(store: &Store, name: &str) -> Result<CliError, CliError> {
    let all: Vec<String> =
        store.workspaces().await?.into_iter().map(|one| format!("“{}”", one.name)).collect();
    let all = all.join(", ");
    Ok(CliError::Usage(say(
        &format!(
            "작업 공간 “{name}”이(가) 없습니다. 있는 것은 {all}입니다. `stet workspaces create 이름`으로 만들 수 있습니다"
        ),
        &format!(
            "there is no workspace “{name}”; there are {all}, and `stet workspaces create NAME` makes one"
        ),
    )))
}

/// The workspace of a name.
pub(super) async fn named(store: &Store, name: &str) -> Result<Workspace, CliError> {
    let found = store.workspaces().await?.into_iter().find(|one| one.name == name.trim());
    match found {
        Some(found) => Ok(found),
        None => Err(unknown(store, name).await?),
    }
}

/// The workspace of a name, which is made when there is none.
pub(super) async fn make(store: &Store, name: &str) -> Result<Uuid, CliError> {
    let name = name_of(name)?;
    store.insert_workspace(Uuid::now_v7(), name, Limits::default(), OffsetDateTime::now_utc()).await?;
    Ok(named(store, name).await?.id)
}
