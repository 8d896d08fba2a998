//! Measures accuracy on labelled data, and fits what is learned from it: `stet eval` and `stet train`, not shipped.

/// `println!` whose fault is that of the verb: a reader that has seen enough (`| head`) ends nothing.
macro_rules! tell_line {
    ($($text:tt)*) => { $crate::tell(&format!("{}\n", format_args!($($text)*))) };
}

mod eval;
mod figures;
mod korean;
mod rows;
mod train;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use stet_terminal::{say, shown, unreadable, unwritable};

/// Measures what Stet decides, and fits what it has learned
#[derive(Debug, Parser)]
#[command(name = "stet-lab", version, propagate_version = true)]
struct Lab {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Measure accuracy on development data
    Eval(eval::EvalArgs),
    /// Fit what is learned from rows
    Train(train::TrainArgs),
}

/// Why a verb failed.
#[derive(Debug, thiserror::Error)]
enum LabError {
    #[error("{}", unreadable(.path, .source))]
    Read { path: PathBuf, source: std::io::Error },
    #[error("{}", unwritable(.0))]
    Write(#[from] std::io::Error),
    /// In the terminal's language.
    #[error("{0}")]
    Said(String),
}

type Outcome = Result<ExitCode, LabError>;

/// Exit codes: 0 done, 1 something changed (`eval diff`), 2 it could not be done.
fn main() -> ExitCode {
    let lab: Lab = stet_terminal::arguments(korean::TEXTS);
    let done = match &lab.verb {
        Verb::Eval(args) => eval::run(args),
        Verb::Train(args) => train::run(args),
    };
    done.unwrap_or_else(|fault| {
        eprintln!("stet-lab: {}", shown(&fault.to_string()));
        ExitCode::from(2)
    })
}

/// Prints for a person, without what would mislead one.
fn tell(text: &str) -> Result<(), LabError> {
    Ok(stet_terminal::tell(text)?)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn every_command_and_argument_has_a_korean_text_and_every_korean_text_is_used() {
        assert_eq!(stet_terminal::korean::gaps(&Lab::command(), korean::TEXTS), Vec::<String>::new());
    }
}
