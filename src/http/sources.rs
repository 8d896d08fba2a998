//! Sources: uploaded, listed, watched, retried, shown, deleted.

use std::time::Duration;

use axum::body::Body;
use axum::extract::multipart::MultipartRejection;
use axum::extract::{DefaultBodyLimit, Multipart, Path};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::sse;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use uuid::Uuid;

use super::auth::Subject;
use super::chat::keep_alive;
use super::chunks::uuid;
use super::error::accepted_language;
use super::input::{Count, Whole};
use super::timestamp::timestamp;
use super::{AppState, Error, Query, Result, State};
use stet_extract::{PDF, Picture};
use stet_ingest::{IngestError, Update};
use stet_store::{Document, DocumentStatus, Failure};
use stet_text::Language;

/// Room for the multipart frame around a file of the largest size, times a handful of files.
const UPLOAD_FACTOR: usize = 4;

/// Distance between two looks at a source that another process may be reading.
const LOOK_EVERY: Duration = Duration::from_secs(1);

pub(super) fn router() -> Router<AppState> {
    Router::new()
        .route("/api/sources", get(list).post(upload).layer(DefaultBodyLimit::disable()))
        .route("/api/sources/{id}", get(read).delete(remove))
        .route("/api/sources/{id}/events", get(events))
        .route("/api/sources/{id}/versions", get(versions))
        .route("/api/sources/{id}/retry", post(retry))
        .route("/api/sources/{id}/content", get(content))
        .route("/api/sources/{id}/pages/{page}", get(page))
        .route("/api/sources/{id}/pages/{page}/image", get(page_image))
}

async fn find(state: &AppState, id: &str) -> Result<Document> {
    let known = uuid(id, "출처", "source")?;
    state.store().document(known).await?.ok_or_else(|| Error::not_found("출처", "source", id))
}

/// A version of a source as JSON; `language` is that of a failure's reason.
#[must_use]
pub fn source(document: &Document, language: Language) -> Value {
    let (done, total) = document.progress;
    let progress = match document.status {
        DocumentStatus::Ready | DocumentStatus::Superseded => 1.0,
        _ if total > 0 => (done as f64 / total as f64).clamp(0.0, 1.0),
        _ => 0.0,
    };
    let told = |failure: &Failure| match language {
        Language::Ko => failure.ko.clone(),
        Language::En => failure.en.clone(),
    };
    let error = document.failure.as_ref();
    let error = error.map(|failure| json!({ "title": failure.code, "detail": told(failure) }));
    let enrichment = document.enrichment.as_ref().map(|work| {
        json!({
            "status": work.status, "done": work.progress.0, "total": work.progress.1,
            "detail": work.left_out.as_ref().map(told),
        })
    });
    // Clients from before there were versions know no other status.
    let superseded = document.status == DocumentStatus::Superseded;
    let status = if superseded { DocumentStatus::Ready } else { document.status };
    json!({
        "id": document.id, "sourceId": document.source_id, "version": document.version,
        "versions": document.versions, "searchedVersion": document.searched, "superseded": superseded,
        "path": document.path, "fileName": document.file_name, "title": document.title,
        "mediaType": document.media_type, "bytes": document.size_bytes, "language": document.language,
        "status": status, "progress": progress, "error": error, "enrichment": enrichment,
        "pages": document.page_count,
        "recognisedPages": document.recognised_pages, "unreadPages": document.unread_pages, "chunks": document.chunk_count,
        "createdAt": timestamp(document.created_at), "updatedAt": timestamp(document.updated_at),
    })
}

/// Most sources of one page, and how many it has when nothing is said.
const PAGE: i64 = 1000;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    limit: Option<Whole<1, PAGE>>,
    #[serde(default)]
    offset: Count,
}

async fn list(
    State(state): State<AppState>,
    Query(page): Query<Page>,
    headers: HeaderMap,
) -> Result<axum::Json<Value>> {
    let language = accepted_language(&headers);
    let (limit, offset) = (page.limit.map_or(PAGE, |limit| limit.0), page.offset.0);
    let (documents, total) = state.store().documents_page(limit, offset).await?;
    let sources: Vec<Value> = documents.iter().map(|document| source(document, language)).collect();
    let seen = offset.saturating_add(i64::try_from(sources.len()).unwrap_or(0));
    let next = (seen < total && !sources.is_empty()).then_some(seen);
    Ok(axum::Json(json!({ "sources": sources, "total": total, "next": next })))
}

/// All versions of the source that a version belongs to.
async fn versions(
    State(state): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<axum::Json<Value>> {
    let language = accepted_language(&headers);
    let documents = state.store().versions(find(&state, &id).await?.source_id).await?;
    let versions: Vec<Value> = documents.iter().map(|document| source(document, language)).collect();
    Ok(axum::Json(json!({ "versions": versions })))
}

async fn read(
    State(state): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<axum::Json<Value>> {
    Ok(axum::Json(source(&find(&state, &id).await?, accepted_language(&headers))))
}

async fn upload(
    State(state): State<AppState>,
    headers: HeaderMap,
    form: std::result::Result<Multipart, MultipartRejection>,
) -> Result<Response> {
    let mut form = form.map_err(|_| {
        Error::input(
            "file",
            "파일을 올리는 요청이 아닙니다. multipart/form-data의 file 필드에 파일을 넣어 주세요.",
            "This is no upload; put files into the field file of a multipart/form-data body.",
        )
    })?;
    let language = accepted_language(&headers);
    let limit = state.config().ingest.max_file_bytes;
    let mut sources = Vec::new();
    let mut total = 0_usize;
    let broken = |fault: axum::extract::multipart::MultipartError| {
        Error::input(
            "file",
            format!("올린 자료를 읽을 수 없습니다({fault}). 파일을 다시 올려 주세요."),
            format!("The upload cannot be read ({fault}); send the files again."),
        )
    };
    while let Some(mut field) = form.next_field().await.map_err(broken)? {
        let Some(name) = field.file_name().map(clean_name) else { continue };
        let mut bytes = Vec::new();
        while let Some(chunk) = field.chunk().await.map_err(broken)? {
            total += chunk.len();
            if bytes.len() + chunk.len() > limit || total > limit.saturating_mul(UPLOAD_FACTOR) {
                return Err(Error::too_large(
                    &format!("파일 “{name}”이(가)"),
                    &format!("The file “{name}”"),
                    limit,
                ));
            }
            bytes.extend_from_slice(&chunk);
        }
        let queued = state.ingest.enqueue(&name, &bytes).await?;
        let mut body = source(&find(&state, &queued.document_id.to_string()).await?, language);
        body["duplicate"] = json!(queued.duplicate);
        sources.push(body);
    }
    if sources.is_empty() {
        return Err(Error::input(
            "file",
            "파일이 없습니다. multipart/form-data의 file 필드에 파일을 하나 이상 넣어 주세요.",
            "There is no file; put one or more into the field file of a multipart/form-data body.",
        ));
    }
    let named = |source: &Value| format!("{} ({})", text(source, "fileName"), text(source, "id"));
    let subject = Subject(sources.iter().map(named).collect::<Vec<_>>().join(", "));
    Ok((StatusCode::ACCEPTED, Extension(subject), axum::Json(json!({ "sources": sources }))).into_response())
}

fn text<'a>(body: &'a Value, name: &str) -> &'a str {
    body[name].as_str().unwrap_or_default()
}

impl From<IngestError> for Error {
    fn from(fault: IngestError) -> Self {
        match fault {
            IngestError::TooLarge { limit, .. } => Self::too_large("파일이", "The file", limit),
            IngestError::Store(fault) => fault.into(),
        }
    }
}

/// The last part of a file name, without control characters.
pub(super) fn clean_name(name: &str) -> String {
    let name = unescaped(name).unwrap_or_else(|| name.to_owned());
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let clean: String = last.chars().filter(|ch| !ch.is_control()).take(200).collect();
    if clean.trim().is_empty() { "unnamed".to_owned() } else { clean }
}

/// The name that some clients (Python's aiohttp) write as `%EB%8F%84.txt`; `None` when it is not in ASCII, or no letter
/// beyond ASCII comes of it: `100%25.txt` may be meant so.
fn unescaped(name: &str) -> Option<String> {
    let name = Some(name).filter(|name| name.is_ascii() && name.contains('%'))?;
    let decoded = percent_encoding::percent_decode_str(name).decode_utf8().ok()?;
    decoded.chars().any(|ch| !ch.is_ascii() && ch.is_alphanumeric()).then(|| decoded.into_owned())
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Removal {
    /// With all versions, and the answers that were written from them.
    #[serde(default)]
    erase: bool,
}

/// The version that is searched goes with all others: without it the source is not there. One that is not goes alone.
async fn remove(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(how): Query<Removal>,
) -> Result<StatusCode> {
    let document = find(&state, &id).await?;
    let removed = if how.erase {
        state.store().erase_source(document.source_id).await?.is_some()
    } else if document.searched.is_none_or(|version| version == document.version) {
        state.store().delete_source(document.source_id).await?
    } else {
        state.store().delete_document(document.id).await?
    };
    if removed { Ok(StatusCode::NO_CONTENT) } else { Err(Error::not_found("출처", "source", &id)) }
}

async fn retry(
    State(state): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<axum::Json<Value>> {
    let document = find(&state, &id).await?;
    let retried = state.ingest.retry(document.id).await?;
    if !retried {
        return Err(Error::conflict(
            "실패한 출처의 최신 버전만 다시 시도할 수 있습니다.",
            "Only the newest version of a source can be tried again, and only when it has failed.",
        ));
    }
    Ok(axum::Json(source(&find(&state, &id).await?, accepted_language(&headers))))
}

/// The source again and again as it changes, until it is ready or has failed.
async fn events(
    State(state): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response> {
    let keep_alive = keep_alive(&state);
    let language = accepted_language(&headers);
    // Subscribe before the first look, so that no change falls between the two.
    let news = state.ingest.subscribe();
    let document = find(&state, &id).await?;
    let watched = document.id;
    let stream = futures::stream::unfold(Some((Some(document), news, state)), move |stage| async move {
        let (first, mut news, state) = stage?;
        let document = match first {
            Some(document) => document,
            None => changed(&state, watched, &mut news).await?,
        };
        let ended = document.status.is_final();
        let frame = sse::Event::default().data(source(&document, language).to_string());
        Some((Ok(frame), if ended { None } else { Some((None, news, state)) }))
    });
    Ok(super::sse::plain(stream, keep_alive))
}

/// Waits for news of a source. Another process may be reading it, which sends none here, so the row is looked at
/// from time to time as well. `None`: it was deleted, or the server is shutting down.
async fn changed(state: &AppState, id: Uuid, news: &mut Receiver<Update>) -> Option<Document> {
    loop {
        let due = tokio::select! {
            update = news.recv() => match update {
                Ok(update) => update.document_id == id,
                Err(RecvError::Lagged(_)) => true,
                Err(RecvError::Closed) => return None,
            },
            () = tokio::time::sleep(LOOK_EVERY) => true,
            () = state.asker.shutdown.cancelled() => return None,
        };
        // A database that is away for a moment is no end of the source.
        if due && let Ok(document) = state.store().document(id).await {
            return document;
        }
    }
}

async fn content(State(state): State<AppState>, Path(id): Path<String>) -> Result<Response> {
    let document = find(&state, &id).await?;
    let bytes = state.store().document_bytes(document.id).await?;
    let bytes = bytes.ok_or_else(|| Error::not_found("파일", "file", &id))?;
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

async fn page(
    State(state): State<AppState>,
    Path((id, page)): Path<(String, i32)>,
) -> Result<axum::Json<Value>> {
    let document = find(&state, &id).await?;
    let text = state.store().page(document.id, page).await?;
    let text = text.ok_or_else(|| Error::not_found("쪽", "page", &page.to_string()))?;
    Ok(axum::Json(json!({
        "sourceId": document.id, "fileName": document.file_name, "page": page, "pages": document.page_count,
        "text": text,
    })))
}

/// Most words that are looked for on a page, in bytes: those of a passage.
const MAX_WORDS: usize = 16_000;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Shown {
    /// Words to be marked on the page, where they stand there.
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
        return Err(Error::not_found("쪽의 그림", "picture of the page", &page.to_string()));
    }
    let mut words = shown.words.filter(|words| !words.trim().is_empty());
    if let Some(words) = &mut words {
        words.truncate(words.floor_char_boundary(MAX_WORDS));
    }
    let bytes = state.store().document_bytes(document.id).await?;
    let bytes = bytes.ok_or_else(|| Error::not_found("출처", "source", &id))?;
    let drawn = state.ingest.picture(bytes, Picture { page, words }).await.map_err(|fault| {
        tracing::warn!(source = %document.id, page, %fault, "a page could not be drawn");
        let [ko, en] = [Language::Ko, Language::En].map(|language| fault.message(language));
        Error::new(StatusCode::UNPROCESSABLE_ENTITY, "page-not-drawn", ko, en)
    })?;
    let headers = [
        (header::CONTENT_TYPE, "image/png"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // A version of a source never changes.
        (header::CACHE_CONTROL, "private, max-age=86400, immutable"),
    ];
    Ok((headers, drawn).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_last_part_as_it_was_meant() {
        for (given, meant) in [
            ("도서관.txt", "도서관.txt"),
            ("%EB%8F%84%EC%84%9C%EA%B4%80.txt", "도서관.txt"),
            ("%EB%8F%84%2F%EC%84%9C.txt", "서.txt"),
            ("caf%C3%A9%20menu.txt", "café menu.txt"),
            ("100%25.txt", "100%25.txt"),
            ("100%.txt", "100%.txt"),
            ("%zz%E", "%zz%E"),
            ("%EB%8F.txt", "%EB%8F.txt"),
            ("50% 할인%20.txt", "50% 할인%20.txt"),
            ("../a\\b\u{7}.txt", "b.txt"),
            ("%00", "%00"),
            (" ", "unnamed"),
        ] {
            assert_eq!(clean_name(given), meant, "{given}");
        }
    }
}
