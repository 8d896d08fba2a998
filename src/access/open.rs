//! What is open on this node, sockets and streams, and its end with the key or session that opened it.
//!
//! One task looks for all of them, at once when a key changed here and else every [`LOOK_EVERY`], with one statement however many
//! there are; whatever a key opened waits for one signal and is woken by nothing else. There is no such task while nothing is open.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use rustc_hash::FxHashMap;
use time::OffsetDateTime;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use super::{Access, Principal};
use stet_store::{Opener, StoreError};

/// Pause between two looks: what was revoked on another node ends here within it and the time of a statement.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// With what something was opened; nothing where nobody had a key.
type Whom = Option<Opener>;

/// What is open, by what opened it.
#[derive(Debug, Default)]
pub(super) struct Open {
    held: Mutex<Held>,
    /// A key or a session has changed on this node.
    changed: Notify,
    /// How often that was.
    changes: AtomicU64,
}

#[derive(Debug, Default)]
struct Held {
    holds: FxHashMap<Whom, Weak<Hold>>,
    is_watched: bool,
}

/// Kept by everything that is open for one key or session.
#[derive(Debug)]
pub struct Hold {
    /// `None`: by the key of the settings, which is good as long as the process is there.
    whom: Option<Whom>,
    ended: CancellationToken,
    /// The changes at the last look that found it good.
    seen: AtomicU64,
}

impl Hold {
    fn of(whom: Option<Whom>) -> Arc<Self> {
        Arc::new(Self { whom, ended: CancellationToken::new(), seen: AtomicU64::new(u64::MAX) })
    }

    /// Cancelled when what opened it is good no more.
    #[must_use]
    pub const fn ended(&self) -> &CancellationToken {
        &self.ended
    }
}

impl Open {
    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has everything that is open looked at.
    pub(super) fn change(&self) {
        self.changes.fetch_add(1, Ordering::AcqRel);
        self.changed.notify_one();
    }
}

impl Access {
    /// Notes that somebody has something open: it is to end with what is given.
    #[must_use]
    pub fn hold(&self, principal: &Principal) -> Arc<Hold> {
        let Principal { key, session, workspace, scope, ref account, .. } = *principal;
        let whom = match (account, key, session) {
            (None, ..) => None,
            (Some(_), None, None) => return Hold::of(None),
            _ => Some(Opener { key, session, workspace, scope }),
        };
        let mut open = self.0.open.held();
        let known = open.holds.get(&whom).and_then(Weak::upgrade);
        if let Some(known) = known.filter(|known| !known.ended.is_cancelled()) {
            return known;
        }
        let hold = Hold::of(Some(whom));
        open.holds.insert(whom, Arc::downgrade(&hold));
        if !open.is_watched {
            open.is_watched = true;
            tokio::spawn(self.clone().watch());
        }
        hold
    }

    /// Whether what somebody has open may still be used: looked up where a key has changed since that was last done.
    ///
    /// # Errors
    /// The store failed.
    pub async fn still_holds(&self, hold: &Hold) -> Result<bool, StoreError> {
        let Some(whom) = hold.whom else { return Ok(true) };
        let changes = self.0.open.changes.load(Ordering::Acquire);
        if hold.ended.is_cancelled() {
            return Ok(false);
        }
        if hold.seen.load(Ordering::Acquire) == changes || self.0.store.is_away() {
            return Ok(true);
        }
        let holds = self.shut_out(&[whom]).await?.is_empty();
        if holds {
            hold.seen.store(changes, Ordering::Release);
        }
        Ok(holds)
    }

    async fn watch(self) {
        loop {
            let _ = tokio::time::timeout(LOOK_EVERY, self.0.open.changed.notified()).await;
            let changes = self.0.open.changes.load(Ordering::Acquire);
            let mut all: Vec<(Whom, Arc<Hold>)> = Vec::new();
            {
                let mut open = self.0.open.held();
                open.holds.retain(|whom, hold| match hold.upgrade() {
                    Some(hold) => {
                        all.push((*whom, hold));
                        true
                    }
                    None => false,
                });
                if all.is_empty() {
                    open.is_watched = false;
                    return;
                }
            }
            if self.0.store.is_away() {
                continue;
            }
            let whom: Vec<Whom> = all.iter().map(|(whom, _)| *whom).collect();
            match self.shut_out(&whom).await {
                Ok(out) => {
                    for (place, (_, hold)) in all.iter().enumerate() {
                        if out.contains(&place) {
                            hold.ended.cancel();
                        } else {
                            hold.seen.store(changes, Ordering::Release);
                        }
                    }
                    // What ends here opens nothing else here, either.
                    if !out.is_empty() {
                        self.known().clear();
                    }
                }
                // A fault of the store says nothing of a key.
                Err(fault) => tracing::debug!(%fault, "what is open could not be looked at"),
            }
        }
    }

    /// Which of these, by their places, may have nothing open any more.
    async fn shut_out(&self, whom: &[Whom]) -> Result<Vec<usize>, StoreError> {
        let (places, openers): (Vec<usize>, Vec<Opener>) =
            whom.iter().enumerate().filter_map(|(place, whom)| whom.map(|whom| (place, whom))).unzip();
        let mut out = Vec::new();
        if !openers.is_empty() {
            let found = self.0.store.shut_out(&openers, OffsetDateTime::now_utc()).await?;
            out.extend(found.into_iter().filter_map(|found| places.get(found).copied()));
        }
        // Whoever came without a key has nothing open once somebody has one.
        if let Some(place) = whom.iter().position(Option::is_none)
            && self.0.store.has_keys().await?
        {
            out.push(place);
        }
        Ok(out)
    }
}
