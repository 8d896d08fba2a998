//! `/api/dictionary` and `/api/ignored`: words that are right, and findings that were set aside.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::routing::get;
use axum::{Router, routing::delete};
use serde::Deserialize;
use serde_json::{Value, json};
use time::OffsetDateTime;
use uuid::Uuid;

use super::chats::timestamp;
use super::{AppState, Error, Json, Query, Result, State};
use stet_criteria::spared::LONGEST;

/// Most words of a dictionary.
const MOST: usize = 10_000;
/// Longest rule id and longest words of a finding that are kept, in characters.
const LONGEST_FINDING: usize = 2_000;

pub(super) fn router() -> Router<AppState> {
    Router::new()
        .route("/api/dictionary", get(words).post(add).delete(forget))
        .route("/api/ignored", get(ignored).post(ignore))
        .route("/api/ignored/{id}", delete(heed))
}

/// The words after a change, too, so that a client need not ask again.
async fn told(state: &AppState) -> Result<axum::Json<Value>> {
    let words = state.store().dictionary().await?.into_iter();
    let words: Vec<Value> =
        words.map(|(word, at)| json!({ "word": word, "createdAt": timestamp(at) })).collect();
    Ok(axum::Json(json!({ "words": words })))
}

async fn words(State(state): State<AppState>) -> Result<axum::Json<Value>> {
    told(&state).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    words: Vec<String>,
}

async fn add(State(state): State<AppState>, Json(body): Json<Words>) -> Result<axum::Json<Value>> {
    let fits = |word: &String| !word.trim().is_empty() && word.trim().chars().count() <= LONGEST;
    if body.words.is_empty() || !body.words.iter().all(fits) {
        return Err(Error::input(
            "words",
            format!("words에 낱말을 하나 이상, 각각 {LONGEST}자 안으로 적어 주세요."),
            format!("Put one or more words into words, each in at most {LONGEST} characters."),
        ));
    }
    if state.store().dictionary().await?.len() + body.words.len() > MOST {
        return Err(Error::input(
            "words",
            format!("사전에는 낱말을 {MOST}개까지 둘 수 있습니다."),
            format!("A dictionary may have {MOST} words."),
        ));
    }
    state.store().add_words(&body.words, OffsetDateTime::now_utc()).await?;
    told(&state).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Word {
    word: String,
}

async fn forget(State(state): State<AppState>, Query(query): Query<Word>) -> Result<StatusCode> {
    if state.store().forget_word(&query.word).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(Error::not_found("사전의 낱말", "word in the dictionary", &query.word))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct OfDraft {
    draft_id: Option<Uuid>,
}

async fn ignored(State(state): State<AppState>, Query(query): Query<OfDraft>) -> Result<axum::Json<Value>> {
    let rows = state.store().ignored_findings(query.draft_id, query.draft_id.is_none()).await?;
    let rows: Vec<Value> = rows
        .iter()
        .map(|one| {
            json!({
                "id": one.id, "draftId": one.draft_id, "ruleId": one.rule_id, "words": one.words,
                "createdAt": timestamp(one.created_at),
            })
        })
        .collect();
    Ok(axum::Json(json!({ "ignored": rows })))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Finding {
    rule_id: String,
    /// The words that were found; left out, the rule is not heard at all.
    words: Option<String>,
    /// Only in this draft.
    draft_id: Option<Uuid>,
}

async fn ignore(
    State(state): State<AppState>,
    Json(body): Json<Finding>,
) -> Result<(StatusCode, axum::Json<Value>)> {
    let Finding { rule_id, words, draft_id } = body;
    let (rule, words) = (rule_id.trim(), words.as_deref().map(str::trim));
    let short = |text: &str| !text.is_empty() && text.chars().count() <= LONGEST_FINDING;
    for (field, fits) in [("ruleId", short(rule)), ("words", words.is_none_or(short))] {
        if !fits {
            return Err(Error::input(
                field,
                format!("{field}를 1자에서 {LONGEST_FINDING}자 사이로 적어 주세요."),
                format!("{field} has to have 1 to {LONGEST_FINDING} characters."),
            ));
        }
    }
    let id = state.store().ignore_finding(draft_id, rule, words, OffsetDateTime::now_utc()).await?;
    match (id, draft_id) {
        (Some(id), _) => Ok((StatusCode::CREATED, axum::Json(json!({ "id": id })))),
        (None, draft) => Err(Error::not_found("초안", "draft", &draft.unwrap_or_default().to_string())),
    }
}

async fn heed(State(state): State<AppState>, Path(id): Path<String>) -> Result<StatusCode> {
    let unknown = || Error::not_found("무시한 지적", "ignored finding", &id);
    if state.store().heed_finding(id.parse().map_err(|_| unknown())?).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(unknown())
}
