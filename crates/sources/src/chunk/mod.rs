//! Blocks of a document and the chunks cut from them.
//!
//! Owns the vocabulary that extraction, storage and retrieval share ([`Block`],
//! [`Category`], [`Chunk`]) and the cutting ([`chunk`]). How bytes become blocks belongs to
//! `extract`, how chunks become rows to `store`.

use serde::{Deserialize, Serialize};

use stet_text::span::Span;

mod cut;
mod layout;

pub use cut::chunk;

/// What a block of a document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Category {
    Heading1,
    Heading2,
    Heading3,
    #[default]
    Paragraph,
    List,
    Table,
    Figure,
    Caption,
    Header,
    Footer,
    Footnote,
    Equation,
    Code,
}

impl Category {
    /// The name used in rows, on the wire and in block files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Heading1 => "heading1",
            Self::Heading2 => "heading2",
            Self::Heading3 => "heading3",
            Self::Paragraph => "paragraph",
            Self::List => "list",
            Self::Table => "table",
            Self::Figure => "figure",
            Self::Caption => "caption",
            Self::Header => "header",
            Self::Footer => "footer",
            Self::Footnote => "footnote",
            Self::Equation => "equation",
            Self::Code => "code",
        }
    }

    /// Depth of a heading, 1 to 3.
    #[must_use]
    pub const fn heading_level(self) -> Option<usize> {
        match self {
            Self::Heading1 => Some(1),
            Self::Heading2 => Some(2),
            Self::Heading3 => Some(3),
            _ => None,
        }
    }

    /// The heading category of a depth; everything deeper than 3 is a `Heading3`.
    #[must_use]
    pub const fn heading(level: usize) -> Self {
        match level {
            0 | 1 => Self::Heading1,
            2 => Self::Heading2,
            _ => Self::Heading3,
        }
    }
}

/// One piece of a document as its format gives it: a paragraph, a heading, a table.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Block {
    /// Page the block starts on, from 1; `None` where the format does not tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<u32>,
    /// Bytes of `text` at which the next page begins, once for each page.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<usize>,
    pub category: Category,
    /// Plain text; tables as Markdown rows, lists with their markers.
    pub text: String,
    /// The headings above the block, outermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub headings: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caption: Option<String>,
    /// Structured content made by a document parser (table cells, figure facts).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entity: Option<serde_json::Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image_path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub translation: Option<String>,
    /// Where the block stands in its document, in a sentence or two that are no part of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
    /// Text verified or corrected by a person; it goes before everything else in a context.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub human_feedback: Option<String>,
}

impl Block {
    /// Where in the text each page begins, and which it is; none without pages.
    pub fn pages(&self) -> impl Iterator<Item = (usize, u32)> {
        let first = self.page;
        let turned =
            self.turns.iter().zip(1..).filter_map(move |(at, more)| Some((*at, first?.saturating_add(more))));
        first.map(|page| (0, page)).into_iter().chain(turned)
    }
}

/// What kind of content a chunk carries, as stored in `rag_chunks.chunk_type`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ChunkType {
    #[default]
    Text,
    Image,
    Table,
}

impl ChunkType {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Image => "image",
            Self::Table => "table",
        }
    }
}

/// The article of a regulation that a chunk is (or is a part of).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct ArticleAnchor {
    /// Name of the regulation the article stands in.
    pub regulation: String,
    /// `3` of 제3조의2.
    pub number: u32,
    /// `2` of 제3조의2.
    pub branch: Option<u32>,
    /// `목적` of 제1조(목적).
    pub title: Option<String>,
}

/// A piece of a document that is embedded, searched and cited as one.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Chunk {
    /// Position among the document's chunks, from 0.
    pub ordinal: u32,
    /// The text under `span`, trimmed; headings are provenance and not part of it.
    pub content: String,
    pub page: Option<u32>,
    /// Last page the chunk touches; equal to `page` for a chunk on one page.
    pub page_end: Option<u32>,
    /// Bytes of `content` at which another page begins, with that page, in order; none for a chunk on one page.
    pub page_starts: Vec<(u32, u32)>,
    pub category: Category,
    pub chunk_type: ChunkType,
    /// The headings above the chunk, outermost first.
    pub headings: Vec<String>,
    /// Bytes in the document text.
    pub span: Span,
    pub article: Option<ArticleAnchor>,
    pub caption: Option<String>,
    pub entity: Option<serde_json::Value>,
    pub image_path: Option<String>,
    pub translation: Option<String>,
    pub context: Option<String>,
    pub human_feedback: Option<String>,
}

impl Chunk {
    /// The page of a byte of the content.
    #[must_use]
    pub fn page_at(&self, at: usize) -> Option<u32> {
        page_at(self.page, &self.page_starts, at)
    }
}

/// The page of a byte of a text that begins on `first` and goes on to others at `starts`.
#[must_use]
pub fn page_at(first: Option<u32>, starts: &[(u32, u32)], at: usize) -> Option<u32> {
    let begun = starts.iter().take_while(|(start, _)| *start as usize <= at);
    begun.last().map(|(_, page)| *page).or(first)
}

/// Sizes of chunks, in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChunkPolicy {
    pub size: usize,
    /// How much of the end of a chunk is repeated at the start of the next.
    pub overlap: usize,
}

impl Default for ChunkPolicy {
    fn default() -> Self {
        Self { size: 1000, overlap: 200 }
    }
}

#[cfg(test)]
mod tests;
