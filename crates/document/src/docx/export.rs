//! What is to be written: the text, what is proposed for it, and what was noted to it.

use std::ops::Range;

use crate::Document;

/// What a Word file is made of.
#[derive(Debug, Clone)]
pub struct Export<'a> {
    pub title: &'a str,
    /// `ko` or `en`: what the text is mostly written in.
    pub language: &'a str,
    /// The text as it is.
    pub text: &'a Document,
    /// The text as it would be with every change that is proposed; tracked are the differences.
    pub proposed: Option<&'a Document>,
    pub changes: &'a [Change],
    pub remarks: &'a [Remark],
    /// When the file is made, as RFC 3339.
    pub at: &'a str,
}

/// A change that waits for a decision. Bytes are those of the Markdown before and after all changes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Change {
    pub before: Range<usize>,
    pub after: Range<usize>,
    pub author: String,
    /// As RFC 3339.
    pub at: String,
    /// Becomes a comment where it is not empty.
    pub reason: String,
}

/// What somebody noted to a place of the text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Remark {
    pub range: Range<usize>,
    pub author: String,
    /// As RFC 3339.
    pub at: String,
    pub text: String,
}

/// Author of what nobody is named for.
pub(crate) const PROGRAM: &str = "Stet";
