//! Applying patches to a text, all or some, and undoing them.
//!
//! Owns the arithmetic of offsets. Leaves the question whether a patch may be
//! applied to [`super::stage`].

use rustc_hash::FxHashMap;

use super::{Op, Patch};
use stet_text::span::Span;

/// One replacement of bytes; moves are two of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Splice<'a> {
    pub range: Span,
    pub text: &'a str,
    order: usize,
}

/// The replacements of `patches`, in the order of the text before.
#[must_use]
pub fn splices<'a>(patches: impl IntoIterator<Item = &'a Patch>) -> Vec<Splice<'a>> {
    let mut out = Vec::new();
    for patch in patches {
        let order = patch.after_range.start;
        match (patch.op, patch.to) {
            (Op::Move, Some(to)) => {
                out.push(Splice { range: patch.range, text: "", order });
                out.push(Splice { range: Span::new(to, to), text: &patch.after, order });
            }
            _ => out.push(Splice { range: patch.range, text: &patch.after, order }),
        }
    }
    out.sort_by_key(|splice| (splice.range.start, !splice.range.is_empty(), splice.order));
    out
}

/// `before` with `patches` applied. A patch that does not fit the text (out of range, over
/// another one, or inside a character) is left out rather than guessed.
#[must_use]
pub fn apply<'a>(before: &str, patches: impl IntoIterator<Item = &'a Patch>) -> String {
    let mut out = String::with_capacity(before.len() + 64);
    let mut at = 0;
    for splice in splices(patches) {
        let Some(keep) = before.get(at..splice.range.start) else { continue };
        if before.get(splice.range.start..splice.range.end).is_none() {
            continue;
        }
        out.push_str(keep);
        out.push_str(splice.text);
        at = splice.range.end;
    }
    out.push_str(before.get(at..).unwrap_or_default());
    out
}

/// The patches that turn `apply(before, patches)` back into `before`, in its coordinates.
#[must_use]
pub fn invert<'a>(patches: impl IntoIterator<Item = &'a Patch> + Clone) -> Vec<Patch> {
    let splices = splices(patches.clone());
    // Where a splice's text starts in the result, keyed by the splice's range and order.
    let mut places = FxHashMap::default();
    let mut shift = 0_i64;
    for splice in &splices {
        places.insert((splice.range, splice.order), moved(splice.range.start, shift));
        shift +=
            i64::try_from(splice.text.len()).unwrap_or(0) - i64::try_from(splice.range.len()).unwrap_or(0);
    }
    let place = |range: Span, order: usize| places.get(&(range, order)).copied().unwrap_or(range.start);
    let mut out: Vec<Patch> = patches
        .into_iter()
        .map(|patch| {
            let order = patch.after_range.start;
            let mut back = patch.clone();
            (back.before, back.after) = (patch.after.clone(), patch.before.clone());
            back.after_range = patch.range;
            match (patch.op, patch.to) {
                (Op::Move, Some(to)) => {
                    let start = place(Span::new(to, to), order);
                    back.range = Span::new(start, start + patch.after.len());
                    back.to = Some(place(patch.range, order));
                }
                (op, _) => {
                    let start = place(patch.range, order);
                    back.range = Span::new(start, start + patch.after.len());
                    back.op = match op {
                        Op::Insert => Op::Delete,
                        Op::Delete => Op::Insert,
                        other => other,
                    };
                }
            }
            back
        })
        .collect();
    out.sort_by_key(|patch| (patch.range.start, !patch.range.is_empty(), patch.after_range.start));
    out
}

fn moved(at: usize, by: i64) -> usize {
    usize::try_from(i64::try_from(at).unwrap_or(0) + by).unwrap_or(0)
}
