//! Moments: a Korean claim that gives what was done first the time of what was done behind it (`작성하여 5월에 공개했다`).

use crate::korean::another::same;
use crate::korean::lack::tells;
use crate::korean::synonyms::mean_the_same;
use crate::text::clause::connects;
use crate::text::reading::Reading;
use crate::values::number::Value;
use crate::values::stated::stated_only;

/// The time of the claim's predicate that the evidence gives what follows it.
pub(crate) fn time_of_what_follows<'a>(
    claim: &Reading<'_>,
    values: &'a [Value],
    windows: &[Reading<'_>],
) -> Option<&'a Value> {
    let last = claim.tokens.len().checked_sub(1).filter(|&at| tells(claim, at))?;
    if (0..last).any(|at| connects(claim, at)) {
        return None;
    }
    values.iter().filter(|value| !value.implied && is_time(claim, value)).find(|value| {
        stated_only(value, windows, |window, other| {
            is_time(window, other) && follows(claim, last, window, other)
        })
    })
}

/// Whether a value is a time at which something is done: `5월에`.
fn is_time(text: &Reading<'_>, value: &Value) -> bool {
    let next = text.first_from(value.span.end);
    next.checked_sub(1).is_some_and(|at| text.word(at).ends_with('에'))
}

/// Whether the predicate of the claim ends a clause before the time in its sentence, which has another behind it.
fn follows(claim: &Reading<'_>, predicate: usize, window: &Reading<'_>, time: &Value) -> bool {
    let at = window.first_from(time.span.start);
    let sentence = window.sentence_begin(at)..window.sentence_end(at + 1);
    let is_same = |there: usize| {
        same(claim, predicate, window, there) || mean_the_same(claim.word(predicate), window.word(there))
    };
    let mut places = sentence.clone().filter(|&there| is_same(there)).peekable();
    places.peek().is_some()
        && places.all(|there| there < at && connects(window, there))
        && (at + 1..sentence.end).any(|there| tells(window, there) && !is_same(there))
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn the_time_of_what_was_done_then() {
        let source = "보고서는 최 연구원이 작성하여 2024년 5월에 공개했다.";
        for (claim, source, want) in [
            ("보고서는 2024년 5월에 작성되었다.", source, true),
            ("보고서는 2024년 5월에 공개되었다.", source, false),
            ("보고서는 2024년 5월에 작성되었다.", "보고서는 2024년 5월에 작성하여 공개했다.", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(source));
            let (mine, theirs) = (Reading::new(&mine), [Reading::new(&theirs)]);
            let found = time_of_what_follows(&mine, mine.values(), &theirs);
            assert_eq!(found.is_some(), want, "{claim} / {source}");
        }
    }
}
