//! Words of one sentence against the words of its rewriting.

use rustc_hash::FxHashMap;
use similar::{Algorithm, DiffOp, capture_diff_slices};
use unicode_segmentation::UnicodeSegmentation;

use super::Hunk;
use stet_marks::citation::scan_keyed;
use stet_text::is_word_char;
use stet_text::span::Span;

/// Equal words shorter than this many graphemes do not keep two hunks apart.
const BRIDGE: usize = 3;
/// When less than this share of the words is common, word hunks would be confetti.
const SPARSE: f32 = 0.34;

/// Spans of white space, words and single punctuation marks, in order, without gaps.
///
/// Inner punctuation stays in its word (`self-driving`, `3.5`, `it's`, a URL); brackets,
/// quotes, dashes, slashes and list commas are tokens of their own. A citation by key (`[@kim2020, p. 3]`) is one token:
/// no edit takes a part of it.
#[must_use]
pub fn split(text: &str) -> Vec<Span> {
    let mut out = Vec::with_capacity(text.len() / 3);
    let mut keyed = scan_keyed(text).into_iter().map(|keyed| keyed.without_particle(text)).peekable();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let space = rest.len() - rest.trim_start().len();
        if space > 0 {
            // A combining mark on a space belongs to it: leave the last such pair together.
            out.push(Span::new(at, at + space));
            at += space;
            continue;
        }
        if let Some(citation) = keyed.next_if(|citation| citation.start == at) {
            out.push(citation);
            at = citation.end;
            continue;
        }
        let run = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let run = keyed.peek().map_or(run, |citation| run.min(citation.start - at));
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

/// The tokens of two texts, and how they follow from one another.
fn aligned(before: &str, after: &str) -> (Vec<Span>, Vec<Span>, Vec<DiffOp>) {
    let (old, new) = (split(before), split(after));
    let mut ids: FxHashMap<&str, u32> = FxHashMap::default();
    let mut number = |text| {
        let next = u32::try_from(ids.len()).unwrap_or(u32::MAX);
        *ids.entry(text).or_insert(next)
    };
    let b: Vec<u32> = old.iter().map(|span| number(span.of(before))).collect();
    let a: Vec<u32> = new.iter().map(|span| number(span.of(after))).collect();
    let ops = capture_diff_slices(Algorithm::Myers, &b, &a);
    (old, new, ops)
}

/// Differences of two sentences, snapped to whole words, relative to each sentence.
#[must_use]
pub fn hunks(before: &str, after: &str) -> Vec<Hunk> {
    if before.is_empty() || after.is_empty() {
        return vec![Hunk { before: Span::new(0, before.len()), after: Span::new(0, after.len()) }];
    }
    let (old, new, ops) = aligned(before, after);
    let mut runs: Vec<Run> = Vec::new();
    let mut common = 0;
    for op in ops {
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
    spanned(runs, &old, &new, (before.len(), after.len()))
}

/// The pieces of a hunk that was bridged over what both texts have, each a word exchanged for others; none where a
/// piece is anything else, or there is one only.
#[must_use]
pub fn parts(before: &str, after: &str) -> Vec<Hunk> {
    let (old, new, ops) = aligned(before, after);
    if old.len() + new.len() > MOST_PARTS {
        return Vec::new();
    }
    let exchanged = |part: &Hunk| is_word(part.before.of(before)) && is_word(part.after.of(after));
    // Words of the same letters are one another's, however they are spaced.
    if let Some((i, j)) = respaced((before, &old), (after, &new)) {
        let cut = |text: &str, spans: &[Span], at: usize| {
            let start = spans.get(at).map_or(text.len(), |span| span.start);
            let head = text.get(..start).unwrap_or_default().trim_end().len();
            (Span::new(0, head), Span::new(start, text.len()))
        };
        let (b, a) = (cut(before, &old, i), cut(after, &new, j));
        let parts = vec![Hunk { before: b.0, after: a.0 }, Hunk { before: b.1, after: a.1 }];
        // What stands between the two is in both texts.
        let between = before.get(b.0.end..b.1.start) == after.get(a.0.end..a.1.start);
        return if between && parts.iter().all(exchanged) { parts } else { Vec::new() };
    }
    let runs: Vec<Run> = ops
        .into_iter()
        .filter(|op| !matches!(op, DiffOp::Equal { .. }))
        .map(|op| (op.old_range(), op.new_range()))
        .fold(Vec::new(), |mut runs: Vec<Run>, next| {
            match runs.last_mut() {
                Some(last) if last.0.end == next.0.start && last.1.end == next.1.start => {
                    (last.0.end, last.1.end) = (next.0.end, next.1.end);
                }
                _ => runs.push(next),
            }
            runs
        });
    let parts = spanned(runs, &old, &new, (before.len(), after.len()));
    if parts.len() > 1 && parts.iter().all(exchanged) { parts } else { Vec::new() }
}

/// The tokens at which both texts can be cut so that what follows, or what stands before, has the same letters in both.
fn respaced(old: (&str, &[Span]), new: (&str, &[Span])) -> Option<(usize, usize)> {
    let letters = |text: &str| text.chars().filter(|&ch| is_word_char(ch)).collect::<String>();
    let cuts = |(text, spans): (&str, &[Span])| -> Vec<(usize, String, String)> {
        let words = spans.iter().enumerate().filter(|(_, span)| is_word(span.of(text))).skip(1);
        let sides = words.filter_map(|(at, span)| {
            text.split_at_checked(span.start).map(|(head, tail)| (at, letters(head), letters(tail)))
        });
        sides.collect()
    };
    let (old, new) = (cuts(old), cuts(new));
    let mut both = old.iter().flat_map(|one| new.iter().map(move |two| (one, two)));
    both.find(|(one, two)| one.1 == two.1 || one.2 == two.2).map(|(one, two)| (one.0, two.0))
}

/// Ranges of tokens of both texts.
type Run = (std::ops::Range<usize>, std::ops::Range<usize>);

/// Tokens up to which a hunk is taken to pieces.
const MOST_PARTS: usize = 60;

fn spanned(runs: Vec<Run>, old: &[Span], new: &[Span], ends: (usize, usize)) -> Vec<Hunk> {
    let hunk =
        |(i, j): Run| Hunk { before: super::cover(old, i, ends.0), after: super::cover(new, j, ends.1) };
    runs.into_iter().map(hunk).collect()
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
