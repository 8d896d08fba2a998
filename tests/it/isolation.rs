//! Workspaces are closed to one another: over every route, and in the database itself.

use futures::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, ConnectOptions as _, PgConnection};
use stet_store::{DEFAULT_WORKSPACE, Limits, Scope};
use time::OffsetDateTime;
use tokio_tungstenite::tungstenite::Message as Frame;
use uuid::Uuid;

use crate::accounts::{READS, key, operations, send, socket};
use crate::drafts::{BETTER, TEXT, new_draft, stage};
use crate::support::server::{LIBRARY, Server};

/// What stands in everything of the one workspace, and may stand in nothing that the other is told.
const SECRET: &str = "휴학규정";

const REGULATION: &str = "휴학규정\n\n제1조(목적) 이 규정은 휴학에 관한 사항을 정함을 목적으로 한다.\n\n제2조(기간) 휴학은 1년까지 할 수 있다.\n";

/// The ids of what is in the one workspace, by the place they have in addresses.
struct Theirs {
    source: String,
    chunk: String,
    draft: String,
    patch: String,
    comment: String,
    pack: String,
    key: String,
    entity: String,
    ignored: String,
    message: String,
    project: String,
    share: String,
}

async fn filled(server: &mut Server) -> Theirs {
    server.ingest("library.txt", LIBRARY).await;
    let source = server.ingest("휴학규정.txt", REGULATION).await;
    let told = server.ask(SECRET, "휴학규정에서 휴학은 몇 년까지 할 수 있나요?").await;
    assert!(told.done);
    let message = server.get(&format!("/api/chats/{SECRET}")).await.1["messages"][1]["id"].clone();
    let project = server.post("/api/projects", &json!({ "name": SECRET })).await.1["id"].clone();
    let share = server.post("/api/shares", &json!({ "messageId": message })).await.1["id"].clone();
    let chunk = server.post("/api/search", &json!({ "query": SECRET })).await.1["hits"][0]["id"].clone();
    let draft = new_draft(server, TEXT).await;
    let patch = stage(server, &draft, TEXT, BETTER).await.remove(0);
    let comment = json!({ "baseRevision": 1, "start": 0, "end": 3, "body": SECRET });
    let comment = server.post(&format!("/api/drafts/{draft}/comments"), &comment).await.1["made"].clone();
    let pack = json!({ "name": SECRET, "rules": [{ "id": "a", "text": SECRET }] });
    let (status, pack) = server.post("/api/criteria-packs", &pack).await;
    assert_eq!(status, 201, "{pack}");
    server.post("/api/references/accepted", &json!({ "words": SECRET })).await;
    server.post("/api/dictionary", &json!({ "words": [SECRET] })).await;
    let ignored =
        server.post("/api/ignored", &json!({ "ruleId": SECRET, "draftId": draft })).await.1["id"].clone();
    let (key, _) = key(server.state.store(), SECRET, Scope::Admin, Limits::default()).await;
    let work = json!([{ "id": SECRET, "type": "book", "title": SECRET }]).to_string();
    let form = reqwest::multipart::Form::new()
        .part("file", reqwest::multipart::Part::bytes(work.into_bytes()).file_name("works.json"));
    let taken = server.client.post(server.url("/api/bibliography")).multipart(form).send().await.unwrap();
    assert_eq!(taken.status(), 200);
    server.state.ingest.read_graph().await.unwrap();
    let entity = server.get("/api/graph/entities").await.1["entities"][0]["id"].clone();
    let text = |value: Value| value.as_str().unwrap().to_owned();
    Theirs {
        project: text(project),
        share: text(share),
        source,
        chunk: text(chunk),
        draft,
        patch,
        comment: text(comment),
        pack: text(pack["id"].clone()),
        key: key.to_string(),
        entity: text(entity),
        ignored: text(ignored),
        message: text(message),
    }
}

impl Theirs {
    /// An address with these ids, or with ones that nobody has.
    fn address(&self, path: &str, theirs: bool) -> String {
        let nobody = "0198b000-0000-7000-8000-000000000000";
        let own = |id: &str| if theirs { id.to_owned() } else { nobody.to_owned() };
        let room = path.split('/').nth(2).unwrap_or_default();
        let parts = path.split('/').map(|part| match (room, part) {
            ("sources", "{id}") => own(&self.source),
            ("chunks", "{id}") => own(&self.chunk),
            ("drafts", "{id}") => own(&self.draft),
            ("criteria-packs", "{id}") => own(&self.pack),
            ("graph", "{id}") => own(&self.entity),
            ("ignored", "{id}") => own(&self.ignored),
            ("projects", "{id}") => own(&self.project),
            ("shares", "{id}") => own(&self.share),
            ("keys", "{id}") => own(&self.key),
            ("workspaces", "{id}") => own(&DEFAULT_WORKSPACE.to_string()),
            ("chat" | "chats", "{id}") | ("bibliography", "{key}") => own(SECRET),
            (_, "{patch}") => own(&self.patch),
            (_, "{comment}") => own(&self.comment),
            (_, "{name}") => if theirs { SECRET } else { "없는규정" }.to_owned(),
            (_, "{page}" | "{article}" | "{revision}") => "1".to_owned(),
            (_, "{action}") => "accept".to_owned(),
            ("models", "{id}") => "stet".to_owned(),
            (_, part) => {
                assert!(!part.starts_with('{'), "{path}");
                part.to_owned()
            }
        });
        parts.collect::<Vec<_>>().join("/")
    }
}

/// A body that would do, so that nothing but the address decides.
fn body(operation: &str) -> Value {
    match operation {
        "saveDraft" => json!({ "baseRevision": 1, "text": "taken" }),
        "addComment" => json!({ "baseRevision": 1, "start": 0, "end": 3, "body": "taken" }),
        "changeComment" | "replyToComment" => json!({ "body": "taken" }),
        "restoreRevision" | "decidePatch" => json!({ "baseRevision": 1 }),
        "decidePatches" => json!({ "baseRevision": 1, "action": "accept", "all": true }),
        "revise" => json!({ "baseRevision": 1, "instruction": "Shorter." }),
        "replacePack" => json!({ "name": "taken", "rules": [{ "id": "a", "text": "taken" }] }),
        "correctPassage" | "lintText" => json!({ "text": "taken" }),
        "showBranch" => json!({ "messageId": Uuid::nil() }),
        "renameWorkspace" | "changeProject" => json!({ "name": "taken" }),
        "rotateKey" | "limitWorkspace" | "lintDraft" => json!({}),
        _ => Value::Null,
    }
}

/// Whoever asks by another workspace's ids is told what is told of ids that nobody has.
#[tokio::test]
async fn no_route_tells_another_workspace_whether_something_is_there() {
    let mut server = Server::extracts().await;
    let theirs = filled(&mut server).await;
    let before = server.state.store().drafts((10, 0), None, None).await.unwrap();
    let store = server.state.store().in_workspace(Uuid::now_v7());
    assert!(
        store
            .insert_workspace(store.workspace(), "other", Limits::default(), OffsetDateTime::now_utc())
            .await
            .unwrap()
    );
    let mut keys = Vec::new();
    for scope in scopes() {
        keys.push(key(&store, "other", scope, Limits::default()).await.1);
    }
    let (mut wrong, mut tried) = (Vec::new(), 0);
    for ((method, path, operation), key) in
        operations().into_iter().flat_map(|one| keys.iter().map(move |key| (one.clone(), key)))
    {
        let id = operation["operationId"].as_str().unwrap();
        if ["signIn", "signOut", "readSession", "readModel", "socket"].contains(&id)
            || operation["security"] == json!([])
        {
            continue;
        }
        let ask = async |theirs_too: bool| {
            let query = if id == "exportDraft" { "?format=md" } else { "" };
            let address = theirs.address(&path, theirs_too) + query;
            let response = send(&server, key, &method, &address, &body(id)).await;
            let status = response.status().as_u16();
            let mut text = response.text().await.unwrap();
            // The problem names what was asked for.
            for named in address.split(['/', '?']).filter(|part| part.len() > 2) {
                text = text.replace(named, "…");
            }
            (status, text)
        };
        let (found, nobodys) = (ask(true).await, ask(false).await);
        if found.1.contains(SECRET) || found.1.contains("nine in the morning") {
            wrong.push(format!("{method} {path} tells what it must not: {}", found.1));
        }
        if path.contains('{') {
            tried += 1;
            // What stops, and what may come back for an answer, have nothing to stop and nothing to tell.
            let quiet = ["stop", "stopRevision", "resume"].contains(&id) && found.0 == 204;
            let shut = found.0 == 403 && found.1.contains("urn:stet:forbidden");
            if found != nobodys || !(found.0 == 404 || quiet || shut) {
                wrong.push(format!("{method} {path}: {found:?}, of nobody's {nobodys:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(tried > 30 * keys.len(), "{tried}");
    assert_eq!(
        server.state.store().drafts((10, 0), None, None).await.unwrap(),
        before,
        "nothing has changed"
    );
    let one = server.state.store();
    assert!(one.document(theirs.source.parse().unwrap()).await.unwrap().is_some());
    assert!(one.criteria_pack(theirs.pack.parse().unwrap()).await.unwrap().is_some());
    assert!(one.keys().await.unwrap().iter().all(|key| key.revoked_at.is_none() && key.successor.is_none()));
}

/// The description of the service.
fn document() -> Value {
    stet_http::openapi().clone()
}

/// Every scope that a key may have, as the description names them.
fn scopes() -> Vec<Scope> {
    serde_json::from_value(document()["components"]["schemas"]["Scope"]["enum"].clone()).unwrap()
}

fn resolved<'d>(document: &'d Value, mut value: &'d Value) -> &'d Value {
    while let Some(target) = value["$ref"].as_str() {
        value = document.pointer(target.trim_start_matches('#')).unwrap();
    }
    value
}

/// The places of a body where ids stand, and whether a list of them does.
fn places(document: &Value, schema: &Value, at: &str, found: &mut Vec<(String, bool)>) {
    let schema = resolved(document, schema);
    if schema["format"] == "uuid" {
        found.push((at.to_owned(), false));
    }
    if resolved(document, &schema["items"])["format"] == "uuid" {
        found.push((at.to_owned(), true));
    }
    for variants in ["allOf", "oneOf", "anyOf"] {
        for variant in schema[variants].as_array().into_iter().flatten() {
            places(document, variant, at, found);
        }
    }
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        places(document, property, &format!("{at}/{name}"), found);
    }
}

impl Theirs {
    /// What an id of this name is of. A name that is new has to be said here.
    fn named(&self, name: &str) -> String {
        match name {
            "sourceId" | "sourceIds" => self.source.clone(),
            "project" | "projectId" => self.project.clone(),
            "draftIds" | "draft" | "draftId" => self.draft.clone(),
            "criteriaPackIds" => self.pack.clone(),
            "entity" | "after" => self.entity.clone(),
            "evidenceChunkIds" => self.chunk.clone(),
            "workspace" => DEFAULT_WORKSPACE.to_string(),
            "messageId" | "message" => self.message.clone(),
            "before" => self.key.clone(),
            "ids" => self.patch.clone(),
            name => panic!("the matrix does not know what {name} is the id of"),
        }
    }
}

/// Puts a value into a body, into objects that are made where there are none.
fn put(body: &mut Value, place: &str, value: Value) {
    let mut at = body;
    for name in place.split('/').skip(1) {
        if !at.is_object() {
            *at = json!({});
        }
        at = &mut at[name];
    }
    *at = value;
}

/// What is told, without what is another one with every request: ids, times, numbers.
fn alike(text: &str) -> String {
    let varies = regex::Regex::new(r"[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{32}|[0-9]+").unwrap();
    varies.replace_all(text, "…").into_owned()
}

/// Every route of the description, with every id that its query or its body takes, in every scope: the other workspace's are told of as
/// nobody's are. A route that is new is tried by itself, by its parameters, its schema and its example.
#[tokio::test]
async fn no_id_in_a_query_or_a_body_reaches_another_workspace() {
    let mut server = Server::extracts().await;
    let theirs = filled(&mut server).await;
    let document = document();
    let store = server.state.store().in_workspace(Uuid::now_v7());
    let now = OffsetDateTime::now_utc();
    assert!(store.insert_workspace(store.workspace(), "other", Limits::default(), now).await.unwrap());
    let nobody = "0198b000-0000-7000-8000-000000000000".to_owned();
    let (mut wrong, mut tried) = (Vec::new(), 0);
    for scope in scopes() {
        let (_, key) = key(&store, "other", scope, Limits::default()).await;
        for (method, path, operation) in operations() {
            if operation["security"] == json!([]) || operation["operationId"] == "signIn" {
                continue;
            }
            let mut places_of = Vec::new();
            let content = &resolved(&document, &operation["requestBody"])["content"]["application/json"];
            places(&document, &content["schema"], "", &mut places_of);
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            let parameters = parameters.map(|parameter| resolved(&document, parameter));
            let in_query = parameters.filter(|parameter| {
                parameter["in"] == "query" && resolved(&document, &parameter["schema"])["format"] == "uuid"
            });
            let in_query = in_query.map(|parameter| (parameter["name"].as_str().unwrap().to_owned(), None));
            let in_body = places_of.into_iter().map(|(place, list)| (place, Some(list)));
            for (place, list) in in_query.chain(in_body) {
                tried += 1;
                let name = place.rsplit('/').next().unwrap();
                let ask = async |id: &str| {
                    let address = theirs.address(&path, false);
                    let mut body = content["example"].clone();
                    let address = match list {
                        None => format!("{address}?{name}={id}"),
                        Some(list) => {
                            put(&mut body, &place, if list { json!([id]) } else { json!(id) });
                            address
                        }
                    };
                    let response = send(&server, &key, &method, &address, &body).await;
                    (response.status().as_u16(), response.text().await.unwrap())
                };
                let (found, nobodys) = (ask(&theirs.named(name)).await, ask(&nobody).await);
                for secret in [SECRET, "휴학에 관한 사항", "nine in the morning", "제2조"] {
                    if found.1.contains(secret) {
                        wrong.push(format!("{scope:?} {method} {path} {place} tells: {}", found.1));
                    }
                }
                if (found.0, alike(&found.1)) != (nobodys.0, alike(&nobodys.1)) {
                    wrong.push(format!(
                        "{scope:?} {method} {path} {place}: {found:?}, of nobody's {nobodys:?}"
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(tried > 20 * scopes().len(), "{tried}");
}

/// What goes out as a file, for whoever asks by the ids of another workspace, in every form and scope.
#[tokio::test]
async fn no_export_and_no_picture_is_handed_to_another_workspace() {
    let mut server = Server::extracts().await;
    let theirs = filled(&mut server).await;
    let document = document();
    let store = server.state.store().in_workspace(Uuid::now_v7());
    let now = OffsetDateTime::now_utc();
    assert!(store.insert_workspace(store.workspace(), "other", Limits::default(), now).await.unwrap());
    let mut tried = 0;
    for scope in scopes() {
        let (_, key) = key(&store, "other", scope, Limits::default()).await;
        for (method, path, operation) in operations() {
            let responses = operation["responses"].as_object().into_iter().flatten();
            let files = responses.flat_map(|(_, response)| {
                let content = resolved(&document, response)["content"].as_object().cloned();
                content.unwrap_or_default().into_iter().map(|(kind, _)| kind)
            });
            let is_file = |kind: &String| {
                let as_it_is = ["application/json", "application/problem+json", "text/event-stream"];
                !as_it_is.contains(&kind.as_str())
            };
            if method != "get"
                || operation["security"] == json!([])
                || !files.into_iter().any(|kind| is_file(&kind))
            {
                continue;
            }
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            let mut formats = vec![String::new()];
            for parameter in parameters.map(|parameter| resolved(&document, parameter)) {
                if parameter["name"] == "format" {
                    let named = resolved(&document, &parameter["schema"])["enum"].as_array().cloned();
                    let named = named.unwrap_or_default();
                    formats =
                        named.iter().map(|format| format!("?format={}", format.as_str().unwrap())).collect();
                }
            }
            for format in formats {
                tried += 1;
                let address = theirs.address(&path, true) + &format;
                let response = send(&server, &key, &method, &address, &Value::Null).await;
                let status = response.status().as_u16();
                let bytes = response.bytes().await.unwrap();
                let text = String::from_utf8_lossy(&bytes)
                    .replace(&percent(SECRET), "…")
                    .replace(&format!("“{SECRET}”"), "…");
                assert!(
                    !text.contains(SECRET) && !text.contains("nine in the morning"),
                    "{scope:?} {path}{format}: {text}"
                );
                assert!(
                    !path.contains('{') || [403, 404].contains(&status),
                    "{scope:?} {path}{format}: {status}"
                );
            }
        }
    }
    assert!(tried > 8 * scopes().len(), "{tried}");
}

fn percent(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// A socket is another door to the same room.
#[tokio::test]
async fn no_socket_tells_what_another_workspace_has() {
    let mut server = Server::extracts().await;
    let theirs = filled(&mut server).await;
    let store = server.state.store().in_workspace(Uuid::now_v7());
    let now = OffsetDateTime::now_utc();
    assert!(store.insert_workspace(store.workspace(), "other", Limits::default(), now).await.unwrap());
    let asked = |id: &str| json!([{ "id": id, "role": "user", "parts": [{ "type": "text", "text": "휴학은 몇 년까지?" }] }]);
    for scope in scopes() {
        let (_, key) = key(&store, "other", scope, Limits::default()).await;
        let mut frames = vec![json!({ "type": "resume", "id": SECRET }), json!({ "type": "abort" })];
        for body in [
            json!({ "sourceIds": [theirs.source] }),
            json!({ "criteriaPackIds": [theirs.pack] }),
            json!({ "draftId": theirs.draft }),
            json!({ "filter": { "sourceIds": [theirs.source] } }),
        ] {
            let id = Uuid::now_v7().to_string();
            frames.push(json!({ "type": "send", "id": id, "trigger": "submit-message", "messages": asked(&id), "body": body }));
        }
        for mut frame in frames {
            frame["requestId"] = json!("r");
            let mut socket = socket(&server, &key).await;
            socket.send(Frame::text(frame.to_string())).await.unwrap();
            if frame["type"] == "abort" {
                continue;
            }
            let mut told = String::new();
            while let Some(Ok(Frame::Text(text))) = socket.next().await {
                told.push_str(&text);
                let kind = serde_json::from_str::<Value>(&text).unwrap()["type"].clone();
                if kind == "end" || kind == "error" || kind == "no-active" {
                    break;
                }
            }
            for secret in ["휴학에 관한 사항", "제2조", "휴학규정.txt", "nine in the morning"] {
                assert!(!told.contains(secret), "{scope:?} {frame}: {told}");
            }
        }
    }
}

/// Whatever has the scope, with the ids of what is there and bodies that would do.
#[tokio::test]
async fn a_key_that_reads_changes_nothing_at_all() {
    let mut server = Server::extracts().await;
    let here = filled(&mut server).await;
    let (_, reads) = key(server.state.store(), "reads", Scope::Read, Limits::default()).await;
    let mut raw = server.database.options().connect().await.unwrap();
    let mut rows = async || {
        let mut all = Vec::new();
        // Work of the server's own and the last use of keys are nobody's change.
        for table in [
            "conversations",
            "messages",
            "message_events",
            "drafts",
            "draft_revisions",
            "patches",
            "patch_decisions",
            "draft_comments",
            "criteria_pack",
            "criteria_pack_versions",
            "works",
            "dictionary_words",
            "ignored_findings",
            "accepted_references",
            "rag_documents",
            "document_files",
            "workspaces",
            "audit_log",
            "revision_runs",
        ] {
            let sql =
                format!("select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') from {table} t");
            let sum: String = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(&mut raw).await.unwrap();
            all.push((table, sum));
        }
        all
    };
    let before = rows().await;
    let question =
        json!({ "role": "user", "parts": [{ "type": "text", "text": "휴학은 몇 년까지 할 수 있나요?" }] });
    let mut wrong = Vec::new();
    for (method, path, operation) in operations() {
        let id = operation["operationId"].as_str().unwrap();
        if ["signIn", "signOut", "readSession", "socket"].contains(&id) || operation["security"] == json!([])
        {
            continue;
        }
        let body = match id {
            "ask" => json!({ "id": SECRET, "trigger": "regenerate-message", "messages": [question] }),
            "addWord" | "addWords" => json!({ "words": ["taken"] }),
            "createDraft" => json!({ "text": "taken" }),
            "createPack" => json!({ "name": "taken", "rules": [{ "id": "a", "text": "taken" }] }),
            "search" => json!({ "query": "휴학" }),
            "verify" => json!({ "answer": "휴학은 1년까지 할 수 있다 [1].", "context": [REGULATION] }),
            "queryVerified" => json!({ "question": "휴학은 몇 년까지?" }),
            "complete" => json!({ "messages": [{ "role": "user", "content": "휴학은 몇 년까지?" }] }),
            "createResponse" => json!({ "input": "휴학은 몇 년까지?" }),
            "callMcp" => json!({
                "jsonrpc": "2.0", "id": 1, "method": "tools/call",
                "params": { "name": "ask", "arguments": { "question": "휴학은 몇 년까지?" } },
            }),
            _ => body(id),
        };
        let query = if id == "exportDraft" { "?format=md" } else { "" };
        let address = here.address(&path, true) + query;
        let response = send(&server, &reads, &method, &address, &body).await;
        let (status, text) = (response.status().as_u16(), response.text().await.unwrap());
        if method != "get" && !READS.contains(&id) && status != 403 {
            wrong.push(format!("{method} {path}: {status} {text}"));
        }
        if id == "callMcp" && !text.contains("isError") {
            wrong.push(format!("an agent was answered: {text}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert_eq!(rows().await, before);
}

/// Ids in bodies are no way around.
#[tokio::test]
async fn no_body_reaches_what_another_workspace_has() {
    let mut server = Server::extracts().await;
    let theirs = filled(&mut server).await;
    let store = server.state.store().in_workspace(Uuid::now_v7());
    store
        .insert_workspace(store.workspace(), "other", Limits::default(), OffsetDateTime::now_utc())
        .await
        .unwrap();
    let (_, key) = key(&store, "other", Scope::Admin, Limits::default()).await;
    let question = "휴학은 몇 년까지 할 수 있나요?";
    let asked = json!({ "role": "user", "parts": [{ "type": "text", "text": question }] });
    for (path, body) in [
        ("/api/search", json!({ "query": question, "filter": { "sourceIds": [theirs.source] } })),
        ("/api/search", json!({ "query": question })),
        ("/api/chat", json!({ "id": SECRET, "message": asked, "sourceIds": [theirs.source] })),
        ("/api/chat", json!({ "id": "c", "message": asked, "criteriaPackIds": [theirs.pack] })),
        ("/query/verified", json!({ "question": question })),
        ("/v1/chat/completions", json!({ "messages": [{ "role": "user", "content": question }] })),
        ("/api/verify", json!({ "answer": "휴학은 1년까지 할 수 있다 [1].", "sourceIds": [theirs.source] })),
        (
            "/api/drafts",
            json!({ "text": "x", "sourceIds": [theirs.source], "criteriaPackIds": [theirs.pack] }),
        ),
        ("/api/keys", json!({ "name": "k", "scope": "admin", "workspace": DEFAULT_WORKSPACE })),
    ] {
        let response = send(&server, &key, "post", path, &body).await;
        let status = response.status().as_u16();
        let text = response.text().await.unwrap();
        for told in ["휴학에 관한 사항", "제2조", "휴학규정.txt", "stet_"] {
            assert!(!text.contains(told), "{path} {body}: {status} {text}");
        }
        assert!(path != "/api/drafts" || status == 400, "{body}: {status} {text}");
    }
    // The figures are of all workspaces.
    let figures = send(&server, &key, "get", "/metrics", &Value::Null).await;
    assert_eq!(figures.status(), 403);
    // A conversation of the same name is another one.
    let own = send(&server, &key, "get", &format!("/api/chats/{SECRET}"), &Value::Null).await;
    let own: Value = own.json().await.unwrap();
    assert_eq!(own["messages"].as_array().map(Vec::len), Some(2), "{own}");
    assert_eq!(server.state.store().conversations(10, 0, None, None, None).await.unwrap().len(), 1);
    for path in ["/api/keys", "/api/audit"] {
        let there =
            send(&server, &key, "get", &format!("{path}?workspace={DEFAULT_WORKSPACE}"), &Value::Null).await;
        assert_eq!(there.status(), 404, "{path}");
    }
}

async fn all(connection: &mut PgConnection, sql: String) -> sqlx::Result<i64> {
    sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(connection).await
}

/// The role of the application, without the service around it.
#[tokio::test]
async fn the_database_shows_a_workspace_its_own_rows_alone() {
    let mut server = Server::extracts().await;
    assert!(server.state.store().is_confined());
    filled(&mut server).await;
    let mut raw = server.database.options().connect().await.unwrap();
    let tables: Vec<String> = sqlx::query_scalar(
        "select c.relname::text from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id' \
         where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and not a.attisdropped order by 1",
    )
    .fetch_all(&mut raw)
    .await
    .unwrap();
    assert!(tables.len() > 20, "{tables:?}");
    let mut rows = 0;
    for table in &tables {
        rows += all(&mut raw, format!("select count(*) from {table}")).await.unwrap();
    }
    assert!(rows > 30, "{rows}");
    sqlx::query("set role stet_app").execute(&mut raw).await.unwrap();
    for table in tables.iter().map(String::as_str).chain(["sessions", "person_sessions", "workspaces"]) {
        let seen = all(&mut raw, format!("select count(*) from {table}")).await;
        if ["api_keys", "people", "person_sessions", "sessions", "usage_days", "workspaces"].contains(&table)
        {
            assert!(seen.unwrap_err().to_string().contains("permission denied"), "{table}");
        } else {
            assert_eq!(seen.unwrap(), 0, "{table} without a workspace");
        }
    }
    let other = Uuid::now_v7();
    for (workspace, sees) in [(other, false), (DEFAULT_WORKSPACE, true)] {
        sqlx::query(AssertSqlSafe(format!("set stet.workspace = '{workspace}'")))
            .execute(&mut raw)
            .await
            .unwrap();
        for table in [
            "rag_documents",
            "rag_chunks",
            "document_files",
            "drafts",
            "messages",
            "patches",
            "draft_comments",
            "criteria_pack",
        ] {
            let seen = all(&mut raw, format!("select count(*) from {table}")).await.unwrap();
            assert_eq!(seen > 0, sees, "{table}");
        }
    }
    // Nothing can be put into another one, nor moved there, and the log cannot be changed.
    for sql in [
        format!(
            "insert into conversations (id, workspace_id, client_id, created_at, updated_at) values ('{other}', '{other}', 'x', now(), now())"
        ),
        format!("update drafts set workspace_id = '{other}'"),
        "update audit_log set who = 'nobody'".to_owned(),
        "delete from audit_log".to_owned(),
    ] {
        assert!(sqlx::query(AssertSqlSafe(sql.clone())).execute(&mut raw).await.is_err(), "{sql}");
    }
}

/// What belongs to no workspace is not the business of the role that works for one.
#[tokio::test]
async fn the_role_of_a_workspace_changes_nothing_that_is_of_no_workspace() {
    let server = Server::extracts().await;
    let mut raw = server.database.options().connect().await.unwrap();
    let tables: Vec<(String, bool)> = sqlx::query_as(
        "select c.relname::text, c.relrowsecurity and exists (select from pg_policy p where p.polrelid = c.oid) \
         from pg_class c where c.relkind in ('r', 'p', 'v', 'm') and c.relnamespace = 'public'::regnamespace order by 1",
    )
    .fetch_all(&mut raw)
    .await
    .unwrap();
    for named in ["_sqlx_migrations", "vector_index", "workspaces", "api_keys", "sessions"] {
        assert!(tables.iter().any(|(table, _)| table == named), "{named}");
    }
    let mut wrong = Vec::new();
    sqlx::query("set role stet_app").execute(&mut raw).await.unwrap();
    for (table, confined) in &tables {
        for right in ["insert", "update", "delete", "truncate", "references", "trigger"] {
            let sql = format!("select has_table_privilege(current_user, '{table}', '{right}')");
            let has: bool = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(&mut raw).await.unwrap();
            let may = *confined && ["insert", "update", "delete"].contains(&right);
            if has && !may {
                wrong.push(format!("{right} {table}"));
            }
        }
        if !confined {
            let done = sqlx::query(AssertSqlSafe(format!("delete from {table}"))).execute(&mut raw).await;
            assert!(done.unwrap_err().to_string().contains("permission denied"), "{table}");
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    for sql in
        ["create table mine (a int)", "alter table drafts disable row level security", "drop table drafts"]
    {
        assert!(sqlx::query(sql).execute(&mut raw).await.is_err(), "{sql}");
    }
}

/// Who is made to run something by the service's own connection is no administrator of the server.
#[tokio::test]
async fn the_service_is_no_administrator_of_its_private_database() {
    let server = Server::extracts().await;
    let service = server.database.options().username("stet_service");
    let mut raw = service.connect().await.unwrap();
    let is_on: String = sqlx::query_scalar("show is_superuser").fetch_one(&mut raw).await.unwrap();
    assert_eq!(is_on, "off");
    for before in [
        "reset role",
        "set role stet_app; reset role",
        "set role stet_app; set session authorization default",
    ] {
        for sql in [
            "copy (select 1) to program 'cat'",
            "copy vector_index from program 'echo t'",
            "copy (select 1) to '/tmp/stet-left'",
            "select pg_read_file('/etc/passwd')",
            "select lo_import('/etc/passwd')",
            "alter system set archive_command = 'true'",
            "create function f() returns int language c as 'libc', 'getpid'",
            "create role other superuser login",
            "set role stet",
            "set session authorization stet",
            "alter role stet_service superuser",
            "set session_replication_role = replica",
        ] {
            sqlx::raw_sql(before).execute(&mut raw).await.unwrap();
            let fault = sqlx::raw_sql(sql).execute(&mut raw).await.unwrap_err();
            let code = fault
                .as_database_error()
                .and_then(sqlx::error::DatabaseError::code)
                .unwrap_or_default()
                .into_owned();
            assert_eq!(code, "42501", "{before} {sql}: {fault}");
        }
    }
}
