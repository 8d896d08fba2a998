//! Models of entailment: does a passage say what a claim says, whatever the words?
//!
//! Owns what such a model answers and why a folder cannot serve as one; [`onnx`] runs cross-encoders, [`Meaning`] is the layer
//! between the words and the judge. `stet eval grounding --meaning` measures what one adds to the words.

mod layer;
pub mod onnx;

use std::fmt;
use std::path::PathBuf;

use stet_text::Language;

pub use layer::{Meaning, Weighed};

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
    BadRuntime { path: PathBuf, why: String },
    #[error("{path}: there is no {file}")]
    Missing { path: PathBuf, file: &'static str },
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
            (Self::NoRuntime, Language::Ko) => "ONNX Runtime 라이브러리를 찾지 못했습니다. `pip install onnxruntime`으로 설치하거나 모델 폴더에 두세요(`stet eval`에서는 --onnxruntime).".to_owned(),
            (Self::NoRuntime, Language::En) => "The library of ONNX Runtime was not found; install it (pip install onnxruntime) or put it into the folder of the model (for `stet eval`, --onnxruntime).".to_owned(),
            (Self::BadRuntime { path, why }, Language::Ko) => format!("{}은(는) 쓸 수 있는 ONNX Runtime 라이브러리가 아닙니다({why}). `pip install onnxruntime`으로 다시 설치해 주세요.", path.display()),
            (Self::BadRuntime { path, why }, Language::En) => format!("{} is no library of ONNX Runtime that can be used ({why}); install it anew (pip install onnxruntime).", path.display()),
            (Self::Missing { path, file }, Language::Ko) => format!("{} 폴더에 {file}이(가) 없습니다. 함의 모델의 폴더에는 model.onnx, tokenizer.json, config.json이 있어야 합니다.", path.display()),
            (Self::Missing { path, file }, Language::En) => format!("The folder {} has no {file}; a model of entailment is model.onnx, tokenizer.json and config.json.", path.display()),
            (Self::Unusable { path, why }, Language::Ko) => {
                format!("{}의 모델을 쓸 수 없습니다. 다시 받거나 다른 폴더를 지정해 주세요: {why}", path.display())
            }
            (Self::Unusable { path, why }, Language::En) => {
                format!("The model in {} cannot be used; fetch it again, or name another folder: {why}", path.display())
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
