//! `POST /v1/chat/completions`, `GET /v1/models` and `GET /v1/models/{id}`: Stet as an OpenAI-compatible model.
//!
//! The answer is the checked one; citations stand in `annotations` on the delta that carries the sentence's end and
//! on the final message. A later edit of the gate cannot be sent in this protocol, so sentences are released strictly:
//! only after the model layer has judged them.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Path, State};
use axum::response::sse;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use futures::StreamExt as _;
use serde::Deserialize;
use serde_json::{Value, json};
use time::OffsetDateTime;
use uuid::Uuid;

use super::chat::keep_alive;
use super::input::Object;
use super::{AppState, Error, Json, Result};
use crate::ask::{COMPLETIONS, Event, FinishReason, Live, Metadata, Question, SourceCard};
use stet_text::span::utf16_len;

pub(super) fn router() -> Router<AppState> {
    Router::new()
        .route("/v1/chat/completions", post(complete))
        .route("/v1/models", get(models))
        .route("/v1/models/{id}", get(model))
}

/// The name under which Stet offers itself.
const MODEL: &str = "stet";

async fn models(State(state): State<AppState>) -> axum::Json<Value> {
    axum::Json(json!({ "object": "list", "data": [offered(&state)] }))
}

async fn model(State(state): State<AppState>, Path(id): Path<String>) -> Result<axum::Json<Value>> {
    if id == MODEL {
        return Ok(axum::Json(offered(&state)));
    }
    Err(Error::not_found("모델", "model", &id))
}

fn offered(state: &AppState) -> Value {
    json!({
        "id": MODEL, "object": "model", "created": 0, "owned_by": "stet",
        "description": format!("checked answers by {}", state.asker.chat.name()),
    })
}

/// Fields of the protocol that do not apply (temperature, tools …) are taken and ignored, as compatible servers do.
#[derive(Debug, Deserialize)]
struct Body {
    messages: Vec<Object<Turn>>,
    #[serde(default)]
    stream: bool,
    #[serde(default)]
    stream_options: Option<Object<StreamOptions>>,
}

#[derive(Debug, Deserialize)]
struct StreamOptions {
    #[serde(default)]
    include_usage: bool,
}

#[derive(Debug, Deserialize)]
struct Turn {
    role: String,
    #[serde(default)]
    content: Value,
}

impl Turn {
    fn text(&self) -> String {
        match &self.content {
            Value::String(text) => text.clone(),
            Value::Array(parts) => {
                parts.iter().filter_map(|part| part["text"].as_str()).collect::<Vec<_>>().join("\n")
            }
            _ => String::new(),
        }
    }
}

async fn complete(State(state): State<AppState>, Json(body): Json<Body>) -> Result<Response> {
    let messages: Vec<Turn> = body.messages.into_iter().map(|turn| turn.0).collect();
    let last = messages.iter().rposition(|turn| turn.role == "user").ok_or_else(|| {
        Error::input(
            "messages",
            "role이 user인 메시지가 없습니다.",
            "There is no message with the role user.",
        )
    })?;
    let text = messages.get(last).map(Turn::text).unwrap_or_default();
    let history = messages
        .iter()
        .take(last)
        .filter(|turn| turn.role == "user" || turn.role == "assistant")
        .map(|turn| (turn.role == "user", turn.text()))
        .collect();
    let chat_id = format!("{COMPLETIONS}{}", Uuid::now_v7());
    let question = Question {
        chat_id: chat_id.clone(),
        text,
        history,
        strict: Some(true),
        once: body.stream,
        ..Question::default()
    };
    let live = state.asker.run(question).await?;
    let created = OffsetDateTime::now_utc().unix_timestamp();
    if body.stream {
        let usage = body.stream_options.is_some_and(|options| options.0.include_usage);
        return Ok(stream(&live, chat_id, created, usage, keep_alive(&state)));
    }
    whole(&state, &live, &chat_id, created).await
}

/// The stream's memory: what an annotation needs to know.
#[derive(Default)]
struct Memory {
    sources: Vec<SourceCard>,
    text: String,
    /// Annotations so far.
    told: usize,
}

impl Memory {
    /// The `choices[0].delta` that an event stands for, and the finish reason.
    fn delta(&mut self, event: &Event) -> Option<(Value, Option<&'static str>)> {
        match event {
            Event::Start { .. } => Some((json!({ "role": "assistant", "content": "" }), None)),
            Event::Source { card, .. } => {
                self.sources.push((**card).clone());
                None
            }
            Event::Text { delta, .. } => {
                self.text.push_str(delta);
                Some((json!({ "content": delta }), None))
            }
            Event::Sentence { report, .. } if !report.citations.is_empty() => {
                let annotations: Vec<Value> = (self.told..)
                    .zip(&report.citations)
                    .map(|(index, citation)| {
                        let start = utf16_len(self.text.get(..citation.span.start).unwrap_or_default());
                        let end = start + utf16_len(&citation.mark);
                        let mut annotation = self.annotation(citation.source, start, end);
                        // Clients put the pieces of a list together by their places.
                        annotation["index"] = json!(index);
                        annotation
                    })
                    .collect();
                self.told += annotations.len();
                Some((json!({ "annotations": annotations }), None))
            }
            Event::Finish { reason, .. } => Some((json!({}), Some(finish_reason(*reason)))),
            Event::Abort { .. } => Some((json!({}), Some("stop"))),
            _ => None,
        }
    }

    /// A citation in the API's shape; Stet's own passage address stands in `url`.
    fn annotation(&self, source: usize, start: usize, end: usize) -> Value {
        let card = self.sources.get(source);
        json!({
            "type": "url_citation",
            "url_citation": {
                "start_index": start, "end_index": end,
                "title": card.map(|card| &card.title),
                "url": card.map(|card| card.url.clone().unwrap_or_else(|| format!("/api/chunks/{}", card.chunk_id))),
            },
        })
    }
}

const fn finish_reason(reason: FinishReason) -> &'static str {
    match reason {
        FinishReason::Length => "length",
        FinishReason::ContentFilter => "content_filter",
        FinishReason::Stop | FinishReason::Error | FinishReason::Other => "stop",
    }
}

/// Whoever asked over this protocol cannot come back for an answer: when it goes away, the answer stops.
struct Asking(Arc<Live>);

impl Drop for Asking {
    fn drop(&mut self) {
        self.0.stop();
    }
}

fn stream(live: &Arc<Live>, id: String, created: i64, usage: bool, keep_alive: Duration) -> Response {
    let mut memory = Memory::default();
    let asking = Asking(Arc::clone(live));
    let chunks = live.watch().flat_map(move |event| {
        let _ = &asking;
        let mut frames = Vec::new();
        if let Event::Error { message } = &*event {
            let error = json!({ "message": message, "type": "server_error", "param": null, "code": "model" });
            frames.push(json!({ "error": error }));
        } else if let Some((delta, finish)) = memory.delta(&event) {
            frames.push(json!({
                "id": id, "object": "chat.completion.chunk", "created": created, "model": MODEL,
                "choices": [{ "index": 0, "delta": delta, "finish_reason": finish }],
            }));
            if usage && finish.is_some() {
                frames.push(json!({
                    "id": id, "object": "chat.completion.chunk", "created": created, "model": MODEL,
                    "choices": [], "usage": { "prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0 },
                }));
            }
        }
        futures::stream::iter(
            frames
                .into_iter()
                .map(|frame| Ok::<_, Infallible>(sse::Event::default().data(frame.to_string()))),
        )
    });
    let done = futures::stream::once(futures::future::ready(Ok(sse::Event::default().data("[DONE]"))));
    super::sse::plain(chunks.chain(done), keep_alive)
}

async fn whole(state: &AppState, live: &Arc<Live>, id: &str, created: i64) -> Result<Response> {
    let _asking = Asking(Arc::clone(live));
    let mut memory = Memory::default();
    let mut annotations: Vec<Value> = Vec::new();
    let mut finish = "stop";
    let mut metadata: Option<Metadata> = None;
    let mut events = std::pin::pin!(live.watch());
    while let Some(event) = events.next().await {
        match &*event {
            Event::Error { message } => {
                let status = axum::http::StatusCode::BAD_GATEWAY;
                return Err(Error::new(status, "model", message.clone(), message.clone()));
            }
            Event::Metadata(done) | Event::Finish { metadata: done, .. } => metadata = Some((**done).clone()),
            // Another attempt: what was said before is not part of the message.
            Event::Superseded { .. } => {
                annotations.clear();
                (memory.text, memory.told) = (String::new(), 0);
            }
            _ => {}
        }
        if let Some((delta, reason)) = memory.delta(&event) {
            if let Some(more) = delta["annotations"].as_array() {
                annotations.extend(more.iter().cloned().map(|mut annotation| {
                    // A whole list has no places of its pieces.
                    if let Some(fields) = annotation.as_object_mut() {
                        fields.remove("index");
                    }
                    annotation
                }));
            }
            finish = reason.unwrap_or(finish);
        }
    }
    let stored = state.store().message(live.message_id).await?;
    Ok(axum::Json(json!({
        "id": id, "object": "chat.completion", "created": created, "model": MODEL,
        "choices": [{
            "index": 0, "finish_reason": finish, "logprobs": null,
            "message": {
                "role": "assistant", "content": stored.map_or(memory.text, |message| message.text),
                "refusal": null, "annotations": annotations,
            },
        }],
        "usage": { "prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0 },
        "stet": metadata.as_ref().map(super::wire::metadata),
    }))
    .into_response())
}
