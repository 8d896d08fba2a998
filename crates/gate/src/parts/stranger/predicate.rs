//! Korean predicates and their objects: something else that is done to what the windows name, or done to something else.

use crate::korean::lack::is_light;
use crate::korean::synonyms::meanings;
use crate::parts::roles::same_word;
use crate::text::reading::{Reading, SPACE, STOP};
use stet_text::{FIRST_SYLLABLE, syllable_at};

use super::korean::{is_general, is_pointed_at};
use super::{are_related, mean_the_same};

/// Where the claim does something else with what the windows name: `예산안을 심의한다`, `예산안을 의결한다`.
pub(super) fn final_predicate(
    text: &Reading<'_>,
    unknown: &[usize],
    windows: &[Reading<'_>],
) -> Option<usize> {
    let is_object = |word: &str| word.chars().nth(1).is_some() && word.ends_with(['을', '를']);
    unknown.iter().copied().find(|&at| {
        let dictionary = dictionary_form(text.word(at));
        let means = |other: &str| {
            let forms = dictionary.as_deref().into_iter().chain([text.word(at)]);
            let mut groups = forms.flat_map(meanings);
            groups.any(|group| meanings(other).any(|theirs| theirs == group))
        };
        let Some(before) = at.checked_sub(1) else { return false };
        let object = is_object(text.word(before));
        let last = |text: &Reading<'_>, at: usize| {
            (object || ACTS.iter().any(|end| text.word(at).ends_with(end)))
                && text.word(at).ends_with('다')
                && (text.tokens.get(at + 1).is_none() || text.gap(at + 1) & STOP != 0)
        };
        let shared = || (0..before).filter(|&at| text.content(at).is_some()).count() > 0;
        last(text, at) && (object || unknown.len() == 1 && shared()) && {
            let key = text.key(before);
            let mut places = windows
                .iter()
                .flat_map(|window| window.positions(key).map(move |at| (window, at)))
                .peekable();
            places.peek().is_some()
                && places.all(|(window, there)| {
                    let next = there + 1;
                    let other = window.content(next);
                    other.is_some_and(|other| (0..text.tokens.len()).all(|at| text.key(at) != other))
                        && window.gap(next) == SPACE
                        && if object {
                            // `늘리기로 했다` may be anything.
                            let verb = ['다', '고', '며', '여', '해', '아', '어', '는'];
                            is_object(window.word(there)) && window.word(next).ends_with(verb)
                        } else {
                            window.word(there) == text.word(before) && last(window, next)
                        }
                        && !means(window.word(next))
                })
        }
    })
}

/// Where the only word of the claim that is unknown is what something is done to, and the windows do it to something else:
/// `예산안을 상정했다`, `조례안을 상정했다`.
pub(super) fn object(text: &Reading<'_>, unknown: &[usize], windows: &[Reading<'_>]) -> Option<usize> {
    let &[at] = unknown else { return None };
    let is_object = |text: &Reading<'_>, at: usize| {
        let word = text.word(at);
        let noun = word.strip_suffix(['을', '를']).unwrap_or_default();
        noun.chars().nth(1).is_some() && !is_general(noun) && !is_light(word, noun)
    };
    let last = at + 1;
    let ends = text.tokens.get(last + 1).is_none() && text.word(last).ends_with('다');
    if !is_object(text, at) || !ends || is_pointed_at(text, at) {
        return None;
    }
    let known = |at: usize| {
        windows.iter().any(|window| (0..window.tokens.len()).any(|there| same_word(text, at, window, there)))
    };
    let mut rest = (0..at).filter(|&at| text.content(at).is_some()).peekable();
    if rest.peek().is_none() || !rest.all(known) {
        return None;
    }
    let places = windows.iter().flat_map(|window| (0..window.tokens.len()).map(move |there| (window, there)));
    let mut places = places.filter(|&(window, there)| same_word(text, last, window, there)).peekable();
    let fresh = |(window, there): (&Reading<'_>, usize)| {
        there.checked_sub(1).is_some_and(|other| {
            is_object(window, other) && !(0..text.tokens.len()).any(|at| are_related(text, at, window, other))
        })
    };
    (places.peek().is_some() && places.all(fresh)).then_some(at)
}

/// Where the claim says of an unknown noun alone what the windows say of another alone: `흰자만 쓴다`, `노른자만 쓴다`.
pub(super) fn alone(text: &Reading<'_>, unknown: &[usize], windows: &[Reading<'_>]) -> Option<usize> {
    let named = |text: &Reading<'_>, at: usize| {
        let noun = text.word(at).strip_suffix('만').unwrap_or_default();
        noun.chars().nth(1).is_some() && !noun.ends_with(['지', '에', '서', '로', '때', '고'])
    };
    unknown.iter().copied().filter(|&at| named(text, at)).find(|&at| {
        windows.iter().any(|window| {
            (0..window.tokens.len()).any(|there| {
                named(window, there)
                    && same_word(text, at + 1, window, there + 1)
                    && !(0..text.tokens.len()).any(|at| are_related(text, at, window, there))
            })
        })
    })
}

/// Where the claim does something else, told by a short verb, with what the windows name: `둑을 헐었다`, `둑을 쌓았다`.
pub(super) fn short_predicate(text: &Reading<'_>, windows: &[Reading<'_>]) -> Option<usize> {
    let at = text.tokens.len().checked_sub(1)?;
    let before = at.checked_sub(1)?;
    let is_object = |word: &str| word.ends_with(['을', '를']) && word.chars().nth(1).is_some();
    // `받다` and `하다` say little by themselves.
    let light = |word: &str| {
        word.starts_with(['하', '한', '했', '합', '되', '된', '됐', '받', '있', '없', '주', '준', '줬'])
    };
    let verb = |word: &str| word.chars().nth(1).is_some() && word.chars().nth(4).is_none() && !light(word);
    let word = text.word(at);
    if !word.ends_with('다') || !verb(word) || !is_object(text.word(before)) {
        return None;
    }
    let first = initial(word)?;
    let groups: Vec<u16> =
        dictionary_form(word).as_deref().into_iter().chain([word]).flat_map(meanings).collect();
    let key = text.key(before);
    let mut places =
        windows.iter().flat_map(|window| window.positions(key).map(move |at| (window, at))).peekable();
    let fresh = |(window, there): (&Reading<'_>, usize)| {
        let next = window.word(there + 1);
        let ends = ['다', '고', '며', '여', '아', '어', '는'];
        is_object(window.word(there))
            && window.gap(there + 1) == SPACE
            && verb(next)
            && next.ends_with(ends)
            && initial(next).is_some_and(|other| other != first)
            && !mean_the_same(&groups, next)
            && !dictionary_form(next).is_some_and(|form| mean_the_same(&groups, &form))
            && !(0..text.tokens.len()).any(|at| same_word(text, at, window, there + 1))
    };
    let elsewhere = || {
        windows.iter().any(|window| {
            (0..window.tokens.len()).any(|there| {
                initial(window.word(there)) == Some(first)
                    && window.word(there).chars().next() == word.chars().next()
            })
        })
    };
    (places.peek().is_some() && places.all(fresh) && !elsewhere()).then_some(at)
}

/// The first consonant of a Korean word: forms of one verb have it in common.
fn initial(word: &str) -> Option<u32> {
    /// Syllables that begin with one consonant.
    const VOWELS_AND_FINALS: u32 = 588;
    let first = syllable_at(word.as_bytes(), 0)?;
    first.checked_sub(FIRST_SYLLABLE).map(|first| first / VOWELS_AND_FINALS)
}

/// What verbs end in that are made of nouns.
const ACTS: [&str; 6] = ["한다", "했다", "하였다", "된다", "됐다", "되었다"];

/// `알리다` for `알린다`.
fn dictionary_form(word: &str) -> Option<String> {
    /// Finals of a syllable, and which of them is `ㄴ`.
    const FINALS: u32 = 28;
    const NIEUN: u32 = 4;
    let head = word.strip_suffix('다')?;
    let last = syllable_at(head.as_bytes(), head.len().checked_sub(3)?)?;
    let open = char::from_u32(last - NIEUN).filter(|_| (last - FIRST_SYLLABLE) % FINALS == NIEUN)?;
    Some(format!("{}{open}다", head.get(..head.len() - 3)?))
}
