//! Every problem that the API may tell: the functions of `problems.toml`.

#[cfg(test)]
mod table;

use std::fmt::Display;

use axum::http::StatusCode;

use super::error::{Code, Error, size};
use stet_access::Refusal;
use stet_extract::ExtractError;
use stet_store::{Scope, StoreError};
use stet_text::Language;

const LANGUAGES: [Language; 2] = [Language::Ko, Language::En];

/// Most characters that are repeated of what was asked for.
const MOST: usize = 80;

fn missing(what: [&str; 2], id: &dyn Display) -> Error {
    let id: String = id.to_string().chars().take(MOST).collect();
    no_such_thing(what, id)
}

include!(concat!(env!("OUT_DIR"), "/problems.rs"));

impl Error {
    /// Too much was asked for with a key, or in its workspace.
    #[must_use]
    pub fn limited(refusal: Refusal) -> Self {
        let seconds = refusal.seconds();
        match refusal {
            Refusal::Requests { limit, .. } => too_many_requests(limit, seconds),
            Refusal::Streams { limit } => too_many_streams(limit, seconds),
            Refusal::Sockets { limit } => too_many_sockets(limit, seconds),
            Refusal::Tokens { .. } => tokens_spent(seconds),
        }
    }

    /// Somebody asks for more than their key may.
    #[must_use]
    pub fn forbidden(needed: Scope) -> Self {
        scope_missing(match needed {
            Scope::Read => ["읽기(read)", "read"],
            Scope::Ask => ["묻기(ask)", "ask"],
            Scope::Write => ["쓰기(write)", "write"],
            Scope::Admin => ["관리(admin)", "admin"],
        })
    }

    /// Something that went wrong inside; the details go to the log, not to the client.
    pub fn internal(fault: &(dyn std::error::Error + 'static)) -> Self {
        tracing::error!(fault, "a request failed");
        internal()
    }
}

impl From<ExtractError> for Error {
    fn from(fault: ExtractError) -> Self {
        tracing::info!(%fault, "a file could not be read");
        let [ko, en] = [Language::Ko, Language::En].map(|language| fault.message(language));
        let error = Self::new(code::UNREADABLE_FILE, [ko, en]);
        match fault {
            ExtractError::TooLarge { .. } => error.status(StatusCode::PAYLOAD_TOO_LARGE),
            ExtractError::Failed { .. } => error.status(StatusCode::INTERNAL_SERVER_ERROR),
            _ => error,
        }
    }
}

impl From<StoreError> for Error {
    fn from(fault: StoreError) -> Self {
        tracing::error!(%fault, "a request failed");
        match fault {
            StoreError::Away(_) => store_away(),
            StoreError::Held(_) => store_held(),
            _ => store_failed(),
        }
    }
}
