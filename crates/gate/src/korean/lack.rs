//! What a Korean claim says that its evidence does not: its content words, each with how well it
//! is found.
//!
//! Owns the comparison of Korean words beyond their keys: stems by their letters (`바친` and `바치`),
//! compounds written apart, words of one meaning ([`synonyms`](stet_reading::synonyms)). Emphasis
//! ([`emphasis`](stet_reading::emphasis)) is judged apart and counts nothing here.

use std::cell::OnceCell;
use std::ops::Range;
use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use crate::credits::Credit;
use crate::korean::short::are_short_and_one;
use stet_reading::emphasis::only_emphasises;
use stet_reading::reading::Reading;
use stet_reading::synonyms::meanings;
use stet_text::{Script, parts};

/// Bytes of two syllables: the shortest stem that is looked for inside other words.
const TWO: usize = 6;

/// What says the same: `반품이 불가하다` is `반품할 수 없다`, `신청이 가능하다` is `신청할 수 있다`, `차이가 나타나지 않는다` is `차이가 없다`.
const SAID: [(&str, &str); 7] = [
    ("불가", "수없"),
    ("가능", "수있"),
    ("나타나지", "없"),
    ("보이지", "없"),
    ("발견되지", "없"),
    ("관찰되지", "없"),
    ("존재하지", "없"),
];

static LIGHT_WORDS: LazyLock<FxHashSet<&str>> = LazyLock::new(|| stet_data::words("words/ko/light"));

/// Whether a Korean word, or its stem, is a pronoun or another word of little content.
pub(crate) fn is_light(word: &str, stem: &str) -> bool {
    LIGHT_WORDS.contains(word) || LIGHT_WORDS.contains(stem)
}

/// Number of content words of the claim that the evidence lacks; a word found in part counts in part,
/// one of little content little.
pub(crate) fn lack(claim: &Reading<'_>, evidence: &[Reading<'_>]) -> f32 {
    // Numbers are compared by what they mean.
    let is_number = |text: &Reading<'_>, at: usize| {
        text.tokens.get(at).is_some_and(|token| token.script == Script::Digit)
    };
    let has = |text: &Reading<'_>, key| text.positions(key).any(|at| !is_number(text, at));
    let evidence = Evidence { texts: evidence, words: OnceCell::new(), solid: OnceCell::new() };
    let lacking = (0..claim.tokens.len()).filter(|&at| {
        let key = claim.content(at).filter(|_| !is_number(claim, at));
        key.is_some_and(|key| !evidence.texts.iter().any(|text| has(text, key)))
    });
    lacking.map(|at| weight(claim, at) * (1.0 - evidence.found(claim, at))).sum()
}

/// What the word at `at` of a text weighs.
fn weight(text: &Reading<'_>, at: usize) -> f32 {
    if is_light(text.word(at), text.stem(at)) {
        Credit::Light.value()
    } else if only_emphasises(text, at) {
        0.0
    } else {
        1.0
    }
}

/// A content word of the evidence: the text and the position, and the letters of its stem.
struct Word {
    text: usize,
    at: usize,
    letters: Vec<u8>,
}

/// Some texts, put together once a word is looked for that does not stand there as it is.
struct Evidence<'a> {
    texts: &'a [Reading<'a>],
    words: OnceCell<Vec<Word>>,
    /// The texts without spaces.
    solid: OnceCell<String>,
}

impl<'a> Evidence<'a> {
    fn words(&self) -> impl Iterator<Item = (&'a Reading<'a>, &Word)> {
        let words = self.words.get_or_init(|| {
            let texts = self.texts.iter().enumerate();
            let word = |(text, at): (usize, usize)| {
                let reading = self.texts.get(text)?;
                let hangul = reading.tokens.get(at)?.script == Script::Hangul;
                let letters = || letters(reading.stem(at));
                (hangul && reading.content(at).is_some()).then(|| Word { text, at, letters: letters() })
            };
            let all = texts.flat_map(|(text, reading)| (0..reading.tokens.len()).map(move |at| (text, at)));
            all.filter_map(word).collect()
        });
        words.iter().filter_map(|word| Some((self.texts.get(word.text)?, word)))
    }

    fn has_solid(&self, part: &str) -> bool {
        let joined = || self.texts.iter().flat_map(|text| text.norm.split(' ')).collect();
        self.solid.get_or_init(joined).contains(part)
    }

    /// Whether a word stands for one of these.
    fn means(&self, word: &str) -> bool {
        meanings(word).any(|group| {
            let is_said = |text: &Reading<'_>| {
                let mut words = text.meanings().iter().filter(|one| one.group == group);
                words.any(|one| text.content(one.at).is_some())
            };
            self.texts.iter().any(is_said)
        })
    }

    /// How well the word at `at` of a claim is found, which does not stand here as it is.
    fn found(&self, claim: &Reading<'_>, at: usize) -> f32 {
        let (word, stem, head) = (claim.word(at), claim.stem(at), claim.head(at));
        let hangul = claim.tokens.get(at).is_some_and(|token| token.script == Script::Hangul);
        if (stem.len() >= TWO || !hangul) && self.has_solid(stem) {
            return Credit::Part.value();
        }
        if !hangul {
            return 0.0;
        }
        if SAID.iter().any(|(head, other)| word.starts_with(head) && self.has_solid(other)) {
            return Credit::Meaning.value();
        }
        let short = stem.len() < TWO + TWO / 2;
        if short && self.words().any(|(text, other)| are_short_and_one(word, text.word(other.at))) {
            return Credit::Part.value();
        }
        let own = letters(stem);
        let inflected = |(text, other): (&Reading<'_>, &Word)| {
            // `해쳤다면`, `해친`: one verb, with the ending contracted.
            let contracted = head != 0 && text.head(other.at) == head;
            alike(&own, &other.letters).max(if contracted { Credit::Letters.value() } else { 0.0 })
        };
        let inflected = self.words().map(inflected).fold(0.0, f32::max);
        let is_part = |(text, other): (&Reading<'_>, &Word)| {
            text.stem(other.at).len() >= TWO && stem.contains(text.stem(other.at))
        };
        let means = || self.means(word) || self.words().any(is_part);
        if inflected < Credit::Meaning.value() && means() { Credit::Meaning.value() } else { inflected }
    }
}

/// What stands for the vowels among the letters.
const VOWELS: Range<u8> = 32..64;

/// The letters of the Hangul syllables of a word: initials, vowels and finals apart.
fn letters(word: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(word.len());
    let letter = |number: u32, from: u8| from + u8::try_from(number).unwrap_or_default();
    for (initial, vowel, last) in word.chars().filter_map(parts) {
        out.extend([letter(initial, 0), letter(vowel, VOWELS.start)]);
        if last > 0 {
            out.push(letter(last, 64));
        }
    }
    out
}

/// How much alike two stems are by their letters: inflection changes the end of a Korean stem.
fn alike(one: &[u8], other: &[u8]) -> f32 {
    /// Letters of a loanword, three syllables, from which one vowel may differ: `어댑터`, `어뎁터`.
    const RESPELLED: usize = 6;
    /// Pairs of vowels of which the second is the first contracted with an ending: `쓰 / 써`, `보 / 봐`, `주 / 줘`.
    const CONTRACTED: [(u8, u8); 5] = [(18, 4), (8, 9), (13, 14), (20, 6), (11, 10)];
    if one.first() != other.first() {
        return 0.0;
    }
    let common = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    let (least, most) = (one.len().min(other.len()), one.len().max(other.len()));
    let vowels =
        one.get(common).zip(other.get(common)).filter(|(a, b)| VOWELS.contains(a) && VOWELS.contains(b));
    let respelled = vowels.is_some()
        && least >= RESPELLED
        && least == most
        && one.get(common + 1..) == other.get(common + 1..);
    let contracted = vowels.is_some_and(|(a, b)| {
        let pair = (a - VOWELS.start, b - VOWELS.start);
        common == 1 && (CONTRACTED.contains(&pair) || CONTRACTED.contains(&(pair.1, pair.0)))
    });
    match common {
        4.. if common == least => Credit::Part.value(),
        4.. if common + 2 >= least => Credit::Letters.value(),
        3.. if common + 1 >= least => Credit::Short.value(),
        _ if respelled => Credit::Letters.value(),
        2.. if common == least && most <= least + 2 => Credit::Syllable.value(),
        _ if least == 2 && most <= 3 && contracted => Credit::Syllable.value(),
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn what_is_found_by_letters_spacing_or_meaning_lacks_little() {
        for (claim, evidence, want) in [
            ("위원회는 제물을 바친다", "위원회가 제물을 바치는 날이다", 0.0..0.6),
            ("글로벌 기자 간담회를 연다", "글로벌 기자간담회를 연 곳이다", 0.0..0.6),
            ("도서관은 책을 구매한다", "도서관이 책을 구입하였다", 0.0..0.6),
            ("길이 매우 어두웠다", "길이 어둡다", 0.0..0.6),
            ("도서관은 엘레베이터를 고쳤다", "도서관이 엘리베이터를 고쳤다", 0.0..0.6),
            ("나는 도서관에 갔다", "도서관에 갔다", 0.0..0.5),
            ("위원회는 예산을 심의한다", "위원회가 날씨를 심의한다", 1.0..9.0),
            ("도서관은 서울에 있다", "도서관은 대전에 있다", 0.9..9.0),
            ("날씨", "", 1.0..9.0),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(evidence));
            let found = lack(&Reading::new(&mine), &[Reading::new(&theirs)]);
            assert!(want.contains(&found), "{claim}: {found}");
        }
    }
}
