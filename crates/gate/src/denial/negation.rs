//! Negations of both languages: the words and prefixes that deny, and whether a word is denied.
//!
//! Owns the reach of a negation over its neighbours; the words are tables (`gate-denials.tsv`). What a whole text denies is
//! [`polarity`](super::polarity)'s.

use std::sync::LazyLock;

use memchr::{memchr, memrchr2};

use crate::text::marks::DENIAL;
use crate::text::reading::Reading;
use crate::text::tagged::{Tagged, words as table};
use stet_text::span::Span;
use stet_text::{Script, Token};

const TABLE: &str = "gate-denials.tsv";

/// What a word of the table says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tag {
    /// Denies what follows, or what stands before it.
    After,
    Before,
    /// An English negation, with the word that must follow it, or, behind `!`, the words that may not.
    English(&'static str),
    /// Prohibits, which denies.
    Ban,
    /// `하지 마`
    Forbid,
    /// Denies nothing: what vanishes was there.
    Stays,
}

static DENIALS: LazyLock<Tagged<Tag>> = LazyLock::new(|| {
    Tagged::read(TABLE, |tag| match tag {
        "after" => Tag::After,
        "before" => Tag::Before,
        "ban" => Tag::Ban,
        "forbid" => Tag::Forbid,
        "stays" => Tag::Stays,
        next => Tag::English(next),
    })
});

/// What denies nothing where it looks as if: `지체 없이`, `부총장`.
static NO_DENIALS: LazyLock<[Vec<&str>; 2]> = LazyLock::new(|| {
    ["adverb", "bu"].map(|tag| {
        let rows = stet_data::rows("words/ko/gate-not-denials.tsv").filter(|row| row.get(1) == Some(&tag));
        rows.filter_map(|row| row.first().copied()).collect()
    })
});

/// The words of the table, for [`marks`](crate::text::marks); those that end in `n't` or have a denial inside
/// (`허용되지않는다`) are none of them.
pub(crate) fn words() -> impl Iterator<Item = &'static str> {
    table(TABLE)
}

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
        korean_side(words, at).filter(|_| !is_doubled(words, at))
    };
    match words.get(at).map(|token| token.script) {
        Some(Script::Latin) => {
            // `without` denies what follows it: `without a flash is allowed` denies nothing of `allowed`.
            let reaches = |negation: usize| {
                text.word(negation) != "without"
                    || (negation + 1..at).all(|at| text.content(at).is_some() || is_article(text.word(at)))
            };
            let before = (at.saturating_sub(REACH)..at).filter(|&at| text.is_marked(at, DENIAL));
            before.into_iter().any(|negation| is_english_negation(words, negation) && reaches(negation))
        }
        Some(Script::Hangul) => {
            // `해서는 안 된다`
            let bars = text.word(at).ends_with("서는") || text.word(at).ends_with(['서', '선', '면']);
            let able = usize::from(text.word(at + 1).starts_with('수'));
            bars && korean(at + 1) == Some(Side::After)
                || korean(at) == Some(Side::Within)
                || korean(at + 1 + able) == Some(Side::Before)
                || at.checked_sub(1).and_then(korean) == Some(Side::After)
        }
        _ => false,
    }
}

fn is_article(word: &str) -> bool {
    matches!(word, "a" | "an" | "the" | "any" | "its" | "their" | "your" | "his" | "her" | "our")
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

/// Syllables that negate what follows them.
pub(crate) const PREFIXES: [char; 5] = ['불', '비', '미', '무', '부'];

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
    let token = Token { text: word, script: Script::Latin, span: Span::default() };
    word.len() >= 6 && prefix_of(&token).is_some() || word == "non"
}

/// Whether a word with the prefix `부` denies: `부적합`, not `부총장`.
pub(crate) fn is_denied_by_bu(rest: &str) -> bool {
    NO_DENIALS[1].iter().any(|head| rest.starts_with(head))
}

/// Whether the word at `at` is an English negation.
pub(crate) fn is_english_negation(words: &[Token<'_>], at: usize) -> bool {
    let text = |at: usize| words.get(at).map_or("", |token| token.text);
    let (word, next) = (text(at), text(at + 1));
    if words.get(at).is_none_or(|token| token.script != Script::Latin) {
        return false;
    }
    // `No, they are` answers.
    let answers = || {
        matches!(next, "but" | "it" | "they" | "he" | "she" | "i" | "we" | "you" | "there" | "that" | "this")
    };
    if at == 0 && word == "no" && answers() {
        return false;
    }
    let may_be = |wanted: &str| match wanted.strip_prefix('!') {
        Some(barred) => !barred.split(',').any(|barred| barred == next),
        None => wanted == "any" || wanted == next,
    };
    match DENIALS.english(word) {
        Some(Tag::English(wanted)) => may_be(wanted),
        Some(_) => false,
        // `doesn't just affect those involved` adds.
        None => word.ends_with("n't") && !matches!(next, "only" | "just" | "merely"),
    }
}

/// Whether a word prohibits something.
pub(crate) fn prohibits(token: &Token<'_>) -> bool {
    DENIALS.of(token) == Some(Tag::Ban)
}

/// Whether the word at `at` is one of two Korean negations that oblige together: `하지 않으면 안 된다`, `하지 않을 수 없다`.
pub(crate) fn is_doubled(words: &[Token<'_>], at: usize) -> bool {
    let text = |at: usize| words.get(at).map_or("", |token| token.text);
    let begins = |at: usize| {
        let (word, next) = (text(at), text(at + 1));
        matches!(word, "않으면" | "아니하면" | "못하면" | "않고서는" | "않아서는")
            && (matches!(next, "안" | "아니") || next.starts_with("안되") || next.starts_with("안된"))
            || word == "않을" && next == "수" && text(at + 2).starts_with('없')
    };
    (at.saturating_sub(2)..=at).any(begins)
}

/// Where the word stands that a Korean negation denies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Before,
    After,
    /// In the same word: `허용되지않는다`.
    Within,
}

/// Where the word stands that the Korean word at `at` denies or prohibits, if it does.
pub(crate) fn korean_side(words: &[Token<'_>], at: usize) -> Option<Side> {
    let word = words.get(at)?.text;
    let before = at.checked_sub(1).and_then(|before| words.get(before)).map_or("", |token| token.text);
    if word == "없이" && NO_DENIALS[0].contains(&before) {
        return None;
    }
    if DENIALS.korean(word).any(|tag| tag == Tag::Forbid) {
        return before.ends_with('지').then_some(Side::Before);
    }
    korean_negation(word)
}

fn korean_negation(word: &str) -> Option<Side> {
    let mut found = None;
    for tag in DENIALS.korean(word) {
        match tag {
            Tag::Stays => return None,
            Tag::After => found = Some(Side::After),
            Tag::Before => found = found.or(Some(Side::Before)),
            _ => {}
        }
    }
    // `허용되지않는다`, `허용할수없다`, `허용되지아니한다`
    let mut before = ['\0'; 2];
    let mut chars = word.chars();
    let mut denies_inside = || {
        chars.any(|ch| {
            let denies =
                matches!((before, ch), ([_, '지'], '않' | '못') | ([_, '수'], '없') | (['지', '아'], '니'));
            before = [before[1], ch];
            denies
        })
    };
    found.or_else(|| denies_inside().then_some(Side::Within))
}

/// Adds the word that is denied: the nearest content word on the given side, else on the other
/// (`사용해서는 안 된다` denies `사용`, since `된다` means nothing by itself).
pub(crate) fn korean_reach(text: &Reading<'_>, at: usize, side: Side, out: &mut Vec<u32>) {
    const REACH: usize = 3;
    let content = |at: usize| Some((at, text.content(at)?));
    let before = |at: usize| (at.saturating_sub(REACH)..at).rev().find_map(content);
    let found = match side {
        Side::Before => before(at),
        Side::After => content(at + 1).or_else(|| before(at)),
        Side::Within => content(at),
    };
    // What may not be permitted may not be done: `출입은 허용되지 않는다` denies `출입`, too.
    let permitted = found.filter(|&(at, _)| permits(text.word(at)));
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
