//! `POST /api/patches/classify`: what changed between two texts, without keeping anything.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::input::route_limit;
use super::problem;
use super::routes::{Routes, post};
use super::wire::patch::{TextPatch, patch};
use super::{Json, Result};
use stet_drafts::MAX_TEXT;
use stet_host::apart::apart;
use stet_patch::{Category, patches, riskiest};
use stet_store::Scope::Read;
use stet_text::span::Utf16Map;

pub(super) fn routes() -> Routes {
    Routes::of([post("/api/patches/classify", classify, "classifyPatches", "drafts", Read)
        .says("What changed between two texts, by risk", "두 글의 차이를 위험에 따라 나누기")
        .example(json!({
            "before": "The library opens at ten. It runs daily , too.",
            "after": "The library opens at nine. It runs daily, too."
        }))
        .answers("The patches.")])
    .with(|router| router.layer(route_limit(2 * super::drafts::BODY_LIMIT)))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ClassifyRequest {
    /// The words that were there.
    before: String,
    /// The words that take their place.
    after: String,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Classified {
    /// The patches.
    patches: Vec<TextPatch>,
    /// The riskiest; DETAIL when nothing changed.
    category: Category,
}

async fn classify(Json(body): Json<ClassifyRequest>) -> Result<axum::Json<Classified>> {
    if body.before.len() > MAX_TEXT {
        return Err(problem::text_before_too_large(MAX_TEXT));
    }
    if body.after.len() > MAX_TEXT {
        return Err(problem::text_after_too_large(MAX_TEXT));
    }
    let told = apart(move || {
        let found = patches(&body.before, &body.after);
        let map = Utf16Map::new(&body.before);
        Classified { patches: found.iter().map(|one| patch(&map, one)).collect(), category: riskiest(&found) }
    });
    Ok(axum::Json(told.await))
}
