//! Stated: the places in which the windows state a value of a claim.

use crate::text::reading::Reading;
use crate::values::number::Value;

/// Whether the windows state a value, and wherever they do, with the value there, something holds.
pub(crate) fn stated_only(
    value: &Value,
    windows: &[Reading<'_>],
    holds: impl Fn(&Reading<'_>, &Value) -> bool,
) -> bool {
    let mut places = windows
        .iter()
        .flat_map(|text| text.values().iter().map(move |other| (text, other)))
        .filter(|(_, other)| value.is_stated_as(other))
        .peekable();
    places.peek().is_some() && places.all(|(text, other)| holds(text, other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn wherever_a_value_stands() {
        for (source, want) in [
            ("30일 안에 낸다.", true),
            ("30일 안에 낸다. 30일 뒤에 닫는다.", false),
            ("40일 안에 낸다.", false),
        ] {
            let (mine, theirs) = (normalise("30일 안에 낸다."), normalise(source));
            let (mine, theirs) = (Reading::new(&mine), [Reading::new(&theirs)]);
            let within = |text: &Reading<'_>, other: &Value| {
                text.norm.get(other.span.end..).is_some_and(|behind| behind.trim_start().starts_with("안에"))
            };
            let [value] = mine.values() else { panic!("{:?}", mine.values()) };
            assert_eq!(stated_only(value, &theirs, within), want, "{source}");
        }
    }
}
