//! HTTP: router, state, and one file per resource.
//!
//! Owns transport, authorisation, limits and the wire; handlers are thin and call use cases. Only [`wire`] knows
//! the JSON of the answer stream.

mod auth;
mod below;
mod bibliography;
mod chat;
mod chats;
mod chunks;
mod criteria;
mod dictionary;
mod docs;
mod draft_comments;
mod draft_history;
mod drafts;
pub mod error;
mod fault;
mod graph;
mod input;
mod keys;
mod listen;
mod localise;
mod mcp;
mod oidc;
mod openai;
mod openapi;
mod operation;
mod pages;
mod patches;
mod problem;
mod projects;
mod references;
mod revise;
mod routes;
mod rule_file;
mod schema;
mod search;
mod session;
mod shared;
mod shares;
mod source;
mod source_files;
mod sources;
mod sse;
mod stats;
mod status;
mod style;
mod timestamp;
#[cfg(feature = "otlp")]
pub mod traces;
mod transfer;
mod verify;
pub mod wire;
mod workspaces;
mod ws;
pub mod zotero;

use std::future::Future;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use axum::extract::{FromRequestParts, MatchedPath, Request, State as Shared};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::{Extension, Router};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tower::util::option_layer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::trace::TraceLayer;
use tracing::Instrument as _;
use uuid::Uuid;

pub use error::{Error, Result};
pub use fault::wrong;
pub use graph::export as graph_file;
pub use input::Json;
use input::Query;
pub use openapi::document as openapi;
use routes::Routes;
pub use rule_file::unreadable;
pub use source::Source;
pub use status::free_bytes;
use stet_access::{Access, Principal};
use stet_ask::Asker;
use stet_config::Config;
use stet_host::metrics::metrics;
use stet_ingest::Ingest;
use stet_store::Store;

/// What every handler can reach. Cheap to clone.
#[derive(Debug, Clone)]
pub struct AppState {
    pub asker: Arc<Asker>,
    pub ingest: Arc<Ingest>,
}

impl AppState {
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.asker.store
    }

    /// The same for whoever asks.
    fn of(&self, principal: &Principal) -> Self {
        let ingest = self.ingest.in_workspace(principal.workspace);
        Self { asker: Arc::new(self.asker.of(principal)), ingest: Arc::new(ingest) }
    }

    /// The key of whoever asks with those that it has taken the place of, or the person: what is theirs. None where
    /// nobody has one.
    async fn line(&self) -> Result<Vec<Uuid>> {
        match self.store().author() {
            Some(author) => Ok(self.store().line(author).await?),
            None => Ok(Vec::new()),
        }
    }

    #[must_use]
    pub fn config(&self) -> &Arc<Config> {
        &self.asker.config
    }
}

/// What a handler may reach, as it is for whoever asks: in their workspace and in their name. Where nobody has been
/// made out,
/// there is none, so no route can forget to.
#[derive(Debug, Clone)]
struct State<S = AppState>(S);

impl FromRequestParts<AppState> for State {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self> {
        let principal = parts.extensions.get::<Principal>().ok_or_else(problem::unauthorised)?;
        Ok(Self(state.of(principal)))
    }
}

/// What a page of Stet may load: its own files, nothing inline, nothing from elsewhere.
const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; img-src 'self' data:; object-src 'none'; \
    base-uri 'none'; frame-ancestors 'none'; form-action 'self'";

/// The routes that say what they are.
fn resources() -> Routes {
    dictionary::routes()
        .merge(keys::routes())
        .merge(workspaces::routes())
        .merge(draft_comments::routes())
        .merge(draft_history::routes())
        .merge(criteria::routes())
        .merge(sources::routes())
        .merge(source_files::routes())
        .merge(chunks::routes())
        .merge(references::routes())
        .merge(bibliography::routes())
        .merge(graph::routes())
        .merge(drafts::routes())
        .merge(projects::routes())
        .merge(shares::routes())
        .merge(patches::routes())
        .merge(transfer::routes())
        .merge(search::routes())
        .merge(stats::routes())
        .merge(verify::routes())
        .merge(chats::routes())
        .merge(chat::routes())
        .merge(revise::routes())
        .merge(mcp::routes())
        .merge(ws::routes())
        .merge(openai::routes())
        .merge(status::routes())
}

/// The routes that need no key: how one is shown, and how the server is.
fn open_resources() -> Routes {
    session::routes().merge(oidc::routes()).merge(shared::routes()).merge(status::public_routes())
}

/// All routes.
pub fn router(state: AppState) -> Router {
    let access = Access::new(state.store().clone(), state.config());
    access.look();
    let guard = Arc::new(auth::Guard::new(access));
    let api = resources()
        .router
        .layer(middleware::from_fn_with_state(state.clone(), listen::pace))
        .layer(middleware::from_fn_with_state(state.clone(), refuse_without_database))
        .layer(middleware::from_fn_with_state(state.clone(), refuse_when_leaving))
        .layer(middleware::from_fn_with_state((state.clone(), Arc::clone(&guard)), auth::authenticate));
    let router = Router::new()
        .merge(api)
        .merge(open_resources().router.layer(Extension(guard)))
        .merge(docs::router())
        .merge(pages::router())
        .layer(input::route_limit(stet_ask::MAX_BODY))
        .layer(middleware::from_fn(localise::catch_panic))
        .layer(middleware::from_fn(localise::localise))
        .layer(middleware::from_fn(note))
        .layer(middleware::from_fn_with_state(state.clone(), auth::guard_origin))
        .layer(option_layer(auth::cors(&state.config().server.allowed_origins)));
    let router = hardened(router);
    // It looks at the clock with every chunk of a response, so it is there only when somebody reads what it says.
    let traced = tracing::enabled!(target: "tower_http::trace", tracing::Level::DEBUG);
    let router =
        if traced { router.layer(TraceLayer::new_for_http().make_span_with(traced_as)) } else { router };
    let path = state.config().server.public_path.clone();
    below::below(&path, router.with_state(state))
}

/// What a log of everything says of a request: not what was searched for, nor a key that somebody has put into an
/// address, nor that of a link.
fn traced_as(request: &Request) -> tracing::Span {
    let path = request.uri().path();
    let path = if path.starts_with(shared::PATH) { shared::PATH } else { path };
    tracing::debug_span!(target: "tower_http::trace", "request", method = %request.method(), path)
}

/// The headers that every response has.
fn hardened<S: Clone + Send + Sync + 'static>(router: Router<S>) -> Router<S> {
    let set = |name: HeaderName, value: &'static str| {
        SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
    };
    router
        .layer(set(header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY))
        .layer(set(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(set(header::REFERRER_POLICY, "no-referrer"))
}

/// Middleware: a process that ends begins nothing new. What is under way can be watched and stopped.
async fn refuse_when_leaving(
    Shared(state): Shared<AppState>,
    request: Request,
    next: Next,
) -> Result<Response> {
    let begins = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if begins && state.asker.leaving.is_cancelled() && !request.uri().path().ends_with("/stop") {
        return Err(problem::leaving());
    }
    Ok(next.run(request).await)
}

/// Routes that say how the server is; the socket tells its own faults.
const WITHOUT_DATABASE: [&str; 3] = ["/metrics", "/api/status", "/ws"];

/// Middleware: what needs a database that is known to be away is told so at once. An answer that is being written is
/// stopped all the same.
async fn refuse_without_database(
    Shared(state): Shared<AppState>,
    request: Request,
    next: Next,
) -> Result<Response> {
    let path = request.uri().path();
    if WITHOUT_DATABASE.contains(&path) || path.ends_with("/stop") {
        return Ok(next.run(request).await);
    }
    if state.store().is_away() {
        return Err(problem::store_absent());
    }
    // The first ones of an outage wait for it to be noticed, and no longer. What changes something comes to its own end.
    let only_reads = matches!(*request.method(), Method::GET | Method::HEAD) || path == "/api/search";
    let told = next.run(request);
    if !only_reads {
        return Ok(told.await);
    }
    state.store().while_there(async { Ok(told.await) }).await.map_err(|_| problem::store_absent())
}

/// Middleware: every request has an id, which its client may give, in the log and in the response; how long it took is
/// measured under the pattern of its route.
async fn note(request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let given = request.headers().get(REQUEST_ID).and_then(|id| id.to_str().ok());
    let given =
        given.filter(|id| (1..=64).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_graphic()));
    let id = given.map_or_else(|| Uuid::now_v7().to_string(), str::to_owned);
    let method = method_name(request.method());
    let route = request.extensions().get::<MatchedPath>().map_or("none", MatchedPath::as_str).to_owned();
    let span = tracing::info_span!("request", id, method, route);
    #[cfg(feature = "otlp")]
    crate::traces::continued(&span, request.headers());
    let mut waiting = Waiting { method, route: route.clone(), begun, answered: false };
    let mut response = next.run(request).instrument(span.clone()).await;
    waiting.answered = true;
    let status = response.status().as_u16();
    span.in_scope(|| tracing::debug!(status, milliseconds = begun.elapsed().as_millis(), "answered"));
    metrics().request(method, route, status, begun.elapsed());
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    response
}

/// A request while somebody waits for its answer. When its client leaves, what it began is dropped with this.
struct Waiting {
    method: &'static str,
    route: String,
    begun: Instant,
    answered: bool,
}

/// What proxies note for a client that has left.
const CLIENT_LEFT: u16 = 499;

impl Drop for Waiting {
    fn drop(&mut self) {
        if !self.answered {
            let route = std::mem::take(&mut self.route);
            metrics().request(self.method, route, CLIENT_LEFT, self.begun.elapsed());
        }
    }
}

/// Methods beyond those that are served are one: whoever invents some makes no new series.
fn method_name(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// How long requests under way may take once the server ends. A client that stops in the middle of an upload, or of a
/// header, would hold it for ever; what starts servers kills them after a while.
const FAREWELL: Duration = Duration::from_secs(5);

/// The port of a server that starts: it answers from the first moment, says that it lives and why it is not ready, and
/// becomes
/// the whole server once there is one.
#[derive(Debug)]
pub struct Front {
    whole: Arc<OnceLock<Router>>,
    database_is_there: Arc<AtomicBool>,
    closed: CancellationToken,
    serving: JoinHandle<()>,
}

impl Front {
    /// Answers at the port from now on.
    #[must_use]
    pub fn open(listener: TcpListener, config: &Config) -> Self {
        let database_is_there = Arc::<AtomicBool>::default();
        let starting = hardened(
            status::starting_router(&database_is_there)
                .layer(middleware::from_fn(localise::localise))
                .layer(middleware::from_fn(note)),
        );
        // Beside the streams, so that no token waits for it.
        tokio::task::spawn_blocking(stet_answer::warm);
        let (whole, closed) = (Arc::<OnceLock<Router>>::default(), CancellationToken::new());
        let router = {
            let whole = Arc::clone(&whole);
            move || whole.get().unwrap_or(&starting).clone()
        };
        let patience = Duration::from_secs(config.server.patience_seconds);
        let serving = tokio::spawn(listen::serve(listener, router, patience, closed.clone()));
        Self { whole, database_is_there, closed, serving }
    }

    /// The database is there; what is left is to make it ready.
    pub fn found_database(&self) {
        self.database_is_there.store(true, Ordering::Relaxed);
    }

    /// Becomes the whole server.
    pub fn complete(&self, state: AppState) {
        self.whole.get_or_init(|| router(state));
    }

    /// [`Self::complete`], until `shutdown` resolves. What is being written may come to its end then, within the time
    /// of the setting;
    /// meanwhile the server says that it is not ready and begins nothing new. Answers that are left are ended and
    /// stored, which
    /// ends their streams.
    ///
    /// # Errors
    /// The listener failed.
    pub async fn serve(
        self,
        state: AppState,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) -> std::io::Result<()> {
        let asker = state.asker.clone();
        let drain = Duration::from_secs(state.config().server.drain_seconds);
        self.complete(state);
        shutdown.await;
        if !asker.drain(drain).await {
            tracing::warn!("answers that did not come to their end in time are ended");
        }
        asker.close().await;
        self.closed.cancel();
        if let Ok(ended) = tokio::time::timeout(FAREWELL, self.serving).await {
            return ended.map_err(std::io::Error::other);
        }
        tracing::warn!("requests that did not come to their end were left");
        Ok(())
    }
}

/// [`Front::open`] and [`Front::serve`] in one, where everything is there already.
///
/// # Errors
/// The listener failed.
pub async fn serve(
    listener: TcpListener,
    state: AppState,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    Front::open(listener, state.config()).serve(state, shutdown).await
}
