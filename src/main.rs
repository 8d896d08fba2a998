//! Bootstrap: parse the arguments, read the settings, call a verb.

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    stet::cli::main()
}
