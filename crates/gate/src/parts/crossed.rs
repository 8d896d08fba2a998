//! Crossed pairs: a claim that couples the same words otherwise (`absorb oxygen and release carbon dioxide` where its source
//! absorbs carbon dioxide and releases oxygen; `본사는 서울에, 공장은 인천에` / `본사는 인천에, 공장은 서울에`).
//!
//! Owns the couples of neighbouring content words. Two nouns that exchange their parts beside one predicate are
//! [`roles`](crate::parts::roles)'.

use stet_reading::clause::divides;
use stet_reading::reading::{COMMA, Reading, SEMICOLON, STOP};
use stet_text::Script;

/// Whether two words of the claim are followed by each other's next words in a window, and in none by their own.
pub(crate) fn is_crossed(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    let Some(window) = windows.first() else { return false };
    // It takes two clauses.
    if !(0..claim.tokens.len()).any(|at| divides(claim, at)) {
        return false;
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
            ("창고는 전주에 있고 매장은 익산에 있다.", "매장은 익산에 있고 창고는 전주에 있다.", false),
        ] {
            let (claim, evidence) = (normalise(claim), normalise(evidence));
            assert_eq!(is_crossed(&Reading::new(&claim), &[Reading::new(&evidence)]), want, "{claim}");
        }
    }
}
