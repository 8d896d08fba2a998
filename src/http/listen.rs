//! The sockets: who is served, and how long a client may take.
//!
//! A client has so long for the headers of a request, for the body at a least pace, and for taking what it is sent; then it
//! is cut off, since every one that waits holds a place. Owns connections; leaves requests to the router.

use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use futures::StreamExt as _;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, sleep, timeout_at};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::Service as _;

use super::AppState;
use super::problem;
use stet_llm::patience::Patience;

/// Pause after the system has no socket to give: it has some again once others have closed theirs.
const NO_SOCKET: Duration = Duration::from_millis(100);
/// Bytes of a body that count for a second more. A phone at the edge of its network is ten times as fast.
const PACE: u64 = 4 << 10;

/// Serves by the router that there is at each request until `ended`, then lets the requests under way come to their end.
pub(super) async fn serve(
    listener: TcpListener,
    router: impl Fn() -> Router + Clone + Send + 'static,
    patience: Duration,
    ended: CancellationToken,
) {
    let connections = TaskTracker::new();
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(patience);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = ended.cancelled() => break,
        };
        let (socket, peer) = match accepted {
            Ok(accepted) => accepted,
            // One that went away before it was taken, or no more files may be open.
            Err(fault) => {
                tracing::warn!(%fault, "a connection could not be accepted");
                sleep(NO_SOCKET).await;
                continue;
            }
        };
        // A token is a small write that must not wait for the one before it to be acknowledged.
        if let Err(fault) = socket.set_nodelay(true) {
            tracing::debug!(%fault, "a connection waits to send small writes");
        }
        let router = router.clone();
        let service = tower::service_fn(move |mut request: hyper::Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo::<SocketAddr>(peer));
            router().call(request)
        });
        let io = TokioIo::new(Taken { socket, patience, waits: None });
        let connection = builder.serve_connection(io, TowerToHyperService::new(service)).with_upgrades();
        let ended = ended.clone();
        connections.spawn(async move {
            let mut connection = pin!(connection);
            let served = tokio::select! {
                served = connection.as_mut() => served,
                () = ended.cancelled() => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            if let Err(fault) = served {
                tracing::debug!(%fault, "a connection broke off");
            }
        });
    }
    drop(listener);
    connections.close();
    connections.wait().await;
}

/// A connection that is given up when its peer takes nothing for too long.
#[derive(Debug)]
struct Taken {
    socket: TcpStream,
    patience: Duration,
    /// Runs while something waits to be taken.
    waits: Option<Patience>,
}

impl Taken {
    fn wait<T>(&mut self, written: Poll<io::Result<T>>, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.waits = None;
            return written;
        }
        let patience = self.patience;
        let waits = self.waits.get_or_insert_with(|| Patience::new(patience));
        if waits.poll_over(context).is_ready() {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        Poll::Pending
    }
}

impl AsyncRead for Taken {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_read(context, buffer)
    }
}

impl AsyncWrite for Taken {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.socket).poll_write(context, bytes);
        self.wait(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.socket).poll_write_vectored(context, pieces);
        self.wait(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.socket.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_shutdown(context)
    }
}

/// Middleware: a body comes within the patience of the server and a second for each [`PACE`] bytes, or the request ends.
pub(super) async fn pace(State(state): State<AppState>, request: Request, next: Next) -> Response {
    if !matches!(*request.method(), Method::POST | Method::PUT | Method::PATCH) {
        return next.run(request).await;
    }
    let patience = Duration::from_secs(state.config().server.patience_seconds);
    let late = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&late);
    let begun = Instant::now();
    let (parts, body) = request.into_parts();
    let chunks = futures::stream::unfold((body.into_data_stream(), 0_u64), move |(mut body, had)| {
        let (due, late) = (begun + patience + Duration::from_secs(had / PACE), Arc::clone(&late));
        async move {
            let Ok(chunk) = timeout_at(due, body.next()).await else {
                late.store(true, Ordering::Release);
                return Some((Err(axum::Error::new(io::Error::from(io::ErrorKind::TimedOut))), (body, had)));
            };
            let chunk = chunk?;
            let had = had + chunk.as_ref().map_or(0, |bytes| bytes.len() as u64);
            Some((chunk, (body, had)))
        }
    });
    let response = next.run(Request::from_parts(parts, Body::from_stream(chunks))).await;
    if told.load(Ordering::Acquire) && response.status().is_client_error() {
        let seconds = patience.as_secs();
        return problem::body_too_slow(seconds).into_response();
    }
    response
}
