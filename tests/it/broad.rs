//! Questions about the documents themselves: as a whole, what is known of the files, several side by side; bounded however much there is.

use serde_json::json;
use stet_answer::Attribute;
use stet_config::Config;

use crate::support::model::Script;
use crate::support::server::{Server, Told};

const LEAVE: &str = "# Leave rules\n\nParental leave lasts 16 weeks.\n";
const PAY: &str = "# 보수 규정\n\n감봉은 보수를 줄여 지급하는 징계이다.\n";

/// What the model wrote gets no citations that it did not write.
fn as_written(config: &mut Config) {
    config.gate.attribute = Some(Attribute::Off);
}

/// A document of so many parts that no prompt holds it.
fn book(parts: usize, word: &str) -> String {
    let part = |at: usize| {
        let more: String = (0..12)
            .map(|n| format!("The {word} of shelf {at} row {n} is kept in order by the keeper. "))
            .collect();
        format!("## Part {at}\n\nRule {at} of the {word} binds every keeper.\n\n{more}\n\n{more}\n\n")
    };
    format!("# The {word} book\n\n{}", (0..parts).map(part).collect::<String>())
}

async fn ask(server: &Server, chat: &str, text: &str) -> Told {
    let message = json!({ "id": "q", "role": "user", "parts": [{ "type": "text", "text": text }] });
    let body = json!({ "id": chat, "message": message });
    Told::read(server.client.post(server.url("/api/chat")).json(&body).send().await.unwrap()).await
}

fn files(told: &Told) -> Vec<String> {
    let mut names: Vec<String> =
        told.of("source-document").iter().map(|part| part["filename"].as_str().unwrap().to_owned()).collect();
    names.dedup();
    names
}

fn notes(told: &Told) -> String {
    told.metadata()["notes"].to_string()
}

#[tokio::test]
async fn a_long_document_is_read_section_by_section_bounded_and_once() {
    let mut server = Server::start(Some("plain"), as_written).await;
    server.ingest("book.md", &book(500, "ledger")).await;
    let model = server.model.clone().unwrap();

    // A model that chooses nothing and then speaks of something else: every section's beginning, every sentence checked.
    let told = ask(&server, "one", "Summarise this document.").await;
    let asked = model.requests().len();
    assert!((10..=25).contains(&asked), "{asked}");
    assert!(told.raw.contains("sections") && notes(&told).contains("only the beginning"), "{}", notes(&told));
    let sentences = told.sentences();
    assert!(!sentences.is_empty());
    assert!(sentences.iter().all(|own| own["data"]["status"] != "supported"), "{sentences:?}");
    let cited = told.of("source-document").len();
    assert!((10..=60).contains(&cited), "{cited}");

    // One that chooses: kept, so that the next answer reads nothing again; a new version is read anew.
    (1..asked).for_each(|_| model.push(Script::text([r#"{"passages": [2]}"#])));
    for (chat, calls) in [("two", asked), ("three", 1)] {
        let before = model.requests().len();
        model.push(Script::text(["The keeper keeps the ledger of shelf 0 in order [†1]."]));
        let told = ask(&server, chat, "What are the main points of this document?").await;
        assert_eq!(model.requests().len() - before, calls, "{chat}");
        assert_eq!(model.waiting(), 0, "{chat}");
        assert!(notes(&told).contains("sections") && !notes(&told).contains("beginning"), "{}", notes(&told));
    }
    server.ingest("book.md", &book(500, "register")).await;
    let before = model.requests().len();
    ask(&server, "four", "What are the main points of this document?").await;
    assert_eq!(model.requests().len() - before, asked);
}

#[tokio::test]
async fn many_documents_are_read_within_bounds_which_is_told() {
    for model in [None, Some("plain")] {
        let mut server = Server::start(model, as_written).await;
        for at in 0..30 {
            server
                .ingest(
                    &format!("note-{at}.md"),
                    &format!("# Note {at}\n\nThe pond {at} is {at} metres deep.\n"),
                )
                .await;
        }
        let told = ask(&server, "all", "Summarise all my documents.").await;
        assert_eq!(files(&told).len(), 24);
        assert!(notes(&told).contains("24 of 30 documents"), "{}", notes(&told));
        if model.is_none() {
            assert_eq!(
                told.sentences().iter().filter(|own| own["data"]["status"] == "supported").count(),
                24
            );
        }
        let told = ask(&server, "which", "Compare these documents.").await;
        assert!(told.text().starts_with("Which of them?"), "{}", told.text());
    }
}

#[tokio::test]
async fn what_is_known_of_files_is_told_by_the_store() {
    let mut server = Server::start(Some("plain"), |_| ()).await;
    let told = ask(&server, "none", "How many documents do I have?").await;
    assert_eq!(told.text(), "There are no documents.");
    server.ingest("leave.md", LEAVE).await;
    server.ingest("보수규정.md", PAY).await;
    for (question, words) in [
        ("How many documents do I have?", "There are 2 documents:"),
        ("Which files are in my library?", "- leave.md — Leave rules"),
        ("어떤 문서들이 있나요?", "문서는 2개입니다:"),
        ("가장 최근에 올린 문서가 뭐야?", "- 보수규정.md"),
        ("What is the title of leave.md?", "- leave.md: Leave rules"),
        ("보수규정은 몇 쪽이야?", "- 보수규정.md: 쪽이 없는 형식입니다"),
    ] {
        let told = ask(&server, question, question).await;
        assert!(told.text().contains(words), "{question}: {}", told.text());
        assert_eq!(told.metadata()["badge"], "direct", "{question}");
        assert!(!files(&told).is_empty(), "{question}");
    }
    assert!(server.model.as_ref().unwrap().requests().is_empty(), "no model is asked");
    // Who has written a file may stand in it: its beginning is read.
    let told = ask(&server, "who", "Who wrote leave.md?").await;
    assert_eq!(files(&told), ["leave.md"]);
    assert_eq!(server.model.as_ref().unwrap().requests().len(), 1);
}

#[tokio::test]
async fn named_documents_are_read_and_compared_without_a_model() {
    let mut server = Server::extracts().await;
    for (name, text) in
        [("leave.md", LEAVE), ("보수규정.md", PAY), ("pond.md", "# Pond\n\nThe pond is four metres deep.\n")]
    {
        server.ingest(name, text).await;
    }
    for (question, names) in [
        ("Summarise the leave rules.", &["leave.md"][..]),
        ("보수 규정의 주요 내용을 알려 줘", &["보수규정.md"]),
        ("Compare the leave rules and the pond.", &["leave.md", "pond.md"]),
        ("What is this document about?", &["leave.md", "pond.md", "보수규정.md"]),
        ("모든 문서의 공통 주제가 뭐야?", &["leave.md", "pond.md", "보수규정.md"]),
    ] {
        let told = ask(&server, question, question).await;
        let mut found = files(&told);
        found.sort();
        assert_eq!(found, names, "{question}: {}", told.text());
        assert_eq!(told.metadata()["badge"], "verified", "{question}: {}", told.text());
    }
    // What asks for something in them is searched for.
    let told = ask(&server, "deep", "How deep is the pond?").await;
    assert!(told.metadata()["query"]["query_type"] != "simple");
    assert!(told.text().contains("four metres"), "{}", told.text());
}

/// What is named by its title is among the sources, whatever else speaks of it more often.
#[tokio::test]
async fn each_thing_of_a_list_brings_the_part_that_is_called_so() {
    let settings = |config: &mut Config| config.workflow.max_subtasks = 5;
    let mut server = Server::start(None, settings).await;
    let contract = [
        "제1조(목적) 이 계약은 계약기간, 계약금액과 비밀유지에 필요한 사항을 정한다.",
        "제2조(계약기간) 2026년 3월 2일부터 2027년 2월 28일까지로 한다.",
        "제3조(계약금액) 금 4천8백만 원으로 한다.",
        "제4조(지체상금) 계약금액의 1천분의 2를 낸다. 계약금액이 바뀌면 바뀐 계약금액으로 셈하고, 계약금액을 넘지 않는다.",
        "제5조(비밀유지) 알게 된 비밀을 다른 사람에게 알려서는 안 된다.",
        "제6조(보증) 계약금액의 100분의 10을 보증금으로 내며 계약기간이 끝나면 돌려준다.",
        "제7조(변경) 계약기간과 계약금액은 서면으로 바꾼다.",
    ];
    server.ingest("계약서.md", &contract.join("\n\n")).await;
    let question = "계약기간, 계약금액과 비밀유지를 알려 주세요";
    let told = ask(&server, "list", question).await;
    for part in ["2027년", "4천8백만", "비밀을"] {
        assert!(told.raw.contains(part), "{part} in {}", told.text());
    }
}

#[tokio::test]
async fn a_source_shows_its_outline_and_questions_that_it_answers() {
    let mut server = Server::extracts().await;
    let other = server.ingest("other.md", "# Other fees\n\nThe late fee is 9 euros a day.\n").await;
    let rules = "# Library\n\nThe library serves all people of the town.\n\n## Fees\n\nThe late fee is 2 euros a day.\n\n\
        ## Loans\n\nMembers may borrow nine books at a time.\n\n## 휴관\n\n휴관일은 매월 3일로 한다.\n\n## 대출\n\n대출 기간은 14일로 한다.\n";
    let id = server.ingest("rules.md", rules).await;
    let (_, told) = server.get(&format!("/api/sources/{id}/outline")).await;
    let titles: Vec<&str> =
        told["outline"].as_array().unwrap().iter().map(|own| own["title"].as_str().unwrap()).collect();
    assert_eq!(titles, ["Library", "Fees", "Loans", "휴관", "대출"], "{told}");
    assert_eq!((&told["outline"][1]["level"], &told["cut"]), (&json!(2), &json!(false)));
    assert_eq!(told["summary"]["by"], "head");
    let first = &told["summary"]["sentences"][0];
    assert_eq!(first["text"], "The library serves all people of the town.");
    let questions: Vec<&str> =
        told["questions"].as_array().unwrap().iter().map(|own| own.as_str().unwrap()).collect();
    assert_eq!(questions.len(), 3, "{told}");
    // Each is answered from this source with a checked quotation.
    for question in questions {
        let message = json!({ "id": "q", "role": "user", "parts": [{ "type": "text", "text": question }] });
        let body = json!({ "id": question, "message": message, "sourceIds": [id] });
        let told =
            Told::read(server.client.post(server.url("/api/chat")).json(&body).send().await.unwrap()).await;
        assert_eq!(told.metadata()["badge"], "verified", "{question}: {}", told.text());
        assert_eq!(files(&told), ["rules.md"], "{question}");
    }
    let (_, told) = server.get(&format!("/api/sources/{other}/outline")).await;
    assert_eq!(told["questions"], json!(["What is the late fee?"]));
    // A version that is not searched any more answers nothing.
    server.ingest("rules.md", "# Library\n\nThe library is closed for good now.\n").await;
    let (_, told) = server.get(&format!("/api/sources/{id}/outline")).await;
    assert_eq!((told["outline"].as_array().unwrap().len(), &told["questions"]), (5, &json!([])), "{told}");
}
