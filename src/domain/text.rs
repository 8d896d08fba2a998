//! Words: normalisation, tokens, stems and search terms of Korean and English text.
//!
//! Owns what a word is and when two spellings are the same word. Leaves
//! sentences to [`crate::domain::segment`] and the meaning of numbers and
//! negation to [`crate::domain::gate`]. Everything here is rules on characters:
//! no dictionary, so a stem is a key for comparing, not a word to show.

mod stem;

pub(crate) use stem::Syllables;

use std::borrow::Cow;

use rust_stemmers::{Algorithm, Stemmer};
use serde::{Deserialize, Serialize};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark, is_nfc_quick};

use crate::domain::span::Span;

/// The two languages Stet treats as equals; everything that is not Korean follows the English rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    Ko,
    #[default]
    En,
}

/// Korean when at least a quarter as many Hangul syllables stand in the text as other letters:
/// a Korean sentence full of English names is still Korean, an English one that quotes a Korean
/// word is not.
#[must_use]
pub fn language(text: &str) -> Language {
    let (mut hangul, mut other) = (0_usize, 0_usize);
    for ch in text.chars() {
        match script(ch) {
            Some(Script::Hangul) => hangul += 1,
            Some(Script::Latin | Script::Other) => other += 1,
            _ => {}
        }
    }
    if hangul > 0 && hangul * 4 >= other { Language::Ko } else { Language::En }
}

/// What a token is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Script {
    Hangul,
    Latin,
    Digit,
    /// Any other letters: Hanja, kana, Greek, Cyrillic …
    Other,
}

/// The script of a word character; `None` for white space, punctuation and symbols.
#[must_use]
#[inline]
pub fn script(ch: char) -> Option<Script> {
    match ch {
        'a'..='z' | 'A'..='Z' | 'ａ'..='ｚ' | 'Ａ'..='Ｚ' => Some(Script::Latin),
        '0'..='9' | '０'..='９' => Some(Script::Digit),
        '\0'..='\u{7f}' => None,
        '가'..='힣' | '\u{1100}'..='\u{11ff}' | '\u{3131}'..='\u{318e}' => Some(Script::Hangul),
        '\u{aa}' | '\u{ba}' | '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' if ch.is_alphabetic() => {
            Some(Script::Latin)
        }
        _ if ch.is_alphanumeric() => Some(Script::Other),
        _ => None,
    }
}

/// Whether a character is a letter or a digit: `char::is_alphanumeric`, quick for Hangul.
#[must_use]
#[inline]
pub fn is_word_char(ch: char) -> bool {
    script(ch).is_some()
}

/// The first character of the lower-case form, quick for Hangul.
#[must_use]
#[inline]
pub fn lower(ch: char) -> char {
    if ch.is_ascii() {
        ch.to_ascii_lowercase()
    } else if ('가'..='힣').contains(&ch) {
        ch
    } else {
        ch.to_lowercase().next().unwrap_or(ch)
    }
}

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
            while let Some(code) = syllable_at(bytes, at) {
                reader.syllable(code);
                at += 3;
            }
        }
        Script::Other => {}
    }
    at
}

/// The Hangul syllable (U+AC00 to U+D7A3, three bytes) that begins at byte `at` of UTF-8 text.
#[inline]
pub(crate) fn syllable_at(bytes: &[u8], at: usize) -> Option<u32> {
    let Some(&[first @ 0xea..=0xed, second, third]) = bytes.get(at..at + 3) else { return None };
    let code = u32::from(first & 0x0f) << 12 | u32::from(second & 0x3f) << 6 | u32::from(third & 0x3f);
    (code.wrapping_sub(0xac00) < 11_172).then_some(code)
}

/// What is told of a text that is read once ([`read`]): every character in order, and every token behind its last.
pub(crate) trait Reader<'a> {
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
pub(crate) fn each_token<'a>(text: &'a str, found: impl FnMut(Token<'a>)) {
    read(text, &mut Tokens(found));
}

/// Reads a text once, character by character and token by token.
#[inline]
pub(crate) fn read<'a>(text: &'a str, reader: &mut impl Reader<'a>) {
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
        // Nearly every token ends before a space.
        match bytes.get(at) {
            Some(&byte) if FIRSTS[usize::from(byte)] != First::Gap => {}
            _ => return at,
        }
        let Some(ch) = inside(text, at, script) else { return at };
        if ch.is_ascii() {
            reader.ascii(ch as u8)
        } else {
            reader.other(ch)
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
pub(crate) fn normalise_into(text: &str, out: &mut String) {
    let from = out.len();
    out.reserve(text.len());
    if !fold_into(text, out, is_settled) {
        out.truncate(from);
        fold_into(&nfc(text), out, |_| true);
    }
    if let Some(new) = out.get_mut(from..) {
        new.make_ascii_lowercase();
    }
}

/// Appends `text` in its plain form, ASCII in the case it has; stops with `false` at a character
/// that is not `known`.
fn fold_into(text: &str, out: &mut String, known: impl Fn(char) -> bool) -> bool {
    let from = out.len();
    let mut space = false;
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
        let Some(ch) = text.get(at..).and_then(|rest| rest.chars().next()) else { return true };
        if !known(ch) {
            return false;
        }
        at += ch.len_utf8();
        if ch.is_whitespace() {
            space = out.len() > from;
            continue;
        }
        let Some(ch) = fold(ch) else { continue };
        if space {
            out.push(' ');
            space = false;
        }
        if ch.is_ascii() { out.push(ch) } else { out.extend(ch.to_lowercase()) }
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
    while let Some(&byte) = bytes.get(at) {
        let next = bytes.get(at + 1).copied().unwrap_or(b' ');
        if FOLLOWED[usize::from(byte)] & KINDS[usize::from(next)] == 0 {
            break;
        }
        at += 1;
    }
    at
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

/// Lower-cased Snowball (Porter 2) stem of an English word, without a possessive ending.
#[must_use]
pub fn english_stem(word: &str) -> String {
    let mut lower = String::with_capacity(word.len());
    for ch in word.chars().filter_map(fold) {
        if ch.is_ascii() { lower.push(ch.to_ascii_lowercase()) } else { lower.extend(ch.to_lowercase()) }
    }
    match Stemmer::create(Algorithm::English).stem(&lower) {
        Cow::Borrowed(stem) if stem.len() == lower.len() => lower,
        stem => stem.into_owned(),
    }
}

/// A quick comparing key of a lower-cased English word: a prefix of it, without inflection.
///
/// Coarser than [`english_stem`] and some thirty times faster (no allocation), which is what
/// preparing a source for the gate needs; both fold `approved`, `approves` and `approving`.
#[must_use]
pub fn english_key(word: &str) -> &str {
    let word = word.strip_suffix("'s").unwrap_or(word).trim_end_matches('\'');
    if word.len() <= 3 || !word.is_ascii() {
        return word;
    }
    let mut len = word.len();
    let head = |len: usize| word.get(..len).unwrap_or(word);
    if word.ends_with("sses") || word.ends_with("ies") {
        len -= 2;
    } else if word.ends_with('s') && !(word.ends_with("ss") || word.ends_with("us") || word.ends_with("is")) {
        len -= 1;
    }
    let suffixes: &[(&str, usize)] = match head(len).as_bytes().last() {
        Some(b'y') => &[("ingly", 3), ("edly", 3), ("ly", 4)],
        Some(b'g') => &[("ing", 3)],
        Some(b'd') => &[("ed", 3)],
        Some(b'n') => &[("ion", 5)],
        _ => &[],
    };
    for &(suffix, least) in suffixes {
        let Some(stem) = head(len).strip_suffix(suffix) else { continue };
        let vowel = stem.bytes().any(|byte| matches!(byte, b'a' | b'e' | b'i' | b'o' | b'u' | b'y'));
        let fits = match suffix {
            "ion" => stem.ends_with(['t', 's']),
            _ => vowel,
        };
        if stem.len() >= least && fits {
            len = stem.len();
            let mut last = stem.bytes().rev();
            if let (Some(a), Some(b)) = (last.next(), last.next()) {
                let doubled = a == b && !matches!(a, b'l' | b's' | b'z') && !b"aeiou".contains(&a);
                len -= usize::from(doubled && suffix != "ion" && suffix != "ly");
            }
            break;
        }
    }
    if len >= 4 && head(len).ends_with(['e', 'y', 'i']) {
        len -= 1;
    }
    head(len)
}

/// Particles that follow a noun, by the sound they ask for before them.
const PARTICLES: &[(&str, After)] = &[
    ("으로부터", After::Any),
    ("에게서는", After::Any),
    ("으로서의", After::Any),
    ("에서부터", After::Any),
    ("이라고는", After::Any),
    ("에게서", After::Any),
    ("에서는", After::Any),
    ("에서도", After::Any),
    ("에서의", After::Any),
    ("에게는", After::Any),
    ("에게도", After::Any),
    ("으로는", After::Any),
    ("으로도", After::Any),
    ("으로써", After::Any),
    ("으로서", After::Any),
    ("로부터", After::Any),
    ("까지의", After::Any),
    ("까지는", After::Any),
    ("부터는", After::Any),
    ("에서만", After::Any),
    ("이라는", After::Any),
    ("이라고", After::Any),
    ("이라도", After::Any),
    ("이거나", After::Any),
    ("에서", After::Any),
    ("에게", After::Any),
    ("에는", After::Any),
    ("에도", After::Any),
    ("에만", After::Any),
    ("에의", After::Any),
    ("으로", After::Any),
    ("로서", After::Any),
    ("로써", After::Any),
    ("로는", After::Any),
    ("까지", After::Any),
    ("부터", After::Any),
    ("마다", After::Any),
    ("처럼", After::Any),
    ("보다", After::Any),
    ("조차", After::Any),
    ("밖에", After::Any),
    ("이나", After::Any),
    ("이며", After::Any),
    ("이고", After::Any),
    ("이란", After::Any),
    ("라는", After::Any),
    ("라고", After::Any),
    ("께서", After::Any),
    ("한테", After::Any),
    ("과의", After::Any),
    ("와의", After::Any),
    ("들이", After::Any),
    ("들은", After::Any),
    ("들을", After::Any),
    ("들의", After::Any),
    ("들", After::Any),
    ("은", After::Closed),
    ("을", After::Closed),
    ("이", After::Closed),
    ("과", After::Closed),
    ("는", After::Open),
    ("를", After::Open),
    ("가", After::Open),
    ("와", After::Open),
    ("의", After::Any),
    ("에", After::Any),
    ("도", After::Any),
    ("만", After::Any),
    ("로", After::Any),
    ("나", After::Open),
];

/// What the syllable before a particle must end in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum After {
    /// A final consonant (`법은`).
    Closed,
    /// A vowel (`휴가는`).
    Open,
    Any,
}

/// First syllables of the endings that make a noun a verb (`허용된다`, `사용하는`, `부여받았다`).
const fn is_verb_head(ch: char) -> bool {
    matches!(
        ch,
        '하' | '했'
            | '한'
            | '할'
            | '함'
            | '합'
            | '해'
            | '되'
            | '됐'
            | '된'
            | '될'
            | '됨'
            | '됩'
            | '돼'
            | '시'
            | '킨'
            | '킬'
    )
}

/// Endings of verbs and adjectives, longest first.
const ENDINGS: &[&str] = &[
    "었습니다",
    "았습니다",
    "였습니다",
    "겠습니다",
    "습니다",
    "입니다",
    "었으며",
    "았으며",
    "였으며",
    "었지만",
    "았지만",
    "이었다",
    "이므로",
    "으므로",
    "으면서",
    "으려고",
    "는데도",
    "었다",
    "았다",
    "였다",
    "겠다",
    "는다",
    "이다",
    "어야",
    "아야",
    "여야",
    "으며",
    "으면",
    "으나",
    "으니",
    "은데",
    "는데",
    "지만",
    "지는",
    "지도",
    "므로",
    "면서",
    "도록",
    "거나",
    "려고",
    "어서",
    "아서",
    "었던",
    "았던",
    "던",
    "다",
    "며",
    "면",
    "고",
    "지",
    "게",
    "요",
    "기",
    "음",
];

/// The comparing key of a Korean word: a prefix of it, without particles and endings.
///
/// Rules only, so a noun that happens to end like a particle is shortened too (`전문가` →
/// `전문`); because stripping is repeated until nothing changes, the bare noun and the noun with
/// a particle still give the same key. At least one syllable stays, two before an ambiguous
/// one-syllable particle.
#[must_use]
pub fn korean_stem(word: &str) -> &str {
    stem::korean(word)
}

/// Syllables with which an ending goes on behind [`is_verb_head`].
const fn is_verbal_tail(ch: char) -> bool {
    matches!(
        ch,
        '다' | '는'
            | '고'
            | '며'
            | '면'
            | '여'
            | '지'
            | '였'
            | '었'
            | '았'
            | '기'
            | '게'
            | '도'
            | '거'
            | '므'
            | '려'
            | '니'
            | '던'
            | '을'
            | '음'
            | '으'
            | '야'
            | '서'
            | '요'
            | '세'
            | '십'
            | '습'
            | '된'
            | '됨'
            | '될'
            | '됐'
            | '되'
            | '시'
            | '켜'
            | '키'
            | '어'
    )
}

/// Whether a Hangul syllable ends in a consonant; `None` for any other character.
#[must_use]
pub fn is_closed(ch: char) -> Option<bool> {
    ('가'..='힣').contains(&ch).then(|| !(u32::from(ch) - 0xac00).is_multiple_of(28))
}

/// Terms for keyword search, in reading order and as often as they occur.
///
/// Hangul: the word without particles, and the bigrams inside it (compounds are written with and
/// without spaces, so a word alone would miss them). Latin: the stem. Numbers: the digits without
/// thousands separators. Other scripts: the word and its bigrams.
#[must_use]
pub fn search_terms(text: &str) -> Vec<String> {
    let text: String = nfc(text).chars().filter_map(fold).collect();
    let mut out = Vec::new();
    for token in tokens(&text) {
        match token.script {
            Script::Latin => out.push(english_stem(token.text)),
            Script::Digit => out.push(token.text.replace(',', "")),
            Script::Hangul => with_bigrams(token.text, korean_stem(token.text), &mut out),
            Script::Other => {
                let word = token.text.to_lowercase();
                with_bigrams(&word, &word, &mut out);
            }
        }
    }
    out
}

/// The stem, then the bigrams of the word that begin inside the stem: one of them reaches over its
/// end, so that a noun cut short by mistake (`유급휴가` → `유급휴`) still has all of its bigrams.
fn with_bigrams(word: &str, stem: &str, out: &mut Vec<String>) {
    out.push(stem.to_owned());
    let ends = word.char_indices().map(|(at, ch)| at + ch.len_utf8()).skip(1);
    for ((start, _), end) in word.char_indices().zip(ends) {
        let Some(pair) = word.get(start..end) else { continue };
        if start < stem.len() && pair != stem {
            out.push(pair.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn particles_and_endings_give_one_key() {
        for forms in [
            &["직원은", "직원에게", "직원이", "직원의", "직원"][..],
            &["유급휴가", "유급휴가가", "유급휴가를", "유급휴가는"],
            &["허용된다", "허용되지", "허용되었다", "허용하는", "허용한", "허용"],
            &["사용할", "사용하였다", "사용합니다", "사용"],
            &["법은", "법을"],
            &["전문가", "전문가가", "전문가는"],
            &["있다", "있는", "있습니다"],
            &["국가", "국가의", "국가가"],
        ] {
            let keys: Vec<&str> = forms.iter().map(|form| korean_stem(form)).collect();
            assert!(keys.iter().all(|key| *key == keys[0]), "{forms:?} -> {keys:?}");
        }
        for word in ["마을", "가을", "휴가", "국가"] {
            assert_eq!(korean_stem(word), word);
        }
    }

    #[test]
    fn tokens_split_at_script_changes() {
        let words: Vec<&str> = tokens("15일의 don't 1,000.5km, COVID-19는.").iter().map(|t| t.text).collect();
        assert_eq!(words, ["15", "일의", "don't", "1,000.5", "km", "COVID", "19", "는"]);
    }

    #[test]
    fn spellings_fold() {
        assert_eq!(normalise(" ＡＢＣ　１２ \n“It’s”\u{200b} "), "abc 12 \"it's\"");
        assert_eq!(normalise("한글"), "한글");
        assert_eq!(english_stem("Regulations"), english_stem("regulation"));
        assert_eq!(english_stem("student's"), "student");
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

    #[test]
    fn language_is_the_reader_s() {
        assert_eq!(language("API의 response status를 확인한다"), Language::Ko);
        assert_eq!(language("The word 김치 is Korean"), Language::En);
        assert_eq!(language("123"), Language::En);
    }

    #[test]
    fn terms_of_both_languages() {
        assert_eq!(
            search_terms("유급휴가는 15일, Holidays"),
            ["유급휴", "유급", "급휴", "휴가", "15", "일", "holiday"]
        );
    }

    proptest! {
        #[test]
        fn tokens_lie_in_the_text_and_stems_are_stable(text in "\\PC{0,60}") {
            for token in tokens(&text) {
                prop_assert_eq!(token.span.of(&text), token.text);
                prop_assert!(!token.text.is_empty());
                let stem = korean_stem(token.text);
                prop_assert!(!stem.is_empty() && token.text.starts_with(stem));
                prop_assert_eq!(korean_stem(stem), stem);
            }
            let once = normalise(&text);
            prop_assert_eq!(normalise(&once), once.clone());
            let _ = search_terms(&text);
        }
    }
}
