//! Signals of English alone.
//!
//! Most compare clauses with clauses: who does what to whom, of how many, when and where.

pub(super) mod adjunct;
pub(super) mod commanded;
pub(super) mod comparison;
pub(super) mod contrasted;
pub(super) mod foretold;
pub(super) mod holder;
pub(super) mod limited;
pub(super) mod misjoined;
pub(super) mod occasion;
pub(super) mod office;
pub(super) mod paired;
pub(super) mod parallel;
pub(super) mod paraphrase;
pub(super) mod partial;
pub(super) mod restated;
pub(super) mod slots;
pub(super) mod swapped;
pub(super) mod whole;
