//! Numbers that are notes only by where they stand: `… on Fridays (9).`, `… 닫는다⑨.`, `… 닫는다. (2)`.
//!
//! The same number is one of a list (`(2) wait`), a count (`nine (9) members`), an argument (`f(2)`) or the item that the
//! words before it name (`step (2)`). Owns what has to stand before and behind one that cites; leaves marks that say so
//! themselves to [`super::grammar`]. Looks at no more than [`REACH`] bytes before it and [`MAX_GAP`] behind it.

use super::grammar::{Body, Grammar, MarkRef, Shape, Stop, is_open};
use super::titled::is_time;
use crate::statute::circled;
use stet_text::digit;
use stet_text::span::Span;

/// Bytes before the number that are looked at.
const REACH: usize = 64;

/// White space behind it that is looked through, in bytes.
const MAX_GAP: usize = 8;

/// Numbers in one pair of brackets.
const MAX_MEMBERS: usize = 6;

/// Letters of a word behind which a number in a circle is raised; shorter ones are variables and units.
const MIN_WORD: usize = 3;

/// Words whose number follows them, and words behind which no statement ends.
const NAMED_BY_NUMBER: &[&str] = &[
    "about",
    "and",
    "answer",
    "answers",
    "are",
    "article",
    "articles",
    "button",
    "buttons",
    "box",
    "by",
    "case",
    "cases",
    "category",
    "chapter",
    "choice",
    "class",
    "clause",
    "clauses",
    "column",
    "condition",
    "conditions",
    "criteria",
    "criterion",
    "definition",
    "entry",
    "equal",
    "equals",
    "equation",
    "equations",
    "exactly",
    "example",
    "examples",
    "exercise",
    "factor",
    "figure",
    "formula",
    "from",
    "goal",
    "group",
    "item",
    "items",
    "key",
    "least",
    "lemma",
    "level",
    "line",
    "list",
    "message",
    "method",
    "most",
    "note",
    "notes",
    "number",
    "numbers",
    "option",
    "options",
    "page",
    "press",
    "choose",
    "click",
    "select",
    "enter",
    "dial",
    "paragraph",
    "paragraphs",
    "part",
    "parts",
    "phase",
    "point",
    "points",
    "question",
    "questions",
    "reason",
    "reaction",
    "requirement",
    "row",
    "rule",
    "rules",
    "scheme",
    "section",
    "see",
    "stage",
    "statement",
    "step",
    "steps",
    "subparagraph",
    "subsection",
    "table",
    "task",
    "than",
    "theorem",
    "the",
    "times",
    "type",
    "types",
    "under",
    "verse",
    "version",
    "was",
    "were",
    "with",
];

/// Numbers in words.
const NUMERALS: &[&str] = &[
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
];
const TENS: &[&str] = &["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/// What a Korean statement ends with, full stop or not.
const ENDINGS: &[char] = &['다', '요', '죠', '음', '함', '됨', '임'];

/// Whether such a number may begin with a character.
pub(super) fn may_open(c: char) -> bool {
    matches!(c, '(' | '（' | '{') || circled(c).is_some()
}

/// The note at the beginning of `rest`, behind `head`. With `last` nothing follows.
pub(super) fn read(head: &str, rest: &str, last: bool) -> Result<Body, Stop> {
    let first = rest.chars().next().ok_or(Stop::Partial)?;
    let ringed = circled(first).is_some();
    let (len, refs) = if ringed { ringed_numbers(rest) } else { bracketed(rest, first)? };
    let from = head.ceil_char_boundary(head.len().saturating_sub(REACH));
    let near = head.get(from..).unwrap_or_default();
    let place = stands_behind(near, &refs, ringed).ok_or(Stop::No)?;
    let tail = rest.get(len..).unwrap_or_default();
    let gap = tail.bytes().take(MAX_GAP).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let next = tail.get(gap..).and_then(|tail| tail.chars().next());
    let ends = match next {
        None if last => true,
        None if gap < MAX_GAP => return Err(Stop::Partial),
        None => false,
        Some('\n' | '\r') => true,
        Some(_) if place == Place::Sentence => false,
        Some('.' | '!' | '?' | ';' | '。' | '！' | '？') => gap == 0 && closes(tail, last)?,
        // `닫는다⑨ 그리고`, `closes⑨ and`
        Some(_) if ringed && place == Place::Glued && gap > 0 => true,
        Some(c) => is_open(c) || ringed && place == Place::Glued && matches!(c, ',' | '，' | ')' | '”'),
    };
    if ends { Ok(Body { len, grammar: Grammar::Numeric, refs, shape: Shape::Round }) } else { Err(Stop::No) }
}

/// Whether the punctuation at the beginning of a text closes something and is no decimal point.
fn closes(tail: &str, last: bool) -> Result<bool, Stop> {
    match tail.chars().nth(1) {
        None if last => Ok(true),
        None => Err(Stop::Partial),
        Some(c) => Ok(!c.is_alphanumeric() || !c.is_ascii()),
    }
}

fn ringed_numbers(rest: &str) -> (usize, Vec<MarkRef>) {
    let mut refs = Vec::new();
    let mut len = 0;
    for c in rest.chars().take(MAX_MEMBERS) {
        let Some(n) = circled(c) else { break };
        refs.push(MarkRef::Number { n, span: Span::new(len, len + c.len_utf8()) });
        len += c.len_utf8();
    }
    (len, refs)
}

/// One or more numbers in brackets, of one or two digits and without a zero before them.
fn bracketed(rest: &str, open: char) -> Result<(usize, Vec<MarkRef>), Stop> {
    let close = match open {
        '(' => ')',
        '（' => '）',
        '{' => '}',
        _ => return Err(Stop::No),
    };
    let mut refs: Vec<MarkRef> = Vec::new();
    let mut at = open.len_utf8();
    loop {
        let start = at;
        let mut n = 0;
        for c in rest.get(at..).unwrap_or_default().chars().take(3) {
            let Some(value) = digit(c).filter(|_| c.is_ascii() || ('０'..='９').contains(&c)) else {
                break;
            };
            n = n * 10 + value;
            at += c.len_utf8();
        }
        let digits = rest.get(start..at).unwrap_or_default();
        let next = rest.get(at..).and_then(|tail| tail.chars().next());
        if digits.starts_with(['0', '０']) || n > 99 || digits.is_empty() && next.is_some() {
            return Err(Stop::No);
        }
        let next = next.ok_or(Stop::Partial)?;
        refs.push(MarkRef::Number { n, span: Span::new(start, at) });
        at += next.len_utf8();
        if next == close {
            return Ok((at, refs));
        }
        if !matches!(next, ',' | '，') || refs.len() >= MAX_MEMBERS {
            return Err(Stop::No);
        }
        at += usize::from(rest.as_bytes().get(at) == Some(&b' '));
    }
}

/// What a note stands behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The words, directly.
    Glued,
    /// The words and a space.
    Spaced,
    /// A sentence that has ended.
    Sentence,
}

fn stands_behind(near: &str, refs: &[MarkRef], ringed: bool) -> Option<Place> {
    let bare = near.trim_end_matches([' ', '\u{a0}']);
    let glued = bare.len() == near.len();
    let marked = bare.trim_end_matches(['*', '_', '"', '”', '’']);
    let last = marked.chars().next_back()?;
    if matches!(last, '.' | '!' | '?' | '。' | '！' | '？') {
        // `1. (2)` is a list, `e.g. (2)` an abbreviation.
        let before = marked.trim_end_matches(['.', '!', '?', '。', '！', '？']);
        return ends_words(before).then_some(Place::Sentence);
    }
    let place = if glued { Place::Glued } else { Place::Spaced };
    if ('가'..='힣').contains(&last) {
        return ENDINGS.contains(&last).then_some(place);
    }
    if glued && !ringed || !last.is_ascii_alphabetic() {
        return None;
    }
    let before = marked.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let word = marked.get(before.len()..)?;
    let lower = word.to_ascii_lowercase();
    let common = word == lower || is_time(&lower) || lower.strip_suffix('s').is_some_and(is_time);
    // Items that are counted or numbered one after the other: `apples (2) and pears (3)`.
    let listed = before.match_indices(['(', '（']).any(|(at, open)| {
        before.get(at + open.len()..).is_some_and(|inside| inside.starts_with(|c: char| digit(c).is_some()))
    }) || !glued && before.chars().any(|c| circled(c).is_some());
    let names = word.len() < MIN_WORD
        || !common
        || listed
        || NAMED_BY_NUMBER.contains(&lower.as_str())
        || before.ends_with(['-', '_', '\'', '’', '/', '@', '.', '&', '\\'])
        || before.split(' ').filter(|word| !word.is_empty()).count() < 2;
    let counts = refs.iter().any(|member| {
        let MarkRef::Number { n, .. } = member else { return false };
        marked.rsplit(' ').take(4).any(|word| is_value(word, *n))
    });
    (!names && !counts).then_some(place)
}

/// Whether a word says a number: `nine`, `9`, and whatever begins with tens for one that is not looked up.
fn is_value(word: &str, n: u32) -> bool {
    let lower = word.trim_matches(|c: char| !c.is_alphanumeric()).to_ascii_lowercase();
    let at = usize::try_from(n).unwrap_or(usize::MAX);
    lower.parse() == Ok(n)
        || NUMERALS.get(at).is_some_and(|numeral| *numeral == lower)
        || n == 12 && lower == "dozen"
        || n > 12 && (lower.ends_with("teen") || TENS.iter().any(|tens| lower.starts_with(tens)))
}

/// Whether a text ends with the words of a statement.
fn ends_words(text: &str) -> bool {
    let last = text.chars().next_back();
    let letters = text.chars().rev().take_while(char::is_ascii_alphabetic).take(MIN_WORD).count();
    last.is_some_and(|c| ENDINGS.contains(&c)) || letters >= MIN_WORD
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_told_from_counts_items_and_arguments() {
        for (head, rest, expected) in [
            ("The office closes at noon on Fridays ", "(9).", true),
            ("The office closes at noon ", "(2, 3).", true),
            ("The office closes at noon", "⑨.", true),
            ("The office closes at noon. ", "(2)\nNext", true),
            ("회사는 정오에 닫는다", "(9).", true),
            ("회사는 정오에 닫는다", "⑨ 그리고", true),
            ("회사는 정오에 닫는다. ", "②", true),
            ("The office closes at noon. ", "(2) Wait", false),
            ("As said in condition ", "(2).", false),
            ("The function returns f", "(2).", false),
            ("It has nine ", "(9).", false),
            ("There are nine members ", "(9).", false),
            ("They have two apples (2) and pears ", "(3).", false),
            ("The winners are Korea ", "(2).", false),
            ("The code of the area is ", "(02).", false),
            ("It was built in ", "(2019).", false),
            ("The office closes at noon ", "(9) and", false),
            ("위원은 아홉", "(9)명이다", false),
            ("정답은 ", "②.", false),
            ("The answer to that is ", "②.", false),
            ("", "① Ask", false),
        ] {
            assert_eq!(read(head, rest, true).is_ok(), expected, "{head}{rest}");
        }
    }
}
