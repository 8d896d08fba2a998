//! Chunks: the passages that are searched and cited, with their vectors and terms.

use pgvector::HalfVector;
use time::OffsetDateTime;
use uuid::Uuid;

use super::chunk_rows::{NewRows, stored_vector};
use super::documents::DocumentStatus;
use super::{Result, Store, is_address, language_named};
use stet_sources::chunk::ArticleAnchor;
use stet_text::Language;
use stet_text::span::Span;

/// Which chunk is stored, without its content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredChunk {
    pub id: Uuid,
    pub ordinal: usize,
    pub span: Span,
    pub embedding_space: Option<String>,
}

/// What of a stored chunk is embedded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmbeddedText {
    pub id: Uuid,
    pub content: String,
    pub headings: Vec<String>,
    pub caption: Option<String>,
    pub contextualize_text: Option<String>,
    pub translation_text: Option<String>,
}

/// A stored chunk.
#[derive(Debug, Clone, PartialEq)]
pub struct ChunkRow {
    pub id: Uuid,
    pub document_id: Uuid,
    pub file_name: String,
    pub title: String,
    /// Where the file lay, if that is known.
    pub path: Option<String>,
    /// The address of the web that it was read from, and when, where it was.
    pub from: Option<(String, OffsetDateTime)>,
    /// Where other sources of that name lie.
    pub alike: Vec<String>,
    /// The day that its document says it was written on.
    pub dated: Option<OffsetDateTime>,
    pub ordinal: i32,
    pub content: String,
    pub chunk_type: String,
    pub category: String,
    pub language: Language,
    pub page: Option<i32>,
    pub page_end: Option<i32>,
    /// Bytes of the content at which other pages begin, with those pages.
    pub page_starts: Vec<(u32, u32)>,
    /// What its file calls its pages, from the first on; nothing where that is their number.
    pub page_labels: Vec<String>,
    /// Words of one of its pages were recognised on a picture.
    pub recognised: bool,
    pub headings: Vec<String>,
    /// Bytes in the document's extracted text.
    pub start_offset: i64,
    pub end_offset: i64,
    pub caption: Option<String>,
    pub entity: Option<serde_json::Value>,
    /// Where the picture of a figure or a page lies, as the document says.
    pub image_path: Option<String>,
    /// Whether it is there.
    pub pictured: bool,
    pub human_feedback: Option<String>,
    /// What it says in the other language.
    pub translation: Option<String>,
    /// The model that has translated it; `None` where the translation came with the document.
    pub translation_by: Option<String>,
    /// Where it stands in its document, in a sentence or two. It serves to find and to understand the passage, and is no part of
    /// what a source says.
    pub context: Option<String>,
    pub article: Option<ArticleAnchor>,
}

pub(crate) struct Row {
    pub id: Uuid,
    pub document_id: Uuid,
    pub file_name: String,
    pub title: String,
    pub path: Option<String>,
    pub dated_at: Option<OffsetDateTime>,
    pub created_at: OffsetDateTime,
    pub ordinal: i32,
    pub content: String,
    pub chunk_type: String,
    pub category: String,
    pub language: String,
    pub page: Option<i32>,
    pub page_end: Option<i32>,
    pub page_starts: Vec<i32>,
    pub page_labels: Vec<String>,
    pub headings: Vec<String>,
    pub start_offset: i64,
    pub end_offset: i64,
    pub caption: Option<String>,
    pub entity: Option<serde_json::Value>,
    pub image_path: Option<String>,
    pub human_feedback: Option<String>,
    pub translation_text: Option<String>,
    pub translation_by: Option<String>,
    pub contextualize_text: Option<String>,
    pub regulation: Option<String>,
    pub article_number: Option<i32>,
    pub article_branch: Option<i32>,
    pub article_title: Option<String>,
    pub recognised: bool,
    pub pictured: bool,
    pub alike: Vec<String>,
}

impl From<Row> for ChunkRow {
    fn from(row: Row) -> Self {
        Self {
            article: anchor(row.regulation, row.article_number, row.article_branch, row.article_title),
            id: row.id,
            document_id: row.document_id,
            file_name: row.file_name,
            title: row.title,
            from: row.path.clone().filter(|path| is_address(path)).map(|url| (url, row.created_at)),
            path: row.path,
            alike: row.alike,
            dated: row.dated_at,
            ordinal: row.ordinal,
            content: row.content,
            chunk_type: row.chunk_type,
            category: row.category,
            language: language_named(&row.language),
            page: row.page,
            page_end: row.page_end,
            page_starts: page_starts(&row.page_starts),
            page_labels: row.page_labels,
            recognised: row.recognised,
            headings: row.headings,
            start_offset: row.start_offset,
            end_offset: row.end_offset,
            caption: row.caption,
            entity: row.entity,
            image_path: row.image_path,
            pictured: row.pictured,
            human_feedback: row.human_feedback,
            translation: row.translation_text,
            translation_by: row.translation_by,
            context: row.contextualize_text,
        }
    }
}

/// Pairs of a place and the page that begins there, stored one after the other.
fn page_starts(stored: &[i32]) -> Vec<(u32, u32)> {
    let number = |value: i32| u32::try_from(value).unwrap_or(0);
    stored.as_chunks::<2>().0.iter().map(|[at, page]| (number(*at), number(*page))).collect()
}

/// The anchor of a chunk that is (part of) an article.
pub(crate) fn anchor(
    regulation: Option<String>,
    number: Option<i32>,
    branch: Option<i32>,
    title: Option<String>,
) -> Option<ArticleAnchor> {
    Some(ArticleAnchor {
        regulation: regulation?,
        number: u32::try_from(number?).ok()?,
        branch: branch.and_then(|n| u32::try_from(n).ok()),
        title,
    })
}

impl Store {
    /// Those of these passages and articles that are not stored any more.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn gone(&self, ids: &[Uuid]) -> Result<Vec<Uuid>> {
        let gone = sqlx::query_scalar!(
            "select named.id as \"id!\" from unnest($2::uuid[]) as named (id) \
             where not exists (select from rag_chunks c where c.workspace_id = $1 and c.id = named.id) \
             and not exists (select from regulation_articles a where a.workspace_id = $1 and a.id = named.id)",
            self.workspace,
            ids,
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(gone)
    }

    /// Stores one batch of a document's chunks. Chunks that are there already (same ordinal) are left alone,
    /// so that a batch can be repeated.
    ///
    /// # Errors
    /// The statement failed; then none of the batch is stored.
    pub async fn insert_chunks(
        &self,
        document: Uuid,
        space: &str,
        b: &NewRows,
        at: OffsetDateTime,
    ) -> Result<()> {
        sqlx::query_file!(
            "sql/insert_chunks.sql",
            self.workspace,
            document,
            space,
            at,
            &b.ids,
            &b.ordinals,
            &b.contents,
            &b.types,
            &b.categories,
            &b.languages,
            &b.pages as _,
            &b.page_ends as _,
            &b.page_starts,
            &b.headings,
            &b.starts,
            &b.ends,
            &b.captions as _,
            &b.entities as _,
            &b.images as _,
            &b.feedback as _,
            &b.translations as _,
            &b.regulations as _,
            &b.numbers as _,
            &b.branches as _,
            &b.titles as _,
            &b.embeddings as _,
            &b.terms,
            &b.lengths,
            &b.counts,
            &b.forms,
            &b.contexts as _,
            &b.translated as _,
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// The chunks of a document that are stored already, in order.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn stored_chunks(&self, document: Uuid) -> Result<Vec<StoredChunk>> {
        let rows = sqlx::query!(
            "select id, ordinal, start_offset, end_offset, embedding_space from rag_chunks \
             where workspace_id = $1 and document_id = $2 order by ordinal",
            self.workspace,
            document,
        )
        .fetch_all(&self.pool)
        .await?;
        let size = |number: i64| usize::try_from(number).unwrap_or(usize::MAX);
        let stored = rows.into_iter().map(|row| StoredChunk {
            id: row.id,
            ordinal: size(row.ordinal.into()),
            span: Span::new(size(row.start_offset), size(row.end_offset)),
            embedding_space: row.embedding_space,
        });
        Ok(stored.collect())
    }

    /// The chunks of a document that were embedded in another space, in order.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn chunks_elsewhere(&self, document: Uuid, space: &str) -> Result<Vec<EmbeddedText>> {
        let rows = sqlx::query_as!(
            EmbeddedText,
            "select id, content, headings, caption, contextualize_text, translation_text from rag_chunks \
             where workspace_id = $1 and document_id = $2 and embedding_space is distinct from $3 order by ordinal",
            self.workspace,
            document,
            space,
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(rows)
    }

    /// Gives chunks of a document new vectors, each of at most `DIMENSIONS`, and their translations those of `translations`;
    /// one that is empty or missing is none.
    ///
    /// # Errors
    /// The statement failed; then all have the old ones.
    pub async fn set_embeddings(
        &self,
        document: Uuid,
        space: &str,
        ids: &[Uuid],
        vectors: &[Vec<f32>],
        translations: &[Vec<f32>],
    ) -> Result<()> {
        let stored = |vectors: &[Vec<f32>]| -> Vec<Option<HalfVector>> {
            vectors.iter().map(|vector| stored_vector(vector)).collect()
        };
        let (vectors, translations) = (stored(vectors), stored(translations));
        sqlx::query!(
            "update rag_chunks c set embedding = case when c.term_count > 0 then n.embedding end, \
             embedding_translation = n.translation, \
             embedding_space = $3, vector_batch = (select entering from vector_index) \
             from unnest($4::uuid[], $5::halfvec[], $6::halfvec[]) as n (id, embedding, translation), rag_documents d \
             where c.workspace_id = $1 and c.document_id = $2 and c.id = n.id \
             and d.id = $2 and d.status <> 'superseded'",
            self.workspace,
            document,
            space,
            ids,
            vectors as _,
            translations as _,
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Forgets the chunks of a document that is not ready (they were cut under other settings).
    ///
    /// # Errors
    /// The statement failed.
    pub async fn clear_chunks(&self, document: Uuid) -> Result<()> {
        let mut tx = self.pool.begin().await?;
        if self.lock_document(document, &mut tx).await? != Some(DocumentStatus::Ready) {
            sqlx::query!(
                "delete from rag_chunks where workspace_id = $1 and document_id = $2",
                self.workspace,
                document,
            )
            .execute(&mut *tx)
            .await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// Makes a document searchable in place of the version before, and ends its job, in one step; where a newer version has
    /// been faster, it is superseded at once. `false`: the job is not this worker's any more, and nothing has changed.
    ///
    /// # Errors
    /// The statement failed; then the document is not ready.
    pub async fn finish_document(
        &self,
        document: Uuid,
        job: Uuid,
        worker: Uuid,
        space: &str,
        at: OffsetDateTime,
    ) -> Result<bool> {
        let mut tx = self.pool.begin().await?;
        let done = sqlx::query!(
            "update jobs set status = 'done', stage = 'ready', leased_by = null, leased_until = null, \
             updated_at = $3 where id = $1 and leased_by = $2 and status = 'running'",
            job,
            worker,
            at,
        )
        .execute(&mut *tx)
        .await?;
        if done.rows_affected() == 0 {
            return Ok(false);
        }
        let before = self.lock_versions(document, &mut tx).await?;
        sqlx::query_file!("sql/finish_document.sql", self.workspace, document, space, at)
            .execute(&mut *tx)
            .await?;
        if let Some(before) = &before {
            self.count_terms(&[document], before, &mut tx).await?;
        }
        let old = before.unwrap_or_else(|| vec![document]);
        if !old.is_empty() {
            self.supersede(&old, &mut tx).await?;
        }
        if self.has_articles(&[&[document], old.as_slice()].concat(), &mut tx).await? {
            self.bump_regulations(&mut tx).await?;
        }
        tx.commit().await?;
        Ok(true)
    }

    /// Lets the planner know of a document that changes the picture before autovacuum comes round to it. Nobody need wait for
    /// it, and while an index is built it does not wait itself.
    pub async fn tell_planner(&self, document: Uuid) {
        let told = async {
            let is_large = sqlx::query_scalar!(
                "select d.chunk_count * 20 >= c.reltuples as \"is_large!\" from rag_documents d, pg_class c \
                 where d.workspace_id = $1 and d.id = $2 and c.oid = 'rag_chunks'::regclass",
                self.workspace,
                document,
            );
            if is_large.fetch_optional(&self.pool).await? == Some(true) {
                sqlx::query!("analyze (skip_locked) rag_documents, rag_chunks").execute(&self.owner).await?;
            }
            Ok::<_, sqlx::Error>(())
        };
        if let Err(fault) = told.await {
            tracing::debug!(%fault, "the planner was not told of a document");
        }
    }

    /// One chunk.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn chunk(&self, id: Uuid) -> Result<Option<ChunkRow>> {
        let row = sqlx::query_file_as!(Row, "sql/chunk.sql", self.workspace, &[id])
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.map(ChunkRow::from))
    }

    /// The chunks of a document whose ordinals lie in `first..=last`, in order.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn chunks_between(&self, document: Uuid, first: i32, last: i32) -> Result<Vec<ChunkRow>> {
        let rows = sqlx::query_file_as!(Row, "sql/chunks_between.sql", self.workspace, document, first, last)
            .fetch_all(&self.pool)
            .await?;
        Ok(rows.into_iter().map(ChunkRow::from).collect())
    }
}
