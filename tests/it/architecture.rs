//! What the manifests say of the rooms (docs/ARCHITECTURE.md). The arrows between them are kept by Cargo, those
//! inside a crate are read from the `use` lines and paths of every file.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Crates that only some rooms may depend on.
const FOREIGN: &[(&str, &[&str])] = &[
    ("axum", &["http"]),
    ("sqlx", &["store"]),
    ("prometheus-client", &["host"]),
    ("async-openai", &["llm", "embedding"]),
    ("reqwest", &["llm", "embedding", "access", "http"]),
    ("jsonwebtoken", &["access"]),
    ("clap", &["cli", "terminal", "lab"]),
    ("harper-core", &["criteria", "proof", "patch"]),
    ("ndarray", &["embedding"]),
    ("tokenizers", &["embedding"]),
    ("ort", &["embedding"]),
    ("indicatif", &["cli"]),
];

/// What waits or tells; the pure crates are synchronous and open nothing.
const IMPURE: &[&str] = &["axum", "reqwest", "rustix", "sqlx", "tokio", "tracing"];

/// All Rust files of a folder.
pub fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, out);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            out.push(path);
        }
    }
}

/// What a manifest names below `[dependencies]`.
fn dependencies(manifest: &Path) -> BTreeSet<String> {
    let text = std::fs::read_to_string(manifest).unwrap();
    let table: toml::Table = toml::from_str(&text).unwrap();
    table["dependencies"].as_table().unwrap().keys().cloned().collect()
}

#[test]
fn what_talks_to_the_world_stands_in_one_room() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut rooms = vec![("cli".to_owned(), root.join("Cargo.toml"))];
    for folder in ["src", "crates"] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            let entry = entry.unwrap();
            let manifest = entry.path().join("Cargo.toml");
            if manifest.exists() {
                rooms.push((entry.file_name().to_string_lossy().into_owned(), manifest));
            }
        }
    }
    assert!(rooms.len() > 20, "the manifests were not found");
    let mut wrong = Vec::new();
    for (room, manifest) in rooms {
        let named = dependencies(&manifest);
        if manifest.starts_with(root.join("crates")) {
            let impure = IMPURE.iter().filter(|foreign| named.contains(**foreign));
            wrong.extend(impure.map(|foreign| format!("{room} is pure and depends on {foreign}")));
        }
        for (foreign, allowed) in FOREIGN {
            if named.contains(*foreign) && !allowed.contains(&&*room) {
                wrong.push(format!("{room} depends on {foreign}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What a file of a crate takes from others: the full paths in its `use` lines and in its code, each with whether it is only
/// handed on (`pub use`).
struct File {
    path: PathBuf,
    /// `["a", "b"]` of `a/b.rs` and of `a/b/mod.rs`, nothing of `lib.rs`.
    module: Vec<String>,
    uses: Vec<(Vec<String>, bool)>,
    /// The code without comments, tests and `use` lines.
    code: String,
}

/// The code of a file without comments and without what only tests have.
fn without_tests(text: &str) -> String {
    let mut out = String::new();
    let mut lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    while let Some(line) = lines.next() {
        if line.trim() != "#[cfg(test)]" {
            out.extend([line, "\n"]);
            continue;
        }
        let end = line.replace("#[cfg(test)]", "}");
        let item = lines.by_ref().find(|line| !line.trim_start().starts_with("#[")).unwrap_or_default();
        if !item.trim_end().ends_with([';', '}']) {
            let _ = lines.by_ref().find(|line| *line == end);
        }
    }
    out
}

/// The paths of a tree of `use`: `a::{b, c::d as e}` is `a::b` and `a::c::d`.
fn paths(tree: &str, before: &[String], out: &mut Vec<Vec<String>>) {
    let tree = tree.trim();
    if let Some((head, group)) = tree.split_once('{') {
        let names = head.split("::").map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned);
        let before: Vec<String> = before.iter().cloned().chain(names).collect();
        let group = group.trim_end().strip_suffix('}').unwrap_or(group);
        let (mut depth, mut start) = (0, 0);
        for (at, ch) in group.char_indices().chain([(group.len(), ',')]) {
            match ch {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    paths(&group[start..at], &before, out);
                    start = at + 1;
                }
                _ => {}
            }
        }
    } else if let Some(path) = tree.split(" as ").next().filter(|path| !path.is_empty()) {
        let names = path.split("::").map(|name| name.trim().to_owned());
        out.push(before.iter().cloned().chain(names).collect());
    }
}

/// The files of a crate but for those of tests.
fn modules(source: &Path) -> Vec<File> {
    let mut all = Vec::new();
    files(source, &mut all);
    let own = |path: PathBuf| {
        let inner = path.strip_prefix(source).unwrap().with_extension("");
        let mut module: Vec<String> = inner.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        if module.last().is_some_and(|last| matches!(last.as_str(), "mod" | "lib" | "main")) {
            module.pop();
        }
        if module.iter().any(|name| name.ends_with("tests")) {
            return None;
        }
        let text = without_tests(&std::fs::read_to_string(&path).unwrap());
        let (mut uses, mut code) = (Vec::new(), String::new());
        for item in text.split_inclusive(';') {
            let Some((before, tree)) = item.split_once("use ").filter(|(before, _)| {
                let word = before.rsplit(['\n', '}']).next().unwrap_or_default().trim();
                word.is_empty() || word.starts_with("pub")
            }) else {
                code.push_str(item);
                continue;
            };
            let (rest, word) = before.rsplit_once('\n').unwrap_or(("", before));
            code.push_str(rest);
            let mut found = Vec::new();
            paths(tree.trim_end_matches(';'), &[], &mut found);
            uses.extend(found.into_iter().map(|path| (path, word.contains("pub"))));
        }
        let path = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap().to_owned();
        Some(File { path, module, uses, code })
    };
    all.into_iter().filter_map(own).collect()
}

/// The file of a crate that defines what a path in the file `from` names; none of what is no file's of the crate. What a module
/// has only by a `use` is followed to where it is defined.
fn defined(all: &[File], from: usize, path: &[String], depth: usize) -> Option<usize> {
    let at = |module: &[String]| all.iter().position(|file| file.module == module);
    let mut module = all[from].module.clone();
    let mut names = path.iter();
    match names.next()?.as_str() {
        "crate" => module.clear(),
        "self" => {}
        "super" => _ = module.pop(),
        child => {
            module.push(child.to_owned());
            at(&module)?;
        }
    }
    for name in names {
        if name == "super" {
            module.pop();
            continue;
        }
        let here = at(&module)?;
        module.push(name.clone());
        if at(&module).is_none() {
            let mut uses = all[here].uses.iter().map(|(path, _)| path);
            let handed = uses.find(|path| path.last() == Some(name) && path.len() > 1);
            let further = handed.filter(|_| depth < 8).and_then(|path| defined(all, here, path, depth + 1));
            return Some(further.unwrap_or(here));
        }
    }
    at(&module)
}

/// The files of a crate from which one takes.
fn takes(all: &[File], from: usize) -> Vec<usize> {
    let file = &all[from];
    let is_word = |ch: char| ch.is_alphanumeric() || ch == '_';
    let said = |name: &str| file.code.split(|ch| !is_word(ch)).any(|word| word == name);
    // What is handed on is taken where the file's own code says it.
    let uses =
        file.uses.iter().filter(|(path, handed)| !handed || path.last().is_some_and(|name| said(name)));
    let words = file.code.split(|ch| !is_word(ch) && ch != ':').filter(|word| word.contains("::"));
    let inline = words.map(|word| word.split("::").map(str::to_owned).collect::<Vec<_>>());
    let named = uses.map(|(path, _)| path.clone()).chain(inline);
    named.filter_map(|path| defined(all, from, &path, 0)).filter(|to| *to != from).collect()
}

/// The folders below `root` that are crates.
fn crates(root: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(root).unwrap() {
        let path = entry.unwrap().path();
        if path.join("Cargo.toml").is_file() {
            out.push(path);
        } else if path.is_dir() {
            crates(&path, out);
        }
    }
}

/// The circles among the modules of one parent, each as the files that take from one another.
fn circles(all: &[File], parent: &[String]) -> Vec<String> {
    // The child of the parent in which a file is.
    let child = |at: usize| all[at].module.strip_prefix(parent).and_then(|inner| inner.first());
    let mut arrows: BTreeMap<&String, BTreeMap<&String, String>> = BTreeMap::new();
    for from in 0..all.len() {
        for to in takes(all, from) {
            if let (Some(one), Some(other)) = (child(from), child(to))
                && one != other
            {
                let shown = || format!("{} → {}", all[from].path.display(), all[to].path.display());
                arrows.entry(one).or_default().entry(other).or_insert_with(shown);
            }
        }
    }
    let mut reached: BTreeMap<&String, BTreeSet<&String>> = BTreeMap::new();
    for from in arrows.keys() {
        let (seen, mut open) = (reached.entry(from).or_default(), vec![*from]);
        while let Some(at) = open.pop() {
            let next = arrows.get(at).into_iter().flat_map(BTreeMap::keys);
            open.extend(next.filter(|to| seen.insert(to)));
        }
    }
    let joined = |one: &String, other: &String| reached.get(one).is_some_and(|seen| seen.contains(other));
    let steps =
        arrows.iter().flat_map(|(from, next)| next.iter().map(move |(to, shown)| (*from, *to, shown)));
    steps.filter(|(from, to, _)| joined(to, from)).map(|(.., shown)| shown.clone()).collect()
}

/// The modules of one parent, each with all that is below it, do not take from one another in a circle.
///
/// A file takes from another what a path of its `use` lines or of its code leads to there, but for tests: `super`, `self`,
/// `crate` and the names of its own modules are followed, and what a module has by a `use` is followed to where it is defined.
/// Between a module and those inside it there is no direction: they are parts of it, and it is put together from them. A `pub
/// use` takes only what the code of the file says, too. Calls of methods leave no path: an `impl` may be cut into files.
#[test]
fn modules_of_a_crate_have_no_circles() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = Vec::new();
    crates(&root.join("crates"), &mut folders);
    crates(&root.join("src"), &mut folders);
    assert!(folders.len() > 10, "the crates were not found");
    let mut found = Vec::new();
    for folder in folders {
        // A room of the service has its files beside its manifest.
        let source = folder.join("src");
        let all = modules(if source.is_dir() { &source } else { &folder });
        let parents: BTreeSet<&[String]> =
            all.iter().filter_map(|file| Some(file.module.split_last()?.1)).collect();
        let circles: Vec<String> = parents.into_iter().flat_map(|parent| circles(&all, parent)).collect();
        found.extend(circles);
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
