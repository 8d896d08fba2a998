//! How much a key and its workspace may do: requests a minute, answers at the same time, tokens and their cost a day.
//!
//! Rates and streams are those of this process; tokens are added up in the database, so that they are those of all nodes. What
//! is refused is told when it may be tried again, and what was begun is never cut off: tokens are counted when the model has
//! written, and only the next answer is refused for them.

use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use rustc_hash::FxHashMap;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

use stet_store::{Limits, Store};

/// Why something is not done now, and in how many seconds it may be tried again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    Requests {
        limit: i32,
        seconds: u64,
    },
    Streams {
        limit: i32,
    },
    Sockets {
        limit: i32,
    },
    /// Tokens of the day, or what they cost.
    Tokens {
        seconds: u64,
    },
}

impl Refusal {
    /// When the same may be tried again. Nobody knows when an answer ends or a socket closes, so for those it is a guess.
    #[must_use]
    pub const fn seconds(self) -> u64 {
        match self {
            Self::Requests { seconds, .. } | Self::Tokens { seconds } => seconds,
            Self::Streams { .. } => 2,
            Self::Sockets { .. } => 10,
        }
    }
}

/// Requests that may come at once, filled up over a minute.
#[derive(Debug)]
struct Bucket {
    left: f64,
    at: Instant,
}

/// What one key, or one workspace, does on this node.
#[derive(Debug, Default)]
struct Meter {
    bucket: Mutex<Option<Bucket>>,
    streams: AtomicI32,
    sockets: AtomicI32,
    /// Tokens of a day, as far as is known.
    spent: Mutex<Option<(Date, i64)>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Meter {
    /// Takes one request; the seconds until there is room for one where there is none.
    fn take(&self, limit: i32, now: Instant) -> Result<(), u64> {
        let most = f64::from(limit.max(1));
        let a_second = most / 60.0;
        let mut bucket = lock(&self.bucket);
        let bucket = bucket.get_or_insert(Bucket { left: most, at: now });
        let passed = now.saturating_duration_since(bucket.at).as_secs_f64();
        (bucket.left, bucket.at) = ((bucket.left + passed * a_second).min(most), now);
        if bucket.left < 1.0 {
            // A positive number of seconds, far below what a u64 holds.
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 1 and 60")]
            return Err(((1.0 - bucket.left) / a_second).ceil().clamp(1.0, 60.0) as u64);
        }
        bucket.left -= 1.0;
        Ok(())
    }

    fn spend(&self, day: Date, tokens: i64) {
        let mut spent = lock(&self.spent);
        let before = spent.filter(|(of, _)| *of == day).map_or(0, |(_, tokens)| tokens);
        *spent = Some((day, before.saturating_add(tokens)));
    }

    /// What the database says; what was spent here meanwhile may not be in it yet.
    fn learn(&self, day: Date, tokens: i64) {
        let mut spent = lock(&self.spent);
        let known = spent.filter(|(of, _)| *of == day).map_or(0, |(_, tokens)| tokens);
        *spent = Some((day, known.max(tokens)));
    }

    fn spent(&self, day: Date) -> i64 {
        lock(&self.spent).filter(|(of, _)| *of == day).map_or(0, |(_, tokens)| tokens)
    }
}

/// The meters of all keys and workspaces. There is one for each that was used since the start.
#[derive(Debug, Default)]
pub(super) struct Meters(Mutex<FxHashMap<(Uuid, Uuid), Arc<Meter>>>);

impl Meters {
    fn of(&self, workspace: Uuid, key: Uuid) -> Arc<Meter> {
        Arc::clone(lock(&self.0).entry((workspace, key)).or_default())
    }

    /// A place among the sockets of a key, or of everybody where nobody has one.
    pub(super) fn socket(
        &self,
        workspace: Uuid,
        key: Option<Uuid>,
        limit: Option<i32>,
    ) -> Result<Socket, Refusal> {
        let meter = self.of(workspace, key.unwrap_or(WHOLE));
        let before = meter.sockets.fetch_add(1, Ordering::AcqRel);
        let socket = Socket(meter);
        match limit.filter(|&limit| before >= limit) {
            Some(limit) => Err(Refusal::Sockets { limit }),
            None => Ok(socket),
        }
    }
}

/// The name of a workspace's own meter beside those of its keys.
const WHOLE: Uuid = Uuid::max();

/// What a key may do, and its workspace: each has its limits, and both hold.
#[derive(Debug)]
pub struct Account {
    store: Store,
    key: Uuid,
    meters: [(Arc<Meter>, Limits); 2],
    /// Of a million tokens; 0: they cost nothing.
    price: f64,
}

/// A place among the answers that may be written at the same time; given back when it is dropped.
#[derive(Debug)]
pub struct Place(Vec<Arc<Meter>>);

impl Drop for Place {
    fn drop(&mut self) {
        for meter in &self.0 {
            meter.streams.fetch_sub(1, Ordering::AcqRel);
        }
    }
}

/// A place among the sockets that may be open at the same time; given back when it is dropped.
#[derive(Debug)]
pub struct Socket(Arc<Meter>);

impl Drop for Socket {
    fn drop(&mut self) {
        self.0.sockets.fetch_sub(1, Ordering::AcqRel);
    }
}

impl Account {
    pub(super) fn new(
        store: Store,
        key: Uuid,
        meters: &Meters,
        [own, all]: [Limits; 2],
        price: f64,
        (by_key, by_all): (i64, i64),
    ) -> Self {
        let workspace = store.workspace();
        let meters = [(meters.of(workspace, key), own), (meters.of(workspace, WHOLE), all)];
        let day = OffsetDateTime::now_utc().date();
        for ((meter, _), tokens) in meters.iter().zip([by_key, by_all]) {
            meter.learn(day, tokens);
        }
        Self { store, key, meters, price }
    }

    /// The key or person whose it is; nil for the key of the settings.
    #[must_use]
    pub const fn key(&self) -> Uuid {
        self.key
    }

    /// Counts a request.
    ///
    /// # Errors
    /// There were too many.
    pub fn request(&self, now: Instant) -> Result<(), Refusal> {
        for (meter, limits) in &self.meters {
            if let Some(limit) = limits.requests_per_minute {
                meter.take(limit, now).map_err(|seconds| Refusal::Requests { limit, seconds })?;
            }
        }
        Ok(())
    }

    /// A place for an answer or a revision.
    ///
    /// # Errors
    /// Too many are being written, or the tokens of the day are spent.
    pub fn place(&self) -> Result<Place, Refusal> {
        let now = OffsetDateTime::now_utc();
        for (meter, limits) in &self.meters {
            let spent = meter.spent(now.date());
            let cost = spent as f64 * self.price / 1e6;
            let all = limits.tokens_per_day.is_some_and(|limit| spent >= limit)
                || limits.cost_per_day.is_some_and(|limit| self.price > 0.0 && cost >= limit);
            if all {
                return Err(Refusal::Tokens { seconds: until_midnight(now) });
            }
        }
        let mut place = Place(Vec::new());
        for (meter, limits) in &self.meters {
            let before = meter.streams.fetch_add(1, Ordering::AcqRel);
            place.0.push(Arc::clone(meter));
            if let Some(limit) = limits.streams.filter(|&limit| before >= limit) {
                return Err(Refusal::Streams { limit });
            }
        }
        Ok(place)
    }

    /// Counts tokens, here at once and in the database while nobody waits for it.
    pub fn spend(&self, tokens: usize) {
        let tokens = i64::try_from(tokens).unwrap_or(i64::MAX);
        if tokens == 0 {
            return;
        }
        let day = OffsetDateTime::now_utc().date();
        for (meter, _) in &self.meters {
            meter.spend(day, tokens);
        }
        let (store, key) = (self.store.clone(), self.key);
        // At the end of a process nobody is left to count.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                if let Err(fault) = store.spend(key, day, tokens).await {
                    tracing::warn!(%fault, "tokens were not counted");
                }
            });
        }
    }
}

/// Seconds until the day ends by which tokens are counted (UTC).
fn until_midnight(now: OffsetDateTime) -> u64 {
    let gone = u64::from(now.hour()) * 3600 + u64::from(now.minute()) * 60 + u64::from(now.second());
    86_400_u64.saturating_sub(gone).max(1)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_bucket_says_truly_when_there_is_room_again() {
        for limit in [1, 2, 60, 600] {
            let (meter, now) = (Meter::default(), Instant::now());
            for _ in 0..limit {
                assert_eq!(meter.take(limit, now), Ok(()));
            }
            let seconds = meter.take(limit, now).unwrap_err();
            assert_eq!(seconds, 60_u64.div_ceil(u64::try_from(limit).unwrap()).max(1));
            assert!(meter.take(limit, now + Duration::from_secs(seconds)).is_ok(), "{limit}");
            // A minute later all of it is there again, and no more than that.
            let later = now + Duration::from_mins(10);
            let taken = (0..=limit).filter(|_| meter.take(limit, later).is_ok()).count();
            assert_eq!(taken, usize::try_from(limit).unwrap());
        }
    }

    #[test]
    fn a_key_has_so_many_sockets_and_one_that_closes_makes_room() {
        let (meters, one, other) = (Meters::default(), Uuid::from_u128(1), Uuid::from_u128(2));
        let open = |key| meters.socket(Uuid::nil(), key, Some(2));
        let held = [open(Some(one)).unwrap(), open(Some(one)).unwrap()];
        assert_eq!(open(Some(one)).unwrap_err(), Refusal::Sockets { limit: 2 });
        assert!(open(Some(other)).is_ok() && open(None).is_ok());
        drop(held);
        assert!(open(Some(one)).is_ok());
        assert!(
            (0..9).map(|_| meters.socket(Uuid::nil(), None, None)).collect::<Result<Vec<_>, _>>().is_ok()
        );
    }

    #[test]
    fn tokens_are_those_of_the_day() {
        let (meter, day) = (Meter::default(), OffsetDateTime::UNIX_EPOCH.date());
        meter.spend(day, 5);
        meter.learn(day, 3);
        assert_eq!(meter.spent(day), 5, "what was spent here is not in the database yet");
        meter.learn(day, 9);
        assert_eq!((meter.spent(day), meter.spent(day.next_day().unwrap())), (9, 0));
        let noon = OffsetDateTime::UNIX_EPOCH + time::Duration::hours(12);
        assert_eq!(until_midnight(noon), 12 * 3600);
    }
}
