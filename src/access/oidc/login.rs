//! What a login under way remembers, as the browser keeps it.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest::{Context, SHA256, digest};
use ring::rand::{SecureRandom as _, SystemRandom};
use ring::{error::Unspecified, hmac};
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

/// How long somebody may take to sign in at the provider.
pub const LASTS: Duration = Duration::minutes(10);

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Login {
    /// Told to the provider, which gives it back: the login was begun in this browser.
    pub state: String,
    /// Told to the provider, which puts it into the token: the token is of this login.
    pub nonce: String,
    /// Told with the code, which only who has it can use.
    pub verifier: String,
    /// Where the person wanted to be.
    pub back: String,
    /// Seconds since 1970.
    until: i64,
}

impl Login {
    pub fn new(back: String) -> Result<Self, Unspecified> {
        let until = (OffsetDateTime::now_utc() + LASTS).unix_timestamp();
        Ok(Self { state: random()?, nonce: random()?, verifier: random()?, back, until })
    }

    /// What is told of the verifier before it is used (RFC 7636, `S256`).
    pub fn challenge(&self) -> String {
        URL_SAFE_NO_PAD.encode(digest(&SHA256, self.verifier.as_bytes()))
    }
}

fn random() -> Result<String, Unspecified> {
    let mut bits = [0; 32];
    SystemRandom::new().fill(&mut bits)?;
    Ok(URL_SAFE_NO_PAD.encode(bits))
}

/// Signs what a browser keeps, by a key that all nodes with the same secret have.
#[derive(Debug)]
pub(super) struct Seal(hmac::Key);

impl Seal {
    pub fn new(secret: &str) -> Self {
        // The secret may itself be the key of a signature; this one is good for nothing else.
        let mut own = Context::new(&SHA256);
        own.update(b"stet: logins under way\0");
        own.update(secret.as_bytes());
        Self(hmac::Key::new(hmac::HMAC_SHA256, own.finish().as_ref()))
    }

    pub fn close(&self, login: &Login) -> String {
        let content = URL_SAFE_NO_PAD.encode(serde_json::json!(login).to_string());
        let tag = hmac::sign(&self.0, content.as_bytes());
        format!("{content}.{}", URL_SAFE_NO_PAD.encode(tag))
    }

    /// What was closed, unless it is too old or of somebody else.
    pub fn open(&self, sealed: &str) -> Option<Login> {
        let (content, tag) = sealed.split_once('.')?;
        hmac::verify(&self.0, content.as_bytes(), &URL_SAFE_NO_PAD.decode(tag).ok()?).ok()?;
        let login: Login = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(content).ok()?).ok()?;
        (login.until > OffsetDateTime::now_utc().unix_timestamp()).then_some(login)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_login_is_opened_by_whoever_has_the_secret_in_time_and_unchanged() {
        let (here, there) = (Seal::new("secret"), Seal::new("secret"));
        let login = Login::new("/#/write".into()).unwrap();
        let sealed = here.close(&login);
        assert_eq!(there.open(&sealed).as_ref(), Some(&login));
        assert_eq!(Seal::new("another").open(&sealed), None);
        let late = Login { until: OffsetDateTime::now_utc().unix_timestamp(), ..login };
        assert_eq!(here.open(&here.close(&late)), None);
        let (content, tag) = sealed.split_once('.').unwrap();
        let other = here.close(&Login::new("/".into()).unwrap());
        for forged in ["", ".", content, &format!("{}.{tag}", other.split_once('.').unwrap().0)] {
            assert_eq!(here.open(forged), None, "{forged}");
        }
    }

    #[test]
    fn the_challenge_is_that_of_the_standard() {
        // RFC 7636, appendix B.
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk".to_owned();
        let login = Login { verifier, ..Login::new(String::new()).unwrap() };
        assert_eq!(login.challenge(), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    }
}
