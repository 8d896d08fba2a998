//! Answers and revisions that end before their end: cut by the model, stopped by the writer, left by a killed node; and
//! suggestions that are decided too late. Nobody is told more than what was shown is worth.

use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt as _;
use serde_json::{Value, json};
use sqlx::ConnectOptions as _;
use stet_store::NewAnswer;
use time::OffsetDateTime;
use tokio::sync::Notify;
use uuid::Uuid;

use crate::drafts::{new_draft, stage, state, summary};
use crate::http::{QUESTION, check_stream, endless, stored, until_text, user};
use crate::support::database::{Claimed, begin_answer};
use crate::support::model::{Script, Step};
use crate::support::server::{LIBRARY, Server, Told};

const FIRST_EN: &str = "The library opens at nine in the morning [1]. ";
const FIRST_KO: &str = "도서관은 오전 아홉 시에 문을 연다 [1]. ";
const QUESTION_KO: &str = "도서관은 몇 시에 문을 여나요?";

fn cut(text: &str, end: &[Step]) -> Script {
    let steps = text.split_inclusive(' ').map(|piece| Step::Text(piece.to_owned()));
    Script::Stream(steps.chain(end.iter().cloned()).collect())
}

/// A proxy does not collect what should flow, and a stream that waits for its model shows that it lives.
#[tokio::test]
async fn every_stream_flows_and_shows_that_it_lives() {
    let mut server = Server::start(Some("plain"), |config| config.server.patience_seconds = 2).await;
    let library = server.ingest("library.txt", LIBRARY).await;
    let events =
        server.client.get(server.url(&format!("/api/sources/{library}/events"))).send().await.unwrap();
    assert_eq!(events.headers()["x-accel-buffering"], "no");
    let question = "When does the library open?";
    for (path, body) in [
        ("/api/chat", json!({ "id": "c", "messages": [user(question)] })),
        (
            "/v1/chat/completions",
            json!({ "stream": true, "messages": [{ "role": "user", "content": question }] }),
        ),
    ] {
        let gate = Arc::new(Notify::new());
        let text = Step::Text("The library opens at nine in the morning [1].".to_owned());
        let steps = vec![Step::Wait(Arc::clone(&gate)), text, Step::Finish("stop"), Step::Done];
        server.model.as_ref().unwrap().push(Script::Stream(steps));
        let response = server.client.post(server.url(path)).json(&body).send().await.unwrap();
        assert_eq!(response.headers()["x-accel-buffering"], "no", "{path}");
        let mut frames = response.bytes_stream();
        let mut told = String::new();
        while !told.lines().any(|line| line.starts_with(':')) {
            told.push_str(std::str::from_utf8(&frames.next().await.unwrap().unwrap()).unwrap());
        }
        gate.notify_one();
        while let Some(frame) = frames.next().await {
            told.push_str(std::str::from_utf8(&frame.unwrap()).unwrap());
        }
        assert!(told.contains("nine in the morning") && told.ends_with("data: [DONE]\n\n"), "{told}");
    }
}

/// Whatever ends an answer early and wherever it does, the badge says so: all claims that were shown may be supported,
/// and the last words may be no claim.
#[tokio::test]
async fn an_answer_that_breaks_off_is_partly_verified_at_best() {
    let ends: [(&str, &[Step], &str, [&str; 2]); 4] = [
        ("length", &[Step::Finish("length"), Step::Done], "complete", ["limit of length", "길이 한도"]),
        ("filter", &[Step::Finish("content_filter"), Step::Done], "complete", ["filter", "필터"]),
        (
            "cut",
            &[Step::Pause(Duration::from_millis(100)), Step::Cut],
            "failed",
            ["failed before", "문제가 생겼습니다"],
        ),
        ("stall", &[Step::Stall], "failed", ["failed before", "문제가 생겼습니다"]),
    ];
    for (name, end, status, why) in ends {
        let server = Server::scripted(if name == "stall" { name } else { "plain" }).await;
        for (language, (question, first), rests) in [
            (0, (QUESTION, FIRST_EN), ["", "## Open", "- ", "Well,"]),
            (1, (QUESTION_KO, FIRST_KO), ["", "## 여는", "- ", "그"]),
        ] {
            for (at, rest) in rests.into_iter().enumerate() {
                server.model.as_ref().unwrap().push(cut(&format!("{first}\n\n{rest}"), end));
                let chat = format!("{name}-{language}-{at}");
                let told = server.ask(&chat, question).await;
                check_stream(&server, &chat, &told).await;
                let metadata = stored(&server, &chat).await["metadata"].clone();
                assert_eq!(
                    (&metadata["status"], &metadata["verified"], &metadata["badge"]),
                    (&json!(status), &json!(false), &json!("partial")),
                    "{chat} {rest:?}: {metadata}"
                );
                assert_eq!(metadata["counts"]["supported"], 1, "{chat}: {metadata}");
                let why = why[language];
                assert!(metadata["reasoning"].as_str().unwrap().contains(why), "{chat}: {metadata}");
                assert!(metadata["cut_off"].as_str().unwrap().contains(why), "{chat}: {metadata}");
                let issues = metadata["issues"].as_array().unwrap();
                assert_eq!(issues.iter().filter(|issue| issue.as_str().unwrap().contains(why)).count(), 1);
            }
        }
    }
    // What came to its end is as verified as ever.
    let server = Server::scripted("plain").await;
    server.model.as_ref().unwrap().push(Script::text([FIRST_EN.trim()]));
    server.ask("whole", QUESTION).await;
    let metadata = stored(&server, "whole").await["metadata"].clone();
    assert_eq!((&metadata["badge"], metadata.get("cut_off")), (&json!("verified"), None), "{metadata}");
    // The user's own stop says so, too.
    server.model.as_ref().unwrap().push(endless());
    let response = server.ask_raw("stopped", QUESTION).await;
    until_text(&server, "stopped").await;
    server.post("/api/chat/stopped/stop", &json!({})).await;
    Told::read(response).await;
    let metadata = stored(&server, "stopped").await["metadata"].clone();
    assert_eq!(
        (&metadata["status"], &metadata["badge"]),
        (&json!("stopped"), &json!("partial")),
        "{metadata}"
    );
    assert!(metadata["reasoning"].as_str().unwrap().contains("the user stopped"), "{metadata}");
}

/// `POST /query/verified` has no status: badge and `verified` say it.
#[tokio::test]
async fn a_question_whose_answer_ran_out_of_tokens_is_not_verified() {
    let server = Server::scripted("plain").await;
    server.model.as_ref().unwrap().push(cut(FIRST_EN.trim(), &[Step::Finish("length"), Step::Done]));
    let (status, told) = server.post("/query/verified", &json!({ "question": QUESTION })).await;
    assert_eq!(
        (status, &told["verified"], &told["badge"]),
        (200, &json!(false), &json!("partial")),
        "{told}"
    );
}

/// A suggestion that a newer one replaced cannot be decided, and the writer is told so with what waits now.
#[tokio::test]
async fn a_superseded_suggestion_is_a_conflict() {
    let server = Server::extracts().await;
    let (text, one, two) =
        ("We utilise the tool. It works.", "We use the tool. It works.", "We wield the tool. It works.");
    let id = new_draft(&server, text).await;
    let old = stage(&server, &id, text, one).await;
    let new = stage(&server, &id, text, two).await;
    assert_ne!(old, new);
    for action in ["accept", "reject", "undo"] {
        let path = format!("/api/drafts/{id}/patches/{}/{action}", old[0]);
        let one = || server.client.post(server.url(&path)).json(&json!({ "baseRevision": 1 }));
        for (language, words) in
            [("en", ["newer suggestion", "look at current"]), ("ko-KR", ["더 새로운 제안", "current"])]
        {
            let response = one().header("accept-language", language).send().await.unwrap();
            assert_eq!(response.headers()["content-type"], "application/problem+json");
            let problem: Value = response.json().await.unwrap();
            assert_eq!(
                (&problem["status"], &problem["type"]),
                (&json!(409), &json!("urn:stet:conflict")),
                "{problem}"
            );
            assert!(words.iter().all(|word| problem["detail"].as_str().unwrap().contains(word)), "{problem}");
            let waiting: Vec<&Value> = problem["current"]["patches"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|patch| patch["status"] == "pending")
                .map(|patch| &patch["id"])
                .collect();
            assert_eq!(waiting, [&json!(new[0])], "{problem}");
        }
    }
    let decide = format!("/api/drafts/{id}/patches/decide");
    let several = json!({ "action": "accept", "ids": old, "baseRevision": 1 });
    assert_eq!(server.post(&decide, &several).await.0, 409);
    // Beside one that waits it is no obstacle, and what was refused has changed nothing.
    let both = json!({ "action": "accept", "ids": [old[0], new[0]], "baseRevision": 1 });
    let (status, decided) = server.post(&decide, &both).await;
    assert_eq!(
        (status, &decided["changed"], &decided["text"]),
        (200, &json!([new[0]]), &json!(two)),
        "{decided}"
    );
    state(&server, &id).await;
}

/// A stop reaches the model, and what it had proposed stays and is marked.
#[tokio::test]
async fn a_revision_that_is_stopped_keeps_what_was_proposed() {
    for (text, better, word) in [
        ("We utilise the tool. It works. The rest is long.", "We use the tool. It wor", "stopped"),
        ("우리는 도구를 쓴다. 잘 작동한다. 나머지는 길다.", "우리는 도구를 사용한다. 잘 작", "멈췄"),
    ] {
        let server = Server::scripted("plain").await;
        let model = server.model.as_ref().unwrap();
        let id = new_draft(&server, text).await;
        model.push(Script::Stream(vec![Step::Text(better.into()), Step::Stall]));
        let body = json!({ "instruction": "Plain words.", "baseRevision": 1 });
        let stop = format!("/api/drafts/{id}/revise/stop");
        assert_eq!(server.post(&stop, &json!({})).await.0, 204, "there is nothing to stop yet");
        let revise =
            || server.client.post(server.url(&format!("/api/drafts/{id}/revise"))).json(&body).send();
        let mut response = revise().await.unwrap();
        let mut raw = Vec::new();
        while !String::from_utf8_lossy(&raw).contains("data-patch") {
            raw.extend_from_slice(&response.chunk().await.unwrap().expect("the revision goes on"));
        }
        assert_eq!(server.post(&stop, &json!({})).await.0, 204);
        while let Some(more) = response.chunk().await.unwrap() {
            raw.extend_from_slice(&more);
        }
        let told = Told::parse(String::from_utf8(raw).unwrap());
        let ends: Vec<&str> =
            told.parts.iter().rev().take(2).map(|part| part["type"].as_str().unwrap()).collect();
        assert_eq!((ends, told.done), (vec!["abort", "message-metadata"], true), "{}", told.raw);
        assert!(told.parts.last().unwrap()["reason"].as_str().unwrap().contains(word), "{}", told.raw);
        let metadata = &told.of("message-metadata")[0]["messageMetadata"];
        assert_eq!((&metadata["complete"], &metadata["verified"]), (&json!(false), &json!(false)));
        assert_eq!(metadata["notes"][0]["code"], "stopped", "{metadata}");
        assert!(metadata["notes"][0]["message"].as_str().unwrap().contains(word), "{metadata}");
        let now = state(&server, &id).await;
        let pending: Vec<&Value> = now["patches"].as_array().unwrap().iter().collect();
        assert_eq!((pending.len(), &pending[0]["status"]), (1, &json!("pending")), "{now}");
        assert_eq!((&now["revising"], &now["text"]), (&json!(false), &json!(text)));
        // The model was told as well: its connection ended with the stop.
        model.until_stopped().await;
        assert_eq!(model.stopped_early(), 1);
        // The draft can be revised again at once.
        model.push(Script::text([text]));
        let again = revise().await.unwrap();
        assert_eq!(summary(&Told::read(again).await)["complete"], true);
    }
    let server = Server::extracts().await;
    assert_eq!(server.post("/api/drafts/none/revise/stop", &json!({})).await.0, 404);
}

/// A killed node keeps its conversations for seconds; a living one shows its life well within them.
#[tokio::test]
async fn a_killed_nodes_answers_end_soon_and_a_living_ones_do_not() {
    let first = Server::scripted("plain").await;
    let second = first.beside("plain").await;
    first.model.as_ref().unwrap().push(endless());
    let running = first.ask_raw("c", QUESTION).await;
    until_text(&first, "c").await;
    let mut connection = first.database.options().connect().await.unwrap();
    let mut age = async |seconds: u32| {
        let sql = format!(
            "update messages set updated_at = updated_at - interval '{seconds} seconds' where status = 'streaming'"
        );
        sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
    };
    for _ in 0..3 {
        age(12).await;
        first.state.asker.beat().await.unwrap();
        assert_eq!(second.state.asker.recover(false).await.unwrap(), 0, "its node lives");
    }
    // As if it had been killed: no beat comes, and its log says nothing more.
    first.post("/api/chat/c/stop", &json!({})).await;
    Told::read(running).await;
    let killed = NewAnswer {
        chat: "killed",
        title: "",
        question_id: None,
        question: QUESTION,
        answer: Uuid::now_v7(),
        writer: Uuid::now_v7(),
        again: false,
        after: &[],
        project: None,
        at: OffsetDateTime::now_utc(),
    };
    assert_eq!(begin_answer(first.state.store(), &killed).await.unwrap(), Claimed::Open);
    assert_eq!(second.state.asker.recover(false).await.unwrap(), 0, "it may only have begun");
    age(21).await;
    assert_eq!(second.state.asker.recover(false).await.unwrap(), 1);
    assert_eq!(stored(&second, "killed").await["metadata"]["status"], "interrupted");
}
