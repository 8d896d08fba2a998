//! Fits the weights of the claim model. The same rows give the same weights: nothing is drawn by chance.

use super::features::{BUCKETS, Hash, features};
use super::{LIMIT, Model};
use crate::{SentenceKind, kind};

/// A text, all sentences of which are of one kind.
#[derive(Debug, Clone)]
pub struct Row {
    pub text: String,
    pub kind: SentenceKind,
}

impl Row {
    /// Whether the row is one of the third that is measured and not learned from when a model is tried.
    #[must_use]
    pub fn is_held_out(&self) -> bool {
        Hash::NEW.with(self.text.as_bytes()).bucket_of(3) == 0
    }
}

/// How many rows of each kind were read, and how many rightly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Figures {
    pub claims: usize,
    pub claims_right: usize,
    pub others: usize,
    pub others_right: usize,
}

const ROUNDS: usize = 40;
const RATE: f64 = 0.1;
/// How clearly an example must be right to teach nothing more.
const MARGIN: f64 = 5.0;
/// How much more a claim that is taken for none costs than the reverse: nobody checks it.
const CLAIM_COST: f64 = 1.5;
/// The largest weight that is kept, in standard deviations.
const SPREAD: f64 = 6.0;

struct Example {
    parts: Vec<Vec<u32>>,
    claim: bool,
}

/// Fits a model to rows of claims and of what is none, by subgradients of the hinge loss that shrink with the number of
/// times a feature was met; the mean of all rounds.
#[must_use]
pub fn fit<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Model {
    let examples = examples(rows);
    let mut weights = vec![0.0_f64; BUCKETS as usize];
    let mut squares = vec![0.0_f64; BUCKETS as usize];
    let mut sums = vec![0.0_f64; BUCKETS as usize];
    for _ in 0..ROUNDS {
        for example in &examples {
            let (best, score) = best_part(&example.parts, &weights);
            let cost = if example.claim { CLAIM_COST } else { -1.0 };
            if score * cost.signum() >= MARGIN {
                continue;
            }
            for &at in best {
                if let (Some(weight), Some(square)) =
                    (weights.get_mut(at as usize), squares.get_mut(at as usize))
                {
                    *square += cost * cost;
                    *weight += RATE * cost / square.sqrt();
                }
            }
        }
        for (sum, weight) in sums.iter_mut().zip(&weights) {
            *sum += weight;
        }
    }
    let met = sums.iter().filter(|sum| **sum != 0.0).count().max(1);
    let spread = (sums.iter().map(|sum| sum * sum).sum::<f64>() / met as f64).sqrt().max(f64::MIN_POSITIVE);
    let scale = f64::from(LIMIT) / (SPREAD * spread);
    #[expect(clippy::cast_possible_truncation, reason = "at most LIMIT")]
    let weights = sums
        .iter()
        .map(|sum| (sum * scale).round().clamp(-f64::from(LIMIT), f64::from(LIMIT)) as i8)
        .collect();
    Model { weights }
}

/// The examples of the rows, in an order that has nothing to do with theirs.
fn examples<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Vec<Example> {
    let mut examples: Vec<(u32, Example)> = Vec::new();
    for row in rows.into_iter().filter(|row| matches!(row.kind, SentenceKind::Claim | SentenceKind::Meta)) {
        for (text, item) in kind::undecided(&row.text) {
            let order = Hash::NEW.with(text.as_bytes()).bucket_of(u32::MAX);
            let claim = row.kind == SentenceKind::Claim;
            examples.push((order, Example { parts: features(&text, item), claim }));
        }
    }
    examples.sort_by_key(|(order, _)| *order);
    examples.into_iter().map(|(_, example)| example).collect()
}

/// The part that claims most, and how much.
fn best_part<'a>(parts: &'a [Vec<u32>], weights: &[f64]) -> (&'a [u32], f64) {
    let score = |part: &[u32]| part.iter().filter_map(|&at| weights.get(at as usize)).sum::<f64>();
    let scored = parts.iter().map(|part| (part.as_slice(), score(part)));
    scored.max_by(|(_, first), (_, second)| first.total_cmp(second)).unwrap_or((&[], 0.0))
}

/// What a model makes of rows.
#[must_use]
pub fn figures<'a>(model: &Model, rows: impl IntoIterator<Item = &'a Row>) -> Figures {
    let mut figures = Figures::default();
    for row in rows {
        let claim = row.kind == SentenceKind::Claim;
        let right =
            kind::undecided(&row.text).iter().all(|(text, item)| model.is_claim(text, *item) == claim);
        match row.kind {
            SentenceKind::Claim => {
                figures.claims += 1;
                figures.claims_right += usize::from(right);
            }
            SentenceKind::Meta => {
                figures.others += 1;
                figures.others_right += usize::from(right);
            }
            _ => {}
        }
    }
    figures
}
