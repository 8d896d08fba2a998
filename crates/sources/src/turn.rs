//! Requests about the last answer: in another form, more of it, what a source of it says.
//!
//! Owns telling them by their words, and which language a request asks for. A search for such words finds what happens to have them;
//! what is read in its place is decided in `ask`.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::broad::is_beside;
use super::leaning::points;
use super::places::kind_of;
use super::question::is_asking;
use stet_text::{Language, language, normalise, tokens};

/// What a request does with the last answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Turn {
    /// It once more.
    Again,
    /// More of what it rests on: why, an example, in detail.
    More,
    Listed,
    Shorter,
    Numbered,
    Table,
    /// In other words or in another language: what takes a model.
    Rewritten,
    /// What it cites under this number, or all of it.
    Source(Option<u32>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Turn(Turn),
    Beside,
}

struct Words {
    whole: FxHashMap<&'static str, Kind>,
    beginnings: Vec<(&'static str, Kind)>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let mut words = Words { whole: FxHashMap::default(), beginnings: Vec::new() };
    for row in ["words/en/turns", "words/ko/turns"].into_iter().flat_map(stet_data::rows) {
        let [form, kind] = row.as_slice() else { continue };
        let kind = match *kind {
            "short" => Kind::Turn(Turn::Shorter),
            "list" => Kind::Turn(Turn::Listed),
            "numbered" => Kind::Turn(Turn::Numbered),
            "table" => Kind::Turn(Turn::Table),
            "write" => Kind::Turn(Turn::Rewritten),
            "again" => Kind::Turn(Turn::Again),
            "more" => Kind::Turn(Turn::More),
            "source" => Kind::Turn(Turn::Source(None)),
            _ => Kind::Beside,
        };
        match form.strip_suffix('*') {
            Some(beginning) => words.beginnings.push((beginning, kind)),
            None => drop(words.whole.insert(form, kind)),
        }
    }
    words.beginnings.sort_by_key(|(form, _)| std::cmp::Reverse(form.len()));
    words
});

/// What a word of a request is; nothing where it may stand in a source.
fn kind(word: &str) -> Option<Kind> {
    let listed = WORDS.whole.get(word).copied();
    let begun = || WORDS.beginnings.iter().find(|(form, _)| word.starts_with(form)).map(|(_, kind)| *kind);
    let beside = || {
        let is = is_beside(word)
            || is_asking(word)
            || points(word)
            || ordinal(word).is_some()
            || word.chars().all(char::is_numeric);
        is.then_some(Kind::Beside)
    };
    listed.or_else(begun).or_else(beside)
}

/// What a request does with the last answer; nothing where it may ask the sources.
#[must_use]
pub fn turn(request: &str) -> Option<Turn> {
    let words: Vec<String> =
        tokens(request).iter().map(|token| normalise(token.text).replace('’', "'")).collect();
    let kinds: Vec<Option<Kind>> = words.iter().map(|word| kind(word)).collect();
    let bracket = bracketed(request);
    let known = |at: usize| kinds.get(at).copied().flatten().is_some();
    let is_about_it = (0..words.len()).all(|at| known(at) || is_manner(&words, &kinds, at));
    if !is_about_it || words.iter().any(|word| !kind_of(word).is_empty()) {
        return None;
    }
    let said = kinds.iter().flatten().filter_map(|kind| match kind {
        Kind::Turn(turn) => Some(*turn),
        Kind::Beside => None,
    });
    let says = |forms: &[&str]| words.iter().any(|word| forms.iter().any(|form| word.starts_with(form)));
    match said.max() {
        // `Where does it say that?`
        _ if says(&["where", "어디"]) && says(&["say", "said", "나와", "나오", "적혀"]) => {
            Some(Turn::Source(bracket))
        }
        Some(Turn::Source(_)) => Some(Turn::Source(
            bracket
                .or_else(|| words.iter().find_map(|word| ordinal(word)))
                .or_else(|| words.iter().find_map(|word| word.parse().ok())),
        )),
        _ if bracket.is_some() => Some(Turn::Source(bracket)),
        // `초등학생도 알 수 있게 말해 줘`
        None if words.iter().any(|word| word == "있게") => Some(Turn::Rewritten),
        said => said,
    }
}

/// Whether a word tells how or for whom the answer is to be told: behind `rewrite it for …`, `말로` and the like.
fn is_manner(words: &[String], kinds: &[Option<Kind>], at: usize) -> bool {
    let hangul = |word: &str| word.chars().any(|ch| matches!(ch, '가'..='힣'));
    let ends = |word: &String| {
        let ending = ["게", "로", "처럼", "도", "용"].iter().any(|end| word.ends_with(end));
        ending && word.chars().nth(1).is_some()
    };
    let Some(word) = words.get(at) else { return false };
    if hangul(word) {
        let next = words.get(at + 1);
        let is_turn = matches!(kinds.get(at + 1), Some(Some(Kind::Turn(Turn::Rewritten))));
        return ends(word) || next.is_some_and(ends) && (is_turn || kinds.get(at + 1) == Some(&None));
    }
    // `Rewrite it for a ten-year-old`: what is to be told is `it`, and a preposition stands before the rest.
    let before = words.get(..at).unwrap_or_default();
    let it = before.iter().position(|word| matches!(word.as_str(), "it" | "this" | "that" | "answer"));
    let led = it.and_then(|it| before.get(it + 1));
    led.is_some_and(|word| matches!(word.as_str(), "for" | "as" | "to" | "into" | "in" | "like" | "so"))
        && kinds.get(..at).is_some_and(|kinds| kinds.iter().any(|kind| matches!(kind, Some(Kind::Turn(_)))))
}

/// The number of a mark: `[2]`, `[†2]`.
fn bracketed(request: &str) -> Option<u32> {
    let (_, rest) = request.split_once('[')?;
    let (inside, _) = rest.split_once(']')?;
    inside.trim_start_matches('†').trim().parse().ok()
}

fn ordinal(word: &str) -> Option<u32> {
    const ORDINALS: [[&str; 4]; 5] = [
        ["first", "1st", "첫", "첫째"],
        ["second", "2nd", "둘째", "두"],
        ["third", "3rd", "셋째", "세"],
        ["fourth", "4th", "넷째", "네"],
        ["fifth", "5th", "다섯째", "다섯"],
    ];
    (1..).zip(ORDINALS).find(|(_, forms)| forms.contains(&word)).map(|(number, _)| number)
}

/// The language that a question asks to be answered in, and the question without that: `Answer in Korean: when …?`, `… 영어로 답해 줘`.
#[must_use]
pub fn language_asked(question: &str) -> Option<(Language, String)> {
    let mut rest = String::new();
    let mut asked = None;
    for clause in question.split_inclusive(['.', '?', '!', ':', '\n', ',']) {
        match language_of(clause).filter(|_| asked.is_none()) {
            Some(language) => asked = Some(language),
            None => rest.push_str(clause),
        }
    }
    asked.map(|language| (language, rest.trim().to_owned()))
}

/// The language of a question: of mixed ones that of the words that ask (`Hexley office open time 알려줘`).
#[must_use]
pub fn language_of_question(question: &str) -> Language {
    let asks = tokens(question).last().is_some_and(|last| {
        last.text.starts_with(|ch| matches!(ch, '가'..='힣')) && is_asking(&normalise(last.text))
    });
    if asks { Language::Ko } else { language(question) }
}

/// The language that words name which ask for nothing else.
fn language_of(clause: &str) -> Option<Language> {
    let words: Vec<String> = tokens(clause).iter().map(|token| normalise(token.text)).collect();
    let says = |forms: &[&str]| words.iter().any(|word| forms.iter().any(|form| word.starts_with(form)));
    if !words.iter().all(|word| kind(word).is_some() || word.starts_with("답") || word.starts_with("대답"))
    {
        return None;
    }
    match (says(&["korean", "한국어로", "한글로", "우리말로"]), says(&["english", "영어로", "영문으로"]))
    {
        (true, false) => Some(Language::Ko),
        (false, true) => Some(Language::En),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_about_the_last_answer_are_told_by_their_words() {
        for (turn_of, requests) in [
            (Turn::Again, &["Repeat that.", "다시 말해 줘"][..]),
            (
                Turn::More,
                &["Why?", "왜 그런가요?", "Give me an example.", "예시 하나만 들어 주세요", "이해가 안 돼요"],
            ),
            (
                Turn::Shorter,
                &[
                    "Too long. Give me the short version.",
                    "tl;dr",
                    "너무 길어. 줄여 줘.",
                    "한 줄로 요약해 줘.",
                    "핵심만 알려 줘",
                ],
            ),
            (Turn::Listed, &["As bullet points.", "List the key points.", "목록으로 바꿔 줘"]),
            (Turn::Numbered, &["Write it as a numbered list", "번호를 매겨서 정리해 줘"]),
            (Turn::Table, &["In a table, please.", "방금 답변을 표로 만들어 줘"]),
            (
                Turn::Rewritten,
                &[
                    "Translate into Korean, please.",
                    "Rewrite it in simpler words for a ten-year-old.",
                    "Please answer again, but in French.",
                    "Without the jargon, please.",
                    "영어로 번역해 줘.",
                    "영문으로 옮겨 주세요",
                    "이메일 형식으로 다시 써 줘",
                    "초등학생도 이해할 수 있게 쉽게 말해 줘",
                    "격식 있게 고쳐 줘",
                    "초등학생도 알 수 있게 말해 줘",
                ],
            ),
            (
                Turn::Source(None),
                &[
                    "Quote the source.",
                    "Where does it say that?",
                    "출처 원문을 보여 줘",
                    "그 문장이 어디에 나와요?",
                ],
            ),
            (
                Turn::Source(Some(1)),
                &[
                    "Tell me more about source [1].",
                    "Tell me more about [†1].",
                    "Open the first source.",
                    "What does source 1 say exactly?",
                    "첫 번째 출처를 자세히",
                    "1번 출처 좀 더 알려 줘",
                    "[1]에 대해 더 자세히 설명해 줘.",
                ],
            ),
        ] {
            for request in requests {
                assert_eq!(turn(request), Some(turn_of), "{request}");
            }
        }
        assert_eq!(turn("두 번째 출처를 열어 줘"), Some(Turn::Source(Some(2))));
    }

    #[test]
    fn what_asks_the_sources_is_no_request_about_an_answer() {
        for request in [
            "Translate the notice on parking.",
            "List the branch offices in a table.",
            "Is there an example of a late fee?",
            "Why was the greenhouse repaired?",
            "Explain this clause.",
            "What does a translation cost?",
            "Summarise this document.",
            "Who approves it?",
            "표로 된 수수료를 알려 줘",
            "번역 수수료는 얼마인가요?",
            "도서관 이용을 쉽게 설명해 줘",
            "노점 허가를 요약해 줘",
            "이 문서를 요약해 줘",
            "그건 최대 몇 개월인가요?",
            "네",
        ] {
            assert_eq!(turn(request), None, "{request}");
        }
    }

    #[test]
    fn the_language_that_is_asked_for_is_told_from_the_question() {
        for (question, language, rest) in [
            ("Answer in Korean: when does it open?", Language::Ko, "when does it open?"),
            ("한국어로: When does the office open?", Language::Ko, "When does the office open?"),
            ("라온 지점은 몇 시에 여나요? 영어로 답해 줘.", Language::En, "라온 지점은 몇 시에 여나요?"),
            ("영어로 번역해 줘.", Language::En, ""),
        ] {
            assert_eq!(language_asked(question), Some((language, rest.to_owned())), "{question}");
        }
        for question in [
            "Translate from Korean to English.",
            "한국어로 된 안내문은 어디에 있나요?",
            "In a table, please.",
        ] {
            assert_eq!(language_asked(question), None, "{question}");
        }
    }
}
