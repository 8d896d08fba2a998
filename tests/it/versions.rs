//! A file that comes again is a new version of its source: the old one leaves search, and stays for what cites it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use stet_embedding::Embedder as _;
use stet_embedding::hashing::HashingEmbedder;
use stet_store::{DIMENSIONS, DocumentStatus, Filter};
use uuid::Uuid;

use crate::cli::stet;
use crate::support::database::TestDatabase;
use crate::support::server::Server;

/// The passages that a search for these words finds.
async fn found(server: &Server, words: &str) -> Vec<String> {
    let hits = server.state.asker.search(words, &Filter::default(), 10).await.unwrap().hits;
    hits.into_iter().map(|hit| hit.chunk.content).collect()
}

async fn counted(server: &Server, term: &str) -> Option<i32> {
    let mut connection = sqlx::ConnectOptions::connect(&server.database.options()).await.unwrap();
    let sql = "select chunks from rag_terms where term = $1 and chunks > 0";
    sqlx::query_scalar(sql).bind(term).fetch_optional(&mut connection).await.unwrap()
}

/// Puts a file where the page would, and waits for its end.
async fn upload(server: &Server, name: &str, bytes: &[u8]) -> (Value, DocumentStatus) {
    let part = reqwest::multipart::Part::bytes(bytes.to_vec()).file_name(name.to_owned());
    let form = reqwest::multipart::Form::new().part("file", part);
    let response = server.client.post(server.url("/api/sources")).multipart(form).send().await.unwrap();
    let mut body: Value = response.json().await.unwrap();
    let source = body["sources"][0].take();
    let id: Uuid = source["id"].as_str().unwrap().parse().unwrap();
    let done = server.state.ingest.wait(id).await.unwrap().unwrap();
    (source, done.status)
}

#[tokio::test]
async fn the_same_name_again_takes_the_place_of_the_version_before() {
    let mut server = Server::extracts().await;
    let first = server.ingest("pool.md", "# 수영장\n\nThe pool opens at eight.").await;
    let asked = server.ask("before", "When does the pool open?").await;
    assert!(asked.text().contains("eight"), "{}", asked.text());
    let (source, status) = upload(&server, "pool.md", "# 수영장\n\nThe pool opens at nine.".as_bytes()).await;
    assert_eq!(
        (status, &source["version"], &source["duplicate"]),
        (DocumentStatus::Ready, &json!(2), &json!(false))
    );
    assert_eq!(source["sourceId"], first.as_str());

    // Neither by words nor by meaning, and nothing of it is counted.
    assert_eq!(found(&server, "when does the pool open").await, ["The pool opens at nine."]);
    let embedder = HashingEmbedder::new(DIMENSIONS);
    let vector =
        embedder.embed(&["The pool opens at eight.".to_owned()], stet_embedding::EmbedRole::Query).await;
    let vector = vector.unwrap().remove(0);
    let filter = Filter::default();
    let query = stet_store::Query {
        // A word that no passage has.
        text: "xyzzy",
        embedding: Some((embedder.space(), &vector)),
        filter: &filter,
        top_k: 10,
        policy: server.state.asker.fusion_policy(),
        now: time::OffsetDateTime::now_utc(),
    };
    let near = server.state.store().search(&query).await.unwrap();
    assert_eq!(
        near.iter().map(|hit| hit.chunk.content.as_str()).collect::<Vec<_>>(),
        ["The pool opens at nine."]
    );
    assert_eq!((counted(&server, "eight").await, counted(&server, "pool").await), (None, Some(1)));
    let told = server.ask("after", "When does the pool open?").await;
    assert!(told.text().contains("nine") && !told.text().contains("eight"), "{}", told.text());

    // The list has the source once, its versions are told, and the old answer still leads to what it quoted.
    let (_, list) = server.get("/api/sources").await;
    let listed: Vec<_> =
        list["sources"].as_array().unwrap().iter().map(|source| &source["version"]).collect();
    assert_eq!(listed, [&json!(2)]);
    let (_, versions) = server.get(&format!("/api/sources/{first}/versions")).await;
    let told: Vec<_> = versions["versions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|version| {
            (
                version["version"].as_i64().unwrap(),
                version["superseded"].as_bool().unwrap(),
                version["status"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(told, [(2, false, "ready"), (1, true, "ready")]);
    let chunk = asked.of("source-document")[0]["providerMetadata"]["stet"]["chunkId"].clone();
    let (status, passage) = server.get(&format!("/api/chunks/{}", chunk.as_str().unwrap())).await;
    assert_eq!((status, &passage["content"]), (200, &json!("The pool opens at eight.")));
    assert_eq!(server.get(&format!("/api/sources/{first}/pages/1")).await.0, 200);

    // Questions that were limited to the old version mean the source.
    let search = json!({ "query": "pool", "filter": { "sourceIds": [first] } });
    let (_, hits) = server.post("/api/search", &search).await;
    assert_eq!(hits["hits"][0]["content"], "The pool opens at nine.");
    // Of a source that is gone nothing is found, not everything.
    let search = json!({ "query": "pool", "filter": { "sourceIds": [Uuid::now_v7()] } });
    assert_eq!(server.post("/api/search", &search).await.1["hits"], json!([]));
}

#[tokio::test]
async fn the_same_bytes_are_no_version_and_the_bytes_of_an_older_one_are() {
    let server = Server::extracts().await;
    for (bytes, version, duplicate) in [
        ("The pool opens at eight.", 1, false),
        ("The pool opens at eight.", 1, true),
        ("The pool opens at nine.", 2, false),
        ("The pool opens at eight.", 3, false),
    ] {
        let (source, status) = upload(&server, "pool.md", bytes.as_bytes()).await;
        assert_eq!(
            (&source["version"], &source["duplicate"]),
            (&json!(version), &json!(duplicate)),
            "{bytes}"
        );
        assert_eq!(status, DocumentStatus::Ready);
        assert_eq!(found(&server, "when does the pool open").await, [bytes]);
    }
    let (list, id) = (server.get("/api/sources").await.1, |list: &Value| {
        list["sources"][0]["id"].as_str().unwrap().to_owned()
    });
    let gone = server.client.delete(server.url(&format!("/api/sources/{}", id(&list)))).send().await.unwrap();
    assert_eq!(gone.status(), 204);
    let mut connection = sqlx::ConnectOptions::connect(&server.database.options()).await.unwrap();
    let left = "select (select count(*) from rag_documents) + (select count(*) from document_files) \
        + (select count(*) from rag_terms where chunks > 0)";
    let left: i64 = sqlx::query_scalar(left).fetch_one(&mut connection).await.unwrap();
    assert_eq!(left, 0, "all versions go with their source");
}

#[tokio::test]
async fn a_new_version_that_fails_leaves_the_old_one_in_search() {
    let server = Server::extracts().await;
    upload(&server, "pool.md", b"The pool opens at eight.").await;
    let (_, status) = upload(&server, "pool.md", &[0, 1, 2, 3]).await;
    assert_eq!(status, DocumentStatus::Failed);
    assert_eq!(found(&server, "when does the pool open").await, ["The pool opens at eight."]);
    let (_, list) = server.get("/api/sources").await;
    let told: Vec<_> = list["sources"]
        .as_array()
        .unwrap()
        .iter()
        .map(|source| {
            (
                source["version"].as_i64().unwrap(),
                source["status"].as_str().unwrap(),
                source["searchedVersion"].as_i64(),
            )
        })
        .collect();
    assert_eq!(told, [(2, "failed", Some(1)), (1, "ready", Some(1))]);
    // As it was: the attempt in between is forgotten.
    let (source, _) = upload(&server, "pool.md", b"The pool opens at eight.").await;
    assert_eq!((&source["version"], &source["versions"]), (&json!(1), &json!(1)));
    // What failed can be dismissed without the source.
    let (broken, _) = upload(&server, "pool.md", &[0, 1, 2, 3]).await;
    let address = server.url(&format!("/api/sources/{}", broken["id"].as_str().unwrap()));
    assert_eq!(server.client.delete(address).send().await.unwrap().status(), 204);
    assert_eq!(found(&server, "when does the pool open").await.len(), 1);
}

#[tokio::test]
async fn versions_that_come_at_once_are_all_kept_and_the_last_is_searched() {
    let server = Server::extracts().await;
    let texts: Vec<String> = (1..=8).map(|hour| format!("The pool opens at {hour} o'clock.")).collect();
    let uploads = texts.iter().map(|text| upload(&server, "pool.md", text.as_bytes()));
    let sources = futures::future::join_all(uploads).await;
    let mut versions: Vec<(i64, usize)> = sources
        .iter()
        .enumerate()
        .map(|(at, (source, _))| (source["version"].as_i64().unwrap(), at))
        .collect();
    versions.sort_unstable();
    assert_eq!(versions.iter().map(|(version, _)| *version).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7, 8]);
    let last = &texts[versions.last().unwrap().1];
    assert_eq!(&found(&server, "when does the pool open").await, std::slice::from_ref(last));
    assert_eq!(counted(&server, "pool").await, Some(1));
    let source = sources[0].0["sourceId"].as_str().unwrap().parse().unwrap();
    let statuses: Vec<_> = server
        .state
        .store()
        .versions(source)
        .await
        .unwrap()
        .into_iter()
        .map(|version| version.status)
        .collect();
    assert_eq!(statuses[0], DocumentStatus::Ready);
    assert_eq!(statuses[1..], [DocumentStatus::Superseded; 7]);
}

#[tokio::test]
async fn a_regulation_is_that_of_the_newest_version_and_keeps_its_corrections() {
    let mut server = Server::extracts().await;
    let rules = |days: &str| {
        format!(
            "휴가 규정\n\n제1조(목적) 이 규정은 휴가를 정한다.\n\n제2조(휴가) 휴가는 {days}일이다.\n\n{}\n",
            "제3조(병가) 병가는 연 60일까지 쓸 수 있다."
        )
    };
    server.ingest("rules.txt", &rules("15")).await;
    let search = json!({ "query": "병가는 연 60일", "topK": 1 });
    let (_, hits) = server.post("/api/search", &search).await;
    let address = server.url(&format!("/api/chunks/{}/feedback", hits["hits"][0]["id"].as_str().unwrap()));
    let correction = json!({ "text": "제3조(병가) 병가는 연 90일까지 쓸 수 있다." });
    assert_eq!(server.client.put(address).json(&correction).send().await.unwrap().status(), 200);
    let whole = hits["hits"][0]["content"].as_str().unwrap().contains("제2조");
    server.ingest("rules.txt", &rules("20")).await;
    let (_, second) = server.get("/api/regulations/휴가 규정/articles/2").await;
    assert_eq!(second["articles"].as_array().unwrap().len(), 1, "{second}");
    assert!(second["articles"][0]["content"].as_str().unwrap().contains("20일"), "{second}");
    if !whole {
        let (_, third) = server.get("/api/regulations/휴가 규정/articles/3").await;
        assert!(third["articles"][0]["content"].as_str().unwrap().contains("90일"), "{third}");
    }
}

/// The verb's output and exit code.
fn run(database: &TestDatabase, arguments: &[&str]) -> (Option<i32>, String) {
    let output = stet().args(arguments).env("DATABASE_URL", database.url()).output().unwrap();
    let told = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap()).concat();
    (output.status.code(), told)
}

#[tokio::test]
async fn a_folder_is_kept_in_step_and_its_sources_are_listed_shown_and_removed() {
    let database = TestDatabase::new().await;
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("docs");
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    let path = folder.display().to_string();
    let sync = |more: &[&str]| run(&database, &[&["sync", &path], more].concat());
    write("pool.md", "The pool opens at eight.");
    // Two files of one name in two folders are two sources, whatever is in them.
    write("a/readme.md", "The hall is open on Mondays.");
    write("b/readme.md", "The hall is open on Mondays.");
    let (code, told) = sync(&["--dry-run"]);
    assert!(code == Some(0) && told.contains("+ a/readme.md") && told.contains("3 added"), "{told}");
    assert_eq!(database.store.documents().await.unwrap().len(), 0);
    assert!(sync(&[]).1.contains("3 added, 0 replaced, 0 removed, 0 unchanged, 0 failed"));
    assert!(sync(&[]).1.contains("0 added, 0 replaced, 0 removed, 3 unchanged, 0 failed"));

    write("pool.md", "The pool opens at nine.");
    std::fs::remove_file(folder.join("b/readme.md")).unwrap();
    write("bad.txt", "\u{0}\u{1}\u{2}\u{3}");
    let (code, told) = sync(&["--dry-run"]);
    assert!(told.contains("~ pool.md") && told.contains("− b/readme.md") && code == Some(0), "{told}");
    let (code, told) = sync(&[]);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("0 added, 1 replaced, 1 removed, 1 unchanged, 1 failed"), "{told}");
    assert!(told.contains("pool.md: 1 passage, version 2"), "{told}");

    let (_, list) = run(&database, &["sources", "list"]);
    assert!(list.contains("pool.md  version 2  20") && list.contains("1 passage"), "{list}");
    let (_, list) = run(&database, &["sources", "list", "--json"]);
    let list: Value = serde_json::from_str(&list).unwrap();
    assert_eq!(list["sources"].as_array().unwrap().len(), 3);
    let (_, shown) = run(&database, &["sources", "show", "pool.md"]);
    assert!(shown.contains("version 1") && shown.contains("superseded, out of search"), "{shown}");
    let (_, shown) = run(&database, &["sources", "show", "pool.md", "--json"]);
    let shown: Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(shown["versions"][1]["superseded"], true);
    let bad = folder.join("bad.txt").display().to_string();
    assert_eq!(run(&database, &["sources", "rm", "pool.md", &bad]).0, Some(0));
    assert_eq!(database.store.documents().await.unwrap().len(), 1);
    assert_eq!(run(&database, &["sources", "rm", "nothing.md"]).0, Some(2));

    // A folder that is away is no reason to remove anything.
    std::fs::rename(&folder, root.path().join("away")).unwrap();
    assert_eq!(sync(&[]).0, Some(2));
    std::fs::create_dir(&folder).unwrap();
    assert_eq!(sync(&[]).0, Some(2));
    assert_eq!(database.store.documents().await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_file_that_is_renamed_stays_its_source_and_the_last_one_goes() {
    let database = TestDatabase::new().await;
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let path = folder.path().display().to_string();
    let sync = |more: &[&str]| run(&database, &[&["sync", &path], more].concat());
    std::fs::write(at("pool.md"), "The pool opens at eight.").unwrap();
    // What programs keep beside an open file.
    for lock in ["~$pool.docx", ".~lock.pool.md#", "notes.bin"] {
        std::fs::write(at(lock), "lock").unwrap();
    }
    assert!(sync(&[]).1.contains("1 added"));
    let source = database.store.documents().await.unwrap()[0].source_id;
    std::fs::create_dir(at("수영장")).unwrap();
    for (from, to) in
        [("pool.md", "Pool.md"), ("Pool.md", "수영장/이용 시간.md"), ("수영장/이용 시간.md", "last.md")]
    {
        std::fs::rename(at(from), at(to)).unwrap();
        for more in [&["--dry-run"][..], &[]] {
            let (code, told) = sync(more);
            assert!(code == Some(0) && told.contains(&format!("→ {from} → {to}")), "{told}");
            assert!(told.contains("0 added, 0 replaced, 0 removed, 1 unchanged"), "{told}");
        }
        let documents = database.store.documents().await.unwrap();
        let [document] = &documents[..] else { panic!("{documents:?}") };
        assert_eq!(document.source_id, source);
        // A title that was only the name goes along.
        assert!(to.ends_with(&document.file_name), "{document:?}");
        assert_eq!(document.file_name, format!("{}.md", document.title));
        assert!(sync(&[]).1.contains("0 removed, 1 unchanged"));
    }
    // With others beside it the folder is there, and the last document was taken away.
    std::fs::remove_file(at("last.md")).unwrap();
    let (code, told) = sync(&["--dry-run"]);
    assert!(code == Some(0) && told.contains("− last.md"), "{told}");
    assert!(sync(&[]).1.contains("1 removed"));
    assert_eq!(database.store.documents().await.unwrap().len(), 0);
    assert_eq!(sync(&[]).0, Some(2), "a folder without documents is more likely the wrong one");
}

#[tokio::test]
async fn a_folder_that_is_followed_is_taken_over_as_it_changes() {
    let database = Arc::new(TestDatabase::new().await);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pool.md");
    std::fs::write(&file, "The pool opens at eight.").unwrap();
    let mut child = stet()
        .args(["sync", "--watch"])
        .arg(folder.path())
        .env("DATABASE_URL", database.url())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let reaches = async |version: i32| {
        let begun = Instant::now();
        loop {
            let documents = database.store.documents().await.unwrap();
            if documents.iter().any(|d| d.version == version && d.status == DocumentStatus::Ready) {
                return true;
            }
            if begun.elapsed() > Duration::from_secs(90) {
                return false;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    let first = reaches(1).await;
    std::fs::write(&file, "The pool opens at nine, and closes at six.").unwrap();
    let second = reaches(2).await;
    // The folder stays, so the last document was taken away.
    std::fs::remove_file(&file).unwrap();
    let begun = Instant::now();
    let mut is_gone = false;
    while !is_gone && begun.elapsed() < Duration::from_secs(90) {
        tokio::time::sleep(Duration::from_millis(100)).await;
        is_gone = database.store.documents().await.unwrap().is_empty();
    }
    let asked = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let ended = child.wait().unwrap();
    assert!(first && second && is_gone && asked.success());
    assert_eq!(ended.code(), Some(0));
}

/// A database from before versions were counted may search two documents of one name.
#[tokio::test]
async fn two_documents_of_one_name_become_versions_of_one_source() {
    let mut server = Server::extracts().await;
    server.ingest("pool.md", "The pool opens at eight.").await;
    server.ingest("pool-2.md", "The pool opens at nine.").await;
    server.ingest("gym.md", "Dogs stay outside the gym.").await;
    let mut connection = sqlx::ConnectOptions::connect(&server.database.options()).await.unwrap();
    for statement in [
        "alter table rag_documents drop column called",
        "update rag_documents set file_name = 'pool.md' where file_name = 'pool-2.md'",
        "delete from _sqlx_migrations where version = 19",
    ] {
        sqlx::query(statement).execute(&mut connection).await.unwrap();
    }
    server.state.store().migrate().await.unwrap();
    let (_, list) = server.get("/api/sources").await;
    let mut told: Vec<_> = list["sources"]
        .as_array()
        .unwrap()
        .iter()
        .map(|source| (source["fileName"].as_str().unwrap(), source["version"].as_i64().unwrap()))
        .collect();
    told.sort_unstable();
    assert_eq!(told, [("gym.md", 1), ("pool.md", 2)]);
    let question = "when does the pool open";
    let of_the_pool = |mut found: Vec<String>| {
        found.retain(|text| text.contains("pool"));
        found
    };
    assert_eq!(of_the_pool(found(&server, question).await), ["The pool opens at nine."]);
    assert_eq!((counted(&server, "eight").await, counted(&server, "pool").await), (None, Some(1)));
    // The next one is the third.
    let (source, _) = upload(&server, "pool.md", b"The pool opens at ten.").await;
    assert_eq!(source["version"], 3);
    assert_eq!(of_the_pool(found(&server, question).await), ["The pool opens at ten."]);
}
