//! Conversations and their messages.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use time::OffsetDateTime;
use uuid::Uuid;

use super::log::LogRow;
use super::{Result, Store, clean, clean_json, clean_json_text};

/// Who wrote a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum Role {
    System,
    User,
    Assistant,
}

/// How far a message has come. Only `Streaming` ever changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum MessageStatus {
    Streaming,
    Complete,
    Stopped,
    Interrupted,
    Failed,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conversation {
    pub id: Uuid,
    /// The id the client chose.
    pub client_id: String,
    pub title: String,
    /// Who began it, as they were called then, and their key or person. None: nobody noted it.
    pub author: Option<String>,
    pub begun_by: Option<Uuid>,
    pub project_id: Option<Uuid>,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    pub id: Uuid,
    pub conversation_id: Uuid,
    pub client_id: Option<String>,
    pub role: Role,
    pub status: MessageStatus,
    pub text: String,
    /// gate.md §5 for answers, what the client sent for questions.
    pub metadata: Value,
    /// Who asked a question, as they were called then, and their key or person. None: nobody noted it.
    pub author: Option<String>,
    pub author_id: Option<Uuid>,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
}

#[derive(Debug, Clone)]
pub struct NewMessage<'a> {
    pub id: Uuid,
    pub conversation_id: Uuid,
    pub client_id: Option<&'a str>,
    pub role: Role,
    pub status: MessageStatus,
    pub text: &'a str,
    pub metadata: &'a Value,
    pub at: OffsetDateTime,
}

/// An answer that is open in a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenAnswer {
    pub message: Uuid,
    /// The process that writes it, or wrote it while it lived.
    pub writer: Option<Uuid>,
}

/// A turn of a conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    pub role: Role,
    pub text: String,
}

/// What a message has become.
#[derive(Debug, Clone, Copy)]
pub struct MessageEnd<'a> {
    pub id: Uuid,
    /// The process that wrote it; none of a message that no process claimed.
    pub writer: Option<Uuid>,
    pub status: MessageStatus,
    pub text: &'a str,
    pub metadata: &'a Value,
    pub at: OffsetDateTime,
}

impl Store {
    /// The conversation of a client's id, made when there is none. An old one keeps its id and title and is
    /// dated anew.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn open_conversation(
        &self,
        id: Uuid,
        client_id: &str,
        title: &str,
        at: OffsetDateTime,
    ) -> Result<Conversation> {
        let conversation = sqlx::query_as!(
            Conversation,
            "insert into conversations (id, workspace_id, client_id, title, created_at, updated_at) \
             values ($1, $2, $3, $4, $5, $5) \
             on conflict (workspace_id, client_id) do update set updated_at = excluded.updated_at, \
             title = case when conversations.title = '' then excluded.title else conversations.title end \
             returning id, client_id, title, author, begun_by, project_id, created_at, updated_at",
            id,
            self.workspace,
            &*clean(client_id),
            &*clean(title),
            at,
        )
        .fetch_one(&self.pool)
        .await?;
        Ok(conversation)
    }

    /// Whether a conversation was begun by this key, by one that it has taken the place of, or by this person; or by nobody yet, since
    /// there is none of that id.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn is_begun_by(&self, client_id: &str, author: Uuid) -> Result<bool> {
        let mine = self.line(author).await?;
        let is = sqlx::query_scalar!(
            "select coalesce(begun_by = any($3), false) as \"is!\" from conversations \
             where workspace_id = $1 and client_id = $2",
            self.workspace,
            &*clean(client_id),
            &mine,
        )
        .fetch_optional(&self.pool)
        .await?;
        Ok(is.unwrap_or(true))
    }

    /// A key with those that it has taken the place of, or a person: whatever any of them began is theirs.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn line(&self, author: Uuid) -> Result<Vec<Uuid>> {
        let line = sqlx::query_scalar!(
            "with recursive mine as (select $1::uuid as id union \
             select k.id from api_keys k join mine on k.successor = mine.id) select id as \"id!\" from mine",
            author,
        )
        .fetch_all(&self.owner)
        .await?;
        Ok(line)
    }

    /// The conversation of a client's id.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn conversation(&self, client_id: &str) -> Result<Option<Conversation>> {
        let conversation = sqlx::query_as!(
            Conversation,
            "select id, client_id, title, author, begun_by, project_id, created_at, updated_at from conversations \
             where workspace_id = $1 and client_id = $2",
            self.workspace,
            &*clean(client_id),
        )
        .fetch_optional(&self.pool)
        .await?;
        Ok(conversation)
    }

    /// Conversations, the most recently used first; without those whose client's id begins with `without`, and where they are named only
    /// those that any of these keys and people began, and those of a project.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn conversations(
        &self,
        limit: i64,
        offset: i64,
        without: Option<&str>,
        begun_by: Option<&[Uuid]>,
        project: Option<Uuid>,
    ) -> Result<Vec<Conversation>> {
        let conversations = sqlx::query_as!(
            Conversation,
            "select id, client_id, title, author, begun_by, project_id, created_at, updated_at from conversations \
             where workspace_id = $1 and ($4::text is null or not starts_with(client_id, $4)) \
             and ($5::uuid[] is null or begun_by = any($5)) and ($6::uuid is null or project_id = $6) \
             order by updated_at desc, id desc limit $2 offset $3",
            self.workspace,
            limit,
            offset,
            without,
            begun_by,
            project,
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(conversations)
    }

    /// Deletes a conversation with everything in it. `false`: there was none.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn delete_conversation(&self, client_id: &str) -> Result<bool> {
        let deleted = sqlx::query!(
            "delete from conversations where workspace_id = $1 and client_id = $2",
            self.workspace,
            &*clean(client_id),
        )
        .execute(&self.pool)
        .await?;
        Ok(deleted.rows_affected() > 0)
    }

    /// Stores a message behind all that is shown of its conversation.
    ///
    /// # Errors
    /// The statement failed (the conversation was deleted, for one).
    pub async fn insert_message(&self, new: &NewMessage<'_>) -> Result<()> {
        let client_id = new.client_id.map(clean);
        sqlx::query!(
            "with shown as (update conversations set head = $1 where workspace_id = $2 and id = $3) \
             insert into messages (id, workspace_id, conversation_id, client_id, role, status, text, metadata, \
             created_at, updated_at, parent) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, \
             (select c.head from conversations c where c.workspace_id = $2 and c.id = $3))",
            new.id,
            self.workspace,
            new.conversation_id,
            client_id.as_deref(),
            new.role as Role,
            new.status as MessageStatus,
            &*clean(new.text),
            clean_json(new.metadata),
            new.at,
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Asks whoever writes an answer in a conversation to stop; `false` when nobody does.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn stop_answer(&self, client_id: &str) -> Result<bool> {
        let asked = sqlx::query!(
            "update messages m set stopping = true from conversations c where c.workspace_id = $1 \
             and c.client_id = $2 and m.conversation_id = c.id and m.status = 'streaming'",
            self.workspace,
            &*clean(client_id),
        )
        .execute(&self.pool)
        .await?;
        Ok(asked.rows_affected() > 0)
    }

    /// The one write that ends a message, with the rows that its log lacks; one statement and no more, of the process that writes
    /// it, as for its log. `false`: it was taken from this writer, who
    /// had been silent for too long, or was deleted; it stays as it is.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn finish_message(&self, end: &MessageEnd<'_>, rows: &[LogRow]) -> Result<bool> {
        let seqs: Vec<i64> = rows.iter().map(|row| row.seq).collect();
        let parts: Vec<Cow<'_, str>> = rows.iter().map(|row| clean_json_text(&row.parts)).collect();
        let parts: Vec<&str> = parts.iter().map(|parts| &**parts).collect();
        let finished = sqlx::query_file_scalar!(
            "sql/finish_message.sql",
            self.workspace,
            end.id,
            end.writer,
            end.status as MessageStatus,
            &*clean(end.text),
            clean_json(end.metadata),
            end.at,
            &seqs,
            &parts as &[&str],
        )
        .fetch_optional(&self.owner)
        .await?;
        Ok(finished.is_some())
    }

    /// One message.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn message(&self, id: Uuid) -> Result<Option<Message>> {
        let message = sqlx::query_as!(
            Message,
            "select id, conversation_id, client_id, role as \"role: Role\", status as \"status: MessageStatus\", \
             text, metadata, author, author_id, created_at, updated_at from messages where workspace_id = $1 and id = $2",
            self.workspace,
            id,
        )
        .fetch_optional(&self.pool)
        .await?;
        Ok(message)
    }

    /// The answer that is open in the conversation of a client's id, whoever writes it.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn open_answer(&self, client_id: &str) -> Result<Option<OpenAnswer>> {
        let open = sqlx::query_as!(
            OpenAnswer,
            "select m.id as message, m.writer from messages m join conversations c on c.id = m.conversation_id \
             where c.workspace_id = $1 and c.client_id = $2 and m.status = 'streaming'",
            self.workspace,
            &*clean(client_id),
        )
        .fetch_optional(&self.pool)
        .await?;
        Ok(open)
    }
}
