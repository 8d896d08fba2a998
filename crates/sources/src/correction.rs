//! What is left of a passage beside a person's correction of it.
//!
//! Owns which sentences a correction takes the place of: those that speak of the same, since a value that was corrected is to
//! support nothing any more. The others stand. Where the two share too little to be told, both stand.

use rustc_hash::FxHashSet;

use stet_segment::{SentenceKind, segment};
use stet_text::values::{Value, values};
use stet_text::{normalise, search_terms};

/// A correction of so many sentences for four of the passage is the passage written anew.
const ANEW: usize = 3;

/// The words of a passage that a correction leaves; empty where it stands for the whole of it.
#[must_use]
pub fn beside(passage: &str, correction: &str) -> String {
    let sentences = segment(passage);
    let claims = |text: &str| segment(text).iter().filter(|one| one.kind == SentenceKind::Claim).count();
    if claims(correction).max(1) * 4 >= claims(passage) * ANEW {
        return String::new();
    }
    let said = Said::new(correction);
    let stands = sentences.iter().filter(|one| !said.takes_the_place_of(one.span.of(passage)));
    let left: String = stands.map(|one| one.span.of(passage)).collect();
    left.trim().to_owned()
}

struct Said {
    terms: FxHashSet<String>,
    values: Vec<Value>,
}

impl Said {
    fn new(text: &str) -> Self {
        Self { terms: words(text).collect(), values: values(&normalise(text)) }
    }

    /// Whether this says what a sentence is about: half of its words, or one of them and another value of the same kind.
    fn takes_the_place_of(&self, sentence: &str) -> bool {
        let own: FxHashSet<String> = words(sentence).collect();
        let shared = own.intersection(&self.terms).count();
        let rival = |value: &Value| {
            let of_kind = |other: &&Value| value.has_unit() && value.unit == other.unit;
            self.values.iter().any(|other| of_kind(&other) && value.amount != other.amount)
        };
        shared > 0 && (shared * 2 >= own.len() || values(&normalise(sentence)).iter().any(rival))
    }
}

/// The terms of a text but for its numbers.
fn words(text: &str) -> impl Iterator<Item = String> {
    search_terms(text).into_iter().filter(|term| !term.contains(|ch: char| ch.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_correction_takes_the_place_of_what_speaks_of_the_same() {
        for (passage, correction, left) in [
            ("열람석은 420석이다. 예산은 32억 원이다.", "열람석은 510석이다.", "예산은 32억 원이다."),
            (
                "The hall seats 420 people. The budget is 32 million euros.",
                "The hall seats 510 people.",
                "The budget is 32 million euros.",
            ),
            (
                "The oil of the engine is changed every 15,000 km. It is black.",
                "The oil of the engine is changed every 10,000 km, by a mechanic.",
                "It is black.",
            ),
            // A note of other words about the same value.
            (
                "열람석은 모두 420석이다. 문은 9시에 연다. 예산은 32억 원이다.",
                "3월부터 열람석이 늘어 510석.",
                "문은 9시에 연다. 예산은 32억 원이다.",
            ),
            // Written anew.
            ("The hall seats 420. It is old.", "The hall seats 510. It is new.", ""),
            ("열람석은 420석이다.", "열람석은 510석이다.", ""),
            // Added to it.
            (
                "The hall seats 420. The roof is green.",
                "Dogs are welcome.",
                "The hall seats 420. The roof is green.",
            ),
        ] {
            assert_eq!(beside(passage, correction), left, "{passage} / {correction}");
        }
    }
}
