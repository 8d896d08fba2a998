//! Converses: the same told from the other side (`A is faster than B`, `B is slower than A`; `A 전에 B`, `B 뒤에 A`).
//!
//! Owns finding that a claim has exchanged both the two things that are compared and the word that compares them, and which of two events a
//! Korean text puts first. Sides exchanged without the word are [`comparison`](crate::english::comparison)'s and
//! [`roles`](crate::parts::roles)'.

use crate::english::comparison::{Comparison, comparisons};
use crate::korean::synonyms::mean_the_same;
use crate::parts::roles::{Member, Part, members, same_word, tell_apart};
use crate::sides::opposites::Named;
use crate::sides::transfer::handed_over;
use crate::sides::turned::relations_turned;
use crate::text::marks::{EMPHASIS, OPPOSITE};
use crate::text::reading::{Reading, STOP};
use stet_text::{FIRST_SYLLABLE, Script, syllable_at};

/// What is told from another side than in the evidence.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Converse {
    /// Words of the claim whose opposites say the same in the evidence, by position.
    pub spared: Vec<usize>,
    /// Two events come one after the other the other way round.
    pub turned: bool,
}

/// What of a claim, which names `named`, is the converse of what stands in the windows, which name `theirs`.
pub(crate) fn converse(
    claim: &Reading<'_>,
    named: &Named,
    windows: &[Reading<'_>],
    theirs: &[Named],
) -> Converse {
    let (spared, turned) = relations_turned(claim, windows);
    let (handed, back) = handed_over(claim, windows);
    let mut found = Converse { spared, turned: false };
    if !named.is_empty() {
        found.spared.extend(handed);
        let sides = Sides { named, theirs };
        if claim.tokens.iter().any(|token| matches!(token.text, "than" | "before" | "after")) {
            english(claim, windows, &sides, &mut found);
        }
        if claim.tokens.iter().any(|token| token.script == Script::Hangul) {
            compared(claim, windows, &sides, &mut found);
            ordered(claim, windows, &mut found);
        }
    }
    found.turned |= turned || back;
    found
}

/// What a claim and its windows name.
struct Sides<'a> {
    named: &'a Named,
    theirs: &'a [Named],
}

impl Sides<'_> {
    /// Whether the words of the claim at `at` and of a window at `there` are opposites.
    fn are_opposite(&self, at: usize, window: usize, there: usize) -> bool {
        let list = self.theirs.get(window);
        self.named.0.iter().filter(|mine| mine.0 == at).any(|(_, side)| {
            list.is_some_and(|list| {
                list.0.iter().any(|&(place, other)| place == there && other.0 == side.0 && other.1 != side.1)
            })
        })
    }
}

fn english(claim: &Reading<'_>, windows: &[Reading<'_>], sides: &Sides<'_>, found: &mut Converse) {
    let theirs: Vec<(usize, Comparison)> = windows
        .iter()
        .enumerate()
        .flat_map(|(window, text)| comparisons(text).into_iter().map(move |other| (window, other)))
        .collect();
    for own in comparisons(claim) {
        let turns = |(window, other): &(usize, Comparison)| {
            sides.are_opposite(own.at, *window, other.at) && own.is_exchanged(other)
        };
        if theirs.iter().any(turns) {
            found.spared.push(own.at);
        }
    }
}

/// Two things that a Korean text compares, and the words that may compare them.
struct Compared<'a> {
    one: &'a str,
    other: &'a str,
    measures: Vec<usize>,
}

/// The comparisons of a Korean text, whose nouns are given.
fn comparisons_in<'a>(text: &Reading<'a>, list: &[Member<'a>]) -> Vec<Compared<'a>> {
    /// Words behind the two among which the measure is.
    const REACH: usize = 3;
    let standards = list.iter().filter(|member| member.part == Part::Standard);
    standards
        .filter_map(|standard| {
            let subjects = list.iter().filter(|member| matches!(member.part, Part::Topic | Part::Agent));
            let one = subjects.min_by_key(|member| member.at.abs_diff(standard.at))?;
            let end = one.at.max(standard.at);
            let behind = (end + 1..text.tokens.len()).take_while(|&at| text.gap(at) & STOP == 0);
            let measures = behind.take(REACH).collect();
            Some(Compared { one: one.noun.text, other: standard.noun.text, measures })
        })
        .collect()
}

fn compared(claim: &Reading<'_>, windows: &[Reading<'_>], sides: &Sides<'_>, found: &mut Converse) {
    if !claim.marked(EMPHASIS).any(|at| claim.word(at).ends_with("보다")) {
        return;
    }
    let mut mine = members(claim);
    let mut theirs: Vec<Vec<Member<'_>>> = windows.iter().map(members).collect();
    tell_apart(claim, &mut mine, windows, &mut theirs);
    for own in comparisons_in(claim, &mine) {
        for (window, (text, list)) in windows.iter().zip(&theirs).enumerate() {
            for other in comparisons_in(text, list) {
                if (own.one, own.other) != (other.other, other.one) {
                    continue;
                }
                let opposite =
                    |at: &&usize| other.measures.iter().any(|&there| sides.are_opposite(**at, window, there));
                found.spared.extend(own.measures.iter().find(opposite));
            }
        }
    }
}

/// Two events of a Korean text, by the positions of their words, the earlier one first.
struct Order {
    first: usize,
    then: usize,
    /// The word that tells.
    marker: usize,
    /// Whether it stands behind the later event (`전에`).
    before: bool,
}

/// The order of two events that a Korean text tells, if it does: `끝나기 전에 낸다`, `끝난 뒤 낸다`, `끝내려면 먼저 낸다`.
fn order(text: &Reading<'_>) -> Option<Order> {
    told_by_time(text).or_else(|| told_by_first(text))
}

/// The order that `먼저` tells behind what it is done for.
fn told_by_first(text: &Reading<'_>) -> Option<Order> {
    let marker = (0..text.tokens.len()).find(|&at| matches!(text.word(at), "먼저" | "우선"))?;
    let then = (0..marker).rev().find(|&at| text.word(at).ends_with("려면"))?;
    let behind = (marker + 1..text.tokens.len()).take_while(|&at| text.gap(at) & STOP == 0);
    let first = behind.filter(|&at| text.content(at).is_some()).last()?;
    Some(Order { first, then, marker, before: true })
}

fn told_by_time(text: &Reading<'_>) -> Option<Order> {
    text.marked(OPPOSITE).find_map(|marker| {
        let event = marker.checked_sub(1)?;
        let before = match text.word(marker) {
            "전" | "전에" | "전까지" => text.word(event).ends_with('기').then_some(true),
            "뒤" | "뒤에" | "후" | "후에" | "다음" | "다음에" | "이후" | "이후에" => {
                ends_in_nieun(text.word(event)).then_some(false)
            }
            _ => None,
        }?;
        let behind = (marker + 1..text.tokens.len()).take_while(|&at| text.gap(at) & STOP == 0);
        let last = behind.filter(|&at| text.content(at).is_some()).last()?;
        let (first, then) = if before { (last, event) } else { (event, last) };
        Some(Order { first, then, marker, before })
    })
}

/// Whether a Korean word ends like one that belongs to the next: `끝난`.
fn ends_in_nieun(word: &str) -> bool {
    /// Finals of a syllable, and which of them is `ㄴ`.
    const FINALS: u32 = 28;
    const NIEUN: u32 = 4;
    let last = word.len().checked_sub(3).and_then(|at| syllable_at(word.as_bytes(), at));
    last.is_some_and(|last| last.wrapping_sub(FIRST_SYLLABLE) % FINALS == NIEUN)
}

fn ordered(claim: &Reading<'_>, windows: &[Reading<'_>], found: &mut Converse) {
    let Some(own) = order(claim) else { return };
    for window in windows {
        let Some(other) = order(window) else { continue };
        let same = |at: usize, there: usize| same_verb(claim, at, window, there);
        if same(own.first, other.first) && same(own.then, other.then) {
            if own.before != other.before {
                found.spared.push(own.marker);
            }
            found.turned = false;
            return;
        }
        found.turned |= same(own.first, other.then) && same(own.then, other.first);
    }
}

/// Whether two Korean words are forms of one verb; [`same_word`] knows those whose stem has two syllables.
fn same_verb(claim: &Reading<'_>, at: usize, window: &Reading<'_>, there: usize) -> bool {
    /// What may follow a stem of one syllable.
    const ENDINGS: &str = "는은을고기다던자지며면았었아어";
    let (mine, theirs) = (claim.word(at), window.word(there));
    let stem = |word: &str| {
        let mut chars = word.chars();
        let first = chars.next()?;
        chars.next().is_some_and(|next| ENDINGS.contains(next)).then_some(first)
    };
    same_word(claim, at, window, there)
        || stem(mine).is_some() && stem(mine) == stem(theirs)
        || mean_the_same(mine, theirs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn the_same_from_the_other_side() {
        for (claim, evidence, spared, turned) in [
            ("The van is faster than the bus.", "The bus is slower than the van.", true, false),
            ("The bus is faster than the van.", "The bus is slower than the van.", false, false),
            ("The hall was built before the gate.", "The gate was built after the hall.", true, false),
            ("The gate was built before the hall.", "The gate was built after the hall.", false, false),
            ("Smith sold the house to Jones.", "Jones bought the house from Smith.", true, false),
            ("Smith bought the house from Jones.", "Smith sold the house to Jones.", false, true),
            ("김 씨는 이 씨에게 집을 팔았다.", "이 씨는 김 씨에게서 집을 샀다.", true, false),
            ("버스는 기차보다 빠르다.", "기차는 버스보다 느리다.", true, false),
            ("기차는 버스보다 빠르다.", "기차는 버스보다 느리다.", false, false),
            ("새 모델은 옛 모델보다 무겁다.", "옛 모델은 새 모델보다 가볍다.", true, false),
            ("깎기 전에 씻는다.", "씻은 뒤 깎는다.", true, false),
            ("씻기 전에 깎는다.", "깎기 전에 씻는다.", false, true),
            ("깎은 뒤 씻는다.", "씻은 뒤 깎는다.", false, true),
            ("반입한 뒤 등록한다.", "반입하려면 사무실에 먼저 등록한다.", false, true),
            ("등록한 뒤 반입한다.", "반입하려면 사무실에 먼저 등록한다.", true, false),
            ("씻은 뒤 깎는다.", "씻은 다음 깎는다.", false, false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(evidence));
            let (mine, theirs) = (Reading::new(&mine), Reading::new(&theirs));
            let named = Named::new(&mine);
            let found = converse(&mine, &named, std::slice::from_ref(&theirs), &[named.among(&theirs)]);
            assert_eq!((!found.spared.is_empty(), found.turned), (spared, turned), "{claim}");
        }
    }
}
