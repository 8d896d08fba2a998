//! The terms of a passage as they are stored, in how many passages a term occurs, which BM25 needs, and the order in which a
//! document is locked.
//!
//! Several processes read, change and delete documents at the same time, and the counts are shared by all of them. They
//! never wait for one another in a circle, because whoever changes a document takes its locks in one order: its job, its
//! row (those of one source by version), what hangs on it (passages, pages, articles), the counts in the order of their terms (one statement a
//! transaction: two would each begin at the first term), and last the version of the regulations. Whoever holds the row
//! knows whether the terms of the document are counted.

use std::borrow::Cow;

use sqlx::PgConnection;
use uuid::Uuid;

use super::documents::DocumentStatus;
use super::{Result, Store};
use stet_sources::chunk::Chunk;
use stet_sources::counts::pack;
use stet_sources::entity::described;
use stet_text::{language, search_terms};

/// The texts of a chunk that the keyword leg looks into: the passage with the heading and caption it stands
/// under, what is known of it beside its text, its translation, where it stands, and what a person has verified.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Searched<'a> {
    pub heading: Option<&'a str>,
    pub content: &'a str,
    pub caption: Option<&'a str>,
    pub entity: Option<&'a serde_json::Value>,
    pub translation: Option<&'a str>,
    pub context: Option<&'a str>,
    pub feedback: Option<&'a str>,
}

impl<'a> Searched<'a> {
    pub(super) fn of(chunk: &'a Chunk) -> Self {
        Self {
            heading: chunk.headings.last().map(String::as_str),
            content: &chunk.content,
            caption: chunk.caption.as_deref(),
            entity: chunk.entity.as_ref(),
            translation: chunk.translation.as_deref(),
            context: chunk.context.as_deref(),
            feedback: chunk.human_feedback.as_deref(),
        }
    }

    /// All texts of it.
    pub(crate) fn texts(&self) -> impl Iterator<Item = Cow<'a, str>> {
        let heading = self.heading.filter(|heading| !self.content.starts_with(heading));
        let texts =
            [Some(self.content), heading, self.caption, self.translation, self.context, self.feedback];
        // A figure without words of its own is its description.
        let entity = self.entity.map(|entity| described(entity, language(self.content)));
        let entity = entity.filter(|text| !text.is_empty() && text != self.content).map(Cow::Owned);
        texts.into_iter().flatten().map(Cow::Borrowed).chain(entity)
    }

    /// Its terms, as they are stored.
    pub(super) fn counted(&self) -> CountedTerms {
        let mut terms: Vec<String> = self.texts().flat_map(|text| search_terms(&text)).collect();
        let length = i32::try_from(terms.len()).unwrap_or(i32::MAX);
        let counts = pack(terms.iter().map(String::as_str));
        terms.sort_unstable();
        terms.dedup();
        let mut vector = String::with_capacity(terms.iter().map(|term| term.len() + 3).sum());
        for term in &terms {
            if !vector.is_empty() {
                vector.push(' ');
            }
            quote(term, &mut vector);
        }
        CountedTerms { vector, length, counts }
    }
}

/// The terms of a passage as they are stored.
pub(super) struct CountedTerms {
    /// A `tsvector` literal of the distinct ones, without positions.
    pub vector: String,
    /// How many there are in all.
    pub length: i32,
    /// [`pack`].
    pub counts: Vec<u8>,
}

/// A term as a quoted lexeme, for `tsvector` and `tsquery` literals. Lexemes are limited to 2046 bytes;
/// what is longer is no word.
pub(crate) fn quoted(term: &str) -> String {
    let mut quoted = String::with_capacity(term.len() + 2);
    quote(term, &mut quoted);
    quoted
}

fn quote(term: &str, to: &mut String) {
    let term = term.get(..term.floor_char_boundary(512)).unwrap_or_default();
    to.push('\'');
    for part in term.split_inclusive(['\0', '\\', '\'']) {
        if let Some(part) = part.strip_suffix('\0') {
            to.push_str(part);
        } else {
            to.push_str(part);
            // What means something in a literal stands there twice.
            to.extend(part.chars().next_back().filter(|last| matches!(last, '\\' | '\'')));
        }
    }
    to.push('\'');
}

impl Store {
    /// Keeps others from changing a document until the transaction ends. `None`: there is none.
    ///
    /// # Errors
    /// The statement failed.
    pub(super) async fn lock_document(
        &self,
        document: Uuid,
        connection: &mut PgConnection,
    ) -> Result<Option<DocumentStatus>> {
        let status = sqlx::query_scalar!(
            "select status as \"status: DocumentStatus\" from rag_documents \
             where workspace_id = $1 and id = $2 for update",
            self.workspace,
            document,
        )
        .fetch_optional(connection)
        .await?;
        Ok(status)
    }

    /// Counts the terms of documents in, once they are ready, and of others out. Their rows are locked.
    ///
    /// # Errors
    /// The statement failed.
    pub(super) async fn count_terms(
        &self,
        into: &[Uuid],
        out: &[Uuid],
        connection: &mut PgConnection,
    ) -> Result<()> {
        sqlx::query_file!("sql/count_terms.sql", self.workspace, into, out).execute(connection).await?;
        Ok(())
    }

    /// Counts what a passage of a ready document loses and gains with new terms, before it gets them. The document's row
    /// is locked.
    ///
    /// # Errors
    /// The statement failed.
    pub(super) async fn recount_terms(
        &self,
        chunk: Uuid,
        terms: &str,
        connection: &mut PgConnection,
    ) -> Result<()> {
        sqlx::query_file!("sql/recount_terms.sql", self.workspace, chunk, terms).execute(connection).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn what_means_something_in_a_literal_stands_there_twice_and_what_no_text_may_hold_is_left_out() {
        for (term, literal) in [
            ("", "''"),
            ("word", "'word'"),
            ("o'clock", "'o''clock'"),
            (r"'\'", r"'''\\'''"),
            ("a\0b\0", "'ab'"),
            ("\0\\", r"'\\'"),
            ("가'나", "'가''나'"),
        ] {
            assert_eq!(quoted(term), literal);
        }
        // 512 bytes at most, and no half of a character.
        assert_eq!(quoted(&"가".repeat(200)), format!("'{}'", "가".repeat(170)));
    }
}
