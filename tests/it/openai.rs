//! Faults as clients of the OpenAI protocol read them.

use serde_json::{Value, json};

use crate::support::server::Server;

const COMPLETIONS: &str = "/v1/chat/completions";

#[tokio::test]
async fn faults_have_the_shape_of_the_protocol_in_both_languages() {
    let server = Server::start(None, |config| {
        config.server.max_body_bytes = 4000;
        config.server.max_question_bytes = 1000;
    })
    .await;
    let long = json!({ "messages": [{ "role": "user", "content": "가".repeat(400) }] }).to_string();
    let huge = json!({ "messages": [{ "role": "user", "content": "a".repeat(4000) }] }).to_string();
    for (language, korean) in [("en", false), ("ko", true)] {
        for (body, kind, status, param, code) in [
            ("{ \"messages\": [] }", "application/json", 400, json!("messages"), "invalid_input"),
            ("{ \"messages\": 3 }", "application/json", 400, json!("messages"), "invalid_input"),
            ("{\n\n", "application/json", 400, json!("body"), "invalid_input"),
            ("{}", "text/plain", 415, json!(null), "content_type"),
            (&long, "application/json", 413, json!(null), "too_large"),
            (&huge, "application/json", 413, json!(null), "too_large"),
        ] {
            let request = server.client.post(server.url(COMPLETIONS)).header("content-type", kind);
            let answer =
                request.header("accept-language", language).body(body.to_owned()).send().await.unwrap();
            assert_eq!(answer.status(), status, "{body}");
            assert_eq!(answer.headers()["content-type"], "application/json");
            let fault: Value = answer.json().await.unwrap();
            let error = &fault["error"];
            assert_eq!(error["type"], "invalid_request_error", "{fault}");
            assert_eq!((&error["param"], &error["code"]), (&param, &json!(code)), "{fault}");
            let message = error["message"].as_str().unwrap();
            assert_eq!(message.chars().any(|ch| ('가'..='힣').contains(&ch)), korean, "{message}");
        }
    }
    for path in ["/v1/embeddings", COMPLETIONS, "/v1/models/gpt-9"] {
        let (status, fault) = server.get(path).await;
        assert!(status == 404 || status == 405, "{path}: {status}");
        assert!(fault["error"]["message"].as_str().unwrap().len() > 15, "{path}: {fault}");
    }
    assert_eq!(server.get("/v1/models/stet").await.1["id"], "stet");
    // Other clients get problems.
    let (_, problem) = server.post("/api/search", &json!({})).await;
    assert_eq!((&problem["error"], &problem["field"]), (&json!(null), &json!("query")));
}

#[tokio::test]
async fn a_missing_key_is_told_as_the_protocol_does() {
    let server = Server::start(None, |config| config.server.api_key = Some("s3cret".into())).await;
    let (status, fault) = server.get("/v1/models").await;
    assert_eq!((status, &fault["error"]["code"]), (401, &json!("invalid_api_key")), "{fault}");
}
