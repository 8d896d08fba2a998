//! Values: numbers, amounts, dates and times, read and compared by what they mean.
//!
//! Owns whether a claim states a value that its evidence does not, or states it of something else.

pub(super) mod bounds;
pub(super) mod dated;
pub(super) mod reckoned;
pub(super) mod rough;

/// What reads them.
pub(super) use stet_text::values as number;
