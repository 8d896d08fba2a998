//! Held: a value that a Korean claim gives to one who has another in its source.

use super::{Text, Told};
use crate::parts::roles::{Member, Part};
use crate::values::number::Value;

/// The claim's value of one who has another value of that kind in the evidence: `을반의 점수는 80점`, where it says `갑반의 점수는 80점으로 을반의
/// 70점보다 높다`.
pub(crate) fn value_of_another<'v>(told: &Told<'_>, values: &'v [Value]) -> Option<&'v Value> {
    let [value] = values else { return None };
    if value.implied || told.windows.iter().all(|window| window.values().len() < 2) {
        return None;
    }
    let (own, texts) = (told.own(), told.texts());
    let place = told.claim.first_from(value.span.start);
    let held = |member: &&Member<'_>| {
        matches!(member.part, Part::Topic | Part::Agent | Part::Owner) && member.at < place
    };
    let is_of_another = |member: &Member<'_>, text: &Text<'_, '_>| {
        let values = text.reading.values();
        let owns = |at: usize| {
            text.list.iter().any(|one| {
                one.at + 1 == at
                    && one.part == Part::Owner
                    && one.noun == member.noun
                    && text.modifier(one) == own.modifier(member)
            })
        };
        values.iter().any(|other| value.is_stated_as(other))
            && values.iter().any(|other| {
                !other.implied
                    && value.is_comparable(other)
                    && !value.is_stated_as(other)
                    && owns(text.reading.first_from(other.span.start))
            })
    };
    let found =
        own.list.iter().filter(held).any(|member| texts.iter().any(|text| is_of_another(member, text)));
    found.then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::reading::Reading;
    use stet_text::normalise;

    #[test]
    fn a_value_is_one_s_own() {
        for (claim, source, want) in [
            ("을반의 점수는 80점이다.", "갑반의 점수는 80점으로 을반의 70점보다 높다.", true),
            ("갑반의 점수는 80점이다.", "갑반의 점수는 80점으로 을반의 70점보다 높다.", false),
            ("참석자는 7명이다.", "참석자는 9명 가운데 7명이다.", false),
        ] {
            let (claim, source) = (normalise(claim), normalise(source));
            let claim = Reading::new(&claim);
            let found = value_of_another(&Told::new(&claim, &[Reading::new(&source)]), claim.values());
            assert_eq!(found.is_some(), want, "{} / {source}", claim.norm);
        }
    }
}
