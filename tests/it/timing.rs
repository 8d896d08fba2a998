//! What the steps before an answer cost, each beside its baseline in the same run. Nothing is asserted of times: these print.
//! `cargo test --profile quick --locked --test it timing -- --ignored --nocapture`

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::model::{Script, Step};
use crate::support::server::Server;

const RULES: &str = "../shared/data/regulations/university-regulations-2025-09.hwpx";
/// Notes of so many subjects, where the rule book is not at hand.
const NOTES: usize = 400;
const ROUNDS: usize = 15;

const ONE: &str = "등록금 납부 기한이 어떻게 되나요?";
const FIVE: &str =
    "등록금 납부 기한, 휴학 절차, 도서관 대출 기간, 교원 징계 종류와 기숙사 퇴사 사유를 각각 알려 주세요.";

async fn library(server: &mut Server) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(RULES);
    if let Ok(bytes) = std::fs::read(&path) {
        let queued = server.state.ingest.enqueue("rules.hwpx", &bytes).await.unwrap();
        server.state.ingest.wait(queued.document_id).await.unwrap();
        // The index over its vectors is built behind it, by processes of the database.
        until!(server.state.ingest.index_vectors().await.unwrap());
        // As autovacuum does within minutes; until then one search takes 28 ms and five things 150.
        let mut connection = sqlx::ConnectOptions::connect(&server.database.options()).await.unwrap();
        sqlx::query("vacuum analyze").execute(&mut connection).await.unwrap();
        println!("over the rule book");
        return;
    }
    for at in 0..NOTES {
        let text = format!(
            "제{at}호 안내: 등록금 납부, 휴학 절차, 도서관 대출, 교원 징계, 기숙사 퇴사는 {at}번 창구에서 다룬다."
        );
        server.ingest(&format!("{at}.txt"), &text).await;
    }
    println!("over {NOTES} notes");
}

fn told(name: &str, mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    let at = |percent: usize| times[(times.len() - 1) * percent / 100];
    println!("{name}: p50 {:.0} ms, p90 {:.0} ms", at(50), at(90));
    at(50)
}

/// Milliseconds until the sources of an answer, as its metadata tell, and until its first word.
async fn asked(server: &Server, chat: &str, question: &str) -> (f64, f64) {
    let told = server.ask(chat, question).await;
    let timings = &told.metadata()["timings"];
    let of = |name: &str| timings[name].as_f64().unwrap_or_else(|| panic!("{timings}"));
    (of("retrieved_ms"), of("first_token_ms"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "prints times"]
async fn five_searches_beside_one() {
    let mut server = Server::start(None, |config| config.workflow.max_subtasks = 5).await;
    library(&mut server).await;
    let (mut one, mut five) = (Vec::new(), Vec::new());
    asked(&server, "warm", FIVE).await;
    for round in 0..ROUNDS {
        one.push(asked(&server, &format!("a{round}"), ONE).await.0);
        five.push(asked(&server, &format!("b{round}"), FIVE).await.0);
    }
    let one = told("one search (baseline)", one);
    let five = told("five things", five);
    println!("five beside one: {:.2} ×", five / one);
}

/// As a model of 40 ms to its first token and 20 ms a token writes it.
fn slowly(first: u64, text: &str) -> Script {
    let words = text.split_inclusive(' ').enumerate();
    let steps = words.flat_map(|(at, word)| {
        [Step::Pause(Duration::from_millis(if at == 0 { first } else { 20 })), Step::Text(word.to_owned())]
    });
    Script::Stream(steps.chain([Step::Finish("stop"), Step::Done]).collect())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "prints times"]
async fn first_words_with_and_without_the_steps() {
    let answer = "등록금은 정해진 기일까지 납부한다 [1]. 휴학은 학과장의 확인을 거쳐 신청한다 [1].";
    let plan: Value = json!({ "subtasks": [
        { "question": "등록금 납부 기한", "queries": ["납부기일", "등록금 납입", "납부 기간"] },
        { "question": "휴학 절차", "queries": ["휴학원 제출", "휴학 신청", "휴학 허가"] },
    ]});
    let grade = r#"{"completeness": 0.9, "relevance": 0.9, "clarity": 0.9, "feedback": ""}"#;
    let (mut off, mut on) = (Vec::new(), Vec::new());
    let question = "등록금 납부 기한과 휴학 절차를 각각 알려 주세요.";
    for steps in [false, true] {
        let mut server = Server::start(Some("plain"), |config| {
            config.workflow.routing = steps;
            config.workflow.max_subtasks = if steps { 5 } else { 0 };
            config.correct.quality_threshold = steps.then_some(0.6);
            config.correct.max_attempts = if steps { 3 } else { 1 };
            config.gate.model_layer = steps;
        })
        .await;
        library(&mut server).await;
        let model = server.model.clone().unwrap();
        for round in 0..=ROUNDS {
            if steps {
                model.push(Script::Stream(vec![
                    Step::Pause(Duration::from_millis(300)),
                    Step::Text(plan.to_string()),
                    Step::Finish("stop"),
                    Step::Done,
                ]));
            }
            model.push(slowly(40, answer));
            // Whatever is judged, and the grade.
            for _ in 0..3 * usize::from(steps) {
                model.push(slowly(40, grade));
            }
            let begun = Instant::now();
            let (_, first) = asked(&server, &format!("c{round}"), question).await;
            let whole = begun.elapsed();
            if round > 0 {
                if steps { &mut on } else { &mut off }.push(first);
            } else {
                println!("steps {steps}: the first answer in {whole:?}");
            }
            while model.waiting() > 0 {
                server
                    .client
                    .post(format!("{}/chat/completions", model.base_url()))
                    .json(&json!({ "model": "plain", "messages": [] }))
                    .send()
                    .await
                    .unwrap();
            }
        }
    }
    let off = told("first word, all steps off (baseline)", off);
    let on = told("first word, all steps on", on);
    println!("on less off: {:.0} ms, of which the planner 300", on - off);
}
