//! Hours: what begins, opens or ends at a time in one English text and lasts from or until that time in the other (`closes at 2 p.m.`,
//! `open until 2 p.m.`).
//!
//! Owns the words that say so of a time. The times themselves are [`number`](crate::domain::gate::values::number)'s.

use crate::domain::gate::text::reading::Reading;
use crate::domain::gate::values::number::Value;

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
pub(in crate::domain::gate) fn told_by_a_time(claim: &Reading<'_>, window: &Reading<'_>) -> Vec<usize> {
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
    use crate::domain::text::normalise;

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
