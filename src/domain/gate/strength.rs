//! Strength: a claim that says `must` where its evidence says `may`, `all` where it says `some`.

use crate::domain::gate::marks::STRENGTH;
use crate::domain::gate::reading::Reading;
use crate::domain::text::Script;

/// What a text says about how sure and how general it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(clippy::struct_excessive_bools, reason = "a text can say any of the four")]
pub(super) struct Strength {
    pub possible: bool,
    pub obliged: bool,
    pub some: bool,
    pub all: bool,
}

/// What a word says.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Possible,
    Obliged,
    Some,
    All,
}

/// English words, whole.
const ENGLISH: &[(Kind, &[&str])] = &[
    (
        Kind::Possible,
        &["may", "might", "could", "can", "possibly", "perhaps", "optional", "likely", "probably"],
    ),
    (Kind::Obliged, &["must", "shall", "required", "mandatory", "obliged", "obligatory"]),
    (Kind::Some, &["some", "several", "partly", "sometimes", "certain", "many", "most", "often", "usually"]),
    (Kind::All, &["all", "every", "always", "entire", "entirely", "everyone", "each"]),
];

/// Korean words by how they begin.
const KOREAN: &[(Kind, &[&str])] = &[
    (Kind::Possible, &["가능", "아마"]),
    (Kind::Obliged, &["의무", "반드시"]),
    (Kind::Some, &["일부", "대부분", "때때로", "몇"]),
    (Kind::All, &["모든", "모두", "전부", "항상", "전원", "언제나"]),
];

/// `신청할 수 있다`
const ABLE: &str = "수";

/// The words of the lists, for [`marks`](crate::domain::gate::marks).
pub(super) fn words() -> impl Iterator<Item = &'static str> {
    let lists = ENGLISH.iter().chain(KOREAN).flat_map(|entry| entry.1);
    lists.copied().chain([ABLE])
}

fn kind(word: &str, script: Script) -> Option<Kind> {
    match script {
        Script::Latin => ENGLISH.iter().find(|entry| entry.1.contains(&word)).map(|entry| entry.0),
        Script::Hangul if word == ABLE => Some(Kind::Possible),
        Script::Hangul => {
            let begins = |kind: Kind| {
                let lists = KOREAN.iter().filter(move |entry| entry.0 as u8 == kind as u8);
                lists.flat_map(|entry| entry.1).any(|head| word.starts_with(head)).then_some(kind)
            };
            let obliges =
                || ["해야", "하여야"].iter().any(|end| word.ends_with(end)).then_some(Kind::Obliged);
            begins(Kind::Possible)
                .or_else(obliges)
                .or_else(|| [Kind::Obliged, Kind::Some, Kind::All].into_iter().find_map(begins))
        }
        Script::Digit | Script::Other => None,
    }
}

/// The modality and quantifiers of the words of a text.
pub(super) fn strength(text: &Reading<'_>) -> Strength {
    let mut found = Strength::default();
    for token in text.marked(STRENGTH).filter_map(|at| text.tokens.get(at)) {
        match kind(token.text, token.script) {
            Some(Kind::Possible) => found.possible = true,
            Some(Kind::Obliged) => found.obliged = true,
            Some(Kind::Some) => found.some = true,
            Some(Kind::All) => found.all = true,
            None => {}
        }
    }
    found
}

impl Strength {
    /// The claim obliges where the source permits.
    pub(super) fn obliges_more_than(self, source: Self) -> bool {
        self.obliged && !self.possible && source.possible && !source.obliged
    }

    /// The claim permits where the source obliges.
    pub(super) fn permits_only(self, source: Self) -> bool {
        self.possible && !self.obliged && source.obliged && !source.possible
    }

    /// The claim generalises what the source says of some.
    pub(super) fn generalises(self, source: Self) -> bool {
        self.all && !self.some && source.some && !source.all
    }
}
