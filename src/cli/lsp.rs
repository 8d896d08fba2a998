//! `stet lsp`: a server for editors, over standard input and output.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use clap::Args;
use futures::FutureExt as _;
use futures::future::BoxFuture;

use super::verify::{self as verifying, Fault};
use super::{CliError, Outcome, QUIET, criteria, ingest, say, spoken, start_logging};
use stet_answer::{SentenceReport, State};
use stet_ask::Behind;
use stet_config::{Config, terminal_language};
use stet_criteria::Severity;
use stet_criteria::lint::Breach;
use stet_criteria::spared::Spared;
use stet_packs::project::{self, ProjectError, Projects};
use stet_packs::{Rulebook, dictionary, unfinished};
use stet_rpc::lsp::{self, Checks, Finding, Fix, Kind, Note, Options, Text, Verified};
use stet_text::span::Span;
use stet_verify::GivenSource;

#[derive(Debug, Args)]
pub(super) struct LspArgs {
    /// A pack's file or folder, or the id of one that comes with Stet; may be given several times
    #[arg(long)]
    pack: Vec<String>,
    /// File or folder to check against [default: the folder `sources` beside a text or in the folder that is open]
    #[arg(long, short, value_name = "PATH")]
    source: Vec<PathBuf>,
    /// Words and rules only, no model
    #[arg(long)]
    quick: bool,
    /// Check against sources only when the editor asks, not whenever a text is saved
    #[arg(long)]
    on_command: bool,
}

pub(super) fn run(args: LspArgs, config: Config) -> Outcome {
    start_logging(QUIET, None::<tracing_subscriber::layer::Identity>);
    let behind =
        if args.quick { Behind::default() } else { verifying::behind(&config, config.model.verdict())? };
    let (book, cached, projects) = (Mutex::default(), Mutex::default(), Projects::default());
    let desk = Desk { config, behind, book, cached, projects };
    let options = Options { packs: args.pack, sources: args.source, verify_on_save: !args.on_command };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let checks = Arc::new(Editor { desk: Arc::new(desk), sources: Mutex::default() });
    let served = lsp::serve(checks, options, terminal_language(), tokio::io::stdin(), tokio::io::stdout());
    let closed = runtime.block_on(served);
    // A read of the input that nobody will write to any more is not waited for.
    runtime.shutdown_background();
    Ok(if closed.map_err(spoken)? { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A file as it was read, and when it was last changed.
type Cached = (SystemTime, GivenSource);

/// What the checks of all texts share.
struct Desk {
    config: Config,
    behind: Behind,
    book: Mutex<Rulebook>,
    cached: Mutex<HashMap<PathBuf, Cached>>,
    projects: Projects,
}

struct Editor {
    desk: Arc<Desk>,
    sources: Mutex<Vec<PathBuf>>,
}

/// What a lock holds: whoever panicked with it has left it whole.
fn locked<T>(lock: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Checks for Editor {
    fn set(&self, options: &Options) -> Vec<String> {
        locked(&self.sources).clone_from(&options.sources);
        let (mut packs, mut faults) = (Vec::new(), Vec::new());
        for pack in &options.packs {
            match criteria::file_or_own(pack) {
                Ok(mut pack) => {
                    pack.is_active = true;
                    packs.push(pack);
                }
                Err(fault) => faults.push(fault.message()),
            }
        }
        *locked(&self.desk.book) = Rulebook::new(packs);
        faults
    }

    fn lint(&self, text: &Text) -> Vec<Finding> {
        let mut spared = Spared::default();
        dictionary::read_for(&text.path, &mut spared.dictionary);
        let mut book = locked(&self.desk.book).clone();
        let mut found = Vec::new();
        if book.is_empty() {
            // The rules of the project, where no pack is named.
            let loaded = project::above(&text.path).map(|file| self.desk.projects.of(&file));
            match loaded {
                Some(Ok((settings, _))) => book = settings.book(&text.path),
                Some(Err(fault)) => found.push(of_project(&fault)),
                None => {}
            }
        }
        let book = book.sparing(spared);
        let linted = book.check(&text.words, text.form);
        let language = terminal_language();
        let not = linted.unfinished.iter().map(|id| (id.as_str(), unfinished(language).to_owned()));
        found.extend(not.chain(book.idle(language)).map(|(id, message)| Finding {
            span: Span::default(),
            kind: Kind::Rule,
            severity: Severity::Suggestion,
            rule: id.to_owned(),
            message,
            because: Vec::new(),
            fixes: Vec::new(),
        }));
        let rules = linted.breaches;
        let mut spelling = stet_proof::suggestions(&text.words);
        book.spared().leave_out(&text.words, 0, &mut spelling);
        found.extend(rules.into_iter().map(|breach| of_breach(breach, Kind::Rule)));
        found.extend(spelling.into_iter().map(|breach| of_breach(breach, Kind::Spelling)));
        found
    }

    fn verify(&self, text: Text, folder: Option<PathBuf>) -> BoxFuture<'static, Result<Verified, String>> {
        let (desk, mut paths) = (Arc::clone(&self.desk), locked(&self.sources).clone());
        if paths.is_empty() {
            let places = [text.path.parent(), folder.as_deref()].into_iter().flatten();
            paths.extend(places.map(|place| place.join(SOURCES)).find(|place| place.is_dir()));
        }
        async move {
            if paths.is_empty() {
                return Err(no_folder());
            }
            let (reader, own) = (Arc::clone(&desk), text.path.clone());
            let read = tokio::task::spawn_blocking(move || reader.sources(&paths, &own)).await;
            let given = read.map_err(|fault| fault.to_string())?.map_err(|fault| fault.message())?;
            if given.is_empty() {
                return Err(no_folder());
            }
            Ok(desk.check(&text, given).await)
        }
        .boxed()
    }

    fn learn(&self, path: &Path, folder: Option<&Path>, word: &str) -> io::Result<PathBuf> {
        let beside = path.parent().unwrap_or(Path::new("."));
        dictionary::add_for(path, folder.filter(|folder| path.starts_with(folder)).unwrap_or(beside), word)
    }
}

/// The folder whose files texts are held against where none is named.
const SOURCES: &str = "sources";

fn no_folder() -> String {
    say(
        "대조할 출처가 없습니다. 글 옆이나 열린 폴더에 sources 폴더를 두거나 설정 sources(--source)로 알려 주세요",
        "there are no sources to check against; put a folder `sources` beside the text or into the folder that is open, or name one by the setting `sources` (--source)",
    )
}

/// Settings that cannot be used, told at the head of each text that they hold for.
fn of_project(fault: &ProjectError) -> Finding {
    Finding {
        span: Span::default(),
        kind: Kind::Source,
        severity: Severity::Error,
        rule: "vale.ini".to_owned(),
        message: criteria::no_project(fault).message(),
        because: Vec::new(),
        fixes: Vec::new(),
    }
}

fn of_breach(breach: Breach, kind: Kind) -> Finding {
    let Breach { rule_id: rule, severity, span, message, replacement } = breach;
    let fix = replacement.map(|text| {
        let title = if text.is_empty() {
            say("지우기", "Remove it")
        } else {
            say(&format!("“{text}”(으)로 바꾸기"), &format!("Replace by “{text}”"))
        };
        Fix { title, span, text }
    });
    Finding { span, kind, severity, rule, message, because: Vec::new(), fixes: fix.into_iter().collect() }
}

impl Desk {
    /// The sources of these paths, but for the text itself. A file is read again only when it was changed.
    fn sources(&self, paths: &[PathBuf], own: &Path) -> Result<Vec<(PathBuf, GivenSource)>, CliError> {
        let mut given = Vec::new();
        for path in ingest::files(paths)? {
            if path == own {
                continue;
            }
            let changed = std::fs::metadata(&path).and_then(|data| data.modified());
            let changed = changed.map_err(|source| CliError::Read { path: path.clone(), source })?;
            let known = locked(&self.cached).get(&path).filter(|(at, _)| *at == changed).cloned();
            let (_, source) = if let Some(known) = known {
                known
            } else {
                let read = (changed, verifying::from_file(&path, false, &self.config)?);
                locked(&self.cached).insert(path.clone(), read.clone());
                read
            };
            given.push((path, source));
        }
        Ok(given)
    }

    async fn check(&self, text: &Text, given: Vec<(PathBuf, GivenSource)>) -> Verified {
        let words = &text.words;
        let paths: HashMap<String, PathBuf> =
            given.iter().rev().map(|(path, source)| (source.id.clone(), path.clone())).collect();
        let sources: Vec<GivenSource> = given.into_iter().map(|(_, source)| source).collect();
        let regulations = stet_verify::regulations(&sources);
        let task = Arc::new(verifying::task(words, sources));
        let outcome = verifying::outcome(&task, regulations, &self.config, &self.behind).await;
        let because = |sentence: &SentenceReport| {
            let against = sentence.against.as_ref()?;
            let source = task.sources.get(against.source)?;
            Some((paths.get(&source.id)?.clone(), against.passage.of(&source.text).trim().to_owned()))
        };
        let faults = verifying::faults(words, &outcome).into_iter();
        let findings = faults.filter_map(|Fault { sentence, span, rule, severity, message }| {
            let sentence = outcome.sentences.get(sentence)?;
            Some(Finding {
                span,
                kind: Kind::Source,
                severity,
                rule: rule.to_owned(),
                message,
                because: because(sentence).into_iter().collect(),
                fixes: fixes(words, span, sentence),
            })
        });
        let sentences = outcome.sentences.iter().zip(&outcome.origins);
        let notes = sentences.filter_map(|(sentence, origin)| {
            let told: Vec<String> = sentence
                .citations
                .iter()
                .filter_map(|citation| {
                    let source = task.sources.get(citation.source)?;
                    let passage = citation.evidence?.of(&source.text).trim().replace('\n', "\n> ");
                    let title = source.title.as_deref().unwrap_or(&source.id);
                    let page = citation.page.map(|page| say(&format!(" {page}쪽"), &format!(", p. {page}")));
                    Some(format!("**{title}**{}\n\n> {passage}", page.unwrap_or_default()))
                })
                .collect();
            let span = verifying::words(words, *origin);
            (!told.is_empty()).then(|| Note { span, words: told.join("\n\n") })
        });
        Verified { findings: findings.collect(), notes: notes.collect() }
    }
}

/// What can be done about a sentence: cite the source that supports it, or state the value that the source has.
fn fixes(text: &str, span: Span, sentence: &SentenceReport) -> Vec<Fix> {
    let words = span.of(text);
    let mut fixes = Vec::new();
    if let Some((own, theirs)) = sentence.against.as_ref().and_then(|against| against.values.as_ref())
        && let [(at, _)] = words.match_indices(own.as_str()).take(2).collect::<Vec<_>>()[..]
    {
        let span = Span::new(span.start + at, span.start + at + own.len());
        let title =
            say(&format!("출처의 “{theirs}”(으)로 바꾸기"), &format!("Replace by “{theirs}” of the source"));
        fixes.push(Fix { title, span, text: theirs.clone() });
    }
    // What is to be checked has its mark already.
    if let Some(citation) = sentence.suggested.as_ref().filter(|_| sentence.state != State::Uncertain) {
        let at = span.start + words.trim_end_matches(['.', '!', '?', '。']).len();
        let mark = format!("[{}]", citation.number);
        let title = say(&format!("인용 {mark} 붙이기"), &format!("Cite {mark}"));
        fixes.push(Fix { title, span: Span::new(at, at), text: format!(" {mark}") });
    }
    fixes
}
