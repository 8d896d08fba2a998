//! Korean particles and endings: which differences are form, which are tone or more.
//!
//! `은/는` for `이/가`, a dropped `을`, `와` for `랑`: form. `합니다` for `해요`: tone.

use super::negation::Cue;
use super::unit::{Change, Word, hangul};
use stet_text::{Script, is_closed, korean_stem};

/// Particles that may replace one another, or fall away, without changing a role.
const GROUPS: [&[&str]; 5] = [
    &["은", "는", "이", "가", "께서"],
    &["을", "를"],
    &["와", "과", "랑", "이랑", "하고"],
    &["에게", "한테", "께"],
    &["으로써", "로써", "으로", "로"],
];

/// Particles that a noun can be without. `의` is none: `한국의 은행` and `한국 은행`.
const FREE: [&str; 7] = ["은", "는", "이", "가", "께서", "을", "를"];

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
    let rest = |word: &Word<'_>| {
        let words = &change.unit.before.words;
        words.get(words.partition_point(|next| next.span.start <= word.span.start)..).unwrap_or_default()
    };
    change.before.len() == change.after.len()
        && !change.before.iter().any(denied)
        && change.before.iter().any(korean)
        // Word by word: a word of another script that changed its place is more than form.
        && change.before.iter().zip(change.after).all(|(b, a)| {
            if korean(b) && korean(a) {
                b.lower == a.lower
                    || interchangeable(&b.lower, &a.lower, follows(rest(b))) && !rescoped(change, b, a, rest(b))
            } else {
                b.script == a.script && b.key == a.key
            }
        })
}

/// Adverbs between a noun and its verb.
const ADVERBS: [&str; 10] = ["안", "못", "잘", "더", "다", "또", "꼭", "많이", "다시", "자주"];
/// Endings of verbs that nouns rarely have.
const VERBAL: &str = "다 요 죠 까 며 면서 지만 는데 은데 니까 으니 려고 도록 더라도 하고 했고 었고 았고 였고 해서 어서 아서 하면 으면 하는 되는 있는 없는 했던 었던 하지 하게 하기 먹는";
const NOUNS: [&str; 7] = ["필요", "수요", "중요", "주요", "개요", "바다", "소요"];

/// Whether a verb follows: between two nouns a particle makes another sentence of them (`철수 동생을 만났다`, `철수가 동생을
/// 만났다`).
fn follows(rest: &[Word<'_>]) -> bool {
    let mut words = rest.iter().map(|word| word.lower.as_str()).skip_while(|word| ADVERBS.contains(word));
    words.next().is_none_or(verbal)
}

/// Looks like a verb.
#[must_use]
pub fn verbal(word: &str) -> bool {
    VERBAL.split_whitespace().any(|end| word.ends_with(end)) && !NOUNS.iter().any(|noun| word.ends_with(noun))
}

/// Words up to which a subject may belong to a verb before a noun.
const REACH: usize = 4;
/// Endings of a verb that goes on to a noun.
const ADNOMINAL: [&str; 25] = [
    "는", "던", "한", "할", "된", "될", "킨", "린", "힌", "낸", "쓴", "른", "운", "둔", "긴", "은", "온",
    "산", "준", "든", "난", "친", "진", "본", "간",
];

/// Whether a topic in place of a subject, or the reverse, says something of another word: `이사가 추천한 후보를 뽑았다` leaves open
/// who did, `모두는 오지 않았다` denies the all.
fn rescoped(change: &Change<'_>, before: &Word<'_>, after: &Word<'_>, rest: &[Word<'_>]) -> bool {
    let topic = |word: &Word<'_>| word.lower.ends_with(['은', '는']);
    let subject = |word: &Word<'_>| word.lower.ends_with(['이', '가']) || word.lower.ends_with("께서");
    if !(topic(before) && subject(after) || subject(before) && topic(after)) {
        return false;
    }
    let side = &change.unit.before;
    let whole = side.words.iter().any(|word| word.cue != Cue::Never) && before.limit.is_some();
    let clause = |at: usize, word: &Word<'_>| {
        let last = at + 1 == rest.len();
        let stem =
            word.lower.chars().count() > 1 || matches!(word.lower.as_str(), "산" | "한" | "할" | "온" | "쓴");
        !last && stem && ADNOMINAL.iter().any(|end| word.lower.ends_with(end))
    };
    whole || rest.iter().take(REACH).enumerate().any(|(at, word)| clause(at, word))
}

/// `학교는` and `학교가`, `밥을` and `밥`: one stem and two particles of a group, or none. A particle comes and goes before a
/// `verb` only.
fn interchangeable(one: &str, two: &str, verb: bool) -> bool {
    one.char_indices().skip(1).map(|(at, _)| at).chain([one.len()]).any(|cut| {
        let (Some(stem), Some(x)) = (one.get(..cut), one.get(cut..)) else { return false };
        let Some(y) = two.strip_prefix(stem) else { return false };
        // `했다가`: no noun.
        let tense = |ch: char| hangul(ch).is_some_and(|(.., tail)| tail == 20);
        if stem.strip_suffix('다').is_some_and(|stem| stem.ends_with(tense)) {
            return false;
        }
        let group = |tail: &str| GROUPS.iter().position(|group| group.contains(&tail));
        let known = match (x.is_empty(), y.is_empty()) {
            (true, true) => false,
            // `친구 사진` and `친구와 사진` are one and two; only a particle that a noun can be without comes and goes.
            (true, false) => FREE.contains(&y) && verb && !ambiguous(stem),
            (false, true) => FREE.contains(&x) && verb && !ambiguous(stem),
            (false, false) => group(x).is_some() && group(x) == group(y),
        };
        // `학교은` → `학교는`, `책를` → `책을`: the sound before it asks for the other form. `-는` after a
        // consonant may be a verb's (`뒤집는`), so it is left alone.
        let repaired = (stem.chars().count() > 1 || x == "으로")
            && fits(stem, y)
            && matches!(
                (x, y),
                ("은", "는") | ("을", "를") | ("를", "을") | ("와", "과") | ("이", "가") | ("으로", "로")
            )
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
    let last = stem.chars().next_back();
    let closed = last.and_then(is_closed).unwrap_or(false);
    // `세종로` is a street, `세종으로` the way there; `로` also follows ㄹ.
    let liquid = last.and_then(hangul).is_some_and(|(.., tail)| tail == 8);
    match particle {
        "은" | "을" | "이" | "과" | "이랑" => closed,
        "으로" | "으로써" => closed && !liquid,
        "는" | "를" | "가" | "와" | "랑" => !closed,
        "로" | "로써" => !closed || liquid,
        _ => true,
    }
}
