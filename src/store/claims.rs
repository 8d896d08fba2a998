//! Claims: a question and the empty answer to it, which keeps its conversation until it ends.
//!
//! What a claim needs to know of the conversation, it reads in the statement that makes it. It is committed by whoever made it, so that
//! the disk can be waited for beside other work.

use sqlx::postgres::PgTransaction;
use time::OffsetDateTime;
use uuid::Uuid;

use super::conversations::{Message, MessageStatus, Role, Said};
use super::{Result, Store, clean};

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
#[derive(Debug)]
pub enum Begun {
    /// Its message is open and keeps others out until it ends, as soon as the claim is committed.
    Open(Claim),
    /// Another answer is open in the conversation, or there is one to this question; nothing was stored.
    Busy,
    /// There is no question to answer again; nothing was stored.
    NoQuestion,
}

/// A claim that is made and not committed: nobody else sees it, and where it is dropped nothing was stored.
#[derive(Debug)]
pub struct Claim {
    work: PgTransaction<'static>,
    pub before: Before,
}

/// What was known when a question was stored.
#[derive(Debug, Default)]
pub struct Before {
    /// What was said before the question, the oldest turn first.
    pub turns: Vec<Said>,
    /// See [`Store::regulations_version`].
    pub regulations: i64,
}

impl Claim {
    /// Stores the claim, and waits for the disk.
    ///
    /// # Errors
    /// It could not be stored, or nobody knows whether it is: the connection broke.
    pub async fn commit(self) -> Result<()> {
        Ok(self.work.commit().await?)
    }
}

/// The answer to a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answered {
    pub id: Uuid,
    pub status: MessageStatus,
    /// Whether nothing was asked since.
    pub last: bool,
}

impl Store {
    /// Stores a question and the empty answer that will be written to it, in the conversation of a client's id, which is
    /// made when there is none. One statement: all of it or nothing. The answer claims the conversation until it ends; its
    /// first sign of life (`updated_at`) is by the database's clock, as all of them. Of the turns before it so many are read, and
    /// of each so many characters.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn begin_answer(&self, new: &NewAnswer<'_>, (most, chars): (usize, usize)) -> Result<Begun> {
        let question_id = new.question_id.map(clean);
        let mut work = self.pool.begin().await?;
        let begun = sqlx::query_file!(
            "sql/begin_answer.sql",
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
            i64::try_from(most).unwrap_or(i64::MAX),
            i32::try_from(chars).unwrap_or(i32::MAX),
        )
        .fetch_all(&mut *work)
        .await;
        let rows = match begun {
            Err(fault) if is_claimed(&fault) => return Ok(Begun::Busy),
            begun => begun?,
        };
        let Some(first) = rows.first() else { return Ok(Begun::Busy) };
        let regulations = first.regulations;
        let turns = rows.into_iter().rev().filter_map(|row| {
            let text = row.text.unwrap_or_default();
            Some(Said { role: row.role?, client_id: row.client_id, text })
        });
        let turns = turns.collect();
        Ok(Begun::Open(Claim { work, before: Before { turns, regulations } }))
    }

    /// Puts an empty answer in the place of what followed the last question. The question stays as it was stored. Another
    /// question of the conversation, by its id, is none to answer again in its place.
    ///
    /// # Errors
    /// A statement failed.
    pub async fn begin_again(&self, new: &NewAnswer<'_>) -> Result<Begun> {
        let mut work = self.pool.begin().await?;
        // Dating the conversation locks its row: whoever would begin an answer there waits.
        let chat = self.open_on(&mut work, Uuid::now_v7(), new.chat, new.title, new.at).await?;
        let mut messages = self.messages_on(&mut work, chat.id).await?;
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
        let regulations = self.regulations_version_on(&mut work).await?;
        messages.truncate(last);
        let turns =
            messages.into_iter().map(|Message { role, client_id, text, .. }| Said { role, client_id, text });
        let before = Before { turns: turns.collect(), regulations };
        Ok(Begun::Open(Claim { work, before }))
    }

    /// The answer to a question that came in a conversation under this id and with these words.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn answer_to(&self, chat: &str, id: &str, text: &str) -> Result<Option<Answered>> {
        let (chat, id, text) = (clean(chat), clean(id), clean(text));
        let answered =
            sqlx::query_file_as!(Answered, "sql/answer_to.sql", self.workspace, &*chat, &*id, &*text,)
                .fetch_optional(&self.pool)
                .await?;
        Ok(answered)
    }
}

/// Whether an open answer kept a statement from opening another one in its conversation.
fn is_claimed(fault: &sqlx::Error) -> bool {
    fault.as_database_error().is_some_and(|fault| fault.constraint() == Some("messages_open"))
}
