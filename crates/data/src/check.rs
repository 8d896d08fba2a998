//! What may be wrong in `data/`, each fault with file, line and reason.
//!
//! Owns the checks of tables, entries, examples and the contents of `words`; `build.rs` runs them, and so does a test, for builds
//! that read the files when they start.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use toml::de::{DeTable, DeValue};

use crate::table::{ending, key, sections};
use crate::tree::File;

/// The contents of `data/words`: of each file the sections, in which languages they are, and who asks for them.
const CONTENTS: &str = "words/README.md";
/// The folders of `data/words`.
const LANGUAGES: [&str; 3] = ["en", "ko", "both"];

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
    columns: Vec<&'a str>,
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
    for (name, text) in files {
        if ending(name) == "toml" {
            check_named_words(name, text, &words, &mut faults);
        }
    }
    let contents = files.iter().find(|(name, _)| name == CONTENTS).map_or("", |(_, text)| text);
    check_contents(contents, &words, &mut faults);
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
            if name.starts_with("words/") {
                faults.add(name, 1, "words stand in sections: the first line is a `[name]`");
            }
            check_rows(name, 1, rows, faults);
            return;
        }
        if section.is_empty() || !section.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-') {
            return faults.add(name, line, "a section begins with a line `[name]` in small letters");
        }
        let columns = check_rows(name, line + 1, rows, faults);
        let found = Section { file: name, line, columns };
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
fn check_rows<'a>(name: &str, first: usize, rows: &'a str, faults: &mut Faults) -> Vec<&'a str> {
    let Some(head) = rows.lines().next().and_then(|line| line.strip_prefix("# ")) else {
        faults.add(name, first, "the first line names the columns: `# form<TAB>…`");
        return Vec::new();
    };
    let columns: Vec<&str> = head.split('\t').collect();
    let mut seen = BTreeMap::new();
    for (line, row) in (first..).zip(rows.lines()).filter(|(_, row)| !row.is_empty() && !row.starts_with('#'))
    {
        let cells: Vec<&str> = row.split('\t').collect();
        if cells.len() != columns.len() {
            faults.add(name, line, format!("{} columns, {} are named above", cells.len(), columns.len()));
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
    columns
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

/// Words that a pattern names stand in a section: `{en/leads:number}`.
fn check_named_words(name: &str, text: &str, words: &Sections<'_>, faults: &mut Faults) {
    for (at, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#')) {
        for named in line.split('{').skip(1).filter_map(|part| part.split(['}', ':', '+']).next()) {
            let of_language =
                named.split_once('/').is_some_and(|(language, _)| LANGUAGES.contains(&language));
            if of_language && !words.contains_key(&format!("words/{named}")) {
                faults.add(name, at, format!("there is no section {named} in data/words"));
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

/// A line of the contents.
struct Entry<'a> {
    line: usize,
    /// The file in the folder of each language, and the section in it.
    file: &'a str,
    section: &'a str,
    languages: Vec<&'a str>,
    columns: &'a str,
    #[cfg_attr(not(test), expect(dead_code, reason = "a test compares it with the crates"))]
    asked_by: Vec<&'a str>,
}

/// The lines of the contents, below the names of their files, and those that lack a cell.
fn contents(text: &str) -> (Vec<Entry<'_>>, Vec<usize>) {
    let (mut file, mut entries, mut lacking) = ("", Vec::new(), Vec::new());
    for (line, row) in (1..).zip(text.lines()) {
        file = row.strip_prefix("## ").unwrap_or(file);
        let Some(row) = row.strip_prefix("| `") else { continue };
        match row.split('|').map(str::trim).collect::<Vec<_>>()[..] {
            [section, languages, columns, holds, asked_by, ""] if !holds.is_empty() => entries.push(Entry {
                line,
                file,
                section: section.trim_end_matches('`'),
                languages: languages.split(", ").collect(),
                columns,
                asked_by: asked_by.split(", ").collect(),
            }),
            _ => lacking.push(line),
        }
    }
    (entries, lacking)
}

/// A line a section, and a section a line.
fn check_contents(text: &str, words: &Sections<'_>, faults: &mut Faults) {
    let (entries, lacking) = contents(text);
    for line in lacking {
        faults.add(
            CONTENTS,
            line,
            "a line has a section, its languages, its columns, what it holds and who asks",
        );
    }
    let mut told = BTreeMap::new();
    for Entry { line, file, section, languages, columns, .. } in entries {
        for language in languages {
            let name = key(&format!("words/{language}/{file}"), section);
            match words.get(&name) {
                Some(found) if found.file == format!("words/{language}/{file}") => {
                    let own = found.columns.join(", ");
                    if own != columns {
                        faults.add(CONTENTS, line, format!("[{section}] of data/{} has: {own}", found.file));
                    }
                }
                _ => faults.add(CONTENTS, line, format!("no [{section}] in data/words/{language}/{file}")),
            }
            if let Some(other) = told.insert(name, line) {
                faults.add(
                    CONTENTS,
                    line,
                    format!("[{section}] ({language}) stands in line {other} already"),
                );
            }
        }
    }
    for (name, section) in words.iter().filter(|(name, _)| !told.contains_key(*name)) {
        faults.add(section.file, section.line, format!("{name} has no line in data/{CONTENTS}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{folder, load};
    use std::path::Path;

    /// What is wrong with files of these texts.
    fn faults_of(files: &[(&str, &str)]) -> Vec<String> {
        let files: Vec<File> = files.iter().map(|(name, text)| ((*name).into(), (*text).into())).collect();
        faults(&files)
    }

    /// What is wrong with the words of one file, whose section `saying` has two columns and a line in the contents.
    fn faults_of_words(text: &str) -> Vec<String> {
        let contents = "## verbs.tsv\n| `saying` | en | form, kind | what sources do | stet-marks |\n";
        faults_of(&[(CONTENTS, contents), ("words/en/verbs.tsv", text)])
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
        let no_section = "words stand in sections: the first line is a `[name]`";
        assert_eq!(faults_of_words("# form\tkind\nsays\ttell\n")[0], at(1, no_section));
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
    fn the_contents_have_a_line_a_section_and_a_section_a_line() {
        let verbs = ("words/en/verbs.tsv", "[saying]\n# form\tkind\nsays\ttell\n\n[finding]\n# form\nfind\n");
        let line = "## verbs.tsv\n| `saying` | en | form, kind | what sources do | stet-marks |\n";
        let told = |more: &str| faults_of(&[(CONTENTS, &format!("{line}{more}")), verbs]);
        let finding = "| `finding` | en | form | what authors do | stet-marks |\n";
        assert_eq!(told(finding), Vec::<String>::new());
        assert_eq!(
            told(""),
            ["data/words/en/verbs.tsv:5: words/en/finding has no line in data/words/README.md"]
        );
        let no_other = told("| `finding` | en, ko | form | what authors do | stet-marks |\n");
        assert_eq!(no_other, ["data/words/README.md:3: no [finding] in data/words/ko/verbs.tsv"]);
        let elsewhere = told("## nouns.tsv\n| `finding` | en | form | what authors do | stet-marks |\n");
        assert_eq!(elsewhere, ["data/words/README.md:4: no [finding] in data/words/en/nouns.tsv"]);
        let columns = told("| `finding` | en | form, kind | what authors do | stet-marks |\n");
        assert_eq!(columns, ["data/words/README.md:3: [finding] of data/words/en/verbs.tsv has: form"]);
        let twice = told(&finding.repeat(2));
        assert_eq!(twice, ["data/words/README.md:4: [finding] (en) stands in line 3 already"]);
        assert!(
            told("| `finding` | en | form | | stet-marks |\n")[0]
                .starts_with("data/words/README.md:3: a line has")
        );
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
        assert_eq!(
            of("[class]\nd = '[0-9]{1,3}{s}'\n# {en/no}\nx = '{en/no:kind}'\n"),
            ["data/x.toml:4: there is no section en/no in data/words"]
        );
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

    /// The code of a crate, and the patterns that `stet-marks` compiles.
    fn code(of: &Path) -> String {
        let inside = std::fs::read_dir(of).into_iter().flatten().map(|entry| entry.unwrap().path());
        let text = inside
            .map(|path| if path.is_dir() { code(&path) } else { std::fs::read_to_string(path).unwrap() });
        text.collect()
    }

    #[test]
    fn who_asks_for_a_section_is_told() {
        let crates = folder().join("../crates");
        let names = std::fs::read_dir(&crates)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut codes: Vec<_> = names
            .filter(|name| name != "data")
            .map(|name| (name.clone(), code(&crates.join(name).join("src"))))
            .collect();
        codes.sort();
        for (_, code) in codes.iter_mut().filter(|(name, _)| name == "marks") {
            code.push_str(&self::code(&folder().join("marks")));
        }
        let text = std::fs::read_to_string(folder().join(CONTENTS)).unwrap();
        for Entry { section, languages, asked_by, .. } in contents(&text).0 {
            for language in languages {
                let name = format!("{language}/{section}");
                let asks = |code: &str| {
                    code.split(&name).zip(code.split(&name).skip(1)).any(|(before, behind)| {
                        let before = before.strip_suffix("words/").unwrap_or(before);
                        before.ends_with(['"', '{']) && behind.starts_with(['"', '+', ':', '}'])
                    })
                };
                let asking: Vec<_> = codes
                    .iter()
                    .filter(|(_, code)| asks(code))
                    .map(|(name, _)| format!("stet-{name}"))
                    .collect();
                assert_eq!(asked_by, asking, "data/{CONTENTS}: {section} ({language})");
            }
        }
    }
}
