//! What a claim and its best passage deny, and which of it counts against the claim.

use std::cell::LazyCell;

use crate::denial::conflict::{Conflict, conflict_of, has_negation};
use crate::denial::polarity::Denials;
use crate::english::contrasted::{agrees_with_contrast, states_what_is_denied};
use crate::english::restated::conditions_agree;
use crate::force::emphasis::denies_of_others;
use crate::korean::contraposed::contraposes;
use crate::korean::proviso::follows_a_proviso;
use crate::korean::reworded::denies_of_the_same;
use crate::korean::softened::softens_a_denial;
use crate::search::align::Alignment;
use crate::sides::backing::{overstates, said_by_denial};
use crate::text::claim::Claim;
use crate::text::reading::Reading;
use crate::values::bounds::denials;
use stet_text::Language;

use super::evidence::Passage;
use super::sides::Sides;
use super::{CLOSE, Findings, NEARLY_EQUAL};

impl Findings {
    /// Compares what the claim and its passage deny; `texts` are the two without the words of equal bounds, and the claim without all that
    /// are `spared`.
    pub(super) fn find_denials(
        &mut self,
        claim: &Claim<'_>,
        passage: &Passage<'_, '_>,
        alignment: &Alignment,
        sides: &Sides<'_>,
        texts: (&Reading<'_>, &Reading<'_>),
        spared: &[usize],
    ) {
        let (window, named) = (passage.window, sides.named());
        let close = alignment.window_words >= CLOSE;
        let (mine, theirs) = (Denials::of(texts.0), Denials::of(texts.1));
        let negates = LazyCell::new(|| has_negation(window));
        let mut conflict = conflict_of(&mine, &theirs, || *negates);
        let mut wider = if passage.part.is_none() {
            conflict
        } else {
            let bounds = &alignment.bounds;
            let gone = [&bounds.mine[..], &denials(&claim.reading, claim.bounds())].concat();
            let claim = (gone != spared).then(|| claim.reading.without(&gone));
            let claim = claim.as_deref().map(Denials::of);
            let window = window.without(&bounds.theirs);
            conflict_of(claim.as_ref().unwrap_or(&mine), &Denials::of(&window), || *negates)
        };
        if passage.is_item() {
            conflict = wider;
        }
        let differs = conflict != Conflict::default() || wider != Conflict::default();
        let opposed = |list| !said_by_denial(&claim.reading, sides.whole, window, list).is_empty();
        let agree = (differs || close)
            .then(|| {
                conditions_agree(&claim.reading, passage.reading()).or_else(|| {
                    let english = claim.language == Language::En;
                    english.then(|| agrees_with_contrast(&claim.reading, passage.reading()))?
                })
            })
            .flatten();
        self.agrees = agree == Some(true);
        // Said with other conditions and denials, but alike.
        let restated = differs
            && claim.language == Language::Ko
            && (contraposes(&claim.reading, passage.reading())
                || follows_a_proviso(&claim.reading, window)
                || softens_a_denial(&claim.reading, passage.reading())
                || denies_of_the_same(&claim.reading, passage.reading())
                    && !conflict.denied
                    && !wider.denied);
        self.turned |= self.agrees || restated;
        // To deny the rule of what is excepted is to state the exception.
        let spared = sides.excepted
            || agree == Some(true)
            || (differs || close) && sides.restates_exception
            || restated
            || differs && (alignment.bounds.complement || denies_of_others(texts.0, texts.1));
        if spared
            || differs
                && claim.bounds().is_empty()
                && (self.turned || sides.theirs.first().is_some_and(opposed))
        {
            (conflict, wider) = Default::default();
        }
        (self.denial, self.denied, self.unconfirmed) = (wider.added, wider.denied, wider.unconfirmed);
        let nearly_equal = alignment.best_cover >= NEARLY_EQUAL
            && (alignment.jaccard >= CLOSE || differs && are_nearly_equal(texts.0, texts.1));
        self.polarity = conflict.parity;
        self.negation = close && (conflict.denied || conflict.unmatched)
            || (conflict.parity && nearly_equal && !conflict.rephrased && !alignment.bounds.reversed)
            || close && agree == Some(false)
            || (claim.bounds().is_empty()
                && (sides.theirs.first())
                    .is_some_and(|list| overstates(&claim.reading, named, window, list)))
            || close && claim.language == Language::En && states_what_is_denied(&claim.reading, window);
    }
}

/// Whether a claim and the clause that it speaks of are one but for a few words, however long the sentence of that is.
fn are_nearly_equal(claim: &Reading<'_>, clause: &Reading<'_>) -> bool {
    let contents =
        |text: &Reading<'_>| (0..text.tokens.len()).filter(|&at| text.content(at).is_some()).count();
    let shared = (0..claim.tokens.len())
        .filter(|&at| claim.content(at).is_some_and(|key| clause.has(key)))
        .count() as f32;
    let (mine, theirs) = (contents(claim) as f32, contents(clause) as f32);
    shared >= NEARLY_EQUAL * mine && shared >= CLOSE * (mine + theirs - shared)
}
