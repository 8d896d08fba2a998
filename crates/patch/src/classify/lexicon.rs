//! What a word is by itself: its class, what it denies or bounds, its opposites and its kind.
//!
//! Owns the look-up in the tables of `data/words`; leaves what a change of them means to the gates.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

use stet_text::{Script, english_stem, korean_stem};

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
    ["words/en/classes.tsv", "words/ko/classes.tsv"]
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

/// When a word that denies, binds or bounds a claim counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    /// Whenever it comes or goes.
    Strong,
    /// When another takes its place.
    Weak,
    /// When another takes its place and nothing else changes: `and`, `or`.
    Joint,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cue {
    pub name: &'static str,
    pub weight: Weight,
}

impl Cue {
    pub const NOT: Self = Self { name: "not", weight: Weight::Strong };

    #[must_use]
    pub fn denies(self) -> bool {
        self.name == "not"
    }
}

#[derive(Debug, Default)]
struct Cues {
    whole: FxHashMap<&'static str, Cue>,
    heads: Vec<(&'static str, Cue)>,
    tails: Vec<(&'static str, Cue)>,
    inside: Vec<(&'static str, Cue)>,
}

fn cues(file: &str) -> Cues {
    let mut out = Cues::default();
    for row in stet_data::rows(file) {
        let (Some(&form), Some(&name), Some(&weight)) = (row.first(), row.get(1), row.get(2)) else {
            continue;
        };
        let weight = match weight {
            "strong" => Weight::Strong,
            "joint" => Weight::Joint,
            _ => Weight::Weak,
        };
        let cue = Cue { name, weight };
        match (form.strip_prefix('~'), form.strip_suffix('~')) {
            (Some(rest), Some(_)) => out.inside.push((rest.trim_end_matches('~'), cue)),
            (Some(tail), None) => out.tails.push((tail, cue)),
            (None, Some(head)) => out.heads.push((head, cue)),
            (None, None) => drop(out.whole.insert(form, cue)),
        }
    }
    out
}

static ENGLISH_CUES: LazyLock<Cues> = LazyLock::new(|| cues("words/en/cues.tsv"));
static KOREAN_CUES: LazyLock<Cues> = LazyLock::new(|| cues("words/ko/cues.tsv"));

/// What a word denies, binds or bounds, by its lower-case form, or in Korean by its stem or a part of it.
#[must_use]
pub fn cue(lower: &str, key: &str, script: Script) -> Option<Cue> {
    if script != Script::Hangul {
        let negated = lower.ends_with("n't") || lower.ends_with("n’t");
        return ENGLISH_CUES.whole.get(if negated { "not" } else { lower }).copied();
    }
    let all = &*KOREAN_CUES;
    let part = |list: &[(&str, Cue)], test: fn(&str, &str) -> bool| {
        list.iter().find(|(part, _)| test(lower, part)).map(|(_, cue)| *cue)
    };
    // Not to forget is to do.
    if is_duty(lower) {
        return None;
    }
    // A syllable alone may be what is left of another word: `다하겠습니다`.
    let stem = || all.whole.get(key).filter(|_| key.chars().count() > 1);
    (all.whole.get(lower).or_else(stem).copied())
        .or_else(|| part(&all.heads, |word, head| word.starts_with(head)))
        .or_else(|| part(&all.inside, |word, inner| word.contains(inner)))
        .or_else(|| limited(lower).then(|| all.whole.get("오직").copied()).flatten())
}

/// Whether not to do this is to do something: `잊지`, `놓치지`.
#[must_use]
pub fn is_duty(lower: &str) -> bool {
    ["잊", "놓치", "빼먹", "까먹", "빠뜨리"].iter().any(|head| lower.starts_with(head))
        && lower.contains('지')
}

/// How a Korean word may join what follows, and the word without that: `카드와`, `신청하거나`.
pub fn joints(lower: &str) -> impl Iterator<Item = (&str, &'static str)> {
    let stem = |tail: &str| lower.strip_suffix(tail).filter(|stem| !stem.is_empty());
    KOREAN_CUES.tails.iter().filter_map(move |(tail, cue)| Some((stem(tail)?, cue.name)))
}

/// The particles `만`, `뿐` and `밖에` on a noun.
fn limited(word: &str) -> bool {
    const NO_PARTICLE: [&str; 8] = ["지만", "그만", "랜만", "만큼", "웬만", "을만", "할만", "볼만"];
    let noun = |particle: &str| {
        word.strip_suffix(particle)
            .is_some_and(|stem| stem.chars().count() > 1 || matches!(stem, "나" | "저" | "너"))
    };
    ["만", "만을", "만이", "뿐", "밖에"].into_iter().any(noun)
        && !NO_PARTICLE.iter().any(|end| word.ends_with(end))
}

/// Stem or beginning of a word → its opposites, and whether one of the two always holds.
type Opposites = FxHashMap<String, Vec<(String, bool)>>;

fn opposites(file: &str, key: fn(&str) -> String) -> Opposites {
    let mut out = Opposites::default();
    for (one, others) in stet_data::pairs(file) {
        let (whole, others) = others.strip_prefix('=').map_or((false, others), |others| (true, others));
        for other in others.split(',') {
            out.entry(key(one)).or_default().push((key(other), whole));
            out.entry(key(other)).or_default().push((key(one), whole));
        }
    }
    out
}

static ENGLISH: LazyLock<Opposites> =
    LazyLock::new(|| opposites("words/en/changed-opposites.tsv", english_stem));
static KOREAN: LazyLock<Opposites> =
    LazyLock::new(|| opposites("words/ko/changed-opposites.tsv", str::to_owned));
static IRREGULAR: LazyLock<FxHashMap<&'static str, &'static str>> =
    LazyLock::new(|| stet_data::pairs("words/en/irregular.tsv"));

/// Whether two words, given by form and stem, are each other's opposite; and then whether one of the two always holds.
#[must_use]
pub fn opposite(one: (&str, &str), two: (&str, &str), script: Script) -> Option<bool> {
    if script == Script::Hangul {
        return heads(one).filter(|(listed, _)| is_form(one, listed)).find_map(|(_, others)| {
            others.iter().find(|(other, _)| is_form(two, other)).map(|(_, whole)| *whole)
        });
    }
    let stems = |(lower, key): (&str, &str)| {
        let base = IRREGULAR.get(lower).map(|verb| english_stem(verb));
        [Some(key.to_owned()), base].into_iter().flatten()
    };
    stems(one).find_map(|x| {
        let mut others = ENGLISH.get(&x)?.iter();
        others.find(|(other, _)| stems(two).any(|y| y == *other)).map(|(_, whole)| *whole)
    })
}

/// The listed beginnings of a Korean word, with their opposites.
fn heads<'w>(
    (lower, key): (&'w str, &'w str),
) -> impl Iterator<Item = (&'w str, &'static Vec<(String, bool)>)> {
    let ends = lower.char_indices().skip(1).map(|(at, _)| at).chain([lower.len()]).take(4);
    ends.filter_map(move |end| lower.get(..end))
        .chain([key])
        .filter_map(|head| KOREAN.get(head).map(|others| (head, others)))
}

/// Whether a Korean word is a form of a listed one: a listed syllable alone needs an ending behind it.
fn is_form((lower, key): (&str, &str), listed: &str) -> bool {
    key == listed
        || lower.strip_prefix(listed).is_some_and(|tail| {
            listed.chars().count() > 1 || tail.is_empty() || super::spelling::is_ending(tail)
        })
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
    for (file, korean) in [("words/en/kinds.tsv", false), ("words/ko/kinds.tsv", true)] {
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
    CAPITALS = "words/en/capitals.tsv";
    /// Words around which a comma is a habit.
    COMMAS = "words/both/patch-commas.tsv";
    /// Compounds that are written with a hyphen before their noun, and with `=` in one word, too.
    COMPOUNDS = "words/en/patch-compounds.tsv";
    /// What makes a word of another one, with a hyphen or without.
    PREFIXES = "words/en/patch-prefixes.tsv";
}
