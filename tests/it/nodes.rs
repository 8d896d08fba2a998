//! Several processes on one database.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use sqlx::{ConnectOptions as _, PgConnection};
use stet_store::{MessageEnd, MessageStatus, NewAnswer, OpenAnswer};
use time::OffsetDateTime;
use tokio::sync::Notify;
use tokio::task::JoinHandle;
use uuid::Uuid;

use crate::drafts::{new_draft, revise, send, state};
use crate::http::{QUESTION, abandoned, check_stream, endless, stored, until_said, until_text, user};
use crate::support::database::{Claimed, begin_again, begin_answer};
use crate::support::model::{Script, Step};
use crate::support::server::{Server, Told};

/// Two servers on one database, each with its heartbeat.
pub async fn two() -> (Server, Server) {
    let first = Server::scripted("plain").await;
    let second = first.beside("plain").await;
    for server in [&first, &second] {
        let asker = server.state.asker.clone();
        tokio::spawn(async move { asker.keep_alive().await });
    }
    (first, second)
}

async fn resume(server: &Server, chat: &str, last: Option<&str>) -> reqwest::Response {
    let request = server.client.get(server.url(&format!("/api/chat/{chat}/stream")));
    let request = last.map_or(request.try_clone().unwrap(), |last| request.header("last-event-id", last));
    request.send().await.unwrap()
}

/// The last words of the answer below before it waits.
const SO_FAR: &str = "Students may borrow five";

/// An answer that takes its time, in both languages, and goes on behind [`SO_FAR`] when it is told to.
fn leisurely() -> (Script, Arc<Notify>) {
    let gate = Arc::new(Notify::new());
    let begun = format!("The library opens at nine in the morning [1]. {SO_FAR} ");
    let rest = "books for two weeks [1]. \
        도서관은 오전 아홉 시에 문을 연다 [1]. 학생은 책을 다섯 권까지 두 주 동안 빌릴 수 있다 [1]. It has 70 doors [1].";
    let steps = |text: &str| -> Vec<Step> {
        let words = text.split_inclusive(' ').flat_map(|word| {
            let halves = word.char_indices().nth(word.chars().count() / 2).map_or(0, |(at, _)| at);
            let (one, other) = word.split_at(halves);
            [Step::Text(one.into()), Step::Pause(Duration::from_millis(25)), Step::Text(other.into())]
        });
        words.collect()
    };
    let wait = vec![Step::Wait(Arc::clone(&gate))];
    let script = [steps(&begun), wait, steps(rest), vec![Step::Finish("stop"), Step::Done]].concat();
    (Script::Stream(script), gate)
}

/// Such an answer in the conversation `c`, told as far as [`SO_FAR`], with its reader.
async fn half_told(server: &Server) -> (JoinHandle<Told>, Arc<Notify>) {
    let (script, gate) = leisurely();
    server.model.as_ref().unwrap().push(script);
    let running = server.ask_raw("c", QUESTION).await;
    let reading = tokio::spawn(Told::read(running));
    until_said(server, "c", SO_FAR).await;
    (reading, gate)
}

#[tokio::test]
async fn a_conversation_has_one_answer_at_a_time_on_all_nodes() {
    let (first, second) = two().await;
    first.model.as_ref().unwrap().push(endless());
    let running = first.ask_raw("c", QUESTION).await;
    until_text(&first, "c").await;
    for trigger in ["submit-message", "regenerate-message"] {
        let body = json!({ "id": "c", "trigger": trigger, "message": user("Again?") });
        let (status, problem) = second.post("/api/chat", &body).await;
        assert_eq!((status, problem["type"].as_str()), (409, Some("urn:stet:conflict")), "{trigger}");
    }
    let (_, chat) = second.get("/api/chats/c").await;
    assert_eq!(chat["messages"].as_array().unwrap().len(), 2, "the refused question is not stored");
    // Stopped through the other node, which can go on with the conversation then.
    assert_eq!(second.post("/api/chat/c/stop", &json!({})).await.0, 204);
    let told = Told::read(running).await;
    assert_eq!(told.parts.last().unwrap()["type"], "abort");
    check_stream(&second, "c", &told).await;
    let body = json!({ "id": "c", "trigger": "regenerate-message", "message": user(QUESTION) });
    let again = second.client.post(second.url("/api/chat")).json(&body).send().await.unwrap();
    let told = Told::read(again).await;
    check_stream(&first, "c", &told).await;
    let (_, chat) = first.get("/api/chats/c").await;
    assert_eq!(chat["messages"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn of_two_that_ask_at_once_one_is_answered() {
    let (first, second) = two().await;
    for round in 0..10 {
        let chat = format!("c{round}");
        let (one, other) = tokio::join!(first.ask_raw(&chat, QUESTION), second.ask_raw(&chat, QUESTION));
        let mut statuses = [one.status().as_u16(), other.status().as_u16()];
        statuses.sort_unstable();
        // Both, when the first answer had ended before the second question came.
        assert!(statuses == [200, 409] || statuses == [200, 200], "{statuses:?}");
        let (one, other) = tokio::join!(one.text(), other.text());
        let open = first.state.store().open_answer(&chat).await.unwrap();
        assert_eq!(open, None);
        let answered = [one, other].iter().filter(|told| told.as_ref().unwrap().contains("[DONE]")).count();
        let (_, stored) = first.get(&format!("/api/chats/{chat}")).await;
        assert_eq!(stored["messages"].as_array().unwrap().len(), 2 * answered);
    }
}

#[tokio::test]
async fn an_answer_is_followed_through_another_node() {
    let (first, second) = two().await;
    let (reading, gate) = half_told(&first).await;
    let mut following = resume(&second, "c", None).await;
    let mut raw = Vec::new();
    while !String::from_utf8_lossy(&raw).contains("data-sentence") {
        raw.extend_from_slice(&following.chunk().await.unwrap().expect("it is followed while it is written"));
    }
    gate.notify_one();
    while let Some(more) = following.chunk().await.unwrap() {
        raw.extend_from_slice(&more);
    }
    let followed = Told::parse(String::from_utf8(raw).unwrap());
    let told = reading.await.unwrap();
    check_stream(&second, "c", &told).await;
    check_stream(&second, "c", &followed).await;
    assert!(followed.of("text-delta").len() > 10, "{}", followed.raw);
    assert_eq!((&told.parts, &told.ids), (&followed.parts, &followed.ids), "one id has one content");
    assert_eq!(resume(&second, "c", None).await.status(), 204, "nothing runs any more");
}

#[tokio::test]
async fn a_reader_that_changes_nodes_misses_and_repeats_nothing() {
    let (first, second) = two().await;
    let (reading, gate) = half_told(&first).await;
    let message = first.state.asker.live.get("c").unwrap().message_id;
    let mut logged;
    until!({
        logged = second.state.store().events_after(message, -1).await.unwrap();
        logged.iter().any(|event| event.part["delta"].is_string())
    });
    let mut readers = Vec::new();
    // Inside what the log has merged, and ahead of it, too.
    for seq in 0..logged.last().unwrap().seq + 3 {
        readers.push(resume(&second, "c", Some(&format!("{message}-{seq}"))).await);
    }
    gate.notify_one();
    let told = reading.await.unwrap();
    for (seq, reader) in readers.into_iter().enumerate() {
        let rest = Told::read(reader).await;
        assert_eq!((&rest.parts[..], &rest.ids[..]), (&told.parts[seq + 1..], &told.ids[seq + 1..]), "{seq}");
    }
}

#[tokio::test]
async fn a_conversation_deleted_through_another_node_ends_its_answer() {
    let (first, second) = two().await;
    first.model.as_ref().unwrap().push(endless());
    let running = first.ask_raw("c", QUESTION).await;
    until_text(&first, "c").await;
    let reading = tokio::spawn(Told::read(running));
    let followed = resume(&second, "c", None).await;
    let deleted = second.client.delete(second.url("/api/chats/c")).send().await.unwrap();
    assert_eq!(deleted.status(), 204);
    assert_eq!(Told::read(followed).await.parts.last().unwrap()["type"], "abort");
    assert_eq!(reading.await.unwrap().parts.last().unwrap()["type"], "abort");
    assert_eq!(first.get("/api/chats/c").await.0, 404);
    let told = second.ask("c", QUESTION).await;
    check_stream(&first, "c", &told).await;
}

#[tokio::test]
async fn what_a_fault_left_open_keeps_nobody_out_for_long() {
    let (first, second) = two().await;
    let open = async |chat: &str, writer: Uuid| {
        let new = NewAnswer { writer, ..of_a_node(chat, OffsetDateTime::now_utc()) };
        assert_eq!(begin_answer(first.state.store(), &new).await.unwrap(), Claimed::Open);
    };
    // Its own is in nobody's way at the node that left it; the others wait until it has shown no life for long.
    open("own", first.state.asker.node).await;
    open("other", Uuid::now_v7()).await;
    assert_eq!(second.ask_raw("own", QUESTION).await.status(), 409);
    assert_eq!(resume(&first, "own", None).await.status(), 204);
    check_stream(&second, "own", &first.ask("own", QUESTION).await).await;
    assert_eq!(first.ask_raw("other", QUESTION).await.status(), 409);
    let mut connection = first.database.options().connect().await.unwrap();
    fall_silent(&mut connection, 21.0).await;
    let reading = tokio::spawn(Told::read(resume(&second, "other", None).await));
    assert_eq!(second.state.asker.recover(false).await.unwrap(), 1);
    let told = reading.await.unwrap();
    assert_eq!((told.parts[0]["type"].as_str(), told.done), (Some("start"), true), "{}", told.raw);
    assert_eq!(told.parts.last().unwrap()["type"], "abort");
    assert_eq!(stored(&first, "other").await["metadata"]["status"], "interrupted");
    check_stream(&first, "other", &second.ask("other", QUESTION).await).await;
    // An answer of a process that knows nothing of writers, from before they were named.
    abandoned(&first, "old", &[]).await;
    assert_eq!(first.state.asker.recover(false).await.unwrap(), 1);
}

/// An answer of a node that is no more, which thought that it was `at`.
fn of_a_node(chat: &str, at: OffsetDateTime) -> NewAnswer<'_> {
    NewAnswer {
        chat,
        title: "",
        question_id: None,
        question: QUESTION,
        answer: Uuid::now_v7(),
        writer: Uuid::now_v7(),
        again: false,
        after: &[],
        project: None,
        at,
    }
}

/// Such an answer in full.
pub fn end_of<'a>(new: &NewAnswer<'_>, text: &'a str) -> MessageEnd<'a> {
    static NOTHING: Value = Value::Null;
    MessageEnd {
        id: new.answer,
        writer: Some(new.writer),
        status: MessageStatus::Complete,
        text,
        metadata: &NOTHING,
        at: new.at,
    }
}

/// Lets so many seconds go by without a sign of life.
pub async fn fall_silent(connection: &mut PgConnection, seconds: f64) {
    let sql =
        "update messages set updated_at = updated_at - make_interval(secs => $1) where status = 'streaming'";
    sqlx::query(sql).bind(seconds).execute(connection).await.unwrap();
}

#[tokio::test]
async fn the_time_that_a_node_thinks_it_is_says_nothing_of_who_lives() {
    let server = Server::extracts().await;
    let (store, asker) = (server.state.store(), &server.state.asker);
    let mut connection = server.database.options().connect().await.unwrap();
    let now = OffsetDateTime::now_utc();
    for (hours, chats) in [(-1, ["behind", "behind again"]), (1, ["ahead", "ahead again"])] {
        let at = now + time::Duration::hours(hours);
        let new = of_a_node(chats[0], at);
        assert_eq!(begin_answer(store, &new).await.unwrap(), Claimed::Open);
        let first = of_a_node(chats[1], at);
        assert_eq!(begin_answer(store, &first).await.unwrap(), Claimed::Open);
        assert!(store.finish_message(&end_of(&first, ""), &[]).await.unwrap());
        assert_eq!(begin_again(store, &of_a_node(chats[1], at)).await.unwrap(), Claimed::Open);
    }
    assert_eq!(asker.recover(false).await.unwrap(), 0, "they have only begun");
    fall_silent(&mut connection, 15.0).await;
    let OpenAnswer { message: behind, writer } = store.open_answer("behind").await.unwrap().unwrap();
    assert_eq!(store.pulse_answers(writer.unwrap(), &[behind]).await.unwrap(), [] as [Uuid; 0]);
    fall_silent(&mut connection, 6.0).await;
    assert_eq!(asker.recover(false).await.unwrap(), 3, "all but the one with a sign of life");
    assert_eq!(store.open_answer("behind").await.unwrap().unwrap().message, behind);
    fall_silent(&mut connection, 15.0).await;
    assert_eq!(asker.recover(false).await.unwrap(), 1);
}

#[tokio::test]
async fn an_answer_that_cannot_be_ended_keeps_no_other_open() {
    let server = Server::extracts().await;
    let (store, asker) = (server.state.store(), &server.state.asker);
    let mut connection = server.database.options().connect().await.unwrap();
    let mut left = Vec::new();
    for chat in ["before", "stuck", "behind"] {
        let new = of_a_node(chat, OffsetDateTime::now_utc());
        assert_eq!(begin_answer(store, &new).await.unwrap(), Claimed::Open);
        left.push(new.answer);
    }
    fall_silent(&mut connection, 21.0).await;
    let refusing = format!(
        "create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$; \
         create trigger refusing before update on messages for each row when (old.id = '{}') \
         execute function refuse()",
        left[1]
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(refusing)).execute(&mut connection).await.unwrap();
    assert_eq!(asker.recover(false).await.unwrap(), 2);
    for (chat, status) in [("before", "interrupted"), ("stuck", "streaming"), ("behind", "interrupted")] {
        assert_eq!(stored(&server, chat).await["metadata"]["status"], status, "{chat}");
    }
    sqlx::raw_sql("drop trigger refusing on messages").execute(&mut connection).await.unwrap();
    assert_eq!(asker.recover(false).await.unwrap(), 1, "it is tried again");
}

/// A revision that has proposed its first patch and goes on: its response, and what was read of it.
async fn revising(server: &Server, draft: &str) -> (reqwest::Response, Vec<u8>) {
    let begun = Script::Stream(vec![Step::Text("We use the tool. It wor".into()), Step::Stall]);
    server.model.as_ref().unwrap().push(begun);
    let body = json!({ "instruction": "Plain words.", "baseRevision": 1 });
    let path = server.url(&format!("/api/drafts/{draft}/revise"));
    let mut running = server.client.post(path).json(&body).send().await.unwrap();
    let mut raw = Vec::new();
    while !String::from_utf8_lossy(&raw).contains("data-patch") {
        raw.extend_from_slice(&running.chunk().await.unwrap().expect("the revision goes on"));
    }
    (running, raw)
}

async fn rest((mut running, mut raw): (reqwest::Response, Vec<u8>)) -> Told {
    while let Some(more) = running.chunk().await.unwrap() {
        raw.extend_from_slice(&more);
    }
    Told::parse(String::from_utf8(raw).unwrap())
}

const WORDY: &str = "We utilise the tool. It works. The rest is long.";

#[tokio::test]
async fn a_revision_is_known_to_and_stopped_through_any_node() {
    let (first, second) = two().await;
    let draft = new_draft(&first, WORDY).await;
    let other = new_draft(&first, WORDY).await;
    // One at each node, and one of another draft, which goes on.
    let (one, two) = (revising(&first, &draft).await, revising(&second, &draft).await);
    let going_on = revising(&first, &other).await;
    let third = first.beside("plain").await;
    for server in [&first, &second, &third] {
        assert_eq!(state(server, &draft).await["revising"], true);
    }
    assert_eq!(third.post(&format!("/api/drafts/{draft}/revise/stop"), &json!({})).await.0, 204);
    for told in [rest(one).await, rest(two).await] {
        assert_eq!((told.parts.last().unwrap()["type"].as_str(), told.done), (Some("abort"), true));
        assert_eq!(told.of("message-metadata")[0]["messageMetadata"]["notes"][0]["code"], "stopped");
    }
    for server in [&first, &second, &third] {
        let now = state(server, &draft).await;
        assert_eq!((&now["revising"], &now["patches"][0]["status"]), (&json!(false), &json!("pending")));
        assert_eq!(state(server, &other).await["revising"], true);
    }
    // The stop was for what was being written then.
    second.model.as_ref().unwrap().push(Script::text([WORDY]));
    let again = revise(&second, &draft, &json!({ "instruction": "Once more.", "baseRevision": 1 })).await;
    assert_eq!(again.parts.last().unwrap()["type"], "finish");
    assert_eq!(second.post(&format!("/api/drafts/{other}/revise/stop"), &json!({})).await.0, 204);
    assert_eq!(rest(going_on).await.parts.last().unwrap()["type"], "abort");
}

#[tokio::test]
async fn a_draft_deleted_through_another_node_ends_its_revision() {
    let (first, second) = two().await;
    let draft = new_draft(&first, WORDY).await;
    let running = revising(&first, &draft).await;
    assert_eq!(send(&second, "DELETE", &format!("/api/drafts/{draft}"), &Value::Null).await.0, 204);
    let last = rest(running).await.parts.pop().unwrap();
    assert!(last["errorText"].as_str().unwrap().contains("deleted"), "{last}");
    first.model.as_ref().unwrap().until_stopped().await;
    let begun = second.state.store().begin_revision(Uuid::now_v7(), draft.parse().unwrap()).await;
    assert!(!begun.unwrap(), "there is no such draft");
}

#[tokio::test]
async fn a_revision_of_a_killed_node_is_not_waited_for_long() {
    let server = Server::extracts().await;
    let store = server.state.store();
    let draft = new_draft(&server, WORDY).await;
    let run = Uuid::now_v7();
    assert!(store.begin_revision(run, draft.parse().unwrap()).await.unwrap());
    let mut connection = server.database.options().connect().await.unwrap();
    let mut fall_silent = async |seconds: f64| {
        let sql = "update revision_runs set alive_at = alive_at - make_interval(secs => $1)";
        sqlx::query(sql).bind(seconds).execute(&mut connection).await.unwrap();
    };
    fall_silent(15.0).await;
    assert_eq!(state(&server, &draft).await["revising"], true);
    assert_eq!(store.pulse_revisions(&[run]).await.unwrap(), [] as [Uuid; 0]);
    fall_silent(15.0).await;
    assert_eq!(state(&server, &draft).await["revising"], true);
    fall_silent(6.0).await;
    assert_eq!(state(&server, &draft).await["revising"], false);
    let minute = Duration::from_secs(60);
    assert_eq!(store.forget_revisions(minute).await.unwrap(), 0);
    // Its node had only slept.
    assert_eq!(store.pulse_revisions(&[run]).await.unwrap(), [] as [Uuid; 0]);
    assert_eq!(state(&server, &draft).await["revising"], true);
    fall_silent(61.0).await;
    assert_eq!(store.forget_revisions(minute).await.unwrap(), 1);
    assert_eq!(store.pulse_revisions(&[run]).await.unwrap(), [run]);
}

/// Makes a database one that only reads, as after a failover, or ends that; what is connected is cut off.
async fn only_reads(server: &Server, only_reads: bool) {
    let mut connection = server.database.options().connect().await.unwrap();
    let value = if only_reads { "on" } else { "off" };
    let setting = format!("set default_transaction_read_only = {value}");
    let name = server.database.options().get_database().unwrap().to_owned();
    let cut = "select pg_terminate_backend(pid) from pg_stat_activity \
               where datname = current_database() and pid <> pg_backend_pid()";
    for sql in ["set default_transaction_read_only = off", &format!("alter database {name} {setting}"), cut] {
        sqlx::query(sqlx::AssertSqlSafe(sql.to_owned())).execute(&mut connection).await.unwrap();
    }
}

#[tokio::test]
async fn an_answer_that_ends_while_the_database_fails_over_is_stored_all_the_same() {
    let (first, second) = two().await;
    let (script, gate) = leisurely();
    first.model.as_ref().unwrap().push(script);
    let mut running = first.ask_raw("c", QUESTION).await;
    until_said(&first, "c", SO_FAR).await;
    only_reads(&first, true).await;
    gate.notify_one();
    let mut raw = Vec::new();
    let mut ended = false;
    while !ended {
        raw.extend_from_slice(&running.chunk().await.unwrap().expect("it is not at its end"));
        ended = String::from_utf8_lossy(&raw).contains("\"text-end\"");
    }
    // One that is given up says so now.
    let gone = tokio::time::timeout(Duration::from_millis(1500), running.chunk()).await;
    only_reads(&first, false).await;
    assert!(gone.is_err(), "the answer was given up: {gone:?}");
    while let Some(chunk) = running.chunk().await.unwrap() {
        raw.extend_from_slice(&chunk);
    }
    let told = Told::parse(String::from_utf8(raw).unwrap());
    assert_eq!(told.parts.last().unwrap()["type"], "finish");
    check_stream(&second, "c", &told).await;
    assert_eq!(stored(&second, "c").await["metadata"]["status"], "complete");
}
