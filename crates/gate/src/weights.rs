//! Weights: how much each signal counts, per language.
//!
//! Owns reading `data/gate/weights.tsv`, which `stet train gate` writes; the function they go into is
//! [`score`](crate::score)'s.

use std::sync::LazyLock;

use crate::score::{SIGNALS, Signals};
use stet_text::Language;

/// The weights of one language.
#[derive(Debug, Clone, Default)]
pub struct Weights {
    pub bias: f64,
    /// The sum from which a claim is supported.
    pub threshold: f64,
    /// One for each of [`Signals::NAMES`].
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
        let each = Signals::NAMES.map(|(name, _)| of(name));
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
    pub fn sum(&self, signals: &Signals) -> f64 {
        let parts = self.each.iter().zip(signals.weighed);
        self.bias + parts.map(|(weight, signal)| weight * f64::from(signal)).sum::<f64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_signal_has_its_weights() {
        let named: Vec<&str> =
            stet_data::rows("gate/weights.tsv").filter_map(|row| row.first().copied()).collect();
        let want: Vec<&str> =
            ["bias", "threshold"].into_iter().chain(Signals::NAMES.map(|(name, _)| name)).collect();
        assert_eq!(named, want);
        assert!([Language::En, Language::Ko].iter().all(|language| Weights::of(*language).threshold > 0.0));
    }
}
