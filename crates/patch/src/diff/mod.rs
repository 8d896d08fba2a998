//! From two texts to aligned sentences and the words that differ inside them.
//!
//! Paragraphs, then sentences, then words are compared, so that the work is
//! linear in the text: only paragraphs that differ are cut into sentences, and
//! only sentences that differ into words. A hunk is snapped to whole words
//! (Korean: eojeol), and never reaches over a sentence, unless the sentences
//! themselves were joined or split. Leaves what a change means to
//! [`super::classify`].

mod beads;
pub mod words;

use std::ops::Range;

use rustc_hash::FxHashMap;
use similar::{Algorithm, DiffOp, capture_diff_slices};

pub use beads::kinship;
use beads::{Pairing, beads};
use stet_segment::segment;
use stet_text::span::Span;

/// Everything that differs between two texts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Diff {
    pub beads: Vec<Bead>,
    pub moves: Vec<Moved>,
}

/// A sentence (or sentences that were joined, split, added or dropped) and its counterpart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bead {
    pub before: Span,
    pub after: Span,
    pub hunks: Vec<Hunk>,
}

/// Words replaced, inserted (`before` empty) or deleted (`after` empty).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hunk {
    pub before: Span,
    pub after: Span,
}

/// Whole sentences that stand somewhere else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moved {
    pub before: Span,
    /// Byte of the text before at which they are put.
    pub to: usize,
    pub after: Span,
}

impl Bead {
    /// The same where so many bytes stand before both texts.
    #[must_use]
    pub fn shifted(self, by: usize) -> Self {
        let hunks = self.hunks.into_iter();
        let hunks = hunks.map(|hunk| Hunk { before: hunk.before.shifted(by), after: hunk.after.shifted(by) });
        Self { before: self.before.shifted(by), after: self.after.shifted(by), hunks: hunks.collect() }
    }
}

impl Moved {
    /// The same where so many bytes stand before both texts.
    #[must_use]
    pub fn shifted(&self, by: usize) -> Self {
        Self { before: self.before.shifted(by), to: self.to + by, after: self.after.shifted(by) }
    }
}

/// Words a moved sentence needs at least: two-word sentences recur by chance.
const MOVE_WORDS: usize = 3;

/// Aligns two texts and finds the words that differ.
#[must_use]
pub fn diff(before: &str, after: &str) -> Diff {
    if before == after {
        return Diff::default();
    }
    let mut beads = Vec::new();
    let gaps = gaps(before, after, &mut beads);
    let (moves, gaps) = moves(before, after, gaps);
    for gap in &gaps {
        align(before, after, gap, &mut beads);
    }
    Diff { beads, moves }
}

/// Sentences of both texts that found no identical counterpart, between two that did.
#[derive(Debug, Default)]
struct Gap {
    before: Vec<Span>,
    after: Vec<Span>,
    /// Where the gap stands when one side has no sentence.
    at: (usize, usize),
}

fn gaps(before: &str, after: &str, beads: &mut Vec<Bead>) -> Vec<Gap> {
    let (old, new) = (paragraphs(before), paragraphs(after));
    let mut gaps = Vec::new();
    for (b, a) in changed(before, &old, after, &new, beads) {
        let b = cover(&old, b, before.len());
        let a = cover(&new, a, after.len());
        let (old, new) = (sentences(before, b), sentences(after, a));
        for (i, j) in changed(before, &old, after, &new, beads) {
            let at = (cover(&old, i.clone(), b.end).start, cover(&new, j.clone(), a.end).start);
            let pick = |all: &[Span], range: Range<usize>| all.get(range).unwrap_or_default().to_vec();
            gaps.push(Gap { before: pick(&old, i), after: pick(&new, j), at });
        }
    }
    gaps
}

/// Index ranges of `old` and `new` whose texts differ, in order. White space at the end of a piece
/// does not make it another one; where it differs, it becomes a bead of its own.
fn changed(before: &str, old: &[Span], after: &str, new: &[Span], beads: &mut Vec<Bead>) -> Vec<Pairing> {
    let mut ids: FxHashMap<&str, u32> = FxHashMap::default();
    let mut number = |text| {
        let next = u32::try_from(ids.len()).unwrap_or(u32::MAX);
        *ids.entry(text).or_insert(next)
    };
    let old_ids: Vec<u32> = old.iter().map(|span| number(span.of(before).trim_end())).collect();
    let new_ids: Vec<u32> = new.iter().map(|span| number(span.of(after).trim_end())).collect();
    let mut out: Vec<Pairing> = Vec::new();
    for op in capture_diff_slices(Algorithm::Patience, &old_ids, &new_ids) {
        let (i, j) = (op.old_range(), op.new_range());
        if matches!(op, DiffOp::Equal { .. }) {
            for (b, a) in old.get(i).unwrap_or_default().iter().zip(new.get(j).unwrap_or_default()) {
                beads.extend(space(before, *b, after, *a));
            }
            continue;
        }
        match out.last_mut() {
            Some(last) if last.0.end == i.start && last.1.end == j.start => {
                last.0.end = i.end;
                last.1.end = j.end;
            }
            _ => out.push((i, j)),
        }
    }
    out
}

/// The bead of two pieces that differ in the white space at their ends.
fn space(before: &str, b: Span, after: &str, a: Span) -> Option<Bead> {
    let tail = |text: &str, span: Span| Span::new(span.start + span.of(text).trim_end().len(), span.end);
    let (old, new) = (tail(before, b), tail(after, a));
    (old.of(before) != new.of(after)).then(|| Bead {
        before: b,
        after: a,
        hunks: vec![Hunk { before: old, after: new }],
    })
}

/// The bytes under a range of neighbouring spans; for an empty range the place between two.
fn cover(spans: &[Span], range: Range<usize>, end: usize) -> Span {
    let start = spans.get(range.start).map_or(end, |span| span.start);
    let stop = if range.is_empty() {
        start
    } else {
        range.end.checked_sub(1).and_then(|last| spans.get(last)).map_or(start, |span| span.end)
    };
    Span::new(start, stop)
}

/// Blocks up to and with their blank lines.
fn paragraphs(text: &str) -> Vec<Span> {
    let mut out = Vec::new();
    let (mut start, mut at, mut blank) = (0, 0, false);
    for line in text.split_inclusive('\n') {
        let empty = line.trim().is_empty();
        if blank && !empty {
            out.push(Span::new(start, at));
            start = at;
        }
        blank = empty;
        at += line.len();
    }
    if start < text.len() {
        out.push(Span::new(start, text.len()));
    }
    out
}

fn sentences(text: &str, part: Span) -> Vec<Span> {
    segment(part.of(text)).into_iter().map(|sentence| sentence.span.shifted(part.start)).collect()
}

/// Takes whole sentences that only changed their place out of the gaps.
fn moves(before: &str, after: &str, gaps: Vec<Gap>) -> (Vec<Moved>, Vec<Gap>) {
    // Sentence → (times before, times after, where before).
    let mut found: FxHashMap<&str, (u32, u32, Span)> = FxHashMap::default();
    for gap in &gaps {
        for span in &gap.before {
            let entry = found.entry(span.of(before).trim()).or_default();
            entry.0 += 1;
            entry.2 = *span;
        }
        for span in &gap.after {
            found.entry(span.of(after).trim()).or_default().1 += 1;
        }
    }
    let origin = |text: &str, span: Span| {
        let text = span.of(text).trim();
        found
            .get(text)
            .filter(|entry| entry.0 == 1 && entry.1 == 1 && text.split_whitespace().count() >= MOVE_WORDS)
            .map(|entry| entry.2)
    };
    let mut moves: Vec<Moved> = Vec::new();
    let mut rest = Vec::new();
    for gap in gaps {
        let mut part = Gap { at: gap.at, ..Gap::default() };
        // A moved sentence cuts the gap it left as well as the one it came to: beads must be contiguous.
        let left: Vec<Vec<Span>> =
            gap.before.split(|span| origin(before, *span).is_some()).map(<[Span]>::to_vec).collect();
        if left.len() == 1 && !gap.after.iter().any(|span| origin(after, *span).is_some()) {
            rest.push(gap);
            continue;
        }
        let mut left = left.into_iter();
        part.before = left.next().unwrap_or_default();
        let to = |part: &Gap| part.before.last().map_or(part.at.0, |span| span.end);
        for span in gap.after {
            let Some(from) = origin(after, span) else {
                part.after.push(span);
                continue;
            };
            moves.push(Moved { before: from, to: to(&part), after: span });
            if !part.after.is_empty() || !part.before.is_empty() {
                let at = (to(&part), span.end);
                rest.push(std::mem::replace(&mut part, Gap { at, ..Gap::default() }));
            } else {
                part.at.1 = span.end;
            }
        }
        let mut end = to(&part);
        rest.push(part);
        for before in left {
            end = before.last().map_or(end, |span| span.end);
            let at = (before.first().map_or(end, |span| span.start), gap_end(&rest));
            rest.push(Gap { before, after: Vec::new(), at });
        }
    }
    rest.retain(|gap| !gap.before.is_empty() || !gap.after.is_empty());
    moves.sort_by_key(|moved| moved.after.start);
    moves.dedup_by(|next, last| {
        let joined =
            last.before.end == next.before.start && last.after.end == next.after.start && last.to == next.to;
        if joined {
            last.before.end = next.before.end;
            last.after.end = next.after.end;
        }
        joined
    });
    (moves, rest)
}

fn gap_end(gaps: &[Gap]) -> usize {
    gaps.last().map_or(0, |gap| gap.after.last().map_or(gap.at.1, |span| span.end))
}

/// Pairs the sentences of a gap with their rewritings and compares each pair word by word.
fn align(before: &str, after: &str, gap: &Gap, out: &mut Vec<Bead>) {
    let mut at = gap.at;
    for (b, a) in beads(before, after, &gap.before, &gap.after) {
        let b = if b.is_empty() { Span::new(at.0, at.0) } else { cover(&gap.before, b, at.0) };
        let a = if a.is_empty() { Span::new(at.1, at.1) } else { cover(&gap.after, a, at.1) };
        at = (b.end, a.end);
        if b.of(before) == a.of(after) {
            continue;
        }
        let hunks = words::hunks(b.of(before), a.of(after));
        let hunks = hunks
            .into_iter()
            .map(|hunk| Hunk { before: hunk.before.shifted(b.start), after: hunk.after.shifted(a.start) })
            .collect();
        out.push(Bead { before: b, after: a, hunks });
    }
}
