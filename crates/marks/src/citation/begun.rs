//! Whether a mark begins a text, or is begun where one ends.

use super::grammar::{Shape, is_open, may_open};
use super::literal::Lexer;
use super::table::{Answer, alone};

/// Answer of [`match_mark`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkMatch {
    /// No mark starts here, whatever follows.
    No,
    /// Not yet a mark, but more text could make it one. Never returned for more than [`super::MAX_MARK_CHARS`] characters that a
    /// reader sees.
    Partial,
    /// A mark of this many bytes.
    Complete(usize),
}

/// Whether a mark starts at byte 0 of `rest`, where prose stands before.
///
/// A mark in square brackets directly followed by `(` is a Markdown link and therefore no mark. When the mark ends where
/// `rest` ends, `Complete(rest.len())` is the answer although such a character could still arrive: a caller that needs
/// certainty in a stream waits for one more.
#[must_use]
pub fn match_mark(rest: &str) -> MarkMatch {
    match alone(rest) {
        Answer::Hold => MarkMatch::Partial,
        Answer::No => MarkMatch::No,
        // It belongs to the sentence that follows.
        Answer::Found(body) if body.refs.is_empty() => MarkMatch::No,
        Answer::Found(body)
            if body.shape == Shape::Square
                && rest.get(body.len..).is_some_and(|tail| tail.starts_with('(')) =>
        {
            MarkMatch::No
        }
        Answer::Found(body) => MarkMatch::Complete(body.len),
    }
}

/// Where at the end of `text` a mark begins that has no end, with the white space before it.
#[must_use]
pub fn begun_mark(text: &str) -> Option<usize> {
    let mut lexer = Lexer::new(text);
    lexer.through = true;
    lexer.run(false);
    let at = lexer.candidate?;
    let rest = text.get(at..)?;
    let inside = rest.trim_start_matches(|c: char| is_open(c) || c.is_whitespace());
    // Brackets with words are text until they name a number or a source.
    let cites = rest.contains(|c: char| c == ':' || stet_text::digit(c).is_some())
        || rest.starts_with(is_open) && (inside.is_empty() || begins_lead(inside))
        || rest.starts_with(['\\', '{', '<']) && rest.len() > 3;
    let opens = rest.starts_with(may_open) && !lexer.is_open();
    (cites && opens).then(|| {
        text.get(..at).unwrap_or_default().trim_end_matches(|c: char| is_open(c) || c.is_whitespace()).len()
    })
}

/// Whether a text is the beginning of a word that introduces a source.
fn begins_lead(text: &str) -> bool {
    let word = text.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default().to_lowercase();
    let mut leads = ["words/en/leads", "words/ko/leads"].into_iter().flat_map(stet_data::words);
    !word.is_empty() && leads.any(|lead| lead.starts_with(&word))
}
