//! Crossed pairs: a claim that couples a member of one part of a passage with what is said of the member of another (`Children pay 12
//! euros` of `Adults pay 12 euros, children 5 euros`; `공장은 서울에 있다` of `본사는 서울에, 공장은 인천에 있다`).
//!
//! Owns which words and values of two parts stand in each other's place. Two nouns that exchange their parts beside one predicate are
//! [`roles`](crate::parts::roles)'.

use std::ops::Range;

use crate::values::number::Value;
use stet_reading::clause::{joint, parts};
use stet_reading::members::Part;
use stet_reading::opposites::{Named, are_opposed};
use stet_reading::reading::{COMMA, Reading, SEMICOLON, STOP};
use stet_reading::tags::Tags;

/// Parts of a passage that are compared with one another.
const MOST: usize = 12;
/// Words of a part that are looked at.
const MOST_WORDS: usize = 32;
/// Content words of two parts that are compared word by word.
const SHORT: usize = 4;

/// Whether a claim says of one member what the first window says of another: of two pairs of words or values that stand in each
/// other's place it has one of each, crosswise, and not the others.
pub(crate) fn is_crossed(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    let Some(window) = windows.first() else { return false };
    let mut list = parts(window);
    list.truncate(MOST);
    // Only what has something of the claim can be crossed.
    list.retain(|part| part.clone().any(|at| claim.has(window.key(at))) || states_one(claim, window, part));
    if list.len() < 2 {
        return false;
    }
    let named = Named::new(window);
    let mut content = (0..claim.tokens.len()).filter(|&at| claim.content(at).is_some());
    let complete = content.all(|at| window.same_as(claim, at).next().is_some());
    // Each part of the claim by itself: it may have all four, coupled otherwise.
    let mut mine = parts(claim);
    mine.truncate(MOST);
    let crossed = Crossed { claim, window, named: &named, complete };
    let read: Vec<PartRead> = list.into_iter().map(|part| crossed.read(part)).collect();
    read.iter().enumerate().any(|(at, one)| {
        read.iter().skip(at + 1).any(|other| {
            let pairs = crossed.pairs(one, other);
            let couples = |sides: &Vec<Option<bool>>| crossed.is_of(sides, &pairs, &one.range, &other.range);
            let of = |said: &Range<usize>| crossed.sides(said, &pairs);
            couples(&of(&(0..claim.tokens.len())))
                || mine.len() > 1 && {
                    let sides: Vec<Vec<Option<bool>>> = mine.iter().map(of).collect();
                    sides.iter().any(couples) || exchanges(&sides)
                }
        })
    })
}

/// Whether one part of the claim couples two pairs crosswise and another part the rest of them; `sides` has what each part has of
/// each pair.
fn exchanges(sides: &[Vec<Option<bool>>]) -> bool {
    let pairs = sides.first().map_or(0, Vec::len);
    let has = |said: &Vec<Option<bool>>, pair: usize, side: bool| said.get(pair) == Some(&Some(side));
    let couples = |one, other| sides.iter().any(|said| has(said, one, true) && has(said, other, false));
    (0..pairs).any(|one| (one + 1..pairs).any(|other| couples(one, other) && couples(other, one)))
}

/// Whether a part of a window states a value of a claim.
fn states_one(claim: &Reading<'_>, window: &Reading<'_>, part: &Range<usize>) -> bool {
    values_in(window, part).any(|value| claim.values().iter().any(|mine| mine.is_stated_as(value)))
}

/// The values of a part of a text.
fn values_in<'t>(text: &'t Reading<'_>, part: &Range<usize>) -> impl Iterator<Item = &'t Value> {
    let inside = move |value: &&Value| !value.implied && part.contains(&text.first_from(value.span.start));
    text.values().iter().filter(inside)
}

/// What stands in a place of a part.
#[derive(Clone, Copy)]
enum Slot<'v> {
    Word(usize),
    Value(&'v Value),
}

/// Two things that stand in each other's place in two parts, and how they are known to.
#[derive(Clone, Copy)]
struct Pair<'v> {
    one: Slot<'v>,
    other: Slot<'v>,
    by: By,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    /// They are opposites.
    Sense,
    /// They are values of a kind, or stand beside the same word.
    Likeness,
    /// They have the same particle or preposition, or are that of which the part speaks: in any two sentences some words are so.
    Place,
    /// They are the verbs of two English parts, or their last words: enough only where the claim exchanges all four.
    Order,
}

/// A part of the window, its words that may be paired, and its shape.
struct PartRead {
    range: Range<usize>,
    words: Vec<(usize, bool)>,
    shape: Shape,
}

/// What is asked of a part for each of its words.
struct Shape {
    start: usize,
    /// The words of which it speaks, the one behind them, which is mostly its verb, and the last.
    lead: Vec<usize>,
    verb: Option<usize>,
    last: Option<usize>,
    /// It has two words and no verb of its own.
    gapped: bool,
}

struct Crossed<'a, 'b> {
    claim: &'b Reading<'a>,
    window: &'b Reading<'a>,
    named: &'b Named,
    /// Whether the window has all words of the claim: what is told in other words may be coupled in another way.
    complete: bool,
}

impl<'b> Crossed<'_, 'b> {
    fn read(&self, range: Range<usize>) -> PartRead {
        PartRead { words: self.words(&range), shape: self.shape(&range), range }
    }

    /// Whether a part of the claim, which has `sides` of the pairs, couples something of one part with something of the other.
    fn is_of(
        &self,
        sides: &[Option<bool>],
        pairs: &[Pair<'b>],
        one: &Range<usize>,
        other: &Range<usize>,
    ) -> bool {
        let sides: Vec<(bool, By)> =
            sides.iter().zip(pairs).filter_map(|(side, pair)| Some(((*side)?, pair.by))).collect();
        if sides.iter().all(|side| side.0) || !sides.iter().any(|side| side.0) {
            return false;
        }
        let apart = (one.end..=other.start).any(|at| self.window.gap(at) & STOP != 0);
        // Two sentences are alike only where they say mostly the same.
        let words =
            |part: &Range<usize>| part.clone().filter(|&at| self.window.content(at).is_some()).count();
        let alike = !apart || self.common(one, other) * 2 >= words(one).min(words(other)).max(2);
        let brief = self.window.is_korean(one.start) || words(one).max(words(other)) <= SHORT;
        let sure = |by: By, next: By| match (by, next) {
            (By::Order, _) | (_, By::Order) => false,
            (By::Sense, _) | (_, By::Sense) => !apart || self.complete,
            (By::Place, By::Place) => brief && !apart && self.complete,
            _ => alike,
        };
        sides.iter().any(|&(side, by)| sides.iter().any(|&(next, beside)| side != next && sure(by, beside)))
    }

    /// What a part of the claim has of each pair, if one alone: the first, or the second.
    fn sides(&self, said: &Range<usize>, pairs: &[Pair<'b>]) -> Vec<Option<bool>> {
        let side = |pair: &Pair<'b>| {
            let mine = self.says(said, pair.one, pair.other);
            (mine != self.says(said, pair.other, pair.one)).then_some(mine)
        };
        pairs.iter().map(side).collect()
    }

    /// How many content words two parts have in common.
    fn common(&self, one: &Range<usize>, other: &Range<usize>) -> usize {
        let text = self.window;
        let there = |key: u32| other.clone().any(|at| text.content(at) == Some(key));
        one.clone().filter(|&at| text.content(at).is_some_and(there)).count()
    }

    /// What stands in each other's place in two parts, each said once in the window.
    fn pairs(&self, one: &PartRead, other: &PartRead) -> Vec<Pair<'b>> {
        let mut found: Vec<Pair<'b>> = Vec::new();
        for mine in values_in(self.window, &one.range).filter(|value| self.is_stated_once(value)) {
            let rival = |theirs: &&Value| {
                (mine.is_rival_of(theirs) || mine.is_comparable(theirs)) && self.is_stated_once(theirs)
            };
            let pair = |theirs| Pair { one: Slot::Value(mine), other: Slot::Value(theirs), by: By::Likeness };
            found.extend(values_in(self.window, &other.range).filter(rival).map(pair));
        }
        for &(mine, is_told) in &one.words {
            let one_told = |&&(_, also): &&(usize, bool)| is_told || also;
            let pair = |&(theirs, _): &(usize, bool)| {
                let by = self.in_one_place((mine, &one.shape), (theirs, &other.shape))?;
                Some(Pair { one: Slot::Word(mine), other: Slot::Word(theirs), by })
            };
            found.extend(other.words.iter().filter(one_told).filter_map(pair));
        }
        found
    }

    /// The content words of a part that are said once, values in figures apart, each with whether the claim has it or its like.
    fn words(&self, part: &Range<usize>) -> Vec<(usize, bool)> {
        let text = self.window;
        let words = part.clone().filter(move |&at| {
            let figure = |value: &Value| !value.spelled && value.span.contains(text.tokens[at].span);
            text.content(at).is_some_and(|key| text.count(key) == 1) && !text.values().iter().any(figure)
        });
        words.take(MOST_WORDS).map(|at| (at, self.claim.same_as(text, at).next().is_some())).collect()
    }

    /// What is asked of a part for each of its words.
    fn shape(&self, part: &Range<usize>) -> Shape {
        let text = self.window;
        let mut words = part.clone().filter(|&at| text.content(at).is_some());
        let joined = |at: usize| text.tags(at).has(Tags::AND.and(Tags::OR)) || text.gap(at) & COMMA != 0;
        let (_first, second, third) = (words.next(), words.next(), words.next());
        let gapped = third.is_none() && second.is_some_and(|at| !joined(at) && !joined(at - 1));
        let lead = self.lead(part);
        let verb = part.clone().find(|at| text.content(*at).is_some() && lead.iter().all(|last| at > last));
        let last = part.clone().rev().find(|&at| text.content(at).is_some());
        Shape { start: part.start, lead, verb, last, gapped }
    }

    fn is_stated_once(&self, value: &Value) -> bool {
        let same = self.window.values().iter().filter(|other| !other.implied && value.is_stated_as(other));
        same.count() == 1
    }

    /// Whether the part of the claim has something, and not only something like it, which stands in the same place of another part.
    fn says(&self, said: &Range<usize>, slot: Slot<'_>, rival: Slot<'_>) -> bool {
        let (claim, window) = (self.claim, self.window);
        match (slot, rival) {
            (Slot::Value(value), _) => values_in(claim, said).any(|mine| mine.is_stated_as(value)),
            // `서유진`, `서유민`
            (Slot::Word(at), Slot::Word(other)) if window.is_same(at, window, other) => {
                said.clone().any(|mine| claim.key(mine) == window.key(at))
            }
            (Slot::Word(at), _) => claim.same_as(window, at).any(|mine| said.contains(&mine)),
        }
    }

    /// How two words of two parts are known to stand in each other's place, if they do.
    fn in_one_place(&self, (mine, one): (usize, &Shape), (theirs, other): (usize, &Shape)) -> Option<By> {
        let text = self.window;
        let hangul = text.is_korean(mine);
        if hangul != text.is_korean(theirs) {
            return None;
        }
        let sides = |at: usize| self.named.0.iter().filter(move |found| found.0 == at).map(|found| found.1);
        if sides(mine).any(|side| sides(theirs).any(|other| are_opposed(side, other))) {
            return Some(By::Sense);
        }
        let lasts = !hangul && one.last == Some(mine) && other.last == Some(theirs);
        // `Ana ordered soup and Ben salad`
        if self.is_beside_same(mine, one.start, theirs, other.start) || lasts && other.gapped {
            return Some(By::Likeness);
        }
        let lead = || {
            let part = |shape: &Shape| self.part(shape.lead.last().copied());
            one.lead.contains(&mine)
                && other.lead.contains(&theirs)
                && (!hangul || part(one).is_some() && part(one) == part(other))
        };
        let alike = || {
            if hangul {
                return self.have_one_part(mine, theirs);
            }
            self.preposition(mine).is_some() && self.preposition(mine) == self.preposition(theirs)
        };
        if alike() || lead() {
            return Some(By::Place);
        }
        let verbs = || !hangul && one.verb == Some(mine) && other.verb == Some(theirs);
        (lasts || verbs()).then_some(By::Order)
    }

    /// The English preposition before a word.
    fn preposition(&self, at: usize) -> Option<&'b str> {
        const KNOWN: [&str; 12] =
            ["at", "in", "on", "by", "to", "from", "for", "with", "of", "under", "near", "into"];
        let text = self.window;
        let article = |at: usize| matches!(text.word(at), "the" | "a" | "an");
        let before = at.checked_sub(1)?;
        let before = if article(before) { before.checked_sub(1)? } else { before };
        KNOWN.into_iter().find(|word| *word == text.word(before))
    }

    /// The words of which a part speaks: the first noun and those that it is joined to (`Hale and Kerr`, `노루안과 피경은`); none of an
    /// English part that begins with the verb that `and` joins (`opens at 4 and closes at 2`).
    fn lead(&self, part: &Range<usize>) -> Vec<usize> {
        let text = self.window;
        let content = |at: usize| text.content(at).is_some() && !text.is_in(text.values(), at);
        let mut words = part.clone().filter(|&at| content(at));
        let Some(first) = words.next() else { return Vec::new() };
        let word = text.word(first);
        let joins = |at: usize| matches!(text.word(at), "and" | "but");
        let verbal = |at: usize| {
            matches!(text.word(at), "is" | "are" | "was" | "were" | "has" | "have" | "can" | "may" | "will")
        };
        let joined = first > 0 && (joins(first - 1) || verbal(first - 1));
        if joined && (word.ends_with("ed") || word.ends_with('s') && text.content(first + 1).is_none()) {
            return Vec::new();
        }
        let mut lead = vec![first];
        for at in words {
            let last = lead.last().copied().unwrap_or(first);
            let linked = (last + 1..=at).any(|at| text.gap(at) & COMMA != 0 || text.word(at) == "and");
            let adjacent = (last + 1..at).all(|at| text.content(at).is_none());
            if !(adjacent && (linked || joint(text.word(last)).is_some_and(|(_, or)| !or))) {
                break;
            }
            lead.push(at);
        }
        lead
    }

    /// Whether both stand before the same word, or both behind it, and these alike: `Bergen office`, `Oslo office`; `서식 27-가`, `서식
    /// 27-나`, but not `김민수 교수는`, `이정호 교수의`.
    fn is_beside_same(&self, mine: usize, one: usize, theirs: usize, other: usize) -> bool {
        let text = self.window;
        let close = |at: usize| text.gap(at) & (STOP | COMMA | SEMICOLON) == 0;
        let word = |at: usize| {
            let digit = text.word(at).starts_with(|ch: char| ch.is_ascii_digit());
            let noun = || text.content(at).is_some() && !text.is_in(text.values(), at);
            (digit || noun()).then(|| text.key(at))
        };
        let next = |at: usize| close(at + 1).then(|| word(at + 1)).flatten();
        let last = |at: usize| at.checked_sub(1).filter(|_| close(at)).and_then(word);
        let begins = |at: usize, start: usize| !(start..at).any(|before| text.content(before).is_some());
        let part = |at: usize| self.part(Some(at));
        let same = |word: &dyn Fn(usize) -> Option<u32>| word(mine).is_some() && word(mine) == word(theirs);
        same(&next) && begins(mine, one) == begins(theirs, other) && part(mine + 1) == part(theirs + 1)
            || same(&last) && begins(mine.saturating_sub(1), one) == begins(theirs.saturating_sub(1), other)
    }

    /// The part that the particle of a Korean word gives it.
    fn part(&self, at: Option<usize>) -> Option<Part> {
        let noun = self.window.nouns().iter().find(|noun| Some(noun.at) == at)?;
        Some(noun.part)
    }

    /// Whether two Korean words have the same particle, or one of them none (`회비는 김지호, 열쇠는 김지후가 맡는다`).
    fn have_one_part(&self, mine: usize, theirs: usize) -> bool {
        let text = self.window;
        let part = |at: usize| self.part(Some(at));
        let bare = |at: usize| text.gap(at + 1) & COMMA != 0;
        match (part(mine), part(theirs)) {
            (Some(Part::Owner), _) | (_, Some(Part::Owner)) | (None, None) => false,
            (Some(mine), Some(theirs)) => mine == theirs,
            (Some(part), None) => part != Part::Topic && bare(theirs),
            (None, Some(part)) => part != Part::Topic && bare(mine),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn each_with_the_other_of_the_other() {
        for (claim, evidence, want) in [
            ("Children pay 12 euros.", "Adults pay 12 euros, children 5 euros.", true),
            ("Children pay 5 euros.", "Adults pay 12 euros, children 5 euros.", false),
            ("Adults pay more than children.", "Adults pay 12 euros, children 5 euros.", false),
            (
                "The Oslo office opened in 2012.",
                "The Bergen office opened in 2012 and the Oslo office in 2015.",
                true,
            ),
            ("The valve closes at 2 bar.", "The valve opens at 4 bar and closes at 2 bar.", false),
            ("Kerr opposed it.", "Hale and Kerr supported it; Moss and Dunn opposed it.", true),
            ("Dunn opposed it.", "Hale and Kerr supported it; Moss and Dunn opposed it.", false),
            ("The pump heats water and cools oil.", "The pump cools oil and heats water.", false),
            ("Ana ordered soup and Ben salad.", "Ana ordered salad and Ben soup.", true),
            ("Eva won the first race.", "Maria won the first race and Eva the second.", true),
            ("It is closed on holidays.", "It is open on weekdays and is closed on holidays.", false),
            ("Data is kept in Oslo and copied to Bonn.", "Data is kept in Bonn and copied to Oslo.", true),
            ("In 2020 sales rose by 5%.", "Sales rose by 5% in 2019, and in 2020 they fell by 3%.", true),
            ("창고는 전주에 있고 매장은 익산에 있다.", "창고는 익산에 있고 매장은 전주에 있다.", true),
            ("창고는 전주에 있고 매장은 익산에 있다.", "매장은 익산에 있고 창고는 전주에 있다.", false),
            ("창고는 전주에 있다.", "창고는 익산에, 매장은 전주에 있다.", true),
            ("열쇠는 김지호가 맡는다.", "회비는 김지호, 열쇠는 김지후가 맡는다.", true),
            ("열쇠는 김지후가 맡는다.", "회비는 김지호, 열쇠는 김지후가 맡는다.", false),
            ("4도에서 1년 보관한다.", "영하 20도에서 1년, 4도에서 2주 보관한다.", true),
            (
                "신규 회원은 서식 27-나를 쓴다.",
                "신규 회원은 서식 27-가, 갱신 회원은 서식 27-나를 쓴다.",
                true,
            ),
            ("노루안과 피경은 반대했다.", "노루안과 피경은 찬성하였다. 한서와 구본은 반대하였다.", true),
            ("한서와 구본은 반대했다.", "노루안과 피경은 찬성하였다. 한서와 구본은 반대하였다.", false),
        ] {
            let (claim, evidence) = (normalise(claim), normalise(evidence));
            assert_eq!(is_crossed(&Reading::new(&claim), &[Reading::new(&evidence)]), want, "{claim}");
        }
    }
}
