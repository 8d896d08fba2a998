//! The semantic layer: claims that words leave open, compared in meaning with the passages that they cite.
//!
//! Owns when and where the comparing is done: off the asynchronous threads, few at a time, each with a deadline,
//! vectors remembered. Leaves the vectors to `encoder`, what a nearness may do to `domain::semantic`, and which claims
//! are compared to `domain::answer`. Without a model directory there is no such layer.

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

use crate::encoder::{Encoder, EncoderError};
use stet_answer::semantic::{self, Comparison, Scale};
use stet_text::{Language, language};

/// Vectors remembered by a process: of claims and of passages, some kilobytes each.
const REMEMBERED: usize = 4096;

/// Why a model directory cannot serve as a semantic layer.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SemanticError {
    #[error(transparent)]
    Encoder(#[from] EncoderError),
    #[error("the model in {path} does not tell paraphrases from unrelated sentences")]
    Useless { path: PathBuf },
}

impl SemanticError {
    /// What is wrong, where, and how to mend it.
    #[must_use]
    pub fn message(&self, language: Language) -> String {
        match (self, language) {
            (Self::Encoder(fault), _) => fault.message(language),
            (Self::Useless { path }, Language::Ko) => format!(
                "{}의 모델은 한국어에서도 영어에서도 뜻이 같은 문장과 무관한 문장을 가려내지 못합니다. 문장 임베딩용으로 학습된 모델을 지정해 주세요.",
                path.display()
            ),
            (Self::Useless { path }, Language::En) => format!(
                "The model in {} tells paraphrases from unrelated sentences neither in Korean nor in English; name a model that was trained for sentence embeddings.",
                path.display()
            ),
        }
    }
}

/// A sentence encoder as a layer of the gate. Cheap to clone; clones share what they remember.
#[derive(Debug, Clone)]
pub struct Semantic {
    encoder: Arc<Encoder>,
    korean: Option<Scale>,
    english: Option<Scale>,
    /// Least figure of a claim that is lifted; `None` leaves it to the domain.
    threshold: Option<f32>,
    deadline: Duration,
    known: Arc<Mutex<HashMap<u64, Arc<[f32]>>>>,
    /// Comparisons that run at the same time.
    turns: Arc<Semaphore>,
}

impl Semantic {
    /// Measures the encoder on the domain's anchors. `deadline` counts from the moment a comparison is asked for,
    /// waiting for its turn included.
    ///
    /// # Errors
    /// The encoder fails, or knows neither Korean nor English.
    pub fn new(
        encoder: Arc<Encoder>,
        threshold: Option<f32>,
        deadline: Duration,
    ) -> Result<Self, SemanticError> {
        let korean = measure(&encoder, Language::Ko)?;
        let english = measure(&encoder, Language::En)?;
        if korean.is_none() && english.is_none() {
            return Err(SemanticError::Useless { path: encoder.path().to_owned() });
        }
        // The rest of the machine streams answers.
        let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
        let turns = Arc::new(Semaphore::new(processors.div_ceil(2)));
        Ok(Self { encoder, korean, english, threshold, deadline, known: Arc::default(), turns })
    }

    /// The directory's name.
    #[must_use]
    pub fn name(&self) -> &str {
        self.encoder.name()
    }

    /// Languages that the encoder knows. Claims in another one are left to words and model.
    #[must_use]
    pub fn languages(&self) -> Vec<Language> {
        let known = |language: &Language| self.scale(*language).is_some();
        [Language::Ko, Language::En].into_iter().filter(known).collect()
    }

    const fn scale(&self, language: Language) -> Option<Scale> {
        match language {
            Language::Ko => self.korean,
            Language::En => self.english,
        }
    }

    /// Compares a claim, whose words have `score`, with the passages that it cites. `None` when the encoder does not
    /// know the claim's language, or there is nothing to compare with.
    ///
    /// # Errors
    /// In words of `spoken`: too late, or the encoder failed.
    pub async fn compare(
        &self,
        statement: &str,
        passages: &[String],
        score: f32,
        spoken: Language,
    ) -> Result<Option<Comparison>, String> {
        let until = Instant::now() + self.deadline;
        let late = || match spoken {
            Language::Ko => "뜻을 견주는 일이 제때 끝나지 않았습니다".to_owned(),
            Language::En => "the meanings were not compared in time".to_owned(),
        };
        let turn = tokio::time::timeout(self.deadline, Arc::clone(&self.turns).acquire_owned());
        let turn = turn.await.map_err(|_| late())?;
        let (layer, statement, passages) = (self.clone(), statement.to_owned(), passages.to_vec());
        let work = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            layer.compare_now(&statement, &passages, score, Some(until))
        });
        // What is late gives up by itself between two texts; its reader does not wait for it.
        match tokio::time::timeout_at(until.into(), work).await {
            Ok(Ok(Ok(found))) => Ok(found),
            Ok(Ok(Err(Some(fault)))) => Err(fault.message(spoken)),
            Ok(Ok(Err(None))) | Err(_) => Err(late()),
            Ok(Err(fault)) => Err(fault.to_string()),
        }
    }

    /// [`Self::compare`] on the caller's thread.
    ///
    /// # Errors
    /// The encoder failed; `None` when `until` has passed.
    pub fn compare_now(
        &self,
        statement: &str,
        passages: &[String],
        score: f32,
        until: Option<Instant>,
    ) -> Result<Option<Comparison>, Option<EncoderError>> {
        let language = language(statement);
        let Some(scale) = self.scale(language) else { return Ok(None) };
        let mine = self.vector(statement)?;
        let mut nearest: Option<f32> = None;
        for passage in passages {
            if until.is_some_and(|until| Instant::now() >= until) {
                return Err(None);
            }
            let cosine = cosine(&mine, &self.vector(passage)?);
            nearest = Some(nearest.map_or(cosine, |nearest| nearest.max(cosine)));
        }
        Ok(nearest.map(|cosine| {
            let closeness = scale.closeness(cosine);
            let lifts = semantic::figure(closeness, score) >= self.threshold.unwrap_or(semantic::THRESHOLD);
            Comparison { closeness, lifts }
        }))
    }

    fn vector(&self, text: &str) -> Result<Arc<[f32]>, EncoderError> {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        let key = hasher.finish();
        if let Some(vector) = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Ok(Arc::clone(vector));
        }
        // Claims and passages alike get the prompt of queries, as models for symmetric tasks want it.
        let vector: Arc<[f32]> = self.encoder.encode(&self.encoder.prompts().query, text)?.into();
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.insert(key, Arc::clone(&vector));
        Ok(vector)
    }
}

/// Of vectors of length 1.
fn cosine(one: &[f32], two: &[f32]) -> f32 {
    one.iter().zip(two).map(|(a, b)| a * b).sum()
}

/// The scale of an encoder for a language; `None` when it does not know it.
fn measure(encoder: &Encoder, language: Language) -> Result<Option<Scale>, EncoderError> {
    let prompt = &encoder.prompts().query;
    let mut pairs = Vec::new();
    for (one, two) in semantic::anchors(language) {
        pairs.push((encoder.encode(prompt, one)?, encoder.encode(prompt, two)?));
    }
    let paraphrases: Vec<f32> = pairs.iter().map(|(one, two)| cosine(one, two)).collect();
    let mut unrelated = Vec::new();
    for (at, (one, _)) in pairs.iter().enumerate() {
        for (_, (_, two)) in pairs.iter().enumerate().filter(|(other, _)| *other != at) {
            unrelated.push(cosine(one, two));
        }
    }
    Ok(Scale::new(&paraphrases, &unrelated))
}
