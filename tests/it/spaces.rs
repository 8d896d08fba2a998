//! Workspaces from their making to their end: over the command line, as archives, and gone without a trace.

use std::collections::BTreeSet;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::Duration;

use reqwest::header::{AUTHORIZATION, HeaderValue};
use serde_json::{Value, json};
use stet_drafts::Save;
use stet_drafts::archive::{self, ArchiveError};
use stet_ingest::pictures;
use stet_store::workspaces::Removed;
use stet_store::{DEFAULT_WORKSPACE, Limits, Scope, Store};
use stet_text::Language;
use uuid::Uuid;

use crate::accounts::{key, send};
use crate::cli::stet;
use crate::comments::comment;
use crate::drafts::{BETTER, TEXT, new_draft};
use crate::keep::{changed, found, rows, tables};
use crate::pictures::{files, jsonl, made, taken};
use crate::support::database::TestDatabase;
use crate::support::server::{LIBRARY, Server};

const WORDS: [&str; 2] = ["zyzzogeton", "잣나무숲돌탑"];

async fn draft(store: &Store, text: &str) {
    stet_drafts::create(store, Save { text: Some(text.to_owned()), ..Save::default() }).await.unwrap();
}

/// The command line on a database.
struct Terminal<'a> {
    url: String,
    data: &'a Path,
}

impl Terminal<'_> {
    async fn run_in(&self, language: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
        let mut command = stet();
        command
            .args(arguments)
            .env("DATABASE_URL", &self.url)
            .env("STET_DATA_DIR", self.data)
            .env("STET_LANGUAGE", language)
            .env("STET_EMBEDDINGS", "hashing");
        let Output { status, stdout, stderr } =
            tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (status.code(), text(stdout), text(stderr))
    }

    async fn run(&self, arguments: &[&str]) -> (Option<i32>, String, String) {
        self.run_in("en", arguments).await
    }

    async fn done(&self, arguments: &[&str]) -> String {
        let (code, out, error) = self.run(arguments).await;
        assert_eq!(code, Some(0), "{arguments:?}: {out} {error}");
        out + &error
    }
}

/// One option before or behind any verb, and what is in one workspace is nothing to a verb in another.
#[tokio::test]
async fn every_verb_works_in_the_workspace_that_is_named() {
    let private = std::fs::Permissions::from_mode(0o700);
    let folder = tempfile::Builder::new().permissions(private).tempdir().unwrap();
    let database = TestDatabase::new().await;
    let data =
        tempfile::Builder::new().permissions(std::fs::Permissions::from_mode(0o700)).tempdir().unwrap();
    let terminal = Terminal { url: database.url(), data: data.path() };
    let docs = folder.path().join("docs");
    std::fs::create_dir(&docs).unwrap();
    std::fs::write(docs.join("pier.txt"), "The Harbour Rowing Club keeps six boats at Quill Pier. The Harbour Rowing Club is led by the Board of Captains.\n\n\
         The Quill Pier opens at nine.\n\n나루 창고는 아홉 시에 연다.\n")
        .unwrap();
    std::fs::write(
        folder.path().join("house.json"),
        r#"{"name":"House","rules":[{"id":"a","text":"Be short."}]}"#,
    )
    .unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (docs, pier, pack, graph) = (at("docs"), at("docs/pier.txt"), at("house.json"), at("graph.json"));
    terminal.done(&["workspaces", "create", "나루"]).await;
    let place = ["--workspace", "나루"];
    let within = |verb: &[&'static str]| [&place[..], verb].concat();

    terminal.done(&["ingest", &pier, "--workspace", "나루"]).await;
    assert!(terminal.done(&within(&["sources", "list"])).await.contains("pier.txt"));
    assert!(!terminal.done(&["sources", "list"]).await.contains("pier.txt"));
    assert!(terminal.done(&within(&["search", "Quill", "Pier"])).await.contains("pier.txt"));
    assert_eq!(terminal.run(&["search", "Quill", "Pier"]).await.0, Some(1));
    for (asked, told) in [(&place[..], "opens at nine"), (&[], "No source fits")] {
        let (_, out, error) =
            terminal.run(&[asked, &["ask", "When does the Quill Pier open?"]].concat()).await;
        assert!((out + &error).contains(told), "{asked:?}");
    }
    terminal.done(&["--workspace", "나루", "sync", &docs, "--dry-run"]).await;
    terminal.done(&["--workspace", "나루", "graph", "export", &graph]).await;
    assert!(std::fs::read_to_string(&graph).unwrap().contains("Harbour Rowing Club"));
    let id = terminal.done(&["criteria", "import", &pack, "--workspace", "나루"]).await;
    let id = id.split_whitespace().next().unwrap().to_owned();
    terminal.done(&["criteria", "lint", "--pack", &id, &pier, "--workspace", "나루"]).await;
    assert_eq!(terminal.run(&["criteria", "lint", "--pack", &id, &pier]).await.0, Some(2));
    terminal.done(&["keys", "create", "editor", "--workspace", "나루"]).await;
    assert!(terminal.done(&within(&["keys", "list"])).await.contains("editor"));
    assert!(!terminal.done(&["keys", "list"]).await.contains("editor"));
    // The doctor looks at all, or at one.
    assert!(terminal.done(&["doctor"]).await.contains("“나루”: "));
    assert!(!terminal.done(&within(&["doctor"])).await.contains("“default”: "));

    // A name that nobody has: which there are, and how one is made.
    for (language, how) in
        [("en", "there are “default”, “나루”"), ("ko", "있는 것은 “default”, “나루”입니다")]
    {
        for verb in [&["sources", "list"][..], &["search", "pier"], &["ingest", &pier], &["keys", "list"]] {
            let arguments = [verb, &["--workspace", "부두"]].concat();
            let (code, _, error) = terminal.run_in(language, &arguments).await;
            assert_eq!(code, Some(2), "{arguments:?}: {error}");
            assert!(error.contains(how) && error.contains("stet workspaces create"), "{error}");
        }
    }
    // A verb that is in none does not pretend to be.
    for verb in [&["serve"][..], &["segment", &pier], &["workspaces", "list"]] {
        assert_eq!(terminal.run(&[verb, &["--workspace", "나루"]].concat()).await.0, Some(2), "{verb:?}");
    }

    // Renamed and deleted by name; what is not typed again stays.
    terminal.done(&["workspaces", "rename", "나루", "Quay"]).await;
    assert_eq!(terminal.run(&["workspaces", "create", "Quay"]).await.0, Some(2));
    let listed = terminal.done(&["workspaces", "list"]).await;
    assert!(listed.contains("sources 1, conversations 1") && listed.contains("Quay"), "{listed}");
    for wrong in [&["Quay"][..], &["default", "--yes"], &["나루", "--yes"]] {
        assert_eq!(terminal.run(&[&["workspaces", "delete"], wrong].concat()).await.0, Some(2), "{wrong:?}");
    }
    terminal.done(&["workspaces", "delete", "Quay", "--yes"]).await;
    assert!(!terminal.done(&["workspaces", "list"]).await.contains("Quay"));
    assert_eq!(found(&database, &["Harbour Rowing Club", "창고는"]).await, BTreeSet::new());
}

fn nothing(_: archive::Progress<'_>) {}

/// All workspaces in one file, which says what is in it; all of them, or one, out of it.
#[tokio::test]
async fn an_archive_has_all_workspaces_and_gives_back_all_or_one() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = Server::extracts().await;
    first.ingest("library.txt", LIBRARY).await;
    let law = made(first.state.store(), "법무팀").await;
    draft(&law, "계약기간은 3년으로 한다.").await;
    let taken =
        first.state.ingest.in_workspace(law.workspace()).enqueue("lease.txt", LIBRARY.as_bytes()).await;
    first.state.ingest.in_workspace(law.workspace()).wait(taken.unwrap().document_id).await.unwrap();
    draft(&made(first.state.store(), "Harbour").await, "The pier opens at nine.").await;
    let terminal = Terminal { url: first.database.url(), data: folder.path() };
    let path = folder.path().join("all.zip");
    let (code, out, told) = terminal.run(&["export", path.to_str().unwrap()]).await;
    assert_eq!(code, Some(0), "{told}");
    for line in [
        "“default”: versions of sources 1, conversations 0, drafts 0",
        "“법무팀”: versions of sources 1, conversations 0, drafts 1",
        "“Harbour”: versions of sources 0, conversations 0, drafts 1",
    ] {
        assert!(told.contains(line), "{line} in {told}");
    }
    assert!(out.contains("workspaces 3, versions of sources 2, drafts 2"), "{out}");

    let drafts_of = async |store: &Store, name: &str| {
        let all = store.workspaces().await.unwrap();
        let one = all.iter().find(|one| one.name == name);
        match one {
            Some(one) => Some(store.in_workspace(one.id).drafts((10, 0), None, None).await.unwrap().len()),
            None => None,
        }
    };
    // One of several, by its name; what is asked for and not there names what is.
    let one = TestDatabase::new().await;
    let fault = archive::import(&one.store, Some("none"), &path, nothing).await.unwrap_err();
    for (language, words) in
        [(Language::En, "it has “default”, “법무팀”, “Harbour”"), (Language::Ko, "있는 것은")]
    {
        assert!(fault.message(language).contains(words), "{}", fault.message(language));
    }
    let alone = Terminal { url: one.url(), data: folder.path() };
    alone.done(&["import", path.to_str().unwrap(), "--workspace", "법무팀"]).await;
    assert_eq!(drafts_of(&one.store, "법무팀").await, Some(1));
    assert_eq!(drafts_of(&one.store, "Harbour").await, None);
    assert!(one.store.documents().await.unwrap().is_empty(), "the default workspace is not touched");

    // All of them where one is not empty: none comes in, none is made.
    let half = TestDatabase::new().await;
    draft(&made(&half.store, "Harbour").await, "Something else.").await;
    match archive::import(&half.store, None, &path, nothing).await {
        Err(ArchiveError::NotEmpty { workspace, .. }) => assert_eq!(workspace, "Harbour"),
        other => panic!("{other:?}"),
    }
    assert_eq!(drafts_of(&half.store, "법무팀").await, None);
    assert!(half.store.documents().await.unwrap().is_empty());

    // All into an empty place, and the same goes out again.
    let all = TestDatabase::new().await;
    let written = archive::import(&all.store, None, &path, nothing).await.unwrap();
    let again = folder.path().join("again.zip");
    let exported = archive::export(&all.store, None, &again, nothing).await.unwrap();
    for (old, new) in written.workspaces.iter().zip(&exported.workspaces) {
        assert_eq!((&old.name, &old.tables, &old.files), (&new.name, &new.tables, &new.files));
    }
    assert_eq!((written.workspaces.len(), exported.workspaces.len()), (3, 3));
    assert!(matches!(
        archive::import(&all.store, None, &path, nothing).await,
        Err(ArchiveError::NotEmpty { .. })
    ));
    // One alone.
    let alone = folder.path().join("alone.zip");
    let exported = archive::export(&all.store, Some(DEFAULT_WORKSPACE), &alone, nothing).await.unwrap();
    assert_eq!(exported.workspaces.len(), 1);
}

/// An archive of the first form has one workspace without a name.
#[tokio::test]
async fn an_archive_of_the_first_form_comes_in_where_it_is_told_to() {
    let folder = tempfile::tempdir().unwrap();
    let (new, old) = (folder.path().join("new.zip"), folder.path().join("old.zip"));
    let mut first = Server::extracts().await;
    first.ingest("library.txt", LIBRARY).await;
    archive::export(first.state.store(), None, &new, nothing).await.unwrap();
    changed(&new, &old, |name, bytes| {
        if name != "manifest.json" {
            return Some(bytes);
        }
        let mut manifest: Value = serde_json::from_slice(&bytes).unwrap();
        let space = manifest["workspaces"][0].take();
        manifest.as_object_mut().unwrap().remove("workspaces");
        (manifest["tables"], manifest["files"]) = (space["tables"].clone(), space["files"].clone());
        manifest["version"] = json!(1);
        Some(manifest.to_string().into_bytes())
    });
    let renamed = folder.path().join("renamed.zip");
    let mut zip = zip::ZipArchive::new(std::fs::File::open(&old).unwrap()).unwrap();
    let mut out = zip::ZipWriter::new(std::fs::File::create(&renamed).unwrap());
    for at in 0..zip.len() {
        let entry = zip.by_index_raw(at).unwrap();
        let name = entry.name().unwrap().into_owned();
        let short = name
            .splitn(3, '/')
            .nth(2)
            .filter(|_| name.starts_with("workspaces/"))
            .unwrap_or(&name)
            .to_owned();
        out.raw_copy_file_rename(entry, short).unwrap();
    }
    out.finish().unwrap();
    for (only, name) in [(None, "default"), (Some("서고"), "서고")] {
        let database = TestDatabase::new().await;
        archive::import(&database.store, only, &renamed, nothing).await.unwrap();
        let all = database.store.workspaces().await.unwrap();
        let place = all.iter().find(|one| one.name == name).unwrap().id;
        assert_eq!(database.store.in_workspace(place).documents().await.unwrap().len(), 1, "{name}");
    }
}

/// Everything that a workspace can hold, each with the words.
async fn filled(server: &mut Server, tenant: &Store, folder: &Path) -> String {
    let (_, secret) = key(tenant, "zyzzogeton", Scope::Admin, Limits::default()).await;
    let headers = [(AUTHORIZATION, HeaderValue::from_str(&format!("Bearer {secret}")).unwrap())];
    server.client =
        reqwest::Client::builder().default_headers(headers.into_iter().collect()).build().unwrap();
    let waiting = pictures::folder(folder, tenant.workspace());
    std::fs::create_dir_all(&waiting).unwrap();
    for name in ["p1.png", "잣나무숲돌탑.png"] {
        std::fs::write(waiting.join(name), "zyzzogeton 잣나무숲돌탑").unwrap();
    }
    let text = "The Zyzzogeton Club is led by the Board of Captains. The Zyzzogeton Club meets at Quill Pier.\n\n\
        휴학규정\n\n제1조(목적) 이 규정은 잣나무숲돌탑에 관한 사항을 정함을 목적으로 한다.\n\n제2조(기간) 잣나무숲돌탑은 1년까지 쓴다.\n";
    let source = taken(server, tenant, "zyzzogeton.txt", text).await;
    taken(server, tenant, "zyzzogeton.txt", &format!("{text}\n\nIt is old.\n")).await;
    taken(server, tenant, "plan.jsonl", &jsonl("The zyzzogeton plan.", "p1.png")).await;
    assert!(server.ask("zyzzogeton", "When does the Zyzzogeton Club meet?").await.done);
    assert!(server.ask("zyzzogeton", "잣나무숲돌탑은 몇 년까지 쓰나요?").await.done);
    let text = format!("{TEXT} {}", WORDS.join(" "));
    let draft = new_draft(server, &text).await;
    let after = text.replace(TEXT, BETTER);
    let proposals = stet_patch::patches(&text, &after)
        .into_iter()
        .map(|patch| stet_drafts::Proposal { patch, fact: None })
        .collect();
    let staged = stet_drafts::stage(tenant, draft.parse().unwrap(), Uuid::now_v7(), text.clone(), proposals)
        .await
        .unwrap();
    comment(server, &draft, 1, "zyzzogeton", "잣나무숲돌탑?").await;
    let decided = format!("/api/drafts/{draft}/patches/{}/accept", staged.staged[0]);
    let (status, told) = server.post(&decided, &json!({ "baseRevision": 1 })).await;
    assert_eq!(status, 200, "{told}");
    let pack = json!({ "name": "zyzzogeton", "rules": [{ "id": "a", "text": "잣나무숲돌탑" }] });
    assert_eq!(server.post("/api/criteria-packs", &pack).await.0, 201);
    server.post("/api/references/accepted", &json!({ "words": "「잣나무숲돌탑」 제1조" })).await;
    server.post("/api/dictionary", &json!({ "words": ["zyzzogeton"] })).await;
    server.post("/api/ignored", &json!({ "ruleId": "zyzzogeton", "draftId": draft })).await;
    let work = json!([{ "id": "zyzzogeton", "type": "book", "title": "잣나무숲돌탑" }]).to_string();
    let form = reqwest::multipart::Form::new()
        .part("file", reqwest::multipart::Part::bytes(work.into_bytes()).file_name("works.json"));
    let answered = server.client.post(server.url("/api/bibliography")).multipart(form).send().await.unwrap();
    assert_eq!(answered.status(), 200);
    server.state.ingest.read_graph().await.unwrap();
    server.state.ingest.make_themes(Duration::ZERO).await.unwrap();
    assert!(tenant.versions(source).await.unwrap().len() > 1);
    secret
}

/// In which tables there is a row of the workspace.
async fn holding(database: &TestDatabase, workspace: Uuid) -> BTreeSet<String> {
    let mut holding = BTreeSet::new();
    for table in tables(database).await {
        let column = if table == "workspaces" { "id" } else { "workspace_id" };
        let has = format!(
            "select 1 as one from information_schema.columns where table_schema = 'public' \
             and table_name = '{table}' and column_name = '{column}'"
        );
        if rows(database, has).await.is_empty() {
            continue;
        }
        if !rows(database, format!("select 1 as one from {table} where {column} = '{workspace}' limit 1"))
            .await
            .is_empty()
        {
            holding.insert(table);
        }
    }
    holding
}

#[tokio::test]
async fn a_workspace_that_is_deleted_is_nowhere() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().to_owned();
    let mut server = Server::start(None, |config| config.database.data_dir = place).await;
    let store = server.state.store().clone();
    server.ingest("library.txt", LIBRARY).await;
    let (_, owner) = key(&store, "owner", Scope::Admin, Limits::default()).await;
    let tenant = made(&store, "Harbour").await;
    let secret = filled(&mut server, &tenant, folder.path()).await;
    let workspace = tenant.workspace();
    // A browser that is signed in with the key, a person, what was used.
    let signed =
        server.client.post(server.url("/api/session")).json(&json!({ "key": secret })).send().await.unwrap();
    assert!(signed.status().is_success());
    let cookie = signed.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    for sql in [
        format!(
            "insert into people (id, issuer, subject, workspace_id, scope, name, signed_in_at) \
             values ('{workspace}', 'i', 'zyzzogeton', '{workspace}', 'read', 'zyzzogeton', now())"
        ),
        format!(
            "insert into person_sessions values (sha256('zyzzogeton'), '{workspace}', now(), now() + interval '1 day')"
        ),
        format!("insert into usage_days values ('{workspace}', '{workspace}', now()::date, 1)"),
    ] {
        rows(&server.database, sql).await;
    }
    let before = holding(&server.database, workspace).await;
    for table in [
        "api_keys",
        "audit_log",
        "conversations",
        "criteria_pack",
        "dictionary_words",
        "document_files",
        "document_pictures",
        "draft_comments",
        "graph_entities",
        "graph_themes",
        "ignored_findings",
        "jobs",
        "message_events",
        "patch_decisions",
        "people",
        "rag_chunks",
        "regulation_articles",
        "usage_days",
        "works",
    ] {
        assert!(before.contains(table), "{table} was not tried: {before:?}");
    }
    assert!(files(folder.path()).iter().any(|path| path.to_str().unwrap().contains(&workspace.to_string())));
    let others =
        rows(&server.database, "select count(*) from rag_chunks where content like '%library%'".to_owned())
            .await;

    // Not the default one, not by who sees to another, not while something is written.
    let path = format!("/api/workspaces/{workspace}");
    let delete = async |key: &str, path: &str| {
        send(&server, key, "delete", path, &Value::Null).await.status().as_u16()
    };
    assert_eq!(delete(&secret, &path).await, 403);
    assert_eq!(delete(&owner, &format!("/api/workspaces/{DEFAULT_WORKSPACE}")).await, 409);
    assert_eq!(delete(&owner, &format!("/api/workspaces/{}", Uuid::now_v7())).await, 404);
    rows(&server.database, format!("update messages set status = 'streaming' where id = (select id from messages where workspace_id = '{workspace}' and role = 'assistant' limit 1)")).await;
    assert_eq!(delete(&owner, &path).await, 409);
    assert_eq!(
        tenant.remove_workspace(workspace, false).await.unwrap(),
        Removed::Busy { jobs: 0, writing: 1 }
    );
    assert_eq!(holding(&server.database, workspace).await, before, "what is refused changes nothing");
    assert_eq!(delete(&owner, &format!("{path}?force=true")).await, 204);

    assert_eq!(holding(&server.database, workspace).await, BTreeSet::new());
    assert_eq!(found(&server.database, &WORDS).await, BTreeSet::new());
    let id = workspace.to_string();
    assert_eq!(found(&server.database, &[&id]).await, BTreeSet::new());
    assert_eq!(rows(&server.database, "select 1 as one from sessions".to_owned()).await.len(), 0);
    assert_eq!(files(folder.path()), Vec::<PathBuf>::new());
    assert!(!folder.path().join("workspaces").join(&id).exists());
    // Its key and its browser are nobody's from the next request on; the others' things are there.
    assert_eq!(send(&server, &secret, "get", "/api/sources", &Value::Null).await.status(), 401);
    let plain = reqwest::Client::new().get(server.url("/api/sources")).header("cookie", &cookie);
    assert_eq!(plain.send().await.unwrap().status(), 401);
    let left =
        rows(&server.database, "select count(*) from rag_chunks where content like '%library%'".to_owned())
            .await;
    assert_eq!(count(&left), count(&others));
    let log = send(&server, &owner, "get", "/api/audit", &Value::Null).await.json::<Value>().await.unwrap();
    let entry = &log["entries"][0];
    assert_eq!((&entry["action"], &entry["subject"]), (&json!("workspace.delete"), &json!("Harbour")));
    assert_eq!(delete(&owner, &path).await, 404);
}

fn count(rows: &[sqlx::postgres::PgRow]) -> i64 {
    use sqlx::Row as _;
    rows[0].get(0)
}

#[tokio::test]
async fn a_workspace_is_renamed_by_whoever_sees_to_all() {
    let server = Server::extracts().await;
    let store = server.state.store();
    let tenant = made(store, "나루").await;
    let (_, owner) = key(store, "owner", Scope::Admin, Limits::default()).await;
    let (_, theirs) = key(&tenant, "theirs", Scope::Admin, Limits::default()).await;
    let path = format!("/api/workspaces/{}", tenant.workspace());
    let rename = async |key: &str, path: &str, name: &str| {
        send(&server, key, "patch", path, &json!({ "name": name })).await.status().as_u16()
    };
    assert_eq!(rename(&theirs, &path, "부두").await, 403);
    assert_eq!(rename(&owner, &path, "default").await, 409);
    assert_eq!(rename(&owner, &path, " ").await, 400);
    assert_eq!(rename(&owner, &format!("/api/workspaces/{}", Uuid::now_v7()), "부두").await, 404);
    assert_eq!(rename(&owner, &path, "부두").await, 204);
    let names: Vec<String> = store.workspaces().await.unwrap().into_iter().map(|one| one.name).collect();
    assert_eq!(names, ["default", "부두"]);
}
