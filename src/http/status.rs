//! Is it alive, is it ready, what is it.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use axum::{Extension, Router, routing};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use time::OffsetDateTime;
use tokio::time::timeout;

use super::error::Code;
use super::problem::{self, code};
use super::routes::{ANYBODY, Routes, UNREADY, get};
use super::{AppState, Result, State};
use stet_access::Principal;
use stet_answer::report::Layer;
use stet_host::metrics::metrics;
use stet_llm::ModelKind;
use stet_prompt::{Kind, Outcome};
use stet_store::Scope::{Admin, Read};
use stet_text::Language;

pub(super) fn public_routes() -> Routes {
    Routes::of([
        get("/healthz", healthy, "healthy", "server", ANYBODY)
            .says("Is it alive?", "살아 있는지")
            .answers("It is."),
        get("/readyz", ready, "ready", "server", ANYBODY)
            .says("Can it serve?", "요청을 받을 수 있는지")
            .answers("It can.")
            .refuses(&[UNREADY]),
    ])
}

pub(super) fn routes() -> Routes {
    Routes::of([
        get("/api/status", status, "status", "server", Read)
            .says("Version, model, limits", "버전, 모델, 한도")
            .answers("What this server is."),
        // Figures of all workspaces.
        get("/metrics", measured, "metrics", "server", Admin)
            .says("Figures for Prometheus", "Prometheus 지표")
            .about(
"Of all workspaces, so for administrators of the default one; while the server waits for its database for \
                 everybody, as there are none yet.")
            .answers("OpenMetrics 1.0, whether the database is there or not.")
            .brings(200, "application/openmetrics-text", json!({"schema": {"type": "string"}})),
    ])
}

async fn healthy() -> &'static str {
    "ok\n"
}

/// What asks whether a server is ready waits a second or a few; a pool that looks for a connection waits longer.
const READY_WITHIN: Duration = Duration::from_secs(1);

async fn ready(axum::extract::State(state): axum::extract::State<AppState>) -> Result<&'static str> {
    if state.asker.leaving.is_cancelled() {
        return Err(problem::ending());
    }
    if free_bytes(&state.config().database.data_dir)
        .is_some_and(|free| free < state.config().ingest.max_file_bytes as u64)
    {
        return Err(problem::disk_full());
    }
    if state.store().answers(READY_WITHIN).await {
        return Ok("ready\n");
    }
    Err(problem::store_silent())
}

/// What is answered before there is anything to answer with: the server lives, is not ready for this reason, and every
/// other
/// request is to come back. The figures are of a process that has done nothing for anybody, so they take no key, which
/// nobody
/// could look up yet.
pub(super) fn starting_router(database_is_there: &Arc<AtomicBool>) -> Router {
    let starting = |code: Code, there: &Arc<AtomicBool>| {
        let there = Arc::clone(there);
        let told = move || {
            if there.load(Ordering::Relaxed) {
                problem::preparing_database()
            } else {
                problem::awaiting_database()
            }
        };
        move || std::future::ready(told().coded(code))
    };
    Router::new()
        .route("/healthz", routing::get(healthy))
        .route("/readyz", routing::get(starting(code::NOT_READY, database_is_there)))
        .route("/metrics", routing::get(async || figures(false)))
        .fallback(starting(code::STARTING, database_is_there))
}

/// Bytes that are left on the disk of a folder, which need not be there yet; none where there is no such disk.
#[must_use]
pub fn free_bytes(folder: &Path) -> Option<u64> {
    let folder = folder.ancestors().find(|folder| folder.exists()).unwrap_or(Path::new("."));
    let disk = rustix::fs::statvfs(folder).ok().filter(|disk| disk.f_blocks > 0)?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

#[derive(Debug, Serialize, JsonSchema)]
struct ServerStatus {
    /// Of the program.
    version: &'static str,
    /// The model that writes.
    model: Writer,
    /// What makes vectors.
    embeddings: Embeddings,
    /// The model of entailment, which is asked before the judge; null without one.
    meaning: Option<TriedModel>,
    /// The model that judges; null without one.
    judge: Option<TriedModel>,
    /// The checks that an answer goes through.
    #[schemars(with = "serde_json::Value", extend("type" = "array", "items" = { "$ref": "#/components/schemas/Layer" }))]
    layers: Vec<Layer>,
    /// Whether a key is required.
    auth: bool,
    /// Whether PDF files can be read: `PDFium` is installed.
    pdf: bool,
    /// Whether the web can be searched: there is a key for it.
    web: bool,
    /// Name of the workspace, where there is more than one and the database tells; null otherwise.
    workspace: Option<String>,
    /// How much a request may have.
    limits: RequestLimits,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct Writer {
    /// A model, or only the words of the sources.
    #[schemars(extend("enum" = ["model", "extracts"]))]
    kind: &'static str,
    /// What it is called.
    name: String,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct Embeddings {
    /// Name of the space of the vectors.
    space: String,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
struct RequestLimits {
    /// Longest question.
    question_bytes: usize,
    /// Largest file.
    file_bytes: usize,
}

/// A model behind the words, and how it did with known sentences of each language.
#[derive(Debug, Serialize, JsonSchema)]
struct TriedModel {
    /// What it is called.
    name: String,
    /// The trial in Korean.
    ko: JudgeTrial,
    /// The trial in English.
    en: JudgeTrial,
}

#[derive(Debug, Serialize, JsonSchema)]
struct JudgeTrial {
    /// Whether it is asked in this language: until it was tried, and when it passed.
    judges: bool,
    /// Sentences that it got right; null before it was tried.
    right: Option<usize>,
    /// How many sentences were asked; null before it was tried.
    of: Option<usize>,
    /// Of a judge, the kinds of sentences that it told apart: there it overrules words, which go by how something is said.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    kinds: Vec<&'static str>,
}

async fn status(State(state): State<AppState>) -> axum::Json<ServerStatus> {
    let config = state.config();
    let kind = match state.asker.chat.kind() {
        ModelKind::Model => "model",
        ModelKind::Extracts => "extracts",
    };
    let mut layers = state.asker.layers(Language::Ko);
    let english = state.asker.layers(Language::En);
    (layers.meaning, layers.model) = (layers.meaning || english.meaning, layers.model || english.model);
    let judge =
        state.asker.judge.as_ref().map(|judge| tried(judge.name(), |language| judge.outcome(language)));
    let meaning = state.asker.meaning.as_ref();
    let meaning = meaning.map(|meaning| tried(meaning.name(), |language| meaning.outcome(language)));
    axum::Json(ServerStatus {
        version: env!("CARGO_PKG_VERSION"),
        model: Writer { kind, name: state.asker.chat.name().to_owned() },
        embeddings: Embeddings { space: state.asker.embedder.space().to_owned() },
        meaning,
        judge,
        layers: layers.names(),
        auth: state.asker.is_metered(),
        pdf: state.ingest.reads_pdf(),
        web: state.asker.web.is_some(),
        workspace: workspace(&state).await,
        limits: RequestLimits {
            question_bytes: stet_ask::MAX_QUESTION,
            file_bytes: config.ingest.max_file_bytes,
        },
    })
}

/// The name of the workspace of whoever asks, unless it is the only one; none where nobody tells in time.
async fn workspace(state: &AppState) -> Option<String> {
    if state.store().is_away() {
        return None;
    }
    let all = timeout(COUNTED_WITHIN, state.store().workspaces()).await.ok()?.ok()?;
    let own = all.iter().find(|one| one.id == state.store().workspace());
    own.filter(|_| all.len() > 1).map(|one| one.name.clone())
}

/// A model that was tried in both languages, and how it did.
fn tried(name: &str, outcome: impl Fn(Language) -> Option<Outcome>) -> TriedModel {
    let of = |language| {
        let outcome = outcome(language);
        JudgeTrial {
            judges: outcome.is_none_or(|of| of.is_enough()),
            right: outcome.map(|of| of.right()),
            of: outcome.map(|of| of.asked()),
            kinds: Kind::ALL
                .into_iter()
                .filter(|kind| outcome.is_some_and(|of| of.is_enough() && of.passes(*kind)))
                .map(Kind::name)
                .collect(),
        }
    };
    TriedModel { name: name.to_owned(), ko: of(Language::Ko), en: of(Language::En) }
}

/// Longest wait for what only the database knows; without it the last that was known is told.
const COUNTED_WITHIN: Duration = Duration::from_millis(500);

async fn measured(
    Extension(principal): Extension<Principal>,
    State(state): State<AppState>,
) -> Result<Response> {
    if !principal.is_owner() {
        return Err(problem::of_all_workspaces());
    }
    let counts = metrics();
    counts.live.set(i64::try_from(state.asker.live.len()).unwrap_or(i64::MAX));
    let (used, idle) = state.store().connections();
    counts.pool(used, idle);
    let answers =
        !state.store().is_away() && matches!(timeout(COUNTED_WITHIN, count(&state)).await, Ok(Ok(())));
    Ok(figures(answers))
}

/// All figures, with whether the database is there.
fn figures(database: bool) -> Response {
    let counts = metrics();
    counts.database.set(database.into());
    ([(header::CONTENT_TYPE, stet_host::metrics::MEDIA_TYPE)], counts.text()).into_response()
}

/// Asks the database for what it counts.
async fn count(state: &AppState) -> Result<()> {
    metrics().jobs.set(state.store().open_jobs().await?);
    let references = state.store().references(OffsetDateTime::now_utc() - time::Duration::days(1)).await?;
    for (became, count) in [
        ("found", references.found),
        ("put", references.put),
        ("incomplete", references.incomplete),
        ("unknown", references.unknown),
        ("repealed", references.repealed),
        ("unsupported", references.unsupported),
    ] {
        metrics().references(became, count);
    }
    Ok(())
}
