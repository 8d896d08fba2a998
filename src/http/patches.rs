//! `POST /api/patches/classify`: what changed between two texts, without keeping anything.

use axum::Router;
use axum::routing::post;
use serde::Deserialize;
use serde_json::{Value, json};

use super::input::route_limit;
use super::wire::patch as wire;
use super::{AppState, Error, Json, Result};
use stet_drafts::MAX_TEXT;
use stet_host::apart::apart;
use stet_patch::{patches, riskiest};
use stet_text::span::Utf16Map;

pub(super) fn router() -> Router<AppState> {
    Router::new()
        .route("/api/patches/classify", post(classify))
        .layer(route_limit(2 * super::drafts::BODY_LIMIT))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    before: String,
    after: String,
}

async fn classify(Json(body): Json<Body>) -> Result<axum::Json<Value>> {
    for (text, ko, en) in [
        (&body.before, "고치기 전의 글(before)이", "The text before"),
        (&body.after, "고친 뒤의 글(after)이", "The text after"),
    ] {
        if text.len() > MAX_TEXT {
            return Err(Error::too_large(ko, en, MAX_TEXT));
        }
    }
    let told = apart(move || {
        let found = patches(&body.before, &body.after);
        let map = Utf16Map::new(&body.before);
        json!({
            "patches": found.iter().map(|patch| wire::patch(&map, patch)).collect::<Vec<_>>(),
            "category": riskiest(&found),
        })
    });
    Ok(axum::Json(told.await))
}
