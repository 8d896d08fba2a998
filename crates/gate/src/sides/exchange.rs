//! Exchanges: a word of the claim in whose very place the evidence has its opposite, or another value.
//!
//! Owns the comparison of places. Opposites are [`opposites`](crate::sides::opposites)', what is said of something
//! else is [`clause`](crate::text::clause)'s.

mod place;

use crate::denial::negation::{english_negations, in_brackets, is_denied};
use crate::denial::polarity::is_form_of_be;
use crate::sides::opposites::{Named, is_direction, is_number};
use crate::sides::rivals::Side;
use crate::text::reading::{Reading, SPACE, STOP};
use crate::text::similarity::hash;
use crate::values::listed::{Listed, Stands};
use crate::values::number::Value;
use stet_text::Script;
use stet_text::span::Span;

use place::are_same;
pub(crate) use place::{Beside, Place};

/// What stands in the place of the claim's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Exchange<'a> {
    pub mine: &'a str,
    pub theirs: &'a str,
    /// A number or a date.
    pub number: bool,
}

/// Words on each side that are compared.
const REACH: usize = 6;

/// Tokens between two opposites that are named together (`public and private`).
const TOGETHER: usize = 3;

/// Words that two places have in common at least if they are one.
const LEAST: u32 = 2;

/// Whether two Korean words begin alike, endings apart: with one syllable and, but for its final, the next
/// (`끝나기`, `끝난`).
pub(crate) fn alike(mine: &Reading<'_>, at: usize, theirs: &Reading<'_>, there: usize) -> bool {
    let head = mine.head(at);
    head != 0 && head == theirs.head(there)
}

/// The first word of the claim in whose place the first of the windows, which name `theirs`, has its opposite: the words around
/// them agree better than anywhere where the windows have the claim's own, or the claim has theirs.
pub(crate) fn exchanged_word<'a>(
    claim: &Reading<'a>,
    named: &Named,
    windows: &[Reading<'a>],
    theirs: &[Named],
) -> Option<Exchange<'a>> {
    let mine = &named.0;
    let (window, list) = windows.first().zip(theirs.first())?;
    let list = &list.0;
    let opposite = mine.iter().find_map(|&(at, side)| {
        let number = is_number(side);
        // `before the war`, `after the flood`: each of something else.
        let of_else = |there: usize| {
            let what = |text: &Reading<'_>, at: usize| (at + 1..at + 4).find_map(|at| text.content(at));
            matches!(claim.word(at), "before" | "after") && what(claim, at) != what(window, there)
        };
        let here = Place::word(claim, at);
        let fit = |there: usize| {
            let fit = here.fit(Place::word(window, there));
            // `in two doses`, `in a single dose`
            if !number {
                return fit;
            }
            let other = Place::with_article(claim, at).fit(Place::with_article(window, there));
            if other.sum() > fit.sum() { other } else { fit }
        };
        let opposes = |other: Side| other.0 == side.0 && other.1 != side.1;
        // `the northern reservoir …, the southern one …` names both.
        let stands = |window: &Reading<'_>| {
            window.positions(claim.key(at)).any(|there| matches!(window.word(there + 1), "one" | "ones"))
        };
        if windows.iter().any(stands) {
            return None;
        }
        let (fit, there, opposite) = list
            .iter()
            .filter(|&&(there, other)| opposes(other) && !of_else(there))
            .map(|&(there, other)| (fit(there), there, other))
            .max_by_key(|(fit, ..)| fit.sum())?;
        let own = windows.iter().zip(theirs).flat_map(|(window, list)| {
            list.0.iter().filter(|found| found.1 == side).map(move |&(there, _)| (window, there))
        });
        // Where nothing at all speaks for the claim's own, one word beside it is enough (`northern Ireland`).
        let alone = || {
            is_direction(side)
                && fit.content > 0
                && theirs
                    .iter()
                    .all(|list| !list.names(|own| own == side) && !list.speaks_for(|own| own == side))
        };
        // `paid by the employee`, `paid by the employer`: nothing speaks of the claim's own.
        let slot = |text: &Reading<'_>, at: usize| {
            let article = |at: usize| matches!(text.word(at), "the" | "a" | "an");
            let before = at.checked_sub(1)?;
            let before = if article(before) { before.checked_sub(1)? } else { before };
            let word = text.word(before);
            matches!(word, "by" | "to" | "from" | "of" | "for" | "with" | "against").then_some(hash(word))
        };
        let one_slot = || {
            !number
                && !is_direction(side)
                && slot(claim, at).is_some_and(|mine| slot(window, there) == Some(mine))
                && theirs.iter().all(|list| !list.names(|own| own == side))
        };
        if !fit.is_one_place() && !alone() && !one_slot() {
            return None;
        }
        let place = Place::word(window, there);
        let taken = mine.iter().filter(|found| found.1 == opposite).map(|&(at, _)| Place::word(claim, at));
        let better = own
            .map(|(window, there)| here.fit(Place::word(window, there)))
            .chain(taken.map(|other| other.fit(place)))
            .any(|other| other.rivals(fit));
        let together = list
            .iter()
            .any(|&(other, named)| named == side && other != there && other.abs_diff(there) <= TOGETHER);
        let turned = !number && is_denied(claim, at) != is_denied(window, there);
        (!better && !together && !turned).then(|| Exchange {
            mine: claim.word(at),
            theirs: window.word(there),
            number,
        })
    });
    opposite.or_else(|| exchanged_cue(claim, named, window, theirs))
}

/// The first word of a direction in whose place the first of the windows, which name `theirs`, has a word that speaks for
/// its opposite (`lost` where the source says `earned`), while nothing in them speaks for the claim's own.
fn exchanged_cue<'a>(
    claim: &Reading<'a>,
    named: &Named,
    window: &Reading<'a>,
    theirs: &[Named],
) -> Option<Exchange<'a>> {
    let cues = &theirs.first()?.1;
    named.0.iter().find_map(|&(at, side)| {
        let backed =
            || theirs.iter().any(|list| list.names(|own| own == side) || list.speaks_for(|own| own == side));
        let spoken = |word: usize, other: Side| cues.contains(&(word, other));
        let opposes = |other: Side| other.0 == side.0 && other.1 != side.1;
        if !is_direction(side) || is_denied(claim, at) || backed() {
            return None;
        }
        let here = Place::word(claim, at);
        cues.iter().filter(|&&(there, other)| opposes(other) && !spoken(there, side)).find_map(
            |&(there, _)| {
                let fits = here.fit(Place::word(window, there)).is_one_place();
                (fits && !is_denied(window, there)).then(|| Exchange {
                    mine: claim.word(at),
                    theirs: window.word(there),
                    number: false,
                })
            },
        )
    })
}

/// The first value of the claim in whose place the first of the windows, whose values are listed, has another one.
pub(crate) fn exchanged_value<'a>(
    claim: &Reading<'a>,
    values: &[Value],
    window: &Reading<'a>,
    listed: &Listed<'a, '_>,
) -> Option<Exchange<'a>> {
    let matches = &listed.matches;
    let theirs = || listed.values.iter().enumerate();
    values.iter().enumerate().find_map(|(at, value)| {
        let here = Place::value(claim, value.span);
        if let Some(other) = other_share(claim, value, here.first, window, &listed.values) {
            let mine = value.span.of(claim.norm);
            return Some(Exchange { mine, theirs: other.span.of(window.norm), number: true });
        }
        let beside = here.beside();
        let (fit, there, other, place) = theirs()
            .filter(|(_, other)| beside.agrees_before(other.beside) || beside.agrees_behind(other.beside))
            .filter(|&(there, other)| value.is_comparable(other.value) && !matches.is(at, there))
            .map(|(there, other)| (here.fit(other.place), there, other.value, other.place))
            .filter(|(fit, ..)| fit.sum() >= LEAST)
            // `30주(매학기 15주)` explains.
            .filter(|(_, _, other, _)| !in_brackets(window.norm, other.span))
            .max_by_key(|(fit, ..)| fit.sum())
            .filter(|(fit, ..)| fit.is_one_place())?;
        let best = theirs()
            .filter(|&(there, _)| matches.is(at, there))
            .map(|(_, own)| here.fit(own.place))
            .max_by_key(|fit| fit.sum());
        let taken = values
            .iter()
            .enumerate()
            .filter(|&(mine, _)| matches.is(mine, there))
            .map(|(_, mine)| Place::value(claim, mine.span).fit(place));
        // `통산 1년을 초과할 수 없다`, where the source says `1회에 1년을, 통산 3년을`: what stands right before decides.
        let marked = is_marked(claim, here.first, window, place.first);
        let decided = marked
            && theirs().filter(|&(there, _)| matches.is(at, there)).all(|(_, own)| {
                let first = own.place.first;
                (first.saturating_sub(REACH / 2)..first)
                    .all(|there| !same_mark(claim, here.first - 1, window, there))
            });
        if has_its_predicate(claim, value, window, other) {
            return None;
        }
        let better = !decided && best.into_iter().chain(taken).any(|other| other.rivals(fit));
        // `14개에서 18개로`: to what it came, not from what.
        let end = |other: &Value| {
            let behind = listed.values.iter().skip_while(|one| one.value.span != other.span).nth(1);
            behind.is_some_and(|behind| {
                value.is_stated_as(behind.value)
                    && behind.place.first == place.next
                    && other.span.of(window.norm).ends_with("에서")
            })
        };
        (!better && !end(other)).then(|| Exchange {
            mine: value.span.of(claim.norm),
            theirs: other.span.of(window.norm),
            number: true,
        })
    })
}

/// Whether the predicate of a Korean claim stands behind its value in a sentence of the window, and not behind the other: `1958년 파리로 갔다. 1989년
/// 그곳에서 숨졌다`.
fn has_its_predicate(claim: &Reading<'_>, value: &Value, window: &Reading<'_>, other: &Value) -> bool {
    let Some(last) = claim.tokens.len().checked_sub(1) else { return false };
    if claim.tokens.get(last).is_none_or(|token| token.script != Script::Hangul)
        || claim.content(last).is_none()
    {
        return false;
    }
    let says = |found: &Value| {
        let first = window.first_from(found.span.start);
        let sentence = first..window.sentence_end(first + 1);
        window.same_as(claim, last).any(|there| sentence.contains(&there))
    };
    let mut own = window.values().iter().filter(|own| !own.implied && value.is_stated_as(own));
    !says(other) && own.any(says)
}

/// The value that the window gives for one of the number right before a value of a Korean claim, where it gives none such as the
/// claim's: `한 번에 3년`, `1회에 1년`.
fn other_share<'a>(
    claim: &Reading<'_>,
    value: &Value,
    first: usize,
    window: &Reading<'_>,
    theirs: &[Stands<'_, 'a>],
) -> Option<&'a Value> {
    let ends =
        |text: &Reading<'_>, at: usize| text.word(at).ends_with(['에', '당']) && text.gap(at + 1) == SPACE;
    let marks: Vec<usize> = if Span::new(0, value.span.start).of(claim.norm).trim_end().ends_with(':') {
        // `통산 기간: 1년`
        (0..first).filter(|&at| claim.content(at).is_some()).collect()
    } else {
        let before = first.checked_sub(1).filter(|&before| ends(claim, before))?;
        let span = claim.tokens.get(before)?.span;
        claim.values().iter().find(|share| share.span.contains(span))?;
        vec![before]
    };
    let mut same = theirs.iter().filter(|other| {
        let shared = other.place.first.checked_sub(1).filter(|&there| {
            let hangul = window.tokens.get(there).is_some_and(|token| token.script == Script::Hangul);
            hangul && window.gap(there + 1) == SPACE
        });
        value.is_comparable(other.value)
            && shared.is_some_and(|there| marks.iter().any(|&at| same_mark(claim, at, window, there)))
    });
    let other = same.next().filter(|other| !value.is_stated_as(other.value))?;
    same.all(|other| !value.is_stated_as(other.value)).then_some(other.value)
}

/// Whether the words right before two Korean values are one word, which tells what the value is of.
fn is_marked(claim: &Reading<'_>, at: usize, window: &Reading<'_>, there: usize) -> bool {
    let tells = |at: usize| {
        claim.content(at).is_some()
            && claim.gap(at + 1) == SPACE
            && claim.tokens.get(at).is_some_and(|token| {
                // A topic stands before many.
                token.script == Script::Hangul && !token.text.ends_with(['은', '는', '이', '가', '을', '를'])
            })
    };
    let (Some(before), Some(other)) = (at.checked_sub(1), there.checked_sub(1)) else { return false };
    tells(before) && window.gap(there) == SPACE && same_mark(claim, before, window, other)
}

/// Whether two words are one, or stand for one number (`한 번에`, `1회에`).
fn same_mark(claim: &Reading<'_>, at: usize, window: &Reading<'_>, there: usize) -> bool {
    let value = |text: &Reading<'_>, at: usize| {
        let token = text.tokens.get(at)?;
        text.values().iter().find(|value| value.span.contains(token.span)).copied()
    };
    claim.key(at) == window.key(there)
        || value(claim, at)
            .is_some_and(|mine| value(window, there).is_some_and(|other| mine.is_stated_as(&other)))
}

/// Whether one of two English texts denies what the other states with the same words around it.
pub(crate) fn is_denied_in_place(claim: &Reading<'_>, window: &Reading<'_>) -> bool {
    denies_in_place(claim, window) || denies_in_place(window, claim)
}

/// Whether `text` has a negation in a place where `other` has none.
fn denies_in_place(text: &Reading<'_>, other: &Reading<'_>) -> bool {
    let mine: Vec<usize> = english_negations(text).collect();
    // `neither` denies from afar.
    let from_afar = |text: &Reading<'_>| text.tokens.iter().any(|token| token.text == "neither");
    if mine.is_empty() || from_afar(text) || from_afar(other) {
        return false;
    }
    let theirs: Vec<usize> = english_negations(other).collect();
    mine.into_iter().any(|at| {
        let before = at.checked_sub(1).and_then(|at| text.tokens.get(at)).map_or("", |token| token.text);
        // `did not rise` stands where the other has `rose`.
        let auxiliary = usize::from(matches!(before, "do" | "does" | "did"));
        let here = Place { text, first: at - auxiliary, next: at + 1 };
        let beside = here.beside();
        let none = (0..=other.tokens.len())
            .filter(|&there| {
                let before = there.checked_sub(1);
                before.is_some_and(|at| are_same(beside.before, (other.key(at), other.head(at))))
                    || beside.begins && (there == 0 || other.gap(there) & STOP != 0)
            })
            .map(|at| Place { text: other, first: at, next: at })
            .map(|there| (there.first, here.fit(there)))
            .filter(|(_, fit)| fit.left > 0 && fit.right > 0 && fit.sum() > 3 && fit.is_one_place())
            // `should be no stigma`, `shouldn't be stigma`
            .filter(|&(there, _)| !is_denied(other, there) && !has_denied_subject(other, there))
            // `rains were not observed`, for `no rains were observed`
            .filter(|&(there, _)| text.word(at) != "no" || !has_denied_verb(other, there))
            .map(|(_, fit)| fit)
            .max_by_key(|fit| fit.sum());
        let own = theirs.iter().map(|&there| Place::word(text, at).fit(Place::word(other, there)));
        none.is_some_and(|none| !own.into_iter().any(|own| own.rivals(none)))
    })
}

/// Whether the subject of the verb at `at` is denied: `no side effects were observed`.
fn has_denied_subject(text: &Reading<'_>, at: usize) -> bool {
    let goes_on = |&before: &usize| {
        text.gap(before + 1) & STOP == 0
            && (text.content(before).is_some() || leads_a_passive(text.word(before)))
    };
    let first = (0..at).rev().find(|before| !goes_on(before));
    first.is_some_and(|first| text.word(first) == "no" && text.gap(first + 1) & STOP == 0)
}

/// Whether the verb of the subject that begins at `at` is denied: `side effects were not observed`.
fn has_denied_verb(text: &Reading<'_>, at: usize) -> bool {
    let end = text.sentence_end(at + 1);
    let verb = (at..end).find(|&at| text.content(at).is_none()).filter(|&verb| verb > at);
    verb.is_some_and(|verb| {
        leads_a_passive(text.word(verb)) && english_negations(text).any(|not| not == verb + 1)
    })
}

/// Whether a word may stand between a subject and what is said to have been done to it: `has been`.
fn leads_a_passive(word: &str) -> bool {
    is_form_of_be(word) && word != "being" || matches!(word, "has" | "have" | "had")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::number::values;
    use stet_text::normalise;

    fn exchanged_value<'a>(
        claim: &Reading<'a>,
        values: &[Value],
        window: &Reading<'a>,
        stated: &[Value],
    ) -> Option<Exchange<'a>> {
        super::exchanged_value(claim, values, window, &Listed::new(values, window, stated))
    }

    fn word(claim: &str, evidence: &str) -> Option<(String, String)> {
        let (claim, evidence) = (normalise(claim), normalise(evidence));
        let windows = [Reading::new(&evidence)];
        let claim = Reading::new(&claim);
        let named = Named::new(&claim);
        let theirs = [named.among(&windows[0])];
        let found = exchanged_word(&claim, &named, &windows, &theirs)?;
        Some((found.mine.to_owned(), found.theirs.to_owned()))
    }

    fn value(claim: &str, evidence: &str) -> Option<(String, String)> {
        let (claim, evidence) = (normalise(claim), normalise(evidence));
        let (mine, theirs) = (values(&claim), values(&evidence));
        let mine: Vec<Value> = mine.into_iter().filter(|value| !value.implied).collect();
        let found = exchanged_value(&Reading::new(&claim), &mine, &Reading::new(&evidence), &theirs)?;
        Some((found.mine.to_owned(), found.theirs.to_owned()))
    }

    #[test]
    fn an_opposite_in_the_same_place() {
        for (claim, evidence, mine, theirs) in [
            (
                "The private library opens at noon.",
                "The public library opens at noon on weekdays.",
                "private",
                "public",
            ),
            (
                "Staff sold the shares in spring.",
                "According to the report, staff bought the shares in spring.",
                "sold",
                "bought",
            ),
            (
                "It borders Peru in the eastern highlands.",
                "It borders Peru in the western highlands.",
                "eastern",
                "western",
            ),
            ("This is the fourth edition of the guide.", "This is the third edition.", "fourth", "third"),
            ("The office closes on Friday.", "The office closes on Thursday.", "friday", "thursday"),
            ("수업이 끝나기 전에 제출한다.", "과제는 수업이 끝난 후에 제출한다.", "전에", "후에"),
            ("시의회는 예산안에 반대했다.", "시의회는 예산안에 찬성했다.", "반대했다", "찬성했다"),
            ("학교는 2월에 졸업식을 연다.", "학교는 2월에 입학식을 연다.", "졸업식을", "입학식을"),
            ("위원회는 셋째 월요일에 회의한다.", "위원회는 셋째 금요일에 회의한다.", "월요일에", "금요일에"),
            ("요금은 매월 납부한다.", "요금은 매년 납부한다.", "매월", "매년"),
        ] {
            assert_eq!(word(claim, evidence), Some((mine.to_owned(), theirs.to_owned())), "{claim}");
        }
    }

    #[test]
    fn no_exchange_where_both_say_the_same() {
        for (claim, evidence) in [
            // The opposite stands in another place.
            ("The public library opens at noon.", "The public library is larger than the private one."),
            // Both are named together.
            ("The law applies to private unions.", "The law applies to public and private unions."),
            // The claim has the other word, too.
            ("Sales rose in 2019 and fell in 2020.", "Sales fell in 2020 but rose in 2019."),
            // Denied in one of them.
            ("Smoking is not allowed in the hall.", "Smoking is forbidden in the hall."),
            ("도서관은 월요일에 쉰다.", "도서관은 월요일에 쉬고 화요일에 연다."),
            ("신청은 접수 후에 심사한다.", "신청은 접수 뒤에 심사한다."),
            ("국내와 해외 모두에 적용한다.", "해외와 국내 모두에 적용한다."),
        ] {
            assert_eq!(word(claim, evidence), None, "{claim}");
        }
    }

    #[test]
    fn a_value_in_the_place_of_another() {
        for (claim, evidence, mine, theirs) in [
            ("She worked there from 1992 to 1992.", "She worked there from 1990 to 1992.", "1992", "1990"),
            (
                "Of the members, 40 voted for and 60 against.",
                "Of the members, 60 voted for and 40 against.",
                "40",
                "60",
            ),
            ("접수는 5일, 심사는 3일이 걸린다.", "접수는 3일, 심사는 5일이 걸린다.", "5일이", "3일"),
        ] {
            let found = value(claim, evidence);
            assert!(
                found
                    .as_ref()
                    .is_some_and(|(one, other)| mine.starts_with(one.as_str()) && other.starts_with(theirs)),
                "{claim}: {found:?}"
            );
        }
        for (claim, evidence) in [
            ("Room A has 30 seats and room B 40.", "Room A has 30 seats. Room B has 40 seats."),
            ("접수는 3일이 걸린다.", "접수는 3일, 심사는 5일이 걸린다."),
            ("In 2019 it had 5 members.", "It had 3 members in 2015 and 5 members in 2019."),
        ] {
            assert_eq!(value(claim, evidence), None, "{claim}");
        }
    }

    #[test]
    fn a_negation_in_one_of_two_equal_places() {
        let denied = |claim: &str, evidence: &str| {
            let (claim, evidence) = (normalise(claim), normalise(evidence));
            is_denied_in_place(&Reading::new(&claim), &Reading::new(&evidence))
        };
        for (claim, evidence, want) in [
            ("The board did not publish the report.", "The board published the report.", true),
            ("The board published the report.", "The board did not publish the report.", true),
            (
                "Members may vote, and guests may not vote by proxy.",
                "Members may not vote, and guests may not vote by proxy.",
                true,
            ),
            ("The board did not publish the report.", "The report was not published.", false),
            ("Side effects were not observed.", "No side effects were observed.", false),
            ("No side effects were observed.", "Side effects were not observed.", false),
            ("Side effects were observed in May.", "Side effects were not observed in May.", true),
            ("The board never met in spring.", "The board never met in spring or summer.", false),
        ] {
            assert_eq!(denied(claim, evidence), want, "{claim}");
        }
    }
}
