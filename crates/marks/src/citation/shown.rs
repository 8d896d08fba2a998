//! How a mark is written that stays: new numbers in the form of the old ones, and brackets for markup that no reader of an
//! answer sees as a citation.

use super::grammar::{Grammar, Mark, MarkRef, is_raised, is_separator};
use super::seen::decode;
use crate::pattern::Pattern;
use crate::statute::circled;
use rustc_hash::FxHashSet;
use stet_text::digit;
use stet_text::span::Span;

/// The new text of one reference, or nothing when all its numbers are gone or shown already. A name
/// stays as it is.
pub(super) fn piece(
    sentence: &str,
    reference: &MarkRef,
    numbers: &[u32],
    seen: &mut FxHashSet<u32>,
) -> Option<String> {
    let raw = &decode(reference.span().of(sentence));
    let total = match reference {
        MarkRef::Name { .. } => {
            seen.extend(numbers);
            return (!numbers.is_empty()).then(|| reference.span().of(sentence).to_owned());
        }
        MarkRef::Number { .. } => 1,
        MarkRef::Range { from, to, .. } => from.abs_diff(*to) as usize + 1,
    };
    let fresh: Vec<u32> = numbers.iter().copied().filter(|n| seen.insert(*n)).collect();
    let (first, last) = (*fresh.first()?, *fresh.last()?);
    let start = raw.find(is_numeral)?;
    let (prefix, digits) = raw.split_at_checked(start)?;
    let written = digits.chars().next()?;
    let show = |n: u32| {
        let mut text = prefix.to_owned();
        text.push_str(&numeral(n, written));
        text
    };
    if total == 1 {
        return Some(show(first));
    }
    let run = fresh.windows(2).all(|pair| matches!(pair, [a, b] if a + 1 == *b));
    if total > 1 && run && (fresh.len() == total || fresh.len() > 2) {
        let tail = digits.trim_start_matches(is_numeral);
        let dash = tail.find(is_numeral).and_then(|at| tail.get(..at)).unwrap_or("-");
        return Some(format!("{}{dash}{}", show(first), numeral(last, written)));
    }
    Some(fresh.into_iter().map(show).collect::<Vec<_>>().join(if is_raised(written) { "," } else { ", " }))
}

pub(super) fn is_numeral(c: char) -> bool {
    digit(c).is_some() || circled(c).is_some()
}

/// A number in digits like the one that was `written`: ASCII, full-width, raised or in a circle.
pub(super) fn numeral(n: u32, written: char) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let ascii = n.to_string();
    let each = |show: fn(u32) -> Option<char>| {
        ascii.chars().filter_map(|c| show(c.to_digit(10)?)).collect::<String>()
    };
    match written {
        '０'..='９' => each(|digit| char::from_u32(u32::from('０') + digit)),
        _ if is_raised(written) => each(|digit| RAISED.get(digit as usize).copied()),
        '①'..='⑳' if (1..=20).contains(&n) => {
            char::from_u32(u32::from('①') + n - 1).map(String::from).unwrap_or_default()
        }
        _ => ascii,
    }
}

/// The mark with what is left of it, or nothing.
pub(super) fn compose(sentence: &str, mark: &Mark, pieces: &[(Span, String)]) -> Option<String> {
    let first = mark.refs.first()?.span();
    let last = mark.refs.last()?.span();
    let (head, tail) = pieces.split_first()?;
    let mut text = Span::new(mark.span.start, first.start).of(sentence).to_owned();
    text.push_str(&head.1);
    for (span, piece) in tail {
        let before = mark.refs.iter().map(MarkRef::span).rfind(|other| other.end <= span.start);
        text.push_str(before.map_or(", ", |other| Span::new(other.end, span.start).of(sentence)));
        text.push_str(piece);
    }
    let raw = mark.span.of(sentence);
    if MARKUP.is_in(raw) || mark.grammar == Grammar::Named && NAMED_MARKUP.is_in(raw) {
        return Some(format!(
            "[{}]",
            text.strip_prefix(Span::new(mark.span.start, first.start).of(sentence))?
        ));
    }
    let close = Span::new(last.end, mark.span.end).of(sentence);
    // `[1, 2,]`: the last separator separates nothing.
    let bare = close.trim_start_matches(|c: char| c.is_whitespace() || is_separator(c));
    let orphan = close.trim_start().starts_with(is_separator) && bare.chars().count() == 1;
    text.push_str(if orphan { bare } else { close });
    Some(text)
}

/// Markup that no reader of an answer sees as a citation, of any mark and of one by a name.
static MARKUP: Pattern = Pattern::new(|| {
    r"^(?:[\\{:#%$\x{e200}-\x{e2ff}]|\^\[|(?i:<(?:a|sup|source|ref) ))|\]\((?:[^#]|$)".to_owned()
});
static NAMED_MARKUP: Pattern = Pattern::new(|| r"^(?:\[\^|\[.*@|(?i:<ref>))".to_owned());
