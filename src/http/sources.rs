//! Sources: uploaded, listed, watched, retried, shown, deleted.

use std::time::Duration;

use axum::Extension;
use axum::extract::multipart::MultipartRejection;
use axum::extract::{DefaultBodyLimit, Multipart, Path};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::response::sse;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use uuid::Uuid;

use super::auth::Subject;
use super::chat::keep_alive;
use super::error::accepted_language;
use super::input::{Count, Whole};
use super::problem::{self, code};
use super::projects::project_of;
use super::routes::{Accepted, CONFLICT, INVALID, NOT_FOUND, Routes, TOO_LARGE, delete, get, post};
use super::source::Source;
use super::{AppState, Error, Query, Result, State};
use stet_ask::Outline;
use stet_ingest::{Enqueued, IngestError, Update};
use stet_store::Document;
use stet_store::Scope::{Read, Write};
use stet_text::Language;

/// Room for the multipart frame around a file of the largest size, times a handful of files.
const UPLOAD_FACTOR: usize = 4;

/// Distance between two looks at a source that another process may be reading.
const LOOK_EVERY: Duration = Duration::from_secs(1);

pub(super) fn routes() -> Routes {
    Routes::of([
        get("/api/sources", list, "listSources", "sources", Read)
            .says("Sources, the newest first, in pages", "출처 목록 (최신순, 여러 쪽)")
            .about("Of each the version that is searched and the newest, where that is another.")
            .answers("The sources."),
        post("/api/sources", upload, "uploadSources", "sources", Write)
            .says("Upload files, or name an address to read", "파일 올리기, 또는 읽을 주소 알리기")
            .about(
                "A file whose name is known already is a new version of that source: it takes the place of \
                 the one before once it is ready, and never if it fails. The same bytes again are no new \
                 version. Reading happens afterwards; watch /api/sources/{id}/events.",
            )
            .audit("source.import")
            .takes(
                "multipart/form-data",
                json!({
                    "type": "object",
                    "properties": {
                        "file": {
                            "type": "array",
                            "minItems": 1,
                            "items": {
                                "type": "string",
                                "contentMediaType": "application/octet-stream"
                            },
                            "description": "A file to take in; the field may stand many times."
                        },
                        "url": {
                            "type": "string",
                            "format": "uri",
                            "description": "An address of the public web whose page or file is taken in as it is now, in place of a file. The same address again is a new version."
                        }
                    }
                }),
            )
            .answers("The files are queued.")
            .refuses(&[INVALID, TOO_LARGE])
            .with(|handler| handler.layer(DefaultBodyLimit::disable())),
        get("/api/sources/{id}", read, "readSource", "sources", Read)
            .says("A source and how far it has been read", "출처와 처리 상태")
            .answers("The source.")
            .refuses(&[NOT_FOUND])
            .place("id", id_place()),
        delete("/api/sources/{id}", remove, "deleteSource", "sources", Write)
            .says("Delete a source with its passages", "출처와 그 구절 지우기")
            .about(
                "With all its versions; the id of a version that is not searched deletes that version alone.",
            )
            .audit("source.delete")
            .answers("Deleted.")
            .refuses(&[NOT_FOUND])
            .place("id", id_place()),
        get("/api/sources/{id}/events", events, "watchSource", "sources", Read)
            .says("Progress of a source until it is ready or has failed", "출처 처리 과정 지켜보기")
            .answers(
                "Server-sent events; the data of each is the Source as JSON. The stream ends with the status \
                 ready or failed.",
            )
            .streams_of::<Source>()
            .refuses(&[NOT_FOUND])
            .place("id", id_place()),
        get("/api/sources/{id}/versions", versions, "listVersions", "sources", Read)
            .says("All versions of a source, the newest first", "출처의 모든 판 (최신 순)")
            .answers("The versions.")
            .refuses(&[NOT_FOUND])
            .place("id", id_place()),
        get("/api/sources/{id}/outline", outline, "outlineSource", "sources", Read)
            .says("A source at a glance: headings, first sentences, questions", "출처 한눈에 보기: 차례, 첫 문장, 질문")
            .about(
                "Made without a model. Each question has been answered from this source alone, with quotations \
                 that were checked; a source that is not searched has none. Where a model has summed the source \
                 up before, the sentences are of the passages that it chose.",
            )
            .answers("The source at a glance.")
            .refuses(&[NOT_FOUND])
            .place("id", id_place()),
        post("/api/sources/{id}/retry", retry, "retrySource", "sources", Write)
            .says("Read a source again that has failed", "실패한 출처 다시 처리하기")
            .answers("The source, queued again.")
            .refuses(&[NOT_FOUND, CONFLICT])
            .place("id", id_place()),
    ])
}

/// What a path names.
pub(super) fn id_place() -> Value {
    json!({
        "description": "Id of the source.",
        "schema": { "type": "string", "format": "uuid" }
    })
}

pub(super) async fn find(state: &AppState, id: &str) -> Result<Document> {
    let known = id.parse().map_err(|_| problem::no_source(id))?;
    state.store().document(known).await?.ok_or_else(|| problem::no_source(id))
}

/// Most sources of one page, and how many it has when nothing is said.
const PAGE: i64 = 1000;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Page {
    /// Sources of the page; 1000 when nothing is said.
    limit: Option<Whole<1, PAGE>>,
    /// Sources to leave out.
    #[serde(default)]
    offset: Count,
    /// Only those of this project.
    project: Option<Uuid>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct SourceList {
    /// The sources.
    sources: Vec<Source>,
    /// Of all pages.
    total: i64,
    /// The offset of the next page; null at the end.
    next: Option<i64>,
}

async fn list(
    State(state): State<AppState>,
    Query(page): Query<Page>,
    headers: HeaderMap,
) -> Result<axum::Json<SourceList>> {
    let language = accepted_language(&headers);
    let (limit, offset) = (page.limit.map_or(PAGE, |limit| limit.0), page.offset.0);
    let (documents, total) = state.store().documents_page(limit, offset, page.project).await?;
    let sources: Vec<Source> = documents.into_iter().map(|document| Source::of(document, language)).collect();
    let seen = offset.saturating_add(i64::try_from(sources.len()).unwrap_or(0));
    let next = (seen < total && !sources.is_empty()).then_some(seen);
    Ok(axum::Json(SourceList { sources, total, next }))
}

#[derive(Debug, Serialize, JsonSchema)]
struct VersionList {
    /// All of them.
    versions: Vec<Source>,
}

/// All versions of the source that a version belongs to.
async fn versions(
    State(state): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<axum::Json<VersionList>> {
    let language = accepted_language(&headers);
    let documents = state.store().versions(find(&state, &id).await?.source_id).await?;
    let versions = documents.into_iter().map(|document| Source::of(document, language)).collect();
    Ok(axum::Json(VersionList { versions }))
}

async fn read(
    State(state): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<axum::Json<Source>> {
    Ok(axum::Json(Source::of(find(&state, &id).await?, accepted_language(&headers))))
}

async fn outline(State(state): State<AppState>, Path(id): Path<String>) -> Result<axum::Json<Outline>> {
    let document = find(&state, &id).await?;
    Ok(axum::Json(state.asker.outline(&document).await?))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Belonging {
    /// The project that sources belong to which are in none.
    project: Option<Uuid>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct UploadResult {
    /// The sources.
    sources: Vec<Uploaded>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct Uploaded {
    #[serde(flatten)]
    source: Source,
    /// The same bytes were there already.
    duplicate: bool,
}

async fn upload(
    State(state): State<AppState>,
    Query(belonging): Query<Belonging>,
    headers: HeaderMap,
    form: std::result::Result<Multipart, MultipartRejection>,
) -> Result<(Extension<Subject>, Accepted<UploadResult>)> {
    let mut form = form.map_err(|_| problem::no_upload())?;
    let language = accepted_language(&headers);
    let limit = state.config().ingest.max_file_bytes;
    let project = project_of(&state, belonging.project).await?;
    let mut sources = Vec::new();
    let mut total = 0_usize;
    let broken = |fault: axum::extract::multipart::MultipartError| problem::upload_unread(fault);
    while let Some(mut field) = form.next_field().await.map_err(broken)? {
        let Some(name) = field.file_name().map(clean_name) else {
            if field.name() == Some("url") {
                let address = field.text().await.map_err(broken)?;
                let queued = state.ingest.enqueue_from(&address).await?;
                sources.push(uploaded(&state, &queued, project, language).await?);
            }
            continue;
        };
        let mut bytes = Vec::new();
        while let Some(chunk) = field.chunk().await.map_err(broken)? {
            total += chunk.len();
            if bytes.len() + chunk.len() > limit || total > limit.saturating_mul(UPLOAD_FACTOR) {
                return Err(problem::named_file_too_large(name, limit));
            }
            bytes.extend_from_slice(&chunk);
        }
        let queued = state.ingest.enqueue(&name, &bytes).await?;
        sources.push(uploaded(&state, &queued, project, language).await?);
    }
    if sources.is_empty() {
        return Err(problem::no_files());
    }
    let named = |Uploaded { source, .. }: &Uploaded| format!("{} ({})", source.file_name, source.id);
    let subject = Subject(sources.iter().map(named).collect::<Vec<_>>().join(", "));
    Ok((Extension(subject), Accepted(UploadResult { sources })))
}

async fn uploaded(
    state: &AppState,
    queued: &Enqueued,
    project: Option<Uuid>,
    language: Language,
) -> Result<Uploaded> {
    let mut document = find(state, &queued.document_id.to_string()).await?;
    document.project_id = state.store().join_project(&document, project).await?;
    let source = Source::of(document, language);
    Ok(Uploaded { source, duplicate: queued.duplicate })
}

impl From<IngestError> for Error {
    fn from(fault: IngestError) -> Self {
        match fault {
            IngestError::TooLarge { limit, .. } => problem::file_too_large(limit),
            IngestError::Unfetched(fault) => {
                let told =
                    [Language::Ko, Language::En].map(|language| format!("{}.", fault.message(language)));
                Self::new(code::NOT_FETCHED, told)
            }
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

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Removal {
    /// Also the answers that were written from it, and those behind them in their conversations; always all versions.
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
    if removed { Ok(StatusCode::NO_CONTENT) } else { Err(problem::no_source(&id)) }
}

async fn retry(
    State(state): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<axum::Json<Source>> {
    let document = find(&state, &id).await?;
    let retried = state.ingest.retry(document.id).await?;
    if !retried {
        return Err(problem::nothing_to_retry());
    }
    Ok(axum::Json(Source::of(find(&state, &id).await?, accepted_language(&headers))))
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
        let frame = sse::Event::default().json_data(Source::of(document, language)).unwrap_or_default();
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
