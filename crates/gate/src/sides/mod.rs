//! Sides: words that exclude one another, and claims that are turned round by them.

pub(super) mod backing;
pub(super) mod converse;
pub(super) mod exchange;
pub(super) mod place;
