//! The words of a passage that an answer may rest on: one text, which the model is shown, from which extracts are quoted,
//! and against which the gate judges. What one of them saw and another did not would be a citation of nothing.

use serde_json::Value;
use time::{Date, OffsetDateTime};

use stet_sources::{correction, entity};
use stet_store::ChunkRow;
use stet_text::Language;

/// What is known of a passage beside its words.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Facts {
    pub category: String,
    /// Bytes of its words that are a person's correction, with which they begin.
    pub corrected: Option<usize>,
    /// What it belongs to, the outermost first: the title of its document, the headings above it.
    pub place: Vec<String>,
    /// The day that its document says it was written on.
    pub dated: Option<Date>,
    pub caption: Option<String>,
    /// Title, details, keywords of a table, a figure, an embedded presentation.
    pub entity: Option<Value>,
    /// Where its picture lies, as the document says.
    pub image_path: Option<String>,
    /// Whether this server has it.
    pub pictured: bool,
    /// Where the passage stands in its document. The model is shown it to understand the passage; it is not among the words that
    /// the gate judges by, since nobody but a model or a parser has said it.
    pub context: Option<String>,
}

impl Facts {
    pub(super) fn of(chunk: &ChunkRow) -> Self {
        Self {
            category: chunk.category.clone(),
            corrected: verified(chunk).map(str::len),
            place: place(chunk),
            dated: chunk.dated.map(OffsetDateTime::date),
            caption: chunk.caption.clone(),
            entity: chunk.entity.clone(),
            image_path: chunk.image_path.clone(),
            pictured: chunk.pictured,
            context: chunk.context.clone().filter(|context| !context.trim().is_empty()),
        }
    }
}

/// What a passage belongs to. An article is known by its regulation and its number, and needs no headings.
fn place(chunk: &ChunkRow) -> Vec<String> {
    let headings = chunk.headings.iter().filter(|_| chunk.article.is_none());
    std::iter::once(&chunk.title).chain(headings).cloned().collect()
}

/// What a person has verified, with what the passage says of other things behind it: a value that was corrected supports nothing
/// any more. Else its content with what belongs to it, each under its label: caption, entity and translation. With them comes where
/// a translation begins that a model has made, which is the last of them.
pub(super) fn words(chunk: &ChunkRow) -> (String, Option<usize>) {
    if let Some(verified) = verified(chunk) {
        let left = correction::beside(&chunk.content, verified);
        let apart = if left.is_empty() { "" } else { "\n\n" };
        return ([verified, apart, &left].concat(), None);
    }
    let by_model = chunk.translation_by.is_some();
    let mut text = chunk.content.clone();
    let labels = match chunk.language {
        Language::Ko if by_model => ["캡션", "구조 정보", "번역(모델이 옮김)"],
        Language::Ko => ["캡션", "구조 정보", "번역"],
        Language::En if by_model => ["Caption", "Entity info", "Translation (by a model)"],
        Language::En => ["Caption", "Entity info", "Translation"],
    };
    let mut translated = None;
    let entity = chunk.entity.as_ref().map(|entity| entity::described(entity, chunk.language));
    for (at, (label, more)) in
        labels.into_iter().zip([&chunk.caption, &entity, &chunk.translation]).enumerate()
    {
        let more = more.as_deref().unwrap_or_default().trim();
        if more.is_empty() || text.contains(more) {
            continue;
        }
        if by_model && at == 2 {
            translated = Some(text.len());
        }
        text.push_str("\n\n");
        text.push_str(label);
        text.push(':');
        if more.contains('\n') {
            // Rows are facts of their own, none a part of the one before.
            more.lines().for_each(|line| text.extend(["\n- ", line]));
        } else {
            text.extend([" ", more]);
        }
    }
    (text, translated)
}

/// The text that a person has verified.
pub(super) fn verified(chunk: &ChunkRow) -> Option<&str> {
    chunk.human_feedback.as_deref().filter(|text| !text.trim().is_empty())
}
