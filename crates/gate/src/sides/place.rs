//! Places of a text, and how well two of them agree in the words beside them.

use stet_reading::reading::{Reading, STOP};
use stet_text::span::Span;

/// Words on each side that are compared.
const REACH: usize = 6;

/// How well two places agree: words in common next to them, on the left and on the right, and how many of these carry
/// content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Fit {
    pub left: u32,
    pub right: u32,
    pub content: u32,
}

impl Fit {
    pub(crate) fn sum(self) -> u32 {
        self.left + self.right
    }

    /// Whether this place is so good a match that `other` need not be the one; a place beside which a content word
    /// agrees is given up only for a clearly better one.
    pub(crate) fn rivals(self, other: Self) -> bool {
        let clearly = if self.content > 0 { 2 } else { 0 };
        self.sum() + clearly >= other.sum()
    }

    /// Enough words agree for the two to be one place.
    pub(crate) fn is_one_place(self) -> bool {
        let both = self.left > 0 && self.right > 0;
        both && (self.content > 1 || self.content == 1 && self.sum() > 2)
            || self.sum() >= 3 && self.content > 1
    }
}

/// A run of tokens of a text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place<'a, 'b> {
    pub text: &'b Reading<'a>,
    pub first: usize,
    pub next: usize,
}

impl<'a, 'b> Place<'a, 'b> {
    pub(crate) fn word(text: &'b Reading<'a>, at: usize) -> Self {
        Self { text, first: at, next: at + 1 }
    }

    /// The same with the article before it.
    pub(crate) fn with_article(self) -> Self {
        let before = self.first.checked_sub(1);
        let article = before.filter(|&before| matches!(self.text.word(before), "a" | "an" | "the"));
        Self { first: article.unwrap_or(self.first), ..self }
    }

    pub(crate) fn value(text: &'b Reading<'a>, span: Span) -> Self {
        let first = text.tokens.partition_point(|token| token.span.end <= span.start);
        Self { text, first, next: text.first_from(span.end) }
    }

    /// Whether a sentence begins, or ends, at the side that looks away from the place.
    fn is_edge(self, left: bool) -> bool {
        if left {
            self.first == 0 || self.text.gap(self.first) & STOP != 0
        } else {
            self.next >= self.text.tokens.len() || self.text.gap(self.next) & STOP != 0
        }
    }

    pub(crate) fn fit(self, other: Place<'_, '_>) -> Fit {
        let mut content = 0;
        let mut same = |here: usize, there: usize| {
            let same = self.text.is_same(here, other.text, there);
            content += u32::from(same && self.text.content(here).is_some());
            same
        };
        let mut fit = Fit::default();
        let before =
            (1..=REACH).map_while(|step| self.first.checked_sub(step).zip(other.first.checked_sub(step)));
        fit.left += before.take_while(|&(here, there)| same(here, there)).map(|_| 1).sum::<u32>();
        let behind = (0..REACH).map(|step| (self.next + step, other.next + step));
        fit.right += behind.take_while(|&(here, there)| same(here, there)).map(|_| 1).sum::<u32>();
        fit.content = content;
        // Both begin a sentence, or end one.
        fit.left += u32::from(fit.left == 0 && self.is_edge(true) && other.is_edge(true));
        fit.right += u32::from(fit.right == 0 && self.is_edge(false) && other.is_edge(false));
        fit
    }
}
