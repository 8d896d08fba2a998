//! The versions of a source: a file that comes again under the same name or path is a new version of what it was.
//!
//! Two files of one name are taken in one after the other (a lock by name), so that no version is lost. A version that is
//! ready takes the place of the one before in one transaction (`finish_document`); one that fails leaves it searched.

use sqlx::PgConnection;
use uuid::Uuid;

use super::documents::{DocumentStatus, NewDocument};
use super::{Result, Store, clean};

/// What became of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inserted {
    /// A version, the first one of a source that was not there.
    New { version: i32 },
    /// The newest version that could be read has the same bytes; `failed` came after it.
    Same { document_id: Uuid, status: DocumentStatus, failed: Vec<Uuid> },
    /// Another source has the same bytes, and nothing tells that this is another file: it came without a path.
    Copy { document_id: Uuid, status: DocumentStatus, file_name: String },
}

/// A stored version, as far as a file is compared with it.
struct Known {
    id: Uuid,
    source_id: Uuid,
    version: i32,
    path: Option<String>,
    content_hash: Vec<u8>,
    status: DocumentStatus,
}

/// Whether a place is an address of the web.
#[must_use]
pub fn is_address(place: &str) -> bool {
    place.starts_with("https://") || place.starts_with("http://")
}

/// The versions of the source that a file belongs to. `known` are those of all sources with its name, by source, the newest
/// version first. It is the source of its path; else the one of which only the name is known; else, when of the file only
/// the name is known, the one of its name. A page of the web is no version of a file of its name, nor is such a file one of it.
fn own<'a>(known: &'a [Known], path: Option<&str>) -> &'a [Known] {
    let sources = || known.chunk_by(|a, b| a.source_id == b.source_id);
    let place = |versions: &[Known]| versions.iter().find_map(|version| version.path.clone());
    let by_path = path.and_then(|path| sources().find(|source| place(source).as_deref() == Some(path)));
    let is_page = |path: Option<&str>| path.is_some_and(is_address);
    let only = || {
        let one = sources().next().filter(|first| path.is_none() && first.len() == known.len())?;
        (!is_page(place(one).as_deref())).then_some(one)
    };
    let by_name = || sources().find(|source| place(source).is_none()).or_else(only);
    by_path.or_else(|| by_name().filter(|_| !is_page(path))).unwrap_or_default()
}

impl Store {
    /// Stores the bytes of a file, its version and its job together, unless they are there already. `is_kept`: whether it
    /// is to be stored at all; else only what would become of it is told.
    ///
    /// # Errors
    /// A statement failed; then nothing is stored.
    pub async fn insert_document(&self, new: &NewDocument<'_>, is_kept: bool) -> Result<Inserted> {
        let mut tx = self.pool.begin().await?;
        let name = clean(new.file_name);
        let path = new.path.map(clean);
        self.lock_text(&name, &mut tx).await?;
        let known = sqlx::query_as!(
            Known,
            "select id, source_id, version, path, content_hash, status as \"status: DocumentStatus\" \
             from rag_documents where workspace_id = $1 and file_name = $2 order by source_id desc, version desc",
            self.workspace,
            &*name,
        )
        .fetch_all(&mut *tx)
        .await?;
        let own = own(&known, path.as_deref());
        let path = path.as_deref().or_else(|| own.iter().find_map(|version| version.path.as_deref()));
        let same = |version: &&Known| version.content_hash == new.content_hash;
        let is_failed = |version: &&Known| version.status == DocumentStatus::Failed;
        // What failed last is tried again; what failed before that is no more than a gap.
        let readable = own.iter().find(|version| !is_failed(version));
        if let Some(version) = own.first().filter(same).or(readable.filter(same)) {
            let failed =
                own.iter().take_while(|newer| newer.id != version.id).map(|newer| newer.id).collect();
            let (document_id, status) = (version.id, version.status);
            if is_kept {
                self.set_path(version.source_id, path, &mut tx).await?;
                tx.commit().await?;
            }
            return Ok(Inserted::Same { document_id, status, failed });
        }
        if own.is_empty()
            && new.path.is_none()
            && let Some(copy) = self.copy(new, &mut tx).await?
        {
            return Ok(copy);
        }
        let version = own.first().map_or(1, |newest| newest.version + 1);
        if !is_kept {
            return Ok(Inserted::New { version });
        }
        let source = own.first().map_or(new.id, |newest| newest.source_id);
        sqlx::query!(
            "insert into rag_documents (id, workspace_id, source_id, version, path, file_name, title, media_type, \
             content_hash, size_bytes, status, created_at, updated_at) \
             values ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9, 'queued', $10, $10)",
            new.id,
            self.workspace,
            source,
            version,
            path,
            &*name,
            new.media_type,
            &new.content_hash[..],
            i64::try_from(new.bytes.len()).unwrap_or(i64::MAX),
            new.at,
        )
        .execute(&mut *tx)
        .await?;
        sqlx::query!(
            "insert into jobs (id, workspace_id, kind, document_id, status, created_at, updated_at) \
             values ($1, $2, 'ingest', $3, 'queued', $4, $4)",
            new.job_id,
            self.workspace,
            new.id,
            new.at,
        )
        .execute(&mut *tx)
        .await?;
        self.insert_file(new, &mut tx).await?;
        tx.commit().await?;
        Ok(Inserted::New { version })
    }

    /// Keeps the bytes, once for all documents that have the same.
    async fn insert_file(&self, new: &NewDocument<'_>, connection: &mut PgConnection) -> Result<()> {
        self.lock_text(&file(&new.content_hash), connection).await?;
        sqlx::query!(
            "insert into document_files (workspace_id, content_hash, bytes) values ($1, $2, $3) \
             on conflict do nothing",
            self.workspace,
            &new.content_hash[..],
            new.bytes,
        )
        .execute(connection)
        .await?;
        Ok(())
    }

    /// A source of another name that has the same bytes.
    async fn copy(&self, new: &NewDocument<'_>, connection: &mut PgConnection) -> Result<Option<Inserted>> {
        let copy = sqlx::query!(
            "select d.id, d.file_name, d.status as \"status: DocumentStatus\" from rag_documents d \
             where d.workspace_id = $1 and d.content_hash = $2 and d.status not in ('failed', 'superseded') \
             order by d.created_at limit 1",
            self.workspace,
            &new.content_hash[..],
        )
        .fetch_optional(connection)
        .await?;
        Ok(copy.map(|row| Inserted::Copy {
            document_id: row.id,
            status: row.status,
            file_name: row.file_name,
        }))
    }

    /// Remembers where the file of a source lies.
    async fn set_path(&self, source: Uuid, path: Option<&str>, connection: &mut PgConnection) -> Result<()> {
        sqlx::query!(
            "update rag_documents set path = $3 where workspace_id = $1 and source_id = $2 \
             and path is distinct from $3 and $3::text is not null",
            self.workspace,
            source,
            path,
        )
        .execute(connection)
        .await?;
        Ok(())
    }

    /// Lets a source with all its versions follow its file to another place. A title that was no more than the name goes along.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn move_source(&self, source: Uuid, path: &str, file_name: &str) -> Result<()> {
        let (path, name) = (clean(path), clean(file_name));
        sqlx::query!(
            "update rag_documents set path = $3, file_name = $4, \
             title = case when title in (file_name, regexp_replace(file_name, '\\.[^.]*$', '')) \
             then regexp_replace($4, '\\.[^.]*$', '') else title end \
             where workspace_id = $1 and source_id = $2",
            self.workspace,
            source,
            &*path,
            &*name,
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Lets one transaction after another at what a text of this workspace names.
    pub(super) async fn lock_text(&self, text: &str, connection: &mut PgConnection) -> Result<()> {
        sqlx::query!(
            "select pg_advisory_xact_lock(hashtextextended($1 || $2, 0))",
            self.workspace.to_string(),
            text,
        )
        .execute(connection)
        .await?;
        Ok(())
    }

    /// For each document the version of its source that is searched; the document itself where none is.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn searched_versions(&self, documents: &[Uuid]) -> Result<Vec<Uuid>> {
        if documents.is_empty() {
            return Ok(Vec::new());
        }
        let found = sqlx::query_scalar!(
            "select distinct coalesce(ready.id, named.id) as \"id!\" from unnest($2::uuid[]) as named (id) \
             left join lateral ( \
                 select n.id from rag_documents n \
                 where n.workspace_id = $1 and n.status = 'ready' and n.source_id = coalesce( \
                     (select d.source_id from rag_documents d where d.workspace_id = $1 and d.id = named.id), named.id) \
             ) ready on true",
            self.workspace,
            documents,
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(found)
    }

    /// The correction that a person has made of a passage in the version that is searched, for each passage of a newer
    /// version that says the same words.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn corrections_before(&self, document: Uuid) -> Result<Vec<(Uuid, String)>> {
        let rows = sqlx::query!(
            "select c.id, max(b.human_feedback) as \"text!\" from rag_documents d \
             join rag_documents o on o.source_id = d.source_id and o.status = 'ready' and o.version < d.version \
             join rag_chunks b on b.document_id = o.id and b.human_feedback is not null \
             join rag_chunks c on c.document_id = d.id and c.content = b.content and c.human_feedback is null \
             where d.workspace_id = $1 and d.id = $2 group by c.id",
            self.workspace,
            document,
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.into_iter().map(|row| (row.id, row.text)).collect())
    }

    /// Locks the versions of a document's source. Those that it takes the place of once it is ready; `None` when a newer
    /// one has been faster.
    pub(super) async fn lock_versions(
        &self,
        document: Uuid,
        connection: &mut PgConnection,
    ) -> Result<Option<Vec<Uuid>>> {
        let versions = sqlx::query!(
            "select id, status as \"status: DocumentStatus\" from rag_documents \
             where workspace_id = $1 and source_id = \
                 (select d.source_id from rag_documents d where d.workspace_id = $1 and d.id = $2) \
             order by version for update",
            self.workspace,
            document,
        )
        .fetch_all(connection)
        .await?;
        let at = versions.iter().position(|version| version.id == document).unwrap_or(versions.len());
        let (before, after) = versions.split_at_checked(at).unwrap_or_default();
        if after.iter().skip(1).any(|newer| newer.status == DocumentStatus::Ready) {
            return Ok(None);
        }
        let ready = before.iter().filter(|version| version.status == DocumentStatus::Ready);
        Ok(Some(ready.map(|version| version.id).collect()))
    }

    /// Takes versions out of search. Their rows are locked, and their terms are counted out.
    pub(super) async fn supersede(&self, versions: &[Uuid], connection: &mut PgConnection) -> Result<()> {
        sqlx::query_file!("sql/supersede.sql", self.workspace, versions).execute(&mut *connection).await?;
        let touched = self.forget_graph(versions, connection).await?;
        self.lock_graph(connection).await?;
        self.prune_graph(&touched, connection).await
    }

    /// Removes one version: what hangs on it, and its file if no other has it.
    ///
    /// # Errors
    /// A statement failed; then everything is still there.
    pub async fn delete_document(&self, id: Uuid) -> Result<bool> {
        self.delete_versions(&[id]).await
    }

    /// Removes a source with all its versions.
    ///
    /// # Errors
    /// A statement failed; then everything is still there.
    pub async fn delete_source(&self, source: Uuid) -> Result<bool> {
        let versions = sqlx::query_scalar!(
            "select id from rag_documents where workspace_id = $1 and source_id = $2",
            self.workspace,
            source,
        )
        .fetch_all(&self.pool)
        .await?;
        self.delete_versions(&versions).await
    }

    async fn delete_versions(&self, ids: &[Uuid]) -> Result<bool> {
        let mut tx = self.pool.begin().await?;
        let removed = self.remove_versions(ids, &mut tx).await?;
        if removed {
            tx.commit().await?;
        }
        Ok(removed)
    }

    /// Entities and relations of the graph that only these versions supported go with their chunks, pages, articles, jobs.
    pub(super) async fn remove_versions(&self, ids: &[Uuid], tx: &mut PgConnection) -> Result<bool> {
        // A worker that ends its job holds the job first.
        sqlx::query!(
            "select id from jobs where workspace_id = $1 and document_id = any($2) order by id for update",
            self.workspace,
            ids,
        )
        .fetch_all(&mut *tx)
        .await?;
        let ready = sqlx::query_scalar!(
            "select id from (select id, status from rag_documents where workspace_id = $1 and id = any($2) \
             order by source_id, version for update) d where status = 'ready'",
            self.workspace,
            ids,
        )
        .fetch_all(&mut *tx)
        .await?;
        self.count_terms(&[], &ready, tx).await?;
        let has_articles = self.has_articles(ids, tx).await?;
        let touched = self.forget_graph(ids, tx).await?;
        let mut hashes = sqlx::query_scalar!(
            "delete from rag_documents where workspace_id = $1 and id = any($2) returning content_hash",
            self.workspace,
            ids,
        )
        .fetch_all(&mut *tx)
        .await?;
        if hashes.is_empty() {
            return Ok(false);
        }
        hashes.sort_unstable();
        hashes.dedup();
        for hash in &hashes {
            self.lock_text(&file(hash), tx).await?;
        }
        sqlx::query!(
            "delete from document_files f where f.workspace_id = $1 and f.content_hash = any($2) and not exists \
             (select from rag_documents d where d.workspace_id = $1 and d.content_hash = f.content_hash)",
            self.workspace,
            &hashes,
        )
        .execute(&mut *tx)
        .await?;
        self.lock_graph(&mut *tx).await?;
        self.prune_graph(&touched, &mut *tx).await?;
        self.purge_graph(&touched, &mut *tx).await?;
        if has_articles {
            self.bump_regulations(tx).await?;
        }
        Ok(true)
    }
}

/// The lock of a file's bytes by their hash.
fn file(hash: &[u8]) -> String {
    format!("{hash:02x?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_a_version_of_what_has_its_path_or_else_its_name() {
        let source = |number: u128, path: Option<&str>| Known {
            id: Uuid::from_u128(number),
            source_id: Uuid::from_u128(number),
            version: 1,
            path: path.map(str::to_owned),
            content_hash: Vec::new(),
            status: DocumentStatus::Ready,
        };
        let found = |known: &[Known], path| own(known, path).first().map(|known| known.id.as_u128());
        let (named, a, b) = (|| source(1, None), || source(2, Some("/a/x")), || source(3, Some("/b/x")));
        assert_eq!(found(&[named(), a()], Some("/a/x")), Some(2));
        assert_eq!(found(&[named(), a()], Some("/b/x")), Some(1));
        assert_eq!(found(&[a()], Some("/b/x")), None);
        assert_eq!(found(&[named(), a(), b()], None), Some(1));
        assert_eq!(found(&[a()], None), Some(2));
        assert_eq!(found(&[a(), b()], None), None);
        assert_eq!(found(&[], None), None);
        let page = || source(4, Some("https://a.b/x"));
        assert_eq!(found(&[named(), page()], Some("https://a.b/x")), Some(4));
        assert_eq!(found(&[named()], Some("https://a.b/x")), None);
        assert_eq!(found(&[page()], None), None);
    }
}
