//! Sums of bits: how many of some rows have a bit for each sentence, added up for a column of sentences at once.

use std::ops::{BitAnd, BitOr, BitXor};

use crate::search::rank::{COLUMN, LANES};

/// Rows that are added up, at most: what a sum of eight bits holds.
pub(super) const MOST_ROWS: usize = 255;

/// Words of bits side by side, on which the same is done.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Lanes(pub [u64; LANES]);

impl Lanes {
    #[inline]
    pub(super) fn with(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|lane| join(self.0[lane], other.0[lane])))
    }
}

impl BitAnd for Lanes {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.with(other, u64::bitand)
    }
}

impl BitOr for Lanes {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.with(other, u64::bitor)
    }
}

impl BitXor for Lanes {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.with(other, u64::bitxor)
    }
}

/// Sums side by side, one for each bit of the lanes: the n-th bits of all sums are one word a lane.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sum([Lanes; 8]);

impl Sum {
    /// How many of some rows, at most [`MOST_ROWS`], have a bit for each sentence of the columns.
    pub(super) fn of<T>(rows: &[T], lanes: impl Fn(&T) -> Lanes) -> Self {
        let mut sum = Self::default();
        let (eights, rest) = rows.as_chunks::<8>();
        for eight in eights {
            sum.add(&std::array::from_fn(|at| lanes(&eight[at])));
        }
        if !rest.is_empty() {
            let mut rest = rest.iter();
            sum.add(&std::array::from_fn(|_| rest.next().map_or_else(Lanes::default, &lanes)));
        }
        sum
    }

    /// Adds eight rows.
    #[inline]
    fn add(&mut self, rows: &[Lanes; 8]) {
        let mut ones = self.0[0];
        let [first, second, third, fourth] = [0, 2, 4, 6].map(|at| {
            let carry;
            (ones, carry) = sum_of_three(ones, rows[at], rows[at + 1]);
            carry
        });
        let (twos, left) = sum_of_three(self.0[1], first, second);
        let (twos, right) = sum_of_three(twos, third, fourth);
        let (fours, mut carry) = sum_of_three(self.0[2], left, right);
        let [first, second, third, rest @ ..] = &mut self.0;
        (*first, *second, *third) = (ones, twos, fours);
        for bit in rest {
            (*bit, carry) = (*bit ^ carry, *bit & carry);
        }
    }

    /// The greatest sum.
    pub(super) fn greatest(&self) -> usize {
        let mut left = [u64::MAX; LANES];
        self.0.iter().rev().fold(0, |greatest, bits| {
            let here = Lanes(left) & *bits;
            let any = here.0 != [0; LANES];
            if any {
                left = here.0;
            }
            greatest << 1 | usize::from(any)
        })
    }

    /// Which sums are at least so great.
    #[inline]
    pub(super) fn at_least(&self, least: usize) -> Lanes {
        if least > usize::from(u8::MAX) {
            return Lanes::default();
        }
        let mut greater = Lanes::default();
        let mut equal = Lanes([u64::MAX; LANES]);
        // All bits of the sums, so that it is no loop, and without branches, which no processor foresees.
        for (bits, at) in self.0.iter().zip(0..u8::BITS).rev() {
            let wanted = Lanes([0_u64.wrapping_sub(least as u64 >> at & 1); LANES]);
            let other = equal & (*bits ^ wanted);
            greater = greater | other & *bits;
            equal = equal ^ other;
        }
        greater | equal
    }

    /// The sum in a place of a lane.
    #[inline]
    pub(super) fn count(&self, lane: usize, place: usize) -> u32 {
        self.0.iter().rev().fold(0, |sum, bits| sum << 1 | (bits.0[lane] >> place & 1) as u32)
    }

    /// The sums of a lane, one a byte, which are at most `most`.
    pub(super) fn counts(&self, lane: usize, most: usize) -> [u8; COLUMN] {
        let planes = (usize::BITS - most.leading_zeros()) as usize;
        let mut counts = [0; COLUMN];
        for (eight, part) in counts.as_chunks_mut::<8>().0.iter_mut().zip(0_usize..) {
            let mut sums = 0;
            for (bits, shift) in self.0.iter().zip(0..).take(planes) {
                sums |= SPREAD[usize::from(bits.0[lane].to_le_bytes()[part])] << shift;
            }
            *eight = sums.to_le_bytes();
        }
        counts
    }
}

/// The sum of three bits: its lower and its upper bit.
#[inline]
fn sum_of_three(a: Lanes, b: Lanes, c: Lanes) -> (Lanes, Lanes) {
    let two = a ^ b;
    (two ^ c, a & b | two & c)
}

/// Eight bits, one a byte.
const SPREAD: [u64; 256] = {
    let mut table = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut at = 0;
        while at < 8 {
            table[bits] |= ((bits as u64 >> at) & 1) << (8 * at);
            at += 1;
        }
        bits += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sums_are_counts(rows in prop::collection::vec(any::<[u64; LANES]>(), 0..MOST_ROWS)) {
            let sum = Sum::of(&rows, |row| Lanes(*row));
            let count = |lane: usize, place: usize| rows.iter().filter(|row| row[lane] >> place & 1 == 1).count();
            let counts = (0..LANES * COLUMN).map(|at| count(at / COLUMN, at % COLUMN));
            prop_assert_eq!(counts.max(), Some(sum.greatest()));
            for lane in 0..LANES {
                for (place, count) in sum.counts(lane, rows.len()).into_iter().enumerate() {
                    let set = rows.iter().filter(|row| row[lane] >> place & 1 == 1);
                    prop_assert_eq!(usize::from(count), set.count());
                    for least in [0, 1, usize::from(count), usize::from(count) + 1, 77, 256] {
                        let reaches = sum.at_least(least).0[lane] >> place & 1 == 1;
                        prop_assert_eq!(reaches, usize::from(count) >= least);
                    }
                }
            }
        }
    }
}
