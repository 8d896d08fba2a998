//! Bootstrap: parse the arguments, read the settings, call a verb.

use std::process::ExitCode;

fn main() -> ExitCode {
    stet::cli::main()
}
