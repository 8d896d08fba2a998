//! Who is alive: this process says so of what it writes, hears what it shall stop, and looks for what killed processes
//! have left.
//!
//! All processes on one database do so. Signs of life are given and compared by the database's clock (`store::life`), so
//! that it does not matter what time a node thinks it is. Ending what was left is `recover`'s business.

use std::time::{Duration, Instant};

use uuid::Uuid;

use super::Asker;
use stet_store::StoreError;

/// What has no sign of life for this long has no one writing it: who does dates it with its log and with each
/// [`Asker::beat`], every few seconds. So long keeps a killed process its conversations, and so long a reader that
/// comes back waits to hear of it. Shorter would end the answers of a process that waits for a lock or a connection,
/// which takes up to ten seconds. An answer that is taken for abandoned while its process lives (a machine that slept)
/// has ended for good: that process finds it taken and writes it no more.
pub(super) const ABANDONED_AFTER: Duration = Duration::from_secs(20);
/// Time between two beats: how long a stop that another process was told takes to arrive.
const BEAT_EVERY: Duration = Duration::from_secs(1);
/// How long a killed process's revision is remembered, which nobody takes for alive any more. Had its process only slept,
/// it would go on with its next sign of life.
const FORGOTTEN_AFTER: Duration = Duration::from_hours(1);
/// Time between two looks for what has been kept long enough.
const FORGET_EVERY: Duration = Duration::from_hours(1);
/// What the ids of conversations of `/v1` begin with that last no longer than their request: clients keep their own. The list of
/// conversations leaves out what a killed process left of them.
pub const COMPLETIONS: &str = "chatcmpl-";
/// And of those that a client asked to keep.
pub const KEPT_COMPLETIONS: &str = "api-";
/// Time between two looks for what is abandoned.
const SWEEP_EVERY: Duration = Duration::from_secs(5);

/// Whether the database has been there long enough for a silent answer to be an abandoned one: while it is away nobody
/// can give a sign of life, and those who write go on.
#[derive(Debug, Default)]
struct Presence {
    away: bool,
    /// When it was there again after it had been away.
    back: Option<Instant>,
}

impl Presence {
    /// Takes whether the database answers now.
    fn is_steady(&mut self, answered: bool, now: Instant) -> bool {
        let was_away = std::mem::replace(&mut self.away, !answered);
        if was_away && answered {
            self.back = Some(now);
        }
        answered && self.back.is_none_or(|back| now.duration_since(back) >= ABANDONED_AFTER)
    }
}

impl Asker {
    /// Beats while something is written, and looks for what is abandoned now and then, until the program ends: another
    /// node may have been killed, or the database may have been away when an answer of this one ended.
    pub async fn keep_alive(&self) {
        // Side by side: ending what others left may wait for locks, and the signs of life must not wait for that.
        tokio::join!(self.keep_beating(), self.keep_sweeping(), self.keep_looking(), self.keep_forgetting());
    }

    /// Looks for the database, so that requests need not wait for one that is away.
    async fn keep_looking(&self) {
        while self.shutdown.run_until_cancelled(tokio::time::sleep(BEAT_EVERY)).await.is_some() {
            self.store.look().await;
        }
    }

    /// Beats while something is written, until the program ends.
    pub async fn keep_beating(&self) {
        while self.shutdown.run_until_cancelled(tokio::time::sleep(BEAT_EVERY)).await.is_some() {
            if let Err(fault) = self.beat().await {
                tracing::debug!(%fault, "the database was not told what is written");
            }
        }
    }

    /// Forgets what the settings want kept for some days only, now and then.
    async fn keep_forgetting(&self) {
        let keep = &self.config.keep;
        if keep.log_days.is_none() && keep.completion_days.is_none() {
            return;
        }
        loop {
            match self.forget().await {
                Ok(0) => {}
                Ok(forgotten) => tracing::info!(forgotten, "what was kept long enough was deleted"),
                Err(fault) => tracing::warn!(%fault, "what was kept long enough could not be deleted yet"),
            }
            if self.shutdown.run_until_cancelled(tokio::time::sleep(FORGET_EVERY)).await.is_none() {
                return;
            }
        }
    }

    /// Deletes what is older than the settings want it kept; how many rows.
    ///
    /// # Errors
    /// The store failed.
    pub async fn forget(&self) -> Result<u64, StoreError> {
        let keep = &self.config.keep;
        let mut forgotten = 0;
        if let Some(days) = keep.log_days {
            forgotten += self.store.forget_logs(days).await?;
        }
        if let Some(days) = keep.completion_days {
            for begins in [COMPLETIONS, KEPT_COMPLETIONS] {
                forgotten += self.store.forget_conversations(begins, days).await?;
            }
        }
        Ok(forgotten)
    }

    async fn keep_sweeping(&self) {
        let mut presence = Presence::default();
        while self.shutdown.run_until_cancelled(tokio::time::sleep(SWEEP_EVERY)).await.is_some() {
            let written = self.store.writes_anything();
            let is_steady = presence.is_steady(written.is_some(), Instant::now());
            if !is_steady || written != Some(true) {
                continue;
            }
            match self.recover(false).await {
                Ok(0) => {}
                Ok(ended) => tracing::info!(ended, "answers that nobody writes any more were ended"),
                Err(fault) => tracing::warn!(%fault, "abandoned answers could not be looked for"),
            }
            if let Err(fault) = self.store.forget_revisions(FORGOTTEN_AFTER).await {
                tracing::warn!(%fault, "abandoned revisions could not be forgotten");
            }
        }
    }

    /// Gives a sign of life for the answers and revisions that this process is writing, however silent their model, and
    /// stops those that another process was asked to stop or whose conversation or draft it has deleted.
    ///
    /// # Errors
    /// The store failed.
    pub async fn beat(&self) -> Result<(), StoreError> {
        let (answers, revisions) = tokio::join!(self.beat_answers(), self.beat_revisions());
        answers.and(revisions)
    }

    async fn beat_answers(&self) -> Result<(), StoreError> {
        let begun = self.live.begun();
        if begun.is_empty() {
            return Ok(());
        }
        let ids: Vec<Uuid> = begun.iter().map(|live| live.message_id).collect();
        let stopping = self.store.pulse_answers(self.node, &ids).await?;
        for live in begun.iter().filter(|live| stopping.contains(&live.message_id)) {
            live.stop();
        }
        Ok(())
    }

    async fn beat_revisions(&self) -> Result<(), StoreError> {
        let runs = self.underway.runs();
        if runs.is_empty() {
            return Ok(());
        }
        let ids: Vec<Uuid> = runs.iter().map(|(run, _)| *run).collect();
        let stopping = self.store.pulse_revisions(&ids).await?;
        for (_, stop) in runs.iter().filter(|(run, _)| stopping.contains(run)) {
            stop.cancel();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_that_was_away_says_nothing_of_who_lives() {
        let start = Instant::now();
        let mut presence = Presence::default();
        let mut look = |answered, second| presence.is_steady(answered, start + Duration::from_secs(second));
        assert!(look(true, 0) && look(true, 5));
        assert!(!look(false, 10) && !look(false, 40));
        assert!(!look(true, 45) && !look(true, 60) && look(true, 65));
        assert!(
            !look(false, 70) && !look(true, 75) && !look(false, 90) && !look(true, 96) && look(true, 116)
        );
    }
}
