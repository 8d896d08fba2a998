//! Paired: two values of a Korean claim that the evidence states of two cases (`1년 미만이면 15일`, where it says `1년 미만이면 1일, 1년 이상이면
//! 15일`).

use std::ops::Range;

use super::next_content;
use crate::domain::gate::number::Value;
use crate::domain::gate::reading::Reading;

/// Words behind a value that tell what is within.
const BOUNDS: [&str; 4] = ["이상", "이하", "미만", "초과"];

/// The claim's value beside which the evidence never states another of the claim's, but, of the same thing, a value of its kind.
pub(in crate::domain::gate) fn value_of_another_case<'v>(
    claim: &Reading<'_>,
    values: &'v [Value],
    windows: &[Reading<'_>],
) -> Option<&'v Value> {
    let mine: Vec<&Value> = values.iter().filter(|value| !value.implied).collect();
    let [_, _, ..] = mine[..] else { return None };
    let behind = |text: &Reading<'_>, value: &Value| {
        next_content(text, text.first_from(value.span.end).checked_sub(1)?)
    };
    let sentences: Vec<(&Reading<'_>, Range<usize>)> = windows
        .iter()
        .flat_map(|window| window.sentences().into_iter().map(move |range| (window, range)))
        .collect();
    // `1년 미만` is not `1년간`.
    let bounded = |text: &Reading<'_>, value: &Value| {
        let next = text.word(text.first_from(value.span.end));
        BOUNDS.iter().position(|bound| next.starts_with(bound))
    };
    let states = |(window, sentence): &(&Reading<'_>, Range<usize>), value: &Value| {
        window.values().iter().any(|other| {
            value.is_stated_as(other)
                && sentence.contains(&window.first_from(other.span.start))
                && bounded(window, other) == bounded(claim, value)
        })
    };
    mine.iter().copied().find(|value| {
        let Some(noun) = behind(claim, value) else { return false };
        mine.iter().filter(|other| other.unit != value.unit).any(|other| {
            let mut of_other = sentences.iter().filter(|sentence| states(sentence, other)).peekable();
            of_other.peek().is_some()
                && sentences.iter().any(|sentence| states(sentence, value))
                && of_other.all(|sentence| {
                    !states(sentence, value)
                        && sentence.0.values().iter().any(|rival| {
                            !rival.implied
                                && rival.unit == value.unit
                                && sentence.1.contains(&sentence.0.first_from(rival.span.start))
                                && !values.iter().any(|own| own.is_stated_as(rival))
                                && behind(sentence.0, rival)
                                    .is_some_and(|there| claim.is_same(noun, sentence.0, there))
                        })
                })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::text::normalise;

    #[test]
    fn which_value_goes_with_which() {
        let source =
            "2년 이상 다닌 회원에게는 이용권 30장을 준다. 6개월 미만인 회원에게는 이용권 4장을 준다.";
        for (claim, want) in [
            ("6개월 미만인 회원은 30장의 이용권을 받는다.", false),
            ("6개월 미만인 회원에게는 이용권 30장을 준다.", true),
            ("6개월 미만인 회원에게는 이용권 4장을 준다.", false),
            ("2년 이상이면 이용권 30장을, 6개월 미만이면 이용권 4장을 준다.", false),
        ] {
            let (claim, source) = (normalise(claim), normalise(source));
            let claim = Reading::new(&claim);
            let found = value_of_another_case(&claim, claim.values(), &[Reading::new(&source)]);
            assert_eq!(found.is_some(), want, "{}", claim.norm);
        }
    }
}
