//! Themes: what the sources speak of together, in sentences that one of their passages says.

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::model::Script;
use crate::support::server::Server;

const LIBRARY: &str = "도서관규정\n\n제1조(목적) 이 규정은 도서관의 운영을 정한다.\n\n\
    제2조(위원회) 자료선정위원회는 도서관장이 위촉한 위원으로 구성한다.\n\n\
    제3조(대출) 도서관장은 자료선정위원회의 의견을 들어 제2조의 위원에게 대출을 허가한다.\n\n\
    제4조(휴관) 도서관장은 자료선정위원회의 심의를 거쳐 휴관일을 정한다.\n";
const CLUB: &str = "The Harbour Rowing Club keeps six boats at Quill Pier. The Harbour Rowing Club is led by the Board of Captains.\n\n\
    The Board of Captains meets at Quill Pier in May. Dues are paid to the Harbour Rowing Club by the end of June.\n";

async fn themes(server: &Server, query: &str) -> Vec<Value> {
    let (status, body) = server.get(&format!("/api/graph/themes{query}")).await;
    assert_eq!(status, 200, "{body}");
    body["themes"].as_array().unwrap().clone()
}

async fn made(server: &Server) -> Vec<Value> {
    server.state.ingest.read_graph().await.unwrap();
    server.state.ingest.make_themes(Duration::ZERO).await.unwrap();
    themes(server, "").await
}

fn sentences(theme: &Value) -> Vec<&str> {
    theme["sentences"].as_array().unwrap().iter().map(|own| own["text"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn themes_are_quoted_from_passages_and_go_with_them() {
    let mut server = Server::start(None, |_| ()).await;
    assert!(made(&server).await.is_empty());
    let library = server.ingest("library.txt", LIBRARY).await;
    let club = server.ingest("club.txt", CLUB).await;
    let found = made(&server).await;
    assert_eq!(found.len(), 2, "{found:?}");
    for theme in &found {
        assert!(!sentences(theme).is_empty() && theme["summedUp"] == false, "{theme}");
        for sentence in theme["sentences"].as_array().unwrap() {
            let text = sentence["text"].as_str().unwrap();
            let source = if sentence["fileName"] == "club.txt" { CLUB } else { LIBRARY };
            assert!(source.contains(text), "{text}");
            let (_, chunk) =
                server.get(&format!("/api/chunks/{}", sentence["chunkId"].as_str().unwrap())).await;
            assert!(chunk["content"].as_str().unwrap().contains(text), "{chunk}");
        }
    }
    let [about] = &themes(&server, "?query=captains").await[..] else { panic!("one theme is about them") };
    assert!(about["title"].as_str().unwrap().contains("Harbour Rowing Club"), "{about}");
    assert_eq!(themes(&server, "?limit=1&offset=1").await.len(), 1);
    assert_eq!(server.get("/api/graph/themes?limit=0").await.0, 400);
    // The same graph has the same themes, which are not made again.
    assert_eq!(made(&server).await, found);
    // By way of its theme a passage is found that shares nothing with the question but that.
    let (_, body) = server.post("/api/search", &json!({ "query": "자료선정위원회", "mode": "global" })).await;
    assert_eq!(
        (&body["mode"], &body["hits"][0]["documentId"]),
        (&json!("global"), &json!(library)),
        "{body}"
    );
    let url = server.url(&format!("/api/sources/{club}"));
    assert!(server.client.delete(url).send().await.unwrap().status().is_success());
    // At once what it said, then the theme.
    assert!(themes(&server, "?query=captains").await.iter().all(|theme| sentences(theme).is_empty()));
    let left = made(&server).await;
    assert_eq!(left.len(), 1, "{left:?}");
    assert!(sentences(&left[0]).iter().all(|text| LIBRARY.contains(text)));
}

/// A model's summary: what the passages do not support is not shown, and where nothing is left the quotations stay.
#[tokio::test]
async fn what_a_model_says_of_a_theme_is_checked() {
    let mut server = Server::start(Some("plain"), |config| config.enrich.entities = true).await;
    let model = server.model.clone().unwrap();
    for (name, replies, kept, dropped) in [
        (
            "first",
            [r#"{"passage": 1, "sentence": "The Harbour Rowing Club keeps six boats at Quill Pier."}
{"passage": 1, "sentence": "The Harbour Rowing Club keeps nine boats at Quill Pier."}
{"passage": 9, "sentence": "The Board of Captains meets at Quill Pier in May."}
{"passage": 1, "sentence": "<img src=x onerror=alert(1)>"}"#; 2],
            "The Harbour Rowing Club keeps six boats at Quill Pier.",
            "nine boats",
        ),
        ("second", ["I see no theme."; 2], "", "theme"),
    ] {
        let text = format!("{CLUB}\nNotice of the {name} week.\n");
        let id = server.ingest("club.txt", &text).await;
        // What the passages speak of: rules find enough.
        until!({
            if model.waiting() == 0 {
                model.push(Script::text([r#"{"name": "Quill Pier", "type": "place"}"#]));
            }
            server.get(&format!("/api/sources/{id}")).await.1["enrichment"]["status"] == "done"
        });
        model.forget();
        for reply in replies {
            model.push(Script::text([reply]));
        }
        assert_eq!(made(&server).await.len(), 1);
        let mut theme;
        until!({
            theme = themes(&server, "").await.remove(0);
            theme["summedUp"] == true
        });
        let told = sentences(&theme);
        assert!(
            !told.is_empty() && told.iter().all(|text| text.contains(kept) && CLUB.contains(text)),
            "{theme}"
        );
        assert!(told.iter().all(|text| !text.contains(dropped) && !text.contains('<')), "{theme}");
        model.forget();
    }
}
