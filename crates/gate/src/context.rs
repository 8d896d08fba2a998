//! Context: what a claim is about where it does not say so itself.

use std::borrow::Cow;

/// What stands around a claim: texts that may name its subject, the nearest first. A heading, the label of a list, the item
/// above, the row and the column of a cell, the subject of the sentence before, the question that is answered.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Context<'a> {
    pub topics: Vec<Cow<'a, str>>,
}

impl<'a> Context<'a> {
    /// A context of these texts, the nearest first.
    pub fn of(topics: impl IntoIterator<Item = impl Into<Cow<'a, str>>>) -> Self {
        Self { topics: topics.into_iter().map(Into::into).collect() }
    }
}
