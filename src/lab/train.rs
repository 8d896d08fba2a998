//! `stet train`: fits what is learned from rows and writes it with the figures of its run.

mod credits;
mod fit;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Subcommand};
use serde::Deserialize;

use crate::rows::{ClaimRow, DataArgs, each, files, is_unread, name, part, rows};
use crate::{LabError, Outcome};
use stet_gate::Signals;
use stet_segment::claim::train::{Figures, Row, figures, fit as fit_claims};
use stet_segment::{SentenceKind, segment};
use stet_text::Language;

#[derive(Debug, Args)]
pub(super) struct TrainArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Which sentence is a claim: {"text", "kind"} or {"claim"} a line
    Claims(WhatArgs),
    /// The score of the gate: {"claim", "source", "supported", "lang"} a line
    Gate(WhatArgs),
    /// What a word counts that is found in part: the same lines; takes minutes
    Credits(WhatArgs),
}

#[derive(Debug, Args)]
struct WhatArgs {
    #[command(flatten)]
    data: DataArgs,
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
    match &args.what {
        What::Claims(args) => claims(args),
        What::Gate(args) => gate(args),
        What::Credits(args) => credits(args),
    }
}

fn claims(args: &WhatArgs) -> Outcome {
    let mut all = Vec::new();
    let mut held_out = Vec::new();
    for path in files(&args.data.data)? {
        let lines: Vec<Line> = rows(&path)?;
        let rows: Vec<Row> = lines.into_iter().flat_map(Line::rows).collect();
        held_out
            .push((name(&path), rows.iter().filter(|row| row.is_held_out()).cloned().collect::<Vec<_>>()));
        all.extend(rows);
    }
    let tried = fit_claims(all.iter().filter(|row| !row.is_held_out()));
    let mut remarks = format!(
        "Weights of crates/segment/src/kind/claim.rs, from {} rows by `stet train claims`.\n\
         Right in the third that is held out when two thirds are learned:",
        all.len()
    );
    for (name, rows) in &held_out {
        let Figures { claims, claims_right, others, others_right } = figures(&tried, rows);
        let share = format!("\n{name}: claims {claims_right} of {claims}, others {others_right} of {others}");
        remarks.push_str(&share);
    }
    tell_line!("{remarks}")?;
    write(args.out.as_deref(), || fit_claims(&all).write(&remarks))
}

fn write(out: Option<&Path>, text: impl FnOnce() -> String) -> Outcome {
    if let Some(path) = out {
        std::fs::write(path, text()).map_err(LabError::Write)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The sets of some files, by language.
fn sets(args: &WhatArgs) -> Result<Vec<(Language, String, Vec<ClaimRow>)>, LabError> {
    let read = |path: &PathBuf| {
        let rows: Vec<ClaimRow> = rows(path)?;
        let korean = rows.first().is_some_and(|row| row.lang == "ko");
        Ok((if korean { Language::Ko } else { Language::En }, name(path), rows))
    };
    files(&args.data.data)?.iter().map(read).collect()
}

/// The samples of some sets, by language.
fn samples(sets: &[(Language, String, Vec<ClaimRow>)]) -> Vec<(Language, Vec<fit::Sample>)> {
    let of = |language: Language| {
        let own = sets.iter().filter(|(other, ..)| *other == language);
        (language, own.flat_map(|(_, name, rows)| samples_of(name, rows)).collect::<Vec<_>>())
    };
    [Language::En, Language::Ko].map(of).into_iter().filter(|(_, samples)| !samples.is_empty()).collect()
}

fn credits(args: &WhatArgs) -> Outcome {
    let sets = sets(args)?;
    let told = |one: &credits::Tried| {
        // Whoever closed the output does not want the rest; the file is written all the same.
        let _ = tell_line!("{}: {} → {} ({:+.4})", one.name, one.before, one.after, one.gain);
    };
    let found = credits::search(|| samples(&sets), told);
    write(args.out.as_deref(), || credits::table(&found))
}

fn gate(args: &WhatArgs) -> Outcome {
    let samples = samples(&sets(args)?);
    let mut all = Vec::new();
    for (language, samples) in &samples {
        let trained = fit::train(samples, *language);
        let lang = if *language == Language::Ko { "ko" } else { "en" };
        for (split, found) in
            [("read", trained.read), ("unread", trained.unread), ("unread, until now", trained.before)]
        {
            tell_line!("{lang}, {split}: {found}")?;
        }
        all.push(trained);
    }
    write(args.out.as_deref(), || fit::table(&all))
}

/// The rows of a set, and those of the read split with a source of another row.
fn samples_of(set: &str, rows: &[ClaimRow]) -> Vec<fit::Sample> {
    let read: Vec<&ClaimRow> = rows.iter().filter(|row| !is_unread(&row.source)).collect();
    let across = read.iter().cycle().skip(read.len() / 2);
    let random = read.iter().zip(across).filter(|(row, other)| row.source != other.source);
    let own = rows.iter().map(|row| (row, row, false));
    let pairs: Vec<(&ClaimRow, &ClaimRow, bool)> =
        own.chain(random.map(|(row, other)| (*row, *other, true))).collect();
    each(&pairs, |&(row, other, random)| fit::Sample {
        set: set.to_owned(),
        fold: (!is_unread(&row.source)).then(|| part(&other.source, fit::FOLDS)),
        supported: row.supported && !random,
        random,
        signals: Signals::of(&row.claim, &other.source),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_third_is_not_fitted_on_and_takes_no_part_in_random_pairs() {
        let row = |at: usize| ClaimRow {
            claim: format!("The hall has {at} seats."),
            source: format!("The hall has {at} seats in {at} rows."),
            supported: true,
            lang: "en".to_owned(),
        };
        let rows: Vec<ClaimRow> = (0..60).map(row).collect();
        let samples = samples_of("own", &rows);
        let unread = rows.iter().filter(|row| is_unread(&row.source)).count();
        assert!(unread > 5);
        assert_eq!(samples.iter().filter(|sample| sample.fold.is_none()).count(), unread);
        assert_eq!(samples.iter().filter(|sample| sample.random).count(), rows.len() - unread);
        assert!(samples.iter().all(|sample| sample.supported != sample.random));
    }
}
