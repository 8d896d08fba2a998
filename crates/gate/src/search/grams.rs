//! The n-grams of a claim, and which of them stand in a text.
//!
//! Owns the tables that texts are scanned with. What an n-gram is tells [`mod@visit`], by which sentences are ranked
//! [`mod@signature`].

pub(crate) mod signature;
mod visit;

use std::cell::Cell;
use std::hint::select_unpredictable;

use stet_text::syllable_at;

use signature::Signature;
use visit::{
    ALPHABET, NUMBERS, SAMPLED, Visitor, ascii_triples, code_of, each_gram, each_written, mix, number_of,
    numbers, pair, visit, visit_all, written,
};

/// Slots of a [`Grams`] table; a power of two.
const SLOTS: usize = 1 << 13;

/// As many as sixteen bits can tell, so that nothing must be checked where a number of sixteen bits tells the place. Only
/// the first few thousand are ever touched.
const WIDE: usize = 1 << 16;

/// Places of a row: some 40 characters are told apart.
const ROW: u16 = 64;

/// A table of nothing, of which no memory is taken before it is touched.
#[expect(clippy::unnecessary_box_returns, reason = "too large for the stack")]
fn untouched<T: Copy + Default>() -> Box<[T; WIDE]> {
    let table = vec![T::default(); WIDE].into_boxed_slice();
    table.try_into().unwrap_or_else(|_| cleared())
}

/// The same where the slice were no such table, which it always is: apart, because it passes over the stack.
#[cold]
#[inline(never)]
#[expect(clippy::unnecessary_box_returns, reason = "too large for the stack")]
fn cleared<T: Copy + Default>() -> Box<[T; WIDE]> {
    Box::new([T::default(); WIDE])
}

/// The tables of [`Grams`].
#[derive(Debug)]
struct Tables {
    /// Number of the n-gram in each slot, 0 for none. One n-gram to a slot: a claim that has two
    /// for the same (about one in a sentence of 120 characters) is compared by the first, which
    /// keeps the scan free of unpredictable branches. Few n-grams have bytes for their numbers: less memory to touch.
    few: [u8; SLOTS],
    many: [u16; SLOTS],
    /// N-grams by number; the first stands for none.
    keys: [u32; Bits::ROOM],
    /// Few n-grams of ASCII once more, so that a text is scanned for them without hashing: by their first two characters the
    /// place at which a row begins, by the third the number of the n-gram. Both are 0 for none.
    rows: Box<[u16; WIDE]>,
    cells: Box<[u8; WIDE]>,
    /// The first two characters of each row.
    pairs: Vec<u16>,
    /// The same for pairs of syllables: the number of a syllable, which are many, and by the numbers of two of them the
    /// number of the n-gram; 0 for none.
    syllables: Box<[u8; WIDE]>,
    duos: Box<[u8; WIDE]>,
    /// The syllables that have numbers, and the places of the duos.
    known: Vec<u16>,
    filled: Vec<u16>,
}

thread_local! {
    /// Tables that no claim uses now, with empty slots: to allocate and clear 18 kB for every claim costs more than to
    /// fill them.
    static FREE: Cell<Vec<Box<Tables>>> = const { Cell::new(Vec::new()) };
}

/// The distinct n-grams of a claim, numbered from 1, for scanning texts against them; at most
/// [`Bits::ROOM`], some three times the longest sentence one meets.
#[derive(Debug)]
pub(crate) struct Grams {
    /// Some until they are given back.
    tables: Option<Box<Tables>>,
    count: usize,
    /// Whether they stand in the table of few.
    few: bool,
}

impl Drop for Grams {
    /// Keeps the tables for the next claim.
    fn drop(&mut self) {
        // Those of a claim, and those of the same without some words.
        const MOST: usize = 2;
        let Some(mut tables) = self.tables.take() else { return };
        let Tables { few, many, keys, .. } = &mut *tables;
        let grams = keys.get(1..=self.count).unwrap_or_default().iter();
        if self.few {
            grams.for_each(|&gram| few[slot_of(gram)] = 0);
            tables.clear_rows();
        } else {
            grams.for_each(|&gram| many[slot_of(gram)] = 0);
        }
        // Where the thread ends there is nothing to keep.
        let _ended = FREE.try_with(|free| {
            let mut list = free.take();
            if list.len() < MOST {
                list.push(tables);
            }
            free.set(list);
        });
    }
}

impl Tables {
    /// Numbers the n-grams of a text; returns how many there are.
    fn fill(&mut self, norm: &str) -> usize {
        let mut count = 0;
        each_gram(norm, |gram| {
            let number = count + 1;
            let slot = &mut self.many[slot_of(gram)];
            if let (0, true, Ok(short)) = (*slot, number < Bits::ROOM, u16::try_from(number)) {
                *slot = short;
                self.keys[number] = gram;
                count = number;
            }
        });
        count
    }

    /// The same for few n-grams, and makes their rows.
    fn fill_few(&mut self, norm: &str) -> usize {
        let mut filling = Filling { tables: self, count: 0 };
        visit(norm, &mut filling);
        filling.count.into()
    }

    fn clear_rows(&mut self) {
        for place in self.known.drain(..) {
            self.syllables[usize::from(place)] = 0;
        }
        for place in self.filled.drain(..) {
            self.duos[usize::from(place)] = 0;
        }
        for pair in self.pairs.drain(..) {
            let row = std::mem::take(&mut self.rows[usize::from(pair)]);
            if let Some(cells) = self.cells.get_mut(usize::from(row)..usize::from(row + ROW)) {
                cells.fill(0);
            }
        }
    }

    /// The number of a syllable that the claim has; there are fewer than [`FEW`].
    fn syllable(&mut self, code: u32) -> u16 {
        let place = place_of(written(code));
        let number = &mut self.syllables[usize::from(place)];
        if *number == 0 {
            self.known.push(place);
            *number = u8::try_from(self.known.len()).unwrap_or_default();
        }
        u16::from(*number)
    }

    /// The number in a slot.
    fn number(&self, slot: usize) -> usize {
        usize::from(self.few[slot]).max(usize::from(self.many[slot]))
    }
}

/// Numbers few n-grams and makes their rows.
struct Filling<'a> {
    tables: &'a mut Tables,
    count: u8,
}

impl Filling<'_> {
    /// The number of an n-gram, which it gets here if its slot is free; `None` where another has the slot.
    #[inline]
    fn number(&mut self, gram: u32) -> Option<u8> {
        let number = &mut self.tables.few[slot_of(gram)];
        if *number == 0 {
            self.count = self.count.checked_add(1)?;
            *number = self.count;
            self.tables.keys[usize::from(self.count)] = gram;
        }
        (self.tables.keys[usize::from(*number)] == gram).then_some(*number)
    }
}

impl Visitor for Filling<'_> {
    fn gram(&mut self, gram: u32) {
        self.number(gram);
    }

    #[inline]
    fn pair(&mut self, first: u32, second: u32) {
        let Some(number) = self.number(pair(first, second)) else { return };
        let place = self.tables.syllable(first) << 8 | self.tables.syllable(second);
        self.tables.duos[usize::from(place)] = number;
        self.tables.filled.push(place);
    }

    #[inline]
    fn triple(&mut self, characters: u64) {
        let Some(number) = self.number(mix(characters)) else { return };
        // A text may have it as ASCII though the claim has a gap that is none.
        let (Some(pair), Some(last)) = (numbers(characters >> 21 << 1), number_of(characters)) else {
            return;
        };
        let tables = &mut *self.tables;
        let row = &mut tables.rows[usize::from(pair)];
        if *row == 0 {
            tables.pairs.push(pair);
            // There are fewer rows than n-grams, and of these there are few.
            *row = u16::try_from(tables.pairs.len()).unwrap_or_default() * ROW;
        }
        tables.cells[usize::from(*row | last)] = number;
    }
}

/// Scans a text for few n-grams.
struct Scan<'a> {
    tables: &'a Tables,
    /// 1 for each n-gram that has been found, and for none.
    found: [u8; FEW],
}

impl Visitor for Scan<'_> {
    #[inline]
    fn gram(&mut self, gram: u32) {
        let number = self.tables.few[slot_of(gram)];
        let same = self.tables.keys[usize::from(number)] == gram;
        // Stored, not combined, so that no n-gram waits for the one before it; what is not
        // the claim's goes to number 0. No processor foresees which it is.
        self.found[usize::from(select_unpredictable(same, number, 0))] = 1;
    }

    #[inline]
    fn pairs<'a>(&mut self, bytes: &'a [u8], last: u32) -> (&'a [u8], u32) {
        let tables = self.tables;
        // There is no syllable 0.
        let number = |written: u32| tables.syllables[usize::from(place_of(written))];
        let (mut first, mut code) = (if last == 0 { 0 } else { number(written(last)) }, written(last));
        let rest = each_written(bytes, |next| {
            let second = number(next);
            let place = u16::from(first) << 8 | u16::from(second);
            self.found[usize::from(tables.duos[usize::from(place)])] = 1;
            (first, code) = (second, next);
        });
        (rest, if rest.len() < bytes.len() { code_of(code) } else { last })
    }

    #[inline]
    fn ascii(&mut self, run: &[u8], mut triple: u64) -> u64 {
        let mut run = run;
        // What stands before the run may be no ASCII.
        let mut pair = loop {
            if let Some(pair) = numbers(triple) {
                break pair;
            }
            let Some((first, rest)) = run.split_first() else { return triple };
            triple = ascii_triples(std::slice::from_ref(first), triple, |characters| self.triple(characters));
            run = rest;
        };
        let mut last = pair % 64;
        for byte in run {
            let number = u16::from(NUMBERS[usize::from(*byte)]);
            let cell = self.tables.rows[usize::from(pair)] | number;
            // Two gaps before a letter, or behind one, are in no row.
            self.found[usize::from(self.tables.cells[usize::from(cell)])] = 1;
            let next = last << 6 | number;
            // Another gap changes nothing; cheaper than a branch.
            pair = select_unpredictable(next == 0, pair, next);
            last = number;
        }
        let letter = |number: u16| u64::from(ALPHABET.get(usize::from(number)).copied().unwrap_or(b' '));
        (letter(pair / 64) << 21 | letter(pair % 64)) << 1
    }
}

impl Grams {
    pub(crate) fn new(norm: &str) -> Self {
        let kept = FREE.try_with(|free| {
            let mut list = free.take();
            let tables = list.pop();
            free.set(list);
            tables
        });
        let empty = || Tables {
            few: [0; SLOTS],
            many: [0; SLOTS],
            keys: [0; Bits::ROOM],
            rows: untouched(),
            cells: untouched(),
            pairs: Vec::new(),
            syllables: untouched(),
            duos: untouched(),
            known: Vec::new(),
            filled: Vec::new(),
        };
        let mut tables = kept.ok().flatten().unwrap_or_else(|| Box::new(empty()));
        // An n-gram ends with each character, at most.
        let few = norm.len() < FEW || norm.chars().count() < FEW;
        let count = if few { tables.fill_few(norm) } else { tables.fill(norm) };
        Self { tables: Some(tables), count, few }
    }

    /// Number of n-grams.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The share of these n-grams that are among some of them.
    pub(crate) fn share(&self, found: &Bits) -> f32 {
        found.count(self.count + 1) as f32 / self.count.max(1) as f32
    }

    /// The members of the signature of a text that has these n-grams, each once.
    pub(crate) fn members(&self) -> Vec<usize> {
        let mut seen = [false; Signature::MEMBERS];
        let keys = self.tables.as_deref().and_then(|tables| tables.keys.get(1..=self.count));
        let grams = keys.unwrap_or_default();
        let sampled = grams.iter().filter(|&gram| gram & SAMPLED != 0);
        let mut members = Vec::with_capacity(grams.len());
        members.extend(
            sampled
                .map(|&gram| Signature::member(gram))
                .filter(|&member| !std::mem::replace(&mut seen[member], true)),
        );
        members
    }

    /// Whether a run of letters may stand in a text that has some of these n-grams, by the first n-gram of the run.
    pub(crate) fn may_stand(&self, run: &str, found: &Bits) -> bool {
        let bytes = run.as_bytes();
        let gram = match (syllable_at(bytes, 0), syllable_at(bytes, 3), bytes) {
            (Some(first), Some(second), _) => pair(first, second),
            (None, _, &[a, b, c, ..]) if [a, b, c].iter().all(u8::is_ascii_alphanumeric) => {
                mix(u64::from(a) << 42 | u64::from(b) << 21 | u64::from(c))
            }
            _ => return true,
        };
        let Some(tables) = self.tables.as_deref() else { return true };
        let number = tables.number(slot_of(gram));
        // Of what is not among the n-grams nothing is known.
        number == 0 || tables.keys[number % Bits::ROOM] != gram || found.has(number)
    }

    /// Which of these n-grams stand in texts one behind another, a space apart, each normalised but for capitals among its ASCII.
    pub(crate) fn found_in_all<'a>(&self, texts: impl Iterator<Item = &'a str>) -> Bits {
        match self.tables.as_deref().filter(|_| self.few) {
            Some(tables) => {
                let mut scan = Scan { tables, found: [0; FEW] };
                visit_all(texts, &mut scan);
                Bits::of(&mut scan.found, self.count + 1)
            }
            None => self.found_in(&texts.collect::<Vec<_>>().join(" ")),
        }
    }

    /// Which of these n-grams stand in a text, normalised but for capitals among its ASCII.
    pub(crate) fn found_in(&self, norm: &str) -> Bits {
        let Some(tables) = self.tables.as_deref() else { return Bits::default() };
        let end = self.count + 1;
        if self.few {
            let mut scan = Scan { tables, found: [0; FEW] };
            visit(norm, &mut scan);
            return Bits::of(&mut scan.found, end);
        }
        let mut found = [0_u8; Bits::ROOM];
        each_gram(norm, |gram| {
            let number = usize::from(tables.many[slot_of(gram)]) % Bits::ROOM;
            found[select_unpredictable(tables.keys[number] == gram, number, 0)] = 1;
        });
        Bits::of(&mut found, end)
    }
}

/// Few n-grams: their numbers fit in a byte.
const FEW: usize = 1 << 8;

/// The place of a syllable by its bytes: what tells the first byte from others stands beside the others' six bits. No two
/// syllables have one place.
#[inline]
fn place_of(written: u32) -> u16 {
    ((written ^ written >> 10) & 0xffff) as u16
}

fn slot_of(gram: u32) -> usize {
    (gram >> 19) as usize & (SLOTS - 1)
}

/// The lowest bits of 64 bytes that are 0 or 1.
pub(crate) fn gathered(bytes: &[u8; 64]) -> u64 {
    let mut block = 0;
    for (at, eight) in bytes.as_chunks::<8>().0.iter().enumerate() {
        // The product has the lowest bit of each byte in its highest byte.
        block |= u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56 << (8 * at);
    }
    block
}

/// Words of a [`Bits`].
const BLOCKS: usize = 8;

/// A set of n-gram numbers; numbers past its end are left out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Bits([u64; BLOCKS]);

impl Bits {
    /// How many numbers it can hold.
    const ROOM: usize = 64 * BLOCKS;

    /// The numbers below `end`, but 0, whose byte is 1.
    fn of(bytes: &mut [u8], end: usize) -> Self {
        let mut bits = Self::default();
        if let Some(none) = bytes.first_mut() {
            *none = 0;
        }
        for (block, bytes) in bits.0.iter_mut().zip(bytes.as_chunks::<64>().0).take(end.div_ceil(64)) {
            *block = gathered(bytes);
        }
        bits
    }

    fn has(&self, number: usize) -> bool {
        self.0.get(number / 64).is_some_and(|block| block >> (number % 64) & 1 == 1)
    }

    #[must_use]
    pub(crate) fn joined(mut self, other: &Self) -> Self {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine |= theirs;
        }
        self
    }

    /// How many numbers there are, all of which are below `end`.
    fn count(&self, end: usize) -> usize {
        const ODD: u64 = 0x5555_5555_5555_5555;
        const PAIRS: u64 = 0x3333_3333_3333_3333;
        const NIBBLES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        // The blocks are counted together: most processors a release is built for have no
        // instruction that counts bits.
        let sum: u64 = self
            .0
            .iter()
            .take(end.div_ceil(64))
            .map(|both| {
                let twos = both - ((both >> 1) & ODD);
                let fours = (twos & PAIRS) + ((twos >> 2) & PAIRS);
                (fours + (fours >> 4)) & NIBBLES
            })
            .sum();
        // At most 64 in each byte, so two bytes at a time never overflow sixteen bits.
        let wide = (sum & 0x00ff_00ff_00ff_00ff) + ((sum >> 8) & 0x00ff_00ff_00ff_00ff);
        (wide.wrapping_mul(0x0001_0001_0001_0001) >> 48) as usize
    }
}

impl FromIterator<Self> for Bits {
    fn from_iter<I: IntoIterator<Item = Self>>(sets: I) -> Self {
        sets.into_iter().fold(Self::default(), |all, set| all.joined(&set))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rustc_hash::FxHashSet;
    use stet_text::normalise;

    #[test]
    fn no_two_syllables_have_one_place() {
        let places: FxHashSet<u16> = ('가'..='힣').map(|ch| place_of(written(u32::from(ch)))).collect();
        assert_eq!(places.len(), ('가'..='힣').count());
    }

    proptest! {
        #[test]
        fn a_scan_finds_what_both_texts_have(
            claim in "[a-c0 .,é가나漢’-]{0,40}|[a-z0-9 ]{0,600}",
            text in "[a-c0 .,é가나漢’A-]{0,80}|[a-z0-9 ]{0,80}"
        ) {
            let (claim, grams) = (normalise(&claim), Grams::new(&normalise(&claim)));
            let mut theirs = FxHashSet::default();
            each_gram(&text, |gram| { theirs.insert(gram); });
            let found = grams.found_in(&text);
            let keys = grams.tables.as_deref().map(|tables| &tables.keys[1..=grams.count]).unwrap_or_default();
            for (number, key) in (1..).zip(keys) {
                prop_assert_eq!(found.has(number), theirs.contains(key), "{}: {}", claim, number);
            }
            prop_assert!(!found.has(0));
        }
    }
}
