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
use super::routes::{ANYBODY, Routes, get};
use super::session::set_cookie;
use super::{AppState, Error, Query, Result};
use stet_access::oidc::{CALLBACK, Callback, LASTS, Oidc, OidcError, Person};
use stet_access::{Admission, Principal};
use stet_text::Language;

/// The address that begins a login.
pub(super) const BEGIN: &str = "/api/session/oidc";
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
        let status = if fault.is_providers() { StatusCode::BAD_GATEWAY } else { StatusCode::BAD_REQUEST };
        tracing::warn!(%fault, "somebody could not sign in");
        Self::new(status, "sign-in", fault.message(Language::Ko), fault.message(Language::En))
    }
}

fn provider(guard: &Guard) -> Result<&Oidc> {
    guard.access.oidc().ok_or_else(|| {
        Error::new(
            StatusCode::NOT_FOUND,
            "not-found",
            "이 서버에서는 조직 계정으로 로그인할 수 없습니다. (운영자: STET_OIDC_ISSUER를 정하면 됩니다.)",
            "Nobody signs in to this server with an account of their organisation. (Operator: set STET_OIDC_ISSUER.)",
        )
    })
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
    let (ko, en) = if groups.is_some() {
        (
            format!(
                "{name}: 이 서버를 쓸 권한이 없습니다. 서버 운영자에게 그룹에 넣어 달라고 해 주세요. (운영자: STET_OIDC_GRANTS에 이 사람의 그룹이 없습니다. 그룹은 서버 기록에 있습니다.)"
            ),
            format!(
                "{name}: you may not use this server; ask whoever runs it to put you into a group. (Operator: STET_OIDC_GRANTS names none of this person’s groups, which are in the server’s log.)"
            ),
        )
    } else {
        (
            format!(
                "{name}: 로그인 서버가 그룹을 알려 주지 않아 권한을 정할 수 없습니다. (운영자: 로그인 서버의 클라이언트가 그룹을 토큰에 넣게 하고, STET_OIDC_CLAIM에 그 이름을 적거나 STET_OIDC_GRANTS에 * 줄을 두세요.)"
            ),
            format!(
                "{name}: the sign-in provider said nothing of your groups, so it is not known what you may. (Operator: let the provider’s client put groups into tokens and name the claim in STET_OIDC_CLAIM, or give STET_OIDC_GRANTS a row for *.)"
            ),
        )
    };
    Error::new(StatusCode::FORBIDDEN, "forbidden", ko, en)
}

fn no_workspace(name: &str) -> Error {
    tracing::error!(workspace = name, "STET_OIDC_GRANTS names a workspace that there is not");
    Error::new(
        StatusCode::FORBIDDEN,
        "forbidden",
        format!(
            "“{name}” 작업 공간이 아직 없습니다. (운영자: `stet keys create --workspace \"{name}\" …`로 만들거나 STET_OIDC_GRANTS를 고치세요.)"
        ),
        format!(
            "There is no workspace “{name}” yet. (Operator: make it with `stet keys create --workspace \"{name}\" …`, or mend STET_OIDC_GRANTS.)"
        ),
    )
}
