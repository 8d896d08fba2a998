//! Drafts with their history, the patches staged beside them, and every decision on a patch.
//!
//! Optimistic concurrency lives here, because only the database can tell who came first: a change says which
//! revision it saw, and is refused when that is no longer the present one. What a decision does to text and
//! ranges is worked out by `revise` and arrives here as one [`Change`].

use serde::{Deserialize, Serialize};
use serde_json::Value;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{Result, Store, clean, clean_json};

/// Where a patch stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum PatchStatus {
    Pending,
    Accepted,
    Rejected,
    Conflict,
    Superseded,
}

/// What a writer decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum Decision {
    Accept,
    Reject,
    Undo,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    pub id: Uuid,
    pub title: String,
    pub text: String,
    /// Counts every change of the text, from 1.
    pub revision: i64,
    pub source_ids: Vec<Uuid>,
    pub criteria_pack_ids: Vec<Uuid>,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftRevision {
    pub revision: i64,
    pub text: String,
    /// `create`, `edit`, `accept` or `undo`.
    pub cause: String,
    pub created_at: OffsetDateTime,
}

/// A staged patch. Ranges are bytes of the draft's present text.
#[derive(Debug, Clone, PartialEq)]
pub struct PatchRow {
    pub id: Uuid,
    pub draft_id: Uuid,
    /// The request for a revision that it came from, and its place therein.
    pub run_id: Uuid,
    pub ordinal: i32,
    pub status: PatchStatus,
    /// `CORE`, `EXPRESSION` or `DETAIL`.
    pub category: String,
    pub base_revision: i64,
    pub start_offset: i64,
    pub end_offset: i64,
    pub before: String,
    pub after: String,
    /// The whole patch as the domain describes it.
    pub patch: Value,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecisionRow {
    pub id: Uuid,
    pub draft_id: Uuid,
    pub patch_id: Uuid,
    pub decision: Decision,
    pub decided_by: String,
    pub category: String,
    pub rule_ids: Vec<String>,
    pub text_before: String,
    pub text_after: String,
    /// Hash of the sentence and its neighbours at the time.
    pub context_hash: Option<Vec<u8>>,
    /// The draft's revision after the decision.
    pub revision: i64,
    pub created_at: OffsetDateTime,
}

/// One step of a draft: a new text (or the same), what becomes of its patches, and the decisions behind it.
#[derive(Debug, Clone)]
pub struct Change<'a> {
    pub draft_id: Uuid,
    /// The revision the writer saw.
    pub base_revision: i64,
    /// `None` when the text stays (a rejection); then the revision stays too.
    pub text: Option<&'a str>,
    /// `edit`, `accept` or `undo`.
    pub cause: &'a str,
    /// Patches whose status, range or content changed; all are written whole.
    pub patches: &'a [PatchRow],
    pub decisions: &'a [DecisionRow],
    pub at: OffsetDateTime,
}

/// What became of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Changed {
    /// The revision that the draft has now.
    Now(i64),
    /// Somebody else was first; the draft has this revision and nothing was written.
    Stale(i64),
    /// There is no such draft.
    Gone,
}

impl Store {
    /// Stores a draft with its first revision.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn insert_draft(&self, id: Uuid, title: &str, text: &str, at: OffsetDateTime) -> Result<()> {
        sqlx::query!(
            "with d as (insert into drafts (id, workspace_id, title, text, revision, created_at, updated_at) \
             values ($1, $2, $3, $4, 1, $5, $5)) \
             insert into draft_revisions (draft_id, workspace_id, revision, text, cause, created_at) \
             values ($1, $2, 1, $4, 'create', $5)",
            id,
            self.workspace,
            &*clean(title),
            &*clean(text),
            at,
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// One draft.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn draft(&self, id: Uuid) -> Result<Option<Draft>> {
        let draft = sqlx::query_as!(
            Draft,
            "select id, title, text, revision, source_ids, criteria_pack_ids, created_at, updated_at \
             from drafts where workspace_id = $1 and id = $2",
            self.workspace,
            id,
        )
        .fetch_optional(&self.pool)
        .await?;
        Ok(draft)
    }

    /// Drafts, the most recently changed first.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn drafts(&self, limit: i64, offset: i64) -> Result<Vec<Draft>> {
        let drafts = sqlx::query_as!(
            Draft,
            "select id, title, text, revision, source_ids, criteria_pack_ids, created_at, updated_at \
             from drafts where workspace_id = $1 order by updated_at desc, id desc limit $2 offset $3",
            self.workspace,
            limit,
            offset,
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(drafts)
    }

    /// Sets what a draft is called, which sources its facts are checked against and which packs it follows.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn set_draft_settings(
        &self,
        id: Uuid,
        title: &str,
        source_ids: &[Uuid],
        criteria_pack_ids: &[Uuid],
        at: OffsetDateTime,
    ) -> Result<bool> {
        let updated = sqlx::query!(
            "update drafts set title = $3, source_ids = $4, criteria_pack_ids = $5, updated_at = $6 \
             where workspace_id = $1 and id = $2",
            self.workspace,
            id,
            &*clean(title),
            source_ids,
            criteria_pack_ids,
            at,
        )
        .execute(&self.pool)
        .await?;
        Ok(updated.rows_affected() > 0)
    }

    /// Deletes a draft with its history, patches and decisions.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn delete_draft(&self, id: Uuid) -> Result<bool> {
        let deleted =
            sqlx::query!("delete from drafts where workspace_id = $1 and id = $2", self.workspace, id)
                .execute(&self.pool)
                .await?;
        Ok(deleted.rows_affected() > 0)
    }

    /// The history of a draft, the newest first.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn draft_revisions(&self, draft: Uuid, limit: i64) -> Result<Vec<DraftRevision>> {
        let revisions = sqlx::query_as!(
            DraftRevision,
            "select revision, text, cause, created_at from draft_revisions \
             where workspace_id = $1 and draft_id = $2 order by revision desc limit $3",
            self.workspace,
            draft,
            limit,
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(revisions)
    }

    /// Writes a change, all of it or nothing. Patches are inserted or replaced by id.
    ///
    /// # Errors
    /// A statement failed; then nothing is written.
    pub async fn change_draft(&self, change: &Change<'_>) -> Result<Changed> {
        let mut tx = self.pool.begin().await?;
        let revision = sqlx::query_scalar!(
            "select revision from drafts where workspace_id = $1 and id = $2 for update",
            self.workspace,
            change.draft_id,
        )
        .fetch_optional(&mut *tx)
        .await?;
        let Some(mut revision) = revision else { return Ok(Changed::Gone) };
        if revision != change.base_revision {
            return Ok(Changed::Stale(revision));
        }
        if let Some(text) = change.text.map(clean) {
            revision += 1;
            sqlx::query!(
                "with d as (update drafts set text = $3, revision = $4, updated_at = $6 \
                 where workspace_id = $2 and id = $1) \
                 insert into draft_revisions (draft_id, workspace_id, revision, text, cause, created_at) \
                 values ($1, $2, $4, $3, $5, $6)",
                change.draft_id,
                self.workspace,
                &*text,
                revision,
                change.cause,
                change.at,
            )
            .execute(&mut *tx)
            .await?;
        }
        for patch in change.patches {
            self.put_patch(&mut tx, patch).await?;
        }
        for d in change.decisions {
            sqlx::query!(
                "insert into patch_decisions (id, workspace_id, draft_id, patch_id, decision, decided_by, category, \
                 rule_ids, text_before, text_after, context_hash, revision, created_at) \
                 values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
                d.id,
                self.workspace,
                d.draft_id,
                d.patch_id,
                d.decision as Decision,
                &*clean(&d.decided_by),
                d.category,
                &d.rule_ids,
                &*clean(&d.text_before),
                &*clean(&d.text_after),
                d.context_hash.as_deref(),
                revision,
                d.created_at,
            )
            .execute(&mut *tx)
            .await?;
        }
        tx.commit().await?;
        Ok(Changed::Now(revision))
    }

    async fn put_patch(&self, tx: &mut sqlx::PgTransaction<'_>, p: &PatchRow) -> Result<()> {
        sqlx::query_file!(
            "src/store/put_patch.sql",
            p.id,
            self.workspace,
            p.draft_id,
            p.run_id,
            p.ordinal,
            p.status as PatchStatus,
            p.category,
            p.base_revision,
            p.start_offset,
            p.end_offset,
            &*clean(&p.before),
            &*clean(&p.after),
            clean_json(&p.patch),
            p.created_at,
            p.updated_at,
        )
        .execute(&mut **tx)
        .await?;
        Ok(())
    }

    /// The patches of a draft in the order of the text, of one status or of all.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn patches(&self, draft: Uuid, status: Option<PatchStatus>) -> Result<Vec<PatchRow>> {
        let patches = sqlx::query_as!(
            PatchRow,
            "select id, draft_id, run_id, ordinal, status as \"status: PatchStatus\", category, base_revision, \
             start_offset, end_offset, before, after, patch, created_at, updated_at from patches \
             where workspace_id = $1 and draft_id = $2 and ($3::text is null or status = $3) \
             order by start_offset, ordinal, id",
            self.workspace,
            draft,
            status as Option<PatchStatus>,
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(patches)
    }

    /// The decisions on a draft, the oldest first.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn decisions(&self, draft: Uuid) -> Result<Vec<DecisionRow>> {
        let decisions = sqlx::query_as!(
            DecisionRow,
            "select id, draft_id, patch_id, decision as \"decision: Decision\", decided_by, category, rule_ids, \
             text_before, text_after, context_hash, revision, created_at from patch_decisions \
             where workspace_id = $1 and draft_id = $2 order by created_at, id",
            self.workspace,
            draft,
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(decisions)
    }
}
