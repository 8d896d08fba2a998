//! Citation marks in a sentence.
//!
//! Owns the grammars of bracket marks, where they may stand, how much of an open sentence may be shown
//! before a mark could begin, and how a sentence reads once marks are renumbered or removed. Leaves to
//! [`crate::statute`] references to articles in prose, and to the gate whether a source supports
//! the sentence.

mod automaton;
mod begun;
mod carrier;
mod cells;
mod definition;
mod disarm;
mod ends;
mod form;
mod grammar;
mod hold;
mod keyed;
mod literal;
mod mention;
mod nouns;
mod openers;
mod ordinal;
mod own;
mod references;
mod refs;
mod removal;
mod rewrite;
mod scan;
mod seen;
mod shown;
mod table;
mod words;
mod works;

pub use begun::{MarkMatch, begun_mark, match_mark};
pub use cells::citing_columns;
pub use definition::is_definition;
pub use ends::tag_len;
pub use grammar::{Grammar, MAX_MARK_CHARS, MAX_NUMBER, Mark, MarkRef, is_open, may_open};
pub use hold::{HoldScanner, lead_start};
pub use keyed::{Keyed, KeyedWork, scan_keyed};
pub use own::OwnWords;
pub use references::{
    Numbering, Reference, is_reference_entry, is_references_heading, is_references_line, listed_references,
    may_be_references_heading, references_section,
};
pub use rewrite::{Cited, Decision, KeptMark, RemovedMark, Rewritten, rewrite, without_marks};
pub use scan::{fills_cell, in_literal, literals, scan_marks, scan_row};
pub use words::{CARRIERS, RESTS};
pub use works::{Work, files as file_names, lone_work, work};

#[cfg(test)]
mod forms;
#[cfg(test)]
mod tests;
