//! A draft as a document: the tree that its Markdown stands for, and that tree as Markdown, as a page, as a Word file and
//! as an ODT.
//!
//! Owns what is kept of a text that goes in or out: headings, paragraphs, lists, quotations, tables, code, notes, emphasis,
//! links. Leaves reading files of others to `extract` and what a change means to `patch`.

/// Appends formatted text.
macro_rules! put {
    ($out:expr, $($text:tt)*) => {{
        use std::fmt::Write as _;
        // A string takes everything.
        let _ = write!($out, $($text)*);
    }};
}

mod aligned;
pub mod docx;
mod export;
mod flat;
pub mod html;
pub mod markdown;
pub mod odt;
pub mod page;
mod parse;
pub mod picture;
#[cfg(test)]
mod tests;
mod xml;

use std::collections::HashMap;
use std::ops::Range;

pub use parse::{front_matter, parse};

/// A text with its notes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Document {
    pub blocks: Vec<Block>,
    /// Footnotes, in the order of their definitions.
    pub notes: Vec<Note>,
}

/// A footnote that is referred to by its label.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Note {
    pub label: String,
    pub blocks: Vec<Block>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    Heading { level: u8, runs: Vec<Run> },
    Paragraph(Vec<Run>),
    Code { language: String, text: String, at: Range<usize> },
    Quote(Vec<Self>),
    List(List),
    Table(Table),
    Rule,
}

/// A list; numbered from `start`, or of bullets.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct List {
    pub start: Option<u64>,
    pub items: Vec<Item>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Item {
    /// Of a task: whether it is done.
    pub checked: Option<bool>,
    pub blocks: Vec<Block>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Table {
    pub align: Vec<Align>,
    /// The first row names the columns.
    pub rows: Vec<Vec<Vec<Run>>>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Align {
    #[default]
    None,
    Left,
    Center,
    Right,
}

/// A stretch of a line with one look.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Run {
    pub inline: Inline,
    pub look: Look,
    /// Address of a link.
    pub link: Option<String>,
    /// Bytes of the Markdown that it was read from; empty where it was not.
    pub at: Range<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Inline {
    Text(String),
    /// The line ends here.
    Break,
    /// A reference to the footnote of this label.
    Note(String),
    /// A picture: its description and its address.
    Picture(String, String),
    /// A citation by key that was set in a style: what the text has for it, and how it is set. Without a text, a work of the list
    /// that the citations make.
    Cited(String, Vec<Run>),
    /// A place that somebody asks for: where something begins (`true`) or ends.
    Anchor(usize, bool),
}

impl Default for Inline {
    fn default() -> Self {
        Self::Text(String::new())
    }
}

/// How words are set.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "each is a property of its own")]
pub struct Look {
    pub strong: bool,
    pub em: bool,
    pub strike: bool,
    pub code: bool,
    pub raised: bool,
    pub lowered: bool,
}

impl Run {
    /// Words of one look.
    #[must_use]
    pub fn text(text: impl Into<String>, look: Look) -> Self {
        Self { inline: Inline::Text(text.into()), look, ..Self::default() }
    }

    /// Anything but words, without a look of its own.
    #[must_use]
    pub fn of(inline: Inline) -> Self {
        Self { inline, ..Self::default() }
    }
}

/// What a reader sees of runs, without their look.
#[must_use]
pub fn plain(runs: &[Run]) -> String {
    let shown = runs.iter().map(|run| match &run.inline {
        Inline::Text(text) | Inline::Picture(text, _) => text.clone(),
        Inline::Break => "\n".to_owned(),
        Inline::Cited(_, set) => plain(set),
        Inline::Note(_) | Inline::Anchor(..) => String::new(),
    });
    shown.collect()
}

/// Runs with what citations are set as in their places.
pub(crate) fn set(runs: &[Run]) -> Vec<Run> {
    let one = |run: &Run| match &run.inline {
        Inline::Cited(_, set) => set.clone(),
        _ => vec![run.clone()],
    };
    runs.iter().flat_map(one).collect()
}

impl Document {
    /// Every line of runs, notes last.
    pub fn lines_mut(&mut self) -> Vec<&mut Vec<Run>> {
        let mut out = Vec::new();
        lines(&mut self.blocks, &mut out);
        for note in &mut self.notes {
            lines(&mut note.blocks, &mut out);
        }
        out
    }

    /// Notes by their labels; of two with one label, the first.
    fn note_of(&self) -> HashMap<&str, &Note> {
        let mut out = HashMap::new();
        for note in &self.notes {
            out.entry(note.label.as_str()).or_insert(note);
        }
        out
    }

    /// The words of the first heading, or of the first line that has words.
    #[must_use]
    pub fn title(&self) -> Option<String> {
        let heading = self.blocks.iter().find_map(|block| match block {
            Block::Heading { runs, .. } => Some(plain(runs)),
            _ => None,
        });
        let first = || {
            self.blocks.iter().find_map(|block| match block {
                Block::Paragraph(runs) => Some(plain(runs)),
                _ => None,
            })
        };
        let title = heading.or_else(first)?;
        let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
        (!title.is_empty()).then(|| title.chars().take(200).collect())
    }
}

fn lines<'a>(blocks: &'a mut [Block], out: &mut Vec<&'a mut Vec<Run>>) {
    for block in blocks {
        match block {
            Block::Heading { runs, .. } | Block::Paragraph(runs) => out.push(runs),
            Block::Quote(inner) => lines(inner, out),
            Block::List(list) => list.items.iter_mut().for_each(|item| lines(&mut item.blocks, out)),
            Block::Table(table) => out.extend(table.rows.iter_mut().flatten()),
            Block::Code { .. } | Block::Rule => {}
        }
    }
}

/// Joins neighbours of one look that stand beside one another in what they were read from, and drops words that are none.
#[must_use]
pub fn joined(runs: Vec<Run>) -> Vec<Run> {
    let mut out: Vec<Run> = Vec::with_capacity(runs.len());
    for run in runs {
        if let (Inline::Text(new), Some(last)) = (&run.inline, out.last_mut())
            && last.look == run.look
            && last.link == run.link
            && let Inline::Text(old) = &mut last.inline
            && last.at.end == run.at.start
            && (last.at.len() == old.len() || last.at.is_empty())
            && (run.at.len() == new.len() || run.at.is_empty())
        {
            old.push_str(new);
            last.at.end = run.at.end;
        } else if !matches!(&run.inline, Inline::Text(text) if text.is_empty()) {
            out.push(run);
        }
    }
    out
}
