//! Pairs: a claim that gives a value, or one of two opposites, what belongs to the other of a pair told in one breath (`fell by 8 in
//! the first group and by 2 in the second`).
//!
//! Owns what belongs to each of the two. Values and opposites in clauses of their own are [`clause`](crate::text::clause)'s.

use crate::text::reading::{COMMA, Reading, SEMICOLON, STOP};

/// Words from what joins the two to the second of them, at most: `and by`, `but only`.
const LEAD: usize = 3;

/// Whether the claim says of a word of the window, which stands there at `own`, what belongs to one of the `others`.
pub(crate) fn belongs_to_the_other(
    claim: &Reading<'_>,
    window: &Reading<'_>,
    own: &[usize],
    others: &[usize],
) -> bool {
    !own.is_empty()
        && own.iter().all(|&mine| others.iter().any(|&other| is_told_of(claim, window, mine, other)))
}

/// Whether the claim has all that tells the second of two words from the first, and nothing of the contrary.
fn is_told_of(claim: &Reading<'_>, window: &Reading<'_>, own: usize, other: usize) -> bool {
    let (first, second) = (own.min(other), own.max(other));
    let Some(joint) = joint(window, first, second) else { return false };
    let end = (second + 1..window.tokens.len()).find(|&at| ends(window, at)).unwrap_or(window.tokens.len());
    let Some((one, two)) = belongings(window, first, joint).zip(belongings(window, second, end)) else {
        return false;
    };
    if one.0 != two.0 {
        return false;
    }
    let (mine, theirs) = if own < other { (one.1, two.1) } else { (two.1, one.1) };
    let only = |list: &[u32], rest: &[u32]| -> Vec<u32> {
        list.iter().copied().filter(|key| !rest.contains(key)).collect()
    };
    let (of_own, of_other) = (only(&mine, &theirs), only(&theirs, &mine));
    !of_own.is_empty()
        && !of_other.is_empty()
        && !of_own.iter().any(|&key| claim.has(key))
        && of_other.iter().all(|&key| claim.has(key))
}

fn joins(word: &str) -> bool {
    matches!(word, "and" | "but" | "or" | "while" | "whereas")
}

fn ends(text: &Reading<'_>, at: usize) -> bool {
    text.gap(at) & (STOP | COMMA | SEMICOLON) != 0 || joins(text.word(at))
}

/// What joins two words of one sentence, right before the second of them.
fn joint(text: &Reading<'_>, first: usize, second: usize) -> Option<usize> {
    let joint = (second.saturating_sub(LEAD).max(first + 1)..=second).find(|&at| ends(text, at))?;
    let plain = || (joint..second).all(|at| text.content(at).is_none());
    let together = || (first + 1..=second).all(|at| text.gap(at) & (STOP | SEMICOLON) == 0);
    let alone = || (first + 1..joint).all(|at| !joins(text.word(at)) || text.word(at) == "and");
    (plain() && together() && alone()).then_some(joint)
}

/// The last preposition between a word and the end of what belongs to it, with the content words behind that.
fn belongings<'a>(text: &Reading<'a>, first: usize, end: usize) -> Option<(&'a str, Vec<u32>)> {
    let preposition = (first + 1..end).rev().find(|&at| {
        matches!(
            text.word(at),
            "in" | "on" | "at" | "for" | "with" | "to" | "from" | "during" | "under" | "by" | "per" | "among"
        )
    })?;
    let keys: Vec<u32> = (preposition + 1..end).filter_map(|at| text.content(at)).collect();
    (!keys.is_empty()).then(|| (text.word(preposition), keys))
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn what_belongs_to_the_other_of_two() {
        let rent = "The rent rose by 40 euros in the old town and by 25 euros in the new quarter.";
        for (claim, own, other, want) in [
            ("The rent rose by 40 euros in the new quarter.", "40", "25", true),
            ("The rent rose by 40 euros in the old town.", "40", "25", false),
            ("The rent rose by 25 euros in the old town.", "25", "40", true),
            ("The rent rose by 25 euros in the new quarter.", "25", "40", false),
            ("The rent rose by 40 euros.", "40", "25", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(rent));
            let (mine, theirs) = (Reading::new(&mine), Reading::new(&theirs));
            let at = |word: &str| {
                theirs.tokens.iter().position(|token| token.text == word).into_iter().collect::<Vec<_>>()
            };
            assert_eq!(belongs_to_the_other(&mine, &theirs, &at(own), &at(other)), want, "{claim}");
        }
    }
}
