//! Counts: what a number counts (`240 women`, `여성 240명`), and whether a claim gives it to what another number counts in the evidence
//! (`240 adults, of whom 130 were women`).
//!
//! Owns the noun beside a number. Values that no evidence states are [`score`](crate::score)'s, values of another
//! clause [`clause`](crate::text::clause)'s.

use crate::parts::roles::same_word;
use crate::text::reading::{COMMA, Reading, SEMICOLON, SPACE, STOP};
use crate::values::number::Value;
use stet_text::Script;

/// Words beside a number in which what it counts is looked for.
const NEAR: usize = 3;

/// Whether a number of the claim counts what only another number counts in the windows, where that number itself counts something of which
/// the claim says nothing.
pub(crate) fn counts_another(claim: &Reading<'_>, values: &[Value], windows: &[Reading<'_>]) -> bool {
    values.iter().filter(|value| value.is_counter()).any(|value| {
        let Some(own) = noun(claim, value) else { return false };
        let stated = || {
            windows.iter().flat_map(|window| {
                window.values().iter().filter(|other| !other.implied).map(move |other| (window, other))
            })
        };
        let mut same = stated().filter(|(_, other)| value.is_stated_as(other)).peekable();
        same.peek().is_some()
            && same.all(|(window, other)| {
                noun(window, other).is_some_and(|there| {
                    !same_word(claim, own, window, there)
                        && !around(window, other).any(|near| same_word(claim, own, window, near))
                        && !has(claim, window, there)
                })
            })
            && stated().any(|(window, other)| {
                other.is_counter()
                    && !values.iter().any(|value| value.is_stated_as(other))
                    && around(window, other).any(|near| same_word(claim, own, window, near))
            })
    })
}

/// Whether the claim has a word of a window.
fn has(claim: &Reading<'_>, window: &Reading<'_>, there: usize) -> bool {
    claim.same_as(window, there).next().is_some()
}

/// The first and the next word of a value.
fn range(text: &Reading<'_>, value: &Value) -> (usize, usize) {
    let first = text.first_from(value.span.start);
    (first, text.first_from(value.span.end))
}

/// The noun that a value counts: behind it in English, before it in Korean.
fn noun(text: &Reading<'_>, value: &Value) -> Option<usize> {
    let (first, next) = range(text, value);
    let is = |at: usize, script: Script| {
        text.content(at).is_some() && text.tokens.get(at).is_some_and(|token| token.script == script)
    };
    // `240 women`, the unit of which is people.
    let last = next.checked_sub(1).filter(|&last| last > first && is(last, Script::Latin));
    if last.is_some() {
        return last;
    }
    if is(next, Script::Latin) && text.gap(next) == SPACE {
        return Some(next);
    }
    first.checked_sub(1).filter(|&before| {
        let word = text.word(before);
        text.gap(first) == SPACE
            && is(before, Script::Hangul)
            && word.chars().nth(1).is_some()
            // `12대 가운데 3대` counts what is named before.
            && !word.starts_with("가운데")
            && !word.ends_with([
                '을', '를', '은', '는', '이', '가', '에', '의', '서', '로', '한', '고', '만', '도',
            ])
    })
}

/// The words beside a value in its clause.
fn around(text: &Reading<'_>, value: &Value) -> impl Iterator<Item = usize> {
    let (first, next) = range(text, value);
    let cut = |at: usize| text.gap(at) & (STOP | COMMA | SEMICOLON) != 0;
    let before = (first.saturating_sub(NEAR)..first).rev().take_while(move |&at| !cut(at + 1));
    let behind = (next..text.tokens.len().min(next + NEAR)).take_while(move |&at| !cut(at));
    before.chain(first..next).chain(behind).filter(|&at| text.content(at).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn a_number_counts_one_thing() {
        for (claim, evidence, want) in [
            ("The trial had 90 nurses.", "The trial had 90 workers, of whom 40 were nurses.", true),
            ("The trial had 40 nurses.", "The trial had 90 workers, of whom 40 were nurses.", false),
            ("The trial had 90 workers.", "The trial had 90 workers, of whom 40 were nurses.", false),
            ("The trial had 90 nurses.", "The trial had 90 young nurses and 40 male nurses.", false),
            ("승강기 3대가 멈췄다.", "승강기 12대 가운데 3대가 멈췄다.", false),
            ("간호사 90명이 왔다.", "직원 90명이 왔고 이 가운데 40명이 간호사이다.", true),
            ("간호사 40명이 왔다.", "직원 90명이 왔고 이 가운데 40명이 간호사이다.", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(evidence));
            let (mine, theirs) = (Reading::new(&mine), Reading::new(&theirs));
            assert_eq!(counts_another(&mine, mine.values(), &[theirs]), want, "{claim}");
        }
    }
}
