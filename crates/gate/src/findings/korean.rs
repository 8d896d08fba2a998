//! What is asked of Korean claims alone, beside the best passage.

use crate::force::condition::takes_an_exception_as_rule;
use crate::korean::another::{takes_the_standard, value_in_a_list, value_of_another, value_of_another_case};
use crate::korean::denied_of::is_denied_of_another;
use crate::korean::free::{agrees_that_it_is_free, does_what_is_undone};
use crate::korean::instead::value_put_aside;
use crate::korean::kin::turns_kin;
use crate::korean::moment::time_of_what_follows;
use crate::korean::proviso::{holds_against_a_proviso, leaves_no_exception};
use crate::korean::reckoned::counted_from_another;
use crate::korean::reworded::denies_in_other_words;
use crate::korean::scope::{
    is_no_longer, joins_to_the_only, proves_a_guess, takes_any_for_all, takes_part_for_whole,
};
use crate::korean::sequence::is_put_otherwise;
use crate::korean::short::{denies_otherwise, states_what_is_not_thought};
use crate::korean::slot::puts_another_word;
use crate::korean::undone::{tells_a_plan_as_done, tells_a_proposal_as_done};
use crate::text::claim::Claim;

use super::Findings;
use super::evidence::Passage;

impl Findings {
    /// Looks for what a Korean claim, which is close to its passage, says of another, as done, of all, or denies otherwise.
    pub(super) fn find_korean(&mut self, claim: &Claim<'_>, passage: &Passage<'_, '_>) {
        self.direction |= is_put_otherwise(&claim.reading, passage.texts)
            || counted_from_another(&claim.reading, passage.texts).is_some()
            || takes_the_standard(&passage.told).is_some()
            || puts_another_word(&claim.reading, passage.texts)
            || turns_kin(&claim.reading, passage.texts);
        if self.number.is_none() {
            let told = &passage.told;
            let value = value_of_another(told, &claim.values)
                .or_else(|| value_in_a_list(told, &claim.values).filter(|_| !self.direction))
                .or_else(|| value_of_another_case(&claim.reading, &claim.values, passage.texts))
                .or_else(|| value_put_aside(&claim.values, passage.texts))
                .or_else(|| time_of_what_follows(&claim.reading, &claim.values, passage.texts));
            self.number = value.map(|value| value.span.of(claim.norm).to_owned());
        }
        self.modality |= proves_a_guess(&claim.reading, passage.texts)
            || tells_a_plan_as_done(&claim.reading, passage.texts)
            || tells_a_proposal_as_done(&claim.reading, passage.texts);
        self.quantifier |= leaves_no_exception(&claim.reading, passage.reading(), passage.next);
        self.condition |= holds_against_a_proviso(&claim.reading, passage.texts)
            || takes_an_exception_as_rule(&claim.reading, passage.window);
        match agrees_that_it_is_free(&claim.reading, passage.reading()) {
            Some(true) => self.negation = false,
            Some(false) => self.direction = true,
            None => {}
        }
        self.direction |= does_what_is_undone(&claim.reading, passage.texts);
        self.negation |= !self.turned
            && (denies_otherwise(&claim.reading, passage.texts)
                || denies_in_other_words(&claim.reading, passage.texts)
                || is_denied_of_another(&claim.reading, passage.texts)
                || states_what_is_not_thought(&claim.reading, passage.texts));
        self.modality |= is_no_longer(&claim.reading, passage.texts);
        self.exclusive |= joins_to_the_only(&claim.reading, passage.texts)
            || takes_part_for_whole(&claim.reading, passage.texts)
            || takes_any_for_all(&claim.reading, passage.texts);
    }
}
