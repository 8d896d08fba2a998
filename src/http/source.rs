//! A source as clients are told of it, over HTTP and by `stet sources --json`.

use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use super::timestamp::Timestamp;
use stet_sources::left_out::Code;
use stet_store::{Document, DocumentStatus, Failure};
use stet_text::Language;

/// A version of a source.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(
    clippy::struct_field_names,
    reason = "clients tell the id of a source from that of a version by this name"
)]
pub struct Source {
    /// Of this version.
    pub(super) id: Uuid,
    /// The same for all versions.
    source_id: Uuid,
    /// From 1; each change makes a new one.
    #[schemars(range(min = 1))]
    version: i32,
    /// How many the source has.
    versions: i64,
    /// The version that is searched.
    searched_version: Option<i32>,
    /// Was searched until a newer version was ready.
    superseded: bool,
    /// Where the file lay, if that is known.
    path: Option<String>,
    /// Name of the file that was sent.
    pub(super) file_name: String,
    /// For people to read.
    title: String,
    /// Who wrote it, as the file's own fields say. Absent where they do not.
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<String>,
    /// Media type of the file.
    media_type: String,
    /// Size of the file.
    bytes: i64,
    /// Korean or English.
    language: Language,
    /// How far it is.
    status: DocumentStatus,
    /// Of the present status; 1 when ready.
    #[schemars(range(min = 0, max = 1))]
    progress: f64,
    /// Why it failed, in the reader's language.
    error: Option<Reason>,
    /// How far a model is that adds contexts and translations to its passages; null where none was asked to. The source is
    /// searched meanwhile.
    enrichment: Option<Work>,
    /// 0 where the format has no pages.
    pages: i32,
    /// Pages that are pictures, whose words were recognised (OCR).
    recognised_pages: Vec<i32>,
    /// Pages that are pictures and were not read.
    unread_pages: Vec<i32>,
    /// What of the file is in no passage: hidden sheets, comments, damaged parts, unread pages and the like. Absent where
    /// nothing is known to be missing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<Missing>,
    /// Passages that it was cut into.
    chunks: i32,
    /// The project that it is in, with all its versions; null: in none.
    project_id: Option<Uuid>,
    /// When it was made.
    created_at: Timestamp,
    /// When it was changed last.
    updated_at: Timestamp,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct Reason {
    /// The fault in one word, for programs.
    title: String,
    /// In words for a person.
    detail: String,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct Work {
    /// How far it is.
    #[schemars(extend("enum" = ["queued", "running", "done", "failed"]))]
    status: String,
    /// Passages.
    done: i64,
    /// How many there are.
    total: i64,
    /// What was left out, or why it has failed, in the reader's language.
    detail: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct Missing {
    /// What kind of thing it is, for programs.
    #[schemars(with = "String")]
    code: Code,
    /// In words for a person, in the reader's language: a noun that follows “read without”.
    text: String,
}

impl Source {
    /// `language` is that of a failure's reason and of what was left out.
    #[must_use]
    pub fn of(document: Document, language: Language) -> Self {
        let (done, total) = document.progress;
        let progress = match document.status {
            DocumentStatus::Ready | DocumentStatus::Superseded => 1.0,
            _ if total > 0 => (done as f64 / total as f64).clamp(0.0, 1.0),
            _ => 0.0,
        };
        let told = |failure: Failure| match language {
            Language::Ko => failure.ko,
            Language::En => failure.en,
        };
        // Clients from before there were versions know no other status.
        let superseded = document.status == DocumentStatus::Superseded;
        Self {
            id: document.id,
            source_id: document.source_id,
            version: document.version,
            versions: document.versions,
            searched_version: document.searched,
            superseded,
            path: document.path,
            file_name: document.file_name,
            title: document.title,
            author: document.author,
            media_type: document.media_type,
            bytes: document.size_bytes,
            language: document.language,
            status: if superseded { DocumentStatus::Ready } else { document.status },
            progress,
            error: document
                .failure
                .map(|failure| Reason { title: failure.code.clone(), detail: told(failure) }),
            enrichment: document.enrichment.map(|work| Work {
                status: work.status,
                done: work.progress.0,
                total: work.progress.1,
                detail: work.left_out.map(told),
            }),
            pages: document.page_count,
            recognised_pages: document.recognised_pages,
            unread_pages: document.unread_pages,
            left_out: document
                .left_out
                .iter()
                .map(|missing| Missing { code: missing.code, text: missing.text(language) })
                .collect(),
            chunks: document.chunk_count,
            project_id: document.project_id,
            created_at: Timestamp(document.created_at),
            updated_at: Timestamp(document.updated_at),
        }
    }
}
