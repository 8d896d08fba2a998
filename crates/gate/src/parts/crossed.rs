//! Crossed pairs: a claim that couples the same words otherwise (`absorb oxygen and release carbon dioxide` where its source
//! absorbs carbon dioxide and releases oxygen; `본사는 서울에, 공장은 인천에` / `본사는 인천에, 공장은 서울에`).
//!
//! Owns the couples of neighbouring content words. Two nouns that exchange their parts beside one predicate are
//! [`roles`](crate::parts::roles)'.

use crate::text::clause::divides;
use crate::text::reading::{COMMA, Reading, SEMICOLON, SPACE, STOP};
use stet_text::Script;
use stet_text::span::Span;

/// Whether two words of the claim are followed by each other's next words in a window, and in none by their own.
pub(crate) fn is_crossed(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    let Some(window) = windows.first() else { return false };
    if is_turned_ratio(claim, window) {
        return true;
    }
    // It takes two clauses.
    if !(0..claim.tokens.len()).any(|at| divides(claim, at)) {
        return false;
    }
    if are_crossed_counts(claim, window) {
        return true;
    }
    let mine = couples(claim, |_| true);
    // Only couples of words of the claim can cross.
    let theirs = couples(window, |key| claim.has(key));
    mine.iter().any(|&(one, next)| {
        let otherwise = |&&(first, last): &&(u32, u32)| first == one && last != next;
        theirs.iter().filter(otherwise).any(|&(_, last)| {
            // What is said twice may be coupled twice.
            let once = |key: u32| claim.count(key) == 1 && window.count(key) == 1;
            mine.iter().filter(|couple| couple.1 == last).any(|&(other, _)| {
                theirs.contains(&(other, next)) && [one, next, other, last].into_iter().all(once)
            })
        })
    })
}

/// Whether two values of the claim stand behind each other's words in a window: `찬성 2표, 반대 7표`.
fn are_crossed_counts(claim: &Reading<'_>, window: &Reading<'_>) -> bool {
    if claim.values().len() < 2 || window.values().len() < 2 {
        return false;
    }
    let (mine, theirs) = (counts(claim), counts(window));
    mine.iter().any(|&(word, value)| {
        let once = |list: &[(u32, i128)], of: u32| list.iter().filter(|count| count.0 == of).count() == 1;
        let other = theirs.iter().find(|count| count.0 == word && count.1 != value);
        other.is_some_and(|&(_, there)| {
            once(&mine, word)
                && once(&theirs, word)
                && mine.iter().any(|&(second, amount)| {
                    amount == there
                        && second != word
                        && once(&mine, second)
                        && once(&theirs, second)
                        && theirs.contains(&(second, value))
                })
        })
    })
}

/// The values of a text with the content word before each, by its key.
fn counts(text: &Reading<'_>) -> Vec<(u32, i128)> {
    let values = text.values().iter().filter(|value| !value.implied);
    values
        .filter_map(|value| {
            let first = text.first_from(value.span.start);
            let before = first.checked_sub(1).filter(|_| text.gap(first) == SPACE)?;
            Some((text.content(before)?, value.amount))
        })
        .collect()
}

/// Whether a window has a ratio of a claim only the other way round: `1대 3`, `3대 1`.
fn is_turned_ratio(claim: &Reading<'_>, window: &Reading<'_>) -> bool {
    let ratios = |text: &Reading<'_>| -> Vec<(i128, i128)> {
        let values = text.values();
        let pairs = values.iter().zip(values.iter().skip(1));
        pairs
            .filter(|(one, other)| {
                let between = Span::new(one.span.end, other.span.start).of(text.norm).trim();
                between == "대" || between.is_empty() && one.span.of(text.norm).ends_with('대')
            })
            .map(|(one, other)| (one.amount, other.amount))
            .collect()
    };
    if claim.values().len() < 2 || !claim.norm.contains('대') {
        return false;
    }
    let mine = ratios(claim);
    if mine.is_empty() {
        return false;
    }
    let theirs = ratios(window);
    let turned = |&(one, other): &(i128, i128)| {
        one != other && theirs.contains(&(other, one)) && !theirs.contains(&(one, other))
    };
    mine.iter().any(turned)
}

/// The neighbouring content words of a text, by their keys, within a clause, as far as both are `wanted`.
fn couples(text: &Reading<'_>, wanted: impl Fn(u32) -> bool) -> Vec<(u32, u32)> {
    let mut found = Vec::new();
    let mut before = None;
    for (at, token) in text.tokens.iter().enumerate() {
        if text.gap(at) & (STOP | COMMA | SEMICOLON) != 0 {
            before = None;
        }
        let word = matches!(token.script, Script::Latin | Script::Hangul);
        let Some(key) = text.content(at).filter(|_| word) else { continue };
        let is_wanted = wanted(key);
        if let Some((before, true)) = before
            && is_wanted
        {
            found.push((before, key));
        }
        before = Some((key, is_wanted));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn each_with_the_other_of_the_other() {
        for (claim, evidence, want) in [
            ("The pump heats water and cools oil.", "The pump cools water and heats oil.", true),
            ("The pump heats water and cools oil.", "The pump cools oil and heats water.", false),
            ("The pump heats water.", "The pump cools water and heats oil.", false),
            ("창고는 전주에 있고 매장은 익산에 있다.", "창고는 익산에 있고 매장은 전주에 있다.", true),
            ("남자 3명, 여자 5명이 왔다.", "남자 5명, 여자 3명이 왔다.", true),
            ("남자 3명, 여자 5명이 왔다.", "여자 5명, 남자 3명이 왔다.", false),
            ("물과 쌀을 2대 1로 넣는다.", "물과 쌀을 1대 2로 넣는다.", true),
            ("창고는 전주에 있고 매장은 익산에 있다.", "매장은 익산에 있고 창고는 전주에 있다.", false),
        ] {
            let (claim, evidence) = (normalise(claim), normalise(evidence));
            assert_eq!(is_crossed(&Reading::new(&claim), &[Reading::new(&evidence)]), want, "{claim}");
        }
    }
}
