//! Reading from streaming replicas.
//!
//! Whoever reads must find what was written before, by whichever node. So a read asks the primary first how far its log is on
//! disk (whatever was acknowledged is), a call that touches no table, and goes to a replica that has replayed so far, or does within
//! [`Replicas::lag`]; else the primary answers it. That needs no note of who wrote what where, and holds between nodes.
//! A replica that was further behind when it was last looked at is not asked until it has caught up, nor is one that follows
//! another primary: its log is on another timeline, whose places mean nothing here.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures::future::{BoxFuture, join_all};
use sqlx::PgPool;

use super::place::{PRESENT_WITHIN, addresses, pool_options, prepare};
use super::{Result, Store};

/// Time between two looks at a replica that is behind.
const LOOK_AGAIN: Duration = Duration::from_millis(2);

#[derive(Debug, Default)]
pub(super) struct Replicas {
    all: Vec<Replica>,
    /// How far behind one may be, as the time that it takes to catch up.
    lag: Duration,
    next: AtomicUsize,
}

#[derive(Debug)]
struct Replica {
    pool: PgPool,
    /// It was near enough when it was last looked at.
    is_near: AtomicBool,
}

impl Replicas {
    /// Those of a list of addresses; none is connected to yet.
    pub(super) fn new(urls: &str, lag: Duration, connections: u32) -> Result<Self> {
        let pool = |options| {
            pool_options(connections)
                .acquire_timeout(PRESENT_WITHIN)
                .after_connect(|connection, _| Box::pin(prepare(connection)))
                .connect_lazy_with(options)
        };
        let all = addresses(urls)?
            .into_iter()
            .map(|options| Replica { pool: pool(options), is_near: AtomicBool::new(false) })
            .collect();
        Ok(Self { all, lag, next: AtomicUsize::new(0) })
    }

    /// Looks which of them are near.
    pub(super) async fn look(&self, primary: &PgPool) {
        if self.all.is_empty() {
            return;
        }
        let told = tokio::time::timeout(PRESENT_WITHIN, place_of(primary)).await;
        let here = told.ok().and_then(Result::ok);
        let looks = self.all.iter().map(async |replica| {
            let is_near = match &here {
                Some((place, timeline)) => {
                    replica.follows(timeline).await && replica.reaches(*place, self.lag).await
                }
                None => false,
            };
            replica.set_near(is_near);
        });
        join_all(looks).await;
    }

    /// One that has everything that was acknowledged until now.
    async fn caught_up(&self, primary: &PgPool) -> Option<&Replica> {
        let near: Vec<&Replica> =
            self.all.iter().filter(|replica| replica.is_near.load(Ordering::Relaxed)).collect();
        let turn = self.next.fetch_add(1, Ordering::Relaxed).checked_rem(near.len())?;
        let replica = *near.get(turn)?;
        let place = sqlx::query_scalar!(
            "select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::bigint as \"place!\""
        );
        let place = place.fetch_one(primary).await.ok()?;
        replica.reaches(place, self.lag).await.then_some(replica)
    }
}

impl Replica {
    /// Whether it has replayed the log up to a place, or does within `patience`.
    async fn reaches(&self, place: i64, patience: Duration) -> bool {
        let begun = Instant::now();
        let reached = async {
            loop {
                let replayed = sqlx::query_scalar!(
                    "select pg_is_in_recovery() and \
                     pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint >= $1 as reached",
                    place,
                );
                match replayed.fetch_one(&self.pool).await {
                    Ok(Some(true)) => return true,
                    Ok(_) if begun.elapsed() < patience => tokio::time::sleep(LOOK_AGAIN).await,
                    _ => return false,
                }
            }
        };
        matches!(tokio::time::timeout(patience.max(PRESENT_WITHIN), reached).await, Ok(true))
    }

    /// Whether it replays the log of this timeline, as far as it has written down: right behind a fail-over that takes a while.
    async fn follows(&self, timeline: &str) -> bool {
        let own = sqlx::query_scalar!(
            "select lpad(to_hex(greatest(r.min_recovery_end_timeline, c.timeline_id)), 8, '0') as \"timeline!\" \
             from pg_control_recovery() r, pg_control_checkpoint() c"
        );
        let own = tokio::time::timeout(PRESENT_WITHIN, own.fetch_one(&self.pool)).await;
        matches!(own, Ok(Ok(own)) if own.eq_ignore_ascii_case(timeline))
    }

    fn set_near(&self, is_near: bool) {
        if self.is_near.swap(is_near, Ordering::Relaxed) != is_near {
            let options = self.pool.connect_options();
            let (host, port) = (options.get_host(), options.get_port());
            tracing::warn!(host, port, is_near, "a replica fell behind or caught up");
        }
    }
}

/// How far the log is on disk, and its timeline.
async fn place_of(primary: &PgPool) -> Result<(i64, String)> {
    let row = sqlx::query!(
        "select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::bigint as \"place!\", \
         left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) as \"timeline!\""
    )
    .fetch_one(primary)
    .await?;
    Ok((row.place, row.timeline))
}

impl Store {
    /// Lets a read run on a replica that has all that was written before, else on the primary. What fails on a replica (a
    /// read is cut off where it is in the way of the log, or the server ends) is read from the primary.
    pub(super) async fn read<'a, T>(&self, work: impl Fn(Self) -> BoxFuture<'a, Result<T>>) -> Result<T> {
        if let Some(replica) = self.replicas.caught_up(&self.owner).await {
            let (owner, pool) = (replica.pool.clone(), self.pool.on(replica.pool.clone()));
            match work(Self { pool, owner, replicas: Arc::default(), ..self.clone() }).await {
                Err(fault) => {
                    tracing::info!(%fault, "a replica could not be read");
                    replica.set_near(false);
                }
                read => return read,
            }
        }
        work(self.clone()).await
    }

    /// How many replicas are near enough to be read, and how many there are.
    #[must_use]
    pub fn replicas(&self) -> (usize, usize) {
        let all = &self.replicas.all;
        (all.iter().filter(|replica| replica.is_near.load(Ordering::Relaxed)).count(), all.len())
    }
}
