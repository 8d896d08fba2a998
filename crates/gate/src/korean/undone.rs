//! Undone: a Korean claim that tells as done what its source only tells as planned, with another verb (`완공했다`, where it says `짓기로
//! 했다`).
//!
//! Owns telling that the clause of the source which says the rest of the claim is one of a plan. A plan told with the claim's own verb is
//! [`fact`](crate::force::fact)'s.

use std::ops::Range;

use crate::force::fact::is_past;
use crate::korean::another::clauses;
use crate::korean::synonyms::mean_the_same;
use crate::text::marks::STRENGTH;
use crate::text::reading::Reading;
use stet_text::Script;

/// Words that make a plan of what stands before them, by how they begin.
const PLANS: &[&str] = &["계획", "예정", "방침", "전망", "목표", "구상"];

/// Predicates that tell of a plan as a fact: to decide is done.
const DECIDES: &[&str] = &[
    "밝혔", "밝히", "말했", "전했", "발표", "설명", "결정", "확정", "합의", "약속", "선언", "예고", "요구",
    "요청", "제안", "추진", "검토", "준비", "선정", "기대", "지적", "보도", "알려", "나섰",
];

/// Content words of the claim beside its predicate, at least, and the share of them that the clause must say.
const LEAST: usize = 3;

/// Whether the claim tells as done, or as being done, what the evidence says only as a plan.
pub(crate) fn tells_a_plan_as_done(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    let Some(predicate) = done(claim) else { return false };
    // Most texts have no plan.
    if !windows.iter().any(has_plan) || has_plan(claim) {
        return false;
    }
    let word = claim.word(predicate);
    if DECIDES.iter().any(|head| word.starts_with(head)) {
        return false;
    }
    let rest: Vec<usize> =
        (0..claim.tokens.len()).filter(|&at| at < predicate && claim.content(at).is_some()).collect();
    if rest.len() < LEAST {
        return false;
    }
    // A word of the verb, or another for it, that is told as done.
    let is_done = |window: &Reading<'_>, at: usize| {
        (claim.is_same(predicate, window, at) || mean_the_same(word, window.word(at)))
            && (is_past(window.word(at))
                || is_past(window.word(at + 1)) && !window.word(at).ends_with("기로"))
    };
    if windows.iter().any(|window| (0..window.tokens.len()).any(|at| is_done(window, at))) {
        return false;
    }
    windows.iter().any(|window| {
        let shared = |clause: &Range<usize>| {
            rest.iter().filter(|&&at| clause.clone().any(|there| claim.is_same(at, window, there))).count()
        };
        let list = clauses(window);
        let best = list.iter().map(shared).max().unwrap_or_default();
        3 * best >= 2 * rest.len()
            && list.iter().filter(|clause| shared(clause) == best).all(|clause| is_plan(window, clause))
    })
}

/// Words that only propose or foresee what stands before them, and those that adopt it, by how they begin.
const PROPOSES: &[&str] =
    &["제안", "제의", "건의", "권고", "촉구", "주장", "요청", "요구", "내다", "전망", "예상", "예측", "관측"];
const ADOPTS: &[&str] = &[
    "가결",
    "의결",
    "동의",
    "받아들",
    "수용",
    "승인",
    "채택",
    "통과",
    "찬성",
    "결정",
    "합의",
    "확정",
    "허가",
    "수락",
];

/// Whether a Korean claim tells as done what the evidence only tells as proposed or foreseen: `증액되었다`, where it says `늘리자고 제안했으나`.
pub(crate) fn tells_a_proposal_as_done(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    let begins = |text: &Reading<'_>, at: usize, heads: &[&str]| {
        heads.iter().any(|head| text.word(at).starts_with(head))
    };
    let has = |text: &Reading<'_>, heads: &[&str]| (0..text.tokens.len()).any(|at| begins(text, at, heads));
    let is_quoted = |word: &str| ["자고", "다고", "라고", "냐고"].iter().any(|end| word.ends_with(end));
    let Some(predicate) = done(claim) else { return false };
    if has(claim, PROPOSES) || claim.tokens.iter().any(|token| is_quoted(token.text)) || has_plan_word(claim)
    {
        return false;
    }
    let rest: Vec<usize> = (0..predicate).filter(|&at| claim.content(at).is_some()).collect();
    let own = |window: &Reading<'_>, at: usize| {
        let last =
            at + 1 < window.tokens.len() && is_past(window.word(at + 1)) && !is_quoted(window.word(at));
        claim.is_same(predicate, window, at) && (is_past(window.word(at)) || last)
    };
    let adopts = |window: &Reading<'_>| {
        (0..window.tokens.len())
            .any(|at| begins(window, at, ADOPTS) && !window.word(at).ends_with("자고") || own(window, at))
    };
    let quotes = |window: &Reading<'_>| window.tokens.iter().any(|token| token.text.ends_with("자고"));
    let open = windows.iter().any(|window| has(window, PROPOSES) || quotes(window));
    if rest.len() < LEAST || !open || windows.iter().any(adopts) {
        return false;
    }
    windows.iter().any(|window| {
        let shared = |clause: &Range<usize>| {
            rest.iter().filter(|&&at| clause.clone().any(|there| claim.is_same(at, window, there))).count()
        };
        let proposes = |clause: &Range<usize>| {
            let last = clause.end.saturating_sub(1);
            let quotes = last > 0 && window.word(last - 1).ends_with("자고");
            quotes || begins(window, last, PROPOSES)
        };
        let list = clauses(window);
        let best = list.iter().map(shared).max().unwrap_or_default();
        3 * best >= 2 * rest.len() && list.iter().filter(|clause| shared(clause) == best).all(proposes)
    })
}

/// Whether a claim tells a plan in the way it ends: `…할 예정이다`, `…하기로 했다`.
fn has_plan_word(claim: &Reading<'_>) -> bool {
    let last = claim.tokens.len().saturating_sub(2);
    (last..claim.tokens.len()).any(|at| PLANS.iter().any(|head| claim.word(at).starts_with(head)))
}

/// The predicate of a claim that tells something as done or as going on.
fn done(claim: &Reading<'_>) -> Option<usize> {
    let last = claim.tokens.len().checked_sub(1)?;
    let hangul = |at: usize| claim.tokens.get(at).is_some_and(|token| token.script == Script::Hangul);
    let word = claim.word(last);
    let before = last.checked_sub(1)?;
    if word.starts_with('있') && claim.word(before).ends_with('고') {
        return Some(before).filter(|&at| hangul(at));
    }
    (hangul(last) && is_past(word) && claim.content(last).is_some()).then_some(last)
}

/// Whether a text has a word of a plan.
fn has_plan(text: &Reading<'_>) -> bool {
    text.marked(STRENGTH).any(|at| PLANS.iter().any(|head| text.word(at).starts_with(head)))
        || text.tokens.iter().any(|token| token.text.ends_with("기로"))
}

/// Whether the sentence of a clause ends in a plan, and the clause tells nothing as past.
fn is_plan(text: &Reading<'_>, clause: &Range<usize>) -> bool {
    let end = text.sentence_end(clause.end);
    // `없애기로 했다`; what a body has resolved may be told as done.
    let decides = |at: usize| {
        text.word(at).ends_with("기로") && text.word(at + 1).starts_with(['하', '했', '한', '합'])
    };
    let ends = |at: usize| PLANS.iter().any(|head| text.word(at).starts_with(head)) || decides(at);
    let plan = (end.saturating_sub(2)..end).any(|at| at >= clause.start && ends(at));
    let last = clause.end.checked_sub(1);
    let past = last.is_some_and(|last| clause.end < end && is_past(text.word(last)));
    plan && !past
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn what_is_proposed_is_not_done() {
        let rent =
            "박 과장은 창고 임대 면적을 300평으로 늘리자고 제안했으나, 대표는 매출을 본 뒤 정하자고 했다.";
        let port = "관계자는 파업이 끝나면 항만 물동량이 줄어들 것으로 내다봤다.";
        let agreed = "박 과장은 창고 임대 면적을 300평으로 늘리자고 제안했고, 참석자 모두 동의했다.";
        for (claim, source, want) in [
            ("창고 임대 면적은 300평으로 확대되었다.", rent, true),
            ("박 과장은 창고 임대 면적을 300평으로 늘리자고 제안했다.", rent, false),
            ("항만 물동량이 크게 줄어들었다.", port, true),
            ("창고 임대 면적은 300평으로 확대되었다.", agreed, false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(source));
            assert_eq!(
                tells_a_proposal_as_done(&Reading::new(&mine), &[Reading::new(&theirs)]),
                want,
                "{claim} / {source}"
            );
        }
    }

    #[test]
    fn what_is_planned_is_not_done() {
        let hall = "군은 내년까지 바닷가에 공연장 두 곳을 짓고 입장료를 받을 계획이다.";
        let road = "시는 낡은 육교를 없애고 횡단보도를 놓기로 했다.";
        for (claim, source, want) in [
            ("군은 바닷가에 공연장 두 곳을 완공했다.", hall, true),
            ("군은 바닷가에 공연장 두 곳을 세울 예정이다.", hall, false),
            ("군은 바닷가에 공연장 두 곳을 짓겠다고 밝혔다.", hall, false),
            ("시는 낡은 육교를 철거했다.", road, true),
            ("시는 낡은 육교를 철거하고 있다.", road, true),
            (
                "군은 바닷가에 공연장 두 곳을 건설했다.",
                "군은 바닷가에 공연장 두 곳을 지었으며 입장료를 받을 계획이다.",
                false,
            ),
        ] {
            let (claim, source) = (normalise(claim), normalise(source));
            let found = tells_a_plan_as_done(&Reading::new(&claim), &[Reading::new(&source)]);
            assert_eq!(found, want, "{claim} / {source}");
        }
    }
}
