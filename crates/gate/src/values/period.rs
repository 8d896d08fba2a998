//! Values of the period before: `12 million, up from 10 million a year earlier`, `지난해 100억 원보다 늘어난 120억 원`.
//!
//! Owns claims that give the earlier period the later one's value.

use crate::text::reading::Reading;
use crate::values::number::Value;

/// Korean words of the period before, by how they begin.
const BEFORE: &[&str] = &["지난해", "작년", "전년", "지난달", "전월", "전분기", "전 분기", "전주"];

/// English words behind `a year`, `the month` that make it the one before.
const EARLIER: &[&str] = &["earlier", "ago", "before"];

/// The value of a claim about the period before that the windows state, but of the later one: beside the value that they
/// compare it with.
pub(crate) fn of_the_later_period<'a>(
    claim: &Reading<'_>,
    values: &'a [Value],
    windows: &[Reading<'_>],
) -> Option<&'a Value> {
    let mut told = values.iter().filter(|value| !value.implied && value.has_unit() && !value.is_ordinal());
    // Most claims have none, or several.
    let value = told.next().filter(|_| told.next().is_none() && speaks_of_before(claim))?;
    let compared: Vec<&Value> = windows.iter().flat_map(compared_with).collect();
    let stated = || windows.iter().flat_map(Reading::values).any(|other| value.is_stated_as(other));
    let of_before = compared.iter().any(|other| other.is_like(value) || other.is_bare());
    (of_before && !compared.iter().any(|other| value.is_stated_as(other)) && stated()).then_some(value)
}

/// Whether a claim says something of the period before, and compares nothing with it.
fn speaks_of_before(claim: &Reading<'_>) -> bool {
    let words = 0..claim.tokens.len();
    let compares = |at: usize| {
        let (word, next) = (claim.word(at), claim.word(at + 1));
        ["보다", "대비", "에비해"].iter().any(|mark| word.contains(mark))
            || ["보다", "대비", "같은", "동기", "동월", "비해", "수준"]
                .iter()
                .any(|head| next.starts_with(head))
    };
    let korean = |at: usize| BEFORE.iter().any(|head| claim.word(at).starts_with(head));
    let english = |at: usize| {
        matches!(claim.word(at), "year" | "month" | "quarter")
            && (EARLIER.contains(&claim.word(at + 1))
                || at > 0 && matches!(claim.word(at - 1), "last" | "previous" | "preceding"))
    };
    let more = |at: usize| {
        matches!(claim.word(at), "than" | "from" | "against" | "compared" | "up" | "down" | "rose" | "fell")
            || claim.word(at).ends_with("보다")
            || claim.word(at).ends_with("에서")
    };
    words.clone().any(|at| korean(at) && !compares(at) || english(at)) && !words.into_iter().any(more)
}

/// The values of the period before with which a text compares others.
fn compared_with<'a>(text: &'a Reading<'_>) -> impl Iterator<Item = &'a Value> {
    /// Words between the value and those that name its period.
    const REACH: usize = 2;
    text.values().iter().filter(move |value| {
        let (first, next) = (text.first_from(value.span.start), text.first_from(value.span.end));
        let own = next.checked_sub(1).map_or("", |at| text.word(at));
        let here = text.word(next);
        let korean = (own.ends_with("보다")
            || here.starts_with("보다")
            || here.starts_with("대비")
            || here.starts_with("에서"))
            && (first.saturating_sub(REACH)..first).any(|at| {
                BEFORE.iter().any(|head| text.word(at).starts_with(head)) && text.is_one_sentence(at, first)
            });
        let english = (first.saturating_sub(REACH)..first)
            .any(|at| matches!(text.word(at), "from" | "with" | "against" | "than" | "to"))
            && (next..=next + REACH).any(|at| {
                matches!(text.word(at), "year" | "month" | "quarter")
                    && (EARLIER.contains(&text.word(at + 1))
                        || matches!(text.word(at - 1), "last" | "previous" | "preceding"))
                    && text.is_one_sentence(next, at)
            });
        korean || english
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn the_value_of_the_later_period_is_not_that_of_the_one_before() {
        let korean = "매출은 120억 원으로 지난해 100억 원보다 늘었다.";
        let english = "Sales were 12 million euros, up from 10 million a year earlier.";
        for (claim, source, want) in [
            ("지난해 매출은 120억 원이었다.", korean, true),
            ("지난해 매출은 100억 원이었다.", korean, false),
            ("매출은 120억 원이었다.", korean, false),
            ("매출은 지난해보다 늘어 120억 원이었다.", korean, false),
            ("지난해 매출은 120억 원이었다.", "지난해 영업이익은 10억 원, 매출은 120억 원이었다.", false),
            ("A year earlier, sales were 12 million euros.", english, true),
            ("A year earlier, sales were 10 million euros.", english, false),
            ("Sales were 12 million euros.", english, false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(source));
            let (mine, theirs) = (Reading::new(&mine), [Reading::new(&theirs)]);
            let found = of_the_later_period(&mine, mine.values(), &theirs);
            assert_eq!(found.is_some(), want, "{claim}");
        }
    }
}
