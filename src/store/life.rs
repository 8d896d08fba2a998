//! Signs of life: which of the answers that are being written have a process that writes them.
//!
//! A process dates what it writes, and what nobody has dated for long is taken for abandoned by any other process. Every
//! such date is given and compared here and in the statements that begin and log an answer, and always by the
//! database's clock. That is the one exception from "the store inserts as it is told": the clocks of two nodes may be
//! minutes apart, and a node whose clock is ahead would end the answers of all the others. It is `clock_timestamp()`,
//! not `now()`, which is as old as the transaction: a statement that waited for a lock would give a stale sign.
//!
//! What is dated is `messages.updated_at` of an open answer. How long is long is the use case's business.

use std::time::Duration;

use serde_json::Value;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{Result, Store, clean, clean_json};

/// How old a sign of life may become before a new one is written: one with every beat, and with every row of a log,
/// would write the row itself as often. Far below the time after which its process counts as gone.
pub(super) const DATED_EVERY: Duration = Duration::from_secs(4);

/// Which open answers are abandoned, beside those that the asking process itself has left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Silence {
    /// Those without a sign of life for so long.
    For(Duration),
    /// All, because nobody else can be writing.
    Any,
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
    /// Dates messages that are being written, now and then, as a sign of life, and says which of them shall stop: those
    /// that were asked to (see [`Store::stop_answer`]) and those that were deleted.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn pulse_answers(&self, ids: &[Uuid]) -> Result<Vec<Uuid>> {
        let stopping = sqlx::query_file_scalar!(
            "src/store/pulse_answers.sql",
            self.workspace,
            ids,
            DATED_EVERY.as_secs_f64(),
        )
        .fetch_all(&self.pool)
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
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.into_iter().map(|row| (row.workspace_id, row.id)).collect())
    }

    /// Ends a message as interrupted that is abandoned (see [`Store::abandoned_messages`]). `false`: it is not any more,
    /// because its process has shown a sign of life or ended it meanwhile, or another has; it stays as it is.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn end_abandoned(
        &self,
        id: Uuid,
        (silence, writer): (Silence, Uuid),
        text: &str,
        metadata: &Value,
        at: OffsetDateTime,
    ) -> Result<bool> {
        let ended = sqlx::query!(
            "update messages set status = 'interrupted', text = $3, metadata = $4, updated_at = $5 \
             where workspace_id = $1 and id = $2 and status = 'streaming' and (writer = $6 \
             or $7::float8 is null or updated_at < clock_timestamp() - make_interval(secs => $7))",
            self.workspace,
            id,
            &*clean(text),
            clean_json(metadata),
            at,
            writer,
            silence.seconds(),
        )
        .execute(&self.pool)
        .await?;
        Ok(ended.rows_affected() > 0)
    }
}
