//! A text read once, and how two texts differ in what they deny, how sure and general they are, and which opposites they name.
//!
//! Owns [`reading::Reading`], the tags of its words ([`tags`]) and the comparisons that gate and patches share. Leaves words,
//! stems and values to `stet-text`, and what a difference costs to those who ask.

#![expect(clippy::must_use_candidate, reason = "nearly all of it is questions without an effect")]

pub mod bounds;
pub mod cells;
pub mod clause;
pub mod denial;
pub mod emphasis;
mod heads;
pub mod keys;
pub mod members;
mod negated;
pub mod opposites;
pub mod polarity;
pub mod reading;
pub mod strength;
pub mod synonyms;
pub mod tags;
