//! The grammars of a citation mark: `[1]`, `[†1, 3]`, `【1】`, `[출처: 약관 제5조]`, `(Source 2)`, `¹`.
//!
//! Owns the question "does a mark start here"; leaves to [`super::literal`] the question whether the
//! place is prose at all. The parser never looks at more than [`MAX_MARK_CHARS`] characters, so the work
//! per bracket is constant whatever the input.

use super::appended::appended;
use super::cursor::{Cursor, joins_raised};
use super::markup;
use serde::Serialize;
use stet_text::digit;
use stet_text::span::Span;

/// Longest mark in characters, brackets included. What is longer is text: no one cites in a paragraph,
/// and a stream must not hold back more than this for a bracket that never closes.
pub const MAX_MARK_CHARS: usize = 96;

/// Largest number that is a source. Four digits are a year (`[2024]`).
pub const MAX_NUMBER: u32 = 999;

/// The way a mark names its sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Grammar {
    /// By the number of a source of this answer: `[†1]`, `[1-3]`, `[출처 2]`.
    Numeric,
    /// By title, file or article: `[source: handbook p.10]`.
    Named,
    /// In words, by the number of a source of this answer: `Source 2 states`, `출처 2에 따르면`.
    Worded,
    /// By the authors and the year of a work, or its identifier: `(Kim et al., 2020)`, `doi:10.1000/182`.
    Bibliographic,
}

/// One reference inside a mark. Spans are relative to the text that was scanned.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum MarkRef {
    Number {
        n: u32,
        span: Span,
    },
    /// `from..=to` as written, which may run backwards or far beyond the sources. It is never expanded
    /// past [`MAX_NUMBER`].
    Range {
        from: u32,
        to: u32,
        span: Span,
    },
    Name {
        text: String,
        span: Span,
    },
}

impl MarkRef {
    /// Where the reference stands.
    #[must_use]
    pub const fn span(&self) -> Span {
        match self {
            Self::Number { span, .. } | Self::Range { span, .. } | Self::Name { span, .. } => *span,
        }
    }

    pub(super) fn shift(&mut self, by: usize) {
        match self {
            Self::Number { span, .. } | Self::Range { span, .. } | Self::Name { span, .. } => {
                *span = span.shifted(by);
            }
        }
    }
}

/// Answer of [`match_mark`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkMatch {
    /// No mark starts here, whatever follows.
    No,
    /// Not yet a mark, but more text could make it one. Never returned for more than
    /// [`MAX_MARK_CHARS`] characters.
    Partial,
    /// A mark of this many bytes.
    Complete(usize),
}

/// Whether a mark starts at byte 0 of `rest`, where prose stands before.
///
/// A mark in square brackets directly followed by `(` is a Markdown link and therefore no mark, and a raised number
/// directly followed by a letter is that letter's. When the mark ends where `rest` ends, `Complete(rest.len())` is the
/// answer although such a character could still arrive: a caller that needs certainty in a stream waits for one more.
#[must_use]
pub fn match_mark(rest: &str) -> MarkMatch {
    match parse(rest).map(|body| (appended(&body, rest.get(body.len..).unwrap_or_default()), body)) {
        // It belongs to the sentence that follows.
        Ok((_, body)) if body.refs.is_empty() => MarkMatch::No,
        Ok((Ok(more), body)) if more > 0 => MarkMatch::Complete(body.len + more),
        Ok((Err(_), body)) if body.len < rest.len() => MarkMatch::Partial,
        Ok((_, body)) if body.is_spoiled_by(rest.get(body.len..).and_then(|after| after.chars().next())) => {
            MarkMatch::No
        }
        Ok((_, body)) if body.may_go_on(rest.get(body.len..).unwrap_or_default()) => MarkMatch::Partial,
        Ok((_, body)) => MarkMatch::Complete(body.len),
        Err(Stop::Partial) => MarkMatch::Partial,
        Err(Stop::No) => MarkMatch::No,
    }
}

/// Where at the end of `text` a mark begins that has no end, with the white space before it.
#[must_use]
pub fn begun_mark(text: &str) -> Option<usize> {
    let begins = |&(at, c): &(usize, char)| {
        let begun = |rest: &str| {
            // Brackets with words are text until they name a number or a source.
            let cites = rest.contains(|c: char| c == ':' || digit(c).is_some())
                || is_open(c) && names_begun(rest)
                || markup::begins(rest);
            cites && match_mark(rest) == MarkMatch::Partial
        };
        may_open(c) && text.get(at..).is_some_and(begun)
    };
    let at = text.char_indices().rev().take(MAX_MARK_CHARS).find(begins)?.0;
    let head = text.get(..at)?;
    if head.ends_with('\\') || head.matches('`').count() % 2 == 1 {
        return None;
    }
    Some(head.trim_end_matches(|c: char| is_open(c) || c.is_whitespace()).len())
}

/// Whether nothing stands in a square bracket yet, or the beginning of a word that introduces a source.
fn names_begun(rest: &str) -> bool {
    let rest = rest.trim_start_matches(|c: char| is_open(c) || c.is_whitespace());
    let mut cur = Cursor { rest, at: 0, left: MAX_MARK_CHARS, width: 0, shape: Shape::Square };
    matches!(cur.peek(), Err(Stop::Partial)) || cur.worded() == Err(Stop::Partial)
}

/// A parsed mark; spans are relative to its first byte.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Body {
    pub len: usize,
    pub grammar: Grammar,
    pub refs: Vec<MarkRef>,
    pub shape: Shape,
}

impl Body {
    /// Whether the character behind it makes it no mark.
    pub fn is_spoiled_by(&self, next: Option<char>) -> bool {
        match self.shape {
            Shape::Square => next == Some('('),
            Shape::Raised => next.is_some_and(|c| c.is_ascii_alphanumeric() || is_raised(c)),
            Shape::Coded | Shape::Round => false,
        }
    }
}

impl Body {
    /// Whether `rest`, which stands behind it, may be the beginning of another member: `¹,`.
    pub fn may_go_on(&self, rest: &str) -> bool {
        let mut chars = rest.chars();
        self.shape == Shape::Raised && chars.next().is_some_and(joins_raised) && chars.next().is_none()
    }
}

/// What a mark is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// `[1]`
    Square,
    /// Brackets written as entities: `&#91;1&#93;`.
    Coded,
    /// `(출처 1)`, `(Source: handbook)`
    Round,
    /// `¹`, `<sup>1</sup>`
    Raised,
}

/// Why there is no mark (yet).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    No,
    Partial,
}

/// Whether a mark in square brackets opens with this character.
#[must_use]
pub const fn is_open(c: char) -> bool {
    matches!(c, '[' | '【' | '［' | '〔' | '〖' | '⟦')
}

/// Whether a mark may open with this character.
#[must_use]
pub const fn may_open(c: char) -> bool {
    is_open(c) || is_raised(c) || matches!(c, '(' | '（' | '<' | '&' | '\\' | '{' | '^')
}

/// Whether a character that may open a mark begins with this byte.
pub(super) const fn may_open_with(byte: u8) -> bool {
    matches!(byte, b'[' | b'(' | b'<' | b'&' | b'\\' | b'{' | b'^' | 0xc2 | 0xe2 | 0xe3 | 0xef)
}

/// Whether a text may have a mark.
pub(super) fn may_mark(text: &str) -> bool {
    text.bytes().any(may_open_with)
}

/// A raised digit.
pub(super) const fn is_raised(c: char) -> bool {
    matches!(c, '¹' | '²' | '³' | '⁰' | '⁴'..='⁹')
}

pub(super) const fn is_separator(c: char) -> bool {
    matches!(c, ',' | ';' | '，' | '；' | '、' | '·' | '/' | '&')
}

/// Parses a number in a tag that cites at byte 0, where none can be raised.
pub(super) fn parse_tag(rest: &str) -> Result<Body, Stop> {
    let mut cur = Cursor { rest, at: 0, left: MAX_MARK_CHARS, width: 0, shape: Shape::Square };
    or_markup(cur.tagged(false), rest)
}

/// A number in a tag, or markup that cites otherwise.
fn or_markup(tagged: Result<Body, Stop>, rest: &str) -> Result<Body, Stop> {
    match (tagged, markup::parse(rest, MAX_MARK_CHARS)) {
        (Ok(body), _) | (_, Ok(body)) => Ok(body),
        (Err(Stop::Partial), _) | (_, Err(Stop::Partial)) => Err(Stop::Partial),
        _ => Err(Stop::No),
    }
}

/// Parses a mark at byte 0.
pub(super) fn parse(rest: &str) -> Result<Body, Stop> {
    let mut cur = Cursor { rest, at: 0, left: MAX_MARK_CHARS, width: 0, shape: Shape::Square };
    let opens = rest.chars().next().ok_or(Stop::Partial)?;
    match opens {
        '(' | '（' => cur.shape = Shape::Round,
        '&' => cur.shape = Shape::Coded,
        '<' => return or_markup(cur.tagged(true), rest),
        '\\' | '{' | '^' => return markup::parse(rest, MAX_MARK_CHARS),
        _ if is_raised(opens) => return cur.raised(),
        _ if !is_open(opens) => return Err(Stop::No),
        _ => {}
    }
    let open = cur.peek()?;
    match open {
        '(' | '（' => cur.shape = Shape::Round,
        _ if is_open(open) => {}
        _ => return Err(Stop::No),
    }
    cur.bump();
    cur.spaces()?;
    let nested = cur.shape != Shape::Round && is_open(cur.peek()?);
    if nested {
        cur.bump();
        cur.spaces()?;
    }
    let first = cur.peek()?;
    let (grammar, refs) = match (first.is_alphabetic(), nested) {
        (true, true) => cur.worded()?,
        (true, false) => cur.described()?,
        (false, _) if cur.shape == Shape::Round && !first.is_alphanumeric() => return Err(Stop::No),
        (false, _) if cur.shape == Shape::Round => cur.counted_or_file()?,
        (false, true) => cur.numbers()?,
        (false, false) => cur.numbered()?,
    };
    cur.close()?;
    if nested {
        cur.spaces()?;
        cur.close()?;
    }
    Ok(Body { len: cur.at, grammar, refs, shape: cur.shape })
}
