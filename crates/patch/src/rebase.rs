//! Edits of a draft, and where pending patches stand after them.
//!
//! Owns the arithmetic of one edit against one place. Leaves the list of staged
//! patches and their states to [`super::stage`].

use serde::{Deserialize, Serialize};

use super::diff::{self, Hunk};
use stet_text::span::Span;

/// A replacement of bytes in a draft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit {
    /// Bytes of the text before the edit.
    pub range: Span,
    /// What stands there afterwards.
    pub text: String,
    /// Where the edit may really have happened: with two equal sentences side by side nobody can
    /// tell from the texts which of them was removed. Equal to `range` for an edit that was observed.
    pub reach: Span,
}

/// What an edit does to a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rebased {
    /// The edit is elsewhere; the place is now here.
    Shifted(Span),
    /// The edit touches the place without changing its words.
    Touched(Span),
    /// The edit changed words of the place; what is left of it is here.
    Broken(Span),
}

impl Rebased {
    /// The place after the edit, whatever happened to it.
    #[must_use]
    pub const fn span(self) -> Span {
        match self {
            Self::Shifted(span) | Self::Touched(span) | Self::Broken(span) => span,
        }
    }
}

impl Edit {
    /// An edit that was observed at this place.
    #[must_use]
    pub fn new(range: Span, text: impl Into<String>) -> Self {
        Self { range, text: text.into(), reach: range }
    }

    /// The text after the edit; `text` itself when the range does not fit it.
    #[must_use]
    pub fn apply(&self, text: &str) -> String {
        match (
            text.get(..self.range.start),
            text.get(self.range.start..self.range.end),
            text.get(self.range.end..),
        ) {
            (Some(head), Some(_), Some(tail)) => [head, &self.text, tail].concat(),
            _ => text.to_owned(),
        }
    }

    /// Where `place` stands after the edit.
    #[must_use]
    pub fn rebase(&self, place: Span) -> Rebased {
        let edit = self.range;
        let after = |at: usize| at - edit.end + edit.start + self.text.len();
        let moved =
            if place.start > edit.end || place.start == edit.end && !(place.is_empty() && edit.is_empty()) {
                Span::new(after(place.start), after(place.end))
            } else if place.end <= edit.start {
                place
            } else {
                let start = place.start.min(edit.start);
                let end = if place.end >= edit.end { after(place.end) } else { edit.start + self.text.len() };
                return Rebased::Broken(Span::new(start, end));
            };
        if place.end < self.reach.start || place.start > self.reach.end {
            Rebased::Shifted(moved)
        } else if self.reach == edit {
            Rebased::Touched(moved)
        } else {
            // Some equivalent edit would have changed the words.
            let inside = place.start < self.reach.end && self.reach.start < place.end;
            if inside { Rebased::Broken(moved) } else { Rebased::Touched(moved) }
        }
    }
}

/// The edits that turn `old` into `new`, last first, so that each can be applied in turn without
/// moving the ones still to come.
#[must_use]
pub fn edits(old: &str, new: &str) -> Vec<Edit> {
    let diff = diff::diff(old, new);
    let mut hunks: Vec<Hunk> = diff.beads.iter().flat_map(|bead| bead.hunks.iter().copied()).collect();
    // A moved sentence is, for those who hold places in the text, one removed and one written.
    for moved in &diff.moves {
        hunks.push(Hunk { before: moved.before, after: Span::new(moved.after.start, moved.after.start) });
        hunks.push(Hunk { before: Span::new(moved.to, moved.to), after: moved.after });
    }
    hunks.sort_by_key(|hunk| (hunk.before.start, !hunk.before.is_empty(), hunk.after.start));
    let mut out: Vec<Edit> = hunks
        .into_iter()
        .map(|hunk| Edit {
            range: hunk.before,
            text: hunk.after.of(new).to_owned(),
            reach: reach(old, new, hunk),
        })
        .collect();
    out.reverse();
    out
}

/// How far a pure insertion or deletion can slide without changing the result.
fn reach(old: &str, new: &str, hunk: Hunk) -> Span {
    let (text, span) = match (hunk.before.is_empty(), hunk.after.is_empty()) {
        (true, false) => (new.as_bytes(), hunk.after),
        (false, true) => (old.as_bytes(), hunk.before),
        _ => return hunk.before,
    };
    let byte = |at: usize| text.get(at);
    let mut left = 0;
    while span.start > left && byte(span.start - left - 1) == byte(span.end - left - 1) {
        left += 1;
    }
    let mut right = 0;
    while span.end + right < text.len() && byte(span.start + right) == byte(span.end + right) {
        right += 1;
    }
    Span::new(hunk.before.start.saturating_sub(left), (hunk.before.end + right).min(old.len()))
}
