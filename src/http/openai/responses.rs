//! `POST /v1/responses`: the same answer in the form whose clients read citations out of it.

use std::convert::Infallible;
use std::sync::Arc;

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

pub(super) async fn create(
    State(state): State<AppState>,
    headers: HeaderMap,
    Json(body): Json<Body>,
) -> Result<Response> {
    let Asking { question, stream, footnotes, .. } = body.responses()?;
    let call = &question.call;
    let given = json!({
        "instructions": (!call.instructions.is_empty()).then_some(&call.instructions),
        "max_output_tokens": call.max_tokens, "temperature": call.temperature, "top_p": call.sampling.top_p,
    });
    let asked = Asked::begin(&state, question).await?;
    let response = Reply {
        id: format!("resp_{}", Uuid::now_v7().simple()),
        item: format!("msg_{}", asked.live.message_id.simple()),
        created: OffsetDateTime::now_utc().unix_timestamp(),
        given,
        language: accepted_language(&headers),
        telling: Telling::new(address(&headers), footnotes),
        cited: Vec::new(),
        number: 0,
    };
    if stream { response.stream(asked).await } else { response.whole(asked).await }
}

/// One response as it is told.
struct Reply {
    id: String,
    /// The id of the one message in it.
    item: String,
    created: i64,
    /// What of the request the response repeats.
    given: Value,
    language: Language,
    telling: Telling,
    /// Annotations that were told.
    cited: Vec<Value>,
    /// Number of the next event.
    number: u64,
}

impl Reply {
    async fn whole(mut self, asked: Asked) -> Result<Response> {
        let (text, cited) = asked.heard(&mut self.telling).await?;
        self.cited = cited.iter().map(annotation).collect();
        let kept = asked.kept();
        Ok(axum::Json(self.ended(&text, kept)).into_response())
    }

    async fn stream(self, asked: Asked) -> Result<Response> {
        let keep_alive = keep_alive(&asked.state);
        let (seen, rest) = asked.first_word().await?;
        let events = self.events(asked, stream::iter(seen).chain(rest)).map(|event| {
            let name = event["type"].as_str().unwrap_or_default();
            Ok::<_, Infallible>(sse::Event::default().event(name).data(event.to_string()))
        });
        Ok(crate::sse::plain(events, keep_alive))
    }

    fn events(
        mut self,
        asked: Asked,
        events: impl Stream<Item = Arc<Event>> + Send + 'static,
    ) -> impl Stream<Item = Value> + Send + 'static {
        events.flat_map(move |event| {
            let kept = asked.kept();
            let mut told = self.tell(&event, kept);
            for event in &mut told {
                event["sequence_number"] = json!(self.number);
                self.number += 1;
            }
            stream::iter(told)
        })
    }

    fn tell(&mut self, event: &Event, kept: Option<&str>) -> Vec<Value> {
        let mut told = Vec::new();
        if let Event::Start { .. } = event {
            told.extend(self.opening());
        }
        for piece in self.telling.hear(event) {
            match piece {
                Piece::Text(text) => {
                    told.push(self.in_text("response.output_text.delta", "delta", &json!(text)));
                }
                Piece::Cited(cited) => {
                    for cited in &cited {
                        let (at, cited) = (self.cited.len(), annotation(cited));
                        let name = "response.output_text.annotation.added";
                        let mut event = self.in_text(name, "annotation", &cited);
                        event["annotation_index"] = json!(at);
                        told.push(event);
                        self.cited.push(cited);
                    }
                }
            }
        }
        match event {
            Event::Error { message, model } => {
                let fault = fault(message, model.as_ref()).openai_body(self.language);
                let mut event = fault["error"].clone();
                event["type"] = json!("error");
                told.push(event);
            }
            Event::Finish { .. } | Event::Abort { .. } => told.extend(self.closing(kept)),
            _ => {}
        }
        told
    }

    fn opening(&self) -> Vec<Value> {
        let begun = self.response("in_progress", &[], None);
        let mut item = self.message("", "in_progress");
        item["content"] = json!([]);
        let mut part = self.in_text("response.content_part.added", "part", &output_text("", &[]));
        part["part"]["annotations"] = json!([]);
        vec![
            json!({ "type": "response.created", "response": begun }),
            json!({ "type": "response.in_progress", "response": begun }),
            json!({ "type": "response.output_item.added", "output_index": 0, "item": item }),
            part,
        ]
    }

    fn closing(&self, kept: Option<&str>) -> Vec<Value> {
        let text = self.telling.sent().to_owned();
        let ended = self.ended(&text, kept);
        let name = if ended["status"] == "completed" { "response.completed" } else { "response.incomplete" };
        let mut done = self.in_text("response.output_text.done", "text", &json!(text));
        done["logprobs"] = json!([]);
        vec![
            done,
            self.in_text("response.content_part.done", "part", &output_text(&text, &self.cited)),
            json!({
                "type": "response.output_item.done", "output_index": 0, "item": self.message(&text, "completed"),
            }),
            json!({ "type": name, "response": ended }),
        ]
    }

    /// An event inside the one text.
    fn in_text(&self, name: &str, member: &str, value: &Value) -> Value {
        let mut event = json!({
            "type": name, "item_id": self.item, "output_index": 0, "content_index": 0, member: value,
        });
        if member == "delta" {
            event["logprobs"] = json!([]);
        }
        event
    }

    fn message(&self, text: &str, status: &str) -> Value {
        json!({
            "type": "message", "id": self.item, "status": status, "role": "assistant",
            "content": [output_text(text, &self.cited)],
        })
    }

    /// The response at its end.
    fn ended(&self, text: &str, kept: Option<&str>) -> Value {
        let why = match self.telling.finish {
            "length" => Some("max_output_tokens"),
            "content_filter" => Some("content_filter"),
            _ => None,
        };
        let status = if why.is_some() { "incomplete" } else { "completed" };
        let mut response = self.response(status, &[self.message(text, status)], self.telling.usage());
        response["incomplete_details"] = json!(why.map(|reason| json!({ "reason": reason })));
        response["stet"] = self.telling.stet(kept);
        response
    }

    fn response(&self, status: &str, output: &[Value], counted: Option<Usage>) -> Value {
        let mut response = json!({
            "id": self.id, "object": "response", "created_at": self.created, "status": status, "model": MODEL,
            "output": output, "usage": counted.map(usage), "error": null, "incomplete_details": null,
            "metadata": {}, "parallel_tool_calls": false, "tool_choice": "none", "tools": [],
            "previous_response_id": null, "reasoning": { "effort": null, "summary": null },
            "store": false, "text": { "format": { "type": "text" } }, "truncation": "disabled",
        });
        if let (Some(response), Some(given)) = (response.as_object_mut(), self.given.as_object()) {
            response.extend(given.clone());
        }
        response
    }
}

fn output_text(text: &str, cited: &[Value]) -> Value {
    json!({ "type": "output_text", "text": text, "annotations": cited, "logprobs": [] })
}

fn annotation(cited: &Annotation) -> Value {
    json!({
        "type": "url_citation", "start_index": cited.start, "end_index": cited.end,
        "title": cited.title, "url": cited.url,
    })
}

fn usage(usage: Usage) -> Value {
    let Usage { prompt_tokens, completion_tokens } = usage;
    json!({
        "input_tokens": prompt_tokens, "input_tokens_details": { "cached_tokens": 0 },
        "output_tokens": completion_tokens, "output_tokens_details": { "reasoning_tokens": 0 },
        "total_tokens": u64::from(prompt_tokens) + u64::from(completion_tokens),
    })
}
