//! Links by which anybody reads one draft or one answer: what they show, and what they do not.

use serde_json::{Value, json};
use stet_store::{Limits, Scope};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::accounts::{key, operations, send};
use crate::drafts::{new_draft, send as call, stage};
use crate::support::server::{LIBRARY, Server};

const OTHER: &str = "The vault of the library holds a secret ledger. 서고에는 비밀 장부가 있다.\n";

/// What a link gives to whoever has it and nothing else.
async fn read(server: &Server, link: &str) -> (u16, Value, reqwest::header::HeaderMap) {
    let anybody = reqwest::Client::builder().no_proxy().build().unwrap();
    let address = server.url(&link.replacen("/#", "/api", 1));
    let response = anybody.get(address).header("accept-language", "ko").send().await.unwrap();
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    (status, response.json().await.unwrap_or_default(), headers)
}

async fn shared(server: &Server, what: Value) -> (String, String) {
    let (status, made) = server.post("/api/shares", &what).await;
    assert_eq!(status, 201, "{made}");
    (made["link"].as_str().unwrap().to_owned(), made["id"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn a_draft_is_read_as_it_stands_with_what_it_cites_and_nothing_else() {
    let mut server = Server::extracts().await;
    server.ingest("library.txt", LIBRARY).await;
    server.ingest("vault.txt", OTHER).await;
    let text = "The library opens at nine in the morning.[^1]\n\nThe library closes at eleven in the evening.[^1]\n\nThe vault of the library holds a secret ledger.\n\n[^1]: library.txt: “The library opens at nine in the morning and closes at six in the evening.”\n";
    let draft = new_draft(&server, text).await;
    let better = text.replace("nine in the morning", "nine, early in the morning");
    assert!(!stage(&server, &draft, text, &better).await.is_empty());
    let comment = json!({ "baseRevision": 1, "start": 0, "end": 3, "body": "정말인가요?" });
    assert_eq!(server.post(&format!("/api/drafts/{draft}/comments"), &comment).await.0, 201);
    let (link, id) = shared(&server, json!({ "draftId": draft })).await;
    let (status, told, headers) = read(&server, &link).await;
    assert_eq!(status, 200, "{told}");
    assert_eq!(
        [&headers["x-robots-tag"], &headers["cache-control"], &headers["referrer-policy"]],
        ["noindex", "no-store", "no-referrer"]
    );
    // Suggestions are not applied.
    assert_eq!((&told["kind"], &told["text"]), (&json!("draft"), &json!(text)));
    assert_eq!(told["comments"][0]["body"], "정말인가요?");
    assert!(told["comments"][0].get("authorId").is_none());
    let sentences = told["sentences"].as_array().unwrap();
    assert_eq!(sentences[0]["status"], "supported", "{told}");
    assert!(
        sentences[0]["citations"][0]["quote"].as_str().unwrap().contains("nine in the morning"),
        "{told}"
    );
    assert_eq!(sentences[1]["status"], "unsupported", "{told}");
    assert!(sentences[1]["citations"][0]["quote"].as_str().unwrap().contains("six in the evening"), "{told}");
    let sources = told["sources"].as_array().unwrap();
    assert!(!sources.is_empty() && sources.iter().all(|one| one["title"] == "library.txt"), "{told}");
    // What the draft does not cite is not told, although it was found.
    let whole = told.to_string().replace("The vault of the library holds a secret ledger.", "");
    assert!(!whole.contains("vault") && !whole.contains("ledger") && !whole.contains("장부"), "{whole}");

    // It follows the text, and its sources.
    let changed = json!({ "baseRevision": 1, "title": "새 제목", "text": "Now it cites nothing." });
    assert_eq!(call(&server, "PUT", &format!("/api/drafts/{draft}"), &changed).await.0, 200);
    let (_, told, _) = read(&server, &link).await;
    assert_eq!(
        (&told["title"], &told["text"], &told["badge"]),
        (&json!("새 제목"), &json!("Now it cites nothing."), &Value::Null)
    );
    assert_eq!(told["sentences"], json!([]));

    // Taken back, unknown, deleted: told the same.
    assert_eq!(server.get(&format!("/api/shares?draft={draft}")).await.1["shares"][0]["id"], json!(id));
    let (second, _) = shared(&server, json!({ "draftId": draft, "expiresInDays": 7 })).await;
    assert_eq!(call(&server, "DELETE", &format!("/api/shares/{id}"), &json!({})).await.0, 204);
    let (status, gone, headers) = read(&server, &link).await;
    assert_eq!((status, &headers["x-robots-tag"]), (404, &"noindex".parse().unwrap()));
    assert!(gone["detail"].as_str().unwrap().contains("링크"), "{gone}");
    let alike = |mut told: Value| {
        told.as_object_mut().unwrap().remove("instance");
        told
    };
    let gone = alike(gone);
    assert_eq!(alike(read(&server, "/#/shared/0000").await.1), gone);
    assert_eq!(read(&server, &second).await.0, 200);
    sqlx_expire(&server).await;
    assert_eq!(alike(read(&server, &second).await.1), gone);
    let (third, _) = shared(&server, json!({ "draftId": draft })).await;
    assert_eq!(call(&server, "DELETE", &format!("/api/drafts/{draft}"), &json!({})).await.0, 204);
    assert_eq!(alike(read(&server, &third).await.1), gone);
    assert_eq!(server.get("/api/shares").await.1["shares"], json!([]));
    assert_eq!(server.post("/api/shares", &json!({ "draftId": draft })).await.0, 404);
    assert_eq!(server.post("/api/shares", &json!({})).await.0, 400);
}

/// Lets every link that ends have ended.
async fn sqlx_expire(server: &Server) {
    use sqlx::{ConnectOptions as _, Connection as _};
    let options: sqlx::postgres::PgConnectOptions = server.database.url().parse().unwrap();
    let mut connection = options.connect().await.unwrap();
    sqlx::query("update shares set expires_at = now() - interval '1 second' where expires_at is not null")
        .execute(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
}

#[tokio::test]
async fn an_answer_is_read_with_its_verdicts_and_the_passages_that_it_cites() {
    let mut server = Server::extracts().await;
    let library = server.ingest("library.txt", LIBRARY).await;
    server.ingest("vault.txt", OTHER).await;
    let told = server.ask("c", "When does the library open in the morning?").await;
    let chat = server.get("/api/chats/c").await.1;
    let message = chat["messages"][1]["id"].clone();
    assert_eq!(server.post("/api/shares", &json!({ "messageId": chat["messages"][0]["id"] })).await.0, 404);
    let (link, _) = shared(&server, json!({ "messageId": message })).await;
    let (status, read_, _) = read(&server, &link).await;
    assert_eq!(status, 200, "{read_}");
    assert_eq!((&read_["kind"], &read_["text"]), (&json!("answer"), &json!(told.text())));
    assert_eq!(read_["title"], "When does the library open in the morning?");
    assert_eq!(read_["badge"], told.metadata()["badge"]);
    let sentences = read_["sentences"].as_array().unwrap();
    let first = sentences.iter().position(|one| one["status"] == "supported").unwrap();
    let cited = sentences[first]["citations"][0].clone();
    assert!(cited["quote"].is_string(), "{read_}");
    let passage = read_["sources"][usize::try_from(cited["source"].as_u64().unwrap()).unwrap()].clone();
    assert!(passage["passage"].as_str().unwrap().contains("nine in the morning"), "{passage}");
    assert!(!read_.to_string().contains("secret ledger"), "{read_}");
    assert!(!read_.to_string().contains("vault.txt"), "{read_}");
    // The words of a source that was deleted are not shown to strangers any more.
    assert_eq!(call(&server, "DELETE", &format!("/api/sources/{library}"), &json!({})).await.0, 204);
    let (_, later, _) = read(&server, &link).await;
    assert_eq!(
        (&later["sources"][0]["passage"], &later["sentences"][first]["citations"][0]["quote"]),
        (&Value::Null, &Value::Null)
    );
}

#[tokio::test]
async fn the_key_of_a_link_opens_nothing_else() {
    let mut server = Server::extracts().await;
    server.ingest("library.txt", LIBRARY).await;
    let draft = new_draft(&server, "Words of one workspace.").await;
    let (link, id) = shared(&server, json!({ "draftId": draft })).await;
    let secret = link.strip_prefix("/#/shared/").unwrap();
    assert_eq!(secret.len(), 64);
    let store = server.state.store();
    assert_eq!(server.post("/api/keys", &json!({ "name": "closes", "scope": "admin" })).await.0, 201);
    for (method, path, operation) in operations() {
        if operation["security"] == json!([]) {
            continue;
        }
        let parts: Vec<&str> =
            path.split('/').map(|part| if part.starts_with('{') { draft.as_str() } else { part }).collect();
        let status = send(&server, secret, &method, &parts.join("/"), &Value::Null).await.status();
        assert!([401, 429].contains(&status.as_u16()), "{method} {path}: {status}");
    }
    assert_eq!(read(&server, &link).await.0, 200);

    // A link of one workspace is nothing in another, and shows nothing of it.
    let other = store.in_workspace(Uuid::now_v7());
    let now = OffsetDateTime::now_utc();
    assert!(other.insert_workspace(other.workspace(), "other", Limits::default(), now).await.unwrap());
    let (_, theirs) = key(&other, "theirs", Scope::Admin, Limits::default()).await;
    let body = json!({ "draftId": draft });
    assert_eq!(send(&server, &theirs, "post", "/api/shares", &body).await.status(), 404);
    assert_eq!(
        send(&server, &theirs, "delete", &format!("/api/shares/{id}"), &Value::Null).await.status(),
        404
    );
    let listed: Value =
        send(&server, &theirs, "get", "/api/shares", &Value::Null).await.json().await.unwrap();
    assert_eq!(listed["shares"], json!([]));
    let made = send(&server, &theirs, "post", "/api/drafts", &json!({ "text": "Words of the other." })).await;
    let own = made.json::<Value>().await.unwrap()["id"].clone();
    let made = send(&server, &theirs, "post", "/api/shares", &json!({ "draftId": own })).await;
    let second = made.json::<Value>().await.unwrap()["link"].as_str().unwrap().to_owned();
    assert_eq!(read(&server, &second).await.1["text"], "Words of the other.");
    assert_eq!(read(&server, &link).await.1["text"], "Words of one workspace.");

    // Whoever tries many is told to wait; the right link is served.
    let mut last = 0;
    for _ in 0..101 {
        last = read(&server, &format!("/#/shared/{}", Uuid::now_v7())).await.0;
    }
    assert_eq!(last, 429);
    assert_eq!(read(&server, &link).await.0, 200);
    let ended = now - Duration::days(1);
    assert!(store.shares(None).await.unwrap().iter().all(|share| share.created_at > ended));
}
