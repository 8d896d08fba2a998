//! Applying patches to a text, all or some.
//!
//! Owns the arithmetic of offsets. Leaves the question whether a patch may be
//! applied to [`super::stage`].

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
