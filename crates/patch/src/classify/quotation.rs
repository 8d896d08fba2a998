//! Quoted words, and code in backticks, belong to somebody else: changing them is changing the claim. Changing the
//! marks around them is not.

use super::unit::Change;
use super::{Finding, arrow};
use crate::GateName;
use crate::diff::words::split;
use stet_text::span::Span;
use stet_text::{is_word_char, normalise};

#[must_use]
pub fn read(change: &Change<'_>) -> Option<Finding> {
    let unit = change.unit;
    let marks = ['`', '"', '“', '„', '‘', '\'', '「', '『', '«'];
    if !unit.before.text.contains(marks) && !unit.after.text.contains(marks) {
        return None;
    }
    let old = quoted(unit.before.text, unit.before.span.start);
    let new = quoted(unit.after.text, unit.after.span.start);
    let touched =
        |all: &[Span], hunk: Span| all.iter().any(|span| span.overlaps(hunk) || span.contains(hunk));
    if !touched(&old, change.hunk.before) && !touched(&new, change.hunk.after) {
        return None;
    }
    let words = |text: &str, offset: usize, all: &[Span]| -> Vec<String> {
        let plain = |span: &Span| normalise(Span::new(span.start - offset, span.end - offset).of(text));
        // In code every character counts.
        let code = |span: &Span| text.get(..span.start - offset).is_some_and(|head| head.ends_with('`'));
        let raw = |span: &Span| Span::new(span.start - offset, span.end - offset).of(text).to_owned();
        all.iter().map(|span| if code(span) { raw(span) } else { letters(&plain(span)) }).collect()
    };
    let before = words(unit.before.text, unit.before.span.start, &old);
    let after = words(unit.after.text, unit.after.span.start, &new);
    // The quotations are equal word for word, or the marks came or went around equal words.
    let kept = before == after
        || before.is_empty() != after.is_empty()
            && letters(&normalise(unit.before.text)) == letters(&normalise(unit.after.text));
    if kept {
        return None;
    }
    Some(Finding::core(
        GateName::Quotation,
        arrow(change.text_before, change.text_after),
        ("인용문 안의 말이 바뀌었습니다", "Quoted words change"),
    ))
}

fn letters(text: &str) -> String {
    text.chars().filter(|&ch| is_word_char(ch)).collect()
}

/// Spans between quotation marks, without the marks, in the whole text.
fn quoted(text: &str, offset: usize) -> Vec<Span> {
    let mut out = Vec::new();
    let mut open: Option<(usize, char)> = None;
    let tokens = split(text);
    for (at, token) in tokens.iter().enumerate() {
        let mark = token.of(text);
        let Some(ch) = mark.chars().next().filter(|_| mark.chars().count() == 1) else { continue };
        match (open, ch) {
            (Some((start, close)), _) if close == ch => {
                out.push(Span::new(start + offset, token.start + offset));
                open = None;
            }
            (None, '"' | '`') => open = Some((token.end, ch)),
            (None, '“' | '„') => open = Some((token.end, '”')),
            (None, '‘') => open = Some((token.end, '’')),
            (None, '「') => open = Some((token.end, '」')),
            (None, '『') => open = Some((token.end, '』')),
            (None, '«') => open = Some((token.end, '»')),
            (None, '\'')
                if at == 0 || tokens.get(at - 1).is_some_and(|last| last.of(text).trim().is_empty()) =>
            {
                open = Some((token.end, '\''));
            }
            _ => {}
        }
    }
    out
}
