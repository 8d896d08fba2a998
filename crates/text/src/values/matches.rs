//! Which values of one text another states, each pair compared once.

use crate::values::Value;

/// Values that are told by the bits of one word.
const BLOCK: usize = 64;

/// For each value of a claim the values of a text that state it.
#[derive(Debug)]
pub struct Matches {
    /// A row of bits for each value of the claim, behind one for those of the text that state any; no row where the claim
    /// has no values.
    rows: Vec<u64>,
    /// Words of a row.
    blocks: usize,
}

impl Matches {
    #[must_use]
    pub fn new<'a, I>(mine: &[Value], theirs: &I) -> Self
    where
        I: ExactSizeIterator<Item = &'a Value> + Clone,
    {
        let blocks = theirs.len().div_ceil(BLOCK).max(1);
        let mut rows = vec![0; if mine.is_empty() { 0 } else { (mine.len() + 1) * blocks }];
        let room = blocks.min(rows.len());
        let (any, of_values) = rows.split_at_mut(room);
        for (value, row) in mine.iter().zip(of_values.chunks_exact_mut(blocks)) {
            let converts = value.converts();
            for (at, other) in theirs.clone().enumerate() {
                // Most amounts differ.
                if (converts || value.amount == other.amount)
                    && value.is_stated_as(other)
                    && let Some(block) = row.get_mut(at / BLOCK)
                {
                    *block |= 1 << (at % BLOCK);
                }
            }
            any.iter_mut().zip(row).for_each(|(all, block)| *all |= *block);
        }
        Self { rows, blocks }
    }

    /// Whether a value of the text, by position, states one of the claim.
    #[inline]
    #[must_use]
    pub fn is(&self, mine: usize, theirs: usize) -> bool {
        has(self.row(mine + 1), theirs)
    }

    /// Whether a value of the text states any of the claim.
    #[inline]
    #[must_use]
    pub fn is_any(&self, theirs: usize) -> bool {
        has(self.row(0), theirs)
    }

    /// Whether the text states a value of the claim.
    #[must_use]
    pub fn states(&self, mine: usize) -> bool {
        self.row(mine + 1).iter().any(|block| *block != 0)
    }

    fn row(&self, number: usize) -> &[u64] {
        self.rows.get(number * self.blocks..(number + 1) * self.blocks).unwrap_or_default()
    }
}

#[inline]
fn has(row: &[u64], at: usize) -> bool {
    row.get(at / BLOCK).is_some_and(|block| block >> (at % BLOCK) & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::values;

    #[test]
    fn a_pair_matches_where_the_one_states_the_other() {
        let mine = values("15일 이내에 3만 원을 2024년까지 7명이 낸다");
        let theirs = values(&"30,000원과 15일과 8명과 1년 ".repeat(40));
        let matches = Matches::new(&mine, &theirs.iter());
        assert!(theirs.len() > 2 * BLOCK);
        for (at, value) in mine.iter().enumerate() {
            for (there, other) in theirs.iter().enumerate() {
                assert_eq!(matches.is(at, there), value.is_stated_as(other));
            }
            assert_eq!(matches.states(at), theirs.iter().any(|other| value.is_stated_as(other)));
        }
        for (there, other) in theirs.iter().enumerate() {
            assert_eq!(matches.is_any(there), mine.iter().any(|value| value.is_stated_as(other)));
        }
    }
}
