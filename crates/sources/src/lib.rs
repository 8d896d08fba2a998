//! Documents as passages.
//!
//! Owns cutting blocks into passages ([`chunk`]), what is known of a block beside its text ([`entity`]), choosing those an answer is given ([`evidence`]), ranking what two
//! searches found ([`fusion`]), and what a question wants: whether it asks the sources at all ([`route`]), what it is about
//! ([`question`]), how many things it asks for ([`parts`]), where it says that they stand ([`places`]), and what it leans on
//! ([`leaning`], [`turn`]), what it counts or compares in the columns of a table ([`columns`]), how files of one name are told apart
//! ([`apart`]), what a person's correction leaves of a passage ([`correction`]), and which questions a sentence answers ([`raised`]). What
//! a source was read without is said by [`left_out`]. Leaves reading files to `extract` and searching to the
//! store.

pub mod apart;
pub mod broad;
pub mod chunk;
pub mod columns;
pub mod correction;
pub mod counts;
pub mod entity;
pub mod evidence;
mod form;
pub mod fusion;
pub mod leaning;
pub mod left_out;
pub mod names;
pub mod parts;
pub mod places;
pub mod question;
pub mod raised;
pub mod route;
pub mod sections;
pub mod turn;
