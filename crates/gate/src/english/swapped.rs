//! Swaps: an English claim that has, in the place of a noun of the evidence, another noun that its source has elsewhere (`The board asked Ms
//! Ray`, where it says `The board asked Mr Lee`).
//!
//! Owns telling that two nouns have one place while the source knows both, so that neither is another word for the other. Nouns that no
//! evidence has are [`stranger`](crate::parts::stranger)'s, opposites and values [`exchange`](crate::sides::exchange)'s.

use std::ops::Range;

use crate::denial::negation::{english_negations, in_brackets};
use crate::denial::polarity::is_auxiliary;
use crate::english::holder::are_two;
use crate::english::misjoined::is_verb;
use crate::english::paraphrase::{is_generic, says_or_rewords};
use crate::sides::exchange::Place;
use crate::text::reading::{COMMA, Reading, SEMICOLON, SPACE, STOP};
use stet_text::Script;

/// Words of a noun, at most.
const NOUN: usize = 3;

/// Content words beside the two that must agree.
const AGREE: u32 = 2;

/// The first word, by position, of a noun of the claim in whose place the `passage` has another. `known` tells whether the source has a word.
pub(crate) fn swapped(
    claim: &Reading<'_>,
    passage: &Reading<'_>,
    windows: &[Reading<'_>],
    known: impl Fn(u32) -> bool,
    earlier: impl Fn(u32) -> bool,
) -> Option<usize> {
    // Where the passage has another noun it has a word that the claim lacks.
    let fresh: Vec<usize> = (0..passage.tokens.len())
        .filter(|&there| {
            passage.content(there).is_some_and(|key| !claim.has(key)) && may_lead(passage, there)
        })
        .collect();
    if fresh.is_empty() {
        return None;
    }
    (0..claim.tokens.len()).find(|&at| {
        let same = |there: &&usize| is_after_the_same(claim, at, passage, **there);
        claim.content(at).is_some()
            && fresh.iter().filter(same).any(|&there| {
                may_lead(claim, at) && is_swapped((claim, at), (passage, there), windows, &known, &earlier)
            })
    })
}

/// Whether the nouns that begin at two words have one place.
fn is_swapped(
    (claim, at): (&Reading<'_>, usize),
    (passage, there): (&Reading<'_>, usize),
    windows: &[Reading<'_>],
    known: &impl Fn(u32) -> bool,
    earlier: &impl Fn(u32) -> bool,
) -> bool {
    let mine = |next: usize| (at..next).all(|at| claim.content(at).is_some_and(known));
    let theirs = |next: usize| {
        (there..next).all(|there| {
            let alike = |key: u32| says_or_rewords(key, |key| claim.has(key));
            passage.content(there).is_some_and(|key| !alike(key))
        })
    };
    let place = |next: usize| Place { text: claim, first: before(claim, at), next };
    (at + 1..=at + NOUN).take_while(|&next| is_noun(claim, at..next) && mine(next)).any(|next| {
        (there + 1..=there + NOUN)
            .take_while(|&end| is_noun(passage, there..end) && theirs(end))
            .filter(|&end| follows(claim, next) && follows(passage, end))
            .any(|end| {
                let here = place(next);
                let mut fit = here.fit(Place { text: passage, first: before(passage, there), next: end });
                fit.left += u32::from(fit.left == 0);
                let own = |text: &Reading<'_>, last: usize| {
                    let first = before(text, (last + 1).saturating_sub(next - at));
                    here.fit(Place { text, first, next: last + 1 })
                };
                let word = claim.key(next - 1);
                let kept = || {
                    windows.iter().any(|window| {
                        window.positions(word).any(|last| {
                            let (own, span) =
                                (own(window, last), window.tokens.get(last).map(|token| token.span));
                            own.left + own.right >= fit.left + fit.right
                                || span.is_some_and(|span| in_brackets(window.norm, span))
                        })
                    }) || passage.positions(word).any(|last| {
                        // `the tower in the centre is older`, `on Linux it needs version 12`
                        let compared = last > 0 && passage.word(last - 1) == "than";
                        let together = || {
                            (last.min(there) + 1..=last.max(there))
                                .all(|at| passage.gap(at) & (STOP | COMMA | SEMICOLON) == 0)
                        };
                        // `in Dutch on Fridays`, beside `in German on Mondays`: what belongs to which is told by the parts.
                        let own = own(passage, last);
                        let article = last > 0 && matches!(passage.word(last - 1), "the" | "a" | "an");
                        let same_part = own.left > u32::from(article);
                        own.content > 0 || same_part || !compared && together()
                    })
                };
                fit.left > 0
                    && fit.right > 0
                    && fit.content >= AGREE
                    && !passage.tokens.get(there).is_some_and(|token| in_brackets(passage.norm, token.span))
                    && !kept()
                    && says_the_rest(claim, at..next, passage)
                    && !may_point_back(claim, at..next, passage, there..end, earlier)
            })
    })
}

/// Whether a passage says all of a claim but some words.
fn says_the_rest(claim: &Reading<'_>, but: Range<usize>, passage: &Reading<'_>) -> bool {
    let says = |key: u32| is_generic(key) || says_or_rewords(key, |key| passage.has(key));
    (0..claim.tokens.len())
        .filter(|&at| !but.contains(&at) && !is_title(claim.word(at)))
        .filter_map(|at| claim.content(at))
        .all(says)
}

/// Whether the passage may call the claim's noun, of which the source has spoken `earlier`, by another: `the festival`, then `this year's
/// edition`.
fn may_point_back(
    claim: &Reading<'_>,
    words: Range<usize>,
    passage: &Reading<'_>,
    other: Range<usize>,
    earlier: &impl Fn(u32) -> bool,
) -> bool {
    let persons =
        words.clone().any(|at| other.clone().any(|there| are_two(claim.key(at), passage.key(there))));
    let alone = other.len() == 1
        && passage
            .content(other.end)
            .is_none_or(|_| passage.gap(other.end) != SPACE || is_verb(passage, other.end))
        && other.start.checked_sub(1).is_some_and(|before| {
            let word = passage.word(before);
            matches!(word, "the" | "this" | "its" | "their") || word.ends_with("'s")
        });
    // What opens a sentence may be called so since it was named before.
    let opens = || {
        (passage.sentence_begin(other.start)..other.start)
            .all(|at| !is_verb(passage, at) && !is_auxiliary(passage.word(at)))
    };
    alone && opens() && !persons && words.into_iter().any(|at| earlier(claim.key(at)))
}

/// Whether a verb of the claim has the other of two small words behind it: `switched on`, where the passage has it `switched off`.
pub(crate) fn turns_a_particle(claim: &Reading<'_>, passage: &Reading<'_>) -> bool {
    let other = |word: &str| {
        Some(match word {
            "on" => "off",
            "off" => "on",
            "in" => "out",
            "out" => "in",
            _ => return None,
        })
    };
    let verb = |word: &str| {
        ["switch", "turn", "log", "sign", "opt", "check", "move", "phase"]
            .iter()
            .any(|head| word.starts_with(head))
    };
    (1..claim.tokens.len()).filter(|&at| verb(claim.word(at - 1))).any(|at| {
        let Some(turned) = other(claim.word(at)) else { return false };
        let places = || passage.positions(claim.key(at - 1)).map(|there| passage.word(there + 1));
        places().any(|word| word == turned) && places().all(|word| word != claim.word(at))
    }) && english_negations(claim).count() % 2 == english_negations(passage).count() % 2
}

/// Titles, which tell two persons apart no more than articles do.
fn is_title(word: &str) -> bool {
    matches!(word, "mr" | "mrs" | "ms" | "miss" | "dr" | "prof" | "sir" | "lord" | "lady")
}

/// Where the title of the name at a word begins, or the word itself.
fn before(text: &Reading<'_>, at: usize) -> usize {
    at.checked_sub(1).filter(|&before| is_title(text.word(before))).unwrap_or(at)
}

/// Whether the same stands before two words, or a sentence begins with both.
fn is_after_the_same(claim: &Reading<'_>, at: usize, passage: &Reading<'_>, there: usize) -> bool {
    let begins = |text: &Reading<'_>, at: usize| at == 0 || text.gap(at) & (STOP | SEMICOLON) != 0;
    let (at, there) = (before(claim, at), before(passage, there));
    match at.checked_sub(1).zip(there.checked_sub(1)) {
        Some((one, other)) if claim.is_same(one, passage, other) => true,
        _ => begins(claim, at) && begins(passage, there),
    }
}

/// Whether a noun may begin with a word.
fn may_lead(text: &Reading<'_>, at: usize) -> bool {
    /// Letters of a word that says something.
    const LETTERS: usize = 3;
    text.word(at).len() >= LETTERS && is_noun(text, at..at + 1)
}

/// Whether words may be a noun: no verbs, adverbs, values or words that say little, one behind the other.
fn is_noun(text: &Reading<'_>, words: Range<usize>) -> bool {
    let first = words.start;
    words.into_iter().all(|at| {
        text.tokens.get(at).is_some_and(|token| token.script == Script::Latin)
            && text.content(at).is_some_and(|key| !is_generic(key))
            && (at == first || text.gap(at) == SPACE)
            && !is_title(text.word(at))
            && !text.word(at).ends_with("ly")
            && (!text.word(at).ends_with("ing") || at > 0 && matches!(text.word(at - 1), "the" | "a" | "an"))
            && !is_verb(text, at)
            && !text.is_in(text.values(), at)
    })
}

/// Whether what follows belongs to no longer noun: `the energy used`, `the board of`.
fn follows(text: &Reading<'_>, next: usize) -> bool {
    next >= text.tokens.len() || text.gap(next) & SPACE != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn a_small_word_turns_a_verb() {
        for (claim, passage, want) in [
            ("The pump is switched on at night.", "The pump is switched off at night.", true),
            ("The pump is switched off at night.", "The pump is switched off at night.", false),
            ("The pump is not switched on at night.", "The pump is switched off at night.", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(passage));
            assert_eq!(turns_a_particle(&Reading::new(&mine), &Reading::new(&theirs)), want, "{claim}");
        }
    }

    #[test]
    fn another_noun_of_the_source_in_one_place() {
        let minutes = "The board asked Mr Lee to buy a boat. Ms Ray asked for a larger mill. Heat loss was measured with two meters.";
        for (claim, passage, want) in [
            ("The board asked Ms Ray to buy a boat.", "The board asked Mr Lee to buy a boat.", true),
            ("The board asked Mr Lee to buy a mill.", "The board asked Mr Lee to buy a boat.", true),
            ("The board asked Mr Lee to buy a boat.", "The board asked Mr Lee to buy a boat.", false),
            ("Ray asked for a larger boat.", "Ray asked for a larger mill.", true),
            ("The board asked Mr Lee to buy a yacht.", "The board asked Mr Lee to buy a boat.", false),
            ("Lee wants a larger boat.", "Ray asked for a larger mill.", false),
        ] {
            let (mine, theirs, whole) = (normalise(claim), normalise(passage), normalise(minutes));
            let (mine, theirs, whole) = (Reading::new(&mine), Reading::new(&theirs), Reading::new(&whole));
            let found =
                swapped(&mine, &theirs, std::slice::from_ref(&theirs), |key| whole.has(key), |_| false);
            assert_eq!(found.is_some(), want, "{claim} | {passage}");
        }
    }
}
