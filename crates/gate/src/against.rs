//! What a source has in the place of a claim that it does not support: its nearest sentence, and the two values that differ.
//!
//! Owns showing a verdict, never making one: what is found here weighs nothing.

use std::cmp::Reverse;
use std::collections::HashSet;

use crate::dispute::{counted, names, without};
use crate::reason::bare;
use crate::text::window::sentences;
use crate::values::number::Value;
use stet_text::normalise;
use stet_text::span::Span;

/// Bytes that one character of a normalised text may have been before, with what was folded away beside it.
const WIDEST: usize = 8;

/// The nearest sentence of a source, and where both state another value of one thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Against {
    /// Bytes of the source's text.
    pub passage: Span,
    /// Bytes of the claim and of the source's text.
    pub values: Option<(Span, Span)>,
}

/// Of the sentences in a `window` of a source the one that states a rival value of the claim, else the one that shares most
/// with it; `None` for an empty window.
#[must_use]
pub fn against(claim: &str, source: &str, window: Span) -> Option<Against> {
    let norm = normalise(claim);
    let mine = counted(&norm);
    let pairs = bigrams(&norm);
    let of = |span: Span| {
        let said = normalise(span.of(source));
        let rival = rivals(&mine, &counted(&said))
            .map(|(own, other)| (bare(own.span.of(&norm)).to_owned(), bare(other.span.of(&said)).to_owned()));
        let shared = bigrams(&said).intersection(&pairs).count();
        (span, rival, shared)
    };
    let found = sentences(window.of(source)).into_iter().map(|span| of(span.shifted(window.start)));
    let (passage, rival, _) =
        found.max_by_key(|(span, rival, shared)| (rival.is_some(), *shared, Reverse(span.start)))?;
    let values = rival.and_then(|(own, other)| {
        let said = place(passage.of(source), &other)?;
        Some((place(claim, &own)?, said.shifted(passage.start)))
    });
    Some(Against { passage, values })
}

/// The first value that only the claim states, with the first of the same kind that only the source does.
fn rivals(mine: &[Value], theirs: &[Value]) -> Option<(Value, Value)> {
    let others = without(theirs, mine);
    without(mine, theirs)
        .into_iter()
        .filter(|value| !names(value))
        .find_map(|value| others.iter().find(|other| value.is_comparable(other)).map(|other| (value, *other)))
}

fn bigrams(norm: &str) -> HashSet<(char, char)> {
    let letters = || norm.chars().filter(|ch| ch.is_alphanumeric());
    letters().zip(letters().skip(1)).collect()
}

/// Where words of the normalised text stand in the text itself; a number does not begin inside another.
fn place(text: &str, words: &str) -> Option<Span> {
    let first = words.chars().next()?;
    let mut before = ' ';
    for (start, ch) in text.char_indices() {
        let inside = first.is_ascii_digit() && (before.is_ascii_digit() || matches!(before, '.' | ','));
        before = ch;
        if inside || !normalise(ch.encode_utf8(&mut [0; 4])).starts_with(first) {
            continue;
        }
        let rest = text.get(start..)?;
        let ends = rest.char_indices().map(|(at, ch)| at + ch.len_utf8());
        let mut ends = ends.take_while(|end| *end <= words.len() * WIDEST);
        if let Some(end) = ends.find(|end| rest.get(..*end).is_some_and(|part| normalise(part) == words)) {
            return Some(Span::new(start, start + end));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_values_are_told_as_they_are_written() {
        for (claim, source, told) in [
            (
                "All Personal Data must be deleted no later than 60 Days after the end.",
                "Backups are kept for 30 hours. Personal Data is deleted within 90 Days after the end.",
                Some(("60 Days", "90 Days")),
            ),
            (
                "Liability is limited to EUR 250,000.",
                "Liability is limited to EUR 100,000 a year.",
                Some(("EUR 250,000", "EUR 100,000")),
            ),
            (
                "휴학은 통산 4년까지 할 수 있다.",
                "휴학은 통산하여 3년을 초과할 수 없다.",
                Some(("4년", "3년")),
            ),
            ("등록 인원은 1,240명이다.", "등록 인원은 240명이다.", Some(("1,240명", "240명"))),
            ("The hall is open.", "The hall is closed.", None),
            ("The act of 2019 applies.", "The act of 2021 applies.", Some(("2019", "2021"))),
        ] {
            let found = against(claim, source, Span::new(0, source.len())).unwrap();
            let values = found.values.map(|(own, other)| (own.of(claim), other.of(source)));
            assert_eq!(values, told, "{claim}");
        }
    }

    #[test]
    fn the_nearest_sentence_stands_for_the_window() {
        let source = "The fee is due in March. The hall is closed on Mondays. Dogs are welcome.";
        let found = against("The hall is open on Mondays.", source, Span::new(0, source.len())).unwrap();
        assert_eq!(found.passage.of(source), "The hall is closed on Mondays.");
        let korean = "회비는 3월에 낸다. 강당은 월요일에 닫는다.";
        let found = against("강당은 월요일에 연다.", korean, Span::new(0, korean.len())).unwrap();
        assert_eq!(found.passage.of(korean), "강당은 월요일에 닫는다.");
        assert_eq!(against("The hall is open.", "", Span::new(0, 0)), None);
    }
}
