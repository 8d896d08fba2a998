//! Classes of characters the segmenter acts on.
//!
//! Owns which characters end, open, close or decorate; leaves what follows from it to the language rules.

use unicode_segmentation::UnicodeSegmentation;

/// Marks that can end a sentence.
pub(super) const fn is_terminator(ch: char) -> bool {
    matches!(ch, '.' | '!' | '?' | '…' | '。' | '！' | '？' | '．' | '｡' | '‼' | '⁇' | '⁈' | '⁉' | '؟' | '।')
}

/// Terminators that end a sentence without white space after them, as Chinese and Japanese type sets them.
pub(super) const fn is_wide_terminator(ch: char) -> bool {
    matches!(ch, '。' | '！' | '？' | '．' | '｡')
}

/// Hangul syllables.
pub(super) const fn is_syllable(ch: char) -> bool {
    matches!(ch, '가'..='힣')
}

/// Letters of any script; the common Hangul syllables and single letters without a look-up.
pub(super) fn is_letter(ch: char) -> bool {
    is_syllable(ch) || is_jamo(ch) || ch.is_alphabetic()
}

/// Final consonants by number.
pub(super) const NIEUN: u32 = 4;
pub(super) const RIEUL: u32 = 8;
pub(super) const BIEUP: u32 = 17;
pub(super) const BIEUP_SIOT: u32 = 18;
pub(super) const SSANG_SIOT: u32 = 20;

/// Brackets and directed quotes, each with what closes it.
const PAIRS: [(char, char); 14] = [
    ('(', ')'),
    ('[', ']'),
    ('{', '}'),
    ('“', '”'),
    ('‘', '’'),
    ('「', '」'),
    ('『', '』'),
    ('《', '》'),
    ('〈', '〉'),
    ('（', '）'),
    ('［', '］'),
    ('【', '】'),
    ('«', '»'),
    ('„', '“'),
];

/// The closing character a character opens, for brackets and directed quotes.
pub(super) fn closing_of(ch: char) -> Option<char> {
    PAIRS.iter().find(|(open, _)| *open == ch).map(|(_, close)| *close)
}

/// Characters that can close a quotation or bracket right after the end of a sentence.
pub(super) fn is_closer(ch: char) -> bool {
    "\"')]}”’」』》〉）］】»`>*_".contains(ch)
}

/// Characters that may stand before the first word of a sentence.
pub(super) fn is_opener(ch: char) -> bool {
    closing_of(ch).is_some() || matches!(ch, '"' | '\'' | '`' | '*' | '_' | '¿' | '¡' | '<')
}

/// Characters of emoticons that decorate the end of an informal sentence.
pub(super) const fn is_emoticon(ch: char) -> bool {
    matches!(ch, '~' | '^' | ';' | '～' | '♥' | '♡' | '★' | '☆' | '♪' | '♬' | '\u{FE0F}' | '\u{200D}')
        || is_jamo(ch)
        || is_emoji(ch)
}

/// Single letters of the Hangul alphabet, as in ㅋㅋ and ㅠㅠ.
pub(super) const fn is_jamo(ch: char) -> bool {
    matches!(ch, 'ㄱ'..='ㅣ')
}

pub(super) const fn is_emoji(ch: char) -> bool {
    matches!(ch, '\u{2600}'..='\u{27BF}' | '\u{1F000}'..='\u{1FAFF}')
}

/// List bullets that are not Markdown.
pub(super) fn is_bullet(ch: char) -> bool {
    "•⁃◦▪‣●○■□▶※◆◇➢✓✔".contains(ch)
}

/// Whether `ch` would join the grapheme of a space before it, so that no boundary can stand there.
pub(super) fn extends(ch: char) -> bool {
    if ch.is_ascii() || is_syllable(ch) {
        return false;
    }
    let mut text = String::with_capacity(5);
    text.push(' ');
    text.push(ch);
    text.graphemes(true).count() == 1
}

/// The last `reach` bytes of `text`, or a little less where they would cut a character.
pub(super) fn tail(text: &str, reach: usize) -> &str {
    let mut from = text.len().saturating_sub(reach);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    text.get(from..).unwrap_or_default()
}
