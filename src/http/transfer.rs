//! Drafts in and out: `GET /api/drafts/{id}/export`, `POST /api/drafts/import`, `POST /api/drafts/paste`.

use axum::Extension;
use axum::extract::multipart::MultipartRejection;
use axum::extract::{Multipart, Path};
use axum::http::{HeaderName, HeaderValue};
use axum::response::Response;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::auth::Subject;
use super::bibliography::citing;
use super::drafts::{BODY_LIMIT, draft_id, of};
use super::input::route_limit;
use super::problem;
use super::routes::{Created, INVALID, NOT_FOUND, Routes, TOO_LARGE, get, post};
use super::source_files::attachment;
use super::sources::clean_name;
use super::wire::patch::{self as wire, DraftDesk};
use super::{AppState, Error, Json, Query, Result, State};
use stet_drafts::origin::{Origin, is_pictured};
use stet_drafts::transfer::{self, Format, TransferError};
use stet_extract::Imported;
use stet_store::Scope::{Read, Write};
use stet_text::Language;
use stet_text::span::Utf16Map;
use uuid::Uuid;

/// The keys of an exported text that the bibliography does not have, percent-encoded, with commas between them.
const UNKNOWN: HeaderName = HeaderName::from_static("stet-unknown-citations");
/// Says that the file that a draft came from could not be kept, or is of another form: heads, sections and looks are not in this one.
const ANEW: HeaderName = HeaderName::from_static("stet-made-anew");
/// Keys that the header has.
const MOST_TOLD: usize = 50;

pub(super) fn routes() -> Routes {
    Routes::of([
        get("/api/drafts/{id}/export", export, "exportDraft", "drafts", Read)
            .says("A draft as a file", "초안을 파일로 받기")
            .about(
                "In DOCX and ODT the suggestions that wait are tracked changes, their reasons comments; a draft that came \
                 from a Word file or an ODT goes out in that file, in which what nobody touched is as it was. Citations by \
                 key are set in a style, with the list of works at the end; in Markdown only where a style \
                 is asked for.",
            )
            .answers("The file, for download.")
            .brings(
                200,
                "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
                json!({
                    "schema": { "type": "string", "contentMediaType": "application/octet-stream" }
                }),
            )
            .brings(
                200,
                "application/vnd.oasis.opendocument.text",
                json!({
                    "schema": { "type": "string", "contentMediaType": "application/octet-stream" }
                }),
            )
            .brings(200, "text/html", json!({ "schema": { "type": "string" } }))
            .brings(200, "text/markdown", json!({ "schema": { "type": "string" } }))
            .refuses(&[NOT_FOUND]),
        post("/api/drafts/import", import, "importDraft", "drafts", Write)
            .says("Keep a file as a new draft", "파일을 새 초안으로 열기")
            .about(
                "DOCX, ODT, HTML, Markdown or plain text. The text is the one with every tracked change refused; \
                 the changes wait beside it as suggestions.",
            )
            .audit("draft.import")
            .takes_file("A Word file, an ODT, a page of HTML, Markdown or plain text.")
            .answers("The draft, and what was beside its text.")
            .refuses(&[INVALID, TOO_LARGE]),
        post("/api/drafts/paste", paste, "readClipboard", "drafts", Read)
            .says("The HTML of a clipboard as Markdown", "클립보드의 HTML을 Markdown으로")
            .example(json!({ "html": "<h1>Opening hours</h1><p>The library opens at <b>nine</b>.</p>" }))
            .answers("The text."),
    ])
    .with(|router| router.layer(route_limit(BODY_LIMIT)))
}

impl From<TransferError> for Error {
    fn from(fault: TransferError) -> Self {
        match fault {
            TransferError::Draft(fault) => fault.into(),
            fault @ TransferError::Unmade(_) => Self::internal(&fault),
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum Form {
    Docx,
    Odt,
    Html,
    Md,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ExportQuery {
    format: Form,
    /// The citation style; that of the draft when left out. none leaves the keys.
    #[schemars(extend("enum" = ["apa", "chicago-author-date", "chicago-notes", "ieee", "mla", "vancouver", "korean", "none"]))]
    style: Option<String>,
    /// The language of citations and of their list; that of the text when left out.
    language: Option<Language>,
}

async fn export(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(query): Query<ExportQuery>,
) -> Result<Response> {
    let id = draft_id(&id)?;
    let format = match query.format {
        Form::Docx => Format::Docx,
        Form::Odt => Format::Odt,
        Form::Html => Format::Html,
        Form::Md => Format::Markdown,
    };
    let desk = stet_drafts::load(state.store(), id).await.map_err(of(id))?;
    let title = desk.draft.title.clone();
    let remarks = match format {
        Format::Docx | Format::Odt => transfer::remarks(state.store(), &desk).await?,
        Format::Html | Format::Markdown => Vec::new(),
    };
    // Markdown has its keys, unless a style is asked for.
    let plain = format == Format::Markdown && query.style.is_none();
    let citing = match query.style.as_deref() {
        Some("none") => None,
        _ if plain => None,
        style => Some(citing(state.store(), &desk, style, query.language).await?),
    };
    // A page needs the pictures of the file alone.
    let needs = format.tracks() || (format == Format::Html && is_pictured(desk.stage.text()));
    let origin = if needs { origin(&state, id, format).await? } else { None };
    let made = transfer::export(desk, remarks, format, citing, origin).await?;
    let (ending, media_type) = format.file();
    let name =
        if title.trim().is_empty() { "stet".to_owned() } else { title.trim().replace(['/', '\\'], " ") };
    let name = clean_name(&format!("{name}.{ending}"));
    let mut response = attachment(&name, HeaderValue::from_static(media_type), made.bytes);
    if made.anew {
        response.headers_mut().insert(ANEW, HeaderValue::from_static("1"));
    }
    if !made.unknown.is_empty() {
        // Keys have any letters; their list is cut where a header would be too long.
        let keys = made
            .unknown
            .iter()
            .take(MOST_TOLD)
            .map(|key| utf8_percent_encode(key, NON_ALPHANUMERIC).to_string());
        if let Ok(keys) = HeaderValue::try_from(keys.collect::<Vec<_>>().join(",")) {
            response.headers_mut().insert(UNKNOWN, keys);
        }
    }
    Ok(response)
}

/// The file that a draft came from, read again for what is to be made of it.
async fn origin(state: &AppState, id: Uuid, format: Format) -> Result<Option<Origin>> {
    let Some((name, bytes)) = state.store().draft_file(id).await? else { return Ok(None) };
    let mut origin = Origin { bytes, file: Imported::default() };
    // What cannot be read any more cannot be kept, and is told so.
    if Format::of_file(&origin.bytes) == format {
        origin.file = state.ingest.draft(&name, origin.bytes.clone()).await.unwrap_or_default();
    }
    Ok(Some(origin))
}

/// A draft that was made of a file.
#[derive(Debug, Serialize, JsonSchema)]
struct ImportedDraft {
    #[serde(flatten)]
    desk: DraftDesk,
    /// What came in with the text.
    imported: Beside,
}

/// What of a file is beside the text, or did not come along.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct Beside {
    /// Tracked changes, which are suggestions now.
    changes: usize,
    /// The comments.
    comments: Vec<FileComment>,
    /// Pictures that did not come along; their descriptions did.
    pictures: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct FileComment {
    /// It stands beside its words in the draft; otherwise it has none there.
    kept: bool,
    /// Who said it, as the file has it.
    author: String,
    /// When it was said, as the file writes it, usually RFC 3339.
    at: String,
    /// What is said.
    text: String,
    /// The words that it was noted to.
    quote: String,
    /// Begin of the place, in UTF-16 code units.
    start: usize,
    /// End of the place, exclusive, in UTF-16 code units.
    end: usize,
}

async fn import(
    State(state): State<AppState>,
    form: std::result::Result<Multipart, MultipartRejection>,
) -> Result<(Extension<Subject>, Created<ImportedDraft>)> {
    let none = || problem::no_file();
    let mut form = form.map_err(|_| none())?;
    while let Some(field) = form.next_field().await.map_err(|_| none())? {
        let Some(name) = field.file_name().map(clean_name) else { continue };
        let bytes = field.bytes().await.map_err(|_| none())?;
        let file = state.ingest.draft(&name, bytes.to_vec()).await?;
        let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
        let title = file.title.clone().unwrap_or_else(|| stem.to_owned());
        let (desk, kept) = transfer::import(state.store(), &file, title, (&name, &bytes)).await?;
        let subject = Subject(format!("{name} ({})", desk.draft.id));
        let draft = ImportedDraft { desk: wire::desk(&desk), imported: beside(file, &kept) };
        return Ok((Extension(subject), Created(draft)));
    }
    Err(none())
}

fn beside(file: Imported, kept: &[bool]) -> Beside {
    let map = Utf16Map::new(&file.text);
    let comments = file.comments.into_iter().zip(kept).map(|(comment, kept)| FileComment {
        kept: *kept,
        author: comment.author,
        at: comment.at,
        text: comment.text,
        start: map.to_utf16(comment.range.start),
        end: map.to_utf16(comment.range.end),
        quote: file.text.get(comment.range).unwrap_or_default().to_owned(),
    });
    Beside { changes: file.changes.len(), comments: comments.collect(), pictures: file.pictures }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PasteRequest {
    /// What the clipboard holds.
    html: String,
}

#[derive(Debug, Default, Serialize, JsonSchema)]
struct PastedText {
    /// The whole text, as Markdown.
    text: String,
    /// Pictures that were left out.
    pictures: usize,
}

/// What a clipboard holds, as Markdown.
async fn paste(
    State(state): State<AppState>,
    Json(body): Json<PasteRequest>,
) -> Result<axum::Json<PastedText>> {
    if body.html.trim().is_empty() {
        return Ok(axum::Json(PastedText::default()));
    }
    let file = state.ingest.draft("clipboard.html", body.html.into_bytes()).await?;
    Ok(axum::Json(PastedText { text: file.text, pictures: file.pictures }))
}
