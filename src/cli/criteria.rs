//! `stet criteria`: the writer's rules from files, and texts checked against them.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Subcommand};
use serde_json::{Value, json};
use uuid::Uuid;

use super::app::App;
use super::findings::{self, Checked, Finding, Format, Least, ReportArgs};
use super::{CliError, Outcome, QUIET, say, tell, tell_json, texts, with_runtime};
use stet_config::{Config, ConfigError, terminal_language};
use stet_criteria::Pack;
use stet_criteria::blocks::Form;
use stet_criteria::spared::Spared;
use stet_host::files;
use stet_packs::project::{self, ProjectError, Projects};
use stet_packs::{CriteriaError, Given, Rulebook, Unreadable, pack_of};

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
    /// Check texts against packs; exits 1 when a rule is broken
    Lint(LintArgs),
}

#[derive(Debug, Args)]
struct LintArgs {
    /// Texts to check, or folders of them [default: standard input]
    files: Vec<PathBuf>,
    /// A pack's file or folder, the id of a stored pack, or the id of one that comes with Stet; may be given several times
    #[arg(long)]
    pack: Vec<String>,
    /// Settings of Vale to go by, where no pack is named [default: the `.vale.ini` in the folder of a text or above it]
    #[arg(long, value_name = "FILE", conflicts_with = "pack")]
    vale: Option<PathBuf>,
    /// Print JSON instead of a list
    #[arg(long, conflicts_with = "format")]
    json: bool,
    #[command(flatten)]
    report: ReportArgs,
}

pub(super) fn run(args: CriteriaArgs, settings: impl Fn() -> Result<Config, ConfigError>) -> Outcome {
    match args.verb {
        CriteriaVerb::Import { file } => {
            let pack = usable(load(&file)?)?;
            with_runtime(QUIET, settings()?, |config| import(config, pack))
        }
        CriteriaVerb::Lint(args) => {
            if args.pack.is_empty() {
                return of_projects(&args);
            }
            let packs = args.pack.iter().map(|pack| named(pack)).collect::<Result<Vec<_>, _>>()?;
            if packs.iter().all(|pack| matches!(pack, Named::Pack(_))) {
                let packs = packs.into_iter().filter_map(Named::pack).collect();
                return by_packs(packs, &args, &Spared::default());
            }
            with_runtime(QUIET, settings()?, |config| stored(config, packs, args))
        }
    }
}

/// What `--pack` names.
enum Named {
    Pack(Box<Pack>),
    Stored(Uuid),
}

impl Named {
    fn pack(self) -> Option<Pack> {
        match self {
            Self::Pack(pack) => Some(*pack),
            Self::Stored(_) => None,
        }
    }
}

/// The pack of a file or folder, or one that comes with Stet.
pub(super) fn file_or_own(pack: &str) -> Result<Pack, CliError> {
    named(pack)?.pack().ok_or_else(|| {
        CliError::Usage(say(
            &format!("{pack}: 저장된 묶음은 여기서 쓸 수 없습니다. 파일이나 폴더를 적어 주세요"),
            &format!("{pack}: stored packs cannot be used here; give a file or a folder"),
        ))
    })
}

fn named(pack: &str) -> Result<Named, CliError> {
    let path = Path::new(pack);
    if path.exists() {
        return Ok(Named::Pack(Box::new(usable(load(path)?)?)));
    }
    if let Some(known) = stet_packs::built_in().into_iter().find(|known| known.id == pack) {
        return Ok(Named::Pack(Box::new(known)));
    }
    let id = pack.parse().map_err(|_| {
        let own: Vec<String> = stet_packs::built_in().into_iter().map(|known| known.id).collect();
        let own = own.join(", ");
        CliError::Usage(say(
            &format!("{pack}(이)라는 파일도 묶음도 없습니다. 경로나 묶음의 id를 적어 주세요(Stet에 들어 있는 묶음: {own})"),
            &format!("there is no file and no pack `{pack}`; give a path or a pack's id (with Stet come {own})"),
        ))
    })?;
    Ok(Named::Stored(id))
}

async fn import(config: Config, pack: Pack) -> Outcome {
    let app = App::open(config).await?;
    let saved = stet_packs::import(&app.asker.store, &pack).await;
    app.close().await?;
    let row = saved.map_err(|fault| CliError::Usage(fault.message(terminal_language())))?;
    let version = row.version;
    let version = say(&format!("{version}판"), &format!("version {version}"));
    tell_line!("{}  {} ({version})", row.id, row.name)?;
    Ok(ExitCode::SUCCESS)
}

async fn stored(config: Config, named: Vec<Named>, args: LintArgs) -> Outcome {
    let app = App::open(config).await?;
    let mut packs = Vec::new();
    let mut fault = None;
    for one in named {
        match one {
            Named::Pack(pack) => packs.push(*pack),
            Named::Stored(id) => match app.asker.store.criteria_pack(id).await {
                Ok(Some(row)) => packs.push(pack_of(&row)),
                Ok(None) => {
                    fault = Some(CliError::Usage(CriteriaError::Unknown(id).message(terminal_language())));
                }
                Err(failed) => fault = Some(failed.into()),
            },
        }
    }
    let spared = stet_packs::spared(&app.asker.store, None).await;
    app.close().await?;
    let spared = spared?;
    fault.map_or_else(|| by_packs(packs, &args, &spared), Err)
}

fn load(path: &Path) -> Result<Given, CliError> {
    let fault = |source| CliError::Read { path: path.to_owned(), source };
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    if path.is_dir() {
        let mut files = Vec::new();
        for entry in std::fs::read_dir(path).map_err(fault)? {
            let file = entry.map_err(fault)?.path();
            let name = file.to_string_lossy().into_owned();
            if stet_packs::is_yaml(&name) {
                files.push((name, files::read_text(&file).map_err(fault)?));
            }
        }
        files.sort();
        let given = stet_packs::parse_style(&name, &files).map_err(|fault| no_pack(path, &fault))?;
        if given.pack.criteria_definition.rules.is_empty() && given.problems.is_empty() {
            let path = path.display();
            return Err(CliError::Usage(say(
                &format!("{path}에 Vale 스타일의 규칙이 없습니다(extends가 있는 *.yml)"),
                &format!("{path} has no rules of a Vale style (*.yml with extends)"),
            )));
        }
        return Ok(given);
    }
    let bytes = files::read(path, files::LONGEST).map_err(fault)?;
    stet_packs::parse(&name, &bytes).map_err(|fault| no_pack(path, &fault))
}

fn no_pack(path: &Path, fault: &Unreadable) -> CliError {
    let (ko, en) = stet_http::unreadable(fault);
    let path = path.display();
    CliError::Usage(say(
        &format!("{path}을(를) 규칙 묶음으로 읽을 수 없습니다: {ko}"),
        &format!("{path} cannot be read as a criteria pack: {en}"),
    ))
}

/// Checks each text by the settings of Vale that hold for it.
fn of_projects(args: &LintArgs) -> Outcome {
    let projects = Projects::default();
    let book = |name: &str| {
        let text = Path::new(name);
        let file = args.vale.clone().or_else(|| project::above(text));
        let file = file.ok_or_else(|| {
            CliError::Usage(say(
                &format!("{name}: 규칙이 없습니다. --pack으로 묶음을 주거나 글의 폴더에 .vale.ini를 두세요"),
                &format!("{name}: there are no rules; name a pack by --pack, or put a .vale.ini into the folder of the text"),
            ))
        })?;
        let (settings, is_new) = projects.of(&file).map_err(|fault| no_project(&fault))?;
        if is_new {
            for word in &settings.wrong {
                note_line!("stet: {word}: {}", say("패턴이 아니어서 쓰지 않습니다", "no pattern, not used"));
            }
            for given in &settings.given {
                tell_problems(given);
            }
        }
        Ok(settings.book(text))
    };
    report(book, args, &Spared::default())
}

pub(super) fn no_project(fault: &ProjectError) -> CliError {
    match fault {
        ProjectError::Rule(path, fault) => no_pack(path, fault),
        other => CliError::Usage(other.message(terminal_language())),
    }
}

/// Tells on standard error which rules of a pack do not run, and what of its file is not read.
fn tell_problems(given: &Given) {
    let language = terminal_language();
    for key in &given.unknown {
        let place = if key.rule_id.is_empty() { &given.pack.name } else { &key.rule_id };
        note_line!("stet: {place}: {}", key.words(language));
    }
    // A rule of a kind that is not run stands in the report.
    for problem in given.problems.iter().filter(|problem| !problem.mistake.is_foreign()) {
        let (id, field, why) = (&problem.rule_id, problem.field, problem.words(language));
        note_line!("stet: {id} ({field}): {}: {why}", say("쓰지 않습니다", "not run"));
    }
}

/// The pack of the rules that run. What does not, and what is in its file and not read, is told on standard error.
fn usable(given: Given) -> Result<Pack, CliError> {
    let language = terminal_language();
    let problems = given.problems.clone();
    if let Some(given) = given.running() {
        tell_problems(&given);
        return Ok(given.pack);
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

/// Checks each text by active packs.
fn by_packs(mut packs: Vec<Pack>, args: &LintArgs, spared: &Spared) -> Outcome {
    for pack in &mut packs {
        pack.is_active = true;
    }
    let book = Rulebook::new(packs);
    report(|_| Ok(book.clone()), args, spared)
}

/// Checks each text by its rules and prints what was found; `spared` is passed over beside what the files of words beside a text hold.
fn report(book: impl Fn(&str) -> Result<Rulebook, CliError>, args: &LintArgs, spared: &Spared) -> Outcome {
    let format = args.report.format(args.json);
    let least = args.report.min_severity.unwrap_or(Least::Suggestion);
    let mut results: Vec<Value> = Vec::new();
    let mut all: Vec<Checked> = Vec::new();
    let (language, mut idle) = (terminal_language(), findings::Idle::new());
    for (name, text) in texts::read(&args.files)? {
        let text = match text {
            Ok(text) => text,
            Err(fault) => {
                note_line!("stet: {fault}");
                results.push(json!({ "file": name, "error": fault }));
                all.push(Checked { name, findings: Err(fault) });
                continue;
            }
        };
        let mut spared = spared.clone();
        stet_packs::dictionary::read_for(Path::new(&name), &mut spared.dictionary);
        let book = book(&name)?.sparing(spared);
        let linted = book.check(&text, Form::of(Path::new(&name)));
        let not_run = book.idle(language).map(|(id, why)| (id.to_owned(), why));
        let not_run: Vec<(String, String)> = not_run.collect();
        let mut unfinished: Vec<Value> =
            not_run.iter().map(|(id, why)| json!({ "ruleId": id, "reason": why })).collect();
        idle.extend(not_run);
        for id in &linted.unfinished {
            let why = stet_packs::unfinished(language);
            let told = format!("{id}: {why}");
            if format == Format::Text {
                tell(&format!("{name}: {told}\n"))?;
            } else {
                note_line!("stet: {name}: {told}");
            }
            // What was not searched is no text that holds: each form tells it as it tells a file that cannot be read.
            all.push(Checked { name: name.clone(), findings: Err(told) });
            unfinished.push(json!({ "ruleId": id, "reason": why }));
        }
        let mut breaches = linted.breaches;
        breaches.retain(|breach| least.takes(breach.severity));
        let findings: Vec<Finding> = breaches
            .iter()
            .map(|breach| Finding::new(&text, breach.span, &breach.rule_id, breach.severity, &breach.message))
            .collect();
        if format == Format::Text {
            let before = if args.files.is_empty() { String::new() } else { format!("{name}:") };
            for Finding { start: (line, column), rule, message, .. } in &findings {
                tell(&format!("{before}{line}:{column}  {rule}  {message}\n"))?;
            }
        }
        let mut result = json!({ "file": name, "breaches": breaches });
        if !unfinished.is_empty() {
            result["notChecked"] = json!(unfinished);
        }
        results.push(result);
        all.push(Checked { name, findings: Ok(findings) });
    }
    if format == Format::Text {
        for (id, why) in &idle {
            tell(&format!("{id}: {why}\n"))?;
        }
    }
    if let Some(told) = findings::told(format, "criteria lint", &all, &idle) {
        stet_terminal::put(&told)?;
    } else if format == Format::Json {
        let out = match results.as_mut_slice() {
            [one] => one.take(),
            _ => json!({ "files": results }),
        };
        tell_json(&format!("{out:#}"))?;
    }
    let is_bad = all.iter().any(|one| one.findings.as_ref().is_ok_and(|found| !found.is_empty()));
    Ok(findings::exit(&all, is_bad))
}
