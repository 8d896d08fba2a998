//! Collects blocks in reading order, with the headings above each and a limit on their text.

use super::table::{self, Cell, Rendered};
use super::{ExtractError, Limits, headings, script};
use stet_sources::chunk::{Block, Category};

/// Stands in the text of a block where the next page begins; [`Builder::push_block`] takes it out and keeps the place.
pub(super) const TURN: char = '\u{11}';

pub(super) struct Builder {
    blocks: Vec<Block>,
    headings: Vec<(usize, String)>,
    text_bytes: u64,
    limit: u64,
}

impl Builder {
    pub(super) fn new(limits: &Limits) -> Self {
        Self { blocks: Vec::new(), headings: Vec::new(), text_bytes: 0, limit: limits.text_bytes }
    }

    /// Adds a block unless it has no text; a heading opens its section.
    pub(super) fn push(
        &mut self,
        category: Category,
        page: Option<u32>,
        text: &str,
    ) -> Result<(), ExtractError> {
        self.push_block(Block { page, category, text: text.to_owned(), ..Block::default() })
    }

    /// As [`Builder::push`], for a block that has more than text. Its heading path is filled in here
    /// unless it brings one.
    pub(super) fn push_block(&mut self, mut block: Block) -> Result<(), ExtractError> {
        block.text = clean(&block.text);
        if !matches!(block.category, Category::Code | Category::List) {
            block.text = flush_left(&block.text);
        }
        let has_more = block.caption.is_some() || block.entity.is_some() || block.image_path.is_some();
        if block.text.is_empty() && !has_more {
            return Ok(());
        }
        self.text_bytes += block.text.len() as u64;
        if self.text_bytes > self.limit {
            return Err(ExtractError::TooLarge { bytes: self.text_bytes, limit: self.limit });
        }
        let level = block.category.heading_level();
        if let Some(level) = level {
            block.text = one_line(&block.text);
            self.end_sections(level);
        }
        // Running lines belong to the page, not to a section.
        let is_running = matches!(block.category, Category::Header | Category::Footer);
        if block.headings.is_empty() && !is_running {
            block.headings = self.headings.iter().map(|(_, text)| text.clone()).collect();
        }
        if block.text.contains(TURN) {
            let mut text = String::with_capacity(block.text.len());
            for ch in block.text.chars() {
                if ch == TURN {
                    block.turns.push(text.len());
                } else {
                    text.push(ch);
                }
            }
            block.text = text;
        }
        if let Some(level) = level {
            self.headings.push((level, block.text.clone()));
        }
        self.blocks.push(block);
        Ok(())
    }

    /// Ends the sections of this level and below, for what has no heading of its own.
    pub(super) fn end_sections(&mut self, level: usize) {
        while self.headings.last().is_some_and(|(open, _)| *open >= level) {
            self.headings.pop();
        }
    }

    /// Adds a table; a frame around words is what the words are.
    pub(super) fn table(
        &mut self,
        page: Option<u32>,
        cells: &[Cell],
        caption: Option<String>,
    ) -> Result<(), ExtractError> {
        self.table_under(page, cells, caption, None)
    }

    /// As [`Builder::table`], for one that tells how many rows of names it has.
    pub(super) fn table_under(
        &mut self,
        page: Option<u32>,
        cells: &[Cell],
        caption: Option<String>,
        names: Option<usize>,
    ) -> Result<(), ExtractError> {
        let (category, text) = match table::render_under(cells, names) {
            Rendered::Nothing => return Ok(()),
            Rendered::Frame(text) => (headings::category(None, &text), text),
            Rendered::Rows(text) => (Category::Table, text),
        };
        self.push_block(Block { page, category, text, caption, ..Block::default() })
    }

    /// Bytes of text so far.
    pub(super) fn text_bytes(&self) -> usize {
        usize::try_from(self.text_bytes).unwrap_or(usize::MAX)
    }

    pub(super) fn finish(self) -> Vec<Block> {
        self.blocks
    }
}

/// Text as people would type it: line ends as `\n`, no control or private-use characters, no trailing
/// white space on lines, at most one empty line in a row. Spaces inside a line are kept, since code and
/// forms mean something by them.
pub(super) fn clean(text: &str) -> String {
    let text = script::settle(text);
    let mut out = String::with_capacity(text.len());
    let mut empty = 0;
    for line in text.split('\n') {
        let start = out.len();
        line.chars().filter_map(glyph).for_each(|ch| out.push(ch));
        out.truncate(start + out.get(start..).unwrap_or_default().trim_end().len());
        if out.len() == start {
            empty += 1;
        } else {
            empty = 0;
        }
        if empty < 2 {
            out.push('\n');
        }
    }
    out.trim_matches('\n').to_owned()
}

/// Lines without the spaces they begin with: indentation, which means something only in code and lists.
fn flush_left(text: &str) -> String {
    text.lines().map(str::trim_start).collect::<Vec<_>>().join("\n")
}

/// The character that a glyph stands for, `None` for one that stands for nothing.
fn glyph(ch: char) -> Option<char> {
    match ch {
        '\t' => Some(' '),
        TURN => Some(TURN),
        // Symbol fonts (Wingdings, Symbol) seen through their private-use codes.
        '\u{f09e}' | '\u{f85e}' | '\u{f0b7}' | '\u{f09f}' => Some('·'),
        '\u{f06c}' | '\u{f06e}' | '\u{f0a7}' => Some('▪'),
        '\u{f0fc}' => Some('✓'),
        '\u{f0e0}' | '\u{f0e8}' | '\u{f0d8}' => Some('→'),
        '\u{f0a8}' | '\u{f06f}' | '\u{f071}' => Some('□'),
        '\u{f0fe}' => Some('☑'),
        '\u{f0fd}' => Some('☒'),
        '\u{f0fb}' => Some('✗'),
        // Hancom's quotation marks.
        '\u{f0850}' => Some('‘'),
        '\u{f0851}' => Some('’'),
        '\u{f0852}' => Some('“'),
        '\u{f0853}' => Some('”'),
        // Object placeholders, zero-width marks, soft hyphens; other private characters, such as Hancom's
        // line-drawing block from U+F0800.
        '\u{fffc}'
        | '\u{feff}'
        | '\u{ad}'
        | '\u{200b}'
        | '\u{2060}'
        | '\u{e000}'..='\u{f8ff}'
        | '\u{f0000}'.. => None,
        ch if ch.is_control() => None,
        ch => Some(ch),
    }
}

/// What a character of a symbol font shows. Word stores it with or without the private-use bit.
pub(super) fn symbol(font: &str, code: u32) -> char {
    let known = match (font, code & 0xff) {
        ("Symbol", low) => match low {
            0x61..=0x7a => "αβχδεφγηιϕκλμνοπθρστυϖωξψζ".chars().nth(low as usize - 0x61),
            0xa3 => Some('≤'),
            0xb0 => Some('°'),
            0xb1 => Some('±'),
            0xb3 => Some('≥'),
            0xb4 => Some('×'),
            0xb9 => Some('≠'),
            _ => None,
        },
        ("Wingdings 2", 0x50) => Some('✓'),
        ("Wingdings 2", 0x4f) => Some('✗'),
        ("Wingdings 2", 0x52) => Some('☑'),
        ("Wingdings 2", 0x53 | 0x54) => Some('☒'),
        ("Wingdings 2", 0xa3) => Some('□'),
        _ => None,
    };
    known.or_else(|| char::from_u32(0xf000 | (code & 0xff))).unwrap_or(' ')
}

/// What the next item of the innermost list begins with: its number, which is counted on, or a bullet.
pub(super) fn item(lists: &mut [Option<u64>]) -> String {
    match lists.last_mut() {
        Some(Some(number)) => {
            let mark = format!("{number}. ");
            *number = number.saturating_add(1);
            mark
        }
        _ => "- ".to_owned(),
    }
}

/// White space runs as one space.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_nest_and_close() {
        let mut builder = Builder::new(&Limits::default());
        for (category, text) in [
            (Category::Heading1, "가"),
            (Category::Heading3, "다"),
            (Category::Paragraph, "하나"),
            (Category::Heading2, "나"),
            (Category::Paragraph, "둘"),
            (Category::Paragraph, " \u{0} "),
        ] {
            builder.push(category, None, text).unwrap();
        }
        let paths: Vec<(String, Vec<String>)> =
            builder.finish().into_iter().map(|block| (block.text, block.headings)).collect();
        let path = |of: &[&str]| of.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(
            paths,
            [
                ("가".to_string(), path(&[])),
                ("다".to_string(), path(&["가"])),
                ("하나".to_string(), path(&["가", "다"])),
                ("나".to_string(), path(&["가"])),
                ("둘".to_string(), path(&["가", "나"])),
            ]
        );
    }

    #[test]
    fn text_is_cleaned() {
        assert_eq!(clean("\r\n a\u{0}b \t\r\n\n\n\n\u{f0fc} c\u{f080f}\n\n"), " ab\n\n✓ c");
    }

    #[test]
    fn text_has_a_limit() {
        let mut builder = Builder::new(&Limits { text_bytes: 3, ..Limits::default() });
        builder.push(Category::Paragraph, None, "abc").unwrap();
        let full = builder.push(Category::Paragraph, None, "d");
        assert_eq!(full, Err(ExtractError::TooLarge { bytes: 4, limit: 3 }));
    }
}
