//! What new words have from the file that they go into.

use std::collections::HashMap;

/// Pieces of that file are written as they are, names of its styles with `=` before
/// them.
#[derive(Default)]
pub(super) struct Theirs {
    /// Begins every name that the file may not have already.
    pub(super) mark: String,
    /// Frames of pictures by the address of the picture.
    pub(super) drawn: HashMap<String, String>,
    /// Notes by their labels.
    pub(super) noted: HashMap<String, String>,
    /// Levels of headings that the file numbers.
    pub(super) numbered: Vec<bool>,
    /// Pieces that are written as they are: in the text are their numbers.
    pub(super) slices: Vec<String>,
}

impl Theirs {
    /// Says where a piece goes. No text has such characters.
    pub(super) fn slice(&mut self, slice: String) -> String {
        self.slices.push(slice);
        format!("\u{1}{}\u{2}", self.slices.len() - 1)
    }
}
