//! Text that reads as a mark only since another one was removed: `[[9]1]` without `[9]`.
//!
//! Owns making it none; leaves removing marks to [`mod@super::rewrite`].

use super::grammar::{Grammar, Mark};
use super::scan::scan_marks;
use crate::statute::circled;
use rustc_hash::FxHashSet;
use stet_text::span::Span;

/// Rounds of [`disarm`]; a mark that hides in more layers of removed ones does not occur by accident.
const MAX_ROUNDS: usize = 8;

/// A removal can leave text that reads as a mark nobody released: `[[9]1]` without `[9]`. Its closing
/// bracket becomes a parenthesis; the opening one may have been shown already, as all before `same` has.
pub(super) fn disarm(
    rewritten: &mut String,
    released: &FxHashSet<Span>,
    same: usize,
    sentence: &str,
    marks: &[Mark],
) {
    // What is as it was reads as it did.
    if rewritten == sentence {
        return;
    }
    // What was left as it is in the sentence is no mark to the caller.
    let given: FxHashSet<Span> = marks.iter().map(|mark| mark.span).collect();
    let own: FxHashSet<&str> = scan_marks(sentence)
        .iter()
        .filter(|mark| !given.contains(&mark.span))
        .map(|mark| mark.span.of(sentence))
        .collect();
    for round in 0..MAX_ROUNDS {
        let mut text = String::with_capacity(rewritten.len());
        let mut at = 0;
        let forged = |mark: &&Mark| {
            mark.span.end > same && !released.contains(&mark.span) && !own.contains(mark.span.of(rewritten))
        };
        for mark in scan_marks(rewritten).iter().filter(forged) {
            let raw = mark.span.of(rewritten);
            if mark.grammar == Grammar::Worded {
                // `Source [9] 2`: as many bytes that name nothing, where they are not shown yet.
                text.push_str(Span::new(at, mark.span.start).of(rewritten));
                let behind = |at: usize| mark.span.start + at >= same;
                let ringed = |c: char| circled(c).is_some() && c.len_utf8() == '–'.len_utf8();
                let number = |c: char| c.is_ascii_digit() || ringed(c);
                let numbered = raw.char_indices().any(|(at, c)| behind(at) && number(c));
                let breaks = |c: char| if numbered { number(c) } else { c == ' ' };
                let broken = |c: char| if ringed(c) { '–' } else { '-' };
                text.extend(
                    raw.char_indices().map(|(at, c)| if behind(at) && breaks(c) { broken(c) } else { c }),
                );
                at = mark.span.end;
                continue;
            }
            let close = raw.chars().next_back().unwrap_or_default();
            if mark.grammar == Grammar::Bibliographic
                && !matches!(close, ')' | '）' | ']' | '】' | '］' | '〕' | '〗')
            {
                // An identifier that grew: `doi:10.1000/18[9]2`.
                let grown = raw.char_indices().find(|(at, c)| mark.span.start + at >= same && c.is_ascii());
                let grown = mark.span.start + grown.map_or(0, |(at, _)| at);
                text.push_str(Span::new(at, grown).of(rewritten));
                text.push(' ');
                text.push_str(Span::new(grown + 1, mark.span.end).of(rewritten));
                at = mark.span.end;
                continue;
            }
            text.push_str(Span::new(at, mark.span.end - close.len_utf8()).of(rewritten));
            // As many bytes as before, so that the spans of the released marks stay.
            text.push_str(match close {
                // What closes no mark, where the other bracket closed another one: `[출처: 약관](출처 1)`.
                _ if round > 0 && close.is_ascii() && close != '}' => "}",
                _ if round > 0 && close.len_utf8() == 3 => "｝",
                ')' => "]",
                '）' => "］",
                _ if close.is_ascii() => ")",
                _ if close.len_utf8() == 2 => "·",
                _ => "）",
            });
            at = mark.span.end;
        }
        if at == 0 {
            return;
        }
        text.push_str(Span::new(at, rewritten.len()).of(rewritten));
        *rewritten = text;
    }
}
