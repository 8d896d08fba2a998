//! Statements that the database itself confines to one workspace.
//!
//! They run as the role `stet_app`, for which every table with a `workspace_id` has a policy (migration 0026): a statement that
//! forgets its workspace finds nothing instead of everybody's. Role and workspace are set in the message that begins a
//! transaction and end with it, so no connection remembers them: a pooler may hand it to anybody between two transactions. A
//! statement alone costs that message more, and a change its commit; what only reads is rolled back behind the caller's back.
//!
//! The owner's connections remain for what belongs to no workspace: jobs of all, signs of life, keys, the index over vectors; and for
//! the legs of a search, which find passages by operators that row-level security keeps from their indexes, give ids with what
//! those are ranked by, and leave everything that is told to be read here; and for the end of an answer, which its own process stores.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures::future::BoxFuture;
use futures::stream::BoxStream;
use futures::{FutureExt as _, StreamExt as _, TryFutureExt as _, TryStreamExt as _};
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgArguments, PgQueryResult, PgRow, PgStatement, PgTypeInfo};
use sqlx::{
    AssertSqlSafe, Either, Execute, Executor, PgConnection, PgPool, PgTransaction, Postgres, SqlSafeStr as _,
    SqlStr,
};
use uuid::Uuid;

use super::presence::Presence;

/// A pool whose statements see one workspace.
#[derive(Debug, Clone)]
pub(super) struct Confined {
    pool: PgPool,
    workspace: Uuid,
    /// The role is there and may be taken.
    holds: Arc<AtomicBool>,
    presence: Arc<Presence>,
}

impl Confined {
    pub(super) fn new(pool: PgPool, workspace: Uuid, presence: Arc<Presence>) -> Self {
        Self { pool, workspace, holds: Arc::default(), presence }
    }

    /// The same connections for another workspace.
    pub(super) fn of(&self, workspace: Uuid) -> Self {
        Self { workspace, ..self.clone() }
    }

    /// The same workspace over the connections of a copy, which has the roles of what it copies.
    pub(super) fn on(&self, pool: PgPool) -> Self {
        Self { pool, ..self.clone() }
    }

    pub(super) fn holds(&self) -> bool {
        self.holds.load(Ordering::Relaxed)
    }

    /// Looks whether the role can be taken.
    pub(super) async fn look(&self) {
        let taken = async {
            let mut transaction = begun(&self.pool, "begin".to_owned()).await?;
            transaction.execute("set local role stet_app").await
        };
        self.holds.store(taken.await.is_ok(), Ordering::Relaxed);
    }

    /// Begins a transaction.
    pub(super) async fn begin(&self) -> sqlx::Result<PgTransaction<'static>> {
        self.begin_as("").await
    }

    /// Begins a transaction of a mode, such as `read only`.
    pub(super) async fn begin_as(&self, mode: &str) -> sqlx::Result<PgTransaction<'static>> {
        self.unless_gone(begun(&self.pool, self.beginning(mode))).await
    }

    /// What is waited for of the pool: a connection to a database that turns out to be gone is not waited for on and on.
    async fn unless_gone<T>(&self, waited: impl Future<Output = sqlx::Result<T>>) -> sqlx::Result<T> {
        tokio::select! {
            biased;
            got = waited => got,
            () = self.presence.left() => Err(sqlx::Error::PoolTimedOut),
        }
    }

    /// Confines what is left of a transaction of the owner's, whose plans are kept as usual from here on.
    pub(super) async fn confine(&self, work: &mut PgConnection) -> sqlx::Result<()> {
        if self.holds() {
            let confining = format!("set local plan_cache_mode = 'auto'; {}", self.confining());
            work.execute(AssertSqlSafe(confining)).await?;
        }
        Ok(())
    }

    /// One message: no round trip more than a transaction has.
    fn beginning(&self, mode: &str) -> String {
        if self.holds() { format!("begin {mode}; {}", self.confining()) } else { format!("begin {mode}") }
    }

    fn confining(&self) -> String {
        format!("set local role stet_app; set local stet.workspace = '{}'", self.workspace)
    }

    /// A connection for one statement.
    async fn open(&self, sql: &str) -> sqlx::Result<Open> {
        if self.holds() {
            Ok(Open::Confined(self.begin().await?, only_reads(sql)))
        } else {
            Ok(Open::Plain(self.unless_gone(self.pool.acquire()).await?))
        }
    }
}

/// Begins a transaction, to its end: whoever gives up a beginning under way leaves it open on a connection that goes back to the pool
/// (sqlx 0.9 rolls back only what it knows to have begun), and what others write there is lost.
pub(super) async fn begun(pool: &PgPool, sql: String) -> sqlx::Result<PgTransaction<'static>> {
    let beginning = PgTransaction::begin(pool.acquire().await?, Some(AssertSqlSafe(sql).into_sql_str()));
    tokio::spawn(beginning).await.unwrap_or(Err(sqlx::Error::WorkerCrashed))
}

/// What one statement runs on.
enum Open {
    /// With whether it only reads.
    Confined(PgTransaction<'static>, bool),
    Plain(PoolConnection<Postgres>),
}

impl Open {
    fn connection(&mut self) -> &mut PgConnection {
        match self {
            Self::Confined(transaction, _) => transaction,
            Self::Plain(connection) => connection,
        }
    }

    async fn close(self) -> sqlx::Result<()> {
        match self {
            Self::Confined(transaction, false) => transaction.commit().await,
            Self::Confined(..) | Self::Plain(_) => Ok(()),
        }
    }
}

/// A statement with its arguments.
type Statement = (SqlStr, Option<PgArguments>);

fn statement<'q>(mut query: impl Execute<'q, Postgres>) -> sqlx::Result<Statement> {
    let arguments = query.take_arguments().map_err(sqlx::Error::Encode)?;
    Ok((query.sql(), arguments))
}

/// Whether nothing is lost where a statement is rolled back. In doubt it is not said.
fn only_reads(sql: &str) -> bool {
    let mut lines =
        sql.lines().map(str::trim_start).filter(|line| !line.is_empty() && !line.starts_with("--"));
    let begins = lines.next().is_some_and(|line| line.starts_with("select") || line.starts_with("(select"));
    begins
        && !["set_config", "pg_advisory", " for update", " for share", " for key share"]
            .iter()
            .any(|word| sql.contains(word))
}

impl<'c> Executor<'c> for &'c Confined {
    type Database = Postgres;

    fn fetch_many<'e, 'q: 'e, E>(self, query: E) -> BoxStream<'e, sqlx::Result<Either<PgQueryResult, PgRow>>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        let (confined, statement) = (self.clone(), statement(query));
        async move {
            let (sql, arguments) = statement?;
            let mut open = confined.open(sql.as_str()).await?;
            let rows: Vec<_> = open.connection().fetch_many((sql, arguments)).try_collect().await?;
            open.close().await?;
            Ok(futures::stream::iter(rows.into_iter().map(Ok)))
        }
        .try_flatten_stream()
        .boxed()
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, sqlx::Result<Option<PgRow>>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        let (confined, statement) = (self.clone(), statement(query));
        async move {
            let (sql, arguments) = statement?;
            let mut open = confined.open(sql.as_str()).await?;
            let row = open.connection().fetch_optional((sql, arguments)).await?;
            open.close().await?;
            Ok(row)
        }
        .boxed()
    }

    fn prepare_with<'e>(
        self,
        sql: SqlStr,
        parameters: &'e [PgTypeInfo],
    ) -> BoxFuture<'e, sqlx::Result<PgStatement>>
    where
        'c: 'e,
    {
        (&self.pool).prepare_with(sql, parameters)
    }

    fn describe<'e>(self, sql: SqlStr) -> BoxFuture<'e, sqlx::Result<sqlx::Describe<Postgres>>>
    where
        'c: 'e,
    {
        (&self.pool).describe(sql)
    }
}

#[cfg(test)]
mod tests {
    use super::only_reads;

    #[test]
    fn what_changes_something_is_committed() {
        for (sql, reads) in [
            ("select 1", true),
            ("-- Why.\nselect id from drafts", true),
            ("(select 1) union all (select 2)", true),
            ("select id from drafts for update", false),
            ("with gone as (delete from drafts returning id) select id from gone", false),
            ("insert into drafts select 1", false),
            ("select set_config('a', 'b', true)", false),
            ("", false),
        ] {
            assert_eq!(only_reads(sql), reads, "{sql}");
        }
    }
}
