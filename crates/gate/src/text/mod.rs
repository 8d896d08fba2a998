//! Texts made ready for judging: a claim and its sources, cut into sentences. Words are read by `stet-reading`.
//!
//! Owns what every signal looks at; leaves what speaks for or against a claim to them.

pub(super) mod attribution;
pub(super) mod claim;
pub(super) mod grams;
pub(super) mod prepare;
pub(super) mod rows;
pub(super) mod window;
