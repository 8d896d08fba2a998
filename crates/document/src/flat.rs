//! A document as Word has it: paragraphs and tables in a row. And two of them as one, with what only one has marked.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::ops::Range;
use std::time::{Duration, Instant};

use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};

use crate::{Align, Block, Inline, Item, Look, Run};

/// Comparing two texts takes no longer; what is not compared by then is told as replaced.
pub(crate) const PATIENCE: Duration = Duration::from_secs(2);
/// Paragraphs that share fewer of their words are two, not one that was changed.
pub(crate) const ALIKE: f64 = 0.35;
/// Pairs of paragraphs that are looked at to find those that belong together.
const MOST_PAIRS: usize = 40_000;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Style {
    Body,
    Heading(u8),
    /// Code in this language.
    Code(String),
    Rule,
}

/// An item of a list that a paragraph begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Numbered {
    /// Which of the lists.
    pub(crate) list: usize,
    pub(crate) level: u8,
    pub(crate) checked: Option<bool>,
}

/// A list by itself: the level it stands at, and the number it begins with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Numbering {
    pub(crate) level: u8,
    pub(crate) start: Option<u64>,
}

#[derive(Debug, Clone)]
pub(crate) struct Line {
    pub(crate) style: Style,
    /// Quotations that it stands in.
    pub(crate) quote: u8,
    pub(crate) item: Option<Numbered>,
    /// Lists that it stands in.
    pub(crate) inset: u8,
    pub(crate) runs: Vec<Run>,
}

#[derive(Debug, Clone)]
pub(crate) enum Piece {
    Line(Line),
    Table { align: Vec<Align>, rows: Vec<Vec<Vec<Run>>>, quote: u8, inset: u8 },
}

/// Which of two texts has a thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    Kept,
    Deleted,
    Inserted,
}

pub(crate) type Spans = Vec<(Run, Fate)>;

/// A piece of both texts.
#[derive(Debug, Clone)]
pub(crate) enum Merged {
    Line(Line, Fate, Spans),
    Table { align: Vec<Align>, rows: Vec<(Fate, Vec<Spans>)>, inset: u8 },
}

/// Lays blocks out in a row; their lists are added to `lists`.
pub(crate) fn flatten(blocks: &[Block], lists: &mut Vec<Numbering>) -> Vec<Piece> {
    let mut out = Vec::new();
    lay(blocks, (0, 0), lists, &mut out);
    out
}

fn lay(blocks: &[Block], (quote, inset): (u8, u8), lists: &mut Vec<Numbering>, out: &mut Vec<Piece>) {
    let line = |style, runs| Piece::Line(Line { style, quote, item: None, inset, runs });
    for block in blocks {
        match block {
            Block::Heading { level, runs } => out.push(line(Style::Heading(*level), runs.clone())),
            Block::Paragraph(runs) => out.push(line(Style::Body, runs.clone())),
            Block::Rule => out.push(line(Style::Rule, Vec::new())),
            Block::Code { language, text, at } => {
                out.push(line(Style::Code(language.clone()), code(text, at.start)));
            }
            Block::Quote(inner) => lay(inner, (quote.saturating_add(1), inset), lists, out),
            Block::Table(table) => {
                out.push(Piece::Table { align: table.align.clone(), rows: table.rows.clone(), quote, inset });
            }
            Block::List(list) => {
                let number = lists.len();
                lists.push(Numbering { level: inset.min(8), start: list.start });
                for item in &list.items {
                    let before = out.len();
                    lay(&item.blocks, (quote, inset.saturating_add(1)), lists, out);
                    begin(item, number, inset.min(8), quote, before, out);
                }
            }
        }
    }
}

/// Gives an item its mark: on its first paragraph, or on an empty one before what it begins with.
fn begin(item: &Item, list: usize, level: u8, quote: u8, at: usize, out: &mut Vec<Piece>) {
    let numbered = Numbered { list, level, checked: item.checked };
    match out.get_mut(at) {
        Some(Piece::Line(line))
            if line.item.is_none() && line.style == Style::Body && line.quote == quote =>
        {
            line.item = Some(numbered);
        }
        _ => {
            let inset = level.saturating_add(1);
            let line = Line { style: Style::Body, quote, item: Some(numbered), inset, runs: Vec::new() };
            out.insert(at, Piece::Line(line));
        }
    }
}

fn code(text: &str, at: usize) -> Vec<Run> {
    let mut out = Vec::new();
    for (number, line) in text.split('\n').enumerate() {
        if number > 0 {
            out.push(Run::of(Inline::Break));
        }
        out.push(Run { at: at..at, ..Run::text(line, Look::default()) });
    }
    out
}

/// One text, with nothing to compare it with.
pub(crate) fn alone(pieces: Vec<Piece>) -> Vec<Merged> {
    pieces.into_iter().map(|piece| whole(piece, Fate::Kept)).collect()
}

fn whole(piece: Piece, fate: Fate) -> Merged {
    let spans = |runs: Vec<Run>| runs.into_iter().map(|run| (run, fate)).collect();
    match piece {
        Piece::Line(mut line) => {
            let runs = std::mem::take(&mut line.runs);
            Merged::Line(line, fate, spans(runs))
        }
        Piece::Table { align, rows, inset, .. } => {
            let rows = rows.into_iter().map(|row| (fate, row.into_iter().map(spans).collect())).collect();
            Merged::Table { align, rows, inset }
        }
    }
}

/// Both texts as one. `lists` are those of both.
pub(crate) fn merge(old: Vec<Piece>, new: Vec<Piece>, lists: &[Numbering]) -> Vec<Merged> {
    let deadline = Instant::now() + PATIENCE;
    let key = |pieces: &[Piece]| pieces.iter().map(|piece| piece.key(lists)).collect::<Vec<u64>>();
    let ops = capture_diff_slices_deadline(Algorithm::Myers, &key(&old), &key(&new), Some(deadline));
    let mut old: Vec<Option<Piece>> = old.into_iter().map(Some).collect();
    let mut new: Vec<Option<Piece>> = new.into_iter().map(Some).collect();
    // The list of the new text that goes on a list of the old one.
    let mut heirs: HashMap<usize, usize> = HashMap::new();
    let mut out: Vec<Merged> = Vec::new();
    let mut join = |old: Option<Piece>, new: Option<Piece>, out: &mut Vec<Merged>| match (old, new) {
        (Some(old), Some(new)) => {
            if let (Some(was), Some(is)) = (old.list(), new.list()) {
                heirs.insert(was, is);
            }
            out.push(both(old, new, deadline));
        }
        (Some(old), None) => out.push(whole(old, Fate::Deleted)),
        (None, Some(new)) => out.push(whole(new, Fate::Inserted)),
        (None, None) => {}
    };
    for op in ops {
        let (before, after) = (op.old_range(), op.new_range());
        let pairs: Vec<(Option<usize>, Option<usize>)> = match op {
            DiffOp::Equal { .. } => before.zip(after).map(|(old, new)| (Some(old), Some(new))).collect(),
            _ => pairs(before, after, |was, is| match (old.get(was), new.get(is)) {
                (Some(Some(was)), Some(Some(is))) => was.alike(is, lists),
                _ => false,
            }),
        };
        for (was, is) in pairs {
            let take =
                |from: &mut Vec<Option<Piece>>, at: Option<usize>| at.and_then(|at| from.get_mut(at)?.take());
            let (was, is) = (take(&mut old, was), take(&mut new, is));
            join(was, is, &mut out);
        }
    }
    for merged in &mut out {
        if let Merged::Line(line, Fate::Deleted, _) = merged
            && let Some(item) = &mut line.item
            && let Some(heir) = heirs.get(&item.list)
        {
            item.list = *heir;
        }
    }
    out
}

/// Which pieces of a stretch that differs are the same, changed; in the order in which all are to stand.
pub(crate) fn pairs(
    before: Range<usize>,
    after: Range<usize>,
    fits: impl Fn(usize, usize) -> bool,
) -> Vec<(Option<usize>, Option<usize>)> {
    let mut out = Vec::new();
    let mut next = before.start;
    let narrow = before.len().saturating_mul(after.len()) <= MOST_PAIRS;
    for is in after {
        let mut found = if narrow { next..before.end } else { next..before.end.min(next + 1) };
        let was = found.find(|was| fits(*was, is));
        if let Some(was) = was {
            out.extend((next..was).map(|gone| (Some(gone), None)));
            next = was + 1;
        }
        out.push((was, Some(is)));
    }
    out.extend((next..before.end).map(|gone| (Some(gone), None)));
    out
}

impl Piece {
    fn list(&self) -> Option<usize> {
        match self {
            Self::Line(line) => line.item.as_ref().map(|item| item.list),
            Self::Table { .. } => None,
        }
    }

    /// What is the same in two pieces that differ in nothing a reader sees.
    fn key(&self, lists: &[Numbering]) -> u64 {
        let mut hash = DefaultHasher::new();
        match self {
            Self::Line(line) => {
                line.shape(lists).hash(&mut hash);
                hash_runs(&line.runs, &mut hash);
            }
            Self::Table { align, rows, quote, inset } => {
                (align, quote, inset).hash(&mut hash);
                for row in rows {
                    row.len().hash(&mut hash);
                    for cell in row {
                        cell.len().hash(&mut hash);
                        hash_runs(cell, &mut hash);
                    }
                }
            }
        }
        hash.finish()
    }

    /// Whether one can be told as the other, changed.
    fn alike(&self, other: &Self, lists: &[Numbering]) -> bool {
        match (self, other) {
            (Self::Line(was), Self::Line(is)) => {
                was.shape(lists) == is.shape(lists)
                    && !matches!(was.style, Style::Code(_) | Style::Rule)
                    && shared(&was.runs, &is.runs) >= ALIKE
            }
            (Self::Table { rows: was, inset, .. }, Self::Table { rows: is, inset: other, .. }) => {
                let columns = |rows: &[Vec<Vec<Run>>]| rows.first().map_or(0, Vec::len);
                columns(was) == columns(is) && inset == other
            }
            _ => false,
        }
    }
}

/// What of runs a reader sees.
fn hash_runs(runs: &[Run], hash: &mut DefaultHasher) {
    for run in runs {
        (&run.inline, run.look, &run.link).hash(hash);
    }
}

impl Line {
    /// All but the words.
    pub(crate) fn shape(&self, lists: &[Numbering]) -> impl PartialEq + std::hash::Hash + use<> {
        let item = self.item.as_ref().map(|item| {
            let ordered = lists.get(item.list).is_some_and(|list| list.start.is_some());
            (item.level, item.checked, ordered)
        });
        (self.style.clone(), self.quote, self.inset, item)
    }
}

/// Share of the words that two lines have in common.
pub(crate) fn shared(old: &[Run], new: &[Run]) -> f64 {
    let (old, new) = (tokens(old), tokens(new));
    let mut counts: HashMap<&Inline, usize> = HashMap::new();
    let solid = |run: &&Run| !matches!(&run.inline, Inline::Text(text) if text.trim().is_empty());
    for run in old.iter().filter(solid) {
        *counts.entry(&run.inline).or_default() += 1;
    }
    let total = old.iter().filter(solid).count() + new.iter().filter(solid).count();
    let mut common = 0_usize;
    for run in new.iter().filter(solid) {
        if let Some(count) = counts.get_mut(&run.inline)
            && *count > 0
        {
            *count -= 1;
            common += 1;
        }
    }
    if total == 0 { 1.0 } else { 2.0 * common as f64 / total as f64 }
}

fn both(old: Piece, new: Piece, deadline: Instant) -> Merged {
    match (old, new) {
        (Piece::Line(old), Piece::Line(mut new)) => {
            let runs = std::mem::take(&mut new.runs);
            let spans = compare(&old.runs, &runs, deadline);
            Merged::Line(new, Fate::Kept, spans)
        }
        (Piece::Table { rows: old, .. }, Piece::Table { align, rows: new, inset, .. }) => {
            Merged::Table { align, rows: rows(&old, &new, deadline), inset }
        }
        (_, new) => whole(new, Fate::Inserted),
    }
}

/// The rows of two tables with the same columns.
fn rows(old: &[Vec<Vec<Run>>], new: &[Vec<Vec<Run>>], deadline: Instant) -> Vec<(Fate, Vec<Spans>)> {
    let key = |rows: &[Vec<Vec<Run>>]| {
        let key = |row: &Vec<Vec<Run>>| {
            let mut hash = DefaultHasher::new();
            for cell in row {
                cell.len().hash(&mut hash);
                hash_runs(cell, &mut hash);
            }
            hash.finish()
        };
        rows.iter().map(key).collect::<Vec<u64>>()
    };
    let ops = capture_diff_slices_deadline(Algorithm::Myers, &key(old), &key(new), Some(deadline));
    let mut out = Vec::new();
    let spans = |row: &Vec<Vec<Run>>, fate| {
        (fate, row.iter().map(|cell| cell.iter().map(|run| (run.clone(), fate)).collect()).collect())
    };
    for op in ops {
        let (before, after) = (op.old_range(), op.new_range());
        let paired = before.len().min(after.len());
        for (was, is) in before.clone().zip(after.clone()) {
            if let (Some(was), Some(is)) = (old.get(was), new.get(is)) {
                let columns = was.len().max(is.len());
                let cell = |row: &[Vec<Run>], at| row.get(at).cloned().unwrap_or_default();
                let cells = (0..columns).map(|at| compare(&cell(was, at), &cell(is, at), deadline)).collect();
                out.push((Fate::Kept, cells));
            }
        }
        out.extend(before.skip(paired).filter_map(|at| old.get(at)).map(|row| spans(row, Fate::Deleted)));
        out.extend(after.skip(paired).filter_map(|at| new.get(at)).map(|row| spans(row, Fate::Inserted)));
    }
    out
}

/// The words of two lines as one.
pub(crate) fn compare(old: &[Run], new: &[Run], deadline: Instant) -> Spans {
    let (old, new) = (tokens(old), tokens(new));
    let key = |runs: &[Run]| {
        let key = |run: &Run| {
            let mut hash = DefaultHasher::new();
            (&run.inline, run.look, &run.link).hash(&mut hash);
            hash.finish()
        };
        runs.iter().map(key).collect::<Vec<u64>>()
    };
    let ops = capture_diff_slices_deadline(Algorithm::Myers, &key(&old), &key(&new), Some(deadline));
    let mut out: Spans = Vec::new();
    // Words that are replaced are told together: a blank between two of them is no end.
    let (mut gone, mut came): (Vec<Run>, Vec<Run>) = (Vec::new(), Vec::new());
    let count = ops.len();
    for (at, op) in ops.into_iter().enumerate() {
        let before = old.get(op.old_range()).unwrap_or_default();
        let after = new.get(op.new_range()).unwrap_or_default();
        let blank = |run: &Run| matches!(&run.inline, Inline::Text(text) if text.trim().is_empty());
        let between = at > 0 && at + 1 < count && before.len() == 1 && before.iter().all(blank);
        let between = between && !gone.is_empty() && !came.is_empty();
        if matches!(op, DiffOp::Equal { .. }) && !between {
            settle(&mut gone, &mut came, &mut out);
            out.extend(before.iter().map(|run| (run.clone(), Fate::Kept)));
        } else {
            gone.extend_from_slice(before);
            came.extend_from_slice(after);
        }
    }
    settle(&mut gone, &mut came, &mut out);
    out
}

fn settle(gone: &mut Vec<Run>, came: &mut Vec<Run>, out: &mut Spans) {
    out.extend(gone.drain(..).map(|run| (run, Fate::Deleted)));
    out.extend(came.drain(..).map(|run| (run, Fate::Inserted)));
}

/// Runs cut into words, blanks and single marks.
pub(crate) fn tokens(runs: &[Run]) -> Vec<Run> {
    let mut out = Vec::new();
    for run in runs {
        let Inline::Text(text) = &run.inline else {
            out.push(run.clone());
            continue;
        };
        let exact = run.at.len() == text.len();
        let mut start = 0;
        let kind = |ch: char| if ch.is_alphanumeric() { 0 } else { 1 + u8::from(ch.is_whitespace()) };
        let mut chars = text.char_indices().peekable();
        while let Some((at, ch)) = chars.next() {
            let next = chars.peek().map(|(_, next)| *next);
            if next.is_some_and(|next| kind(next) == kind(ch) && kind(ch) != 1) {
                continue;
            }
            let end = at + ch.len_utf8();
            let place = if exact { run.at.start + start..run.at.start + end } else { run.at.clone() };
            let word = text.get(start..end).unwrap_or_default().to_owned();
            out.push(Run { inline: Inline::Text(word), at: place, ..run.clone() });
            start = end;
        }
    }
    out
}
