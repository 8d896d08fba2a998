//! The answer stream: a model's text in, checked text out.
//!
//! [`AnswerStream`] joins the segmenter, the mark scanner and the gate into one synchronous
//! `push` / `finish` machine and owns the release policy of gate.md §4:
//!
//! * words flow as they come, up to the first place where a mark might begin or a sentence might end;
//! * a finished sentence is judged against the sources it cites, and what survived is released;
//! * what words alone leave open is asked of the layers behind them ([`AnswerEvent::Ask`]); their word comes back through
//!   [`AnswerStream::hear`] and reaches the reader as an edit and a new state of the sentence. In strict mode the
//!   sentence, and what follows it, waits for it instead, and there are no edits. All are asked about at once.
//!
//! A citation is in the text only while the gate's last word on it is good: supported by words, or by the model.
//! Carrying events to clients, asking the model and storing belong to `ask`.

mod addresses;
mod articles;
mod attribute;
mod citations;
mod close;
mod columns;
mod contradictions;
#[cfg(test)]
mod cut_tests;
mod echo;
mod edits;
mod event;
#[cfg(test)]
mod forms;
mod gap;
mod hear;
mod judge;
#[cfg(test)]
mod layer_tests;
mod lists;
#[cfg(test)]
mod long_tests;
mod offer;
#[cfg(test)]
mod orphans;
mod places;
mod pointer;
mod policy;
mod reason;
mod release;
pub mod report;
mod standard;
mod statutes;
#[cfg(test)]
mod tests;
mod warm;

use std::sync::OnceLock;

pub use addresses::{Addresses, Form};
pub use contradictions::{Contradiction, Place};
pub use event::{
    Against, AnswerEvent, Citation, Decider, Doubt, Edit, Meant, ModelQuestion, Passages, RemovedCitation,
    RuleBreach, SentenceReport, Standing, State, StatuteCitation, Trust, Word,
};
pub use policy::{AnswerPolicy, Attribute, ReferenceList};
pub use reason::no_verdict;
pub use stet_context::source::AnswerSource;
pub use stet_prompt::json::ModelVerdict;
pub use warm::warm;

use self::columns::Columns;
use self::gap::Gap;
use self::lists::OwnLists;
use stet_context::held::{Held, SourceStatutes};
use stet_context::topics::Topics;
use stet_gate::{Context, PreparedSources, Verdict};
use stet_marks::citation::{self, HoldScanner, Mark, Numbering, OwnWords};
use stet_marks::statute::{self, StatuteRef};
use stet_segment::{SentenceKind, SentenceSegmenter};
use stet_text::Language;
use stet_text::span::Span;

/// A sentence that has been closed, with what is needed to write it again.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "where it stands with several parts of the release")]
struct Closed {
    report: SentenceReport,
    /// The sentence as the model wrote it, regulation references already settled.
    raw: String,
    marks: Vec<Mark>,
    /// Its references to regulations that may be shown.
    held: Vec<Held>,
    verdict: Verdict,
    /// Sources whose marks are shown, by position.
    kept: Vec<usize>,
    /// The cited sources with a part in the verdict: their marks are shown when the model supports the sentence.
    with_part: Vec<usize>,
    /// The verdict rests on articles of the store; none of the sources has a part in it.
    by_article: bool,
    /// The source whose citation Stet put, and the citation whose number was wrong.
    put: Option<usize>,
    instead: Option<RemovedCitation>,
    /// References that the text lists below the sentence.
    listed: Vec<StatuteCitation>,
    /// What it is about.
    around: Context<'static>,
    /// What it says besides the references on which it rests.
    rest: Option<String>,
    /// The model layer has been asked and has not answered.
    asked: bool,
    /// Not in the text before the model has judged it, or one before it (strict release only).
    withheld: bool,
    /// Moved by an edit since it was last reported.
    moved: bool,
    /// Where the sentence stands in what the model wrote.
    origin: Span,
}

impl Closed {
    /// Makes it one that an article of the store supports.
    fn support(&mut self, verdict: Verdict) {
        let report = &mut self.report;
        (report.state, report.by, report.model_confidence) = (State::Supported, Some(Decider::Words), None);
        (report.score, report.veto) = (verdict.score, verdict.veto);
        report.reason.clone_from(&verdict.reason);
        (self.by_article, self.verdict) = (true, verdict);
        self.kept.clear();
    }
}

/// A sentence that has ended and is to be closed.
#[derive(Debug)]
struct Finished {
    raw: String,
    kind: SentenceKind,
    /// Where it stands in what the model wrote.
    origin: Span,
    /// Columns that cite, when it is the row of a table.
    columns: Vec<usize>,
}

/// Turns the deltas of one answer into events. See the module text.
#[derive(Debug)]
pub struct AnswerStream {
    sources: Vec<AnswerSource>,
    /// The language of each, once a sentence has asked for it.
    languages: Vec<OnceLock<Language>>,
    prepared: PreparedSources,
    policy: AnswerPolicy,
    /// What the references to regulations said up to the open sentence, and up to what is shown of it.
    statutes: statute::Context,
    open_statutes: statute::Context,
    /// The last reference in the closed sentences, to which `같은 조` points.
    last_reference: Option<StatuteRef>,
    /// What the sources say about regulations, when references to them are checked.
    source_statutes: SourceStatutes,
    /// What the sources say in the form of a citation, read when a sentence has one in words.
    own_words: OnceLock<OwnWords>,

    segmenter: SentenceSegmenter,
    hold: HoldScanner,
    /// Text of the model from the start of the open sentence.
    open: String,
    /// Offset of `open` in everything the model wrote.
    open_at: usize,
    /// Bytes of the open sentence that are in `text` already.
    shown: usize,
    /// What of it is in `text` without its mark.
    gap: Option<Gap>,
    /// Where the last reference ends that is shown of the open sentence.
    referred: usize,
    /// Where in the open sentence a reference begins that may not be shown: the rest waits for the sentence's end.
    blocked: Option<usize>,
    /// What of the table that comes cites.
    columns: Columns,
    /// What the sentence that comes is about.
    topics: Topics,

    /// The answer as the reader has it, edits applied.
    text: String,
    sentences: Vec<Closed>,
    edits: usize,
    /// Numbers of the released sources, by key.
    numbers: Numbering<String>,
    /// The model writes its marks without a dagger.
    plain_numbers: bool,
    /// Sources in the lists that the model wrote itself.
    listed: Vec<usize>,
    /// Lists of references that the model wrote itself.
    lists: OwnLists,
    /// The sentence that is closed next broke off.
    cut_off: bool,
}

impl AnswerStream {
    /// A stream that may cite `sources`; the N-th one is `[N]` to the model. `prepared` holds the same texts in
    /// the same order.
    #[must_use]
    pub fn new(sources: Vec<AnswerSource>, prepared: PreparedSources, policy: AnswerPolicy) -> Self {
        let topics = Topics::new(policy.question.clone());
        let titles: Vec<String> = sources.iter().map(AnswerSource::called).collect();
        let prepared = prepared.titled(titles);
        let index = policy.regulations.as_deref();
        let source_statutes = index.map(|index| SourceStatutes::new(&sources, index)).unwrap_or_default();
        Self {
            languages: vec![OnceLock::new(); sources.len()],
            sources,
            prepared,
            policy,
            statutes: statute::Context::default(),
            open_statutes: statute::Context::default(),
            last_reference: None,
            source_statutes,
            own_words: OnceLock::new(),
            segmenter: SentenceSegmenter::new(),
            hold: HoldScanner::new(),
            open: String::new(),
            open_at: 0,
            shown: 0,
            gap: None,
            referred: 0,
            blocked: None,
            columns: Columns::default(),
            topics,
            text: String::new(),
            sentences: Vec::new(),
            edits: 0,
            numbers: Numbering::new(),
            plain_numbers: false,
            listed: Vec::new(),
            lists: OwnLists::default(),
            cut_off: false,
        }
    }

    /// Takes the next piece of the model's text.
    pub fn push(&mut self, delta: &str, out: &mut Vec<AnswerEvent>) {
        if delta.is_empty() {
            return;
        }
        let mut done = Vec::new();
        self.segmenter.push(delta, &mut done);
        self.open.push_str(delta);
        self.hold_back(delta);
        self.take(&done, out);
        self.release(out);
    }

    /// Ends the model's text. With `whole` false (stopped, stalled, failed) a claim that breaks off is not judged
    /// as if it had been finished.
    pub fn finish(&mut self, whole: bool, out: &mut Vec<AnswerEvent>) {
        let mut done = Vec::new();
        self.segmenter.finish(&mut done);
        let last = done.len().saturating_sub(1);
        self.take(done.get(..last).unwrap_or_default(), out);
        self.cut_off = !whole;
        self.take(done.get(last..).unwrap_or_default(), out);
        self.cite_listed_sources(out);
    }

    /// Ends the answer: what the model layer left unanswered is judged by words, sentences that edits moved are
    /// reported once more, and the list of references is written.
    pub fn conclude(&mut self, out: &mut Vec<AnswerEvent>) {
        let unanswered = ModelVerdict::Failed { reason: no_verdict(self.policy.language) }.into();
        while let Some(index) = self.sentences.iter().position(|sentence| sentence.asked) {
            self.hear(index, &unanswered, out);
        }
        for sentence in &mut self.sentences {
            if std::mem::take(&mut sentence.moved) {
                out.push(AnswerEvent::Sentence(sentence.report.clone()));
            }
        }
        let listed = match self.policy.references {
            ReferenceList::Append => true,
            ReferenceList::Replace => self.lists.had(),
            ReferenceList::Omit => false,
        };
        if listed {
            let entries: Vec<_> = self.references().collect();
            if !entries.is_empty() {
                let gap = if self.text.ends_with("\n\n") {
                    ""
                } else if self.text.ends_with('\n') {
                    "\n"
                } else {
                    "\n\n"
                };
                let section = citation::references_section(&entries, self.policy.language);
                self.show(format!("{gap}{section}"), out);
            }
        }
    }

    /// The answer as the reader has it: all text, all edits.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The sentences closed so far.
    pub fn sentences(&self) -> impl Iterator<Item = &SentenceReport> {
        self.sentences.iter().map(|sentence| &sentence.report)
    }

    /// Where the sentences closed so far stand in what the model wrote.
    pub fn origins(&self) -> impl Iterator<Item = Span> {
        self.sentences.iter().map(|sentence| sentence.origin)
    }

    #[must_use]
    pub fn sources(&self) -> &[AnswerSource] {
        &self.sources
    }

    /// Bytes of the sentence that has not ended.
    #[must_use]
    pub const fn open(&self) -> usize {
        self.open.len()
    }

    /// Sentences with a question to the model layer that is still open.
    #[must_use]
    pub fn pending(&self) -> usize {
        self.sentences.iter().filter(|sentence| sentence.asked).count()
    }
}
