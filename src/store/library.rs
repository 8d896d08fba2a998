//! The documents that are searched as a library: what is known of each without reading it, how it is laid out, and what a model
//! has chosen of it when it was read.

use futures::FutureExt as _;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{ChunkRow, Filter, Result, Store, clean};

/// A document that is searched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shelved {
    pub id: Uuid,
    pub title: String,
    pub file_name: String,
    /// Who has written it, as the file says.
    pub author: Option<String>,
    /// The day that it was written on, as it says itself.
    pub dated: Option<OffsetDateTime>,
    /// 0 where the format has none.
    pub pages: i32,
    pub created_at: OffsetDateTime,
}

/// Where a passage stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outlined {
    pub id: Uuid,
    pub document_id: Uuid,
    /// The two outermost headings above it.
    pub headings: String,
    pub bytes: i32,
}

/// What was chosen of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// Sections that were read.
    pub sections: i32,
    /// Those that say the most of each section first.
    pub passages: Vec<Uuid>,
}

/// What a document was read for, by whom.
#[derive(Debug, Clone, Copy)]
pub struct Reader<'a> {
    pub focus: &'a str,
    pub language: &'a str,
    pub model: &'a str,
}

impl Store {
    /// The documents that are searched, the newest first, so many of them at most, and how many there are; of these alone, where some
    /// are given.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn library(&self, documents: &[Uuid], limit: i64) -> Result<(Vec<Shelved>, i64)> {
        let rows = sqlx::query!(
            "select id, title, file_name, author, dated_at, page_count, created_at, count(*) over () as \"total!\" from rag_documents \
             where workspace_id = $1 and status = 'ready' and (cardinality($2::uuid[]) = 0 or id = any($2)) \
             order by created_at desc, id limit $3",
            self.workspace,
            documents,
            limit,
        )
        .fetch_all(&self.pool)
        .await?;
        let total = rows.first().map_or(0, |row| row.total);
        let shelved = rows.into_iter().map(|row| Shelved {
            id: row.id,
            title: row.title,
            file_name: row.file_name,
            author: row.author,
            dated: row.dated_at,
            pages: row.page_count,
            created_at: row.created_at,
        });
        Ok((shelved.collect(), total))
    }

    /// The passages that a filter lets through, in the order of their documents, so many at most.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn outline(&self, filter: &Filter, limit: i64) -> Result<Vec<Outlined>> {
        self.read(move |store| async move { store.outlined(filter, limit).await }.boxed()).await
    }

    pub(super) async fn outlined(&self, filter: &Filter, limit: i64) -> Result<Vec<Outlined>> {
        let [caption, entity] = filter.held();
        let rows = sqlx::query_file_as!(
            Outlined,
            "sql/outline.sql",
            self.workspace,
            &filter.document_ids,
            &filter.pages,
            &filter.categories,
            &filter.chunk_types,
            &filter.language_names(),
            filter.from,
            filter.to,
            caption,
            entity,
            &filter.paths(),
            limit,
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(rows)
    }

    /// These passages, in this order; one that is gone is left out.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn chunks(&self, ids: &[Uuid]) -> Result<Vec<ChunkRow>> {
        let mut rows = self.chunk_rows(ids, &self.pool).await?;
        Ok(ids.iter().filter_map(|id| rows.remove(id)).collect())
    }

    /// What a reader has chosen of a document before, where all of it is still there.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn reading(&self, document: Uuid, reader: Reader<'_>) -> Result<Option<Reading>> {
        let Reader { focus, language, model } = reader;
        let row = sqlx::query_as!(
            Reading,
            "select sections, passages from document_readings r where workspace_id = $1 and document_id = $2 and focus = $3 \
             and language = $4 and model = $5 and not exists (select from unnest(r.passages) as p (id) \
             where not exists (select from rag_chunks c where c.id = p.id and c.document_id = r.document_id))",
            self.workspace,
            document,
            &*clean(focus),
            language,
            &*clean(model),
        )
        .fetch_optional(&self.pool)
        .await?;
        Ok(row)
    }

    /// Keeps what a reader has chosen of a document, in place of what it chose before. A document that is gone keeps nothing.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn keep_reading(&self, document: Uuid, reader: Reader<'_>, reading: &Reading) -> Result<()> {
        let Reader { focus, language, model } = reader;
        sqlx::query!(
            "insert into document_readings (document_id, workspace_id, focus, language, model, sections, passages) \
             select id, workspace_id, $3, $4, $5, $6, $7 from rag_documents where workspace_id = $1 and id = $2 \
             on conflict (document_id, focus, language, model) \
             do update set sections = excluded.sections, passages = excluded.passages",
            self.workspace,
            document,
            &*clean(focus),
            language,
            &*clean(model),
            reading.sections,
            &reading.passages,
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }
}
