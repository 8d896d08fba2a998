//! Limits: what is only for some (`only to members`), and an English claim that says it of all.
//!
//! Owns whom an `only` of the evidence names. A claim that limits more than its evidence is
//! [`emphasis`](crate::force::emphasis)'s.

use crate::text::marks::EMPHASIS;
use crate::text::reading::{COMMA, Reading, SEMICOLON, STOP};

/// Words behind `only to`, or behind `all`, that name whom it is for.
const NAMED: usize = 4;

/// Whether the claim says of all of a kind what the windows say only of some of that kind: `open to all guests`, `open only to hotel
/// guests`.
pub(crate) fn reaches_beyond(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    let all = |at: &usize| matches!(claim.word(*at), "all" | "every" | "any" | "each");
    let everyone = |at: &usize| matches!(claim.word(*at), "everyone" | "everybody" | "anyone" | "anybody");
    let only = |text: &Reading<'_>, at: usize| matches!(text.word(at), "only" | "solely" | "exclusively");
    if !claim.has_mark(EMPHASIS) || (0..claim.tokens.len()).any(|at| only(claim, at)) {
        return false;
    }
    let mut kinds = claim.marked(EMPHASIS).filter(all).peekable();
    let whoever = claim.marked(EMPHASIS).any(|at| everyone(&at));
    if kinds.peek().is_none() && !whoever {
        return false;
    }
    let kinds: Vec<u32> = kinds.flat_map(|at| named(claim, at + 1)).collect();
    windows.iter().any(|window| {
        window.marked(EMPHASIS).filter(|&at| only(window, at)).any(|at| {
            if !matches!(window.word(at + 1), "to" | "for" | "by" | "with") {
                return false;
            }
            let some = named(window, at + 2);
            let missing = some.iter().any(|&key| !claim.has(key));
            missing && (whoever || some.iter().any(|key| kinds.contains(key)))
        })
    })
}

/// The content words of whom the words from `first` on name.
fn named(text: &Reading<'_>, first: usize) -> Vec<u32> {
    let ends = |at: usize| at > first && text.gap(at) & (STOP | COMMA | SEMICOLON) != 0;
    let words = (first..text.tokens.len().min(first + NAMED)).take_while(|&at| !ends(at));
    words.filter_map(|at| text.content(at)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn what_is_only_for_some_is_not_for_all() {
        let pool = "The pool is open only to hotel guests.";
        for (claim, evidence, want) in [
            ("The pool is open to all guests.", pool, true),
            ("The pool is open to everyone.", pool, true),
            ("The pool is open to hotel guests.", pool, false),
            ("The pool is open to all hotel guests.", pool, false),
            ("Only hotel guests may use the pool.", pool, false),
            (
                "The pool is open to all guests.",
                "The pool is open to all guests, but only until nine.",
                false,
            ),
        ] {
            let (claim, evidence) = (normalise(claim), normalise(evidence));
            assert_eq!(reaches_beyond(&Reading::new(&claim), &[Reading::new(&evidence)]), want, "{claim}");
        }
    }
}
