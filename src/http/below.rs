//! Served below a path of somebody else's host (`server.public_path`), as a proxy shows it: whether the proxy takes the path
//! off or passes it on, and with cookies that other services of that host do not see.

use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderValue, Uri, header};
use axum::response::{Redirect, Response};
use axum::routing::get;
use tower::Layer as _;
use tower::util::{MapRequestLayer, MapResponseLayer};

/// The routes, at their own addresses and below the path.
pub(super) fn below(path: &str, routes: Router) -> Router {
    if path.is_empty() {
        return routes;
    }
    let (taken_off, given) = (path.to_owned(), path.to_owned());
    let routes = MapRequestLayer::new(move |request| without(&taken_off, request)).layer(routes);
    let routes = MapResponseLayer::new(move |response| with_cookies(&given, response)).layer(routes);
    // Addresses on the page are relative to the folder that it is in.
    let folder = format!("{path}/");
    Router::new()
        .route_service(path, get(move || async move { Redirect::permanent(&folder) }))
        .fallback_service(routes)
}

fn without(path: &str, mut request: Request) -> Request {
    let whole = request.uri().path_and_query().map_or("/", |whole| whole.as_str());
    let rest = whole.strip_prefix(path).filter(|rest| rest.starts_with('/'));
    if let Some(uri) = rest.and_then(|rest| rest.parse::<Uri>().ok()) {
        *request.uri_mut() = uri;
    }
    request
}

fn with_cookies(path: &str, mut response: Response) -> Response {
    let headers = response.headers_mut().iter_mut();
    for (_, cookie) in headers.filter(|(name, _)| **name == header::SET_COOKIE) {
        let narrowed =
            cookie.to_str().ok().map(|text| text.replacen("; Path=/", &format!("; Path={path}/"), 1));
        if let Some(value) = narrowed.and_then(|text| HeaderValue::from_str(&text).ok()) {
            *cookie = value;
        }
    }
    response
}
