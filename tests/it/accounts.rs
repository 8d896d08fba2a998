//! Keys and what they may, browser sessions, the audit log, and limits.

use futures::{SinkExt as _, StreamExt as _};
use reqwest::{Method, Response};
use serde_json::{Value, json};
use stet_access::Secret;
use stet_store::{Limits, NewKey, Revoked, Scope, Store};
use time::OffsetDateTime;
use tokio_tungstenite::tungstenite::Message as Frame;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use uuid::Uuid;

use crate::drafts::{BETTER, TEXT, new_draft, stage};
use crate::http::{QUESTION, endless, until_text};
use crate::support::model::Script;
use crate::support::server::{LIBRARY, Server, Told};

/// Stores a key of the store's workspace.
pub async fn key(store: &Store, name: &str, scope: Scope, limits: Limits) -> (Uuid, String) {
    let (id, secret) = (Uuid::now_v7(), Secret::key().unwrap());
    let new = NewKey {
        id,
        name,
        hash: &secret.hash(),
        prefix: secret.prefix(),
        scope,
        expires_at: None,
        limits,
        at: OffsetDateTime::now_utc(),
    };
    assert!(store.insert_key(&new).await.unwrap());
    (id, secret.text().to_owned())
}

/// Revokes a key as another node would: this one hears of it from the database alone.
async fn revoke(server: &Server, id: Uuid) -> Revoked {
    server.state.store().revoke_key(id, OffsetDateTime::now_utc(), false).await.unwrap()
}

pub async fn send(server: &Server, key: &str, method: &str, path: &str, body: &Value) -> Response {
    let method: Method = method.to_uppercase().parse().unwrap();
    let request = server.client.request(method, server.url(path)).bearer_auth(key);
    let request = if body.is_null() { request } else { request.json(body) };
    request.send().await.unwrap()
}

async fn told(response: Response) -> (u16, Value) {
    (response.status().as_u16(), response.json().await.unwrap_or_default())
}

/// Every operation of the document: method, path, and what is said about it.
pub fn operations() -> Vec<(String, String, Value)> {
    let document = stet_http::openapi();
    let mut all = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap().iter().filter(|(name, _)| *name != "parameters")
        {
            all.push((method.clone(), path.clone(), operation.clone()));
        }
    }
    assert!(all.len() > 60);
    all
}

/// What changes conversations of one's own and nothing else.
const ASKS: &[&str] =
    &["ask", "stop", "complete", "createResponse", "queryVerified", "deleteChat", "showBranch"];
/// What changes nothing at all although it is no GET.
pub const READS: &[&str] = &[
    "embed",
    "callMcp",
    "verify",
    "search",
    "readClipboard",
    "lintDraft",
    "classifyPatches",
    "lintRules",
    "lintText",
];
const ADMINS: &[&str] = &[
    "metrics",
    "listKeys",
    "createKey",
    "rotateKey",
    "revokeKey",
    "listWorkspaces",
    "createWorkspace",
    "limitWorkspace",
    "renameWorkspace",
    "deleteWorkspace",
    "audit",
];

/// Every route of the document, so that a new one is closed until somebody says otherwise.
#[tokio::test]
async fn a_key_may_what_its_scope_says_and_no_more() {
    let server = Server::extracts().await;
    let store = server.state.store();
    let mut wrong = Vec::new();
    for scope in [Scope::Read, Scope::Ask, Scope::Write, Scope::Admin] {
        let (_, key) = key(store, "one", scope, Limits::default()).await;
        for (method, path, operation) in operations() {
            if operation["security"] == json!([]) {
                continue;
            }
            let id = operation["operationId"].as_str().unwrap();
            let needed = match id {
                id if ADMINS.contains(&id) => Scope::Admin,
                id if method == "get" || READS.contains(&id) => Scope::Read,
                id if ASKS.contains(&id) => Scope::Ask,
                _ => Scope::Write,
            };
            let address: Vec<&str> = path
                .split('/')
                .map(|part| if part.starts_with('{') { "00000000-0000-0000-0000-000000000001" } else { part })
                .collect();
            let (status, problem) =
                told(send(&server, &key, &method, &address.join("/"), &Value::Null).await).await;
            let refused = status == 403
                && (problem["type"] == "urn:stet:forbidden" || problem["error"]["code"] == "forbidden");
            if refused != (scope < needed) {
                wrong.push(format!("{scope:?} {method} {path}: {status} {problem}"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[tokio::test]
async fn without_a_key_this_machine_needs_none_and_with_one_everybody_does() {
    let server = Server::extracts().await;
    let (_, session) = server.get("/api/session").await;
    assert_eq!((&session["signedIn"], &session["needed"]), (&json!(true), &json!(false)), "{session}");
    assert_eq!(server.get("/api/status").await.1["auth"], false);
    let (status, made) = server.post("/api/keys", &json!({ "name": "관리", "scope": "admin" })).await;
    assert_eq!(status, 201, "{made}");
    let key = made["key"].as_str().unwrap();
    assert!(key.starts_with(made["prefix"].as_str().unwrap()));
    assert_eq!(server.get("/api/status").await.0, 401);
    assert_eq!(server.get("/api/session").await.1["needed"], true);
    let (status, about) = told(send(&server, key, "get", "/api/status", &Value::Null).await).await;
    assert_eq!((status, &about["auth"]), (200, &json!(true)));
    // It is told once, and kept nowhere.
    let (_, list) = told(send(&server, key, "get", "/api/keys", &Value::Null).await).await;
    assert!(list["keys"][0].get("key").is_none() && !list.to_string().contains(key), "{list}");
    let mut raw = sqlx_connection(&server).await;
    let rows: Vec<String> =
        sqlx::query_scalar("select k::text from api_keys k").fetch_all(&mut raw).await.unwrap();
    assert!(rows.iter().all(|row| !row.contains(key)), "{rows:?}");
}

async fn sqlx_connection(server: &Server) -> sqlx::PgConnection {
    use sqlx::ConnectOptions as _;
    server.database.options().connect().await.unwrap()
}

#[tokio::test]
async fn keys_expire_are_rotated_with_an_overlap_and_revoked_on_every_node() {
    let server = Server::start(Some("plain"), |_| ()).await;
    let store = server.state.store();
    let (_, admin) = key(store, "admin", Scope::Admin, Limits::default()).await;
    let status =
        async |key: &str| send(&server, key, "get", "/api/sources", &Value::Null).await.status().as_u16();

    let short = json!({ "name": "short", "scope": "read", "expiresInDays": 1 });
    let (_, short) = told(send(&server, &admin, "post", "/api/keys", &short).await).await;
    let short_key = short["key"].as_str().unwrap();
    assert_eq!(status(short_key).await, 200);
    let mut raw = sqlx_connection(&server).await;
    sqlx::query("update api_keys set expires_at = now() - interval '1 second' where id = $1::uuid")
        .bind(short["id"].as_str().unwrap())
        .execute(&mut raw)
        .await
        .unwrap();
    // Any change of keys makes this node look them all up again.
    let old = json!({ "name": "editor", "scope": "write" });
    let (_, old) = told(send(&server, &admin, "post", "/api/keys", &old).await).await;
    assert_eq!(status(short_key).await, 401, "it has expired");

    let (id, old_key) = (old["id"].as_str().unwrap(), old["key"].as_str().unwrap());
    let rotate = format!("/api/keys/{id}/rotate");
    let (made, new) = told(send(&server, &admin, "post", &rotate, &json!({ "overlapHours": 1 })).await).await;
    let new_key = new["key"].as_str().unwrap();
    assert_eq!((made, &new["name"], &new["scope"]), (201, &json!("editor"), &json!("write")));
    assert_eq!((status(old_key).await, status(new_key).await), (200, 200), "both are good for a while");
    let (_, list) = told(send(&server, &admin, "get", "/api/keys", &Value::Null).await).await;
    let listed = list["keys"].as_array().unwrap().iter().find(|key| key["id"] == id).unwrap().clone();
    assert_eq!((&listed["successor"], listed["expiresAt"].is_string()), (&new["id"], true));
    let (again, _) = told(send(&server, &admin, "post", &rotate, &json!({})).await).await;
    assert_eq!(again, 404, "a key has one successor");

    // The other node has seen the key; it hears of the end of it by itself.
    let other = server.beside("plain").await;
    let there = async || send(&other, new_key, "get", "/api/sources", &Value::Null).await.status().as_u16();
    assert_eq!(there().await, 200);
    let revoke = format!("/api/keys/{}", new["id"].as_str().unwrap());
    assert_eq!(send(&server, &admin, "delete", &revoke, &Value::Null).await.status(), 204);
    assert_eq!(status(new_key).await, 401, "here at once");
    until!(there().await == 401);
    for name in ["", " ", "a\u{7}"] {
        let body = json!({ "name": name, "scope": "read" });
        assert_eq!(send(&server, &admin, "post", "/api/keys", &body).await.status(), 400, "{name:?}");
    }
}

#[tokio::test]
async fn the_last_use_of_a_key_is_known_and_written_seldom() {
    let server = Server::extracts().await;
    let (_, key) = key(server.state.store(), "one", Scope::Admin, Limits::default()).await;
    let used = async || server.state.store().keys().await.unwrap()[0].last_used_at;
    assert_eq!(used().await, None);
    send(&server, &key, "get", "/api/sources", &Value::Null).await;
    until!(used().await.is_some());
    let first = used().await;
    for _ in 0..5 {
        send(&server, &key, "get", "/api/sources", &Value::Null).await;
    }
    assert_eq!(used().await, first);
}

#[tokio::test]
async fn a_browser_signs_in_with_a_key_and_only_its_own_pages_may_change_something() {
    let server = Server::extracts().await;
    let (id, key) = key(server.state.store(), "kim", Scope::Write, Limits::default()).await;
    let own = format!("http://{}", server.address);
    let sign_in = |key: &str, origin: &str| {
        let request = server.client.post(server.url("/api/session")).json(&json!({ "key": key }));
        request.header("origin", origin).send()
    };
    assert_eq!(sign_in("stet_wrong", &own).await.unwrap().status(), 401);
    let signed = sign_in(&key, &own).await.unwrap();
    assert_eq!(signed.status(), 200);
    let cookie = signed.headers()["set-cookie"].to_str().unwrap().to_owned();
    for part in ["HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=604800"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    assert!(!cookie.contains("Secure") && !cookie.contains(&key), "{cookie}");
    let body: Value = signed.json().await.unwrap();
    assert_eq!((&body["who"], &body["scope"]), (&json!("kim"), &json!("write")));
    let cookie = cookie.split(';').next().unwrap().to_owned();

    let call = |method: &str, path: &str, origin: Option<&str>| {
        let method: Method = method.parse().unwrap();
        let mut request = server.client.request(method, server.url(path)).header("cookie", &cookie);
        if path == "/api/drafts" {
            request = request.json(&json!({ "text": "x" }));
        }
        if let Some(origin) = origin {
            request = request.header("origin", origin);
        }
        request.send()
    };
    let status = async |method: &str, path: &str, origin: Option<&str>| {
        call(method, path, origin).await.unwrap().status().as_u16()
    };
    assert_eq!(status("GET", "/api/drafts", None).await, 200);
    assert_eq!(status("POST", "/api/drafts", Some(&own)).await, 201);
    assert_eq!(status("POST", "/api/drafts", None).await, 403, "nobody says which page sends it");
    assert_eq!(status("POST", "/api/drafts", Some("http://127.0.0.1:1")).await, 403);
    assert_eq!(status("GET", "/ws", None).await, 403, "a socket may change as much");
    assert_eq!(status("GET", "/api/keys", None).await, 403, "the session may what its key may");
    assert_eq!(status("DELETE", "/api/session", None).await, 403);
    let mut raw = sqlx_connection(&server).await;
    let content = cookie.split('=').nth(1).unwrap();
    let rows: Vec<String> =
        sqlx::query_scalar("select s::text from sessions s").fetch_all(&mut raw).await.unwrap();
    assert!(rows.len() == 1 && !rows[0].contains(content));

    // Over HTTPS, as the page's origin says, the cookie stays with HTTPS.
    let host = "stet.example";
    let secure = server.client.post(server.url("/api/session")).json(&json!({ "key": key }));
    let secure =
        secure.header("origin", format!("https://{host}")).header("host", host).send().await.unwrap();
    // Without the key of the settings only this machine's names are served.
    assert_eq!(secure.status(), 403);

    assert_eq!(status("DELETE", "/api/session", Some(&own)).await, 204);
    assert_eq!(status("GET", "/api/drafts", None).await, 401, "signed out");

    let again = sign_in(&key, &own).await.unwrap();
    let cookie = again.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    assert_eq!(revoke(&server, id).await, Revoked::Done);
    let gone = server.client.get(server.url("/api/drafts")).header("cookie", &cookie).send().await.unwrap();
    assert_eq!(gone.status(), 401, "a session is good as long as its key");
}

/// Whoever is an administrator of one workspace has no way to open them all by giving up a key.
#[tokio::test]
async fn a_server_that_ever_had_a_key_opens_to_nobody_when_the_last_one_ends() {
    let server = Server::extracts().await;
    assert_eq!(server.get("/api/sources").await.0, 200, "nobody has had a key yet");
    let store = server.state.store();
    let tenant = store.in_workspace(Uuid::now_v7());
    let now = OffsetDateTime::now_utc();
    assert!(tenant.insert_workspace(tenant.workspace(), "tenant", Limits::default(), now).await.unwrap());
    let (owner_id, owner) = key(store, "owner", Scope::Admin, Limits::default()).await;
    let (tenant_id, theirs) = key(&tenant, "tenant", Scope::Admin, Limits::default()).await;
    let mut raw = sqlx_connection(&server).await;
    sqlx::query("update api_keys set expires_at = now() - interval '1 second' where id = $1")
        .bind(owner_id)
        .execute(&mut raw)
        .await
        .unwrap();
    let revoke = format!("/api/keys/{tenant_id}");
    assert_eq!(send(&server, &theirs, "delete", &revoke, &Value::Null).await.status(), 409);
    let revoke = format!("{revoke}?confirm=last");
    assert_eq!(send(&server, &theirs, "delete", &revoke, &Value::Null).await.status(), 204);
    for shown in [&*owner, &*theirs, "stet_nobody", ""] {
        let status = send(&server, shown, "get", "/api/sources", &Value::Null).await.status();
        assert_eq!(status, 401, "{shown}");
        let new = json!({ "name": "mine", "scope": "admin" });
        assert_eq!(send(&server, shown, "post", "/api/keys", &new).await.status(), 401, "{shown}");
    }
    assert_eq!(server.get("/api/sources").await.0, 401);
    assert_eq!(server.get("/api/session").await.1["needed"], true);
    // Another process, which never saw a key that was good.
    let other = server.beside("plain").await;
    assert_eq!(other.get("/api/sources").await.0, 401);
    // Whoever runs the machine makes another.
    let (_, again) = key(store, "again", Scope::Admin, Limits::default()).await;
    assert_eq!(send(&server, &again, "get", "/api/sources", &Value::Null).await.status(), 200);
    // Or opens it, which takes the machine, too.
    assert_eq!(store.forget_keys().await.unwrap(), 3);
    let third = server.beside("plain").await;
    assert_eq!(third.get("/api/sources").await.0, 200);
}

fn question(chat: &str, trigger: &str) -> Value {
    let parts = json!([{ "type": "text", "text": QUESTION }]);
    json!({ "id": chat, "trigger": trigger, "messages": [{ "id": "q", "role": "user", "parts": parts }] })
}

#[tokio::test]
async fn a_key_that_asks_goes_on_with_its_own_conversations_and_changes_no_others() {
    let mut server = Server::scripted("plain").await;
    server.ingest("library.txt", LIBRARY).await;
    let store = server.state.store();
    let (_, admin) = key(store, "admin", Scope::Admin, Limits::default()).await;
    let (_, writes) = key(store, "writes", Scope::Write, Limits::default()).await;
    let (asks_id, asks) = key(store, "asks", Scope::Ask, Limits::default()).await;
    let (_, other) = key(store, "other", Scope::Ask, Limits::default()).await;
    let ask = async |key: &str, chat: &str, trigger: &str| {
        let response = send(&server, key, "post", "/api/chat", &question(chat, trigger)).await;
        let status = response.status().as_u16();
        response.text().await.unwrap();
        status
    };
    let (again, anew) = ("regenerate-message", "submit-message");
    let model = server.model.as_ref().unwrap();
    let fresh = async |chat: &str| {
        let (_, chat) =
            told(send(&server, &admin, "get", &format!("/api/chats/{chat}"), &Value::Null).await).await;
        chat["messages"].clone()
    };
    assert_eq!(ask(&admin, "theirs", anew).await, 200);
    let before = fresh("theirs").await;
    assert_eq!(ask(&asks, "theirs", again).await, 403);
    let more = |chat: &str| {
        let mut more = question(chat, anew);
        more["messages"][0]["id"] = json!("another");
        more
    };
    assert_eq!(send(&server, &asks, "post", "/api/chat", &more("theirs")).await.status(), 403);
    assert_eq!(fresh("theirs").await, before);
    for trigger in [anew, again] {
        assert_eq!(ask(&asks, "own", trigger).await, 200, "{trigger}");
    }
    assert_eq!(ask(&other, "own", again).await, 403);
    assert_eq!(send(&server, &other, "post", "/api/chat", &more("own")).await.status(), 403);
    // A key that takes its place goes on with them; whoever may write goes on with anybody's.
    let rotate = format!("/api/keys/{asks_id}/rotate");
    let (_, successor) = told(send(&server, &admin, "post", &rotate, &json!({})).await).await;
    assert_eq!(ask(successor["key"].as_str().unwrap(), "own", again).await, 200);
    assert_eq!(ask(&writes, "own", again).await, 200);
    // It deletes its own, and no others.
    let delete = async |key: &str, chat: &str| {
        send(&server, key, "delete", &format!("/api/chats/{chat}"), &Value::Null).await.status().as_u16()
    };
    assert_eq!((delete(&asks, "theirs").await, delete(&asks, "nobodys").await), (403, 404));
    assert_eq!((delete(&other, "own").await, ask(&other, "passing", anew).await), (403, 200));
    assert_eq!(delete(&other, "passing").await, 204);
    // The protocols of other clients ask in conversations of their own.
    let turns = json!({ "messages": [{ "role": "user", "content": QUESTION }] });
    for (path, body) in [
        ("/v1/chat/completions", &turns),
        ("/v1/responses", &json!({ "input": QUESTION })),
        ("/query/verified", &json!({ "question": QUESTION })),
    ] {
        assert_eq!(send(&server, &asks, "post", path, body).await.status(), 200, "{path}");
    }

    model.push(endless());
    let running = server.client.post(server.url("/api/chat")).bearer_auth(&admin);
    let running = running.json(&question("running", anew)).send().await.unwrap();
    until_text(&server, "running").await;
    let stop = async |key: &str| {
        send(&server, key, "post", "/api/chat/running/stop", &Value::Null).await.status().as_u16()
    };
    assert_eq!(stop(&asks).await, 403);
    assert!(!server.state.asker.live.get("running").unwrap().is_stopped());
    // Nor over a socket: it may be watched.
    let mut socket = socket(&server, &asks).await;
    let resume = json!({ "type": "resume", "requestId": "r", "id": "running" });
    socket.send(Frame::text(resume.to_string())).await.unwrap();
    until_frame(&mut socket, "chunk").await;
    socket.send(Frame::text(json!({ "type": "abort", "requestId": "r" }).to_string())).await.unwrap();
    until_frame(&mut socket, "error").await;
    assert!(!server.state.asker.live.get("running").unwrap().is_stopped());
    assert_eq!(stop(&writes).await, 204);
    running.text().await.unwrap();
}

pub type Socket =
    tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

pub async fn socket(server: &Server, key: &str) -> Socket {
    let mut request = format!("ws://{}/ws", server.address).into_client_request().unwrap();
    request.headers_mut().insert("authorization", format!("Bearer {key}").parse().unwrap());
    tokio_tungstenite::connect_async(request).await.unwrap().0
}

async fn until_frame(socket: &mut Socket, kind: &str) -> Value {
    loop {
        if let Frame::Text(text) = socket.next().await.unwrap().unwrap() {
            let frame: Value = serde_json::from_str(&text).unwrap();
            if frame["type"] == kind {
                return frame;
            }
        }
    }
}

/// Why the server closed a socket; what it showed until then is passed over.
pub async fn closed(socket: &mut Socket) -> u16 {
    loop {
        if let Frame::Close(Some(close)) = socket.next().await.unwrap().unwrap() {
            return close.code.into();
        }
    }
}

#[tokio::test]
async fn a_socket_ends_with_the_key_that_opened_it() {
    let server = Server::scripted("plain").await;
    let (_, admin) = key(server.state.store(), "admin", Scope::Admin, Limits::default()).await;
    let (id, kim) = key(server.state.store(), "kim", Scope::Write, Limits::default()).await;
    server.model.as_ref().unwrap().push(endless());
    let running = server.client.post(server.url("/api/chat")).bearer_auth(&admin);
    let running = running.json(&question("theirs", "submit-message")).send().await.unwrap();
    until_text(&server, "theirs").await;
    let (mut shows, mut waits) = (socket(&server, &kim).await, socket(&server, &kim).await);
    let resume = json!({ "type": "resume", "requestId": "r", "id": "theirs" });
    shows.send(Frame::text(resume.to_string())).await.unwrap();
    until_frame(&mut shows, "chunk").await;
    // On another node, so that nothing is said of it here; what shows an answer ends as what is silent.
    assert_eq!(revoke(&server, id).await, Revoked::Done);
    assert_eq!((closed(&mut shows).await, closed(&mut waits).await), (1008, 1008));
    assert_eq!(send(&server, &kim, "get", "/api/sources", &Value::Null).await.status(), 401);
    assert!(!server.state.asker.live.get("theirs").unwrap().is_stopped(), "the answer goes on");
    send(&server, &admin, "post", "/api/chat/theirs/stop", &Value::Null).await;
    running.text().await.unwrap();
}

/// Reads a stream to its end.
async fn rest(response: Response) -> String {
    assert_eq!(response.status(), 200);
    tokio::time::timeout(std::time::Duration::from_secs(60), response.text()).await.unwrap().unwrap()
}

/// Each protocol has its own last words.
#[tokio::test]
async fn a_stream_ends_with_the_key_that_opened_it_and_says_so_in_its_protocol() {
    let server = Server::scripted("plain").await;
    let store = server.state.store();
    let (_, admin) = key(store, "admin", Scope::Admin, Limits::default()).await;
    let said = |language: &str| match language {
        "ko" => "이 연결을 연 키",
        _ => "The key or session that opened this",
    };
    let chat = question("mine", "submit-message");
    let turns = json!([{ "role": "user", "content": QUESTION }]);
    let call = json!({
        "jsonrpc": "2.0", "id": 7, "method": "tools/call",
        "params": { "name": "ask", "arguments": { "question": QUESTION }, "_meta": { "progressToken": "t" } },
    });
    for (path, body, language, last) in [
        ("/api/chat", &chat, "ko", "data: {\"errorText\":\"…\",\"type\":\"error\"}\n\ndata: [DONE]\n\n"),
        (
            "/v1/chat/completions",
            &json!({ "messages": turns, "stream": true }),
            "en",
            "data: {\"error\":{\"code\":\"invalid_api_key\",\"message\":\"…\",\"param\":null,\"type\":\"invalid_request_error\"}}\n\ndata: [DONE]\n\n",
        ),
        (
            "/v1/responses",
            &json!({ "input": QUESTION, "stream": true }),
            "en",
            "event: error\ndata: {\"code\":\"invalid_api_key\",\"message\":\"…\",\"param\":null,\"type\":\"error\"}\n\n",
        ),
        (
            "/mcp",
            &call,
            "ko",
            "event: message\ndata: {\"error\":{\"code\":-32000,\"message\":\"…\"},\"id\":7,\"jsonrpc\":\"2.0\"}\n\n",
        ),
    ] {
        let (id, kim) = key(store, "kim", Scope::Ask, Limits::default()).await;
        server.model.as_ref().unwrap().push(endless());
        let request = server.client.post(server.url(path)).bearer_auth(&kim).json(body);
        let request = request.header("accept", "application/json, text/event-stream");
        let stream = request.header("accept-language", language).send().await.unwrap();
        assert_eq!(revoke(&server, id).await, Revoked::Done);
        let told = rest(stream).await;
        let (begin, end) = last.split_once('…').unwrap();
        let whole = told.ends_with(end) && told.contains(&format!("{begin}{}", said(language)));
        assert!(whole, "{path}: {}", &told[told.len().saturating_sub(400)..]);
    }
    // What was asked in a conversation that is kept is written to its end, and nothing is left of the others.
    assert!(!server.state.asker.live.get("mine").unwrap().is_stopped());
    send(&server, &admin, "post", "/api/chat/mine/stop", &Value::Null).await;
}

/// A browser's session, whether of a key or a person, ends what it opened when it ends; a key that expires does, too.
#[tokio::test]
async fn a_stream_ends_with_a_session_that_is_signed_out_and_a_key_that_expires() {
    let server = Server::scripted("plain").await;
    let store = server.state.store();
    let (_, admin) = key(store, "admin", Scope::Admin, Limits::default()).await;
    let (id, kim) = key(store, "kim", Scope::Ask, Limits::default()).await;
    let own = format!("http://{}", server.address);
    let signed =
        server.client.post(server.url("/api/session")).json(&json!({ "key": kim })).send().await.unwrap();
    let cookie = signed.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    server.model.as_ref().unwrap().push(endless());
    let asked = server.client.post(server.url("/api/chat")).header("cookie", &cookie).header("origin", &own);
    let stream = asked.json(&question("one", "submit-message")).send().await.unwrap();
    until_text(&server, "one").await;
    // With the key itself the same answer is watched, which goes on.
    let watch = server.client.get(server.url("/api/chat/one/stream")).bearer_auth(&kim).send().await.unwrap();
    let out =
        server.client.delete(server.url("/api/session")).header("cookie", &cookie).header("origin", &own);
    assert_eq!(out.send().await.unwrap().status(), 204);
    assert!(rest(stream).await.ends_with("\"type\":\"error\"}\n\ndata: [DONE]\n\n"));
    let mut raw = sqlx_connection(&server).await;
    sqlx::query("update api_keys set expires_at = now() where id = $1")
        .bind(id)
        .execute(&mut raw)
        .await
        .unwrap();
    assert!(rest(watch).await.ends_with("\"type\":\"error\"}\n\ndata: [DONE]\n\n"));
    send(&server, &admin, "post", "/api/chat/one/stop", &Value::Null).await;
}

#[tokio::test]
async fn a_key_has_so_many_sockets_at_a_time_and_is_told_when_there_are_more() {
    let server = Server::start(None, |config| config.limits.sockets = 2).await;
    let store = server.state.store();
    let (_, one) = key(store, "one", Scope::Read, Limits::default()).await;
    let (_, other) = key(store, "other", Scope::Read, Limits::default()).await;
    let open = [socket(&server, &one).await, socket(&server, &one).await];
    let refused = async |key: &str| {
        let mut request = format!("ws://{}/ws", server.address).into_client_request().unwrap();
        request.headers_mut().insert("authorization", format!("Bearer {key}").parse().unwrap());
        match tokio_tungstenite::connect_async(request).await {
            Ok(_) => None,
            Err(tokio_tungstenite::tungstenite::Error::Http(response)) => {
                let body = String::from_utf8(response.body().clone().unwrap_or_default()).unwrap();
                Some((response.status().as_u16(), response.headers().contains_key("retry-after"), body))
            }
            Err(fault) => panic!("{fault}"),
        }
    };
    let (status, later, body) = refused(&one).await.unwrap();
    assert_eq!((status, later), (429, true));
    assert!(body.contains("2 WebSockets"), "{body}");
    assert_eq!(refused(&other).await, None);
    drop(open);
    until!(refused(&one).await.is_none());
}

#[tokio::test]
async fn the_key_of_the_last_administrator_is_not_revoked_without_a_word() {
    let server = Server::extracts().await;
    let store = server.state.store();
    let (id, admin) = key(store, "admin", Scope::Admin, Limits::default()).await;
    key(store, "writes", Scope::Write, Limits::default()).await;
    let delete = async |id: &str, query: &str| {
        told(send(&server, &admin, "delete", &format!("/api/keys/{id}{query}"), &Value::Null).await).await
    };
    let refused = async |query: &str| {
        let (status, problem) = delete(&id.to_string(), query).await;
        (status, problem["type"].as_str().unwrap_or_default().to_owned())
    };
    let last = (409, "urn:stet:last-administrator".to_owned());
    assert_eq!(refused("").await, last);
    // One that will expire leaves nobody in the end.
    let short = json!({ "name": "short", "scope": "admin", "expiresInDays": 1 });
    let (_, short) = told(send(&server, &admin, "post", "/api/keys", &short).await).await;
    assert_eq!(refused("").await, last);
    assert_eq!(refused("?confirm=yes").await.0, 400);
    assert_eq!(delete(short["id"].as_str().unwrap(), "").await.0, 204);
    // An administrator of another workspace sees to none of this one; those of this one see to that.
    let tenant = store.in_workspace(Uuid::now_v7());
    let now = OffsetDateTime::now_utc();
    assert!(tenant.insert_workspace(tenant.workspace(), "tenant", Limits::default(), now).await.unwrap());
    let (theirs, _) = key(&tenant, "theirs", Scope::Admin, Limits::default()).await;
    assert_eq!(refused("").await, last);
    assert_eq!(delete(&theirs.to_string(), &format!("?workspace={}", tenant.workspace())).await.0, 204);
    let second = json!({ "name": "second", "scope": "admin" });
    let (_, second) = told(send(&server, &admin, "post", "/api/keys", &second).await).await;
    assert_eq!(delete(second["id"].as_str().unwrap(), "").await.0, 204);
    assert_eq!(refused("?confirm=last").await.0, 204);
    assert_eq!(send(&server, &admin, "get", "/api/keys", &Value::Null).await.status(), 401);

    // The key of the settings is another administrator's.
    let settings = "a key of thirty-two characters..";
    let server = Server::start(None, |config| config.server.api_key = Some(settings.into())).await;
    let (id, _) = key(server.state.store(), "admin", Scope::Admin, Limits::default()).await;
    assert_eq!(
        send(&server, settings, "delete", &format!("/api/keys/{id}"), &Value::Null).await.status(),
        204
    );
}

#[tokio::test]
async fn what_is_asked_written_and_said_has_the_name_of_who_did_it() {
    let server = Server::scripted("plain").await;
    let store = server.state.store();
    let (_, admin) = key(store, "admin", Scope::Admin, Limits::default()).await;
    let (kim_id, kim) = key(store, "kim", Scope::Write, Limits::default()).await;
    let (lee_id, lee) = key(store, "이", Scope::Write, Limits::default()).await;
    let ask = async |key: &str, chat: &str, trigger: &str, id: &str| {
        let mut body = question(chat, trigger);
        body["messages"][0]["id"] = json!(id);
        let response = send(&server, key, "post", "/api/chat", &body).await;
        assert_eq!(response.status(), 200);
        response.text().await.unwrap();
    };
    let get = async |key: &str, path: &str| told(send(&server, key, "get", path, &Value::Null).await).await.1;
    ask(&kim, "shared", "submit-message", "q").await;
    ask(&lee, "shared", "submit-message", "q2").await;
    ask(&lee, "shared", "regenerate-message", "q2").await;
    ask(&lee, "own", "submit-message", "q").await;
    let chat = get(&admin, "/api/chats/shared").await;
    assert_eq!(
        (&chat["author"], &chat["authorId"], &chat["mine"]),
        (&json!("kim"), &json!(kim_id), &json!(false))
    );
    let messages = chat["messages"].as_array().unwrap();
    let asked: Vec<_> =
        messages.iter().filter(|one| one["role"] == "user").map(|one| &one["metadata"]).collect();
    assert_eq!((&asked[0]["author"], &asked[0]["authorId"]), (&json!("kim"), &json!(kim_id)));
    assert_eq!((&asked[1]["author"], &asked[1]["authorId"]), (&json!("이"), &json!(lee_id)));
    // Of the list, and of those alone that are one's own; a key that takes the place of another has what that began.
    let ids = |list: &Value, room: &str, name: &str| -> Vec<String> {
        list[room].as_array().unwrap().iter().map(|one| one[name].as_str().unwrap().to_owned()).collect()
    };
    let rotate = format!("/api/keys/{lee_id}/rotate");
    let (_, successor) = told(send(&server, &admin, "post", &rotate, &json!({})).await).await;
    for key in [&lee, successor["key"].as_str().unwrap()] {
        let all = get(key, "/api/chats").await;
        assert_eq!(ids(&all, "chats", "id"), ["own", "shared"]);
        assert_eq!((&all["chats"][0]["mine"], &all["chats"][1]["mine"]), (&json!(true), &json!(false)));
        assert_eq!(ids(&get(key, "/api/chats?mine=true").await, "chats", "id"), ["own"]);
    }

    let made = json!({ "title": "초안", "text": TEXT });
    let (_, draft) = told(send(&server, &kim, "post", "/api/drafts", &made).await).await;
    let id = draft["id"].as_str().unwrap();
    assert_eq!((&draft["author"], &draft["authorId"]), (&json!("kim"), &json!(kim_id)));
    let edit = json!({ "baseRevision": 1, "text": format!("{TEXT} More.") });
    assert_eq!(send(&server, &lee, "put", &format!("/api/drafts/{id}"), &edit).await.status(), 200);
    let comment = json!({ "baseRevision": 2, "start": 0, "end": 3, "body": "왜?" });
    let path = format!("/api/drafts/{id}/comments");
    let (_, comments) = told(send(&server, &lee, "post", &path, &comment).await).await;
    assert_eq!(comments["comments"][0]["authorId"], json!(lee_id));
    let revisions = get(&admin, &format!("/api/drafts/{id}/revisions")).await;
    let by: Vec<_> =
        revisions["revisions"].as_array().unwrap().iter().map(|one| one["author"].clone()).collect();
    assert_eq!(by, [json!("이"), json!("kim")]);
    stage(&server, id, &format!("{TEXT} More."), &format!("{BETTER} More.")).await;
    let all = json!({ "action": "accept", "all": true, "baseRevision": 2 });
    let decide = format!("/api/drafts/{id}/patches/decide");
    assert_eq!(send(&server, &kim, "post", &decide, &all).await.status(), 200);
    let decisions = get(&admin, &format!("/api/drafts/{id}/decisions")).await;
    assert_eq!(decisions["decisions"][0]["decidedById"], json!(kim_id));
    assert_eq!(get(&lee, "/api/drafts").await["drafts"][0]["mine"], false);
    assert_eq!(ids(&get(&kim, "/api/drafts?mine=true").await, "drafts", "id"), [id]);
    assert!(ids(&get(&lee, "/api/drafts?mine=true").await, "drafts", "id").is_empty());
}

#[tokio::test]
async fn the_log_has_what_was_asked_stopped_and_revised_by_whichever_way() {
    let server = Server::scripted("plain").await;
    let store = server.state.store();
    let id = new_draft(&server, TEXT).await;
    let (_, admin) = key(store, "admin", Scope::Admin, Limits::default()).await;
    let (kim_id, kim) = key(store, "kim", Scope::Write, Limits::default()).await;
    let (lee_id, lee) = key(store, "이", Scope::Write, Limits::default()).await;
    for (key, trigger) in [(&kim, "submit-message"), (&lee, "regenerate-message")] {
        let asked = send(&server, key, "post", "/api/chat", &question("shared", trigger)).await;
        asked.text().await.unwrap();
    }
    let once = json!({ "question": QUESTION });
    assert_eq!(send(&server, &lee, "post", "/query/verified", &once).await.status(), 200);
    server.model.as_ref().unwrap().push(endless());
    let running = server.client.post(server.url("/api/chat")).bearer_auth(&kim);
    let running = running.json(&question("running", "submit-message")).send().await.unwrap();
    until_text(&server, "running").await;
    let mut socket = socket(&server, &lee).await;
    let resume = json!({ "type": "resume", "requestId": "r", "id": "running" });
    socket.send(Frame::text(resume.to_string())).await.unwrap();
    until_frame(&mut socket, "chunk").await;
    socket.send(Frame::text(json!({ "type": "abort", "requestId": "r" }).to_string())).await.unwrap();
    running.text().await.unwrap();
    let revise = json!({ "baseRevision": 1, "instruction": "Shorter." });
    let revising = send(&server, &lee, "post", &format!("/api/drafts/{id}/revise"), &revise).await;
    assert_eq!(revising.status(), 200);
    revising.text().await.unwrap();
    let stop = format!("/api/drafts/{id}/revise/stop");
    assert_eq!(send(&server, &kim, "post", &stop, &Value::Null).await.status(), 204);
    let wanted = [
        ("kim", "question.ask", "shared"),
        ("이", "question.again", "shared"),
        ("이", "question.ask", "query-"),
        ("이", "answer.stop", "running"),
        ("이", "draft.revise", &*id),
        ("kim", "draft.stop", &*id),
    ];
    // Nobody who asks waits for the log.
    until!({
        let log = told(send(&server, &admin, "get", "/api/audit", &Value::Null).await).await.1;
        let log = log["entries"].as_array().unwrap();
        let has = |(who, action, subject): &(&str, &str, &str)| {
            let key = if *who == "kim" { kim_id } else { lee_id };
            log.iter().any(|one| {
                one["who"] == *who
                    && one["action"] == *action
                    && one["subject"].as_str().unwrap().starts_with(subject)
                    && one["key"] == json!(key)
            })
        };
        wanted.iter().all(has)
    });
}

#[tokio::test]
async fn the_key_of_the_settings_signs_in_too_and_over_https_the_cookie_stays_there() {
    let settings = "a key of thirty-two characters..";
    let server = Server::start(None, |config| config.server.api_key = Some(settings.into())).await;
    let request = server.client.post(server.url("/api/session")).json(&json!({ "key": settings }));
    let signed =
        request.header("origin", "https://stet.example").header("host", "stet.example").send().await.unwrap();
    assert_eq!(signed.status(), 200);
    let cookie = signed.headers()["set-cookie"].to_str().unwrap();
    assert!(cookie.ends_with("; Secure"), "{cookie}");
    let cookie = cookie.split(';').next().unwrap();
    let keys = server.client.get(server.url("/api/keys")).header("cookie", cookie).send().await.unwrap();
    assert_eq!(keys.status(), 200, "it is an administrator's");
    // What it began is its own, though it has no id.
    let made = send(&server, settings, "post", "/api/drafts", &json!({ "text": TEXT })).await;
    assert_eq!(made.status(), 201);
    send(&server, settings, "post", "/api/chat", &question("own", "submit-message"))
        .await
        .text()
        .await
        .unwrap();
    for (room, query) in [("chats", ""), ("chats", "?mine=true"), ("drafts", ""), ("drafts", "?mine=true")] {
        let path = format!("/api/{room}{query}");
        let (_, list) = told(send(&server, settings, "get", &path, &Value::Null).await).await;
        let one = &list[room][0];
        assert_eq!(
            (&one["mine"], &one["author"], &one["authorId"]),
            (&json!(true), &json!("STET_API_KEY"), &Value::Null),
            "{path}"
        );
    }
}

#[tokio::test]
async fn decisions_deletions_imports_and_keys_are_noted_with_who_did_them() {
    let server = Server::extracts().await;
    let id = new_draft(&server, TEXT).await;
    stage(&server, &id, TEXT, BETTER).await;
    let (_, admin) = key(server.state.store(), "admin", Scope::Admin, Limits::default()).await;
    let (_, kim) = key(server.state.store(), "kim", Scope::Write, Limits::default()).await;
    server
        .state
        .ingest
        .wait(server.state.ingest.enqueue("library.txt", LIBRARY.as_bytes()).await.unwrap().document_id)
        .await
        .unwrap();
    // Where somebody has a key, nobody is the writer any more.
    until!(server.get("/api/status").await.0 == 401);
    let all = json!({ "action": "accept", "all": true, "baseRevision": 1 });
    assert_eq!(
        send(&server, &kim, "post", &format!("/api/drafts/{id}/patches/decide"), &all).await.status(),
        200
    );
    let (_, log) =
        told(send(&server, &kim, "get", &format!("/api/drafts/{id}/decisions"), &Value::Null).await).await;
    let log = log["decisions"].as_array().unwrap();
    assert!(!log.is_empty() && log.iter().all(|entry| entry["decidedBy"] == "kim"), "{log:?}");

    let form = reqwest::multipart::Form::new()
        .part("file", reqwest::multipart::Part::text("One line.").file_name("a.txt"));
    let upload = server
        .client
        .post(server.url("/api/sources"))
        .bearer_auth(&kim)
        .multipart(form)
        .send()
        .await
        .unwrap();
    assert_eq!(upload.status(), 202);
    assert_eq!(send(&server, &kim, "delete", &format!("/api/drafts/{id}"), &Value::Null).await.status(), 204);
    assert_eq!(send(&server, &kim, "delete", &format!("/api/drafts/{id}"), &Value::Null).await.status(), 404);
    let made = json!({ "name": "lee", "scope": "read" });
    assert_eq!(send(&server, &admin, "post", "/api/keys", &made).await.status(), 201);

    let audit = async |query: &str| {
        told(send(&server, &admin, "get", &format!("/api/audit{query}"), &Value::Null).await).await.1
    };
    let entries = audit("").await["entries"].as_array().unwrap().clone();
    let seen: Vec<(&str, &str)> =
        entries.iter().map(|one| (one["who"].as_str().unwrap(), one["action"].as_str().unwrap())).collect();
    assert_eq!(
        seen,
        [("admin", "key.create"), ("kim", "draft.delete"), ("kim", "source.import"), ("kim", "patch.decide")],
        "what failed was not done"
    );
    assert!(entries[0]["subject"].as_str().unwrap().starts_with("lee ("), "{}", entries[0]);
    assert_eq!(entries[1]["subject"], json!(id));
    assert!(entries[2]["subject"].as_str().unwrap().starts_with("a.txt ("), "{}", entries[2]);
    let first = audit("?limit=3").await;
    let rest = audit(&format!("?before={}", first["next"].as_str().unwrap())).await;
    assert_eq!(
        (first["entries"].as_array().unwrap().len(), rest["entries"].as_array().unwrap().len()),
        (3, 1)
    );
    assert_eq!(rest["next"], Value::Null);
    assert_eq!(send(&server, &kim, "get", "/api/audit", &Value::Null).await.status(), 403);
}

#[tokio::test]
async fn a_key_has_its_requests_a_minute_and_is_told_when_there_are_more() {
    let server = Server::start(None, |config| config.limits.requests_per_minute = 4).await;
    let store = server.state.store();
    let (_, plain) = key(store, "plain", Scope::Read, Limits::default()).await;
    let own = Limits { requests_per_minute: Some(6), ..Limits::default() };
    let (_, generous) = key(store, "generous", Scope::Read, own).await;
    for (key, limit) in [(plain, 4), (generous, 6)] {
        for _ in 0..limit {
            assert_eq!(send(&server, &key, "get", "/v1/models", &Value::Null).await.status(), 200);
        }
        let refused = send(&server, &key, "get", "/v1/models", &Value::Null).await;
        assert_eq!(refused.status(), 429);
        let wait: u64 = refused.headers()["retry-after"].to_str().unwrap().parse().unwrap();
        assert!((1..=60 / limit).contains(&wait), "{wait}");
        let body: Value = refused.json().await.unwrap();
        assert_eq!(body["error"]["code"], "rate_limit_exceeded", "{body}");
    }
}

#[tokio::test]
async fn a_workspace_has_its_answers_at_a_time_and_running_ones_go_on() {
    let server = Server::scripted("plain").await;
    let store = server.state.store();
    let (_, one) = key(store, "one", Scope::Ask, Limits::default()).await;
    let (_, two) = key(store, "two", Scope::Ask, Limits::default()).await;
    let limits = Limits { streams: Some(1), ..Limits::default() };
    assert!(store.limit_workspace(store.workspace(), limits).await.unwrap());
    server.model.as_ref().unwrap().push(endless());
    let ask = |key: &str, chat: &str| {
        let body = json!({ "id": chat, "message": { "role": "user", "parts": [{ "type": "text", "text": QUESTION }] } });
        server.client.post(server.url("/api/chat")).bearer_auth(key).json(&body).send()
    };
    let running = ask(&one, "a").await.unwrap();
    assert_eq!(running.status(), 200);
    let refused = ask(&two, "b").await.unwrap();
    assert_eq!((refused.status().as_u16(), refused.headers().contains_key("retry-after")), (429, true));
    let stop = send(&server, &one, "post", "/api/chat/a/stop", &Value::Null).await;
    assert_eq!(stop.status(), 204);
    assert!(Told::read(running).await.done, "it came to its own end");
    until!(ask(&two, "b").await.unwrap().status() == 200);
}

#[tokio::test]
async fn tokens_of_the_day_are_those_of_all_nodes_and_end_no_answer() {
    let server = Server::scripted("plain").await;
    let store = server.state.store();
    for limits in [
        Limits { tokens_per_day: Some(1), ..Limits::default() },
        Limits { cost_per_day: Some(0.000_001), ..Limits::default() },
    ] {
        let (id, key) = key(store, "one", Scope::Ask, limits).await;
        let chat = id.to_string();
        let body = |chat: &str| json!({ "id": chat, "message": { "role": "user", "parts": [{ "type": "text", "text": QUESTION }] } });
        let ask =
            async |server: &Server, chat: &str| send(server, &key, "post", "/api/chat", &body(chat)).await;
        let priced =
            Server::on(server.database.clone(), "plain", |config| config.limits.token_price = 1.0).await;
        let first = ask(&priced, &chat).await;
        assert_eq!(first.status(), 200);
        let first = Told::read(first).await;
        assert!(first.done && !first.text().is_empty(), "what was begun is not cut off");
        let today = OffsetDateTime::now_utc().date();
        until!(store.spent(id, today).await.unwrap().1.0 > 0);
        // A node that has never seen the key knows it from the database.
        let other =
            Server::on(server.database.clone(), "plain", |config| config.limits.token_price = 1.0).await;
        for node in [&priced, &other] {
            let refused = ask(node, &format!("{chat} again")).await;
            assert_eq!(refused.status(), 429);
            let wait: u32 = refused.headers()["retry-after"].to_str().unwrap().parse().unwrap();
            assert!((1..=86_400).contains(&wait), "{wait}");
            let problem: Value = refused.json().await.unwrap();
            assert_eq!(problem["type"], "urn:stet:insufficient-quota");
        }
        // Reading goes on.
        assert_eq!(send(&other, &key, "get", "/api/chats", &Value::Null).await.status(), 200);
    }
}

#[tokio::test]
async fn what_a_judge_is_asked_is_spent_too() {
    let server = Server::start(Some("plain"), |config| config.gate.model_layer = true).await;
    let (store, model) = (server.state.store(), server.model.as_ref().unwrap());
    let (id, key) = key(store, "one", Scope::Read, Limits::default()).await;
    model.push(Script::text([r#"{"is_accurate": true, "confidence": 0.9}"#]));
    let claim = "The Harbour library opens at ten on Saturdays [1].";
    let source = "On Saturdays the Harbour library opens at ten and closes at four.";
    let body = json!({ "answer": claim, "context": [source] });
    let checked: Value = send(&server, &key, "post", "/api/verify", &body).await.json().await.unwrap();
    assert_eq!(checked["sentences"][0]["by"], "model", "{checked}");
    let today = OffsetDateTime::now_utc().date();
    until!(store.spent(id, today).await.unwrap().1.0 > 0);
}
