//! Persons: a Korean claim that tells of one person by name what its source tells of another (`한 모 씨는 징역 2년을 선고받았다`, where it says `정 모
//! 씨에게 징역 2년을 선고했다`).
//!
//! Owns which words name a person: a name before a title.

use super::{Member, Part, Told};
use crate::korean::lack::is_light;
use crate::parts::roles::{is_full_name, is_title, surname, title};
use crate::text::reading::{Reading, SPACE};

/// Content words that the claim tells of the person, at least.
const LEAST: usize = 2;

/// The name before the title that a noun is, or that stands right before it: `박선영 대표`, `정 모 씨`, `김 교수 연구팀`.
pub(super) fn person<'a>(text: &Reading<'a>, at: usize) -> Option<&'a str> {
    let before = at.checked_sub(1)?;
    let title = if is_title(text.word(at)) { at } else { before };
    let name = title.checked_sub(1).filter(|_| is_title(text.word(title)) && text.gap(title) == SPACE)?;
    // `정 모 씨`
    let name = if text.word(name) == "모" { name.checked_sub(1)? } else { name };
    Some(text.word(name)).filter(|word| is_full_name(word) || surname(word).is_some())
}

/// The person of the claim, by position, of whom it tells what every sentence that says it tells of other persons alone.
pub(crate) fn tells_of_another_person(told: &Told<'_>, stands: impl Fn(&str) -> bool) -> Option<usize> {
    let (claim, own) = (told.claim, told.own());
    let acts = |member: &&Member<'_>| matches!(member.part, Part::Topic | Part::Agent);
    let subject = own.list.iter().find(acts)?;
    let name = person(claim, subject.at)?;
    let rest: Vec<usize> = (subject.at + 1..claim.tokens.len())
        .filter(|&at| claim.content(at).is_some() && !is_light(claim.word(at), claim.stem(at)))
        .collect();
    let title = if is_title(claim.word(subject.at)) { subject.at } else { subject.at.checked_sub(1)? };
    let first = (0..title).rev().find(|&at| claim.word(at) == name)?;
    let called =
        (first..title).map(|at| claim.word(at)).chain([self::title(claim.word(title))?]).collect::<Vec<_>>();
    let known = stands(&called.join(" "));
    if rest.len() < LEAST || !known {
        return None;
    }
    let mut found = false;
    for text in told.windows {
        for sentence in text.sentences() {
            let says = |&at: &usize| text.same_as(claim, at).any(|there| sentence.contains(&there));
            if !rest.iter().all(says) {
                continue;
            }
            let word = |of: &dyn Fn(&str) -> bool| sentence.clone().any(|at| of(text.word(at)));
            let own = word(&|word| {
                word.starts_with(name) || matches!(word, "그는" | "그가" | "그녀는" | "그녀가" | "그에게")
            });
            let others = sentence.clone().any(|at| person(text, at).is_some_and(|other| other != name));
            if own || !others {
                return None;
            }
            found = true;
        }
    }
    found.then_some(subject.at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn of_whom_it_is_told() {
        let court = "법원은 정 모 씨에게 징역 2년을 선고했다. 공범인 한 모 씨는 무죄를 선고받았다.";
        for (claim, want) in [
            ("한 모 씨는 징역 2년을 선고받았다.", true),
            ("정 모 씨는 징역 2년을 선고받았다.", false),
            ("정 모 씨는 무죄를 선고받았다.", true),
            ("한 모 씨는 무죄를 선고받았다.", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(court));
            let (mine, windows) = (Reading::new(&mine), [Reading::new(&theirs)]);
            assert_eq!(
                tells_of_another_person(&Told::new(&mine, &windows), |name| theirs.contains(name)).is_some(),
                want,
                "{claim}"
            );
        }
    }
}
