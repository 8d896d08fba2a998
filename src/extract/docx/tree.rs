//! What the parts of a file are made of, as they were read: paragraphs and tables, with what is deleted, hidden and only
//! laid out beside what is shown. Sources and drafts each take from it what is theirs.

use std::ops::Range;

use stet_document::Align;

use super::look::Look;

/// In which of the two texts a thing stands, by the numbers of the changes that brought it in or took it out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Fate {
    pub(crate) inserted: Option<usize>,
    pub(crate) deleted: Option<usize>,
    /// A dropped capital, which Word keeps in a paragraph of its own: it is the beginning of the next.
    pub(crate) dropped: bool,
}

impl Fate {
    /// Whether it stands where every change is taken, or where every change is refused.
    pub(crate) fn stands(self, accept: bool) -> bool {
        !self.dropped && if accept { self.deleted.is_none() } else { self.inserted.is_none() }
    }

    /// Whether what ends with it goes on with the next, where every change is taken.
    pub(crate) fn joins(self) -> bool {
        !self.stands(true)
    }
}

#[derive(Debug, Clone)]
pub(crate) enum Content {
    /// As the file has it: what is no character to be shown is still in it.
    Text(String),
    /// A sign of a font of symbols.
    Sign(char),
    Tab,
    Hyphen,
    /// The line ends here.
    Break,
    /// The column ends here.
    Column,
    /// The page ends here: by the author's will, or in the layout that was computed last.
    Page {
        hard: bool,
    },
    Formula(String),
    /// Words with their reading behind them.
    Ruby(String),
    /// The box of a form, and whether it is ticked.
    Tick(bool),
    /// A picture: its description, and the name of its part.
    Picture(Option<String>, Option<String>),
    /// A chart or a diagram, by the id of the relation to its part.
    Drawing(String),
    /// The mark of a footnote (`true`) or an endnote of this id.
    Note(bool, String),
    /// Where the place of a comment begins (`true`) or ends, by the comment's number.
    Comment(usize, bool),
    /// What a citation that was set in a style is in a draft.
    Cited(String),
    /// A box of text.
    Box(Vec<Piece>),
}

#[derive(Debug, Clone)]
pub(crate) struct Span {
    pub(crate) content: Content,
    pub(crate) look: Look,
    /// Address of a link.
    pub(crate) link: Option<String>,
    pub(crate) fate: Fate,
    /// It stands in the instruction of a field, of which only the result is shown.
    pub(crate) instructs: bool,
    /// It is what a citation by key is set as.
    pub(crate) cited: bool,
}

/// A paragraph, with what it and its style say of it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Paragraph {
    /// Bytes of its part.
    pub(crate) at: Range<usize>,
    pub(crate) style: Option<String>,
    /// Level of the outline, from 0; more than 8 is none.
    pub(crate) outline: Option<usize>,
    /// List and level.
    pub(crate) list: Option<(String, usize)>,
    /// How many lists it stands in while it goes on an item, where the file says so.
    pub(crate) joins: Option<usize>,
    /// Twentieths of a point that it is set in by.
    pub(crate) left: i64,
    pub(crate) align: Align,
    pub(crate) borders: bool,
    /// Of its end: where that does not stand, its words stand in the next.
    pub(crate) end: Fate,
    pub(crate) spans: Vec<Span>,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Table {
    /// Bytes of its part.
    pub(crate) at: Range<usize>,
    pub(crate) rows: Vec<Row>,
    /// Twentieths of a point that it is set in by.
    pub(crate) left: i64,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Row {
    pub(crate) fate: Fate,
    pub(crate) cells: Vec<Cell>,
}

#[derive(Debug, Clone)]
pub(crate) struct Cell {
    /// Columns that it takes, 1 to 1000.
    pub(crate) span: usize,
    /// Whether it goes on the cell above it.
    pub(crate) continues: bool,
    pub(crate) pieces: Vec<Piece>,
}

#[derive(Debug, Clone)]
pub(crate) enum Piece {
    Paragraph(Box<Paragraph>),
    Table(Table),
}
