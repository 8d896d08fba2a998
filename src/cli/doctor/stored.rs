//! The database, and what is stored in it.

use super::super::app::App;
use super::super::say;
use super::{Level, Line, Report};
use stet_config::terminal_language;
use stet_store::{DocumentStatus, Store};

/// Oldest PostgreSQL and pgvector that README names.
const POSTGRES: i32 = 150_000;
const VECTOR: (u32, u32) = (0, 8);
/// Failed sources that are named.
const NAMED: usize = 5;

/// The server, the schema and what is stored.
pub(super) async fn look(app: &App, report: &mut Report) -> Result<(), stet_store::StoreError> {
    let store = &app.asker.store;
    let facts = store.server_facts().await?;
    let vector = facts.vector.as_deref().unwrap_or_default();
    let told = format!("PostgreSQL {}.{}, pgvector {vector}", facts.version / 10_000, facts.version % 10_000);
    let mut numbers = vector.split('.').map_while(|number| number.parse::<u32>().ok());
    let vector = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    if let Some(told) = facts.unrightful(terminal_language()) {
        report.0.push(Line { check: "database", level: Level::Fail, told });
        return Ok(());
    }
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
            "파일이 없는 출처의 판 #개. 백업에서 되살리거나 `stet sources rm`으로 지워 주세요.",
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
