//! What can be wrong with a database and with what it holds, for `stet doctor`.

use super::{Result, Store};

/// Which server that is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerFacts {
    /// As `server_version_num`: 180001.
    pub version: i32,
    /// The version of pgvector that the database has, or could have.
    pub vector: Option<String>,
    /// Indexes that are not used: their building broke off, or goes on.
    pub invalid_indexes: Vec<String>,
}

/// Rows that something is wrong with, by what it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredHealth {
    /// Files that no source has, sources without a file, drafts that name sources which are gone.
    pub files_of_nothing: i64,
    pub without_file: i64,
    pub drafts_of_gone: i64,
    /// Passages of sources that are searched which have words and no vector.
    pub without_vector: i64,
    /// Jobs that nobody works on, answers that nobody writes.
    pub silent_jobs: i64,
    pub silent_answers: i64,
}

impl Store {
    /// The newest migration that this program knows.
    #[must_use]
    pub fn known_schema() -> i64 {
        sqlx::migrate!("../../migrations").iter().map(|migration| migration.version).max().unwrap_or(0)
    }

    /// What the server says of itself.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn server_facts(&self) -> Result<ServerFacts> {
        let facts = sqlx::query_as!(
            ServerFacts,
            "select current_setting('server_version_num')::int as \"version!\", \
             coalesce((select extversion from pg_extension where extname = 'vector'), \
             (select default_version from pg_available_extensions where name = 'vector')) as vector, \
             array(select c.relname::text from pg_index i join pg_class c on c.oid = i.indexrelid \
             where not i.indisvalid and pg_table_is_visible(c.oid) order by 1) as \"invalid_indexes!\"",
        )
        .fetch_one(&self.pool)
        .await?;
        Ok(facts)
    }

    /// What is wrong with what the workspace holds.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn stored_health(&self) -> Result<StoredHealth> {
        let health = sqlx::query_file_as!(StoredHealth, "sql/stored_health.sql", self.workspace)
            .fetch_one(&self.pool)
            .await?;
        Ok(health)
    }
}
