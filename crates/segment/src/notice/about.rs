//! Sentences about the text that they stand in: what a page explains, what a table lists, captions.
//!
//! Owns how they begin and what they may hold. One that names a fact, a number or a person beside the text is a claim.

use super::super::chars::is_syllable;
use super::pointer::CLAUSES;

/// Parts of a text and texts, which say what they are about.
const TEXTS: &[&str] = &[
    "page",
    "guide",
    "document",
    "section",
    "sections",
    "chapter",
    "chapters",
    "tutorial",
    "article",
    "post",
    "readme",
    "appendix",
    "lesson",
    "part",
    "table",
    "list",
    "figure",
    "diagram",
    "chart",
    "example",
    "examples",
    "overview",
    "walkthrough",
];

/// What they do, without the ending of the present.
const ABOUT: &[&str] = &[
    "explain",
    "describe",
    "cover",
    "introduce",
    "outline",
    "discuss",
    "detail",
    "present",
    "summarize",
    "summarise",
    "compare",
    "document",
    "list",
    "explore",
    "review",
    "examine",
];

/// What they do to a reader, and what stands behind it then: `shows how`, `walks you through`.
const TEACHING: &[&str] =
    &["show", "walk", "guide", "teach", "demonstrate", "illustrate", "take", "help", "give", "provide"];
const TAUGHT: &[&str] = &["how", "you", "readers"];

/// `provides an overview of`.
const GIVEN: &[&str] = &["overview", "introduction", "summary", "outline", "tour", "examples"];

/// Most words of such a sentence.
const MAX_WORDS: usize = 18;

/// Whether an English sentence says what the text or a part of it is about.
pub(super) fn introduces(body: &str) -> bool {
    let mut words = body.split_ascii_whitespace();
    let first = words.next().unwrap_or_default();
    let is_text = |word: Option<&str>| {
        word.is_some_and(|word| TEXTS.iter().any(|known| word.eq_ignore_ascii_case(known)))
    };
    if first.eq_ignore_ascii_case("in") {
        // `In this section, you will learn …`
        let text = words.nth(1).and_then(|word| word.strip_suffix(','));
        return is_text(text)
            && matches!(words.next(), Some("you" | "you'll" | "we" | "we'll" | "we're" | "I'll" | "I"))
            && holds_no_fact(body);
    }
    if first.eq_ignore_ascii_case("this") {
        if !is_text(words.next()) {
            return false;
        }
    } else {
        let text = words.next();
        if text == Some("above") {
            return words.next() == Some("is") && words.next() == Some("based");
        }
        let follows = text == Some("following");
        let text = if follows { words.next() } else { text };
        if !is_text(text) || !follows && !matches!(words.next(), Some("below" | "above")) {
            return false;
        }
    }
    let verb = words.next().filter(|verb| *verb != "will" && *verb != "also").or_else(|| words.next());
    let Some(verb) = verb else { return false };
    let base = verb.strip_suffix('s').unwrap_or(verb);
    let next = words.next().unwrap_or_default();
    let about = ABOUT.contains(&base) && next != "that"
        || TEACHING.contains(&base)
            && (TAUGHT.contains(&next)
                || words.next().is_some_and(|word| {
                    matches!(next, "a" | "an") && GIVEN.contains(&word.trim_end_matches(['.', ':']))
                }));
    about && holds_no_fact(body)
}

/// Whether a sentence about a text names nothing that a source would have to support: no number, no clause, no name but
/// behind `how to`.
fn holds_no_fact(body: &str) -> bool {
    if body.bytes().any(|byte| byte.is_ascii_digit())
        || body.split_ascii_whitespace().nth(MAX_WORDS).is_some()
    {
        return false;
    }
    let plain = body.find(" how ").map_or(body, |how| body.get(..how).unwrap_or_default());
    let mut words = plain.split_ascii_whitespace().skip(1);
    !words.any(|word| {
        let bare = word.trim_matches(|ch: char| !ch.is_ascii_alphabetic());
        FACTS.contains(&bare)
            || bare.starts_with(|ch: char| ch.is_ascii_uppercase()) && !matches!(bare, "I" | "I'll")
    })
}

/// Words that make a statement of its own of what a text is about.
const FACTS: &[&str] = &[
    "that", "because", "since", "who", "whose", "must", "should", "may", "cannot", "is", "are", "was",
    "were", "has", "had",
];

/// How captions begin: those that stand before a number, and those that need none.
const CAPTIONS: &[&str] = &[
    "figure",
    "fig.",
    "fig",
    "table",
    "chart",
    "diagram",
    "listing",
    "exhibit",
    "plate",
    "image",
    "photo",
    "picture",
    "그림",
    "표",
    "도표",
    "사진",
    "이미지",
    "차트",
    "도식",
];
/// The first two bytes of the captions.
const CAPTION_HEADS: [[u8; 2]; CAPTIONS.len()] = {
    let mut heads = [[0; 2]; CAPTIONS.len()];
    let mut at = 0;
    while at < heads.len() {
        let word = CAPTIONS[at].as_bytes();
        heads[at] = [word[0], word[1]];
        at += 1;
    }
    heads
};
const UNNUMBERED: &[&str] = &["image", "photo", "picture", "사진", "이미지", "그림"];

/// Longest word and number of a caption, in bytes, before what it says.
const MAX_CAPTION: usize = 24;
/// Most words of a caption with a full stop; a longer one is a sentence.
const MAX_STOPPED: usize = 5;

/// Whether a text is the caption of a picture or table: `Figure 1: The pump.`, `표 2. 회원별 연회비`.
pub(in super::super) fn is_caption(body: &str) -> bool {
    let Some(head) = body.as_bytes().first_chunk::<2>() else { return false };
    if !CAPTION_HEADS.contains(&head.map(|byte| byte.to_ascii_lowercase())) {
        return false;
    }
    let Some(word) = CAPTIONS
        .iter()
        .find(|word| body.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word)))
    else {
        return false;
    };
    let Some(at) = body.bytes().take(MAX_CAPTION).position(|byte| matches!(byte, b':' | b'.' | 0xef)) else {
        return false;
    };
    let at = if word.len() > at { at + 1 } else { at };
    let rest = body.get(word.len()..).unwrap_or_default();
    let number = rest.trim_start().trim_start_matches(|ch: char| {
        ch.is_ascii_digit() || matches!(ch, '.' | '-' | '<' | '>') || ch.is_ascii_uppercase()
    });
    let numbered = number.len() < rest.trim_start().len();
    // The full stop behind the number has been passed with it.
    let number = number.trim_start_matches([':', '：', ')']);
    let said = number.trim();
    let colon = body.get(at..).is_some_and(|rest| rest.starts_with([':', '：']));
    if !(numbered || colon && UNNUMBERED.contains(word)) || said.len() == rest.len() {
        return false;
    }
    names(said)
}

/// Whether a text only names something: no number, and nothing that a predicate shows itself by.
pub(in super::super) fn names(said: &str) -> bool {
    let end = said.trim_end_matches(|ch: char| !ch.is_alphanumeric());
    if said.bytes().any(|byte| byte.is_ascii_digit()) {
        return false;
    }
    if let Some(last) = end.chars().next_back().filter(|&ch| is_syllable(ch)) {
        return !['다', '요', '음', '함', '임', '됨', '짐', '죠', '오', '까'].contains(&last);
    }
    let stopped = said.ends_with(['.', '!']);
    if stopped && said.split_whitespace().nth(MAX_STOPPED).is_some() {
        return false;
    }
    !said.split_whitespace().any(|word| {
        let bare = word.trim_matches(|ch: char| !ch.is_alphanumeric());
        CLAUSES.contains(&bare) && bare != "to" || bare.ends_with("ed") || bare == "do" || bare == "does"
    })
}

/// Korean texts that say what they are about, and what they do.
const KOREAN_TEXTS: &[&str] = &[
    "문서",
    "글",
    "페이지",
    "안내서",
    "안내",
    "가이드",
    "튜토리얼",
    "절",
    "장",
    "섹션",
    "챕터",
    "부록",
    "매뉴얼",
    "설명서",
    "강의",
    "표",
    "목록",
    "그림",
    "예제",
];
const KOREAN_THIS: &[&str] = &["이 ", "본 ", "이번 ", "다음 ", "아래 ", "위 "];
const KOREAN_TOPIC: &[&str] = &["에서는 ", "에서 ", "은 ", "는 ", "들은 "];
const KOREAN_ABOUT: &[&str] = &[
    "설명", "소개", "안내", "다루", "다룬", "다룹", "알아", "살펴", "배우", "배웁", "배운", "정리", "기술",
    "서술", "비교", "요약", "나열", "보여",
];

/// Whether a Korean sentence, which ends with `end`, says what the text or a part of it is about. It names that as an object;
/// `…다고 설명합니다` and `…음을 설명합니다` state it.
pub(super) fn introduces_korean(body: &str, end: &str) -> bool {
    let Some(rest) = KOREAN_THIS.iter().find_map(|this| body.strip_prefix(this)) else { return false };
    let behind = |text: &&str| {
        let rest = rest.strip_prefix(*text)?;
        KOREAN_TOPIC.iter().find_map(|topic| rest.strip_prefix(topic))
    };
    let Some(said) = KOREAN_TEXTS.iter().find_map(behind) else { return false };
    let end = end.strip_suffix("것입니다").map_or(end, str::trim_end);
    let Some((head, verb)) = end.rsplit_once(' ') else { return false };
    // `비교해 봅니다`, `보여 줍니다`
    let (head, verb) = if KOREAN_AUXILIARIES.contains(&verb) {
        head.rsplit_once(' ').unwrap_or((head, verb))
    } else {
        (head, verb)
    };
    let object = head.rsplit(' ').find(|word| !KOREAN_ADVERBS.contains(word)).unwrap_or_default();
    let Some(stem) = object.strip_suffix(['을', '를']).filter(|stem| !stem.is_empty()) else {
        return false;
    };
    if !KOREAN_ABOUT.iter().any(|about| verb.starts_with(about)) {
        return false;
    }
    if KOREAN_MATTERS.iter().any(|matter| stem.ends_with(matter)) {
        return true;
    }
    // `것을`, `사실을`, `불가능함을` state; somebody else may do the explaining: `이 절에서는 스님이 예불을 설명한다`.
    let states = ["것", "점", "사실", "음", "함", "됨", "임", "짐"].iter().any(|fact| stem.ends_with(fact));
    let acts = |word: &str| word.chars().nth(1).is_some() && word.ends_with(['이', '가']);
    !states
        && !verb.starts_with("보여")
        && !said.bytes().any(|byte| byte.is_ascii_digit())
        && !said.split(' ').any(acts)
}

/// What a text is about, whatever stands before it, and words between it and the verb.
const KOREAN_MATTERS: &[&str] =
    &["방법", "절차", "과정", "기초", "개념", "원리", "사용법", "구조", "차이", "차이점", "예제", "예시"];
const KOREAN_ADVERBS: &[&str] = &["자세히", "간단히", "함께", "차례로", "쉽게", "하나씩"];
const KOREAN_AUXILIARIES: &[&str] = &["봅니다", "본다", "봐요", "줍니다", "준다", "있습니다", "있다"];
