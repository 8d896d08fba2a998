//! Sentences of a gap and their counterparts.
//!
//! Owns which sentence was rewritten as which, which were joined or split, and
//! which came or went. Leaves sentences that are equal, or only moved, to the
//! parent, and words to [`super::words`].

use std::ops::Range;

use stet_text::span::Span;
use stet_text::{is_word_char, lower};

/// Bead cells that are aligned by dynamic programming; a larger gap is cut in two in proportion first.
const CELLS: usize = 40_000;
/// Below this share of common character pairs two sentences are not each other's rewriting.
const KIN: f32 = 0.25;
/// Sentences off the diagonal at which a counterpart is looked for.
const BAND: usize = 6;
/// From this share of common character pairs on two sentences are plainly counterparts.
const PLAIN: f32 = 0.7;
/// Joining or splitting sentences must gain this much over pairing one with one.
const JOIN_COST: f32 = 0.05;

/// Indices of old and of new sentences that belong together.
pub type Pairing = (Range<usize>, Range<usize>);

/// Pairs sentences so that the common character pairs are most; Gale and Church's beads
/// (1–1, 1–0, 0–1, 2–1, 1–2) with overlap in place of length.
#[must_use]
pub fn beads(before: &str, after: &str, old: &[Span], new: &[Span]) -> Vec<Pairing> {
    let (n, m) = (old.len(), new.len());
    if n == 0 || m == 0 {
        let single = (0..n).map(|i| (i..i + 1, 0..0)).chain((0..m).map(|j| (0..0, j..j + 1)));
        return single.collect();
    }
    if n == 1 && m == 1 {
        return vec![(0..1, 0..1)];
    }
    if n * m > CELLS {
        let (i, j) = if n >= m { (n / 2, m * (n / 2) / n) } else { (n * (m / 2) / m, m / 2) };
        let (old_left, old_right) = old.split_at(i);
        let (new_left, new_right) = new.split_at(j);
        let mut out = beads(before, after, old_left, new_left);
        for (b, a) in beads(before, after, old_right, new_right) {
            out.push((b.start + i..b.end + i, a.start + j..a.end + j));
        }
        return out;
    }
    let bags_old: Vec<Vec<u32>> = old.iter().map(|span| bag(span.of(before))).collect();
    let bags_new: Vec<Vec<u32>> = new.iter().map(|span| bag(span.of(after))).collect();
    let joined = |bags: &[Vec<u32>]| -> Vec<Vec<u32>> {
        bags.iter().zip(bags.iter().skip(1)).map(|(one, two)| merged(one, two)).collect()
    };
    let (double_old, double_new) = (joined(&bags_old), joined(&bags_new));
    let table = Table::new(&bags_old, &bags_new);
    let width = m + 1;
    let mut best = vec![0.0_f32; (n + 1) * width];
    let mut step = vec![(0_usize, 0_usize); (n + 1) * width];
    for i in (0..=n).rev() {
        for j in (0..=m).rev() {
            let ahead = |di: usize, dj: usize| best.get((i + di) * width + j + dj).copied().unwrap_or(0.0);
            let mut choice = (f32::MIN, (0, 0));
            let mut offer = |score: f32, take: (usize, usize)| {
                if score > choice.0 {
                    choice = (score, take);
                }
            };
            if i < n && j < m && table.near(i, j) {
                let single = table.single(i, j);
                offer(single + ahead(1, 1), (1, 1));
                let sizes = bags_old.get(i).map_or(0, Vec::len) + bags_new.get(j).map_or(0, Vec::len);
                // Nearly the same sentence leaves nothing to join.
                if single <= PLAIN * sizes as f32 {
                    if table.open(i..i + 2, j..j + 1) && contiguous(old, i) {
                        offer(gain(double_old.get(i), bags_new.get(j), JOIN_COST) + ahead(2, 1), (2, 1));
                    }
                    if table.open(i..i + 1, j..j + 2) && contiguous(new, j) {
                        offer(gain(bags_old.get(i), double_new.get(j), JOIN_COST) + ahead(1, 2), (1, 2));
                    }
                }
            }
            if i < n {
                offer(ahead(1, 0), (1, 0));
            }
            if j < m {
                offer(ahead(0, 1), (0, 1));
            }
            if choice.0 > f32::MIN
                && let (Some(value), Some(take)) = (best.get_mut(i * width + j), step.get_mut(i * width + j))
            {
                (*value, *take) = choice;
            }
        }
    }
    let mut out = Vec::new();
    let (mut i, mut j) = (0, 0);
    while i < n || j < m {
        let (di, dj) = step.get(i * width + j).copied().unwrap_or_default();
        if di + dj == 0 {
            break;
        }
        out.push((i..i + di, j..j + dj));
        i += di;
        j += dj;
    }
    pair_strangers(&out)
}

/// What it is worth to pair the sentences of these bags; [`f32::MIN`] for strangers.
fn gain(b: Option<&Vec<u32>>, a: Option<&Vec<u32>>, cost: f32) -> f32 {
    let (Some(b), Some(a)) = (b, a) else { return f32::MIN };
    if 2.0 * (b.len().min(a.len()) as f32) < KIN * (b.len() + a.len()) as f32 {
        return f32::MIN;
    }
    let kin = overlap(b, a) - cost;
    if kin < KIN { f32::MIN } else { kin * (b.len() + a.len()) as f32 }
}

/// The gains of pairing one sentence with one.
struct Table {
    singles: Vec<f32>,
    /// The plain counterpart of each sentence, if it has one.
    of_old: Vec<Option<usize>>,
    of_new: Vec<Option<usize>>,
}

impl Table {
    fn new(old: &[Vec<u32>], new: &[Vec<u32>]) -> Self {
        let (n, m) = (old.len(), new.len());
        let mut table = Self { singles: vec![f32::MIN; n * m], of_old: vec![None; n], of_new: vec![None; m] };
        for (i, b) in old.iter().enumerate() {
            for (j, a) in new.iter().enumerate() {
                if !table.near(i, j) {
                    continue;
                }
                let single = gain(Some(b), Some(a), 0.0);
                if single > PLAIN * (b.len() + a.len()) as f32
                    && let (Some(old), Some(new)) = (table.of_old.get_mut(i), table.of_new.get_mut(j))
                {
                    (*old, *new) = (Some(j), Some(i));
                }
                if let Some(cell) = table.singles.get_mut(i * m + j) {
                    *cell = single;
                }
            }
        }
        table
    }

    fn single(&self, i: usize, j: usize) -> f32 {
        self.singles.get(i * self.of_new.len() + j).copied().unwrap_or(f32::MIN)
    }

    /// Counterparts stand near the diagonal; sentences that went far were taken out as moves.
    fn near(&self, i: usize, j: usize) -> bool {
        let (n, m) = (self.of_old.len(), self.of_new.len());
        (i * m).abs_diff(j * n) <= BAND * n.max(m)
    }

    /// Whether none of these sentences has its plain counterpart elsewhere: then they may have been
    /// joined or split.
    fn open(&self, old: Range<usize>, new: Range<usize>) -> bool {
        let free = |plain: &[Option<usize>], ours: &Range<usize>, theirs: &Range<usize>| {
            let mine = plain.get(ours.clone()).unwrap_or_default();
            mine.iter().flatten().all(|other| theirs.contains(other))
        };
        free(&self.of_old, &old, &new) && free(&self.of_new, &new, &old)
    }
}

fn contiguous(spans: &[Span], at: usize) -> bool {
    matches!((spans.get(at), spans.get(at + 1)), (Some(one), Some(two)) if one.end == two.start)
}

/// As many dropped as added sentences side by side replace one another in order.
fn pair_strangers(pairs: &[Pairing]) -> Vec<Pairing> {
    let alone = |pair: &Pairing| pair.0.is_empty() || pair.1.is_empty();
    let mut out = Vec::with_capacity(pairs.len());
    for run in pairs.chunk_by(|one, two| alone(one) && alone(two)) {
        let dropped: Vec<_> = run.iter().filter(|pair| pair.1.is_empty()).collect();
        let added: Vec<_> = run.iter().filter(|pair| pair.0.is_empty()).collect();
        if dropped.len() == added.len() && !dropped.is_empty() && dropped.len() * 2 == run.len() {
            out.extend(dropped.iter().zip(&added).map(|(b, a)| (b.0.clone(), a.1.clone())));
        } else {
            out.extend_from_slice(run);
        }
    }
    out
}

/// Sorted hashes of the character pairs inside words.
fn bag(text: &str) -> Vec<u32> {
    let mut out = Vec::with_capacity(text.len());
    let mut last = 0_u32;
    for ch in text.chars() {
        if is_word_char(ch) {
            let code = u32::from(lower(ch));
            out.push(last.wrapping_mul(31).wrapping_add(code));
            last = code;
        } else {
            last = 0;
        }
    }
    out.sort_unstable();
    out
}

/// Two sorted bags as one.
fn merged(mut one: &[u32], mut two: &[u32]) -> Vec<u32> {
    let mut out = Vec::with_capacity(one.len() + two.len());
    while let (Some((x, rest_one)), Some((y, rest_two))) = (one.split_first(), two.split_first()) {
        if x <= y {
            out.push(*x);
            one = rest_one;
        } else {
            out.push(*y);
            two = rest_two;
        }
    }
    out.extend_from_slice(one);
    out.extend_from_slice(two);
    out
}

/// Dice coefficient of two sorted bags.
fn overlap(one: &[u32], two: &[u32]) -> f32 {
    let (mut i, mut j, mut common) = (0, 0, 0_usize);
    while let (Some(x), Some(y)) = (one.get(i), two.get(j)) {
        match x.cmp(y) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                common += 1;
                i += 1;
                j += 1;
            }
        }
    }
    if one.is_empty() && two.is_empty() { 0.0 } else { 2.0 * common as f32 / (one.len() + two.len()) as f32 }
}

/// Common character pairs of two sentences, 0 to 1.
#[must_use]
pub fn kinship(one: &str, two: &str) -> f32 {
    overlap(&bag(one), &bag(two))
}
