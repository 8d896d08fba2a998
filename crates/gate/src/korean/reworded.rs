//! Reworded denials: a Korean claim that states in another word what its source denies, or the reverse (`겸할 수 있다`, where it says `겸직할 수
//! 없다`).
//!
//! Owns which predicate of a clause is its last, and whether two of one meaning differ in polarity. Denials of the same word are
//! [`conflict`](crate::denial::conflict)'s.

use std::ops::Range;

use crate::denial::negation::{is_denied, korean_denials};
use crate::korean::another::clauses;
use crate::korean::lack::is_light;
use crate::korean::synonyms::mean_the_same;
use crate::parts::roles::{Member, Part, members};
use crate::text::marks::DENIAL;
use crate::text::reading::Reading;
use stet_text::Script;

/// Words from the end of a clause to its predicate, at most: `할 수 없다고 한다`.
const REACH: usize = 5;

/// Words before a predicate among which what it is done to stands.
const OBJECT: usize = 4;

/// Whether the claim denies what the evidence states in another word of that meaning, or states what it denies.
pub(crate) fn denies_in_other_words(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    if !claim.has_mark(DENIAL) && !windows.iter().any(|window| window.has_mark(DENIAL)) {
        return false;
    }
    let whole = 0..claim.tokens.len();
    // A condition or a second clause may carry the denial.
    let denials = korean_denials(claim).count();
    // `내지 않아도 된다` is no denial but a permission.
    let permits = claim.tokens.iter().any(|token| token.text.ends_with("않아도"));
    if denials > 1 || permits || clauses(claim).len() > 1 {
        return false;
    }
    let Some((predicate, denied)) = predicate(claim, &whole) else { return false };
    if denied != (denials == 1) {
        return false;
    }
    let Some(object) = object(claim, predicate, 0) else { return false };
    let rest: Vec<usize> = whole.filter(|&at| at != predicate && claim.content(at).is_some()).collect();
    let mut found = false;
    for window in windows {
        for clause in clauses(window) {
            let Some((there, other)) = self::predicate(window, &clause) else { continue };
            let same = claim.is_same(predicate, window, there);
            if !same && !is_other_word(claim.word(predicate), window.word(there)) {
                continue;
            }
            // One that says it as the claim does, or with the claim's own word, settles it.
            if same || denied == other {
                return false;
            }
            let near = there.saturating_sub(OBJECT).max(clause.start)..there;
            let of_object = near.into_iter().any(|at| are_one(claim, object, window, at));
            let shared =
                rest.iter().filter(|&&at| clause.clone().any(|there| are_one(claim, at, window, there)));
            found |= of_object && 2 * shared.count() >= rest.len();
        }
    }
    found
}

/// Whether a claim and its passage each deny one thing, of one subject: `교통비는 나오지 않는다`, where it says `교통비는 지급하지 않지만`.
pub(crate) fn denies_of_the_same(claim: &Reading<'_>, passage: &Reading<'_>) -> bool {
    let subject = |text: &Reading<'_>| {
        let mut denials = korean_denials(text);
        let denial = denials.next().filter(|_| denials.next().is_none())?;
        let clause = clauses(text).into_iter().find(|clause| clause.contains(&denial))?;
        let told = |member: &Member<'_>| {
            clause.contains(&member.at) && matches!(member.part, Part::Topic | Part::Agent)
        };
        members(text).into_iter().find(told).map(|member| member.noun.text.to_owned())
    };
    claim.has_mark(DENIAL)
        && passage.has_mark(DENIAL)
        && subject(claim).is_some_and(|mine| subject(passage) == Some(mine))
}

/// The last predicate of a clause, and whether it is denied.
fn predicate(text: &Reading<'_>, clause: &Range<usize>) -> Option<(usize, bool)> {
    let first = clause.end.saturating_sub(REACH).max(clause.start);
    let at = (first..clause.end).rev().find(|&at| {
        let word = text.word(at);
        text.tokens.get(at).is_some_and(|token| token.script == Script::Hangul)
            && text.content(at).is_some()
            && !text.is_marked(at, DENIAL)
            && !is_light(word, text.stem(at))
            && !word.starts_with(['있', '수'])
    })?;
    // What stands between is nothing but auxiliaries.
    let denied = is_denied(text, at);
    let denial = korean_denials(text).any(|denial| denial > at && denial < clause.end);
    (denied == denial).then_some((at, denied))
}

/// The content word before a predicate.
fn object(text: &Reading<'_>, predicate: usize, first: usize) -> Option<usize> {
    (predicate.saturating_sub(2).max(first)..predicate).rev().find(|&at| text.content(at).is_some())
}

/// Whether two predicates are another word for one another: of one meaning, or one of them shortened (`겸할`, `겸직할`).
fn is_other_word(one: &str, other: &str) -> bool {
    let act = |ch: Option<char>| matches!(ch, Some('하' | '할' | '한' | '함' | '해' | '했' | '합'));
    let shortened = |short: &str, long: &str| {
        let (mut short, mut long) = (short.chars(), long.chars());
        short.next() == long.next() && act(short.next()) && long.next().is_some() && act(long.next())
    };
    mean_the_same(one, other) || shortened(one, other) || shortened(other, one)
}

/// Whether two words are one, or one a part of the other: `기간에`, `휴학기간에`.
fn are_one(claim: &Reading<'_>, at: usize, text: &Reading<'_>, there: usize) -> bool {
    claim.is_same(at, text, there) || {
        let (one, other) = (claim.stem(at), text.stem(there));
        let long = |stem: &str| stem.chars().nth(1).is_some();
        long(one) && long(other) && (one.ends_with(other) || other.ends_with(one))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn one_is_denied_of_one() {
        let costs = "교통비는 지급하지 않지만 점심은 제공한다.";
        for (claim, want) in [
            ("점심은 제공되지만 교통비는 나오지 않는다.", true),
            ("교통비는 제공되지만 점심은 나오지 않는다.", false),
            ("점심은 나오지 않는다.", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(costs));
            assert_eq!(denies_of_the_same(&Reading::new(&mine), &Reading::new(&theirs)), want, "{claim}");
        }
    }

    #[test]
    fn another_word_for_what_is_denied() {
        for (claim, source, want) in [
            ("임원은 사무장을 겸할 수 있다.", "임원은 사무장을 겸직할 수 없다.", true),
            ("임원은 사무장을 겸할 수 없다.", "임원은 사무장을 겸직할 수 없다.", false),
            ("수습 기간은 근속 기간에 포함된다.", "수습 기간은 근속 기간에 산입하지 아니한다.", true),
            ("수습 기간은 근속 기간에 포함되지 않는다.", "수습 기간은 근속 기간에 산입한다.", true),
            (
                "수습 기간은 근속 기간에 포함된다.",
                "수습 기간은 근속 기간에 산입하고 휴가 기간은 산입하지 아니한다.",
                false,
            ),
        ] {
            let (claim, source) = (normalise(claim), normalise(source));
            let found = denies_in_other_words(&Reading::new(&claim), &[Reading::new(&source)]);
            assert_eq!(found, want, "{claim} / {source}");
        }
    }
}
