//! Documents: the files that were given to Stet, and where each stands on its way to being searchable.

use futures::FutureExt as _;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use uuid::Uuid;

use super::{Result, Store, clean, clean_json, language_name, language_named};
use stet_sources::left_out::{Code, LeftOut};
use stet_text::Language;

/// Where a document stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, sqlx::Type)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum DocumentStatus {
    Queued,
    Extracting,
    Chunking,
    Embedding,
    Ready,
    Failed,
    /// Was ready until a newer version of its source was. Clients are told so beside the status.
    #[schemars(skip)]
    Superseded,
}

impl DocumentStatus {
    /// Whether nothing works on it any more.
    #[must_use]
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Ready | Self::Failed | Self::Superseded)
    }
}

/// Why something failed, for people and for programs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// Stable name, such as `encrypted`.
    pub code: String,
    /// One sentence in Korean, with the way out.
    pub ko: String,
    /// The same in English.
    pub en: String,
    /// Whether the same bytes could go through another time.
    #[serde(default)]
    pub transient: bool,
}

/// How far a model is that adds to the passages of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enrichment {
    /// `queued`, `running`, `done` or `failed`.
    pub status: String,
    /// Passages done, and to do.
    pub progress: (i64, i64),
    /// What was left out, or why it has failed.
    pub left_out: Option<Failure>,
}

/// A version of a source, without its bytes.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    pub id: Uuid,
    /// The same for all versions.
    pub source_id: Uuid,
    /// From 1.
    pub version: i32,
    /// How many versions the source has, and which of them is searched.
    pub versions: i64,
    pub searched: Option<i32>,
    /// Where the file lay, if that is known.
    pub path: Option<String>,
    pub file_name: String,
    pub title: String,
    /// Who wrote it, as its fields say.
    pub author: Option<String>,
    pub media_type: String,
    pub content_hash: Vec<u8>,
    pub size_bytes: i64,
    pub language: Language,
    pub status: DocumentStatus,
    /// Set when the status is failed.
    pub failure: Option<Failure>,
    /// 0 where the format has no pages.
    pub page_count: i32,
    /// Pages that are pictures: read all the same, and not read.
    pub recognised_pages: Vec<i32>,
    pub unread_pages: Vec<i32>,
    /// What of the file is in no passage, those pages among it.
    pub left_out: Vec<LeftOut>,
    pub chunk_count: i32,
    pub embedding_space: Option<String>,
    /// The same for all versions.
    pub project_id: Option<Uuid>,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
    /// Steps of the present stage done and to do, from the newest job.
    pub progress: (i64, i64),
    pub job_id: Option<Uuid>,
    /// `None` where no model was asked to add to it.
    pub enrichment: Option<Enrichment>,
}

/// A document as it arrives, with the id of the job that will read it.
#[derive(Debug, Clone)]
pub struct NewDocument<'a> {
    pub id: Uuid,
    pub job_id: Uuid,
    pub file_name: &'a str,
    /// Where the file lies, if that is known.
    pub path: Option<&'a str>,
    pub media_type: &'a str,
    /// SHA-256 of the bytes.
    pub content_hash: [u8; 32],
    pub bytes: &'a [u8],
    pub at: OffsetDateTime,
}

/// What reading a document told about it.
#[derive(Debug, Clone)]
pub struct DocumentFacts<'a> {
    pub title: &'a str,
    pub media_type: &'a str,
    pub language: Language,
    pub page_count: u32,
    /// What the file itself calls its pages, where that is not their number.
    pub page_labels: &'a [String],
    /// Pages that are pictures: read all the same, and not read.
    pub recognised_pages: &'a [i32],
    pub unread_pages: &'a [i32],
    /// The day that it was written on, as it says itself.
    pub dated: Option<OffsetDateTime>,
    /// Who wrote it, as its fields say.
    pub author: Option<&'a str>,
    /// What else of the file is in no passage.
    pub left_out: &'a [LeftOut],
}

struct Row {
    id: Uuid,
    source_id: Uuid,
    version: i32,
    versions: i64,
    searched: Option<i32>,
    path: Option<String>,
    file_name: String,
    title: String,
    author: Option<String>,
    media_type: String,
    content_hash: Vec<u8>,
    size_bytes: i64,
    language: String,
    status: DocumentStatus,
    failure: Option<serde_json::Value>,
    page_count: i32,
    recognised_pages: Vec<i32>,
    unread_pages: Vec<i32>,
    without: serde_json::Value,
    chunk_count: i32,
    embedding_space: Option<String>,
    project_id: Option<Uuid>,
    created_at: OffsetDateTime,
    updated_at: OffsetDateTime,
    progress_done: Option<i64>,
    progress_total: Option<i64>,
    job_id: Option<Uuid>,
    enrichment: Option<String>,
    enriched: Option<i64>,
    to_enrich: Option<i64>,
    left_out: Option<serde_json::Value>,
}

/// Pages that were not read, and what else was not as it is stored. What a later program has named is passed over.
fn left_out(unread_pages: &[i32], stored: &serde_json::Value) -> Vec<LeftOut> {
    let pages = LeftOut::at(Code::ScannedPages, "", unread_pages);
    let others = stored.as_array().into_iter().flatten().filter_map(|one| LeftOut::deserialize(one).ok());
    Some(pages).filter(|_| !unread_pages.is_empty()).into_iter().chain(others).collect()
}

impl From<Row> for Document {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            source_id: row.source_id,
            version: row.version,
            versions: row.versions,
            searched: row.searched,
            path: row.path,
            file_name: row.file_name,
            title: row.title,
            author: row.author,
            media_type: row.media_type,
            content_hash: row.content_hash,
            size_bytes: row.size_bytes,
            language: language_named(&row.language),
            status: row.status,
            failure: row.failure.and_then(|value| serde_json::from_value(value).ok()),
            page_count: row.page_count,
            recognised_pages: row.recognised_pages,
            left_out: left_out(&row.unread_pages, &row.without),
            unread_pages: row.unread_pages,
            chunk_count: row.chunk_count,
            embedding_space: row.embedding_space,
            project_id: row.project_id,
            created_at: row.created_at,
            updated_at: row.updated_at,
            progress: (row.progress_done.unwrap_or(0), row.progress_total.unwrap_or(0)),
            job_id: row.job_id,
            enrichment: row.enrichment.map(|status| Enrichment {
                status,
                progress: (row.enriched.unwrap_or(0), row.to_enrich.unwrap_or(0)),
                left_out: row.left_out.and_then(|value| serde_json::from_value(value).ok()),
            }),
        }
    }
}

impl Store {
    /// One document.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn document(&self, id: Uuid) -> Result<Option<Document>> {
        let row = sqlx::query_file_as!(Row, "sql/document.sql", self.workspace, id)
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.map(Document::from))
    }

    /// Of every source the version that is searched and the newest, the newest first.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn documents(&self) -> Result<Vec<Document>> {
        self.read(move |store| async move { store.listed(None, None, 0, None).await }.boxed()).await
    }

    /// All versions of a source, the newest first.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn versions(&self, source: Uuid) -> Result<Vec<Document>> {
        self.listed(Some(source), None, 0, None).await
    }

    /// A page of [`Self::documents`], or of those of a project, and how many there are in all.
    ///
    /// # Errors
    /// A statement failed.
    pub async fn documents_page(
        &self,
        limit: i64,
        offset: i64,
        project: Option<Uuid>,
    ) -> Result<(Vec<Document>, i64)> {
        let total = sqlx::query_scalar!(
            "select count(*) as \"total!\" from rag_documents d where d.workspace_id = $1 and (d.status = 'ready' or not exists \
             (select from rag_documents n where n.source_id = d.source_id and n.version > d.version)) \
             and ($2::uuid is null or d.project_id = $2)",
            self.workspace,
            project,
        )
        .fetch_one(&self.pool)
        .await?;
        Ok((self.listed(None, Some(limit), offset, project).await?, total))
    }

    async fn listed(
        &self,
        source: Option<Uuid>,
        limit: Option<i64>,
        offset: i64,
        project: Option<Uuid>,
    ) -> Result<Vec<Document>> {
        let rows =
            sqlx::query_file_as!(Row, "sql/documents.sql", self.workspace, source, limit, offset, project)
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
    pub async fn page(&self, document: Uuid, page: i32) -> Result<Option<(String, Option<String>)>> {
        let text = sqlx::query!(
            "select p.content, d.page_labels[$3] as label from document_pages p join rag_documents d on d.id = p.document_id \
             where p.workspace_id = $1 and p.document_id = $2 and p.page = $3",
            self.workspace,
            document,
            page,
        )
        .fetch_optional(&self.pool)
        .await?;
        Ok(text.map(|page| (page.content, page.label.filter(|label| !label.is_empty()))))
    }

    /// Replaces the pages of a document.
    ///
    /// # Errors
    /// The statement failed; then the old pages are still there.
    pub async fn set_pages(&self, document: Uuid, pages: &[(i32, String)]) -> Result<()> {
        let numbers: Vec<i32> = pages.iter().map(|(page, _)| *page).collect();
        let texts: Vec<String> = pages.iter().map(|(_, text)| clean(text).into_owned()).collect();
        let mut tx = self.pool.begin().await?;
        // Passages may come in meanwhile.
        let lock = sqlx::query!(
            "select id from rag_documents where workspace_id = $1 and id = $2 for no key update",
            self.workspace,
            document,
        );
        lock.fetch_optional(&mut *tx).await?;
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
        let author = facts.author.map(clean);
        sqlx::query!(
            "update rag_documents set title = $3, media_type = $4, language = $5, page_count = $6, updated_at = $7, \
             recognised_pages = $8, unread_pages = $9, dated_at = $10, left_out = $11, page_labels = $12, author = $13 \
             where workspace_id = $1 and id = $2",
            self.workspace,
            id,
            &*clean(facts.title),
            facts.media_type,
            language_name(facts.language),
            i32::try_from(facts.page_count).unwrap_or(i32::MAX),
            at,
            facts.recognised_pages,
            facts.unread_pages,
            facts.dated,
            clean_json(&serde_json::json!(facts.left_out)),
            &facts.page_labels.iter().map(|label| clean(label).into_owned()).collect::<Vec<_>>(),
            author.as_deref(),
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }
}
