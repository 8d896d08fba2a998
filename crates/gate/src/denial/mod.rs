//! Denial: which words deny, what a text denies, and whether a claim and its evidence are at odds in it.

pub(super) mod negation;
pub(super) mod polarity;
