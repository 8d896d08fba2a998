//! Markdown as a document. What the page shows as text is text here: HTML that is no line break, raised or lowered word.

use std::ops::Range;

use pulldown_cmark::{Alignment, CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::{Align, Block, Document, Inline, Item, List, Look, Note, Run, Table, joined};

/// Blocks nested deeper than this stand in the block they are in.
const MAX_DEPTH: usize = 32;
/// A list that begins with a greater number is a line that begins with a year: `2024. 1. 5.`
const LAST_START: u64 = 999;

/// Reads Markdown: `CommonMark` with tables, footnotes, tasks and struck words. Front matter is no part of the text.
#[must_use]
pub fn parse(source: &str) -> Document {
    within(source, 0)
}

/// As [`parse`], of what stands `outer` blocks deep.
fn within(source: &str, outer: usize) -> Document {
    let mut reader = Reader { source, outer, ..Reader::default() };
    let events: Vec<(Event<'_>, Range<usize>)> =
        Parser::new_ext(source, options()).into_offset_iter().collect();
    let mut at = 0;
    while let Some((event, range)) = events.get(at) {
        at += 1;
        if let Event::Start(Tag::List(Some(start))) = event
            && *start > LAST_START
            && reader.level() < MAX_DEPTH
        {
            reader.flush();
            let (mut dated, mut past) = (true, 0);
            while let Some((inner, item)) = events.get(at) {
                at += 1;
                match inner {
                    // Lists within an item (`1. 5.`) are read with it.
                    Event::Start(Tag::Item) if dated && item.start >= past => {
                        past = item.end;
                        dated = reader.dated(item.clone(), range.end);
                    }
                    Event::End(TagEnd::List(true)) if item == range => break,
                    _ => {}
                }
            }
            continue;
        }
        reader.take(event, range.clone());
    }
    reader.flush();
    while reader.open.len() > 1 {
        reader.close();
    }
    Document { blocks: reader.open.pop().map(|open| open.blocks).unwrap_or_default(), notes: reader.notes }
}

/// Bytes of the fields about a text (front matter) with which it may begin, which [`parse`] leaves out.
#[must_use]
pub fn front_matter(source: &str) -> usize {
    match Parser::new_ext(source, options()).into_offset_iter().next() {
        Some((Event::Start(Tag::MetadataBlock(_)), range)) => range.end,
        _ => 0,
    }
}

fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
}

enum Kind {
    Root,
    Quote,
    List(Option<u64>, Vec<Item>),
    Item(Option<bool>),
    Note(String),
}

struct Open {
    kind: Kind,
    blocks: Vec<Block>,
}

impl Default for Open {
    fn default() -> Self {
        Self { kind: Kind::Root, blocks: Vec::new() }
    }
}

#[derive(Default)]
struct Reader<'a> {
    source: &'a str,
    /// How deep it stands in what is read.
    outer: usize,
    open: Vec<Open>,
    notes: Vec<Note>,
    /// Starts that were passed over because they stood too deep.
    passed: usize,
    line: Vec<Run>,
    look: Look,
    /// How often a look was opened within itself.
    depth: [usize; 3],
    links: Vec<String>,
    pictures: Vec<(String, String)>,
    code: Option<(String, String, Range<usize>)>,
    table: Option<Table>,
    aside: bool,
}

impl Reader<'_> {
    fn frame(&mut self) -> &mut Vec<Block> {
        if self.open.is_empty() {
            self.open.push(Open::default());
        }
        // There is one: it was put there.
        let last = self.open.len() - 1;
        &mut self.open[last].blocks
    }

    /// How deep the block stands that is open.
    fn level(&self) -> usize {
        self.outer + self.open.len().max(1)
    }

    fn put(&mut self, block: Block) {
        self.frame().push(block);
    }

    fn start(&mut self, kind: Kind) {
        self.flush();
        self.frame();
        if self.level() > MAX_DEPTH || self.passed > 0 {
            self.passed += 1;
        } else {
            self.open.push(Open { kind, blocks: Vec::new() });
        }
    }

    fn end(&mut self) {
        self.flush();
        if self.passed > 0 {
            self.passed -= 1;
        } else {
            self.close();
        }
    }

    fn close(&mut self) {
        let Some(Open { kind, blocks }) = self.open.pop() else { return };
        match kind {
            Kind::Root => self.open.push(Open { kind: Kind::Root, blocks }),
            Kind::Quote => self.put(Block::Quote(blocks)),
            Kind::List(start, items) => self.put(Block::List(List { start, items })),
            Kind::Item(checked) => match self.open.last_mut().map(|open| &mut open.kind) {
                Some(Kind::List(_, items)) => items.push(Item { checked, blocks }),
                _ => self.frame().extend(blocks),
            },
            Kind::Note(label) => self.notes.push(Note { label, blocks }),
        }
    }

    /// Ends the line that is open, as a paragraph.
    fn flush(&mut self) {
        let runs = self.runs();
        if !runs.is_empty() {
            self.put(Block::Paragraph(runs));
        }
    }

    fn runs(&mut self) -> Vec<Run> {
        let runs = std::mem::take(&mut self.line);
        emphasised(joined(runs), self.source)
    }

    fn text(&mut self, text: &str, at: Range<usize>) {
        if let Some((_, code, _)) = &mut self.code {
            code.push_str(text);
        } else if let Some((alt, _)) = self.pictures.last_mut() {
            alt.push_str(text);
        } else {
            let link = self.links.last().cloned();
            self.line.push(Run { inline: Inline::Text(text.to_owned()), look: self.look, link, at });
        }
    }

    fn push(&mut self, inline: Inline, at: Range<usize>) {
        let link = self.links.last().cloned();
        self.line.push(Run { inline, look: self.look, link, at });
    }

    fn set(&mut self, which: usize, more: bool) {
        if let Some(depth) = self.depth.get_mut(which) {
            *depth = if more { *depth + 1 } else { depth.saturating_sub(1) };
        }
        self.look.strong = self.depth[0] > 0;
        self.look.em = self.depth[1] > 0;
        self.look.strike = self.depth[2] > 0;
    }

    /// A line that begins with a year, which looks like an item of a list. An item with a lesser number begins a list that goes
    /// to `end`; then there is nothing left.
    fn dated(&mut self, item: Range<usize>, end: usize) -> bool {
        let source = self.source.get(item.clone()).unwrap_or_default().trim_end();
        let dot = source.find(['.', ')']).unwrap_or(0);
        let (year, rest) = source.split_at(dot);
        let is_year = year.parse::<u64>().is_ok_and(|year| year > LAST_START);
        let list = self.source.get(item.start..end).unwrap_or_default().to_owned();
        let inner = if is_year { format!("{year}\\{rest}") } else { list };
        for mut block in within(&inner, self.level()).blocks {
            let mut found = Vec::new();
            crate::lines(std::slice::from_mut(&mut block), &mut found);
            for run in found.into_iter().flatten() {
                let back = |at: usize| item.start + at - usize::from(is_year && at > dot);
                run.at = back(run.at.start)..back(run.at.end);
            }
            self.put(block);
        }
        is_year
    }

    fn take(&mut self, event: &Event<'_>, at: Range<usize>) {
        if self.aside {
            self.aside = !matches!(event, Event::End(TagEnd::MetadataBlock(_)));
            return;
        }
        match event {
            Event::Start(tag) => self.begin(tag, at),
            Event::End(tag) => self.finish(*tag, at),
            Event::Text(text) => {
                // What stands there to the letter has its place to the letter.
                self.text(text, at);
            }
            Event::Code(text) => {
                let before = std::mem::replace(&mut self.look.code, true);
                // Between the marks, where those are single.
                let inner = at.start + 1..at.end.saturating_sub(1);
                let at = if inner.len() == text.len() { inner } else { at };
                self.text(text, at);
                self.look.code = before;
            }
            // Where the writer sees a line end there is one, though Markdown itself would set a space.
            Event::SoftBreak | Event::HardBreak => self.push(Inline::Break, at),
            Event::Rule => {
                self.flush();
                self.put(Block::Rule);
            }
            Event::FootnoteReference(label) => self.push(Inline::Note(label.to_string()), at),
            Event::TaskListMarker(done) => {
                if let Some(Kind::Item(checked)) = self.open.last_mut().map(|open| &mut open.kind) {
                    *checked = Some(*done);
                }
            }
            Event::InlineHtml(tag) => self.tag(tag, at),
            Event::Html(html) => {
                if !html.trim_start().starts_with("<!--") && !html.trim().is_empty() {
                    self.text(html.trim_end(), at);
                    self.flush();
                }
            }
            Event::InlineMath(text) | Event::DisplayMath(text) => self.text(text, at),
        }
    }

    fn tag(&mut self, tag: &str, at: Range<usize>) {
        match tag.to_ascii_lowercase().replace([' ', '/'], "").as_str() {
            "<br>" => self.push(Inline::Break, at),
            "<sup>" => self.look.raised = !tag.contains('/'),
            "<sub>" => self.look.lowered = !tag.contains('/'),
            other if other.starts_with("<!--") => {}
            _ => self.text(tag, at),
        }
    }

    fn begin(&mut self, tag: &Tag<'_>, at: Range<usize>) {
        match tag {
            Tag::Paragraph | Tag::Heading { .. } | Tag::HtmlBlock => self.flush(),
            Tag::BlockQuote(_) => self.start(Kind::Quote),
            Tag::List(start) => self.start(Kind::List(*start, Vec::new())),
            Tag::Item => self.start(Kind::Item(None)),
            Tag::FootnoteDefinition(label) => self.start(Kind::Note(label.to_string())),
            Tag::CodeBlock(kind) => {
                self.flush();
                let language = match kind {
                    CodeBlockKind::Fenced(info) => {
                        info.split_whitespace().next().unwrap_or_default().to_owned()
                    }
                    CodeBlockKind::Indented => String::new(),
                };
                self.code = Some((language, String::new(), at));
            }
            Tag::Table(align) => {
                self.flush();
                let align = align.iter().map(|align| match align {
                    Alignment::None => Align::None,
                    Alignment::Left => Align::Left,
                    Alignment::Center => Align::Center,
                    Alignment::Right => Align::Right,
                });
                self.table = Some(Table { align: align.collect(), rows: Vec::new() });
            }
            Tag::TableHead | Tag::TableRow => {
                if let Some(table) = &mut self.table {
                    table.rows.push(Vec::new());
                }
            }
            Tag::Strong => self.set(0, true),
            Tag::Emphasis => self.set(1, true),
            Tag::Strikethrough => self.set(2, true),
            Tag::Link { dest_url, .. } => self.links.push(dest_url.to_string()),
            Tag::Image { dest_url, .. } => self.pictures.push((String::new(), dest_url.to_string())),
            Tag::MetadataBlock(_) => self.aside = true,
            _ => {}
        }
    }

    fn finish(&mut self, tag: TagEnd, at: Range<usize>) {
        match tag {
            TagEnd::Heading(level) => {
                let level = match level {
                    HeadingLevel::H1 => 1,
                    HeadingLevel::H2 => 2,
                    HeadingLevel::H3 => 3,
                    HeadingLevel::H4 => 4,
                    HeadingLevel::H5 => 5,
                    HeadingLevel::H6 => 6,
                };
                let runs = self.runs();
                self.put(Block::Heading { level, runs });
            }
            TagEnd::Paragraph | TagEnd::HtmlBlock => self.flush(),
            TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::Item | TagEnd::FootnoteDefinition => self.end(),
            TagEnd::CodeBlock => {
                if let Some((language, mut text, at)) = self.code.take() {
                    if text.ends_with('\n') {
                        text.pop();
                    }
                    self.put(Block::Code { language, text, at });
                }
            }
            TagEnd::TableCell => {
                let runs = self.runs();
                if let Some(row) = self.table.as_mut().and_then(|table| table.rows.last_mut()) {
                    row.push(runs);
                }
            }
            TagEnd::Table => {
                if let Some(table) = self.table.take() {
                    self.put(Block::Table(table));
                }
            }
            TagEnd::Strong => self.set(0, false),
            TagEnd::Emphasis => self.set(1, false),
            TagEnd::Strikethrough => self.set(2, false),
            TagEnd::Link => drop(self.links.pop()),
            TagEnd::Image => {
                if let Some((alt, address)) = self.pictures.pop() {
                    self.push(Inline::Picture(alt, address), at);
                }
            }
            _ => {}
        }
    }
}

/// `**강조(참고)**는`: `CommonMark` takes no mark that stands between punctuation and a letter for the end of an emphasis, and a
/// particle is such a letter. The page shows it as emphasis, and so it is meant.
fn emphasised(mut runs: Vec<Run>, source: &str) -> Vec<Run> {
    for (mark, set) in
        [("**", (|look| look.strong = true) as fn(&mut Look)), ("~~", |look| look.strike = true)]
    {
        if runs.iter().any(|run| matches!(&run.inline, Inline::Text(text) if text.contains(mark))) {
            runs = opened(runs, mark, set, source);
        }
    }
    runs
}

fn opened(runs: Vec<Run>, mark: &str, set: fn(&mut Look), source: &str) -> Vec<Run> {
    // Cut at the marks, each a run of its own.
    let mut pieces: Vec<(Run, bool)> = Vec::new();
    for run in runs {
        let literal = source.get(run.at.clone());
        match &run.inline {
            Inline::Text(text) if text.contains(mark) && literal == Some(text) && !run.look.code => {
                let mut from = 0;
                let cut = |range: Range<usize>| Run {
                    inline: Inline::Text(text.get(range.clone()).unwrap_or_default().to_owned()),
                    at: run.at.start + range.start..run.at.start + range.end,
                    ..run.clone()
                };
                for (at, _) in text.match_indices(mark) {
                    pieces.push((cut(from..at), false));
                    pieces.push((cut(at..at + mark.len()), true));
                    from = at + mark.len();
                }
                pieces.push((cut(from..text.len()), false));
            }
            _ => pieces.push((run, false)),
        }
    }
    pieces.retain(|(run, _)| !matches!(&run.inline, Inline::Text(text) if text.is_empty()));
    let solid = |piece: Option<&(Run, bool)>, last: bool| match piece.map(|(run, _)| &run.inline) {
        Some(Inline::Text(text)) => {
            let edge = if last { text.chars().next_back() } else { text.chars().next() };
            edge.is_some_and(|ch| !ch.is_whitespace())
        }
        Some(Inline::Break) | None => false,
        Some(_) => true,
    };
    let mut gone = vec![false; pieces.len()];
    let mut at = 0;
    while at < pieces.len() {
        if !pieces[at].1 || !solid(pieces.get(at + 1), false) {
            at += 1;
            continue;
        }
        let ends = |close: &usize| pieces[*close].1 && solid(pieces.get(*close - 1), true);
        // What nothing ends here, nothing ends further on.
        let Some(close) = (at + 2..pieces.len()).find(ends) else { break };
        for piece in pieces.get_mut(at + 1..close).unwrap_or_default() {
            set(&mut piece.0.look);
        }
        (gone[at], gone[close]) = (true, true);
        at = close + 1;
    }
    let kept = pieces.into_iter().zip(gone).filter(|(_, gone)| !gone);
    joined(kept.map(|((run, _), _)| run).collect())
}
