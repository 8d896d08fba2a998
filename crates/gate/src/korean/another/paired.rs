//! Paired: two values of a Korean claim that the evidence states of two cases (`1년 미만이면 15일`, where it says `1년 미만이면 1일, 1년 이상이면
//! 15일`).

use super::next_content;
use crate::text::reading::Reading;
use crate::values::number::Value;

/// Words behind a value that tell what is within.
const BOUNDS: [&str; 4] = ["이상", "이하", "미만", "초과"];

/// The claim's value beside which the evidence never states another of the claim's, but, of the same thing, a value of its kind.
pub(crate) fn value_of_another_case<'v>(
    claim: &Reading<'_>,
    values: &'v [Value],
    windows: &[Reading<'_>],
) -> Option<&'v Value> {
    let mine: Vec<&Value> = values.iter().filter(|value| !value.implied).collect();
    let first = mine.first()?;
    if mine.iter().all(|value| value.unit == first.unit) {
        return None;
    }
    let behind = |text: &Reading<'_>, value: &Value| {
        next_content(text, text.first_from(value.span.end).checked_sub(1)?)
    };
    let sentences: Vec<Sentence<'_, '_>> = windows.iter().flat_map(Sentence::all).collect();
    // `1년 미만` is not `1년간`.
    let bounded = |text: &Reading<'_>, value: &Value| {
        let next = text.word(text.first_from(value.span.end));
        BOUNDS.iter().position(|bound| next.starts_with(bound))
    };
    let states = |sentence: &Sentence<'_, '_>, value: &Value| {
        sentence.values.iter().any(|other| {
            value.is_stated_as(other) && bounded(sentence.window, other) == bounded(claim, value)
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
                        && sentence.values.iter().any(|rival| {
                            !rival.implied
                                && rival.unit == value.unit
                                && !values.iter().any(|own| own.is_stated_as(rival))
                                && behind(sentence.window, rival)
                                    .is_some_and(|there| claim.is_same(noun, sentence.window, there))
                        })
                })
        })
    })
}

/// A sentence of a window that states values.
struct Sentence<'a, 'b> {
    window: &'b Reading<'a>,
    values: &'b [Value],
}

impl<'a, 'b> Sentence<'a, 'b> {
    fn all(window: &'b Reading<'a>) -> impl Iterator<Item = Self> {
        let values = window.values();
        let before = |word: usize| values.partition_point(|value| window.first_from(value.span.start) < word);
        let sentences = if values.is_empty() { Vec::new() } else { window.sentences() };
        sentences.into_iter().filter_map(move |words| {
            let values = values.get(before(words.start)..before(words.end))?;
            (!values.is_empty()).then_some(Self { window, values })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

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
