//! What may be wrong in `data/`, each fault with file, line and reason.
//!
//! Owns the checks of tables, entries and examples; `build.rs` runs them, and so does a test, for builds
//! that read the files when they start.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use toml::de::{DeTable, DeValue};

use crate::table::{ending, key, sections};
use crate::tree::File;

#[derive(Default)]
struct Faults(Vec<String>);

impl Faults {
    fn add(&mut self, file: &str, line: usize, why: impl Display) {
        self.0.push(format!("data/{file}:{line}: {why}"));
    }
}

/// Where a section stands.
struct Section<'a> {
    file: &'a str,
    /// The line of its `[name]`.
    line: usize,
}

/// The sections of words by the name that asks for them: `words/en/saying`.
type Sections<'a> = BTreeMap<String, Section<'a>>;

/// Whatever is wrong with the files: `data/words/en/verbs.tsv:12: …`.
pub(crate) fn faults(files: &[File]) -> Vec<String> {
    let mut faults = Faults::default();
    let mut words = Sections::new();
    for (name, text) in files {
        match ending(name) {
            "tsv" => check_table(name, text, &mut words, &mut faults),
            "toml" => check_entries(name, text, &mut faults),
            "jsonl" => check_examples(name, text, &mut faults),
            "md" => {}
            _ => faults.add(name, 1, "only .tsv, .toml, .jsonl and .md stand here"),
        }
    }
    faults.0
}

/// The line of a byte, from 1.
fn line_of(text: &str, byte: usize) -> usize {
    1 + text.bytes().take(byte).filter(|byte| *byte == b'\n').count()
}

fn check_table<'a>(name: &'a str, text: &'a str, words: &mut Sections<'a>, faults: &mut Faults) {
    let mut line = 1;
    for (section, rows) in sections(text) {
        if !text.starts_with('[') {
            check_rows(name, 1, rows, faults);
            return;
        }
        if section.is_empty() || !section.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-') {
            return faults.add(name, line, "a section begins with a line `[name]` in small letters");
        }
        check_rows(name, line + 1, rows, faults);
        let found = Section { file: name, line };
        if let Some(other) = words.insert(key(name, section), found) {
            faults.add(
                name,
                line,
                format!("[{section}] stands in data/{}:{} already", other.file, other.line),
            );
        }
        line += 2 + rows.matches('\n').count();
    }
}

/// The first line names the columns (`# form<TAB>tag`); each row has so many, none is empty, no first one stands twice.
fn check_rows(name: &str, first: usize, rows: &str, faults: &mut Faults) {
    let Some(head) = rows.lines().next().and_then(|line| line.strip_prefix("# ")) else {
        return faults.add(name, first, "the first line names the columns: `# form<TAB>…`");
    };
    let columns = head.split('\t').count();
    let mut seen = BTreeMap::new();
    for (line, row) in (first..).zip(rows.lines()).filter(|(_, row)| !row.is_empty() && !row.starts_with('#'))
    {
        let cells: Vec<&str> = row.split('\t').collect();
        if cells.len() != columns {
            faults.add(name, line, format!("{} columns, {columns} are named above", cells.len()));
        }
        if cells.iter().any(|cell| cell.trim() != *cell || cell.is_empty()) {
            faults.add(name, line, "an entry is empty or has blanks at its ends");
        }
        if let Some(other) = seen.insert(cells.first().copied(), line) {
            faults.add(name, line, format!("this form stands in line {other} already"));
        }
    }
    if seen.is_empty() {
        faults.add(name, first, "there are no rows");
    }
}

/// TOML that parses; where one table is said in a language, each is said in both; no `id` of a list stands twice.
fn check_entries(name: &str, text: &str, faults: &mut Faults) {
    let table = match DeTable::parse(text) {
        Ok(table) => table.into_inner(),
        Err(error) => {
            let at = error.span().map_or(1, |span| line_of(text, span.start));
            return faults.add(name, at, error.message());
        }
    };
    let said = |value: &DeValue<'_>, language| {
        value.as_table()?.get(language)?.get_ref().as_str().map(str::to_owned)
    };
    let is_said = |value| said(value, "en").or_else(|| said(value, "ko")).is_some();
    let in_languages = table.values().any(|value| is_said(value.get_ref()));
    for (key, value) in &table {
        let at = line_of(text, key.span().start);
        for language in ["en", "ko"].into_iter().filter(|_| in_languages) {
            if said(value.get_ref(), language).is_none_or(|text| text.trim().is_empty()) {
                faults.add(name, at, format!("[{}] says nothing as `{language}`", key.get_ref()));
            }
        }
        let mut seen = BTreeSet::new();
        for entry in value.get_ref().as_array().into_iter().flatten() {
            let Some(id) = entry.get_ref().as_table().and_then(|entry| entry.get("id")) else { continue };
            if !seen.insert(id.get_ref().as_str()) {
                faults.add(name, line_of(text, id.span().start), "this id stands above already");
            }
        }
    }
}

/// One example a line: a JSON object with the keys of the first, nothing in it empty, none twice.
fn check_examples(name: &str, text: &str, faults: &mut Faults) {
    let (mut keys, mut seen) = (None, BTreeMap::new());
    for (at, line) in (1..).zip(text.lines()) {
        let example = match serde_json::from_str::<BTreeMap<String, serde_json::Value>>(line) {
            Ok(example) => example,
            Err(error) => {
                faults.add(name, at, error);
                continue;
            }
        };
        if example.values().any(|value| value.as_str().is_some_and(|text| text.trim().is_empty())) {
            faults.add(name, at, "an entry is empty");
        }
        let own: Vec<String> = example.into_keys().collect();
        let first = keys.get_or_insert_with(|| own.clone());
        if *first != own {
            faults.add(name, at, format!("has {}, the first line {}", own.join(", "), first.join(", ")));
        }
        if let Some(other) = seen.insert(line, at) {
            faults.add(name, at, format!("stands in line {other} already"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{folder, load};

    /// What is wrong with files of these texts.
    fn faults_of(files: &[(&str, &str)]) -> Vec<String> {
        let files: Vec<File> = files.iter().map(|(name, text)| ((*name).into(), (*text).into())).collect();
        faults(&files)
    }

    /// What is wrong with the words of one file.
    fn faults_of_words(text: &str) -> Vec<String> {
        faults_of(&[("words/en/verbs.tsv", text)])
    }

    #[test]
    fn the_files_of_the_tree_are_in_order() {
        assert_eq!(faults(&load(&folder()).unwrap()), Vec::<String>::new());
    }

    #[test]
    fn a_malformed_row_is_told_by_its_line() {
        let good = "[saying]\n# form\tkind\n# What sources do.\nsays\ttell\n\ntold\ttell\n";
        assert_eq!(faults_of_words(good), Vec::<String>::new());
        for (row, why) in [
            ("shows", "1 columns, 2 are named above"),
            ("shows\ttell\tx", "3 columns, 2 are named above"),
            ("shows\t", "an entry is empty or has blanks at its ends"),
            ("\ttell", "an entry is empty or has blanks at its ends"),
            ("shows \ttell", "an entry is empty or has blanks at its ends"),
            ("says\tother", "this form stands in line 4 already"),
        ] {
            assert_eq!(
                faults_of_words(&format!("{good}{row}\n")),
                [format!("data/words/en/verbs.tsv:7: {why}")]
            );
        }
        // The line is that of the file, whatever section it is in.
        let two = format!("{good}\n[saying]\n# form\tkind\nshows\n");
        let [row, twice] = &faults_of_words(&two)[..] else { panic!("{two}") };
        assert_eq!(row, "data/words/en/verbs.tsv:10: 1 columns, 2 are named above");
        assert_eq!(twice, "data/words/en/verbs.tsv:8: [saying] stands in data/words/en/verbs.tsv:1 already");
        let weights = [("gate/weights.tsv", "# signal\ten\nnumbers\t0.1\nnumbers\t0.2\n")];
        assert_eq!(faults_of(&weights), ["data/gate/weights.tsv:3: this form stands in line 2 already"]);
    }

    #[test]
    fn a_table_says_what_it_holds() {
        let at = |line: usize, why: &str| format!("data/words/en/verbs.tsv:{line}: {why}");
        let columns = "the first line names the columns: `# form<TAB>…`";
        let no_name = at(1, "a section begins with a line `[name]` in small letters");
        for head in ["[Saying]", "[saying", "[]"] {
            assert_eq!(faults_of_words(&format!("{head}\n# form\nsays\n"))[0], no_name);
        }
        assert_eq!(faults_of_words("[saying]\nsays\ttell\n")[0], at(2, columns));
        assert_eq!(faults_of_words("[saying]\n# form\tkind\n"), [at(2, "there are no rows")]);
        let other = faults_of(&[("words/en/verbs.txt", "")]);
        assert_eq!(other, ["data/words/en/verbs.txt:1: only .tsv, .toml, .jsonl and .md stand here"]);
    }

    #[test]
    fn entries_parse_and_are_said_in_both_languages() {
        let of = |text: &str| faults_of(&[("x.toml", text)]);
        assert_eq!(of("[a]\nen = 'x'\nko = 'y'\n"), Vec::<String>::new());
        assert_eq!(of("[a]\nen = 'x'\n\n[b\n")[0].split(": ").next(), Some("data/x.toml:4"));
        assert_eq!(
            of("[a]\nen = 'x'\nko = 'y'\n[b]\nen = 'x'\n"),
            ["data/x.toml:4: [b] says nothing as `ko`"]
        );
        assert_eq!(of("[a]\nen = ' '\nko = 'y'\n"), ["data/x.toml:1: [a] says nothing as `en`"]);
        let twice = "[[mark]]\nid = 'a'\n[[mark]]\nid = 'b'\n[[mark]]\nid = 'a'\n";
        assert_eq!(of(twice), ["data/x.toml:6: this id stands above already"]);
    }

    #[test]
    fn examples_are_objects_of_one_shape() {
        let of = |line: &str| {
            faults_of(&[("x.jsonl", &format!("{{\"text\": \"a\", \"kind\": \"b\"}}\n{line}\n"))])
        };
        assert_eq!(of(r#"{"text": "b", "kind": "b"}"#), Vec::<String>::new());
        assert!(of(r#"{"text": "b""#)[0].starts_with("data/x.jsonl:2: "));
        assert_eq!(of(r#"{"text": "b"}"#), ["data/x.jsonl:2: has text, the first line kind, text"]);
        assert_eq!(of(r#"{"text": "", "kind": "b"}"#), ["data/x.jsonl:2: an entry is empty"]);
        assert_eq!(of(r#"{"text": "a", "kind": "b"}"#), ["data/x.jsonl:2: stands in line 1 already"]);
    }
}
