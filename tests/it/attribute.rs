//! Citations that Stet puts, as clients see them: in answers, in texts that are checked, and from sources that a text lists.

use serde_json::{Value, json};
use stet_answer::Attribute;

use crate::support::model::Script;
use crate::support::server::Server;

const SOURCE: &str =
    "On Saturdays the Harbour library opens at ten and closes at four.\n\nA card costs five euros.\n";
const ANSWER: [&str; 2] =
    ["The Harbour library opens at ten on Saturdays and clo", "ses at four. It was built of green glass."];

/// A small model cites nothing (clients.md E4): what one source supports gets its citation, told as put, by an edit.
#[tokio::test]
async fn an_answer_without_marks_gets_its_citations() {
    for attribute in [None, Some(Attribute::Off)] {
        let mut server = Server::start(Some("plain"), |config| config.gate.attribute = attribute).await;
        server.ingest("library.txt", SOURCE).await;
        server.model.clone().unwrap().push(Script::text(ANSWER));
        let told = server.ask("c", "When does the Harbour library open on Saturdays?").await;
        let sentences = told.sentences();
        if attribute.is_some() {
            assert_eq!(told.text(), ANSWER.concat());
            assert_eq!(sentences[0]["data"]["status"], "uncited");
            continue;
        }
        let text = told.text();
        assert!(text.starts_with("The Harbour library opens at ten on Saturdays and closes at four [†1]. It was built of green glass.\n\n## References\n"), "{text}");
        let first = &sentences[0]["data"];
        assert_eq!(
            (&first["status"], &first["citations"][0]["put"]),
            (&json!("supported"), &json!(true)),
            "{first}"
        );
        assert!(
            first["citations"][0]["evidence"]["text"].as_str().unwrap().contains("closes at four"),
            "{first}"
        );
        assert_eq!((told.of("data-edit").len(), &sentences[1]["data"]["status"]), (1, &json!("uncited")));
        // Nothing that nobody wrote was held back: the words were sent as they came.
        let sent: String = told.of("text-delta").iter().map(|part| part["delta"].as_str().unwrap()).collect();
        assert!(sent.starts_with(&ANSWER.concat()), "{sent}");
        let (_, chat) = server.get("/api/chats/c").await;
        let message = chat["messages"].as_array().unwrap().last().unwrap();
        assert!(
            message["parts"].as_array().unwrap().iter().any(|part| part["text"] == json!(text)),
            "{message}"
        );
    }
}

/// A text that is checked stays as it is; what it could cite is told.
#[tokio::test]
async fn a_check_suggests_what_could_be_cited() {
    let server = Server::extracts().await;
    let body = json!({
        "answer": "A card costs five euros. The library is by the sea. The library opens at ten on Saturdays [1].",
        "context": ["Dogs bark at night.", SOURCE],
    });
    let (_, result) = server.post("/api/verify", &body).await;
    let told: Vec<(&Value, &Value)> = result["sentences"]
        .as_array()
        .unwrap()
        .iter()
        .map(|sentence| (&sentence["status"], &sentence["suggested"]["number"]))
        .collect();
    let (none, second) = (Value::Null, json!(2));
    assert_eq!(
        told,
        [(&json!("uncited"), &second), (&json!("uncited"), &none), (&json!("unsupported"), &second)],
        "{result}"
    );
    assert_eq!(
        result["corrected"],
        "A card costs five euros. The library is by the sea. The library opens at ten on Saturdays."
    );
    let place = &result["sentences"][0]["suggested"];
    assert_eq!((&place["start"], &place["end"], &place["mark"]), (&json!(23), &json!(23), &json!("[†2]")));
}

/// Regulations that an answer lists below what they support are its citations (seed 001, F7): the claims are no longer called
/// uncited, and the text is not said to be without a source.
#[tokio::test]
async fn regulations_that_are_listed_count_for_what_they_support() {
    let mut server = Server::extracts().await;
    server
        .ingest(
            "휴가 규정.txt",
            "휴가 규정\n\n제1장 총칙\n\n제1조(목적) 이 규정은 직원의 휴가에 관한 사항을 정함을 목적으로 한다.\n\n제2조(연차휴가) 직원에게 연 15일의 유급휴가를 준다.\n\n제3조(신청) 휴가는 사흘 전까지 신청하여야 한다.\n",
        )
        .await;
    let answer = "직원에게는 연 15일의 유급휴가를 줍니다. 직원에게는 연 25일의 유급휴가를 줍니다.\n\n• 출처: 「휴가 규정」 제2조\n\n휴가는 사흘 전까지 신청하여야 합니다.\n";
    let body = json!({ "answer": answer });
    let (_, result) = server.post("/api/verify", &body).await;
    let sentences = result["sentences"].as_array().unwrap();
    let status = |words: &str| {
        let found = sentences.iter().find(|sentence| sentence["text"].as_str().unwrap().contains(words));
        found.unwrap()["status"].as_str().unwrap()
    };
    assert_eq!(
        (status("15일"), status("25일"), status("사흘")),
        ("supported", "uncited", "uncited"),
        "{result}"
    );
    let first = &sentences[0]["statutes"][0];
    assert_eq!(
        (&first["text"], &first["articles"][0]["article"]),
        (&json!("「휴가 규정」 제2조"), &json!("제2조"))
    );
    assert_eq!(result["corrected"], answer);
}
