//! Crossed pairs: a claim that couples the same words otherwise (`absorb oxygen and release carbon dioxide` where its source
//! absorbs carbon dioxide and releases oxygen; `본사는 서울에, 공장은 인천에` / `본사는 인천에, 공장은 서울에`).
//!
//! Owns the couples of neighbouring content words. Two nouns that exchange their parts beside one predicate are
//! [`roles`](crate::domain::gate::roles)'.

use crate::domain::gate::reading::{COMMA, Reading, SEMICOLON, STOP};
use crate::domain::text::Script;

/// Whether two words of the claim are followed by each other's next words in a window, and in none by their own.
pub(super) fn is_crossed(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    let Some(window) = windows.first() else { return false };
    let theirs = couples(window);
    // Only what the window couples otherwise can be crossed.
    let mut mine = couples(claim);
    mine.retain(|couple| !theirs.contains(couple));
    mine.iter().enumerate().any(|(at, &(one, next))| {
        mine.iter().skip(at + 1).any(|&(other, last)| {
            let distinct = one != other && next != last && one != last && next != other;
            distinct
                && theirs.contains(&(one, last))
                && theirs.contains(&(other, next))
                // What is said twice may be coupled twice.
                && [one, next, other, last].iter().all(|&key| claim.count(key) == 1 && window.count(key) == 1)
        })
    })
}

/// The neighbouring content words of a text, by their keys, within a clause.
fn couples(text: &Reading<'_>) -> Vec<(u32, u32)> {
    let mut found = Vec::with_capacity(text.tokens.len());
    let mut before = None;
    for (at, token) in text.tokens.iter().enumerate() {
        if text.gap(at) & (STOP | COMMA | SEMICOLON) != 0 {
            before = None;
        }
        let word = matches!(token.script, Script::Latin | Script::Hangul);
        let Some(key) = text.content(at).filter(|_| word) else { continue };
        if let Some(before) = before {
            found.push((before, key));
        }
        before = Some(key);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::text::normalise;

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
