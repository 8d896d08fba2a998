//! `POST /v1/embeddings`: the vectors by which Stet itself searches.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use schemars::JsonSchema;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::super::problem::{self, code};
use super::EMBEDDINGS;
use crate::{AppState, Error, Json, Result, State};
use stet_embedding::{EmbedError, EmbedRole};
use stet_prompt::tokens;
use stet_text::Language;

/// Most texts of a request, as in OpenAI's service.
const MOST: usize = 2048;

/// What compatible services take beside these is left unread.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "EmbeddingRequest", extend("additionalProperties" = true))]
pub(super) struct Body {
    /// A text, or up to 2048 of them.
    #[schemars(extend(
        "type" = ["string", "array"], "minLength" = 1, "minItems" = 1, "maxItems" = MOST,
        "items" = { "type": "string", "minLength": 1 },
    ))]
    input: Value,
    /// Not read: there is one.
    #[serde(default, rename = "model")]
    #[schemars(with = "Value")]
    _model: IgnoredAny,
    /// Numbers, or their bytes in base64.
    encoding_format: Option<Encoding>,
    /// Those of the server, where given.
    dimensions: Option<usize>,
    /// What the texts are for, which some models tell apart; a passage unless it says otherwise.
    input_type: Option<InputType>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum Encoding {
    Float,
    Base64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum InputType {
    Query,
    Passage,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Embeddings {
    #[schemars(extend("const" = "list"))]
    object: &'static str,
    #[schemars(extend("const" = EMBEDDINGS))]
    model: &'static str,
    /// One vector for each text, in order.
    data: Vec<Embedded>,
    /// Tokens, as the model counts.
    usage: Counted,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct Embedded {
    #[schemars(extend("const" = "embedding"))]
    object: &'static str,
    /// Place in the order, from 0.
    index: usize,
    /// Numbers, or in base64 their 4-byte forms one behind another.
    embedding: Vector,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
enum Vector {
    Numbers(Vec<f64>),
    Base64(String),
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct Counted {
    /// Tokens of the texts.
    prompt_tokens: usize,
    /// The same: nothing was written.
    total_tokens: usize,
}

pub(super) async fn embed(
    State(state): State<AppState>,
    Json(body): Json<Body>,
) -> Result<axum::Json<Embeddings>> {
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
    let vectors = vectors.into_iter().enumerate().map(|(index, vector)| {
        let embedding = match body.encoding_format {
            Some(Encoding::Base64) => Vector::Base64(in_base64(&vector)),
            Some(Encoding::Float) | None => Vector::Numbers(vector.into_iter().map(f64::from).collect()),
        };
        Embedded { object: "embedding", index, embedding }
    });
    Ok(axum::Json(Embeddings {
        object: "list",
        model: EMBEDDINGS,
        data: vectors.collect(),
        usage: Counted { prompt_tokens: counted, total_tokens: counted },
    }))
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
