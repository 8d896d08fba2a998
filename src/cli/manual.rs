//! `stet completions` and `stet man`: what shells and `man` read, from the one definition of the command line.

use std::path::Path;
use std::process::ExitCode;

use clap::{Command, CommandFactory as _};
use clap_complete::Shell;
use clap_mangen::Man;

use super::{Cli, CliError, Outcome, korean, tell};
use stet_config::terminal_language;
use stet_text::Language;

/// The command line with its texts in the terminal's language.
fn command() -> Command {
    match terminal_language() {
        Language::Ko => stet_terminal::korean::command(Cli::command(), korean::TEXTS),
        Language::En => Cli::command(),
    }
}

pub(super) fn completions(shell: Shell) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command(), "stet", &mut script);
    tell(&String::from_utf8_lossy(&script))?;
    Ok(ExitCode::SUCCESS)
}

/// Writes a page for each command into a folder (`stet-criteria-lint.1`), or the first to standard output.
pub(super) fn pages(folder: Option<&Path>) -> Outcome {
    let Some(folder) = folder else {
        let mut page = Vec::new();
        Man::new(command()).render(&mut page)?;
        tell(&String::from_utf8_lossy(&page))?;
        return Ok(ExitCode::SUCCESS);
    };
    let fault = |source| CliError::Read { path: folder.to_owned(), source };
    std::fs::create_dir_all(folder).map_err(fault)?;
    clap_mangen::generate_to(command(), folder)?;
    Ok(ExitCode::SUCCESS)
}
