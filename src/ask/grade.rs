//! How good an answer is, in four dimensions, and what a better one would mind.
//!
//! Accuracy is the gate's own word; completeness, relevance and clarity are asked of the model, after the text is there, where
//! that is switched on. A reply that is no grade, or that comes late, is no grade: the answer goes on without.

use serde::{Deserialize, Serialize};

use super::digits;
use super::event::{Step, StepState};
use super::generate::Run;
use super::hallucination::HallucinationCheck;
use stet_text::Language;

/// Below it, a single dimension calls for another attempt, whatever the others are.
const LEAST: f64 = 0.5;

/// The grade of an answer; every figure lies between 0 and 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AnswerGrade {
    pub completeness: f64,
    pub relevance: f64,
    pub clarity: f64,
    /// One less the hallucination score.
    pub accuracy: f64,
    /// The mean of the four.
    pub overall: f64,
    /// What to do better, in the model's words.
    pub feedback: String,
    pub passed: bool,
}

impl AnswerGrade {
    /// The dimensions that are too low, in words; all that are not perfect where only the mean is too low.
    pub(super) fn weak(&self, language: Language) -> Vec<&'static str> {
        let named = match language {
            Language::Ko => ["완결성", "관련성", "명확성", "정확성"],
            Language::En => ["completeness", "relevance", "clarity", "accuracy"],
        };
        let figures = [self.completeness, self.relevance, self.clarity, self.accuracy];
        let below = |limit: f64| {
            named.into_iter().zip(figures).filter(|(_, own)| *own < limit).map(|(name, _)| name).collect()
        };
        let low: Vec<&'static str> = below(LEAST);
        if low.is_empty() { below(1.0) } else { low }
    }
}

impl Run<'_> {
    /// Grades a whole answer, where that is switched on and there is a judge; `None` where it was not graded, with the reason
    /// among the steps and notes.
    pub(super) async fn grade(
        &mut self,
        question: &str,
        text: &str,
        check: &HallucinationCheck,
    ) -> Option<AnswerGrade> {
        // What claims nothing says that the sources do not tell, and no other attempt would find more.
        let threshold = self.asker.config.correct.quality_threshold.filter(|_| check.claims > 0)?;
        let Some(judge) = &self.asker.judge else {
            let why = self.say("평가할 모델이 없습니다", "there is no model to grade with");
            self.step(Step::Grade, StepState::Skipped, why);
            return None;
        };
        self.step(Step::Grade, StepState::Running, String::new());
        let graded = judge.grade(self.language, question, text);
        let stop = self.live.stopped().clone();
        let verdict = match stop.run_until_cancelled(graded).await? {
            Ok(verdict) => verdict,
            Err(why) => {
                self.step(Step::Grade, StepState::Skipped, why.clone());
                self.made
                    .notes
                    .push(self.say(format!("평가를 건너뛰었습니다: {why}"), format!("not graded: {why}")));
                return None;
            }
        };
        let accuracy = 1.0 - check.score;
        let [completeness, relevance, clarity] =
            [verdict.completeness, verdict.relevance, verdict.clarity].map(digits);
        let overall = (completeness + relevance + clarity + accuracy) / 4.0;
        let overall = (overall * 1000.0).round() / 1000.0;
        let least = completeness.min(relevance).min(clarity).min(accuracy);
        let grade = AnswerGrade {
            completeness,
            relevance,
            clarity,
            accuracy,
            overall,
            feedback: verdict.feedback,
            passed: overall >= digits(threshold) && least >= LEAST,
        };
        let mut detail = self.say(format!("{overall:.2}점"), format!("{overall:.2} of 1"));
        if !grade.passed {
            detail.push_str(": ");
            detail.push_str(&grade.weak(self.language).join(", "));
        }
        self.step(Step::Grade, StepState::Done, detail);
        Some(grade)
    }
}
