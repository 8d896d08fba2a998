//! Negations of both languages: the words and prefixes that deny, and whether a word is denied.
//!
//! Owns the reach of a negation over its neighbours; the words are [tagged](crate::tags). What a whole text denies is
//! [`polarity`](super::polarity)'s.

use memchr::{memchr, memrchr2};

use crate::reading::Reading;
use crate::tags::Tags;
use stet_text::Script;
use stet_text::span::Span;

/// Whether the word at `at` is denied: by a negation within the words before it in English; in Korean by one right before
/// it, in it, or behind it (`허용하지 않는다`, `허용할 수 없다`).
pub fn is_denied(text: &Reading<'_>, at: usize) -> bool {
    /// `was not always allowed`
    const REACH: usize = 3;
    if !text.has_tag(Tags::DENIAL) {
        return false;
    }
    let side = |at: usize| denies(text, at);
    match text.tokens.get(at).map(|token| token.script) {
        Some(Script::Latin) => {
            // `without` denies what follows it: `without a flash is allowed` denies nothing of `allowed`.
            let reaches = |negation: usize| {
                text.word(negation) != "without"
                    || (negation + 1..at).all(|at| text.content(at).is_some() || is_article(text.word(at)))
            };
            (at.saturating_sub(REACH)..at).any(|negation| side(negation).is_some() && reaches(negation))
        }
        Some(Script::Hangul) => {
            // `해서는 안 된다`
            let bars = text.word(at).ends_with("서는") || text.word(at).ends_with(['서', '선', '면']);
            let able = usize::from(text.word(at + 1).starts_with('수'));
            bars && side(at + 1) == Some(Side::After)
                || side(at) == Some(Side::Within)
                || side(at + 1 + able) == Some(Side::Before)
                || at.checked_sub(1).and_then(side) == Some(Side::After)
        }
        _ => false,
    }
}

fn is_article(word: &str) -> bool {
    matches!(word, "a" | "an" | "the" | "any" | "its" | "their" | "your" | "his" | "her" | "our")
}

/// Whether a passage of a text stands in brackets.
pub fn in_brackets(norm: &str, span: Span) -> bool {
    /// Bytes in which the bracket is looked for.
    const REACH: usize = 120;
    let bytes = norm.as_bytes();
    let before = bytes.get(span.start.saturating_sub(REACH)..span.start).unwrap_or_default();
    let behind = bytes.get(span.end..bytes.len().min(span.end + REACH)).unwrap_or_default();
    let bracket = memrchr2(b'(', b')', before);
    bracket.is_some_and(|at| before.get(at) == Some(&b'(')) && memchr(b')', behind).is_some()
}

/// Where the word stands that a negation denies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Before,
    After,
    /// In the same word: `허용되지않는다`.
    Within,
}

/// Where the word stands that the one at `at` denies; none for one that denies nothing there: `not only`, `no doubt`, `지체 없이`, or
/// one of two that oblige together (`하지 않으면 안 된다`).
pub fn denies(text: &Reading<'_>, at: usize) -> Option<Side> {
    let doubled = |first: usize| {
        let (word, next) = (text.word(first), text.word(first + 1));
        let twice = word.ends_with('면') || word.ends_with("서는");
        negation(text, first).is_some()
            && (twice && negation(text, first + 1).is_some()
                || word.ends_with('을') && next == "수" && negation(text, first + 2).is_some())
    };
    let side = negation(text, at)?;
    let korean = text.tokens.get(at).is_some_and(|token| token.script == Script::Hangul);
    (!korean || !(at.saturating_sub(2)..=at).any(doubled)).then_some(side)
}

/// The same of a word whose neighbours deny nothing.
fn negation(text: &Reading<'_>, at: usize) -> Option<Side> {
    let tags = text.tags(at);
    if !tags.has(Tags::DENIAL) || tags.has(Tags::STAYS) {
        return None;
    }
    let (word, next) = (text.word(at), text.word(at + 1));
    if tags.has(Tags::NOT) {
        // `No, they are` answers; `doesn't just affect those involved` adds.
        let answers = at == 0 && word == "no" && ANSWERS.contains(&next);
        let adds = matches!(next, "only" | "just" | "merely" | "doubt");
        // `… 아니?` asks.
        let asks = next.is_empty() && !word.is_ascii();
        return (!answers && !adds && !asks).then_some(Side::After);
    }
    if tags.has(Tags::NOT_TO.and(Tags::NOT_THAT)) {
        return matches!((tags.has(Tags::NOT_TO), next), (true, "to") | (false, "that"))
            .then_some(Side::After);
    }
    let adverb = word == "없이" && at.checked_sub(1).is_some_and(|last| text.tags(last).has(Tags::ADVERB));
    if tags.has(Tags::DENIES.and(Tags::FORBID)) {
        (!adverb).then_some(Side::Before)
    } else {
        tags.has(Tags::WITHIN).then_some(Side::Within)
    }
}

/// What an answer goes on with behind `No,`.
const ANSWERS: [&str; 11] = ["but", "it", "they", "he", "she", "i", "we", "you", "there", "that", "this"];

/// Adds the word that is denied: the nearest content word on the given side, else on the other
/// (`사용해서는 안 된다` denies `사용`, since `된다` means nothing by itself).
pub fn korean_reach(text: &Reading<'_>, at: usize, side: Side, out: &mut Vec<u32>) {
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
pub fn permits(word: &str) -> bool {
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
            assert_eq!(negation(&Reading::new(&format!("{word} 한다")), 0), want, "{word}");
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
