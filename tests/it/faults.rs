//! Every step that asks a model, with every way in which a model fails it: the step is passed over with its reason, and the
//! answer goes on.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::support::model::{Script, Step};
use crate::support::server::{LIBRARY, Server, Told};

/// The steps before the answer, and behind it.
const BEFORE: [&str; 4] = ["route", "standalone", "plan", "reworded"];
const BEHIND: [&str; 3] = ["judge", "grade", "rules"];

const GOOD: &str = "The library opens at nine in the morning [1].";
/// What words alone leave open, so that the judge is asked.
const OPEN: &str = "In the morning, at nine, the library is opened [1].";

fn faults() -> Vec<(&'static str, Script)> {
    let looping = r#"{"subtasks": [{"is_accurate": ["#.repeat(2000);
    vec![
        ("prose", Script::text(["Certainly! Let me think about that for you."])),
        ("nothing", Script::text([""])),
        (
            "half",
            Script::text([
                r#"{"query_type": "simple", "subtasks": [{"question": "library", "is_accurate": tr"#,
            ]),
        ),
        ("loop", Script::text([looping.as_str()])),
        ("late", Script::Stream(vec![Step::Stall])),
    ]
}

async fn server(step: &str) -> (Server, Value) {
    let mut server = Server::start(Some("plain"), |config| {
        // A plan and a way take a twelfth of it, a verdict a third.
        config.model.first_token_seconds = 12;
        config.workflow.max_subtasks = if matches!(step, "plan" | "reworded") { 5 } else { 0 };
        config.gate.model_layer = BEHIND.contains(&step);
        config.correct.quality_threshold = (step == "grade").then_some(0.6);
    })
    .await;
    server.ingest("library.txt", LIBRARY).await;
    let mut packs = json!([]);
    if step == "rules" {
        let rules = json!({ "name": "house", "rules": [{ "id": "plain", "text": "Do not sound like an advertisement." }] });
        packs = json!([server.post("/api/criteria-packs", &rules).await.1["id"]]);
    }
    (server, packs)
}

async fn ask(server: &Server, chat: &str, packs: &Value, text: &str) -> Told {
    let message = json!({ "id": format!("{chat}-{text}"), "role": "user", "parts": [{ "type": "text", "text": text }] });
    let body = json!({ "id": chat, "message": message, "criteriaPackIds": packs });
    Told::read(server.client.post(server.url("/api/chat")).json(&body).send().await.unwrap()).await
}

/// Where the reason stands: the last detail of a step, the sentence, the rules that were not checked.
fn reason(told: &Told, step: &str) -> String {
    let named = |name: &str| {
        let part = told.of("data-step").into_iter().rfind(|part| part["data"]["name"] == name);
        part.map(|part| part["data"]["detail"].as_str().unwrap().to_owned()).unwrap_or_default()
    };
    match step {
        "route" | "plan" | "grade" => named(step),
        "standalone" => named("route"),
        "reworded" => named("plan"),
        "judge" => {
            let sentence = &told.sentences()[0]["data"];
            assert_eq!(sentence["by"], "words", "{sentence}");
            sentence["reason"].as_str().unwrap().to_owned()
        }
        _ => told.metadata()["criteria"]["notChecked"][0]["reason"].as_str().unwrap_or_default().to_owned(),
    }
}

#[tokio::test]
async fn a_step_that_fails_is_passed_over_and_the_answer_goes_on() {
    let mut failing = String::new();
    for step in BEFORE.into_iter().chain(BEHIND) {
        let (server, packs) = server(step).await;
        let model = server.model.as_ref().unwrap();
        for (name, fault) in faults() {
            let question = match step {
                "route" => "thanks, library opening hours?",
                "standalone" => "And in the morning, when?",
                "plan" => "When does the library open, and how many books may students borrow?",
                "reworded" => "Which library books are blue?",
                _ => "When does the library open?",
            };
            if step == "standalone" {
                model.push(Script::text([GOOD]));
                ask(&server, name, &packs, "When does the library open?").await;
            }
            let answer = if step == "judge" { OPEN } else { GOOD };
            let asked = model.requests().len();
            if BEFORE.contains(&step) {
                model.push(fault);
                model.push(Script::text([answer]));
            } else {
                model.push(Script::text([answer]));
                model.push(fault);
            }
            let told = ask(&server, name, &packs, question).await;
            let said = reason(&told, step);
            let text = told.text();
            let right = model.waiting() == 0
                && model.requests().len() == asked + 2
                && told.metadata()["status"] == "complete"
                && (text.contains("in the morning") || text.contains("In the morning"))
                && !said.is_empty()
                && (!BEFORE.contains(&step) || step == "reworded" || said.contains('('));
            if !right {
                let _ = writeln!(
                    failing,
                    "{step}, {name}: “{said}” {} {} {text}",
                    model.waiting(),
                    model.requests().len() - asked
                );
            }
        }
    }
    assert!(failing.is_empty(), "{failing}");
}

/// What a model's server says of itself goes to the log, not to the reader.
#[tokio::test]
async fn the_words_of_a_server_behind_are_not_passed_on() {
    let server = Server::scripted("plain").await;
    let boom = "internal boom at /etc/secret/path";
    for (chat, question) in [("en", "When does the library open?"), ("ko", "도서관은 몇 시에 문을 여나요?")]
    {
        server.model.as_ref().unwrap().push(Script::fault(400, "nonsense", boom));
        let told = server.ask(chat, question).await;
        assert_eq!(told.parts.last().unwrap()["type"], "error", "{}", told.raw);
        assert!(!told.raw.contains("secret"), "{}", told.raw);
    }
    server.model.as_ref().unwrap().push(Script::fault(400, "nonsense", boom));
    let body = json!({ "messages": [{ "role": "user", "content": "When does the library open?" }] });
    let (status, fault) = server.post("/v1/chat/completions", &body).await;
    assert_eq!((status, fault.to_string().contains("secret")), (502, false), "{fault}");
}
