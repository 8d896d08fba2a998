//! Fits the weights of the score: the arithmetic of `stet train gate`.
//!
//! Owns a logistic regression in which sets and classes count equally, with a sign for each weight and a pull towards 0, and
//! where its sum is cut. It learns from the read split only, and nothing in it is drawn by chance. Leaves reading rows to the
//! command.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::figures::{Figures, Scored};
use stet_gate::{GatePolicy, NAMES, SIGNALS, Signals, Weights};
use stet_text::Language;

/// Parts of the read split that are left out one after another to find the cut.
pub(super) const FOLDS: usize = 5;
/// Pull of every weight towards 0, beside a mean loss; a third of it or three times as much changes no figure by more than .003.
const PULL: f64 = 0.003;
/// Share of the negatives that are claims with the source of another row: in answers a wrong number does that.
const RANDOM: f64 = 0.3;
/// Sweeps over the weights: after some 50 the third decimal stands.
const SWEEPS: usize = 150;

/// Share of the claims called supported that are to be. What is shared of words tells more of Korean claims, which keep closer
/// to their sources in the data.
const fn precision(language: Language) -> f64 {
    match language {
        Language::En => 0.73,
        Language::Ko => 0.82,
    }
}

/// A claim with a source.
#[derive(Debug, Clone)]
pub(super) struct Sample {
    pub set: String,
    /// Which part of the sources it is of, below [`FOLDS`]; `None` in the unread split.
    pub fold: Option<usize>,
    pub supported: bool,
    /// The source is that of another row.
    pub random: bool,
    pub signals: Signals,
}

/// The weights of one language with the figures of their run: means over the sets.
#[derive(Debug, Clone)]
pub(super) struct Trained {
    pub language: Language,
    weights: Weights,
    /// Each part judged with the weights of the others.
    pub read: Figures,
    pub unread: Figures,
    /// The weights that the program has, on the unread split.
    pub before: Figures,
}

/// Fits the weights of a language.
pub(super) fn train(samples: &[Sample], language: Language) -> Trained {
    let but = |left: usize| samples.iter().filter(move |one| one.fold.is_some_and(|fold| fold != left));
    let apart: Vec<Weights> = (0..FOLDS).map(|fold| fitted(&but(fold).collect::<Vec<_>>())).collect();
    let mut weights = rounded(fitted(&but(FOLDS).collect::<Vec<_>>()));
    let judged = |unread: bool| samples.iter().filter(move |one| !one.random && one.fold.is_none() == unread);
    let read: Vec<(&Sample, f64)> = judged(false)
        .filter_map(|sample| Some((sample, apart.get(sample.fold?)?.sum(&sample.signals.weighed))))
        .collect();
    weights.threshold = cut(&read, language);
    let unread = |weights: &Weights| {
        let sums: Vec<_> =
            judged(true).map(|sample| (sample, weights.sum(&sample.signals.weighed))).collect();
        means(&sums, weights, language)
    };
    Trained {
        language,
        read: means(&read, &weights, language),
        unread: unread(&weights),
        before: unread(Weights::of(language)),
        weights,
    }
}

/// Coordinate descent: each weight in turn goes one Newton step, but not over 0.
fn fitted(samples: &[&Sample]) -> Weights {
    let shares = shares(samples);
    let mut found = Weights::default();
    let mut sums = vec![0.0; samples.len()];
    for _ in 0..SWEEPS {
        for at in 0..=SIGNALS {
            // The last is the bias, which has neither sign nor pull.
            let favours = NAMES.get(at).map(|(_, favours)| *favours);
            let value =
                |sample: &Sample| sample.signals.weighed.get(at).map_or(1.0, |value| f64::from(*value));
            let pull = favours.map_or(0.0, |_| PULL);
            let weight = found.each.get_mut(at).unwrap_or(&mut found.bias);
            let (mut slope, mut bend) = (pull * *weight, pull + f64::EPSILON);
            for ((sample, share), sum) in samples.iter().zip(&shares).zip(&sums) {
                let (value, chance) = (value(sample), 1.0 / (1.0 + f64::exp(-sum)));
                slope += share * value * (chance - f64::from(u8::from(sample.supported)));
                // Bounded below, so that no step is too long where all is nearly certain.
                bend += share * value * value * (chance * (1.0 - chance)).max(0.05);
            }
            let next = *weight - slope / bend;
            let next = match favours {
                Some(true) => next.max(0.0),
                Some(false) => next.min(0.0),
                None => next,
            };
            let step = next - *weight;
            *weight = next;
            for (sum, sample) in sums.iter_mut().zip(samples) {
                *sum += step * value(sample);
            }
        }
    }
    found
}

/// With one decimal: so few rows tell no more.
fn rounded(mut weights: Weights) -> Weights {
    for weight in weights.each.iter_mut().chain([&mut weights.bias]) {
        // Without the sign of 0.
        *weight = (*weight * 10.0).round() / 10.0 + 0.0;
    }
    weights
}

/// How much each sample counts: every set as much as another, its claims that are supported as much as the others.
fn shares(samples: &[&Sample]) -> Vec<f64> {
    let mut sizes: BTreeMap<(&str, bool, bool), f64> = BTreeMap::new();
    for sample in samples {
        *sizes.entry((&sample.set, sample.supported, sample.random)).or_default() += 1.0;
    }
    let sets: BTreeSet<&str> = samples.iter().map(|sample| sample.set.as_str()).collect();
    let share = |sample: &&Sample| {
        let (set, supported, random) = (sample.set.as_str(), sample.supported, sample.random);
        let size = sizes.get(&(set, supported, random)).copied().unwrap_or(1.0);
        let part = match (supported, random) {
            (false, _) if !sizes.contains_key(&(set, supported, !random)) => 1.0,
            (false, true) => RANDOM,
            (false, false) => 1.0 - RANDOM,
            (true, _) => 1.0,
        };
        part / (size * 2.0 * sets.len() as f64)
    };
    samples.iter().map(share).collect()
}

/// The lowest sum from which claims are called supported precisely enough.
fn cut(sums: &[(&Sample, f64)], language: Language) -> f64 {
    let mut places: Vec<f64> = sums.iter().map(|(_, sum)| (sum * 100.0).round() / 100.0).collect();
    places.sort_by(f64::total_cmp);
    places.dedup();
    let is_precise = |&threshold: &f64| {
        means(sums, &Weights { threshold, ..Weights::default() }, language).precision >= precision(language)
    };
    places.into_iter().find(is_precise).unwrap_or_default()
}

/// The means of the figures of the sets.
fn means(sums: &[(&Sample, f64)], weights: &Weights, language: Language) -> Figures {
    let least = GatePolicy::default().similarity_threshold;
    let mut sets: BTreeMap<&str, Vec<Scored>> = BTreeMap::new();
    for (sample, sum) in sums {
        let score = sample.signals.scored(*sum, weights, language);
        let scored = Scored { score, called: score >= least, supported: sample.supported };
        sets.entry(&sample.set).or_default().push(scored);
    }
    Figures::mean(&sets.values().map(|rows| Figures::of(rows)).collect::<Vec<_>>())
}

/// The file of weights: a row for each signal, a column for each language.
pub(super) fn table(all: &[Trained]) -> String {
    let code = |language| if language == Language::En { "en" } else { "ko" };
    let mut text = String::from("# signal");
    for one in all {
        let _ = write!(text, "\t{}", code(one.language));
    }
    text.push_str(
        "\n# Weights of crates/gate/src/score.rs, by `stet train gate`. Means over the sets; each fifth of the read split is judged by\n\
         # weights of the others, and nothing was learned from the unread one.\n",
    );
    for one in all {
        for (split, found) in [("read", one.read), ("unread", one.unread)] {
            let _ = writeln!(text, "# {}, {split}: {found}", code(one.language));
        }
    }
    let mut row = |name: &str, of: &dyn Fn(&Weights) -> f64| {
        text.push_str(name);
        for one in all {
            let _ = write!(text, "\t{}", of(&one.weights));
        }
        text.push('\n');
    };
    row("bias", &|weights| weights.bias);
    row("threshold", &|weights| weights.threshold);
    for (at, (name, _)) in NAMES.iter().enumerate() {
        row(name, &|weights| weights.each.get(at).copied().unwrap_or_default());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Claims that are told by what they share with their sources, and one in which a value is always wrong.
    fn samples() -> Vec<Sample> {
        let source = "Books are lent by the library for up to four weeks. After that a fine of 2 euros is due in cash.";
        let claims = [
            ("The library lends books for four weeks.", true),
            ("A fine of 2 euros is due after that.", true),
            ("Weeks of books are not lent in the library.", false),
            ("A fine of 9 euros is due after that.", false),
        ];
        (0..20)
            .flat_map(|at| {
                claims.map(|(claim, supported)| Sample {
                    set: if at % 2 == 0 { "even" } else { "odd" }.to_owned(),
                    fold: (at % 6 < FOLDS).then_some(at % 6),
                    supported,
                    random: false,
                    signals: Signals::of(claim, source),
                })
            })
            .collect()
    }

    #[test]
    fn what_is_fitted_tells_the_samples_apart_with_the_signs_of_the_signals() {
        let samples = samples();
        let trained = train(&samples, Language::En);
        assert!(trained.unread.auroc > 0.9 && trained.unread.rows == 12, "{trained:?}");
        for ((name, favours), weight) in NAMES.iter().zip(trained.weights.each) {
            assert!(if *favours { weight >= 0.0 } else { weight <= 0.0 }, "{name}");
        }
        // The same again, with a row for each signal.
        let table = table(&[trained]);
        assert_eq!(table, super::table(&[train(&samples, Language::En)]));
        assert_eq!(table.lines().filter(|line| !line.starts_with('#')).count(), SIGNALS + 2);
    }

    #[test]
    fn sets_and_classes_count_equally() {
        let samples = samples();
        let all: Vec<&Sample> = samples.iter().skip(1).collect();
        let shares = shares(&all);
        for (set, supported) in [("even", true), ("even", false), ("odd", true), ("odd", false)] {
            let own = all.iter().zip(&shares).filter(|(one, _)| one.set == set && one.supported == supported);
            assert!((own.map(|(_, share)| share).sum::<f64>() - 0.25).abs() < 1e-9);
        }
    }
}
