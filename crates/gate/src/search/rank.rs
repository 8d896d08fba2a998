//! Which of many sources are compared with a claim in full: those that seem to hold most of it.
//!
//! Owns the estimate. For every sentence the words and the n-grams of the claim that it has are counted, 128
//! sentences at once: each word and each n-gram is a row of bits, a bit for each sentence, and the rows are added up
//! two columns at a time. What is estimated here is measured in [`align`](crate::search::align).

mod sums;

use std::borrow::Cow;
use std::cmp::Reverse;
use std::ops::Range;

use crate::search::grams::gathered;
use crate::text::claim::Claim;
use crate::text::prepare::PreparedSources;

use sums::{Lanes, MOST_ROWS, Sum};

/// Sentences of a window.
pub(crate) const LONGEST_WINDOW: usize = 3;

/// Sentences on each side of a promising window that are compared exactly, too.
const MARGIN: usize = 2;

/// Sentences of a column: a word of bits.
const COLUMN: usize = 64;

/// The same, as what a share is multiplied by when a place in the column stands behind it.
const LAST: u32 = 64;

/// Columns that are added up together.
pub(crate) const LANES: usize = 2;

/// Promising windows of a source in a column that are looked at one by one; the sums of more are taken out together.
const FEW: u32 = 4;

/// Candidates among which the finalists are chosen by what they add to one another.
const SHORTLIST: usize = 32;

/// Share of the claim that a further window must hold by itself: a third, one clause of three windows. Less is found in
/// any text, and dozens of sources would support anything.
pub(crate) const CLAUSE: f32 = 0.33;

/// Share of the claim by which a window may hold more than estimated: where two n-grams are one member of a signature
/// the estimate is too high, but where two of the claim's are it may be too low.
const SLACK: f32 = 0.02;

/// Millionths of the claim that are a little less than what a window has which [`may hold`](Candidate::may_hold) a clause.
const PROMISING: u32 = 309_000;

/// Millionths of a claim beyond which it does not count how much a further source adds; up to there it counts more
/// than what the source holds altogether.
const ENOUGH: u32 = 300_000;
const WEIGHT: u32 = 3;

/// In which sentences the words of a claim stand.
#[derive(Debug)]
pub(crate) struct Places {
    /// For each word a bit for each sentence, behind a word of nothing and before as many as are looked at together.
    rows: Vec<u64>,
    columns: usize,
    words: usize,
}

impl Places {
    pub(crate) fn new(claim: &Claim<'_>, sources: &PreparedSources) -> Self {
        let columns = sources.sentence_count().div_ceil(COLUMN);
        let words = claim.words.len();
        let mut rows = vec![0; 1 + columns * words + LANES];
        if columns > 0 {
            let of_words = rows.get_mut(1..).unwrap_or_default();
            for (row, word) in of_words.chunks_exact_mut(columns).zip(&claim.words) {
                sources.mark_sentences(word.key, row);
            }
        }
        Self { rows, columns, words }
    }

    #[inline]
    fn row(&self, word: usize, column: usize) -> u64 {
        self.rows.get(1 + word * self.columns + column).copied().unwrap_or_default()
    }

    /// Which sentences have a word: those of the column before, of a column and of those behind it. Beyond the row
    /// stand other words'.
    #[inline]
    fn columns(&self, word: usize, column: usize) -> [u64; LANES + 1] {
        let from = word * self.columns + column;
        self.rows.get(from..).and_then(<[u64]>::first_chunk).copied().unwrap_or_default()
    }

    /// Calls `found` with the words that stand in some neighbouring sentences: the number of a sentence among these, and
    /// that of a word.
    pub(crate) fn each_word_of(&self, sentences: Range<usize>, mut found: impl FnMut(usize, usize)) {
        for (column, mask) in columns_of(sentences.clone()) {
            for word in 0..self.words {
                let mut bits = self.row(word, column) & mask;
                while bits != 0 {
                    found(column * COLUMN + bits.trailing_zeros() as usize - sentences.start, word);
                    bits &= bits - 1;
                }
            }
        }
    }

    /// Which words stand in some neighbouring sentences.
    pub(crate) fn words_in(&self, sentences: Range<usize>) -> u128 {
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
pub(crate) struct Candidate {
    pub source: usize,
    /// Number of the first sentence of the source.
    first: usize,
    /// Number of the last sentence of the window, counted in the source.
    last: usize,
    /// Millionths of the claim that stand in the best window, as estimated.
    window: u32,
}

impl Candidate {
    /// Whether its best window may hold a share of the claim.
    pub(crate) fn may_hold(&self, share: f32) -> bool {
        self.window as f32 / 1e6 + SLACK >= share
    }

    /// The sentences of the window, counted in the source.
    pub(crate) fn window(&self) -> Range<usize> {
        (self.last + 1).saturating_sub(LONGEST_WINDOW)..self.last + 1
    }

    /// The window with [`MARGIN`] sentences on each side, of a source that has `units`.
    pub(crate) fn near(&self, units: usize) -> Range<usize> {
        let first = self.last.saturating_sub(LONGEST_WINDOW - 1 + MARGIN);
        first..units.min(self.last + 1 + MARGIN)
    }
}

/// Finds the sources that hold most of a claim.
#[derive(Debug)]
pub(crate) struct Ranking<'a> {
    sources: &'a PreparedSources,
    places: &'a Places,
    /// The n-grams of the claim as members of a signature.
    members: Vec<usize>,
    /// Millionths of the claim that a word and a member are worth: half of the claim are its words, half its n-grams.
    word_worth: u32,
    member_worth: u32,
}

impl<'a> Ranking<'a> {
    pub(crate) fn new(claim: &Claim<'_>, sources: &'a PreparedSources, places: &'a Places) -> Self {
        let mut members = claim.grams.members();
        members.truncate(MOST_ROWS);
        let half = if claim.words.is_empty() || members.is_empty() { 1_000_000 } else { 500_000 };
        let worth = |count: usize| half / u32::try_from(count.max(1)).unwrap_or(u32::MAX);
        Self {
            word_worth: worth(claim.words.len()),
            member_worth: worth(members.len()),
            sources,
            places,
            members,
        }
    }

    /// The sources that are compared exactly: first the one that seems to hold most, then one after another those that
    /// add most to it, because several cited sources support a claim together.
    pub(crate) fn finalists(self, cited: &[usize], most: usize) -> Finalists<'a> {
        let mut cited = Cow::Borrowed(cited);
        if !cited.is_sorted_by(|one, next| one < next) {
            let list = cited.to_mut();
            list.sort_unstable();
            list.dedup();
        }
        let rows = Rows::new(&self, &cited);
        let few = cited.iter().filter(|&&at| self.sources.source(at).is_some()).count() <= most;
        let mut candidates = self.candidates(&cited, &rows, few);
        if !few {
            let best = candidates.iter().map(|candidate| candidate.window).max().unwrap_or_default();
            candidates.retain(|candidate| candidate.may_hold(CLAUSE) || candidate.window == best);
        }
        candidates.sort_unstable_by_key(|candidate| (Reverse(candidate.window), candidate.source));
        if !few {
            let clauses = candidates.iter().take_while(|candidate| candidate.may_hold(CLAUSE)).count();
            candidates.truncate(clauses.clamp(1, SHORTLIST));
            candidates = self.chosen(candidates, &rows, most);
        }
        Finalists { ranking: self, rows, list: candidates }
    }

    /// The first candidate, and one after another those that add most to what has been chosen.
    fn chosen(&self, candidates: Vec<Candidate>, rows: &Rows, most: usize) -> Vec<Candidate> {
        let mut rest: Vec<Offer> = candidates.into_iter().map(Offer::new).collect();
        let mut chosen: Vec<Candidate> = Vec::with_capacity(most);
        if rest.is_empty() {
            return chosen;
        }
        let first = rest.swap_remove(0).candidate;
        let sketch = self.sketch(rows, &first, &self.members);
        chosen.push(first);
        // Only what the first has not counts from now on.
        let open = self.members.iter().enumerate().filter(|(at, _)| !sketch.has_member(*at));
        let open: Vec<usize> = open.map(|(_, &member)| member).collect();
        let words = u32::try_from(self.places.words).unwrap_or(u32::MAX);
        let members = u32::try_from(self.members.len()).unwrap_or(u32::MAX);
        let all = words * self.word_worth + members * self.member_worth;
        let beside = all.saturating_sub(self.share(sketch));
        let known = Sketch { words: sketch.words, ..Sketch::default() };
        let of = |candidate: &Candidate| self.sketch(rows, candidate, &open).without(known);
        let mut covered = Sketch::default();
        while chosen.len() < most {
            // What a candidate adds becomes less with each that is chosen, so it is counted again only where it may be
            // the most; none adds more than is left.
            let left = beside.saturating_sub(self.share(covered));
            let mut best: Option<(u32, usize)> = None;
            for (at, offer) in rest.iter_mut().enumerate() {
                let most = best.map(|best| best.0);
                if offer.round < chosen.len() && most.is_none_or(|most| offer.worth(left) > most) {
                    let sketch = *offer.sketch.get_or_insert_with(|| of(&offer.candidate));
                    (offer.added, offer.round) = (self.share(sketch.without(covered)), chosen.len());
                }
                let worth = offer.worth(left);
                if most.is_none_or(|most| worth > most) {
                    best = Some((worth, at));
                }
            }
            let Some((_, at)) = best else { break };
            let next = rest.swap_remove(at);
            covered = covered.joined(next.sketch.unwrap_or_else(|| of(&next.candidate)));
            chosen.push(next.candidate);
        }
        chosen
    }

    /// The best windows of cited sources, which are given in order: of all, or only of those that may hold a clause if there
    /// is one.
    fn candidates(&self, cited: &[usize], rows: &Rows, all: bool) -> Vec<Candidate> {
        let mut counts: Vec<Option<Counts>> = Vec::new();
        counts.resize_with(rows.groups, || None);
        if !all {
            let found = self.best_windows(cited, rows, &mut counts, false);
            if found.iter().any(|candidate| candidate.may_hold(CLAUSE)) {
                return found;
            }
        }
        self.best_windows(cited, rows, &mut counts, true)
    }

    /// The best window of each source, or only of those with a promising one; `counts` are those of the groups of columns
    /// that have been asked for.
    fn best_windows(
        &self,
        cited: &[usize],
        rows: &Rows,
        counts: &mut [Option<Counts>],
        all: bool,
    ) -> Vec<Candidate> {
        // Of the column that was asked for last.
        let mut offers = (usize::MAX, [0; COLUMN]);
        let mut found = Vec::with_capacity(cited.len());
        for (at, sentences) in cited.iter().filter_map(|&at| Some((at, self.sources.sentences_of(at)?))) {
            let first = sentences.start;
            let mut candidate = Candidate { source: at, first, last: 0, window: 0 };
            for (column, mask) in columns_of(sentences.clone()) {
                let (group, lane) = (column / LANES, column % LANES);
                let Some(counts) = counts.get_mut(group.saturating_sub(rows.begin)) else { continue };
                let counts = counts.get_or_insert_with(|| self.counts(rows, group, all));
                // The best of a source that has promising windows is one of them.
                let promising = counts.promising.0[lane] & mask;
                if !all && promising == 0 {
                    continue;
                }
                if !all && promising.count_ones() <= FEW {
                    let mut rest = promising;
                    while rest != 0 {
                        let place = rest.trailing_zeros() as usize;
                        rest &= rest - 1;
                        let share = self.offer(counts, lane, place);
                        if share > candidate.window {
                            (candidate.window, candidate.last) = (share, column * COLUMN + place - first);
                        }
                    }
                    continue;
                }
                if offers.0 != column {
                    offers = (column, self.offers(counts, lane));
                }
                let begin = column * COLUMN;
                let part = begin.max(sentences.start) - begin..(begin + COLUMN).min(sentences.end) - begin;
                let offers = offers.1.get(part).unwrap_or_default();
                let best = offers.iter().copied().fold(0, u32::max);
                if best / LAST > candidate.window {
                    let at = begin + (LAST - 1 - best % LAST) as usize;
                    (candidate.window, candidate.last) = (best / LAST, at - first);
                }
            }
            if all || candidate.window > 0 {
                found.push(candidate);
            }
        }
        found
    }

    /// How many words and members the windows that end in some columns have, and which of them are promising where not all
    /// are asked for.
    fn counts(&self, rows: &Rows, group: usize, all: bool) -> Counts {
        let signatures = self.sources.signatures();
        let member = |member: &usize| Lanes(signatures.columns(*member, group * LANES));
        let (words, members) = (Sum::of(rows.words(group), |row| *row), Sum::of(&self.members, member));
        let promising = if all { Lanes::default() } else { self.promising(&words, &members) };
        Counts { words, members, promising }
    }

    /// Which windows have so much of the claim that it may be a clause.
    fn promising(&self, words: &Sum, members: &Sum) -> Lanes {
        let (of_words, of_members) = (self.places.words, self.members.len());
        let mut found = Lanes::default();
        // Members beyond those that any of the windows has are not asked for.
        let most = of_members.min(members.greatest());
        for count in 0..=of_words {
            // How many members so many words take.
            let worth = u32::try_from(count).unwrap_or(u32::MAX).saturating_mul(self.word_worth);
            let needed = PROMISING.saturating_sub(worth).div_ceil(self.member_worth.max(1)) as usize;
            if needed > most {
                continue;
            }
            let enough = words.at_least(count);
            if enough.0 == [0; LANES] {
                break;
            }
            let here = enough & members.at_least(needed);
            found = found | here;
            // What has more words has enough members, too, or there is nothing.
            if here.0 == enough.0 {
                break;
            }
        }
        found
    }

    /// The share of the window that ends in a place of a column.
    fn offer(&self, counts: &Counts, lane: usize, place: usize) -> u32 {
        let (words, members) = (counts.words.count(lane, place), counts.members.count(lane, place));
        words * self.word_worth + members * self.member_worth
    }

    /// The shares of the windows that end in a column, in front of their place in the column counted from its end: the
    /// greatest is the first of those with the greatest share.
    fn offers(&self, counts: &Counts, lane: usize) -> [u32; COLUMN] {
        let words = counts.words.counts(lane, self.places.words);
        let members = counts.members.counts(lane, self.members.len());
        let mut last = LAST;
        std::array::from_fn(|at| {
            last -= 1;
            let share = u32::from(words[at]) * self.word_worth + u32::from(members[at]) * self.member_worth;
            share * LAST + last
        })
    }

    /// What of the claim's words and of some members the window of a candidate has.
    fn sketch(&self, rows: &Rows, candidate: &Candidate, members: &[usize]) -> Sketch {
        let last = candidate.first + candidate.last;
        let (lane, place) = (last / COLUMN % LANES, last % COLUMN);
        let mut sketch = Sketch::default();
        // The order of the words does not matter as long as it is the same for all.
        let words = rows.words(last / (LANES * COLUMN));
        // Wide words are shifted slowly.
        for half in words.chunks(COLUMN) {
            let bits = half.iter().fold(0, |bits, row| bits << 1 | row.0[lane] >> place & 1);
            sketch.words = sketch.words << COLUMN | u128::from(bits);
        }
        let signatures = self.sources.signatures();
        for (block, members) in sketch.members.iter_mut().zip(members.chunks(64)) {
            let mut found = [0; 64];
            for (found, &member) in found.iter_mut().zip(members) {
                *found = signatures.eight(member, last / 8) >> (last % 8) & 1;
            }
            *block = gathered(&found);
        }
        sketch
    }

    /// Millionths of the claim.
    fn share(&self, sketch: Sketch) -> u32 {
        sketch.words.count_ones() * self.word_worth + ones(sketch.members) * self.member_worth
    }
}

/// The sources that are compared exactly, and what the estimate tells of them.
#[derive(Debug)]
pub(crate) struct Finalists<'a> {
    ranking: Ranking<'a>,
    rows: Rows,
    pub list: Vec<Candidate>,
}

impl Finalists<'_> {
    /// Whether the window of a finalist may add a share of the claim to that of the first one.
    pub(crate) fn may_add(&self, candidate: &Candidate, share: f32) -> bool {
        let sketch = |candidate| self.ranking.sketch(&self.rows, candidate, &self.ranking.members);
        let first = self.list.first().map_or_else(Sketch::default, sketch);
        let added = self.ranking.share(sketch(candidate).without(first));
        added as f32 / 1e6 + SLACK >= share
    }
}

/// Which windows have what some sentences have, those of the column before first: each ends with its sentence and has
/// the one and the two before it, too, where these are of the same source.
#[inline]
fn windows(sentences: [u64; LANES + 1], same: [Lanes; 2]) -> Lanes {
    let here = Lanes(std::array::from_fn(|lane| sentences[lane + 1]));
    let past = Lanes(std::array::from_fn(|lane| sentences[lane]));
    let one = here.with(past, |here, past| here << 1 | past >> 63);
    let two = here.with(past, |here, past| here << 2 | past >> 62);
    here | one & same[0] | two & same[1]
}

/// Rows of bits, one for each word of a claim: a bit for the window that ends with each sentence of the columns in which
/// the cited sources are. Those of the members are made ready with the sources.
#[derive(Debug)]
struct Rows {
    /// One group of columns after another.
    lanes: Vec<Lanes>,
    /// Words of a claim.
    words: usize,
    /// The first group, and how many there are.
    begin: usize,
    groups: usize,
}

impl Rows {
    /// `cited` are in order.
    fn new(ranking: &Ranking<'_>, cited: &[usize]) -> Self {
        let mut known = cited.iter().filter_map(|&at| ranking.sources.source(at));
        let first = known.next();
        let begin = first.map_or(0, |source| source.first / (LANES * COLUMN));
        let end = known.next_back().or(first).map_or(0, |source| source.first + source.units.len());
        let groups = begin..end.div_ceil(LANES * COLUMN).max(begin);
        let (places, signatures) = (ranking.places, ranking.sources.signatures());
        let mut lanes = Vec::with_capacity(places.words * groups.len());
        let count = groups.len();
        for column in groups.map(|group| group * LANES) {
            // Where the one and the two sentences before each are of the same source.
            let firsts: [u64; LANES + 1] = std::array::from_fn(|at| {
                (column + at).checked_sub(1).map_or(0, |column| signatures.firsts(column))
            });
            let same = [
                Lanes(std::array::from_fn(|at| !firsts[at + 1])),
                Lanes(std::array::from_fn(|at| !(firsts[at + 1] | firsts[at + 1] << 1 | firsts[at] >> 63))),
            ];
            lanes.extend((0..places.words).map(|word| windows(places.columns(word, column), same)));
        }
        Self { lanes, words: places.words, begin, groups: count }
    }

    /// The rows of a group of columns.
    fn words(&self, group: usize) -> &[Lanes] {
        let from = group.saturating_sub(self.begin) * self.words;
        self.lanes.get(from..from + self.words).unwrap_or_default()
    }
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
    fn has_member(&self, at: usize) -> bool {
        self.members.get(at / 64).is_some_and(|block| block >> (at % 64) & 1 == 1)
    }

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

/// How many words and members of a claim some windows have.
#[derive(Debug)]
struct Counts {
    words: Sum,
    members: Sum,
    promising: Lanes,
}
