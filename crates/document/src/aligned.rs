//! A text beside the one that a file was read as: what a block is known by, which block of one is which of the other, and which
//! paragraphs of the file it is.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::time::Instant;

use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};

use crate::export::Origin;
use crate::flat::{
    ALIKE, Fate, Line as Flat, Merged, Numbering, PATIENCE, Spans, Style, pairs, shared, tokens,
};
use crate::{Look, Run};

/// The paragraphs of the file that blocks are; one belongs to the first that has some of it. And of each block the first that it
/// shares a paragraph with: itself where there is none. Asked of a paragraph without a place: whether it may be a line across the
/// page (`true`) or code.
pub(crate) fn owners(
    old: &[Merged],
    paragraphs: &[Origin],
    is_it: impl Fn(&Origin, bool) -> bool,
) -> (Vec<Vec<usize>>, Vec<usize>) {
    let sorted = |place: fn(&Origin) -> Option<usize>| {
        let mut out: Vec<(usize, usize)> =
            paragraphs.iter().enumerate().filter_map(|(at, origin)| Some((place(origin)?, at))).collect();
        out.sort_unstable();
        out
    };
    let (before, after) = (sorted(|origin| origin.before), sorted(|origin| origin.after));
    let mut taken: HashMap<usize, usize> = HashMap::new();
    let mut groups: Vec<usize> = (0..old.len()).collect();
    let mut out: Vec<Vec<usize>> = Vec::new();
    for (number, merged) in old.iter().enumerate() {
        let mut own: Vec<usize> = Vec::new();
        if !is_bare(merged) {
            for (run, fate) in spans(merged).into_iter().filter(|(run, _)| !run.at.is_empty()) {
                let places = if *fate == Fate::Inserted { &after } else { &before };
                let next = places.partition_point(|(place, _)| *place <= run.at.start);
                let found = next.checked_sub(1).and_then(|at| places.get(at)).map(|(_, at)| *at);
                let Some(found) = found else { continue };
                match taken.get(&found).copied() {
                    Some(other) if other == number => {}
                    Some(other) => {
                        let first = groups.get(other).copied().unwrap_or(other);
                        if let Some(group) = groups.get_mut(number) {
                            *group = first;
                        }
                    }
                    None => {
                        taken.insert(found, number);
                        own.push(found);
                    }
                }
            }
            own.sort_unstable();
        }
        out.push(own);
    }
    // Code and lines have no place of their own: they are between what has.
    let mut from = 0;
    for at in 0..out.len() {
        if let Some(last) = out.get(at).and_then(|own| own.last()) {
            from = last + 1;
        } else if let Some(merged) = old.get(at).filter(|merged| is_bare(merged)) {
            let to = out.iter().skip(at + 1).find_map(|own| own.first().copied()).unwrap_or(paragraphs.len());
            let is_rule = matches!(merged, Merged::Line(Flat { style: Style::Rule, .. }, ..));
            let free = |at: &usize| {
                let origin = paragraphs.get(*at);
                let bare = origin.filter(|origin| origin.before.is_none() && origin.after.is_none());
                bare.is_some_and(|origin| is_it(origin, is_rule))
            };
            let own: Vec<usize> =
                (from..to).filter(free).take(if is_rule { 1 } else { usize::MAX }).collect();
            from = own.last().map_or(from, |last| last + 1);
            if let Some(place) = out.get_mut(at) {
                *place = own;
            }
        }
    }
    (out, groups)
}

/// Code, or a line across the page.
pub(crate) fn is_bare(merged: &Merged) -> bool {
    matches!(merged, Merged::Line(Flat { style: Style::Code(_) | Style::Rule, .. }, ..))
}

pub(crate) fn spans(merged: &Merged) -> Vec<&(Run, Fate)> {
    match merged {
        Merged::Line(_, _, spans) => spans.iter().collect(),
        Merged::Table { rows, .. } => rows.iter().flat_map(|(_, cells)| cells).flatten().collect(),
    }
}

pub(crate) fn key(merged: &Merged, lists: &[Numbering]) -> u64 {
    let mut hash = DefaultHasher::new();
    let put = |spans: &Spans, hash: &mut DefaultHasher| {
        let mut count = 0_usize;
        for (run, fate) in spans {
            // However a stretch is cut, its words are the same.
            for word in tokens(std::slice::from_ref(run)) {
                (&word.inline, word.look, &word.link, *fate as u8).hash(hash);
                count += 1;
            }
        }
        count.hash(hash);
    };
    match merged {
        Merged::Line(line, fate, spans) => {
            (line.shape(lists), *fate as u8).hash(&mut hash);
            put(spans, &mut hash);
        }
        Merged::Table { align, rows, inset } => {
            (align, inset).hash(&mut hash);
            for (fate, cells) in rows {
                (*fate as u8, cells.len()).hash(&mut hash);
                for cell in cells {
                    put(cell, &mut hash);
                }
            }
        }
    }
    hash.finish()
}

/// How a paragraph is set, but for whether its task is done.
pub(crate) fn shape(line: &Flat, lists: &[Numbering]) -> u64 {
    let mut line = Flat { runs: Vec::new(), ..line.clone() };
    if let Some(item) = &mut line.item {
        item.checked = item.checked.map(|_| true);
    }
    let mut hash = DefaultHasher::new();
    line.shape(lists).hash(&mut hash);
    hash.finish()
}

/// The words of a line, with the box of a task before them.
pub(crate) fn words(line: &Flat, spans: &Spans) -> Spans {
    let Some(done) = line.item.as_ref().and_then(|item| item.checked) else { return spans.clone() };
    let sign = Run::text(if done { "☑ " } else { "☐ " }, Look::default());
    std::iter::once((sign, Fate::Kept)).chain(spans.iter().cloned()).collect()
}

/// A block of the old text and what it is in the new, where there is one of each.
pub(crate) type Pair = (Option<usize>, Option<usize>);

/// The keys of the blocks of both texts, and which block of the old is which of the new, in the order in which all are to stand.
pub(crate) fn plan(old: &[Merged], new: &[Merged], lists: &[Numbering]) -> (Vec<u64>, Vec<u64>, Vec<Pair>) {
    let keys = |all: &[Merged]| all.iter().map(|one| key(one, lists)).collect::<Vec<u64>>();
    let (was, is) = (keys(old), keys(new));
    let ops = capture_diff_slices_deadline(Algorithm::Myers, &was, &is, Some(Instant::now() + PATIENCE));
    let alike = |was: usize, is: usize| old.get(was).zip(new.get(is)).is_some_and(|(was, is)| alike(was, is));
    let mut out = Vec::new();
    for op in ops {
        let (before, after) = (op.old_range(), op.new_range());
        if matches!(op, DiffOp::Equal { .. }) {
            out.extend(before.zip(after).map(|(was, is)| (Some(was), Some(is))));
        } else {
            out.extend(pairs(before, after, alike));
        }
    }
    (was, is, out)
}

/// Whether one can be told as the other, changed.
fn alike(was: &Merged, is: &Merged) -> bool {
    match (was, is) {
        (Merged::Line(old, _, was), Merged::Line(new, _, is)) => {
            let runs = |spans: &Spans| spans.iter().map(|(run, _)| run.clone()).collect::<Vec<_>>();
            old.style == Style::Rule && new.style == Style::Rule
                || !was.is_empty() && !is.is_empty() && shared(&runs(was), &runs(is)) >= ALIKE
        }
        (Merged::Table { .. }, Merged::Table { .. }) => true,
        _ => false,
    }
}

/// Whether two lines are the same to a reader, wherever they stand and however they are cut.
pub(crate) fn same(was: &Spans, is: &Spans) -> bool {
    let seen = |spans: &Spans| -> Vec<_> {
        let words = |(run, fate): &(Run, Fate)| {
            let fate = *fate;
            tokens(std::slice::from_ref(run))
                .into_iter()
                .map(move |run| (run.inline, run.look, run.link, fate))
        };
        spans.iter().flat_map(words).collect()
    };
    seen(was) == seen(is)
}
