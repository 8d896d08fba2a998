//! Projects: sources, drafts and conversations of one matter together.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::NoContent;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use time::OffsetDateTime;
use uuid::Uuid;

use super::input::Whole;
use super::keys::{MAX_NAME, name_of};
use super::problem;
use super::routes::{CONFLICT, Created, NOT_FOUND, Routes, delete, get, patch, post};
use super::timestamp::Timestamp;
use super::{AppState, Json, Query, Result, State};
use stet_ask::COMPLETIONS;
use stet_store::Scope::{Read, Write};
use stet_store::clean;
use stet_store::projects::{FoundThing, Things};
use stet_store::workspaces::Renamed;

/// Most things that are found by their names at once.
const FOUND: i64 = 50;

pub(super) fn routes() -> Routes {
    Routes::of([
        get("/api/projects", list, "listProjects", "projects", Read)
            .says("Projects by their names, with how much is in each", "프로젝트 목록")
            .answers("The projects."),
        post("/api/projects", create, "createProject", "projects", Write)
            .says("Make a project", "프로젝트 만들기")
            .audit("project.create")
            .example(json!({ "name": "Annual report" }))
            .answers("Made.")
            .refuses(&[CONFLICT]),
        patch("/api/projects/{id}", change, "changeProject", "projects", Write)
            .says(
                "Give a project another name, put it away or take it out again",
                "프로젝트 이름 바꾸기, 보관하기",
            )
            .audit("project.change")
            .example(json!({ "name": "Annual report 2026" }))
            .refuses(&[NOT_FOUND, CONFLICT]),
        delete("/api/projects/{id}", remove, "deleteProject", "projects", Write)
            .says("Delete a project; what is in it stays", "프로젝트 지우기 (안에 있던 것은 남습니다)")
            .about("Its sources, drafts and conversations are in no project then.")
            .audit("project.delete")
            .answers("Deleted.")
            .refuses(&[NOT_FOUND]),
        post("/api/projects/move", put, "moveToProject", "projects", Write)
            .says("Put things into a project, or out of theirs", "프로젝트에 넣기, 빼기")
            .about("All of it or nothing. What is not there is passed over, and not counted.")
            .audit("project.move")
            .example(json!({ "projectId": null, "chatIds": ["chat-1"] }))
            .answers("How many there were.")
            .refuses(&[NOT_FOUND]),
        get("/api/projects/find", find, "findThings", "projects", Read)
            .says("Sources, drafts and conversations by their names", "이름으로 출처, 초안, 대화 찾기")
            .about("Drafts by the words of their text as well. Words in a row, in either case.")
            .answers("The last changed first."),
    ])
}

/// What a request names is there.
pub(super) async fn project_of(state: &AppState, id: Option<Uuid>) -> Result<Option<Uuid>> {
    let Some(id) = id else { return Ok(None) };
    state.store().project(&id.to_string()).await?.map(Some).ok_or_else(|| problem::no_project(id))
}

/// The id in a path; anything else is a project that does not exist.
fn project_id(id: &str) -> Result<Uuid> {
    id.parse().map_err(|_| problem::no_project(id))
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Project {
    /// By which it is asked for.
    id: Uuid,
    /// What it is called; no other of the workspace is.
    name: String,
    /// When it was made.
    created_at: Timestamp,
    /// When it was put away; null: it was not.
    archived_at: Option<Timestamp>,
    /// Sources in it.
    sources: i64,
    /// Drafts in it.
    drafts: i64,
    /// Conversations in it.
    chats: i64,
}

impl From<stet_store::Project> for Project {
    fn from(project: stet_store::Project) -> Self {
        Self {
            id: project.id,
            name: project.name,
            created_at: Timestamp(project.created_at),
            archived_at: project.archived_at.map(Timestamp),
            sources: project.sources,
            drafts: project.drafts,
            chats: project.conversations,
        }
    }
}

#[derive(Debug, Serialize, JsonSchema)]
struct ProjectList {
    /// The projects.
    projects: Vec<Project>,
}

async fn list(State(state): State<AppState>) -> Result<axum::Json<ProjectList>> {
    let projects = state.store().projects().await?;
    Ok(axum::Json(ProjectList { projects: projects.into_iter().map(Project::from).collect() }))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewProject {
    /// What it is called.
    #[schemars(length(min = 1, max = MAX_NAME))]
    name: String,
}

async fn create(State(state): State<AppState>, Json(body): Json<NewProject>) -> Result<Created<Project>> {
    let (id, name, created_at) = (Uuid::now_v7(), name_of(&body.name)?, OffsetDateTime::now_utc());
    if !state.store().insert_project(id, name, created_at).await? {
        return Err(problem::project_of_that_name());
    }
    let made = stet_store::Project {
        id,
        name: name.to_owned(),
        created_at,
        archived_at: None,
        sources: 0,
        drafts: 0,
        conversations: 0,
    };
    Ok(Created(made.into()))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ProjectChange {
    /// What it is called from now on.
    #[schemars(length(min = 1, max = MAX_NAME))]
    name: Option<String>,
    /// true: put away; false: taken out again.
    archived: Option<bool>,
}

async fn change(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Json(body): Json<ProjectChange>,
) -> Result<NoContent> {
    let name = body.name.as_deref().map(name_of).transpose()?;
    let at = OffsetDateTime::now_utc();
    match state.store().change_project(project_id(&id)?, name, body.archived, at).await? {
        Renamed::Done => Ok(NoContent),
        Renamed::Taken => Err(problem::project_of_that_name()),
        Renamed::Unknown => Err(problem::no_project(&id)),
    }
}

async fn remove(State(state): State<AppState>, Path(id): Path<String>) -> Result<StatusCode> {
    if state.store().delete_project(project_id(&id)?).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(problem::no_project(&id))
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct MoveRequest {
    /// Where they go; null: into no project.
    project_id: Option<Uuid>,
    /// Sources, each with all its versions.
    #[serde(default)]
    source_ids: Vec<Uuid>,
    /// Drafts.
    #[serde(default)]
    draft_ids: Vec<Uuid>,
    /// Conversations, by the ids that their clients chose.
    #[serde(default)]
    chat_ids: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Moved {
    /// Sources that were there.
    sources: i64,
    /// Drafts that were there.
    drafts: i64,
    /// Conversations that were there.
    chats: i64,
}

async fn put(State(state): State<AppState>, Json(body): Json<MoveRequest>) -> Result<axum::Json<Moved>> {
    let chats: Vec<String> = body.chat_ids.iter().map(|id| clean(id).into_owned()).collect();
    let things = Things { sources: &body.source_ids, drafts: &body.draft_ids, conversations: &chats };
    let moved = state.store().put_into_project(body.project_id, things).await?;
    let moved = moved.ok_or_else(|| problem::no_project(body.project_id.unwrap_or_default()))?;
    Ok(axum::Json(Moved { sources: moved.sources, drafts: moved.drafts, chats: moved.conversations }))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Wanted {
    /// Words that stand in a row.
    #[schemars(length(min = 1), example = &"leave")]
    query: String,
    /// Only what is in this project.
    project: Option<Uuid>,
    /// How many; 20 when nothing is said.
    limit: Option<Whole<1, FOUND>>,
}

/// Something that was found.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Thing {
    /// What it is.
    #[schemars(extend("enum" = ["source", "draft", "chat"]))]
    kind: String,
    /// By which it is asked for; of a source that of all its versions.
    id: String,
    /// What it is called.
    title: String,
    /// The project that it is in; null: in none.
    project_id: Option<Uuid>,
    /// When it was changed last.
    updated_at: Timestamp,
}

impl From<FoundThing> for Thing {
    fn from(FoundThing { kind, id, title, project_id, updated_at }: FoundThing) -> Self {
        Self { kind, id, title, project_id, updated_at: Timestamp(updated_at) }
    }
}

#[derive(Debug, Serialize, JsonSchema)]
struct ThingList {
    /// What was found.
    found: Vec<Thing>,
}

async fn find(State(state): State<AppState>, Query(wanted): Query<Wanted>) -> Result<axum::Json<ThingList>> {
    let words = wanted.query.trim();
    if words.is_empty() {
        return Err(problem::nothing_to_search());
    }
    let limit = wanted.limit.map_or(20, |limit| limit.0);
    let found = state.store().find_things(words, wanted.project, COMPLETIONS, limit).await?;
    Ok(axum::Json(ThingList { found: found.into_iter().map(Thing::from).collect() }))
}
