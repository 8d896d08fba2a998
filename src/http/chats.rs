//! Conversations: listed, read, exported, deleted; which of their branches is shown.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Write as _;

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use super::chat::id_place;
use super::error::accepted_language;
use super::input::Count;
use super::problem;
use super::routes::{CONFLICT, NOT_FOUND, Routes, delete, get, put};
use super::timestamp::{Timestamp, timestamp};
use super::wire::part::{
    PartCriteria, PartEdit, PartSentence, PartSource, PartSourceUrl, PartStep, PartSuperseded,
};
use super::wire::{Encoder, author};
use super::{AppState, Json, Query, Result, State};
use stet_answer::report::Badge;
use stet_ask::{COMPLETIONS, logged, told};
use stet_store::Scope::{Ask, Read};
use stet_store::{Conversation, Event as Logged, Message, MessageStatus, Placed, Role};
use stet_text::Language;

/// Conversations of one page of the list.
const PAGE: i64 = 100;

pub(super) fn routes() -> Routes {
    Routes::of([
        get("/api/chats", list, "listChats", "conversations", Read)
            .says("Conversations, the latest first, 100 a page", "대화 목록 (최신순, 한 번에 100개)")
            .answers("The conversations."),
        get("/api/chats/{id}", read, "readChat", "conversations", Read)
            .says("A conversation with its messages", "대화와 메시지 읽기")
            .answers("The conversation.")
            .returns::<Chat>(200)
            .brings(200, "text/markdown", json!({ "schema": { "type": "string" } }))
            .refuses(&[NOT_FOUND])
            .place("id", id_place()),
        put("/api/chats/{id}/branch", show, "showBranch", "conversations", Ask)
            .says("Show another branch of a conversation", "대화의 다른 갈래 보기")
            .about(
                "A question that is edited, one that is asked behind an earlier message, and another answer to a question stand \
                 beside what was there: branches, of which one is shown and gone on with. Shows the branch of a message, \
                 as far as it goes where it was written last.",
            )
            .example(json!({ "messageId": "0190a1b2-0000-7000-8000-000000000001" }))
            .audit("chat.branch")
            .answers("The conversation, with that branch.")
            .refuses(&[NOT_FOUND, CONFLICT])
            .place("id", id_place()),
        delete("/api/chats/{id}", remove, "deleteChat", "conversations", Ask)
            .says("Delete a conversation", "대화 지우기")
            .about("An answer that is being written there is stopped.")
            .audit("chat.delete")
            .answers("Deleted.")
            .refuses(&[NOT_FOUND])
            .place("id", id_place()),
    ])
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Page {
    /// Conversations to leave out.
    #[serde(default)]
    offset: Count,
    /// Also those of `/v1` that last no longer than their request.
    #[serde(default)]
    all: bool,
    /// Only those that whoever asks began, or a key that theirs has taken the place of.
    #[serde(default)]
    mine: bool,
    /// Only those of this project.
    project: Option<Uuid>,
}

/// A conversation without its messages.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ChatSummary {
    /// By which it is asked for.
    id: String,
    /// For people to read.
    title: String,
    /// Who began it, as they were called then; null: nobody noted it.
    author: Option<String>,
    /// Their key or person; null where nobody had one.
    author_id: Option<Uuid>,
    /// Whether whoever asks began it, or a key that theirs has taken the place of.
    mine: bool,
    /// The project that it is in; null: in none.
    project_id: Option<Uuid>,
    /// When it was made.
    created_at: Timestamp,
    /// When it was changed last.
    updated_at: Timestamp,
}

#[derive(Debug, Serialize, JsonSchema)]
struct ChatList {
    /// The conversations.
    chats: Vec<ChatSummary>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Chat {
    #[serde(flatten)]
    summary: ChatSummary,
    /// The turns so far, the oldest first.
    #[schemars(with = "Vec<ChatMessage<'static>>")]
    messages: Vec<Value>,
}

/// A stored message in the shape that AI SDK clients keep. Parts of an answer are its text, its sources, and the last state of each
/// data part.
#[derive(Debug, Serialize, JsonSchema)]
struct ChatMessage<'a> {
    /// Of the message.
    id: &'a str,
    /// Who speaks.
    #[schemars(with = "String", extend("enum" = ["system", "user", "assistant"]))]
    role: Role,
    /// The parts of the message, in order.
    #[schemars(with = "Vec<StoredPart<'static>>")]
    parts: Vec<Value>,
    /// Of an answer, the members of Metadata as well, once it has ended.
    #[schemars(with = "ChatMetadata<'static>")]
    metadata: Value,
    /// Where it stands among others; left out where nothing else stands in its place and not all were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    branch: Option<Branch<'a>>,
}

/// One of the messages that stand in the same place of a conversation.
#[derive(Debug, Serialize, JsonSchema)]
struct Branch<'a> {
    /// Which of them it is, from 1 in the order in which they were written.
    index: usize,
    /// How many there are.
    count: usize,
    /// By which each of them is shown, the oldest first.
    siblings: &'a [Uuid],
    /// What it stands behind, where all branches were asked for; left out of what a conversation begins with.
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<Uuid>,
}

/// A part of a stored message.
#[derive(Debug, JsonSchema)]
#[schemars(untagged, inline)]
#[expect(dead_code, reason = "said for the description; parts are stored as they were sent")]
enum StoredPart<'a> {
    Text(TextPart<'a>),
    Step(PartStep<'a>),
    Source(PartSource<'a>),
    SourceUrl(PartSourceUrl<'a>),
    Sentence(PartSentence<'a>),
    Edit(PartEdit<'a>),
    Criteria(PartCriteria<'a>),
    Superseded(PartSuperseded<'a>),
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct TextPart<'a> {
    #[serde(rename = "type")]
    #[schemars(extend("const" = "text"))]
    kind: &'static str,
    /// The words.
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("const" = "done"))]
    state: Option<&'static str>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline, extend("additionalProperties" = true))]
struct ChatMetadata<'a> {
    /// When it was made.
    created_at: Timestamp,
    /// Of a question: who asked it, as they were called then; left out where nobody noted it.
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<&'a str>,
    /// Of a question: their key or person; left out where nobody had one.
    #[serde(skip_serializing_if = "Option::is_none")]
    author_id: Option<Uuid>,
    /// How it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = ["streaming", "complete", "stopped", "interrupted", "failed"]))]
    status: Option<&'a str>,
}

async fn list(State(state): State<AppState>, Query(page): Query<Page>) -> Result<axum::Json<ChatList>> {
    let without = (!page.all).then_some(COMPLETIONS);
    let line = state.line().await?;
    let only = page.mine.then_some(&*line);
    let chats = state.store().conversations(PAGE, page.offset.0, without, only, page.project).await?;
    Ok(axum::Json(ChatList { chats: chats.into_iter().map(|chat| summary(chat, &line)).collect() }))
}

/// `line`: the keys and people of whoever reads it.
fn summary(chat: Conversation, line: &[Uuid]) -> ChatSummary {
    ChatSummary {
        id: chat.client_id,
        title: chat.title,
        author: chat.author,
        author_id: author(chat.begun_by),
        mine: chat.begun_by.is_some_and(|id| line.contains(&id)),
        project_id: chat.project_id,
        created_at: Timestamp(chat.created_at),
        updated_at: Timestamp(chat.updated_at),
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Form {
    /// JSON, or Markdown for download.
    #[serde(default)]
    #[schemars(extend("default" = "json"))]
    format: Format,
    /// All branches: with what was left behind when a question was edited or answered anew.
    #[serde(default)]
    all: bool,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum Format {
    #[default]
    Json,
    Markdown,
}

async fn read(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(form): Query<Form>,
    asked: HeaderMap,
) -> Result<Response> {
    let chat = find(&state, &id).await?;
    if form.format == Format::Json {
        return Ok(axum::Json(whole(&state, chat, form.all).await?).into_response());
    }
    let mut messages = state.store().placed(chat.id, form.all).await?;
    let gone = gone(&state, messages.iter().map(|placed| &placed.message.metadata)).await?;
    for placed in &mut messages {
        mark_gone(&mut placed.message.metadata, &gone);
    }
    let headers = [
        (header::CONTENT_TYPE, "text/markdown; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"conversation.md\""),
    ];
    Ok((headers, markdown(&chat, &messages, accepted_language(&asked))).into_response())
}

/// A conversation with the branch that is shown, or with all of them.
async fn whole(state: &AppState, chat: Conversation, all: bool) -> Result<Chat> {
    let messages = state.store().placed(chat.id, all).await?;
    // At once for the whole conversation, however many answers it has.
    let ids: Vec<Uuid> = messages.iter().map(|placed| placed.message.id).collect();
    let mut logs = state.store().logs(&ids).await?;
    let mut messages: Vec<Value> = messages
        .iter()
        .map(|placed| ui_message(placed, logs.remove(&placed.message.id).unwrap_or_default(), all))
        .collect();
    let gone = gone(state, messages.iter()).await?;
    for message in &mut messages {
        mark_gone(message, &gone);
    }
    Ok(Chat { summary: summary(chat, &state.line().await?), messages })
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct BranchRequest {
    /// One of the siblings of a message.
    message_id: Uuid,
}

async fn show(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Json(wanted): Json<BranchRequest>,
) -> Result<axum::Json<Chat>> {
    let chat = find(&state, &id).await?;
    if !state.asker.show(&id, wanted.message_id).await? {
        return Err(problem::no_message(wanted.message_id));
    }
    // It may be called otherwise now.
    let chat = state.store().conversation(&id).await?.unwrap_or(chat);
    Ok(axum::Json(whole(&state, chat, false).await?))
}

/// Fields by which an object of a message is known as a passage (of the parts, of the metadata) or an article.
const TARGETS: [&str; 3] = ["chunkId", "chunk_id", "href"];

/// The id of the passage or article that an object of a message leads to.
fn target(object: &serde_json::Map<String, Value>) -> Option<Uuid> {
    let field = TARGETS.iter().find(|field| object.contains_key(**field))?;
    let id = if *field == "href" { object.get("id") } else { object.get(*field) };
    id.and_then(Value::as_str)?.parse().ok()
}

/// The passages and articles that a message leads to.
fn targets(value: &Value, found: &mut Vec<Uuid>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| targets(item, found)),
        Value::Object(object) => {
            found.extend(target(object));
            object.values().for_each(|item| targets(item, found));
        }
        _ => {}
    }
}

/// The passages and articles of these messages that were deleted since.
async fn gone<'a>(state: &AppState, messages: impl Iterator<Item = &'a Value>) -> Result<HashSet<Uuid>> {
    let mut named = Vec::new();
    messages.for_each(|message| targets(message, &mut named));
    named.sort_unstable();
    named.dedup();
    if named.is_empty() {
        return Ok(HashSet::new());
    }
    Ok(state.store().gone(&named).await?.into_iter().collect())
}

/// Says of every passage and article of a message that it is there no more.
fn mark_gone(value: &mut Value, gone: &HashSet<Uuid>) {
    if gone.is_empty() {
        return;
    }
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| mark_gone(item, gone)),
        Value::Object(object) => {
            if target(object).is_some_and(|id| gone.contains(&id)) {
                object.insert("gone".into(), json!(true));
            }
            object.values_mut().for_each(|item| mark_gone(item, gone));
        }
        _ => {}
    }
}

async fn find(state: &AppState, id: &str) -> Result<Conversation> {
    let chat = state.store().conversation(id).await?;
    chat.ok_or_else(|| problem::no_conversation(id))
}

/// A stored message with its log in the shape that AI SDK clients keep.
pub(super) fn ui_message(placed: &Placed, log: Vec<Logged>, all: bool) -> Value {
    let Placed { message, parent, siblings } = placed;
    let id = message.id.to_string();
    let branch = (all || siblings.len() > 1).then(|| Branch {
        index: placed.index(),
        count: siblings.len(),
        siblings,
        parent: parent.filter(|_| all),
    });
    if message.role != Role::Assistant {
        let metadata = ChatMetadata {
            created_at: Timestamp(message.created_at),
            author: message.author.as_deref(),
            author_id: author(message.author_id),
            status: None,
        };
        return json!(ChatMessage {
            id: message.client_id.as_deref().unwrap_or(&id),
            role: message.role,
            parts: vec![words(message, None)],
            metadata: json!(metadata),
            branch,
        });
    }
    let mut encoder = Encoder::default();
    let mut parts: Vec<Value> = Vec::new();
    let told = match message.status {
        MessageStatus::Streaming => logged(log),
        // Kept no longer than the settings say; the text stays.
        _ if log.is_empty() => Vec::new(),
        _ => told(message, log),
    };
    for (_, event) in told {
        let part = json!(encoder.part(&event));
        match part["type"].as_str().unwrap_or_default() {
            // The stored text is that of the last attempt; earlier ones were superseded.
            "text-start" if parts.iter().any(|old| old["type"] == "text") => {}
            "text-start" => parts.push(words(message, Some("done"))),
            "source-document" | "source-url" => parts.push(part),
            kind if kind.starts_with("data-") => {
                // The last state of a part is the one that counts.
                match parts.iter_mut().find(|old| old["type"] == part["type"] && old["id"] == part["id"]) {
                    Some(old) => *old = part,
                    None => parts.push(part),
                }
            }
            _ => {}
        }
    }
    if !message.text.is_empty() && !parts.iter().any(|part| part["type"] == "text") {
        parts.push(words(message, Some("done")));
    }
    let mut metadata = message.metadata.clone();
    if let Some(map) = metadata.as_object_mut() {
        map.insert("status".into(), json!(message.status));
        map.insert("answer".into(), json!(message.text));
        map.insert("createdAt".into(), json!(timestamp(message.created_at)));
    }
    json!(ChatMessage { id: &id, role: message.role, parts, metadata, branch })
}

/// The text of a message as a part of it.
fn words(message: &Message, state: Option<&'static str>) -> Value {
    json!(TextPart { kind: "text", text: &message.text, state })
}

fn markdown(chat: &Conversation, messages: &[Placed], language: Language) -> String {
    let mut text = format!("# {}\n", chat.title);
    for placed in messages {
        let Placed { message, siblings, .. } = placed;
        let who = match (message.role, language) {
            (Role::User, Language::Ko) => "질문",
            (Role::User, Language::En) => "Question",
            (Role::Assistant, Language::Ko) => "답변",
            (Role::Assistant, Language::En) => "Answer",
            (Role::System, Language::Ko) => "시스템",
            (Role::System, Language::En) => "System",
        };
        // That there is more than is shown.
        let which = match siblings.len() {
            ..=1 => String::new(),
            count => format!(" {}/{count}", placed.index()),
        };
        let _ = write!(text, "\n## {who}{which}\n\n{}\n", message.text.trim());
        if let Some(reasoning) = message.metadata["reasoning"].as_str() {
            let badge = &message.metadata["badge"];
            let quoted = message.metadata["extracts"] == true;
            let badge = Badge::deserialize(badge).map_or(badge.as_str().unwrap_or_default(), |badge| {
                if quoted { badge.words_of_quotations(language) } else { badge.words(language) }
            });
            for image in message.metadata["page_images"].as_array().into_iter().flatten() {
                let _ = writeln!(text, "\n{}", image["markdown"].as_str().unwrap_or_default());
            }
            let _ = write!(text, "\n> **{badge}** — {reasoning}\n");
            for warning in message.metadata["warnings"].as_array().into_iter().flatten() {
                let _ = write!(text, ">\n> ⚠ {}\n", warning.as_str().unwrap_or_default().replace('\n', " "));
            }
            let sources = message.metadata["sources"].as_array().into_iter().flatten();
            let gone: BTreeSet<&str> = sources
                .filter(|source| source["gone"] == true)
                .filter_map(|source| source["file_name"].as_str())
                .collect();
            if !gone.is_empty() {
                let names = gone.into_iter().collect::<Vec<_>>().join(", ");
                let _ = match language {
                    Language::Ko => write!(text, ">\n> 답변 뒤에 지워진 출처: {names}\n"),
                    Language::En => write!(text, ">\n> Sources deleted since: {names}\n"),
                };
            }
        }
    }
    text
}

async fn remove(State(state): State<AppState>, Path(id): Path<String>) -> Result<StatusCode> {
    state.asker.may_change(&id).await?;
    if let Some(live) = state.asker.live.get(&id) {
        live.stop();
    }
    if state.store().delete_conversation(&id).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(problem::no_conversation(&id))
    }
}
