//! Slots: what the clauses of an English sentence say, by kinds: who does what to whom, where, when, how many.
//!
//! Owns the rough reading of a clause into its slots, by its verb and by the prepositions, numbers and brackets that introduce them. Which
//! clauses there are is [`misjoined`](crate::english::misjoined)'s, what a claim may take of them
//! [`parallel`](crate::english::parallel)'s.

use std::ops::Range;

use crate::denial::polarity::is_auxiliary;
use crate::english::misjoined::{Clause, clauses, is_digit, is_verb};
use crate::english::whole::is_period;
use crate::parts::roles::is_past_verb;
use crate::text::reading::{COMMA, Reading, SEMICOLON, SPACE, STOP};
use stet_text::span::Span;

/// Content words of a slot, at most.
const LONGEST: usize = 6;

/// What a slot says of its clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind<'a> {
    /// Who does something, or is something.
    Agent,
    /// What it is done to.
    Patient,
    Verb,
    Place,
    Time,
    Day,
    /// Any other preposition, and whether a number stands behind it.
    Preposition(&'a str, bool),
    /// A number without a preposition, with what it counts.
    Value,
    Bracket,
}

/// What a clause says of one kind.
#[derive(Debug)]
pub(crate) struct Slot<'a> {
    pub kind: Kind<'a>,
    /// Positions of its content words.
    pub words: Vec<usize>,
    /// A word of all stands before it, or one that points to something named before.
    pub all: bool,
    pub definite: bool,
}

impl Slot<'_> {
    pub(crate) fn keys<'t>(&self, text: &'t Reading<'_>) -> impl Iterator<Item = u32> + use<'t, '_> {
        self.words.iter().map(|&at| text.key(at))
    }
}

/// A clause with its slots.
#[derive(Debug)]
pub(crate) struct Said<'a> {
    pub slots: Vec<Slot<'a>>,
    /// It has a verb of its own, and the word that says what is done.
    pub has_verb: bool,
    pub verb: Option<usize>,
    pub words: Range<usize>,
    /// A word before its verb, or behind it, stands for something that is named elsewhere.
    pub points: (bool, bool),
}

impl<'a> Said<'a> {
    /// The one slot of a kind.
    pub(crate) fn only(&self, kind: Kind<'_>) -> Option<&Slot<'a>> {
        let mut same = self.slots.iter().filter(|slot| slot.kind == kind);
        same.next().filter(|_| same.next().is_none())
    }
}

/// The clauses of a sentence; what only goes on with a list belongs to its neighbour.
pub(crate) fn said<'a>(text: &Reading<'a>, sentence: Range<usize>) -> Vec<Said<'a>> {
    let mut parts: Vec<Clause> = Vec::new();
    let mut pending: Option<usize> = None;
    let list = clauses(text, sentence);
    for (number, clause) in list.iter().enumerate() {
        let mut clause = clause.clone();
        if let Some(first) = pending.take() {
            clause.words.start = first;
        }
        let tells = clause.words.clone().any(|at| is_preposition(text.word(at)) || is_digit(text, at));
        if clause.verb.is_some() || tells {
            parts.push(clause);
            continue;
        }
        // `magazines and films for a week`
        let joined = list
            .get(number + 1)
            .is_some_and(|next| next.verb.is_none() && matches!(text.word(next.words.start), "and" | "or"));
        if joined && text.gap(clause.words.start) & (COMMA | SEMICOLON) != 0 {
            pending = Some(clause.words.start);
        } else if let Some(last) = parts.last_mut() {
            last.words.end = clause.words.end;
        }
    }
    let mut passive = false;
    parts
        .into_iter()
        .map(|clause| {
            if clause.verb.is_some() {
                passive = is_passive(text, &clause);
            }
            slots(text, &clause, passive)
        })
        .collect()
}

/// Whether the verb of a clause tells what is done to its subject.
fn is_passive(text: &Reading<'_>, clause: &Clause) -> bool {
    let be = |at: usize| matches!(text.word(at), "is" | "are" | "was" | "were" | "be" | "been" | "being");
    clause.verb.is_some_and(|verb| {
        main_verb(text, verb, clause.words.end).is_some_and(|main| {
            let participle = is_past_verb(text.word(main)) || text.word(main).ends_with("en");
            (verb.saturating_sub(2).max(clause.words.start)..main).any(be)
                && (participle || text.word(main + 1) == "by")
        })
    })
}

fn is_preposition(word: &str) -> bool {
    matches!(
        word,
        "in" | "on"
            | "at"
            | "for"
            | "from"
            | "to"
            | "by"
            | "with"
            | "via"
            | "during"
            | "under"
            | "per"
            | "among"
            | "within"
            | "after"
            | "before"
            | "until"
            | "between"
            | "into"
            | "without"
            | "because"
    )
}

/// Words that join and belong to no slot.
fn says_nothing(word: &str) -> bool {
    matches!(
        word,
        "while" | "whereas" | "although" | "though" | "because" | "unless" | "yet" | "up" | "ahead"
    )
}

pub(crate) fn is_weekday(word: &str) -> bool {
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
        .iter()
        .any(|day| word.strip_prefix(day).is_some_and(|rest| matches!(rest, "" | "s")))
}

/// Whether a word names a month or a season.
pub(crate) fn is_month(word: &str) -> bool {
    matches!(
        word,
        "january"
            | "february"
            | "march"
            | "april"
            | "may"
            | "june"
            | "july"
            | "august"
            | "september"
            | "october"
            | "november"
            | "december"
            | "spring"
            | "summer"
            | "autumn"
            | "winter"
    )
}

/// Whether a bracket opens before a word.
fn opens(text: &Reading<'_>, at: usize) -> bool {
    let end = at.checked_sub(1).and_then(|before| text.tokens.get(before)).map_or(0, |token| token.span.end);
    let start = text.tokens.get(at).map_or(end, |token| token.span.start);
    Span::new(end, start).of(text.norm).contains('(')
}

/// The word that says what is done: the verb, or what stands behind auxiliaries and adverbs; none behind which another phrase begins.
fn main_verb(text: &Reading<'_>, verb: usize, end: usize) -> Option<usize> {
    let passes = |at: usize| {
        is_auxiliary(text.word(at))
            || matches!(
                text.word(at),
                "not" | "no" | "only" | "also" | "then" | "now" | "never" | "been" | "being"
            )
            || text.word(at).ends_with("ly")
    };
    (verb..end).find(|&at| !passes(at)).filter(|&at| text.content(at).is_some())
}

fn slots<'a>(text: &Reading<'a>, clause: &Clause, passive: bool) -> Said<'a> {
    let words = clause.words.clone();
    let main = clause.verb.and_then(|verb| main_verb(text, verb, words.end));
    // `is on time`, `is a clerk`: what stands behind it is no verb.
    let said = main.or(clause.verb);
    let (subject, object) = if passive { (Kind::Patient, Kind::Place) } else { (Kind::Agent, Kind::Patient) };
    let mut found: Vec<Slot<'a>> = Vec::new();
    let mut open: Option<Slot<'a>> = None;
    let bracketed = text.norm.contains('(');
    let mut counting = 0;
    for at in words.clone() {
        let word = text.word(at);
        let bracket = bracketed && opens(text, at);
        let behind = said.is_some_and(|said| at > said);
        let ends = text.gap(at) & (COMMA | SEMICOLON | STOP) != 0 && text.gap(at) & SPACE != 0
            || word == "than"
            || clause.verb.is_some_and(|verb| verb <= at && said.is_some_and(|said| at <= said))
            || word != "of" && !is_preposition(word) && is_verb(text, at) && is_past_verb(word) && behind;
        if ends || bracket {
            found.extend(open.take());
        }
        if main == Some(at) {
            found.push(Slot { kind: Kind::Verb, words: vec![at], all: false, definite: false });
            continue;
        }
        if clause.verb.is_some_and(|verb| verb <= at && said.is_some_and(|said| at <= said)) {
            continue;
        }
        if is_weekday(word) {
            found.push(Slot { kind: Kind::Day, words: vec![at], all: false, definite: false });
        }
        // `last year`
        let period = |at: usize| {
            is_period(text.word(at))
                && at > 0
                && matches!(text.word(at - 1), "last" | "next" | "this" | "every" | "each" | "previous")
        };
        if period(at + 1) || period(at) {
            found.extend(open.take_if(|slot| matches!(slot.kind, Kind::Agent | Kind::Patient)));
            continue;
        }
        let new = |kind| Slot { kind, words: Vec::new(), all: false, definite: false };
        if bracket {
            open = Some(new(Kind::Bracket));
        } else if is_preposition(word) {
            found.extend(open.take());
            open = Some(new(introduced(text, at, words.end, passive)));
            continue;
        }
        let number = is_digit(text, at);
        // `to 11 years 5 ml`
        let counted = |slot: &Slot<'_>| {
            slot.words.iter().any(|&at| is_digit(text, at))
                && slot.words.last().is_some_and(|&last| last + 1 == at && !is_digit(text, last))
        };
        let in_phrase = open
            .as_ref()
            .is_some_and(|slot| !matches!(slot.kind, Kind::Agent | Kind::Patient) && !counted(slot));
        if number && !in_phrase {
            // `5 ml`: the number and what it counts.
            found.extend(open.take());
            open = Some(new(Kind::Value));
            counting = 2;
        }
        let slot = open.get_or_insert_with(|| new(if behind { object } else { subject }));
        match word {
            "all" | "every" | "each" | "any" => slot.all = true,
            "the" | "this" | "these" | "its" | "their" | "his" | "her" if slot.words.is_empty() => {
                slot.definite = true;
            }
            _ => {}
        }
        let counts = text.content(at).is_some() || word == "one" || word == "may" && slot.kind == Kind::Time;
        if counts && slot.words.len() < LONGEST && !says_nothing(word) {
            slot.words.push(at);
            if slot.kind == Kind::Value {
                counting -= 1;
                if counting == 0 {
                    found.extend(open.take());
                }
            }
        }
    }
    found.extend(open);
    found.retain(|slot| !slot.words.is_empty());
    let is_of = |kind| found.iter().any(|slot: &Slot<'_>| slot.kind == kind);
    if clause.verb.is_none() && is_of(subject) {
        // `and rolls at 200 degrees`: of what the clause before says this is told nobody knows.
        let other = if subject == Kind::Agent { Kind::Patient } else { Kind::Agent };
        let lead = found.iter().find(|slot| slot.kind == subject).map(|slot| slot.words.clone());
        let lead = lead.filter(|_| !is_of(other));
        found.extend(lead.map(|words| Slot { kind: other, words, all: false, definite: false }));
    } else if !is_of(subject) && matches!(text.word(words.start), "which" | "who") {
        let words = antecedent(text, words.start);
        if !words.is_empty() {
            found.push(Slot { kind: subject, words, all: false, definite: false });
        }
    }
    // Behind a passive verb there is no object.
    found.retain(|slot| !(passive && slot.kind == Kind::Place && !is_introduced(text, slot)));
    let middle = said.unwrap_or(words.start);
    let points = |mut words: Range<usize>| words.any(|at| is_pointer(text.word(at)));
    let points = (points(words.start..middle), points(middle..words.end));
    Said { slots: found, has_verb: clause.verb.is_some(), verb: main, words, points }
}

/// The noun that a relative clause which begins at a word tells more of: what stands right before it.
fn antecedent(text: &Reading<'_>, at: usize) -> Vec<usize> {
    let ends = |&at: &usize| {
        let word = text.word(at);
        is_preposition(word) || is_auxiliary(word) || text.gap(at + 1) & (STOP | SEMICOLON) != 0
    };
    let mut words: Vec<usize> = (at.saturating_sub(LONGEST)..at)
        .rev()
        .take_while(|at| !ends(at))
        .filter(|&at| text.content(at).is_some())
        .collect();
    words.reverse();
    words
}

/// Whether a word stands for something that is named elsewhere.
fn is_pointer(word: &str) -> bool {
    matches!(word, "it" | "they" | "them" | "he" | "she" | "him" | "this" | "these" | "those" | "following")
}

/// Whether a preposition stands before a slot.
fn is_introduced(text: &Reading<'_>, slot: &Slot<'_>) -> bool {
    let Some(&first) = slot.words.first() else { return false };
    (first.saturating_sub(3)..first).any(|at| is_preposition(text.word(at)))
}

/// What the preposition at a word introduces.
fn introduced<'a>(text: &Reading<'a>, at: usize, end: usize, passive: bool) -> Kind<'a> {
    let next = || at + 1..end.min(at + 4);
    let stops = |at: &usize| !is_preposition(text.word(*at));
    let number = next().take_while(stops).any(|at| is_digit(text, at));
    let time = next().take_while(stops).any(|at| is_weekday(text.word(at)) || is_month(text.word(at)));
    match text.word(at) {
        "in" | "on" | "at" if time || is_digit(text, at + 1) => Kind::Time,
        "in" | "on" | "at" => Kind::Place,
        "by" if passive && !number => Kind::Agent,
        word => Kind::Preposition(word, number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn what_clauses_say() {
        let tell = |text: &str| {
            let norm = normalise(text);
            let text = Reading::new(&norm);
            let list = said(&text, 0..text.tokens.len());
            let slot = |slot: &Slot<'_>| {
                let words: Vec<&str> = slot.words.iter().map(|&at| text.word(at)).collect();
                format!("{:?} {}", slot.kind, words.join(" "))
            };
            list.iter()
                .map(|said| said.slots.iter().map(slot).collect::<Vec<_>>().join(", "))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            tell("The gates were opened by Ms Ray; Mr Lee kept the keys in May."),
            ["Patient gates, Verb opened, Agent ms ray", "Agent mr lee, Verb kept, Patient keys, Time may"]
        );
        assert_eq!(
            tell("Bikes are lent for two days, skates and sledges for one day."),
            [
                "Patient bikes, Verb lent, Preposition(\"for\", false) two days",
                "Patient skates sledges, Preposition(\"for\", false) one day, Agent skates sledges"
            ]
        );
        assert_eq!(
            tell("Last year adults took 10 ml in the hall on Friday."),
            ["Agent adults, Verb took, Value 10 ml, Place hall, Day friday, Time friday"]
        );
    }
}
