//! `stet verify`: a text against its sources, for people, for pipelines and for measuring.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use serde::Deserialize;
use serde_json::{Value, json};

use super::app::App;
use super::{CliError, Outcome, jsonl, segment};
use crate::ask::VerdictCache;
use crate::config::{Config, ConfigError, terminal_language};
use crate::domain::answer::State;
use crate::domain::gate::{GatePolicy, PreparedSources, Status, judge};
use crate::domain::report::{Badge, Layers};
use crate::domain::text::Language;
use crate::extract::{self, Limits};
use crate::llm::ChatModel;
use crate::verify::{self, GivenSource, ModelLayer, Task};

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(super) struct VerifyArgs {
    /// Text or Markdown file to check [default: standard input]
    file: Option<PathBuf>,
    /// File to check against; the N-th one is number N. Without any, the stored sources are searched
    #[arg(long, short, value_name = "FILE")]
    source: Vec<PathBuf>,
    /// Words and rules only, no model
    #[arg(long)]
    quick: bool,
    /// A text without any citation is not verified
    #[arg(long)]
    require_citations: bool,
    /// Print JSON instead of a report
    #[arg(long)]
    json: bool,
    /// One {"id", "answer", "sources"} a line in, one result a line out
    #[arg(long, conflicts_with_all = ["file", "source"])]
    jsonl: bool,
    /// With --jsonl: one {"id", "claim", "source"} a line in, one verdict a line out
    #[arg(long, requires = "jsonl")]
    claims: bool,
}

pub(super) fn run(args: &VerifyArgs, settings: impl Fn() -> Result<Config, ConfigError>) -> Outcome {
    if args.claims {
        return jsonl::run(judge_claim);
    }
    let config = settings()?;
    if args.jsonl {
        return batch(&config);
    }
    let text = segment::read(args.file.as_ref())?;
    if text.trim().is_empty() {
        return Err(CliError::Usage("there is no text to verify".into()));
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(one(args, text, config))
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
    let verdict = judge(&input.claim, &sources, &[0], &GatePolicy::default());
    json!({
        "id": input.id, "supported": verdict.status == Status::Supported, "score": verdict.score,
        "status": verdict.status, "veto": verdict.veto,
    })
}

#[derive(Debug, Deserialize)]
struct BatchInput {
    #[serde(default)]
    id: Value,
    answer: Option<String>,
    deltas: Option<Vec<String>>,
    #[serde(default)]
    sources: Vec<BatchSource>,
    #[serde(default)]
    quick: bool,
}

#[derive(Debug, Deserialize)]
struct BatchSource {
    #[serde(default)]
    id: Value,
    title: Option<String>,
    page: Option<u32>,
    text: String,
}

impl BatchSource {
    fn given(self, at: usize) -> GivenSource {
        let id = match self.id {
            Value::String(id) => id,
            Value::Null => (at + 1).to_string(),
            other => other.to_string(),
        };
        GivenSource { id, title: self.title, page: self.page, text: self.text }
    }
}

fn batch(config: &Config) -> Outcome {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let layer = model_layer(config)?;
    jsonl::run(|input: BatchInput| {
        let task = Task {
            deltas: input.deltas.unwrap_or_else(|| input.answer.into_iter().collect()),
            sources: input.sources.into_iter().enumerate().map(|(at, source)| source.given(at)).collect(),
            layers: Layers::default(),
            quick: input.quick,
            require_citations: false,
            threshold: config.gate.confidence_threshold,
        };
        let mut result = runtime.block_on(check(&task, config, layer.as_ref()));
        result["id"] = input.id;
        result
    })
}

/// The model layer of the settings, if a model is configured.
fn model_layer(config: &Config) -> Result<Option<ModelLayer>, CliError> {
    if !config.model.is_configured() || !config.gate.model_layer {
        return Ok(None);
    }
    let model: Arc<dyn ChatModel> = super::app::chat(config)?;
    let deadline = Duration::from_secs(config.gate.verdict_seconds);
    Ok(Some(ModelLayer { model, cache: Arc::new(VerdictCache::default()), deadline }))
}

async fn check(task: &Task, config: &Config, layer: Option<&ModelLayer>) -> Value {
    let mut policy = verify::default_policy(task);
    policy.gate.similarity_threshold = config.gate.similarity_threshold;
    let outcome = verify::run(task, policy, layer).await;
    let report = &outcome.report;
    let source_id = |at: usize| task.sources.get(at).map(|source| &source.id);
    let sentences: Vec<Value> = outcome
        .sentences
        .iter()
        .map(|sentence| {
            let citations: Vec<Value> = sentence
                .citations
                .iter()
                .map(|citation| {
                    let source = task.sources.get(citation.source);
                    json!({
                        "number": citation.number, "mark": citation.mark, "sourceId": source_id(citation.source),
                        "start": citation.span.start, "end": citation.span.end,
                        "evidence": source.zip(citation.evidence).map(|(source, span)| json!({
                            "start": span.start, "end": span.end, "text": span.of(&source.text),
                            "page": source.page,
                        })),
                    })
                })
                .collect();
            json!({
                "text": sentence.span.of(&outcome.text), "start": sentence.span.start, "end": sentence.span.end,
                "kind": sentence.kind, "status": sentence.state, "score": sentence.score,
                "citations": citations, "reason": sentence.reason, "veto": sentence.veto,
            })
        })
        .collect();
    let removed: Vec<Value> = outcome
        .sentences
        .iter()
        .flat_map(|sentence| sentence.removed.iter().map(move |removed| (sentence, removed)))
        .map(|(sentence, removed)| {
            json!({
                "mark": removed.mark, "sourceId": removed.source.and_then(source_id),
                "statement": sentence.statement, "reason": removed.reason,
            })
        })
        .collect();
    json!({
        "text": outcome.text, "verified": report.verified, "badge": report.badge,
        "confidence": report.confidence, "accuracy_rate": report.accuracy_rate,
        "citations_valid": report.citations_valid, "issues": report.issues, "reasoning": report.reasoning,
        "sentences": sentences, "removed_citations": removed,
    })
}

async fn one(args: &VerifyArgs, text: String, config: Config) -> Outcome {
    let sources = if args.source.is_empty() {
        stored(&text, config.clone()).await?
    } else {
        args.source.iter().map(|path| from_file(path, &config)).collect::<Result<Vec<_>, _>>()?
    };
    let task = Task {
        deltas: vec![text],
        sources,
        layers: Layers::default(),
        quick: args.quick,
        require_citations: args.require_citations,
        threshold: config.gate.confidence_threshold,
    };
    let layer = if args.quick { None } else { model_layer(&config)? };
    let verified;
    if args.json {
        let result = check(&task, &config, layer.as_ref()).await;
        verified = result["verified"] == json!(true);
        println!("{result:#}");
    } else {
        let mut policy = verify::default_policy(&task);
        policy.gate.similarity_threshold = config.gate.similarity_threshold;
        let outcome = verify::run(&task, policy, layer.as_ref()).await;
        verified = outcome.report.verified;
        print(&outcome);
    }
    Ok(if verified { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn stored(text: &str, config: Config) -> Result<Vec<GivenSource>, CliError> {
    let app = App::open(config).await?;
    let evidence = app.asker.retrieve(text, &[]).await;
    app.close().await?;
    Ok(evidence?.sources.into_iter().map(GivenSource::from).collect())
}

fn from_file(path: &Path, config: &Config) -> Result<GivenSource, CliError> {
    let bytes = std::fs::read(path).map_err(|source| CliError::Read { path: path.to_owned(), source })?;
    let name = path
        .file_name()
        .map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
    let limits = Limits { pdfium: config.ingest.pdfium.clone(), ..Limits::default() };
    let extraction = extract::extract(&name, &bytes, &limits).map_err(|fault| {
        CliError::Usage(format!("{}: {}", path.display(), fault.message(terminal_language())))
    })?;
    let text = extraction.blocks.iter().map(|block| block.text.as_str()).collect::<Vec<_>>().join("\n\n");
    Ok(GivenSource { id: name.clone(), title: Some(name), page: None, text })
}

/// The report for people: the badge, then what is wrong, sentence by sentence.
fn print(outcome: &verify::Outcome) {
    let korean = terminal_language() == Language::Ko;
    let badge = match (outcome.report.badge, korean) {
        (Badge::Verified, true) => "확인됨",
        (Badge::Verified, false) => "verified",
        (Badge::Partial, true) => "일부 확인됨",
        (Badge::Partial, false) => "partly verified",
        (Badge::Unverified, true) => "확인되지 않음",
        (Badge::Unverified, false) => "not verified",
        (Badge::NoSources, true) => "출처 없음",
        (Badge::NoSources, false) => "no sources",
    };
    println!("{badge}: {}", outcome.report.reasoning);
    for sentence in &outcome.sentences {
        let mark = match sentence.state {
            State::NotAClaim => continue,
            State::Supported => '✓',
            State::Uncertain | State::Judging => '?',
            State::Uncited => '·',
            State::Unsupported | State::UnknownSource => '✗',
        };
        println!("{mark} {}", sentence.statement.replace('\n', " "));
        if sentence.state != State::Supported && !sentence.reason.is_empty() {
            println!("    {}", sentence.reason);
        }
        for removed in &sentence.removed {
            println!("    − {} {}", removed.mark, removed.reason);
        }
    }
}
