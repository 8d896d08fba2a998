//! Which windows may have an n-gram: their signatures, turned so that one n-gram is compared with 128 windows at once.

use crate::search::grams::signature::Signature;
use crate::search::rank::{LANES, LONGEST_WINDOW};

/// Bytes of the columns that are read together.
const GROUP: usize = 8 * LANES;

/// A bit for each member of a signature and each sentence: whether the window that ends with it may have the n-grams that
/// are this member. A window is the sentence and the one and the two before it, as far as these are of the same source.
#[derive(Debug, Clone, Default)]
pub(crate) struct Signatures {
    /// For each member the windows that have it, `stride` bytes; behind them room to read a group from any of them.
    bits: Box<[u8]>,
    stride: usize,
    /// Which sentences are the first of their source.
    firsts: Box<[u64]>,
}

impl Signatures {
    /// The sentences of each source; `firsts` are the numbers of the first sentence of each, and of all sentences.
    pub(super) fn new<'a>(sources: impl Iterator<Item = &'a [Signature]>, firsts: &[u32]) -> Self {
        let sentences = firsts.last().map_or(0, |&end| end as usize);
        let stride = sentences.div_ceil(8);
        let mut bits = vec![0; Signature::MEMBERS * stride + GROUP].into_boxed_slice();
        let mut eight = [Signature::default(); 8];
        let mut block = 0;
        let mut add = |eight: &[Signature; 8], block: usize| {
            let mut slots = bits.get_mut(block..).unwrap_or_default().iter_mut().step_by(stride.max(1));
            for word in 0..Signature::WORDS {
                let rows = eight.map(|signature| signature.bytes(word));
                for byte in 0..8 {
                    let members = turned(u64::from_le_bytes(rows.map(|row| row[byte]))).to_le_bytes();
                    for (member, slot) in members.into_iter().zip(slots.by_ref()) {
                        *slot = member;
                    }
                }
            }
        };
        let windows = sources.flat_map(|source| {
            (1..=source.len()).map(|end| {
                let window = source.get(end.saturating_sub(LONGEST_WINDOW)..end).unwrap_or_default();
                window.iter().fold(Signature::default(), |all, one| all.joined(*one))
            })
        });
        for (at, signature) in windows.enumerate() {
            if at / 8 != block {
                add(&eight, block);
                (eight, block) = ([Signature::default(); 8], at / 8);
            }
            if let Some(slot) = eight.get_mut(at % 8) {
                *slot = signature;
            }
        }
        if sentences > 0 {
            add(&eight, block);
        }
        let mut starts = vec![0; sentences.div_ceil(64)].into_boxed_slice();
        for &first in firsts {
            if let Some(word) = starts.get_mut(first as usize / 64) {
                *word |= 1 << (first % 64);
            }
        }
        Self { bits, stride, firsts: starts }
    }

    /// Which windows have a member: those that end with the sentences of some columns. What is behind the last sentence is
    /// of other members.
    #[inline]
    pub(crate) fn columns(&self, member: usize, column: usize) -> [u64; LANES] {
        let group = self.bits.get(member * self.stride + 8 * column..).and_then(<[u8]>::first_chunk::<GROUP>);
        let words = group.map_or(&[][..], |group| group.as_chunks::<8>().0);
        std::array::from_fn(|at| words.get(at).map_or(0, |word| u64::from_le_bytes(*word)))
    }

    /// Eight windows from that of a sentence whose number is a multiple of eight on, a bit for each that has a member.
    #[inline]
    pub(crate) fn eight(&self, member: usize, eight: usize) -> u8 {
        self.bits.get(member * self.stride + eight).copied().unwrap_or_default()
    }

    /// Which of 64 sentences are the first of their source.
    pub(crate) fn firsts(&self, column: usize) -> u64 {
        self.firsts.get(column).copied().unwrap_or_default()
    }

    pub(super) fn heap_bytes(&self) -> usize {
        size_of_val(&*self.bits) + size_of_val(&*self.firsts)
    }
}

/// Eight rows of eight bits, turned so that the rows are columns.
fn turned(rows: u64) -> u64 {
    let swap = |bits: u64, shift: u32, mask: u64| {
        let changed = (bits ^ (bits >> shift)) & mask;
        bits ^ changed ^ (changed << shift)
    };
    let rows = swap(rows, 7, 0x00aa_00aa_00aa_00aa);
    let rows = swap(rows, 14, 0x0000_cccc_0000_cccc);
    swap(rows, 28, 0x0000_0000_f0f0_f0f0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_columns() {
        for at in 0..64 {
            let (row, column) = (at / 8, at % 8);
            assert_eq!(turned(1 << at), 1 << (8 * column + row));
        }
    }
}
