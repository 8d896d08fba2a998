//! The command line: one file per verb.
//!
//! Owns arguments, help texts, exit codes and what is printed; leaves the work to the use cases.

/// `println!` whose fault is that of the verb: a reader that has seen enough (`| head`) ends nothing.
macro_rules! tell_line {
    ($($text:tt)*) => { $crate::cli::tell(&format!("{}\n", format_args!($($text)*))) };
}

/// `eprintln!`, without what would mislead whoever reads it.
macro_rules! note_line {
    ($($text:tt)*) => { eprintln!("{}", stet_terminal::shown(&format!($($text)*))) };
}

mod app;
mod archive;
mod ask;
mod convert;
mod criteria;
mod doctor;
mod enrich;
mod explain;
mod findings;
mod graph;
mod ingest;
mod jsonl;
mod keys;
mod korean;
mod lab;
mod lsp;
mod manual;
mod mcp;
mod models;
mod patch;
mod postgres;
mod search;
mod segment;
mod serve;
mod sources;
mod sync;
mod texts;
mod verify;
mod workspaces;

use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use stet_config::{Config, ConfigError, Flags};
use stet_store::StoreError;
use stet_store::embedded::EmbeddedError;
use stet_terminal::{say, shown, system_fault};
use stet_text::Language;
use stet_text::particle::agreed;

/// Answers with checked citations, and edits that never quietly change what a text says.
#[derive(Debug, Parser)]
#[command(name = "stet", version, propagate_version = true)]
struct Cli {
    #[command(flatten)]
    settings: SettingFlags,
    #[command(subcommand)]
    verb: Verb,
}

/// They stand behind a verb's own, which are looked for more often.
#[derive(Debug, Args)]
struct SettingFlags {
    /// Settings file [default: stet.toml, when it is there]
    #[arg(long, global = true, display_order = 900, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Folder of the private database and its tools [default: .stet]
    #[arg(long, global = true, display_order = 900, value_name = "DIR")]
    data_dir: Option<PathBuf>,
    /// A PostgreSQL with pgvector to use instead of a private one
    #[arg(long, global = true, display_order = 900, value_name = "URL")]
    database_url: Option<String>,
    /// Workspace by its name, for verbs that read or change what is stored [default: default]
    #[arg(long, global = true, display_order = 900, value_name = "NAME")]
    workspace: Option<String>,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Serve the page and the API on <http://127.0.0.1:8787>
    Serve(serve::ServeArgs),
    /// Ask a question of your sources; the answer streams to the terminal
    Ask(ask::AskArgs),
    /// Take in documents: TXT, Markdown, PDF, HTML, DOCX, HWPX, HWP
    Ingest(ingest::IngestArgs),
    /// Make the sources what a folder holds: adds, replaces and removes; exits 1 when a file failed
    Sync(sync::SyncArgs),
    /// List, show and remove sources
    Sources(sources::SourcesArgs),
    /// Search the sources
    Search(search::SearchArgs),
    /// What the sources speak of, and how it hangs together
    Graph(graph::GraphArgs),
    /// Split text into sentences
    Segment(segment::SegmentArgs),
    /// Check a text against sources; exits 1 when it is not verified
    Verify(verify::VerifyArgs),
    /// Turn a text into another form: DOCX, ODT, HTML, Markdown
    Convert(convert::ConvertArgs),
    /// Show what changed between two texts, sorted by how much it can hurt
    Patch(patch::PatchArgs),
    /// The writer's rules: import packs, check texts
    Criteria(criteria::CriteriaArgs),
    /// Measure accuracy on development data, by `stet-lab` beside this program
    #[command(disable_help_flag = true, disable_version_flag = true)]
    Eval(lab::LabArgs),
    /// Fit what is learned from rows, by `stet-lab` beside this program
    #[command(disable_help_flag = true, disable_version_flag = true)]
    Train(lab::LabArgs),
    /// Serve agents as an MCP server over standard input and output: search, ask, verify, classify, lint
    Mcp,
    /// Serve editors as a language server over standard input and output: rules, spelling, citations against sources
    Lsp(lsp::LspArgs),
    /// The model that finds by meaning
    Models(models::ModelsArgs),
    /// Keys that open the service: make, list, rotate and revoke them
    Keys(keys::KeysArgs),
    /// Workspaces, each with sources, drafts, conversations and keys of its own: list, make, rename, delete them
    Workspaces(workspaces::WorkspacesArgs),
    /// The private database
    Postgres(postgres::PostgresArgs),
    /// Write all workspaces, or one, into one file: sources, drafts, conversations, rules
    Export(archive::ArchiveArgs),
    /// Take all workspaces of such a file in, or one; what is there has to be empty
    Import(archive::ArchiveArgs),
    /// Look for what is wrong and say how to mend it; exits 1 at a warning, 2 at a fault
    Doctor(doctor::DoctorArgs),
    /// Print what completes commands and flags in a shell
    Completions {
        /// Bash, elvish, fish, powershell or zsh
        #[arg(hide_possible_values = true)]
        shell: clap_complete::Shell,
    },
    /// Write manual pages
    Man {
        /// Where to [default: the page of stet to standard output]
        folder: Option<PathBuf>,
    },
    /// Read one file into blocks (run by `ingest` in a child process)
    #[command(hide = true)]
    ExtractChild { file: PathBuf },
}

impl Verb {
    /// Whether it does its work in one workspace. A server serves all of them.
    const fn is_of_a_workspace(&self) -> bool {
        !matches!(
            self,
            Self::Serve(_)
                | Self::Segment(_)
                | Self::Convert(_)
                | Self::Patch(_)
                | Self::Eval(_)
                | Self::Train(_)
                | Self::Lsp(_)
                | Self::Models(_)
                | Self::Workspaces(_)
                | Self::Postgres(_)
                | Self::Completions { .. }
                | Self::Man { .. }
                | Self::ExtractChild { .. }
        )
    }
}

/// Why a verb failed: one sentence, and what to do.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error(transparent)]
    Postgres(#[from] EmbeddedError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Ask(#[from] stet_ask::AskError),
    #[error(transparent)]
    Archive(#[from] stet_drafts::archive::ArchiveError),
    #[error("{0}")]
    Model(String),
    #[error("cannot read {path}: {source}")]
    Read { path: PathBuf, source: std::io::Error },
    #[error("cannot write: {0}")]
    Write(#[from] std::io::Error),
    #[error("{0}")]
    Usage(String),
}

impl CliError {
    /// What is wrong, in the terminal's language.
    fn message(&self) -> String {
        let language = stet_config::terminal_language();
        match self {
            Self::Config(ConfigError::Setting(fault)) => setting(&fault.to_string(), language),
            Self::Config(fault) => fault.message(language),
            Self::Postgres(EmbeddedError::File { path, source }) => data_folder(path, source, language),
            Self::Postgres(fault) => fault.message(language),
            Self::Store(fault) => fault.message(language),
            Self::Ask(fault) => fault.message(language),
            Self::Archive(fault) => fault.message(language),
            Self::Model(message) | Self::Usage(message) => message.clone(),
            Self::Read { path, source } => stet_terminal::unreadable(path, source),
            Self::Write(source) => stet_terminal::unwritable(source),
        }
    }
}

/// What is wrong with a setting: `told` is the reader's fault, with the place in a last line (`` in `server.port` ``).
fn setting(told: &str, language: Language) -> String {
    let told = told.trim();
    let (what, place) = told.rsplit_once("\nin `").unwrap_or((told, ""));
    let name = place.trim_end_matches('`');
    let name = stet_config::with_variable(name);
    let (ko, en) = stet_http::wrong(what);
    match (language, name.is_empty()) {
        (Language::Ko, false) => format!("설정 {name}: {ko}"),
        (Language::Ko, true) => format!("설정: {ko}"),
        (Language::En, false) => format!("the setting {name}: {en}"),
        (Language::En, true) => format!("the settings: {en}"),
    }
}

/// What keeps the private database from its files, and the way out.
fn data_folder(path: &Path, source: &std::io::Error, language: Language) -> String {
    let path = path.display();
    match language {
        Language::Ko => format!(
            "전용 데이터베이스의 {path}을(를) 읽거나 쓸 수 없습니다: {}. 디스크 공간과 권한을 확인하거나 --data-dir(STET_DATA_DIR)로 다른 폴더를 주세요",
            system_fault(source)
        ),
        Language::En => format!(
            "{path} of the private database cannot be read or written: {source}; check disk space and permissions, or choose another folder with --data-dir (STET_DATA_DIR)"
        ),
    }
}

type Outcome = Result<ExitCode, CliError>;

/// Runs the program. Exit codes: 0 done, 1 the verb's own “no” (not verified, a failed file), 2 it could not be done.
#[must_use]
pub fn main() -> ExitCode {
    let cli: Cli = stet_terminal::arguments(korean::TEXTS);
    if let Verb::ExtractChild { file } = &cli.verb {
        return stet_extract::run_child(file);
    }
    match run(cli) {
        Ok(code) => code,
        // A reader that has seen enough (`| head`) is no fault.
        Err(CliError::Write(fault)) if fault.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("stet: {}", shown(&agreed(&fault.message())));
            ExitCode::from(2)
        }
    }
}

fn run(cli: Cli) -> Outcome {
    let SettingFlags { config, data_dir, database_url, workspace } = cli.settings;
    if workspace.is_some() && !cli.verb.is_of_a_workspace() {
        return Err(CliError::Usage(say(
            "--workspace는 저장된 것을 읽거나 바꾸는 명령에만 씁니다",
            "--workspace is for verbs that read or change what is stored in one",
        )));
    }
    let mut flags = Flags { config, data_dir, database_url, workspace, ..Flags::default() };
    if let Verb::Serve(args) = &cli.verb {
        flags.host.clone_from(&args.host);
        flags.port = args.port;
    }
    let settings = || {
        let config = stet_config::load(&flags)?;
        for gone in &config.gone {
            eprintln!("{}", gone.message(stet_config::terminal_language()));
        }
        Ok::<_, ConfigError>(config)
    };
    match cli.verb {
        Verb::Segment(args) => segment::run(&args),
        Verb::Convert(args) => convert::run(&args),
        Verb::Patch(args) => patch::run(&args),
        Verb::Eval(args) => lab::run("eval", &args),
        Verb::Train(args) => lab::run("train", &args),
        Verb::Verify(args) => verify::run(&args, settings),
        Verb::Criteria(args) => criteria::run(args, settings),
        Verb::Models(args) => models::run(&args, &settings()?),
        Verb::Postgres(args) => postgres::run(&args, &settings()?),
        Verb::Lsp(args) => lsp::run(args, settings()?),
        Verb::Completions { shell } => manual::completions(shell),
        Verb::Man { folder } => manual::pages(folder.as_deref()),
        Verb::Serve(_) => with_runtime("warn,stet=info,sqlx=error", settings()?, serve::run),
        // These verbs print their own faults.
        Verb::Ask(args) => with_runtime(QUIET, settings()?, |config| ask::run(args, config)),
        Verb::Mcp => with_runtime(QUIET, settings()?, mcp::run),
        Verb::Ingest(args) => with_runtime(QUIET, settings()?, |config| ingest::run(args, config)),
        Verb::Sync(args) => with_runtime(QUIET, settings()?, |config| sync::run(args, config)),
        Verb::Sources(args) => with_runtime(QUIET, settings()?, |config| sources::run(args, config)),
        Verb::Graph(args) => with_runtime(QUIET, settings()?, |config| graph::run(args, config)),
        Verb::Keys(args) => with_runtime(QUIET, settings()?, |config| keys::run(args, config)),
        Verb::Workspaces(args) => with_runtime(QUIET, settings()?, |config| workspaces::run(args, config)),
        Verb::Export(args) => with_runtime(QUIET, settings()?, |config| archive::export(args, config)),
        Verb::Import(args) => with_runtime(QUIET, settings()?, |config| archive::import(args, config)),
        Verb::Doctor(args) => with_runtime("off", settings()?, |config| doctor::run(args, config)),
        Verb::Search(args) => with_runtime(QUIET, settings()?, |config| search::run(args, config)),
        Verb::ExtractChild { .. } => Ok(ExitCode::SUCCESS),
    }
}

/// Log filter of verbs that report to a person on the terminal.
const QUIET: &str = "error";

/// Runs an asynchronous verb; `log` is the filter when the environment has none.
fn with_runtime<F: Future<Output = Outcome>>(
    log: &str,
    config: Config,
    verb: impl FnOnce(Config) -> F,
) -> Outcome {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    #[cfg(feature = "otlp")]
    let traces = match stet_config::traces_endpoint() {
        Some(endpoint) => Some(
            stet_http::traces::Traces::new(&endpoint, runtime.handle().clone())
                .map_err(|fault| CliError::Usage(format!("OTEL_EXPORTER_OTLP_ENDPOINT: {fault}")))?,
        ),
        None => None,
    };
    #[cfg(feature = "otlp")]
    start_logging(log, traces.as_ref().map(stet_http::traces::Traces::layer));
    #[cfg(not(feature = "otlp"))]
    {
        start_logging(log, None::<tracing_subscriber::layer::Identity>);
        if stet_config::traces_endpoint().is_some() {
            tracing::warn!(
                "OTEL_EXPORTER_OTLP_ENDPOINT is set, but this program was built without the feature `otlp`: no traces"
            );
        }
    }
    let outcome = runtime.block_on(verb(config));
    #[cfg(feature = "otlp")]
    if let Some(traces) = traces {
        traces.end();
    }
    outcome
}

/// What a log is written through.
type Logged = tracing_subscriber::layer::Layered<tracing_subscriber::EnvFilter, tracing_subscriber::Registry>;

fn start_logging(default: &str, traces: Option<impl Layer<Logged> + Send + Sync>) {
    let filter = stet_config::log_filter().unwrap_or_else(|| default.to_owned());
    let filter = tracing_subscriber::EnvFilter::try_new(&filter)
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("warn"));
    let log = tracing_subscriber::registry().with(filter).with(traces);
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    // A file, and a journal, would show colours as signs.
    let lines = if std::io::stderr().is_terminal() { lines } else { lines.with_ansi(false) };
    // A second start in one process (tests) keeps the first.
    let _ = if stet_config::logs_json() {
        log.with(lines.json().flatten_event(true).with_span_list(false)).try_init()
    } else {
        log.with(lines).try_init()
    };
}

/// A fault of what is read from standard input.
fn unread(source: std::io::Error) -> CliError {
    CliError::Read { path: say("표준 입력", "standard input").into(), source }
}

/// That of a server over standard input and output: a client that has gone takes nothing, everything else is of what it sends.
fn spoken(source: std::io::Error) -> CliError {
    if source.kind() == std::io::ErrorKind::BrokenPipe { CliError::Write(source) } else { unread(source) }
}

/// Prints for a person, without what would mislead one.
fn tell(text: &str) -> Result<(), CliError> {
    Ok(stet_terminal::tell(text)?)
}

/// Prints JSON, for whoever reads that.
fn tell_json(json: &str) -> Result<(), CliError> {
    Ok(stet_terminal::tell_json(json)?)
}

/// What a walk through a folder passes by: hidden files and folders, installed packages, the locks of open Office files.
fn is_aside(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    name.starts_with('.') || name.starts_with("~$") || name == "node_modules"
}

/// What stands in a folder, in the order of the names.
fn in_order(folder: &Path) -> Result<Vec<PathBuf>, CliError> {
    let fault = |source| CliError::Read { path: folder.to_owned(), source };
    let entries = std::fs::read_dir(folder).map_err(fault)?;
    let mut inner: Vec<PathBuf> =
        entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>().map_err(fault)?;
    inner.sort();
    Ok(inner)
}
