//! English words that say the same: another word for what the evidence says is no word that it lacks.
//!
//! Owns the groups, by the keys of their words. A rough aid like its Korean counterpart
//! ([`synonyms`](stet_reading::synonyms)): what stands in one group need not be equal, only so near that a claim is
//! not to be doubted for it. Opposites never share a group.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

use stet_reading::keys::word_key;
use stet_text::Script;

/// The groups of each word, and the words of each group.
#[derive(Debug, Default)]
struct Index {
    groups: FxHashMap<u32, Vec<u16>>,
    words: Vec<Vec<u32>>,
}

static INDEX: LazyLock<Index> = LazyLock::new(|| {
    let mut index = Index::default();
    for (group, line) in (0_u16..).zip(stet_data::lines("words/en/same")) {
        let mut words: Vec<u32> = line.split(' ').map(|word| word_key(word, Script::Latin)).collect();
        words.sort_unstable();
        words.dedup();
        for &key in &words {
            index.groups.entry(key).or_default().push(group);
        }
        index.words.push(words);
    }
    index
});

/// The keys of the words that say the same as the word with this key.
pub(crate) fn rewordings(key: u32) -> impl Iterator<Item = u32> {
    let groups = INDEX.groups.get(&key).into_iter().flatten();
    groups
        .filter_map(|&group| INDEX.words.get(usize::from(group)))
        .flatten()
        .copied()
        .filter(move |&word| word != key)
}

static GENERIC_KEYS: LazyLock<FxHashSet<u32>> = LazyLock::new(|| {
    stet_data::lines("words/en/generic").map(|word| word_key(word, Script::Latin)).collect()
});

/// Whether a word says little by itself.
pub(crate) fn is_generic(key: u32) -> bool {
    GENERIC_KEYS.contains(&key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_reading::opposites::Named;
    use stet_reading::reading::Reading;

    fn are_alike(one: &str, other: &str) -> bool {
        let other = word_key(other, Script::Latin);
        rewordings(word_key(one, Script::Latin)).any(|key| key == other)
    }

    #[test]
    fn words_of_one_group() {
        for (one, other) in [("staff", "employees"), ("purchased", "bought"), ("drug", "medication")] {
            assert!(are_alike(one, other) && are_alike(other, one), "{one} {other}");
        }
        assert!(!are_alike("staff", "students") && !are_alike("library", "museum"));
    }

    #[test]
    fn opposites_share_no_group() {
        let mut found = Vec::new();
        for line in stet_data::lines("words/en/same") {
            let norm = line.to_owned();
            let named = Named::new(&Reading::new(&norm));
            let opposed = named
                .0
                .iter()
                .find(|one| named.0.iter().any(|other| other.1.0 == one.1.0 && other.1.1 != one.1.1));
            if let Some(opposed) = opposed {
                found.push((line, *opposed));
            }
        }
        assert_eq!(found, []);
    }
}
