//! The way of a question: talk is answered directly, what leans on the conversation is asked with it, all else is searched for.
//!
//! The words decide; a model is asked only where they leave it open, and where it says nothing of use the sources are asked.

use super::Asker;
use super::aside::{self, unread};
use super::event::{Step, StepState};
use super::memory::{Turn, leans};
use super::teller::Teller;
use super::told::Told;
use super::trace::QueryType;
use stet_llm::ModelKind;
use stet_prompt as prompt;
use stet_sources::route::{self, Talk};
use stet_text::Language;

/// Tokens of a reply about the way.
const TOKENS: u32 = 80;
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

pub(super) async fn way(asker: &Asker, question: &str, history: &[Turn], teller: Teller<'_>) -> Way {
    let by_words = if leans(question, history) { Way::History } else { Way::Search };
    if !asker.config.workflow.routing {
        teller.step(Step::Route, StepState::Skipped, [Told::RoutingOff]);
        return by_words;
    }
    let (way, why) = match route::route(question) {
        route::Route::Talk(talk) => (Way::Talk(talk), None),
        route::Route::Unsure if by_words == Way::Search && asker.chat.kind() == ModelKind::Model => {
            teller.step(Step::Route, StepState::Running, [Told::as_is(asker.chat.name())]);
            match routed(asker, question, teller.language).await {
                Ok(Some(talk)) => (Way::Talk(talk), None),
                Ok(None) => (Way::Search, None),
                Err(reason) => (Way::Search, Some(reason)),
            }
        }
        _ => (by_words, None),
    };
    let told = match way {
        Way::Talk(_) => Told::Talk,
        Way::History => Told::Leans,
        Way::Search => Told::Searches,
    };
    teller.step(Step::Route, StepState::Done, [told].into_iter().chain(why).collect::<Vec<_>>());
    way
}

/// What a model takes words for.
async fn routed(asker: &Asker, question: &str, language: Language) -> Result<Option<Talk>, Told> {
    let reply = aside::asked(asker, prompt::route(language, question), TOKENS, language).await?;
    match prompt::routed(&reply) {
        Ok(talk) => Ok(talk.map(|talk| Talk::named(&talk).unwrap_or(Talk::SmallTalk))),
        Err(why) => Err(unread(why)),
    }
}

/// The way of a request for the last answer in another form.
pub(super) fn same_again(teller: Teller<'_>) -> Way {
    teller.step(Step::Route, StepState::Done, [Told::SameAgain]);
    Way::History
}
