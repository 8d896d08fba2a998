//! Plain text: which encoding, whether it is text at all, paragraphs.

use std::borrow::Cow;

use encoding_rs::{EUC_KR, Encoding, UTF_16BE, UTF_16LE, WINDOWS_1252};

use super::builder::Builder;
use super::headings::structural_level;
use super::{ExtractError, Extraction, Limits};
use stet_sources::chunk::Category;

pub(super) const MEDIA_TYPE: &str = "text/plain";

pub(super) fn extract(bytes: &[u8], limits: &Limits) -> Result<Extraction, ExtractError> {
    let decoded = decode(bytes)?;
    let mut out = Builder::new(limits);
    // A form feed is the one page break plain text has.
    let has_pages = decoded.text.trim_end_matches(['\u{c}', '\n', '\r', ' ']).contains('\u{c}');
    let mut pages = 0;
    for sheet in decoded.text.split('\u{c}') {
        pages += 1;
        let page = has_pages.then_some(pages);
        let mut open = String::new();
        for line in sheet.lines() {
            if line.trim().is_empty() {
                out.push(Category::Paragraph, page, &std::mem::take(&mut open))?;
            } else if let Some(level) = structural_level(line) {
                out.push(Category::Paragraph, page, &std::mem::take(&mut open))?;
                out.push(Category::heading(level), page, line)?;
            } else {
                open.push_str(line);
                open.push('\n');
            }
        }
        out.push(Category::Paragraph, page, &open)?;
    }
    Ok(Extraction {
        title: None,
        media_type: MEDIA_TYPE.into(),
        pages: has_pages.then_some(pages),
        blocks: out.finish(),
        warnings: decoded.warning.into_iter().collect(),
    })
}

/// Text in UTF-8 and what was doubtful about reading it.
#[derive(Debug)]
pub(super) struct Decoded<'a> {
    pub(super) text: Cow<'a, str>,
    pub(super) warning: Option<String>,
}

/// Bytes to text. A byte order mark decides; without one the bytes are UTF-8 when they are valid
/// UTF-8, else UTF-16, CP949 (which contains EUC-KR) or Windows-1252, each only when the result looks
/// like writing. What fits none is binary.
pub(super) fn decode(bytes: &[u8]) -> Result<Decoded<'_>, ExtractError> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        let (text, bad) = encoding.decode_without_bom_handling(bytes.get(mark..).unwrap_or_default());
        return accept(text, bad, encoding);
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => {
            return if is_writing(text) {
                Ok(Decoded { text: text.into(), warning: None })
            } else {
                decode_wide(bytes).ok_or(ExtractError::Binary)
            };
        }
        // Cut off inside the last character.
        Err(error) if error.error_len().is_none() && error.valid_up_to() + 4 > bytes.len() => {
            let text = std::str::from_utf8(bytes.get(..error.valid_up_to()).unwrap_or_default());
            if let Ok(text) = text
                && is_writing(text)
                && !text.is_ascii()
            {
                let warning = Some("The text ends inside a character; that character is left out.".into());
                return Ok(Decoded { text: text.into(), warning });
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
    let (western, _) = WINDOWS_1252.decode_without_bom_handling(bytes);
    if is_western(&western) {
        return accept(western, false, WINDOWS_1252);
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
    let warning = bad.then(|| format!("Some bytes are not valid {}; they are left out.", encoding.name()));
    let text = if bad { text.replace(char::REPLACEMENT_CHARACTER, "").into() } else { text };
    Ok(Decoded { text, warning })
}

/// UTF-16 without a byte order mark: its line ends and spaces carry zero bytes on one side.
fn decode_wide(bytes: &[u8]) -> Option<Decoded<'_>> {
    if bytes.len() < 4 || !bytes.len().is_multiple_of(2) || !bytes.contains(&0) {
        return None;
    }
    let zeros = |from: usize| bytes.iter().skip(from).step_by(2).filter(|byte| **byte == 0).count();
    let encoding = if zeros(1) > zeros(0) { UTF_16LE } else { UTF_16BE };
    let (text, bad) = encoding.decode_without_bom_handling(bytes);
    let total = text.chars().count();
    let expected = text
        .chars()
        .filter(|ch| ch.is_ascii_graphic() || ch.is_whitespace() || is_hangul(*ch) || is_punctuation(*ch))
        .count();
    (!bad && is_writing(&text) && expected * 10 >= total * 9).then_some(Decoded { text, warning: None })
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
            );
            let in_word = ch.is_alphabetic() && beside_letter;
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
    use stet_sources::chunk::Block;

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
            assert_eq!((decoded.text.as_ref(), decoded.warning), (KOREAN, None));
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
            b"text\x00with zero",
            b"\x01\x02\x03\x04\x05",
        ] {
            assert_eq!(decode(binary).unwrap_err(), ExtractError::Binary, "{binary:?}");
        }
    }

    #[test]
    fn a_cut_character_is_left_out_with_a_warning() {
        let bytes = KOREAN.as_bytes();
        let decoded = decode(&bytes[..bytes.len() - 2]).unwrap();
        assert!(decoded.warning.is_some());
        assert!(decoded.text.ends_with('\n'));
    }

    #[test]
    fn paragraphs_headings_and_form_feeds() {
        let extraction = extract(format!("{KOREAN}\u{c}둘째 쪽").as_bytes(), &Limits::default()).unwrap();
        let short = |block: &Block| (block.page, block.category, block.text.clone());
        assert_eq!(extraction.pages, Some(2));
        assert_eq!(
            extraction.blocks.iter().map(short).collect::<Vec<_>>(),
            [
                (Some(1), Category::Heading2, "제1장 총칙".to_string()),
                (
                    Some(1),
                    Category::Paragraph,
                    "제1조(목적) 이 규정은 대학의 운영에 관한 사항을 정한다.".to_string()
                ),
                (Some(1), Category::Paragraph, "끝.".to_string()),
                (Some(2), Category::Paragraph, "둘째 쪽".to_string()),
            ]
        );
        assert_eq!(extraction.blocks[1].headings, ["제1장 총칙"]);
    }
}
