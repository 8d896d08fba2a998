//! The settings of every model: who writes, who judges, who embeds.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// The chat model, of any OpenAI-compatible server. Without a key and a base URL, answers are quotations of the sources.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ModelConfig {
    /// Base URL of an OpenAI-compatible server, with its `/v1`.
    pub base_url: Option<String>,
    /// Key of that server. Alone, it is one of OpenAI's own server.
    pub api_key: Option<String>,
    /// Name of the model.
    pub name: String,
    /// Temperature of the requests.
    pub temperature: f32,
    /// Tokens of an answer, at most.
    pub max_tokens: u32,
    /// Tokens of the model's context, where known: for a longer prompt it gets 500 characters of each source. Else the
    /// server's refusal tells.
    pub context_tokens: Option<usize>,
    /// Longest wait for a connection, in seconds.
    pub connect_seconds: u64,
    /// Longest wait for the first token, in seconds.
    pub first_token_seconds: u64,
    /// Longest silence inside a stream, in seconds.
    pub idle_seconds: u64,
}

impl Default for ModelConfig {
    fn default() -> Self {
        Self {
            base_url: None,
            api_key: None,
            name: "gpt-4o-mini".into(),
            temperature: 0.1,
            max_tokens: 2048,
            context_tokens: None,
            connect_seconds: 5,
            first_token_seconds: 60,
            idle_seconds: 30,
        }
    }
}

impl ModelConfig {
    /// Whether a model is configured at all.
    #[must_use]
    pub fn is_configured(&self) -> bool {
        self.base_url.is_some() || self.api_key.is_some()
    }

    /// The base URL to talk to.
    #[must_use]
    pub fn base_url(&self) -> &str {
        self.base_url.as_deref().unwrap_or("https://api.openai.com/v1")
    }
}

/// The model that judges what words leave open. What is not set is as for the chat model; the key of that one is not sent to
/// another server. `stet serve` tries it on ten known sentences a language, and leaves a language in which it fails to the
/// words.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct JudgeConfig {
    /// Name of the model.
    pub name: Option<String>,
    /// Base URL of an OpenAI-compatible server, with its `/v1`.
    pub base_url: Option<String>,
    /// Key of that server.
    pub api_key: Option<String>,
}

/// A model of entailment on this machine, which is asked before the judge. It never lifts another number, date or denial, and
/// is not asked in a language in which it fails ten known sentences.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MeaningConfig {
    /// Its folder: `model.onnx`, `tokenizer.json` and a `config.json` whose labels name entailment. Unset: none is asked.
    pub model: Option<PathBuf>,
    /// The library of ONNX Runtime, or its folder; found when unset (`pip install onnxruntime`).
    pub runtime: Option<PathBuf>,
    /// Least probability of a claim that is supported by meaning, 0 to 1. `stet eval grounding --meaning` suggests one for a
    /// model.
    pub accept: f32,
}

impl Default for MeaningConfig {
    fn default() -> Self {
        Self { model: None, runtime: None, accept: 0.9 }
    }
}

/// Who embeds texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Embeddings {
    /// A model on this machine: the folder of the setting, or the one that is installed.
    Local,
    /// Nobody: feature hashing, which knows words alone.
    Hashing,
}

/// Text embeddings: the server that is set, else the model that is installed, else feature hashing. After a change `serve` and
/// `ingest` embed what is there again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EmbeddingConfig {
    /// `local`: a model on this machine; `hashing`: words alone. Unset: what the other settings name, else what is found.
    pub kind: Option<Embeddings>,
    /// Longest wait for one batch of a server, in seconds; what takes longer is sent in halves.
    pub seconds: u64,
    /// Base URL of an OpenAI-compatible server; unset, that of the chat model.
    pub base_url: Option<String>,
    /// Key of that server; unset, that of the chat model.
    pub api_key: Option<String>,
    /// Model of that server; unset, none is asked, or `text-embedding-3-small` when only an OpenAI key is given.
    pub model: Option<String>,
    /// Folder of a sentence encoder (`model.safetensors`, `tokenizer.json`, `config.json`) that runs in this process.
    pub model_dir: Option<PathBuf>,
    /// Dimensions asked of the model; at most 1536.
    pub dimensions: Option<usize>,
    /// Text before a query, as E5 models of a server want (`query: `).
    pub query_prefix: String,
    /// Text before a passage (`passage: `).
    pub passage_prefix: String,
}

impl Default for EmbeddingConfig {
    fn default() -> Self {
        Self {
            kind: None,
            seconds: 60,
            base_url: None,
            api_key: None,
            model: None,
            model_dir: None,
            dimensions: None,
            query_prefix: String::new(),
            passage_prefix: String::new(),
        }
    }
}
