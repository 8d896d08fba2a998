//! A text as a reader sees it: entities decoded, without tags that only change how it looks, invisible characters and
//! backslashes, and one character for all that look alike (`［`, `【` are `[`; `–` is `-`).
//!
//! Owns the folding that patterns are written in. Leaves what stands there to [`super::table`].

use stet_text::digit;
use stet_text::entity::{Unit, may_begin, unit};
use stet_text::is_invisible;
use stet_text::span::Span;

/// A character of a text, or why there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Seen {
    /// As it is folded, and where it stands.
    Char(char, Span),
    /// The text ends, or breaks off inside of what more text could make one character or none.
    End,
}

/// The character at `at`; `raw` takes markup as it stands.
pub(super) fn next(text: &str, mut at: usize, raw: bool) -> Seen {
    loop {
        let tail = text.get(at..).unwrap_or_default();
        let Some(c) = tail.chars().next() else { return Seen::End };
        if c.is_ascii_alphanumeric() || c == ' ' {
            return Seen::Char(c, Span::new(at, at + 1));
        }
        let (seen, len) = match c {
            '&' | '<' if !raw => match unit(tail) {
                Unit::Entity(c, len) => (Some(c), len),
                Unit::Tag(len) => (None, len),
                Unit::Partial => return Seen::End,
                Unit::Text => (Some(c), 1),
            },
            '\\' if !raw => match tail.as_bytes().get(1) {
                None => return Seen::End,
                Some(next) if next.is_ascii_punctuation() => (None, 1),
                Some(_) => (Some(c), 1),
            },
            _ => (Some(c), c.len_utf8()),
        };
        if let Some(c) = seen.filter(|c| !is_invisible(*c)) {
            return Seen::Char(fold(c), Span::new(at, at + len));
        }
        at += len;
    }
}

/// One character for those that look alike.
pub(super) fn fold(c: char) -> char {
    match c {
        _ if c.is_ascii() => match c {
            '\r' => '\n',
            '\t' => ' ',
            _ => c,
        },
        '【' | '［' | '〔' | '〖' | '⟦' => '[',
        '】' | '］' | '〕' | '〗' | '⟧' => ']',
        '（' => '(',
        '）' => ')',
        '，' | '、' => ',',
        '；' => ';',
        '：' => ':',
        '．' => '.',
        '／' => '/',
        '＆' => '&',
        '＝' => '=',
        '‐' | '‑' | '–' | '—' | '−' | '－' => '-',
        '～' | '〜' | '∼' => '~',
        '‡' => '†',
        '№' => '#',
        '“' | '”' | '„' | '«' | '»' => '"',
        '‘' | '’' => '\'',
        '가'..='힣' | '¹' | '²' | '³' | '⁰' | '⁴'..='⁹' => c,
        _ if c.is_whitespace() => ' ',
        _ => digit(c).and_then(|value| char::from_digit(value, 10)).unwrap_or(c),
    }
}

/// A text as it reads, its entities decoded and without tags.
pub(super) fn decode(text: &str) -> String {
    if !text.contains(may_begin) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let (seen, len) = match unit(rest) {
            Unit::Entity(c, len) => (Some(c), len),
            Unit::Tag(len) => (None, len),
            Unit::Partial | Unit::Text => (Some(c), c.len_utf8()),
        };
        out.extend(seen);
        rest = rest.get(len..).unwrap_or_default();
    }
    out
}
