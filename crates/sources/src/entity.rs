//! What document parsers know of a table, a figure or an embedded presentation beside its text: a JSON object with a title,
//! details, keywords and whatever else.
//!
//! Owns its words: one line a field, the telling ones first. Leaves to others where they are shown.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;
use serde_json::{Map, Value};

use stet_text::Language;

/// Most characters of a description.
const LONGEST: usize = 4000;

/// Fields that tell most, in this order; the others follow in theirs.
const FIRST: [&str; 6] = ["title", "name", "details", "description", "summary", "keywords"];

static PRESENTATIONS: LazyLock<FxHashSet<&'static str>> =
    LazyLock::new(|| stet_data::words("words/both/embedded-presentations"));

/// Whether an entity is a presentation that is embedded in a page.
#[must_use]
pub fn is_presentation(entity: &Value) -> bool {
    entity.as_object().is_some_and(|fields| fields.values().any(is_presentations_name))
}

fn is_presentations_name(value: &Value) -> bool {
    value.as_str().is_some_and(|text| PRESENTATIONS.contains(text.trim().to_lowercase().as_str()))
}

/// What an embedded presentation is called, always and whatever its parser calls it.
#[must_use]
pub const fn presentation(language: Language) -> &'static str {
    match language {
        Language::Ko => "PPT 삽입 문서",
        Language::En => "PPT Embedded Document",
    }
}

/// A description as lines: `name: value`. An embedded presentation says first that it is one.
#[must_use]
pub fn described(entity: &Value, language: Language) -> String {
    let mut lines = Vec::new();
    if is_presentation(entity) {
        lines.push(presentation(language).to_owned());
    }
    lines_of("", entity, &mut lines);
    lines.join("\n").chars().take(LONGEST).collect()
}

/// What an entity is called, for a list of those that an answer rests on.
#[must_use]
pub fn title(entity: &Value, language: Language) -> Option<String> {
    let field = |name: &&str| entity.get(*name).and_then(Value::as_str).map(str::trim);
    let title = FIRST.iter().take(2).filter_map(field).find(|title| !title.is_empty());
    match (is_presentation(entity), title) {
        (true, Some(title)) => Some(format!("{}: {title}", presentation(language))),
        (true, None) => Some(presentation(language).to_owned()),
        (false, title) => title.map(str::to_owned),
    }
}

/// The keywords of an entity, a list or words between commas.
#[must_use]
pub fn keywords(entity: &Value) -> Vec<String> {
    let words: Vec<&str> = match entity.get("keywords") {
        Some(Value::Array(words)) => words.iter().filter_map(Value::as_str).collect(),
        Some(Value::String(words)) => words.split(',').collect(),
        _ => Vec::new(),
    };
    words.into_iter().map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn lines_of(name: &str, value: &Value, lines: &mut Vec<String>) {
    let line = |text: &str| if name.is_empty() { text.to_owned() } else { format!("{name}: {text}") };
    match value {
        Value::Object(fields) => {
            for (name, value) in ordered(fields).filter(|(_, value)| !is_presentations_name(value)) {
                lines_of(name, value, lines);
            }
        }
        Value::Array(items) => {
            let plain: Vec<String> = items.iter().filter_map(plain).collect();
            if !plain.is_empty() {
                lines.push(line(&plain.join(", ")));
            }
            // A row of a table is a line: its cells belong together.
            for item in items.iter().filter(|item| item.is_object() || item.is_array()) {
                let mut row = Vec::new();
                lines_of("", item, &mut row);
                lines.push(row.join(", "));
            }
        }
        value => lines.extend(plain(value).map(|text| line(&text))),
    }
}

/// A value that is no list and no object; `None` where it says nothing.
fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

fn ordered(fields: &Map<String, Value>) -> impl Iterator<Item = (&String, &Value)> {
    let rank = |name: &str| FIRST.iter().position(|first| *first == name).unwrap_or(FIRST.len());
    let mut fields: Vec<(&String, &Value)> = fields.iter().collect();
    fields.sort_by_key(|(name, _)| rank(name));
    fields.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_telling_fields_come_first_and_a_row_is_a_line() {
        let table = json!({
            "rows": [{ "과제": "클라우드 전환", "예산": "150억" }, { "과제": "이용 확대", "예산": 30 }],
            "keywords": ["예산", "과제"], "source": null, "title": "표 2. 과제별 예산", "empty": " ",
        });
        assert_eq!(
            described(&table, Language::Ko),
            "title: 표 2. 과제별 예산\nkeywords: 예산, 과제\n과제: 클라우드 전환, 예산: 150억\n과제: 이용 확대, 예산: 30"
        );
        assert_eq!(title(&table, Language::Ko).as_deref(), Some("표 2. 과제별 예산"));
        assert_eq!(keywords(&table), ["예산", "과제"]);
        assert_eq!(keywords(&json!({ "keywords": "a, b,," })), ["a", "b"]);
        assert_eq!(
            (described(&json!("a"), Language::En), described(&json!(null), Language::En)),
            ("a".into(), String::new())
        );
    }

    #[test]
    fn an_embedded_presentation_is_always_called_one() {
        for kind in ["똑딱이", "PPT Embedded Document", " ppt "] {
            let slides = json!({ "type": kind, "title": "추진 일정", "details": "3단계로 추진한다." });
            assert_eq!(
                described(&slides, Language::Ko),
                "PPT 삽입 문서\ntitle: 추진 일정\ndetails: 3단계로 추진한다."
            );
            assert_eq!(title(&slides, Language::En).as_deref(), Some("PPT Embedded Document: 추진 일정"));
        }
        assert!(!is_presentation(&json!({ "type": "table", "title": "PPT 작성 요령" })));
    }
}
