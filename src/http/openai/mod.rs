//! `/v1`: Stet as an OpenAI-compatible server, for every client that speaks that protocol.
//!
//! One answer, two dialects: `chat` (`/v1/chat/completions`) and `responses` (`/v1/responses`) read a request into one
//! [`request::Asking`] and tell what [`told::Telling`] makes of the events. What a request asks for that Stet does not do is
//! refused by name in `request`. `embeddings` gives the vectors of the search.
//!
//! Words that were sent cannot be taken back in this protocol. What the layers behind the words find later stands in the
//! last chunk: its member `stet` has the badge, the counts, the sentences and the text as it is stored.

mod chat;
mod embeddings;
mod request;
mod responses;
mod told;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::routing::{get, post};
use futures::StreamExt as _;
use serde_json::{Value, json};
use tokio::time::{Instant, timeout_at};

use self::told::{Annotation, Telling};
use super::{AppState, Error, Result, State};
use stet_ask::{COMPLETIONS, Event, Live, ModelFault, Question, Watch};

pub(super) fn router() -> Router<AppState> {
    Router::new()
        .route("/v1/chat/completions", post(chat::complete))
        .route("/v1/responses", post(responses::create))
        .route("/v1/embeddings", post(embeddings::embed))
        .route("/v1/models", get(models))
        .route("/v1/models/{id}", get(model))
}

/// The names under which Stet offers itself: for answers, and for vectors.
const MODEL: &str = "stet";
const EMBEDDINGS: &str = "stet-embeddings";

async fn models(State(state): State<AppState>) -> axum::Json<Value> {
    axum::Json(json!({ "object": "list", "data": offered(&state) }))
}

async fn model(State(state): State<AppState>, Path(id): Path<String>) -> Result<axum::Json<Value>> {
    let known = offered(&state).into_iter().find(|model| model["id"] == id);
    known.map(axum::Json).ok_or_else(|| Error::not_found("모델", "model", &id))
}

fn offered(state: &AppState) -> [Value; 2] {
    let asker = &state.asker;
    [(MODEL, "checked answers by", asker.chat.name()), (EMBEDDINGS, "vectors of", asker.embedder.space())]
        .map(|(id, what, by)| {
            json!({
                "id": id, "object": "model", "created": 0, "owned_by": "stet", "description": format!("{what} {by}"),
            })
        })
}

/// Whoever asked over this protocol cannot come back for an answer: when it goes away, the answer stops. Of a conversation
/// that it did not ask to be kept nothing is left.
struct Asked {
    state: AppState,
    live: Arc<Live>,
    chat_id: String,
}

impl Asked {
    async fn begin(state: &AppState, question: Question) -> Result<Self> {
        let (state, chat_id) = (state.clone(), question.chat_id.clone());
        // A task of its own: of a client that leaves while its answer begins, the answer is dropped as any other is, and so stopped.
        let begun = state.asker.tasks.clone().spawn(async move {
            let live = state.asker.run(question).await?;
            Ok(Self { state, live, chat_id })
        });
        begun.await.map_err(|fault| Error::internal(&fault))?
    }

    fn is_kept(&self) -> bool {
        !self.chat_id.starts_with(COMPLETIONS)
    }

    /// The conversation, where it was asked to be kept.
    fn kept(&self) -> Option<&str> {
        self.is_kept().then_some(self.chat_id.as_str())
    }

    /// Hears the answer to its end: its text and what it cites.
    async fn heard(&self, telling: &mut Telling) -> Result<(String, Vec<Annotation>)> {
        let mut events = self.live.watch();
        while let Some(event) = events.next().await {
            telling.hear(&event);
            if let Event::Error { message, model } = &*event {
                return Err(fault(message, model.as_ref()));
            }
        }
        Ok(telling.message(self.text().await?))
    }

    /// The stored message; `None` where it was deleted meanwhile.
    async fn text(&self) -> Result<Option<String>> {
        Ok(self.state.store().message(self.live.message_id).await?.map(|message| message.text))
    }

    /// Waits for the first word, but not for longer than a silence may last: a fault before it is a status.
    async fn first_word(&self) -> Result<(Vec<Arc<Event>>, Watch)> {
        let until = Instant::now() + keep_alive(&self.state);
        let (mut events, mut seen) = (self.live.watch(), Vec::new());
        while let Ok(Some(event)) = timeout_at(until, events.next()).await {
            if let Event::Error { message, model } = &*event {
                return Err(fault(message, model.as_ref()));
            }
            let is_word = matches!(&*event, Event::Text { .. } | Event::Finish { .. } | Event::Abort { .. });
            seen.push(event);
            if is_word {
                break;
            }
        }
        Ok((seen, events))
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        self.live.stop();
        if self.is_kept() {
            return;
        }
        let (store, chat_id) = (self.state.store().clone(), std::mem::take(&mut self.chat_id));
        let mut events = self.live.watch();
        self.state.asker.tasks.spawn(async move {
            while events.next().await.is_some() {}
            if let Err(fault) = store.delete_conversation(&chat_id).await {
                tracing::warn!(%fault, chat_id, "a conversation that nobody keeps was not deleted");
            }
        });
    }
}

fn keep_alive(state: &AppState) -> Duration {
    super::chat::keep_alive(state)
}

/// A fault of the model as the protocol tells it: its own statuses for what clients act on.
fn fault(message: &str, model: Option<&ModelFault>) -> Error {
    let (status, kind) = match model.map(|fault| fault.kind.as_str()) {
        Some("model-busy") => (StatusCode::TOO_MANY_REQUESTS, "rate-limit-exceeded"),
        Some("model-too-long") => (StatusCode::BAD_REQUEST, "context-length-exceeded"),
        Some("model-idle") => (StatusCode::GATEWAY_TIMEOUT, "model-timeout"),
        Some(_) => (StatusCode::BAD_GATEWAY, "model"),
        None => (StatusCode::INTERNAL_SERVER_ERROR, "internal"),
    };
    let error = Error::new(status, kind, message, message);
    match model.and_then(|fault| fault.retry_after) {
        Some(seconds) => error.after(seconds),
        None => error,
    }
}

/// The address of this server as its client knows it, for links that people open.
fn address(headers: &HeaderMap) -> String {
    let told = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let first = |list: &str| list.split(',').next().unwrap_or_default().trim().to_owned();
    let scheme = told("x-forwarded-proto").map(first).filter(|scheme| scheme == "https");
    let host = told("x-forwarded-host").map(first).or_else(|| told(header::HOST.as_str()).map(str::to_owned));
    // What is no host of an address is nothing to link to.
    let plain = |host: &String| {
        !host.is_empty() && host.chars().all(|ch| ch.is_ascii_alphanumeric() || ".-:[]_".contains(ch))
    };
    let host = host.filter(plain).unwrap_or_else(|| "127.0.0.1".to_owned());
    format!("{}://{host}", scheme.as_deref().unwrap_or("http"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_where_the_client_found_the_server() {
        for (given, expected) in [
            (vec![("host", "127.0.0.1:8787")], "http://127.0.0.1:8787"),
            (vec![("host", "[::1]:80")], "http://[::1]:80"),
            (
                vec![
                    ("host", "inner:80"),
                    ("x-forwarded-host", "stet.example, inner"),
                    ("x-forwarded-proto", "https"),
                ],
                "https://stet.example",
            ),
            (vec![("host", "a/b?c"), ("x-forwarded-proto", "javascript")], "http://127.0.0.1"),
            (vec![], "http://127.0.0.1"),
        ] {
            let mut headers = HeaderMap::new();
            for (name, value) in given {
                headers.insert(name, value.parse().unwrap());
            }
            assert_eq!(address(&headers), expected);
        }
    }
}
