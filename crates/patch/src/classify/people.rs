//! Korean proper names by their shape: surname and given name, and institutions of one kind.
//!
//! Hangul has no capitals, so a name shows only by its parts and by what it gives way to. Owns that shape; leaves names
//! in Latin letters to [`super::names`].

use super::unit::{Change, Word};
use stet_text::Script;

/// Surnames of one syllable, the commoner ones.
const SURNAMES: &str = "김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진지엄채원천방공현함변염여추도소석";

/// Particles and forms of address behind the name of a person; longer ones first.
const PARTICLES: [&str; 19] = [
    "에게서",
    "한테서",
    "에게",
    "한테",
    "께서",
    "이랑",
    "씨는",
    "씨가",
    "씨",
    "님",
    "은",
    "는",
    "이",
    "가",
    "을",
    "를",
    "의",
    "와",
    "과",
];

/// Titles that follow a name as a word of their own.
const TITLES: [&str; 24] = [
    "씨",
    "님",
    "교수",
    "대표",
    "의원",
    "장관",
    "대통령",
    "선생",
    "박사",
    "기자",
    "감독",
    "선수",
    "회장",
    "사장",
    "팀장",
    "과장",
    "부장",
    "이사",
    "변호사",
    "판사",
    "검사",
    "작가",
    "시장",
    "총리",
];

/// Last syllables that make a common noun of what looks like a name: `이용자`, `정치인`, `공무원`.
const NOUNS: &str = "자인사원관객생들회품물학장가과국소청실점력적화법론부군서식층권지구기제비안금";

/// Institutions that are told apart by the name before them.
const INSTITUTIONS: [&str; 8] =
    ["대학교", "고등학교", "중학교", "초등학교", "시청", "구청", "군청", "경찰서"];

/// A name that gives way to another in the same place.
#[must_use]
pub fn exchanged<'c>(change: &'c Change<'_>) -> Option<(&'c Word<'c>, &'c Word<'c>)> {
    if change.before.len() != change.after.len() {
        return None;
    }
    let is_in = |list: &[&Word<'_>], word: &Word<'_>| list.iter().any(|other| other.span == word.span);
    change.before.iter().zip(change.after).find(|(b, a)| {
        b.script == Script::Hangul
            && a.script == Script::Hangul
            && is_in(&change.lost, b)
            && is_in(&change.new, a)
            && (institutions(&b.lower, &a.lower) || persons(change, b, a))
    })
}

fn persons(change: &Change<'_>, b: &Word<'_>, a: &Word<'_>) -> bool {
    let titled = |words: &[Word<'_>], word: &Word<'_>| {
        let next = words.iter().find(|next| next.span.start > word.span.start);
        next.is_some_and(|next| TITLES.iter().any(|title| next.lower.starts_with(title)))
    };
    let sure = titled(&change.unit.before.words, b) && titled(&change.unit.after.words, a);
    let (Some(one), Some(two)) = (name(&b.lower, sure), name(&a.lower, sure)) else { return false };
    // `이용자` and `이용객` are a noun with two endings.
    let akin = one.chars().zip(two.chars()).take(2).all(|(x, y)| x == y);
    one != two && (sure || !akin && !common(one) && !common(two))
}

/// The name before its particle; with a title behind it, without one as well.
fn name(word: &str, bare: bool) -> Option<&str> {
    let shape = |stem: &str| {
        stem.chars().count() == 3 && stem.chars().next().is_some_and(|first| SURNAMES.contains(first))
    };
    let stem = PARTICLES.iter().filter_map(|particle| word.strip_suffix(particle)).find(|stem| shape(stem));
    stem.or_else(|| (bare && shape(word)).then_some(word))
}

fn common(name: &str) -> bool {
    name.chars().next_back().is_some_and(|last| NOUNS.contains(last))
}

/// `서울대학교는` and `부산대학교는`
fn institutions(one: &str, two: &str) -> bool {
    INSTITUTIONS.iter().any(|kind| {
        let head = |word: &str| -> Option<String> {
            let at = word.find(kind)?;
            let head = word.get(..at)?;
            (head.chars().count() > 1).then(|| head.to_owned())
        };
        matches!((head(one), head(two)), (Some(x), Some(y)) if x != y)
    })
}
