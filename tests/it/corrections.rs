//! What a person has corrected is what is shown to the model, quoted, judged and cited; so is what describes a passage.

use serde_json::{Value, json};

use crate::support::model::Script;
use crate::support::server::Server;

/// A passage, its correction, a question, what the correction says, and what the passage said.
const CORRECTED: [[&str; 5]; 3] = [
    [
        "열람석은 420석이다. 열람실은 3층에 있다.",
        "청람시 도서관의 열람석은 2026년 3월부터 510석이다.",
        "도서관의 열람석은 얼마나 되나요?",
        "열람석은 2026년 3월부터 510석이다",
        "열람석은 420석이다",
    ],
    // Shorter than what is a source by itself.
    [
        "열람석은 420석이다. 열람실은 3층에 있다.",
        "열람석은 모두 510석이다.",
        "열람석은 얼마나 되나요?",
        "열람석은 모두 510석이다",
        "열람석은 420석이다",
    ],
    [
        "The oil of the engine is changed every 15,000 km. It is black.",
        "The oil of the engine is changed every 10,000 km, by a mechanic.",
        "How often is the oil of the engine changed?",
        "The oil of the engine is changed every 10,000 km",
        "The oil of the engine is changed every 15,000 km",
    ],
];

/// Takes the passage in and corrects it; the id of its document.
async fn corrected(server: &mut Server, passage: &str, correction: &str) -> String {
    let document = server.ingest("passage.txt", passage).await;
    let search = json!({ "query": passage, "filter": { "sourceIds": [document] } });
    let (_, found) = server.post("/api/search", &search).await;
    let address = server.url(&format!("/api/chunks/{}/feedback", found["hits"][0]["id"].as_str().unwrap()));
    let put = server.client.put(address).json(&json!({ "text": correction })).send().await.unwrap();
    assert_eq!(put.status(), 200);
    document
}

fn status(sentences: &Value) -> &str {
    sentences[0]["status"].as_str().unwrap()
}

#[tokio::test]
async fn answers_and_texts_are_held_against_a_correction() {
    for [passage, correction, question, new, old] in CORRECTED {
        let mut server = Server::start(Some("plain"), |_| ()).await;
        let document = corrected(&mut server, passage, correction).await;
        for (chat, claim, expected) in [("new", new, "supported"), ("old", old, "unsupported")] {
            let claim = format!("{claim} [1].");
            server.model.as_ref().unwrap().push(Script::text([claim.as_str()]));
            let told = server.ask(chat, question).await;
            let sentence = &told.sentences()[0]["data"];
            assert_eq!(sentence["status"], expected, "{claim} {sentence}");
            assert_eq!(told.text().contains("[1]"), expected == "supported", "{}", told.text());
            let body = json!({ "question": question, "answer": claim, "sourceIds": [document] });
            let (_, verified) = server.post("/api/verify", &body).await;
            assert_eq!(status(&verified["sentences"]), expected, "{verified}");
        }
        let asked = server.model.as_ref().unwrap().requests();
        let prompt = asked[0].body["messages"].as_array().unwrap().last().unwrap()["content"].clone();
        let prompt = prompt.as_str().unwrap();
        assert!(prompt.contains(correction) && !prompt.contains(old), "{prompt}");
        let label = ["A person's correction:\n<<<\n", "사람이 바로잡은 글:\n<<<\n"];
        assert!(label.iter().any(|label| prompt.contains(&format!("{label}{correction}"))), "{prompt}");
    }
}

#[tokio::test]
async fn what_a_correction_does_not_speak_of_stands() {
    for [passage, correction, question, other, named] in [
        [
            "열람석은 420석이다. 올해 예산은 32억 원이다.",
            "열람석은 510석이다.",
            "올해 예산은 얼마인가요?",
            "올해 예산은 32억 원이다",
            "그 밖에 이 출처에 적힌 글:",
        ],
        [
            "The hall seats 420 people. The budget of this year is 32 million euros.",
            "The hall seats 510 people.",
            "What is the budget?",
            "The budget of this year is 32 million euros",
            "What else this source says:",
        ],
    ] {
        let mut server = Server::start(Some("plain"), |_| ()).await;
        corrected(&mut server, passage, correction).await;
        let claim = format!("{other} [1].");
        server.model.as_ref().unwrap().push(Script::text([claim.as_str()]));
        let told = server.ask("c", question).await;
        assert_eq!(told.sentences()[0]["data"]["status"], "supported", "{}", told.raw);
        let asked = server.model.as_ref().unwrap().requests();
        let prompt = asked[0].body["messages"].as_array().unwrap().last().unwrap()["content"].clone();
        assert!(prompt.as_str().unwrap().contains(&format!("{named}\n<<<\n{other}")), "{prompt}");
        assert!(!prompt.as_str().unwrap().contains("420"), "{prompt}");
    }
}

#[tokio::test]
async fn extracts_quote_a_correction() {
    for [passage, correction, question, new, old] in CORRECTED {
        let mut server = Server::extracts().await;
        corrected(&mut server, passage, correction).await;
        let told = server.ask("c", question).await;
        assert!(told.text().contains(new) && !told.text().contains(old), "{}", told.text());
        assert_eq!(told.parts.last().unwrap()["messageMetadata"]["badge"], "verified", "{}", told.raw);
    }
}

#[tokio::test]
async fn what_describes_a_passage_is_shown_and_judged_with_it() {
    let mut server = Server::start(Some("plain"), |_| ()).await;
    let block = json!({
        "text": "", "page": 1, "category": "figure", "caption": "그림 2. 엔진룸의 배치",
        "entity": { "title": "엔진룸", "parts": [{ "name": "냉각수 탱크", "volume": "6 리터" }] },
        "translation": "The coolant tank stands on the left of the engine.",
    });
    let text = json!({ "text": "정비는 해마다 두 번 한다.", "page": 2 });
    server.ingest("manual.jsonl", &format!("{block}\n{text}\n")).await;
    for claim in [
        "The coolant tank stands on the left of the engine [1].",
        "그림 2는 엔진룸의 배치이다 [1].",
        "냉각수 탱크: 6 리터 [1].",
    ] {
        server.model.as_ref().unwrap().push(Script::text([claim]));
        let told = server.ask(claim, "엔진룸의 배치는 그림 몇에 있나요?").await;
        let asked = server.model.as_ref().unwrap().requests();
        let prompt = asked.last().unwrap().body["messages"].as_array().unwrap().last().unwrap().clone();
        assert!(prompt["content"].as_str().unwrap().contains("volume: 6 리터"), "{prompt}");
        assert_eq!(told.sentences()[0]["data"]["status"], "supported", "{claim} {}", told.raw);
    }
}

/// A regulation is also quoted and judged by its articles, which are stored beside its passages.
#[tokio::test]
async fn a_correction_stands_in_the_article_too() {
    let mut server = Server::extracts().await;
    let rules = "휴가 규정\n\n제1조(목적) 이 규정은 휴가를 정한다.\n\n제2조(휴가) 휴가는 15일이다.\n";
    server.ingest("rules.txt", rules).await;
    let (_, article) = server.get("/api/regulations/휴가 규정/articles/2").await;
    let chunk = article["articles"][0]["chunkId"].as_str().unwrap();
    let (_, passage) = server.get(&format!("/api/chunks/{chunk}")).await;
    let address = server.url(&format!("/api/chunks/{chunk}/feedback"));
    let text = passage["content"].as_str().unwrap().replace("15일", "20일");
    let put = server.client.put(&address).json(&json!({ "text": text })).send().await.unwrap();
    assert_eq!(put.status(), 200);
    let (_, article) = server.get("/api/regulations/휴가 규정/articles/2").await;
    assert_eq!(article["articles"][0]["content"], "제2조(휴가) 휴가는 20일이다.", "{article}");
    let body = json!({ "answer": "「휴가 규정」 제2조에 따른다.", "quick": true });
    let (_, verified) = server.post("/api/verify", &body).await;
    let key = &verified["sentences"][0]["statutes"][0]["articles"][0]["keySentence"];
    assert_eq!(key, "휴가는 20일이다.", "{verified}");
    server.client.put(address).json(&json!({ "text": null })).send().await.unwrap();
    let (_, article) = server.get("/api/regulations/휴가 규정/articles/2").await;
    assert_eq!(article["articles"][0]["content"], "제2조(휴가) 휴가는 15일이다.");
}
