//! The trial of a judge: whether it tells the known statements of a language apart.
//!
//! Owns when they are asked (one at a time, and only while nobody else needs the model) and what follows: a judge that
//! fails in a language is not asked there. Until it has been tried it is trusted in what words leave open; a veto of theirs is
//! overruled only by one that has passed just this kind.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::Semaphore;

use super::{Fault, Judge};
use stet_answer::{ModelVerdict, Trust};
use stet_prompt as prompt;
use stet_prompt::{Claimed, Kind, Known, Outcome, Said};
use stet_text::Language;

/// Time between two looks whether somebody needs the model.
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// Time before a model that cannot be reached is tried again.
const AGAIN: Duration = Duration::from_mins(1);

/// What came of the trials.
#[derive(Debug, Default)]
pub(super) struct Trial {
    korean: Mutex<Option<Outcome>>,
    english: Mutex<Option<Outcome>>,
}

impl Trial {
    const fn of(&self, language: Language) -> &Mutex<Option<Outcome>> {
        match language {
            Language::Ko => &self.korean,
            Language::En => &self.english,
        }
    }
}

impl Judge {
    /// How the judge did in a language; `None` before it was tried.
    #[must_use]
    pub fn outcome(&self, language: Language) -> Option<Outcome> {
        *self.trial.of(language).lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the judge is asked about texts in a language.
    #[must_use]
    pub fn judges(&self, language: Language) -> bool {
        self.outcome(language).is_none_or(|outcome| outcome.is_enough())
    }

    /// How far its word counts in a language, on a sentence that words doubt for this.
    #[must_use]
    pub fn trust(&self, language: Language, doubt: Option<Kind>) -> Trust {
        let Some(outcome) = self.outcome(language) else { return Trust::default() };
        let passed = |kind| outcome.is_enough() && outcome.passes(kind);
        Trust { cut: outcome.cut, overrules: doubt.is_some_and(passed) }
    }

    /// Asks the judge about the known pairs of a language. While `busy`, the model is left to others: a question that is
    /// open then is dropped and put again. A model that cannot be reached is tried again until it can.
    pub async fn try_in(&self, language: Language, busy: impl Fn() -> bool) -> Outcome {
        let turns = Semaphore::new(1);
        let mut answers: Vec<(Known, Said)> = Vec::new();
        for known in prompt::known(language) {
            let passages = [(String::new(), known.passage.to_owned())];
            let (statement, doubt) = (known.claim, Some((known.kind, known.passage)));
            let claimed = Claimed { statement, question: None, about: &[], passages: &passages, doubt };
            let said = loop {
                wait(&busy, false).await;
                let asked = tokio::select! {
                    asked = self.weigh(&turns, &claimed, language) => asked,
                    () = wait(&busy, true) => continue,
                };
                match asked {
                    Err(Fault::Model(fault)) => {
                        tracing::warn!(%fault, "the judge cannot be tried yet");
                        tokio::time::sleep(AGAIN).await;
                    }
                    asked => break asked,
                }
            };
            let said = match said {
                Ok(ModelVerdict::Judged { accurate, confidence, .. }) => Some((accurate, confidence)),
                _ => None,
            };
            answers.push((known, said));
        }
        let outcome = Outcome::of(&answers);
        *self.trial.of(language).lock().unwrap_or_else(PoisonError::into_inner) = Some(outcome);
        if outcome.is_enough() {
            tracing::info!(
                judge = self.name(),
                ?language,
                right = outcome.right(),
                cut = outcome.cut,
                "the judge was tried"
            );
        } else {
            tracing::warn!(
                judge = self.name(),
                ?language,
                right = outcome.right(),
                of = outcome.asked(),
                "the judge was tried and is not asked in this language: words judge alone"
            );
        }
        outcome
    }

    /// That the judge is not asked in a language, for a person; `None` where it is.
    #[must_use]
    pub fn unfit(&self, language: Language, spoken: Language) -> Option<String> {
        let outcome = self.outcome(language).filter(|outcome| !outcome.is_enough())?;
        let (right, of) = (outcome.right(), outcome.asked());
        let name = self.name();
        Some(match (spoken, language) {
            (Language::Ko, _) => format!(
                "{name}: 답을 아는 {} 문장 {of}개 가운데 {right}개만 맞게 판정했습니다. {0} 답변은 낱말로만 판정합니다.",
                if language == Language::Ko { "한국어" } else { "영어" }
            ),
            (Language::En, _) => format!(
                "{name} got {right} of {of} known {} sentences right: {0} answers are judged by words alone.",
                if language == Language::Ko { "Korean" } else { "English" }
            ),
        })
    }
}

/// Waits until `busy` is so.
async fn wait(busy: &impl Fn() -> bool, until: bool) {
    while busy() != until {
        tokio::time::sleep(LOOK_EVERY).await;
    }
}
