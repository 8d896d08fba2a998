//! Parts of a number: `two of the six girders`, `900 posts, 300 of them in sales`, and English claims that say of the whole
//! what is said of the part.
//!
//! Owns how two numbers belong together; parts told without a second number are [`whole`](crate::english::whole)'s,
//! differences [`change`](crate::values::change)'s.

use crate::text::reading::{COMMA, Reading, SEMICOLON, SPACE, STOP};
use crate::values::number::Value;

/// The value of the claim that stands for the whole in a part that a window tells of.
pub(crate) fn takes_the_whole<'a>(
    claim: &Reading<'_>,
    values: &'a [Value],
    windows: &[Reading<'_>],
) -> Option<&'a Value> {
    if values.is_empty() {
        return None;
    }
    windows.iter().find_map(|window| {
        let list = window.values();
        list.iter().zip(list.iter().skip(1)).find_map(|(part, whole)| {
            let next = window.first_from(part.span.end);
            let at = window.first_from(whole.span.start);
            // `two of the six`, `two of its six`
            let of = window.word(next) == "of"
                && (at == next + 1 || at == next + 2 && window.content(next + 1).is_none());
            let noun = (at + 1..=at + NOUN).filter_map(|at| window.content(at)).find(|&key| claim.has(key));
            if !of || noun.is_none() || values.iter().any(|value| value.is_stated_as(part)) {
                return None;
            }
            values.iter().find(|value| value.is_stated_as(whole) && is_whole(claim, value))
        })
    })
}

/// The value of the claim that is said of a part of what it counts: `900 posts in sales`, of `900 posts, 300 of them in sales`.
pub(crate) fn takes_the_total<'a>(
    claim: &Reading<'_>,
    values: &'a [Value],
    windows: &[Reading<'_>],
) -> Option<&'a Value> {
    /// Words that tell the part.
    const TOLD: usize = 4;
    windows.iter().find_map(|window| {
        let list = window.values();
        list.iter().zip(list.iter().skip(1)).find_map(|(total, part)| {
            let next = window.first_from(part.span.end);
            let of = window.word(next) == "of"
                && matches!(window.word(next + 1), "them" | "whom" | "which" | "these");
            let first = window.first_from(total.span.start);
            if !of
                || total.is_year()
                || next > window.sentence_end(first + 1)
                || values.iter().any(|value| value.is_stated_as(part))
            {
                return None;
            }
            let before = window.sentence_begin(first)..next;
            let told = (next + 2..next + 2 + TOLD)
                .take_while(|&at| at == next + 2 || window.gap(at) & (STOP | COMMA | SEMICOLON) == 0)
                .filter_map(|at| window.content(at));
            let mut own = told.filter(|&key| !before.clone().any(|at| window.key(at) == key));
            if !own.any(|key| claim.has(key)) {
                return None;
            }
            values.iter().find(|value| value.is_stated_as(total))
        })
    })
}

/// Words from a number to its noun, at most.
const NOUN: usize = 3;

/// Whether a value of the claim is no whole of which it tells a part itself: `one of the six`, `a third of the six`.
fn is_whole(claim: &Reading<'_>, value: &Value) -> bool {
    let first = claim.first_from(value.span.start);
    let of = |back: usize| {
        first.checked_sub(back).is_some_and(|at| claim.word(at) == "of" && claim.gap(at) == SPACE)
    };
    !of(1) && !of(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::change::told_otherwise;
    use stet_text::normalise;

    #[test]
    fn the_whole_for_the_part() {
        let boats = "The club has sold two of its five boats.";
        for (claim, want) in [
            ("The club has sold five boats.", true),
            ("The club has sold all five boats.", true),
            ("The club has sold two boats.", false),
            ("The club has sold two of five boats.", false),
            ("The club has sold some of its five boats.", false),
            ("The club has five boats, of which two were sold.", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(boats));
            let mine = Reading::new(&mine);
            let found = takes_the_whole(&mine, mine.values(), &[Reading::new(&theirs)]);
            assert_eq!(found.is_some(), want, "{claim}");
        }
    }

    #[test]
    fn a_part_and_a_difference() {
        let posts = "The mill will have 900 posts, 300 of them in sales.";
        let risk = "Women who swim had a 22 % lower risk of gout, and complaints fell by 4 %.";
        for (claim, evidence, want) in [
            ("The mill will have 900 posts in sales.", posts, true),
            ("The mill will have 300 posts in sales.", posts, false),
            ("The mill will have 900 posts.", posts, false),
            ("22 % of the women had gout.", risk, true),
            ("The risk of gout was 22 % lower.", risk, false),
            ("The firm has 60 clerks.", "The firm has 900 clerks, 60 more than in May.", true),
            (
                "The firm has 60 clerks more than in May.",
                "The firm has 900 clerks, 60 more than in May.",
                false,
            ),
            ("Complaints fell to 4 %.", risk, true),
            ("Complaints fell by 4 %.", risk, false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(evidence));
            let (mine, theirs) = (Reading::new(&mine), [Reading::new(&theirs)]);
            let found = takes_the_total(&mine, mine.values(), &theirs)
                .or_else(|| told_otherwise(&mine, mine.values(), &theirs));
            assert_eq!(found.is_some(), want, "{claim}");
        }
    }
}
