//! The sources of an answer, as a client shows them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use stet_marks::statute::ArticleNo;
/// Says of what stored messages lead to that it may have been deleted since: what is quoted of it is what it said then.
pub fn may_be_gone(schema: &mut schemars::Schema) {
    let gone = json!({ "const": true, "description": "Only in stored conversations: it was deleted since." });
    if let Some(members) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        members.insert("gone".into(), gone);
    }
}

/// A source of the answer, as a client shows it. The N-th card is source N.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(transform = may_be_gone)]
pub struct SourceCard {
    /// The source.
    pub source_id: String,
    /// The version of the source.
    pub document_id: String,
    /// The passage: /api/chunks/{id}.
    pub chunk_id: String,
    /// Media type of the file.
    pub media_type: String,
    /// For people to read.
    pub title: String,
    /// Name of the file, with folders of its path where another source has a file of that name.
    pub file_name: String,
    /// Page in the file, from 1; null where it has none.
    pub page: Option<u32>,
    /// How well the passage fits the question.
    #[schemars(with = "GradeName")]
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

/// The grade of a passage as it is told.
#[derive(Debug, Clone, Copy, JsonSchema)]
#[schemars(rename = "Grade")]
pub enum GradeName {
    High,
    Medium,
    Low,
}

/// The article of a regulation that a source is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct SourceArticle {
    /// Name of the regulation.
    pub regulation: String,
    /// Of the article, in its parts.
    pub number: ArticleNo,
    /// For people to read.
    pub title: Option<String>,
    /// The sentence that says what it rules.
    pub key_sentence: String,
}
