//! A file of criteria as values: JSON, YAML, or a Vale style as a ZIP archive; and why it cannot be read.
//!
//! Owns finding the place of a fault: which file, where in it, and behind which id. What the values mean belongs to
//! `criteria`, how a fault is said to a person to the front doors.

use std::io::{Cursor, ErrorKind, Read as _};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use zip::ZipArchive;

/// Bytes that an archive of rules may unpack to.
const MAX_UNPACKED: u64 = 8 << 20;

/// What a file has.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum RuleFiles {
    /// JSON or YAML; `None` for an empty file.
    One(Option<Value>),
    /// A Vale style: its name, and the names of its files without their endings.
    Style(String, Vec<(String, Value)>),
}

/// A file of rules that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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

impl RuleFiles {
    /// Reads a file that was sent under this name.
    ///
    /// # Errors
    /// The file cannot be read; the fault says why.
    pub fn parse(name: &str, bytes: &[u8]) -> Result<Self, Unreadable> {
        if !bytes.starts_with(b"PK") {
            let text = std::str::from_utf8(bytes).map_err(|_| FileMistake::NotUtf8)?;
            let text = text.trim_start_matches('\u{feff}');
            return Ok(Self::One(if text.trim().is_empty() { None } else { Some(value(text)?) }));
        }
        let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|fault| broken(&fault))?;
        let mut left = MAX_UNPACKED;
        let mut files = Vec::new();
        for at in 0..archive.len() {
            let file = archive.by_index(at).map_err(|fault| broken(&fault))?;
            let path = file.name().map_err(|fault| broken(&fault))?.into_owned();
            if !is_yaml(&path) {
                continue;
            }
            let mut text = String::new();
            // One byte past what is left tells "exactly full" from "too much".
            file.take(left + 1).read_to_string(&mut text).map_err(|fault| {
                let mistake = match fault.kind() {
                    ErrorKind::InvalidData => FileMistake::NotUtf8,
                    _ => broken(&fault),
                };
                Unreadable::from(mistake).in_file(&path)
            })?;
            left = left.checked_sub(text.len() as u64).ok_or(FileMistake::TooLarge(MAX_UNPACKED))?;
            files.push((path, text));
        }
        let folder = files.first().and_then(|(path, _)| path.rsplit_once('/')).map(|(folder, _)| folder);
        let style = folder.map_or(name, |folder| folder.rsplit('/').next().unwrap_or(folder));
        let style = style.rsplit_once(".zip").map_or(style, |(stem, _)| stem);
        if files.is_empty() {
            return Err(FileMistake::NoRules.into());
        }
        Self::style(style, &files)
    }

    /// The files of a Vale style folder; those that are not named as YAML are skipped.
    ///
    /// # Errors
    /// One of them is no YAML: the style would lack its rule.
    pub fn style(style: &str, files: &[(String, String)]) -> Result<Self, Unreadable> {
        let rules = files.iter().filter(|(name, _)| is_yaml(name)).map(|(name, text)| {
            let file = name.rsplit('/').next().unwrap_or(name);
            let rule = value(text).map_err(|fault| fault.in_file(name))?;
            Ok((file.rsplit_once('.').map_or(file, |(stem, _)| stem).to_owned(), rule))
        });
        Ok(Self::Style(style.to_owned(), rules.collect::<Result<_, Unreadable>>()?))
    }
}

/// Whether a file of a Vale style folder is read.
#[must_use]
pub fn is_yaml(path: &str) -> bool {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    ending.eq_ignore_ascii_case("yml") || ending.eq_ignore_ascii_case("yaml")
}

fn broken(fault: &impl ToString) -> FileMistake {
    FileMistake::Archive(fault.to_string())
}

impl From<FileMistake> for Unreadable {
    fn from(mistake: FileMistake) -> Self {
        Self { file: String::new(), at: None, after_id: None, mistake }
    }
}

impl Unreadable {
    pub(crate) fn in_file(self, file: &str) -> Self {
        Self { file: file.to_owned(), ..self }
    }

    /// `column` counts characters.
    fn placed(mistake: FileMistake, text: &str, line: usize, column: usize) -> Self {
        let at = (line > 0).then_some((line, column.max(1)));
        Self { at, after_id: last_id(text, line), ..mistake.into() }
    }
}

/// JSON or YAML. JSON is YAML too, but its own reader has the better messages.
pub(crate) fn value(text: &str) -> Result<Value, Unreadable> {
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
