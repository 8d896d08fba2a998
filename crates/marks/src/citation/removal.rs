//! What goes together with a removed mark: white space, commas, empty brackets, lead-in words.
//!
//! Owns how far the text goes that would be orphaned. Leaves phrases that carry a mark to [`super::carrier`].

use super::hold::{is_comma, is_joint, lead_start, without_lead};
use crate::pattern::Pattern;
use crate::statute::{is_hangul, is_particle};
use stet_text::span::Span;

/// What goes when the marks in `group` go, within `limits` and never before the lead-in.
pub(super) fn removal(sentence: &str, limits: Span, group: Span) -> Span {
    let floor = lead_start(sentence, group.start).max(limits.start);
    let mut gone = group;
    while let Some(wider) = enclosed(sentence, Span::new(floor, limits.end), gone) {
        gone = wider;
    }
    // `[9]번 자료`
    if Span::new(gone.end, limits.end).of(sentence).starts_with('번') {
        gone.end += '번'.len_utf8();
    }
    let left = Span::new(floor, gone.start).of(sentence);
    let right = Span::new(gone.end, limits.end).of(sentence);
    // `- [9]: claim`, `[9], claim`: what joined the mark to the text behind it.
    if opens_line(Span::new(0, gone.start).of(sentence)) {
        let bare = right.trim_start_matches([' ', '\t', '\u{a0}']);
        let joined = bare.trim_start_matches(|c| is_comma(c) || is_joint(c) || c == '-');
        let text = joined.trim_start_matches([' ', '\t', '\u{a0}']);
        if joined.len() < bare.len() && text.starts_with(char::is_alphanumeric) {
            return Span::new(gone.start, limits.end - text.len());
        }
    }
    // White space from the text before the lead-in counts as context, but is not taken.
    let before = sentence.get(..floor).and_then(|text| text.chars().next_back());
    let mut kept = left.trim_end_matches([' ', '\t', '\u{a0}']);
    let space_left = kept.len() < left.len() || (left.is_empty() && before.is_some_and(char::is_whitespace));
    let trimmed = right.trim_start_matches([' ', '\t', '\u{a0}']);
    let space_right = right.len() - trimmed.len();
    let next = sentence.get(gone.end + space_right..).and_then(|text| text.chars().next());
    // `Claim [9]—next`
    let dash = space_right == 0 && matches!(next, Some('—' | '–'));
    let closes = dash || next.is_none_or(|c| c == '\n' || c == '\r' || is_closing(c));
    if closes {
        // `… — [9].`; a colon at the end of a line announces what follows.
        let ends_clause = next.is_some_and(|c| !matches!(c, '\n' | '\r'));
        let orphan = kept.trim_end_matches(|c| is_comma(c) || (ends_clause && is_joint(c)));
        if orphan.len() < kept.len() {
            kept = orphan.trim_end_matches([' ', '\t', '\u{a0}']);
        }
        // At the end of the text the white space separates the next sentence and stays.
        let end = if next.is_none() { gone.end } else { gone.end + space_right };
        let last = kept.chars().next_back().or(if kept.is_empty() { before } else { None });
        let twice = second_stop(last, Span::new(end, limits.end).of(sentence));
        return Span::new(floor + kept.len(), end + twice);
    }
    let last = kept.chars().next_back().or(if kept.is_empty() { before } else { None });
    let opens = last.is_none_or(|c| matches!(c, '\n' | '(' | '（' | '[' | '「' | '“' | '‘' | '"'));
    if opens && !(last.is_some() && space_left && last != Some('\n')) {
        return Span::new(gone.start, gone.end + space_right);
    }
    if space_left && space_right > 0 {
        // One of the two runs is enough; the left one is never longer than the lead-in.
        return if left.is_empty() {
            Span::new(gone.start, gone.end + space_right)
        } else {
            Span::new(floor + kept.len(), gone.end)
        };
    }
    let glued = space_left && next.is_some_and(is_hangul) && last.is_some_and(is_hangul);
    if glued && starts_with_particle(trimmed) {
        return Span::new(floor + kept.len(), gone.end);
    }
    gone
}

/// Whether nothing but the markers of lists and quotations stands before in the line.
pub(super) fn opens_line(before: &str) -> bool {
    let line = before.rsplit('\n').next().unwrap_or_default();
    let bare = line.trim_matches([' ', '\t', '>', '-', '*', '+', '_', '•', '·']);
    let number = bare.trim_end_matches(['.', ')']);
    number.bytes().all(|b| b.is_ascii_digit()) && (number.is_empty() || number.len() < bare.len())
}

/// Length of the full stop at the start of `right` when the text before the mark has one already:
/// `at 10 a.m. [2].` An ellipsis stays.
fn second_stop(last: Option<char>, right: &str) -> usize {
    let mut rest = right.chars();
    match (last, rest.next()) {
        (Some('.'), Some('.')) if rest.next() != Some('.') => 1,
        (Some('。'), Some('。')) => '。'.len_utf8(),
        _ => 0,
    }
}

/// The brackets, emphasis or tag around `gone` when nothing but lead-in words would be left in them.
pub(super) fn enclosed(sentence: &str, limits: Span, gone: Span) -> Option<Span> {
    const PAIRS: &str = "( ) （ ） [ ] <sup> </sup> <sub> </sub> <b> </b> <i> </i> <u> </u> <em> </em> <strong> </strong> \
        <small> </small> <mark> </mark> <span> </span> ** ** __ __ ~~ ~~ * * _ _ ~ ~ { } ^ ^";
    let left = without_lead(Span::new(limits.start, gone.start).of(sentence));
    let right = Span::new(gone.end, limits.end).of(sentence);
    let mut right = right.get(BEHIND.end(right)..).unwrap_or(right);
    if left.ends_with(['(', '（'])
        && let Some(place) = PLACE.captures(right).and_then(|found| found.name("place"))
    {
        right = right.get(place.end()..).unwrap_or(right);
    }
    let pairs = PAIRS.split(' ').collect::<Vec<_>>();
    let pairs = pairs.chunks_exact(2).filter_map(|pair| Some((*pair.first()?, *pair.get(1)?)));
    // A note of which the text is the mark: `.^[9]`.
    let mut pairs = pairs.chain([("^", "")]);
    let (open, close) = pairs.find(|(open, close)| left.ends_with(open) && right.starts_with(close))?;
    let end = limits.end - right.len() + close.len();
    Some(Span::new(limits.start + left.len() - open.len(), end))
}

/// Words that say nothing behind a removed mark (`([1] 참조)`), and a place in the source before what closes the brackets:
/// `([9], p. 4)`.
static BEHIND: Pattern = Pattern::new(|| r"^\s*(?:(?:참조|참고|인용|출처)\s*)?".to_owned());
static PLACE: Pattern = Pattern::new(|| {
    r"^, (?<place>(?:pp?\.|pages? |§|제)[^)）(\[\n]{0,24}|[0-9][^)）(\[\n]{0,22}[쪽면])[)）(\[\n]".to_owned()
});

fn starts_with_particle(text: &str) -> bool {
    let end = text.find(|c| !is_hangul(c)).unwrap_or(text.len());
    text.get(..end).is_some_and(is_particle)
}

/// Punctuation that no white space precedes.
pub(super) fn is_closing(c: char) -> bool {
    ".,;:!?)]}。，、；：！？）」』”’…".contains(c)
}
