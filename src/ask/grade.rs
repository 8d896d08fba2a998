//! How good an answer is, in four dimensions: accuracy is the gate's own word, completeness, relevance and clarity are the model's.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::digits::digits;
use super::told::Told;
use stet_prompt::GradeVerdict;

/// Below it, a single dimension calls for another attempt, whatever the others are.
const LEAST: f64 = 0.5;

/// The grade of an answer; every figure lies between 0 and 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AnswerGrade {
    /// Whether the question is answered as a whole, from 0 to 1.
    pub completeness: f64,
    /// Whether it is this question that is answered, from 0 to 1.
    pub relevance: f64,
    /// Whether it can be understood, from 0 to 1.
    pub clarity: f64,
    /// One less the hallucination score.
    pub accuracy: f64,
    /// The mean of the four.
    pub overall: f64,
    /// What to do better, in the model's words.
    pub feedback: String,
    /// Whether it is good enough.
    pub passed: bool,
}

impl AnswerGrade {
    /// The judge's grade of an answer of which so much is not supported; it passes from `threshold` on.
    pub(super) fn of(verdict: GradeVerdict, unsupported: f64, threshold: f32) -> Self {
        let accuracy = 1.0 - unsupported;
        let [completeness, relevance, clarity] =
            [verdict.completeness, verdict.relevance, verdict.clarity].map(digits);
        let overall = (completeness + relevance + clarity + accuracy) / 4.0;
        let overall = (overall * 1000.0).round() / 1000.0;
        let least = completeness.min(relevance).min(clarity).min(accuracy);
        Self {
            completeness,
            relevance,
            clarity,
            accuracy,
            overall,
            feedback: verdict.feedback,
            passed: overall >= digits(threshold) && least >= LEAST,
        }
    }

    /// The dimensions that are too low; all that are not perfect where only the mean is too low.
    pub(super) fn weak(&self) -> Vec<Told> {
        let named = || [Told::Completeness, Told::Relevance, Told::Clarity, Told::Accuracy];
        let figures = [self.completeness, self.relevance, self.clarity, self.accuracy];
        let below = |limit: f64| {
            named().into_iter().zip(figures).filter(|(_, own)| *own < limit).map(|(name, _)| name).collect()
        };
        let low: Vec<Told> = below(LEAST);
        if low.is_empty() { below(1.0) } else { low }
    }
}
