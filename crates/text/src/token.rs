//! The words of a text: where they begin and end.

use unicode_normalization::char::is_combining_mark;

use super::{FIRST_SYLLABLE, SYLLABLES, Script, script};
use crate::span::Span;

/// A word, or the part of one that is written in one script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token<'a> {
    /// Bytes in the text that was given to [`tokens`].
    pub span: Span,
    pub text: &'a str,
    pub script: Script,
}

/// The words of `text` in reading order, split at script changes (`15일의` is `15` and `일의`).
///
/// A Latin word keeps its inner apostrophe (`don't`), a number its inner comma and point
/// (`1,000.5`), and combining marks stay with their letter.
#[must_use]
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut out = Vec::with_capacity(text.len() / 5);
    each_token(text, |token| out.push(token));
    out
}

/// Calls `found` with each of the [`tokens`] of a text.
pub fn each_token<'a>(text: &'a str, mut found: impl FnMut(Token<'a>)) {
    let mut chars = text.char_indices().peekable();
    while let Some((start, first)) = chars.next() {
        let Some(own) = script(first) else { continue };
        let mut end = start + first.len_utf8();
        while let Some(&(at, ch)) = chars.peek() {
            let joins = match ch {
                '\'' | '\u{2019}' => own == Script::Latin,
                ',' | '.' => own == Script::Digit,
                _ => false,
            };
            let behind = at + ch.len_utf8();
            let goes_on = if joins {
                text.get(behind..).and_then(|rest| rest.chars().next()).and_then(script) == Some(own)
            } else {
                script(ch) == Some(own) || ch >= '\u{300}' && is_combining_mark(ch)
            };
            if !goes_on {
                break;
            }
            end = behind;
            chars.next();
        }
        let span = Span::new(start, end);
        found(Token { span, text: span.of(text), script: own });
    }
}

/// The Hangul syllable (U+AC00 to U+D7A3, three bytes) that begins at byte `at` of UTF-8 text.
#[inline]
#[must_use]
pub fn syllable_at(bytes: &[u8], at: usize) -> Option<u32> {
    let &[first, second, third] = bytes.get(at..)?.first_chunk()?;
    // What another first byte has above that of three bytes is beyond all syllables.
    let code = u32::from(first ^ 0xe0) << 12 | u32::from(second & 0x3f) << 6 | u32::from(third & 0x3f);
    (code.wrapping_sub(FIRST_SYLLABLE) < SYLLABLES).then_some(code)
}
