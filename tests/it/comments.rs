//! Comments beside a draft as a client sees them.

use serde_json::{Value, json};
use stet_store::comments::of_draft;
use uuid::Uuid;

use crate::drafts::{new_draft, send, stage};
use crate::support::server::Server;

const TEXT: &str =
    "The limit is 250 euros. 😀 It may take 3 days.\n\n도서관은 아홉시에 문을 연다. The end.\n";

/// Where words stand, in UTF-16.
fn place(text: &str, words: &str) -> (usize, usize) {
    let units = |text: &str| text.encode_utf16().count();
    let at = text.find(words).unwrap();
    (units(&text[..at]), units(&text[..at + words.len()]))
}

pub async fn comment(server: &Server, draft: &str, revision: i64, words: &str, body: &str) -> String {
    let (_, state) = server.get(&format!("/api/drafts/{draft}")).await;
    let (start, end) = place(state["text"].as_str().unwrap(), words);
    let given = json!({ "baseRevision": revision, "start": start, "end": end, "body": body });
    let (status, told) = server.post(&format!("/api/drafts/{draft}/comments"), &given).await;
    assert_eq!(status, 201, "{told}");
    told["made"].as_str().unwrap().to_owned()
}

/// Every thread of a draft: what became of its words, and which they are now. What is there stands where it is said to.
async fn standing(server: &Server, draft: &str) -> Vec<(String, Option<String>)> {
    let (_, state) = server.get(&format!("/api/drafts/{draft}")).await;
    let (status, told) = server.get(&format!("/api/drafts/{draft}/comments")).await;
    assert_eq!((status, &told["revision"]), (200, &state["revision"]), "{told}");
    let units: Vec<u16> = state["text"].as_str().unwrap().encode_utf16().collect();
    let threads = told["comments"].as_array().unwrap().iter().map(|thread| {
        let at = |name: &str| usize::try_from(thread[name].as_u64().unwrap()).unwrap();
        let words = String::from_utf16(&units[at("start")..at("end")]).unwrap();
        let present = thread["present"].as_str();
        assert_eq!(present.unwrap_or_default(), words, "{thread}");
        (thread["state"].as_str().unwrap().to_owned(), present.map(str::to_owned))
    });
    threads.collect()
}

fn said(state: &str, words: &str) -> (String, Option<String>) {
    (state.to_owned(), (!words.is_empty()).then(|| words.to_owned()))
}

#[tokio::test]
async fn threads_are_kept_with_their_draft() {
    let server = Server::extracts().await;
    let id = new_draft(&server, TEXT).await;
    let path = format!("/api/drafts/{id}/comments");
    let second = comment(&server, &id, 1, "아홉시에", "띄어쓰기?").await;
    let first = comment(&server, &id, 1, "250 euros", "Who says so?").await;
    let (status, told) =
        server.post(&format!("{path}/{first}/replies"), &json!({ "body": "The contract." })).await;
    assert_eq!(status, 201, "{told}");
    let reply = told["made"].as_str().unwrap().to_owned();
    // In the order of the text, not of their making.
    let (_, told) = server.get(&path).await;
    let threads = told["comments"].as_array().unwrap();
    assert_eq!((threads.len(), &threads[0]["id"], &threads[1]["id"]), (2, &json!(first), &json!(second)));
    assert_eq!((&threads[0]["quote"], &threads[0]["author"]), (&json!("250 euros"), &json!("writer")));
    assert_eq!(threads[0]["replies"][0]["body"], "The contract.");
    let (status, told) =
        send(&server, "PATCH", &format!("{path}/{reply}"), &json!({ "body": "§ 2 of it." })).await;
    assert_eq!((status, &told["comments"][0]["replies"][0]["body"]), (200, &json!("§ 2 of it.")));
    for (resolved, settled) in [(true, true), (true, true), (false, false)] {
        let (status, told) =
            send(&server, "PATCH", &format!("{path}/{first}"), &json!({ "resolved": resolved })).await;
        assert_eq!((status, told["comments"][0]["resolvedAt"].is_string()), (200, settled), "{told}");
    }
    let (draft, comments) = of_draft(server.state.store(), id.parse().unwrap()).await.unwrap().unwrap();
    assert_eq!((draft.text.as_str(), comments.len()), (TEXT, 3));
    assert_eq!(comments[1].parent_id, Some(comments[0].id));
    assert_eq!(send(&server, "DELETE", &format!("{path}/{first}"), &Value::Null).await.0, 204);
    let (_, told) = server.get(&path).await;
    assert_eq!(
        (told["comments"].as_array().unwrap().len(), &told["comments"][0]["replies"]),
        (1, &json!([]))
    );
    assert_eq!(
        send(&server, "DELETE", &format!("{path}/{reply}"), &Value::Null).await.0,
        404,
        "gone with its thread"
    );
    send(&server, "DELETE", &format!("/api/drafts/{id}"), &Value::Null).await;
    assert_eq!(server.get(&path).await.0, 404);
    assert!(of_draft(server.state.store(), id.parse().unwrap()).await.unwrap().is_none());
}

#[tokio::test]
async fn what_cannot_be_said_is_refused() {
    let server = Server::extracts().await;
    let id = new_draft(&server, TEXT).await;
    let path = format!("/api/drafts/{id}/comments");
    let (start, end) = place(TEXT, "250 euros");
    let given = |start: usize, end: usize, body: &str, revision: i64| json!({ "baseRevision": revision, "start": start, "end": end, "body": body });
    let smile = place(TEXT, "😀").0;
    let long = "가".repeat(10_001);
    for (body, field) in [
        (given(end, start, "x", 1), "start"),
        (given(start, start, "x", 1), "start"),
        (given(start, 9999, "x", 1), "start"),
        (given(smile, smile + 1, "x", 1), "start"),
        (given(smile - 1, smile, "x", 1), "start"),
        (given(start, end, " \n", 1), "body"),
        (given(start, end, &long, 1), "body"),
    ] {
        let (status, told) = server.post(&path, &body).await;
        assert_eq!((status, &told["field"]), (400, &json!(field)), "{told}");
    }
    let (status, told) = server.post(&path, &given(start, end, "x", 0)).await;
    assert_eq!((status, &told["current"]["text"]), (409, &json!(TEXT)), "{told}");
    let made = comment(&server, &id, 1, "3 days", "x").await;
    let (_, told) = server.post(&format!("{path}/{made}/replies"), &json!({ "body": "y" })).await;
    let reply = told["made"].as_str().unwrap();
    let other = new_draft(&server, TEXT).await;
    for (method, path) in [
        ("POST", format!("{path}/{reply}/replies")),
        ("POST", format!("{path}/{}/replies", Uuid::now_v7())),
        ("PATCH", format!("{path}/x")),
        ("PATCH", format!("/api/drafts/{other}/comments/{made}")),
    ] {
        let (status, told) = send(&server, method, &path, &json!({ "body": "z" })).await;
        assert_eq!(status, 404, "{method} {path}: {told}");
    }
    let elsewhere = format!("/api/drafts/{other}/comments/{made}");
    assert_eq!(send(&server, "DELETE", &elsewhere, &Value::Null).await.0, 404);
    assert_eq!(standing(&server, &id).await, [said("kept", "3 days")]);
}

#[tokio::test]
async fn comments_follow_their_words_through_edits_decisions_and_restores() {
    let server = Server::extracts().await;
    let id = new_draft(&server, TEXT).await;
    for words in ["250 euros", "It may take 3 days.", "아홉시에"] {
        comment(&server, &id, 1, words, "?").await;
    }
    let path = format!("/api/drafts/{id}");
    let save = async |revision: i64, text: &str| {
        let (status, told) =
            send(&server, "PUT", &path, &json!({ "baseRevision": revision, "text": text })).await;
        assert_eq!((status, &told["revision"]), (200, &json!(revision + 1)), "{told}");
    };
    let edited = format!("In our view: {}", TEXT.replace("3 days", "4 days"));
    save(1, &edited).await;
    let moved = [said("kept", "250 euros"), said("changed", "It may take 4 days."), said("kept", "아홉시에")];
    assert_eq!(standing(&server, &id).await, moved);
    let cut = edited.replace("It may take 4 days.", "");
    save(2, &cut).await;
    let gone = [said("kept", "250 euros"), said("gone", ""), said("kept", "아홉시에")];
    assert_eq!(standing(&server, &id).await, gone);

    // A decision moves them as an edit does, and taking it back brings them back.
    stage(&server, &id, &cut, &cut.replace("아홉시에", "아홉 시에")).await;
    let all =
        |action: &str, revision: i64| json!({ "action": action, "all": true, "baseRevision": revision });
    let decide = format!("{path}/patches/decide");
    assert_eq!(server.post(&decide, &all("accept", 3)).await.1["revision"], 4);
    assert_eq!(standing(&server, &id).await[2], said("changed", "아홉 시에"));
    assert_eq!(server.post(&decide, &all("undo", 4)).await.1["revision"], 5);
    assert_eq!(standing(&server, &id).await, gone);

    // An earlier version brings back the words that were gone: as they were then.
    for (restored, expected) in [
        (2, &moved),
        (3, &gone),
        (1, &[said("kept", "250 euros"), said("kept", "It may take 3 days."), said("kept", "아홉시에")]),
    ] {
        let (_, state) = server.get(&path).await;
        let base = json!({ "baseRevision": state["revision"] });
        let (status, told) = server.post(&format!("{path}/revisions/{restored}/restore"), &base).await;
        assert_eq!(status, 200, "{told}");
        assert_eq!(&standing(&server, &id).await, expected, "{restored}");
    }
}
