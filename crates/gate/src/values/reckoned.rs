//! Reckoned values: one that a claim makes of two of its source, `165 seats in all` of `120 seats below and 45 on the balcony`.
//!
//! Owns the arithmetic of sums, differences and shares. Whether the two are those that belong together no words tell: such a claim
//! is left open.

use crate::values::number::{ONE, Value};
use stet_reading::reading::Reading;
use stet_reading::tags::Tags;

/// Values of a passage beyond these are not put together: of many some always fit.
const MOST: usize = 8;

/// Two values of a passage, as they are written, and the sign between them.
pub(crate) type Reckoned = (String, char, String);

/// How a value of the claim comes of two values of a passage: `120 + 45`.
pub(crate) fn reckoned(claim: &Reading<'_>, value: &Value, passage: &Reading<'_>) -> Option<Reckoned> {
    let stated: Vec<&Value> =
        passage.values().iter().filter(|value| !value.implied && !value.is_ordinal()).collect();
    if value.is_ordinal() || stated.len() > MOST || !(value.is_percent() || claim.has_tag(Tags::RECKONS)) {
        return None;
    }
    let reckons = claim.has_tag(Tags::RECKONS);
    let sign = |more: &Value, less: &Value| {
        if !more.is_comparable(less) {
            return None;
        }
        let alike = reckons && (value.is_comparable(more) || value.is_points_of(more));
        match value.amount {
            _ if is_share(value, less, more) => Some('/'),
            sum if alike && more.amount.checked_add(less.amount) == Some(sum) => Some('+'),
            rest if alike && rest > 0 && more.amount.checked_sub(less.amount) == Some(rest) => Some('−'),
            _ => None,
        }
    };
    let written = |value: &Value| value.span.of(passage.norm).trim().to_owned();
    for (at, one) in stated.iter().enumerate() {
        for other in stated.iter().skip(at + 1) {
            let (more, less) = if one.amount < other.amount { (other, one) } else { (one, other) };
            if let Some(sign) = sign(more, less) {
                let (first, second) = if sign == '/' { (less, more) } else { (more, less) };
                return Some((written(first), sign, written(second)));
            }
        }
    }
    None
}

/// Whether a value is the share of one of two others in the other, in full per cent at least.
fn is_share(value: &Value, part: &Value, whole: &Value) -> bool {
    let share = || {
        let (mine, theirs) = (value.amount.checked_mul(whole.amount)?, part.amount.checked_mul(100 * ONE)?);
        Some((mine - theirs).abs().checked_mul(2)? <= whole.amount.checked_mul(ONE)?)
    };
    value.is_percent() && !whole.is_percent() && whole.amount > 0 && share() == Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn a_value_is_made_of_two() {
        const HALL: &str =
            "The hall has 120 seats below and 45 on the balcony. Entry is 8 euros, for children 3 euros.";
        const KOREAN: &str =
            "홀에는 아래층 120석, 위층 45석이 있다. 입장료는 어른 8천 원, 어린이 3천 원이다.";
        for (claim, passage, want) in [
            ("The hall has 165 seats in all.", HALL, Some("120 + 45")),
            ("The hall has 165 seats.", HALL, None),
            ("The hall has 170 seats in all.", HALL, None),
            ("Adults pay 5 euros more than children.", HALL, Some("8 euros − 3 euros")),
            (
                "Unemployment rose by two percentage points.",
                "Unemployment rose from 4 % to 6 %.",
                Some("6 − 4"),
            ),
            ("40% of the members voted.", "Of the 250 members, 100 voted.", Some("100 / 250")),
            ("In all it took 7 years.", "It was begun in 2012 and finished in 2019.", None),
            ("좌석은 모두 165석이다.", KOREAN, Some("120석 + 45석이")),
            ("어른은 어린이보다 5천 원을 더 낸다.", KOREAN, Some("8천 원 − 3천 원이다")),
            ("어른은 어린이보다 6천 원을 더 낸다.", KOREAN, None),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(passage));
            let (mine, theirs) = (Reading::new(&mine), Reading::new(&theirs));
            let value = mine.values().iter().find(|value| !value.implied).unwrap();
            let found = reckoned(&mine, value, &theirs);
            let found = found.map(|(one, sign, other)| format!("{one} {sign} {other}"));
            assert_eq!(found.as_deref(), want, "{claim}");
        }
    }
}
