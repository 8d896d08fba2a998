//! Spelling: whether two words are one word, written right and wrong, or in two usages.
//!
//! Owns regular slips (a doubled, swapped, missing or extra inner letter), the
//! regular differences of British and American spelling and common Korean
//! misspellings. There is no dictionary, so pairs of real words that differ by
//! such a slip are listed and refused; a swapped vowel or consonant is never
//! taken for a slip, since that is how `inhibit` becomes `inhabit`.

/// Pairs of real words that a slip of the pen would turn into each other, with `~` between them: those of a dictionary of
/// 50,000 words that the rules below would take for one word.
const CONFUSABLE: &str = include_str!("spelling/pairs.txt");

/// Whether `one` and `two`, both lower-case Latin, are spellings of one word.
#[must_use]
pub fn english(one: &str, two: &str) -> bool {
    if !one.is_ascii() || !two.is_ascii() || one == two || !letters(one) || !letters(two) {
        return false;
    }
    // Both usages keep the first letter, but for `aesthetic` and `esthetic`, and nearly the length.
    let digraph = |word: &str| word.starts_with("ae") || word.starts_with("oe");
    let alike = one.as_bytes().first() == two.as_bytes().first() || digraph(one) || digraph(two);
    if !alike || one.len().abs_diff(two.len()) > 4 {
        return false;
    }
    // `mourning` and `morning`, `timber` and `timbre` are no two usages of one word.
    if usage(one) == usage(two) {
        return !listed(one, two);
    }
    let (a, b) = (one.as_bytes(), two.as_bytes());
    // No English word opens with a consonant twice, but for a llama.
    let opens = |word: &[u8]| matches!(word, [x, y, ..] if x == y && !b"aeiol".contains(x));
    if opens(a) || opens(b) {
        return false;
    }
    let slip = one.len().min(two.len()) >= 4
        && if a.len() == b.len() { swapped(a, b) } else { dropped(a, b) || dropped(b, a) };
    slip && !listed(one, two)
}

/// Whether two words of one stem are listed as different words.
#[must_use]
pub fn real(one: &str, two: &str) -> bool {
    listed(one, two)
}

/// Whether the two are real words, or forms of such, that a slip turns into each other.
fn listed(one: &str, two: &str) -> bool {
    CONFUSABLE.split_whitespace().filter_map(|pair| pair.split_once('~')).any(|(x, y)| {
        let stem = |word: &str, known: &str| {
            word == known
                || word
                    .strip_prefix(known)
                    .is_some_and(|tail| matches!(tail, "s" | "d" | "ed" | "ing" | "ly"))
        };
        stem(one, x) && stem(two, y) || stem(one, y) && stem(two, x)
    })
}

fn letters(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// One form for British and American spelling.
fn usage(word: &str) -> String {
    if word.len() < 5 {
        return word.to_owned();
    }
    let mut out = word
        .replace("our", "or")
        .replace("ogue", "og")
        .replace("yse", "yze")
        .replace("ae", "e")
        .replace("oe", "e");
    for (british, american) in [
        ("ise", "ize"),
        ("isa", "iza"),
        ("isi", "izi"),
        ("yse", "yze"),
        ("ence", "ense"),
        ("lled", "led"),
        ("lling", "ling"),
        ("lle", "le"),
    ] {
        if out.len() > british.len() + 3 {
            out = out.replace(british, american);
        }
    }
    if let Some(stem) = out.strip_suffix("re").filter(|stem| stem.ends_with(['t', 'b'])) {
        out = format!("{stem}er");
    }
    // `publically`: `publicly` is alone among its like.
    if let Some(stem) = out.strip_suffix("ically") {
        out = format!("{stem}icly");
    }
    out
}

/// Two neighbouring inner letters changed places.
fn swapped(a: &[u8], b: &[u8]) -> bool {
    let differing: Vec<usize> = (0..a.len()).filter(|&at| a.get(at) != b.get(at)).collect();
    let &[x, y] = differing.as_slice() else { return false };
    a.len() > 4 && y == x + 1 && x > 0 && a.get(x) == b.get(y) && a.get(y) == b.get(x)
}

/// `short` is `long` without one letter: a doubled one, or an inner one of a longer word.
fn dropped(long: &[u8], short: &[u8]) -> bool {
    if long.len() != short.len() + 1 {
        return false;
    }
    let at = long.iter().zip(short).take_while(|(x, y)| x == y).count();
    if long.get(at + 1..) != short.get(at..) || at == 0 || at == 1 && long.first() == long.get(1) {
        return false;
    }
    let doubled = long.get(at) == long.get(at - 1) || long.get(at) == long.get(at + 1);
    // `hopped` and `hoped`, `scarred` and `scared`: behind a single vowel the doubled letter makes another verb.
    let tail = long.get(at + 1..).unwrap_or_default();
    let vowel = |byte: &&u8| b"aeiou".contains(byte);
    let verb = matches!(tail, b"ed" | b"ing" | b"er" | b"ers" | b"y")
        && long.get(..at).unwrap_or_default().iter().filter(vowel).count() == 1;
    if doubled && verb {
        return false;
    }
    // The first two and the last two letters carry prefixes and endings.
    doubled && long.len() > 5 || long.len() > 6 && at > 1 && at + 2 < long.len()
}

/// Korean misspellings and their standard forms; a word is compared after replacing them.
const KOREAN: &[(&str, &str)] = &[
    ("됬", "됐"),
    ("되요", "돼요"),
    ("되서", "돼서"),
    ("되야", "돼야"),
    ("할께", "할게"),
    ("을께", "을게"),
    ("갈께", "갈게"),
    ("줄께", "줄게"),
    ("몇일", "며칠"),
    ("금새", "금세"),
    ("왠만", "웬만"),
    ("웬지", "왠지"),
    ("오랫만", "오랜만"),
    ("설겆이", "설거지"),
    ("어떻해", "어떡해"),
    ("깨끗히", "깨끗이"),
    ("일일히", "일일이"),
    ("틈틈히", "틈틈이"),
    ("곰곰히", "곰곰이"),
    ("솔직이", "솔직히"),
    ("꼼꼼이", "꼼꼼히"),
    ("읍니다", "습니다"),
    ("이예요", "이에요"),
    ("이여서", "이어서"),
    ("할려고", "하려고"),
    ("할수록", "할수록"),
    ("역활", "역할"),
    ("희안", "희한"),
    ("문안하", "무난하"),
    ("어의없", "어이없"),
    ("않되", "안 되"),
    ("않돼", "안 돼"),
    ("않된", "안 된"),
    ("안해", "안 해"),
    ("바램", "바람"),
    ("컨텐츠", "콘텐츠"),
    ("메세지", "메시지"),
    ("스케쥴", "스케줄"),
    ("레포트", "리포트"),
    ("쥬스", "주스"),
    ("까페", "카페"),
    ("악세사리", "액세서리"),
    ("인권비", "인건비"),
    ("성공율", "성공률"),
    ("확율", "확률"),
    ("비률", "비율"),
    ("백분률", "백분율"),
    ("회계년도", "회계연도"),
    ("추스려", "추슬러"),
    ("알맞는", "알맞은"),
    ("걸맞는", "걸맞은"),
    ("통채", "통째"),
    ("구지", "굳이"),
    ("거칠은", "거친"),
    ("대갚음", "되갚음"),
    ("제작년", "재작년"),
];

/// Whether two Korean pieces are equal once common misspellings are put right.
#[must_use]
pub fn korean(one: &str, two: &str) -> bool {
    let right = |text: &str| {
        let mut out = text.to_owned();
        for (wrong, standard) in KOREAN {
            if out.contains(wrong) {
                out = out.replace(wrong, standard);
            }
        }
        out.retain(|ch| !ch.is_whitespace());
        out
    };
    right(one) == right(two)
}
