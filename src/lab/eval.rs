//! `stet eval`: accuracy on development data, as tables.

mod boundaries;
mod confusion;
mod diff;
mod gates;
mod golden;
mod grounding;
mod meaning;
mod patches;
mod retrieval;
mod rules;
mod segments;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand};

use super::Outcome;
use super::rows::{DataArgs, files};

#[derive(Debug, Args)]
pub(super) struct EvalArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Sentence boundaries: {"text", "sents"} a line
    Segments(DataArgs),
    /// Claims against sources: {"claim", "source", "supported", "lang"} a line
    Grounding(GroundingArgs),
    /// Patch categories: {"before", "after", "label", "lang"} a line
    Patches(DataArgs),
    /// How well passages are found: by words, by meaning, by both
    Retrieval(retrieval::RetrievalArgs),
    /// The findings of the gate: how often each speaks against a claim, and how often it is right
    Rules(DataArgs),
    /// Write what Stet says of every row, one line a row, for `eval diff`
    Golden(golden::GoldenArgs),
    /// Show what changed between two files of `eval golden`; exits 1 when anything did
    Diff(diff::DiffArgs),
}

#[derive(Debug, Args)]
struct GroundingArgs {
    #[command(flatten)]
    data: DataArgs,
    /// Also what a model of entailment adds: a folder with model.onnx, tokenizer.json and config.json
    #[arg(long, value_name = "FOLDER")]
    meaning: Option<PathBuf>,
    /// The library of ONNX Runtime, or its folder [default: the package onnxruntime beside the program]
    #[arg(long, value_name = "FILE", requires = "meaning")]
    onnxruntime: Option<PathBuf>,
}

pub(super) fn run(args: &EvalArgs) -> Outcome {
    match &args.what {
        What::Segments(data) => segments::print(&files(&data.data)?)?,
        What::Grounding(args) => {
            let files = files(&args.data.data)?;
            grounding::print(&files)?;
            if let Some(folder) = &args.meaning {
                meaning::print(&files, folder, args.onnxruntime.as_deref())?;
            }
        }
        What::Patches(data) => {
            let files = files(&data.data)?;
            patches::print(&files)?;
            gates::table(&files)?;
        }
        What::Retrieval(args) => retrieval::print(args)?,
        What::Rules(data) => rules::print(&files(&data.data)?)?,
        What::Golden(args) => golden::run(args)?,
        What::Diff(args) => return diff::run(args),
    }
    Ok(ExitCode::SUCCESS)
}
