//! The store on a real PostgreSQL: what is written comes back, what must happen once happens once.

use std::collections::HashSet;
use std::time::Duration;

use serde_json::json;
use sqlx::{ConnectOptions as _, Connection as _};
use stet_sources::chunk::{ArticleAnchor, Chunk};
use stet_store::NewAnswer;
use stet_store::conversations::{MessageStatus, NewMessage, OpenAnswer, Role};
use stet_store::criteria::CriteriaPack;
use stet_store::documents::{DocumentStatus, Failure, NewDocument};
use stet_store::drafts::{Change, NewDecision, PatchRow};
use stet_store::regulations::Article;
use stet_store::{
    Closing, DEFAULT_WORKSPACE, Inserted, LogRow, MessageEnd, NewChunk, NewRows, Silence, Store,
};
use stet_store::{Decision, DecisionPage, PatchStatus, RevisionPage};
use stet_text::Language;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::nodes::end_of;
use crate::support::database::{Claimed, TestDatabase, begin_again, begin_answer, messages};

/// A time that survives the database's microseconds.
fn at(second: i64) -> OffsetDateTime {
    OffsetDateTime::from_unix_timestamp(1_700_000_000 + second).unwrap()
}

const LEASE: Duration = Duration::from_secs(30);

async fn add(store: &Store, bytes: &[u8]) -> (Uuid, Inserted) {
    let mut content_hash = [0; 32];
    for (index, byte) in bytes.iter().enumerate() {
        content_hash[index % 32] ^= byte.rotate_left(u32::try_from(index % 8).unwrap());
    }
    let new = NewDocument {
        id: Uuid::now_v7(),
        job_id: Uuid::now_v7(),
        file_name: "노트.txt",
        path: None,
        media_type: "text/plain",
        content_hash,
        bytes,
        at: at(0),
    };
    (new.id, store.insert_document(&new, true).await.unwrap())
}

fn failure() -> Failure {
    Failure { code: "encrypted".into(), ko: "암호".into(), en: "password".into(), transient: false }
}

#[tokio::test]
async fn the_same_bytes_again_are_no_new_version() {
    let db = TestDatabase::new().await;
    let (first, inserted) = add(&db.store, b"one").await;
    assert_eq!(inserted, Inserted::New { version: 1 });
    let (_, again) = add(&db.store, b"one").await;
    let status = DocumentStatus::Queued;
    assert_eq!(again, Inserted::Same { document_id: first, status, failed: Vec::new() });
    let documents = db.store.documents().await.unwrap();
    assert_eq!(documents.len(), 1);
    assert_eq!((documents[0].file_name.as_str(), documents[0].size_bytes), ("노트.txt", 3));
    assert_eq!(db.store.document_bytes(first).await.unwrap().unwrap(), b"one");
    assert!(db.store.delete_document(first).await.unwrap());
    assert!(!db.store.delete_document(first).await.unwrap());
    assert_eq!(db.store.document_bytes(first).await.unwrap(), None);
    assert_eq!(add(&db.store, b"one").await.1, Inserted::New { version: 1 });
}

#[tokio::test]
async fn a_job_has_one_worker_at_a_time() {
    let db = TestDatabase::new().await;
    let (document, _) = add(&db.store, b"job").await;
    let (one, two) = (Uuid::now_v7(), Uuid::now_v7());
    let claimed = db.store.claim_job(one, LEASE).await.unwrap().unwrap();
    assert_eq!((claimed.document_id, claimed.attempts), (Some(document), 1));
    assert_eq!(db.store.claim_job(two, LEASE).await.unwrap(), None);
    let renew = |worker, lease, done| {
        db.store.renew_job(claimed.id, worker, lease, DocumentStatus::Embedding, (done, 9))
    };
    assert!(renew(one, LEASE, 4).await.unwrap());
    assert_eq!(db.store.claim_job(two, LEASE).await.unwrap(), None);
    let seen = db.store.document(document).await.unwrap().unwrap();
    assert_eq!((seen.status, seen.progress), (DocumentStatus::Embedding, (4, 9)));
    // The worker falls silent; another takes over, and the first may write nothing any more.
    assert!(renew(one, Duration::ZERO, 4).await.unwrap());
    let taken = db.store.claim_job(two, LEASE).await.unwrap().unwrap();
    assert_eq!((taken.id, taken.attempts), (claimed.id, 2));
    assert!(!renew(one, LEASE, 5).await.unwrap());
    assert!(!db.store.fail_job(claimed.id, one, &failure(), at(1)).await.unwrap());
    assert!(!db.store.finish_document(document, claimed.id, one, "s", at(1)).await.unwrap());
    assert!(db.store.fail_job(claimed.id, two, &failure(), at(1)).await.unwrap());
    let failed = db.store.document(document).await.unwrap().unwrap();
    assert_eq!((failed.status, failed.failure), (DocumentStatus::Failed, Some(failure())));
    assert!(db.store.retry_document(document, Uuid::now_v7(), at(2)).await.unwrap());
    assert!(!db.store.retry_document(document, Uuid::now_v7(), at(2)).await.unwrap());
    assert!(db.store.claim_job(two, LEASE).await.unwrap().is_some());
}

#[tokio::test]
async fn two_workers_never_claim_the_same_job() {
    let db = TestDatabase::new().await;
    for n in 0..12_u8 {
        add(&db.store, &[n; 5]).await;
    }
    let claims = (0..24).map(|_| {
        let store = db.store.clone();
        tokio::spawn(async move { store.claim_job(Uuid::now_v7(), LEASE).await.unwrap().map(|job| job.id) })
    });
    let mut ids = Vec::new();
    for claim in claims.collect::<Vec<_>>() {
        ids.extend(claim.await.unwrap());
    }
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 12);
}

fn chunk(ordinal: u32, content: &str) -> Chunk {
    Chunk {
        ordinal,
        content: content.into(),
        page: Some(3),
        page_end: Some(4),
        headings: vec!["제1장".into(), "it's a \\ heading".into()],
        article: Some(ArticleAnchor { regulation: "학칙".into(), number: 3, branch: Some(2), title: None }),
        ..Chunk::default()
    }
}

async fn ready(store: &Store, document: Uuid, chunks: &[Chunk]) -> Vec<Uuid> {
    let worker = Uuid::now_v7();
    let job = store.claim_job(worker, LEASE).await.unwrap().unwrap();
    let ids: Vec<Uuid> = chunks.iter().map(|_| Uuid::now_v7()).collect();
    let new = NewRows::of(chunks.iter().zip(&ids).map(|(chunk, &id)| NewChunk {
        id,
        chunk,
        language: Language::Ko,
        embedding: &[0.6, 0.8],
        translation_embedding: None,
    }));
    store.insert_chunks(document, "test", &new, at(0)).await.unwrap();
    store.insert_chunks(document, "test", &new, at(0)).await.unwrap();
    assert!(store.finish_document(document, job.id, worker, "test", at(1)).await.unwrap());
    ids
}

#[tokio::test]
async fn chunks_come_back_as_they_went_in() {
    let db = TestDatabase::new().await;
    let (document, _) = add(&db.store, b"chunks").await;
    // NUL is the one character that PostgreSQL has not; it goes, and nothing else does.
    let chunks = [chunk(0, "휴학은 \0두 학기\u{301}까지 👩‍🔬"), chunk(1, "l'été \\ 'quoted'"), chunk(2, "")];
    let ids = ready(&db.store, document, &chunks).await;
    let row = db.store.chunk(ids[0]).await.unwrap().unwrap();
    assert_eq!(row.content, "휴학은 두 학기\u{301}까지 👩‍🔬");
    assert_eq!(
        (row.page, row.page_end, row.headings.clone()),
        (Some(3), Some(4), chunks[0].headings.clone())
    );
    assert_eq!(row.article, chunks[0].article);
    let between = db.store.chunks_between(document, 0, 5).await.unwrap();
    assert_eq!(between.iter().map(|row| row.id).collect::<Vec<_>>(), ids);
    assert_eq!(db.store.document(document).await.unwrap().unwrap().chunk_count, 3);
    assert!(db.store.set_feedback(ids[1], Some("checked")).await.unwrap());
    assert_eq!(db.store.chunk(ids[1]).await.unwrap().unwrap().human_feedback.as_deref(), Some("checked"));
    assert!(!db.store.set_feedback(Uuid::now_v7(), None).await.unwrap());
    db.store.delete_document(document).await.unwrap();
    assert_eq!(db.store.chunk(ids[0]).await.unwrap(), None);
}

#[tokio::test]
async fn pages_and_articles_are_replaced_whole() {
    let db = TestDatabase::new().await;
    let (document, _) = add(&db.store, b"pages").await;
    let ids = ready(&db.store, document, &[chunk(0, "제3조의2")]).await;
    db.store.set_pages(document, &[(1, "old".into())]).await.unwrap();
    db.store.set_pages(document, &[(1, "하나".into()), (2, "둘".into())]).await.unwrap();
    assert_eq!(db.store.page(document, 2).await.unwrap(), Some(("둘".into(), None)));
    assert_eq!(db.store.page(document, 3).await.unwrap(), None);
    let article = |ordinal, supplementary| Article {
        id: Uuid::now_v7(),
        document_id: document,
        ordinal,
        regulation: "장학 규정".into(),
        number: 3,
        branch: 2,
        supplementary,
        title: Some("지급".into()),
        chapter_path: vec!["제1장 총칙".into(), "제1절".into()],
        content: "제3조의2(지급) …".into(),
        page: Some(1),
        chunk_id: Some(ids[0]),
    };
    let articles = [article(0, true), article(1, false)];
    db.store.set_articles(document, &articles).await.unwrap();
    db.store.set_articles(document, &articles).await.unwrap();
    let found = db.store.articles("「장학규정」", 3, 2).await.unwrap();
    assert_eq!(found, [articles[1].clone(), articles[0].clone()]);
    assert!(db.store.articles("장학규정", 3, 0).await.unwrap().is_empty());
    assert_eq!(db.store.all_articles(&[document]).await.unwrap().len(), 2);
    assert_eq!(db.store.all_articles(&[Uuid::now_v7()]).await.unwrap().len(), 0);
    assert_eq!(db.store.regulations().await.unwrap(), [("장학 규정".to_owned(), 1)]);
}

#[tokio::test]
async fn a_question_and_its_answer_begin_together_or_not_at_all() {
    let db = TestDatabase::new().await;
    let (first, second) = (Uuid::now_v7(), Uuid::now_v7());
    let new = NewAnswer {
        chat: "chat-1",
        title: "제목\u{0}",
        question_id: Some("q1"),
        question: "언제 여나요?\u{0}",
        answer: first,
        writer: Uuid::now_v7(),
        again: false,
        after: &[],
        project: None,
        at: at(0),
    };
    assert_eq!(begin_answer(&db.store, &new).await.unwrap(), Claimed::Open);
    let later = NewAnswer { title: "other", question_id: None, answer: second, at: at(5), ..new };
    // One answer at a time: the second leaves nothing, not even a date.
    assert_eq!(begin_answer(&db.store, &later).await.unwrap(), Claimed::Busy);
    assert_eq!(begin_again(&db.store, &later).await.unwrap(), Claimed::Busy);
    let open = OpenAnswer { message: first, writer: Some(new.writer) };
    assert_eq!(db.store.open_answer("chat-1").await.unwrap(), Some(open));
    assert_eq!(db.store.conversation("chat-1").await.unwrap().unwrap().updated_at, at(0));
    assert!(db.store.finish_message(&end_of(&new, ""), &[]).await.unwrap());
    // The same question, sent once more, opens no second answer.
    assert_eq!(begin_answer(&db.store, &NewAnswer { answer: second, ..new }).await.unwrap(), Claimed::Busy);
    assert_eq!(begin_answer(&db.store, &later).await.unwrap(), Claimed::Open);
    let chat = db.store.conversation("chat-1").await.unwrap().unwrap();
    assert_eq!((chat.title.as_str(), chat.created_at, chat.updated_at), ("제목", at(0), at(5)));
    let messages = messages(&db.store, chat.id).await;
    let told: Vec<_> = messages
        .iter()
        .map(|message| (message.role, message.status, message.text.as_str(), message.client_id.as_deref()))
        .collect();
    let question = (Role::User, MessageStatus::Complete, "언제 여나요?");
    let answer = |status| (Role::Assistant, status, "", None);
    let asked = |id| (question.0, question.1, question.2, id);
    let [first_answer, open] = [MessageStatus::Complete, MessageStatus::Streaming].map(answer);
    assert_eq!(told, [asked(Some("q1")), first_answer, asked(None), open]);
    assert_eq!([messages[1].id, messages[3].id], [first, second]);
    // The id of an answer is taken: no conversation and no question is left behind.
    let taken = NewAnswer { chat: "chat-2", ..new };
    assert!(begin_answer(&db.store, &taken).await.is_err());
    assert_eq!(db.store.conversation("chat-2").await.unwrap(), None);
}

/// Whoever was taken for dead and wakes neither ends nor logs what another has ended.
#[tokio::test]
async fn what_was_taken_from_a_writer_is_written_by_it_no_more() {
    let db = TestDatabase::new().await;
    let (answer, writer) = (Uuid::now_v7(), Uuid::now_v7());
    let new = NewAnswer {
        chat: "c",
        title: "",
        question_id: None,
        question: "?",
        answer,
        writer,
        again: false,
        after: &[],
        project: None,
        at: at(0),
    };
    assert_eq!(begin_answer(&db.store, &new).await.unwrap(), Claimed::Open);
    let row = |seq| LogRow { message: answer, seq, parts: json!([[seq, {"n": seq}]]).to_string() };
    db.store.append_events(writer, &[&row(0)]).await.unwrap();
    assert_eq!(db.store.pulse_answers(writer, &[answer]).await.unwrap(), [] as [Uuid; 0]);
    let ended = db
        .store
        .end_abandoned(answer, (Silence::Any, Uuid::now_v7()), at(1), |log| {
            assert_eq!(log.len(), 1);
            Closing { text: "반".into(), metadata: json!({}), row: Some(row(100)) }
        })
        .await;
    assert!(ended.unwrap());
    db.store.append_events(writer, &[&row(1)]).await.unwrap();
    assert!(!db.store.finish_message(&end_of(&new, "all of it"), &[row(2)]).await.unwrap());
    assert_eq!(db.store.pulse_answers(writer, &[answer]).await.unwrap(), [answer], "it is told to stop");
    let message = db.store.message(answer).await.unwrap().unwrap();
    assert_eq!((message.status, message.text.as_str()), (MessageStatus::Interrupted, "반"));
    let seqs: Vec<i64> =
        db.store.events_after(answer, -1).await.unwrap().iter().map(|event| event.seq).collect();
    assert_eq!(seqs, [0, 100]);
}

/// Signs of life of a thousand answers are given by two statements at the same time, each for many rows: neither waits for a row of
/// the other's while it holds its own.
#[tokio::test]
async fn a_sign_of_life_waits_for_no_other() {
    let db = TestDatabase::new().await;
    let writer = Uuid::now_v7();
    let answers = [Uuid::now_v7(), Uuid::now_v7()];
    for answer in answers {
        let chat = answer.to_string();
        let new = NewAnswer {
            chat: &chat,
            title: "",
            question_id: None,
            question: "?",
            answer,
            writer,
            again: false,
            after: &[],
            project: None,
            at: at(0),
        };
        assert_eq!(begin_answer(&db.store, &new).await.unwrap(), Claimed::Open);
    }
    let mut other = db.options().connect().await.unwrap();
    let old = "update messages set updated_at = now() - interval '1 hour' where status = 'streaming'";
    sqlx::query(old).execute(&mut other).await.unwrap();
    // Another statement dates the first of them, and has not ended.
    let mut held = other.begin().await.unwrap();
    sqlx::query("update messages set updated_at = now() where id = $1")
        .bind(answers[0])
        .execute(&mut *held)
        .await
        .unwrap();
    let rows = answers.map(|message| LogRow { message, seq: 0, parts: json!([[0, {}]]).to_string() });
    let both = async {
        assert!(db.store.pulse_answers(writer, &answers).await.unwrap().is_empty());
        db.store.append_events(writer, &[&rows[1], &rows[0]]).await.unwrap();
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), both).await.expect("it waits for a row");
    held.commit().await.unwrap();
    for answer in answers {
        assert_eq!(db.store.events_after(answer, -1).await.unwrap().len(), 1);
    }
    let silent = Silence::For(std::time::Duration::from_secs(600));
    assert!(db.store.abandoned_messages(silent, Uuid::now_v7()).await.unwrap().is_empty(), "both are dated");
}

/// Begins so many answers, each in a conversation of its own.
async fn begin_answers(db: &TestDatabase, writer: Uuid, count: usize) -> Vec<Uuid> {
    let answers: Vec<Uuid> = (0..count).map(|_| Uuid::now_v7()).collect();
    for &answer in &answers {
        let chat = answer.to_string();
        let (title, question, question_id) = ("", "?", None);
        let new = NewAnswer {
            chat: &chat,
            title,
            question_id,
            question,
            answer,
            writer,
            again: false,
            after: &[],
            project: None,
            at: at(0),
        };
        assert_eq!(begin_answer(&db.store, &new).await.unwrap(), Claimed::Open);
    }
    answers
}

fn log_row(message: Uuid, seq: i64) -> LogRow {
    LogRow { message, seq, parts: json!([[seq, {"n": seq}]]).to_string() }
}

/// A hundred open answers are logged by one statement, which writes none of their rows anew, and dated by one every few seconds.
#[tokio::test]
async fn the_log_of_a_hundred_answers_is_one_statement_that_writes_no_message_again() {
    let db = TestDatabase::new().await;
    let writer = Uuid::now_v7();
    let answers = begin_answers(&db, writer, 100).await;
    let mut watching = db.options().connect().await.unwrap();
    // A version of a row that was written again lies elsewhere in the table, and has its transaction.
    let mut versions = async || -> Vec<(String, String)> {
        let sql = "select ctid::text, xmin::text from messages where status = 'streaming' order by id";
        sqlx::query_as(sql).fetch_all(&mut watching).await.unwrap()
    };
    let mut other = db.options().connect().await.unwrap();
    // However long the test takes: none of them is silent.
    let young = "update messages set updated_at = now() + interval '1 hour' where status = 'streaming'";
    sqlx::query(young).execute(&mut other).await.unwrap();
    let begun = versions().await;
    for seq in 0..3 {
        let rows: Vec<LogRow> = answers.iter().rev().map(|&answer| log_row(answer, seq)).collect();
        let rows: Vec<&LogRow> = rows.iter().collect();
        assert_eq!(db.store.append_events(writer, &rows).await.unwrap(), [] as [Uuid; 0]);
        assert_eq!(db.store.pulse_answers(writer, &answers).await.unwrap(), [] as [Uuid; 0]);
    }
    assert_eq!(versions().await, begun);
    let logged: Vec<(i64, String, i64)> = sqlx::query_as(
        "select seq, xmin::text, count(*) from message_events group by seq, xmin::text order by seq",
    )
    .fetch_all(&mut other)
    .await
    .unwrap();
    let per_statement: Vec<(i64, i64)> = logged.iter().map(|(seq, _, rows)| (*seq, *rows)).collect();
    assert_eq!(per_statement, [(0, 100), (1, 100), (2, 100)], "{logged:?}");
    // Silent for some seconds: each gets its sign of life once, all of them in one transaction.
    let old = "update messages set updated_at = now() - interval '5 s' where status = 'streaming'";
    sqlx::query(old).execute(&mut other).await.unwrap();
    let silent = versions().await;
    assert_eq!(db.store.pulse_answers(writer, &answers).await.unwrap(), [] as [Uuid; 0]);
    let dated = versions().await;
    assert!(silent.iter().zip(&dated).all(|(before, after)| before.0 != after.0));
    assert!(dated.iter().all(|(_, transaction)| *transaction == dated[0].1));
    assert_eq!(db.store.pulse_answers(writer, &answers).await.unwrap(), [] as [Uuid; 0]);
    assert_eq!(versions().await, dated);
}

/// Who is about to take an answer, or to delete it, keeps no other from being logged: it waits for nobody's row, so nobody can wait
/// for it in a circle. What was passed over is told, and logged later if it is still the writer's.
#[tokio::test]
async fn the_log_waits_for_no_answer_that_is_being_taken_or_deleted() {
    let db = TestDatabase::new().await;
    let writer = Uuid::now_v7();
    let answers = begin_answers(&db, writer, 3).await;
    let [left, taken, gone] = answers[..] else { panic!() };
    let mut other = db.options().connect().await.unwrap();
    let mut held = other.begin().await.unwrap();
    let lock = "select id from messages where id = any($1) for update";
    sqlx::query(lock).bind(&answers[1..]).execute(&mut *held).await.unwrap();
    let rows: Vec<LogRow> = answers.iter().map(|&answer| log_row(answer, 0)).collect();
    let rows: Vec<&LogRow> = rows.iter().collect();
    let appended = tokio::time::timeout(Duration::from_secs(60), db.store.append_events(writer, &rows));
    let passed: HashSet<Uuid> = appended.await.expect("it waits for a row").unwrap().into_iter().collect();
    assert_eq!(passed, HashSet::from([taken, gone]));
    let logged = async |id| db.store.events_after(id, -1).await.unwrap().len();
    assert_eq!((logged(left).await, logged(taken).await, logged(gone).await), (1, 0, 0));
    // One is deleted, the other was left to its writer.
    sqlx::query("delete from messages where id = $1").bind(gone).execute(&mut *held).await.unwrap();
    held.commit().await.unwrap();
    assert_eq!(db.store.append_events(writer, &rows).await.unwrap(), [gone]);
    assert_eq!((logged(left).await, logged(taken).await, logged(gone).await), (1, 1, 0));
    let ended = db.store.end_abandoned(taken, (Silence::Any, Uuid::now_v7()), at(1), |log| {
        assert_eq!(log.len(), 1);
        Closing { text: String::new(), metadata: json!({}), row: Some(log_row(taken, 100)) }
    });
    assert!(ended.await.unwrap());
    let late = [log_row(left, 1), log_row(taken, 1)];
    assert_eq!(db.store.append_events(writer, &[&late[0], &late[1]]).await.unwrap(), [taken]);
    assert_eq!((logged(left).await, logged(taken).await), (2, 2));
}

#[tokio::test]
async fn a_message_ends_once() {
    let db = TestDatabase::new().await;
    let conversation = db.store.open_conversation(Uuid::now_v7(), "chat-1", "", at(0)).await.unwrap();
    let again = db.store.open_conversation(Uuid::now_v7(), "chat-1", "질문", at(5)).await.unwrap();
    assert_eq!((again.id, again.title.as_str()), (conversation.id, "질문"));
    let id = Uuid::now_v7();
    let new = NewMessage {
        id,
        conversation_id: conversation.id,
        client_id: None,
        role: Role::Assistant,
        status: MessageStatus::Streaming,
        text: "",
        metadata: &json!({}),
        at: at(1),
    };
    db.store.insert_message(&new).await.unwrap();
    let open = OpenAnswer { message: id, writer: None };
    assert_eq!(db.store.open_answer("chat-1").await.unwrap(), Some(open));
    let row = |message, places: [i64; 2]| {
        let part = |seq| json!([seq, {"n": seq, "t": "a\u{0}b\\u0000"}]);
        LogRow { message, seq: places[1], parts: json!(places.map(part)).to_string() }
    };
    let [mut first, second, third] = [[0, 1], [2, 4], [5, 6]].map(|places| row(id, places));
    db.store.append_events(None, &[&first, &second]).await.unwrap();
    // What is logged stays as it is, and a message that is gone does not keep the others from being logged.
    let gone = row(Uuid::now_v7(), [0, 1]);
    first.parts = "[]".into();
    db.store.append_events(None, &[&gone, &first, &third]).await.unwrap();
    let all = db.store.events_after(id, -1).await.unwrap();
    assert_eq!(all.iter().map(|event| event.seq).collect::<Vec<_>>(), [0, 1, 2, 4, 5, 6]);
    let seen = db.store.events_after(id, 0).await.unwrap();
    assert_eq!(seen, all[1..]);
    assert_eq!(seen[0].part, json!({"n": 1, "t": "ab\\u0000"}));
    // The log dates its message, which was stored with a date of long ago.
    let minute = Silence::For(Duration::from_secs(60));
    let abandoned = async |silence| db.store.abandoned_messages(silence, Uuid::now_v7()).await.unwrap();
    assert_eq!(abandoned(minute).await, []);
    assert_eq!(abandoned(Silence::Any).await, [(DEFAULT_WORKSPACE, id)]);
    let taken = async |silence| {
        db.store
            .end_abandoned(id, (silence, Uuid::now_v7()), at(6), |log| {
                let seq = log.last().unwrap().seq + 100;
                let row = Some(LogRow { message: id, seq, parts: json!([[seq, {"n": "end"}]]).to_string() });
                Closing { text: "반".into(), metadata: json!({}), row }
            })
            .await
            .unwrap()
    };
    assert!(!taken(minute).await, "somebody writes it");
    let end = async |writer, status, text| {
        let metadata = json!({"verified": true});
        let end = MessageEnd { id, writer, status, text, metadata: &metadata, at: at(6) };
        db.store.finish_message(&end, &[row(id, [7, 8])]).await.unwrap()
    };
    let writer = Some(Uuid::now_v7());
    assert!(!end(writer, MessageStatus::Complete, "another's").await);
    assert!(end(None, MessageStatus::Complete, "답").await);
    // The same again, as after a connection that broke behind it.
    assert!(end(None, MessageStatus::Complete, "답").await);
    assert!(!end(None, MessageStatus::Failed, "late").await);
    assert!(!taken(Silence::Any).await, "it has ended");
    let message = db.store.message(id).await.unwrap().unwrap();
    assert_eq!((message.status, message.text.as_str()), (MessageStatus::Complete, "답"));
    assert_eq!(db.store.events_after(id, 6).await.unwrap().len(), 2, "its end is logged with it, once");
    assert_eq!(messages(&db.store, conversation.id).await.len(), 1);
    assert!(db.store.delete_conversation("chat-1").await.unwrap());
    assert!(!db.store.delete_conversation("chat-1").await.unwrap());
    assert_eq!(db.store.message(id).await.unwrap(), None);
    // A log without its message is not an error of the writer, who may be slower than the reader's delete.
    db.store.append_events(None, &[&third]).await.unwrap();
}

#[tokio::test]
async fn a_change_is_written_whole() {
    let db = TestDatabase::new().await;
    let id = Uuid::now_v7();
    db.store.insert_draft(id, "초안", "teh end", at(0)).await.unwrap();
    let mut staged = PatchRow {
        id: Uuid::now_v7(),
        run_id: Uuid::now_v7(),
        ordinal: 0,
        status: PatchStatus::Pending,
        category: "DETAIL".into(),
        base_revision: 1,
        start_offset: 0,
        end_offset: 3,
        before: "teh".into(),
        after: "the".into(),
        patch: json!({"op": "replace"}),
    };
    let places = r#"{"anchors": [1]}"#;
    let nothing =
        Change { text: None, cause: "edit", places, patches: &[], statuses: &[], decisions: &[], at: at(2) };
    let staging = Change { patches: std::slice::from_ref(&staged), ..nothing.clone() };
    assert_eq!(db.store.open_draft(id).await.unwrap().unwrap().write(&staging).await.unwrap(), 1);
    let open = db.store.open_draft(id).await.unwrap().unwrap();
    assert_eq!((open.state.places.as_str(), &open.state.patches), (places, &vec![staged.clone()]));
    let decision = NewDecision {
        id: Uuid::now_v7(),
        patch_id: staged.id,
        decision: Decision::Accept,
        decided_by: "writer".into(),
        category: "DETAIL".into(),
        rule_ids: vec!["r1".into()],
        text_before: "teh".into(),
        text_after: "the".into(),
        context_key: "p1".into(),
    };
    let accept = Change {
        text: Some("the end"),
        cause: "accept",
        statuses: &[(staged.id, PatchStatus::Accepted)],
        decisions: std::slice::from_ref(&decision),
        ..nothing
    };
    assert_eq!(open.write(&accept).await.unwrap(), 2);
    assert!(db.store.open_draft(Uuid::now_v7()).await.unwrap().is_none());
    let draft = db.store.draft(id).await.unwrap().unwrap();
    assert_eq!((draft.text.as_str(), draft.revision), ("the end", 2));
    assert_eq!(db.store.patches(id, Some(PatchStatus::Pending)).await.unwrap(), []);
    staged.status = PatchStatus::Accepted;
    assert_eq!(db.store.patches(id, None).await.unwrap(), [staged]);
    let (decisions, total) = db.store.decisions(id, DecisionPage::default()).await.unwrap();
    assert_eq!((decisions.len(), total, decisions[0].revision), (1, 1, 2));
    assert_eq!(decisions[0].status, PatchStatus::Accepted);
    assert_eq!((&decisions[0].rule_ids, decisions[0].context_key.as_str()), (&decision.rule_ids, "p1"));
    let page = RevisionPage { before: None, limit: 9, texts: None };
    let revisions = db.store.draft_revisions(id, page).await.unwrap();
    let told: Vec<(&str, i64, i64)> =
        revisions.iter().map(|one| (one.cause.as_str(), one.bytes, one.decisions)).collect();
    assert_eq!(told, [("accept", 7, 1), ("create", 7, 0)]);
    assert!(revisions.iter().all(|one| one.text.is_none()));
    // The newest has room, whatever it takes.
    let page = RevisionPage { texts: Some(1), ..page };
    let revisions = db.store.draft_revisions(id, page).await.unwrap();
    assert_eq!((revisions.len(), revisions[0].text.as_deref()), (1, Some("the end")));
    let first = db.store.draft_revision(id, 1).await.unwrap().unwrap();
    assert_eq!((first.revision, first.cause.as_str()), (1, "create"));
    for never in [0, 3, i64::MAX, i64::MIN] {
        assert_eq!(db.store.draft_revision(id, never).await.unwrap(), None);
    }
    assert!(db.store.delete_draft(id).await.unwrap());
    assert_eq!(db.store.decisions(id, DecisionPage::default()).await.unwrap(), (Vec::new(), 0));
}

#[tokio::test]
async fn an_open_draft_makes_others_wait() {
    let db = TestDatabase::new().await;
    let id = Uuid::now_v7();
    db.store.insert_draft(id, "", "0", at(0)).await.unwrap();
    let writers = (0..8).map(|n| {
        let store = db.store.clone();
        tokio::spawn(async move {
            let text = n.to_string();
            let open = store.open_draft(id).await.unwrap().unwrap();
            let seen = open.state.draft.revision;
            let places = "{}";
            let change = Change {
                text: Some(&text),
                cause: "edit",
                places,
                patches: &[],
                statuses: &[],
                decisions: &[],
                at: at(1),
            };
            assert_eq!(open.write(&change).await.unwrap(), seen + 1);
            seen
        })
    });
    let mut seen = Vec::new();
    for writer in writers.collect::<Vec<_>>() {
        seen.push(writer.await.unwrap());
    }
    seen.sort_unstable();
    assert_eq!(seen, (1..=8).collect::<Vec<_>>(), "everyone saw the text of the one before");
}

#[tokio::test]
async fn packs_keep_their_versions() {
    let db = TestDatabase::new().await;
    let mut pack = CriteriaPack {
        id: Uuid::now_v7(),
        name: "공문서".into(),
        version: 0,
        criteria_definition: json!({"rules": []}),
        common_pitfalls: json!([]),
        evidence_chunk_ids: vec![],
        category: "style".into(),
        difficulty: String::new(),
        is_active: true,
        created_at: at(0),
        updated_at: at(0),
    };
    assert_eq!(db.store.put_criteria_pack(&pack, at(0)).await.unwrap(), 1);
    pack.criteria_definition = json!({"rules": [{"id": "r"}]});
    assert_eq!(db.store.put_criteria_pack(&pack, at(1)).await.unwrap(), 2);
    let versions = db.store.criteria_pack_versions(pack.id).await.unwrap();
    assert_eq!(versions.iter().map(|v| v.0).collect::<Vec<_>>(), [2, 1]);
    assert_eq!(versions[1].1, json!({"rules": []}));
    assert_eq!(
        db.store.criteria_pack(pack.id).await.unwrap().unwrap().criteria_definition,
        pack.criteria_definition
    );
    assert_eq!(db.store.criteria_packs().await.unwrap().len(), 1);
    assert!(db.store.delete_criteria_pack(pack.id).await.unwrap());
}

#[tokio::test]
async fn workspaces_do_not_see_each_other() {
    let db = TestDatabase::new().await;
    let (document, _) = add(&db.store, b"mine").await;
    let ids = ready(&db.store, document, &[chunk(0, "비밀")]).await;
    let other = db.store.in_workspace(Uuid::now_v7());
    assert_eq!(other.documents().await.unwrap(), []);
    assert_eq!(other.document_bytes(document).await.unwrap(), None);
    assert_eq!(other.chunk(ids[0]).await.unwrap(), None);
    assert!(!other.delete_document(document).await.unwrap());
}

/// Whoever gives up while a transaction begins leaves no connection with one open: what the next one writes there would be lost.
#[tokio::test]
async fn a_beginning_that_is_given_up_leaves_nothing_open() {
    let db = TestDatabase::new().await;
    db.store.conversation("none").await.unwrap();
    let mut admin = db.options().connect().await.unwrap();
    let open = "select count(*) from pg_stat_activity \
         where datname = current_database() and state like 'idle in transaction%'";
    for polls in 1..=6 {
        let mut asked = Box::pin(db.store.conversation("none"));
        for _ in 0..polls {
            if futures::poll!(&mut asked).is_ready() {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(2)).await;
        }
        drop(asked);
        // What the server was sent comes to it a moment later.
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        until!(sqlx::query_scalar::<_, i64>(open).fetch_one(&mut admin).await.unwrap() == 0);
    }
}
