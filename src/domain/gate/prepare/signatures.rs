//! Which sentences may have an n-gram: their signatures, turned so that one n-gram is compared with 64 sentences at once.

use crate::domain::gate::similarity::Signature;

/// Bytes before the first member, and those of a column, the one before it and the one behind it.
const BEFORE: usize = 8;
const AROUND: usize = 24;

/// A bit for each member of a signature and each sentence.
#[derive(Debug, Clone, Default)]
pub(in crate::domain::gate) struct Signatures {
    /// For each member the sentences that have it, `stride` bytes; before them and behind them room to read the
    /// columns around any of them.
    bits: Box<[u8]>,
    stride: usize,
    /// Which sentences are the first of their source.
    firsts: Box<[u64]>,
}

impl Signatures {
    /// `firsts` are the numbers of the first sentence of each source, and of all sentences.
    pub(super) fn new<'a>(signatures: impl Iterator<Item = &'a Signature>, firsts: &[u32]) -> Self {
        let sentences = firsts.last().map_or(0, |&end| end as usize);
        let stride = sentences.div_ceil(8);
        let mut bits = vec![0; BEFORE + Signature::MEMBERS * stride + AROUND].into_boxed_slice();
        let mut eight = [Signature::default(); 8];
        let mut block = 0;
        let mut add = |eight: &[Signature; 8], block: usize| {
            for (part, members) in (0..Signature::MEMBERS).step_by(8).enumerate() {
                let rows = eight.map(|signature| signature.byte(part));
                for (row, byte) in turned(u64::from_le_bytes(rows)).to_le_bytes().into_iter().enumerate() {
                    if let Some(slot) = bits.get_mut(BEFORE + (members + row) * stride + block) {
                        *slot = byte;
                    }
                }
            }
        };
        for (at, signature) in signatures.enumerate() {
            if at / 8 != block {
                add(&eight, block);
                (eight, block) = ([Signature::default(); 8], at / 8);
            }
            if let Some(slot) = eight.get_mut(at % 8) {
                *slot = *signature;
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

    /// Which sentences have a member: 64 before a column, those of the column and those of the next. What is before the
    /// first sentence or behind the last is of other members.
    #[inline]
    pub(in crate::domain::gate) fn columns(&self, member: usize, column: usize) -> [u64; 3] {
        let around =
            self.bits.get(member * self.stride + 8 * column..).and_then(<[u8]>::first_chunk::<AROUND>);
        let words = around.map_or(&[][..], |around| around.as_chunks::<8>().0);
        std::array::from_fn(|at| words.get(at).map_or(0, |word| u64::from_le_bytes(*word)))
    }

    /// Which of 64 sentences are the first of their source.
    pub(in crate::domain::gate) fn firsts(&self, column: usize) -> u64 {
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
