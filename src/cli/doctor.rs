//! `stet doctor`: looks for what is wrong, and says how to mend it.
//!
//! Owns the checks and their words. Each is a line that is well, a note on what could be there, a warning of what is wrong, or a fault; one
//! that cannot be made is a fault of what it needs. Nothing is mended here, and nothing is migrated.

use std::fmt;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use serde_json::{Value, json};

use super::app::{App, local_model, private_settings, server_model};
use super::{Outcome, say};
use stet_config::{Config, Embeddings, terminal_language};
use stet_embedding::EmbedRole;
use stet_store::embedded::{self, Status};
use stet_store::{DocumentStatus, Store};

/// Longest wait for a model or a server of embeddings.
const ANSWER_WITHIN: Duration = Duration::from_secs(20);
/// Oldest PostgreSQL and pgvector that README names.
const POSTGRES: i32 = 150_000;
const VECTOR: (u32, u32) = (0, 8);
/// Failed sources that are named.
const NAMED: usize = 5;

#[derive(Debug, Args)]
pub(super) struct DoctorArgs {
    /// Print JSON instead of a list
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Ok,
    /// Nothing is wrong: something comes by itself, or could be had.
    Note,
    Warn,
    Fail,
}

impl fmt::Display for Level {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Ok => "ok",
            Self::Note => "note",
            Self::Warn => "warn",
            Self::Fail => "fail",
        })
    }
}

/// One line: what was looked at, how it is, and the way out.
#[derive(Debug, PartialEq, Eq)]
struct Line {
    check: &'static str,
    level: Level,
    told: String,
}

#[derive(Debug, Default)]
struct Report(Vec<Line>);

impl Report {
    fn add(&mut self, check: &'static str, level: Level, ko: &str, en: &str) {
        self.0.push(Line { check, level, told: say(ko, en) });
    }

    fn ok(&mut self, check: &'static str, told: impl Into<String>) {
        self.0.push(Line { check, level: Level::Ok, told: told.into() });
    }

    fn worst(&self) -> Level {
        self.0.iter().map(|line| line.level).max().unwrap_or(Level::Ok)
    }

    fn json(&self) -> Value {
        let lines = self
            .0
            .iter()
            .map(|line| json!({ "check": line.check, "level": line.level.to_string(), "told": line.told }));
        json!({ "level": self.worst().to_string(), "checks": lines.collect::<Vec<_>>() })
    }
}

pub(super) async fn run(DoctorArgs { json }: DoctorArgs, config: Config) -> Outcome {
    let mut report = Report::default();
    settings(&config, &mut report);
    folder(&config, &mut report);
    let is_absent = config.database.url.is_none()
        && matches!(embedded::status(&private_settings(&config)), Ok(Status::Absent));
    if is_absent {
        report.add(
            "database",
            Level::Note,
            "아직 만들지 않았습니다. `stet serve`나 `stet ingest`가 만듭니다.",
            "not made yet; `stet serve` or `stet ingest` makes it.",
        );
        meaning(&config, &mut report);
        files(&config, &mut report);
        return tell_report(&report, json);
    }
    match App::look(config).await {
        Ok(app) => {
            if let Err(fault) = store(&app, &mut report).await {
                let (ko, en) =
                    (fault.message(stet_text::Language::Ko), fault.message(stet_text::Language::En));
                report.add("database", Level::Fail, &ko, &en);
            }
            models(&app, &mut report).await;
            meaning(&app.asker.config, &mut report);
            files(&app.asker.config, &mut report);
            app.close().await?;
        }
        Err(fault) => report.0.push(Line { check: "database", level: Level::Fail, told: fault.message() }),
    }
    tell_report(&report, json)
}

fn tell_report(report: &Report, json: bool) -> Outcome {
    if json {
        super::tell_json(&report.json().to_string())?;
    } else {
        for line in &report.0 {
            let sign = match line.level {
                Level::Ok => "✓",
                Level::Note => "·",
                Level::Warn => "!",
                Level::Fail => "✗",
            };
            tell_line!("{sign} {:<12} {}", line.check, line.told)?;
        }
    }
    Ok(match report.worst() {
        Level::Ok | Level::Note => ExitCode::SUCCESS,
        Level::Warn => ExitCode::from(1),
        Level::Fail => ExitCode::from(2),
    })
}

/// Settings that say nothing, or contradict each other.
fn settings(config: &Config, report: &mut Report) {
    let before = report.0.len();
    let has_model = config.model.is_configured();
    let mut idle = |name: &str, ko: &str, en: &str| {
        report.add("settings", Level::Warn, &format!("{name}: {ko}"), &format!("{name}: {en}"));
    };
    let (ko, en) = (
        "모델이 없어 아무 일도 하지 않습니다. OPENAI_BASE_URL이나 OPENAI_API_KEY를 설정해 주세요.",
        "does nothing without a model; set OPENAI_BASE_URL or OPENAI_API_KEY.",
    );
    for (name, set) in [
        ("CRAG_ANSWER_QUALITY_THRESHOLD", config.correct.quality_threshold.is_some()),
        ("STET_CONTEXTUALIZE, STET_TRANSLATE, STET_EXTRACT_ENTITIES", config.enrich.is_on()),
    ] {
        if set && !has_model {
            idle(name, ko, en);
        }
    }
    let judge = &config.judge;
    if !config.gate.model_layer && (judge.name.is_some() || judge.base_url.is_some()) {
        idle(
            "STET_JUDGE_MODEL",
            "STET_MODEL_LAYER=false라서 묻지 않습니다. 둘 가운데 하나를 지워 주세요.",
            "is not asked, as STET_MODEL_LAYER is false; take one of the two back.",
        );
    }
    if config.database.url.is_some() && config.database.postgres_dir.is_some() {
        idle(
            "STET_POSTGRES_DIR",
            "DATABASE_URL이 있어 쓰지 않습니다. 둘 가운데 하나를 지워 주세요.",
            "is not used beside DATABASE_URL; take one of the two back.",
        );
    }
    let encoder = match &config.embedding.model {
        Some(Embeddings::Folder(folder)) => Some(folder.clone()),
        _ => None,
    };
    for (name, path) in [
        ("STET_POSTGRES_DIR", &config.database.postgres_dir),
        ("STET_EMBEDDINGS", &encoder),
        ("STET_MEANING_MODEL", &config.meaning.model),
    ] {
        if let Some(path) = path.as_deref().filter(|path| !path.exists()) {
            let path = path.display();
            idle(
                name,
                &format!("{path}이(가) 없습니다. 경로를 고쳐 주세요."),
                &format!("there is no {path}; mend the path."),
            );
        }
    }
    if report.0.len() == before {
        report.ok("settings", say("서로 맞습니다.", "agree with one another."));
    }
}

/// The data folder: who may read it, and how much fits in.
fn folder(config: &Config, report: &mut Report) {
    let folder = &config.database.data_dir;
    let shown = folder.display();
    if let Some(mode) = mode(folder) {
        if mode & 0o066 == 0 {
            report.ok("folder", format!("{shown} ({mode:03o})"));
        } else {
            report.add(
                "folder",
                Level::Warn,
                &format!("{shown}을(를) 다른 사용자도 읽을 수 있습니다({mode:03o}). `chmod go-rw {shown}`로 막아 주세요."),
                &format!("{shown} can be read by others ({mode:03o}); close it with `chmod go-rw {shown}`."),
            );
        }
    }
    let Some(free) = stet_http::free_bytes(folder) else { return };
    let (mib, least) = (free >> 20, config.ingest.max_file_bytes as u64);
    let level = match free {
        free if free < least => Level::Fail,
        free if free < least.saturating_mul(10) => Level::Warn,
        _ => Level::Ok,
    };
    let (ko, en) = match level {
        Level::Ok => (format!("{mib} MiB 남았습니다."), format!("{mib} MiB are free.")),
        _ => (
            format!("{mib} MiB만 남았습니다. {shown}의 디스크를 비워 주세요(STET_MAX_FILE_BYTES={least})."),
            format!(
                "only {mib} MiB are free; make room on the disk of {shown} (STET_MAX_FILE_BYTES={least})."
            ),
        ),
    };
    report.add("disk", level, &ko, &en);
}

fn mode(folder: &Path) -> Option<u32> {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::metadata(folder).ok().map(|found| found.permissions().mode() & 0o777)
}

/// The server, the schema and what is stored.
async fn store(app: &App, report: &mut Report) -> Result<(), stet_store::StoreError> {
    let store = &app.asker.store;
    let facts = store.server_facts().await?;
    let vector = facts.vector.unwrap_or_default();
    let told = format!("PostgreSQL {}.{}, pgvector {vector}", facts.version / 10_000, facts.version % 10_000);
    let mut numbers = vector.split('.').map_while(|number| number.parse::<u32>().ok());
    let vector = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    if facts.version < POSTGRES || vector < VECTOR {
        report.add(
            "database",
            Level::Fail,
            &format!("{told}: PostgreSQL 15, pgvector 0.8 이상이 필요합니다."),
            &format!("{told}: PostgreSQL 15 and pgvector 0.8 or newer are needed."),
        );
    } else {
        report.ok("database", told);
    }
    let (has, known) = (store.schema().await?, Store::known_schema());
    if has == 0 {
        report.add(
            "schema",
            Level::Note,
            "아직 만들지 않았습니다. `stet serve`나 `stet ingest`가 만듭니다.",
            "not made yet; `stet serve` or `stet ingest` makes it.",
        );
        return Ok(());
    }
    let (ko, en) = match has.cmp(&known) {
        std::cmp::Ordering::Equal => (format!("{has}"), format!("{has}")),
        std::cmp::Ordering::Less => (
            format!(
                "{has}판입니다. `stet serve`가 {known}판으로 고칩니다. 먼저 백업해 주세요(docs/BACKUP.md)."
            ),
            format!("{has}; `stet serve` brings it to {known}. Make a backup first (docs/BACKUP.md)."),
        ),
        std::cmp::Ordering::Greater => (
            format!("{has}판은 더 새로운 Stet의 것입니다(이 판은 {known}까지). 더 새로운 판을 쓰세요."),
            format!("{has} is that of a newer Stet (this one knows {known}); use that one."),
        ),
    };
    let level = if has == known { Level::Ok } else { Level::Fail };
    report.add("schema", level, &ko, &en);
    if has != known {
        return Ok(());
    }
    indexes(&facts.invalid_indexes, report);
    let all = store.workspaces().await?;
    let several = all.len() > 1;
    let wanted = app.asker.config.workspace.as_deref().map(str::trim);
    if let Some(wanted) = wanted.filter(|wanted| all.iter().all(|one| one.name != *wanted)) {
        let names = all.iter().map(|one| format!("“{}”", one.name)).collect::<Vec<_>>().join(", ");
        report.add(
            "workspace",
            Level::Fail,
            &format!("“{wanted}”이(가) 없습니다. 있는 것은 {names}입니다."),
            &format!("there is no “{wanted}”; there are {names}."),
        );
        return Ok(());
    }
    for one in all.iter().filter(|one| wanted.is_none_or(|wanted| wanted == one.name)) {
        let before = report.0.len();
        stored(&store.in_workspace(one.id), report).await?;
        // Which of them it is.
        for line in report.0.iter_mut().skip(before).filter(|_| several) {
            line.told = format!("“{}”: {}", one.name, line.told);
        }
    }
    Ok(())
}

fn indexes(invalid: &[String], report: &mut Report) {
    if invalid.is_empty() {
        report.ok("indexes", say("모두 쓰입니다.", "all are used."));
        return;
    }
    let names = invalid.join(", ");
    report.add(
        "indexes",
        Level::Warn,
        &format!("{names}: 쓰이지 않습니다. 만드는 중이 아니면 `reindex index 이름`으로 다시 만들어 주세요."),
        &format!("{names}: not used; if nobody is building it, build it again with `reindex index NAME`."),
    );
}

async fn stored(store: &Store, report: &mut Report) -> Result<(), stet_store::StoreError> {
    let health = store.stored_health().await?;
    let before = report.0.len();
    for (check, count, level, ko, en) in [
        (
            "rows",
            health.without_file,
            Level::Fail,
            "파일이 없는 출처의 버전 #개. 백업에서 되살리거나 `stet sources rm`으로 지워 주세요.",
            "versions of sources without a file: #; restore a backup, or remove them with `stet sources rm`.",
        ),
        (
            "rows",
            health.files_of_nothing,
            Level::Note,
            "어느 출처에도 속하지 않는 파일 #개. 자리만 차지합니다(document_files).",
            "files of no source: #; they only take up room (document_files).",
        ),
        (
            "rows",
            health.drafts_of_gone,
            Level::Warn,
            "지워진 출처를 가리키는 초안 #개. 초안에서 출처를 다시 골라 주세요.",
            "drafts that name sources which are gone: #; choose their sources again.",
        ),
        (
            "rows",
            health.silent_jobs,
            Level::Warn,
            "10분 넘게 멈춘 작업 #개. `stet serve`가 켜져 있으면 이어집니다.",
            "jobs that have stood still for ten minutes: #; a running `stet serve` goes on with them.",
        ),
        (
            "rows",
            health.silent_answers,
            Level::Note,
            "아무도 쓰지 않는 답변 #개. `stet serve`가 켜지면 끝맺습니다.",
            "answers that nobody writes: #; `stet serve` ends them.",
        ),
        (
            "vectors",
            health.without_vector,
            Level::Note,
            "벡터가 없어 낱말로만 찾는 구절 #개. `stet serve`가 만듭니다.",
            "passages without a vector, found by words only: #; `stet serve` makes them.",
        ),
    ] {
        if count > 0 {
            let number = count.to_string();
            report.add(check, level, &ko.replace('#', &number), &en.replace('#', &number));
        }
    }
    if report.0.len() == before {
        report.ok("rows", say("빠진 것이 없습니다.", "nothing is missing."));
    }
    let failed: Vec<String> = store
        .documents()
        .await?
        .into_iter()
        .filter(|document| document.status == DocumentStatus::Failed)
        .map(|document| document.file_name)
        .collect();
    if failed.is_empty() {
        report.ok("sources", say("실패한 것이 없습니다.", "none has failed."));
        return Ok(());
    }
    let names = failed.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
    let (count, more) = (failed.len(), if failed.len() > NAMED { " …" } else { "" });
    report.add(
        "sources",
        Level::Warn,
        &format!("{count}개를 읽지 못했습니다: {names}{more}. 까닭은 `stet sources list`에 있습니다."),
        &format!("{count} could not be read: {names}{more}; `stet sources list` says why."),
    );
    Ok(())
}

/// The models that are asked for words and vectors.
async fn models(app: &App, report: &mut Report) {
    let chat = &app.asker.chat;
    let name = chat.name().to_owned();
    match tokio::time::timeout(ANSWER_WITHIN, chat.check()).await {
        Ok(Ok(())) => report.ok("model", name),
        Ok(Err(fault)) => report.0.push(Line {
            check: "model",
            level: Level::Fail,
            told: format!("{name}: {}", fault.message(terminal_language())),
        }),
        Err(_) => silent("model", &name, report),
    }
    let embedder = &app.asker.embedder;
    let (space, text) = (embedder.space().to_owned(), ["stet".to_owned()]);
    match tokio::time::timeout(ANSWER_WITHIN, embedder.embed(&text, EmbedRole::Query)).await {
        Ok(Ok(_)) => report.ok("embeddings", space),
        Ok(Err(fault)) => {
            report.0.push(Line {
                check: "embeddings",
                level: Level::Fail,
                told: format!("{space}: {fault}"),
            });
        }
        Err(_) => silent("embeddings", &space, report),
    }
}

fn silent(check: &'static str, name: &str, report: &mut Report) {
    let seconds = ANSWER_WITHIN.as_secs();
    report.add(
        check,
        Level::Fail,
        &format!("{name}: {seconds}초 안에 대답이 없습니다. 서버가 켜져 있는지 확인해 주세요."),
        &format!("{name}: no answer within {seconds} s; check that the server is running."),
    );
}

/// Whether passages are found by meaning, too.
fn meaning(config: &Config, report: &mut Report) {
    let is_chosen = config.embedding.model.is_some() || server_model(config).is_some();
    if !is_chosen && matches!(local_model(config), Ok(None)) {
        report.add(
            "meaning",
            Level::Note,
            "낱말로만 찾습니다. `stet models get`으로 모델을 받으면 뜻으로도 찾습니다(91MB, 한 번).",
            "words alone are searched; `stet models get` brings a model that finds by meaning (91 MB, once).",
        );
    }
}

/// What reads PDF files and pictures of pages.
fn files(config: &Config, report: &mut Report) {
    if stet_extract::has_engine(&stet_ingest::limits(&config.ingest)) {
        report.ok("pdf", "PDFium");
    } else {
        let told = stet_extract::ExtractError::NoEngine.message(terminal_language());
        report.0.push(Line { check: "pdf", level: Level::Note, told });
    }
    if stet_ingest::reads_scans() {
        report.ok("scans", "Tesseract");
    } else {
        report.add(
            "scans",
            Level::Note,
            "Tesseract가 없어 스캔한 쪽은 읽지 않습니다(데비안: tesseract-ocr, tesseract-ocr-kor).",
            "scanned pages are not read without Tesseract (Debian: tesseract-ocr, tesseract-ocr-kor).",
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_that_do_nothing_are_named() {
        let told = |config: &Config| {
            let mut report = Report::default();
            settings(config, &mut report);
            report
        };
        let mut config = Config::default();
        assert_eq!(told(&config).worst(), Level::Ok);
        config.correct.quality_threshold = Some(0.6);
        (config.gate.model_layer, config.judge.name) = (false, Some("judge".into()));
        config.meaning.model = Some("/nowhere/model".into());
        let report = told(&config);
        assert_eq!((report.worst(), report.0.len()), (Level::Warn, 3), "{report:?}");
        config.model.api_key = Some("key".into());
        assert_eq!(told(&config).0.len(), 2);
    }
}
