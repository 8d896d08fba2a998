//! Since: a superlative that holds from a time on (`the strongest since 2016`, `2016년 이후 가장`), and a claim that puts it at that time.

use crate::text::reading::Reading;
use crate::values::number::Value;
use crate::values::stated::stated_only;

/// The time at which the claim puts what the evidence says to be the most since then.
pub(crate) fn put_at_the_beginning<'a>(
    claim: &Reading<'_>,
    values: &'a [Value],
    windows: &[Reading<'_>],
) -> Option<&'a Value> {
    if !has_superlative(claim) {
        return None;
    }
    values.iter().filter(|value| !value.implied && is_at(claim, value)).find(|value| {
        stated_only(value, windows, |window, other| is_since(window, other) && has_superlative(window))
    })
}

fn has_superlative(text: &Reading<'_>) -> bool {
    text.tokens.iter().any(|token| {
        let word = token.text;
        matches!(
            word,
            "가장"
                | "제일"
                | "최고"
                | "최대"
                | "최저"
                | "최소"
                | "most"
                | "least"
                | "best"
                | "worst"
                | "record"
        ) || word.len() > 5 && word.ends_with("est")
            || ["최고", "최대", "최저", "최소", "최다"].iter().any(|head| word.starts_with(head))
    })
}

/// Whether a text puts something at a time: `in 2016`, `2016년에`.
fn is_at(text: &Reading<'_>, value: &Value) -> bool {
    let before = text.first_from(value.span.start).checked_sub(1).map_or("", |at| text.word(at));
    let own = text.first_from(value.span.end).checked_sub(1).map_or("", |at| text.word(at));
    matches!(before, "in" | "on" | "during") || own.ends_with('에')
}

/// Whether a text counts from a time on: `since 2016`, `2016년 이후`.
fn is_since(text: &Reading<'_>, value: &Value) -> bool {
    let before = text.first_from(value.span.start).checked_sub(1).map_or("", |at| text.word(at));
    let next = text.word(text.first_from(value.span.end));
    before == "since" || next.starts_with("이후") || next.starts_with("이래")
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn the_most_since_then() {
        for (claim, source, want) in [
            ("Bookings in 2016 were the strongest.", "Bookings were the strongest since 2016.", true),
            ("Bookings were the strongest since 2016.", "Bookings were the strongest since 2016.", false),
            ("The shop opened in 2016.", "The shop, the largest, has been open since 2016.", false),
            ("예약은 2016년에 가장 많았다.", "예약이 2016년 이후 가장 많다.", true),
            ("예약은 2016년 이후 가장 많다.", "예약이 2016년 이후 가장 많다.", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(source));
            let (mine, theirs) = (Reading::new(&mine), [Reading::new(&theirs)]);
            assert_eq!(put_at_the_beginning(&mine, mine.values(), &theirs).is_some(), want, "{claim}");
        }
    }
}
