//! RTF: the text of its groups, in the code page it names or in Unicode; what is struck or hidden is left out.

use encoding_rs::Encoding;

use super::builder::Builder;
use super::script::{LOWERED, RAISED, put};
use super::table::Cell;
use super::{ExtractError, Extraction, Limits, headings};

pub(super) const MEDIA_TYPE: &str = "application/rtf";

/// Groups in groups: more of them are no document.
const MAX_GROUPS: usize = 4096;

/// Groups whose text is none of the document's.
const ASIDE: [&str; 26] = [
    "fonttbl",
    "colortbl",
    "stylesheet",
    "info",
    "pict",
    "object",
    "header",
    "headerl",
    "headerr",
    "headerf",
    "footer",
    "footerl",
    "footerr",
    "footerf",
    "listtable",
    "listoverridetable",
    "fldinst",
    "themedata",
    "datastore",
    "xmlnstbl",
    "rsidtbl",
    "generator",
    "latentstyles",
    "bkmkstart",
    "bkmkend",
    "annotation",
];

#[derive(Debug, Clone, Copy, Default)]
struct State {
    /// No part of the text.
    aside: bool,
    gone: bool,
    shift: Option<char>,
    /// Characters that stand behind a Unicode one for readers without it.
    fallback: usize,
}

pub(super) fn extract(bytes: &[u8], limits: &Limits) -> Result<Extraction, ExtractError> {
    let mut reader = Reader {
        out: Builder::new(limits),
        encoding: encoding_rs::WINDOWS_1252,
        text: String::new(),
        raw: Vec::new(),
        cells: Vec::new(),
        row: 0,
        column: 0,
        skip: 0,
        cut: false,
    };
    let mut state = State { fallback: 1, ..State::default() };
    let mut above: Vec<State> = Vec::new();
    let mut rest = bytes;
    while let [byte, after @ ..] = rest {
        rest = after;
        match byte {
            b'{' => {
                reader.flush(state);
                if above.len() > MAX_GROUPS {
                    return Err(ExtractError::corrupt("groups nested too deep"));
                }
                above.push(state);
            }
            b'}' => {
                reader.flush(state);
                state = above.pop().unwrap_or(state);
                reader.skip = 0;
            }
            b'\\' => rest = reader.control(rest, &mut state)?,
            b'\r' | b'\n' => {}
            _ if reader.skip > 0 => reader.skip -= 1,
            other => reader.raw.push(*other),
        }
    }
    reader.flush(state);
    reader.paragraph()?;
    reader.table()?;
    let warnings = if reader.cut {
        vec!["A picture claims to be longer than the file; what stands behind it may be wrong.".to_owned()]
    } else {
        Vec::new()
    };
    Ok(Extraction {
        media_type: MEDIA_TYPE.into(),
        blocks: reader.out.finish(),
        warnings,
        ..Extraction::default()
    })
}

struct Reader {
    out: Builder,
    encoding: &'static Encoding,
    /// The open paragraph, and bytes that are still to be decoded.
    text: String,
    raw: Vec<u8>,
    cells: Vec<Cell>,
    row: usize,
    column: usize,
    skip: usize,
    /// Raw bytes were announced that are not there.
    cut: bool,
}

impl Reader {
    /// Takes up the bytes read so far.
    fn flush(&mut self, state: State) {
        let raw = std::mem::take(&mut self.raw);
        if raw.is_empty() || state.aside || state.gone {
            return;
        }
        let (text, _) = self.encoding.decode_without_bom_handling(&raw);
        self.put(&text, state);
    }

    fn put(&mut self, text: &str, state: State) {
        if state.aside || state.gone {
            return;
        }
        put(&mut self.text, text, state.shift);
    }

    /// Reads what follows a backslash; the rest.
    fn control<'a>(&mut self, rest: &'a [u8], state: &mut State) -> Result<&'a [u8], ExtractError> {
        let letters = rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        if letters == 0 {
            return self.symbol(rest, state);
        }
        let (word, after) = rest.split_at_checked(letters).unwrap_or((rest, &[]));
        let word = std::str::from_utf8(word).unwrap_or_default();
        let digits = after
            .iter()
            .enumerate()
            .take_while(|(at, byte)| byte.is_ascii_digit() || (*at == 0 && **byte == b'-'));
        let (number, after) = after.split_at_checked(digits.count()).unwrap_or((after, &[]));
        let number: Option<i64> = std::str::from_utf8(number).ok().and_then(|number| number.parse().ok());
        let after = after.strip_prefix(b" ").unwrap_or(after);
        // One of the characters that stand for a Unicode one.
        if self.skip > 0 && word != "u" {
            self.skip -= 1;
        }
        let on = number != Some(0);
        // Bytes of one character may stand on both sides of nothing else.
        self.flush(*state);
        match word {
            "u" => {
                let code = number.unwrap_or(0);
                let code = u32::try_from(if code < 0 { code + 65_536 } else { code }).unwrap_or(0);
                self.put(&char::from_u32(code).map_or(String::new(), String::from), *state);
                self.skip = state.fallback;
            }
            "uc" => state.fallback = usize::try_from(number.unwrap_or(1)).unwrap_or(1).min(8),
            "ansicpg" => {
                let label = match number {
                    Some(949) => "euc-kr".to_owned(),
                    Some(932) => "shift_jis".to_owned(),
                    Some(936) => "gbk".to_owned(),
                    Some(950) => "big5".to_owned(),
                    other => format!("windows-{}", other.unwrap_or(1252)),
                };
                self.encoding = Encoding::for_label(label.as_bytes()).unwrap_or(self.encoding);
            }
            // Raw bytes of a picture or an object: no text, whatever they look like.
            "bin" => {
                let length = usize::try_from(number.unwrap_or(0)).unwrap_or(0);
                let behind = after.get(length..);
                self.cut |= behind.is_none();
                return Ok(behind.unwrap_or(after));
            }
            "par" | "sect" | "page" if !state.aside => self.paragraph()?,
            "line" => self.put("\n", *state),
            "tab" => self.put(" ", *state),
            "emdash" => self.put("—", *state),
            "endash" => self.put("–", *state),
            "lquote" => self.put("‘", *state),
            "rquote" => self.put("’", *state),
            "ldblquote" => self.put("“", *state),
            "rdblquote" => self.put("”", *state),
            "bullet" => self.put("•", *state),
            "super" => state.shift = on.then_some(RAISED),
            "sub" => state.shift = on.then_some(LOWERED),
            "nosupersub" => state.shift = None,
            "strike" | "striked" | "v" | "deleted" => state.gone = on,
            "plain" => (state.gone, state.shift) = (false, None),
            "cell" => {
                let text = std::mem::take(&mut self.text);
                let (row, column) = (self.row, self.column);
                self.cells.push(Cell { row, column, row_span: 1, column_span: 1, text });
                self.column += 1;
            }
            "row" => (self.row, self.column) = (self.row + 1, 0),
            // A paragraph of its own ends the table before it.
            "pard" if !self.cells.is_empty() && self.column == 0 && !state.aside => self.table()?,
            _ if ASIDE.contains(&word) => state.aside = true,
            _ => {}
        }
        Ok(after)
    }

    fn symbol<'a>(&mut self, rest: &'a [u8], state: &mut State) -> Result<&'a [u8], ExtractError> {
        let [mark, after @ ..] = rest else { return Ok(rest) };
        match mark {
            b'\'' => {
                let (code, after) = after.split_at_checked(2).unwrap_or((after, &[]));
                let byte = std::str::from_utf8(code).ok().and_then(|code| u8::from_str_radix(code, 16).ok());
                if self.skip > 0 {
                    self.skip -= 1;
                } else {
                    self.raw.extend(byte);
                }
                return Ok(after);
            }
            // The end of a line that is not passed over ends a paragraph, as TextEdit writes it.
            b'\r' | b'\n' if !state.aside => {
                self.flush(*state);
                self.paragraph()?;
                let both = if *mark == b'\r' { after.strip_prefix(b"\n") } else { None };
                return Ok(both.unwrap_or(after));
            }
            // A group that readers who do not know it pass over.
            b'*' => state.aside = true,
            b'~' => self.raw.push(b' '),
            b'_' => self.raw.push(b'-'),
            b'{' | b'}' | b'\\' => self.raw.push(*mark),
            _ => {}
        }
        Ok(after)
    }

    fn paragraph(&mut self) -> Result<(), ExtractError> {
        if self.column > 0 {
            self.text.push('\n');
            return Ok(());
        }
        let text = std::mem::take(&mut self.text);
        if !text.trim().is_empty() {
            self.table()?;
        }
        self.out.push(headings::category(None, &text), None, &text)
    }

    fn table(&mut self) -> Result<(), ExtractError> {
        let cells = std::mem::take(&mut self.cells);
        (self.row, self.column) = (0, 0);
        self.out.table(None, &cells, None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_in_code_pages_and_unicode() {
        let source = br"{\rtf1\ansi\ansicpg949{\fonttbl{\f0 Arial;}}{\*\generator x;}\pard \'bc\'f6\'bf\'b5\'c0\'e5\u51008?\par
The fee is {\strike 20} 30 {\v secret}euros; 10{\super 6} of {\b all}.\par
\trowd Room\cell Fee\cell\row\trowd Loft\cell 480\cell\row\pard End.\par}";
        let extraction = extract(source, &Limits::default()).unwrap();
        let texts: Vec<&str> = extraction.blocks.iter().map(|block| block.text.as_str()).collect();
        assert_eq!(
            texts,
            [
                "수영장은",
                "The fee is  30 euros; 10⁶ of all.",
                "| Room | Fee |\n| --- | --- |\n| Loft | 480 |",
                "End.",
            ]
        );
    }

    fn texts(source: &[u8]) -> (Vec<String>, Vec<String>) {
        let extraction = extract(source, &Limits::default()).unwrap();
        (extraction.blocks.into_iter().map(|block| block.text).collect(), extraction.warnings)
    }

    #[test]
    fn a_line_end_behind_a_backslash_ends_a_paragraph() {
        for end in ["\n", "\r", "\r\n"] {
            let source = format!(
                "{{\\rtf1\\ansi\\ansicpg949{{\\*\\x a\\{end}b}}The fee is 5\\{end}2 lockers are free\\{end}\\{end}\
                \\uc0\\u50836 \\u44552 \\'c0\\'ba 5\\{end}\\'bb\\'e7\\'b9\\'b0\\'c7\\'d4\\{end}A line\nof two.\\{end}}}"
            );
            let (texts, _) = texts(source.as_bytes());
            assert_eq!(
                texts,
                ["The fee is 5", "2 lockers are free", "요금은 5", "사물함", "A lineof two."],
                "{end:?}"
            );
        }
    }

    #[test]
    fn raw_bytes_of_pictures_are_passed_over() {
        let source = br"{\rtf1\ansi Before.\par{\pict\wmetafile8\bin9 }}{\par\\ab}\par
After {\pict{\*\blipuid ab}\bin3 {{{}the picture.\par}";
        assert_eq!(texts(source).0, ["Before.", "After the picture."]);
        // Too long, negative, or without a length: the rest is read on, and what was not there is said.
        for (length, said) in
            [("99999999999999999999", false), ("4000000000", true), ("-5", false), ("", false)]
        {
            let source = format!("{{\\rtf1 Fee 5.\\par{{\\pict\\bin{length} }}Behind.\\par}}");
            let (texts, warnings) = texts(source.as_bytes());
            assert_eq!(
                (texts, !warnings.is_empty()),
                (vec!["Fee 5.".into(), "Behind.".into()], said),
                "{length}"
            );
        }
    }
}
