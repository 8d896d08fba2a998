//! Facts: a claim that states as done, or as sure, what its evidence only plans, weighs or holds possible.
//!
//! Owns the words of plans (`계획`, `expected to`), of what is not decided (`검토`, `considering`) and of what can be (`~할 수 있다`), and to which
//! word they belong. Obligations and permissions against one another are [`strength`](crate::force::strength)'s.

use std::sync::LazyLock;

use crate::denial::negation::is_denied;
use crate::english::paraphrase::rewordings;
use crate::text::heads::Heads;
use crate::text::marks::STRENGTH;
use crate::text::reading::{COMMA, Reading, SEMICOLON, STOP};
use stet_text::{FIRST_SYLLABLE, Script, syllable_at};

/// How far from a fact something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Distance {
    /// It will be done: no claim that it was is borne out.
    Planned,
    /// It may be done.
    Weighed,
}

/// English words, whole.
const PLANNED: &[&str] = &[
    "will",
    "plan",
    "plans",
    "planned",
    "planning",
    "expect",
    "expects",
    "expected",
    "intend",
    "intends",
    "intended",
    "scheduled",
];
const WEIGHED: &[&str] = &[
    "considering",
    "considers",
    "weighing",
    "mulling",
    "discussing",
    "proposed",
    "proposes",
    "proposing",
    "hopes",
    "hoping",
    "threatens",
    "threatening",
    "alleged",
    "allegedly",
    "suspected",
    "accused",
    "rumoured",
    "rumored",
    "reportedly",
    "wants",
    "seeks",
    "seeking",
    "aims",
    "urged",
];

/// Korean words of what is put off, by how they begin.
const PUT_OFF: &[&str] = &["미루", "미뤘", "미룬", "미뤄", "보류", "유보", "연기"];

/// Korean words of what is not known, behind a word that asks (`원인인지`), by how they begin.
const UNKNOWN: &[&str] = &["모르", "모른", "몰랐", "밝혀지", "확인되", "의문"];

/// Words that tell a cause, and words that only tell that two things go together.
const CAUSES: &[&str] =
    &["cause", "causes", "caused", "causing", "leads", "원인", "일으키", "일으킨", "일으켰", "유발", "초래"];
const GO_TOGETHER: &[&str] = &[
    "associated",
    "association",
    "correlated",
    "correlates",
    "correlation",
    "linked",
    "관련",
    "연관",
    "상관",
];

/// Korean words of what is not known, by how they begin.
const DOUBTS: &[&str] = &["의심", "혐의", "가능성", "의혹", "소문", "불분명", "불확실", "미지수"];

/// Korean words of what is held likely, by how they begin.
pub(crate) const SUPPOSED: &[&str] =
    &["추정", "추측", "짐작", "가능성", "의심", "해석", "찾는다", "전해지", "전해진"];

/// Korean words by how they begin.
const KOREAN: &[(Distance, &[&str])] = &[
    (Distance::Planned, &["계획", "예정", "방침", "전망", "예상", "목표"]),
    (Distance::Weighed, &["검토", "논의", "고려", "요구", "제안", "건의", "촉구"]),
    (Distance::Weighed, DOUBTS),
    (Distance::Weighed, PUT_OFF),
    (Distance::Weighed, UNKNOWN),
];

/// Words of an English claim that is no more of a fact itself, beside these.
const HEDGES: &[&str] = &[
    "may",
    "might",
    "could",
    "would",
    "can",
    "should",
    "if",
    "consider",
    "considered",
    "proposal",
    "proposals",
    "likely",
    "possible",
    "possibly",
    "discussed",
    "discussion",
    "discussions",
    "hope",
    "hoped",
    "wanted",
    "sought",
    "aim",
    "aimed",
];

/// The words of the lists, for [`marks`](crate::text::marks).
pub(crate) fn words() -> impl Iterator<Item = &'static str> {
    PLANNED
        .iter()
        .chain(WEIGHED)
        .chain(CAUSES)
        .chain(GO_TOGETHER)
        .chain(UNCLEAR)
        .chain(KOREAN.iter().flat_map(|entry| entry.1))
        .copied()
}

/// The beginnings of [`KOREAN`], in that order.
static KOREAN_HEADS: LazyLock<Heads<Distance>> = LazyLock::new(|| {
    let mut heads = Heads::default();
    for (distance, list) in KOREAN {
        list.iter().for_each(|head| heads.add(head, *distance));
    }
    heads
});

fn distance(word: &str, script: Script) -> Option<Distance> {
    match script {
        Script::Latin if PLANNED.contains(&word) => Some(Distance::Planned),
        Script::Latin => WEIGHED.contains(&word).then_some(Distance::Weighed),
        Script::Hangul => KOREAN_HEADS.of(word).next().map(|(_, distance)| distance),
        Script::Digit | Script::Other => None,
    }
}

/// What ends a clause.
const CUT: u8 = STOP | COMMA | SEMICOLON;

/// Words between an English marker and what it is of.
const REACH: usize = 4;

/// Whether the claim states as a fact what the texts only plan, weigh or hold possible. The two are nearly the same sentence.
pub(crate) fn overstates_a_plan(claim: &Reading<'_>, texts: &[Reading<'_>]) -> bool {
    let mut open = None;
    if only_decided(claim, texts) {
        return true;
    }
    texts.iter().any(|text| {
        let mut found = text.marked(STRENGTH).filter_map(|at| Some((what(text, at)?, at)));
        found.any(|((there, distance, able), _)| {
            if is_hedged(claim, &mut open, distance) {
                return false;
            }
            let states = claim
                .same_as(text, there)
                .any(|at| claim.content(at).is_some() && is_fact(claim, at, distance, able));
            // Nowhere is it told as a fact.
            states
                && texts.iter().all(|other| {
                    other.same_as(text, there).all(|at| {
                        other.marked(STRENGTH).any(|mark| what(other, mark).is_some_and(|what| what.0 == at))
                    })
                })
        })
    })
}

/// Whether a claim tells the cause of something where the texts do not know it, or only know what it goes together with.
pub(crate) fn overstates_a_cause(claim: &Reading<'_>, texts: &[Reading<'_>]) -> bool {
    tells_a_cause(claim, texts) || tells_what_is_unknown(claim, texts)
}

/// Whether an English claim tells as done what the texts only tell is to be done: `is to be closed`.
pub(crate) fn tells_as_done(claim: &Reading<'_>, texts: &[Reading<'_>]) -> bool {
    let done = |at: usize| matches!(claim.word(at), "was" | "were" | "been");
    if is_only_asked(claim, texts) || is_only_possible(claim, texts) {
        return true;
    }
    (1..claim.tokens.len()).filter(|&at| done(at - 1)).filter_map(|at| claim.content(at)).any(|key| {
        let mut places =
            texts.iter().flat_map(|text| text.positions(key).map(move |there| (text, there))).peekable();
        places.peek().is_some()
            && places.all(|(text, there)| {
                let word = |back: usize| there.checked_sub(back).map_or("", |at| text.word(at));
                word(1) == "be" && word(2) == "to" && matches!(word(3), "is" | "are")
            })
    })
}

/// Whether an English claim tells as a fact what the texts only ask for: `proposed that the road be closed`.
fn is_only_asked(claim: &Reading<'_>, texts: &[Reading<'_>]) -> bool {
    let be = |word: &str| matches!(word, "is" | "are" | "was" | "were" | "be" | "been");
    let asked = |text: &Reading<'_>, there: usize| {
        there.checked_sub(3).is_some_and(|subject| {
            text.word(there - 1) == "be"
                && text.content(there - 2).is_some()
                && (subject.saturating_sub(REACH)..=subject).any(|at| text.word(at) == "that")
        })
    };
    let hedged = || {
        let is =
            |word: &str| HEDGES.contains(&word) || distance(word, Script::Latin) == Some(Distance::Weighed);
        claim.tokens.iter().any(|token| is(token.text))
    };
    let mut verbs =
        (1..claim.tokens.len()).filter(|&at| be(claim.word(at - 1))).filter_map(|at| claim.content(at));
    verbs.any(|key| {
        let mut places =
            texts.iter().flat_map(|text| text.positions(key).map(move |at| (text, at))).peekable();
        places.peek().is_some() && places.all(|(text, at)| asked(text, at))
    }) && !hedged()
}

/// Whether an English claim tells as done (`has gone`) what the texts only call possible (`may go`).
fn is_only_possible(claim: &Reading<'_>, texts: &[Reading<'_>]) -> bool {
    let has = |at: usize| matches!(claim.word(at), "has" | "have" | "had");
    let possible = |text: &Reading<'_>, at: usize| {
        at.checked_sub(1).is_some_and(|before| matches!(text.word(before), "may" | "might" | "could"))
    };
    let mut verbs = (1..claim.tokens.len()).filter(|&at| has(at - 1)).filter_map(|at| claim.content(at));
    verbs.any(|key| {
        let alike: Vec<u32> = std::iter::once(key).chain(rewordings(key)).collect();
        let mut places = texts
            .iter()
            .flat_map(|text| alike.iter().flat_map(move |&key| text.positions(key).map(move |at| (text, at))))
            .peekable();
        places.peek().is_some() && places.all(|(text, at)| possible(text, at))
    })
}

/// Whether a Korean word makes a condition: `통과하면`, but not `수면`.
fn is_conditional(word: &str) -> bool {
    let Some(stem) = word.strip_suffix('면') else { return false };
    stem.chars().nth(1).is_some() || stem.starts_with(['하', '되', '가', '오', '이', '라', '으', '보', '나'])
}

/// English words of what is not known.
const UNCLEAR: &[&str] = &["unknown", "unclear", "undetermined", "uncertain"];

/// Whether a claim tells what the texts call unknown: `the cause is unknown`.
fn tells_what_is_unknown(claim: &Reading<'_>, texts: &[Reading<'_>]) -> bool {
    /// Words of what is unknown.
    const REACH: usize = 7;
    let unclear = |text: &Reading<'_>, at: usize| UNCLEAR.contains(&text.word(at));
    let is = |word: &str| matches!(word, "is" | "are" | "was" | "were" | "remains" | "remain" | "remained");
    if claim.marked(STRENGTH).any(|at| unclear(claim, at)) {
        return false;
    }
    texts.iter().any(|text| {
        text.marked(STRENGTH).filter(|&at| unclear(text, at)).any(|at| {
            let Some(verb) = (at.saturating_sub(2)..at).rev().find(|&at| is(text.word(at))) else {
                return false;
            };
            let before =
                (verb.saturating_sub(REACH)..verb).rev().take_while(|&at| text.gap(at + 1) & CUT == 0);
            let mut subject = before.filter_map(|at| text.content(at)).peekable();
            subject.peek().is_some() && subject.all(|key| claim.has(key))
        })
    })
}

/// Whether a claim tells of a cause where the texts only tell that two things go together.
fn tells_a_cause(claim: &Reading<'_>, texts: &[Reading<'_>]) -> bool {
    let has = |text: &Reading<'_>, list: &[&str]| {
        text.marked(STRENGTH).any(|at| {
            let word = text.word(at);
            let first = word.as_bytes().first();
            list.iter()
                .filter(|head| head.as_bytes().first() == first)
                .any(|head| if head.is_ascii() { word == *head } else { word.starts_with(head) })
        })
    };
    has(claim, CAUSES)
        && !has(claim, GO_TOGETHER)
        && texts.iter().any(|text| has(text, GO_TOGETHER))
        && !texts.iter().any(|text| has(text, CAUSES))
}

/// Korean words behind a future participle that make it no fact, by how they begin: `회복될 것으로 내다봤다`.
const TO_COME: &[&str] = &[
    "것",
    "거",
    "예정",
    "전망",
    "계획",
    "방침",
    "가능성",
    "듯",
    "예상",
    "생각",
    "뜻",
    "조짐",
    "우려",
    "움직임",
];

/// Korean words that ask for what stands before them or let it happen, by how they begin: `대피를 권고했다`, `대피하도록 요청했다`.
const ASKS_FOR: &[&str] = &[
    "권고", "권유", "권장", "권했", "명령", "지시", "요청", "요구", "당부", "촉구", "제안", "건의", "신청",
    "허용", "허가", "검토", "논의", "주문",
];

/// Whether the word at `at` of a Korean text tells of what is still to come, or of what is only asked for.
fn is_to_come(text: &Reading<'_>, at: usize) -> bool {
    /// Times after now, by how they begin.
    const LATER: &[&str] = &["내년", "내달", "내주", "내일", "향후", "앞으로"];
    let later = |at: usize| LATER.iter().any(|head| text.word(at).starts_with(head));
    // `내년 초 발표된다`
    let foretold = || {
        let word = text.word(at);
        word.ends_with('다') && !is_past(word) && (text.sentence_begin(at)..at).any(later)
    };
    let (word, next) = (text.word(at), text.word(at + 1));
    let begins = |heads: &[&str]| heads.iter().any(|head| next.starts_with(head));
    let is_noun = || word.ends_with(['을', '를', '이', '가']) || text.stem(at) == word;
    word.ends_with("기로")
        || word.contains('겠')
        || ends_in(word, RIEUL) && begins(TO_COME)
        || ["도록", "라고", "자고"].iter().any(|end| word.ends_with(end)) && begins(ASKS_FOR)
        || is_noun() && begins(ASKS_FOR)
        || foretold()
}

/// Whether a Korean claim tells as done what the texts only tell as decided, foreseen or asked for: `철거했다`, `철거하기로 했다`.
fn only_decided(claim: &Reading<'_>, texts: &[Reading<'_>]) -> bool {
    let Some(last) = claim.tokens.len().checked_sub(1) else { return false };
    let word = claim.word(last);
    if claim.tokens.get(last).is_none_or(|token| token.script != Script::Hangul) || !is_past(word) {
        return false;
    }
    let places = texts.iter().flat_map(|text| text.same_as(claim, last).map(move |at| (text, at)));
    let mut same = places.peekable();
    same.peek().is_some() && same.all(|(text, at)| is_to_come(text, at))
}

/// The word that the marker at `at` is of, how far from a fact that is, and whether it only can be.
fn what(text: &Reading<'_>, at: usize) -> Option<(usize, Distance, bool)> {
    let token = text.tokens.get(at)?;
    let before = at.checked_sub(1);
    if token.text == "수" {
        // `유발할 수 있다`
        let next = text.word(at + 1);
        // `원인인지 알 수 없다`
        if text.word(before?) == "알" && next.starts_with('없') {
            let there = at.checked_sub(2)?;
            return asks(text.word(there)).then_some((there, Distance::Weighed, false));
        }
        let can = next.starts_with('있')
            && !next.starts_with("있게")
            && !next.starts_with("있도")
            && ends_in(text.word(before?), RIEUL);
        return can.then_some((before?, Distance::Weighed, true));
    }
    let distance = distance(token.text, token.script)?;
    if token.script == Script::Hangul {
        // `철거할 것으로 예상된다`
        let there = before?;
        // `치료에 도움이 될 가능성`
        if token.text.starts_with("가능성") && matches!(text.word(there), "될" | "줄" | "할") {
            let noun =
                (there.saturating_sub(REACH)..there).find(|&at| text.word(at).ends_with(['에', '을', '를']));
            if let Some(noun) = noun {
                return Some((noun, distance, false));
            }
        }
        let begins = |list: &[&str]| list.iter().any(|head| token.text.starts_with(head));
        if begins(PUT_OFF) {
            let object =
                (at.saturating_sub(REACH)..at).rev().find(|&at| text.word(at).ends_with(['을', '를']))?;
            return Some((object, distance, false));
        }
        if begins(UNKNOWN) {
            let denied = is_denied(text, at) || token.text.starts_with('모') || token.text.starts_with('몰');
            return (asks(text.word(there)) && denied).then_some((there, distance, false));
        }
        let skips = ["것", "방안", "문제"].iter().any(|head| text.word(there).starts_with(head));
        let there = if skips { there.checked_sub(1)? } else { there };
        // `효과가 있는지 불분명하다`
        let there = if text.content(there).is_none() { there.checked_sub(1)? } else { there };
        let word = text.word(there);
        let fits = DOUBTS.iter().any(|head| token.text.starts_with(head))
            || ends_in(word, RIEUL)
            || (skips || word.ends_with(['을', '를'])) && distance == Distance::Weighed;
        return fits.then_some((there, distance, false));
    }
    let there = (at + 1..=at + REACH).find(|&there| text.content(there).is_some())?;
    Some((there, distance, false))
}

/// Whether a Korean word ends a question within a sentence: `원인인지는`.
fn asks(word: &str) -> bool {
    ["지", "지는", "지도", "지가"].iter().any(|end| word.ends_with(end))
}

/// Whether the claim is hedged itself, found once.
fn is_hedged(claim: &Reading<'_>, open: &mut Option<(bool, bool)>, of: Distance) -> bool {
    let &mut (planned, weighed) = open.get_or_insert_with(|| {
        let is = |wanted: Distance| {
            claim.tokens.iter().any(|token| distance(token.text, token.script) == Some(wanted))
        };
        let hedged = claim.tokens.iter().any(|token| match token.script {
            Script::Latin => HEDGES.contains(&token.text),
            Script::Hangul => {
                matches!(token.text, "수" | "수도" | "수는" | "수가")
                    || ["가능", "것이", "것으로", "우려", "추진", "듯"]
                        .iter()
                        .any(|head| token.text.starts_with(head))
                    || token.text.ends_with('야')
                    || is_conditional(token.text)
            }
            _ => false,
        });
        (hedged || is(Distance::Planned), hedged || is(Distance::Weighed))
    });
    match of {
        Distance::Planned => planned || weighed,
        Distance::Weighed => {
            weighed || claim.tokens.first().is_some_and(|token| token.script == Script::Hangul) && planned
        }
    }
}

/// Whether the word at `at` of a claim states a fact that a plan does not bear out.
fn is_fact(claim: &Reading<'_>, at: usize, distance: Distance, able: bool) -> bool {
    let word = claim.word(at);
    let Some(token) = claim.tokens.get(at) else { return false };
    if token.script == Script::Latin {
        return match distance {
            Distance::Planned => word.ends_with("ed") && claim.word(at.wrapping_sub(1)) != "be",
            // `to close` is no fact, nor is a noun.
            Distance::Weighed => {
                !matches!(claim.word(at.wrapping_sub(1)), "to" | "the" | "a" | "of" | "for")
                    && (!word.ends_with("ing")
                        || matches!(claim.word(at.wrapping_sub(1)), "is" | "are" | "was" | "were"))
            }
        };
    }
    let next = claim.word(at + 1);
    let ends = |word: &str| word.ends_with(['다', '요']);
    if next.starts_with("때문") && ends(next) {
        return true;
    }
    // `폐지했다`, `폐지를 하였다`, `폐지 됐다`.
    let predicate = if ends(word) { word } else { next };
    let light = ends(word)
        || ["하", "했", "한", "되", "됐", "된", "합", "됩", "있", "없"]
            .iter()
            .any(|head| next.starts_with(head));
    light
        && ends(predicate)
        && match distance {
            Distance::Planned => is_past(predicate),
            Distance::Weighed => !able || !is_past(predicate),
        }
}

/// Finals of syllables: `ㄹ` and `ㅆ`.
const RIEUL: u32 = 8;
const SSANG_SIOT: u32 = 20;

fn final_of(syllable: u32) -> u32 {
    const FINALS: u32 = 28;
    syllable.wrapping_sub(FIRST_SYLLABLE) % FINALS
}

/// Whether a Korean word ends in a syllable with such a final.
fn ends_in(word: &str, wanted: u32) -> bool {
    let last = word.len().checked_sub(3).and_then(|at| syllable_at(word.as_bytes(), at));
    last.is_some_and(|last| final_of(last) == wanted)
}

/// Whether a Korean predicate tells what is past: `했다`, `폐지되었다`.
pub(crate) fn is_past(word: &str) -> bool {
    let bytes = word.as_bytes();
    (0..bytes.len())
        .step_by(3)
        .filter_map(|at| syllable_at(bytes, at))
        .any(|code| final_of(code) == SSANG_SIOT && code != u32::from('있') && code != u32::from('겠'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn what_is_asked_for_or_possible_is_not_done() {
        for (claim, evidence, want) in [
            ("The lane will be closed.", "A member proposed that the lane be closed.", true),
            ("A member proposed closing the lane.", "A member proposed that the lane be closed.", false),
            ("The lane will be closed.", "The lane will be closed in June.", false),
            ("The union has gone on strike.", "The union says that it may go on strike.", true),
            ("The union may go on strike.", "The union says that it may go on strike.", false),
            ("The union has gone on strike.", "The union went on strike and may go on strike again.", false),
        ] {
            let (claim, evidence) = (normalise(claim), normalise(evidence));
            let found = tells_as_done(&Reading::new(&claim), &[Reading::new(&evidence)]);
            assert_eq!(found, want, "{claim}");
        }
    }

    #[test]
    fn a_plan_is_no_fact() {
        for (claim, evidence, want) in [
            ("구청은 다리를 철거했다.", "구청은 다리를 철거할 계획이다.", true),
            ("구청은 다리를 철거한다.", "구청은 다리를 철거할 계획이다.", false),
            ("구청은 다리를 철거한다.", "구청은 다리 철거를 검토하고 있다.", true),
            ("구청은 다리 철거를 검토한다.", "구청은 다리 철거를 검토하고 있다.", false),
            ("이 약은 두통을 유발한다.", "이 약은 두통을 유발할 수 있다.", true),
            ("이 약은 두통을 유발할 수 있다.", "이 약은 두통을 유발할 수 있다고 한다.", false),
            ("The bridge was opened.", "The bridge is expected to be opened.", true),
            ("The bridge will be opened.", "The bridge is expected to be opened.", false),
            ("The city will sell the hall.", "The city is considering selling the hall.", true),
            ("The bridge was opened.", "The bridge was opened. It was expected to be opened in May.", false),
        ] {
            let (claim, evidence) = (normalise(claim), normalise(evidence));
            let found = overstates_a_plan(&Reading::new(&claim), &[Reading::new(&evidence)]);
            assert_eq!(found, want, "{claim}");
        }
    }
}
