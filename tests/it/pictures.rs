//! Pictures that documents name: whose they are, and when they go.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use stet_ingest::pictures;
use stet_store::{DEFAULT_WORKSPACE, DocumentStatus, Limits, Scope, Store};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::accounts::{key, send};
use crate::keep::found;
use crate::support::server::Server;

/// A workspace of a name.
pub async fn made(store: &Store, name: &str) -> Store {
    let made = store.in_workspace(Uuid::now_v7());
    let now = OffsetDateTime::now_utc();
    assert!(made.insert_workspace(made.workspace(), name, Limits::default(), now).await.unwrap());
    made
}

pub fn jsonl(text: &str, picture: &str) -> String {
    json!({ "text": text, "category": "figure", "image_path": picture }).to_string()
}

pub async fn taken(server: &Server, store: &Store, name: &str, text: &str) -> Uuid {
    let ingest = server.state.ingest.in_workspace(store.workspace());
    let taken = ingest.enqueue(name, text.as_bytes()).await.unwrap();
    ingest.wait(taken.document_id).await.unwrap();
    taken.document_id
}

/// The address of the picture of a document's first passage.
async fn picture_of(store: &Store, document: Uuid) -> String {
    format!("/api/chunks/{}/image", store.chunks_between(document, 0, 0).await.unwrap()[0].id)
}

/// Every file of a folder and those below it.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let entries = entries.map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// A picture is the source's that brought it: another one that names it, of the same workspace or another, has none; it goes with
/// its source, by whichever way that goes.
#[tokio::test]
async fn a_picture_belongs_to_its_source_and_goes_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().to_owned();
    let server = Server::start(None, |config| config.database.data_dir = place).await;
    let store = server.state.store();
    let tenant = made(store, "tenant").await;
    let (_, ours) = key(store, "ours", Scope::Write, Limits::default()).await;
    let (_, theirs) = key(&tenant, "theirs", Scope::Write, Limits::default()).await;
    let get = async |key: &str, path: &str| {
        let response = send(&server, key, "get", path, &Value::Null).await;
        (response.status().as_u16(), response.bytes().await.unwrap().to_vec())
    };
    let own = pictures::folder(folder.path(), DEFAULT_WORKSPACE);
    let tenants = pictures::folder(folder.path(), tenant.workspace());
    for folder in [&own, &tenants] {
        std::fs::create_dir_all(folder).unwrap();
    }
    let lay = |folder: &Path, name: &str, bytes: &str| std::fs::write(folder.join(name), bytes).unwrap();

    // Whatever the name says, it leads neither to another source's nor to another workspace's.
    lay(&own, "p3.png", "ours 1");
    lay(&own, "그림.png", "그림 1");
    let plan = taken(&server, store, "plan.jsonl", &jsonl("The plan.", "p3.png")).await;
    let korean = taken(&server, store, "계획.jsonl", &jsonl("계획이다.", "out/그림.png")).await;
    assert_eq!(get(&ours, &picture_of(store, plan).await).await, (200, b"ours 1".to_vec()));
    assert_eq!(get(&ours, &picture_of(store, korean).await).await, (200, "그림 1".into()));
    assert_eq!(files(folder.path()), Vec::<PathBuf>::new(), "what is taken in has left the folder");
    let mut others = Vec::new();
    let absolute = own.join("p3.png").to_str().unwrap().to_owned();
    for (at, name) in ["p3.png", "./p3.png", &absolute, "../images/p3.png", "그림.png"].iter().enumerate() {
        let other = taken(&server, store, &format!("other{at}.jsonl"), &jsonl("The other.", name)).await;
        others.push((&ours, picture_of(store, other).await));
        let other = taken(&server, &tenant, &format!("other{at}.jsonl"), &jsonl("The other.", name)).await;
        others.push((&theirs, picture_of(&tenant, other).await));
    }
    others.push((&theirs, picture_of(store, plan).await));
    for (key, path) in &others {
        assert_eq!(get(key, path).await.0, 404, "{path}");
    }
    // Each workspace its own of the same name.
    lay(&tenants, "p3.png", "theirs");
    let other = taken(&server, &tenant, "plan.jsonl", &jsonl("The plan.", "p3.png")).await;
    assert_eq!(get(&theirs, &picture_of(&tenant, other).await).await, (200, b"theirs".to_vec()));
    assert_eq!(get(&ours, &picture_of(store, plan).await).await, (200, b"ours 1".to_vec()));

    // A new version has the pictures of the one before, unless new ones wait; the old one keeps its own.
    let second = taken(&server, store, "plan.jsonl", &jsonl("The second plan.", "p3.png")).await;
    assert_eq!(get(&ours, &picture_of(store, second).await).await, (200, b"ours 1".to_vec()));
    lay(&own, "p3.png", "ours 3");
    let third = taken(&server, store, "plan.jsonl", &jsonl("The third plan.", "p3.png")).await;
    assert_eq!(get(&ours, &picture_of(store, third).await).await, (200, b"ours 3".to_vec()));
    assert_eq!(get(&ours, &picture_of(store, second).await).await, (200, b"ours 1".to_vec()));

    // What is not read to its end takes none: it still waits.
    lay(&own, "p9.png", "waits");
    let broken = taken(&server, store, "broken.jsonl", &format!("{}\n{{", jsonl("x", "p9.png"))).await;
    assert_eq!(store.document(broken).await.unwrap().unwrap().status, DocumentStatus::Failed);
    assert_eq!(files(&own).len(), 1);
    assert_eq!(found(&server.database, &["waits"]).await, BTreeSet::new());
    std::fs::remove_file(own.join("p9.png")).unwrap();

    // Gone with the source, whichever way: one version, all, or erased with what was said of it.
    assert!(found(&server.database, &["ours", "그림 1"]).await.contains("document_pictures"));
    assert!(store.delete_document(second).await.unwrap());
    let source = store.document(third).await.unwrap().unwrap().source_id;
    assert!(store.erase_source(source).await.unwrap().is_some());
    let source = store.document(korean).await.unwrap().unwrap().source_id;
    assert!(store.delete_source(source).await.unwrap());
    for word in ["ours 1", "ours 3", "그림 1"] {
        assert_eq!(found(&server.database, &[word]).await, BTreeSet::new(), "{word}");
    }
    assert_eq!(get(&theirs, &picture_of(&tenant, other).await).await.0, 200);
}

/// Pictures that lie in the folder since before they belonged to anybody come to the documents that name them.
#[tokio::test]
async fn pictures_of_before_come_to_the_documents_that_name_them() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().to_owned();
    let server = Server::start(None, |config| config.database.data_dir = place).await;
    let (store, own) = (server.state.store(), pictures::folder(folder.path(), DEFAULT_WORKSPACE));
    let plan = taken(&server, store, "plan.jsonl", &jsonl("The plan.", "p3.png")).await;
    std::fs::create_dir_all(&own).unwrap();
    std::fs::write(own.join("p3.png"), "old").unwrap();
    std::fs::write(own.join("p4.png"), "of nobody").unwrap();
    server.state.ingest.take_pictures_left().await.unwrap();
    let path = picture_of(store, plan).await;
    let shown = server.client.get(server.url(&path)).send().await.unwrap();
    assert_eq!(shown.bytes().await.unwrap().as_ref(), b"old");
    assert_eq!(files(&own), [own.join("p4.png")]);
    // Another that waits under the name is for a document that is still to come.
    std::fs::write(own.join("p3.png"), "new").unwrap();
    server.state.ingest.take_pictures_left().await.unwrap();
    assert_eq!(files(&own).len(), 2);
}
