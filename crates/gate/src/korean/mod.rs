//! Signals of Korean alone.
//!
//! Most follow particles and endings: what a noun is to its predicate, what an ending makes of a clause.

pub(super) mod another;
pub(super) mod attached;
pub(super) mod authority;
pub(super) mod contraposed;
pub(super) mod denied_of;
pub(super) mod ending;
pub(super) mod free;
pub(super) mod instead;
pub(super) mod kin;
pub(super) mod lack;
pub(super) mod moment;
pub(super) mod narrow;
pub(super) mod proviso;
pub(super) mod reckoned;
pub(super) mod reworded;
pub(super) mod scope;
pub(super) mod sequence;
pub(super) mod short;
pub(super) mod slot;
pub(super) mod softened;
pub(super) mod synonyms;
pub(super) mod undone;
