//! The only error that handlers return: RFC 9457 `application/problem+json`, in the reader's language.
//!
//! Clients of the OpenAI protocol get the same in the shape that theirs has.
//!
//! A problem says in one sentence what is wrong and how to mend it. The language is chosen by the middleware
//! [`localise`](super::localise) from `Accept-Language`, so that handlers need not know it.

use std::sync::Arc;

use axum::Json;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::wire::part::PartError;
use super::wire::patch::DraftDesk;
use stet_text::Language;
use stet_text::particle::agreed;

/// A code of the table, with the status that it has where no other is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Code {
    /// `urn:stet:<name>`.
    pub name: &'static str,
    pub status: u16,
}

/// A fault of a request, or of the system while serving it. [`super::problem`] has all of them.
#[derive(Debug, Clone)]
pub struct Error {
    pub status: StatusCode,
    pub code: Code,
    /// In Korean, in English.
    told: Box<[String; 2]>,
    field: Option<Box<str>>,
    retry_after: Option<u64>,
    more: Option<Box<More>>,
}

pub type Result<T> = std::result::Result<T, Error>;

/// A fault as it is told (RFC 9457).
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Problem<'a> {
    /// A URI that names the kind of problem.
    #[serde(rename = "type")]
    #[schemars(example = &"urn:stet:invalid-input")]
    kind: String,
    /// The status in words.
    title: &'a str,
    /// Status of HTTP.
    status: u16,
    /// What is wrong and how to mend it, in the reader's language.
    detail: &'a str,
    /// The offending field of the request: `messages[0].role`; body or query when it is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'a str>,
    #[serde(flatten)]
    more: Option<&'a More>,
}

/// What problems of some codes tell beside.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
pub(super) struct More {
    /// Where in a JSON body, in characters, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Place>,
    /// Most bytes of a body that was too large.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<usize>,
    /// The draft as it is now, where it is no longer as it was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current: Option<Arc<DraftDesk>>,
    /// Every rule of a pack that cannot be used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problems: Option<Vec<Warning>>,
}

/// What is said of a rule of a pack.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub(super) struct Warning {
    /// The rule it is in; empty when it is the pack's.
    pub rule_id: String,
    /// The key as written.
    pub field: String,
    /// In the reader's language, with the key that may be meant.
    pub message: String,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[schemars(inline)]
pub(super) struct Place {
    /// From 1.
    pub line: usize,
    /// From 1.
    pub column: usize,
}

/// A fault as clients of the OpenAI protocol are told it.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "OpenAiFault")]
pub(super) struct OpenAiProblem<'a> {
    /// What went wrong.
    error: OpenAiError<'a>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct OpenAiError<'a> {
    /// What is wrong and how to mend it, in the reader's language.
    message: &'a str,
    /// Kind of the fault.
    #[serde(rename = "type")]
    #[schemars(extend("enum" = ["invalid_request_error", "permission_error", "rate_limit_error", "server_error"]))]
    kind: &'a str,
    /// The offending field of the request.
    param: Option<&'a str>,
    /// The fault in one word, for programs.
    #[schemars(extend("examples" = ["invalid_input", "unsupported", "rate_limit_exceeded", "context_length_exceeded"]))]
    code: String,
    #[serde(flatten)]
    more: Option<&'a More>,
}

impl Error {
    /// A fault of this code in words of its own, Korean and English.
    #[must_use]
    pub fn new(code: Code, [korean, english]: [String; 2]) -> Self {
        let told = [agreed(&korean).into_owned(), english];
        let status = StatusCode::from_u16(code.status).unwrap_or_default();
        Self { status, code, told: Box::new(told), field: None, retry_after: None, more: None }
    }

    /// Where in the request the fault is.
    #[must_use]
    pub fn at(mut self, field: &str) -> Self {
        self.field = Some(field.into());
        self
    }

    /// Says when the same may be tried again, in seconds.
    #[must_use]
    pub const fn after(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    /// Another status than that of the code.
    #[must_use]
    pub fn status(mut self, status: impl TryInto<StatusCode>) -> Self {
        self.status = status.try_into().unwrap_or(self.status);
        self
    }

    /// Under another code of the same status.
    #[must_use]
    pub const fn coded(mut self, code: Code) -> Self {
        self.code = code;
        self
    }

    /// Says more of it.
    pub(super) fn with(mut self, more: More) -> Self {
        self.more = Some(Box::new(more));
        self
    }

    #[must_use]
    pub fn detail(&self, language: Language) -> &str {
        let [ko, en] = &*self.told;
        match language {
            Language::Ko => ko,
            Language::En => en,
        }
    }

    fn body(&self, language: Language) -> Problem<'_> {
        Problem {
            kind: format!("urn:stet:{}", self.code.name),
            title: self.status.canonical_reason().unwrap_or("Error"),
            status: self.status.as_u16(),
            detail: self.detail(language),
            field: self.field.as_deref(),
            more: self.more.as_deref(),
        }
    }

    /// The same for a client of the OpenAI protocol. Every fault under `/v1` has this shape, whoever found it.
    pub(super) fn openai_body(&self, language: Language) -> Value {
        let kind = match self.status {
            StatusCode::TOO_MANY_REQUESTS => "rate_limit_error",
            StatusCode::FORBIDDEN => "permission_error",
            status if status.is_server_error() => "server_error",
            _ => "invalid_request_error",
        };
        let code = if self.status == StatusCode::UNAUTHORIZED {
            "invalid_api_key".to_owned()
        } else {
            self.code.name.replace('-', "_")
        };
        let (message, param) = (self.detail(language), self.field.as_deref());
        let error = OpenAiError { message, kind, param, code, more: self.more.as_deref() };
        json!(OpenAiProblem { error })
    }

    /// The same as the last frames of a stream that an address gives, as its protocol tells what went wrong.
    pub(super) fn frame(&self, path: &str, language: Language) -> String {
        let (rest, body) = match (Shape::of(path), path) {
            (Shape::OpenAi, "/v1/responses") => {
                let mut event = self.openai_body(language)["error"].take();
                event["type"] = json!("error");
                return format!("event: error\ndata: {event}\n\n");
            }
            (Shape::OpenAi, _) => ("data: [DONE]\n\n", self.openai_body(language)),
            (Shape::Rpc, _) => ("", stet_rpc::error(&Value::Null, REFUSED, self.detail(language))),
            // A source as it changes: whoever reads it takes every frame without a name for the source.
            _ if path.starts_with("/api/sources/") => {
                return format!("event: error\ndata: {}\n\n", json!(self.body(language)));
            }
            _ => ("data: [DONE]\n\n", json!(PartError::new(self.detail(language)))),
        };
        format!("data: {body}\n\n{rest}")
    }

    /// The same for who went to the address with a browser.
    fn page(&self, language: Language) -> String {
        let (lang, title, back) = match language {
            Language::Ko => ("ko", "로그인하지 못했습니다", "Stet으로 돌아가기"),
            Language::En => ("en", "You are not signed in", "Back to Stet"),
        };
        format!(
            "<!doctype html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
             <link rel=\"stylesheet\" href=\"/docs.css\">\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n<p>{}</p>\n\
             <p><a href=\"/\">{back}</a></p>\n</main>\n</body>\n</html>\n",
            escape(self.detail(language)),
        )
    }

    pub(super) fn respond(&self, language: Language, shape: Shape) -> Response {
        let (body, kind) = match shape {
            Shape::Problem => (json!(self.body(language)), "application/problem+json"),
            Shape::OpenAi => (self.openai_body(language), "application/json"),
            Shape::Rpc => (stet_rpc::error(&Value::Null, REFUSED, self.detail(language)), "application/json"),
            Shape::Page => return (self.status, Html(self.page(language))).into_response(),
        };
        let mut response = (self.status, Json(body)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

/// What a fault looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Problem,
    OpenAi,
    Rpc,
    /// HTML.
    Page,
}

/// The address that begins a login with an account of an organisation; a person stands before its faults.
pub(super) const BEGIN: &str = "/api/session/oidc";

/// The code of a message that was not even looked at.
pub(super) const REFUSED: i32 = -32000;

impl Shape {
    /// That of the protocol which an address belongs to.
    pub fn of(path: &str) -> Self {
        match path {
            "/mcp" => Self::Rpc,
            path if path.starts_with("/v1/") => Self::OpenAi,
            path if path.starts_with(BEGIN) => Self::Page,
            _ => Self::Problem,
        }
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let mut response = self.respond(Language::En, Shape::Problem);
        response.extensions_mut().insert(self);
        response
    }
}

/// The text as HTML shows it.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A limit as people read it: `100 MiB (104857600 bytes)`, small or odd ones in bytes alone.
pub(super) fn size(bytes: usize, language: Language) -> String {
    let plain = match language {
        Language::Ko => format!("{bytes}바이트"),
        Language::En => format!("{bytes} bytes"),
    };
    let whole = [(1 << 20, "MiB"), (1 << 10, "KiB")];
    match whole.into_iter().find(|(unit, _)| bytes >= *unit && bytes.is_multiple_of(*unit)) {
        Some((unit, name)) => format!("{} {name} ({plain})", bytes / unit),
        None => plain,
    }
}

/// The language a client reads, from `Accept-Language`; English when it does not say.
#[must_use]
pub fn accepted_language(headers: &HeaderMap) -> Language {
    let first = headers
        .get(header::ACCEPT_LANGUAGE)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split(',').next())
        .unwrap_or_default();
    if first.trim().to_ascii_lowercase().starts_with("ko") { Language::Ko } else { Language::En }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_told_as_people_read_them() {
        for (bytes, ko, en) in [
            (100 << 20, "100 MiB (104857600바이트)", "100 MiB (104857600 bytes)"),
            (32 << 10, "32 KiB (32768바이트)", "32 KiB (32768 bytes)"),
            (1000, "1000바이트", "1000 bytes"),
        ] {
            assert_eq!((size(bytes, Language::Ko).as_str(), size(bytes, Language::En).as_str()), (ko, en));
        }
    }
}
