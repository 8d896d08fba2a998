//! Strength: a claim that says `must` where its evidence says `may`, `all` where it says `some`.

use crate::text::marks::{DENIAL, STRENGTH};
use crate::text::reading::Reading;
use stet_text::Script;

/// What a text says about how sure and how general it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(clippy::struct_excessive_bools, reason = "a text can say any of them")]
pub(crate) struct Strength {
    pub possible: bool,
    pub obliged: bool,
    /// Recommended, which is less than obliged.
    pub advised: bool,
    pub some: bool,
    /// More than half of some.
    pub most: bool,
    pub all: bool,
    /// Both of two.
    pub both: bool,
    /// `거의` before what is denied, and a denial at all.
    pub nearly: bool,
    pub denies: bool,
}

/// What a word says.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Possible,
    Obliged,
    Advised,
    Some,
    Most,
    All,
}

/// English words, whole.
const ENGLISH: &[(Kind, &[&str])] = &[
    (
        Kind::Possible,
        &["may", "might", "could", "can", "possibly", "perhaps", "optional", "likely", "probably"],
    ),
    (Kind::Obliged, &["must", "shall", "required", "mandatory", "obliged", "obligatory", "compulsory"]),
    (
        Kind::Advised,
        &["should", "recommended", "advised", "advisable", "recommend", "recommends", "encouraged"],
    ),
    (
        Kind::Some,
        &[
            "some",
            "several",
            "partly",
            "sometimes",
            "certain",
            "many",
            "often",
            "usually",
            "half",
            "few",
            "generally",
        ],
    ),
    (Kind::Most, &["most", "mostly", "mainly", "majority"]),
    (Kind::All, &["all", "every", "always", "entire", "entirely", "everyone", "each"]),
];

/// What makes of all nearly all, before it.
const NEARLY: &[&str] = &["nearly", "almost", "virtually", "not", "거의"];

/// English words that oblige with `to` behind them.
const OBLIGES_TO: &[&str] = &["have", "has", "had", "need", "needs", "needed"];

/// Words of [`Kind::Possible`] that make a statement unsure.
const UNSURE: &[&str] = &["may", "might", "could", "possibly", "perhaps", "likely", "probably", "아마"];

/// Korean words by how they begin.
const KOREAN: &[(Kind, &[&str])] = &[
    (Kind::Possible, &["가능", "아마"]),
    (Kind::Obliged, &["의무", "반드시"]),
    (Kind::Advised, &["권장", "권고", "바람직", ADVISED]),
    (Kind::Some, &["일부", "때때로", "몇"]),
    (Kind::Most, &["대부분", "대다수", "과반"]),
    (Kind::All, &["모든", "모두", "전부", "항상", "전원", "언제나", "각각", "각자"]),
];

/// Of all, one by one; the beginning of other words.
const EACH: &str = "각";

const BOTH: &str = "both";
const ALMOST: &str = "거의";

/// Words between `거의` and what is denied.
const REACH: usize = 3;

/// `신청할 수 있다`
const ABLE: &str = "수";

/// `줄일 수도 있다`
const PERHAPS: &str = "수도";

/// `바꾸는 것이 좋다`
const ADVISED: &str = "좋";

/// The words of the lists, for [`marks`](crate::text::marks).
pub(crate) fn words() -> impl Iterator<Item = &'static str> {
    let lists = ENGLISH.iter().chain(KOREAN).flat_map(|entry| entry.1).chain(OBLIGES_TO);
    lists.copied().chain([ABLE, PERHAPS, EACH, BOTH, ALMOST])
}

/// What the word says that `next` follows.
fn kind(word: &str, script: Script, next: &str) -> Option<Kind> {
    match script {
        Script::Latin if OBLIGES_TO.contains(&word) => (next == "to").then_some(Kind::Obliged),
        Script::Latin => ENGLISH.iter().find(|entry| entry.1.contains(&word)).map(|entry| entry.0),
        Script::Hangul if word == ABLE || word == PERHAPS => Some(Kind::Possible),
        Script::Hangul if word == EACH => Some(Kind::All),
        Script::Hangul => {
            let begins = |kind: Kind| {
                let lists = KOREAN.iter().filter(move |entry| entry.0 as u8 == kind as u8);
                lists.flat_map(|entry| entry.1).any(|head| word.starts_with(head)).then_some(kind)
            };
            // `제출해야`, `내야 한다`
            let must = || {
                word.ends_with('야')
                    && next.starts_with(['하', '한', '할', '합', '함', '했', '된', '됩', '되'])
                    && word.chars().nth(1).is_some()
            };
            let obliges = || {
                (must() || ["해야", "하여야"].iter().any(|end| word.ends_with(end))).then_some(Kind::Obliged)
            };
            begins(Kind::Possible).or_else(obliges).or_else(|| {
                [Kind::Obliged, Kind::Advised, Kind::Some, Kind::Most, Kind::All].into_iter().find_map(begins)
            })
        }
        Script::Digit | Script::Other => None,
    }
}

/// The modality and quantifiers of the words of a text.
pub(crate) fn strength(text: &Reading<'_>) -> Strength {
    let mut found = Strength { denies: text.marked(DENIAL).next().is_some(), ..Strength::default() };
    for (at, token) in text.marked(STRENGTH).filter_map(|at| Some((at, text.tokens.get(at)?))) {
        let before = at.checked_sub(1).map_or("", |before| text.word(before));
        match kind(token.text, token.script, text.word(at + 1)) {
            Some(Kind::All) if NEARLY.contains(&before) => found.some = true,
            None if token.text == BOTH => found.both = true,
            None if token.text == ALMOST => {
                let denies = |denial: usize| text.word(denial).contains(['않', '못', '없', '안']);
                found.nearly =
                    text.marked(DENIAL).any(|denial| denial > at && denial <= at + REACH && denies(denial));
            }
            // `가능해야`
            Some(Kind::Possible) => {
                found.possible = true;
                found.obliged |= token.text.ends_with("해야");
            }
            Some(Kind::Obliged) => found.obliged = true,
            // `품질이 좋다` advises nothing.
            Some(Kind::Advised) => found.advised |= !token.text.starts_with(ADVISED) || before == "것이",
            Some(Kind::Some) => found.some = true,
            Some(Kind::Most) => (found.some, found.most) = (true, true),
            Some(Kind::All) => found.all = true,
            None => {}
        }
    }
    found
}

/// Whether the claim says of all what a text says of one of a few.
pub(crate) fn takes_one_for_all(
    claim: &Reading<'_>,
    mine: Strength,
    text: &Reading<'_>,
    theirs: Strength,
) -> bool {
    (mine.all || mine.both)
        && !theirs.both
        && !theirs.all
        && (0..text.tokens.len()).any(|at| is_one_of_a_few(text, at))
        && !(0..claim.tokens.len()).any(|at| is_one_of_a_few(claim, at))
}

/// Whether a Korean claim says of one alone of a few what the text says of all of them: `둘 중 한 명만`, where it says `두 명 모두`.
pub(crate) fn takes_all_for_one(claim: &Reading<'_>, theirs: Strength) -> bool {
    let alone =
        |at: usize| is_one_of_a_few(claim, at) && (at..at + 2).any(|at| claim.word(at).ends_with('만'));
    (theirs.all || theirs.both) && !theirs.some && (0..claim.tokens.len()).any(alone)
}

/// Whether the word at `at` is one of two or three: `one of the two`, `둘 중 하나`, `두 명 가운데 한 명`.
fn is_one_of_a_few(text: &Reading<'_>, at: usize) -> bool {
    /// Words between a number and what is one of them.
    const REACH: usize = 4;
    let word = |at: usize| text.word(at);
    match word(at) {
        "one" if at > 1 && word(at - 1) == "least" => true,
        "one" if word(at + 1) == "of" => {
            let article = matches!(word(at + 2), "the" | "these" | "those" | "its" | "their" | "his" | "her");
            matches!(word(at + 2 + usize::from(article)), "two" | "three" | "four" | "both" | "them")
        }
        word if word.starts_with('하') && !word.starts_with("하나") => false,
        word if word.starts_with("하나") || word.starts_with('한') => {
            let among =
                |at: &usize| matches!(text.word(*at), "중" | "중에" | "중에서" | "가운데" | "가운데서");
            let few = |at: usize| {
                let first = at.saturating_sub(REACH)..at;
                first.into_iter().any(|at| text.word(at).starts_with(['두', '둘', '세', '셋', '양']))
            };
            at.checked_sub(1).filter(among).is_some_and(few)
        }
        _ => false,
    }
}

/// Whether a claim that is sure of everything states what a source holds possible: `cures` where it says `may cure`.
pub(crate) fn is_surer(claim: &Reading<'_>, source: &Reading<'_>) -> bool {
    /// Words between `may` and what may be.
    const REACH: usize = 3;
    let mine = strength(claim);
    // `cannot` denies what may be.
    if mine.possible || mine.obliged || claim.tokens.iter().any(|token| token.text == "cannot") {
        return false;
    }
    // `may not` forbids, or leaves open what a claim denies, too.
    let forbids = |at: usize| source.word(at + 1) == "not";
    let unsure = |at: &usize| {
        source.tokens.get(*at).is_some_and(|token| UNSURE.contains(&token.text))
            && !(forbids(*at) && mine.denies)
    };
    // `줄일 수도 있다`: what may be stands before it.
    let perhaps = |at: usize| {
        let what = at.checked_sub(1)?;
        (source.word(at) == PERHAPS && source.word(at + 1).starts_with('있')).then_some(what)
    };
    let states = |there: usize| claim.same_as(source, there).next().is_some();
    if source.marked(STRENGTH).filter_map(perhaps).any(states) {
        return true;
    }
    source.marked(STRENGTH).filter(unsure).any(|at| {
        let what = (at + 1..=at + REACH).find_map(|at| source.content(at));
        what.is_some_and(|key| claim.has(key))
    })
}

/// The words of obligation of a claim, by position, of texts that oblige in the same or in other words: `required to`,
/// `must`, `반드시 …해야`.
pub(crate) fn obliging(claim: &Reading<'_>, texts: &[Reading<'_>]) -> Vec<usize> {
    let text = |at: usize| claim.word(at);
    let obliges = |at: &usize| {
        let script = claim.tokens.get(*at).map_or(Script::Other, |token| token.script);
        matches!(kind(text(*at), script, text(*at + 1)), Some(Kind::Obliged))
    };
    let mut found: Vec<usize> = claim.marked(STRENGTH).filter(obliges).collect();
    if !found.is_empty() && !texts.iter().any(|text| strength(text).obliged) {
        found.clear();
    }
    // The predicate itself (`제출해야`) is no word of obligation alone.
    found.retain(|&at| !text(at).ends_with('야'));
    found
}

impl Strength {
    /// The claim obliges where the source permits.
    pub(crate) fn obliges_more_than(self, source: Self) -> bool {
        self.obliged
            && !self.possible
            && (source.possible || source.advised && !self.advised)
            && !source.obliged
    }

    /// The claim permits where the source obliges.
    pub(crate) fn permits_only(self, source: Self) -> bool {
        self.possible && !self.obliged && source.obliged && !source.possible
    }

    /// The claim generalises what the source says of some.
    pub(crate) fn generalises(self, source: Self) -> bool {
        self.all && !self.some && source.some && !source.all
            || self.most && source.some && !source.most && !source.all
            || source.nearly && self.denies && !self.nearly && !self.some
    }
}
