//! Why nobody could sign in, for the person, with what the operator has to change.

use stet_text::Language;

use super::cut;

/// Why a login did not come to its end.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OidcError {
    #[error(
        "The sign-in provider cannot be reached; try again in a moment. (Operator: check STET_OIDC_ISSUER and the network.)"
    )]
    Unreachable,
    #[error(
        "The sign-in provider answered with status {status}; try again in a moment. (Operator: its {what} is asked for; check STET_OIDC_ISSUER.)"
    )]
    Status { what: &'static str, status: u16 },
    #[error("The sign-in provider said what cannot be read. (Operator: look at its {0}.)")]
    Malformed(&'static str),
    #[error(
        "The sign-in provider is another than the one that is set. (Operator: it names itself “{told}”; STET_OIDC_ISSUER must say exactly that.)"
    )]
    Issuer { told: String },
    #[error(
        "This sign-in was not begun in this browser, took longer than ten minutes, or has been used; sign in again."
    )]
    Forgotten,
    #[error(
        "You did not sign in at the provider, or it did not let you in; sign in again, or ask whoever runs it."
    )]
    Denied,
    #[error(
        "The sign-in provider refused ({0}). (Operator: check the client’s scopes and the provider’s log.)"
    )]
    Refused(String),
    #[error(
        "The sign-in provider does not know this server. (Operator: STET_OIDC_CLIENT_ID or STET_OIDC_CLIENT_SECRET is wrong, or the client may not send its secret as it does.)"
    )]
    Client,
    #[error(
        "What the provider gave for this sign-in is no good any more: it was used, or is too old; sign in again. (Operator: should it stay so, STET_OIDC_PUBLIC_URL has to be the address that is registered with the provider.)"
    )]
    Spent,
    #[error(transparent)]
    Token(#[from] Wrong),
}

/// What is wrong with what the provider says of a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Whoever vouches for you could not be believed: {}. (Operator: {})", self.what(Language::En), self.remedy(Language::En))]
pub enum Wrong {
    Algorithm,
    /// No such key.
    Key,
    Signature,
    Issuer,
    Audience,
    Nonce,
    Time,
    Subject,
    Missing(&'static str),
}

impl Wrong {
    fn what(self, language: Language) -> String {
        let (ko, en) = match self {
            Self::Algorithm => {
                ("토큰이 공개 키로 서명되지 않았습니다", "its token is not signed by a public key")
            }
            Self::Key => {
                ("모르는 키로 서명된 토큰입니다", "its token is signed by a key that it does not publish")
            }
            Self::Signature => ("토큰의 서명이 맞지 않습니다", "the signature of its token is wrong"),
            Self::Issuer => ("다른 로그인 서버의 토큰입니다", "the token is of another provider"),
            Self::Audience => ("다른 서비스에 준 토큰입니다", "the token is for another service"),
            Self::Nonce => ("다른 로그인의 토큰입니다", "the token is of another sign-in"),
            Self::Time => {
                ("토큰의 기한이 지났거나 아직 되지 않았습니다", "the token has expired, or is not good yet")
            }
            Self::Subject => ("서로 다른 사람의 정보입니다", "it speaks of two different people"),
            Self::Missing(name) => {
                return match language {
                    Language::Ko => format!("토큰에 {name}이(가) 없습니다"),
                    Language::En => format!("its token has no {name}"),
                };
            }
        };
        if language == Language::Ko { ko.to_owned() } else { en.to_owned() }
    }

    const fn remedy(self, language: Language) -> &'static str {
        let (ko, en) = match self {
            Self::Algorithm => (
                "로그인 서버의 클라이언트 설정에서 ID 토큰의 서명을 RS256, PS256, ES256, EdDSA 가운데 하나로 바꾸세요.",
                "set the signature of ID tokens to RS256, PS256, ES256 or EdDSA at the provider’s client.",
            ),
            Self::Time => ("두 서버의 시계를 맞추세요.", "set the clocks of both servers right."),
            Self::Issuer | Self::Audience => (
                "STET_OIDC_ISSUER와 STET_OIDC_CLIENT_ID를 확인하세요.",
                "check STET_OIDC_ISSUER and STET_OIDC_CLIENT_ID.",
            ),
            _ => (
                "되풀이되면 로그인 서버의 기록을 확인하고, 사이에서 답을 바꾸는 것이 없는지 보세요.",
                "should it come again, look at the provider’s log, and whether something in between changes its answers.",
            ),
        };
        match language {
            Language::Ko => ko,
            Language::En => en,
        }
    }
}

impl OidcError {
    /// What the provider says instead of a code (RFC 6749, 4.1.2.1; OpenID Connect Core, 3.1.2.6).
    pub(super) fn refused(error: &str) -> Self {
        match error {
            "access_denied" | "login_required" | "interaction_required" | "consent_required" => Self::Denied,
            "temporarily_unavailable" | "server_error" => Self::Unreachable,
            other => Self::Refused(cut(other)),
        }
    }

    /// What it says instead of tokens (RFC 6749, section 5.2).
    pub(super) fn exchange(status: u16, error: &str) -> Self {
        match (status, error) {
            (_, "invalid_grant") => Self::Spent,
            (401, _) | (_, "invalid_client" | "unauthorized_client") => Self::Client,
            (500.., _) | (_, "") => Self::Status { what: "token_endpoint", status },
            (_, other) => Self::Refused(cut(other)),
        }
    }

    /// Whether the provider, or what is set of it, is at fault, and not the person.
    #[must_use]
    pub const fn is_providers(&self) -> bool {
        !matches!(self, Self::Forgotten | Self::Denied | Self::Spent)
    }

    /// What is wrong, for a person.
    #[must_use]
    pub fn message(&self, language: Language) -> String {
        if language == Language::En {
            return self.to_string();
        }
        match self {
            Self::Unreachable => "로그인 서버에 연결할 수 없습니다. 잠시 뒤 다시 시도해 주세요. (운영자: STET_OIDC_ISSUER와 네트워크를 확인하세요.)".to_owned(),
            Self::Status { what, status } => format!("로그인 서버가 상태 {status}(으)로 답했습니다. 잠시 뒤 다시 시도해 주세요. (운영자: {what}을(를) 물었습니다. STET_OIDC_ISSUER를 확인하세요.)"),
            Self::Malformed(what) => format!("로그인 서버의 답을 읽을 수 없습니다. (운영자: {what}을(를) 확인하세요.)"),
            Self::Issuer { told } => format!("설정한 것과 다른 로그인 서버입니다. (운영자: 서버가 밝힌 이름은 “{told}”입니다. STET_OIDC_ISSUER에 그대로 적으세요.)"),
            Self::Forgotten => "이 브라우저에서 시작한 로그인이 아니거나, 10분이 지났거나, 이미 쓴 로그인입니다. 다시 로그인해 주세요.".to_owned(),
            Self::Denied => "로그인 서버에서 로그인하지 않았거나 허락받지 못했습니다. 다시 로그인하거나 그 서버의 운영자에게 문의해 주세요.".to_owned(),
            Self::Refused(error) => format!("로그인 서버가 거절했습니다({error}). (운영자: 클라이언트의 권한 범위와 로그인 서버의 기록을 확인하세요.)"),
            Self::Client => "로그인 서버가 이 서버를 알지 못합니다. (운영자: STET_OIDC_CLIENT_ID나 STET_OIDC_CLIENT_SECRET이 틀렸거나, 클라이언트에 허용된 비밀 값 전달 방식이 다릅니다.)".to_owned(),
            Self::Spent => "이 로그인에 받은 값은 이미 썼거나 기한이 지났습니다. 다시 로그인해 주세요. (운영자: 되풀이되면 STET_OIDC_PUBLIC_URL이 로그인 서버에 등록한 주소와 같은지 확인하세요.)".to_owned(),
            Self::Token(wrong) => format!(
                "로그인 서버의 보증을 믿을 수 없습니다: {}. (운영자: {})",
                wrong.what(Language::Ko),
                wrong.remedy(Language::Ko)
            ),
        }
    }
}
