//! Korean words that say the same: another word for what the evidence says is no word that it lacks.
//!
//! Owns the groups, by how their words begin. A rough aid, not a dictionary: what stands in one group
//! need not be equal, only so near that a claim is not to be doubted for it; what is granted may be used.

mod acts;

use std::sync::LazyLock;

use crate::heads::Heads;

static HEADS: LazyLock<Heads<u16>> = LazyLock::new(|| {
    let mut heads = Heads::default();
    let mut group = 0;
    for line in stet_data::lines("words/ko/same") {
        group += 1;
        for word in line.split(' ') {
            heads.add(word, group);
        }
    }
    for line in stet_data::lines("words/ko/same-acts") {
        group += 1;
        let mut forms = String::new();
        line.split(' ').for_each(|entry| acts::beginnings(entry, &mut forms));
        // Once, for as long as the program runs: what the table holds.
        let forms: &'static str = forms.leak();
        for word in forms.split_whitespace() {
            heads.add(word, group);
        }
    }
    heads
});

/// The groups of a normalised Korean word.
pub fn meanings(word: &str) -> impl Iterator<Item = u16> + Clone {
    HEADS.of(word).map(|(_, group)| group)
}
