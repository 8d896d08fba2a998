//! Makes a function of every entry of `problems.toml`. A malformed entry fails the build with file, line and reason.

#![expect(clippy::disallowed_methods, reason = "Cargo speaks to a build script through the environment")]

#[path = "problem/table.rs"]
mod table;

use std::path::Path;
use std::process::exit;

fn main() {
    println!("cargo::rerun-if-changed=problems.toml");
    println!("cargo::rerun-if-changed=problem/table.rs");
    let text = std::fs::read_to_string("problems.toml").unwrap_or_default();
    let out = std::env::var("OUT_DIR").unwrap_or_default();
    let written = table::functions(&text).and_then(|made| {
        let written = std::fs::write(Path::new(&out).join("problems.rs"), made);
        written.map_err(|fault| vec![fault.to_string()])
    });
    if let Err(faults) = written {
        for fault in faults {
            println!("cargo::error={fault}");
        }
        exit(1);
    }
}
