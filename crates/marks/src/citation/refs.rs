//! What a mark refers to, by what its form captures: `n` (numbers), `name`, `names`, and `mark` where more was looked at.

use super::form::Form;
use super::grammar::{Body, Grammar, MarkRef, is_raised};
use super::seen::{Seen, decode, next};
use crate::statute::circled;
use regex::Regex;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;
use stet_text::span::Span;

/// Longest mark in markup, in bytes: a template has parameters.
pub(super) const MAX_MARKUP: usize = 320;

/// Members of one mark.
const MAX_MEMBERS: usize = 16;

/// A text as it is seen, with where each character stands from its beginning.
pub(super) struct Folded {
    raw: String,
    text: String,
    /// Where a character begins in the text, and its place in the raw one.
    chars: Vec<(usize, Span)>,
}

impl Folded {
    /// As much of a text from `at` on as becomes `len` bytes.
    pub fn of(text: &str, at: usize, len: usize, markup: bool) -> Self {
        let raw = text.get(at..).unwrap_or_default();
        let mut folded = Self { raw: String::new(), text: String::new(), chars: Vec::new() };
        let mut from = 0;
        while folded.text.len() < len
            && let Seen::Char(c, span) = next(raw, from, markup)
        {
            folded.chars.push((folded.text.len(), span));
            folded.text.push(c);
            from = span.end;
        }
        raw.get(..from).unwrap_or_default().clone_into(&mut folded.raw);
        folded
    }

    /// The raw span of a part of the folded text.
    fn raw(&self, start: usize, end: usize) -> Span {
        let first = self.chars.partition_point(|(at, _)| *at < start);
        let last = self.chars.partition_point(|(at, _)| *at < end);
        let at = |place: usize| self.chars.get(place).map(|(_, span)| *span);
        let start = at(first).map_or(self.raw.len(), |span| span.start);
        Span::new(start, last.checked_sub(1).and_then(at).map_or(start, |span| span.end))
    }

    fn name(&self, start: usize, end: usize) -> MarkRef {
        let span = self.raw(start, end).trimmed(&self.raw);
        MarkRef::Name { text: decode(span.of(&self.raw)), span }
    }
}

/// Numbers in words: places among the sources, in both languages, and Roman ones.
static NUMERALS: LazyLock<FxHashMap<String, u32>> = LazyLock::new(|| {
    let rows = ["en", "ko"].into_iter().flat_map(|language| {
        stet_data::rows(if language == "en" { "words/en/ordinals" } else { "words/ko/ordinals" })
    });
    let mut numerals: FxHashMap<String, u32> = rows
        .flat_map(|row| {
            let n = row.get(1).and_then(|n| n.parse().ok()).unwrap_or_default();
            [row.first().copied(), row.get(2).copied()]
                .into_iter()
                .flatten()
                .map(|word| (word.to_owned(), n))
                .collect::<Vec<_>>()
        })
        .collect();
    let romans = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"];
    numerals.extend(romans.into_iter().zip(1..).map(|(roman, n)| (roman.to_owned(), n)));
    numerals
});

/// The number that a place in words has.
pub(super) fn numeral(place: &str) -> Option<u32> {
    let digits = place.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let word = place.trim_end_matches("번째").trim_end().to_lowercase();
    digits.parse().ok().or_else(|| NUMERALS.get(word.as_str()).copied())
}

/// A number in a list.
static TOKEN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let mut words: Vec<&str> = NUMERALS.keys().map(String::as_str).collect();
    words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    let (korean, english): (Vec<&str>, Vec<&str>) =
        words.into_iter().partition(|word| word.starts_with(|c: char| !c.is_ascii()));
    let pattern = format!(
        "(?<digits>[0-9]+)(?i:st|nd|rd|th)?|[①-⑳㉑-㉟㊱-㊿]|[¹²³⁰⁴-⁹]+|(?i:\\b(?<english>{})\\b)|(?<korean>{})(?: ?번째)?",
        english.join("|"),
        korean.join("|"),
    );
    Regex::new(&pattern).ok()
});

/// Largest range end that is read as written.
const MAX_DIGITS: usize = 6;

/// The numbers of a list, ranges as such.
fn numbers(folded: &Folded, start: usize, end: usize, from_zero: bool) -> Vec<MarkRef> {
    let text = folded.text.get(start..end).unwrap_or_default();
    // Most marks have one number.
    if (1..=MAX_DIGITS).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_digit())
        && let Ok(n) = text.parse::<u32>()
    {
        return vec![MarkRef::Number { n: n + u32::from(from_zero), span: folded.raw(start, end) }];
    }
    let mut refs: Vec<MarkRef> = Vec::new();
    let mut before = 0;
    for token in TOKEN.iter().flat_map(|token| token.captures_iter(text)) {
        let Some(whole) = token.get(0) else { continue };
        let word = |name: &str| token.name(name).map(|word| word.as_str().to_lowercase());
        let n = word("digits")
            .filter(|digits| digits.len() <= MAX_DIGITS)
            .and_then(|digits| digits.parse().ok())
            .or_else(|| NUMERALS.get(&word("english").or_else(|| word("korean"))?).copied())
            .or_else(|| whole.as_str().chars().next().and_then(circled))
            .or_else(|| raised(whole.as_str()));
        let Some(n) = n.map(|n: u32| n + u32::from(from_zero)) else { continue };
        let between = text.get(before..whole.start()).unwrap_or_default();
        before = whole.end();
        let span = folded.raw(start + whole.start(), start + whole.end());
        let joins = between.contains(['-', '~', '⁻'])
            || [" to ", "through", "부터"].iter().any(|word| between.contains(word));
        match refs.last() {
            Some(MarkRef::Number { n: from, span: first }) if joins => {
                let range = MarkRef::Range { from: *from, to: n, span: Span::new(first.start, span.end) };
                refs.pop();
                refs.push(range);
            }
            _ if refs.len() >= MAX_MEMBERS => break,
            _ => refs.push(MarkRef::Number { n, span }),
        }
    }
    refs
}

fn raised(text: &str) -> Option<u32> {
    let value = text.chars().filter(|c| is_raised(*c)).filter_map(stet_text::digit);
    value.fold(None, |n: Option<u32>, digit| n.unwrap_or(0).checked_mul(10)?.checked_add(digit))
}

/// The mark that a form makes of a text behind `head`.
pub(super) fn body(form: &Form, folded: &Folded, head: &str) -> Option<Body> {
    let grammar = form.refers?;
    let captures = form.captures()?.captures(&folded.text)?;
    let mark = captures.name("mark").or_else(|| captures.get(0))?;
    let mut refs = Vec::new();
    if let Some(list) = captures.name("n") {
        refs = numbers(folded, list.start(), list.end(), form.from_zero);
        if refs.is_empty() || form.no_count && counts(head, &refs) {
            return None;
        }
    }
    if let Some(name) = captures.name("name") {
        let MarkRef::Name { text, span } = folded.name(name.start(), name.end()) else { return None };
        let text = match author(form, head) {
            Some(author) => format!("{author}, {}", text.get(..4).unwrap_or(&text)),
            None => text,
        };
        refs.push(MarkRef::Name { text, span });
    }
    if let Some(names) = captures.name("names") {
        refs.extend(
            parts(form, names.as_str())
                .into_iter()
                .map(|part| folded.name(names.start() + part.start, names.start() + part.end)),
        );
        refs.retain(|member| matches!(member, MarkRef::Name { text, .. } if !text.trim().is_empty()));
        if refs.is_empty() {
            return None;
        }
        if grammar == Grammar::Numeric || form.markup {
            refs = numeric(refs);
        }
    }
    let grammar = if form.markup && refs.iter().any(|member| matches!(member, MarkRef::Number { .. })) {
        Grammar::Numeric
    } else {
        grammar
    };
    refs.truncate(MAX_MEMBERS);
    let span = folded.raw(mark.start(), mark.end());
    Some(Body { start: span.start, len: span.end, grammar, refs, shape: form.shape })
}

/// Names that are numbers, all of them.
fn numeric(refs: Vec<MarkRef>) -> Vec<MarkRef> {
    let number = |member: &MarkRef| {
        let MarkRef::Name { text, span } = member else { return None };
        let digits = (1..=3).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        Some(MarkRef::Number { n: text.parse().ok().filter(|_| digits)?, span: *span })
    };
    refs.iter().map(number).collect::<Option<Vec<_>>>().unwrap_or(refs)
}

/// The names in a list of them.
fn parts(form: &Form, names: &str) -> Vec<Span> {
    if let Some(each) = form.each.as_deref().filter(|each| !each.is_empty()) {
        let each = form.parts.get_or_init(|| Regex::new(each).ok()).as_ref();
        return each
            .into_iter()
            .flat_map(|each| each.find_iter(names))
            .map(|part| Span::new(part.end() - part.as_str().trim_start_matches('@').len(), part.end()))
            .collect();
    }
    let between = form.split.as_deref().unwrap_or(";");
    let mut at = 0;
    names
        .split_inclusive(|c: char| between.contains(c))
        .map(|part| {
            let start = at;
            at += part.len();
            Span::new(start, start + part.trim_end_matches(|c: char| between.contains(c)).len())
        })
        .collect()
}

/// The authors before a year.
fn author(form: &Form, head: &str) -> Option<String> {
    if !form.before.contains("<author>") {
        return None;
    }
    let before = form.authors.get_or_init(|| Regex::new(&format!("(?:{})$", form.before)).ok()).as_ref()?;
    let near = head.get(head.ceil_char_boundary(head.len().saturating_sub(96))..)?;
    let captures = before.captures(near)?;
    let author = captures.name("author")?.as_str();
    Some(
        captures
            .name("second")
            .map_or_else(|| author.to_owned(), |second| format!("{author} & {}", second.as_str())),
    )
}

/// Whether one of the last words before a number says it: `nine (9)`, `12 (12)`.
fn counts(head: &str, refs: &[MarkRef]) -> bool {
    const SMALL: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    let says = |word: &str, n: u32| {
        let lower = word.trim_matches(|c: char| !c.is_alphanumeric()).to_ascii_lowercase();
        lower.parse() == Ok(n)
            || usize::try_from(n).ok().and_then(|n| SMALL.get(n)).is_some_and(|word| *word == lower)
            || n == 12 && lower == "dozen"
            || n > 12 && (lower.ends_with("teen") || lower.contains("ty"))
    };
    refs.iter().any(|member| {
        matches!(member, MarkRef::Number { n, .. } if head.trim_end().rsplit(' ').take(4).any(|word| says(word, *n)))
    })
}
