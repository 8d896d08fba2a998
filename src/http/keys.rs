//! Keys, workspaces and the audit log, for administrators. Those of the default workspace see to all of them, others to their own.

use std::sync::Arc;

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{delete, get, post, put};
use axum::{Extension, Router};
use serde::Deserialize;
use serde_json::{Value, json};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::auth::{Guard, Subject};
use super::chats::timestamp;
use super::input::{Object, Whole};
use super::{AppState, Error, Json, Query, Result, State};
use stet_access::{Principal, Secret};
use stet_ingest::pictures;
use stet_store::workspaces::{NAME_CHARS, Removed, Renamed};
use stet_store::{ApiKey, Limits, NewKey, Revoked, Scope, Store, Workspace};

/// Longest name of a key or a workspace, in characters.
const MAX_NAME: usize = NAME_CHARS;
/// Longest life that can be given to a key, in days, and longest overlap of two, in hours.
const MAX_DAYS: u32 = 3650;
const MAX_HOURS: u32 = 24 * 30;
/// Entries of the audit log on a page, at most.
const PAGE: i64 = 100;

pub(super) fn router() -> Router<AppState> {
    Router::new()
        .route("/api/keys", get(list).post(create))
        .route("/api/keys/{id}", delete(revoke))
        .route("/api/keys/{id}/rotate", post(rotate))
        .route("/api/workspaces", get(workspaces).post(create_workspace))
        .route("/api/workspaces/{id}", put(limit_workspace).patch(rename_workspace).delete(delete_workspace))
        .route("/api/audit", get(audit))
}

/// A key as JSON, without itself.
fn key_json(key: &ApiKey) -> Value {
    json!({
        "id": key.id, "name": key.name, "prefix": key.prefix, "scope": key.scope, "workspace": key.workspace_id,
        "createdAt": timestamp(key.created_at), "expiresAt": key.expires_at.map(timestamp),
        "lastUsedAt": key.last_used_at.map(timestamp), "revokedAt": key.revoked_at.map(timestamp),
        "successor": key.successor, "limits": key.limits,
    })
}

fn workspace_json(workspace: &Workspace) -> Value {
    json!({
        "id": workspace.id, "name": workspace.name, "createdAt": timestamp(workspace.created_at),
        "limits": workspace.limits,
    })
}

fn name_of(name: &str) -> Result<&str> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > MAX_NAME || name.chars().any(char::is_control) {
        return Err(Error::input(
            "name",
            format!("이름은 1~{MAX_NAME}자여야 합니다."),
            format!("The name must have 1 to {MAX_NAME} characters."),
        ));
    }
    Ok(name)
}

/// The largest whole number that every reader of JSON keeps.
const MOST_TOKENS: i64 = (1 << 53) - 1;

fn limits_of(limits: Limits) -> Result<Limits> {
    let Limits { requests_per_minute, streams, tokens_per_day, cost_per_day } = limits;
    let small = [requests_per_minute, streams].into_iter().flatten().any(|limit| limit < 1);
    let negative = tokens_per_day.is_some_and(|limit| !(0..=MOST_TOKENS).contains(&limit))
        || cost_per_day.is_some_and(|cost| cost < 0.0);
    if small || negative {
        return Err(Error::input(
            "limits",
            "한도는 양수여야 합니다. 한도를 두지 않으려면 그 값을 빼 주세요.",
            "Limits must be positive; leave out what is not to be limited.",
        ));
    }
    Ok(limits)
}

fn no_workspace(id: &str) -> Error {
    Error::not_found("작업 공간", "workspace", id)
}

fn id_of(id: &str, ko: &str, en: &str) -> Result<Uuid> {
    id.parse().map_err(|_| Error::not_found(ko, en, id))
}

/// The store of the workspace whose keys are seen to: another one only for who sees to all.
fn seen(state: &AppState, principal: &Principal, workspace: Option<Uuid>) -> Result<Store> {
    match workspace {
        Some(other) if other != principal.workspace && !principal.is_owner() => {
            Err(no_workspace(&other.to_string()))
        }
        Some(other) => Ok(state.store().in_workspace(other)),
        None => Ok(state.store().clone()),
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Of {
    workspace: Option<Uuid>,
}

async fn list(
    State(state): State,
    Extension(principal): Extension<Principal>,
    Query(of): Query<Of>,
) -> Result<axum::Json<Value>> {
    let keys = seen(&state, &principal, of.workspace)?.keys().await?;
    Ok(axum::Json(json!({ "keys": keys.iter().map(key_json).collect::<Vec<_>>() })))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NewBody {
    name: String,
    scope: Scope,
    expires_in_days: Option<u32>,
    workspace: Option<Uuid>,
    #[serde(default)]
    limits: Object<Limits>,
}

/// A key is told here, and never again.
fn told(key: &ApiKey, secret: &Secret) -> Response {
    let mut body = key_json(key);
    body["key"] = json!(secret.text());
    let mut response = (StatusCode::CREATED, axum::Json(body)).into_response();
    response.extensions_mut().insert(Subject(format!("{} ({})", key.name, key.id)));
    response
        .headers_mut()
        .insert(axum::http::header::CACHE_CONTROL, axum::http::HeaderValue::from_static("no-store"));
    response
}

fn secret() -> Result<Secret> {
    Secret::key().map_err(|fault| Error::internal(&fault))
}

async fn create(
    State(state): State,
    Extension(principal): Extension<Principal>,
    Extension(guard): Extension<Arc<Guard>>,
    Json(body): Json<NewBody>,
) -> Result<Response> {
    let store = seen(&state, &principal, body.workspace)?;
    let (name, limits, secret) = (name_of(&body.name)?, limits_of(body.limits.0)?, secret()?);
    let days = body.expires_in_days;
    if days.is_some_and(|days| !(1..=MAX_DAYS).contains(&days)) {
        return Err(Error::input(
            "expiresInDays",
            format!("기한은 1~{MAX_DAYS}일이어야 합니다."),
            format!("A key may live 1 to {MAX_DAYS} days."),
        ));
    }
    let at = OffsetDateTime::now_utc();
    let new = NewKey {
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
    Ok(told(&key, &secret))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RotateBody {
    /// How long the old key is good beside the new one.
    #[serde(default = "a_day")]
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
    Json(body): Json<RotateBody>,
) -> Result<Response> {
    let (old, store) = (id_of(&id, "키", "key")?, seen(&state, &principal, of.workspace)?);
    let hours = body.overlap_hours;
    if hours > MAX_HOURS {
        return Err(Error::input(
            "overlapHours",
            format!("두 키를 함께 쓸 수 있는 시간은 {MAX_HOURS}시간까지입니다."),
            format!("Two keys may be good beside each other for {MAX_HOURS} hours at most."),
        ));
    }
    let (secret, now) = (secret()?, OffsetDateTime::now_utc());
    let new = (Uuid::now_v7(), &secret.hash(), secret.prefix());
    let key = store.rotate_key(old, new, now + Duration::hours(hours.into()), now).await?;
    guard.access.forget();
    let key = key.ok_or_else(|| Error::not_found("쓸 수 있는 키", "key that is good", &id))?;
    Ok(told(&key, &secret))
}

/// What has to be said to revoke the key of the last administrator.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Confirmed {
    Last,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Revoke {
    workspace: Option<Uuid>,
    confirm: Option<Confirmed>,
}

async fn revoke(
    State(state): State,
    Extension(principal): Extension<Principal>,
    Extension(guard): Extension<Arc<Guard>>,
    Path(id): Path<String>,
    Query(of): Query<Revoke>,
) -> Result<StatusCode> {
    let (key, store) = (id_of(&id, "키", "key")?, seen(&state, &principal, of.workspace)?);
    // The key of the settings opens everything as long as it stands there.
    let keeps_one = of.confirm.is_none() && state.config().server.api_key.is_none();
    let revoked = store.revoke_key(key, OffsetDateTime::now_utc(), keeps_one).await?;
    guard.access.forget();
    match revoked {
        Revoked::Done => Ok(StatusCode::NO_CONTENT),
        Revoked::Unknown => Err(Error::not_found("키", "key", &id)),
        Revoked::Last => Err(Error::new(
            StatusCode::CONFLICT,
            "last-administrator",
            "기한 없이 쓸 수 있는 관리(admin) 키가 이것 말고는 없습니다. 폐기하면 아무도 키를 만들거나 폐기할 수 없게 될 수 있습니다. 먼저 기한 없는 관리 키를 하나 더 만들어 주세요. 그래도 폐기하려면 ?confirm=last를 붙여 다시 보내 주세요. 그 뒤에는 이 컴퓨터에서 stet keys create나 stet keys open으로만 되돌릴 수 있습니다.",
            "No other key of an administrator is good without an expiry: with this one revoked, perhaps nobody can make or revoke keys. Make another such key first, or send it again with ?confirm=last to revoke it all the same; then only stet keys create or stet keys open, on the machine itself, leads back.",
        )),
    }
}

async fn workspaces(
    State(state): State,
    Extension(principal): Extension<Principal>,
) -> Result<axum::Json<Value>> {
    let all = state.store().workspaces().await?;
    let seen = all.iter().filter(|one| principal.is_owner() || one.id == principal.workspace);
    Ok(axum::Json(json!({ "workspaces": seen.map(workspace_json).collect::<Vec<_>>() })))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WorkspaceBody {
    name: String,
    #[serde(default)]
    limits: Object<Limits>,
}

/// What only administrators of the default workspace may.
fn of_all(principal: &Principal) -> Result<()> {
    if principal.is_owner() { Ok(()) } else { Err(Error::forbidden(Scope::Admin)) }
}

async fn create_workspace(
    State(state): State,
    Extension(principal): Extension<Principal>,
    Json(body): Json<WorkspaceBody>,
) -> Result<Response> {
    of_all(&principal)?;
    let made = Workspace {
        id: Uuid::now_v7(),
        name: name_of(&body.name)?.to_owned(),
        created_at: OffsetDateTime::now_utc(),
        limits: limits_of(body.limits.0)?,
    };
    if !state.store().insert_workspace(made.id, &made.name, made.limits, made.created_at).await? {
        return Err(name_taken());
    }
    let mut response = (StatusCode::CREATED, axum::Json(workspace_json(&made))).into_response();
    response.extensions_mut().insert(Subject(format!("{} ({})", made.name, made.id)));
    Ok(response)
}

fn name_taken() -> Error {
    Error::conflict("그 이름의 작업 공간이 이미 있습니다.", "There is a workspace of that name already.")
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct NameBody {
    name: String,
}

async fn rename_workspace(
    State(state): State,
    Extension(principal): Extension<Principal>,
    Path(id): Path<String>,
    Json(body): Json<NameBody>,
) -> Result<StatusCode> {
    of_all(&principal)?;
    let workspace = id_of(&id, "작업 공간", "workspace")?;
    match state.store().rename_workspace(workspace, name_of(&body.name)?).await? {
        Renamed::Done => Ok(StatusCode::NO_CONTENT),
        Renamed::Taken => Err(name_taken()),
        Renamed::Unknown => Err(no_workspace(&id)),
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Deletion {
    /// Also where something is being read or written.
    #[serde(default)]
    force: bool,
}

/// A workspace goes with everything in it. The log keeps that it went, by its name.
async fn delete_workspace(
    State(state): State,
    Extension(principal): Extension<Principal>,
    Extension(guard): Extension<Arc<Guard>>,
    Path(id): Path<String>,
    Query(how): Query<Deletion>,
) -> Result<Response> {
    of_all(&principal)?;
    let workspace = id_of(&id, "작업 공간", "workspace")?;
    let known = state.store().workspaces().await?.into_iter().find(|one| one.id == workspace);
    let known = known.ok_or_else(|| no_workspace(&id))?;
    match state.store().remove_workspace(workspace, how.force).await? {
        Removed::Done => {}
        Removed::Unknown => return Err(no_workspace(&id)),
        Removed::Default => {
            return Err(Error::conflict(
                "처음부터 있는 작업 공간은 지울 수 없습니다.",
                "The default workspace cannot be deleted.",
            ));
        }
        Removed::Busy { jobs, writing } => {
            return Err(Error::conflict(
                format!(
                    "읽고 있는 출처 {jobs}개, 쓰고 있는 글 {writing}개가 있습니다. 끝나기를 기다리거나 force=true로 지워 주세요."
                ),
                format!(
                    "Sources are being read ({jobs}) or texts being written ({writing}); wait for them, or delete it with force=true."
                ),
            ));
        }
    }
    // Keys and sessions of it are good for nothing from here on, those that this node remembers, too.
    guard.access.forget();
    state.asker.forget_workspace(workspace);
    let data = state.config().database.data_dir.clone();
    let removed = tokio::task::spawn_blocking(move || pictures::remove_folder(&data, workspace)).await;
    if !matches!(removed, Ok(Ok(()))) {
        tracing::error!(%workspace, ?removed, "the folder of a workspace that is gone could not be removed");
    }
    let mut response = StatusCode::NO_CONTENT.into_response();
    response.extensions_mut().insert(Subject(known.name));
    Ok(response)
}

async fn limit_workspace(
    State(state): State,
    Extension(principal): Extension<Principal>,
    Extension(guard): Extension<Arc<Guard>>,
    Path(id): Path<String>,
    Json(limits): Json<Limits>,
) -> Result<StatusCode> {
    of_all(&principal)?;
    let workspace = id_of(&id, "작업 공간", "workspace")?;
    let limited = state.store().limit_workspace(workspace, limits_of(limits)?).await?;
    guard.access.forget();
    if limited { Ok(StatusCode::NO_CONTENT) } else { Err(no_workspace(&id)) }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    /// Entries before this one.
    before: Option<Uuid>,
    workspace: Option<Uuid>,
    limit: Option<Whole<1, PAGE>>,
}

async fn audit(
    State(state): State,
    Extension(principal): Extension<Principal>,
    Query(page): Query<Page>,
) -> Result<axum::Json<Value>> {
    let limit = page.limit.map_or(PAGE, |limit| limit.0);
    let entries = seen(&state, &principal, page.workspace)?.audit(page.before, limit).await?;
    let next = entries.last().filter(|_| i64::try_from(entries.len()).is_ok_and(|found| found == limit));
    let next = next.map(|entry| entry.id);
    let entries: Vec<Value> = entries
        .iter()
        .map(|entry| {
            json!({
                "id": entry.id, "at": timestamp(entry.created_at), "who": entry.who, "key": entry.key_id,
                "action": entry.action, "subject": entry.subject,
            })
        })
        .collect();
    Ok(axum::Json(json!({ "entries": entries, "next": next })))
}
