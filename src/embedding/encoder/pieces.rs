//! Texts to the numbers of pieces of words: the unigram model of `SentencePiece` (Kudo 2018), with a table of characters.

use std::collections::HashMap;

use rustc_hash::FxHashMap;
use stet_text::nfc;

/// The mark of a blank, in pieces.
const BLANK: char = '\u{2581}';
/// What an unknown character costs beside the rarest piece.
const UNKNOWN_COST: f32 = 10.0;

/// A vocabulary of pieces.
#[derive(Debug)]
pub(super) struct Pieces {
    /// Number and score.
    known: FxHashMap<Vec<u8>, (u32, f32)>,
    /// Bytes of the longest.
    longest: usize,
    unknown_score: f32,
    changes: HashMap<char, String>,
    begin: u32,
    end: u32,
    unknown: u32,
}

impl Pieces {
    pub(super) fn new(
        words: Vec<Vec<u8>>,
        scores: &[f32],
        changes: Vec<(char, String)>,
        [begin, end, unknown]: [u32; 3],
    ) -> Self {
        let longest = words.iter().map(Vec::len).max().unwrap_or_default();
        let rarest = scores.iter().copied().fold(0.0, f32::min);
        let mut known: FxHashMap<Vec<u8>, (u32, f32)> = FxHashMap::default();
        for ((word, number), &score) in words.into_iter().zip(0_u32..).zip(scores) {
            if !word.is_empty() && number != unknown {
                known.entry(word).or_insert((number, score));
            }
        }
        let unknown_score = rarest - UNKNOWN_COST;
        Self { known, longest, unknown_score, changes: changes.into_iter().collect(), begin, end, unknown }
    }

    /// The pieces of a text between those that begin and end it, at most `limit` in all.
    pub(super) fn encode(&self, text: &str, limit: usize) -> Vec<u32> {
        let text = self.plain(text);
        let content = self.best(&text);
        let mut numbers = vec![self.begin];
        numbers.extend(content.into_iter().take(limit.saturating_sub(2)));
        numbers.push(self.end);
        numbers
    }

    /// The text as the model knows it, with marks for its blanks.
    fn plain(&self, text: &str) -> String {
        let mut plain = String::with_capacity(text.len() + 3);
        plain.push(BLANK);
        let mut push = |c: char| {
            if c != ' ' {
                plain.push(c);
            } else if !plain.ends_with(BLANK) {
                plain.push(BLANK);
            }
        };
        for c in nfc(text).chars() {
            match self.changes.get(&c) {
                Some(other) => other.chars().for_each(&mut push),
                None => push(c),
            }
        }
        plain
    }

    /// The likeliest cut (Viterbi). A piece never reaches over a blank.
    fn best(&self, text: &str) -> Vec<u32> {
        // For every byte at which a character begins: the best score up to there, where the last piece began, and its number.
        let mut best: Vec<Option<(f32, usize, u32)>> = vec![None; text.len() + 1];
        if let Some(first) = best.first_mut() {
            *first = Some((0.0, 0, self.unknown));
        }
        let bytes = text.as_bytes();
        for (start, first) in text.char_indices() {
            let Some((score, ..)) = best.get(start).copied().flatten() else { continue };
            let mut reach = |end: usize, gain: f32, number: u32| {
                if let Some(place) = best.get_mut(end)
                    && place.is_none_or(|(other, ..)| score + gain > other)
                {
                    *place = Some((score + gain, start, number));
                }
            };
            let rest = text.get(start..).unwrap_or_default();
            for (at, c) in rest.char_indices() {
                let end = start + at + c.len_utf8();
                if (at > 0 && c == BLANK) || end - start > self.longest {
                    break;
                }
                if let Some(&(number, gain)) = bytes.get(start..end).and_then(|piece| self.known.get(piece)) {
                    reach(end, gain, number);
                }
            }
            reach(start + first.len_utf8(), self.unknown_score, self.unknown);
        }
        let mut numbers = Vec::new();
        let mut end = text.len();
        while end > 0
            && let Some((_, start, number)) = best.get(end).copied().flatten()
        {
            numbers.push(number);
            end = start;
        }
        numbers.reverse();
        numbers
    }
}
