//! Citation marks in a sentence.
//!
//! Owns the grammars of bracket marks, where they may stand, how much of an open sentence may be shown
//! before a mark could begin, and how a sentence reads once marks are renumbered or removed. Leaves to
//! [`crate::domain::statute`] references to articles in prose, and to the gate whether a source supports
//! the sentence.

mod carrier;
mod definition;
mod grammar;
mod hold;
mod literal;
mod references;
mod rewrite;

pub(in crate::domain) use carrier::RESTS;
pub use definition::is_definition;
pub use grammar::{Grammar, MAX_MARK_CHARS, MAX_NUMBER, MarkMatch, MarkRef, begun_mark, match_mark};
pub(in crate::domain) use hold::CARRIERS;
pub use hold::{HoldScanner, lead_start};
pub use references::{
    Numbering, Reference, is_references_heading, is_references_line, listed_references,
    may_be_references_heading, references_section,
};
pub use rewrite::{Cited, Decision, KeptMark, RemovedMark, Rewritten, rewrite};

use crate::domain::span::Span;
use serde::Serialize;

/// A bracket mark in a sentence. Spans are byte offsets in the sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Mark {
    pub span: Span,
    pub grammar: Grammar,
    /// At least one.
    pub refs: Vec<MarkRef>,
}

/// The marks of a complete sentence, in order, outside of literals. Linear in the text.
#[must_use]
pub fn scan_marks(sentence: &str) -> Vec<Mark> {
    if !grammar::may_mark(sentence) {
        return Vec::new();
    }
    let mut lexer = literal::Lexer::new(sentence);
    lexer.run(true);
    lexer.marks
}

#[cfg(test)]
mod tests;
