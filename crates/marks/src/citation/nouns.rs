//! What a source is called in words beside its number, where such a reference is written anew.

use super::refs::numeral;
use crate::pattern::words_of;
use regex::Regex;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// What an answer may call its sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Noun {
    /// Singular, plural.
    English(&'static str, &'static str),
    Korean(&'static str),
}

const ENGLISH: &[(&str, &str)] = &[
    ("source", "sources"),
    ("document", "documents"),
    ("doc", "docs"),
    ("passage", "passages"),
    ("excerpt", "excerpts"),
    ("reference", "references"),
    ("ref", "refs"),
    ("citation", "citations"),
];

/// The longer ones first where one begins with another.
const KOREAN: &[&str] = &["출처", "참고자료", "자료", "참고문헌", "문헌", "문서", "발췌문", "발췌"];

/// What sources do, in the plural, with the singular.
static SAYING: LazyLock<FxHashMap<&str, &str>> = LazyLock::new(|| stet_data::pairs("words/en/saying"));

static ALL_SAYING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let pattern = format!(
        "^(?:{}|{}|did|said|stated|noted|reported|had)$",
        words_of("en/saying"),
        words_of("en/saying+1")
    );
    Regex::new(&pattern).ok()
});

static CALLED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let pattern = format!(
        "(?:\\b(?i:{})|(?:{}))\\.?[  ]{{0,3}}(?:(?i:no\\.|number|nr\\.) )?[#†№:]? ?([0-9]{{1,3}})",
        ENGLISH.iter().map(|(one, many)| format!("{many}|{one}")).collect::<Vec<_>>().join("|"),
        KOREAN.join("|")
    );
    Regex::new(&pattern).ok()
});

/// Whether a word in lower case is what a source does.
pub(super) fn is_saying(word: &str) -> bool {
    ALL_SAYING.as_ref().is_some_and(|words| words.is_match(word))
}

/// What one source does, of what several do.
pub(super) fn singular(word: &str) -> Option<&'static str> {
    SAYING.get(word).copied()
}

/// What stands between a source and what it does.
pub(super) fn is_adverb(word: &str) -> bool {
    static ADVERBS: LazyLock<rustc_hash::FxHashSet<&str>> =
        LazyLock::new(|| stet_data::words("words/en/adverbs"));
    ADVERBS.contains(word)
}

/// Whether a word stands before what is cited: `see`, `per`.
pub(super) fn cites(word: &str) -> bool {
    static CITING: LazyLock<rustc_hash::FxHashSet<&str>> =
        LazyLock::new(|| stet_data::words("words/en/citing"));
    CITING.contains(word.to_ascii_lowercase().as_str())
}

/// The noun of a reference.
pub(super) fn noun(raw: &str) -> Option<Noun> {
    raw.split(|c: char| !c.is_alphabetic()).find_map(|word| {
        let word = word.trim_start_matches('번');
        let english = ENGLISH
            .iter()
            .find(|(one, many)| word.eq_ignore_ascii_case(one) || word.eq_ignore_ascii_case(many));
        let korean = || KOREAN.iter().find(|noun| word.starts_with(**noun)).map(|noun| Noun::Korean(noun));
        english.map(|(one, many)| Noun::English(one, many)).or_else(korean)
    })
}

impl Noun {
    /// One word for its singular and its plural.
    pub const fn lemma(self) -> &'static str {
        match self {
            Self::English(one, _) => one,
            Self::Korean(noun) => noun,
        }
    }

    /// An English one as it is written out.
    pub fn written(self, several: bool) -> &'static str {
        match (self, several) {
            (Self::English("ref", _), true) => "references",
            (Self::English("ref", _), false) => "reference",
            (Self::English(_, many), true) => many,
            _ => self.lemma(),
        }
    }
}

/// Their places: `the second source`, `두 번째 자료`.
static PLACED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let pattern = format!(
        "\\b(?i:({}|[0-9]{{1,2}}(?:st|nd|rd|th)) (?:sources?|documents?)\\b)|((?:{}) ?번째|{}) ?(?:{})",
        words_of("en/ordinals"),
        words_of("ko/ordinals"),
        words_of("ko/ordinals+2"),
        KOREAN.join("|")
    );
    Regex::new(&pattern).ok()
});

/// The numbers that a text gives to what it calls by one of the nouns.
pub(super) fn called(text: &str) -> impl Iterator<Item = (&'static str, u32)> {
    let all = CALLED.iter().flat_map(move |called| called.captures_iter(text));
    let placed = PLACED.iter().flat_map(move |placed| placed.captures_iter(text));
    all.filter_map(|found| {
        Some((noun(found.get(0)?.as_str())?.lemma(), found.get(1)?.as_str().parse().ok()?))
    })
    .chain(placed.filter_map(|found| {
        let place = found.get(1).or_else(|| found.get(2))?.as_str();
        Some((noun(found.get(0)?.as_str().get(place.len()..)?)?.lemma(), numeral(place)?))
    }))
}
