//! Signing in with an account of an organisation, against a provider on loopback that forges what a test wants forged.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::extract::{Form, State};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use reqwest::Url;
use ring::digest::{SHA256, digest};
use ring::rand::SystemRandom;
use ring::signature::{Ed25519KeyPair, KeyPair as _};
use serde_json::{Value, json};
use stet_store::{Limits, Scope};
use time::OffsetDateTime;
use tokio::net::TcpListener;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

use crate::accounts::key;
use crate::support::server::Server;

/// How a token is signed.
#[derive(Clone, Copy, PartialEq)]
enum Signed {
    Well,
    /// By a key that is not published, under the name of one that is.
    ByAnother,
    /// `alg: none`, and nothing behind the last dot.
    None,
    /// With the right header and without a signature.
    Not,
    /// By what client and provider share, which is no public key.
    BySecret,
}

/// What the next login is given.
struct Next {
    claims: Value,
    signed: Signed,
    userinfo: Value,
}

struct Idp {
    issuer: String,
    keys: [Ed25519KeyPair; 2],
    next: Mutex<Next>,
    /// The challenge and the nonce of each code that was not used.
    codes: Mutex<HashMap<String, (String, String)>>,
}

fn pair() -> Ed25519KeyPair {
    let pkcs8 = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).unwrap();
    Ed25519KeyPair::from_pkcs8(pkcs8.as_ref()).unwrap()
}

impl Idp {
    async fn start() -> Arc<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let issuer = format!("http://{}", listener.local_addr().unwrap());
        let next = Mutex::new(Next { claims: json!({}), signed: Signed::Well, userinfo: json!({}) });
        let idp = Arc::new(Self { issuer, keys: [pair(), pair()], next, codes: Mutex::default() });
        let routes = Router::new()
            .route("/.well-known/openid-configuration", get(discovery))
            .route("/jwks", get(jwks))
            .route("/token", post(token))
            .route(
                "/userinfo",
                get(async |State(idp): State<Arc<Idp>>| Json(idp.next.lock().unwrap().userinfo.clone())),
            )
            .with_state(Arc::clone(&idp));
        tokio::spawn(async move { axum::serve(listener, routes).await });
        idp
    }

    /// What the next tokens say beside, or instead of, what they ought to.
    fn says(&self, claims: Value) {
        self.forges(claims, Signed::Well);
    }

    fn forges(&self, claims: Value, signed: Signed) {
        *self.next.lock().unwrap() = Next { claims, signed, userinfo: json!({}) };
    }

    fn token(&self, nonce: &str) -> String {
        let next = self.next.lock().unwrap();
        let now = OffsetDateTime::now_utc().unix_timestamp();
        let mut claims = json!({
            "iss": self.issuer, "aud": "stet", "sub": "user-1", "nonce": nonce, "iat": now, "exp": now + 300,
            "email": "kim@example.org", "email_verified": true, "groups": ["editors"],
        });
        for (name, value) in next.claims.as_object().unwrap() {
            claims[name] = value.clone();
        }
        let header = match next.signed {
            Signed::None => json!({ "alg": "none" }),
            Signed::BySecret => json!({ "alg": "HS256", "kid": "one" }),
            _ => json!({ "alg": "EdDSA", "kid": "one" }),
        };
        let content = format!("{}.{}", BASE64.encode(header.to_string()), BASE64.encode(claims.to_string()));
        let signature = match next.signed {
            Signed::Well => self.keys[0].sign(content.as_bytes()).as_ref().to_vec(),
            Signed::ByAnother => self.keys[1].sign(content.as_bytes()).as_ref().to_vec(),
            Signed::None | Signed::Not => Vec::new(),
            Signed::BySecret => {
                let shared = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, SECRET.as_bytes());
                ring::hmac::sign(&shared, content.as_bytes()).as_ref().to_vec()
            }
        };
        format!("{content}.{}", BASE64.encode(signature))
    }
}

const SECRET: &str = "a secret: of~the client";

async fn discovery(State(idp): State<Arc<Idp>>) -> Json<Value> {
    let issuer = &idp.issuer;
    Json(json!({
        "issuer": issuer, "authorization_endpoint": format!("{issuer}/auth"), "token_endpoint": format!("{issuer}/token"),
        "jwks_uri": format!("{issuer}/jwks"), "userinfo_endpoint": format!("{issuer}/userinfo"),
        "authorization_response_iss_parameter_supported": true,
    }))
}

async fn jwks(State(idp): State<Arc<Idp>>) -> Json<Value> {
    let x = BASE64.encode(idp.keys[0].public_key());
    // Of a kind that nobody knows, and of one that signs nothing: the third counts all the same.
    Json(json!({ "keys": [
        { "kty": "strange", "kid": "zero" },
        { "kty": "OKP", "crv": "Ed25519", "kid": "one", "use": "enc", "x": BASE64.encode(idp.keys[1].public_key()) },
        { "kty": "OKP", "crv": "Ed25519", "kid": "one", "use": "sig", "x": x },
    ] }))
}

async fn token(
    State(idp): State<Arc<Idp>>,
    headers: axum::http::HeaderMap,
    Form(form): Form<HashMap<String, String>>,
) -> Response {
    let secret = "a%20secret%3A%20of~the%20client";
    let basic = base64::engine::general_purpose::STANDARD.encode(format!("stet:{secret}"));
    assert_eq!(headers["authorization"], format!("Basic {basic}"));
    let known = idp.codes.lock().unwrap().remove(&form["code"]);
    let challenge = BASE64.encode(digest(&SHA256, form["code_verifier"].as_bytes()));
    let Some((_, nonce)) = known.filter(|(told, _)| *told == challenge) else {
        let refused = Json(json!({ "error": "invalid_grant" }));
        return (axum::http::StatusCode::BAD_REQUEST, refused).into_response();
    };
    let (id_token, access_token) = (idp.token(&nonce), "access");
    Json(json!({ "id_token": id_token, "access_token": access_token, "token_type": "Bearer" }))
        .into_response()
}

/// A browser: it follows nothing by itself and keeps what it is told to.
struct Browser {
    http: reqwest::Client,
    cookies: HashMap<String, String>,
}

impl Browser {
    fn new() -> Self {
        let http = reqwest::Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none());
        Self { http: http.build().unwrap(), cookies: HashMap::new() }
    }

    async fn get(&mut self, url: &str) -> (u16, String, String) {
        let cookies: Vec<String> =
            self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let request = self.http.get(url).header("cookie", cookies.join("; ")).header("accept-language", "ko");
        let response = request.send().await.unwrap();
        for cookie in response.headers().get_all("set-cookie") {
            let (name, value) = cookie.to_str().unwrap().split(';').next().unwrap().split_once('=').unwrap();
            self.cookies.insert(name.to_owned(), value.to_owned());
        }
        let location = response.headers().get("location").map(|to| to.to_str().unwrap().to_owned());
        (response.status().as_u16(), location.unwrap_or_default(), response.text().await.unwrap())
    }

    /// Goes to the provider and signs in there; the address that it sends the browser back to.
    async fn sign_in(&mut self, server: &Server, idp: &Idp, back: &str) -> Url {
        let mut begin = Url::parse(&server.url("/api/session/oidc")).unwrap();
        begin.query_pairs_mut().append_pair("return", back);
        let (status, location, body) = self.get(begin.as_str()).await;
        assert_eq!(status, 303, "{body}");
        let asked: HashMap<String, String> =
            Url::parse(&location).unwrap().query_pairs().into_owned().collect();
        assert!(location.starts_with(&format!("{}/auth?", idp.issuer)), "{location}");
        assert_eq!((&*asked["response_type"], &*asked["code_challenge_method"]), ("code", "S256"));
        let code = asked["state"].chars().rev().collect::<String>();
        let told = (asked["code_challenge"].clone(), asked["nonce"].clone());
        idp.codes.lock().unwrap().insert(code.clone(), told);
        let mut callback = Url::parse(&asked["redirect_uri"]).unwrap();
        // What the provider adds besides is passed over.
        let pairs =
            [("code", &code), ("state", &asked["state"]), ("iss", &idp.issuer), ("session_state", &code)];
        callback.query_pairs_mut().extend_pairs(pairs);
        callback
    }
}

async fn start(idp: &Idp, grants: &str) -> Server {
    // The address is known only afterwards; the test goes to that of the server by itself.
    Server::start(None, |config| {
        let oidc = &mut config.oidc;
        oidc.issuer = Some(idp.issuer.clone());
        (oidc.client_id, oidc.client_secret) = (Some("stet".into()), Some(SECRET.into()));
        oidc.public_url = Some("https://stet.example/".into());
        oidc.grants = grants.into();
    })
    .await
}

/// The same address at the server that a test has.
fn here(server: &Server, callback: &Url) -> String {
    assert_eq!(callback.origin().ascii_serialization(), "https://stet.example");
    server.url(&format!("{}?{}", callback.path(), callback.query().unwrap()))
}

#[tokio::test]
async fn a_person_signs_in_by_their_groups_is_named_and_loses_what_they_lost() {
    let idp = Idp::start().await;
    let server = start(&idp, "editors = default:write; law = Law:read").await;
    assert_eq!(server.get("/api/drafts").await.0, 401, "nobody is let in because nobody has a key");
    let (_, session) = server.get("/api/session").await;
    assert_eq!(session["signIn"], "https://stet.example/api/session/oidc", "{session}");

    let mut browser = Browser::new();
    let callback = browser.sign_in(&server, &idp, "/#/write/한글").await;
    // Another node ends what this one began.
    let other = Server::on(Arc::clone(&server.database), "plain", |config| {
        config.oidc = server.state.config().oidc.clone();
    })
    .await;
    let (status, location, body) = browser.get(&here(&other, &callback)).await;
    assert_eq!((status, &*location), (303, "https://stet.example/#/write/%ED%95%9C%EA%B8%80"), "{body}");
    let (_, _, session) = browser.get(&server.url("/api/session")).await;
    let session: Value = serde_json::from_str(&session).unwrap();
    assert_eq!((&session["who"], &session["scope"]), (&json!("kim@example.org"), &json!("write")));
    let cookie = format!("stet_session={}", browser.cookies["stet_session"]);
    let own = format!("http://{}", server.address);
    let draft =
        server.client.post(server.url("/api/drafts")).header("cookie", &cookie).header("origin", &own);
    let draft: Value = draft.json(&json!({ "text": "x" })).send().await.unwrap().json().await.unwrap();
    let id = draft["id"].as_str().unwrap();
    let gone = server.client.delete(server.url(&format!("/api/drafts/{id}")));
    assert!(
        gone.header("cookie", &cookie).header("origin", &own).send().await.unwrap().status().is_success()
    );
    let log = server.state.store().audit(None, 10).await.unwrap();
    let log: Vec<_> = log.iter().map(|one| (&*one.who, &*one.action, &*one.subject)).collect();
    assert_eq!(
        log,
        [("kim@example.org", "draft.delete", id), ("kim@example.org", "session.begin", "user-1")]
    );

    // Used once; the code is spent, too, should a browser have kept the login.
    let (status, _, body) = browser.get(&here(&server, &callback)).await;
    assert!(status == 400 && body.contains("다시 로그인해 주세요"), "{status} {body}");

    // Without the group at the next login nothing is left of it, in any browser, nor of what is open on another node.
    let mut request = format!("ws://{}/ws", other.address).into_client_request().unwrap();
    for (name, value) in [("cookie", cookie.clone()), ("origin", format!("http://{}", other.address))] {
        request.headers_mut().insert(name, value.parse().unwrap());
    }
    let (mut socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
    idp.says(json!({ "groups": ["former"] }));
    let mut elsewhere = Browser::new();
    let callback = elsewhere.sign_in(&server, &idp, "/").await;
    let (status, _, body) = elsewhere.get(&here(&server, &callback)).await;
    assert!(
        status == 403 && body.contains("STET_OIDC_GRANTS") && body.contains("<html lang=\"ko\">"),
        "{body}"
    );
    assert_eq!(browser.get(&server.url("/api/drafts")).await.0, 401);
    assert_eq!(crate::accounts::closed(&mut socket).await, 1008);

    // A workspace that is not there is told of, and one that an unverified address names is nobody's.
    idp.says(json!({ "groups": ["law"], "email_verified": false }));
    let callback = elsewhere.sign_in(&server, &idp, "/").await;
    let (status, _, body) = elsewhere.get(&here(&server, &callback)).await;
    assert!(status == 403 && body.contains("“Law”"), "{body}");
    let made = server.state.store().insert_workspace(
        uuid::Uuid::now_v7(),
        "Law",
        Limits::default(),
        OffsetDateTime::now_utc(),
    );
    assert!(made.await.unwrap());
    let callback = elsewhere.sign_in(&server, &idp, "/").await;
    assert_eq!(elsewhere.get(&here(&server, &callback)).await.0, 303);
    let (_, _, session) = elsewhere.get(&server.url("/api/session")).await;
    let session: Value = serde_json::from_str(&session).unwrap();
    assert_eq!((&session["who"], &session["scope"]), (&json!("user-1"), &json!("read")), "{session}");

    // Signing out ends it; a key goes on beside all this.
    let (_, key) = key(server.state.store(), "one", Scope::Read, Limits::default()).await;
    let cookie = format!("stet_session={}", elsewhere.cookies["stet_session"]);
    let out =
        server.client.delete(server.url("/api/session")).header("cookie", &cookie).header("origin", &own);
    assert_eq!(out.send().await.unwrap().status(), 204);
    assert_eq!(elsewhere.get(&server.url("/api/drafts")).await.0, 401);
    assert_eq!(crate::accounts::send(&server, &key, "get", "/api/drafts", &Value::Null).await.status(), 200);
}

#[tokio::test]
async fn what_the_token_does_not_say_is_asked_of_the_same_person() {
    let idp = Idp::start().await;
    let server = start(&idp, "editors = default:admin").await;
    for (userinfo, status) in [
        (json!({ "sub": "user-1", "groups": ["editors"] }), 303),
        (json!({ "sub": "user-2", "groups": ["editors"] }), 502),
        (json!({ "sub": "user-1" }), 403),
    ] {
        idp.says(json!({ "groups": null }));
        idp.next.lock().unwrap().userinfo = userinfo.clone();
        let mut browser = Browser::new();
        let callback = browser.sign_in(&server, &idp, "/").await;
        let (got, _, body) = browser.get(&here(&server, &callback)).await;
        assert_eq!(got, status, "{userinfo}: {body}");
    }
}

#[tokio::test]
async fn a_token_that_is_forged_old_or_for_somebody_else_lets_nobody_in() {
    let idp = Idp::start().await;
    let server = start(&idp, "* = default:admin").await;
    let now = OffsetDateTime::now_utc().unix_timestamp();
    for (claims, signed, told) in [
        (json!({}), Signed::ByAnother, "서명이 맞지 않습니다"),
        (json!({}), Signed::None, "공개 키로 서명되지"),
        (json!({}), Signed::Not, "서명이 맞지 않습니다"),
        (json!({}), Signed::BySecret, "공개 키로 서명되지"),
        (json!({ "nonce": "another" }), Signed::Well, "다른 로그인의 토큰"),
        (json!({ "nonce": null }), Signed::Well, "다른 로그인의 토큰"),
        (json!({ "exp": now - 120 }), Signed::Well, "기한이 지났거나"),
        (json!({ "exp": null }), Signed::Well, "exp이(가) 없습니다"),
        (json!({ "exp": "2100-01-01" }), Signed::Well, "exp이(가) 없습니다"),
        (json!({ "nbf": now + 600 }), Signed::Well, "기한이 지났거나"),
        (json!({ "aud": "another" }), Signed::Well, "다른 서비스에 준"),
        (json!({ "aud": ["stet", "another"] }), Signed::Well, "다른 서비스에 준"),
        (json!({ "aud": ["stet"], "azp": "another" }), Signed::Well, "다른 서비스에 준"),
        (json!({ "iss": "https://another.example" }), Signed::Well, "다른 로그인 서버의"),
        (json!({ "iss": [idp.issuer, "https://another.example"] }), Signed::Well, "다른 로그인 서버의"),
        (json!({ "sub": "" }), Signed::Well, "sub이(가) 없습니다"),
    ] {
        idp.forges(claims.clone(), signed);
        let mut browser = Browser::new();
        let callback = browser.sign_in(&server, &idp, "/").await;
        let (status, _, body) = browser.get(&here(&server, &callback)).await;
        assert!(status == 502 && body.contains(told), "{claims}: {status} {body}");
        assert_eq!(browser.get(&server.url("/api/drafts")).await.0, 401);
    }
}

#[tokio::test]
async fn a_login_belongs_to_its_browser_and_leads_to_no_other_place() {
    let idp = Idp::start().await;
    let server = start(&idp, "* = default:read").await;
    let mut browser = Browser::new();
    let callback = browser.sign_in(&server, &idp, "/").await;
    let mut victim = Browser::new();
    let (status, _, _) = victim.get(&here(&server, &callback)).await;
    assert_eq!(status, 400, "a login that another browser began");
    victim.sign_in(&server, &idp, "/").await;
    assert_eq!(victim.get(&here(&server, &callback)).await.0, 400, "another state");
    let with = |name: &str, value: &str| {
        let pairs: Vec<_> = callback.query_pairs().filter(|(one, _)| one != name).collect();
        let mut changed = callback.clone();
        changed.query_pairs_mut().clear().extend_pairs(&pairs).append_pair(name, value);
        here(&server, &changed)
    };
    assert_eq!(browser.get(&with("iss", "https://another.example")).await.0, 502);
    let (status, _, body) = browser.get(&with("error", "<script>alert(1)</script>")).await;
    assert!(status == 502 && body.contains("&lt;script&gt;") && !body.contains("<script"), "{body}");
    assert_eq!(browser.get(&with("error", "access_denied")).await.0, 400);
    let (status, _, body) = browser.get(&with("code", "guessed")).await;
    assert!(status == 400 && body.contains("STET_OIDC_PUBLIC_URL"), "{body}");
    assert_eq!(browser.get(&here(&server, &callback)).await.0, 303, "none of this has used the login up");

    for back in [
        "https://evil.example",
        "//evil.example",
        "/\\evil.example",
        "@evil.example",
        ".evil.example",
        "/a\r\nx: y",
        "",
    ] {
        let mut browser = Browser::new();
        let callback = browser.sign_in(&server, &idp, back).await;
        let (status, location, _) = browser.get(&here(&server, &callback)).await;
        assert_eq!(status, 303);
        let place = Url::parse(&location).unwrap();
        assert_eq!(place.origin().ascii_serialization(), "https://stet.example", "{back}: {location}");
    }
}

#[tokio::test]
async fn without_a_provider_there_is_none() {
    let server = Server::extracts().await;
    let (_, session) = server.get("/api/session").await;
    assert!(session.get("signIn").is_none() && session["needed"] == false, "{session}");
    for path in ["/api/session/oidc", "/api/session/oidc/callback?code=a&state=b"] {
        let page = server.client.get(server.url(path)).send().await.unwrap();
        assert_eq!(
            (page.status().as_u16(), &page.headers()["content-type"]),
            (404, &"text/html; charset=utf-8".parse().unwrap())
        );
        assert!(page.text().await.unwrap().contains("STET_OIDC_ISSUER"));
    }
}
