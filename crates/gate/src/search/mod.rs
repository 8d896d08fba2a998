//! Where in the sources a claim stands: which of many sources are looked at, and their best windows.
//!
//! Owns similarity; leaves vetoes to the signals.

pub(super) mod align;
pub(super) mod grams;
pub(super) mod quoted;
pub(super) mod rank;
pub(super) mod substring;
