//! The server as its clients see it.

use std::time::Duration;

use futures::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use sqlx::ConnectOptions as _;
use stet_ask::{Event, Question};
use stet_store::{LogRow, MessageEnd, MessageStatus, NewMessage, Role};
use time::OffsetDateTime;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio_tungstenite::tungstenite::Message as Frame;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use uuid::Uuid;

use crate::support::database::messages;
use crate::support::model::{Script, Step};
use crate::support::server::{LIBRARY, Server, Told};

pub const QUESTION: &str = "When does the library open and how many books may students borrow?";

/// Writes a stream where the npm clients can read it (tests/clients).
pub fn record(name: &str, raw: &str) {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("recordings");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(name), raw).unwrap();
}

pub async fn stored(server: &Server, chat: &str) -> Value {
    let (status, chat) = server.get(&format!("/api/chats/{chat}")).await;
    assert_eq!(status, 200);
    chat["messages"].as_array().unwrap().last().unwrap().clone()
}

fn stored_text(message: &Value) -> &str {
    let parts = message["parts"].as_array().unwrap();
    parts.iter().find(|part| part["type"] == "text").map_or("", |part| part["text"].as_str().unwrap())
}

/// What holds for every answer stream: invariants 2 and 3 of the architecture, and the order of parts.
pub async fn check_stream(server: &Server, chat: &str, told: &Told) {
    assert!(told.done, "no end mark");
    assert_eq!(told.parts[0]["type"], "start");
    let message = stored(server, chat).await;
    assert_eq!(message["id"], told.parts[0]["messageId"]);
    assert_eq!(told.text(), stored_text(&message), "what was sent is what is stored");
    for (at, id) in told.ids.iter().enumerate() {
        assert_eq!(*id, format!("{}-{at}", told.parts[0]["messageId"].as_str().unwrap()));
    }
    let units: Vec<u16> = told.text().encode_utf16().collect();
    for sentence in told.sentences() {
        for citation in sentence["data"]["citations"].as_array().unwrap() {
            let at = |name: &str| usize::try_from(citation[name].as_u64().unwrap()).unwrap();
            let mark = String::from_utf16(&units[at("start")..at("end")]).unwrap();
            assert_eq!(mark, citation["mark"].as_str().unwrap());
            let passage = citation["evidence"]["text"].as_str().unwrap();
            assert!(!passage.is_empty());
        }
    }
}

#[tokio::test]
async fn a_checked_answer_streams_and_is_stored() {
    let server = Server::scripted("plain").await;
    let pieces = [
        "The library opens at nine in the morning",
        " [†",
        "1]. Students may bor",
        "row seven books for two weeks [†1].",
        " Dogs bark [†9].\n\n## Ref",
        "erences\n- [†1] made up\n",
    ];
    server.model.as_ref().unwrap().push(Script::text(pieces));
    let told = server.ask("c1", QUESTION).await;
    record("checked.sse", &told.raw);
    check_stream(&server, "c1", &told).await;
    let text = told.text();
    assert!(text.starts_with(
        "The library opens at nine in the morning [†1]. Students may borrow seven books for two weeks. Dogs bark."
    ), "{text}");
    assert!(text.ends_with("## References\n\n- [†1] library.txt\n"), "{text}");
    let states: Vec<Value> = told.sentences().iter().map(|part| part["data"]["status"].clone()).collect();
    assert_eq!(states, ["supported", "unsupported", "unknown_source"]);
    let finish = told.parts.last().unwrap();
    assert_eq!((&finish["type"], &finish["finishReason"]), (&json!("finish"), &json!("stop")));
    let metadata = &finish["messageMetadata"];
    assert_eq!((&metadata["badge"], &metadata["verified"]), (&json!("partial"), &json!(false)));
    assert_eq!(metadata["removed_citations"].as_array().unwrap().len(), 2);
    assert_eq!(metadata["verification_log"][0]["status"], "accurate");
    assert_eq!(stored(&server, "c1").await["metadata"]["badge"], "partial");
    // The chip leads to the passage.
    let chunk = &told.sentences()[0]["data"]["citations"][0]["evidence"]["chunkId"];
    let (status, passage) = server.get(&format!("/api/chunks/{}", chunk.as_str().unwrap())).await;
    assert_eq!(status, 200);
    assert!(passage["content"].as_str().unwrap().contains("opens at nine"));
    let prompt = server.model.as_ref().unwrap().requests();
    assert!(format!("{prompt:?}").contains("[†1]"), "the sources are numbered in the prompt");
}

#[tokio::test]
async fn extracts_are_verbatim_and_verified_in_both_languages() {
    let mut server = Server::extracts().await;
    server.ingest("library.txt", LIBRARY).await;
    for (chat, question, expected) in [
        ("en", "When does the library open?", "The library opens at nine in the morning"),
        ("ko", "도서관은 몇 시에 문을 여나요?", "도서관은 오전 아홉 시에 문을 연다. [†1]"),
    ] {
        let told = server.ask(chat, question).await;
        record(&format!("extracts-{chat}.sse"), &told.raw);
        check_stream(&server, chat, &told).await;
        assert!(told.text().contains(expected), "{}", told.text());
        assert_eq!(told.parts.last().unwrap()["messageMetadata"]["badge"], "verified", "{}", told.raw);
    }
}

#[tokio::test]
async fn nothing_found_is_said_and_not_invented() {
    let server = Server::extracts().await;
    let told = server.ask("none", "도서관은 몇 시에 여나요?").await;
    record("no-sources.sse", &told.raw);
    check_stream(&server, "none", &told).await;
    assert_eq!(told.text(), "해당 정보는 제공된 출처에서 확인되지 않습니다.");
    assert_eq!(told.parts.last().unwrap()["messageMetadata"]["badge"], "no_sources");
}

#[tokio::test]
async fn a_failing_model_leaves_what_was_verified() {
    for (scenario, kept) in [
        ("cut", true),
        ("stall", true),
        ("error-inside", true),
        ("malformed", true),
        ("unauthorised", false),
        ("nobody-knows-this-model", false),
    ] {
        let server = Server::scripted(scenario).await;
        let told = server.ask("c", "How many days of paid leave are employees granted?").await;
        record(&format!("fault-{scenario}.sse"), &told.raw);
        check_stream(&server, "c", &told).await;
        let last = told.parts.last().unwrap();
        assert_eq!(last["type"], "error", "{scenario}: {}", told.raw);
        assert!(last["errorText"].as_str().unwrap().len() > 20, "{scenario}");
        let message = stored(&server, "c").await;
        assert_eq!(message["metadata"]["status"], "failed", "{scenario}");
        assert_eq!(message["metadata"]["verified"], false, "{scenario}");
        assert_eq!(stored_text(&message).contains("15 days"), kept, "{scenario}");
    }
}

#[tokio::test]
async fn an_answer_that_ran_out_of_tokens_breaks_off() {
    let server = Server::scripted("plain").await;
    let steps = ["The library opens at nine in the morning [1]. ", "The library closes at six [", "1"];
    let steps = steps.into_iter().map(|text| Step::Text(text.into()));
    let end = [Step::Finish("length"), Step::Done];
    server.model.as_ref().unwrap().push(Script::Stream(steps.chain(end).collect()));
    let told = server.ask("c", QUESTION).await;
    check_stream(&server, "c", &told).await;
    assert_eq!(told.parts.last().unwrap()["finishReason"], "length", "{}", told.raw);
    let states: Vec<Value> = told.sentences().iter().map(|part| part["data"]["status"].clone()).collect();
    assert_eq!(states, ["supported", "uncertain"], "what broke off is not judged as if it had been finished");
    let text = told.text();
    let body = text.split("\n\n##").next().unwrap();
    assert_eq!(body, "The library opens at nine in the morning [1]. The library closes at six");
    assert_eq!(told.parts.last().unwrap()["messageMetadata"]["verified"], false);
}

#[tokio::test]
async fn sloppy_streams_give_whole_text() {
    for (scenario, expected) in [
        ("tools", "휴가는 15일이다."),
        ("split", "유급휴가는 15일이다. 😀"),
        ("sloppy", "휴가는 15일이다."),
        ("whole", "All at once."),
    ] {
        let server = Server::scripted(scenario).await;
        let told = server.ask("c", "How many days of paid leave are employees granted?").await;
        record(&format!("sloppy-{scenario}.sse"), &told.raw);
        check_stream(&server, "c", &told).await;
        assert!(told.text().starts_with(expected), "{scenario}: {}", told.text());
        assert!(!told.text().contains('\u{fffd}'));
        assert_eq!(told.parts.last().unwrap()["type"], "finish", "{scenario}");
    }
}

/// An answer that does not end by itself for a hundred seconds.
pub fn endless() -> Script {
    let mut steps = vec![
        Step::Text("The library opens at nine in the morning [1]. ".into()),
        Step::Text("Students may borrow five books for two weeks [1]. And".into()),
    ];
    // Not the same again and again, which would be ended.
    for at in 0..2000 {
        steps.extend([Step::Pause(Duration::from_millis(50)), Step::Text(format!(" so on {at}"))]);
    }
    Script::Stream(steps)
}

/// Waits until the answer of a conversation has said something.
pub async fn until_text(server: &Server, chat: &str) {
    until_said(server, chat, "so on").await;
}

/// Waits until the model has said these words in a conversation.
pub async fn until_said(server: &Server, chat: &str, words: &str) {
    until!({
        let live = server.state.asker.live.get(chat).expect("the answer is running");
        live.model_text().contains(words)
    });
}

#[tokio::test]
async fn stopping_keeps_what_was_written() {
    let server = Server::scripted("plain").await;
    server.model.as_ref().unwrap().push(endless());
    let response = server.ask_raw("c", QUESTION).await;
    until_text(&server, "c").await;
    let (busy, problem) = server.post("/api/chat", &json!({ "id": "c", "message": user("Again?") })).await;
    assert_eq!((busy, problem["type"].as_str()), (409, Some("urn:stet:conflict")));
    assert_eq!(server.post("/api/chat/c/stop", &json!({})).await.0, 204);
    let told = Told::read(response).await;
    record("stopped.sse", &told.raw);
    check_stream(&server, "c", &told).await;
    assert_eq!(told.parts.last().unwrap()["type"], "abort");
    let message = stored(&server, "c").await;
    assert_eq!(message["metadata"]["status"], "stopped");
    assert_eq!(message["metadata"]["verified"], false);
    assert!(stored_text(&message).starts_with("The library opens at nine in the morning [1]."));
    assert_eq!(server.post("/api/chat/c/stop", &json!({})).await.0, 204, "stopping twice is the same");
}

pub fn user(text: &str) -> Value {
    json!({ "id": Uuid::now_v7(), "role": "user", "parts": [{ "type": "text", "text": text }] })
}

#[tokio::test]
async fn a_reader_that_comes_back_misses_and_repeats_nothing() {
    let server = Server::scripted("plain").await;
    server.model.as_ref().unwrap().push(endless());
    let first = server.ask_raw("c", QUESTION).await;
    until_text(&server, "c").await;
    drop(first);
    let again = server.client.get(server.url("/api/chat/c/stream")).send().await.unwrap();
    let message = server.state.asker.live.get("c").unwrap().message_id;
    let behind = server
        .client
        .get(server.url("/api/chat/c/stream"))
        .header("last-event-id", format!("{message}-4"))
        .send()
        .await
        .unwrap();
    server.post("/api/chat/c/stop", &json!({})).await;
    let (all, rest) = (Told::read(again).await, Told::read(behind).await);
    check_stream(&server, "c", &all).await;
    assert_eq!(rest.ids[0], format!("{message}-5"));
    assert_eq!(rest.parts[..], all.parts[5..]);
    // The log has all of it once, in fewer rows: deltas that follow one another are one.
    let rows = server.state.store().events_after(message, -1).await.unwrap();
    assert_eq!(rows.last().unwrap().seq, i64::try_from(all.parts.len()).unwrap() - 1);
    assert!(rows.len() < all.parts.len(), "{} rows", rows.len());
    let logged: String = rows.iter().filter_map(|row| row.part["delta"].as_str()).collect();
    let told: String = all.of("text-delta").iter().filter_map(|part| part["delta"].as_str()).collect();
    assert_eq!(logged, told);
    let idle = server.client.get(server.url("/api/chat/c/stream")).send().await.unwrap();
    assert_eq!(idle.status(), 204);
}

#[tokio::test]
async fn every_id_that_was_handed_out_can_be_resumed_from_although_the_log_has_merged_it() {
    let server = Server::scripted("plain").await;
    server.model.as_ref().unwrap().push(endless());
    let first = server.ask_raw("c", QUESTION).await;
    until_text(&server, "c").await;
    let message = server.state.asker.live.get("c").unwrap().message_id;
    // Until the log has a row for several deltas, in the midst of which a client may stand.
    let merged = |row: &stet_store::Event| {
        row.part["delta"].as_str().is_some_and(|delta| delta.matches("so on").count() > 2)
    };
    until!(server.state.store().events_after(message, -1).await.unwrap().iter().any(merged));
    let seen = server.state.store().events_after(message, -1).await.unwrap().last().unwrap().seq;
    let mut behind = Vec::new();
    for after in 0..=seen {
        let request = server.client.get(server.url("/api/chat/c/stream"));
        behind.push(request.header("last-event-id", format!("{message}-{after}")).send().await.unwrap());
    }
    server.post("/api/chat/c/stop", &json!({})).await;
    let all = Told::read(first).await;
    check_stream(&server, "c", &all).await;
    for (after, response) in behind.into_iter().enumerate() {
        let rest = Told::read(response).await;
        assert_eq!(rest.parts[..], all.parts[after + 1..], "after {after}");
        assert_eq!(rest.ids[..], all.ids[after + 1..]);
    }
}

#[tokio::test]
async fn who_comes_back_after_the_end_is_told_the_rest() {
    let server = Server::scripted("plain").await;
    let all = Told::read(server.ask_raw("c", QUESTION).await).await;
    check_stream(&server, "c", &all).await;
    let message = all.parts[0]["messageId"].as_str().unwrap();
    let resume = |chat: &str, last: Option<String>| {
        let request = server.client.get(server.url(&format!("/api/chat/{chat}/stream")));
        last.iter().fold(request, |request, id| request.header("last-event-id", id)).send()
    };
    for after in 0..all.parts.len() {
        let rest = Told::read(resume("c", Some(format!("{message}-{after}"))).await.unwrap()).await;
        assert!(rest.done);
        assert_eq!(
            (&rest.parts[..], &rest.ids[..]),
            (&all.parts[after + 1..], &all.ids[after + 1..]),
            "{after}"
        );
    }
    // What was never told is no place to go on from: all comes anew, and that is said first.
    let rest = Told::read(resume("c", Some(format!("{message}-99"))).await.unwrap()).await;
    let sign = json!({ "type": "data-replay", "data": { "messageId": message }, "transient": true });
    assert_eq!((&rest.parts[0], &rest.parts[1..], &rest.ids), (&sign, &all.parts[..], &all.ids));
    let elsewhere = server.ask_raw("d", QUESTION).await;
    Told::read(elsewhere).await;
    for (chat, last) in [
        ("c", None),
        ("d", Some(format!("{message}-3"))),
        ("c", Some("x-3".into())),
        ("e", Some(format!("{message}-3"))),
    ] {
        assert_eq!(resume(chat, last).await.unwrap().status(), 204, "{chat}");
    }
}

/// An answer that a killed process has left, with this log.
pub async fn abandoned(server: &Server, chat: &str, log: &[(u64, Event)]) -> Uuid {
    let (store, long_ago) = (server.state.store(), OffsetDateTime::now_utc() - time::Duration::hours(1));
    let conversation = store.open_conversation(Uuid::now_v7(), chat, "", long_ago).await.unwrap();
    let id = Uuid::now_v7();
    let message = NewMessage {
        id,
        conversation_id: conversation.id,
        client_id: None,
        role: Role::Assistant,
        status: MessageStatus::Streaming,
        text: "",
        metadata: &json!({}),
        at: long_ago,
    };
    store.insert_message(&message).await.unwrap();
    if let Some((seq, _)) = log.last() {
        let parts = serde_json::to_string(log).unwrap();
        let row = LogRow { message: id, seq: i64::try_from(*seq).unwrap(), parts };
        store.append_events(None, &[&row]).await.unwrap();
    }
    // What was logged was a sign of life.
    let mut connection = server.database.options().connect().await.unwrap();
    sqlx::query("update messages set updated_at = $2 where id = $1")
        .bind(id)
        .bind(long_ago)
        .execute(&mut connection)
        .await
        .unwrap();
    id
}

#[tokio::test]
async fn who_saw_more_than_a_crash_left_is_told_everything_anew() {
    let server = Server::extracts().await;
    let text = |delta: &str| Event::Text { text_id: "t1".into(), delta: delta.into() };
    let log = [
        (0, Event::Start { message_id: "m".into() }),
        (1, Event::TextStart { text_id: "t1".into() }),
        (3, text("The library ")),
    ];
    let message = abandoned(&server, "c", &log).await;
    let nothing = abandoned(&server, "d", &[]).await;
    assert_eq!(server.state.asker.recover(false).await.unwrap(), 2);
    let resume = async |chat: &str, message: Uuid, after: u64| {
        let request = server.client.get(server.url(&format!("/api/chat/{chat}/stream")));
        let response = request.header("last-event-id", format!("{message}-{after}")).send().await.unwrap();
        Told::read(response).await
    };
    let numbers = |told: &Told, message: Uuid| -> Vec<u64> {
        let start = format!("{message}-");
        told.ids.iter().map(|id| id.strip_prefix(&start).unwrap().parse().unwrap()).collect()
    };
    let end = 3 + (1 << 32);
    let all = [0, 1, 3, end, end + 1, end + 2];
    for (after, known) in
        [(0, 1), (1, 2), (2, 0), (3, 3), (4, 0), (5, 0), (99, 0), (end, 4), (end + 2, 6), (end + 3, 0)]
    {
        // The frames behind 3 were lost with the process: their numbers mean nothing else now.
        let rest = resume("c", message, after).await;
        assert_eq!(numbers(&rest, message), all[known..], "after {after}");
        assert!(rest.done);
        let anew = rest.parts.first().is_some_and(|part| part["type"] == "data-replay");
        assert_eq!(anew, known == 0, "after {after}");
        if known == 0 {
            assert_eq!(rest.text(), stored_text(&stored(&server, "c").await));
        }
    }
    let rest = resume("d", nothing, 5).await;
    let kinds: Vec<&str> = rest.parts.iter().filter_map(|part| part["type"].as_str()).collect();
    assert_eq!(kinds, ["data-replay", "start", "message-metadata", "abort"]);
    assert_eq!(rest.parts[1]["messageId"], nothing.to_string());
}

#[tokio::test]
async fn what_a_full_disk_kept_from_the_log_is_told_from_the_message() {
    let server = Server::scripted("plain").await;
    let all = Told::read(server.ask_raw("c", QUESTION).await).await;
    let (_, chat) = server.get("/api/chats/c").await;
    let metadata = server.state.store().message(all.parts[0]["messageId"].as_str().unwrap().parse().unwrap());
    let metadata = metadata.await.unwrap().unwrap().metadata;
    assert_eq!(chat["messages"].as_array().unwrap().len(), 2);
    let text = |delta: &str| Event::Text { text_id: "t1".into(), delta: delta.into() };
    let start = (0, Event::Start { message_id: "m".into() });
    let opened = (1, Event::TextStart { text_id: "t1".into() });
    let whole = "도서관은 😀 아홉 시에 연다.";
    for (chat, log, status, end) in [
        ("none", vec![], MessageStatus::Complete, "finish"),
        ("start", vec![start.clone()], MessageStatus::Stopped, "abort"),
        (
            "half",
            vec![start.clone(), opened.clone(), (3, text("도서관은 😀 "))],
            MessageStatus::Complete,
            "finish",
        ),
        (
            "other",
            vec![start.clone(), opened.clone(), (3, text("도서관은 열 시에"))],
            MessageStatus::Failed,
            "error",
        ),
        (
            "ended",
            vec![
                start.clone(),
                opened.clone(),
                (3, text(whole)),
                (4, Event::TextEnd { text_id: "t1".into() }),
            ],
            MessageStatus::Complete,
            "finish",
        ),
    ] {
        let message = abandoned(&server, chat, &log).await;
        let at = OffsetDateTime::now_utc();
        let ended = MessageEnd { id: message, writer: None, status, text: whole, metadata: &metadata, at };
        assert!(server.state.store().finish_message(&ended, &[]).await.unwrap());
        let request = server.client.get(server.url(&format!("/api/chat/{chat}/stream")));
        let response = request.header("last-event-id", format!("{message}-99")).send().await.unwrap();
        let told = Told::read(response).await;
        assert_eq!((told.text().as_str(), told.done), (whole, true), "{chat}");
        assert_eq!(told.parts.last().unwrap()["type"], end, "{chat}");
        assert_eq!((told.of("text-start").len(), told.of("text-end").len()), (1, 1), "{chat}");
        assert_eq!(told.parts[1]["type"], "start", "{chat}");
    }
}

#[tokio::test]
async fn an_answer_that_somebody_writes_is_not_taken_for_abandoned() {
    let server = Server::scripted("plain").await;
    server.model.as_ref().unwrap().push(endless());
    let first = server.ask_raw("c", QUESTION).await;
    until_text(&server, "c").await;
    let message = server.state.asker.live.get("c").unwrap().message_id;
    // A model may be silent for longer than an abandoned answer is waited for.
    let mut connection = server.database.options().connect().await.unwrap();
    sqlx::query("update messages set updated_at = updated_at - interval '1 hour' where id = $1")
        .bind(message)
        .execute(&mut connection)
        .await
        .unwrap();
    abandoned(&server, "d", &[]).await;
    // For the other nodes, who see its date only.
    // A row that its log has locked just then is dated by that.
    until!({
        server.state.asker.beat().await.unwrap();
        let dated = server.state.store().message(message).await.unwrap().unwrap().updated_at;
        OffsetDateTime::now_utc() - dated < time::Duration::minutes(1)
    });
    assert_eq!(server.state.asker.recover(false).await.unwrap(), 1);
    assert_eq!(
        server.state.store().message(message).await.unwrap().unwrap().status,
        MessageStatus::Streaming
    );
    assert_eq!(stored(&server, "d").await["metadata"]["status"], "interrupted");
    server.post("/api/chat/c/stop", &json!({})).await;
    check_stream(&server, "c", &Told::read(first).await).await;
}

#[tokio::test]
async fn an_answer_goes_on_without_its_reader() {
    let server = Server::scripted("slow").await;
    drop(server.ask_raw("c", "How many days of paid leave are employees granted?").await);
    until!(server.state.asker.live.get("c").is_none());
    let message = stored(&server, "c").await;
    assert_eq!(message["metadata"]["status"], "complete");
    assert!(stored_text(&message).contains("15 days of paid leave"));
}

#[tokio::test]
async fn an_answer_does_not_wait_for_a_reader_that_does_not_read() {
    let mut server = Server::start(Some("plain"), |config| {
        config.model.max_tokens = 1_000_000;
        // Nor is the reader cut off while this test looks.
        config.server.patience_seconds = 3600;
    })
    .await;
    server.ingest("library.txt", LIBRARY).await;
    // More than the buffers of a connection hold.
    let sentence = format!("The library {}. ", "keeps many books about the river and ".repeat(100));
    server.model.as_ref().unwrap().push(Script::text(vec![sentence.as_str(); 2500]));
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let address = server.url("").replace("http://", "").parse().unwrap();
    let mut connection = socket.connect(address).await.unwrap();
    let body = json!({ "id": "c", "message": user(QUESTION) }).to_string();
    let head = format!(
        "POST /api/chat HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n",
        body.len()
    );
    connection.write_all((head + &body).as_bytes()).await.unwrap();
    until!(server.state.asker.live.get("c").is_some());
    until!(server.state.asker.live.get("c").is_none());
    let message = stored(&server, "c").await;
    assert_eq!(message["metadata"]["status"], "complete");
    let mut read = Vec::new();
    connection.read_to_end(&mut read).await.unwrap();
    assert!(read.len() > 9_000_000, "the buffers held it all");
    assert!(String::from_utf8_lossy(&read).contains("data: [DONE]"));
}

#[tokio::test]
async fn who_asks_and_goes_away_at_once_leaves_no_conversation_closed() {
    let server = Server::scripted("plain").await;
    let question =
        Question { chat_id: "c".to_owned(), text: "When does it open?".to_owned(), ..Question::default() };
    {
        let mut asking = std::pin::pin!(server.state.asker.run(question));
        assert!(futures::poll!(&mut asking).is_pending());
        assert!(server.state.asker.live.get("c").is_some(), "the question is being stored");
    }
    let released = async {
        until!(server.state.asker.live.get("c").is_none());
    };
    tokio::time::timeout(Duration::from_secs(60), released).await.expect("the conversation is free again");
    let message = stored(&server, "c").await;
    assert_eq!(message["metadata"]["status"], "complete", "{message}");
    assert!(server.ask("c", QUESTION).await.done);
}

#[tokio::test]
async fn a_query_whose_asker_is_gone_is_stopped_and_leaves_no_conversation() {
    let server = Server::scripted("plain").await;
    server.model.as_ref().unwrap().push(endless());
    let url = server.url("/query/verified");
    let request = server.client.post(url).json(&json!({ "question": QUESTION }));
    let asking = tokio::spawn(request.send());
    until!(server.get("/api/chats").await.1["chats"] != json!([]));
    asking.abort();
    let forgotten = async {
        until!(server.get("/api/chats").await.1["chats"] == json!([]));
    };
    // The model's answer would take longer.
    tokio::time::timeout(Duration::from_secs(60), forgotten).await.expect("nothing is left");
    assert!(server.state.asker.live.is_empty());
}

#[tokio::test]
async fn shutting_down_ends_streams_and_stores_answers() {
    let mut server = Server::scripted("plain").await;
    server.model.as_ref().unwrap().push(endless());
    let response = server.ask_raw("c", QUESTION).await;
    until_text(&server, "c").await;
    server.shut_down().await;
    let told = Told::read(response).await;
    assert!(told.done);
    let chat = server.state.store().conversation("c").await.unwrap().unwrap();
    let message = messages(server.state.store(), chat.id).await.pop().unwrap();
    assert_eq!(message.metadata["status"], "interrupted");
    assert_eq!(message.text, told.text());
}

#[tokio::test]
async fn the_model_layer_corrects_what_words_leave_open() {
    let mut server = Server::start(Some("plain"), |config| config.gate.model_layer = true).await;
    server
        .ingest(
            "museum.txt",
            "The board of the museum voted in spring to extend the opening hours of the south gallery.",
        )
        .await;
    let model = server.model.clone().unwrap();
    model
        .push(Script::text(["The board decided to extend the opening hours in spring [1]. ", "Cats sleep."]));
    model.push(Script::text([r#"{"is_accurate": true, "confidence": 0.95, "explanation": "It says so."}"#]));
    let told = server.ask("c", "What did the board of the museum vote?").await;
    record("model-layer.sse", &told.raw);
    check_stream(&server, "c", &told).await;
    assert_eq!(told.sentences()[0]["data"]["status"], "supported", "{}", told.raw);
    assert!(
        told.text().starts_with("The board decided to extend the opening hours in spring [1]. Cats sleep."),
        "{}",
        told.text()
    );
    assert!(told.of("data-sentence").iter().any(|part| part["data"]["status"] == "judging"));
}

#[tokio::test]
async fn bad_requests_are_told_what_to_do() {
    let server = Server::extracts().await;
    let chat = |body: Value| ("/api/chat", body);
    for ((path, body), status, field) in [
        (chat(json!({ "id": "c", "message": user("  ") })), 400, Some("messages")),
        (chat(json!({ "id": "c", "message": user(&"x".repeat(40_000)) })), 413, None),
        (chat(json!({ "id": "c", "message": user(&"x".repeat(9 << 20)) })), 413, None),
        (chat(json!({ "id": "", "message": user("Why?") })), 400, Some("id")),
        (chat(json!({ "id": "c", "messages": [] })), 400, Some("messages")),
        (chat(json!({ "id": 7, "message": user("Why?") })), 400, Some("id")),
        (chat(json!({ "id": "c", "message": user("Why?"), "strickt": true })), 400, None),
        (chat(json!({ "id": "c", "message": user("Why?"), "mode": "psychic" })), 400, Some("mode")),
        (chat(json!({ "id": "c", "message": user("Why?"), "sourceIds": ["x"] })), 400, None),
        (("/api/search", json!({ "query": "" })), 400, Some("query")),
        (("/api/search", json!({ "query": "x", "topK": 0 })), 400, Some("topK")),
        (("/api/verify", json!({ "answer": "" })), 400, Some("answer")),
        (("/api/verify", json!({ "answer": "x", "threshold": 3 })), 400, Some("threshold")),
        (("/api/verify", json!({ "answer": "x", "layers": { "modle": false } })), 400, Some("layers.modle")),
        (
            ("/api/verify", json!({ "answer": "x", "context": [{ "title": "x" }] })),
            400,
            Some("context[0].content"),
        ),
        (
            ("/api/verify", json!({ "answer": "x", "context": [{ "text": "x", "page": -1 }] })),
            400,
            Some("context[0].page"),
        ),
        (
            ("/api/verify", json!({ "answer": "x", "context": ["x"], "sourceIds": [uuid::Uuid::nil()] })),
            400,
            Some("sourceIds"),
        ),
        (("/query/verified", json!({ "question": " " })), 400, Some("question")),
        (
            ("/api/search", json!({ "query": "x", "filter": { "categories": ["list", "a\u{0}b"] } })),
            400,
            Some("filter.categories[1]"),
        ),
        (
            ("/api/search", json!({ "query": "x", "filter": { "chunkType": "\u{0}" } })),
            400,
            Some("filter.chunkType"),
        ),
        (("/api/sources/nothing/retry", json!({})), 404, None),
        (("/api/nowhere", json!({})), 404, None),
    ] {
        let (got, problem) = server.post(path, &body).await;
        assert_eq!(got, status, "{path} {problem}");
        assert_eq!(problem["status"], status);
        assert!(problem["detail"].as_str().unwrap().len() > 15, "{problem}");
        if let Some(field) = field {
            assert_eq!(problem["field"], field, "{problem}");
        }
    }
    for path in ["/api/chats/none", "/api/chunks/none", "/api/sources/00000000-0000-0000-0000-000000000000"] {
        assert_eq!(server.get(path).await.0, 404, "{path}");
    }
    let empty =
        server.client.post(server.url("/api/chat")).header("content-type", "application/json").body(" ");
    let problem: Value = empty.send().await.unwrap().json().await.unwrap();
    assert!(problem["detail"].as_str().unwrap().contains("has no body"), "{problem}");
    // A browser that is led to the socket is told what it is.
    let (status, problem) = server.get("/ws").await;
    assert!((400..=426).contains(&status), "{status}");
    assert!(problem["detail"].as_str().unwrap().contains("is a WebSocket"), "{problem}");
    let broken =
        server.client.post(server.url("/api/chat")).header("content-type", "application/json").body("{");
    let korean = broken.header("accept-language", "ko-KR,ko;q=0.9").send().await.unwrap();
    assert_eq!(korean.headers()["content-type"], "application/problem+json");
    let problem: Value = korean.json().await.unwrap();
    assert!(problem["detail"].as_str().unwrap().contains("요청"), "{problem}");
    assert_eq!(server.get("/api/chats").await.1["chats"], json!([]), "nothing is half stored");
}

/// Every route that takes JSON says in both languages what is wrong with it, where, and how to mend it.
#[tokio::test]
async fn bad_json_is_told_with_its_place_in_both_languages() {
    let server = Server::extracts().await;
    let ask = |path: &'static str, kind: &'static str, body: String, language: &'static str| {
        let request = server.client.post(server.url(path)).header("content-type", kind).body(body);
        async move {
            let response = request.header("accept-language", language).send().await.unwrap();
            assert_eq!(response.headers()["content-type"], "application/problem+json", "{path}");
            let problem: Value = response.json().await.unwrap();
            let said = problem["detail"].as_str().unwrap().to_owned();
            let korean = said.chars().any(|c| ('가'..='힣').contains(&c));
            assert_eq!(korean, language == "ko", "{path}: {said}");
            problem
        }
    };
    for path in [
        "/api/chat",
        "/api/search",
        "/api/verify",
        "/query/verified",
        "/api/drafts",
        "/api/drafts/00000000-0000-0000-0000-000000000000/patches/decide",
        "/api/drafts/00000000-0000-0000-0000-000000000000/revise",
        "/api/drafts/00000000-0000-0000-0000-000000000000/lint",
        "/api/patches/classify",
        "/api/criteria-packs",
        "/api/criteria-packs/00000000-0000-0000-0000-000000000000/lint",
    ] {
        for language in ["ko", "en"] {
            let problem = ask(path, "application/json", "{\n\n".into(), language).await;
            assert_eq!(
                (&problem["status"], &problem["type"]),
                (&json!(400), &json!("urn:stet:invalid-input"))
            );
            assert_eq!(problem["at"]["line"], 3, "{path}: {problem}");
            let problem = ask(path, "text/plain", "{}".into(), language).await;
            assert_eq!(
                (&problem["status"], &problem["type"]),
                (&json!(415), &json!("urn:stet:content-type"))
            );
            // Fields in their order are no object.
            let problem = ask(path, "application/json", " [\"a\", \"b\", 3]".into(), language).await;
            let words = if language == "ko" { "객체를 적어" } else { "an object is expected" };
            assert!(problem["detail"].as_str().unwrap().contains(words), "{path}: {problem}");
        }
    }
    for (path, body, field, ko, en) in [
        ("/api/search", "{\"query\": 3}", "query", "문자열을 적어 주세요", "a string is expected"),
        ("/api/search", "{\"query\": \"a\", \"topk\": 3}", "topk", "topK", "topK"),
        ("/api/patches/classify", "{\"before\": \"a\"}", "after", "after이(가) 없습니다", "after is missing"),
        (
            "/api/verify",
            "{\"answer\": \"a\", \"context\": {}}",
            "context",
            "배열을 적어 주세요",
            "an array is expected",
        ),
        ("/api/verify", "{\"answer\": \"\\ud800\"}", "answer", "반쪽", "other half"),
        (
            "/api/criteria-packs",
            "{\"name\": \"a\", \"criteriaDefinition\": {\"rules\": [{\"id\": 3}]}}",
            "criteriaDefinition.rules[0].id",
            "문자열을 적어 주세요",
            "a string is expected",
        ),
        (
            "/api/criteria-packs",
            "{\"criteriaDefinition\": 3}",
            "criteriaDefinition",
            "객체를 적어",
            "an object",
        ),
    ] {
        for (language, words) in [("ko", ko), ("en", en)] {
            let problem = ask(path, "application/json; charset=utf-8", body.into(), language).await;
            assert_eq!((&problem["status"], &problem["field"]), (&json!(400), &json!(field)), "{problem}");
            assert!(problem["detail"].as_str().unwrap().contains(words), "{problem}");
        }
    }
    let most = stet_ask::MAX_BODY as u64;
    for (path, bytes) in [("/api/search", most), ("/api/drafts", 0), ("/api/criteria-packs/import", most)] {
        for language in ["ko", "en"] {
            let size = if bytes == 0 { 33 << 20 } else { 9 << 20 };
            let problem = ask(path, "application/json", " ".repeat(size), language).await;
            assert_eq!((&problem["status"], &problem["type"]), (&json!(413), &json!("urn:stet:too-large")));
            let limit = problem["limit"].as_u64().unwrap();
            assert!(bytes == 0 && limit > most || limit == bytes, "{problem}");
            assert!(problem["detail"].as_str().unwrap().contains(&limit.to_string()), "{problem}");
        }
    }
}

/// So do the addresses: their method, their parts and their queries.
#[tokio::test]
async fn a_bad_address_is_told_in_both_languages() {
    let server = Server::start(None, |_| {}).await;
    for (language, method, address) in [
        ("ko", "받는 방식은 Allow", "한 부분을 읽을 수 없습니다"),
        ("en", "header Allow names", "part of the address cannot"),
    ] {
        let request = server.client.delete(server.url("/api/stats")).header("accept-language", language);
        let response = request.send().await.unwrap();
        assert_eq!(response.headers()["allow"], "GET,HEAD");
        let problem: Value = response.json().await.unwrap();
        assert!(problem["detail"].as_str().unwrap().contains(method), "{problem}");
        let url = server.url("/api/sources/00000000-0000-0000-0000-000000000000/pages/%FF");
        let request = server.client.get(url).header("accept-language", language);
        let problem: Value = request.send().await.unwrap().json().await.unwrap();
        assert!(problem["detail"].as_str().unwrap().contains(address), "{problem}");
    }
    for (language, words) in [("ko", "정수를 적어"), ("en", "whole one")] {
        let request = server.client.get(server.url("/api/stats?days=x")).header("accept-language", language);
        let problem: Value = request.send().await.unwrap().json().await.unwrap();
        assert_eq!((&problem["status"], &problem["field"]), (&json!(400), &json!("days")), "{problem}");
        assert!(problem["detail"].as_str().unwrap().contains(words), "{problem}");
    }
}

#[tokio::test]
async fn a_key_is_required_when_one_is_set_and_foreign_pages_are_refused_when_none_is() {
    let server = Server::start(None, |config| config.server.api_key = Some("s3cret".into())).await;
    let get = |key: Option<&str>| {
        let request = server.client.get(server.url("/api/status"));
        match key {
            Some(key) => request.bearer_auth(key),
            None => request,
        }
        .send()
    };
    assert_eq!(get(None).await.unwrap().status(), 401);
    assert_eq!(get(Some("wrong")).await.unwrap().status(), 401);
    assert_eq!(get(Some("s3cret")).await.unwrap().status(), 200);
    assert_eq!(server.get("/healthz").await.0, 200);

    let open = Server::extracts().await;
    let foreign =
        open.client.get(open.url("/api/status")).header("host", "evil.example").send().await.unwrap();
    assert_eq!(foreign.status(), 403);
    let page = open
        .client
        .get(open.url("/api/status"))
        .header("origin", "https://evil.example")
        .send()
        .await
        .unwrap();
    assert_eq!(page.status(), 403);
}

#[tokio::test]
async fn uploads_are_read_listed_shown_and_deleted() {
    let server = Server::extracts().await;
    let form = reqwest::multipart::Form::new()
        .part("file", reqwest::multipart::Part::text(LIBRARY).file_name("library.txt"))
        .part("file", reqwest::multipart::Part::bytes(vec![0_u8, 1, 2, 3]).file_name("../../evil.txt"))
        .part("file", reqwest::multipart::Part::text(LIBRARY).file_name("again.txt"));
    let response = server.client.post(server.url("/api/sources")).multipart(form).send().await.unwrap();
    assert_eq!(response.status(), 202);
    let sources: Value = response.json().await.unwrap();
    let id = |at: usize| sources["sources"][at]["id"].as_str().unwrap().to_owned();
    assert_eq!(
        (&sources["sources"][1]["fileName"], &sources["sources"][2]["duplicate"]),
        (&json!("evil.txt"), &json!(true))
    );
    assert_eq!(id(0), id(2), "the same content is one source");
    for (at, status) in [(0, "ready"), (1, "failed")] {
        let events =
            server.client.get(server.url(&format!("/api/sources/{}/events", id(at)))).send().await.unwrap();
        let last = Told::read(events).await.parts.pop().unwrap();
        assert_eq!(last["status"], status);
        assert_eq!(last["error"].is_null(), status == "ready", "{last}");
    }
    let content =
        server.client.get(server.url(&format!("/api/sources/{}/content", id(0)))).send().await.unwrap();
    assert_eq!(content.headers()["content-type"], "application/octet-stream");
    assert_eq!(content.text().await.unwrap(), LIBRARY);
    let (_, found) = server.post("/api/search", &json!({ "query": "paid leave", "topK": 3 })).await;
    assert_eq!(found["hits"][0]["fileName"], "library.txt");
    let deleted = server.client.delete(server.url(&format!("/api/sources/{}", id(0)))).send().await.unwrap();
    assert_eq!(deleted.status(), 204);
    let (_, found) = server.post("/api/search", &json!({ "query": "paid leave" })).await;
    assert_eq!(found["hits"], json!([]));
}

#[tokio::test]
async fn a_citation_of_what_was_deleted_since_says_so() {
    let mut server = Server::extracts().await;
    let rules = "학칙\n\n제1조(목적) 이 학칙은 도서관의 운영에 필요한 사항을 정한다.\n\n제2조(이용 시간) 도서관은 오전 아홉 시에 문을 연다.\n";
    let documents = [server.ingest("library.txt", LIBRARY).await, server.ingest("학칙.txt", rules).await];
    server.ask("c", "도서관은 언제 문을 여나요? 「학칙」 제2조").await;
    let gone = |chat: &Value| {
        let answer = &chat["messages"][1];
        let sources = answer["metadata"]["sources"].as_array().unwrap().iter();
        let gone: Vec<&str> = sources
            .filter(|source| source["gone"] == true)
            .map(|source| source["document_id"].as_str().unwrap())
            .collect();
        let parts = answer["parts"].as_array().unwrap().iter();
        let marked = parts
            .flat_map(|part| {
                let cited = part["data"]["citations"].as_array().into_iter().flatten();
                cited.map(|one| &one["evidence"]).chain([&part["providerMetadata"]["stet"]])
            })
            .filter(|target| target["gone"] == true)
            .count();
        (gone.join(" "), marked)
    };
    assert_eq!(gone(&server.get("/api/chats/c").await.1), (String::new(), 0));
    let export = async || {
        let url = server.url("/api/chats/c?format=markdown");
        server.client.get(url).send().await.unwrap().text().await.unwrap()
    };
    assert!(!export().await.contains("deleted since"));
    for document in &documents {
        let url = server.url(&format!("/api/sources/{document}"));
        assert_eq!(server.client.delete(url).send().await.unwrap().status(), 204);
    }
    let (_, chat) = server.get("/api/chats/c").await;
    let (files, marked) = gone(&chat);
    assert!(documents.iter().any(|document| files.contains(document)) && marked >= 2, "{chat}");
    assert!(export().await.contains("> Sources deleted since: "), "{}", export().await);
}

#[tokio::test]
async fn conversations_are_listed_exported_regenerated_and_deleted() {
    let mut server = Server::extracts().await;
    server.ingest("library.txt", LIBRARY).await;
    server.ask("c", "When does the library open?").await;
    let body = json!({ "id": "c", "trigger": "regenerate-message", "messages": [user("When does the library open?")] });
    let again = server.client.post(server.url("/api/chat")).json(&body).send().await.unwrap();
    Told::read(again).await;
    let (_, chat) = server.get("/api/chats/c").await;
    assert_eq!(chat["messages"].as_array().unwrap().len(), 2, "the old answer is gone");
    let (_, chats) = server.get("/api/chats").await;
    assert_eq!(chats["chats"][0]["title"], "When does the library open?");
    let markdown = server.client.get(server.url("/api/chats/c?format=markdown")).send().await.unwrap();
    let markdown = markdown.text().await.unwrap();
    assert!(markdown.contains("## Question") && markdown.contains("**Quotations**"), "{markdown}");
    let korean = server.client.get(server.url("/api/chats/c?format=markdown"));
    let korean = korean.header("accept-language", "ko").send().await.unwrap().text().await.unwrap();
    assert!(korean.contains("## 질문") && korean.contains("**인용**"), "{korean}");
    assert_eq!(server.client.delete(server.url("/api/chats/c")).send().await.unwrap().status(), 204);
    assert_eq!(server.get("/api/chats/c").await.0, 404);
}

#[tokio::test]
async fn given_text_is_verified() {
    let mut server = Server::extracts().await;
    let body = json!({
        "answer": "The library opens at nine [1]. It has 40 seats [1]. See [7].",
        "context": ["The library opens at nine.", { "title": "Hall", "page": 2, "content": "The hall has 30 seats." }],
    });
    let (status, result) = server.post("/api/verify", &body).await;
    assert_eq!(status, 200);
    assert_eq!(result["corrected"], "The library opens at nine [1]. It has 40 seats. See.", "{result}");
    assert_eq!((&result["verified"], &result["badge"]), (&json!(false), &json!("partial")));
    assert_eq!(result["citations_valid"], false);
    for field in ["confidence", "issues", "reasoning", "sentences"] {
        assert!(!result[field].is_null(), "{field}");
    }
    server.ingest("library.txt", LIBRARY).await;
    // A question without words finds nothing; the answer has them.
    let body = json!({ "answer": "The library opens at nine in the morning [1].", "question": " " });
    assert_eq!(server.post("/api/verify", &body).await.1["badge"], "verified");
    let query =
        json!({ "question": "When does the library open?", "mode": "hybrid", "confidence_threshold": 0.7 });
    let (status, result) = server.post("/query/verified", &query).await;
    assert_eq!(status, 200, "{result}");
    for field in [
        "original_answer",
        "corrected_answer",
        "mode",
        "sources",
        "removed_citations",
        "accuracy_rate",
        "verification_log",
        "processing_time_ms",
    ] {
        assert!(!result[field].is_null(), "{field}: {result}");
    }
    assert_eq!(server.get("/api/chats").await.1["chats"], json!([]), "a query leaves no conversation");
}

#[tokio::test]
async fn openai_clients_are_served() {
    let mut server = Server::extracts().await;
    server.ingest("library.txt", LIBRARY).await;
    let messages = json!([{ "role": "user", "content": QUESTION }]);
    let (status, whole) =
        server.post("/v1/chat/completions", &json!({ "messages": messages, "store": true })).await;
    assert_eq!(status, 200);
    let message = &whole["choices"][0]["message"];
    assert!(message["content"].as_str().unwrap().contains("opens at nine"), "{whole}");
    assert_eq!(message["annotations"][0]["type"], "url_citation");
    let body = json!({ "model": "stet", "messages": messages, "stream": true });
    let stream = server.client.post(server.url("/v1/chat/completions")).json(&body).send().await.unwrap();
    let told = Told::read(stream).await;
    let text: String =
        told.parts.iter().filter_map(|part| part["choices"][0]["delta"]["content"].as_str()).collect();
    assert_eq!(text, message["content"].as_str().unwrap());
    assert_eq!(told.parts.last().unwrap()["choices"][0]["finish_reason"], "stop");
    // Clients put the pieces together by `index`, and keep all of the whole message.
    let mut pieces: Vec<Value> = told
        .parts
        .iter()
        .filter_map(|part| part["choices"][0]["delta"]["annotations"].as_array())
        .flatten()
        .cloned()
        .collect();
    for (at, piece) in pieces.iter_mut().enumerate() {
        assert_eq!(piece.as_object_mut().unwrap().remove("index"), Some(json!(at)));
    }
    assert!(pieces.len() > 1, "{pieces:?}");
    assert_eq!(Value::from(pieces), message["annotations"]);
    // Such a client keeps its own conversations: only what it asks to be kept stands beside those of the page.
    server.ask("page", "When does the library open?").await;
    let ids = |listed: &Value| -> Vec<String> {
        listed["chats"]
            .as_array()
            .unwrap()
            .iter()
            .map(|chat| chat["id"].as_str().unwrap().to_owned())
            .collect()
    };
    let kept = whole["stet"]["chatId"].as_str().unwrap();
    assert_eq!(ids(&server.get("/api/chats").await.1), ["page", kept]);
    // Of the other nothing is left, as soon as it has ended.
    until!(ids(&server.get("/api/chats?all=true").await.1).len() <= 2);
    let read = server.get(&format!("/api/chats/{kept}")).await.1;
    assert_eq!(read["messages"][1]["metadata"]["badge"], "verified", "{read}");
    assert_eq!(server.get("/v1/models").await.1["data"][0]["id"], "stet");
}

#[tokio::test]
async fn a_websocket_carries_the_same_parts() {
    let mut server = Server::extracts().await;
    server.ingest("library.txt", LIBRARY).await;
    let (mut socket, _) =
        tokio_tungstenite::connect_async(format!("ws://{}/ws", server.address)).await.unwrap();
    let send = json!({
        "type": "send", "requestId": "r1", "id": "c", "trigger": "submit-message", "headers": {}, "body": {},
        "messages": [user("When does the library open?")],
    });
    socket.send(Frame::text(send.to_string())).await.unwrap();
    let mut frames: Vec<Value> = Vec::new();
    while frames.last().is_none_or(|frame| frame["type"] != "end") {
        if let Frame::Text(text) = socket.next().await.unwrap().unwrap() {
            frames.push(serde_json::from_str(&text).unwrap());
        }
    }
    assert_eq!(frames[0], json!({ "type": "start", "requestId": "r1" }));
    let chunks: Vec<&Value> = frames.iter().filter(|frame| frame["type"] == "chunk").collect();
    for (at, frame) in chunks.iter().enumerate() {
        assert_eq!(frame["sequence"], at);
    }
    let lines: String = frames.iter().map(|frame| format!("{frame}\n")).collect();
    record("socket.ws.jsonl", &lines);
    let told = Told { parts: chunks.iter().map(|frame| frame["chunk"].clone()).collect(), ..Told::default() };
    assert_eq!(told.text(), stored_text(&stored(&server, "c").await));
    for (bad, kind) in [
        (json!({ "type": "resume", "requestId": "r2", "id": "c", "headers": {}, "body": {} }), "no-active"),
        (json!({ "type": "dance", "requestId": "r3" }), "error"),
        (json!({ "type": "send", "requestId": "r4", "id": "c", "messages": [], "body": {} }), "error"),
    ] {
        socket.send(Frame::text(bad.to_string())).await.unwrap();
        let Frame::Text(reply) = socket.next().await.unwrap().unwrap() else { panic!("no text") };
        let reply: Value = serde_json::from_str(&reply).unwrap();
        assert_eq!((&reply["type"], &reply["requestId"]), (&json!(kind), &bad["requestId"]));
        let told = reply["errorText"].as_str().unwrap_or("");
        assert!(!told.contains("니다") && (kind == "error") == told.contains("The"), "{reply}");
    }
}

#[tokio::test]
async fn of_two_requests_under_one_id_the_later_one_is_told() {
    let server = Server::scripted("slow").await;
    let (mut socket, _) =
        tokio_tungstenite::connect_async(format!("ws://{}/ws", server.address)).await.unwrap();
    let send = |chat: &str| {
        let messages = [user("How many days of paid leave are employees granted?")];
        let frame = json!({ "type": "send", "requestId": "r", "id": chat, "messages": messages, "body": {} });
        Frame::text(frame.to_string())
    };
    socket.send(send("c1")).await.unwrap();
    let mut frames: Vec<Value> = Vec::new();
    while frames.last().is_none_or(|frame| frame["type"] != "end") {
        let Frame::Text(text) = socket.next().await.unwrap().unwrap() else { continue };
        let frame: Value = serde_json::from_str(&text).unwrap();
        if frame["chunk"]["type"] == "text-delta" && !frames.iter().any(|told| told["again"] == true) {
            frames.push(json!({ "again": true }));
            socket.send(send("c2")).await.unwrap();
        }
        frames.push(frame);
    }
    let second = frames.iter().rposition(|frame| frame["type"] == "start").unwrap();
    let numbers: Vec<u64> = frames[second..].iter().filter_map(|frame| frame["sequence"].as_u64()).collect();
    assert_eq!(numbers, (0..numbers.len() as u64).collect::<Vec<_>>());
    assert!(numbers.len() > 5, "{frames:?}");
}

#[tokio::test]
async fn a_websocket_tells_its_faults_in_the_language_of_the_reader() {
    let server = Server::extracts().await;
    let mut request = format!("ws://{}/ws", server.address).into_client_request().unwrap();
    request.headers_mut().insert("accept-language", "ko-KR,ko;q=0.9".parse().unwrap());
    let (mut socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
    for (bad, said) in [
        (json!({ "type": "dance", "requestId": "r1" }), "“dance”은(는) 쓸 수 없는 값입니다"),
        (json!({ "type": "resume", "requestId": "r2" }), "의 id: id이(가) 없습니다"),
        (json!({ "type": "send", "requestId": "r3", "id": "c", "messages": [] }), "사용자"),
        (
            json!({ "type": "send", "requestId": "r4", "id": "c", "messages": [user("Why?")], "body": { "strict": 7 } }),
            "프레임의 body: true나 false를 적어 주세요",
        ),
    ] {
        socket.send(Frame::text(bad.to_string())).await.unwrap();
        let Frame::Text(reply) = socket.next().await.unwrap().unwrap() else { panic!("no text") };
        let reply: Value = serde_json::from_str(&reply).unwrap();
        assert_eq!((&reply["type"], &reply["requestId"]), (&json!("error"), &bad["requestId"]));
        assert!(reply["errorText"].as_str().unwrap().contains(said), "{reply}");
    }
    // A list is no frame, whatever stands in it.
    socket.send(Frame::text(json!(["resume", "r5", "c", null]).to_string())).await.unwrap();
    let Frame::Text(reply) = socket.next().await.unwrap().unwrap() else { panic!("no text") };
    let reply: Value = serde_json::from_str(&reply).unwrap();
    assert!(reply["errorText"].as_str().unwrap().contains("프레임: 객체를 적어 주세요"), "{reply}");
}
