//! What a sentence of an answer is about, and what it rests on.

#![expect(clippy::must_use_candidate, reason = "nearly all of it is questions without an effect")]

pub mod grounds;
pub mod headings;
pub mod hedges;
pub mod held;
pub mod marker;
mod markup;
pub mod meant;
pub mod names;
mod sections;
pub mod source;
pub mod topics;
