//! Fonts of a file and the code pages that their bytes are in.

use std::collections::HashMap;

use encoding_rs::Encoding;

use crate::builder::symbol;

/// Fonts beyond these are none of a document.
const MAX_FONTS: usize = 20_000;

/// Code pages by the numbers of Windows, where they are not in the name (`windows-1250`).
const PAGES: [(i32, &str); 22] = [
    (866, "ibm866"),
    (932, "shift_jis"),
    (936, "gbk"),
    (949, "euc-kr"),
    (950, "big5"),
    (874, "windows-874"),
    (10000, "macintosh"),
    (10001, "shift_jis"),
    (10002, "big5"),
    (10003, "euc-kr"),
    (10007, "x-mac-cyrillic"),
    (10008, "gbk"),
    (20866, "koi8-r"),
    (21866, "koi8-u"),
    (20932, "euc-jp"),
    (28592, "iso-8859-2"),
    (28595, "iso-8859-5"),
    (28597, "iso-8859-7"),
    (51949, "euc-kr"),
    (51932, "euc-jp"),
    (54936, "gb18030"),
    (65001, "utf-8"),
];

/// Code pages by the number of a font's set of characters.
const CHARSETS: [(i32, i32); 23] = [
    (0, 1252),
    (77, 10000),
    (78, 932),
    (79, 949),
    (80, 936),
    (81, 950),
    (89, 10007),
    (128, 932),
    (129, 949),
    (134, 936),
    (136, 950),
    (161, 1253),
    (162, 1254),
    (163, 1258),
    (177, 1255),
    (178, 1256),
    (186, 1257),
    (204, 1251),
    (222, 874),
    (238, 1250),
    (254, 437),
    // Sets of characters that Windows 3 named by the font alone.
    (180, 1256),
    (181, 1255),
];

/// Code pages by the end of a font's name, for fonts that say nothing else.
const NAMES: [(&str, i32); 5] =
    [(" CE", 1250), (" Cyr", 1251), (" Greek", 1253), (" Tur", 1254), (" Baltic", 1257)];

const SYMBOLS: [&str; 4] = ["Symbol", "Wingdings", "Webdings", "ZapfDingbats"];

pub(super) fn page(number: i32) -> Option<&'static Encoding> {
    let named = PAGES.iter().find(|(page, _)| *page == number).map(|(_, name)| *name);
    let label = named.map_or_else(|| format!("windows-{number}"), str::to_owned);
    Encoding::for_label(label.as_bytes())
}

#[derive(Debug, Clone, Default)]
pub(super) struct Font {
    pub(super) name: String,
    pub(super) charset: Option<i32>,
    /// `\cpg`, which says more than the set of characters.
    pub(super) page: Option<i32>,
}

impl Font {
    fn is_symbol(&self) -> bool {
        SYMBOLS.iter().any(|name| self.name.starts_with(name))
    }

    fn encoding(&self) -> Option<&'static Encoding> {
        let by_set = |set: i32| CHARSETS.iter().find(|(known, _)| *known == set).map(|(_, page)| *page);
        let by_name = || NAMES.iter().find(|(end, _)| self.name.ends_with(end)).map(|(_, page)| *page);
        let set = self.charset.and_then(by_set);
        // A font for Western text by its set may still be named for another.
        let set = if self.charset.is_none_or(|set| set < 2) { by_name().or(set) } else { set };
        self.page.or(set).and_then(page)
    }
}

pub(super) struct Fonts {
    table: HashMap<i32, Font>,
    /// The code page of the file.
    pub(super) ansi: &'static Encoding,
    /// The font that text has without being told.
    pub(super) default: i32,
    /// Bytes above ASCII that are not escaped are UTF-8, as they are in no file by the specification.
    utf8: bool,
}

impl Fonts {
    pub(super) fn new(bytes: &[u8]) -> Self {
        let utf8 = std::str::from_utf8(bytes).is_ok();
        Self { table: HashMap::new(), ansi: encoding_rs::WINDOWS_1252, default: 0, utf8 }
    }

    /// The entry of the table for a font.
    pub(super) fn entry(&mut self, font: i32) -> Option<&mut Font> {
        let full = self.table.len() >= MAX_FONTS;
        (!full || self.table.contains_key(&font)).then(|| self.table.entry(font).or_default())
    }

    /// The text of bytes in a font; `escaped` when one of those above ASCII was.
    pub(super) fn text(&self, font: i32, bytes: &[u8], escaped: bool) -> String {
        let font = self.table.get(&font);
        if let Some(font) = font.filter(|font| font.is_symbol()) {
            return bytes.iter().map(|byte| sign(&font.name, u32::from(*byte))).collect();
        }
        if bytes.is_ascii() || (self.utf8 && !escaped) {
            return String::from_utf8_lossy(bytes).into_owned();
        }
        // A Western font in a file of Korean, Japanese or Chinese is often only what the program did not know better.
        if font.is_none_or(|font| font.charset == Some(0) && font.page.is_none())
            && !self.ansi.is_single_byte()
        {
            let (text, bad) = self.ansi.decode_without_bom_handling(bytes);
            if !bad {
                return text.into_owned();
            }
        }
        let encoding = font.and_then(Font::encoding).unwrap_or(self.ansi);
        encoding.decode_without_bom_handling(bytes).0.into_owned()
    }

    /// A character that was written by its number: fonts of symbols have theirs where no other has any.
    pub(super) fn character(&self, font: i32, ch: char) -> char {
        match (ch, self.table.get(&font)) {
            ('\u{f000}'..='\u{f0ff}', Some(font)) if font.is_symbol() => sign(&font.name, u32::from(ch)),
            _ => ch,
        }
    }
}

fn sign(font: &str, code: u32) -> char {
    match code & 0xff {
        0x20 => ' ',
        // Digits and marks are what they are elsewhere; the rest are letters of Greek and signs.
        low @ (0x25 | 0x28..=0x3f) if font == "Symbol" => char::from_u32(low).unwrap_or(' '),
        _ => symbol(font, code),
    }
}
