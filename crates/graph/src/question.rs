//! The names that a question may mean.

use rustc_hash::FxHashSet;

use crate::key::key;
use crate::rules::bare;

/// Longest name that is looked for, in words.
const MOST_WORDS: usize = 8;
/// Words of a question in which names are looked for.
const MOST: usize = 400;

/// The keys of every run of words in a question that could be a name, each once, the longest first: as written, and without
/// the particle of its last word.
#[must_use]
pub fn named_in(question: &str) -> Vec<String> {
    let words: Vec<&str> = question
        .split_whitespace()
        .map(|word| word.trim_matches(|c: char| ",.?!;:“”\"‘’'()".contains(c)))
        .filter(|word| !word.is_empty())
        .take(MOST)
        .collect();
    let (mut seen, mut keys) = (FxHashSet::default(), Vec::new());
    for length in (1..=MOST_WORDS.min(words.len())).rev() {
        for run in words.windows(length) {
            let whole = run.join(" ");
            for name in std::iter::once(whole.as_str()).chain(bare(&whole)) {
                let key = key(name);
                if key.chars().nth(1).is_some() && seen.insert(key.clone()) {
                    keys.push(key);
                }
            }
        }
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_behind_particles_and_the_longest_first() {
        let keys = named_in("교원인사위원회는 교원인사규정 제12조에 따라 무엇을 하나요?");
        let place = |name: &str| keys.iter().position(|own| *own == key(name));
        assert!(place("교원인사위원회").is_some(), "{keys:?}");
        assert!(place("교원인사규정 제12조") < place("교원인사규정"), "{keys:?}");
        let keys = named_in("What does the Academic Senate decide?");
        assert!(keys.contains(&"academicsenate".to_owned()), "{keys:?}");
    }

    #[test]
    fn a_long_question_names_no_more_than_it_may() {
        assert!(named_in(&"낱말 ".repeat(100_000)).len() <= 16);
        let long: Vec<String> = (0..10_000).map(|at| format!("w{at}")).collect();
        assert!(named_in(&long.join(" ")).len() <= MOST * MOST_WORDS);
    }
}
