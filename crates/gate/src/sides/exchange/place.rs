//! Places of a text, and how well two of them agree in the words beside them.

use super::REACH;
use crate::text::reading::{Reading, STOP};
use stet_text::span::Span;

/// How well two places agree: words in common next to them, on the left and on the right, and how many of these carry
/// content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Fit {
    pub left: u32,
    pub right: u32,
    pub content: u32,
}

impl Fit {
    pub(super) fn sum(self) -> u32 {
        self.left + self.right
    }

    /// Whether this place is so good a match that `other` need not be the one; a place beside which a content word
    /// agrees is given up only for a clearly better one.
    pub(super) fn rivals(self, other: Self) -> bool {
        let clearly = if self.content > 0 { 2 } else { 0 };
        self.sum() + clearly >= other.sum()
    }

    /// Enough words agree for the two to be one place.
    pub(super) fn is_one_place(self) -> bool {
        let both = self.left > 0 && self.right > 0;
        both && (self.content > 1 || self.content == 1 && self.sum() > 2)
            || self.sum() >= 3 && self.content > 1
    }
}

/// The words right beside a place, by what they are compared by, and whether a sentence begins or ends there.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Beside {
    pub(super) before: (u32, u32),
    pub(super) behind: (u32, u32),
    pub(super) begins: bool,
    pub(super) ends: bool,
}

impl Beside {
    /// Whether the words before two places are the same, or a sentence begins with both.
    #[inline]
    pub(super) fn agrees_before(self, other: Self) -> bool {
        are_same(self.before, other.before) || self.begins && other.begins
    }

    /// Whether the words behind two places are the same, or a sentence ends with both.
    #[inline]
    pub(super) fn agrees_behind(self, other: Self) -> bool {
        are_same(self.behind, other.behind) || self.ends && other.ends
    }
}

/// [`Reading::is_same`] of two words, of which the key and the beginning are given.
#[inline]
pub(super) fn are_same(mine: (u32, u32), theirs: (u32, u32)) -> bool {
    mine.0 == theirs.0 && mine.0 != 0 || mine.1 == theirs.1 && mine.1 != 0
}

/// A run of tokens of a text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place<'a, 'b> {
    pub text: &'b Reading<'a>,
    pub first: usize,
    pub next: usize,
}

impl<'a, 'b> Place<'a, 'b> {
    pub(super) fn word(text: &'b Reading<'a>, at: usize) -> Self {
        Self { text, first: at, next: at + 1 }
    }

    pub(super) fn with_article(text: &'b Reading<'a>, at: usize) -> Self {
        let article = at.checked_sub(1).filter(|&before| matches!(text.word(before), "a" | "an" | "the"));
        Self { text, first: article.unwrap_or(at), next: at + 1 }
    }

    pub(super) fn value(text: &'b Reading<'a>, span: Span) -> Self {
        let first = text.tokens.partition_point(|token| token.span.end <= span.start);
        let next = text.first_from(span.end);
        Self { text, first, next }
    }

    /// Whether a sentence begins, or ends, at the side of token `at` that looks away from the place.
    pub(super) fn is_edge(self, left: bool) -> bool {
        if left {
            self.first == 0 || self.text.gap(self.first) & STOP != 0
        } else {
            self.next >= self.text.tokens.len() || self.text.gap(self.next) & STOP != 0
        }
    }

    /// What stands right beside the place.
    pub(crate) fn beside(self) -> Beside {
        let word = |at: usize| (self.text.key(at), self.text.head(at));
        Beside {
            before: self.first.checked_sub(1).map_or((0, 0), word),
            behind: word(self.next),
            begins: self.is_edge(true),
            ends: self.is_edge(false),
        }
    }

    pub(crate) fn fit(self, other: Place<'_, '_>) -> Fit {
        let mut fit = Fit::default();
        let same = |at: usize, there: usize, fit: &mut Fit| {
            let same = self.text.is_same(at, other.text, there);
            if same {
                fit.content += u32::from(self.text.content(at).is_some());
            }
            same
        };
        for step in 1..=REACH {
            let (Some(here), Some(there)) = (self.first.checked_sub(step), other.first.checked_sub(step))
            else {
                break;
            };
            if !same(here, there, &mut fit) {
                break;
            }
            fit.left += 1;
        }
        for step in 0..REACH {
            let (here, there) = (self.next + step, other.next + step);
            if here >= self.text.tokens.len()
                || there >= other.text.tokens.len()
                || !same(here, there, &mut fit)
            {
                break;
            }
            fit.right += 1;
        }
        // Both begin a sentence, or end one.
        fit.left += u32::from(fit.left == 0 && self.is_edge(true) && other.is_edge(true));
        fit.right += u32::from(fit.right == 0 && self.is_edge(false) && other.is_edge(false));
        fit
    }
}
