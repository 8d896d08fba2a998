//! Where in the sources a claim stands: which of many sources are looked at, and their best windows.
//!
//! Owns similarity; leaves vetoes to the signals.

pub(super) mod align;
mod lists;
mod part;
pub(super) mod quoted;
mod substring;
pub(super) mod verbatim;
pub(super) mod windows;
