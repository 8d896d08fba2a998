//! Weights: how much each signal counts, per language.
//!
//! Owns reading `data/gate/weights.tsv`, which `stet train gate` writes; the function they go into is
//! [`score`](crate::score)'s.

use std::sync::LazyLock;

use stet_text::Language;

/// How many signals are weighed.
pub const SIGNALS: usize = 16;

/// The signals that are weighed, each with whether it speaks for the claim; the others speak against it. `stet train gate` fits a
/// weight for each. Words exchanged in place, word order, the final predicate alone, tense, the distance of a wrong value and a
/// difference of polarity or direction that is no veto added nothing.
pub const NAMES: [(&str, bool); SIGNALS] = [
    // Shares of the claim's words and n-grams in the best windows, and in their sources.
    ("window_words", true),
    ("window_grams", true),
    ("source_words", true),
    ("source_grams", true),
    // The windows have every content word of the claim, and state all its values.
    ("complete", true),
    // It states values, and the windows state all of them.
    ("stated", true),
    // Content words of a Korean claim that the windows lack, inflection and meaning considered, as a logarithm.
    ("lack", false),
    // A value is missing or another; how many no source states, as a logarithm.
    ("number", false),
    ("values_missing", false),
    // Share of the claim's names that the windows lack.
    ("names", false),
    // It denies something and the first window nothing; it denies a word that the first window does not.
    ("denial", false),
    ("unconfirmed", false),
    // Groups of emphasis that the windows lack: absolute (`all`, `only`), of degree (`more`), of time and cause.
    ("absolute", false),
    ("degree", false),
    ("circumstance", false),
    // How little the evidence bears out words of a direction, and words in whose place it has another of the same kind.
    ("astray", false),
];

/// The weights of one language.
#[derive(Debug, Clone, Default)]
pub struct Weights {
    pub bias: f64,
    /// The sum from which a claim is supported.
    pub threshold: f64,
    /// One for each of [`NAMES`].
    pub each: [f64; SIGNALS],
}

static READ: LazyLock<[Weights; 2]> = LazyLock::new(|| {
    let rows: Vec<_> = stet_data::rows("gate/weights.tsv").collect();
    [1, 2].map(|column| {
        let of = |name: &str| {
            let row = rows.iter().find(|row| row.first() == Some(&name));
            // A signal that came after the training counts from the next one on.
            row.and_then(|row| row.get(column)?.parse().ok()).unwrap_or_default()
        };
        let each = NAMES.map(|(name, _)| of(name));
        Weights { bias: of("bias"), threshold: of("threshold"), each }
    })
});

impl Weights {
    #[must_use]
    pub fn of(language: Language) -> &'static Self {
        let [english, korean] = &*READ;
        match language {
            Language::En => english,
            Language::Ko => korean,
        }
    }

    /// The weighted sum of the signals.
    #[must_use]
    pub fn sum(&self, signals: &[f32; SIGNALS]) -> f64 {
        let parts = self.each.iter().zip(signals);
        self.bias + parts.map(|(weight, signal)| weight * f64::from(*signal)).sum::<f64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_signal_has_its_weights() {
        let named: Vec<&str> =
            stet_data::rows("gate/weights.tsv").filter_map(|row| row.first().copied()).collect();
        let want: Vec<&str> = ["bias", "threshold"].into_iter().chain(NAMES.map(|(name, _)| name)).collect();
        assert_eq!(named, want);
        assert!([Language::En, Language::Ko].iter().all(|language| Weights::of(*language).threshold > 0.0));
    }
}
