//! Compared: which of two is more, where a Korean claim says it and its source gives each its value (`경남이 3,026가구, 경북이 2,715가구`), or compares
//! them the other way round (`상위 학생보다 하위 학생에게서 컸다`).

use std::cmp::Ordering;

use super::mixed::end_of;
use super::pieces::is_counted;
use super::{Member, Part, Text, Told, is_name, is_noun};
use crate::denial::negation::korean_denials;
use crate::values::number::Value;

/// Predicates that say that something is more, and those that say that it is less, by how they begin.
const MORE: &[&str] = &["많", "높", "크", "컸", "큰", "길", "늦", "비싸", "넓", "웃돌"];
const LESS: &[&str] = &["적", "낮", "작", "짧", "싸", "쌌", "좁", "밑돌"];

/// The word of the claim, by position, that it calls more or less than another against what the evidence says of the two.
pub(crate) fn compares_otherwise(told: &Told<'_>) -> Option<usize> {
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

/// The noun of the claim, by position, of which it says what the evidence says of another beside it: `집단의 발병률이 높았다`, where it says
/// `이들은 집단보다 발병률이 높았다`.
pub(crate) fn takes_the_standard(told: &Told<'_>) -> Option<usize> {
    let own = told.own();
    let is_standard = |member: &&Member<'_>| member.part == Part::Standard;
    if own.list.iter().any(|member| is_standard(&member)) || korean_denials(told.claim).next().is_some() {
        return None;
    }
    let last = end_of(own, &(0..told.claim.tokens.len()))?;
    let subject = |member: &&Member<'_>| {
        matches!(member.part, Part::Topic | Part::Agent | Part::Owner) && is_name(told.claim, member)
    };
    let mut found = None;
    for text in told.texts() {
        let window = text.reading;
        for there in window.same_as(told.claim, last) {
            let sentence = window.sentence_begin(there)..there;
            let within = |member: &&Member<'_>| sentence.contains(&member.at);
            let nouns = || text.list.iter().filter(within);
            let standard = nouns().filter(is_standard).find_map(|other| {
                own.list.iter().filter(subject).find(|mine| {
                    let kinds = own.modifier(mine).zip(text.modifier(other));
                    mine.noun == other.noun && kinds.is_none_or(|(mine, theirs)| mine == theirs)
                })
            });
            // `남부의 기온은 북부보다 높았다` names both; whoever is compared is none that the claim names.
            let alone = |noun: &Member<'_>| {
                nouns().filter(|other| other.noun == noun.noun).all(|other| is_standard(&other))
                    && !korean_denials(window).any(|at| sentence.contains(&at))
            };
            match standard {
                Some(member) if alone(member) => found = Some(member.at),
                _ => return None,
            }
        }
    }
    found
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
    use crate::text::reading::Reading;
    use stet_text::normalise;

    #[test]
    fn what_is_said_of_the_other_of_two() {
        let sleep = "연구팀은 6시간 미만 자는 성인을 조사했다. 이들은 7시간 이상 자는 집단보다 고혈압 발병률이 1.4배 높았다.";
        let staff = "관리자는 일반 직원보다 사무실 근무를 더 선호했다.";
        for (claim, source, want) in [
            ("7시간 이상 자는 집단의 고혈압 발병률이 1.4배 높았다.", sleep, true),
            ("이들의 고혈압 발병률이 1.4배 높았다.", sleep, false),
            ("일반 직원은 사무실 근무를 더 선호했다.", staff, true),
            ("관리자는 사무실 근무를 더 선호했다.", staff, false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(source));
            let (mine, windows) = (Reading::new(&mine), [Reading::new(&theirs)]);
            assert_eq!(takes_the_standard(&Told::new(&mine, &windows)).is_some(), want, "{claim}");
        }
    }

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
