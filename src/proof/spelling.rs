//! Misspelt words with one clear correction.
//!
//! `harper`'s own suggestions are a list to choose from; here a word is corrected only when its kind of slip (two
//! letters swapped, a letter doubled or not, one missing, one too many, one wrong) leads to one word alone. Words
//! that are made of known ones, that come back in the text, or that begin with a capital are left alone.

use std::collections::BTreeSet;

use harper_core::spell::Dictionary;
use rustc_hash::FxHashMap;

use stet_text::span::Span;

/// Times that a word comes in a text from which on it is a term rather than a slip.
const TERM: usize = 3;
/// Share of known words from which on a sentence can be English.
const ENGLISH: f32 = 0.5;
/// Words of English grammar that French, German, Spanish and Italian do not write alike. An English sentence has one;
/// the dictionary alone knows too many foreign words.
const FUNCTION: &[&str] = &[
    "about",
    "after",
    "and",
    "any",
    "are",
    "at",
    "be",
    "because",
    "been",
    "before",
    "between",
    "but",
    "by",
    "can",
    "could",
    "did",
    "does",
    "during",
    "every",
    "for",
    "from",
    "had",
    "has",
    "have",
    "he",
    "his",
    "how",
    "if",
    "into",
    "is",
    "it",
    "its",
    "must",
    "my",
    "not",
    "of",
    "only",
    "or",
    "our",
    "she",
    "should",
    "some",
    "than",
    "that",
    "the",
    "their",
    "them",
    "then",
    "there",
    "these",
    "they",
    "this",
    "to",
    "very",
    "we",
    "were",
    "what",
    "when",
    "where",
    "which",
    "while",
    "who",
    "why",
    "with",
    "without",
    "would",
    "yesterday",
    "you",
    "your",
];

/// The words of a sentence: bytes and letters.
#[derive(Debug)]
pub(super) struct Words<'a> {
    text: &'a str,
    spans: Vec<Span>,
}

impl<'a> Words<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let mut spans = Vec::new();
        let mut start = None;
        for (at, ch) in text.char_indices().chain(std::iter::once((text.len(), ' '))) {
            if ch.is_alphanumeric() || matches!(ch, '\'' | '’') && start.is_some() {
                start.get_or_insert(at);
            } else if let Some(from) = start.take() {
                let word = Span::new(from, at);
                let trimmed = word.of(text).trim_end_matches(['\'', '’']).len();
                spans.push(Span::new(from, from + trimmed));
            }
        }
        Self { text, spans }
    }
}

/// A dictionary with the words of one text.
pub(super) struct Spelling<'d, D> {
    dictionary: &'d D,
    counts: FxHashMap<String, usize>,
}

impl<'d, D: Dictionary> Spelling<'d, D> {
    pub(super) fn new(dictionary: &'d D, text: &str) -> Self {
        let mut counts: FxHashMap<String, usize> = FxHashMap::default();
        let words = Words::new(text);
        for span in &words.spans {
            *counts.entry(span.of(text).to_lowercase()).or_default() += 1;
        }
        Self { dictionary, counts }
    }

    fn knows(&self, word: &str) -> bool {
        let chars: Vec<char> = word.chars().collect();
        self.dictionary.contains_word(&chars)
    }

    /// Whether a sentence is English: it has a word of English grammar, and half of its words are known.
    pub(super) fn is_english(&self, words: &Words<'_>) -> bool {
        let (mut all, mut known, mut grammar) = (0, 0, false);
        for word in words.spans.iter().map(|span| span.of(words.text)) {
            let lower = word.to_lowercase().replace('’', "'");
            grammar |= FUNCTION.contains(&lower.as_str());
            if lower == word && word.chars().all(|ch| ch.is_alphabetic() || ch == '\'') {
                all += 1;
                known += usize::from(self.knows(&lower));
            }
        }
        grammar && all >= 2 && known as f32 >= ENGLISH * all as f32
    }

    /// Words of a sentence with their one correction.
    pub(super) fn suggestions(&self, words: &Words<'_>) -> Vec<(Span, String)> {
        let mut out = Vec::new();
        for &span in &words.spans {
            let word = span.of(words.text);
            let plain = (3..=20).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_lowercase());
            if plain
                && alone(words.text, span)
                && self.counts.get(word).is_none_or(|count| *count < TERM)
                && !self.knows(word)
                && let Some(right) = self.correction(word)
            {
                out.push((span, right));
            }
        }
        out
    }

    /// A known word with an ending or a prefix, or two known words in one.
    fn made_of_known(&self, word: &str) -> bool {
        let endings = [
            "s", "es", "ed", "d", "ing", "ly", "er", "ers", "able", "ness", "less", "ize", "ise", "ism",
            "ist", "y",
        ];
        let prefixes =
            ["un", "re", "non", "pre", "sub", "multi", "over", "micro", "meta", "auto", "de", "co"];
        let long = |part: &str| part.len() >= 4 && self.knows(part);
        endings.iter().any(|ending| word.strip_suffix(ending).is_some_and(long))
            || prefixes.iter().any(|prefix| word.strip_prefix(prefix).is_some_and(long))
            || (3..word.len().saturating_sub(2)).any(|at| {
                word.split_at_checked(at).is_some_and(|(one, two)| self.common(one) && self.common(two))
            })
    }

    fn common(&self, word: &str) -> bool {
        let chars: Vec<char> = word.chars().collect();
        self.dictionary.get_word_metadata(&chars).is_some_and(|known| known.common)
    }

    /// The word that is meant, when only one can be.
    fn correction(&self, word: &str) -> Option<String> {
        let first = word.chars().next()?;
        let slips: [(Vec<String>, usize); 3] =
            [(swapped(word), 3), (one_letter(word), 5), (exchanged(word), 6)];
        // `occured` looks like a known word with an ending; two letters swapped or doubled still tell what is meant.
        let slips = slips.into_iter().take(if self.made_of_known(word) { 1 } else { 3 });
        for (candidates, least) in slips {
            if word.len() < least {
                continue;
            }
            let known: BTreeSet<String> = candidates
                .into_iter()
                .filter(|candidate| candidate.starts_with(first) && candidate != word)
                .filter(|candidate| {
                    let chars: Vec<char> = candidate.chars().collect();
                    self.dictionary.contains_exact_word(&chars)
                })
                .collect();
            let mut common = known.iter().filter(|candidate| self.common(candidate));
            match (common.next(), common.next(), known.len()) {
                (Some(one), None, _) => return Some(one.clone()),
                (None, None, 0) => {}
                (None, None, 1) if word.len() >= 6 => return known.into_iter().next(),
                _ => return None,
            }
        }
        None
    }
}

/// Whether a word stands by itself: `kebab-case`, `a.b` and `x/y` are not made of words.
fn alone(text: &str, span: Span) -> bool {
    let before = text.get(..span.start).and_then(|head| head.chars().next_back());
    let mut after = text.get(span.end..).unwrap_or_default().chars();
    let next = after.next();
    let joins = |ch: char| {
        matches!(ch, '-' | '_' | '/' | '\\' | '@' | '#' | '.' | ':' | '=' | '&' | '~' | '’' | '\'')
    };
    let open = before.is_none_or(|ch| !joins(ch));
    let closed = match next {
        Some('.' | ':' | '\'' | '’') => after.next().is_none_or(char::is_whitespace),
        Some(ch) => !joins(ch),
        None => true,
    };
    open && closed
}

/// Two neighbours swapped, a letter doubled or no longer doubled, an apostrophe left out.
fn swapped(word: &str) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    let mut out = Vec::new();
    for at in 0..letters.len() {
        let mut other = letters.clone();
        if at + 1 < letters.len() {
            other.swap(at, at + 1);
            out.push(other.iter().collect());
        }
        let mut doubled = letters.clone();
        if let Some(&letter) = letters.get(at) {
            doubled.insert(at, letter);
            out.push(doubled.iter().collect());
            if letters.get(at + 1) == Some(&letter) {
                let mut single = letters.clone();
                single.remove(at);
                out.push(single.iter().collect());
            }
        }
    }
    for tail in ["t", "ve", "re", "ll"] {
        if let Some(head) = word.strip_suffix(tail) {
            out.push(format!("{head}'{tail}"));
        }
    }
    out
}

/// One letter missing, or one too many.
fn one_letter(word: &str) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    let mut out = Vec::new();
    for at in 0..=letters.len() {
        for letter in 'a'..='z' {
            let mut longer = letters.clone();
            longer.insert(at, letter);
            out.push(longer.iter().collect());
        }
        if at < letters.len() {
            let mut shorter = letters.clone();
            shorter.remove(at);
            out.push(shorter.iter().collect());
        }
    }
    out
}

/// One wrong letter.
fn exchanged(word: &str) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    let mut out = Vec::new();
    for at in 0..letters.len() {
        for letter in 'a'..='z' {
            let mut other = letters.clone();
            if let Some(place) = other.get_mut(at) {
                *place = letter;
            }
            out.push(other.iter().collect());
        }
    }
    out
}
