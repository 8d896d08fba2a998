//! Signs of life: which of the answers and revisions that are being written have a process that writes them.
//!
//! A process dates what it writes, and what nobody has dated for long is taken for abandoned by any other process. Every
//! such date is given and compared here and in the statements that begin and log an answer, and always by the
//! database's clock. That is the one exception from "the store inserts as it is told": the clocks of two nodes may be
//! minutes apart, and a node whose clock is ahead would end the answers of all the others. It is `clock_timestamp()`,
//! not `now()`, which is as old as the transaction: a statement that waited for a lock would give a stale sign.
//!
//! What is dated is `messages.updated_at` of an open answer, and `revision_runs.alive_at`: a revision leaves no row but
//! that while it is written. How long is long is the use case's business.

use std::time::Duration;

use serde_json::Value;
use time::OffsetDateTime;
use uuid::Uuid;

use super::log::{DATED_EVERY, Event, LogRow};
use super::{Result, Store, clean, clean_json, clean_json_text};

/// Which open answers are abandoned, beside those that the asking process itself has left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Silence {
    /// Those without a sign of life for so long.
    For(Duration),
    /// All, because nobody else can be writing.
    Any,
}

/// What a message has become whose writer is gone.
#[derive(Debug, Clone, PartialEq)]
pub struct Closing {
    pub text: String,
    pub metadata: Value,
    /// The end of its log.
    pub row: Option<LogRow>,
}

impl Silence {
    /// In seconds, for a statement; none: any.
    fn seconds(self) -> Option<f64> {
        match self {
            Self::For(time) => Some(time.as_secs_f64()),
            Self::Any => None,
        }
    }
}

impl Store {
    /// Dates messages of every workspace that are being written, now and then, as a sign of life, and says which of them shall stop: those
    /// that were asked to (see [`Store::stop_answer`]), those that were deleted, and those that were taken from `writer`.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn pulse_answers(&self, writer: Uuid, ids: &[Uuid]) -> Result<Vec<Uuid>> {
        let stopping =
            sqlx::query_file_scalar!("sql/pulse_answers.sql", ids, DATED_EVERY.as_secs_f64(), writer,)
                .fetch_all(&self.owner)
                .await?;
        Ok(stopping)
    }

    /// Messages of every workspace that are being written but show no sign of life: what a killed process left. With
    /// them all of `writer`, of which that process itself knows those that it still writes. Each comes with its
    /// workspace.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn abandoned_messages(&self, silence: Silence, writer: Uuid) -> Result<Vec<(Uuid, Uuid)>> {
        let rows = sqlx::query!(
            "select workspace_id, id from messages where status = 'streaming' and (writer = $1 \
             or $2::float8 is null or updated_at < clock_timestamp() - make_interval(secs => $2)) order by id",
            writer,
            silence.seconds(),
        )
        .fetch_all(&self.owner)
        .await?;
        Ok(rows.into_iter().map(|row| (row.workspace_id, row.id)).collect())
    }

    /// Ends a message as interrupted that is abandoned (see [`Store::abandoned_messages`]), with what `closing` makes of
    /// its log. It is nobody's from then on: a writer that wakes neither ends nor logs it. `false`: it is not abandoned any
    /// more, because its process has shown a sign of life or ended it meanwhile, or another has; it stays as it is.
    ///
    /// # Errors
    /// A statement failed.
    pub async fn end_abandoned(
        &self,
        id: Uuid,
        (silence, writer): (Silence, Uuid),
        at: OffsetDateTime,
        closing: impl FnOnce(Vec<Event>) -> Closing,
    ) -> Result<bool> {
        let mut work = self.pool.begin().await?;
        // Taken before its log is read: nothing is added to what is told as its end.
        let taken = sqlx::query_scalar!(
            "select id from messages where workspace_id = $1 and id = $2 and status = 'streaming' \
             and (writer = $3 or $4::float8 is null \
             or updated_at < clock_timestamp() - make_interval(secs => $4)) for update",
            self.workspace,
            id,
            writer,
            silence.seconds(),
        )
        .fetch_optional(&mut *work)
        .await?;
        if taken.is_none() {
            return Ok(false);
        }
        let Closing { text, metadata, row } = closing(self.events_on(&mut work, id, -1).await?);
        sqlx::query!(
            "update messages set status = 'interrupted', writer = null, text = $3, metadata = $4, updated_at = $5 \
             where workspace_id = $1 and id = $2",
            self.workspace,
            id,
            &*clean(&text),
            clean_json(&metadata),
            at,
        )
        .execute(&mut *work)
        .await?;
        if let Some(row) = row {
            sqlx::query!(
                "insert into message_events (message_id, workspace_id, seq, parts) values ($1, $2, $3, $4::text::json)",
                id,
                self.workspace,
                row.seq,
                &*clean_json_text(&row.parts),
            )
            .execute(&mut *work)
            .await?;
        }
        work.commit().await?;
        Ok(true)
    }

    /// Deletes the logs of answers of every workspace that ended longer ago than so many days, and says of how many rows.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn forget_logs(&self, days: u32) -> Result<u64> {
        let forgotten = sqlx::query!(
            "delete from message_events e using messages m where m.id = e.message_id and m.status <> 'streaming' \
             and m.updated_at < clock_timestamp() - make_interval(days => $1)",
            i32::try_from(days).unwrap_or(i32::MAX),
        )
        .execute(&self.owner)
        .await?;
        Ok(forgotten.rows_affected())
    }

    /// Deletes conversations of every workspace whose client's id begins so and that nobody has used for so many days.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn forget_conversations(&self, beginning: &str, days: u32) -> Result<u64> {
        let forgotten = sqlx::query!(
            "delete from conversations where starts_with(client_id, $1) \
             and updated_at < clock_timestamp() - make_interval(days => $2)",
            beginning,
            i32::try_from(days).unwrap_or(i32::MAX),
        )
        .execute(&self.owner)
        .await?;
        Ok(forgotten.rows_affected())
    }

    /// Notes that a revision of a draft is being written, until [`Store::end_revision`]. `false`: there is no such draft.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn begin_revision(&self, run: Uuid, draft: Uuid) -> Result<bool> {
        let begun = sqlx::query!(
            "insert into revision_runs (id, workspace_id, draft_id, alive_at) \
             select $3, $1, id, clock_timestamp() from drafts where workspace_id = $1 and id = $2",
            self.workspace,
            draft,
            run,
        )
        .execute(&self.pool)
        .await?;
        Ok(begun.rows_affected() > 0)
    }

    /// Notes that a revision is written no more.
    ///
    /// # Errors
    /// The statement failed; then its silence tells after a while.
    pub async fn end_revision(&self, run: Uuid) -> Result<()> {
        sqlx::query!("delete from revision_runs where workspace_id = $1 and id = $2", self.workspace, run)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Whether any process is writing a revision of a draft that showed a sign of life within `silence`.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn is_revised(&self, draft: Uuid, silence: Duration) -> Result<bool> {
        let revised = sqlx::query_scalar!(
            "select exists (select from revision_runs where workspace_id = $1 and draft_id = $2 \
             and alive_at >= clock_timestamp() - make_interval(secs => $3)) as \"revised!\"",
            self.workspace,
            draft,
            silence.as_secs_f64(),
        )
        .fetch_one(&self.pool)
        .await?;
        Ok(revised)
    }

    /// Asks whoever writes revisions of a draft to stop; nothing when nobody does.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn stop_revisions(&self, draft: Uuid) -> Result<()> {
        sqlx::query!(
            "update revision_runs set stopping = true where workspace_id = $1 and draft_id = $2",
            self.workspace,
            draft,
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Dates revisions of every workspace that are being written, now and then, as a sign of life, and says which of them shall stop: those
    /// that were asked to (see [`Store::stop_revisions`]) and those whose draft was deleted.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn pulse_revisions(&self, runs: &[Uuid]) -> Result<Vec<Uuid>> {
        let stopping = sqlx::query_file_scalar!("sql/pulse_revisions.sql", runs, DATED_EVERY.as_secs_f64(),)
            .fetch_all(&self.owner)
            .await?;
        Ok(stopping)
    }

    /// Forgets revisions of every workspace without a sign of life for so long: what killed processes left. One whose
    /// process lives all the same would be stopped, so this is to be much longer than what keeps a machine asleep.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn forget_revisions(&self, silence: Duration) -> Result<u64> {
        let forgotten = sqlx::query!(
            "delete from revision_runs where alive_at < clock_timestamp() - make_interval(secs => $1)",
            silence.as_secs_f64(),
        )
        .execute(&self.owner)
        .await?;
        Ok(forgotten.rows_affected())
    }
}
