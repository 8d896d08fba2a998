//! Emphasis: words that make a claim say more than its evidence (`all`, `only`, `가장`, `때문`).
//!
//! Owns the groups of such words ([tags](crate::tags)). Words of one group stand for one another: `매우` is there where the
//! evidence says `아주`. What is emphasised is no matter here; a word that merely is missing is the
//! gate's `lack`.

use crate::reading::Reading;
use crate::tags::Tags;

const ONLY: Tags = Tags::ONLY.and(Tags::JUST);

/// The groups of absolute words, which leave no exception or no second; of words of degree; of time and cause.
const ABSOLUTE: [Tags; 4] =
    [Tags::ALL.and(Tags::WHOLE).and(Tags::ANY).and(Tags::BOTH), Tags::NONE, Tags::TOP, ONLY];
const DEGREE: [Tags; 2] = [Tags::MORE, Tags::VERY];
const CIRCUMSTANCE: [Tags; 2] = [Tags::CAUSE, Tags::TIME];

/// The tags of words that do nothing but emphasise; those of time are content, too.
const ALONE: Tags =
    ABSOLUTE[0].and(Tags::NONE).and(Tags::TOP).and(ONLY).and(Tags::MORE).and(Tags::VERY).and(Tags::CAUSE);

/// What a text emphasises.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Emphasis(Tags);

/// The emphasis of the words of a text but some, which are given by position.
pub fn emphasis(text: &Reading<'_>, gone: &[usize]) -> Emphasis {
    let words = (0..text.tokens.len()).filter(|at| !gone.contains(at));
    Emphasis(words.fold(Tags::default(), |all, at| all.and(text.tags(at))))
}

/// Whether the claim says something of one thing only, and no evidence limits or denies anything; a number is measured by
/// `only`, not limited.
pub fn adds_only(claim: &Reading<'_>, evidence: &[Reading<'_>]) -> bool {
    let limits = |at: usize| {
        let next = claim.word(at + 1);
        !next.starts_with(|ch: char| ch.is_ascii_digit()) && !next.starts_with("아니")
    };
    claim.tagged(ONLY).any(limits) && !evidence.iter().any(|text| text.has_tag(ONLY.and(Tags::DENIAL)))
}

/// The words, by position, that say all of those only who meet the condition before them: `19세 이상이면 누구나` is `19세 이상이면`.
pub fn all_on_condition<'a>(text: &'a Reading<'_>) -> impl Iterator<Item = usize> + 'a {
    text.tagged(Tags::CASE).map(|at| at + 1).filter(|&at| text.word(at).starts_with("누구"))
}

/// Whether a word emphasises.
pub fn is_emphatic(text: &Reading<'_>, at: usize) -> bool {
    text.tags(at).has(ALONE.and(Tags::TIME))
}

/// Whether a word does nothing but emphasise.
pub fn only_emphasises(text: &Reading<'_>, at: usize) -> bool {
    text.tags(at).has(ALONE)
}

/// How many groups of each kind a claim adds to its evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Added {
    pub absolute: u32,
    pub degree: u32,
    pub circumstance: u32,
}

impl Emphasis {
    #[must_use]
    pub fn joined(self, other: Self) -> Self {
        Self(self.0.and(other.0))
    }

    /// What this emphasises and `evidence` does not.
    pub fn beyond(self, evidence: Self) -> Added {
        let count = |groups: &[Tags]| {
            let added = |group: &&Tags| self.0.has(**group) && !evidence.0.has(**group);
            u32::try_from(groups.iter().filter(added).count()).unwrap_or_default()
        };
        Added { absolute: count(&ABSOLUTE), degree: count(&DEGREE), circumstance: count(&CIRCUMSTANCE) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn whoever_meets_a_condition_is_not_all() {
        let of = |text: &str| {
            let norm = normalise(text);
            let text = Reading::new(&norm);
            emphasis(&text, &all_on_condition(&text).collect::<Vec<_>>()).beyond(Emphasis::default()).absolute
        };
        assert_eq!(of("만 19세 이상이면 누구나 신청한다"), 0);
        assert_eq!(of("회원이라면 누구든지 신청한다"), 0);
        assert_eq!(of("누구나 신청한다"), 1);
    }

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
