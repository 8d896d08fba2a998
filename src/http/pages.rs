//! The web page, built into the program.

use axum::Router;
use axum::extract::Path;
use axum::http::header;
use axum::response::{Html, IntoResponse as _, Response};
use axum::routing::get;
use rust_embed::RustEmbed;

use super::{AppState, Error};

/// Files of `web/dist`; in a build without them the page says how to make them.
#[derive(RustEmbed)]
#[folder = "web/dist"]
#[allow_missing = true]
struct Files;

pub(super) fn router() -> Router<AppState> {
    Router::new().route("/", get(index)).route("/assets/{*path}", get(asset)).fallback(other)
}

async fn index() -> Response {
    match Files::get("index.html") {
        Some(file) => {
            let headers = [(header::CACHE_CONTROL, "no-cache"), (header::CONTENT_TYPE, "text/html; charset=utf-8")];
            (headers, file.data).into_response()
        }
        None => Html(
            "<!doctype html><meta charset=utf-8><title>Stet</title><p>The web page is not part of this build. \
             Build it with <code>make web</code> and build the server again; the API works without it.\
             <p>이 빌드에는 웹 페이지가 없습니다. <code>make web</code> 뒤에 서버를 다시 빌드해 주세요. API는 그대로 쓸 수 있습니다.",
        )
        .into_response(),
    }
}

async fn asset(Path(path): Path<String>) -> Response {
    let Some(file) = Files::get(&format!("assets/{path}")) else {
        return Error::not_found("파일", "file", &path).into_response();
    };
    // Vite puts a hash of the content into the name, so a file never changes.
    let kind = file.metadata.mimetype().to_owned();
    let headers = [
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable".to_owned()),
        (header::CONTENT_TYPE, kind),
    ];
    (headers, file.data).into_response()
}

async fn other(uri: axum::http::Uri) -> Response {
    if let Some(file) = Files::get(uri.path().trim_start_matches('/')) {
        return ([(header::CONTENT_TYPE, file.metadata.mimetype().to_owned())], file.data).into_response();
    }
    Error::not_found("주소", "address", uri.path()).into_response()
}
