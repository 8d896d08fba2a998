//! Projects: what belongs to one matter together, in lists, in questions, in archives.

use serde_json::{Value, json};
use stet_drafts::archive;
use stet_store::projects::Things;
use stet_store::{DEFAULT_WORKSPACE, Limits, Scope};
use uuid::Uuid;

use crate::accounts::{key, send};
use crate::drafts::{new_draft, send as call};
use crate::support::database::TestDatabase;
use crate::support::server::{LIBRARY, Server, Told};

const HARBOUR: &str =
    "The harbour office opens at seven in the morning. 항만 사무소는 오전 일곱 시에 연다.\n";

async fn project(server: &Server, name: &str) -> String {
    let (status, made) = server.post("/api/projects", &json!({ "name": name })).await;
    assert_eq!(status, 201, "{made}");
    made["id"].as_str().unwrap().to_owned()
}

async fn ids(server: &Server, path: &str, list: &str) -> Vec<Value> {
    let (status, told) = server.get(path).await;
    assert_eq!(status, 200, "{told}");
    told[list].as_array().unwrap().iter().map(|one| one["id"].clone()).collect()
}

async fn asked(server: &Server, chat: &str, question: &str, more: Value) -> Told {
    let mut body = json!({
        "id": chat, "trigger": "submit-message",
        "messages": [{ "id": Uuid::now_v7(), "role": "user", "parts": [{ "type": "text", "text": question }] }],
    });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let response = server.client.post(server.url("/api/chat")).json(&body).send().await.unwrap();
    assert_eq!(response.status(), 200, "{question}");
    Told::read(response).await
}

/// Names of the files that an answer rests on.
fn files(told: &Told) -> Vec<&str> {
    told.of("source-document").iter().map(|part| part["filename"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn things_go_into_a_project_and_outlive_it() {
    let mut server = Server::extracts().await;
    let source = server.ingest("library.txt", LIBRARY).await;
    let draft = new_draft(&server, "One").await;
    server.ask("c1", "When does the library open?").await;
    let one = project(&server, "연차 보고서").await;
    let (status, told) = server.post("/api/projects", &json!({ "name": " 연차 보고서 " })).await;
    assert_eq!((status, &told["type"]), (409, &json!("urn:stet:conflict")));
    let all = json!({ "projectId": one, "sourceIds": [source], "draftIds": [draft, Uuid::now_v7()], "chatIds": ["c1"] });
    let (status, moved) = server.post("/api/projects/move", &all).await;
    assert_eq!((status, moved), (200, json!({ "sources": 1, "drafts": 1, "chats": 1 })));
    let (_, listed) = server.get("/api/projects").await;
    let known = &listed["projects"][0];
    assert_eq!([&known["sources"], &known["drafts"], &known["chats"]], [1, 1, 1], "{known}");

    // A new version is where its source is, and what is made in a project is in it.
    let later = server.ingest("library.txt", &format!("{LIBRARY}\nIt is closed on Sundays.\n")).await;
    let told = server.get(&format!("/api/sources/{later}")).await.1;
    assert_eq!((&told["version"], &told["projectId"]), (&json!(2), &json!(one)));
    let (status, made) = server.post("/api/drafts", &json!({ "text": "Two", "projectId": one })).await;
    assert_eq!((status, &made["projectId"]), (201, &json!(one)));
    let form = reqwest::multipart::Form::new()
        .part("file", reqwest::multipart::Part::bytes(HARBOUR.as_bytes().to_vec()).file_name("harbour.txt"));
    let sent = server
        .client
        .post(server.url(&format!("/api/sources?project={one}")))
        .multipart(form)
        .send()
        .await
        .unwrap();
    assert_eq!(sent.status(), 202);
    assert_eq!(sent.json::<Value>().await.unwrap()["sources"][0]["projectId"], json!(one));
    asked(&server, "c2", "When does the library open?", json!({ "projectId": one })).await;
    for (path, list, count) in
        [("/api/drafts", "drafts", 2), ("/api/chats", "chats", 2), ("/api/sources", "sources", 2)]
    {
        assert_eq!(ids(&server, &format!("{path}?project={one}"), list).await.len(), count, "{path}");
        assert!(ids(&server, &format!("{path}?project={}", Uuid::now_v7()), list).await.is_empty(), "{path}");
    }
    let (_, found) = server.get(&format!("/api/projects/find?query=LIBRARY&project={one}")).await;
    let kinds: Vec<&str> =
        found["found"].as_array().unwrap().iter().map(|one| one["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds.iter().filter(|kind| **kind == "source").count(), 1, "{found}");
    assert!(kinds.contains(&"chat"), "{found}");

    // Another name, put away, gone; everything in it stays.
    let at = format!("/api/projects/{one}");
    assert_eq!(call(&server, "PATCH", &at, &json!({ "name": "Report", "archived": true })).await.0, 204);
    assert!(server.get("/api/projects").await.1["projects"][0]["archivedAt"].is_string());
    assert_eq!(call(&server, "DELETE", &at, &json!({})).await.0, 204);
    assert_eq!(call(&server, "DELETE", &at, &json!({})).await.0, 404);
    for (path, list, count) in
        [("/api/drafts", "drafts", 2), ("/api/chats", "chats", 2), ("/api/sources", "sources", 2)]
    {
        let told = server.get(path).await.1;
        let all = told[list].as_array().unwrap();
        assert_eq!(all.len(), count, "{path}");
        assert!(all.iter().all(|one| one["projectId"].is_null()), "{told}");
    }
}

#[tokio::test]
async fn a_question_in_a_project_looks_in_its_sources_unless_others_are_named() {
    let mut server = Server::extracts().await;
    let library = server.ingest("library.txt", LIBRARY).await;
    let harbour = server.ingest("harbour.txt", HARBOUR).await;
    let (one, empty) = (project(&server, "Harbour").await, project(&server, "Empty").await);
    server.post("/api/projects/move", &json!({ "projectId": one, "sourceIds": [harbour] })).await;
    let question = "When does the library open in the morning?";
    assert!(files(&asked(&server, "all", question, json!({})).await).contains(&"library.txt"));
    let told = asked(&server, "in", question, json!({ "projectId": one })).await;
    assert!(files(&told).iter().all(|file| *file == "harbour.txt"), "{:?}", files(&told));
    // The conversation is of its project, whatever is said later; names of sources win.
    let told = asked(&server, "in", "When does the library open?", json!({})).await;
    assert!(files(&told).iter().all(|file| *file == "harbour.txt"), "{:?}", files(&told));
    let told = asked(&server, "in", "When does the library open?", json!({ "sourceIds": [library] })).await;
    assert!(files(&told).contains(&"library.txt"));
    assert!(files(&asked(&server, "none", question, json!({ "projectId": empty })).await).is_empty());
    // Branches of a conversation are of its project, too.
    let body = json!({ "id": "in", "trigger": "regenerate-message", "messages": [{ "role": "user", "content": question }] });
    let again = server.client.post(server.url("/api/chat")).json(&body).send().await.unwrap();
    assert!(files(&Told::read(again).await).iter().all(|file| *file == "harbour.txt"));
    let (status, told) =
        server.post("/api/search", &json!({ "query": "library opens morning", "projectId": one })).await;
    assert_eq!(status, 200, "{told}");
    assert!(told["hits"].as_array().unwrap().iter().all(|hit| hit["fileName"] == "harbour.txt"), "{told}");
    let nowhere =
        json!({ "id": "x", "projectId": Uuid::now_v7(), "messages": [{ "role": "user", "content": "Hm?" }] });
    assert_eq!(server.post("/api/chat", &nowhere).await.0, 404);
    assert_eq!(server.get("/api/chats/x").await.0, 404);
}

/// Whoever may ask begins conversations in a project, and changes nothing else of it.
#[tokio::test]
async fn a_key_that_asks_puts_nothing_into_projects() {
    let server = Server::extracts().await;
    let one = project(&server, "One").await;
    let (_, asks) = key(server.state.store(), "asks", Scope::Ask, Limits::default()).await;
    let move_ = json!({ "projectId": one, "chatIds": ["c"] });
    assert_eq!(send(&server, &asks, "post", "/api/projects/move", &move_).await.status(), 403);
    assert_eq!(send(&server, &asks, "post", "/api/shares", &json!({})).await.status(), 403);
    let body = json!({ "id": "c", "projectId": one, "messages": [{ "role": "user", "content": "When does it open?" }] });
    assert_eq!(send(&server, &asks, "post", "/api/chat", &body).await.status(), 200);
    let chats: Value = send(&server, &asks, "get", &format!("/api/chats?project={one}"), &Value::Null)
        .await
        .json()
        .await
        .unwrap();
    assert_eq!(chats["chats"][0]["id"], "c", "{chats}");
}

#[tokio::test]
async fn a_project_of_another_workspace_takes_nothing_and_an_archive_takes_projects_along() {
    let server = Server::extracts().await;
    let own = server.state.store();
    let other = own.in_workspace(Uuid::now_v7());
    let now = time::OffsetDateTime::now_utc();
    assert!(other.insert_workspace(other.workspace(), "other", Limits::default(), now).await.unwrap());
    let theirs = Uuid::now_v7();
    assert!(other.insert_project(theirs, "theirs", now).await.unwrap());
    let draft: Uuid = new_draft(&server, "mine").await.parse().unwrap();
    let things = Things { drafts: &[draft], ..Things::default() };
    assert_eq!(own.put_into_project(Some(theirs), things).await.unwrap(), None);
    let mine = Uuid::now_v7();
    assert!(own.insert_project(mine, "mine", now).await.unwrap());
    assert_eq!(other.put_into_project(None, things).await.unwrap().unwrap().drafts, 0);
    assert_eq!(own.put_into_project(Some(mine), things).await.unwrap().unwrap().drafts, 1);
    assert!(!other.delete_project(mine).await.unwrap());

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("all.zip");
    archive::export(own, None, &file, |_| ()).await.unwrap();
    let second = TestDatabase::new().await;
    archive::import(&second.store, None, &file, |_| ()).await.unwrap();
    let store = second.store.in_workspace(DEFAULT_WORKSPACE);
    assert_eq!(
        store.projects().await.unwrap().iter().map(|one| (one.id, one.drafts)).collect::<Vec<_>>(),
        [(mine, 1)]
    );
    assert_eq!(store.draft(draft).await.unwrap().unwrap().project_id, Some(mine));
}
