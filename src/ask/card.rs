//! The sources of an answer, as a client shows them.

use serde::{Deserialize, Serialize};

use stet_marks::statute::ArticleNo;

/// A source of the answer, as a client shows it. The N-th card is source N.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SourceCard {
    pub source_id: String,
    pub document_id: String,
    pub chunk_id: String,
    pub media_type: String,
    pub title: String,
    pub file_name: String,
    pub page: Option<u32>,
    /// Evidence grade: High, Medium, Low.
    pub grade: String,
    /// Score of the source for this answer, 0 to 1.
    pub score: f32,
    /// Words of it were recognised on a picture of a page (OCR).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub recognised: bool,
    /// Where it stands on the web; such a source is no document, and has no passage to open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The article of a regulation that the source is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub article: Option<SourceArticle>,
}

/// The article of a regulation that a source is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceArticle {
    pub regulation: String,
    pub number: ArticleNo,
    pub title: Option<String>,
    /// The sentence that says what it rules.
    pub key_sentence: String,
}
