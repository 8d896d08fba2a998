//! `/api/drafts/{id}/comments`: what is said beside a draft, at words of its text.

use axum::extract::Path;
use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::drafts::{draft_id, of};
use super::input::Count;
use super::problem;
use super::routes::{CONFLICT, Created, NOT_FOUND, Routes, delete, get, patch, post};
use super::wire::comment as wire;
use super::{AppState, Json, Result, State};
use stet_drafts::{DraftError, comments};
use stet_store::Scope::{Read, Write};
use stet_store::comments::of_draft;

pub(super) fn routes() -> Routes {
    Routes::of([
        get("/api/drafts/{id}/comments", list, "listComments", "drafts", Read)
            .says("The comments of a draft, in the order of its text", "초안의 댓글")
            .answers("Every thread with what answers it.")
            .refuses(&[NOT_FOUND]),
        post("/api/drafts/{id}/comments", add, "addComment", "drafts", Write)
            .says("Comment on words of a draft", "초안의 글에 댓글 달기")
            .example(json!({ "baseRevision": 1, "start": 0, "end": 11, "body": "Which one?" }))
            .answers(
                "Every thread; made is the new one. A stale revision gets 409 with the present state in the \
                 member current.",
            )
            .refuses(&[NOT_FOUND, CONFLICT]),
        patch("/api/drafts/{id}/comments/{comment}", change, "changeComment", "drafts", Write)
            .says("Say something else, or settle a thread", "댓글 고치기, 끝내기")
            .example(json!({ "resolved": true }))
            .answers("Every thread.")
            .refuses(&[NOT_FOUND]),
        delete("/api/drafts/{id}/comments/{comment}", remove, "deleteComment", "drafts", Write)
            .says("Delete a comment, the first of a thread with all that answers it", "댓글 지우기")
            .audit("comment.delete")
            .refuses(&[NOT_FOUND]),
        post("/api/drafts/{id}/comments/{comment}/replies", reply, "replyToComment", "drafts", Write)
            .says("Answer a comment", "댓글에 답하기")
            .example(json!({ "body": "The one at the harbour." }))
            .answers("Every thread; made is the new answer.")
            .refuses(&[NOT_FOUND]),
    ])
}

fn comment_id(id: &str) -> Result<Uuid> {
    id.parse().map_err(|_| problem::no_comment(id))
}

#[derive(Debug, Serialize, JsonSchema)]
struct CommentList {
    /// The revision of the draft that the places are in.
    revision: i64,
    /// The comments.
    comments: Vec<wire::Comment>,
    /// What was added.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Uuid")]
    made: Option<Uuid>,
}

/// Every thread of a draft, and the id of what was added to them.
async fn threads(state: &AppState, id: Uuid, made: Option<Uuid>) -> Result<CommentList> {
    let found = of_draft(state.store(), id).await?;
    let (draft, comments) = found.ok_or_else(|| of(id)(DraftError::NotFound))?;
    Ok(CommentList { revision: draft.revision, comments: wire::threads(&draft, comments), made })
}

async fn list(State(state): State<AppState>, Path(id): Path<String>) -> Result<axum::Json<CommentList>> {
    Ok(axum::Json(threads(&state, draft_id(&id)?, None).await?))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NewComment {
    /// The revision that the writer saw.
    base_revision: Count,
    /// UTF-16 offset of the first of the words.
    start: Count,
    /// A count or a place.
    end: Count,
    /// What is said.
    #[schemars(length(max = 10000), regex(pattern = r"[^\s\u0000]"))]
    body: String,
}

async fn add(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Json(body): Json<NewComment>,
) -> Result<Created<CommentList>> {
    let id = draft_id(&id)?;
    let range = (body.start.place(), body.end.place());
    let made =
        comments::add(state.store(), id, body.base_revision.0, range, &body.body).await.map_err(of(id))?;
    Ok(Created(threads(&state, id, Some(made)).await?))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewReply {
    /// What is said.
    #[schemars(length(max = 10000), regex(pattern = r"[^\s\u0000]"))]
    body: String,
}

async fn reply(
    State(state): State<AppState>,
    Path((id, comment)): Path<(String, String)>,
    Json(body): Json<NewReply>,
) -> Result<Created<CommentList>> {
    let (id, thread) = (draft_id(&id)?, comment_id(&comment)?);
    let made = comments::reply(state.store(), id, thread, &body.body).await.map_err(of(id))?;
    Ok(Created(threads(&state, id, Some(made)).await?))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CommentChange {
    /// What is said.
    #[schemars(length(max = 10000), regex(pattern = r"[^\s\u0000]"))]
    body: Option<String>,
    /// Of the first of a thread; false opens it again.
    resolved: Option<bool>,
}

async fn change(
    State(state): State<AppState>,
    Path((id, comment)): Path<(String, String)>,
    Json(body): Json<CommentChange>,
) -> Result<axum::Json<CommentList>> {
    let (id, comment) = (draft_id(&id)?, comment_id(&comment)?);
    let (said, resolved) = (body.body.as_deref(), body.resolved);
    comments::set(state.store(), id, comment, said, resolved).await.map_err(of(id))?;
    Ok(axum::Json(threads(&state, id, None).await?))
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
