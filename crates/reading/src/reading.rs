//! A normalised text read once: its words, what they are compared by, and what they may tell.
//!
//! Values, polarity, strength and direction all look at the same words; reading a text costs more
//! than any of them. What a word may tell stands in its [`tags`](crate::tags), so that who asks looks only
//! at the few words that may be its own.

use std::borrow::Cow;
use std::cell::OnceCell;

use crate::keys::{Word, is_function_word, word_key};
use crate::members::{Member, NounPlace, noun_places};
use crate::negated::{begins_negated, is_forbidden};
use crate::synonyms::meanings;
use crate::tags::Tags;
use stet_text::span::Span;
use stet_text::values::{Value, values_in};
use stet_text::{FIRST_SYLLABLE, Script, Token, each_token, korean_stem, syllable_at};

/// What stands between a word and the one before it: a full stop or the like, a comma, a semicolon, white space.
pub const STOP: u8 = 1;
pub const COMMA: u8 = 1 << 1;
pub const SEMICOLON: u8 = 1 << 2;
pub const SPACE: u8 = 1 << 3;

/// What a word is compared by, and what it may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Known {
    key: u32,
    /// See [`Reading::head`].
    head: u32,
    /// Bytes of the stem of a Korean word.
    stem: u16,
    tags: Tags,
    gap: u8,
    content: bool,
}

#[derive(Debug, Clone)]
pub struct Reading<'a> {
    pub norm: &'a str,
    pub tokens: Vec<Token<'a>>,
    /// One for each token.
    known: Vec<Known>,
    /// The tags of all tokens.
    tags: Tags,
    /// What stands behind the last token.
    tail: u8,
    /// A bit for each key, and perhaps for others: of most words that are asked for it has none.
    keys: [u64; BLOCKS],
    values: OnceCell<Vec<Value>>,
    meanings: OnceCell<Vec<Meaning>>,
    nouns: OnceCell<Vec<NounPlace>>,
}

/// What a reading is made of beside its text: what may be kept with a text that is read again and again.
#[derive(Debug, Clone)]
pub struct Kept {
    tokens: Box<[(u32, u32, Script)]>,
    known: Box<[Known]>,
    tags: Tags,
    tail: u8,
    keys: [u64; BLOCKS],
}

impl Kept {
    /// Of a text of up to 4 GiB.
    #[must_use]
    pub fn of(norm: &str) -> Self {
        let Reading { tokens, known, tags, tail, keys, .. } = Reading::new(norm);
        let byte = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let tokens =
            tokens.iter().map(|token| (byte(token.span.start), byte(token.span.end), token.script)).collect();
        Self { tokens, known: known.into(), tags, tail, keys }
    }
}

/// A group of words that say the same ([`synonyms`](crate::synonyms)), and where a word of it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meaning {
    pub at: usize,
    pub group: u16,
}

/// Words of bits for the keys of a reading; a power of two.
const BLOCKS: usize = 8;

/// The bit of a key.
#[inline]
fn place(key: u32) -> (usize, u64) {
    ((key >> 6) as usize % BLOCKS, 1 << (key % 64))
}

impl<'a> Reading<'a> {
    pub fn new(norm: &'a str) -> Self {
        // Bytes of a word and what stands before it, about.
        let room = if norm.is_empty() { 0 } else { norm.len() / if norm.is_ascii() { 5 } else { 8 } + 4 };
        let mut reading = Self {
            norm,
            tokens: Vec::with_capacity(room),
            known: Vec::with_capacity(room),
            tags: Tags::default(),
            tail: 0,
            keys: [0; BLOCKS],
            values: OnceCell::new(),
            meanings: OnceCell::new(),
            nouns: OnceCell::new(),
        };
        let mut end = 0;
        each_token(norm, |token| {
            let mut known = Known::of(&token);
            known.gap = gap(norm, end, token.span.start);
            // `마을` forbids nothing.
            if !reading.tokens.last().is_some_and(|last| is_forbidden(last.text)) {
                known.tags = known.tags.without(Tags::FORBID);
            }
            if known.gap & STOP != 0 && shortens(norm, end) {
                known.gap &= !STOP;
            }
            end = token.span.end;
            reading.tags = reading.tags.and(known.tags);
            let (block, bit) = place(known.key);
            reading.keys[block] |= bit;
            reading.tokens.push(token);
            reading.known.push(known);
        });
        reading.tail = gap(norm, end, norm.len());
        reading
    }

    /// The reading of a text that was read before: no word of it is looked up again.
    #[must_use]
    pub fn kept(norm: &'a str, kept: &Kept) -> Self {
        let token = |&(start, end, script): &(u32, u32, Script)| {
            let span = Span::new(start as usize, end as usize);
            Token { span, text: span.of(norm), script }
        };
        Self {
            norm,
            tokens: kept.tokens.iter().map(token).collect(),
            known: kept.known.to_vec(),
            tags: kept.tags,
            tail: kept.tail,
            keys: kept.keys,
            values: OnceCell::new(),
            meanings: OnceCell::new(),
            nouns: OnceCell::new(),
        }
    }

    /// The passage of this text from one word to another that begins at a byte.
    #[must_use]
    pub fn part(&self, from: usize, text: &'a str) -> Self {
        let first = self.first_from(from);
        let next = self.first_from(from + text.len());
        let shifted = |token: &Token<'a>| Token {
            span: Span::new(token.span.start - from, token.span.end - from),
            ..*token
        };
        let tokens: Vec<Token<'a>> =
            self.tokens.get(first..next).unwrap_or_default().iter().map(shifted).collect();
        let mut known = self.known.get(first..next).unwrap_or_default().to_vec();
        if let (Some(known), Some(token)) = (known.first_mut(), tokens.first()) {
            known.gap = gap(text, 0, token.span.start);
        }
        let end = tokens.last().map_or(0, |token| token.span.end);
        let values = OnceCell::new();
        if let Some(of_part) =
            self.values.get().and_then(|list| within(list, Span::new(from, from + text.len())))
        {
            // It is empty.
            let _set = values.set(of_part);
        }
        Self {
            norm: text,
            tags: known.iter().fold(Tags::default(), |all, known| all.and(known.tags)),
            tail: gap(text, end, text.len()),
            keys: self.keys,
            tokens,
            known,
            values,
            meanings: OnceCell::new(),
            nouns: OnceCell::new(),
        }
    }

    /// The same text without some of its words.
    pub fn without(&self, gone: &[usize]) -> Cow<'_, Self> {
        if gone.is_empty() {
            return Cow::Borrowed(self);
        }
        let mut tokens = Vec::with_capacity(self.tokens.len());
        let mut known = Vec::with_capacity(self.known.len());
        for (at, (token, what)) in self.tokens.iter().zip(&self.known).enumerate() {
            if !gone.contains(&at) {
                tokens.push(*token);
                known.push(*what);
            }
        }
        let (values, meanings, nouns) = Default::default();
        Cow::Owned(Self { tokens, known, values, meanings, nouns, ..*self })
    }

    /// Whether a token stands in one of some values.
    pub fn is_in(&self, values: &[Value], at: usize) -> bool {
        let token = self.tokens.get(at);
        token.is_some_and(|token| values.iter().any(|value| value.span.contains(token.span)))
    }

    /// Position of the first word that begins at this byte or behind it.
    pub fn first_from(&self, byte: usize) -> usize {
        self.tokens.partition_point(|token| token.span.start < byte)
    }

    /// The text of a token, nothing behind the last.
    pub fn word(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |token| token.text)
    }

    /// Whether a token is written in Hangul.
    pub fn is_korean(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.script == Script::Hangul)
    }

    /// The key of a token, 0 behind the last.
    pub fn key(&self, at: usize) -> u32 {
        self.known.get(at).map_or(0, |known| known.key)
    }

    /// The key of a token that is a content word.
    pub fn content(&self, at: usize) -> Option<u32> {
        self.known.get(at).filter(|known| known.content).map(|known| known.key)
    }

    /// How often a content word occurs.
    pub fn count(&self, key: u32) -> usize {
        self.with_key(key).iter().filter(|known| known.key == key && known.content).count()
    }

    /// The positions at which a content word occurs.
    pub fn positions(&self, key: u32) -> impl Iterator<Item = usize> {
        let known = self.with_key(key).iter().enumerate();
        known.filter(move |(_, known)| known.key == key && known.content).map(|(at, _)| at)
    }

    /// Whether a word occurs, content or not.
    pub fn has(&self, key: u32) -> bool {
        self.with_key(key).iter().any(|known| known.key == key)
    }

    /// All words if one of them may have a key, else none.
    #[inline]
    fn with_key(&self, key: u32) -> &[Known] {
        let (block, bit) = place(key);
        if self.keys[block] & bit == 0 { &[] } else { &self.known }
    }

    /// The beginning of a Korean word of two syllables or more: the first, and the second but for its final; 0 for any
    /// other.
    pub fn head(&self, at: usize) -> u32 {
        self.known.get(at).map_or(0, |known| known.head)
    }

    /// Whether the word at `at` has the key of another text's word, or, if Korean, its beginning.
    #[inline]
    pub fn is_same(&self, at: usize, other: &Reading<'_>, there: usize) -> bool {
        let (Some(mine), Some(theirs)) = (self.known.get(at), other.known.get(there)) else { return false };
        mine.key == theirs.key && mine.key != 0 || mine.head == theirs.head && mine.head != 0
    }

    /// The positions of the words that are the same ([`Reading::is_same`]) as one of another text.
    pub fn same_as<'b>(
        &'b self,
        other: &Reading<'_>,
        there: usize,
    ) -> impl Iterator<Item = usize> + use<'a, 'b> {
        let (key, head) = (other.key(there), other.head(there));
        let known = if key == 0 && head == 0 { &[][..] } else { &self.known };
        let is_same = move |known: &Known| known.key == key && key != 0 || known.head == head && head != 0;
        known.iter().enumerate().filter(move |(_, known)| is_same(known)).map(|(at, _)| at)
    }

    /// The stem of a Korean word; any other word as it is.
    pub fn stem(&self, at: usize) -> &'a str {
        let text = self.word(at);
        self.known.get(at).and_then(|known| text.get(..usize::from(known.stem))).unwrap_or(text)
    }

    /// The tags of a token, none behind the last.
    pub fn tags(&self, at: usize) -> Tags {
        self.known.get(at).map_or(Tags::default(), |known| known.tags)
    }

    /// Whether any word has one of some tags.
    pub fn has_tag(&self, tags: Tags) -> bool {
        self.tags.has(tags)
    }

    /// The positions of the words that have one of some tags.
    pub fn tagged(&self, tags: Tags) -> impl Iterator<Item = usize> {
        let known = if self.has_tag(tags) { &self.known[..] } else { &[] };
        known.iter().enumerate().filter(move |(_, known)| known.tags.has(tags)).map(|(at, _)| at)
    }

    /// What stands before a token, or behind the last.
    pub fn gap(&self, at: usize) -> u8 {
        self.known.get(at).map_or(self.tail, |known| known.gap)
    }

    /// The values, in reading order.
    pub fn values(&self) -> &[Value] {
        self.values.get_or_init(|| values_in(self.norm, &self.tokens))
    }

    /// The groups of its Korean words, in reading order.
    pub fn meanings(&self) -> &[Meaning] {
        self.meanings.get_or_init(|| {
            let words = self.tokens.iter().enumerate().filter(|(_, token)| token.script == Script::Hangul);
            words
                .flat_map(|(at, token)| meanings(token.text).map(move |group| Meaning { at, group }))
                .collect()
        })
    }

    /// The nouns of a Korean text with their parts, in reading order.
    pub fn nouns(&self) -> &[NounPlace] {
        self.nouns.get_or_init(|| noun_places(&self.tokens))
    }

    /// The same with their words.
    pub fn members(&self) -> Vec<Member<'a>> {
        let nouns = self.nouns().iter();
        nouns.map(|place| Member { noun: place.span.of(self.norm), part: place.part, at: place.at }).collect()
    }

    /// The content words in order, repeated as they occur.
    pub fn content_words(&self) -> impl Iterator<Item = Word> {
        self.tokens.iter().zip(&self.known).filter(|(_, known)| known.content).map(|(token, known)| Word {
            span: token.span,
            key: known.key,
            script: token.script,
        })
    }
}

impl Known {
    fn of(token: &Token<'_>) -> Self {
        let tags = Tags::of(token.text, token.script);
        let mut known = Self {
            key: word_key(token.text, token.script),
            head: 0,
            stem: u16::MAX,
            tags,
            gap: 0,
            content: false,
        };
        if token.script == Script::Hangul {
            known.stem = u16::try_from(korean_stem(token.text).len()).unwrap_or(u16::MAX);
            known.head = head(token.text);
        }
        if begins_negated(token) {
            known.tags = tags.and(Tags::PREFIXED);
        }
        known.content = !is_function_word(known.key);
        known
    }
}

/// The values that stand in a passage of a text, as the passage alone has them; `None` where one stands only in part in it.
fn within(values: &[Value], passage: Span) -> Option<Vec<Value>> {
    let mut inside = Vec::with_capacity(values.len());
    for value in values {
        let span = value.span;
        if passage.contains(span) {
            let span = Span::new(span.start - passage.start, span.end - passage.start);
            inside.push(Value { span, ..*value });
        } else if span.start < passage.end && passage.start < span.end {
            return None;
        }
    }
    Some(inside)
}

/// Finals of a syllable, none among them.
const FINALS: u32 = 28;

/// The number of a syllable but for its final; with the ending `었` in it that of the stem: `넓혔` is `넓히`.
#[inline]
fn uncontracted(code: u32) -> u32 {
    const SSANG_SIOT: u32 = 20;
    let open = code / FINALS;
    if code % FINALS != SSANG_SIOT {
        return open;
    }
    // ㅕ, ㅝ, ㅘ
    match open % 21 {
        6 => open + 14,
        9 | 14 => open - 1,
        _ => open,
    }
}

/// See [`Reading::head`].
pub fn head(word: &str) -> u32 {
    let bytes = word.as_bytes();
    let (Some(first), Some(second)) = (syllable_at(bytes, 0), syllable_at(bytes, 3)) else { return 0 };
    first << 16 | uncontracted(second.wrapping_sub(FIRST_SYLLABLE))
}

/// Whether the word that ends here is one of letters between full stops (`9 a.m. to`), which ends no sentence.
fn shortens(norm: &str, end: usize) -> bool {
    let bytes = norm.as_bytes().get(..end).unwrap_or_default();
    matches!(bytes, [.., b'.', last] if last.is_ascii_alphabetic()) && norm.as_bytes().get(end) == Some(&b'.')
}

/// What stands between two places of a text.
fn gap(norm: &str, from: usize, to: usize) -> u8 {
    let bytes = norm.as_bytes().get(from..to).unwrap_or_default();
    if bytes == b" " {
        return SPACE;
    }
    let kind = |byte: &u8| match byte {
        b'.' | b'!' | b'?' | b'\n' => STOP,
        b',' => COMMA,
        b';' => SEMICOLON,
        b' ' => SPACE,
        _ => 0,
    };
    bytes.iter().map(kind).fold(0, |all, kind| all | kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_kept_reads_as_the_text_did() {
        for text in ["위원회는 3일에 열린다. the board didn't meet in may.", "", "하지 마", "9 a.m. to 5"]
        {
            let (kept, anew) = (Reading::kept(text, &Kept::of(text)), Reading::new(text));
            assert_eq!((kept.norm, &kept.tokens, &kept.known), (anew.norm, &anew.tokens, &anew.known));
            assert_eq!((kept.tags, kept.tail, kept.keys), (anew.tags, anew.tail, anew.keys));
        }
    }

    #[test]
    fn a_part_reads_as_the_passage_alone() {
        let window = "위원회는 3일에 열린다. the board met in may.";
        for passage in [window, "위원회는 3일에 열린다.", "the board met in may."] {
            let from = window.find(passage).unwrap();
            let (part, alone) = (Reading::new(window).part(from, passage), Reading::new(passage));
            assert_eq!((part.norm, &part.tokens, &part.known), (alone.norm, &alone.tokens, &alone.known));
            assert_eq!((part.tags, part.tail), (alone.tags, alone.tail));
        }
    }
}
