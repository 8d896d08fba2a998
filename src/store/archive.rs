//! Everything of workspaces as rows, out of one database and into another.
//!
//! Owns which tables and columns that is: [`KEPT`] in the order in which they can be put in again, [`FILES`], and
//! [`LEFT_OUT`] with why. A table that is in none of them fails a test. Columns are those of the database, so that one
//! that comes in later is kept as well. What is built of the rest with a model stays behind: `stet serve` embeds again.
//!
//! Rows go as the database writes them as JSON, without their workspace: they may come into another one.

use futures::TryStreamExt as _;
use sqlx::{AssertSqlSafe, Executor as _, Postgres, Row as _, Transaction};
use uuid::Uuid;

use super::{DEFAULT_WORKSPACE, Limits, Result, Store, StoreError, Workspace, clean, workspaces};

/// A table that is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kept {
    pub name: &'static str,
    /// In which order its rows go, so that the same rows give the same file.
    order: &'static str,
    /// Columns that stay behind.
    without: &'static [&'static str],
}

const fn kept(name: &'static str, order: &'static str, without: &'static [&'static str]) -> Kept {
    Kept { name, order, without }
}

/// What is kept; a table stands behind those that it points to.
pub const KEPT: &[Kept] = &[
    kept("projects", "created_at, id", &[]),
    kept("rag_documents", "source_id, version", &["embedding_space"]),
    kept("document_pages", "document_id, page", &[]),
    kept("document_pictures", "document_id, name collate \"C\"", &[]),
    kept(
        "rag_chunks",
        "document_id, ordinal",
        &["embedding", "embedding_translation", "embedding_space", "vector_batch"],
    ),
    kept("rag_terms", "term collate \"C\"", &[]),
    kept("regulation_articles", "document_id, ordinal", &[]),
    kept("regulation_versions", "version", &[]),
    kept("graph_entities", "id", &["embedding", "embedding_space"]),
    kept("graph_relations", "id", &[]),
    kept("graph_evidence", "chunk_id, entity_id, relation_id", &[]),
    kept("graph_themes", "id", &[]),
    kept("graph_theme_passages", "theme_id, place", &[]),
    kept("graph_changes", "changed_at", &["leased_until"]),
    kept("accepted_references", "key collate \"C\"", &[]),
    kept("conversations", "created_at, id", &["begun_by"]),
    kept("messages", "conversation_id, created_at, id", &["writer", "stopping", "author_id"]),
    kept("message_events", "message_id, seq", &[]),
    kept("criteria_pack", "id", &[]),
    kept("criteria_pack_versions", "pack_id, version", &[]),
    kept("works", "key collate \"C\"", &[]),
    kept("drafts", "created_at, id", &["author_id"]),
    kept("draft_files", "draft_id", &[]),
    kept("draft_revisions", "draft_id, revision", &["author_id"]),
    kept("patches", "draft_id, run_id, ordinal, id", &[]),
    kept("patch_decisions", "draft_id, created_at, id", &["decided_by_id"]),
    kept("dictionary_words", "word collate \"C\"", &[]),
    kept("ignored_findings", "created_at, id", &[]),
    // What answers a comment is younger than it.
    kept("draft_comments", "draft_id, created_at, id", &["author_id"]),
];

/// The files as they came, which go byte by byte under their hashes.
pub const FILES: &str = "document_files";

/// What is not kept, and why.
pub const LEFT_OUT: &[(&str, &str)] = &[
    ("workspaces", "rows come into the workspace that takes them in"),
    ("api_keys", "a key belongs to the server that gave it out"),
    ("sessions", "a browser signs in to the server that it talks to"),
    ("people", "who signs in belongs to the server that admits them"),
    ("person_sessions", "a browser signs in to the server that it talks to"),
    ("audit_log", "tells what was done on this server, and is no part of what was written"),
    ("shares", "a link leads to the server that gave it out"),
    ("usage_days", "what was used of this server's limits"),
    ("jobs", "work of one machine; what has not been read to its end is queued again"),
    ("revision_runs", "what is being written at the moment"),
    ("document_readings", "documents are read again"),
    ("vector_index", "vectors are made again, and their index with them"),
];

/// Where a workspace of an archive goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place<'a> {
    Default,
    Named(&'a str),
}

/// Bytes of a file that are read at once.
const SLICE: i32 = 1 << 20;

/// All workspaces as they were at one moment, of which one is read.
#[derive(Debug)]
pub struct Snapshot {
    work: Transaction<'static, Postgres>,
    workspace: Uuid,
}

/// Workspaces that are being filled, one after the other; nothing of them is there until [`Restoring::finish`].
#[derive(Debug)]
pub struct Restoring {
    work: Transaction<'static, Postgres>,
    workspace: Uuid,
    /// The workspaces' role can be taken.
    confined: bool,
}

impl Store {
    /// The number of the newest migration that the database has; 0 when it has none.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn schema(&self) -> Result<i64> {
        let is_there =
            sqlx::query("select to_regclass('_sqlx_migrations') is not null").fetch_one(&self.owner).await?;
        if !is_there.try_get::<bool, _>(0)? {
            return Ok(0);
        }
        let sql = "select max(version) from _sqlx_migrations where success";
        let version: Option<i64> = sqlx::query(sql).fetch_one(&self.owner).await?.try_get(0)?;
        Ok(version.unwrap_or(0))
    }

    /// The workspace as it is now, whatever is written meanwhile.
    ///
    /// # Errors
    /// A statement failed.
    pub async fn snapshot(&self) -> Result<Snapshot> {
        let mut work = self.begin_as_owner("begin isolation level repeatable read, read only").await?;
        in_utc(&mut work).await?;
        Ok(Snapshot { work, workspace: self.workspace })
    }

    /// Begins to fill workspaces: all of it, or none.
    ///
    /// # Errors
    /// A statement failed.
    pub async fn restore(&self) -> Result<Restoring> {
        let mut work = self.begin_as_owner("begin").await?;
        in_utc(&mut work).await?;
        Ok(Restoring { work, workspace: self.workspace, confined: self.is_confined() })
    }
}

/// Times are the same text whatever the server's zone is.
async fn in_utc(work: &mut Transaction<'static, Postgres>) -> Result<()> {
    sqlx::query("select set_config('timezone', 'UTC', true), set_config('bytea_output', 'hex', true)")
        .execute(&mut **work)
        .await?;
    Ok(())
}

/// Columns of a table that can be written, but for those that are the workspace's or stay behind.
async fn columns(work: &mut Transaction<'static, Postgres>, table: Kept) -> Result<Vec<String>> {
    let rows = sqlx::query(
        "select column_name::text from information_schema.columns \
         where table_schema = current_schema() and table_name = $1 and is_generated = 'NEVER' \
         order by column_name collate \"C\"",
    )
    .bind(table.name)
    .fetch_all(&mut **work)
    .await?;
    let mut names: Vec<String> = rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
    names.retain(|name| name != "workspace_id" && !table.without.contains(&name.as_str()));
    Ok(names)
}

fn quoted(columns: &[String]) -> String {
    let names: Vec<String> =
        columns.iter().map(|name| format!("\"{}\"", name.replace('"', "\"\""))).collect();
    names.join(", ")
}

impl Snapshot {
    /// The workspaces that there were, the oldest first.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn workspaces(&mut self) -> Result<Vec<Workspace>> {
        workspaces::workspaces(&mut *self.work).await
    }

    /// Reads another workspace from now on.
    pub const fn enter(&mut self, workspace: Uuid) {
        self.workspace = workspace;
    }

    /// The columns of a table that are kept.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn columns(&mut self, table: Kept) -> Result<Vec<String>> {
        columns(&mut self.work, table).await
    }

    /// Gives every row of a table to `each`, one after the other.
    ///
    /// # Errors
    /// The statement failed, or what `each` says.
    pub async fn rows<E: From<StoreError>>(
        &mut self,
        table: Kept,
        columns: &[String],
        mut each: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        let Kept { name, order, .. } = table;
        let sql = format!(
            "select row_to_json(r)::text from (select {} from {name} where workspace_id = $1 order by {order}) r",
            quoted(columns)
        );
        let mut rows = sqlx::query(AssertSqlSafe(sql)).bind(self.workspace).fetch(&mut *self.work);
        while let Some(row) = rows.try_next().await.map_err(StoreError::from)? {
            each(row.try_get(0).map_err(StoreError::from)?)?;
        }
        Ok(())
    }

    /// The hashes of all files.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn files(&mut self) -> Result<Vec<Vec<u8>>> {
        let sql = "select content_hash from document_files where workspace_id = $1 order by content_hash";
        let rows = sqlx::query(sql).bind(self.workspace).fetch_all(&mut *self.work).await?;
        Ok(rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?)
    }

    /// Gives the bytes of a file to `each`, a slice after the other.
    ///
    /// # Errors
    /// A statement failed, or what `each` says.
    pub async fn file<E: From<StoreError>>(
        &mut self,
        hash: &[u8],
        mut each: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let sql = "select substring(bytes from $3 for $4) from document_files \
                   where workspace_id = $1 and content_hash = $2";
        let mut from = 1_i32;
        loop {
            let slice = sqlx::query(sql).bind(self.workspace).bind(hash).bind(from).bind(SLICE);
            let slice = slice.fetch_one(&mut *self.work).await.map_err(StoreError::from)?;
            let slice: &[u8] = slice.try_get(0).map_err(StoreError::from)?;
            if slice.is_empty() {
                return Ok(());
            }
            each(slice)?;
            from = from.saturating_add(SLICE);
        }
    }
}

impl Restoring {
    /// Fills the workspace of a name from now on, which is made when there is none. The names of tables of it that have rows already:
    /// it has to be empty.
    ///
    /// # Errors
    /// A statement failed.
    pub async fn enter(&mut self, place: Place<'_>, limits: Limits) -> Result<Vec<&'static str>> {
        // Only the owner sees which workspaces there are.
        sqlx::query("reset role").execute(&mut *self.work).await?;
        self.workspace = match place {
            Place::Default => DEFAULT_WORKSPACE,
            Place::Named(name) => {
                sqlx::query!(
                    "insert into workspaces (id, name, created_at, requests_per_minute, streams, tokens_per_day, cost_per_day) \
                     values ($1, $2, now(), $3, $4, $5, $6) on conflict (name) do nothing",
                    Uuid::now_v7(),
                    &*clean(name),
                    limits.requests_per_minute,
                    limits.streams,
                    limits.tokens_per_day,
                    limits.cost_per_day,
                )
                .execute(&mut *self.work)
                .await?;
                sqlx::query_scalar!("select id from workspaces where name = $1", &*clean(name))
                    .fetch_one(&mut *self.work)
                    .await?
            }
        };
        if self.confined {
            let sql = format!("set local role stet_app; set local stet.workspace = '{}'", self.workspace);
            self.work.execute(AssertSqlSafe(sql)).await?;
        }
        let mut filled = Vec::new();
        for name in KEPT.iter().map(|table| table.name).chain([FILES]) {
            let sql = format!("select exists (select from {name} where workspace_id = $1)");
            let row = sqlx::query(AssertSqlSafe(sql)).bind(self.workspace).fetch_one(&mut *self.work).await?;
            if row.try_get(0)? {
                filled.push(name);
            }
        }
        Ok(filled)
    }

    /// The columns that a table can take.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn columns(&mut self, table: Kept) -> Result<Vec<String>> {
        columns(&mut self.work, table).await
    }

    /// Puts rows in, which are a list in JSON.
    ///
    /// # Errors
    /// The statement failed: the rows are none of this table, or one of them is there already.
    pub async fn put(&mut self, table: Kept, columns: &[String], rows: &str) -> Result<()> {
        let (name, columns) = (table.name, quoted(columns));
        let sql = format!(
            "insert into {name} (workspace_id, {columns}) \
             select $1, {columns} from json_populate_recordset(null::{name}, $2::text::json)"
        );
        sqlx::query(AssertSqlSafe(sql)).bind(self.workspace).bind(rows).execute(&mut *self.work).await?;
        Ok(())
    }

    /// Puts a file in.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn put_file(&mut self, hash: &[u8], bytes: &[u8]) -> Result<()> {
        sqlx::query("insert into document_files (workspace_id, content_hash, bytes) values ($1, $2, $3)")
            .bind(self.workspace)
            .bind(hash)
            .bind(bytes)
            .execute(&mut *self.work)
            .await?;
        Ok(())
    }

    /// Ends a workspace: what had not been read to its end is queued, and messages of an archive from before there were branches are put
    /// in a line. `false`: a source has no file.
    ///
    /// # Errors
    /// A statement failed.
    pub async fn leave(&mut self) -> Result<bool> {
        let row = sqlx::query(
            "select exists (select from rag_documents d where d.workspace_id = $1 and not exists ( \
             select from document_files f where f.workspace_id = $1 and f.content_hash = d.content_hash))",
        )
        .bind(self.workspace)
        .fetch_one(&mut *self.work)
        .await?;
        if row.try_get(0)? {
            return Ok(false);
        }
        sqlx::query("select line_up_messages()").execute(&mut *self.work).await?;
        sqlx::query(
            "insert into jobs (id, workspace_id, kind, document_id, status, created_at, updated_at) \
             select gen_random_uuid(), $1, 'ingest', id, 'queued', now(), now() from rag_documents \
             where workspace_id = $1 and status not in ('ready', 'failed', 'superseded')",
        )
        .bind(self.workspace)
        .execute(&mut *self.work)
        .await?;
        Ok(true)
    }

    /// Keeps everything.
    ///
    /// # Errors
    /// The statement failed; then nothing is there.
    pub async fn finish(self) -> Result<()> {
        Ok(self.work.commit().await?)
    }
}
