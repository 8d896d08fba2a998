//! Korean particles and endings: which differences are form, which are tone or more.
//!
//! `은/는` for `이/가`, a dropped `을`, `와` for `랑`: form. `합니다` for `해요`: tone.

use super::unit::{Change, Word};
use crate::domain::text::{Script, is_closed, korean_stem};

/// Particles that may replace one another, or fall away, without changing a role.
const GROUPS: [&[&str]; 6] = [
    &["은", "는", "이", "가", "께서"],
    &["을", "를"],
    &["와", "과", "랑", "이랑", "하고"],
    &["에게", "한테", "께"],
    &["의"],
    &["으로써", "로써", "으로", "로"],
];

/// Particles that a noun can be without.
const FREE: [&str; 8] = ["은", "는", "이", "가", "께서", "을", "를", "의"];

/// A stem that itself ends like a noun with a particle: `이정은` and `이정`.
fn ambiguous(stem: &str) -> bool {
    stem.chars().count() > 2 && stem.ends_with(['은', '는', '이', '가', '을', '를', '도', '만'])
}

/// Whether the words of a hunk differ in nothing but such particles.
#[must_use]
pub fn same(change: &Change<'_>) -> bool {
    let korean = |word: &Word<'_>| word.script == Script::Hangul;
    // `오지 않았다`, `오지는 않았다`: of all none came, or not all came.
    let denied = |word: &Word<'_>| {
        let next = change.unit.before.words.iter().find(|next| next.span.start > word.span.start);
        word.lower.contains('지') && next.is_some_and(|next| next.lower.starts_with(['않', '못', '아', '말']))
    };
    change.before.len() == change.after.len()
        && !change.before.iter().any(denied)
        && change.before.iter().any(korean)
        // Word by word: a word of another script that changed its place is more than form.
        && change.before.iter().zip(change.after).all(|(b, a)| {
            if korean(b) && korean(a) {
                b.lower == a.lower || interchangeable(&b.lower, &a.lower)
            } else {
                b.script == a.script && b.key == a.key
            }
        })
}

/// `학교는` and `학교가`, `밥을` and `밥`: one stem and two particles of a group, or none.
fn interchangeable(one: &str, two: &str) -> bool {
    one.char_indices().skip(1).map(|(at, _)| at).chain([one.len()]).any(|cut| {
        let (Some(stem), Some(x)) = (one.get(..cut), one.get(cut..)) else { return false };
        let Some(y) = two.strip_prefix(stem) else { return false };
        let group = |tail: &str| GROUPS.iter().position(|group| group.contains(&tail));
        let known = match (x.is_empty(), y.is_empty()) {
            (true, true) => false,
            // `친구 사진` and `친구와 사진` are one and two; only a particle that a noun can be without comes and goes.
            (true, false) => FREE.contains(&y) && !ambiguous(stem),
            (false, true) => FREE.contains(&x) && !ambiguous(stem),
            (false, false) => group(x).is_some() && group(x) == group(y),
        };
        // `학교은` → `학교는`, `책를` → `책을`: the sound before it asks for the other form. `-는` after a
        // consonant may be a verb's (`뒤집는`), so it is left alone.
        let repaired = stem.chars().count() > 1
            && fits(stem, y)
            && matches!((x, y), ("은", "는") | ("을", "를") | ("를", "을"))
            && !fits(stem, x);
        // A stem of one syllable is too easily a piece of another word.
        repaired
            || known
                && fits(stem, x)
                && fits(stem, y)
                && (stem.chars().count() > 1 || korean_stem(one) == korean_stem(two))
    })
}

/// Whether the particle can follow the last syllable: `은` after a consonant, `는` after a vowel.
fn fits(stem: &str, particle: &str) -> bool {
    let closed = stem.chars().next_back().and_then(is_closed).unwrap_or(false);
    match particle {
        "은" | "을" | "이" | "과" | "이랑" | "으로" | "으로써" => closed,
        "는" | "를" | "가" | "와" | "랑" => !closed,
        _ => true,
    }
}
