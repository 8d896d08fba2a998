//! `stet eval`: accuracy on development data, as tables.

mod gates;
mod layer;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Subcommand};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::{CliError, Outcome, say};
use stet_gate::GatePolicy;
use stet_gate::measure::contrast::Change;
use stet_gate::measure::faithful::Variant;
use stet_gate::measure::metrics::{
    Basis, Contrasts, Evaluation, Faithful, Figures, contrast_figures, evaluate, faithful_figures,
};
use stet_patch::metrics::Confusion;
use stet_patch::{Category, patches, riskiest};
use stet_segment::score::{BoundaryScores, boundary_scores};
use stet_segment::segment;

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
}

#[derive(Debug, Args)]
struct GroundingArgs {
    #[command(flatten)]
    data: DataArgs,
    /// Also with the semantic layer of this model directory
    #[arg(long, value_name = "DIR")]
    semantic: Option<PathBuf>,
    /// Least figure of a claim that the layer lifts [default: the built-in one]
    #[arg(long, value_name = "FIGURE", requires = "semantic")]
    semantic_threshold: Option<f32>,
}

#[derive(Debug, Args)]
struct DataArgs {
    /// JSON-lines files, or folders of them
    #[arg(required = true)]
    data: Vec<PathBuf>,
}

pub(super) fn run(args: &EvalArgs) -> Outcome {
    match &args.what {
        What::Segments(data) => segments(&files(&data.data)?)?,
        What::Grounding(args) => {
            let files = files(&args.data.data)?;
            grounding(&files)?;
            if let Some(directory) = &args.semantic {
                layer::grounding(&files, directory, args.semantic_threshold)?;
            }
        }
        What::Patches(data) => {
            let files = files(&data.data)?;
            patch_categories(&files)?;
            gates::table(&files)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, CliError> {
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

fn rows<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, CliError> {
    let text =
        std::fs::read_to_string(path).map_err(|source| CliError::Read { path: path.to_owned(), source })?;
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(number, line)| {
            serde_json::from_str(line)
                .map_err(|fault| CliError::Usage(format!("{}:{}: {fault}", path.display(), number + 1)))
        })
        .collect()
}

fn name(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

#[derive(Deserialize)]
struct SegmentRow {
    text: String,
    sents: Vec<String>,
}

fn segments(files: &[PathBuf]) -> Result<(), CliError> {
    tell_line!("| set | texts | exact | precision | recall | F1 |\n|---|---:|---:|---:|---:|---:|")?;
    for path in files {
        let mut sum = BoundaryScores::default();
        for row in rows::<SegmentRow>(path)? {
            sum += boundary_scores(&row.text, &segment(&row.text), &row.sents);
        }
        tell_line!(
            "| {} | {} | {} ({:.1} %) | {:.3} | {:.3} | {:.3} |",
            name(path),
            sum.texts,
            sum.exact,
            100.0 * sum.exact_share(),
            sum.precision(),
            sum.recall(),
            sum.f1()
        )?;
    }
    Ok(())
}

#[derive(Deserialize)]
struct ClaimRow {
    claim: String,
    source: String,
    supported: bool,
    #[serde(default)]
    lang: String,
}

fn grounding(files: &[PathBuf]) -> Result<(), CliError> {
    tell_line!(
        "| set | lang | rows | AUROC | bal. acc. | precision | recall | \
         Jaccard AUROC / b.a. | best sentence AUROC / b.a. | 0.7 words + 0.3 J AUROC / b.a. |"
    )?;
    tell_line!("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|")?;
    let mut by_language: BTreeMap<String, Vec<Evaluation>> = BTreeMap::new();
    let mut contrasts: BTreeMap<(String, Basis, Change), Contrasts> = BTreeMap::new();
    let mut faithful: BTreeMap<(String, Variant), Faithful> = BTreeMap::new();
    for path in files {
        let rows: Vec<ClaimRow> = rows(path)?;
        let lang = rows.first().map(|row| row.lang.clone()).unwrap_or_default();
        let pairs: Vec<(&str, &str, bool)> =
            rows.iter().map(|row| (row.claim.as_str(), row.source.as_str(), row.supported)).collect();
        let evaluation = evaluate(&pairs, &GatePolicy::default());
        print_grounding(&name(path), &lang, &evaluation)?;
        for ((basis, change), found) in contrast_figures(&pairs, &GatePolicy::default()) {
            let sum = contrasts.entry((lang.clone(), basis, change)).or_default();
            sum.pairs += found.pairs;
            sum.rejected += found.rejected;
            sum.lower += found.lower;
            sum.equal += found.equal;
        }
        for (variant, found) in faithful_figures(&pairs, &GatePolicy::default()) {
            faithful.entry((lang.clone(), variant)).or_default().add(found);
        }
        by_language.entry(lang).or_default().push(evaluation);
    }
    for (lang, all) in &by_language {
        let mean = |pick: fn(&Evaluation) -> Figures| Figures {
            auroc: average(all.iter().map(|one| pick(one).auroc)),
            balanced_accuracy: average(all.iter().map(|one| pick(one).balanced_accuracy)),
            precision: average(all.iter().map(|one| pick(one).precision)),
            recall: average(all.iter().map(|one| pick(one).recall)),
            rows: all.iter().map(|one| pick(one).rows).sum(),
        };
        let macro_average = Evaluation {
            gate: mean(|one| one.gate),
            whole_jaccard: mean(|one| one.whole_jaccard),
            best_sentence: mean(|one| one.best_sentence),
            partial_words: mean(|one| one.partial_words),
        };
        print_grounding("**macro average**", lang, &macro_average)?;
    }
    print_contrasts(&contrasts)?;
    print_faithful(&faithful)
}

/// Sentences of the sources put in other words: how many of them are supported, and rejected by which finding.
fn print_faithful(faithful: &BTreeMap<(String, Variant), Faithful>) -> Result<(), CliError> {
    tell_line!(
        "\n| faithful variants | lang | variants | supported | vetoed | number | quotation | negation | direction |"
    )?;
    tell_line!("|---|---|---:|---:|---:|---:|---:|---:|---:|")?;
    for ((lang, variant), found) in faithful {
        let share = |part: usize| part as f64 / found.variants.max(1) as f64;
        let [number, quotation, negation, direction] = found.vetoed;
        tell_line!(
            "| {} | {lang} | {} | {:.3} | {:.3} | {number} | {quotation} | {negation} | {direction} |",
            match variant {
                Variant::Register => "polite or short forms",
                Variant::LeadIn => "a lead-in",
                Variant::Markup => "a list item in bold",
                Variant::Clause => "one clause of two",
                Variant::Bracket => "brackets left out",
                Variant::Form => "another form of a word",
                Variant::Count => "numbers as words or digits",
                Variant::Bound => "another word for a bound",
                Variant::Synonym => "a synonym",
                Variant::Voice => "passive",
                Variant::Nominal => "a nominal form",
                Variant::Entry => "an entry",
                Variant::Together => "several at once",
            },
            found.variants,
            share(found.supported),
            share(found.vetoed.iter().sum())
        )?;
    }
    Ok(())
}

/// The same texts with one thing changed: how many of them are refused, and score lower or equally.
fn print_contrasts(contrasts: &BTreeMap<(String, Basis, Change), Contrasts>) -> Result<(), CliError> {
    tell_line!("\n| contrast pairs | lang | changed | pairs | refused | lower | equal |")?;
    tell_line!("|---|---|---|---:|---:|---:|---:|")?;
    for ((lang, basis, change), found) in contrasts {
        let share = |part: usize| part as f64 / found.pairs.max(1) as f64;
        tell_line!(
            "| {} | {lang} | {} | {} | {:.3} | {:.3} | {:.3} |",
            match basis {
                Basis::Claim => "supported claims",
                Basis::Sentence => "sentences of the source",
            },
            match change {
                Change::Number => "number",
                Change::Negation => "negation",
                Change::Direction => "direction",
            },
            found.pairs,
            share(found.rejected),
            share(found.lower),
            share(found.equal)
        )?;
    }
    Ok(())
}

fn print_grounding(name: &str, lang: &str, evaluation: &Evaluation) -> Result<(), CliError> {
    let gate = &evaluation.gate;
    let plain = |figures: &Figures| format!("{:.3} / {:.3}", figures.auroc, figures.balanced_accuracy);
    tell_line!(
        "| {name} | {lang} | {} | {:.3} | {:.3} | {:.3} | {:.3} | {} | {} | {} |",
        gate.rows,
        gate.auroc,
        gate.balanced_accuracy,
        gate.precision,
        gate.recall,
        plain(&evaluation.whole_jaccard),
        plain(&evaluation.best_sentence),
        plain(&evaluation.partial_words)
    )
}

fn average(values: impl Iterator<Item = f64>) -> f64 {
    let values: Vec<f64> = values.collect();
    if values.is_empty() { 0.0 } else { values.iter().sum::<f64>() / values.len() as f64 }
}

#[derive(Deserialize)]
struct PatchRow {
    before: String,
    after: String,
    label: Label,
    #[serde(default)]
    lang: String,
}

/// A label of the data; some sets have more of them than Stet has categories.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum Label {
    Core,
    Expression,
    Detail,
    #[serde(other)]
    Other,
}

impl Label {
    const fn category(self) -> Option<Category> {
        match self {
            Self::Core => Some(Category::Core),
            Self::Expression => Some(Category::Expression),
            Self::Detail => Some(Category::Detail),
            Self::Other => None,
        }
    }
}

fn patch_categories(files: &[PathBuf]) -> Result<(), CliError> {
    tell_line!(
        "| set | lang | rows | accuracy | macro-F1 | CORE recall | CORE called DETAIL (of CORE / of DETAIL) | false CORE |"
    )?;
    tell_line!("|---|---|---:|---:|---:|---:|---:|---:|")?;
    for path in files {
        let rows: Vec<PatchRow> = rows(path)?;
        let mut confusion = Confusion::default();
        for row in &rows {
            if let Some(label) = row.label.category() {
                confusion.add(label, riskiest(&patches(&row.before, &row.after)));
            }
        }
        let scores = confusion.scores();
        let optional =
            |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| format!("{value:.3}"));
        tell_line!(
            "| {} | {} | {} | {:.3} | {:.3} | {} | {} ({:.2} % / {:.2} %) | {} |",
            name(path),
            rows.first().map_or("", |row| row.lang.as_str()),
            scores.rows,
            scores.accuracy,
            scores.macro_f1,
            optional(scores.core_recall),
            scores.leaks,
            100.0 * scores.leak_of_core,
            100.0 * scores.leak_of_detail,
            optional(scores.false_core)
        )?;
    }
    Ok(())
}
