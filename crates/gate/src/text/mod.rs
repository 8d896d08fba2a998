//! Texts made ready for judging: a claim and its sources, cut into sentences and clauses, each word read once.
//!
//! Owns what every signal looks at; leaves what speaks for or against a claim to them.

pub(super) mod attribution;
pub(super) mod claim;
pub(super) mod clause;
pub(super) mod heads;
pub(super) mod marks;
pub(super) mod prepare;
pub(super) mod reading;
pub(super) mod similarity;
pub(super) mod tagged;
pub(super) mod window;
