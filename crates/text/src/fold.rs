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

/// How the normalised form of a text differs from it, at most, but for ASCII in lower case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    None,
    /// In white space, quotation marks, dashes and the like, but not in whether anything stands between two letters, or
    /// behind the last one.
    Marks,
    Letters,
}

/// [`normalise`], appended to `out`.
pub fn normalise_into(text: &str, out: &mut String) -> Change {
    let from = out.len();
    out.reserve(text.len());
    let change = fold_into(text, out, is_settled).unwrap_or_else(|| {
        out.truncate(from);
        let composed = nfc(text);
        let change = fold_into(&composed, out, |_| true).unwrap_or(Change::Letters);
        if matches!(composed, Cow::Borrowed(_)) { change } else { Change::Letters }
    });
    if let Some(new) = out.get_mut(from..) {
        new.make_ascii_lowercase();
    }
    change
}

/// Appends `text` in its plain form, ASCII in the case it has; stops with `None` at a character
/// that is not `known`.
fn fold_into(text: &str, out: &mut String, known: impl Fn(char) -> bool) -> Option<Change> {
    let from = out.len();
    let (mut space, mut change) = (false, Change::None);
    let mut at = 0;
    loop {
        let end = plain_end(text.as_bytes(), at);
        if end > at {
            if space {
                out.push(' ');
                space = false;
            }
            out.push_str(text.get(at..end).unwrap_or_default());
            at = end;
        }
        let Some(ch) = text.get(at..).and_then(|rest| rest.chars().next()) else {
            // White space at the end is left out, and nothing stands in its place.
            return Some(if space { Change::Letters } else { change });
        };
        if !known(ch) {
            return None;
        }
        at += ch.len_utf8();
        if ch.is_whitespace() {
            let first = !space && out.len() > from;
            space = out.len() > from;
            if !first || ch != ' ' {
                change = change.max(Change::Marks);
            }
            continue;
        }
        let Some(plain) = fold(ch) else {
            change = Change::Letters;
            continue;
        };
        if space {
            out.push(' ');
            space = false;
        }
        if plain.is_ascii() {
            if plain != ch {
                change =
                    change.max(if plain.is_ascii_alphanumeric() { Change::Letters } else { Change::Marks });
            }
            out.push(plain);
        } else {
            let end = out.len();
            out.extend(plain.to_lowercase());
            if !out.get(end..).is_some_and(|new| new.chars().eq([ch])) {
                change = Change::Letters;
            }
        }
    }
}

/// What may stand behind a byte of text that is in its plain form: the kinds of the next byte, as bits. Nothing may
/// where a byte ends such text.
const FOLLOWED: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0_u8;
    loop {
        table[byte as usize] = match byte {
            // One space between words; no other white space.
            b' ' => VISIBLE | SYLLABLE,
            b'\t'..=b'\r' => 0,
            0..=0xbf | 0xeb | 0xec => u8::MAX,
            // Hangul syllables are U+AC00 to U+D7A3; of the last row only what its second byte tells.
            0xea => UPPER,
            0xed => LOWER,
            _ => 0,
        };
        if byte == u8::MAX {
            break table;
        }
        byte += 1;
    }
};

/// The kind of each byte.
const KINDS: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0_u8;
    loop {
        table[byte as usize] = match byte {
            b' ' | b'\t'..=b'\r' => SPACE,
            0..=0x7f => VISIBLE,
            0x80..=0x9d => LOWER,
            0xb0..=0xbf => UPPER,
            0xea..=0xed => SYLLABLE,
            _ => OTHER,
        };
        if byte == u8::MAX {
            break table;
        }
        byte += 1;
    }
};

const SPACE: u8 = 1;
/// ASCII that is no white space.
const VISIBLE: u8 = 1 << 1;
/// Second or third bytes by their value.
const LOWER: u8 = 1 << 2;
const UPPER: u8 = 1 << 3;
/// First bytes that are nearly all of syllables.
const SYLLABLE: u8 = 1 << 4;
const OTHER: u8 = 1 << 5;

/// Where text that is in its plain form but for capitals ends: Hangul syllables, ASCII, and single
/// spaces between them.
fn plain_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start;
    if bytes.get(at) == Some(&b' ') {
        return at;
    }
    while let (Some(block), Some(next)) = (bytes.get(at..), bytes.get(at + 1..))
        && let (Some(block), Some(next)) = (block.first_chunk(), next.first_chunk())
        && is_plain(block, next)
    {
        at += BLOCK;
    }
    while let Some(&byte) = bytes.get(at) {
        let next = bytes.get(at + 1).copied().unwrap_or(b' ');
        if FOLLOWED[usize::from(byte)] & KINDS[usize::from(next)] == 0 {
            break;
        }
        at += 1;
    }
    at
}

/// Bytes that are looked at together.
const BLOCK: usize = 32;

/// Whether each byte may stand before the `next` one in text that is in its plain form: what [`FOLLOWED`] and [`KINDS`] tell,
/// without a look-up for each byte.
fn is_plain(block: &[u8; BLOCK], next: &[u8; BLOCK]) -> bool {
    let mut strange = false;
    for (&byte, &next) in block.iter().zip(next) {
        let gap = |byte: u8| (byte == b' ') | (byte.wrapping_sub(b'\t') < 5);
        let syllable = |byte: u8| byte.wrapping_sub(0xea) < 4;
        let others = [
            byte.wrapping_sub(b'\t') < 5,
            // Of the characters that are not ASCII only syllables.
            (byte >= 0xc0) & !syllable(byte),
            byte == 0xea && next < 0xb0,
            byte == 0xed && next > 0x9d,
            (byte == b' ') & (gap(next) | ((next >= 0x80) & !syllable(next))),
        ];
        strange |= others.into_iter().fold(false, |any, one| any | one);
    }
    !strange
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
    fn a_block_is_plain_when_its_bytes_are() {
        let leads =
            [b' ', b'\n', b'a', 0x00, 0x7f, 0x85, 0x9d, 0x9e, 0xb0, 0xbf, 0xc3, 0xea, 0xeb, 0xec, 0xed, 0xef];
        for byte in 0..=u8::MAX {
            for next in 0..=u8::MAX {
                // Pairs that stand in UTF-8.
                let follows =
                    matches!(byte, 0xc0..) == matches!(next, 0x80..=0xbf) || matches!(byte, 0x80..=0xbf);
                if !follows || !(leads.contains(&byte) || leads.contains(&next)) {
                    continue;
                }
                let mut block = [b'a'; BLOCK];
                let mut behind = block;
                (block[7], block[8], behind[6], behind[7]) = (byte, b'a', byte, next);
                let want = FOLLOWED[usize::from(byte)] & KINDS[usize::from(next)] != 0;
                assert_eq!(is_plain(&block, &behind), want, "{byte:x} {next:x}");
            }
        }
    }

    #[test]
    fn a_change_is_told_by_what_is_changed() {
        for (text, want) in [
            ("As it is, é 가나. “", Change::Marks),
            ("As it is, é 가나.", Change::None),
            ("two  spaces", Change::Marks),
            ("a\tb", Change::Marks),
            (" at the beginning", Change::Marks),
            ("at the end ", Change::Letters),
            ("It’s 3–4", Change::Marks),
            ("（３）", Change::Letters),
            ("É", Change::Letters),
            ("a\u{200b}b", Change::Letters),
            ("e\u{301}", Change::Letters),
        ] {
            assert_eq!(normalise_into(text, &mut String::new()), want, "{text:?}");
        }
    }

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
