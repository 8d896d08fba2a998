//! A mark early in its sentence does not hold the words behind it: they are shown without it, and it comes by an edit
//! when the verdict is there.
//!
//! Whether that happens, and how much is shown before the edit, depends on the sentence alone, not on how it came.

use super::edits::smallest_change;
use super::{AnswerEvent, AnswerStream};
use stet_marks::citation::{self, Cited, Decision};
use stet_marks::statute;
use stet_text::span::Span;

/// Bytes of a sentence within which a mark is early: at its head, behind a label, in a first cell.
const EARLY: usize = 64;

/// Bytes behind a mark that tell what would go with it, and within which a word has to end then.
const BEHIND: usize = 40;
const MAX_WORD: usize = 60;

/// Bytes within which it has to be certain that no mark stands across the end of those.
const CERTAIN: usize = 400;

/// The beginning of the open sentence, which is shown without its marks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Gap {
    /// Bytes of the sentence, and of what is shown of them.
    at: usize,
    len: usize,
}

/// What of a sentence is shown before it is closed: its first bytes, but for a gap.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Shown {
    pub gap: Option<Gap>,
    pub to: usize,
}

impl Shown {
    /// Bytes in the text.
    pub fn len(&self) -> usize {
        self.gap.map_or(self.to, |gap| gap.len + self.to - gap.at)
    }
}

impl AnswerStream {
    /// Shows the open sentence beyond an early mark, when what has come of it is enough.
    pub(super) fn pass_mark(&mut self, settled: usize, out: &mut Vec<AnswerEvent>) {
        let Some(mark) = self.hold.mark().filter(|_| self.gap.is_none() && self.blocked.is_none()) else {
            return;
        };
        let Some(at) = behind(&self.open, mark).filter(|at| *at <= settled && self.open.len() < at + CERTAIN)
        else {
            return;
        };
        let columns = self.columns.citing().to_vec();
        let hold = self.hold.passing(&self.open, at, &columns);
        // What would go with a reference that may come is not shown either.
        let referred = || self.lead_of(&self.open, self.hold.safe_of_references()) < at;
        let certain = hold.safe() >= at && (self.policy.regulations.is_none() || !referred());
        if certain && let Some(gap) = self.open_gap(&self.open, at, &columns) {
            self.hold = hold;
            let shown = self.shown;
            self.show_head(gap, shown, out);
            self.shown = at;
        }
    }

    /// The gap that ends at `at` in a sentence; none where a mark or a reference to a regulation stands across or before.
    fn open_gap(&self, sentence: &str, at: usize, columns: &[usize]) -> Option<(Gap, String)> {
        let mut marks = self.marks(sentence, columns);
        marks.retain(|mark| mark.span.start < at);
        let across = marks.iter().any(|mark| mark.span.end > at);
        let referred = self.first_reference(sentence).is_some_and(|reference| reference < at);
        let head = sentence.get(..at).filter(|_| !across && !referred)?;
        let text = citation::rewrite(head, &marks, &mut |_: &Cited| Decision::Remove(())).text;
        Some((Gap { at, len: text.len() }, text))
    }

    /// Shows the beginning of a sentence of which `shown` bytes are in the text.
    fn show_head(&mut self, (gap, head): (Gap, String), shown: usize, out: &mut Vec<AnswerEvent>) {
        self.show(head.get(shown..).unwrap_or_default().to_owned(), out);
        self.gap = Some(gap);
    }

    /// Where the first reference to a regulation begins, with what would go with it.
    pub(super) fn first_reference(&self, sentence: &str) -> Option<usize> {
        let regulations = self.policy.regulations.as_deref()?;
        let first = statute::scan_statutes_in(sentence, regulations).into_iter().next()?;
        Some(self.lead_of(sentence, first.span.start))
    }

    /// Shows what of a whole sentence with an early mark does not wait for the verdict: all up to the next mark.
    pub(super) fn show_gapped(
        &mut self,
        raw: &str,
        columns: &[usize],
        shown: &mut Shown,
        out: &mut Vec<AnswerEvent>,
    ) {
        if self.policy.strict {
            return;
        }
        let marks = citation::scan_row(raw, columns);
        if shown.gap.is_none() {
            let first = marks.iter().find(|mark| mark.span.start >= shown.to);
            let gap = first.and_then(|mark| behind(raw, mark.span));
            let Some(gap) = gap.and_then(|at| self.open_gap(raw, at, columns)) else { return };
            let to = gap.0.at;
            self.show_head(gap, shown.to, out);
            *shown = Shown { gap: self.gap.take(), to };
        }
        let from = shown.gap.map_or(0, |gap| gap.at);
        let next = marks.iter().find(|mark| mark.span.start >= from);
        let mut to = next.map_or(raw.len(), |mark| citation::lead_start(raw, mark.span.start));
        to = self.first_reference(raw).map_or(to, |at| to.min(at));
        if let Some(words) = raw.get(shown.to..to) {
            self.show(words.to_owned(), out);
            shown.to = to;
        }
    }

    /// Shows what is not yet shown of a sentence that begins at `start`, and puts in what was left out.
    pub(super) fn show_closed(
        &mut self,
        start: usize,
        shown: Shown,
        text: &str,
        reason: &str,
        out: &mut Vec<AnswerEvent>,
    ) {
        let before = Span::new(start, self.text.len()).of(&self.text);
        if let Some(rest) = text.strip_prefix(before) {
            return self.show(rest.to_owned(), out);
        }
        // The words behind the gap stay where they are.
        let len = shown.gap.map_or(before.len(), |gap| gap.len);
        let (head, words) = before.split_at_checked(len).unwrap_or((before, ""));
        let from = text.floor_char_boundary(len.saturating_sub(1));
        let found = text.get(from..).and_then(|tail| tail.find(words)).map(|at| from + at);
        let (new, rest) = found
            .and_then(|at| Some((text.get(..at)?, text.get(at + words.len()..)?)))
            .filter(|_| !words.is_empty())
            .unwrap_or((text, ""));
        let old = if rest.is_empty() && new.len() == text.len() { before } else { head };
        let change = smallest_change(old, new);
        if let Some((span, replacement)) = change {
            self.edit(self.sentences.len(), span.shifted(start), replacement, reason.to_owned(), out);
        }
        self.show(rest.to_owned(), out);
    }
}

/// Where the words behind an early mark are enough to tell what goes with it, and one has ended.
fn behind(sentence: &str, mark: Span) -> Option<usize> {
    let from = sentence.ceil_char_boundary(mark.end + BEHIND);
    let rest = sentence.get(from..).filter(|_| mark.end <= EARLY)?;
    let word = rest.find(' ').filter(|word| *word <= MAX_WORD)?;
    Some(from + word)
}
