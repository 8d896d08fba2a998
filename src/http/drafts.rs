//! `/api/drafts`: the writer's documents, the patches beside them and the decisions on those. Their history is
//! `draft_history`'s.

use std::sync::Arc;

use axum::extract::Path;
use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::criteria::LintResult;
use super::error::More;
use super::input::{Count, route_limit};
use super::problem;
use super::routes::{CONFLICT, Created, NOT_FOUND, Routes, delete, get, post, put};
use super::style::known_style;
use super::wire::patch::{self as wire, Draft, DraftDesk, DraftPatch, DraftSummary};
use super::{AppState, Error, Json, Query, Result, State, criteria};
use stet_drafts::comments::MAX_BODY;
use stet_drafts::{Desk, DraftError, MAX_TEXT, Save};
use stet_packs::Rulebook;
use stet_patch::Category;
use stet_patch::stage::{Action, Selector};
use stet_store::PatchStatus;
use stet_store::Scope::{Read, Write};

/// Drafts of one page of the list.
const PAGE: i64 = 100;
/// A text as JSON may take several bytes for one.
pub(super) const BODY_LIMIT: usize = 6 * MAX_TEXT + (64 << 10);

pub(super) fn routes() -> Routes {
    Routes::of([
        get("/api/drafts", list, "listDrafts", "drafts", Read)
            .says("Drafts, the last changed first", "초안 목록")
            .answers("The drafts, 100 a page."),
        post("/api/drafts", create, "createDraft", "drafts", Write)
            .says("Keep a new draft", "새 초안")
            .example(json!({
                "title": "Opening hours",
                "text": "The library opens at nine. 도서관은 아홉 시에 연다."
            }))
            .answers("The draft."),
        get("/api/drafts/{id}", read, "readDraft", "drafts", Read)
            .says("A draft with its patches", "초안과 패치")
            .answers("The draft with its patches, in text order; superseded ones are left out.")
            .refuses(&[NOT_FOUND]),
        put("/api/drafts/{id}", save, "saveDraft", "drafts", Write)
            .says(
                "Save a draft; waiting patches move with the text",
                "초안 저장 (기다리는 패치는 글을 따라 옮겨집니다)",
            )
            .example(json!({ "baseRevision": 1, "text": "The library opens at ten. 도서관은 열 시에 연다." }))
            .answers("The draft. A stale revision gets 409 with the present state in the member current.")
            .refuses(&[NOT_FOUND, CONFLICT]),
        delete("/api/drafts/{id}", remove, "deleteDraft", "drafts", Write)
            .says("Delete a draft", "초안 지우기")
            .audit("draft.delete")
            .refuses(&[NOT_FOUND]),
        get("/api/drafts/{id}/patches", patches, "listPatches", "drafts", Read)
            .says("The patches of a draft, in text order", "초안의 패치")
            .answers("The patches.")
            .refuses(&[NOT_FOUND]),
        post("/api/drafts/{id}/lint", lint, "lintDraft", "drafts", Read)
            .says("What a draft breaks of the writer's rules", "초안이 어긴 규칙")
            .example(json!({ "model": false }))
            .answers("What was found, and the revision it is about.")
            .refuses(&[NOT_FOUND]),
        post("/api/drafts/{id}/patches/decide", decide, "decidePatches", "drafts", Write)
            .says("Decide by ids, category, rule or all", "여러 패치 결정")
            .audit("patch.decide")
            .example(json!({ "baseRevision": 1, "action": "accept", "all": true }))
            .answers("The draft with changed and conflicts.")
            .refuses(&[NOT_FOUND, CONFLICT]),
        post("/api/drafts/{id}/patches/{patch}/{action}", decide_one, "decidePatch", "drafts", Write)
            .says("Accept, reject or undo one patch", "패치 하나 결정")
            .audit("patch.decide")
            .example(json!({ "baseRevision": 1 }))
            .answers("The draft with changed and conflicts.")
            .refuses(&[NOT_FOUND, CONFLICT])
            .place("action", json!({ "schema": { "type": "string", "enum": ["accept", "reject", "undo"] } })),
    ])
    .with(|router| router.layer(route_limit(BODY_LIMIT)))
}

impl From<DraftError> for Error {
    fn from(fault: DraftError) -> Self {
        match fault {
            DraftError::NotFound => problem::no_draft(""),
            DraftError::NoPatch(id) => problem::no_patch(&id),
            DraftError::NoRevision(revision) => problem::no_revision(revision),
            DraftError::NoComment(id) => problem::no_comment(&id),
            DraftError::NoWords => problem::nothing_to_comment_on(),
            DraftError::Unsayable => problem::comment_unfit(MAX_BODY),
            DraftError::Stale(desk) => problem::draft_changed(desk.draft.revision).with(now(&desk)),
            DraftError::Superseded { patch, desk } => problem::suggestion_superseded(patch).with(now(&desk)),
            DraftError::TooLong => problem::draft_too_large(MAX_TEXT),
            DraftError::Nul(at) => problem::nul_in_text(at),
            DraftError::NoSource(id) => problem::no_source_to_use(id),
            DraftError::NoPack(id) => problem::no_pack_to_use(id),
            DraftError::NoProject(id) => problem::no_project(id),
            DraftError::Store(fault) => fault.into(),
        }
    }
}

/// The id of a draft in a path; anything else is a draft that does not exist.
pub(super) fn draft_id(id: &str) -> Result<Uuid> {
    id.parse().map_err(|_| problem::no_draft(id))
}

/// The draft as it is now, beside a fault.
fn now(desk: &Desk) -> More {
    More { current: Some(Arc::new(wire::desk(desk))), ..More::default() }
}

/// Names the draft in a fault that does not.
pub(super) fn of(id: Uuid) -> impl Fn(DraftError) -> Error {
    move |fault| match fault {
        DraftError::NotFound => problem::no_draft(id),
        other => other.into(),
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Page {
    /// A count or a place.
    #[serde(default)]
    offset: Count,
    /// Only those that whoever asks began, or a key that theirs has taken the place of.
    #[serde(default)]
    mine: bool,
    /// Only those of this project.
    project: Option<Uuid>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct CreateRequest {
    /// Of the draft.
    #[serde(default)]
    title: String,
    /// The whole text, as Markdown.
    #[serde(default)]
    #[schemars(regex(pattern = r"^[^\u0000]*$"))]
    text: String,
    /// Only these sources.
    #[serde(default)]
    source_ids: Vec<Uuid>,
    /// Packs of rules that hold.
    #[serde(default)]
    criteria_pack_ids: Vec<Uuid>,
    /// Empty for that of the text's language.
    #[schemars(extend("enum" = ["", "apa", "chicago-author-date", "chicago-notes", "ieee", "mla", "vancouver", "korean", null]))]
    citation_style: Option<String>,
    /// The project that it belongs to.
    project_id: Option<Uuid>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SaveRequest {
    /// The revision that the writer saw.
    base_revision: Count,
    /// Of the draft.
    title: Option<String>,
    /// The whole text, as Markdown.
    #[schemars(regex(pattern = r"^[^\u0000]*$"))]
    text: Option<String>,
    /// Only these sources.
    source_ids: Option<Vec<Uuid>>,
    /// Packs of rules that hold.
    criteria_pack_ids: Option<Vec<Uuid>>,
    /// Empty for that of the text's language.
    #[schemars(extend("enum" = ["", "apa", "chicago-author-date", "chicago-notes", "ieee", "mla", "vancouver", "korean", null]))]
    citation_style: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct DraftList {
    /// The drafts, the last changed first.
    drafts: Vec<DraftSummary>,
}

async fn list(State(state): State<AppState>, Query(page): Query<Page>) -> Result<axum::Json<DraftList>> {
    let line = state.line().await?;
    let drafts =
        state.store().drafts((PAGE, page.offset.0), page.mine.then_some(&*line), page.project).await?;
    let told = drafts.iter().map(|draft| {
        let mut told = wire::summary(draft);
        told.mine = Some(draft.author_id.is_some_and(|id| line.contains(&id)));
        told
    });
    Ok(axum::Json(DraftList { drafts: told.collect() }))
}

async fn create(State(state): State<AppState>, Json(body): Json<CreateRequest>) -> Result<Created<Draft>> {
    let save = Save {
        title: Some(body.title),
        text: Some(body.text),
        source_ids: Some(body.source_ids),
        criteria_pack_ids: Some(body.criteria_pack_ids),
        citation_style: known_style(body.citation_style)?,
        project: body.project_id,
    };
    let draft = stet_drafts::create(state.store(), save).await?;
    Ok(Created(wire::draft(&draft)))
}

async fn read(State(state): State<AppState>, Path(id): Path<String>) -> Result<axum::Json<DraftDesk>> {
    let id = draft_id(&id)?;
    // Before the draft is read: when no revision is on its way then, all of its patches are there.
    let revising = state.asker.is_revised(id).await?;
    let desk = stet_drafts::load(state.store(), id).await.map_err(of(id))?;
    let mut body = wire::desk(&desk);
    body.revising = Some(revising);
    Ok(axum::Json(body))
}

async fn save(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Json(body): Json<SaveRequest>,
) -> Result<axum::Json<DraftDesk>> {
    let id = draft_id(&id)?;
    let save = Save {
        title: body.title,
        text: body.text,
        source_ids: body.source_ids,
        criteria_pack_ids: body.criteria_pack_ids,
        citation_style: known_style(body.citation_style)?,
        ..Save::default()
    };
    let desk = stet_drafts::edit(state.store(), id, body.base_revision.0, save).await.map_err(of(id))?;
    Ok(axum::Json(wire::desk(&desk)))
}

async fn remove(State(state): State<AppState>, Path(id): Path<String>) -> Result<StatusCode> {
    let id = draft_id(&id)?;
    if state.store().delete_draft(id).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(problem::no_draft(id))
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Which {
    status: Option<PatchStatus>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct PatchList {
    /// Revision of the draft that the places are of.
    revision: i64,
    /// The patches.
    patches: Vec<DraftPatch>,
}

async fn patches(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(which): Query<Which>,
) -> Result<axum::Json<PatchList>> {
    let id = draft_id(&id)?;
    let desk = stet_drafts::load(state.store(), id).await.map_err(of(id))?;
    let mut patches = wire::patches(&desk);
    if let Some(status) = which.status {
        patches.retain(|patch| patch.status == status.name());
    }
    Ok(axum::Json(PatchList { revision: desk.draft.revision, patches }))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct DecideOneRequest {
    /// The revision that the writer saw.
    base_revision: Count,
    /// true: answer with the decided patches and places ([id, start, end, to?] of every patch) instead of every patch.
    #[serde(default)]
    brief: bool,
}

async fn decide_one(
    State(state): State<AppState>,
    Path((id, patch, action)): Path<(String, String, String)>,
    Json(body): Json<DecideOneRequest>,
) -> Result<axum::Json<Decided>> {
    let action = match action.as_str() {
        "accept" => Action::Accept,
        "reject" => Action::Reject,
        "undo" => Action::Undo,
        other => return Err(problem::no_action(other)),
    };
    decided(&state, &id, action, Selector::Ids(vec![patch]), body.base_revision.0, body.brief).await
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct DecideRequest {
    /// What becomes of the patches.
    action: Action,
    /// The revision that the writer saw.
    base_revision: Count,
    /// These patches.
    ids: Option<Vec<String>>,
    /// Those of this category.
    category: Option<Category>,
    /// Id of the rule.
    rule_id: Option<String>,
    /// Every patch that is open.
    #[serde(default)]
    all: bool,
    /// true: answer with the decided patches and places ([id, start, end, to?] of every patch) instead of every patch.
    #[serde(default)]
    brief: bool,
}

async fn decide(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Json(body): Json<DecideRequest>,
) -> Result<axum::Json<Decided>> {
    let mut selectors: Vec<Selector> = Vec::new();
    selectors.extend(body.ids.map(Selector::Ids));
    selectors.extend(body.category.map(Selector::Category));
    selectors.extend(body.rule_id.map(Selector::Rule));
    selectors.extend(body.all.then_some(Selector::All));
    let (Some(selector), None) = (selectors.pop(), selectors.pop()) else {
        return Err(problem::which_patches());
    };
    decided(&state, &id, body.action, selector, body.base_revision.0, body.brief).await
}

/// The draft after a decision; with brief only the decided patches.
#[derive(Debug, Serialize, JsonSchema)]
struct Decided {
    #[serde(flatten)]
    desk: DraftDesk,
    /// With brief: id, start, end, and of a move its target, of every patch that has a place.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<Vec<wire::Place>>", inner(length(min = 3, max = 4)))]
    places: Option<Vec<Vec<wire::Place>>>,
    /// Ids of the patches that were decided.
    changed: Vec<String>,
    /// Ids of those that could not be, because the writer edited there.
    conflicts: Vec<String>,
}

async fn decided(
    state: &AppState,
    id: &str,
    action: Action,
    selector: Selector,
    base: i64,
    brief: bool,
) -> Result<axum::Json<Decided>> {
    let id = draft_id(id)?;
    let stet_drafts::Decided { desk, changed, conflicts } =
        stet_drafts::decide(state.store(), id, action, selector, base).await.map_err(of(id))?;
    let places = brief.then(|| wire::places(&desk));
    let desk = if brief {
        let mut told = wire::desk(&desk);
        told.patches.retain(|one| changed.contains(&one.patch.id) || conflicts.contains(&one.patch.id));
        told
    } else {
        wire::desk(&stet_drafts::load(state.store(), id).await.map_err(of(id))?)
    };
    Ok(axum::Json(Decided { desk, places, changed, conflicts }))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct LintDraftRequest {
    /// The draft's own packs when left out.
    criteria_pack_ids: Option<Vec<Uuid>>,
    /// false: rules without a pattern are not judged.
    #[serde(default = "criteria::yes")]
    model: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
struct DraftLint {
    #[serde(flatten)]
    found: LintResult,
    /// Of the draft that was read.
    revision: i64,
}

/// What the draft breaks of the writer's rules, as it is now.
async fn lint(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Json(body): Json<LintDraftRequest>,
) -> Result<axum::Json<DraftLint>> {
    let id = draft_id(&id)?;
    let draft = state.store().draft(id).await?.ok_or_else(|| of(id)(DraftError::NotFound))?;
    let packs = body.criteria_pack_ids.unwrap_or(draft.criteria_pack_ids);
    let book = Rulebook::load(state.store(), &packs, Some(id)).await?;
    let found = criteria::lint_text(&state, book, draft.text, body.model).await?;
    Ok(axum::Json(DraftLint { found, revision: draft.revision }))
}
