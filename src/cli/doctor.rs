//! `stet doctor`: looks for what is wrong, and says how to mend it.
//!
//! Owns the checks and their words; those of the database are in `stored`. Each is a line that is well, a note on what could be
//! there, a warning of what is wrong, or a fault; one that cannot be made is a fault of what it needs. Nothing is mended here, and
//! nothing is migrated.

mod stored;

use std::fmt;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use serde_json::{Value, json};

use super::app::{App, answers_by, finds_by_meaning, local_model, private_settings, server_model};
use super::{Outcome, say};
use stet_config::{Config, Embeddings, terminal_language};
use stet_embedding::EmbedRole;
use stet_store::embedded::{self, Prospect, Status};

/// Longest wait for a model or a server of embeddings.
const ANSWER_WITHIN: Duration = Duration::from_secs(20);

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
        before_the_first_start(&config, &mut report);
        meaning(&config, &mut report);
        files(&config, &mut report);
        return tell_report(&report, json);
    }
    match App::look(config).await {
        Ok(app) => {
            if let Err(fault) = stored::look(&app, &mut report).await {
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

/// Whether the first start will find a PostgreSQL.
fn before_the_first_start(config: &Config, report: &mut Report) {
    let (ko, en) = match embedded::foresee(&private_settings(config)) {
        Prospect::Found(major) => (
            format!("아직 만들지 않았습니다. `stet serve`나 `stet ingest`가 만듭니다(PostgreSQL {major})."),
            format!("not made yet; `stet serve` or `stet ingest` makes it (PostgreSQL {major})."),
        ),
        Prospect::Fetched => (
            "아직 만들지 않았습니다. `stet serve`나 `stet ingest`가 PostgreSQL을 받아(처음 한 번, 약 30 MB) 만듭니다.".to_owned(),
            "not made yet; `stet serve` or `stet ingest` fetches PostgreSQL (once, about 30 MB) and makes it.".to_owned(),
        ),
        Prospect::Nothing(fault) => {
            let told = fault.message(terminal_language());
            report.0.push(Line { check: "database", level: Level::Fail, told });
            return;
        }
    };
    report.add("database", Level::Note, &ko, &en);
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
        Level::Ok | Level::Note | Level::Warn => ExitCode::SUCCESS,
        Level::Fail => ExitCode::from(1),
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

/// The models that are asked for words and vectors.
async fn models(app: &App, report: &mut Report) {
    let chat = &app.asker.chat;
    let name = chat.name().to_owned();
    let told = answers_by(&**chat, &app.asker.config);
    match tokio::time::timeout(ANSWER_WITHIN, chat.check()).await {
        Ok(Ok(())) => report.ok("model", told),
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
        Ok(Ok(_)) => report.ok("embeddings", finds_by_meaning(&space)),
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
