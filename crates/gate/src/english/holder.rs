//! Holders: who acts, is told or is asked by English rules (`the director may refuse leave`, `submitted to the line manager`, `approval of the agency`).
//!
//! Owns telling that a claim names another of them than the clause that says the rest of it, though the evidence names that one, too, elsewhere. Subjects
//! that the evidence does not name are [`subject`](crate::parts::subject)'s.

use std::ops::Range;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::denial::polarity;
use crate::english::misjoined::{Clause, Topic, clauses};
use crate::text::reading::Reading;
use crate::text::similarity::word_key;
use stet_text::Script;

/// Persons and bodies that have parts in rules; those of one line may be one.
const HOLDERS: &str = "manager
director
officer
department division
office
agency authority body regulator
board
committee panel commission
council
ministry
minister
team crew
bank
court tribunal
police
union
embassy consulate
head chief leader
dean
president
chair chairman chairwoman chairperson
secretary
treasurer
supervisor
employer company firm organisation organization business
employee staff worker personnel
landlord lessor owner
tenant renter lessee occupant
operator
technician engineer mechanic
doctor physician
nurse
pharmacist
teacher instructor lecturer
student pupil
parent guardian
customer client buyer consumer user purchaser subscriber
seller vendor merchant retailer
supplier provider
contractor
administrator
reviewer referee
editor
author writer
applicant candidate
visitor
member
guest
patient
driver
inspector
auditor
judge
manufacturer maker
government state
parliament
mayor
university college
school
hospital clinic
library
laboratory lab
insurer
trainer coach
volunteer
intern trainee apprentice
registrar
principal headteacher
passenger traveller
shareholder investor";

/// The groups of the nouns, by their keys.
static GROUPS: LazyLock<FxHashMap<u32, usize>> = LazyLock::new(|| {
    let lines = HOLDERS.lines().enumerate();
    lines
        .flat_map(|(group, line)| {
            line.split_ascii_whitespace().map(move |word| (word_key(word, Script::Latin), group))
        })
        .collect()
});

/// What is asked of somebody.
const GIVEN: &[&str] = &[
    "approval",
    "consent",
    "permission",
    "authorisation",
    "authorization",
    "signature",
    "agreement",
    "decision",
    "request",
    "order",
    "orders",
    "confirmation",
];

/// Words of a noun phrase before its noun that are looked at.
const PHRASE: usize = 3;

/// A noun with the words that tell which of its kind is meant.
struct Holder {
    at: usize,
    group: usize,
    key: u32,
    words: Vec<u32>,
}

/// The part of a holder in a clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Agent,
    Recipient,
    Giver,
}

/// The claim's holder, by position, in whose part the clause that says the rest of the claim names another.
pub(crate) fn other_holder(claim: &Reading<'_>, windows: &[Reading<'_>]) -> Option<usize> {
    if !(0..claim.tokens.len()).any(|at| GROUPS.contains_key(&claim.key(at))) {
        return None;
    }
    let sentences = claim.sentences();
    let [sentence] = &sentences[..] else { return None };
    let list = clauses(claim, sentence.clone());
    list.iter().enumerate().find_map(|(at, clause)| {
        let subject = subject_of(&list, at);
        [Part::Agent, Part::Recipient, Part::Giver].into_iter().find_map(|part| {
            let mine = holder(claim, clause, subject.as_ref(), part)?;
            replaced(claim, clause, &mine, part, windows).then_some(mine.at)
        })
    })
}

/// Whether two words name persons or bodies that cannot be one.
pub(crate) fn are_two(one: u32, other: u32) -> bool {
    GROUPS.get(&one).zip(GROUPS.get(&other)).is_some_and(|(one, other)| one != other)
}

/// Whether the clause that says the rest names another in the part.
fn replaced(
    claim: &Reading<'_>,
    clause: &Clause,
    mine: &Holder,
    part: Part,
    windows: &[Reading<'_>],
) -> bool {
    let Some(verb) = clause.verb else { return false };
    let own =
        |at: usize| at == mine.at || mine.words.contains(&claim.key(at)) && at.abs_diff(mine.at) <= PHRASE;
    let rest: Vec<usize> =
        clause.words.clone().filter(|&at| claim.content(at).is_some() && !own(at)).collect();
    let Some(predicate) = (verb..clause.words.end).find(|&at| claim.content(at).is_some()) else {
        return false;
    };
    if rest.len() < 2 {
        return false;
    }
    // How much a clause says of it, whether it names the claim's own in the part, and whether another.
    let mut best: Option<(usize, bool, bool)> = None;
    for window in windows {
        for sentence in window.sentences() {
            let list = clauses(window, sentence);
            for (at, there) in list.iter().enumerate() {
                let subject = subject_of(&list, at);
                let within = |at: usize| there.words.clone().any(|other| claim.is_same(at, window, other));
                let told = |at: usize| {
                    within(at)
                        || subject
                            .clone()
                            .is_some_and(|mut words| words.any(|other| claim.is_same(at, window, other)))
                };
                if !within(predicate) {
                    continue;
                }
                let shared = rest.iter().filter(|&&at| told(at)).count();
                let named = there
                    .words
                    .clone()
                    .chain(subject.clone().unwrap_or_default())
                    .any(|at| GROUPS.get(&window.key(at)) == Some(&mine.group));
                let other =
                    holder(window, there, subject.as_ref(), part).is_some_and(|other| differ(mine, &other));
                let better = best.is_none_or(|best| shared > best.0 || shared == best.0 && named && !other);
                if better {
                    best = Some((shared, named && !other, other));
                }
            }
        }
    }
    best.is_some_and(|(shared, named, other)| other && !named && 5 * shared >= 3 * rest.len() && shared >= 2)
}

/// The words of the subject of a clause, which may be that of one before.
fn subject_of(list: &[Clause], at: usize) -> Option<Range<usize>> {
    list.get(..=at)?.iter().rev().find_map(|clause| match &clause.topic {
        Topic::Own(words) => Some(Some(words.clone())),
        Topic::Unknown => Some(None),
        Topic::Same => None,
    })?
}

/// Who has a part in a clause.
fn holder(text: &Reading<'_>, clause: &Clause, subject: Option<&Range<usize>>, part: Part) -> Option<Holder> {
    let behind = |word: &str| {
        let place =
            clause.words.clone().find(|&at| text.word(at) == word && at > clause.verb.unwrap_or(0))?;
        phrase(text, place + 1..clause.words.end)
    };
    match part {
        Part::Agent => {
            let verb = clause.verb?;
            if is_passive(text, verb, clause.words.end) {
                behind("by")
            } else {
                phrase(text, subject?.clone())
            }
        }
        Part::Recipient => behind("to").filter(|_| !is_infinitive(text, clause)),
        Part::Giver => {
            let of = clause
                .words
                .clone()
                .find(|&at| text.word(at) == "of" && at > 0 && GIVEN.contains(&text.word(at - 1)))?;
            phrase(text, of + 1..clause.words.end)
        }
    }
}

/// Whether the first `to` of a clause stands before a verb.
fn is_infinitive(text: &Reading<'_>, clause: &Clause) -> bool {
    let to = clause.words.clone().find(|&at| text.word(at) == "to" && at > clause.verb.unwrap_or(0));
    to.is_some_and(|to| {
        !matches!(
            text.word(to + 1),
            "the" | "a" | "an" | "their" | "his" | "her" | "its" | "your" | "our" | "this" | "that"
        ) && !GROUPS.contains_key(&text.key(to + 1))
            && !GROUPS.contains_key(&text.key(to + 2))
    })
}

fn is_passive(text: &Reading<'_>, verb: usize, end: usize) -> bool {
    let be = |at: usize| matches!(text.word(at), "is" | "are" | "was" | "were" | "be" | "been" | "being");
    (verb..end.min(verb + 3)).any(|at| {
        be(at) && {
            let next = if matches!(
                text.word(at + 1),
                "then" | "also" | "only" | "always" | "not" | "never" | "usually"
            ) {
                at + 2
            } else {
                at + 1
            };
            let word = text.word(next);
            word.ends_with("ed")
                || word.ends_with("en")
                || matches!(
                    word,
                    "held"
                        | "kept"
                        | "made"
                        | "paid"
                        | "sent"
                        | "sold"
                        | "told"
                        | "led"
                        | "set"
                        | "put"
                        | "run"
                        | "found"
                        | "built"
                        | "bought"
                        | "brought"
                        | "done"
                )
        }
    })
}

/// The holder that some words begin with: the noun of the first phrase among them.
fn phrase(text: &Reading<'_>, words: Range<usize>) -> Option<Holder> {
    let ends = |at: usize| {
        let word = text.word(at);
        matches!(
            word,
            "of" | "in"
                | "at"
                | "on"
                | "for"
                | "from"
                | "to"
                | "by"
                | "with"
                | "who"
                | "that"
                | "which"
                | "whose"
                | "and"
                | "or"
                | "within"
                | "before"
                | "after"
                | "until"
                | "during"
                | "without"
                | "if"
                | "when"
                | "unless"
                | "as"
        ) || polarity::is_auxiliary(word)
    };
    let first = words.start;
    let end = words.clone().find(|&at| ends(at)).unwrap_or(words.end).min(first + PHRASE + 2);
    let at = (first..end).rev().find(|&at| GROUPS.contains_key(&text.key(at)))?;
    // `the board members`, `this officer`
    let next = text.content(at + 1).filter(|_| at + 1 < end);
    if next.is_some() || matches!(text.word(first), "this" | "these" | "such" | "that" | "same") {
        return None;
    }
    let key = text.key(at);
    let before = (first.max(at.saturating_sub(PHRASE))..at).filter_map(|at| text.content(at)).collect();
    Some(Holder { at, group: *GROUPS.get(&key)?, key, words: before })
}

/// Whether two holders cannot be one.
fn differ(one: &Holder, other: &Holder) -> bool {
    if one.group == other.group {
        return one.key == other.key
            && !one.words.is_empty()
            && !other.words.is_empty()
            && !one.words.iter().any(|word| other.words.contains(word));
    }
    !one.words.contains(&other.key) && !other.words.contains(&one.key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn another_has_the_part() {
        let rules = "Branch managers may grant discounts; the head office approves discounts above 10 percent. Complaints are sent to the service team within a week. \
            Larger orders require the written approval of the finance director. The technician checks the boiler, and the tenant reads the meter.";
        for (claim, want) in [
            ("Branch managers approve discounts above 10 percent.", true),
            ("The head office approves discounts above 10 percent.", false),
            ("Discounts above 10 percent are approved by the head office.", false),
            ("Discounts above 10 percent are approved by the branch manager.", true),
            ("Complaints are sent to the finance director within a week.", true),
            ("Complaints are sent to the service team within a week.", false),
            ("Larger orders require the approval of the branch manager.", true),
            ("Larger orders require the approval of the finance director.", false),
            ("The tenant checks the boiler.", true),
            ("The tenant reads the meter.", false),
        ] {
            let (claim, source) = (normalise(claim), normalise(rules));
            let found = other_holder(&Reading::new(&claim), &[Reading::new(&source)]);
            assert_eq!(found.is_some(), want, "{claim}");
        }
    }
}
