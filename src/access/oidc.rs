//! An OpenID Connect provider, by which people sign in with the accounts of their organisation.
//!
//! The authorization code flow with PKCE (OpenID Connect Core 1.0, RFC 7636, RFC 9207). What a login under way has to remember is
//! in a cookie of its browser, signed by a key that comes of the client's secret: any node ends what another one began, and the
//! database hears of nobody who has not signed in.
//!
//! Owns discovery, the way there and back, and whether a token is good ([`token`]). Leaves what a person may do to `access`.

mod fault;
mod login;
mod token;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures::StreamExt as _;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::{RequestBuilder, Url};
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

pub use fault::{OidcError, Wrong};
pub use login::LASTS;
use login::{Login, Seal};
use stet_llm::install_tls_provider;
use token::Keys;

/// Where the provider sends people back to, behind the address of this service.
pub const CALLBACK: &str = "/api/session/oidc/callback";

/// How long it is believed what a provider says of itself.
const BELIEVED: Duration = Duration::from_hours(1);
/// Least time between two looks for a key that is not known: anybody may send a token that names one.
const LOOK_AGAIN: Duration = Duration::from_secs(10);
/// Longest wait for one answer of the provider.
const PATIENCE: Duration = Duration::from_secs(10);
/// Largest answer of the provider, in bytes.
const MOST_BYTES: usize = 1 << 20;
/// Longest place of this service that a login leads back to, in bytes: browsers keep 4 KB for a cookie.
const MOST_BACK: usize = 1000;
/// Characters of what names a person, at most.
const NAME: usize = 200;

/// Whom this service is to the provider.
#[derive(Clone)]
pub struct Client {
    /// The provider, exactly as it names itself.
    pub issuer: String,
    pub id: String,
    pub secret: String,
    /// Where people reach this service, without a path.
    pub public_url: String,
    /// The claim that names groups.
    pub claim: String,
}

impl std::fmt::Debug for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Client").field("issuer", &self.issuer).field("id", &self.id).finish_non_exhaustive()
    }
}

/// Somebody whom the provider vouches for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    pub issuer: String,
    /// Unique and lasting at that issuer.
    pub subject: String,
    /// The address of their mail where the provider says that it is theirs, else the subject.
    pub name: String,
    /// `None`: the provider said nothing of groups.
    pub groups: Option<Vec<String>>,
}

/// What the provider sends back with a person.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
pub struct Callback {
    /// Stands for the tokens.
    pub code: Option<String>,
    /// That of the cookie.
    pub state: Option<String>,
    /// The provider.
    pub iss: Option<String>,
    /// Why there is no code.
    pub error: Option<String>,
}

/// A person who may sign in begins here.
#[derive(Debug, Clone)]
pub struct Beginning {
    /// Where the browser goes.
    pub location: String,
    /// What its cookie holds meanwhile.
    pub cookie: String,
}

/// The provider. Cheap to clone; all clones know the same of it.
#[derive(Debug, Clone)]
pub struct Oidc(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    client: Client,
    seal: Seal,
    /// `None`: no client can be made on this system.
    http: Option<reqwest::Client>,
    known: Mutex<Option<(Instant, Arc<Provider>)>>,
}

/// What the provider says of itself.
#[derive(Debug)]
struct Provider {
    document: Document,
    keys: Keys,
}

/// OpenID Connect Discovery 1.0, section 3.
#[derive(Debug, Deserialize)]
struct Document {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    jwks_uri: String,
    userinfo_endpoint: Option<String>,
    token_endpoint_auth_methods_supported: Option<Vec<String>>,
    #[serde(default)]
    scopes_supported: Vec<String>,
    #[serde(default)]
    authorization_response_iss_parameter_supported: bool,
}

impl Document {
    /// What is asked for: who it is, and the groups where a scope of that name gives them.
    fn scopes(&self, claim: &str) -> String {
        let mut scopes = "openid profile email".to_owned();
        if self.scopes_supported.iter().any(|scope| scope == claim) {
            scopes.push(' ');
            scopes.push_str(claim);
        }
        scopes
    }
}

#[derive(Debug, Deserialize)]
struct Tokens {
    id_token: Option<String>,
    access_token: Option<String>,
}

/// RFC 6749, section 5.2.
#[derive(Debug, Default, Deserialize)]
struct Refused {
    #[serde(default)]
    error: String,
}

/// What stays as it is in a client's name and secret: servers that do not decode them read the usual ones all the same.
const UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

type Result<T> = std::result::Result<T, OidcError>;

impl Oidc {
    /// Asks nobody yet.
    #[must_use]
    pub fn new(mut client: Client) -> Self {
        install_tls_provider();
        token::install();
        client.public_url.truncate(client.public_url.trim_end_matches('/').len());
        let http = reqwest::Client::builder()
            .connect_timeout(PATIENCE)
            .timeout(PATIENCE)
            // The addresses are the provider's own; what they lead on to is not.
            .redirect(reqwest::redirect::Policy::none())
            .user_agent(concat!("stet/", env!("CARGO_PKG_VERSION")));
        let seal = Seal::new(&client.secret);
        Self(Arc::new(Inner { client, seal, http: http.build().ok(), known: Mutex::default() }))
    }

    /// Whether people reach this service by HTTPS.
    #[must_use]
    pub fn is_secure(&self) -> bool {
        self.0.client.public_url.starts_with("https://")
    }

    /// Begins a login that comes back to a place of this service.
    ///
    /// # Errors
    /// The provider does not say where people sign in.
    pub async fn begin(&self, back: &str) -> Result<Beginning> {
        let (provider, client) = (self.provider(None).await?, &self.0.client);
        let back = if back.len() <= MOST_BACK { back } else { "/" };
        let login = Login::new(back.to_owned()).map_err(|_| OidcError::Unreachable)?;
        let endpoint = &provider.document.authorization_endpoint;
        let mut location =
            Url::parse(endpoint).map_err(|_| OidcError::Malformed("authorization_endpoint"))?;
        location
            .query_pairs_mut()
            .append_pair("response_type", "code")
            .append_pair("client_id", &client.id)
            .append_pair("redirect_uri", &self.redirect_uri())
            .append_pair("scope", &provider.document.scopes(&client.claim))
            .append_pair("state", &login.state)
            .append_pair("nonce", &login.nonce)
            .append_pair("code_challenge", &login.challenge())
            .append_pair("code_challenge_method", "S256");
        Ok(Beginning { location: location.into(), cookie: self.0.seal.close(&login) })
    }

    /// Ends a login: who it is, and the address where they wanted to be. `cookie` is what [`Self::begin`] gave the browser.
    ///
    /// # Errors
    /// The login was not begun in this browser, the provider refuses or is away, or its token is not good.
    pub async fn finish(&self, cookie: Option<&str>, callback: Callback) -> Result<(Person, String)> {
        let login = cookie.and_then(|cookie| self.0.seal.open(cookie)).ok_or(OidcError::Forgotten)?;
        if callback.state.as_deref() != Some(&*login.state) {
            return Err(OidcError::Forgotten);
        }
        let (provider, client) = (self.provider(None).await?, &self.0.client);
        match callback.iss {
            Some(issuer) if issuer != client.issuer => return Err(Wrong::Issuer.into()),
            None if provider.document.authorization_response_iss_parameter_supported => {
                return Err(Wrong::Issuer.into());
            }
            _ => {}
        }
        if let Some(error) = callback.error {
            return Err(OidcError::refused(&error));
        }
        let code = callback.code.ok_or(OidcError::Malformed("code"))?;
        let tokens = self.exchange(&provider.document, &code, &login.verifier).await?;
        let id_token = tokens.id_token.ok_or(Wrong::Missing("id_token"))?;
        let mut claims = self.claims(&id_token, &login.nonce, provider).await?;
        self.complete(&mut claims, tokens.access_token.as_deref()).await?;
        Ok((self.person(&claims)?, self.address(&login.back)))
    }

    fn redirect_uri(&self) -> String {
        self.address(CALLBACK)
    }

    /// Where people reach a path of this service. What is no path is not followed: whatever stands behind the service's own
    /// address is a place of its own.
    #[must_use]
    pub fn address(&self, path: &str) -> String {
        let path = if path.starts_with('/') && path.len() <= MOST_BACK { path } else { "/" };
        let whole = format!("{}{path}", self.0.client.public_url);
        Url::parse(&whole).map_or(whole, String::from)
    }

    /// What the provider says of itself; asked again where that is old, or when `unknown` has a key that it did not name.
    async fn provider(&self, unknown: Option<&Arc<Provider>>) -> Result<Arc<Provider>> {
        let lock = || self.0.known.lock().unwrap_or_else(PoisonError::into_inner);
        let known = lock().clone();
        if let Some((at, provider)) = known {
            let lasts =
                if unknown.is_some_and(|old| Arc::ptr_eq(old, &provider)) { LOOK_AGAIN } else { BELIEVED };
            if at.elapsed() < lasts {
                return Ok(provider);
            }
        }
        let issuer = &self.0.client.issuer;
        let well_known = format!("{}/.well-known/openid-configuration", issuer.trim_end_matches('/'));
        let document: Document = self.get(&well_known, "openid-configuration", None).await?;
        if document.issuer != *issuer {
            return Err(OidcError::Issuer { told: cut(&document.issuer) });
        }
        let keys = self.get(&document.jwks_uri, "jwks_uri", None).await?;
        let provider = Arc::new(Provider { document, keys });
        *lock() = Some((Instant::now(), Arc::clone(&provider)));
        Ok(provider)
    }

    /// The tokens that a code stands for (RFC 6749, section 4.1.3).
    async fn exchange(&self, document: &Document, code: &str, verifier: &str) -> Result<Tokens> {
        let client = &self.0.client;
        let redirect_uri = self.redirect_uri();
        let mut form = vec![
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", &redirect_uri),
            ("code_verifier", verifier),
        ];
        // Without a word of the provider it is `client_secret_basic`.
        let methods = document.token_endpoint_auth_methods_supported.as_deref();
        let basic = methods.is_none_or(|all| all.iter().any(|one| one == "client_secret_basic"));
        if !basic {
            form.extend([("client_id", &*client.id), ("client_secret", &client.secret)]);
        }
        let form: Vec<String> = form
            .iter()
            .map(|(name, value)| format!("{name}={}", utf8_percent_encode(value, UNRESERVED)))
            .collect();
        let mut request = self.http()?.post(&document.token_endpoint).body(form.join("&"));
        request = request.header("content-type", "application/x-www-form-urlencoded");
        if basic {
            let [id, secret] = [&client.id, &client.secret].map(|part| utf8_percent_encode(part, UNRESERVED));
            let pair = STANDARD.encode(format!("{id}:{secret}"));
            request = request.header("authorization", format!("Basic {pair}"));
        }
        let (status, bytes) = sent(request).await?;
        if status != 200 {
            let refused: Refused = serde_json::from_slice(&bytes).unwrap_or_default();
            return Err(OidcError::exchange(status, &refused.error));
        }
        serde_json::from_slice(&bytes).map_err(|_| OidcError::Malformed("token_endpoint"))
    }

    /// What a good token says; the keys are looked up again where it names one that is not known.
    async fn claims(
        &self,
        token: &str,
        nonce: &str,
        mut provider: Arc<Provider>,
    ) -> Result<Map<String, Value>> {
        let client = &self.0.client;
        let mut claims = token::claims(token, &provider.keys, client, nonce);
        if let Err(Wrong::Key) = claims {
            provider = self.provider(Some(&provider)).await?;
            claims = token::claims(token, &provider.keys, client, nonce);
        }
        Ok(claims?)
    }

    /// Adds what the provider says of a person elsewhere, where the token does not say it (OpenID Connect Core, section 5.3).
    async fn complete(&self, claims: &mut Map<String, Value>, access: Option<&str>) -> Result<()> {
        // As much as not saying it.
        claims.retain(|_, value| !value.is_null());
        let whole = groups(claims, &self.0.client.claim).is_some() && claims.contains_key("email");
        let provider = self.provider(None).await?;
        let (Some(endpoint), Some(access), false) = (&provider.document.userinfo_endpoint, access, whole)
        else {
            return Ok(());
        };
        let more: Map<String, Value> = self.get(endpoint, "userinfo_endpoint", Some(access)).await?;
        if more.get("sub") != claims.get("sub") {
            return Err(Wrong::Subject.into());
        }
        for (name, value) in more {
            claims.entry(name).or_insert(value);
        }
        Ok(())
    }

    fn person(&self, claims: &Map<String, Value>) -> Result<Person> {
        let client = &self.0.client;
        let text =
            |name: &str| claims.get(name).and_then(Value::as_str).map(cut).filter(|text| !text.is_empty());
        let subject = claims.get("sub").and_then(Value::as_str).filter(|one| (1..=255).contains(&one.len()));
        let subject = subject.ok_or(Wrong::Missing("sub"))?.to_owned();
        // Whoever may write any address into their account is not to be taken for another in the log.
        let verified = claims.get("email_verified") == Some(&Value::Bool(true));
        let name = text("email").filter(|_| verified).unwrap_or_else(|| cut(&subject));
        let groups = groups(claims, &client.claim);
        Ok(Person { issuer: client.issuer.clone(), subject, name, groups })
    }

    fn http(&self) -> Result<&reqwest::Client> {
        self.0.http.as_ref().ok_or(OidcError::Unreachable)
    }

    async fn get<T: DeserializeOwned>(
        &self,
        url: &str,
        what: &'static str,
        access: Option<&str>,
    ) -> Result<T> {
        let mut request = self.http()?.get(url).header("accept", "application/json");
        if let Some(access) = access {
            request = request.bearer_auth(access);
        }
        let (status, bytes) = sent(request).await?;
        if status != 200 {
            return Err(OidcError::Status { what, status });
        }
        serde_json::from_slice(&bytes).map_err(|_| OidcError::Malformed(what))
    }
}

/// Status and body of an answer.
async fn sent(request: RequestBuilder) -> Result<(u16, Vec<u8>)> {
    let away = |fault: reqwest::Error| {
        tracing::warn!(%fault, "the sign-in provider cannot be reached");
        OidcError::Unreachable
    };
    let response = request.send().await.map_err(away)?;
    let status = response.status().as_u16();
    let mut bytes = Vec::new();
    let mut pieces = response.bytes_stream();
    while let Some(piece) = pieces.next().await {
        bytes.extend_from_slice(&piece.map_err(away)?);
        if bytes.len() > MOST_BYTES {
            return Err(OidcError::Malformed("answer"));
        }
    }
    Ok((status, bytes))
}

/// What a claim names, which may lie inside others.
fn groups(claims: &Map<String, Value>, claim: &str) -> Option<Vec<String>> {
    let inside = || {
        let (first, rest) = claim.split_once('.')?;
        rest.split('.').try_fold(claims.get(first)?, |at, name| at.get(name))
    };
    let found = claims.get(claim).or_else(inside)?;
    let text = |value: &Value| value.as_str().map(str::to_owned);
    match found {
        Value::Array(all) => Some(all.iter().filter_map(text).collect()),
        one => text(one).map(|one| vec![one]),
    }
}

/// A text of the provider as it may be shown: a line, not a long one.
fn cut(text: &str) -> String {
    text.chars().filter(|ch| !ch.is_control()).take(NAME).collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_found_by_name_or_inside_other_claims() {
        let claims = serde_json::json!({
            "groups": ["a", "b", 1], "role": "c", "https://a.example/groups": ["d"], "realm_access": { "roles": ["e"] }, "no": 1,
        });
        let claims = claims.as_object().unwrap();
        for (claim, found) in [
            ("groups", Some(vec!["a", "b"])),
            ("role", Some(vec!["c"])),
            ("https://a.example/groups", Some(vec!["d"])),
            ("realm_access.roles", Some(vec!["e"])),
            ("realm_access", None),
            ("realm_access.groups", None),
            ("no", None),
            ("", None),
        ] {
            let found = found.map(|all| all.into_iter().map(str::to_owned).collect::<Vec<_>>());
            assert_eq!(groups(claims, claim), found, "{claim}");
        }
    }

    #[test]
    fn the_scope_of_groups_is_asked_for_where_the_provider_has_one() {
        let of = |supported: &[&str]| {
            let document = serde_json::json!({
                "issuer": "i", "authorization_endpoint": "a", "token_endpoint": "t", "jwks_uri": "j", "scopes_supported": supported,
            });
            serde_json::from_value::<Document>(document).unwrap().scopes("groups")
        };
        assert_eq!(of(&["openid", "groups"]), "openid profile email groups");
        assert_eq!(of(&["openid", "offline_access"]), "openid profile email");
    }
}
