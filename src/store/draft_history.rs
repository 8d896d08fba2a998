//! What became of a draft: its revisions and the decisions on its patches, in pages.
//!
//! Owns reading the history. Leaves writing it to [`super::drafts`](super::Change), which does so with the change itself.

use serde_json::Value;
use time::OffsetDateTime;
use uuid::Uuid;

use super::decision::{Decision, PatchStatus};
use super::{Result, Store};

/// One text that a draft had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftRevision {
    pub revision: i64,
    /// `create`, `edit`, `accept`, `undo`, or `restore` with the revision that was restored (`restore 3`).
    pub cause: String,
    pub created_at: OffsetDateTime,
    /// Length of the text in bytes of UTF-8.
    pub bytes: i64,
    /// Decisions that led to this text.
    pub decisions: i64,
    /// Who wrote it, as they were called then, and their key or person. None: nobody noted it.
    pub author: Option<String>,
    pub author_id: Option<Uuid>,
    /// `None` when a list was asked for without texts.
    pub text: Option<String>,
}

/// Which revisions of a draft, the newest first.
#[derive(Debug, Clone, Copy)]
pub struct RevisionPage {
    /// Only older ones than this.
    pub before: Option<i64>,
    pub limit: i64,
    /// With their texts. A page ends early rather than hold more than this many bytes, but has one revision at least.
    pub texts: Option<i64>,
}

/// A decision with what is known of its patch.
#[derive(Debug, Clone, PartialEq)]
pub struct DecisionRow {
    pub id: Uuid,
    /// The row of the patch.
    pub patch_id: Uuid,
    pub decision: Decision,
    pub decided_by: String,
    /// Their key or person, where they have one and it was noted.
    pub decided_by_id: Option<Uuid>,
    pub category: String,
    pub rule_ids: Vec<String>,
    pub text_before: String,
    pub text_after: String,
    /// Name of the suggestion in the sentence and its neighbours at the time.
    pub context_key: String,
    /// The draft's revision after the decision.
    pub revision: i64,
    pub created_at: OffsetDateTime,
    /// Where the patch stands now.
    pub status: PatchStatus,
    /// The patch as the domain describes it.
    pub patch: Value,
}

/// Which decisions on a draft.
#[derive(Debug, Clone, Copy, Default)]
pub struct DecisionPage {
    pub newest_first: bool,
    /// All of them when `None`.
    pub limit: Option<i64>,
    pub offset: i64,
    /// Only those that led to this revision or were made at it.
    pub revision: Option<i64>,
}

impl Store {
    /// The history of a draft, the newest first.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn draft_revisions(&self, draft: Uuid, page: RevisionPage) -> Result<Vec<DraftRevision>> {
        let revisions = sqlx::query_as!(
            DraftRevision,
            "select page.revision, page.cause, page.created_at, page.bytes::bigint as \"bytes!\", \
             case when page.cause in ('accept', 'undo') then coalesce(made.n, 0) else 0 end as \"decisions!\", \
             page.author, page.author_id, page.text \
             from (select r.revision, r.cause, r.created_at, r.author, r.author_id, octet_length(r.text) as bytes, \
                case when $5::bigint is not null then r.text end as text, \
                sum(octet_length(r.text)) over (order by r.revision desc) - octet_length(r.text) as above \
                from draft_revisions r where r.workspace_id = $1 and r.draft_id = $2 \
                and ($3::bigint is null or r.revision < $3) order by r.revision desc limit $4) page \
             left join (select d.revision, count(*) as n from patch_decisions d \
                where d.workspace_id = $1 and d.draft_id = $2 and d.decision <> 'reject' \
                group by d.revision) made on made.revision = page.revision \
             where $5::bigint is null or page.above = 0 or page.above + page.bytes <= $5 \
             order by page.revision desc",
            self.workspace,
            draft,
            page.before,
            page.limit,
            page.texts,
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(revisions)
    }

    /// One revision of a draft with its text.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn draft_revision(&self, draft: Uuid, revision: i64) -> Result<Option<DraftRevision>> {
        let Some(before) = revision.checked_add(1) else { return Ok(None) };
        let page = RevisionPage { before: Some(before), limit: 1, texts: Some(i64::MAX) };
        let found = self.draft_revisions(draft, page).await?.pop();
        Ok(found.filter(|found| found.revision == revision))
    }

    /// The decisions on a draft, and how many there are before paging.
    ///
    /// # Errors
    /// A statement failed.
    pub async fn decisions(&self, draft: Uuid, page: DecisionPage) -> Result<(Vec<DecisionRow>, i64)> {
        let decisions = sqlx::query_as!(
            DecisionRow,
            "select d.id, d.patch_id, d.decision as \"decision: Decision\", d.decided_by, d.decided_by_id, d.category, \
             d.rule_ids, d.text_before, d.text_after, \
             convert_from(coalesce(d.context_hash, ''), 'UTF8') as \"context_key!\", \
             d.revision, d.created_at, p.status as \"status: PatchStatus\", p.patch \
             from patch_decisions d join patches p on p.id = d.patch_id \
             where d.workspace_id = $1 and d.draft_id = $2 and ($3::bigint is null or d.revision = $3) \
             order by case when $4 then d.created_at end desc, case when $4 then d.id end desc, \
             d.created_at, d.id limit $5 offset $6",
            self.workspace,
            draft,
            page.revision,
            page.newest_first,
            page.limit,
            page.offset,
        )
        .fetch_all(&self.pool)
        .await?;
        let total = sqlx::query_scalar!(
            "select count(*) as \"count!\" from patch_decisions \
             where workspace_id = $1 and draft_id = $2 and ($3::bigint is null or revision = $3)",
            self.workspace,
            draft,
            page.revision,
        )
        .fetch_one(&self.pool)
        .await?;
        Ok((decisions, total))
    }
}
