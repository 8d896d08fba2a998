//! What a request brings: a JSON body, raw bytes, a query.
//!
//! Owns reading them, within the limit of the route, and turning what is wrong with them into a problem that says
//! where and how to mend it. Leaves the words for the faults of a format to [`super::fault`], and what the values
//! mean to the handlers.

use axum::Extension;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::error::size;
use super::fault::{Fault, Origin};
use super::{Error, Result};
use stet_text::Language;

/// Most bytes of a body on the routes that it lies over.
#[derive(Debug, Clone, Copy)]
pub(super) struct BodyLimit {
    bytes: usize,
    /// Whether the setting `STET_MAX_BODY_BYTES` is what limits.
    setting: bool,
}

/// The limit of the setting.
pub(super) fn body_limit(bytes: usize) -> (DefaultBodyLimit, Extension<BodyLimit>) {
    (DefaultBodyLimit::max(bytes), Extension(BodyLimit { bytes, setting: true }))
}

/// The limit of some routes, instead of that of the setting.
pub(super) fn route_limit(bytes: usize) -> (DefaultBodyLimit, Extension<BodyLimit>) {
    (DefaultBodyLimit::max(bytes), Extension(BodyLimit { bytes, setting: false }))
}

/// A JSON body.
#[derive(Debug, Clone, Copy, Default)]
pub struct Json<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        if !is_json(request.headers()) {
            return Err(Error::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "content-type",
                "JSON을 보내는 요청이어야 합니다. Content-Type: application/json으로 보내 주세요.",
                "The request has to bring JSON; send it with Content-Type: application/json.",
            ));
        }
        let Body(bytes) = Body::from_request(request, state).await?;
        // A mark of the byte order that some editors write.
        let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes);
        if bytes.trim_ascii().is_empty() {
            return Err(Error::input(
                "body",
                "요청 본문이 비어 있습니다. JSON 객체를 보내 주세요.",
                "The request has no body; send a JSON object.",
            ));
        }
        // Every body is an object.
        if let Some(fault) = list(bytes, Origin::Body) {
            return Err(fault);
        }
        match axum::Json::from_bytes(bytes) {
            Ok(axum::Json(value)) => Ok(Self(value)),
            Err(rejection) => Err(problem(&Fault::read(&rejection.body_text(), bytes), Origin::Body)),
        }
    }
}

/// The bytes of a body as they are.
#[derive(Debug, Clone)]
pub(super) struct Body(pub Bytes);

impl<S: Send + Sync> FromRequest<S> for Body {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        let limit = request.extensions().get::<BodyLimit>().copied();
        match Bytes::from_request(request, state).await {
            Ok(bytes) => Ok(Self(bytes)),
            Err(rejection) => Err(not_received(&rejection, limit)),
        }
    }
}

fn not_received(rejection: &BytesRejection, limit: Option<BodyLimit>) -> Error {
    if rejection.status() != StatusCode::PAYLOAD_TOO_LARGE {
        return Error::input(
            "body",
            "요청 본문을 끝까지 받지 못했습니다. 다시 보내 주세요.",
            "The request body did not arrive as a whole; send it again.",
        );
    }
    let bytes = limit.map_or(0, |limit| limit.bytes);
    let (most_ko, most_en) = (size(bytes, Language::Ko), size(bytes, Language::En));
    let (setting_ko, setting_en) = if limit.is_some_and(|limit| limit.setting) {
        (" (STET_MAX_BODY_BYTES)", " (STET_MAX_BODY_BYTES)")
    } else {
        ("", "")
    };
    let error = Error::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        "too-large",
        format!(
            "요청 본문이 너무 큽니다. 최대 {most_ko}까지 받습니다{setting_ko}. 본문을 줄이거나, 긴 글은 파일로 올려 주세요."
        ),
        format!(
            "The request body is too large; at most {most_en} are accepted{setting_en}. Shorten it, or upload a long text as a file."
        ),
    );
    error.with("limit", json!(bytes))
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    kind.strip_prefix("application/").is_some_and(|of| of == "json" || of.ends_with("+json"))
}

/// The query of an address.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Query<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        match axum::extract::Query::try_from_uri(&parts.uri) {
            Ok(axum::extract::Query(value)) => Ok(Self(value)),
            Err(rejection) => Err(problem(&Fault::read(&rejection.body_text(), &[]), Origin::Query)),
        }
    }
}

/// The fault of a list in the place of an object, which the readers would take for its fields in their order.
pub(super) fn list(bytes: &[u8], origin: Origin) -> Option<Error> {
    bytes.trim_ascii_start().starts_with(b"[").then(|| problem(&Fault::list(), origin))
}

/// JSON of another shape, from elsewhere than a request, as a problem; `bytes` are those that were read.
pub(super) fn unreadable(fault: &serde_json::Error, bytes: &[u8], origin: Origin) -> Error {
    problem(&Fault::read(&fault.to_string(), bytes), origin)
}

/// What keeps a value from being a `T`, with the way to it; its place in the body is not known any more.
pub(super) fn misshapen<T: DeserializeOwned>(value: &Value) -> Option<Error> {
    let bytes = value.to_string().into_bytes();
    let rejection = axum::Json::<T>::from_bytes(&bytes).err()?;
    let mut fault = Fault::read(&rejection.body_text(), &bytes);
    fault.at = None;
    Some(problem(&fault, Origin::Body))
}

/// What is wrong with the member of a body that was read by itself.
pub(super) fn misshapen_member(name: &str, fault: &serde_json::Error) -> Error {
    let mut fault = Fault::read(&fault.to_string(), &[]);
    fault.at = None;
    fault.field = Some(match fault.field {
        Some(inner) => format!("{name}.{inner}"),
        None => name.to_owned(),
    });
    problem(&fault, Origin::Body)
}

/// A fault of the input as a problem.
fn problem(fault: &Fault, origin: Origin) -> Error {
    let (ko, en) = fault.words(origin);
    let error = Error::input(fault.field.as_deref().unwrap_or(origin.name()), ko, en);
    match fault.at {
        Some((line, column)) => error.with("at", json!({ "line": line, "column": column })),
        None => error,
    }
}
