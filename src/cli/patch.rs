//! `stet patch`: what changed between two texts, sorted by how much it can hurt.

use std::io::{IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{CliError, Outcome, jsonl, say, segment, shown};
use stet_patch::{Category, Op, Patch, patches, riskiest};

#[derive(Debug, Args)]
pub(super) struct PatchArgs {
    /// The text as it was
    #[arg(required_unless_present = "jsonl")]
    old: Option<PathBuf>,
    /// The text as it is to be
    #[arg(required_unless_present = "jsonl")]
    new: Option<PathBuf>,
    /// Print JSON instead of a list
    #[arg(long)]
    json: bool,
    /// One {"id", "before", "after"} a line in, one {"id", "patches", "category"} a line out
    #[arg(long, conflicts_with_all = ["old", "new"])]
    jsonl: bool,
}

#[derive(Debug, Deserialize)]
struct Input {
    #[serde(default)]
    id: Value,
    before: String,
    after: String,
}

pub(super) fn run(args: &PatchArgs) -> Outcome {
    if args.jsonl {
        return jsonl::run(|input: Input| {
            let found = patches(&input.before, &input.after);
            json!({
                "id": input.id, "patches": found.iter().map(wire).collect::<Vec<_>>(),
                "category": riskiest(&found),
            })
        });
    }
    let (Some(old), Some(new)) = (&args.old, &args.new) else {
        return Err(CliError::Usage(say(
            "고치기 전의 글과 고친 글을 함께 적어 주세요",
            "give the old and the new text",
        )));
    };
    let (before, after) = (segment::read(Some(old))?, segment::read(Some(new))?);
    let mut found = patches(&before, &after);
    if args.json {
        tell_line!(
            "{:#}",
            json!({ "patches": found.iter().map(wire).collect::<Vec<_>>(), "category": riskiest(&found) })
        )?;
        return Ok(ExitCode::SUCCESS);
    }
    found.sort_by_key(|patch| std::cmp::Reverse(patch.category));
    print(&found)?;
    Ok(ExitCode::SUCCESS)
}

fn wire(patch: &Patch) -> Value {
    json!({
        "start": patch.range.start, "end": patch.range.end, "before": patch.before, "after": patch.after,
        "category": patch.category, "risk": patch.risk, "reasons": patch.reasons,
        "op": patch.op, "to": patch.to, "gates": patch.gates,
    })
}

fn print(found: &[Patch]) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let color = out.is_terminal();
    let paint =
        |code: &str, text: &str| if color { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() };
    for patch in found {
        let (code, name) = match patch.category {
            Category::Core => ("31", "CORE"),
            Category::Expression => ("33", "EXPRESSION"),
            Category::Detail => ("32", "DETAIL"),
        };
        let (before, after) = (one_line(&patch.before), one_line(&patch.after));
        let change = match patch.op {
            Op::Insert => format!("+ {after}"),
            Op::Delete => format!("− {before}"),
            Op::Move => format!("⇅ {before}"),
            Op::Replace => format!("{before} → {after}"),
        };
        writeln!(out, "{} {}", paint(code, &format!("{name:<10}")), shown(&change))?;
        if !patch.reasons.is_empty() {
            writeln!(out, "           {}", shown(&patch.reasons.join("; ")))?;
        }
    }
    Ok(())
}

fn one_line(text: &str) -> String {
    text.trim().replace("\r\n", "⏎").replace('\n', "⏎")
}
