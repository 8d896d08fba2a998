//! `/api/references`: references to regulations that answers did not show, and those that a person declares to be right.

use axum::Router;
use axum::http::StatusCode;
use axum::routing::get;
use serde::Deserialize;
use serde_json::{Value, json};
use time::{Duration, OffsetDateTime};

use super::timestamp::timestamp;
use super::{AppState, Error, Json, Query, Result, State};

/// How far back the list to review goes, and how long it is.
const DAYS: i64 = 30;
const MOST: i64 = 200;

/// Longest words that are kept, in characters.
const LONGEST: usize = 200;

pub(super) fn router() -> Router<AppState> {
    Router::new()
        .route("/api/references/review", get(review))
        .route("/api/references/accepted", get(accepted).post(accept).delete(forget))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Words {
    /// A reference (`「학칙」 제25조`), or the name of a regulation, of which every article is then right.
    words: String,
}

async fn review(State(state): State<AppState>) -> Result<axum::Json<Value>> {
    let from = OffsetDateTime::now_utc() - Duration::days(DAYS);
    let removed = state.store().removed_references(from, MOST).await?.into_iter();
    let removed: Vec<Value> = removed
        .map(|one| {
            json!({
                "words": one.words, "statement": one.statement, "reason": one.reason, "fault": one.fault,
                "chatId": one.chat, "at": timestamp(one.at),
            })
        })
        .collect();
    Ok(axum::Json(json!({ "removed": removed })))
}

async fn accepted(State(state): State<AppState>) -> Result<axum::Json<Value>> {
    let accepted = state.store().accepted_references().await?.into_iter();
    let accepted: Vec<Value> =
        accepted.map(|one| json!({ "words": one.words, "createdAt": timestamp(one.created_at) })).collect();
    Ok(axum::Json(json!({ "accepted": accepted })))
}

async fn accept(State(state): State<AppState>, Json(body): Json<Words>) -> Result<StatusCode> {
    let fits = body.words.chars().count() <= LONGEST;
    if fits && state.store().accept_reference(&body.words, OffsetDateTime::now_utc()).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(Error::input(
        "words",
        format!("words에 규정 이름이나 조문을 {LONGEST}자 안으로 적어 주세요."),
        format!("Put the name of a regulation or an article into words, in at most {LONGEST} characters."),
    ))
}

async fn forget(State(state): State<AppState>, Query(query): Query<Words>) -> Result<StatusCode> {
    if state.store().forget_reference(&query.words).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(Error::not_found("받아들인 인용", "accepted reference", &query.words))
}
