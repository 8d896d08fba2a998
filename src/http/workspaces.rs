//! Workspaces and the audit log, for administrators. Those of the default workspace see to all of them, others to their own.

use std::sync::Arc;

use axum::Extension;
use axum::extract::Path;
use axum::response::NoContent;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use time::OffsetDateTime;
use uuid::Uuid;

use super::auth::{Guard, Subject};
use super::input::{Object, Whole};
use super::keys::{MAX_NAME, limits_of, name_of, no_workspace, seen};
use super::problem;
use super::routes::{CONFLICT, Created, NOT_FOUND, Routes, delete, get, patch, post, put};
use super::timestamp::Timestamp;
use super::{Error, Json, Query, Result, State};
use stet_access::Principal;
use stet_ingest::pictures;
use stet_store::Limits;
use stet_store::Scope::Admin;
use stet_store::workspaces::{Removed, Renamed};

/// Entries of the audit log on a page, at most.
const PAGE: i64 = 100;

pub(super) fn routes() -> Routes {
    const OF_ALL: &str = "For administrators of the default workspace.";
    Routes::of([
        get("/api/workspaces", workspaces, "listWorkspaces", "accounts", Admin)
            .says("Workspaces that the key sees to", "작업 공간 목록")
            .answers("The oldest first."),
        post("/api/workspaces", create_workspace, "createWorkspace", "accounts", Admin)
            .says("Make a workspace", "작업 공간 만들기")
            .about(OF_ALL)
            .audit("workspace.create")
            .example(json!({ "name": "Harbour library" }))
            .answers("Made.")
            .refuses(&[CONFLICT]),
        put("/api/workspaces/{id}", limit_workspace, "limitWorkspace", "accounts", Admin)
            .says("Set what all keys of a workspace may do together", "작업 공간의 한도 정하기")
            .about(OF_ALL)
            .audit("workspace.limit")
            .example(json!({ "requestsPerMinute": 60 }))
            .refuses(&[NOT_FOUND]),
        patch("/api/workspaces/{id}", rename_workspace, "renameWorkspace", "accounts", Admin)
            .says("Give a workspace another name", "작업 공간의 이름 바꾸기")
            .about(
                "For administrators of the default workspace. What goes by the name has to follow: grants of accounts, \
                 `--workspace` of the command line.",
            )
            .audit("workspace.rename")
            .example(json!({ "name": "Quay library" }))
            .refuses(&[NOT_FOUND, CONFLICT]),
        delete("/api/workspaces/{id}", delete_workspace, "deleteWorkspace", "accounts", Admin)
            .says("Delete a workspace with everything in it, for good", "작업 공간을 모두, 아주 지우기")
            .about(
                "For administrators of the default workspace, which itself cannot be deleted. Sources, files, pictures, \
                 drafts, conversations, rules, its part of the audit log and its keys go; whoever used one is signed out.",
            )
            .audit("workspace.delete")
            .answers("Nothing of it is there any more.")
            .refuses(&[NOT_FOUND, CONFLICT]),
        get("/api/audit", audit, "audit", "accounts", Admin)
            .says(
                "Who decided, deleted, took in and changed keys",
                "감사 기록 (누가 결정하고 지우고 들여오고 키를 바꾸었는지)",
            )
            .answers("The latest first."),
    ])
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Workspace {
    /// By which it is asked for.
    id: Uuid,
    /// Of the workspace.
    name: String,
    /// When it was made.
    created_at: Timestamp,
    limits: Limits,
}

impl From<stet_store::Workspace> for Workspace {
    fn from(stet_store::Workspace { id, name, created_at, limits }: stet_store::Workspace) -> Self {
        Self { id, name, created_at: Timestamp(created_at), limits }
    }
}

#[derive(Debug, Serialize, JsonSchema)]
struct WorkspaceList {
    /// The workspaces.
    workspaces: Vec<Workspace>,
}

async fn workspaces(
    State(state): State,
    Extension(principal): Extension<Principal>,
) -> Result<axum::Json<WorkspaceList>> {
    let all = state.store().workspaces().await?.into_iter();
    let seen = all.filter(|one| principal.is_owner() || one.id == principal.workspace);
    Ok(axum::Json(WorkspaceList { workspaces: seen.map(Workspace::from).collect() }))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewWorkspace {
    /// Of the workspace.
    #[schemars(length(min = 1, max = MAX_NAME))]
    name: String,
    #[serde(default)]
    limits: Object<Limits>,
}

/// What only administrators of the default workspace may.
fn of_all(principal: &Principal) -> Result<()> {
    if principal.is_owner() { Ok(()) } else { Err(Error::forbidden(Admin)) }
}

async fn create_workspace(
    State(state): State,
    Extension(principal): Extension<Principal>,
    Json(body): Json<NewWorkspace>,
) -> Result<(Extension<Subject>, Created<Workspace>)> {
    of_all(&principal)?;
    let made = stet_store::Workspace {
        id: Uuid::now_v7(),
        name: name_of(&body.name)?.to_owned(),
        created_at: OffsetDateTime::now_utc(),
        limits: limits_of(body.limits.0)?,
    };
    if !state.store().insert_workspace(made.id, &made.name, made.limits, made.created_at).await? {
        return Err(name_taken());
    }
    Ok((Extension(Subject(format!("{} ({})", made.name, made.id))), Created(made.into())))
}

fn name_taken() -> Error {
    problem::workspace_of_that_name()
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct WorkspaceName {
    /// Of the workspace.
    #[schemars(length(min = 1, max = MAX_NAME))]
    name: String,
}

async fn rename_workspace(
    State(state): State,
    Extension(principal): Extension<Principal>,
    Path(id): Path<String>,
    Json(body): Json<WorkspaceName>,
) -> Result<NoContent> {
    of_all(&principal)?;
    let workspace = id.parse().map_err(|_| problem::no_workspace(&id))?;
    match state.store().rename_workspace(workspace, name_of(&body.name)?).await? {
        Renamed::Done => Ok(NoContent),
        Renamed::Taken => Err(name_taken()),
        Renamed::Unknown => Err(no_workspace(&id)),
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Deletion {
    /// Also where a source is being read, or an answer or a revision being written; without it that is a conflict.
    #[serde(default)]
    force: bool,
}

/// A workspace goes with everything in it. The log keeps that it went, by its name.
async fn delete_workspace(
    State(state): State,
    Extension(principal): Extension<Principal>,
    Extension(guard): Extension<Arc<Guard>>,
    Path(id): Path<String>,
    Query(how): Query<Deletion>,
) -> Result<(Extension<Subject>, NoContent)> {
    of_all(&principal)?;
    let workspace = id.parse().map_err(|_| problem::no_workspace(&id))?;
    let known = state.store().workspaces().await?.into_iter().find(|one| one.id == workspace);
    let known = known.ok_or_else(|| no_workspace(&id))?;
    match state.store().remove_workspace(workspace, how.force).await? {
        Removed::Done => {}
        Removed::Unknown => return Err(no_workspace(&id)),
        Removed::Default => {
            return Err(problem::default_workspace_stays());
        }
        Removed::Busy { jobs, writing } => {
            return Err(problem::workspace_busy(jobs, writing));
        }
    }
    // Keys and sessions of it are good for nothing from here on, those that this node remembers, too.
    guard.access.forget();
    state.asker.forget_workspace(workspace);
    let data = state.config().database.data_dir.clone();
    let removed = tokio::task::spawn_blocking(move || pictures::remove_folder(&data, workspace)).await;
    if !matches!(removed, Ok(Ok(()))) {
        tracing::error!(%workspace, ?removed, "the folder of a workspace that is gone could not be removed");
    }
    Ok((Extension(Subject(known.name)), NoContent))
}

async fn limit_workspace(
    State(state): State,
    Extension(principal): Extension<Principal>,
    Extension(guard): Extension<Arc<Guard>>,
    Path(id): Path<String>,
    Json(limits): Json<Limits>,
) -> Result<NoContent> {
    of_all(&principal)?;
    let workspace = id.parse().map_err(|_| problem::no_workspace(&id))?;
    let limited = state.store().limit_workspace(workspace, limits_of(limits)?).await?;
    guard.access.forget();
    if limited { Ok(NoContent) } else { Err(no_workspace(&id)) }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Page {
    /// next of the page before.
    before: Option<Uuid>,
    /// Another workspace than one's own, for administrators of the default one.
    workspace: Option<Uuid>,
    /// Entries of a page.
    #[schemars(extend("default" = PAGE))]
    limit: Option<Whole<1, PAGE>>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct AuditPage {
    /// What was done, the latest first.
    entries: Vec<AuditEntry>,
    /// What to ask the next page before; null at the end.
    next: Option<Uuid>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct AuditEntry {
    /// By which it is asked for.
    id: Uuid,
    /// When it was said or done.
    at: Timestamp,
    /// The name of the key; writer where nobody has one, `STET_API_KEY` for that of the settings.
    who: String,
    /// The key or person with which it was done; null where nobody has one.
    key: Option<Uuid>,
    /// question.ask, question.again, answer.stop, draft.revise, source.import, patch.decide, key.create and so on.
    action: String,
    /// What it was done to.
    subject: String,
}

async fn audit(
    State(state): State,
    Extension(principal): Extension<Principal>,
    Query(page): Query<Page>,
) -> Result<axum::Json<AuditPage>> {
    let limit = page.limit.map_or(PAGE, |limit| limit.0);
    let entries = seen(&state, &principal, page.workspace)?.audit(page.before, limit).await?;
    let next = entries.last().filter(|_| i64::try_from(entries.len()).is_ok_and(|found| found == limit));
    let next = next.map(|entry| entry.id);
    let shown = |entry: stet_store::Entry| AuditEntry {
        id: entry.id,
        at: Timestamp(entry.created_at),
        who: entry.who,
        key: entry.key_id,
        action: entry.action,
        subject: entry.subject,
    };
    Ok(axum::Json(AuditPage { entries: entries.into_iter().map(shown).collect(), next }))
}
