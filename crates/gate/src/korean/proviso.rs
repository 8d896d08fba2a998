//! Provisos: a Korean claim that holds to a rule in the case that its source excepts (`질병이 있더라도 휴학할 수 없다`, where it says `다만, 질병이
//! 있으면 휴학할 수 있다`).
//!
//! Owns where a proviso begins and whether a claim speaks of its case. Exceptions within one sentence are
//! [`condition`](crate::force::condition)'s.

use std::ops::Range;

use crate::denial::negation::korean_denials;
use crate::korean::synonyms::mean_the_same;
use crate::text::clause::connects;
use crate::text::marks::DENIAL;
use crate::text::reading::{Reading, STOP};

/// Words at the end of a sentence that tell what it comes to.
const END: usize = 2;

/// Whether the claim says of the case of a proviso the opposite of what that says, or of all cases what has a proviso.
pub(crate) fn holds_against_a_proviso(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    // Most sources have none.
    let has_proviso = |window: &Reading<'_>| (0..window.tokens.len()).any(|at| begins(window, at));
    if !windows.iter().any(has_proviso) || (0..claim.tokens.len()).any(|at| begins(claim, at)) {
        return false;
    }
    let denied = denies(claim, 0..claim.tokens.len());
    let cases = cases(claim);
    let all = in_all_cases(claim);
    if cases.is_empty() && !all {
        return false;
    }
    windows.iter().any(|window| {
        (0..window.tokens.len()).filter(|&at| begins(window, at)).any(|first| {
            let proviso = first..window.sentence_end(first + 1);
            let rule = sentence_before(window, first);
            let turned = proviso.clone().any(|at| window.word(at).starts_with("그러하지"));
            let follows_rule =
                !rule.is_empty() && denies(window, rule.clone()) == denied && is_told(claim, window, &rule);
            if all && follows_rule && (turned || denies(window, proviso.clone()) != denied) {
                return true;
            }
            let against = if turned {
                follows_rule
            } else {
                denies(window, proviso.clone()) != denied && ends_alike(claim, window, &proviso)
            };
            against && cases.iter().any(|case| is_case(claim, case, window, &proviso))
        })
    })
}

/// Whether the claim says of the case of a proviso what that says of it by taking back the rule: `연구 목적이면 빌릴 수 있다`, where it says `다만,
/// 연구 목적인 때에는 그러하지 아니하다`.
pub(crate) fn follows_a_proviso(claim: &Reading<'_>, window: &Reading<'_>) -> bool {
    (0..window.tokens.len()).filter(|&at| begins(window, at)).any(|first| {
        let proviso = first..window.sentence_end(first + 1);
        let rule = sentence_before(window, first);
        let Some(turned) = proviso.clone().find(|&at| window.word(at).starts_with("그러하지")) else {
            return false;
        };
        let denies_case = |case: &Range<usize>, text: &Reading<'_>| {
            korean_denials(text).filter(|at| case.contains(at)).count() % 2 == 1
        };
        denies(window, rule.clone()) != denies(claim, 0..claim.tokens.len())
            && ends_alike(claim, window, &rule)
            && all_cases(claim).iter().any(|case| {
                is_case(claim, case, window, &proviso)
                    && denies_case(case, claim) == denies_case(&(first..turned), window)
            })
    })
}

/// Whether a proviso begins at a word.
pub(crate) fn begins(window: &Reading<'_>, at: usize) -> bool {
    matches!(window.word(at), "다만" | "단") && (at == 0 || window.gap(at) & STOP != 0)
}

/// The clauses of a claim that name a case: `질병이 있더라도`, `질병이 있는 경우에는`, without those that deny.
fn cases(claim: &Reading<'_>) -> Vec<Range<usize>> {
    let mut list = all_cases(claim);
    list.retain(|case| !korean_denials(claim).any(|at| case.contains(&at)));
    list
}

/// The clauses of a claim that name a case.
fn all_cases(claim: &Reading<'_>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut first = 0;
    for at in 0..claim.tokens.len() {
        if names_case(claim.word(at)) {
            // `파손된 경우가 아니라면`
            let end = at + 1 + usize::from(claim.word(at + 1).starts_with("아니"));
            found.push(first..end);
            first = end;
        } else if connects(claim, at) {
            first = at + 1;
        }
    }
    found
}

/// Whether a word ends the clause of a case.
fn names_case(word: &str) -> bool {
    let long = word.chars().nth(2).is_some();
    long && ["더라도", "어도", "아도", "여도", "해도", "으면", "다면", "하면", "되면"]
        .iter()
        .any(|end| word.ends_with(end))
        || ["경우", "때에"].iter().any(|head| word.starts_with(head))
        || matches!(word, "때" | "때는")
}

/// Whether a claim says that it holds whatever the case.
fn in_all_cases(claim: &Reading<'_>) -> bool {
    (0..claim.tokens.len()).any(|at| match claim.word(at) {
        "어떠한" | "어떤" | "어느" => (at + 1..at + 4).any(|next| {
            let word = claim.word(next);
            word.ends_with("더라도") || word.ends_with("어도") || word.ends_with("에도")
        }),
        "예외" => claim.word(at + 1).starts_with("없이"),
        word => word == "무조건" || word == "예외없이",
    })
}

/// Whether the claim says of all cases what its passage says of one, or what the sentence behind that excepts some from: `언제든지 면제한다`, where it
/// says `사정이 있을 때에는 면제한다`, or `면제한다. 다만, …`.
pub(crate) fn leaves_no_exception(claim: &Reading<'_>, passage: &Reading<'_>, next: &str) -> bool {
    let always = |text: &Reading<'_>| {
        let says = |at: usize| {
            matches!(text.word(at), "언제든지" | "언제나" | "항상")
                || text.word(at) == "모든" && text.word(at + 1).starts_with("경우")
        };
        in_all_cases(text) || (0..text.tokens.len()).any(says)
    };
    let has_case = || {
        (0..passage.tokens.len()).filter(|&at| names_case(passage.word(at))).any(|at| {
            let before = (passage.sentence_begin(at)..at).rev();
            let mut words = before.filter(|&at| passage.content(at).is_some()).take(2).peekable();
            words.peek().is_some() && words.all(|at| claim.same_as(passage, at).next().is_none())
        })
    };
    always(claim)
        && !always(passage)
        && (["다만", "단,", "단 "].iter().any(|head| next.trim_start().starts_with(head)) || has_case())
}

/// Whether a sentence of a text comes to a denial.
fn denies(text: &Reading<'_>, sentence: Range<usize>) -> bool {
    let last = sentence.end.saturating_sub(END).max(sentence.start);
    // `하지 아니하면 소멸한다` denies the condition.
    korean_denials(text).any(|at| (last..sentence.end).contains(&at) && !text.word(at).ends_with('면'))
}

/// Whether most of what the claim comes to, behind its case, stands in a sentence of a text.
fn is_told(claim: &Reading<'_>, text: &Reading<'_>, sentence: &Range<usize>) -> bool {
    let words: Vec<usize> = (0..claim.tokens.len()).filter(|&at| claim.content(at).is_some()).collect();
    let there = |at: &&usize| sentence.clone().any(|there| claim.is_same(**at, text, there));
    2 * words.iter().filter(there).count() >= words.len()
}

/// Whether the last word of content of the claim stands in a sentence of a text.
fn ends_alike(claim: &Reading<'_>, text: &Reading<'_>, sentence: &Range<usize>) -> bool {
    let last = (0..claim.tokens.len())
        .rev()
        .filter(|&at| claim.content(at).is_some() && !claim.is_marked(at, DENIAL));
    last.take(2).any(|at| sentence.clone().any(|there| claim.is_same(at, text, there)))
}

/// Whether a case of the claim is that of a proviso: its content words, two at least, stand there.
fn is_case(claim: &Reading<'_>, case: &Range<usize>, text: &Reading<'_>, proviso: &Range<usize>) -> bool {
    let there = |at: usize| {
        proviso
            .clone()
            .any(|there| claim.is_same(at, text, there) || mean_the_same(claim.word(at), text.word(there)))
    };
    let words: Vec<usize> = case.clone().filter(|&at| claim.content(at).is_some()).collect();
    let shared = words.iter().filter(|&&at| there(at)).count();
    shared >= 2 && 2 * shared >= words.len()
}

/// The sentence before the one that begins at `first`; none is empty.
pub(crate) fn sentence_before(text: &Reading<'_>, first: usize) -> Range<usize> {
    text.sentence_begin(first.saturating_sub(1))..first
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn no_exception_is_left() {
        let fee = "입장료는 면제한다.";
        let case = "단체가 미리 신청한 경우에는 입장료를 면제한다.";
        for (claim, passage, next, want) in [
            ("입장료는 언제나 면제한다.", fee, "다만, 특별전은 그러하지 아니하다.", true),
            ("입장료는 언제나 면제한다.", fee, "주차료는 따로 받는다.", false),
            ("입장료는 면제한다.", fee, "다만, 특별전은 그러하지 아니하다.", false),
            ("어떠한 경우에도 입장료를 면제한다.", case, "", true),
            ("단체가 미리 신청한 경우에는 입장료를 언제나 면제한다.", case, "", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(passage));
            let found = leaves_no_exception(&Reading::new(&mine), &Reading::new(&theirs), next);
            assert_eq!(found, want, "{claim} / {passage} {next}");
        }
    }

    #[test]
    fn a_rule_in_the_case_of_its_proviso() {
        let leave = "회원은 책을 하루 넘게 빌릴 수 없다. 다만, 연구 목적이 있는 경우에는 그러하지 아니하다.";
        let data = "사진을 외부에 보낼 수 없다. 다만, 법원의 명령이 있는 경우에는 보낼 수 있다.";
        for (claim, source, want) in [
            ("회원은 어떠한 사유가 있더라도 책을 하루 넘게 빌릴 수 없다.", leave, true),
            ("회원은 연구 목적이 있더라도 책을 하루 넘게 빌릴 수 없다.", leave, true),
            ("회원은 연구 목적이 있으면 책을 하루 넘게 빌릴 수 있다.", leave, false),
            ("회원은 책을 하루 넘게 빌릴 수 없다.", leave, false),
            ("법원의 명령이 있더라도 사진을 외부에 보낼 수 없다.", data, true),
            ("법원의 명령이 있으면 사진을 외부에 보낼 수 있다.", data, false),
            ("법원의 명령이 없으면 사진을 외부에 보낼 수 없다.", data, false),
        ] {
            let (claim, source) = (normalise(claim), normalise(source));
            let found = holds_against_a_proviso(&Reading::new(&claim), &[Reading::new(&source)]);
            assert_eq!(found, want, "{claim} / {source}");
        }
    }
}
