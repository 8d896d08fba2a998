//! `/api/references`: references to regulations that answers did not show, and those that a person declares to be right.

use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use time::{Duration, OffsetDateTime};

use super::problem;
use super::routes::{NOT_FOUND, Routes, delete, get, post};
use super::timestamp::Timestamp;
use super::{AppState, Json, Query, Result, State};
use stet_store::Scope::{Read, Write};

/// How far back the list to review goes, and how long it is.
const DAYS: i64 = 30;
const MOST: i64 = 200;

/// Longest words that are kept, in characters.
const LONGEST: usize = 200;

pub(super) fn routes() -> Routes {
    Routes::of([
        get("/api/references/review", review, "reviewReferences", "sources", Read)
            .says(
                "References to regulations that answers of the last 30 days did not show",
                "최근 답변에서 빠진 규정 인용",
            )
            .answers("The newest first, each with its sentence."),
        get("/api/references/accepted", accepted, "listAcceptedReferences", "sources", Read)
            .says("References that a person has declared to be right", "맞다고 정한 규정 인용")
            .answers("In order."),
        post("/api/references/accepted", accept, "acceptReference", "sources", Write)
            .says("Declare a reference, or a regulation, to be right", "규정 인용을 맞다고 정하기")
            .audit("reference.accept")
            .example(json!({ "words": "「학칙」 제25조" }))
            .answers("It is shown as it stands from now on."),
        delete("/api/references/accepted", forget, "forgetReference", "sources", Write)
            .says("Take such a reference back", "맞다고 정한 인용 지우기")
            .audit("reference.forget")
            .answers("It is checked again.")
            .refuses(&[NOT_FOUND]),
    ])
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NewReference {
    /// As they were given.
    #[schemars(length(max = LONGEST), example = &"「학칙」 제25조")]
    words: String,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ReviewReferencesAnswer")]
struct Review {
    /// The latest first.
    removed: Vec<RemovedReference>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
struct RemovedReference {
    /// The words as they are written.
    words: String,
    /// The sentence in which it stood.
    statement: String,
    /// Why, in words for a person.
    reason: String,
    #[schemars(with = "stet_marks::statute::Unfounded")]
    fault: String,
    /// The conversation.
    chat_id: String,
    /// When it was said.
    at: Timestamp,
}

async fn review(State(state): State<AppState>) -> Result<axum::Json<Review>> {
    let from = OffsetDateTime::now_utc() - Duration::days(DAYS);
    let removed = state.store().removed_references(from, MOST).await?.into_iter();
    let removed = removed.map(|one| RemovedReference {
        words: one.words,
        statement: one.statement,
        reason: one.reason,
        fault: one.fault,
        chat_id: one.chat,
        at: Timestamp(one.at),
    });
    Ok(axum::Json(Review { removed: removed.collect() }))
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ListAcceptedReferencesAnswer")]
struct AcceptedList {
    /// Those that were declared to be right.
    accepted: Vec<AcceptedReference>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct AcceptedReference {
    /// The words as they are written.
    words: String,
    /// When it was declared.
    created_at: Timestamp,
}

async fn accepted(State(state): State<AppState>) -> Result<axum::Json<AcceptedList>> {
    let accepted = state.store().accepted_references().await?.into_iter();
    let accepted =
        accepted.map(|one| AcceptedReference { words: one.words, created_at: Timestamp(one.created_at) });
    Ok(axum::Json(AcceptedList { accepted: accepted.collect() }))
}

async fn accept(State(state): State<AppState>, Json(body): Json<NewReference>) -> Result<StatusCode> {
    let fits = body.words.chars().count() <= LONGEST;
    if fits && state.store().accept_reference(&body.words, OffsetDateTime::now_utc()).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(problem::reference_unfit(LONGEST))
}

async fn forget(State(state): State<AppState>, Query(query): Query<NewReference>) -> Result<StatusCode> {
    if state.store().forget_reference(&query.words).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(problem::no_accepted_reference(&query.words))
}
