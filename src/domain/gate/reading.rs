//! A normalised text read once: its words and what they are compared by.
//!
//! Values, polarity, strength and direction all look at the same words; reading a text costs more
//! than any of them.

use crate::domain::gate::similarity::{Word, is_function_word, word_key};
use crate::domain::span::Span;
use crate::domain::text::{Token, tokens};

#[derive(Debug, Clone)]
pub(super) struct Reading<'a> {
    pub norm: &'a str,
    pub tokens: Vec<Token<'a>>,
    /// For each token its key, and whether it is a content word.
    keys: Vec<(u32, bool)>,
}

impl<'a> Reading<'a> {
    pub(super) fn new(norm: &'a str) -> Self {
        let tokens = tokens(norm);
        let key = |token: &Token<'_>| {
            let key = word_key(token.text, token.script);
            (key, !is_function_word(key))
        };
        let keys = tokens.iter().map(key).collect();
        Self { norm, tokens, keys }
    }

    /// The part of this text that `text`, a passage of it from word to word, is.
    pub(super) fn part(&self, text: &'a str) -> Self {
        let Some(from) = self.norm.find(text) else { return Self::new(text) };
        let first = self.tokens.partition_point(|token| token.span.start < from);
        let next = self.tokens.partition_point(|token| token.span.start < from + text.len());
        let shifted = |token: &Token<'a>| Token {
            span: Span::new(token.span.start - from, token.span.end - from),
            ..*token
        };
        let tokens = self.tokens.get(first..next).unwrap_or_default().iter().map(shifted).collect();
        let keys = self.keys.get(first..next).unwrap_or_default().to_vec();
        Self { norm: text, tokens, keys }
    }

    /// The same text without some of its words.
    pub(super) fn without(&self, gone: &[usize]) -> Self {
        let stays = |at: &usize| !gone.contains(at);
        let tokens =
            (0..self.tokens.len()).filter(stays).filter_map(|at| self.tokens.get(at).copied()).collect();
        let keys = (0..self.keys.len()).filter(stays).filter_map(|at| self.keys.get(at).copied()).collect();
        Self { norm: self.norm, tokens, keys }
    }

    /// The key of a token, 0 behind the last.
    pub(super) fn key(&self, at: usize) -> u32 {
        self.keys.get(at).map_or(0, |key| key.0)
    }

    /// The key of a token that is a content word.
    pub(super) fn content(&self, at: usize) -> Option<u32> {
        self.keys.get(at).filter(|key| key.1).map(|key| key.0)
    }

    /// The content words in order, repeated as they occur.
    pub(super) fn content_words(&self) -> impl Iterator<Item = Word> {
        self.tokens.iter().zip(&self.keys).filter(|(_, key)| key.1).map(|(token, key)| Word {
            span: token.span,
            key: key.0,
            script: token.script,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_reads_as_the_passage_alone() {
        let window = "위원회는 3일에 열린다. the board met in may.";
        for passage in [window, "위원회는 3일에 열린다.", "the board met in may."] {
            let (part, alone) = (Reading::new(window).part(passage), Reading::new(passage));
            assert_eq!((part.norm, &part.tokens, &part.keys), (alone.norm, &alone.tokens, &alone.keys));
        }
    }
}
