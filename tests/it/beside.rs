//! What stands beside an answer: sources that contradict one another, the passage that may answer where the model says that none
//! does, and that words were recognised on a picture.

use serde_json::{Value, json};
use sqlx::ConnectOptions as _;

use crate::http::stored;
use crate::support::model::Script;
use crate::support::server::{Server, Told};

fn metadata(told: &Told) -> &Value {
    &told.of("finish")[0]["messageMetadata"]
}

#[tokio::test]
async fn sources_that_contradict_what_is_cited_are_named() {
    let mut server = Server::start(Some("plain"), |_| ()).await;
    for (name, text) in [
        ("rules.md", "The borrowing period for books is 14 days. Dogs stay outside."),
        ("notice.md", "The borrowing period for books is 21 days from this term."),
        ("journals.md", "The borrowing period for journals is 3 days."),
        ("규정.md", "도서의 대출 기간은 14일로 한다. 개는 밖에 둔다."),
        ("공지.md", "도서의 대출 기간은 21일로 한다."),
        ("학술지.md", "학술지의 대출 기간은 3일로 한다."),
    ] {
        server.ingest(name, text).await;
    }
    for (chat, question, begin, names, quotes) in [
        (
            "en",
            "How long is the borrowing period for books?",
            "The borrowing period for books is",
            ["rules.md", "notice.md", "journals.md"],
            ["is 14 days.”", "is 21 days from this term.”"],
        ),
        (
            "ko",
            "도서의 대출 기간은 며칠인가요?",
            "도서의 대출 기간은",
            ["규정.md", "공지.md", "학술지.md"],
            ["14일로 한다.”", "21일로 한다.”"],
        ),
    ] {
        let sources = sources_of(&server, chat, question).await;
        let number = 1 + sources.iter().position(|name| name == names[0]).unwrap();
        assert!(sources.iter().any(|name| name == names[1]), "{sources:?}");
        let answer = match chat {
            "en" => format!("{begin} 14 days [{number}]."),
            _ => format!("{begin} 14일입니다 [{number}]."),
        };
        server.model.as_ref().unwrap().push(Script::text([answer.as_str()]));
        let told = server.ask(&format!("{chat}-told"), question).await;
        let metadata = metadata(&told);
        assert_eq!(metadata["counts"]["supported"], 1, "{metadata}");
        let warnings = metadata["warnings"].as_array().unwrap_or_else(|| panic!("{metadata}"));
        let [warning] = &warnings[..] else { panic!("{warnings:?}") };
        let warning = warning.as_str().unwrap();
        assert!(names[..2].iter().all(|name| warning.contains(name)), "{warning}");
        assert!(quotes.iter().all(|quote| warning.contains(quote)), "{warning}");
        assert!(!warning.contains(names[2]), "{warning}");
        // It is stored, and stands in the exported conversation.
        assert_eq!(stored(&server, &format!("{chat}-told")).await["metadata"]["warnings"], json!([warning]));
    }
}

/// The files of the sources of a question, in the order of their numbers.
async fn sources_of(server: &Server, chat: &str, question: &str) -> Vec<String> {
    server.model.as_ref().unwrap().push(Script::text(["Hello."]));
    let told = server.ask(chat, question).await;
    let name = |part: &&Value| part["filename"].as_str().unwrap().to_owned();
    told.of("source-document").iter().map(name).collect()
}

#[tokio::test]
async fn a_refusal_shows_the_passage_that_may_answer() {
    let mut server = Server::start(Some("plain"), |_| ()).await;
    server.ingest("library.txt", "The library opens at nine in the morning. Dogs stay outside.").await;
    server.ingest("대출.txt", "학생은 책을 다섯 권까지 빌릴 수 있다. 개는 밖에 둔다.").await;
    for (chat, question, refusal, title, quote) in [
        (
            "en",
            "When does the library open in the morning?",
            "The provided sources do not contain this information.",
            "library.txt",
            "The library opens at nine in the morning.",
        ),
        (
            "ko",
            "학생은 책을 다섯 권까지 빌릴 수 있나요?",
            "해당 정보는 제공된 출처에서 확인되지 않습니다.",
            "대출.txt",
            "학생은 책을 다섯 권까지 빌릴 수 있다.",
        ),
    ] {
        server.model.as_ref().unwrap().push(Script::text([refusal]));
        let told = server.ask(chat, question).await;
        let related = metadata(&told)["related"].clone();
        assert_eq!(related["quote"], quote, "{}", metadata(&told));
        let source = told.of("source-document")[0];
        assert_eq!((&related["source_id"], &related["title"]), (&source["sourceId"], &json!(title)));
        assert_eq!(told.text(), refusal);
    }
    // What answers, and what has no passage to show, shows none.
    for (chat, question, answer) in [
        (
            "answers",
            "When does the library open in the morning?",
            "The library opens at nine in the morning [1].",
        ),
        ("nothing", "What is the capital of France?", "The sources do not contain this information."),
    ] {
        server.model.as_ref().unwrap().push(Script::text([answer]));
        let told = server.ask(chat, question).await;
        assert_eq!(metadata(&told).get("related"), None, "{}", metadata(&told));
    }
}

#[tokio::test]
async fn what_was_recognised_on_a_picture_is_marked_as_such() {
    let mut server = Server::start(Some("plain"), |_| ()).await;
    let block = |text: &str| json!({ "page": 1, "category": "paragraph", "content": text }).to_string();
    let scan = server.ingest("scan.jsonl", &block("The pool opens at eight in the morning.")).await;
    server.ingest("typed.jsonl", &block("The sauna opens at ten in the evening.")).await;
    let mut connection = server.database.options().connect().await.unwrap();
    sqlx::query("update rag_documents set recognised_pages = '{1}' where id = $1::uuid")
        .bind(&scan)
        .execute(&mut connection)
        .await
        .unwrap();
    server.model.as_ref().unwrap().push(Script::text(["The pool opens at eight in the morning [1]."]));
    let told = server.ask("pool", "When does the pool open in the morning?").await;
    let card = &told.of("source-document")[0]["providerMetadata"]["stet"];
    assert_eq!((&card["page"], &card["recognised"]), (&json!(1), &json!(true)), "{card}");
    assert_eq!(metadata(&told)["sources"][0]["recognised"], true);
    assert!(told.text().ends_with("- [†1] scan.jsonl (OCR), p.1\n"), "{}", told.text());
    server.model.as_ref().unwrap().push(Script::text(["The sauna opens at ten in the evening [1]."]));
    let told = server.ask("sauna", "When does the sauna open in the evening?").await;
    let card = told.of("source-document")[0];
    assert_eq!(card["filename"], "typed.jsonl");
    assert_eq!(card["providerMetadata"]["stet"].get("recognised"), None, "{card}");
    assert!(!told.text().contains("OCR"), "{}", told.text());
}
