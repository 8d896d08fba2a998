//! Whether a token of the provider is good: its signature, and whom it is from, for and about (OpenID Connect Core 1.0, 3.1.3.7).
//!
//! `jsonwebtoken` reads and judges; the signatures are computed by `ring`, which the service has for TLS. Only public keys count: a
//! token that is signed by a shared secret, or by nothing, is of an algorithm that is not accepted.

use jsonwebtoken::crypto::{CryptoProvider, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::{Error, ErrorKind};
use jsonwebtoken::jwk::{Jwk, PublicKeyUse};
use jsonwebtoken::signature::{self, Verifier};
use jsonwebtoken::{
    Algorithm, AlgorithmFamily, DecodingKey, DecodingKeyKind, Validation, decode, decode_header,
};
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, ECDSA_P384_SHA384_FIXED, ED25519, RSA_PKCS1_2048_8192_SHA256,
    RSA_PKCS1_2048_8192_SHA384, RSA_PKCS1_2048_8192_SHA512, RSA_PSS_2048_8192_SHA256,
    RSA_PSS_2048_8192_SHA384, RSA_PSS_2048_8192_SHA512, RsaParameters, RsaPublicKeyComponents,
    UnparsedPublicKey, VerificationAlgorithm,
};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Client, Wrong};

/// The provider's public keys. One that is of no known kind is none, and the others count all the same.
#[derive(Debug, Deserialize)]
#[serde(from = "Set")]
pub(super) struct Keys(Vec<Jwk>);

#[derive(Deserialize)]
struct Set {
    keys: Vec<Value>,
}

impl From<Set> for Keys {
    fn from(set: Set) -> Self {
        Self(set.keys.into_iter().filter_map(|key| serde_json::from_value(key).ok()).collect())
    }
}

impl Keys {
    /// Those that can have signed a token of this header.
    fn of(&self, kid: Option<&str>, family: AlgorithmFamily) -> Vec<DecodingKey> {
        let named = |key: &&Jwk| kid.is_none() || key.common.key_id.as_deref() == kid;
        let signs = |key: &&Jwk| key.common.public_key_use != Some(PublicKeyUse::Encryption);
        let keys =
            self.0.iter().filter(named).filter(signs).filter_map(|key| DecodingKey::from_jwk(key).ok());
        keys.filter(|key| key.family() == family).collect()
    }
}

/// What a good token says.
///
/// # Errors
/// [`Wrong::Key`] where it was signed by a key that is not among these, else what is wrong with it.
pub(super) fn claims(
    token: &str,
    keys: &Keys,
    client: &Client,
    nonce: &str,
) -> Result<Map<String, Value>, Wrong> {
    // Reading fails where the header names an algorithm that there is not, `none` among them.
    let header = decode_header(token).map_err(|_| Wrong::Algorithm)?;
    let family = family(header.alg).ok_or(Wrong::Algorithm)?;
    let mut validation = Validation::new(header.alg);
    validation.set_audience(&[&client.id]);
    validation.set_issuer(&[&client.issuer]);
    validation.set_required_spec_claims(&["iss", "sub", "aud", "exp"]);
    validation.validate_nbf = true;
    let mut wrong = Wrong::Key;
    for key in keys.of(header.kid.as_deref(), family) {
        match decode::<Map<String, Value>>(token, &key, &validation) {
            Ok(good) => return about(good.claims, client, nonce),
            Err(fault) => wrong = of(&fault),
        }
    }
    Err(wrong)
}

/// What the library does not look at.
fn about(claims: Map<String, Value>, client: &Client, nonce: &str) -> Result<Map<String, Value>, Wrong> {
    let text = |name: &str| claims.get(name).and_then(Value::as_str);
    // It takes a list of issuers, too.
    if text("iss") != Some(&client.issuer) {
        return Err(Wrong::Issuer);
    }
    if text("nonce") != Some(nonce) {
        return Err(Wrong::Nonce);
    }
    let several = claims.get("aud").and_then(Value::as_array).is_some_and(|all| all.len() > 1);
    if (several || claims.contains_key("azp")) && text("azp") != Some(&client.id) {
        return Err(Wrong::Audience);
    }
    Ok(claims)
}

fn of(fault: &Error) -> Wrong {
    match fault.kind() {
        ErrorKind::InvalidIssuer => Wrong::Issuer,
        ErrorKind::InvalidAudience => Wrong::Audience,
        ErrorKind::ExpiredSignature | ErrorKind::ImmatureSignature => Wrong::Time,
        ErrorKind::MissingRequiredClaim(name) => match &**name {
            "iss" => Wrong::Missing("iss"),
            "aud" => Wrong::Missing("aud"),
            "sub" => Wrong::Missing("sub"),
            _ => Wrong::Missing("exp"),
        },
        ErrorKind::InvalidAlgorithm => Wrong::Algorithm,
        _ => Wrong::Signature,
    }
}

/// The kind of key that an algorithm takes, of those with a public one.
const fn family(algorithm: Algorithm) -> Option<AlgorithmFamily> {
    use Algorithm as A;
    match algorithm {
        A::RS256 | A::RS384 | A::RS512 | A::PS256 | A::PS384 | A::PS512 => Some(AlgorithmFamily::Rsa),
        A::ES256 | A::ES384 => Some(AlgorithmFamily::Ec),
        A::EdDSA => Some(AlgorithmFamily::Ed),
        _ => None,
    }
}

/// Lets `jsonwebtoken` compute with `ring`.
pub(super) fn install() {
    static RING: CryptoProvider = CryptoProvider {
        // Nothing is signed here.
        signer_factory: |_, _| Err(ErrorKind::UnsupportedAlgorithm.into()),
        verifier_factory: |&algorithm, key| Ok(Box::new(Check { algorithm, key: key.clone() })),
        key_utils: KeyUtils::new_unimplemented(),
    };
    // Whoever came first has installed the same.
    let _ = RING.install_default();
}

struct Check {
    algorithm: Algorithm,
    key: DecodingKey,
}

impl Check {
    fn is_good(&self, message: &[u8], signature: &[u8]) -> bool {
        let verified = match self.key.kind() {
            DecodingKeyKind::RsaModulusExponent { n, e } => rsa(self.algorithm)
                .map(|kind| RsaPublicKeyComponents { n, e }.verify(kind, message, signature)),
            DecodingKeyKind::SecretOrDer(key) => {
                curve(self.algorithm).map(|kind| UnparsedPublicKey::new(kind, key).verify(message, signature))
            }
        };
        matches!(verified, Some(Ok(())))
    }
}

fn rsa(algorithm: Algorithm) -> Option<&'static RsaParameters> {
    match algorithm {
        Algorithm::RS256 => Some(&RSA_PKCS1_2048_8192_SHA256),
        Algorithm::RS384 => Some(&RSA_PKCS1_2048_8192_SHA384),
        Algorithm::RS512 => Some(&RSA_PKCS1_2048_8192_SHA512),
        Algorithm::PS256 => Some(&RSA_PSS_2048_8192_SHA256),
        Algorithm::PS384 => Some(&RSA_PSS_2048_8192_SHA384),
        Algorithm::PS512 => Some(&RSA_PSS_2048_8192_SHA512),
        _ => None,
    }
}

fn curve(algorithm: Algorithm) -> Option<&'static dyn VerificationAlgorithm> {
    match algorithm {
        Algorithm::ES256 => Some(&ECDSA_P256_SHA256_FIXED),
        Algorithm::ES384 => Some(&ECDSA_P384_SHA384_FIXED),
        Algorithm::EdDSA => Some(&ED25519),
        _ => None,
    }
}

impl Verifier<Vec<u8>> for Check {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> Result<(), signature::Error> {
        if self.is_good(message, signature) { Ok(()) } else { Err(signature::Error::new()) }
    }
}

impl JwtVerifier for Check {
    fn algorithm(&self) -> Algorithm {
        self.algorithm
    }
}
