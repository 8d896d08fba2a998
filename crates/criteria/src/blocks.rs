//! A text in the blocks that its reader sees, each with its place: paragraphs, headings, items, cells, quotations.
//!
//! As in Vale, code is starred out, and code blocks, front matter, comments, tags and addresses are no words. Every byte of
//! a block knows where it stands in the text.

use std::collections::HashMap;
use std::path::Path;
use std::sync::LazyLock;

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use regex::Regex;
use stet_segment::segment;
use stet_text::is_closed;
use stet_text::particle::PAIRS;
use stet_text::span::Span;

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
    rows.filter_map(|row| Some((*row.first()?, *row.get(2)?))).chain(pairs).collect()
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
    pub fn read(text: &str, form: Form, ignored: &[Span]) -> Self {
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

#[derive(Default)]
struct Reader<'a> {
    text: &'a str,
    page: Page,
    block: Block,
    /// The blocks that are open around here.
    around: Vec<&'static str>,
    /// Where open links begin in the block, and what they point to.
    links: Vec<(usize, String)>,
    /// The last byte that words of an open link have.
    link_end: usize,
    alt: Option<Block>,
    /// Inside tags whose content is code.
    in_code_tag: bool,
    skipped: usize,
}

impl Reader<'_> {
    fn markdown(&mut self) {
        let options = Options::ENABLE_TABLES
            | Options::ENABLE_FOOTNOTES
            | Options::ENABLE_STRIKETHROUGH
            | Options::ENABLE_TASKLISTS
            | Options::ENABLE_GFM
            | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
            | Options::ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS;
        for (event, range) in Parser::new_ext(self.text, options).into_offset_iter() {
            self.event(&event, Span::new(range.start, range.end));
        }
        self.flush();
    }

    fn event(&mut self, event: &Event<'_>, span: Span) {
        match event {
            Event::Start(tag) => self.start(tag, span),
            Event::End(tag) => self.end(*tag, span),
            Event::Text(words) if self.skipped == 0 => {
                self.link_end = span.end;
                if self.in_code_tag {
                    self.words(&stars(words), span);
                } else {
                    self.words(words, span);
                }
            }
            Event::Code(code) => {
                self.link_end = span.end;
                self.page.hidden.push(Span::new(span.start + 1, span.end.max(1) - 1));
                self.words(&stars(code), span);
            }
            Event::SoftBreak | Event::HardBreak => self.words("\n", span),
            Event::InlineHtml(_) => self.tag(span),
            _ => {}
        }
    }

    fn words(&mut self, words: &str, span: Span) {
        self.alt.as_mut().unwrap_or(&mut self.block).push(words, span);
    }

    fn start(&mut self, tag: &Tag<'_>, span: Span) {
        match tag {
            Tag::Emphasis | Tag::Strong | Tag::Strikethrough => return,
            Tag::Link { dest_url, .. } => {
                self.link_end = span.start;
                self.links.push((self.block.text.len(), dest_url.to_string()));
                return;
            }
            Tag::Image { .. } => {
                self.link_end = span.start;
                self.alt = Some(Block::new(&["text", "attr", "alt"]));
                return;
            }
            _ => {}
        }
        self.flush();
        match tag {
            Tag::Heading { level, .. } => self.around.push(level_name(*level)),
            Tag::List(_) | Tag::FootnoteDefinition(_) => self.around.push("list"),
            Tag::BlockQuote(_) => self.around.push("blockquote"),
            Tag::TableHead => self.around.push("header"),
            Tag::Table(_) => self.around.push("cell"),
            Tag::CodeBlock(kind) => {
                self.skipped += 1;
                if matches!(kind, CodeBlockKind::Fenced(_)) {
                    self.page.hidden.push(Span::new(span.start + 1, span.end.max(1) - 1));
                }
            }
            Tag::MetadataBlock(_) => {
                self.skipped += 1;
                self.page.hidden.push(span);
            }
            Tag::HtmlBlock => self.html(span),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd, span: Span) {
        match tag {
            TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough => return,
            TagEnd::Link => {
                if let Some((from, to)) = self.links.pop() {
                    self.end_link(from, &to);
                }
                self.page.hidden.push(Span::new(self.link_end.min(span.end), span.end));
                return;
            }
            TagEnd::Image => {
                self.page.blocks.extend(self.alt.take().filter(|alt| !alt.text.trim().is_empty()));
                self.page.hidden.push(Span::new(self.link_end.min(span.end), span.end));
                return;
            }
            _ => {}
        }
        self.flush();
        match tag {
            TagEnd::Heading(_)
            | TagEnd::List(_)
            | TagEnd::FootnoteDefinition
            | TagEnd::BlockQuote(_)
            | TagEnd::TableHead
            | TagEnd::Table => {
                self.around.pop();
            }
            TagEnd::CodeBlock | TagEnd::MetadataBlock(_) => self.skipped = self.skipped.saturating_sub(1),
            _ => {}
        }
    }

    /// A link whose words are its address is no words.
    fn end_link(&mut self, from: usize, to: &str) {
        let words = self.block.text.get(from..).unwrap_or_default();
        let is_address = !words.trim().is_empty() && to.trim_start_matches("mailto:") == words.trim();
        if is_address {
            let starred = "*".repeat(words.len());
            self.block.text.truncate(from);
            self.block.text.push_str(&starred);
        }
    }

    /// Ends the open block.
    fn flush(&mut self) {
        let mut block = std::mem::take(&mut self.block);
        self.links.clear();
        if block.text.trim().is_empty() {
            return;
        }
        block.scope = scope(&self.around);
        if let Some(address) = ADDRESS.as_ref() {
            for found in address.find_iter(&block.text) {
                self.page.hidden.push(block.source(Span::new(found.start(), found.end())));
            }
        }
        block.without_addresses();
        self.page.blocks.push(block);
    }

    /// One tag or comment among words.
    fn tag(&mut self, span: Span) {
        let words = span.of(self.text);
        if words.starts_with("<!--") {
            self.page.hidden.push(span);
        } else if let Some(name) = code_tag(words) {
            self.in_code_tag = !name.starts_with('/');
        }
    }

    /// The words of a block of HTML.
    fn html(&mut self, span: Span) {
        let whole = span.of(self.text);
        let mut at = 0;
        let depth = self.around.len();
        while let Some(rest) = whole.get(at..).filter(|rest| !rest.is_empty()) {
            if !rest.starts_with('<') {
                let len = rest.find('<').unwrap_or(rest.len());
                let source = Span::new(span.start + at, span.start + at + len);
                if self.skipped == 0 {
                    self.block.push(source.of(self.text), source);
                }
                at += len;
                continue;
            }
            let comment = rest.starts_with("<!--");
            let close = if comment { "-->" } else { ">" };
            let len = rest.find(close).map_or(rest.len(), |found| found + close.len());
            let source = Span::new(span.start + at, span.start + at + len);
            at += len.max(1);
            if comment {
                self.flush();
                self.tag(source);
            } else {
                self.block_tag(source);
            }
        }
        self.flush();
        self.around.truncate(depth);
        self.skipped = 0;
    }

    fn block_tag(&mut self, span: Span) {
        let inner = span.of(self.text).trim_start_matches('<');
        let name: String = inner.chars().take_while(|ch| ch.is_ascii_alphanumeric() || *ch == '/').collect();
        let (closing, name) = match name.strip_prefix('/') {
            Some(name) => (true, name.to_lowercase()),
            None => (false, name.trim_end_matches('/').to_lowercase()),
        };
        if SKIPPED.contains(&name.as_str()) {
            self.flush();
            self.skipped = usize::from(!closing);
        } else if let Some(kind) = KINDS.get(name.as_str()) {
            self.flush();
            if !closing {
                self.around.push(kind);
            } else if let Some(open) = self.around.iter().rposition(|open| open == kind) {
                self.around.truncate(open);
            }
        } else if name == "img" {
            self.alt_of(span);
        } else if !INLINE.contains(&name.as_str()) {
            self.flush();
        }
    }

    fn alt_of(&mut self, span: Span) {
        let tag = span.of(self.text);
        if let Some((before, rest)) = tag.split_once("alt=\"")
            && let Some((words, _)) = rest.split_once('"')
        {
            let start = span.start + before.len() + 5;
            let mut alt = Block::new(&["text", "attr", "alt"]);
            alt.push(words, Span::new(start, start + words.len()));
            self.page.blocks.extend(Some(alt).filter(|alt| !alt.text.trim().is_empty()));
        }
    }
}

/// Tags whose content is not read.
const SKIPPED: [&str; 6] = ["script", "style", "pre", "figure", "noscript", "iframe"];

/// Tags among words; any other ends a block.
const INLINE: [&str; 19] = [
    "b", "big", "i", "small", "abbr", "acronym", "cite", "dfn", "em", "kbd", "strong", "a", "br", "span",
    "sub", "sup", "code", "tt", "del",
];

/// Tags that say what their block is.
static KINDS: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let own = ["h1", "h2", "h3", "h4", "h5", "h6", "blockquote"].map(|name| (name, name));
    own.into_iter()
        .chain([("li", "list"), ("th", "header"), ("td", "cell"), ("caption", "caption")])
        .collect()
});

fn code_tag(tag: &str) -> Option<&str> {
    let name = tag.trim_start_matches('<').trim_end_matches('>').split_whitespace().next()?;
    ["code", "kbd", "tt"].contains(&name.trim_start_matches('/')).then_some(name)
}

fn stars(words: &str) -> String {
    "*".repeat(words.chars().count())
}

const fn level_name(level: HeadingLevel) -> &'static str {
    match level {
        HeadingLevel::H1 => "h1",
        HeadingLevel::H2 => "h2",
        HeadingLevel::H3 => "h3",
        HeadingLevel::H4 => "h4",
        HeadingLevel::H5 => "h5",
        HeadingLevel::H6 => "h6",
    }
}

/// What a block is among those that are open around it: the innermost says it.
fn scope(around: &[&'static str]) -> Vec<&'static str> {
    match around.last() {
        None => vec!["text"],
        Some(table @ (&"cell" | &"header" | &"caption")) => vec!["text", "table", table],
        Some(kind @ (&"list" | &"blockquote")) => vec!["text", kind],
        Some(level) => vec!["text", "heading", level],
    }
}
