//! The keys that open workspaces, browser sessions, and what keys have spent. Only hashes of keys and sessions are stored.
//!
//! All of it is the owner's: the role of the workspaces sees no key. Statements that are for one workspace name it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use time::{Date, OffsetDateTime};
use uuid::Uuid;

use super::{DEFAULT_WORKSPACE, Result, Store, clean};

/// Each holds those before it: reading, searching and checking, which change nothing; asking, in conversations of one's own;
/// changing what the workspace has; keys and the audit log.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, sqlx::Type,
)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum Scope {
    /// Read, search, verify, and change nothing at all.
    Read,
    /// Ask, in conversations of one's own.
    Ask,
    /// Change sources, drafts and rules.
    Write,
    /// Keys, workspaces, the audit log.
    Admin,
}

/// What is left out is as in the settings for a key, and without a limit for a workspace.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Limits {
    /// On each node.
    #[schemars(range(min = 1, max = i32::MAX))]
    pub requests_per_minute: Option<i32>,
    /// Answers and revisions at the same time, on each node.
    #[schemars(range(min = 1, max = i32::MAX))]
    pub streams: Option<i32>,
    /// A day of UTC, on all nodes.
    #[schemars(range(min = 0, max = MOST_TOKENS))]
    pub tokens_per_day: Option<i64>,
    /// By the price of `STET_TOKEN_PRICE`.
    #[schemars(range(min = 0))]
    pub cost_per_day: Option<f64>,
}

/// The largest whole number that every reader of JSON keeps.
pub const MOST_TOKENS: i64 = (1 << 53) - 1;

/// A key, without itself.
#[derive(Debug, Clone, PartialEq)]
pub struct ApiKey {
    pub id: Uuid,
    pub workspace_id: Uuid,
    pub name: String,
    /// Its first letters.
    pub prefix: String,
    pub scope: Scope,
    pub created_at: OffsetDateTime,
    pub expires_at: Option<OffsetDateTime>,
    /// To a few minutes.
    pub last_used_at: Option<OffsetDateTime>,
    pub revoked_at: Option<OffsetDateTime>,
    /// The key that has taken its place.
    pub successor: Option<Uuid>,
    pub limits: Limits,
}

/// A key to be stored.
#[derive(Debug, Clone, Copy)]
pub struct NewKey<'a> {
    pub id: Uuid,
    pub name: &'a str,
    pub hash: &'a [u8; 32],
    pub prefix: &'a str,
    pub scope: Scope,
    pub expires_at: Option<OffsetDateTime>,
    pub limits: Limits,
    pub at: OffsetDateTime,
}

/// Whom a key that is good belongs to, and what was spent today.
#[derive(Debug, Clone, PartialEq)]
pub struct Holder {
    pub key: ApiKey,
    pub workspace_limits: Limits,
    /// Tokens that were spent on the day, with the key and in its whole workspace.
    pub spent: (i64, i64),
}

/// With what a socket or a stream was opened, and what that gave then.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Opener {
    pub key: Option<Uuid>,
    /// The hash of a session, of that key or of a person.
    pub session: Option<[u8; 32]>,
    pub workspace: Uuid,
    pub scope: Scope,
}

/// What became of a key that was to be revoked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Revoked {
    Done,
    /// There is no such key.
    Unknown,
    /// No other key of an administrator is good for good; it is good as before.
    Last,
}

/// A row of `api_keys`.
struct Row {
    id: Uuid,
    workspace_id: Uuid,
    name: String,
    prefix: String,
    scope: Scope,
    created_at: OffsetDateTime,
    expires_at: Option<OffsetDateTime>,
    last_used_at: Option<OffsetDateTime>,
    revoked_at: Option<OffsetDateTime>,
    successor: Option<Uuid>,
    requests_per_minute: Option<i32>,
    streams: Option<i32>,
    tokens_per_day: Option<i64>,
    cost_per_day: Option<f64>,
}

impl From<Row> for ApiKey {
    fn from(row: Row) -> Self {
        Self {
            limits: Limits {
                requests_per_minute: row.requests_per_minute,
                streams: row.streams,
                tokens_per_day: row.tokens_per_day,
                cost_per_day: row.cost_per_day,
            },
            id: row.id,
            workspace_id: row.workspace_id,
            name: row.name,
            prefix: row.prefix,
            scope: row.scope,
            created_at: row.created_at,
            expires_at: row.expires_at,
            last_used_at: row.last_used_at,
            revoked_at: row.revoked_at,
            successor: row.successor,
        }
    }
}

impl Store {
    /// Stores a key of the workspace. `false`: there is no such workspace.
    ///
    /// # Errors
    /// The statement failed, or the key exists.
    pub async fn insert_key(&self, key: &NewKey<'_>) -> Result<bool> {
        let stored = sqlx::query!(
            "insert into api_keys (id, workspace_id, name, key_hash, prefix, scope, expires_at, created_at, \
             requests_per_minute, streams, tokens_per_day, cost_per_day) \
             select $1, id, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 from workspaces where id = $2",
            key.id,
            self.workspace,
            &*clean(key.name),
            &key.hash[..],
            key.prefix,
            key.scope as Scope,
            key.expires_at,
            key.at,
            key.limits.requests_per_minute,
            key.limits.streams,
            key.limits.tokens_per_day,
            key.limits.cost_per_day,
        )
        .execute(&self.owner)
        .await?;
        Ok(stored.rows_affected() > 0)
    }

    /// The keys of the workspace, the latest first, those that are no good any more, too.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn keys(&self) -> Result<Vec<ApiKey>> {
        let rows = sqlx::query_as!(
            Row,
            "select id, workspace_id, name, prefix, scope as \"scope: Scope\", created_at, expires_at, last_used_at, \
             revoked_at, successor, requests_per_minute, streams, tokens_per_day, cost_per_day \
             from api_keys where workspace_id = $1 order by created_at desc, id desc",
            self.workspace,
        )
        .fetch_all(&self.owner)
        .await?;
        Ok(rows.into_iter().map(ApiKey::from).collect())
    }

    /// Puts a key in the place of another of the workspace, with its name, scope and limits. The old one is good until
    /// `until` at most. `None`: there is no such key, or it is no good any more.
    ///
    /// # Errors
    /// A statement failed.
    pub async fn rotate_key(
        &self,
        old: Uuid,
        (new, hash, prefix): (Uuid, &[u8; 32], &str),
        until: OffsetDateTime,
        at: OffsetDateTime,
    ) -> Result<Option<ApiKey>> {
        let mut tx = self.begin_as_owner("begin").await?;
        let row = sqlx::query_as!(
            Row,
            "insert into api_keys (id, workspace_id, name, key_hash, prefix, scope, expires_at, created_at, \
             requests_per_minute, streams, tokens_per_day, cost_per_day) \
             select $3, workspace_id, name, $4, $5, scope, expires_at, $6, requests_per_minute, streams, tokens_per_day, \
             cost_per_day from api_keys where workspace_id = $1 and id = $2 and revoked_at is null and successor is null \
             and (expires_at is null or expires_at > $6) \
             returning id, workspace_id, name, prefix, scope as \"scope: Scope\", created_at, expires_at, last_used_at, \
             revoked_at, successor, requests_per_minute, streams, tokens_per_day, cost_per_day",
            self.workspace,
            old,
            new,
            &hash[..],
            prefix,
            at,
        )
        .fetch_optional(&mut *tx)
        .await?;
        if row.is_some() {
            sqlx::query!(
                "update api_keys set successor = $3, expires_at = least(expires_at, $4) \
                 where workspace_id = $1 and id = $2",
                self.workspace,
                old,
                new,
                until,
            )
            .execute(&mut *tx)
            .await?;
        }
        tx.commit().await?;
        Ok(row.map(ApiKey::from))
    }

    /// Makes a key of the workspace good for nothing; where `keeps_one` is said not that of its last administrator. Those of the default
    /// workspace see to all workspaces, and a key that will expire leaves nobody who can make another.
    ///
    /// # Errors
    /// A statement failed.
    pub async fn revoke_key(&self, id: Uuid, at: OffsetDateTime, keeps_one: bool) -> Result<Revoked> {
        let mut tx = self.begin_as_owner("begin").await?;
        if keeps_one {
            // Locked, so that two cannot revoke each other's.
            let admins = sqlx::query!(
                "select id, expires_at from api_keys where workspace_id in ($1, $2) and scope = 'admin' \
                 and revoked_at is null and (expires_at is null or expires_at > $3) order by id for update",
                self.workspace,
                DEFAULT_WORKSPACE,
                at,
            )
            .fetch_all(&mut *tx)
            .await?;
            let is_one = admins.iter().any(|key| key.id == id);
            if is_one && !admins.iter().any(|key| key.id != id && key.expires_at.is_none()) {
                return Ok(Revoked::Last);
            }
        }
        let revoked = sqlx::query!(
            "update api_keys set revoked_at = coalesce(revoked_at, $3) where workspace_id = $1 and id = $2",
            self.workspace,
            id,
            at,
        )
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(if revoked.rows_affected() > 0 { Revoked::Done } else { Revoked::Unknown })
    }

    /// Forgets every key of every workspace, with the sessions that they began, and says how many there were.
    ///
    /// # Errors
    /// A statement failed.
    pub async fn forget_keys(&self) -> Result<u64> {
        let mut tx = self.begin_as_owner("begin").await?;
        sqlx::query!("delete from sessions").execute(&mut *tx).await?;
        let forgotten = sqlx::query!("delete from api_keys").execute(&mut *tx).await?;
        tx.commit().await?;
        Ok(forgotten.rows_affected())
    }

    /// Whom a key belongs to, of any workspace; `None` where it is unknown, revoked or expired.
    ///
    /// # Errors
    /// A statement failed.
    pub async fn holder(&self, hash: &[u8; 32], now: OffsetDateTime) -> Result<Option<Holder>> {
        let row = sqlx::query_as!(
            Row,
            "select id, workspace_id, name, prefix, scope as \"scope: Scope\", created_at, expires_at, last_used_at, \
             revoked_at, successor, requests_per_minute, streams, tokens_per_day, cost_per_day \
             from api_keys where key_hash = $1 and revoked_at is null and (expires_at is null or expires_at > $2)",
            &hash[..],
            now,
        )
        .fetch_optional(&self.owner)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let key = ApiKey::from(row);
        let (workspace_limits, spent) = self.in_workspace(key.workspace_id).spent(key.id, now.date()).await?;
        Ok(Some(Holder { key, workspace_limits, spent }))
    }

    /// The limits of the workspace, and the tokens that were spent on a day with a key and in all.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn spent(&self, key: Uuid, day: Date) -> Result<(Limits, (i64, i64))> {
        let row = sqlx::query!(
            "select w.requests_per_minute, w.streams, w.tokens_per_day, w.cost_per_day, \
             coalesce(sum(u.tokens) filter (where u.key_id = $2), 0)::bigint as \"by_key!\", \
             coalesce(sum(u.tokens), 0)::bigint as \"by_all!\" \
             from workspaces w left join usage_days u on u.workspace_id = w.id and u.day = $3 \
             where w.id = $1 group by w.id",
            self.workspace,
            key,
            day,
        )
        .fetch_optional(&self.owner)
        .await?;
        let Some(row) = row else { return Ok((Limits::default(), (0, 0))) };
        let limits = Limits {
            requests_per_minute: row.requests_per_minute,
            streams: row.streams,
            tokens_per_day: row.tokens_per_day,
            cost_per_day: row.cost_per_day,
        };
        Ok((limits, (row.by_key, row.by_all)))
    }

    /// Counts tokens to a key of the workspace.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn spend(&self, key: Uuid, day: Date, tokens: i64) -> Result<()> {
        sqlx::query!(
            "insert into usage_days (workspace_id, key_id, day, tokens) values ($1, $2, $3, $4) \
             on conflict (workspace_id, key_id, day) do update set tokens = usage_days.tokens + excluded.tokens",
            self.workspace,
            key,
            day,
            tokens,
        )
        .execute(&self.owner)
        .await?;
        Ok(())
    }

    /// Notes that a key was used.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn key_used(&self, id: Uuid, at: OffsetDateTime) -> Result<()> {
        sqlx::query!("update api_keys set last_used_at = greatest(last_used_at, $2) where id = $1", id, at)
            .execute(&self.owner)
            .await?;
        Ok(())
    }

    /// Which of these, by their places, opened what they may not have open any more: the key was revoked or has expired, the session has
    /// ended, the person may less or is in another workspace.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn shut_out(&self, openers: &[Opener], now: OffsetDateTime) -> Result<Vec<usize>> {
        let keys: Vec<_> = openers.iter().map(|one| one.key).collect();
        let sessions: Vec<_> = openers.iter().map(|one| one.session.map(|hash| hash.to_vec())).collect();
        let workspaces: Vec<_> = openers.iter().map(|one| one.workspace).collect();
        let scopes: Vec<i32> = openers.iter().map(|one| one.scope as i32 + 1).collect();
        let out = sqlx::query_scalar!(
            "select o.place as \"place!\" from unnest($1::uuid[], $2::bytea[], $3::uuid[], $4::int[]) \
             with ordinality as o (key, session, workspace, scope, place) \
             where (o.key is not null and not exists (select from api_keys k where k.id = o.key \
              and k.revoked_at is null and (k.expires_at is null or k.expires_at > $5))) \
             or (o.session is not null \
              and not exists (select from sessions s where s.token_hash = o.session and s.expires_at > $5) \
              and not exists (select from person_sessions s join people p on p.id = s.person_id \
              where s.token_hash = o.session and s.expires_at > $5 and p.workspace_id = o.workspace \
              and array_position(array['read', 'ask', 'write', 'admin'], p.scope) >= o.scope))",
            &keys as &[Option<Uuid>],
            &sessions as &[Option<Vec<u8>>],
            &workspaces,
            &scopes,
            now,
        )
        .fetch_all(&self.owner)
        .await?;
        Ok(out.into_iter().filter_map(|place| usize::try_from(place - 1).ok()).collect())
    }

    /// Whether a key was ever made, in any workspace and whatever became of it.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn has_keys(&self) -> Result<bool> {
        let has = sqlx::query_scalar!("select exists (select from api_keys) as \"has!\"")
            .fetch_one(&self.owner)
            .await?;
        Ok(has)
    }

    /// Stores a session by the hash of what its cookie holds, and forgets those that have expired.
    ///
    /// # Errors
    /// A statement failed.
    pub async fn begin_session(
        &self,
        token: &[u8; 32],
        key: &[u8; 32],
        at: OffsetDateTime,
        until: OffsetDateTime,
    ) -> Result<()> {
        sqlx::query!("delete from sessions where expires_at < $1", at).execute(&self.owner).await?;
        sqlx::query!(
            "insert into sessions (token_hash, key_hash, created_at, expires_at) values ($1, $2, $3, $4)",
            &token[..],
            &key[..],
            at,
            until,
        )
        .execute(&self.owner)
        .await?;
        Ok(())
    }

    /// The hash of the key that a session was begun with.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn session(&self, token: &[u8; 32], now: OffsetDateTime) -> Result<Option<[u8; 32]>> {
        let hash = sqlx::query_scalar!(
            "select key_hash from sessions where token_hash = $1 and expires_at > $2",
            &token[..],
            now,
        )
        .fetch_optional(&self.owner)
        .await?;
        Ok(hash.and_then(|hash| hash.try_into().ok()))
    }

    /// Ends a session, of a key or a person.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn end_session(&self, token: &[u8; 32]) -> Result<()> {
        sqlx::query!(
            "with persons as (delete from person_sessions where token_hash = $1) \
             delete from sessions where token_hash = $1",
            &token[..]
        )
        .execute(&self.owner)
        .await?;
        Ok(())
    }
}
