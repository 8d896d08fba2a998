//! `/api/drafts/{id}/revisions` and `/decisions`: what became of a draft, in pages, and back to an earlier text.

use axum::extract::Path;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::drafts::{draft_id, of};
use super::input::{Count, Whole};
use super::problem;
use super::routes::{CONFLICT, NOT_FOUND, Routes, get, post};
use super::wire::patch as wire;
use super::{AppState, Json, Query, Result, State};
use stet_drafts::DraftError;
use stet_store::Scope::{Read, Write};
use stet_store::{DecisionPage, RevisionPage};

/// Most revisions of one page, and how many it has when nothing is said.
const PAGE: i64 = 100;
/// Bytes of text in one page of revisions; a page always has one revision.
const PAGE_BYTES: i64 = 8 << 20;
/// Most decisions of one page, when pages are asked for.
const DECISIONS: i64 = 1000;

pub(super) fn routes() -> Routes {
    Routes::of([
        get("/api/drafts/{id}/revisions", revisions, "draftHistory", "drafts", Read)
            .says("The history of a draft", "초안의 이력")
            .answers("Revisions, the newest first.")
            .gives(200, "RevisionList")
            .refuses(&[NOT_FOUND]),
        get("/api/drafts/{id}/revisions/{revision}", revision, "draftRevision", "drafts", Read)
            .says("One revision of a draft with its text", "초안의 한 판")
            .answers("The revision with its text.")
            .gives(200, "DraftRevision")
            .refuses(&[NOT_FOUND])
            .place("revision", revision_place()),
        post("/api/drafts/{id}/revisions/{revision}/restore", restore, "restoreRevision", "drafts", Write)
            .says(
                "Give a draft the text of an earlier revision, as a new one",
                "초안을 이전 판의 글로 되돌리기",
            )
            .audit("draft.restore")
            .example(json!({ "baseRevision": 1 }))
            .answers("The draft with its patches.")
            .gives(200, "DraftDesk")
            .refuses(&[NOT_FOUND, CONFLICT])
            .place("revision", revision_place()),
        get("/api/drafts/{id}/decisions", decisions, "listDecisions", "drafts", Read)
            .says("Every decision on a draft's patches", "결정 기록")
            .answers("Decisions in the order that was asked for.")
            .gives(200, "DecisionList")
            .refuses(&[NOT_FOUND]),
    ])
}

/// What a path names.
fn revision_place() -> Value {
    json!({ "example": "1" })
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RevisionsQuery {
    /// Only older revisions; next of the page before.
    before: Option<Count>,
    limit: Option<Whole<1, PAGE>>,
    /// false leaves the texts out; with texts a page ends at 8 MB.
    text: Option<bool>,
}

async fn revisions(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(query): Query<RevisionsQuery>,
) -> Result<axum::Json<Value>> {
    let id = draft_id(&id)?;
    let draft = state.store().draft(id).await?.ok_or_else(|| of(id)(DraftError::NotFound))?;
    let page = RevisionPage {
        before: query.before.map(|before| before.0),
        limit: query.limit.map_or(PAGE, |limit| limit.0),
        texts: query.text.unwrap_or(true).then_some(PAGE_BYTES),
    };
    let found = state.store().draft_revisions(id, page).await?;
    // Revisions are counted from 1 without a gap.
    let next = found.last().map(|last| last.revision).filter(|last| *last > 1);
    Ok(axum::Json(json!({
        "revisions": found.iter().map(wire::revision).collect::<Vec<_>>(),
        "total": draft.revision, "next": next,
    })))
}

/// The number in a path; anything else is a revision that does not exist.
fn number(revision: &str) -> Result<i64> {
    revision.parse().map_err(|_| problem::no_revision(revision))
}

async fn revision(
    State(state): State<AppState>,
    Path((id, revision)): Path<(String, String)>,
) -> Result<axum::Json<Value>> {
    let (id, revision) = (draft_id(&id)?, number(&revision)?);
    if state.store().draft(id).await?.is_none() {
        return Err(of(id)(DraftError::NotFound));
    }
    let found = state.store().draft_revision(id, revision).await?;
    let found = found.ok_or(DraftError::NoRevision(revision))?;
    Ok(axum::Json(wire::revision(&found)))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Restoration {
    /// The revision that the writer saw.
    base_revision: Count,
}

async fn restore(
    State(state): State<AppState>,
    Path((id, revision)): Path<(String, String)>,
    Json(body): Json<Restoration>,
) -> Result<axum::Json<Value>> {
    let (id, revision) = (draft_id(&id)?, number(&revision)?);
    let desk =
        stet_drafts::restore(state.store(), id, body.base_revision.0, revision).await.map_err(of(id))?;
    Ok(axum::Json(wire::desk(&desk)))
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum Order {
    /// The oldest first.
    #[default]
    Asc,
    Desc,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct DecisionsQuery {
    /// asc, the oldest first, when nothing is said.
    #[serde(default)]
    order: Order,
    /// All of them when nothing is said.
    limit: Option<Whole<1, DECISIONS>>,
    /// A count or a place.
    #[serde(default)]
    offset: Count,
    /// Only decisions that led to this revision or were made at it.
    revision: Option<Count>,
}

async fn decisions(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(query): Query<DecisionsQuery>,
) -> Result<axum::Json<Value>> {
    let id = draft_id(&id)?;
    if state.store().draft(id).await?.is_none() {
        return Err(of(id)(DraftError::NotFound));
    }
    let page = DecisionPage {
        newest_first: query.order == Order::Desc,
        limit: query.limit.map(|limit| limit.0),
        offset: query.offset.0,
        revision: query.revision.map(|revision| revision.0),
    };
    let (found, total) = state.store().decisions(id, page).await?;
    let seen = page.offset.saturating_add(i64::try_from(found.len()).unwrap_or(0));
    let next = (seen < total && !found.is_empty()).then_some(seen);
    Ok(axum::Json(json!({
        "decisions": found.iter().map(wire::decision).collect::<Vec<_>>(), "total": total, "next": next,
    })))
}
