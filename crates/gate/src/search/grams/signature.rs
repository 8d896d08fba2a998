//! The n-grams of a sentence as a small set of bits, which sources are ranked by.

#[cfg(test)]
use crate::search::grams::visit::each_gram;
use crate::search::grams::visit::{FOLDED, GAP, GAPS, PAIR, SAMPLED, TRIPLE, mix, pair, seen};

/// The n-grams of a sentence, hashed into a small set: enough to rank sources by.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Signature([u64; Signature::WORDS]);

impl Signature {
    /// How many different members there are.
    pub(crate) const MEMBERS: usize = 64 * Self::WORDS;
    /// The same in words of bits.
    pub(crate) const WORDS: usize = 6;

    /// Of a normalised text.
    #[cfg(test)]
    fn new(norm: &str) -> Self {
        let mut signing = Signing::default();
        each_gram(norm, |gram| signing.add(gram));
        signing.signature()
    }

    /// The member that an n-gram is.
    #[inline]
    pub(super) fn member(gram: u32) -> usize {
        ((u64::from(gram) * Self::MEMBERS as u64) >> 32) as usize
    }

    /// The members of this one and of another.
    pub(crate) fn joined(mut self, other: Self) -> Self {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine |= theirs;
        }
        self
    }

    /// The members of a word of bits, eight a byte.
    #[inline]
    pub(crate) fn bytes(&self, word: usize) -> [u8; 8] {
        self.0.get(word).map_or([0; 8], |word| word.to_le_bytes())
    }
}

/// The signature of a text on the way: takes its characters in order and makes the n-grams of
/// [`each_gram`](super::visit::each_gram).
#[derive(Debug, Clone)]
pub(crate) struct Signing {
    found: [u64; Signature::WORDS],
    /// The last three characters, and the last syllable if no letter followed it, 0 for none.
    triple: u64,
    syllable: u32,
}

impl Default for Signing {
    fn default() -> Self {
        Self { found: [0; Signature::WORDS], triple: GAPS, syllable: 0 }
    }
}

impl Signing {
    #[inline]
    fn add(&mut self, gram: u32) {
        let member = Signature::member(gram);
        if let Some(word) = self.found.get_mut(member / 64) {
            *word |= u64::from(gram & SAMPLED != 0) << (member % 64);
        }
    }

    #[inline]
    pub(crate) fn syllable(&mut self, code: u32) {
        if self.syllable != 0 {
            self.add(pair(self.syllable, code));
        }
        (self.syllable, self.triple) = (code, GAPS);
    }

    #[inline]
    pub(crate) fn ascii(&mut self, byte: u8) {
        self.letter(u32::from(FOLDED[usize::from(byte)]));
    }

    pub(crate) fn other(&mut self, ch: char) {
        self.letter(seen(ch));
    }

    #[inline]
    fn letter(&mut self, code: u32) {
        let next = ((self.triple << 21) & TRIPLE) | u64::from(code);
        if next & PAIR == GAPS {
            return;
        }
        if self.triple & PAIR != GAPS {
            self.add(mix(next));
        }
        self.triple = next;
        if code != GAP {
            self.syllable = 0;
        }
    }

    /// What the characters so far make; the next begin another text.
    pub(crate) fn signature(&mut self) -> Signature {
        Signature(std::mem::take(self).found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use stet_text::{Reader, Token, normalise, read};

    struct Characters(Signing);

    impl Reader<'_> for Characters {
        fn ascii(&mut self, byte: u8) {
            self.0.ascii(byte);
        }

        fn syllable(&mut self, code: u32) {
            self.0.syllable(code);
        }

        fn other(&mut self, ch: char) {
            self.0.other(ch);
        }

        fn token(&mut self, _: Token<'_>) {}
    }

    proptest! {
        #[test]
        fn the_characters_of_a_text_make_its_signature(
            text in "(\\PC{0,20}|[a-z0-9가-힣ㄱ-ㅎ漢é’“ .,'-]{0,60}){0,4}"
        ) {
            let norm = normalise(&text);
            let mut reader = Characters(Signing::default());
            read(&norm, &mut reader);
            prop_assert_eq!(reader.0.signature(), Signature::new(&norm));
        }
    }
}
