//! What can go wrong with a model, and the sentence that tells a person the way out.
//!
//! No variant carries a key: texts that come from a server pass [`redact`] first.

use std::time::Duration;

use stet_text::{Language, counted};

/// Why a model could not answer, or not to the end.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// No connection: nothing listens, the name is unknown, TLS failed, the connection was refused or timed out.
    #[error("the model server cannot be reached at {url}: {reason}")]
    Unreachable { url: String, reason: String },
    /// 401 or 403.
    #[error("the model server refused the key")]
    Unauthorised,
    /// 404, or a 400 that speaks of the model. `available` lists at most 10 names that the server offers.
    #[error("the model server does not know the model {model}")]
    UnknownModel { model: String, available: Vec<String> },
    /// 429, still after the retries.
    #[error("the model server is busy")]
    RateLimited { retry_after: Option<Duration> },
    /// No piece of the answer came for this long.
    #[error("the model server sent nothing for {seconds} s ({limit:?})")]
    Idle { seconds: u64, limit: Limit },
    /// The stream ended without a finish reason and without its end mark.
    #[error("the model server's answer broke off")]
    Cut,
    /// The answer ended as it should, without a word.
    #[error("the model answered without any text")]
    Wordless,
    /// Instead of an answer the model wrote its instructions out.
    #[error("the model repeated its instructions")]
    Echo,
    /// A frame that is not what the protocol says.
    #[error("the model server's answer could not be read: {reason}")]
    Malformed { reason: String },
    /// The server says what went wrong, before or inside the stream.
    #[error("the model server reported a fault: {message}")]
    Provider { status: Option<u16>, message: String },
    /// The prompt is longer than the model's context.
    #[error("the question and its sources are too long for the model")]
    TooLong,
}

/// Which limit of time was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    Connection,
    FirstToken,
    Silence,
}

impl ModelError {
    /// One sentence for a person, with the way out.
    #[must_use]
    pub fn message(&self, language: Language) -> String {
        match language {
            Language::Ko => self.korean(),
            Language::En => self.english(),
        }
    }

    /// The kind of fault, for counting.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Unreachable { .. } => "model-unreachable",
            Self::Unauthorised => "model-unauthorised",
            Self::UnknownModel { .. } => "model-unknown",
            Self::RateLimited { .. } => "model-busy",
            Self::Idle { .. } => "model-idle",
            Self::Cut => "model-cut",
            Self::Wordless => "model-wordless",
            Self::Echo => "model-echo",
            Self::Malformed { .. } => "model-malformed",
            Self::Provider { .. } => "model-fault",
            Self::TooLong => "model-too-long",
        }
    }

    /// Whether asking again a little later may help.
    #[must_use]
    pub const fn is_transient(&self) -> bool {
        match self {
            Self::Unreachable { .. }
            | Self::RateLimited { .. }
            | Self::Idle { .. }
            | Self::Cut
            | Self::Wordless
            | Self::Echo => true,
            Self::Provider { status, .. } => matches!(status, Some(500..=599)),
            Self::Unauthorised | Self::UnknownModel { .. } | Self::Malformed { .. } | Self::TooLong => false,
        }
    }

    fn korean(&self) -> String {
        match self {
            Self::Unreachable { url, .. } => format!(
                "모델 서버({url})에 연결할 수 없습니다. 주소(OPENAI_BASE_URL)와 서버가 켜져 있는지 확인해 주세요."
            ),
            Self::Unauthorised => "모델 서버가 키를 거부했습니다. OPENAI_API_KEY를 확인해 주세요.".to_owned(),
            Self::UnknownModel { model, available } if available.is_empty() => {
                format!("모델 서버에 {model} 모델이 없습니다. OPENAI_MODEL을 확인해 주세요.")
            }
            Self::UnknownModel { model, available } => format!(
                "모델 서버에 {model} 모델이 없습니다. OPENAI_MODEL을 다음 중 하나로 설정해 주세요: {}.",
                available.join(", ")
            ),
            Self::RateLimited { retry_after: Some(wait) } => {
                format!("모델 서버가 붐빕니다. {}초 뒤 다시 시도해 주세요.", wait.as_secs().max(1))
            }
            Self::RateLimited { retry_after: None } => {
                "모델 서버가 붐빕니다. 잠시 뒤 다시 시도해 주세요.".to_owned()
            }
            Self::Idle { seconds, limit: Limit::Connection } => {
                format!("모델 서버에 {seconds}초 안에 닿지 못했습니다. 서버가 켜져 있는지 확인해 주세요.")
            }
            Self::Idle { seconds, .. } => format!(
                "모델 서버가 {seconds}초 동안 답하지 않았습니다. 다시 시도하거나 STET_MODEL_FIRST_TOKEN_SECONDS를 늘려 주세요."
            ),
            Self::Cut => "모델의 답변이 중간에 끊겼습니다. 다시 시도해 주세요.".to_owned(),
            Self::Wordless => {
                "모델이 아무 글도 보내지 않았습니다. 다시 시도하거나 OPENAI_MODEL로 다른 모델을 골라 주세요."
                    .to_owned()
            }
            Self::Echo => {
                "모델이 답하지 않고 받은 지시를 되풀이했습니다. OPENAI_MODEL로 지시를 따르는 모델을 골라 주세요.".to_owned()
            }
            Self::Malformed { .. } => {
                "모델 서버의 응답을 읽을 수 없습니다. OPENAI_BASE_URL이 OpenAI 호환 주소인지 확인해 주세요."
                    .to_owned()
            }
            // A fault that came as an answer is all there is to know of it; one with its status may speak of what is behind.
            Self::Provider { status: None, message } => format!(
                "모델 서버에서 오류가 났습니다({}). 잠시 뒤 다시 시도하고, 계속되면 서버 기록을 확인해 주세요.",
                message.trim_end_matches('.')
            ),
            Self::Provider { .. } => {
                "모델 서버에서 오류가 났습니다. 잠시 뒤 다시 시도하고, 계속되면 서버 기록을 확인해 주세요.".to_owned()
            }
            Self::TooLong => {
                "질문과 출처가 모델이 읽을 수 있는 길이를 넘습니다. 출처를 줄이거나 질문을 짧게 해 주세요."
                    .to_owned()
            }
        }
    }

    fn english(&self) -> String {
        match self {
            Self::Unreachable { url, .. } => format!(
                "The model server at {url} cannot be reached; check OPENAI_BASE_URL and that the server is running."
            ),
            Self::Unauthorised => "The model server refused the key; check OPENAI_API_KEY.".to_owned(),
            Self::UnknownModel { model, available } if available.is_empty() => {
                format!("The model server does not know the model {model}; check OPENAI_MODEL.")
            }
            Self::UnknownModel { model, available } => format!(
                "The model server does not know the model {model}; set OPENAI_MODEL to one of: {}.",
                available.join(", ")
            ),
            Self::RateLimited { retry_after: Some(wait) } => {
                let seconds = usize::try_from(wait.as_secs().max(1)).unwrap_or(usize::MAX);
                format!("The model server is busy; try again in {}.", counted(seconds, "second"))
            }
            Self::RateLimited { retry_after: None } => {
                "The model server is busy; try again in a moment.".to_owned()
            }
            Self::Idle { seconds, limit } => {
                let seconds = counted(usize::try_from(*seconds).unwrap_or(usize::MAX), "second");
                if *limit == Limit::Connection {
                    format!("The model server was not reached within {seconds}; check that it is running.")
                } else {
                    format!("The model server sent nothing for {seconds}; try again, or wait longer (STET_MODEL_FIRST_TOKEN_SECONDS).")
                }
            }
            Self::Cut => "The model's answer broke off in the middle; try again.".to_owned(),
            Self::Wordless => {
                "The model answered without any text; try again, or choose another model with OPENAI_MODEL.".to_owned()
            }
            Self::Echo => {
                "The model repeated its instructions instead of answering; choose a model that follows instructions with OPENAI_MODEL.".to_owned()
            }
            Self::Malformed { .. } => {
                "The model server's answer cannot be read; check that OPENAI_BASE_URL is an OpenAI-compatible address."
                    .to_owned()
            }
            Self::Provider { status: None, message } => format!(
                "The model server reported a fault ({}); try again in a moment, and look at the server's log if it stays.",
                message.trim_end_matches('.')
            ),
            Self::Provider { .. } => {
                "The model server reported a fault; try again in a moment, and look at the server's log if it stays.".to_owned()
            }
            Self::TooLong => {
                "The question and its sources are too long for the model; use fewer sources or a shorter question."
                    .to_owned()
            }
        }
    }
}

/// The longest text of a server that is shown, in characters.
const SHOWN: usize = 300;

/// A server's text made fit to be shown: one line, bounded, the key taken out (servers like to repeat a wrong key).
pub(crate) fn redact(text: &str, key: Option<&str>) -> String {
    let mut line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some(key) = key.filter(|key| !key.is_empty()) {
        line = line.replace(key, "[key]");
    }
    // Some servers repeat a key in part (`sk-ab…yz`): any word that begins like one goes.
    if line.contains("sk-") {
        line = line
            .split(' ')
            .map(|word| if word.contains("sk-") { "[key]" } else { word })
            .collect::<Vec<_>>()
            .join(" ");
    }
    if line.chars().count() > SHOWN {
        line = line.chars().take(SHOWN).collect::<String>() + "…";
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_servers_text_is_shown_without_the_key_on_one_line_and_bounded() {
        assert_eq!(redact("bad key: topsecret\n  given", Some("topsecret")), "bad key: [key] given");
        assert_eq!(
            redact("Incorrect API key provided: sk-ab***yz. See", None),
            "Incorrect API key provided: [key] See"
        );
        assert_eq!(redact("no key", Some("")), "no key");
        assert_eq!(redact(&"가".repeat(1000), None).chars().count(), SHOWN + 1);
    }

    #[test]
    fn every_fault_is_said_in_both_languages() {
        let url = "http://127.0.0.1:1/v1".to_owned();
        for fault in [
            ModelError::Unreachable { url, reason: String::new() },
            ModelError::Unauthorised,
            ModelError::UnknownModel { model: "m".to_owned(), available: Vec::new() },
            ModelError::UnknownModel { model: "m".to_owned(), available: vec!["n".to_owned()] },
            ModelError::RateLimited { retry_after: None },
            ModelError::RateLimited { retry_after: Some(Duration::ZERO) },
            ModelError::Idle { seconds: 30, limit: Limit::FirstToken },
            ModelError::Idle { seconds: 30, limit: Limit::Silence },
            ModelError::Cut,
            ModelError::Malformed { reason: String::new() },
            ModelError::Provider { status: None, message: "gone".to_owned() },
            ModelError::TooLong,
        ] {
            let (korean, english) = (fault.message(Language::Ko), fault.message(Language::En));
            assert!(korean.ends_with('.') && stet_text::language(&korean) == Language::Ko, "{korean}");
            assert!(english.ends_with('.') && english.is_ascii() && !english.contains(". "), "{english}");
        }
    }
}
