//! Subjects: the passage says what the claim says, but of somebody else.
//!
//! Owns who an English claim and its passage speak of, and when the two cannot be one: two names, or two kinds (`residents`,
//! `visitors`). A definite noun (`the company`) may stand for a name. Who does what to whom within one sentence is
//! [`roles`](super::roles)'.

use std::ops::Range;

use crate::parts::names::names;
use crate::text::reading::Reading;

/// Words of a claim's subject, at most.
const SUBJECT: usize = 4;

/// The first word of the claim's subject, by position, where the passage says all that the claim says, but of another. `names_of_claim`
/// gives the keys of the claim's names, `written` the passage as it is written; `known` tells whether the source has a
/// word, `named` whether it has it as a name, `said` whether the evidence says a word of the claim in other words.
pub(crate) fn other_subject(
    claim: &Reading<'_>,
    names_of_claim: impl Fn() -> Vec<u32>,
    passage: &Reading<'_>,
    written: impl Fn() -> String,
    known: impl Fn(u32) -> bool,
    named: impl Fn(&str) -> bool,
    said: impl Fn(usize) -> bool,
) -> Option<usize> {
    let content = |text: &Reading<'_>| -> Vec<(usize, u32)> {
        (0..text.tokens.len()).filter_map(|at| Some((at, text.content(at)?))).collect()
    };
    let mine = content(claim);
    let count = mine.iter().take_while(|&&(at, key)| !passage.has(key) && !said(at)).count();
    let (subject, rest) = mine.split_at_checked(count)?;
    let told = rest.iter().all(|&(at, key)| passage.has(key) || said(at));
    let one = !subject.is_empty() && subject.len() <= SUBJECT && subject.iter().all(|&(_, key)| known(key));
    if !one || !told || rest.len() < 2 {
        return None;
    }
    let theirs: Vec<(usize, u32)> =
        content(passage).into_iter().take_while(|&(_, key)| !claim.has(key)).collect();
    if theirs.is_empty() || theirs.len() > SUBJECT {
        return None;
    }
    let is_named = |words: &[(usize, u32)], names: &[u32]| words.iter().any(|(_, key)| names.contains(key));
    // `Moran was acquitted`: a name of one word that begins its sentence shows in the source.
    let other = if is_named(subject, &names_of_claim())
        || subject.len() == 1 && subject.iter().all(|&(at, _)| named(claim.word(at)))
    {
        // A name that opens its sentence shows by its second word.
        is_named(&theirs, &names(&written()).into_iter().map(|name| name.key).collect::<Vec<_>>())
    } else {
        let kind = |text: &Reading<'_>, words: &[(usize, u32)]| {
            words.first().zip(words.last()).is_some_and(|(first, last)| is_kind(text, first.0..last.0 + 1))
        };
        kind(claim, subject) && kind(passage, &theirs)
    };
    subject.first().filter(|_| other).map(|&(at, _)| at)
}

/// Whether the words that open a sentence name all of a kind: `visitors`, `each visitor`, `an electric car`.
fn is_kind(text: &Reading<'_>, words: Range<usize>) -> bool {
    let all = |at: usize| matches!(text.word(at), "a" | "an" | "each" | "every" | "all" | "any");
    // `workers who report a hazard` are workers.
    let tells = |&at: &usize| {
        matches!(
            text.word(at),
            "who" | "that" | "which" | "whose" | "with" | "without" | "of" | "in" | "from"
        )
    };
    let head = words.clone().find(tells).unwrap_or(words.end);
    let last = text.word(head.saturating_sub(1));
    match words.start {
        0 => {
            last.ends_with('s') && !last.ends_with("ss")
                || matches!(last, "people" | "children" | "men" | "women")
        }
        1 => all(0),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn the_same_of_somebody_else() {
        let mayor = "Mayor Elena Ruiz announced on Monday that the depot will be a library.";
        let berg = "Councillor Tomas Berg criticised the plan.";
        let visitors = "Visitors must display a permit.";
        for (claim, passage, want) in [
            ("Tomas Berg announced that the depot will be a library.", mayor, true),
            ("Elena Ruiz announced that the depot will be a library.", mayor, false),
            ("Mayor Elena Ruiz criticised the plan.", berg, true),
            ("The council criticised the plan.", berg, false),
            ("Residents must display a permit.", visitors, true),
            ("The residents must display a permit.", visitors, false),
            ("Visitors have to display a permit.", visitors, false),
            ("Residents must display a badge.", visitors, false),
            ("Moran criticised the plan.", berg, true),
            ("Critics criticised the plan.", berg, false),
            ("Residents who own a car must display a permit.", visitors, true),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(passage));
            let keys: Vec<u32> = names(claim).into_iter().map(|name| name.key).collect();
            let (mine, theirs) = (Reading::new(&mine), Reading::new(&theirs));
            let found = other_subject(
                &mine,
                || keys.clone(),
                &theirs,
                || passage.to_owned(),
                |_| true,
                |word| word == "moran",
                |_| false,
            );
            assert_eq!(found.is_some(), want, "{claim}");
        }
    }
}
