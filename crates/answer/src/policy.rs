//! How an answer is released, and what is said of it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::event::State;
use super::reason::by_words;
use stet_gate::{GatePolicy, Verdict};
use stet_marks::statute::{RegulationIndex, Unverifiable};
use stet_text::{Language, language};

/// How an answer is released.
#[derive(Debug, Clone)]
pub struct AnswerPolicy {
    pub gate: GatePolicy,
    /// The question that is answered: it may name what a short answer is about.
    pub question: Option<String>,
    /// What becomes of a claim without a citation that one source supports.
    pub attribute: Attribute,
    /// Language of reasons and of the list of references.
    pub language: Language,
    /// Hold every sentence until the model layer has judged it. Without a model layer sentences are held to their
    /// end only.
    pub strict: bool,
    pub references: ReferenceList,
    pub unverifiable: Unverifiable,
    /// Regulations that references in prose are checked against; `None` leaves prose references to the sources.
    pub regulations: Option<Arc<RegulationIndex<String>>>,
    /// Most characters of an article that are told beside a reference to it.
    pub article_chars: usize,
    /// Works that are cited by key (`[@kim2020]`) are those of the writer's bibliography: such a citation stays as it is where
    /// it names no source. A model's own is a mark like any other.
    pub keyed: bool,
}

/// Whether a list of the released sources ends the text. One that the model wrote itself never stays.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ReferenceList {
    #[default]
    Append,
    /// Only in place of one that the text had.
    Replace,
    Omit,
}

/// What becomes of a claim without a citation that one source supports.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Attribute {
    #[default]
    Off,
    /// Its citation is told beside the sentence; the text stays as it is.
    Suggest,
    /// Its citation is put into the text.
    Put,
}

impl AnswerPolicy {
    /// The defaults: no model layer, references at the end, prose references left to the sources.
    #[must_use]
    pub fn new(language: Language) -> Self {
        Self {
            gate: GatePolicy { reason_language: Some(language), ..GatePolicy::default() },
            question: None,
            attribute: Attribute::Off,
            language,
            strict: false,
            references: ReferenceList::Append,
            unverifiable: Unverifiable::Generalise,
            regulations: None,
            // A click reads the whole.
            article_chars: 1000,
            keyed: false,
        }
    }

    pub(super) fn say(&self, ko: &str, en: &str) -> String {
        if self.language == Language::Ko { ko.to_owned() } else { en.to_owned() }
    }

    /// Why a sentence is in this state after the model's word: the model's own explanation, when it is in the language
    /// of the answer.
    pub(super) fn say_judged(&self, state: State, confidence: f32, explanation: &str) -> String {
        if !explanation.is_empty() && language(explanation) == self.language {
            return explanation.to_owned();
        }
        let (ko, en) = match state {
            State::Supported => {
                ("모델이 출처로 뒷받침된다고 판정했습니다", "the model finds it supported by the source")
            }
            State::Unsupported => (
                "모델이 출처로 뒷받침되지 않는다고 판정했습니다",
                "the model finds it not supported by the source",
            ),
            _ => ("모델도 확실하게 판정하지 못했습니다", "the model is not sure either"),
        };
        let percent = (confidence * 100.0).round();
        let mut reason =
            self.say(&format!("{ko}(확신도 {percent}%)"), &format!("{en} ({percent}% confident)"));
        if !explanation.is_empty() {
            reason.push_str(": ");
            reason.push_str(explanation);
        }
        reason
    }

    pub(super) fn say_translated(&self) -> String {
        self.say(
            "원문이 아니라 모델이 옮긴 번역에 있는 문장입니다",
            "it stands in a translation that a model has made, not in the original",
        )
    }

    /// Why a sentence is in this state after the word of the model of entailment.
    pub(super) fn say_meant(&self, supported: bool, confidence: f32) -> String {
        let percent = (confidence * 100.0).round();
        if supported {
            self.say(
                &format!("뜻을 견주니 출처가 문장을 뒷받침합니다(확률 {percent}%)"),
                &format!("by meaning the passage entails the sentence ({percent}% probable)"),
            )
        } else {
            self.say(
                &format!("뜻을 견주니 출처가 문장과 어긋납니다(확률 {percent}%)"),
                &format!("by meaning the passage contradicts the sentence ({percent}% probable)"),
            )
        }
    }

    pub(super) fn say_uncited(&self) -> String {
        self.say("주장에 인용이 없습니다", "the claim carries no citation")
    }

    /// Why a sentence has the state that its words give it, where the model was asked in vain, and why in vain.
    pub(super) fn say_by_words(&self, state: State, verdict: &Verdict, why: &str) -> String {
        let veto = verdict.veto.map(|_| verdict.reason.as_str());
        by_words(verdict.score, state.decided(), veto, why, self.language)
    }
}
