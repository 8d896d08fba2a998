//! A text in the blocks that its reader sees, each with its place: paragraphs, headings, items, cells, quotations.
//!
//! As in Vale, code is starred out, and code blocks, front matter, comments, tags and addresses are no words. Every byte of
//! a block knows where it stands in the text.

mod reader;

use std::path::Path;
use std::sync::LazyLock;

use pulldown_cmark::{Event, Parser, Tag};
use regex::Regex;
use stet_segment::segment;
use stet_text::is_closed;
use stet_text::particle::PAIRS;
use stet_text::span::Span;

use reader::Reader;

/// How a text is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Form {
    #[default]
    Markdown,
    /// Without marks: one block.
    Plain,
}

impl Form {
    /// That of a file, by its name.
    #[must_use]
    pub fn of(file: &Path) -> Self {
        let is_plain = file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("txt"));
        if is_plain { Self::Plain } else { Self::Markdown }
    }
}

/// A piece of a block and what it is of in the text.
#[derive(Debug, Clone, Copy)]
struct Piece {
    /// Where it begins in the block.
    at: usize,
    len: usize,
    source: Span,
}

/// A block of text.
#[derive(Debug, Clone, Default)]
pub struct Block {
    pub text: String,
    /// The names of its kind, as a selector has them: `text`, `heading`, `h2`.
    pub scope: Vec<&'static str>,
    pieces: Vec<Piece>,
}

impl Block {
    fn new(scope: &[&'static str]) -> Self {
        Self { scope: scope.to_vec(), ..Self::default() }
    }

    fn push(&mut self, text: &str, source: Span) {
        if !text.is_empty() {
            self.pieces.push(Piece { at: self.text.len(), len: text.len(), source });
            self.text.push_str(text);
        }
    }

    /// Where a span of the block stands in the text.
    #[must_use]
    pub fn source(&self, span: Span) -> Span {
        let find = |at: usize, end: bool| {
            let next = self.pieces.partition_point(|piece| piece.at + piece.len < at + usize::from(!end));
            let piece = self.pieces.get(next).or_else(|| self.pieces.last())?;
            let inside = at.saturating_sub(piece.at).min(piece.len);
            Some(match (piece.len == piece.source.len(), end) {
                (true, _) => piece.source.start + inside,
                (false, true) if inside > 0 => piece.source.end,
                (false, _) => piece.source.start,
            })
        };
        let start = find(span.start, false).unwrap_or_default();
        let end = if span.is_empty() { start } else { find(span.end, true).unwrap_or(start) };
        Span::new(start, end)
    }

    /// A part of the block as a block of its own.
    fn part(&self, span: Span, scope: &[&'static str]) -> Self {
        let mut out = Self::new(scope);
        for piece in &self.pieces {
            let (from, to) = (piece.at.max(span.start), (piece.at + piece.len).min(span.end));
            if from < to {
                let source = self.source(Span::new(from, to));
                out.push(Span::new(from, to).of(&self.text), source);
            }
        }
        out
    }

    fn append(&mut self, other: &Self) {
        for piece in &other.pieces {
            self.push(Span::new(piece.at, piece.at + piece.len).of(&other.text), piece.source);
        }
        let end = other.pieces.last().map_or(0, |piece| piece.source.end);
        self.push("\n\n", Span::new(end, end));
    }

    /// Stars out addresses.
    fn without_addresses(&mut self) {
        if !self.text.contains(['/', '@', '.']) {
            return;
        }
        if let Some(address) = ADDRESS.as_ref() {
            let stars = |found: &regex::Captures<'_>| {
                "*".repeat(found.get(0).map_or(0, |found| found.as_str().len()))
            };
            self.text = address.replace_all(&self.text, stars).into_owned();
        }
    }
}

static ADDRESS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"(?:(?:https?|ftp)://|\bwww\.)[^\s<>]*[^\s<>.,;:!?'"”’)\]]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+"#)
        .ok()
});

/// A block with the words of other scripts and the particles of Korean words parted, so that a word's end is where a
/// writer of Korean sees it.
#[derive(Debug, Clone)]
pub struct Split {
    pub text: String,
    cuts: Vec<usize>,
}

/// Stands where words are parted: no letter and no blank.
const CUT: char = '\u{200b}';

/// Particles, the longer first.
static PARTICLES: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    let rows = stet_data::rows("words/ko/case-particles");
    let pairs = PAIRS.iter().flat_map(|(closed, open)| [(*closed, "final"), (*open, "vowel")]);
    let more = stet_data::rows("words/ko/particles").filter_map(|row| Some((*row.first()?, *row.get(1)?)));
    let more = more.flat_map(|(open, closed)| {
        if open == closed { vec![(open, "any")] } else { vec![(closed, "final"), (open, "vowel")] }
    });
    let known = rows.filter_map(|row| Some((*row.first()?, *row.get(2)?))).chain(pairs);
    let mut all: Vec<(&str, &str)> = known.chain(more).collect();
    all.sort_by_key(|(form, _)| std::cmp::Reverse(form.len()));
    all
});

impl Split {
    /// Where a hit in the parted text stands in the block.
    #[must_use]
    pub fn whole(&self, hit: Span) -> Span {
        let back = |at: usize| at - self.cuts.iter().take_while(|cut| **cut < at).count() * CUT.len_utf8();
        Span::new(back(hit.start), back(hit.end))
    }
}

impl Block {
    /// The block with its words parted; `None` without Korean.
    #[must_use]
    pub fn split(&self) -> Option<Split> {
        let is_hangul = |ch: char| matches!(ch, '가'..='힣');
        if !self.text.contains(is_hangul) {
            return None;
        }
        let mut out = Split { text: String::with_capacity(self.text.len() * 2), cuts: Vec::new() };
        let mut rest = self.text.as_str();
        while let Some(first) = rest.chars().next() {
            let same = |ch: char| ch.is_alphanumeric() && is_hangul(ch) == is_hangul(first);
            let len = rest.find(|ch| !same(ch)).unwrap_or(rest.len()).max(first.len_utf8());
            let Some((word, behind)) = rest.split_at_checked(len) else { break };
            if is_hangul(first) && out.text.chars().next_back().is_some_and(char::is_alphanumeric) {
                out.cut();
            }
            let stem = if is_hangul(first) { stem(word) } else { word.len() };
            out.text.push_str(word.get(..stem).unwrap_or(word));
            if stem < word.len() {
                out.cut();
                out.text.push_str(word.get(stem..).unwrap_or_default());
            }
            if !is_hangul(first) || !behind.starts_with(char::is_alphanumeric) {
                rest = behind;
                continue;
            }
            out.cut();
            rest = behind;
        }
        Some(out)
    }
}

impl Split {
    fn cut(&mut self) {
        if !self.text.ends_with(CUT) {
            self.cuts.push(self.text.len());
            self.text.push(CUT);
        }
    }
}

/// Where the particle of a Korean word begins; a stem of one syllable is no sure word.
fn stem(word: &str) -> usize {
    for (particle, behind) in PARTICLES.iter() {
        if let Some(stem) = word.strip_suffix(particle)
            && let Some(last) = stem.chars().next_back()
            && stem.chars().count() > 1
        {
            let closed = is_closed(last).unwrap_or_default();
            if *behind == "any" || (*behind == "final") == closed {
                return stem.len();
            }
        }
    }
    word.len()
}

/// A text as it is read.
#[derive(Debug, Clone, Default)]
pub struct Page {
    pub blocks: Vec<Block>,
    /// What is no prose: code inside its marks, comments, addresses, front matter. In order.
    pub hidden: Vec<Span>,
}

impl Page {
    /// Reads a text; `ignored` parts of it are starred out.
    #[must_use]
    pub fn parse(text: &str, form: Form, ignored: &[Span]) -> Self {
        let mut reader = Reader { text, page: Self::default(), ..Reader::default() };
        match form {
            Form::Markdown => reader.markdown(),
            Form::Plain => {
                let mut block = Block::new(&["text"]);
                block.push(text, Span::new(0, text.len()));
                reader.page.blocks.push(block);
            }
        }
        let mut page = reader.page;
        for block in &mut page.blocks {
            star(block, ignored);
        }
        page.hidden.sort_unstable();
        page
    }

    /// The whole text as it is written.
    #[must_use]
    pub fn raw(text: &str) -> Block {
        let mut block = Block::new(&["raw"]);
        block.push(text, Span::new(0, text.len()));
        block
    }

    /// Paragraphs, items and quotations as one.
    #[must_use]
    pub fn summary(&self) -> Block {
        let mut out = Block::new(&["summary"]);
        let spoken =
            |block: &&Block| matches!(block.scope.as_slice(), ["text"] | ["text", "list" | "blockquote"]);
        for block in self.blocks.iter().filter(spoken) {
            out.append(block);
        }
        out
    }

    /// The sentences of the paragraphs.
    #[must_use]
    pub fn sentences(&self) -> Vec<Block> {
        let mut out = Vec::new();
        for block in self.blocks.iter().filter(|block| block.scope == ["text"]) {
            let spans = segment(&block.text).into_iter().map(|sentence| sentence.span.trimmed(&block.text));
            out.extend(spans.filter(|span| !span.is_empty()).map(|span| block.part(span, &["sentence"])));
        }
        out
    }

    /// The paragraphs, which a text without marks parts by empty lines.
    #[must_use]
    pub fn paragraphs(&self) -> Vec<Block> {
        let mut out = Vec::new();
        for block in self.blocks.iter().filter(|block| block.scope == ["text"]) {
            let mut start = 0;
            for part in block.text.split_inclusive("\n\n") {
                let span = Span::new(start, start + part.len());
                start = span.end;
                out.push(block.part(span, &["paragraph"]));
            }
        }
        out
    }
}

/// The code of a Markdown text, with its backticks or fences, in order.
pub(super) fn code(text: &str) -> Vec<Span> {
    let events = Parser::new(text).into_offset_iter();
    let is_code = |event: &Event<'_>| matches!(event, Event::Code(_) | Event::Start(Tag::CodeBlock(_)));
    events.filter(|(event, _)| is_code(event)).map(|(_, range)| Span::new(range.start, range.end)).collect()
}

/// Stars out what of a block stands in `ignored` spans of the text.
fn star(block: &mut Block, ignored: &[Span]) {
    if ignored.is_empty() {
        return;
    }
    let whole = block.clone();
    let mut text = String::with_capacity(whole.text.len());
    for (at, ch) in whole.text.char_indices() {
        let source = whole.source(Span::new(at, at + ch.len_utf8()));
        if ch != '\n' && ignored.iter().any(|span| span.overlaps(source)) {
            text.extend(std::iter::repeat_n('*', ch.len_utf8()));
        } else {
            text.push(ch);
        }
    }
    block.text = text;
}
