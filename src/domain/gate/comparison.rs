//! Comparisons in English: which of two is more than the other, and which was before the other.
//!
//! Owns the two sides of `than`, `before` and `after` and whether a claim has exchanged them. The Korean ones (`보다`) are told by particles, in
//! [`roles`](crate::domain::gate::roles); what is merely said to be more or less is
//! [`direction`](crate::domain::gate::direction)'s.

use crate::domain::gate::reading::{COMMA, Reading, SEMICOLON, SPACE, STOP};
use crate::domain::gate::similarity::hash;
use crate::domain::text::Script;

/// Words on each side that are looked at.
const LEFT: usize = 12;
const RIGHT: usize = 6;

/// Words between a measure and `than`.
const NEAR: usize = 4;

/// Whether an English word compares.
fn compares(word: &str) -> bool {
    matches!(word, "more" | "less" | "fewer" | "better" | "worse" | "rather")
        || word.len() > 4
            && word.ends_with("er")
            && !matches!(word, "other" | "under" | "after" | "never" | "whether")
}

/// Whether an English word puts what is compared in a place or a time.
fn places(word: &str) -> bool {
    matches!(word, "in" | "on" | "at" | "by" | "during" | "among" | "for" | "under" | "with")
}

/// What two things are compared by, and their words.
#[derive(Debug)]
pub(super) struct Comparison {
    /// The position of the word that compares.
    pub at: usize,
    measure: u32,
    left: Vec<u32>,
    right: Vec<u32>,
}

impl Comparison {
    /// Whether each side is the other one of another comparison.
    pub(super) fn is_exchanged(&self, other: &Self) -> bool {
        let common = |one: &[u32], other: &[u32]| one.iter().any(|key| other.contains(key));
        common(&self.left, &other.right)
            && common(&self.right, &other.left)
            && !common(&self.right, &other.right)
    }
}

/// Whether a word is a letter that tells one of a kind: `drug A`, `Class B`.
pub(super) fn is_label(text: &Reading<'_>, at: usize) -> bool {
    let behind_noun = || at.checked_sub(1).is_some_and(|before| text.content(before).is_some());
    let token = text.tokens.get(at);
    token.is_some_and(|token| token.text.len() == 1 && token.script == Script::Latin)
        && text.gap(at) == SPACE
        && behind_noun()
}

/// The comparisons of a text.
pub(super) fn comparisons(text: &Reading<'_>) -> Vec<Comparison> {
    let word = |at: usize| text.word(at);
    let ends = |at: usize| {
        matches!(
            word(at),
            "is" | "are"
                | "was"
                | "were"
                | "do"
                | "does"
                | "did"
                | "in"
                | "on"
                | "at"
                | "by"
                | "and"
                | "or"
                | "but"
                | "when"
                | "while"
                | "because"
                | "if"
                | "than"
        )
    };
    let cut = |at: usize| text.gap(at) & (STOP | COMMA | SEMICOLON) != 0;
    let key = |at: usize| if is_label(text, at) { Some(hash(word(at))) } else { text.content(at) };
    (1..text.tokens.len())
        .filter(|&at| matches!(word(at), "than" | "before" | "after"))
        .map(|at| {
            // `cheaper in Linz than in Wels`
            let mut near = (at.saturating_sub(NEAR)..at - 1).rev();
            let time = word(at) != "than";
            let placed = near.find(|&at| !time && compares(word(at)) && places(word(at + 1)));
            let measure = placed.unwrap_or(if time { at } else { at - 1 });
            let left = (at.saturating_sub(LEFT)..at)
                .rev()
                .take_while(|&at| !cut(at + 1) && word(at) != "than")
                .filter(|&at| at != measure);
            let begin = at + 1 + usize::from(ends(at + 1));
            let right = (begin..text.tokens.len().min(begin + RIGHT)).take_while(|&at| !cut(at) && !ends(at));
            let (mut left, right): (Vec<u32>, Vec<u32>) =
                (left.filter_map(key).collect(), right.filter_map(key).collect());
            if time && left.is_empty() {
                // `After the war, the bridge was rebuilt.`
                let comma = (begin..text.tokens.len()).take_while(|&at| text.gap(at) & STOP == 0);
                let comma = comma.into_iter().find(|&at| text.gap(at) & COMMA != 0);
                let rest = (comma.unwrap_or(text.tokens.len())..text.tokens.len()).take(LEFT);
                left = rest.take_while(|&at| !cut(at) || Some(at) == comma).filter_map(key).collect();
            }
            // `drug` tells nothing of `drug A` and `drug B`.
            let only = |mine: &[u32], other: &[u32]| {
                mine.iter().copied().filter(|key| !other.contains(key)).collect()
            };
            Comparison { at: measure, measure: hash(word(measure)), left: only(&left, &right), right: only(&right, &left) }
        })
        .collect()
}

/// Whether the claim compares two the other way round than the windows, which never do it as the claim does.
pub(super) fn is_reversed(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    let mine = comparisons(claim);
    if mine.is_empty() {
        return false;
    }
    let theirs: Vec<Comparison> = windows.iter().flat_map(comparisons).collect();
    let common = |one: &[u32], other: &[u32]| one.iter().any(|key| other.contains(key));
    mine.iter().any(|own| {
        let same = || theirs.iter().filter(|other| other.measure == own.measure);
        same().any(|other| common(&own.left, &other.right) && common(&own.right, &other.left))
            && !same().any(|other| common(&own.right, &other.right))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::text::normalise;

    #[test]
    fn the_sides_of_than() {
        for (claim, evidence, want) in [
            ("Linz is larger than Wels.", "Wels is larger than Linz.", true),
            ("Linz is larger than Wels.", "By area, Linz is larger than Wels.", false),
            ("Linz is smaller than Wels.", "Wels is larger than Linz.", false),
            ("Drug A reduces pain more than drug B.", "Drug B reduces pain more than drug A.", true),
            ("Drug A reduces pain more than drug B does.", "Drug A reduces pain more than drug B.", false),
            ("More than half of Linz voted.", "In Linz more than half voted.", false),
        ] {
            let (claim, evidence) = (normalise(claim), normalise(evidence));
            assert_eq!(is_reversed(&Reading::new(&claim), &[Reading::new(&evidence)]), want, "{claim}");
        }
    }
}
