//! Checks every file of `data/` and embeds it. A malformed entry fails the build with file, line and reason.

#![expect(clippy::disallowed_methods, reason = "Cargo speaks to a build script through the environment")]

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::exit;

fn main() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    println!("cargo::rerun-if-changed=build.rs");
    // A debug build reads the files when it runs: a changed word rebuilds nothing. A release embeds them.
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo::rerun-if-changed={}", data.display());
    }
    let mut files = Vec::new();
    collect(&data, &mut files);
    files.sort();
    let mut faults = Vec::new();
    let mut table = String::from("static FILES: &[(&str, &str)] = &[\n");
    for path in &files {
        let name = path.strip_prefix(&data).unwrap_or(path).to_string_lossy().replace('\\', "/");
        match std::fs::read_to_string(path) {
            Ok(text) => check(&name, &text, &mut faults),
            Err(error) => faults.push(format!("data/{name}: {error}")),
        }
        let full = path.canonicalize().unwrap_or_else(|_| path.clone());
        let _ = writeln!(table, "    ({name:?}, include_str!({:?})),", full.display().to_string());
    }
    table.push_str("];\n");
    if !faults.is_empty() {
        for fault in faults {
            println!("cargo::error={fault}");
        }
        exit(1);
    }
    let out = std::env::var("OUT_DIR").unwrap_or_default();
    if let Err(error) = std::fs::write(Path::new(&out).join("files.rs"), table) {
        println!("cargo::error={error}");
        exit(1);
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.filter_map(|entry| entry.ok().map(|entry| entry.path())) {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "tsv" || ending == "toml") {
            files.push(path);
        }
    }
}

/// A table of words has as many columns in each row as its first line names (`# form<TAB>tag`), no blank entry and no form
/// twice; TOML must parse.
fn check(name: &str, text: &str, faults: &mut Vec<String>) {
    let mut fault = |line: usize, why: &str| faults.push(format!("data/{name}:{line}: {why}"));
    if Path::new(name).extension().is_some_and(|ending| ending == "toml") {
        if let Err(error) = toml::from_str::<toml::Table>(text) {
            let at =
                error.span().map_or(0, |span| text.get(..span.start).unwrap_or(text).lines().count().max(1));
            fault(at, error.message());
        }
        return;
    }
    let Some(head) = text.lines().next().and_then(|line| line.strip_prefix("# ")) else {
        return fault(1, "the first line names the columns: `# form<TAB>…`");
    };
    let columns = head.split('\t').count();
    let mut seen = HashMap::new();
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
    {
        let cells: Vec<&str> = line.split('\t').collect();
        if cells.len() != columns {
            fault(at + 1, &format!("{} columns, {columns} are named in the first line", cells.len()));
        }
        if cells.iter().any(|cell| cell.trim() != *cell || cell.is_empty()) {
            fault(at + 1, "an entry is empty or has blanks at its ends");
        }
        if let Some(first) = seen.insert(cells.first().copied().unwrap_or_default(), at + 1) {
            fault(at + 1, &format!("this form stands in line {first} already"));
        }
    }
}
