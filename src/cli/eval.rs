//! `stet eval`: accuracy on development data, as tables.
//!
//! Owns reading the rows and which of them are the unread split: about a third, by a hash of what a row was made from. It
//! is run and counted, and nobody looks at its rows, so that its figures tell what the others no longer can.

mod diff;
mod gates;
mod golden;
mod grounding;
mod meaning;
mod patches;
mod retrieval;
mod rules;
mod segments;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Subcommand};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use sha2::{Digest as _, Sha256};

use super::{CliError, Outcome, say};
use stet_host::files;

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
pub(super) struct DataArgs {
    /// JSON-lines files, or folders of them
    #[arg(required = true)]
    pub data: Vec<PathBuf>,
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

pub(super) fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, CliError> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let entries =
                std::fs::read_dir(path).map_err(|source| CliError::Read { path: path.clone(), source })?;
            files.extend(
                entries
                    .filter_map(|entry| Some(entry.ok()?.path()))
                    .filter(|path| path.extension().is_some_and(|ending| ending == "jsonl")),
            );
        } else {
            files.push(path.clone());
        }
    }
    if files.is_empty() {
        let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
        let names = names.join(", ");
        return Err(CliError::Usage(say(
            &format!("{names}: JSON 줄 파일(*.jsonl)이 없습니다"),
            &format!("{names}: there is no file of JSON lines (*.jsonl)"),
        )));
    }
    files.sort();
    Ok(files)
}

pub(super) fn rows<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, CliError> {
    let text = files::read_text(path).map_err(|source| CliError::Read { path: path.to_owned(), source })?;
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(number, line)| {
            serde_json::from_str(line)
                .map_err(|fault| CliError::Usage(format!("{}:{}: {fault}", path.display(), number + 1)))
        })
        .collect()
}

pub(super) fn name(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

#[derive(Deserialize)]
pub(super) struct ClaimRow {
    pub claim: String,
    pub source: String,
    pub supported: bool,
    #[serde(default)]
    pub lang: String,
}

/// Whether a row made from this text is of the unread split. All rows of one text are on one side.
pub(super) fn is_unread(source: &str) -> bool {
    const BELOW: u8 = 85;
    Sha256::digest(source.trim()).first().is_some_and(|byte| *byte < BELOW)
}

/// Which of some parts the rows made from this text are in, whatever split they are of.
pub(super) fn part(source: &str, parts: usize) -> usize {
    Sha256::digest(source.trim()).get(1).map_or(0, |byte| usize::from(*byte) % parts.max(1))
}

/// What `work` makes of every item, in their order, on all processors.
pub(super) fn each<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    // Small parts, as rows differ much in length.
    let next = std::sync::atomic::AtomicUsize::new(0);
    let made = std::sync::Mutex::new(Vec::with_capacity(items.len()));
    std::thread::scope(|scope| {
        for _ in 0..processors {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    let Some(item) = items.get(at) else { break };
                    let done = work(item);
                    made.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((at, done));
                }
            });
        }
    });
    let mut made = made.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    made.sort_by_key(|(at, _)| *at);
    made.into_iter().map(|(_, done)| done).collect()
}

fn average(values: impl Iterator<Item = f64>) -> f64 {
    let values: Vec<f64> = values.collect();
    if values.is_empty() { 0.0 } else { values.iter().sum::<f64>() / values.len() as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_third_of_the_sources_is_unread_and_always_the_same_ones() {
        let unread: Vec<u32> = (0..3000).filter(|at| is_unread(&format!("source {at}"))).collect();
        assert!((900..1100).contains(&unread.len()), "{}", unread.len());
        // The first bytes of the hashes are ba and e3.
        assert!(!is_unread("abc") && !is_unread("  abc\n") && !is_unread(""));
        assert_eq!(unread.get(..6), Some(&[3, 4, 7, 12, 13, 16][..]));
    }

    #[test]
    fn rows_are_judged_in_their_order() {
        let items: Vec<usize> = (0..500).collect();
        assert_eq!(each(&items, |at| at * 2), items.iter().map(|at| at * 2).collect::<Vec<_>>());
        assert!(each(&[0_u8; 0], |_| ()).is_empty());
    }
}
