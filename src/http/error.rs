//! The only error that handlers return: RFC 9457 `application/problem+json`, in the reader's language.
//!
//! Clients of the OpenAI protocol get the same in the shape that theirs has.
//!
//! A problem says in one sentence what is wrong and how to mend it. The language is chosen by the middleware
//! [`localise`] from `Accept-Language`, so that handlers need not know it.

use std::panic::AssertUnwindSafe;

use axum::Json;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};
use futures::FutureExt as _;
use serde_json::{Value, json};

use super::docs::escape;
use stet_access::Refusal;
use stet_extract::ExtractError;
use stet_host::metrics::metrics;
use stet_store::{Scope, StoreError};
use stet_text::Language;

/// A fault of a request, or of the system while serving it.
#[derive(Debug, Clone)]
pub struct Error {
    pub status: StatusCode,
    /// Stable name of the kind of problem: `urn:stet:<kind>`.
    pub kind: &'static str,
    pub title: &'static str,
    ko: Box<str>,
    en: Box<str>,
    field: Option<Box<str>>,
    retry_after: Option<u64>,
    extra: Option<Box<(&'static str, Value)>>,
}

pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    #[must_use]
    pub fn new(status: StatusCode, kind: &'static str, ko: impl Into<String>, en: impl Into<String>) -> Self {
        let title = status.canonical_reason().unwrap_or("Error");
        let (ko, en): (String, String) = (ko.into(), en.into());
        Self {
            status,
            kind,
            title,
            ko: ko.into_boxed_str(),
            en: en.into_boxed_str(),
            field: None,
            retry_after: None,
            extra: None,
        }
    }

    /// Input that cannot be used; `field` says where.
    #[must_use]
    pub fn input(field: &str, ko: impl Into<String>, en: impl Into<String>) -> Self {
        let mut error = Self::new(StatusCode::BAD_REQUEST, "invalid-input", ko, en);
        error.field = Some(field.into());
        error
    }

    /// Input that asks for what is not done here; `field` names it.
    #[must_use]
    pub fn unsupported(field: &str, ko: impl Into<String>, en: impl Into<String>) -> Self {
        Self { kind: "unsupported", ..Self::input(field, ko, en) }
    }

    #[must_use]
    pub fn not_found(what_ko: &str, what_en: &str, id: &str) -> Self {
        let id: String = id.chars().take(80).collect();
        Self::new(
            StatusCode::NOT_FOUND,
            "not-found",
            format!("{what_ko} “{id}”을(를) 찾을 수 없습니다. 지워졌거나 주소가 잘못되었습니다."),
            format!("There is no {what_en} “{id}”; it was deleted, or the address is wrong."),
        )
    }

    #[must_use]
    pub fn conflict(ko: impl Into<String>, en: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, "conflict", ko, en)
    }

    #[must_use]
    pub fn busy(seconds: u64) -> Self {
        let mut error = Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "busy",
            format!("지금은 답변이 너무 많이 진행되고 있습니다. {seconds}초 뒤에 다시 시도해 주세요."),
            format!("Too many answers are being written; try again in {seconds} seconds."),
        );
        error.retry_after = Some(seconds);
        error
    }

    /// The database is away.
    #[must_use]
    pub fn absent() -> Self {
        Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "store",
            "데이터베이스가 응답하지 않습니다. 잠시 뒤 다시 시도해 주세요.",
            "The database does not answer; try again in a moment.",
        )
        .after(2)
    }

    /// The process starts: its database is not there yet, or is being made ready.
    #[must_use]
    pub fn starting(kind: &'static str, database_is_there: bool) -> Self {
        let (ko, en) = if database_is_there {
            (
                "서버가 켜지는 중이며 데이터베이스를 준비하고 있습니다. 잠시 뒤 다시 시도해 주세요.",
                "The server is starting and makes its database ready; try again in a moment.",
            )
        } else {
            (
                "서버가 켜지는 중이며 데이터베이스를 기다리고 있습니다. 데이터베이스가 켜져 있는지 확인해 주세요.",
                "The server is starting and waits for its database; check that it is running.",
            )
        };
        Self::new(StatusCode::SERVICE_UNAVAILABLE, kind, ko, en).after(2)
    }

    /// The process ends; another one, or this one when it is there again, does the work.
    #[must_use]
    pub fn leaving() -> Self {
        Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "leaving",
            "서버가 종료되는 중이라 새 작업을 받지 않습니다. 잠시 뒤 다시 시도해 주세요.",
            "The server is ending and takes nothing new; try again in a moment.",
        )
        .after(2)
    }

    /// Too much was asked for with a key, or in its workspace.
    #[must_use]
    pub fn limited(refusal: Refusal) -> Self {
        let seconds = refusal.seconds();
        let (kind, ko, en) = match refusal {
            Refusal::Requests { limit, .. } => (
                "rate-limit-exceeded",
                format!(
                    "이 키나 작업 공간은 1분에 {limit}번까지 요청할 수 있습니다. {seconds}초 뒤에 다시 보내 주세요."
                ),
                format!(
                    "This key or its workspace may send {limit} requests a minute; try again in {seconds} seconds."
                ),
            ),
            Refusal::Streams { limit } => (
                "rate-limit-exceeded",
                format!(
                    "이 키나 작업 공간은 한 번에 답변 {limit}개까지 받을 수 있습니다. 하나가 끝나면 다시 보내 주세요."
                ),
                format!(
                    "This key or its workspace may have {limit} answers written at the same time; try again when one has ended."
                ),
            ),
            Refusal::Sockets { limit } => (
                "rate-limit-exceeded",
                format!(
                    "이 키로는 WebSocket을 한 번에 {limit}개까지 열 수 있습니다. 쓰지 않는 것을 닫고 다시 연결해 주세요. (운영자: STET_LIMIT_SOCKETS)"
                ),
                format!(
                    "{limit} WebSockets may be open with this key at the same time; close one that is not used and connect again. (Operator: STET_LIMIT_SOCKETS.)"
                ),
            ),
            Refusal::Tokens { .. } => (
                "insufficient-quota",
                "이 키나 작업 공간이 오늘 쓸 수 있는 토큰을 다 썼습니다. 다음 날(UTC)에 다시 쓸 수 있습니다."
                    .to_owned(),
                "This key or its workspace has spent its tokens of today; there are new ones tomorrow (UTC)."
                    .to_owned(),
            ),
        };
        Self::new(StatusCode::TOO_MANY_REQUESTS, kind, ko, en).after(seconds)
    }

    /// Nobody that is known asks.
    #[must_use]
    pub fn unauthorised() -> Self {
        Self::new(
            StatusCode::UNAUTHORIZED,
            "unauthorised",
            "키가 없거나 맞지 않습니다. Authorization: Bearer <키> 머리글을 보내거나 페이지에서 로그인해 주세요.",
            "The key is missing or wrong; send the header Authorization: Bearer <key>, or sign in on the page.",
        )
    }

    /// What was opened with a key or a session ends with it.
    #[must_use]
    pub fn ended() -> Self {
        Self::new(
            StatusCode::UNAUTHORIZED,
            "unauthorised",
            "이 연결을 연 키나 로그인이 이제 쓸 수 없게 되어 연결을 끝냅니다. 다른 키로 다시 연결하거나 다시 로그인해 주세요.",
            "The key or session that opened this is good no more, so it ends here; connect with another key, or sign in again.",
        )
    }

    /// Somebody asks for more than their key may.
    #[must_use]
    pub fn forbidden(needed: Scope) -> Self {
        let (ko, en) = match needed {
            Scope::Read => ("읽기(read)", "read"),
            Scope::Ask => ("묻기(ask)", "ask"),
            Scope::Write => ("쓰기(write)", "write"),
            Scope::Admin => ("관리(admin)", "admin"),
        };
        Self::new(
            StatusCode::FORBIDDEN,
            "forbidden",
            format!("이 키로는 할 수 없습니다. {ko} 권한이 있는 키가 필요합니다."),
            format!("This key may not do that; it takes one of the scope {en}."),
        )
    }

    /// An administrator of one workspace asks for what is of all.
    #[must_use]
    pub fn of_all() -> Self {
        Self::new(
            StatusCode::FORBIDDEN,
            "forbidden",
            "모든 작업 공간의 것이라 기본 작업 공간의 관리자만 볼 수 있습니다.",
            "It is of all workspaces, so it takes an administrator of the default one.",
        )
    }

    /// A web page of another origin had a browser ask.
    #[must_use]
    pub fn foreign() -> Self {
        Self::new(
            StatusCode::FORBIDDEN,
            "foreign-origin",
            "다른 출처의 웹 페이지에서 온 요청입니다. STET_API_KEY 없이는 이 컴퓨터의 주소(127.0.0.1, localhost)로만 쓸 수 있고, 다른 웹 페이지는 STET_ALLOWED_ORIGINS에 적어야 합니다.",
            "The request comes from a web page of another origin. Without STET_API_KEY only this machine's own address (127.0.0.1, localhost) is served, and other pages have to stand in STET_ALLOWED_ORIGINS.",
        )
    }

    /// Says when the same may be tried again, in seconds.
    #[must_use]
    pub const fn after(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    #[must_use]
    pub fn too_large(what_ko: &str, what_en: &str, limit: usize) -> Self {
        Self::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "too-large",
            format!("{what_ko} 너무 큽니다. 최대 {}까지 받습니다.", size(limit, Language::Ko)),
            format!("{what_en} is too large; at most {} are accepted.", size(limit, Language::En)),
        )
    }

    /// Something that went wrong inside; the details go to the log, not to the client.
    pub fn internal(fault: &(dyn std::error::Error + 'static)) -> Self {
        tracing::error!(fault, "a request failed");
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            "서버에서 문제가 생겼습니다. 다시 시도해 보고, 계속되면 서버 기록을 확인해 주세요.",
            "Something went wrong inside the server; try again, and look at the server's log if it stays.",
        )
    }

    /// Adds a member to the problem object.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: Value) -> Self {
        self.extra = Some(Box::new((name, value)));
        self
    }

    #[must_use]
    pub fn detail(&self, language: Language) -> &str {
        match language {
            Language::Ko => &self.ko,
            Language::En => &self.en,
        }
    }

    fn body(&self, language: Language) -> Value {
        let mut body = json!({
            "type": format!("urn:stet:{}", self.kind),
            "title": self.title,
            "status": self.status.as_u16(),
            "detail": self.detail(language),
        });
        if let Some(field) = &self.field {
            body["field"] = json!(field);
        }
        if let Some(extra) = &self.extra {
            let (name, value) = &**extra;
            body[*name] = value.clone();
        }
        body
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
            self.kind.replace('-', "_")
        };
        let mut error =
            json!({ "message": self.detail(language), "type": kind, "param": self.field, "code": code });
        if let Some(extra) = &self.extra {
            let (name, value) = &**extra;
            error[*name] = value.clone();
        }
        json!({ "error": error })
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
                return format!("event: error\ndata: {}\n\n", self.body(language));
            }
            _ => ("data: [DONE]\n\n", json!({ "type": "error", "errorText": self.detail(language) })),
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

    fn respond(&self, language: Language, shape: Shape) -> Response {
        let (body, kind) = match shape {
            Shape::Problem => (self.body(language), "application/problem+json"),
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
enum Shape {
    Problem,
    OpenAi,
    Rpc,
    /// HTML.
    Page,
}

/// The code of a message that was not even looked at.
pub(super) const REFUSED: i32 = -32000;

impl Shape {
    /// That of the protocol which an address belongs to.
    fn of(path: &str) -> Self {
        match path {
            "/mcp" => Self::Rpc,
            path if path.starts_with("/v1/") => Self::OpenAi,
            path if path.starts_with(super::oidc::BEGIN) => Self::Page,
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

impl From<ExtractError> for Error {
    fn from(fault: ExtractError) -> Self {
        tracing::info!(%fault, "a file could not be read");
        let status = match fault {
            ExtractError::TooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            ExtractError::Failed { .. } => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        let [ko, en] = [Language::Ko, Language::En].map(|language| fault.message(language));
        Self::new(status, "unreadable-file", ko, en)
    }
}

impl From<StoreError> for Error {
    fn from(fault: StoreError) -> Self {
        let error = Self::internal(&fault);
        let (ko, en) = match fault {
            StoreError::Away(_) => (
                "데이터베이스에 닿을 수 없거나 연결이 모두 쓰이고 있습니다. 잠시 뒤 다시 시도해 주세요.",
                "The database cannot be reached, or all connections to it are in use; try again in a moment.",
            ),
            StoreError::Held(_) => (
                "다른 쪽에서 같은 것을 바꾸고 있습니다. 잠시 뒤 다시 시도해 주세요.",
                "Somebody else is changing the same thing; try again in a moment.",
            ),
            _ => (
                "데이터베이스에 문제가 생겼습니다. 잠시 뒤 다시 시도하고, 디스크 공간과 서버 기록을 확인해 주세요.",
                "The database did not do its work; try again in a moment, and check disk space and the server's log.",
            ),
        };
        Self {
            status: StatusCode::SERVICE_UNAVAILABLE,
            kind: "store",
            title: "Service Unavailable",
            ko: ko.into(),
            en: en.into(),
            retry_after: Some(2),
            ..error
        }
    }
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

/// Middleware: a fault of the program is an answer, not a closed connection. (The layer of `tower-http` wraps every body in
/// two more, which each token of a stream would pass.)
pub async fn catch_panic(request: Request, next: Next) -> Response {
    // What a handler leaves half-done is its own; shared state stands behind locks that outlive a panic.
    match AssertUnwindSafe(next.run(request)).catch_unwind().await {
        Ok(response) => response,
        Err(_) => Error::internal(&Panicked).into_response(),
    }
}

/// A handler panicked; the panic itself is in the log.
#[derive(Debug, thiserror::Error)]
#[error("a handler panicked")]
struct Panicked;

/// Middleware: problems in the client's language and shape, and problem bodies for faults that axum itself answers.
pub async fn localise(request: Request, next: Next) -> Response {
    let language = accepted_language(request.headers());
    let shape = Shape::of(request.uri().path());
    let response = next.run(request).await;
    if let Some(error) = response.extensions().get::<Error>() {
        let error = error.clone();
        metrics().error(error.kind);
        let as_it_is = language == Language::En && shape == Shape::Problem;
        return if as_it_is { response } else { error.respond(language, shape) };
    }
    let json = response
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"application/"));
    let status = response.status();
    if (status.is_client_error() || status.is_server_error()) && !json {
        let (ko, en) = match status {
            // The router adds the header behind this layer.
            StatusCode::METHOD_NOT_ALLOWED => (
                "이 주소는 그 방식의 요청을 받지 않습니다. 받는 방식은 Allow 머리글에 있습니다.",
                "This address does not take that method; the header Allow names those it takes.",
            ),
            // Parts of the address are what axum itself reads.
            StatusCode::BAD_REQUEST => (
                "주소의 한 부분을 읽을 수 없습니다. 번호가 올 자리에는 정수를 적고, 한글은 UTF-8로 퍼센트 인코딩해 주세요.",
                "A part of the address cannot be read; write whole numbers where numbers belong, and percent-encode other characters as UTF-8.",
            ),
            StatusCode::UNSUPPORTED_MEDIA_TYPE => (
                "요청의 Content-Type이 맞지 않습니다. application/json을 보내 주세요.",
                "The request has the wrong Content-Type; send application/json.",
            ),
            StatusCode::PAYLOAD_TOO_LARGE => (
                "요청이 너무 큽니다. 본문을 줄이거나, 긴 글은 파일로 올려 주세요.",
                "The request is too large; shorten it, or upload a long text as a file.",
            ),
            _ => (
                "요청을 처리할 수 없습니다. 주소와 방식을 /docs에서 확인해 주세요.",
                "The request cannot be served; see /docs for addresses and methods.",
            ),
        };
        return Error::new(status, "http", ko, en).respond(language, shape);
    }
    response
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
