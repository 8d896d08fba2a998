//! Keys, for administrators. Those of the default workspace see to all of them, others to their own.

use std::sync::Arc;

use axum::Extension;
use axum::extract::Path;
use axum::http::{HeaderName, header};
use axum::response::NoContent;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::auth::{Guard, Subject};
use super::input::Object;
use super::problem;
use super::routes::{CONFLICT, Created, NOT_FOUND, Routes, delete, get, post};
use super::timestamp::Timestamp;
use super::{AppState, Error, Json, Query, Result, State};
use stet_access::{Principal, Secret};
use stet_store::Scope::{self, Admin};
use stet_store::workspaces::NAME_CHARS;
use stet_store::{ApiKey, Limits, MOST_TOKENS, Revoked, Store};

/// Longest name of a key or a workspace, in characters.
pub(super) const MAX_NAME: usize = NAME_CHARS;
/// Longest life that can be given to a key, in days, and longest overlap of two, in hours.
const MAX_DAYS: u32 = 3650;
const MAX_HOURS: u32 = 24 * 30;

pub(super) fn routes() -> Routes {
    Routes::of([
        get("/api/keys", list, "listKeys", "accounts", Admin)
            .says("The keys of a workspace, without themselves", "작업 공간의 키 목록")
            .answers("The latest first."),
        post("/api/keys", create, "createKey", "accounts", Admin)
            .says("Make a key; it is told once", "키 만들기 (키는 한 번만 알려 줍니다)")
            .audit("key.create")
            .example(json!({ "name": "editor", "scope": "write" }))
            .answers("With the key itself.")
            .refuses(&[NOT_FOUND]),
        delete("/api/keys/{id}", revoke, "revokeKey", "accounts", Admin)
            .says("Make a key good for nothing, within five seconds on every node", "키 폐기하기")
            .about(
                "Its sockets and streams end within two seconds, on every node. The key of the last administrator is refused \
                 with 409 (`urn:stet:last-administrator`) unless `confirm` says so; keys that will expire do not count as \
                 others. Behind it only `stet keys create` or `stet keys open`, on the machine itself, leads back.",
            )
            .audit("key.revoke")
            .refuses(&[NOT_FOUND, CONFLICT]),
        post("/api/keys/{id}/rotate", rotate, "rotateKey", "accounts", Admin)
            .says(
                "Put a new key in the place of one, which is good for a while yet",
                "새 키로 바꾸기 (앞의 키도 얼마 동안 쓸 수 있습니다)",
            )
            .audit("key.rotate")
            .example(json!({ "overlapHours": 24 }))
            .answers("With the new key itself.")
            .refuses(&[NOT_FOUND]),
    ])
}

/// A key, without itself.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Key {
    /// By which it is asked for.
    id: Uuid,
    /// What it is called.
    name: String,
    /// How the key begins.
    prefix: String,
    scope: Scope,
    /// In which the key is good.
    workspace: Uuid,
    /// When it was made.
    created_at: Timestamp,
    /// When it ends; null: never.
    expires_at: Option<Timestamp>,
    /// To five minutes.
    last_used_at: Option<Timestamp>,
    /// When it was revoked; null: it was not.
    revoked_at: Option<Timestamp>,
    /// The key that has taken its place.
    successor: Option<Uuid>,
    limits: Limits,
}

impl From<ApiKey> for Key {
    fn from(key: ApiKey) -> Self {
        Self {
            id: key.id,
            name: key.name,
            prefix: key.prefix,
            scope: key.scope,
            workspace: key.workspace_id,
            created_at: Timestamp(key.created_at),
            expires_at: key.expires_at.map(Timestamp),
            last_used_at: key.last_used_at.map(Timestamp),
            revoked_at: key.revoked_at.map(Timestamp),
            successor: key.successor,
            limits: key.limits,
        }
    }
}

pub(super) fn name_of(name: &str) -> Result<&str> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > MAX_NAME || name.chars().any(char::is_control) {
        return Err(problem::name_unfit(MAX_NAME));
    }
    Ok(name)
}

pub(super) fn limits_of(limits: Limits) -> Result<Limits> {
    let Limits { requests_per_minute, streams, tokens_per_day, cost_per_day } = limits;
    let small = [requests_per_minute, streams].into_iter().flatten().any(|limit| limit < 1);
    let negative = tokens_per_day.is_some_and(|limit| !(0..=MOST_TOKENS).contains(&limit))
        || cost_per_day.is_some_and(|cost| cost < 0.0);
    if small || negative {
        return Err(problem::limits_not_positive());
    }
    Ok(limits)
}

pub(super) fn no_workspace(id: &str) -> Error {
    problem::no_workspace(id)
}

/// The store of the workspace whose keys are seen to: another one only for who sees to all.
pub(super) fn seen(state: &AppState, principal: &Principal, workspace: Option<Uuid>) -> Result<Store> {
    match workspace {
        Some(other) if other != principal.workspace && !principal.is_owner() => {
            Err(no_workspace(&other.to_string()))
        }
        Some(other) => Ok(state.store().in_workspace(other)),
        None => Ok(state.store().clone()),
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Of {
    /// Another workspace than one's own, for administrators of the default one.
    workspace: Option<Uuid>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct KeyList {
    /// The keys; none tells what it opens with.
    keys: Vec<Key>,
}

async fn list(
    State(state): State,
    Extension(principal): Extension<Principal>,
    Query(of): Query<Of>,
) -> Result<axum::Json<KeyList>> {
    let keys = seen(&state, &principal, of.workspace)?.keys().await?;
    Ok(axum::Json(KeyList { keys: keys.into_iter().map(Key::from).collect() }))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NewKey {
    /// What decisions and the audit log call it.
    #[schemars(length(min = 1, max = MAX_NAME))]
    name: String,
    scope: Scope,
    /// Left out: it does not end.
    #[schemars(range(min = 1, max = MAX_DAYS))]
    expires_in_days: Option<u32>,
    /// In which the key is good; left out, in that of the request.
    workspace: Option<Uuid>,
    #[serde(default)]
    limits: Object<Limits>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct ToldKey {
    #[serde(flatten)]
    about: Key,
    /// The key itself, which is not told again.
    key: String,
}

/// A key is told here, and never again.
type Told = (Extension<Subject>, [(HeaderName, &'static str); 1], Created<ToldKey>);

fn told(key: ApiKey, secret: &Secret) -> Told {
    let subject = Subject(format!("{} ({})", key.name, key.id));
    let told = ToldKey { about: key.into(), key: secret.text().to_owned() };
    (Extension(subject), [(header::CACHE_CONTROL, "no-store")], Created(told))
}

fn secret() -> Result<Secret> {
    Secret::key().map_err(|fault| Error::internal(&fault))
}

async fn create(
    State(state): State,
    Extension(principal): Extension<Principal>,
    Extension(guard): Extension<Arc<Guard>>,
    Json(body): Json<NewKey>,
) -> Result<Told> {
    let store = seen(&state, &principal, body.workspace)?;
    let (name, limits, secret) = (name_of(&body.name)?, limits_of(body.limits.0)?, secret()?);
    let days = body.expires_in_days;
    if days.is_some_and(|days| !(1..=MAX_DAYS).contains(&days)) {
        return Err(problem::days_of_key(MAX_DAYS));
    }
    let at = OffsetDateTime::now_utc();
    let new = stet_store::NewKey {
        id: Uuid::now_v7(),
        name,
        hash: &secret.hash(),
        prefix: secret.prefix(),
        scope: body.scope,
        expires_at: days.map(|days| at + Duration::days(days.into())),
        limits,
        at,
    };
    if !store.insert_key(&new).await? {
        return Err(no_workspace(&store.workspace().to_string()));
    }
    guard.access.forget();
    let key = ApiKey {
        id: new.id,
        workspace_id: store.workspace(),
        name: name.to_owned(),
        prefix: secret.prefix().to_owned(),
        scope: new.scope,
        created_at: at,
        expires_at: new.expires_at,
        last_used_at: None,
        revoked_at: None,
        successor: None,
        limits,
    };
    Ok(told(key, &secret))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Rotation {
    /// How long the old key is good beside the new one.
    #[serde(default = "a_day")]
    #[schemars(range(max = MAX_HOURS))]
    overlap_hours: u32,
}

const fn a_day() -> u32 {
    24
}

async fn rotate(
    State(state): State,
    Extension(principal): Extension<Principal>,
    Extension(guard): Extension<Arc<Guard>>,
    Path(id): Path<String>,
    Query(of): Query<Of>,
    Json(body): Json<Rotation>,
) -> Result<Told> {
    let (old, store) =
        (id.parse().map_err(|_| problem::no_key(&id))?, seen(&state, &principal, of.workspace)?);
    let hours = body.overlap_hours;
    if hours > MAX_HOURS {
        return Err(problem::hours_of_overlap(MAX_HOURS));
    }
    let (secret, now) = (secret()?, OffsetDateTime::now_utc());
    let new = (Uuid::now_v7(), &secret.hash(), secret.prefix());
    let key = store.rotate_key(old, new, now + Duration::hours(hours.into()), now).await?;
    guard.access.forget();
    let key = key.ok_or_else(|| problem::no_good_key(&id))?;
    Ok(told(key, &secret))
}

/// What has to be said to revoke the key of the last administrator.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum Confirmed {
    Last,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Revoke {
    /// Another workspace than one's own, for administrators of the default one.
    workspace: Option<Uuid>,
    /// Revoke it although no other administrator's key is good without an expiry.
    confirm: Option<Confirmed>,
}

async fn revoke(
    State(state): State,
    Extension(principal): Extension<Principal>,
    Extension(guard): Extension<Arc<Guard>>,
    Path(id): Path<String>,
    Query(of): Query<Revoke>,
) -> Result<NoContent> {
    let (key, store) =
        (id.parse().map_err(|_| problem::no_key(&id))?, seen(&state, &principal, of.workspace)?);
    // The key of the settings opens everything as long as it stands there.
    let keeps_one = of.confirm.is_none() && state.config().server.api_key.is_none();
    let revoked = store.revoke_key(key, OffsetDateTime::now_utc(), keeps_one).await?;
    guard.access.forget();
    match revoked {
        Revoked::Done => Ok(NoContent),
        Revoked::Unknown => Err(problem::no_key(&id)),
        Revoked::Last => Err(problem::last_administrator()),
    }
}
