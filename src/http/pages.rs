//! The web page, built into the program.

use axum::Router;
use axum::extract::Path;
use axum::http::{HeaderMap, header};
use axum::response::{Html, IntoResponse as _, Response};
use axum::routing::get;
use rust_embed::{EmbeddedFile, RustEmbed};

use super::AppState;
use super::problem;

/// What the worker that reads files of Hangul may do, by its file's own header: compile WebAssembly, which the page itself may
/// not, and ask nothing of anybody, whatever stands in the file.
const READER: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'";

/// Files of `web/dist`; in a build without them the page says how to make them.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Files;

pub(super) fn router() -> Router<AppState> {
    Router::new().route("/", get(index)).route("/assets/{*path}", get(asset)).fallback(other)
}

async fn index(asked: HeaderMap) -> Response {
    match packed("index.html", &asked) {
        Some((file, encoding)) => {
            let headers = [
                (header::CACHE_CONTROL, "no-cache"),
                (header::CONTENT_TYPE, "text/html; charset=utf-8"),
                (header::VARY, "accept-encoding"),
            ];
            (headers, encoding, file.data).into_response()
        }
        None => Html(
            "<!doctype html><meta charset=utf-8><title>Stet</title><p>The web page is not part of this build. \
             Build it with <code>make web</code> and build the server again; the API works without it.\
             <p>이 빌드에는 웹 페이지가 없습니다. <code>make web</code> 뒤에 서버를 다시 빌드해 주세요. API는 그대로 쓸 수 있습니다.",
        )
        .into_response(),
    }
}

async fn asset(Path(path): Path<String>, asked: HeaderMap) -> Response {
    let name = format!("assets/{path}");
    let plain = Files::get(&name);
    let Some(((file, encoding), plain)) = packed(&name, &asked).zip(plain) else {
        return problem::no_stored_file(&path).into_response();
    };
    // Vite puts a hash of the content into the name, so a file never changes.
    let headers = [
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable".to_owned()),
        (header::CONTENT_TYPE, plain.metadata.mimetype().to_owned()),
        (header::VARY, "accept-encoding".to_owned()),
    ];
    let reader = reads_hangul(&path).then_some([(header::CONTENT_SECURITY_POLICY, READER)]);
    (headers, encoding, reader, file.data).into_response()
}

/// The worker alone, which the page starts from a file of its own.
fn reads_hangul(path: &str) -> bool {
    path.starts_with("hwp-worker-") && !path.contains('/')
}

type Encoding = Option<[(header::HeaderName, &'static str); 1]>;

/// A file in the smallest form that the client takes and the build made, with the header that says so.
fn packed(name: &str, asked: &HeaderMap) -> Option<(EmbeddedFile, Encoding)> {
    let accepted =
        asked.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let takes = |coding: &str| {
        accepted.split(',').any(|one| {
            let (name, weight) = one.split_once(';').unwrap_or((one, ""));
            name.trim().eq_ignore_ascii_case(coding)
                && !matches!(weight.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000")
        })
    };
    let made = [("br", "br"), ("gzip", "gz")].into_iter().filter(|(coding, _)| takes(coding));
    let mut made = made.filter_map(|(coding, ending)| {
        let file = Files::get(&format!("{name}.{ending}"))?;
        Some((file, Some([(header::CONTENT_ENCODING, coding)])))
    });
    made.next().or_else(|| Files::get(name).map(|file| (file, None)))
}

async fn other(uri: axum::http::Uri) -> Response {
    if let Some(file) = Files::get(uri.path().trim_start_matches('/')) {
        return ([(header::CONTENT_TYPE, file.metadata.mimetype().to_owned())], file.data).into_response();
    }
    problem::no_address(uri.path()).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without it the worker compiles nothing; with it on any other file the page might.
    #[tokio::test]
    async fn the_reader_of_hangul_alone_has_its_own_policy() {
        let names: Vec<String> =
            Files::iter().filter_map(|name| Some(name.strip_prefix("assets/")?.to_owned())).collect();
        let mut readers = 0;
        for name in names {
            let answer = asset(Path(name.clone()), HeaderMap::new()).await;
            let policy = answer.headers().get(header::CONTENT_SECURITY_POLICY);
            let reader = name.starts_with("hwp-worker-");
            assert_eq!(policy.is_some_and(|policy| policy == READER), reader, "{name}");
            assert!(policy.is_none() || reader, "{name}");
            readers += usize::from(reader);
        }
        // A build without the page has none.
        assert!(Files::get("index.html").is_none() || readers > 0);
    }
}
