//! The drafts that are being revised: a reader that comes back knows whether more is to come, and the writer can stop
//! what is being written, through whichever process.
//!
//! What this process writes it knows by itself and stops at once. Of the others it knows by a row in the database that
//! shows signs of life (`life`), which is also how it asks them to stop.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::Asker;
use super::life::ABANDONED_AFTER;
use stet_store::StoreError;

/// The revisions of each draft that this process is writing. Cheap to clone; all clones hold the same.
#[derive(Debug, Clone)]
pub struct Underway {
    runs: Arc<Mutex<Runs>>,
    /// The workspace whose drafts are asked for.
    workspace: Uuid,
}

/// The runs of each workspace's drafts, each with what stops it.
type Runs = HashMap<(Uuid, Uuid), Vec<(Uuid, CancellationToken)>>;

/// A revision in the making; it is one no more when this is dropped.
#[derive(Debug)]
pub struct Revising {
    underway: Underway,
    draft: Uuid,
    run: Uuid,
}

impl Underway {
    #[must_use]
    pub fn new(workspace: Uuid) -> Self {
        Self { runs: Arc::default(), workspace }
    }

    /// The same revisions, seen from another workspace.
    #[must_use]
    pub fn in_workspace(&self, workspace: Uuid) -> Self {
        Self { runs: Arc::clone(&self.runs), workspace }
    }

    fn lock(&self) -> MutexGuard<'_, Runs> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a run revises a draft until `stop` is cancelled or the result is dropped.
    #[must_use]
    pub fn begin(&self, draft: Uuid, run: Uuid, stop: CancellationToken) -> Revising {
        self.lock().entry((self.workspace, draft)).or_default().push((run, stop));
        Revising { underway: self.clone(), draft, run }
    }

    /// Whether a revision of the draft is being written here.
    #[must_use]
    pub fn has(&self, draft: Uuid) -> bool {
        self.lock().contains_key(&(self.workspace, draft))
    }

    /// Asks every revision of the draft that is written here to stop; `false` when there is none.
    fn stop(&self, draft: Uuid) -> bool {
        let runs = self.lock();
        let Some(runs) = runs.get(&(self.workspace, draft)) else { return false };
        for (_, stop) in runs {
            stop.cancel();
        }
        true
    }

    /// Every revision of any workspace that is written here, with what stops it.
    pub(super) fn runs(&self) -> Vec<(Uuid, CancellationToken)> {
        self.lock().values().flatten().cloned().collect()
    }
}

impl Asker {
    /// Whether a revision of the draft is being written, here or in another process. When it says no, the suggestions of
    /// all that began before are there.
    ///
    /// # Errors
    /// The store failed.
    pub async fn is_revised(&self, draft: Uuid) -> Result<bool, StoreError> {
        Ok(self.underway.has(draft) || self.store.is_revised(draft, ABANDONED_AFTER).await?)
    }

    /// Stops the revisions of the draft that are being written, here or in another process; what was proposed so far
    /// stays.
    ///
    /// # Errors
    /// The store failed, and nothing is written here.
    pub async fn stop_revisions(&self, draft: Uuid) -> Result<(), StoreError> {
        let here = self.underway.stop(draft);
        match self.store.stop_revisions(draft).await {
            // What is written here has heard it.
            Err(fault) if here => {
                tracing::warn!(%fault, %draft, "other nodes could not be asked to stop revising");
                Ok(())
            }
            told => told,
        }
    }
}

impl Drop for Revising {
    fn drop(&mut self) {
        let mut underway = self.underway.lock();
        let draft = (self.underway.workspace, self.draft);
        if let Some(runs) = underway.get_mut(&draft) {
            runs.retain(|(run, _)| *run != self.run);
            if runs.is_empty() {
                underway.remove(&draft);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_is_revised_until_its_last_revision_ends() {
        let (underway, draft) = (Underway::new(Uuid::nil()), Uuid::now_v7());
        let begin = |draft| underway.begin(draft, Uuid::now_v7(), CancellationToken::new());
        let (first, second) = (begin(draft), begin(draft));
        drop(first);
        assert!(underway.has(draft) && !underway.has(Uuid::nil()));
        drop(second);
        assert!(!underway.has(draft));
    }

    #[test]
    fn a_stop_reaches_the_revisions_of_its_draft_alone() {
        let (underway, draft, other) = (Underway::new(Uuid::nil()), Uuid::now_v7(), Uuid::now_v7());
        let (mine, others) = (CancellationToken::new(), CancellationToken::new());
        let _mine = underway.begin(draft, Uuid::now_v7(), mine.clone());
        let _others = underway.begin(other, Uuid::now_v7(), others.clone());
        assert!(!underway.in_workspace(Uuid::max()).stop(draft) && !mine.is_cancelled());
        assert!(underway.stop(draft) && !underway.stop(Uuid::nil()));
        assert!(mine.is_cancelled() && !others.is_cancelled());
    }
}
