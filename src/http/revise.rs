//! `POST /api/drafts/{id}/revise`: a stream of patches. Going away does not end it; `…/revise/stop` does.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::Response;
use futures::{StreamExt as _, stream};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use tokio_stream::wrappers::UnboundedReceiverStream;
use uuid::Uuid;

use super::input::{Count, Object};
use super::problem;
use super::routes::{CONFLICT, NOT_FOUND, Routes, post};
use super::wire::revise::{DataPatch, Encoder};
use super::{AppState, Error, Json, Result, State, drafts as draft_routes, sse};
use stet_drafts::DraftError;
use stet_packs::{CriteriaError, MAX_PACKS, Rulebook};
use stet_patch::Category;
use stet_revise::{MAX_RANGE, Request, ReviseError};
use stet_store::Scope::Write;
use stet_text::span::{Span, Utf16Map};

pub(super) fn routes() -> Routes {
    Routes::of([
        post("/api/drafts/{id}/revise", start, "revise", "drafts", Write)
            .says("Revise a draft; patches stream", "초안 고치기 (패치는 스트림으로 옵니다)")
            .audit("draft.revise")
            .example(json!({ "instruction": "Shorter.", "baseRevision": 1 }))
            .answers(
                "Parts start, data-step, data-patch, message-metadata, finish (abort when it was stopped). \
                 The metadata has counts, criteria (applied, violated, judged, notChecked, leftOut), \
                 verified, volume, suppressed (not shown, because the writer rejected them; suppressedIds), \
                 complete, notes (code, message), model, revision.",
            )
            .streams_of::<DataPatch>()
            .refuses(&[NOT_FOUND, CONFLICT]),
        post("/api/drafts/{id}/revise/stop", stop, "stopRevision", "drafts", Write)
            .says(
                "Stop the revision of a draft; what was proposed is kept",
                "고치기 멈추기 (그때까지 나온 패치는 남습니다)",
            )
            .audit("draft.stop")
            .answers(
                "Stopped, or there was nothing to stop. The stream of the revision ends with \
                 message-metadata (complete false, a note with code stopped) and abort.",
            )
            .refuses(&[NOT_FOUND]),
    ])
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ReviseRequest {
    /// What is to be done; left out, the rules alone are followed.
    #[serde(default)]
    instruction: String,
    /// UTF-16 code units of the draft.
    range: Option<Object<Range>>,
    /// Packs of rules that hold.
    criteria_pack_ids: Option<Vec<Uuid>>,
    /// Only changes of these categories.
    #[serde(default)]
    categories: Vec<Category>,
    /// The revision that the writer saw.
    base_revision: Count,
}

/// UTF-16 code units of the draft.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
struct Range {
    /// Where it begins.
    start: Count,
    /// Where it ends, exclusive.
    end: Count,
}

impl From<CriteriaError> for Error {
    fn from(fault: CriteriaError) -> Self {
        match fault {
            CriteriaError::Unknown(id) => problem::no_criteria_pack(id),
            CriteriaError::TooMany => problem::too_many_packs(MAX_PACKS),
            CriteriaError::Store(fault) => fault.into(),
        }
    }
}

impl From<ReviseError> for Error {
    fn from(fault: ReviseError) -> Self {
        match fault {
            ReviseError::Nothing => problem::nothing_to_revise_by(),
            ReviseError::InstructionTooLong { limit } => problem::instruction_too_large(limit),
            ReviseError::Range => bad_range(),
            ReviseError::RangeTooLong => problem::range_too_large(MAX_RANGE),
            ReviseError::Ask(fault) => fault.into(),
            ReviseError::Draft(fault) => fault.into(),
        }
    }
}

fn bad_range() -> Error {
    problem::range_unfit()
}

async fn start(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Json(body): Json<ReviseRequest>,
) -> Result<Response> {
    let id = draft_routes::draft_id(&id)?;
    let desk = stet_drafts::load(state.store(), id).await.map_err(draft_routes::of(id))?;
    if desk.draft.revision != body.base_revision.0 {
        return Err(DraftError::Stale(Box::new(desk)).into());
    }
    let text = desk.stage.text().to_owned();
    let range = match body.range {
        None => None,
        Some(Object(Range { start, end })) => {
            let map = Utf16Map::new(&text);
            let (Some(from), Some(to)) = (map.to_byte(start.place()), map.to_byte(end.place())) else {
                return Err(bad_range());
            };
            if from >= to {
                return Err(bad_range());
            }
            Some(Span::new(from, to))
        }
    };
    let packs = body.criteria_pack_ids.unwrap_or_else(|| desk.draft.criteria_pack_ids.clone());
    let rules = Rulebook::load(state.store(), &packs, Some(id)).await?;
    let base = desk.draft.revision;
    let request = Request { desk, instruction: body.instruction, range, rules, categories: body.categories };
    let (run, events) = stet_revise::run(&state.asker, request).await.map_err(|fault| match fault {
        ReviseError::Draft(fault) => draft_routes::of(id)(fault),
        fault => fault.into(),
    })?;
    let encoder = Encoder::new(text, base);
    let parts =
        UnboundedReceiverStream::new(events).flat_map(move |event| stream::iter(encoder.parts(&event)));
    let keep_alive = state.config().server.keep_alive();
    Ok(sse::frames(&run.to_string(), parts, keep_alive))
}

async fn stop(State(state): State<AppState>, Path(id): Path<String>) -> Result<StatusCode> {
    // Stopping what has just ended is no fault: what was proposed is staged either way.
    state.asker.stop_revisions(draft_routes::draft_id(&id)?).await?;
    Ok(StatusCode::NO_CONTENT)
}
