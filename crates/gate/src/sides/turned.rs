//! Turned: a relation of two things that a claim tells the other way round (`A is north of B`, `from A into B`, `A의 원인은 B`), or that has
//! another side (`as heavy as`, `during the war`, `only in`).
//!
//! Owns relations that a preposition or one noun tells. Comparisons are [`comparison`](crate::english::comparison)'s and
//! [`converse`](super::converse)'s, who does what to whom is [`roles`](crate::parts::roles)'.

use crate::text::reading::{COMMA, Reading};
use crate::text::similarity::hash;
use stet_text::Script;

/// The bearings, in English and by how their Korean words begin; each beside its opposite.
const BEARINGS: &[(&str, &str)] = &[("north", "북쪽"), ("south", "남쪽"), ("east", "동쪽"), ("west", "서쪽")];

/// The place of `from A to B` and of `A의 원인은 B` behind the bearings.
const FROM: usize = 4;
const CAUSE: usize = 5;

/// `A was preferred to B`
const PREFERRED: usize = 6;

/// Content words on each side of a relation that are compared.
const NEAR: usize = 3;

/// Two sides of a relation.
#[derive(Debug)]
struct Relation {
    /// Place in [`BEARINGS`], or one of the others.
    kind: usize,
    /// The word that tells it.
    at: usize,
    one: Vec<u32>,
    other: Vec<u32>,
}

impl Relation {
    /// Whether two relations have each other's sides; what stands on the same side of both (`Mary's plan`, `John's plan`) tells nothing.
    fn is_exchanged(&self, other: &Self) -> bool {
        let crosses = |mine: &[u32], there: &[u32], same: &[u32]| {
            mine.iter().any(|key| there.contains(key) && !same.contains(key))
        };
        let stays = |mine: &[u32], same: &[u32], there: &[u32]| {
            mine.iter().any(|key| same.contains(key) && !there.contains(key))
        };
        crosses(&self.one, &other.other, &other.one)
            && crosses(&self.other, &other.one, &other.other)
            && !stays(&self.other, &other.other, &other.one)
    }
}

/// What is told from the other side: words of the claim that are the opposites of the source's and yet say the same, by position, and whether
/// a relation is turned round.
pub(crate) fn relations_turned(claim: &Reading<'_>, windows: &[Reading<'_>]) -> (Vec<usize>, bool) {
    let mine = relations(claim);
    if mine.is_empty() {
        return (Vec::new(), false);
    }
    let theirs: Vec<Relation> = windows.iter().flat_map(relations).collect();
    let opposite = |one: usize, other: usize| one < FROM && other < FROM && one ^ 1 == other;
    let spared = mine
        .iter()
        .filter(|own| theirs.iter().any(|other| opposite(own.kind, other.kind) && own.is_exchanged(other)));
    let turned = mine.iter().any(|own| {
        let mut same = theirs.iter().filter(|other| other.kind == own.kind).peekable();
        same.peek().is_some() && same.all(|other| own.is_exchanged(other))
    });
    (spared.map(|own| own.at).collect(), turned)
}

/// The relations of a text.
fn relations(text: &Reading<'_>) -> Vec<Relation> {
    (0..text.tokens.len())
        .filter_map(|at| match text.tokens.get(at)?.script {
            Script::Latin => in_english(text, at),
            Script::Hangul => in_korean(text, at),
            Script::Digit | Script::Other => None,
        })
        .filter(|relation| !relation.one.is_empty() && !relation.other.is_empty())
        .collect()
}

/// The content words of a part of a text, the first ones.
fn contents(text: &Reading<'_>, words: impl Iterator<Item = usize>) -> Vec<u32> {
    words.filter_map(|at| text.content(at)).take(NEAR).collect()
}

fn in_english(text: &Reading<'_>, at: usize) -> Option<Relation> {
    let word = text.word(at);
    if word == "from" {
        let end = text.sentence_end(at + 1);
        let to = |at: &usize| matches!(text.word(*at), "to" | "into" | "onto" | "towards" | "toward");
        let to = (at + 2..end.min(at + 8)).find(to)?;
        let begins = |at: usize| text.tokens.get(at).is_some_and(|token| token.script == Script::Latin);
        // Numbers are other rules'.
        if !begins(at + 1) || !begins(to + 1) {
            return None;
        }
        let (one, other) = (contents(text, at + 1..to), contents(text, to + 1..end.min(to + 4)));
        return Some(Relation { kind: FROM, at, one, other });
    }
    let prefers = word == "preferred" && matches!(text.word(at + 1), "to" | "over");
    let kind = BEARINGS.iter().position(|bearing| bearing.0 == word).or(prefers.then_some(PREFERRED))?;
    if text.word(at + 1) != "of" && !prefers {
        return None;
    }
    let (first, end) = (text.sentence_begin(at), text.sentence_end(at + 1));
    // What lies there stands first: `The station is north of the river`.
    let verb = (first..at).find(|&at| {
        matches!(text.word(at), "is" | "are" | "was" | "were" | "lies" | "lie" | "lay" | "stands" | "stood")
    })?;
    let (one, other) = (contents(text, first..verb), contents(text, at + 2..end.min(at + 6)));
    Some(Relation { kind, at, one, other })
}

fn in_korean(text: &Reading<'_>, at: usize) -> Option<Relation> {
    let word = text.word(at);
    let before = at.checked_sub(1)?;
    let of = text.word(before).strip_suffix('의')?;
    let (first, end) = (text.sentence_begin(at), text.sentence_end(at + 1));
    if before < first {
        return None;
    }
    if word.starts_with("원인은") || word.starts_with("원인이") {
        let other = vec![hash(of)];
        let one = (at + 1..end).filter(|&at| text.content(at).is_some()).take(1).map(|at| noun(text, at));
        return Some(Relation { kind: CAUSE, at, one: one.collect(), other });
    }
    let kind = BEARINGS.iter().position(|bearing| word.starts_with(bearing.1))?;
    let subject = (first..end).filter(|&place| place != before && place != at).find(|&at| {
        text.word(at).ends_with(['은', '는', '이', '가']) && text.word(at).chars().nth(1).is_some()
    })?;
    Some(Relation { kind, at, one: vec![noun(text, subject)], other: vec![hash(of)] })
}

/// A Korean noun without the particle behind it, however short.
fn noun(text: &Reading<'_>, at: usize) -> u32 {
    let word = text.word(at);
    let bare = ["이었다", "였다", "이다", "은", "는", "이", "가", "을", "를", "으로", "로"]
        .iter()
        .find_map(|end| word.strip_suffix(end))
        .filter(|bare| !bare.is_empty());
    hash(bare.unwrap_or(word))
}

/// Whether a claim says `as … as` of what its evidence says `more than` of: `구리만큼`, where it says `구리보다`.
pub(crate) fn levels_what_differs(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    let ends = |text: &Reading<'_>, noun: &str, end: &str| {
        text.tokens.iter().any(|token| token.text.strip_suffix(end) == Some(noun))
    };
    claim.tokens.iter().filter_map(|token| token.text.strip_suffix("만큼")).any(|noun| {
        !noun.is_empty()
            && windows.iter().any(|text| ends(text, noun, "보다"))
            && !windows.iter().any(|text| ends(text, noun, "만큼"))
    })
}

/// When something is, beside what is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Beside {
    Before,
    During,
    After,
}

/// Whether a claim puts into the time of something what its evidence puts before or behind it, or the other way round.
pub(crate) fn puts_at_another_time(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    let mine = times(claim);
    if mine.is_empty() {
        return false;
    }
    let theirs: Vec<(Beside, u32)> = windows.iter().flat_map(times).collect();
    mine.iter().any(|&(beside, what)| {
        let mut same = theirs.iter().filter(|other| other.1 == what).peekable();
        same.peek().is_some()
            && same.all(|other| other.0 != beside && (beside == Beside::During || other.0 == Beside::During))
    })
}

fn times(text: &Reading<'_>) -> Vec<(Beside, u32)> {
    let of = |at: usize| {
        let word = text.word(at);
        let beside = match word {
            "before" | "전에" | "전" | "이전에" => Beside::Before,
            "during" | "중에" | "중" | "동안" | "도중" | "도중에" => Beside::During,
            "after" | "뒤" | "뒤에" | "후" | "후에" | "이후" | "이후에" => Beside::After,
            _ => return None,
        };
        if text.tokens.get(at)?.script == Script::Latin {
            return Some((beside, (at + 1..at + 3).find_map(|at| text.content(at))?));
        }
        let before = at.checked_sub(1)?;
        // `전쟁이 끝난 뒤`, `전쟁 뒤`, `전쟁 중에`
        let over = ["끝나", "끝난", "마친", "마치"].iter().any(|head| text.word(before).starts_with(head));
        let noun_at = if over { before.checked_sub(1)? } else { before };
        text.content(noun_at)?;
        let bare = text.word(noun_at).trim_end_matches(['이', '가', '을', '를']);
        Some((beside, hash(if bare.is_empty() { text.word(noun_at) } else { bare })))
    };
    (0..text.tokens.len()).filter_map(of).collect()
}

/// Whether an English claim says `only` of what its evidence excepts: `allowed only in the hall`, where it says `except in the hall`.
pub(crate) fn takes_the_exception(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    /// Words behind `only` and `except` that are compared.
    const REACH: usize = 5;
    fn behind<'a>(text: &'a Reading<'_>, word: &'static str) -> impl Iterator<Item = Vec<u32>> + 'a {
        (0..text.tokens.len()).filter(move |&at| text.word(at) == word).map(|at| {
            let end = (at + 1..text.tokens.len().min(at + REACH + 1))
                .find(|&at| text.gap(at) & COMMA != 0)
                .unwrap_or(text.sentence_end(at + 1).min(at + REACH + 1));
            contents(text, at + 1..end)
        })
    }
    let denies = |text: &Reading<'_>| {
        text.tokens
            .iter()
            .any(|token| matches!(token.text, "not" | "no" | "never" | "cannot" | "nobody" | "none"))
    };
    claim.tokens.iter().any(|token| token.text == "only")
        && windows.iter().any(|text| {
            behind(text, "except").any(|excepted| {
                !excepted.is_empty()
                    && denies(text) == denies(claim)
                    && behind(claim, "only").any(|only| excepted.iter().all(|key| only.contains(key)))
            })
        })
}

/// Whether an English claim puts into one year, month or week what its evidence puts into the one beside it (`this year`, where it says `last
/// year`), or denies for ever what its evidence denies so far or from now on.
pub(crate) fn puts_into_the_next(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    let unit =
        |word: &str| matches!(word, "year" | "month" | "week" | "season" | "quarter" | "century" | "term");
    // The unit, and how far from now.
    let which = |text: &Reading<'_>| -> Vec<(u32, i8)> {
        (0..text.tokens.len())
            .filter(|&at| unit(text.word(at + 1)))
            .filter_map(|at| match text.word(at) {
                "last" | "previous" => Some((text.key(at + 1), -1)),
                "this" | "current" => Some((text.key(at + 1), 0)),
                "next" | "following" | "coming" => Some((text.key(at + 1), 1)),
                _ => None,
            })
            .collect()
    };
    let mine = which(claim);
    let theirs: Vec<(u32, i8)> =
        if mine.is_empty() { Vec::new() } else { windows.iter().flat_map(which).collect() };
    let another = mine.into_iter().any(|own| {
        let mut same = theirs.iter().filter(|other| other.0 == own.0).peekable();
        same.peek().is_some() && same.all(|other| *other != own)
    });
    let has = |text: &Reading<'_>, one: &str, next: &str| {
        (0..text.tokens.len()).any(|at| text.word(at) == one && text.word(at + 1) == next)
    };
    let never = |text: &Reading<'_>| text.tokens.iter().any(|token| token.text == "never");
    let so_far = |text: &Reading<'_>| has(text, "no", "longer") || has(text, "not", "yet");
    another || never(claim) && windows.iter().any(so_far) && !windows.iter().any(never)
}

/// Whether a relation that a text tells is the same from both sides: `opposite`, `next to`, `parallel to`.
pub(crate) fn is_mutual(claim: &Reading<'_>, text: &Reading<'_>) -> bool {
    let tells = |text: &Reading<'_>, word: &str| text.tokens.iter().any(|token| token.text == word);
    ["opposite", "adjacent", "beside", "alongside", "parallel", "married", "맞은편", "옆", "이웃", "나란히"]
        .iter()
        .any(|word| tells(claim, word) && tells(text, word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    fn ask<T>(claim: &str, source: &str, rule: impl Fn(&Reading<'_>, &[Reading<'_>]) -> T) -> T {
        let (claim, source) = (normalise(claim), normalise(source));
        rule(&Reading::new(&claim), &[Reading::new(&source)])
    }

    #[test]
    fn relations_have_two_sides() {
        for (claim, source, spared, turned) in [
            ("The river is south of the station.", "The station is north of the river.", 1, false),
            ("The river is north of the station.", "The station is north of the river.", 0, true),
            ("The station is north of the river.", "The station is north of the river.", 0, false),
            ("It flows from the sea into the lake.", "It flows from the lake into the sea.", 0, true),
            ("It flows from the lake to the sea.", "It flows from the lake into the sea.", 0, false),
            ("강은 역의 북쪽에 있다.", "역은 강의 북쪽에 있다.", 0, true),
            ("강의 북쪽에 역이 있다.", "역은 강의 북쪽에 있다.", 0, false),
            ("강은 역의 남쪽에 있다.", "역은 강의 북쪽에 있다.", 1, false),
            ("John's plan was preferred to Mary's.", "Mary's plan was preferred to John's.", 0, true),
            ("합선의 원인은 화재였다.", "화재의 원인은 합선이었다.", 0, true),
            ("화재의 원인은 합선이다.", "화재의 원인은 합선이었다.", 0, false),
        ] {
            let found = ask(claim, source, relations_turned);
            assert_eq!((found.0.len(), found.1), (spared, turned), "{claim}");
        }
    }

    #[test]
    fn the_other_side_of_a_word() {
        let heavy = "구리는 알루미늄보다 무겁다.";
        assert!(ask("구리는 알루미늄만큼 무겁다.", heavy, levels_what_differs));
        assert!(!ask("구리는 철만큼 무겁다.", heavy, levels_what_differs));
        for (claim, source, want) in [
            ("She moved during the war.", "After the war she moved.", true),
            ("She moved after the war.", "After the war she moved.", false),
            ("She moved after the war.", "She moved during the war.", true),
            ("전쟁 중에 옮겼다.", "전쟁이 끝난 뒤 옮겼다.", true),
            ("전쟁 뒤에 옮겼다.", "전쟁이 끝난 뒤 옮겼다.", false),
        ] {
            assert_eq!(ask(claim, source, puts_at_another_time), want, "{claim}");
        }
        for (claim, source, want) in [
            ("Sales rose this year.", "Sales rose last year.", true),
            ("Sales rose last year.", "Sales rose last year, and fell this year.", false),
            ("It will never be published.", "It has not yet been published.", true),
            ("It was never published.", "It was never published.", false),
        ] {
            assert_eq!(ask(claim, source, puts_into_the_next), want, "{claim}");
        }
        let dogs = "Dogs are allowed except in the dining room.";
        assert!(ask("Dogs are allowed only in the dining room.", dogs, takes_the_exception));
        assert!(!ask("Only dogs are allowed in the garden.", dogs, takes_the_exception));
        assert!(!ask("Dogs are not allowed only in the dining room.", dogs, takes_the_exception));
    }
}
