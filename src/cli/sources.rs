//! `stet sources`: what is there, in which versions, and the way out of it.

use std::process::ExitCode;

use clap::{Args, Subcommand};
use serde_json::json;
use time::OffsetDateTime;

use super::app::App;
use super::{CliError, Outcome, say, tell, tell_json};
use stet_ask::{Outline, OutlineEntry};
use stet_config::{Config, terminal_language};
use stet_http::Source;
use stet_sources::apart::told_apart;
use stet_store::{Document, DocumentStatus};
use stet_text::{Language, counted};

/// Levels of an outline that are shown, and headings.
const LEVELS: usize = 2;
const HEADINGS: usize = 20;

#[derive(Debug, Args)]
pub(super) struct SourcesArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Every source with its version and date
    List {
        /// Print JSON instead of a list
        #[arg(long)]
        json: bool,
    },
    /// One source with all its versions
    Show {
        /// Name, path or id of a source
        source: String,
        /// Print JSON instead of a list
        #[arg(long)]
        json: bool,
    },
    /// Remove sources for good, with all their versions
    Rm {
        /// Names, paths or ids of sources
        #[arg(required = true)]
        sources: Vec<String>,
        /// Also every answer that was written with them, and those behind it
        #[arg(long)]
        erase: bool,
    },
}

pub(super) async fn run(args: SourcesArgs, config: Config) -> Outcome {
    let app = App::open(config).await?;
    let result = act(args.action, &app).await;
    app.close().await?;
    result
}

async fn act(action: Action, app: &App) -> Outcome {
    let store = &app.asker.store;
    let documents = store.documents().await?;
    match action {
        Action::List { json: true } => {
            let sources: Vec<Source> = documents.into_iter().map(wire).collect();
            tell_json(&json!({ "sources": sources }).to_string())?;
        }
        Action::List { json: false } => {
            if documents.is_empty() {
                eprintln!("{}", say("출처가 없습니다.", "There are no sources."));
            }
            let files = documents.iter().map(|one| (one.file_name.as_str(), one.path.as_deref()));
            for (document, name) in documents.iter().zip(told_apart(files)) {
                tell(&line(document, &name))?;
            }
        }
        Action::Show { source, json } => {
            let versions = store.versions(find(&source, &documents)?.source_id).await?;
            if json {
                let versions: Vec<Source> = versions.into_iter().map(wire).collect();
                tell_json(&json!({ "versions": versions }).to_string())?;
                return Ok(ExitCode::SUCCESS);
            }
            if let Some(newest) = versions.first() {
                tell_line!("{}", newest.title)?;
                if let Some(author) = &newest.author {
                    tell_line!("{author}")?;
                }
                if let Some(path) = &newest.path {
                    tell_line!("{path}")?;
                }
            }
            for version in &versions {
                tell(&line(version, &version.file_name))?;
                super::ingest::tell_left_out(version)?;
            }
            if let Some(searched) = versions.iter().find(|one| one.status == DocumentStatus::Ready) {
                tell_outline(&app.asker.outline(searched).await?)?;
            }
        }
        Action::Rm { sources, erase } => {
            // What is meant is known before anything goes.
            let found: Vec<&Document> =
                sources.iter().map(|source| find(source, &documents)).collect::<Result<_, _>>()?;
            for document in found {
                if erase {
                    let answers = store.erase_source(document.source_id).await?.unwrap_or_default();
                    let ko = format!("− {} (답변 {answers}개)", document.file_name);
                    let en = format!("− {} ({})", document.file_name, counted(answers, "answer"));
                    tell_line!("{}", say(&ko, &en))?;
                    continue;
                }
                store.delete_source(document.source_id).await?;
                let source = document.source_id.to_string();
                let log = store.for_whom("stet sources".into());
                log.note(None, "source.delete", &source, OffsetDateTime::now_utc()).await?;
                tell_line!("− {}", document.file_name)?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The outermost headings of a source and the questions that it answers.
fn tell_outline(outline: &Outline) -> Result<(), CliError> {
    let outer = outline.outline.iter().filter(|entry| entry.level <= LEVELS);
    let count = outer.clone().count();
    for OutlineEntry { level, title, page, .. } in outer.take(HEADINGS) {
        let page = page.map_or_else(String::new, |page| say(&format!("  {page}쪽"), &format!("  p. {page}")));
        tell_line!("{}{title}{page}", "  ".repeat(*level))?;
    }
    if let Some(more) = count.checked_sub(HEADINGS).filter(|more| *more > 0) {
        tell_line!("  {}", say(&format!("그 밖에 {more}개"), &format!("and {more} more")))?;
    }
    for question in &outline.questions {
        tell_line!("? {question}")?;
    }
    Ok(())
}

fn wire(document: Document) -> Source {
    Source::of(document, terminal_language())
}

/// The one source that is meant.
fn find<'a>(named: &str, documents: &'a [Document]) -> Result<&'a Document, CliError> {
    let place = super::ingest::place(named.as_ref());
    let by = |is_meant: &dyn Fn(&Document) -> bool| {
        let mut found: Vec<&Document> = documents.iter().filter(|document| is_meant(document)).collect();
        found.sort_by_key(|document| document.source_id);
        found.dedup_by_key(|document| document.source_id);
        found
    };
    let id = |document: &Document| [document.id, document.source_id].iter().any(|id| id.to_string() == named);
    let path = |document: &Document| {
        document.path.as_deref().is_some_and(|path| path == named || place == std::path::Path::new(path))
    };
    let name = |document: &Document| document.file_name == named;
    let found =
        [by(&id), by(&path), by(&name)].into_iter().find(|found| !found.is_empty()).unwrap_or_default();
    match found.as_slice() {
        [one] => Ok(one),
        [] => Err(CliError::Usage(say(
            &format!("{named}: 그런 출처가 없습니다. `stet sources list`로 이름을 확인해 주세요"),
            &format!("{named}: there is no such source; `stet sources list` shows their names"),
        ))),
        several => {
            let ids: Vec<String> = several
                .iter()
                .map(|document| {
                    format!("  {}  {}", document.source_id, document.path.as_deref().unwrap_or_default())
                })
                .collect();
            let ids = ids.join("\n");
            Err(CliError::Usage(say(
                &format!("{named}: 이름이 같은 출처가 여럿입니다. 경로나 id로 적어 주세요:\n{ids}"),
                &format!("{named}: several sources have this name; give a path or an id:\n{ids}"),
            )))
        }
    }
}

/// `2024/rules.hwpx  version 2  2026-11-25  312 passages, read without 1 thing  018f…`.
fn line(document: &Document, name: &str) -> String {
    let Document { version, source_id, .. } = document;
    let status = match (document.status, terminal_language()) {
        (DocumentStatus::Ready, Language::Ko) => format!("구절 {}개", document.chunk_count),
        (DocumentStatus::Ready, Language::En) => {
            counted(usize::try_from(document.chunk_count).unwrap_or_default(), "passage")
        }
        (DocumentStatus::Superseded, _) => say("이전 판, 검색하지 않음", "superseded, out of search"),
        (DocumentStatus::Failed, language) => match (&document.failure, language) {
            (Some(failure), Language::Ko) => failure.ko.clone(),
            (Some(failure), Language::En) => failure.en.clone(),
            (None, _) => say("실패", "failed"),
        },
        _ => say("읽는 중", "being read"),
    };
    let missing = document.left_out.len();
    let missing = match missing {
        0 => String::new(),
        _ => say(
            &format!(", 읽지 않은 것 {missing}가지"),
            &format!(", read without {}", counted(missing, "thing")),
        ),
    };
    let version = say(&format!("{version}판"), &format!("version {version}"));
    format!("{name}  {version}  {}  {status}{missing}  {source_id}\n", document.created_at.date())
}
