//! Links by which anybody reads one draft or one answer. The key of a link is kept as its hash.

use time::OffsetDateTime;
use uuid::Uuid;

use super::{Result, Store};

/// What a link leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shared {
    Draft(Uuid),
    /// A message that is an answer.
    Answer(Uuid),
}

/// A link, without its key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Share {
    pub id: Uuid,
    pub draft_id: Option<Uuid>,
    pub message_id: Option<Uuid>,
    /// Who gave it out, as they were called then.
    pub author: String,
    pub created_at: OffsetDateTime,
    pub expires_at: Option<OffsetDateTime>,
}

impl Shared {
    const fn ids(self) -> (Option<Uuid>, Option<Uuid>) {
        match self {
            Self::Draft(id) => (Some(id), None),
            Self::Answer(id) => (None, Some(id)),
        }
    }
}

impl Share {
    /// What it leads to.
    #[must_use]
    pub fn of(&self) -> Option<Shared> {
        self.draft_id.map(Shared::Draft).or(self.message_id.map(Shared::Answer))
    }
}

impl Store {
    /// Stores a link. `None`: what it would lead to is not there, or is no answer that has ended.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn insert_share(
        &self,
        id: Uuid,
        what: Shared,
        hash: &[u8; 32],
        (at, until): (OffsetDateTime, Option<OffsetDateTime>),
    ) -> Result<Option<Share>> {
        let (draft, message) = what.ids();
        let share = sqlx::query_as!(
            Share,
            "insert into shares (id, workspace_id, key_hash, draft_id, message_id, author, created_at, expires_at) \
             select $1, $2, $3, $4::uuid, $5::uuid, $6, $7, $8::timestamptz \
             where exists (select from drafts where workspace_id = $2 and id = $4) or exists (select from messages \
             where workspace_id = $2 and id = $5 and role = 'assistant' and status <> 'streaming') \
             returning id, draft_id, message_id, author, created_at, expires_at",
            id,
            self.workspace,
            &hash[..],
            draft,
            message,
            &*self.who,
            at,
            until,
        )
        .fetch_optional(&self.pool)
        .await?;
        Ok(share)
    }

    /// The links to something, or all of the workspace, the latest first; those that have expired as well.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn shares(&self, what: Option<Shared>) -> Result<Vec<Share>> {
        let (draft, message) = what.map_or((None, None), Shared::ids);
        let shares = sqlx::query_as!(
            Share,
            "select id, draft_id, message_id, author, created_at, expires_at from shares where workspace_id = $1 \
             and ($2::uuid is null or draft_id = $2) and ($3::uuid is null or message_id = $3) \
             order by created_at desc, id desc",
            self.workspace,
            draft,
            message,
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(shares)
    }

    /// Takes a link back. `false`: there is none.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn delete_share(&self, id: Uuid) -> Result<bool> {
        let deleted =
            sqlx::query!("delete from shares where workspace_id = $1 and id = $2", self.workspace, id)
                .execute(&self.pool)
                .await?;
        Ok(deleted.rows_affected() > 0)
    }

    /// The link of a key, of any workspace, with that; `None` where it is unknown, was taken back or has expired.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn share_of(&self, hash: &[u8; 32], now: OffsetDateTime) -> Result<Option<(Uuid, Share)>> {
        let row = sqlx::query!(
            "select workspace_id, id, draft_id, message_id, author, created_at, expires_at from shares \
             where key_hash = $1 and (expires_at is null or expires_at > $2)",
            &hash[..],
            now,
        )
        .fetch_optional(&self.owner)
        .await?;
        Ok(row.map(|row| {
            let (id, draft_id, message_id) = (row.id, row.draft_id, row.message_id);
            let (author, created_at, expires_at) = (row.author, row.created_at, row.expires_at);
            (row.workspace_id, Share { id, draft_id, message_id, author, created_at, expires_at })
        }))
    }

    /// Changes when a source comes, goes or is read: how many versions there are, and the last change of any.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn sources_stamp(&self) -> Result<(i64, Option<OffsetDateTime>)> {
        let row = sqlx::query!(
            "select count(*) as \"count!\", max(updated_at) as last from rag_documents where workspace_id = $1",
            self.workspace,
        )
        .fetch_one(&self.pool)
        .await?;
        Ok((row.count, row.last))
    }
}
