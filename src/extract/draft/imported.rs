//! A file as a draft, with what stands beside its text.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// A file as a draft.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Imported {
    pub title: Option<String>,
    /// Markdown, with every tracked change refused.
    pub text: String,
    /// The same with every tracked change taken; `None` where there are none.
    pub proposed: Option<String>,
    pub changes: Vec<Tracked>,
    pub comments: Vec<Comment>,
    /// Pictures that are not in the text, whose descriptions are.
    pub pictures: usize,
    /// Paragraphs of the body of a Word file or an ODT, in its order, each with where it begins in text and proposed text; none of a file
    /// that cannot go out again as it came in.
    pub origins: Vec<Origin>,
}

/// A paragraph of such a file. Ranges are bytes of its main part.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Origin {
    pub at: Range<usize>,
    /// The block of the body that it stands in: itself, or a table.
    pub top: Range<usize>,
    /// Byte of the text; none where nothing of it is in it.
    pub before: Option<usize>,
    /// Byte of the proposed text.
    pub after: Option<usize>,
}

/// A change that somebody made while changes were tracked.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Tracked {
    pub author: String,
    /// As the file writes it, usually RFC 3339.
    pub at: String,
    /// Bytes of the text that are deleted.
    pub before: Vec<Range<usize>>,
    /// Bytes of the proposed text that are new.
    pub after: Vec<Range<usize>>,
}

/// What somebody noted to a place.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Comment {
    pub author: String,
    pub at: String,
    pub text: String,
    /// Bytes of the text; empty where the place is not said.
    pub range: Range<usize>,
}
