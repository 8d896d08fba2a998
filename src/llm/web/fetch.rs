//! One address of the web, read as a file: bounded in size and time, and never of a private network.
//!
//! Who asks for it chooses the address, and the server is where the request comes from. So every address on the way is looked at
//! (also those it is sent on to), and every number that a name stands for, when it is connected to: what a name meant a moment
//! before does not count. Proxies are not used, for they would look names up themselves.

use std::error::Error;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use encoding_rs::{Encoding, UTF_8};
use futures::StreamExt as _;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::header::{ACCEPT, CONTENT_DISPOSITION, CONTENT_TYPE, HeaderMap};
use reqwest::{Client, Url, redirect};
use stet_text::Language;

use super::{is_public, is_public_number};

/// Longest wait for the whole of it.
const DEADLINE: Duration = Duration::from_mins(1);
const CONNECT: Duration = Duration::from_secs(10);
/// How often one is sent on to another address.
const MOVES: usize = 5;
/// What a document may be called after, in characters.
const NAME: usize = 120;
/// Bytes that say that a text is UTF-8, whatever its head says.
const UTF8_MARK: [u8; 3] = [0xef, 0xbb, 0xbf];

/// What an address held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetched {
    /// As it was asked for, without the fragment.
    pub url: String,
    /// What the file is called, with the ending of its type.
    pub name: String,
    pub bytes: Vec<u8>,
}

/// Why an address was not read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    #[error(
        "this is no address of the web; it must begin with https:// or http:// and have no user name in it"
    )]
    NoAddress,
    #[error(
        "{host} is in a private network, from which nothing is fetched; save the page and add it as a file"
    )]
    Private { host: String },
    #[error("{host} cannot be reached (proxies are not used); save the page and add it as a file")]
    Unreachable { host: String },
    #[error("{host} did not send the page within {seconds} s")]
    Timeout { host: String, seconds: u64 },
    #[error(
        "{host} answered with status {status}; where it asks for a sign-in, save the page and add it as a file"
    )]
    Status { host: String, status: u16 },
    #[error("{host} sent it on to other addresses more than {MOVES} times")]
    Moves { host: String },
    #[error("what {host} sends is larger than {limit} bytes")]
    TooLarge { host: String, limit: usize },
}

impl FetchError {
    /// What is wrong, for a person.
    #[must_use]
    pub fn message(&self, language: Language) -> String {
        if language == Language::En {
            return self.to_string();
        }
        match self {
            Self::NoAddress => {
                "웹 주소가 아닙니다. https://나 http://로 시작하고 사용자 이름이 없어야 합니다".to_owned()
            }
            Self::Private { host } => format!(
                "{host}: 사설 네트워크의 주소는 가져오지 않습니다. 페이지를 저장해 파일로 추가해 주세요"
            ),
            Self::Unreachable { host } => format!(
                "{host}: 연결할 수 없습니다(프록시는 쓰지 않습니다). 페이지를 저장해 파일로 추가해 주세요"
            ),
            Self::Timeout { host, seconds } => format!("{host}: {seconds}초 안에 보내지 않았습니다"),
            Self::Status { host, status } => format!(
                "{host}: 상태 {status}(으)로 답했습니다. 로그인이 필요한 곳이면 페이지를 저장해 파일로 추가해 주세요"
            ),
            Self::Moves { host } => format!("{host}: 다른 주소로 {MOVES}번 넘게 보냈습니다"),
            Self::TooLarge { host, limit } => format!("{host}: 보내는 것이 {limit}바이트보다 큽니다"),
        }
    }
}

/// Reads one address. `limit` is the most bytes, `allowed` are hosts (`wiki.lan`, `10.0.0.5:8080`) that may be in a private network, for
/// tests.
///
/// # Errors
/// It is no public address, or cannot be read whole in time.
pub async fn fetch(address: &str, limit: usize, allowed: &[String]) -> Result<Fetched, FetchError> {
    let mut url = Url::parse(address.trim()).map_err(|_| FetchError::NoAddress)?;
    let is_web =
        matches!(url.scheme(), "http" | "https") && url.username().is_empty() && url.password().is_none();
    let host = url.host_str().filter(|_| is_web).ok_or(FetchError::NoAddress)?.to_owned();
    url.set_fragment(None);
    let late = FetchError::Timeout { host: host.clone(), seconds: DEADLINE.as_secs() };
    let allowed = Arc::new(Allowed::of(allowed));
    tokio::time::timeout(DEADLINE, read(url, host, limit, allowed)).await.unwrap_or(Err(late))
}

async fn read(url: Url, host: String, limit: usize, allowed: Arc<Allowed>) -> Result<Fetched, FetchError> {
    if !allowed.may(&url) {
        return Err(FetchError::Private { host });
    }
    crate::install_tls_provider();
    let known = Arc::clone(&allowed);
    let moves = redirect::Policy::custom(move |attempt| {
        if attempt.previous().len() > MOVES {
            attempt.error(Refusal::Moves)
        } else if known.may(attempt.url()) {
            attempt.follow()
        } else {
            attempt.error(Refusal::Private)
        }
    });
    let client = Client::builder()
        .connect_timeout(CONNECT)
        .redirect(moves)
        .no_proxy()
        .dns_resolver(allowed)
        .user_agent(concat!("stet/", env!("CARGO_PKG_VERSION")))
        .build()
        .map_err(|_| FetchError::Unreachable { host: host.clone() })?;
    let asked = client.get(url.clone()).header(ACCEPT, "text/html,application/xhtml+xml,*/*;q=0.8");
    let response = asked.send().await.map_err(|fault| told(&fault, &host))?;
    if !response.status().is_success() {
        return Err(FetchError::Status { host, status: response.status().as_u16() });
    }
    let head = response.headers().clone();
    let mut bytes = Vec::new();
    let mut pieces = response.bytes_stream();
    while let Some(piece) = pieces.next().await {
        bytes.extend_from_slice(&piece.map_err(|fault| told(&fault, &host))?);
        if bytes.len() > limit {
            return Err(FetchError::TooLarge { host, limit });
        }
    }
    let kind = head.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    Ok(Fetched { name: name(&url, &head, kind), bytes: in_utf8(bytes, kind), url: url.into() })
}

/// Why a connection was not made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
enum Refusal {
    #[error("the address is private")]
    Private,
    #[error("there are too many moves")]
    Moves,
}

fn told(fault: &reqwest::Error, host: &str) -> FetchError {
    let mut cause: Option<&(dyn Error + 'static)> = Some(fault);
    let host = fault.url().and_then(Url::host_str).unwrap_or(host).to_owned();
    while let Some(one) = cause {
        match one.downcast_ref() {
            Some(Refusal::Private) => return FetchError::Private { host },
            Some(Refusal::Moves) => return FetchError::Moves { host },
            None => cause = one.source(),
        }
    }
    FetchError::Unreachable { host }
}

/// Hosts that may be private, in small letters, with or without their port.
#[derive(Debug)]
pub(super) struct Allowed(Vec<String>);

impl Allowed {
    pub(super) fn of(hosts: &[String]) -> Self {
        Self(hosts.iter().map(|one| one.trim().to_lowercase()).collect())
    }

    fn has(&self, host: &str) -> bool {
        self.0.iter().any(|one| one == host || one.rsplit_once(':').is_some_and(|(one, _)| one == host))
    }

    /// Whether an address may be connected to, as far as it tells itself.
    pub(super) fn may(&self, url: &Url) -> bool {
        let host = url.host_str().unwrap_or_default();
        let port = url.port_or_known_default().unwrap_or_default();
        is_public(url) || self.0.iter().any(|one| one == host || *one == format!("{host}:{port}"))
    }
}

impl Resolve for Allowed {
    fn resolve(&self, name: Name) -> Resolving {
        let name = name.as_str().to_owned();
        let known = self.has(&name);
        Box::pin(async move {
            let found: Vec<SocketAddr> = tokio::net::lookup_host((name, 0)).await?.collect();
            let public: Vec<SocketAddr> =
                found.iter().copied().filter(|one| known || is_public_number(one.ip())).collect();
            if public.is_empty() && !found.is_empty() {
                return Err(Refusal::Private.into());
            }
            Ok(Box::new(public.into_iter()) as Addrs)
        })
    }
}

/// What the file is called: as it is sent, else by the last part of the address; what a browser shows ends in `.html`.
fn name(url: &Url, head: &HeaderMap, kind: &str) -> String {
    let decode = |text: &str| percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned();
    let sent = head.get(CONTENT_DISPOSITION).and_then(|value| std::str::from_utf8(value.as_bytes()).ok());
    let sent = sent.and_then(|sent| {
        let field =
            |name: &str| sent.split(';').find_map(|part| part.trim().strip_prefix(name)).map(str::trim);
        let coded = field("filename*=").and_then(|value| value.splitn(3, '\'').nth(2)).map(decode);
        coded.or_else(|| field("filename=").map(|value| value.trim_matches('"').to_owned()))
    });
    let last = url.path_segments().and_then(|parts| parts.rev().find(|part| !part.is_empty())).map(decode);
    let named = sent.or(last).map(|name| {
        let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
        name.chars().filter(|ch| !ch.is_control()).take(NAME).collect::<String>().trim().to_owned()
    });
    let host = url.host_str().unwrap_or_default();
    let name = named.filter(|name| !name.is_empty()).unwrap_or_else(|| host.to_owned());
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let endings: &[&str] = match kind.as_str() {
        "text/html" => &[".html", ".htm", ".xhtml"],
        "application/xhtml+xml" => &[".xhtml", ".html"],
        "application/pdf" => &[".pdf"],
        "text/csv" => &[".csv"],
        "text/markdown" => &[".md", ".markdown"],
        "text/plain" if !name.contains('.') => &[".txt"],
        _ => &[],
    };
    let small = name.to_lowercase();
    let missing = endings.first().filter(|_| !endings.iter().any(|ending| small.ends_with(ending)));
    format!("{name}{}", missing.copied().unwrap_or_default())
}

/// A text in UTF-8, where the head of the response says that it is in another encoding: the file alone would not tell.
fn in_utf8(bytes: Vec<u8>, kind: &str) -> Vec<u8> {
    let label = kind.split(';').find_map(|part| {
        let (name, value) = part.split_once('=')?;
        name.trim().eq_ignore_ascii_case("charset").then(|| value.trim().trim_matches(['"', '\'']))
    });
    let encoding = label.and_then(|label| Encoding::for_label(label.as_bytes()));
    match encoding.filter(|one| *one != UTF_8 && kind.trim_start().starts_with("text/")) {
        Some(encoding) if std::str::from_utf8(&bytes).is_err() => {
            let (text, _, _) = encoding.decode(&bytes);
            [&UTF8_MARK, text.as_bytes()].concat()
        }
        _ => bytes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    /// A server that gives one answer to whoever asks, and its address.
    async fn server(answer: Vec<u8>) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let at = listener.local_addr().unwrap();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let mut asked = [0; 2048];
                let _ = stream.read(&mut asked).await;
                let _ = stream.write_all(&answer).await;
                let _ = stream.shutdown().await;
            }
        });
        at.to_string()
    }

    fn allowed(at: &str) -> Vec<String> {
        vec![at.to_owned()]
    }

    fn answer(head: &str, body: &[u8]) -> Vec<u8> {
        let head = format!("HTTP/1.1 {head}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n", body.len());
        [head.as_bytes(), body].concat()
    }

    #[tokio::test]
    async fn a_page_is_read_in_its_encoding() {
        let (korean, _, _) = encoding_rs::EUC_KR.encode("<p>수영장 요금은 5유로다.</p>");
        let at = server(answer("200 OK\r\nContent-Type: text/html; charset=euc-kr", &korean)).await;
        let page =
            fetch(&format!("http://{at}/a/%EC%9A%94%EA%B8%88.php?b=1#c"), 1000, &allowed(&at)).await.unwrap();
        assert_eq!(
            (page.name.as_str(), page.url),
            ("요금.php.html", format!("http://{at}/a/%EC%9A%94%EA%B8%88.php?b=1"))
        );
        assert!(String::from_utf8(page.bytes).unwrap().contains("수영장 요금은 5유로다."));
        let named = "200 OK\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename*=UTF-8''%EA%B0%80.pdf";
        let at = server(answer(named, b"%PDF")).await;
        let file = fetch(&format!("http://{at}/"), 1000, &allowed(&at)).await.unwrap();
        assert_eq!((file.name.as_str(), &*file.bytes), ("가.pdf", &b"%PDF"[..]));
        let at = server(answer("200 OK\r\nContent-Type: text/html", b"<p>a")).await;
        assert_eq!(fetch(&format!("http://{at}"), 9, &allowed(&at)).await.unwrap().name, "127.0.0.1.html");
    }

    #[tokio::test]
    async fn nothing_private_is_asked() {
        let at = server(answer("200 OK", b"secret")).await;
        let port = at.rsplit_once(':').unwrap().1;
        let private = |fault: Result<Fetched, FetchError>| matches!(fault, Err(FetchError::Private { .. }));
        assert!(private(fetch(&format!("http://{at}/"), 99, &[]).await));
        assert!(private(fetch(&format!("http://{at}/"), 99, &["127.0.0.1:1".into()]).await));
        assert!(private(fetch(&format!("http://localhost:{port}/"), 99, &[]).await));
        // A public page that sends to a private one.
        let moved = server(answer(&format!("302 Found\r\nLocation: http://{at}/"), b"")).await;
        assert!(private(fetch(&format!("http://{moved}/"), 99, &allowed(&moved)).await));
        assert_eq!(
            fetch(&format!("http://{moved}/"), 99, &[moved.clone(), at]).await.unwrap().bytes,
            b"secret"
        );
        // A public name that stands for a number of this machine.
        let resolved = Allowed(Vec::new()).resolve("localhost".parse().unwrap()).await;
        assert!(resolved.is_err_and(|fault| fault.downcast_ref() == Some(&Refusal::Private)));
    }

    #[tokio::test]
    async fn what_cannot_be_read_is_said() {
        for address in
            ["", "fees", "file:///etc/passwd", "https://user:secret@example.com/", "javascript:alert(1)"]
        {
            assert_eq!(fetch(address, 99, &[]).await, Err(FetchError::NoAddress), "{address}");
        }
        let told = async |head: &str, limit| {
            let at = server(answer(head, &[b'a'; 100])).await;
            fetch(&format!("http://{at}/"), limit, &allowed(&at)).await.unwrap_err()
        };
        assert!(matches!(told("403 Forbidden", 999).await, FetchError::Status { status: 403, .. }));
        assert!(matches!(told("200 OK", 99).await, FetchError::TooLarge { limit: 99, .. }));
        assert!(matches!(told("302 Found\r\nLocation: /again", 999).await, FetchError::Moves { .. }));
        // Held, so that nobody else gets the port; nothing listens there.
        let held = tokio::net::TcpSocket::new_v4().unwrap();
        held.bind("127.0.0.1:0".parse().unwrap()).unwrap();
        let gone = held.local_addr().unwrap().to_string();
        let fault = fetch(&format!("http://{gone}/"), 99, &allowed(&gone)).await;
        assert!(matches!(fault, Err(FetchError::Unreachable { .. })));
    }
}
