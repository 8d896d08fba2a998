//! Workspaces: their names and limits, what each holds, and its end. Like keys, all of it is the owner's.
//!
//! Every table with a `workspace_id` points to `workspaces` and goes with its row; [`Store::remove_workspace`] adds what points to
//! it in another way. Nothing is kept of a workspace in a file, but for pictures that wait to be taken in
//! (`stet_ingest::pictures`).

use sqlx::error::DatabaseError;
use sqlx::postgres::PgQueryResult;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{DEFAULT_WORKSPACE, Limits, Result, Store, clean};

/// Longest name of a workspace, in characters.
pub const NAME_CHARS: usize = 100;

/// A workspace.
#[derive(Debug, Clone, PartialEq)]
pub struct Workspace {
    pub id: Uuid,
    pub name: String,
    pub created_at: OffsetDateTime,
    pub limits: Limits,
}

/// How much there is in a workspace.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Holds {
    pub sources: i64,
    pub conversations: i64,
    pub drafts: i64,
}

/// What became of a new name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Renamed {
    Done,
    /// There is one of that name.
    Taken,
    Unknown,
}

impl Renamed {
    /// What a statement says that gives a name which only one may have: also where somebody was faster.
    pub(super) fn of(done: std::result::Result<PgQueryResult, sqlx::Error>) -> Result<Self> {
        match done {
            Ok(done) if done.rows_affected() > 0 => Ok(Self::Done),
            Ok(_) => Ok(Self::Unknown),
            Err(fault) if fault.as_database_error().is_some_and(DatabaseError::is_unique_violation) => {
                Ok(Self::Taken)
            }
            Err(fault) => Err(fault.into()),
        }
    }
}

/// What became of a workspace that was to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Removed {
    Done,
    /// It is the one that everybody is in who did not ask for another.
    Default,
    Unknown,
    /// Sources are being read in it, or answers and revisions being written.
    Busy {
        jobs: i64,
        writing: i64,
    },
}

impl Store {
    /// All workspaces, the oldest first.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn workspaces(&self) -> Result<Vec<Workspace>> {
        workspaces(&self.owner).await
    }

    /// Stores a workspace. `false`: there is one of that name.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn insert_workspace(
        &self,
        id: Uuid,
        name: &str,
        limits: Limits,
        at: OffsetDateTime,
    ) -> Result<bool> {
        let stored = sqlx::query!(
            "insert into workspaces (id, name, created_at, requests_per_minute, streams, tokens_per_day, cost_per_day) \
             values ($1, $2, $3, $4, $5, $6, $7) on conflict (name) do nothing",
            id,
            &*clean(name),
            at,
            limits.requests_per_minute,
            limits.streams,
            limits.tokens_per_day,
            limits.cost_per_day,
        )
        .execute(&self.owner)
        .await?;
        Ok(stored.rows_affected() > 0)
    }

    /// Sets the limits of a workspace. `false`: there is none.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn limit_workspace(&self, id: Uuid, limits: Limits) -> Result<bool> {
        let stored = sqlx::query!(
            "update workspaces set requests_per_minute = $2, streams = $3, tokens_per_day = $4, cost_per_day = $5 \
             where id = $1",
            id,
            limits.requests_per_minute,
            limits.streams,
            limits.tokens_per_day,
            limits.cost_per_day,
        )
        .execute(&self.owner)
        .await?;
        Ok(stored.rows_affected() > 0)
    }

    /// How much the workspace holds.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn holds(&self) -> Result<Holds> {
        let held = sqlx::query_as!(
            Holds,
            "select (select count(distinct source_id) from rag_documents where workspace_id = $1) as \"sources!\", \
             (select count(*) from conversations where workspace_id = $1) as \"conversations!\", \
             (select count(*) from drafts where workspace_id = $1) as \"drafts!\"",
            self.workspace,
        )
        .fetch_one(&self.owner)
        .await?;
        Ok(held)
    }

    /// Gives a workspace another name.
    ///
    /// # Errors
    /// A statement failed.
    pub async fn rename_workspace(&self, id: Uuid, name: &str) -> Result<Renamed> {
        let name = clean(name);
        let taken = sqlx::query_scalar!(
            "select exists (select from workspaces where name = $2 and id <> $1) as \"taken!\"",
            id,
            &*name,
        )
        .fetch_one(&self.owner)
        .await?;
        if taken {
            return Ok(Renamed::Taken);
        }
        let renamed = sqlx::query!("update workspaces set name = $2 where id = $1", id, &*name)
            .execute(&self.owner)
            .await;
        Renamed::of(renamed)
    }

    /// Deletes a workspace with everything in it, its keys and whoever is signed in to it, in one go. `force`: also where something
    /// is being read or written, which then has nowhere to go and ends.
    ///
    /// # Errors
    /// A statement failed; then everything is still there.
    pub async fn remove_workspace(&self, id: Uuid, force: bool) -> Result<Removed> {
        if id == DEFAULT_WORKSPACE {
            return Ok(Removed::Default);
        }
        let mut tx = self.begin_as_owner("begin").await?;
        // Whoever adds a row to the workspace holds this one until that is done, and finds none behind it.
        let there = sqlx::query_scalar!("select id from workspaces where id = $1 for update", id)
            .fetch_optional(&mut *tx)
            .await?;
        if there.is_none() {
            return Ok(Removed::Unknown);
        }
        if !force {
            let busy = sqlx::query!(
                "select (select count(*) from jobs where workspace_id = $1 and status = 'running' \
                 and leased_until > clock_timestamp()) as \"jobs!\", \
                 (select count(*) from messages where workspace_id = $1 and status = 'streaming') \
                 + (select count(*) from revision_runs where workspace_id = $1) as \"writing!\"",
                id,
            )
            .fetch_one(&mut *tx)
            .await?;
            if busy.jobs + busy.writing > 0 {
                return Ok(Removed::Busy { jobs: busy.jobs, writing: busy.writing });
            }
        }
        // A session knows its key by the hash alone.
        sqlx::query!(
            "delete from sessions where key_hash in (select key_hash from api_keys where workspace_id = $1)",
            id,
        )
        .execute(&mut *tx)
        .await?;
        sqlx::query!("delete from workspaces where id = $1", id).execute(&mut *tx).await?;
        tx.commit().await?;
        Ok(Removed::Done)
    }
}

/// All workspaces, the oldest first.
pub(super) async fn workspaces(executor: impl sqlx::PgExecutor<'_>) -> Result<Vec<Workspace>> {
    let rows = sqlx::query!(
        "select id, name, created_at, requests_per_minute, streams, tokens_per_day, cost_per_day \
         from workspaces order by created_at, id"
    )
    .fetch_all(executor)
    .await?;
    let of = rows.into_iter().map(|row| Workspace {
        id: row.id,
        name: row.name,
        created_at: row.created_at,
        limits: Limits {
            requests_per_minute: row.requests_per_minute,
            streams: row.streams,
            tokens_per_day: row.tokens_per_day,
            cost_per_day: row.cost_per_day,
        },
    });
    Ok(of.collect())
}
