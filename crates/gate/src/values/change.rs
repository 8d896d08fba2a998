//! Changes: whether a value tells by how much something differs (`fell 3 %`, `5개월 더 걸렸다`) or where it has come to (`fell to
//! 3 %`, `3%로 하락했다`), and claims that take one for the other.
//!
//! Owns the words around the value that tell the two apart in both languages.

use crate::text::reading::{Reading, SPACE};
use crate::values::number::Value;
use stet_text::Script;

/// What a value is told as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Told {
    /// By so much something has changed.
    Change,
    /// By so much something is more or less than another, which is named (`five months longer than planned`).
    Difference,
    /// The same, with nothing named: `60 more` may be 60.
    More,
    /// So much it has come to.
    Level,
    Plain,
}

/// English words of a change, right before its amount or before `to` and what it has come to.
const CHANGED: &[&str] = &[
    "rise",
    "rises",
    "rose",
    "risen",
    "rising",
    "fall",
    "falls",
    "fell",
    "fallen",
    "falling",
    "drop",
    "drops",
    "dropped",
    "dropping",
    "decline",
    "declines",
    "declined",
    "decrease",
    "decreases",
    "decreased",
    "increase",
    "increases",
    "increased",
    "climb",
    "climbs",
    "climbed",
    "jump",
    "jumps",
    "jumped",
    "slip",
    "slips",
    "slipped",
    "gain",
    "gains",
    "gained",
    "lose",
    "loses",
    "lost",
    "grow",
    "grows",
    "grew",
    "grown",
    "shrink",
    "shrinks",
    "shrank",
    "shrunk",
    "plunged",
    "surged",
    "soared",
    "slumped",
    "tumbled",
    "dipped",
    "reduced",
    "cut",
    "raised",
    "lowered",
    "lifted",
    "expanded",
    "widened",
    "narrowed",
    "went",
    "down",
    "up",
];

/// English words that compare, behind a difference.
const COMPARES: &[&str] = &[
    "more", "less", "fewer", "higher", "lower", "greater", "smaller", "larger", "bigger", "longer",
    "shorter", "older", "younger", "faster", "slower", "taller", "wider", "deeper", "heavier", "lighter",
    "warmer", "cooler", "farther", "further", "cheaper",
];

/// English words with which a claim tells a difference without comparing.
const DIFFERS: &[&str] = &[
    "than",
    "delay",
    "delayed",
    "late",
    "overrun",
    "overran",
    "extra",
    "additional",
    "difference",
    "gap",
    "margin",
    "ahead",
    "behind",
    "exceed",
    "exceeded",
    "exceeds",
    "over",
    "above",
    "below",
    "extended",
    "lead",
];

/// Korean words of a change, by how they begin.
const MOVES: &[&str] = &[
    "하락", "상승", "증가", "감소", "인상", "인하", "축소", "확대", "오르", "올랐", "올라", "오른", "내리",
    "내렸", "내려", "떨어", "줄", "늘", "높아", "낮아", "급등", "급락", "급증", "급감", "뛰", "뛴", "성장",
    "단축", "연장", "감축",
];

/// Korean words that compare, by how they begin, behind a difference.
const EXCEEDS: &[&str] =
    &["늦", "일찍", "빨리", "빠르", "앞당", "많", "적", "길", "긴", "짧", "높", "낮", "크", "큰", "작"];

/// Korean words with which a claim tells a difference otherwise, by how they begin.
const APART: &[&str] = &["초과", "지연", "차이", "격차", "추가", "연장", "단축", "보다", "더", "덜", "넘"];

/// The value of the claim that all windows tell as something else: `fell to 3 %`, of `fell 3 %`; `22 % of the women`, of `a 22 %
/// lower risk`; `5개월 걸렸다`, of `5개월 더 걸렸다`.
pub(crate) fn told_otherwise<'a>(
    claim: &Reading<'_>,
    values: &'a [Value],
    windows: &[Reading<'_>],
) -> Option<&'a Value> {
    values.iter().filter(|value| !value.implied && !value.is_year()).find(|value| {
        let mut places = windows
            .iter()
            .flat_map(|window| window.values().iter().map(move |other| (window, other)))
            .filter(|(_, other)| value.is_stated_as(other))
            .map(|(window, other)| told(window, other))
            .peekable();
        places.peek().is_some()
            && match told(claim, value) {
                Told::Level => places.all(|other| other == Told::Change),
                Told::Change => places.all(|other| other == Told::Level),
                Told::Difference | Told::More => false,
                Told::Plain => {
                    let share = value.is_percent() && claim.word(claim.first_from(value.span.end)) == "of";
                    let (more, apart) = (share, !differs(claim));
                    places.all(|other| match other {
                        Told::Difference => more || apart,
                        Told::More => more,
                        _ => false,
                    })
                }
            }
    })
}

/// Whether a claim tells of a difference in words of its own.
fn differs(claim: &Reading<'_>) -> bool {
    claim.tokens.iter().any(|token| {
        let word = token.text;
        COMPARES.contains(&word)
            || DIFFERS.contains(&word)
            || EXCEEDS.iter().chain(APART).any(|head| word.starts_with(head))
            || word.ends_with("보다")
    })
}

fn told(text: &Reading<'_>, value: &Value) -> Told {
    let mut next = text.first_from(value.span.end);
    // `3%로`
    let hangul = |at: usize| text.tokens.get(at).is_some_and(|token| token.script == Script::Hangul);
    next += usize::from(hangul(next) && text.gap(next) & SPACE == 0);
    // The word that a Korean counter and its particle are part of.
    let own = next.checked_sub(1).map_or("", |at| text.word(at));
    if own.is_ascii() && !hangul(next) { in_english(text, value, next) } else { in_korean(text, own, next) }
}

fn in_english(text: &Reading<'_>, value: &Value, next: usize) -> Told {
    let first = text.first_from(value.span.start);
    let filler = |word: &str| {
        matches!(
            word,
            "a" | "an" | "about" | "only" | "nearly" | "almost" | "another" | "some" | "around" | "roughly"
        )
    };
    let Some(at) = (first.saturating_sub(2)..first).rev().find(|&at| !filler(text.word(at))) else {
        return compared(text, next);
    };
    let changed = |at: usize| CHANGED.contains(&text.word(at));
    match text.word(at) {
        "by" => Told::Change,
        // `rose from 3 to 5 %`, `rose to 5 %`
        "to" if (at.saturating_sub(4)..at).any(changed) => Told::Level,
        _ if changed(at) && text.word(next) != "to" => Told::Change,
        _ => compared(text, next),
    }
}

fn compared(text: &Reading<'_>, next: usize) -> Told {
    match COMPARES.contains(&text.word(next)) {
        true if text.word(next + 1) == "than" => Told::Difference,
        true => Told::More,
        false => Told::Plain,
    }
}

/// `own` is the word that the value ends in, `next` the position of the word behind it.
fn in_korean(text: &Reading<'_>, own: &str, next: usize) -> Told {
    let filler = |word: &str| matches!(word, "정도" | "가량" | "넘게" | "가까이" | "이상" | "씩");
    let next = next + usize::from(filler(text.word(next)));
    let word = text.word(next);
    let begins = |heads: &[&str]| heads.iter().any(|head| word.starts_with(head));
    // `2배 늘었다` and `2배로 늘었다` are said of the same.
    if own.ends_with('배') || own.ends_with("배로") {
        return Told::Plain;
    }
    if own.ends_with('로') {
        return if begins(MOVES) { Told::Level } else { Told::Plain };
    }
    // Behind a particle, those of several syllables (`까지`, `부터`, `에서`) with them, nothing is compared: with `19%보다` something else is.
    if own.ends_with("보다")
        || own.ends_with(['은', '는', '이', '가', '을', '를', '의', '에', '도', '지', '터', '서', '만'])
    {
        return Told::Plain;
    }
    if matches!(word, "더" | "덜") && !text.word(next + 1).starts_with("이상") || begins(EXCEEDS) {
        Told::Difference
    } else if begins(MOVES) {
        Told::Change
    } else {
        Told::Plain
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn what_has_changed_by_so_much_is_not_there_yet() {
        for (claim, source, want) in [
            ("Prices fell to 3 percent.", "Prices fell 3 percent on Monday.", true),
            ("Prices fell 3 percent.", "Prices fell by 3 percent on Monday.", false),
            ("Prices fell by 3 percent.", "Prices fell to 3 percent on Monday.", true),
            ("Testing took five months.", "Testing took five months longer than planned.", true),
            ("Testing was delayed by five months.", "Testing took five months longer than planned.", false),
            (
                "22 percent of the women had a stroke.",
                "The women had a 22 percent lower risk of a stroke.",
                true,
            ),
            ("가격은 3%로 하락했다.", "월요일 가격은 3% 하락했다.", true),
            ("가격은 3% 하락했다.", "월요일 가격은 3%로 하락했다.", true),
            ("가격은 3% 떨어졌다.", "월요일 가격은 3%가량 하락했다.", false),
            ("시험은 5개월 걸렸다.", "시험은 계획보다 5개월 더 걸렸다.", true),
            ("시험은 5개월 지연되었다.", "시험은 계획보다 5개월 더 걸렸다.", false),
            ("매출은 두 배로 늘었다.", "지난해 매출은 2배 늘었다.", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(source));
            let (mine, theirs) = (Reading::new(&mine), [Reading::new(&theirs)]);
            assert_eq!(told_otherwise(&mine, mine.values(), &theirs).is_some(), want, "{claim} / {source}");
        }
    }
}
