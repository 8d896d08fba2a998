//! Which of many sources are compared with a claim in full: those that seem to hold most of it.
//!
//! Owns the estimate. For every sentence the words and the n-grams of the claim that it has are counted, 64
//! sentences at once: each word and each n-gram is a row of bits, a bit for each sentence, and the rows are added up
//! column by column. What is estimated here is measured in [`align`](crate::domain::gate::align).

use std::cmp::Reverse;
use std::ops::Range;

use crate::domain::gate::claim::Claim;
use crate::domain::gate::prepare::{PreparedSources, Signatures, Source};

/// Sentences of a window.
pub(super) const LONGEST_WINDOW: usize = 3;

/// Sentences on each side of a promising window that are compared exactly, too.
const MARGIN: usize = 2;

/// Sentences that are looked at together.
const COLUMN: usize = 64;

/// Rows that are added up, at most: what a sum of eight bits holds.
const MOST_ROWS: usize = 255;

/// Candidates among which the finalists are chosen by what they add to one another.
const SHORTLIST: usize = 32;

/// Share of the claim that a further window must hold by itself: a third, one clause of three windows. Less is found in
/// any text, and dozens of sources would support anything.
pub(super) const CLAUSE: f32 = 0.33;

/// Share of the claim by which a window may hold more than estimated: where two n-grams are one member of a signature
/// the estimate is too high, but where two of the claim's are it may be too low.
const SLACK: f32 = 0.02;

/// Millionths of a claim beyond which it does not count how much a further source adds; up to there it counts more
/// than what the source holds altogether.
const ENOUGH: u32 = 300_000;
const WEIGHT: u32 = 3;

/// In which sentences the words of a claim stand.
#[derive(Debug)]
pub(super) struct Places {
    /// For each word a bit for each sentence.
    rows: Vec<u64>,
    columns: usize,
    words: usize,
}

impl Places {
    pub(super) fn new(claim: &Claim<'_>, sources: &PreparedSources) -> Self {
        let columns = sources.sentence_count().div_ceil(COLUMN);
        let words = claim.words.len();
        let mut rows = vec![0; columns * words];
        for (row, word) in claim.words.iter().enumerate() {
            let mut add = |column: usize, bits: u64| {
                if let Some(known) = rows.get_mut(row * columns + column) {
                    *known |= bits;
                }
            };
            // Neighbours mostly stand together.
            let (mut column, mut bits) = (0, 0);
            for sentence in sources.postings(word.key) {
                if sentence / COLUMN != column {
                    add(column, bits);
                    (column, bits) = (sentence / COLUMN, 0);
                }
                bits |= 1 << (sentence % COLUMN);
            }
            add(column, bits);
        }
        Self { rows, columns, words }
    }

    #[inline]
    fn row(&self, word: usize, column: usize) -> u64 {
        self.rows.get(word * self.columns + column).copied().unwrap_or_default()
    }

    /// For each of some neighbouring sentences which words stand in it.
    pub(super) fn words_of(&self, sentences: Range<usize>) -> Vec<u128> {
        let mut found = vec![0; sentences.len()];
        for (column, mask) in columns_of(sentences.clone()) {
            for word in 0..self.words {
                let mut bits = self.row(word, column) & mask;
                while bits != 0 {
                    let at = column * COLUMN + bits.trailing_zeros() as usize - sentences.start;
                    if let Some(words) = found.get_mut(at) {
                        *words |= 1 << word;
                    }
                    bits &= bits - 1;
                }
            }
        }
        found
    }

    /// Which words stand in some neighbouring sentences.
    pub(super) fn words_in(&self, sentences: Range<usize>) -> u128 {
        let mut found = 0;
        for (column, mask) in columns_of(sentences) {
            for word in 0..self.words {
                found |= u128::from(self.row(word, column) & mask != 0) << word;
            }
        }
        found
    }
}

/// The columns in which some neighbouring sentences are, and which bits of them those sentences are.
fn columns_of(sentences: Range<usize>) -> impl Iterator<Item = (usize, u64)> {
    (sentences.start / COLUMN..sentences.end.div_ceil(COLUMN)).map(move |column| {
        let from = sentences.start.saturating_sub(column * COLUMN);
        let beyond = ((column + 1) * COLUMN).saturating_sub(sentences.end);
        (column, u64::MAX << from & u64::MAX >> beyond)
    })
}

/// A source and where in it the most promising window is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate {
    pub source: usize,
    /// Number of its last sentence, counted in the source.
    last: usize,
    /// Millionths of the claim that stand in the best window, as estimated.
    window: u32,
}

impl Candidate {
    /// Whether its best window may hold a share of the claim.
    pub(super) fn may_hold(&self, share: f32) -> bool {
        self.window as f32 / 1e6 + SLACK >= share
    }

    /// The sentences of the window, counted in the source.
    pub(super) fn window(&self) -> Range<usize> {
        (self.last + 1).saturating_sub(LONGEST_WINDOW)..self.last + 1
    }

    /// The window with [`MARGIN`] sentences on each side, of a source that has `units`.
    pub(super) fn near(&self, units: usize) -> Range<usize> {
        let first = self.last.saturating_sub(LONGEST_WINDOW - 1 + MARGIN);
        first..units.min(self.last + 1 + MARGIN)
    }
}

/// Finds the sources that hold most of a claim.
#[derive(Debug)]
pub(super) struct Ranking<'a> {
    sources: &'a PreparedSources,
    signatures: &'a Signatures,
    places: &'a Places,
    /// The n-grams of the claim as members of a signature.
    members: Vec<usize>,
    /// Millionths of the claim that a word and a member are worth: half of the claim are its words, half its n-grams.
    word_worth: u32,
    member_worth: u32,
}

impl<'a> Ranking<'a> {
    pub(super) fn new(claim: &Claim<'_>, sources: &'a PreparedSources, places: &'a Places) -> Self {
        let mut members = claim.grams.members();
        members.truncate(MOST_ROWS);
        let half = if claim.words.is_empty() || members.is_empty() { 1_000_000 } else { 500_000 };
        let worth = |count: usize| half / u32::try_from(count.max(1)).unwrap_or(u32::MAX);
        Self {
            word_worth: worth(claim.words.len()),
            member_worth: worth(members.len()),
            sources,
            signatures: sources.signatures(),
            places,
            members,
        }
    }

    /// The sources that are compared exactly: first the one that seems to hold most, then one after another those that
    /// add most to it, because several cited sources support a claim together.
    pub(super) fn finalists(&self, cited: &[usize], most: usize) -> Vec<Candidate> {
        let mut candidates = self.candidates(cited);
        candidates.sort_unstable_by_key(|candidate| (Reverse(candidate.window), candidate.source));
        if candidates.len() <= most {
            return candidates;
        }
        let clauses = candidates.iter().take_while(|candidate| candidate.may_hold(CLAUSE)).count();
        candidates.truncate(clauses.clamp(1, SHORTLIST));
        self.chosen(candidates, most)
    }

    /// The first candidate, and one after another those that add most to what has been chosen.
    fn chosen(&self, candidates: Vec<Candidate>, most: usize) -> Vec<Candidate> {
        let mut rest: Vec<Offer> = candidates.into_iter().map(Offer::new).collect();
        let mut chosen: Vec<Candidate> = Vec::with_capacity(most);
        let mut covered = Sketch::default();
        let words = u32::try_from(self.places.words).unwrap_or(u32::MAX);
        let members = u32::try_from(self.members.len()).unwrap_or(u32::MAX);
        let all = words * self.word_worth + members * self.member_worth;
        while chosen.len() < most {
            // What a candidate adds becomes less with each that is chosen, so it is counted again only where it may be
            // the most; none adds more than is left.
            let left = all.saturating_sub(self.share(covered));
            let mut best: Option<(u32, usize)> = None;
            for (at, offer) in rest.iter_mut().enumerate() {
                let most = best.map(|best| best.0);
                if offer.round < chosen.len() && most.is_none_or(|most| offer.worth(left) > most) {
                    let sketch = *offer.sketch.get_or_insert_with(|| self.sketch(&offer.candidate));
                    (offer.added, offer.round) = (self.share(sketch.without(covered)), chosen.len());
                }
                let worth = offer.worth(left);
                if most.is_none_or(|most| worth > most) {
                    best = Some((worth, at));
                }
            }
            let Some((_, at)) = best else { break };
            let next = rest.swap_remove(at);
            covered = covered.joined(next.sketch.unwrap_or_else(|| self.sketch(&next.candidate)));
            chosen.push(next.candidate);
        }
        chosen
    }

    /// The best window of each cited source.
    fn candidates(&self, cited: &[usize]) -> Vec<Candidate> {
        let mut cited: Vec<(usize, Source<'_>)> =
            cited.iter().filter_map(|&at| Some((at, self.sources.source(at)?))).collect();
        cited.sort_unstable_by_key(|(at, _)| *at);
        cited.dedup_by_key(|(at, _)| *at);
        // By column, for the window that ends with each sentence.
        let mut shares: Vec<[u32; COLUMN]> = Vec::new();
        let mut begin = 0;
        let mut rows = [Rows::default(), Rows::default()];
        let mut found = Vec::with_capacity(cited.len());
        for (at, source) in cited {
            let sentences = source.first..source.first + source.units.len();
            if sentences.start / COLUMN >= begin + shares.len() {
                // Nothing is cited in between.
                begin = sentences.start / COLUMN;
                shares.clear();
            }
            while begin + shares.len() < sentences.end.div_ceil(COLUMN) {
                shares.push(self.shares(begin + shares.len(), &mut rows));
            }
            let mut candidate = Candidate { source: at, last: 0, window: 0 };
            for (column, _) in columns_of(sentences.clone()) {
                let from = (column * COLUMN).max(sentences.start);
                let part =
                    from - column * COLUMN..((column + 1) * COLUMN).min(sentences.end) - column * COLUMN;
                let Some(windows) = shares.get(column - begin) else { continue };
                let windows = windows.get(part).unwrap_or_default();
                let best = windows.iter().copied().fold(0, u32::max);
                if best > candidate.window {
                    let at = windows.iter().position(|&window| window == best).unwrap_or_default();
                    (candidate.window, candidate.last) = (best, from + at - source.first);
                }
            }
            found.push(candidate);
        }
        found
    }

    /// The shares of the windows that end in a column; `rows` have the rows of even and of odd columns read before, and
    /// then those of this one and of the one before it.
    fn shares(&self, column: usize, rows: &mut [Rows; 2]) -> [u32; COLUMN] {
        let [even, odd] = rows;
        let (past, rows) = if column.is_multiple_of(2) { (odd, even) } else { (even, odd) };
        let before = column.checked_sub(1);
        if past.column != before {
            match before {
                Some(before) => self.read(before, past),
                None => *past = Rows::default(),
            }
        }
        self.read(column, rows);
        let firsts = self.signatures.firsts(column);
        let earlier = before.map_or(0, |before| self.signatures.firsts(before));
        // Where the one and the two sentences before it are of the same source.
        let same = [!firsts, !(firsts | firsts << 1 | earlier >> 63)];
        let words = counts(&rows.words, &past.words, self.places.words, same);
        let members = counts(&rows.members, &past.members, self.members.len(), same);
        let worth =
            |at: usize| u32::from(words[at]) * self.word_worth + u32::from(members[at]) * self.member_worth;
        std::array::from_fn(worth)
    }

    fn read(&self, column: usize, rows: &mut Rows) {
        rows.column = Some(column);
        for (row, word) in rows.words.iter_mut().zip(0..self.places.words) {
            *row = self.places.row(word, column);
        }
        let view = self.signatures.column(column);
        for (row, &member) in rows.members.iter_mut().zip(&self.members) {
            *row = view.with(member);
        }
    }

    /// What of the claim the window of a candidate has.
    fn sketch(&self, candidate: &Candidate) -> Sketch {
        let first = self.sources.source(candidate.source).map_or(0, |source| source.first);
        let last = first + candidate.last;
        let window = first.max((last + 1).saturating_sub(LONGEST_WINDOW))..last + 1;
        let mut members = [0_u64; MOST_ROWS.div_ceil(64)];
        for (column, mask) in columns_of(window.clone()) {
            let view = self.signatures.column(column);
            for (block, list) in members.iter_mut().zip(self.members.chunks(64)) {
                for (at, &member) in list.iter().enumerate() {
                    *block |= u64::from(view.with(member) & mask != 0) << at;
                }
            }
        }
        Sketch { words: self.places.words_in(window), members }
    }

    /// Millionths of the claim.
    fn share(&self, sketch: Sketch) -> u32 {
        sketch.words.count_ones() * self.word_worth + ones(sketch.members) * self.member_worth
    }
}

/// One row of bits for each word or member of a claim.
type Block = [u64; MOST_ROWS + 1];

/// The rows of a column.
#[derive(Debug, Clone)]
struct Rows {
    column: Option<usize>,
    words: Block,
    members: Block,
}

impl Default for Rows {
    fn default() -> Self {
        Self { column: None, words: [0; MOST_ROWS + 1], members: [0; MOST_ROWS + 1] }
    }
}

/// How many of the first `count` rows have a bit for the window that ends with each sentence of a column. `past` are the rows of the column before; `same` tells where the one and the two sentences before are of
/// the same source.
fn counts(rows: &Block, past: &Block, count: usize, same: [u64; 2]) -> [u8; COLUMN] {
    let mut windows = Sum::default();
    let eights = rows.as_chunks::<8>().0.iter().zip(past.as_chunks::<8>().0);
    for (rows, past) in eights.take(count.div_ceil(8)) {
        let mut joined = *rows;
        for (row, past) in joined.iter_mut().zip(past) {
            *row |= (*row << 1 | past >> 63) & same[0] | (*row << 2 | past >> 62) & same[1];
        }
        windows.add(joined);
    }
    windows.counts()
}

/// A candidate that may be chosen.
#[derive(Debug)]
struct Offer {
    candidate: Candidate,
    /// Made when it is asked for.
    sketch: Option<Sketch>,
    /// Millionths of the claim that it adds, or added when so many others had been chosen.
    added: u32,
    round: usize,
}

impl Offer {
    fn new(candidate: Candidate) -> Self {
        Self { candidate, sketch: None, added: candidate.window, round: 0 }
    }

    /// What it is worth to choose it, at most, when so much of the claim is left.
    fn worth(&self, left: u32) -> u32 {
        WEIGHT * self.added.min(left).min(ENOUGH) + self.candidate.window
    }
}

/// How many bits are set. Few processors a release is built for have an instruction that counts bits, so four words are
/// counted together.
fn ones(words: [u64; 4]) -> u32 {
    const ODD: u64 = 0x5555_5555_5555_5555;
    const PAIRS: u64 = 0x3333_3333_3333_3333;
    const NIBBLES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    let fours = |word: u64| {
        let twos = word - ((word >> 1) & ODD);
        (twos & PAIRS) + ((twos >> 2) & PAIRS)
    };
    let eights = |four: u64| (four & NIBBLES) + ((four >> 4) & NIBBLES);
    let [a, b, c, d] = words.map(fours);
    // At most 8 in each half byte of a sum of two, 32 in each byte of all; their sum may be 256.
    let sum = eights(a) + eights(b) + eights(c) + eights(d);
    let wide = (sum & 0x00ff_00ff_00ff_00ff) + ((sum >> 8) & 0x00ff_00ff_00ff_00ff);
    (wide.wrapping_mul(0x0001_0001_0001_0001) >> 48) as u32
}

/// What a window has of a claim, roughly: its words by their keys and its n-grams by their members.
#[derive(Debug, Clone, Copy, Default)]
struct Sketch {
    words: u128,
    members: [u64; MOST_ROWS.div_ceil(64)],
}

impl Sketch {
    fn joined(mut self, other: Self) -> Self {
        self.words |= other.words;
        for (mine, theirs) in self.members.iter_mut().zip(other.members) {
            *mine |= theirs;
        }
        self
    }

    fn without(mut self, known: Self) -> Self {
        self.words &= !known.words;
        for (mine, known) in self.members.iter_mut().zip(known.members) {
            *mine &= !known;
        }
        self
    }
}

/// 64 sums side by side: the n-th bits of all sums are one word.
#[derive(Debug, Clone, Copy, Default)]
struct Sum([u64; 8]);

impl Sum {
    /// Adds eight rows.
    fn add(&mut self, rows: [u64; 8]) {
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

    /// The sums, one a byte.
    fn counts(&self) -> [u8; COLUMN] {
        let mut counts = [0; COLUMN];
        for (eight, part) in counts.as_chunks_mut::<8>().0.iter_mut().zip(0_usize..) {
            let mut sums = 0;
            for (bits, shift) in self.0.iter().zip(0..) {
                sums |= SPREAD[usize::from(bits.to_le_bytes()[part])] << shift;
            }
            *eight = sums.to_le_bytes();
        }
        counts
    }
}

/// The sum of three bits: its lower and its upper bit.
const fn sum_of_three(a: u64, b: u64, c: u64) -> (u64, u64) {
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
        fn sums_are_counts(rows in prop::collection::vec(any::<u64>(), 0..MOST_ROWS)) {
            let mut sum = Sum::default();
            for eight in rows.chunks(8) {
                let mut padded = [0; 8];
                padded[..eight.len()].copy_from_slice(eight);
                sum.add(padded);
            }
            for (place, count) in sum.counts().into_iter().enumerate() {
                prop_assert_eq!(usize::from(count), rows.iter().filter(|row| *row >> place & 1 == 1).count());
            }
        }
    }
}
