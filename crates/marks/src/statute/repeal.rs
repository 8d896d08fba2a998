//! Whether a text itself says that the article it names was repealed: `제26조는 삭제되었다`, `the repealed Article 26`.
//!
//! Such words are true of an article that the store has as repealed, and any others about it are not. Leaves which
//! articles those are to [`super::structure`] and [`super::index`].

use super::particle::particle_len;
use stet_text::span::Span;

/// Characters behind a reference in which is looked for the word.
const REACH: usize = 60;

/// What goes on from the Korean word when it happened.
const KOREAN_ENDS: &[&str] = &[
    "되었",
    "됐",
    "된",
    "되어",
    "돼",
    "됨",
    "되고",
    "되면서",
    "하였",
    "했",
    "함",
    "임",
    "이다",
    "입니다",
    "조항",
    "조문",
];

/// What stands between an article and the word: when, and by what.
const KOREAN_MIDST: &[&str] =
    &["이미", "현재", "개정", "으로", "에", "부터", "자로", "시", "년", "월", "일", "모두", "전부"];

const ENGLISH_VERBS: &[&str] = &["was", "were", "is", "are", "has been", "have been", "had been"];
const ENGLISH_ADVERBS: &[&str] = &["already", "since", "now", "also", "since been"];
const ENGLISH_WORDS: &[&str] = &["repealed", "deleted", "abolished"];

/// Whether the words around the reference at `span` say that it was repealed.
#[must_use]
pub fn tells_of_repeal(text: &str, span: Span) -> bool {
    let head = text.get(..span.start).unwrap_or_default().trim_end_matches([' ', '「', '*', '_', '"', '“']);
    let tail = text.get(span.end..).unwrap_or_default();
    let end = tail.char_indices().nth(REACH).map_or(tail.len(), |(at, _)| at);
    let tail = tail.get(..end).unwrap_or(tail).split('\n').next().unwrap_or_default();
    let before = ["삭제된", "폐지된", "repealed", "deleted", "abolished", "Repealed", "Deleted"];
    before.iter().any(|word| head.ends_with(word)) || korean(tail) || english(tail)
}

/// What joins an article to the next of a list.
const JOINTS: &[&str] = &["및", "과", "와", "이나", "나", "또는", "·", "ㆍ", "・", ",", "、"];

/// What follows the other members of the list that a reference begins: `제2항` of `제1항 및 제2항은 삭제되었다`.
fn behind_list(tail: &str) -> &str {
    let mut rest = tail;
    loop {
        let at = rest.trim_start_matches(' ');
        let Some(next) = JOINTS.iter().find_map(|joint| at.strip_prefix(joint)) else { return rest };
        let next = next.trim_start_matches(' ');
        let digits = next.strip_prefix('제').unwrap_or(next).trim_start_matches(' ');
        let unit = digits.trim_start_matches(|c: char| c.is_ascii_digit());
        let Some(after) = unit.strip_prefix(['조', '항', '호']).filter(|_| unit.len() < digits.len())
        else {
            return rest;
        };
        let branch =
            after.strip_prefix('의').map(|branch| branch.trim_start_matches(|c: char| c.is_ascii_digit()));
        rest = branch.filter(|branch| branch.len() + '의'.len_utf8() < after.len()).unwrap_or(after);
    }
}

fn korean(tail: &str) -> bool {
    let tail = behind_list(tail.trim_start_matches(['*', '_', '"', '”', '」']));
    let particle = particle_len(tail, true).unwrap_or(0);
    let rest = tail.get(particle..).unwrap_or_default();
    let Some((at, word)) = ["삭제", "폐지"]
        .iter()
        .filter_map(|word| Some((rest.find(word)?, *word)))
        .min_by_key(|found| found.0)
    else {
        return false;
    };
    let mut midst: String = rest.get(..at).unwrap_or_default().to_owned();
    for known in KOREAN_MIDST {
        midst = midst.replace(known, "");
    }
    let end = rest.get(at + word.len()..).unwrap_or_default();
    let ends = end.trim_start();
    let done = ends.is_empty()
        || ends.starts_with([')', '>', '〉', '.', ',', '<', '〈', '('])
        || KOREAN_ENDS.iter().any(|known| ends.starts_with(known));
    let clause = end.split(['.', ',', ')', '>', '〉']).next().unwrap_or_default();
    let denied = ["않", "아니", "아닌", "아닙", "없", "못"].iter().any(|word| clause.contains(word));
    done && !denied && !midst.contains(char::is_alphabetic)
}

fn english(tail: &str) -> bool {
    let lower = tail.to_lowercase();
    let rest = lower.trim_start_matches(['*', '_', '"', '”', '’', ' ', ',', '(']);
    let words = |text: &str| ENGLISH_WORDS.iter().any(|word| text.starts_with(word));
    let skip = |text: &'_ str, known: &[&str]| {
        known.iter().find_map(|word| text.strip_prefix(word)?.strip_prefix(' ').map(str::to_owned))
    };
    let plain = skip(rest, ENGLISH_ADVERBS);
    let bracketed = tail.trim_start().starts_with(['(', ',']);
    if bracketed && (words(rest) || plain.as_deref().is_some_and(words)) {
        return true;
    }
    skip(rest, ENGLISH_VERBS)
        .map(|after| skip(&after, ENGLISH_ADVERBS).unwrap_or(after))
        .is_some_and(|after| words(&after))
}
