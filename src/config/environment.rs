//! The variables of the environment: how what they say is read, and what is told by those that are no settings.

use super::fault::{ConfigError, Expected};
use super::setting::Kind;
use stet_text::Language;

/// Log filter in the syntax of `tracing_subscriber::EnvFilter`, from `STET_LOG` or `RUST_LOG`.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "this module is the one reader of the environment")]
pub fn log_filter() -> Option<String> {
    std::env::var("STET_LOG").or_else(|_| std::env::var("RUST_LOG")).ok()
}

/// Whether each line of the log is a JSON object: `STET_LOG_FORMAT=json`.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "this module is the one reader of the environment")]
pub fn logs_json() -> bool {
    std::env::var("STET_LOG_FORMAT").is_ok_and(|format| format.trim().eq_ignore_ascii_case("json"))
}

/// Address of a collector that takes traces by OTLP over HTTP, for builds with the cargo feature `otlp`.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "this module is the one reader of the environment")]
pub fn traces_endpoint() -> Option<String> {
    let set = |name| std::env::var(name).ok().filter(|url| !url.trim().is_empty());
    set("STET_OTLP_ENDPOINT").or_else(|| set("OTEL_EXPORTER_OTLP_ENDPOINT"))
}

/// The language of the command line: `STET_LANGUAGE`, else that of the locale.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "this module is the one reader of the environment")]
pub fn terminal_language() -> Language {
    language_of(|name| std::env::var(name).ok())
}

/// Korean when the first of these variables that is set names it, as a locale (`ko_KR.UTF-8`) or alone; else English.
fn language_of(environment: impl Fn(&str) -> Option<String>) -> Language {
    let locale = ["STET_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"]
        .iter()
        .find_map(|name| environment(name).filter(|value| !value.trim().is_empty()))
        .unwrap_or_default();
    let name = locale.trim().split(['_', '-', '.', '@']).next().unwrap_or_default();
    if name.eq_ignore_ascii_case("ko") || name.eq_ignore_ascii_case("korean") {
        Language::Ko
    } else {
        Language::En
    }
}

pub(super) fn typed(name: &str, value: &str, kind: Kind) -> Result<toml::Value, ConfigError> {
    let wrong = |expected| ConfigError::Value { name: name.to_owned(), value: value.to_owned(), expected };
    let value = value.trim();
    match kind {
        Kind::Text => Ok(value.into()),
        Kind::List => {
            let words =
                value.split(',').map(|word| word.trim().to_lowercase()).filter(|word| !word.is_empty());
            Ok(toml::Value::Array(words.map(toml::Value::from).collect()))
        }
        Kind::Integer => value.parse::<i64>().map(toml::Value::Integer).map_err(|_| wrong(Expected::Integer)),
        Kind::Number => value.parse::<f64>().map(toml::Value::Float).map_err(|_| wrong(Expected::Number)),
        Kind::Switch => match value.to_ascii_lowercase().as_str() {
            "1" | "true" | "yes" | "on" => Ok(true.into()),
            "0" | "false" | "no" | "off" => Ok(false.into()),
            _ => Err(wrong(Expected::Switch)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_terminals_language_is_that_of_the_first_variable_that_says_one() {
        for (vars, language) in [
            (&[][..], Language::En),
            (&[("LANG", "ko_KR.UTF-8")], Language::Ko),
            (&[("LANG", "ko")], Language::Ko),
            (&[("LANG", "kok_IN.UTF-8")], Language::En),
            (&[("LANG", "ko_KR.UTF-8"), ("LC_MESSAGES", "C.UTF-8")], Language::En),
            (&[("LANG", "C"), ("LC_MESSAGES", "ko_KR.eucKR")], Language::Ko),
            (&[("LANG", "en_US.UTF-8"), ("LC_MESSAGES", ""), ("LC_ALL", "ko_KR.UTF-8")], Language::Ko),
            (&[("LC_ALL", "en_US.UTF-8"), ("STET_LANGUAGE", "ko")], Language::Ko),
            (&[("LC_ALL", "ko_KR.UTF-8"), ("STET_LANGUAGE", "en")], Language::En),
        ] {
            let found = language_of(|name| {
                vars.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
            });
            assert_eq!(found, language, "{vars:?}");
        }
    }
}
