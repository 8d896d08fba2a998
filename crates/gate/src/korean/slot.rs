//! Slots: a Korean claim that says word for word what a clause of its source says, but for one word in whose place it puts another word of that
//! source (`계약은 갱신된 것으로 본다`, where it says `계약은 종료된 것으로 본다`).
//!
//! Owns two clauses that differ in one word alone. A word that no source has is [`stranger`](crate::parts::stranger)'s, another
//! subject [`another`](super::another)'s.

use std::ops::Range;

use crate::korean::another::clauses;
use crate::korean::synonyms::mean_the_same;
use crate::text::reading::Reading;
use stet_text::Script;

/// Words of a clause that the two have in common, at least, and content words of them.
const LEAST: usize = 3;
const CONTENT: usize = 2;

/// Whether the claim differs from a clause in one word that stands elsewhere in the evidence.
pub(crate) fn puts_another_word(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    let known = |at: usize| windows.iter().any(|text| text.same_as(claim, at).next().is_some());
    let mut lists = windows.iter().map(|text| (text, clauses(text))).collect::<Vec<_>>();
    lists.retain(|(_, list)| !list.is_empty());
    clauses(claim).iter().any(|mine| {
        let says = |text: &Reading<'_>, theirs: &Range<usize>| {
            mine.clone()
                .filter(|&at| claim.content(at).is_some())
                .all(|at| theirs.clone().any(|there| claim.is_same(at, text, there)))
        };
        let all = || lists.iter().flat_map(|(text, list)| list.iter().map(move |theirs| (*text, theirs)));
        !all().any(|(text, theirs)| says(text, theirs))
            && all().any(|(text, theirs)| {
                only_difference(claim, mine, text, theirs).is_some_and(|(at, there)| {
                    known(at) && !claim.norm.contains(text.stem(there)) && are_apart(claim, at, text, there)
                })
            })
    })
}

/// The one word in which two clauses of as many words differ, in each of them.
fn only_difference(
    claim: &Reading<'_>,
    mine: &Range<usize>,
    text: &Reading<'_>,
    theirs: &Range<usize>,
) -> Option<(usize, usize)> {
    if mine.len() != theirs.len() || mine.len() <= LEAST {
        return None;
    }
    let mut different = mine
        .clone()
        .zip(theirs.clone())
        .filter(|&(at, there)| claim.word(at) != text.word(there) && !claim.is_same(at, text, there));
    let found = different.next().filter(|_| different.next().is_none())?;
    let shared = mine.clone().filter(|&at| at != found.0 && claim.content(at).is_some()).count();
    (shared >= CONTENT).then_some(found)
}

/// Whether two words of one form are of different meaning: `종료된`, `갱신된`.
fn are_apart(claim: &Reading<'_>, at: usize, text: &Reading<'_>, there: usize) -> bool {
    let hangul = |text: &Reading<'_>, at: usize| {
        text.tokens.get(at).is_some_and(|token| token.script == Script::Hangul) && text.content(at).is_some()
    };
    let (one, other) = (claim.word(at), text.word(there));
    let (mine, theirs) = (claim.stem(at), text.stem(there));
    let ending = |word: &'_ str, stem: &str| word.get(stem.len()..).map(str::to_owned);
    // What is spoken of may be named otherwise.
    let spoken_of = one.ends_with(['은', '는', '이', '가']);
    let long = |stem: &str| stem.chars().nth(1).is_some();
    hangul(claim, at)
        && hangul(text, there)
        && !spoken_of
        && long(mine)
        && long(theirs)
        && ending(one, mine) == ending(other, theirs)
        && !mine.contains(theirs)
        && !theirs.contains(mine)
        && !mean_the_same(one, other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn another_word_in_a_place() {
        let lease = "임차인은 갱신 의사를 알려야 한다. 기한까지 알리지 않으면 계약은 종료된 것으로 본다. 보증금은 열쇠를 돌려받은 날부터 7일 이내에 반환한다.";
        for (claim, want) in [
            ("기한까지 알리지 않으면 계약은 갱신된 것으로 본다.", true),
            ("기한까지 알리지 않으면 계약은 종료된 것으로 본다.", false),
            ("기한까지 알리지 않으면 계약은 끝난 것으로 본다.", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(lease));
            assert_eq!(puts_another_word(&Reading::new(&mine), &[Reading::new(&theirs)]), want, "{claim}");
        }
    }
}
