//! Words found by how they begin: lists of Korean words, whose endings tell nothing.
//!
//! Owns the look-up. What is told of a word is the lists'.

use rustc_hash::FxHashMap;

/// Beginnings of words, and what each tells.
#[derive(Debug)]
pub(super) struct Heads<T>(FxHashMap<char, Vec<Head<T>>>);

/// A beginning, by its first character in [`Heads`].
#[derive(Debug)]
struct Head<T> {
    text: &'static str,
    /// Its second character, if it has one: hardly two of those that begin alike go on alike, so few are compared in full.
    second: Option<char>,
    tells: T,
}

impl<T> Default for Heads<T> {
    fn default() -> Self {
        Self(FxHashMap::default())
    }
}

impl<T: Copy> Heads<T> {
    /// Adds a beginning, which is not empty.
    pub(super) fn add(&mut self, text: &'static str, tells: T) {
        let mut chars = text.chars();
        if let Some(first) = chars.next() {
            self.0.entry(first).or_default().push(Head { text, second: chars.next(), tells });
        }
    }

    /// The beginnings of a word and what they tell, in the order in which they were added.
    pub(super) fn of(&self, word: &str) -> impl Iterator<Item = (&'static str, T)> + Clone {
        let mut chars = word.chars();
        let list = chars.next().and_then(|first| self.0.get(&first));
        let second = chars.next();
        let begins = move |head: &&Head<T>| {
            head.second.is_none() || head.second == second && word.starts_with(head.text)
        };
        list.into_iter().flatten().filter(begins).map(|head| (head.text, head.tells))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_has_the_heads_it_begins_with() {
        let mut heads = Heads::default();
        for (head, tells) in [("작", 1), ("작년", 2), ("작은", 3), ("작년도", 4), ("큰", 5)] {
            heads.add(head, tells);
        }
        for (word, want) in [
            ("작년에", &[1, 2][..]),
            ("작", &[1]),
            ("작년도의", &[1, 2, 4]),
            ("큰일", &[5]),
            ("년", &[]),
            ("", &[]),
        ] {
            assert_eq!(heads.of(word).map(|(_, tells)| tells).collect::<Vec<_>>(), want, "{word}");
        }
    }
}
