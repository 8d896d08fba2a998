//! The direction of imports inside the service (docs/ARCHITECTURE.md), read from the `use` lines and paths of every file.
//! Between the crates Cargo keeps it.

use std::path::{Path, PathBuf};

/// Room, and the rooms it may name. What is not listed may not be named.
const ARROWS: &[(&str, &[&str])] = &[
    ("files", &[]),
    ("config", &["files"]),
    ("metrics", &[]),
    ("apart", &[]),
    ("traces", &["llm"]),
    ("llm", &["llm"]),
    ("encoder", &["encoder"]),
    ("embedding", &["embedding", "encoder"]),
    ("python", &[]),
    ("extract", &["extract", "python"]),
    ("store", &["store", "python"]),
    ("ingest", &["ingest", "config", "embedding", "extract", "llm", "store"]),
    ("proof", &["proof"]),
    ("meaning", &["meaning", "python"]),
    ("web", &["llm"]),
    ("oidc", &["oidc", "llm"]),
    ("judge", &["judge", "llm"]),
    ("access", &["access", "config", "llm", "oidc", "store"]),
    (
        "ask",
        &[
            "ask",
            "access",
            "judge",
            "meaning",
            "criteria",
            "config",
            "llm",
            "embedding",
            "metrics",
            "store",
            "web",
        ],
    ),
    ("criteria", &["apart", "criteria", "extract", "files", "store"]),
    ("drafts", &["apart", "drafts", "metrics", "store"]),
    ("archive", &["archive", "files", "store"]),
    ("bibliography", &["bibliography", "store"]),
    ("transfer", &["apart", "transfer", "bibliography", "drafts", "extract", "store"]),
    ("revise", &["apart", "revise", "ask", "judge", "criteria", "drafts", "llm", "proof", "store"]),
    ("verify", &["apart", "verify", "ask"]),
    ("rpc", &[]),
    ("lsp", &["apart", "lsp", "rpc", "verify"]),
    ("mcp", &["apart", "mcp", "ask", "criteria", "verify", "rpc"]),
    (
        "http",
        &[
            "apart",
            "http",
            "access",
            "oidc",
            "mcp",
            "rpc",
            "ask",
            "bibliography",
            "judge",
            "criteria",
            "drafts",
            "revise",
            "transfer",
            "verify",
            "ingest",
            "config",
            "llm",
            "metrics",
            "traces",
            "embedding",
            "extract",
            "store",
        ],
    ),
    (
        "cli",
        &[
            "cli",
            "archive",
            "http",
            "access",
            "lsp",
            "mcp",
            "ask",
            "bibliography",
            "judge",
            "proof",
            "traces",
            "encoder",
            "meaning",
            "criteria",
            "drafts",
            "revise",
            "transfer",
            "verify",
            "ingest",
            "config",
            "files",
            "llm",
            "embedding",
            "extract",
            "python",
            "store",
        ],
    ),
];

/// Crates that only some rooms may touch.
const FOREIGN: &[(&str, &[&str])] = &[
    ("axum", &["http"]),
    ("sqlx", &["store"]),
    ("prometheus_client", &["metrics"]),
    ("async_openai", &["llm", "embedding"]),
    ("reqwest", &["llm", "embedding", "oidc", "traces", "web"]),
    ("jsonwebtoken", &["oidc"]),
    ("clap", &["cli"]),
    ("harper_core", &["proof"]),
    ("ndarray", &["encoder"]),
    ("tokenizers", &["encoder", "meaning"]),
    ("ort", &["meaning"]),
    ("indicatif", &["cli"]),
    ("stet_bibliography", &["bibliography", "cli", "extract", "http", "transfer"]),
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

fn word(text: &str) -> &str {
    text.split(|ch: char| !ch.is_alphanumeric() && ch != '_').next().unwrap_or_default()
}

#[test]
fn arrows_run_one_way() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut all = Vec::new();
    files(&root, &mut all);
    let mut wrong = Vec::new();
    let mut checked = 0;
    for path in all {
        let inner = path.strip_prefix(&root).unwrap();
        let first = inner.components().next().unwrap().as_os_str().to_string_lossy().into_owned();
        let room = first.trim_end_matches(".rs");
        if matches!(room, "lib" | "main") {
            continue;
        }
        let (_, allowed) =
            ARROWS.iter().find(|(name, _)| *name == room).unwrap_or_else(|| panic!("{room} is no room"));
        let text = std::fs::read_to_string(&path).unwrap();
        for (number, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            let at = || format!("{}:{}: {}", inner.display(), number + 1, line.trim());
            for (start, _) in code.match_indices("crate::") {
                checked += 1;
                let target = word(&code[start + "crate::".len()..]);
                if !target.is_empty() && !allowed.contains(&target) {
                    wrong.push(at());
                }
            }
            for (name, rooms) in FOREIGN {
                // `ort` is no part of `report`.
                let path = format!("{name}::");
                let mut named = code.match_indices(&path).map(|(start, _)| &code[..start]);
                let own = |before: &str| !before.ends_with(|ch: char| ch.is_alphanumeric() || ch == '_');
                if named.any(own) && !rooms.contains(&room) {
                    wrong.push(at());
                }
            }
        }
    }
    assert!(checked > 100, "the files were not found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
