//! `POST /v1/responses`: the same answer in the form whose clients read citations out of it.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::http::HeaderMap;
use axum::response::sse;
use axum::response::{IntoResponse as _, Response};
use futures::{Stream, StreamExt as _, stream};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};
use time::OffsetDateTime;
use uuid::Uuid;

use super::super::schema::or_null;
use super::request::{Asking, Body};
use super::told::{Annotation, Ended, Piece, Telling, Verdict};
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
    let Asking { question, stream, footnotes, replaced, errand } = body.responses()?;
    let call = &question.call;
    let rest = json!({
        "instructions": (!call.instructions.is_empty()).then_some(&call.instructions),
        "max_output_tokens": call.max_tokens, "temperature": call.temperature, "top_p": call.sampling.top_p,
        "error": null, "metadata": {}, "parallel_tool_calls": false, "tool_choice": "none", "tools": [],
        "previous_response_id": null, "reasoning": { "effort": null, "summary": null },
        "store": false, "text": { "format": { "type": "text" } }, "truncation": "disabled",
    });
    let errand = match errand {
        Some(errand) => Some(state.asker.errand(errand, &question).await?),
        None => None,
    };
    let mut response = Reply {
        id: format!("resp_{}", Uuid::now_v7().simple()),
        item: format!("msg_{}", Uuid::now_v7().simple()),
        created: OffsetDateTime::now_utc().unix_timestamp(),
        rest,
        language: accepted_language(&headers),
        telling: Telling::new(address(&headers, &state.config().server.public_path), footnotes, replaced),
        cited: Vec::new(),
        place: 0,
        number: 0,
    };
    if let Some(words) = errand {
        return Ok(response.done(&words, stream, keep_alive(&state)));
    }
    let asked = Asked::begin(&state, question).await?;
    response.item = format!("msg_{}", asked.live.message_id.simple());
    if stream { response.stream(asked).await } else { response.whole(asked).await }
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "Response")]
pub(super) struct Whole {
    /// Of this answer.
    id: String,
    #[schemars(extend("const" = "response"))]
    object: &'static str,
    /// Seconds since 1970.
    created_at: i64,
    /// How it stands.
    status: Status,
    #[schemars(extend("const" = MODEL))]
    model: &'static str,
    /// The messages; at the end there is one, the answer that counts.
    output: Vec<Message>,
    /// Tokens, as the model counts; null before the end, and where it does not count.
    usage: Option<Counted>,
    /// Why it is incomplete; null where it is not.
    incomplete_details: Option<Incomplete>,
    /// At the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "or_null::<Verdict>")]
    #[expect(clippy::option_option, reason = "left out, null or told")]
    stet: Option<Option<Verdict>>,
    /// What clients look for, too, and what of the request is repeated.
    #[serde(flatten)]
    rest: Value,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
enum Status {
    InProgress,
    Completed,
    Incomplete,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(inline)]
struct Incomplete {
    /// What ended it.
    #[schemars(extend("enum" = ["max_output_tokens", "content_filter"]))]
    reason: &'static str,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(inline)]
struct Message {
    #[serde(rename = "type")]
    #[schemars(extend("const" = "message"))]
    kind: &'static str,
    /// Of the message.
    id: String,
    /// How it stands.
    status: Status,
    #[schemars(extend("const" = "assistant"))]
    role: &'static str,
    /// The words.
    content: Vec<OutputText>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(inline)]
struct OutputText {
    #[serde(rename = "type")]
    #[schemars(extend("const" = "output_text"))]
    kind: &'static str,
    /// The words.
    text: String,
    /// The citations of the text.
    annotations: Vec<Cited>,
    /// Stet has none.
    #[schemars(with = "Vec<Value>", extend("maxItems" = 0))]
    logprobs: [(); 0],
}

impl OutputText {
    fn of(text: &str, annotations: &[Cited]) -> Self {
        Self { kind: "output_text", text: text.to_owned(), annotations: annotations.to_vec(), logprobs: [] }
    }
}

/// A citation; offsets are UTF-16 code units of the text.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "ResponseCitation")]
struct Cited {
    #[serde(rename = "type")]
    #[schemars(extend("const" = "url_citation"))]
    kind: &'static str,
    #[serde(flatten)]
    annotation: Annotation,
}

impl From<Annotation> for Cited {
    fn from(annotation: Annotation) -> Self {
        Self { kind: "url_citation", annotation }
    }
}

/// What the model's server counted over all attempts; 0 without a model, null where it does not count.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "ResponseUsage")]
struct Counted {
    /// Tokens of what was asked, as the model counts.
    input_tokens: u32,
    /// Tokens of what was written.
    output_tokens: u32,
    /// Both together.
    total_tokens: u64,
    /// Tokens that clients look for, too: none of them is told apart.
    #[serde(flatten)]
    rest: Value,
}

impl From<Usage> for Counted {
    fn from(Usage { prompt_tokens, completion_tokens }: Usage) -> Self {
        Self {
            input_tokens: prompt_tokens,
            output_tokens: completion_tokens,
            total_tokens: u64::from(prompt_tokens) + u64::from(completion_tokens),
            rest: json!({
                "input_tokens_details": { "cached_tokens": 0 }, "output_tokens_details": { "reasoning_tokens": 0 },
            }),
        }
    }
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ResponseEvent")]
pub(super) struct Told {
    /// Kind of the event.
    #[serde(rename = "type")]
    #[schemars(example = &"response.output_text.delta", example = &"response.completed", example = &"error")]
    kind: &'static str,
    /// Of the event, from 0.
    sequence_number: u64,
    /// The response as it is by then.
    #[serde(skip_serializing_if = "Option::is_none")]
    response: Option<Whole>,
    /// What an event of its kind has besides.
    #[serde(flatten)]
    rest: Value,
}

impl Told {
    const fn new(kind: &'static str, rest: Value) -> Self {
        Self { kind, sequence_number: 0, response: None, rest }
    }

    fn whole(kind: &'static str, response: Whole) -> Self {
        Self { response: Some(response), ..Self::new(kind, json!({})) }
    }
}

/// One response as it is told.
struct Reply {
    id: String,
    /// The id of the open message in it, and its place.
    item: String,
    place: usize,
    created: i64,
    /// What the response has besides.
    rest: Value,
    language: Language,
    telling: Telling,
    /// Annotations that were told.
    cited: Vec<Cited>,
    /// Number of the next event.
    number: u64,
}

impl Reply {
    async fn whole(mut self, asked: Asked) -> Result<Response> {
        let (text, cited) = asked.heard(&mut self.telling).await?;
        self.cited = cited.into_iter().map(Cited::from).collect();
        Ok(axum::Json(self.ended(&text, asked.kept())).into_response())
    }

    /// Words that are no answer: nothing was asked of the sources, so nothing is said of them.
    fn done(mut self, words: &str, stream: bool, keep_alive: Duration) -> Response {
        if !stream {
            return axum::Json(self.ended(words, None)).into_response();
        }
        let mut told: Vec<Told> = self.opening().collect();
        self.telling.say(words);
        told.push(self.delta(words.to_owned()));
        told.extend(self.closing(None));
        let events = self.numbered(told).into_iter().map(|event| Ok::<_, Infallible>(sent(event)));
        crate::sse::plain(stream::iter(events.collect::<Vec<_>>()), keep_alive)
    }

    async fn stream(self, asked: Asked) -> Result<Response> {
        let keep_alive = keep_alive(&asked.state);
        let (seen, rest) = asked.first_word().await?;
        let events = self.events(asked, stream::iter(seen).chain(rest));
        Ok(crate::sse::plain(events.map(|event| Ok::<_, Infallible>(sent(event))), keep_alive))
    }

    fn events(
        mut self,
        asked: Asked,
        events: impl Stream<Item = Arc<Event>> + Send + 'static,
    ) -> impl Stream<Item = Told> + Send + 'static {
        events.flat_map(move |event| {
            let kept = asked.kept();
            let told = self.tell(&event, kept);
            stream::iter(self.numbered(told))
        })
    }

    fn numbered(&mut self, mut told: Vec<Told>) -> Vec<Told> {
        for event in &mut told {
            event.sequence_number = self.number;
            self.number += 1;
        }
        told
    }

    fn delta(&self, text: String) -> Told {
        let mut event = self.in_text("response.output_text.delta", "delta", text);
        event.rest["logprobs"] = json!([]);
        event
    }

    fn tell(&mut self, event: &Event, kept: Option<&str>) -> Vec<Told> {
        let mut told = Vec::new();
        if let Event::Start { .. } = event {
            told.extend(self.opening());
        }
        for piece in self.telling.hear(event) {
            match piece {
                Piece::Text(text) => told.push(self.delta(text)),
                Piece::Cited(cited) => {
                    for cited in cited.into_iter().map(Cited::from) {
                        let name = "response.output_text.annotation.added";
                        let mut event = self.in_text(name, "annotation", &cited);
                        event.rest["annotation_index"] = json!(self.cited.len());
                        told.push(event);
                        self.cited.push(cited);
                    }
                }
                Piece::Withdrawn => told.extend(self.withdrawn()),
            }
        }
        match event {
            Event::Error { message, model } => {
                let fault = fault(message, model.as_ref()).openai_body(self.language)["error"].take();
                // The kind of a fault has no place here: the member is that of the event.
                let members = fault.as_object().into_iter().flatten().filter(|(name, _)| *name != "type");
                let rest = members.map(|(name, value)| (name.clone(), value.clone())).collect();
                told.push(Told::new("error", rest));
            }
            Event::Finish { .. } | Event::Abort { .. } => told.extend(self.closing(kept)),
            _ => {}
        }
        told
    }

    fn opening(&self) -> impl Iterator<Item = Told> {
        let begun = self.response(Status::InProgress, Vec::new());
        [Told::whole("response.created", begun.clone()), Told::whole("response.in_progress", begun)]
            .into_iter()
            .chain(self.item_begins())
    }

    fn item_begins(&self) -> [Told; 2] {
        let item = self.message(Vec::new(), Status::InProgress);
        [
            Told::new("response.output_item.added", json!({ "output_index": self.place, "item": item })),
            self.in_text("response.content_part.added", "part", OutputText::of("", &[])),
        ]
    }

    fn item_ends(&self, status: Status) -> [Told; 3] {
        let text = self.telling.sent();
        let part = OutputText::of(text, &self.cited);
        let item = self.message(vec![part.clone()], status);
        let mut done = self.in_text("response.output_text.done", "text", text);
        done.rest["logprobs"] = json!([]);
        [
            done,
            self.in_text("response.content_part.done", "part", part),
            Told::new("response.output_item.done", json!({ "output_index": self.place, "item": item })),
        ]
    }

    /// A message that another one replaces ends as incomplete; the response at its end has only the last.
    fn withdrawn(&mut self) -> impl Iterator<Item = Told> {
        let ended = self.item_ends(Status::Incomplete);
        self.place += 1;
        self.item = format!("msg_{}", Uuid::now_v7().simple());
        self.cited.clear();
        self.telling.begin_again();
        ended.into_iter().chain(self.item_begins())
    }

    fn closing(&self, kept: Option<&str>) -> impl Iterator<Item = Told> {
        let ended = self.ended(self.telling.sent(), kept);
        let is_whole = ended.status == Status::Completed;
        let name = if is_whole { "response.completed" } else { "response.incomplete" };
        self.item_ends(Status::Completed).into_iter().chain([Told::whole(name, ended)])
    }

    /// An event inside the open text.
    fn in_text(&self, kind: &'static str, member: &str, value: impl Serialize) -> Told {
        let rest =
            json!({ "item_id": self.item, "output_index": self.place, "content_index": 0, member: value });
        Told::new(kind, rest)
    }

    fn message(&self, content: Vec<OutputText>, status: Status) -> Message {
        Message { kind: "message", id: self.item.clone(), status, role: "assistant", content }
    }

    /// The response at its end.
    fn ended(&self, text: &str, kept: Option<&str>) -> Whole {
        let why = match self.telling.finish {
            Ended::Length => Some("max_output_tokens"),
            Ended::ContentFilter => Some("content_filter"),
            Ended::Stop => None,
        };
        let status = if why.is_some() { Status::Incomplete } else { Status::Completed };
        let message = self.message(vec![OutputText::of(text, &self.cited)], status);
        Whole {
            usage: self.telling.usage().map(Counted::from),
            incomplete_details: why.map(|reason| Incomplete { reason }),
            stet: Some(self.telling.stet(kept)),
            ..self.response(status, vec![message])
        }
    }

    fn response(&self, status: Status, output: Vec<Message>) -> Whole {
        Whole {
            id: self.id.clone(),
            object: "response",
            created_at: self.created,
            status,
            model: MODEL,
            output,
            usage: None,
            incomplete_details: None,
            stet: None,
            rest: self.rest.clone(),
        }
    }
}

/// An event as it is sent.
fn sent(event: Told) -> sse::Event {
    sse::Event::default().event(event.kind).json_data(event).unwrap_or_default()
}
