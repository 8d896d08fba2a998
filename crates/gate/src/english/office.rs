//! Offices in English: whose director, captain or sister somebody is (`the director of Ardent`, `Ardent's director`).
//!
//! Owns telling that a claim gives an office, or a kin, to another than every mention in its evidence does. Who acts by a rule is
//! [`holder`](super::holder)'s.

use crate::english::misjoined::is_preposition;
use crate::text::reading::{COMMA, Reading, SEMICOLON, STOP};
use stet_text::Script;

/// What somebody is of somebody or something, and that one not of them.
const OFFICES: &[&str] = &[
    "executive",
    "president",
    "director",
    "chairman",
    "chairwoman",
    "chair",
    "head",
    "mayor",
    "minister",
    "captain",
    "coach",
    "founder",
    "owner",
    "editor",
    "leader",
    "manager",
    "secretary",
    "capital",
    "author",
    "governor",
    "ambassador",
    "spokesman",
    "spokeswoman",
    "spokesperson",
    "daughter",
    "son",
    "father",
    "mother",
    "granddaughter",
    "grandson",
    "nephew",
    "niece",
    "widow",
    "pupil",
    "subsidiary",
];

/// Words before an office among which its owner stands, and of an owner behind it.
const BEFORE: usize = 3;
const BEHIND: usize = 4;

/// The owner that the claim gives an office, by position, where the evidence tells of each such office that it is another's, and names that one
/// elsewhere.
pub(crate) fn office_of_another(claim: &Reading<'_>, windows: &[Reading<'_>]) -> Option<usize> {
    let offices = |text: &Reading<'_>| -> Vec<usize> {
        (0..text.tokens.len()).filter(|&at| OFFICES.contains(&text.word(at))).collect()
    };
    offices(claim).into_iter().find_map(|at| {
        let mine = owner(claim, at).filter(|mine| names(claim, mine))?;
        let first = *mine.first()?;
        let known = |at: usize| windows.iter().any(|text| text.has(claim.key(at)));
        let mut places = windows
            .iter()
            .flat_map(|text| offices(text).into_iter().map(move |there| (text, there)))
            .filter(|&(text, there)| text.word(there) == claim.word(at))
            .peekable();
        let another = |(text, there): (&Reading<'_>, usize)| {
            owner(text, there).is_some_and(|theirs| {
                let same = |&there: &usize| mine.iter().any(|&at| claim.is_same(at, text, there));
                names(text, &theirs) && !theirs.iter().any(same)
            })
        };
        (mine.iter().all(|&at| known(at)) && places.peek().is_some() && places.all(another)).then_some(first)
    })
}

/// Whether the words of an owner name one: `the director of the company` may be anybody's.
fn names(text: &Reading<'_>, owner: &[usize]) -> bool {
    let before = owner.first().and_then(|at| at.checked_sub(1)).map_or("", |at| text.word(at));
    let pointed = matches!(before, "the" | "this" | "that" | "our" | "its" | "their" | "a" | "an");
    let latin = |&at: &usize| text.tokens.get(at).is_some_and(|token| token.script == Script::Latin);
    owner.iter().all(latin) && !(pointed && owner.len() < 2)
}

/// The words of the owner of an office: `the director of Ardent Mills`, `Ardent's managing director`.
fn owner(text: &Reading<'_>, at: usize) -> Option<Vec<usize>> {
    let joined = |at: usize| text.gap(at) & (STOP | COMMA | SEMICOLON) == 0;
    if text.word(at + 1) == "of" {
        let ends = |at: &usize| joined(*at) && !is_preposition(text.word(*at)) && text.word(*at) != "and";
        let words = (at + 2..text.tokens.len().min(at + 2 + BEHIND)).take_while(ends);
        let words: Vec<usize> = words.filter(|&at| text.content(at).is_some()).collect();
        return (!words.is_empty()).then_some(words);
    }
    let first = at.saturating_sub(BEFORE);
    let owner =
        (first..at).rev().take_while(|&at| joined(at + 1)).find(|&at| text.word(at).ends_with("'s"))?;
    Some(vec![owner])
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn whose_office_it_is() {
        let mills = "Ardent Mills closed its plant in Oss, and its rival Brugman hired two hundred. Brugman's managing director, Ida Vos, was pleased.";
        let head = "Jon Reed, head of sales at Tarn, met the marketing team.";
        for (claim, source, want) in [
            ("Ida Vos is the managing director of Ardent Mills.", mills, true),
            ("Ida Vos is the managing director of Brugman.", mills, false),
            ("Brugman's director Ida Vos was pleased.", mills, false),
            ("Ida Vos is the managing director of the company.", mills, false),
            ("Jon Reed is head of marketing.", head, true),
            ("Jon Reed is head of sales.", head, false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(source));
            let found = office_of_another(&Reading::new(&mine), &[Reading::new(&theirs)]);
            assert_eq!(found.is_some(), want, "{claim}");
        }
    }
}
