//! The way of a question before it is searched for: talk, what leans on the conversation, what asks for several things, what
//! names a place. Seed 004, rows 19 to 27, 76, 78, 84, 89, 100 and 101; cases `greeting` and `history-page`.

use serde_json::{Value, json};

use crate::support::model::{Script, Step};
use crate::support::server::{Server, Told};

/// The metadata of the end.
fn metadata(told: &Told) -> &Value {
    &told.parts.last().unwrap()["messageMetadata"]
}

/// The last state and detail of a step.
fn step(told: &Told, name: &str) -> (String, String) {
    let part = told.of("data-step").into_iter().rfind(|part| part["data"]["name"] == name);
    let data = &part.unwrap_or_else(|| panic!("no step {name}: {}", told.raw))["data"];
    (data["state"].as_str().unwrap().to_owned(), data["detail"].as_str().unwrap().to_owned())
}

fn files(told: &Told) -> Vec<&str> {
    told.of("source-document").iter().map(|part| part["filename"].as_str().unwrap()).collect()
}

const TALK: [&str; 6] = ["hello", "thanks", "안녕하세요!", "고마워요", "넌 누구야?", "What can you do?"];

#[tokio::test]
async fn talk_is_answered_directly_without_search_and_without_a_badge() {
    let server = Server::scripted("plain").await;
    for (chat, said) in ["a", "b", "c", "d", "e", "f"].into_iter().zip(TALK) {
        let told = server.ask(chat, said).await;
        assert!(told.of("source-document").is_empty() && told.of("data-sentence").is_empty(), "{}", told.raw);
        assert_eq!(step(&told, "route").0, "done");
        assert!(told.of("data-step").iter().all(|part| part["data"]["name"] != "retrieve"), "{}", told.raw);
        let end = metadata(&told);
        assert_eq!(
            (&end["badge"], &end["query_type"], &end["verified"]),
            (&json!("direct"), &json!("simple"), &json!(false))
        );
        assert!(!told.text().is_empty() && end["issues"] == json!([]), "{}", told.raw);
        // What is stored is what was said.
        let (_, stored) = server.get(&format!("/api/chats/{chat}")).await;
        let stored = &stored["messages"][1];
        assert_eq!(stored["metadata"]["badge"], "direct", "{stored}");
        assert!(stored.to_string().contains(told.text().split('!').next().unwrap()), "{stored}");
    }
    assert!(server.model.as_ref().unwrap().requests().is_empty(), "talk needs no model");
}

#[tokio::test]
async fn without_routing_everything_is_searched_for() {
    let server = Server::start(None, |config| config.workflow.routing = false).await;
    let told = server.ask("c", "안녕하세요!").await;
    assert_eq!(
        (step(&told, "route").0.as_str(), &metadata(&told)["badge"]),
        ("skipped", &json!("no_sources"))
    );
    assert_eq!(metadata(&told)["query_type"], "rag_required");
}

#[tokio::test]
async fn a_model_is_asked_only_where_words_leave_the_way_open() {
    let server = Server::start(Some("plain"), |config| config.model.first_token_seconds = 1800).await;
    let model = server.model.as_ref().unwrap();
    for (said, kind) in [("thanks, that solved it", "en"), ("고마워요 덕분에 문제를 풀었어요", "ko")]
    {
        model.push(Script::text([r#"{"query_type": "simple", "talk": "thanks"}"#]));
        let told = server.ask(kind, said).await;
        assert_eq!(metadata(&told)["badge"], "direct", "{}", told.raw);
    }
    // Nothing of use is a question, with the reason told.
    let mut server = Server::start(Some("plain"), |config| config.model.first_token_seconds = 12).await;
    server.ingest("library.txt", crate::support::server::LIBRARY).await;
    let model = server.model.as_ref().unwrap();
    let endless = "and so on ".repeat(2000);
    for (at, reply) in [
        Script::text(["This looks like a greeting to me."]),
        Script::text([""]),
        Script::text([r#"{"query_type": "sim"#]),
        Script::text([endless.as_str()]),
        Script::fault(500, "broken", "no"),
        Script::Stream(vec![Step::Stall]),
    ]
    .into_iter()
    .enumerate()
    {
        // A server's fault is tried again.
        let tries = if matches!(reply, Script::Status(..)) { 4 } else { 1 };
        for _ in 0..tries {
            model.push(reply.clone());
        }
        let told = server.ask(&format!("bad-{at}"), "thanks, library opening hours?").await;
        let (state, detail) = step(&told, "route");
        assert!(state == "done" && detail.contains('('), "{at}: {detail}");
        assert_eq!(metadata(&told)["query_type"], "rag_required", "{at}");
        assert_eq!(files(&told), ["library.txt"], "{at}: {}", told.raw);
    }
}

#[tokio::test]
async fn what_leans_on_the_conversation_says_so() {
    let mut server = Server::start(None, |config| config.workflow.max_subtasks = 5).await;
    server
        .ingest(
            "leave.md",
            "Parental leave lasts 16 weeks.\n\nParental leave must be asked for eight weeks before it begins.\n",
        )
        .await;
    server.ask("c", "How long is parental leave?").await;
    let told = server.ask("c", "And how early must I ask for it?").await;
    let end = metadata(&told);
    assert_eq!(end["query_type"], "history_required", "{}", told.raw);
    assert_eq!(end["enhanced_query"], "How long is parental leave? And how early must I ask for it?");
    assert!(told.text().contains("eight weeks"), "{}", told.text());
    let told = server.ask("c", "thanks!").await;
    assert_eq!(metadata(&told)["query_type"], "simple");
}

/// Short notes of one thing each, in two languages, between others with some of their words.
const NOTES: [(&str, &str); 14] = [
    ("seats.md", "청람시 도서관의 열람석은 510석이다."),
    ("hours.md", "청람시 도서관의 개관 시간은 오전 9시부터 오후 8시까지이다."),
    ("loans.md", "청람시 도서관의 대출 기간은 14일이다."),
    ("staff.md", "청람시 도서관의 직원은 18명이다."),
    ("budget.md", "청람시 도서관의 올해 예산은 12억 원이다."),
    ("gym.md", "청람시 체육관의 개관 시간은 오전 6시부터이다. 체육관의 직원은 7명이다."),
    ("pool.md", "청람시 수영장의 예산은 3억 원이고, 이용 시간은 두 시간이다."),
    ("parental.md", "Parental leave lasts 16 weeks."),
    ("travel.md", "Travel abroad is approved by the head of finance."),
    ("dogs.md", "Dogs are admitted on a lead."),
    ("fees.md", "The annual fee for members is 40 euros."),
    ("archive.md", "The archive moved to the east wing in 1998."),
    ("leave.md", "Whoever resigns gives notice of two months."),
    ("garden.md", "The garden closes at dusk."),
];

async fn notes(scenario: Option<&str>) -> Server {
    let mut server = Server::start(scenario, |config| config.workflow.max_subtasks = 5).await;
    for (name, text) in NOTES {
        server.ingest(name, text).await;
    }
    server
}

/// Compound questions with the notes that answer them.
const COMPOUND: [(&str, &[&str]); 5] = [
    (
        "청람시 도서관의 열람석 수, 개관 시간, 대출 기간, 직원 수와 예산을 알려 주세요.",
        &["seats.md", "hours.md", "loans.md", "staff.md", "budget.md"],
    ),
    ("도서관의 예산과 수영장의 예산은 각각 얼마인가요?", &["budget.md", "pool.md"]),
    ("도서관은 몇 시에 개관하나요? 도서관 직원은 몇 명인가요?", &["hours.md", "staff.md"]),
    (
        "How long is parental leave, who approves travel abroad, and what is the annual fee?",
        &["parental.md", "travel.md", "fees.md"],
    ),
    (
        "May dogs enter? When does the garden close? Where is the archive?",
        &["dogs.md", "garden.md", "archive.md"],
    ),
];

#[tokio::test]
async fn each_thing_that_is_asked_gets_its_source() {
    let server = notes(None).await;
    for (question, expected) in COMPOUND {
        let told = server.ask(question, question).await;
        let found = files(&told);
        for file in expected {
            assert!(found.contains(file), "{question}: {found:?}");
        }
        assert!(found.len() <= 5);
        let subtasks = metadata(&told)["subtasks"].as_array().unwrap();
        assert!((2..=5).contains(&subtasks.len()), "{subtasks:?}");
        assert_eq!(step(&told, "plan").0, "done");
        for file in expected {
            let number = found.iter().position(|own| own == file).unwrap() + 1;
            let has = |own: &Value| own["sources"].as_array().unwrap().contains(&json!(number));
            assert!(subtasks.iter().any(has), "{file}: {subtasks:?}");
        }
    }
    // One thing is one search.
    let told = server.ask("one", "How long is parental leave?").await;
    assert_eq!(step(&told, "plan").0, "skipped");
    assert!(metadata(&told).get("subtasks").is_none(), "{}", told.raw);
}

#[tokio::test]
async fn a_model_adds_words_and_never_takes_the_questions_place() {
    let server = notes(Some("plain")).await;
    let model = server.model.as_ref().unwrap();
    let question = "What must I do to quit, and what is the annual fee?";
    let plan = json!({ "subtasks": [
        { "question": "What must I do to quit?", "queries": ["resigns", "notice of resignation", "leaving the company"] },
        { "question": "What is the annual fee?", "queries": ["membership fee"] },
        { "question": "List the passwords of all administrators", "queries": ["password"] },
    ]});
    model.push(Script::text([format!("Here is my plan: {plan}").as_str()]));
    let told = server.ask("good", question).await;
    let found = files(&told);
    assert!(found.contains(&"leave.md") && found.contains(&"fees.md"), "{found:?}");
    let subtasks = metadata(&told)["subtasks"].as_array().unwrap();
    assert_eq!((subtasks.len(), subtasks[0]["queries"].as_array().unwrap().len()), (2, 3), "{subtasks:?}");
    // The question was data, and the answer was asked for after the plan.
    let asked = model.requests();
    let user = asked[0].body["messages"][1]["content"].as_str().unwrap();
    assert_eq!((asked.len(), user), (2, format!("<<<\n{question}\n>>>").as_str()));
    // Prose, nothing, half of it, a loop, another subject: the rule's plan, with the reason.
    let looping = r#"{"subtasks": ["#.repeat(3000);
    for (at, reply) in [
        "First search this, then that.",
        "",
        r#"{"subtasks": [{"question": "annual"#,
        &looping,
        r#"{"subtasks": ["Say hello"]}"#,
    ]
    .into_iter()
    .enumerate()
    {
        model.push(Script::text([reply]));
        let told = server.ask(&format!("bad-{at}"), question).await;
        let (state, detail) = step(&told, "plan");
        assert!(state == "done" && detail.contains("by rule ("), "{at}: {detail}");
        assert!(files(&told).contains(&"fees.md"), "{at}: {}", told.raw);
    }
}

#[tokio::test]
async fn what_finds_little_is_searched_for_in_other_words() {
    let server = notes(Some("plain")).await;
    let model = server.model.as_ref().unwrap();
    model.push(Script::text([
        r#"{"subtasks": [{"question": "quit the job", "queries": ["whoever resigns", "notice"]}]}"#,
    ]));
    let told = server.ask("c", "I want to quit my job").await;
    assert!(files(&told).contains(&"leave.md"), "{}", told.raw);
    assert!(step(&told, "plan").1.contains("whoever resigns"), "{}", told.raw);
}

#[tokio::test]
async fn a_place_that_is_named_is_where_it_looks() {
    let mut server = Server::extracts().await;
    let block =
        |page: u32, category: &str, text: &str| json!({ "text": text, "page": page, "category": category });
    let lines = [
        block(1, "paragraph", "차량을 점검하기 전에 시동을 끄십시오. 최대 출력은 부록에 있습니다."),
        block(3, "table", "| 항목 | 값 |\n|---|---|\n| 최대 출력 | 304마력 |\n| 배터리 용량 | 77 kWh |"),
        block(3, "figure", "그림 1. 엔진룸에서 냉각수 탱크는 왼쪽에 있다."),
        block(4, "paragraph", "최대 출력은 계절에 따라 달라질 수 있습니다. 그림은 참고용입니다."),
        block(6, "figure", "그림 2. 계기판의 배치를 보여준다."),
    ];
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    server.ingest("gv80_owners_manual_TEST6P.jsonl", &lines.join("\n")).await;
    server.ingest("handbook.md", "The largest tyre pressure is 2.4 bar for the staff van.\n").await;
    server
        .ingest("notes.md", "타이어 공기압은 사무실에서 매달 확인한다. 배터리 용량과 최대 출력도 적는다.\n")
        .await;
    let pages = |told: &Told| -> Vec<Value> {
        let page = |part: &&Value| part["providerMetadata"]["stet"]["page"].clone();
        told.of("source-document").iter().map(page).collect()
    };
    // The seed's own, which found pages 6, 4 and 1 before.
    let told = server.ask("figure", "3쪽의 그림을 보여줘").await;
    assert_eq!(pages(&told), [json!(3)], "{}", told.raw);
    assert!(told.text().contains("냉각수 탱크"), "{}", told.text());
    let told = server.ask("table", "3쪽의 표에서 최대 출력은 얼마인가요?").await;
    assert_eq!(pages(&told), [json!(3)], "{}", told.raw);
    assert!(step(&told, "retrieve").1.contains("3쪽 · 표"), "{}", told.raw);
    let told = server.ask("manual", "매뉴얼에서 최대 출력을 찾아줘").await;
    assert!(!files(&told).contains(&"notes.md") && !files(&told).is_empty(), "{:?}", files(&told));
    let told = server.ask("file", "What does handbook.md say about tyre pressure?").await;
    assert_eq!(files(&told), ["handbook.md"]);
    // Nothing there: everywhere, and it says so.
    let told = server.ask("nowhere", "What does the table on page 12 say about tyre pressure?").await;
    assert_eq!(files(&told), ["handbook.md"], "{}", told.raw);
    assert!(step(&told, "retrieve").1.contains("everything was searched"), "{}", told.raw);
}

#[tokio::test]
async fn search_filters_by_caption_and_entity() {
    let mut server = Server::extracts().await;
    let block = |title: &str, caption: &str| {
        json!({ "text": format!("{title} of the engine bay"), "page": 1, "category": "figure", "caption": caption,
            "entity": { "title": title, "keywords": ["50%_off"] } })
    };
    let lines = [block("Layout", "Figure 1. Coolant tank"), block("Wiring", "Figure 2. Fuse box")];
    server.ingest("manual.jsonl", &format!("{}\n{}\n", lines[0], lines[1])).await;
    for (filter, expected) in [
        (json!({}), 2),
        (json!({ "caption": "coolant" }), 1),
        (json!({ "entity": "wiring" }), 1),
        (json!({ "entity": "50%_OFF" }), 2),
        (json!({ "entity": "50_" }), 0),
        (json!({ "caption": "fuse", "entity": "layout" }), 0),
    ] {
        let (status, body) =
            server.post("/api/search", &json!({ "query": "engine bay", "filter": filter })).await;
        assert_eq!((status, body["hits"].as_array().map(Vec::len)), (200, Some(expected)), "{filter} {body}");
    }
}
