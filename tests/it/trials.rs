//! The trials' kinds of behaviour, short answers and refusals, through a server. What continuous integration runs are cases of this
//! project's own; the rows of the trials are run beside them where they are at hand, and none is without its test.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::model::Script;
use crate::support::server::{Server, Told};

const TRIALS: &str = "/work/shared/trials";

/// The rows of a file of the trials; none where it is not here.
fn rows(file: &str) -> Vec<Value> {
    let path = Path::new(TRIALS).join(file);
    let Ok(text) = std::fs::read_to_string(&path) else {
        println!("skipped: {} is not here", path.display());
        return Vec::new();
    };
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// What runs each row of `behaviour.jsonl`: its id, a file, a test.
const BEHAVIOUR: &[(&str, &str, &str)] = &[
    ("(s02e)", "behaviour.rs", "a_comment_in_a_frame_is_no_text"),
    ("(s03f)", "behaviour.rs", "what_a_model_leaks_is_no_answer"),
    ("(s03g)", "behaviour.rs", "what_a_model_leaks_is_no_answer"),
    ("(s03i)", "behaviour.rs", "what_a_model_leaks_is_no_answer"),
    ("(s03m)", "behaviour.rs", "what_a_model_leaks_is_no_answer"),
    ("(s03n)", "behaviour.rs", "what_a_model_leaks_is_no_answer"),
    ("(s07c)", "behaviour.rs", "what_a_model_leaks_is_no_answer"),
    ("(s07d)", "behaviour.rs", "what_a_model_leaks_is_no_answer"),
    ("(s07e)", "behaviour.rs", "what_a_model_leaks_is_no_answer"),
    ("(s10b)", "trials.rs", "a_model_that_is_not_there_is_named"),
    ("history-page", "memory.rs", "the_model_is_told_what_was_said_once_and_in_order"),
    ("ellipsis-ko", "trials.rs", "a_question_that_leaves_out_its_subject_finds_it"),
    ("page-slides", "trials.rs", "the_page_of_the_words_is_told_of_every_page"),
    ("page-full", "trials.rs", "the_page_of_the_words_is_told_of_every_page"),
    ("update", "versions.rs", "the_same_name_again_takes_the_place_of_the_version_before"),
    ("extracts-off-topic", "trials.rs", "what_the_sources_do_not_speak_of_has_no_source"),
    ("score-floor", "trials.rs", "what_the_sources_do_not_speak_of_has_no_source"),
    ("greeting", "workflow_route.rs", "talk_is_answered_directly_without_search_and_without_a_badge"),
    // The row has no case of its own: it points to others, which are rows of `answers.jsonl`.
    ("table-answers", "workflow_sources.rs", "what_a_source_carries_is_shown_judged_and_told"),
    ("short-claims", "trials.rs", "short_answers_are_about_what_was_asked"),
    ("pdf-cjk-error", "seed_003.rs", "a_missing_pdf_reader_is_named"),
];

#[test]
fn every_kind_of_behaviour_has_its_test() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it");
    for (id, file, name) in BEHAVIOUR {
        let text = std::fs::read_to_string(tests.join(file)).unwrap();
        assert!(text.contains(&format!("fn {name}(")), "{id}: {file} has no test {name}");
    }
    let known: BTreeSet<&str> = BEHAVIOUR.iter().map(|row| row.0).collect();
    let rows = rows("behaviour.jsonl");
    let untold: Vec<&Value> =
        rows.iter().filter(|row| !known.contains(row["id"].as_str().unwrap())).collect();
    assert!(untold.is_empty(), "{untold:?}");
}

fn stream(text: &str) -> Script {
    Script::text(text.split_inclusive(' '))
}

async fn asked(server: &Server, chat: &str, question: &str, answer: &str) -> Told {
    server.model.as_ref().unwrap().push(stream(answer));
    server.ask(chat, question).await
}

fn files(told: &Told) -> Vec<&str> {
    told.of("source-document").iter().map(|part| part["filename"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_model_that_is_not_there_is_named() {
    let server = Server::scripted("gpt-unknown").await;
    for question in ["When does the library open in the morning?", "도서관은 오전 몇 시에 문을 여나요?"]
    {
        let fault = Script::fault(404, "model_not_found", "The model `gpt-unknown` does not exist");
        server.model.as_ref().unwrap().push(fault);
        let told = server.ask(question, question).await;
        let last = told.parts.last().unwrap();
        let said = last["errorText"].as_str().unwrap_or_default();
        assert!(
            last["type"] == "error" && said.contains("gpt-unknown") && said.contains("OPENAI_MODEL"),
            "{}",
            told.raw
        );
    }
}

const STAFF: &str = "# 인사규정\n\n제24조(정직) 정직의 기간은 최대 2개월로 한다.\n\n제25조(감봉) 감봉의 기간은 최대 3개월로 한다.\n\n\
    제26조(견책) 견책은 서면으로 한다.\n";
const HALL: &str = "# Hall\n\nThe hall is let for at most 8 hours.\n\nThe studio is let for at most 5 hours.\n\nThe yard is open to all.\n";

/// `ellipsis-ko` and its neighbours: what a short question leaves out, and then what the next one leaves out of that.
#[tokio::test]
async fn a_question_that_leaves_out_its_subject_finds_it() {
    let mut server = Server::extracts().await;
    for (name, text) in [("인사규정.md", STAFF), ("hall.md", HALL)] {
        server.ingest(name, text).await;
    }
    for (chat, turns, said) in [
        (
            "ko",
            ["정직은 최대 몇 개월인가요?", "그럼 감봉은?", "그건 최대 몇 개월인가요?"],
            "감봉의 기간은 최대 3개월로 한다",
        ),
        ("ko-2", ["감봉의 기간은?", "정직은요?", "최대 몇 개월까지죠?"], "정직의 기간은 최대 2개월로 한다"),
        (
            "en",
            ["For how many hours is the hall let?", "And the studio?", "For at most how many hours?"],
            "The studio is let for at most 5 hours",
        ),
    ] {
        server.ask(chat, turns[0]).await;
        for turn in &turns[1..] {
            let told = server.ask(chat, turn).await;
            assert!(told.text().contains(said), "{turn}: {}", told.text());
        }
    }
}

/// A PDF of these pages, each of these lines, in one of the fonts that every reader has.
fn pdf(pages: &[Vec<String>]) -> Vec<u8> {
    let mut objects = vec!["<< /Type /Catalog /Pages 2 0 R >>".to_owned(), String::new()];
    objects.push("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned());
    let mut kids = Vec::new();
    for lines in pages {
        let text: String = lines.iter().map(|line| format!("({line}) Tj T*\n")).collect();
        let text = format!("BT /F1 10 Tf 14 TL 60 780 Td\n{text}ET");
        let page = objects.len() + 1;
        kids.push(format!("{page} 0 R"));
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents {} 0 R >>",
            page + 1
        ));
        objects.push(format!("<< /Length {} >>\nstream\n{text}\nendstream", text.len()));
    }
    objects[1] = format!("<< /Type /Pages /Kids [{}] /Count {} >>", kids.join(" "), kids.len());
    let (mut out, mut starts) = (b"%PDF-1.4\n".to_vec(), Vec::new());
    for (at, object) in objects.iter().enumerate() {
        starts.push(out.len());
        out.extend(format!("{} 0 obj\n{object}\nendobj\n", at + 1).into_bytes());
    }
    let table = out.len();
    let entries: String = starts.iter().map(|start| format!("{start:010} 00000 n \n")).collect();
    let count = starts.len() + 1;
    out.extend(
        format!(
            "xref\n0 {count}\n0000000000 65535 f \n{entries}trailer\n<< /Size {count} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n"
        )
        .into_bytes(),
    );
    out
}

/// `page-slides` and `page-full`: of pages with two lines and of pages with forty the page of the words is told.
#[tokio::test]
async fn the_page_of_the_words_is_told_of_every_page() {
    let server = Server::extracts().await;
    // Each page and each line has a word of its own: which passage is meant is no question here, only on which page it stands.
    let halls = [
        "Alder", "Birch", "Cedar", "Elm", "Fir", "Hazel", "Larch", "Maple", "Oak", "Pine", "Rowan", "Spruce",
        "Teak", "Walnut", "Yew",
    ];
    let [heads, tails] = [
        ["ba", "do", "ki", "lu", "me"].as_slice(),
        &["ran", "sel", "tor", "vik", "win", "nup", "gam", "hex"],
    ];
    let fact = |page: usize, line: usize| {
        let (hall, thing) =
            (halls[page - 1], format!("{}{}", heads[line % heads.len()], tails[line % tails.len()]));
        format!("The {thing} of {hall} hall stands on place {line} and weighs {} tons.", 10 * page + line)
    };
    for (name, pages, lines) in [("slides.pdf", 15, 2), ("report.pdf", 8, 40)] {
        let content: Vec<Vec<String>> =
            (1..=pages).map(|page| (1..=lines).map(|line| fact(page, line)).collect()).collect();
        let queued = server.state.ingest.enqueue(name, &pdf(&content)).await.unwrap();
        let document = server.state.ingest.wait(queued.document_id).await.unwrap().unwrap();
        assert!(document.failure.is_none(), "{:?}", document.failure);
        for page in 1..=pages {
            for line in [1, lines / 2, lines] {
                let answer = format!("{} [source: {name}].", fact(page, line).trim_end_matches('.'));
                let body = json!({ "answer": answer, "sourceIds": [queued.document_id], "quick": true });
                let (status, told) = server.post("/api/verify", &body).await;
                assert_eq!(status, 200, "{told}");
                let evidence = &told["sentences"][0]["citations"][0]["evidence"];
                assert_eq!(evidence["page"], page, "{answer}: {told}");
            }
        }
    }
}

/// `extracts-off-topic` and `score-floor`: what is asked about something else has no source and gets no answer, whether a model
/// writes or not.
#[tokio::test]
async fn what_the_sources_do_not_speak_of_has_no_source() {
    const RELEVANT: [&str; 8] = [
        "When does the library open?",
        "How many books may students borrow?",
        "How many days of paid leave do employees get?",
        "At what time does the library close?",
        "도서관은 몇 시에 문을 여나요?",
        "학생은 책을 몇 권까지 빌릴 수 있나요?",
        "Is there paid leave for employees?",
        "책은 얼마 동안 빌릴 수 있나요?",
    ];
    const ELSEWHERE: [&str; 10] = [
        "What is a prime number?",
        "Who painted the Mona Lisa?",
        "How far away is the moon?",
        "Which vitamins are in an orange?",
        "How do I knit a scarf?",
        "소수란 무엇인가요?",
        "달까지의 거리는 얼마인가요?",
        "김치찌개는 어떻게 끓이나요?",
        "누가 모나리자를 그렸나요?",
        "비타민에는 어떤 종류가 있나요?",
    ];
    let mut extracts = Server::extracts().await;
    extracts.ingest("library.txt", crate::support::server::LIBRARY).await;
    for server in [extracts, Server::scripted("plain").await] {
        for question in RELEVANT {
            let told = server.ask(question, question).await;
            assert_eq!(files(&told), ["library.txt"], "{question}: {}", told.raw);
        }
        let before = server.model.as_ref().map(|model| model.requests().len());
        for question in ELSEWHERE {
            let told = server.ask(question, question).await;
            assert!(files(&told).is_empty(), "{question}: {}", told.raw);
            assert_eq!(told.metadata()["badge"], "no_sources", "{question}");
            let refusal = ["do not contain this information", "확인되지 않습니다"];
            assert!(refusal.iter().any(|words| told.text().contains(words)), "{}", told.text());
        }
        assert_eq!(before, server.model.as_ref().map(|model| model.requests().len()), "no model is asked");
    }
}

/// Documents of the trial's kind: rules of which a short answer may take the neighbour's.
const OFFICE: [(&str, &str); 3] = [
    (
        "leave-policy.md",
        "# Leave policy\n\nFull-time staff get 26 days of paid leave. Part-time staff get 13 days of paid leave.\n\n# Office\n\n\
         On Mondays the office closes at eight. On Fridays the office closes at six.\n",
    ),
    (
        "visitors.md",
        "# Visitors\n\nChildren under 14 are not admitted. Dogs are admitted on a lead.\n\n\
         # 방문\n\n14세 미만은 입장할 수 없다. 개는 목줄을 매면 입장할 수 있다.\n",
    ),
    (
        "인사규정.md",
        "# 인사규정\n\n정규직의 연차는 22일이다. 시간제 직원의 연차는 11일이다.\n\n# 사무실\n\n\
         사무실은 월요일에는 8시에 닫는다. 사무실은 금요일에는 6시에 닫는다.\n",
    ),
];

/// Question, short answer, whether its mark stays.
const SHORT: [(&str, &str, bool); 20] = [
    ("How much paid leave do part-time staff get?", "13 days [1].", true),
    ("How much paid leave do part-time staff get?", "26 days [1].", false),
    ("How much paid leave do full-time staff get?", "26 days [1].", true),
    ("How much paid leave do full-time staff get?", "They get 13 days [1].", false),
    ("Are dogs admitted?", "Yes, on a lead [1].", true),
    ("Are dogs admitted?", "No [1].", false),
    ("Are children under 14 admitted?", "No [1].", true),
    ("Are children under 14 admitted?", "They are [1].", false),
    ("When does the office close on Mondays?", "At eight [1].", true),
    ("When does the office close on Mondays?", "At six [1].", false),
    ("정규직의 연차는 며칠인가요?", "22일입니다[1].", true),
    ("정규직의 연차는 며칠인가요?", "11일입니다[1].", false),
    ("시간제 직원의 연차는 며칠인가요?", "11일을 받습니다[1].", true),
    ("시간제 직원의 연차는 며칠인가요?", "22일을 받습니다[1].", false),
    ("개는 입장할 수 있나요?", "네, 목줄을 매면 됩니다[1].", true),
    ("개는 입장할 수 있나요?", "아니요[1].", false),
    ("14세 미만은 입장할 수 있나요?", "아니요[1].", true),
    ("14세 미만은 입장할 수 있나요?", "네, 가능합니다[1].", false),
    ("금요일에는 사무실이 몇 시에 닫나요?", "6시에 닫습니다[1].", true),
    ("금요일에는 사무실이 몇 시에 닫나요?", "8시에 닫습니다[1].", false),
];

/// Questions whose answers are judged wrongly, and why that is a limit. Each must still be one: what is mended leaves the list.
const SHORT_LIMITS: &[(&str, &str, &str)] = &[
    ("May children under 14 enter?", "No [1].", TOO_SHORT),
    ("Are children under 14 admitted?", "No [1].", TOO_SHORT),
    ("14세 미만은 입장할 수 있나요?", "아니요[1].", TOO_SHORT),
    ("May children under 14 enter?", "Yes, they are admitted [1].", BY_A_BOUND),
    ("May dogs enter?", "No, they are not admitted [1].", BY_A_BOUND),
    ("May dogs enter?", "Not admitted [1].", BY_A_BOUND),
    ("14세 미만도 입장할 수 있나요?", "네, 입장할 수 있습니다[1].", BY_A_BOUND),
    ("개도 입장할 수 있나요?", "아니요, 입장할 수 없습니다[1].", BY_A_BOUND),
    ("정규직의 연차는 며칠인가요?", "11일입니다[1].", BARE),
    ("시간제 직원의 연차는 며칠인가요?", "11일을 받습니다[1].", OTHER_VERB),
];
/// Seed 000, rows 68 and 69: what has fewer than five characters claims nothing, so that its mark goes whichever way it answers.
const TOO_SHORT: &str = "too short to claim anything";
/// Of two that stand in one passage one is told from the other by a bound (`under 14`, `14세 미만`) or by a single syllable (`개`), which
/// are no words of a subject.
const BY_A_BOUND: &str = "the subject is told by a bound or a syllable";
/// A Korean value alone has no word by which its passage could be told from the one beside it.
const BARE: &str = "a bare value";
/// Words do not know that what is received (`받습니다`) is what there is (`이다`), and no model is asked here.
const OTHER_VERB: &str = "said with another verb";

#[tokio::test]
async fn short_answers_are_about_what_was_asked() {
    let mut server = Server::start(Some("plain"), |_| ()).await;
    for (name, text) in OFFICE {
        server.ingest(name, text).await;
    }
    let own =
        SHORT.map(|(question, answer, kept)| (String::new(), question.to_owned(), answer.to_owned(), kept));
    let text = |row: &Value, field: &str| row[field].as_str().unwrap().to_owned();
    let theirs = rows("short.jsonl").into_iter().map(|row| {
        let kept = row["expect"]["marks"] == "all";
        (text(&row, "id"), text(&row, "question"), text(&row, "answer"), kept)
    });
    let mut wrong = Vec::new();
    for (at, (id, question, answer, kept)) in own.into_iter().chain(theirs).enumerate() {
        let told = asked(&server, &format!("short-{at}"), &question, &answer).await;
        let has = told.text().contains("[1]") || told.text().contains("[2]");
        let is_limit = SHORT_LIMITS.iter().any(|limit| limit.0 == question && limit.1 == answer);
        if (has != kept) != is_limit {
            let sentence = told.sentences().into_iter().next().unwrap_or_default();
            wrong.push(format!("{id} {question} {answer} kept: {has} {}", sentence["data"]["reason"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Sentences that say that nothing was found, and that claim nothing by it; then those that go on to claim something.
const REFUSALS: [&str; 12] = [
    "I could not find the opening hours in the documents.",
    "The handbook doesn't say anything about parking.",
    "Unfortunately, this cannot be answered with the sources at hand.",
    "I can only answer questions about the documents you have uploaded.",
    "None of the sources mention a parking fee.",
    "Based on the provided text, it is not possible to answer this.",
    "문서에서 주차 요금을 확인할 수 없습니다.",
    "제공된 출처에는 주차에 관한 언급이 없습니다.",
    "죄송합니다. 이 질문에는 답변드릴 수 없습니다.",
    "인사규정에는 주차 요금이 나와 있지 않습니다.",
    "저는 올려 주신 문서에 관한 질문에만 답할 수 있습니다.",
    "이 자료만으로는 알 수 없습니다.",
];
const HIDDEN: [&str; 4] = [
    "The documents do not say so, but parking costs five euros.",
    "I could not find it; however, every employee has 30 days.",
    "문서에는 없지만 주차 요금은 보통 5천 원입니다.",
    "출처에서 찾지 못했으나 직원은 30일을 쉽니다.",
];
#[tokio::test]
async fn a_refusal_claims_nothing_and_a_claim_behind_one_is_judged() {
    let server = Server::scripted("plain").await;
    let own = REFUSALS.iter().map(|text| (*text, false)).chain(HIDDEN.iter().map(|text| (*text, true)));
    let mut cases: Vec<(String, String, bool)> =
        own.map(|(text, claims)| (String::new(), text.to_owned(), claims)).collect();
    for row in rows("refusals.jsonl") {
        let (id, answer) = (row["id"].as_str().unwrap(), row["answer"].as_str().unwrap());
        if !id.starts_with("own-mark") {
            cases.push((id.to_owned(), answer.to_owned(), row["expect"] != "meta"));
        }
    }
    let mut wrong = Vec::new();
    for (at, (id, answer, claims)) in cases.iter().enumerate() {
        let question = if answer.is_ascii() {
            "When does the library open?"
        } else {
            "도서관은 오전 몇 시에 문을 여나요?"
        };
        let told = asked(&server, &format!("refusal-{at}"), question, answer).await;
        let sentences = told.sentences();
        let has_claim = sentences.iter().any(|one| one["data"]["kind"] == "claim");
        if has_claim != *claims {
            wrong.push(format!("{id} {answer}: {}", sentences[0]["data"]["kind"]));
        }
        if *claims {
            assert_ne!(told.metadata()["verified"], true, "{answer}");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// `own-mark` and `own-mark2`: a number that the source itself carries is none of ours.
#[tokio::test]
async fn a_number_of_the_sources_own_is_no_citation() {
    let server = Server::extracts().await;
    let mut cases: Vec<(String, bool)> = [
        ("Salt melts ice at minus nine degrees [4] [†2].", true),
        ("Salt melts ice at minus nine degrees [4].", false),
        ("소금은 영하 9도에서 얼음을 녹인다[4][†2].", true),
        ("소금은 영하 9도에서 얼음을 녹인다[4].", false),
    ]
    .map(|(answer, ours)| (answer.to_owned(), ours))
    .into();
    for row in rows("refusals.jsonl") {
        if row["id"].as_str().unwrap().starts_with("own-mark") {
            let answer = row["answer"].as_str().unwrap().to_owned();
            cases.push((answer.clone(), answer.contains('†')));
        }
    }
    for (answer, ours) in cases {
        let source = answer.replace(" [†2]", "").replace("[†2]", "");
        let context = json!(["The harbour is deep. 항구는 깊다.", source]);
        let (_, told) =
            server.post("/api/verify", &json!({ "answer": answer, "context": context, "quick": true })).await;
        let corrected = told["corrected"].as_str().unwrap();
        assert!(!corrected.contains("[4]") && !corrected.contains("[3]"), "{answer}: {told}");
        assert_eq!(corrected.contains('†'), ours, "{answer}: {told}");
    }
}
