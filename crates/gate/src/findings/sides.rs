//! The words of a claim that have opposites, and what of them its evidence says from another side.

use super::evidence::Passage;
use crate::force::condition::names_exception;
use crate::sides::backing::{closes_an_exception, said_by_denial};
use crate::sides::converse::{Converse, converse};
use crate::sides::opposites::Named;
use crate::text::claim::Claim;
use crate::values::hours::told_by_a_time;
use stet_text::Script;

/// The words of a claim that have opposites, beside those of its evidence.
pub(super) struct Sides<'a> {
    pub whole: &'a Named,
    /// Those but the ones that the evidence says from another side, where there are such.
    kept: Option<Named>,
    /// What the windows name.
    pub theirs: Vec<Named>,
    pub converse: Converse,
    /// See [`halves`].
    pub halves: Vec<usize>,
    /// The claim says of what is excepted the opposite of what is said of the rest, or denies it.
    pub excepted: bool,
    pub restates_exception: bool,
    none: Named,
}

impl<'a> Sides<'a> {
    /// `stated` tells of each value of the claim whether the windows state it.
    pub(super) fn new(claim: &'a Claim<'_>, passage: &Passage<'_, '_>, stated: &[bool], close: bool) -> Self {
        let (whole, window) = (claim.named(), passage.window);
        let theirs: Vec<Named> = passage.texts.iter().map(|text| whole.among(text)).collect();
        let converse = converse(&claim.reading, whole, passage.texts, &theirs);
        let mut said =
            theirs.first().map_or(Vec::new(), |list| said_by_denial(&claim.reading, whole, window, list));
        said.extend(&converse.spared);
        let mut halves = halves(claim, stated);
        halves.extend(told_by_a_time(&claim.reading, window));
        said.extend(&halves);
        let kept = (!said.is_empty()).then(|| whole.without(&said));
        let named = kept.as_ref().unwrap_or(whole);
        // `open every day except Monday` bears out that it is closed on Mondays.
        let excepted = close && closes_an_exception(&claim.reading, named, window, theirs.first());
        let restates_exception = names_exception(&claim.reading, window, false);
        Self { whole, kept, theirs, converse, halves, excepted, restates_exception, none: Named::default() }
    }

    pub(super) fn named(&self) -> &Named {
        self.kept.as_ref().unwrap_or(self.whole)
    }

    /// Those whose places are compared.
    pub(super) fn placed(&self) -> &Named {
        if self.excepted { &self.none } else { self.named() }
    }
}

/// The words of a claim that tell the half of the day of a time which the windows state: `밤 11시` is `오후 11시`.
fn halves(claim: &Claim<'_>, stated: &[bool]) -> Vec<usize> {
    let times = claim.values.iter().zip(stated).filter(|(value, stated)| **stated && value.is_time());
    times
        .filter_map(|(value, _)| {
            let first = claim.reading.first_from(value.span.start);
            let token = claim.reading.tokens.get(first)?;
            (token.script == Script::Hangul && value.span.contains(token.span)).then_some(first)
        })
        .collect()
}
