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
mod close;
mod columns;
mod contradictions;
#[cfg(test)]
mod cut_tests;
mod event;
#[cfg(test)]
mod forms;
mod gap;
mod grounds;
mod headings;
mod judge;
#[cfg(test)]
mod layer_tests;
mod lists;
#[cfg(test)]
mod long_tests;
mod marker;
mod markup;
#[cfg(test)]
mod orphans;
mod places;
mod pointer;
pub mod report;
mod sections;
mod source;
mod standard;
mod statutes;
#[cfg(test)]
mod tests;
mod topics;
mod warm;

use std::sync::OnceLock;

pub use addresses::{Addresses, Form};
pub use attribute::Attribute;
pub use contradictions::{Contradiction, Place};
pub use event::{
    Against, AnswerEvent, Citation, Decider, Edit, Meant, ModelQuestion, RemovedCitation, RuleBreach,
    SentenceReport, Standing, State, StatuteCitation, Word,
};
pub use source::{AnswerPolicy, AnswerSource, ReferenceList, no_verdict};
pub use stet_prompt::json::ModelVerdict;
pub use warm::warm;

use self::columns::Columns;
use self::gap::{Gap, Shown};
use self::lists::OwnLists;
use self::statutes::{Held, Reading, SourceStatutes};
use self::topics::Topics;
use stet_gate::{PreparedSources, Verdict};
use stet_marks::citation::{self, HoldScanner, Mark, Numbering, OwnWords};
use stet_marks::statute::{self, StatuteRef, Unverifiable};
use stet_segment::{Sentence, SentenceKind, SentenceSegmenter};
use stet_text::Language;
use stet_text::span::Span;

/// Least confidence at which the model's word counts; below it the sentence stays uncertain (gate.md §3).
pub const MODEL_CONFIDENCE: f32 = 0.7;

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
    /// What it is about, the nearest first.
    topics: Vec<String>,
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

    /// Takes the word of a layer on a sentence that was asked about. A judgement without confidence leaves the sentence
    /// uncertain. Where there is no judgement, the words' own stands: a fault of the checker neither makes a message more
    /// verified than it would be without one nor takes away what words support. A second word on a sentence is ignored.
    pub fn hear(&mut self, index: usize, word: &Word, out: &mut Vec<AnswerEvent>) {
        let Some(sentence) = self.sentences.get_mut(index).filter(|sentence| sentence.asked) else {
            return;
        };
        sentence.asked = false;
        let threshold = self.policy.gate.similarity_threshold;
        let report = &mut sentence.report;
        match word {
            Word::Meaning { supported, confidence } => {
                report.model_confidence = Some(*confidence);
                report.by = Some(Decider::Meaning);
                report.state = if *supported { State::Supported } else { State::Unsupported };
                report.reason = self.policy.say_meant(*supported, *confidence);
            }
            Word::Judge(ModelVerdict::Judged { accurate, confidence, explanation }) => {
                let confidence = if confidence.is_finite() { confidence.clamp(0.0, 1.0) } else { 0.0 };
                report.model_confidence = Some(confidence);
                report.by = Some(Decider::Model);
                report.state = match (accurate, confidence >= MODEL_CONFIDENCE) {
                    (true, true) => State::Supported,
                    (false, true) => State::Unsupported,
                    (_, false) => State::Uncertain,
                };
                report.reason = self.policy.say_judged(report.state, confidence, explanation.trim());
                judge::lead_to_original(&self.sources, &mut sentence.verdict);
            }
            Word::Judge(ModelVerdict::Failed { reason }) => {
                report.by = Some(Decider::Words);
                report.state = sentence.verdict.by_words(threshold).into();
                report.reason = self.policy.say_by_words(&sentence.verdict, reason);
                let translated = judge::rests_on_translation(&self.sources, &sentence.verdict);
                if translated && report.state == State::Supported {
                    report.by = Some(Decider::Translation);
                    report.reason = format!("{}; {reason}", self.policy.say_translated());
                }
            }
        }
        match report.state {
            State::Supported => sentence.kept.clone_from(&sentence.with_part),
            State::Unsupported => sentence.kept.clear(),
            // What nobody cited is put only where it is certain.
            _ if sentence.put.is_some() => sentence.kept.clear(),
            _ => {}
        }
        if sentence.put.is_some() && sentence.instead.is_none() && report.state != State::Supported {
            report.state = State::Uncited;
            (report.model_confidence, report.by) = (None, None);
            report.reason = self.policy.say_uncited();
        }
        self.standardise_at(index);
        if self.sentences.get(index).is_some_and(|sentence| sentence.withheld) {
            self.release_withheld(out);
        } else {
            self.rewrite_closed(index, out);
        }
    }

    /// Shows the sentences that were withheld, up to the first that still waits for its verdict.
    fn release_withheld(&mut self, out: &mut Vec<AnswerEvent>) {
        let Some(first) = self.sentences.iter().position(|sentence| sentence.withheld) else { return };
        for index in first..self.sentences.len() {
            if self.sentences.get(index).is_none_or(|sentence| sentence.asked) {
                return;
            }
            self.rewrite_closed(index, out);
        }
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

    /// Closes the finished sentences at the head of the open text.
    fn take(&mut self, done: &[Sentence], out: &mut Vec<AnswerEvent>) {
        let mut used = 0;
        for sentence in done {
            let span = Span::new(sentence.span.start - self.open_at, sentence.span.end - self.open_at);
            used = span.end;
            let raw = span.of(&self.open).to_owned();
            let columns = self.columns.pass(&raw, sentence.kind);
            self.pass(Finished { raw, kind: sentence.kind, origin: sentence.span, columns }, out);
        }
        if used > 0 {
            self.open.drain(..used);
            self.open_at += used;
            self.blocked = None;
            self.referred = 0;
            self.hold.reset(self.columns.citing());
            let rest = std::mem::take(&mut self.open);
            self.hold_back(&rest);
            self.open = rest;
        }
    }

    /// Shows the scanner more of the open sentence.
    fn hold_back(&mut self, more: &str) {
        match &self.policy.regulations {
            Some(regulations) => self.hold.push_in(more, regulations),
            None => self.hold.push(more),
        }
    }

    /// Closes a finished sentence, unless it is a part of the form that is not shown.
    fn pass(&mut self, mut sentence: Finished, out: &mut Vec<AnswerEvent>) {
        let shown = Shown { gap: self.gap.take(), to: std::mem::take(&mut self.shown) };
        if sentence.kind == SentenceKind::Meta && begins_fence(&sentence.raw) {
            // Of a fence around text the blank lines behind it stay.
            let blank = sentence.raw.find('\n').map_or(sentence.raw.len(), |end| end + 1);
            sentence.raw.drain(..blank);
            let first = self.text.is_empty() && !self.sentences.iter().any(|before| before.withheld);
            if sentence.raw.is_empty() || first {
                return;
            }
        }
        let raw = (self.policy.attribute != Attribute::Off).then(|| sentence.raw.clone());
        let (heading, sentence) = self.lists.pass(sentence);
        if let Some(raw) = raw.filter(|_| heading.is_none() && sentence.is_none()) {
            self.note_listed(&raw);
        }
        if let Some(heading) = heading {
            let cut_off = std::mem::take(&mut self.cut_off);
            self.close(heading, Shown::default(), out);
            self.cut_off = cut_off;
        }
        if let Some(sentence) = sentence {
            self.close(sentence, shown, out);
        }
    }

    /// Releases as much of the open sentence as can neither become a mark nor move to another sentence.
    fn release(&mut self, out: &mut Vec<AnswerEvent>) {
        if self.policy.strict {
            return;
        }
        let settled = self.segmenter.settled().saturating_sub(self.open_at);
        let code = self.segmenter.in_code_block();
        if self.holds_line(code) {
            return;
        }
        if !code {
            self.pass_mark(settled, out);
        }
        let mut limit = if code { settled } else { settled.min(self.hold.safe()) };
        limit = limit.min(self.open.len());
        if limit <= self.shown {
            return;
        }
        if !code {
            limit = self.statute_limit(limit).max(self.shown);
        }
        let Some(piece) = self.open.get(self.shown..limit).filter(|piece| !piece.is_empty()) else { return };
        let piece = piece.to_owned();
        self.shown = limit;
        self.show(piece, out);
    }

    /// Whether the open line is one that is not shown, or may still become one: the heading of a list of references, the
    /// fence around a text that is no code.
    fn holds_line(&self, code: bool) -> bool {
        let unseen = self.open.get(..self.shown).is_none_or(|shown| shown.trim().is_empty());
        if self.lists.open || !unseen {
            return self.lists.open;
        }
        // What is not settled may belong to the next sentence.
        let settled = self.segmenter.settled().saturating_sub(self.open_at);
        let open = self.open.get(..settled).unwrap_or(&self.open);
        open.trim().is_empty() || !code && begins_fence(open) || citation::may_be_references_heading(open)
    }

    /// Bytes of the open sentence before a regulation reference that is not complete or was not found.
    fn statute_limit(&mut self, limit: usize) -> usize {
        let Some(regulations) = self.policy.regulations.clone() else { return limit };
        if let Some(blocked) = self.blocked {
            return limit.min(self.lead_of(&self.open, blocked));
        }
        let mut limit = limit.min(self.hold.safe_of_references());
        let mut context = self.open_statutes.clone();
        let mut passed: Vec<(Span, usize, statute::Context)> = Vec::new();
        for reference in statute::scan_statutes_from(&self.open, self.shown, self.referred, &regulations) {
            let span = reference.span;
            // References are shown whole or not at all, and so are lists of them: a member alone says too little.
            if span.end > limit {
                limit = limit.min(span.start);
                let mut next = span.start;
                while let Some((before, ..)) = passed.last()
                    && statute::joins(Span::new(before.end.min(next), next).of(&self.open))
                {
                    (next, limit) = (before.start, limit.min(before.start));
                    passed.pop();
                }
                break;
            }
            // In literals no reference is checked. What is one is known at the end of the sentence, and behind a gap nothing else is put in before.
            let missing = self.gap.is_some() || self.hold.may_cover(span) || {
                let reading = self.read(&reference, &self.open, false, &regulations, &mut context);
                matches!(reading, Reading::Missing(_))
            };
            if missing {
                limit = span.start;
                // What joins it to the one before goes with it.
                if let Some((before, ..)) = passed.last()
                    && self.policy.unverifiable == Unverifiable::Remove
                    && statute::joins(Span::new(before.end.min(limit), limit).of(&self.open))
                {
                    limit = before.end;
                }
                self.blocked = Some(limit);
                break;
            }
            // The name of a regulation may still get its article: `**학칙** 25조`.
            let before = passed.last().map_or(self.referred, |(_, settled, _)| *settled);
            let settled = if reference.form == statute::Form::NameOnly { before } else { span.end };
            passed.push((span, settled, context.clone()));
        }
        // What would go with a reference that may come.
        let limit = self.lead_of(&self.open, limit);
        // What is not shown yet is read again.
        if let Some((_, settled, context)) = passed.into_iter().rfind(|(span, ..)| span.end <= limit) {
            (self.referred, self.open_statutes) = (settled, context);
        }
        limit
    }

    /// Where the words begin that may go with a reference that begins at `reference`: those that it takes with it,
    /// and what a mark behind it would take when it is gone.
    fn lead_of(&self, sentence: &str, reference: usize) -> usize {
        let mut at = reference;
        if self.policy.unverifiable != Unverifiable::Remove {
            return at;
        }
        loop {
            let before = citation::lead_start(sentence, statute::removable_lead(sentence, at));
            if before >= at {
                return at;
            }
            at = before;
        }
    }

    fn show(&mut self, piece: String, out: &mut Vec<AnswerEvent>) {
        if !piece.is_empty() {
            self.text.push_str(&piece);
            out.push(AnswerEvent::Text(piece));
        }
    }

    /// Replaces part of the text that belongs to sentence `index`, and moves the sentences behind it.
    fn edit(
        &mut self,
        index: usize,
        span: Span,
        replacement: String,
        reason: String,
        out: &mut Vec<AnswerEvent>,
    ) {
        self.text.replace_range(span.start..span.end, &replacement);
        let moved = |at: usize| at - span.len() + replacement.len();
        if span.len() != replacement.len() {
            for sentence in self.sentences.iter_mut().skip(index + 1) {
                sentence.moved = true;
                sentence.report.relocate(moved);
            }
        }
        self.edits += 1;
        out.push(AnswerEvent::Edit(Edit { seq: self.edits, span, replacement, reason }));
    }
}

/// Whether a line is a fence.
fn begins_fence(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("```") || line.starts_with("~~~")
}
