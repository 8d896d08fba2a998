//! How a sentence reads that names a source in words, once the reference is renumbered or refused.
//!
//! Owns the words that take its place (`Source 1`, `a source`, `한 출처`), what goes with them, and the forms around
//! them that have to agree. Leaves finding references to `worded` and phrases that only carry one to
//! [`super::carrier`].

use super::carrier::{as_clause, carried};
use super::hold::{is_comma, is_joint, lead_start};
use super::nouns::{self, Noun, noun};
use super::removal::{enclosed, is_closing, opens_line, removal};
use super::words::{DETERMINERS, KOREAN_DETERMINERS, SAYING_STEMS};
use super::{Mark, MarkRef, ordinal};
use crate::statute::{agreeing, is_hangul};
use std::fmt::Write as _;
use stet_text::span::Span;

/// Longest run of Hangul behind a reference that is looked at, in bytes.
const MAX_TAIL: usize = 24;

/// A reference that stays.
pub(super) struct Kept {
    /// What takes the place of the old text.
    pub text: String,
    /// Bytes of it that are the reference.
    pub len: usize,
    /// Where the old text ends that it replaces.
    pub end: usize,
}

/// A reference with its members under new numbers: those of each member as it was written, without repetitions. `None`
/// when none is left.
pub(super) fn kept(sentence: &str, mark: &Mark, numbers: &[Vec<u32>]) -> Option<Kept> {
    let raw = mark.span.of(sentence);
    let all: Vec<u32> = numbers.concat();
    let last = *all.last()?;
    let whole = mark.refs.len() == numbers.len()
        && mark.refs.iter().zip(numbers).all(|(member, new)| fits(member, new));
    let text = if whole { renumbered(sentence, mark, numbers) } else { listed(sentence, mark, &all) };
    if text == raw {
        return Some(Kept { len: text.len(), text, end: mark.span.end });
    }
    let len = text.len();
    let rest = Span::new(mark.span.end, sentence.len()).of(sentence);
    let (behind, taken) = if text.ends_with(|c: char| c.is_alphabetic()) {
        inflected(sentence, mark, &all).unwrap_or_default()
    } else {
        korean_tail(rest, syllable(last)).or_else(|| inflected(sentence, mark, &all)).unwrap_or_default()
    };
    Some(Kept { text: text + &behind, len, end: mark.span.end + taken })
}

/// Whether new numbers take the place of a member as it is written.
fn fits(member: &MarkRef, new: &[u32]) -> bool {
    match member {
        MarkRef::Range { from, to, .. } => {
            let run = new.windows(2).all(|pair| matches!(pair, [a, b] if a + 1 == *b));
            run && new.len() == from.abs_diff(*to) as usize + 1
        }
        _ => new.len() == 1,
    }
}

/// The words of the reference around new numbers.
fn renumbered(sentence: &str, mark: &Mark, numbers: &[Vec<u32>]) -> String {
    let mut text = String::new();
    let mut at = mark.span.start;
    let mut before = None;
    for (member, new) in mark.refs.iter().zip(numbers) {
        let span = member.span();
        let between = Span::new(at, span.start).of(sentence);
        match before.and_then(|n| korean_tail(between, syllable(n))) {
            Some((joint, taken)) => {
                text.push_str(&joint);
                text.push_str(between.get(taken..).unwrap_or_default());
            }
            None => text.push_str(between),
        }
        let written = span.of(sentence);
        match (new.first(), new.last()) {
            (Some(first), Some(last)) if matches!(member, MarkRef::Range { .. }) => {
                let dash = written.trim_matches(|c: char| c.is_ascii_digit());
                // Writing to a string cannot fail.
                let _ = write!(text, "{first}{dash}{last}");
            }
            (Some(n), _) => {
                let numeral = || super::shown::numeral(*n, written.chars().next().unwrap_or('1'));
                text.push_str(&ordinal::written(*n, written).unwrap_or_else(numeral));
            }
            _ => {}
        }
        before = new.last().copied();
        at = span.end;
    }
    text.push_str(Span::new(at, mark.span.end).of(sentence));
    text
}

/// A reference to fewer sources than it had.
fn listed(sentence: &str, mark: &Mark, numbers: &[u32]) -> String {
    let raw = mark.span.of(sentence);
    let place = mark.refs.first().map_or("", |member| member.span().of(sentence));
    if let Some(text) = noun(raw).and_then(|noun| ordinal::listed(noun, place, numbers)) {
        return text;
    }
    match noun(raw) {
        Some(Noun::Korean(noun)) => {
            let mut text = format!("{noun} ");
            for (at, n) in numbers.iter().enumerate() {
                if at > 0 && at + 1 == numbers.len() {
                    let before = numbers.get(at - 1).copied().unwrap_or_default();
                    text.push_str(&agreeing("과", syllable(before)).unwrap_or_else(|| "과".to_owned()));
                    text.push(' ');
                } else if at > 0 {
                    text.push_str(", ");
                }
                text.push_str(&n.to_string());
            }
            text
        }
        Some(noun @ Noun::English(..)) => {
            let word = |plural: bool| with_case(noun.written(plural), raw.starts_with(char::is_uppercase));
            match numbers {
                [one] => format!("{} {one}", word(false)),
                [head @ .., last] => {
                    let head: Vec<String> = head.iter().map(u32::to_string).collect();
                    format!("{} {} and {last}", word(true), head.join(", "))
                }
                [] => String::new(),
            }
        }
        None => raw.to_owned(),
    }
}

/// `state` behind a reference that has become singular is `states`.
fn inflected(sentence: &str, mark: &Mark, numbers: &[u32]) -> Option<(String, usize)> {
    let several = mark.refs.len() > 1 || matches!(mark.refs.first(), Some(MarkRef::Range { .. }));
    let before = word_before(sentence, mark.span.start);
    if !several
        || numbers.len() > 1
        || nouns::cites(before)
        || ["to", "of"].iter().any(|word| word.eq_ignore_ascii_case(before))
    {
        return None;
    }
    let rest = Span::new(mark.span.end, sentence.len()).of(sentence);
    let (at, word) = verb(rest)?;
    Some((format!("{}{}", rest.get(..at)?, nouns::singular(word)?), at + word.len()))
}

/// The word behind a reference and at most one adverb, and where it stands.
fn verb(rest: &str) -> Option<(usize, &str)> {
    let mut at = 0;
    for _ in 0..2 {
        let tail = rest.get(at..)?.strip_prefix(' ')?;
        let word = tail.split(|c: char| !c.is_ascii_alphabetic()).next()?;
        if !nouns::is_adverb(word) {
            return Some((at + 1, word));
        }
        at += 1 + word.len();
    }
    None
}

/// How a number is read last, for the particle behind it.
fn syllable(n: u32) -> &'static str {
    let digits = ["십", "일", "이", "삼", "사", "오", "육", "칠", "팔", "구"];
    match n {
        0 => "영",
        _ if n.is_multiple_of(100) => "백",
        _ => digits.get(n as usize % 10).copied().unwrap_or_default(),
    }
}

/// The particle at the beginning of a text as it follows `head`, and its length there.
fn korean_tail(rest: &str, head: &str) -> Option<(String, usize)> {
    let end = rest.find(|c| !is_hangul(c)).unwrap_or(rest.len());
    let word = rest.get(..end).filter(|word| !word.is_empty() && word.len() <= MAX_TAIL)?;
    Some((agreeing(word, head)?, end))
}

fn with_case(word: &str, capital: bool) -> String {
    let mut chars = word.chars();
    match chars.next() {
        Some(first) if capital => first.to_uppercase().chain(chars).collect(),
        _ => word.to_owned(),
    }
}

/// The word that stands before a place, letters only.
fn word_before(text: &str, at: usize) -> &str {
    let head = text.get(..at).unwrap_or_default().trim_end_matches([' ', '\u{a0}']);
    let from = head.ceil_char_boundary(head.len().saturating_sub(MAX_TAIL));
    let near = head.get(from..).unwrap_or_default();
    let bare = near.trim_end_matches(char::is_alphabetic);
    near.get(bare.len()..).unwrap_or_default()
}

/// What goes when a reference is refused, and what takes its place. Without an `article` the source is named as the gate
/// knows it, for the statement that is judged.
pub(super) fn refused(sentence: &str, limits: Span, mark: &Mark, article: bool) -> (Span, String) {
    let span = mark.span;
    let head = Span::new(0, span.start).of(sentence);
    let right = Span::new(span.end, limits.end).of(sentence);
    let floor = lead_start(sentence, span.start).max(limits.start);
    let gone = |span| (span, String::new());
    // `Source: 9`
    if mark.span.of(sentence).contains([':', '：']) {
        return gone(removal(sentence, limits, span));
    }
    // A cell of a table.
    let cell = head.trim_end().ends_with('|') && right.trim_start().starts_with('|');
    if cell && !article {
        return gone(span);
    }
    if let Some(label) = label(sentence, Span::new(floor, limits.end), span) {
        return gone(label);
    }
    if enclosed(sentence, Span::new(floor, limits.end), span).is_some() {
        return gone(removal(sentence, limits, span));
    }
    if let Some(carried) = carried(sentence, limits, span) {
        return carried;
    }
    if let Some(clause) = as_clause(sentence, Span::new(floor, limits.end), span) {
        return clause;
    }
    let placed =
        mark.refs.first().is_some_and(|member| ordinal::written(1, member.span().of(sentence)).is_some());
    if !article && let Some(claim) = said(sentence, limits, span) {
        let start =
            if placed { ordinal::with_article(sentence, claim.start).max(limits.start) } else { claim.start };
        return gone(Span::new(start, claim.end));
    }
    // `… opens at nine, Source 9.`
    let before = head.trim_end_matches([' ', '\u{a0}']);
    let ends =
        right.trim_start_matches([' ', '\u{a0}']).chars().next().is_none_or(|c| c == '\n' || is_closing(c));
    if ends
        && before.ends_with(|c: char| is_comma(c) || is_joint(c))
        && before.contains(char::is_alphanumeric)
    {
        return gone(removal(sentence, limits, span));
    }
    in_general(sentence, mark, right, article)
}

/// `Source 9: The library opens.` at the beginning of a line.
fn label(sentence: &str, limits: Span, span: Span) -> Option<Span> {
    let head = Span::new(0, span.start).of(sentence);
    if !opens_line(head) {
        return None;
    }
    let emphasis = ["**", "__", "*", "_"].into_iter().find(|mark| head.ends_with(mark)).unwrap_or_default();
    let start = span.start - emphasis.len();
    if start < limits.start {
        return None;
    }
    let right = Span::new(span.end, limits.end).of(sentence);
    let inner = right.strip_prefix([':', '：']).and_then(|rest| rest.strip_prefix(emphasis));
    let outer = right.strip_prefix(emphasis).and_then(|rest| {
        [":", "：", " - ", " – ", " — "].into_iter().find_map(|joint| rest.strip_prefix(joint))
    });
    let rest = inner.or(outer)?;
    let text = rest.trim_start_matches([' ', '\t', '\u{a0}']);
    text.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '"' | '“' | '「' | '*'))
        .then(|| Span::new(start, limits.end - text.len()))
}

/// What a statement does not need that says who says it: `Source 2 states that …`, `출처 2는 … 다고 명시한다`.
fn said(sentence: &str, limits: Span, span: Span) -> Option<Span> {
    let right = Span::new(span.end, limits.end).of(sentence);
    if let Some((_, taken)) = korean_tail(right, "출처") {
        let particle = right.get(..taken)?;
        let rest = right.get(taken..)?.strip_prefix([' ', ','])?;
        let topic = ["은", "는", "이", "가", "에서", "에서는", "에는", "에도", "에서도"].contains(&particle);
        return topic.then(|| Span::new(span.start, limits.end - rest.trim_start().len()));
    }
    let (at, word) = verb(right)?;
    let next = right.get(at + word.len()..)?;
    let stands = ["is", "are", "was", "were", "does", "do", "did", "has", "have", "had"].contains(&word);
    let said = next.trim_start_matches([' ', ',', ':']);
    let said = said.strip_prefix("that ").unwrap_or(said);
    let claims = said.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '"' | '“'));
    (nouns::is_saying(word) && !stands && said.len() < next.len() && claims)
        .then(|| Span::new(span.start, limits.end - said.len()))
}

/// A source in general in the place of a reference, with the particle that agrees.
fn in_general(sentence: &str, mark: &Mark, right: &str, article: bool) -> (Span, String) {
    let raw = mark.span.of(sentence);
    let several = mark.refs.len() > 1 || matches!(mark.refs.first(), Some(MarkRef::Range { .. }));
    let before = word_before(sentence, mark.span.start);
    match noun(raw) {
        Some(Noun::Korean(noun)) => {
            let told = KOREAN_DETERMINERS.contains(&before);
            let quantity = match (told || !article, several) {
                (true, _) => "",
                (false, true) => "일부 ",
                (false, false) => "한 ",
            };
            let (particle, taken) = korean_tail(right, noun).unwrap_or_default();
            let span = Span::new(mark.span.start, mark.span.end + taken);
            (span, format!("{quantity}{noun}{particle}"))
        }
        Some(noun @ Noun::English(_, many)) => {
            let told = DETERMINERS.iter().any(|word| word.eq_ignore_ascii_case(before));
            let plural = several || raw.get(..many.len()).is_some_and(|head| head.eq_ignore_ascii_case(many));
            let word = noun.written(plural);
            let head = Span::new(0, mark.span.start).of(sentence);
            let opens = opens_line(head.trim_end_matches(['"', '“', '(', '#', ' ']));
            let capital = raw.starts_with(char::is_uppercase)
                && (opens || head.trim_end().ends_with(['.', '!', '?', ':', '|']));
            let quantity = match (article, plural) {
                _ if told => "",
                (false, _) => "the ",
                (true, true) => "some ",
                (true, false) if word.starts_with(['a', 'e', 'i', 'o', 'u']) => "an ",
                (true, false) => "a ",
            };
            (mark.span, with_case(&format!("{quantity}{word}"), capital))
        }
        None => (mark.span, String::new()),
    }
}

/// What takes the place of an identifier that is the noun of a phrase: `see doi:10.1000/182`.
pub(super) fn publication(sentence: &str, span: Span) -> Option<&'static str> {
    let identified = span.of(sentence).starts_with(|c: char| c.is_alphabetic());
    let before = Span::new(0, span.start).of(sentence).trim_end();
    let after = Span::new(span.end, sentence.len()).of(sentence);
    let noun = before.ends_with(char::is_alphabetic) || after.starts_with(|c: char| c.is_alphabetic());
    let korean = after.starts_with(is_hangul) || before.ends_with(is_hangul);
    (identified && noun).then_some(if korean { "한 문헌" } else { "a publication" })
}

/// A Korean statement without the words at its end that only say that a source says so: `… 연다고 명시하고 있다.`
pub(super) fn without_saying(statement: &str) -> String {
    let from = statement.ceil_char_boundary(statement.len().saturating_sub(4 * MAX_TAIL));
    let tail = statement.get(from..).unwrap_or_default();
    let Some(at) = tail.rfind("다고 ").or_else(|| tail.rfind("라고 ")) else {
        return statement.to_owned();
    };
    let said = statement.get(..from + at + "다".len()).unwrap_or_default();
    let rest = tail.get(at + "다고 ".len()..).unwrap_or_default();
    if SAYING_STEMS.iter().any(|stem| rest.starts_with(stem)) {
        format!("{said}.")
    } else {
        statement.to_owned()
    }
}
