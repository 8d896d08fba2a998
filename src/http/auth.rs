//! Who may ask: a bearer key, or only this machine; and from which pages.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use subtle::ConstantTimeEq as _;
use tower_http::cors::{AllowHeaders, AllowMethods, AllowOrigin, CorsLayer};

use super::{AppState, Error, Result};

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

/// Refuses requests without the configured key. Without a key there is nothing to refuse: only loopback is bound. Whoever
/// sends many is told to wait; the right key is served all the same, since many clients may share an address.
pub(super) async fn require_key(
    State((state, attempts)): State<(AppState, Arc<Attempts>)>,
    request: Request,
    next: Next,
) -> Result<Response> {
    let Some(key) = &state.config().server.api_key else { return Ok(next.run(request).await) };
    let given = bearer(request.headers()).or_else(|| socket_token(&request));
    if given.is_some_and(|given| bool::from(given.as_bytes().ct_eq(key.as_bytes()))) {
        return Ok(next.run(request).await);
    }
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    if let Some(seconds) = peer.and_then(|ConnectInfo(peer)| attempts.count(peer.ip(), Instant::now())) {
        let error = Error::new(
            StatusCode::TOO_MANY_REQUESTS,
            "too-many-attempts",
            format!("키가 없거나 틀린 요청이 너무 많았습니다. {seconds}초 뒤에 맞는 키로 다시 보내 주세요."),
            format!("Too many requests came without the right key; try again with it in {seconds} seconds."),
        );
        return Err(error.after(seconds));
    }
    Err(Error::new(
        StatusCode::UNAUTHORIZED,
        "unauthorised",
        "키가 없거나 맞지 않습니다. Authorization: Bearer <STET_API_KEY> 헤더를 보내 주세요.",
        "The key is missing or wrong; send the header Authorization: Bearer <STET_API_KEY>.",
    ))
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
    let server = &state.config().server;
    match place(&request) {
        Ok((Some(host), _)) if server.api_key.is_none() && !is_local(&host) => {}
        Ok((None, _)) if server.api_key.is_none() => {}
        Ok((_, None)) => return Ok(next.run(request).await),
        Ok((host, Some(origin)))
            if host.as_ref().is_some_and(|host| is_own(&origin, host))
                || is_allowed(&origin, &server.allowed_origins) =>
        {
            return Ok(next.run(request).await);
        }
        _ => {}
    }
    Err(Error::new(
        StatusCode::FORBIDDEN,
        "foreign-origin",
        "다른 출처의 웹 페이지에서 온 요청입니다. STET_API_KEY 없이는 이 컴퓨터의 주소(127.0.0.1, localhost)로만 쓸 수 있고, 다른 웹 페이지는 STET_ALLOWED_ORIGINS에 적어야 합니다.",
        "The request comes from a web page of another origin. Without STET_API_KEY only this machine's own address (127.0.0.1, localhost) is served, and other pages have to stand in STET_ALLOWED_ORIGINS.",
    ))
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
    let exposed = [header::RETRY_AFTER, header::ALLOW, HeaderName::from_static("x-request-id")];
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
