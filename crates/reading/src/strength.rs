//! Strength: a claim that says `must` where its evidence says `may`, `all` where it says `some`.
//!
//! Owns the comparison; the words are [tagged](crate::tags).

use crate::denial::denies;
use crate::reading::Reading;
use crate::tags::Tags;

/// What a text says about how sure and how general it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Strength(Tags);

const POSSIBLE: Tags = Tags::POSSIBLE.and(Tags::UNSURE).and(Tags::PERHAPS);
const SOME: Tags = Tags::SOME
    .and(Tags::FEW)
    .and(Tags::MANY)
    .and(Tags::OFTEN)
    .and(Tags::SOMETIMES)
    .and(Tags::PART)
    .and(Tags::MOST);
const ASKED: Tags = POSSIBLE
    .and(SOME)
    .and(Tags::OBLIGED)
    .and(Tags::OBLIGED_TO)
    .and(Tags::ADVISED)
    .and(Tags::GOOD)
    .and(Tags::ALL)
    .and(Tags::BOTH)
    .and(Tags::ALMOST);

/// What the word at `at` says.
fn of_word(text: &Reading<'_>, at: usize) -> Tags {
    /// Words between `거의` and what is denied.
    const REACH: usize = 3;
    let (word, next) = (text.word(at), text.word(at + 1));
    let last = at.checked_sub(1);
    let before = last.map_or("", |last| text.word(last));
    let mut found = text.tags(at).among(ASKED);
    // `제출해야`, `내야 한다`
    let must = word.ends_with("해야")
        || word.ends_with("하여야")
        || word.ends_with('야') && next.starts_with(['하', '한', '할', '합', '함', '했', '된', '됩', '되']);
    if must && word.chars().nth(1).is_some() || found.has(Tags::OBLIGED_TO) && next == "to" {
        found = found.and(Tags::OBLIGED);
    }
    if found.has(Tags::GOOD) && before == "것이" {
        found = found.and(Tags::ADVISED);
    }
    // `해도 된다`
    if word.ends_with('도') && ["된", "됩", "되", "좋", "괜찮"].iter().any(|head| next.starts_with(head))
    {
        found = found.and(Tags::POSSIBLE);
    }
    // What makes of all nearly all, before it.
    let nearly = Tags::ABOUT.and(Tags::ALMOST);
    if found.has(Tags::ALL) && (before == "not" || last.is_some_and(|last| text.tags(last).has(nearly))) {
        found = found.without(Tags::ALL).and(Tags::SOME);
    }
    if !(at + 1..=at + REACH).any(|denial| denies(text, denial).is_some()) {
        found = found.without(Tags::ALMOST);
    }
    found.without(Tags::OBLIGED_TO.and(Tags::GOOD))
}

/// The modality and quantifiers of the words of a text, and whether it denies.
pub fn strength(text: &Reading<'_>) -> Strength {
    let asked = |at: &usize| text.tags(*at).has(ASKED) || text.word(*at).ends_with(['야', '도']);
    let words = (0..text.tokens.len()).filter(asked).map(|at| of_word(text, at));
    let denial = if text.has_tag(Tags::DENIAL) { Tags::NOT } else { Tags::default() };
    Strength(words.fold(denial, Tags::and))
}

/// Whether the claim says of all what a text says of one of a few.
pub fn takes_one_for_all(claim: &Reading<'_>, text: &Reading<'_>) -> bool {
    let of_one = |text: &Reading<'_>| (0..text.tokens.len()).any(|at| is_one_of_a_few(text, at));
    let (mine, theirs) = (strength(claim), strength(text));
    mine.has(Tags::ALL.and(Tags::BOTH))
        && !theirs.has(Tags::ALL.and(Tags::BOTH))
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
pub fn is_surer(claim: &Reading<'_>, source: &Reading<'_>) -> bool {
    /// Words between `may` and what may be.
    const REACH: usize = 3;
    let mine = strength(claim);
    // `cannot` denies what may be.
    if mine.has(POSSIBLE.and(Tags::OBLIGED)) || claim.tokens.iter().any(|token| token.text == "cannot") {
        return false;
    }
    source.tagged(POSSIBLE).any(|at| {
        let found = source.tags(at);
        // `줄일 수도 있다`: what may be stands before it.
        if found.has(Tags::PERHAPS) {
            let what = at.checked_sub(1).filter(|_| source.word(at + 1).starts_with('있'));
            return what.is_some_and(|what| claim.same_as(source, what).next().is_some());
        }
        // `may not` forbids, or leaves open what a claim denies, too.
        let forbids = source.word(at + 1) == "not" && mine.has(Tags::NOT);
        let what = (at + 1..=at + REACH).find_map(|at| source.content(at));
        found.has(Tags::UNSURE) && !forbids && what.is_some_and(|key| claim.has(key))
    })
}

impl Strength {
    fn has(self, tags: Tags) -> bool {
        self.0.has(tags)
    }

    /// What it permits, advises or binds to.
    pub fn duty(self) -> Tags {
        self.0.among(POSSIBLE.and(Tags::OBLIGED).and(Tags::ADVISED))
    }

    /// The claim obliges where the source permits, or advises.
    pub fn obliges_more_than(self, source: Self) -> bool {
        let less = source.has(POSSIBLE) || source.has(Tags::ADVISED) && !self.has(Tags::ADVISED);
        self.has(Tags::OBLIGED) && !self.has(POSSIBLE) && less && !source.has(Tags::OBLIGED)
    }

    /// The claim permits where the source obliges.
    pub fn permits_only(self, source: Self) -> bool {
        self.has(POSSIBLE) && !self.has(Tags::OBLIGED) && source.has(Tags::OBLIGED) && !source.has(POSSIBLE)
    }

    /// The claim generalises what the source says of some.
    pub fn generalises(self, source: Self) -> bool {
        let some = source.has(SOME) && !source.has(Tags::ALL);
        self.has(Tags::ALL) && !self.has(SOME) && some
            || self.has(Tags::MOST) && some && !source.has(Tags::MOST)
            || source.has(Tags::ALMOST) && self.has(Tags::NOT) && !self.has(Tags::ALMOST) && !self.has(SOME)
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
