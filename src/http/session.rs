//! Browser sessions: `POST /api/session` takes a key and sets a cookie, `GET` says who is signed in, `DELETE` signs out. How
//! people sign in with an account of theirs is in [`super::oidc`].
//!
//! The cookie is none of scripts' (`HttpOnly`), stays with this site (`SameSite=Strict`) and, where the page came over HTTPS, with
//! HTTPS. Its content is stored as a hash, and is good for no longer than the key it was begun with.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::auth::{COOKIE, Guard, is_of_own_page, peer, session};
use super::oidc::BEGIN;
use super::problem;
use super::routes::{ANYBODY, INVALID, Routes, delete, get, post, reference};
use super::{AppState, Json, Result};
use axum::extract::FromRequest as _;
use stet_access::{Principal, SESSION, Shown};

/// Needs no key: it is how one is shown.
pub(super) fn routes() -> Routes {
    Routes::of([
        get("/api/session", read, "readSession", "accounts", ANYBODY)
            .says("Who is signed in, and whether anybody has to be", "누가 로그인했는지")
            .answers("By the cookie alone.")
            .gives(200, "Session"),
        post("/api/session", begin, "signIn", "accounts", ANYBODY)
            .says("Sign a browser in with a key", "키로 로그인하기")
            .example(json!({ "key": "a-key-of-this-server-of-thirty-two-characters" }))
            .answers(
                "Signed in for seven days, and no longer than the key is good; requests with the cookie that \
                 change something must come from this server's own pages.",
            )
            .takes("application/json", reference("SignIn"))
            .gives(200, "Session")
            .refuses(&[INVALID]),
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
struct Begin {
    key: String,
}

fn who(principal: &Principal) -> Value {
    json!({
        "signedIn": true, "needed": principal.account.is_some(), "who": &*principal.who,
        "scope": principal.scope, "workspace": principal.workspace,
    })
}

async fn read(guard: Guarded, headers: HeaderMap) -> Result<axum::Json<Value>> {
    let session = session(&headers);
    let shown = session.as_deref().map_or(Shown::Nothing, Shown::Session);
    let principal = guard.access.principal(shown).await?;
    let nobody = json!({ "signedIn": false, "needed": true });
    let mut told = principal.as_ref().map_or(nobody, who);
    if let Some(oidc) = guard.access.oidc() {
        told["signIn"] = json!(oidc.address(BEGIN));
    }
    Ok(axum::Json(told))
}

async fn begin(guard: Guarded, State(state): State<AppState>, request: Request) -> Result<Response> {
    let (peer, secure) = (peer(&request), is_secure(request.headers()));
    let Json(body) = Json::<Begin>::from_request(request, &state).await?;
    let Some((secret, principal)) = guard.access.sign_in(&body.key).await? else {
        return Err(guard.refusal(peer));
    };
    let mut response = axum::Json(who(&principal)).into_response();
    set(&mut response, secret.text(), SESSION.whole_seconds(), secure);
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
