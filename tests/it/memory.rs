//! A conversation has a memory, kept by the server: a question that leans on earlier ones finds what it means.

use serde_json::{Value, json};
use stet_answer::Attribute;
use stet_config::Config;

use crate::support::model::{Recorded, Script};
use crate::support::server::{Server, Told};

const LEAVE: &str = "Parental leave at Brindle Works lasts 16 weeks.\n\n\
    Parental leave must be asked for eight weeks before it begins.\n";
const PUMP: &str =
    "How early the pump starts is set by the clock.\n\nAsk for the early setting and it must be primed.\n";
const PAY: &str = "감봉은 보수를 줄여 지급하는 징계이다.\n\n감봉의 기간은 최대 3개월로 한다.\n";
const LEASE: &str = "임대는 최대 24개월이다.\n\n보관은 최대 12개월이다.\n\n대여는 최대 6개월이다.\n";

/// Conversations of two languages: a question, and one that leans on it, with what answers that.
const TURNS: [[&str; 3]; 2] = [
    [
        "How long is parental leave at Brindle Works?",
        "And how early must I ask for it?",
        "Parental leave must be asked for eight weeks before it begins",
    ],
    ["감봉은 무엇인가요?", "그건 최대 몇 개월인가요?", "감봉의 기간은 최대 3개월로 한다"],
];

async fn library(server: &mut Server) {
    for (name, text) in [("leave.md", LEAVE), ("pump.md", PUMP), ("pay.md", PAY), ("lease.md", LEASE)] {
        server.ingest(name, text).await;
    }
}

/// What the model wrote gets no citations that it did not write.
fn as_written(config: &mut Config) {
    config.gate.attribute = Some(Attribute::Off);
}

/// Asks as the page does, with the last message alone.
async fn ask(server: &Server, chat: &str, id: &str, text: &str) -> Told {
    let message = json!({ "id": id, "role": "user", "parts": [{ "type": "text", "text": text }] });
    let body = json!({ "id": chat, "message": message });
    Told::read(server.client.post(server.url("/api/chat")).json(&body).send().await.unwrap()).await
}

/// The turns that a model was given, without the instructions and the sources.
fn turns(request: &Recorded) -> Vec<(String, String)> {
    let messages = request.body["messages"].as_array().unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    messages.iter().skip(1).map(|message| (text(&message["role"]), text(&message["content"]))).collect()
}

#[tokio::test]
async fn extracts_follow_a_conversation() {
    let mut server = Server::extracts().await;
    library(&mut server).await;
    for (chat, [first, second, expected]) in ["en", "ko"].into_iter().zip(TURNS) {
        ask(&server, chat, "1", first).await;
        let told = ask(&server, chat, "2", second).await;
        assert!(told.text().contains(expected), "{}", told.text());
    }
    // Agreeing is no subject.
    for (chat, word) in [("en", "yes"), ("ko", "네")] {
        let told = ask(&server, chat, "3", word).await;
        let files: Vec<&Value> = told.of("source-document").iter().map(|part| &part["filename"]).collect();
        assert_eq!(files[0], if chat == "en" { "leave.md" } else { "pay.md" }, "{files:?}");
    }
}

#[tokio::test]
async fn the_model_is_told_what_was_said_once_and_in_order() {
    let mut server = Server::start(Some("plain"), as_written).await;
    library(&mut server).await;
    let model = server.model.as_ref().unwrap();
    for (chat, [first, second, expected]) in ["en", "ko"].into_iter().zip(TURNS) {
        let answer = if chat == "en" { "It lasts 16 weeks." } else { "징계의 하나입니다." };
        model.push(Script::text([answer]));
        ask(&server, chat, "1", first).await;
        // What the model makes of the question is searched for.
        model.push(Script::text([if chat == "en" {
            "How early must I ask for parental leave at Brindle Works?"
        } else {
            "감봉은 최대 몇 개월인가요?"
        }]));
        let sentence = format!("{expected} [1].");
        model.push(Script::text([sentence.as_str()]));
        let told = ask(&server, chat, "2", second).await;
        assert_eq!(told.sentences()[0]["data"]["status"], "supported", "{}", told.raw);
        let asked = model.requests();
        let given = turns(asked.last().unwrap());
        assert_eq!(given.len(), 3, "{given:?}");
        assert_eq!(given[0], ("user".to_owned(), first.to_owned()));
        assert_eq!(given[1], ("assistant".to_owned(), answer.to_owned()));
        assert!(given[2].0 == "user" && given[2].1.ends_with(second), "{given:?}");
    }
}

#[tokio::test]
async fn a_model_that_cannot_say_what_a_question_means_is_not_needed_for_it() {
    let mut server = Server::start(Some("plain"), |_| ()).await;
    library(&mut server).await;
    let model = server.model.as_ref().unwrap();
    for (chat, [first, second, expected]) in ["en", "ko"].into_iter().zip(TURNS) {
        for (at, reply) in [
            Script::fault(400, "nonsense", "no"),
            Script::text(["The provided sources do not contain this information."]),
        ]
        .into_iter()
        .enumerate()
        {
            let chat = format!("{chat}-{at}");
            model.push(Script::text(["Well."]));
            ask(&server, &chat, "1", first).await;
            model.push(reply);
            let sentence = format!("{expected} [1].");
            model.push(Script::text([sentence.as_str()]));
            let told = ask(&server, &chat, "2", second).await;
            assert_eq!(told.sentences()[0]["data"]["status"], "supported", "{}", told.raw);
        }
    }
}

#[tokio::test]
async fn what_a_client_tells_of_the_conversation_counts_where_nothing_is_stored() {
    let mut server = Server::start(Some("plain"), as_written).await;
    library(&mut server).await;
    let model = server.model.as_ref().unwrap();
    let [first, second, expected] = TURNS[0];
    let sentence = format!("{expected} [1].");
    let part = |id: &str, role: &str, text: &str| json!({ "id": id, "role": role, "parts": [{ "type": "text", "text": text }] });
    let whole =
        json!([part("1", "user", first), part("2", "assistant", "Weeks."), part("3", "user", second)]);
    // A conversation that the server does not know.
    for script in ["How early must I ask for parental leave?", &sentence] {
        model.push(Script::text([script]));
    }
    let body = json!({ "id": "new", "messages": whole });
    Told::read(server.client.post(server.url("/api/chat")).json(&body).send().await.unwrap()).await;
    assert_eq!(turns(model.requests().last().unwrap()).len(), 3);
    // One that it knows, told again by a client: nothing is doubled, and what was stored wins.
    model.push(Script::text(["It lasts 16 weeks."]));
    ask(&server, "known", "1", first).await;
    for script in ["How early must I ask for parental leave?", &sentence] {
        model.push(Script::text([script]));
    }
    let body = json!({ "id": "known", "messages": whole });
    Told::read(server.client.post(server.url("/api/chat")).json(&body).send().await.unwrap()).await;
    let given = turns(model.requests().last().unwrap());
    assert_eq!((given.len(), &*given[1].1), (3, "It lasts 16 weeks."), "{given:?}");
    // Clients of the other protocol keep their own.
    let plain = |role: &str, text: &str| json!({ "role": role, "content": text });
    let messages = [plain("user", first), plain("assistant", "Weeks."), plain("user", second)];
    for script in ["How early must I ask for parental leave?", &sentence] {
        model.push(Script::text([script]));
    }
    let (_, answer) =
        server.post("/v1/chat/completions", &json!({ "model": "stet", "messages": messages })).await;
    assert!(answer["choices"][0]["message"]["content"].as_str().unwrap().contains(expected), "{answer}");
    let given = turns(model.requests().last().unwrap());
    assert_eq!((given.len(), &*given[1].1), (3, "Weeks."), "{given:?}");
}

/// An edited question, one that is asked anew, and a conversation that goes on from an earlier place know what was said
/// before them, and nothing of what they leave behind.
#[tokio::test]
async fn what_an_edited_question_leaves_behind_is_not_remembered() {
    let mut server = Server::start(Some("plain"), |_| ()).await;
    library(&mut server).await;
    let model = server.model.as_ref().unwrap();
    let said = |turns: Vec<(String, String)>| turns.into_iter().map(|(_, text)| text).collect::<Vec<_>>();
    let questions = [
        "How long is parental leave at Brindle Works?",
        "How early is the pump primed?",
        "How long is the lease?",
    ];
    for (at, question) in questions.iter().enumerate() {
        model.push(Script::text([format!("Answer {at}.").as_str()]));
        ask(&server, "c", &at.to_string(), question).await;
    }
    // Edited under its id.
    model.push(Script::text(["Edited."]));
    ask(&server, "c", "1", "How early must parental leave be asked for?").await;
    let given = said(turns(model.requests().last().unwrap()));
    assert_eq!(given[..2], [questions[0], "Answer 0."], "{given:?}");
    assert_eq!(given.len(), 3, "{given:?}");
    // What follows it.
    model.push(Script::text(["Then."]));
    ask(&server, "c", "3", "When does the pump start by the clock?").await;
    let given = said(turns(model.requests().last().unwrap()));
    assert_eq!(
        given[1..4],
        ["Answer 0.", "How early must parental leave be asked for?", "Edited."],
        "{given:?}"
    );
    // The first one asked anew: nothing was said before it, and the last answer is not replaced.
    model.push(Script::text(["Anew."]));
    let part = |id: &str, role: &str, text: &str| json!({ "id": id, "role": role, "parts": [{ "type": "text", "text": text }] });
    let body =
        json!({ "id": "c", "trigger": "regenerate-message", "messages": [part("0", "user", questions[0])] });
    Told::read(server.client.post(server.url("/api/chat")).json(&body).send().await.unwrap()).await;
    assert_eq!(said(turns(model.requests().last().unwrap())).len(), 1);
    let stored = server.get("/api/chats/c?all=true").await.1.to_string();
    assert!(stored.contains("Then.") && stored.contains("Anew."), "{stored}");
    // Whoever reads the conversation sees what stands, each question once; it is one conversation.
    let stored = server.get("/api/chats/c").await.1["messages"].clone();
    assert_eq!(stored.as_array().map(Vec::len), Some(2), "{stored}");
    assert!(stored.to_string().contains("Anew."), "{stored}");
    assert_eq!(server.get("/api/chats").await.1["chats"].as_array().map(Vec::len), Some(1));
    // Gone on from the first answer, as a client tells that keeps a branch.
    for (at, question) in questions.iter().enumerate() {
        model.push(Script::text([format!("Answer {at}.").as_str()]));
        ask(&server, "branch", &at.to_string(), question).await;
    }
    model.push(Script::text(["Branched."]));
    let messages = json!([
        part("0", "user", questions[0]),
        part("a", "assistant", "Answer 0."),
        part("9", "user", questions[2])
    ]);
    let body = json!({ "id": "branch", "messages": messages });
    Told::read(server.client.post(server.url("/api/chat")).json(&body).send().await.unwrap()).await;
    let given = said(turns(model.requests().last().unwrap()));
    assert_eq!((given.len(), given[1].as_str()), (3, "Answer 0."), "{given:?}");
}

/// A request for the last answer in another form names nothing to search for: the sources stay those of the answer.
#[tokio::test]
async fn another_form_of_an_answer_keeps_its_sources() {
    let mut server = Server::start(Some("plain"), as_written).await;
    library(&mut server).await;
    let model = server.model.as_ref().unwrap();
    let names = |told: &Told| {
        told.of("source-document").iter().map(|part| part["filename"].clone()).collect::<Vec<Value>>()
    };
    for (chat, question, requests) in [
        (
            "en",
            TURNS[0][0],
            ["Translate into Korean, please.", "In a table, please.", "Why?", "Tell me more about [1]."],
        ),
        (
            "ko",
            TURNS[1][0],
            ["영어로 번역해 줘.", "더 공손하게 다시 써 줘.", "왜 그런가요?", "첫 번째 출처를 자세히"],
        ),
    ] {
        model.forget();
        model.push(Script::text(["x"]));
        let first = ask(&server, chat, "0", question).await;
        assert!(!names(&first).is_empty());
        for (at, request) in requests.into_iter().enumerate() {
            model.forget();
            model.push(Script::text(["y"]));
            let told = ask(&server, chat, &(at + 1).to_string(), request).await;
            assert_eq!(names(&told), names(&first), "{request}");
            let asked = model.requests();
            let last = turns(asked.last().unwrap());
            assert!(last.last().unwrap().1.contains(request), "the model reads what is wanted: {last:?}");
            let system = asked.last().unwrap().body["messages"][0]["content"].as_str().unwrap().to_owned();
            let korean = system.starts_with("당신은");
            assert_eq!(korean, (chat == "ko") != (at == 0), "{request}: {system}");
        }
    }
    // Where nothing was said before, there is nothing to put into another form.
    let told = ask(&server, "new", "1", "In a table, please.").await;
    assert!(told.done);
}

/// Another name takes the place of the one before, another matter is of the same name, and neither answers the question before again.
#[tokio::test]
async fn of_documents_alike_that_which_is_named_answers() {
    let mut server = Server::extracts().await;
    for (name, title, opens, head) in [
        (
            "hexley.md",
            "Branch office Hexley",
            "The office opens at 10:30.",
            "The office is headed by Ugo Ferri.",
        ),
        (
            "colmer.md",
            "Branch office Colmer",
            "The office opens at 9:30.",
            "The office is headed by Ines Falk.",
        ),
        ("raon.md", "라온 지점 안내", "지점은 평일 8시 45분에 연다.", "지점장은 유태경이다."),
        ("maru.md", "마루 지점 안내", "지점은 평일 9시 15분에 연다.", "지점장은 하은별이다."),
    ] {
        let heads = if name.len() > 7 { ["Opening hours", "Staff"] } else { ["여는 시간", "직원"] };
        let text = format!("# {title}\n\n## {}\n\n{opens}\n\n## {}\n\n{head}\n", heads[0], heads[1]);
        server.ingest(name, &text).await;
    }
    for (chat, first, second, right, wrong) in [
        ("1", "When does the Hexley office open?", "And Colmer?", "9:30", "10:30"),
        ("2", "When does the Hexley office open?", "And the staff?", "Ugo Ferri", "Ines Falk"),
        ("3", "라온 지점은 몇 시에 여나요?", "마루는?", "9시 15분", "8시 45분"),
        ("4", "라온 지점은 몇 시에 여나요?", "직원은?", "유태경", "하은별"),
    ] {
        ask(&server, chat, "1", first).await;
        let text = ask(&server, chat, "2", second).await.text();
        assert!(text.contains(right) && !text.contains(wrong), "{first} {second}: {text}");
    }
    let text = ask(&server, "5", "1", "한국어로: When does the Hexley office open?").await.text();
    assert!(text.starts_with("출처에서") && text.contains("10:30"), "{text}");
}

/// What a document is about stands in none of its sentences: its passages are read in their order.
#[tokio::test]
async fn a_document_is_asked_about_as_a_whole() {
    let terms = [
        "제1조(목적) 이 계약은 위탁 연구에 관한 사항을 정한다.",
        "제2조(기간) 계약기간은 3년으로 한다.",
        "제3조(금액) 계약금액은 4천8백만 원으로 한다.",
    ];
    let contract = terms.join("\n\n");
    for model in [None, Some("plain")] {
        let mut server = Server::start(model, as_written).await;
        let only = server.ingest("contract.md", &contract).await;
        let ask_for = async |server: &Server, chat: &str, question: &str, ids: &[&str]| {
            if let Some(model) = &server.model {
                model.push(Script::text(["이 계약의 기간은 3년이다 [1]."]));
            }
            let message =
                json!({ "id": "q", "role": "user", "parts": [{ "type": "text", "text": question }] });
            let body = json!({ "id": chat, "message": message, "sourceIds": ids });
            Told::read(server.client.post(server.url("/api/chat")).json(&body).send().await.unwrap()).await
        };
        for (at, question) in [
            "Summarise this document.",
            "What are the main terms of this contract?",
            "이 문서를 요약해 줘",
            "계약의 주요 조건",
        ]
        .into_iter()
        .enumerate()
        {
            let told = ask_for(&server, &format!("only-{at}"), question, &[]).await;
            assert!(!told.of("source-document").is_empty(), "{question}: {}", told.text());
            assert!(told.text().contains("3년"), "{question}: {}", told.text());
        }
        // Beside others the one that is chosen.
        server.ingest("leave.md", LEAVE).await;
        let told = ask_for(&server, "chosen", "Summarise this document.", &[&only]).await;
        assert!(told.of("source-document").iter().all(|part| part["filename"] == "contract.md"));
        assert!(!told.of("source-document").is_empty());
    }
}
