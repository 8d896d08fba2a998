//! What happens while a question is answered, as clients and the message's log see it.
//!
//! Events are independent of the transport: `http::wire` turns them into the parts of the protocol, the command line
//! into coloured text, and the store keeps them as JSON so that an answer can be replayed.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use super::card::SourceCard;
use super::digits::{share, share_if_any};
use super::grade::AnswerGrade;
use super::hallucination::HallucinationCheck;
use super::result::Structured;
use super::told::{Told, if_known, text};
use super::trace::QueryTrace;
use stet_answer::report::{Badge, Counts, Layer, LogStatus};
use stet_answer::{Decider, Edit, RuleBreach, SentenceReport};
use stet_llm::judge::rules::Unchecked;
use stet_marks::statute::Unfounded;
use stet_text::Language;

/// The id of a text, which every delta of it names.
pub type TextId = Arc<str>;

/// One event of an answer. Most are text deltas, so what is large lies in a box.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    Start {
        message_id: String,
    },
    Step {
        step: Step,
        state: StepState,
        /// `told` in the language of the answer.
        detail: String,
        #[serde(default, deserialize_with = "if_known", skip_serializing_if = "Vec::is_empty")]
        told: Vec<Told>,
    },
    /// A numbered source; `text` is what citations point into.
    Source {
        card: Box<SourceCard>,
        text: Arc<str>,
    },
    TextStart {
        text_id: TextId,
    },
    Text {
        text_id: TextId,
        delta: String,
    },
    Sentence {
        text_id: TextId,
        report: Box<SentenceReport>,
    },
    Edit {
        text_id: TextId,
        edit: Box<Edit>,
    },
    Criteria(Box<RuleBreach>),
    /// The text of `text_id` is not part of the message: a new attempt follows.
    Superseded {
        text_id: TextId,
        /// `told` in the language of the answer.
        reason: String,
        #[serde(default, deserialize_with = "if_known", skip_serializing_if = "Vec::is_empty")]
        told: Vec<Told>,
    },
    TextEnd {
        text_id: TextId,
    },
    Metadata(Box<Metadata>),
    Finish {
        reason: FinishReason,
        metadata: Box<Metadata>,
    },
    /// The user stopped the answer.
    Abort {
        reason: String,
    },
    /// A fault of the system; the text already sent stays.
    Error {
        message: String,
        /// Where it is the model's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        model: Option<ModelFault>,
    },
}

impl Event {
    pub(super) fn step(step: Step, state: StepState, told: Vec<Told>, language: Language) -> Self {
        Self::Step { step, state, detail: text(&told, language), told }
    }
}

/// A step of the pipeline, in the order of workflow.md.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum Step {
    Route,
    Plan,
    Retrieve,
    Web,
    Generate,
    Check,
    Grade,
}

impl Step {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Route => "route",
            Self::Plan => "plan",
            Self::Retrieve => "retrieve",
            Self::Web => "web",
            Self::Generate => "generate",
            Self::Check => "check",
            Self::Grade => "grade",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum StepState {
    Running,
    Done,
    Skipped,
}

impl StepState {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Done => "done",
            Self::Skipped => "skipped",
        }
    }
}

/// What was wrong with the model, for programs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelFault {
    /// As `ModelError::kind` names it.
    pub kind: String,
    /// Seconds to wait before another try, as the model's server says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u64>,
}

/// Tokens as the model's server counts them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct Usage {
    /// Tokens of what was asked, as the model counts.
    pub prompt_tokens: u32,
    /// Tokens of what was written.
    pub completion_tokens: u32,
}

impl Usage {
    /// With the tokens of another attempt.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            prompt_tokens: self.prompt_tokens.saturating_add(other.prompt_tokens),
            completion_tokens: self.completion_tokens.saturating_add(other.completion_tokens),
        }
    }
}

/// Why an answer ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FinishReason {
    Stop,
    Length,
    ContentFilter,
    Error,
    Other,
}

/// Structured result of a message; gate.md §5.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Metadata {
    /// How it stands.
    pub status: Status,
    /// Whether the text came to its end and is as its sources say.
    pub verified: bool,
    pub badge: Badge,
    /// 0 to 1.
    #[serde(serialize_with = "share")]
    pub confidence: f32,
    /// Supported citations by judged citations; null when none was judged.
    #[serde(serialize_with = "share_if_any")]
    pub accuracy_rate: Option<f32>,
    /// How many sentences are what.
    pub counts: Counts,
    /// No mark had to be taken out.
    pub citations_valid: bool,
    /// What is wrong with the text, in words.
    pub issues: Vec<String>,
    /// Why the text has its badge, in words.
    pub reasoning: String,
    /// Why the message is not whole, in words; also among the issues.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut_off: Option<String>,
    /// What a reader should know beside the badge, at most five: sources that contradict one another, what the
    /// cited ones warn of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// Where the answer says that the sources do not tell: the passage that may tell it all the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub related: Option<Related>,
    /// The sources, by number.
    pub sources: Vec<SourceCard>,
    /// Marks that were taken out, with why.
    pub removed_citations: Vec<RemovedEntry>,
    /// What became of the references to regulations. Missing from messages of earlier versions.
    #[serde(default)]
    pub references: ReferenceCounts,
    /// The verdict on every claim that cites something.
    pub verification_log: Vec<VerificationEntry>,
    /// The checks that the message went through. Missing from what earlier versions stored.
    #[serde(default, deserialize_with = "known")]
    pub layers: Vec<Layer>,
    /// Best evidence grade among the sources.
    #[schemars(with = "Option<super::card::GradeName>")]
    pub evidence_quality: Option<String>,
    /// Rules that held, and those that were broken.
    pub criteria: CriteriaSummary,
    /// The model that writes.
    pub model: String,
    /// True for extracts: sentences of the sources, no model.
    pub extracts: bool,
    /// How often the model wrote the answer; the best attempt is the message.
    pub attempts: u32,
    /// Korean or English.
    pub language: Language,
    /// Since the question arrived.
    pub timings: Timings,
    #[serde(flatten)]
    pub result: Structured,
    /// What the making had to do without: shortened sources, a bound that was reached, a step that was skipped.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The same notes, each as texts apart from their language. Missing where there is no note, and from earlier versions.
    #[serde(default, deserialize_with = "if_known", skip_serializing_if = "Vec::is_empty")]
    pub notes_told: Vec<Vec<Told>>,
    /// Characters of each source that the model saw, where its context was too short for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shortened_to: Option<usize>,
    /// What the attempts cost together; missing where the model's server does not count, and without a model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
    /// Missing where nothing is claimed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hallucination_check: Option<HallucinationCheck>,
    /// Missing where the answer was not graded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer_grade: Option<AnswerGrade>,
    /// What became of the question before it was searched for.
    #[serde(flatten, default)]
    pub query: QueryTrace,
}

/// The checks that there still are: a message may have been through one that is no more.
fn known<'de, D: Deserializer<'de>>(layers: D) -> Result<Vec<Layer>, D::Error> {
    let names = Vec::<serde_json::Value>::deserialize(layers)?;
    Ok(names.into_iter().filter_map(|name| serde_json::from_value(name).ok()).collect())
}

/// How a message ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum Status {
    Complete,
    Stopped,
    Interrupted,
    Failed,
}

impl Status {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Stopped => "stopped",
            Self::Interrupted => "interrupted",
            Self::Failed => "failed",
        }
    }
}

/// A passage that nobody cited, with the sentence of it that is nearest to the question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct Related {
    /// One of the sources of the answer.
    pub source_id: String,
    /// For people to read.
    pub title: String,
    /// Page in the file, from 1; null where it has none.
    pub page: Option<u32>,
    /// Word for word.
    pub quote: String,
}

impl Related {
    /// The passage on one line, told as what it is: for a reader who sees nothing but words.
    #[must_use]
    pub fn words(&self, language: Language) -> String {
        let quote = self.quote.split_whitespace().collect::<Vec<_>>().join(" ");
        let place = match (self.page, language) {
            (Some(page), Language::Ko) => format!("{} {page}쪽", self.title),
            (Some(page), Language::En) => format!("{}, p. {page}", self.title),
            (None, _) => self.title.clone(),
        };
        match language {
            Language::Ko => format!("가장 가까운 구절입니다. 답은 아닐 수 있습니다: “{quote}” ({place})"),
            Language::En => format!("Nearest passage found, which may not be an answer: “{quote}” ({place})"),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "RemovedCitation")]
pub struct RemovedEntry {
    /// The mark as it stands in the text.
    pub mark: String,
    /// The source.
    pub source_id: Option<String>,
    /// The sentence in which it stood.
    pub statement: String,
    /// Why, in words for a person.
    pub reason: String,
    /// What was wrong with a reference to a regulation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Unfounded>,
}

/// What became of the references to regulations in an answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReferenceCounts {
    /// Shown, and leading to an article.
    pub found: usize,
    /// Of these, completed or put right by Stet.
    pub put: usize,
    /// Shown without an article.
    pub incomplete: usize,
    /// Not shown as they stood: they led nowhere, to a repealed article, or to one that does not say it.
    pub unknown: usize,
    /// Not shown: the article was repealed.
    pub repealed: usize,
    /// Not shown: the article does not say it.
    pub unsupported: usize,
}

impl ReferenceCounts {
    /// The counts of some sentences.
    #[must_use]
    pub fn of(sentences: &[SentenceReport]) -> Self {
        let shown = || sentences.iter().flat_map(|sentence| &sentence.statutes);
        let gone = |fault| {
            let removed = sentences.iter().flat_map(|sentence| &sentence.removed);
            removed.filter(|removed| removed.fault == Some(fault)).count()
        };
        Self {
            found: shown().filter(|statute| !statute.articles.is_empty()).count(),
            put: shown().filter(|statute| statute.put).count(),
            incomplete: shown().filter(|statute| statute.incomplete).count(),
            unknown: gone(Unfounded::Unknown),
            repealed: gone(Unfounded::Repealed),
            unsupported: gone(Unfounded::Unsupported),
        }
    }
}

/// One judged citation; the field names are those of wire.md.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "LogEntry")]
pub struct VerificationEntry {
    /// Null when the citation was removed.
    pub citation_number: Option<u32>,
    /// The mark as it stands in the text.
    pub mark: String,
    /// The sentence in which it stood.
    pub statement: String,
    /// Name of the file.
    pub source_file: Option<String>,
    /// Page in the file, from 1.
    pub source_page: Option<u32>,
    /// Whether the source supports the claim.
    pub is_accurate: bool,
    /// How sure the status is, 0 to 1: from 0.7 upwards of what is accurate or inaccurate.
    #[serde(serialize_with = "share")]
    pub confidence: f32,
    /// Why, in words for a person.
    pub explanation: String,
    /// The verdict.
    pub status: LogStatus,
    /// Which layer decided about the sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Decider>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct CriteriaSummary {
    /// Ids of the packs whose rules were in the prompt.
    pub applied: Vec<String>,
    /// Ids of the rules that the answer breaks.
    pub violated: Vec<String>,
    /// Rules without a pattern that nobody checked, and why.
    #[serde(default, rename = "notChecked", skip_serializing_if = "Vec::is_empty")]
    pub not_checked: Vec<Unchecked>,
}

/// Milliseconds since the question arrived.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct Timings {
    /// Until the passages were found.
    pub retrieved_ms: Option<u64>,
    /// Until the first word of the model.
    pub first_token_ms: Option<u64>,
    /// The first text stood whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written_ms: Option<u64>,
    /// The text that is the message was checked, and graded where that is switched on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checked_ms: Option<u64>,
    /// Until the end.
    pub total_ms: u64,
    /// Longest time from the end of a sentence to its verdict by words, in microseconds.
    pub slowest_verdict_us: u64,
}
