//! Why a model directory cannot be used, in a sentence with the way out.

use std::path::{Path, PathBuf};

use stet_text::Language;

/// A fault of a model directory.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EncoderError {
    #[error("the model directory {path} does not exist")]
    NoDirectory { path: PathBuf },
    #[error("the model directory {path} has no {file}")]
    Missing { path: PathBuf, file: &'static str },
    /// The weights are there, but only for another engine.
    #[error("the model directory {path} has {file} but no model.safetensors")]
    OtherFormat { path: PathBuf, file: &'static str },
    #[error("{path} cannot be read: {reason}")]
    Unreadable { path: PathBuf, reason: String },
    #[error("{path} is damaged: {reason}")]
    Damaged { path: PathBuf, reason: String },
    #[error("{path}: {what} is not supported")]
    Unsupported { path: PathBuf, what: String },
    /// A text that the tokenizer refuses, or a vector that is not finite.
    #[error("the model in {path} failed: {reason}")]
    Failed { path: PathBuf, reason: String },
}

impl EncoderError {
    pub(super) fn unreadable(path: &Path, fault: &std::io::Error) -> Self {
        Self::Unreadable { path: path.to_owned(), reason: fault.to_string() }
    }

    pub(super) fn damaged(path: &Path, reason: &str) -> Self {
        Self::Damaged { path: path.to_owned(), reason: reason.to_owned() }
    }

    pub(super) fn unsupported(path: &Path, what: &str) -> Self {
        Self::Unsupported { path: path.to_owned(), what: what.to_owned() }
    }

    /// What is wrong, where, and how to mend it.
    #[must_use]
    pub fn message(&self, language: Language) -> String {
        match language {
            Language::Ko => self.korean(),
            Language::En => self.english(),
        }
    }

    fn korean(&self) -> String {
        match self {
            Self::NoDirectory { path } => {
                format!("모델 폴더 {}이(가) 없습니다. 경로를 고치거나 설정을 지워 주세요.", path.display())
            }
            Self::Missing { path, file } => format!(
                "모델 폴더 {}에 {file}이(가) 없습니다. model.safetensors, tokenizer.json, config.json이 모두 있는 폴더를 지정해 주세요.",
                path.display()
            ),
            Self::OtherFormat { path, file } => format!(
                "모델 폴더 {}에는 {file}만 있습니다. Stet은 model.safetensors를 읽습니다. 같은 모델의 safetensors 파일을 함께 넣어 주세요.",
                path.display()
            ),
            Self::Unreadable { path, reason } => {
                format!("{}을(를) 읽을 수 없습니다({reason}). 파일 권한을 확인해 주세요.", path.display())
            }
            Self::Damaged { path, reason } => {
                format!("{}이(가) 손상되었습니다({reason}). 모델을 다시 내려받아 주세요.", path.display())
            }
            Self::Unsupported { path, what } => format!(
                "{}: {what}은(는) 지원하지 않습니다. BERT, RoBERTa, XLM-RoBERTa 계열의 문장 임베딩 모델이나 정적 임베딩(model2vec)을 지정해 주세요.",
                path.display()
            ),
            Self::Failed { path, reason } => {
                format!("{}의 모델이 글을 처리하지 못했습니다({reason}).", path.display())
            }
        }
    }

    fn english(&self) -> String {
        match self {
            Self::NoDirectory { path } => {
                format!(
                    "The model directory {} does not exist; correct the path or remove the setting.",
                    path.display()
                )
            }
            Self::Missing { path, file } => format!(
                "The model directory {} has no {file}; name a directory with model.safetensors, tokenizer.json and config.json.",
                path.display()
            ),
            Self::OtherFormat { path, file } => format!(
                "The model directory {} has only {file}; Stet reads model.safetensors. Put the safetensors file of the same model beside it.",
                path.display()
            ),
            Self::Unreadable { path, reason } => {
                format!("{} cannot be read ({reason}); check the permissions of the file.", path.display())
            }
            Self::Damaged { path, reason } => {
                format!("{} is damaged ({reason}); download the model again.", path.display())
            }
            Self::Unsupported { path, what } => format!(
                "{}: {what} is not supported; name a sentence embedding model of the BERT, RoBERTa or XLM-RoBERTa family, or static embeddings (model2vec).",
                path.display()
            ),
            Self::Failed { path, reason } => {
                format!("The model in {} could not read a text ({reason}).", path.display())
            }
        }
    }
}
