//! References to articles of regulations, and the regulations they refer to.
//!
//! Owns how an article is written (`「학칙」 제25조의2 제3항`, `같은 조`, `Article 25(2)`), how a rule book
//! is divided into regulations and articles, which article a reference means, and how a sentence reads
//! when it means none. Leaves bracket marks to [`crate::domain::citation`] and what an article says about
//! a claim to the gate.

mod cited;
mod english;
mod hold;
mod index;
mod korean;
mod line;
mod names;
mod parts;
mod scan;
mod structure;
mod wording;

pub use cited::{CitableList, CitedArticle};
pub use hold::{StatuteHold, open_statute};
pub use index::{Context, Entry, MissingPart, RegulationIndex, Resolution};
pub use line::is_repealed;
pub use names::normalised_name;
pub(crate) use parts::circled;
pub use parts::{has_part, key_sentence, paragraph_text};
pub use scan::{MAX_REFERENCE_BYTES, StatuteMatch, match_statute, scan_statutes, scan_statutes_in};
pub use structure::{Article, Block, Regulation, parse_structure, supplement_articles};
pub use wording::{Replacement, Unverifiable, removable_lead, replacement, rewrite_statutes};

#[cfg(test)]
pub(crate) use scan::work;

use crate::domain::span::Span;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Number of an article: `제25조의2` is 25 with branch 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ArticleNo {
    pub number: u32,
    pub branch: Option<u32>,
}

impl ArticleNo {
    #[must_use]
    pub const fn new(number: u32, branch: Option<u32>) -> Self {
        Self { number, branch }
    }
}

impl fmt::Display for ArticleNo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "제{}조", self.number)?;
        self.branch.map_or(Ok(()), |branch| write!(f, "의{branch}"))
    }
}

/// How much a reference says by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// Regulation and article.
    Full,
    /// An article without its regulation.
    ArticleOnly,
    /// A regulation without an article.
    NameOnly,
    /// By way of an earlier reference: `같은 조 제2항`, `동 규정 제3조`, `제2항` alone.
    Anaphoric,
}

/// Which part of the reference before is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Anaphor {
    /// `같은 규정`, `동 학칙`, `이 규정`.
    SameRegulation,
    /// `같은 조`, `동조`, or a paragraph or item without its article.
    SameArticle,
    /// `전조`.
    PreviousArticle,
    /// `같은 항`, `동항`.
    SameParagraph,
    /// `전항`.
    PreviousParagraph,
}

/// One reference. In a list (`제3조 및 제5조`) every member is one, with the regulation and article of the
/// member before it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StatuteRef {
    /// Without the particle that follows.
    pub span: Span,
    /// The name as written, without its brackets.
    pub regulation: Option<String>,
    pub article: Option<ArticleNo>,
    /// Last article of a range.
    pub until: Option<ArticleNo>,
    pub paragraph: Option<u32>,
    pub item: Option<u32>,
    /// The letter of `가목`.
    pub subitem: Option<char>,
    /// In the supplementary provisions (부칙), whose articles count from 1 again.
    pub supplement: bool,
    pub form: Form,
    pub anaphor: Option<Anaphor>,
}

#[cfg(test)]
mod tests;
