//! What is to be written: the text, what is proposed for it, and what was noted to it.

use std::ops::Range;

use crate::flat::Fate;
use crate::picture::Pictures;
use crate::{Document, Inline, Run};

/// What a file is made of.
#[derive(Debug, Clone)]
pub struct Export<'a> {
    pub title: &'a str,
    /// What the text is mostly written in: `ko`, `en`, or as a file says it, `de-DE`.
    pub language: &'a str,
    /// The pages of a file that is made anew.
    pub page: Page,
    /// The text as it is.
    pub text: &'a Document,
    /// The text as it would be with every change that is proposed; tracked are the differences.
    pub proposed: Option<&'a Document>,
    pub changes: &'a [Change],
    pub remarks: &'a [Remark],
    /// Pictures that the text names: PNG, JPEG, GIF. Of others there is the description.
    pub pictures: Option<&'a Pictures>,
    /// When the file is made, as RFC 3339.
    pub at: &'a str,
}

/// How large a page is, and how far its text stands from each side, in twentieths of a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    pub width: u32,
    pub height: u32,
    pub top: u32,
    pub right: u32,
    pub bottom: u32,
    pub left: u32,
}

/// A4, with an inch on each side.
impl Default for Page {
    fn default() -> Self {
        Self { width: 11_906, height: 16_838, top: 1440, right: 1440, bottom: 1440, left: 1440 }
    }
}

/// A language with its country.
pub(crate) fn locale(language: &str) -> &str {
    match language {
        "ko" => "ko-KR",
        "en" => "en-US",
        other => other,
    }
}

impl<'a> Export<'a> {
    /// A change whose reason is to be told, if it is the first time; in a note none is.
    pub(crate) fn untold(&self, change: usize, told: &mut [bool], in_note: bool) -> Option<&'a Change> {
        let reason = self.changes.get(change).filter(|change| !change.reason.is_empty())?;
        (!std::mem::replace(told.get_mut(change)?, true) && !in_note).then_some(reason)
    }
}

/// A file, and the text that it was read as.
#[derive(Debug, Clone)]
pub struct Original<'a> {
    pub bytes: &'a [u8],
    pub text: &'a Document,
    /// The text with every tracked change taken, where there are some.
    pub proposed: Option<&'a Document>,
    /// In the order of the file.
    pub paragraphs: &'a [Origin],
    /// What was noted in it, of which what no remark says any more goes; none where nobody decides of it.
    pub comments: &'a [Remark],
}

/// A paragraph of the main part of a file, in bytes of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Origin {
    pub at: Range<usize>,
    /// The block of the body that it stands in.
    pub top: Range<usize>,
    /// Where it begins in the text and in the proposed one.
    pub before: Option<usize>,
    pub after: Option<usize>,
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

/// Where a remark begins or ends in the text before the changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Edge {
    pub(crate) at: usize,
    pub(crate) begins: bool,
    pub(crate) id: usize,
}

/// Where remarks begin and end, in the order of the text; the first has the id `first`.
pub(crate) fn edges(first: usize, remarks: &[Remark]) -> Vec<Edge> {
    let mut edges: Vec<Edge> = Vec::new();
    for (id, remark) in (first..).zip(remarks) {
        edges.push(Edge { at: remark.range.start, begins: true, id });
        edges.push(Edge { at: remark.range.end.max(remark.range.start + 1), begins: false, id });
    }
    edges.sort_unstable();
    edges
}

/// A run in pieces that end where remarks begin and end.
pub(crate) fn cut(run: Run, fate: Fate, edges: &[Edge]) -> Vec<(Run, Fate)> {
    let Inline::Text(text) = &run.inline else { return vec![(run, fate)] };
    if run.at.len() != text.len() {
        return vec![(run, fate)];
    }
    let inner = edges.iter().map(|edge| edge.at).filter(|at| run.at.start < *at && *at < run.at.end);
    let mut places: Vec<usize> = inner.map(|at| at - run.at.start).chain([text.len()]).collect();
    places.dedup();
    let mut from = 0;
    let mut out = Vec::with_capacity(places.len());
    for to in places {
        let Some(words) = text.get(from..to) else { continue };
        let at = run.at.start + from..run.at.start + to;
        out.push((Run { inline: Inline::Text(words.to_owned()), at, ..run.clone() }, fate));
        from = to;
    }
    out
}
