//! Citation marks and regulation references.
//!
//! Owns what a mark looks like in all the forms that models write ([`citation`]) and what a reference to an article
//! means ([`statute`]): found while text streams, resolved, rewritten, removed with what goes with them; and what is no
//! answer at all ([`leaks`]). Leaves whether a citation is deserved to the gate.

pub mod citation;
pub mod leaks;
mod pattern;
pub mod statute;
