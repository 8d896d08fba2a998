//! How much of an open sentence may be shown before a mark, or a reference to a regulation, could begin.

use super::literal::Lexer;
use super::scan::in_literal;
use super::words::{ASIDES, CARRIERS, LEADS};
use crate::pattern::Pattern;
use crate::statute::{RegulationIndex, StatuteHold};
use memchr::memrchr_iter;
use stet_text::span::Span;

/// Bytes looked at in front of a mark for what would go with it; also the most that is held back for a
/// mark that has not begun.
const WINDOW: usize = 64;

/// Tags that go with what they enclose.
const LEAD_TAGS: &[&str] =
    &["<sup>", "<sub>", "<b>", "<i>", "<u>", "<em>", "<strong>", "<small>", "<mark>", "<span>"];

/// Streaming scanner over one open sentence.
///
/// Work is linear in the text whatever the cuts, and what can be shown depends on the text alone.
#[derive(Debug, Default)]
pub struct HoldScanner {
    lexer: Lexer,
    safe: usize,
    /// Behind the last byte of [`may_wrap`].
    wrapped: usize,
    references: StatuteHold,
}

impl HoldScanner {
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Feeds more of the sentence.
    pub fn push(&mut self, delta: &str) {
        if self.holds_mark() {
            return;
        }
        if let Some(last) = delta.bytes().rposition(may_wrap) {
            self.wrapped = self.lexer.text.len() + last + 1;
        }
        self.lexer.text.push_str(delta);
        self.lexer.run(false);
        let text = &self.lexer.text;
        let end = self.mark().map(|mark| mark.start).or(self.lexer.candidate);
        let end = end.unwrap_or(text.len());
        let window = lead_window(text, end);
        self.safe = self.safe.max(lead_start_in(text, window, self.wrapped > window.start));
    }

    /// Feeds more of a sentence in which references to regulations are checked against an index, the same one throughout.
    pub fn push_in<Id: Clone>(&mut self, delta: &str, index: &RegulationIndex<Id>) {
        self.push(delta);
        self.references.push(delta, index);
    }

    /// Bytes that can be shown as far as references go. Grows only. No reference that is incomplete, or that
    /// [`crate::statute::scan_statutes_in`] could still find, begins before it.
    #[must_use]
    pub const fn safe_of_references(&self) -> usize {
        self.references.safe()
    }

    /// Whether a literal stands in a span before [`Self::safe`], or may turn out to.
    #[must_use]
    pub fn may_cover(&self, span: Span) -> bool {
        span.end > self.lexer.decided() || in_literal(&self.lexer.literals, span)
    }

    /// Bytes since the start of the sentence that can be shown now. Grows only. A mark, and the white
    /// space, comma and opening bracket that would go with it, never lies before it.
    #[must_use]
    pub const fn safe(&self) -> usize {
        self.safe
    }

    /// Whether a mark has been seen: [`Self::safe`] stays where it is until the sentence ends.
    #[must_use]
    pub fn holds_mark(&self) -> bool {
        self.mark().is_some()
    }

    /// The mark that has been seen.
    #[must_use]
    pub fn mark(&self) -> Option<Span> {
        self.lexer.marks.last().map(|mark| mark.span).filter(|mark| mark.start >= self.lexer.from)
    }

    /// The scanner, fed with a sentence, as it passes the marks that begin before `from`.
    #[must_use]
    pub fn passing(&self, sentence: &str, from: usize, columns: &[usize]) -> Self {
        let mut scanner = Self::default();
        scanner.reset(columns);
        scanner.lexer.from = from;
        scanner.push(sentence);
        scanner.references = self.references.clone();
        scanner
    }

    /// Begins the next sentence, in which `columns` cite if it is a row of a table.
    pub fn reset(&mut self, columns: &[usize]) {
        self.lexer.reset();
        self.lexer.columns.extend_from_slice(columns);
        (self.safe, self.wrapped) = (0, 0);
        self.references.reset();
    }

    #[cfg(test)]
    pub(super) const fn work(&self) -> usize {
        self.lexer.work
    }
}

/// Where the text that would be orphaned by the removal of a mark at `end` begins: white space, one
/// comma, opening brackets or emphasis, and lead-in words inside them. Every beginning of such a text
/// counts as one, so the result only grows with `end` moving through it.
#[must_use]
pub fn lead_start(text: &str, end: usize) -> usize {
    let window = lead_window(text, end);
    lead_start_in(text, window, window.of(text).bytes().any(may_wrap))
}

/// Where a lead that ends at `end` may stand.
fn lead_window(text: &str, end: usize) -> Span {
    Span::new(text.ceil_char_boundary(end.saturating_sub(WINDOW)), end)
}

/// [`lead_start`] of the end of a window, which has no byte of [`may_wrap`] unless it is `wrapped`.
fn lead_start_in(text: &str, window: Span, wrapped: bool) -> usize {
    let before = window.of(text);
    let lead = if wrapped {
        window.start + LEAD.start(before).unwrap_or(before.len())
    } else {
        window.start + before.trim_end_matches(|c: char| c.is_whitespace() || is_joint(c)).len()
    };
    carrier(text, window.end).map_or(lead, |(start, _)| lead.min(start))
}

/// Longest of [`CARRIERS`] with white space around it, in bytes.
const MAX_CARRIER: usize = 20;

/// Longest list marker, quotation mark or emphasis before the first word of a sentence, in bytes.
const MAX_MARKUP: usize = 12;

/// Where the phrase begins that stands directly before `end`, at the beginning of the sentence or behind a comma
/// (which is then part of it), and whether it is a whole one; it may be only the beginning of one.
pub(super) fn carrier(text: &str, end: usize) -> Option<(usize, bool)> {
    let last = text.as_bytes().get(end.checked_sub(1)?)?;
    if !(last.is_ascii_alphabetic() || *last == b' ') {
        return None;
    }
    let from = text.ceil_char_boundary(end.saturating_sub(MAX_CARRIER));
    let window = text.as_bytes().get(from..end)?;
    let comma = memrchr_iter(b',', window)
        .find(|at| window.get(at + 1) == Some(&b' '))
        .map(|at| (from + at, from + at + 2));
    let first = || {
        let head = text.get(..end).filter(|_| end <= MAX_MARKUP + MAX_CARRIER)?;
        let word = head.char_indices().find(|(_, c)| c.is_alphabetic()).map(|(at, _)| at)?;
        // A comma that the window has left behind would have counted before.
        let begins = word <= MAX_MARKUP && !head.get(..word)?.contains(", ");
        (begins && end - word <= MAX_CARRIER).then_some((word, word))
    };
    let (start, word) = comma.or_else(first)?;
    let phrase = text.as_bytes().get(word..end)?;
    // Its first letter rules out most.
    if !matches!(phrase.first()?.to_ascii_lowercase(), b'a' | b'b' | b'i' | b'p' | b's') {
        return None;
    }
    let bare = phrase.get(..phrase.iter().rposition(|byte| *byte != b' ').map_or(0, |last| last + 1))?;
    let begins = |known: &&str| {
        known.as_bytes().get(..phrase.len()).is_some_and(|head| head.eq_ignore_ascii_case(phrase))
    };
    let asides = if comma.is_some() { ASIDES.as_slice() } else { &[] };
    let mut known = CARRIERS.iter().chain(asides);
    let whole =
        bare.len() < phrase.len() && known.clone().any(|known| known.as_bytes().eq_ignore_ascii_case(bare));
    let begun = !bare.is_empty() && known.any(begins);
    (whole || begun).then_some((start, whole))
}

/// White space and what joins, then brackets and emphasis with a lead-in word in each; the last one may be only begun.
static LEAD: Pattern = Pattern::new(|| {
    let begun = |word: &&str| -> Vec<String> {
        let ends = word.char_indices().map(|(at, c)| at + c.len_utf8());
        ends.filter_map(|end| word.get(..end).map(regex::escape)).collect()
    };
    let leads = lead_words();
    let words: Vec<String> = LEADS.iter().flat_map(begun).collect();
    let tags: Vec<String> = LEAD_TAGS.iter().flat_map(begun).collect();
    let open = format!(r"(?:[(（\[*_~{{^]|{})\s*", LEAD_TAGS.join("|"));
    let (words, tags) = (words.join("|"), tags.join("|"));
    format!(r"(?i)[\s,;，；、—–:：]*(?:{open}(?:(?:{leads})[\s.:：,]*)?)*(?:{open}(?:{words})|{tags})?$")
});

/// The words that say nothing without a mark, as alternatives.
fn lead_words() -> String {
    LEADS.iter().map(|lead| regex::escape(lead)).collect::<Vec<String>>().join("|")
}

pub(super) const fn is_comma(c: char) -> bool {
    matches!(c, ',' | ';' | '，' | '；' | '、')
}

/// Punctuation that would be orphaned between the text and the end of a clause: `… — [9].`
pub(super) const fn is_joint(c: char) -> bool {
    is_comma(c) || matches!(c, '—' | '–' | ':' | '：')
}

/// Whether one of the brackets and the emphasis that go with their only content may begin with a byte.
const fn may_wrap(byte: u8) -> bool {
    matches!(byte, b'(' | b'[' | b'*' | b'_' | b'<' | b'~' | b'{' | b'^') || byte == "（".as_bytes()[0]
}

static LEAD_WORD: Pattern = Pattern::new(|| {
    let leads = lead_words();
    format!(r"(?i)(?:^|[^\p{{Alphabetic}}\p{{N}}])(?<lead>(?:{leads})[.:：,]*\s*)$")
});

/// `text` without lead-in words and white space at its end.
pub(super) fn without_lead(text: &str) -> &str {
    let near = text.get(text.ceil_char_boundary(text.len().saturating_sub(WINDOW))..).unwrap_or_default();
    let lead = LEAD_WORD.captures(near).and_then(|found| found.name("lead"));
    let bare = lead.map_or(near.len(), |lead| lead.start());
    text.get(..text.len() - near.len() + bare).unwrap_or(text).trim_end()
}
