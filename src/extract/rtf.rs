//! RTF by its specification (1.9.1): the text of its groups, in the code pages of its fonts or in Unicode. What is struck or
//! hidden, and comments, are left out.

use std::collections::{HashMap, HashSet};

use stet_sources::chunk::Category;
use stet_sources::left_out::{Code, LeftOut};

use super::builder::{Builder, one_line};
use super::script::{LOWERED, RAISED, put};
use super::table::Cell;
use super::{ExtractError, Extraction, Limits, headings};

mod fonts;
mod rows;
#[cfg(test)]
mod tests;
mod token;
mod words;

use fonts::Fonts;
use rows::Rows;
use token::{Token, Tokens};
use words::{ASIDE, CHARACTERS, KNOWN};

pub(super) const MEDIA_TYPE: &str = "application/rtf";

/// Groups in groups: more of them are no document.
const MAX_GROUPS: usize = 4096;

/// Where text goes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Place {
    #[default]
    Text,
    Aside,
    Fonts,
    Styles,
    Info,
    Title,
    Author,
}

#[derive(Debug, Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "words of RTF that are on or off")]
struct State {
    place: Place,
    /// Of the group around one that is written twice, for old readers and in Unicode.
    outside: Option<Place>,
    /// The group has just begun; `\*` says then that who does not know the word that follows passes over all of it.
    begun: bool,
    optional: bool,
    /// The group is a text of its own, which ends with it.
    story: bool,
    gone: bool,
    shift: Option<char>,
    font: i32,
    /// Characters that stand behind a Unicode one for readers without it.
    fallback: usize,
    in_table: bool,
    level: Option<usize>,
}

/// A text of its own: the body, a note, a running line, a box.
struct Story {
    category: Category,
    /// The open paragraph.
    text: String,
    rows: Rows,
    /// What was read of one that stands in another.
    done: Vec<Piece>,
    /// What stands behind the open paragraph, and behind the open table.
    behind: Vec<Piece>,
    behind_rows: Vec<Piece>,
}

enum Piece {
    Text(Category, String),
    Table(Vec<Cell>),
}

pub(super) fn extract(bytes: &[u8], limits: &Limits) -> Result<Extraction, ExtractError> {
    let mut reader = Reader {
        out: Builder::new(limits),
        fonts: Fonts::new(bytes),
        styles: HashMap::new(),
        style: 0,
        stories: vec![Story::new(Category::Paragraph)],
        running: HashSet::new(),
        raw: Vec::new(),
        escaped: false,
        high: None,
        name: String::new(),
        title: String::new(),
        author: String::new(),
        skip: 0,
        cut: false,
    };
    let mut state = State { fallback: 1, ..State::default() };
    let mut above: Vec<State> = Vec::new();
    for token in Tokens(bytes) {
        // A sign may be the second half of a character.
        if !matches!(token, Token::Byte(..) | Token::Symbol(_)) {
            reader.flush(&state);
        }
        match token {
            Token::Open if above.len() > MAX_GROUPS => {
                return Err(ExtractError::corrupt("groups nested too deep"));
            }
            Token::Open => {
                above.push(state);
                (state.story, state.begun, reader.skip) = (false, true, 0);
                continue;
            }
            Token::Close => {
                if state.story {
                    reader.close()?;
                }
                state = above.pop().unwrap_or(state);
                reader.skip = 0;
            }
            Token::Byte(..) | Token::Symbol(b'{' | b'}' | b'\\' | b'~' | b'_' | b'\t') if reader.skip > 0 => {
                reader.skip -= 1;
            }
            Token::Byte(..) if state.place == Place::Aside => {}
            Token::Byte(byte, escaped) => {
                reader.escaped |= escaped && !byte.is_ascii();
                reader.raw.push(byte);
            }
            Token::Binary(whole) => reader.cut |= !whole,
            Token::Symbol(mark) => reader.symbol(mark, &mut state)?,
            Token::Word(word, number) => reader.word(word, number, &mut state)?,
        }
        state.begun = false;
    }
    reader.finish(&state)
}

impl Story {
    fn new(category: Category) -> Self {
        Self {
            category,
            text: String::new(),
            rows: Rows::default(),
            done: Vec::new(),
            behind: Vec::new(),
            behind_rows: Vec::new(),
        }
    }

    fn cell(&mut self) {
        self.rows.cell(std::mem::take(&mut self.text));
    }

    fn row(&mut self) {
        self.rows.row();
        self.behind_rows.append(&mut self.behind);
    }
}

/// The level of a heading by that of an outline, of which the tenth is for text.
fn level(outline: Option<i32>) -> Option<usize> {
    usize::try_from(outline?).ok().filter(|level| *level < 9).map(|level| level + 1)
}

struct Reader {
    out: Builder,
    fonts: Fonts,
    /// Levels of headings by the number of their style, and the style that is being defined.
    styles: HashMap<i32, usize>,
    style: i32,
    /// The body and, above it, what is open in it; never empty while reading.
    stories: Vec<Story>,
    /// Running lines that were given: each section has them again.
    running: HashSet<String>,
    /// Bytes that are still to be decoded, and whether some of those above ASCII were escaped.
    raw: Vec<u8>,
    escaped: bool,
    /// The first half of a character beyond the first 65,536.
    high: Option<u32>,
    /// The open name of a font or of a style.
    name: String,
    title: String,
    author: String,
    skip: usize,
    /// Raw bytes were announced that are not there.
    cut: bool,
}

impl Reader {
    fn finish(mut self, state: &State) -> Result<Extraction, ExtractError> {
        self.flush(state);
        while self.stories.len() > 1 {
            self.close()?;
        }
        self.end()?;
        let torn = self.cut.then(|| LeftOut::named(Code::TornPicture, ""));
        Ok(Extraction {
            title: Some(one_line(&self.title)).filter(|title| !title.is_empty()),
            author: Some(one_line(&self.author)).filter(|author| !author.is_empty()),
            media_type: MEDIA_TYPE.into(),
            blocks: self.out.finish(),
            left_out: torn.into_iter().collect(),
            ..Extraction::default()
        })
    }

    /// Takes up the bytes read so far.
    fn flush(&mut self, state: &State) {
        if self.raw.is_empty() {
            return;
        }
        let raw = std::mem::take(&mut self.raw);
        let escaped = std::mem::take(&mut self.escaped);
        let text = self.fonts.text(state.font, &raw, escaped);
        self.put(&text, state);
    }

    fn put(&mut self, text: &str, state: &State) {
        match state.place {
            Place::Text if state.gone => {}
            Place::Text => {
                if let Some(story) = self.stories.last_mut() {
                    put(&mut story.text, text, state.shift);
                }
            }
            Place::Title => self.title.push_str(text),
            Place::Author => self.author.push_str(text),
            Place::Fonts | Place::Styles => self.named(text, state),
            Place::Aside | Place::Info => {}
        }
    }

    /// Takes up names of fonts and of styles, each of which ends with a semicolon.
    fn named(&mut self, text: &str, state: &State) {
        for part in text.split_inclusive(';') {
            self.name.push_str(part.trim_end_matches(';'));
            if !part.ends_with(';') {
                continue;
            }
            let name = std::mem::take(&mut self.name);
            if state.place == Place::Styles {
                let level = headings::heading_level(name.trim());
                self.styles.extend(level.map(|level| (self.style, level)));
            } else if let Some(font) = self.fonts.entry(state.font) {
                name.trim().clone_into(&mut font.name);
            }
        }
    }

    fn symbol(&mut self, mark: u8, state: &mut State) -> Result<(), ExtractError> {
        match mark {
            // The end of a line that is not passed over ends a paragraph, as TextEdit writes it.
            b'\n' if state.place == Place::Text => {
                self.flush(state);
                self.paragraph(state)?;
            }
            b'*' => state.optional = state.begun,
            b'~' | b'\t' => self.raw.push(b' '),
            b'_' => self.raw.push(b'-'),
            b'{' | b'}' | b'\\' => self.raw.push(mark),
            _ => {}
        }
        Ok(())
    }

    fn word(&mut self, word: &str, number: Option<i32>, state: &mut State) -> Result<(), ExtractError> {
        if std::mem::take(&mut state.optional) && !KNOWN.contains(&word) {
            state.place = Place::Aside;
        }
        // One of the characters that stand for a Unicode one.
        if self.skip > 0 && CHARACTERS.iter().any(|(known, _)| *known == word) {
            self.skip -= 1;
            return Ok(());
        }
        let value = number.unwrap_or(0);
        match word {
            "ud" => state.place = state.outside.take().unwrap_or(state.place),
            // Groups that stand aside hold nothing of the text.
            _ if state.place == Place::Aside => {}
            "u" => {
                self.unicode(value, state);
                self.skip = state.fallback;
            }
            "uc" => state.fallback = usize::try_from(number.unwrap_or(1)).unwrap_or(1).min(64),
            "ansicpg" => self.fonts.ansi = fonts::page(value).unwrap_or(self.fonts.ansi),
            "mac" => self.fonts.ansi = encoding_rs::MACINTOSH,
            "deff" => (self.fonts.default, state.font) = (value, value),
            "f" => state.font = value,
            "fonttbl" => (state.place, self.name) = (Place::Fonts, String::new()),
            "stylesheet" => (state.place, self.name) = (Place::Styles, String::new()),
            "info" => state.place = Place::Info,
            "title" if state.place == Place::Info => state.place = Place::Title,
            "author" if state.place == Place::Info => state.place = Place::Author,
            "upr" => (state.outside, state.place) = (Some(state.place), Place::Aside),
            "fcharset" | "cpg" if state.place == Place::Fonts => {
                if let Some(font) = self.fonts.entry(state.font) {
                    if word == "cpg" { font.page = number } else { font.charset = number }
                }
            }
            "s" if state.place == Place::Styles => self.style = value,
            "sbasedon" | "outlinelevel" if state.place == Place::Styles => {
                let based = self.styles.get(&value).copied();
                let level = if word == "sbasedon" { based } else { level(number) };
                self.styles.extend(level.map(|level| (self.style, level)));
            }
            _ if ASIDE.contains(&word) || (word.starts_with('m') && word.ends_with("Pr")) => {
                state.place = Place::Aside;
            }
            _ if state.place == Place::Text => self.text_word(word, number, state)?,
            _ => {}
        }
        Ok(())
    }

    /// A word in a text: how it looks and where it ends.
    fn text_word(&mut self, word: &str, number: Option<i32>, state: &mut State) -> Result<(), ExtractError> {
        let on = number != Some(0);
        match word {
            "par" | "sect" | "page" => self.paragraph(state)?,
            "super" | "msup" => state.shift = on.then_some(RAISED),
            "sub" | "msub" => state.shift = on.then_some(LOWERED),
            "nosupersub" => state.shift = None,
            // In half points: less than three are a matter of looks.
            "up" => state.shift = (number.unwrap_or(6) > 2).then_some(RAISED),
            "dn" => state.shift = (number.unwrap_or(6) > 2).then_some(LOWERED),
            "strike" | "striked" | "v" | "deleted" => state.gone = on,
            "plain" => (state.gone, state.shift, state.font) = (false, None, self.fonts.default),
            "s" => state.level = number.and_then(|style| self.styles.get(&style).copied()),
            "outlinelevel" => state.level = level(number).or(state.level),
            "pard" => (state.in_table, state.level) = (false, None),
            "intbl" => state.in_table = true,
            "itap" => state.in_table = number.is_some_and(|depth| depth > 0),
            "footnote" => self.open(Category::Footnote, state),
            "shptxt" | "dptxbxtext" => self.open(Category::Paragraph, state),
            "header" | "headerl" | "headerr" | "headerf" => self.open(Category::Header, state),
            "footer" | "footerl" | "footerr" | "footerf" => self.open(Category::Footer, state),
            "cell" => self.stories.last_mut().into_iter().for_each(Story::cell),
            "row" => self.stories.last_mut().into_iter().for_each(Story::row),
            "trowd" | "clmrg" | "clvmrg" | "cellx" => {
                self.stories.last_mut().into_iter().for_each(|story| story.rows.define(word, number));
            }
            _ => {
                if let Some((_, text)) = CHARACTERS.iter().find(|(known, _)| *known == word) {
                    self.put(text, state);
                }
            }
        }
        Ok(())
    }

    /// A character by its number, which is below zero above 32,767; the second half of one joins the first.
    fn unicode(&mut self, number: i32, state: &State) {
        let code =
            u32::try_from(if number < 0 { number.saturating_add(65_536) } else { number }).unwrap_or(0);
        let code = match (self.high.take(), code) {
            (_, 0xd800..=0xdbff) => {
                self.high = Some(code);
                return;
            }
            (Some(high), 0xdc00..=0xdfff) => 0x1_0000 + ((high - 0xd800) << 10) + (code - 0xdc00),
            _ => code,
        };
        if let Some(ch) = char::from_u32(code).filter(|ch| *ch != '\0') {
            let ch = self.fonts.character(state.font, ch);
            self.put(ch.encode_utf8(&mut [0; 4]), state);
        }
    }

    fn open(&mut self, category: Category, state: &mut State) {
        self.stories.push(Story::new(category));
        (state.story, state.in_table, state.level, state.shift) = (true, false, None, None);
    }

    /// Ends a text that stands in another one.
    fn close(&mut self) -> Result<(), ExtractError> {
        self.end()?;
        let Some(story) = self.stories.pop() else { return Ok(()) };
        if story.category == Category::Paragraph {
            if let Some(open) = self.stories.last_mut() {
                open.behind.extend(story.done);
            }
            return Ok(());
        }
        let mut lines = Vec::new();
        for piece in story.done {
            match piece {
                Piece::Text(_, text) => lines.push(text),
                Piece::Table(cells) => lines.extend(cells.iter().map(|cell| one_line(&cell.text))),
            }
        }
        let text = lines.join("\n");
        if text.trim().is_empty() {
            return Ok(());
        }
        if story.category == Category::Footnote {
            if let Some(open) = self.stories.last_mut() {
                open.behind.push(Piece::Text(story.category, text));
            }
        } else if self.running.insert(text.clone()) {
            self.out.push(story.category, None, &text)?;
        }
        Ok(())
    }

    /// Ends the open paragraph or row, and the table.
    fn end(&mut self) -> Result<(), ExtractError> {
        if let Some(story) = self.stories.last_mut().filter(|story| story.rows.in_row()) {
            story.cell();
            story.row();
        }
        self.paragraph(&State::default())
    }

    /// Ends a paragraph, which stands in the open cell or by itself.
    fn paragraph(&mut self, state: &State) -> Result<(), ExtractError> {
        let Some(story) = self.stories.last_mut() else { return Ok(()) };
        if state.in_table || story.rows.in_row() {
            story.text.push('\n');
            return Ok(());
        }
        let text = std::mem::take(&mut story.text);
        self.table()?;
        self.give(Piece::Text(headings::category(state.level, &text), text))?;
        let behind = self.stories.last_mut().map(|story| std::mem::take(&mut story.behind));
        behind.into_iter().flatten().try_for_each(|piece| self.give(piece))
    }

    fn table(&mut self) -> Result<(), ExtractError> {
        let Some(story) = self.stories.last_mut().filter(|story| !story.rows.is_empty()) else {
            return Ok(());
        };
        let (cells, behind) = (story.rows.take(), std::mem::take(&mut story.behind_rows));
        self.give(Piece::Table(cells))?;
        behind.into_iter().try_for_each(|piece| self.give(piece))
    }

    fn give(&mut self, piece: Piece) -> Result<(), ExtractError> {
        match (self.stories.as_mut_slice(), piece) {
            ([_, .., open], piece) => open.done.push(piece),
            (_, Piece::Text(category, text)) => return self.out.push(category, None, &text),
            (_, Piece::Table(cells)) => return self.out.table(None, &cells, None),
        }
        Ok(())
    }
}
