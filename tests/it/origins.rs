//! Which web pages may use a server: its own, with the port, and those of the setting.

use futures::StreamExt as _;
use reqwest::header::{HeaderMap, HeaderValue};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

use crate::support::server::Server;

const EDITOR: &str = "https://editor.example";

/// Status of a WebSocket's handshake from a page.
async fn socket(server: &Server, origin: &str) -> u16 {
    let mut request = format!("ws://{}/ws", server.address).into_client_request().unwrap();
    request.headers_mut().insert("origin", origin.parse().unwrap());
    match tokio_tungstenite::connect_async(request).await {
        Ok((socket, response)) => {
            drop(socket.into_future());
            response.status().as_u16()
        }
        Err(tokio_tungstenite::tungstenite::Error::Http(response)) => response.status().as_u16(),
        Err(fault) => panic!("{fault}"),
    }
}

async fn upload(server: &Server, headers: HeaderMap) -> u16 {
    let file = reqwest::multipart::Part::text("One line.").file_name("a.txt");
    let form = reqwest::multipart::Form::new().part("file", file);
    let request = server.client.post(server.url("/api/sources")).headers(headers).multipart(form);
    request.send().await.unwrap().status().as_u16()
}

fn from(origin: &str) -> HeaderMap {
    [("origin".parse().unwrap(), HeaderValue::from_str(origin).unwrap())].into_iter().collect()
}

/// Over HTTP, to the socket and with files alike.
#[tokio::test]
async fn a_page_of_another_origin_is_foreign_and_one_of_the_setting_is_not() {
    for keyed in [false, true] {
        let server = Server::start(None, |config| {
            config.server.allowed_origins = vec![EDITOR.to_owned()];
            config.server.api_key = keyed.then(|| "a key of thirty-two characters..".to_owned());
        })
        .await;
        let own = format!("http://{}", server.address);
        let neighbour = format!("http://{}", server.address.ip());
        // Where a key is asked for, it is asked for behind the origin.
        let welcome = |status: u16| if keyed { 401 } else { status };
        for (origin, foreign) in [
            (own.as_str(), false),
            (EDITOR, false),
            (&neighbour, true),
            ("http://localhost:1", true),
            ("https://editor.example:8443", true),
            ("null", true),
        ] {
            let expected = |status: u16| if foreign { 403 } else { welcome(status) };
            let get =
                server.client.get(server.url("/api/status")).header("origin", origin).send().await.unwrap();
            assert_eq!(get.status().as_u16(), expected(200), "{origin}");
            let shared =
                get.headers().get("access-control-allow-origin").map(|value| value.to_str().unwrap());
            assert_eq!(shared, (origin == EDITOR).then_some(EDITOR), "{origin}");
            let readable = get.headers().get("access-control-expose-headers");
            let readable = readable.map_or("", |value| value.to_str().unwrap());
            for name in ["retry-after", "x-request-id", "stet-unknown-citations", "content-disposition"] {
                assert!(origin != EDITOR || readable.split(',').any(|one| one == name), "{name}: {readable}");
            }
            assert_eq!(upload(&server, from(origin)).await, expected(202), "{origin}");
            assert_eq!(socket(&server, origin).await, expected(101), "{origin}");
        }
        let preflight = server
            .client
            .request(reqwest::Method::OPTIONS, server.url("/api/chat"))
            .header("origin", EDITOR)
            .header("access-control-request-method", "POST")
            .header("access-control-request-headers", "authorization,content-type")
            .send()
            .await
            .unwrap();
        assert_eq!(preflight.status(), 200);
        assert_eq!(preflight.headers()["access-control-allow-headers"], "authorization,content-type");
    }
}

/// Status of a request with these lines.
async fn raw(server: &Server, lines: &[u8]) -> String {
    let mut socket = TcpStream::connect(server.address).await.unwrap();
    socket.write_all(lines).await.unwrap();
    let mut told = Vec::new();
    let _ = socket.read_to_end(&mut told).await;
    String::from_utf8_lossy(&told).lines().next().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn a_header_that_cannot_be_read_or_is_there_twice_is_nobodys() {
    let server = Server::extracts().await;
    let host = server.address.to_string();
    let own = format!("origin: http://{host}");
    for (target, lines, status) in [
        ("/api/status", vec![format!("host: {host}")], "200"),
        ("/api/status", vec![format!("host: {host}"), own.clone()], "200"),
        ("/api/status", vec![format!("host: {host}"), own.clone(), own.clone()], "403"),
        ("/api/status", vec![format!("host: {host}"), own, "origin: http://evil.example".into()], "403"),
        ("/api/status", vec![format!("host: {host}"), "origin: http://\u{e9}vil.example".into()], "403"),
        ("/api/status", vec!["host: l\u{f6}calhost".into()], "403"),
        ("/api/status", vec![format!("host: {host}"), "host: evil.example".into()], "403"),
        ("/api/status", vec!["host: evil.example".into()], "403"),
        ("/api/status", vec![], "403"),
        ("http://evil.example/api/status", vec![format!("host: {host}")], "403"),
    ] {
        let request = format!("GET {target} HTTP/1.1\r\n{}\r\nconnection: close\r\n\r\n", lines.join("\r\n"));
        let request = request.replace("HTTP/1.1\r\n\r\nconnection", "HTTP/1.1\r\nconnection");
        // As browsers of old send it: a byte a character.
        let bytes: Vec<u8> = request.chars().map(|ch| u8::try_from(u32::from(ch)).unwrap()).collect();
        let told = raw(&server, &bytes).await;
        // The one that the protocol itself refuses is refused.
        let refused = told.contains(" 400 ") && status == "403";
        assert!(told.contains(&format!(" {status} ")) || refused, "{target} {lines:?}: {told}");
    }
}

/// Whether the proxy takes the path off or passes it on: page, links, cookies and description lead below it.
#[tokio::test]
async fn a_server_that_a_proxy_shows_below_a_path_leads_nowhere_else() {
    const KEY: &str = "a key of thirty-two characters..";
    let mut server = Server::start(Some("grounded"), |config| {
        config.server.public_path = "/our/stet".to_owned();
        config.server.api_key = Some(KEY.to_owned());
    })
    .await;
    server.client = reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .default_headers(
            [("authorization".parse().unwrap(), format!("Bearer {KEY}").parse().unwrap())]
                .into_iter()
                .collect(),
        )
        .build()
        .unwrap();
    server.ingest("library.txt", "The library opens at nine in the morning.").await;
    let bare = server.client.get(server.url("/our/stet")).send().await.unwrap();
    assert_eq!(
        (bare.status().as_u16(), &bare.headers()["location"]),
        (308, &HeaderValue::from_static("/our/stet/"))
    );
    for path in ["", "/our/stet"] {
        let at = |rest: &str| server.url(&format!("{path}{rest}"));
        let page = server.client.get(at("/")).send().await.unwrap().text().await.unwrap();
        assert!(page.contains("<title>Stet"), "{page}");
        assert!(!page.contains("=\"/"), "an address that leaves the path: {page}");
        let told: serde_json::Value =
            server.client.get(at("/openapi.json")).send().await.unwrap().json().await.unwrap();
        assert_eq!(told["servers"][0]["url"], "/our/stet");
        let signed = server
            .client
            .post(at("/api/session"))
            .json(&serde_json::json!({ "key": KEY }))
            .send()
            .await
            .unwrap();
        assert_eq!(signed.status(), 200);
        let cookie = signed.headers()["set-cookie"].to_str().unwrap().to_owned();
        assert!(cookie.contains("; Path=/our/stet/;"), "{cookie}");
        let body = serde_json::json!({ "model": "stet", "messages": [{ "role": "user", "content": "When does the library open?" }] });
        let answer: serde_json::Value = server
            .client
            .post(at("/v1/chat/completions"))
            .json(&body)
            .send()
            .await
            .unwrap()
            .json()
            .await
            .unwrap();
        let link = answer["choices"][0]["message"]["annotations"][0]["url_citation"]["url"]
            .as_str()
            .unwrap_or_default();
        assert!(link.starts_with(&format!("http://{}/our/stet/#/p/", server.address)), "{answer}");
        assert_eq!(server.client.get(at("/api/nothing")).send().await.unwrap().status(), 404);
    }
    // Only whole steps of the path are taken off, and once.
    for elsewhere in ["/our/stetson/api/status", "/our", "/our/stet/our/stet/api/status"] {
        assert_eq!(
            server.client.get(server.url(elsewhere)).send().await.unwrap().status(),
            404,
            "{elsewhere}"
        );
    }
}
