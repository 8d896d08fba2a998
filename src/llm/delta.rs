//! From the bytes of a chat-completion stream to [`ChatDelta`]s: pure, synchronous, for every cut of the bytes.
//!
//! Owns what OpenAI-compatible servers do to their own format: several choices or none, content that is null or a
//! list of parts, tool and usage chunks between the words, faults written into the stream, frames without blank
//! lines between them, characters cut in two across frames, thinking aloud and other leaks, a missing end mark.
//!
//! A delta's JSON is not built as a tree: only `choices[0].delta.content` and a few small fields are read, borrowed
//! from the frame's bytes, and everything else is skipped.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::fmt;

use serde::de::{DeserializeSeed, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::sse::{Line, Lines, trimmed};
use super::{ChatDelta, FinishReason, ModelError, error};
use joiner::TextJoiner;
use stet_marks::leaks::{Keep, LeakFilter};
use usual::UsualFrame;

mod joiner;
mod odds;
mod usual;

/// The longest frame that is accepted, in bytes.
const LONGEST_FRAME: usize = 8 << 20;

/// Reads a stream of chunks, or one whole completion from a server that does not stream.
#[derive(Debug, Default)]
pub struct ChunkReader {
    lines: Lines,
    frames: Frames,
}

/// What has been said so far, and what the next line means after it.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "what has come of several parts of a stream")]
struct Frames {
    /// `data` lines that are no whole JSON yet (a frame may stand on several lines).
    pending: Vec<u8>,
    usual: UsualFrame,
    /// The frame names itself an error (`event: error`).
    names_error: bool,
    text: TextJoiner,
    leaks: LeakFilter,
    /// The probabilities of the tokens are told, where a frame has them.
    tells_tokens: bool,
    usage: Option<Usage>,
    finished: bool,
    done: bool,
    /// JSON frames seen, whether or not they said anything.
    seen: u64,
    failed: Option<ModelError>,
    key: Option<String>,
}

impl ChunkReader {
    /// `key` is taken out of every text that a fault carries; what is no leak is told by `keep`.
    #[must_use]
    pub fn new(key: Option<&str>, keep: Keep) -> Self {
        let leaks = LeakFilter::keeping(keep);
        let key = key.map(str::to_owned);
        Self { frames: Frames { leaks, key, ..Frames::default() }, ..Self::default() }
    }

    /// The same, which tells the probabilities of tokens, too.
    #[must_use]
    pub(super) const fn telling_tokens(mut self, tells: bool) -> Self {
        self.frames.tells_tokens = tells;
        self
    }

    /// Takes bytes as they come. Deltas that stand before a fault are in `out`.
    ///
    /// # Errors
    /// The server tells of a fault, or what it sends is no such stream.
    pub fn push(&mut self, bytes: &[u8], out: &mut VecDeque<ChatDelta>) -> Result<(), ModelError> {
        if self.frames.done {
            return Ok(());
        }
        let frames = &mut self.frames;
        let lines = self.lines.push(bytes, |line| frames.line(line, out));
        if let Some(failed) = self.frames.failed.take() {
            return Err(failed);
        }
        lines.map_err(|_| ModelError::Malformed { reason: "a line is longer than 8 MiB".to_owned() })
    }

    /// The connection has ended.
    pub(super) fn finish(&mut self, out: &mut VecDeque<ChatDelta>) -> Result<(), ModelError> {
        let frames = &mut self.frames;
        if frames.done {
            return Ok(());
        }
        self.lines.finish(|line| frames.line(line, out));
        frames.end_frame(out);
        if let Some(failed) = frames.failed.take() {
            return Err(failed);
        }
        frames.flush(out);
        frames.tell_usage(out);
        if self.is_whole() { Ok(()) } else { Err(ModelError::Cut) }
    }

    /// The end mark has come: nothing follows.
    pub(super) fn is_done(&self) -> bool {
        self.frames.done
    }

    /// The model said that it has finished; only usage and the end mark may follow.
    pub(super) fn is_whole(&self) -> bool {
        self.frames.done || self.frames.finished
    }

    /// How many JSON frames have come: a sign of life, even where they say nothing.
    pub(super) fn seen(&self) -> u64 {
        self.frames.seen
    }
}

impl Frames {
    /// Returns false when nothing after this line matters.
    fn line(&mut self, line: Line<'_>, out: &mut VecDeque<ChatDelta>) -> bool {
        match line {
            Line::Event(name) => self.names_error = name == b"error",
            Line::Data(data) | Line::Bare(data) => self.data(data, out),
            Line::Blank => self.end_frame(out),
        }
        !self.done && self.failed.is_none()
    }

    fn data(&mut self, data: &[u8], out: &mut VecDeque<ChatDelta>) {
        let data = data.get(trimmed(data)).unwrap_or_default();
        if data == b"[DONE]" {
            self.end_frame(out);
            self.done = true;
            self.flush(out);
            self.tell_usage(out);
        } else if self.pending.is_empty() {
            // Read at once: some servers leave out the blank line that ends a frame. A comment that a proxy passes on as data
            // stays one.
            if !data.is_empty() && !data.starts_with(b":") && self.frame(data, out).is_err() {
                self.pending.extend_from_slice(data);
            }
        } else if self.pending.len() + data.len() < LONGEST_FRAME {
            self.pending.push(b'\n');
            self.pending.extend_from_slice(data);
        } else {
            self.failed = Some(ModelError::Malformed { reason: "a frame is longer than 8 MiB".to_owned() });
        }
    }

    /// A blank line, or the end of the stream: what is pending now must be whole.
    fn end_frame(&mut self, out: &mut VecDeque<ChatDelta>) {
        let pending = std::mem::take(&mut self.pending);
        if !pending.is_empty()
            && let Err(error) = self.frame(&pending, out)
        {
            self.failed = Some(ModelError::Malformed { reason: error.to_string() });
        }
        self.names_error = false;
    }

    fn frame(&mut self, json: &[u8], out: &mut VecDeque<ChatDelta>) -> Result<(), serde_json::Error> {
        if self.tells_tokens {
            out.extend(odds::tokens(json).map(ChatDelta::Tokens));
        } else if !self.names_error
            && let Some(text) = self.usual.text_of(json)
        {
            self.seen += 1;
            let text = self.text.push(text);
            self.say(&text, false, out);
            return Ok(());
        }
        let chunk: Chunk<'_> = serde_json::from_slice(json)?;
        self.seen += 1;
        if self.names_error || chunk.error.is_some() || chunk.object.as_deref() == Some("error") {
            let value = match chunk.error {
                Some(error) => error,
                None => serde_json::from_slice(json)?,
            };
            self.failed = Some(provider_fault(&value, None, self.key.as_deref()));
            return Ok(());
        }
        if let Some(choice) = chunk.choices.0 {
            let said = choice.delta.or(choice.message).unwrap_or_default();
            if let (Some(Content(Cow::Borrowed(text))), None) = (&said.content, &said.refusal)
                && choice.finish_reason.is_none()
                && chunk.usage.is_none()
            {
                self.usual.keep(json, text);
            }
            for piece in [said.content, said.refusal].into_iter().flatten() {
                let text = self.text.push(&piece.0);
                self.say(&text, false, out);
            }
            match choice.finish_reason.as_deref().filter(|reason| !reason.is_empty()) {
                Some("error") => {
                    self.failed = Some(ModelError::Provider {
                        status: None,
                        message: "the model stopped with an error".to_owned(),
                    });
                }
                Some(reason) if !self.finished => {
                    self.finished = true;
                    self.flush(out);
                    out.push_back(ChatDelta::Finish { reason: finish_reason(reason) });
                }
                _ => {}
            }
        }
        // Some servers repeat the running total in every chunk: the last one counts.
        self.usage = chunk.usage.or(self.usage.take());
        Ok(())
    }

    fn tell_usage(&mut self, out: &mut VecDeque<ChatDelta>) {
        if let Some(Usage { prompt_tokens, completion_tokens }) = self.usage.take() {
            out.push_back(ChatDelta::Usage { prompt_tokens, completion_tokens });
        }
    }

    /// What was held back in the hope of more comes out.
    fn flush(&mut self, out: &mut VecDeque<ChatDelta>) {
        let text = self.text.finish();
        self.say(&text, true, out);
    }

    /// Tells the text, without what is no answer.
    fn say(&mut self, text: &str, last: bool, out: &mut VecDeque<ChatDelta>) {
        let mut answer = String::with_capacity(text.len());
        if self.leaks.push(text, &mut answer) {
            out.push_back(ChatDelta::TakenBack);
        }
        if last {
            self.leaks.finish(&mut answer);
        }
        if !answer.is_empty() {
            out.push_back(ChatDelta::Text(answer));
        }
    }
}

fn finish_reason(name: &str) -> FinishReason {
    match name {
        "stop" | "end_turn" | "eos" | "eos_token" | "stop_sequence" => FinishReason::Stop,
        "length" | "max_tokens" => FinishReason::Length,
        "content_filter" => FinishReason::ContentFilter,
        "tool_calls" | "function_call" => FinishReason::ToolCalls,
        _ => FinishReason::Other,
    }
}

/// What servers say of a prompt that is longer than the model's context: OpenAI, llama.cpp, vLLM, Ollama, gateways.
const TOO_LONG: [&str; 9] = [
    "context length",
    "context window",
    "context size",
    "maximum context",
    "maximum model length",
    "max_model_len",
    "too many tokens",
    "prompt is too long",
    "prompt too long",
];

/// The fault that an error object describes: `{"message", "type", "code"}`, a string, or anything else.
pub(super) fn provider_fault(
    value: &serde_json::Value,
    status: Option<u16>,
    key: Option<&str>,
) -> ModelError {
    let text = |name: &str| value.get(name).and_then(serde_json::Value::as_str);
    let message = value
        .as_str()
        .or_else(|| text("message"))
        .or_else(|| text("detail"))
        .or_else(|| text("error"))
        .or_else(|| text("type"))
        .unwrap_or("no reason given");
    let code = value.get("code");
    let status = status.or_else(|| {
        let number = code.and_then(serde_json::Value::as_u64)?;
        u16::try_from(number).ok().filter(|status| (400..600).contains(status))
    });
    let code = code.and_then(serde_json::Value::as_str).or_else(|| text("type")).unwrap_or_default();
    let lower = message.to_lowercase();
    let speaks_of_length = TOO_LONG.iter().any(|phrase| lower.contains(phrase));
    let coded = ["context_length_exceeded", "exceed_context_size_error"].contains(&code);
    if coded || status == Some(413) || speaks_of_length {
        return ModelError::TooLong;
    }
    if code == "insufficient_quota" {
        return ModelError::Provider { status, message: error::redact(message, key) };
    }
    match status {
        Some(401 | 403) => ModelError::Unauthorised,
        Some(429) => ModelError::RateLimited { retry_after: None },
        None if code == "invalid_api_key" => ModelError::Unauthorised,
        None if code.contains("rate_limit") => ModelError::RateLimited { retry_after: None },
        _ => ModelError::Provider { status, message: error::redact(message, key) },
    }
}

#[derive(Deserialize)]
struct Chunk<'a> {
    #[serde(borrow, default)]
    choices: FirstChoice<'a>,
    #[serde(default)]
    usage: Option<Usage>,
    #[serde(default)]
    error: Option<serde_json::Value>,
    /// `error` in the faults of some servers, which stand at the top level.
    #[serde(borrow, default)]
    object: Option<Cow<'a, str>>,
}

#[derive(Debug, Deserialize)]
struct Usage {
    #[serde(default)]
    prompt_tokens: u32,
    #[serde(default)]
    completion_tokens: u32,
}

#[derive(Deserialize)]
struct Choice<'a> {
    #[serde(borrow, default)]
    delta: Option<Said<'a>>,
    #[serde(borrow, default)]
    message: Option<Said<'a>>,
    #[serde(borrow, default)]
    finish_reason: Option<Cow<'a, str>>,
}

#[derive(Deserialize, Default)]
struct Said<'a> {
    #[serde(borrow, default)]
    content: Option<Content<'a>>,
    /// A model that declines says so here and leaves `content` empty.
    #[serde(borrow, default)]
    refusal: Option<Content<'a>>,
}

/// The first of `choices`; only one was asked for.
#[derive(Default)]
struct FirstChoice<'a>(Option<Choice<'a>>);

impl<'de: 'a, 'a> Deserialize<'de> for FirstChoice<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct First;
        impl<'de> Visitor<'de> for First {
            type Value = FirstChoice<'de>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a list of choices")
            }

            fn visit_unit<E>(self) -> Result<Self::Value, E> {
                Ok(FirstChoice(None))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut choices: A) -> Result<Self::Value, A::Error> {
                let first = choices.next_element()?;
                while choices.next_element::<IgnoredAny>()?.is_some() {}
                Ok(FirstChoice(first))
            }
        }
        deserializer.deserialize_any(First)
    }
}

/// Text as bytes: a server that cuts a character in two across frames sends bytes that are no UTF-8 alone.
/// Either a string or a list of parts, of which the text ones count.
struct Content<'a>(Cow<'a, [u8]>);

impl<'de: 'a, 'a> Deserialize<'de> for Content<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // `deserialize_bytes`, because only then does serde_json hand out strings that are no UTF-8.
        deserializer.deserialize_bytes(ContentVisitor).map(Content)
    }
}

struct ContentVisitor;

impl<'de> Visitor<'de> for ContentVisitor {
    type Value = Cow<'de, [u8]>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("text or a list of parts")
    }

    fn visit_borrowed_bytes<E>(self, bytes: &'de [u8]) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(bytes))
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Self::Value, E> {
        Ok(Cow::Owned(bytes.to_vec()))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(text.as_bytes().to_vec()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Self::Value, A::Error> {
        let mut text = Vec::new();
        while parts.next_element_seed(PartSeed(&mut text))?.is_some() {}
        Ok(Cow::Owned(text))
    }
}

/// One part of a list: `{"type": "text", "text": …}` or a bare string; others say nothing.
struct PartSeed<'t>(&'t mut Vec<u8>);

impl<'de> DeserializeSeed<'de> for PartSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for PartSeed<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a part of a message")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<(), E> {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut part: A) -> Result<(), A::Error> {
        let mut is_text = true;
        let mut text: Option<Content<'de>> = None;
        while let Some(name) = part.next_key::<Cow<'de, str>>()? {
            match &*name {
                "type" => {
                    let kind = part.next_value::<Cow<'de, str>>()?;
                    is_text = matches!(&*kind, "text" | "output_text" | "refusal");
                }
                "text" | "refusal" => {
                    text = part.next_value().map_err(|error| A::Error::custom(format!("{name}: {error}")))?;
                }
                _ => {
                    part.next_value::<IgnoredAny>()?;
                }
            }
        }
        if is_text && let Some(text) = text {
            self.0.extend_from_slice(&text.0);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
