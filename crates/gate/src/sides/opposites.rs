//! Opposites: words that exclude one another only where the words around them agree (`public / private`, `before /
//! after`, `전 / 후`, `third / fourth`).
//!
//! Owns which of their sets (`data/words`), and of the [`rivals`], the words of a text name. Places are compared by
//! [`exchange`](crate::sides::exchange), clauses by [`clause`](crate::text::clause).

use std::ops::Range;
use std::sync::LazyLock;

use crate::sides::rivals::{self, CUE, Sets, Side};
use crate::text::reading::Reading;
use stet_text::english_key;

/// All lists of sets. The first has numbers, the second the sides of relations.
const LISTS: [&str; 5] = [NUMBERS, ROLES, ENGLISH, "words/ko/opposites.tsv", "words/ko/rivals.tsv"];
const NUMBERS: &str = "words/both/units.tsv";
const ROLES: &str = "words/both/roles.tsv";
const ENGLISH: &str = "words/en/opposites.tsv";

/// The words of the lists, for [`marks`](crate::text::marks): as they stand there, and as the keys by which they
/// are found.
pub(crate) fn words() -> impl Iterator<Item = &'static str> {
    let words = LISTS
        .iter()
        .flat_map(|list| stet_data::lines(list))
        .flat_map(str::split_whitespace)
        .filter(|word| *word != "/");
    let bare = words.map(|word| word.strip_prefix('~').unwrap_or(word));
    bare.flat_map(|word| [word, english_key(word)])
}

/// All sets, and which of them are of [`NUMBERS`], and which lower a score wherever they stand.
#[derive(Debug)]
struct Index {
    sets: Sets,
    /// First set that is none of numbers, and the first that is none of roles, too.
    roles: u16,
    words: u16,
    /// First set whose sides are counted as rivals: the Korean ones and those of [`rivals`].
    rivals: u16,
    /// The sets that `complementary.tsv` names, in order.
    complementary: Vec<u16>,
    /// The sets that `uneven.tsv` names, in order.
    uneven: Vec<u16>,
    /// The set of before and after.
    time: u16,
}

static INDEX: LazyLock<Index> = LazyLock::new(|| {
    let count = |list| u16::try_from(stet_data::lines(list).count()).unwrap_or(u16::MAX);
    let beginning = |words: Vec<&str>| -> Vec<u16> {
        let begins = |line: &str| line.split_whitespace().next().is_some_and(|word| words.contains(&word));
        let sets = (0..).zip(LISTS.iter().flat_map(|list| stet_data::lines(list)));
        sets.filter_map(|(set, line)| begins(line).then_some(set)).collect()
    };
    Index {
        sets: Sets::new(&LISTS),
        complementary: beginning(stet_data::lines("words/both/complementary.tsv").collect()),
        uneven: beginning(stet_data::lines("words/both/uneven.tsv").collect()),
        time: beginning(vec!["before"]).first().copied().unwrap_or(u16::MAX),
        roles: count(NUMBERS),
        words: count(NUMBERS) + count(ROLES),
        rivals: count(NUMBERS) + count(ROLES) + count(ENGLISH),
    }
});

/// The sides that the words of a text name, with the positions of the words, and those that other words of it speak
/// for.
#[derive(Debug, Clone, Default)]
pub(crate) struct Named(pub(crate) Vec<(usize, Side)>, pub(crate) Vec<(usize, Side)>);

impl Named {
    pub(crate) fn new(text: &Reading<'_>) -> Self {
        let mut sides = INDEX.sets.named(text, u64::MAX);
        sides.retain(|(_, side)| side.1 & CUE == 0);
        Self(sides, Vec::new())
    }

    /// The sides that the words of another text name, as far as they are of the same sets.
    pub(crate) fn among(&self, text: &Reading<'_>) -> Self {
        if self.0.is_empty() {
            return Self::default();
        }
        let wanted = self.0.iter().fold(0, |bits, &(_, side)| bits | rivals::bit(side));
        let mut found = Self(INDEX.sets.named(text, wanted), Vec::new());
        let cues = &mut found.1;
        found.0.retain(|&(at, side)| {
            let names = side.1 & CUE == 0;
            if !names {
                cues.push((at, (side.0, side.1 & !CUE)));
            }
            names
        });
        found
    }

    /// The sides without those of some words.
    pub(crate) fn without(&self, gone: &[usize]) -> Self {
        let kept =
            |list: &[(usize, Side)]| list.iter().filter(|(at, _)| !gone.contains(at)).copied().collect();
        Self(kept(&self.0), kept(&self.1))
    }

    /// The sides that a part of the text names, with positions in that part.
    pub(crate) fn within(&self, part: Range<usize>) -> Self {
        let words = self.0.iter().filter(|(at, _)| part.contains(at));
        Self(words.map(|&(at, side)| (at - part.start, side)).collect(), Vec::new())
    }

    /// Whether one of the words names such a side.
    pub(crate) fn names(&self, wanted: impl Fn(Side) -> bool) -> bool {
        self.0.iter().any(|found| wanted(found.1))
    }

    /// Whether one of the words speaks for such a side without naming it.
    pub(crate) fn speaks_for(&self, wanted: impl Fn(Side) -> bool) -> bool {
        self.1.iter().any(|found| wanted(found.1))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The sides of rivals, each once, without those of some words.
    pub(crate) fn sides(&self, gone: &[usize]) -> Vec<Side> {
        let soft = self.0.iter().filter(|(at, side)| side.0 >= INDEX.rivals && !gone.contains(at));
        let mut sides: Vec<Side> = soft.map(|&(_, side)| side).collect();
        sides.sort_unstable();
        sides.dedup();
        sides
    }
}

/// Whether a side is of a set of [`NUMBERS`].
pub(crate) fn is_number(side: Side) -> bool {
    side.0 < INDEX.roles
}

/// Whether a side is of the set of before and after.
pub(crate) fn is_time(side: Side) -> bool {
    side.0 == INDEX.time
}

/// Whether a side is the rarer one of two of which one is said far more often.
pub(crate) fn is_rarer(side: Side) -> bool {
    side.1 > 0 && INDEX.uneven.binary_search(&side.0).is_ok()
}

/// Whether what is not of this side is of the other.
pub(crate) fn is_complementary(side: Side) -> bool {
    INDEX.complementary.binary_search(&side.0).is_ok()
}

/// Whether a side tells a direction or a property: neither a number nor one of the [`ROLES`].
pub(crate) fn is_direction(side: Side) -> bool {
    side.0 >= INDEX.words
}
