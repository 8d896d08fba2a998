//! Negations of both languages: the words and prefixes that deny, and whether a word is denied.
//!
//! Owns the lists and the reach of a negation over its neighbours. What a whole text denies is [`polarity`](super::polarity)'s.

use std::sync::LazyLock;

use memchr::{memchr, memrchr2};

use crate::text::heads::Heads;
use crate::text::marks::DENIAL;
use crate::text::reading::Reading;
use stet_text::span::Span;
use stet_text::{Script, Token};

/// Whether the word at `at` is denied: by a negation within the words before it in English; in Korean by one right before
/// it, in it, or behind it (`허용하지 않는다`, `허용할 수 없다`).
pub(crate) fn is_denied(text: &Reading<'_>, at: usize) -> bool {
    /// `was not always allowed`
    const REACH: usize = 3;
    if !text.has_mark(DENIAL) {
        return false;
    }
    let words = &text.tokens;
    let korean = |at: usize| {
        words.get(at).filter(|token| token.script == Script::Hangul && text.is_marked(at, DENIAL))?;
        let side = korean_side(words, at)?;
        (!is_doubled(words, at)).then_some(side)
    };
    match words.get(at).map(|token| token.script) {
        Some(Script::Latin) => (at.saturating_sub(REACH)..at)
            .filter(|&at| text.is_marked(at, DENIAL))
            .filter(|&at| words.get(at).is_some_and(|token| token.script == Script::Latin))
            .any(|negation| {
                is_english_negation(words, negation)
                    && (text.word(negation) != "without"
                        || (negation + 1..at)
                            .all(|at| text.content(at).is_some() || is_article(text.word(at))))
            }),
        Some(Script::Hangul) => {
            // `해서는 안 된다`
            let bars =
                |token: &Token<'_>| ["서는", "서", "선", "면"].iter().any(|end| token.text.ends_with(end));
            let barred = korean(at + 1) == Some(Side::After) && words.get(at).is_some_and(bars);
            let able = usize::from(words.get(at + 1).is_some_and(|token| token.text.starts_with('수')));
            barred
                || korean(at) == Some(Side::Within)
                || korean(at + 1 + able) == Some(Side::Before)
                || at.checked_sub(1).and_then(korean) == Some(Side::After)
        }
        _ => false,
    }
}

/// `without` denies what follows it: `without a flash is allowed` denies nothing of `allowed`.
fn is_article(word: &str) -> bool {
    matches!(word, "a" | "an" | "the" | "any" | "its" | "their" | "your" | "his" | "her" | "our")
}

/// Whether an English passage denies what it says word for word: `No telemetry is collected` of `telemetry is collected`.
pub(crate) fn denies_what_follows(passage: &str, words: &str) -> bool {
    let mut places = passage.match_indices(words).map(|(at, _)| Span::new(0, at).of(passage)).peekable();
    places.peek().is_some()
        && places.all(|before| {
            let last = before.rsplit(|ch: char| !ch.is_ascii_alphabetic()).find(|word| !word.is_empty());
            matches!(last, Some("no" | "not" | "never" | "neither" | "nor" | "cannot" | "without"))
        })
}

/// Whether a passage of a text stands in brackets.
pub(crate) fn in_brackets(norm: &str, span: Span) -> bool {
    /// Bytes in which the bracket is looked for.
    const REACH: usize = 120;
    let bytes = norm.as_bytes();
    let before = bytes.get(span.start.saturating_sub(REACH)..span.start).unwrap_or_default();
    let behind = bytes.get(span.end..bytes.len().min(span.end + REACH)).unwrap_or_default();
    let bracket = memrchr2(b'(', b')', before);
    bracket.is_some_and(|at| before.get(at) == Some(&b'(')) && memchr(b')', behind).is_some()
}

/// How many bytes of a word are a negating prefix, if it begins with one.
pub(crate) fn prefix_of(token: &Token<'_>) -> Option<usize> {
    match (token.script, token.text.as_bytes()) {
        (Script::Latin, [b'u', b'n', ..] | [b'i', b'n' | b'm' | b'r' | b'l', ..]) => Some(2),
        (Script::Latin, [b'd', b'i', b's', ..] | [b'n', b'o', b'n', ..]) => Some(3),
        (Script::Hangul, _) => token.text.starts_with(PREFIXES).then_some(3),
        _ => None,
    }
}

/// Whether an English word may be one that a prefix negates, with letters enough behind it.
pub(crate) fn begins_negated(word: &str) -> bool {
    let bytes = word.as_bytes();
    bytes.len() >= 6
        && matches!(
            bytes,
            [b'u', b'n', ..]
                | [b'i', b'n' | b'm' | b'r' | b'l', ..]
                | [b'd', b'i', b's', ..]
                | [b'n', b'o', b'n', ..]
        )
        || bytes == b"non"
}

/// Syllables that negate what follows them.
pub(crate) const PREFIXES: [char; 5] = ['불', '비', '미', '무', '부'];

/// Words that `부` negates; before a title or an office it makes a second one of it.
pub(crate) const DENIED_BY_BU: &[&str] = &[
    "적격", "적합", "적절", "적당", "적정", "정확", "정기", "정직", "도덕", "자연", "당하", "동의", "주의",
    "족하", "조화", "합리", "균형", "존재", "자유",
];

/// English negations, whole words, and with which word behind it one is none, or only is one.
const ENGLISH: &[(&str, Behind)] = &[
    ("no", Behind::Not(&["doubt"])),
    ("not", Behind::Not(&["only", "just", "merely"])),
    ("never", Behind::Any),
    ("none", Behind::Any),
    ("nobody", Behind::Any),
    ("nothing", Behind::Any),
    ("neither", Behind::Any),
    ("nor", Behind::Any),
    ("without", Behind::Any),
    ("cannot", Behind::Any),
    ("unable", Behind::Any),
    ("hardly", Behind::Any),
    ("rarely", Behind::Any),
    ("seldom", Behind::Any),
    ("scarcely", Behind::Any),
    ("impossible", Behind::Only("to")),
    ("yet", Behind::Only("to")),
    ("lack", Behind::Any),
    ("lacks", Behind::Any),
    ("lacked", Behind::Any),
    ("lacking", Behind::Any),
    ("fail", Behind::Only("to")),
    ("fails", Behind::Only("to")),
    ("failed", Behind::Only("to")),
    ("failing", Behind::Only("to")),
    ("deny", Behind::Only("that")),
    ("denies", Behind::Only("that")),
    ("denied", Behind::Only("that")),
    ("denying", Behind::Only("that")),
];

/// Which word may stand behind an English negation.
#[derive(Debug, Clone, Copy)]
enum Behind {
    Any,
    Not(&'static [&'static str]),
    Only(&'static str),
}

/// Words that are, or begin with, a negation or a prohibition, for [`marks`](crate::text::marks); those that end
/// in `n't` or have one inside (`허용되지않는다`) are none of them.
pub(crate) fn words() -> impl Iterator<Item = &'static str> {
    let korean = BEFORE.iter().chain(AFTER).chain(FORBIDS).chain(&["없"]).chain(PROHIBITIONS);
    ENGLISH.iter().map(|entry| entry.0).chain(korean.copied())
}

/// Whether the word at `at` is an English negation.
pub(crate) fn is_english_negation(words: &[Token<'_>], at: usize) -> bool {
    let text = |at: usize| words.get(at).map_or("", |token| token.text);
    let word = text(at);
    // `No, they are` answers.
    let answers = || {
        matches!(
            text(1),
            "but" | "it" | "they" | "he" | "she" | "i" | "we" | "you" | "there" | "that" | "this"
        )
    };
    if at == 0 && word == "no" && answers() {
        return false;
    }
    match ENGLISH.iter().find(|entry| entry.0 == word) {
        Some((_, Behind::Any)) => true,
        Some((_, Behind::Not(next))) => !next.contains(&text(at + 1)),
        Some((_, Behind::Only(next))) => text(at + 1) == *next,
        // `doesn't just affect those involved` adds.
        None => word.ends_with("n't") && !matches!(text(at + 1), "only" | "just" | "merely"),
    }
}

/// The English negations of a text, by position.
pub(crate) fn english_negations(text: &Reading<'_>) -> impl Iterator<Item = usize> {
    text.marked(DENIAL).filter(|&at| is_english_negation(&text.tokens, at))
}

/// Korean words that prohibit, by how they begin.
const PROHIBITIONS: &[&str] = &["금지", "불허", "불가", "금하", "금한", "금할", "금함", "금했", "금합"];

/// Words that deny what they prohibit.
pub(crate) fn prohibits(word: &str) -> bool {
    word.starts_with(['p', 'f', 'b', '금', '불'])
        && (["prohibit", "forbid", "forbad"].iter().chain(PROHIBITIONS).any(|head| word.starts_with(head))
            || matches!(word, "ban" | "bans" | "banned" | "banning"))
}

/// Whether the word at `at` names a ban of which it does not say what it is of: `exempt from the ban`, but `a ban on smoking`.
pub(crate) fn names_a_ban(words: &[Token<'_>], at: usize) -> bool {
    let text = |at: usize| words.get(at).map_or("", |token| token.text);
    let before = at.checked_sub(1).map_or("", text);
    text(at) == "ban"
        && matches!(before, "the" | "this" | "that" | "a" | "its" | "such")
        && !matches!(text(at + 1), "on" | "of")
}

/// Whether the word at `at` is one of two Korean negations that oblige together: `하지 않으면 안 된다`, `하지 않을 수 없다`.
pub(crate) fn is_doubled(words: &[Token<'_>], at: usize) -> bool {
    let text = |at: usize| words.get(at).map_or("", |token| token.text);
    let begins = |at: usize| {
        let (word, next) = (text(at), text(at + 1));
        matches!(word, "않으면" | "아니하면" | "못하면" | "않고서는" | "않아서는")
            && (matches!(next, "안" | "아니") && text(at + 2).starts_with(['되', '된', '될', '됩'])
                || next.starts_with("안되")
                || next.starts_with("안된"))
            || word == "않을" && next == "수" && text(at + 2).starts_with('없')
    };
    (at.saturating_sub(2)..=at).any(begins)
}

/// Behind a word that ends in `지`.
pub(crate) const FORBIDS: &[&str] = &["마", "마라", "마세요", "마십시오", "말라", "말고", "말아", "말자"];

/// `하지 마`, `하지 말고`.
pub(crate) fn prohibition(words: &[Token<'_>], at: usize) -> Option<Side> {
    let word = words.get(at)?.text;
    let before = words.get(at.checked_sub(1)?)?.text;
    (FORBIDS.contains(&word) && before.ends_with('지')).then_some(Side::Before)
}

/// Where the word stands that a Korean negation denies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Before,
    After,
    /// In the same word: `허용되지않는다`.
    Within,
}

/// Whole words that deny what follows.
const AFTER: &[&str] = &["안", "못", "아니"];

/// Beginnings of words that deny what stands before them, `없` apart.
const BEFORE: &[&str] = &[
    "않",
    "못하",
    "못한",
    "못할",
    "못했",
    "못합",
    "아니다",
    "아니라",
    "아니며",
    "아니고",
    "아니한",
    "아니하",
    "아니할",
    "아니함",
    "아니합",
    "아니해",
    "아니했",
    "아니었",
    "아니면",
    "아닌",
    "아닙",
    "아님",
    "아니에",
    "말아야",
    "안되",
    "안된",
    "안될",
    "안됐",
    "안됩",
    "안돼",
    "안했",
    "안하",
    "못되",
];

/// Words that begin with `없` and deny nothing: what vanishes was there.
const VANISH: [&str; 10] =
    ["없애", "없앤", "없앨", "없앴", "없앱", "없어지", "없어졌", "없어진", "없어질", "없어집"];

static BEFORE_HEADS: LazyLock<Heads<()>> = LazyLock::new(|| Heads::of_all(BEFORE));

static VANISH_HEADS: LazyLock<Heads<()>> = LazyLock::new(|| Heads::of_all(&VANISH));

/// Nouns that are an adverb with `없이`, in one word or two, which denies nothing else: `지체 없이`, `지체없이`.
const ADVERBS: &[&str] = &[
    "지체", "변함", "끊임", "틀림", "어김", "빠짐", "거침", "남김", "아낌", "서슴", "쉴새", "다름", "상관",
    "관계", "차질", "예외", "차별",
];

/// Where the word stands that a Korean word denies, if it denies.
pub(crate) fn korean_side(words: &[Token<'_>], at: usize) -> Option<Side> {
    let word = words.get(at)?.text;
    let adverb = || {
        let before = at.checked_sub(1).and_then(|before| words.get(before));
        before.is_some_and(|before| ADVERBS.contains(&before.text))
    };
    if word == "없이" && adverb() {
        return None;
    }
    korean_negation(word).or_else(|| prohibition(words, at))
}

pub(crate) fn korean_negation(word: &str) -> Option<Side> {
    match word.chars().next() {
        Some('안' | '못' | '아') if AFTER.contains(&word) => return Some(Side::After),
        Some('않') => return Some(Side::Before),
        Some('없') if !VANISH_HEADS.begin(word) => return Some(Side::Before),
        // Most words begin like none of these.
        Some('못' | '아' | '말' | '안') if BEFORE_HEADS.begin(word) => return Some(Side::Before),
        _ => {}
    }
    // `허용되지않는다`, `허용할수없다`, `허용되지아니한다`
    let mut before = ['\0'; 2];
    for ch in word.chars() {
        if matches!((before, ch), ([_, '지'], '않' | '못') | ([_, '수'], '없') | (['지', '아'], '니'))
        {
            return Some(Side::Within);
        }
        before = [before[1], ch];
    }
    None
}

/// Adds the word that is denied: the nearest content word on the given side, else on the other
/// (`사용해서는 안 된다` denies `사용`, since `된다` means nothing by itself).
pub(crate) fn korean_reach(
    words: &[Token<'_>],
    at: usize,
    side: Side,
    content: &impl Fn(usize) -> Option<u32>,
    out: &mut Vec<u32>,
) {
    const REACH: usize = 3;
    let before =
        |at: usize| (at.saturating_sub(REACH)..at).rev().find_map(|before| Some((before, content(before)?)));
    let found = match side {
        Side::Before => before(at),
        Side::After => {
            content(at + 1).filter(|_| at + 1 < words.len()).map(|key| (at + 1, key)).or_else(|| before(at))
        }
        Side::Within => content(at).map(|key| (at, key)),
    };
    // What may not be permitted may not be done: `출입은 허용되지 않는다` denies `출입`, too.
    let permitted = found.filter(|&(at, _)| words.get(at).is_some_and(|word| permits(word.text)));
    let done = permitted.and_then(|(at, _)| before(at));
    out.extend(found.into_iter().chain(done).map(|(_, key)| key));
}

/// Words of permission: to deny these is to deny what is permitted.
pub(crate) fn permits(word: &str) -> bool {
    ["allow", "permit", "허용", "허가", "가능"].iter().any(|head| word.starts_with(head))
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn what_a_korean_word_denies() {
        for (word, want) in [
            ("안", Some(Side::After)),
            ("아니", Some(Side::After)),
            ("않는다", Some(Side::Before)),
            ("없다", Some(Side::Before)),
            ("못했다", Some(Side::Before)),
            ("아닙니다", Some(Side::Before)),
            ("허용되지않는다", Some(Side::Within)),
            ("이용하지못한다", Some(Side::Within)),
            ("승인되지아니한다", Some(Side::Within)),
            ("신청할수없다", Some(Side::Within)),
            ("없애다", None),
            ("안내", None),
            ("아침", None),
            ("지아비", None),
        ] {
            assert_eq!(korean_negation(word), want, "{word}");
        }
    }

    #[test]
    fn what_stands_in_brackets() {
        let far = format!("(30주 {}15주)", "매 학기 ".repeat(40));
        for (norm, want) in [
            ("30주(매 학기 15주)", true),
            ("(30주) 15주 (매 학기)", false),
            ("30주(매 학기) 15주", false),
            ("30주(매 학기 15주", false),
            (far.as_str(), false),
        ] {
            let start = norm.find("15주").unwrap();
            assert_eq!(in_brackets(norm, Span::new(start, start + "15주".len())), want, "{norm}");
        }
    }

    #[test]
    fn which_words_are_denied() {
        for (text, word, want) in [
            ("허용되지 않는다", 0, true),
            ("허용할 수 없다", 0, true),
            ("허용할 수 있다", 0, false),
            ("안 허용한다", 1, true),
            ("허용해서는 안 된다", 0, true),
            ("허용되지않는다", 0, true),
            ("not always allowed", 2, true),
            ("allowed, not closed", 0, false),
        ] {
            let norm = normalise(text);
            assert_eq!(is_denied(&Reading::new(&norm), word), want, "{text}");
        }
    }
}
