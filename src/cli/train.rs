//! `stet train`: fits what is learned from rows and writes it with the figures of its run.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand};
use serde::Deserialize;

use super::eval::{files, rows};
use super::{CliError, Outcome};
use stet_segment::claim::train::{Figures, Row, figures, fit};
use stet_segment::{SentenceKind, segment};

#[derive(Debug, Args)]
pub(super) struct TrainArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Which sentence is a claim: {"text", "kind"} or {"claim"} a line
    Claims(ClaimsArgs),
}

#[derive(Debug, Args)]
struct ClaimsArgs {
    /// JSON-lines files, or folders of them
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// Where to write the weights [default: only the figures are printed]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Labelled { text: String, kind: SentenceKind },
    Claim { claim: String },
}

/// Fewest words of a sentence of a claim that is learned from.
const MIN_WORDS: usize = 3;

impl Line {
    fn rows(self) -> Vec<Row> {
        match self {
            Self::Labelled { text, kind } => vec![Row { text, kind }],
            Self::Claim { claim } => segment(&claim)
                .into_iter()
                .filter(|sentence| matches!(sentence.kind, SentenceKind::Claim | SentenceKind::Meta))
                .map(|sentence| sentence.span.of(&claim).trim())
                .filter(|text| text.split_whitespace().nth(MIN_WORDS - 1).is_some())
                .map(|text| Row { text: text.to_owned(), kind: SentenceKind::Claim })
                .collect(),
        }
    }
}

pub(super) fn run(args: &TrainArgs) -> Outcome {
    let What::Claims(args) = &args.what;
    let mut all = Vec::new();
    let mut held_out = Vec::new();
    for path in files(&args.data)? {
        let lines: Vec<Line> = rows(&path)?;
        let rows: Vec<Row> = lines.into_iter().flat_map(Line::rows).collect();
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        held_out.push((name, rows.iter().filter(|row| row.is_held_out()).cloned().collect::<Vec<_>>()));
        all.extend(rows);
    }
    let tried = fit(all.iter().filter(|row| !row.is_held_out()));
    let mut remarks = format!(
        "Weights of crates/segment/src/claim.rs, from {} rows by `stet train claims`.\n\
         Right in the third that is held out when two thirds are learned:",
        all.len()
    );
    for (name, rows) in &held_out {
        let Figures { claims, claims_right, others, others_right } = figures(&tried, rows);
        let share = format!("\n{name}: claims {claims_right} of {claims}, others {others_right} of {others}");
        remarks.push_str(&share);
    }
    tell_line!("{remarks}")?;
    if let Some(path) = &args.out {
        std::fs::write(path, fit(&all).write(&remarks)).map_err(CliError::Write)?;
    }
    Ok(ExitCode::SUCCESS)
}
