//! `stet segment`: text to sentences.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{CliError, Outcome, jsonl, say};
use stet_config::terminal_language;
use stet_host::files;
use stet_segment::{Sentence, SentenceSegmenter, segment};

#[derive(Debug, Args)]
pub(super) struct SegmentArgs {
    /// Text file [default: standard input]
    file: Option<PathBuf>,
    /// One {"id", "text"} or {"id", "deltas"} a line in, one {"id", "sentences"} a line out
    #[arg(long, conflicts_with = "file")]
    jsonl: bool,
    /// Print the speed instead of the sentences
    #[arg(long, conflicts_with = "jsonl")]
    bench: bool,
}

#[derive(Debug, Deserialize)]
struct Line {
    #[serde(default)]
    id: Value,
    text: Option<String>,
    deltas: Option<Vec<String>>,
}

/// A line with a text in it.
#[derive(Debug, Deserialize)]
#[serde(try_from = "Line")]
struct Input {
    id: Value,
    deltas: Vec<String>,
}

impl TryFrom<Line> for Input {
    type Error = String;

    fn try_from(line: Line) -> Result<Self, String> {
        Ok(Self { id: line.id, deltas: jsonl::pieces("text", line.text, line.deltas)? })
    }
}

pub(super) fn run(args: &SegmentArgs) -> Outcome {
    if args.jsonl {
        return jsonl::run(|input: Input| {
            let deltas = input.deltas;
            let mut segmenter = SentenceSegmenter::new();
            let mut sentences = Vec::new();
            for delta in &deltas {
                segmenter.push(delta, &mut sentences);
            }
            segmenter.finish(&mut sentences);
            let text = deltas.concat();
            json!({ "id": input.id, "sentences": sentences.iter().map(|s| wire(&text, s)).collect::<Vec<_>>() })
        });
    }
    let text = read(args.file.as_ref())?;
    if args.bench {
        bench(&text)?;
        return Ok(ExitCode::SUCCESS);
    }
    for sentence in segment(&text) {
        let shown = sentence.span.of(&text).trim();
        if !shown.is_empty() {
            let kind = serde_json::to_value(sentence.kind).unwrap_or_default();
            tell_line!(
                "{}\t{}",
                kind.as_str().unwrap_or_default(),
                shown.replace("\r\n", "⏎").replace('\n', "⏎")
            )?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn wire(text: &str, sentence: &Sentence) -> Value {
    json!({
        "start": sentence.span.start, "end": sentence.span.end,
        "text": sentence.span.of(text), "kind": sentence.kind,
    })
}

/// The best of several passes over the text, since the first ones warm up.
fn bench(text: &str) -> Result<(), CliError> {
    const ROUNDS: usize = 9;
    let mut best = f64::INFINITY;
    let mut sentences = 0;
    for _ in 0..ROUNDS {
        let started = Instant::now();
        sentences = std::hint::black_box(segment(std::hint::black_box(text))).len();
        best = best.min(started.elapsed().as_secs_f64());
    }
    tell_line!("{:.1} MB/s, {sentences} sentences, {} bytes", text.len() as f64 / 1e6 / best, text.len())
}

/// A file's text, or standard input's, from whichever encoding it is in.
pub(super) fn read(file: Option<&PathBuf>) -> Result<String, CliError> {
    let name: PathBuf = file.map_or_else(|| say("표준 입력", "standard input").into(), Clone::clone);
    let bytes = match file {
        Some(path) => files::read(path, files::LONGEST),
        None => files::bounded(std::io::stdin().lock(), files::LONGEST),
    };
    let bytes = bytes.map_err(|source| CliError::Read { path: name.clone(), source })?;
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => return Ok(text),
        Err(fault) => fault.into_bytes(),
    };
    stet_extract::decode(&bytes).map_err(|fault| {
        let name = name.display();
        CliError::Usage(format!("{name}: {}", fault.message(terminal_language())))
    })
}
