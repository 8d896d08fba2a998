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
mod openai;
mod openapi_doc;
mod pages;
mod patches;
mod revise;
mod search;
mod sources;
mod sse;
mod stats;
mod status;
mod verify;
pub mod wire;
mod ws;

use std::future::Future;
use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::extract::rejection::JsonRejection;
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware;
use axum::serve::ListenerExt as _;
use tokio::net::TcpListener;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::trace::TraceLayer;

use crate::ask::Asker;
use crate::config::Config;
use crate::ingest::Ingest;
use crate::store::Store;
pub use error::{Error, Result};

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
        .merge(revise::router())
        .merge(search::router())
        .merge(sources::router())
        .merge(stats::router())
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
        .layer(DefaultBodyLimit::max(limit))
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
    let ended = async move {
        shutdown.await;
        asker.close().await;
    };
    // A token is a small write that must not wait for the one before it to be acknowledged.
    let listener = listener.tap_io(|socket| {
        if let Err(fault) = socket.set_nodelay(true) {
            tracing::debug!(%fault, "a connection waits to send small writes");
        }
    });
    axum::serve(listener, router(state)).with_graceful_shutdown(ended).await
}

/// A JSON body that answers faults with a problem, naming the field where it can.
#[derive(Debug, Clone, Copy, Default)]
pub struct Json<T>(pub T);

impl<S: Send + Sync, T: serde::de::DeserializeOwned> axum::extract::FromRequest<S> for Json<T> {
    type Rejection = Error;

    async fn from_request(request: axum::extract::Request, state: &S) -> Result<Self> {
        match axum::Json::<T>::from_request(request, state).await {
            Ok(axum::Json(value)) => Ok(Self(value)),
            Err(rejection) => Err(bad_json(&rejection)),
        }
    }
}

fn bad_json(rejection: &JsonRejection) -> Error {
    use axum::http::StatusCode;
    match rejection {
        JsonRejection::BytesRejection(_) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            Error::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                "too-large",
                "요청이 너무 큽니다. 본문을 줄이거나 파일로 올려 주세요 (STET_MAX_BODY_BYTES).",
                "The request is too large; shorten the body, or upload the text as a file (STET_MAX_BODY_BYTES).",
            )
        }
        JsonRejection::MissingJsonContentType(_) => Error::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "content-type",
            "Content-Type: application/json으로 보내 주세요.",
            "Send the request with Content-Type: application/json.",
        ),
        _ => {
            let text = rejection.body_text();
            let what = text.rsplit_once("target type: ").map_or(text.as_str(), |(_, tail)| tail);
            let field = what.split_once(": ").map_or("body", |(field, _)| field);
            let field = if field.contains(' ') { "body" } else { field };
            Error::input(
                field,
                format!("요청 본문을 읽을 수 없습니다: {what}"),
                format!("The request body cannot be used: {what}"),
            )
        }
    }
}
