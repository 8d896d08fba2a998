//! Credits: what a word counts that is found in part, and the limits of what is compared.
//!
//! Owns reading `data/gate/credits.tsv`, which `stet train credits` writes; what a credit is for is said where it is used.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

macro_rules! credits {
    ($($(#[$doc:meta])* $credit:ident $name:literal,)*) => {
        /// A number of the gate that is tried out rather than fitted.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Credit { $($(#[$doc])* $credit),* }

        impl Credit {
            /// All of them with their names, in the order of the file.
            pub const ALL: &[(Self, &str)] = &[$((Self::$credit, $name)),*];
        }
    };
}

credits! {
    /// A word in whose place the text says the same in another.
    Reworded "reworded",
    /// A word that says little by itself (`hold`, `roughly`) and stands in no source.
    Generic "generic",
    /// A stem that stands inside a word.
    Inside "inside",
    /// A word that begins like the stem.
    Beginning "beginning",
    /// Share of the claim that each further sentence of a window must add: it breaks ties in favour of short ones.
    Sentence "sentence",
    /// What a claim of which everything is found may lack of a word: one that says the same counts in part.
    Complete "complete",
    /// Share of the claim's words in its windows from which the two speak of the same thing, so that a denial or a direction
    /// can be compared.
    Close "close",
    /// Share from which the two are the same sentence but for a few words.
    NearlyEqual "nearly_equal",
    /// Content words that a claim lacks in which one noun may be another's, at most.
    StrangerMissing "stranger_missing",
    /// Korean: the weight of a pronoun or another word of little content.
    Light "light",
    /// Korean: a word that is part of another.
    Part "part",
    /// Korean: a word most of whose letters are found.
    Letters "letters",
    /// Korean: a word whose meaning is found, or that is a compound of another.
    Meaning "meaning",
    /// Korean: a short stem but for one letter.
    Short "short",
    /// Korean: a stem of one syllable.
    Syllable "syllable",
    /// A direction beside which the evidence has only words that speak for the opposite.
    SpokenAgainst "spoken_against",
    /// A direction of which the evidence has neither side: usual in a paraphrase.
    Nowhere "nowhere",
    /// What a direction counts more when it is the side that is rarely said.
    Rarer "rarer",
    /// What is left of that when the source has the word behind or before the window.
    Elsewhere "elsewhere",
    /// Words of a direction beyond these change nothing: a long text has any direction somewhere.
    MostAstray "most_astray",
}

/// The bits of the values. A command tries others, so they are no constants; a read costs what one of a constant does.
static VALUES: LazyLock<Vec<AtomicU32>> = LazyLock::new(|| {
    let known = stet_data::pairs("gate/credits.tsv");
    let value = |name: &str| known.get(name).and_then(|value| value.parse::<f32>().ok()).unwrap_or_default();
    Credit::ALL.iter().map(|(_, name)| AtomicU32::new(value(name).to_bits())).collect()
});

impl Credit {
    #[must_use]
    pub fn value(self) -> f32 {
        VALUES.get(self as usize).map_or(0.0, |bits| f32::from_bits(bits.load(Ordering::Relaxed)))
    }

    /// Puts another value in its place, for the whole process: only for trying it out.
    pub fn set(self, value: f32) {
        if let Some(bits) = VALUES.get(self as usize) {
            bits.store(value.to_bits(), Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_credit_has_its_value_and_every_value_its_credit() {
        let rows: Vec<_> = stet_data::rows("gate/credits.tsv").collect();
        let named: Vec<&str> = rows.iter().filter_map(|row| row.first().copied()).collect();
        assert_eq!(named, Credit::ALL.iter().map(|(_, name)| *name).collect::<Vec<_>>());
        assert!(Credit::ALL.iter().all(|(credit, _)| credit.value() > 0.0));
    }
}
