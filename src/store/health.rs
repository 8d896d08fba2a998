//! What can be wrong with a database and with what it holds, for `stet doctor`.

use super::{Result, Store};
use stet_text::Language;

/// What an administrator of a database runs in it.
const BY_ADMINISTRATOR: &str = "create extension vector";

/// That a database has no pgvector, with the way out: `why` is the server's own word.
pub(crate) fn no_vector(why: &str, language: Language) -> String {
    let is_there = why.contains("permission denied");
    match (is_there, language) {
        (true, Language::Ko) => format!(
            "서버에 pgvector가 있지만 이 사용자는 그것을 켤 수 없습니다. 관리자가 이 데이터베이스에서 `{BY_ADMINISTRATOR};`를 한 번 실행해 주세요"
        ),
        (true, Language::En) => format!(
            "the server has pgvector, but this user may not switch it on; have its administrator run `{BY_ADMINISTRATOR};` once in this database"
        ),
        (false, Language::Ko) => format!(
            "데이터베이스에 pgvector 확장이 없습니다: {why}. 서버에 pgvector 0.8 이상을 설치하고, 관리자가 이 데이터베이스에서 `{BY_ADMINISTRATOR};`를 실행해 주세요"
        ),
        (false, Language::En) => format!(
            "the database has no pgvector extension: {why}; install pgvector 0.8 or newer on the server, and have its administrator run `{BY_ADMINISTRATOR};` in this database"
        ),
    }
}

/// Which server that is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerFacts {
    /// As `server_version_num`: 180001.
    pub version: i32,
    /// The version of pgvector that the database has, or could have.
    pub vector: Option<String>,
    /// Whether it has it, and whether this user could switch it on.
    pub has_vector: bool,
    pub may_have_vector: bool,
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

impl ServerFacts {
    /// That the server has a pgvector which this database has not, and this user cannot switch it on.
    #[must_use]
    pub fn unrightful(&self, language: Language) -> Option<String> {
        let is_stuck = self.vector.is_some() && !self.has_vector && !self.may_have_vector;
        is_stuck.then(|| no_vector("permission denied", language))
    }
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
             exists (select from pg_extension where extname = 'vector') as \"has_vector!\", \
             (select rolsuper from pg_roles where rolname = current_user) or \
             (has_database_privilege(current_database(), 'create') and exists (select from pg_available_extension_versions \
             where name = 'vector' and trusted)) as \"may_have_vector!\", \
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
