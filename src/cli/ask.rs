//! `stet ask`: a question, and its answer streaming to the terminal.

use std::fmt::Write as _;
use std::io::IsTerminal as _;
use std::process::ExitCode;

use clap::Args;
use futures::StreamExt as _;
use uuid::Uuid;

use super::app::App;
use super::explain::{Trace, named, said};
use super::{CliError, Outcome, say, shown};
use stet_answer::State;
use stet_answer::report::Badge;
use stet_ask::{AskError, Event, Metadata, Question, Status, StepState};
use stet_config::Config;
use stet_text::language;

#[derive(Debug, Args)]
pub(super) struct AskArgs {
    /// The question
    #[arg(required = true)]
    question: Vec<String>,
    /// Release a sentence only after the model layer has judged it
    #[arg(long)]
    strict: bool,
    /// Say afterwards what was done for the answer: each step, its time, what it decided, the size of the prompt
    #[arg(long)]
    explain: bool,
}

pub(super) async fn run(args: AskArgs, config: Config) -> Outcome {
    if args.question.iter().all(|word| word.trim().is_empty()) {
        return Err(AskError::Empty.into());
    }
    let app = App::answering(config).await?;
    // For the servers on the same database, which end what has no sign of life.
    let asker = app.asker.clone();
    app.asker.tasks.spawn(async move { asker.keep_beating().await });
    let result = answer(&args, &app).await;
    app.close().await?;
    result
}

async fn answer(args: &AskArgs, app: &App) -> Outcome {
    let question = Question {
        chat_id: format!("terminal-{}", Uuid::now_v7()),
        text: args.question.join(" "),
        strict: args.strict.then_some(true),
        ..Question::default()
    };
    let live = app.asker.run(question).await?;
    let interrupt = {
        let live = live.clone();
        tokio::spawn(async move {
            if tokio::signal::ctrl_c().await.is_ok() {
                live.stop();
            }
        })
    };
    let color = std::io::stdout().is_terminal();
    let mut printer = Printer { color, ..Printer::default() };
    let mut trace = Trace::new();
    let mut events = std::pin::pin!(live.watch());
    while let Some(event) = events.next().await {
        trace.note(&event);
        printer.print(&event, &mut std::io::stdout().lock())?;
    }
    interrupt.abort();
    if args.explain {
        eprint!("{}", shown(&trace.told(printer.metadata.as_ref())));
    }
    if let Some(fault) = printer.fault {
        return Err(CliError::Model(fault));
    }
    if printer.metadata.as_ref().is_some_and(|metadata| metadata.badge == Badge::NoSources) {
        let hint = say(
            "질문에 맞는 출처가 없습니다. `stet ingest`로 문서를 들여오세요.",
            "No source fits the question; take in documents with `stet ingest`.",
        );
        eprintln!("{hint}");
    }
    Ok(match printer.metadata {
        Some(metadata) if metadata.status == Status::Complete => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

#[derive(Debug, Default)]
struct Printer {
    color: bool,
    /// Bytes of the answer's text that stand on the terminal.
    shown: usize,
    /// White space behind them that was told: the verdict on a sentence stands before it.
    space: String,
    /// Sentences whose verdict stands on the terminal.
    signed: Vec<usize>,
    metadata: Option<Metadata>,
    fault: Option<String>,
    /// Articles that the answer refers to, with their key sentences.
    articles: Vec<(String, String)>,
}

impl Printer {
    fn paint(&self, code: &str, text: &str) -> String {
        let text = shown(text);
        if self.color { format!("\x1b[{code}m{text}\x1b[0m") } else { text.into_owned() }
    }

    fn print(&mut self, event: &Event, out: &mut impl std::io::Write) -> std::io::Result<()> {
        match event {
            Event::Step { step, state: StepState::Running, detail, told }
                if std::io::stderr().is_terminal() =>
            {
                let detail = said(told, detail);
                eprintln!("{}", self.paint("2", &format!("· {} {detail}", named(*step))));
            }
            Event::Text { delta, .. } => {
                let text = std::mem::take(&mut self.space) + delta;
                let words = text.trim_end();
                write!(out, "{}", shown(words))?;
                self.shown += words.len();
                text.get(words.len()..).unwrap_or_default().clone_into(&mut self.space);
            }
            // The verdict stands behind its sentence; text that was printed cannot be edited.
            Event::Sentence { report, .. } => {
                for article in report.statutes.iter().flat_map(|statute| &statute.articles) {
                    let label = article.label();
                    if !self.articles.iter().any(|(known, _)| *known == label) {
                        self.articles.push((label, article.key_sentence.clone()));
                    }
                }
                let (code, sign) = match report.state {
                    State::Supported => ("32", " ✓"),
                    State::Unsupported | State::UnknownSource => ("31", " ✗"),
                    State::Uncertain => ("33", " ?"),
                    State::Uncited => ("33", " ·"),
                    State::Judging | State::NotAClaim => return out.flush(),
                };
                // A verdict that comes when the next sentence has begun would stand in that one.
                let last = report.span.end >= self.shown && !self.signed.contains(&report.index);
                if self.color && last {
                    self.signed.push(report.index);
                    write!(out, "{}", self.paint(code, sign))?;
                }
            }
            Event::Edit { edit, .. } => {
                self.shown =
                    (self.shown + edit.replacement.len()).saturating_sub(edit.span.end - edit.span.start);
                write!(
                    out,
                    "{}",
                    self.paint("33", &format!(" [↺ “{}”: {}]", edit.replacement, edit.reason))
                )?;
            }
            Event::Metadata(metadata) | Event::Finish { metadata, .. } => {
                self.metadata = Some((**metadata).clone());
                // Of an answer that never began there is nothing to say but why.
                if self.shown > 0 || metadata.status == Status::Complete {
                    let summary = self.summary(metadata);
                    let space = if summary.is_empty() { "" } else { "\n\n" };
                    writeln!(out, "{space}{summary}")?;
                }
            }
            // What was printed cannot be taken back: the new attempt stands below, and why.
            Event::Superseded { reason, told, .. } => {
                let reason = said(told, reason);
                writeln!(out, "\n\n{}\n", self.paint("33", &format!("↺ {reason}")))?;
                (self.shown, self.space) = (0, String::new());
                self.signed.clear();
                self.articles.clear();
            }
            Event::Error { message, .. } => self.fault = Some(message.clone()),
            _ => {}
        }
        out.flush()
    }

    fn summary(&self, metadata: &Metadata) -> String {
        if metadata.badge == Badge::Direct {
            return String::new();
        }
        // In the language of the answer, as what follows.
        let language = language(&metadata.reasoning);
        let code = match metadata.badge {
            Badge::Verified => "32",
            Badge::Partial | Badge::NoSources => "33",
            Badge::Unverified => "31",
            Badge::Direct => "2",
        };
        let badge = if metadata.extracts {
            metadata.badge.words_of_quotations(language)
        } else {
            metadata.badge.words(language)
        };
        let mut text = format!("{}: {}", self.paint(code, &badge.to_lowercase()), shown(&metadata.reasoning));
        for warning in metadata.notes.iter().chain(&metadata.warnings) {
            let _ = write!(text, "\n  {} {}", self.paint("33", "!"), shown(warning));
        }
        if let Some(related) = &metadata.related {
            let _ = write!(text, "\n  → {}", shown(&related.words(metadata.language)));
        }
        for removed in &metadata.removed_citations {
            let _ = write!(text, "\n  − {} {}", shown(&removed.mark), shown(&removed.reason));
        }
        for (label, key_sentence) in &self.articles {
            let _ = write!(text, "\n  ↳ {}: {}", shown(label), shown(key_sentence));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn text(delta: &str) -> Event {
        Event::Text { text_id: "t1".into(), delta: delta.to_owned() }
    }

    fn sentence(index: usize, end: usize, state: &str) -> Event {
        let report = json!({
            "index": index, "span": { "start": 0, "end": end }, "kind": "claim", "state": state, "score": 1.0,
            "reason": "", "veto": null, "model_confidence": null, "closeness": null, "citations": [],
            "statutes": [], "removed": [], "statement": "",
        });
        Event::Sentence { text_id: "t1".into(), report: serde_json::from_value(report).unwrap() }
    }

    fn printed(color: bool, events: &[Event]) -> String {
        let mut printer = Printer { color, ..Printer::default() };
        let mut out = Vec::new();
        for event in events {
            printer.print(event, &mut out).unwrap();
        }
        let text = String::from_utf8(out).unwrap();
        ["32", "31", "33"]
            .iter()
            .fold(text, |text, code| text.replace(&format!("\x1b[{code}m"), ""))
            .replace("\x1b[0m", "")
    }

    #[test]
    fn a_verdict_stands_behind_its_sentence() {
        let events = [
            text("One"),
            text(" is here.\n\n"),
            sentence(0, 14, "supported"),
            text("Two is"),
            text(" not. "),
            sentence(1, 26, "unsupported"),
            // Moved by nothing, but told once more.
            sentence(1, 26, "unsupported"),
            text("Three"),
        ];
        assert_eq!(printed(true, &events), "One is here. ✓\n\nTwo is not. ✗ Three");
        assert_eq!(printed(false, &events), "One is here.\n\nTwo is not. Three");
    }

    #[test]
    fn another_attempt_stands_below_with_the_reason() {
        let again = Event::Superseded {
            text_id: "t1".into(),
            reason: "without support".to_owned(),
            told: Vec::new(),
        };
        let events = [
            text("Dogs bark. "),
            sentence(0, 11, "unsupported"),
            again,
            text("Cats sleep."),
            sentence(0, 11, "supported"),
        ];
        assert_eq!(printed(true, &events), "Dogs bark. ✗\n\n↺ without support\n\nCats sleep. ✓");
    }

    #[test]
    fn a_verdict_that_comes_late_is_not_put_into_the_next_sentence() {
        let events = [
            text("One is here. "),
            sentence(0, 13, "judging"),
            text("Two"),
            sentence(0, 13, "supported"),
            text(" is not. "),
            sentence(1, 25, "uncertain"),
        ];
        assert_eq!(printed(true, &events), "One is here. Two is not. ?");
    }
}
