//! Values: numbers, amounts, dates and times, read and compared by what they mean.
//!
//! Owns whether a claim states a value that its evidence does not, or states it of something else.

pub(super) mod bounds;
pub(super) mod change;
pub(super) mod counted;
pub(super) mod crossed;
pub(super) mod dated;
pub(super) mod elsewhere;
pub(super) mod hours;
pub(super) mod interval;
pub(super) mod listed;
pub(super) mod period;
pub(super) mod rate;
pub(super) mod role;
pub(super) mod rough;
pub(super) mod since;
pub(super) mod stated;
pub(super) mod term;

/// What reads them.
pub(super) use stet_text::values as number;
