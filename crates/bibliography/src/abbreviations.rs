//! What stands for what (`@string`), written out before the reader sees it: it would follow one that stands for itself to the
//! end of the stack, and one that doubles another to the end of the memory.

use std::collections::{HashMap, HashSet};

use biblatex::{Field, Pair, RawChunk, RawEntry};

use crate::fault::{MAX_FIELD, Reason};

/// Abbreviations that stand for one another.
const MAX_STEPS: usize = 16;
/// Pieces that a field may be put together from, braces among them: the reader moves the rest of them for each.
const MAX_PIECES: usize = 1_000;
/// What a piece takes beside its bytes.
const PIECE: usize = 16;
/// What all fields of a file may take together, beside [`SHARE`] of its length.
const ROOM: usize = 1 << 20;
const SHARE: usize = 8;

/// What a field takes, written out.
#[derive(Debug, Clone, Copy, Default)]
struct Cost {
    bytes: usize,
    pieces: usize,
}

impl Cost {
    fn of(text: &str) -> Self {
        Self { bytes: text.len(), pieces: 1 + text.matches(['{', '}', '$']).count() }
    }

    fn and(self, other: Self) -> Self {
        let (bytes, pieces) =
            (self.bytes.saturating_add(other.bytes), self.pieces.saturating_add(other.pieces));
        Self { bytes, pieces }
    }

    fn whole(self) -> usize {
        self.bytes.saturating_add(self.pieces.saturating_mul(PIECE))
    }
}

/// The abbreviations of a file. Of two of one name the first counts.
pub(crate) struct Abbreviations<'a, 's> {
    meanings: HashMap<&'s str, (&'a Field<'s>, Cost)>,
    /// Those that stand for themselves, or that too many steps lead to.
    pub(crate) endless: Vec<&'s str>,
    unusable: HashSet<&'s str>,
    /// What fields may still take.
    pub(crate) room: usize,
}

impl<'a, 's> Abbreviations<'a, 's> {
    pub(crate) fn new(written: &'a [Pair<'s>], length: usize) -> Self {
        let mut open: HashMap<&'s str, &'a Field<'s>> = HashMap::new();
        let mut order = Vec::new();
        for pair in written {
            open.entry(pair.key.v).or_insert_with(|| {
                order.push(pair.key.v);
                &pair.value.v
            });
        }
        let mut meanings = HashMap::new();
        for _ in 0..MAX_STEPS {
            // Those that stand for what is known, or for what has no meaning here.
            let known: Vec<(&'s str, Cost)> = order
                .iter()
                .filter_map(|name| {
                    let field = open.get(name)?;
                    let waits = |piece: &RawChunk<'_>| {
                        matches!(piece, RawChunk::Abbreviation(other) if open.contains_key(other))
                    };
                    let ready = !field.iter().any(|piece| waits(&piece.v));
                    ready.then(|| (*name, cost(field, &meanings)))
                })
                .collect();
            if known.is_empty() {
                break;
            }
            for (name, cost) in known {
                meanings.extend(open.remove(name).map(|field| (name, (field, cost))));
            }
            order.retain(|name| open.contains_key(name));
        }
        let unusable = order.iter().copied().collect();
        Self { meanings, endless: order, unusable, room: ROOM.saturating_add(length.saturating_mul(SHARE)) }
    }

    /// Writes out the abbreviations of an entry. What has no meaning here stays; the reader knows the months.
    ///
    /// # Errors
    /// One of them never ends, or there is no room for what they stand for.
    pub(crate) fn written_out(&mut self, entry: &mut RawEntry<'s>) -> Result<(), Reason> {
        for field in &entry.fields {
            for piece in &field.value.v {
                if let RawChunk::Abbreviation(name) = piece.v
                    && self.unusable.contains(name)
                {
                    return Err(Reason::Endless(name.to_owned()));
                }
            }
            let cost = cost(&field.value.v, &self.meanings);
            if cost.bytes > MAX_FIELD || cost.pieces > MAX_PIECES {
                return Err(Reason::TooLong);
            }
            self.room = self.room.checked_sub(cost.whole()).ok_or(Reason::TooLong)?;
        }
        for field in &mut entry.fields {
            let mut out = Vec::with_capacity(field.value.v.len());
            self.write_out(&field.value.v, &mut out);
            field.value.v = out;
        }
        Ok(())
    }

    /// Not deeper than [`MAX_STEPS`], and no longer than the cost of it.
    fn write_out(&self, field: &Field<'s>, out: &mut Field<'s>) {
        for piece in field {
            match piece.v {
                RawChunk::Abbreviation(name) if self.meanings.contains_key(name) => {
                    self.meanings.get(name).into_iter().for_each(|(meaning, _)| self.write_out(meaning, out));
                }
                _ => out.push(piece.clone()),
            }
        }
    }
}

fn cost<'s>(field: &Field<'s>, meanings: &HashMap<&'s str, (&Field<'s>, Cost)>) -> Cost {
    let piece = |piece: &RawChunk<'s>| match piece {
        RawChunk::Normal(text) => Cost::of(text),
        RawChunk::Abbreviation(name) => meanings
            .get(name)
            .map_or_else(|| Cost::of(name), |(_, cost)| cost.and(Cost { bytes: 0, pieces: 1 })),
    };
    field.iter().fold(Cost::default(), |sum, next| sum.and(piece(&next.v)))
}

/// What an entry takes.
pub(crate) fn size(entry: &RawEntry<'_>) -> usize {
    entry
        .fields
        .iter()
        .map(|field| cost(&field.value.v, &HashMap::new()).whole())
        .fold(0, usize::saturating_add)
}
