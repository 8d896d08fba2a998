//! The end of a process: nothing new is begun, what is under way may end, and nobody waits for ever.

use std::sync::Arc;

use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::http::{QUESTION, check_stream, endless, stored, until_text, user};
use crate::support::database::messages;
use crate::support::model::{Script, Step};
use crate::support::server::{LIBRARY, Server, Told};

#[tokio::test]
async fn answers_under_way_come_to_their_end_and_nothing_new_is_begun() {
    let mut server = Server::start(Some("plain"), |config| config.server.drain_seconds = 600).await;
    server.ingest("library.txt", LIBRARY).await;
    let gate = Arc::new(Notify::new());
    let steps = vec![
        Step::Text("The library opens at nine ".into()),
        Step::Wait(Arc::clone(&gate)),
        Step::Text("in the morning [1].".into()),
        Step::Finish("stop"),
        Step::Done,
    ];
    server.model.as_ref().unwrap().push(Script::Stream(steps));
    let answer = server.ask_raw("c", QUESTION).await;
    assert_eq!(server.get("/readyz").await.0, 200);
    let ending = server.end();
    until!(server.get("/readyz").await.0 == 503);
    assert_eq!(server.get("/healthz").await.0, 200, "it lives");
    for (path, body) in [
        ("/api/chat", json!({ "id": "d", "message": user(QUESTION) })),
        ("/v1/chat/completions", json!({ "messages": [{ "role": "user", "content": QUESTION }] })),
        ("/api/verify", json!({ "answer": "One." })),
    ] {
        let refused = server.client.post(server.url(path)).json(&body).send().await.unwrap();
        assert_eq!(
            (refused.status().as_u16(), &refused.headers()["retry-after"]),
            (503, &"2".parse().unwrap()),
            "{path}"
        );
    }
    // What is there can be read on, and a reader may still come to the answer that ends.
    assert_eq!(server.get("/api/chats").await.0, 200);
    let resumed = server.client.get(server.url("/api/chat/c/stream")).send().await.unwrap();
    gate.notify_one();
    let (told, resumed) = tokio::join!(Told::read(answer), Told::read(resumed));
    assert_eq!(told.parts.last().unwrap()["type"], "finish", "{}", told.raw);
    assert_eq!(resumed.text(), told.text());
    ending.await.unwrap().unwrap();
    let message = server.state.store().conversation("c").await.unwrap().unwrap();
    let message = messages(server.state.store(), message.id).await.pop().unwrap();
    assert_eq!((&message.metadata["status"], &message.text), (&json!("complete"), &told.text()));
}

#[tokio::test]
async fn an_answer_that_does_not_end_in_time_is_ended() {
    let mut server = Server::start(Some("plain"), |config| config.server.drain_seconds = 1).await;
    server.ingest("library.txt", LIBRARY).await;
    let beside = server.beside("plain").await;
    server.model.as_ref().unwrap().push(endless());
    let answer = server.ask_raw("c", QUESTION).await;
    until_text(&server, "c").await;
    server.shut_down().await;
    let told = Told::read(answer).await;
    assert_eq!(told.parts.last().unwrap()["type"], "abort");
    let message: Value = stored(&beside, "c").await;
    assert_eq!(message["metadata"]["status"], "interrupted");
    check_stream(&beside, "c", &told).await;
}
