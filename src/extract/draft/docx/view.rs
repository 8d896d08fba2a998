//! One of the two texts of a file with tracked changes: all refused, or all taken.

use std::collections::HashMap;

use stet_document::{Align, Document, Inline, Look, Note, Run, joined, plain};

use super::place::{INSET, Kind, Placed, Placer, is_drafted};
use crate::builder::symbol;
use crate::docx::{Content, Paragraph, Piece, Span, Styles, Table};
use crate::draft::tree::{Body, Row, blocks, is_place, label_with, trimmed};

/// From this number on places tell where in the file a paragraph begins.
pub(super) const ORIGIN: usize = 1 << 40;

/// Notes on notes: deeper than this they are left out.
const MAX_NOTES: usize = 4;

/// Foot- (`true`) and endnotes by their id.
pub(in crate::draft) type Notes = HashMap<(bool, String), Vec<Piece>>;

pub(in crate::draft) struct View<'a> {
    notes: &'a Notes,
    /// Whether changes are taken.
    accept: bool,
    document: Document,
    /// Of the body, and of the notes.
    placers: [Placer<'a>; 2],
    /// Notes that were met, by what they say: a note that stands twice is one with two marks.
    labels: HashMap<String, String>,
    /// The same by their ids.
    met: HashMap<(bool, String), String>,
}

impl<'a> View<'a> {
    pub(in crate::draft) fn new(styles: &'a Styles, notes: &'a Notes, accept: bool) -> Self {
        let placers = [Placer::new(styles, accept), Placer::new(styles, accept)];
        let (labels, met) = (HashMap::new(), HashMap::new());
        Self { notes, accept, document: Document::default(), placers, labels, met }
    }

    pub(in crate::draft) fn document(mut self, pieces: &[Piece]) -> Document {
        self.document.blocks = self.blocks(pieces, 0);
        self.document
    }

    fn blocks(&mut self, pieces: &[Piece], depth: usize) -> Vec<stet_document::Block> {
        let mut rows: Vec<Row> = Vec::new();
        // Words of paragraphs whose end is not there in this text: they go on in the next.
        let mut before: Vec<Run> = Vec::new();
        for piece in pieces {
            if let Piece::Table(found) = piece {
                rows.extend(self.table(found, depth));
                continue;
            }
            for (paragraph, placed) in self.lines(piece, depth) {
                let mut runs = std::mem::take(&mut before);
                let own = self.runs(paragraph, depth);
                // Nothing of it is in this text, though its end may not be tracked.
                let gone =
                    paragraph.spans.iter().any(is_drafted) && own.iter().all(is_place) && runs.is_empty();
                runs.extend(own);
                if gone || !paragraph.end.stands(self.accept) {
                    before = runs;
                } else {
                    rows.push(row(placed, runs));
                }
            }
        }
        if !before.iter().all(is_place) {
            rows.push(Row { body: Body::Words(trimmed(before)), ..Row::default() });
        }
        blocks(rows)
    }

    /// The paragraphs of a piece, in the order in which they are read; boxes come after the paragraph they hang on.
    fn lines<'p>(&mut self, piece: &'p Piece, depth: usize) -> Vec<(&'p Paragraph, Placed)> {
        match piece {
            Piece::Paragraph(paragraph) => {
                let mut out = Vec::new();
                for span in &paragraph.spans {
                    if let Content::Box(pieces) = &span.content
                        && span.fate.stands(self.accept)
                    {
                        out.extend(self.boxed(pieces, depth));
                    }
                }
                let [body, notes] = &mut self.placers;
                let of = if depth == 0 { body } else { notes };
                let placed = of.place(paragraph);
                if !matches!(placed.kind, Kind::Skipped) {
                    out.insert(0, (paragraph, placed));
                }
                out
            }
            Piece::Table(found) => {
                let cells = found.rows.iter().flat_map(|row| &row.cells);
                cells.flat_map(|cell| &cell.pieces).flat_map(|piece| self.lines(piece, depth)).collect()
            }
        }
    }

    /// The paragraphs of a box, which is counted by itself.
    fn boxed<'p>(&mut self, pieces: &'p [Piece], depth: usize) -> Vec<(&'p Paragraph, Placed)> {
        let of = self.placers.each_mut().map(Placer::aside);
        let out = pieces.iter().flat_map(|piece| self.lines(piece, depth)).collect();
        self.placers = of;
        out
    }

    /// A table as a row of the text; a frame around words is no table.
    fn table(&mut self, found: &Table, depth: usize) -> Option<Row> {
        let mut align: Vec<Option<Align>> = Vec::new();
        let mut cells: Vec<Vec<Vec<Run>>> = Vec::new();
        for row in &found.rows {
            let (mut line, mut at) = (Vec::new(), 0);
            for cell in &row.cells {
                let paragraphs: Vec<(&Paragraph, Placed)> =
                    cell.pieces.iter().flat_map(|piece| self.lines(piece, depth)).collect();
                if let Some((first, _)) = paragraphs.first() {
                    align.resize(align.len().max(at + 1), None);
                    if let Some(column) = align.get_mut(at) {
                        let same = column.is_none_or(|before| before == first.align);
                        *column = Some(if same { first.align } else { Align::None });
                    }
                }
                at += cell.span.min(63);
                if row.fate.stands(self.accept) {
                    line.push(self.cell(&paragraphs, depth));
                    line.resize(at, Vec::new());
                }
            }
            if row.fate.stands(self.accept) {
                cells.push(line);
            }
        }
        let columns = cells.iter().map(Vec::len).max().unwrap_or(0);
        let inset = usize::try_from(found.left / INSET).unwrap_or(0);
        let body = if cells.iter().map(Vec::len).sum::<usize>() == 1 {
            Body::Words(cells.into_iter().flatten().next().filter(|words| !words.is_empty())?)
        } else if cells.iter().flatten().all(Vec::is_empty) {
            return None;
        } else {
            for row in &mut cells {
                row.resize(columns, Vec::new());
            }
            let align = (0..columns).map(|column| align.get(column).copied().flatten().unwrap_or_default());
            Body::Table(align.collect(), cells)
        };
        Some(Row { body, inset, ..Row::default() })
    }

    /// The paragraphs of a cell as one line with breaks.
    fn cell(&mut self, cell: &[(&Paragraph, Placed)], depth: usize) -> Vec<Run> {
        let mut out: Vec<Run> = Vec::new();
        // Whether the next words go on those before.
        let mut goes_on = true;
        for (paragraph, placed) in cell {
            let mut runs = self.runs(paragraph, depth);
            // There is no list in a cell, and a number is a word of it.
            let number =
                placed.item.as_ref().and_then(|item| item.number).map(|number| format!("{number}. "));
            if let Some(label) = placed.label.clone().or(number) {
                label_with(&mut runs, &label);
            }
            if !goes_on && !runs.is_empty() {
                out.push(Run::of(Inline::Break));
            }
            goes_on = (goes_on && runs.is_empty()) || !paragraph.end.stands(self.accept);
            out.extend(runs);
        }
        trimmed(out)
    }

    fn runs(&mut self, paragraph: &Paragraph, depth: usize) -> Vec<Run> {
        let mut out = Vec::new();
        for span in paragraph.spans.iter().filter(|span| is_drafted(span)) {
            if let Content::Comment(id, begins) = span.content {
                // Its place is in both texts.
                out.push(Run::of(Inline::Anchor(id, begins)));
                continue;
            }
            if !span.fate.stands(self.accept) {
                continue;
            }
            let Some(run) = self.run(span, depth) else { continue };
            // Marked as changed is what only this text has.
            let change = if self.accept { span.fate.inserted } else { span.fate.deleted };
            out.extend(change.map(|id| Run::of(Inline::Anchor(id, true))));
            out.push(run);
            out.extend(change.map(|id| Run::of(Inline::Anchor(id, false))));
        }
        if depth == 0 && !out.iter().all(is_place) {
            out.insert(0, Run::of(Inline::Anchor(ORIGIN + paragraph.at.start, true)));
        }
        out
    }

    fn run(&mut self, span: &Span, depth: usize) -> Option<Run> {
        let text = match &span.content {
            Content::Text(text) => shown(text, span.look.symbols),
            Content::Cited(source) if source.is_empty() => return None,
            Content::Cited(source) => return Some(Run::text(source.clone(), Look::default())),
            Content::Sign(sign) => sign.to_string(),
            Content::Tab => " ".to_owned(),
            Content::Hyphen => "-".to_owned(),
            Content::Formula(text) | Content::Ruby(text) => text.clone(),
            Content::Picture(description, Some(name)) => {
                let alt = description
                    .as_deref()
                    .unwrap_or_default()
                    .split_whitespace()
                    .collect::<Vec<_>>()
                    .join(" ");
                return Some(Run::of(Inline::Picture(alt, name.clone())));
            }
            Content::Picture(Some(description), None) => format!("[{}]", description.trim()),
            // The mark of a note is raised by being one.
            Content::Note(foot, id) => return Some(Run::of(Inline::Note(self.note(*foot, id, depth)?))),
            Content::Break => {
                let (look, link) = (span.look.set, span.link.clone());
                return Some(Run { inline: Inline::Break, look, link, at: 0..0 });
            }
            _ => return None,
        };
        Some(Run { link: span.link.clone(), ..Run::text(text, span.look.set) })
    }

    /// The label of a note, which is taken up where it is met first.
    fn note(&mut self, foot: bool, id: &str, depth: usize) -> Option<String> {
        let key = (foot, id.to_owned());
        let pieces = self.notes.get(&key).filter(|_| depth < MAX_NOTES)?;
        // Also from within itself: a note that names itself, many times and through others, is read once.
        if let Some(known) = self.met.get(&key) {
            return Some(known.clone());
        }
        let at = self.document.notes.len();
        let label = (at + 1).to_string();
        self.document.notes.push(Note { label: label.clone(), blocks: Vec::new() });
        self.met.insert(key.clone(), label.clone());
        let blocks = self.blocks(pieces, depth + 1);
        let said = format!("{blocks:?}");
        if self.document.notes.len() == at + 1
            && let Some(known) = self.labels.get(&said)
        {
            self.document.notes.pop();
            self.met.insert(key, known.clone());
            return Some(known.clone());
        }
        self.labels.insert(said, label.clone());
        if let Some(note) = self.document.notes.get_mut(at) {
            note.blocks = blocks;
        }
        Some(label)
    }
}

fn row(placed: Placed, runs: Vec<Run>) -> Row {
    let Placed { kind, quote, inset, item, label } = placed;
    if let Kind::Code(language, joins) = kind {
        let text = plain(&runs);
        let empty = text.trim().is_empty() && !joins;
        let body = if empty { Body::default() } else { Body::Code(language, text, joins) };
        return Row { body, quote, item, inset };
    }
    let mut runs = trimmed(runs);
    if let Some(label) = &label {
        label_with(&mut runs, label);
    }
    let body = match kind {
        Kind::Rule if runs.is_empty() => Body::Rule,
        Kind::Heading(level) if !runs.is_empty() => {
            // A heading is bold by being one.
            if runs.iter().all(|run| run.look.strong || is_place(run)) {
                for run in &mut runs {
                    run.look.strong = false;
                }
            }
            Body::Heading(level, joined(runs))
        }
        _ => Body::Words(runs),
    };
    Row { body, quote, item, inset }
}

/// Characters as they are shown.
fn shown(text: &str, symbols: bool) -> String {
    let shown = |ch: char| match ch {
        '\u{ad}' | '\u{200b}' | '\u{feff}' | '\u{fffc}' => None,
        '\u{a0}' | '\t' | '\n' => Some(' '),
        ch if symbols => Some(symbol("Wingdings", u32::from(ch))),
        ch if ch.is_control() || ('\u{e000}'..='\u{f8ff}').contains(&ch) || ch >= '\u{f0000}' => None,
        ch => Some(ch),
    };
    text.chars().filter_map(shown).collect()
}
