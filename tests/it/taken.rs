//! Answers that are taken from a node which was silent for too long: what others have ended is final, whoever wakes, and
//! nothing of it waits for a verdict that will not come.

use std::sync::Arc;

use serde_json::{Value, json};
use sqlx::ConnectOptions as _;
use stet_store::{Event, LogRow, MessageEnd, MessageStatus};
use time::OffsetDateTime;
use tokio::sync::Notify;

use crate::cli::Process;
use crate::http::{abandoned, check_stream, stored};
use crate::nodes::fall_silent;
use crate::support::model::{ModelServer, Script, Step};
use crate::support::server::{Server, Told};

/// One thing, so that no model is asked for a plan.
const QUESTION: &str = "When does the library open?";

/// Waits until the log of the conversation's answer has such an event.
async fn until_logged(server: &Server, wanted: impl Fn(&Value) -> bool) -> Vec<Event> {
    let mut log = Vec::new();
    until!({
        if let Some(open) = server.state.store().open_answer("c").await.unwrap() {
            log = server.state.store().events_after(open.message, -1).await.unwrap();
        }
        log.iter().any(|event| wanted(&event.part))
    });
    log
}

/// A second node takes the answer for abandoned.
async fn take(server: &Server) {
    let mut connection = server.database.options().connect().await.unwrap();
    // What the node did as it fell silent may have to end first.
    until!({
        fall_silent(&mut connection, 21.0).await;
        server.state.asker.recover(false).await.unwrap() > 0
    });
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_frozen_writer_that_wakes_writes_nothing() {
    use rustix::process::{Pid, Signal, kill_process};

    let second = Server::scripted("plain").await;
    let model = ModelServer::start().await;
    let first = Process::start(&second.database, &model);
    let gate = Arc::new(Notify::new());
    let begun = "The library opens at nine in the morning [1]. Students may borrow five ";
    let rest = "books for two weeks [1]. 도서관은 오전 아홉 시에 문을 연다 [1].";
    let mut steps: Vec<Step> = begun.split_inclusive(' ').map(|word| Step::Text(word.to_owned())).collect();
    steps.push(Step::Wait(Arc::clone(&gate)));
    steps.extend(rest.split_inclusive(' ').map(|word| Step::Text(word.to_owned())));
    steps.extend([Step::Finish("stop"), Step::Done]);
    model.push(Script::Stream(steps));
    let body = json!({ "id": "c", "message": crate::http::user(QUESTION) });
    let asked = second.client.post(format!("{}/api/chat", first.url)).json(&body).send().await.unwrap();
    let reading = tokio::spawn(Told::read(asked));
    until_logged(&second, |part| part["event"] == "sentence").await;
    let pid = Pid::from_child(&first.child);
    kill_process(pid, Signal::STOP).unwrap();
    take(&second).await;
    // The conversation goes on at the other node.
    second.model.as_ref().unwrap().push(Script::text(["The library opens at nine in the morning [1]."]));
    let again = second.ask("c", "When does the library open, again?").await;
    assert_eq!(again.parts.last().unwrap()["type"], "finish", "{}", again.raw);
    let before = second.get("/api/chats/c").await.1;
    assert_eq!(before["messages"][1]["metadata"]["status"], "interrupted");
    // What the model says now is said to a writer that has none of it any more.
    gate.notify_one();
    kill_process(pid, Signal::CONT).unwrap();
    let told = reading.await.unwrap();
    assert_eq!(
        (told.parts.last().unwrap()["type"].as_str(), told.done),
        (Some("abort"), true),
        "{}",
        told.raw
    );
    let after = second.get("/api/chats/c").await.1;
    assert_eq!(before["messages"], after["messages"], "an ended message is final");
    assert_eq!(told.text(), after["messages"][1]["metadata"]["answer"].as_str().unwrap());
    // It is well otherwise.
    model.push(Script::text(["The library opens at nine in the morning [1]."]));
    let body = json!({ "id": "d", "message": crate::http::user(QUESTION) });
    let asked = second.client.post(format!("{}/api/chat", first.url)).json(&body).send().await.unwrap();
    check_stream(&second, "d", &Told::read(asked).await).await;
}

/// States of the sentences in the parts of a stored message.
fn states(message: &Value) -> Vec<&str> {
    let parts = message["parts"].as_array().unwrap().iter();
    parts
        .filter(|part| part["type"] == "data-sentence")
        .map(|part| part["data"]["status"].as_str().unwrap())
        .collect()
}

/// A source, a question, and an answer about whose claims a judge is asked, which never answers: words support the first
/// and not the second.
const OPEN: [[&str; 3]; 2] = [
    [
        "On Saturdays the Harbour library opens at ten and closes at four.\n",
        "When does the Harbour library open?",
        "The Harbour library opens at ten on Saturdays [1]. The Harbour library is shut in winter [1]. ",
    ],
    [
        "하버 도서관의 토요일 개관 시각은 열 시이고 폐관 시각은 네 시이다.\n",
        "하버 도서관의 개관 시각은 몇 시인가요?",
        "하버 도서관의 개관 시각은 토요일에 열 시이다 [1]. 하버 도서관은 겨울에 문을 닫는다 [1]. ",
    ],
];

#[tokio::test]
async fn after_a_crash_no_sentence_waits_for_a_verdict() {
    for [source, question, answer] in OPEN {
        let mut first = Server::start(Some("plain"), |config| {
            config.gate.model_layer = true;
            config.model.first_token_seconds = 1800;
        })
        .await;
        first.ingest("harbour.txt", source).await;
        let second = first.beside("plain").await;
        let model = first.model.as_ref().unwrap();
        model.push(Script::Stream(vec![Step::Text(answer.to_owned()), Step::Stall]));
        (0..4).for_each(|_| model.push(Script::Stream(vec![Step::Stall])));
        let running = first.ask_raw("c", question).await;
        let waits = |part: &Value| part["report"]["state"] == "judging";
        let log = until_logged(&first, waits).await;
        let words: Vec<Value> = log
            .iter()
            .filter(|event| waits(&event.part))
            .map(|event| event.part["report"]["words"].clone())
            .collect();
        take(&second).await;
        // Parts and metadata say the same, and so is whoever reads on told.
        let message = stored(&second, "c").await;
        let states = states(&message);
        assert!(!states.is_empty() && !states.contains(&"judging"), "{message}");
        assert!(words.iter().all(|state| states.contains(&state.as_str().unwrap())), "{words:?} {states:?}");
        for (state, count) in
            [("supported", "supported"), ("unsupported", "unsupported"), ("uncertain", "uncertain")]
        {
            let told = states.iter().filter(|one| **one == state).count();
            assert_eq!(message["metadata"]["counts"][count], told, "{message}");
        }
        let id = message["id"].as_str().unwrap();
        let resumed = second.client.get(second.url("/api/chat/c/stream"));
        let rest = Told::read(resumed.header("last-event-id", format!("{id}-0")).send().await.unwrap()).await;
        let last: Vec<Value> = rest.sentences().iter().map(|part| part["data"]["status"].clone()).collect();
        assert_eq!(last, states);
        assert_eq!(rest.metadata()["counts"], message["metadata"]["counts"]);
        // The writer finds it taken, and its own reader is told what became of it.
        first.post("/api/chat/c/stop", &json!({})).await;
        let told = Told::read(running).await;
        let last: Vec<Value> = told.sentences().iter().map(|part| part["data"]["status"].clone()).collect();
        assert!(!last.contains(&json!("judging")), "{}", told.raw);
        assert_eq!(stored(&first, "c").await, message);

        // A message that ended in full and whose log was cut off before the verdicts.
        let cut = abandoned(&second, "cut", &[]).await;
        for event in &log {
            let parts = json!([[event.seq, event.part]]).to_string();
            second
                .state
                .store()
                .append_events(None, &[&LogRow { message: cut, seq: event.seq, parts }])
                .await
                .unwrap();
        }
        let text = told.text();
        let (status, metadata) = (MessageStatus::Complete, json!({}));
        let at = OffsetDateTime::now_utc();
        let end = MessageEnd { id: cut, writer: None, status, text: &text, metadata: &metadata, at };
        assert!(second.state.store().finish_message(&end, &[]).await.unwrap());
        let message = stored(&second, "cut").await;
        assert!(!self::states(&message).contains(&"judging"), "{message}");
    }
}
