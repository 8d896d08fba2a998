//! HTTP: router, state, and one file per resource.
//!
//! Owns transport, authorisation, limits and the wire; handlers are thin and call use cases. Only [`wire`] knows
//! the JSON of the answer stream.

mod auth;
mod chat;
mod chats;
mod chunks;
mod criteria;
mod draft_history;
mod drafts;
pub mod error;
mod fault;
mod input;
mod openai;
mod openapi_doc;
mod pages;
mod patches;
mod references;
mod revise;
mod rule_file;
mod search;
mod sources;
mod sse;
mod stats;
mod status;
mod transfer;
mod verify;
pub mod wire;
mod ws;

use std::future::{Future, IntoFuture as _};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware;
use axum::serve::ListenerExt as _;
use tokio::net::TcpListener;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::trace::TraceLayer;

use crate::ask::Asker;
use crate::config::Config;
use crate::ingest::Ingest;
use crate::store::Store;
pub use error::{Error, Result};
pub(crate) use fault::wrong;
pub use input::Json;
use input::Query;
pub(crate) use rule_file::unreadable;
pub(crate) use sources::source as source_json;

/// What every handler can reach. Cheap to clone.
#[derive(Debug, Clone)]
pub struct AppState {
    pub asker: Asker,
    pub ingest: Ingest,
}

impl AppState {
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.asker.store
    }

    #[must_use]
    pub fn config(&self) -> &Arc<Config> {
        &self.asker.config
    }
}

/// What a page of Stet may load: its own files, nothing inline, nothing from elsewhere.
const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; img-src 'self' data:; object-src 'none'; \
    base-uri 'none'; frame-ancestors 'none'; form-action 'self'";

/// All routes.
pub fn router(state: AppState) -> Router {
    let limit = state.config().server.max_body_bytes;
    let api = Router::new()
        .merge(chat::router())
        .merge(chats::router())
        .merge(chunks::router())
        .merge(criteria::router())
        .merge(drafts::router())
        .merge(draft_history::router())
        .merge(patches::router())
        .merge(references::router())
        .merge(revise::router())
        .merge(search::router())
        .merge(sources::router())
        .merge(stats::router())
        .merge(transfer::router())
        .merge(verify::router())
        .merge(openai::router())
        .merge(ws::router())
        .merge(status::private_router())
        .layer(middleware::from_fn_with_state(state.clone(), auth::require_key));
    let set = |name: HeaderName, value: &'static str| {
        SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
    };
    let router = Router::new()
        .merge(api)
        .merge(status::public_router())
        .merge(openapi_doc::router())
        .merge(pages::router())
        .layer(input::body_limit(limit))
        .layer(middleware::from_fn(error::catch_panic))
        .layer(middleware::from_fn(error::localise))
        .layer(middleware::from_fn_with_state(state.clone(), auth::guard_host))
        .layer(set(header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY))
        .layer(set(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(set(header::REFERRER_POLICY, "no-referrer"));
    // It looks at the clock with every chunk of a response, so it is there only when somebody reads what it says.
    let traced = tracing::enabled!(target: "tower_http::trace", tracing::Level::DEBUG);
    let router = if traced { router.layer(TraceLayer::new_for_http()) } else { router };
    router.with_state(state)
}

/// How long requests under way may take once the server ends. A client that stops in the middle of an upload, or of a
/// header, would hold it for ever; what starts servers kills them after ten seconds, some with less patience.
const FAREWELL: Duration = Duration::from_secs(5);

/// Serves until `shutdown` resolves; answers in the making are then ended and stored, which ends their streams.
///
/// # Errors
/// The listener failed.
pub async fn serve(
    listener: TcpListener,
    state: AppState,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let asker = state.asker.clone();
    let closed = CancellationToken::new();
    let closing = closed.clone();
    let ended = async move {
        shutdown.await;
        asker.close().await;
        closing.cancel();
    };
    // A token is a small write that must not wait for the one before it to be acknowledged.
    let listener = listener.tap_io(|socket| {
        if let Err(fault) = socket.set_nodelay(true) {
            tracing::debug!(%fault, "a connection waits to send small writes");
        }
    });
    // Made into a service once: a bare router is copied anew, route by route, for each connection.
    let serving = axum::serve(listener, router(state).into_make_service()).with_graceful_shutdown(ended);
    tokio::select! {
        served = serving.into_future() => served,
        () = async { closed.cancelled().await; sleep(FAREWELL).await } => {
            tracing::warn!("requests that did not come to their end were left");
            Ok(())
        }
    }
}
