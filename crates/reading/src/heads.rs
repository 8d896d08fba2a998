//! Words found by how they begin: lists of Korean words, whose endings tell nothing.
//!
//! Owns the look-up. What is told of a word is the lists'.

use rustc_hash::FxHashMap;

/// Bits of the filter of [`Heads`]; a power of two.
const BITS: usize = 1 << 13;

/// Beginnings of words, and what each tells.
#[derive(Debug)]
pub struct Heads<T> {
    /// For the first two characters of some, and for each first character alone, those that a word has which begins with
    /// them, or may have, in the order in which they were added.
    lists: FxHashMap<Start, Vec<Head<T>>>,
    /// A bit for the first two characters of each, or for the only one: most words begin like none of them.
    filter: [u64; BITS / 64],
}

/// The first characters of a word; one where it has no other or where that does not matter.
type Start = (char, Option<char>);

/// A beginning of a word.
#[derive(Debug, Clone, Copy)]
struct Head<T> {
    text: &'static str,
    /// It has no more characters than the list is for.
    whole: bool,
    tells: T,
}

impl<T> Default for Heads<T> {
    fn default() -> Self {
        Self { lists: FxHashMap::default(), filter: [0; BITS / 64] }
    }
}

impl<T: Copy> Heads<T> {
    /// Adds a beginning, which is not empty.
    pub fn add(&mut self, text: &'static str, tells: T) {
        let mut chars = text.chars();
        let Some(first) = chars.next() else { return };
        let start = (first, chars.next());
        let (block, bit) = Self::place(start);
        self.filter[block] |= bit;
        let head = Head { text, whole: start.1.is_none() || chars.next().is_none(), tells };
        if start.1.is_some() {
            let shorter = self.lists.get(&(first, None)).cloned().unwrap_or_default();
            self.lists.entry(start).or_insert(shorter).push(head);
        } else {
            self.lists.entry(start).or_default();
            let alike = self.lists.iter_mut().filter(|list| list.0.0 == first);
            alike.for_each(|(_, list)| list.push(head));
        }
    }

    /// The bit of the first characters of a beginning.
    fn place((first, second): Start) -> (usize, u64) {
        let pair = u32::from(first) << 16 ^ second.map_or(0, u32::from);
        let hash = pair.wrapping_mul(0x9e37_79b1) >> 19;
        (hash as usize / 64, 1 << (hash % 64))
    }

    fn list(&self, start: Start) -> Option<&Vec<Head<T>>> {
        let (block, bit) = Self::place(start);
        if self.filter[block] & bit == 0 { None } else { self.lists.get(&start) }
    }

    /// The beginnings of a word and what they tell, in the order in which they were added.
    pub fn of(&self, word: &str) -> impl Iterator<Item = (&'static str, T)> + Clone {
        let mut chars = word.chars();
        let start = chars.next().map(|first| (first, chars.next()));
        let list = start.and_then(|start| self.list(start).or_else(|| self.list((start.0, None))));
        let begins = move |head: &&Head<T>| head.whole || word.starts_with(head.text);
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
