//! References to articles of regulations, and the regulations they refer to.
//!
//! Owns how an article is written (`「학칙」 제25조의2 제3항`, `같은 조`, `Article 25(2)`), how a rule book
//! is divided into regulations and articles, which article a reference means, and how a sentence reads
//! when it means none. Leaves bracket marks to [`crate::citation`] and what an article says about
//! a claim to the gate.

mod annex;
mod cited;
mod division;
mod english;
mod forms;
mod given;
mod hold;
mod index;
mod korean;
mod line;
mod names;
mod number;
mod particle;
mod parts;
mod removal;
mod repeal;
mod scan;
mod standard;
mod structure;
mod title;
mod view;
mod wording;
mod words;

pub use cited::{CitableList, CitedArticle};
pub use given::given_regulations;
pub(crate) use hold::StatuteHold;
pub use index::{Context, Entry, MissingPart, RegulationIndex, Resolution};
pub use line::{is_called_otherwise, is_repealed};
pub use names::{called_after, is_of_another, is_under_it, named_from, normalised_name};
pub use number::circled;
pub(crate) use particle::{agreeing, is_particle};
pub use parts::{has_part, key_sentence, paragraph_text, paragraphs};
pub use removal::{Replacement, removable_lead};
pub use repeal::tells_of_repeal;
pub use scan::{MAX_REFERENCE_BYTES, scan_statutes, scan_statutes_from, scan_statutes_in};
pub use standard::{completed_form, in_place, is_quoted, redirected_form, replaced, standard_form};
pub use structure::{Article, Block, Regulation, parse_structure, supplement_articles};
pub use wording::{Unfounded, Unverifiable, joins, rewrite_statutes};

pub use view::plain;
pub(crate) use words::is_hangul;

#[cfg(any(test, feature = "count-work"))]
pub use scan::work;

use crate::pattern::NotYet;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use stet_text::span::Span;

/// What stands at a place of a text: something, nothing, or more text has to come to tell.
type Found<T> = Result<Option<T>, NotYet>;

/// Number of an article: `제25조의2` is 25 with branch 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct ArticleNo {
    /// Of the article, in its parts.
    pub number: u32,
    /// As in 제25조의2: 2; null where the article has none.
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
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// Regulation and article.
    Full,
    /// An article without its regulation.
    #[default]
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
    /// `다음 조`.
    NextArticle,
    /// `다음 항`.
    NextParagraph,
}

/// Level of a chapter.
const CHAPTER: usize = 1;

/// One division of a reference.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Division {
    /// 편 0, 장 1, 절 2, 관 3.
    pub level: usize,
    pub number: u32,
    pub branch: Option<u32>,
    /// The title in parentheses behind it, as written.
    pub title: Option<String>,
}

impl Division {
    const fn chapter(number: u32, branch: Option<u32>) -> Self {
        Self { level: CHAPTER, number, branch, title: None }
    }

    /// Whether `제3관` and `제2편` alone are seldom one of a regulation.
    const fn is_loose(&self) -> bool {
        matches!(self.level, 0 | 3)
    }
}

/// Kind of what stands behind the provisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnnexKind {
    /// 별표.
    Table,
    /// 별지.
    Form,
    Annex,
    Appendix,
    Schedule,
}

/// A table or form behind the provisions: `별표 1`, `별지 제3호의2서식`, `Annex 2`, `Appendix B`. A letter is its code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Annex {
    pub kind: AnnexKind,
    pub number: u32,
    pub branch: Option<u32>,
}

/// One reference. In a list (`제3조 및 제5조`) every member is one, with the regulation and article of the
/// member before it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct StatuteRef {
    /// Without the particle that follows.
    pub span: Span,
    /// The name as written, without its brackets.
    pub regulation: Option<String>,
    pub article: Option<ArticleNo>,
    /// The title in parentheses behind the article, as written.
    pub title: Option<String>,
    /// Last article of a range.
    pub until: Option<ArticleNo>,
    /// Its title.
    pub until_title: Option<String>,
    pub paragraph: Option<u32>,
    pub item: Option<u32>,
    /// The letter of `가목`.
    pub subitem: Option<char>,
    /// Further numbers of the unit that is written last, which shares it: 26 in `제25·26조`, 2 in `제25조 제1·2항`.
    pub also: Vec<u32>,
    /// The divisions in which the article stands, or that are meant instead of one, from the outside to the inside.
    pub divisions: Vec<Division>,
    /// Instead of an article.
    pub annex: Option<Annex>,
    /// In the supplementary provisions (부칙), whose articles count from 1 again.
    pub supplement: bool,
    pub form: Form,
    pub anaphor: Option<Anaphor>,
    /// The words are seldom a reference (`불길한 전조`, `국보 제1호`, `Section 3`): they are one when they lead to an
    /// article, and plain text otherwise.
    pub loose: bool,
}

impl StatuteRef {
    /// A reference that says nothing yet.
    fn empty(at: usize) -> Self {
        Self { span: Span::new(at, at), ..Self::default() }
    }

    /// Whether it names something of a regulation: an article, a division, an annex.
    fn names_part(&self) -> bool {
        self.article.is_some() || self.annex.is_some() || !self.divisions.is_empty()
    }

    /// The regulation of this reference, without what it names of it.
    fn whole(&self) -> Self {
        let mut whole = Self {
            regulation: self.regulation.clone(),
            supplement: self.supplement,
            form: self.form,
            anaphor: self.anaphor,
            ..Self::empty(self.span.start)
        };
        // `같은 조 제2항 및 제5조`: an article does not point back.
        if whole.anaphor.is_some_and(|anaphor| anaphor != Anaphor::SameRegulation) {
            (whole.form, whole.anaphor) = (Form::ArticleOnly, None);
        }
        whole
    }

    /// Whether the articles that are meant include this one.
    #[must_use]
    pub fn covers(&self, number: ArticleNo) -> bool {
        let shared = self.paragraph.is_none() && self.item.is_none();
        self.article.is_some_and(|from| match self.until {
            Some(until) => from <= number && number <= until,
            None => from == number || shared && number.branch.is_none() && self.also.contains(&number.number),
        })
    }
}

#[cfg(test)]
mod tests;
