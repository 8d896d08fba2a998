//! What a passage belongs to is told wherever it is shown: title, headings, day, and the folder where two files have one name.

use std::path::Path;

use serde_json::json;

use crate::support::model::Script;
use crate::support::server::Server;

/// Takes a file in as one that lies at a path.
async fn put(server: &Server, path: &str, text: &str) {
    let ingest = &server.state.ingest;
    let taken = ingest.enqueue_at(Path::new(path), text.as_bytes()).await.unwrap();
    ingest.wait(taken.document_id).await.unwrap();
}

async fn prompt(server: &Server, question: &str, said: &str) -> String {
    server.model.as_ref().unwrap().push(Script::text([said]));
    server.ask(question, question).await;
    let asked = server.model.as_ref().unwrap().requests();
    let messages = asked.last().unwrap().body["messages"].as_array().unwrap().clone();
    messages.last().unwrap()["content"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_model_is_told_what_a_source_belongs_to() {
    let server = Server::start(Some("plain"), |_| ()).await;
    let english = "---\ndate: 2026-05-12\n---\n# Branch office Norwick\n\n## Opening hours\n\nThe office opens at 9:10 in the morning.\n";
    put(&server, "/a/a1.md", english).await;
    put(
        &server,
        "/a/b1.md",
        "# 라온 지점\n\n회의록 2025. 3. 1.\n\n## 이용 시간\n\n지점은 아침 8시 45분에 문을 연다.\n",
    )
    .await;
    let asked = prompt(&server, "When does the Norwick office open?", "It opens at 9:10 [1].").await;
    assert!(
        asked.contains("a1.md — “Branch office Norwick › Opening hours”, written on 12 May 2026\n<<<\n"),
        "{asked}"
    );
    assert_eq!(asked.matches("\nToday: ").count(), 1, "{asked}");
    let asked = prompt(&server, "라온 지점은 몇 시에 여나요?", "8시 45분에 엽니다 [1].").await;
    assert!(asked.contains("b1.md — “라온 지점 › 이용 시간”, 2025년 3월 1일 작성\n<<<\n"), "{asked}");
    assert_eq!(asked.matches("\n오늘: ").count(), 1, "{asked}");
}

#[tokio::test]
async fn files_of_one_name_are_told_apart_everywhere() {
    let server = Server::extracts().await;
    for (folder, fee, korean) in [("2024", 30, "3만"), ("2025", 45, "5만")] {
        put(&server, &format!("/a/{folder}/fees.md"), &format!("# Fees\n\nThe annual fee is {fee} euros.\n"))
            .await;
        put(
            &server,
            &format!("/a/{folder}/회비.md"),
            &format!("# 회비\n\n동호회의 연회비는 {korean} 원이다.\n"),
        )
        .await;
    }
    for (asked, question, said, name) in [
        (
            "What was the annual fee in 2025?",
            "How much is the annual fee?",
            "The annual fee is 45 euros.",
            "2025/fees.md",
        ),
        (
            "2025년 동호회의 연회비는 얼마인가요?",
            "동호회의 연회비는 얼마인가요?",
            "동호회의 연회비는 5만 원이다.",
            "2025/회비.md",
        ),
    ] {
        let told = server.ask(asked, asked).await;
        let other = said.replace("45", "30").replace('5', "3");
        let text = told.text();
        let first = text.split("\n\n").find(|part| part.starts_with(said) || part.starts_with(&other));
        assert!(first.is_some_and(|first| first.starts_with(said)), "{text}");
        let metadata = told.metadata();
        assert_eq!(metadata["references_table"][0]["file_name"], json!(name), "{metadata}");
        let told = server.ask(question, question).await;
        let warning = told.metadata()["warnings"][0].as_str().unwrap_or_else(|| panic!("{}", told.raw));
        assert!(warning.contains("2024/") && warning.contains("2025/"), "{warning}");
        let (_, found) = server.post("/api/search", &json!({ "query": question })).await;
        let names: Vec<&str> =
            found["hits"].as_array().unwrap().iter().map(|hit| hit["fileName"].as_str().unwrap()).collect();
        assert!(names.contains(&name) && names.iter().all(|name| name.contains('/')), "{names:?}");
    }
}

#[tokio::test]
async fn quotations_of_documents_alike_say_whose_they_are_and_are_verified() {
    let server = Server::extracts().await;
    for (at, (title, sentence)) in [
        ("Branch office Norwick", "The office opens at 9:10 in the morning."),
        ("Branch office Sutby", "The office opens at 8:20 in the morning."),
        ("라온 지점 안내", "지점은 아침 8시 45분에 문을 연다."),
        ("마루 지점 안내", "지점은 아침 9시 15분에 문을 연다."),
    ]
    .into_iter()
    .enumerate()
    {
        put(&server, &format!("/a/s{at}.md"), &format!("# {title}\n\n{sentence}\n")).await;
    }
    for (question, lines) in [
        (
            "When do the Norwick and Sutby offices open?",
            [("Norwick", "opens at 9:10"), ("Sutby", "opens at 8:20")],
        ),
        ("라온 지점과 마루 지점은 몇 시에 여나요?", [("라온 지점", "8시 45분"), ("마루 지점", "9시 15분")]),
    ] {
        let told = server.ask(question, question).await;
        let text = told.text();
        for (title, said) in lines {
            let (before, _) = text.split_once(said).unwrap_or_else(|| panic!("{text}"));
            let line = before.rsplit("\n\n").nth(1).unwrap_or_default();
            assert!(line.starts_with("**") && line.contains(title), "{text}");
        }
        assert_eq!(told.parts.last().unwrap()["messageMetadata"]["badge"], "verified", "{}", told.raw);
    }
}
