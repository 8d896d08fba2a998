//! Conditions: `only if`, `unless`, `except`, `~한 경우에 한하여`, and whether a claim leaves one out.
//!
//! Owns the words that make a condition and which words belong to it. A claim that names a condition in any words, or has
//! one of the words of the source's, leaves nothing out. What a condition costs is decided in [`super::super::score`].

use crate::denial::negation::korean_denials;
use crate::korean::proviso;
use crate::text::claim::Claim;
use crate::text::marks::{CONDITION, DENIAL};
use crate::text::reading::{COMMA, Reading, STOP};
use crate::values::number::Value;
use stet_text::{Script, Token};

/// English words with which a condition begins, and the one behind that is needed where it is no condition by itself.
const ENGLISH: &[(&str, &[&str])] = &[
    ("only", &["if", "when", "with", "after", "where", "once", "upon", "by", "for", "in", "on", "until"]),
    ("unless", &[]),
    ("except", &[]),
    ("excepting", &[]),
    ("excluding", &[]),
    ("provided", &["that", "the", "they", "it"]),
    ("providing", &["that"]),
    ("subject", &["to"]),
];

/// Korean words that end a condition, by how they begin; `에` stands before the first two.
const KOREAN: &[&str] = &["한하", "한해", "한정", "제외", "뺀", "빼고", PASSED];

/// A time that passes first: `6개월이 경과한 날`.
const PASSED: &str = "경과";

/// The words of the lists, for [`marks`](crate::text::marks).
pub(crate) fn words() -> impl Iterator<Item = &'static str> {
    ENGLISH.iter().map(|entry| entry.0).chain(KOREAN.iter().copied())
}

/// Content words of a condition that are looked at; of what is excepted the first.
const LENGTH: usize = 2;

/// Whether the passage makes a condition of which the claim has nothing.
pub(crate) fn drops_condition(claim: &Reading<'_>, passage: &Reading<'_>) -> bool {
    let dropped = passage.marked(CONDITION).any(|at| {
        let Some(words) = begins(passage, at) else { return false };
        let lacks = |there: &usize| {
            let (key, head) = (passage.key(*there), passage.head(*there));
            !(0..claim.tokens.len()).any(|at| claim.key(at) == key || head != 0 && claim.head(at) == head)
        };
        // `수습 직원을 제외한 모든 직원`: who is left out is one of those who are named.
        let excepts = passage.tokens.get(at).is_some_and(|token| token.text.starts_with("제외"));
        let passed = || passage.word(at).starts_with(PASSED);
        // `불성실 응답을 제외한 1,103명`: who says how many says without whom.
        let counted = || {
            let behind = (at + 1..at + 3).filter_map(|at| passage.tokens.get(at));
            let span = |value: &Value| behind.clone().any(|token| value.span.contains(token.span));
            let left = passage.values().iter().find(|value| !value.implied && span(value));
            left.is_some_and(|left| claim.values().iter().any(|value| value.is_stated_as(left)))
        };
        if excepts && counted() {
            false
        } else if excepts || passed() && claim.values().is_empty() {
            words.iter().any(lacks)
        } else {
            !words.is_empty() && words.iter().all(lacks)
        }
    });
    dropped && !has_condition(claim) && !claim.marked(CONDITION).any(|at| begins(claim, at).is_some())
}

/// Whether a Korean claim states as a rule what the passage says only of an exception: `5년간 보관한다`, where it says `지체 없이 파기하되, 법에 따라 보존할 필요가
/// 있는 경우에는 5년간 보관한다`, or `다만, 부득이한 경우에는 …`.
pub(crate) fn takes_an_exception_as_rule(claim: &Reading<'_>, passage: &Reading<'_>) -> bool {
    let is_case = |at: usize| {
        let word = passage.word(at);
        ["경우", "때에"].iter().any(|head| word.starts_with(head)) || matches!(word, "때" | "때는")
    };
    let begins = |at: usize| {
        let ends_in = at.checked_sub(1).map_or("", |before| passage.word(before));
        proviso::begins(passage, at)
            || passage.gap(at) & COMMA != 0 && ends_in.ends_with("되") && ends_in.chars().nth(1).is_some()
    };
    let states = |range: std::ops::Range<usize>| {
        let words: Vec<usize> = range.filter(|&at| passage.content(at).is_some()).collect();
        let told = words
            .iter()
            .filter(|&&there| (0..claim.tokens.len()).any(|at| claim.is_same(at, passage, there)));
        (told.count(), words.len())
    };
    (0..passage.tokens.len()).filter(|&at| begins(at)).any(|first| {
        let end = passage.sentence_end(first + 1);
        let Some(case) = (first..end).find(|&at| is_case(at)) else { return false };
        let (named, _) = states(first + 1..case);
        let (told, all) = states(case + 1..end);
        let (ruled, _) = states(proviso::sentence_before(passage, first));
        named == 0 && told >= 2 && 3 * told >= 2 * all && told > ruled / 2
    })
}

/// Whether a Korean claim says of what there is what the passage says only of what there is not: `사유가 있으면 제적되지 않는다`,
/// `사유가 있더라도 제적한다`, where it says `사유 없이 결석하면 제적한다`. Where nothing is allowed without it, it is allowed with it.
pub(crate) fn turns_condition(claim: &Reading<'_>, passage: &Reading<'_>) -> bool {
    let lacks = |text: &Reading<'_>, at: usize| {
        ["없이", "없는", "없으면", "없을"].iter().any(|head| text.word(at).starts_with(head))
    };
    let has = |text: &Reading<'_>, at: usize| {
        let word = text.word(at);
        let case = || matches!(text.word(at + 1), "경우" | "경우에는" | "때는" | "때에는");
        ["있으면", "있다면", "있더라도", "있어도"].contains(&word)
            || matches!(word, "있는" | "있을") && case()
    };
    // What a sentence comes to, behind the condition.
    let denies = |text: &Reading<'_>, from: usize| {
        let last = text.tokens.len().saturating_sub(2).max(from + 1);
        text.marked(DENIAL).any(|at| at >= last)
    };
    passage.marked(DENIAL).filter(|&at| lacks(passage, at)).any(|there| {
        let Some(what) = there.checked_sub(1).and_then(|before| passage.content(before)) else {
            return false;
        };
        let said = passage.positions(what).any(|at| has(passage, at + 1));
        let mut mine = claim.positions(what).map(|at| at + 1).filter(|&at| has(claim, at));
        !said && mine.any(|at| !denies(passage, there) || denies(claim, at))
    })
}

/// Whether a Korean claim says something of what the passage leaves out, and nothing of that it is left out: `과실로 인한 고장도
/// 수리된다`, where it says `과실로 인한 고장은 수리 대상에서 제외한다`.
pub(crate) fn ignores_exclusion(claim: &Reading<'_>, passage: &Reading<'_>) -> bool {
    /// Words of what is left out that the claim has.
    const LEAST: usize = 2;
    let leaves_out = |word: &str| ["제외", "배제", "탈락"].iter().any(|head| word.starts_with(head));
    // The words that end a sentence.
    let ends = |at: usize| at + 1 == passage.tokens.len() || passage.gap(at + 1) & STOP != 0;
    let mut last = (1..passage.tokens.len())
        .filter(|&at| leaves_out(passage.word(at)) && ends(at) && passage.word(at - 1).ends_with("에서"))
        .peekable();
    if last.peek().is_none() || korean_denials(claim).next().is_some() {
        return false;
    }
    let negative = |at: usize| {
        let word = claim.word(at);
        leaves_out(word) || word.starts_with(['불', '미', '비', '못', '안'])
    };
    let has = |there: usize| {
        let head = passage.head(there);
        claim.has(passage.key(there)) || head != 0 && (0..claim.tokens.len()).any(|at| claim.head(at) == head)
    };
    last.any(|last| {
        let begins = passage.sentence_begin(last - 1);
        // What is left out stands before its particle.
        let topic = (begins..last).rev().find(|&at| passage.word(at).ends_with(['은', '는']));
        let left_out: Vec<usize> = topic
            .map_or(begins..begins, |topic| begins..topic + 1)
            .filter(|&at| passage.content(at).is_some())
            .collect();
        left_out.len() >= LEAST && left_out.into_iter().all(has)
    }) && !(0..claim.tokens.len()).any(negative)
}

/// Whether the claim says of something what the passage says of all but that: `open on Mondays`, `every day except Monday`.
pub(crate) fn is_excepted(claim: &Claim<'_>, passage: &Reading<'_>) -> bool {
    names_exception(&claim.reading, passage, true)
        && !claim.named().names_another(&claim.named().among(passage))
}

/// Whether the claim, without a condition of its own, speaks of what the passage excepts, and denies something where the
/// passage does (`alike`), or where the passage does not: then the two agree.
pub(crate) fn names_exception(text: &Reading<'_>, passage: &Reading<'_>, alike: bool) -> bool {
    let denies = |text: &Reading<'_>| text.marked(DENIAL).next().is_some();
    let mut exceptions = passage.marked(CONDITION).filter(|&at| is_exception(passage, at)).peekable();
    exceptions.peek().is_some()
        && (denies(text) == denies(passage)) == alike
        && !has_condition(text)
        && !text.marked(CONDITION).any(|at| begins(text, at).is_some())
        && exceptions.any(|at| {
            let of_claim =
                |there: &usize| (0..text.tokens.len()).any(|at| text.key(at) == passage.key(*there));
            begins(passage, at).is_some_and(|words| !words.is_empty() && words.iter().all(of_claim))
        })
}

/// Whether the word at `at` excepts something.
pub(crate) fn is_exception(text: &Reading<'_>, at: usize) -> bool {
    let word = text.word(at);
    matches!(word, "except" | "excepting" | "뺀" | "빼고") || word.starts_with("제외")
}

/// Whether a claim has a condition of another kind: `if`, `when`, `~하면`, `~한 경우`.
fn has_condition(claim: &Reading<'_>) -> bool {
    claim.tokens.iter().any(|token| {
        begins_a_case(token)
            || match token.script {
                Script::Latin => token.text == "but",
                Script::Hangul => {
                    ["외에", "이외", "빼고", "말고"].iter().any(|head| token.text.starts_with(head))
                }
                _ => false,
            }
    })
}

/// Whether a word mostly says that something holds in a case: `if`, `when`, `~하면`, `~한 경우`.
pub(super) fn begins_a_case(token: &Token<'_>) -> bool {
    match token.script {
        Script::Latin => matches!(
            token.text,
            "if" | "when"
                | "once"
                | "unless"
                | "except"
                | "only"
                | "without"
                | "provided"
                | "whenever"
                | "where"
                | "upon"
        ),
        Script::Hangul => {
            token.text.starts_with("경우")
                || token.text.starts_with('때')
                || token.text.ends_with('면')
                || token.text.ends_with('만')
        }
        _ => false,
    }
}

/// The words of the condition that the word at `at` begins or ends, if it does.
fn begins(text: &Reading<'_>, at: usize) -> Option<Vec<usize>> {
    let word = |at: usize| text.word(at);
    match text.tokens.get(at)?.script {
        Script::Latin => {
            let next = ENGLISH.iter().find(|entry| entry.0 == word(at))?.1;
            if !next.is_empty() && !next.contains(&word(at + 1)) {
                return None;
            }
            let behind = (at + 1..text.tokens.len()).take_while(|&next| text.is_one_sentence(at, next));
            let length = if next.is_empty() && word(at) != "unless" { 1 } else { LENGTH };
            Some(behind.filter(|&at| text.content(at).is_some()).take(length).collect())
        }
        Script::Hangul => {
            let before = word(at.checked_sub(1)?);
            let here = word(at);
            let ends = if here.starts_with("한하") || here.starts_with("한해") || here.starts_with("한정")
            {
                before.ends_with('에') || before.ends_with("에게") || before.ends_with("로")
            } else if here.starts_with(PASSED) {
                before.ends_with(['이', '가', '을', '를'])
            } else if here.starts_with("제외") || matches!(here, "뺀" | "빼고") {
                before.ends_with(['을', '를'])
            } else {
                // `경우에만`, `장소에서만`, `때만`
                here.ends_with("에만")
                    || here.ends_with("에서만")
                    || here.ends_with("때만")
                    || here.ends_with("경우만")
            };
            // `1회에 한하여` tells how often.
            let times = || {
                let token = text.tokens.get(at - 1);
                token.is_some_and(|token| text.values().iter().any(|value| value.span.contains(token.span)))
            };
            if !ends || here.starts_with('한') && times() {
                return None;
            }
            let last = at - usize::from(!here.ends_with('만'));
            let behind_topic =
                |at: &usize| *at == last || !(word(*at).ends_with(['은', '는']) && is_topic(text, *at));
            let before =
                (0..=last).rev().take_while(|&at| text.is_one_sentence(at, last)).take_while(behind_topic);
            let length = if here.starts_with(PASSED) { 1 } else { LENGTH };
            Some(before.filter(|&at| text.content(at).is_some()).take(length).collect())
        }
        _ => None,
    }
}

/// Whether a Korean word that ends in `은` or `는` is a topic rather than the form of a verb that belongs to the next word:
/// it is one of the first two of its sentence.
fn is_topic(text: &Reading<'_>, at: usize) -> bool {
    let first = |at: usize| at == 0 || text.gap(at) & STOP != 0;
    first(at) || first(at - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn a_condition_is_left_out() {
        for (claim, passage, want) in [
            ("Guests can swim", "Guests may swim only if a member is present", true),
            ("Guests can swim if a member is there", "Guests may swim only if a member is present", false),
            ("Members vote", "All members except trainees vote", true),
            ("Only guests can swim", "Guests may swim", false),
            ("Guests can swim", "Guests may only swim", false),
            ("손님은 수영할 수 있다", "손님은 회원과 함께 온 경우에 한하여 수영할 수 있다", true),
            (
                "손님은 회원과 함께 수영할 수 있다",
                "손님은 회원과 함께 온 경우에 한하여 수영할 수 있다",
                false,
            ),
            ("직원은 모두 쉰다", "수습 직원을 제외한 모든 직원은 쉰다", true),
            ("수습이 아닌 직원은 쉰다", "수습 직원을 제외한 모든 직원은 쉰다", false),
            ("올해 손님은 수영할 수 있다", "손님은 한 해 동안 수영할 수 있다", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(passage));
            assert_eq!(drops_condition(&Reading::new(&mine), &Reading::new(&theirs)), want, "{claim}");
        }
    }

    #[test]
    fn what_there_is_is_not_what_there_is_not() {
        let read = |text: &str| normalise(text);
        for (claim, passage, want) in [
            ("허가가 있으면 벌하지 않는다", "허가 없이 들어온 사람은 벌한다", true),
            ("허가가 있더라도 들어온 사람은 벌한다", "허가 없이 들어온 사람은 벌한다", true),
            ("허가가 있으면 들어올 수 있다", "허가 없이 들어올 수 없다", false),
            ("허가 없이 들어오면 벌한다", "허가 없이 들어온 사람은 벌한다", false),
        ] {
            let (mine, theirs) = (read(claim), read(passage));
            assert_eq!(turns_condition(&Reading::new(&mine), &Reading::new(&theirs)), want, "{claim}");
        }
        for (claim, passage, want) in [
            ("결석한 신입생도 선발한다", "결석한 신입생은 선발에서 제외한다", true),
            ("결석한 신입생은 선발하지 않는다", "결석한 신입생은 선발에서 제외한다", false),
            ("결석한 신입생은 빠지고 선발에서 제외된다", "결석한 신입생은 선발에서 제외한다", false),
            ("신입생은 선발한다", "결석한 신입생은 선발에서 제외한다", false),
        ] {
            let (mine, theirs) = (read(claim), read(passage));
            assert_eq!(ignores_exclusion(&Reading::new(&mine), &Reading::new(&theirs)), want, "{claim}");
        }
    }
}
