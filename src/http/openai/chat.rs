//! `POST /v1/chat/completions`.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::http::HeaderMap;
use axum::response::sse;
use axum::response::{IntoResponse as _, Response};
use futures::{Stream, StreamExt as _, stream};
use serde_json::{Value, json};
use time::OffsetDateTime;
use uuid::Uuid;

use super::request::{Asking, Body};
use super::told::{Annotation, Piece, Telling};
use super::{Asked, MODEL, address, fault, keep_alive};
use crate::error::accepted_language;
use crate::{AppState, Json, Result, State};
use stet_ask::{Event, Usage};
use stet_text::Language;

pub(super) async fn complete(
    State(state): State<AppState>,
    headers: HeaderMap,
    Json(mut body): Json<Body>,
) -> Result<Response> {
    let include_usage = body.includes_usage()?;
    let Asking { question, stream, footnotes, errand } = body.chat()?;
    let errand = if errand { Some(state.asker.errand(&question).await?) } else { None };
    let completion = Completion {
        id: format!("chatcmpl-{}", Uuid::now_v7().simple()),
        created: OffsetDateTime::now_utc().unix_timestamp(),
        include_usage,
        language: accepted_language(&headers),
        telling: Telling::new(address(&headers), footnotes),
        annotations: 0,
    };
    if let Some(words) = errand {
        return Ok(completion.done(&words, stream, keep_alive(&state)));
    }
    let asked = Asked::begin(&state, question).await?;
    if stream { completion.stream(asked).await } else { completion.whole(asked).await }
}

/// One completion as it is told.
struct Completion {
    id: String,
    created: i64,
    include_usage: bool,
    language: Language,
    telling: Telling,
    /// Annotations that were told.
    annotations: usize,
}

impl Completion {
    async fn whole(mut self, asked: Asked) -> Result<Response> {
        let (content, annotations) = asked.heard(&mut self.telling).await?;
        let annotations: Vec<Value> = annotations.iter().map(annotation).collect();
        let mut message = self.message(&content, &annotations);
        message["usage"] = json!(self.telling.usage().map(usage));
        message["stet"] = self.telling.stet(asked.kept());
        Ok(axum::Json(message).into_response())
    }

    fn message(&self, content: &str, annotations: &[Value]) -> Value {
        json!({
            "id": self.id, "object": "chat.completion", "created": self.created, "model": MODEL,
            "choices": [{
                "index": 0, "finish_reason": self.telling.finish, "logprobs": null,
                "message": {
                    "role": "assistant", "content": content, "refusal": null, "annotations": annotations,
                },
            }],
            "usage": null,
        })
    }

    /// Words that are no answer: nothing was asked of the sources, so nothing is said of them.
    fn done(&self, words: &str, stream: bool, keep_alive: Duration) -> Response {
        if !stream {
            return axum::Json(self.message(words, &[])).into_response();
        }
        let said = self.chunk(&json!({ "role": "assistant", "content": words }), None);
        let frames = [said, self.chunk(&json!({}), Some(self.telling.finish))].map(|frame| frame.to_string());
        let frames = frames.into_iter().chain(["[DONE]".to_owned()]);
        let events = frames.map(|data| Ok::<_, Infallible>(sse::Event::default().data(data)));
        crate::sse::plain(stream::iter(events.collect::<Vec<_>>()), keep_alive)
    }

    async fn stream(self, asked: Asked) -> Result<Response> {
        let keep_alive = keep_alive(&asked.state);
        let (seen, rest) = asked.first_word().await?;
        let frames = self.frames(asked, stream::iter(seen).chain(rest));
        let frames = frames.chain(stream::once(async { "[DONE]".to_owned() }));
        let events = frames.map(|data| Ok::<_, Infallible>(sse::Event::default().data(data)));
        Ok(crate::sse::plain(events, keep_alive))
    }

    fn frames(
        mut self,
        asked: Asked,
        events: impl Stream<Item = Arc<Event>> + Send + 'static,
    ) -> impl Stream<Item = String> + Send + 'static {
        events.flat_map(move |event| {
            let kept = asked.kept();
            stream::iter(self.tell(&event, kept).into_iter().map(|frame| frame.to_string()))
        })
    }

    fn tell(&mut self, event: &Event, kept: Option<&str>) -> Vec<Value> {
        let mut frames = Vec::new();
        if let Event::Start { .. } = event {
            frames.push(self.chunk(&json!({ "role": "assistant", "content": "" }), None));
        }
        for piece in self.telling.hear(event) {
            let delta = match piece {
                Piece::Text(text) => json!({ "content": text }),
                Piece::Cited(cited) => self.cited(&cited),
            };
            frames.push(self.chunk(&delta, None));
        }
        match event {
            Event::Error { message, model } => {
                frames.push(fault(message, model.as_ref()).openai_body(self.language));
            }
            Event::Finish { .. } | Event::Abort { .. } => {
                let mut last = self.chunk(&json!({}), Some(self.telling.finish));
                last["stet"] = self.telling.stet(kept);
                frames.push(last);
                if self.include_usage {
                    let mut counted = self.chunk(&json!({}), None);
                    (counted["choices"], counted["usage"]) =
                        (json!([]), json!(self.telling.usage().map(usage)));
                    frames.push(counted);
                }
            }
            _ => {}
        }
        frames
    }

    /// Clients put the pieces of a list together by their places.
    fn cited(&mut self, cited: &[Annotation]) -> Value {
        let annotations: Vec<Value> = (self.annotations..)
            .zip(cited)
            .map(|(index, cited)| {
                let mut told = annotation(cited);
                told["index"] = json!(index);
                told
            })
            .collect();
        self.annotations += cited.len();
        json!({ "annotations": annotations })
    }

    fn chunk(&self, delta: &Value, finish: Option<&str>) -> Value {
        let mut chunk = json!({
            "id": self.id, "object": "chat.completion.chunk", "created": self.created, "model": MODEL,
            "choices": [{ "index": 0, "delta": delta, "logprobs": null, "finish_reason": finish }],
        });
        // Only the chunk behind the last one counts, and says so by being empty.
        if self.include_usage {
            chunk["usage"] = Value::Null;
        }
        chunk
    }
}

fn annotation(cited: &Annotation) -> Value {
    json!({
        "type": "url_citation",
        "url_citation": {
            "start_index": cited.start, "end_index": cited.end, "title": cited.title, "url": cited.url,
        },
    })
}

fn usage(usage: Usage) -> Value {
    let Usage { prompt_tokens, completion_tokens } = usage;
    json!({
        "prompt_tokens": prompt_tokens, "completion_tokens": completion_tokens,
        "total_tokens": u64::from(prompt_tokens) + u64::from(completion_tokens),
    })
}
