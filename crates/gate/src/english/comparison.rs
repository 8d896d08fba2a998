//! Comparisons in English: which of two is more than the other, and which was before the other.
//!
//! Owns the two sides of `than`, `before`, `after`, `instead of` and `first …, then` and whether a claim has exchanged them. The Korean ones (`보다`), `대신` apart, are told by particles, in
//! [`roles`](crate::parts::roles); what is merely said to be more or less is
//! [`direction`](crate::sides::direction)'s.

use crate::parts::roles::is_past_verb;
use crate::text::reading::{COMMA, Reading, SEMICOLON, SPACE, STOP};
use crate::text::similarity::hash;
use stet_text::Script;

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
pub(crate) struct Comparison {
    measure: u32,
    left: Vec<u32>,
    right: Vec<u32>,
}

/// Whether a word is a letter that tells one of a kind: `drug A`, `Class B`.
pub(crate) fn is_label(text: &Reading<'_>, at: usize) -> bool {
    let behind_noun = || at.checked_sub(1).is_some_and(|before| text.content(before).is_some());
    let token = text.tokens.get(at);
    // `gave a higher yield`
    let article = || {
        let before = at.checked_sub(1).map_or("", |before| text.word(before));
        let verb = is_past_verb(before) || before.ends_with('s') && !before.ends_with("ss");
        verb && text.word(at) == "a" && text.tokens.get(at + 1).is_some() && text.gap(at + 1) == SPACE
    };
    token.is_some_and(|token| token.text.len() == 1 && token.script == Script::Latin)
        && text.gap(at) == SPACE
        && behind_noun()
        && !article()
}

/// Words between the two `as` of a comparison.
const MULTIPLE: usize = 6;

/// Whether the word at `at` is the second `as` of `twice as likely as`: what is merely as likely is so the other way round, too.
fn is_multiple(text: &Reading<'_>, at: usize) -> bool {
    let word = |at: usize| text.word(at);
    word(at) == "as"
        && (at.saturating_sub(MULTIPLE)..at).rev().find(|&first| word(first) == "as").is_some_and(|first| {
            first
                .checked_sub(1)
                .is_some_and(|before| matches!(word(before), "twice" | "half" | "times" | "not" | "thrice"))
        })
}

/// Whether the word at `at` is the `then` of `first the eggs, then the flour`.
fn is_sequel(text: &Reading<'_>, at: usize) -> bool {
    text.word(at) == "then"
        && (at.saturating_sub(LEFT)..at)
            .rev()
            .take_while(|&at| text.gap(at + 1) & STOP == 0)
            .any(|at| text.word(at) == "first")
}

/// The comparisons of a text.
pub(crate) fn comparisons(text: &Reading<'_>) -> Vec<Comparison> {
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
    (0..text.tokens.len())
        .filter(|&at| {
            matches!(word(at), "before" | "after")
                || at > 0
                    && (word(at) == "than"
                        || word(at) == "of" && word(at - 1) == "instead"
                        || is_multiple(text, at)
                        || is_sequel(text, at))
        })
        .map(|at| {
            // `cheaper in Linz than in Wels`
            let mut near = (at.saturating_sub(NEAR)..at.saturating_sub(1)).rev();
            let time = matches!(word(at), "before" | "after");
            let placed = near.find(|&at| !time && compares(word(at)) && places(word(at + 1)));
            // `more inhabitants than`, `twice as likely as`
            let as_much = word(at) == "as";
            let before = (at.saturating_sub(if as_much { MULTIPLE } else { NEAR })..at).rev();
            let own =
                before.into_iter().find(|&at| if as_much { word(at) == "as" } else { compares(word(at)) });
            let (prefers, follows) = (word(at) == "of", word(at) == "then");
            // `twice as many goats as sheep`
            let counted = own.is_some_and(|own| as_much && matches!(word(own + 1), "many" | "much"));
            let measure = placed.unwrap_or(if prefers {
                at - 1
            } else if time || follows {
                at
            } else {
                own.map_or(at.saturating_sub(1), |own| own + usize::from(as_much))
            });
            let edge = at;
            let left = (at.saturating_sub(LEFT)..at)
                .rev()
                .take_while(
                    |&at| if follows { word(at) != "first" } else { !cut(at + 1) && word(at) != "than" },
                )
                .filter(|&at| {
                    if counted {
                        at != measure
                    } else if as_much || placed.is_none() && measure + 1 < edge {
                        at < measure
                    } else {
                        at != measure
                    }
                });
            // `than those on the island`
            let begin = at + 1 + usize::from(matches!(word(at + 1), "those" | "that"));
            let begin = begin + usize::from(ends(begin));
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
            Comparison { measure: hash(word(measure)), left: only(&left, &right), right: only(&right, &left) }
        })
        .collect()
}

/// Whether the claim compares two the other way round than the windows, which never do it as the claim does.
pub(crate) fn is_reversed(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
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
    use stet_text::normalise;

    #[test]
    fn the_sides_of_than() {
        for (claim, evidence, want) in [
            (
                "Remove the cover before switching off the unit.",
                "Before removing the cover, switch off the unit and wait ten minutes for it to cool.",
                true,
            ),
            (
                "Switch off the unit before removing the cover.",
                "Before removing the cover, switch off the unit and wait ten minutes for it to cool.",
                false,
            ),
            (
                "Patients on placebo lost 6 kg more than those who took the drug.",
                "Patients who took the drug lost 6 kg more than those on placebo.",
                true,
            ),
            ("Linz is larger than Wels.", "Wels is larger than Linz.", true),
            ("Linz is larger than Wels.", "By area, Linz is larger than Wels.", false),
            ("Linz is smaller than Wels.", "Wels is larger than Linz.", false),
            ("Drug A reduces pain more than drug B.", "Drug B reduces pain more than drug A.", true),
            ("Drug A reduces pain more than drug B does.", "Drug A reduces pain more than drug B.", false),
            ("It has twice as many goats as sheep.", "It has twice as many sheep as goats.", true),
            ("It has twice as many sheep as goats.", "It has twice as many sheep as goats.", false),
            (
                "A pump uses thrice as much power as a fan.",
                "A fan uses thrice as much power as a pump.",
                true,
            ),
            ("It uses books instead of screens.", "It uses screens instead of books.", true),
            ("It uses books instead of screens.", "Now it uses books instead of screens.", false),
            ("First add the flour, then the eggs.", "First add the eggs, then the flour.", true),
            ("First add the eggs, then the flour.", "First you add the eggs, then the flour.", false),
            ("More than half of Linz voted.", "In Linz more than half voted.", false),
        ] {
            let (claim, evidence) = (normalise(claim), normalise(evidence));
            assert_eq!(is_reversed(&Reading::new(&claim), &[Reading::new(&evidence)]), want, "{claim}");
        }
    }
}
