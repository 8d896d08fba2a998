//! A message that is sent twice under one id is one message: a client that did not hear that it arrived sends it again.

use std::sync::Arc;

use futures::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::sync::Notify;
use tokio_tungstenite::tungstenite::Message as Frame;

use crate::support::model::{Script, Step};
use crate::support::server::{Server, Told};

const TEXT: &str = "The library opens at nine in the morning [1].";
const QUESTIONS: [&str; 2] = ["When does the library open?", "도서관은 몇 시에 문을 여나요?"];

fn message(id: &str, text: &str) -> Value {
    json!({ "id": id, "role": "user", "parts": [{ "type": "text", "text": text }] })
}

async fn send(server: &Server, chat: &str, id: &str, text: &str) -> reqwest::Response {
    let body = json!({ "id": chat, "message": message(id, text) });
    server.client.post(server.url("/api/chat")).json(&body).send().await.unwrap()
}

async fn stored(server: &Server, chat: &str) -> Vec<Value> {
    server.get(&format!("/api/chats/{chat}?all=true")).await.1["messages"].as_array().unwrap().clone()
}

#[tokio::test]
async fn what_was_answered_is_not_answered_again() {
    let server = Server::scripted("plain").await;
    let model = server.model.as_ref().unwrap();
    for (chat, question) in ["en", "ko"].into_iter().zip(QUESTIONS) {
        model.push(Script::text([TEXT]));
        let first = Told::read(send(&server, chat, "m1", question).await).await;
        let asked = model.requests().len();
        let second = Told::read(send(&server, chat, "m1", question).await).await;
        assert_eq!(second.parts[0]["messageId"], first.parts[0]["messageId"]);
        assert_eq!((second.text(), second.parts.last()), (first.text(), first.parts.last()));
        assert!(second.done);
        assert_eq!((stored(&server, chat).await.len(), model.requests().len()), (2, asked));
        // Over the socket, too.
        let (mut socket, _) =
            tokio_tungstenite::connect_async(format!("ws://{}/ws", server.address)).await.unwrap();
        let frame =
            json!({ "type": "send", "requestId": "r", "id": chat, "messages": [message("m1", question)] });
        socket.send(Frame::text(frame.to_string())).await.unwrap();
        let mut chunks: Vec<Value> = Vec::new();
        loop {
            let Frame::Text(text) = socket.next().await.unwrap().unwrap() else { continue };
            let mut frame: Value = serde_json::from_str(&text).unwrap();
            match frame["type"].as_str().unwrap() {
                "chunk" => chunks.push(frame["chunk"].take()),
                "end" => break,
                _ => {}
            }
        }
        let third = Told { parts: chunks, ..Told::default() };
        assert_eq!(third.parts[0]["messageId"], first.parts[0]["messageId"]);
        assert_eq!(third.text(), first.text());
        assert_eq!((stored(&server, chat).await.len(), model.requests().len()), (2, asked));
        // Other words are another question, whatever their id.
        model.push(Script::text([TEXT]));
        let other = Told::read(send(&server, chat, "m1", &format!("{question} {question}")).await).await;
        assert_ne!(other.parts[0]["messageId"], first.parts[0]["messageId"]);
        assert_eq!(stored(&server, chat).await.len(), 4);
    }
}

#[tokio::test]
async fn what_is_being_answered_is_told_to_both() {
    let server = Server::scripted("plain").await;
    let gate = Arc::new(Notify::new());
    let steps =
        vec![Step::Wait(Arc::clone(&gate)), Step::Text(TEXT.to_owned()), Step::Finish("stop"), Step::Done];
    server.model.as_ref().unwrap().push(Script::Stream(steps));
    let first = send(&server, "c", "m1", QUESTIONS[0]).await;
    let second = send(&server, "c", "m1", QUESTIONS[0]).await;
    assert_eq!((first.status(), second.status()), (reqwest::StatusCode::OK, reqwest::StatusCode::OK));
    gate.notify_one();
    let (first, second) = tokio::join!(Told::read(first), Told::read(second));
    assert_eq!((first.text(), first.ids), (second.text(), second.ids));
    assert_eq!(stored(&server, "c").await.len(), 2);
}

#[tokio::test]
async fn what_failed_is_tried_again_in_its_place() {
    let server = Server::scripted("plain").await;
    let model = server.model.as_ref().unwrap();
    model.push(Script::fault(400, "nonsense", "no"));
    let failed = Told::read(send(&server, "c", "m1", QUESTIONS[0]).await).await;
    assert_eq!(failed.parts.last().unwrap()["type"], "error", "{}", failed.raw);
    model.push(Script::text([TEXT]));
    let told = Told::read(send(&server, "c", "m1", QUESTIONS[0]).await).await;
    assert!(told.text().contains("nine in the morning"), "{}", told.raw);
    let messages = stored(&server, "c").await;
    assert_eq!(messages.len(), 2, "{messages:?}");
    assert_eq!(messages[1]["id"], told.parts[0]["messageId"]);
}
