//! Signals of English alone.
//!
//! Most compare clauses with clauses: who does what to whom, of how many, when and where.

pub(super) mod paraphrase;
