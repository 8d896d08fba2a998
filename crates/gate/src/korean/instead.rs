//! Instead: a Korean claim that takes of a contrast what its source denies (`9월이 아니라 2월에`).
//!
//! Owns values; a word that is denied so is [`negation`](crate::denial::negation)'s.

use crate::text::reading::Reading;
use crate::values::number::Value;
use crate::values::stated::stated_only;

/// The claim's value that the evidence states only to put another in its place.
pub(crate) fn value_put_aside<'a>(claimed: &'a [Value], windows: &[Reading<'_>]) -> Option<&'a Value> {
    claimed.iter().filter(|value| !value.implied).find(|value| stated_only(value, windows, is_put_aside))
}

/// Whether what follows a value denies it for another: `9월이 아니라`, `9월 대신`.
fn is_put_aside(text: &Reading<'_>, value: &Value) -> bool {
    let next = text.word(text.first_from(value.span.end));
    ["아니라", "아니고", "아닌", "대신"].iter().any(|head| next.starts_with(head))
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn what_is_put_aside_is_not_stated() {
        for (claim, source, want) in [
            ("노선은 9월에 다시 열렸다.", "노선은 9월이 아니라 이듬해 2월에 다시 열렸다.", true),
            ("노선은 2월에 다시 열렸다.", "노선은 9월이 아니라 이듬해 2월에 다시 열렸다.", false),
            ("정원은 30명이다.", "정원은 30명 대신 40명이다.", true),
            ("정원은 30명이다.", "정원은 30명이다. 30명이 아닌 반은 없다.", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(source));
            let (mine, theirs) = (Reading::new(&mine), [Reading::new(&theirs)]);
            assert_eq!(value_put_aside(mine.values(), &theirs).is_some(), want, "{claim} / {source}");
        }
    }
}
