//! `/openapi.json`, the description of this API, and `/docs`, the same for the eye.
//!
//! `tests/it/openapi.rs` holds the document against the routes and against real answers. The page is made here from the
//! document, without anything inline; its script (`docs.js`) gives every operation a form that sends its example.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::LazyLock;

use axum::Router;
use axum::extract::State as Shared;
use axum::http::{HeaderMap, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use serde_json::Value;

use super::error::{accepted_language, escape};
use super::{AppState, openapi};
use stet_text::Language;

const STYLE: &str = include_str!("docs.css");
const SCRIPT: &str = include_str!("docs.js");

/// Members of a path item that are operations, in the order in which the page shows them.
const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];

static PAGE_KO: LazyLock<String> = LazyLock::new(|| page(Language::Ko));
static PAGE_EN: LazyLock<String> = LazyLock::new(|| page(Language::En));

pub(super) fn router() -> Router<AppState> {
    Router::new()
        .route("/openapi.json", get(document))
        .route("/docs", get(docs))
        .route("/docs.css", get(style))
        .route("/docs.js", get(script))
}

async fn document(Shared(state): Shared<AppState>) -> impl IntoResponse {
    let path = &state.config().server.public_path;
    let text = if path.is_empty() {
        Cow::Borrowed(openapi::text())
    } else {
        Cow::Owned(openapi::text().replacen(r#""url":"/""#, &format!(r#""url":"{path}""#), 1))
    };
    ([(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-cache")], text)
}

async fn style() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")], STYLE)
}

async fn script() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/javascript; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")], SCRIPT)
}

async fn docs(headers: HeaderMap) -> Response {
    let page = match accepted_language(&headers) {
        Language::Ko => &*PAGE_KO,
        Language::En => &*PAGE_EN,
    };
    ([(header::VARY, "accept-language"), (header::CACHE_CONTROL, "no-cache")], Html(page.as_str()))
        .into_response()
}

/// The words of the page that are not in the document.
struct Words {
    lang: &'static str,
    lead: &'static str,
    place: &'static str,
    body: &'static str,
    answers: &'static str,
    required: &'static str,
}

const KO: Words = Words {
    lang: "ko",
    lead: "모든 경로와 그 요청, 응답입니다. 스키마를 포함한 전체 문서는",
    place: "매개변수",
    body: "요청 본문",
    answers: "응답",
    required: "필수",
};

const EN: Words = Words {
    lang: "en",
    lead: "Every path with its requests and responses. The whole document, with all schemas, is",
    place: "Parameters",
    body: "Request body",
    answers: "Responses",
    required: "required",
};

fn page(language: Language) -> String {
    let words = match language {
        Language::Ko => &KO,
        Language::En => &EN,
    };
    let document = openapi::document();
    let mut html = format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Stet API</title>\n\
         <link rel=\"stylesheet\" href=\"docs.css\">\n<script type=\"module\" src=\"docs.js\"></script>\n</head>\n<body>\n<main>\n\
         <h1>Stet API <small>{}</small></h1>\n<p>{} <a href=\"openapi.json\">openapi.json</a>.</p>\n",
        words.lang,
        escaped(&document["info"]["version"]),
        words.lead,
    );
    for tag in items(&document["tags"]) {
        let heading = if language == Language::Ko { &tag["x-description-ko"] } else { &tag["description"] };
        let _ = writeln!(html, "<h2>{}</h2>", escaped(heading));
        for (path, item) in members(&document["paths"]) {
            for method in METHODS {
                if items(&item[method]["tags"]).contains(&tag["name"]) {
                    operation(&mut html, document, path, method, item, words);
                }
            }
        }
    }
    html.push_str("</main>\n</body>\n</html>\n");
    html
}

/// One operation: its line, and what it takes and gives behind it.
fn operation(html: &mut String, document: &Value, path: &str, method: &str, item: &Value, words: &Words) {
    let operation = &item[method];
    let summary = if words.lang == "ko" { &operation["x-summary-ko"] } else { &operation["summary"] };
    let _ = writeln!(
        html,
        "<details id=\"{id}\">\n<summary><b class=\"{method}\">{name}</b> <code>{path}</code> {summary}</summary>\n\
         <p><a href=\"#{id}\">#{id}</a></p>",
        id = escaped(&operation["operationId"]),
        name = method.to_uppercase(),
        path = escape(path),
        summary = escaped(summary),
    );
    if let Some(description) = operation["description"].as_str() {
        let _ = writeln!(html, "<p>{}</p>", escape(description));
    }
    let parameters: Vec<&Value> = items(&item["parameters"])
        .iter()
        .chain(items(&operation["parameters"]))
        .map(|parameter| resolved(document, parameter))
        .collect();
    if !parameters.is_empty() {
        let rows = parameters.iter().map(|parameter| {
            (escaped(&parameter["name"]), escaped(&parameter["in"]), escaped(&parameter["description"]))
        });
        table(html, words.place, rows);
    }
    for (kind, content) in members(&operation["requestBody"]["content"]) {
        let schema = resolved(document, &content["schema"]);
        let required = items(&schema["required"]);
        let rows = members(&schema["properties"]).map(|(name, field)| {
            let needed = if required.iter().any(|entry| entry == name) { words.required } else { "" };
            let kind = shape(field);
            let mut told = [field, resolved(document, field)]
                .into_iter()
                .chain(items(&field["oneOf"]).iter().map(|variant| resolved(document, variant)));
            let about = told.find_map(|schema| schema["description"].as_str()).unwrap_or_default();
            (format!("{} <i>{needed}</i>", escape(name)), escape(&kind), escape(about))
        });
        table(html, &format!("{} ({kind})", words.body), rows);
    }
    let rows = members(&operation["responses"]).map(|(status, response)| {
        let response = resolved(document, response);
        let kinds: Vec<String> = members(&response["content"])
            .map(|(kind, content)| {
                let schema = if content["x-itemSchema"].is_null() { "schema" } else { "x-itemSchema" };
                format!("{kind}: {}", shape(&content[schema]))
            })
            .collect();
        (escape(status), escape(&kinds.join(", ")), escaped(&response["description"]))
    });
    table(html, words.answers, rows);
    html.push_str("</details>\n");
}

/// A table of three columns whose cells are HTML already.
fn table(html: &mut String, title: &str, rows: impl Iterator<Item = (String, String, String)>) {
    let _ = writeln!(html, "<table>\n<caption>{}</caption>", escape(title));
    for (name, kind, about) in rows {
        let _ = writeln!(html, "<tr><th>{name}</th><td><code>{kind}</code></td><td>{about}</td></tr>");
    }
    html.push_str("</table>\n");
}

/// What a schema is, in a few words.
fn shape(schema: &Value) -> String {
    if let Some((_, name)) = schema["$ref"].as_str().and_then(|address| address.rsplit_once('/')) {
        return name.to_owned();
    }
    if let Some(values) = schema["enum"].as_array() {
        return values.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" | ");
    }
    if let Some(variants) = schema["oneOf"].as_array().or_else(|| schema["anyOf"].as_array()) {
        return variants.iter().map(shape).collect::<Vec<_>>().join(" | ");
    }
    match &schema["type"] {
        Value::String(kind) if kind == "array" => format!("{}[]", shape(&schema["items"])),
        Value::String(kind) => kind.clone(),
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" | "),
        _ => String::new(),
    }
}

/// What a `$ref` leads to, or the value itself.
fn resolved<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    let address = value["$ref"].as_str().and_then(|address| address.strip_prefix('#'));
    address.and_then(|address| document.pointer(address)).unwrap_or(value)
}

fn items(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn members(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    value.as_object().into_iter().flatten().map(|(name, member)| (name.as_str(), member))
}

fn escaped(value: &Value) -> String {
    escape(value.as_str().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_shows_every_operation_and_loads_nothing_inline() {
        let document = openapi::document();
        for language in [Language::Ko, Language::En] {
            let page = page(language);
            assert!(!page.contains("<style") && !page.contains("style="));
            let script = "<script type=\"module\" src=\"docs.js\"></script>";
            assert_eq!((page.matches("<script").count(), page.matches(script).count()), (1, 1));
            for (path, item) in members(&document["paths"]) {
                for (method, operation) in members(item).filter(|(name, _)| METHODS.contains(name)) {
                    let summary = if language == Language::Ko { "x-summary-ko" } else { "summary" };
                    let summary = operation[summary].as_str().unwrap_or_default();
                    assert!(!summary.is_empty(), "{method} {path}");
                    let id = operation["operationId"].as_str().unwrap();
                    assert_eq!(page.matches(&format!("<details id=\"{id}\">")).count(), 1, "{method} {path}");
                    assert!(page.contains(&escape(summary)), "{method} {path}");
                }
            }
        }
    }
}
