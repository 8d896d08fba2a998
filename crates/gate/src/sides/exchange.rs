//! Exchanges: a word of the claim in whose very place the evidence has its opposite, or another value.
//!
//! Owns the comparison of places. Opposites are [`opposites`](stet_reading::opposites)', what is said of something
//! else is [`clause`](stet_reading::clause)'s.

use crate::sides::place::Place;
use crate::values::number::Value;
use stet_reading::denial::{in_brackets, is_denied};
use stet_reading::opposites::{Named, are_opposed, is_direction, is_number};
use stet_reading::reading::Reading;

/// The claim's word or value in whose place the evidence has another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Exchange<'a> {
    pub mine: &'a str,
    /// A number or a date.
    pub number: bool,
}

/// Tokens between two opposites that are named together (`public and private`).
const TOGETHER: usize = 3;

/// Words that two places have in common at least if they are one.
const LEAST: u32 = 2;

/// The first word of the claim in whose place the first of the windows, which name `theirs`, has its opposite: the words around
/// them agree better than anywhere where the windows have the claim's own, or the claim has theirs.
pub(crate) fn exchanged_word<'a>(
    claim: &Reading<'a>,
    named: &Named,
    windows: &[Reading<'a>],
    theirs: &[Named],
) -> Option<Exchange<'a>> {
    let (window, list) = windows.first().zip(theirs.first())?;
    named.0.iter().find_map(|&(at, side)| {
        let number = is_number(side);
        // `before the war`, `after the flood`: each of something else.
        let of_else = |there: usize| {
            let what = |text: &Reading<'_>, at: usize| (at + 1..at + 4).find_map(|at| text.content(at));
            matches!(claim.word(at), "before" | "after") && what(claim, at) != what(window, there)
        };
        let here = Place::word(claim, at);
        let fit = |there: usize| {
            let (there, fit) = (Place::word(window, there), here.fit(Place::word(window, there)));
            // `in two doses`, `in a single dose`
            let other = here.with_article().fit(there.with_article());
            if number && other.sum() > fit.sum() { other } else { fit }
        };
        let (fit, there, opposite) = list
            .0
            .iter()
            .filter(|&&(there, other)| are_opposed(side, other) && !of_else(there))
            .map(|&(there, other)| (fit(there), there, other))
            .max_by_key(|(fit, ..)| fit.sum())?;
        // Where nothing at all speaks for the claim's own, one word beside it is enough (`northern Ireland`).
        let backed = |list: &Named| list.names(|own| own == side) || list.speaks_for(|own| own == side);
        let alone = is_direction(side) && fit.content > 0 && !theirs.iter().any(backed);
        // `수출은 8.2% 증가했고 수입은 1.6% 감소했다`: what is said of one value.
        let value = |text: &Reading<'_>, at: usize| {
            let before = text.tokens.get(at.checked_sub(1)?)?.span;
            text.values().iter().find(|value| value.span.contains(before)).copied()
        };
        let of_value = |window: &Reading<'_>, there: usize| {
            let (mine, other) = (value(claim, at), value(window, there));
            mine.zip(other).is_some_and(|(mine, other)| mine.is_stated_as(&other))
        };
        let own = || {
            windows.iter().zip(theirs).flat_map(|(window, list)| {
                let own = list.0.iter().filter(|found| found.1 == side);
                own.map(move |&(there, _)| (window, there))
            })
        };
        let decided =
            !number && of_value(window, there) && !own().any(|(window, there)| of_value(window, there));
        if !fit.is_one_place() && !alone && !decided {
            return None;
        }
        let place = Place::word(window, there);
        let taken = named.0.iter().filter(|found| found.1 == opposite);
        let taken = taken.map(|&(at, _)| Place::word(claim, at).fit(place));
        let own = own().map(|(window, there)| here.fit(Place::word(window, there)));
        let better = !decided && own.chain(taken).any(|other| other.rivals(fit));
        let together = list
            .0
            .iter()
            .any(|&(other, named)| named == side && other != there && other.abs_diff(there) <= TOGETHER);
        let turned = !number && is_denied(claim, at) != is_denied(window, there);
        (!better && !together && !turned).then(|| Exchange { mine: claim.word(at), number })
    })
}

/// The first value of the claim in whose place a window, whose values are `stated`, has another one.
pub(crate) fn exchanged_value<'a>(
    claim: &Reading<'a>,
    values: &[Value],
    window: &Reading<'a>,
    stated: &[Value],
) -> Option<Exchange<'a>> {
    let stated: Vec<&Value> = stated.iter().filter(|value| !values.is_empty() && !value.implied).collect();
    let theirs: Vec<Place<'_, '_>> = stated.iter().map(|value| Place::value(window, value.span)).collect();
    values.iter().find_map(|value| {
        let here = Place::value(claim, value.span);
        let (fit, there, other) = theirs
            .iter()
            .zip(&stated)
            .enumerate()
            .filter(|(_, (_, other))| value.is_comparable(other) && !value.is_stated_as(other))
            .map(|(there, (place, other))| (here.fit(*place), there, *other))
            // `30주(매학기 15주)` explains.
            .filter(|(fit, _, other)| fit.sum() >= LEAST && !in_brackets(window.norm, other.span))
            .max_by_key(|(fit, ..)| fit.sum())
            .filter(|(fit, ..)| fit.is_one_place())?;
        let place = theirs.get(there)?;
        let own = theirs.iter().zip(&stated).filter(|(_, own)| value.is_stated_as(own));
        let best = own.map(|(own, _)| here.fit(*own)).max_by_key(|fit| fit.sum());
        let taken = values.iter().filter(|mine| mine.is_stated_as(other));
        let taken = taken.map(|mine| Place::value(claim, mine.span).fit(*place));
        let better = best.into_iter().chain(taken).any(|other| other.rivals(fit));
        // `14개에서 18개로`: to what it came, not from what.
        let next = stated.get(there + 1).filter(|behind| value.is_stated_as(behind));
        let end = next.is_some_and(|behind| Place::value(window, behind.span).first == place.next)
            && other.span.of(window.norm).ends_with("에서")
            && !value.span.of(claim.norm).ends_with("에서");
        (!better && !end).then(|| Exchange { mine: value.span.of(claim.norm), number: true })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::number::values;
    use stet_text::normalise;

    #[test]
    fn an_opposite_in_the_same_place() {
        for (claim, evidence, mine) in [
            (
                "The private library opens at noon.",
                "The public library opens at noon daily.",
                Some("private"),
            ),
            ("Staff sold the shares in spring.", "In all, staff bought the shares in spring.", Some("sold")),
            (
                "It borders Peru in the eastern hills.",
                "It borders Peru in the western hills.",
                Some("eastern"),
            ),
            ("This is the fourth edition of the guide.", "This is the third edition.", Some("fourth")),
            ("The office closes on Friday.", "The office closes on Thursday.", Some("friday")),
            ("수업이 끝나기 전에 제출한다.", "과제는 수업이 끝난 후에 제출한다.", Some("전에")),
            ("시의회는 예산안에 반대했다.", "시의회는 예산안에 찬성했다.", Some("반대했다")),
            ("위원회는 셋째 월요일에 회의한다.", "위원회는 셋째 금요일에 회의한다.", Some("월요일에")),
            ("요금은 매월 납부한다.", "요금은 매년 납부한다.", Some("매월")),
            // The opposite stands in another place.
            ("The public library opens at noon.", "The public library is larger than the private one.", None),
            // Both are named together.
            ("The law applies to private unions.", "The law applies to public and private unions.", None),
            // The claim has the other word, too.
            ("Sales rose in 2019 and fell in 2020.", "Sales fell in 2020 but rose in 2019.", None),
            // Denied in one of them.
            ("Smoking is not allowed in the hall.", "Smoking is forbidden in the hall.", None),
            ("도서관은 월요일에 쉰다.", "도서관은 월요일에 쉬고 화요일에 연다.", None),
            ("국내와 해외 모두에 적용한다.", "해외와 국내 모두에 적용한다.", None),
        ] {
            let (claim, evidence) = (normalise(claim), normalise(evidence));
            let (claim, windows) = (Reading::new(&claim), [Reading::new(&evidence)]);
            let named = Named::new(&claim);
            let theirs = [named.among(&windows[0])];
            let found = exchanged_word(&claim, &named, &windows, &theirs);
            assert_eq!(found.map(|found| found.mine), mine, "{}", claim.norm);
        }
    }

    #[test]
    fn a_value_in_the_place_of_another() {
        for (claim, evidence, want) in [
            ("She worked there from 1992 to 1992.", "She worked there from 1990 to 1992.", true),
            ("Of them, 40 voted for and 60 against.", "Of them, 60 voted for and 40 against.", true),
            ("접수는 5일, 심사는 3일이 걸린다.", "접수는 3일, 심사는 5일이 걸린다.", true),
            ("Room A has 30 seats and room B 40.", "Room A has 30 seats. Room B has 40 seats.", false),
            ("접수는 3일이 걸린다.", "접수는 3일, 심사는 5일이 걸린다.", false),
            ("In 2019 it had 5 members.", "It had 3 members in 2015 and 5 members in 2019.", false),
        ] {
            let (claim, evidence) = (normalise(claim), normalise(evidence));
            let mine: Vec<Value> = values(&claim).into_iter().filter(|value| !value.implied).collect();
            let (mine_text, text) = (Reading::new(&claim), Reading::new(&evidence));
            let found = exchanged_value(&mine_text, &mine, &text, &values(&evidence));
            assert_eq!(found.is_some(), want, "{claim}: {found:?}");
        }
    }
}
