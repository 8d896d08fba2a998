//! Reading the sentences of a source: each character once, for its words, their keys and its n-grams together.

use crate::search::grams::signature::{Signature, Signing};
use crate::text::similarity::{is_function_word, stem_key, word_key};
use stet_text::{Reader, Script, Syllables, Token, read};

/// What stands in a sentence; room that is used again for the next.
#[derive(Debug)]
pub(super) struct Sentence<'a> {
    pub tokens: Vec<Token<'a>>,
    /// Keys of its content words, each once.
    pub keys: Vec<u32>,
    /// Some of the keys, as bits: most words are new, which a bit tells.
    known: u64,
    signing: Signing,
    syllables: Syllables,
}

impl<'a> Sentence<'a> {
    pub(super) fn new() -> Self {
        /// Of a sentence, about.
        const WORDS: usize = 32;
        let (signing, syllables) = (Signing::default(), Syllables::new());
        Self {
            tokens: Vec::with_capacity(WORDS),
            keys: Vec::with_capacity(WORDS),
            known: 0,
            signing,
            syllables,
        }
    }

    /// Reads another sentence, which is normalised, in the place of this one.
    pub(super) fn read(&mut self, norm: &'a str) -> Signature {
        self.tokens.clear();
        self.keys.clear();
        self.known = 0;
        read(norm, self);
        self.signing.signature()
    }
}

impl<'a> Reader<'a> for Sentence<'a> {
    #[inline]
    fn ascii(&mut self, byte: u8) {
        self.signing.ascii(byte);
    }

    #[inline]
    fn syllable(&mut self, code: u32) {
        self.signing.syllable(code);
        self.syllables.push(code);
    }

    fn other(&mut self, ch: char) {
        self.signing.other(ch);
    }

    #[inline]
    fn token(&mut self, token: Token<'a>) {
        self.tokens.push(token);
        let key = match token.script {
            Script::Hangul => stem_key(self.syllables.stem(token.text)),
            script => word_key(token.text, script),
        };
        let bit = 1_u64 << ((key >> 8) % 64);
        if !is_function_word(key) && (self.known & bit == 0 || !self.keys.contains(&key)) {
            self.keys.push(key);
            self.known |= bit;
        }
    }
}
