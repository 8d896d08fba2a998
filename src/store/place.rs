//! Where the database is: at one address, or at one of several.
//!
//! What fails over makes a replica the primary, behind the same address or at another one. So a connection to a server that
//! only reads is refused, whoever answers, and of several addresses that one is used whose server takes writes (what libpq calls
//! `target_session_attrs=read-write`). A pooler that lends a connection for one transaction (pgbouncer) keeps no session: what
//! needs one goes to an address without it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use pgvector::HalfVector;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions as _, Connection as _, PgConnection, PgPool};

use super::{MessageStatus, Result, StoreError};

/// Longest time in which a database that is there answers.
pub(super) const PRESENT_WITHIN: Duration = Duration::from_secs(2);
/// A connection that was used so lately is not asked for a sign of life before it is used again.
const FRESH: Duration = Duration::from_secs(1);
/// Longest wait of a request for a connection.
const ACQUIRED_WITHIN: Duration = Duration::from_secs(10);
/// How long a statement waits for a lock: as long as a request waits for a connection.
const LOCK_PATIENCE: &str = "10s";
/// How long a transaction may do nothing. The longest that has work to do between two statements compares two versions
/// of the longest draft.
const SILENCE: &str = "60s";

/// The addresses of a database.
#[derive(Debug)]
pub(super) struct Place {
    addresses: Vec<PgConnectOptions>,
    /// Where sessions are kept; empty: at those addresses.
    direct: Vec<PgConnectOptions>,
    /// When the database was last found at another address: connections made before are not used again.
    moved: Arc<Mutex<Option<Instant>>>,
    /// When it was last looked for in vain: a connection that was not used since may be broken.
    lost: Arc<Mutex<Option<Instant>>>,
}

impl Place {
    pub(super) fn new(addresses: Vec<PgConnectOptions>) -> Self {
        Self { addresses, direct: Vec::new(), moved: Arc::default(), lost: Arc::default() }
    }

    pub(super) fn with_sessions_at(&self, direct: Vec<PgConnectOptions>) -> Self {
        Self {
            addresses: self.addresses.clone(),
            direct,
            moved: Arc::clone(&self.moved),
            lost: Arc::clone(&self.lost),
        }
    }

    /// A pool of connections to the address that takes writes.
    pub(super) async fn pool(&self, most: u32) -> Result<PgPool> {
        let options = leader(&self.addresses).await?;
        let (moved, lost) = (Arc::clone(&self.moved), Arc::clone(&self.lost));
        let pool = pool_options(most)
            .test_before_acquire(false)
            .before_acquire(move |connection, connected| {
                let moved = *moved.lock().unwrap_or_else(PoisonError::into_inner);
                let is_old = moved.is_some_and(|at| connected.age > at.elapsed());
                let lost = *lost.lock().unwrap_or_else(PoisonError::into_inner);
                let is_fresh =
                    connected.idle_for < FRESH && lost.is_none_or(|at| connected.idle_for < at.elapsed());
                Box::pin(async move { Ok(!is_old && (is_fresh || connection.ping().await.is_ok())) })
            })
            .after_connect(|connection, _| {
                Box::pin(async move {
                    prepare(connection).await?;
                    if only_reads(connection).await? { Err(replica()) } else { Ok(()) }
                })
            });
        match pool.connect_with(options.clone()).await {
            Ok(pool) => Ok(pool),
            Err(fault) => Err(StoreError::Connect(cause(fault, &options).await)),
        }
    }

    /// Whether the server that the pool connects to still takes writes; asked past the pool, whose connections may all be waiting for it.
    /// A server that is slow to answer a statement is busy; one that nobody can connect to is gone.
    pub(super) async fn is_there(&self, pool: &PgPool) -> bool {
        let options = pool.connect_options();
        let mut connection = match tokio::time::timeout(PRESENT_WITHIN, options.connect()).await {
            Ok(Ok(connection)) => connection,
            // It is there, and has no connection left.
            Ok(Err(fault)) => {
                return fault
                    .as_database_error()
                    .is_some_and(|fault| fault.code().as_deref() == Some("53300"));
            }
            Err(_) => return false,
        };
        let reads = tokio::time::timeout(PRESENT_WITHIN, only_reads(&mut connection)).await;
        !matches!(reads, Ok(Ok(true) | Err(_)))
    }

    /// Notes that it was looked for in vain.
    pub(super) fn note_loss(&self) {
        *self.lost.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    /// Looks at which address the database is after it went away, and lets the pool connect there.
    pub(super) async fn follow(&self, pool: &PgPool) {
        if self.addresses.len() < 2 {
            return;
        }
        let Ok(found) = leader(&self.addresses).await else { return };
        let name = |options: &PgConnectOptions| (options.get_host().to_owned(), options.get_port());
        if name(&found) != name(&pool.connect_options()) {
            tracing::warn!(host = found.get_host(), port = found.get_port(), "the database is elsewhere now");
            pool.set_connect_options(found);
            *self.moved.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        }
    }

    /// A connection of its own, for what a session keeps: locks and settings behind the end of a transaction.
    pub(super) async fn session(&self, pool: &PgPool) -> Result<PgConnection> {
        let options = if self.direct.is_empty() {
            (*pool.connect_options()).clone()
        } else {
            leader(&self.direct).await?
        };
        Ok(options.connect().await?)
    }
}

/// The addresses in a list with commas between them: `postgres://a/stet,postgres://b/stet`. A password may hold a comma.
pub(super) fn addresses(urls: &str) -> Result<Vec<PgConnectOptions>> {
    let mut found: Vec<String> = Vec::new();
    for part in urls.split(',') {
        match found.last_mut() {
            Some(open) if !part.trim_start().starts_with("postgres") => {
                open.push(',');
                open.push_str(part);
            }
            _ => found.push(part.trim().to_owned()),
        }
    }
    found.iter().map(|url| url.parse().map(named).map_err(StoreError::Connect)).collect()
}

pub(super) fn named(options: PgConnectOptions) -> PgConnectOptions {
    options.application_name("stet")
}

pub(super) fn pool_options(most: u32) -> PgPoolOptions {
    PgPoolOptions::new().max_connections(most.max(1)).acquire_timeout(ACQUIRED_WITHIN)
}

/// The address whose server takes writes; of one alone nothing is asked.
async fn leader(addresses: &[PgConnectOptions]) -> Result<PgConnectOptions> {
    if let [only] = addresses {
        return Ok(only.clone());
    }
    let mut why = replica();
    for address in addresses {
        let asked = async { only_reads(&mut address.connect().await?).await };
        match tokio::time::timeout(PRESENT_WITHIN, asked).await {
            Ok(Ok(false)) => return Ok(address.clone()),
            Ok(Err(fault)) => why = fault,
            Ok(Ok(true)) | Err(_) => {}
        }
    }
    Err(StoreError::Connect(why))
}

async fn only_reads(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!("select pg_is_in_recovery() as \"replica!\"").fetch_one(connection).await
}

fn replica() -> sqlx::Error {
    sqlx::Error::Io(std::io::Error::new(std::io::ErrorKind::NotConnected, "no server there takes writes"))
}

/// Settings of every connection. A process that froze, or whose machine is gone, must not hold for ever what it has locked,
/// nor may those that wait for it take every connection of their own process with them: [`LOCK_PATIENCE`], [`SILENCE`].
pub(super) async fn prepare(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "select set_config('lock_timeout', $1, false) as patience, \
         set_config('idle_in_transaction_session_timeout', $2, false) as silence",
        LOCK_PATIENCE,
        SILENCE,
    )
    .fetch_one(&mut *connection)
    .await?;
    // The types that are known by their names alone are looked up before the first question needs them; a database that is not
    // migrated yet has none.
    let types =
        sqlx::query("select $1 is null, $2 is null").bind(None::<HalfVector>).bind(None::<MessageStatus>);
    let _ = types.persistent(false).execute(connection).await;
    Ok(())
}

/// Why nobody connected: the pool tries again until its time is up, and then says only that it is.
async fn cause(fault: sqlx::Error, options: &PgConnectOptions) -> sqlx::Error {
    if !matches!(fault, sqlx::Error::PoolTimedOut) {
        return fault;
    }
    let asked = async { only_reads(&mut options.connect().await?).await };
    match tokio::time::timeout(PRESENT_WITHIN, asked).await {
        Ok(Err(cause)) => cause,
        Ok(Ok(true)) => replica(),
        Ok(Ok(false)) | Err(_) => fault,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_divided_where_one_begins() {
        for (urls, hosts) in [
            ("postgres://u:p@one/stet", &["one"][..]),
            ("postgres://u:p@one/stet, postgresql://u:p@two:6432/stet", &["one", "two"]),
            ("postgres://u:a,b@one/stet,postgres://u:a,b@two/stet", &["one", "two"]),
        ] {
            let found = addresses(urls).unwrap();
            assert_eq!(found.iter().map(PgConnectOptions::get_host).collect::<Vec<_>>(), hosts, "{urls}");
        }
        assert!(addresses("postgres://one:port/stet").is_err());
    }
}
