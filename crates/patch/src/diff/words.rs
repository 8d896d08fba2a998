//! Words of one sentence against the words of its rewriting.

use rustc_hash::FxHashMap;
use similar::{Algorithm, DiffOp, capture_diff_slices};
use unicode_segmentation::UnicodeSegmentation;

use super::Hunk;
use stet_text::is_word_char;
use stet_text::span::Span;

/// Equal words shorter than this many graphemes do not keep two hunks apart.
const BRIDGE: usize = 3;
/// When less than this share of the words is common, word hunks would be confetti.
const SPARSE: f32 = 0.34;

/// Spans of white space, words and single punctuation marks, in order, without gaps.
///
/// Inner punctuation stays in its word (`self-driving`, `3.5`, `it's`, a URL); brackets,
/// quotes, dashes, slashes and list commas are tokens of their own.
#[must_use]
pub fn split(text: &str) -> Vec<Span> {
    let mut out = Vec::with_capacity(text.len() / 3);
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let space = rest.len() - rest.trim_start().len();
        if space > 0 {
            // A combining mark on a space belongs to it: leave the last such pair together.
            out.push(Span::new(at, at + space));
            at += space;
            continue;
        }
        let run = rest.find(char::is_whitespace).unwrap_or(rest.len());
        chunk(rest.get(..run).unwrap_or(rest), at, &mut out);
        at += run;
    }
    glue(text, out)
}

/// A run without white space: punctuation off its ends, then cut at separators.
fn chunk(run: &str, at: usize, out: &mut Vec<Span>) {
    if run.contains("://") {
        let trimmed = run.trim_end_matches(['.', ',', ')', ']', ';', '"', '\'', '>']);
        let lead = trimmed.len() - trimmed.trim_start_matches(['(', '[', '<', '"', '\'']).len();
        marks(run.get(..lead).unwrap_or_default(), at, out);
        out.push(Span::new(at + lead, at + trimmed.len()));
        marks(run.get(trimmed.len()..).unwrap_or_default(), at + trimmed.len(), out);
        return;
    }
    let mut open: Option<usize> = None;
    let mut chars = run.char_indices().peekable();
    let mut last = ' ';
    while let Some((offset, ch)) = chars.next() {
        let next = chars.peek().map(|&(_, next)| next);
        let inner = |ch: char| is_word_char(ch) || mark(ch);
        let word = inner(ch)
            || (open.is_some() && next.is_some_and(inner) && joins(last, ch, next))
            || (open.is_none()
                && matches!(ch, '+' | '-' | '−' | '.')
                && next.is_some_and(|n| n.is_ascii_digit()))
            || (open.is_some() && matches!(ch, '%' | '％' | '°' | '℃'));
        if word {
            open.get_or_insert(offset);
        } else {
            if let Some(start) = open.take() {
                out.push(Span::new(at + start, at + offset));
            }
            out.push(Span::new(at + offset, at + offset + ch.len_utf8()));
        }
        last = ch;
    }
    if let Some(start) = open {
        out.push(Span::new(at + start, at + run.len()));
    }
}

fn marks(run: &str, at: usize, out: &mut Vec<Span>) {
    out.extend(run.char_indices().map(|(offset, ch)| Span::new(at + offset, at + offset + ch.len_utf8())));
}

/// Combining marks, joiners and selectors that never start a grapheme.
fn mark(ch: char) -> bool {
    unicode_normalization::char::is_combining_mark(ch)
        || matches!(ch, '\u{1160}'..='\u{11ff}' | '\u{200c}' | '\u{200d}' | '\u{fe0e}' | '\u{fe0f}')
}

/// Whether punctuation between two word characters belongs to the word.
fn joins(last: char, ch: char, next: Option<char>) -> bool {
    let next = next.unwrap_or(' ');
    match ch {
        '\'' | '’' | '-' | '‐' | '_' | '@' | '&' | '·' | '+' | '#' => true,
        '.' | ':' | '/' => {
            last.is_ascii_digit() && next.is_ascii_digit() || ch == '.' && !next.is_uppercase()
        }
        ',' => last.is_ascii_digit() && next.is_ascii_digit(),
        _ => false,
    }
}

/// A character that makes a grapheme by itself when its neighbours do too.
#[must_use]
pub fn alone(ch: char) -> bool {
    ch.is_ascii() && ch != '\r'
        || matches!(ch, '가'..='힣' | '\u{4e00}'..='\u{9fff}' | '\u{2010}'..='\u{2027}' | '\u{3000}'..='\u{3029}' | '·')
}

/// Joins neighbouring tokens wherever a boundary would cut a grapheme.
fn glue(text: &str, tokens: Vec<Span>) -> Vec<Span> {
    if text.chars().all(alone) {
        return tokens;
    }
    let mut ends = text.grapheme_indices(true).map(|(at, grapheme)| at + grapheme.len()).peekable();
    let mut out: Vec<Span> = Vec::with_capacity(tokens.len());
    let mut whole = true;
    for token in tokens {
        match out.last_mut() {
            Some(last) if !whole => last.end = token.end,
            _ => out.push(token),
        }
        while ends.next_if(|&end| end < token.end).is_some() {}
        whole = ends.peek() == Some(&token.end);
    }
    out
}

/// Differences of two sentences, snapped to whole words, relative to each sentence.
#[must_use]
pub fn hunks(before: &str, after: &str) -> Vec<Hunk> {
    if before.is_empty() || after.is_empty() {
        return vec![Hunk { before: Span::new(0, before.len()), after: Span::new(0, after.len()) }];
    }
    let (old, new) = (split(before), split(after));
    let mut ids: FxHashMap<&str, u32> = FxHashMap::default();
    let mut number = |text| {
        let next = u32::try_from(ids.len()).unwrap_or(u32::MAX);
        *ids.entry(text).or_insert(next)
    };
    let b: Vec<u32> = old.iter().map(|span| number(span.of(before))).collect();
    let a: Vec<u32> = new.iter().map(|span| number(span.of(after))).collect();
    let mut runs: Vec<(std::ops::Range<usize>, std::ops::Range<usize>)> = Vec::new();
    let mut common = 0;
    for op in capture_diff_slices(Algorithm::Myers, &b, &a) {
        let (i, j) = (op.old_range(), op.new_range());
        if matches!(op, DiffOp::Equal { .. }) {
            common += old.get(i).unwrap_or_default().iter().filter(|span| is_word(span.of(before))).count();
            continue;
        }
        match runs.last_mut() {
            Some(last) if bridges(before, old.get(last.0.end..i.start).unwrap_or_default()) => {
                last.0.end = i.end;
                last.1.end = j.end;
            }
            _ => runs.push((i, j)),
        }
    }
    let count = |text: &str, spans: &[Span]| spans.iter().filter(|span| is_word(span.of(text))).count();
    let most = count(before, &old).max(count(after, &new));
    if runs.len() > 2
        && (common as f32) < SPARSE * most as f32
        && let (Some(first), Some(last)) = (runs.first(), runs.last())
    {
        runs = vec![(first.0.start..last.0.end, first.1.start..last.1.end)];
    }
    let reach = |spans: &[Span], range: std::ops::Range<usize>, end| super::cover(spans, range, end);
    runs.into_iter()
        .map(|(i, j)| Hunk { before: reach(&old, i, before.len()), after: reach(&new, j, after.len()) })
        .collect()
}

fn is_word(text: &str) -> bool {
    text.chars().any(is_word_char)
}

/// Whether equal tokens between two hunks are too little to keep them apart.
fn bridges(text: &str, between: &[Span]) -> bool {
    let mut words = between.iter().map(|span| span.of(text)).filter(|token| is_word(token));
    match (words.next(), words.next()) {
        (None, _) => between.iter().all(|span| span.of(text).trim().is_empty()),
        (Some(word), None) => word.is_ascii() && word.graphemes(true).count() < BRIDGE,
        _ => false,
    }
}
