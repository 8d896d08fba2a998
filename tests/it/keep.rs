//! What is kept and what is forgotten: a workspace as an archive, sources that are erased, logs that are old.

use std::collections::BTreeSet;
use std::io::{Read as _, Write as _};
use std::path::Path;

use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Row as _};
use stet_drafts::archive::{self, ArchiveError};
use stet_store::archive::{FILES, KEPT, LEFT_OUT};
use stet_text::Language;
use zip::write::SimpleFileOptions;

use crate::comments::comment;
use crate::drafts::{new_draft, revise, rewriting, stage};
use crate::http::user;
use crate::support::database::TestDatabase;
use crate::support::model::Script;
use crate::support::server::{LIBRARY, Server};

pub async fn rows(database: &TestDatabase, sql: String) -> Vec<sqlx::postgres::PgRow> {
    let mut connection = database.options().connect().await.unwrap();
    sqlx::query(AssertSqlSafe(sql)).fetch_all(&mut connection).await.unwrap()
}

pub async fn tables(database: &TestDatabase) -> BTreeSet<String> {
    let sql = "select table_name::text from information_schema.tables \
               where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> '_sqlx_migrations'";
    rows(database, sql.to_owned()).await.iter().map(|row| row.get(0)).collect()
}

/// A new table is kept, or somebody has said why not.
#[tokio::test]
async fn every_table_is_kept_or_left_out_with_a_reason() {
    let database = TestDatabase::new().await;
    let kept = KEPT.iter().map(|table| table.name).chain([FILES]);
    let named: Vec<&str> = kept.chain(LEFT_OUT.iter().map(|(name, _)| *name)).collect();
    let once: BTreeSet<String> = named.iter().map(|name| (*name).to_owned()).collect();
    assert_eq!(once.len(), named.len(), "a table is named twice");
    assert_eq!(once, tables(&database).await, "name it in src/store/archive.rs");
    assert!(LEFT_OUT.iter().all(|(_, why)| why.len() > 10));
}

/// A bit of everything that a workspace can hold.
async fn filled() -> Server {
    let mut server = Server::extracts().await;
    server.ingest("library.txt", "The library opens at eight. It has forty seats.").await;
    let source = server.ingest("library.txt", LIBRARY).await;
    let rule = "휴가 규정\n\n제1조(목적) 이 규정은 휴가에 관한 사항을 정한다.\n\n제2조(휴가) 직원에게 연 15일의 휴가를 준다.\n";
    server.ingest("휴가규정.txt", rule).await;
    let (_, found) = server.post("/api/search", &json!({ "query": "paid leave" })).await;
    let chunk = found["hits"][0]["id"].as_str().unwrap();
    let path = server.url(&format!("/api/chunks/{chunk}/feedback"));
    let corrected = json!({ "text": "Employees are granted 16 days of paid leave. ‘Checked’\t\\ \"so\"." });
    assert_eq!(server.client.put(path).json(&corrected).send().await.unwrap().status(), 200);
    server.post("/api/references/accepted", &json!({ "words": "「학칙」 제25조" })).await;
    server.post("/api/dictionary", &json!({ "words": ["한빛관"] })).await;
    let project = server.post("/api/projects", &json!({ "name": "연차 보고서" })).await.1["id"].clone();
    server.post("/api/projects/move", &json!({ "projectId": project, "sourceIds": [source] })).await;
    server.post("/api/ignored", &json!({ "ruleId": "teh", "words": "teh" })).await;
    let rules = json!({ "name": "쉬운 말", "rules": [{ "id": "teh", "kind": "must_not", "text": "the", "pattern": "teh" }] });
    let (_, pack) = server.post("/api/criteria-packs", &rules).await;
    let path = server.url(&format!("/api/criteria-packs/{}", pack["id"].as_str().unwrap()));
    assert_eq!(server.client.put(path).json(&rules).send().await.unwrap().status(), 200);
    let (before, after) =
        ("We utilise the tool 😀. 도서관은 연다.", "We use the tool 😀. 도서관은 늦게 연다.");
    let id = new_draft(&server, before).await;
    let save = json!({ "baseRevision": 1, "sourceIds": [source], "criteriaPackIds": [pack["id"]] });
    server.client.put(server.url(&format!("/api/drafts/{id}"))).json(&save).send().await.unwrap();
    let staged = stage(&server, &id, before, after).await;
    comment(&server, &id, 1, "도서관", "Which one?").await;
    let path = format!("/api/drafts/{id}/patches/{}/accept", staged[0]);
    let (status, told) = server.post(&path, &json!({ "baseRevision": 1 })).await;
    assert_eq!(status, 200, "{told}");
    server.ask("c", "When does the library open?").await;
    server.ask("c", "도서관은 언제 문을 여나요?").await;
    server
}

/// What a client sees of the drafts and conversations.
async fn seen(server: &Server) -> Value {
    let (_, drafts) = server.get("/api/drafts").await;
    let id = drafts["drafts"][0]["id"].as_str().unwrap();
    let mut seen = json!({ "drafts": drafts });
    for path in [
        format!("/api/drafts/{id}"),
        format!("/api/drafts/{id}/decisions"),
        format!("/api/drafts/{id}/revisions"),
        format!("/api/drafts/{id}/comments"),
        "/api/chats/c".to_owned(),
        "/api/criteria-packs".to_owned(),
        "/api/references/accepted".to_owned(),
        "/api/dictionary".to_owned(),
        "/api/ignored".to_owned(),
        "/api/regulations".to_owned(),
    ] {
        let (status, told) = server.get(&path).await;
        assert_eq!(status, 200, "{path}: {told}");
        seen[path] = told;
    }
    seen
}

fn nothing(_: archive::Progress<'_>) {}

#[tokio::test]
async fn what_goes_out_comes_in_and_goes_out_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (folder.path().join("one.zip"), folder.path().join("two.zip"));
    let first = filled().await;
    let mut told = 0;
    let written = archive::export(first.state.store(), None, &one, |_| told += 1).await.unwrap();
    assert!(told > 20, "{told}");
    let [space] = &written.workspaces[..] else { panic!("{written:?}") };
    let counted = |name: &str| space.rows(name);
    for name in [
        "rag_documents",
        "rag_chunks",
        "rag_terms",
        "regulation_articles",
        "accepted_references",
        "dictionary_words",
        "ignored_findings",
        "conversations",
        "messages",
        "message_events",
        "criteria_pack",
        "criteria_pack_versions",
        "drafts",
        "draft_revisions",
        "patches",
        "patch_decisions",
        "draft_comments",
    ] {
        assert!(counted(name) > 0, "{name} was not tried");
    }
    assert_eq!((counted("rag_documents"), space.files.len()), (3, 3));
    assert!(
        archive::export(first.state.store(), None, &one, nothing).await.is_err(),
        "no file is written over"
    );

    let second = Server::extracts().await;
    assert_eq!(archive::import(second.state.store(), None, &one, nothing).await.unwrap(), written);
    assert_eq!(archive::export(second.state.store(), None, &two, nothing).await.unwrap(), written);
    assert_eq!(seen(&first).await, seen(&second).await);
    let (_, found) = second.post("/api/search", &json!({ "query": "paid leave" })).await;
    assert_eq!(found["hits"][0]["humanFeedback"].as_str().map(|text| text.contains("16 days")), Some(true));
    assert!(found["hits"][0]["semantic"].is_null(), "there are no vectors yet: {found}");
    // They are made again, and searched.
    assert_eq!(second.state.ingest.catch_up().await.unwrap(), 2);
    let space = second.state.asker.embedder.space();
    until!(second.state.store().embedded_elsewhere(space).await.unwrap().documents == 0);
    let (_, found) = second.post("/api/search", &json!({ "query": "paid leave" })).await;
    assert!(!found["hits"][0]["semantic"].is_null(), "{found}");

    match archive::import(second.state.store(), None, &one, nothing).await {
        Err(fault @ ArchiveError::NotEmpty { .. }) => {
            assert!(fault.message(Language::Ko).contains("비어 있지 않습니다"));
            assert!(fault.message(Language::En).contains("rag_documents"));
        }
        other => panic!("{other:?}"),
    }
}

/// What was not read to its end goes on where it comes in.
#[tokio::test]
async fn what_waits_to_be_read_is_read_where_it_comes_in() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.zip");
    let mut first = Server::extracts().await;
    let id = first.ingest("library.txt", LIBRARY).await;
    for table in ["rag_chunks", "rag_terms"] {
        rows(&first.database, format!("delete from {table}")).await;
    }
    rows(&first.database, "update rag_documents set status = 'extracting', chunk_count = 0".to_owned()).await;
    archive::export(first.state.store(), None, &path, nothing).await.unwrap();
    let second = Server::extracts().await;
    archive::import(second.state.store(), None, &path, nothing).await.unwrap();
    let read = second.state.ingest.wait(id.parse().unwrap()).await.unwrap().unwrap();
    assert!(read.status == stet_store::DocumentStatus::Ready && read.chunk_count > 0, "{read:?}");
}

/// A copy of an archive, each entry as `change` makes it; `None` leaves one out.
pub fn changed(from: &Path, to: &Path, change: impl Fn(&str, Vec<u8>) -> Option<Vec<u8>>) {
    let mut old = zip::ZipArchive::new(std::fs::File::open(from).unwrap()).unwrap();
    let mut new = zip::ZipWriter::new(std::fs::File::create(to).unwrap());
    for at in 0..old.len() {
        let mut entry = old.by_index(at).unwrap();
        let (name, mut bytes) = (entry.name().unwrap().into_owned(), Vec::new());
        entry.read_to_end(&mut bytes).unwrap();
        if let Some(bytes) = change(&name, bytes) {
            new.start_file(name, SimpleFileOptions::default()).unwrap();
            new.write_all(&bytes).unwrap();
        }
    }
    new.finish().unwrap();
}

fn replaced(bytes: Vec<u8>, from: &str, to: &str) -> Vec<u8> {
    let text = String::from_utf8(bytes).unwrap();
    assert!(text.contains(from), "{from} in {text:.200}");
    text.replacen(from, to, 1).into_bytes()
}

#[tokio::test]
async fn what_is_damaged_or_newer_is_refused_as_a_whole() {
    type Change = Box<dyn Fn(&str, Vec<u8>) -> Option<Vec<u8>>>;
    let folder = tempfile::tempdir().unwrap();
    let (good, bad) = (folder.path().join("good.zip"), folder.path().join("bad.zip"));
    let first = filled().await;
    archive::export(first.state.store(), None, &good, nothing).await.unwrap();
    let second = Server::extracts().await;
    let schema = second.state.store().schema().await.unwrap();
    let of = |entry: &'static str, change: fn(Vec<u8>) -> Vec<u8>| -> Change {
        Box::new(move |name, bytes| Some(if name.contains(entry) { change(bytes) } else { bytes }))
    };
    let newer = move |name: &str, bytes: Vec<u8>| {
        let (is, will) = (format!("\"schema\": {schema}"), format!("\"schema\": {}", schema + 1));
        Some(if name == "manifest.json" { replaced(bytes, &is, &will) } else { bytes })
    };
    let cases: Vec<(&str, Change, &str, &str)> = vec![
        ("a word", of("/tables/messages", |b| replaced(b, "library", "librory")), "손상", "/tables/messages"),
        ("a row", of("/tables/drafts", |_| Vec::new()), "손상", "/tables/drafts"),
        (
            "no row",
            of("/tables/patches", |mut b| {
                b.extend(b"{\n");
                b
            }),
            "손상",
            "/tables/patches",
        ),
        (
            "a file",
            of("/files/", |mut b| {
                b[0] ^= 1;
                b
            }),
            "손상",
            "/files/",
        ),
        (
            "a column",
            of("manifest", |b| replaced(b, "\"body\"", "\"bodx\"")),
            "손상",
            "draft_comments.jsonl (bodx)",
        ),
        (
            "no table",
            Box::new(|name, b| (!name.ends_with("/tables/drafts.jsonl")).then_some(b)),
            "손상",
            "/tables/drafts",
        ),
        (
            "the form",
            of("manifest", |b| replaced(b, "\"version\": 2", "\"version\": 3")),
            "더 새로운",
            "newer Stet",
        ),
        ("the schema", Box::new(newer), "더 새로운", "newer Stet"),
        (
            "no manifest",
            Box::new(|name, b| (name != "manifest.json").then_some(b)),
            "보관 파일이 아니",
            "no archive",
        ),
    ];
    for (name, change, korean, english) in cases {
        changed(&good, &bad, change);
        let fault = archive::import(second.state.store(), None, &bad, nothing).await.expect_err(name);
        let told = fault.message(Language::En);
        assert!(told.contains(english), "{name}: {told}");
        assert!(fault.message(Language::Ko).contains(korean), "{name}: {}", fault.message(Language::Ko));
    }
    let whole = std::fs::read(&good).unwrap();
    for bytes in [&whole[..whole.len() / 2], b"hello", b""] {
        std::fs::write(&bad, bytes).unwrap();
        let fault = archive::import(second.state.store(), None, &bad, nothing).await.unwrap_err();
        assert!(matches!(fault, ArchiveError::NoArchive(_)), "{fault}");
    }
    // Nothing of all that is there.
    archive::import(second.state.store(), None, &good, nothing).await.unwrap();
}

/// Where words stand, in any column of any table.
pub async fn found(database: &TestDatabase, words: &[&str]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for table in tables(database).await {
        let sql = format!(
            "select column_name::text from information_schema.columns \
             where table_schema = 'public' and table_name = '{table}' and data_type = 'bytea'"
        );
        let bytes: Vec<String> = rows(database, sql).await.iter().map(|row| row.get(0)).collect();
        for word in words {
            let mut looks = vec![format!("to_jsonb(t)::text ilike '%{word}%'")];
            looks.extend(
                bytes
                    .iter()
                    .map(|column| format!("position(convert_to('{word}', 'UTF8') in t.{column}) > 0")),
            );
            let sql = format!("select count(*) from {table} t where {}", looks.join(" or "));
            if rows(database, sql).await[0].get::<i64, _>(0) > 0 {
                found.insert(table.clone());
            }
        }
    }
    found
}

/// Erasing a source takes its words out of every table. What the writer has typed stays: here that has none of them.
#[tokio::test]
async fn what_is_erased_is_nowhere() {
    let words = ["zyzzogeton", "잣나무숲돌탑"];
    let mut server = Server::start(Some("plain"), |_| ()).await;
    let model = server.model.clone().unwrap();
    server.ingest("secret.txt", "The zyzzogeton opens at seven in the morning.").await;
    let text = "The zyzzogeton opens at nine in the morning.\n\n잣나무숲돌탑은 오전 아홉 시에 문을 연다.\n";
    let id = server.ingest("secret.txt", text).await;
    let other = server.ingest("library.txt", LIBRARY).await;
    for (chat, question, answer) in [
        ("c", "What opens at nine in the morning?", "The zyzzogeton opens at nine in the morning [1]."),
        // Written with the first in view.
        ("c", "Are you sure?", "Yes, I said zyzzogeton."),
        ("k", "오전 아홉 시에 무엇이 문을 여나요?", "잣나무숲돌탑은 오전 아홉 시에 문을 연다 [1]."),
    ] {
        model.push(Script::text([answer]));
        server.ask(chat, question).await;
    }
    model.push(Script::text(["Students may borrow five books [1]."]));
    let body =
        json!({ "id": "o", "message": user("How many books may students borrow?"), "sourceIds": [other] });
    server.client.post(server.url("/api/chat")).json(&body).send().await.unwrap().text().await.unwrap();
    let draft = new_draft(&server, "The house opens at ten in the morning. It is old.").await;
    let save = json!({ "baseRevision": 1, "sourceIds": [id] });
    server.client.put(server.url(&format!("/api/drafts/{draft}"))).json(&save).send().await.unwrap();
    model.push(rewriting("The house opens at nine in the morning. It is old."));
    revise(&server, &draft, &json!({ "instruction": "Mend it.", "baseRevision": 1 })).await;

    let before = found(&server.database, &words).await;
    for table in ["document_files", "rag_chunks", "rag_terms", "messages", "message_events", "patches"] {
        assert!(before.contains(table), "the words are in {table}: {before:?}");
    }
    let path = server.url(&format!("/api/sources/{id}?erase=true"));
    assert_eq!(server.client.delete(path).send().await.unwrap().status(), 204);
    assert_eq!(found(&server.database, &words).await, BTreeSet::new());
    // Everything else stays: the questions, the answer from another source, the draft and its suggestion.
    let (_, asked) = server.get("/api/chats/c").await;
    let roles: Vec<&Value> =
        asked["messages"].as_array().unwrap().iter().map(|message| &message["role"]).collect();
    assert_eq!(roles, ["user", "user"]);
    let (_, kept) = server.get("/api/chats/o").await;
    assert_eq!(kept["messages"][1]["role"], "assistant", "{kept}");
    let (_, desk) = server.get(&format!("/api/drafts/{draft}")).await;
    let patch = &desk["patches"][0];
    assert!(patch["status"] == "pending" && patch["verdict"].is_null(), "{desk}");
    assert_eq!(server.get(&format!("/api/sources/{other}")).await.0, 200);
    assert_eq!(server.state.store().erase_source(id.parse().unwrap()).await.unwrap(), None, "it is gone");
}

/// From the answer to the erasure on, no route shows a word of the source: not the graph, not its themes, not what another source
/// says of the same things.
#[tokio::test]
async fn what_is_erased_is_shown_by_no_route_at_once() {
    let words = ["zyzzogeton", "잣나무숲돌탑"];
    let mut server = Server::extracts().await;
    let ours = "The Harbour Rowing Club keeps six boats at Quill Pier. The Harbour Rowing Club is led by the Board of Captains.\n\n\
        The Board of Captains meets at Quill Pier in May. Dues are paid to the Harbour Rowing Club by the end of June. Everybody calls it HRC.\n\n\
        자료선정위원회는 도서관장이 위촉한 위원으로 구성한다. 도서관장은 자료선정위원회의 의견을 듣는다.\n";
    let secret = "The Harbour Rowing Club is led by the Board of Captains. The Board of Captains meets at Zyzzogeton Hall.\n\n\
        The Zyzzogeton Hall belongs to the Harbour Rowing Club.\n\n\
        도서관장은 자료선정위원회의 심의를 거쳐 잣나무숲돌탑위원회를 둔다. 잣나무숲돌탑위원회는 도서관장이 위촉한다.\n";
    let id = server.ingest("club.txt", secret).await;
    let other = server.ingest("harbour.txt", ours).await;
    // What a model found in the passages: a description and another name that only the one source has.
    for (document, description, alias) in
        [(&id, "the club of zyzzogeton", "잣나무숲돌탑"), (&other, "the club of the harbour", "HRC")]
    {
        let found = json!({ "entities": [{ "name": "Harbour Rowing Club", "kind": "body",
            "description": description, "aliases": [alias] }], "relations": [] });
        rows(
            &server.database,
            format!("update rag_chunks set found = '{found}' where document_id = '{document}'"),
        )
        .await;
    }
    rows(&server.database, "update rag_documents set graph_version = 0".to_owned()).await;
    server.state.ingest.read_graph().await.unwrap();
    server.state.ingest.make_themes(std::time::Duration::ZERO).await.unwrap();
    let before = found(&server.database, &words).await;
    for table in ["graph_entities", "graph_evidence", "graph_themes", "graph_theme_passages", "rag_terms"] {
        assert!(before.contains(table), "the words are in {table}: {before:?}");
    }
    let mut routes = vec![
        "/api/graph".to_owned(),
        "/api/graph/entities".to_owned(),
        "/api/graph/relations".to_owned(),
        "/api/graph/themes".to_owned(),
        "/api/sources".to_owned(),
        "/api/regulations".to_owned(),
        "/api/stats".to_owned(),
        "/api/status".to_owned(),
        "/api/chats".to_owned(),
    ];
    let (_, entities) = server.get("/api/graph/entities").await;
    for entity in entities["entities"].as_array().unwrap() {
        let id = entity["id"].as_str().unwrap();
        routes.push(format!("/api/graph/entities/{id}"));
        routes.push(format!("/api/graph/neighbourhood?entity={id}"));
    }
    // Names for entities and themes are looked for by these words, too.
    let said = async |asked: &str| {
        let mut told = Vec::new();
        for path in ["/api/graph/entities", "/api/graph/themes"] {
            told.push(server.get(&format!("{path}?query={asked}")).await.1.to_string());
        }
        told
    };
    assert!(
        said("zyzzogeton").await.iter().all(|told| told.contains("Zyzzogeton") || told.contains("Harbour"))
    );
    let path = server.url(&format!("/api/sources/{id}?erase=true"));
    assert_eq!(server.client.delete(path).send().await.unwrap().status(), 204);
    let says = |told: &str| words.iter().any(|word| told.to_lowercase().contains(word));
    for path in &routes {
        let response = server.client.get(server.url(path)).send().await.unwrap();
        let told = response.text().await.unwrap();
        assert!(!says(&told), "{path}: {told}");
    }
    for word in words {
        for told in said(word).await {
            assert!(!says(&told) && !told.contains("Harbour"), "{word}: {told}");
        }
        for mode in ["fast", "global", "local"] {
            let (_, told) = server.post("/api/search", &json!({ "query": word, "mode": mode })).await;
            assert!(!says(&told["hits"].to_string()), "{word} {mode}: {told}");
        }
    }
    assert_eq!(found(&server.database, &words).await, BTreeSet::new());
    // The rest is there, with what the other source says of it, and is made anew without the words.
    let named =
        rows(&server.database, "select 1 as one from graph_entities where 'hrc' = any(aliases)".to_owned())
            .await;
    assert_eq!(named.len(), 1);
    server.state.ingest.make_themes(std::time::Duration::ZERO).await.unwrap();
    let (_, themes) = server.get("/api/graph/themes").await;
    assert!(!says(&themes.to_string()) && themes.to_string().contains("Harbour Rowing Club"), "{themes}");
    assert_eq!(found(&server.database, &words).await, BTreeSet::new());
}

/// Logs and the conversations of others' clients go after the days of the settings; what was said stays readable.
#[tokio::test]
async fn what_was_kept_long_enough_is_forgotten() {
    let database = std::sync::Arc::new(TestDatabase::new().await);
    let server = Server::on(std::sync::Arc::clone(&database), "plain", |config| {
        (config.keep.log_days, config.keep.completion_days) = (Some(30), Some(7));
    })
    .await;
    let asking = json!({ "messages": [{ "role": "user", "content": "Hello, what is 15?" }], "store": true });
    for chat in ["old", "new"] {
        server.ask(chat, "How many days of leave are there?").await;
        assert_eq!(server.post("/v1/chat/completions", &asking).await.0, 200);
    }
    let count = async |table: &str| {
        rows(&database, format!("select count(*) from {table}")).await[0].get::<i64, _>(0)
    };
    assert_eq!(server.state.asker.forget().await.unwrap(), 0, "all is new");
    let age = |table: &str, which: &str, days: u32| {
        format!("update {table} set updated_at = updated_at - interval '{days} days' where {which}")
    };
    let old = "conversation_id = (select id from conversations where client_id = 'old')";
    rows(&database, age("messages", old, 31)).await;
    let first = "id = (select id from conversations where client_id like 'api-%' order by id limit 1)";
    rows(&database, age("conversations", first, 8)).await;
    let (_, before) = server.get("/api/chats/old").await;
    assert!(server.state.asker.forget().await.unwrap() > 1);
    assert_eq!((count("conversations").await, count("messages").await), (3, 6));
    let (_, after) = server.get("/api/chats/old").await;
    let text = |chat: &Value| {
        chat["messages"][1]["parts"].as_array().unwrap().iter().find(|p| p["type"] == "text").cloned()
    };
    assert_eq!(text(&before), text(&after), "{after}");
    assert_eq!(before["messages"][1]["metadata"], after["messages"][1]["metadata"]);
    let parts = |chat: &Value| chat["messages"][1]["parts"].as_array().unwrap().len();
    assert!(parts(&before) > 1 && parts(&after) == 1, "its log is gone: {after}");
    let (_, new) = server.get("/api/chats/new").await;
    assert!(parts(&new) > 1, "{new}");
}
