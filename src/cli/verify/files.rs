//! Files against sources: which ones, under which numbers, and how it ends for all of them.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use serde_json::{Value, json};

use super::super::app::App;
use super::super::{CliError, Outcome, in_order, ingest, is_aside, say, segment, tell};
use super::{VerifyArgs, behind, policy, report, result};
use crate::ask::Behind;
use crate::config::{Config, terminal_language};
use crate::extract::{self, ExtractError, Limits};
use crate::verify::{self, GivenSource, Task};
use stet_answer::report::Layers;
use stet_marks::citation::listed_references;
use stet_marks::statute::RegulationIndex;

/// Bytes of a text that are searched for at once, when the stored sources are asked.
const QUERY: usize = 1000;
/// Searches for one text.
const MAX_QUERIES: usize = 24;

/// Where the sources come from.
enum Sources {
    Given(Vec<GivenSource>, Option<Arc<RegulationIndex<String>>>),
    Stored(Box<App>),
}

/// A text to check, with its name; or why it cannot be had.
type Text = (String, Result<String, String>);

/// Checks the files (standard input without any), prints a report or JSON, and says by the exit code whether all are
/// verified. A file that cannot be read is told and does not keep the others from being checked.
pub(super) async fn run(args: &VerifyArgs, config: Config) -> Outcome {
    let texts = texts(&args.files)?;
    let behind = if args.quick { Behind::default() } else { behind(&config)? };
    let sources = if texts.iter().all(|(_, text)| text.is_err()) {
        // Nothing needs the database.
        Sources::Given(Vec::new(), None)
    } else if args.source.is_empty() {
        Sources::Stored(Box::new(App::open(config.clone()).await?))
    } else {
        let files = ingest::files(&args.source)?;
        let given = files
            .iter()
            .map(|path| from_file(path, args.source.contains(path), &config))
            .collect::<Result<Vec<_>, _>>()?;
        let regulations = verify::regulations(&given);
        Sources::Given(given, regulations)
    };
    let checked = check_all(args, &config, &texts, &sources, &behind).await;
    if let Sources::Stored(app) = sources {
        app.close().await?;
    }
    let mut results = checked?;
    let verified = results.iter().all(|result| result["verified"] == json!(true));
    if args.json {
        let out = match results.as_mut_slice() {
            [one] => one.take(),
            _ => json!({ "verified": verified, "files": results }),
        };
        tell(&format!("{out:#}\n"))?;
    } else if results.len() > 1 {
        let good = results.iter().filter(|result| result["verified"] == json!(true)).count();
        let summary = say(
            &format!("파일 {}개 가운데 {good}개가 확인되었습니다\n", results.len()),
            &format!("{good} of {} files are verified\n", results.len()),
        );
        tell(&summary)?;
    }
    Ok(if texts.iter().any(|(_, text)| text.is_err()) {
        ExitCode::from(2)
    } else if verified {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Checks each text; what people read is printed as soon as a text is done.
async fn check_all(
    args: &VerifyArgs,
    config: &Config,
    texts: &[Text],
    sources: &Sources,
    behind: &Behind,
) -> Result<Vec<Value>, CliError> {
    let mut results = Vec::new();
    let mut hinted = false;
    for (name, text) in texts {
        let text = match text {
            Ok(text) => text,
            Err(fault) => {
                eprintln!("stet: {fault}");
                results.push(json!({ "file": name, "verified": false, "error": fault }));
                continue;
            }
        };
        let (given, regulations) = match sources {
            Sources::Given(given, regulations) => (given.clone(), regulations.clone()),
            Sources::Stored(app) => stored(app, text).await?,
        };
        if given.is_empty() && !hinted && !args.json {
            hinted = true;
            eprintln!("{}", no_sources());
        }
        let task = Arc::new(Task {
            deltas: vec![text.clone()],
            head: verify::front_matter(text),
            question: None,
            sources: numbered(text, given),
            layers: Layers::default(),
            quick: args.quick,
            require_citations: args.require_citations,
            threshold: args.threshold.unwrap_or(config.gate.confidence_threshold),
        });
        let mut policy = policy(&task, config);
        policy.regulations = regulations;
        let outcome = verify::run(&task, policy, behind).await;
        let lines = lines(text, &outcome);
        let mut value = result(&task, &outcome);
        value["file"] = json!(name);
        if let Some(sentences) = value["sentences"].as_array_mut() {
            for (sentence, line) in sentences.iter_mut().zip(&lines) {
                sentence["line"] = json!(line);
            }
        }
        if !args.json {
            tell(&report::report(name, &lines, &task, &outcome, args.all))?;
        }
        results.push(value);
    }
    Ok(results)
}

/// What to do when nothing was found to check against.
fn no_sources() -> String {
    say(
        "대조할 출처가 없습니다. --source로 파일을 주거나 `stet ingest`로 문서를 들여오세요.",
        "There are no sources to check against; give files with --source, or take in documents with `stet ingest`.",
    )
}

/// Endings of files in a folder that are texts to check.
const TEXTS: [&str; 6] = ["md", "markdown", "mdx", "txt", "text", "rst"];

/// The texts to check: the files that are named, and in folders those with an ending of [`TEXTS`] that are not empty.
fn texts(paths: &[PathBuf]) -> Result<Vec<Text>, CliError> {
    let empty = |name: &str| {
        say(&format!("{name}: 확인할 글이 없습니다"), &format!("{name}: there is no text to verify"))
    };
    let is_empty = |text: &str| text.trim_start_matches('\u{feff}').trim().is_empty();
    let mut texts: Vec<Text> = Vec::new();
    if paths.is_empty() {
        texts.push(("-".to_owned(), Ok(segment::read(None)?)));
    }
    for path in paths {
        let mut files = Vec::new();
        if path.is_dir() {
            in_folder(path, &mut files)?;
        } else {
            files.push(path.clone());
        }
        for file in files {
            let name = file.display().to_string();
            // As `-` is standard input for other programs.
            let named = (name != "-").then_some(&file);
            match segment::read(named) {
                Ok(text) if is_empty(&text) && file != *path => {}
                read => texts.push((name, read.map_err(|fault| fault.message()))),
            }
        }
    }
    for (name, text) in &mut texts {
        if text.as_ref().is_ok_and(|text| is_empty(text)) {
            *text = Err(empty(name));
        }
    }
    match texts.as_slice() {
        [] => {
            let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
            Err(CliError::Usage(empty(&names.join(", "))))
        }
        [(_, Err(fault))] => Err(CliError::Usage(fault.clone())),
        _ => Ok(texts),
    }
}

/// The texts of a folder and its folders, in the order of their names, without what is hidden or installed.
fn in_folder(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), CliError> {
    for path in in_order(folder)? {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        if is_aside(&path) {
            continue;
        }
        // A linked folder may be the one that it stands in; a pipe that nobody writes to would be waited for.
        if path.is_dir() && !path.is_symlink() {
            in_folder(&path, files)?;
        } else if path.is_file() && ending.is_some_and(|ending| TEXTS.contains(&ending.as_str())) {
            files.push(path);
        }
    }
    Ok(())
}

/// The line of each sentence, from 1.
fn lines(text: &str, outcome: &verify::Outcome) -> Vec<usize> {
    let mut lines = Vec::with_capacity(outcome.origins.len());
    let (mut line, mut at) = (1, 0);
    for origin in &outcome.origins {
        let words = origin.of(text);
        let start = origin.start + words.len() - words.trim_start().len();
        line += text.get(at..start).map_or(0, |passed| passed.matches('\n').count());
        at = start;
        lines.push(line);
    }
    lines
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

/// Passages of the store for a text, asked for piece by piece.
async fn stored(app: &App, text: &str) -> Result<Found, CliError> {
    let regulations = app.asker.policy(terminal_language(), None).await?.regulations;
    let mut sources: Vec<GivenSource> = Vec::new();
    for query in pieces(text) {
        let evidence = app.asker.retrieve_to_check(query, &[], regulations.as_deref()).await?;
        for source in evidence.sources.into_iter().map(GivenSource::from) {
            if !sources.iter().any(|known| known.id == source.id) {
                sources.push(source);
            }
        }
    }
    Ok((sources, regulations))
}

/// The text in paragraphs, or several together, of about [`QUERY`] bytes.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    for (at, _) in text.match_indices("\n\n") {
        if at - start >= QUERY {
            pieces.extend(text.get(start..at));
            start = at;
        }
    }
    pieces.extend(text.get(start..));
    pieces.retain(|piece| !piece.trim().is_empty());
    pieces.truncate(MAX_QUERIES);
    pieces
}

/// A source. An empty file of a folder has its number and nothing to say; one that is named is a mistake.
fn from_file(path: &Path, named: bool, config: &Config) -> Result<GivenSource, CliError> {
    let bytes = std::fs::read(path).map_err(|source| CliError::Read { path: path.to_owned(), source })?;
    let name = path
        .file_name()
        .map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
    let ingest = &config.ingest;
    let limits =
        Limits { pdfium: ingest.pdfium.clone(), python_env: ingest.python_env.clone(), ..Limits::default() };
    let blocks = match extract::extract(&name, &bytes, &limits) {
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
