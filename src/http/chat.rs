//! `POST /api/chat` and what belongs to a running answer: resume and stop.

use std::time::Duration;

use axum::Router;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use serde_json::Value;
use uuid::Uuid;

use super::input::Object;
use super::search::FilterBody;
use super::sse;
use super::{AppState, Error, Json, Result, State};
use stet_ask::{AskError, Live, Mode, Question};
use stet_store::{MessageStatus, Role, Scope};
use stet_text::Language;

/// Longest id that a client may choose, in characters.
const MAX_ID: usize = 200;

pub(super) fn router() -> Router<AppState> {
    Router::new()
        .route("/api/chat", post(ask))
        .route("/api/chat/{id}/stream", get(resume))
        .route("/api/chat/{id}/stop", post(stop))
}

/// The AI SDK's request with Stet's extras.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ChatBody {
    pub id: String,
    #[serde(default)]
    pub messages: Vec<Object<UiMessage>>,
    pub message: Option<Object<UiMessage>>,
    pub trigger: Option<Trigger>,
    pub message_id: Option<String>,
    pub mode: Option<Mode>,
    #[serde(default)]
    pub criteria_pack_ids: Vec<Uuid>,
    #[serde(default)]
    pub source_ids: Vec<Uuid>,
    #[serde(default)]
    pub filter: Object<FilterBody>,
    #[expect(dead_code, reason = "accepted from editors that name the draft beside the question")]
    pub draft_id: Option<Uuid>,
    pub strict: Option<bool>,
    pub language: Option<Language>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Trigger {
    SubmitMessage,
    RegenerateMessage,
    ResumeStream,
}

/// A message as AI SDK clients keep it; fields that Stet does not need are theirs to define.
#[derive(Debug, Clone, Default, Deserialize)]
pub(super) struct UiMessage {
    pub id: Option<String>,
    pub role: String,
    #[serde(default)]
    pub parts: Vec<Object<UiPart>>,
    /// Plain text, as older clients send it.
    pub content: Option<String>,
}

#[derive(Debug, Clone, Default, Deserialize)]
pub(super) struct UiPart {
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(default)]
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

impl ChatBody {
    /// The question this request asks.
    pub(super) fn question(self) -> Result<Question> {
        fits(&self.id)?;
        let filter = self.filter.0;
        let turns: Vec<UiMessage> =
            self.messages.into_iter().chain(self.message).map(|message| message.0).collect();
        let last = turns.iter().rposition(|message| message.role == "user").ok_or_else(|| {
            Error::input(
                "messages",
                "사용자의 메시지가 없습니다. messages 또는 message에 role이 user인 메시지를 넣어 주세요.",
                "There is no message of the user; send one with role \"user\" in messages or message.",
            )
        })?;
        let history = turns
            .iter()
            .take(last)
            .filter(|message| message.role != "system")
            .map(|message| (message.role == "user", message.text()))
            .filter(|(_, text)| !text.trim().is_empty())
            .collect();
        let before = turns.iter().take(last).rfind(|message| message.role == "user");
        let after = before.and_then(|message| message.id.clone());
        let question = turns.get(last).cloned().unwrap_or_default();
        Ok(Question {
            chat_id: self.id,
            text: question.text(),
            client_message_id: question.id,
            after,
            history,
            documents: self.source_ids.into_iter().chain(filter.source_ids.iter().copied()).collect(),
            filter: filter.filter()?,
            criteria_packs: self.criteria_pack_ids,
            strict: self.strict,
            language: self.language,
            mode: self.mode.unwrap_or_default(),
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
    Err(Error::input(
        "id",
        format!("대화 id는 1~{MAX_ID}자여야 합니다."),
        format!("The conversation's id must have 1 to {MAX_ID} characters."),
    ))
}

impl From<AskError> for Error {
    fn from(fault: AskError) -> Self {
        match fault {
            AskError::Empty => Self::input(
                "messages",
                "질문이 비어 있습니다. 질문을 적어 주세요.",
                "The question is empty; write one.",
            ),
            AskError::TooLong { limit } => Self::too_large("질문이", "The question", limit),
            AskError::Busy => Self::conflict(
                "이 대화에서 답변이 진행 중입니다. 멈추거나 끝날 때까지 기다려 주세요.",
                "An answer is being written in this conversation; stop it or wait for its end.",
            ),
            AskError::Full => Self::busy(2),
            AskError::NotTheirs => Self::new(
                StatusCode::FORBIDDEN,
                "forbidden",
                "다른 사람이 시작한 대화입니다. 묻기(ask) 권한의 키로는 새 대화를 시작해 주세요. 이 대화를 이으려면 쓰기(write) 권한이 있는 키가 필요합니다.",
                "Somebody else began this conversation. With a key of the scope ask, begin one of your own; going on with this one takes the scope write.",
            ),
            AskError::OnlyReads => Self::forbidden(Scope::Ask),
            AskError::Limited(refusal) => Self::limited(refusal),
            AskError::Leaving => Self::leaving(),
            AskError::Broken => Self::internal(&fault),
            AskError::Criteria(fault) => fault.into(),
            AskError::Store(fault) => fault.into(),
        }
    }
}

async fn ask(State(state): State<AppState>, Json(body): Json<ChatBody>) -> Result<Response> {
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
    Duration::from_secs(state.config().server.keep_alive_seconds.max(1))
}
