//! What a word is by itself: its class and its kind.
//!
//! Owns the look-up in the tables of `data/words`; leaves what a change of them means to the gates.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

use stet_text::{english_stem, korean_stem};

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

/// A word as a member of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Member {
    pub kind: u16,
    number: u16,
    /// Said in this sense nearly always.
    pub plain: bool,
}

static MEMBERS: LazyLock<FxHashMap<String, Vec<Member>>> = LazyLock::new(|| {
    let mut map: FxHashMap<String, Vec<Member>> = FxHashMap::default();
    let mut kind = 0;
    for (file, korean) in [("words/en/kinds", false), ("words/ko/kinds", true)] {
        for row in stet_data::rows(file) {
            kind += 1;
            let loose = row.get(1) == Some(&"loose");
            let members = row.get(2).copied().unwrap_or_default();
            for (number, forms) in (0_u16..).zip(members.split_whitespace()) {
                let plain = !loose && !forms.starts_with('~');
                for form in forms.trim_start_matches('~').split('/') {
                    let key = if korean { korean_stem(form).to_owned() } else { english_stem(form) };
                    // A Korean syllable alone is a piece of too many words.
                    let plain = plain && (!korean || key.chars().count() > 1);
                    map.entry(key).or_default().push(Member { kind, number, plain });
                }
            }
        }
    }
    map
});

impl Member {
    /// Whether the two are forms or synonyms of one.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        self.kind == other.kind && self.number == other.number
    }
}

/// What a word is a member of, by its stem.
#[must_use]
pub fn members(key: &str) -> &'static [Member] {
    MEMBERS.get(key).map_or(&[], Vec::as_slice)
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
