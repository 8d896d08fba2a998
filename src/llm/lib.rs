//! Chat models: the trait, and the request and stream types that every model shares.
//!
//! Owns how a model is asked and how its answer arrives, piece by piece, with its faults as values. Leaves to
//! others: the wording of prompts (`domain::prompt`), what is done with the text (`domain::answer`), the
//! settings (`config`).
//!
//! Two implementations exist: [`openai::OpenAiChat`] for every OpenAI-compatible server, and
//! [`extractive::ExtractiveChat`] for when none is configured.

use std::fmt::Debug;
use std::sync::Arc;

use futures::future::BoxFuture;
use futures::stream::BoxStream;
use futures::{FutureExt as _, StreamExt as _};

use stet_marks::leaks::Keep;
use stet_sources::turn::Turn;
use stet_text::Language;

mod delta;
mod error;
pub mod extractive;
pub mod judge;
pub mod openai;
pub mod patience;
mod sse;
pub mod web;

pub use delta::ChunkReader;
pub use error::{Limit, ModelError};

/// Who says a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    System,
    User,
    Assistant,
}

impl Role {
    /// The name used by the OpenAI API.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::User => "user",
            Self::Assistant => "assistant",
        }
    }
}

/// One message of the conversation that a model is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    pub role: Role,
    pub content: String,
}

impl Message {
    #[must_use]
    pub fn system(content: impl Into<String>) -> Self {
        Self { role: Role::System, content: content.into() }
    }

    #[must_use]
    pub fn user(content: impl Into<String>) -> Self {
        Self { role: Role::User, content: content.into() }
    }

    #[must_use]
    pub fn assistant(content: impl Into<String>) -> Self {
        Self { role: Role::Assistant, content: content.into() }
    }
}

/// A numbered source as it stands in the prompt. A model that reads prompts has it in [`ChatRequest::messages`];
/// the extractive one quotes from here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PromptSource {
    /// The number of the mark that cites it, from 1.
    pub number: u32,
    pub title: String,
    /// What it belongs to, the outermost first: the title of its document, the headings above it.
    pub place: Vec<String>,
    pub page: Option<u32>,
    pub text: Arc<str>,
}

impl PromptSource {
    /// All that it is called, each part once.
    pub(crate) fn called(&self) -> String {
        let place = self.place.iter().filter(|part| !self.title.contains(part.as_str()));
        let mut parts: Vec<&str> = std::iter::once(&self.title).chain(place).map(String::as_str).collect();
        parts.dedup();
        parts.join(" ")
    }
}

/// One of several things that a question asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PromptPart {
    pub question: String,
    /// The numbers of the sources that were found for it.
    pub sources: Vec<u32>,
}

/// What a client may choose of a model's way of writing, besides temperature and length. Servers differ in what they know
/// of it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Sampling {
    pub top_p: Option<f32>,
    pub presence_penalty: Option<f32>,
    pub frequency_penalty: Option<f32>,
    pub seed: Option<i64>,
    /// Where the model stops writing; none of these is a part of its text.
    pub stop: Vec<String>,
}

/// One request to a model. Build it with [`ChatRequest::new`] and set what differs.
#[derive(Debug, Clone, PartialEq)]
pub struct ChatRequest {
    pub messages: Vec<Message>,
    pub temperature: f32,
    pub max_tokens: Option<u32>,
    pub sampling: Sampling,
    /// Ask for one JSON object instead of prose.
    pub json: bool,
    /// Ask for the probabilities of its tokens, where the server tells them.
    pub logprobs: bool,
    /// What of the reply is not taken for a leak.
    pub keep: Keep,
    /// The question alone, without the prompt around it.
    pub question: String,
    /// It asks about documents as a whole.
    pub whole: bool,
    /// What the last question says itself, where the one above has words of those before it.
    pub own: String,
    /// What it does with the last answer: then the question above is that which was answered.
    pub turn: Option<Turn>,
    /// The things that it asks for, where it asks several.
    pub parts: Vec<PromptPart>,
    pub sources: Vec<PromptSource>,
    /// The language of the answer.
    pub language: Language,
}

impl ChatRequest {
    /// A request at temperature 0.1 (an answer that keeps to its sources), without a limit on its length.
    #[must_use]
    pub fn new(messages: Vec<Message>, language: Language) -> Self {
        Self {
            messages,
            temperature: 0.1,
            max_tokens: None,
            sampling: Sampling::default(),
            json: false,
            logprobs: false,
            keep: Keep::Nothing,
            question: String::new(),
            whole: false,
            own: String::new(),
            turn: None,
            parts: Vec::new(),
            sources: Vec::new(),
            language,
        }
    }
}

/// Why a model stopped writing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FinishReason {
    /// It had said all it wanted.
    Stop,
    /// The limit of tokens was reached: the text may end in the middle of a sentence.
    Length,
    /// The provider's content filter stopped it.
    ContentFilter,
    /// It wanted to call a tool; none is offered, so this is a server's whim.
    ToolCalls,
    Other,
}

/// One piece of a model's answer.
#[derive(Debug, Clone, PartialEq)]
pub enum ChatDelta {
    /// More text, never empty.
    Text(String),
    /// The tokens of text that comes next, or came already: only where they were asked for.
    Tokens(Vec<Token>),
    /// The text so far was no answer: the model thought aloud, which is known from the end of it.
    TakenBack,
    /// The model said why it stopped; at most once.
    Finish { reason: FinishReason },
    /// What was counted, when the server says so; at most once, and last.
    Usage { prompt_tokens: u32, completion_tokens: u32 },
}

/// A token that a model wrote.
#[derive(Debug, Clone, PartialEq)]
pub struct Token {
    pub text: String,
    /// How likely the model was to write it, or the same in another spelling (` true`, `True`), 0 to 1.
    pub probability: f32,
}

/// The answer of a model. An `Err` is the last item; text that came before it stands.
///
/// A stream that ends without an `Err` is whole: the model gave a finish reason or the end mark `[DONE]`. A stream that
/// waits for its model gives up by itself, with [`ModelError::Idle`].
pub type ChatStream = BoxStream<'static, Result<ChatDelta, ModelError>>;

/// What kind of answers a model gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModelKind {
    /// A language model, which writes and may be wrong.
    Model,
    /// No model: sentences of the sources, verbatim. It follows no instructions, so steps that need a judge
    /// or a writer (routing, planning, grading, rewriting) must be skipped.
    Extracts,
}

/// A chat model.
pub trait ChatModel: Send + Sync + Debug {
    /// The model's name, as shown to people.
    fn name(&self) -> &str;

    fn kind(&self) -> ModelKind;

    /// Asks, and resolves when the first piece of the answer has come (so that a fault before it can still be
    /// an HTTP status). Retries happen only in here, never once a piece has been handed out.
    fn stream(&self, request: ChatRequest) -> BoxFuture<'_, Result<ChatStream, ModelError>>;

    /// Asks and waits for the whole text.
    fn complete(&self, request: ChatRequest) -> BoxFuture<'_, Result<String, ModelError>> {
        async move {
            let mut stream = self.stream(request).await?;
            let mut text = String::new();
            while let Some(delta) = stream.next().await {
                match delta? {
                    ChatDelta::Text(piece) => text.push_str(&piece),
                    ChatDelta::TakenBack => text.clear(),
                    ChatDelta::Tokens(_) | ChatDelta::Finish { .. } | ChatDelta::Usage { .. } => {}
                }
            }
            Ok(text)
        }
        .boxed()
    }

    /// Whether the model can be reached with the settings as they are; costs no tokens.
    fn check(&self) -> BoxFuture<'_, Result<(), ModelError>>;
}

/// Installs ring as the process's TLS provider unless one is installed already. HTTP clients are built with
/// no provider of their own, so this must run before the first of them is; every constructor in [`openai`] calls it.
pub fn install_tls_provider() {
    // An error says that one is installed already, which is what is wanted.
    drop(rustls::crypto::ring::default_provider().install_default());
}
