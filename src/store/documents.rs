//! Documents: the files that were given to Stet, and where each stands on its way to being searchable.

use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use uuid::Uuid;

use super::jobs::Failure;
use super::{Result, Store, clean, language_name, language_named};
use stet_text::Language;

/// Where a document stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum DocumentStatus {
    Queued,
    Extracting,
    Chunking,
    Embedding,
    Ready,
    Failed,
}

/// A document without its bytes.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    pub id: Uuid,
    pub file_name: String,
    pub title: String,
    pub media_type: String,
    pub content_hash: Vec<u8>,
    pub size_bytes: i64,
    pub language: Language,
    pub status: DocumentStatus,
    /// Set when the status is failed.
    pub failure: Option<Failure>,
    /// 0 where the format has no pages.
    pub page_count: i32,
    pub chunk_count: i32,
    pub embedding_space: Option<String>,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
    /// Steps of the present stage done and to do, from the newest job.
    pub progress: (i64, i64),
    pub job_id: Option<Uuid>,
}

/// A document as it arrives, with the id of the job that will read it.
#[derive(Debug, Clone)]
pub struct NewDocument<'a> {
    pub id: Uuid,
    pub job_id: Uuid,
    pub file_name: &'a str,
    pub media_type: &'a str,
    /// SHA-256 of the bytes.
    pub content_hash: [u8; 32],
    pub bytes: &'a [u8],
    pub at: OffsetDateTime,
}

/// What became of a new document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inserted {
    New,
    /// The same content is there already, under this id.
    Duplicate {
        document_id: Uuid,
        status: DocumentStatus,
    },
}

/// What reading a document told about it.
#[derive(Debug, Clone)]
pub struct DocumentFacts<'a> {
    pub title: &'a str,
    pub media_type: &'a str,
    pub language: Language,
    pub page_count: u32,
}

struct Row {
    id: Uuid,
    file_name: String,
    title: String,
    media_type: String,
    content_hash: Vec<u8>,
    size_bytes: i64,
    language: String,
    status: DocumentStatus,
    failure: Option<serde_json::Value>,
    page_count: i32,
    chunk_count: i32,
    embedding_space: Option<String>,
    created_at: OffsetDateTime,
    updated_at: OffsetDateTime,
    progress_done: Option<i64>,
    progress_total: Option<i64>,
    job_id: Option<Uuid>,
}

impl From<Row> for Document {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            file_name: row.file_name,
            title: row.title,
            media_type: row.media_type,
            content_hash: row.content_hash,
            size_bytes: row.size_bytes,
            language: language_named(&row.language),
            status: row.status,
            failure: row.failure.and_then(|value| serde_json::from_value(value).ok()),
            page_count: row.page_count,
            chunk_count: row.chunk_count,
            embedding_space: row.embedding_space,
            created_at: row.created_at,
            updated_at: row.updated_at,
            progress: (row.progress_done.unwrap_or(0), row.progress_total.unwrap_or(0)),
            job_id: row.job_id,
        }
    }
}

impl Store {
    /// Stores the bytes, the document and its job together, unless the same content is there already.
    ///
    /// # Errors
    /// The statement failed; then nothing is stored.
    pub async fn insert_document(&self, new: &NewDocument<'_>) -> Result<Inserted> {
        loop {
            if let Some(inserted) = self.try_insert(new).await? {
                return Ok(inserted);
            }
        }
    }

    /// `None`: the same content was there, and was deleted before it could be looked at.
    async fn try_insert(&self, new: &NewDocument<'_>) -> Result<Option<Inserted>> {
        let mut tx = self.pool.begin().await?;
        let size = i64::try_from(new.bytes.len()).unwrap_or(i64::MAX);
        let file_name = clean(new.file_name);
        let inserted = sqlx::query!(
            "insert into rag_documents (id, workspace_id, file_name, title, media_type, content_hash, size_bytes, \
             status, created_at, updated_at) values ($1, $2, $3, $3, $4, $5, $6, 'queued', $7, $7) \
             on conflict (workspace_id, content_hash) do nothing",
            new.id,
            self.workspace,
            &*file_name,
            new.media_type,
            &new.content_hash[..],
            size,
            new.at,
        )
        .execute(&mut *tx)
        .await?;
        if inserted.rows_affected() == 0 {
            let row = sqlx::query!(
                "select id, status as \"status: DocumentStatus\" from rag_documents \
                 where workspace_id = $1 and content_hash = $2",
                self.workspace,
                &new.content_hash[..],
            )
            .fetch_optional(&mut *tx)
            .await?;
            return Ok(row.map(|row| Inserted::Duplicate { document_id: row.id, status: row.status }));
        }
        sqlx::query!(
            "insert into document_files (workspace_id, content_hash, bytes) values ($1, $2, $3) \
             on conflict do nothing",
            self.workspace,
            &new.content_hash[..],
            new.bytes,
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
        tx.commit().await?;
        Ok(Some(Inserted::New))
    }

    /// One document.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn document(&self, id: Uuid) -> Result<Option<Document>> {
        let row = sqlx::query_file_as!(Row, "src/store/document.sql", self.workspace, id)
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.map(Document::from))
    }

    /// Every document, the newest first.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn documents(&self) -> Result<Vec<Document>> {
        let rows = sqlx::query_file_as!(Row, "src/store/documents.sql", self.workspace)
            .fetch_all(&self.pool)
            .await?;
        Ok(rows.into_iter().map(Document::from).collect())
    }

    /// The file as it came.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn document_bytes(&self, id: Uuid) -> Result<Option<Vec<u8>>> {
        let bytes = sqlx::query_scalar!(
            "select f.bytes from document_files f join rag_documents d \
             on d.workspace_id = f.workspace_id and d.content_hash = f.content_hash \
             where d.workspace_id = $1 and d.id = $2",
            self.workspace,
            id,
        )
        .fetch_optional(&self.pool)
        .await?;
        Ok(bytes)
    }

    /// The text of one page, from 1.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn page(&self, document: Uuid, page: i32) -> Result<Option<String>> {
        let text = sqlx::query_scalar!(
            "select content from document_pages where workspace_id = $1 and document_id = $2 and page = $3",
            self.workspace,
            document,
            page,
        )
        .fetch_optional(&self.pool)
        .await?;
        Ok(text)
    }

    /// Replaces the pages of a document.
    ///
    /// # Errors
    /// The statement failed; then the old pages are still there.
    pub async fn set_pages(&self, document: Uuid, pages: &[(i32, String)]) -> Result<()> {
        let numbers: Vec<i32> = pages.iter().map(|(page, _)| *page).collect();
        let texts: Vec<String> = pages.iter().map(|(_, text)| clean(text).into_owned()).collect();
        let mut tx = self.pool.begin().await?;
        self.lock_document(document, &mut tx).await?;
        sqlx::query!(
            "delete from document_pages where workspace_id = $1 and document_id = $2",
            self.workspace,
            document
        )
        .execute(&mut *tx)
        .await?;
        sqlx::query!(
            "insert into document_pages (document_id, workspace_id, page, content) \
             select $1, $2, p.page, p.content from unnest($3::int[], $4::text[]) as p(page, content)",
            document,
            self.workspace,
            &numbers,
            &texts,
        )
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(())
    }

    /// Writes what reading told about a document.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn set_document_facts(
        &self,
        id: Uuid,
        facts: &DocumentFacts<'_>,
        at: OffsetDateTime,
    ) -> Result<()> {
        sqlx::query!(
            "update rag_documents set title = $3, media_type = $4, language = $5, page_count = $6, updated_at = $7 \
             where workspace_id = $1 and id = $2",
            self.workspace,
            id,
            &*clean(facts.title),
            facts.media_type,
            language_name(facts.language),
            i32::try_from(facts.page_count).unwrap_or(i32::MAX),
            at,
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Removes a document with its chunks, pages, articles, jobs, and the file if no other document has it.
    /// Entities and relations of the graph that only it supported go too.
    ///
    /// # Errors
    /// The statement failed; then everything is still there.
    pub async fn delete_document(&self, id: Uuid) -> Result<bool> {
        let mut tx = self.pool.begin().await?;
        // A worker that ends its job holds the job first.
        sqlx::query!(
            "select id from jobs where workspace_id = $1 and document_id = $2 order by id for update",
            self.workspace,
            id,
        )
        .fetch_all(&mut *tx)
        .await?;
        if self.lock_document(id, &mut tx).await? == Some(DocumentStatus::Ready) {
            self.forget_terms(id, &mut tx).await?;
        }
        let has_articles = self.has_articles(id, &mut tx).await?;
        let hash = sqlx::query_scalar!(
            "delete from rag_documents where workspace_id = $1 and id = $2 returning content_hash",
            self.workspace,
            id,
        )
        .fetch_optional(&mut *tx)
        .await?;
        let Some(hash) = hash else { return Ok(false) };
        sqlx::query!(
            "delete from document_files where workspace_id = $1 and content_hash = $2",
            self.workspace,
            hash,
        )
        .execute(&mut *tx)
        .await?;
        sqlx::query!(
            "delete from graph_relations r where r.workspace_id = $1 \
             and not exists (select 1 from graph_evidence e where e.relation_id = r.id)",
            self.workspace,
        )
        .execute(&mut *tx)
        .await?;
        sqlx::query!(
            "delete from graph_entities n where n.workspace_id = $1 \
             and not exists (select 1 from graph_evidence e where e.entity_id = n.id)",
            self.workspace,
        )
        .execute(&mut *tx)
        .await?;
        if has_articles {
            self.bump_regulations(&mut tx).await?;
        }
        tx.commit().await?;
        Ok(true)
    }
}
