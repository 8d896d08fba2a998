//! `stet search`: ranked passages.

use std::process::ExitCode;

use clap::Args;
use serde::Deserialize;
use serde_json::{Value, json};

use super::app::App;
use super::{CliError, Outcome, jsonl, say};
use stet_ask::retrieve::{Found, grade_name};
use stet_config::{Config, terminal_language};
use stet_embedding::EmbedError;
use stet_sources::evidence::Grade;
use stet_store::{Filter, Hit};

#[derive(Debug, Args)]
pub(super) struct SearchArgs {
    /// What to search for
    #[arg(required_unless_present = "jsonl")]
    query: Vec<String>,
    /// Passages to show [default: 10]
    #[arg(long, short = 'k')]
    top_k: Option<usize>,
    /// One {"id", "query", "topK"} a line in, one {"id", "hits"} a line out
    #[arg(long, conflicts_with = "query")]
    jsonl: bool,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Input {
    #[serde(default)]
    id: Value,
    query: String,
    top_k: Option<usize>,
}

pub(super) async fn run(args: SearchArgs, config: Config) -> Outcome {
    if !args.jsonl && args.query.iter().all(|word| word.trim().is_empty()) {
        return Err(CliError::Usage(say("찾을 말이 비어 있습니다", "there is nothing to search for")));
    }
    if args.top_k == Some(0) {
        return Err(CliError::Usage(say(
            "--top-k는 1 이상이어야 합니다",
            "--top-k must be at least 1: that many passages are shown",
        )));
    }
    let app = App::open(config).await?;
    let result = search(&args, &app).await;
    app.close().await?;
    result
}

async fn search(args: &SearchArgs, app: &App) -> Outcome {
    let default = args.top_k.unwrap_or(app.asker.config.search.top_k).max(1);
    if args.jsonl {
        let runtime = tokio::runtime::Handle::current();
        let mut told = false;
        return tokio::task::block_in_place(|| {
            jsonl::run(|input: Input| {
                let top_k = input.top_k.unwrap_or(default).max(1);
                let found = runtime.block_on(app.asker.search(&input.query, &Filter::default(), top_k));
                match found {
                    Ok(Found { hits, words_only, .. }) => {
                        if let Some(fault) = words_only
                            && !std::mem::replace(&mut told, true)
                        {
                            note_line!("{}", by_words(&fault));
                        }
                        json!({ "id": input.id, "hits": hits.iter().map(wire).collect::<Vec<_>>() })
                    }
                    Err(fault) => json!({ "id": input.id, "error": fault.to_string() }),
                }
            })
        });
    }
    let query = args.query.join(" ");
    let Found { hits, words_only, .. } = app.asker.search(&query, &Filter::default(), default).await?;
    if let Some(fault) = words_only {
        note_line!("{}", by_words(&fault));
    }
    if hits.is_empty() {
        let none = say(
            "찾은 구절이 없습니다. 다른 말로 찾거나 `stet ingest`로 문서를 들여오세요.",
            "Nothing was found; search for other words, or take in documents with `stet ingest`.",
        );
        note_line!("{none}");
    }
    for hit in &hits {
        let page =
            hit.chunk.page.map_or(String::new(), |page| say(&format!(", {page}쪽"), &format!(", p.{page}")));
        tell_line!("{:.3}  {}  {}{page}", hit.score, named(hit.grade), hit.chunk.file_name)?;
        let excerpt: String = hit.chunk.content.split_whitespace().collect::<Vec<_>>().join(" ");
        tell_line!("       {}", excerpt.chars().take(200).collect::<String>())?;
    }
    Ok(if hits.is_empty() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// That what means the same in other words is not found, and why.
fn by_words(fault: &EmbedError) -> String {
    let why = fault.message(terminal_language());
    say(&format!("낱말로만 찾았습니다: {why}"), &format!("Searched by words only: {why}"))
}

/// How well a passage fits, in Korean with the words of the page.
fn named(grade: Grade) -> String {
    let korean = match grade {
        Grade::High => "잘 맞음",
        Grade::Medium => "일부 맞음",
        Grade::Low => "거의 안 맞음",
    };
    say(korean, grade_name(grade))
}

fn wire(hit: &Hit) -> Value {
    json!({
        "chunkId": hit.chunk.id, "documentId": hit.chunk.document_id, "page": hit.chunk.page,
        "score": hit.score, "text": hit.chunk.content, "fileName": hit.chunk.file_name,
    })
}
