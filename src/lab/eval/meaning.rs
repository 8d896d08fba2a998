//! The unread rows of the grounding sets once more, with a model of entailment behind the words.
//!
//! Owns the second table of `stet eval grounding`: words, meaning and both beside each other, what a claim costs, and from which
//! probability the model's word would be right.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::figures::{Figures, Scored};
use crate::rows::{ClaimRow, is_unread, name, rows};
use crate::{LabError, say};
use stet_config::terminal_language;
use stet_embedding::meaning::onnx::CrossEncoder;
use stet_embedding::meaning::{Entailment, MeaningError};
use stet_gate::{GatePolicy, PreparedSources, Status, Zone, judge};

/// Passages that a claim is compared with.
const PASSAGES: usize = 2;
/// From this probability a claim is called supported.
const EVEN: f32 = 0.5;
/// Share of the claims above a cut that have to be supported, and at most may be below one.
const SURE: f64 = 0.8;
/// Fewest claims from which a cut is suggested.
const FEWEST: usize = 20;

/// A row with what words and model say of it.
#[derive(Debug, Clone, Copy)]
struct Weighed {
    words: Scored,
    /// The probability that the passage that entails it most does.
    meaning: f32,
    /// Words leave it open.
    open: bool,
    took: Duration,
}

impl Weighed {
    fn by_meaning(self) -> Scored {
        Scored { score: self.meaning, called: self.meaning >= EVEN, ..self.words }
    }

    /// The model decides what words leave open.
    fn by_both(self) -> Scored {
        if self.open { self.by_meaning() } else { self.words }
    }
}

/// Prints the second table.
pub(super) fn print(files: &[PathBuf], folder: &Path, library: Option<&Path>) -> Result<(), LabError> {
    let told = |fault: MeaningError| LabError::Said(fault.message(terminal_language()));
    let model = CrossEncoder::open(folder, library).map_err(told)?;
    tell_line!(
        "\n| unread rows, with {} | lang | rows | open | words: AUROC, bal. acc. | meaning | both | ms a claim |\n\
         |---|---|---:|---:|---|---|---|---:|",
        model.name()
    )?;
    let mut by_language: BTreeMap<String, Vec<Vec<Weighed>>> = BTreeMap::new();
    for path in files {
        let rows: Vec<ClaimRow> = rows(path)?;
        let lang = rows.first().map(|row| row.lang.clone()).unwrap_or_default();
        let unread = rows.iter().filter(|row| is_unread(&row.source));
        let set = unread.map(|row| weigh(row, &model)).collect::<Result<Vec<_>, _>>().map_err(told)?;
        line(&name(path), &lang, std::slice::from_ref(&set))?;
        by_language.entry(lang).or_default().push(set);
    }
    for (lang, sets) in &by_language {
        line("**macro average**", lang, sets)?;
    }
    tell_line!("")?;
    for (lang, sets) in &by_language {
        let open = sets.iter().flatten().filter(|row| row.open);
        tell_line!("{lang}: {}", suggestion(open.map(|row| (row.meaning, row.words.supported)).collect()))?;
    }
    Ok(())
}

fn weigh(row: &ClaimRow, model: &dyn Entailment) -> Result<Weighed, MeaningError> {
    let verdict = judge(&row.claim, &PreparedSources::new(&[&row.source]), &[0], &GatePolicy::default());
    let started = Instant::now();
    let mut meaning: f32 = 0.0;
    for evidence in verdict.evidence.iter().take(PASSAGES) {
        meaning = meaning.max(model.entails(evidence.span.of(&row.source), &row.claim)?.entailed);
    }
    let called = verdict.status == Status::Supported;
    Ok(Weighed {
        words: Scored { score: verdict.score, called, supported: row.supported },
        meaning,
        open: verdict.zone == Zone::Ask && verdict.veto.is_none(),
        took: started.elapsed(),
    })
}

fn line(name: &str, lang: &str, sets: &[Vec<Weighed>]) -> Result<(), LabError> {
    let cell = |by: fn(Weighed) -> Scored| {
        let sets: Vec<Figures> = sets
            .iter()
            .map(|rows| Figures::of(&rows.iter().map(|row| by(*row)).collect::<Vec<_>>()))
            .collect();
        let mean = Figures::mean(&sets);
        format!("{:.3}, {:.3}", mean.auroc, mean.balanced_accuracy)
    };
    let all = || sets.iter().flatten();
    let took: Duration = all().map(|row| row.took).sum();
    tell_line!(
        "| {name} | {lang} | {} | {} | {} | {} | {} | {:.0} |",
        all().count(),
        all().filter(|row| row.open).count(),
        cell(|row| row.words),
        cell(Weighed::by_meaning),
        cell(Weighed::by_both),
        1000.0 * took.as_secs_f64() / all().count().max(1) as f64,
    )
}

/// The cuts beyond which the model would be right often enough about what words leave open.
fn suggestion(mut open: Vec<(f32, bool)>) -> String {
    open.sort_by(|one, two| two.0.total_cmp(&one.0));
    let accept = cut(open.iter().map(|&(probability, supported)| (probability, supported)));
    let reject = cut(open.iter().rev().map(|&(probability, supported)| (probability, !supported)));
    let told = |found: Option<(f32, usize)>| match found {
        Some((probability, count)) => {
            say(&format!("{probability:.2}({count}개)"), &format!("{probability:.2} ({count} claims)"))
        }
        None => say("없음", "none"),
    };
    let (accept, reject) = (told(accept), told(reject));
    say(
        &format!("열린 주장 {}개. 받아들일 확률: {accept}, 물리칠 확률: {reject}", open.len()),
        &format!("{} open claims; accept from {accept}, reject up to {reject}", open.len()),
    )
}

/// The last probability up to which enough of the claims before it are right, and how many these are.
fn cut(claims: impl Iterator<Item = (f32, bool)>) -> Option<(f32, usize)> {
    let (mut right, mut last) = (0, None);
    for (at, (probability, is_right)) in claims.enumerate() {
        right += usize::from(is_right);
        let count = at + 1;
        if count >= FEWEST && right as f64 >= SURE * count as f64 {
            last = Some((probability, count));
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_widest_cuts_that_are_right_are_suggested() {
        let sure = (0..20).map(|at| (0.99 - 0.01 * at as f32, true));
        let wrong = (0..30).map(|at| (0.3 - 0.01 * at as f32, false));
        let found = suggestion(sure.chain(wrong).collect());
        // Five wrong ones more, and 20 of 25 are still enough.
        assert!(found.contains("0.26 (25 claims)") || found.contains("0.26(25개)"), "{found}");
        assert_eq!(cut((0..40).map(|at| (1.0, at % 2 == 0))), None);
    }
}
