//! Clauses: where that of a negation begins and ends, and what goes on behind it.

use std::ops::Range;

use super::is_form_of_be;
use crate::text::reading::{COMMA, Reading, SEMICOLON, STOP};
use stet_text::span::Span;
use stet_text::{Script, Token};

/// Whether nothing between a word of a text and the next begins another clause.
pub(super) fn one_clause(text: &Reading<'_>, first: usize) -> bool {
    let Some((from, to)) = text.tokens.get(first).zip(text.tokens.get(first + 1)) else { return false };
    let joins = match from.script {
        Script::Hangul => {
            ["고", "며", "지만", "는데", "으나", "면"].iter().any(|end| from.text.ends_with(end))
        }
        _ => matches!(
            from.text,
            "if" | "who" | "that" | "which" | "because" | "while" | "and" | "but" | "when" | "although"
        ),
    };
    !joins && !Span::new(from.span.end, to.span.start).of(text.norm).contains(CUTS)
}

/// What ends a clause.
const CUTS: [char; 4] = [',', ';', '.', ':'];

/// Whether such a mark stands in a word (`1,000`).
pub(super) fn is_cut(text: &Reading<'_>, at: usize) -> bool {
    text.tokens.get(at).is_some_and(|token| token.script == Script::Digit && token.text.contains(CUTS))
}

/// The clause of an English negation. What both clauses say of one subject begins with the negation: `is not a toy and should
/// be kept away`.
pub(super) fn clause_of(text: &Reading<'_>, at: usize) -> Range<usize> {
    let word = |at: usize| text.word(at);
    let joins = |at: usize| match word(at) {
        "but" | "while" | "whereas" | "although" | "though" | "because" | "if" | "when" | "unless" => true,
        "and" => is_auxiliary(word(at + 1)) || text.gap(at) & COMMA != 0 || tells_anew(text, at + 1),
        _ => false,
    };
    let ends = |at: usize| text.gap(at) & (STOP | SEMICOLON) != 0;
    let end =
        (at + 1..text.tokens.len()).find(|&next| ends(next) || joins(next)).unwrap_or(text.tokens.len());
    // The words of a list that the negation denies, too.
    let behind = text.tokens.get(at).map_or(0, |token| token.span.end);
    let list = rest_of_list(text, at, clause_end(text.norm, behind));
    let end = if list.is_empty() { end } else { end.max(list.end) };
    let start =
        (0..=at).rev().find(|&first| first == 0 || ends(first) || joins(first - 1)).unwrap_or_default();
    let shared = matches!(word(end), "and" | "but") && !ends(end) && is_auxiliary(word(end + 1));
    if shared { at - usize::from(at > start && is_auxiliary(word(at - 1)))..end } else { start..end }
}

/// Whether the words from one on have a subject and a verb of their own: `must not be frozen and vials that were frozen must be
/// discarded`, but not `fire and damage that is caused by water`.
fn tells_anew(text: &Reading<'_>, from: usize) -> bool {
    /// Words up to the verb.
    const REACH: usize = 8;
    let mut relatives = 0;
    (from..text.tokens.len().min(from + REACH)).take_while(|&at| text.gap(at) & (STOP | COMMA) == 0).any(
        |at| {
            let word = text.word(at);
            let verb = is_auxiliary(word) && word != "be";
            if verb && relatives == 0 {
                return true;
            }
            match word {
                "that" | "which" | "who" | "what" | "where" => relatives += 1,
                _ if verb => relatives -= 1,
                _ => {}
            }
            false
        },
    )
}

/// Whether a word can begin a clause without a subject of its own, behind `and`.
pub(crate) fn is_auxiliary(word: &str) -> bool {
    matches!(
        word,
        "is" | "are"
            | "was"
            | "were"
            | "be"
            | "has"
            | "have"
            | "had"
            | "does"
            | "do"
            | "did"
            | "can"
            | "could"
            | "may"
            | "might"
            | "must"
            | "shall"
            | "should"
            | "will"
            | "would"
            | "cannot"
    )
}

/// Whether another clause begins with the English word at `at`, of which the denial before it says nothing: `do not take it if`,
/// `must not be used to clean`.
pub(super) fn subordinates(words: &[Token<'_>], at: usize) -> bool {
    let word = |at: usize| words.get(at).map_or("", |token| token.text);
    matches!(word(at), "if" | "when" | "unless" | "while" | "although" | "though" | "whereas" | "where")
        || word(at) == "to"
            && at > 1
            && word(at - 1) == "used"
            && (is_form_of_be(word(at - 2)) || word(at - 2) == "not")
}

/// The words of a list that goes on behind the clause of a negation, which ends at a byte: `not theft, fire or flooding`.
pub(super) fn rest_of_list(text: &Reading<'_>, at: usize, end: usize) -> Range<usize> {
    /// Words of a member, and of the list.
    const MEMBER: usize = 3;
    const LIST: usize = 12;
    /// Words of the negation and its first member.
    const HEAD: usize = 5;
    let first = at + text.tokens.iter().skip(at).take_while(|token| token.span.start < end).count();
    if first - at > HEAD {
        return first..first;
    }
    let mut length = 0;
    for next in first..text.tokens.len().min(first + LIST) {
        if text.gap(next) & (STOP | SEMICOLON) != 0 || length > MEMBER {
            break;
        }
        if matches!(text.word(next), "or" | "nor") {
            return first..text.tokens.len().min(next + MEMBER);
        }
        length = if text.gap(next) & COMMA != 0 { 1 } else { length + 1 };
    }
    first..first
}

/// Where the clause that contains the byte `from` ends.
pub(super) fn clause_end(norm: &str, from: usize) -> usize {
    let rest = Span::new(from, norm.len()).of(norm).bytes();
    let mut cuts = rest.zip(from..).filter(|(byte, _)| matches!(byte, b',' | b';' | b'.' | b':'));
    cuts.next().map_or(norm.len(), |(_, at)| at)
}

/// Prepositions of place, time and agent, behind which something else is told.
pub(super) fn is_preposition(word: &str) -> bool {
    matches!(
        word,
        "in" | "on"
            | "at"
            | "by"
            | "for"
            | "from"
            | "with"
            | "during"
            | "since"
            | "until"
            | "after"
            | "before"
            | "because"
            | "under"
            | "through"
            | "between"
            | "within"
            | "among"
            | "throughout"
    )
}
