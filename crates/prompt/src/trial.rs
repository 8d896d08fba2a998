//! The trial of a model that is to judge: known statements of all kinds, and what its answers to them tell.
//!
//! Owns the arithmetic: from which confidence on its word counts, whether it is fit, and which kinds it tells apart. Leaves asking
//! to those who have the model.

use std::cmp::Reverse;

use stet_text::Language;

/// What a known statement turns on, or what words doubt of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The same, or another thing, in other words.
    Paraphrase,
    Value,
    Negation,
    /// More or less, who and whom, which of several.
    Direction,
    /// A condition, or whether all or some.
    Condition,
    /// Whether it is so, or only planned, reported or over.
    Asserted,
    /// A quotation that leaves something out.
    Quotation,
}

impl Kind {
    pub const ALL: [Self; 7] = [
        Self::Paraphrase,
        Self::Value,
        Self::Negation,
        Self::Direction,
        Self::Condition,
        Self::Asserted,
        Self::Quotation,
    ];

    /// As it is written in the data and in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Paraphrase => "paraphrase",
            Self::Value => "value",
            Self::Negation => "negation",
            Self::Direction => "direction",
            Self::Condition => "condition",
            Self::Asserted => "asserted",
            Self::Quotation => "quotation",
        }
    }
}

/// A statement of which it is known whether its passage supports it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    pub claim: &'static str,
    pub passage: &'static str,
    pub supported: bool,
    pub kind: Kind,
}

/// The statements of a language on which a model that is to judge is tried.
pub fn known(language: Language) -> impl Iterator<Item = Known> {
    let name = if language == Language::Ko { "ko" } else { "en" };
    stet_data::rows("judge/trial.tsv").filter_map(move |row| match row[..] {
        [claim, passage, of, supported, kind] if of == name => {
            let kind = Kind::ALL.into_iter().find(|known| known.name() == kind)?;
            Some(Known { claim, passage, supported: supported == "yes", kind })
        }
        _ => None,
    })
}

/// What a model said of a known statement, and how sure it is, 0 to 1; `None` where it gave no verdict.
pub type Said = Option<(bool, f32)>;

/// Statements that a model got right, and how many there were.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Tally {
    right: usize,
    of: usize,
}

impl Tally {
    const fn and(self, more: Self) -> Self {
        Self { right: self.right + more.right, of: self.of + more.of }
    }

    /// Whether so great a part of them is right.
    const fn is_share(self, part: usize, whole: usize) -> bool {
        self.of > 0 && self.right * whole >= self.of * part
    }
}

/// How a model did with [`known`] statements: of each kind those that are not supported, then those that are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outcome {
    kinds: [[Tally; 2]; Kind::ALL.len()],
    /// The confidence from which on its word counts.
    pub cut: f32,
}

/// The confidence from which on the word of a model counts that was not tried.
pub const CUT: f32 = twentieths(USUAL);
const USUAL: u8 = 14;

const fn twentieths(cut: u8) -> f32 {
    cut as f32 / 20.0
}

impl Outcome {
    /// What the answers of a model come to, at the cut of its confidence at which it calls wrong statements accurate as often as it
    /// does not accept right ones: among the cuts at which it is fit, if there are some, the one where the two rates are closest, then
    /// the one at which it is right most often, then the nearest to the usual one.
    #[must_use]
    pub fn of(answers: &[(Known, Said)]) -> Self {
        let supported = answers.iter().filter(|(known, _)| known.supported).count();
        let others = answers.len() - supported;
        let rank = |cut: u8| {
            let outcome = Self::at(answers, twentieths(cut));
            let accepted = |wanted: bool| {
                let is_accepted = |said: &Said| said.is_some_and(|(yes, sure)| yes && sure >= outcome.cut);
                answers.iter().filter(|(known, said)| known.supported == wanted && is_accepted(said)).count()
            };
            let (missed, let_in) = ((supported - accepted(true)) * others, accepted(false) * supported);
            (!outcome.is_enough(), missed.abs_diff(let_in), Reverse(outcome.right()), cut.abs_diff(USUAL))
        };
        let cut = (10..=19).min_by_key(|cut| rank(*cut)).unwrap_or(USUAL);
        Self::at(answers, twentieths(cut))
    }

    fn at(answers: &[(Known, Said)], cut: f32) -> Self {
        let mut kinds = [[Tally::default(); 2]; Kind::ALL.len()];
        for (known, said) in answers {
            let of_kind = kinds.get_mut(known.kind as usize);
            if let Some(tally) = of_kind.and_then(|kind| kind.get_mut(usize::from(known.supported))) {
                tally.of += 1;
                let is_right = |(yes, sure): (bool, f32)| yes == known.supported && sure >= cut;
                tally.right += usize::from(said.is_some_and(is_right));
            }
        }
        Self { kinds, cut }
    }

    /// Of the statements that are not supported, and of those that are.
    fn sides(&self) -> [Tally; 2] {
        self.kinds.iter().fold([Tally::default(); 2], |[no, yes], [more_no, more_yes]| {
            [no.and(*more_no), yes.and(*more_yes)]
        })
    }

    /// Statements of which it said the right thing.
    #[must_use]
    pub fn right(&self) -> usize {
        self.sides().iter().map(|side| side.right).sum()
    }

    /// Statements that it was asked about.
    #[must_use]
    pub fn asked(&self) -> usize {
        self.sides().iter().map(|side| side.of).sum()
    }

    /// Whether it may judge in the language: who does not get seven of ten right of those that are supported, and of those that are
    /// not, makes more mistakes than it mends, or always says the same.
    #[must_use]
    pub fn is_enough(&self) -> bool {
        self.sides().iter().all(|side| side.is_share(7, 10))
    }

    /// Whether it may overrule words in what is of this kind: three of four right, and some of both sides.
    #[must_use]
    pub fn passes(&self, kind: Kind) -> bool {
        /// Fewer tell nothing.
        const FEWEST: usize = 4;
        self.kinds.get(kind as usize).is_some_and(|[no, yes]| {
            let both = no.and(*yes);
            both.of >= FEWEST && both.is_share(3, 4) && no.right > 0 && yes.right > 0
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: [Language; 2] = [Language::Ko, Language::En];

    /// What comes of a model that says this of each statement.
    fn outcome(say: impl Fn(usize, Known) -> Said) -> Outcome {
        let answers: Vec<_> =
            known(Language::En).enumerate().map(|(at, known)| (known, say(at, known))).collect();
        Outcome::of(&answers)
    }

    fn passed(outcome: &Outcome) -> Vec<Kind> {
        Kind::ALL.into_iter().filter(|kind| outcome.passes(*kind)).collect()
    }

    /// How many statements of a side stand before one.
    fn known_before(at: usize, supported: bool) -> usize {
        known(Language::En).take(at).filter(|known| known.supported == supported).count()
    }

    fn is(cut: f32, wanted: f32) -> bool {
        (cut - wanted).abs() < 1e-6
    }

    #[test]
    fn each_language_has_statements_of_every_kind_and_both_sides() {
        for language in BOTH {
            let all: Vec<Known> = known(language).collect();
            assert_eq!((all.len(), all.iter().filter(|known| known.supported).count()), (30, 15));
            assert_eq!(all.iter().take(10).filter(|known| known.supported).count(), 5);
            assert!(all.iter().all(|known| stet_text::language(known.claim) == language));
            for kind in Kind::ALL {
                let of =
                    |side| all.iter().filter(|known| known.kind == kind && known.supported == side).count();
                assert!(of(true) > 0 && of(false) > 0 && of(true) + of(false) >= 4, "{kind:?}");
            }
        }
    }

    #[test]
    fn who_knows_all_passes_all_and_who_always_says_the_same_nothing() {
        let knows = outcome(|_, known| Some((known.supported, 0.9)));
        assert!(knows.is_enough() && is(knows.cut, CUT) && (knows.right(), knows.asked()) == (30, 30));
        assert_eq!(passed(&knows), Kind::ALL);
        for say in [Some((true, 0.99)), Some((false, 0.99)), Some((true, 0.1)), None] {
            let same = outcome(|_, _| say);
            assert!(!same.is_enough() && passed(&same).is_empty() && same.right() <= 15, "{say:?}");
        }
        // A confidence that is no number counts for nothing.
        assert!(!outcome(|_, known| Some((known.supported, f32::NAN))).is_enough());
        assert!(!Outcome::of(&[]).is_enough());
    }

    #[test]
    fn a_kind_is_passed_by_three_of_four_of_it() {
        let wrong = |kinds: &'static [(Kind, usize)]| {
            outcome(move |_, known| {
                // The first statements of a kind, which are of both sides, are got wrong.
                let before = |other: &Known| other.kind == known.kind && *other != known;
                let nth =
                    super::known(Language::En).take_while(|other| *other != known).filter(before).count();
                let fails = kinds.iter().any(|(kind, many)| *kind == known.kind && nth < *many);
                Some((known.supported != fails, 0.9))
            })
        };
        let some = wrong(&[(Kind::Negation, 1), (Kind::Direction, 2), (Kind::Paraphrase, 2)]);
        assert!(some.is_enough());
        assert!(
            some.passes(Kind::Negation) && !some.passes(Kind::Direction) && !some.passes(Kind::Paraphrase)
        );
        assert!(some.passes(Kind::Quotation));
    }

    #[test]
    fn the_cut_lies_where_both_errors_are_equal() {
        // It is right, and less sure than the usual cut.
        assert!(is(outcome(|_, known| Some((known.supported, 0.62))).cut, 0.6));
        assert!(is(outcome(|_, known| Some((known.supported, 0.5))).cut, 0.5));
        // It accepts some wrong ones, and is less sure of them.
        let unsure = outcome(|at, known| {
            let fooled = !known.supported && at > 24;
            Some((known.supported || fooled, if fooled { 0.8 } else { 0.9 }))
        });
        assert!(is(unsure.cut, 0.85) && unsure.is_enough(), "{unsure:?}");
        // Four of each side are got wrong where it counts from 0.65 on; with seven it would not be fit there.
        for (missed, cut) in [(4, 0.7), (7, 0.6)] {
            let even = outcome(|at, known| {
                let nth = known_before(at, known.supported);
                let sure = if nth < missed { 0.6 } else { 0.9 };
                Some(if known.supported { (true, sure) } else { (nth < 4, 0.99) })
            });
            assert!(even.is_enough() && is(even.cut, cut), "{missed}: {even:?}");
        }
    }
}
