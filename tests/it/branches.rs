//! Branches of conversations: what is edited and what is answered again stand beside what was there, in the store and over HTTP.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::{Value, json};
use sqlx::Connection as _;
use stet_store::conversations::{MessageEnd, MessageStatus};
use stet_store::{NewAnswer, Placed, Showing, Store};
use time::OffsetDateTime;
use tokio::sync::Notify;
use uuid::Uuid;

use crate::nodes::end_of;
use crate::support::database::{Claimed, TestDatabase, begin_answer};
use crate::support::model::{Script, Step};
use crate::support::server::{Server, Told};

fn new<'a>(chat: &'a str, id: &'a str, question: &'a str, after: &'a [String]) -> NewAnswer<'a> {
    NewAnswer {
        chat,
        title: question,
        question_id: Some(id),
        question,
        answer: Uuid::now_v7(),
        writer: Uuid::now_v7(),
        again: false,
        after,
        project: None,
        at: OffsetDateTime::now_utc(),
    }
}

async fn shown(store: &Store, chat: &str) -> Vec<Placed> {
    let Some(chat) = store.conversation(chat).await.unwrap() else { return Vec::new() };
    store.placed(chat.id, false).await.unwrap()
}

fn texts(placed: &[Placed]) -> Vec<&str> {
    placed.iter().map(|placed| placed.message.text.as_str()).collect()
}

/// Numbers as good as random ones, the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % below.max(1)
    }
}

/// Whatever is asked, edited, answered again and shown in whatever order: what was said stays as it was said, can be shown, and stands
/// behind what it was said behind.
#[tokio::test]
async fn whatever_was_said_can_be_shown_again() {
    let db = TestDatabase::new().await;
    let store = &db.store;
    for seed in 0..10 {
        let (chat, mut dice) = (format!("chat-{seed}"), Dice(seed));
        // What was said, with what was said before it in its branch.
        let mut said: HashMap<Uuid, Vec<String>> = HashMap::new();
        for step in 0..30 {
            let path = shown(store, &chat).await;
            let words = format!("words {step}");
            let id = format!("q{step}");
            let at = dice.roll(path.len() / 2) * 2;
            let mut answer = new(&chat, &id, &words, &[]);
            let own = path.get(at).and_then(|placed| placed.message.client_id.clone()).unwrap_or_default();
            let known: Vec<Uuid> = said.keys().copied().collect();
            let behind = [path.get(at + 1).map(|placed| placed.message.id.to_string()).unwrap_or_default()];
            // How many of the messages shown stand before what is new.
            let before = match dice.roll(if path.is_empty() { 1 } else { 5 }) {
                0 => path.len(),
                1 => {
                    answer.after = &behind;
                    at + 2
                }
                2 => {
                    answer.question_id = Some(own.as_str());
                    at
                }
                3 => {
                    (answer.question_id, answer.again) = (Some(own.as_str()), true);
                    answer.question = &path[at].message.text;
                    at + 1
                }
                _ => {
                    let wanted = known[dice.roll(known.len())];
                    assert_eq!(store.show(&chat, wanted, str::to_owned).await.unwrap(), Showing::Shown);
                    let path = shown(store, &chat).await;
                    assert!(path.iter().any(|placed| placed.message.id == wanted), "{seed} {step}");
                    continue;
                }
            };
            assert_eq!(begin_answer(store, &answer).await.unwrap(), Claimed::Open, "{seed} {step}");
            let status = [MessageStatus::Complete, MessageStatus::Stopped][dice.roll(2)];
            let text = format!("answer {step}");
            let end = MessageEnd { status, ..end_of(&answer, &text) };
            assert!(store.finish_message(&end, &[]).await.unwrap());
            let mut line: Vec<String> = texts(&path[..before]).into_iter().map(str::to_owned).collect();
            let path = shown(store, &chat).await;
            if !answer.again {
                said.insert(path[path.len() - 2].message.id, line.clone());
                line.push(words.clone());
            }
            said.insert(answer.answer, line.clone());
            line.push(text.clone());
            assert_eq!(texts(&path), line, "{seed} {step}");
        }
        let all = store.placed(store.conversation(&chat).await.unwrap().unwrap().id, true).await.unwrap();
        assert_eq!(all.len(), said.len(), "nothing is lost, nothing is there twice");
        for Placed { message, siblings, .. } in &all {
            assert_eq!(store.show(&chat, message.id, str::to_owned).await.unwrap(), Showing::Shown);
            let path = shown(store, &chat).await;
            let at = path.iter().position(|placed| placed.message.id == message.id).unwrap();
            assert_eq!(texts(&path[..at]), said[&message.id]);
            assert!(siblings.contains(&message.id));
        }
    }
}

/// Two hundred versions of a question, and as many answers to one, are as many as there may be: the next is refused, and nothing changes.
#[tokio::test]
async fn versions_have_an_end() {
    let db = TestDatabase::new().await;
    let mut full = 0;
    for at in 0..202 {
        let words = format!("words {at}");
        let answer = new("c", "q", &words, &[]);
        match begin_answer(&db.store, &answer).await.unwrap() {
            Claimed::Open => assert!(db.store.finish_message(&end_of(&answer, "x"), &[]).await.unwrap()),
            Claimed::Full => full += 1,
            Claimed::Busy => panic!("{at}"),
        }
    }
    let path = shown(&db.store, "c").await;
    assert_eq!((full, texts(&path), path[0].siblings.len()), (2, vec!["words 199", "x"], 200));
    assert_eq!(db.store.conversation("c").await.unwrap().unwrap().title, "words 199");
    let answer = new("c", "new", "Another?", &[]);
    assert_eq!(begin_answer(&db.store, &answer).await.unwrap(), Claimed::Open, "behind it");
}

/// What was written before there were branches, and what an archive of it brings, stands in a line; edited questions beside each other.
#[tokio::test]
async fn what_is_older_than_branches_is_put_in_a_line() {
    let db = TestDatabase::new().await;
    for (id, words) in [("1", "q1"), ("2", "q2"), ("2", "q2b"), ("3", "q3")] {
        let answer = new("c", id, words, &[]);
        assert_eq!(begin_answer(&db.store, &answer).await.unwrap(), Claimed::Open);
        assert!(db.store.finish_message(&end_of(&answer, words), &[]).await.unwrap());
    }
    let before = db.store.placed(db.store.conversation("c").await.unwrap().unwrap().id, true).await.unwrap();
    let mut connection = sqlx::PgConnection::connect_with(&db.options()).await.unwrap();
    for sql in [
        "update messages set parent = null",
        "update conversations set head = null",
        "select line_up_messages()",
    ] {
        sqlx::query(sql).execute(&mut connection).await.unwrap();
    }
    let after = db.store.placed(before[0].message.conversation_id, true).await.unwrap();
    assert_eq!(before, after);
    assert_eq!(texts(&shown(&db.store, "c").await), ["q1", "q1", "q2b", "q2b", "q3", "q3"]);
}

fn part(id: &str, role: &str, text: &str) -> Value {
    json!({ "id": id, "role": role, "parts": [{ "type": "text", "text": text }] })
}

/// Asks with what a client has of the conversation before it.
async fn ask(server: &Server, trigger: &str, messages: &[Value]) -> Told {
    let body = json!({ "id": "c", "trigger": trigger, "messages": messages });
    Told::read(server.client.post(server.url("/api/chat")).json(&body).send().await.unwrap()).await
}

async fn branch(server: &Server, message: &Value) -> (u16, Value) {
    let body = json!({ "messageId": message });
    let sent = server.client.put(server.url("/api/chats/c/branch")).json(&body).send().await.unwrap();
    (sent.status().as_u16(), sent.json().await.unwrap_or_default())
}

fn words(chat: &Value) -> Vec<&str> {
    let messages = chat["messages"].as_array().unwrap().iter();
    messages
        .map(|message| {
            message["parts"].as_array().unwrap().iter().find_map(|part| part["text"].as_str()).unwrap()
        })
        .collect()
}

#[tokio::test]
async fn what_is_edited_stands_beside_what_was_there() {
    let mut server = Server::scripted("plain").await;
    let library = "The library opens at nine. Members may enter the hall. A card costs five euros.\n\n\
        The museum closes at six. Members may enter the museum. A ticket costs two euros.\n";
    server.ingest("library.txt", library).await;
    let server = server;
    let model = server.model.as_ref().unwrap();
    let asked = async |trigger: &str, messages: &[Value], answer: &str| {
        model.push(Script::text([answer]));
        let told = ask(&server, trigger, messages).await;
        told.parts[0]["messageId"].as_str().unwrap().to_owned()
    };
    let questions = ["When does the library open?", "Who may enter the hall?", "What does a card cost?"];
    let q =
        [part("1", "user", questions[0]), part("2", "user", questions[1]), part("3", "user", questions[2])];
    let first = asked("submit-message", &q[..1], "A1.").await;
    asked("submit-message", &q[1..2], "A2.").await;
    asked("submit-message", &q[2..], "A3.").await;
    // The first question edited: nothing was said before it, and what came after is kept.
    let edited = part("1", "user", "When does the museum close?");
    asked("submit-message", std::slice::from_ref(&edited), "M1.").await;
    let given = model.requests().last().unwrap().body["messages"].to_string();
    assert!(!given.contains("A1."), "{given}");
    let chat = server.get("/api/chats/c").await.1;
    assert_eq!(
        (words(&chat), &chat["title"]),
        (vec!["When does the museum close?", "M1."], &json!("When does the museum close?"))
    );
    let place = &chat["messages"][0]["branch"];
    assert_eq!((&place["index"], &place["count"]), (&json!(2), &json!(2)));
    assert_eq!(chat["messages"][1]["branch"], Value::Null, "nothing stands beside it");
    // A follow-up sees its own branch, the other one is as it was.
    asked("submit-message", &[part("4", "user", "Who may enter the museum?")], "M2.").await;
    let given = model.requests().last().unwrap().body["messages"].to_string();
    assert!(given.contains("M1.") && !given.contains("A3."), "{given}");
    let (status, chat) = branch(&server, &place["siblings"][0]).await;
    assert_eq!(
        (status, words(&chat)),
        (200, vec![questions[0], "A1.", questions[1], "A2.", questions[2], "A3."])
    );
    assert_eq!(chat["title"], questions[0]);
    assert_eq!(server.get("/api/chats/c").await.1, chat, "it stays");
    // Another answer to a question further back.
    asked("regenerate-message", &[q[0].clone(), part(&first, "assistant", ""), q[1].clone()], "B2.").await;
    let chat = server.get("/api/chats/c").await.1;
    assert_eq!(words(&chat), [questions[0], "A1.", questions[1], "B2."]);
    assert_eq!(chat["messages"][3]["branch"]["count"], 2);
    // A tab that has not heard of it goes on from where it is.
    let behind = chat["messages"][3]["branch"]["siblings"][0].as_str().unwrap();
    asked(
        "submit-message",
        &[part(behind, "assistant", ""), part("5", "user", "What does a ticket cost?")],
        "T.",
    )
    .await;
    let chat = server.get("/api/chats/c").await.1;
    assert_eq!(words(&chat)[3..], ["A2.", "What does a ticket cost?", "T."]);
    assert_eq!(chat["messages"][4]["branch"]["index"], 2);
    // Edited back to its old words, it is what it was, and has the answer that it had.
    let requests = model.requests().len();
    ask(&server, "submit-message", &[edited]).await;
    assert_eq!(model.requests().len(), requests);
    let chat = server.get("/api/chats/c").await.1;
    assert_eq!(words(&chat), ["When does the museum close?", "M1.", "Who may enter the museum?", "M2."]);
    // What leaves: the branch that is shown as Markdown, all of it with what each message stands behind.
    let markdown = server
        .client
        .get(server.url("/api/chats/c?format=markdown"))
        .send()
        .await
        .unwrap()
        .text()
        .await
        .unwrap();
    assert!(markdown.contains("M2.") && !markdown.contains("A2."), "{markdown}");
    assert!(markdown.contains("## Question 2/2\n") && markdown.contains("## Answer\n"), "{markdown}");
    let all = server.get("/api/chats/c?all=true").await.1;
    assert_eq!(all["messages"].as_array().unwrap().len(), 13);
    for message in all["messages"].as_array().unwrap().iter().skip(1) {
        assert!(message["branch"]["parent"].is_string() || message["id"] == "1", "{message}");
    }
    assert_eq!(branch(&server, &json!(Uuid::now_v7())).await.0, 404);
    assert_eq!(branch(&server, &json!("x")).await.0, 400);
}

/// A turn about the last answer is about the last one of its branch, though another branch has one in the same words.
#[tokio::test]
async fn a_turn_about_the_last_answer_stays_in_its_branch() {
    let mut server = Server::scripted("plain").await;
    let model = server.model.clone().unwrap();
    server.ingest("north.txt", "The northern depot opens at nine in the morning.").await;
    server.ingest("south.txt", "The southern depot opens at nine in the morning.").await;
    let asked = async |id: &str, text: &str| {
        model.push(Script::text(["It opens at nine in the morning [1]."]));
        ask(&server, "submit-message", &[part(id, "user", text)]).await;
        let given = model.requests().last().unwrap().body["messages"].to_string();
        // What it is given to answer from, the questions aside.
        [given.contains("northern depot opens"), given.contains("southern depot opens")]
    };
    asked("1", "When does the northern depot open?").await;
    asked("1", "When does the southern depot open?").await;
    assert_eq!(asked("2", "Where does it say that?").await, [false, true]);
    let chat = server.get("/api/chats/c").await.1;
    assert_eq!(branch(&server, &chat["messages"][0]["branch"]["siblings"][0]).await.0, 200);
    assert_eq!(asked("3", "Where does it say that?").await, [true, false]);
}

/// Ten versions of a question: each keeps its answer, all go with the conversation.
#[tokio::test]
async fn versions_go_with_their_conversation() {
    let mut server = Server::scripted("plain").await;
    let model = server.model.clone().unwrap();
    server.ingest("books.txt", "Members may borrow five books and keep two.").await;
    for at in 0..11 {
        model.push(Script::text([format!("Answer {at}.").as_str()]));
        ask(
            &server,
            "submit-message",
            &[part("1", "user", &format!("How many books may member {at} borrow?"))],
        )
        .await;
    }
    let chat = server.get("/api/chats/c").await.1;
    let place = &chat["messages"][0]["branch"];
    assert_eq!((&place["index"], &place["count"]), (&json!(11), &json!(11)));
    for (at, id) in place["siblings"].as_array().unwrap().iter().enumerate() {
        let (status, chat) = branch(&server, id).await;
        let said = [format!("How many books may member {at} borrow?"), format!("Answer {at}.")];
        assert_eq!((status, words(&chat)), (200, said.iter().map(String::as_str).collect()));
        assert_eq!(
            (&chat["title"], &chat["messages"][0]["branch"]["index"]),
            (&json!(said[0]), &json!(at + 1))
        );
    }
    let gone = server.client.delete(server.url("/api/chats/c")).send().await.unwrap();
    assert_eq!(gone.status(), 204);
    let mut connection = sqlx::PgConnection::connect_with(&server.database.options()).await.unwrap();
    let left: i64 =
        sqlx::query_scalar("select count(*) from messages").fetch_one(&mut connection).await.unwrap();
    assert_eq!(left, 0);
    assert_eq!(branch(&server, &place["siblings"][0]).await.0, 404);
}

/// While an answer is written, no other branch is begun or shown; what it has is kept, and what it says is not lost.
#[tokio::test]
async fn an_open_answer_keeps_other_branches_out() {
    let mut server = Server::scripted("plain").await;
    let model = server.model.clone().unwrap();
    server.ingest("books.txt", "Members may borrow five books and keep two.").await;
    let question = part("1", "user", "How many books may members borrow?");
    model.push(Script::text(["Five."]));
    ask(&server, "submit-message", std::slice::from_ref(&question)).await;
    let gate = Arc::new(Notify::new());
    model.push(Script::Stream(vec![
        Step::Text("They may keep ".into()),
        Step::Wait(Arc::clone(&gate)),
        Step::Text("two.".into()),
        Step::Finish("stop"),
        Step::Done,
    ]));
    let edited = part("1", "user", "How many books may members keep?");
    let body = json!({ "id": "c", "message": edited });
    let open = server.client.post(server.url("/api/chat")).json(&body).send().await.unwrap();
    let chat = server.get("/api/chats/c").await.1;
    assert_eq!(chat["messages"][0]["branch"]["index"], 2);
    let third = json!({ "id": "c", "message": part("1", "user", "How many books may guests keep?") });
    let refused = server.client.post(server.url("/api/chat")).json(&third).send().await.unwrap();
    assert_eq!(refused.status(), 409);
    assert_eq!(branch(&server, &chat["messages"][0]["branch"]["siblings"][0]).await.0, 409);
    gate.notify_one();
    Told::read(open).await;
    let chat = server.get("/api/chats/c").await.1;
    assert!(words(&chat)[1].starts_with("They may keep two"), "{chat}");
    let (status, chat) = branch(&server, &chat["messages"][0]["branch"]["siblings"][0]).await;
    assert_eq!((status, words(&chat)), (200, vec!["How many books may members borrow?", "Five."]));
}

/// Erasing a source takes the answers that quote it, and those behind them; what stands in other branches stays where it was.
#[tokio::test]
async fn what_is_erased_leaves_other_branches_whole() {
    let mut server = Server::scripted("plain").await;
    let model = server.model.clone().unwrap();
    let secret = server.ingest("secret.txt", "The tower opens at six in the evening.").await;
    server
        .ingest("books.txt", "Members may borrow five books and keep two. Guests may borrow no books.")
        .await;
    let asked = async |id: &str, text: &str, answer: &str| {
        model.push(Script::text([answer]));
        ask(&server, "submit-message", &[part(id, "user", text)]).await
    };
    asked("1", "How many books may members borrow?", "Five.").await;
    asked("2", "When does the tower open?", "The tower opens at six in the evening [1].").await;
    asked("3", "How many books may members keep?", "Two.").await;
    asked("2", "How many books may guests borrow?", "None.").await;
    let path = server.url(&format!("/api/sources/{secret}?erase=true"));
    assert_eq!(server.client.delete(path).send().await.unwrap().status(), 204);
    let chat = server.get("/api/chats/c").await.1;
    assert_eq!(
        words(&chat),
        ["How many books may members borrow?", "Five.", "How many books may guests borrow?", "None."]
    );
    let (_, chat) = branch(&server, &chat["messages"][2]["branch"]["siblings"][0]).await;
    assert_eq!(
        words(&chat),
        [
            "How many books may members borrow?",
            "Five.",
            "When does the tower open?",
            "How many books may members keep?"
        ]
    );
}
