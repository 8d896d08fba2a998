//! Frame: what is joined, on what condition, and whether it has been done.
//!
//! Owns three differences that leave all words of a claim in its source: `and` for `or`, a condition that is left out, a plan that is
//! told as done. The words that frame are [tagged](stet_reading::tags).

use crate::english::paraphrase::rewordings;
use crate::former::is_past_form;
use stet_reading::clause::{divides, joint};
use stet_reading::denial::denies;
use stet_reading::reading::{COMMA, Reading, SEMICOLON, STOP};
use stet_reading::tags::Tags;

/// Words around a limit that tell what it limits to.
const REACH: usize = 4;

/// Whether two words that stand joined by `and` in one of the texts are joined by `or` in the other.
pub(crate) fn joins_otherwise(claim: &Reading<'_>, evidence: &[Reading<'_>]) -> bool {
    // What is denied of one or the other is denied of both.
    if claim.has_tag(Tags::DENIAL) {
        return false;
    }
    let mine: Vec<_> = joints(claim).collect();
    let differs = |text: &Reading<'_>| {
        joints(text)
            .any(|theirs| mine.iter().any(|own| (own.0, own.1) == (theirs.0, theirs.1) && own.2 != theirs.2))
    };
    !mine.is_empty() && evidence.first().is_some_and(|text| !text.has_tag(Tags::DENIAL) && differs(text))
}

/// The pairs of words that are joined, and whether by `or`.
fn joints<'a>(text: &'a Reading<'_>) -> impl Iterator<Item = (u32, u32, bool)> + use<'a> {
    let content = |at: usize| text.content(at);
    (0..text.tokens.len()).filter_map(move |at| {
        let tags = text.tags(at);
        let joined = if tags.has(Tags::AND.and(Tags::OR)) {
            Some((at.checked_sub(1)?, at + 1, tags.has(Tags::OR)))
        } else {
            joint(text.word(at)).map(|(_, or)| (at, at + 1, or))
        };
        let (left, right, or) = joined?;
        // An article may stand before the second.
        let right = if content(right).is_none() { right + 1 } else { right };
        Some((content(left)?, content(right)?, or))
    })
}

/// Whether the evidence says it with a limit (`only with a permit`, `허가를 받은 경우에 한하여`) of which the claim says nothing.
pub(crate) fn drops_condition(claim: &Reading<'_>, passage: &Reading<'_>) -> bool {
    if claim.has_tag(Tags::LIMIT.and(Tags::OUT).and(Tags::CASE)) {
        return false;
    }
    let apart = |at: usize| passage.gap(at) & (STOP | SEMICOLON | COMMA) != 0;
    (0..passage.tokens.len()).any(|at| {
        let korean = passage.is_korean(at);
        let tags = passage.tags(at);
        if !tags.has(Tags::LIMIT) && (korean || !tags.has(Tags::OUT)) {
            return false;
        }
        let first = (1..=at).rev().find(|&word| apart(word)).unwrap_or_default();
        let end = (at + 1..passage.tokens.len()).find(|&word| apart(word)).unwrap_or(passage.tokens.len());
        let limited = if korean {
            at.saturating_sub(REACH).max(first)..at + 1
        } else {
            at + 1..(at + 1 + REACH).min(end)
        };
        // `1회에 한하여` counts.
        let counts =
            limited.clone().any(|word| passage.word(word).starts_with(|ch: char| ch.is_ascii_digit()));
        let limits: Vec<u32> = limited.filter_map(|word| passage.content(word)).collect();
        // The claim says the rest of that clause, and nothing of the limit.
        let rest = (first..end).filter_map(|word| passage.content(word));
        let rest = rest.filter(|key| !limits.contains(key) && claim.has(*key)).count();
        let told = limits.iter().filter(|key| claim.has(**key)).count();
        rest >= 2 && !counts && !limits.is_empty() && told * 2 < limits.len()
    })
}

/// Whether a text limits what it says to some case.
pub(crate) fn limits(text: &Reading<'_>) -> bool {
    text.has_tag(Tags::LIMIT.and(Tags::OUT))
}

/// Whether the claim states of a thing what the evidence excepts it from: `the brushes` of `all parts except the brushes`.
pub(crate) fn states_of_the_excepted(claim: &Reading<'_>, passage: &Reading<'_>) -> bool {
    if claim.has_tag(Tags::DENIAL) || claim.has_tag(Tags::OUT) {
        return false;
    }
    let apart = |at: usize| passage.gap(at) & (STOP | SEMICOLON | COMMA) != 0;
    // `is forbidden except in the yard`: what is left out of a denial is stated.
    let denied = |at: usize| {
        let before = (0..at).rev().take_while(|&word| passage.gap(word + 1) & (STOP | SEMICOLON) == 0);
        !passage.is_korean(at)
            && before
                .into_iter()
                .any(|word| denies(passage, word).is_some() || passage.tags(word).has(Tags::BAN))
    };
    passage.tagged(Tags::OUT).filter(|&at| !denied(at)).any(|at| {
        // What is left out stands before `is excluded` and a Korean word, behind `except`.
        let before = passage.is_korean(at)
            || at
                .checked_sub(1)
                .is_some_and(|last| matches!(passage.word(last), "is" | "are" | "was" | "were"));
        let of: Vec<usize> = if before {
            // `점심은 포함되며 음료는 제외된다`
            let joined = |word: usize| passage.is_korean(word) && divides(passage, word);
            let one = |word: usize| (word + 1..=at).all(|gap| !apart(gap) && !joined(gap - 1));
            (at.saturating_sub(REACH)..at).filter(|&word| one(word)).collect()
        } else {
            (at + 1..(at + 1 + REACH).min(passage.tokens.len())).take_while(|&word| !apart(word)).collect()
        };
        let mut excepted = of.iter().filter_map(|&word| passage.content(word)).peekable();
        let rest = |key: u32| {
            (0..passage.tokens.len()).any(|word| !of.contains(&word) && passage.content(word) == Some(key))
        };
        excepted.peek().is_some() && excepted.filter(|&key| !rest(key)).any(|key| claim.has(key))
    })
}

/// Whether the claim tells as done what its evidence only plans, expects or waits for.
pub(crate) fn tells_as_done(claim: &Reading<'_>, passage: &Reading<'_>) -> bool {
    let Some(last) = claim.tokens.len().checked_sub(1).filter(|_| !claim.has_tag(Tags::PLAN)) else {
        return false;
    };
    if claim.is_korean(last) {
        let ends_past =
            |text: &Reading<'_>| text.tokens.len().checked_sub(1).is_some_and(|at| is_past_form(text, at));
        // `뽑기로 했다`
        let resolves = |text: &Reading<'_>| {
            (1..text.tokens.len()).any(|at| text.word(at - 1).ends_with("기로") && is_past_form(text, at))
        };
        let planned = resolves(passage) || passage.has_tag(Tags::PLAN) && !ends_past(passage);
        return planned && ends_past(claim) && !resolves(claim);
    }
    // `plans to close`, `will close`, `is to be closed`: the verb of the claim is what is planned.
    let is_planned = |there: usize| {
        let governs = |at: usize| {
            let be_to = matches!(passage.word(at), "is" | "are") && passage.word(at + 1) == "to";
            be_to || passage.tags(at).has(Tags::PLAN)
        };
        let past = |at: usize| matches!(passage.word(at), "was" | "were" | "has" | "have" | "had");
        let before = (there.saturating_sub(REACH)..there)
            .rev()
            .take_while(|&at| passage.gap(at + 1) & (STOP | COMMA | SEMICOLON) == 0 && !past(at));
        before.into_iter().any(governs)
    };
    let done = |&at: &usize| {
        is_past_form(claim, at) && !(at.saturating_sub(2)..at).any(|before| claim.word(before) == "be")
    };
    (0..=last).filter(done).any(|at| {
        let nouns = rewordings(claim.key(at)).flat_map(|key| passage.positions(key));
        let mut places = passage.same_as(claim, at).chain(nouns).peekable();
        places.peek().is_some() && places.all(is_planned)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn frames_are_compared() {
        type Rule = fn(&Reading<'_>, &Reading<'_>) -> bool;
        let (drops, states, done): (Rule, Rule, Rule) =
            (drops_condition, states_of_the_excepted, tells_as_done);
        let joins: Rule = |claim, text| joins_otherwise(claim, std::slice::from_ref(text));
        for (rule, claim, source, found) in [
            (joins, "Bring a passport or a visa.", "Bring a passport and a visa.", true),
            (joins, "Bring a passport and a visa.", "Bring a passport and a visa.", false),
            (joins, "Dogs and cats are not admitted.", "Dogs or cats are not admitted.", false),
            (joins, "신분증과 학생증을 낸다.", "신분증 또는 학생증을 낸다.", true),
            (joins, "영어나 한국어로 쓴다.", "영어와 한국어로 쓴다.", true),
            (joins, "영어와 한국어로 쓴다.", "영어 및 한국어로 쓴다.", false),
            (drops, "Guests may swim.", "Guests may swim only with a member.", true),
            (drops, "Guests may swim with a member.", "Guests may swim only with a member.", false),
            (
                drops,
                "외부인은 회의에 참석할 수 있다.",
                "외부인은 의장이 승인한 경우에 한하여 회의에 참석할 수 있다.",
                true,
            ),
            (
                drops,
                "외부인은 의장이 승인하면 회의에 참석할 수 있다.",
                "외부인은 의장이 승인한 경우에 한하여 회의에 참석할 수 있다.",
                false,
            ),
            (
                states,
                "It covers the brushes.",
                "It covers the motor, with the exception of the brushes.",
                true,
            ),
            (
                states,
                "It covers the motor.",
                "It covers the motor, with the exception of the brushes.",
                false,
            ),
            (states, "보증은 브러시에 적용된다.", "보증은 모터에 하며 브러시는 예외로 한다.", true),
            (states, "점심은 포함된다.", "점심은 포함되며 음료는 제외된다.", false),
            (states, "음료는 포함된다.", "점심은 포함되며 음료는 제외된다.", true),
            (states, "Photos are allowed in the yard.", "Photos are forbidden except in the yard.", false),
            (states, "브러시는 보증에서 제외된다.", "보증은 모터에 하며 브러시는 예외로 한다.", false),
            (
                drops,
                "기숙사에서는 취사를 금지한다.",
                "기숙사에서는 취사를 금지하며, 외부인은 허가를 받은 경우에 한하여 출입한다.",
                false,
            ),
            (
                done,
                "The board approved the merger.",
                "The merger is awaiting the approval of the board.",
                true,
            ),
            (done, "이사회가 합병을 승인했다.", "합병은 이사회의 승인을 기다리고 있다.", true),
            (done, "이사회가 합병을 승인했다.", "이사회가 합병 계획을 승인했다.", false),
            (done, "회사는 40명을 뽑았다.", "회사는 40명을 뽑기로 했다.", true),
            (done, "회사는 40명을 뽑기로 했다.", "회사는 40명을 뽑기로 했다.", false),
            (done, "The council closed the pool.", "The council plans to close the pool.", true),
            (done, "The pool has been closed.", "The pool is to be closed.", true),
            (
                done,
                "The council closed the pool.",
                "The council, which plans a park, closed the pool.",
                false,
            ),
        ] {
            let (claim, source) = (normalise(claim), normalise(source));
            assert_eq!(rule(&Reading::new(&claim), &Reading::new(&source)), found, "{claim} || {source}");
        }
    }
}
