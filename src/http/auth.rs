//! Who may ask: a bearer key, or only this machine.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use subtle::ConstantTimeEq as _;

use super::{AppState, Error, Result};

/// Refuses requests without the configured key. Without a key there is nothing to refuse: only loopback is bound.
pub(super) async fn require_key(
    State(state): State<AppState>,
    request: Request,
    next: Next,
) -> Result<Response> {
    let Some(key) = &state.config().server.api_key else { return Ok(next.run(request).await) };
    let given = bearer(request.headers()).or_else(|| socket_token(&request));
    if given.is_some_and(|given| bool::from(given.as_bytes().ct_eq(key.as_bytes()))) {
        return Ok(next.run(request).await);
    }
    Err(Error::new(
        StatusCode::UNAUTHORIZED,
        "unauthorised",
        "키가 없거나 맞지 않습니다. Authorization: Bearer <STET_API_KEY> 헤더를 보내 주세요.",
        "The key is missing or wrong; send the header Authorization: Bearer <STET_API_KEY>.",
    ))
}

/// Without a key, refuses requests that a foreign web page had a browser send: their `Host` or `Origin` is not
/// this machine's. (A name that an attacker's DNS points to 127.0.0.1 would otherwise read the sources.)
pub(super) async fn guard_host(
    State(state): State<AppState>,
    request: Request,
    next: Next,
) -> Result<Response> {
    if state.config().server.api_key.is_none() {
        let headers = request.headers();
        let host = header_text(headers, &header::HOST).is_none_or(is_local);
        let origin = header_text(headers, &header::ORIGIN)
            .is_none_or(|origin| origin.split_once("://").is_some_and(|(_, host)| is_local(host)));
        if !host || !origin {
            return Err(Error::new(
                StatusCode::FORBIDDEN,
                "foreign-origin",
                "STET_API_KEY 없이는 이 컴퓨터의 주소(127.0.0.1, localhost)로만 쓸 수 있습니다.",
                "Without STET_API_KEY only this machine's own address (127.0.0.1, localhost) is served.",
            ));
        }
    }
    Ok(next.run(request).await)
}

fn header_text<'a>(headers: &'a HeaderMap, name: &header::HeaderName) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

fn bearer(headers: &HeaderMap) -> Option<String> {
    let value = header_text(headers, &header::AUTHORIZATION)?;
    let (scheme, key) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| key.trim().to_owned())
}

/// A browser cannot set headers on a WebSocket; it may give the key as the second subprotocol: `stet, <key>`.
fn socket_token(request: &Request) -> Option<String> {
    let protocols = header_text(request.headers(), &header::SEC_WEBSOCKET_PROTOCOL)?;
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
        || name.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
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
}
