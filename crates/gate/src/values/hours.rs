//! Hours: what begins, opens or ends at a time in one English text and lasts from or until that time in the other (`closes at 2 p.m.`,
//! `open until 2 p.m.`).
//!
//! Owns the words that say so of a time. The times themselves are [`number`](crate::values::number)'s.

use crate::text::reading::Reading;
use crate::values::number::Value;
use crate::values::stated::stated_only;

/// Words between a verb and its time, at most: `closes on weekdays at`.
const REACH: usize = 8;

/// What a time is: the first of something or the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Edge {
    First,
    Last,
}

/// The edge that a word before a time makes of it.
fn edge(word: &str) -> Option<Edge> {
    Some(match word {
        "until" | "till" | "to" => Edge::Last,
        "from" => Edge::First,
        _ => return None,
    })
}

/// The edge that a verb with `at` makes of a time.
fn of_verb(word: &str) -> Option<Edge> {
    Some(match word {
        "close" | "closes" | "closed" | "end" | "ends" | "ended" | "finish" | "finishes" | "stops"
        | "closing" | "ending" => Edge::Last,
        "open" | "opens" | "opened" | "begin" | "begins" | "began" | "start" | "starts" | "started"
        | "opening" | "starting" => Edge::First,
        _ => return None,
    })
}

/// The words of a claim, by position, that tell the edge of a time which the window makes the same edge in other words.
pub(crate) fn told_by_a_time(claim: &Reading<'_>, window: &Reading<'_>) -> Vec<usize> {
    let times = |text: &Reading<'_>| text.values().iter().any(Value::is_time);
    if !times(claim) || !times(window) {
        return Vec::new();
    }
    let (mine, theirs) = (edges(claim), edges(window));
    let same = |one: &&Told| {
        theirs.iter().any(|other| {
            let days = one.day.zip(other.day);
            other.edge == one.edge
                && other.lasting != one.lasting
                && one.time.is_stated_as(&other.time)
                && days.is_none_or(|(mine, theirs)| mine == theirs)
        })
    };
    mine.iter().filter(same).map(|one| one.verb).collect()
}

/// Whether a claim has begin at a time what lasts until then in its evidence, or end what lasts from then on: `opens at 6 p.m.`, where it
/// says `is open until 6 p.m.`; `6시에 연다`, where it says `6시까지 연다`.
pub(crate) fn puts_at_the_other_edge(claim: &Reading<'_>, values: &[Value], windows: &[Reading<'_>]) -> bool {
    let english = || {
        let theirs: Vec<Told> = windows.iter().flat_map(edges).collect();
        edges(claim).iter().filter(|own| !own.lasting).any(|own| {
            let mut same = theirs.iter().filter(|other| own.time.is_stated_as(&other.time)).peekable();
            same.peek().is_some() && same.all(|other| other.lasting && other.edge != own.edge)
        })
    };
    let korean = || {
        values.iter().filter(|value| value.is_time()).any(|value| {
            let Some(own) = korean_edge(claim, value).filter(|own| !own.1) else { return false };
            stated_only(value, windows, |text, other| {
                korean_edge(text, other).is_some_and(|(edge, lasting)| lasting && edge != own.0)
            })
        })
    };
    values.iter().any(Value::is_time) && (english() || korean())
}

/// The edge that a Korean text makes of a time, and whether by `까지` or `부터`.
fn korean_edge(text: &Reading<'_>, value: &Value) -> Option<(Edge, bool)> {
    /// What begins and what ends, by how the words begin.
    const BEGINS: &[&str] =
        &["연다", "엽니", "열고", "열린", "열립", "시작", "개장", "개시", "개관", "개점", "문을"];
    const ENDS: &[&str] = &["닫", "끝", "종료", "마감", "마친", "폐장", "폐관", "폐점"];
    let behind = text.norm.get(value.span.end..)?.trim_start();
    if behind.starts_with("까지") {
        return Some((Edge::Last, true));
    }
    if behind.starts_with("부터") {
        return Some((Edge::First, true));
    }
    if !behind.starts_with('에') {
        return None;
    }
    let first = text.first_from(value.span.end);
    let words = || (first..text.sentence_end(first + 1)).take(4).map(|at| text.word(at));
    let begins = |list: &[&str]| words().any(|word| list.iter().any(|head| word.starts_with(head)));
    if begins(ENDS) { Some((Edge::Last, false)) } else { begins(BEGINS).then_some((Edge::First, false)) }
}

/// A verb that has a time.
#[derive(Debug, Clone, Copy)]
struct Told {
    verb: usize,
    edge: Edge,
    /// Told by `until` or `from`.
    lasting: bool,
    time: Value,
    /// The word behind `on`, where that stands behind the time.
    day: Option<u32>,
}

/// The verbs of a text that have a time.
fn edges(text: &Reading<'_>) -> Vec<Told> {
    let of_value = |value: &Value| {
        let before = text.first_from(value.span.start).checked_sub(1)?;
        let verb =
            (before.saturating_sub(REACH)..before).rev().find(|&at| of_verb(text.word(at)).is_some())?;
        let (edge, lasting) = match edge(text.word(before)) {
            Some(edge) => (edge, true),
            None if text.word(before) == "at" => (of_verb(text.word(verb))?, false),
            None => return None,
        };
        let next = text.first_from(value.span.end);
        let day = (text.word(next) == "on").then(|| text.content(next + 1)).flatten();
        Some(Told { verb, edge, lasting, time: *value, day })
    };
    text.values().iter().filter(|value| value.is_time()).filter_map(of_value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn an_hour_is_the_first_or_the_last() {
        for (claim, evidence, want) in [
            ("The shop closes at 2 p.m.", "The shop is open until 2 p.m.", 1),
            ("The shop is open until 2 p.m.", "The shop closes at 2 p.m.", 1),
            ("The shop opens at 2 p.m.", "The shop is open until 2 p.m.", 0),
            ("The shop opens at 9 a.m.", "The shop is open from 9 a.m.", 1),
            ("The shop closes at 3 p.m.", "The shop is open until 2 p.m.", 0),
            ("It closes at 2 p.m. on Sundays.", "It is open from 9 a.m. to 2 p.m. on Mondays.", 0),
            ("It closes at 2 p.m. on Mondays.", "It is open from 9 a.m. to 2 p.m. on Mondays.", 1),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(evidence));
            assert_eq!(told_by_a_time(&Reading::new(&mine), &Reading::new(&theirs)).len(), want, "{claim}");
        }
    }
}
