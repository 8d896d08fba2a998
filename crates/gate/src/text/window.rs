//! Sentences of a source, as the gate needs them: where a window may begin and end.
//!
//! Coarser than [`stet_segment`] on purpose. A source is scanned once
//! per preparation and a window joins up to three neighbours, so a missed
//! boundary costs a little precision and a wrong one costs nothing; what counts
//! is that it is quick and that no unit is unbounded.

use memchr::memchr3;

use stet_text::span::Span;
use stet_text::{Script, script};

use crate::text::rows::is_entries;

/// A unit is cut at white space once it is longer than this many bytes, so that a source without
/// punctuation still has windows.
const LONGEST: usize = 600;

/// Abbreviations that end in a full stop inside a sentence.
const ABBREVIATIONS: &[&str] = &[
    "mr", "mrs", "ms", "dr", "st", "vs", "no", "art", "sec", "fig", "prof", "gen", "jr", "sr", "inc", "eg",
    "ie", "approx", "p", "pp",
];

/// Finds the first bytes of the characters that may end a sentence which is not too long.
#[derive(Debug, Default)]
struct Stops {
    /// Where the next of each group is, at or behind the place that was asked for last.
    marks: usize,
    others: usize,
}

impl Stops {
    /// Where the next one at or behind `at` is, the end for none. Places are asked for in order.
    fn next(&mut self, bytes: &[u8], at: usize) -> usize {
        const WIDE: [u8; 2] = ["。".as_bytes()[0], "！".as_bytes()[0]];
        let behind = |found: Option<usize>| found.map_or(bytes.len(), |found| at + found);
        let rest = bytes.get(at..).unwrap_or_default();
        if self.marks <= at {
            self.marks = behind(memchr3(b'.', b'!', b'?', rest));
        }
        if self.others <= at {
            self.others = behind(memchr3(b'\n', WIDE[0], WIDE[1], rest));
        }
        self.marks.min(self.others)
    }
}

/// The sentences of `text` without surrounding white space, in order; none is empty.
#[must_use]
pub fn sentences(text: &str) -> Vec<Span> {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(text.len() / 80 + 1);
    let mut start = 0;
    // How many letters the sentence begins with up to a place, counted when they matter.
    let (mut letters, mut counted) = (0_usize, 0);
    let (mut at, mut stops) = (0, Stops::default());
    loop {
        let limit = bytes.len().min(start + LONGEST + 1);
        if at < limit {
            at = stops.next(bytes, at).min(limit);
        }
        while !text.is_char_boundary(at) {
            at += 1;
        }
        let Some(ch) = char_at(text, at) else { break };
        let end = at + ch.len_utf8();
        let mut has_letters = |least: usize| {
            while letters < least && counted < at {
                let Some(ch) = char_at(text, counted) else { break };
                letters +=
                    usize::from(matches!(script(ch), Some(Script::Hangul | Script::Latin | Script::Other)));
                counted += ch.len_utf8();
            }
            letters >= least
        };
        let previous = || Span::new(start, at).of(text).trim_end().chars().next_back().unwrap_or(' ');
        // A row of a table is one, whatever stands in its cells: `| Rates p.a. Package |`.
        let is_row = || text.get(start..at).is_some_and(|text| text.trim_start().starts_with('|'));
        let ends = match ch {
            '.' | '!' | '?' | '。' | '！' | '？' if is_row() => false,
            '!' | '?' => char_at(text, end).is_none_or(|next| !next.is_alphanumeric()),
            '。' | '！' | '？' => true,
            '.' => has_letters(3) && full_stop(text, start, at, previous(), char_at(text, end)),
            '\n' => has_letters(1) && line_end(text, start, end, previous()),
            _ => at - start > LONGEST && ch.is_whitespace(),
        } || at - start > 2 * LONGEST;
        at = end;
        if ends {
            // Closing quotes and brackets stay with their sentence.
            while let Some(ch) = char_at(text, at)
                && matches!(ch, '"' | '\'' | '”' | '’' | ')' | ']' | '」' | '』' | '.' | '!' | '?')
            {
                at += ch.len_utf8();
            }
            close(&mut out, text, start, at);
            (start, letters, counted) = (at, 0, at);
        }
    }
    close(&mut out, text, start, text.len());
    out
}

fn char_at(text: &str, at: usize) -> Option<char> {
    text.get(at..)?.chars().next()
}

fn close(out: &mut Vec<Span>, text: &str, start: usize, end: usize) {
    let span = Span::new(start, end).trimmed(text);
    if !span.is_empty() {
        out.push(span);
    }
}

fn full_stop(text: &str, start: usize, at: usize, previous: char, next: Option<char>) -> bool {
    let Some(next) = next else { return true };
    if !next.is_whitespace() {
        // `승인된다.따라서`: no space needed after a Korean final ending.
        return matches!(next, '"' | '”' | '’' | ')' | ']' | '[')
            || (matches!(previous, '다' | '요' | '음' | '함' | '됨' | '임')
                && ('가'..='힣').contains(&next));
    }
    let rest = Span::new(at + 1, text.len()).of(text).trim_start();
    if previous.is_ascii_digit() {
        // `2024. 1. 5. 시행`
        return !rest.starts_with(|ch: char| ch.is_ascii_digit());
    }
    if rest.starts_with(|ch: char| ch.is_lowercase()) {
        return false;
    }
    if ('가'..='힣').contains(&previous) {
        return true;
    }
    let word = Span::new(start, at).of(text);
    let lead = word.trim_end_matches(char::is_alphabetic);
    let word = word.get(lead.len()..).unwrap_or_default();
    // `25 °C`, `5 V`
    let unit = lead.ends_with('°') || lead.trim_end().ends_with(|ch: char| ch.is_ascii_digit());
    let initial = !unit && word.len() == 1 && word.starts_with(|ch: char| ch.is_ascii_uppercase());
    let abbreviation = word.len() <= 6 && ABBREVIATIONS.iter().any(|known| known.eq_ignore_ascii_case(word));
    !(initial || abbreviation)
}

/// A line break ends a unit unless the line looks wrapped.
fn line_end(text: &str, start: usize, end: usize, previous: char) -> bool {
    if matches!(previous, '.' | '!' | '?' | ':' | '"' | '”' | ')') {
        return true;
    }
    let rest = Span::new(end, text.len()).of(text).trim_start_matches([' ', '\t', '\r']);
    if rest.starts_with(['\n', '-', '*', '#', '|', '·']) || begins_item(rest) {
        return true;
    }
    // A wrapped line is a long one, and no row behind which another one comes.
    let line = Span::new(start, end).of(text);
    let next = || rest.lines().next().unwrap_or_default();
    line.chars().take(50).count() < 50 || is_entries(line.trim_end()) && is_entries(next())
}

/// Whether a text begins with the mark of an item of a list: `-`, `1.`, `(2)`, `③`, `가.`, `b)`.
pub(crate) fn begins_item(text: &str) -> bool {
    let mut chars = text.chars();
    let Some(first) = chars.next() else { return false };
    let rest = chars.as_str();
    let closes = |rest: &str| {
        rest.strip_prefix(['.', ')'])
            .is_some_and(|rest| !rest.starts_with(|ch: char| ch.is_ascii_alphanumeric() || ch == '.'))
    };
    match first {
        '-' | '*' | '+' => rest.starts_with([' ', '\t']),
        '•' | '‣' | '◦' | '▪' | '■' | '□' | '●' | '○' | '∙' | '①'..='⑳' => true,
        '0'..='9' => {
            let second = rest.strip_prefix(|ch: char| ch.is_ascii_digit());
            closes(second.unwrap_or(rest))
        }
        '(' => {
            let inside = rest.split_once(')').map_or("", |(inside, _)| inside);
            !inside.is_empty()
                && (inside.len() <= 2 && inside.bytes().all(|byte| byte.is_ascii_digit())
                    || inside.chars().count() == 1 && inside.starts_with(is_item_letter))
        }
        _ => is_item_letter(first) && closes(rest),
    }
}

/// Whether items are told apart by a letter: `가.`, `b)`.
fn is_item_letter(letter: char) -> bool {
    letter.is_ascii_lowercase()
        || matches!(
            letter,
            '가' | '나' | '다' | '라' | '마' | '바' | '사' | '아' | '자' | '차' | '카' | '타' | '파' | '하'
        )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn items_of_lists() {
        for item in
            ["- a", "* b", "1. x", "12) x", "(3) x", "(가) 글", "④ 글", "가. 글", "b) x", "• x", "2.글"]
        {
            assert!(begins_item(item), "{item}");
        }
        for other in
            ["-1 °C", "3.5 percent", "2024. 1. 5.", "(Kim) x", "가다", "a b", "e.g. x", "", "1", "**b**"]
        {
            assert!(!begins_item(other), "{other}");
        }
    }

    #[test]
    fn boundaries() {
        for (text, want) in [
            ("One here. Two here! Three?", &["One here.", "Two here!", "Three?"][..]),
            ("Mr. Smith paid 3.5 million. He left.", &["Mr. Smith paid 3.5 million.", "He left."]),
            (
                "승인된다.따라서 유효하다. 2024. 1. 5. 시행한다.",
                &["승인된다.", "따라서 유효하다.", "2024. 1. 5. 시행한다."],
            ),
            ("Up to 45 °C. To reset it, J. A. Hobson.", &["Up to 45 °C.", "To reset it, J. A. Hobson."]),
            ("# Title\n\nBody text\n- item", &["# Title", "Body text", "- item"]),
        ] {
            let got: Vec<&str> = sentences(text).iter().map(|span| span.of(text)).collect();
            assert_eq!(got, want);
        }
    }

    proptest! {
        #[test]
        fn spans_are_ordered_and_bounded(text in "[a-z가-힣.!?\\n \"1]{0,300}|\\PC{0,80}|x{0,3000}") {
            let mut last = 0;
            for span in sentences(&text) {
                prop_assert!(span.start >= last && !span.of(&text).is_empty());
                prop_assert!(span.len() <= 2 * LONGEST + 40);
                last = span.end;
            }
        }
    }
}
