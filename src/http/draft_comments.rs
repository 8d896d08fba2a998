//! `/api/drafts/{id}/comments`: what is said beside a draft, at words of its text.

use axum::Router;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, patch, post};
use serde::Deserialize;
use serde_json::{Value, json};
use uuid::Uuid;

use super::drafts::{draft_id, of};
use super::input::Count;
use super::wire::comment as wire;
use super::{AppState, Error, Json, Result, State};
use stet_drafts::{DraftError, comments};
use stet_store::comments::of_draft;

pub(super) fn router() -> Router<AppState> {
    Router::new()
        .route("/api/drafts/{id}/comments", get(list).post(add))
        .route("/api/drafts/{id}/comments/{comment}", patch(change).delete(remove))
        .route("/api/drafts/{id}/comments/{comment}/replies", post(reply))
}

fn comment_id(id: &str) -> Result<Uuid> {
    id.parse().map_err(|_| Error::not_found("댓글", "comment", id))
}

/// Every thread of a draft, with the revision that their places are in.
async fn threads(state: &AppState, id: Uuid) -> Result<Value> {
    let found = of_draft(state.store(), id).await?;
    let (draft, comments) = found.ok_or_else(|| of(id)(DraftError::NotFound))?;
    Ok(json!({ "revision": draft.revision, "comments": wire::threads(&draft, &comments) }))
}

async fn list(State(state): State<AppState>, Path(id): Path<String>) -> Result<axum::Json<Value>> {
    Ok(axum::Json(threads(&state, draft_id(&id)?).await?))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct AddBody {
    base_revision: Count,
    start: Count,
    end: Count,
    body: String,
}

async fn add(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Json(body): Json<AddBody>,
) -> Result<Response> {
    let id = draft_id(&id)?;
    let range = (body.start.place(), body.end.place());
    let made =
        comments::add(state.store(), id, body.base_revision.0, range, &body.body).await.map_err(of(id))?;
    made_of(&state, id, made).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ReplyBody {
    body: String,
}

async fn reply(
    State(state): State<AppState>,
    Path((id, comment)): Path<(String, String)>,
    Json(body): Json<ReplyBody>,
) -> Result<Response> {
    let (id, thread) = (draft_id(&id)?, comment_id(&comment)?);
    let made = comments::reply(state.store(), id, thread, &body.body).await.map_err(of(id))?;
    made_of(&state, id, made).await
}

/// The threads after one was added to, and the id of what was added.
async fn made_of(state: &AppState, id: Uuid, made: Uuid) -> Result<Response> {
    let mut body = threads(state, id).await?;
    body["made"] = json!(made);
    Ok((StatusCode::CREATED, axum::Json(body)).into_response())
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ChangeBody {
    body: Option<String>,
    resolved: Option<bool>,
}

async fn change(
    State(state): State<AppState>,
    Path((id, comment)): Path<(String, String)>,
    Json(body): Json<ChangeBody>,
) -> Result<axum::Json<Value>> {
    let (id, comment) = (draft_id(&id)?, comment_id(&comment)?);
    let (said, resolved) = (body.body.as_deref(), body.resolved);
    comments::set(state.store(), id, comment, said, resolved).await.map_err(of(id))?;
    Ok(axum::Json(threads(&state, id).await?))
}

async fn remove(
    State(state): State<AppState>,
    Path((id, comment)): Path<(String, String)>,
) -> Result<StatusCode> {
    let (id, comment) = (draft_id(&id)?, comment_id(&comment)?);
    if state.store().delete_comment(id, comment).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(DraftError::NoComment(comment.to_string()).into())
}
