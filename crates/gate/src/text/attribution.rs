//! Attributions: phrases with which a claim names its source in general (`According to the handbook, …`, `자료에 따르면
//! …`), and the word with which it answers (`No, …`, `아니요, …`). They carry the statement and are none: what a source says of itself is
//! not to be found in it, and that word denies what was asked, not what follows. `Yes` changes nothing and stays.
//!
//! Owns which phrases these are. A source with a name of its own (`according to Reuters`, `인사규정에 따르면`) is part of
//! what is claimed; phrases that carry a mark are [`citation`](stet_marks::citation)'s.

use std::sync::LazyLock;

use memchr::memrchr_iter;

use stet_marks::citation::{CARRIERS, RESTS};
use stet_text::is_word_char;

/// Words of one kind of a language: what a source is called in general, words before that, what a source does.
struct Phrases {
    sources: Vec<&'static str>,
    before: Vec<&'static str>,
    says: Vec<&'static str>,
    answers: Vec<&'static str>,
    regrets: Vec<&'static str>,
}

impl Phrases {
    fn new(table: &str) -> Self {
        let of = |kind: &str| {
            let is = |row: &Vec<&'static str>| {
                row.get(1).is_some_and(|kinds| kinds.split(' ').any(|one| one == kind))
            };
            stet_data::rows(table).filter(is).filter_map(|row| row.first().copied()).collect()
        };
        Self {
            sources: of("source"),
            before: of("before"),
            says: of("says"),
            answers: of("answer"),
            regrets: of("regrets"),
        }
    }
}

static ENGLISH: LazyLock<Phrases> = LazyLock::new(|| Phrases::new("words/en/attributions"));
static KOREAN: LazyLock<Phrases> = LazyLock::new(|| Phrases::new("words/ko/attributions"));

/// A normalised statement, or one as it was written, without the attribution at its beginning or its end.
pub(crate) fn without_attribution(text: &str) -> &str {
    let rest = behind_answer(text, &ENGLISH).or_else(|| behind_answer(text, &KOREAN)).unwrap_or(text);
    let rest = english_head(rest).or_else(|| korean_head(rest)).unwrap_or(rest);
    let rest = english_tail(rest).unwrap_or(rest);
    // An attribution alone stays what it is.
    if rest.chars().filter(|&ch| is_word_char(ch)).nth(3).is_some() { rest } else { text }
}

/// The rest of a text behind a phrase, compared without regard to case, and a gap.
fn behind<'a>(text: &'a str, phrase: &str) -> Option<&'a str> {
    let (head, rest) = text.split_at_checked(phrase.len())?;
    (head.eq_ignore_ascii_case(phrase) && rest.starts_with(' ')).then(|| rest.trim_start())
}

/// The rest of a text behind one of some words.
fn behind_word<'a>(text: &'a str, words: &[&str]) -> Option<&'a str> {
    let end = text.find(|ch: char| !ch.is_alphanumeric()).unwrap_or(text.len());
    let (word, rest) = text.split_at_checked(end)?;
    words.iter().any(|known| word.eq_ignore_ascii_case(known)).then_some(rest)
}

/// The rest of a text behind an answer and the mark that sets it apart: `no cats may enter` answers nothing.
fn behind_answer<'a>(text: &'a str, phrases: &Phrases) -> Option<&'a str> {
    let apart = |rest: &'a str| {
        let rest = rest.strip_prefix([',', ':', ';']).or_else(|| {
            let rest = rest.strip_prefix(' ').unwrap_or(rest);
            rest.strip_prefix(['\u{2013}', '\u{2014}']).or_else(|| rest.strip_prefix("- "))
        });
        rest.map(str::trim_start)
    };
    let regretted =
        behind_word(text, &phrases.regrets).and_then(|rest| apart(rest).or(rest.strip_prefix(' ')));
    behind_word(regretted.unwrap_or(text), &phrases.answers).and_then(apart)
}

/// Behind what a source is called: `the company handbook`.
fn behind_source(text: &str) -> Option<&str> {
    let mut rest = text;
    for _ in 0..3 {
        match behind_word(rest, &ENGLISH.before).filter(|next| next.starts_with(' ')) {
            // `the source says`: here it is the source itself.
            Some(next) if behind_word(next.trim_start(), &ENGLISH.says).is_none() => rest = next.trim_start(),
            _ => break,
        }
    }
    behind_word(rest, &ENGLISH.sources)
}

fn english_head(text: &str) -> Option<&str> {
    if !text.starts_with(|ch: char| ch.is_ascii_alphabetic()) {
        return None;
    }
    let carried = CARRIERS.iter().find_map(|phrase| behind(text, phrase)).and_then(behind_source);
    if let Some(rest) = carried {
        return rest.strip_prefix(',').map(str::trim_start);
    }
    let says = |text| behind_source(text).and_then(|rest| behind_word(rest.trim_start(), &ENGLISH.says));
    if let Some(rest) = behind(text, "as").and_then(says) {
        return rest.strip_prefix(',').map(str::trim_start);
    }
    behind(says(text)?.trim_start(), "that")
}

fn english_tail(text: &str) -> Option<&str> {
    let bytes = text.as_bytes();
    let at = memrchr_iter(b',', bytes).find(|&at| bytes.get(at + 1) == Some(&b' '))?;
    let (head, tail) = text.split_at_checked(at)?;
    let phrase = tail.get(2..)?;
    let carried = CARRIERS.iter().find_map(|carrier| behind(phrase, carrier)).and_then(behind_source);
    let said = || {
        let rest = behind(phrase, "as").and_then(behind_source)?;
        behind_word(rest.trim_start(), &ENGLISH.says)
    };
    let rest = carried.or_else(said)?;
    rest.chars().all(|ch| !ch.is_alphanumeric()).then_some(head)
}

fn korean_head(text: &str) -> Option<&str> {
    let mut rest = text;
    while let Some(next) = KOREAN.before.iter().find_map(|word| rest.strip_prefix(word)?.strip_prefix(' ')) {
        rest = next;
    }
    let rest = KOREAN.sources.iter().find_map(|noun| {
        let rest = rest.strip_prefix(noun)?;
        // `규정에 따라 처리한다` tells how.
        RESTS
            .iter()
            .filter(|phrase| phrase.ends_with('면') || **phrase == "에서는")
            .find_map(|phrase| rest.strip_prefix(phrase))
    })?;
    rest.starts_with([',', ' ']).then(|| rest.trim_start_matches([',', ' ']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_in_general_is_no_content() {
        for (text, want) in [
            ("according to the source, leave is 15 days.", "leave is 15 days."),
            ("As the handbook says, leave is 15 days.", "leave is 15 days."),
            ("based on the provided documents, leave is 15 days.", "leave is 15 days."),
            ("in the employee handbook, leave is 15 days.", "leave is 15 days."),
            ("the policy states that leave is 15 days.", "leave is 15 days."),
            ("the source says that leave is 15 days.", "leave is 15 days."),
            ("Leave is 15 days, according to the handbook.", "Leave is 15 days"),
            ("출처에 따르면 휴가는 15일이다.", "휴가는 15일이다."),
            ("제공된 자료에 의하면, 휴가는 15일이다.", "휴가는 15일이다."),
            ("위 문서에서는 휴가를 15일로 한다.", "휴가를 15일로 한다."),
        ] {
            assert_eq!(without_attribution(text), want, "{text}");
        }
    }

    #[test]
    fn an_answer_is_apart_from_what_is_stated() {
        for (text, want) in [
            ("no, dogs may not enter.", "dogs may not enter."),
            ("No: dogs may not enter.", "dogs may not enter."),
            ("No \u{2013} dogs may not enter.", "dogs may not enter."),
            ("no\u{2014}dogs may not enter.", "dogs may not enter."),
            ("no - dogs may not enter.", "dogs may not enter."),
            ("no; according to the source, leave is 15 days.", "leave is 15 days."),
            ("Sorry, no, the pool is closed.", "the pool is closed."),
            ("unfortunately no, the pool is closed.", "the pool is closed."),
            ("아니요, 수영장은 닫는다.", "수영장은 닫는다."),
            ("no cats may enter.", "no cats may enter."),
            ("no-fly zones are marked.", "no-fly zones are marked."),
            ("no. 5 is closed.", "no. 5 is closed."),
            ("sorry, the pool is closed.", "sorry, the pool is closed."),
            ("네 개를 준다.", "네 개를 준다."),
            ("no, it.", "no, it."),
        ] {
            assert_eq!(without_attribution(text), want, "{text}");
        }
    }

    #[test]
    fn what_is_said_stays() {
        for text in [
            "according to reuters, leave is 15 days.",
            "the report says little.",
            "in the text the word is missing.",
            "the rules apply to all staff.",
            "according to the rules",
            "규정에 따라 처리한다.",
            "인사규정에 따르면 휴가는 15일이다.",
            "문서에서 오류를 찾았다.",
            "이 자료는 공개한다.",
        ] {
            assert_eq!(without_attribution(text), text, "{text}");
        }
    }
}
