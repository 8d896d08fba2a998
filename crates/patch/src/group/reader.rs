//! Where a reader of Markdown stands: inside which blocks and marks, behind what, with which brackets open.

use std::hash::{Hash as _, Hasher as _};
use std::iter::Peekable;
use std::vec::IntoIter;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};
use rustc_hash::FxHasher;

use stet_text::span::Span;

/// The states at places of a text, and where its headings end.
pub(super) struct States {
    pub of: Vec<u64>,
    pub headings: Vec<usize>,
}

/// A block or a mark.
#[derive(Debug, Clone, Copy)]
struct Open {
    start: usize,
    /// Without the white space behind it.
    end: usize,
    /// Its kind with all by which one of the kind is told from another.
    key: u64,
    inline: bool,
    /// What follows a blank line may still belong to it.
    goes_on: bool,
    code: bool,
}

/// Reads a text once; `places` are in its order.
pub(super) fn states(text: &str, places: &[usize]) -> States {
    let (opens, headings) = opens(text);
    let mut sweep = Sweep {
        text,
        next: opens.into_iter().peekable(),
        stack: Vec::new(),
        closed: Vec::new(),
        brackets: Brackets::default(),
    };
    States { of: places.iter().map(|&place| sweep.at(place)).collect(), headings }
}

fn key(kind: &str, more: impl std::hash::Hash) -> u64 {
    let mut hasher = FxHasher::default();
    (kind, more).hash(&mut hasher);
    hasher.finish()
}

/// Every block and mark of a text, in the order in which they begin, and the ends of its headings.
fn opens(text: &str) -> (Vec<Open>, Vec<usize>) {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS;
    let (mut out, mut headings, mut cell) = (Vec::new(), Vec::new(), 0_usize);
    for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
        let words = text.get(range.clone()).unwrap_or_default();
        let end = range.start + words.trim_end().len();
        let inline = matches!(
            event,
            Event::Code(_)
                | Event::FootnoteReference(_)
                | Event::Start(
                    Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. } | Tag::Image { .. }
                )
        );
        let mark = words.trim_start_matches(|ch: char| ch.is_ascii_digit()).chars().next();
        let key = match &event {
            Event::Code(_) => key("code span", mark),
            Event::FootnoteReference(_) => key("mark of a note", 0),
            Event::Rule => key("rule", 0),
            Event::Start(tag) => match tag {
                Tag::Heading { level, .. } => {
                    headings.push(end);
                    key("heading", *level as usize)
                }
                Tag::CodeBlock(CodeBlockKind::Fenced(_)) => {
                    let length = words.len() - words.trim_start_matches(['`', '~']).len();
                    key("fence", (mark, length))
                }
                Tag::List(_) => key("list", mark),
                Tag::Item => {
                    let head = text.get(..range.start).unwrap_or_default();
                    let column = head.len() - head.rfind('\n').map_or(0, |line| line + 1);
                    let digits = words.len() - words.trim_start_matches(|ch: char| ch.is_ascii_digit()).len();
                    key("item", (column, words.get(..digits)))
                }
                Tag::Table(columns) => key("table", columns.len()),
                Tag::TableHead | Tag::TableRow => {
                    cell = 0;
                    key("row", matches!(tag, Tag::TableHead))
                }
                Tag::TableCell => {
                    cell += 1;
                    key("cell", cell)
                }
                Tag::FootnoteDefinition(label) => key("note", label.as_ref()),
                other => key("other", (std::mem::discriminant(other), mark.filter(|_| inline))),
            },
            _ => continue,
        };
        let (goes_on, code) = match &event {
            Event::Start(Tag::CodeBlock(kind)) => (matches!(kind, CodeBlockKind::Indented), true),
            Event::Start(Tag::List(_) | Tag::FootnoteDefinition(_) | Tag::HtmlBlock) => (true, false),
            _ => (false, false),
        };
        out.push(Open { start: range.start, end, key, inline, goes_on, code });
    }
    (out, headings)
}

struct Sweep<'a> {
    text: &'a str,
    next: Peekable<IntoIter<Open>>,
    stack: Vec<Open>,
    /// Blocks that ended and behind which none has begun.
    closed: Vec<Open>,
    brackets: Brackets,
}

impl Sweep<'_> {
    fn close(&mut self, ended: impl Fn(&Open) -> bool) {
        while let Some(open) = self.stack.pop_if(|open| ended(open)) {
            if !open.inline {
                self.closed.push(open);
            }
        }
    }

    fn at(&mut self, place: usize) -> u64 {
        while let Some(open) = self.next.next_if(|open| open.start < place) {
            self.close(|last| last.end <= open.start);
            if !open.inline {
                self.closed.clear();
            }
            self.stack.push(open);
        }
        self.close(|open| open.end < place || open.inline && open.end == place);
        let head = self.text.get(..place).unwrap_or_default();
        let blank = head.get(head.trim_end().len()..).unwrap_or_default();
        let lines = if head.len() == blank.len() { 2 } else { blank.matches('\n').count().min(2) };
        let indent = blank.rfind('\n').map_or(0, |line| blank.len() - line);
        let mut hasher = FxHasher::default();
        (lines, indent, blank.is_empty(), self.stack.len()).hash(&mut hasher);
        for open in &self.stack {
            open.key.hash(&mut hasher);
        }
        for open in self.closed.iter().filter(|open| lines < 2 || open.goes_on) {
            ("closed", open.key).hash(&mut hasher);
        }
        let block = self.stack.iter().rev().find(|open| !open.inline);
        if let Some(block) = block.filter(|block| !block.code) {
            self.brackets.open_at(self.text, block.start, place).hash(&mut hasher);
        }
        hasher.finish()
    }
}

/// Brackets and quotation marks that are open in the blocks around a place, the outermost first. Each block is read on
/// from where it was left, so that a list of many items is read once.
#[derive(Debug, Default)]
struct Brackets(Vec<Reading>);

/// What is open in one block, as far as it was read.
#[derive(Debug)]
struct Reading {
    start: usize,
    end: usize,
    open: Vec<char>,
}

impl Brackets {
    fn open_at(&mut self, text: &str, start: usize, place: usize) -> &[char] {
        while self.0.pop_if(|inner| inner.start > start || inner.end > place).is_some() {}
        if self.0.last().is_none_or(|outer| outer.start < start) {
            self.0.push(Reading { start, end: start, open: Vec::new() });
        }
        self.0.last_mut().map_or(&[], |reading| reading.to(text, place))
    }
}

impl Reading {
    fn to(&mut self, text: &str, place: usize) -> &[char] {
        for ch in Span::new(self.end, place).of(text).chars() {
            let closes = match ch {
                '(' | '[' | '{' | '“' | '‘' | '「' | '『' | '《' | '〈' | '«' => None,
                ')' => Some('('),
                ']' => Some('['),
                '}' => Some('{'),
                '”' => Some('“'),
                '’' => Some('‘'),
                '」' => Some('「'),
                '』' => Some('『'),
                '》' => Some('《'),
                '〉' => Some('〈'),
                '»' => Some('«'),
                '"' if self.open.last() != Some(&'"') => None,
                '"' => Some('"'),
                _ => continue,
            };
            match closes {
                None => self.open.push(ch),
                Some(open) => {
                    self.open.pop_if(|last| *last == open);
                }
            }
        }
        self.end = place;
        &self.open
    }
}
