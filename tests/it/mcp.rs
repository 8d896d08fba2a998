//! The tools of the MCP server, over HTTP and over lines; their clients from packages are tried by scripts/clients.sh.

use futures::StreamExt as _;
use serde_json::{Value, json};
use stet_rpc::mcp::{Mcp, stdio};
use stet_text::Language;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};

use crate::support::model::Script;
use crate::support::server::{LIBRARY, Server};

fn message(id: u32, method: &str, params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

fn tool(name: &str, arguments: &Value) -> Value {
    message(1, "tools/call", &json!({ "name": name, "arguments": arguments }))
}

async fn call(server: &Server, name: &str, arguments: Value) -> Value {
    let (status, told) = server.post("/mcp", &tool(name, &arguments)).await;
    assert_eq!(status, 200, "{told}");
    told["result"].clone()
}

#[tokio::test]
async fn every_tool_tells_words_and_an_object() {
    let server = Server::scripted("plain").await;
    let model = server.model.as_ref().unwrap();
    for (question, said, wrong) in [
        (
            "When does the library open?",
            "The library opens at nine in the morning [1].",
            "The library opens at eight in the morning [1].",
        ),
        (
            "도서관은 언제 문을 여나요?",
            "도서관은 오전 아홉 시에 문을 연다 [1].",
            "도서관은 오전 여덟 시에 문을 연다 [1].",
        ),
    ] {
        let found = call(&server, "search", json!({ "query": question, "topK": 2 })).await;
        assert!(found["structuredContent"]["hits"][0]["text"].as_str().unwrap().contains("nine"), "{found}");
        assert!(found["content"][0]["text"].as_str().unwrap().starts_with("1. library"), "{found}");
        model.push(Script::text([said]));
        let answer = call(&server, "ask", json!({ "question": question })).await;
        assert_eq!(answer["structuredContent"]["badge"], "verified", "{answer}");
        assert_eq!(answer["structuredContent"]["sentences"][0]["status"], "supported", "{answer}");
        assert!(answer["content"][0]["text"].as_str().unwrap().contains("[1]"), "{answer}");
        for sources in [json!([]), json!([{ "title": "lib", "text": LIBRARY }])] {
            let checked = call(&server, "verify", json!({ "text": wrong, "sources": sources })).await;
            let told = &checked["structuredContent"];
            assert_eq!(
                (&told["verified"], &told["sentences"][0]["status"]),
                (&json!(false), &json!("unsupported"))
            );
            assert!(checked["content"][0]["text"].as_str().unwrap().contains('✗'), "{checked}");
        }
        let changed = call(&server, "classify_patch", json!({ "before": said, "after": wrong })).await;
        assert_eq!(changed["structuredContent"]["category"], "CORE", "{changed}");
    }
    let linted = call(&server, "lint", json!({ "text": "We utilize it.", "packs": ["en-plain"] })).await;
    assert_eq!(linted["structuredContent"]["breaches"][0]["column"], 4, "{linted}");
    assert_eq!(server.get("/api/chats?all=true").await.1["chats"], json!([]), "nothing is kept");
    // A rule that does not get to the end of a text is told: the text is none that keeps it.
    let check = json!({ "extends": "existence", "nonword": true, "tokens": ["(?:(a|aa)(?!b))+c"] });
    let pack = json!({ "name": "endless", "rules": [{ "id": "endless", "text": "x", "check": check }] });
    let (_, pack) = server.post("/api/criteria-packs", &pack).await;
    let linted = call(&server, "lint", json!({ "text": "a".repeat(60), "packs": [pack["id"]] })).await;
    let told = &linted["structuredContent"];
    assert_eq!(
        (&told["breaches"], &told["notChecked"][0]["ruleId"]),
        (&json!([]), &json!("endless")),
        "{linted}"
    );
    assert!(linted["content"][0]["text"].as_str().unwrap().contains("endless: "), "{linted}");
}

#[tokio::test]
async fn faults_are_told_where_a_model_reads_them() {
    let server = Server::extracts().await;
    for (name, arguments, words) in [
        ("search", json!({}), "query"),
        ("search", json!({ "query": " " }), "query"),
        ("ask", json!({ "question": "When?", "quickly": true }), "quickly"),
        ("verify", json!({ "text": "x".repeat(2 << 20) }), "text"),
        ("classify_patch", json!({ "before": "a" }), "after"),
        ("lint", json!({ "text": "A", "packs": ["nowhere"] }), "nowhere"),
    ] {
        let told = call(&server, name, arguments).await;
        assert_eq!(told["isError"], true, "{told}");
        assert!(told["content"][0]["text"].as_str().unwrap().contains(words), "{told}");
    }
    let korean = server.client.post(server.url("/mcp")).header("accept-language", "ko");
    let korean: Value = korean
        .json(&tool("lint", &json!({ "text": "가", "packs": ["x"] })))
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    assert!(
        korean["result"]["content"][0]["text"].as_str().unwrap().contains("규칙 묶음이 없습니다"),
        "{korean}"
    );
    for (body, status, code) in [
        (json!([]), 400, -32600),
        (json!({ "jsonrpc": "2.0", "id": 1 }), 400, -32600),
        (message(1, "tools/fly", &json!({})), 200, -32601),
        (tool("fly", &json!({})), 200, -32602),
    ] {
        let (told, fault) = server.post("/mcp", &body).await;
        assert_eq!((told, &fault["error"]["code"]), (status, &json!(code)), "{fault}");
    }
    let notified = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    assert_eq!(server.post("/mcp", &notified).await.0, 202);
    let guarded = Server::start(None, |config| config.server.api_key = Some("s3cret".into())).await;
    let (status, fault) = guarded.post("/mcp", &message(1, "ping", &json!({}))).await;
    assert_eq!((status, &fault["error"]["code"]), (401, &json!(-32000)), "{fault}");
}

#[tokio::test]
async fn a_long_call_tells_how_far_it_is() {
    let server = Server::scripted("plain").await;
    let text = "The library opens at nine in the morning [1]. It closes at six in the evening [1].";
    server.model.as_ref().unwrap().push(Script::text(text.split_inclusive(' ')));
    let params = json!({
        "name": "ask", "arguments": { "question": "When does the library open and close?" },
        "_meta": { "progressToken": "t" },
    });
    let request =
        server.client.post(server.url("/mcp")).header("accept", "application/json, text/event-stream");
    let response = request.json(&message(7, "tools/call", &params)).send().await.unwrap();
    let mut body = response.bytes_stream();
    let mut told = String::new();
    while let Some(piece) = body.next().await {
        told.push_str(std::str::from_utf8(&piece.unwrap()).unwrap());
    }
    let messages: Vec<Value> = told
        .lines()
        .filter_map(|line| Some(serde_json::from_str(line.strip_prefix("data: ")?).unwrap()))
        .collect();
    let (last, before) = messages.split_last().unwrap();
    assert_eq!((&last["id"], &last["result"]["structuredContent"]["verified"]), (&json!(7), &json!(true)));
    let steps: Vec<u64> = before.iter().map(|one| one["params"]["progress"].as_u64().unwrap()).collect();
    assert!(steps.len() > 3 && steps.is_sorted(), "{told}");
    assert!(told.contains("It closes at six"), "{told}");
}

#[tokio::test]
async fn lines_are_answered_side_by_side_and_a_call_can_be_cancelled() {
    let server = Server::start(Some("silent"), |config| {
        config.model.first_token_seconds = 600;
    })
    .await;
    let mut server = server;
    server.ingest("library.txt", LIBRARY).await;
    let mcp = Mcp { asker: (*server.state.asker).clone(), language: Language::En };
    let (client, served) = tokio::io::duplex(1 << 16);
    let (from_client, to_client) = tokio::io::split(served);
    let serving = tokio::spawn(async move { stdio::serve(&mcp, from_client, to_client).await });
    let (read, mut write) = tokio::io::split(client);
    let mut lines = BufReader::new(read).lines();
    let ask = json!({ "name": "ask", "arguments": { "question": "When does the library open?" } });
    for line in [
        message(1, "tools/call", &ask).to_string(),
        "not json".to_owned(),
        "x".repeat(9 << 20),
        message(2, "ping", &json!({})).to_string(),
    ] {
        write.write_all(format!("{line}\n").as_bytes()).await.unwrap();
    }
    let mut next =
        async || -> Value { serde_json::from_str(&lines.next_line().await.unwrap().unwrap()).unwrap() };
    assert_eq!(next().await["error"]["code"], -32700);
    let most = format!("{} bytes", stet_ask::MAX_BODY);
    assert!(next().await["error"]["message"].as_str().unwrap().contains(&most));
    assert_eq!(next().await["id"], 2, "the call before is still waiting");
    until!(!server.state.asker.live.is_empty());
    let cancel =
        json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 1 } });
    write.write_all(format!("{cancel}\n{}\n", message(3, "ping", &json!({}))).as_bytes()).await.unwrap();
    assert_eq!(next().await["id"], 3, "a cancelled call is not answered");
    until!(server.state.asker.live.is_empty());
    write.shutdown().await.unwrap();
    drop(write);
    serving.await.unwrap().unwrap();
}
