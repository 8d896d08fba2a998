//! Joint words: `A and B` beside `A or B`, `A 및 B` beside `A 또는 B`.
//!
//! Owns which two words a text joins and how. A list of three is known by its last two.

use crate::domain::gate::negation::is_denied;
use crate::domain::gate::reading::{Reading, STOP};
use crate::domain::gate::similarity::word_key;
use crate::domain::text::{Script, SyllableSet, is_closed, syllable_at};

/// How two words are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Link {
    /// Both.
    And,
    /// One of them.
    Or,
}

/// Two joined words, by the keys of their stems.
#[derive(Debug, Clone, Copy)]
struct Joint {
    one: u32,
    other: u32,
    link: Link,
    /// The position of the second.
    at: usize,
}

/// Whether the claim joins two words by `and` that the windows only join by `or`, or the reverse.
pub(super) fn joined_otherwise(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    let mine = joints(claim);
    if mine.is_empty() {
        return false;
    }
    let theirs: Vec<(&Reading<'_>, Joint)> = windows
        .iter()
        .flat_map(|window| joints(window).into_iter().map(move |joint| (window, joint)))
        .collect();
    mine.iter().any(|joint| {
        let mut same = theirs
            .iter()
            .filter(|(_, other)| {
                (joint.one, joint.other) == (other.one, other.other)
                    || (joint.one, joint.other) == (other.other, other.one)
            })
            .peekable();
        same.peek().is_some()
            && !joint.is_denied(claim)
            && same.all(|(window, other)| other.link != joint.link && !other.is_denied(window))
    })
}

impl Joint {
    /// Neither of two is both of two not.
    fn is_denied(self, text: &Reading<'_>) -> bool {
        (self.at.saturating_sub(2)..self.at + 4).any(|at| is_denied(&text.tokens, at))
    }
}

fn joints(text: &Reading<'_>) -> Vec<Joint> {
    (1..text.tokens.len()).filter_map(|at| joint(text, at)).collect()
}

/// The words that are joined by the word at `at`, or by its particle.
fn joint(text: &Reading<'_>, at: usize) -> Option<Joint> {
    let word = |at: usize| text.word(at);
    let token = text.tokens.get(at)?;
    let (left, right, link) = match token.script {
        Script::Latin => {
            let link = match token.text {
                "and" => Link::And,
                "or" => Link::Or,
                _ => return None,
            };
            let article = |at: usize| {
                matches!(
                    word(at),
                    "a" | "an"
                        | "the"
                        | "his"
                        | "her"
                        | "its"
                        | "their"
                        | "by"
                        | "in"
                        | "with"
                        | "of"
                        | "for"
                )
            };
            (at - 1, (at + 1..at + 3).find(|&at| !article(at))?, link)
        }
        Script::Hangul => match token.text {
            "및" => (at - 1, at + 1, Link::And),
            "또는" | "혹은" => (at - 1, at + 1, Link::Or),
            // The particle of the word before.
            _ => (at - 1, at, particle(word(at - 1))?.1),
        },
        Script::Digit | Script::Other => return None,
    };
    let one_sentence = (left + 1..=right).all(|at| text.gap(at) & STOP == 0);
    // `A와 B 중 하나` is one of them, `A와 B 중 둘째` something else.
    let among = (right..right + 3).find(|&at| word(at) == "중" || word(at).starts_with("가운데"));
    let is_one = |at: usize| ["하나", "어느", "한"].iter().any(|one| word(at + 1).starts_with(one));
    if !one_sentence || among.is_some_and(|at| !is_one(at)) {
        return None;
    }
    let link = if among.is_some() { Link::Or } else { link };
    Some(Joint { one: key(text, left)?, other: key(text, right)?, link, at: right })
}

/// The noun of a Korean word and how it is joined to the next, if it is: `신분증과`, `현금이나`.
fn particle(word: &str) -> Option<(&str, Link)> {
    static LAST: SyllableSet = SyllableSet::of(&['나', '과', '와']);
    let bytes = word.as_bytes();
    if !bytes.len().checked_sub(3).and_then(|at| syllable_at(bytes, at)).is_some_and(|last| LAST.has(last)) {
        return None;
    }
    [("이나", Link::Or, true), ("나", Link::Or, false), ("과", Link::And, true), ("와", Link::And, false)]
        .into_iter()
        .find_map(|(particle, link, behind)| {
            let noun = word.strip_suffix(particle)?;
            (is_closed(noun.chars().next_back()?)? == behind).then_some((noun, link))
        })
}

/// What a joined word is compared by, its particle apart.
fn key(text: &Reading<'_>, at: usize) -> Option<u32> {
    let token = text.tokens.get(at)?;
    match token.script {
        Script::Hangul => {
            let noun = particle(token.text).map(|found| found.0);
            Some(noun.map_or_else(|| text.key(at), |noun| word_key(noun, token.script)))
        }
        Script::Latin => text.content(at),
        Script::Digit | Script::Other => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::text::normalise;

    #[test]
    fn both_or_one_of_two() {
        for (claim, evidence, want) in [
            ("신분증과 학생증을 낸다", "신분증 또는 학생증을 낸다", true),
            ("신분증이나 학생증을 낸다", "학생증 및 신분증을 낸다", true),
            ("신분증 및 학생증을 낸다", "신분증과 학생증을 낸다", false),
            ("신분증과 학생증 중 하나를 낸다", "신분증 또는 학생증을 낸다", false),
            ("A pass and a badge are shown", "A pass or a badge is shown", true),
            ("A badge or a pass is shown", "A pass or a badge is shown", false),
            // Neither of two is both of two not.
            ("A pass or a badge is not needed", "A pass and a badge are not needed", false),
            // Joined in one of them only.
            ("A pass and a badge are shown", "A pass is shown", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(evidence));
            assert_eq!(joined_otherwise(&Reading::new(&mine), &[Reading::new(&theirs)]), want, "{claim}");
        }
    }
}
