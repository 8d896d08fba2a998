//! Reckoned: from which event a time is counted (`반납한 날부터 30일`, `통지일부터`), and a claim that counts it from another.

use crate::korean::synonyms::mean_the_same;
use crate::text::reading::Reading;
use stet_text::final_consonant;

/// Which end of the time an event is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    From,
    Until,
}

/// The word of the claim, by position, that names another event than the evidence for that end of a time.
pub(crate) fn counted_from_another(claim: &Reading<'_>, windows: &[Reading<'_>]) -> Option<usize> {
    events(claim).find_map(|(at, end, event)| {
        let mut theirs =
            windows.iter().flat_map(events).filter(|other| other.1 == end).map(|other| other.2).peekable();
        (theirs.peek().is_some() && !theirs.any(|other| are_one(event, other))).then_some(at)
    })
}

/// The events between which a text counts, by the positions of what tells it.
fn events<'a>(text: &'a Reading<'_>) -> impl Iterator<Item = (usize, End, &'a str)> + 'a {
    const DAYS: &[(&str, End)] = &[
        ("날부터", End::From),
        ("날로부터", End::From),
        ("때부터", End::From),
        ("날까지", End::Until),
        ("때까지", End::Until),
    ];
    const COMPOUNDS: &[(&str, End)] =
        &[("일부터", End::From), ("일로부터", End::From), ("일까지", End::Until)];
    (0..text.tokens.len()).filter_map(|at| {
        let word = text.word(at);
        if let Some((_, end)) = DAYS.iter().find(|(day, _)| word.starts_with(day)) {
            let next = usize::from(at > 0 && text.word(at - 1) == "다음");
            let event = text.word(at.checked_sub(1 + next)?);
            let adnominal = matches!(final_consonant(event.chars().next_back()?), Some(4 | 8));
            let named = adnominal && event.chars().nth(2).is_some();
            return named.then_some((at, *end, event));
        }
        // `반납일부터`; `휴일부터` is a day of another kind, and too short to be an event.
        let (event, end) = COMPOUNDS.iter().find_map(|(day, end)| Some((word.strip_suffix(day)?, *end)))?;
        event.chars().nth(1).is_some().then_some((at, end, event))
    })
}

/// Whether two words tell one event: `반납한`, `반납`.
fn are_one(one: &str, other: &str) -> bool {
    one.chars().take(2).eq(other.chars().take(2)) || mean_the_same(one, other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn the_day_from_which_is_counted() {
        let source = "임차인은 통지하여야 하며, 보증금은 열쇠를 반납한 날부터 30일 이내에 돌려준다.";
        for (claim, want) in [
            ("보증금은 통지한 날부터 30일 이내에 돌려준다.", true),
            ("보증금은 열쇠를 반납한 날부터 30일 이내에 돌려준다.", false),
            ("보증금은 열쇠 반납일부터 30일 이내에 돌려준다.", false),
            ("보증금은 통지일로부터 30일 이내에 돌려준다.", true),
            ("보증금은 통지한 날까지 돌려준다.", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(source));
            let found = counted_from_another(&Reading::new(&mine), &[Reading::new(&theirs)]);
            assert_eq!(found.is_some(), want, "{claim}");
        }
    }
}
