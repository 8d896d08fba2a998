//! The semantic layer's rule: when is a claim near enough in meaning to what it cites?
//!
//! Owns how the cosine of a sentence encoder becomes a figure that means the same for every encoder, and what the
//! figure may do: it can lift a claim that words leave open over the gate's threshold, nothing else. It never lifts a
//! veto or a claim that words reject, and it never lowers one. Leaves making vectors to `encoder`, and when to compare
//! to `answer`.
//!
//! Cosines of one encoder lie between 0.75 and 0.95, those of another between 0 and 0.9. So each encoder is measured
//! when it is opened, on sentences that say the same in other words and on sentences that have nothing to do with one
//! another ([`anchors`]): 0 is like the unrelated ones, 1 like the paraphrases.

use serde::{Deserialize, Serialize};

use stet_text::Language;

/// What the semantic layer found about one claim.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// Nearness of the nearest cited passage: 0 as unrelated sentences, 1 as paraphrases; may lie outside.
    pub closeness: f32,
    /// Whether the claim counts as if its words had been enough.
    pub lifts: bool,
}

/// Two points of an encoder's cosines, for one language.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    /// Mean cosine of unrelated sentences.
    unrelated: f32,
    /// Mean cosine of paraphrases.
    paraphrase: f32,
}

/// Standard deviations of the unrelated cosines between the two means, below which an encoder does not know a
/// language. Measured: all-MiniLM-L6-v2 6.0 in English and 0.4 in Korean, multilingual-e5-small 4.4 and 5.0.
const LEAST_DISTANCE: f32 = 2.0;

impl Scale {
    /// The scale of an encoder with these cosines of [`anchors`]; `None` when they cannot be told apart, so that the
    /// encoder has nothing to say about the language.
    #[must_use]
    pub fn new(paraphrases: &[f32], unrelated: &[f32]) -> Option<Self> {
        let mean = |values: &[f32]| values.iter().sum::<f32>() / values.len().max(1) as f32;
        let (same, other) = (mean(paraphrases), mean(unrelated));
        let spread = unrelated.iter().map(|value| (value - other).powi(2)).sum::<f32>();
        let spread = (spread / unrelated.len().max(1) as f32).sqrt();
        let apart = same - other > LEAST_DISTANCE * spread && same - other > 0.01;
        (apart && same.is_finite()).then_some(Self { unrelated: other, paraphrase: same })
    }

    /// Where a cosine lies between the two points.
    #[must_use]
    pub fn closeness(&self, cosine: f32) -> f32 {
        (cosine - self.unrelated) / (self.paraphrase - self.unrelated)
    }
}

/// The figure that is held against the threshold: nearness in meaning, and what the words have in common. Cosines alone
/// rank the claims of the ask zone hardly better than chance would (AUROC 0.59 in Korean, 0.60 in English with
/// multilingual-e5-small), since a claim with one thing wrong lies as near as a true one; together with the words they
/// find the few that are safe.
#[must_use]
pub const fn figure(closeness: f32, score: f32) -> f32 {
    closeness + WORDS * (score - AT_THRESHOLD)
}

/// What a point of the words' score counts beside a point of closeness.
const WORDS: f32 = 2.0;
/// The words' score at which the figure is the closeness alone.
const AT_THRESHOLD: f32 = 0.6;

/// Least figure of a claim that is lifted, when no setting says otherwise: where on the development sets three of four
/// lifted Korean claims are supported (docs/BENCHMARKS.md). English claims reach it rarely, and no threshold serves
/// them: what is near in meaning is not more often true there.
pub const THRESHOLD: f32 = 1.3;

/// Pairs of sentences that say the same in other words; sentences of different pairs have nothing to do with one
/// another.
pub fn anchors(language: Language) -> impl Iterator<Item = (&'static str, &'static str)> {
    let name = match language {
        Language::Ko => "words/ko/answer-anchors.tsv",
        Language::En => "words/en/answer-anchors.tsv",
    };
    stet_data::rows(name).filter_map(|row| Some((*row.first()?, *row.get(1)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_runs_from_unrelated_to_paraphrase() {
        let scale = Scale::new(&[0.95, 0.91], &[0.79, 0.81, 0.8]).unwrap();
        for (cosine, closeness) in [(0.8, 0.0), (0.93, 1.0), (0.865, 0.5), (0.67, -1.0)] {
            assert!((scale.closeness(cosine) - closeness).abs() < 1e-4, "{cosine}");
        }
    }

    #[test]
    fn an_encoder_that_cannot_tell_them_apart_has_no_scale() {
        assert_eq!(Scale::new(&[0.8, 0.8], &[0.6, 0.9, 0.75]), None);
        assert_eq!(Scale::new(&[0.0; 8], &[0.0; 56]), None);
        assert_eq!(Scale::new(&[f32::NAN], &[0.1, 0.2]), None);
        assert_eq!(Scale::new(&[], &[]), None);
    }

    #[test]
    fn words_in_common_help() {
        assert!(figure(1.0, 0.55) > figure(1.0, 0.35));
        assert!((figure(1.0, 0.6) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn anchors_are_alike_in_number() {
        assert_eq!(anchors(Language::Ko).count(), anchors(Language::En).count());
    }
}
