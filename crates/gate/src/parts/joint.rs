//! Joint words: `A and B` beside `A or B`, `A 및 B` beside `A 또는 B`.
//!
//! Owns which two words a text joins and how. A list of three is known by its last two.

use std::ops::Range;

use crate::denial::negation::is_denied;
use crate::text::clause::divides;
use crate::text::reading::{Reading, STOP};
use crate::text::similarity::word_key;
use stet_text::{Script, SyllableSet, is_closed, syllable_at};

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
pub(crate) fn joined_otherwise(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    let mine = joints(claim, |_| true);
    if mine.is_empty() {
        return false;
    }
    let both = mine.iter().any(|joint| joint.link == Link::And) && !refuses(claim, 0..claim.tokens.len());
    let refusing = |window: &&Reading<'_>| both && refuses(window, 0..window.tokens.len());
    if windows.iter().filter(refusing).any(|window| mine.iter().any(|joint| takes_one_only(*joint, window))) {
        return true;
    }
    let wanted = |key: u32| mine.iter().any(|joint| joint.one == key || joint.other == key);
    let theirs: Vec<(&Reading<'_>, Joint)> = windows
        .iter()
        .flat_map(|window| joints(window, wanted).into_iter().map(move |joint| (window, joint)))
        .collect();
    // What may be the one and the other may be the one or the other.
    let possible = claim.tokens.iter().any(|token| matches!(token.text, "may" | "can" | "might" | "could"));
    mine.iter().filter(|joint| !(possible && joint.link == Link::Or)).any(|joint| {
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

/// Whether a window says of one of two words that the claim joins, which itself leaves nothing out, in a clause of its own, that it is left out: `storm, but excludes
/// flood`.
fn takes_one_only(joint: Joint, window: &Reading<'_>) -> bool {
    if joint.link != Link::And {
        return false;
    }
    let place = |key: u32| {
        let mut places = (0..window.tokens.len()).filter(|&at| self::key(window, at) == Some(key));
        places.next().filter(|_| places.next().is_none())
    };
    let Some((one, other)) = place(joint.one).zip(place(joint.other)) else { return false };
    let (first, last) = (one.min(other), one.max(other));
    let one_sentence = window.is_one_sentence(first, last);
    let Some(division) = (first + 1..=last).find(|&at| divides(window, at)).filter(|_| one_sentence) else {
        return false;
    };
    // An English clause begins with the word that divides, a Korean one ends with it.
    let begins = |at: usize| at == 0 || window.gap(at) & STOP != 0;
    let hangul = window.tokens.get(last).is_some_and(|token| token.script == Script::Hangul);
    let from = (0..=first).rev().find(|&at| begins(at)).unwrap_or_default();
    let end = (last + 1..window.tokens.len()).find(|&at| begins(at)).unwrap_or(window.tokens.len());
    let division = division + usize::from(hangul);
    // `excludes flood`, `sold separately`, `홍수는 제외한다`
    refuses(window, division..end) && !refuses(window, from..division)
}

/// Whether one of some words of a text leaves something out.
fn refuses(text: &Reading<'_>, range: Range<usize>) -> bool {
    const HEADS: &[&str] =
        &["exclu", "except", "omit", "separate", "reject", "refus", "제외", "따로", "별도", "거부", "부결"];
    let may = |word: &str| word.starts_with(['e', 'o', 's', 'r', '제', '따', '별', '거', '부']);
    range.into_iter().filter(|&at| may(text.word(at))).any(|at| {
        // `총장이 따로 정하는 구역` is one more.
        let sets = ["정하", "정한", "정해", "규정", "마련", "두"]
            .iter()
            .any(|head| text.word(at + 1).starts_with(head));
        let apart = text.word(at).starts_with(['따', '별']) && sets;
        !apart && HEADS.iter().any(|head| text.word(at).starts_with(head))
    })
}

impl Joint {
    /// Neither of two is both of two not.
    fn is_denied(self, text: &Reading<'_>) -> bool {
        (self.at.saturating_sub(2)..self.at + 4).any(|at| is_denied(text, at))
    }
}

/// The joined words of a text of which the first is `wanted`.
fn joints(text: &Reading<'_>, wanted: impl Fn(u32) -> bool) -> Vec<Joint> {
    (1..text.tokens.len()).filter_map(|at| joint(text, at, &wanted)).collect()
}

/// The words that are joined by the word at `at`, or by its particle, where the first is `wanted`.
fn joint(text: &Reading<'_>, at: usize, wanted: impl Fn(u32) -> bool) -> Option<Joint> {
    let word = |at: usize| text.word(at);
    let token = text.tokens.get(at)?;
    let (left, right, link) = match token.script {
        Script::Latin => {
            // `choose between A and B`
            let between = (2..4).find(|back| at.checked_sub(*back).is_some_and(|at| word(at) == "between"));
            let chosen = || {
                between.and_then(|back| at.checked_sub(back + 1)).is_some_and(|at| {
                    ["choos", "choice", "chose", "decid", "select"]
                        .iter()
                        .any(|head| word(at).starts_with(head))
                })
            };
            let link = match token.text {
                "and" if chosen() => Link::Or,
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
    let one = key(text, left).filter(|&one| wanted(one))?;
    let one_sentence = text.is_one_sentence(left, right);
    // `A와 B 중 하나` is one of them, `A와 B 중 둘째` something else.
    let among = (right..right + 3).find(|&at| word(at) == "중" || word(at).starts_with("가운데"));
    let is_one = |at: usize| ["하나", "어느", "한"].iter().any(|one| word(at + 1).starts_with(one));
    if !one_sentence || among.is_some_and(|at| !is_one(at)) {
        return None;
    }
    let link = if among.is_some() { Link::Or } else { link };
    Some(Joint { one, other: key(text, right)?, link, at: right })
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
    use stet_text::normalise;

    #[test]
    fn both_or_one_of_two() {
        for (claim, evidence, want) in [
            ("신분증과 학생증을 낸다", "신분증 또는 학생증을 낸다", true),
            ("신분증이나 학생증을 낸다", "학생증 및 신분증을 낸다", true),
            ("신분증 및 학생증을 낸다", "신분증과 학생증을 낸다", false),
            ("신분증과 학생증 중 하나를 낸다", "신분증 또는 학생증을 낸다", false),
            ("A pass and a badge are shown", "A pass or a badge is shown", true),
            ("A rash or nausea may follow", "A rash and nausea follow", false),
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
