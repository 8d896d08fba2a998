//! What a word is by itself: its class, and what it may say.
//!
//! Owns the look-up in the tables of `data/words`; leaves what a change of them means to the gates.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::hash::BuildHasher;
use std::sync::LazyLock;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::spelling;
use stet_text::{Script, english_stem, irregular_forms, is_irregular_form, korean_stem};

/// What part a word plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    Content,
    Number,
    /// Articles, demonstratives, complementisers, plain auxiliaries: grammar without content.
    Grammar,
    /// Prepositions and particles that only link.
    Preposition,
    /// Conjunctions and sentence adverbs.
    Connective,
    Pronoun,
    /// Words of degree and filler that carry little: `very`, `also`, `매우`.
    Light,
    /// Words that place things in space or order: `under`, `before`, `against`.
    Relation,
    /// Words that only point into the document: `Fig.`, `Section`, `see`.
    Reference,
    /// A bracketed place-holder such as `[MATH]`.
    Placeholder,
}

static CLASSES: LazyLock<FxHashMap<&'static str, Class>> = LazyLock::new(|| {
    let named = |name: &str| match name {
        "grammar" => Class::Grammar,
        "preposition" => Class::Preposition,
        "connective" => Class::Connective,
        "pronoun" => Class::Pronoun,
        "light" => Class::Light,
        "relation" => Class::Relation,
        "reference" => Class::Reference,
        _ => Class::Content,
    };
    ["words/en/classes", "words/ko/classes"]
        .into_iter()
        .flat_map(stet_data::pairs)
        .map(|(word, name)| (word, named(name)))
        .collect()
});

/// Class of a lower-case English word or of a Korean stem; content unless listed.
#[must_use]
pub fn class(word: &str) -> Class {
    CLASSES.get(word).copied().unwrap_or(Class::Content)
}

/// By what two words may say the same: a stem in common, or a group of words that do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sense(u64);

/// The key of an entry of a table of groups.
type Key = fn(&'static str) -> Cow<'static, str>;

/// The groups of words that say the same, by the stems of the words.
static GROUPS: LazyLock<FxHashMap<Cow<'static, str>, Vec<u16>>> = LazyLock::new(|| {
    let mut map: FxHashMap<Cow<'static, str>, Vec<u16>> = FxHashMap::default();
    let stemmed = |word: &'static str| Cow::Borrowed(word);
    let english = |word: &'static str| Cow::Owned(english_stem(base(word)));
    let korean = |word: &'static str| Cow::Borrowed(word.strip_suffix('다').unwrap_or(korean_stem(word)));
    let tables: [(&str, Key); 3] =
        [("words/en/synonyms", stemmed), ("words/en/equals", english), ("words/ko/equals", korean)];
    let lines = tables.iter().flat_map(|(name, key)| stet_data::lines(name).map(move |line| (line, key)));
    for (group, (line, key)) in (0..).zip(lines) {
        for word in line.split(' ') {
            map.entry(key(word)).or_default().push(group);
        }
    }
    map
});

/// The English word of which a lower-case one is an irregular form, or itself.
fn base(word: &str) -> &str {
    irregular_forms(word).next().filter(|_| is_irregular_form(word)).unwrap_or(word)
}

/// What a word may be said with.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Senses {
    /// Its stems, and the groups that they stand in.
    pub all: Box<[Sense]>,
    /// It only carries what another word says, where there is one: `carry out an analysis`, `분석을 수행하다`.
    pub carries: bool,
    /// A dictionary has it.
    pub is_word: bool,
}

impl Senses {
    /// Those of a lower-case word with its key.
    #[must_use]
    pub fn of(lower: &str, key: &str, script: Script) -> Self {
        let korean = script == Script::Hangul;
        let stems = if korean {
            spelling::stems(lower, key)
        } else {
            vec![english_stem(base(lower)), key.to_owned()]
        };
        let carries =
            CARRYING.contains(lower) || korean && stems.iter().any(|stem| CARRYING.contains(stem.as_str()));
        let hash = FxBuildHasher;
        let all = stems.iter().flat_map(|stem| {
            let groups = GROUPS.get(stem.as_str()).into_iter().flatten();
            groups.map(|group| Sense(u64::from(*group))).chain([Sense(hash.hash_one(stem))])
        });
        let is_word = if korean { spelling::is_korean(lower) } else { spelling::is_english(lower) };
        Self { all: all.collect(), carries, is_word }
    }
}

static CARRYING: LazyLock<FxHashSet<&'static str>> = LazyLock::new(|| {
    ["words/en/carrying", "words/ko/carrying"].into_iter().flat_map(stet_data::words).collect()
});

/// A phrase of many words, and the plain word for it.
type Phrase = (Vec<&'static str>, Option<&'static str>);

/// By their first words, the longest first.
static WORDY: LazyLock<FxHashMap<&'static str, Vec<Phrase>>> = LazyLock::new(|| {
    let mut map: FxHashMap<&'static str, Vec<Phrase>> = FxHashMap::default();
    for row in ["words/en/wordy", "words/ko/wordy"].into_iter().flat_map(stet_data::rows) {
        let [phrase, plain] = row[..] else { continue };
        let words: Vec<&str> = phrase.split(' ').collect();
        let Some(first) = words.first() else { continue };
        map.entry(first).or_default().push((words, Some(plain).filter(|plain| *plain != "-")));
    }
    for list in map.values_mut() {
        list.sort_by_key(|(words, _)| Reverse(words.len()));
    }
    map
});

/// How many words a phrase at the head of these has that says in many words what one does, or nothing, and that one.
pub fn wordy<'w>(words: &(impl Iterator<Item = &'w str> + Clone)) -> Option<(usize, Option<&'static str>)> {
    let phrases = WORDY.get(words.clone().next()?)?;
    let fits = |phrase: &&Phrase| phrase.0.iter().copied().eq(words.clone().take(phrase.0.len()));
    phrases.iter().find(fits).map(|(words, plain)| (words.len(), *plain))
}

/// The words of a table, read once.
macro_rules! tables {
    ($($(#[$doc:meta])* $name:ident = $file:literal;)*) => {
        $($(#[$doc])* pub static $name: LazyLock<FxHashSet<&'static str>> =
            LazyLock::new(|| stet_data::words($file));)*
    };
}

tables! {
    /// Words that are always written with a capital.
    CAPITALS = "words/en/capitals";
    /// Words around which a comma is a habit.
    COMMAS = "words/both/commas";
    /// Compounds that are written with a hyphen before their noun, and with `=` in one word, too.
    COMPOUNDS = "words/en/compounds";
    /// What makes a word of another one, with a hyphen or without.
    PREFIXES = "words/en/prefixes";
}
