//! What a client may take its time with, how much it may send, and how often it may guess: then it is cut off, and nobody
//! else is held up.

use futures::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message as Frame;

use crate::http::{QUESTION, endless};
use crate::support::model::{Script, Step};
use crate::support::server::Server;

/// A server that waits for nobody longer than a second.
async fn hasty() -> Server {
    Server::start(Some("plain"), |config| config.server.patience_seconds = 1).await
}

/// Everything that comes until the server closes the connection.
async fn to_the_end(mut socket: TcpStream) -> String {
    let mut told = Vec::new();
    // Closed with what was sent still unread: a reset is an end, too.
    let _ = socket.read_to_end(&mut told).await;
    String::from_utf8_lossy(&told).into_owned()
}

#[tokio::test]
async fn headers_and_bodies_that_do_not_come_are_not_waited_for() {
    let server = hasty().await;
    let head = |path: &str, length: usize| {
        format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n",
            server.address
        )
    };
    for (sent, status) in [
        (String::new(), ""),
        ("GET /api/status HTTP/1.1\r\nhost: 127".to_owned(), ""),
        (head("/api/search", 100), "HTTP/1.1 408"),
        (head("/api/chat", 100) + "{\"id\": \"c\"", "HTTP/1.1 408"),
    ] {
        let mut socket = TcpStream::connect(server.address).await.unwrap();
        socket.write_all(sent.as_bytes()).await.unwrap();
        let told = to_the_end(socket).await;
        assert!(told.starts_with(status), "{sent}: {told}");
    }
    let mut socket = TcpStream::connect(server.address).await.unwrap();
    let upload = format!(
        "POST /api/sources HTTP/1.1\r\nhost: {}\r\ncontent-type: multipart/form-data; boundary=b\r\n\
         transfer-encoding: chunked\r\n\r\n3\r\n--b\r\n",
        server.address
    );
    socket.write_all(upload.as_bytes()).await.unwrap();
    assert!(to_the_end(socket).await.starts_with("HTTP/1.1 408"));
    assert_eq!(server.get("/api/status").await.0, 200);
}

/// A reader that takes nothing is cut off, and what it asked for is not kept for it.
#[tokio::test]
async fn a_stalled_reader_is_cut_off() {
    const ASKED: usize = 400;
    let server = hasty().await;
    let socket = TcpSocket::new_v4().unwrap();
    // Little of what is sent lies in the system's buffers.
    socket.set_recv_buffer_size(4096).unwrap();
    let mut socket = socket.connect(server.address).await.unwrap();
    let ask = format!("GET /openapi.json HTTP/1.1\r\nhost: {}\r\n\r\n", server.address);
    socket.write_all(ask.repeat(ASKED).as_bytes()).await.unwrap();
    tokio::time::sleep(std::time::Duration::from_secs(4)).await;
    let told = to_the_end(socket).await.matches("HTTP/1.1 200").count();
    assert!((1..ASKED).contains(&told), "{told}");
    assert_eq!(server.get("/api/status").await.0, 200);
}

#[tokio::test]
async fn a_message_that_is_too_long_closes_its_socket_and_says_why() {
    let server = Server::extracts().await;
    let (mut socket, _) =
        tokio_tungstenite::connect_async(format!("ws://{}/ws", server.address)).await.unwrap();
    let long = json!({ "type": "send", "requestId": "r", "id": "c", "messages": [], "body": { "x": "y".repeat(3 << 20) } });
    let _ = socket.send(Frame::text(long.to_string())).await;
    let mut closed = None;
    while let Some(Ok(frame)) = socket.next().await {
        if let Frame::Close(Some(frame)) = frame {
            closed = Some(frame);
        }
    }
    let closed = closed.expect("it is told why");
    assert_eq!((u16::from(closed.code), closed.reason.contains("/api/chat")), (1009, true), "{closed:?}");
}

/// A client that answers no ping is gone.
#[tokio::test]
async fn a_silent_socket_is_closed() {
    let server = Server::start(None, |config| config.server.patience_seconds = 2).await;
    let mut socket = TcpStream::connect(server.address).await.unwrap();
    let upgrade = format!(
        "GET /ws HTTP/1.1\r\nhost: {}\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
         sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        server.address
    );
    socket.write_all(upgrade.as_bytes()).await.unwrap();
    assert!(to_the_end(socket).await.starts_with("HTTP/1.1 101"));
}

#[tokio::test]
async fn who_guesses_keys_is_told_to_wait_and_the_right_key_is_served() {
    let key = "a key of thirty-two characters..";
    let server = Server::start(None, |config| config.server.api_key = Some(key.into())).await;
    let ask = |key: &str| server.client.get(server.url("/api/status")).bearer_auth(key).send();
    let mut last = None;
    for guess in 0..101 {
        last = Some(ask(&format!("guess {guess}")).await.unwrap());
    }
    let last = last.unwrap();
    let wait: u64 = last.headers()["retry-after"].to_str().unwrap().parse().unwrap();
    assert_eq!((last.status().as_u16(), (1..=60).contains(&wait)), (429, true));
    let problem: Value = last.json().await.unwrap();
    assert_eq!(problem["type"], "urn:stet:too-many-attempts");
    assert_eq!(ask(key).await.unwrap().status(), 200);
}

/// Who asks over this protocol cannot come back for an answer: it ends with its client, and the place is free.
#[tokio::test]
async fn an_answer_over_the_openai_protocol_ends_with_its_client() {
    let server = Server::scripted("plain").await;
    let model = server.model.as_ref().unwrap();
    for (round, stream) in [true, false].into_iter().enumerate() {
        model.push(endless());
        let body = json!({ "stream": stream, "messages": [{ "role": "user", "content": QUESTION }] });
        let asking = server.client.post(server.url("/v1/chat/completions")).json(&body).send();
        let asking = tokio::spawn(async move { asking.await.unwrap().bytes().await });
        until!(model.requests().len() > round);
        asking.abort();
        until!(server.state.asker.live.is_empty());
        until!(model.stopped_early() > round);
        assert_eq!(model.stopped_early(), round + 1, "the model is told");
    }
}

/// Sends a request and hangs up without waiting for its answer.
async fn hang_up(server: &Server, path: &str, body: &Value, until: impl AsyncFnOnce()) {
    let body = body.to_string();
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        server.address,
        body.len()
    );
    let mut socket = TcpStream::connect(server.address).await.unwrap();
    socket.write_all(head.as_bytes()).await.unwrap();
    socket.write_all(body.as_bytes()).await.unwrap();
    until().await;
}

/// Waits until the server has noted that a client of this route has left, which drops what the request began.
async fn until_left(route: &str) {
    let noted = format!("stet_request_seconds_count{{method=\"POST\",route=\"{route}\",status=\"499\"}}");
    until!(stet_host::metrics::metrics().text().contains(&noted));
}

/// What a request began ends with its client. Were the texts compared to their end, the end of this test would wait for it.
#[tokio::test]
async fn checks_and_searches_end_with_their_client() {
    let server = Server::start(Some("plain"), |config| config.gate.model_layer = true).await;
    let long = "the speech went on without a stop and ".repeat(3000);
    let texts = json!({ "before": long, "after": long.replace("on without", "without") });
    hang_up(&server, "/api/patches/classify", &texts, async || ()).await;
    until_left("/api/patches/classify").await;

    let model = server.model.as_ref().unwrap();
    model.push(Script::Stream(vec![Step::Stall]));
    let text = json!({
        "answer": "The board decided to extend the opening hours in spring [1].",
        "context": ["The board of the museum voted in spring to extend the opening hours of the south gallery."],
    });
    hang_up(&server, "/api/verify", &text, async || {
        until!(!model.requests().is_empty());
    })
    .await;
    until_left("/api/verify").await;
    model.until_stopped().await;
    assert_eq!(model.stopped_early(), 1, "the judge is told");

    // Somebody holds what the search reads.
    let mut held = server.database.options().connect().await.unwrap();
    let mut work = held.begin().await.unwrap();
    sqlx::query("lock table rag_chunks in access exclusive mode").execute(&mut *work).await.unwrap();
    hang_up(&server, "/api/search", &json!({ "query": "opening hours" }), async || ()).await;
    until_left("/api/search").await;
    work.rollback().await.unwrap();
}

/// However many sources there are, an answer has so many; the rest is behind `next`.
#[tokio::test]
async fn sources_come_in_pages() {
    let mut server = Server::extracts().await;
    for name in ["one", "two", "세 번째"] {
        server.ingest(&format!("{name}.txt"), &format!("The {name} opens at nine.")).await;
    }
    let (_, all) = server.get("/api/sources").await;
    assert_eq!((&all["total"], &all["next"]), (&json!(3), &Value::Null), "{all}");
    let (mut seen, mut next) = (Vec::new(), json!(0));
    while !next.is_null() {
        let (status, page) = server.get(&format!("/api/sources?limit=2&offset={next}")).await;
        assert_eq!((status, &page["total"]), (200, &json!(3)), "{page}");
        seen.extend(page["sources"].as_array().unwrap().clone());
        next = page["next"].clone();
    }
    assert_eq!(json!(seen), all["sources"], "the newest first, none left out");
    for query in ["limit=0", "limit=1001", "offset=-1"] {
        let (status, problem) = server.get(&format!("/api/sources?{query}")).await;
        assert_eq!((status, problem["field"].as_str()), (400, query.split('=').next()), "{problem}");
    }
}
