//! Browser sessions: `POST /api/session` takes a key and sets a cookie, `GET` says who is signed in, `DELETE` signs out. How
//! people sign in with an account of theirs is in [`super::oidc`].
//!
//! The cookie is none of scripts' (`HttpOnly`), stays with this site (`SameSite=Strict`) and, where the page came over HTTPS, with
//! HTTPS. Its content is stored as a hash, and is good for no longer than the key it was begun with.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::rejection::ExtensionRejection;
use axum::extract::{ConnectInfo, Request};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::auth::{COOKIE, Guard, is_of_own_page, session};
use super::error::BEGIN;
use super::problem;
use super::routes::{ANYBODY, Routes, delete, get, post};
use super::{Json, Result};
use stet_access::{Principal, SESSION, Shown};
use stet_store::Scope;

/// Needs no key: it is how one is shown.
pub(super) fn routes() -> Routes {
    Routes::of([
        get("/api/session", read, "readSession", "accounts", ANYBODY)
            .says("Who is signed in, and whether anybody has to be", "누가 로그인했는지")
            .answers("By the cookie alone."),
        post("/api/session", begin, "signIn", "accounts", ANYBODY)
            .says("Sign a browser in with a key", "키로 로그인하기")
            .example(json!({ "key": "a-key-of-this-server-of-thirty-two-characters" }))
            .answers(
                "Signed in for seven days, and no longer than the key is good; requests with the cookie that \
                 change something must come from this server's own pages.",
            )
            .returns::<Session>(200),
        delete("/api/session", end, "signOut", "accounts", ANYBODY).says("Sign out", "로그아웃하기").brings(
            204,
            "",
            json!({ "description": "Done." }),
        ),
    ])
}

type Guarded = axum::Extension<Arc<Guard>>;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "SignIn")]
struct Begin {
    /// An API key, or the key of the settings.
    key: String,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Session {
    /// Whether the cookie is good.
    signed_in: bool,
    /// False where nobody has a key: whoever is at this machine may do everything.
    needed: bool,
    #[serde(flatten)]
    who: Option<Who>,
    /// Where a browser goes to sign in with an account, if that can be done; `return` says where it comes back to.
    #[serde(skip_serializing_if = "Option::is_none")]
    sign_in: Option<String>,
}

/// Who is signed in.
#[derive(Debug, Serialize, JsonSchema)]
struct Who {
    /// The name of the key, or the person's address of mail (where the provider does not vouch for it, their subject).
    #[serde(rename = "who")]
    name: Arc<str>,
    scope: Scope,
    /// In which the key is good.
    workspace: Uuid,
}

impl Session {
    fn of(principal: Option<Principal>) -> Self {
        let (signed_in, needed) =
            (principal.is_some(), principal.as_ref().is_none_or(|one| one.account.is_some()));
        let who = principal.map(|one| Who { name: one.who, scope: one.scope, workspace: one.workspace });
        Self { signed_in, needed, who, sign_in: None }
    }
}

async fn read(guard: Guarded, headers: HeaderMap) -> Result<axum::Json<Session>> {
    let session = session(&headers);
    let shown = session.as_deref().map_or(Shown::Nothing, Shown::Session);
    let told = Session::of(guard.access.principal(shown).await?);
    let sign_in = guard.access.oidc().map(|oidc| oidc.address(BEGIN));
    Ok(axum::Json(Session { sign_in, ..told }))
}

async fn begin(
    guard: Guarded,
    peer: std::result::Result<ConnectInfo<SocketAddr>, ExtensionRejection>,
    headers: HeaderMap,
    Json(body): Json<Begin>,
) -> Result<Response> {
    let Some((secret, principal)) = guard.access.sign_in(&body.key).await? else {
        return Err(guard.refusal(peer.ok().map(|ConnectInfo(peer)| peer.ip())));
    };
    let mut response = axum::Json(Session::of(Some(principal))).into_response();
    set(&mut response, secret.text(), SESSION.whole_seconds(), is_secure(&headers));
    Ok(response)
}

async fn end(guard: Guarded, request: Request) -> Result<Response> {
    let secure = is_secure(request.headers());
    if let Some(session) = session(request.headers()) {
        if !is_of_own_page(&request) {
            return Err(problem::foreign_origin());
        }
        guard.access.sign_out(&session).await?;
    }
    let mut response = StatusCode::NO_CONTENT.into_response();
    set(&mut response, "", 0, secure);
    Ok(response)
}

/// Whether the page that asks came over HTTPS: its origin says so, whatever proxy stands before this server.
fn is_secure(headers: &HeaderMap) -> bool {
    headers.get(header::ORIGIN).is_some_and(|origin| origin.as_bytes().starts_with(b"https://"))
}

fn set(response: &mut Response, content: &str, seconds: i64, secure: bool) {
    set_cookie(response, COOKIE, content, "/", seconds, "Strict", secure);
}

/// Gives the browser a cookie for a path and what is behind it; 0 seconds: takes it.
pub(super) fn set_cookie(
    response: &mut Response,
    name: &str,
    content: &str,
    path: &str,
    seconds: i64,
    same_site: &str,
    secure: bool,
) {
    let secure = if secure { "; Secure" } else { "" };
    let cookie =
        format!("{name}={content}; Path={path}; Max-Age={seconds}; HttpOnly; SameSite={same_site}{secure}");
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
}
