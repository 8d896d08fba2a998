//! Contrasts: what an English sentence states of one thing and denies of another, mostly without saying it twice (`Travel is paid for, but
//! meals are not`, `the price includes travel but not meals`, `the policy covers fire but excludes floods`).
//!
//! Owns which of the two a claim speaks of: to deny it of the one that is denied is no conflict, to state it is one. What a claim gives
//! its own subject is [`misjoined`](crate::english::misjoined)'s.

use std::ops::Range;

use crate::denial::conflict::refuses;
use crate::denial::negation::english_negations;
use crate::english::misjoined::{Clause, Topic, clauses};
use crate::english::paraphrase::is_generic;
use crate::text::marks::DENIAL;
use crate::text::reading::{COMMA, Reading, SEMICOLON, STOP};
use stet_text::span::Span;

/// Words behind `but` among which a denial stands.
const NEAR: usize = 3;

/// What a sentence states of one thing and denies of another, by keys.
struct Contrast {
    /// What only the denied one, and only the stated one, is called.
    own: Vec<u32>,
    others: Vec<u32>,
    /// What is stated of the other, and what is said beside the denial.
    more: Vec<u32>,
    less: Vec<u32>,
    /// One of several examples is named: `animals such as hamsters or fish`.
    examples: bool,
}

impl Contrast {
    fn new(denied: &[u32], stated: &[u32], more: Vec<u32>, less: Vec<u32>) -> Option<Self> {
        let only = |list: &[u32], rest: &[u32]| -> Vec<u32> {
            list.iter().copied().filter(|key| !rest.contains(key)).collect()
        };
        let (own, others) = (only(denied, stated), only(stated, denied));
        (!own.is_empty() && !others.is_empty()).then_some(Self { own, others, more, less, examples: false })
    }

    /// Whether a claim speaks of what is denied, and not of the other.
    fn is_of(&self, claim: &Reading<'_>) -> bool {
        let held = self.own.iter().filter(|key| claim.has(**key)).count();
        // `accommodation costs`, where it says `travel costs, but not accommodation`
        let others = self.others.iter().filter(|key| claim.has(**key)).count();
        held > 0
            && (self.examples || held * 3 >= self.own.len() * 2)
            && (others == 0 || held == self.own.len() && others * 3 <= self.others.len())
    }
}

/// How a claim stands to the contrast of a passage that denies something of what the claim speaks of: whether it agrees.
pub(crate) fn agrees_with_contrast(claim: &Reading<'_>, passage: &Reading<'_>) -> Option<bool> {
    let last = |at: usize| at + 1 == passage.tokens.len() || passage.gap(at + 1) & (STOP | SEMICOLON) != 0;
    let cut_short = || {
        passage.marked(DENIAL).any(last)
            && (0..passage.tokens.len()).any(|at| passage.gap(at) & SEMICOLON != 0)
    };
    if !passage.tokens.iter().any(|token| is_contrast(token.text) || excludes(token.text)) && !cut_short() {
        return None;
    }
    let contrast = contrasts(passage).into_iter().find(|contrast| contrast.is_of(claim))?;
    let denials = english_negations(claim).count();
    let has = |key: &u32| claim.has(*key);
    if denials == 1 {
        return Some(true);
    }
    let stated = contrast.more.iter().any(has)
        && !contrast.less.iter().any(|key| has(key) && !contrast.more.contains(key));
    (denials == 0 && stated).then_some(false)
}

/// The one clause of an English passage that a claim speaks of, where another of its sentence is told in contrast to it and speaks of
/// something else: what that denies is no matter of the claim.
pub(crate) fn clause_of_claim<'a>(claim: &Reading<'_>, passage: &Reading<'a>) -> Option<Reading<'a>> {
    if !passage.tokens.iter().any(|token| is_contrast(token.text)) {
        return None;
    }
    let has = |key: &u32| claim.has(*key);
    passage.sentences().into_iter().find_map(|sentence| {
        if !sentence.clone().any(|at| is_contrast(passage.word(at))) {
            return None;
        }
        let list = clauses(passage, sentence);
        let topics = |clause: &Clause| match &clause.topic {
            Topic::Own(words) => keys(passage, words.clone()),
            _ => Vec::new(),
        };
        // Two clauses of which the second is told in contrast.
        let [one, other] = list.as_slice() else { return None };
        let (first, second) = (topics(one), topics(other));
        let apart = |mine: &[u32], theirs: &[u32]| {
            !mine.is_empty() && !theirs.is_empty() && mine.iter().all(has) && !theirs.iter().any(has)
        };
        let clause = if !is_contrast(passage.word(other.words.start)) {
            return None;
        } else if apart(&first, &second) {
            one
        } else if apart(&second, &first) {
            other
        } else {
            return None;
        };
        let from = passage.tokens.get(clause.words.start)?.span.start;
        let to = passage.tokens.get(clause.words.end - 1)?.span.end;
        Some(passage.part(from, Span::new(from, to).of(passage.norm)))
    })
}

/// Whether a claim that denies nothing has all that a sentence of the window denies: `refunded after the third week`, where it says `no
/// refund is made after the third week`.
pub(crate) fn states_what_is_denied(claim: &Reading<'_>, window: &Reading<'_>) -> bool {
    /// Words of a sentence that says anything.
    const LEAST: usize = 3;
    if !window.has_mark(DENIAL) || claim.has_mark(DENIAL) || refuses(claim) {
        return false;
    }
    let denials: Vec<usize> = english_negations(window).collect();
    if denials.is_empty() {
        return false;
    }
    window.sentences().into_iter().any(|sentence| {
        if denials.iter().filter(|at| sentence.contains(at)).count() != 1 {
            return false;
        }
        let told = || sentence.clone().filter_map(|at| window.content(at)).filter(|&key| !is_generic(key));
        // A sentence with a second clause may take back what it denies.
        let plain = || {
            sentence.clone().all(|at| {
                !matches!(window.word(at), "unless" | "until" | "except" | "without" | "but" | "if" | "only")
            })
        };
        told().all(|key| claim.has(key)) && told().count() >= LEAST && plain()
    })
}

fn is_contrast(word: &str) -> bool {
    matches!(word, "but" | "while" | "whereas" | "though" | "although")
}

fn excludes(word: &str) -> bool {
    matches!(word, "exclude" | "excludes" | "excluded" | "excluding")
}

/// Whether a clause behind a semicolon ends with its denial: `cats need a permit; fish do not`.
fn is_cut_short(text: &Reading<'_>, clause: &Clause) -> bool {
    let Some(last) = clause.words.end.checked_sub(1) else { return false };
    let word = text.word(last);
    text.gap(clause.words.start) & SEMICOLON != 0 && (word == "not" || word.ends_with("n't"))
}

fn contrasts(text: &Reading<'_>) -> Vec<Contrast> {
    let mut found = Vec::new();
    for sentence in text.sentences() {
        let list = clauses(text, sentence);
        for (at, denied) in list.iter().enumerate().skip(1) {
            let first = text.word(denied.words.start);
            if first != "and" && !is_contrast(first) && !is_cut_short(text, denied) {
                continue;
            }
            // `fire and theft but not floods`: what has no verb goes on with what stands before.
            let before = list.iter().take(at).rev().find(|clause| clause.verb.is_some());
            let stated = before
                .map(|clause| Clause { words: clause.words.start..denied.words.start, ..clause.clone() });
            let examples =
                denied.words.clone().any(|at| text.word(at) == "such" && text.word(at + 1) == "as");
            let contrast = stated.and_then(|stated| of_clauses(text, &stated, denied));
            found.extend(contrast.map(|contrast| Contrast { examples, ..contrast }));
        }
    }
    found
}

fn keys(text: &Reading<'_>, words: Range<usize>) -> Vec<u32> {
    words.filter_map(|at| text.content(at)).collect()
}

fn negates(text: &Reading<'_>, words: Range<usize>) -> bool {
    text.has_mark(DENIAL) && english_negations(text).any(|at| words.contains(&at))
}

/// Whether the claim gives a place of one clause what the next says of another place, of the same thing: `Sales in Asia rose 3 %, but they
/// fell 5 % in Europe`.
pub(crate) fn takes_the_other_place(claim: &Reading<'_>, passage: &Reading<'_>) -> bool {
    let refers = |word: &str| matches!(word, "they" | "it" | "those" | "these" | "that");
    let goes_on = |at: usize| {
        refers(passage.word(at + 1)) && (is_contrast(passage.word(at)) || passage.word(at) == "and")
    };
    if !(0..passage.tokens.len()).any(goes_on) {
        return false;
    }
    passage.sentences().into_iter().any(|sentence| {
        let list = if sentence.clone().any(goes_on) { clauses(passage, sentence) } else { Vec::new() };
        list.iter().zip(list.iter().skip(1)).any(|(one, other)| {
            let begins = one.words.clone().find(|&at| passage.content(at).is_some());
            if begins.is_none() || !goes_on(other.words.start) || one.verb.is_none() {
                return false;
            }
            let all = |clause: &Clause| keys(passage, clause.words.clone());
            let (first, second) = (all(one), all(other));
            places(passage, one).into_iter().any(|(preposition, here)| {
                places(passage, other).into_iter().any(|(same, there)| {
                    let apart = |mine: &[u32], theirs: &[u32]| !mine.iter().any(|key| theirs.contains(key));
                    if same != preposition || !apart(&here, &there) {
                        return false;
                    }
                    let crossed = |own: &[u32], away: &[u32], said: &[u32], unsaid: &[u32]| {
                        let only = |key: &&u32| !unsaid.contains(key) && !away.contains(key);
                        let told = said.iter().filter(only).filter(|key| claim.has(**key)).count();
                        let kept = unsaid.iter().filter(|key| !said.contains(key) && !own.contains(key));
                        own.iter().all(|&key| claim.has(key))
                            && !away.iter().any(|&key| claim.has(key))
                            && told > 0
                            && !kept.into_iter().any(|&key| {
                                claim.has(key) && first.len() > 1 && !is_subject(passage, one, key)
                            })
                    };
                    crossed(&here, &there, &second, &first) || crossed(&there, &here, &first, &second)
                })
            })
        })
    })
}

/// Whether a word stands before the verb of a clause.
fn is_subject(text: &Reading<'_>, clause: &Clause, key: u32) -> bool {
    clause.verb.is_some_and(|verb| text.positions(key).any(|at| clause.words.start <= at && at < verb))
}

/// What stands behind each preposition of place of a clause.
fn places<'a>(text: &Reading<'a>, clause: &Clause) -> Vec<(&'a str, Vec<u32>)> {
    let is_preposition =
        |at: usize| matches!(text.word(at), "in" | "at" | "on" | "for" | "among" | "during" | "under");
    let ends = |&at: &usize| {
        text.content(at).is_none() && !matches!(text.word(at), "the" | "a" | "an" | "of" | "its" | "their")
    };
    let found = clause.words.clone().filter(|&at| is_preposition(at)).map(|at| {
        let end = (at + 1..clause.words.end).find(ends).unwrap_or(clause.words.end);
        let end = clause.verb.filter(|verb| *verb > at).map_or(end, |verb| end.min(verb));
        (text.word(at), keys(text, at + 1..end))
    });
    found.filter(|(_, keys)| !keys.is_empty()).collect()
}

/// The contrast of two clauses.
fn of_clauses(text: &Reading<'_>, stated: &Clause, denied: &Clause) -> Option<Contrast> {
    let there = stated.verb?;
    if negates(text, stated.words.clone()) || excludes(text.word(there)) {
        return None;
    }
    let (from, end) = (denied.words.start + 1, denied.words.end);
    let object = || keys(text, there + 1..stated.words.end);
    // `but excludes damage caused by water`
    let excluding = excludes(text.word(from)).then_some((&Topic::Same, Some(from)));
    match excluding.unwrap_or((&denied.topic, denied.verb)) {
        // `but meals are not`
        (Topic::Own(mine), Some(here)) => {
            let Topic::Own(theirs) = &stated.topic else { return None };
            if !negates(text, here..end.min(here + NEAR)) {
                return None;
            }
            let (mine, theirs) = (keys(text, mine.clone()), keys(text, theirs.clone()));
            Contrast::new(&mine, &theirs, keys(text, there..stated.words.end), keys(text, here..end))
        }
        // `but excludes damage by water`, `but does not cover it`
        (Topic::Same, Some(here))
            if excludes(text.word(here)) || negates(text, here..end.min(here + NEAR)) =>
        {
            let verb = (here..end).find(|&at| text.content(at).is_some())?;
            Contrast::new(
                &keys(text, verb + 1..end),
                &object(),
                keys(text, there..there + 1),
                vec![text.key(verb)],
            )
        }
        // `but not with vouchers`, `but no meals`
        (_, None) if from < end && matches!(text.word(from), "not" | "no") => {
            let preposition = text.word(from + 1);
            let mut places = (there + 1..stated.words.end).rev();
            let before = places.find(|&at| text.word(at) == preposition && text.content(at).is_none());
            let theirs = before.map_or_else(object, |at| keys(text, at + 1..stated.words.end));
            let ends = |&at: &usize| text.gap(at) & (STOP | COMMA | SEMICOLON) != 0;
            let last = (from + 1..end).find(ends).unwrap_or(end);
            Contrast::new(
                &keys(text, from + 1..last),
                &theirs,
                keys(text, there..stated.words.end),
                Vec::new(),
            )
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn what_a_sentence_denies_is_not_stated() {
        let refund = "Fees are refunded in the first week. No refund is made after the third week.";
        for (claim, evidence, want) in [
            ("Half of the fees are refunded after the third week.", refund, true),
            ("No fees are refunded after the third week.", refund, false),
            ("Fees are refunded in the first week.", refund, false),
            ("Pets are allowed in the garden house.", "Pets are not allowed in the garden house.", true),
            ("Pets are allowed in the garden.", "Pets are not allowed in the garden until June.", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(evidence));
            assert_eq!(states_what_is_denied(&Reading::new(&mine), &Reading::new(&theirs)), want, "{claim}");
        }
    }

    #[test]
    fn what_is_denied_of_the_other_only() {
        let grant = "The grant covers up to 80% of the travel costs, but not accommodation.";
        let willows = "Young willows have recovered along the upper stream, though not in the lower meadows.";
        for (claim, evidence, want) in [
            ("Accommodation costs are not covered by the grant.", grant, Some(true)),
            ("Accommodation costs are covered by the grant.", grant, Some(false)),
            ("The grant covers up to 80% of the travel costs.", grant, None),
            ("Willows have not recovered in the lower meadows.", willows, Some(true)),
            ("Willows have recovered in the lower meadows.", willows, Some(false)),
            ("Willows have recovered along the upper stream.", willows, None),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(evidence));
            assert_eq!(agrees_with_contrast(&Reading::new(&mine), &Reading::new(&theirs)), want, "{claim}");
        }
    }

    #[test]
    fn the_clause_that_a_claim_speaks_of() {
        let fee = "Adult visitors pay a fee, whereas children enter free.";
        for (claim, want) in [
            ("Children do not pay.", Some("whereas children enter free")),
            ("Adult visitors pay.", Some("adult visitors pay a fee")),
            ("Children and adult visitors pay.", None),
            ("A fee is paid.", None),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(fee));
            let found = clause_of_claim(&Reading::new(&mine), &Reading::new(&theirs));
            assert_eq!(found.map(|found| found.norm), want, "{claim}");
        }
    }

    #[test]
    fn what_is_said_of_another_place() {
        let sales = "Sales in northern Asia rose 3 percent, but they fell 5 percent in Europe.";
        for (claim, want) in [
            ("Sales in northern Asia fell 5 percent.", true),
            ("Sales in Europe fell 5 percent.", false),
            ("Sales in Europe rose 3 percent.", true),
            ("Sales in northern Asia rose 3 percent.", false),
            ("Sales rose 3 percent.", false),
            ("Sales rose in northern Asia and fell in Europe.", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(sales));
            assert_eq!(takes_the_other_place(&Reading::new(&mine), &Reading::new(&theirs)), want, "{claim}");
        }
    }

    #[test]
    fn what_is_denied_of_one_of_two() {
        let travel = "Travel is paid for, but meals are not.";
        let price = "The price includes the boat but not the meals.";
        let policy = "The policy covers fire and theft but excludes damage caused by floods.";
        let offers = "The bonus may be combined with spring offers, but not with vouchers.";
        let images = "All stored notes will be erased, but songs on the card are not affected.";
        for (claim, evidence, want) in [
            ("Meals are not paid for.", travel, Some(true)),
            ("Meals are paid for.", travel, Some(false)),
            ("Travel is paid for.", travel, None),
            ("Travel is not paid for.", travel, None),
            ("Meals must be brought along.", travel, None),
            ("Meals are not included.", price, Some(true)),
            ("Meals are included.", price, Some(false)),
            ("The boat is included.", price, None),
            ("Damage by floods is not covered.", policy, Some(true)),
            ("Damage by floods is covered.", policy, Some(false)),
            ("Damage by floods is excluded.", policy, None),
            ("The bonus cannot be combined with vouchers.", offers, Some(true)),
            ("The bonus may be combined with vouchers.", offers, Some(false)),
            ("Songs on the card will be erased.", images, Some(false)),
            ("Songs on the card are not erased.", images, Some(true)),
            ("Stored notes will be erased.", images, None),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(evidence));
            assert_eq!(agrees_with_contrast(&Reading::new(&mine), &Reading::new(&theirs)), want, "{claim}");
        }
    }
}
