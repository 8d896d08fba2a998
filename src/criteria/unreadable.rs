//! Why a file of rules cannot be read: which file, where in it, and behind which id.
//!
//! Owns finding the place; how it is said to a person belongs to the front doors.

use serde_json::Value;

/// A file of rules that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    /// The file in an archive or a folder; empty where there is only one.
    pub file: String,
    /// Line and character, from 1.
    pub at: Option<(usize, usize)>,
    /// The last id before that place, which is that of the rule in most files.
    pub after_id: Option<String>,
    pub mistake: FileMistake,
}

/// What is wrong with it. The parsers' words are without the place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileMistake {
    NotUtf8,
    Json(String),
    Yaml(String),
    Archive(String),
    /// The archive unpacks to more bytes than this.
    TooLarge(u64),
    /// An archive without YAML files.
    NoRules,
}

impl From<FileMistake> for Unreadable {
    fn from(mistake: FileMistake) -> Self {
        Self { file: String::new(), at: None, after_id: None, mistake }
    }
}

impl Unreadable {
    pub(super) fn in_file(self, file: &str) -> Self {
        Self { file: file.to_owned(), ..self }
    }

    /// `column` counts characters.
    fn placed(mistake: FileMistake, text: &str, line: usize, column: usize) -> Self {
        let at = (line > 0).then_some((line, column.max(1)));
        Self { at, after_id: last_id(text, line), ..mistake.into() }
    }
}

/// JSON or YAML. JSON is YAML too, but its own reader has the better messages.
pub(super) fn value(text: &str) -> Result<Value, Unreadable> {
    if text.trim_start().starts_with(['{', '[']) {
        return serde_json::from_str(text).map_err(|fault| {
            let (line, bytes) = (fault.line(), fault.column());
            let row = text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
            let column = row.char_indices().take_while(|(at, _)| *at < bytes).count();
            Unreadable::placed(FileMistake::Json(plain(&fault.to_string())), text, line, column)
        });
    }
    serde_yaml_ng::from_str(text).map_err(|fault| {
        let (line, column) = fault.location().map_or((0, 0), |place| (place.line(), place.column()));
        Unreadable::placed(FileMistake::Yaml(plain(&fault.to_string())), text, line, column)
    })
}

/// The parser's words without the place.
fn plain(told: &str) -> String {
    told.split_once(" at line ").map_or(told, |(what, _)| what).to_owned()
}

/// The id that stands last in the lines up to this one.
fn last_id(text: &str, line: usize) -> Option<String> {
    let quotes = ['"', '\''];
    let lines: Vec<&str> = text.lines().take(line).collect();
    lines.into_iter().rev().find_map(|line| {
        let key = line.trim_start_matches(|ch: char| ch.is_whitespace() || "-{[\"'".contains(ch));
        let value = key.strip_prefix("id")?.trim_start_matches(quotes).trim_start().strip_prefix(':')?;
        let id = value.split([',', '}', '#']).next()?.trim().trim_matches(quotes).trim();
        (!id.is_empty()).then(|| id.chars().take(80).collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_has_its_place_and_the_id_before_it() {
        for (text, at, id) in [
            ("name: x\nrules:\n  - id: a\n    text: t\n  - id: 길이\n    text: \"no end\n", 7, Some("길이")),
            ("rules:\n  - id: a\n    text: one: two\n", 3, Some("a")),
            ("{\n  \"rules\": [\n    { \"id\": \"b\",\n      \"text\" \"t\" }\n  ]\n}", 4, Some("b")),
            ("{", 1, None),
        ] {
            let fault = value(text).unwrap_err();
            assert_eq!(
                (fault.at.map(|(line, _)| line), fault.after_id.as_deref()),
                (Some(at), id),
                "{fault:?}"
            );
        }
        let fault = value("{\"이름\": \"가나다\" \"x\"}").unwrap_err();
        assert_eq!(fault.at, Some((1, 14)), "characters, not bytes");
    }
}
