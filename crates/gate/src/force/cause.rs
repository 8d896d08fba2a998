//! Causes: a claim that gives one thing the cause that its evidence gives another (`refunded because a code was entered twice`, where
//! the evidence says `overcharged because …`).
//!
//! Owns which clause of a sentence tells a cause and which its effect. Causes where the evidence has none are
//! [`fact`](super::fact)'s.

use std::ops::Range;

use crate::english::paraphrase::rewordings;
use crate::korean::synonyms::mean_the_same;
use crate::parts::roles::is_past_verb;
use crate::text::clause::divides;
use crate::text::reading::{COMMA, Reading, STOP};
use stet_text::{FIRST_SYLLABLE, syllable_at};

/// A cause and its effect, by the positions of their words.
struct Causal {
    cause: Range<usize>,
    effect: Range<usize>,
}

/// Content words of a cause and of an effect, at least.
const LEAST: usize = 2;

/// Endings of Korean words that tell a cause of what follows, and words that do by themselves.
const ENDINGS: &[&str] = &["여서", "어서", "아서", "워서", "해서", "므로", "니까", "하여"];
const BEHIND: &[&str] = &["때문에", "탓에", "덕분에", "인해", "인하여"];

/// Whether the evidence gives the cause that the claim tells, but for another effect, and tells the claim's effect elsewhere.
pub(crate) fn causes_another(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    causal(claim, true).into_iter().any(|own| {
        let verbs: Vec<usize> = verbs(claim, &own.effect);
        if contents(claim, &own.cause) < LEAST || verbs.is_empty() {
            return false;
        }
        let said_in = |text: &Reading<'_>, words: &Range<usize>, at: usize| {
            words.clone().any(|there| is_same(claim, at, text, there))
        };
        let mut places = windows
            .iter()
            .flat_map(|text| causal(text, false).into_iter().map(move |found| (text, found)))
            .filter(|(text, found)| {
                is_said(claim, &own.cause, text, &found.cause) && contents(text, &found.effect) >= LEAST
            })
            .peekable();
        let elsewhere = |at: usize| windows.iter().any(|text| said_in(text, &(0..text.tokens.len()), at));
        places.peek().is_some()
            && places.all(|(text, found)| {
                verbs.iter().any(|&at| !said_in(text, &found.effect, at) && elsewhere(at))
            })
    })
}

/// Whether the claim has cause and effect exchanged: `the road was blocked because the bus was late`; or tells as the cause what the evidence
/// says something was done against (`반대에도 불구하고`).
pub(crate) fn turns_cause(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    let mine = causal(claim, true);
    if mine.is_empty() {
        return against(claim, windows);
    }
    let theirs: Vec<(&Reading<'_>, Causal)> = windows
        .iter()
        .flat_map(|text| causal(text, true).into_iter().map(move |found| (text, found)))
        .collect();
    let turned = mine.into_iter().any(|own| {
        theirs.iter().any(|(text, found)| {
            is_said(claim, &own.cause, text, &found.effect) && is_said(claim, &own.effect, text, &found.cause)
        }) && !theirs.iter().any(|(text, found)| is_said(claim, &own.cause, text, &found.cause))
    });
    turned || against(claim, windows)
}

/// Whether a Korean claim gives as the cause what its evidence says something was done in spite of.
fn against(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    let named: Vec<usize> =
        (1..claim.tokens.len()).filter(|&at| BEHIND.contains(&claim.word(at))).map(|at| at - 1).collect();
    let is_named = |text: &Reading<'_>, there: usize| {
        let bare = text.word(there).trim_end_matches("에도");
        named.iter().any(|&at| claim.is_same(at, text, there) || claim.word(at) == bare)
    };
    !named.is_empty()
        && windows.iter().any(|text| {
            (1..text.tokens.len()).any(|at| text.word(at).starts_with("불구하") && is_named(text, at - 1))
        })
}

/// Whether most content words of a part of a claim stand in a part of a text.
fn is_said(claim: &Reading<'_>, part: &Range<usize>, text: &Reading<'_>, within: &Range<usize>) -> bool {
    let all = contents(claim, part);
    let said = part
        .clone()
        .filter(|&at| claim.content(at).is_some())
        .filter(|&at| within.clone().any(|there| is_same(claim, at, text, there)));
    all > 0 && 3 * said.count() >= 2 * all
}

fn contents(text: &Reading<'_>, words: &Range<usize>) -> usize {
    words.clone().filter(|&at| text.content(at).is_some()).count()
}

/// Whether two words are one or mean the same.
fn is_same(claim: &Reading<'_>, at: usize, text: &Reading<'_>, there: usize) -> bool {
    claim.is_same(at, text, there)
        || rewordings(claim.key(at)).any(|key| key == text.key(there))
        || mean_the_same(claim.word(at), text.word(there))
}

/// The verbs of a clause, as far as they can be told: in Korean its last content word, in English pasts and what stands behind a
/// form of `be`.
fn verbs(text: &Reading<'_>, clause: &Range<usize>) -> Vec<usize> {
    let content = |at: &usize| text.content(*at).is_some();
    let latin = clause.clone().any(|at| text.word(at).is_ascii() && content(&at));
    if !latin {
        return clause.clone().rfind(content).into_iter().collect();
    }
    let is_verb = |at: &usize| {
        let before = at.checked_sub(1).map_or("", |before| text.word(before));
        is_past_verb(text.word(*at))
            || matches!(text.word(*at), "fell" | "rose" | "grew")
            || matches!(before, "is" | "are" | "was" | "were" | "been")
    };
    clause.clone().filter(content).filter(is_verb).collect()
}

/// The causes that a text tells, with what each causes; those that it tells `plainly`, or those that may be times, too (`as`).
fn causal(text: &Reading<'_>, plainly: bool) -> Vec<Causal> {
    (0..text.tokens.len())
        .filter_map(|at| in_english(text, at, plainly).or_else(|| in_korean(text, at)))
        .collect()
}

/// The cause that an English word begins: `because of`, `due to`.
fn in_english(text: &Reading<'_>, at: usize, plainly: bool) -> Option<Causal> {
    let length = match (text.word(at), text.word(at + 1)) {
        ("because", "of") | ("due" | "owing" | "thanks", "to") => 2,
        ("because", _) => 1,
        ("as" | "since" | "after", _) if !plainly => 1,
        _ => return None,
    };
    let (first, end) = (text.sentence_begin(at), text.sentence_end(at + 1));
    let comma = |at: &usize| text.gap(*at) & COMMA != 0;
    if at == first {
        let comma = (at + length..end).find(comma)?;
        return Some(Causal { cause: at + length..comma, effect: comma..end });
    }
    let last = (at + length..end).find(comma).unwrap_or(end);
    // The clause before, or, where that is only an adverb (`, mostly because`), the one before that.
    let mut begin = at;
    while begin > first && contents(text, &(begin..at)) < LEAST {
        begin = (first..begin).rev().find(|&at| divides(text, at)).unwrap_or(first);
    }
    Some(Causal { cause: at + length..last, effect: begin..at })
}

/// The cause that a Korean word ends: `최저여서`, `부진 때문에`.
fn in_korean(text: &Reading<'_>, at: usize) -> Option<Causal> {
    let word = text.word(at);
    let long = word.chars().nth(2).is_some();
    let ending = ENDINGS.iter().any(|end| word.ends_with(end)) || ends_in_seo(word);
    if !(long && ending || BEHIND.contains(&word)) {
        return None;
    }
    let end = text.sentence_end(at + 1);
    let first = text.sentence_begin(at);
    let begin = (first..at).rev().find(|&at| divides(text, at)).map_or(first, |at| at + 1);
    (at + 1 < end && text.gap(at + 1) & STOP == 0)
        .then_some(Causal { cause: begin..at + 1, effect: at + 1..end })
}

/// Whether a Korean word ends in `서` behind a stem (`막혀서`, `와서`), not behind a noun or another ending (`학교에서`, `하면서`).
fn ends_in_seo(word: &str) -> bool {
    /// Finals of a syllable, vowels, and those of them in which a stem ends before `서`: ㅏ, ㅐ, ㅓ, ㅕ, ㅘ, ㅝ.
    const FINALS: u32 = 28;
    const VOWELS: u32 = 21;
    const OPEN: [u32; 6] = [0, 1, 4, 6, 9, 14];
    let Some(stem) = word.strip_suffix('서') else { return false };
    let last = stem.len().checked_sub(3).and_then(|at| syllable_at(stem.as_bytes(), at));
    last.map(|last| last.wrapping_sub(FIRST_SYLLABLE)).is_some_and(|last| {
        last % FINALS == 0 && OPEN.contains(&(last / FINALS % VOWELS)) && stem.chars().nth(1).is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn cause_and_effect_exchanged() {
        let bus = "Because the road was blocked, the bus was late.";
        for (claim, source, want) in [
            ("Because the bus was late, the road was blocked.", bus, true),
            ("The bus was late because the road was blocked.", bus, false),
            ("버스가 늦어서 길이 막혔다.", "길이 막혀서 버스가 늦었다.", true),
            ("길이 막혀서 버스가 늦었다.", "길이 막혀서 버스가 늦었다.", false),
            ("학교에서 길이 막혔다.", "길이 막혀서 학교에서 늦었다.", false),
            ("반대 때문에 세금을 올렸다.", "반대에도 불구하고 세금을 올렸다.", true),
            ("적자 때문에 세금을 올렸다.", "반대에도 불구하고 세금을 올렸다.", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(source));
            assert_eq!(turns_cause(&Reading::new(&mine), &[Reading::new(&theirs)]), want, "{claim}");
        }
    }

    #[test]
    fn the_cause_of_another() {
        let audit = "The branch had overcharged 214 customers, mostly because a code was entered twice. Most were refunded.";
        let copper =
            "Copper prices fell on Monday, but analysts expect a recovery as stocks in London are low.";
        let korean =
            "월요일 구리 가격은 하락했다. 분석가들은 런던의 재고가 최저여서 가격이 회복될 것으로 내다봤다.";
        for (claim, source, want) in [
            ("Customers were refunded because a code was entered twice.", audit, true),
            ("Customers were overcharged because a code was entered twice.", audit, false),
            ("Because a code was entered twice, customers were overcharged.", audit, false),
            ("Copper prices fell because stocks in London are low.", copper, true),
            ("Analysts expect a recovery because stocks in London are low.", copper, false),
            ("런던의 재고가 최저여서 구리 가격이 하락했다.", korean, true),
            ("런던의 재고가 최저여서 가격이 회복될 것으로 보인다.", korean, false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(source));
            assert_eq!(causes_another(&Reading::new(&mine), &[Reading::new(&theirs)]), want, "{claim}");
        }
    }
}
