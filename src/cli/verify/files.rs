//! Files against sources: which ones, under which numbers, and how it ends for all of them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};

use super::super::app::App;
use super::super::findings::{self, Checked, Finding, Format};
use super::super::texts::{self, Text, place};
use super::super::{CliError, Outcome, ingest, say, tell, tell_json};
use super::{LONG, VerifyArgs, behind, outcome, report, result};
use stet_answer::State;
use stet_ask::Behind;
use stet_config::{Config, terminal_language};
use stet_criteria::Severity;
use stet_extract::{ExtractError, Limits};
use stet_host::files;
use stet_marks::citation::listed_references;
use stet_marks::statute::RegulationIndex;
use stet_text::span::Span;
use stet_verify::{GivenSource, Task};

/// Where the sources come from.
enum Sources {
    Given(Vec<GivenSource>, Option<Arc<RegulationIndex<String>>>),
    Stored(Box<App>),
}

/// Checks the files (standard input without any), prints a report or JSON, and says by the exit code whether all are
/// verified. A file that cannot be read is told and does not keep the others from being checked.
pub(super) async fn run(args: &VerifyArgs, config: Config) -> Outcome {
    let mut texts = texts(&args.files)?;
    let behind = if args.quick { Behind::default() } else { behind(&config, LONG)? };
    let sources = if texts.iter().all(|(_, text)| text.is_err()) {
        // Nothing needs the database.
        Sources::Given(Vec::new(), None)
    } else if args.source.is_empty() {
        Sources::Stored(Box::new(App::open(config.clone()).await?))
    } else {
        let files = ingest::files(&args.source)?;
        leave_out_sources(&mut texts, &files);
        let given = files
            .iter()
            .map(|path| from_file(path, args.source.contains(path), &config))
            .collect::<Result<Vec<_>, _>>()?;
        let regulations = stet_verify::regulations(&given);
        Sources::Given(given, regulations)
    };
    let checked = check_all(args, &config, &texts, &sources, &behind).await;
    if let Sources::Stored(app) = sources {
        app.close().await?;
    }
    let (mut results, checked): (Vec<Value>, Vec<Checked>) = checked?.into_iter().unzip();
    let verified = results.iter().all(|result| result["verified"] == json!(true));
    // A text that cites nothing has nothing that could be wrong, unless citations are asked for.
    let stands = |result: &Value| result["verified"] == json!(true) || result["cites_nothing"] == json!(true);
    let stand = results.iter().all(stands);
    if let Some(told) = findings::told(args.format(), "verify", &checked, &findings::Idle::new()) {
        stet_terminal::put(&told)?;
    } else if args.format() == Format::Json {
        let out = match results.as_mut_slice() {
            [one] => one.take(),
            _ => json!({ "verified": verified, "files": results }),
        };
        tell_json(&format!("{out:#}"))?;
    } else if results.len() > 1 {
        let good = results.iter().filter(|result| result["verified"] == json!(true)).count();
        let nothing = results.iter().filter(|result| result["cites_nothing"] == json!(true)).count();
        let (ko, en) = match nothing {
            0 => (String::new(), String::new()),
            _ => (format!(", 인용이 없는 파일 {nothing}개"), format!(", {nothing} without a citation")),
        };
        let summary = say(
            &format!("파일 {}개 가운데 {good}개가 확인되었습니다{ko}\n", results.len()),
            &format!("{good} of {} files are verified{en}\n", results.len()),
        );
        tell(&summary)?;
    }
    // Whoever names a severity asks for what is at least so bad, not for what is not verified.
    let found = || checked.iter().any(|one| one.findings.as_ref().is_ok_and(|found| !found.is_empty()));
    Ok(findings::exit(&checked, if args.report.min_severity.is_some() { found() } else { !stand }))
}

/// Checks each text; what people read is printed as soon as a text is done.
async fn check_all(
    args: &VerifyArgs,
    config: &Config,
    texts: &[Text],
    sources: &Sources,
    behind: &Behind,
) -> Result<Vec<(Value, Checked)>, CliError> {
    let mut results = Vec::new();
    let mut hinted = false;
    for (name, text) in texts {
        let text = match text {
            Ok(text) => text,
            Err(fault) => {
                note_line!("stet: {fault}");
                let value = json!({ "file": name, "verified": false, "error": fault });
                results.push((value, Checked { name: name.clone(), findings: Err(fault.clone()) }));
                continue;
            }
        };
        let (given, regulations) = match sources {
            Sources::Given(given, regulations) => (given.clone(), regulations.clone()),
            Sources::Stored(app) => stored(app, text).await?,
        };
        if given.is_empty() && !hinted && args.format() == Format::Text {
            hinted = true;
            note_line!("{}", no_sources());
        }
        let task = task(text, given);
        let threshold = args.threshold.unwrap_or(task.threshold);
        let (quick, require_citations) = (args.quick, args.require_citations);
        let task = Arc::new(Task { quick, require_citations, threshold, ..task });
        let outcome = outcome(&task, regulations, config, behind).await;
        let places: Vec<(usize, usize)> =
            outcome.origins.iter().map(|origin| place(text, words(text, *origin).start)).collect();
        let mut value = result(&task, &outcome);
        value["file"] = json!(name);
        let nothing = !require_citations && cites_nothing(&outcome);
        if nothing {
            value["cites_nothing"] = json!(true);
        }
        if let Some(sentences) = value["sentences"].as_array_mut() {
            for (sentence, (line, column)) in sentences.iter_mut().zip(&places) {
                (sentence["line"], sentence["column"]) = (json!(line), json!(column));
            }
        }
        let mut found = faults(text, &outcome);
        found.retain(|fault| args.report.min_severity.is_none_or(|least| least.takes(fault.severity)));
        if args.format() == Format::Text {
            let shown: Option<Vec<usize>> =
                args.report.min_severity.map(|_| found.iter().map(|fault| fault.sentence).collect());
            tell(&report::report(name, &places, &task, (&outcome, nothing), (args.all, shown.as_deref())))?;
        }
        let found =
            found.iter().map(|one| Finding::new(text, one.span, one.rule, one.severity, &one.message));
        results.push((value, Checked { name: name.clone(), findings: Ok(found.collect()) }));
    }
    Ok(results)
}

/// Leaves out the texts that are sources themselves, which a list of all changed files has among the others, and says so.
fn leave_out_sources(texts: &mut Vec<Text>, sources: &[PathBuf]) {
    let sources: Vec<PathBuf> = sources.iter().filter_map(|path| path.canonicalize().ok()).collect();
    texts.retain(|(name, _)| {
        let is_source = Path::new(name).canonicalize().is_ok_and(|path| sources.contains(&path));
        if is_source {
            let (ko, en) = ("출처 자체라서 확인하지 않습니다", "is one of the sources, and not checked");
            note_line!("{}", say(&format!("· {name}: {ko}"), &format!("· {name}: {en}")));
        }
        !is_source
    });
}

/// Whether nothing in a text cites: no mark, no reference to a regulation.
fn cites_nothing(outcome: &stet_verify::Outcome) -> bool {
    outcome.sentences.iter().all(|sentence| {
        matches!(sentence.state, State::Uncited | State::NotAClaim)
            && sentence.citations.is_empty()
            && sentence.removed.is_empty()
            && sentence.statutes.is_empty()
    })
}

/// A file's text against sources.
pub(in crate::cli) fn task(text: &str, given: Vec<GivenSource>) -> Task {
    let head = stet_verify::front_matter(text);
    Task {
        deltas: vec![text.to_owned()],
        head,
        sources: numbered(&stet_verify::comments::left_out(text, head), given),
        threshold: stet_answer::report::CONFIDENCE,
        ..Task::default()
    }
}

/// What to do when nothing was found to check against.
fn no_sources() -> String {
    say(
        "대조할 출처가 없습니다. --source로 파일을 주거나 `stet ingest`로 문서를 들여오세요.",
        "There are no sources to check against; give files with --source, or take in documents with `stet ingest`.",
    )
}

/// The texts to check. A file without words has nothing that could be wrong, as whoever checks all changed files has some; standard input
/// without words, and a folder without texts, are mistakes.
fn texts(paths: &[PathBuf]) -> Result<Vec<Text>, CliError> {
    let empty = |name: &str| {
        say(&format!("{name}: 확인할 글이 없습니다"), &format!("{name}: there is no text to verify"))
    };
    let mut texts = texts::read(paths)?;
    let count = texts.len();
    texts.retain(|(name, text)| {
        let is_empty = name != "-" && text.as_ref().is_ok_and(|text| texts::is_empty(text));
        if is_empty {
            note_line!("· {}", empty(name));
        }
        !is_empty
    });
    match texts.as_slice() {
        [] if count == 0 => {
            let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
            Err(CliError::Usage(empty(&names.join(", "))))
        }
        [(name, Ok(text))] if texts::is_empty(text) => Err(CliError::Usage(empty(name))),
        [(_, Err(fault))] => Err(CliError::Usage(fault.clone())),
        _ => Ok(texts),
    }
}

/// Where the words of a sentence stand in the text that was given.
pub(in crate::cli) fn words(text: &str, origin: Span) -> Span {
    let written = origin.of(text);
    let start = origin.start + written.len() - written.trim_start().len();
    Span::new(start, start + written.trim().len())
}

/// What is wrong with a sentence.
pub(in crate::cli) struct Fault {
    /// Position among the sentences.
    pub sentence: usize,
    /// Its words in the text that was given.
    pub span: Span,
    pub rule: &'static str,
    pub severity: Severity,
    pub message: String,
}

/// What is wrong with the sentences, for other programs.
pub(in crate::cli) fn faults(text: &str, outcome: &stet_verify::Outcome) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (at, (sentence, origin)) in outcome.sentences.iter().zip(&outcome.origins).enumerate() {
        let span = words(text, *origin);
        let (rule, severity, sure) = match sentence.state {
            State::Unsupported => ("unsupported", Severity::Error, true),
            State::UnknownSource => ("unknown-source", Severity::Error, true),
            State::Uncertain | State::Judging => ("uncertain", Severity::Warning, true),
            State::Uncited if sentence.against.is_some() => ("contradicted", Severity::Warning, true),
            State::Uncited => ("uncited", Severity::Suggestion, true),
            State::Supported | State::NotAClaim => ("removed-citation", Severity::Error, false),
        };
        let removed = sentence.removed.iter().map(|removed| format!("{} {}", removed.mark, removed.reason));
        let mut why: Vec<String> = removed.collect();
        // A mark that was taken out for what is wrong with the sentence says so itself.
        if sure && !sentence.removed.iter().any(|removed| removed.reason == sentence.reason) {
            why.insert(0, sentence.reason.clone());
        }
        if sure || !why.is_empty() {
            faults.push(Fault { sentence: at, span, rule, severity, message: why.join("; ") });
        }
    }
    faults
}

/// The sources under the numbers that the text itself gives them in its list of references; without such a list, or
/// when it names none of them, in their order.
fn numbered(text: &str, sources: Vec<GivenSource>) -> Vec<GivenSource> {
    let listed: Vec<(u32, GivenSource)> = listed_references(text)
        .into_iter()
        .filter_map(|(number, name)| {
            let stem = |id: &str| Path::new(id).file_stem().map(|stem| stem.to_string_lossy().into_owned());
            let fits = |source: &&GivenSource| {
                name.contains(&source.id) || stem(&source.id).is_some_and(|stem| name.starts_with(&stem))
            };
            Some((number, sources.iter().find(fits)?.clone()))
        })
        .collect();
    let Some(last) = listed.iter().map(|(number, _)| *number).max() else { return sources };
    // A number that the list leaves out has nothing to say.
    let missing = |n: u32| GivenSource { id: format!("[{n}]"), ..GivenSource::default() };
    (1..=last)
        .map(|n| {
            listed.iter().find(|(number, _)| *number == n).map_or_else(|| missing(n), |(_, of)| of.clone())
        })
        .collect()
}

type Found = (Vec<GivenSource>, Option<Arc<RegulationIndex<String>>>);

/// Passages of the store for a text.
async fn stored(app: &App, text: &str) -> Result<Found, CliError> {
    let regulations = app.asker.policy(terminal_language(), None).await?.regulations;
    let sources = stet_verify::stored(&app.asker, text, None, &[], regulations.as_deref(), false).await?;
    Ok((sources, regulations))
}

/// A source. An empty file of a folder has its number and nothing to say; one that is named is a mistake.
pub(in crate::cli) fn from_file(path: &Path, named: bool, config: &Config) -> Result<GivenSource, CliError> {
    let most = config.ingest.max_file_bytes as u64;
    let bytes = files::read(path, most).map_err(|source| CliError::Read { path: path.to_owned(), source })?;
    let name = path
        .file_name()
        .map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
    let limits = Limits { python_env: config.ingest.python_env.clone(), ..Limits::default() };
    let blocks = match stet_extract::extract(&name, &bytes, &limits) {
        Ok(extraction) => extraction.blocks,
        Err(ExtractError::Empty | ExtractError::Wordless) if !named => Vec::new(),
        Err(ExtractError::Empty) => {
            return Err(CliError::Usage(say(
                &format!("{}: 출처 파일이 비어 있습니다", path.display()),
                &format!("{}: the source is empty", path.display()),
            )));
        }
        Err(fault) => {
            let fault = fault.message(terminal_language());
            return Err(CliError::Usage(format!("{}: {fault}", path.display())));
        }
    };
    let mut text = String::new();
    let mut pages: Vec<(u32, u32)> = Vec::new();
    for block in &blocks {
        if !text.is_empty() {
            text.push_str("\n\n");
        }
        let placed =
            block.pages().map(|(at, page)| (u32::try_from(text.len() + at).unwrap_or(u32::MAX), page));
        pages.extend(placed);
        text.push_str(&block.text);
        // What stands under a table or a figure is said as well as what stands in it.
        let caption = block.caption.as_deref().map(str::trim).filter(|caption| !block.text.contains(caption));
        text.extend(caption.into_iter().flat_map(|caption| ["\n\n", caption]));
    }
    let page = pages.first().map(|(_, page)| *page);
    Ok(GivenSource {
        id: name.clone(),
        title: Some(name),
        page,
        page_starts: pages.into(),
        text,
        translated: None,
    })
}
