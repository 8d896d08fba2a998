//! Patches that only make sense together are one decision.
//!
//! Two neighbouring changes are independent exactly where a reader between them stands in the same state in both
//! texts: inside the same blocks and marks, with the same things still open. Then any choice on the left can be
//! followed by any choice on the right. Where the states differ everywhere between two changes, both are one group;
//! so every choice among groups passes from one text to the other only where the reader notices nothing. The state of
//! Markdown is [`reader`]'s; what a sentence still owes its reader is [`sentence`]'s. Owns the groups; leaves
//! decisions to [`super::stage`].

#[cfg(test)]
mod documents;
pub(crate) mod form;
#[cfg(test)]
mod form_tests;
#[cfg(test)]
mod kinds_tests;
mod labels;
mod outline;
mod pieces;
mod reader;
mod sentence;
#[cfg(test)]
mod tests;

use rustc_hash::{FxHashMap, FxHashSet};

use super::classify::words::Reader;
use super::diff::Bead;
use super::{Category, Patch};
use stet_text::{Language, language};

/// Which patches belong together: a forest over their numbers.
#[derive(Debug)]
pub(crate) struct Ties(Vec<usize>);

impl Ties {
    fn new(patches: usize) -> Self {
        Self((0..patches).collect())
    }

    fn root(&self, mut at: usize) -> usize {
        while let Some(&up) = self.0.get(at).filter(|up| **up != at) {
            at = up;
        }
        at
    }

    fn tie(&mut self, one: usize, two: usize) {
        let (one, two) = (self.root(one), self.root(two));
        // The first patch in the text names the group.
        if let Some(up) = self.0.get_mut(one.max(two)) {
            *up = one.min(two);
        }
    }

    fn tie_all(&mut self, all: impl IntoIterator<Item = usize>) {
        let mut all = all.into_iter();
        let Some(first) = all.next() else { return };
        all.for_each(|next| self.tie(first, next));
    }
}

/// A pair of texts with the changes between them, in the order of the text before.
pub(crate) struct Pair<'a> {
    pub old: &'a str,
    pub new: &'a str,
    pub beads: &'a [Bead],
    /// The bead of each patch; moves have none.
    pub of: &'a [Option<usize>],
}

/// The groups of the patches that lead from one text to the other: for each the number of the first patch of its group.
pub(crate) fn groups(pair: &Pair<'_>, patches: &mut [Patch], reader: &mut Reader) -> Vec<usize> {
    let mut ties = Ties::new(patches.len());
    if patches.len() > 1 {
        sentence::carried(pair, patches, reader, &mut ties);
        sentence::tie(pair, patches, reader, &mut ties);
        let pieces = pieces::pieces(pair, patches);
        pieces::tie(pair, &pieces, &mut ties);
        labels::tie(pair, &pieces, &mut ties);
    }
    (0..patches.len()).map(|at| ties.root(at)).collect()
}

/// Gives every patch the riskiest category of its group.
pub fn level(patches: &mut [Patch]) {
    let mut most: FxHashMap<String, Category> = FxHashMap::default();
    for patch in patches.iter() {
        let known = most.entry(patch.group().to_owned()).or_insert(patch.category);
        *known = patch.category.max(*known);
    }
    for patch in patches {
        let Some(&category) = most.get(patch.group()).filter(|most| **most > patch.category) else {
            continue;
        };
        let words = if patch.after.trim().is_empty() { &patch.before } else { &patch.after };
        let reason = match (language(words), category) {
            (Language::Ko, Category::Core) => "내용을 바꾸는 수정과 함께만 결정할 수 있습니다",
            (Language::Ko, _) => "표현을 바꾸는 수정과 함께만 결정할 수 있습니다",
            (Language::En, Category::Core) => "Can only be decided together with a change of what is said",
            (Language::En, _) => "Can only be decided together with a change of how it is said",
        };
        patch.category = category;
        patch.reasons.push(reason.to_owned());
    }
}

/// Leaves out, of each group, all when one of its patches is not kept: a part of a decision is none.
pub fn retain_whole(patches: &mut Vec<Patch>, keep: impl Fn(&Patch) -> bool) {
    let gone: FxHashSet<String> =
        patches.iter().filter(|patch| !keep(patch)).map(|patch| patch.group().to_owned()).collect();
    patches.retain(|patch| !gone.contains(patch.group()));
}
