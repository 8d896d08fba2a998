//! What clients of the OpenAI protocol ask of the model, and what of an answer they are told.

use serde_json::{Value, json};

use crate::support::model::Script;
use crate::support::server::{LIBRARY, Server, Told};

const COMPLETIONS: &str = "/v1/chat/completions";
/// Answered from the library's rules, in both languages, with a second sentence that no source supports.
const ASKED: [(&str, &str, &str); 2] = [
    ("When does the library open?", "The library opens at nine in the morning [1].", "Dogs may come in [1]."),
    ("도서관은 언제 문을 여나요?", "도서관은 오전 아홉 시에 문을 연다 [1].", "개는 들어올 수 있다 [1]."),
];

fn asking(question: &str, more: &Value) -> Value {
    let mut body = json!({ "messages": [{ "role": "user", "content": question }] });
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

#[tokio::test]
async fn what_a_client_asks_of_the_model_reaches_it() {
    let server = Server::scripted("plain").await;
    let model = server.model.as_ref().unwrap();
    for (question, said, _) in ASKED {
        model.push(Script::text([said]));
        let body = json!({
            "messages": [
                { "role": "system", "content": "Write in verse." },
                { "role": "developer", "content": [{ "type": "text", "text": "운율을 맞춰라." }] },
                { "role": "user", "content": question },
            ],
            "temperature": 0.25, "top_p": 0.5, "max_completion_tokens": 77, "seed": 5, "stop": ["END"],
            "presence_penalty": 1, "frequency_penalty": -1,
        });
        let (status, told) = server.post(COMPLETIONS, &body).await;
        assert_eq!(status, 200, "{told}");
        assert_eq!(
            told["usage"],
            json!({ "prompt_tokens": 11, "completion_tokens": 5, "total_tokens": 16 }),
            "{told}"
        );
        let sent = model.requests().pop().unwrap().body;
        for (name, value) in [
            ("temperature", json!(0.25)),
            ("top_p", json!(0.5)),
            ("max_tokens", json!(77)),
            ("seed", json!(5)),
            ("stop", json!(["END"])),
            ("presence_penalty", json!(1.0)),
            ("frequency_penalty", json!(-1.0)),
        ] {
            assert_eq!(sent[name], value, "{name}");
        }
        let system = sent["messages"][0]["content"].as_str().unwrap();
        let own = system.find("Write in verse.\n\n운율을 맞춰라.").unwrap();
        assert!(own > 200, "Stet's own rules come first: {system}");
    }
    // Without a word of the client the settings hold.
    model.push(Script::text([ASKED[0].1]));
    server.post(COMPLETIONS, &asking(ASKED[0].0, &json!({}))).await;
    let sent = model.requests().pop().unwrap().body;
    let max = server.state.config().model.max_tokens;
    assert_eq!((&sent["max_tokens"], &sent["seed"]), (&json!(max), &Value::Null));
}

#[tokio::test]
async fn a_busy_model_is_told_with_its_wait_and_others_are_given_extracts() {
    let mut server = Server::start(Some("busy"), |_| ()).await;
    server.ingest("library.txt", LIBRARY).await;
    for (path, body) in [
        (COMPLETIONS, asking(ASKED[0].0, &json!({}))),
        (COMPLETIONS, asking(ASKED[1].0, &json!({ "stream": true }))),
        ("/v1/responses", json!({ "input": ASKED[0].0 })),
        ("/v1/responses", json!({ "input": ASKED[1].0, "stream": true })),
    ] {
        let told = server.client.post(server.url(path)).json(&body).send().await.unwrap();
        assert_eq!(told.status(), 429, "{path}");
        assert_eq!(told.headers()["retry-after"], "1");
        let fault: Value = told.json().await.unwrap();
        assert_eq!(fault["error"]["code"], "rate_limit_exceeded", "{fault}");
        assert_eq!(fault["error"]["type"], "rate_limit_error", "{fault}");
    }
    let told = server.ask("c", ASKED[0].0).await;
    assert_eq!(told.parts.last().unwrap()["type"], "finish", "the page does not ask again by itself");
    until!(server.get("/api/chats?all=true").await.1["chats"].as_array().unwrap().len() <= 1);
}

#[tokio::test]
async fn a_stream_tells_the_verdicts_and_marks_what_is_not_supported() {
    let server = Server::scripted("plain").await;
    let model = server.model.as_ref().unwrap();
    // Of the one the source has nothing, of the other a word.
    let states_and_notes = [("unsupported", "no source supports"), ("uncertain", "확인이 필요한")];
    for ((question, said, wrong), (state, note)) in ASKED.into_iter().zip(states_and_notes) {
        let text = format!("{said} {wrong}");
        for mark in ["none", "footnote"] {
            let more = json!({ "stet": { "mark": mark } });
            model.push(Script::text([text.as_str()]));
            let (_, whole) = server.post(COMPLETIONS, &asking(question, &more)).await;
            let content = whole["choices"][0]["message"]["content"].as_str().unwrap();
            model.push(Script::text(text.split_inclusive(' ')));
            let mut body = asking(question, &more);
            body["stream"] = json!(true);
            let stream = server.client.post(server.url(COMPLETIONS)).json(&body).send().await.unwrap();
            let told = Told::read(stream).await;
            let streamed: String = told
                .parts
                .iter()
                .filter_map(|part| part["choices"][0]["delta"]["content"].as_str())
                .collect();
            assert_eq!(streamed, content, "{mark}");
            assert_eq!(content.contains("[^1]") && content.contains(note), mark == "footnote", "{content}");
            let last = told.parts.last().unwrap();
            assert_eq!(last["choices"][0]["finish_reason"], "stop");
            assert_eq!(last["stet"]["counts"][state], 1, "{last}");
            let states: Vec<&str> = last["stet"]["sentences"]
                .as_array()
                .unwrap()
                .iter()
                .filter_map(|sentence| sentence["status"].as_str())
                .collect();
            assert_eq!(states[..2], ["supported", state], "{last}");
            assert_eq!(last["stet"]["answer"], whole["stet"]["answer"]);
            let cited = &whole["choices"][0]["message"]["annotations"][0]["url_citation"];
            let place = |name: &str| usize::try_from(cited[name].as_u64().unwrap()).unwrap();
            let units: Vec<u16> = content.encode_utf16().collect();
            let mark = String::from_utf16(&units[place("start_index")..place("end_index")]).unwrap();
            assert_eq!(mark, "[1]", "{cited}");
            assert!(cited["url"].as_str().unwrap().starts_with(&server.url("/#/p/")), "{cited}");
            // The page marks the words from the first to the second.
            let words = cited["url"].as_str().unwrap().split_once("?text=").unwrap().1;
            let words: Vec<_> = words
                .split(',')
                .map(|words| percent_encoding::percent_decode_str(words).decode_utf8().unwrap())
                .collect();
            assert!(words.iter().all(|words| LIBRARY.contains(&**words)), "{words:?}");
            assert_eq!(words[0].chars().next(), said.chars().next(), "{words:?}");
        }
    }
}

#[tokio::test]
async fn a_claim_without_a_mark_gets_its_citation_behind_it() {
    let server = Server::scripted("plain").await;
    let model = server.model.as_ref().unwrap();
    for (question, said, _) in ASKED {
        let bare = said.replace(" [1]", "");
        model.push(Script::text(bare.split_inclusive(' ')));
        let body = asking(question, &json!({ "stream": true }));
        let stream = server.client.post(server.url(COMPLETIONS)).json(&body).send().await.unwrap();
        let told = Told::read(stream).await;
        let mut text = String::new();
        let mut cited = Vec::new();
        for part in &told.parts {
            text.push_str(part["choices"][0]["delta"]["content"].as_str().unwrap_or_default());
            cited
                .extend(part["choices"][0]["delta"]["annotations"].as_array().into_iter().flatten().cloned());
        }
        assert_eq!(cited.len(), 1, "{}", told.raw);
        let citation = &cited[0]["url_citation"];
        let place = |name: &str| usize::try_from(citation[name].as_u64().unwrap()).unwrap();
        let units: Vec<u16> = text.encode_utf16().collect();
        let mark = String::from_utf16(&units[place("start_index")..place("end_index")]).unwrap();
        assert!(mark.starts_with('[') && mark.ends_with(']'), "{mark}: {text}");
    }
}

#[tokio::test]
async fn vectors_are_those_of_the_search() {
    let server = Server::extracts().await;
    let ask = async |body: Value| server.post("/v1/embeddings", &body).await;
    let (status, told) = ask(json!({ "input": ["paid leave", "유급 휴가"] })).await;
    assert_eq!((status, told["data"].as_array().unwrap().len()), (200, 2));
    let (_, encoded) = ask(json!({ "input": "paid leave", "encoding_format": "base64" })).await;
    assert_eq!(encoded["data"][0]["embedding"].as_str().unwrap().len(), (1536 * 4usize).div_ceil(3) * 4);
    for (body, field) in [
        (json!({}), "input"),
        (json!({ "input": [] }), "input"),
        (json!({ "input": [1, 2] }), "input[0]"),
        (json!({ "input": ["one", " "] }), "input[1]"),
        (json!({ "input": "one", "dimensions": 8 }), "dimensions"),
        (json!({ "input": "one", "encoding_format": "int8" }), "encoding_format"),
    ] {
        let (status, fault) = ask(body).await;
        assert_eq!((status, &fault["error"]["param"]), (400, &json!(field)), "{fault}");
    }
}
