//! The answer stream over server-sent events.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderName, HeaderValue, header};
use axum::response::sse::{self, KeepAlive, Sse};
use axum::response::{IntoResponse as _, Response};
use futures::{Stream, StreamExt as _};
use serde_json::Value;

use super::wire::Encoder;
use crate::ask::Event;

/// Streams an answer's events from the first on; frames up to and including number `after` are left out.
///
/// Frame N of a message has the id `<message>-<N>`, so a client that comes back names the last one it has.
pub(super) fn stream(
    message: &str,
    events: impl Stream<Item = Arc<Event>> + Send + 'static,
    after: Option<u64>,
    keep_alive: Duration,
) -> Response {
    let mut encoder = Encoder::default();
    frames(message, events.map(move |event| encoder.part(&event)), after, keep_alive)
}

/// [`stream`] for parts that are ready.
pub(super) fn frames(
    message: &str,
    parts: impl Stream<Item = Value> + Send + 'static,
    after: Option<u64>,
    keep_alive: Duration,
) -> Response {
    let message = message.to_owned();
    let parts = parts.enumerate().filter_map(move |(seq, part)| {
        let seq = seq as u64;
        let frame = sse::Event::default().id(format!("{message}-{seq}")).data(part.to_string());
        let wanted = after.is_none_or(|after| seq > after);
        futures::future::ready(wanted.then_some(Ok::<_, Infallible>(frame)))
    });
    let done = futures::stream::once(futures::future::ready(Ok(sse::Event::default().data("[DONE]"))));
    let body = Sse::new(parts.chain(done)).keep_alive(KeepAlive::new().interval(keep_alive));
    let mut response = body.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    headers.insert(HeaderName::from_static("x-vercel-ai-ui-message-stream"), HeaderValue::from_static("v1"));
    response
}

/// The frame number in a `Last-Event-ID` of the given message.
pub(super) fn last_frame(id: &str, message: &str) -> Option<u64> {
    id.strip_prefix(message)?.strip_prefix('-')?.parse().ok()
}
