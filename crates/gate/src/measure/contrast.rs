//! Contrast pairs: a supported claim made false by one change, for measuring.

use crate::sides::direction::opposite;
use stet_text::span::Span;
use stet_text::{Language, Script, language, tokens};

/// What was changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    Number,
    Negation,
    Direction,
}

/// The claim with one number, one polarity or one direction word changed; as many of the three as
/// the claim offers.
#[must_use]
pub fn contrasts(claim: &str) -> Vec<(Change, String)> {
    // The question before an answer states nothing, so changing it changes no truth.
    let (question, claim) =
        claim.rfind("? ").and_then(|at| claim.split_at_checked(at + 2)).unwrap_or(("", claim));
    [
        (Change::Number, number(claim)),
        (Change::Negation, negation(claim)),
        (Change::Direction, direction(claim)),
    ]
    .into_iter()
    .filter_map(|(change, text)| Some((change, format!("{question}{}", text?))))
    .collect()
}

fn replaced(text: &str, span: Span, with: &str) -> String {
    let (head, tail) = (Span::new(0, span.start).of(text), Span::new(span.end, text.len()).of(text));
    format!("{head}{with}{tail}")
}

/// Changes the last digit of the first number, else the first number word.
fn number(claim: &str) -> Option<String> {
    /// Words that stand for one another; in Korean before a counter.
    const WORDS: [(&str, &str); 24] = [
        ("two", "four"),
        ("three", "five"),
        ("four", "six"),
        ("five", "three"),
        ("six", "eight"),
        ("seven", "nine"),
        ("eight", "five"),
        ("nine", "six"),
        ("ten", "seven"),
        ("second", "fourth"),
        ("third", "fifth"),
        ("fourth", "third"),
        ("fifth", "second"),
        ("monday", "Thursday"),
        ("tuesday", "Friday"),
        ("wednesday", "Monday"),
        ("thursday", "Tuesday"),
        ("friday", "Wednesday"),
        ("두", "네"),
        ("세", "다섯"),
        ("네", "세"),
        ("다섯", "일곱"),
        ("여섯", "네"),
        ("일곱", "두"),
    ];
    // Not a citation mark.
    let in_mark = |span: Span| {
        let before = Span::new(0, span.start).of(claim);
        // Nor the number of an item: `4. Turn it on`.
        let item = before.trim_start_matches([' ', '*', '-', '•']).is_empty()
            && Span::new(span.end, claim.len()).of(claim).starts_with([')', '.']);
        before.ends_with(['[', '【', '†', '^', ',', '-']) || item
    };
    let words = tokens(claim);
    let Some(token) = words.iter().find(|token| token.script == Script::Digit && !in_mark(token.span)) else {
        return words.iter().find_map(|token| {
            // `네, 맞습니다` answers.
            if token.text == "네" && Span::new(token.span.end, claim.len()).of(claim).starts_with(',') {
                return None;
            }
            let lower = token.text.to_lowercase();
            let (_, other) = WORDS.iter().find(|(word, _)| *word == lower)?;
            Some(replaced(claim, token.span, other))
        });
    };
    let last = token.text.chars().next_back()?;
    let digit = last.to_digit(10)?;
    let other = char::from_digit(if digit >= 7 { digit - 3 } else { digit + 2 }, 10)?;
    let span = Span::new(token.span.end - last.len_utf8(), token.span.end);
    Some(replaced(claim, span, &other.to_string()))
}

fn negation(claim: &str) -> Option<String> {
    match language(claim) {
        Language::En => english_negation(claim),
        Language::Ko => korean_negation(claim),
    }
}

/// Takes a `not` out, or puts one behind the first auxiliary.
fn english_negation(claim: &str) -> Option<String> {
    let words = tokens(claim);
    if let Some(not) = words.iter().find(|word| word.text == "not") {
        let end = not.span.end + usize::from(Span::new(not.span.end, claim.len()).of(claim).starts_with(' '));
        return Some(replaced(claim, Span::new(not.span.start, end), ""));
    }
    let auxiliary = words.iter().find(|word| {
        matches!(
            word.text,
            "is" | "are"
                | "was"
                | "were"
                | "will"
                | "would"
                | "can"
                | "could"
                | "may"
                | "must"
                | "should"
                | "has"
                | "have"
                | "had"
        )
    })?;
    Some(replaced(claim, auxiliary.span, &format!("{} not", auxiliary.text)))
}

/// Turns the final predicate round.
fn korean_negation(claim: &str) -> Option<String> {
    const ENDINGS: [(&str, &str); 21] = [
        ("할 수 있다", "할 수 없다"),
        ("될 수 있다", "될 수 없다"),
        ("할 수 없다", "할 수 있다"),
        ("하였다", "하지 않았다"),
        ("되었다", "되지 않았다"),
        ("했습니다", "하지 않았습니다"),
        ("됐습니다", "되지 않았습니다"),
        ("되었습니다", "되지 않았습니다"),
        ("합니다", "하지 않습니다"),
        ("됩니다", "되지 않습니다"),
        ("있습니다", "없습니다"),
        ("없습니다", "있습니다"),
        ("입니다", "이 아닙니다"),
        ("했다", "하지 않았다"),
        ("됐다", "되지 않았다"),
        ("한다", "하지 않는다"),
        ("된다", "되지 않는다"),
        ("있다", "없다"),
        ("없다", "있다"),
        ("이었다", "이 아니었다"),
        ("이다", "이 아니다"),
    ];
    let body = claim.trim_end_matches(['.', ' ', '"', '!']);
    let tail = Span::new(body.len(), claim.len()).of(claim);
    ENDINGS.iter().find_map(|(ending, other)| {
        let stem = body.strip_suffix(ending)?;
        // `위치해 있다` and `알고 있다` tell how something is, not that it is: `없다` does not deny them.
        let state = (ending.starts_with('있') || ending.starts_with('없'))
            && !stem.strip_suffix(' ').is_some_and(|rest| {
                rest.ends_with([
                    '이', '가', '은', '는', '도', '에', '수', '만', '점', '적', '일', '것', '데', '리', '서',
                ])
            });
        if state {
            return None;
        }
        Some(format!("{stem}{other}{tail}"))
    })
}

/// Swaps the first direction word that has an opposite of the same form.
fn direction(claim: &str) -> Option<String> {
    let words = tokens(claim);
    // `public and private`, `private unions as well as public`: with one word changed it is no false statement but none.
    let joined = |at: usize, other: &str| {
        let is =
            |word: &str, at: usize| words.get(at).is_some_and(|token| token.text.eq_ignore_ascii_case(word));
        let well = |from: usize, to: usize| (from + 1..to).any(|at| is("well", at));
        let as_well = || {
            (at + 3..at + 8).any(|to| is(other, to) && well(at, to))
                || (at.saturating_sub(7)..at).any(|from| is(other, from) && well(from, at))
        };
        is(other, at + 2) || at.checked_sub(2).is_some_and(|at| is(other, at)) || as_well()
    };
    words.iter().enumerate().find_map(|(at, token)| {
        let lower = token.text.to_lowercase();
        let (len, other) = opposite(&lower)?;
        // Nor is `named before him`.
        let named =
            lower == "after" && words.iter().take(at).any(|token| matches!(token.text, "named" | "called"));
        if named || joined(at, other) {
            return None;
        }
        let rest = Span::new(token.span.end, claim.len()).of(claim).trim_start();
        let quantity = rest.starts_with(|ch: char| ch.is_ascii_digit() || ch == '$');
        // `under evaluation` and `falling victim` have no direction; `이상하다` and `이전하다` are other words.
        if matches!(lower.as_str(), "over" | "under") && !quantity
            || rest.starts_with("victim")
            || lower.get(len..).is_some_and(|tail| {
                matches!(other, "이하" | "이상" | "이후" | "이전")
                    && tail.starts_with(['하', '한', '했', '해'])
            })
        {
            return None;
        }
        let span = Span::new(token.span.start, token.span.start + len);
        // `South Africa` stays a name.
        let capital = token.text.starts_with(|ch: char| ch.is_ascii_uppercase());
        let first = other.chars().next().filter(|_| capital).map(|ch| ch.to_ascii_uppercase());
        let rest = if first.is_some() { other.get(1..).unwrap_or_default() } else { other };
        let with = format!("{}{rest}", first.map_or_else(String::new, String::from));
        claim.is_char_boundary(span.end).then(|| replaced(claim, span, &with))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stays_one_and_an_answer_is_no_number() {
        let of = |claim: &str, change| {
            contrasts(claim).into_iter().find(|found| found.0 == change).map(|found| found.1)
        };
        assert_eq!(
            of("It lies in South Korea.", Change::Direction).as_deref(),
            Some("It lies in North Korea.")
        );
        assert_eq!(of("Sales rose.", Change::Direction).as_deref(), Some("Sales fell."));
        assert_eq!(of("네, 좋은 방이었다.", Change::Number), None);
        assert_eq!(of("방은 네 개였다.", Change::Number).as_deref(), Some("방은 세 개였다."));
    }
}
