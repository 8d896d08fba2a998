//! Models as they are: what they leak, how they end or do not end, and what the reader gets. Every answer comes as it is written by a
//! scripted server; what is stored is what was shown.

use std::time::Duration;

use serde_json::json;

use crate::http::{check_stream, stored};
use crate::support::model::{Script, Step};
use crate::support::server::{Server, Told};

const QUESTION: [&str; 2] =
    ["When does the library open in the morning?", "도서관은 오전 몇 시에 문을 여나요?"];
/// Questions about which the sources have a passage of the best grade, and how it begins.
const SURE: [(&str, &str); 2] = [
    ("When does the library open in the morning?", "The library opens at nine in the morning"),
    ("학생은 책을 다섯 권까지 빌릴 수 있나요?", "학생은 책을 다섯 권까지"),
];
const TRUE: [&str; 2] =
    ["The library opens at nine in the morning [1].", "도서관은 오전 아홉 시에 문을 연다[1]."];

fn stream(text: &str) -> Script {
    Script::text(text.split_inclusive(' '))
}

async fn asked(server: &Server, chat: &str, question: &str, script: Script) -> Told {
    server.model.as_ref().unwrap().push(script);
    let told = server.ask(chat, question).await;
    check_stream(server, chat, &told).await;
    told
}

/// The text of an answer without the list of its sources.
fn body(told: &Told) -> String {
    told.text().split("\n\n##").next().unwrap().trim().to_owned()
}

/// What a model or its template leaves around an answer; `{}` is the answer.
const LEAKS: [(&str, &str); 26] = [
    ("thinking", "<thinking>Hm, at ten?</thinking>\n{}"),
    ("only its end, on a line", "Let me see. The library opens at ten.\n</think>\n\n{}"),
    ("only its end, behind words", "음, 도서관은 열 시에 연다.</thinking>\n{}"),
    ("only its end, of another kind", "It may open at ten [1].\n[/THINK]\n{}"),
    ("only its end, twice", "At ten?\n</think>\nAt eleven?\n</think>\n{}"),
    (
        "harmony",
        "<|channel|>analysis<|message|>We need the hour.<|end|><|start|>assistant<|channel|>final<|message|>{}<|return|>",
    ),
    ("reasoning", "<reasoning>It says nine.</reasoning>{}"),
    ("thought", "<thought>\nIt says nine.\n</thought>\n{}"),
    ("seed", "<seed:think>nine</seed:think>{}"),
    ("kimi", "◁think▷아홉 시◁/think▷{}"),
    ("cohere", "<|START_THINKING|>nine<|END_THINKING|><|START_RESPONSE|>{}<|END_RESPONSE|>"),
    ("gemma", "<|channel>thought\nnine<channel|>{}"),
    ("answer", "<answer>{}</answer>"),
    ("final answer", "<final_answer>\n{}\n</final_answer>"),
    ("im_end", "{}<|im_end|>"),
    ("next turn", "{}<|im_end|>\n<|im_start|>user\nAnd on Sundays?"),
    ("</s>", "{}</s>"),
    ("end of turn", "{}<end_of_turn>"),
    ("tool call", "<tool_call>{\"name\": \"search\", \"arguments\": {}}</tool_call>\n{}"),
    ("tool calls behind", "{}\n[TOOL_CALLS][{\"name\": \"search\"}]"),
    ("prompt echo", "<<<\nThe library opens at ten.\n>>>\n{}"),
    ("prompt echo behind", "{}\n<<<\nThe library opens at ten.\n>>>"),
    ("the answer in the prompt's fence", "<<<\n{}\n>>>"),
    ("the prompt's fence on a line", "<<<{}>>>"),
    ("the prompt's fence behind", "{} >>>\n>>>"),
    ("inst", "[/INST] {}"),
];

#[tokio::test]
async fn what_a_model_leaks_is_no_answer() {
    let server = Server::scripted("plain").await;
    for (row, (name, form)) in LEAKS.into_iter().enumerate() {
        for (at, answer) in TRUE.into_iter().enumerate() {
            let (chat, text) = (format!("leak-{row}-{at}"), form.replacen("{}", "\u{0}", 1));
            // Of the forms with arguments the last pair of braces is the answer.
            let text = if name == "tool call" { form.replace("\n{}", "\n\u{0}") } else { text };
            let told = asked(&server, &chat, QUESTION[at], stream(&text.replace('\u{0}', answer))).await;
            assert_eq!(body(&told), answer, "{name}: {}", told.raw);
            let metadata = stored(&server, &chat).await["metadata"].clone();
            assert_eq!(
                (&metadata["badge"], &metadata["verified"]),
                (&json!("verified"), &json!(true)),
                "{name}"
            );
            let again = told.of("data-superseded").len();
            assert_eq!(again > 0, name.starts_with("only its end"), "{name}: {}", told.raw);
        }
    }
}

/// What speaks of a tag keeps it, and what came before stays.
#[tokio::test]
async fn a_text_about_a_tag_is_an_answer() {
    let server = Server::scripted("plain").await;
    for (at, text) in [
        "The library opens at nine in the morning [1]. The tag `</think>` ends it.",
        "The library opens at nine in the morning [1].\n\n```\n<a>\n</think>\n</a>\n```\n\nSo it is.",
        "도서관은 오전 아홉 시에 문을 연다[1]. 태그는 `</think>`\n이다.",
    ]
    .into_iter()
    .enumerate()
    {
        let told = asked(&server, &format!("tag-{at}"), QUESTION[at / 2], stream(text)).await;
        assert!(told.of("data-superseded").is_empty(), "{}", told.raw);
        assert!(told.text().starts_with(text.split(' ').next().unwrap()) && told.text().contains("[1]"));
    }
}

/// One sentence for ever, or one word, is ended; the first of it stays, and a note says why.
#[tokio::test]
async fn a_model_that_turns_in_circles_is_ended() {
    let server = Server::scripted("plain").await;
    for (at, circle) in [
        (0, TRUE[0]),
        (1, TRUE[1]),
        (0, "and so on"),
        (1, "그리고 또"),
        (0, "- It opens at nine.\n- It closes at six.\n"),
    ] {
        let chat = format!("circle-{}", circle.len());
        let steps = (0..20_000).map(|_| Step::Text(format!("{circle} ")));
        let told = asked(&server, &chat, QUESTION[at], Script::Stream(steps.collect())).await;
        let text = body(&told);
        assert!(text.matches(circle.trim()).count() <= 3 && text.len() < 700, "{text}");
        let metadata = stored(&server, &chat).await["metadata"].clone();
        assert_eq!((&metadata["status"], &metadata["verified"]), (&json!("complete"), &json!(false)));
        let note = if at == 0 { "again and again" } else { "되풀이해" };
        assert!(metadata["notes"][0].as_str().unwrap().contains(note), "{metadata}");
    }
}

/// A model that is away, busy, silent or empty does not take the sources with it: what they say is quoted, told as such.
#[tokio::test]
async fn where_the_model_is_away_the_sources_are_quoted() {
    let mut server = Server::start(Some("silent"), |_| ()).await;
    server.ingest("library.txt", crate::support::server::LIBRARY).await;
    for (name, script) in [
        ("silent", Script::Stream(vec![Step::Stall])),
        ("empty", Script::text([])),
        ("blank", Script::text([" \n"])),
        ("busy", Script::busy(600)),
        ("overloaded", Script::Status(503, Vec::new(), "busy".into())),
    ] {
        for (at, (question, answer)) in SURE.into_iter().enumerate() {
            let chat = format!("{name}-{at}");
            let model = server.model.as_ref().unwrap();
            // It is asked again, as often as it says that it is busy.
            for _ in 0..if name == "overloaded" { 2 } else { 0 } {
                model.push(script.clone());
            }
            let told = asked(&server, &chat, question, script.clone()).await;
            assert_eq!(told.parts.last().unwrap()["type"], "finish", "{name}: {}", told.raw);
            assert!(told.text().contains(answer), "{name}: {}", told.text());
            let metadata = stored(&server, &chat).await["metadata"].clone();
            assert_eq!(
                (&metadata["extracts"], &metadata["status"]),
                (&json!(true), &json!("complete")),
                "{metadata}"
            );
            let note = metadata["notes"][0].as_str().unwrap();
            assert!(
                note.contains(if at == 0 { "are shown as they are" } else { "그대로 보여 줍니다" }),
                "{note}"
            );
            assert!(name != "silent" || note.contains("STET_MODEL_FIRST_TOKEN_SECONDS"), "{note}");
        }
    }
    // A wrong setting is told, and so is a question that the sources have nothing about.
    let wrong = asked(&server, "wrong", QUESTION[0], Script::fault(401, "invalid_api_key", "no")).await;
    assert!(wrong.parts.last().unwrap()["errorText"].as_str().unwrap().contains("OPENAI_API_KEY"));
}

/// A server that only says that it is there is waited for longer than its silence would be, and not for ever.
#[tokio::test]
async fn comments_are_a_sign_of_life() {
    let server = Server::scripted("silent").await;
    let comment =
        || [Step::Pause(Duration::from_millis(400)), Step::Raw(b": OPENROUTER PROCESSING\n\n".to_vec())];
    let waits = (0..5).flat_map(|_| comment());
    let answer = [Step::Text(TRUE[0].into()), Step::Finish("stop"), Step::Done];
    let told = asked(&server, "late", QUESTION[0], Script::Stream(waits.chain(answer).collect())).await;
    assert_eq!(
        (body(&told).as_str(), told.parts.last().unwrap()["type"].as_str()),
        (TRUE[0], Some("finish"))
    );
    let never =
        asked(&server, "never", QUESTION[0], Script::Stream((0..1000).flat_map(|_| comment()).collect()))
            .await;
    assert_eq!(never.metadata()["extracts"], true, "{}", never.raw);
}

/// A keep-alive comment that a proxy passes on as data is no text.
#[tokio::test]
async fn a_comment_in_a_frame_is_no_text() {
    let server = Server::scripted("plain").await;
    let steps = vec![
        Step::Raw(b"data: : OPENROUTER PROCESSING\n\n".to_vec()),
        Step::Text(TRUE[0].into()),
        Step::Finish("stop"),
        Step::Done,
    ];
    let told = asked(&server, "c", QUESTION[0], Script::Stream(steps)).await;
    assert_eq!(body(&told), TRUE[0], "{}", told.raw);
}

/// Answers without a mark get the citations that their claims have; a refusal beside the answer shows it.
#[tokio::test]
async fn what_a_small_model_leaves_out_is_put() {
    let server = Server::scripted("plain").await;
    for (at, text) in TRUE.into_iter().enumerate() {
        let bare = text.replace(" [1]", "").replace("[1]", "");
        let told = asked(&server, &format!("bare-{at}"), QUESTION[at], stream(&bare)).await;
        assert!(told.text().contains("[†1]"), "{}", told.text());
        assert_eq!(told.metadata()["badge"], "verified");
        let refusal = [
            "The provided sources do not contain this information.",
            "해당 정보는 제공된 출처에서 확인되지 않습니다.",
        ][at];
        let told = asked(&server, &format!("refusal-{at}"), SURE[at].0, stream(refusal)).await;
        let quote = told.metadata()["related"]["quote"].as_str().unwrap().to_owned();
        assert!(quote.starts_with(SURE[at].1), "{quote}");
    }
}

/// What stays the same of a prompt comes first, an example with a mark in it; then the sources, and the question last.
#[tokio::test]
async fn a_prompt_begins_with_what_stays_the_same() {
    let server = Server::scripted("plain").await;
    for (at, questions) in [QUESTION[0], "How many books may students borrow?"]
        .into_iter()
        .zip([QUESTION[1], "학생은 책을 몇 권 빌릴 수 있나요?"])
        .enumerate()
    {
        for (language, question) in [questions.0, questions.1].into_iter().enumerate() {
            asked(&server, &format!("prompt-{at}-{language}"), question, stream(TRUE[language])).await;
        }
    }
    let requests = server.model.as_ref().unwrap().requests();
    let message = |request: usize, at: usize| {
        requests[request].body["messages"][at]["content"].as_str().unwrap().to_owned()
    };
    for (language, question) in QUESTION.into_iter().enumerate() {
        assert_eq!(message(language, 0), message(language + 2, 0));
        assert!(message(language, 0).contains("[†1]"));
        let user = message(language, 1);
        assert!(user.starts_with("[†1]") && user.trim_end().ends_with(question), "{user}");
    }
}
