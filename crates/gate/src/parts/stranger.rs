//! Strangers: a noun of the claim that no evidence has, in whose place the evidence names another (`김철수가 회사를
//! 설립했다` where it says `이영희가`, `held in Seoul` where it says `held in Busan`).
//!
//! Owns telling that two nouns have one place: in Korean by their particle and predicate, in English by the words
//! around them. Opposites and values are [`exchange`](crate::sides::exchange)'s, nouns that both have in other parts
//! [`roles`](crate::parts::roles)'.

mod english;
mod korean;
mod predicate;
mod surname;

use std::cell::OnceCell;

use memchr::memmem;

use crate::english::comparison::is_label;
use crate::english::paraphrase::rewordings;
use crate::force::emphasis::is_emphatic;
use crate::korean::lack::is_light;
use crate::korean::synonyms::meanings;
use crate::parts::roles::{is_title, member, members, particle, same_word};
use crate::sides::exchange::alike;
use crate::text::claim::Claim;
use crate::text::reading::{Reading, SPACE, STOP};
use stet_text::Script;

use english::{english, first_name, is_pronoun};
use korean::{is_pointed_at, korean, owner};
use predicate::{alone, final_predicate, object, short_predicate};
use surname::surname_of_another;

/// The first word of the claim, its ending apart, that the windows lack and in whose place the first of them has another. `reworded` are the
/// words of the claim that the windows say in other words, `names` the keys of those of its names that they have.
pub(crate) fn stranger<'a>(
    claim: &Claim<'a>,
    reworded: &[usize],
    names: &[u32],
    windows: &[Reading<'_>],
) -> Option<&'a str> {
    let window = windows.first()?;
    let text = &claim.reading;
    let unknown: Vec<usize> =
        (0..text.tokens.len()).filter(|&at| is_unknown(claim, at, reworded, windows)).collect();
    let found = label(text, windows).or_else(|| surname_of_another(text, windows)).or_else(|| {
        if unknown.is_empty() {
            return titled(text, &unknown, window).or_else(|| short_predicate(text, windows));
        }
        titled(text, &unknown, window)
            .or_else(|| first_name(text, &unknown, names, windows))
            .or_else(|| final_predicate(text, &unknown, windows))
            .or_else(|| korean(text, &unknown, window))
            .or_else(|| owner(text, &unknown, windows))
            .or_else(|| modifier(text, &unknown, windows))
            .or_else(|| object(text, &unknown, windows))
            .or_else(|| alone(text, &unknown, windows))
            .or_else(|| english(text, &unknown, window))
    })?;
    Some(text.stem(found))
}

/// Whether no window has a word, a part of it, a longer word with it, or another word for it.
fn is_unknown(claim: &Claim<'_>, at: usize, reworded: &[usize], windows: &[Reading<'_>]) -> bool {
    /// Bytes with which words of one family begin.
    const HEAD: usize = 4;
    let text = &claim.reading;
    let (Some(token), Some(key)) = (text.tokens.get(at), text.content(at)) else { return false };
    let stem = text.stem(at);
    let known = || windows.iter().any(|window| window.has(key)) || reworded.contains(&at);
    let is_value = || claim.values.iter().any(|value| value.span.contains(token.span));
    match token.script {
        Script::Hangul => {
            // `후에`
            let bare = member(token.text).map_or(stem, |(noun, _)| noun);
            has_two(stem) && has_two(bare) && !known() && !is_light(token.text, stem) && !is_value() && {
                // `해마다` is not `해`.
                let groups: Vec<u16> = meanings(token.text).collect();
                let related = |window: &Reading<'_>| {
                    memmem::find(window.norm.as_bytes(), stem.as_bytes()).is_some()
                        || !groups.is_empty()
                            && window.meanings().iter().any(|one| groups.contains(&one.group))
                        || (0..window.tokens.len()).any(|there| {
                            // Where the word is a part of another it has been found in the text.
                            is_form(text, at, window, there) || contracts(token.text, window.word(there))
                        })
                };
                !windows.iter().any(related)
            }
        }
        Script::Latin => {
            token.text.len() > 1 && !known() && !is_pronoun(token.text) && !is_value() && {
                let head = token.text.get(..token.text.len().min(HEAD)).unwrap_or(token.text);
                let four = head.as_bytes().first_chunk::<HEAD>();
                let begins = |other: &str| match four {
                    Some(four) => other.as_bytes().first_chunk() == Some(four),
                    None => other.starts_with(head),
                };
                let reworded = rewordings(key).any(|key| windows.iter().any(|window| window.has(key)));
                !reworded
                    && !windows.iter().any(|window| window.tokens.iter().any(|other| begins(other.text)))
            }
        }
        Script::Digit | Script::Other => false,
    }
}

/// Whether a word has more than one character.
fn has_two(word: &str) -> bool {
    let mut chars = word.chars();
    chars.next().is_some() && chars.next().is_some()
}

/// Whether two Korean words are one but for its contraction: `정하여`, `정해`; `하였으나`, `했으나`.
fn contracts(one: &str, other: &str) -> bool {
    const PAIRS: [(&str, &str); 4] = [("하여", "해"), ("하였", "했"), ("되어", "돼"), ("되었", "됐")];
    // Hardly any two words begin alike, or with what is contracted.
    let (first, second) = (one.chars().next(), other.chars().next());
    let begins = |long, short| {
        matches!((long, short), (Some('하'), Some('해' | '했')) | (Some('되'), Some('돼' | '됐')))
    };
    if first != second && !begins(first, second) && !begins(second, first) {
        return false;
    }
    let is = |long: &str, short: &str| {
        PAIRS.iter().filter_map(|(from, to)| Some((long.split_once(from)?, to))).any(|((head, tail), to)| {
            let rest = short.strip_prefix(head).and_then(|rest| rest.strip_prefix(to));
            rest.is_some_and(|rest| rest == tail || head.chars().next().is_some())
        })
    };
    is(one, other) || is(other, one)
}

/// Whether one Korean word is a part, another form or an abbreviation of the other, or means the same.
fn are_related(mine: &Reading<'_>, at: usize, theirs: &Reading<'_>, there: usize) -> bool {
    let groups = || meanings(mine.stem(at)).collect::<Vec<u16>>();
    look_related(mine, at, theirs, there) || mean_the_same(&groups(), theirs.stem(there))
}

/// Whether a word is of one of some groups.
fn mean_the_same(groups: &[u16], other: &str) -> bool {
    !groups.is_empty() && meanings(other).any(|group| groups.contains(&group))
}

/// Whether one Korean word is a part, another form or an abbreviation of the other.
fn look_related(mine: &Reading<'_>, at: usize, theirs: &Reading<'_>, there: usize) -> bool {
    let (one, other) = (mine.stem(at), theirs.stem(there));
    is_part(one, other) || is_form(mine, at, theirs, there)
}

/// The same, unless the first is a part of the second.
fn is_form(mine: &Reading<'_>, at: usize, theirs: &Reading<'_>, there: usize) -> bool {
    let (one, other) = (mine.stem(at), theirs.stem(there));
    alike(mine, at, theirs, there)
        || is_part(other, one)
        || one.chars().next() == other.chars().next() && (abbreviates(one, other) || abbreviates(other, one))
}

/// Whether a word of more than one character stands in another.
fn is_part(part: &str, whole: &str) -> bool {
    let (part_bytes, ends) = (part.as_bytes(), (part.as_bytes().first(), part.as_bytes().last()));
    part.len() <= whole.len()
        && has_two(part)
        && whole
            .as_bytes()
            .windows(part.len())
            .any(|bytes| (bytes.first(), bytes.last()) == ends && bytes == part_bytes)
}

/// Whether the syllables of a word stand in a longer one in this order: `한은`, `한국은행`. The first of them are the same.
pub(crate) fn abbreviates(short: &str, long: &str) -> bool {
    let mut rest = long.chars();
    has_two(short) && short.chars().all(|ch| rest.any(|other| other == ch))
}

/// The letter of the claim that tells one of a kind where the windows have only another of that kind: `drug A`, `A사`.
fn label(text: &Reading<'_>, windows: &[Reading<'_>]) -> Option<usize> {
    // The letter, and the word before it or the syllable behind it, if that is no particle.
    let named = |text: &Reading<'_>, at: usize| {
        let token =
            text.tokens.get(at).filter(|token| token.script == Script::Latin && token.text.len() == 1)?;
        let letter = token.text.as_bytes().first().copied();
        let number = || {
            let before = at.checked_sub(1).and_then(|before| text.tokens.get(before));
            before.is_some_and(|before| before.script == Script::Digit && before.span.end == token.span.start)
        };
        // `drug A`, `9A`
        if is_label(text, at) || number() {
            return Some((text.key(at.checked_sub(1)?), letter));
        }
        let next = text.tokens.get(at + 1).filter(|next| next.script == Script::Hangul)?;
        let kind = if particle(next.text).is_some() { 0 } else { u32::from(next.text.chars().next()?) };
        (next.span.start == token.span.end).then_some((kind, letter))
    };
    (0..text.tokens.len()).find(|&at| {
        let Some(mine) = named(text, at) else { return false };
        let theirs =
            || windows.iter().flat_map(|window| (0..window.tokens.len()).filter_map(|at| named(window, at)));
        // `a` is an article where no letter stands beside it.
        theirs().any(|other| other.0 == mine.0 && other.1 != mine.1) && theirs().all(|other| other != mine)
    })
}

/// Where the claim has an unknown name before a title that has another name before it in the window.
fn titled(text: &Reading<'_>, unknown: &[usize], window: &Reading<'_>) -> Option<usize> {
    let word = |text: &Reading<'_>, at: usize| {
        text.tokens
            .get(at)
            .filter(|token| token.script == Script::Hangul)
            .map(|token| token.text.chars().count())
    };
    let is_title = |at: usize| {
        let token = text.tokens.get(at).filter(|token| token.script == Script::Hangul);
        token.is_some_and(|token| is_title(token.text))
    };
    // A name before a title has no particle.
    let (mine, theirs) = (OnceCell::new(), OnceCell::new());
    let is_name = |text: &Reading<'_>, at: usize, list: &OnceCell<Vec<usize>>| {
        let nouns = || list.get_or_init(|| members(text).iter().map(|member| member.at).collect());
        word(text, at).is_some_and(|count| (2..=4).contains(&count)) && !nouns().contains(&at)
    };
    // `이정훈 의원`, `이정민 의원`: two of one family.
    let differs = |at: usize| {
        let name = text.word(at);
        word(text, at) == Some(3) && memmem::find(window.norm.as_bytes(), name.as_bytes()).is_none()
    };
    (0..text.tokens.len()).find(|&at| {
        // What stands behind is mostly no word of the window, or no title.
        let places =
            || window.positions(text.key(at + 1)).filter_map(|title| title.checked_sub(1)).peekable();
        let may_be = places().peek().is_some() && is_title(at + 1);
        may_be && (unknown.contains(&at) || differs(at)) && is_name(text, at, &mine) && {
            let mut there = places();
            let fresh = |there: usize| {
                let key = window.key(there);
                is_name(window, there, &theirs) && (0..text.tokens.len()).all(|at| text.key(at) != key)
            };
            there.peek().is_some() && there.all(fresh)
        }
    })
}

/// Where the only word of the claim that is unknown stands between two words between which the windows have only another: `gross
/// negligence`, `slight negligence`.
fn modifier(text: &Reading<'_>, unknown: &[usize], windows: &[Reading<'_>]) -> Option<usize> {
    let &[at] = unknown else { return None };
    // `말벌 사냥꾼`, `꿀벌 사냥꾼` where a sentence begins, too.
    let (before, next) = (at.checked_sub(1), at + 1);
    let first = |text: &Reading<'_>, at: usize| at == 0 || text.gap(at) & STOP != 0;
    if before.is_none() && text.tokens.get(at).is_none_or(|token| token.script != Script::Hangul) {
        return None;
    }
    let joined = |text: &Reading<'_>, at: usize| {
        (text.gap(at) == SPACE || first(text, at)) && text.gap(at + 1) == SPACE
    };
    // Particles stand behind what they belong to, so only what follows in Korean needs to be content.
    // `우편으로 한다`, `온라인으로 한다`
    let way = |text: &Reading<'_>, at: usize| text.word(at).ends_with('로');
    if !way(text, at) {
        text.content(next)?;
    }
    // What is said of a predicate is free.
    let predicate = !way(text, at)
        && text
            .tokens
            .get(next)
            .is_some_and(|token| token.script == Script::Hangul && token.text.ends_with('다'));
    if predicate || !joined(text, at) || is_pointed_at(text, at) || is_emphatic_at(text, at) {
        return None;
    }
    let mut found = false;
    for window in windows {
        for there in (0..window.tokens.len()).filter(|&there| same_word(text, next, window, there)) {
            let other = there.checked_sub(1)?;
            let placed = match before {
                Some(before) => {
                    other.checked_sub(1).is_some_and(|first| same_word(text, before, window, first))
                }
                // `다만 흡연 여부를`
                None => {
                    !text.word(at).ends_with(['도', '만', '은', '는'])
                        && !window.word(other).ends_with(['은', '는', '이', '가', '의'])
                }
            };
            let fresh = || {
                window.content(other).is_some()
                    && way(window, other) == way(text, at)
                    && joined(window, other)
                    && !is_emphatic_at(window, other)
                    && window.word(other).chars().next() != text.word(at).chars().next()
                    && !(0..text.tokens.len()).any(|at| {
                        let exact = window.has(text.key(at));
                        text.key(at) == window.key(other) || !exact && are_related(text, at, window, other)
                    })
            };
            if !placed || !fresh() {
                return None;
            }
            found = true;
        }
    }
    found.then_some(at)
}

/// Whether a word emphasises or measures rather than tells one kind from another.
fn is_emphatic_at(text: &Reading<'_>, at: usize) -> bool {
    text.tokens.get(at).is_some_and(|token| is_emphatic(token) || token.script == Script::Digit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::claim::Wording;
    use stet_text::normalise;

    #[test]
    fn another_in_the_same_place() {
        for (claim, evidence, want) in [
            ("총장이 휴학을 허가한다.", "학장이 휴학을 허가한다.", Some("총장")),
            ("휴학은 총장이 허가한다.", "총장이 휴학을 허가한다.", None),
            ("한은이 금리를 올렸다.", "한국은행이 금리를 올렸다.", None),
            ("협회가 금리를 올렸다.", "이 기관이 금리를 올렸다.", None),
            ("최민수 감독이 팀을 이끈다.", "박지훈 감독은 팀을 이끈다.", Some("최민수")),
            ("C사는 공장을 지었다.", "B사가 공장을 지었다.", Some("c")),
            ("The fair was held in Linz.", "The fair was held in Wels.", Some("linz")),
            ("Linz hosted the fair.", "In May, Wels hosted the fair.", Some("linz")),
            ("The mayor opened the fair.", "Berger opened the fair.", None),
            ("She opened the fair.", "Berger opened the fair.", None),
            ("Plan C covers teeth.", "Plan B covers teeth.", Some("c")),
            ("Plan B covers teeth.", "Plan B covers teeth, plan C does not.", None),
        ] {
            let wording = Wording::new(claim);
            let evidence = normalise(evidence);
            assert_eq!(
                stranger(&Claim::new(&wording), &[], &[], &[Reading::new(&evidence)]),
                want,
                "{claim}"
            );
        }
    }
}
