//! `POST /api/chat` and what belongs to a running answer: resume and stop.

use std::time::Duration;

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use uuid::Uuid;

use super::input::Object;
use super::problem;
use super::routes::{BUSY, CONFLICT, Routes, get, post};
use super::search::FilterBody;
use super::sse;
use super::{AppState, Error, Json, Result, State};
use stet_ask::{AskError, Live, Mode, Question, Web};
use stet_store::Scope::{Ask, Read};
use stet_store::claims::MOST_VERSIONS;
use stet_store::{MessageStatus, Role, Scope};
use stet_text::Language;

/// Longest id that a client may choose, in characters.
const MAX_ID: usize = 200;

/// Messages before a question that are looked for by their ids.
const NAMED: usize = 8;

const NOTHING_RUNS: &str =
    "No answer is being written in this conversation, and no Last-Event-ID names one that has ended.";

pub(super) fn routes() -> Routes {
    Routes::of([
        post("/api/chat", ask, "ask", "answers", Ask)
            .says("Ask a question; the answer streams", "질문하기 (답변은 스트림으로 옵니다)")
            .about(
                "The AI SDK's request with Stet's extras. The answer goes on when its reader leaves; come \
                 back with GET /api/chat/{id}/stream.",
            )
            .example(json!({
                "id": "chat-1",
                "trigger": "submit-message",
                "messages": [
                    {
                        "id": "m1",
                        "role": "user",
                        "parts": [{ "type": "text", "text": "When does the library open?" }]
                    }
                ]
            }))
            .brings(200, "", json!({ "$ref": "#/components/responses/AnswerStream" }))
            .refuses(&[CONFLICT, BUSY]),
        get("/api/chat/{id}/stream", resume, "resume", "answers", Read)
            .says("Follow a running answer again", "진행 중인 답변 이어 받기")
            .about(
                "The whole answer from its first part, then live, also of an answer that another process \
                 writes to the same database; with Last-Event-ID only what is missing, also of an answer \
                 that has ended meanwhile or that a crash cut short (from its first part on where the log \
                 has merged the deltas around that frame).",
            )
            .brings(200, "", json!({ "$ref": "#/components/responses/AnswerStream" }))
            .brings(204, "", json!({ "description": NOTHING_RUNS }))
            .header("Last-Event-ID", "Id of the last frame that arrived: <message>-<seq>.")
            .place("id", id_place()),
        post("/api/chat/{id}/stop", stop, "stop", "answers", Ask)
            .says("Stop a running answer; what was written is kept", "답변 멈추기 (쓴 데까지는 남습니다)")
            .answers("Stopped, or there was nothing to stop.")
            .place("id", id_place()),
    ])
}

/// What a path names.
pub(super) fn id_place() -> Value {
    json!({
        "description": "Id of the conversation, chosen by the client.",
        "schema": { "type": "string", "minLength": 1, "maxLength": 200 }
    })
}

/// The AI SDK's request with Stet's extras.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ChatRequest {
    /// The conversation.
    #[schemars(length(min = 1, max = 200))]
    pub id: String,
    /// The last message of the user is the question.
    #[serde(default)]
    pub messages: Vec<Object<UiMessage>>,
    /// The question, instead of or after messages.
    pub message: Option<Object<UiMessage>>,
    /// Whether a question is asked, an answer written anew, or a stream taken up again.
    pub trigger: Option<Trigger>,
    /// The message; with regenerate-message, the one to be written anew.
    pub message_id: Option<String>,
    pub mode: Option<Mode>,
    /// Packs of rules that hold.
    #[serde(default)]
    pub criteria_pack_ids: Vec<Uuid>,
    /// Only these sources; all when empty.
    #[serde(default)]
    pub source_ids: Vec<Uuid>,
    /// The project that a new conversation belongs to. Questions in the conversations of a project look in its sources, where none are named.
    pub project_id: Option<Uuid>,
    #[serde(default)]
    pub filter: Object<FilterBody>,
    /// The draft beside which the question is asked.
    #[expect(dead_code, reason = "accepted from editors that name the draft beside the question")]
    pub draft_id: Option<Uuid>,
    /// Hold every sentence until it is judged.
    pub strict: Option<bool>,
    /// Korean or English.
    pub language: Option<Language>,
    /// Whether the web is searched, where the server can: never, where the sources have little, or beside them.
    pub web: Option<Web>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub(super) enum Trigger {
    SubmitMessage,
    RegenerateMessage,
    ResumeStream,
}

/// A message as AI SDK clients keep it; fields that Stet does not need are theirs to define.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[schemars(extend("additionalProperties" = true))]
pub(super) struct UiMessage {
    /// Of the message.
    pub id: Option<String>,
    /// Who speaks.
    #[schemars(example = &"user", example = &"assistant")]
    pub role: String,
    /// The parts of the message, in order.
    #[serde(default)]
    #[schemars(with = "Vec<UiPart>")]
    pub parts: Vec<Object<UiPart>>,
    /// Plain text, as older clients send it.
    pub content: Option<String>,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[schemars(extend("additionalProperties" = true))]
pub(super) struct UiPart {
    /// What the object is.
    #[serde(rename = "type")]
    #[schemars(example = &"text")]
    pub kind: String,
    /// The words.
    #[serde(default)]
    #[schemars(with = "String")]
    pub text: Value,
}

impl UiMessage {
    fn text(&self) -> String {
        let parts: Vec<&str> = self
            .parts
            .iter()
            .filter(|part| part.0.kind == "text")
            .filter_map(|part| part.0.text.as_str())
            .collect();
        if parts.is_empty() { self.content.clone().unwrap_or_default() } else { parts.join("\n") }
    }
}

impl ChatRequest {
    /// The question this request asks.
    pub(super) fn question(self) -> Result<Question> {
        fits(&self.id)?;
        let filter = self.filter.0;
        let turns: Vec<UiMessage> =
            self.messages.into_iter().chain(self.message).map(|message| message.0).collect();
        let last = turns
            .iter()
            .rposition(|message| message.role == "user")
            .ok_or_else(problem::no_message_of_the_user)?;
        let history = turns
            .iter()
            .take(last)
            .filter(|message| message.role != "system")
            .map(|message| (message.role == "user", message.text()))
            .filter(|(_, text)| !text.trim().is_empty())
            .collect();
        // As far as its clients name what the server has: an answer that it never told has another id.
        let named = turns.iter().take(last).rev().filter_map(|message| message.id.clone());
        let after = named.take(NAMED).collect();
        let question = turns.get(last).cloned().unwrap_or_default();
        Ok(Question {
            chat_id: self.id,
            text: question.text(),
            client_message_id: question.id,
            after,
            history,
            documents: self.source_ids.into_iter().chain(filter.source_ids.iter().copied()).collect(),
            project: self.project_id,
            filter: filter.filter()?,
            criteria_packs: self.criteria_pack_ids,
            strict: self.strict,
            language: self.language,
            mode: self.mode.unwrap_or_default(),
            web: self.web.unwrap_or_default(),
            once: false,
            regenerate: self.trigger == Some(Trigger::RegenerateMessage),
            ..Question::default()
        })
    }
}

/// Refuses what cannot be the id of a conversation.
fn fits(id: &str) -> Result<()> {
    if (1..=MAX_ID).contains(&id.chars().count()) {
        return Ok(());
    }
    Err(problem::id_of_conversation(MAX_ID))
}

impl From<AskError> for Error {
    fn from(fault: AskError) -> Self {
        match fault {
            AskError::Empty => problem::empty_question("messages"),
            AskError::TooLong { limit } => problem::question_too_large(limit),
            AskError::Busy => problem::conversation_busy(),
            AskError::TooManyVersions => problem::too_many_versions(MOST_VERSIONS),
            AskError::Full => problem::busy(2),
            AskError::NoProject(id) => problem::no_project(id),
            AskError::NotTheirs => problem::conversation_of_others(),
            AskError::OnlyReads => Self::forbidden(Scope::Ask),
            AskError::Limited(refusal) => Self::limited(refusal),
            AskError::Leaving => problem::leaving(),
            AskError::Broken => Self::internal(&fault),
            AskError::Criteria(fault) => fault.into(),
            AskError::Store(fault) => fault.into(),
        }
    }
}

async fn ask(State(state): State<AppState>, Json(body): Json<ChatRequest>) -> Result<Response> {
    // One that was answered before comes under the numbers that the reader may come back with, and from the first.
    let live = state.asker.run_once(body.question()?).await?;
    Ok(sse::stream(&live, None, keep_alive(&state)))
}

async fn resume(
    State(state): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response> {
    fits(&id)?;
    let last = headers.get("last-event-id").and_then(|value| value.to_str().ok()).and_then(sse::last_frame);
    let live = match state.asker.live.get(&id) {
        Some(live) => Some(live),
        None => state.asker.follow(&id).await?,
    };
    if let Some(live) = live {
        let after = last.filter(|(message, _)| *message == live.message_id).map(|(_, after)| after);
        return Ok(sse::stream(&live, after, keep_alive(&state)));
    }
    let idle = || Ok(StatusCode::NO_CONTENT.into_response());
    // A reader that was told the beginning may have the rest of an answer that has ended meanwhile.
    let Some((message, after)) = last else { return idle() };
    let Some(message) = state.store().message(message).await? else { return idle() };
    let chat = state.store().conversation(&id).await?;
    let is_here = chat.is_some_and(|chat| chat.id == message.conversation_id);
    if !is_here || message.role != Role::Assistant || message.status == MessageStatus::Streaming {
        return idle();
    }
    let told = Live::ended(message.id, state.asker.told(&message).await?);
    Ok(sse::stream(&told, Some(after), keep_alive(&state)))
}

async fn stop(State(state): State<AppState>, Path(id): Path<String>) -> Result<StatusCode> {
    fits(&id)?;
    // Stopping what has just ended is no fault: the answer is stored either way.
    state.asker.stop(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Distance between two comments of a silent stream.
pub(super) fn keep_alive(state: &AppState) -> Duration {
    state.config().server.keep_alive()
}
