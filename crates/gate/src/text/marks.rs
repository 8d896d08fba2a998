//! Marks: what a word may be to the signals, told by two look-ups in one table instead of by one in each of their lists.
//!
//! Owns the table. The lists are those of the signals, and only they say what a word is: a mark that is there proves
//! nothing, one that is not there spares the question.

use std::sync::LazyLock;

use crate::denial::negation;
use crate::force::{emphasis, strength};
use crate::sides::opposites;
use crate::text::similarity::hash;
use stet_text::{english_key, syllable_at};

/// May deny ([`negation`]).
pub(crate) const DENIAL: u8 = 1;
/// May be one of two opposites ([`opposites`]).
pub(crate) const OPPOSITE: u8 = 1 << 2;
/// May emphasise ([`emphasis`]).
pub(crate) const EMPHASIS: u8 = 1 << 3;
/// May say how sure or how general something is ([`strength`]).
pub(crate) const STRENGTH: u8 = 1 << 4;
/// Begins like a word that a prefix negates ([`negation`]).
pub(crate) const PREFIXED: u8 = 1 << 5;
/// Two parts of a denial inside a Korean word (`허용되지않는다`); both are needed. No
/// word has them in the end.
const LINK: u8 = 1 << 5;
const DENIES: u8 = 1 << 6;

/// Slots of the table; a power of two.
const SLOTS: usize = 1 << 13;

/// Marks by the hash of an English word, or of the first one or two syllables of a Korean one.
static TABLE: LazyLock<Box<[u8; SLOTS]>> = LazyLock::new(|| {
    let mut table = Box::new([0; SLOTS]);
    let mut add = |word: &str, mark: u8| {
        let bytes = word.as_bytes();
        let hashes = match (syllable_at(bytes, 0), syllable_at(bytes, 3)) {
            (Some(first), Some(second)) => [pair(first, second); 2],
            (Some(first), None) => [pair(first, 0); 2],
            // Some are found by their keys.
            (None, _) => [hash(word), hash(english_key(word))],
        };
        for hash in hashes {
            table[slot_of(hash)] |= mark;
        }
    };
    negation::words().for_each(|word| add(word, DENIAL));
    opposites::words().for_each(|word| add(word, OPPOSITE));
    emphasis::words().for_each(|word| add(word, EMPHASIS));
    strength::words().for_each(|word| add(word, STRENGTH));
    table
});

/// Marks by the syllables anywhere in a Korean word; at its end there are more.
fn inside(syllable: char, last: bool) -> u8 {
    match syllable {
        '지' | '수' => LINK,
        '않' | '못' | '없' | '니' => DENIES,
        // Particles that limit or compare: `뿐`, `밖에`, `보다`, `회원만을`.
        '뿐' | '밖' | '보' | '만' => EMPHASIS,
        // `해야`, `하여야`
        '야' if last => STRENGTH,
        _ => 0,
    }
}

fn slot_of(hash: u32) -> usize {
    (hash >> 19) as usize % SLOTS
}

/// The hash of two syllables, or of one and 0.
#[inline]
fn pair(first: u32, second: u32) -> u32 {
    (first << 16 | second).wrapping_mul(0x9e37_79b1)
}

/// What an English word may be; `text` and `key` are the hashes of the word and of its
/// [`english_key`].
#[inline]
pub(crate) fn of_english(word: &str, text: u32, key: u32) -> u8 {
    let denies = word.as_bytes().ends_with(b"n't");
    let prefixed = negation::begins_negated(word);
    TABLE[slot_of(text)]
        | TABLE[slot_of(key)]
        | if denies { DENIAL } else { 0 }
        | if prefixed { PREFIXED } else { 0 }
}

/// What a Korean word may be.
pub(crate) fn of_korean(word: &str) -> u8 {
    let mut marks = 0;
    for (at, ch) in word.char_indices() {
        marks |= inside(ch, at + ch.len_utf8() == word.len());
    }
    marks |= u8::from(marks & (LINK | DENIES) == LINK | DENIES) * DENIAL;
    let bytes = word.as_bytes();
    if let Some(first) = syllable_at(bytes, 0) {
        let second = syllable_at(bytes, 3).unwrap_or_default();
        marks |= TABLE[slot_of(pair(first, 0))] | TABLE[slot_of(pair(first, second))];
    }
    marks &= !(LINK | DENIES);
    marks | if word.starts_with(negation::PREFIXES) { PREFIXED } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::reading::Reading;

    /// The marks of the first word of a text.
    fn of(text: &str) -> u8 {
        let marks = [DENIAL, OPPOSITE, EMPHASIS, STRENGTH, PREFIXED];
        let reading = Reading::new(text);
        marks
            .into_iter()
            .filter(|&mark| reading.marked(mark).next() == Some(0))
            .fold(0, |all, mark| all | mark)
    }

    #[test]
    fn words_of_the_lists_have_their_marks_with_any_ending() {
        let lists: [(u8, Vec<&str>); 4] = [
            (DENIAL, negation::words().collect()),
            (OPPOSITE, opposites::words().collect()),
            (EMPHASIS, emphasis::words().collect()),
            (STRENGTH, strength::words().collect()),
        ];
        for (mark, words) in lists {
            assert!(words.len() > 10);
            for word in words.into_iter().map(|word| word.trim_end_matches('.')) {
                assert!(of(word) & mark != 0, "{word}");
                if !word.is_ascii() {
                    assert!(of(&format!("{word}하였다")) & mark != 0, "{word}");
                }
            }
        }
    }

    #[test]
    fn what_is_told_from_an_ending_is_marked_and_most_words_are_not() {
        for (word, mark) in [
            ("doesn't", DENIAL),
            ("prohibition", DENIAL),
            ("허용되지않는다", DENIAL),
            ("신청할수없다", DENIAL),
            ("승인되지아니한다", DENIAL),
            ("회원만", EMPHASIS),
            ("회원뿐이다", EMPHASIS),
            ("하나밖에", EMPHASIS),
            ("작년보다", EMPHASIS),
            ("제출해야", STRENGTH),
            ("publicly", OPPOSITE),
            ("unlawful", PREFIXED),
            ("irregular", PREFIXED),
            ("disagree", PREFIXED),
            ("nonstop", PREFIXED),
            ("불공정하다", PREFIXED),
        ] {
            assert!(of(word) & mark != 0, "{word}");
        }
        let words = ["library", "committee", "published", "matter", "도서관은", "위원회가", "심의한다", "15"];
        let marked = words.iter().filter(|word| of(word) != 0).count();
        assert!(2 * marked < words.len(), "{marked}");
    }
}
