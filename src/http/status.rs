//! Is it alive, is it ready, what is it.

use std::fmt::Write as _;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use serde_json::{Value, json};
use time::OffsetDateTime;
use tokio::time::timeout;

use super::{AppState, Error, Result};
use crate::llm::ModelKind;
use stet_prompt::Outcome;
use stet_text::Language;

pub(super) fn public_router() -> Router<AppState> {
    Router::new().route("/healthz", get(healthy)).route("/readyz", get(ready))
}

pub(super) fn private_router() -> Router<AppState> {
    Router::new().route("/api/status", get(status)).route("/metrics", get(metrics))
}

async fn healthy() -> &'static str {
    "ok\n"
}

/// What asks whether a server is ready waits a second or a few; a pool that looks for a connection waits longer.
const READY_WITHIN: Duration = Duration::from_secs(1);

async fn ready(State(state): State<AppState>) -> Result<&'static str> {
    let unready = |ko: &str, en: &str| Error::new(StatusCode::SERVICE_UNAVAILABLE, "not-ready", ko, en);
    if state.asker.shutdown.is_cancelled() {
        return Err(unready("서버가 종료되고 있습니다.", "The server is shutting down."));
    }
    match timeout(READY_WITHIN, state.store().ping()).await {
        Ok(Ok(())) => Ok("ready\n"),
        Ok(Err(_)) | Err(_) => Err(unready(
            "데이터베이스가 응답하지 않습니다. 데이터베이스가 켜져 있는지 확인해 주세요.",
            "The database does not answer; check that it is running.",
        )),
    }
}

async fn status(State(state): State<AppState>) -> axum::Json<Value> {
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
    axum::Json(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "model": { "kind": kind, "name": state.asker.chat.name() },
        "embeddings": { "space": state.asker.embedder.space() },
        "meaning": meaning,
        "judge": judge,
        "layers": layers.names(),
        "auth": config.server.api_key.is_some(),
        "pdf": state.ingest.reads_pdf(),
        "limits": {
            "questionBytes": config.server.max_question_bytes, "fileBytes": config.ingest.max_file_bytes,
        },
    }))
}

/// A model that was tried in both languages, and how it did.
fn tried(name: &str, outcome: impl Fn(Language) -> Option<Outcome>) -> Value {
    let of = |language| {
        let outcome = outcome(language);
        let (right, of) = (outcome.map(|of| of.right), outcome.map(|of| of.of));
        json!({ "judges": outcome.is_none_or(Outcome::is_enough), "right": right, "of": of })
    };
    json!({ "name": name, "ko": of(Language::Ko), "en": of(Language::En) })
}

async fn metrics(State(state): State<AppState>) -> Result<Response> {
    let open_jobs = state.store().open_jobs().await?;
    let references = state.store().references(OffsetDateTime::now_utc() - time::Duration::days(1)).await?;
    let mut text = String::new();
    for (name, help, value) in [
        ("stet_answers_live", "Answers that are being written.", state.asker.live.len().to_string()),
        ("stet_ingest_jobs_open", "Documents that wait or are being read.", open_jobs.to_string()),
    ] {
        let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {value}");
    }
    let name = "stet_references_day";
    let _ = writeln!(
        text,
        "# HELP {name} References to regulations in the answers of the last 24 hours.\n# TYPE {name} gauge"
    );
    for (became, count) in [
        ("found", references.found),
        ("put", references.put),
        ("incomplete", references.incomplete),
        ("unknown", references.unknown),
        ("repealed", references.repealed),
        ("unsupported", references.unsupported),
    ] {
        let _ = writeln!(text, "{name}{{became=\"{became}\"}} {count}");
    }
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response())
}
