//! `/api/bibliography`: the works that drafts cite by key, and `GET /api/drafts/{id}/citations`.

use axum::extract::multipart::MultipartRejection;
use axum::extract::{Multipart, Path};
use axum::http::{HeaderMap, StatusCode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::drafts::{draft_id, of};
use super::error::accepted_language;
use super::input::{Count, route_limit};
use super::problem;
use super::routes::{INVALID, NOT_FOUND, Routes, TOO_LARGE, UNPROCESSABLE, delete, get, post};
use super::style::style;
use super::timestamp::Timestamp;
use super::zotero::{self, ZoteroFault};
use super::{AppState, Query, Result, State};
use stet_bibliography::Style;
use stet_drafts::Desk;
use stet_drafts::bibliography::{self, Citing};
use stet_drafts::transfer;
use stet_host::apart::apart;
use stet_store::Scope::{Read, Write};
use stet_store::{Store, Taken};
use stet_text::{Language, language};

/// Bytes of a file of works.
const FILE_LIMIT: usize = 16 << 20;
/// Works of one page of the list.
const PAGE: i64 = 50;

pub(super) fn routes() -> Routes {
    Routes::of([
        get("/api/bibliography", list, "listWorks", "bibliography", Read)
            .says("The works that drafts can cite, by key", "초안이 인용할 수 있는 문헌")
            .answers("Up to 50 works from the offset on, and how many there are in all."),
        post("/api/bibliography", import, "importWorks", "bibliography", Write)
            .says("Keep the works of a file", "문헌 파일 들여오기")
            .about(
                "BibTeX, BibLaTeX or CSL-JSON. A work takes the place of the one with its key. One that \
                 cannot be read keeps out none of the others and is told.",
            )
            .audit("bibliography.import")
            .takes_file("A .bib file or CSL-JSON.")
            .answers("How many came in, and what is wrong with the others.")
            .refuses(&[INVALID, TOO_LARGE]),
        post("/api/bibliography/zotero", import_zotero, "importZotero", "bibliography", Write)
            .says("Keep the works of the Zotero on the server's machine", "서버 컴퓨터의 Zotero에서 문헌 들여오기")
            .about(
                "Asks Better BibTeX where it is installed, whose keys stay, else the local API of Zotero 7 or newer, where works \
                 without a key of their own get author_word_year.",
            )
            .audit("bibliography.import")
            .answers("How many came in, and what is wrong with the others.")
            .refuses(&[UNPROCESSABLE]),
        delete("/api/bibliography/{key}", remove, "deleteWork", "bibliography", Write)
            .says("Delete a work", "문헌 지우기")
            .audit("bibliography.delete")
            .answers("Deleted.")
            .refuses(&[NOT_FOUND])
            .place("key", json!({ "example": "kim2020" })),
        get("/api/drafts/{id}/citations", citations, "previewCitations", "drafts", Read)
            .says("What an export makes of the citations of a draft", "내보낼 때 인용이 되는 모습")
            .answers("The works as they will be listed, and the keys that the bibliography does not have.")
            .refuses(&[NOT_FOUND]),
    ])
    .with(|router| router.layer(route_limit(FILE_LIMIT)))
}

/// How a draft cites: in the style that is asked for, else in its own.
pub(super) async fn citing(
    store: &Store,
    desk: &Desk,
    asked: Option<&str>,
    language: Option<Language>,
) -> Result<Citing> {
    let name = asked.filter(|name| *name != "none").unwrap_or(&desk.draft.citation_style);
    let style = if name.is_empty() { None } else { Some(style(name)?) };
    // A suggestion may cite what the text does not.
    let mut text = desk.stage.text().to_owned();
    for staged in desk.stage.patches() {
        text.push('\n');
        text.push_str(&staged.patch.after);
    }
    let entries = bibliography::cited(store, &text).await?;
    Ok(Citing { entries, style, language })
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ListQuery {
    /// Words that the key, the authors, the year, the title or the container must have.
    #[serde(default)]
    q: String,
    #[serde(default)]
    offset: Count,
}

/// A work that drafts can cite.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Work {
    /// By which texts cite the work: `[@key]`.
    key: String,
    /// For people to read.
    title: String,
    /// Names with commas between them.
    authors: String,
    /// Of publication.
    year: Option<i32>,
    /// The journal or the book that it is in, or its publisher.
    container: String,
    /// Its type in CSL.
    r#type: String,
    /// When it was changed last.
    updated_at: Timestamp,
}

impl From<stet_store::Work> for Work {
    fn from(work: stet_store::Work) -> Self {
        Self {
            key: work.key,
            title: work.title,
            authors: work.authors,
            year: work.year,
            container: work.container,
            r#type: work.kind,
            updated_at: Timestamp(work.updated_at),
        }
    }
}

#[derive(Debug, Serialize, JsonSchema)]
struct WorkList {
    /// The works.
    works: Vec<Work>,
    /// How many there are.
    total: i64,
}

async fn list(State(state): State<AppState>, Query(query): Query<ListQuery>) -> Result<axum::Json<WorkList>> {
    let (works, total) = state.store().works(&query.q, PAGE, query.offset.0).await?;
    Ok(axum::Json(WorkList { works: works.into_iter().map(Work::from).collect(), total }))
}

#[derive(Debug, Serialize, JsonSchema)]
struct ImportedWorks {
    #[serde(flatten)]
    taken: Taken,
    /// What of the file could not be read.
    faults: Vec<WorkFault>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct WorkFault {
    /// Of the file, from 1.
    line: usize,
    /// By which texts cite the work: `[@key]`.
    key: Option<String>,
    /// What is wrong and how to mend it, in the language of Accept-Language.
    message: String,
}

async fn import(
    State(state): State<AppState>,
    headers: HeaderMap,
    form: std::result::Result<Multipart, MultipartRejection>,
) -> Result<axum::Json<ImportedWorks>> {
    let none = || problem::no_file_of_works();
    let mut form = form.map_err(|_| none())?;
    while let Some(field) = form.next_field().await.map_err(|_| none())? {
        if field.file_name().is_none() {
            continue;
        }
        let bytes = field.bytes().await.map_err(|_| none())?;
        return keep(&state, &headers, bytes.to_vec()).await;
    }
    Err(none())
}

async fn import_zotero(
    State(state): State<AppState>,
    headers: HeaderMap,
) -> Result<axum::Json<ImportedWorks>> {
    let library = zotero::library(zotero::ADDRESS).await.map_err(|fault| match fault {
        ZoteroFault::Closed => problem::zotero_closed(),
        ZoteroFault::Forbidden => problem::zotero_forbidden(),
        ZoteroFault::Strange(told) => problem::zotero_strange(told),
    })?;
    keep(&state, &headers, library).await
}

async fn keep(state: &AppState, headers: &HeaderMap, file: Vec<u8>) -> Result<axum::Json<ImportedWorks>> {
    let works = state.ingest.works(file).await?;
    let taken = bibliography::keep(state.store(), &works.entries()).await?;
    let language = accepted_language(headers);
    let faults = works.faults.into_iter().map(|fault| WorkFault {
        line: fault.line,
        key: fault.key,
        message: fault.reason.message(language),
    });
    Ok(axum::Json(ImportedWorks { taken, faults: faults.collect() }))
}

async fn remove(State(state): State<AppState>, Path(key): Path<String>) -> Result<StatusCode> {
    if state.store().delete_work(&key).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(problem::no_work(&key))
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CitationsQuery {
    /// The citation style; that of the draft when left out. none leaves the keys.
    #[schemars(extend("enum" = ["apa", "chicago-author-date", "chicago-notes", "ieee", "mla", "vancouver", "korean", "none"]))]
    style: Option<String>,
    /// The language of citations and of their list; that of the text when left out.
    language: Option<Language>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct CitationPreview {
    /// In which the draft goes out.
    #[schemars(extend("enum" = Style::ALL.map(Style::name)))]
    style: &'static str,
    /// The works.
    works: Vec<ListedWork>,
    /// Keys that are cited and that the bibliography does not have.
    unknown: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct ListedWork {
    /// By which texts cite the work: `[@key]`.
    key: String,
    /// The words.
    text: String,
}

/// What an export will make of the citations of a draft.
async fn citations(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(query): Query<CitationsQuery>,
) -> Result<axum::Json<CitationPreview>> {
    let id = draft_id(&id)?;
    let desk = stet_drafts::load(state.store(), id).await.map_err(of(id))?;
    let citing = citing(state.store(), &desk, query.style.as_deref(), query.language).await?;
    let text = desk.stage.text().to_owned();
    let in_language = citing.language.unwrap_or_else(|| language(&text));
    let style = citing.style.unwrap_or_else(|| Style::usual(in_language)).name();
    let outcome = apart(move || transfer::citations(&text, &citing)).await;
    let works = outcome.list.into_iter().map(|(key, text)| ListedWork { key, text }).collect();
    Ok(axum::Json(CitationPreview { style, works, unknown: outcome.unknown }))
}
