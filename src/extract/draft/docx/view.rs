//! One of the two texts of a file with tracked changes: all refused, or all taken.

use std::collections::HashMap;

use stet_document::{Document, Inline, Note, Run, joined, plain};

use super::piece::{Kind, Paragraph, Piece, Seen, Span, table};
use crate::draft::tree::{Body, Row, blocks, is_place, label_with, trimmed};

/// Notes on notes: deeper than this they are left out.
const MAX_NOTES: usize = 4;

pub(super) struct View<'a> {
    notes: &'a HashMap<(bool, String), Vec<Piece>>,
    /// Whether changes are taken.
    accept: bool,
    document: Document,
    /// Notes that were met, by what they say: a note that stands twice is one with two marks.
    labels: HashMap<String, String>,
    /// The same by their ids.
    met: HashMap<(bool, String), String>,
}

impl<'a> View<'a> {
    pub(super) fn new(notes: &'a HashMap<(bool, String), Vec<Piece>>, accept: bool) -> Self {
        Self { notes, accept, document: Document::default(), labels: HashMap::new(), met: HashMap::new() }
    }

    pub(super) fn document(mut self, pieces: &[Piece]) -> Document {
        self.document.blocks = self.blocks(pieces, 0);
        self.document
    }

    fn blocks(&mut self, pieces: &[Piece], depth: usize) -> Vec<stet_document::Block> {
        let mut rows: Vec<Row> = Vec::new();
        // Words of paragraphs whose end is not there in this text: they go on in the next.
        let mut before: Vec<Run> = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Paragraph(paragraph) => {
                    let mut runs = std::mem::take(&mut before);
                    let own = self.runs(&paragraph.spans, depth);
                    // Nothing of it is in this text, though its end may not be tracked.
                    let gone = !paragraph.spans.is_empty() && own.iter().all(is_place) && runs.is_empty();
                    runs.extend(own);
                    if gone || !paragraph.end.stands(self.accept) {
                        before = runs;
                    } else {
                        rows.push(row(paragraph, runs, self.accept));
                    }
                }
                Piece::Table(found) => {
                    let accept = self.accept;
                    let shown = found.rows.iter().filter(|(fate, _)| fate.stands(accept));
                    let cells: Vec<Vec<Vec<Run>>> = shown
                        .map(|(_, cells)| cells.iter().map(|cell| self.cell(cell, depth)).collect())
                        .collect();
                    rows.extend(table(found, cells));
                }
            }
        }
        if !before.iter().all(is_place) {
            rows.push(Row { body: Body::Words(trimmed(before)), ..Row::default() });
        }
        blocks(rows)
    }

    /// The paragraphs of a cell as one line with breaks.
    fn cell(&mut self, cell: &[Paragraph], depth: usize) -> Vec<Run> {
        let mut out: Vec<Run> = Vec::new();
        for paragraph in cell {
            let runs = self.runs(&paragraph.spans, depth);
            if !out.is_empty() && !runs.is_empty() {
                out.push(Run::of(Inline::Break));
            }
            out.extend(runs);
        }
        trimmed(out)
    }

    fn runs(&mut self, spans: &[Span], depth: usize) -> Vec<Run> {
        let mut out = Vec::new();
        let accept = self.accept;
        for span in spans.iter().filter(|span| span.fate.stands(accept)) {
            // Marked as changed is what only this text has.
            let change = if self.accept { span.fate.inserted } else { span.fate.deleted };
            let mut run = span.run.clone();
            if let Inline::Note(id) = &run.inline {
                let Some(label) = self.note(id, depth) else { continue };
                run.inline = Inline::Note(label);
            }
            out.extend(change.map(|id| Run::of(Inline::Anchor(id, true))));
            out.push(run);
            out.extend(change.map(|id| Run::of(Inline::Anchor(id, false))));
        }
        out
    }

    /// The label of a note, which is taken up where it is met first.
    fn note(&mut self, id: &str, depth: usize) -> Option<String> {
        let (kind, id) = id.split_once(' ')?;
        let key = (kind == "foot", id.to_owned());
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

fn row(paragraph: &Paragraph, runs: Vec<Run>, accept: bool) -> Row {
    let [refused, taken] = &paragraph.seen;
    let Seen { item, label } = if accept { taken } else { refused }.clone();
    if let Kind::Code(language, joins) = &paragraph.kind {
        let text = plain(&runs);
        let empty = text.trim().is_empty() && !joins;
        let body = if empty { Body::default() } else { Body::Code(language.clone(), text, *joins) };
        return Row { body, quote: paragraph.quote, item, inset: paragraph.inset };
    }
    let mut runs = trimmed(runs);
    if let Some(label) = &label {
        label_with(&mut runs, label);
    }
    let body = match paragraph.kind {
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
    Row { body, quote: paragraph.quote, item, inset: paragraph.inset }
}
