//! The drafts that this process is revising, so that a reader that comes back knows whether more is to come.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use uuid::Uuid;

/// How many revisions of each draft are being written.
#[derive(Debug, Clone, Default)]
pub struct Underway(Arc<Mutex<HashMap<Uuid, usize>>>);

/// A revision in the making; it is one no more when this is dropped.
#[derive(Debug)]
pub struct Revising {
    underway: Underway,
    draft: Uuid,
}

impl Underway {
    fn lock(&self) -> MutexGuard<'_, HashMap<Uuid, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[must_use]
    pub fn begin(&self, draft: Uuid) -> Revising {
        *self.lock().entry(draft).or_default() += 1;
        Revising { underway: self.clone(), draft }
    }

    /// Whether a revision of the draft is being written.
    #[must_use]
    pub fn has(&self, draft: Uuid) -> bool {
        self.lock().contains_key(&draft)
    }
}

impl Drop for Revising {
    fn drop(&mut self) {
        let mut underway = self.underway.lock();
        if let Some(count) = underway.get_mut(&self.draft) {
            *count -= 1;
            if *count == 0 {
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
        let (first, second) = (underway.begin(draft), underway.begin(draft));
        drop(first);
        assert!(underway.has(draft) && !underway.has(Uuid::nil()));
        drop(second);
        assert!(!underway.has(draft));
    }
}
