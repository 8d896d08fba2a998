//! What a model is asked beside an answer: about the question, before it is searched for, or for a client's own work.

use std::time::Duration;

use super::told::Told;
use super::{AskError, Asker, Question};
use stet_llm::{ChatRequest, Message, ModelKind};
use stet_text::Language;

/// Tokens of a title, some tags or some questions, where the client says nothing.
const ERRAND_TOKENS: u32 = 300;

/// A client's own work on a conversation: a title, tags.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Errand {
    /// The reply has to be JSON.
    pub json: bool,
}

impl Errand {
    /// What such clients read as nothing, and do without.
    fn nothing(self, question: &Question) -> String {
        let asks = self.json || question.text.contains("JSON") || question.call.instructions.contains("JSON");
        if asks { "{}" } else { "" }.to_owned()
    }
}

impl Asker {
    /// A model's reply to a client that works on a conversation for itself: as it was asked, with the conversation that was sent along,
    /// without a source, once. Without a model, an empty object where JSON is asked for, or no word.
    ///
    /// # Errors
    /// No place is free.
    pub async fn errand(&self, errand: Errand, question: &Question) -> Result<String, AskError> {
        if self.chat.kind() != ModelKind::Model {
            return Ok(errand.nothing(question));
        }
        let _place = self.permit()?;
        let language = question.answer_language();
        let system = &question.call.instructions;
        let system = (!system.is_empty()).then(|| Message::system(system.clone()));
        let before = question.history.iter().map(|(user, text)| match user {
            true => Message::user(text.clone()),
            false => Message::assistant(text.clone()),
        });
        let asked = Message::user(question.text.clone());
        let messages = system.into_iter().chain(before).chain([asked]).collect();
        let mut request = ChatRequest::new(messages, language);
        request.json = errand.json;
        request.max_tokens = Some(question.call.max_tokens.unwrap_or(ERRAND_TOKENS));
        Ok(told(self, request).await.unwrap_or_else(|why| {
            tracing::warn!(?why, "a client's own work on a conversation was left undone");
            errand.nothing(question)
        }))
    }
}

/// A model's reply to a question about a question, as JSON, or why there is none.
pub(super) async fn asked(
    asker: &Asker,
    (system, user): (String, String),
    tokens: u32,
    language: Language,
) -> Result<String, Told> {
    let mut request = ChatRequest::new(vec![Message::system(system), Message::user(user)], language);
    request.json = true;
    request.max_tokens = Some(tokens);
    told(asker, request).await
}

/// A model's reply to a request before the search, or why there is none.
pub(super) async fn told(asker: &Asker, request: ChatRequest) -> Result<String, Told> {
    told_within(asker, request, asker.config.model.planning()).await
}

/// The same within a time of one's own.
pub(super) async fn told_within(
    asker: &Asker,
    mut request: ChatRequest,
    wait: Duration,
) -> Result<String, Told> {
    request.temperature = 0.0;
    match tokio::time::timeout(wait, asker.chat.complete(request)).await {
        Ok(Ok(reply)) => Ok(reply),
        Ok(Err(fault)) => Err(Told::fault(|language| fault.message(language))),
        Err(_) => Err(Told::Late { seconds: wait.as_secs() }),
    }
}

/// Why a reply is of no use, for the reader.
pub(super) fn unread(why: &str) -> Told {
    Told::Unread { why: why.to_owned() }
}
