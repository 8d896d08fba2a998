//! Words found by how they begin: lists of Korean words, whose endings tell nothing.
//!
//! Owns the look-up. What is told of a word is the lists'.

use rustc_hash::FxHashMap;

/// Bits of the filter of [`Heads`]; a power of two.
const BITS: usize = 1 << 13;

/// Beginnings of words, and what each tells.
#[derive(Debug)]
pub(super) struct Heads<T> {
    /// By their first character.
    lists: FxHashMap<char, Vec<Head<T>>>,
    /// A bit for the first two characters of each, or for the only one: most words begin like none of them.
    filter: [u64; BITS / 64],
}

/// A beginning of a word.
#[derive(Debug)]
struct Head<T> {
    text: &'static str,
    /// Its second character, if it has one: hardly two of those that begin alike go on alike, so few are compared in full.
    second: Option<char>,
    tells: T,
}

impl<T> Default for Heads<T> {
    fn default() -> Self {
        Self { lists: FxHashMap::default(), filter: [0; BITS / 64] }
    }
}

impl<T: Copy> Heads<T> {
    /// Adds a beginning, which is not empty.
    pub(super) fn add(&mut self, text: &'static str, tells: T) {
        let mut chars = text.chars();
        if let Some(first) = chars.next() {
            let second = chars.next();
            let (block, bit) = Self::place(first, second);
            self.filter[block] |= bit;
            self.lists.entry(first).or_default().push(Head { text, second, tells });
        }
    }

    /// The bit of the first characters of a beginning.
    fn place(first: char, second: Option<char>) -> (usize, u64) {
        let pair = u32::from(first) << 16 ^ second.map_or(0, u32::from);
        let hash = pair.wrapping_mul(0x9e37_79b1) >> 19;
        (hash as usize / 64, 1 << (hash % 64))
    }

    fn may_have(&self, first: char, second: Option<char>) -> bool {
        let (block, bit) = Self::place(first, second);
        self.filter[block] & bit != 0
    }

    /// The beginnings of a word and what they tell, in the order in which they were added.
    pub(super) fn of(&self, word: &str) -> impl Iterator<Item = (&'static str, T)> + Clone {
        let mut chars = word.chars();
        let (first, second) = (chars.next(), chars.next());
        let known = first.filter(|first| self.may_have(*first, second) || self.may_have(*first, None));
        let list = known.and_then(|first| self.lists.get(&first));
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
