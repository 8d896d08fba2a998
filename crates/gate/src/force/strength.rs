//! Strength: a claim that says `must` where its evidence says `may`, `all` where it says `some`.
//!
//! Owns the comparison; the words are a table (`gate-strength.tsv`).

use std::sync::LazyLock;

use crate::text::marks::{DENIAL, STRENGTH};
use crate::text::reading::Reading;
use crate::text::tagged::{Tagged, words as table};

const TABLE: &str = "gate-strength.tsv";

/// What a text says about how sure and how general it is, as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Strength(u16);

const POSSIBLE: u16 = 1;
/// Possible, and therefore unsure: `may`, but not `can`.
const UNSURE: u16 = 1 << 1;
const OBLIGED: u16 = 1 << 2;
/// Recommended, which is less than obliged.
const ADVISED: u16 = 1 << 3;
const SOME: u16 = 1 << 4;
/// More than half of some.
const MOST: u16 = 1 << 5;
const ALL: u16 = 1 << 6;
const BOTH: u16 = 1 << 7;
/// `거의` before what is denied, and a denial at all.
const NEARLY: u16 = 1 << 8;
const DENIES: u16 = 1 << 9;
/// Words that tell something only beside others: `have to`, `수도 있다`, `것이 좋다`.
const TO: u16 = 1 << 10;
const PERHAPS: u16 = 1 << 11;
const GOOD: u16 = 1 << 12;

static WORDS: LazyLock<Tagged<u16>> = LazyLock::new(|| {
    Tagged::read(TABLE, |tag| match tag {
        "possible" => POSSIBLE,
        "unsure" => POSSIBLE | UNSURE,
        "perhaps" => POSSIBLE | PERHAPS,
        "obliged" => OBLIGED,
        "advised" => ADVISED,
        "some" => SOME,
        "most" => SOME | MOST,
        "all" => ALL,
        "both" => BOTH,
        "almost" => NEARLY,
        "to" => TO,
        "good" => GOOD,
        _ => 0,
    })
});

/// The words of the table, for [`marks`](crate::text::marks).
pub(crate) fn words() -> impl Iterator<Item = &'static str> {
    table(TABLE)
}

/// What the word at `at` says.
fn of_word(text: &Reading<'_>, at: usize) -> u16 {
    /// Words between `거의` and what is denied.
    const REACH: usize = 3;
    let Some(token) = text.tokens.get(at) else { return 0 };
    let (word, next) = (token.text, text.word(at + 1));
    let before = at.checked_sub(1).map_or("", |before| text.word(before));
    let found = WORDS.of(token).unwrap_or_default();
    // `제출해야`, `내야 한다`
    let must = word.ends_with("해야")
        || word.ends_with("하여야")
        || word.ends_with('야') && next.starts_with(['하', '한', '할', '합', '함', '했', '된', '됩', '되']);
    let obliges = if must && word.chars().nth(1).is_some() { OBLIGED } else { 0 };
    match found {
        TO => u16::from(next == "to") * OBLIGED,
        GOOD => u16::from(before == "것이") * ADVISED,
        // What makes of all nearly all, before it.
        ALL if matches!(before, "nearly" | "almost" | "virtually" | "not" | "거의") => SOME,
        NEARLY => {
            let denies = |denial: usize| denial > at && denial <= at + REACH;
            u16::from(text.marked(DENIAL).any(denies)) * NEARLY
        }
        found => found | obliges,
    }
}

/// The modality and quantifiers of the words of a text.
pub(crate) fn strength(text: &Reading<'_>) -> Strength {
    let denies = u16::from(text.marked(DENIAL).next().is_some()) * DENIES;
    Strength(text.marked(STRENGTH).fold(denies, |all, at| all | of_word(text, at)))
}

/// Whether the claim says of all what a text says of one of a few.
pub(crate) fn takes_one_for_all(claim: &Reading<'_>, text: &Reading<'_>) -> bool {
    let of_one = |text: &Reading<'_>| (0..text.tokens.len()).any(|at| is_one_of_a_few(text, at));
    let (mine, theirs) = (strength(claim), strength(text));
    (mine.has(ALL) || mine.has(BOTH))
        && !theirs.has(BOTH)
        && !theirs.has(ALL)
        && of_one(text)
        && !of_one(claim)
}

/// Whether the word at `at` is one of two or three: `one of the two`, `둘 중 하나`, `두 명 가운데 한 명`.
fn is_one_of_a_few(text: &Reading<'_>, at: usize) -> bool {
    /// Words between a number and what is one of them.
    const REACH: usize = 4;
    let word = |at: usize| text.word(at);
    match word(at) {
        "one" if at > 1 && word(at - 1) == "least" => true,
        "one" if word(at + 1) == "of" => {
            (at + 2..at + 4).any(|at| matches!(word(at), "two" | "three" | "four" | "both" | "them"))
        }
        one if one.starts_with("하나") || one.starts_with('한') => {
            let among = |at: usize| word(at).starts_with('중') || word(at).starts_with("가운데");
            let few = |at: usize| word(at).starts_with(['두', '둘', '세', '셋', '양']);
            at > 0 && among(at - 1) && (at.saturating_sub(REACH + 1)..at).any(few)
        }
        _ => false,
    }
}

/// Whether a claim that is sure of everything states what a source holds possible: `cures` where it says `may cure`.
pub(crate) fn is_surer(claim: &Reading<'_>, source: &Reading<'_>) -> bool {
    /// Words between `may` and what may be.
    const REACH: usize = 3;
    let mine = strength(claim);
    // `cannot` denies what may be.
    if mine.has(POSSIBLE) || mine.has(OBLIGED) || claim.tokens.iter().any(|token| token.text == "cannot") {
        return false;
    }
    source.marked(STRENGTH).any(|at| {
        let found = of_word(source, at);
        // `줄일 수도 있다`: what may be stands before it.
        if found & PERHAPS != 0 {
            let what = at.checked_sub(1).filter(|_| source.word(at + 1).starts_with('있'));
            return what.is_some_and(|what| claim.same_as(source, what).next().is_some());
        }
        // `may not` forbids, or leaves open what a claim denies, too.
        let forbids = source.word(at + 1) == "not" && mine.has(DENIES);
        let what = (at + 1..=at + REACH).find_map(|at| source.content(at));
        found & UNSURE != 0 && !forbids && what.is_some_and(|key| claim.has(key))
    })
}

impl Strength {
    fn has(self, bit: u16) -> bool {
        self.0 & bit != 0
    }

    /// The claim obliges where the source permits, or advises.
    pub(crate) fn obliges_more_than(self, source: Self) -> bool {
        let less = source.has(POSSIBLE) || source.has(ADVISED) && !self.has(ADVISED);
        self.has(OBLIGED) && !self.has(POSSIBLE) && less && !source.has(OBLIGED)
    }

    /// The claim permits where the source obliges.
    pub(crate) fn permits_only(self, source: Self) -> bool {
        self.has(POSSIBLE) && !self.has(OBLIGED) && source.has(OBLIGED) && !source.has(POSSIBLE)
    }

    /// The claim generalises what the source says of some.
    pub(crate) fn generalises(self, source: Self) -> bool {
        let some = source.has(SOME) && !source.has(ALL);
        self.has(ALL) && !self.has(SOME) && some
            || self.has(MOST) && some && !source.has(MOST)
            || source.has(NEARLY) && self.has(DENIES) && !self.has(NEARLY) && !self.has(SOME)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn a_claim_is_surer_or_more_general() {
        let rules: [fn(&Reading<'_>, &Reading<'_>) -> bool; 4] = [
            |claim, text| strength(claim).obliges_more_than(strength(text)),
            |claim, text| strength(claim).generalises(strength(text)),
            takes_one_for_all,
            is_surer,
        ];
        for (rule, claim, source, want) in [
            (0, "Staff must wear a badge.", "Staff may wear a badge.", true),
            (0, "Staff have to wear a badge.", "Staff should wear a badge.", true),
            (0, "신분증을 제출해야 한다.", "신분증을 제출할 수 있다.", true),
            (0, "신분증을 제출해야 한다.", "신분증은 반드시 제출한다.", false),
            (1, "All rooms have a bath.", "Most rooms have a bath.", true),
            (1, "Nearly all rooms have a bath.", "Most rooms have a bath.", false),
            (1, "모든 방에 욕조가 있다.", "일부 방에 욕조가 있다.", true),
            (2, "Both doors are locked.", "One of the two doors is locked.", true),
            (2, "두 명 모두 찬성했다.", "둘 중 한 명은 찬성했다.", true),
            (3, "The drug cures colds.", "The drug may cure colds.", true),
            (3, "The drug may cure colds.", "The drug might cure colds.", false),
            (3, "약은 통증을 줄인다.", "약은 통증을 줄일 수도 있다.", true),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(source));
            assert_eq!(rules[rule](&Reading::new(&mine), &Reading::new(&theirs)), want, "{claim}");
        }
    }
}
