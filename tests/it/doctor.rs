//! `stet doctor`, `stet export` and `stet import` as a person and a script see them.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Output;

use serde_json::Value;
use sqlx::{AssertSqlSafe, ConnectOptions as _};
use stet_drafts::Save;
use stet_store::Limits;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::cli::stet;
use crate::support::database::TestDatabase;
use crate::support::server::{LIBRARY, Server};

async fn run(url: &str, data: &Path, language: &str, arguments: &[&str]) -> Output {
    let mut command = stet();
    command
        .args(arguments)
        .env("DATABASE_URL", url)
        .env("STET_DATA_DIR", data)
        .env("STET_LANGUAGE", language);
    command.env("STET_EMBEDDINGS", "hashing");
    tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap()
}

/// A folder that nobody else reads.
fn private() -> tempfile::TempDir {
    tempfile::Builder::new().permissions(PermissionsExt::from_mode(0o700)).tempdir().unwrap()
}

async fn checked(url: &str, data: &Path) -> (Option<i32>, Value) {
    let told = run(url, data, "en", &["doctor", "--json"]).await;
    let report = serde_json::from_slice(&told.stdout).unwrap_or_else(|_| panic!("{told:?}"));
    (told.status.code(), report)
}

/// The levels of a check's lines, and what they say.
fn lines<'a>(report: &'a Value, check: &str) -> Vec<(&'a str, &'a str)> {
    let all = report["checks"].as_array().unwrap().iter().filter(|line| line["check"] == check);
    all.map(|line| (line["level"].as_str().unwrap(), line["told"].as_str().unwrap())).collect()
}

#[tokio::test]
async fn what_is_wrong_is_found_and_told_with_the_way_out() {
    let mut server = Server::extracts().await;
    let folder = private();
    let url = server.database.url();
    server.ingest("library.txt", LIBRARY).await;
    // What could be had beside it is noted, and is no fault.
    let (code, well) = checked(&url, folder.path()).await;
    assert_eq!(code, Some(0), "{well}");
    let noted = |line: &Value| ["ok", "note"].contains(&line["level"].as_str().unwrap());
    assert!(well["checks"].as_array().unwrap().iter().all(noted), "{well}");
    let fresh = private();
    let told =
        stet().args(["doctor", "--json", "--data-dir"]).arg(fresh.path().join("none")).output().unwrap();
    assert_eq!(told.status.code(), Some(0), "nothing is broken before the first start: {told:?}");
    let early: Value = serde_json::from_slice(&told.stdout).unwrap();
    for check in ["database", "pdf", "scans"] {
        assert!(!lines(&early, check).is_empty(), "{check} is looked at before the first start: {early}");
    }
    for check in [
        "settings",
        "folder",
        "disk",
        "database",
        "schema",
        "indexes",
        "rows",
        "sources",
        "model",
        "embeddings",
    ] {
        let lines = lines(&well, check);
        assert!(!lines.is_empty() && lines.iter().all(|(level, _)| *level == "ok"), "{check}: {well}");
    }
    assert!(!lines(&well, "pdf").is_empty() && !lines(&well, "scans").is_empty());

    // One thing after another goes wrong.
    let mut connection = server.database.options().connect().await.unwrap();
    let gone = Uuid::now_v7();
    for sql in [
        "update rag_chunks set embedding = null".to_owned(),
        "update rag_documents set status = 'failed'".to_owned(),
        "update rag_documents set content_hash = decode(repeat('00', 32), 'hex')".to_owned(),
        format!(
            "insert into drafts (id, workspace_id, title, text, revision, source_ids, created_at, updated_at) \
             select gen_random_uuid(), id, '', '', 1, array['{gone}'::uuid], now(), now() from workspaces"
        ),
        // Of a kind that no worker of this server takes.
        "insert into jobs (id, workspace_id, kind, status, leased_until, created_at, updated_at) \
         select gen_random_uuid(), id, 'enrich', 'running', now() - interval '1 hour', now(), now() - interval '1 hour' \
         from workspaces"
            .to_owned(),
    ] {
        sqlx::query(AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
    }
    std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755)).unwrap();
    let (code, report) = checked(&url, folder.path()).await;
    assert_eq!((code, &report["level"]), (Some(1), &Value::from("fail")), "{report}");
    let told = report.to_string();
    for words in [
        "can be read by others (755); close it with `chmod go-rw",
        "versions of sources without a file: 1",
        "files of no source: 1",
        "drafts that name sources which are gone: 1",
        "jobs that have stood still for ten minutes: 1",
        "1 could not be read: library.txt; `stet sources list` says why",
    ] {
        assert!(told.contains(words), "{words}: {report}");
    }
    let korean = run(&url, folder.path(), "ko", &["doctor"]).await;
    let korean = String::from_utf8(korean.stdout).unwrap();
    for words in
        ["✗ rows", "! sources", "✓ database", "다른 사용자도 읽을 수 있습니다", "1개를 읽지 못했습니다"]
    {
        assert!(korean.contains(words), "{words}: {korean}");
    }
    // A database of a newer version, and none at all.
    let newer = "insert into _sqlx_migrations (version, description, success, checksum, execution_time) values (9000, '', true, '', 0)";
    sqlx::query(newer).execute(&mut connection).await.unwrap();
    let (code, report) = checked(&url, folder.path()).await;
    assert!(code == Some(1) && lines(&report, "schema")[0].1.contains("newer Stet"), "{report}");
    let (code, report) = checked("postgres://nobody@127.0.0.1:1/none", folder.path()).await;
    assert!(code == Some(1) && lines(&report, "database")[0].0 == "fail", "{report}");
}

/// Whoever owns a database need not be one who may add to its server.
#[tokio::test]
async fn a_database_whose_user_may_not_switch_pgvector_on_is_told_what_its_administrator_runs() {
    let (database, folder) = (TestDatabase::new().await, private());
    let name = format!("plain_{}", Uuid::now_v7().simple());
    let mut admin = database.options().connect().await.unwrap();
    for sql in [format!("create role {name} login"), format!("create database {name} owner {name}")] {
        sqlx::query(AssertSqlSafe(sql)).execute(&mut admin).await.unwrap();
    }
    let url = database.url();
    let (host, socket) = (url.split(['@', '/']).nth(3).unwrap(), url.split_once('?').unwrap().1);
    let url = format!("postgres://{name}@{host}/{name}?{socket}");
    for (language, words) in [("en", "have its administrator run"), ("ko", "관리자가 이 데이터베이스에서")]
    {
        for verb in [&["doctor"][..], &["search", "library"]] {
            let told = run(&url, folder.path(), language, verb).await;
            let said =
                [&told.stdout, &told.stderr].map(|text| String::from_utf8_lossy(text).into_owned()).concat();
            assert_eq!(told.status.code(), Some(if verb[0] == "doctor" { 1 } else { 2 }), "{said}");
            assert!(said.contains(words) && said.contains("`create extension vector;`"), "{said}");
        }
    }
    let mut administrator = database.options().database(&name).connect().await.unwrap();
    sqlx::query("create extension vector").execute(&mut administrator).await.unwrap();
    let (_, report) = checked(&url, folder.path()).await;
    assert_eq!(lines(&report, "database")[0].0, "ok", "{report}");
    sqlx::Connection::close(administrator).await.unwrap();
    for sql in [format!("drop database {name} with (force)"), format!("drop role {name}")] {
        sqlx::query(AssertSqlSafe(sql)).execute(&mut admin).await.unwrap();
    }
}

#[tokio::test]
async fn an_archive_is_written_and_taken_in_from_the_terminal() {
    let mut first = Server::extracts().await;
    first.ingest("library.txt", LIBRARY).await;
    first.ask("c", "When does the library open?").await;
    let second = TestDatabase::new().await;
    let (data, folder) = (private(), private());
    let file = folder.path().join("stet.zip");
    let name = file.to_str().unwrap();
    let url = first.database.url();
    let told = run(&url, data.path(), "en", &["export", name]).await;
    let words = String::from_utf8(told.stdout).unwrap();
    assert!(
        told.status.success() && words.contains("versions of sources 1, drafts 0, conversations 1"),
        "{words}"
    );
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
    let told = run(&url, data.path(), "ko", &["export", name]).await;
    assert_eq!(told.status.code(), Some(2));
    assert!(String::from_utf8(told.stderr).unwrap().contains("이미 있습니다"));

    let told = run(&second.url(), data.path(), "ko", &["import", name]).await;
    let words = String::from_utf8(told.stdout).unwrap();
    assert!(told.status.success() && words.contains("출처의 판 1개, 초안 0개, 대화 1개"), "{words}");
    let told = run(&second.url(), data.path(), "en", &["search", "library"]).await;
    assert!(String::from_utf8(told.stdout).unwrap().contains("nine in the morning"));
    let told = run(&second.url(), data.path(), "en", &["import", name]).await;
    assert_eq!(told.status.code(), Some(2));
    assert!(String::from_utf8(told.stderr).unwrap().contains("not empty"));
}

/// Whoever takes an archive for a backup has all workspaces in it; one goes out and comes in by its name.
#[tokio::test]
async fn an_export_takes_all_workspaces_or_the_one_that_is_named() {
    let first = Server::extracts().await;
    let (data, folder, second) = (private(), private(), TestDatabase::new().await);
    let store = first.state.store().in_workspace(Uuid::now_v7());
    let at = OffsetDateTime::now_utc();
    assert!(store.insert_workspace(store.workspace(), "법무팀", Limits::default(), at).await.unwrap());
    let text = "계약기간은 3년으로 한다.";
    stet_drafts::create(&store, Save { text: Some(text.to_owned()), ..Save::default() }).await.unwrap();
    let url = first.database.url();
    for (language, words) in [("en", "“법무팀”: versions of sources 0"), ("ko", "“법무팀”: 출처의 판 0개")]
    {
        let file = folder.path().join(format!("{language}.zip"));
        let told = run(&url, data.path(), language, &["export", file.to_str().unwrap()]).await;
        let said = String::from_utf8(told.stderr).unwrap();
        assert!(told.status.success() && said.contains(words) && said.contains("“default”: "), "{said}");
    }
    let file = folder.path().join("stet.zip");
    let name = file.to_str().unwrap();
    let told = run(&url, data.path(), "en", &["export", name, "--workspace", "nobody's"]).await;
    assert_eq!((told.status.code(), file.exists()), (Some(2), false));
    let told = run(&url, data.path(), "en", &["export", name, "--workspace", "법무팀"]).await;
    assert!(String::from_utf8(told.stdout).unwrap().contains("drafts 1"));

    let told = run(&second.url(), data.path(), "en", &["import", name, "--workspace", "법무팀"]).await;
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    let there = second.store.workspaces().await.unwrap();
    let made = there.iter().find(|one| one.name == "법무팀").unwrap();
    let drafts = second.store.in_workspace(made.id).drafts((10, 0), None, None).await.unwrap();
    assert_eq!(drafts.len(), 1);
    assert!(
        second.store.drafts((10, 0), None, None).await.unwrap().is_empty(),
        "nothing came into the default workspace"
    );
}

#[tokio::test]
async fn the_terminal_revokes_the_key_of_the_last_administrator_only_where_that_is_said() {
    let (database, place) = (TestDatabase::new().await, private());
    let keys = async |arguments: &[&str], language: &str| {
        let output = run(&database.url(), place.path(), language, &[&["keys"], arguments].concat()).await;
        let [out, err] =
            [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
        (output.status.code(), out, err)
    };
    for scope in ["admin", "ask", "read"] {
        let (code, key, _) = keys(&["create", scope, "--scope", scope], "en").await;
        assert!(code == Some(0) && key.starts_with("stet_"), "{key}");
    }
    let (_, list, _) = keys(&["list"], "en").await;
    let prefix = |name: &str| list.lines().find(|line| line.ends_with(name)).unwrap()[..11].to_owned();
    assert_eq!(keys(&["revoke", &prefix("ask")], "en").await.0, Some(0));
    for (language, said) in [("en", "--yes"), ("ko", "--yes를 붙여")] {
        let (code, _, why) = keys(&["revoke", &prefix("admin")], language).await;
        assert!(code == Some(2) && why.contains(said), "{code:?} {why}");
    }
    assert_eq!(keys(&["revoke", &prefix("admin"), "--yes"], "ko").await.0, Some(0));
}
