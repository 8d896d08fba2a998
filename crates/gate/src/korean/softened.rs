//! Softened: Korean claims that deny nothing where their source does, and yet say what it says: what may not be done, as what would follow from
//! it (`병용하면 출혈 위험이 있다`, where it says `출혈 위험이 있으므로 병용하지 마십시오`), and what cannot be done, as hard to do (`단정하기 어렵다`).
//!
//! Owns these two. Denials that two texts say with different words are [`reworded`](super::reworded)'s.

use crate::denial::negation::korean_denials;
use crate::korean::lack::tells;
use crate::korean::synonyms::mean_the_same;
use crate::text::reading::{Reading, STOP};

/// Whether a claim without a denial takes up the one denial of a passage in another way.
pub(crate) fn softens_a_denial(claim: &Reading<'_>, passage: &Reading<'_>) -> bool {
    if korean_denials(claim).next().is_some() {
        return false;
    }
    let supposed = (0..claim.tokens.len()).find(|&at| supposes(claim.word(at)));
    let hard = (1..claim.tokens.len()).find(|&at| is_hard(claim, at));
    if supposed.is_none() && hard.is_none() {
        return false;
    }
    let denials: Vec<usize> = korean_denials(passage).collect();
    let [denial] = denials[..] else { return false };
    supposed.is_some_and(|at| follows_from_it(claim, at, passage, denial))
        || hard.is_some_and(|at| is_out_of_reach(claim, at - 1, passage, denial))
}

/// Whether a word is a verb on which something depends: `병용하면`.
fn supposes(word: &str) -> bool {
    word.ends_with("하면") || word.ends_with("할") || word.ends_with("으면") || word.ends_with("시")
}

/// Whether the word at `at` says that what is named before it is hard: `단정하기 어렵다`.
fn is_hard(text: &Reading<'_>, at: usize) -> bool {
    let done = ["기", "기가", "기는", "기도", "기에는"].iter().any(|end| text.word(at - 1).ends_with(end));
    done && ["어렵", "어려", "힘들", "곤란"].iter().any(|head| text.word(at).starts_with(head))
}

/// Whether the source denies of what is hard that it can be done.
fn is_out_of_reach(claim: &Reading<'_>, at: usize, passage: &Reading<'_>, denial: usize) -> bool {
    let can = denial.checked_sub(2).filter(|&verb| matches!(passage.word(verb + 1), "수" | "수가" | "수는"));
    can.is_some_and(|verb| claim.is_same(at, passage, verb))
}

/// Whether the source forbids what the claim supposes, and gives as its reason what the claim says follows from that.
fn follows_from_it(claim: &Reading<'_>, at: usize, passage: &Reading<'_>, denial: usize) -> bool {
    let Some(verb) = denial.checked_sub(1).filter(|&verb| claim.is_same(at, passage, verb)) else {
        return false;
    };
    let begin = passage.sentence_begin(verb);
    let gives_reason = |at: &usize| {
        let word = passage.word(*at);
        word.ends_with("므로") || word.ends_with("니") || word.ends_with("니까") || word.starts_with("때문")
    };
    let Some(reason) = (begin..verb).rfind(gives_reason) else { return false };
    let consequence: Vec<usize> = (at + 1..claim.tokens.len())
        .take_while(|&at| claim.gap(at) & STOP == 0)
        .filter(|&at| tells(claim, at))
        .collect();
    let is_said = |at: usize| {
        (begin..=reason).any(|there| {
            claim.is_same(at, passage, there) || mean_the_same(claim.word(at), passage.word(there))
        })
    };
    let said = consequence.iter().filter(|&&at| is_said(at)).count();
    said > 0 && 3 * said >= 2 * consequence.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn a_denial_taken_up_otherwise() {
        let ladder = "사다리가 미끄러질 수 있으므로 비 오는 날에는 사용하지 마십시오.";
        for (claim, passage, want) in [
            ("비 오는 날에 사용하면 사다리가 미끄러질 수 있다.", ladder, true),
            ("비 오는 날에 사용하면 사다리가 가벼워진다.", ladder, false),
            ("비 오는 날에 사용하면 된다.", ladder, false),
            ("원인을 확인하기 어렵다.", "원인을 확인할 수 없다.", true),
            ("원인을 확인하기 어렵다.", "원인을 설명할 수 없다.", false),
            ("원인을 확인할 수 있다.", "원인을 확인할 수 없다.", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(passage));
            assert_eq!(softens_a_denial(&Reading::new(&mine), &Reading::new(&theirs)), want, "{claim}");
        }
    }
}
