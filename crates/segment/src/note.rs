//! Citations behind a sentence: whether they belong to it.
//!
//! Owns marks that are a noun of the next sentence and citations in round brackets; leaves what a mark is to
//! [`stet_marks::citation`] and when they are asked for to [`super::end`].

use super::chars::is_syllable;
use super::view::{Look, More, View};
use super::words::{Role, is};
use stet_marks::citation::{MarkMatch, is_open, match_mark};
use stet_marks::statute::circled;

/// Marks in a row that are looked through for a particle behind them.
const MAX_MARKS: usize = 3;
/// Longest of them that is looked through, in bytes.
const MAX_NUMERIC: usize = 24;

/// Whether a Korean particle is glued to the mark that ends at `at`, or to one listed with it: then it is a noun of the
/// sentence that it begins, `[1]에 따르면 …`.
#[cold]
pub(super) fn bears_particle(view: View<'_>, mut at: usize) -> Look<bool> {
    for _ in 0..MAX_MARKS {
        let word = view.word(at, 4, is_syllable)?;
        if !word.is_empty() {
            let next = view.char(at + word.len())?;
            return Ok(is(word, Role::Particle) && next.is_some_and(char::is_whitespace));
        }
        let joint = view.word(at, 2, |ch| matches!(ch, ',' | ' '))?.len();
        let rest = view.rest(at + joint);
        match match_mark(rest) {
            MarkMatch::Complete(mark)
                if joint > 0 && mark < MAX_NUMERIC && (mark < rest.len() || view.eof) =>
            {
                at += joint + mark;
            }
            MarkMatch::Partial | MarkMatch::Complete(_)
                if joint > 0 && rest.len() < MAX_NUMERIC && !view.eof =>
            {
                return Err(More);
            }
            _ => return Ok(false),
        }
    }
    Ok(false)
}

/// Longest citation in round brackets, in characters.
const MAX_CITED_NOTE: usize = 80;

/// Length of a citation in round brackets behind a sentence: `(Source: [1], [2])`.
#[cold]
pub(super) fn cited_note(view: View<'_>, at: usize) -> Look<usize> {
    let word = view.word(at + 1, 8, char::is_alphabetic)?;
    let lower = word.to_lowercase();
    let begins = match view.char(at + 1 + word.len())? {
        Some('[' | '【' | '［') => word.is_empty(),
        Some(':' | '：' | '.' | ' ') => is(&lower, Role::Cites),
        _ => false,
    };
    if !begins {
        return Ok(0);
    }
    let inside = view.word(at + 1, MAX_CITED_NOTE, |ch| !matches!(ch, ')' | '\n'))?;
    if view.char(at + 1 + inside.len())? != Some(')') {
        return Ok(0);
    }
    let mut rest = inside.get(word.len()..).unwrap_or_default();
    loop {
        rest = rest.trim_start_matches([' ', ':', '：', '.', ',', ';']);
        if rest.is_empty() || is(rest.trim_end(), Role::Cited) {
            return Ok(inside.len() + 2);
        }
        let MarkMatch::Complete(mark) = match_mark(rest) else { return Ok(0) };
        rest = rest.get(mark..).unwrap_or_default();
    }
}

/// Length of a dash and the mark behind it, which say where a sentence without a full stop has it from:
/// `문을 엽니다 — [2].`
#[cold]
pub(super) fn dashed_mark(view: View<'_>, at: usize) -> Look<usize> {
    let dash = view.word(at, 1, |ch| matches!(ch, '—' | '–' | '-'))?.len();
    let gap = view.word(at + dash, 1, |ch| ch == ' ')?.len();
    if !view.char(at + dash + gap)?.is_some_and(is_open) {
        return Ok(0);
    }
    Ok(mark_len(view, at + dash + gap)?.map_or(0, |mark| dash + gap + mark))
}

/// Longest note, and longest white space behind it, that is looked through, in characters.
const MAX_NOTE: usize = 24;

/// Length of a number in round brackets or a circle that ends a line behind a sentence, `… on Fridays. (2)`: what numbers
/// an item has the item behind it.
#[cold]
pub(super) fn last_note(view: View<'_>, at: usize, first: char) -> Look<usize> {
    let len = if circled(first).is_some() {
        view.word(at, MAX_NOTE, |ch| circled(ch).is_some())?.len()
    } else {
        let inside = view.word(at + 1, MAX_NOTE, |ch| ch.is_ascii_digit() || matches!(ch, ',' | ' '))?;
        let begins = inside.starts_with(|ch: char| ch.is_ascii_digit());
        if !begins || view.char(at + 1 + inside.len())? != Some(')') {
            return Ok(0);
        }
        inside.len() + 2
    };
    let gap = view.word(at + len, MAX_NOTE, |ch| matches!(ch, ' ' | '\t'))?.len();
    let ends = match view.char(at + len + gap)? {
        None | Some('\n' | '\r') => true,
        // `문을 닫습니다 (2).`
        Some('.') if gap == 0 => view.char(at + len + 1)?.is_none_or(char::is_whitespace),
        Some(_) => false,
    };
    Ok(if ends { len } else { 0 })
}

/// Length of the mark that begins at `at`.
pub(super) fn mark_len(view: View<'_>, at: usize) -> Look<Option<usize>> {
    let rest = view.rest(at);
    match match_mark(rest) {
        MarkMatch::Complete(mark) if mark < rest.len() || view.eof => Ok(Some(mark)),
        MarkMatch::Partial | MarkMatch::Complete(_) if !view.eof => Err(More),
        _ => Ok(None),
    }
}

/// Length of a separator and of the mark behind it, which goes with the one before: `… at nine.[1], [2]`; 0 when no mark
/// follows.
pub(super) fn joined_mark(view: View<'_>, at: usize, separator: char) -> Look<usize> {
    if !matches!(separator, ',' | ';' | '，' | '、' | '·') {
        return Ok(0);
    }
    let after = at + separator.len_utf8();
    let mark = after + view.word(after, 2, |ch| ch == ' ')?.len();
    Ok(mark_len(view, mark)?.map_or(0, |len| mark + len - at))
}
