//! Every OpenAI-compatible embedding server, through `async-openai`.
//!
//! Its retries with back-off and `Retry-After` are used as they are; its own response type is not, since many
//! compatible servers leave out fields that it demands.

use std::fmt;
use std::time::Duration;

use async_openai::Client;
use async_openai::config::OpenAIConfig;
use async_openai::error::OpenAIError;
use futures::FutureExt as _;
use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};
use tokio::time::timeout;

use super::{EmbedError, EmbedRole, Embedder, normalise, prefixes, prefixes_mark};

/// Where an embedding model is and what it wants.
#[derive(Clone)]
pub struct EmbeddingSettings {
    /// Such as `http://127.0.0.1:11434/v1`; `/embeddings` is added.
    pub base_url: String,
    pub key: Option<String>,
    pub model: String,
    /// The length of the vectors.
    pub dimensions: usize,
    /// Whether the length is asked for. Models whose vectors can be cut (Matryoshka) need it, others refuse it.
    pub ask_for_dimensions: bool,
    /// Put before every query, such as `query: ` for the E5 models.
    pub query_prefix: String,
    /// Put before every passage, such as `passage: ` for the E5 models.
    pub passage_prefix: String,
    /// At most this many texts in one request.
    pub batch: usize,
    /// At most this many bytes of text in one request (a proxy for tokens, of which a byte is never more than one).
    pub batch_bytes: usize,
    /// The longest text that is sent, in bytes; what is behind it is left out, since servers refuse longer ones.
    pub longest_text: usize,
    pub connect_timeout: Duration,
    /// For one batch, with its retries.
    pub timeout: Duration,
}

impl EmbeddingSettings {
    /// Settings with the defaults: 64 texts or 128 kB a request, 60 s for each, the prefixes of the model.
    #[must_use]
    pub fn new(
        base_url: impl Into<String>,
        key: Option<String>,
        model: impl Into<String>,
        dimensions: usize,
    ) -> Self {
        let model = model.into();
        let [query_prefix, passage_prefix] = prefixes(&model);
        Self {
            base_url: base_url.into(),
            key: key.map(|key| key.trim().to_owned()).filter(|key| !key.is_empty()),
            dimensions,
            ask_for_dimensions: model.starts_with("text-embedding-3"),
            model,
            query_prefix: query_prefix.to_owned(),
            passage_prefix: passage_prefix.to_owned(),
            batch: 64,
            batch_bytes: 128 << 10,
            longest_text: 16 << 10,
            connect_timeout: Duration::from_secs(5),
            timeout: Duration::from_mins(1),
        }
    }
}

impl fmt::Debug for EmbeddingSettings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("EmbeddingSettings")
            .field("model", &self.model)
            .field("dimensions", &self.dimensions)
            .field("key", &self.key.as_ref().map(|_| "[key]"))
            .finish_non_exhaustive()
    }
}

/// An embedding model behind an OpenAI-compatible address.
#[derive(Debug)]
pub struct OpenAiEmbedder {
    settings: EmbeddingSettings,
    space: String,
    client: Client<OpenAIConfig>,
}

impl OpenAiEmbedder {
    /// Connects to nothing yet. A TLS provider must be installed (see `llm::install_tls_provider`), else an
    /// address with `https` fails.
    pub fn new(settings: EmbeddingSettings) -> Result<Self, EmbedError> {
        let base = settings.base_url.trim().trim_end_matches('/').to_owned();
        let unreachable = |reason: String| EmbedError::Unreachable { url: shown(&base), reason };
        let url = reqwest::Url::parse(&base).map_err(|error| unreachable(error.to_string()))?;
        // `async-openai` panics on a key that cannot stand in a header.
        if settings.key.as_ref().is_some_and(|key| reqwest::header::HeaderValue::from_str(key).is_err()) {
            return Err(EmbedError::Unauthorised);
        }
        let mut http = reqwest::Client::builder().connect_timeout(settings.connect_timeout);
        if matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]")) {
            http = http.no_proxy();
        }
        let http = http.build().map_err(|error| unreachable(error.to_string()))?;
        // Every field is set, since those that are not come from the environment, which only `config` reads.
        let config = OpenAIConfig::new()
            .with_api_base(base)
            .with_api_key(settings.key.clone().unwrap_or_default())
            .with_org_id("")
            .with_project_id("");
        let prefixes = prefixes_mark(&settings.query_prefix, &settings.passage_prefix);
        let space = format!("openai:{}:{}{prefixes}", settings.model, settings.dimensions);
        Ok(Self { space, client: Client::build(http, config), settings })
    }

    async fn all(&self, texts: &[String], role: EmbedRole) -> Result<Vec<Vec<f32>>, EmbedError> {
        let prefix = match role {
            EmbedRole::Query => &self.settings.query_prefix,
            EmbedRole::Passage => &self.settings.passage_prefix,
        };
        let inputs: Vec<String> =
            texts.iter().map(|text| format!("{prefix}{}", head(text, self.settings.longest_text))).collect();
        let mut vectors = Vec::with_capacity(inputs.len());
        let mut rest = inputs.as_slice();
        while !rest.is_empty() {
            let (batch, after) =
                rest.split_at(batch_len(rest, self.settings.batch, self.settings.batch_bytes));
            vectors.extend(self.batch(batch).await?);
            rest = after;
        }
        Ok(vectors)
    }

    async fn batch(&self, batch: &[String]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let request = Request {
            model: &self.settings.model,
            // Servers refuse an empty text; a space gives some vector, which nothing is near to.
            input: batch
                .iter()
                .map(|text| if text.trim().is_empty() { " " } else { text.as_str() })
                .collect(),
            encoding_format: "float",
            dimensions: self.settings.ask_for_dimensions.then_some(self.settings.dimensions),
        };
        let embeddings = self.client.embeddings();
        let answer = timeout(self.settings.timeout, embeddings.create_byot::<_, Response>(&request)).await;
        let Ok(answer) = answer else {
            return Err(EmbedError::Timeout { seconds: self.settings.timeout.as_secs() });
        };
        let mut data = answer.map_err(|error| self.fault(&error))?.data;
        if data.len() != batch.len() {
            return Err(EmbedError::Count { wanted: batch.len(), got: data.len() });
        }
        if data.iter().all(|item| item.index.is_some()) {
            data.sort_by_key(|item| item.index);
            // Each place once: an index twice means that another text has none.
            if data.iter().enumerate().any(|(at, item)| item.index != Some(at)) {
                return Err(EmbedError::Malformed {
                    reason: "the indices of the vectors are not 0, 1, 2 …".to_owned(),
                });
            }
        }
        data.into_iter().map(|item| self.vector(item.embedding)).collect()
    }

    fn vector(&self, mut vector: Vec<f32>) -> Result<Vec<f32>, EmbedError> {
        if vector.len() != self.settings.dimensions {
            return Err(EmbedError::Dimensions { wanted: self.settings.dimensions, got: vector.len() });
        }
        if vector.iter().any(|x| !x.is_finite()) {
            return Err(EmbedError::NotFinite);
        }
        normalise(&mut vector);
        Ok(vector)
    }

    fn fault(&self, error: &OpenAIError) -> EmbedError {
        match error {
            OpenAIError::Reqwest(error) => {
                let reason = if error.is_timeout() { "timed out" } else { "no connection" };
                EmbedError::Unreachable { url: shown(&self.settings.base_url), reason: reason.to_owned() }
            }
            OpenAIError::ApiError(fault) => match fault.status_code.as_u16() {
                401 | 403 => EmbedError::Unauthorised,
                404 => EmbedError::UnknownModel { model: self.settings.model.clone() },
                429 => EmbedError::RateLimited,
                _ => EmbedError::Provider { message: self.redact(&fault.api_error.message) },
            },
            OpenAIError::JSONDeserialize(_, body) => EmbedError::Malformed { reason: self.redact(body) },
            other => EmbedError::Provider { message: self.redact(&other.to_string()) },
        }
    }

    /// A server's text on one line, bounded, without the key.
    fn redact(&self, text: &str) -> String {
        let mut line: String =
            text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(300).collect();
        if let Some(key) = &self.settings.key {
            line = line.replace(key, "[key]");
        }
        line
    }
}

impl Embedder for OpenAiEmbedder {
    fn space(&self) -> &str {
        &self.space
    }

    fn dimensions(&self) -> usize {
        self.settings.dimensions
    }

    fn embed<'a>(
        &'a self,
        texts: &'a [String],
        role: EmbedRole,
    ) -> BoxFuture<'a, Result<Vec<Vec<f32>>, EmbedError>> {
        self.all(texts, role).boxed()
    }
}

#[derive(Serialize)]
struct Request<'a> {
    model: &'a str,
    input: Vec<&'a str>,
    encoding_format: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    dimensions: Option<usize>,
}

#[derive(Deserialize)]
struct Response {
    data: Vec<Item>,
}

#[derive(Deserialize)]
struct Item {
    index: Option<usize>,
    embedding: Vec<f32>,
}

/// How many of the next texts go into one request; at least one.
fn batch_len(texts: &[String], most: usize, most_bytes: usize) -> usize {
    let mut bytes = 0;
    let fitting = texts
        .iter()
        .take(most)
        .take_while(|text| {
            bytes += text.len();
            bytes <= most_bytes
        })
        .count();
    fitting.max(1)
}

/// The first `most` bytes, cut between characters.
fn head(text: &str, most: usize) -> &str {
    text.get(..text.floor_char_boundary(most)).unwrap_or(text)
}

/// An address without what may be secret in it.
fn shown(url: &str) -> String {
    let without_query = url.split_once('?').map_or(url, |(before, _)| before);
    match (without_query.split_once("://"), without_query.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
        _ => without_query.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_keep_both_limits() {
        let texts: Vec<String> = ["aaaa", "bbbb", "cccc"].map(str::to_owned).to_vec();
        assert_eq!(batch_len(&texts, 64, 8), 2);
        assert_eq!(batch_len(&texts, 1, 100), 1);
        assert_eq!(batch_len(&texts, 64, 1), 1, "a text over the limit goes alone");
        assert_eq!(head("가나다", 4), "가");
    }

    #[test]
    fn addresses_are_shown_without_secrets() {
        assert_eq!(shown("http://user:pass@host/v1?key=x"), "http://host/v1");
    }

    #[test]
    fn models_that_want_prefixes_are_known_by_their_names() {
        for (model, query) in [
            ("intfloat/multilingual-e5-small", "query: "),
            ("e5", "query: "),
            ("multilingual-e5-large-instruct", ""),
            ("nomic-embed-text:latest", "search_query: "),
            ("text-embedding-3-small", ""),
            ("base5", ""),
        ] {
            assert_eq!(prefixes(model)[0], query, "{model}");
        }
    }
}
