//! Compared: which of two is more, where a Korean claim says it and its source gives each its value (`경남이 3,026가구, 경북이 2,715가구`), or compares
//! them the other way round (`상위 학생보다 하위 학생에게서 컸다`).

use std::cmp::Ordering;

use super::mixed::end_of;
use super::pieces::is_counted;
use super::{Member, Part, Text, Told, is_name, is_noun};
use crate::domain::gate::denial::negation::korean_denials;
use crate::domain::gate::values::number::Value;

/// Predicates that say that something is more, and those that say that it is less, by how they begin.
const MORE: &[&str] = &["많", "높", "크", "컸", "큰", "길", "늦", "비싸", "넓", "웃돌"];
const LESS: &[&str] = &["적", "낮", "작", "짧", "싸", "쌌", "좁", "밑돌"];

/// The word of the claim, by position, that it calls more or less than another against what the evidence says of the two.
pub(in crate::domain::gate) fn compares_otherwise(told: &Told<'_>) -> Option<usize> {
    let own = told.own();
    let standard = own.list.iter().find(|member| member.part == Part::Standard)?;
    if korean_denials(told.claim).next().is_some() {
        return None;
    }
    let last = end_of(own, &(0..told.claim.tokens.len()))?;
    let begins = |heads: &[&str]| heads.iter().any(|head| told.claim.word(last).starts_with(head));
    let claimed = match (begins(MORE), begins(LESS)) {
        (true, false) => Ordering::Greater,
        (false, true) => Ordering::Less,
        _ => return None,
    };
    let subject = |member: &&Member<'_>| {
        matches!(member.part, Part::Topic | Part::Agent | Part::Owner) && is_name(told.claim, member)
    };
    let mut subjects = own.list.iter().filter(subject);
    let against = told.texts().iter().any(|text| is_turned(own, standard, last, text));
    if against {
        return Some(standard.at);
    }
    subjects
        .find(|member| {
            member.noun != standard.noun
                && told.texts().iter().any(|text| {
                    let values = value_of(text, member.noun.text).zip(value_of(text, standard.noun.text));
                    values.is_some_and(|(mine, theirs)| {
                        mine.is_like(theirs)
                            && mine.amount != theirs.amount
                            && mine.amount.cmp(&theirs.amount) != claimed
                    })
                })
        })
        .map(|member| member.at)
}

/// Whether a text compares with one of two of a kind what the claim compares with the other, in the same words.
fn is_turned(own: &Text<'_, '_>, standard: &Member<'_>, last: usize, text: &Text<'_, '_>) -> bool {
    let Some(mine) = own.modifier(standard) else { return false };
    let of_kind = |text: &Text<'_, '_>, kind: &str| {
        text.list.iter().any(|member| {
            member.part != Part::Standard
                && member.noun == standard.noun
                && text.modifier(member) == Some(kind)
        })
    };
    text.list.iter().filter(|member| member.part == Part::Standard && member.noun == standard.noun).any(
        |other| {
            let end = text.reading.sentence_end(other.at + 1);
            let same = (other.at..end).any(|at| alike(own.reading.word(last), text.reading.word(at)));
            text.modifier(other).is_some_and(|theirs| theirs != mine && of_kind(own, theirs))
                && of_kind(text, mine)
                && same
        },
    )
}

/// Whether two predicates say that something is more, or both that it is less.
fn alike(one: &str, other: &str) -> bool {
    [MORE, LESS].iter().any(|heads| {
        let begins = |word: &str| heads.iter().any(|head| word.starts_with(head));
        begins(one) && begins(other)
    })
}

/// The one value that a text gives right behind a noun.
fn value_of<'t>(text: &'t Text<'_, '_>, noun: &str) -> Option<&'t Value> {
    let window = text.reading;
    let is_of = |value: &&Value| {
        let before = window.first_from(value.span.start).checked_sub(1);
        before.is_some_and(|before| is_noun(window, before, noun))
    };
    let stated = window.values().iter().filter(|value| !value.implied && is_counted(window, value));
    let mut values = stated.filter(is_of);
    values.next().filter(|value| !value.is_ordinal() && values.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::gate::text::reading::Reading;
    use crate::domain::text::normalise;

    #[test]
    fn which_of_two_is_more() {
        let shops = "점포는 서구가 412곳으로 가장 많았고, 남구가 305곳, 북구가 288곳으로 뒤를 이었다.";
        let pupils = "초급 학생보다 상급 학생에게서 향상 폭이 컸다.";
        for (claim, source, want) in [
            ("북구는 남구보다 점포가 많았다.", shops, true),
            ("남구는 북구보다 점포가 많았다.", shops, false),
            ("북구는 남구보다 점포가 적었다.", shops, false),
            ("초급 학생은 상급 학생보다 향상 폭이 컸다.", pupils, true),
            ("상급 학생은 초급 학생보다 향상 폭이 컸다.", pupils, false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(source));
            let (mine, windows) = (Reading::new(&mine), [Reading::new(&theirs)]);
            assert_eq!(compares_otherwise(&Told::new(&mine, &windows)).is_some(), want, "{claim}");
        }
    }
}
