//! `/v1`: Stet as an OpenAI-compatible server, for every client that speaks that protocol.
//!
//! One answer, two dialects: `chat` (`/v1/chat/completions`) and `responses` (`/v1/responses`) read a request into one
//! [`request::Asking`] and tell what [`told::Telling`] makes of the events. What a request asks for that Stet does not do is
//! refused by name in `request`. `embeddings` gives the vectors of the search.
//!
//! Words that were sent cannot be taken back in this protocol: a stream says that they do not count, or holds them back
//! ([`replaced`]). What the layers behind the words find later stands in the last chunk: its member `stet` has the badge, the
//! counts, the sentences and the text as it is stored.

mod chat;
mod embeddings;
mod errand;
mod replaced;
mod request;
mod responses;
mod told;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::Path;
use axum::http::{HeaderMap, header};
use futures::StreamExt as _;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use tokio::time::{Instant, timeout_at};

use self::told::{Annotation, Telling};
use super::problem::{self, code};
use super::routes::{
    BUSY, INVALID, LATE, LIMITED, MODEL_FAULT, NOT_FOUND, Routes, TOO_LARGE, get, post, reference,
};
use super::{AppState, Error, Result, State};
use stet_ask::{COMPLETIONS, Event, Live, ModelFault, Question, Watch};
use stet_store::Scope::{Ask, Read};

pub(super) fn routes() -> Routes {
    Routes::of([
        post("/v1/chat/completions", chat::complete, "complete", "openai", Ask)
            .takes("application/json", reference("CompletionRequest"))
            .says("A checked answer in the OpenAI protocol", "OpenAI 방식으로 확인된 답변 받기")
            .about(
                "System messages and the model's parameters reach the model, behind Stet's own rules. What \
                 Stet does not do (answers in JSON, several answers, probabilities, pictures, a tool that \
                 must be called) is refused by the name of its field with the code unsupported; tools that \
                 may be called are left alone. A request for a title, tags or further questions for a \
                 conversation that it holds, as chat clients send behind their user's back, is asked of the \
                 model as it stands, and nothing is searched. Citations stand in annotations, whose URL \
                 opens a page that people can read. Words that were sent cannot be taken back: where a text \
                 is written again because its sources do not bear it out, a line of its own withdraws what \
                 stands above it and the corrected text follows (stet.replaced says otherwise). The chunk \
                 with the finish_reason has the member stet with the last word on every sentence. An answer \
                 that refuses ends with the nearest passage. Nothing is kept unless store is true.",
            )
            .example(json!({
                "messages": [{ "role": "user", "content": "When does the library open?" }],
                "stream": true
            }))
            .answers(
                "The completion; with stream, server-sent events whose data is a CompletionChunk (or an \
                 object with error), then [DONE].",
            )
            .faults("OpenAiFault")
            .returns::<chat::Whole>(200)
            .streams_of::<chat::Chunk>()
            .refuses(&[LIMITED, LATE, INVALID, MODEL_FAULT, BUSY, TOO_LARGE]),
        post("/v1/responses", responses::create, "createResponse", "openai", Ask)
            .takes("application/json", reference("ResponseRequest"))
            .says("The same answer in the form of the Responses API", "Responses API 방식으로 같은 답변 받기")
            .about(
                "For clients that read citations there. What is said of /v1/chat/completions holds; a text \
                 that is replaced ends as an incomplete message, another message begins, and the response \
                 at its end has only the last. previous_response_id and stored conversations are refused \
                 by name.",
            )
            .example(json!({ "input": "When does the library open?", "stream": true }))
            .answers("The response; with stream, server-sent events whose data is a ResponseEvent.")
            .faults("OpenAiFault")
            .returns::<responses::Whole>(200)
            .streams_of::<responses::Told>()
            .refuses(&[LIMITED, INVALID, MODEL_FAULT, TOO_LARGE]),
        post("/v1/embeddings", embeddings::embed, "embed", "openai", Read)
            .says("The vectors by which Stet searches", "Stet이 검색에 쓰는 벡터")
            .example(json!({ "input": ["paid leave", "유급 휴가"] }))
            .answers("One vector for each text, in order.")
            .faults("OpenAiFault")
            .refuses(&[INVALID]),
        get("/v1/models", models, "listModels", "openai", Read)
            .says(
                "What can be chatted with; stet-embeddings is had by its name",
                "대화할 수 있는 모델의 목록",
            )
            .answers("The list.")
            .faults("OpenAiFault"),
        get("/v1/models/{id}", model, "readModel", "openai", Read)
            .says("One of them, by its name", "모델 하나")
            .answers("The model.")
            .faults("OpenAiFault")
            .refuses(&[NOT_FOUND])
            .place("id", json!({ "example": "stet" })),
    ])
}

/// The names under which Stet offers itself: for answers, and for vectors.
const MODEL: &str = "stet";
const EMBEDDINGS: &str = "stet-embeddings";

#[derive(Debug, Serialize, JsonSchema)]
struct ModelList {
    #[schemars(extend("const" = "list"))]
    object: &'static str,
    /// What can be asked for.
    data: Vec<Model>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Model {
    /// The name to ask for it by.
    #[schemars(extend("enum" = [MODEL, EMBEDDINGS]))]
    id: &'static str,
    #[schemars(extend("const" = "model"))]
    object: &'static str,
    /// Seconds since 1970.
    created: i64,
    #[schemars(extend("const" = MODEL))]
    owned_by: &'static str,
    /// What it is, in words.
    description: String,
}

async fn models(State(state): State<AppState>) -> axum::Json<ModelList> {
    // Clients offer their users whatever is listed: vectors answer nobody, and are had by their name.
    let data = offered(&state).into_iter().filter(|model| model.id == MODEL).collect();
    axum::Json(ModelList { object: "list", data })
}

async fn model(State(state): State<AppState>, Path(id): Path<String>) -> Result<axum::Json<Model>> {
    let known = offered(&state).into_iter().find(|model| model.id == id);
    known.map(axum::Json).ok_or_else(|| problem::no_model(&id))
}

fn offered(state: &AppState) -> [Model; 2] {
    let asker = &state.asker;
    [(MODEL, "checked answers by", asker.chat.name()), (EMBEDDINGS, "vectors of", asker.embedder.space())]
        .map(|(id, what, by)| {
            let description = format!("{what} {by}");
            Model { id, object: "model", created: 0, owned_by: MODEL, description }
        })
}

/// Whoever asked over this protocol cannot come back for an answer: when it goes away, the answer stops. Of a
/// conversation
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
    let code = match model.map(|fault| fault.kind.as_str()) {
        Some("model-busy") => code::RATE_LIMIT_EXCEEDED,
        Some("model-too-long") => code::CONTEXT_LENGTH_EXCEEDED,
        Some("model-idle") => code::MODEL_TIMEOUT,
        Some(_) => code::MODEL,
        None => code::INTERNAL,
    };
    let error = Error::new(code, [message, message].map(str::to_owned));
    match model.and_then(|fault| fault.retry_after) {
        Some(seconds) => error.after(seconds),
        None => error,
    }
}

/// The address of this server as its client knows it, for links that people open; `path` is what a proxy shows it below.
fn address(headers: &HeaderMap, path: &str) -> String {
    let told = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let first = |list: &str| list.split(',').next().unwrap_or_default().trim().to_owned();
    let scheme = told("x-forwarded-proto").map(first).filter(|scheme| scheme == "https");
    let host = told("x-forwarded-host").map(first).or_else(|| told(header::HOST.as_str()).map(str::to_owned));
    // What is no host of an address is nothing to link to.
    let plain = |host: &String| {
        !host.is_empty() && host.chars().all(|ch| ch.is_ascii_alphanumeric() || ".-:[]_".contains(ch))
    };
    let host = host.filter(plain).unwrap_or_else(|| "127.0.0.1".to_owned());
    format!("{}://{host}{path}", scheme.as_deref().unwrap_or("http"))
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
            assert_eq!(address(&headers, "/at"), format!("{expected}/at"));
        }
    }
}
