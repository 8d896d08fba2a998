//! Two texts as characters, and what leads from one to the other.

use std::ops::Range;
use std::time::Instant;

use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};

use crate::docx::graft::atoms::{CITED, NOTE, PICTURE};
use crate::flat::{Fate, Spans, tokens};
use crate::{Inline, Look, Run};

/// A character of a text, in which of its tokens and where in that.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cell {
    pub(super) ch: char,
    token: usize,
    pub(super) at: usize,
}

/// A text as characters.
pub(super) struct Text {
    tokens: Spans,
    pub(super) cells: Vec<Cell>,
}

impl Text {
    pub(super) fn of(spans: &Spans) -> Self {
        let mut out = Self { tokens: Vec::new(), cells: Vec::new() };
        for (run, fate) in spans {
            for token in tokens(std::slice::from_ref(run)) {
                let number = out.tokens.len();
                let mut put = |at, ch| out.cells.push(Cell { ch, token: number, at });
                match &token.inline {
                    Inline::Text(text) => text.char_indices().for_each(|(at, ch)| put(at, ch)),
                    Inline::Break => put(0, '\n'),
                    Inline::Note(_) => put(0, NOTE),
                    Inline::Picture(..) => put(0, PICTURE),
                    // It stands there once it was set; what it is in the text is another.
                    Inline::Cited(..) => put(0, CITED),
                    Inline::Anchor(..) => continue,
                }
                out.tokens.push((token, *fate));
            }
        }
        out
    }

    pub(super) fn token(&self, cell: usize) -> Option<&(Run, Fate)> {
        self.tokens.get(self.cells.get(cell)?.token)
    }

    /// Cells of tokens.
    fn cells_of(&self, tokens: &Range<usize>) -> Range<usize> {
        let place = |token| self.cells.partition_point(|cell| cell.token < token);
        place(tokens.start)..place(tokens.end)
    }

    /// Whether two characters of two texts are the same to a reader, and changed by the same.
    fn same(&self, at: usize, other: &Self, to: usize) -> bool {
        let is = |text: &Self, at: usize| {
            let (run, fate) = text.token(at)?;
            let object = if matches!(run.inline, Inline::Text(_)) { None } else { Some(run.inline.clone()) };
            Some((text.cells.get(at)?.ch, object, run.look, run.link.clone(), *fate))
        };
        is(self, at) == is(other, to)
    }

    /// Cells as runs, in their order.
    pub(super) fn spans(&self, cells: &[usize]) -> Spans {
        let mut out: Vec<(usize, Range<usize>)> = Vec::new();
        for cell in cells.iter().filter_map(|at| self.cells.get(*at)) {
            let end = cell.at + cell.ch.len_utf8();
            match out.last_mut() {
                Some((token, range)) if *token == cell.token && range.end == cell.at => range.end = end,
                _ => out.push((cell.token, cell.at..end)),
            }
        }
        let piece = |(token, range): (usize, Range<usize>)| {
            let (run, fate) = self.tokens.get(token)?;
            let mut run = run.clone();
            if let Inline::Text(text) = &mut run.inline {
                if run.at.len() == text.len() {
                    run.at = run.at.start + range.start..run.at.start + range.end;
                }
                *text = text.get(range)?.to_owned();
            }
            Some((run, *fate))
        };
        out.into_iter().filter_map(piece).collect()
    }
}

/// What becomes of the characters of the first text.
pub(super) struct Step {
    pub(super) was: Range<usize>,
    pub(super) is: Range<usize>,
    pub(super) same: bool,
}

pub(super) fn steps(old: &Text, new: &Text, deadline: Instant) -> Vec<Step> {
    let key = |text: &Text| -> Vec<(Inline, Look, Option<String>, u8)> {
        let key = |(run, fate): &(Run, Fate)| (run.inline.clone(), run.look, run.link.clone(), *fate as u8);
        text.tokens.iter().map(key).collect()
    };
    let ops = capture_diff_slices_deadline(Algorithm::Myers, &key(old), &key(new), Some(deadline));
    let mut out = Vec::new();
    for op in ops {
        let (mut was, mut is) = (old.cells_of(&op.old_range()), new.cells_of(&op.new_range()));
        let same = matches!(op, DiffOp::Equal { .. });
        if same {
            out.push(Step { was, is, same });
            continue;
        }
        // What a changed word begins and ends with stays.
        let most = was.len().min(is.len());
        let lead = (0..most).take_while(|at| old.same(was.start + at, new, is.start + at)).count();
        let same_end = |at: &usize| old.same(was.end - 1 - at, new, is.end - 1 - at);
        let tail = (0..most - lead).take_while(same_end).count();
        let mut push = |was: Range<usize>, is: Range<usize>, same| {
            if !was.is_empty() || !is.is_empty() {
                out.push(Step { was, is, same });
            }
        };
        push(was.start..was.start + lead, is.start..is.start + lead, true);
        (was.start, is.start) = (was.start + lead, is.start + lead);
        push(was.start..was.end - tail, is.start..is.end - tail, false);
        push(was.end - tail..was.end, is.end - tail..is.end, true);
    }
    out
}
