//! Every problem that the API may tell: the functions of `problems.toml`.

#[cfg(test)]
mod table;

use std::fmt::Display;

use super::Error;
use super::error::size;
use stet_text::Language;

/// A code of the table, with the status that it has where no other is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Code {
    /// `urn:stet:<name>`.
    pub name: &'static str,
    pub status: u16,
}

const LANGUAGES: [Language; 2] = [Language::Ko, Language::En];

/// Most characters that are repeated of what was asked for.
const MOST: usize = 80;

fn missing(what: [&str; 2], id: &dyn Display) -> Error {
    let id: String = id.to_string().chars().take(MOST).collect();
    no_such_thing(what, id)
}

include!(concat!(env!("OUT_DIR"), "/problems.rs"));
