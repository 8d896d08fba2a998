//! Adjuncts: what an English verb is said to be done by or in (`signed in Oslo`), where a sentence has several verbs.
//!
//! Owns telling that a claim gives a verb the place, or the subject, of another verb of the evidence: `signed in Bern` where it says
//! `drafted in Bern and signed in Oslo`. Korean is [`attached`](crate::domain::gate::attached)'s.

use crate::domain::gate::clause::divides;
use crate::domain::gate::reading::{Reading, SPACE, STOP};
use crate::domain::gate::roles::is_past_verb;
use crate::domain::text::Script;

/// Whether a verb of the claim has a place or a subject there that belongs to another verb in the windows.
pub(super) fn is_of_another(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
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
            (joined && is_past_verb(text.word(verb)) && is_latin(noun))
                .then_some((text.content(verb)?, text.word(at), text.content(noun)?))
        })
        .collect()
}

fn has_the_place_of_another(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    let mine = adjuncts(claim);
    if mine.is_empty() {
        return false;
    }
    let theirs: Vec<Adjunct<'_>> = windows.iter().flat_map(adjuncts).collect();
    mine.iter().any(|&(verb, preposition, noun)| {
        let same = || theirs.iter().filter(|other| other.0 == verb && other.1 == preposition);
        same().next().is_some()
            && same().all(|other| other.2 != noun && !claim.has(other.2))
            && theirs.iter().any(|other| other.0 != verb && (other.1, other.2) == (preposition, noun))
    })
}

/// The content word right before a verb, its auxiliaries apart.
fn subject(text: &Reading<'_>, verb: usize) -> Option<usize> {
    let auxiliary = |at: usize| matches!(text.word(at), "has" | "have" | "had" | "also");
    let at = verb.checked_sub(1)?;
    let at = if auxiliary(at) { at.checked_sub(1)? } else { at };
    let near = (at + 1..=verb).all(|at| text.gap(at) == SPACE);
    let latin = text.tokens.get(at).is_some_and(|token| token.script == Script::Latin);
    (near && latin && !text.word(at).ends_with("ly") && text.content(at).is_some()).then_some(at)
}

fn has_the_subject_of_another(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    /// Words between a noun and its verb.
    const REACH: usize = 2;
    (1..claim.tokens.len()).any(|at| {
        let Some(verb) = claim.content(at).filter(|_| is_past_verb(claim.word(at))) else { return false };
        let Some(own) = subject(claim, at).and_then(|own| claim.content(own)) else { return false };
        let mut found = false;
        for window in windows {
            for there in window.positions(verb).filter(|&there| is_past_verb(window.word(there))) {
                let begins = |at: usize| at == 0 || window.gap(at) & STOP != 0 || divides(window, at);
                let clause = (0..=there).rev().find(|&at| begins(at)).unwrap_or_default();
                let kept = (clause..there).any(|at| window.key(at) == own);
                let other = subject(window, there).filter(|&other| !claim.has(window.key(other)));
                if kept || other.is_none() {
                    return false;
                }
                // It is the subject of a later verb of the sentence.
                let is_subject = |noun: usize| {
                    noun > there
                        && window.word(noun - 1) != "by"
                        && (there + 1..=noun).all(|at| window.gap(at) & STOP == 0)
                        && (noun + 1..=noun + REACH).any(|next| {
                            window.gap(next) == SPACE
                                && window.key(next) != verb
                                && is_past_verb(window.word(next))
                        })
                };
                found |= window.positions(own).any(is_subject);
            }
        }
        found
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::text::normalise;

    #[test]
    fn places_and_subjects_of_other_verbs() {
        for (claim, evidence, want) in [
            ("The pact was signed in Bern.", "The pact was drafted in Bern and signed in Oslo.", true),
            ("The pact was signed in Oslo.", "The pact was drafted in Bern and signed in Oslo.", false),
            ("The pact was signed in Bern.", "The pact was signed in Bern and announced in Oslo.", false),
            ("The clerk said that sales rose.", "The chair said that sales rose, and the clerk asked why.", true),
            ("The clerk asked why.", "The chair said that sales rose, and the clerk asked why.", false),
            ("The panel said so.", "The panel of experts said so.", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(evidence));
            assert_eq!(is_of_another(&Reading::new(&mine), &[Reading::new(&theirs)]), want, "{claim}");
        }
    }
}
