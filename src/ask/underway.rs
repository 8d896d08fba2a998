//! The drafts that this process is revising: a reader that comes back knows whether more is to come, and the writer can
//! stop what is being written.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// The revisions of each draft that are being written.
#[derive(Debug, Clone, Default)]
pub struct Underway(Arc<Mutex<Runs>>);

/// The runs of each draft, each with what stops it.
type Runs = HashMap<Uuid, Vec<(Uuid, CancellationToken)>>;

/// A revision in the making; it is one no more when this is dropped.
#[derive(Debug)]
pub struct Revising {
    underway: Underway,
    draft: Uuid,
    run: Uuid,
}

impl Underway {
    fn lock(&self) -> MutexGuard<'_, Runs> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a run revises a draft until `stop` is cancelled or the result is dropped.
    #[must_use]
    pub fn begin(&self, draft: Uuid, run: Uuid, stop: CancellationToken) -> Revising {
        self.lock().entry(draft).or_default().push((run, stop));
        Revising { underway: self.clone(), draft, run }
    }

    /// Whether a revision of the draft is being written.
    #[must_use]
    pub fn has(&self, draft: Uuid) -> bool {
        self.lock().contains_key(&draft)
    }

    /// Asks every revision of the draft to stop; what was proposed so far stays.
    pub fn stop(&self, draft: Uuid) {
        for (_, stop) in self.lock().get(&draft).into_iter().flatten() {
            stop.cancel();
        }
    }
}

impl Drop for Revising {
    fn drop(&mut self) {
        let mut underway = self.underway.lock();
        if let Some(runs) = underway.get_mut(&self.draft) {
            runs.retain(|(run, _)| *run != self.run);
            if runs.is_empty() {
                underway.remove(&self.draft);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_is_revised_until_its_last_revision_ends() {
        let (underway, draft) = (Underway::default(), Uuid::now_v7());
        let begin = |draft| underway.begin(draft, Uuid::now_v7(), CancellationToken::new());
        let (first, second) = (begin(draft), begin(draft));
        drop(first);
        assert!(underway.has(draft) && !underway.has(Uuid::nil()));
        drop(second);
        assert!(!underway.has(draft));
    }

    #[test]
    fn a_stop_reaches_the_revisions_of_its_draft_alone() {
        let (underway, draft, other) = (Underway::default(), Uuid::now_v7(), Uuid::now_v7());
        let (mine, others) = (CancellationToken::new(), CancellationToken::new());
        let _mine = underway.begin(draft, Uuid::now_v7(), mine.clone());
        let _others = underway.begin(other, Uuid::now_v7(), others.clone());
        underway.stop(draft);
        assert!(mine.is_cancelled() && !others.is_cancelled());
    }
}
