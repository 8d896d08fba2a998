//! What the model sees of a sentence: the numbers of its features.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::chars::{is_letter, is_syllable};

/// How many weights there are; a power of two.
pub(super) const BUCKETS: u32 = 1 << 15;

/// What stands between two parts of a sentence, each of which may state something.
const JOINTS: [&str; 9] = [", ", "; ", ": ", " — ", " – ", " - ", "지만 ", "으나 ", "는데 "];
/// Fewest words of a part, and of one before a colon: `Table 2: Annual fees` is one.
const MIN_WORDS: usize = 2;
const MIN_WORDS_BEFORE_COLON: usize = 3;
/// Most of a sentence that is looked at, in bytes.
const REACH: usize = 600;
/// Longest sentence that is told from a longer one, in words.
const MAX_WORDS: usize = 12;
const LENGTHS: [&str; MAX_WORDS + 1] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"];
/// Letters of a stem.
const STEM: usize = 5;
/// Shortest and longest run of Korean characters that is a feature.
const MIN_GRAM: usize = 2;
const MAX_GRAM: usize = 3;

/// Classes of words, and of what words begin with.
static CLASSES: LazyLock<[FxHashMap<&str, &str>; 2]> = LazyLock::new(|| {
    let rows = ["words/en/answer", "words/ko/answer"].into_iter().flat_map(stet_data::pairs);
    let (heads, words): (Vec<_>, Vec<_>) = rows.partition(|(form, _)| form.ends_with('*'));
    let heads = heads.into_iter().map(|(form, class)| (form.trim_end_matches('*'), class));
    [words.into_iter().collect(), heads.collect()]
});
/// Longest form of a class, in characters.
const MAX_FORM: usize = 8;

/// The features of each part of a sentence, which may be the item of a list.
pub(super) fn features(text: &str, item: bool) -> Vec<Vec<u32>> {
    let text = plain(text);
    let parts = parts(&text);
    parts
        .iter()
        .enumerate()
        .map(|(at, part)| {
            let mut features = Features(Vec::with_capacity(2 * part.len()));
            features.add(if item { "item" } else { "text" }, &[]);
            features.add(if at == 0 { "head" } else { "rest" }, &[]);
            features.add(if at + 1 == parts.len() { "tail" } else { "more" }, &[]);
            features.add(if text.contains('0') { "numbered" } else { "bare" }, &[]);
            features.add("length", &[LENGTHS.get(count_words(&text)).unwrap_or(&"")]);
            features.measure(part);
            features.0
        })
        .collect()
}

/// Lower case, digits as 0, one kind of apostrophe, no emphasis.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len().min(REACH) + 4);
    for ch in text.chars() {
        match ch {
            '’' => plain.push('\''),
            '*' | '`' => {}
            '，' => plain.push_str(", "),
            '：' => plain.push_str(": "),
            _ if ch.is_ascii_digit() => plain.push('0'),
            _ => plain.push(ch.to_ascii_lowercase()),
        }
        if plain.len() >= REACH {
            break;
        }
    }
    plain
}

/// The text cut behind its joints.
fn parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    let mut from = 0;
    while let Some(space) = rest.get(from..).and_then(|rest| memchr::memchr(b' ', rest.as_bytes())) {
        from += space + 1;
        let (head, tail) = rest.split_at(from);
        let Some(joint) = JOINTS.iter().find(|joint| head.ends_with(**joint)) else { continue };
        let colon = *joint == ": ";
        let long = count_words(head) >= if colon { MIN_WORDS_BEFORE_COLON } else { MIN_WORDS };
        if count_words(tail) < MIN_WORDS || colon && !long {
            break;
        }
        if long {
            parts.push(head);
        }
        (rest, from) = (tail, 0);
    }
    parts.push(rest);
    parts
}

fn is_worded(ch: char) -> bool {
    is_letter(ch) || ch.is_ascii_digit()
}

fn count_words(text: &str) -> usize {
    text.split(' ').filter(|word| word.contains(is_worded)).take(MAX_WORDS).count()
}

/// The class of a word: that of the longest form which it is or begins with.
fn class(word: &str) -> Option<&'static str> {
    let [words, heads] = &*CLASSES;
    words.get(word).copied().or_else(|| {
        let ends = word.char_indices().map(|(at, ch)| at + ch.len_utf8()).take(MAX_FORM);
        ends.filter_map(|end| heads.get(word.get(..end)?).copied()).last()
    })
}

struct Features(Vec<u32>);

impl Features {
    fn add(&mut self, name: &str, values: &[&str]) {
        let named = Hash::NEW.with(name.as_bytes());
        self.0.push(values.iter().fold(named, |hash, value| hash.with(b" ").with(value.as_bytes())).bucket());
    }

    fn measure(&mut self, part: &str) {
        let words: Vec<&str> = part
            .split_whitespace()
            .map(|word| word.trim_matches(|ch: char| !is_worded(ch) && ch != '\''))
            .filter(|word| !word.is_empty())
            .collect();
        let end = part.trim_end().chars().next_back().filter(|ch| !ch.is_alphanumeric()).map(String::from);
        self.add("end", &[end.as_deref().unwrap_or_default()]);
        for len in 1..=3 {
            self.add("first", words.get(..len).unwrap_or(&words));
        }
        for len in 1..=2 {
            self.add("last", words.get(words.len().saturating_sub(len)..).unwrap_or_default());
        }
        self.add("second", words.get(1..2).unwrap_or_default());
        for pair in words.windows(2) {
            self.add("pair", pair);
        }
        for word in &words {
            self.add("word", &[word]);
            if let Some((at, _)) = word.char_indices().nth(STEM) {
                self.add("stem", &[word.get(..at).unwrap_or_default()]);
            }
        }
        self.read_classes(&words);
        self.read_grams(part);
    }

    /// The classes of the words, one by one, in their order and together.
    fn read_classes(&mut self, words: &[&str]) {
        let mut classes: Vec<&str> = words.iter().filter_map(|word| class(word)).collect();
        for (at, first) in classes.iter().enumerate() {
            self.add("class", &[first]);
            for second in classes.iter().skip(at + 1) {
                self.add("order", &[first, second]);
            }
        }
        classes.sort_unstable();
        classes.dedup();
        self.add("classes", &classes);
    }

    /// Runs of Korean characters, which tell particles and endings.
    fn read_grams(&mut self, part: &str) {
        let chars: Vec<char> = std::iter::once(' ').chain(part.trim().chars()).chain([' ']).collect();
        let mut buffer = [0; 4];
        for window in
            chars.windows(MIN_GRAM).enumerate().filter(|(_, two)| two.iter().any(|&ch| is_syllable(ch)))
        {
            let mut hash = Hash::NEW;
            for (len, ch) in chars.iter().skip(window.0).take(MAX_GRAM).enumerate() {
                hash = hash.with(ch.encode_utf8(&mut buffer).as_bytes());
                if len + 1 >= MIN_GRAM {
                    self.0.push(hash.bucket());
                }
            }
        }
    }
}

/// FNV-1a.
#[derive(Clone, Copy)]
pub(super) struct Hash(u32);

impl Hash {
    pub const NEW: Self = Self(0x811c_9dc5);

    pub fn with(self, bytes: &[u8]) -> Self {
        Self(bytes.iter().fold(self.0, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)))
    }

    /// One of so many numbers.
    pub const fn bucket_of(self, count: u32) -> u32 {
        (self.0 ^ (self.0 >> 15)) % count
    }

    const fn bucket(self) -> u32 {
        self.bucket_of(BUCKETS)
    }
}
