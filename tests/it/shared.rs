//! Rows that several processes change at once, and a database that goes away under them.

use std::sync::Arc;
use std::time::Duration;

use futures::future::join_all;
use serde_json::json;
use sqlx::{ConnectOptions as _, PgConnection};
use stet_sources::chunk::Chunk;
use stet_store::{DocumentStatus, Inserted, NewAnswer, NewChunk, NewDocument, NewRows, Store, StoreError};
use stet_text::Language;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::drafts::{new_draft, send, state};
use crate::http::{QUESTION, check_stream, until_said};
use crate::nodes::end_of;
use crate::support::database::{Claimed, TestDatabase, begin_again, begin_answer, messages};
use crate::support::model::{Script, Step};
use crate::support::server::{Server, Told};

const LEASE: Duration = Duration::from_secs(30);

async fn connect(database: &TestDatabase) -> PgConnection {
    database.options().connect().await.unwrap()
}

async fn number(connection: &mut PgConnection, sql: &'static str) -> i64 {
    sqlx::query_scalar(sql).fetch_one(connection).await.unwrap()
}

/// Statements of this database that wait for a lock.
const WAITING: &str =
    "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

/// Waits until so many statements wait for a lock.
async fn until_waiting(connection: &mut PgConnection, wanted: i64) {
    until!(number(connection, WAITING).await >= wanted);
}

async fn run(connection: &mut PgConnection, sql: &'static str) {
    sqlx::query(sql).execute(connection).await.unwrap();
}

/// Ends the connections that wait for a lock, as a server does that is started anew.
async fn end_waiting(connection: &mut PgConnection) {
    run(
        connection,
        "select pg_terminate_backend(pid) from pg_stat_activity \
         where datname = current_database() and wait_event_type = 'Lock'",
    )
    .await;
}

/// A document that is stored with one passage and claimed by a worker, but not ready: its id, its job, the worker and
/// its passage.
async fn claimed(store: &Store, words: &str) -> (Uuid, Uuid, Uuid, Uuid) {
    let now = OffsetDateTime::now_utc();
    let id = Uuid::now_v7();
    let mut content_hash = [0; 32];
    content_hash[..16].copy_from_slice(id.as_bytes());
    let new = NewDocument {
        id,
        job_id: Uuid::now_v7(),
        file_name: &id.to_string(),
        path: None,
        media_type: "text/plain",
        content_hash,
        bytes: words.as_bytes(),
        at: now,
    };
    assert_eq!(store.insert_document(&new, true).await.unwrap(), Inserted::New { version: 1 });
    let worker = Uuid::now_v7();
    let job = store.claim_job(worker, LEASE).await.unwrap().unwrap();
    let chunk = Chunk { ordinal: 0, content: words.into(), ..Chunk::default() };
    let id = Uuid::now_v7();
    let rows = [NewChunk {
        id,
        chunk: &chunk,
        language: Language::En,
        embedding: &[0.6, 0.8],
        translation_embedding: None,
    }];
    store.insert_chunks(new.id, "test", &NewRows::of(rows), now).await.unwrap();
    (new.id, job.id, worker, id)
}

async fn finish(store: &Store, document: Uuid, job: Uuid, worker: Uuid) -> bool {
    store.finish_document(document, job, worker, "test", OffsetDateTime::now_utc()).await.unwrap()
}

/// Every other word of some, in an order of its own for each `seed`.
fn some_words(seed: usize) -> String {
    let words = (0..400).map(|n| (n * (2 * seed + 7) + seed) % 601).filter(|n| (n + seed).is_multiple_of(2));
    words.map(|n| format!("word{n}x")).collect::<Vec<_>>().join(" ")
}

#[tokio::test]
async fn documents_that_share_words_come_and_go_at_once() {
    let db = TestDatabase::new().await;
    let (own, other) = (&db.store, &Store::with_options(db.options(), 6).await.unwrap());
    for round in 0..3 {
        let mut all = Vec::new();
        for seed in 0..10 {
            all.push(claimed(own, &some_words(10 * round + seed)).await);
        }
        let both = || [own, other].into_iter().cycle();
        let ended = both().zip(&all).map(|(store, &(id, job, worker, _))| finish(store, id, job, worker));
        assert!(join_all(ended).await.iter().all(|ended| *ended));
        let verified = both().zip(&all).enumerate().map(|(seed, (store, &(.., chunk)))| async move {
            let words = some_words(900 + seed);
            store.set_feedback(chunk, Some(&words)).await.unwrap()
        });
        assert!(join_all(verified).await.iter().all(|set| *set));
        let texts: Vec<String> = (0..10).map(|seed| some_words(90 + seed)).collect();
        let changed = both().zip(&all).zip(&texts).map(|((store, &(id, .., chunk)), text)| async move {
            let (set, gone, again) = tokio::join!(
                store.set_feedback(chunk, Some(text)),
                store.delete_document(id),
                own.delete_document(id)
            );
            set.unwrap();
            assert!(gone.unwrap() != again.unwrap(), "it is deleted once");
        });
        join_all(changed).await;
    }
    let mut connection = connect(&db).await;
    assert_eq!(number(&mut connection, "select count(*) from rag_terms where chunks <> 0").await, 0);
    assert!(number(&mut connection, "select count(*) from rag_terms").await > 500);
}

#[tokio::test]
async fn a_document_that_is_deleted_as_it_becomes_ready_leaves_no_count() {
    let db = TestDatabase::new().await;
    let (stays, job, worker, _) = claimed(&db.store, "common").await;
    assert!(finish(&db.store, stays, job, worker).await);
    let (goes, job, worker, _) = claimed(&db.store, "common").await;
    let (mut holding, mut watching) = (connect(&db).await, connect(&db).await);
    run(&mut holding, "begin").await;
    run(&mut holding, "select from rag_terms for update").await;
    let store = db.store.clone();
    let ending = tokio::spawn(async move { finish(&store, goes, job, worker).await });
    until_waiting(&mut watching, 1).await;
    let store = db.store.clone();
    let deleting = tokio::spawn(async move { store.delete_document(goes).await.unwrap() });
    until_waiting(&mut watching, 2).await;
    run(&mut holding, "commit").await;
    assert!(ending.await.unwrap() && deleting.await.unwrap());
    assert_eq!(number(&mut watching, "select sum(chunks) from rag_terms").await, 1);
    assert_eq!(number(&mut watching, "select count(*) from jobs").await, 1);
}

#[tokio::test]
async fn what_two_nodes_set_of_a_draft_at_once_is_all_kept() {
    let mut first = Server::scripted("plain").await;
    let sources = [first.ingest("one.txt", "One.").await, first.ingest("two.txt", "Two.").await];
    let second = first.beside("plain").await;
    let id = new_draft(&first, "Text.").await;
    let path = format!("/api/drafts/{id}");
    for round in 0..20 {
        let (title, source) = (format!("title {round}"), sources[round % 2].clone());
        let (titled, sourced) = (
            json!({ "baseRevision": 1, "title": title }),
            json!({ "baseRevision": 1, "sourceIds": [source] }),
        );
        let (one, other) =
            tokio::join!(send(&first, "PUT", &path, &titled), send(&second, "PUT", &path, &sourced));
        assert_eq!((one.0, other.0), (200, 200));
        let now = state(&first, &id).await;
        assert_eq!((&now["title"], &now["sourceIds"]), (&json!(title), &json!([source])), "{round}");
    }
}

#[tokio::test]
async fn a_draft_is_read_while_somebody_changes_it() {
    let server = Server::extracts().await;
    let id: Uuid = new_draft(&server, "Text.").await.parse().unwrap();
    let changing = server.state.store().open_draft(id).await.unwrap().unwrap();
    let reading = join_all((0..8).map(|_| stet_drafts::load(server.state.store(), id)));
    let read = tokio::time::timeout(Duration::from_secs(60), reading).await;
    assert_eq!(read.expect("nobody waits for the change").len(), 8);
    drop(changing);
}

#[tokio::test]
async fn who_waits_for_a_frozen_process_is_told_and_does_not_wait_for_ever() {
    let server = Server::extracts().await;
    let id = new_draft(&server, "Text.").await;
    let frozen = server.state.store().open_draft(id.parse().unwrap()).await.unwrap().unwrap();
    let path = format!("/api/drafts/{id}");
    let (status, problem) =
        send(&server, "PUT", &path, &json!({ "baseRevision": 1, "text": "Other." })).await;
    assert_eq!((status, problem["type"].as_str()), (503, Some("urn:stet:store")), "{problem}");
    assert!(problem["detail"].as_str().unwrap().contains("Somebody else"), "{problem}");
    drop(frozen);
    let (status, _) = send(&server, "PUT", &path, &json!({ "baseRevision": 1, "text": "Other." })).await;
    assert_eq!(status, 200);
}

/// An answer whose last words wait to be released.
fn held() -> (Script, Arc<tokio::sync::Notify>) {
    let gate = Arc::new(tokio::sync::Notify::new());
    let script = vec![
        Step::Text("The library opens at nine in the morning [1]. And so on".into()),
        Step::Wait(Arc::clone(&gate)),
        Step::Text(" it goes.".into()),
        Step::Finish("stop"),
        Step::Done,
    ];
    (Script::Stream(script), gate)
}

#[tokio::test]
async fn an_answer_outlives_the_connection_that_was_to_store_it() {
    let server = Server::scripted("plain").await;
    let (script, gate) = held();
    server.model.as_ref().unwrap().push(script);
    let running = server.ask_raw("c", QUESTION).await;
    let reading = tokio::spawn(Told::read(running));
    until_said(&server, "c", "And so on").await;
    let (mut holding, mut watching) = (connect(&server.database).await, connect(&server.database).await);
    run(&mut holding, "begin").await;
    run(&mut holding, "select from messages where status = 'streaming' for no key update").await;
    gate.notify_one();
    until_waiting(&mut watching, 1).await;
    end_waiting(&mut watching).await;
    run(&mut holding, "commit").await;
    let told = reading.await.unwrap();
    assert_eq!(told.parts.last().unwrap()["type"], "finish", "{}", told.raw);
    check_stream(&server, "c", &told).await;
}

#[tokio::test]
async fn a_document_outlives_the_connection_that_was_to_store_it() {
    let server = Server::extracts().await;
    let (mut holding, mut watching) = (connect(&server.database).await, connect(&server.database).await);
    run(&mut holding, "begin").await;
    run(&mut holding, "lock table rag_chunks in share mode").await;
    let queued = server.state.ingest.enqueue("a.txt", b"The library opens at nine.").await.unwrap();
    until_waiting(&mut watching, 1).await;
    end_waiting(&mut watching).await;
    run(&mut holding, "commit").await;
    let document = server.state.ingest.wait(queued.document_id).await.unwrap().unwrap();
    assert_eq!((document.status, document.failure), (DocumentStatus::Ready, None));
    assert_eq!(number(&mut watching, "select attempts::bigint from jobs").await, 2);
}

#[tokio::test]
async fn a_database_of_a_newer_version_is_named_as_such() {
    let db = TestDatabase::new().await;
    let mut connection = connect(&db).await;
    run(
        &mut connection,
        "insert into _sqlx_migrations (version, description, success, checksum, execution_time) \
         values (9999, 'of tomorrow', true, '', 0)",
    )
    .await;
    let fault = db.store.migrate().await.unwrap_err();
    assert!(matches!(fault, StoreError::Newer(9999)), "{fault}");
    assert!(fault.message(Language::En).contains("newer Stet"), "{fault}");
    assert!(fault.message(Language::Ko).contains("새로운 판"), "{fault}");
}

#[tokio::test]
async fn who_is_not_ready_says_why() {
    let server = Server::extracts().await;
    assert_eq!(server.get("/readyz").await.0, 200);
    server.database.store.close().await;
    let (status, problem) = server.get("/readyz").await;
    assert_eq!((status, problem["type"].as_str()), (503, Some("urn:stet:not-ready")), "{problem}");
    assert_eq!(problem["detail"], "The database does not answer; check that it is running.");
    let (status, problem) = server.get("/api/chats").await;
    assert_eq!(status, 503);
    assert!(problem["detail"].as_str().unwrap().contains("reached"), "{problem}");
}

/// A row that goes looks for those that name it; without an index that reads their whole table, once a row.
#[tokio::test]
async fn whatever_names_a_row_that_can_go_is_found_by_an_index() {
    let db = TestDatabase::new().await;
    let bare: Vec<String> = sqlx::query_scalar(
        "select c.conrelid::regclass || '.' || a.attname from pg_constraint c \
         join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1] \
         where c.contype = 'f' and a.attname <> 'workspace_id' and c.conrelid::regclass::text not like 'graph%' \
         and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = a.attnum) \
         order by 1",
    )
    .fetch_all(&mut connect(&db).await)
    .await
    .unwrap();
    assert_eq!(bare, Vec::<String>::new());
}

/// The clocks of two nodes are never quite the same: what is asked later stands later all the same.
#[tokio::test]
async fn a_conversation_keeps_its_order_on_nodes_with_other_clocks() {
    let db = TestDatabase::new().await;
    let now = OffsetDateTime::now_utc();
    let mut answers = Vec::new();
    for (question, behind) in [("first", 0), ("second", 30), ("third", 60)] {
        let (answer, at) = (Uuid::now_v7(), now - time::Duration::seconds(behind));
        let writer = Uuid::now_v7();
        let new = NewAnswer {
            chat: "c",
            title: "",
            question_id: None,
            question,
            answer,
            writer,
            again: false,
            after: &[],
            project: None,
            at,
        };
        assert_eq!(begin_answer(&db.store, &new).await.unwrap(), Claimed::Open);
        assert!(db.store.finish_message(&end_of(&new, question), &[]).await.unwrap());
        answers.push(answer);
    }
    let again = Uuid::now_v7();
    let at = now - time::Duration::hours(1);
    let new = NewAnswer {
        chat: "c",
        title: "",
        question_id: None,
        question: "third",
        answer: again,
        writer: Uuid::now_v7(),
        again: true,
        after: &[],
        project: None,
        at,
    };
    assert_eq!(begin_again(&db.store, &new).await.unwrap(), Claimed::Open);
    let chat = db.store.conversation("c").await.unwrap().unwrap();
    let messages = messages(&db.store, chat.id).await;
    let texts: Vec<&str> = messages.iter().map(|message| message.text.as_str()).collect();
    assert_eq!(texts, ["first", "first", "second", "second", "third", "third", ""]);
    assert_eq!([messages[1].id, messages[3].id, messages[5].id], [answers[0], answers[1], answers[2]]);
    let shown = db.store.placed(chat.id, false).await.unwrap();
    assert_eq!((shown.len(), shown[5].message.id, &shown[5].siblings), (6, again, &vec![answers[2], again]));
}
