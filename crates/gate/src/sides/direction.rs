//! Direction: words whose swap turns a statement round (increase / decrease, 이상 / 이하).

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::denial::negation::is_denied;
use crate::text::heads::Heads;
use crate::text::marks::DIRECTION;
use crate::text::reading::Reading;
use stet_text::span::Span;
use stet_text::{Script, Token, english_key};

/// What denying one side of an axis says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Denied {
    /// The other side, or near it: `not allowed`, `증가하지 않았다`.
    Turns,
    /// Nothing: what is not done under a law is not done over it.
    Stays,
}

/// Opposites, as `axis: one side / other side`; English as keys of [`english_key`], Korean as
/// prefixes of words.
const AXES: &[(Denied, &[&str], &[&str])] = &[
    (
        Denied::Turns,
        &[
            "increas",
            "rise",
            "rose",
            "risen",
            "rising",
            "grow",
            "grew",
            "grown",
            "growth",
            "climb",
            "surg",
            "soar",
            "gain",
            "증가",
            "상승",
            "늘어",
            "늘었",
            "늘린",
            "늘고",
            "늘며",
            "오른",
            "올랐",
            "인상",
            "확대",
            "급증",
            "급등",
            "성장하",
            "성장했",
            "성장한",
            "성장해",
        ],
        &[
            "decreas", "fall", "fell", "fallen", "declin", "drop", "shrink", "shrank", "plung", "reduc",
            "감소", "하락", "줄어", "줄었", "줄인", "줄고", "줄며", "내린", "내렸", "인하", "축소", "급감",
            "급락",
        ],
    ),
    (
        Denied::Stays,
        &["abov", "over", "exceed", "more", "초과", "이상", "넘는", "넘은", "웃도"],
        &["below", "under", "less", "fewer", "미만", "이하", "밑도", "못미"],
    ),
    (
        Denied::Stays,
        &[
            "high", "higher", "highest", "높은", "높다", "높아", "높았", "높고", "높으", "높겠", "높습",
            "최고", "최대",
        ],
        &[
            "low", "lower", "lowest", "낮은", "낮다", "낮아", "낮았", "낮고", "낮으", "낮겠", "낮습", "최저",
            "최소",
        ],
    ),
    (Denied::Stays, &["befor", "prior", "이전", "앞서"], &["after", "이후"]),
    (Denied::Stays, &["first", "earli", "처음", "시작부터"], &["last", "lat", "later", "마지막", "끝까지"]),
    (Denied::Stays, &["maximum", "최대"], &["minimum", "최소"]),
    (
        Denied::Turns,
        &["allow", "permit", "허용", "허가"],
        &["prohibit", "forbid", "forbidden", "ban", "bann", "금지", "불허"],
    ),
    (
        Denied::Turns,
        &["accept", "approv", "승인", "가결"],
        &["reject", "deni", "den", "거부", "반려", "부결"],
    ),
    (Denied::Turns, &["includ", "포함"], &["exclud", "제외"]),
    (Denied::Turns, &["win", "won", "승리", "이겼"], &["lose", "lost", "loss", "패배", "졌다"]),
    (Denied::Turns, &["찬성", "support"], &["반대", "oppos"]),
    (Denied::Turns, &["합격"], &["불합격", "탈락"]),
    (Denied::Turns, &["open", "시작", "start", "began", "begin"], &["clos", "종료", "end", "finish"]),
    (Denied::Turns, &["가능"], &["불가능"]),
    (Denied::Stays, &["north", "북"], &["south", "남"]),
    (Denied::Stays, &["east", "동쪽"], &["west", "서쪽"]),
    (Denied::Stays, &["left", "왼쪽"], &["right", "오른쪽"]),
];

/// The axis of before and after.
const TIME: usize = 3;

/// Whether what a claim puts something before or after is what a source does: the word behind in English, the one before in
/// Korean.
fn speak_of_one_time(claim: &Reading<'_>, source: &Reading<'_>) -> bool {
    /// Words in which it is looked for.
    const REACH: usize = 4;
    let times = |text: &Reading<'_>| -> Vec<usize> {
        let is_time = |at: &usize| sides_of(text, *at).any(|side| side.0 == TIME);
        let near = |at: usize| match text.tokens.get(at).map(|token| token.script) {
            Some(Script::Hangul) => at.saturating_sub(REACH)..at,
            _ => at + 1..text.tokens.len().min(at + 1 + REACH),
        };
        text.marked(DIRECTION)
            .filter(is_time)
            .flat_map(near)
            .filter(|&at| text.content(at).is_some())
            .collect()
    };
    let theirs = times(source);
    times(claim).into_iter().any(|at| {
        theirs.iter().any(|&there| {
            let head = claim.head(at);
            claim.key(at) == source.key(there) || head != 0 && head == source.head(there)
        })
    })
}

/// How often a normalised text names the two sides of each axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Directions([(u8, u8); AXES.len()]);

/// Direction words by how they begin: English whole, Korean by the first syllable with the rest.
#[derive(Debug, Default)]
struct Index {
    english: FxHashMap<&'static str, Vec<(usize, bool)>>,
    korean: Heads<(usize, bool)>,
}

static INDEX: LazyLock<Index> = LazyLock::new(|| {
    let mut index = Index::default();
    for (axis, sides) in AXES.iter().enumerate() {
        let words = sides.1.iter().map(|word| (*word, false)).chain(sides.2.iter().map(|word| (*word, true)));
        for (word, other) in words {
            if !word.is_ascii() {
                index.korean.add(word, (axis, other));
                continue;
            }
            index.english.entry(word).or_default().push((axis, other));
            let key = english_key(word);
            if key != word {
                index.english.entry(key).or_default().push((axis, other));
            }
        }
    }
    index
});

/// A side of an axis.
pub(crate) type Side = (usize, bool);

/// The sides that the word at `at` names; what is denied names the other one (`not allowed`, `허용되지 않는다`).
fn sides_of<'a>(reading: &'a Reading<'_>, at: usize) -> impl Iterator<Item = Side> + 'a {
    let words = &reading.tokens;
    let token = words.get(at);
    let script = token.map(|token| token.script);
    let text = token.map_or("", |token| token.text);
    let english = if script == Some(Script::Latin) {
        INDEX.english.get(text).or_else(|| INDEX.english.get(english_key(text)))
    } else {
        None
    };
    let korean = INDEX.korean.of(if script == Some(Script::Hangul) { text } else { "" });
    let course = if script == Some(Script::Latin) { course(words, at) } else { None };
    let named = english.into_iter().flatten().copied().chain(korean.map(|(_, side)| side)).chain(course);
    named.map(move |(axis, other)| {
        let turns = AXES.get(axis).is_some_and(|entry| entry.0 == Denied::Turns);
        (axis, other != (turns && is_denied(reading, at)))
    })
}

/// `went up`, `was down 5%`: the side of the first axis that an adverb names behind a verb of motion or being.
fn course(words: &[Token<'_>], at: usize) -> Option<Side> {
    let text = |at: usize| words.get(at).map_or("", |token| token.text);
    let other = match text(at) {
        "up" => false,
        "down" => true,
        _ => return None,
    };
    let moves = match text(at.checked_sub(1)?) {
        "go" | "goes" | "going" | "went" | "gone" | "moved" | "edged" | "came" => true,
        // `was up to the committee`
        "is" | "are" | "was" | "were" => words.get(at + 1).is_some_and(|next| next.script == Script::Digit),
        _ => false,
    };
    moves.then_some((0, other))
}

/// The words of the axes, and those that name one with others, for [`marks`](crate::text::marks).
pub(crate) fn words() -> impl Iterator<Item = &'static str> {
    AXES.iter().flat_map(|axis| axis.1.iter().chain(axis.2)).copied().chain(["up", "down"])
}

/// The direction words of some texts.
pub(crate) fn directions<'a>(texts: impl IntoIterator<Item = &'a Reading<'a>>) -> Directions {
    let mut found = Directions([(0, 0); AXES.len()]);
    for text in texts {
        for (axis, other) in text.marked(DIRECTION).flat_map(|at| sides_of(text, at)) {
            if let Some(counts) = found.0.get_mut(axis) {
                let side = if other { &mut counts.1 } else { &mut counts.0 };
                *side = side.saturating_add(1);
            }
        }
    }
    found
}

/// The words, by position, that name a side: those that a text with the same side says in other words.
pub(crate) fn naming(text: &Reading<'_>) -> Vec<(usize, Side)> {
    let words = &text.tokens;
    let named = |at| sides_of(text, at).map(move |side| (at, side));
    let mut out: Vec<(usize, Side)> = text.marked(DIRECTION).flat_map(named).collect();
    // `went` says nothing without its adverb.
    let verbs: Vec<_> = out
        .iter()
        .filter(|(at, _)| words.get(*at).is_some_and(|token| matches!(token.text, "up" | "down")))
        .map(|&(at, side)| (at - 1, side))
        .collect();
    out.extend(verbs);
    out
}

impl Directions {
    /// Whether no direction is named.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|counts| *counts == (0, 0))
    }

    /// Whether a side is named, and its opposite is not.
    pub(crate) fn names_only(&self, (axis, other): Side) -> bool {
        self.0.get(axis).is_some_and(|&counts| {
            let (this, that) = if other { (counts.1, counts.0) } else { counts };
            this > 0 && that == 0
        })
    }

    /// The axes of which the claim names one side more often than the source does, and the source the other side more
    /// often than the claim: one has taken the place of the other.
    fn swapped(&self, source: &Self) -> impl Iterator<Item = usize> {
        let axes = self.0.iter().zip(&source.0).enumerate();
        let found = axes.filter(|(_, (mine, theirs))| {
            (mine.0 > theirs.0 && theirs.1 > mine.1) || (mine.1 > theirs.1 && theirs.0 > mine.0)
        });
        found.map(|(axis, _)| axis)
    }

    /// Whether an axis is swapped between a claim and a source that these are the directions of; `after he left` is no
    /// contrary of `before he was found`.
    pub(crate) fn are_turned(&self, claim: &Reading<'_>, other: &Self, source: &Reading<'_>) -> bool {
        self.swapped(other).any(|axis| axis != TIME || speak_of_one_time(claim, source))
    }
}

/// Whether another sentence of the windows than the `passage`, which does not name the first noun of the claim, tells of that in the directions of the
/// claim: `20대의 독서량은 줄었다. 반면 60대는 늘었다`.
pub(crate) fn is_told_of_the_subject(
    claim: &Reading<'_>,
    passage: &Reading<'_>,
    windows: &[Reading<'_>],
) -> bool {
    let Some(first) = (0..claim.tokens.len()).find(|&at| claim.content(at).is_some()) else { return false };
    let names = |text: &Reading<'_>| text.same_as(claim, first).next().is_some();
    let mine = directions([claim]).0;
    let agrees = |text: &Reading<'_>| {
        let theirs = directions([text]).0;
        let one_side = |(mine, theirs): (&(u8, u8), &(u8, u8))| {
            mine.0 == 0 && mine.1 == 0 || (mine.0 > 0) == (theirs.0 > 0) && (mine.1 > 0) == (theirs.1 > 0)
        };
        mine.iter().zip(&theirs).all(one_side)
    };
    !names(passage)
        && windows.iter().any(|window| {
            window.sentences().into_iter().any(|words| {
                let span = |at: usize| window.tokens.get(at).map(|token| token.span);
                let ends = span(words.start).zip(words.end.checked_sub(1).and_then(span));
                ends.is_some_and(|(from, to)| {
                    let sentence = window.part(from.start, Span::new(from.start, to.end).of(window.norm));
                    names(&sentence) && agrees(&sentence)
                })
            })
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn another_sentence_tells_of_the_subject() {
        let reading = "20대의 독서량은 9.2권으로 줄었다. 반면 60대는 6.0권으로 늘었다.";
        for (claim, want) in [
            ("60대의 독서량은 6.0권으로 늘었다.", true),
            ("60대의 독서량은 6.0권으로 줄었다.", false),
            ("20대의 독서량은 9.2권으로 늘었다.", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(reading));
            let (mine, window) = (Reading::new(&mine), Reading::new(&theirs));
            let first = window.sentences().remove(0);
            let end = window.tokens.get(first.end - 1).unwrap().span.end;
            let passage = window.part(0, Span::new(0, end).of(window.norm));
            assert_eq!(
                is_told_of_the_subject(&mine, &passage, std::slice::from_ref(&window)),
                want,
                "{claim}"
            );
        }
    }

    #[test]
    fn what_is_denied_names_the_other_side() {
        for (claim, evidence, want) in [
            ("매출은 증가하지 않았다", "매출은 증가했다", true),
            ("매출은 증가하지 않았다", "매출은 감소했다", false),
            ("출입은 허용되지 않는다", "출입은 금지된다", false),
            ("Smoking is not allowed", "Smoking is prohibited", false),
            ("Smoking is allowed", "Smoking is prohibited", true),
            ("Sales did not rise", "Sales rose", true),
            ("It could not stand under the law", "It stands under the law", false),
        ] {
            let of = |text: &str| directions([&Reading::new(&normalise(text))]);
            assert_eq!(of(claim).swapped(&of(evidence)).next().is_some(), want, "{claim}");
        }
    }
}
