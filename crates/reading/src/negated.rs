//! Words that a prefix negates, or that an ending lets be forbidden.

use stet_text::{Script, Token};

/// Syllables that negate what follows them.
pub const PREFIXES: [char; 5] = ['불', '비', '미', '무', '부'];

/// How many bytes of a word are a negating prefix, if it begins with one.
pub fn prefix_of(token: &Token<'_>) -> Option<usize> {
    match (token.script, token.text.as_bytes()) {
        (Script::Latin, [b'u', b'n', ..] | [b'i', b'n' | b'm' | b'r' | b'l', ..]) => Some(2),
        (Script::Latin, [b'd' | b'm', b'i', b's', ..] | [b'n', b'o', b'n', ..]) => Some(3),
        (Script::Hangul, _) => token.text.starts_with(PREFIXES).then_some(3),
        _ => None,
    }
}

/// Whether a word may be one that a prefix negates, with letters enough behind it.
pub(crate) fn begins_negated(token: &Token<'_>) -> bool {
    let long = token.script == Script::Hangul || token.text.len() >= 6;
    long && prefix_of(token).is_some() || token.text == "non"
}

/// Whether `마라` behind a Korean word forbids it: `하지는 마라`.
pub(crate) fn is_forbidden(word: &str) -> bool {
    word.trim_end_matches(['는', '도', '를']).ends_with('지')
}
