//! Who may ask: a key, a browser's session, or only this machine; and from which pages.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::Response;
use time::OffsetDateTime;
use tower_http::cors::{AllowHeaders, AllowMethods, AllowOrigin, CorsLayer};

use super::error::accepted_language;
use super::problem;
use super::{AppState, Error, Result, openapi, sse};
use stet_access::{Access, Principal, Shown};

/// Requests without the right key that one address may send in [`WINDOW`] before it is told to wait.
const ATTEMPTS: u32 = 100;
const WINDOW: Duration = Duration::from_mins(1);
/// Addresses that are remembered; with more, those whose window is over are forgotten, else all.
const ADDRESSES: usize = 10_000;
/// How long browsers may remember what another origin is allowed.
const PREFLIGHT: Duration = Duration::from_mins(10);

/// Requests without the right key, by the address that they came from: since when, and how many.
#[derive(Debug, Default)]
pub(super) struct Attempts(Mutex<HashMap<IpAddr, (Instant, u32)>>);

impl Attempts {
    /// Counts one more; the seconds to wait when there were too many.
    fn count(&self, address: IpAddr, now: Instant) -> Option<u64> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= ADDRESSES {
            known.retain(|_, (since, _)| now.duration_since(*since) < WINDOW);
            if known.len() >= ADDRESSES {
                known.clear();
            }
        }
        let (since, count) = known.entry(network(address)).or_insert((now, 0));
        if now.duration_since(*since) >= WINDOW {
            (*since, *count) = (now, 0);
        }
        *count = count.saturating_add(1);
        let left = WINDOW.saturating_sub(now.duration_since(*since));
        (*count > ATTEMPTS).then(|| left.as_secs().max(1))
    }
}

/// What one subscriber has: of IPv6 a network.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64))),
        address @ IpAddr::V4(_) => address,
    }
}

/// What lets requests in: what keys come to, and who has tried too often.
#[derive(Debug)]
pub(super) struct Guard {
    pub access: Access,
    attempts: Attempts,
}

impl Guard {
    pub fn new(access: Access) -> Self {
        Self { access, attempts: Attempts::default() }
    }

    /// Refuses whoever shows no key that is good. Whoever does often is told to wait; a good key is served all the same, since
    /// many clients may share an address.
    pub fn refusal(&self, peer: Option<IpAddr>) -> Error {
        self.unless_too_often(peer, problem::unauthorised())
    }

    /// Counts a request that shows something wrong: whoever sends many is told to wait, others what is to be told.
    pub fn unless_too_often(&self, peer: Option<IpAddr>, told: Error) -> Error {
        let seconds = peer.and_then(|peer| self.attempts.count(peer, Instant::now()));
        seconds.map_or(told, problem::too_many_attempts)
    }
}

/// The address that a request came from.
fn peer(request: &Request) -> Option<IpAddr> {
    request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip())
}

/// Makes out who asks, by a key or a browser's session, and whether they may; what they did is noted where it is one of the things
/// that are. Where there is no key at all nobody need show one: only loopback is bound then.
pub(super) async fn authenticate(
    State((state, guard)): State<(AppState, Arc<Guard>)>,
    mut request: Request,
    next: Next,
) -> Result<Response> {
    let key = bearer(request.headers()).or_else(|| socket_token(&request));
    let session = session(request.headers());
    let shown = match (&key, &session) {
        (Some(key), _) => Shown::Key(key),
        (None, Some(session)) => Shown::Session(session),
        (None, None) => Shown::Nothing,
    };
    let principal = state.store().while_there(guard.access.principal(shown)).await;
    let principal = principal
        .map_err(|fault| if state.store().is_away() { problem::store_absent() } else { fault.into() });
    let Some(principal) = principal? else {
        return Err(guard.refusal(peer(&request)));
    };
    // A browser sends the cookie by itself, whoever made the page; SameSite keeps it from other sites, and the origin, which
    // browsers state with every such request, from other ports of this one. So no token of the page is needed beside them.
    if matches!(shown, Shown::Session(_))
        && principal.account.is_some()
        && changes(&request)
        && !is_of_own_page(&request)
    {
        return Err(problem::foreign_origin());
    }
    let pattern = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let (needed, action) = openapi::permission(request.method(), pattern.as_deref().unwrap_or_default());
    if principal.scope < needed {
        return Err(Error::forbidden(needed));
    }
    if let Some(account) = &principal.account {
        account.request(Instant::now()).map_err(Error::limited)?;
    }
    let language = accepted_language(request.headers());
    let path = request.uri().path().to_owned();
    request.extensions_mut().insert(principal.clone());
    request.extensions_mut().insert(Arc::clone(&guard));
    let mut response = next.run(request).await;
    if sse::is_one(&response) {
        response =
            sse::until(response, guard.access.hold(&principal), problem::ended().frame(&path, language));
    }
    if !action.is_empty() && response.status().is_success() {
        let subject = response.extensions().get::<Subject>().map(|Subject(subject)| subject.clone());
        let subject = subject.unwrap_or_else(|| subject_of(pattern.as_deref().unwrap_or_default(), &path));
        note(&state, &principal, action, &subject).await;
    }
    Ok(response)
}

/// What was done something to, where the address does not say it: put among the extensions of a response.
#[derive(Debug, Clone)]
pub(super) struct Subject(pub String);

/// The parts of an address that its pattern leaves open, such as the id of a draft.
fn subject_of(pattern: &str, path: &str) -> String {
    let open = pattern.split('/').zip(path.split('/')).filter(|(part, _)| part.starts_with('{'));
    let parts: Vec<String> = open
        .map(|(_, part)| percent_encoding::percent_decode_str(part).decode_utf8_lossy().into_owned())
        .collect();
    parts.join("/")
}

/// Adds to the audit log. What was done is done, so a fault of the log is only told in that of the process.
async fn note(state: &AppState, principal: &Principal, action: &str, subject: &str) {
    let store = state.store().in_workspace(principal.workspace).for_whom(Arc::clone(&principal.who));
    if let Err(fault) = store.note(principal.author(), action, subject, OffsetDateTime::now_utc()).await {
        tracing::error!(%fault, who = %principal.who, action, subject, "the audit log could not be written");
    }
}

/// Whether a request may change something, or opens what may.
fn changes(request: &Request) -> bool {
    !matches!(*request.method(), Method::GET | Method::HEAD) || request.uri().path() == "/ws"
}

/// Whether a page of this server sent a request, as browsers say of all that change something.
pub(super) fn is_of_own_page(request: &Request) -> bool {
    matches!(place(request), Ok((Some(host), Some(origin))) if is_own(&origin, &host))
}

/// The name of the cookie of a session.
pub(super) const COOKIE: &str = "stet_session";

/// What the cookie of a session holds.
pub(super) fn session(headers: &HeaderMap) -> Option<String> {
    cookie(headers, COOKIE)
}

/// What a cookie holds.
pub(super) fn cookie(headers: &HeaderMap, wanted: &str) -> Option<String> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|cookies| cookies.to_str().ok());
    let mut pairs =
        cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == wanted).map(|(_, value)| value.to_owned())
}

/// Refuses what a foreign web page had a browser send, over HTTP and to the socket: its `Origin` is neither this server's
/// own, with the port, nor one of the setting. Without a key the `Host` has to be this machine's, too: a name that an
/// attacker's DNS points to 127.0.0.1 would otherwise be an origin of its own. A header that cannot be read, or is there
/// twice, is nobody's.
pub(super) async fn guard_origin(
    State(state): State<AppState>,
    request: Request,
    next: Next,
) -> Result<Response> {
    let (server, closed) = (&state.config().server, state.config().is_closed());
    match place(&request) {
        Ok((Some(host), _)) if !closed && !is_local(&host) => {}
        Ok((None, _)) if !closed => {}
        Ok((_, None)) => return Ok(next.run(request).await),
        Ok((host, Some(origin)))
            if host.as_ref().is_some_and(|host| is_own(&origin, host))
                || is_allowed(&origin, &server.allowed_origins) =>
        {
            return Ok(next.run(request).await);
        }
        _ => {}
    }
    Err(problem::foreign_origin())
}

/// A header that may be there once.
fn once<'a>(headers: &'a HeaderMap, name: &HeaderName) -> std::result::Result<Option<&'a str>, ()> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => value.to_str().map(Some).map_err(|_| ()),
        (Some(_), Some(_)) => Err(()),
    }
}

/// The host that a request names, with its port, and the origin of the page that sent it.
fn place(request: &Request) -> std::result::Result<(Option<String>, Option<String>), ()> {
    let host = once(request.headers(), &header::HOST)?.map(str::to_ascii_lowercase);
    let origin = once(request.headers(), &header::ORIGIN)?.map(str::to_ascii_lowercase);
    let target = request.uri().authority().map(|target| target.as_str().to_ascii_lowercase());
    match (host, target) {
        (Some(host), Some(target)) if host != target => Err(()),
        (host, target) => Ok((target.or(host), origin)),
    }
}

/// Host and port of an address, the usual port of its scheme where it names none.
fn with_port<'a>(scheme: &str, host: &'a str) -> (&'a str, &'a str) {
    let usual = if scheme == "https" { "443" } else { "80" };
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => (name, port),
        _ => (host, usual),
    }
}

fn is_own(origin: &str, host: &str) -> bool {
    origin.split_once("://").is_some_and(|(scheme, page)| {
        matches!(scheme, "http" | "https") && with_port(scheme, page) == with_port(scheme, host)
    })
}

fn is_allowed(origin: &str, allowed: &[String]) -> bool {
    allowed.iter().any(|one| one.trim_end_matches('/').eq_ignore_ascii_case(origin))
}

/// What browsers are told of requests from the origins of the setting; none without them.
pub(super) fn cors(allowed: &[String]) -> Option<CorsLayer> {
    let origins: Vec<HeaderValue> = allowed
        .iter()
        .filter_map(|origin| HeaderValue::from_str(&origin.trim_end_matches('/').to_ascii_lowercase()).ok())
        .collect();
    let own = ["x-request-id", "stet-unknown-citations", "stet-made-anew", "x-vercel-ai-ui-message-stream"];
    let standard =
        [header::RETRY_AFTER, header::ALLOW, header::CONTENT_DISPOSITION, header::WWW_AUTHENTICATE];
    let exposed: Vec<HeaderName> = own.map(HeaderName::from_static).into_iter().chain(standard).collect();
    (!origins.is_empty()).then(|| {
        CorsLayer::new()
            .allow_origin(AllowOrigin::list(origins))
            .allow_methods(AllowMethods::mirror_request())
            .allow_headers(AllowHeaders::mirror_request())
            .expose_headers(exposed)
            .max_age(PREFLIGHT)
    })
}

fn bearer(headers: &HeaderMap) -> Option<String> {
    let value = once(headers, &header::AUTHORIZATION).ok().flatten()?;
    let (scheme, key) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| key.trim().to_owned())
}

/// A browser cannot set headers on a WebSocket; it may give the key as the second subprotocol: `stet, <key>`.
fn socket_token(request: &Request) -> Option<String> {
    let protocols = once(request.headers(), &header::SEC_WEBSOCKET_PROTOCOL).ok().flatten()?;
    let (name, key) = protocols.split_once(',')?;
    (name.trim() == "stet").then(|| key.trim().to_owned())
}

fn is_local(host: &str) -> bool {
    let name = if host.starts_with('[') {
        host.split(']').next().unwrap_or_default().trim_start_matches('[')
    } else {
        host.split(':').next().unwrap_or_default()
    };
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_is_local() {
        for (host, local) in [
            ("127.0.0.1:8787", true),
            ("localhost", true),
            ("[::1]:80", true),
            ("127.9.9.9", true),
            ("evil.example:8787", false),
            ("localhost.evil.example", false),
            ("10.0.0.1", false),
            ("", false),
        ] {
            assert_eq!(is_local(host), local, "{host}");
        }
    }

    #[test]
    fn an_origin_is_the_servers_own_with_its_port() {
        for (origin, host, own) in [
            ("http://localhost:8787", "localhost:8787", true),
            ("https://stet.example", "stet.example", true),
            ("https://stet.example", "stet.example:443", true),
            ("http://[::1]:80", "[::1]", true),
            ("http://localhost:3000", "localhost:8787", false),
            ("http://localhost", "localhost:8787", false),
            ("http://127.0.0.1:8787", "localhost:8787", false),
            ("https://stet.example", "stet.example:80", false),
            ("file://localhost:8787", "localhost:8787", false),
            ("null", "localhost:8787", false),
            ("", "", false),
        ] {
            assert_eq!(is_own(origin, host), own, "{origin} {host}");
        }
        let allowed = ["https://editor.example/".to_owned(), "http://localhost:5173".to_owned()];
        for (origin, may) in
            [("https://editor.example", true), ("http://localhost:5173", true), ("null", false)]
        {
            assert_eq!(is_allowed(origin, &allowed), may, "{origin}");
        }
    }

    #[test]
    fn wrong_keys_are_counted_by_address_and_forgotten_with_their_window() {
        let attempts = Attempts::default();
        let now = Instant::now();
        let of = |address: &str, now| attempts.count(address.parse().unwrap(), now);
        for _ in 0..ATTEMPTS {
            assert_eq!(of("10.0.0.1", now), None);
        }
        assert_eq!(of("10.0.0.1", now), Some(60));
        assert_eq!(of("::ffff:10.0.0.1", now + Duration::from_secs(59)), Some(1), "the same address");
        assert_eq!(of("10.0.0.2", now), None);
        assert_eq!(of("10.0.0.1", now + WINDOW), None);
        for host in 0..ATTEMPTS {
            assert_eq!(of(&format!("2001:db8::{host:x}"), now), None);
        }
        assert!(of("2001:db8::ffff", now).is_some(), "a network is one subscriber's");
        assert_eq!(of("2001:db8:0:1::1", now), None);
        for address in 0..2 * u32::try_from(ADDRESSES).unwrap() {
            attempts.count(IpAddr::V4(address.into()), now);
        }
        assert!(attempts.0.lock().unwrap().len() <= ADDRESSES);
    }
}
