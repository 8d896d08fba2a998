//! What a mark is, and how it names its sources.
//!
//! Owns the types; leaves the forms to [`super::table`] and the question whether the place is prose at all to
//! [`super::literal`]. Nothing looks at more than [`MAX_MARK_CHARS`] characters, so the work per bracket is constant
//! whatever the input.

use serde::{Deserialize, Serialize};
use stet_text::span::Span;

/// Longest mark in characters, brackets included. What is longer is text: no one cites in a paragraph,
/// and a stream must not hold back more than this for a bracket that never closes.
pub const MAX_MARK_CHARS: usize = 96;

/// Largest number that is a source. Four digits are a year (`[2024]`).
pub const MAX_NUMBER: u32 = 999;

/// The way a mark names its sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
}

/// A citation in a sentence: a bracket mark, or a source that is named in words with its number. Spans are byte offsets in the sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Mark {
    pub span: Span,
    pub grammar: Grammar,
    /// None where only the words of a citation begin (`[cite_start]`), which the reader does not see.
    pub refs: Vec<MarkRef>,
}

impl Mark {
    /// Whether it names a source.
    #[must_use]
    pub const fn cites(&self) -> bool {
        !self.refs.is_empty()
    }
}

/// What a mark is made of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Shape {
    /// `[1]`: with a target behind it, it is the text of a link.
    #[default]
    Square,
    /// Anything else.
    Other,
}

/// A mark that was read; spans are relative to its first byte.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Body {
    pub start: usize,
    /// Where it ends.
    pub len: usize,
    pub grammar: Grammar,
    pub refs: Vec<MarkRef>,
    pub shape: Shape,
}

impl Body {
    /// The mark where it stands.
    pub fn at(self, at: usize) -> Mark {
        let mut refs = self.refs;
        for reference in &mut refs {
            match reference {
                MarkRef::Number { span, .. } | MarkRef::Range { span, .. } | MarkRef::Name { span, .. } => {
                    *span = span.shifted(at);
                }
            }
        }
        Mark { span: Span::new(at + self.start, at + self.len), grammar: self.grammar, refs }
    }
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

/// A raised digit.
pub(super) const fn is_raised(c: char) -> bool {
    matches!(c, '¹' | '²' | '³' | '⁰' | '⁴'..='⁹')
}

pub(super) const fn is_separator(c: char) -> bool {
    matches!(c, ',' | ';' | '，' | '；' | '、' | '·' | '/' | '&')
}
