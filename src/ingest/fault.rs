//! Why a job ended without a ready document, and what the document says about it.

use stet_embedding::EmbedError;
use stet_extract::ExtractError;
use stet_llm::ModelError;
use stet_store::{Failure, StoreError};
use stet_text::Language;

/// A job that ended this many processes is not tried again by itself.
pub(super) const MAX_ATTEMPTS: i32 = 3;

/// Why a job ended without a ready document.
pub(super) enum Fault {
    /// Another worker has the job, or the document was deleted: say nothing.
    Lost,
    Extract(ExtractError),
    Embed(EmbedError),
    Store(StoreError),
    /// The model that adds to passages is away.
    Model(Trouble),
    /// The job's blocking part panicked or was cut off.
    Crashed,
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl Fault {
    /// Whether the database was away or busy: another attempt begins with what is stored already.
    pub(super) const fn passes(&self) -> bool {
        matches!(self, Self::Store(fault) if fault.passes())
    }

    /// What the document says about it.
    pub(super) fn failure(&self) -> Option<Failure> {
        let failure = |code: &str, ko: String, en: String, transient| {
            Some(Failure { code: code.into(), ko, en, transient })
        };
        match self {
            Self::Lost => None,
            Self::Extract(error) => failure(
                extract_code(error),
                error.message(Language::Ko),
                error.message(Language::En),
                error.is_transient(),
            ),
            Self::Embed(error) => {
                failure("embedding", error.message(Language::Ko), error.message(Language::En), true)
            }
            Self::Model(trouble) => Some(trouble.failure()),
            Self::Store(StoreError::Full(_)) => failure(
                "disk_full",
                "데이터베이스의 디스크가 가득 찼습니다. 공간을 비운 뒤 다시 시도해 주세요.".into(),
                "The database's disk is full; free some space and try again.".into(),
                true,
            ),
            Self::Store(_) => failure(
                "database",
                "데이터베이스에 저장하지 못했습니다. 잠시 뒤 다시 시도해 주세요.".into(),
                "The database could not store the document; try again in a moment.".into(),
                true,
            ),
            Self::Crashed => failure(
                "crashed",
                format!(
                    "{MAX_ATTEMPTS}번 시도하는 동안 문서 읽기가 끝나지 못했습니다. 다른 형식으로 저장하여 올려 주세요."
                ),
                format!(
                    "Reading the document did not come to an end in {MAX_ATTEMPTS} attempts; save it in another format."
                ),
                true,
            ),
        }
    }
}

/// Stable names of extraction faults: the variant, as it is serialised.
fn extract_code(error: &ExtractError) -> &'static str {
    match error {
        ExtractError::Empty => "empty",
        ExtractError::Wordless => "wordless",
        ExtractError::NoDraft { .. } => "no_draft",
        ExtractError::Line { .. } => "line",
        ExtractError::NoText { .. } => "no_text",
        ExtractError::Encrypted => "encrypted",
        ExtractError::Corrupt { .. } => "corrupt",
        ExtractError::ArchiveBomb { .. } => "archive_bomb",
        ExtractError::Binary => "binary",
        ExtractError::Unsupported { .. } => "unsupported",
        ExtractError::TooLarge { .. } => "too_large",
        ExtractError::Timeout { .. } => "timeout",
        ExtractError::Memory { .. } => "memory",
        ExtractError::Failed { .. } => "failed",
        ExtractError::NoEngine => "no_engine",
        ExtractError::Distribution => "distribution",
    }
}

/// Why the model gave no text.
#[derive(Debug)]
pub(super) enum Trouble {
    Model(ModelError),
    Late(u64),
}

impl Trouble {
    pub(super) fn message(&self, language: Language) -> String {
        match (self, language) {
            (Self::Model(fault), _) => fault.message(language),
            (Self::Late(seconds), Language::Ko) => {
                format!("모델이 {seconds}초(STET_MODEL_FIRST_TOKEN_SECONDS) 안에 쓰지 않았습니다.")
            }
            (Self::Late(seconds), Language::En) => {
                format!("The model did not write within {seconds} seconds (STET_MODEL_FIRST_TOKEN_SECONDS).")
            }
        }
    }

    pub(super) fn failure(&self) -> Failure {
        Failure {
            code: "model".into(),
            ko: format!(
                "모델이 구절에 더할 것을 쓰지 못했습니다. {} 다시 시작하면 이어서 합니다.",
                self.message(Language::Ko)
            ),
            en: format!(
                "The model could not write what it was to add to passages. {} The next start goes on with it.",
                self.message(Language::En)
            ),
            transient: true,
        }
    }
}
