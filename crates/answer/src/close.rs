//! Closing a sentence: judge it, decide which of its marks survive, write what the reader gets.

use super::attribute::Found;
use super::citations::{Removal, retain_written};
use super::edits::smallest_change;
use super::event::{Against, AnswerEvent, Decider, Doubt, ModelQuestion, Passages, SentenceReport, State};
use super::gap::Shown;
use super::judge::Judged;
use super::statutes::Settled;
use super::{AnswerStream, Closed, Finished};
use stet_context::grounds::{self, Grounds};
use stet_context::marker::said;
use stet_gate::{Context, Status, Verdict, Veto, Zone, against};
use stet_marks::citation::{self, Mark, Rewritten};
use stet_prompt::Kind;
use stet_segment::SentenceKind;
use stet_text::span::Span;

impl AnswerStream {
    /// Ends a sentence of which some is `shown`: judges it, releases what was held back and reports it.
    pub(super) fn close(&mut self, sentence: Finished, mut shown: Shown, out: &mut Vec<AnswerEvent>) {
        let Finished { raw, kind, origin, ref columns } = sentence;
        let start = self.text.len() - shown.len();
        let code = kind == SentenceKind::Code;
        let broke_off = std::mem::take(&mut self.cut_off);
        let raw = if broke_off && !code { without_begun_mark(raw) } else { raw };
        if !code {
            self.show_gapped(&raw, columns, &mut shown, out);
        }
        let (Settled { text: raw, removed, mut held, rest }, marks) = self.settle(raw, columns, code);
        self.note_style(&raw, &marks);
        let statement = citation::without_marks(&raw, &self.with_keyed(&marks, &raw));
        let judged = said(&statement);
        let references =
            grounds::references(&judged, self.policy.regulations.as_deref(), &mut self.last_reference);
        // A row of a table may name its article in a cell.
        let rests =
            kind == SentenceKind::Claim || kind == SentenceKind::Table && marks.iter().any(Mark::cites);
        let grounds = rests.then(|| Grounds::of(&judged, &references)).flatten();
        self.complete_names(grounds.as_ref(), &mut held);
        let around = self.topics.around(&raw, &judged);
        let Judged { mut verdict, statement: judged, mut cited, articles } =
            self.held_against(&judged, &around, grounds.as_ref(), (kind, &marks, &held));
        let (mut raw, mut marks) = self.hold_to_places(raw, marks, columns, &mut verdict);
        let looked_for = !broke_off && articles.is_none() && held.is_empty();
        let found = looked_for.then(|| {
            let said = rest.as_deref().filter(|_| grounds.is_none()).unwrap_or(judged);
            self.attribute(&raw, &marks, (said, kind, &around), &cited, &verdict)
        });
        // Nobody has cited it, so a translation that nobody has checked is not enough.
        let found = found.flatten().filter(|found| !self.by_translation(&found.verdict));
        if looked_for && found.is_none() {
            self.look_up((judged, kind, &around), &mut verdict);
        }
        let put = self.use_found(found, (&mut raw, &mut marks, &mut cited, &mut verdict));
        let foreign = !grounds.as_ref().is_some_and(Grounds::refers) && self.is_foreign(judged, &cited);
        if foreign && verdict.open_veto().is_some() {
            // Words of two languages have found nothing that the judge would have to overrule.
            (verdict.zone, verdict.status) = (Zone::Reject, Status::Unsupported);
        }
        // The original says whether it is so, where somebody can read it.
        let asks =
            self.asks(&verdict, foreign) || self.policy.gate.model_layer && self.by_translation(&verdict);
        let by_words = self.supports_by_words(&verdict);
        let with_part = match (by_words, asks) {
            (false, false) => Vec::new(),
            (false, true) if foreign => self.all_with_part(&cited, &mut verdict),
            _ => self.with_part(judged, &around, &cited, &mut verdict),
        };
        // In strict mode nothing is cited before the model has judged.
        let kept = if by_words && !(asks && self.policy.strict) { with_part.clone() } else { Vec::new() };
        let cut_off = broke_off && is_cut_off(&statement, kind);
        let (asked, by_article) = (asks && !cut_off, articles.is_some());
        if asked {
            let told = self.told(&statement, judged, kind);
            let asked = self.question(self.sentences.len(), told, &around, &verdict, (&cited, articles));
            out.push(AnswerEvent::Ask(asked));
        }
        self.topics.pass(&raw, statement.trim(), kind);
        let first =
            self.first_report(Span::new(start, start), kind, statement.trim(), &verdict, (cut_off, asked));
        // What stands behind a sentence that waits for its verdict waits with it.
        let waits = asked || self.sentences.last().is_some_and(|last| last.withheld);
        let closed = Closed {
            report: SentenceReport { removed, ..first },
            raw,
            marks,
            held,
            verdict,
            kept,
            with_part,
            by_article,
            put: put.source,
            instead: put.instead,
            listed: Vec::new(),
            around,
            rest: grounds.map(|grounds| grounds.rest),
            asked,
            withheld: self.policy.strict && waits,
            moved: false,
            origin,
        };
        self.release_closed(closed, (put.before, put.suggested), start, shown, out);
    }

    /// Shows a sentence that has been closed, unless it is withheld. With the text `before` a citation was put into it, that
    /// comes first: the words do not wait for a mark that nobody wrote.
    fn release_closed(
        &mut self,
        mut closed: Closed,
        (before, suggested): (Option<String>, Option<Found>),
        start: usize,
        shown: Shown,
        out: &mut Vec<AnswerEvent>,
    ) {
        if self.policy.strict && !closed.asked {
            self.standardise(&mut closed);
        }
        if closed.withheld {
            self.sentences.push(closed);
            return;
        }
        let rewritten = self.rewrite(&closed);
        let reason = &closed.verdict.reason;
        if let Some(before) = before.filter(|_| !self.policy.strict) {
            self.show_closed(start, shown, &before, reason, out);
            if let Some((at, replacement)) = smallest_change(&before, &rewritten.text) {
                let reason = self.policy.say("인용을 찾아 붙였습니다", "its citation was found");
                self.edit(self.sentences.len(), at.shifted(start), replacement, reason, out);
            }
        } else {
            self.show_closed(start, shown, &rewritten.text, reason, out);
        }
        self.fill(&mut closed, &rewritten, start, false);
        if let Some(found) = suggested {
            closed.report.suggested =
                Some(self.suggestion((found.source, &found.verdict), &rewritten.text, start));
        }
        out.push(AnswerEvent::Sentence(closed.report.clone()));
        let index = self.sentences.len();
        self.sentences.push(closed);
        if self.standardise_at(index) {
            self.rewrite_closed(index, out);
        }
        for index in self.cite_listed() {
            self.rewrite_closed(index, out);
        }
    }

    /// What the model is told that a sentence says: of a row, each cell with its label and its head.
    fn told(&self, statement: &str, judged: &str, kind: SentenceKind) -> String {
        let cells = if kind == SentenceKind::Table { self.topics.cells(statement) } else { Vec::new() };
        let cells: Vec<String> = cells.into_iter().map(|(cell, _)| cell).collect();
        if cells.is_empty() { judged.trim().to_owned() } else { cells.join("; ") }
    }

    /// The question to the layers behind the words about a sentence, held against what it cites or the passages of `articles`.
    pub(super) fn question(
        &self,
        index: usize,
        statement: String,
        around: &Context<'_>,
        verdict: &Verdict,
        (cited, articles): (&[usize], Option<Passages>),
    ) -> ModelQuestion {
        ModelQuestion {
            index,
            question: self.policy.question.clone(),
            about: self.about(around),
            doubt: self.doubt(&statement, verdict),
            meant: self.meant(&statement, around, verdict, articles.as_ref()),
            statement,
            passages: articles.unwrap_or_else(|| self.passages(verdict, cited)),
        }
    }

    /// What speaks against a statement by its words, with the sentence of the source that does.
    fn doubt(&self, statement: &str, verdict: &Verdict) -> Option<Doubt> {
        let kind = match verdict.open_veto()? {
            Veto::Negation => Kind::Negation,
            Veto::Direction => Kind::Direction,
            Veto::Quotation => Kind::Quotation,
            Veto::Number => return None,
        };
        let evidence = verdict.evidence.first()?;
        let source = self.sources.get(evidence.source)?;
        let nearest = against(statement, &source.text, evidence.span);
        let passage = nearest.map_or(evidence.span, |nearest| nearest.passage);
        Some(Doubt { kind, passage: passage.of(&source.text).to_owned() })
    }

    /// What stands above a sentence, the outermost first, without the question.
    fn about(&self, around: &Context<'_>) -> Vec<String> {
        let question = self.policy.question.as_deref();
        let above = around.topics.iter().rev().filter(|topic| Some(&***topic) != question);
        above.map(ToString::to_string).collect()
    }

    /// A sentence whose references to regulations are settled, and its marks.
    fn settle(&mut self, raw: String, columns: &[usize], code: bool) -> (Settled, Vec<Mark>) {
        if code {
            return (Settled { text: raw, ..Settled::default() }, Vec::new());
        }
        let given = raw.clone();
        let settled = self.settle_statutes(raw);
        let mut marks = self.marks(&settled.text, columns);
        if given != settled.text {
            retain_written(&mut marks, &settled.text, &given, columns);
        }
        (settled, marks)
    }

    /// The report of a sentence as it is closed, before anything of it is placed.
    fn first_report(
        &self,
        span: Span,
        kind: SentenceKind,
        statement: &str,
        verdict: &Verdict,
        (cut_off, asked): (bool, bool),
    ) -> SentenceReport {
        let by_words = self.state_by_words(verdict);
        let (state, by, reason) = if cut_off {
            let reason = self
                .policy
                .say("문장이 끝나기 전에 답변이 끊겼습니다", "the answer broke off inside the sentence");
            (State::Uncertain, None, reason)
        } else if asked {
            (State::Judging, None, verdict.reason.clone())
        } else if self.by_translation(verdict) {
            (State::Supported, Some(Decider::Translation), self.policy.say_translated())
        } else {
            let compared = !verdict.evidence.is_empty();
            (by_words, compared.then_some(Decider::Words), verdict.reason.clone())
        };
        SentenceReport {
            index: self.sentences.len(),
            span,
            kind,
            state,
            score: verdict.score,
            reason,
            veto: verdict.veto,
            model_confidence: None,
            by,
            words: asked.then_some(by_words),
            citations: Vec::new(),
            statutes: Vec::new(),
            removed: Vec::new(),
            suggested: None,
            against: None,
            statement: statement.to_owned(),
        }
    }

    /// Writes a closed sentence again after the word of another layer: as the smallest edit, or as a whole when it was
    /// withheld until now.
    pub(super) fn rewrite_closed(&mut self, index: usize, out: &mut Vec<AnswerEvent>) {
        let Some(mut closed) = self.sentences.get(index).cloned() else { return };
        let mut start = closed.report.span.start;
        let rewritten = self.rewrite(&closed);
        if closed.withheld {
            start = self.text.len();
            self.show(rewritten.text.clone(), out);
        } else if let Some((at, replacement)) =
            smallest_change(closed.report.span.of(&self.text), &rewritten.text)
        {
            self.edit(index, at.shifted(start), replacement, closed.report.reason.clone(), out);
        }
        self.fill(&mut closed, &rewritten, start, true);
        (closed.moved, closed.withheld) = (false, false);
        out.push(AnswerEvent::Sentence(closed.report.clone()));
        if let Some(sentence) = self.sentences.get_mut(index) {
            *sentence = closed;
        }
    }

    /// Reports a sentence as it stands in the text from `start` on; `heard` says whether it has had its last word.
    fn fill(&self, closed: &mut Closed, rewritten: &Rewritten<Removal>, start: usize, heard: bool) {
        let citations = self.citations(rewritten, closed, start);
        let mut statutes = self.placed(&closed.held, &rewritten.text, start, &closed.kept);
        statutes.extend(closed.listed.iter().cloned());
        let mut by_gate = self.removed(rewritten, closed, heard);
        // The model did not write what was put, and is told of what it wrote instead.
        by_gate.retain(|removed| closed.put.is_none() || removed.source != closed.put);
        let Closed { report, raw, marks, instead, .. } = closed;
        report.span = Span::new(start, start + rewritten.text.len());
        report.citations = citations;
        report.statutes = statutes;
        // Removed regulation references stay removed, whatever the model says of the sentence.
        report.removed.retain(|removed| {
            removed.source.is_none()
                && !is_mark(marks, raw, &removed.mark)
                && instead.as_ref() != Some(removed)
        });
        report.removed.extend(instead.clone());
        if report.state != State::Uncited {
            report.suggested = None;
        }
        let to_check = self.to_check(closed);
        if let Some(source) = to_check {
            // It is not gone: it waits for the reader's own look.
            by_gate.retain(|removed| removed.source.is_none());
            let suggestion = self.suggestion((source, &closed.verdict), &rewritten.text, start);
            closed.report.suggested = Some(suggestion);
        }
        let report = &mut closed.report;
        report.removed.extend(by_gate);
        report.against = None;
        if report.state != State::Supported {
            closed.report.against = self.against(closed).map(Box::new);
        }
    }

    /// The cited source of a sentence that nobody could decide about, which the reader is to look at: its mark is not shown.
    fn to_check(&self, closed: &Closed) -> Option<usize> {
        let open = closed.report.state == State::Uncertain && closed.report.citations.is_empty();
        let source = closed.verdict.evidence.first()?.source;
        (open && !self.policy.strict && self.cited(&closed.marks).contains(&source)).then_some(source)
    }

    /// What the source that was nearest has in the place of a sentence.
    fn against(&self, closed: &Closed) -> Option<Against> {
        let evidence = closed.verdict.evidence.first()?;
        let source = self.sources.get(evidence.source)?;
        let claim = &closed.report.statement;
        let found = against(claim, &source.text, evidence.span)?;
        let values = self.offer((claim, closed.rest.as_deref(), &closed.around), evidence.source, &found);
        let page = source.page_at(found.passage.start);
        Some(Against { source: evidence.source, page, passage: found.passage, values })
    }
}

/// The text without a mark at its end that broke off before it was one: `… in the morning [1`. Nothing that waited for
/// the mark has been shown.
fn without_begun_mark(mut raw: String) -> String {
    if let Some(at) = citation::begun_mark(&raw) {
        raw.truncate(at);
    }
    raw
}

fn is_mark(marks: &[Mark], raw: &str, text: &str) -> bool {
    marks.iter().any(|mark| mark.span.of(raw) == text)
}

/// A claim without an end: the text broke off inside it.
fn is_cut_off(statement: &str, kind: SentenceKind) -> bool {
    let last =
        statement.trim_end().trim_end_matches(['"', '\'', '”', '’', ')', '*', '_', '」']).chars().next_back();
    kind == SentenceKind::Claim
        && !last.is_some_and(|ch| matches!(ch, '.' | '!' | '?' | '…' | '。' | '！' | '？'))
}
