//! The meaning layer: a model of entailment between the words and the judge.
//!
//! Owns when its word counts, where it is asked (in languages in which it passed the [trial](Meaning::outcome)) and how: beside the
//! threads that carry the streams, one claim at a time, with a deadline, remembered. Leaves to `stet_answer` what the word does to a
//! sentence. It never speaks against a value, a denial or a direction that words have found to differ.

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{OnceCell, Semaphore};

use super::{Entailed, Entailment, MeaningError};
use stet_answer::Meant;
use stet_prompt::{self as prompt, Known, Outcome, Said};
use stet_text::{Language, language};

/// From this probability of support on a claim is lifted.
const ACCEPT: f32 = 0.9;
/// Up to the first probability of support, and from the second of the contrary on, a claim is refused: [`ACCEPT`] mirrored.
const REFUSE: (f32, f32) = (0.1, 0.9);
/// Known statements of a language on which the model is tried: the first ten, which are plain. The others ask for kinds of which it has
/// no say.
const TRIED: usize = 10;
/// Passages that a claim is held against.
const PASSAGES: usize = 2;
/// Bytes of a text that tell its language.
const TOLD: usize = 4 << 10;
/// Probabilities remembered by a process.
const REMEMBERED: usize = 4096;

/// What the layer says of a claim.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Weighed {
    /// A passage entails it, with this probability.
    Supported(f32),
    /// It contradicts every passage, at least with this probability, and words do not support it either.
    Refused(f32),
    /// It says nothing that counts; its highest probability, where it was asked.
    Open(Option<f32>),
}

/// The layer. Cheap to clone; clones share the model and what it said.
#[derive(Debug, Clone)]
pub struct Meaning {
    model: Arc<dyn Entailment>,
    known: Arc<Mutex<HashMap<u64, Entailed>>>,
    turns: Arc<Semaphore>,
    deadline: Duration,
    korean: Arc<OnceCell<Outcome>>,
    english: Arc<OnceCell<Outcome>>,
}

impl Meaning {
    /// `deadline` counts from the moment a claim is given, waiting for its turn included.
    #[must_use]
    pub fn new(model: Arc<dyn Entailment>, deadline: Duration) -> Self {
        Self {
            model,
            known: Arc::default(),
            // A model has one session, which serves one at a time.
            turns: Arc::new(Semaphore::new(1)),
            deadline,
            korean: Arc::default(),
            english: Arc::default(),
        }
    }

    #[must_use]
    pub fn name(&self) -> &str {
        self.model.name()
    }

    const fn trial(&self, language: Language) -> &Arc<OnceCell<Outcome>> {
        match language {
            Language::Ko => &self.korean,
            Language::En => &self.english,
        }
    }

    /// How the model did in a language; `None` before it was tried.
    #[must_use]
    pub fn outcome(&self, language: Language) -> Option<Outcome> {
        self.trial(language).get().copied()
    }

    /// Whether the layer has a part in texts of a language, as far as is known.
    #[must_use]
    pub fn judges(&self, language: Language) -> bool {
        self.outcome(language).is_none_or(|outcome| outcome.is_enough())
    }

    /// Tries the model on the known pairs of a language, once in the life of a process: whether it lifts what is supported, and
    /// nothing else.
    pub async fn try_in(&self, language: Language) -> Outcome {
        let trial = async {
            let mut answers: Vec<(Known, Said)> = Vec::new();
            for known in prompt::known(language).take(TRIED) {
                let meant = Meant {
                    claim: known.claim.to_owned(),
                    windows: vec![(String::new(), known.passage.to_owned())],
                    ..Meant::default()
                };
                let said = self.ask(meant).await.ok();
                let said = said.and_then(|said| Some((said.first()?.entailed >= ACCEPT, 1.0)));
                answers.push((known, said));
            }
            let outcome = Outcome::of(&answers);
            if !outcome.is_enough() {
                tracing::warn!(
                    model = self.name(),
                    ?language,
                    right = outcome.right(),
                    of = outcome.asked(),
                    "the model of entailment was tried and is not asked in this language"
                );
            }
            outcome
        };
        *self.trial(language).get_or_init(|| trial).await
    }

    /// That the model is not asked in a language, for a person; `None` where it is.
    #[must_use]
    pub fn unfit(&self, language: Language, spoken: Language) -> Option<String> {
        let outcome = self.outcome(language).filter(|outcome| !outcome.is_enough())?;
        let (right, of) = (outcome.right(), outcome.asked());
        let name = self.name();
        Some(match (spoken, language) {
            (Language::Ko, _) => format!(
                "{name}: 답을 아는 {} 문장 {of}개 가운데 {right}개만 맞혔습니다. {0} 문장의 뜻은 이 모델로 견주지 않습니다.",
                if language == Language::Ko { "한국어" } else { "영어" }
            ),
            (Language::En, _) => format!(
                "{name} got {right} of {of} known {} sentences right: it is not asked about {0} ones.",
                if language == Language::Ko { "Korean" } else { "English" }
            ),
        })
    }

    /// Whether the passages entail a claim. A model that fails, or is late, leaves it open.
    pub async fn weigh(&self, meant: Meant) -> Weighed {
        let (by_words, vetoed) = (meant.by_words, meant.vetoed);
        let work = async {
            // A passage in a language that the model does not know may seem to entail anything.
            let passages = meant.windows.iter().map(|(_, text)| text.as_str());
            for text in std::iter::once(meant.claim.as_str()).chain(passages) {
                let head = text.get(..text.floor_char_boundary(TOLD)).unwrap_or(text);
                if !self.try_in(language(head)).await.is_enough() {
                    return Ok(Vec::new());
                }
            }
            self.ask(meant).await
        };
        let said = match tokio::time::timeout(self.deadline, work).await {
            Ok(Ok(said)) => said,
            Ok(Err(fault)) => {
                tracing::warn!(%fault, "the model of entailment failed");
                return Weighed::Open(None);
            }
            Err(_) => return Weighed::Open(None),
        };
        let most = said.iter().map(|said| said.entailed).reduce(f32::max);
        let contrary = said.iter().map(|said| said.contradicted.unwrap_or(0.0)).reduce(f32::min);
        match (most, contrary) {
            (Some(most), _) if most >= ACCEPT && !vetoed => Weighed::Supported(told(most)),
            (Some(most), Some(contrary)) if most <= REFUSE.0 && contrary >= REFUSE.1 && !by_words => {
                Weighed::Refused(told(contrary))
            }
            _ => Weighed::Open(most),
        }
    }

    /// What the model says of the claim and each passage, up to one that lifts it.
    async fn ask(&self, meant: Meant) -> Result<Vec<Entailed>, MeaningError> {
        let failed = |fault: &dyn std::fmt::Display| MeaningError::Failed(fault.to_string());
        let turn = Arc::clone(&self.turns).acquire_owned().await.map_err(|fault| failed(&fault))?;
        let own = self.clone();
        let work = tokio::task::spawn_blocking(move || {
            // Whoever waits may give up; the processor is taken until this is done.
            let _turn = turn;
            let mut said = Vec::new();
            for (title, text) in meant.windows.iter().take(PASSAGES) {
                let premise = if title.is_empty() { text.clone() } else { format!("{title}. {text}") };
                let found = own.entailed(&premise, &meant.claim)?;
                said.push(found);
                if found.entailed >= ACCEPT {
                    break;
                }
            }
            Ok(said)
        });
        work.await.map_err(|fault| failed(&fault))?
    }

    fn entailed(&self, premise: &str, claim: &str) -> Result<Entailed, MeaningError> {
        let key = {
            let mut hasher = DefaultHasher::new();
            (premise, claim).hash(&mut hasher);
            hasher.finish()
        };
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&key).copied();
        if let Some(known) = known {
            return Ok(known);
        }
        let found = self.model.entails(premise, claim)?;
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.insert(key, found);
        Ok(found)
    }
}

/// A probability as it is told: what lies beyond three decimals is noise.
fn told(probability: f32) -> f32 {
    (probability * 1000.0).round() / 1000.0
}
