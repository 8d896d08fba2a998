//! What the manifests say of the rooms (docs/ARCHITECTURE.md). The arrows between them are kept by Cargo.

use std::collections::BTreeSet;
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
    ("harper-core", &["proof"]),
    ("ndarray", &["embedding"]),
    ("tokenizers", &["embedding"]),
    ("ort", &["embedding"]),
    ("indicatif", &["cli"]),
    // The pure crates are synchronous and open nothing.
    ("tokio", SERVICE),
    ("tracing", SERVICE),
];

const SERVICE: &[&str] = &[
    "access",
    "ask",
    "cli",
    "config",
    "drafts",
    "embedding",
    "extract",
    "host",
    "http",
    "ingest",
    "lab",
    "llm",
    "packs",
    "proof",
    "revise",
    "rpc",
    "store",
    "verify",
];

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
        for (foreign, allowed) in FOREIGN {
            if named.contains(*foreign) && !allowed.contains(&&*room) {
                wrong.push(format!("{room} depends on {foreign}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
