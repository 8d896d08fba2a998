//! Signing in with an account of one's organisation: `GET /api/session/oidc` leads to the provider, `…/callback` is where it
//! sends people back to. Both are addresses that a browser goes to, so their faults are pages.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Redirect, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use time::OffsetDateTime;

use super::auth::{COOKIE, Guard, cookie};
use super::problem::{self, code};
use super::routes::{ANYBODY, Routes, get};
use super::session::set_cookie;
use super::{AppState, Error, Query, Result};
use stet_access::oidc::{CALLBACK, Callback, LASTS, Oidc, OidcError, Person};
use stet_access::{Admission, Principal};
use stet_text::Language;

/// The cookie of a login under way. It comes with the way back from the provider, which is another site.
const LOGIN: &str = "stet_login";

/// Needs no key: it is how somebody is let in.
pub(super) fn routes() -> Routes {
    Routes::of([
get("/api/session/oidc", begin, "beginSignIn", "accounts", ANYBODY)
.says("Go to the provider to sign in with an account", "조직 계정으로 로그인하러 가기")
.about("An address for browsers, by OpenID Connect; faults are pages.")
.brings(303, "", json!({ "description": "To the provider." }))
.faults("FaultPage"),
get("/api/session/oidc/callback", finish, "endSignIn", "accounts", ANYBODY)
.says("Come back from the provider", "조직 계정 로그인에서 돌아오기")
.about("What the provider sends the browser to. What it adds besides is passed over.")
            .brings(303, "", json!({ "description": "Signed in, with the cookie of a session; to where they wanted to be." }))
.faults("FaultPage"),
    ])
}

impl From<OidcError> for Error {
    fn from(fault: OidcError) -> Self {
        tracing::warn!(%fault, "somebody could not sign in");
        let error =
            Self::new(code::SIGN_IN, [Language::Ko, Language::En].map(|language| fault.message(language)));
        if fault.is_providers() { error.status(StatusCode::BAD_GATEWAY) } else { error }
    }
}

fn provider(guard: &Guard) -> Result<&Oidc> {
    guard.access.oidc().ok_or_else(problem::no_sign_in)
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Begin {
    /// Where the person wants to be afterwards.
    #[serde(rename = "return")]
    back: Option<String>,
}

async fn begin(Extension(guard): Extension<Arc<Guard>>, Query(asked): Query<Begin>) -> Result<Response> {
    let oidc = provider(&guard)?;
    let beginning = oidc.begin(asked.back.as_deref().unwrap_or("/")).await?;
    let mut response = led(&beginning.location);
    keep(&mut response, oidc, &beginning.cookie, LASTS.whole_seconds());
    Ok(response)
}

async fn finish(
    Extension(guard): Extension<Arc<Guard>>,
    State(state): State<AppState>,
    headers: HeaderMap,
    Query(callback): Query<Callback>,
) -> Result<Response> {
    let oidc = provider(&guard)?;
    let (person, place) = oidc.finish(cookie(&headers, LOGIN).as_deref(), callback).await?;
    let (secret, principal) = match guard.access.admit(&person).await? {
        Admission::In(secret, principal) => (secret, principal),
        Admission::NoGroup => return Err(no_group(&person)),
        Admission::NoWorkspace(name) => return Err(no_workspace(&name)),
    };
    note(&state, &principal, &person).await;
    let mut response = led(&place);
    keep(&mut response, oidc, "", 0);
    let seconds = guard.access.visit().whole_seconds();
    set_cookie(&mut response, COOKIE, secret.text(), "/", seconds, "Strict", oidc.is_secure());
    Ok(response)
}

fn led(address: &str) -> Response {
    let mut response = Redirect::to(address).into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Lets the browser keep a login under way, or forget it.
fn keep(response: &mut Response, oidc: &Oidc, content: &str, seconds: i64) {
    set_cookie(response, LOGIN, content, CALLBACK, seconds, "Lax", oidc.is_secure());
}

/// Notes who has signed in, by what names them for good.
async fn note(state: &AppState, principal: &Principal, person: &Person) {
    let store = state.store().in_workspace(principal.workspace).for_whom(Arc::clone(&principal.who));
    let now = OffsetDateTime::now_utc();
    if let Err(fault) = store.note(None, "session.begin", &person.subject, now).await {
        tracing::error!(%fault, who = %principal.who, "the audit log could not be written");
    }
}

fn no_group(person: &Person) -> Error {
    let Person { name, subject, groups, .. } = person;
    tracing::warn!(who = %name, subject, ?groups, "somebody who signed in may do nothing here");
    if groups.is_some() { problem::no_group(name) } else { problem::groups_unknown(name) }
}

fn no_workspace(name: &str) -> Error {
    tracing::error!(workspace = name, "STET_OIDC_GRANTS names a workspace that there is not");
    problem::no_workspace_to_enter(name)
}
