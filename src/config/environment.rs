//! The variables of the environment: which settings they stand for, and what else is told by them.

use super::fault::{ConfigError, Expected};
use stet_text::Language;

#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    Text,
    /// Text whose blanks mean something: `query: ` for an E5 model.
    Verbatim,
    Integer,
    Number,
    Switch,
    /// Words between commas.
    List,
}

/// Environment variable, the setting it stands for, and its type. Later rows win. Each may be a file's instead (`NAME_FILE`).
pub(super) const ENVIRONMENT: &[(&str, &str, &str, Kind)] = &[
    ("STET_HOST", "server", "host", Kind::Text),
    ("STET_PORT", "server", "port", Kind::Integer),
    ("STET_API_KEY", "server", "api_key", Kind::Text),
    ("STET_MAX_BODY_BYTES", "server", "max_body_bytes", Kind::Integer),
    ("STET_MAX_QUESTION_BYTES", "server", "max_question_bytes", Kind::Integer),
    ("STET_MAX_ANSWERS", "server", "max_answers", Kind::Integer),
    ("STET_KEEP_ALIVE_SECONDS", "server", "keep_alive_seconds", Kind::Integer),
    ("STET_PATIENCE_SECONDS", "server", "patience_seconds", Kind::Integer),
    ("STET_DRAIN_SECONDS", "server", "drain_seconds", Kind::Integer),
    ("STET_MIN_FREE_BYTES", "server", "min_free_bytes", Kind::Integer),
    ("OTEL_EXPORTER_OTLP_ENDPOINT", "server", "otlp_endpoint", Kind::Text),
    ("STET_OTLP_ENDPOINT", "server", "otlp_endpoint", Kind::Text),
    ("STET_ALLOWED_ORIGINS", "server", "allowed_origins", Kind::List),
    ("STET_OIDC_ISSUER", "oidc", "issuer", Kind::Text),
    ("STET_OIDC_CLIENT_ID", "oidc", "client_id", Kind::Text),
    ("STET_OIDC_CLIENT_SECRET", "oidc", "client_secret", Kind::Text),
    ("STET_OIDC_PUBLIC_URL", "oidc", "public_url", Kind::Text),
    ("STET_OIDC_CLAIM", "oidc", "claim", Kind::Text),
    ("STET_OIDC_GRANTS", "oidc", "grants", Kind::Text),
    ("STET_OIDC_SCOPES", "oidc", "scopes", Kind::Text),
    ("STET_OIDC_SESSION_HOURS", "oidc", "session_hours", Kind::Integer),
    ("STET_LIMIT_REQUESTS", "limits", "requests_per_minute", Kind::Integer),
    ("STET_LIMIT_STREAMS", "limits", "streams", Kind::Integer),
    ("STET_LIMIT_SOCKETS", "limits", "sockets", Kind::Integer),
    ("STET_LIMIT_TOKENS", "limits", "tokens_per_day", Kind::Integer),
    ("STET_LIMIT_COST", "limits", "cost_per_day", Kind::Number),
    ("STET_TOKEN_PRICE", "limits", "token_price", Kind::Number),
    ("STET_KEEP_LOG_DAYS", "keep", "log_days", Kind::Integer),
    ("STET_KEEP_COMPLETION_DAYS", "keep", "completion_days", Kind::Integer),
    ("DATABASE_URL", "database", "url", Kind::Text),
    ("STET_DIRECT_DATABASE_URL", "database", "direct_url", Kind::Text),
    ("STET_READ_DATABASE_URL", "database", "read_url", Kind::Text),
    ("STET_READ_LAG_SECONDS", "database", "read_lag_seconds", Kind::Number),
    ("STET_DATA_DIR", "database", "data_dir", Kind::Text),
    ("STET_POSTGRES_DIR", "database", "postgres_dir", Kind::Text),
    ("VIRTUAL_ENV", "database", "python_env", Kind::Text),
    ("STET_DATABASE_CONNECTIONS", "database", "max_connections", Kind::Integer),
    ("OPENAI_BASE_URL", "model", "base_url", Kind::Text),
    ("OPENAI_API_KEY", "model", "api_key", Kind::Text),
    ("OPENAI_MODEL", "model", "name", Kind::Text),
    ("STET_MODEL_TEMPERATURE", "model", "temperature", Kind::Number),
    ("STET_MODEL_MAX_TOKENS", "model", "max_tokens", Kind::Integer),
    ("STET_MODEL_CONTEXT_TOKENS", "model", "context_tokens", Kind::Integer),
    ("STET_MODEL_CONNECT_SECONDS", "model", "connect_seconds", Kind::Integer),
    ("STET_MODEL_FIRST_TOKEN_SECONDS", "model", "first_token_seconds", Kind::Integer),
    ("STET_MODEL_IDLE_SECONDS", "model", "idle_seconds", Kind::Integer),
    ("STET_JUDGE_MODEL", "judge", "name", Kind::Text),
    ("STET_JUDGE_BASE_URL", "judge", "base_url", Kind::Text),
    ("STET_JUDGE_API_KEY", "judge", "api_key", Kind::Text),
    ("STET_MEANING_MODEL", "meaning", "model", Kind::Text),
    ("STET_MEANING_RUNTIME", "meaning", "runtime", Kind::Text),
    ("STET_MEANING_ACCEPT", "meaning", "accept", Kind::Number),
    ("STET_EMBEDDINGS", "embedding", "kind", Kind::Text),
    ("STET_EMBEDDING_SECONDS", "embedding", "seconds", Kind::Integer),
    ("OPENAI_EMBEDDING_BASE_URL", "embedding", "base_url", Kind::Text),
    ("OPENAI_EMBEDDING_API_KEY", "embedding", "api_key", Kind::Text),
    ("OPENAI_EMBEDDING_MODEL", "embedding", "model", Kind::Text),
    ("STET_EMBEDDING_MODEL_DIR", "embedding", "model_dir", Kind::Text),
    ("OPENAI_EMBEDDING_DIMENSIONS", "embedding", "dimensions", Kind::Integer),
    ("STET_EMBEDDING_QUERY_PREFIX", "embedding", "query_prefix", Kind::Verbatim),
    ("STET_EMBEDDING_PASSAGE_PREFIX", "embedding", "passage_prefix", Kind::Verbatim),
    ("SEARCH_FUSION", "search", "fusion", Kind::Text),
    ("SEARCH_RRF_K", "search", "rrf_k", Kind::Integer),
    ("SEARCH_DEFAULT_TOP_K", "search", "top_k", Kind::Integer),
    ("SEARCH_DEFAULT_SEMANTIC_WEIGHT", "search", "semantic_weight", Kind::Number),
    ("SEARCH_DEFAULT_KEYWORD_WEIGHT", "search", "keyword_weight", Kind::Number),
    ("STET_MAX_SOURCES", "sources", "max_sources", Kind::Integer),
    ("STET_MIN_RELEVANCE", "sources", "min_relevance", Kind::Number),
    ("STET_MIN_EXCERPT_LENGTH", "sources", "min_excerpt_length", Kind::Integer),
    ("ENABLE_QUERY_ROUTING", "workflow", "routing", Kind::Switch),
    ("LANGGRAPH_PLANNING_MAX_SUBTASKS", "workflow", "max_subtasks", Kind::Integer),
    ("PLANNING_MAX_SUBTASKS", "workflow", "max_subtasks", Kind::Integer),
    ("STET_PLANNING_SECONDS", "workflow", "planning_seconds", Kind::Integer),
    ("TAVILY_API_KEY", "web", "api_key", Kind::Text),
    ("STET_TAVILY_BASE_URL", "web", "base_url", Kind::Text),
    ("STET_WEB_SECONDS", "web", "seconds", Kind::Integer),
    ("STET_CHUNK_SIZE", "ingest", "chunk_size", Kind::Integer),
    ("STET_CHUNK_OVERLAP", "ingest", "chunk_overlap", Kind::Integer),
    ("STET_MAX_FILE_BYTES", "ingest", "max_file_bytes", Kind::Integer),
    ("STET_EXTRACT_SECONDS", "ingest", "extract_seconds", Kind::Integer),
    ("STET_EXTRACT_MEMORY_MIB", "ingest", "extract_memory_mib", Kind::Integer),
    ("STET_PDFIUM", "ingest", "pdfium", Kind::Text),
    ("STET_TESSERACT", "ingest", "tesseract", Kind::Text),
    ("STET_SCAN_PAGES", "ingest", "scan_pages", Kind::Integer),
    ("VIRTUAL_ENV", "ingest", "python_env", Kind::Text),
    ("STET_INGEST_WORKERS", "ingest", "workers", Kind::Integer),
    ("STET_SIMILARITY_THRESHOLD", "gate", "similarity_threshold", Kind::Number),
    ("STET_CONFIDENCE_THRESHOLD", "gate", "confidence_threshold", Kind::Number),
    ("STET_STRICT", "gate", "strict", Kind::Switch),
    ("STET_FOREIGN_ADDRESSES", "gate", "foreign_addresses", Kind::Switch),
    ("STET_MODEL_LAYER", "gate", "model_layer", Kind::Switch),
    ("STET_VERDICT_SECONDS", "gate", "verdict_seconds", Kind::Integer),
    ("STET_UNVERIFIABLE", "gate", "unverifiable", Kind::Text),
    ("STET_REFERENCES", "gate", "references", Kind::Text),
    ("STET_ATTRIBUTE", "gate", "attribute", Kind::Text),
    ("CRAG_HALLUCINATION_THRESHOLD", "correct", "hallucination_threshold", Kind::Number),
    ("CRAG_ANSWER_QUALITY_THRESHOLD", "correct", "quality_threshold", Kind::Number),
    ("CRAG_MAX_RETRIES", "correct", "max_attempts", Kind::Integer),
    ("STET_GRADE", "correct", "grade", Kind::Switch),
    ("STET_CONTEXTUALIZE", "enrich", "contextualize", Kind::Switch),
    ("STET_TRANSLATE", "enrich", "translate", Kind::List),
    ("STET_EXTRACT_ENTITIES", "enrich", "entities", Kind::Switch),
    ("STET_ENRICH_SECONDS", "enrich", "seconds", Kind::Integer),
    ("STET_PROOFREAD", "revise", "proofread", Kind::Switch),
];

/// Settings that there were, with their variables: whoever has set one is told what came instead.
pub(super) const GONE: &[(&str, &str, &str)] = &[
    ("STET_SEMANTIC_MODEL", "gate", "semantic_model"),
    ("STET_SEMANTIC_THRESHOLD", "gate", "semantic_threshold"),
];

/// The environment variable that stands for a setting (`server.port`).
fn variable_of(setting: &str) -> Option<&'static str> {
    let (section, field) = setting.split_once('.')?;
    ENVIRONMENT.iter().find(|row| row.1 == section && row.2 == field).map(|row| row.0)
}

/// A setting with the variable that stands for it, if there is one: a person has set one of the two.
#[must_use]
pub fn with_variable(setting: &str) -> String {
    variable_of(setting).map_or_else(|| setting.to_owned(), |variable| format!("{setting} ({variable})"))
}

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
    if let Kind::Verbatim = kind {
        return Ok(value.into());
    }
    let value = value.trim();
    match kind {
        Kind::Text | Kind::Verbatim => Ok(value.into()),
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
