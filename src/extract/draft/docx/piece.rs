//! What a part of a file is made of: paragraphs and tables, each in one of the two texts or in both.

use stet_document::{Align, Run};

use super::read::INSET;
use crate::draft::tree::{Body, Bullet, Row};

/// In which of the two texts a thing stands, by the numbers of the changes that brought it in or took it out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Fate {
    pub(super) inserted: Option<usize>,
    pub(super) deleted: Option<usize>,
}

impl Fate {
    pub(super) fn stands(self, accept: bool) -> bool {
        if accept { self.deleted.is_none() } else { self.inserted.is_none() }
    }
}

#[derive(Debug, Clone)]
pub(super) struct Span {
    pub(super) run: Run,
    pub(super) fate: Fate,
}

#[derive(Debug, Clone, Default)]
pub(super) enum Kind {
    #[default]
    Words,
    Heading(u8),
    Code(String, bool),
    Rule,
}

/// How a paragraph is numbered in one of the two texts.
#[derive(Debug, Clone, Default)]
pub(super) struct Seen {
    pub(super) item: Option<Bullet>,
    /// A number that is no plain one: `제1조`.
    pub(super) label: Option<String>,
}

#[derive(Debug, Clone, Default)]
pub(super) struct Paragraph {
    pub(super) kind: Kind,
    pub(super) quote: usize,
    pub(super) inset: usize,
    /// In the text with every change refused, and in that with every change taken.
    pub(super) seen: [Seen; 2],
    pub(super) spans: Vec<Span>,
    pub(super) end: Fate,
    pub(super) numbered: Option<(String, usize)>,
    pub(super) left: i64,
    pub(super) align: Align,
    pub(super) boxes: Vec<Self>,
    pub(super) skipped: bool,
}

#[derive(Debug, Clone, Default)]
pub(super) struct Rows {
    pub(super) rows: Vec<(Fate, Vec<Vec<Paragraph>>)>,
    pub(super) left: i64,
}

#[derive(Debug, Clone)]
pub(super) enum Piece {
    Paragraph(Box<Paragraph>),
    Table(Rows),
}

/// A table as a row of the text; a frame around words is no table.
pub(super) fn table(found: &Rows, cells: Vec<Vec<Vec<Run>>>) -> Vec<Row> {
    let filled: Vec<&Vec<Run>> = cells.iter().flatten().filter(|cell| !cell.is_empty()).collect();
    let inset = usize::try_from(found.left / INSET).unwrap_or(0);
    match filled.as_slice() {
        [] => Vec::new(),
        [only] if cells.iter().map(Vec::len).sum::<usize>() == 1 => {
            vec![Row { body: Body::Words((*only).clone()), inset, ..Row::default() }]
        }
        _ => {
            let columns = cells.iter().map(Vec::len).max().unwrap_or(0);
            let aligned = |column: usize| {
                let mut all =
                    found.rows.iter().filter_map(|(_, cells)| Some(cells.get(column)?.first()?.align));
                let first = all.next().unwrap_or_default();
                if all.all(|other| other == first) { first } else { Align::None }
            };
            let align = (0..columns).map(aligned).collect();
            let mut cells = cells;
            for row in &mut cells {
                row.resize(columns, Vec::new());
            }
            vec![Row { body: Body::Table(align, cells), inset, ..Row::default() }]
        }
    }
}

/// The paragraphs of a piece, in the order in which they are read.
pub(super) fn lines(piece: Piece) -> Vec<Paragraph> {
    match piece {
        Piece::Paragraph(paragraph) => vec![*paragraph],
        Piece::Table(table) => {
            table.rows.into_iter().flat_map(|(_, cells)| cells.into_iter().flatten()).collect()
        }
    }
}
