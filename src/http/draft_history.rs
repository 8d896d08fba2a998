//! `/api/drafts/{id}/revisions` and `/decisions`: what became of a draft, in pages, and back to an earlier text.

use axum::extract::Path;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use super::drafts::{draft_id, of};
use super::input::{Count, Whole};
use super::problem;
use super::routes::{CONFLICT, NOT_FOUND, Routes, get, post};
use super::timestamp::Timestamp;
use super::wire::author;
use super::wire::patch::{self as wire, DraftDesk};
use super::{AppState, Json, Query, Result, State};
use stet_drafts::{DraftError, RESTORE};
use stet_patch::{Category, Context, Op};
use stet_store::Scope::{Read, Write};
use stet_store::{Decision, DecisionPage, DecisionRow, PatchStatus, RevisionPage};

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
            .refuses(&[NOT_FOUND]),
        get("/api/drafts/{id}/revisions/{revision}", revision, "draftRevision", "drafts", Read)
            .says("One revision of a draft with its text", "초안의 한 판")
            .answers("The revision with its text.")
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
            .refuses(&[NOT_FOUND, CONFLICT])
            .place("revision", revision_place()),
        get("/api/drafts/{id}/decisions", decisions, "listDecisions", "drafts", Read)
            .says("Every decision on a draft's patches", "결정 기록")
            .answers("Decisions in the order that was asked for.")
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

/// A revision of a draft.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct DraftRevision {
    /// From 1, without gaps.
    revision: i64,
    /// What made the revision.
    #[schemars(extend("enum" = ["create", "edit", "accept", "undo", "restore"]))]
    cause: String,
    /// Of a restored one: which it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "i64")]
    restored_from: Option<i64>,
    /// When it was made.
    created_at: Timestamp,
    /// Size of the text in UTF-8.
    bytes: i64,
    /// How many decisions led to it.
    decisions: i64,
    /// Who wrote it, as they were called then; null: nobody noted it.
    author: Option<String>,
    /// Their key or person; null where nobody had one.
    author_id: Option<Uuid>,
    /// The whole text, as Markdown; absent where revisions were asked for without.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    text: Option<String>,
}

impl From<stet_store::DraftRevision> for DraftRevision {
    fn from(row: stet_store::DraftRevision) -> Self {
        let (cause, from) = match row.cause.split_once(' ') {
            Some((RESTORE, from)) => (RESTORE.to_owned(), from.parse().ok()),
            _ => (row.cause, None),
        };
        Self {
            revision: row.revision,
            cause,
            restored_from: from,
            created_at: Timestamp(row.created_at),
            bytes: row.bytes,
            decisions: row.decisions,
            author: row.author,
            author_id: author(row.author_id),
            text: row.text,
        }
    }
}

#[derive(Debug, Serialize, JsonSchema)]
struct RevisionList {
    /// The revisions, the latest first.
    revisions: Vec<DraftRevision>,
    /// How many there are.
    total: i64,
    /// The before of the next page; null at the end.
    next: Option<i64>,
}

async fn revisions(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(query): Query<RevisionsQuery>,
) -> Result<axum::Json<RevisionList>> {
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
    let revisions = found.into_iter().map(DraftRevision::from).collect();
    Ok(axum::Json(RevisionList { revisions, total: draft.revision, next }))
}

/// The number in a path; anything else is a revision that does not exist.
fn number(revision: &str) -> Result<i64> {
    revision.parse().map_err(|_| problem::no_revision(revision))
}

async fn revision(
    State(state): State<AppState>,
    Path((id, revision)): Path<(String, String)>,
) -> Result<axum::Json<DraftRevision>> {
    let (id, revision) = (draft_id(&id)?, number(&revision)?);
    if state.store().draft(id).await?.is_none() {
        return Err(of(id)(DraftError::NotFound));
    }
    let found = state.store().draft_revision(id, revision).await?;
    let found = found.ok_or(DraftError::NoRevision(revision))?;
    Ok(axum::Json(found.into()))
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
) -> Result<axum::Json<DraftDesk>> {
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

/// A decision on a patch of a draft.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct PatchDecision {
    /// By which it is asked for.
    id: Uuid,
    /// The patch that was decided.
    #[schemars(with = "String")]
    patch_id: Value,
    /// What was decided.
    decision: Decision,
    /// Name of the key, or the address of the person.
    decided_by: String,
    /// Their key or person; null where nobody had one or it was not noted.
    decided_by_id: Option<Uuid>,
    #[schemars(with = "Category")]
    category: String,
    /// Rules that the change follows.
    rule_ids: Vec<String>,
    /// The words that were there.
    before: String,
    /// The words that take their place.
    after: String,
    /// The draft's revision after it.
    revision: i64,
    /// When it was made.
    created_at: Timestamp,
    /// What is done to the words.
    #[schemars(with = "Op")]
    op: Value,
    #[schemars(with = "Context")]
    context: Value,
    /// Why the change was made, in words.
    #[schemars(with = "Vec<String>")]
    reasons: Value,
    /// Where the patch stands now.
    status: PatchStatus,
}

impl From<DecisionRow> for PatchDecision {
    fn from(mut row: DecisionRow) -> Self {
        let mut of_patch = |member: &str| row.patch.get_mut(member).map(Value::take).unwrap_or_default();
        Self {
            id: row.id,
            patch_id: of_patch("id"),
            decision: row.decision,
            decided_by: row.decided_by,
            decided_by_id: author(row.decided_by_id),
            category: row.category,
            rule_ids: row.rule_ids,
            before: row.text_before,
            after: row.text_after,
            revision: row.revision,
            created_at: Timestamp(row.created_at),
            op: of_patch("op"),
            context: of_patch("context"),
            reasons: of_patch("reasons"),
            status: row.status,
        }
    }
}

#[derive(Debug, Serialize, JsonSchema)]
struct DecisionList {
    /// The decisions, in the order that was asked for.
    decisions: Vec<PatchDecision>,
    /// How many there are.
    total: i64,
    /// The offset of the next page; null at the end.
    next: Option<i64>,
}

async fn decisions(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(query): Query<DecisionsQuery>,
) -> Result<axum::Json<DecisionList>> {
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
    let decisions = found.into_iter().map(PatchDecision::from).collect();
    Ok(axum::Json(DecisionList { decisions, total, next }))
}
