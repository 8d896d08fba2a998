//! Conversations, their messages, and the log of parts from which a client is replayed.

use std::borrow::Cow;
use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use super::life::DATED_EVERY;
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

/// A question and the message that will answer it.
#[derive(Debug, Clone, Copy)]
pub struct NewAnswer<'a> {
    /// The client's id of the conversation.
    pub chat: &'a str,
    /// For a conversation without a title.
    pub title: &'a str,
    /// The client's id of the question.
    pub question_id: Option<&'a str>,
    pub question: &'a str,
    /// The id of the answer.
    pub answer: Uuid,
    /// The process that writes it.
    pub writer: Uuid,
    /// The question was not asked before: one of the same id and words keeps it out.
    pub is_new: bool,
    pub at: OffsetDateTime,
}

/// Whether an answer may be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Begun {
    /// Its message is open and keeps others out until it ends.
    Open,
    /// Another answer is open in the conversation, or there is one to this question; nothing was stored.
    Busy,
    /// There is no question to answer again; nothing was stored.
    NoQuestion,
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
    /// The client's id of a question.
    pub client_id: Option<String>,
    pub text: String,
}

/// The answer to a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answered {
    pub id: Uuid,
    pub status: MessageStatus,
    /// Whether nothing was asked since.
    pub last: bool,
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

/// One logged part: its place in the message, and the part.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    pub seq: i64,
    pub part: Value,
}

/// Parts of a message that are to be logged together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogRow {
    pub message: Uuid,
    /// The place of the last part in the message.
    pub seq: i64,
    /// JSON: `[[place, part], …]`, in order.
    pub parts: String,
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
        let mut work = self.pool.begin().await?;
        let opened = self.open_on(&mut work, id, client_id, title, at).await?;
        work.commit().await?;
        Ok(opened)
    }

    async fn open_on(
        &self,
        connection: &mut PgConnection,
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
             returning id, client_id, title, author, begun_by, created_at, updated_at",
            id,
            self.workspace,
            &*clean(client_id),
            &*clean(title),
            at,
        )
        .fetch_one(connection)
        .await?;
        Ok(conversation)
    }

    /// Stores a question and the empty answer that will be written to it, in the conversation of a client's id, which is
    /// made when there is none. One statement: all of it or nothing. The answer claims the conversation until it ends; its
    /// first sign of life (`updated_at`) is by the database's clock, as all of them.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn begin_answer(&self, new: &NewAnswer<'_>) -> Result<Begun> {
        let question_id = new.question_id.map(clean);
        let begun = sqlx::query_file!(
            "src/store/begin_answer.sql",
            self.workspace,
            Uuid::now_v7(),
            &*clean(new.chat),
            &*clean(new.title),
            new.at,
            Uuid::now_v7(),
            question_id.as_deref(),
            &*clean(new.question),
            new.answer,
            new.writer,
            new.is_new,
            self.author,
            &*self.who,
        )
        .execute(&self.pool)
        .await;
        match begun {
            Ok(begun) if begun.rows_affected() == 0 => Ok(Begun::Busy),
            Ok(_) => Ok(Begun::Open),
            Err(fault) if is_claimed(&fault) => Ok(Begun::Busy),
            Err(fault) => Err(fault.into()),
        }
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

    /// Puts an empty answer in the place of what followed the last question, in one transaction. The question stays as it
    /// was stored. Another question of the conversation, by its id, is none to answer again in its place.
    ///
    /// # Errors
    /// A statement failed.
    pub async fn begin_again(&self, new: &NewAnswer<'_>) -> Result<Begun> {
        let mut work = self.pool.begin().await?;
        // Dating the conversation locks its row: whoever would begin an answer there waits.
        let chat = self.open_on(&mut work, Uuid::now_v7(), new.chat, new.title, new.at).await?;
        let messages = self.messages_on(&mut work, chat.id).await?;
        if messages.iter().any(|message| message.status == MessageStatus::Streaming) {
            return Ok(Begun::Busy);
        }
        let Some(last) = messages.iter().rposition(|message| message.role == Role::User) else {
            return Ok(Begun::NoQuestion);
        };
        // A question further back is asked again behind what is there: what followed it stays to be read.
        let asked = |message: &Message| {
            message.role == Role::User
                && new.question_id.is_some()
                && message.client_id.as_deref() == new.question_id
        };
        if !messages.get(last).is_some_and(asked) && messages.iter().take(last).any(asked) {
            return Ok(Begun::NoQuestion);
        }
        // Behind its question, whatever the clock of the node says that wrote that.
        let question = messages.get(last).map_or(new.at, |question| question.created_at);
        let created = new.at.max(question + time::Duration::microseconds(1));
        let later: Vec<Uuid> = messages.iter().skip(last + 1).map(|message| message.id).collect();
        sqlx::query!("delete from messages where workspace_id = $1 and id = any($2)", self.workspace, &later)
            .execute(&mut *work)
            .await?;
        sqlx::query!(
            "insert into messages (id, workspace_id, conversation_id, role, status, text, created_at, updated_at, \
             writer) values ($1, $2, $3, 'assistant', 'streaming', '', $5, clock_timestamp(), $4)",
            new.answer,
            self.workspace,
            chat.id,
            new.writer,
            created,
        )
        .execute(&mut *work)
        .await?;
        work.commit().await?;
        Ok(Begun::Open)
    }

    /// The conversation of a client's id.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn conversation(&self, client_id: &str) -> Result<Option<Conversation>> {
        let conversation = sqlx::query_as!(
            Conversation,
            "select id, client_id, title, author, begun_by, created_at, updated_at from conversations \
             where workspace_id = $1 and client_id = $2",
            self.workspace,
            &*clean(client_id),
        )
        .fetch_optional(&self.pool)
        .await?;
        Ok(conversation)
    }

    /// Conversations, the most recently used first; without those whose client's id begins with `without`, and where they are named only
    /// those that any of these keys and people began.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn conversations(
        &self,
        limit: i64,
        offset: i64,
        without: Option<&str>,
        begun_by: Option<&[Uuid]>,
    ) -> Result<Vec<Conversation>> {
        let conversations = sqlx::query_as!(
            Conversation,
            "select id, client_id, title, author, begun_by, created_at, updated_at from conversations \
             where workspace_id = $1 and ($4::text is null or not starts_with(client_id, $4)) \
             and ($5::uuid[] is null or begun_by = any($5)) order by updated_at desc, id desc limit $2 offset $3",
            self.workspace,
            limit,
            offset,
            without,
            begun_by,
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

    /// Stores a message.
    ///
    /// # Errors
    /// The statement failed (the conversation was deleted, for one).
    pub async fn insert_message(&self, new: &NewMessage<'_>) -> Result<()> {
        let client_id = new.client_id.map(clean);
        sqlx::query!(
            "insert into messages (id, workspace_id, conversation_id, client_id, role, status, text, metadata, \
             created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)",
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

    /// The one write that ends a message, with the rows that its log lacks. `false`: it was taken from this writer, who
    /// had been silent for too long, or was deleted; it stays as it is.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn finish_message(&self, end: &MessageEnd<'_>, rows: &[LogRow]) -> Result<bool> {
        let seqs: Vec<i64> = rows.iter().map(|row| row.seq).collect();
        let parts: Vec<Cow<'_, str>> = rows.iter().map(|row| clean_json_text(&row.parts)).collect();
        let parts: Vec<&str> = parts.iter().map(|parts| &**parts).collect();
        let finished = sqlx::query_file_scalar!(
            "src/store/finish_message.sql",
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
        .fetch_optional(&self.pool)
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

    /// The messages of a conversation, the oldest first.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn messages(&self, conversation: Uuid) -> Result<Vec<Message>> {
        let mut work = self.pool.begin().await?;
        self.messages_on(&mut work, conversation).await
    }

    async fn messages_on(&self, connection: &mut PgConnection, conversation: Uuid) -> Result<Vec<Message>> {
        let messages = sqlx::query_as!(
            Message,
            "select id, conversation_id, client_id, role as \"role: Role\", status as \"status: MessageStatus\", \
             text, metadata, author, author_id, created_at, updated_at from messages \
             where workspace_id = $1 and conversation_id = $2 order by created_at, id",
            self.workspace,
            conversation,
        )
        .fetch_all(connection)
        .await?;
        Ok(messages)
    }

    /// The answer to a question that came in a conversation under this id and with these words.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn answer_to(&self, chat: &str, id: &str, text: &str) -> Result<Option<Answered>> {
        let (chat, id, text) = (clean(chat), clean(id), clean(text));
        let answered =
            sqlx::query_file_as!(Answered, "src/store/answer_to.sql", self.workspace, &*chat, &*id, &*text,)
                .fetch_optional(&self.pool)
                .await?;
        Ok(answered)
    }

    /// At most so many turns of so many characters that were said before an answer and its question, the oldest first.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn turns_before(&self, answer: Uuid, most: i64, chars: i32) -> Result<Vec<Said>> {
        let sql =
            sqlx::query_file_as!(Said, "src/store/turns_before.sql", self.workspace, answer, most, chars);
        let mut said = sql.fetch_all(&self.pool).await?;
        said.reverse();
        Ok(said)
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

    /// Adds rows to the logs of messages and dates the messages, now and then. Rows that are logged already, and messages
    /// that are gone or are not this writer's any more, are left alone.
    ///
    /// # Errors
    /// The statement failed; then none of them is logged, or all are when the connection broke behind it.
    pub async fn append_events(&self, writer: impl Into<Option<Uuid>>, rows: &[&LogRow]) -> Result<()> {
        let messages: Vec<Uuid> = rows.iter().map(|row| row.message).collect();
        let seqs: Vec<i64> = rows.iter().map(|row| row.seq).collect();
        let parts: Vec<Cow<'_, str>> = rows.iter().map(|row| clean_json_text(&row.parts)).collect();
        let parts: Vec<&str> = parts.iter().map(|parts| &**parts).collect();
        sqlx::query_file!(
            "src/store/append_events.sql",
            &messages,
            &seqs,
            &parts as &[&str],
            DATED_EVERY.as_secs_f64(),
            writer.into(),
        )
        .execute(&self.owner)
        .await?;
        Ok(())
    }

    /// The logged parts of every message of a conversation, each in order. Messages without a log are not named.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn logs(&self, conversation: Uuid) -> Result<HashMap<Uuid, Vec<Event>>> {
        let rows = sqlx::query!(
            "select e.message_id, e.parts as \"parts: Json<Vec<(i64, Value)>>\" \
             from message_events e join messages m on m.id = e.message_id \
             where m.workspace_id = $1 and m.conversation_id = $2 order by e.message_id, e.seq",
            self.workspace,
            conversation,
        )
        .fetch_all(&self.pool)
        .await?;
        let mut logs: HashMap<Uuid, Vec<Event>> = HashMap::new();
        for row in rows {
            let Json(parts) = row.parts;
            let events = parts.into_iter().map(|(seq, part)| Event { seq, part });
            logs.entry(row.message_id).or_default().extend(events);
        }
        Ok(logs)
    }

    pub(super) async fn events_on(
        &self,
        connection: &mut PgConnection,
        message: Uuid,
        seq: i64,
    ) -> Result<Vec<Event>> {
        let rows = sqlx::query_scalar!(
            "select parts as \"parts: Json<Vec<(i64, Value)>>\" from message_events \
             where workspace_id = $1 and message_id = $2 and seq > $3 order by seq",
            self.workspace,
            message,
            seq,
        )
        .fetch_all(connection)
        .await?;
        let events = rows.into_iter().flat_map(|Json(parts)| parts).map(|(seq, part)| Event { seq, part });
        Ok(events.filter(|event| event.seq > seq).collect())
    }

    /// The logged parts of a message after `seq`, in order. Use -1 for all.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn events_after(&self, message: Uuid, seq: i64) -> Result<Vec<Event>> {
        let mut work = self.pool.begin().await?;
        self.events_on(&mut work, message, seq).await
    }
}

/// Whether an open answer kept a statement from opening another one in its conversation.
fn is_claimed(fault: &sqlx::Error) -> bool {
    fault.as_database_error().is_some_and(|fault| fault.constraint() == Some("messages_open"))
}
