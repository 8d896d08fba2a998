//! Parts: who and what a claim speaks of, and what it joins, against the parts that its evidence has.

pub(super) mod crossed;
pub(super) mod english;
pub(super) mod listed;
pub(super) mod names;
pub(super) mod quotation;
pub(super) mod roles;
pub(super) mod stranger;
