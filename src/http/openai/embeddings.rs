//! `POST /v1/embeddings`: the vectors by which Stet itself searches.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::problem::{self, code};
use super::EMBEDDINGS;
use crate::routes::written;
use crate::{AppState, Error, Json, Result, State};
use stet_embedding::{EmbedError, EmbedRole};
use stet_prompt::tokens;
use stet_text::Language;

/// Most texts of a request, as in OpenAI's service.
const MOST: usize = 2048;

#[derive(Debug, Deserialize)]
pub(super) struct Body {
    input: Value,
    encoding_format: Option<Encoding>,
    dimensions: Option<usize>,
    /// What the texts are for; a passage unless it says otherwise. Compatible servers have this member.
    input_type: Option<InputType>,
}

written!(Body, "EmbeddingRequest");

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Encoding {
    Float,
    Base64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum InputType {
    Query,
    Passage,
}

pub(super) async fn embed(
    State(state): State<AppState>,
    Json(body): Json<Body>,
) -> Result<axum::Json<Value>> {
    let texts = texts(body.input)?;
    let embedder = &state.asker.embedder;
    let own = embedder.dimensions();
    if body.dimensions.is_some_and(|wanted| wanted != own) {
        return Err(problem::dimensions_of_others(own));
    }
    let role = match body.input_type {
        Some(InputType::Query) => EmbedRole::Query,
        Some(InputType::Passage) | None => EmbedRole::Passage,
    };
    let vectors = embedder.embed(&texts, role).await.map_err(|fault| failed(&fault))?;
    let counted: usize = texts.iter().map(|text| tokens(text)).sum();
    let data: Vec<Value> = vectors
        .iter()
        .enumerate()
        .map(|(index, vector)| {
            let embedding = match body.encoding_format {
                Some(Encoding::Base64) => json!(in_base64(vector)),
                Some(Encoding::Float) | None => json!(vector),
            };
            json!({ "object": "embedding", "index": index, "embedding": embedding })
        })
        .collect();
    Ok(axum::Json(json!({
        "object": "list", "model": EMBEDDINGS, "data": data,
        "usage": { "prompt_tokens": counted, "total_tokens": counted },
    })))
}

/// Numbers of four bytes each, the lowest first.
fn in_base64(vector: &[f32]) -> String {
    STANDARD.encode(vector.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>())
}

fn texts(input: Value) -> Result<Vec<String>> {
    let items = match input {
        Value::Array(items) => items,
        one => vec![one],
    };
    if items.is_empty() || items.len() > MOST {
        return Err(problem::inputs_to_embed(MOST));
    }
    let text = |(at, item): (usize, Value)| match item {
        Value::String(text) if !text.trim().is_empty() => Ok(text),
        Value::String(_) => Err(problem::input_empty(&format!("input[{at}]"))),
        _ => Err(problem::input_of_tokens(&format!("input[{at}]"))),
    };
    items.into_iter().enumerate().map(text).collect()
}

fn failed(fault: &EmbedError) -> Error {
    let code = match fault {
        EmbedError::RateLimited => code::RATE_LIMIT_EXCEEDED,
        EmbedError::Timeout { .. } => code::MODEL_TIMEOUT,
        _ => code::MODEL,
    };
    tracing::warn!(%fault, "texts could not be embedded");
    Error::new(code, [Language::Ko, Language::En].map(|language| fault.message(language)))
}
