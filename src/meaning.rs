//! Models of entailment: does a passage say what a claim says, whatever the words?
//!
//! Owns what such a model answers and why a folder cannot serve as one; [`onnx`] runs cross-encoders. `stet eval grounding
//! --meaning` measures what one would add to the words. Nothing in an answer asks it yet.

pub mod onnx;

use std::fmt;
use std::path::PathBuf;

use stet_text::Language;

/// What a model says of a passage and a claim.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Entailed {
    /// Probability that the passage entails the claim, 0 to 1.
    pub entailed: f32,
    /// Probability that it says the contrary; `None` of a model that does not tell.
    pub contradicted: Option<f32>,
}

/// A model of entailment.
pub trait Entailment: fmt::Debug + Send + Sync {
    fn name(&self) -> &str;

    /// # Errors
    /// The model failed on this text.
    fn entails(&self, premise: &str, hypothesis: &str) -> Result<Entailed, MeaningError>;
}

/// Why a folder cannot serve as a meaning layer, or a text could not be weighed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MeaningError {
    #[error("the library of ONNX Runtime was not found")]
    NoRuntime,
    #[error("{path}: {why}")]
    Unusable { path: PathBuf, why: String },
    #[error("{path}: the labels in config.json name no entailment")]
    NoLabels { path: PathBuf },
    #[error("{0}")]
    Failed(String),
}

impl MeaningError {
    /// What is wrong, where, and how to mend it.
    #[must_use]
    pub fn message(&self, language: Language) -> String {
        match (self, language) {
            (Self::NoRuntime, Language::Ko) => "ONNX Runtime 라이브러리를 찾지 못했습니다. `pip install onnxruntime`으로 설치하거나 --onnxruntime으로 파일을 지정해 주세요.".to_owned(),
            (Self::NoRuntime, Language::En) => "The library of ONNX Runtime was not found; install it (pip install onnxruntime) or name the file with --onnxruntime.".to_owned(),
            (Self::Unusable { path, why }, Language::Ko) => {
                format!("{}의 모델을 쓸 수 없습니다: {why}", path.display())
            }
            (Self::Unusable { path, why }, Language::En) => {
                format!("The model in {} cannot be used: {why}", path.display())
            }
            (Self::NoLabels { path }, Language::Ko) => format!(
                "{}의 config.json에 entailment 라벨이 없습니다. 함의(NLI)용으로 학습된 교차 인코더를 지정해 주세요.",
                path.display()
            ),
            (Self::NoLabels { path }, Language::En) => format!(
                "The config.json in {} has no label `entailment`; name a cross-encoder that was trained for entailment (NLI).",
                path.display()
            ),
            (Self::Failed(why), Language::Ko) => format!("뜻을 견주지 못했습니다: {why}"),
            (Self::Failed(why), Language::En) => format!("the meanings could not be compared: {why}"),
        }
    }
}
