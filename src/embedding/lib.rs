//! Embeddings: the trait, and the faults that every embedder shares.
//!
//! Owns how texts become vectors. Leaves to others: which texts (`ingest`, `ask`), where the vectors are kept
//! (`store`), the settings (`config`).
//!
//! Three implementations exist: [`openai::OpenAiEmbedder`] for every OpenAI-compatible server,
//! [`local::LocalEmbedder`] for a model directory, and [`hashing::HashingEmbedder`] for when none is configured.

use std::fmt::Debug;

use futures::future::BoxFuture;
use sha2::{Digest as _, Sha256};

use crate::encoder::EncoderError;
use stet_text::Language;

pub mod encoder;
pub mod hashing;
pub mod local;
pub mod meaning;
pub mod openai;

/// What a text is embedded for. Some models want a different prefix for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EmbedRole {
    /// A question that looks for passages.
    Query,
    /// A passage that is looked for.
    Passage,
}

/// Turns texts into vectors of one space.
pub trait Embedder: Send + Sync + Debug {
    /// The name of the vector space, such as `hashing-v1:1536` or `openai:text-embedding-3-small:1536`. Vectors of
    /// different names must never be compared.
    fn space(&self) -> &str;

    /// The length of every vector.
    fn dimensions(&self) -> usize;

    /// Whether nobody should wait for the vectors of a document: it is found by its words meanwhile.
    fn is_slow(&self) -> bool {
        false
    }

    /// One vector for each text, in order, of length 1 (a text without any word gives the zero vector).
    fn embed<'a>(
        &'a self,
        texts: &'a [String],
        role: EmbedRole,
    ) -> BoxFuture<'a, Result<Vec<Vec<f32>>, EmbedError>>;
}

/// Why texts could not be embedded.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum EmbedError {
    #[error("the embedding server cannot be reached at {url}: {reason}")]
    Unreachable { url: String, reason: String },
    #[error("the embedding server did not answer within {seconds} s")]
    Timeout { seconds: u64 },
    #[error("the embedding server refused the key")]
    Unauthorised,
    #[error("the embedding server does not know the model {model}")]
    UnknownModel { model: String },
    #[error("the embedding server is busy")]
    RateLimited,
    #[error("the embedding server reported a fault: {message}")]
    Provider { message: String },
    #[error("the embedding server's answer could not be read: {reason}")]
    Malformed { reason: String },
    #[error("the embedding server gave {got} vectors for {wanted} texts")]
    Count { wanted: usize, got: usize },
    #[error("the embedding model gives {got} dimensions, but {wanted} are configured")]
    Dimensions { wanted: usize, got: usize },
    #[error("the embedding server gave a vector with a value that is not a number")]
    NotFinite,
    /// A fault of the model directory.
    #[error(transparent)]
    Local(#[from] EncoderError),
}

impl EmbedError {
    /// One sentence for a person, with the way out.
    #[must_use]
    pub fn message(&self, language: Language) -> String {
        match language {
            Language::Ko => self.korean(),
            Language::En => self.english(),
        }
    }

    fn korean(&self) -> String {
        match self {
            Self::Unreachable { url, .. } => format!(
                "임베딩 서버({url})에 연결할 수 없습니다. 주소(OPENAI_EMBEDDING_BASE_URL, 없으면 OPENAI_BASE_URL)와 서버가 켜져 있는지 확인해 주세요."
            ),
            Self::Timeout { seconds } => {
                format!("임베딩 서버가 {seconds}초 안에 답하지 않았습니다. 잠시 뒤 다시 시도해 주세요.")
            }
            Self::Unauthorised => {
                "임베딩 서버가 키를 거부했습니다. OPENAI_EMBEDDING_API_KEY(없으면 OPENAI_API_KEY)를 확인해 주세요.".to_owned()
            }
            Self::UnknownModel { model } => {
                format!("임베딩 서버에 {model} 모델이 없습니다. OPENAI_EMBEDDING_MODEL을 확인해 주세요.")
            }
            Self::RateLimited => "임베딩 서버가 붐빕니다. 잠시 뒤 다시 시도해 주세요.".to_owned(),
            Self::Provider { .. } => {
                "임베딩 서버에서 오류가 났습니다. 잠시 뒤 다시 시도하고, 계속되면 서버 기록을 확인해 주세요.".to_owned()
            }
            Self::Malformed { .. } | Self::Count { .. } | Self::NotFinite => {
                "임베딩 서버의 응답이 올바르지 않습니다. 주소와 모델이 임베딩용인지 확인해 주세요.".to_owned()
            }
            Self::Local(fault) => fault.message(Language::Ko),
            Self::Dimensions { wanted, got } => format!(
                "임베딩 모델은 {got}차원인데 {wanted}차원으로 설정되어 있습니다. OPENAI_EMBEDDING_DIMENSIONS를 {got}(으)로 맞춰 주세요."
            ),
        }
    }

    fn english(&self) -> String {
        match self {
            Self::Unreachable { url, .. } => format!(
                "The embedding server at {url} cannot be reached; check OPENAI_EMBEDDING_BASE_URL (where unset, OPENAI_BASE_URL) and that the server is running."
            ),
            Self::Timeout { seconds } => {
                format!("The embedding server did not answer within {seconds} seconds; try again in a moment.")
            }
            Self::Unauthorised => "The embedding server refused the key; check OPENAI_EMBEDDING_API_KEY (where unset, OPENAI_API_KEY)."
                .to_owned(),
            Self::UnknownModel { model } => {
                format!("The embedding server does not know the model {model}; check OPENAI_EMBEDDING_MODEL.")
            }
            Self::RateLimited => "The embedding server is busy; try again in a moment.".to_owned(),
            Self::Provider { .. } => {
                "The embedding server reported a fault; try again in a moment, and look at the server's log if it stays.".to_owned()
            }
            Self::Malformed { .. } | Self::Count { .. } | Self::NotFinite => {
                "The embedding server's answer is not valid; check that its address and model are for embeddings."
                    .to_owned()
            }
            Self::Local(fault) => fault.message(Language::En),
            Self::Dimensions { wanted, got } => format!(
                "The embedding model gives {got} dimensions but {wanted} are configured; set OPENAI_EMBEDDING_DIMENSIONS to {got}."
            ),
        }
    }
}

/// What a model wants before a query and before a passage, by its name. Models that follow instructions want a whole sentence.
pub(crate) fn prefixes(model: &str) -> [&'static str; 2] {
    let name = model.to_ascii_lowercase();
    let is_e5 = name.split(['/', '-', '_', ':']).any(|part| part == "e5");
    match name {
        name if is_e5 && !name.contains("instruct") && !name.contains("mistral") => ["query: ", "passage: "],
        name if name.contains("nomic-embed-text") => ["search_query: ", "search_document: "],
        _ => [""; 2],
    }
}

/// What the name of a space says of its prefixes, which are a part of what its vectors mean; nothing without prefixes.
/// A number, since the names of models are looked for in those of spaces.
pub(crate) fn prefixes_mark(query: &str, passage: &str) -> String {
    if query.is_empty() && passage.is_empty() {
        return String::new();
    }
    let mut hash = Sha256::new();
    hash.update(format!("{}:{query}{passage}", query.len()));
    let number = hash.finalize().iter().take(6).fold(0_u64, |number, &byte| (number << 8) | u64::from(byte));
    format!(":prefixed-{number}")
}

/// Scales a vector to length 1; the zero vector stays.
pub(crate) fn normalise(vector: &mut [f32]) {
    let length = vector.iter().map(|&x| f64::from(x) * f64::from(x)).sum::<f64>().sqrt();
    if length > 0.0 {
        for x in vector {
            #[expect(clippy::cast_possible_truncation, reason = "back to the precision it came in")]
            let scaled = (f64::from(*x) / length) as f32;
            *x = scaled;
        }
    }
}
