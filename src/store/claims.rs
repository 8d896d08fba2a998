//! Claims: a question and the empty answer to it, which keeps its conversation until it ends.
//!
//! What a claim needs to know of the conversation, it reads in the statement that makes it. It is committed by whoever made it, so that
//! the disk can be waited for beside other work.

use sqlx::postgres::PgTransaction;
use time::OffsetDateTime;
use uuid::Uuid;

use super::conversations::{MessageStatus, Role, Said};
use super::{Result, Store, clean};

/// Questions that may stand in one place of a conversation, and answers to one question.
pub const MOST_VERSIONS: i64 = 200;

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
    /// Another answer to the question, where it was asked before.
    pub again: bool,
    /// What the client has before the question, the nearest first: ids of answers, and its own of questions. Nothing: the question
    /// stands where it stood before, by its id, or behind all that is shown.
    pub after: &'a [String],
    /// The project of a conversation that is new.
    pub project: Option<Uuid>,
    pub at: OffsetDateTime,
}

/// Whether an answer may be written.
#[derive(Debug)]
pub enum Begun {
    /// Its message is open and keeps others out until it ends, as soon as the claim is committed.
    Open(Claim),
    /// Another answer is open in the conversation, or there is one to this question; nothing was stored.
    Busy,
    /// There are [`MOST_VERSIONS`] in this place; nothing was stored.
    Full,
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
    /// What was said before the question in its branch, the oldest turn first.
    pub turns: Vec<Said>,
    /// The last answer among them that says something.
    pub answer: Option<Uuid>,
    /// The project that the conversation is in.
    pub project: Option<Uuid>,
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
    /// Whether nothing was asked behind it.
    pub last: bool,
}

impl Store {
    /// Stores a question and the empty answer that will be written to it, in the conversation of a client's id, which is
    /// made when there is none; or another answer to a question that is there, whose words stay as they were stored. What stood in the
    /// place of either is kept beside it, and the new branch is the one that is shown. One statement: all of it or nothing. The answer claims the conversation until it ends; its
    /// first sign of life (`updated_at`) is by the database's clock, as all of them. Of the turns before it so many are read, and
    /// of each so many characters.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn begin_answer(&self, new: &NewAnswer<'_>, (most, chars): (usize, usize)) -> Result<Begun> {
        let question_id = new.question_id.map(clean);
        let after: Vec<String> = new.after.iter().map(|id| clean(id).into_owned()).collect();
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
            new.again,
            self.author,
            &*self.who,
            i32::try_from(most).unwrap_or(i32::MAX),
            i32::try_from(chars).unwrap_or(i32::MAX),
            &after,
            MOST_VERSIONS,
            new.project,
        )
        .fetch_all(&mut *work)
        .await;
        let rows = match begun {
            Err(fault) if is_claimed(&fault) => return Ok(Begun::Busy),
            begun => begun?,
        };
        let Some(first) = rows.first() else { return Ok(Begun::Busy) };
        if !first.opened {
            return Ok(Begun::Full);
        }
        let (regulations, project) = (first.regulations, first.project);
        let says = |text: &Option<String>| text.as_deref().is_some_and(|text| !text.trim().is_empty());
        let answer = rows.iter().find(|row| row.role == Some(Role::Assistant) && says(&row.text));
        let answer = answer.and_then(|row| row.id);
        let turns = rows.into_iter().rev().filter_map(|row| {
            let text = row.text.unwrap_or_default();
            Some(Said { role: row.role?, text })
        });
        let turns = turns.collect();
        Ok(Begun::Open(Claim { work, before: Before { turns, answer, project, regulations } }))
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
