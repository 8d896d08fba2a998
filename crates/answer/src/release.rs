//! The release of what the model writes: what of the open sentence may be shown.

use super::event::AnswerEvent;
use super::gap::Shown;
use super::policy::Attribute;
use super::{AnswerStream, Finished};
use stet_context::held::Reading;
use stet_marks::citation;
use stet_marks::statute::{self, Unverifiable};
use stet_segment::{Sentence, SentenceKind};
use stet_text::span::Span;

impl AnswerStream {
    /// Closes the finished sentences at the head of the open text.
    pub(super) fn take(&mut self, done: &[Sentence], out: &mut Vec<AnswerEvent>) {
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
    pub(super) fn hold_back(&mut self, more: &str) {
        match &self.policy.regulations {
            Some(regulations) => self.hold.push_in(more, regulations),
            None => self.hold.push(more),
        }
    }

    /// Closes a finished sentence, unless it is a part of the form that is not shown.
    pub(super) fn pass(&mut self, mut sentence: Finished, out: &mut Vec<AnswerEvent>) {
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
        if self.is_echo(&sentence.raw, sentence.kind) {
            return;
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
    pub(super) fn release(&mut self, out: &mut Vec<AnswerEvent>) {
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
    /// fence around a text that is no code, the question again.
    fn holds_line(&self, code: bool) -> bool {
        let unseen = self.open.get(..self.shown).is_none_or(|shown| shown.trim().is_empty());
        if self.lists.open || !unseen {
            return self.lists.open;
        }
        // What is not settled may belong to the next sentence.
        let settled = self.segmenter.settled().saturating_sub(self.open_at);
        let open = self.open.get(..settled).unwrap_or(&self.open);
        open.trim().is_empty()
            || !code && (begins_fence(open) || self.may_echo(open))
            || citation::may_be_references_heading(open)
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
                let reading = self.resolve(&reference, &self.open, false, &regulations, &mut context);
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
    pub(super) fn lead_of(&self, sentence: &str, reference: usize) -> usize {
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
}

/// Whether a line is a fence.
fn begins_fence(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("```") || line.starts_with("~~~")
}
