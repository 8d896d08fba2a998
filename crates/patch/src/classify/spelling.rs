//! Spelling: is a word a word, and is one word the other one mended?
//!
//! A slip is told from another word by a dictionary, not by a list of slips: what was written is no word, what is
//! written now is one, and few letters lie between. Owns both dictionaries (English: `harper-core`, Korean: stems and
//! endings of `words/ko`) and the distance in letters, in Korean in jamo.

use std::sync::{Arc, LazyLock};

use harper_core::spell::{Dictionary as _, FstDictionary};
use rustc_hash::FxHashMap;

use stet_text::{is_tail, parts, syllable};

static ENGLISH: LazyLock<Arc<FstDictionary>> = LazyLock::new(FstDictionary::curated);
static STEMS: LazyLock<FxHashMap<&'static str, &'static str>> =
    LazyLock::new(|| stet_data::pairs("words/ko/stems"));
static ENDINGS: LazyLock<FxHashMap<&'static str, &'static str>> =
    LazyLock::new(|| stet_data::pairs("words/ko/endings"));
static SLIPS: LazyLock<Vec<(&'static str, &'static str)>> = LazyLock::new(|| {
    stet_data::rows("words/ko/slips").filter_map(|row| Some((*row.first()?, *row.get(1)?))).collect()
});

/// Letters up to which a word is held against a dictionary.
const LONGEST: usize = 40;

/// Whether a lower-case English word is one.
#[must_use]
pub fn is_english(word: &str) -> bool {
    let single = word.len() == 1 && !matches!(word, "a" | "i" | "o");
    word.len() <= LONGEST && !single && ENGLISH.contains_word_str(word)
}

/// Whether an English word says how something is: `hot`, `late`, `the`.
#[must_use]
pub fn is_quality(word: &str) -> bool {
    ENGLISH.get_word_metadata_str(word).is_some_and(|known| {
        (known.is_adjective() || known.is_determiner() || known.is_verb_progressive_form())
            && !known.is_noun()
    })
}

/// Whether an English word was misspelt and is mended, or stands in the spelling of another country.
#[must_use]
pub fn english(before: &str, after: &str) -> bool {
    let plain = |word: &str| {
        word.len() <= LONGEST && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'\'')
    };
    if !plain(before) || !plain(after) {
        return false;
    }
    if usage(before) == usage(after) && before.len() > 4 {
        return true;
    }
    // Two letters may be two words, or a name.
    let (b, a): (Vec<char>, Vec<char>) = (before.chars().collect(), after.chars().collect());
    let most = b.len().max(a.len());
    // `grantor` and `grantee` are two people, whatever a dictionary has.
    let ends = |word: &str| ["er", "or", "ee", "ed", "ing"].into_iter().find(|end| word.ends_with(end));
    if let (Some(x), Some(y)) = (ends(before), ends(after))
        && x != y
        && before.strip_suffix(x) == after.strip_suffix(y)
        && [x, y].contains(&"ee")
    {
        return false;
    }
    // An abbreviation has no vowels and is another one by a letter.
    let spoken = after.contains(['a', 'e', 'i', 'o', 'u', 'y']);
    b.len().min(a.len()) > 2
        && spoken
        && distance(&b, &a) <= slips(most)
        && is_english(after)
        && !is_english(before)
}

/// Letters that may be wrong in a word of so many.
fn slips(letters: usize) -> usize {
    match letters {
        0..=4 => 1,
        5..=8 => 2,
        _ => 3,
    }
}

/// Jamo that may be wrong in a word of so many: in a short one another is another word.
fn jamo_slips(letters: usize) -> usize {
    1 + usize::from(letters > 8)
}

/// One form for British and American spelling, which differ in long words only: `colour` but not `mourning`.
#[must_use]
pub fn usage(word: &str) -> String {
    const PAIRS: [(&str, &str, usize); 7] = [
        ("our", "or", 3),
        ("ogue", "og", 3),
        ("ae", "e", 0),
        ("is", "iz", 3),
        ("ys", "yz", 4),
        ("ence", "ense", 3),
        ("ll", "l", 4),
    ];
    let mut out = word.to_owned();
    for (british, american, before) in PAIRS {
        if let Some(at) = out.rfind(british).filter(|at| *at >= before) {
            out.replace_range(at..at + british.len(), american);
        }
    }
    for (british, american) in [("tre", "ter"), ("tres", "ters")] {
        if let Some(stem) = out.strip_suffix(british) {
            out = format!("{stem}{american}");
        }
    }
    out
}

/// Whether a syllable sequence is a Korean noun of the dictionary.
#[must_use]
pub fn is_noun(word: &str) -> bool {
    word.chars().count() > 1 && STEMS.get(word).is_some_and(|kinds| kinds.contains('n'))
}

/// Whether this may follow a Korean stem: one ending, or two.
#[must_use]
pub fn is_ending(tail: &str) -> bool {
    ENDINGS.contains_key(tail) || endings(tail, 'e', 2) || endings(tail, 'x', 2)
}

/// Whether a tail is made of endings, the first of one kind, the others of a verb.
fn endings(tail: &str, first: char, most: usize) -> bool {
    cuts(tail).any(|(head, rest)| {
        ENDINGS.get(head).is_some_and(|kinds| kinds.contains(first))
            && (rest.is_empty() || most > 1 && endings(rest, 'e', most - 1))
    })
}

/// A word cut in two at each syllable, the longer beginnings first, the whole among them.
fn cuts(word: &str) -> impl Iterator<Item = (&str, &str)> {
    let ends = word.char_indices().map(|(at, _)| at).skip(1).chain([word.len()]);
    let mut ends: Vec<usize> = ends.collect();
    ends.reverse();
    ends.into_iter().filter_map(|at| word.split_at_checked(at))
}

/// The stem that an ending has run together with: `조려`, `조렸` → `조리`, `간`, `갈` → `가`.
fn contracted(head: &str) -> Option<String> {
    let last = head.chars().next_back()?;
    let (lead, vowel, tail) = parts(last)?;
    let open = match (vowel, tail) {
        (_, 4 | 8 | 16 | 17) | (0 | 1 | 4, 20) => vowel,
        // ㅕ, ㅘ, ㅝ, ㅐ with or without ㅆ.
        (6, 0 | 20) => 20,
        (9, 0 | 20) => 8,
        (14, 0 | 20) => 13,
        _ => return None,
    };
    let stem = syllable((lead, open, 0))?;
    Some(head.chars().take(head.chars().count() - 1).chain([stem]).collect())
}

/// Suffixes that make another noun.
const SUFFIXES: [&str; 14] =
    ["들", "적", "씩", "째", "님", "화", "별", "형", "용", "상", "력", "률", "율", "성"];

/// Whether a Korean eojeol is a word of the dictionary with its endings.
#[must_use]
pub fn is_korean(word: &str) -> bool {
    if word.len() > 3 * LONGEST {
        return false;
    }
    cuts(word).any(|(head, tail)| {
        let verb = |stem: &str| STEMS.get(stem).is_some_and(|kinds| kinds.contains('v'));
        if contracted(head).is_some_and(|stem| verb(&stem)) && (tail.is_empty() || endings(tail, 'e', 2)) {
            return true;
        }
        let Some(kinds) = STEMS.get(head) else { return false };
        let long = head.chars().count() > 1;
        let particle =
            |tail: &str| tail.is_empty() || ENDINGS.get(tail).is_some_and(|kinds| kinds.contains('j'));
        let noun = |tail: &str| particle(tail) || endings(tail, 'x', 3);
        kinds.contains(['v', 'i']) && (tail.is_empty() || endings(tail, 'e', 2))
            || kinds.contains('a') && particle(tail)
            || kinds.contains('n')
                && (particle(tail)
                    || long
                        && (noun(tail)
                            || SUFFIXES.iter().any(|suffix| tail.strip_prefix(suffix).is_some_and(noun))))
    })
}

/// What a Korean eojeol may be a form of: its noun, and the verbs of the dictionary.
#[must_use]
pub fn stems(word: &str, noun: &str) -> Vec<String> {
    let mut out = vec![noun.to_owned()];
    if word.len() > 3 * LONGEST {
        return out;
    }
    // The negation is told by its own gate.
    let verb = word.strip_prefix(['안', '못']).filter(|rest| !rest.is_empty()).unwrap_or(word);
    for (head, tail) in [word, verb].into_iter().flat_map(cuts) {
        let closed = head.chars().next_back().unwrap_or_default();
        if tail.is_empty() || endings(tail, 'e', 2) || is_tail(closed, tail) {
            let known = |stem: &String| STEMS.get(stem.as_str()).is_some_and(|kinds| kinds.contains('v'));
            // `채워지 → 채우`: what is done to a thing.
            let done = |stem: String| {
                let active = stem
                    .strip_suffix('지')
                    .map(|rest| rest.strip_suffix(['어', '아']).unwrap_or(rest).to_owned());
                active.into_iter().flat_map(|active| unchanged(&active).collect::<Vec<_>>()).chain([stem])
            };
            out.extend(unchanged(head).flat_map(done).filter(known));
        }
    }
    // `회신드립니다`
    let humble = word
        .split_once('드')
        .filter(|(noun, rest)| is_noun(noun) && rest.starts_with(['리', '려', '렸', '립', '린', '릴']));
    out.extend(humble.map(|(noun, _)| noun.to_owned()));
    out.sort_unstable();
    out.dedup();
    out
}

/// The stems of which a head may be what an ending has made: itself, run together with it, and those that change before
/// one (`만드 → 만들`, `도와 → 돕`, `들 → 듣`, `지 → 짓`, `골라 → 고르`).
fn unchanged(head: &str) -> impl Iterator<Item = String> {
    /// Numbers of final consonants.
    const TIKEUT: u32 = 7;
    const RIEUL: u32 = 8;
    const BIEUP: u32 = 17;
    const SIOT: u32 = 19;
    let mut letters: Vec<char> = head.chars().collect();
    let mut out = vec![Some(head.to_owned()), contracted(head)];
    let last = letters.pop().and_then(parts);
    let before = letters.last().copied().and_then(parts);
    if let Some((lead, vowel, tail)) = last {
        let with = |letters: &[char], end: Option<char>| {
            end.map(|end| letters.iter().copied().chain([end]).collect())
        };
        let finals: &[u32] = match tail {
            0 => &[RIEUL, SIOT],
            4 | BIEUP => &[RIEUL],
            RIEUL => &[TIKEUT],
            _ => &[],
        };
        // `모아 → 모으`, `썼 → 쓰`.
        if matches!((vowel, tail), (0 | 4, 0 | 20)) {
            out.push(with(&letters, syllable((lead, 18, 0))));
        }
        out.extend(finals.iter().map(|tail| with(&letters, syllable((lead, vowel, *tail)))));
        if let Some((first, middle, end)) = before {
            letters.pop();
            // ㅇ with ㅜ, ㅝ or ㅘ; ㄹ with ㅏ or ㅓ behind ㄹ.
            if lead == 11 && matches!(vowel, 9 | 13 | 14) && end == 0 {
                out.push(with(&letters, syllable((first, middle, BIEUP))));
            } else if lead == 5 && matches!(vowel, 0 | 4) && end == RIEUL {
                out.push(with(&letters, syllable((first, middle, 0))).map(|stem: String| stem + "르"));
            }
        }
    }
    out.into_iter().flatten()
}

/// Whether a Korean eojeol was misspelt and is mended.
#[must_use]
pub fn korean(before: &str, after: &str) -> bool {
    if canonical(before) == canonical(after) || (before, after) == ("않", "안") {
        return true;
    }
    if before.len().max(after.len()) > 3 * LONGEST {
        return false;
    }
    // A particle that comes or goes is none: `이정은이`, `이정은`.
    let grown = |long: &str, short: &str| long.strip_prefix(short).is_some_and(is_ending);
    if grown(before, after) || grown(after, before) {
        return false;
    }
    let (b, a) = (jamo(before), jamo(after));
    let near = distance(&b, &a) <= jamo_slips(b.len().max(a.len()));
    if near && mends_particle(before, after) {
        return true;
    }
    b == a || near && is_korean(after) && !is_korean(before)
}

/// Whether only what stands behind a word of two syllables differs, and was no particle nor an ending: `국토부른 → 국토부는`.
fn mends_particle(before: &str, after: &str) -> bool {
    let particle = |tail: &str| ENDINGS.get(tail).is_some_and(|kinds| kinds.contains('j'));
    cuts(after).any(|(head, tail)| {
        let other = before.strip_prefix(head);
        head.chars().count() > 1
            && particle(tail)
            && other.is_some_and(|rest| rest.chars().count() == tail.chars().count() && !is_ending(rest))
    })
}

/// Whether two runs of Hangul differ by a slip or two.
#[must_use]
pub fn near(before: &str, after: &str) -> bool {
    let (b, a) = (jamo(before), jamo(after));
    canonical(before) == canonical(after)
        || b.len().max(a.len()) <= 3 * LONGEST && distance(&b, &a) <= jamo_slips(b.len().max(a.len()))
}

/// Whether two runs of Hangul differ by known slips alone.
#[must_use]
pub fn same_but_slips(before: &str, after: &str) -> bool {
    canonical(before) == canonical(after)
}

/// A word with the slips of `words/ko/slips` mended.
fn canonical(word: &str) -> String {
    let mut out = word.to_owned();
    for (wrong, right) in SLIPS.iter() {
        if out.contains(wrong) {
            out = out.replace(wrong, right);
        }
    }
    out
}

/// The letters of a word: jamo of Hangul, whether written as syllables or one by one, other letters as they are.
#[must_use]
pub fn jamo(word: &str) -> Vec<char> {
    const LEADS: &str = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";
    const TAILS: &str = "ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ";
    let mut out = Vec::with_capacity(word.len());
    for ch in word.chars() {
        let Some((lead, vowel, tail)) = parts(ch) else {
            out.push(ch);
            continue;
        };
        out.extend(LEADS.chars().nth(lead as usize));
        out.extend(char::from_u32('ㅏ' as u32 + vowel));
        if tail > 0 {
            out.extend(TAILS.chars().nth(tail as usize - 1));
        }
    }
    out
}

/// Edit distance in which two neighbours that changed places are one slip.
#[must_use]
pub fn distance<T: PartialEq>(one: &[T], two: &[T]) -> usize {
    let width = two.len() + 1;
    let mut table = vec![0_usize; (one.len() + 1) * width];
    let at = |table: &[usize], i: usize, j: usize| table.get(i * width + j).copied().unwrap_or_default();
    for i in 0..=one.len() {
        for j in 0..=two.len() {
            let best = if i == 0 || j == 0 {
                i + j
            } else {
                let same = one.get(i - 1) == two.get(j - 1);
                let swapped =
                    i > 1 && j > 1 && one.get(i - 1) == two.get(j - 2) && one.get(i - 2) == two.get(j - 1);
                let plain = (at(&table, i - 1, j) + 1)
                    .min(at(&table, i, j - 1) + 1)
                    .min(at(&table, i - 1, j - 1) + usize::from(!same));
                if swapped { plain.min(at(&table, i - 2, j - 2) + 1) } else { plain }
            };
            if let Some(cell) = table.get_mut(i * width + j) {
                *cell = best;
            }
        }
    }
    at(&table, one.len(), two.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_no_word_and_its_mending_is_one() {
        for (before, after) in [
            ("definately", "definitely"),
            ("recieve", "receive"),
            ("teh", "the"),
            ("writting", "writing"),
            ("enviroment", "environment"),
            ("becuase", "because"),
            ("colour", "color"),
            ("organise", "organize"),
            ("centres", "centers"),
        ] {
            assert!(english(before, after), "{before} {after}");
        }
        for (before, after) in [
            ("prescription", "proscription"),
            ("insurer", "insured"),
            ("council", "counsel"),
            ("now", "not"),
            ("receive", "recieve"),
            ("industrial", "industrious"),
            ("smith", "smyth"),
        ] {
            assert!(!english(before, after), "{before} {after}");
        }
        for (before, after) in [
            ("대긴에", "대신에"),
            ("몇일", "며칠"),
            ("취소됬다", "취소됐다"),
            ("안되요", "안돼요"),
            ("역활을", "역할을"),
            ("ㄱㅏ다", "가다"),
            ("학꾜에서", "학교에서"),
            ("사라미", "사람이"),
        ] {
            assert!(korean(before, after), "{before} {after}");
        }
        for (before, after) in [
            ("결재했다", "결제했다"),
            ("제고가", "재고가"),
            ("부과했다", "부가했다"),
            ("치료했다", "치요했다"),
            ("먹었다", "먹였다"),
            ("사과를", "사과만"),
            ("빛이", "빚이"),
            ("민수가", "민주가"),
            ("이정은이", "이정은"),
            ("부산에서", "분산에서"),
        ] {
            assert!(!korean(before, after), "{before} {after}");
        }
    }

    #[test]
    fn neighbours_that_changed_places_are_one_slip() {
        for (one, two, wanted) in
            [("", "abc", 3), ("kitten", "sitting", 3), ("teh", "the", 1), ("한글", "한국", 1)]
        {
            let letters = |word: &str| word.chars().collect::<Vec<_>>();
            assert_eq!(distance(&letters(one), &letters(two)), wanted, "{one} {two}");
        }
    }
}
