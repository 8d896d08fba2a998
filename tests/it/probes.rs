//! Whoever asks whether a server is ready is told what its routes would tell: while the database is waited for, in an outage, and
//! behind it.

use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use stet_llm::install_tls_provider;
use stet_store::Store;

use crate::support::database::TestDatabase;
use crate::support::gate::Gate;
use crate::support::server::Server;

/// A server whose way to the database can be shut.
async fn gated() -> (Server, Gate) {
    let mut database = TestDatabase::new().await;
    let mut gate = Gate::shut(&database);
    gate.open();
    database.store = Store::connect(&gate.url(), 6).await.unwrap();
    (Server::on(Arc::new(database), "plain", |_| ()).await, gate)
}

#[tokio::test]
async fn who_says_that_it_is_ready_serves() {
    let (server, mut gate) = gated().await;
    assert_eq!(server.get("/api/chats").await.0, 200);
    for _ in 0..3 {
        gate.close().await;
        server.state.store().look().await;
        assert!(server.state.store().is_away());
        assert_eq!((server.get("/readyz").await.0, server.get("/api/chats").await.0), (503, 503));
        gate.open();
        // Nobody looks but whoever asks.
        until!(server.get("/readyz").await.0 == 200);
        let at_once = futures::future::join_all((0..20).map(|_| server.get("/api/chats"))).await;
        assert!(at_once.iter().all(|(status, _)| *status == 200), "{at_once:?}");
    }
}

#[tokio::test]
async fn the_first_requests_of_an_outage_are_told_when_it_is_noticed() {
    let (server, mut gate) = gated().await;
    assert_eq!(server.get("/api/chats").await.0, 200);
    // A connection that was used a moment ago is used again unasked, and breaks.
    tokio::time::sleep(Duration::from_millis(1200)).await;
    gate.close().await;
    let create = serde_json::json!({ "title": "t", "text": "x" });
    let (read, written, ()) =
        tokio::join!(server.get("/api/chats"), server.post("/api/drafts", &create), async {
            // They wait for a connection by now.
            tokio::time::sleep(Duration::from_millis(300)).await;
            server.state.store().look().await;
        });
    for (status, problem) in [&read, &written] {
        assert_eq!((*status, problem["type"].as_str()), (503, Some("urn:stet:store")), "{problem}");
    }
    // Who had waited for the whole patience of a connection would be told of connections.
    assert_eq!(read.1["detail"], "The database does not answer; try again in a moment.");
}

struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test]
async fn a_server_that_waits_for_its_database_answers_from_the_first_moment() {
    install_tls_provider();
    let database = TestDatabase::new().await;
    let mut gate = Gate::shut(&database);
    // Below those that the system gives away by itself.
    let mut below = (20_000..32_000).skip(std::process::id() as usize % 8000);
    let port = below.find(|port| std::net::TcpListener::bind(("127.0.0.1", *port)).is_ok()).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_stet"));
    command.args(["serve", "--port", &port.to_string(), "--database-url", &gate.url()]);
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(std::fs::File::create(&log).unwrap());
    command.env_clear().env("STET_LOG", "info,tower_http=trace").current_dir(folder.path());
    let _server = Ended(command.spawn().unwrap());
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let get = async |path: &str, language: &str| {
        let address = format!("http://127.0.0.1:{port}{path}");
        loop {
            // Until the port is there.
            if let Ok(response) = client.get(&address).header("accept-language", language).send().await {
                let after = response.headers().get("retry-after").cloned();
                return (response.status().as_u16(), after, response.text().await.unwrap());
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    assert_eq!(get("/healthz", "en").await.0, 200);
    let (status, _, figures) = get("/metrics", "en").await;
    assert!(status == 200 && figures.contains("stet_database_up 0"), "{status} {figures}");
    for (language, words) in [("en", "waits for its database"), ("ko", "데이터베이스를 기다리고")]
    {
        let kinds =
            [("/readyz", "not-ready"), ("/api/chats", "starting"), ("/", "starting"), ("/ws", "starting")];
        for (path, kind) in kinds {
            let (status, after, body) = get(path, language).await;
            let problem: Value = serde_json::from_str(&body).unwrap();
            assert_eq!(
                (status, after.as_ref().map(reqwest::header::HeaderValue::as_bytes)),
                (503, Some(&b"2"[..])),
                "{path}"
            );
            assert_eq!(problem["type"], format!("urn:stet:{kind}"), "{path}");
            assert!(problem["detail"].as_str().unwrap().contains(words), "{path}: {problem}");
        }
        let (status, _, body) = get("/v1/models", language).await;
        let fault: Value = serde_json::from_str(&body).unwrap();
        assert!(status == 503 && fault["error"]["message"].as_str().unwrap().contains(words), "{fault}");
    }
    gate.open();
    until!(get("/readyz", "en").await.0 == 200);
    assert_eq!(get("/api/chats", "en").await.0, 200);
    // What is searched for is nobody's business who reads the log.
    assert_eq!(get("/api/graph/entities?query=quodlibet", "en").await.0, 200);
    let log = std::fs::read_to_string(&log).unwrap();
    assert!(log.contains("/api/graph/entities") && !log.contains("quodlibet"), "{log}");
}
