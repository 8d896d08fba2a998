//! Checks every file of `data/` and embeds it. A malformed entry fails the build with file, line and reason.

#![expect(clippy::disallowed_methods, reason = "Cargo speaks to a build script through the environment")]

#[path = "src/check.rs"]
mod check;
#[path = "src/table.rs"]
mod table;
#[path = "src/tree.rs"]
mod tree;

use std::fmt::Write as _;
use std::path::Path;
use std::process::exit;

fn main() {
    let data = tree::folder();
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(embedded)");
    let faults = match tree::load(&data) {
        Err(fault) => vec![fault],
        Ok(files) => {
            let mut faults = check::faults(&files);
            // Any other build reads the files when it runs: a changed word rebuilds nothing.
            if faults.is_empty() && std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
                println!("cargo::rerun-if-changed={}", data.display());
                println!("cargo::rustc-cfg=embedded");
                faults.extend(embed(&data, &files).err().map(|error| error.to_string()));
            }
            faults
        }
    };
    for fault in &faults {
        println!("cargo::error={fault}");
    }
    if !faults.is_empty() {
        exit(1);
    }
}

fn embed(data: &Path, files: &[tree::File]) -> std::io::Result<()> {
    let data = data.canonicalize()?;
    let mut table = String::from("static FILES: &[(&str, &str)] = &[\n");
    for (name, _) in files.iter().filter(|(name, _)| matches!(table::ending(name), "tsv" | "toml")) {
        let path = data.join(name).display().to_string();
        let _ = writeln!(table, "    ({name:?}, include_str!({path:?})),");
    }
    table.push_str("];\n");
    let out = std::env::var("OUT_DIR").unwrap_or_default();
    std::fs::write(Path::new(&out).join("files.rs"), table)
}
