//! Labels: the mark of a note and the note, a link and what it refers to. They may stand anywhere in the text.

use rustc_hash::FxHashMap;

use super::pieces::Piece;
use super::{Pair, Ties};
use stet_text::span::Span;

/// Where a label stands, and where it is defined there the whole line.
type Places<'a> = FxHashMap<&'a str, Vec<(Span, Option<Span>)>>;

/// Longest label, in bytes.
const LONGEST: usize = 100;

fn places(text: &str) -> Places<'_> {
    let mut out = Places::default();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let lead = line.len() - line.trim_start().len();
        for (open, _) in line.match_indices('[') {
            let inner = line.get(open + 1..).unwrap_or_default();
            let Some(close) = inner.find([']', '[']).filter(|close| *close > 0 && *close < LONGEST) else {
                continue;
            };
            let (Some(label), Some(rest)) = (inner.get(..close), inner.get(close..)) else { continue };
            if !rest.starts_with(']') {
                continue;
            }
            let defines = open == lead && rest.starts_with("]:");
            let here = Span::new(at + open, at + open + close + 2);
            let line = defines.then(|| Span::new(here.start, at + line.trim_end().len()));
            out.entry(label).or_default().push((here, line));
        }
        at += line.len();
    }
    out
}

/// The bytes of a piece in one of the texts.
type Side = fn(&Piece) -> Span;

/// What happens to a label.
#[derive(Default)]
struct Fate {
    defined: bool,
    /// Patches that change where it stands.
    places: Vec<usize>,
    /// Patches that change what it stands for.
    lines: Vec<usize>,
}

/// Ties the changes of the places of a label that is defined in the text; where there are any, also those of what it
/// stands for: what the old label says and what the new one says are not the same thing.
pub(super) fn tie(pair: &Pair<'_>, pieces: &[Piece], ties: &mut Ties) {
    if !pair.old.contains("]:") && !pair.new.contains("]:") {
        return;
    }
    let mut fates: FxHashMap<&str, Fate> = FxHashMap::default();
    let sides: [(&str, Side); 2] = [(pair.old, |piece| piece.before), (pair.new, |piece| piece.after)];
    for (text, side) in sides {
        let within = |span: Span, touching: bool| {
            let from = pieces.partition_point(|piece| side(piece).end < span.start);
            let here = pieces.iter().skip(from).take_while(move |piece| side(piece).start < span.end);
            let here = here.filter(move |piece| !piece.moves && (touching || side(piece).overlaps(span)));
            here.map(|piece| piece.patch)
        };
        for (label, all) in places(text) {
            let fate = fates.entry(label).or_default();
            for (span, line) in all {
                fate.places.extend(within(span, false));
                if let Some(line) = line {
                    fate.defined = true;
                    fate.lines.extend(within(line, true));
                }
            }
        }
    }
    for fate in fates.into_values().filter(|fate| fate.defined && !fate.places.is_empty()) {
        ties.tie_all(fate.places.into_iter().chain(fate.lines));
    }
}

/// Where labels stand that are defined in the text, in its order.
pub(super) fn defined(text: &str) -> Vec<(usize, &str)> {
    if !text.contains("]:") {
        return Vec::new();
    }
    let known = places(text).into_iter().filter(|(_, all)| all.iter().any(|(_, line)| line.is_some()));
    let mut out: Vec<(usize, &str)> =
        known.flat_map(|(label, all)| all.into_iter().map(move |(span, _)| (span.start, label))).collect();
    out.sort_unstable();
    out
}

/// What defines the labels that stand in a part of the text, for a reader of this part alone.
pub(super) fn tail(defined: &[(usize, &str)], part: Span) -> String {
    let from = defined.partition_point(|(at, _)| *at < part.start);
    let here = defined.iter().skip(from).take_while(|(at, _)| *at < part.end);
    let names: std::collections::BTreeSet<&str> = here.map(|(_, label)| *label).collect();
    names.into_iter().flat_map(|label| ["\n\n[", label, "]: x"]).collect()
}
