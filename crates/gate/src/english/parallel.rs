//! Parallels: parts of an English text that say the same kinds of things of several (`in German on Mondays at 9 a.m., in Dutch on Fridays
//! at noon`), and claims that couple what belongs to two of them (`in Dutch on Mondays`), or say otherwise of one what it says.
//!
//! Owns comparing what a claim and a clause say by kinds, which [`slots`](crate::english::slots) tells. Clauses with a subject each
//! are [`misjoined`](crate::english::misjoined)'s, values and opposites of clauses [`clause`](crate::text::clause)'s.

use crate::denial::negation::english_negations;
use crate::english::holder::are_two;
use crate::english::paraphrase::{is_generic, says_or_rewords};
use crate::english::slots::{Kind, Said, Slot, said};
use crate::text::reading::Reading;

/// Content words of a claim that its passage lacks, at most.
const MISSING: usize = 1;

/// Content words beside these of what it says otherwise, at most.
const OTHERS: usize = 3;

/// Parts on that a part is compared with.
const FAR: usize = 3;

/// What a claim takes of the wrong part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Taken {
    /// A word of the claim, by position.
    Word(usize),
    /// It says of all what the part says of some.
    All,
}

/// What a claim that its `passage` holds has of two parts of it, or of none. `known` tells whether the source has a word, `earlier` whether
/// it has it before the passage.
pub(crate) fn takes_of_another(
    claim: &Reading<'_>,
    passage: &Reading<'_>,
    known: impl Fn(u32) -> bool,
    earlier: impl Fn(u32) -> bool,
) -> Option<Taken> {
    let says = |key: u32| is_generic(key) || has(passage, key);
    let missing =
        (0..claim.tokens.len()).filter_map(|at| claim.content(at)).filter(|&key| !says(key)).count();
    if missing > MISSING + OTHERS {
        return None;
    }
    let mine: Vec<Said<'_>> = said(claim, 0..claim.tokens.len());
    // A claim of two clauses may speak of two, but for who says it.
    let mut verbs = mine.iter().filter(|said| said.has_verb);
    let own = verbs.next()?;
    let second = verbs.next();
    let reports = second.is_some();
    if reports && !own.verb.is_some_and(|at| is_said(claim.word(at))) {
        let other = second.filter(|_| verbs.next().is_none())?;
        let list = passage.sentences();
        return list.into_iter().find_map(|sentence| {
            exchanges_agents(claim, (own, other), passage, &said(passage, sentence)).map(Taken::Word)
        });
    }
    let sentences: Vec<Vec<Said<'_>>> =
        passage.sentences().into_iter().map(|sentence| said(passage, sentence)).collect();
    let denies = |text: &Reading<'_>| english_negations(text).count() % 2;
    if missing <= MISSING && !reports && denies(claim) == denies(passage) {
        let coupled = sentences.iter().find_map(|parts| {
            parts.iter().enumerate().find_map(|(number, one)| {
                parts.iter().skip(number + 1).take(FAR).find_map(|other| coupled(claim, passage, one, other))
            })
        });
        let counted = || counts_crosswise(claim, &mine, passage, &sentences);
        if let Some(at) = coupled.or_else(counted) {
            return Some(Taken::Word(at));
        }
    }
    sentences.iter().find_map(|parts| {
        let there = spoken_of(claim, own, passage, parts)?;
        said_otherwise(claim, own, (passage, parts, there), &known, &earlier)
    })
}

/// Who acts in the first of two clauses of the claim, by position, where a sentence has each act in the other one: `the buyer may leave if the
/// seller is late`, of `the seller may leave if the buyer is late`.
fn exchanges_agents(
    claim: &Reading<'_>,
    (one, other): (&Said<'_>, &Said<'_>),
    passage: &Reading<'_>,
    parts: &[Said<'_>],
) -> Option<usize> {
    let subject = |said: &Said<'_>| -> Option<Vec<usize>> {
        let slot = said.only(Kind::Agent).or_else(|| said.only(Kind::Patient))?;
        slot.words.first().filter(|&&first| said.verb.is_some_and(|verb| first < verb))?;
        Some(slot.words.clone())
    };
    let there = |said: &Said<'_>| -> Vec<Vec<usize>> {
        let Some(verb) = said.verb.map(|at| claim.key(at)) else { return Vec::new() };
        parts.iter().filter(|part| is_same_verb(verb, passage, part)).filter_map(subject).collect()
    };
    let mine = subject(one).zip(subject(other))?;
    let common = |mine: &[usize], theirs: &[usize]| {
        mine.iter().any(|&at| theirs.iter().any(|&there| claim.is_same(at, passage, there)))
    };
    let any = |mine: &[usize], theirs: &[Vec<usize>]| theirs.iter().any(|theirs| common(mine, theirs));
    let theirs = (there(one), there(other));
    let crossed = any(&mine.0, &theirs.1) && any(&mine.1, &theirs.0);
    (crossed && !any(&mine.0, &theirs.0) && !any(&mine.1, &theirs.1)).then_some(*mine.0.first()?)
}

fn is_said(word: &str) -> bool {
    matches!(
        word,
        "said"
            | "says"
            | "announced"
            | "announces"
            | "reported"
            | "reports"
            | "stated"
            | "warned"
            | "added"
            | "explained"
    )
}

/// A word of the claim that is counted by a number which counts another in the passage, where that itself is counted otherwise: `84 % of
/// trams`, of `91 % of trams and 84 % of buses`.
fn counts_crosswise(
    claim: &Reading<'_>,
    mine: &[Said<'_>],
    passage: &Reading<'_>,
    sentences: &[Vec<Said<'_>>],
) -> Option<usize> {
    let counts = |text: &Reading<'_>, said: &Said<'_>| -> Vec<(u32, u32, usize)> {
        let values = said.slots.iter().filter(|slot| slot.kind == Kind::Value);
        values
            .filter_map(|slot| {
                let [number, noun] = slot.words.as_slice() else { return None };
                Some((text.key(*number), text.key(*noun), *noun))
            })
            .collect()
    };
    let theirs: Vec<(u32, u32, usize)> =
        sentences.iter().flatten().flat_map(|said| counts(passage, said)).collect();
    mine.iter().flat_map(|said| counts(claim, said)).find_map(|(number, noun, at)| {
        let same = theirs.iter().any(|other| (other.0, other.1) == (number, noun));
        let other = theirs.iter().any(|other| other.0 == number && !claim.has(other.1));
        let own = theirs.iter().any(|other| other.1 == noun && !claim.has(other.0));
        (!same && other && own).then_some(at)
    })
}

/// Whether a text has a word or another word for it.
fn has(text: &Reading<'_>, key: u32) -> bool {
    says_or_rewords(key, |key| text.has(key))
}

/// A word of the claim that belongs to one of two parts, where another belongs to the other, by kinds that both have.
fn coupled(claim: &Reading<'_>, text: &Reading<'_>, one: &Said<'_>, other: &Said<'_>) -> Option<usize> {
    let (mut of_one, mut of_other) = (None, None);
    // `keep it dry` is said of what was named before.
    let points = |kind: Kind<'_>| [one, other].into_iter().any(|said| points(said, kind));
    for mine in &one.slots {
        if points(mine.kind) {
            continue;
        }
        let (Some(mine), Some(theirs)) = (one.only(mine.kind), other.only(mine.kind)) else { continue };
        let own = |list: &Slot<'_>, rest: &Slot<'_>| -> Vec<u32> {
            list.keys(text).filter(|&key| rest.keys(text).all(|other| other != key)).collect()
        };
        let (here, there) = (own(mine, theirs), own(theirs, mine));
        if here.is_empty() || there.is_empty() {
            continue;
        }
        let named = |list: &[u32]| list.iter().find(|&&key| claim.has(key)).copied();
        match (named(&here), named(&there)) {
            (Some(key), None) => of_one = of_one.or(Some(key)),
            (None, Some(key)) => of_other = of_other.or(Some(key)),
            // It speaks of both.
            (Some(_), Some(_)) if mine.kind != Kind::Patient => return None,
            _ => {}
        }
    }
    let at = |key: u32| (0..claim.tokens.len()).find(|&at| claim.key(at) == key);
    at(of_one?).zip(at(of_other?)).map(|(one, other)| one.max(other))
}

/// Whether who acts in a part, or what it is done to, may stand in it as a pronoun.
fn points(said: &Said<'_>, kind: Kind<'_>) -> bool {
    match kind {
        Kind::Agent => said.points.0,
        Kind::Patient => said.points.0 || said.points.1,
        _ => false,
    }
}

/// The part of a sentence that has the claim's verb and most of what it says.
fn spoken_of<'t, 'a>(
    claim: &Reading<'_>,
    own: &Said<'_>,
    passage: &Reading<'_>,
    parts: &'t [Said<'a>],
) -> Option<&'t Said<'a>> {
    let verb = claim.key(own.verb?);
    // What has no verb goes on with what stands before, what is said belongs to who says it.
    let reports = own.verb.is_some_and(|at| is_said(claim.word(at)));
    let shared = |number: usize| {
        if reports {
            return (0..claim.tokens.len())
                .filter_map(|at| claim.content(at))
                .filter(|&key| has(passage, key))
                .count();
        }
        let further = parts.iter().skip(number + 1).take_while(|part| !part.has_verb);
        parts
            .get(number)
            .into_iter()
            .chain(further)
            .flat_map(|said| &said.slots)
            .filter(|slot| slot.kind != Kind::Verb)
            .flat_map(|slot| slot.keys(passage))
            .filter(|&key| has(claim, key))
            .count()
    };
    let same = |said: &Said<'_>| is_same_verb(verb, passage, said);
    let mut list: Vec<(usize, &Said<'a>)> = parts
        .iter()
        .enumerate()
        .filter(|(_, said)| same(said))
        .map(|(at, said)| (shared(at), said))
        .collect();
    list.sort_by_key(|found| std::cmp::Reverse(found.0));
    let (most, best) = list.first().copied()?;
    let alone = list.get(1).is_none_or(|next| next.0 < most);
    (most > 0 && alone).then_some(best)
}

fn is_same_verb(verb: u32, text: &Reading<'_>, said: &Said<'_>) -> bool {
    said.verb.is_some_and(|at| {
        let key = text.key(at);
        says_or_rewords(verb, |other| other == key)
    })
}

/// What a part says otherwise than the claim: one of a kind has nothing in common with the claim's, which the source has elsewhere.
fn said_otherwise(
    claim: &Reading<'_>,
    own: &Said<'_>,
    (passage, parts, there): (&Reading<'_>, &[Said<'_>], &Said<'_>),
    known: &impl Fn(u32) -> bool,
    earlier: &impl Fn(u32) -> bool,
) -> Option<Taken> {
    let verb = claim.key(own.verb?);
    own.slots.iter().filter(|slot| slot.kind != Kind::Verb).find_map(|slot| {
        let (mine, theirs) = (own.only(slot.kind)?, there.only(slot.kind)?);
        let told = |key: u32| theirs.keys(passage).any(|other| other == key);
        if mine.all
            && !theirs.all
            && mine.keys(claim).all(told)
            && theirs.keys(passage).any(|key| !claim.has(key))
        {
            return Some(Taken::All);
        }
        // What stands in the clause in another part, in one of the same verb or in one without a verb is said of it.
        let near = |key: u32| {
            let of_it = |said: &&Said<'_>| {
                said.words == there.words || !said.has_verb || is_same_verb(verb, passage, said)
            };
            let is_in = |key: u32| {
                passage
                    .positions(key)
                    .any(|at| parts.iter().filter(of_it).any(|said| said.words.contains(&at)))
            };
            says_or_rewords(key, is_in)
        };
        let word = *mine.words.first()?;
        let says = |key: u32| is_generic(key) || has(passage, key);
        let rest =
            (0..claim.tokens.len()).filter(|at| !mine.words.contains(at)).filter_map(|at| claim.content(at));
        if rest.filter(|&key| !says(key)).count() > MISSING {
            return None;
        }
        let apart = !mine.keys(claim).any(near) && !theirs.keys(passage).any(|key| has(claim, key));
        let elsewhere = mine.keys(claim).all(known)
            && !mine.words.iter().any(|&at| is_value(claim, at))
            && !claim.word(word).ends_with("ing");
        let named = matches!(mine.kind, Kind::Agent | Kind::Patient);
        if !apart || !elsewhere || named && (there.points.0 || there.points.1) {
            return None;
        }
        let two = || mine.keys(claim).any(|one| theirs.keys(passage).any(|other| are_two(one, other)));
        // `the club` that opens a clause may be what was named before.
        let before = |key: u32| earlier(key) || passage.positions(key).any(|at| at < there.words.start);
        let opens = theirs.words.first().zip(there.verb).is_some_and(|(&first, verb)| first < verb);
        let points = opens && theirs.definite && theirs.words.len() == 1 && mine.keys(claim).any(before);
        (!points || two()).then_some(Taken::Word(word))
    })
}

/// Whether a word is one of a value, which is compared by what it means.
fn is_value(text: &Reading<'_>, at: usize) -> bool {
    text.is_in(text.values(), at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn what_belongs_to_two_parts() {
        let tours = "Tours in German start on Mondays at 9, in Dutch on Fridays at 11.";
        let jobs = "Most posts were created in farming (120) and in fishing (80).";
        let mill =
            "The mill was built in 1790 by the baker Jon Hall, and his son Max Hall added a barn in 1822.";
        let lent = "Bikes are lent for two days, skates and sledges for one day.";
        let gates = "The gates were opened by Ms Ray; Mr Lee kept the keys.";
        let goods = "Sales rose by 4 percent, while costs fell by 9 percent.";
        for (claim, evidence, want) in [
            ("Tours in Dutch start on Mondays at 9.", tours, true),
            ("Tours in German start on Mondays at 9.", tours, false),
            ("Tours in Dutch start on Fridays.", tours, false),
            ("Tours start in German and in Dutch on Mondays and Fridays.", tours, false),
            ("Fishing created 120 posts.", jobs, true),
            ("Fishing created 80 posts.", jobs, false),
            ("Farming created 120 posts.", jobs, false),
            ("Jon Hall added a barn in 1822.", mill, true),
            ("Max Hall added a barn in 1822.", mill, false),
            ("Jon Hall built the mill in 1790.", mill, false),
            (
                "Bake the rolls at 220 degrees.",
                "Bake the bread at 220 degrees and the rolls at 200 degrees.",
                true,
            ),
            (
                "Bake the rolls at 200 degrees.",
                "Bake the bread at 220 degrees and the rolls at 200 degrees.",
                false,
            ),
            ("Skates are lent for two days.", lent, true),
            ("Skates are lent for one day.", lent, false),
            ("Mr Lee opened the gates.", gates, true),
            ("Mr Lee kept the keys.", gates, false),
            ("Costs rose by 4 percent.", goods, true),
            ("Costs fell by 9 percent.", goods, false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(evidence));
            let found = takes_of_another(&Reading::new(&mine), &Reading::new(&theirs), |_| false, |_| false);
            assert_eq!(found.is_some(), want, "{claim}");
        }
    }

    #[test]
    fn what_a_part_says_otherwise() {
        for (claim, evidence, want) in [
            ("The altar was sold in 1803.", "The altar came from the abbey, which was sold in 1803.", true),
            ("The abbey was sold in 1803.", "The altar came from the abbey, which was sold in 1803.", false),
            (
                "The buyer may leave if the seller is late.",
                "The seller may leave if the buyer is late.",
                true,
            ),
            (
                "The seller may leave if the buyer is late.",
                "The seller may leave if the buyer is late.",
                false,
            ),
            ("Lost keys must be replaced by the school.", "Lost keys must be replaced by the pupil.", true),
            ("Lost keys must be replaced by the pupil.", "Lost keys must be replaced by the pupil.", false),
            ("The walk starts at the old mill.", "Each walk starts at the north gate every Sunday.", true),
            ("Coaches may work in all rooms.", "Coaches may work in rooms 5 and 6.", true),
            ("Coaches may work in rooms 5 and 6.", "Coaches may work in rooms 5 and 6.", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(evidence));
            let found = takes_of_another(&Reading::new(&mine), &Reading::new(&theirs), |_| true, |_| true);
            assert_eq!(found.is_some(), want, "{claim}");
        }
    }
}
