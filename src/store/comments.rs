//! Comments beside a draft: threads at words of its text, and what answers them.
//!
//! Owns the rows. Leaves where a comment stands after an edit to `drafts`, which moves them with the text
//! ([`OpenDraft::move_comments`]) in the same transaction.

use serde::Serialize;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{Draft, OpenDraft, Result, Store, clean};

/// Where a thread stands in the text of its draft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CommentPlace {
    /// Bytes of the draft's present text; where the words stood, when they are gone.
    pub start_offset: i64,
    pub end_offset: i64,
    pub gone: bool,
    /// The words that the comment was written about.
    pub quote: String,
    /// As they were last, and what stood around them.
    pub words: String,
    pub words_before: String,
    pub words_after: String,
}

/// What was said once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    pub id: Uuid,
    /// The comment that this one answers; `None` for the first of a thread.
    pub parent_id: Option<Uuid>,
    /// Named as those who decide about patches are.
    pub author: String,
    /// Their key or person, where they have one and it was noted.
    pub author_id: Option<Uuid>,
    pub body: String,
    /// When the thread was settled.
    pub resolved_at: Option<OffsetDateTime>,
    /// Of an answer: empty.
    pub place: CommentPlace,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
}

/// A comment to be stored.
#[derive(Debug, Clone)]
pub struct NewComment<'a> {
    pub id: Uuid,
    pub parent_id: Option<Uuid>,
    pub author: &'a str,
    pub body: &'a str,
    pub at: OffsetDateTime,
}

struct Row {
    id: Uuid,
    parent_id: Option<Uuid>,
    author: String,
    author_id: Option<Uuid>,
    body: String,
    resolved_at: Option<OffsetDateTime>,
    start_offset: i64,
    end_offset: i64,
    gone: bool,
    quote: String,
    words: String,
    words_before: String,
    words_after: String,
    created_at: OffsetDateTime,
    updated_at: OffsetDateTime,
}

impl From<Row> for Comment {
    fn from(row: Row) -> Self {
        let place = CommentPlace {
            start_offset: row.start_offset,
            end_offset: row.end_offset,
            gone: row.gone,
            quote: row.quote,
            words: row.words,
            words_before: row.words_before,
            words_after: row.words_after,
        };
        Self {
            id: row.id,
            parent_id: row.parent_id,
            author: row.author,
            author_id: row.author_id,
            body: row.body,
            resolved_at: row.resolved_at,
            place,
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}

/// The comments of a draft in the order of the text, every thread with its answers behind it, and the draft that their
/// places are in, both as of one moment. `None` when there is no such draft.
///
/// # Errors
/// A statement failed.
pub async fn of_draft(store: &Store, draft: Uuid) -> Result<Option<(Draft, Vec<Comment>)>> {
    let mut tx = store.pool.begin_as("isolation level repeatable read read only").await?;
    let Some(found) = store.draft_in(&mut *tx, draft).await? else { return Ok(None) };
    let comments = rows(&mut *tx, store.workspace, draft).await?;
    tx.commit().await?;
    Ok(Some((found, comments)))
}

async fn rows(executor: impl sqlx::PgExecutor<'_>, workspace: Uuid, draft: Uuid) -> Result<Vec<Comment>> {
    let rows = sqlx::query_as!(
        Row,
        "select c.id, c.parent_id, c.author, c.author_id, c.body, c.resolved_at, c.start_offset, c.end_offset, c.gone, \
         c.quote, c.words, c.words_before, c.words_after, c.created_at, c.updated_at \
         from draft_comments c left join draft_comments p on p.id = c.parent_id \
         where c.workspace_id = $1 and c.draft_id = $2 \
         order by coalesce(p.start_offset, c.start_offset), coalesce(p.id, c.id), c.parent_id is not null, \
         c.created_at, c.id",
        workspace,
        draft,
    )
    .fetch_all(executor)
    .await?;
    Ok(rows.into_iter().map(Comment::from).collect())
}

impl OpenDraft {
    /// The comments of the draft, as [`of_draft`] gives them.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn comments(&mut self) -> Result<Vec<Comment>> {
        rows(&mut *self.tx, self.workspace, self.state.draft.id).await
    }

    /// Says where threads stand in the text that is written next.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn move_comments(&mut self, places: &[(Uuid, CommentPlace)]) -> Result<()> {
        let ids: Vec<Uuid> = places.iter().map(|(id, _)| *id).collect();
        let column =
            |of: fn(&CommentPlace) -> i64| places.iter().map(|(_, place)| of(place)).collect::<Vec<_>>();
        let text = |of: fn(&CommentPlace) -> &str| {
            places.iter().map(|(_, place)| of(place).to_owned()).collect::<Vec<_>>()
        };
        sqlx::query!(
            "update draft_comments c set start_offset = n.start_offset, end_offset = n.end_offset, gone = n.gone, \
             words = n.words, words_before = n.words_before, words_after = n.words_after \
             from unnest($2::uuid[], $3::bigint[], $4::bigint[], $5::bool[], $6::text[], $7::text[], $8::text[]) \
             as n (id, start_offset, end_offset, gone, words, words_before, words_after) \
             where c.workspace_id = $1 and c.id = n.id",
            self.workspace,
            &ids,
            &column(|place| place.start_offset),
            &column(|place| place.end_offset),
            &places.iter().map(|(_, place)| place.gone).collect::<Vec<_>>(),
            &text(|place| &place.words),
            &text(|place| &place.words_before),
            &text(|place| &place.words_after),
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(())
    }

    /// Stores a comment at words of the text, or one that answers another, and closes the draft.
    ///
    /// # Errors
    /// A statement failed; then nothing is written.
    pub async fn comment(mut self, new: &NewComment<'_>, place: &CommentPlace) -> Result<()> {
        sqlx::query!(
            "insert into draft_comments (id, workspace_id, draft_id, parent_id, author, body, quote, start_offset, \
             end_offset, gone, words, words_before, words_after, created_at, updated_at, author_id) \
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, $15)",
            new.id,
            self.workspace,
            self.state.draft.id,
            new.parent_id,
            new.author,
            &*clean(new.body),
            place.quote,
            place.start_offset,
            place.end_offset,
            place.gone,
            place.words,
            place.words_before,
            place.words_after,
            new.at,
            self.who.1,
        )
        .execute(&mut *self.tx)
        .await?;
        self.tx.commit().await?;
        Ok(())
    }
}

impl Store {
    /// Changes what a comment says, or whether its thread is settled; what is `None` stays. Whether there is such a one.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn set_comment(
        &self,
        draft: Uuid,
        id: Uuid,
        body: Option<&str>,
        resolved: Option<bool>,
        at: OffsetDateTime,
    ) -> Result<bool> {
        let body = body.map(clean);
        let updated = sqlx::query!(
            "update draft_comments set body = coalesce($4, body), \
             updated_at = case when $4::text is null then updated_at else $6 end, \
             resolved_at = case when $5::bool is null then resolved_at when not $5 then null \
             else coalesce(resolved_at, $6) end \
             where workspace_id = $1 and draft_id = $2 and id = $3",
            self.workspace,
            draft,
            id,
            body.as_deref(),
            resolved,
            at,
        )
        .execute(&self.pool)
        .await?;
        Ok(updated.rows_affected() > 0)
    }

    /// Deletes a comment, the first of a thread with all that answers it. Whether there was such a one.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn delete_comment(&self, draft: Uuid, id: Uuid) -> Result<bool> {
        let deleted = sqlx::query!(
            "delete from draft_comments where workspace_id = $1 and draft_id = $2 and id = $3",
            self.workspace,
            draft,
            id,
        )
        .execute(&self.pool)
        .await?;
        Ok(deleted.rows_affected() > 0)
    }
}
