//! What an answer tells its readers while it is written.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::reason::{by_words, no_verdict};
use stet_gate::{Status, Veto};
use stet_marks::statute::{CitedArticle, Unfounded};
use stet_prompt::Kind;
use stet_prompt::json::ModelVerdict;
use stet_segment::SentenceKind;
use stet_text::Language;
use stet_text::span::Span;

/// One thing that happened. Every offset is a byte offset into the text as it stands
/// once the events before it (text appended, edits applied) have been carried out.
#[derive(Debug, Clone, PartialEq)]
pub enum AnswerEvent {
    /// Text to append.
    Text(String),
    /// The state of a sentence; replaces an earlier state with the same index.
    Sentence(SentenceReport),
    /// A change to text that was sent already.
    Edit(Edit),
    /// A question for the layers behind the words; answer it with `AnswerStream::hear`.
    Ask(ModelQuestion),
    /// A rule of the writer that a sentence breaks.
    Criteria(RuleBreach),
}

/// Where a sentence stands with the gate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "SentenceStatus")]
pub enum State {
    /// The model layer has been asked.
    Judging,
    Supported,
    Unsupported,
    Uncertain,
    UnknownSource,
    Uncited,
    NotAClaim,
}

impl State {
    /// Whether it says that the sentence is supported; `None` where it says neither.
    pub(super) fn decided(self) -> Option<bool> {
        (self != Self::Uncertain).then_some(self == Self::Supported)
    }

    /// As it is written in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Judging => "judging",
            Self::Supported => "supported",
            Self::Unsupported => "unsupported",
            Self::Uncertain => "uncertain",
            Self::UnknownSource => "unknown_source",
            Self::Uncited => "uncited",
            Self::NotAClaim => "not_a_claim",
        }
    }
}

impl Decider {
    /// As it is written in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Words => "words",
            Self::Meaning => "meaning",
            Self::Model => "model",
            Self::Translation => "translation",
        }
    }
}

impl From<Status> for State {
    fn from(status: Status) -> Self {
        match status {
            Status::Supported => Self::Supported,
            Status::Unsupported => Self::Unsupported,
            Status::Uncertain => Self::Uncertain,
            Status::UnknownSource => Self::UnknownSource,
            Status::Uncited => Self::Uncited,
            Status::NotAClaim => Self::NotAClaim,
        }
    }
}

/// The layer that had the last word on a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Decider {
    Words,
    /// A model of entailment.
    Meaning,
    /// The judge.
    Model,
    /// Words, of a translation that a model has made: nobody has held the sentence against the original.
    Translation,
}

/// How far the word of a judge counts, by its trial.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trust {
    /// Least confidence at which it counts.
    pub cut: f32,
    /// Whether it counts against what words doubt of the sentence: it passed that kind.
    pub overrules: bool,
}

impl Default for Trust {
    /// In a judge that was not tried.
    fn default() -> Self {
        Self { cut: stet_prompt::CUT, overrules: false }
    }
}

/// What the layers behind the words say of a sentence about which they were asked.
#[derive(Debug, Clone, PartialEq)]
pub enum Word {
    /// The judge's verdict, or why nobody has one.
    Judge(ModelVerdict, Trust),
    /// The model of entailment decided, and how sure it is, 0 to 1.
    Meaning { supported: bool, confidence: f32 },
}

impl From<ModelVerdict> for Word {
    fn from(verdict: ModelVerdict) -> Self {
        Self::Judge(verdict, Trust::default())
    }
}

/// A sentence of the answer with everything the gate found out about it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SentenceReport {
    /// Position among the sentences of the answer, from 0.
    pub index: usize,
    /// Where the sentence stands in the answer.
    pub span: Span,
    pub kind: SentenceKind,
    pub state: State,
    /// Similarity to the cited sources, 0 to 1.
    pub score: f32,
    /// Why, in words.
    pub reason: String,
    pub veto: Option<Veto>,
    /// Confidence of the layer behind the words that decided, the judge or the model of entailment.
    pub model_confidence: Option<f32>,
    /// Which layer decided, of a sentence that was judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Decider>,
    /// What words say of a sentence about which another layer was asked: it stands where no word of that layer comes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<State>,
    pub citations: Vec<Citation>,
    /// References to regulations in its words. Missing from logs of earlier versions.
    #[serde(default)]
    pub statutes: Vec<StatuteCitation>,
    pub removed: Vec<RemovedCitation>,
    /// The citation that it could have: the only source which supports it, or the one that it cited, of which nobody could decide
    /// whether it does, for the reader to look at. Its place in the text is where the mark would stand, its number that of the source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suggested: Option<Citation>,
    /// What a cited source has in its place, where none supports it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<Box<Against>>,
    /// The sentence without marks, as it was judged.
    pub statement: String,
}

impl SentenceReport {
    /// Ends the wait for the word of another layer, which will not come: what words say stands. The text stays as it is,
    /// since while a sentence waits it shows the citations that words support.
    pub fn settle(&mut self, language: Language) {
        if self.state != State::Judging {
            return;
        }
        let why = no_verdict(language);
        self.state = self.words.unwrap_or(State::Uncertain);
        let judged = matches!(self.state, State::Supported | State::Unsupported | State::Uncertain);
        if judged && self.words.is_some() {
            let veto = self.veto.map(|_| self.reason.as_str());
            self.reason = by_words(self.score, self.state.decided(), veto, &why, language);
            self.by = Some(Decider::Words);
        } else {
            self.reason = why;
        }
    }

    /// Moves the sentence, and what stands in it: `moved` gives the new place of a byte.
    pub fn relocate(&mut self, moved: impl Fn(usize) -> usize) {
        let citations = self.citations.iter_mut().chain(&mut self.suggested);
        let citations = citations.map(|citation| &mut citation.span);
        let statutes = self.statutes.iter_mut().map(|statute| &mut statute.span);
        for span in std::iter::once(&mut self.span).chain(citations).chain(statutes) {
            *span = Span::new(moved(span.start), moved(span.end));
        }
    }
}

/// The nearest passage of a source that was held against a sentence and does not support it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Against {
    /// Position among the sources of the answer, from 0.
    pub source: usize,
    pub page: Option<u32>,
    /// Bytes of that source's text.
    pub passage: Span,
    /// Where both state another value of one thing: the sentence's words, and what in their place makes it supported: the value of
    /// the source, in the spelling of the sentence where that can be.
    pub values: Option<(String, String)>,
}

/// A citation that the gate released.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Citation {
    /// The number the reader sees.
    pub number: u32,
    /// The mark as it stands in the text, for example `[†1]`.
    pub mark: String,
    /// Position among the sources of the answer, from 0.
    pub source: usize,
    /// Page of the passage, or the one its source begins on where no passage is known.
    #[serde(default)]
    pub page: Option<u32>,
    /// Where the mark stands in the answer.
    pub span: Span,
    /// The passage that supports the sentence: bytes in that source's text.
    pub evidence: Option<Span>,
    /// Stet put it: the model had written none, or another number.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub put: bool,
}

/// A reference to a regulation that the reader sees, with what it leads to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StatuteCitation {
    /// As it stands in the text, for example `「학칙」 제25조`.
    pub text: String,
    /// Where it stands in the answer.
    pub span: Span,
    pub standing: Standing,
    /// Name of the stored regulation that it means.
    pub regulation: Option<String>,
    /// The articles that it means: one, or the first ones of a range; none where the words name only a regulation.
    pub articles: Vec<CitedArticle<String>>,
    /// Stet completed it, or put it in the place of a wrong one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub put: bool,
    /// The sentence rests on it, and no article is known that it means.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub incomplete: bool,
}

/// Why a reference to a regulation may be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum Standing {
    /// It leads to an article of the store.
    Found,
    /// It says too little, and only one article can be meant.
    Completed,
    /// It names a stored regulation and no article.
    Named,
    /// A source of the answer says just the same; the store does not have it.
    Quoted,
    /// The article was repealed, and the sentence says so or a source of the answer cites it just the same.
    Repealed,
}

/// A citation that the model wrote and the reader does not see.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RemovedCitation {
    pub mark: String,
    /// The source it meant, when there is one.
    pub source: Option<usize>,
    pub reason: String,
    /// What was wrong with a reference to a regulation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Unfounded>,
    /// The stored article that it led to, by its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub article: Option<String>,
}

/// Replace `span` by `replacement`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Edit {
    /// Order of application, from 1.
    pub seq: usize,
    pub span: Span,
    pub replacement: String,
    pub reason: String,
}

/// Passages that a sentence is held against, each with the title of its source or the name of its regulation.
pub type Passages = Vec<(String, String)>;

/// What the layers behind the words are asked about one sentence.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelQuestion {
    pub index: usize,
    /// The sentence without marks.
    pub statement: String,
    /// The question that the answer answers.
    pub question: Option<String>,
    /// What stands above the sentence and may name its subject, the outermost first.
    pub about: Vec<String>,
    /// The passages that it cites, each with the title of its source.
    pub passages: Passages,
    /// Why words refuse it, where that may be otherwise in meaning.
    pub doubt: Option<Doubt>,
    /// The same question for a model of entailment.
    pub meant: Meant,
}

/// What words take a sentence to say otherwise than its source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doubt {
    pub kind: Kind,
    /// The sentence of the source that comes nearest.
    pub passage: String,
}

/// What a model of entailment is asked about one sentence.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Meant {
    /// The sentence with its subject, where it leaves that out.
    pub claim: String,
    /// The passages that come closest to it, best first, each with the title of its source.
    pub windows: Passages,
    /// What words say: whether they support it, and whether a value, a denial or the like speaks against it.
    pub by_words: bool,
    pub vetoed: bool,
}

/// A criteria rule that a sentence breaks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RuleBreach {
    pub pack_id: String,
    pub rule_id: String,
    /// Index of the sentence.
    pub sentence: usize,
    pub message: String,
}
