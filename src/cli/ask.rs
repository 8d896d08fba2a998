//! `stet ask`: a question, and its answer streaming to the terminal.

use std::fmt::Write as _;
use std::io::{IsTerminal as _, Write as _};
use std::process::ExitCode;

use clap::Args;
use futures::StreamExt as _;
use uuid::Uuid;

use super::app::App;
use super::{CliError, Outcome, say};
use crate::ask::{Event, Metadata, Question, Status, Step, StepState};
use crate::config::Config;
use crate::domain::answer::State;
use crate::domain::report::Badge;

#[derive(Debug, Args)]
pub(super) struct AskArgs {
    /// The question
    #[arg(required = true)]
    question: Vec<String>,
    /// Release a sentence only after the model layer has judged it
    #[arg(long)]
    strict: bool,
}

pub(super) async fn run(args: AskArgs, config: Config) -> Outcome {
    let app = App::open(config).await?;
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
    let mut printer = Printer { color, metadata: None, fault: None, articles: Vec::new() };
    let mut events = std::pin::pin!(live.watch());
    while let Some(event) = events.next().await {
        printer.print(&event)?;
    }
    interrupt.abort();
    if let Some(fault) = printer.fault {
        return Err(CliError::Model(fault));
    }
    Ok(match printer.metadata {
        Some(metadata) if metadata.status == Status::Complete => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

/// What is being done, in Korean with the words of the page.
fn named(step: Step) -> String {
    let korean = match step {
        Step::Route => "질문 파악",
        Step::Plan => "계획",
        Step::Retrieve => "검색",
        Step::Web => "웹 검색",
        Step::Generate => "작성",
        Step::Check => "확인",
        Step::Grade => "평가",
    };
    say(korean, step.name())
}

struct Printer {
    color: bool,
    metadata: Option<Metadata>,
    fault: Option<String>,
    /// Articles that the answer refers to, with their key sentences.
    articles: Vec<(String, String)>,
}

impl Printer {
    fn paint(&self, code: &str, text: &str) -> String {
        if self.color { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    fn print(&mut self, event: &Event) -> std::io::Result<()> {
        let mut out = std::io::stdout().lock();
        match event {
            Event::Step { step, state: StepState::Running, detail } if std::io::stderr().is_terminal() => {
                eprintln!("{}", self.paint("2", &format!("· {} {detail}", named(*step))));
            }
            Event::Text { delta, .. } => write!(out, "{delta}")?,
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
                if self.color {
                    write!(out, "{}", self.paint(code, sign))?;
                }
            }
            Event::Edit { edit, .. } => {
                write!(
                    out,
                    "{}",
                    self.paint("33", &format!(" [↺ “{}”: {}]", edit.replacement, edit.reason))
                )?;
            }
            Event::Metadata(metadata) | Event::Finish { metadata, .. } => {
                self.metadata = Some((**metadata).clone());
                writeln!(out, "\n\n{}", self.summary(metadata))?;
            }
            Event::Error { message } => self.fault = Some(message.clone()),
            _ => {}
        }
        out.flush()
    }

    fn summary(&self, metadata: &Metadata) -> String {
        let (code, badge) = match metadata.badge {
            Badge::Verified => ("32", say("확인됨", "verified")),
            Badge::Partial => ("33", say("일부 확인됨", "partly verified")),
            Badge::Unverified => ("31", say("확인되지 않음", "not verified")),
            Badge::NoSources => ("33", say("출처 없음", "no sources")),
        };
        let extracts = if metadata.extracts { say(" (발췌)", " (extracts)") } else { String::new() };
        let mut text = format!("{}{extracts}: {}", self.paint(code, &badge), metadata.reasoning);
        for removed in &metadata.removed_citations {
            let _ = write!(text, "\n  − {} {}", removed.mark, removed.reason);
        }
        for (label, key_sentence) in &self.articles {
            let _ = write!(text, "\n  ↳ {label}: {key_sentence}");
        }
        text
    }
}
