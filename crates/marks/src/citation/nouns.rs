//! What a source is called in words beside its number, and the words around it.
//!
//! Owns the lists; leaves how they make a reference to [`super::worded`] and what is said in its place to
//! [`super::mention`].

/// What an answer may call its sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Noun {
    English(English),
    Korean(Korean),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct English {
    pub singular: &'static str,
    pub plural: &'static str,
    /// The word by which prompts call sources: it names one wherever it stands with a number. The others may be what a
    /// text is about (`Document 2 must be signed`) and need words that cite around them.
    pub strong: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Korean {
    pub word: &'static str,
    /// As in [`English::strong`].
    pub strong: bool,
}

const fn english_noun(singular: &'static str, plural: &'static str, strong: bool) -> English {
    English { singular, plural, strong }
}

const fn korean_noun(word: &'static str, strong: bool) -> Korean {
    Korean { word, strong }
}

const ENGLISH: &[English] = &[
    english_noun("source", "sources", true),
    english_noun("document", "documents", false),
    english_noun("doc", "docs", false),
    english_noun("passage", "passages", false),
    english_noun("excerpt", "excerpts", false),
    english_noun("reference", "references", false),
    english_noun("ref", "refs", false),
    english_noun("citation", "citations", false),
];

/// The longer ones first where one ends with another.
pub(super) const KOREAN: &[Korean] = &[
    korean_noun("출처", true),
    korean_noun("참고자료", false),
    korean_noun("자료", false),
    korean_noun("참고문헌", false),
    korean_noun("문헌", false),
    korean_noun("문서", false),
    korean_noun("발췌문", false),
    korean_noun("발췌", false),
];

/// Words after which a source is named from which something is taken.
pub(super) const CITING: &[&str] = &[
    "see",
    "per",
    "in",
    "from",
    "by",
    "under",
    "via",
    "following",
    "citing",
    "cites",
    "cite",
    "cited",
    "on",
];

/// What makes `to` one of them.
pub(super) const CITING_TO: &[&str] = &[
    "according",
    "contrary",
    "compared",
    "refer",
    "refers",
    "referring",
    "refers back",
    "similar",
    "due",
    "thanks",
];

/// Words to which no noun behind them belongs.
pub(super) const OPENING: &[&str] = &[
    "also",
    "although",
    "and",
    "as",
    "because",
    "both",
    "but",
    "cf",
    "even",
    "for",
    "hence",
    "here",
    "how",
    "however",
    "if",
    "like",
    "likewise",
    "meanwhile",
    "moreover",
    "neither",
    "nor",
    "of",
    "only",
    "or",
    "similarly",
    "since",
    "so",
    "than",
    "that",
    "the",
    "then",
    "therefore",
    "though",
    "thus",
    "unlike",
    "when",
    "where",
    "whereas",
    "whether",
    "while",
    "with",
    "yet",
    "what",
];

/// What stands between a source and what it does.
pub(super) const ADVERBS: &[&str] = &[
    "also",
    "clearly",
    "explicitly",
    "expressly",
    "further",
    "likewise",
    "merely",
    "only",
    "similarly",
    "simply",
    "specifically",
    "then",
    "additionally",
];

/// What sources do, in the form of the plural and in that of the singular.
pub(super) const SAYING: &[(&str, &str)] = &[
    ("add", "adds"),
    ("address", "addresses"),
    ("affirm", "affirms"),
    ("agree", "agrees"),
    ("are", "is"),
    ("argue", "argues"),
    ("assert", "asserts"),
    ("claim", "claims"),
    ("clarify", "clarifies"),
    ("confirm", "confirms"),
    ("contain", "contains"),
    ("cover", "covers"),
    ("define", "defines"),
    ("describe", "describes"),
    ("detail", "details"),
    ("discuss", "discusses"),
    ("do", "does"),
    ("emphasize", "emphasizes"),
    ("establish", "establishes"),
    ("explain", "explains"),
    ("give", "gives"),
    ("have", "has"),
    ("highlight", "highlights"),
    ("identify", "identifies"),
    ("illustrate", "illustrates"),
    ("indicate", "indicates"),
    ("list", "lists"),
    ("mention", "mentions"),
    ("note", "notes"),
    ("outline", "outlines"),
    ("point", "points"),
    ("present", "presents"),
    ("provide", "provides"),
    ("put", "puts"),
    ("report", "reports"),
    ("reveal", "reveals"),
    ("say", "says"),
    ("set", "sets"),
    ("show", "shows"),
    ("specify", "specifies"),
    ("state", "states"),
    ("stipulate", "stipulates"),
    ("stress", "stresses"),
    ("suggest", "suggests"),
    ("support", "supports"),
    ("tell", "tells"),
    ("were", "was"),
    ("write", "writes"),
];

/// Whether a word in lower case is what a source does.
pub(super) fn is_saying(word: &str) -> bool {
    SAYING.iter().any(|(plural, singular)| *plural == word || *singular == word)
        || matches!(word, "did" | "said" | "stated" | "noted" | "reported" | "had")
}

/// What not only a text does, or does to what it has: `the second source is a spring`.
const DOING: &[&str] = &[
    "add",
    "adds",
    "address",
    "addresses",
    "agree",
    "agrees",
    "are",
    "is",
    "contain",
    "contains",
    "cover",
    "covers",
    "detail",
    "details",
    "do",
    "does",
    "did",
    "give",
    "gives",
    "have",
    "has",
    "had",
    "list",
    "lists",
    "point",
    "points",
    "present",
    "presents",
    "provide",
    "provides",
    "put",
    "puts",
    "reveal",
    "reveals",
    "set",
    "sets",
    "support",
    "supports",
    "was",
    "were",
];

/// Whether a word in lower case is what only a text does, or who speaks.
pub(super) fn is_telling(word: &str) -> bool {
    is_saying(word) && !DOING.contains(&word)
}

/// What is counted, so that the number is no name: `출처 3 곳`.
pub(super) const COUNTERS: &[&str] =
    &["개", "곳", "건", "가지", "종", "종류", "권", "편", "부", "명", "차", "차례"];

/// What follows a Korean source from which something is taken.
pub(super) const CITING_TAILS: &[&str] = &[
    "에 따르",
    "에 따라",
    "에 의하",
    "에 의해",
    "에 근거",
    "에서",
    "에는",
    "에도 ",
    "에 나온",
    "에 나와",
    "에 나타",
    "에 명시",
    "에 기재",
    "에 적힌",
    "에 적혀",
    "에 있는",
    "에 제시",
    "에 언급",
    "에 기술",
    "에 서술",
    "에 담긴",
    "에 수록",
    " 참조",
    " 참고",
    "을 참조",
    "를 참조",
    "을 참고",
    "를 참고",
    "을 보면",
    "를 보면",
    "의 내용",
    "의 설명",
    "번 참조",
    "번 참고",
];

/// What a numbered annex is called before its number: `별첨 자료 3에서`.
const ANNEXES: &[&str] = &["별첨", "첨부", "붙임", "부속", "보조", "기초", "통계", "이전", "별도"];

/// Whether a Korean noun behind `head` is that of an annex.
pub(super) fn is_annex(head: &str) -> bool {
    let bare = head.trim_end_matches([' ', '\u{a0}']);
    ANNEXES.iter().any(|word| bare.ends_with(word))
}

impl Noun {
    /// One word for its singular and its plural.
    pub const fn lemma(self) -> &'static str {
        match self {
            Self::English(noun) => noun.singular,
            Self::Korean(noun) => noun.word,
        }
    }
}

/// The noun that a word is.
pub(super) fn of(word: &str) -> Option<Noun> {
    english(word)
        .map(Noun::English)
        .or_else(|| KOREAN.iter().find(|noun| word.starts_with(noun.word)).copied().map(Noun::Korean))
}

pub(super) fn english(word: &str) -> Option<English> {
    ENGLISH
        .iter()
        .find(|noun| word.eq_ignore_ascii_case(noun.singular) || word.eq_ignore_ascii_case(noun.plural))
        .copied()
}

/// A noun of which a word is the beginning.
pub(super) fn english_begun(word: &str) -> Option<English> {
    let begins =
        |noun: &&English| noun.plural.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word));
    ENGLISH.iter().find(begins).copied()
}

/// Whether a text begins with the plural of a noun.
pub(super) fn is_plural(text: &str, noun: English) -> bool {
    text.get(..noun.plural.len()).is_some_and(|head| head.eq_ignore_ascii_case(noun.plural))
}

impl English {
    /// How it is written out.
    pub fn written(self, plural: bool) -> &'static str {
        match (self.singular, plural) {
            ("ref", true) => "references",
            ("ref", false) => "reference",
            (_, true) => self.plural,
            (_, false) => self.singular,
        }
    }
}

/// Whether a word is a noun that is shortened, so that a full stop may stand behind it.
pub(super) fn is_shortened(word: &str) -> bool {
    ["ref", "refs"].iter().any(|noun| noun.eq_ignore_ascii_case(word))
}

/// The noun that a text ends with, and what stands before it.
pub(super) fn korean_end(text: &str) -> Option<(Korean, &str)> {
    KOREAN.iter().find_map(|noun| Some((*noun, text.strip_suffix(noun.word)?)))
}

/// What stands before the beginning of a noun with which a text ends.
pub(super) fn korean_begun(text: &str) -> Option<&str> {
    KOREAN.iter().find_map(|noun| {
        let mut ends = noun.word.char_indices().skip(1).map(|(at, _)| at).collect::<Vec<_>>();
        ends.push(noun.word.len());
        ends.iter().rev().find_map(|end| text.strip_suffix(noun.word.get(..*end)?))
    })
}

/// Longest of the English words that stand before a number, in bytes.
const MAX_ENGLISH: usize = 10;

/// The ASCII letters with which a text ends; none when they are too many for one of these words.
pub(super) fn last_word(text: &[u8]) -> &[u8] {
    let letters =
        text.iter().rev().take(MAX_ENGLISH + 1).take_while(|byte| byte.is_ascii_alphabetic()).count();
    if letters > MAX_ENGLISH { &[] } else { text.get(text.len() - letters..).unwrap_or_default() }
}

/// The nouns and the words that may stand between one and its number.
fn words() -> impl Iterator<Item = &'static str> {
    ENGLISH.iter().flat_map(|noun| [noun.plural, noun.singular]).chain(["number", "both", "doi", "no", "nr"])
}

/// Whether one of them may begin with a letter: nearly no word does.
const fn opens(letter: u8) -> bool {
    matches!(letter.to_ascii_lowercase(), b's' | b'd' | b'p' | b'e' | b'r' | b'c' | b'n' | b'b')
}

/// Whether a word ends what stands before the number of a source.
pub(super) fn is_counted(word: &[u8]) -> bool {
    word.first().is_some_and(|first| opens(*first))
        && words().any(|known| known.as_bytes().eq_ignore_ascii_case(word))
}

/// Whether a word may be the beginning of such a word.
pub(super) fn is_begun(word: &[u8]) -> bool {
    word.first().is_some_and(|first| opens(*first))
        && words().any(|known| {
            known.as_bytes().get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word))
        })
}

/// Whether a text ends with the last syllable of a Korean noun.
pub(super) fn ends_korean(text: &[u8]) -> bool {
    const LAST: [&str; 6] = ["처", "료", "헌", "서", "문", "췌"];
    LAST.iter().any(|syllable| text.ends_with(syllable.as_bytes()))
}

/// Whether a text ends with a syllable of a Korean noun.
pub(super) fn ends_begun(text: &[u8]) -> bool {
    const FIRST: [&str; 5] = ["출", "참", "고", "자", "발"];
    ends_korean(text) || FIRST.iter().any(|syllable| text.ends_with(syllable.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_syllables_are_those_of_the_nouns() {
        for noun in KOREAN {
            assert!(ends_korean(noun.word.as_bytes()), "{}", noun.word);
            for (at, syllable) in noun.word.char_indices() {
                let begun = &noun.word.as_bytes()[..at + syllable.len_utf8()];
                assert!(ends_begun(begun), "{}", noun.word);
            }
        }
        assert!(words().all(|word| word.len() <= MAX_ENGLISH && is_begun(word.as_bytes())));
    }
}
