//! Adjuncts: what an English verb is said to be done by or in (`signed in Oslo`), where a sentence has several verbs.
//!
//! Owns telling that a claim gives a verb the place, or the subject, of another verb of the evidence: `signed in Bern` where it says
//! `drafted in Bern and signed in Oslo`. Korean is [`attached`](crate::korean::attached)'s.

use crate::parts::roles::is_past_verb;
use crate::text::clause::divides;
use crate::text::reading::{Reading, SPACE, STOP};
use stet_text::Script;

/// Whether a verb of the claim has a place or a subject there that belongs to another verb in the windows.
pub(crate) fn is_of_another(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    has_the_place_of_another(claim, windows) || has_the_subject_of_another(claim, windows)
}

/// A verb, the preposition behind it, and the noun behind that: keys, the preposition as it is written.
type Adjunct<'a> = (u32, &'a str, u32);

/// The adjuncts right behind the verbs of a text.
fn adjuncts<'a>(text: &Reading<'a>) -> Vec<Adjunct<'a>> {
    let is_latin = |at: usize| text.tokens.get(at).is_some_and(|token| token.script == Script::Latin);
    let article = |at: usize| matches!(text.word(at), "the" | "a" | "an" | "his" | "her" | "its" | "their");
    (1..text.tokens.len())
        .filter(|&at| matches!(text.word(at), "in" | "on" | "at" | "from" | "to" | "into" | "for" | "with"))
        .filter_map(|at| {
            let verb = at - 1;
            let noun = at + 1 + usize::from(article(at + 1));
            let joined = (at..=noun).all(|at| text.gap(at) == SPACE);
            (joined && is_past_verb(text.word(verb)) && is_latin(noun)).then_some((
                text.content(verb)?,
                text.word(at),
                text.content(noun)?,
            ))
        })
        .collect()
}

fn has_the_place_of_another(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    let mine = adjuncts(claim);
    if mine.is_empty() {
        return false;
    }
    let theirs: Vec<Adjunct<'_>> = windows.iter().flat_map(adjuncts).collect();
    let stands_elsewhere = |preposition: &str, noun: u32| {
        windows
            .iter()
            .any(|window| window.positions(noun).any(|at| is_before_another_clause(window, preposition, at)))
    };
    mine.iter().any(|&(verb, preposition, noun)| {
        let same = || theirs.iter().filter(|other| other.0 == verb && other.1 == preposition);
        same().next().is_some()
            && same().all(|other| other.2 != noun && !claim.has(other.2))
            && (theirs.iter().any(|other| other.0 != verb && (other.1, other.2) == (preposition, noun))
                || stands_elsewhere(preposition, noun))
    })
}

/// Whether a preposition and the noun at `at` behind it end a clause that another without a subject follows: `safe in the town but
/// forbidden in the park`.
fn is_before_another_clause(text: &Reading<'_>, preposition: &str, at: usize) -> bool {
    let article = |at: usize| matches!(text.word(at), "the" | "a" | "an" | "his" | "her" | "its" | "their");
    let before =
        at.checked_sub(1).map(|before| if article(before) { before.saturating_sub(1) } else { before });
    let next = text.word(at + 2);
    before.is_some_and(|before| text.word(before) == preposition)
        && matches!(text.word(at + 1), "but" | "and")
        && (is_modal(next) || is_be(next) || is_past_verb(next))
}

/// The subject of a verb: the content word right before it, auxiliaries apart.
fn subject(text: &Reading<'_>, verb: usize) -> Option<usize> {
    let auxiliary = |at: usize| is_auxiliary(text.word(at)) || is_be(text.word(at));
    let at = (verb.saturating_sub(2)..verb).rev().find(|&at| !auxiliary(at))?;
    let near = (at + 1..=verb).all(|at| text.gap(at) == SPACE);
    let latin = text.tokens.get(at).is_some_and(|token| token.script == Script::Latin);
    (near && latin && !text.word(at).ends_with("ly") && text.content(at).is_some()).then_some(at)
}

fn is_auxiliary(word: &str) -> bool {
    matches!(word, "has" | "have" | "had" | "also") || is_modal(word)
}

fn is_modal(word: &str) -> bool {
    matches!(word, "must" | "may" | "can" | "shall" | "should" | "will")
}

fn is_be(word: &str) -> bool {
    matches!(word, "is" | "are" | "was" | "were")
}

/// What a sentence says of its subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// `asked`
    Past,
    /// `must report`
    Modal,
    /// `is edible`, `was signed`
    Be,
}

/// What the word at a position says of a subject, if it does.
fn predicate(text: &Reading<'_>, at: usize) -> Option<Kind> {
    let before = at.checked_sub(1).map_or("", |before| text.word(before));
    if is_be(before) {
        Some(Kind::Be)
    } else if is_modal(before) {
        Some(Kind::Modal)
    } else {
        is_past_verb(text.word(at)).then_some(Kind::Past)
    }
}

fn has_the_subject_of_another(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    (1..claim.tokens.len()).any(|at| {
        if claim.tokens.get(at).is_none_or(|token| token.script != Script::Latin) {
            return false;
        }
        let Some(kind) = predicate(claim, at) else { return false };
        let Some(key) = claim.content(at).filter(|&key| windows.iter().any(|window| window.has(key))) else {
            return false;
        };
        let Some(own) = subject(claim, at).and_then(|own| claim.content(own)) else { return false };
        let mut found = false;
        for window in windows {
            for there in window.positions(key).filter(|&there| predicate(window, there) == Some(kind)) {
                let begins = |at: usize| at == 0 || window.gap(at) & STOP != 0 || divides(window, at);
                let clause = (0..=there).rev().find(|&at| begins(at)).unwrap_or_default();
                let kept = (clause..there).any(|at| window.key(at) == own);
                let other = subject(window, there).filter(|&other| !claim.has(window.key(other)));
                if kept || other.is_none() {
                    return false;
                }
                found |= window.positions(own).any(|noun| {
                    is_subject_elsewhere(window, noun, there, clause)
                        || kind == Kind::Modal && is_goal(window, noun, there)
                });
            }
        }
        found
    })
}

/// Whether a noun is the subject of another clause of the sentence of the verb at `there`, whose own begins at `clause`.
fn is_subject_elsewhere(text: &Reading<'_>, noun: usize, there: usize, clause: usize) -> bool {
    /// Words between a noun and its verb.
    const REACH: usize = 2;
    let (from, to) = (noun.min(there), noun.max(there));
    (noun > there || noun < clause)
        && noun.checked_sub(1).is_none_or(|before| text.word(before) != "by")
        && text.is_one_sentence(from, to)
        && (noun + 1..=noun + REACH).any(|next| {
            text.gap(next) == SPACE
                && next != there
                && (is_be(text.word(next)) || is_past_verb(text.word(next)))
        })
}

/// Whether what the verb at `there` says goes to or against a noun: `must report to the insurer`.
fn is_goal(text: &Reading<'_>, noun: usize, there: usize) -> bool {
    let article = |at: usize| matches!(text.word(at), "the" | "a" | "an" | "its" | "their");
    let before =
        noun.checked_sub(1).map(|before| if article(before) { before.saturating_sub(1) } else { before });
    noun > there
        && text.is_one_sentence(there, noun)
        && before.is_some_and(|at| matches!(text.word(at), "to" | "from" | "against"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn places_and_subjects_of_other_verbs() {
        for (claim, evidence, want) in [
            ("The pact was signed in Bern.", "The pact was drafted in Bern and signed in Oslo.", true),
            ("The pact was signed in Oslo.", "The pact was drafted in Bern and signed in Oslo.", false),
            ("The pact was signed in Bern.", "The pact was signed in Bern and announced in Oslo.", false),
            (
                "The clerk said that sales rose.",
                "The chair said that sales rose, and the clerk asked why.",
                true,
            ),
            ("The clerk asked why.", "The chair said that sales rose, and the clerk asked why.", false),
            ("The insurer must report a loss.", "The client must report a loss to the insurer.", true),
            ("The client must report a loss.", "The client must report a loss to the insurer.", false),
            ("The roots are edible.", "The roots are bitter, but the seeds are edible.", true),
            ("The seeds are edible.", "The roots are bitter, but the seeds are edible.", false),
            ("The panel said so.", "The panel of experts said so.", false),
            (
                "Dogs are banned in the garden.",
                "Dogs are welcome in the garden but are banned in the cafe.",
                true,
            ),
            (
                "Dogs are banned in the cafe.",
                "Dogs are welcome in the garden but are banned in the cafe.",
                false,
            ),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(evidence));
            assert_eq!(is_of_another(&Reading::new(&mine), &[Reading::new(&theirs)]), want, "{claim}");
        }
    }
}
