//! What waits to be done, for all workspaces: one look a second for everybody who does it.
//!
//! Those who do jobs, feed the index over vectors, read for the graph, make themes or end what killed processes left sleep until the
//! look says that there is something of their kind ([`Store::wait_for`]). It is the sign of life of the database as well. A
//! look passes through a pooler that keeps no session, which a `listen` does not.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use super::vectors::{SEARCHED_EXACTLY, VectorIndex};
use super::{Result, Store};

/// How old the last look may be before those who wait look for themselves.
pub(super) const LOOKED_WITHIN: Duration = Duration::from_secs(5);
/// Longest time of a look that is the sign of life as well; one that takes longer may wait for a lock, and is asked for that alone.
pub(super) const LOOKS_FOR: Duration = Duration::from_millis(500);

/// Kinds of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chore {
    /// Documents to be read or embedded again.
    Jobs,
    /// Documents to which a model adds.
    Enrichment,
    /// Vectors that are not in the index.
    Vectors,
    /// Documents that were not read for the graph.
    Graph,
    /// A graph that has changed.
    Themes,
}

/// What was seen last, and who waits for it.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    seen: Mutex<Option<(Instant, Seen)>>,
    wakes: [Notify; 5],
}

#[derive(Debug, Clone, Copy)]
struct Seen {
    index: VectorIndex,
    /// Answers or revisions are being written, or were when their process was killed.
    open: bool,
}

impl Waiting {
    fn wake(&self, kind: Chore) -> Option<&Notify> {
        self.wakes.get(kind as usize)
    }

    fn seen(&self) -> Option<Seen> {
        let seen = *self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.filter(|(at, _)| at.elapsed() < LOOKED_WITHIN).map(|(_, seen)| seen)
    }
}

impl Store {
    /// Looks for work of every kind, and wakes those who do it.
    pub(super) async fn look_for_work(&self) -> Result<()> {
        let found = sqlx::query_file!("sql/chores.sql", stet_graph::VERSION, SEARCHED_EXACTLY + 1)
            .fetch_one(&self.owner)
            .await?;
        let index = VectorIndex { covered: found.covered, waiting: found.waiting };
        let seen = Seen { index, open: found.open };
        *self.waiting.seen.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), seen));
        for (kind, waits) in [
            (Chore::Jobs, found.jobs),
            (Chore::Enrichment, found.enrichment),
            (Chore::Vectors, index.wants_work()),
            (Chore::Graph, found.graph),
            (Chore::Themes, found.themes),
        ] {
            if let Some(wake) = self.waiting.wake(kind).filter(|_| waits) {
                wake.notify_waiters();
            }
        }
        Ok(())
    }

    /// Waits until there seems to be work of a kind; where nobody looks for it, for so long.
    pub async fn wait_for(&self, kind: Chore, pause: Duration) {
        let Some(wake) = self.waiting.wake(kind) else { return };
        while tokio::time::timeout(pause, wake.notified()).await.is_err() && self.waiting.seen().is_some() {}
    }

    /// Whether answers or revisions are being written anywhere; none where that was not looked for lately.
    #[must_use]
    pub fn writes_anything(&self) -> Option<bool> {
        self.waiting.seen().map(|seen| seen.open)
    }

    /// How far the index over vectors is, as it was seen lately.
    pub(super) fn index_seen(&self) -> Option<VectorIndex> {
        self.waiting.seen().map(|seen| seen.index)
    }
}
