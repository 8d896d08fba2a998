//! Blanks between letters: which of them are a matter of form.
//!
//! A blank makes other words (`maybe` and `may be`, `부산 시장` and `부산시장`), unless the dictionary or the rules of the
//! language allow one reading only. Owns that question for both languages.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::spelling::{is_ending, is_english, is_korean, is_noun};

static PARTICLES: LazyLock<FxHashSet<&'static str>> =
    LazyLock::new(|| stet_data::words("words/ko/changed-particles.tsv"));

fn is_particle(word: &str) -> bool {
    PARTICLES.contains(word)
}

/// Whether the blank between two words is form. `joined` tells that they are written together now, and were not.
#[must_use]
pub fn is_form(left: &str, right: &str, joined: bool) -> bool {
    let digits = |word: &str, at_end: bool| {
        let ch = if at_end { word.chars().next_back() } else { word.chars().next() };
        ch.is_some_and(|ch| ch.is_ascii_digit())
    };
    let hangul = |word: &str| !word.is_empty() && word.chars().all(|ch| ('가'..='힣').contains(&ch));
    if digits(left, true) && !digits(right, false) {
        // `5km`, `3 개`: the value is read with its unit.
        return left.bytes().all(|byte| byte.is_ascii_digit());
    }
    if hangul(left) && hangul(right) {
        return korean(left, right, joined);
    }
    // `API 를`: a particle stands on its word, whatever that is written in.
    if hangul(right) && !hangul(left) {
        return is_particle(right) && joined;
    }
    english(left, right, joined)
}

/// One reading is words, the other one is none: `alot`, `to gether`.
fn english(left: &str, right: &str, joined: bool) -> bool {
    let plain = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase());
    if !plain(left) || !plain(right) {
        return false;
    }
    let together = is_english(&[left, right].concat());
    let apart = is_english(left) && is_english(right) && (right.len() > 1 || right == "a");
    if joined { together && !apart } else { apart && !together }
}

/// Nouns that only stand behind the ending of a verb: `할 수`, `간 적`, `하는 것`.
const BOUND: [&str; 19] = [
    "수", "것", "거", "게", "걸", "건", "줄", "때", "적", "뿐", "채", "듯", "만큼", "대로", "중", "뒤", "후",
    "동안", "때문",
];
/// Counters behind a numeral.
const COUNTERS: [&str; 19] = [
    "개", "명", "시간", "시", "달", "살", "장", "권", "마리", "대", "번째", "번", "분", "사람", "배", "주",
    "층", "잔", "곳",
];
const NUMERALS: [&str; 14] =
    ["두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉", "열", "스무", "몇", "여러", "서너", "두세"];
/// Verbs that help another one behind `-아`, `-어`, and may stand apart or not.
const AUXILIARY: [&str; 12] = ["주", "버리", "보", "놓", "두", "드리", "있", "줬", "봤", "버렸", "뒀", "놨"];

fn korean(left: &str, right: &str, joined: bool) -> bool {
    let begins = |list: &[&str]| {
        list.iter().any(|noun| {
            right
                .strip_prefix(noun)
                .is_some_and(|tail| tail.is_empty() || is_ending(tail) || is_particle(tail))
        })
    };
    // `학생 입니다`, `학교 에서`: a particle or the copula stands on its noun.
    if is_particle(right) {
        let plain = right.chars().count() > 1 || "은는을를의에".contains(right) && left.chars().count() > 1;
        return joined && plain && is_korean(left);
    }
    let long = left.chars().count() > 1;
    // `할수`, `하는것`, `정리한뒤`: the adnominal ending ㄴ, ㄹ or `는`.
    let last = left.chars().next_back().and_then(stet_text::final_consonant);
    let modifies = matches!(last, Some(4 | 8)) && is_korean(left);
    if !joined
        && begins(&BOUND)
        && modifies
        && (long || matches!(last, Some(8)) || left == "한" && right.starts_with('것'))
    {
        // `그때`, `한때`, `이것` are words.
        return is_verbal(left);
    }
    // `할 수 있는`
    if left == "수" && !joined && begins(&["있", "없"]) {
        return true;
    }
    if NUMERALS.contains(&left) && begins(&COUNTERS) {
        return true;
    }
    if begins(&["한다", "합니다", "했다", "하다", "해요", "하지", "하고"]) && left.ends_with('야') && long
    {
        return true;
    }
    // `하지 마라`, `가지 않는다`.
    if long && left.ends_with('지') && !joined && begins(&["마", "말", "않", "못"]) {
        return is_korean(left);
    }
    if long && left.ends_with(['아', '어', '해', '여', '워', '려', '와', '겨', '져']) && begins(&AUXILIARY)
    {
        return is_verbal(left) && !is_korean(&[left, right].concat());
    }
    // Words that were run together, and are no word so: `공부를한다`. A bare noun may make another one with what follows
    // (`부산시장`), and where two cuts give words (`아버지가방에`), the blank tells which are meant.
    !joined && long && is_korean(left) && !is_noun(left) && only_cut(left, right)
}

/// Whether two words that were run together are words at this cut and at no other.
fn only_cut(left: &str, right: &str) -> bool {
    let whole = [left, right].concat();
    let cuts = whole.char_indices().map(|(at, _)| at).skip(2).filter(|at| *at != left.len());
    let mut others = cuts.filter_map(|at| whole.split_at_checked(at));
    whole.len() <= 60
        && is_korean(right)
        && !is_korean(&whole)
        && !others.any(|(head, tail)| tail.chars().count() > 1 && is_korean(head) && is_korean(tail))
}

/// Whether a word is read as a verb with an ending, and is no noun.
fn is_verbal(word: &str) -> bool {
    is_korean(word) && !is_noun(word)
}
