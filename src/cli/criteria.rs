//! `stet criteria`: the writer's rules from files, and texts checked against them.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Subcommand};
use serde_json::json;
use uuid::Uuid;

use super::app::App;
use super::{CliError, Outcome, QUIET, say, segment, with_runtime};
use crate::config::{Config, ConfigError, terminal_language};
use crate::criteria::{self, CriteriaError, Given, Rulebook, Unreadable, pack_of};
use stet_criteria::Pack;
use stet_criteria::lint::lint;

#[derive(Debug, Args)]
pub(super) struct CriteriaArgs {
    #[command(subcommand)]
    verb: CriteriaVerb,
}

#[derive(Debug, Subcommand)]
enum CriteriaVerb {
    /// Store a pack: JSON, YAML, a Vale style folder or its ZIP. A pack of the same name gets a new version
    Import {
        /// The pack's file or folder
        file: PathBuf,
    },
    /// Check a text against a pack; exits 1 when a rule is broken
    Lint {
        /// Text to check [default: standard input]
        file: Option<PathBuf>,
        /// A pack's file or folder, the id of a stored pack, or the id of one that comes with Stet
        #[arg(long)]
        pack: String,
        /// Print JSON instead of a list
        #[arg(long)]
        json: bool,
    },
}

pub(super) fn run(args: CriteriaArgs, settings: impl Fn() -> Result<Config, ConfigError>) -> Outcome {
    match args.verb {
        CriteriaVerb::Import { file } => {
            let pack = usable(read(&file)?)?;
            with_runtime(QUIET, settings()?, |config| import(config, pack))
        }
        CriteriaVerb::Lint { file, pack, json } => {
            let text = segment::read(file.as_ref())?;
            let path = Path::new(&pack);
            if path.exists() {
                return report(usable(read(path)?)?, &text, json);
            }
            if let Some(known) = criteria::built_in().into_iter().find(|known| known.id == pack) {
                return report(known, &text, json);
            }
            let id: Uuid = pack.parse().map_err(|_| {
                let own: Vec<String> = criteria::built_in().into_iter().map(|known| known.id).collect();
                let own = own.join(", ");
                CliError::Usage(say(
                    &format!("{pack}(이)라는 파일도 묶음도 없습니다. 경로나 묶음의 id를 적어 주세요(Stet에 들어 있는 묶음: {own})"),
                    &format!("there is no file and no pack `{pack}`; give a path or a pack's id (with Stet come {own})"),
                ))
            })?;
            with_runtime(QUIET, settings()?, |config| stored(config, id, text, json))
        }
    }
}

async fn import(config: Config, pack: Pack) -> Outcome {
    let app = App::open(config).await?;
    let saved = criteria::import(&app.asker.store, &pack).await;
    app.close().await?;
    let row = saved.map_err(|fault| CliError::Usage(fault.message(terminal_language())))?;
    let version = row.version;
    let version = say(&format!("{version}판"), &format!("version {version}"));
    tell_line!("{}  {} ({version})", row.id, row.name)?;
    Ok(ExitCode::SUCCESS)
}

async fn stored(config: Config, id: Uuid, text: String, json: bool) -> Outcome {
    let app = App::open(config).await?;
    let row = app.asker.store.criteria_pack(id).await;
    app.close().await?;
    let unknown = || CliError::Usage(CriteriaError::Unknown(id).message(terminal_language()));
    let row = row?.ok_or_else(unknown)?;
    report(pack_of(&row), &text, json)
}

fn read(path: &Path) -> Result<Given, CliError> {
    let fault = |source| CliError::Read { path: path.to_owned(), source };
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    if path.is_dir() {
        let mut files = Vec::new();
        for entry in std::fs::read_dir(path).map_err(fault)? {
            let file = entry.map_err(fault)?.path();
            let name = file.to_string_lossy().into_owned();
            if criteria::is_yaml(&name) {
                files.push((name, std::fs::read_to_string(&file).map_err(fault)?));
            }
        }
        files.sort();
        let given = criteria::read_style(&name, &files).map_err(|fault| no_pack(path, &fault))?;
        if given.pack.criteria_definition.rules.is_empty() && given.problems.is_empty() {
            let path = path.display();
            return Err(CliError::Usage(say(
                &format!("{path}에 Vale 스타일의 규칙이 없습니다(extends가 있는 *.yml)"),
                &format!("{path} has no rules of a Vale style (*.yml with extends)"),
            )));
        }
        return Ok(given);
    }
    let bytes = std::fs::read(path).map_err(fault)?;
    criteria::read_bytes(&name, &bytes).map_err(|fault| no_pack(path, &fault))
}

fn no_pack(path: &Path, fault: &Unreadable) -> CliError {
    let (ko, en) = crate::http::unreadable(fault);
    let path = path.display();
    CliError::Usage(say(
        &format!("{path}을(를) 규칙 묶음으로 읽을 수 없습니다: {ko}"),
        &format!("{path} cannot be read as a criteria pack: {en}"),
    ))
}

/// The pack, when all of its rules can be used. What is in its file and not read is told on standard error.
fn usable(Given { pack, problems, unknown }: Given) -> Result<Pack, CliError> {
    let language = terminal_language();
    for key in &unknown {
        let place = if key.rule_id.is_empty() { &pack.name } else { &key.rule_id };
        eprintln!("stet: {place}: {}", key.words(language));
    }
    if problems.is_empty() {
        return Ok(pack);
    }
    let lines: Vec<String> = problems
        .iter()
        .map(|problem| format!("  {} ({}): {}", problem.rule_id, problem.field, problem.words(language)))
        .collect();
    let lines = lines.join("\n");
    Err(CliError::Usage(say(
        &format!("묶음에 쓸 수 없는 규칙이 있습니다:\n{lines}"),
        &format!("the pack has rules that cannot be used:\n{lines}"),
    )))
}

fn report(mut pack: Pack, text: &str, as_json: bool) -> Outcome {
    pack.is_active = true;
    let book = Rulebook::new(vec![pack]);
    let breaches = lint(book.rules(), text);
    let mut out = std::io::stdout().lock();
    if as_json {
        writeln!(out, "{:#}", json!({ "breaches": breaches }))?;
    } else {
        for breach in &breaches {
            let before = text.get(..breach.span.start).unwrap_or_default();
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            writeln!(out, "{line}:{column}  {}  {}", breach.rule_id, breach.message)?;
        }
    }
    Ok(if breaches.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
