//! Signals of Korean alone.
//!
//! Most follow particles and endings: what a noun is to its predicate, what an ending makes of a clause.

pub(super) mod lack;
pub(super) mod short;
