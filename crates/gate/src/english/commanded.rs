//! Commands in English: what is to be done to what (`Replace the cartridge`, `filters must be replaced`).
//!
//! Owns telling that a claim commands to do to one thing what its evidence does to another alone. Whose a clause is is
//! [`misjoined`](super::misjoined)'s.

use crate::english::misjoined::{Clause, Topic, clauses, is_preposition};
use crate::parts::roles::is_past_verb;
use crate::text::reading::Reading;

/// Verbs that say little without what follows them: `keep below`, `keep out of reach`.
const LIGHT: &[&str] =
    &["keep", "put", "take", "make", "use", "get", "set", "do", "have", "let", "turn", "bring", "see", "go"];

/// The object of the claim's command, by position, where the evidence does that to something else wherever it speaks of it.
pub(crate) fn commands_of_another(claim: &Reading<'_>, windows: &[Reading<'_>]) -> Option<usize> {
    let first = clauses(claim, 0..claim.tokens.len()).into_iter().next()?;
    let verb = first.verb.filter(|&verb| verb == first.words.start && !LIGHT.contains(&claim.word(verb)))?;
    let Topic::Own(object) = first.topic else { return None };
    let own: Vec<usize> = object.filter(|&at| claim.content(at).is_some()).collect();
    // The noun that the others tell the kind of.
    let noun = *own.last()?;
    let key = claim.key(verb);
    let mut found = false;
    for text in windows {
        for sentence in text.sentences() {
            for clause in clauses(text, sentence) {
                for at in clause.words.clone().filter(|&at| text.key(at) == key) {
                    let theirs = objects(text, &clause, at)?;
                    if own.iter().any(|&at| theirs.iter().any(|&there| claim.is_same(at, text, there))) {
                        return None;
                    }
                    found = true;
                }
            }
        }
    }
    let known = windows.iter().any(|text| text.has(claim.key(noun)));
    (found && known).then_some(noun)
}

/// The content words of what the verb at `at` is done to; nothing where a pronoun stands for it, or where it cannot be told.
fn objects(text: &Reading<'_>, clause: &Clause, at: usize) -> Option<Vec<usize>> {
    let content = |&at: &usize| text.content(at).is_some();
    let is_be = |at: usize| matches!(text.word(at), "be" | "been" | "is" | "are" | "was" | "were");
    let passive = is_past_verb(text.word(at)) && (clause.words.start..at).any(is_be);
    let words: Vec<usize> = if passive {
        let Topic::Own(topic) = clause.topic.clone() else { return None };
        topic.filter(content).collect()
    } else {
        let ends = |&there: &usize| !is_preposition(text.word(there));
        (at + 1..clause.words.end).take_while(ends).filter(content).collect()
    };
    (!words.is_empty()).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn what_is_commanded_of_what() {
        let pump =
            "Clean the pump every month. If the light stays red after cleaning, replace the cartridge.";
        let filter = "The unit needs care. Filters must be replaced, not cleaned, after 2,000 hours of use.";
        for (claim, source, want) in [
            ("Replace the pump if the light stays red.", pump, true),
            ("Replace the cartridge if the light stays red.", pump, false),
            ("Clean the pump every month.", pump, false),
            ("Replace the unit after 2,000 hours of use.", filter, true),
            ("Replace the filters after 2,000 hours of use.", filter, false),
            ("Replace the pump.", "Take out the pump and replace it.", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(source));
            let found = commands_of_another(&Reading::new(&mine), &[Reading::new(&theirs)]);
            assert_eq!(found.is_some(), want, "{claim}");
        }
    }
}
