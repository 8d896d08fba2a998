//! Which encoding a text is in, and whether it is text at all.

use std::borrow::Cow;

use encoding_rs::{EUC_JP, EUC_KR, Encoding, SHIFT_JIS, UTF_16BE, UTF_16LE, WINDOWS_1252};

use stet_sources::left_out::{Code, LeftOut};

use crate::ExtractError;

/// Text in UTF-8, what is not in it, and what was doubtful about reading it.
#[derive(Debug)]
pub(crate) struct Decoded<'a> {
    pub(crate) text: Cow<'a, str>,
    pub(crate) left_out: Option<LeftOut>,
    pub(crate) guess: Option<String>,
}

impl<'a> Decoded<'a> {
    const fn plain(text: Cow<'a, str>) -> Self {
        Self { text, left_out: None, guess: None }
    }

    fn guessed(text: Cow<'a, str>, guess: &str) -> Self {
        Self { text, left_out: None, guess: Some(guess.to_owned()) }
    }
}

/// Bytes to text. A byte order mark decides; without one the bytes are UTF-8 when they are valid
/// UTF-8, else UTF-16, CP949 (which contains EUC-KR) or Windows-1252, each only when the result looks
/// like writing. What fits none is binary.
pub(crate) fn decode(bytes: &[u8]) -> Result<Decoded<'_>, ExtractError> {
    if let Some(text) = decode_four(bytes) {
        return Ok(Decoded::plain(text.into()));
    }
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        let (text, bad) = encoding.decode_without_bom_handling(bytes.get(mark..).unwrap_or_default());
        return accept(text, bad, encoding);
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => {
            if let Some(decoded) = decode_wide(bytes) {
                return Ok(decoded);
            }
            return repaired(text).ok_or(ExtractError::Binary);
        }
        // Cut off inside the last character.
        Err(error) if error.error_len().is_none() && error.valid_up_to() + 4 > bytes.len() => {
            let text = std::str::from_utf8(bytes.get(..error.valid_up_to()).unwrap_or_default());
            if let Ok(text) = text
                && is_writing(text)
                && !text.is_ascii()
            {
                let left_out = Some(LeftOut::named(Code::CutCharacter, ""));
                return Ok(Decoded { left_out, ..Decoded::plain(text.into()) });
            }
        }
        Err(_) => {}
    }
    if let Some(decoded) = decode_wide(bytes) {
        return Ok(decoded);
    }
    if bytes.contains(&0) {
        return Err(ExtractError::Binary);
    }
    let (korean, bad) = EUC_KR.decode_without_bom_handling(bytes);
    if is_korean(&korean) {
        return accept(korean, bad, EUC_KR);
    }
    if let Some(text) = johab(bytes) {
        return Ok(Decoded::guessed(text.into(), "Read as Johab."));
    }
    for encoding in [SHIFT_JIS, EUC_JP] {
        let (japanese, bad) = encoding.decode_without_bom_handling(bytes);
        if !bad && is_japanese(&japanese) {
            return Ok(Decoded::guessed(japanese, &format!("Read as {}.", encoding.name())));
        }
    }
    let (western, _) = WINDOWS_1252.decode_without_bom_handling(bytes);
    if is_western(&western) {
        return Ok(Decoded::guessed(western, "Read as Windows-1252 (Latin-1)."));
    }
    // UTF-8 with a few damaged places.
    let text = String::from_utf8_lossy(bytes);
    let bad = text.chars().filter(|ch| *ch == char::REPLACEMENT_CHARACTER).count();
    if bad * 100 <= text.chars().filter(|ch| !ch.is_ascii()).count() && is_writing(&text) {
        return accept(text, true, encoding_rs::UTF_8);
    }
    Err(ExtractError::Binary)
}

fn accept<'a>(
    text: Cow<'a, str>,
    bad: bool,
    encoding: &'static Encoding,
) -> Result<Decoded<'a>, ExtractError> {
    if !is_writing(&text) {
        return Err(ExtractError::Binary);
    }
    let left_out = bad.then(|| LeftOut::named(Code::BadBytes, encoding.name()));
    let text = if bad { text.replace(char::REPLACEMENT_CHARACTER, "").into() } else { text };
    Ok(Decoded { left_out, ..Decoded::plain(text) })
}

/// UTF-8 as it is, or with what a careless conversion left in it: a stray zero byte, the controls of ISO 8859-1 where
/// Windows-1252 has quotation marks and dashes.
fn repaired(text: &str) -> Option<Decoded<'_>> {
    let zeros = text.matches('\0').count();
    let controls = text.chars().filter(|ch| matches!(ch, '\u{80}'..='\u{9f}')).count();
    if zeros == 0 && controls == 0 {
        return is_writing(text).then_some(Decoded::plain(text.into()));
    }
    let mut fixed = String::with_capacity(text.len());
    for ch in text.chars() {
        match ch {
            '\0' => fixed.push(' '),
            '\u{80}'..='\u{9f}' => {
                let byte = [u8::try_from(u32::from(ch)).unwrap_or(b' ')];
                fixed.push_str(&WINDOWS_1252.decode_without_bom_handling(&byte).0);
            }
            other => fixed.push(other),
        }
    }
    let few = zeros <= 1 + text.len() / 500 && is_writing(&fixed);
    few.then(|| Decoded::guessed(fixed.into(), "Some characters that stand for nothing were replaced."))
}

/// UTF-32 of either order: text in another encoding never is four bytes a character throughout.
fn decode_four(bytes: &[u8]) -> Option<String> {
    let (chunks, []) = bytes.as_chunks::<4>() else { return None };
    let read = |number: fn([u8; 4]) -> u32| -> Option<String> {
        let text: Option<String> =
            chunks.iter().map(|chunk| char::from_u32(number(*chunk)).filter(|ch| *ch != '\0')).collect();
        text.filter(|text| is_writing(text) && is_expected(text))
            .map(|text| text.trim_start_matches('\u{feff}').to_owned())
    };
    read(u32::from_le_bytes).or_else(|| read(u32::from_be_bytes)).filter(|text| !text.is_empty())
}

/// Johab (KS X 1001, annex 3): a syllable is five bits each for its initial, its vowel and its final.
fn johab(bytes: &[u8]) -> Option<String> {
    let mut out = String::new();
    let (mut syllables, mut other) = (0_usize, 0_usize);
    let mut rest = bytes;
    while let [first, after @ ..] = rest {
        rest = after;
        if first.is_ascii() {
            out.push(char::from(*first));
            continue;
        }
        let [second, after @ ..] = rest else { return None };
        rest = after;
        let code = u32::from(*first) << 8 | u32::from(*second);
        let (initial, vowel, last) = (code >> 10 & 31, code >> 5 & 31, code & 31);
        let vowel = match vowel {
            3..=7 => Some(vowel - 3),
            10..=15 => Some(vowel - 5),
            18..=23 => Some(vowel - 7),
            26..=29 => Some(vowel - 9),
            _ => None,
        };
        let last = match last {
            1..=17 => Some(last - 1),
            19..=29 => Some(last - 2),
            _ => None,
        };
        let syllable = match (initial, vowel, last) {
            (2..=20, Some(vowel), Some(last)) => {
                char::from_u32(0xac00 + ((initial - 2) * 21 + vowel) * 28 + last)
            }
            _ => None,
        };
        syllables += usize::from(syllable.is_some());
        other += usize::from(syllable.is_none());
        out.push(syllable.unwrap_or('·'));
    }
    (syllables > 3 && other * 20 <= syllables && is_writing(&out)).then_some(out)
}

/// Mostly kana and kanji, and enough kana, among what is not ASCII.
fn is_japanese(text: &str) -> bool {
    let (mut kana, mut all) = (0_usize, 0_usize);
    for ch in text.chars().filter(|ch| !ch.is_ascii() && !is_punctuation(*ch)) {
        kana += usize::from(matches!(ch, '\u{3041}'..='\u{30ff}'));
        all += 1;
        if !matches!(ch, '\u{3041}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ff10}'..='\u{ff5e}' | '々')
        {
            return false;
        }
    }
    kana * 4 >= all && all > 3 && is_writing(text)
}

/// UTF-16 without a byte order mark: its line ends and spaces carry zero bytes on one side.
fn decode_wide(bytes: &[u8]) -> Option<Decoded<'_>> {
    if bytes.len() < 4 || !bytes.len().is_multiple_of(2) || !bytes.contains(&0) {
        return None;
    }
    let zeros = |from: usize| bytes.iter().skip(from).step_by(2).filter(|byte| **byte == 0).count();
    let encoding = if zeros(1) > zeros(0) { UTF_16LE } else { UTF_16BE };
    let (text, bad) = encoding.decode_without_bom_handling(bytes);
    (!bad && is_writing(&text) && is_expected(&text)).then(|| Decoded::plain(text))
}

/// Whether nearly all characters are of the two languages: bytes that are no text give any.
fn is_expected(text: &str) -> bool {
    let expected = |ch: &char| {
        matches!(ch, '\u{feff}')
            || ch.is_ascii_graphic()
            || ch.is_whitespace()
            || is_hangul(*ch)
            || is_punctuation(*ch)
    };
    text.chars().filter(expected).count() * 10 >= text.chars().count() * 9
}

fn is_hangul(ch: char) -> bool {
    matches!(ch, '가'..='힣' | 'ㄱ'..='ㆎ')
}

fn is_punctuation(ch: char) -> bool {
    matches!(ch, '\u{2010}'..='\u{2027}' | '\u{3000}'..='\u{303f}' | '·' | 'ㆍ' | '①'..='⑳' | '\u{ff01}'..='\u{ff5e}')
}

/// No zero bytes, and control characters as rare as accidents are.
fn is_writing(text: &str) -> bool {
    let mut controls = 0;
    let mut total = 0;
    for ch in text.chars() {
        total += 1;
        match ch {
            '\0' => return false,
            '\t' | '\n' | '\r' | '\u{c}' | '\u{1b}' => {}
            ch if ch.is_control() => controls += 1,
            _ => {}
        }
    }
    controls * 200 <= total
}

/// Decoded as CP949: mostly Hangul among what is not ASCII, and hardly any bytes that fit nowhere.
fn is_korean(text: &str) -> bool {
    let (mut hangul, mut known, mut bad, mut other) = (0_usize, 0_usize, 0_usize, 0_usize);
    for ch in text.chars().filter(|ch| !ch.is_ascii()) {
        match ch {
            char::REPLACEMENT_CHARACTER => bad += 1,
            ch if is_hangul(ch) => hangul += 1,
            ch if is_punctuation(ch) => known += 1,
            // Hanja and the symbols of KS X 1001 are expected, in moderation.
            _ => other += 1,
        }
    }
    let total = hangul + known + bad + other;
    hangul * 10 >= total * 6 && bad * 100 <= total && is_writing(text)
}

/// Decoded as Windows-1252: accented letters inside words, typographic punctuation, few of both.
fn is_western(text: &str) -> bool {
    let mut before = ' ';
    let (mut high, mut odd, mut total) = (0_usize, 0_usize, 0_usize);
    let mut chars = text.chars().peekable();
    while let Some(ch) = chars.next() {
        total += 1;
        if !ch.is_ascii() {
            high += 1;
            let beside_letter =
                before.is_ascii_alphabetic() || chars.peek().is_some_and(char::is_ascii_alphabetic);
            let typographic = matches!(
                ch,
                '\u{2013}'
                    ..='\u{2026}'
                        | '€'
                        | '£'
                        | '§'
                        | '©'
                        | '®'
                        | '°'
                        | '·'
                        | '½'
                        | '\u{a0}'
                        | '«'
                        | '»'
                        | '²'
                        | '³'
                        | '™'
                        | '±'
                        | '×'
                        | 'µ'
                        | '¡'
                        | '¿'
                        | '¤'
            );
            // A letter alone is a word of some languages: à, é, y.
            let alone = before == ' ' && chars.peek().is_none_or(|next| *next == ' ') && ch.is_lowercase();
            let in_word = ch.is_alphabetic() && (beside_letter || alone);
            if !typographic && !in_word {
                odd += 1;
            }
        }
        before = ch;
    }
    high * 4 <= total && odd * 20 <= high && is_writing(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KOREAN: &str = "제1장 총칙\n제1조(목적) 이 규정은 대학의 운영에 관한 사항을 정한다.\n\n끝.";

    fn wide(text: &str, little: bool, mark: bool) -> Vec<u8> {
        let units = mark.then_some(0xfeff).into_iter().chain(text.encode_utf16());
        units.flat_map(|unit| if little { unit.to_le_bytes() } else { unit.to_be_bytes() }).collect()
    }

    #[test]
    fn every_encoding_gives_the_same_text() {
        let (cp949, _, _) = EUC_KR.encode(KOREAN);
        let with_mark = [b"\xef\xbb\xbf", KOREAN.as_bytes()].concat();
        let encoded = [
            KOREAN.as_bytes().to_vec(),
            with_mark,
            cp949.into_owned(),
            wide(KOREAN, true, true),
            wide(KOREAN, false, true),
            wide(KOREAN, true, false),
            wide(KOREAN, false, false),
        ];
        for bytes in encoded {
            let decoded = decode(&bytes).unwrap();
            assert_eq!((decoded.text.as_ref(), decoded.guess), (KOREAN, None));
        }
    }

    #[test]
    fn western_text_is_read_only_where_plausible() {
        assert_eq!(decode(b"caf\xe9 na\xefve \x93quoted\x94 text").unwrap().text, "café naïve “quoted” text");
        for binary in [
            b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR".as_slice(),
            b"\x7fELF\x02\x01\x01\x00",
            b"\x80\x81\x82\x83\x84\x85\x86\x87",
            b"MZ\x90\x00\x03",
            b"\x01\x02\x03\x04\x05",
        ] {
            assert_eq!(decode(binary).unwrap_err(), ExtractError::Binary, "{binary:?}");
        }
    }

    #[test]
    fn a_cut_character_is_left_out_and_named() {
        let bytes = KOREAN.as_bytes();
        let decoded = decode(&bytes[..bytes.len() - 2]).unwrap();
        assert_eq!(decoded.left_out, Some(LeftOut::named(Code::CutCharacter, "")));
        assert!(decoded.text.ends_with('\n'));
    }

    #[test]
    fn encodings_by_their_names() {
        let four = |big: bool| {
            let bytes =
                |ch: char| if big { u32::from(ch).to_be_bytes() } else { u32::from(ch).to_le_bytes() };
            "수영장은 열 시에 연다.".chars().flat_map(bytes).collect::<Vec<u8>>()
        };
        let (shift_jis, _, _) = SHIFT_JIS.encode("プールは九時に開きます。");
        // `수영장은 열 시` in Johab.
        let johab = b"\xae\x81\xb5\x77\xb8\x77\xb7\x65 \xb5\x69 \xaf\xa1".to_vec();
        for (bytes, text) in [
            (four(true), "수영장은 열 시에 연다."),
            (four(false), "수영장은 열 시에 연다."),
            (shift_jis.into_owned(), "プールは九時に開きます。"),
            (johab, "수영장은 열 시"),
            (
                b"Le caf\xe9 ouvre \xe0 neuf heures, f\xfcr G\xe4ste 20 \xa4.".to_vec(),
                "Le café ouvre à neuf heures, für Gäste 20 ¤.",
            ),
            (b"The pool opens at nine.\0The fee is 30.".to_vec(), "The pool opens at nine. The fee is 30."),
            ("the club\u{92}s ground".as_bytes().to_vec(), "the club’s ground"),
        ] {
            assert_eq!(decode(&bytes).unwrap().text, text);
        }
    }
}
