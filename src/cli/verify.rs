//! `stet verify`: a text against its sources, for people, for pipelines and for measuring.
//!
//! Owns the arguments, the batch form and the JSON; the checking of files is in `files`, what people read in `report`.

mod files;
mod report;

pub(super) use files::{Fault, faults, from_file, task, words};

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use serde::Deserialize;
use serde_json::{Value, json};

use super::findings::{Format, ReportArgs};
use super::{CliError, Outcome, jsonl, say};
use stet_answer::report::{CONFIDENCE, Layers, repeated};
use stet_answer::{AnswerPolicy, Citation, SentenceReport, StatuteCitation};
use stet_ask::Behind;
use stet_config::{Config, ConfigError};
use stet_embedding::meaning::Meaning;
use stet_gate::{GatePolicy, PreparedSources, Status};
use stet_llm::judge::Judge;
use stet_marks::statute::RegulationIndex;
use stet_verify::{GivenSource, Task};

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(super) struct VerifyArgs {
    /// Text or Markdown files to check, or folders of them; `-` is standard input [default: standard input]. Front
    /// matter is left out
    files: Vec<PathBuf>,
    /// File or folder to check against; the N-th file is number N, unless the text lists its references as
    /// `[1] name`. Without any, the stored sources are searched
    #[arg(long, short, value_name = "PATH")]
    source: Vec<PathBuf>,
    /// Words and rules only, no model
    #[arg(long)]
    quick: bool,
    /// A text without any citation is not verified
    #[arg(long)]
    require_citations: bool,
    /// Least confidence of a verified text, 0 to 1 [default: the setting, 0.7]
    #[arg(long, value_name = "SHARE", value_parser = share)]
    threshold: Option<f32>,
    /// Show the sentences that stand, too, with their evidence
    #[arg(long, short, conflicts_with = "json")]
    all: bool,
    /// Print JSON instead of a report
    #[arg(long, conflicts_with = "format")]
    json: bool,
    #[command(flatten)]
    report: ReportArgs,
    /// One {"id", "answer", "sources"} a line in, one result a line out
    #[arg(long, conflicts_with_all = ["files", "source"])]
    jsonl: bool,
    /// With --jsonl: one {"id", "claim", "source"} a line in, one verdict a line out
    #[arg(long, requires = "jsonl", conflicts_with_all = ["files", "source"])]
    claims: bool,
}

impl VerifyArgs {
    fn format(&self) -> Format {
        self.report.format(self.json)
    }
}

fn share(text: &str) -> Result<f32, String> {
    let share = text.parse::<f32>().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| say("0과 1 사이의 수를 적어 주세요", "write a number from 0 to 1"))
}

pub(super) fn run(args: &VerifyArgs, settings: impl Fn() -> Result<Config, ConfigError>) -> Outcome {
    if args.claims {
        return jsonl::run(judge_claim);
    }
    let config = settings()?;
    if args.jsonl {
        return batch(&config);
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(files::run(args, config))
}

#[derive(Debug, Deserialize)]
struct ClaimInput {
    #[serde(default)]
    id: Value,
    claim: String,
    source: String,
}

#[expect(clippy::needless_pass_by_value, reason = "a line of input is handed over")]
fn judge_claim(input: ClaimInput) -> Value {
    let sources = PreparedSources::new(&[&input.source]);
    let verdict = stet_gate::judge(&input.claim, &sources, &[0], &GatePolicy::default());
    json!({
        "id": input.id, "supported": verdict.status == Status::Supported, "score": verdict.score,
        "status": verdict.status, "veto": verdict.veto, "rules": verdict.rules,
    })
}

#[derive(Debug, Deserialize)]
struct BatchLine {
    #[serde(default)]
    id: Value,
    answer: Option<String>,
    deltas: Option<Vec<String>>,
    #[serde(default)]
    sources: Vec<BatchSource>,
    question: Option<String>,
    #[serde(default)]
    quick: bool,
}

/// A line with a text in it.
#[derive(Debug, Deserialize)]
#[serde(try_from = "BatchLine")]
struct BatchInput {
    id: Value,
    deltas: Vec<String>,
    sources: Vec<BatchSource>,
    question: Option<String>,
    quick: bool,
}

impl TryFrom<BatchLine> for BatchInput {
    type Error = String;

    fn try_from(line: BatchLine) -> Result<Self, String> {
        let BatchLine { id, answer, deltas, sources, question, quick } = line;
        Ok(Self { id, deltas: jsonl::pieces("answer", answer, deltas)?, sources, question, quick })
    }
}

#[derive(Debug, Deserialize)]
struct BatchSource {
    #[serde(default)]
    id: Value,
    #[serde(alias = "section_title")]
    title: Option<String>,
    page: Option<u32>,
    #[serde(alias = "content", alias = "section_content")]
    text: String,
}

impl BatchSource {
    fn given(self, at: usize) -> GivenSource {
        let id = match self.id {
            Value::String(id) => id,
            Value::Null => (at + 1).to_string(),
            other => other.to_string(),
        };
        GivenSource { id, title: self.title, page: self.page, text: self.text, ..GivenSource::default() }
    }
}

fn batch(config: &Config) -> Outcome {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let behind = behind(config, LONG)?;
    jsonl::run(|input: BatchInput| {
        let task = Arc::new(Task {
            deltas: input.deltas,
            head: 0,
            question: input.question,
            sources: input.sources.into_iter().enumerate().map(|(at, source)| source.given(at)).collect(),
            layers: Layers::default(),
            quick: input.quick,
            require_citations: false,
            threshold: CONFIDENCE,
        });
        let mut result = runtime.block_on(check(&task, config, &behind));
        result["id"] = input.id;
        result
    })
}

/// Longest wait for a verdict where nobody reads along: a busy machine says the same as a quiet one, only later. How long a model's
/// server may be silent is its client's.
const LONG: Duration = Duration::from_hours(1);

/// The layers behind the words that the settings name; `deadline` is the longest wait for a verdict.
pub(super) fn behind(config: &Config, deadline: Duration) -> Result<Behind, CliError> {
    let judge = if config.gate.model_layer { super::app::judge(config)? } else { None };
    let meaning = super::app::meaning(config)?;
    Ok(Behind {
        meaning: meaning.map(|model| Meaning::new(model, deadline)),
        judge: judge.map(|model| Judge::new(model, deadline)),
    })
}

async fn check(task: &Arc<Task>, config: &Config, behind: &Behind) -> Value {
    let regulations = stet_verify::regulations(&task.sources);
    result(task, &outcome(task, regulations, config, behind).await)
}

/// What becomes of a text with the settings.
pub(super) async fn outcome(
    task: &Arc<Task>,
    regulations: Option<Arc<RegulationIndex<String>>>,
    config: &Config,
    behind: &Behind,
) -> stet_verify::Outcome {
    stet_verify::run(task, AnswerPolicy { regulations, ..policy(task, config) }, behind).await
}

/// How a text is checked that was not generated here, with the settings.
fn policy(task: &Task, config: &Config) -> AnswerPolicy {
    let mut policy = stet_verify::default_policy(task);
    policy.unverifiable = config.gate.unverifiable;
    policy.attribute = config.gate.attribute.unwrap_or(policy.attribute);
    policy
}

/// What came out as JSON; offsets are bytes of `text`.
fn result(task: &Task, outcome: &stet_verify::Outcome) -> Value {
    let report = &outcome.report;
    let source_id = |at: usize| task.sources.get(at).map(|source| &source.id);
    let removed: Vec<Value> = outcome
        .sentences
        .iter()
        .flat_map(|sentence| sentence.removed.iter().map(move |removed| (sentence, removed)))
        .map(|(sentence, removed)| {
            json!({
                "mark": removed.mark, "sourceId": removed.source.and_then(source_id),
                "statement": repeated(&sentence.statement), "reason": removed.reason,
            })
        })
        .collect();
    json!({
        "text": outcome.text, "verified": report.verified, "badge": report.badge,
        "confidence": report.confidence, "accuracy_rate": report.accuracy_rate,
        "citations_valid": report.citations_valid, "issues": report.issues, "reasoning": report.reasoning, "layers": outcome.layers,
        "sentences": outcome.sentences.iter().map(|of| sentence(task, outcome, of)).collect::<Vec<_>>(),
        "removed_citations": removed,
    })
}

fn sentence(task: &Task, outcome: &stet_verify::Outcome, sentence: &SentenceReport) -> Value {
    let citation = |citation: &Citation| {
        let source = task.sources.get(citation.source);
        json!({
            "number": citation.number, "mark": citation.mark, "sourceId": source.map(|source| &source.id),
            "start": citation.span.start, "end": citation.span.end, "put": citation.put,
            "evidence": source.zip(citation.evidence).map(|(source, span)| json!({
                "start": span.start, "end": span.end, "text": span.of(&source.text), "page": citation.page,
            })),
        })
    };
    let statute = |statute: &StatuteCitation| {
        let articles = statute.articles.iter().map(|article| {
            json!({
                "regulation": article.regulation, "article": article.number.to_string(), "title": article.title,
                "keySentence": article.key_sentence, "text": article.text,
            })
        });
        json!({
            "text": statute.text, "start": statute.span.start, "end": statute.span.end,
            "standing": statute.standing, "regulation": statute.regulation,
            "articles": articles.collect::<Vec<_>>(),
        })
    };
    json!({
        "text": sentence.span.of(&outcome.text), "start": sentence.span.start, "end": sentence.span.end,
        "kind": sentence.kind, "status": sentence.state, "score": sentence.score,
        "citations": sentence.citations.iter().map(citation).collect::<Vec<_>>(),
        "suggested": sentence.suggested.as_ref().map(citation),
        "statutes": sentence.statutes.iter().map(statute).collect::<Vec<_>>(),
        "reason": sentence.reason, "veto": sentence.veto, "by": sentence.by,
    })
}
