//! The n-grams of a claim, and which of them stand in a text.

use stet_text::{FIRST_SYLLABLE, SYLLABLES};

/// What stands in an n-gram for everything that is no word character.
const GAP: u32 = ' ' as u32;

/// Calls `found` with the n-grams of a normalised text, each as a hash, some of them twice: pairs of Hangul syllables that follow
/// one another (a space between them does not count, because Korean compounds are written with and without), and triples of
/// other word characters (where a run of anything else counts as one space).
fn each_gram(norm: &str, mut found: impl FnMut(u32)) {
    // The two characters before, and the last syllable if no letter followed it, 0 for none.
    let (mut first, mut second, mut syllable) = (GAP, GAP, 0);
    for ch in norm.chars() {
        let code = u32::from(ch);
        if code.wrapping_sub(FIRST_SYLLABLE) < SYLLABLES {
            if syllable != 0 {
                found(hash(0, syllable, code));
            }
            (first, second, syllable) = (GAP, GAP, code);
            continue;
        }
        let code =
            if ch.is_ascii_alphanumeric() || !ch.is_ascii() && ch.is_alphanumeric() { code } else { GAP };
        if (second, code) == (GAP, GAP) {
            continue;
        }
        if (first, second) != (GAP, GAP) {
            found(hash(first, second, code));
        }
        (first, second) = (second, code);
        if code != GAP {
            syllable = 0;
        }
    }
}

/// The hash of three characters, never 0.
fn hash(first: u32, second: u32, third: u32) -> u32 {
    let wide = u64::from(first) << 42 | u64::from(second) << 21 | u64::from(third);
    (wide.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32 | 1
}

/// The n-grams of a normalised text, each once.
pub(crate) fn hashes(norm: &str) -> Vec<u32> {
    let mut all = Vec::with_capacity(norm.len());
    each_gram(norm, |gram| all.push(gram));
    all.sort_unstable();
    all.dedup();
    all
}

/// The distinct n-grams of a claim, numbered, for scanning texts against them; at most [`Bits::ROOM`], some three times the longest
/// sentence one meets.
#[derive(Debug)]
pub(crate) struct Grams {
    /// The n-grams at the slots that their highest bits tell or the next free ones behind these, 0 for none, and their numbers.
    slots: Vec<u32>,
    numbers: Vec<u16>,
    /// How many slots there are, as a power of two.
    bits: u32,
    /// A bit for each n-gram, and perhaps for others: of most n-grams of a text it tells that they are none of these.
    filter: [u64; 64],
    count: u16,
}

/// The block and the bit of an n-gram in the filter. The lowest bit of every n-gram is set.
fn place(gram: u32) -> (usize, u64) {
    ((gram >> 1) as usize % 64, 1 << (gram >> 7 & 63))
}

impl Grams {
    /// Most slots and fewest, as powers of two.
    const SLOTS: [u32; 2] = [11, 6];

    pub(crate) fn new(norm: &str) -> Self {
        let [most, fewest] = Self::SLOTS;
        // A text has no more n-grams than bytes.
        let bits = (4 * norm.len().max(1)).ilog2().saturating_add(1).clamp(fewest, most);
        let slots = 1 << bits;
        let mut grams =
            Self { slots: vec![0; slots], numbers: vec![0; slots], bits, filter: [0; 64], count: 0 };
        each_gram(norm, |gram| {
            let slot = grams.slot(gram);
            if usize::from(grams.count) < Bits::ROOM
                && let Some(key) = grams.slots.get_mut(slot).filter(|key| **key == 0)
                && let Some(number) = grams.numbers.get_mut(slot)
            {
                (*key, *number) = (gram, grams.count);
                let (block, bit) = place(gram);
                grams.filter[block] |= bit;
                grams.count += 1;
            }
        });
        grams
    }

    /// The slot that has an n-gram, or the free one where it would stand. Three of four are free.
    fn slot(&self, gram: u32) -> usize {
        let mut slot = (gram >> (u32::BITS - self.bits)) as usize;
        while self.slots.get(slot).is_some_and(|key| *key != gram && *key != 0) {
            slot = (slot + 1) & ((1 << self.bits) - 1);
        }
        slot
    }

    fn number(&self, gram: u32) -> Option<u16> {
        let mut slot = (gram >> (u32::BITS - self.bits)) as usize;
        loop {
            // Most are none of them, and their slot is free.
            match self.slots.get(slot) {
                Some(0) | None => return None,
                Some(key) if *key == gram => return self.numbers.get(slot).copied(),
                Some(_) => slot = (slot + 1) & ((1 << self.bits) - 1),
            }
        }
    }

    pub(crate) fn count(&self) -> usize {
        self.count.into()
    }

    /// All of them.
    pub(crate) fn all(&self) -> Bits {
        (0..self.count).fold(Bits::default(), |mut all, number| {
            all.add(number);
            all
        })
    }

    /// Which of them stand in a normalised text.
    pub(crate) fn found_in(&self, norm: &str) -> Bits {
        let mut found = Bits::default();
        each_gram(norm, |gram| {
            if let Some(number) = self.number(gram) {
                found.add(number);
            }
        });
        found
    }

    /// Which of them are among those of a text ([`hashes`]).
    pub(crate) fn among(&self, hashes: &[u32]) -> Bits {
        let mut found = Bits::default();
        let may_have = |gram: &&u32| {
            let (block, bit) = place(**gram);
            self.filter[block] & bit != 0
        };
        for number in hashes.iter().filter(may_have).filter_map(|gram| self.number(*gram)) {
            found.add(number);
        }
        found
    }

    /// The share of them that are among some.
    pub(crate) fn share(&self, found: &Bits) -> f32 {
        found.count() as f32 / self.count().max(1) as f32
    }

    /// Whether a run of letters may stand in a text that has some of these n-grams, by the first n-gram inside the run. Of what is
    /// not among the n-grams nothing is known.
    pub(crate) fn may_stand(&self, run: &str, found: &Bits) -> bool {
        let inside = run.char_indices().nth(3).map_or(run, |(end, _)| run.get(..end).unwrap_or(run));
        let mut last = None;
        each_gram(inside, |gram| last = Some(gram));
        last.and_then(|gram| self.number(gram)).is_none_or(|number| found.has(number))
    }
}

/// A set of numbers of n-grams.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Bits([u64; 8]);

impl Bits {
    const ROOM: usize = 512;

    fn add(&mut self, number: u16) {
        if let Some(block) = self.0.get_mut(usize::from(number / 64)) {
            *block |= 1 << (number % 64);
        }
    }

    fn has(&self, number: u16) -> bool {
        self.0.get(usize::from(number / 64)).is_some_and(|block| block >> (number % 64) & 1 == 1)
    }

    #[must_use]
    pub(crate) fn joined(self, other: &Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }

    #[must_use]
    pub(crate) fn common(self, other: &Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }

    pub(crate) fn count(&self) -> usize {
        self.0.iter().map(|block| block.count_ones() as usize).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn set(norm: &str) -> BTreeSet<u32> {
        let mut all = BTreeSet::new();
        each_gram(norm, |gram| {
            all.insert(gram);
        });
        all
    }

    #[test]
    fn gaps_and_spaces_between_syllables_do_not_count() {
        assert_eq!(set("유급 휴가"), set("유급휴가"));
        assert_eq!(set("the  board, met"), set("the board met"));
        assert!(set("유급a휴가").len() < set("유급휴가").len() + 2 && set("a").is_empty());
    }

    proptest! {
        #[test]
        fn a_scan_finds_what_both_texts_have(
            claim in "[a-c0 .,é가나漢’-]{0,40}|[a-z0-9 ]{0,900}",
            text in "[a-c0 .,é가나漢’A-]{0,80}|[a-z0-9 ]{0,80}"
        ) {
            let (grams, mine) = (Grams::new(&claim), set(&claim));
            prop_assert_eq!(grams.count(), mine.len().min(Bits::ROOM));
            prop_assert_eq!(grams.all().count(), grams.count());
            let common = mine.intersection(&set(&text)).filter(|gram| grams.number(**gram).is_some()).count();
            prop_assert_eq!(grams.found_in(&text).count(), common);
            prop_assert_eq!(grams.among(&hashes(&text)), grams.found_in(&text));
        }
    }
}
