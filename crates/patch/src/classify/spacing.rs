//! Blanks between letters: which of them are a matter of form.
//!
//! A blank makes other words (`maybe` and `may be`, `부산 시장` and `부산시장`), unless the dictionary or the rules of the
//! language allow one reading only. Owns that question for both languages.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::lexicon::COMPOUNDS;
use super::spelling::{is_ending, is_english, is_korean, is_noun};
use stet_reading::tags::Tags;
use stet_text::Script;

static PARTICLES: LazyLock<FxHashSet<&'static str>> =
    LazyLock::new(|| stet_data::words("words/ko/changed-particles"));
/// Words that are written apart: the left ones, how the right one begins, and when.
static APART: LazyLock<Vec<[&'static str; 3]>> = LazyLock::new(|| {
    let row = |row: Vec<&'static str>| row.try_into().ok();
    stet_data::rows("words/ko/spacing").filter_map(row).collect()
});

/// Whether the blank between two words is form. `joined` tells that they are written together now, and were not.
#[must_use]
pub fn is_form(left: &str, right: &str, joined: bool) -> bool {
    let hangul = |word: &str| !word.is_empty() && word.chars().all(|ch| ('가'..='힣').contains(&ch));
    let digits = |word: &str| word.starts_with(|ch: char| ch.is_ascii_digit());
    let unit = left.trim_start_matches(|ch: char| ch.is_ascii_digit());
    if digits(left) && hangul(unit) {
        // `5월14일`, `10년만에`: a value with its unit, and what follows.
        digits(right) || hangul(right) && korean(unit, right, joined)
    } else if left.ends_with(|ch: char| ch.is_ascii_digit())
        && !right.starts_with(|ch: char| ch.is_ascii_digit())
    {
        // `5km`, `3 개`: the value is read with its unit.
        left.bytes().all(|byte| byte.is_ascii_digit())
    } else if hangul(right) && hangul(left) {
        korean(left, right, joined)
    } else if hangul(right) {
        // `API 를`: a particle stands on its word, whatever that is written in.
        PARTICLES.contains(right) && joined
    } else {
        english(left, right, joined)
    }
}

/// One reading is words, the other one is none: `alot`, `to gether`.
fn english(left: &str, right: &str, joined: bool) -> bool {
    let plain = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase());
    if !plain(left) || !plain(right) {
        return false;
    }
    let whole = [left, right].concat();
    // `nota`, `not a`: what cannot be read becomes a denial; `can not`, `cannot` is one either way.
    let denies = |word: &str| Tags::of(word, Script::Latin).has(Tags::DENIAL);
    if (denies(left) || denies(right)) != denies(&whole) {
        return false;
    }
    let together = is_english(&whole);
    let apart = is_english(left) && is_english(right) && (right.len() > 1 || right == "a");
    let alike = COMPOUNDS.contains(&*[left, "=", right].concat());
    alike || if joined { together && !apart } else { apart && !together }
}

/// Whether a word is a particle of two syllables, or one that is no other word.
#[must_use]
pub fn is_particle(word: &str) -> bool {
    PARTICLES.contains(word) && (word.chars().count() > 1 || "은는을를의에도".contains(word))
}

fn korean(left: &str, right: &str, joined: bool) -> bool {
    let long = left.chars().count() > 1;
    // `학생 입니다`, `학교 에서`: a particle or the copula stands on its noun.
    if PARTICLES.contains(right) {
        let long = long || !"은도".contains(right);
        return joined && is_particle(right) && long && is_korean(left);
    }
    let last = left.chars().next_back().and_then(stet_text::final_consonant);
    let ends = |known: &str| match known {
        "*" => is_noun(left),
        "ㄴ" => last == Some(4) && (long || left == "한"),
        "ㄹ" => last == Some(8),
        _ => known.strip_prefix('~').map_or(left == known, |tail| long && left.ends_with(tail)),
    };
    let begins = |known: &str| {
        known == "*" && is_korean(right)
            || right
                .strip_prefix(known)
                .is_some_and(|tail| tail.is_empty() || is_ending(tail) || PARTICLES.contains(tail))
    };
    let verbal = |word: &str| is_korean(word) && !is_noun(word);
    let one = is_korean(&[left, right].concat());
    let listed = APART.iter().any(|[lefts, rights, when]| {
        lefts.split(' ').any(ends)
            && rights.split(' ').any(begins)
            && match *when {
                "both" => true,
                "apart" => !joined,
                "verb" => !joined && verbal(left),
                "help" => verbal(left) && !one,
                "join" => joined && one,
                _ => !joined && !one,
            }
    });
    // `안먹는다`: where it is a word, as `안된다`, it says something else.
    let denied = matches!(left, "안" | "못") && verbal(right) && !one;
    // Words that were run together, and are no word so: `공부를한다`. A bare noun may make another one with what follows
    // (`부산시장`), and where two cuts give words (`아버지가방에`), the blank tells which are meant.
    listed || !joined && (denied || long && is_korean(left) && !is_noun(left) && only_cut(left, right))
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
