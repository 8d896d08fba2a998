//! What a source has in the place of a claim that it does not support: its nearest sentence, and the two values that differ.
//!
//! Owns showing a verdict, never making one: what is found here weighs nothing.

use std::cmp::Reverse;
use std::collections::HashSet;

use crate::dispute::{counted, names, without};
use crate::reason::bare;
use crate::text::window::sentences;
use crate::values::number::Value;
use stet_reading::reading::Reading;
use stet_text::normalise;
use stet_text::span::Span;

/// Bytes that one character of a normalised text may have been before, with what was folded away beside it.
const WIDEST: usize = 8;

/// The nearest sentence of a source, and where both state another value of one kind of one thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Against {
    /// Bytes of the source's text.
    pub passage: Span,
    /// Bytes of the claim and of the source's text.
    pub values: Option<(Span, Span)>,
}

/// Of the sentences in a `window` of a source the one that states a rival value of the same thing, else the one that shares
/// most with the claim; `None` for an empty window, and for what is the claim itself.
#[must_use]
pub fn against(claim: &str, source: &str, window: Span) -> Option<Against> {
    let norm = normalise(claim);
    let words = Reading::new(&norm);
    let mine = counted(&norm);
    let pairs = bigrams(&norm);
    let of = |span: Span| {
        let said = normalise(span.of(source));
        let theirs = counted(&said);
        let tells = tells_of(&words, &mine, &Reading::new(&said));
        let rival = rivals(&mine, &theirs)
            .filter(|_| tells)
            .map(|(own, other)| (bare(own.span.of(&norm)).to_owned(), bare(other.span.of(&said)).to_owned()));
        let shared = bigrams(&said).intersection(&pairs).count();
        (span, rival, shared)
    };
    let found = sentences(window.of(source)).into_iter().map(|span| of(span.shifted(window.start)));
    let (passage, rival, _) =
        found.max_by_key(|(span, rival, shared)| (rival.is_some(), *shared, Reverse(span.start)))?;
    if letters(&normalise(passage.of(source))).eq(letters(&norm)) {
        return None;
    }
    let values = rival.and_then(|(own, other)| {
        let said = place(passage.of(source), &other)?;
        Some((place(claim, &own)?, said.shifted(passage.start)))
    });
    Some(Against { passage, values })
}

/// Whether a sentence has half of the words of a claim, values apart: then it may be about the same.
fn tells_of(claim: &Reading<'_>, mine: &[Value], said: &Reading<'_>) -> bool {
    let own = |&at: &usize| claim.content(at).is_some() && !claim.is_in(mine, at);
    let words: Vec<usize> = (0..claim.tokens.len()).filter(own).collect();
    let shared = words.iter().filter(|&&at| said.same_as(claim, at).next().is_some()).count();
    shared * 2 >= words.len()
}

/// The first value that only the claim states, with the first of the same kind that only the source does.
fn rivals(mine: &[Value], theirs: &[Value]) -> Option<(Value, Value)> {
    let others = without(theirs, mine);
    without(mine, theirs)
        .into_iter()
        .filter(|value| !names(value))
        .find_map(|value| others.iter().find(|other| value.is_rival_of(other)).map(|other| (value, *other)))
}

fn bigrams(norm: &str) -> HashSet<(char, char)> {
    letters(norm).zip(letters(norm).skip(1)).collect()
}

fn letters(norm: &str) -> impl Iterator<Item = char> {
    norm.chars().filter(|ch| ch.is_alphanumeric())
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
            // A value of another fact, and of another kind.
            (
                "Personal data must be deleted no later than 60 days after the end.",
                "The contract ends if a party does not answer within 30 days. Backups are encrypted.",
                None,
            ),
            ("Restoration costs EUR 120 per hour.", "Restoration costs 40 % of the price.", None),
            ("The term of the lease is 24.", "The term of the lease is 36 months.", None),
            ("계약금액은 5천만 원이다.", "계약금액은 2026년 3월 2일에 지급한다.", None),
            ("계약금액은 5천이다.", "계약금액은 3월 2일에 지급한다.", None),
            ("지체상금은 하루에 3만 원이다.", "비밀유지 기간은 5년이고 위약금은 9만 원이다.", None),
            (
                "계약금액은 금 5천만 원으로 한다.",
                "계약금액은 금 4천8백만 원으로 한다.",
                Some(("5천만 원", "4천8백만 원")),
            ),
            ("휴학은 3년이다.", "휴학은 30개월이다.", Some(("3년", "30개월"))),
            ("It lasts two weeks.", "It lasts for 3 months.", Some(("two weeks", "3 months"))),
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
        // A sentence is not held against itself.
        for (claim, source) in [
            ("Members pay 30 euros", "Members pay **30 euros**."),
            ("장학금은 \"3학기\"까지 준다.", "장학금은 3학기까지 준다."),
        ] {
            assert_eq!(against(claim, source, Span::new(0, source.len())), None);
        }
    }
}
