//! Use case: who asks, in which workspace, and what they may.
//!
//! A key of the settings, a stored key, or a browser's session, of a key or a person, comes to one [`Principal`]. Stored keys are 256 random bits, so their
//! SHA-256 is as good as a slow hash: nobody finds them by trying. What a key comes to is remembered for [`TRUSTED`]: a request costs
//! a look into memory, and a key that was revoked on another node is refused here within that time; [`open`] ends what it has open.
//!
//! Owns keys and what they come to; [`account`] owns how much they may do. Leaves the requests to `http` and the rows to `store`.

pub mod account;
mod metered;
pub mod oidc;
mod open;
mod people;

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;
use rustls::crypto::ring;
use sha2::{Digest as _, Sha256};
use time::OffsetDateTime;
use uuid::Uuid;

pub use account::{Account, Place, Refusal, Socket};
pub use metered::Metered;
pub use open::Hold;
pub use people::Admission;

use account::Meters;
use people::People;
use stet_config::Config;
use stet_store::{DEFAULT_WORKSPACE, Limits, Scope, Store, StoreError, WRITER, hex};

/// How long it is believed what a key came to when it was last looked up.
pub(crate) const TRUSTED: Duration = Duration::from_secs(5);
/// Keys and sessions that are remembered; with more, all are looked up again.
const REMEMBERED: usize = 10_000;
/// How far the last use of a key that is written down may be from the truth.
const USED_EVERY: time::Duration = time::Duration::minutes(5);
/// Longest session of a browser.
pub const SESSION: time::Duration = time::Duration::days(7);
/// Whoever has the key of the settings, as decisions and the log name them.
const OWNER: &str = "STET_API_KEY";

/// How stored keys begin, and how many of their letters are shown.
const BEGINS: &str = "stet_";
const SHOWN: usize = 11;

/// A key or the content of a session's cookie, as it is told once.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// A new key.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub fn key() -> std::io::Result<Self> {
        Self::random(BEGINS)
    }

    /// The key of a link.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub fn link() -> std::io::Result<Self> {
        Self::random("")
    }

    /// What somebody shows.
    #[must_use]
    pub fn shown(text: &str) -> Self {
        Self(text.to_owned())
    }

    fn random(begins: &str) -> std::io::Result<Self> {
        let mut bits = [0; 32];
        ring::default_provider()
            .secure_random
            .fill(&mut bits)
            .map_err(|_| std::io::Error::other("the system has no random numbers"))?;
        Ok(Self(format!("{begins}{}", hex(&bits))))
    }

    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }

    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        hash(&self.0)
    }

    /// What may be shown of a key.
    #[must_use]
    pub fn prefix(&self) -> &str {
        self.0.get(..SHOWN).unwrap_or_default()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

fn hash(secret: &str) -> [u8; 32] {
    Sha256::digest(secret).into()
}

/// Who asks.
#[derive(Debug, Clone)]
pub struct Principal {
    pub workspace: Uuid,
    /// The name that decisions and the log have.
    pub who: Arc<str>,
    pub scope: Scope,
    /// The stored key.
    pub key: Option<Uuid>,
    /// The hash of the session that was shown, of the key or of a person who has none.
    pub session: Option<[u8; 32]>,
    /// What is counted; none where nobody has a key.
    pub account: Option<Arc<Account>>,
}

impl Principal {
    /// Whoever sits at this machine, where there is no key.
    fn nobody() -> Self {
        Self {
            workspace: DEFAULT_WORKSPACE,
            who: WRITER.into(),
            scope: Scope::Admin,
            key: None,
            session: None,
            account: None,
        }
    }

    /// The key or person that is noted with what is begun, nil for the key of the settings; none where nobody has one.
    #[must_use]
    pub fn author(&self) -> Option<Uuid> {
        self.account.as_ref().map(|account| account.key())
    }

    /// Whether keys and workspaces of others may be seen to.
    #[must_use]
    pub fn is_owner(&self) -> bool {
        self.scope == Scope::Admin && self.workspace == DEFAULT_WORKSPACE
    }
}

/// What somebody shows.
#[derive(Debug, Clone, Copy)]
pub enum Shown<'a> {
    Nothing,
    Key(&'a str),
    Session(&'a str),
}

/// What keys come to. Cheap to clone; all clones remember the same.
#[derive(Debug, Clone)]
pub struct Access(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    store: Store,
    /// The hash of the key of the settings.
    own: Option<[u8; 32]>,
    people: Option<People>,
    limits: Limits,
    /// Of a million tokens.
    price: f64,
    /// Sockets of a key at the same time; none: as many as it likes.
    sockets: Option<i32>,
    known: Mutex<FxHashMap<[u8; 32], (Instant, Principal)>>,
    open: open::Open,
    /// Whether a key was ever stored, and when that was looked up.
    has_keys: Mutex<Option<(Instant, bool)>>,
    meters: Meters,
    /// The last use of a key is being written down.
    noting: AtomicBool,
}

impl Access {
    #[must_use]
    pub fn new(store: Store, config: &Config) -> Self {
        let limits = &config.limits;
        let some = |limit: u32| i32::try_from(limit).ok().filter(|&limit| limit > 0);
        Self(Arc::new(Shared {
            store,
            own: config.server.api_key.as_deref().map(hash),
            people: People::new(&config.oidc),
            limits: Limits {
                requests_per_minute: some(limits.requests_per_minute),
                streams: some(limits.streams),
                tokens_per_day: i64::try_from(limits.tokens_per_day).ok().filter(|&tokens| tokens > 0),
                cost_per_day: None,
            },
            price: limits.token_price,
            sockets: some(limits.sockets),
            known: Mutex::default(),
            open: open::Open::default(),
            has_keys: Mutex::default(),
            meters: Meters::default(),
            noting: AtomicBool::new(false),
        }))
    }

    /// Looks whether there are keys while the database is there, so that it is known when it is not: figures are told all the same.
    pub fn look(&self) {
        let access = self.clone();
        tokio::spawn(async move {
            match access.0.store.has_keys().await {
                // As old as what is looked up again: with the database there, nobody is believed by it.
                Ok(has) => {
                    let old = Instant::now().checked_sub(TRUSTED).unwrap_or_else(Instant::now);
                    let mut known = access.0.has_keys.lock().unwrap_or_else(PoisonError::into_inner);
                    known.get_or_insert((old, has));
                }
                Err(fault) => tracing::debug!(%fault, "whether there are keys is not known yet"),
            }
        });
    }

    fn known(&self) -> MutexGuard<'_, FxHashMap<[u8; 32], (Instant, Principal)>> {
        self.0.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets what keys came to: one has changed.
    pub fn forget(&self) {
        self.known().clear();
        *self.0.has_keys.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.0.open.change();
    }

    /// Who shows a key, a session or nothing; `None` where that opens nothing.
    ///
    /// # Errors
    /// The store failed.
    pub async fn principal(&self, shown: Shown<'_>) -> Result<Option<Principal>, StoreError> {
        let text = match shown {
            Shown::Nothing => {
                return Ok(self.is_open().await?.then(Principal::nobody));
            }
            Shown::Key(text) | Shown::Session(text) => text,
        };
        let shown_hash = hash(text);
        let now = Instant::now();
        if let Some((at, principal)) = self.known().get(&shown_hash)
            && (now.duration_since(*at) < TRUSTED || self.0.store.is_away())
        {
            return Ok(Some(principal.clone()));
        }
        let key = match shown {
            Shown::Session(_) => self.0.store.session(&shown_hash, OffsetDateTime::now_utc()).await?,
            _ => Some(shown_hash),
        };
        let principal = match (key, shown) {
            (Some(key), Shown::Session(_)) => {
                self.holder(&key).await?.map(|principal| Principal { session: Some(shown_hash), ..principal })
            }
            (Some(key), _) => self.holder(&key).await?,
            (None, Shown::Session(_)) => self.visitor(&shown_hash).await?,
            (None, _) => None,
        };
        // Where nobody ever had a key, one that is shown all the same is nobody's.
        let Some(principal) = principal else {
            return Ok(self.is_open().await?.then(Principal::nobody));
        };
        let mut known = self.known();
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.insert(shown_hash, (now, principal.clone()));
        Ok(Some(principal))
    }

    async fn holder(&self, key: &[u8; 32]) -> Result<Option<Principal>, StoreError> {
        let now = OffsetDateTime::now_utc();
        // The hashes of secrets may be compared in any time: nobody chooses what they are.
        if self.0.own.as_ref() == Some(key) {
            // It opens Stet whether or not the database is there to say what was spent.
            let spent = if self.0.store.is_away() {
                Ok(<(Limits, (i64, i64))>::default())
            } else {
                self.0.store.spent(Uuid::nil(), now.date()).await
            };
            let (workspace, spent) = match spent {
                Err(fault) if fault.passes() => <(Limits, (i64, i64))>::default(),
                spent => spent?,
            };
            let account = self.account(DEFAULT_WORKSPACE, Uuid::nil(), [Limits::default(), workspace], spent);
            let who = OWNER.into();
            let (workspace, scope) = (DEFAULT_WORKSPACE, Scope::Admin);
            let account = Some(account);
            return Ok(Some(Principal { workspace, who, scope, key: None, session: None, account }));
        }
        let Some(holder) = self.0.store.holder(key, now).await? else { return Ok(None) };
        let key = holder.key;
        if key.last_used_at.is_none_or(|used| now - used > USED_EVERY) {
            self.note_use(key.id, now);
        }
        let account =
            self.account(key.workspace_id, key.id, [key.limits, holder.workspace_limits], holder.spent);
        Ok(Some(Principal {
            workspace: key.workspace_id,
            who: key.name.into(),
            scope: key.scope,
            key: Some(key.id),
            session: None,
            account: Some(account),
        }))
    }

    fn account(
        &self,
        workspace: Uuid,
        key: Uuid,
        [own, all]: [Limits; 2],
        spent: (i64, i64),
    ) -> Arc<Account> {
        let shared = &self.0;
        let default = shared.limits;
        let own = Limits {
            requests_per_minute: own.requests_per_minute.or(default.requests_per_minute),
            streams: own.streams.or(default.streams),
            tokens_per_day: own.tokens_per_day.or(default.tokens_per_day),
            ..own
        };
        let store = shared.store.in_workspace(workspace);
        Arc::new(Account::new(store, key, &shared.meters, [own, all], shared.price, spent))
    }

    /// A place among the sockets that whoever asks may have open on this node; where nobody has a key, among those of the node.
    ///
    /// # Errors
    /// There are too many.
    pub fn socket(&self, principal: &Principal) -> Result<Socket, Refusal> {
        let key = principal.account.as_ref().map(|account| account.key());
        self.0.meters.socket(principal.workspace, key, self.0.sockets)
    }

    /// Writes down that a key was used, while nobody waits for it.
    fn note_use(&self, key: Uuid, now: OffsetDateTime) {
        if self.0.noting.swap(true, Ordering::AcqRel) {
            return;
        }
        let access = self.clone();
        tokio::spawn(async move {
            if let Err(fault) = access.0.store.key_used(key, now).await {
                tracing::debug!(%fault, "the use of a key could not be noted");
            }
            access.0.noting.store(false, Ordering::Release);
        });
    }

    /// Whether nobody need show anything. Once a key was made, that is over: the last one that expires or is revoked, by whoever may, does
    /// not open what all of them kept closed. `stet keys open` on the machine does, by forgetting all.
    async fn is_open(&self) -> Result<bool, StoreError> {
        Ok(self.0.own.is_none() && self.0.people.is_none() && !self.has_keys().await?)
    }

    /// Whether a key was ever stored. While the database is away, what was last known.
    async fn has_keys(&self) -> Result<bool, StoreError> {
        let last = *self.0.has_keys.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        match last {
            Some((at, has)) if now.duration_since(at) < TRUSTED || self.0.store.is_away() => return Ok(has),
            _ => {}
        }
        match (self.0.store.has_keys().await, last) {
            (Ok(has), _) => {
                *self.0.has_keys.lock().unwrap_or_else(PoisonError::into_inner) = Some((now, has));
                Ok(has)
            }
            (Err(fault), Some((_, has))) if fault.passes() => Ok(has),
            (Err(fault), _) => Err(fault),
        }
    }

    /// Begins a session for whoever has a key: what its cookie is to hold; `None` where the key opens nothing.
    ///
    /// # Errors
    /// The store failed.
    pub async fn sign_in(&self, key: &str) -> Result<Option<(Secret, Principal)>, StoreError> {
        let Some(principal) = self.holder(&hash(key)).await? else { return Ok(None) };
        let secret = Secret::random("").map_err(|fault| StoreError::Database(fault.into()))?;
        let now = OffsetDateTime::now_utc();
        self.0.store.begin_session(&secret.hash(), &hash(key), now, now + SESSION).await?;
        Ok(Some((secret, principal)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_random_and_shows_little_of_itself() {
        let (one, other) = (Secret::key().unwrap(), Secret::key().unwrap());
        assert_eq!((one.text().len(), one.prefix().len()), (69, 11));
        assert!(one.text().starts_with(one.prefix()) && one.hash() != other.hash());
        assert_eq!(format!("{one:?}"), "Secret");
    }
}
