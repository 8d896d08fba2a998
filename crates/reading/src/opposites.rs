//! Opposites: words of one kind that exclude one another where the words around them agree (`public / private`, `전 / 후`,
//! `third / fourth`, `작년 / 올해 / 내년`).
//!
//! Owns which of their sets (`data/words`) the words of a text name. Places are compared by the
//! gate's `exchange`, what is said of them anywhere by its `backing`.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::heads::Heads;
use crate::keys::hash;
use crate::reading::Reading;
use stet_text::{Script, english_key};

/// All lists of sets, one a line with the sides apart by `/`; a word behind `~` only speaks for a side ([`CUE`]). The first
/// has numbers, the second the sides of relations.
const LISTS: [&str; 5] = [NUMBERS, ROLES, ENGLISH, "words/ko/opposites", "words/ko/rivals"];
const NUMBERS: &str = "words/both/numbers";
const ROLES: &str = "words/both/roles";
const ENGLISH: &str = "words/en/opposites";

/// A set and a side of it.
pub type Side = (u16, u8);

/// Marks a side that a word only speaks for: `earned` is no word for `won`, but bears it out.
const CUE: u8 = 0x80;

/// The sets by their words.
#[derive(Debug, Default)]
struct Index {
    /// By the hashes of words and of their keys.
    english: FxHashMap<u32, Vec<Side>>,
    /// Whether a beginning is the whole word, and the side.
    korean: Heads<(bool, Side)>,
    /// First set that is none of numbers, the first that is none of roles, and the first whose sides are counted as rivals.
    roles: u16,
    words: u16,
    rivals: u16,
    /// The sets that `complementary` and `uneven` name, in order.
    complementary: Vec<u16>,
    uneven: Vec<u16>,
}

static INDEX: LazyLock<Index> = LazyLock::new(|| {
    let count = |list| u16::try_from(stet_data::lines(list).count()).unwrap_or(u16::MAX);
    let sets = || (0_u16..).zip(LISTS.iter().flat_map(|list| stet_data::lines(list)));
    let beginning = |list: &str| -> Vec<u16> {
        let first = stet_data::words(list);
        let begins = |line: &str| line.split_whitespace().next().is_some_and(|word| first.contains(word));
        sets().filter(|(_, line)| begins(line)).map(|(set, _)| set).collect()
    };
    let (roles, words) = (count(NUMBERS), count(NUMBERS) + count(ROLES));
    let mut index = Index {
        roles,
        words,
        rivals: words + count(ENGLISH),
        complementary: beginning("words/both/complementary"),
        uneven: beginning("words/both/uneven"),
        ..Index::default()
    };
    let mut english: FxHashMap<&str, Vec<Side>> = FxHashMap::default();
    for (set, line) in sets() {
        for (side, words) in (0_u8..).zip(line.split('/')) {
            for word in words.split_whitespace() {
                let (word, side) = match word.strip_prefix('~') {
                    Some(cue) => (cue, (set, side | CUE)),
                    None => (word, (set, side)),
                };
                if word.is_ascii() {
                    english.entry(word).or_default().push(side);
                    if english_key(word) != word {
                        english.entry(english_key(word)).or_default().push(side);
                    }
                } else {
                    let head = word.strip_suffix('.');
                    index.korean.add(head.unwrap_or(word), (head.is_some(), side));
                }
            }
        }
    }
    // A word of its own line has what is told of all its forms, too.
    for (word, sides) in &english {
        let of_key = english.get(english_key(word)).into_iter().flatten();
        let mut sides: Vec<Side> = sides.iter().chain(of_key).copied().collect();
        sides.sort_unstable();
        sides.dedup();
        index.english.insert(hash(word), sides);
    }
    index
});

/// The sides that the words of a text name, with the positions of the words, and those that other words of it speak
/// for.
#[derive(Debug, Clone, Default)]
pub struct Named(pub Vec<(usize, Side)>, pub Vec<(usize, Side)>);

impl Named {
    pub fn new(text: &Reading<'_>) -> Self {
        Self(sides(text, u64::MAX).0, Vec::new())
    }

    /// The sides that the words of another text name, as far as they are of the same sets.
    #[must_use]
    pub fn among(&self, text: &Reading<'_>) -> Self {
        if self.0.is_empty() {
            return Self::default();
        }
        sides(text, self.0.iter().fold(0, |bits, &(_, side)| bits | bit(side)))
    }

    /// The sides without those of some words.
    #[must_use]
    pub fn without(&self, gone: &[usize]) -> Self {
        let kept =
            |list: &[(usize, Side)]| list.iter().filter(|(at, _)| !gone.contains(at)).copied().collect();
        Self(kept(&self.0), kept(&self.1))
    }

    /// Whether one of the words names such a side.
    pub fn names(&self, wanted: impl Fn(Side) -> bool) -> bool {
        self.0.iter().any(|found| wanted(found.1))
    }

    /// Whether one of the words speaks for such a side without naming it.
    pub fn speaks_for(&self, wanted: impl Fn(Side) -> bool) -> bool {
        self.1.iter().any(|found| wanted(found.1))
    }

    /// The sides of words that exclude one another softly ([`Index::rivals`]), without those of some words.
    pub fn rivals(&self, gone: &[usize]) -> Vec<Side> {
        let soft = self.0.iter().filter(|(at, side)| side.0 >= INDEX.rivals && !gone.contains(at));
        let mut sides: Vec<Side> = soft.map(|&(_, side)| side).collect();
        sides.sort_unstable();
        sides.dedup();
        sides
    }
}

/// The bit of a set; several sets share one.
fn bit(side: Side) -> u64 {
    1 << (side.0 % 64)
}

/// The sides that the words of a text name; of sets whose bit is not among `wanted`, and perhaps of others, none.
fn sides(text: &Reading<'_>, wanted: u64) -> Named {
    let mut found = Named::default();
    let mut add = |at: usize, side: Side| {
        if bit(side) & wanted != 0 {
            let list = if side.1 & CUE == 0 { &mut found.0 } else { &mut found.1 };
            list.push((at, (side.0, side.1 & !CUE)));
        }
    };
    for (at, token) in text.tokens.iter().enumerate() {
        match token.script {
            // Nothing goes up in `up to 50 guests`.
            Script::Latin if token.text == "up" && text.word(at + 1) == "to" => {}
            Script::Latin => {
                let of_word = INDEX.english.get(&hash(token.text));
                let named = of_word.or_else(|| INDEX.english.get(&text.key(at)));
                named.into_iter().flatten().for_each(|&side| add(at, side));
            }
            Script::Hangul => {
                let named =
                    INDEX.korean.of(token.text).filter(|(head, (whole, _))| fits(token.text, head, *whole));
                named.for_each(|(_, (_, side))| add(at, side));
            }
            Script::Digit | Script::Other => {}
        }
    }
    found
}

/// Whether a Korean word that begins like one of a set is a form of it.
fn fits(word: &str, head: &str, whole: bool) -> bool {
    /// What may follow a stem of one syllable, so that `작` is not found in `작품`.
    const ENDINGS: &str = "은는다고지게아어았었습으네던기음을더나죠군거대이가를에의로만도과와면며해하했한";
    const SYLLABLE: usize = 3;
    match word.get(head.len()..).and_then(|rest| rest.chars().next()) {
        None => true,
        Some(next) => !whole && (head.len() > SYLLABLE || ENDINGS.contains(next)),
    }
}

/// Whether a side is of a set of [`NUMBERS`].
pub fn is_number(side: Side) -> bool {
    side.0 < INDEX.roles
}

/// Whether a side is the rarer one of two of which one is said far more often.
pub fn is_rarer(side: Side) -> bool {
    side.1 > 0 && INDEX.uneven.binary_search(&side.0).is_ok()
}

/// Whether what is not of this side is of the other.
pub fn is_complementary(side: Side) -> bool {
    INDEX.complementary.binary_search(&side.0).is_ok()
}

/// Whether a side tells a direction or a property: neither a number nor one of the [`ROLES`].
pub fn is_direction(side: Side) -> bool {
    side.0 >= INDEX.words
}

/// Whether two sides exclude one another.
pub fn are_opposed(one: Side, other: Side) -> bool {
    one.0 == other.0 && one.1 != other.1
}
