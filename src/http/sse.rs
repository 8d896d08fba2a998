//! Server-sent events: the answer stream and its like.
//!
//! Frames are written straight into the bytes of the response, and those that are ready at the same time go out together:
//! one chunk, one write to the socket, whatever the number of tokens.

use std::convert::Infallible;
use std::future::Future as _;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, BodyDataStream};
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse as _, Response};
use bytes::{Bytes, BytesMut};
use futures::{Stream, StreamExt as _};
use serde_json::{Value, json};
use tokio_util::sync::WaitForCancellationFutureOwned;
use uuid::Uuid;

use super::wire::Encoder;
use super::wire::part::PartReplay;
use stet_access::Hold;
use stet_ask::{Live, Shown};
use stet_llm::patience::Patience;

/// A chunk that is this long, in bytes, is sent before more is added.
const FULL: usize = 16 * 1024;
/// The end mark.
const END: &[u8] = b"data: [DONE]\n\n";
/// Keeps a proxy (nginx) from collecting what should flow.
const UNBUFFERED: HeaderName = HeaderName::from_static("x-accel-buffering");
/// Bytes of some frames with a token in each.
const ROOM: usize = 2048;

/// Streams an answer to a reader that has its events up to number `after`.
///
/// Frame N of a message has the id `<message>-<N>`, so a client that comes back names the last one it has.
pub(super) fn stream(live: &Arc<Live>, after: Option<u64>, keep_alive: Duration) -> Response {
    let mut encoder = Encoder::default();
    let message = live.message_id.to_string();
    respond(live.rest(after), keep_alive, move |shown, out| match shown {
        Shown::Anew => {
            encoder = Encoder::default();
            // It has no number: a reader that breaks off behind it stands where it stood.
            let part = json!(PartReplay::new(&message));
            out.extend_from_slice(format!("data: {part}\n\n").as_bytes());
        }
        Shown::Event { number, event, has } => {
            let before = out.len();
            frame(&message, number, out, |out| encoder.write(&event, out));
            // What the reader has is written all the same, since what follows may depend on it.
            if has {
                out.truncate(before);
            }
        }
    })
}

/// Streams events of another protocol, with the comments and headers of all streams.
pub(super) fn plain<S>(events: S, keep_alive: Duration) -> Response
where
    S: Stream<Item = Result<Event, Infallible>> + Send + 'static,
{
    let mut response = Sse::new(events).keep_alive(KeepAlive::new().interval(keep_alive)).into_response();
    response.headers_mut().insert(UNBUFFERED, HeaderValue::from_static("no"));
    response
}

/// Whether a response is a stream of events.
pub(super) fn is_one(response: &Response) -> bool {
    let kind = response.headers().get(header::CONTENT_TYPE);
    kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream"))
}

/// What a stream ends with in the place of the usual frame, where the protocol wants more than the path says.
#[derive(Debug, Clone)]
pub(super) struct Ending(pub String);

/// The same stream, until what it was opened with is good no more: then `frame` is its last, and whatever writes it has lost its client.
pub(super) fn until(mut response: Response, hold: Arc<Hold>, frame: String) -> Response {
    let frame = response.extensions_mut().remove().map_or(frame, |Ending(frame)| frame);
    response.map(|body| {
        let over = Box::pin(hold.ended().clone().cancelled_owned());
        Body::from_stream(Until { body: Some(body.into_data_stream()), over, last: Some(frame), _hold: hold })
    })
}

/// The bytes of a response as long as its key is good.
struct Until {
    body: Option<BodyDataStream>,
    over: Pin<Box<WaitForCancellationFutureOwned>>,
    last: Option<String>,
    _hold: Arc<Hold>,
}

impl Stream for Until {
    type Item = Result<Bytes, axum::Error>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        let Some(body) = &mut this.body else { return Poll::Ready(None) };
        if this.over.as_mut().poll(context).is_pending() {
            return body.poll_next_unpin(context);
        }
        // Whole frames come at a time, so that this one stands behind a whole one.
        this.body = None;
        Poll::Ready(this.last.take().map(|frame| Ok(frame.into())))
    }
}

/// [`stream`] for parts that are ready.
pub(super) fn frames(
    message: &str,
    parts: impl Stream<Item = Value> + Send + Unpin + 'static,
    keep_alive: Duration,
) -> Response {
    let (message, mut numbers) = (message.to_owned(), 0..);
    respond(parts, keep_alive, move |part, out| {
        let number = numbers.next().unwrap_or_default();
        frame(&message, number, out, |out| {
            // Writing a value to memory does not fail.
            let _ = serde_json::to_writer(out, &part);
        });
    })
}

fn respond<S>(
    items: S,
    keep_alive: Duration,
    write: impl FnMut(S::Item, &mut Vec<u8>) + Send + Unpin + 'static,
) -> Response
where
    S: Stream + Send + Unpin + 'static,
{
    let quiet = Patience::new(keep_alive);
    event_stream(Body::from_stream(Chunks {
        items,
        write,
        keep_alive,
        quiet,
        line: Vec::new(),
        sent: BytesMut::new(),
        ended: false,
    }))
}

/// Writes one frame around the JSON of a part.
fn frame(message: &str, seq: u64, out: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) {
    out.extend_from_slice(b"id: ");
    out.extend_from_slice(message.as_bytes());
    out.push(b'-');
    // Writing to memory does not fail.
    let _ = serde_json::to_writer(&mut *out, &seq);
    out.extend_from_slice(b"\ndata: ");
    write(out);
    out.extend_from_slice(b"\n\n");
}

fn event_stream(body: Body) -> Response {
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(UNBUFFERED, HeaderValue::from_static("no"));
    headers.insert(HeaderName::from_static("x-vercel-ai-ui-message-stream"), HeaderValue::from_static("v1"));
    response
}

/// The bytes of a response: the frames of each item, then the end mark; a comment when nothing comes for long.
struct Chunks<S, W> {
    items: S,
    /// Writes the frames of an item.
    write: W,
    keep_alive: Duration,
    quiet: Patience,
    /// What is being put together.
    line: Vec<u8>,
    /// Room of which every chunk takes a part; it is used again when the chunks in it have been written.
    sent: BytesMut,
    ended: bool,
}

impl<S, W> Chunks<S, W> {
    /// What has been put together.
    fn chunk(&mut self) -> Bytes {
        if self.line.len() > ROOM / 4 {
            return std::mem::take(&mut self.line).into();
        }
        if self.sent.capacity() < self.line.len() {
            self.sent.reserve(ROOM);
        }
        self.sent.extend_from_slice(&self.line);
        self.line.clear();
        self.sent.split().freeze()
    }
}

impl<S, W> Stream for Chunks<S, W>
where
    S: Stream + Unpin,
    W: FnMut(S::Item, &mut Vec<u8>) + Unpin,
{
    type Item = Result<Bytes, Infallible>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        while !this.ended && this.line.len() < FULL {
            match this.items.poll_next_unpin(context) {
                Poll::Ready(Some(item)) => {
                    (this.write)(item, &mut this.line);
                }
                Poll::Ready(None) => {
                    this.line.extend_from_slice(END);
                    this.ended = true;
                }
                Poll::Pending => break,
            }
        }
        if !this.line.is_empty() {
            this.quiet.restart(this.keep_alive);
            return Poll::Ready(Some(Ok(this.chunk())));
        }
        if this.ended {
            return Poll::Ready(None);
        }
        ready!(this.quiet.poll_over(context));
        this.quiet.restart(this.keep_alive);
        Poll::Ready(Some(Ok(Bytes::from_static(b":\n\n"))))
    }
}

/// The message and the frame number in a `Last-Event-ID`.
pub(super) fn last_frame(id: &str) -> Option<(Uuid, u64)> {
    let (message, seq) = id.rsplit_once('-')?;
    Some((message.parse().ok()?, seq.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::stream;

    fn chunks<S: Stream + Unpin>(items: S, quiet: u64) -> impl Stream<Item = Result<Bytes, Infallible>>
    where
        S::Item: std::fmt::Display,
    {
        let keep_alive = Duration::from_millis(quiet);
        let mut numbers = 0..;
        Chunks {
            items,
            write: move |item: S::Item, out: &mut Vec<u8>| {
                let number = numbers.next().unwrap_or_default();
                frame("m", number, out, |out| out.extend_from_slice(item.to_string().as_bytes()));
            },
            keep_alive,
            quiet: Patience::new(keep_alive),
            line: Vec::new(),
            sent: BytesMut::new(),
            ended: false,
        }
    }

    #[tokio::test]
    async fn what_is_ready_goes_out_together() {
        let all: Vec<_> = chunks(stream::iter([10, 20, 30]), 1000).collect().await;
        assert_eq!(
            all,
            [Ok("id: m-0\ndata: 10\n\nid: m-1\ndata: 20\n\nid: m-2\ndata: 30\n\ndata: [DONE]\n\n".into())]
        );
        let long = "x".repeat(FULL);
        let parts: Vec<_> = chunks(stream::iter([&long, &long]), 1000).collect().await;
        assert_eq!(parts.len(), 3);
    }

    #[tokio::test]
    async fn silence_is_filled_with_comments() {
        let mut quiet = chunks(stream::pending::<u32>(), 5);
        for _ in 0..2 {
            assert_eq!(quiet.next().await, Some(Ok(Bytes::from_static(b":\n\n"))));
        }
    }
}
