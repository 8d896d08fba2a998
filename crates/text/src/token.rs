//! The words of a text: where they begin and end, read in one pass over the characters.

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

/// What begins with a byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum First {
    /// A token of this script.
    Word(Script),
    /// ASCII that stands in no token, and ASCII that may stand in one.
    Gap,
    Joint,
    /// That is told by more than a byte.
    Open,
}

const FIRSTS: [First; 256] = {
    let mut table = [First::Open; 256];
    let mut byte = 0_u8;
    loop {
        table[byte as usize] = match byte {
            b'a'..=b'z' | b'A'..=b'Z' => First::Word(Script::Latin),
            b'0'..=b'9' => First::Word(Script::Digit),
            b'\'' | b',' | b'.' => First::Joint,
            0..=0x7f => First::Gap,
            // Hangul syllables, U+AC00 to U+D7A3, but for those that share their first byte with other characters.
            0xeb | 0xec => First::Word(Script::Hangul),
            _ => First::Open,
        };
        if byte == u8::MAX {
            break table;
        }
        byte += 1;
    }
};

/// The script of the character that begins at byte `at`, and its length; `None` at the end.
#[inline]
fn script_at(text: &str, at: usize) -> Option<(Option<Script>, usize)> {
    Some(match FIRSTS[usize::from(*text.as_bytes().get(at)?)] {
        First::Word(Script::Hangul) => (Some(Script::Hangul), 3),
        First::Word(script) => (Some(script), 1),
        First::Gap | First::Joint => (None, 1),
        First::Open => {
            let ch = text.get(at..)?.chars().next()?;
            (script(ch), ch.len_utf8())
        }
    })
}

/// Where a run of the commonest characters of a script ends that goes on at byte `at`.
#[inline]
fn run_end<'a>(bytes: &[u8], mut at: usize, script: Script, reader: &mut impl Reader<'a>) -> usize {
    match script {
        Script::Latin => {
            while let Some(byte) = bytes.get(at).filter(|byte| byte.is_ascii_alphabetic()) {
                reader.ascii(*byte);
                at += 1;
            }
        }
        Script::Digit => {
            while let Some(byte) = bytes.get(at).filter(|byte| byte.is_ascii_digit()) {
                reader.ascii(*byte);
                at += 1;
            }
        }
        Script::Hangul => {
            let mut rest = bytes.get(at..).unwrap_or_default();
            while let Some((first, behind)) = rest.split_first_chunk()
                && let Some(code) = syllable(*first)
            {
                reader.syllable(code);
                rest = behind;
            }
            at = bytes.len() - rest.len();
        }
        Script::Other => {}
    }
    at
}

/// The Hangul syllable (U+AC00 to U+D7A3, three bytes) that begins at byte `at` of UTF-8 text.
#[inline]
#[must_use]
pub fn syllable_at(bytes: &[u8], at: usize) -> Option<u32> {
    syllable(*bytes.get(at..)?.first_chunk()?)
}

/// The Hangul syllable that three bytes of UTF-8 are.
#[inline]
fn syllable([first, second, third]: [u8; 3]) -> Option<u32> {
    // What another first byte has above that of three bytes is beyond all syllables.
    let code = u32::from(first ^ 0xe0) << 12 | u32::from(second & 0x3f) << 6 | u32::from(third & 0x3f);
    (code.wrapping_sub(FIRST_SYLLABLE) < SYLLABLES).then_some(code)
}

/// What is told of a text that is read once ([`read`]): every character in order, and every token behind its last.
pub trait Reader<'a> {
    /// An ASCII character.
    fn ascii(&mut self, _byte: u8) {}

    /// The code of a Hangul syllable.
    fn syllable(&mut self, _code: u32) {}

    /// Any other character.
    fn other(&mut self, _ch: char) {}

    fn token(&mut self, token: Token<'a>);
}

/// A reader that wants nothing but the tokens.
struct Tokens<F>(F);

impl<'a, F: FnMut(Token<'a>)> Reader<'a> for Tokens<F> {
    #[inline]
    fn token(&mut self, token: Token<'a>) {
        (self.0)(token);
    }
}

/// Calls `found` with each of the [`tokens`] of a text.
#[inline]
pub fn each_token<'a>(text: &'a str, found: impl FnMut(Token<'a>)) {
    read(text, &mut Tokens(found));
}

/// Reads a text once, character by character and token by token.
#[inline]
pub fn read<'a>(text: &'a str, reader: &mut impl Reader<'a>) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let script = match FIRSTS[usize::from(byte)] {
            First::Word(script) => script,
            First::Gap | First::Joint => {
                reader.ascii(byte);
                at += 1;
                continue;
            }
            First::Open => {
                let Some(ch) = text.get(at..).and_then(|rest| rest.chars().next()) else { return };
                let Some(script) = script(ch) else {
                    reader.other(ch);
                    at += ch.len_utf8();
                    continue;
                };
                script
            }
        };
        let start = at;
        at = token_end(text, at, script, reader);
        let span = Span::new(start, at);
        reader.token(Token { span, text: span.of(text), script });
    }
}

/// Where the token of a script ends that begins at byte `at`.
#[inline]
fn token_end<'a>(text: &str, mut at: usize, script: Script, reader: &mut impl Reader<'a>) -> usize {
    let bytes = text.as_bytes();
    loop {
        at = run_end(bytes, at, script, reader);
        let Some(&byte) = bytes.get(at) else { return at };
        match FIRSTS[usize::from(byte)] {
            // The run has passed all letters of its own script that one byte tells.
            First::Gap | First::Word(_) => return at,
            First::Joint if !matches!(script, Script::Latin | Script::Digit) => return at,
            First::Joint | First::Open => {}
        }
        let Some(ch) = inside(text, at, script) else { return at };
        if ch.is_ascii() {
            reader.ascii(ch as u8);
        } else {
            reader.other(ch);
        }
        at += ch.len_utf8();
    }
}

/// The character at byte `at` if a token goes on with it, none of those that [`run_end`] passes.
fn inside(text: &str, at: usize, script: Script) -> Option<char> {
    let (kind, len) = script_at(text, at)?;
    (kind == Some(script) || is_inside(text, at, len, script, kind))
        .then(|| text.get(at..)?.chars().next())?
}

/// Whether a token goes on with the character of another kind at byte `at`.
#[inline]
fn is_inside(text: &str, at: usize, len: usize, script: Script, kind: Option<Script>) -> bool {
    let joins = match text.as_bytes().get(at) {
        Some(b'\'') => script == Script::Latin,
        Some(b',' | b'.') => script == Script::Digit,
        Some(..=0x7f) | None => return false,
        Some(_) => match text.get(at..).and_then(|rest| rest.chars().next()) {
            Some('\u{2019}') => script == Script::Latin,
            Some(ch) => return ch >= '\u{300}' && is_combining_mark(ch),
            None => return false,
        },
    };
    joins && kind.is_none() && script_at(text, at + len).is_some_and(|next| next.0 == Some(script))
}
