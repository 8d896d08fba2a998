//! What a question asks of the database, and what is asked while nothing happens: counted on the wire.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use stet_config::Config;
use stet_embedding::hashing::HashingEmbedder;
use stet_ingest::Ingest;
use stet_store::{DIMENSIONS, DocumentStatus};

use crate::support::database::TestDatabase;
use crate::support::server::{LIBRARY, Server};
use crate::support::wire::Trip;

/// How the statement begins that looks for everybody's work once a second.
const LOOK: &str = "-- What waits to be done";

/// And how that begins which logs what answers say meanwhile.
const LOG: &str = "-- Who was taken for dead writes no more: the row is locked, so that an answer is either logged or taken, one behind the other.";

async fn server() -> Server {
    let database = Arc::new(TestDatabase::counted().await);
    let mut server = Server::on(database, "plain", |_| ()).await;
    server.ingest("library.txt", LIBRARY).await;
    server
}

/// What was carried out since the last time, a line each with the number of its connection. Signs of life of the pool, for which nobody
/// waits, and what each connection learns once are left out.
fn asked(server: &Server) -> Vec<(usize, String)> {
    let trips = server.database.wire.as_ref().map(|(wire, _)| wire.take()).unwrap_or_default();
    let said = |trip| match trip {
        Trip::Simple(sql) => vec![sql],
        // What is logged of an answer that takes longer.
        Trip::Executed(sql) if sql.iter().any(|sql| sql.starts_with(LOG)) => Vec::new(),
        Trip::Executed(sql) => sql,
        Trip::Prepared(_) | Trip::Ping => Vec::new(),
    };
    let lines = trips.into_iter().filter_map(|(connection, trip)| {
        let line = said(trip).join("; ").lines().next()?.to_owned();
        Some((connection, line))
    });
    lines.collect()
}

/// How many transactions there were.
fn transactions(asked: &[(usize, String)]) -> usize {
    let mut open = HashSet::new();
    let mut count = 0;
    for (connection, line) in asked {
        if line.starts_with("begin") {
            open.insert(connection);
            count += 1;
        } else if ["COMMIT", "ROLLBACK"].contains(&line.as_str()) {
            open.remove(connection);
        } else if !open.contains(connection) {
            count += 1;
        }
    }
    count
}

#[tokio::test]
async fn a_question_is_ten_round_trips_in_three_transactions() {
    let server = server().await;
    // Whether anybody has a key is known.
    server.get("/api/chats").await;
    for (chat, question, most) in [
        ("one", "When does the library open?", (10, 3)),
        ("two", "Who may borrow books?", (10, 3)),
        // What counts is looked for in tables as well.
        ("two", "How many books may students borrow?", (16, 4)),
        // A turn before it.
        ("one", "And when does it close?", (10, 3)),
        ("셋", "도서관은 몇 시에 문을 여나요?", (10, 3)),
    ] {
        // What is read of the document behind its back is read meanwhile.
        server.state.ingest.read_graph().await.unwrap();
        server.state.store().look().await;
        asked(&server);
        let told = server.ask(chat, question).await;
        assert!(told.done && !told.sentences().is_empty(), "{told:?}");
        let asked = asked(&server);
        assert!(asked.len() <= most.0 && transactions(&asked) <= most.1, "{question}: {asked:#?}");
    }
}

#[tokio::test]
async fn at_rest_there_is_one_look_a_second() {
    let server = server().await;
    let asker = server.state.asker.clone();
    let looking = tokio::spawn(async move { asker.keep_alive().await });
    server.ask("one", "When does the library open?").await;
    // Until what follows a document is done.
    until!({
        asked(&server);
        tokio::time::sleep(Duration::from_secs(3)).await;
        asked(&server).iter().all(|(_, line)| line.starts_with(LOOK))
    });
    tokio::time::sleep(Duration::from_millis(5500)).await;
    let asked = asked(&server);
    assert!((1..=6).contains(&asked.len()), "{asked:#?}");
    assert!(asked.iter().all(|(_, line)| line.starts_with(LOOK)), "{asked:#?}");
    looking.abort();
}

/// Whoever waits for work is woken by the look, whichever process queued it.
#[tokio::test]
async fn a_document_that_another_process_queued_is_found_by_the_look() {
    let server = server().await;
    let store = server.state.store();
    store.look().await;
    let other =
        Ingest::new(store.clone(), Arc::new(HashingEmbedder::new(DIMENSIONS)), &Config::default().ingest);
    let queued = other.enqueue("second.txt", "The museum opens at ten.".as_bytes()).await.unwrap();
    store.look().await;
    let document = server.state.ingest.wait(queued.document_id).await.unwrap().unwrap();
    assert_eq!(document.status, DocumentStatus::Ready);
}
