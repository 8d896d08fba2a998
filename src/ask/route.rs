//! The way of a question: talk is answered directly, what leans on the conversation is asked with it, all else is searched for.
//!
//! The words decide; a model is asked only where they leave it open, and where it says nothing of use the sources are asked.

use super::event::{Step, StepState};
use super::live::Live;
use super::memory::{Turn, leans};
use super::trace::QueryType;
use super::{AskError, Asker, Event, Question};
use stet_llm::{ChatRequest, Message, ModelKind};
use stet_prompt as prompt;
use stet_sources::route::{self, Talk};
use stet_text::Language;

/// Tokens of a reply about the way.
const TOKENS: u32 = 80;
/// Tokens of a title, some tags or some questions, where the client says nothing.
const ERRAND_TOKENS: u32 = 300;

/// The way of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Talk(Talk),
    Search,
    /// With what was said before.
    History,
}

impl Way {
    pub(super) const fn name(self) -> QueryType {
        match self {
            Self::Talk(_) => QueryType::Simple,
            Self::Search => QueryType::RagRequired,
            Self::History => QueryType::HistoryRequired,
        }
    }
}

/// Tells the reader of an answer what is done for it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Teller<'a> {
    pub live: &'a Live,
    pub language: Language,
}

impl Teller<'_> {
    pub fn step(self, step: Step, state: StepState, detail: String) {
        self.live.push([Event::Step { step, state, detail }]);
    }

    pub fn say(self, ko: impl Into<String>, en: impl Into<String>) -> String {
        match self.language {
            Language::Ko => ko.into(),
            Language::En => en.into(),
        }
    }
}

impl Asker {
    pub(super) async fn way(&self, question: &str, history: &[Turn], teller: Teller<'_>) -> Way {
        let searched = |way: &Way| match way {
            Way::History => teller.say("앞선 대화에 기대는 질문", "leans on the conversation"),
            _ => teller.say("출처에서 찾을 질문", "to be answered from the sources"),
        };
        let by_words = if leans(question, history) { Way::History } else { Way::Search };
        if !self.config.workflow.routing {
            let off =
                teller.say("꺼져 있습니다 (ENABLE_QUERY_ROUTING)", "switched off (ENABLE_QUERY_ROUTING)");
            teller.step(Step::Route, StepState::Skipped, off);
            return by_words;
        }
        let (way, why) = match route::route(question) {
            route::Route::Talk(talk) => (Way::Talk(talk), None),
            route::Route::Unsure if by_words == Way::Search && self.chat.kind() == ModelKind::Model => {
                teller.step(Step::Route, StepState::Running, self.chat.name().to_owned());
                match self.routed(question, teller.language).await {
                    Ok(Some(talk)) => (Way::Talk(talk), None),
                    Ok(None) => (Way::Search, None),
                    Err(reason) => (Way::Search, Some(reason)),
                }
            }
            _ => (by_words, None),
        };
        let mut detail = match way {
            Way::Talk(_) => teller.say("인사나 대화: 바로 답합니다", "talk: answered directly"),
            way => searched(&way),
        };
        if let Some(why) = why {
            detail = format!("{detail} ({why})");
        }
        teller.step(Step::Route, StepState::Done, detail);
        way
    }

    /// What a model takes words for.
    async fn routed(&self, question: &str, language: Language) -> Result<Option<Talk>, String> {
        let reply = self.asked_aside(prompt::route(language, question), TOKENS, language).await?;
        match prompt::routed(&reply) {
            Ok(talk) => Ok(talk.map(|talk| Talk::named(&talk).unwrap_or(Talk::SmallTalk))),
            Err(why) => Err(unread(why, language)),
        }
    }

    /// A model's reply to a client that works on a conversation for itself (a title, tags): as it was asked, without a source, once. Without
    /// a model, an empty object: such clients read one, and do without.
    ///
    /// # Errors
    /// No place is free, or the model said nothing.
    pub async fn errand(&self, question: &Question) -> Result<String, AskError> {
        if self.chat.kind() != ModelKind::Model {
            return Ok("{}".to_owned());
        }
        let _place = self.permit()?;
        let language = question.answer_language();
        let system = &question.call.instructions;
        let system = (!system.is_empty()).then(|| Message::system(system.clone()));
        let messages = system.into_iter().chain([Message::user(question.text.clone())]).collect();
        let mut request = ChatRequest::new(messages, language);
        request.max_tokens = Some(question.call.max_tokens.unwrap_or(ERRAND_TOKENS));
        Ok(self.told_aside(request).await.unwrap_or_else(|why| {
            tracing::warn!(why, "a client's own work on a conversation was left undone");
            "{}".to_owned()
        }))
    }

    /// A model's reply to a question about a question, as JSON, or why there is none.
    pub(super) async fn asked_aside(
        &self,
        (system, user): (String, String),
        tokens: u32,
        language: Language,
    ) -> Result<String, String> {
        let mut request = ChatRequest::new(vec![Message::system(system), Message::user(user)], language);
        request.json = true;
        request.max_tokens = Some(tokens);
        self.told_aside(request).await
    }

    /// A model's reply to a request before the search, or why there is none, in the request's language.
    pub(super) async fn told_aside(&self, mut request: ChatRequest) -> Result<String, String> {
        let (wait, language) = (self.config.model.planning(), request.language);
        request.temperature = 0.0;
        match tokio::time::timeout(wait, self.chat.complete(request)).await {
            Ok(Ok(reply)) => Ok(reply),
            Ok(Err(fault)) => Err(fault.message(language)),
            Err(_) => Err(match language {
                Language::Ko => format!("모델이 {}초 안에 답하지 않았습니다", wait.as_secs()),
                Language::En => format!("the model did not answer within {} s", wait.as_secs()),
            }),
        }
    }
}

/// The way of a request for the last answer in another form.
pub(super) fn same_again(teller: Teller<'_>) -> Way {
    let told = teller.say("앞선 답변을 다른 형식으로", "the last answer in another form");
    teller.step(Step::Route, StepState::Done, told);
    Way::History
}

/// Why a reply is of no use, for the reader.
pub(super) fn unread(why: &str, language: Language) -> String {
    match language {
        Language::Ko => "모델의 답을 읽을 수 없습니다".to_owned(),
        Language::En => why.to_owned(),
    }
}
