//! The grounding sets once more, with the semantic layer of a model directory behind the words.
//!
//! Owns the second table of `stet eval grounding`: what the layer adds, what it costs, and which threshold would keep
//! three of four lifted claims right.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::super::app;
use super::super::{CliError, say};
use super::{ClaimRow, name, rows};
use crate::config::terminal_language;
use crate::semantic::Semantic;
use stet_answer::semantic::figure;
use stet_gate::measure::{Figures, Scored};
use stet_gate::{GatePolicy, PreparedSources, Status, Zone, judge};

/// Passages that a claim is compared with, as in an answer.
const PASSAGES: usize = 3;
/// Share of the lifted claims that has to be supported.
const PRECISION: f64 = 0.75;
/// Fewest lifted claims from which a threshold is suggested.
const FEWEST: usize = 20;

/// One set with the layer.
#[derive(Debug, Default)]
struct Layered {
    with: Option<Figures>,
    /// Figure and truth of every claim that was compared.
    compared: Vec<(f32, bool)>,
    lifted: usize,
    right: usize,
    took: Duration,
}

/// Prints the second table.
pub(super) fn grounding(files: &[PathBuf], directory: &Path, threshold: Option<f32>) -> Result<(), CliError> {
    let opened = Instant::now();
    let encoder = app::encoder(directory)?;
    let told = |message: String| CliError::Model(message);
    let layer = Semantic::new(encoder, threshold, Duration::from_secs(1))
        .map_err(|fault| told(fault.message(terminal_language())))?;
    tell_line!("\n{} ({:?}), {:.1} s\n", layer.name(), layer.languages(), opened.elapsed().as_secs_f64())?;
    tell_line!(
        "| set, with the semantic layer | lang | AUROC | bal. acc. | precision | recall | \
         compared | lifted | of these right | ms a claim |\n|---|---|---:|---:|---:|---:|---:|---:|---:|---:|"
    )?;
    let mut by_language: BTreeMap<String, Vec<Layered>> = BTreeMap::new();
    for path in files {
        let rows: Vec<ClaimRow> = rows(path)?;
        let lang = rows.first().map(|row| row.lang.clone()).unwrap_or_default();
        let set = evaluate(&rows, &layer).map_err(|fault| told(fault.message(terminal_language())))?;
        print_set(&name(path), &lang, &set, set.with.unwrap_or_default())?;
        by_language.entry(lang).or_default().push(set);
    }
    for (lang, sets) in &by_language {
        let with = Figures::mean(&sets.iter().filter_map(|set| set.with).collect::<Vec<_>>());
        let sum = Layered {
            with: None,
            compared: sets.iter().flat_map(|set| set.compared.iter().copied()).collect(),
            lifted: sets.iter().map(|set| set.lifted).sum(),
            right: sets.iter().map(|set| set.right).sum(),
            took: sets.iter().map(|set| set.took).sum(),
        };
        print_set("**macro average, sums**", lang, &sum, with)?;
    }
    tell_line!("")?;
    for (lang, sets) in &by_language {
        let compared: Vec<(f32, bool)> = sets.iter().flat_map(|set| set.compared.iter().copied()).collect();
        tell_line!("{lang}: {}", suggestion(compared))?;
    }
    Ok(())
}

fn evaluate(rows: &[ClaimRow], layer: &Semantic) -> Result<Layered, crate::encoder::EncoderError> {
    let policy = GatePolicy::default();
    let mut set = Layered::default();
    let mut scored = Vec::with_capacity(rows.len());
    for row in rows {
        let verdict = judge(&row.claim, &PreparedSources::new(&[&row.source]), &[0], &policy);
        let mut supported = verdict.status == Status::Supported;
        let mut score = verdict.score;
        if verdict.zone == Zone::Ask && verdict.veto.is_none() && !supported {
            let passages: Vec<String> = verdict
                .evidence
                .iter()
                .take(PASSAGES)
                .map(|evidence| evidence.span.of(&row.source).to_owned())
                .collect();
            let started = Instant::now();
            let found = match layer.compare_now(&row.claim, &passages, score, None) {
                Ok(found) => found,
                Err(Some(fault)) => return Err(fault),
                Err(None) => None,
            };
            set.took += started.elapsed();
            if let Some(comparison) = found {
                set.compared.push((figure(comparison.closeness, verdict.score), row.supported));
                if comparison.lifts {
                    supported = true;
                    score = score.max(policy.similarity_threshold);
                    set.lifted += 1;
                    set.right += usize::from(row.supported);
                }
            }
        }
        scored.push(Scored { score, called: supported, supported: row.supported });
    }
    set.with = Some(Figures::of(&scored));
    Ok(set)
}

fn print_set(name: &str, lang: &str, set: &Layered, with: Figures) -> Result<(), CliError> {
    let compared = set.compared.len();
    tell_line!(
        "| {name} | {lang} | {:.3} | {:.3} | {:.3} | {:.3} | {compared} | {} | {} | {:.1} |",
        with.auroc,
        with.balanced_accuracy,
        with.precision,
        with.recall,
        set.lifted,
        set.right,
        1000.0 * set.took.as_secs_f64() / compared.max(1) as f64,
    )
}

/// The lowest threshold at which enough of the lifted claims are supported.
fn suggestion(mut compared: Vec<(f32, bool)>) -> String {
    compared.sort_by(|one, two| two.0.total_cmp(&one.0));
    let mut right = 0;
    let mut lowest = None;
    for (at, (figure, supported)) in compared.iter().enumerate() {
        right += usize::from(*supported);
        let lifted = at + 1;
        // Equal figures are lifted together.
        let last = compared.get(lifted).is_none_or(|next| next.0 < *figure);
        let share = f64::from(u32::try_from(right).unwrap_or(u32::MAX)) / lifted as f64;
        if last && lifted >= FEWEST && share >= PRECISION {
            lowest = Some((*figure, lifted, share));
        }
    }
    match lowest {
        Some((figure, lifted, share)) => say(
            &format!(
                "STET_SEMANTIC_THRESHOLD={figure:.2}이면 {lifted}개를 올리고 {:.0} %가 맞습니다",
                100.0 * share
            ),
            &format!(
                "STET_SEMANTIC_THRESHOLD={figure:.2} lifts {lifted} claims, {:.0} % of them rightly",
                100.0 * share
            ),
        ),
        None => say(
            &format!("올린 문장({FEWEST}개 이상)의 {:.0} %가 맞는 문턱값이 없습니다", 100.0 * PRECISION),
            &format!(
                "no threshold lifts {FEWEST} claims or more with {:.0} % of them right",
                100.0 * PRECISION
            ),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_good_threshold_is_suggested() {
        // Twenty right ones, then five wrong ones: 20 of 25 is enough, with two more wrong ones it is not.
        let mut compared: Vec<(f32, bool)> = (0..20).map(|at| (2.0 - 0.01 * at as f32, true)).collect();
        compared.extend((0..8).map(|at| (1.5 - 0.1 * at as f32, false)));
        assert!(suggestion(compared.clone()).contains("=1.00"), "{}", suggestion(compared));
        let wrong: Vec<(f32, bool)> = (0..40).map(|at| (1.0, at % 2 == 0)).collect();
        assert!(!suggestion(wrong).contains("STET"));
    }
}
