//! Retractions: a claim that states what its evidence says was first believed and then given up (`first blamed the winter but later traced
//! the damage to the steel`, `처음에는 과속을 원인으로 보았으나`).
//!
//! Owns which words of a sentence tell a belief that was given up. What is only believed is [`fact`](super::fact)'s.

use std::ops::Range;

use crate::denial::negation::korean_denials;
use crate::text::marks::DENIAL;
use crate::text::reading::Reading;

/// Words that put a belief at the beginning, in English before it, in Korean at any place before it, by how they begin.
const FIRST: &[&str] = &["first", "initially", "originally", "처음에", "애초", "당초", "초기에는"];

/// What beliefs are told by, by how they begin.
const BELIEVES: &[&str] = &[
    "blam",
    "thought",
    "believ",
    "suspect",
    "assum",
    "suppos",
    "attribut",
    "추정",
    "생각",
    "보았",
    "봤",
    "여겼",
    "의심",
    "알려졌",
    "지목",
];

/// What turns against it.
const BUT: &[&str] = &["but", "although", "however", "later"];

/// Content words of such a belief, at most, beyond which it is not known what of it was given up.
const MOST: usize = 6;

/// Whether the claim states, without saying so, what the evidence says was given up.
pub(crate) fn states_what_was_given_up(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    let begins = |text: &Reading<'_>, at: usize, heads: &[&str]| {
        heads.iter().any(|head| text.word(at).starts_with(head))
    };
    let tells = |text: &Reading<'_>, heads: &[&str]| (0..text.tokens.len()).any(|at| begins(text, at, heads));
    if !windows.iter().any(|text| tells(text, FIRST))
        || tells(claim, FIRST)
        || tells(claim, BELIEVES)
        || claim.marked(DENIAL).next().is_some()
        || korean_denials(claim).next().is_some()
    {
        return false;
    }
    windows.iter().any(|text| {
        (0..text.tokens.len()).filter(|&at| begins(text, at, FIRST)).filter_map(|at| belief(text, at)).any(
            |words| {
                let content: Vec<usize> = words.filter(|&at| text.content(at).is_some()).collect();
                let said = |at: usize| claim.same_as(text, at).next().is_some();
                !content.is_empty() && content.len() <= MOST && content.iter().all(|&at| said(at))
            },
        )
    })
}

/// The words of the belief that the word at `first` puts at the beginning, where the sentence turns against it.
fn belief(text: &Reading<'_>, first: usize) -> Option<Range<usize>> {
    let end = text.sentence_end(first + 1);
    let begins = |at: usize| BELIEVES.iter().any(|head| text.word(at).starts_with(head));
    if text.word(first).is_ascii() {
        let but = (first + 2..end).find(|&at| BUT.contains(&text.word(at)))?;
        return begins(first + 1).then_some(first + 2..but);
    }
    let verb = (first + 1..end).find(|&at| begins(at))?;
    let turns = ["으나", "지만", "는데", "었으나"].iter().any(|ending| text.word(verb).ends_with(ending));
    turns.then_some(first + 1..verb)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn what_was_given_up_is_not_so() {
        let bridge =
            "Engineers first blamed the cold winter but later traced the damage to a faulty batch of steel.";
        let crash = "경찰은 처음에는 과속을 원인으로 보았으나, 나중에 브레이크 결함을 확인했다.";
        for (claim, source, want) in [
            ("The cold winter caused the damage.", bridge, true),
            ("Engineers first blamed the cold winter.", bridge, false),
            ("The damage was traced to a faulty batch of steel.", bridge, false),
            ("The cold winter did not cause the damage.", bridge, false),
            ("사고의 원인은 과속이었다.", crash, true),
            ("처음에는 과속을 원인으로 보았다.", crash, false),
            ("브레이크 결함이 확인되었다.", crash, false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(source));
            assert_eq!(
                states_what_was_given_up(&Reading::new(&mine), &[Reading::new(&theirs)]),
                want,
                "{claim}"
            );
        }
    }
}
