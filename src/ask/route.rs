//! The way of a question: talk is answered directly, what leans on the conversation is asked with it, all else is searched for.
//!
//! The words decide; a model is asked only where they leave it open, and where it says nothing of use the sources are asked.

use super::Asker;
use super::aside::{self, unread};
use super::event::{Step, StepState};
use super::memory::{Turn, leans};
use super::teller::Teller;
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
    let searched = |way: &Way| match way {
        Way::History => teller.say("앞선 대화에 기대는 질문", "leans on the conversation"),
        _ => teller.say("출처에서 찾을 질문", "to be answered from the sources"),
    };
    let by_words = if leans(question, history) { Way::History } else { Way::Search };
    if !asker.config.workflow.routing {
        let off = teller.say("꺼져 있습니다 (ENABLE_QUERY_ROUTING)", "switched off (ENABLE_QUERY_ROUTING)");
        teller.step(Step::Route, StepState::Skipped, off);
        return by_words;
    }
    let (way, why) = match route::route(question) {
        route::Route::Talk(talk) => (Way::Talk(talk), None),
        route::Route::Unsure if by_words == Way::Search && asker.chat.kind() == ModelKind::Model => {
            teller.step(Step::Route, StepState::Running, asker.chat.name().to_owned());
            match routed(asker, question, teller.language).await {
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
async fn routed(asker: &Asker, question: &str, language: Language) -> Result<Option<Talk>, String> {
    let reply = aside::asked(asker, prompt::route(language, question), TOKENS, language).await?;
    match prompt::routed(&reply) {
        Ok(talk) => Ok(talk.map(|talk| Talk::named(&talk).unwrap_or(Talk::SmallTalk))),
        Err(why) => Err(unread(why, language)),
    }
}

/// The way of a request for the last answer in another form.
pub(super) fn same_again(teller: Teller<'_>) -> Way {
    let told = teller.say("앞선 답변을 다른 형식으로", "the last answer in another form");
    teller.step(Step::Route, StepState::Done, told);
    Way::History
}
