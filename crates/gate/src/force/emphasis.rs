//! Emphasis: words that make a claim say more than its evidence (`all`, `only`, `가장`, `때문`).
//!
//! Owns the groups of such words (`gate-emphasis.tsv`). Words of one group stand for one another: `매우` is there where the
//! evidence says `아주`. What is emphasised is no matter here; a word that merely is missing is
//! [`lack`](crate::korean::lack)'s.

use std::sync::LazyLock;

use crate::text::marks::{DENIAL, EMPHASIS};
use crate::text::reading::Reading;
use crate::text::tagged::{Tagged, words as table};
use stet_text::{Script, Token};

const TABLE: &str = "gate-emphasis.tsv";

/// The groups: of absolute words, which leave no exception or no second; of words of degree; of time and cause.
const GROUPS: [&str; 8] = ["all", "none", "most", "only", "more", "very", "cause", "time"];
const ABSOLUTE: u8 = 0b1111;
const DEGREE: u8 = 0b11_0000;
const CIRCUMSTANCE: u8 = 0b1100_0000;

const ALL: u8 = 1;
const ONLY: u8 = 1 << 3;
const MORE: u8 = 1 << 4;
/// Its words are content, too.
const TIMES: u8 = 1 << 7;

/// Groups of emphasis, as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Emphasis(u8);

static WORDS: LazyLock<Tagged<u8>> = LazyLock::new(|| {
    let bit = |name| GROUPS.iter().position(|group| *group == name).map_or(0, |group| 1 << group);
    Tagged::read(TABLE, bit)
});

/// The words of the groups, for [`marks`](crate::text::marks).
pub(crate) fn words() -> impl Iterator<Item = &'static str> {
    table(TABLE)
}

/// The emphasis of the words of a text but some, which are given by position.
pub(crate) fn emphasis(text: &Reading<'_>, gone: &[usize]) -> Emphasis {
    let words = text.marked(EMPHASIS).filter(|at| !gone.contains(at));
    let groups = words.filter_map(|at| text.tokens.get(at)).map(of_word);
    Emphasis(groups.fold(0, |all, bits| all | bits))
}

/// Whether the claim says something of one thing only, and no evidence limits or denies anything; a number is measured by
/// `only`, not limited.
pub(crate) fn adds_only(claim: &Reading<'_>, evidence: &[Reading<'_>]) -> bool {
    let only = |text: &Reading<'_>, at: usize| {
        text.is_marked(at, EMPHASIS) && text.tokens.get(at).is_some_and(|token| of_word(token) & ONLY != 0)
    };
    let limits = |at: usize| {
        let next = claim.word(at + 1);
        let measures = next.starts_with(|ch: char| ch.is_ascii_digit());
        only(claim, at) && !measures && !next.starts_with("아니")
    };
    let limited =
        |text: &Reading<'_>| (0..text.tokens.len()).any(|at| only(text, at) || text.is_marked(at, DENIAL));
    claim.marked(EMPHASIS).any(limits) && !evidence.iter().any(limited)
}

/// Whether a word emphasises.
pub(crate) fn is_emphatic(token: &Token<'_>) -> bool {
    of_word(token) != 0
}

/// Whether a word does nothing but emphasise.
pub(crate) fn only_emphasises(token: &Token<'_>) -> bool {
    of_word(token) & !TIMES != 0
}

fn of_word(token: &Token<'_>) -> u8 {
    match token.script {
        Script::Latin => WORDS.english(token.text).unwrap_or_default(),
        Script::Hangul => WORDS.korean(token.text).fold(of_end(token.text), |all, bit| all | bit),
        Script::Digit | Script::Other => 0,
    }
}

/// Particles that limit (`만`, `뿐`, `밖에`) or compare (`보다`).
fn of_end(word: &str) -> u8 {
    let least = |length: usize| word.chars().nth(length - 1).is_some();
    let only = word.ends_with('만') && least(3) && !word.ends_with("지만") && !word.ends_with("불만")
        || word.ends_with("만을") && least(4)
        || word.contains('뿐') && least(2)
        || word.ends_with("밖에");
    let all = word.ends_with("에서나");
    let more = word.ends_with("보다") && least(3);
    [(all, ALL), (only, ONLY), (more, MORE)]
        .iter()
        .fold(0, |found, (is, group)| found | (u8::from(*is) * group))
}

/// How many groups of each kind a claim adds to its evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Added {
    pub absolute: u32,
    pub degree: u32,
    pub circumstance: u32,
}

impl Emphasis {
    #[must_use]
    pub(crate) fn joined(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// What this emphasises and `evidence` does not.
    pub(crate) fn beyond(self, evidence: Self) -> Added {
        let count = |kind: u8| (self.0 & !evidence.0 & kind).count_ones();
        Added { absolute: count(ABSOLUTE), degree: count(DEGREE), circumstance: count(CIRCUMSTANCE) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn what_a_claim_adds() {
        let of = |text: &str| emphasis(&Reading::new(&normalise(text)), &[]);
        for (claim, evidence, want) in [
            ("모든 회원이 참석했다", "회원이 참석했다", (1, 0, 0)),
            ("회원만 이용할 수 있다", "회원은 이용할 수 있다", (1, 0, 0)),
            ("매우 크다", "아주 크다", (0, 0, 0)),
            ("비 때문에 더 늦었다", "비가 와서 늦었다", (0, 1, 1)),
            ("가장 크지만 불만은 없다", "크지만 불만은 없다", (1, 0, 0)),
            ("The only member", "A member", (1, 0, 0)),
            ("Every member is very active", "Members are active", (1, 1, 0)),
            ("All members left", "Everyone of the members left", (0, 0, 0)),
        ] {
            let added = of(claim).beyond(of(evidence));
            assert_eq!((added.absolute, added.degree, added.circumstance), want, "{claim}");
        }
    }
}
