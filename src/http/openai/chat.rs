//! `POST /v1/chat/completions`.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::http::HeaderMap;
use axum::response::sse;
use axum::response::{IntoResponse as _, Response};
use futures::{Stream, StreamExt as _, stream};
use schemars::JsonSchema;
use serde::Serialize;
use time::OffsetDateTime;
use uuid::Uuid;

use super::super::schema::or_null;
use super::request::{Asking, Body};
use super::told::{self, Annotation, Ended, Telling, Verdict};
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
    let Asking { question, stream, footnotes, replaced, errand } = body.chat()?;
    let errand = match errand {
        Some(errand) => Some(state.asker.errand(errand, &question).await?),
        None => None,
    };
    let completion = Completion {
        id: format!("chatcmpl-{}", Uuid::now_v7().simple()),
        created: OffsetDateTime::now_utc().unix_timestamp(),
        include_usage,
        language: accepted_language(&headers),
        telling: Telling::new(address(&headers, &state.config().server.public_path), footnotes, replaced),
        cited: Vec::new(),
    };
    if let Some(words) = errand {
        return Ok(completion.done(words, stream, keep_alive(&state)));
    }
    let asked = Asked::begin(&state, question).await?;
    if stream { completion.stream(asked).await } else { completion.whole(asked).await }
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Completion")]
pub(super) struct Whole {
    /// Of this answer.
    id: String,
    #[schemars(extend("const" = "chat.completion"))]
    object: &'static str,
    /// Seconds since 1970.
    created: i64,
    #[schemars(extend("const" = MODEL))]
    model: &'static str,
    /// The answers; there is one.
    choices: Vec<Choice>,
    usage: Option<Counted>,
    /// Left out where nothing was asked of the sources.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "or_null::<Verdict>")]
    #[expect(clippy::option_option, reason = "left out, null or told")]
    stet: Option<Option<Verdict>>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct Choice {
    #[schemars(extend("const" = 0))]
    index: u8,
    /// Why the answer ended.
    finish_reason: Ended,
    /// Stet has none.
    logprobs: (),
    /// The answer.
    message: Message,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct Message {
    #[schemars(extend("const" = "assistant"))]
    role: &'static str,
    /// The words.
    content: String,
    /// Stet refuses nothing.
    refusal: (),
    /// The citations of the text.
    annotations: Vec<Cited>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "CompletionChunk")]
pub(super) struct Chunk {
    /// Of this answer.
    id: String,
    #[schemars(extend("const" = "chat.completion.chunk"))]
    object: &'static str,
    /// Seconds since 1970.
    created: i64,
    #[schemars(extend("const" = MODEL))]
    model: &'static str,
    /// What comes next; nothing in the chunk that counts.
    choices: Vec<Piece>,
    /// Null in all chunks but the last; left out where it was not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "or_null::<Counted>")]
    #[expect(clippy::option_option, reason = "left out, null or told")]
    usage: Option<Option<Counted>>,
    /// On the chunk with the `finish_reason`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "or_null::<Verdict>")]
    #[expect(clippy::option_option, reason = "left out, null or told")]
    stet: Option<Option<Verdict>>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct Piece {
    #[schemars(extend("const" = 0))]
    index: u8,
    /// What comes next.
    delta: Delta,
    /// Stet has none.
    logprobs: (),
    /// Why the answer ended; null before.
    finish_reason: Option<Ended>,
}

#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(inline)]
struct Delta {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", extend("const" = "assistant"))]
    role: Option<&'static str>,
    /// Words of the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    content: Option<String>,
    /// All citations of the text, in one chunk before the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<Cited>")]
    annotations: Option<Vec<Cited>>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Annotation")]
struct Cited {
    /// The place among the annotations of the message, in a stream.
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<usize>,
    #[serde(rename = "type")]
    #[schemars(extend("const" = "url_citation"))]
    kind: &'static str,
    /// What is cited, and by which mark.
    url_citation: Annotation,
}

impl Cited {
    const fn of(index: Option<usize>, url_citation: Annotation) -> Self {
        Self { index, kind: "url_citation", url_citation }
    }
}

/// What the model's server counted over all attempts; 0 without a model, null where it does not count.
#[derive(Debug, Serialize, JsonSchema)]
#[expect(clippy::struct_field_names, reason = "the protocol names them so")]
#[schemars(rename = "Usage")]
struct Counted {
    /// Tokens of what was asked, as the model counts.
    prompt_tokens: u32,
    /// Tokens of what was written.
    completion_tokens: u32,
    /// Both together.
    total_tokens: u64,
}

impl From<Usage> for Counted {
    fn from(Usage { prompt_tokens, completion_tokens }: Usage) -> Self {
        let total_tokens = u64::from(prompt_tokens) + u64::from(completion_tokens);
        Self { prompt_tokens, completion_tokens, total_tokens }
    }
}

/// One completion as it is told.
struct Completion {
    id: String,
    created: i64,
    include_usage: bool,
    language: Language,
    telling: Telling,
    /// The citations so far. A stream tells them at once, before its last chunk: some clients keep what the last delta said of
    /// a list, others join all by their places, and one delta is the same to both.
    cited: Vec<Annotation>,
}

impl Completion {
    async fn whole(mut self, asked: Asked) -> Result<Response> {
        let (content, annotations) = asked.heard(&mut self.telling).await?;
        let (usage, stet) = (self.telling.usage().map(Counted::from), self.telling.stet(asked.kept()));
        Ok(axum::Json(Whole { usage, stet: Some(stet), ..self.message(content, annotations) })
            .into_response())
    }

    fn message(self, content: String, annotations: Vec<Annotation>) -> Whole {
        let annotations = annotations.into_iter().map(|cited| Cited::of(None, cited)).collect();
        let message = Message { role: "assistant", content, refusal: (), annotations };
        Whole {
            id: self.id,
            object: "chat.completion",
            created: self.created,
            model: MODEL,
            choices: vec![Choice { index: 0, finish_reason: self.telling.finish, logprobs: (), message }],
            usage: None,
            stet: None,
        }
    }

    /// Words that are no answer: nothing was asked of the sources, so nothing is said of them.
    fn done(self, words: String, stream: bool, keep_alive: Duration) -> Response {
        if !stream {
            return axum::Json(self.message(words, Vec::new())).into_response();
        }
        let said = Delta { role: Some("assistant"), content: Some(words), ..Delta::default() };
        let frames = [self.chunk(said, None), self.chunk(Delta::default(), Some(self.telling.finish))];
        let frames = frames.iter().map(text).chain(["[DONE]".to_owned()]);
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
            stream::iter(self.tell(&event, kept))
        })
    }

    fn tell(&mut self, event: &Event, kept: Option<&str>) -> Vec<String> {
        let mut chunks = Vec::new();
        if let Event::Start { .. } = event {
            let begin = Delta { role: Some("assistant"), content: Some(String::new()), ..Delta::default() };
            chunks.push(self.chunk(begin, None));
        }
        for piece in self.telling.hear(event) {
            match piece {
                told::Piece::Text(text) => {
                    chunks.push(self.chunk(Delta { content: Some(text), ..Delta::default() }, None));
                }
                told::Piece::Cited(cited) => self.cited.extend(cited),
                // The line says it: there is one text.
                told::Piece::Withdrawn => {}
            }
        }
        if let Event::Finish { .. } | Event::Abort { .. } = event {
            chunks.extend(self.citations());
            let last = self.chunk(Delta::default(), Some(self.telling.finish));
            chunks.push(Chunk { stet: Some(self.telling.stet(kept)), ..last });
            if self.include_usage {
                let usage = Some(self.telling.usage().map(Counted::from));
                chunks.push(Chunk { choices: Vec::new(), usage, ..self.chunk(Delta::default(), None) });
            }
        }
        let mut frames: Vec<String> = chunks.iter().map(text).collect();
        if let Event::Error { message, model } = event {
            frames.push(fault(message, model.as_ref()).openai_body(self.language).to_string());
        }
        frames
    }

    fn citations(&mut self) -> Option<Chunk> {
        let cited = std::mem::take(&mut self.cited).into_iter().enumerate();
        let cited: Vec<Cited> = cited.map(|(index, cited)| Cited::of(Some(index), cited)).collect();
        (!cited.is_empty()).then(|| self.chunk(Delta { annotations: Some(cited), ..Delta::default() }, None))
    }

    fn chunk(&self, delta: Delta, finish_reason: Option<Ended>) -> Chunk {
        Chunk {
            id: self.id.clone(),
            object: "chat.completion.chunk",
            created: self.created,
            model: MODEL,
            choices: vec![Piece { index: 0, delta, logprobs: (), finish_reason }],
            // Only the chunk behind the last one counts, and says so by being empty.
            usage: self.include_usage.then_some(None),
            stet: None,
        }
    }
}

fn text(chunk: &Chunk) -> String {
    serde_json::to_string(chunk).unwrap_or_default()
}
