//! Text as it is compared: one form for all spellings that a reader sees as the same.

use std::borrow::Cow;

use unicode_normalization::{UnicodeNormalization, is_nfc_quick};

/// `text` as it is compared: NFC, full-width forms as ASCII, lower case, typographic quotes and
/// dashes as their ASCII forms, invisible characters gone, runs of white space as one space and
/// none at the ends.
#[must_use]
pub fn normalise(text: &str) -> String {
    let mut out = String::new();
    normalise_into(text, &mut out);
    out
}

/// [`normalise`], appended to `out`.
pub fn normalise_into(text: &str, out: &mut String) {
    let from = out.len();
    out.reserve(text.len());
    let mut space = false;
    for ch in nfc(text).chars() {
        if ch.is_whitespace() {
            space = out.len() > from;
            continue;
        }
        let Some(plain) = fold(ch) else { continue };
        if space {
            out.push(' ');
            space = false;
        }
        // Most characters are these.
        if plain.is_ascii() || ('가'..='힣').contains(&plain) {
            out.push(plain.to_ascii_lowercase());
        } else {
            out.extend(plain.to_lowercase());
        }
    }
}

/// Characters that are in NFC whatever stands beside them, as far as they are common: below U+0300
/// and among the composed syllables nothing ever composes, and neither do the punctuation, symbols,
/// compatibility letters, ideographs and full-width forms of the listed ranges.
fn is_settled(ch: char) -> bool {
    ch < '\u{300}'
        || matches!(ch, '가'..='힣' | '\u{2010}'..='\u{2027}' | '\u{25a0}'..='\u{25ff}' | '\u{3001}'..='\u{3011}'
            | '\u{3131}'..='\u{318e}' | '\u{4e00}'..='\u{9fff}' | '\u{ff01}'..='\u{ff5e}')
}

/// NFC, without a copy when the text is in that form already.
#[must_use]
pub fn nfc(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_settled) || is_nfc_quick(text.chars()) == unicode_normalization::IsNormalized::Yes
    {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.nfc().collect())
    }
}

/// One character in its plain form; `None` for a character nobody sees.
#[must_use]
pub fn fold(ch: char) -> Option<char> {
    if ch.is_ascii() || ('가'..='힣').contains(&ch) {
        return Some(ch);
    }
    match ch {
        '！'..='～' => char::from_u32(u32::from(ch) - 0xfee0),
        '\u{2018}' | '\u{2019}' | '\u{201a}' | '\u{2032}' => Some('\''),
        '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{2033}' => Some('"'),
        '\u{2010}'..='\u{2015}' | '\u{2212}' => Some('-'),
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' => None,
        _ => Some(ch),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settled_characters_are_in_nfc() {
        for ch in ('\0'..=char::MAX).filter(|&ch| is_settled(ch)) {
            // Neither changed nor composed with what may stand before or behind it.
            for text in [format!("{ch}"), format!("a{ch}"), format!("가{ch}"), format!("{ch}가")] {
                assert!(text.nfc().eq(text.chars()), "{ch:?}");
            }
        }
    }
}
