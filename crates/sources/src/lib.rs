//! Documents as passages.
//!
//! Owns cutting blocks into passages ([`chunk`]), what is known of a block beside its text ([`entity`]), choosing those an
//! answer is given ([`evidence`]) and ranking what two searches found ([`fusion`]). Leaves reading files to `extract` and searching to the store.

pub mod chunk;
pub mod counts;
pub mod entity;
pub mod evidence;
pub mod fusion;
pub mod question;
