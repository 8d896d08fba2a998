//! Wholes: an English claim that says of all of a kind what its evidence says of some of it (`included in all fares`, where it says
//! `included in Flex fares`), or of all times what it says of a time.
//!
//! Owns what a word of all is said of, and whether the evidence speaks of that kind only with something that tells some of it from the
//! rest. What is `only for` some is [`limited`](crate::english::limited)'s, words of all against words of some are
//! [`strength`](crate::force::strength)'s.

use crate::denial::negation::english_negations;
use crate::english::slots::{is_month, is_weekday};
use crate::parts::roles::may_be_verb;
use crate::text::marks::EMPHASIS;
use crate::text::reading::{Reading, SPACE, STOP};
use stet_text::Script;

/// Words from a word of all to the noun that it is said of, at most.
const NOUN: usize = 3;

/// Words from a share to the noun of which it is one: `two thirds of the fleet of buses`.
const SHARE: usize = 5;

/// Words behind a noun that tell which of its kind are meant.
const RELATIVE: usize = 8;

/// Whether the claim says of all of a kind, or of all times, what its evidence says of some: the best `passage`, or, where that does not
/// name the kind, the `windows`.
pub(crate) fn says_it_of_all(claim: &Reading<'_>, passage: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    if !claim.has_mark(EMPHASIS) || english_negations(claim).any(|at| claim.word(at) != "without") {
        return false;
    }
    let of_kind = || {
        claim.marked(EMPHASIS).filter(|&at| is_all(claim, at)).filter_map(|at| kind(claim, at)).any(|key| {
            let readings = if passage.has(key) { std::slice::from_ref(passage) } else { windows };
            let mut places = readings.iter().flat_map(|text| text.positions(key).map(move |at| (text, at)));
            let mut found = false;
            places.all(|(text, at)| {
                found = true;
                is_some_of_it(claim, text, at)
            }) && found
        })
    };
    of_kind() || is_at_all_times(claim) && !is_at_all_times(passage) && has_a_time(claim, passage)
}

/// Whether the word at `at` says something of all, one by one or together.
fn is_all(text: &Reading<'_>, at: usize) -> bool {
    let before = at.checked_sub(1).map_or("", |before| text.word(before));
    let share = at.checked_sub(2).is_some_and(|at| before == "of" && is_share(text.word(at)));
    match text.word(at) {
        "all" | "every" | "each" => !share && !matches!(before, "not" | "nearly" | "almost" | "virtually"),
        // `if any`, `free of any`
        "any" => !matches!(before, "if" | "whether" | "of" | "without" | "at" | "than" | "for"),
        _ => false,
    }
}

/// Whether a word names a share of what stands behind it with `of`.
fn is_share(word: &str) -> bool {
    matches!(
        word,
        "third" | "thirds" | "half" | "quarter" | "quarters" | "most" | "percent" | "cent" | "part"
    )
}

fn is_determiner(word: &str) -> bool {
    matches!(
        word,
        "of" | "the" | "these" | "those" | "its" | "their" | "our" | "your" | "his" | "her" | "a" | "an"
    )
}

/// The noun that the word of all at `at` is said of, where nothing in the claim tells some of its kind from the rest.
fn kind(claim: &Reading<'_>, at: usize) -> Option<u32> {
    let first = (at + 1..at + 3).find(|&next| !is_determiner(claim.word(next)))?;
    let joined = |next: usize| {
        let latin = claim.tokens.get(next).is_some_and(|token| token.script == Script::Latin);
        latin && claim.gap(next) == SPACE && claim.content(next).is_some()
    };
    let run = (first..first + NOUN).take_while(|&next| joined(next)).count();
    let plural = |&next: &usize| {
        let word = claim.word(next);
        word.ends_with('s') && !word.ends_with("ss")
            || matches!(word, "people" | "children" | "men" | "women" | "staff")
    };
    let noun = match claim.word(at) {
        "all" | "any" => (first..first + run).find(plural),
        _ => None,
    };
    let noun = noun.or_else(|| (run == 1).then_some(first))?;
    // `all customers who pay`, `every member of the board`
    let told = matches!(
        claim.word(noun + 1),
        "who"
            | "whose"
            | "that"
            | "which"
            | "with"
            | "without"
            | "of"
            | "under"
            | "over"
            | "aged"
            | "except"
            | "but"
    );
    (!told).then(|| claim.key(noun))
}

/// Whether a noun of the evidence is told from others of its kind by words that the claim has not: `Enterprise customers`, `applicants
/// whose first language is not English`, `some fares`.
fn is_some_of_it(claim: &Reading<'_>, text: &Reading<'_>, at: usize) -> bool {
    let word = |back: usize| at.checked_sub(back).map_or("", |before| text.word(before));
    let near = |back: usize| at >= back && (at + 1 - back..=at).all(|at| text.gap(at) == SPACE);
    let all = |back: usize| {
        near(back)
            && matches!(
                word(back),
                "all" | "every" | "each" | "any" | "both" | "no" | "entire" | "whole" | "per" | "throughout"
            )
    };
    if (1..=3).any(all) {
        return false;
    }
    // `up to five unused days`, `two thirds of the fleet of buses`
    let bounded =
        |back: usize| near(back) && matches!((word(back), word(back - 1)), ("up", "to") | ("at", "most"));
    let share = |back: usize| near(back) && word(back - 1) == "of" && is_share(word(back));
    if (3..=5).any(bounded) || (2..=SHARE).any(share) {
        return true;
    }
    if near(1)
        && matches!(word(1), "some" | "several" | "many" | "most" | "few" | "certain" | "half" | "selected")
    {
        return true;
    }
    let before = at.checked_sub(1).filter(|_| near(1));
    let adjective = before.is_some_and(|before| {
        let latin = text.tokens.get(before).is_some_and(|token| token.script == Script::Latin);
        let preceded = near(2)
            && (is_determiner(word(2)) || matches!(word(2), "for" | "in" | "to" | "on" | "with" | "and"));
        latin
            && text.content(before).is_some_and(|key| !claim.has(key))
            && !word(1).ends_with("ly")
            && (preceded || !may_be_verb(text, before))
            && !is_link(word(1))
    });
    let relative = matches!(
        text.word(at + 1),
        "who" | "whose" | "whom" | "aged" | "with" | "without" | "under" | "over"
    ) && text.gap(at + 1) == SPACE
        && (at + 2..at + 2 + RELATIVE)
            .take_while(|&next| text.gap(next) & STOP == 0)
            .filter_map(|next| text.content(next))
            .any(|key| !claim.has(key));
    adjective || relative
}

/// Words that join a noun to what stands before it and say nothing of its kind.
fn is_link(word: &str) -> bool {
    matches!(
        word,
        "until"
            | "before"
            | "after"
            | "because"
            | "while"
            | "unless"
            | "except"
            | "within"
            | "per"
            | "upon"
            | "among"
            | "against"
            | "towards"
            | "toward"
            | "like"
            | "since"
            | "that"
            | "including"
            | "excluding"
            | "where"
            | "following"
            | "whole"
            | "entire"
            | "throughout"
            | "next"
            | "previous"
            | "many"
            | "these"
            | "those"
            | "further"
            | "additional"
    )
}

/// Whether a text says something of all times.
fn is_at_all_times(text: &Reading<'_>) -> bool {
    (0..text.tokens.len()).any(|at| {
        let (next, behind) = (text.word(at + 1), text.word(at + 2));
        match text.word(at) {
            "always" | "anytime" | "permanently" | "daily" | "hourly" | "weekly" | "monthly" | "yearly"
            | "annually" | "never" => true,
            "throughout" => is_period(next) || is_period(behind),
            "all" => is_period(next) || next == "times",
            "any" => next == "time",
            "whole" | "entire" | "every" | "each" => is_period(next),
            "around" => behind == "clock",
            "year" => next == "round",
            _ => false,
        }
    })
}

pub(crate) fn is_period(word: &str) -> bool {
    matches!(
        word,
        "year"
            | "day"
            | "week"
            | "month"
            | "season"
            | "summer"
            | "winter"
            | "night"
            | "time"
            | "semester"
            | "term"
    )
}

/// Whether a text limits what it says to a time of which the claim has nothing: `until 31 March`, `up to the eighth week`, `in July`.
fn has_a_time(claim: &Reading<'_>, text: &Reading<'_>) -> bool {
    (0..text.tokens.len()).any(|at| {
        let limits = match text.word(at) {
            "until" | "till" | "during" => true,
            "up" => text.word(at + 1) == "to",
            "from" | "between" | "in" | "on" => is_named_time(text.word(at + 1)),
            _ => false,
        };
        let mut told = (at + 1..at + 1 + RELATIVE)
            .take_while(|&next| text.gap(next) & STOP == 0)
            .filter(|&next| text.content(next).is_some_and(|key| !claim.has(key)))
            .peekable();
        limits
            && told.peek().is_some()
            && told.any(|next| {
                is_period(text.word(next))
                    || is_named_time(text.word(next))
                    || text.word(next).ends_with("time")
            })
            && !(0..claim.tokens.len()).any(|mine| matches!(claim.word(mine), "until" | "till" | "between"))
    })
}

fn is_named_time(word: &str) -> bool {
    is_month(word) || is_weekday(word) || matches!(word, "weekdays" | "weekends")
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn what_is_said_of_some_is_not_said_of_all() {
        let fares = "Meals are served in Gold and Silver cabins.";
        let pool = "The pool may be used until 15 June.";
        for (claim, evidence, want) in [
            ("Meals are served in all cabins.", fares, true),
            ("Meals are served in all Silver cabins.", fares, false),
            ("Meals are served in cabins.", fares, false),
            ("Meals are served in all cabins.", "Meals are served in cabins.", false),
            ("Meals are served in all cabins.", "Meals are served in each of the cabins.", false),
            ("Entry is free every Monday.", "Entry is free on the last Monday of the month.", true),
            ("Every guest must have a pass.", "Guests who stay overnight must have a pass.", true),
            (
                "Every guest who stays overnight needs a pass.",
                "Guests who stay overnight need a pass.",
                false,
            ),
            ("The pool may be used at any time.", pool, true),
            ("The pool may be used until 15 June.", pool, false),
            ("The pool may be used at any time.", "The pool may always be used, at night until two.", false),
            ("Not all cabins have meals.", fares, false),
            ("All old tickets may be kept.", "Up to five old tickets may be kept.", true),
            ("All trains are electric.", "Two thirds of the fleet of trains are electric.", true),
            ("Two thirds of all trains are electric.", "Two thirds of the trains are electric.", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(evidence));
            let theirs = Reading::new(&theirs);
            let found = says_it_of_all(&Reading::new(&mine), &theirs, std::slice::from_ref(&theirs));
            assert_eq!(found, want, "{claim} | {evidence}");
        }
    }
}
