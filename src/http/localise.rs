//! Middlewares: whatever went wrong is told in the client's language and in the shape of its protocol.

use std::panic::AssertUnwindSafe;

use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use futures::FutureExt as _;

use super::Error;
use super::error::{Shape, accepted_language};
use super::problem;
use stet_host::metrics::metrics;
use stet_text::Language;

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
        metrics().error(error.code.name);
        let as_it_is = language == Language::En && shape == Shape::Problem;
        if as_it_is {
            return response;
        }
        let mut told = error.respond(language, shape);
        // What a route adds to all that it says, such as that no machine is to list it.
        for (name, value) in response.headers().iter().filter(|(name, _)| **name != header::CONTENT_LENGTH) {
            if !told.headers().contains_key(name) {
                told.headers_mut().insert(name, value.clone());
            }
        }
        return told;
    }
    let json = response
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"application/"));
    let status = response.status();
    if (status.is_client_error() || status.is_server_error()) && !json {
        let told = match status {
            // The router adds the header behind this layer.
            StatusCode::METHOD_NOT_ALLOWED => problem::method_unknown(),
            // Parts of the address are what axum itself reads.
            StatusCode::BAD_REQUEST => problem::address_unread(),
            StatusCode::UNSUPPORTED_MEDIA_TYPE => problem::media_type_unknown(),
            StatusCode::PAYLOAD_TOO_LARGE => problem::request_too_large(),
            _ => problem::request_refused().status(status),
        };
        return told.respond(language, shape);
    }
    response
}
