//! How much of what an answer claims no source supports.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use stet_answer::report::repeated;
use stet_answer::{SentenceReport, State};

/// Refused claims that are told.
const REFUSED: usize = 8;

/// How much of an answer its sources do not support.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HallucinationCheck {
    /// 0: every claim is supported; 1: none is. See [`score`].
    pub score: f64,
    /// The score in a word.
    pub band: Band,
    /// A score above it calls for another attempt.
    pub threshold: f64,
    /// Whether it is good enough.
    pub passed: bool,
    /// Sentences that claim something.
    pub claims: usize,
    /// Claims that count against the answer, the refused ones first, at most eight.
    pub unsupported_claims: Vec<String>,
    /// The scores of all attempts, in their order.
    pub scores: Vec<f64>,
}

/// What a score means. The workflow's document gives the bands 0.0, 0.1–0.3, 0.4–0.6, 0.7–0.9 and 1.0; what lies between two
/// of them belongs to the nearer one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum Band {
    #[default]
    Supported,
    MinorDetails,
    SomeClaims,
    MajorClaims,
    Fabricated,
}

impl Band {
    fn of(score: f64) -> Self {
        match score {
            score if score < 0.05 => Self::Supported,
            score if score < 0.35 => Self::MinorDetails,
            score if score < 0.65 => Self::SomeClaims,
            score if score < 0.95 => Self::MajorClaims,
            _ => Self::Fabricated,
        }
    }
}

/// What a sentence counts against its answer: a claim that its source refuses, or that cites none that exists, in full; one
/// that nobody could decide, or that cites nothing, by half, since nothing says that it is wrong. `None` for what claims
/// nothing.
const fn weight(state: State) -> Option<f64> {
    match state {
        State::Supported => Some(0.0),
        State::Judging | State::Uncertain | State::Uncited => Some(0.5),
        State::Unsupported | State::UnknownSource => Some(1.0),
        State::NotAClaim => None,
    }
}

/// The hallucination score of some sentences, 0 to 1: the mean of what their claims count ([`weight`]); 0 without claims.
/// Rounded to three decimals.
#[must_use]
pub fn score<'a>(sentences: impl IntoIterator<Item = &'a SentenceReport>) -> f64 {
    let weights: Vec<f64> = sentences.into_iter().filter_map(|sentence| weight(sentence.state)).collect();
    #[expect(clippy::cast_precision_loss, reason = "an answer has few sentences")]
    let mean = weights.iter().sum::<f64>() / weights.len().max(1) as f64;
    (mean * 1000.0).round() / 1000.0
}

impl HallucinationCheck {
    pub(super) fn of(sentences: &[&SentenceReport], threshold: f64) -> Self {
        let score = score(sentences.iter().copied());
        let counting = |refused: bool| {
            sentences.iter().filter(move |sentence| {
                weight(sentence.state).is_some_and(|own| own > 0.0 && (own > 0.9) == refused)
            })
        };
        let unsupported_claims = counting(true)
            .chain(counting(false))
            .map(|sentence| repeated(sentence.statement.trim()))
            .take(REFUSED);
        Self {
            score,
            band: Band::of(score),
            threshold,
            passed: score <= threshold,
            claims: sentences.iter().filter(|sentence| weight(sentence.state).is_some()).count(),
            unsupported_claims: unsupported_claims.collect(),
            scores: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_segment::SentenceKind;

    fn sentences(states: &[State]) -> Vec<SentenceReport> {
        let report = |(index, state): (usize, &State)| SentenceReport {
            index,
            span: stet_text::span::Span::default(),
            kind: SentenceKind::Claim,
            state: *state,
            score: 0.0,
            reason: String::new(),
            veto: None,
            model_confidence: None,
            by: None,
            words: None,
            suggested: None,
            against: None,
            citations: Vec::new(),
            statutes: Vec::new(),
            removed: Vec::new(),
            statement: format!("{state:?}"),
        };
        states.iter().enumerate().map(report).collect()
    }

    #[test]
    fn a_score_is_the_share_of_what_no_source_supports() {
        use State::{NotAClaim, Supported, Uncertain, Uncited, UnknownSource, Unsupported};
        for (states, expected, band) in [
            (&[][..], 0.0, Band::Supported),
            (&[NotAClaim], 0.0, Band::Supported),
            (&[Supported, Supported, NotAClaim], 0.0, Band::Supported),
            (&[Supported, Supported, Supported, Unsupported], 0.25, Band::MinorDetails),
            (&[Uncited, Uncertain], 0.5, Band::SomeClaims),
            (&[Supported, Unsupported, Unsupported, Unsupported], 0.75, Band::MajorClaims),
            (&[Unsupported, UnknownSource], 1.0, Band::Fabricated),
        ] {
            let sentences = sentences(states);
            let check = HallucinationCheck::of(&sentences.iter().collect::<Vec<_>>(), 0.7);
            assert_eq!(
                (check.score, check.band, check.passed),
                (expected, band, expected <= 0.7),
                "{states:?}"
            );
        }
        let mixed = sentences(&[Uncited, Unsupported, Supported]);
        let check = HallucinationCheck::of(&mixed.iter().collect::<Vec<_>>(), 0.7);
        assert_eq!(
            (check.claims, check.unsupported_claims),
            (3, vec!["Unsupported".to_owned(), "Uncited".to_owned()])
        );
    }
}
