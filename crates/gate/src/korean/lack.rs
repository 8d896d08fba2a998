//! What a Korean claim says that its evidence does not: its content words, each with how well it
//! is found.
//!
//! Owns the comparison of Korean words beyond their keys: stems by their letters (`바친` and `바치`),
//! compounds written apart, words of one meaning ([`synonyms`](crate::korean::synonyms)). Emphasis
//! ([`emphasis`](crate::force::emphasis)) is judged apart and counts nothing here.

use std::cell::OnceCell;
use std::ops::Range;
use std::sync::LazyLock;

use memchr::{memchr_iter, memmem};
use rustc_hash::FxHashSet;

use crate::force::emphasis::emphasises;
use crate::korean::short::are_short_and_one;
use crate::korean::synonyms::meanings;
use crate::text::marks::EMPHASIS;
use crate::text::reading::Reading;
use stet_text::span::Span;
use stet_text::{FIRST_SYLLABLE, SYLLABLES, Script, syllable_at};

/// Share of a pronoun or other word of little content.
const LIGHT: f32 = 0.3;

/// How well a word is found: as a part of another, by most letters of its stem, by its meaning or as
/// a compound of another, by all but one letter of a short stem, by a stem of one syllable.
const PART: f32 = 0.9;
const LETTERS: f32 = 0.75;
const MEANING: f32 = 0.8;
const SHORT: f32 = 0.6;
const SYLLABLE: f32 = 0.5;

/// Letters of a loanword, three syllables, from which one vowel may differ.
const RESPELLED: usize = 6;

/// What stands for the vowels among the letters.
const VOWELS: Range<u8> = 32..64;

/// Two syllables: the shortest stem that is looked for inside other words.
const TWO: usize = 6;

/// Pronouns, dummy nouns, denials (judged apart) and words that only weaken what is said, as they are written or as
/// stems.
const LIGHT_WORDS: &[&str] = &[
    "나",
    "내",
    "나는",
    "내가",
    "저",
    "저는",
    "제가",
    "당신",
    "그들",
    "그녀",
    "그는",
    "그가",
    "너",
    "너는",
    "네가",
    "넌",
    "난",
    "이것",
    "그것",
    "저것",
    "이건",
    "그건",
    "그게",
    "이게",
    "우리",
    "여기",
    "거기",
    "누군가",
    "무언가",
    "뭔가",
    "것",
    "것들",
    "있",
    "사람",
    "가지",
    "하나",
    "자신",
    "때",
    "일",
    "수",
    "그런",
    "이런",
    "했",
    "하",
    "그래",
    "음",
    "어",
    "모습",
    "상황",
    "점",
    "측",
    "이번",
    "지난",
    "씨",
    "거",
    "게",
    "걸",
    "건",
    "거다",
    "거예요",
    "것이다",
    "것입니다",
    "겁니다",
    "정도",
    "경우",
    "생각",
    "느낌",
    "부분",
    "편",
    "편이",
    "이루어",
    "이뤄",
    "관련",
    "비해",
    "대비",
    "다음",
    "당시",
    "시",
    "싶",
    "싶어",
    "못했",
    "보이",
    "같",
    "같이",
    "일부",
    "몇",
    "몇몇",
    "어떤",
    "좀",
    "조금",
    "약간",
    "다소",
    "비교적",
    "아마",
    "얼마",
    "아니",
    "아닌",
    "아닙니",
    "말",
    "내용",
    "사실",
    "방법",
    "존재",
    "동안",
    "시기",
    "이루어졌",
    "이루어집니",
    "이루어진",
    "이뤄졌",
    "이뤄집니",
    "뒤",
    "뒤에",
    "때에",
    "때에는",
    "해요",
    "해야",
    "하려",
    "하려면",
    "중인",
    "중에",
    "중에는",
    "안에",
    "이후",
    "수도",
    "즉",
    "원칙적으로",
    "따르면",
    "대신",
    "만큼",
    "그만큼",
    "때마다",
    "날에는",
    "날부터",
    // `나눠 줄`
    "줄",
    // What wraps a predicate: `제적 처리된다`, `지급 대상이다`, `신청이 가능하다`.
    "처리",
    "조치",
    "대상",
    "진행",
    "실시",
    "하시",
    "하시면",
];

static LIGHT_INDEX: LazyLock<FxHashSet<&str>> = LazyLock::new(|| LIGHT_WORDS.iter().copied().collect());

/// A content word of the evidence.
#[derive(Debug)]
struct Word<'a> {
    text: &'a str,
    stem: &'a str,
    /// The first letter, none when there is no syllable.
    initial: Option<u8>,
    /// A bit for the first two syllables of the stem, none when it is shorter.
    start: u64,
    /// See [`Reading::head`].
    head: u32,
}

/// The Korean content words of some texts.
#[derive(Debug, Default)]
struct Words<'a> {
    list: Vec<Word<'a>>,
    readings: &'a [Reading<'a>],
}

impl<'a> Words<'a> {
    fn of(readings: &'a [Reading<'a>]) -> Self {
        let mut list = Vec::with_capacity(readings.iter().map(|reading| reading.tokens.len()).sum());
        for reading in readings {
            for at in contents(reading) {
                let token = reading.tokens.get(at).filter(|token| token.script == Script::Hangul);
                list.extend(token.map(|token| {
                    let stem = reading.stem(at);
                    let start = stem.as_bytes().first_chunk().map_or(0, |pair| pair_bit(*pair));
                    Word { text: token.text, stem, initial: initial(stem), start, head: reading.head(at) }
                }));
            }
        }
        Self { list, readings }
    }

    /// Whether a word stands for one of these.
    fn mean(&self, word: &str) -> bool {
        let is_said = |group: u16| {
            let in_one = |reading: &Reading<'_>| {
                let mut words = reading.meanings().iter().filter(|one| one.group == group);
                words.any(|one| reading.content(one.at).is_some())
            };
            self.readings.iter().any(in_one)
        };
        meanings(word).any(is_said)
    }
}

/// The positions of the content words of a text, numbers apart: these are compared by what they mean.
fn contents(text: &Reading<'_>) -> impl Iterator<Item = usize> {
    let words = text.tokens.iter().enumerate();
    words.filter(|(at, token)| token.script != Script::Digit && text.content(*at).is_some()).map(|(at, _)| at)
}

/// One of 64 bits for two syllables.
fn pair_bit(pair: [u8; TWO]) -> u64 {
    let code = pair.iter().fold(0, |code, byte| code << 8 | u64::from(*byte));
    1 << (code.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58)
}

/// The first letter of a word.
fn initial(word: &str) -> Option<u8> {
    let code =
        word.chars().map(|ch| u32::from(ch).wrapping_sub(FIRST_SYLLABLE)).find(|code| *code < SYLLABLES);
    code.and_then(|code| u8::try_from(code / (21 * 28)).ok())
}

/// Adds the letters of the Hangul syllables of a word: initials, vowels and finals apart.
fn push_letters(word: &str, out: &mut Vec<u8>) {
    for ch in word.chars() {
        // Syllables are numbered by 19 initials, 21 vowels and 28 finals, of which the first is none.
        let code = u32::from(ch).wrapping_sub(FIRST_SYLLABLE);
        if code < SYLLABLES {
            let letter = |code: u32, from: u8| from + u8::try_from(code).unwrap_or_default();
            out.extend([letter(code / (21 * 28), 0), letter(code / 28 % 21, VOWELS.start)]);
            if !code.is_multiple_of(28) {
                out.push(letter(code % 28, 64));
            }
        }
    }
}

/// Pairs of vowels of which the second is the first contracted with an ending: `쓰 / 써`, `보 / 봐`, `주 / 줘`.
const CONTRACTED: [(u8, u8); 5] = [(18, 4), (8, 9), (13, 14), (20, 6), (11, 10)];

/// Whether two letters are vowels, and not the same.
fn vowels(one: u8, other: u8) -> bool {
    one != other && VOWELS.contains(&one) && VOWELS.contains(&other)
}

/// How much alike two stems are by their letters: inflection changes the end of a Korean stem.
fn alike(one: &[u8], other: &[u8]) -> f32 {
    let common = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    let least = one.len().min(other.len());
    // Loanwords are spelled with one vowel or another: `어댑터`, `어뎁터`.
    let respelled = || {
        least >= RESPELLED
            && one.len() == other.len()
            && one.get(common).zip(other.get(common)).is_some_and(|(a, b)| vowels(*a, *b))
            && one.get(common + 1..) == other.get(common + 1..)
    };
    let contracted = || {
        common == 1
            && one.get(1).zip(other.get(1)).is_some_and(|(a, b)| {
                let pair = (a - VOWELS.start, b - VOWELS.start);
                CONTRACTED.contains(&pair) || CONTRACTED.contains(&(pair.1, pair.0))
            })
    };
    if common == least && least >= 4 {
        PART
    } else if common >= 4 && common + 2 >= least {
        LETTERS
    } else if common >= 3 && common + 1 >= least {
        SHORT
    } else if respelled() {
        LETTERS
    } else if common == least && least >= 2 && one.len().abs_diff(other.len()) <= 2
        || least == 2 && one.len().max(other.len()) <= 3 && contracted()
    {
        SYLLABLE
    } else {
        0.0
    }
}

/// Whether a Korean word, or its stem, is a pronoun or another word of little content.
pub(crate) fn is_light(word: &str, stem: &str) -> bool {
    LIGHT_INDEX.contains(word) || LIGHT_INDEX.contains(stem)
}

/// What the word at `at` of a text weighs.
fn weight(text: &Reading<'_>, at: usize) -> f32 {
    let (word, stem) = (text.word(at), text.stem(at));
    if is_light(word, stem) {
        LIGHT
    } else if text.is_marked(at, EMPHASIS) && emphasises(word) {
        0.0
    } else {
        1.0
    }
}

/// Number of content words of the claim that the evidence lacks; a word found in part counts in part,
/// one of little content little.
pub(crate) fn lack(claim: &Reading<'_>, evidence: &[Reading<'_>]) -> f32 {
    let has = |reading: &Reading<'_>, key: u32| {
        let words = reading.positions(key).filter_map(|at| reading.tokens.get(at));
        words.into_iter().any(|token| token.script != Script::Digit)
    };
    let is_lacking = |&at: &usize| {
        let key = claim.key(at);
        !evidence.iter().any(|reading| has(reading, key))
    };
    // The rest is for words that do not stand there as they are.
    let mut theirs: Option<(Words<'_>, Solid<'_>)> = None;
    let mut room = Room::default();
    let mut lacking = |at: usize| {
        let (word, stem) = (claim.word(at), claim.stem(at));
        match weight(claim, at) {
            0.0 => 0.0,
            weight => {
                let (words, solid) =
                    theirs.get_or_insert_with(|| (Words::of(evidence), Solid::new(evidence)));
                let hangul = claim.tokens.get(at).is_some_and(|token| token.script == Script::Hangul);
                let found = if hangul {
                    found((word, stem, claim.head(at)), words, solid, &mut room)
                } else {
                    solid.part(word)
                };
                weight * (1.0 - found)
            }
        }
    };
    contents(claim).filter(is_lacking).fold(0.0, |sum, at| sum + lacking(at))
}

/// Room for the letters of two words, used again for the next.
#[derive(Debug, Default)]
struct Room {
    mine: Vec<u8>,
    theirs: Vec<u8>,
}

/// Texts without spaces.
struct Solid<'a> {
    evidence: &'a [Reading<'a>],
    /// Put together once something may stand in it.
    text: OnceCell<String>,
    /// Bits of the pairs of syllables in it, by their numbers.
    pairs: [u64; 64],
}

impl<'a> Solid<'a> {
    fn new(evidence: &'a [Reading<'a>]) -> Self {
        let mut pairs = [0; 64];
        let mut last = 0;
        for reading in evidence {
            let bytes = reading.norm.as_bytes();
            let mut at = 0;
            while let Some(byte) = bytes.get(at) {
                if let Some(code) = syllable_at(bytes, at) {
                    let (block, bit) = Self::pair(last, code);
                    pairs[block] |= bit;
                    last = code;
                    at += TWO / 2;
                } else {
                    last = if *byte == b' ' { last } else { 0 };
                    at += 1;
                }
            }
        }
        Self { evidence, text: OnceCell::new(), pairs }
    }

    fn pair(first: u32, second: u32) -> (usize, u64) {
        let hash = (first << 16 ^ second).wrapping_mul(0x9e37_79b1);
        ((hash >> 26) as usize, 1 << (hash >> 20 & 63))
    }

    fn has(&self, part: &str) -> bool {
        let bytes = part.as_bytes();
        let may = match (syllable_at(bytes, 0), syllable_at(bytes, TWO / 2)) {
            (Some(first), Some(second)) => {
                let (block, bit) = Self::pair(first, second);
                self.pairs[block] & bit != 0
            }
            _ => true,
        };
        may && memmem::find(self.text.get_or_init(|| self.joined()).as_bytes(), bytes).is_some()
    }

    fn joined(&self) -> String {
        let mut text = String::with_capacity(self.evidence.iter().map(|reading| reading.norm.len()).sum());
        for reading in self.evidence {
            let mut from = 0;
            for end in memchr_iter(b' ', reading.norm.as_bytes()).chain([reading.norm.len()]) {
                text.push_str(Span::new(from, end).of(reading.norm));
                from = end + 1;
            }
        }
        text
    }

    /// How well a word is found that has no other forms.
    fn part(&self, word: &str) -> f32 {
        if self.has(word) { PART } else { 0.0 }
    }
}

/// How well a Korean word is found among others, none of which has its key; `solid` is the text they stand in.
fn found(
    (word, stem, head): (&str, &str, u32),
    theirs: &Words<'_>,
    solid: &Solid<'_>,
    room: &mut Room,
) -> f32 {
    if stem.len() >= TWO && solid.has(stem) {
        return PART;
    }
    // `반품이 불가하다` is `반품할 수 없다`, `차이가 나타나지 않는다` is `차이가 없다`.
    let appears = || {
        let appears = ["나타나지", "보이지", "발견되지", "관찰되지", "존재하지"]
            .iter()
            .any(|head| word.starts_with(head));
        appears && solid.has("없")
    };
    if word.starts_with("불가") && solid.has("수없") || appears() {
        return MEANING;
    }
    // `신청이 가능하다` is `신청할 수 있다`.
    if word.starts_with("가능") && solid.has("수있") {
        return MEANING;
    }
    let first = initial(stem);
    if stem.len() < TWO + TWO / 2
        && theirs.list.iter().any(|other| {
            // The stem is the first syllable of both.
            other.initial == first
                && word.chars().next() == other.text.chars().next()
                && are_short_and_one(word, other.text)
        })
    {
        return PART;
    }
    room.mine.clear();
    push_letters(stem, &mut room.mine);
    let inflected = theirs.list.iter().filter(|other| other.initial == first).map(|other| {
        room.theirs.clear();
        push_letters(other.stem, &mut room.theirs);
        alike(&room.mine, &room.theirs)
    });
    // `해쳤다면`, `해친`: one verb, with the ending contracted.
    let contracted = head != 0 && theirs.list.iter().any(|other| other.head == head);
    let inflected = inflected.fold(if contracted { LETTERS } else { 0.0 }, f32::max);
    let whole = stem.as_bytes();
    // The bits of all pairs of the word.
    let pairs = whole.windows(TWO).filter_map(<[u8]>::first_chunk).fold(0, |all, pair| all | pair_bit(*pair));
    let is_part =
        |other: &Word<'_>| other.start & pairs != 0 && memmem::find(whole, other.stem.as_bytes()).is_some();
    let means = || theirs.mean(word) || theirs.list.iter().any(is_part);
    if inflected < MEANING && means() { MEANING } else { inflected }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    fn lacks(claim: &str, evidence: &str) -> f32 {
        let (claim, evidence) = (normalise(claim), normalise(evidence));
        lack(&Reading::new(&claim), &[Reading::new(&evidence)])
    }

    #[test]
    fn inflection_spacing_and_meaning_lack_little() {
        for (claim, evidence) in [
            ("위원회는 제물을 바친다", "위원회가 제물을 바치는 날이다"),
            ("글로벌 기자 간담회를 연다", "글로벌 기자간담회를 연 곳이다"),
            ("도서관은 책을 구매한다", "도서관이 책을 구입하였다"),
            ("길이 매우 어두웠다", "길이 어둡다"),
            ("도서관은 엘레베이터를 고쳤다", "도서관이 엘리베이터를 고쳤다"),
        ] {
            assert!(lacks(claim, evidence) < 0.6, "{claim}: {}", lacks(claim, evidence));
        }
    }

    #[test]
    fn other_words_are_lacking() {
        for (claim, evidence, least) in [
            ("위원회는 예산을 심의한다", "위원회가 날씨를 심의한다", 1.0),
            ("도서관은 서울에 있다", "도서관은 대전에 있다", 0.9),
        ] {
            assert!(lacks(claim, evidence) >= least, "{claim}: {}", lacks(claim, evidence));
        }
        assert!(lacks("나는 도서관에 갔다", "도서관에 갔다") < 0.5);
        assert!(lacks("날씨", "") >= 1.0);
    }
}
