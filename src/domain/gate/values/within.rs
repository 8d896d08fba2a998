//! Within: a time that something takes at most (`사흘 안에`, `30일 이내`), and a claim that puts it behind that time (`사흘 뒤에`), or the other
//! way round.
//!
//! Owns Korean; English bounds are [`bounds`](super::bounds)'.

use crate::domain::gate::denial::negation::korean_denials;
use crate::domain::gate::text::reading::Reading;
use crate::domain::gate::values::number::Value;
use crate::domain::gate::values::stated::stated_only;

/// The claim's time that its evidence puts on the other side.
pub(in crate::domain::gate) fn put_behind<'a>(
    claim: &Reading<'_>,
    values: &'a [Value],
    windows: &[Reading<'_>],
) -> Option<&'a Value> {
    // `30일이 지나면 낼 수 없다` says what `30일 이내에 낸다` says.
    if values.is_empty() || korean_denials(claim).next().is_some() {
        return None;
    }
    values.iter().filter(|value| !value.implied).find(|value| {
        let Some(own) = side(claim, value) else { return false };
        stated_only(value, windows, |text, other| side(text, other).is_some_and(|other| other != own))
    })
}

/// Where something lies beside a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Within,
    Behind,
}

fn side(text: &Reading<'_>, value: &Value) -> Option<Side> {
    let behind = text.norm.get(value.span.end..)?.trim_start();
    let begins = |list: &[&str]| list.iter().any(|head| behind.starts_with(head));
    if begins(&["안에", "이내", "내에", "안으로"]) {
        return Some(Side::Within);
    }
    begins(&["뒤", "후", "이후", "지나", "지난 뒤", "지난 후", "경과"]).then_some(Side::Behind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::text::normalise;

    #[test]
    fn within_a_time_and_behind_it() {
        for (claim, source, want) in [
            ("소포는 사흘 뒤에 배달된다.", "소포는 사흘 안에 배달된다.", true),
            ("소포는 3일 이내에 배달된다.", "소포는 사흘 안에 배달된다.", false),
            ("30일 이내에 낸다.", "30일이 지난 뒤에 낸다. 30일 이내에 알린다.", false),
            ("30일 이내에 낸다.", "30일 후에 낸다.", true),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(source));
            let (mine, theirs) = (Reading::new(&mine), [Reading::new(&theirs)]);
            assert_eq!(put_behind(&mine, mine.values(), &theirs).is_some(), want, "{claim} / {source}");
        }
    }
}
