//! Which passages a search looks at.

use time::OffsetDateTime;
use uuid::Uuid;

use super::{clean, language_name};
use stet_text::Language;

/// What a search looks at. Empty lists do not restrict.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filter {
    pub document_ids: Vec<Uuid>,
    /// Passages that touch any of these pages.
    pub pages: Vec<i32>,
    /// Names of [`stet_sources::chunk::Category`].
    pub categories: Vec<String>,
    /// Names of [`stet_sources::chunk::ChunkType`].
    pub chunk_types: Vec<String>,
    pub languages: Vec<Language>,
    /// Documents dated (or, without a date, stored) in `[from, to)`.
    pub from: Option<OffsetDateTime>,
    pub to: Option<OffsetDateTime>,
    /// Words that the caption holds, in a row and in either case.
    pub caption: Option<String>,
    /// The same of what describes a table or a figure: its names and values.
    pub entity: Option<String>,
    /// The same of some of its fields.
    pub entity_type: Option<String>,
    pub entity_title: Option<String>,
    pub entity_keyword: Option<String>,
}

/// The pattern of SQL for what holds these words in a row.
pub(super) fn holding(words: &str) -> String {
    let escaped = words.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
    format!("%{}%", clean(&escaped))
}

impl Filter {
    /// Patterns of SQL for what caption and entity hold.
    pub(super) fn held(&self) -> [Option<String>; 2] {
        [&self.caption, &self.entity].map(|words| words.as_deref().map(holding))
    }

    /// Paths of SQL that lead to something in an entity whose fields hold these words. Parsers call the same thing by two names.
    pub(super) fn paths(&self) -> Vec<String> {
        let fields = [
            (&self.entity_type, ["type", "kind"]),
            (&self.entity_title, ["title", "name"]),
            (&self.entity_keyword, ["keywords", "keyword"]),
        ];
        let path = |(words, [one, other]): (&Option<String>, [&str; 2])| {
            let words = serde_json::Value::from(&*clean(words.as_deref()?));
            Some(format!(
                "$.keyvalue() ? (@.key == \"{one}\" || @.key == \"{other}\").value[*] ? (@ like_regex {words} flag \"iq\")"
            ))
        };
        fields.into_iter().filter_map(path).collect()
    }

    pub(super) fn language_names(&self) -> Vec<String> {
        self.languages.iter().map(|&language| language_name(language).to_owned()).collect()
    }
}
