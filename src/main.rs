//! Stet: a streaming editor-assist backend. This package is its program: arguments, settings, verbs.
//!
//! Answers stream token by token while every finished sentence is checked against the writer's own sources; revisions
//! arrive as patches sorted by how much they can hurt. What decides is pure and stands in `crates/`, what talks to the world in
//! the folders beside this file, a crate each: docs/ARCHITECTURE.md.

mod cli;

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cli::main()
}
