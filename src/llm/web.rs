//! Web search: Tavily's API, asked for what the documents do not hold.
//!
//! Owns one request and what may come back of it: the passages that the service sends, cut to a length; an address that leads into
//! a private network is dropped with its passage, unless the settings allow its host. Leaves when to ask and what becomes of the
//! passages to `ask`, and reading a page whole to who implements [`ReadPage`].

use std::fmt::Debug;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt as _;
use futures::future::BoxFuture;
use serde::Deserialize;
use serde_json::json;
use time::Date;

use crate::install_tls_provider;
use stet_text::Language;

pub mod fetch;

/// Where Tavily's API is.
const BASE_URL: &str = "https://api.tavily.com";
/// Longest wait for results.
const DEADLINE: Duration = Duration::from_secs(10);
/// Largest reply, in bytes.
const MOST_BYTES: usize = 1 << 20;
/// Longest query, in characters: the API refuses more than 400.
const QUERY: usize = 400;
/// Characters of a title, of an address, and of a passage.
const TITLE: usize = 200;
const ADDRESS: usize = 2000;
const PASSAGE: usize = 4000;
/// Pages that are read whole for a question, and how long each is waited for: what the search says of it stands until then.
const READ: usize = 3;
const WAIT: Duration = Duration::from_secs(6);

/// A client of the API. Cheap to clone.
#[derive(Clone)]
pub struct WebSearch {
    http: reqwest::Client,
    url: String,
    key: String,
    deadline: Duration,
    /// Hosts of private networks that may be told.
    allowed: Arc<fetch::Allowed>,
    /// Reads what was found; without one, what the search says of it stands.
    reader: Option<Arc<dyn ReadPage>>,
}

impl std::fmt::Debug for WebSearch {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("WebSearch").field("deadline", &self.deadline).finish_non_exhaustive()
    }
}

/// A passage of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct WebPassage {
    pub title: String,
    pub url: String,
    pub text: String,
    /// How well it fits the query, 0 to 1, as the service says.
    pub score: f64,
    /// The day that the page is of, where it was read and says so.
    pub dated: Option<Date>,
}

/// What a page that was read whole says of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebPage {
    pub text: String,
    /// The day that it is of, as it says itself.
    pub dated: Option<Date>,
}

/// Reads the pages that a search has found.
pub trait ReadPage: Debug + Send + Sync {
    /// What the page at an address says of a question, in at most so many characters; nothing where it cannot be read or
    /// shares no word with it.
    fn page<'a>(&'a self, address: &'a str, question: &'a str, most: usize)
    -> BoxFuture<'a, Option<WebPage>>;
}

/// Why the web could not be searched.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WebError {
    #[error("the web search cannot be reached")]
    Unreachable,
    #[error("the web search did not answer within {seconds} s")]
    Timeout { seconds: u64 },
    #[error("the web search refused the key (TAVILY_API_KEY)")]
    Unauthorised,
    #[error("the web search is busy, or its quota is used up")]
    Busy,
    #[error("the web search answered with status {0}")]
    Status(u16),
    #[error("the web search's answer could not be read")]
    Malformed,
}

impl WebError {
    /// What is wrong, for a person.
    #[must_use]
    pub fn message(&self, language: Language) -> String {
        if language == Language::En {
            return self.to_string();
        }
        match self {
            Self::Unreachable => "웹 검색 서버에 연결할 수 없습니다".to_owned(),
            Self::Timeout { seconds } => format!("웹 검색이 {seconds}초 안에 답하지 않았습니다"),
            Self::Unauthorised => "웹 검색 서버가 키(TAVILY_API_KEY)를 거부했습니다".to_owned(),
            Self::Busy => "웹 검색 서버가 붐비거나 사용량이 다 찼습니다".to_owned(),
            Self::Status(status) => format!("웹 검색 서버가 상태 {status}로 답했습니다"),
            Self::Malformed => "웹 검색 서버의 답을 읽을 수 없습니다".to_owned(),
        }
    }
}

#[derive(Deserialize)]
struct Reply {
    results: Vec<Found>,
}

#[derive(Deserialize)]
struct Found {
    #[serde(default)]
    title: String,
    url: String,
    #[serde(default)]
    content: String,
    #[serde(default)]
    score: f64,
}

impl WebSearch {
    /// Connects to nothing yet. `allowed` are hosts of private networks whose pages may be told.
    ///
    /// # Errors
    /// No client can be made on this system.
    pub fn new(base_url: Option<&str>, key: &str, allowed: &[String]) -> Result<Self, WebError> {
        install_tls_provider();
        let base = base_url.unwrap_or(BASE_URL).trim().trim_end_matches('/');
        let url = reqwest::Url::parse(&format!("{base}/search")).map_err(|_| WebError::Unreachable)?;
        let mut client = reqwest::Client::builder()
            .connect_timeout(Duration::from_secs(5))
            // Nobody is sent elsewhere: the one address is that of the settings.
            .redirect(reqwest::redirect::Policy::none())
            .user_agent(concat!("stet/", env!("CARGO_PKG_VERSION")));
        // A double on this machine; a proxy could not reach it.
        if !is_public(&url) {
            client = client.no_proxy();
        }
        let http = client.build().map_err(|_| WebError::Unreachable)?;
        let (url, key) = (url.into(), key.trim().to_owned());
        Ok(Self {
            http,
            url,
            key,
            deadline: DEADLINE,
            allowed: Arc::new(fetch::Allowed::of(allowed)),
            reader: None,
        })
    }

    /// At most `most` passages for a query, best first.
    ///
    /// # Errors
    /// The service is away, late, refuses, or says what is no result.
    pub async fn search(&self, query: &str, most: usize) -> Result<Vec<WebPassage>, WebError> {
        let late = WebError::Timeout { seconds: self.deadline.as_secs() };
        tokio::time::timeout(self.deadline, self.ask(query, most)).await.unwrap_or(Err(late))
    }

    /// With who reads the pages that are found.
    #[must_use]
    pub fn reading(self, reader: Arc<dyn ReadPage>) -> Self {
        Self { reader: Some(reader), ..self }
    }

    /// Puts what the first pages say of the question in the place of what the search says of them; how many could be read.
    pub async fn read_whole(&self, question: &str, found: &mut [WebPassage]) -> usize {
        let Some(reader) = &self.reader else { return 0 };
        let pages = found.iter().take(READ).map(|one| {
            let page = reader.page(&one.url, question, PASSAGE);
            async move { tokio::time::timeout(WAIT, page).await.ok().flatten() }
        });
        let pages = futures::future::join_all(pages).await;
        let mut whole = 0;
        for (own, page) in found.iter_mut().zip(pages) {
            if let Some(page) = page {
                (own.text, own.dated) = (page.text, page.dated);
                whole += 1;
            }
        }
        whole
    }

    async fn ask(&self, query: &str, most: usize) -> Result<Vec<WebPassage>, WebError> {
        let query: String = query.chars().take(QUERY).collect();
        let body = json!({
            "query": query, "search_depth": "basic", "max_results": most,
            "include_answer": false, "include_raw_content": false, "include_images": false,
        });
        let sent = self.http.post(&self.url).bearer_auth(&self.key).json(&body).send().await;
        let response = sent.map_err(|_| WebError::Unreachable)?;
        match response.status().as_u16() {
            200 => {}
            401 | 403 => return Err(WebError::Unauthorised),
            // 432 and 433 are Tavily's own: the plan's limit, the limit of paying as one goes.
            429 | 432 | 433 => return Err(WebError::Busy),
            status => return Err(WebError::Status(status)),
        }
        let mut bytes = Vec::new();
        let mut pieces = response.bytes_stream();
        while let Some(piece) = pieces.next().await {
            bytes.extend_from_slice(&piece.map_err(|_| WebError::Unreachable)?);
            if bytes.len() > MOST_BYTES {
                return Err(WebError::Malformed);
            }
        }
        let reply: Reply = serde_json::from_slice(&bytes).map_err(|_| WebError::Malformed)?;
        Ok(reply.results.iter().filter_map(|found| passage(found, &self.allowed)).take(most).collect())
    }
}

/// A result as it may be shown, if it may.
fn passage(found: &Found, known: &fetch::Allowed) -> Option<WebPassage> {
    let is_web = |url: &reqwest::Url| matches!(url.scheme(), "http" | "https") && url.username().is_empty();
    let url = reqwest::Url::parse(found.url.trim()).ok().filter(|url| is_web(url) && known.may(url))?;
    let cut = |text: &str, most: usize| {
        let plain = text.chars().filter(|ch| !ch.is_control() || ch.is_whitespace());
        plain.take(most).collect::<String>().trim().to_owned()
    };
    let text = cut(&found.content, PASSAGE);
    if text.is_empty() || url.as_str().len() > ADDRESS {
        return None;
    }
    let title = cut(&found.title.split_whitespace().collect::<Vec<_>>().join(" "), TITLE);
    let title = if title.is_empty() { url.host_str().unwrap_or_default().to_owned() } else { title };
    let score = if found.score.is_finite() { found.score.clamp(0.0, 1.0) } else { 0.0 };
    Some(WebPassage { title, url: url.into(), text, score, dated: None })
}

/// Whether an address is one of the public web: no user in it, no name or number of a private network.
fn is_public(url: &reqwest::Url) -> bool {
    if !matches!(url.scheme(), "http" | "https") || !url.username().is_empty() || url.password().is_some() {
        return false;
    }
    let Some(host) = url.host_str() else { return false };
    let host = host.trim_matches(['[', ']']).trim_end_matches('.').to_ascii_lowercase();
    let private = [".local", ".localhost", ".internal", ".intranet", ".lan", ".home.arpa"];
    let is_public_name = || host.contains('.') && !private.iter().any(|end| host.ends_with(end));
    host.parse().map_or_else(|_| is_public_name(), is_public_number)
}

fn is_public_number(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

/// Without what RFC 6890 keeps for special purposes.
fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, ..] = address.octets();
    !(address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_documentation()
        || a == 0
        || a >= 240
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0)
        || (a == 198 && (18..20).contains(&b)))
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    if let Some(inner) = address.to_ipv4_mapped() {
        return is_public_v4(inner);
    }
    // 2000::/3 is all that is given out for the public; of it 2001:db8::/32 is for documents, 2002::/16 hides an IPv4.
    let [first, second, ..] = address.segments();
    first & 0xe000 == 0x2000 && first != 0x2002 && !(first == 0x2001 && second == 0xdb8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_public_web_are_shown() {
        let public = |url: &str| reqwest::Url::parse(url).is_ok_and(|url| is_public(&url));
        for url in
            ["https://example.com/a?b#c", "http://8.8.8.8/", "https://[2606:4700::1111]/", "https://한국.kr"]
        {
            assert!(public(url), "{url}");
        }
        for url in [
            "http://localhost:8787/",
            "http://127.0.0.1/",
            "http://127.1/",
            "http://2130706433/",
            "http://0x7f000001/",
            "http://10.1.2.3/",
            "http://172.16.0.1/",
            "http://192.168.1.1/",
            "http://169.254.169.254/latest/meta-data",
            "http://100.100.0.1/",
            "http://0.0.0.0/",
            "http://[::1]/",
            "http://[::ffff:10.0.0.1]/",
            "http://[fe80::1]/",
            "http://[fd00::1]/",
            "http://printer/",
            "http://nas.local/",
            "http://metadata.google.internal./",
            "https://user:secret@example.com/",
            "file:///etc/passwd",
            "javascript:alert(1)",
        ] {
            assert!(!public(url), "{url}");
        }
    }
}
