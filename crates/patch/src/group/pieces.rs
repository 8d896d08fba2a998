//! Changes side by side, and whether a reader stands in the same state between them in both texts.

use super::reader::states;
use super::{Pair, Ties};
use crate::{Category, Op, Patch};
use stet_text::span::Span;

/// Bytes that one patch exchanges at one place; a move has two such pieces.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece {
    /// Number of its patch.
    pub patch: usize,
    pub moves: bool,
    /// It changes form only.
    pub form: bool,
    pub before: Span,
    pub after: Span,
}

/// The pieces of all patches, in the order of both texts.
pub(super) fn pieces(pair: &Pair<'_>, patches: &[Patch]) -> Vec<Piece> {
    let mut out: Vec<(usize, Piece, usize)> = Vec::new();
    for (at, patch) in patches.iter().enumerate() {
        let order = patch.after_range.start;
        let mut put = |before: Span, len: usize| {
            out.push((
                order,
                Piece {
                    patch: at,
                    moves: patch.to.is_some(),
                    form: patch.category == Category::Detail,
                    before,
                    after: Span::default(),
                },
                len,
            ));
        };
        match (patch.op, patch.to) {
            (Op::Move, Some(to)) => {
                put(patch.range, 0);
                put(Span::new(to, to), patch.after.len());
            }
            _ => put(patch.range, patch.after.len()),
        }
    }
    out.sort_by_key(|(order, piece, _)| (piece.before.start, !piece.before.is_empty(), *order));
    let (mut come, mut gone) = (0, 0);
    let pieces = out.into_iter().map(|(_, mut piece, len)| {
        let start = (piece.before.start + come).saturating_sub(gone).min(pair.new.len());
        piece.after = Span::new(start, (start + len).min(pair.new.len()));
        come += len;
        gone += piece.before.len();
        piece
    });
    pieces.collect()
}

/// Ties neighbours between which no place is the same to a reader of both texts. A piece that leaves any reader in
/// the state it found them in is passed over.
pub(super) fn tie(pair: &Pair<'_>, pieces: &[Piece], ties: &mut Ties) {
    // Places between two pieces that matter, with the number of the gap.
    let (mut olds, mut news, mut gaps): (Vec<usize>, Vec<usize>, Vec<usize>) = Default::default();
    let mut kept: Vec<Piece> = Vec::new();
    let mut at = (0, 0);
    for piece in pieces {
        let common = Span::new(at.0, piece.before.start.max(at.0)).of(pair.old);
        let lines = common.match_indices('\n').map(|(line, _)| line + 1);
        for place in std::iter::once(0).chain(lines).chain([common.len()]) {
            olds.push(at.0 + place);
            news.push(at.1 + place);
            gaps.push(kept.len());
        }
        at = (piece.before.end, piece.after.end);
        if !is_plain(pair, piece) {
            kept.push(*piece);
        }
    }
    let (before, after) = (states(pair.old, &olds), states(pair.new, &news));
    let headings = Headings::of(pieces, &before.headings, &after.headings);
    let mut safe = vec![false; kept.len()];
    let mut same_section = vec![false; kept.len()];
    for (at, &gap) in gaps.iter().enumerate() {
        let alike = before.of.get(at) == after.of.get(at);
        let section = headings.same(olds.get(at).copied(), news.get(at).copied());
        if let (Some(safe), Some(known)) = (safe.get_mut(gap), same_section.get_mut(gap)) {
            *safe |= alike;
            *known |= section;
        }
    }
    for (at, pair_of) in kept.windows(2).enumerate() {
        let [one, two] = pair_of else { continue };
        if !safe.get(at + 1).copied().unwrap_or(false) {
            ties.tie(one.patch, two.patch);
        }
    }
    // A heading that comes or goes takes the blocks along that come or go below it.
    let blocks: Vec<usize> =
        (0..kept.len()).filter(|&at| kept.get(at).is_some_and(|one| is_block(pair, one))).collect();
    for two in blocks.windows(2) {
        let &[one, two] = two else { continue };
        let apart = (one + 1..=two).any(|gap| same_section.get(gap).copied().unwrap_or(true));
        if let (false, Some(one), Some(two)) = (apart, kept.get(one), kept.get(two)) {
            ties.tie(one.patch, two.patch);
        }
    }
}

/// Which headings are the same in both texts.
struct Headings {
    /// Ends of headings before, and the name of each.
    old: Vec<(usize, usize)>,
    new: Vec<(usize, usize)>,
}

impl Headings {
    fn of(pieces: &[Piece], old: &[usize], new: &[usize]) -> Self {
        let (mut next, mut shift) = (pieces.iter().peekable(), (0, 0));
        let named = old.iter().enumerate().map(|(number, &end)| {
            while let Some(piece) = next.next_if(|piece| piece.before.start < end && piece.before.end <= end)
            {
                shift = (piece.before.end, piece.after.end);
            }
            // One that is cut has no counterpart.
            let cut = next.peek().is_some_and(|piece| piece.before.start < end);
            (end, if cut { usize::MAX - number } else { end - shift.0 + shift.1 })
        });
        Self { old: named.collect(), new: new.iter().map(|&end| (end, end)).collect() }
    }

    /// Whether the last heading above the two places is the same one.
    fn same(&self, old: Option<usize>, new: Option<usize>) -> bool {
        let above = |all: &[(usize, usize)], place: Option<usize>| {
            let count = all.partition_point(|(end, _)| place.is_some_and(|place| *end <= place));
            count.checked_sub(1).and_then(|last| all.get(last)).map(|heading| heading.1)
        };
        above(&self.old, old) == above(&self.new, new)
    }
}

/// Whether a piece brings or takes whole lines.
fn is_block(pair: &Pair<'_>, piece: &Piece) -> bool {
    let whole = |text: &str, span: Span| {
        let head = text.get(..span.start).unwrap_or_default().trim_end_matches([' ', '\t']);
        let tail = text.get(span.end..).unwrap_or_default();
        !span.of(text).trim().is_empty()
            && (head.is_empty() || head.ends_with('\n'))
            && (tail.is_empty() || tail.starts_with('\n') || span.of(text).ends_with('\n'))
    };
    whole(pair.old, piece.before) || whole(pair.new, piece.after)
}

/// Whether a piece leads every reader back to the state it began in and stands by itself: the form of words in the
/// middle of a line.
fn is_plain(pair: &Pair<'_>, piece: &Piece) -> bool {
    const MARKS: &str = " .,;?'’%…";
    let word = |ch: char| ch.is_alphanumeric() || unicode_normalization::char::is_combining_mark(ch);
    let plain = |ch: char| word(ch) || MARKS.contains(ch);
    let side = |text: &str, span: Span| {
        let words = span.of(text);
        let (head, tail) =
            (text.get(..span.start).unwrap_or_default(), text.get(span.end..).unwrap_or_default());
        let opens = !head.chars().rev().take_while(|ch| *ch != '\n').any(char::is_alphabetic);
        // Words that come or go at its start may belong to another line.
        let first = words.chars().next();
        // At an edge without a letter the neighbour tells whether a mark beside it still binds.
        let edge = |inner: Option<char>, outer: Option<char>| {
            inner.is_some_and(word) || outer.is_none_or(|ch| plain(ch) || ch == '\n' || ch == '\r')
        };
        words.chars().all(plain)
            && (!opens || first.is_some_and(char::is_alphabetic))
            && edge(words.chars().next(), head.chars().next_back())
            && edge(words.chars().next_back(), tail.chars().next())
    };
    !piece.moves && piece.form && side(pair.old, piece.before) && side(pair.new, piece.after)
}
