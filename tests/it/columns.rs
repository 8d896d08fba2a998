//! Questions that count or compare over the columns of a table: read as a whole, with a model or without, bounded however long it is.

use std::fmt::Write as _;

use serde_json::json;

use crate::support::server::{Server, Told};

async fn ask(server: &Server, text: &str) -> Told {
    let message = json!({ "id": "q", "role": "user", "parts": [{ "type": "text", "text": text }] });
    let body = json!({ "id": text, "message": message });
    Told::read(server.client.post(server.url("/api/chat")).json(&body).send().await.unwrap()).await
}

/// A table of tools in three halls.
fn tools(rows: usize) -> String {
    let mut text = "# Workshop\n\n| Tool | Place | Weight (kg) |\n| --- | --- | --- |\n".to_owned();
    for at in 1..=rows {
        let hall = ["Hall A", "Hall B", "Hall C"][at % 3];
        let _ = writeln!(text, "| Wrench of the shelf {at} | {hall} | {} |", at * 7 % 500);
    }
    text
}

#[tokio::test]
async fn rows_are_counted_and_compared_with_a_model_and_without() {
    for model in [None, Some("plain")] {
        let mut server = Server::start(model, |_| ()).await;
        server.ingest("workshop.md", &tools(60)).await;
        for (question, head, shown) in [
            ("How many tools are in Hall A?", "20 of the 60 rows of the table meet it:", 20),
            ("Which tools weigh more than 400 kg?", "3 of the 60 rows of the table meet it:", 3),
            ("What is the heaviest tool?", "Of the 60 rows of the table, the highest “Weight”:", 1),
        ] {
            let told = ask(&server, question).await;
            assert!(told.text().starts_with(&format!("**workshop.md — {head}**")), "{}", told.text());
            let rows = told.sentences().into_iter().filter(|own| own["data"]["status"] == "supported");
            assert_eq!(rows.count(), shown, "{question}");
            assert_eq!(told.metadata()["badge"], "verified", "{question}");
        }
        let told = ask(&server, "Which tools weigh more than 900 kg?").await;
        assert!(told.text().starts_with("None of the 60 rows"), "{}", told.text());
        assert_eq!(told.metadata()["badge"], "direct");
    }
}

#[tokio::test]
async fn a_table_that_is_too_long_is_not_counted() {
    let mut server = Server::start(None, |_| ()).await;
    server.ingest("workshop.md", &tools(30_000)).await;
    let told = ask(&server, "How many tools are there?").await;
    assert!(told.text().contains("too long to be counted"), "{}", told.text());
    assert_eq!(told.metadata()["badge"], "direct");
    let told = ask(&server, "Which tools weigh more than 498 kg?").await;
    assert!(told.text().contains("of a longer table"), "{}", told.text());
}
