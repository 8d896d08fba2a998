//! Comparisons: what a claim says of two things beside what its window says of them, `April was drier than May` of `May was wetter
//! than April`.
//!
//! Owns which words stand on which side of `than` and `보다`. Which words of a comparison are opposites is
//! [`opposites`](stet_reading::opposites)'.

use std::ops::Range;

use stet_reading::clause::divides;
use stet_reading::denial::is_denied;
use stet_reading::opposites::{Named, Side, are_opposed, is_direction};
use stet_reading::reading::{Reading, SEMICOLON, STOP};

/// What the comparison of a claim is beside that of its window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Converse {
    /// The same said from the other side; the words of the claim, by position, that turn it.
    Same(Vec<usize>),
    /// The opposite: one of the two things exchanged or the direction turned, and not both.
    Opposite,
}

/// A comparison: the places of what is compared and of what it is compared with, and the words of a direction.
struct Comparison {
    left: Vec<usize>,
    right: Vec<usize>,
    sides: Vec<(usize, Side)>,
}

/// How the first comparison of a claim stands to one of its window that compares the same two things.
pub(crate) fn converse(claim: &Reading<'_>, named: &Named, window: &Reading<'_>) -> Option<Converse> {
    let mine = comparisons(claim, named).next()?;
    let list = named.among(window);
    comparisons(window, &list).find_map(|theirs| {
        let stands = |from: &[usize], among: &[usize]| {
            !from.is_empty()
                && from.iter().any(|&at| among.iter().any(|&there| is_one(claim, at, window, there)))
        };
        let (straight, turned) = (stands(&mine.right, &theirs.right), stands(&mine.right, &theirs.left));
        let back = stands(&mine.left, &theirs.right);
        let exchanged = match (straight, turned && back) {
            (true, false) => false,
            (false, true) => true,
            _ => return None,
        };
        let pairs = mine.sides.iter().flat_map(|one| theirs.sides.iter().map(move |other| (one, other)));
        // What is compared may be opposites itself: `more women than men`.
        let both = |at: usize, text: &Reading<'_>, of: &Reading<'_>| {
            (0..of.tokens.len()).any(|there| is_one(text, at, of, there))
        };
        let turns = |(one, other): &(&(usize, Side), &(usize, Side))| {
            are_opposed(one.1, other.1) && !both(one.0, claim, window) && !both(other.0, window, claim)
        };
        let opposed: Vec<usize> = pairs.clone().filter(turns).map(|(one, _)| one.0).collect();
        let equal = pairs.into_iter().any(|(one, other)| one.1 == other.1);
        match (exchanged, !opposed.is_empty()) {
            (true, true) => Some(Converse::Same(with_degree(claim, opposed))),
            (false, true) => Some(Converse::Opposite),
            (true, false) => equal.then_some(Converse::Opposite),
            (false, false) => None,
        }
    })
}

/// Whether two words are the same; `가` of `가 모델` has no key.
fn is_one(text: &Reading<'_>, at: usize, other: &Reading<'_>, there: usize) -> bool {
    text.is_same(at, other, there) || text.word(at) == other.word(there)
}

/// Whether a word is a letter that tells one thing from another: a Hangul syllable, or a Latin letter that is no article.
fn is_letter(text: &Reading<'_>, at: usize) -> bool {
    let one = text.word(at).chars().nth(1).is_none();
    one && (text.is_korean(at) || text.content(at + 1).is_none())
}

/// The words and the `more` or `less` before each.
fn with_degree(claim: &Reading<'_>, words: Vec<usize>) -> Vec<usize> {
    let degree = |at: usize| at.checked_sub(1).filter(|&before| is_degree(claim.word(before)));
    words.into_iter().flat_map(|at| degree(at).into_iter().chain([at])).collect()
}

fn is_degree(word: &str) -> bool {
    matches!(word, "more" | "less" | "much" | "far" | "더" | "덜")
}

/// The comparisons of a text, of which `named` are the words of a direction.
fn comparisons<'a>(text: &'a Reading<'_>, named: &'a Named) -> impl Iterator<Item = Comparison> + use<'a> {
    let pivots = (0..text.tokens.len()).filter(|&at| is_pivot(text, at));
    pivots.filter_map(|pivot| {
        let clause = clause_of(text, pivot);
        let (right, left) = if text.is_korean(pivot) {
            // `4월은 5월 강수량보다`: back to the topic.
            let named = |word: &str| word.len() > 3 && word.ends_with(['은', '는', '이', '가', '도']);
            let beside = |&at: &usize| !named(text.word(at));
            let first = (clause.start..pivot).rev().take_while(beside).last().unwrap_or(pivot);
            ((first..pivot + 1), (clause.start..first).chain(pivot + 1..clause.end).collect::<Vec<_>>())
        } else {
            ((pivot + 1..clause.end), (clause.start..pivot).collect())
        };
        // `월보다` of `5월보다` names nothing.
        // `가 모델`, `vault A`
        let is_thing = |at: &usize| {
            let named = text.content(*at).is_some() || is_letter(text, *at);
            if text.is_in(text.values(), *at) { !text.is_korean(*at) } else { named }
        };
        let common =
            |at: &usize, others: &[usize]| others.iter().any(|&other| is_one(text, *at, text, other));
        let whole: Vec<usize> = right.collect();
        let right: Vec<usize> =
            whole.iter().copied().filter(is_thing).filter(|at| !common(at, &left)).collect();
        let sides: Vec<(usize, Side)> = named
            .0
            .iter()
            .filter(|(at, side)| is_direction(*side) && left.contains(at))
            .map(|&(at, side)| (at, turned(text, at, side)))
            .collect();
        let left = left.into_iter().filter(is_thing).filter(|at| !common(at, &whole)).collect();
        let denied = sides.iter().any(|&(at, _)| is_denied(text, at));
        (!sides.is_empty() && !denied).then_some(Comparison { left, right, sides })
    })
}

/// Whether a word stands between what is compared and what it is compared with.
fn is_pivot(text: &Reading<'_>, at: usize) -> bool {
    // `more than 100`, `100명보다`: a bound.
    if text.is_korean(at) {
        let noun = text.word(at).strip_suffix("보다");
        return noun.is_some_and(|noun| !noun.is_empty());
    }
    text.word(at) == "than" && !text.word(at + 1).starts_with(|ch: char| ch.is_ascii_digit())
}

/// The clause of a comparison: to the next stop, and in Korean to the next ending that joins.
fn clause_of(text: &Reading<'_>, pivot: usize) -> Range<usize> {
    let korean = text.is_korean(pivot);
    let cut = |at: usize| {
        text.gap(at) & (STOP | SEMICOLON) != 0
            || at > pivot + 1 && divides(text, at) && !korean
            || korean && divides(text, at - 1) && at - 1 != pivot
    };
    let first = (1..=pivot).rev().find(|&at| cut(at)).unwrap_or_default();
    first..(pivot + 1..text.tokens.len()).find(|&at| cut(at)).unwrap_or(text.tokens.len())
}

/// The side of a word, the other one behind `less`.
fn turned(text: &Reading<'_>, at: usize, side: Side) -> Side {
    let less = at.checked_sub(1).is_some_and(|before| matches!(text.word(before), "less" | "덜"));
    if less { (side.0, 1 - side.1.min(1)) } else { side }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn a_comparison_may_be_told_from_the_other_side() {
        const RAIN: &str = "In May it rained more than in April.";
        const LAND: &str = "5월 강수량은 4월보다 많았다.";
        for (claim, window, want) in [
            ("In April it rained less than in May.", RAIN, Some(true)),
            ("In April it rained more than in May.", RAIN, Some(false)),
            ("In May it rained less than in April.", RAIN, Some(false)),
            ("In May it rained more than in June.", RAIN, None),
            (
                "The south tower is shorter than the north tower.",
                "The north tower is taller than the south tower.",
                Some(true),
            ),
            (
                "The Turku model is more expensive than the Lund model.",
                "The Lund model is cheaper than the Turku model.",
                Some(true),
            ),
            (
                "The Lund model is less expensive than the Turku model.",
                "The Lund model is cheaper than the Turku model.",
                None,
            ),
            ("The trip takes more than 3 hours.", "The trip takes less than 5 hours.", None),
            ("4월 강수량은 5월보다 적었다.", LAND, Some(true)),
            ("4월 강수량은 5월보다 많았다.", LAND, Some(false)),
            ("5월 강수량은 4월보다 적었다.", LAND, Some(false)),
            ("나 모델은 가 모델보다 비쌉니다.", "가 모델은 나 모델보다 싸다.", Some(true)),
            ("가 모델은 나 모델보다 비쌉니다.", "가 모델은 나 모델보다 싸다.", Some(false)),
            ("Vault B is younger than vault A.", "Vault A is older than vault B.", Some(true)),
            ("4월은 5월보다 많지 않았다.", LAND, None),
            ("여성이 남성보다 많다.", "남성이 여성보다 많다.", Some(false)),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(window));
            let (mine, theirs) = (Reading::new(&mine), Reading::new(&theirs));
            let found = converse(&mine, &Named::new(&mine), &theirs);
            let found = found.map(|found| matches!(found, Converse::Same(_)));
            assert_eq!(found, want, "{claim} / {window}");
        }
    }
}
