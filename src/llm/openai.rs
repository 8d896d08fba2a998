//! Every OpenAI-compatible chat server: OpenAI itself, Ollama, llama.cpp, vLLM, gateways.
//!
//! The request is built with the types of `async-openai`. It is sent, and the answer read, with `reqwest` directly:
//! `async-openai` turns each frame into its own types or an owned tree, does not say whether a stream ended with its
//! end mark or was cut, drops `Retry-After`, and loses the status of a fault that is not JSON. The format itself is
//! read by [`delta`](super::delta).

mod answer;
mod request;

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_openai::types::chat::CreateChatCompletionRequest;
use bytes::Bytes;
use futures::future::BoxFuture;
use futures::stream;
use futures::{FutureExt as _, Stream, StreamExt as _};
use reqwest::StatusCode;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderValue, RETRY_AFTER};
use tokio::time::{sleep, timeout};

use super::delta::{ChunkReader, provider_fault};
use super::error::redact;
use super::{ChatModel, ChatRequest, ChatStream, Limit, ModelError, ModelKind};
use answer::{Answer, idle, room_of};
use request::{body, drop_what_is_not_supported};
use stet_marks::leaks::Keep;

/// Where a model is and how long it may take.
#[derive(Clone)]
pub struct OpenAiSettings {
    /// Such as `http://127.0.0.1:11434/v1`; `/chat/completions` is added.
    pub base_url: String,
    pub key: Option<String>,
    pub model: String,
    /// Until the connection stands.
    pub connect_timeout: Duration,
    /// From the request, or from the last sign of life, to the first piece of text. Long, since a local model may
    /// have to be loaded and to read the prompt first.
    pub first_token_timeout: Duration,
    /// Between two pieces of the answer.
    pub idle_timeout: Duration,
    /// How often a request that failed before its first piece is sent again.
    pub retries: u32,
    /// The pause before the first retry; doubled each time.
    pub backoff: Duration,
    /// The longest pause that is waited for; a server that asks for more is reported as busy.
    pub longest_backoff: Duration,
}

impl OpenAiSettings {
    /// Settings with the default times: 5 s to connect, 120 s to the first token, 30 s between tokens, 3 retries.
    #[must_use]
    pub fn new(base_url: impl Into<String>, key: Option<String>, model: impl Into<String>) -> Self {
        Self {
            base_url: base_url.into(),
            key: key.map(|key| key.trim().to_owned()).filter(|key| !key.is_empty()),
            model: model.into(),
            connect_timeout: Duration::from_secs(5),
            first_token_timeout: Duration::from_mins(2),
            idle_timeout: Duration::from_secs(30),
            retries: 3,
            backoff: Duration::from_millis(500),
            longest_backoff: Duration::from_secs(15),
        }
    }
}

impl fmt::Debug for OpenAiSettings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("OpenAiSettings")
            .field("base_url", &shown(&self.base_url))
            .field("key", &self.key.as_ref().map(|_| "[key]"))
            .field("model", &self.model)
            .field("retries", &self.retries)
            .finish_non_exhaustive()
    }
}

/// A model behind an OpenAI-compatible address.
pub struct OpenAiChat {
    settings: OpenAiSettings,
    http: reqwest::Client,
    base: reqwest::Url,
    /// The address has no path, and what it names lies under `/v1`.
    below: AtomicBool,
    /// The server has refused to tell the probabilities of tokens.
    tells_no_odds: AtomicBool,
}

impl fmt::Debug for OpenAiChat {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The address may hold a password; that of the settings is shown without it.
        formatter.debug_struct("OpenAiChat").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl OpenAiChat {
    /// Connects to nothing yet. Fails when the address is none.
    pub fn new(settings: OpenAiSettings) -> Result<Self, ModelError> {
        super::install_tls_provider();
        let base = parse_base(&settings.base_url)?;
        // A key with a line break, say, cannot be sent at all.
        if settings.key.as_ref().is_some_and(|key| HeaderValue::from_str(key).is_err()) {
            return Err(ModelError::Unauthorised);
        }
        let mut client = reqwest::Client::builder()
            .connect_timeout(settings.connect_timeout)
            .user_agent(concat!("stet/", env!("CARGO_PKG_VERSION")));
        if is_loopback(&base) {
            client = client.no_proxy();
        }
        let http = client.build().map_err(|error| ModelError::Unreachable {
            url: shown(base.as_str()),
            reason: redact(&causes(&error), settings.key.as_deref()),
        })?;
        let below = AtomicBool::new(false);
        Ok(Self { settings, http, base, below, tells_no_odds: AtomicBool::new(false) })
    }

    /// The names of the models that the server offers; `None` when it has no such list.
    pub async fn models(&self) -> Result<Option<Vec<String>>, ModelError> {
        match self.listed().await {
            told @ (Ok(None) | Err(ModelError::Provider { .. })) if self.goes_below() => {
                let listed = self.listed().await;
                if matches!(listed, Ok(Some(_)) | Err(ModelError::Unauthorised)) {
                    return listed;
                }
                // Nothing is there either: the address is as it was.
                self.below.store(false, Ordering::Relaxed);
                told
            }
            told => told,
        }
    }

    /// Whether the services are now to be looked for under `/v1`, which many leave out of an address.
    fn goes_below(&self) -> bool {
        self.base.path() == "/" && !self.below.swap(true, Ordering::Relaxed)
    }

    async fn listed(&self) -> Result<Option<Vec<String>>, ModelError> {
        let wait = self.settings.connect_timeout * 2;
        let request = self.authorised(self.http.get(self.url("models"))).send();
        let response = match timeout(wait, request).await {
            Ok(response) => response.map_err(|error| self.unreachable(&error))?,
            Err(_) => return Err(idle(wait, Limit::Connection)),
        };
        match response.status() {
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => Err(ModelError::Unauthorised),
            status if status.is_success() => {
                let body = timeout(wait, read_limited(response)).await.unwrap_or_default();
                let list = serde_json::from_slice::<serde_json::Value>(&body).unwrap_or_default();
                // Some servers answer to anything, and say so.
                if list.get("error").is_some_and(|error| !error.is_null()) {
                    return Err(self.fault(status, &body));
                }
                let names = list
                    .get("data")
                    .or_else(|| list.get("models"))
                    .and_then(serde_json::Value::as_array)
                    .map(|models| {
                        models
                            .iter()
                            .filter_map(|model| model.get("id").or_else(|| model.get("name")))
                            .filter_map(serde_json::Value::as_str)
                            .map(str::to_owned)
                            .collect()
                    });
                Ok(names)
            }
            status if status.is_server_error() => {
                let body = timeout(wait, read_limited(response)).await.unwrap_or_default();
                Err(self.fault(status, &body))
            }
            _ => Ok(None),
        }
    }

    async fn open(&self, request: ChatRequest) -> Result<ChatStream, ModelError> {
        let room = request.max_tokens.map_or(usize::MAX, room_of);
        let keep = request.keep;
        let wants = request.logprobs;
        let tells = wants && !self.tells_no_odds.load(Ordering::Relaxed);
        let mut body = body(&self.settings.model, ChatRequest { logprobs: tells, ..request });
        let mut pause = self.settings.backoff;
        let mut left = self.settings.retries;
        // What was said at the address as it stands.
        let mut before = None;
        loop {
            let mut failed = match self.attempt(&body, room, keep).await {
                Ok(answer) => return Ok(answer.boxed()),
                Err(failed) => failed,
            };
            if let Some(reason) = &failed.complaint
                && drop_what_is_not_supported(&mut body, reason)
            {
                self.tells_no_odds.fetch_or(wants && body.logprobs.is_none(), Ordering::Relaxed);
                continue;
            }
            let is_elsewhere = matches!(
                failed.error,
                ModelError::UnknownModel { .. } | ModelError::Provider { status: None, .. }
            );
            if is_elsewhere && before.is_none() && self.goes_below() {
                before = Some(failed.error);
                continue;
            }
            if let Some(before) = before.take_if(|_| is_elsewhere) {
                // Nothing is there either.
                self.below.store(false, Ordering::Relaxed);
                failed.error = before;
            }
            let retry_after = match &failed.error {
                ModelError::RateLimited { retry_after } => *retry_after,
                // A wait for nothing was long enough already.
                ModelError::Idle { .. } => return Err(failed.error),
                error if error.is_transient() => None,
                ModelError::UnknownModel { .. } => return Err(self.with_models(failed.error).await),
                _ => return Err(failed.error),
            };
            let wait = retry_after.unwrap_or(pause);
            if left == 0 || wait > self.settings.longest_backoff {
                return Err(failed.error);
            }
            tracing::debug!(error = %failed.error, ?wait, left, "asking the model again");
            left -= 1;
            sleep(wait).await;
            pause = (pause * 2).min(self.settings.longest_backoff);
        }
    }

    /// Sends the request once and reads up to the first piece of text.
    async fn attempt(
        &self,
        body: &CreateChatCompletionRequest,
        room: usize,
        keep: Keep,
    ) -> Result<Answer, Failed> {
        let key = self.settings.key.as_deref();
        let send = self.authorised(self.http.post(self.url("chat/completions"))).json(body).send();
        let response = match timeout(self.settings.first_token_timeout, send).await {
            Ok(response) => response.map_err(|error| self.unreachable(&error))?,
            Err(_) => return Err(idle(self.settings.first_token_timeout, Limit::FirstToken).into()),
        };
        let status = response.status();
        if !status.is_success() {
            let retry_after = retry_after(response.headers());
            let text = timeout(self.settings.idle_timeout, read_limited(response)).await.unwrap_or_default();
            let mut error = self.fault(status, &text);
            if let ModelError::RateLimited { retry_after: wait } = &mut error {
                *wait = retry_after;
            }
            let complaint =
                matches!(status.as_u16(), 400 | 422).then(|| String::from_utf8_lossy(&text).to_lowercase());
            return Err(Failed { error, complaint });
        }
        let kind = response.headers().get(CONTENT_TYPE).map(HeaderValue::as_bytes).unwrap_or_default();
        if kind.starts_with(b"text/html") {
            // A sign-in page, or an address that is not the API's.
            return Err(ModelError::Malformed { reason: "it is a web page".to_owned() }.into());
        }
        let is_json = kind.starts_with(b"application/json");
        let bytes = response.bytes_stream();
        let bytes = if is_json { as_one_frame(bytes).boxed() } else { bytes.boxed() };
        let reader = ChunkReader::new(key, keep).telling_tokens(body.logprobs.is_some());
        let (first, idle) = (self.settings.first_token_timeout, self.settings.idle_timeout);
        Ok(Answer::begin(bytes, reader, room, first, idle).await?)
    }

    /// What a status other than 2xx means.
    fn fault(&self, status: StatusCode, body: &[u8]) -> ModelError {
        let key = self.settings.key.as_deref();
        let value = serde_json::from_slice::<serde_json::Value>(body).unwrap_or_else(|_| {
            let text = String::from_utf8_lossy(body);
            // A page of HTML says nothing to a person.
            let text = if text.trim_start().starts_with('<') { "" } else { text.trim() };
            let text =
                if text.is_empty() { status.canonical_reason().unwrap_or("no reason given") } else { text };
            serde_json::Value::String(text.to_owned())
        });
        let value = value.get("error").filter(|error| !error.is_null()).unwrap_or(&value);
        let unknown_model =
            || ModelError::UnknownModel { model: self.settings.model.clone(), available: Vec::new() };
        if status == StatusCode::NOT_FOUND {
            return unknown_model();
        }
        let code = value.get("code").and_then(serde_json::Value::as_str).unwrap_or_default();
        let message =
            value.get("message").and_then(serde_json::Value::as_str).unwrap_or_default().to_lowercase();
        let speaks_of_model = message.contains("model")
            && ["not found", "not exist", "unknown model", "invalid model", "no such model"]
                .iter()
                .any(|phrase| message.contains(phrase));
        if code == "model_not_found" || (status == StatusCode::BAD_REQUEST && speaks_of_model) {
            return unknown_model();
        }
        provider_fault(value, (!status.is_success()).then(|| status.as_u16()), key)
    }

    /// Names what the server offers. A 404 of a server that does offer the model, or that has no list at all, means
    /// that the address is wrong.
    async fn with_models(&self, error: ModelError) -> ModelError {
        let ModelError::UnknownModel { model, .. } = error else { return error };
        match self.models().await {
            Ok(Some(names)) if !names.contains(&model) => {
                ModelError::UnknownModel { model, available: names.into_iter().take(10).collect() }
            }
            Ok(_) => ModelError::Malformed { reason: "there is no chat service at this address".to_owned() },
            Err(error @ ModelError::Unauthorised) => error,
            Err(_) => ModelError::UnknownModel { model, available: Vec::new() },
        }
    }

    fn authorised(&self, request: reqwest::RequestBuilder) -> reqwest::RequestBuilder {
        match &self.settings.key {
            Some(key) => request.bearer_auth(key),
            None => request,
        }
    }

    fn url(&self, path: &str) -> String {
        let below = if self.below.load(Ordering::Relaxed) { "/v1" } else { "" };
        format!("{}{below}/{path}", self.base.as_str().trim_end_matches('/'))
    }

    fn unreachable(&self, error: &reqwest::Error) -> ModelError {
        ModelError::Unreachable {
            url: shown(self.base.as_str()),
            reason: redact(&causes(error), self.settings.key.as_deref()),
        }
    }
}

impl ChatModel for OpenAiChat {
    fn name(&self) -> &str {
        &self.settings.model
    }

    fn kind(&self) -> ModelKind {
        ModelKind::Model
    }

    fn stream(&self, request: ChatRequest) -> BoxFuture<'_, Result<ChatStream, ModelError>> {
        self.open(request).boxed()
    }

    fn check(&self) -> BoxFuture<'_, Result<(), ModelError>> {
        async move {
            match self.models().await? {
                Some(names) if !names.is_empty() && !names.contains(&self.settings.model) => {
                    // Ollama lists `name:latest` and answers to `name`.
                    let with_tag = format!("{}:latest", self.settings.model);
                    if names.contains(&with_tag) {
                        return Ok(());
                    }
                    Err(ModelError::UnknownModel {
                        model: self.settings.model.clone(),
                        available: names.into_iter().take(10).collect(),
                    })
                }
                _ => Ok(()),
            }
        }
        .boxed()
    }
}

/// An attempt that gave no text.
struct Failed {
    error: ModelError,
    /// What the server says about the request itself, in lower case.
    complaint: Option<String>,
}

impl From<ModelError> for Failed {
    fn from(error: ModelError) -> Self {
        Self { error, complaint: None }
    }
}

/// A server that does not stream answers with one JSON object, perhaps over several lines: one frame of a stream.
fn as_one_frame(
    bytes: impl Stream<Item = reqwest::Result<Bytes>> + Send + 'static,
) -> impl Stream<Item = reqwest::Result<Bytes>> + Send + 'static {
    let on_one_line = |piece: Bytes| -> Bytes {
        piece.iter().map(|&byte| if matches!(byte, b'\n' | b'\r') { b' ' } else { byte }).collect()
    };
    stream::once(async { Ok(Bytes::from_static(b"data: ")) })
        .chain(bytes.map(move |piece| piece.map(on_one_line)))
}

/// How long the server asks to wait, in its own milliseconds or the standard's seconds. A date is not understood,
/// and the usual pause is made.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let number = |name: &str| headers.get(name)?.to_str().ok()?.trim().parse::<f64>().ok();
    let seconds = number("retry-after-ms").map(|ms| ms / 1000.0).or_else(|| number(RETRY_AFTER.as_str()))?;
    Duration::try_from_secs_f64(seconds).ok()
}

/// The most of a fault's text that is read.
const LONGEST_FAULT: usize = 64 << 10;

async fn read_limited(response: reqwest::Response) -> Vec<u8> {
    let mut body = Vec::new();
    let mut bytes = response.bytes_stream();
    while let Some(Ok(piece)) = bytes.next().await {
        body.extend_from_slice(&piece);
        if body.len() > LONGEST_FAULT {
            break;
        }
    }
    body
}

fn parse_base(text: &str) -> Result<reqwest::Url, ModelError> {
    let wrong = |reason: &str| ModelError::Unreachable { url: shown(text), reason: reason.to_owned() };
    let trimmed = text.trim().trim_end_matches('/').trim_end_matches("/chat/completions");
    let url = reqwest::Url::parse(trimmed).map_err(|error| wrong(&error.to_string()))?;
    if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
        return Err(wrong("the address must begin with http:// or https://"));
    }
    Ok(url)
}

fn is_loopback(url: &reqwest::Url) -> bool {
    url.host_str().is_some_and(|host| {
        let host = host.trim_matches(['[', ']']);
        host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
    })
}

/// An address without a user's name and password, and without a query, either of which may hold a secret.
fn shown(url: &str) -> String {
    match reqwest::Url::parse(url.trim()) {
        Ok(mut url) => {
            // Fails only for addresses that cannot have a user, which then have none.
            let _ = url.set_username("");
            let _ = url.set_password(None);
            url.set_query(None);
            url.as_str().trim_end_matches('/').to_owned()
        }
        Err(_) => redact(url, None),
    }
}

/// An error with its causes: `reqwest` says what failed only in the innermost.
fn causes(error: &reqwest::Error) -> String {
    let mut text = String::new();
    let mut cause: Option<&dyn std::error::Error> = std::error::Error::source(error);
    while let Some(error) = cause {
        if !text.is_empty() {
            text.push_str(": ");
        }
        text.push_str(&error.to_string());
        cause = error.source();
    }
    if text.is_empty() { "the request failed".to_owned() } else { text }
}
