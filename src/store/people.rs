//! People who sign in with an account of their organisation, and their sessions. Like keys, all of it is the owner's.

use time::OffsetDateTime;
use uuid::Uuid;

use super::{Limits, Result, Scope, Store, clean};

/// Somebody who may sign in.
#[derive(Debug, Clone, Copy)]
pub struct Admitted<'a> {
    pub issuer: &'a str,
    pub subject: &'a str,
    /// As decisions and the audit log name them.
    pub name: &'a str,
    /// By its name.
    pub workspace: &'a str,
    pub scope: Scope,
}

/// Somebody who is signed in, and what was spent today.
#[derive(Debug, Clone, PartialEq)]
pub struct SignedIn {
    pub id: Uuid,
    pub workspace_id: Uuid,
    pub scope: Scope,
    pub name: String,
    pub workspace_limits: Limits,
    /// Tokens that were spent on the day, by the person and in the whole workspace.
    pub spent: (i64, i64),
}

impl Store {
    /// Begins a session of a person by the hash of what its cookie holds; what they may is that of now in all their sessions.
    /// `false`: there is no workspace of that name.
    ///
    /// # Errors
    /// A statement failed.
    pub async fn admit(
        &self,
        person: Admitted<'_>,
        token: &[u8; 32],
        at: OffsetDateTime,
        until: OffsetDateTime,
    ) -> Result<bool> {
        let mut tx = self.begin_as_owner("begin").await?;
        sqlx::query!("delete from person_sessions where expires_at < $1", at).execute(&mut *tx).await?;
        let id = sqlx::query_scalar!(
            "insert into people (id, issuer, subject, workspace_id, scope, name, signed_in_at) \
             select $1, $2, $3, id, $5, $6, $7 from workspaces where name = $4 \
             on conflict (issuer, subject) do update set workspace_id = excluded.workspace_id, scope = excluded.scope, \
             name = excluded.name, signed_in_at = excluded.signed_in_at returning id",
            Uuid::now_v7(),
            person.issuer,
            &*clean(person.subject),
            person.workspace,
            person.scope as Scope,
            &*clean(person.name),
            at,
        )
        .fetch_optional(&mut *tx)
        .await?;
        let Some(id) = id else { return Ok(false) };
        sqlx::query!(
            "insert into person_sessions (token_hash, person_id, created_at, expires_at) values ($1, $2, $3, $4)",
            &token[..],
            id,
            at,
            until,
        )
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(true)
    }

    /// Forgets a person who may no longer sign in, which ends all their sessions.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn dismiss(&self, issuer: &str, subject: &str) -> Result<()> {
        sqlx::query!("delete from people where issuer = $1 and subject = $2", issuer, &*clean(subject))
            .execute(&self.owner)
            .await?;
        Ok(())
    }

    /// Who is signed in with a session; `None` where there is none or it has expired.
    ///
    /// # Errors
    /// A statement failed.
    pub async fn signed_in(&self, token: &[u8; 32], now: OffsetDateTime) -> Result<Option<SignedIn>> {
        let row = sqlx::query!(
            "select p.id, p.workspace_id, p.scope as \"scope: Scope\", p.name \
             from person_sessions s join people p on p.id = s.person_id where s.token_hash = $1 and s.expires_at > $2",
            &token[..],
            now,
        )
        .fetch_optional(&self.owner)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let (workspace_limits, spent) = self.in_workspace(row.workspace_id).spent(row.id, now.date()).await?;
        let (id, workspace_id, scope, name) = (row.id, row.workspace_id, row.scope, row.name);
        Ok(Some(SignedIn { id, workspace_id, scope, name, workspace_limits, spent }))
    }
}
