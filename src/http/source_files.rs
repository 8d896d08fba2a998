//! The file of a source and its pages.

use axum::body::Body;
use axum::extract::Path;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use super::problem::{self, code};
use super::routes::{INVALID, NOT_FOUND, Routes, UNPROCESSABLE, get};
use super::sources::{find, id_place};
use super::{AppState, Error, Query, Result, State};
use stet_extract::{PDF, Picture};
use stet_store::Scope::Read;
use stet_text::Language;

pub(super) fn routes() -> Routes {
    Routes::of([
        get("/api/sources/{id}/content", content, "downloadSource", "sources", Read)
            .says("The file as it was uploaded", "올린 파일 내려받기")
            .answers("The bytes, for download.")
            .brings(
                200,
                "application/octet-stream",
                json!({
                    "schema": { "type": "string", "contentMediaType": "application/octet-stream" }
                }),
            )
            .refuses(&[NOT_FOUND])
            .place("id", id_place()),
        get("/api/sources/{id}/pages/{page}", page, "readPage", "sources", Read)
            .says("The text of one page", "한 쪽의 글")
            .answers("The page.")
            .refuses(&[INVALID, NOT_FOUND])
            .place("id", id_place())
            .place("page", page_place()),
        get("/api/sources/{id}/pages/{page}/image", page_image, "drawPage", "sources", Read)
            .says("A page of a PDF as it looks", "PDF 한 쪽의 모습")
            .answers("The picture, some 144 dots an inch.")
            .brings(200, "image/png", json!({}))
            .refuses(&[NOT_FOUND, UNPROCESSABLE])
            .place("id", id_place())
            .place("page", page_place()),
    ])
}

/// What a path names.
fn page_place() -> Value {
    json!({"example": 1, "description": "From 1.", "schema": {"type": "integer", "minimum": 1, "maximum": 2_147_483_647}})
}

async fn content(State(state): State<AppState>, Path(id): Path<String>) -> Result<Response> {
    let document = find(&state, &id).await?;
    let bytes = state.store().document_bytes(document.id).await?;
    let bytes = bytes.ok_or_else(|| problem::no_stored_file(&id))?;
    Ok(attachment(&document.file_name, HeaderValue::from_static("application/octet-stream"), bytes))
}

/// A file that is offered for download, never shown by the browser: a page from elsewhere must not run here.
pub(super) fn attachment(name: &str, media_type: HeaderValue, bytes: Vec<u8>) -> Response {
    let name: String = name
        .bytes()
        .map(|byte| match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'.' | b'-' | b'_' => char::from(byte).to_string(),
            other => format!("%{other:02X}"),
        })
        .collect();
    let disposition = format!("attachment; filename*=UTF-8''{name}");
    let headers = [
        (header::CONTENT_TYPE, media_type),
        (
            header::CONTENT_DISPOSITION,
            HeaderValue::try_from(disposition).unwrap_or(HeaderValue::from_static("attachment")),
        ),
    ];
    (headers, Body::from(bytes)).into_response()
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct PageText {
    /// The source.
    source_id: Uuid,
    /// Name of the file that was sent.
    file_name: String,
    /// Page in the file, from 1.
    page: i32,
    /// What the file itself calls the page (`iii`), where that is not its number.
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    /// How many pages the file has.
    pages: i32,
    /// What stands on the page.
    text: String,
}

async fn page(
    State(state): State<AppState>,
    Path((id, page)): Path<(String, i32)>,
) -> Result<axum::Json<PageText>> {
    let document = find(&state, &id).await?;
    let found = state.store().page(document.id, page).await?;
    let (text, label) = found.ok_or_else(|| problem::no_page(page))?;
    Ok(axum::Json(PageText {
        source_id: document.id,
        file_name: document.file_name,
        page,
        label,
        pages: document.page_count,
        text,
    }))
}

/// Most words that are looked for on a page, in bytes: those of a passage.
const MAX_WORDS: usize = 16_000;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Shown {
    /// Words to be marked on the page; where they do not stand on it as they are, the page is given without a mark.
    words: Option<String>,
}

/// A page of a PDF as it looks.
async fn page_image(
    State(state): State<AppState>,
    Path((id, page)): Path<(String, u32)>,
    Query(shown): Query<Shown>,
) -> Result<Response> {
    let document = find(&state, &id).await?;
    let pages = u32::try_from(document.page_count).unwrap_or(0);
    if document.media_type != PDF || !(1..=pages).contains(&page) {
        return Err(problem::no_picture_of_page(page));
    }
    let mut words = shown.words.filter(|words| !words.trim().is_empty());
    if let Some(words) = &mut words {
        words.truncate(words.floor_char_boundary(MAX_WORDS));
    }
    let bytes = state.store().document_bytes(document.id).await?;
    let bytes = bytes.ok_or_else(|| problem::no_source(&id))?;
    let drawn = state.ingest.picture(bytes, Picture { page, words }).await.map_err(|fault| {
        tracing::warn!(source = %document.id, page, %fault, "a page could not be drawn");
        let [ko, en] = [Language::Ko, Language::En].map(|language| fault.message(language));
        Error::new(code::PAGE_NOT_DRAWN, [ko, en])
    })?;
    let headers = [
        (header::CONTENT_TYPE, "image/png"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // A version of a source never changes.
        (header::CACHE_CONTROL, "private, max-age=86400, immutable"),
    ];
    Ok((headers, drawn).into_response())
}
