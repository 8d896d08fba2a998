//! What stands beside the words of a stored passage and changes later: what a person has verified, and what a model has made of
//! it (a sentence of context, a translation, what it speaks of).
//!
//! Each change counts the terms of the passage anew in the same transaction, so that it is searched at once.

use pgvector::HalfVector;
use serde_json::Value;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::chunk_rows::stored_vector;
use super::documents::{DocumentStatus, Failure};
use super::terms::Searched;
use super::{Result, Store, clean, language_name, language_named};
use stet_text::Language;

/// What a model is to add to passages.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Additions {
    pub context: bool,
    /// Languages into which passages of the other one are translated.
    pub languages: Vec<Language>,
    /// What a passage speaks of, for the graph.
    pub entities: bool,
}

impl Additions {
    fn names(&self) -> Vec<String> {
        self.languages.iter().map(|&language| language_name(language).to_owned()).collect()
    }
}

/// A passage that lacks some of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unmade {
    pub id: Uuid,
    pub ordinal: i32,
    /// What a person has verified, else the passage.
    pub text: String,
    pub headings: Vec<String>,
    pub caption: Option<String>,
    pub language: Language,
    pub context: bool,
    pub translation: bool,
    pub entities: bool,
}

/// What has become of a passage. A text that is none leaves what is there.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Made {
    pub context: Option<String>,
    pub translation: Option<String>,
    /// The vectors of the passage with its context, and of its translation.
    pub embedding: Option<Vec<f32>>,
    pub translation_embedding: Option<Vec<f32>>,
    /// What the passage speaks of.
    pub found: Option<stet_graph::Found>,
    /// Steps that were given up, with the reason's name.
    pub refused: Vec<(&'static str, &'static str)>,
}

/// The texts of a passage, as its terms are counted.
struct Texts {
    content: String,
    headings: Vec<String>,
    caption: Option<String>,
    entity: Option<Value>,
    translation_text: Option<String>,
    contextualize_text: Option<String>,
    human_feedback: Option<String>,
    term_count: i32,
    translated: bool,
    contextualized: bool,
}

impl Store {
    /// Sets or takes away the text that a person has verified, and searches it from now on. What a model had made of the passage
    /// goes: it was made of other words. `false`: there is no such chunk.
    ///
    /// # Errors
    /// A statement failed; then nothing has changed.
    pub async fn set_feedback(&self, chunk: Uuid, text: Option<&str>) -> Result<bool> {
        let text = text.map(|text| clean(text).into_owned());
        let mut tx = self.pool.begin().await?;
        let document = sqlx::query_scalar!(
            "select document_id from rag_chunks where workspace_id = $1 and id = $2",
            self.workspace,
            chunk,
        )
        .fetch_optional(&mut *tx)
        .await?;
        let Some(document) = document else { return Ok(false) };
        let status = self.lock_document(document, &mut tx).await?;
        let Some(mut texts) = self.texts(chunk, &mut tx).await? else { return Ok(false) };
        texts.human_feedback.clone_from(&text);
        if texts.translated {
            texts.translation_text = None;
        }
        if texts.contextualized {
            texts.contextualize_text = None;
        }
        self.count_anew((document, chunk), status, &texts, &mut tx).await?;
        sqlx::query!(
            "update rag_chunks set human_feedback = $3, \
             translation_text = $4, translation_by = null, contextualize_text = $5, context_by = null, found = null, refused = '{}', \
             embedding_translation = case when translation_by is null then embedding_translation end \
             where workspace_id = $1 and id = $2",
            self.workspace,
            chunk,
            text,
            texts.translation_text,
            texts.contextualize_text,
        )
        .execute(&mut *tx)
        .await?;
        self.read_graph_again(document, &mut tx).await?;
        if self.correct_articles(document, &mut tx).await? {
            self.bump_regulations(&mut tx).await?;
        }
        tx.commit().await?;
        Ok(true)
    }

    /// Queues documents (or the one that is named) with passages that lack what is wanted. Tells how many.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn queue_enrichment(
        &self,
        wanted: &Additions,
        document: Option<Uuid>,
        at: OffsetDateTime,
    ) -> Result<u64> {
        let queued = sqlx::query_file!(
            "sql/queue_enrichment.sql",
            self.workspace,
            wanted.context,
            &wanted.names(),
            document,
            at,
            wanted.entities,
        )
        .execute(&self.pool)
        .await?;
        Ok(queued.rows_affected())
    }

    /// The passages of a document that lack what is wanted and that no model has given up, in order.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn unmade(&self, document: Uuid, wanted: &Additions) -> Result<Vec<Unmade>> {
        let rows = sqlx::query_file!(
            "sql/unmade.sql",
            self.workspace,
            document,
            wanted.context,
            &wanted.names(),
            wanted.entities,
        )
        .fetch_all(&self.pool)
        .await?;
        let unmade = rows.into_iter().map(|row| Unmade {
            id: row.id,
            ordinal: row.ordinal,
            text: row.text,
            headings: row.headings,
            caption: row.caption,
            language: language_named(&row.language),
            context: row.context,
            translation: row.translation,
            entities: row.entities,
        });
        Ok(unmade.collect())
    }

    /// Stores what the model `by` has made of the passage when it read `of`, and searches it from now on. A passage that a person
    /// has corrected meanwhile stays as it is. `false`: its document is not searched any more.
    ///
    /// # Errors
    /// A statement failed; then nothing has changed.
    pub async fn set_made(
        &self,
        document: Uuid,
        passage: &Unmade,
        made: &Made,
        (by, space): (&str, &str),
    ) -> Result<bool> {
        let mut tx = self.pool.begin().await?;
        let status = self.lock_document(document, &mut tx).await?;
        if status != Some(DocumentStatus::Ready) {
            return Ok(false);
        }
        let Some(mut texts) = self.texts(passage.id, &mut tx).await? else { return Ok(false) };
        let read = texts.human_feedback.as_ref().filter(|text| !text.is_empty()).unwrap_or(&texts.content);
        if *read != passage.text {
            return Ok(true);
        }
        let text = |text: &Option<String>| text.as_deref().map(|text| clean(text).into_owned());
        let (context, translation) = (text(&made.context), text(&made.translation));
        texts.contextualize_text = context.clone().or(texts.contextualize_text);
        texts.translation_text = translation.clone().or(texts.translation_text);
        self.count_anew((document, passage.id), status, &texts, &mut tx).await?;
        let refused: serde_json::Map<String, Value> =
            made.refused.iter().map(|(step, why)| ((*step).to_owned(), (*why).into())).collect();
        let vector = |vector: &Option<Vec<f32>>| vector.as_deref().and_then(stored_vector);
        let (embedding, translated): (Option<HalfVector>, Option<HalfVector>) =
            (vector(&made.embedding), vector(&made.translation_embedding));
        let found = made.found.as_ref().map(|found| serde_json::to_value(found).unwrap_or_default());
        sqlx::query!(
            "update rag_chunks set \
             contextualize_text = coalesce($3, contextualize_text), \
             context_by = case when $3::text is not null then $5 else context_by end, \
             translation_text = coalesce($4, translation_text), \
             translation_by = case when $4::text is not null then $5 else translation_by end, \
             refused = refused || $6::jsonb, \
             found = coalesce($10::jsonb, found), \
             embedding = coalesce($7::halfvec, embedding), \
             embedding_translation = coalesce($8::halfvec, embedding_translation), \
             embedding_space = $9, \
             vector_batch = case when $7::halfvec is null and $8::halfvec is null then vector_batch \
                 else (select entering from vector_index) end \
             where workspace_id = $1 and id = $2",
            self.workspace,
            passage.id,
            context,
            translation,
            by,
            Value::Object(refused),
            embedding as _,
            translated as _,
            space,
            found,
        )
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(true)
    }

    /// How often each step was given up on a document's passages, by the reason's name.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn refused(&self, document: Uuid) -> Result<Vec<(String, String, i64)>> {
        let rows = sqlx::query!(
            "select r.key as \"step!\", r.value as \"why!\", count(*) as \"passages!\" \
             from rag_chunks c cross join lateral jsonb_each_text(c.refused) r \
             where c.workspace_id = $1 and c.document_id = $2 group by r.key, r.value \
             order by r.key, count(*) desc, r.value",
            self.workspace,
            document,
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.into_iter().map(|row| (row.step, row.why, row.passages)).collect())
    }

    /// Ends a job that had a model add to a document; `left_out` tells what it did not. `false`: it was not this worker's any more.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn finish_enrichment(
        &self,
        job: Uuid,
        worker: Uuid,
        left_out: Option<&Failure>,
        at: OffsetDateTime,
    ) -> Result<bool> {
        let left_out = left_out.map(|failure| serde_json::to_value(failure).unwrap_or_default());
        let done = sqlx::query_file!("sql/finish_enrichment.sql", job, worker, left_out, at)
            .fetch_optional(&self.pool)
            .await?;
        Ok(done.is_some())
    }

    /// The texts of a passage, which is locked. Its document is locked before.
    async fn texts(&self, chunk: Uuid, connection: &mut PgConnection) -> Result<Option<Texts>> {
        let texts = sqlx::query_as!(
            Texts,
            "select content, headings, caption, entity, translation_text, contextualize_text, human_feedback, term_count, \
             translation_by is not null as \"translated!\", context_by is not null as \"contextualized!\" \
             from rag_chunks where workspace_id = $1 and id = $2 for update",
            self.workspace,
            chunk,
        )
        .fetch_optional(connection)
        .await?;
        Ok(texts)
    }

    /// Counts the terms of a passage as its texts are now.
    async fn count_anew(
        &self,
        (document, chunk): (Uuid, Uuid),
        status: Option<DocumentStatus>,
        texts: &Texts,
        connection: &mut PgConnection,
    ) -> Result<()> {
        let counted = Searched {
            heading: texts.headings.last().map(String::as_str),
            content: &texts.content,
            caption: texts.caption.as_deref(),
            entity: texts.entity.as_ref(),
            translation: texts.translation_text.as_deref(),
            context: texts.contextualize_text.as_deref(),
            feedback: texts.human_feedback.as_deref(),
        }
        .counted();
        if status == Some(DocumentStatus::Ready) {
            self.recount_terms(chunk, &counted.vector, connection).await?;
        }
        sqlx::query!(
            "with d as (update rag_documents set term_count = term_count + $6 \
             where workspace_id = $1 and id = $5 and status = 'ready') \
             update rag_chunks set search_vector = $3::text::tsvector, term_count = $4, \
             term_counts = case when is_form is not null then $7::bytea end \
             where workspace_id = $1 and id = $2",
            self.workspace,
            chunk,
            counted.vector,
            counted.length,
            document,
            i64::from(counted.length) - i64::from(texts.term_count),
            counted.counts,
        )
        .execute(connection)
        .await?;
        Ok(())
    }
}
