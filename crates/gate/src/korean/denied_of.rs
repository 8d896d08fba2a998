//! Denials of another: a Korean claim that denies of its subject what its source denies of another (`임신부는 복용할 수 없다`, where it says
//! `임신부는 의사와 상의해야 하며, 어린이는 복용할 수 없습니다`).
//!
//! Owns of which subject a text denies what. What is denied of the claim's own subject is [`conflict`](crate::denial::conflict)'s.

use crate::denial::negation::korean_denials;
use crate::korean::another::{GENERAL, clauses};
use crate::korean::synonyms::mean_the_same;
use crate::parts::roles::{Member, Part, members};
use crate::text::marks::DENIAL;
use crate::text::reading::Reading;

/// Nouns that belong to what is spoken of, or stand for it.
const VAGUE: &[&str] = &[
    "기간", "횟수", "금액", "비용", "범위", "인원", "시간", "규모", "비율", "가격", "요금", "사항", "내용",
    "경우", "결과", "방법", "수", "것", "이것", "그것", "이", "그", "이들", "그들", "이는", "여기", "때",
];

/// Whether all that the evidence denies in the claim's words it denies of others, and speaks of the claim's subject without a denial.
pub(crate) fn is_denied_of_another(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    if !claim.has_mark(DENIAL) || clauses(claim).len() > 1 {
        return false;
    }
    let mut denials = korean_denials(claim);
    let Some(denial) = denials.next().filter(|_| denials.next().is_none()) else { return false };
    let list = members(claim);
    let topic = |member: &&Member<'_>| member.part == Part::Topic;
    let mut topics = list.iter().filter(topic);
    let Some(own) = topics.next().filter(|own| own.at < denial && topics.next().is_none()) else {
        return false;
    };
    // What is denied: `복용할 수 없다`.
    let Some(verb) = (own.at + 1..denial).rev().find(|&at| claim.content(at).is_some()) else { return false };
    let (mut of_others, mut own_clause) = (0, false);
    for text in windows {
        let list = members(text);
        let clauses = clauses(text);
        for clause in &clauses {
            let subjects = || list.iter().filter(|member| clause.contains(&member.at)).filter(topic);
            let mine = subjects().any(|member| member.noun == own.noun);
            let denied = korean_denials(text).any(|at| clause.contains(&at));
            let same =
                |at: usize| claim.is_same(verb, text, at) || mean_the_same(claim.word(verb), text.word(at));
            if !denied {
                own_clause |= mine;
            } else if mine || subjects().next().is_none() {
                // Also where the subject is that of the clause before.
                return false;
            } else if subjects().any(|member| {
                // `회사는` may be the claim's subject, `대학 측은` says which.
                let bare = member.at == clause.start || text.content(member.at - 1).is_none();
                claim.norm.contains(member.noun.text)
                    || VAGUE.contains(&member.noun.text)
                    || bare && GENERAL.contains(&member.noun.text)
            }) {
                return false;
            } else if clause.clone().any(same) {
                of_others += 1;
            }
        }
    }
    own_clause && of_others > 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn of_whom_something_is_denied() {
        let pills = "임신부는 복용 전에 의사와 상의해야 하며, 12세 미만 어린이는 복용할 수 없습니다.";
        for (claim, want) in [
            ("임신부는 이 약을 복용할 수 없다.", true),
            ("12세 미만 어린이는 이 약을 복용할 수 없다.", false),
            ("임신부는 의사와 상의해야 한다.", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(pills));
            assert_eq!(is_denied_of_another(&Reading::new(&mine), &[Reading::new(&theirs)]), want, "{claim}");
        }
    }
}
