//! What a server tells of itself: figures for Prometheus, ids of requests, whether it is ready; also without its database.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value, json};
use sqlx::ConnectOptions as _;

use crate::drafts::{new_draft, stage};
use crate::http::QUESTION;
use crate::support::model::Script;
use crate::support::server::Server;

async fn figures(server: &Server) -> String {
    let response = server.client.get(server.url("/metrics")).send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert!(response.headers()["content-type"].to_str().unwrap().starts_with("application/openmetrics-text"));
    response.text().await.unwrap()
}

#[tokio::test]
async fn what_happens_is_counted() {
    let server = Server::scripted("plain").await;
    server.model.as_ref().unwrap().push(Script::text([
        "The library opens at nine in the morning [1]. ",
        "The library opens at seven in the morning [1].",
    ]));
    server.ask("c", QUESTION).await;
    assert_eq!(server.get("/api/chats/none").await.0, 404);
    let draft = new_draft(&server, "We utilise the tool. It works.").await;
    let patches =
        stage(&server, &draft, "We utilise the tool. It works.", "We use the tool. It works.").await;
    let path = format!("/api/drafts/{draft}/patches/{}/accept", patches[0]);
    assert_eq!(server.post(&path, &json!({ "baseRevision": 1 })).await.0, 200);
    let told = figures(&server).await;
    for figure in [
        "stet_first_token_seconds_count ",
        "stet_answers_total{status=\"complete\"} ",
        "stet_verdicts_total{status=\"supported\",layer=\"words\"} ",
        "stet_verdicts_total{status=\"unsupported\",layer=\"words\"} ",
        "stet_citations_removed_total ",
        "stet_retries_total ",
        "stet_tokens_total{kind=\"prompt\"} ",
        "stet_errors_total{kind=\"not-found\"} ",
        "stet_patch_decisions_total{category=\"",
        "stet_request_seconds_count{method=\"POST\",route=\"/api/chat\",status=\"200\"} ",
        "stet_request_seconds_count{method=\"GET\",route=\"/api/chats/{id}\",status=\"404\"} ",
        "stet_database_connections{state=\"idle\"} ",
        "stet_ingest_jobs_open ",
        "stet_answers_live ",
        "# EOF",
    ] {
        assert!(told.contains(figure), "{figure}: {told}");
    }
    for text in ["library", draft.as_str()] {
        assert!(!told.contains(text), "no text and no id: {told}");
    }
}

/// The dashboard shows what there is.
#[test]
fn the_dashboard_asks_for_figures_that_are_told() {
    let of = |path: &str| std::fs::read_to_string(format!("{}/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let (code, dashboard) = (of("src/host/metrics.rs"), of("docs/grafana.json"));
    let dashboard: Value = serde_json::from_str(&dashboard).unwrap();
    let panels = dashboard["panels"].as_array().unwrap();
    let asked = panels.iter().flat_map(|panel| panel["targets"].as_array().unwrap());
    let mut names = BTreeSet::new();
    for target in asked {
        for word in
            target["expr"].as_str().unwrap().split(|ch: char| !ch.is_ascii_alphanumeric() && ch != '_')
        {
            names.extend(word.strip_prefix("stet_").map(str::to_owned));
        }
    }
    assert!(names.len() > 10, "{names:?}");
    for name in names {
        let name = name.trim_end_matches("_bucket").trim_end_matches("_total");
        assert!(code.contains(&format!("\"{name}\"")), "{name}");
    }
}

/// A database that is away is known to be: figures are told, and requests do not wait for it.
#[tokio::test]
async fn without_its_database_a_server_says_so_at_once() {
    let server = Server::extracts().await;
    let name = server.database.options().get_database().unwrap().to_owned();
    let mut admin = server.database.options().database("postgres").connect().await.unwrap();
    // Whether there are keys is known.
    assert_eq!(server.get("/api/chats").await.0, 200);
    let mut run =
        async |sql: String| sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&mut admin).await.unwrap();
    run(format!("alter database {name} with allow_connections false")).await;
    run(format!("select pg_terminate_backend(pid) from pg_stat_activity where datname = '{name}'")).await;
    server.state.store().look().await;
    assert!(figures(&server).await.contains("stet_database_up 0"));
    for language in ["en", "ko"] {
        let refused = server.client.get(server.url("/api/chats")).header("accept-language", language);
        let refused = refused.send().await.unwrap();
        assert_eq!(
            (refused.status().as_u16(), &refused.headers()["retry-after"]),
            (503, &"2".parse().unwrap())
        );
        let problem: Value = refused.json().await.unwrap();
        assert_eq!(problem["type"], "urn:stet:store", "{problem}");
    }
    assert_eq!(server.get("/healthz").await.0, 200);
    assert_eq!(server.get("/readyz").await.0, 503);
    run(format!("alter database {name} with allow_connections true")).await;
    // A connection that was ended is found out when it is used.
    let mut status = 503;
    for _ in 0..50 {
        server.state.store().look().await;
        status = server.get("/api/chats").await.0;
        if status == 200 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(status, 200);
    assert!(figures(&server).await.contains("stet_database_up 1"));
}

#[tokio::test]
async fn a_full_disk_is_no_place_to_work() {
    let server = Server::start(None, |config| config.ingest.max_file_bytes = usize::MAX).await;
    let (status, problem) = server.get("/readyz").await;
    assert_eq!(status, 503);
    assert!(problem["detail"].as_str().unwrap().contains("disk"), "{problem}");
}

#[tokio::test]
async fn every_response_has_the_id_of_its_request() {
    let server = Server::extracts().await;
    for (given, kept) in [(None, false), (Some("trace-7"), true), (Some("has blanks in it"), false)] {
        let request = server.client.get(server.url("/api/chats"));
        let request = given.iter().fold(request, |request, id| request.header("x-request-id", *id));
        let response = request.send().await.unwrap();
        let id = response.headers()["x-request-id"].to_str().unwrap();
        assert_eq!(Some(id) == given, kept, "{id}");
        assert!(kept || id.len() == 36, "{id}");
    }
}
