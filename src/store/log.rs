//! The log of the parts of messages, from which a client is replayed.

use std::borrow::Cow;
use std::collections::HashMap;
use std::time::Duration;

use serde_json::Value;
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use super::{Result, Store, clean_json_text};

/// How old a sign of life may become before a new one is written: one with every beat, and with every row of a log,
/// would write the row itself as often. Far below the time after which its process counts as gone.
pub(super) const DATED_EVERY: Duration = Duration::from_secs(4);

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
    /// Adds rows to the logs of messages and dates the messages, now and then; the rows in the order of their messages and places,
    /// in which all writers go. Rows that are logged already are left alone, and so are the messages that are told: they are gone,
    /// are not this writer's any more, or are being deleted or taken at the moment.
    ///
    /// It waits for the disk, as everything does that was logged: a database that comes back after a crash without what it had
    /// taken would have a hole in the log, which nobody would know of. Of many answers together that is a few times a second.
    ///
    /// # Errors
    /// The statement failed; then none of them is logged, or all are when the connection broke behind it.
    pub async fn append_events(
        &self,
        writer: impl Into<Option<Uuid>>,
        rows: &[&LogRow],
    ) -> Result<Vec<Uuid>> {
        let messages: Vec<Uuid> = rows.iter().map(|row| row.message).collect();
        let seqs: Vec<i64> = rows.iter().map(|row| row.seq).collect();
        let parts: Vec<Cow<'_, str>> = rows.iter().map(|row| clean_json_text(&row.parts)).collect();
        let parts: Vec<&str> = parts.iter().map(|parts| &**parts).collect();
        let left = sqlx::query_file_scalar!(
            "sql/append_events.sql",
            &messages,
            &seqs,
            &parts as &[&str],
            DATED_EVERY.as_secs_f64(),
            writer.into(),
        )
        .fetch_all(&self.owner)
        .await?;
        Ok(left)
    }

    /// The logged parts of messages, of each in order. Messages without a log are not named.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn logs(&self, messages: &[Uuid]) -> Result<HashMap<Uuid, Vec<Event>>> {
        let rows = sqlx::query!(
            "select e.message_id, e.parts as \"parts: Json<Vec<(i64, Value)>>\" \
             from message_events e where e.workspace_id = $1 and e.message_id = any($2) order by e.message_id, e.seq",
            self.workspace,
            messages,
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
