//! `/api/dictionary` and `/api/ignored`: words that are right, and findings that were set aside.

use axum::extract::Path;
use axum::response::NoContent;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use time::OffsetDateTime;
use uuid::Uuid;

use super::problem;
use super::routes::{Created, NOT_FOUND, Routes, delete, get, post};
use super::timestamp::Timestamp;
use super::{AppState, Json, Query, Result, State};
use stet_criteria::spared::LONGEST;
use stet_store::Scope::{Read, Write};

/// Most words of a dictionary.
const MOST: usize = 10_000;
/// Longest rule id and longest words of a finding that are kept, in characters.
const LONGEST_FINDING: usize = 2_000;

pub(super) fn routes() -> Routes {
    Routes::of([
        get("/api/dictionary", words, "readDictionary", "criteria", Read)
            .says("Words that are right, whatever the checks know", "사전의 낱말")
            .answers("In order."),
        post("/api/dictionary", add, "addWords", "criteria", Write)
            .says("Take words into the dictionary", "사전에 낱말 넣기")
            .audit("dictionary.add")
            .example(json!({ "words": ["zettel", "한빛관"] }))
            .answers("The dictionary now."),
        delete("/api/dictionary", forget, "forgetWord", "criteria", Write)
            .says("Take a word out of the dictionary", "사전에서 낱말 빼기")
            .audit("dictionary.forget")
            .answers("It is checked again.")
            .refuses(&[NOT_FOUND]),
        get("/api/ignored", ignored, "listIgnored", "criteria", Read)
            .says("Findings that were set aside", "무시한 지적")
            .answers("The newest first."),
        post("/api/ignored", ignore, "ignoreFinding", "criteria", Write)
            .says("Set a finding aside, or all of a rule", "지적 무시하기")
            .audit("finding.ignore")
            .example(json!({ "ruleId": "utilise", "words": "utilise" }))
            .answers("It is not told any more.")
            .refuses(&[NOT_FOUND]),
        delete("/api/ignored/{id}", heed, "heedFinding", "criteria", Write)
            .says("Let a finding be told again", "무시한 지적 되돌리기")
            .audit("finding.heed")
            .answers("It is told again.")
            .refuses(&[NOT_FOUND]),
    ])
}

#[derive(Debug, Serialize, JsonSchema)]
struct Dictionary {
    /// The words, in order.
    words: Vec<DictionaryWord>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct DictionaryWord {
    /// As it was given.
    word: String,
    /// When it was made.
    created_at: Timestamp,
}

/// The words after a change, too, so that a client need not ask again.
async fn told(state: &AppState) -> Result<axum::Json<Dictionary>> {
    let words = state.store().dictionary().await?.into_iter();
    let words = words.map(|(word, at)| DictionaryWord { word, created_at: Timestamp(at) }).collect();
    Ok(axum::Json(Dictionary { words }))
}

async fn words(State(state): State) -> Result<axum::Json<Dictionary>> {
    told(&state).await
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewWords {
    /// A word in lower case is right in every case, one with capitals as it is written; English plurals and possessives and
    /// Korean particles are right with it.
    #[schemars(length(min = 1), inner(length(max = LONGEST), regex(pattern = r"\S")), example = ["한빛관"])]
    words: Vec<String>,
}

async fn add(State(state): State, Json(body): Json<NewWords>) -> Result<axum::Json<Dictionary>> {
    let fits = |word: &String| !word.trim().is_empty() && word.trim().chars().count() <= LONGEST;
    if body.words.is_empty() || !body.words.iter().all(fits) {
        return Err(problem::words_of_dictionary(LONGEST));
    }
    if state.store().dictionary().await?.len() + body.words.len() > MOST {
        return Err(problem::dictionary_full(MOST));
    }
    state.store().add_words(&body.words, OffsetDateTime::now_utc()).await?;
    told(&state).await
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Word {
    /// As it is written there.
    #[schemars(example = &"zettel")]
    word: String,
}

async fn forget(State(state): State, Query(query): Query<Word>) -> Result<NoContent> {
    if state.store().forget_word(&query.word).await? {
        return Ok(NoContent);
    }
    Err(problem::no_word(&query.word))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct OfDraft {
    /// Those that hold in this draft; all when left out.
    draft_id: Option<Uuid>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Ignored {
    /// The newest first.
    ignored: Vec<IgnoredFinding>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct IgnoredFinding {
    /// By which it is asked for.
    id: Uuid,
    /// null: in every text.
    draft_id: Option<Uuid>,
    /// Id of the rule.
    rule_id: String,
    /// null: whatever the rule finds.
    words: Option<String>,
    /// When it was made.
    created_at: Timestamp,
}

async fn ignored(State(state): State, Query(query): Query<OfDraft>) -> Result<axum::Json<Ignored>> {
    let rows = state.store().ignored_findings(query.draft_id, query.draft_id.is_none()).await?;
    let shown = |one: stet_store::IgnoredFinding| IgnoredFinding {
        id: one.id,
        draft_id: one.draft_id,
        rule_id: one.rule_id,
        words: one.words,
        created_at: Timestamp(one.created_at),
    };
    Ok(axum::Json(Ignored { ignored: rows.into_iter().map(shown).collect() }))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NewIgnored {
    /// Id of the rule.
    #[schemars(length(max = LONGEST_FINDING))]
    rule_id: String,
    /// The words that were found; left out, whatever the rule finds.
    #[schemars(length(max = LONGEST_FINDING))]
    words: Option<String>,
    /// Only in this draft; left out, in every text.
    draft_id: Option<Uuid>,
}

/// Names what was made.
#[derive(Debug, Serialize, JsonSchema)]
struct Made {
    /// By which it is asked for.
    id: Uuid,
}

async fn ignore(State(state): State, Json(body): Json<NewIgnored>) -> Result<Created<Made>> {
    let NewIgnored { rule_id, words, draft_id } = body;
    let (rule, words) = (rule_id.trim(), words.as_deref().map(str::trim));
    let short = |text: &str| !text.is_empty() && text.chars().count() <= LONGEST_FINDING;
    for (field, fits) in [("ruleId", short(rule)), ("words", words.is_none_or(short))] {
        if !fits {
            return Err(problem::finding_too_long(field, LONGEST_FINDING));
        }
    }
    let id = state.store().ignore_finding(draft_id, rule, words, OffsetDateTime::now_utc()).await?;
    match (id, draft_id) {
        (Some(id), _) => Ok(Created(Made { id })),
        (None, draft) => Err(problem::no_draft(draft.unwrap_or_default())),
    }
}

async fn heed(State(state): State, Path(id): Path<String>) -> Result<NoContent> {
    let unknown = || problem::no_ignored_finding(&id);
    if state.store().heed_finding(id.parse().map_err(|_| unknown())?).await? {
        return Ok(NoContent);
    }
    Err(unknown())
}
