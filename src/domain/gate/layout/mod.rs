//! Layout: claims that take from a table or a list what it gives to another row, column or entry.

pub(super) mod entries;
pub(super) mod rows;
pub(super) mod table;
