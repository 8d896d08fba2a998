//! The best window of a source: its promising sentences compared with a claim.

use std::cmp::Reverse;
use std::ops::Range;

use crate::search::grams::Bits;
use crate::search::rank::{LONGEST_WINDOW, Places};
use crate::text::claim::Claim;
use crate::text::prepare::{Norm, Run, Source};

use super::listed::List;
use super::{BEYOND, Limits, Window, share};

/// Items of a list that are compared with a claim, those first that have most of its words.
const MOST_ITEMS: usize = 8;

/// Share of the claim that each further sentence of a window must add.
const EARNED: f32 = 0.04;

/// The sentences of a source in which its best window is looked for.
pub(super) struct Trial<'a> {
    number: usize,
    source: Source<'a>,
    near: Range<usize>,
    /// Of them those that have been compared, and for each of them the words and n-grams of the claim that it has.
    compared: Range<usize>,
    units: Vec<(u128, Bits)>,
    /// What those that have been compared hold together.
    words: u128,
    grams: Bits,
    pub cover: f32,
}

impl<'a> Trial<'a> {
    /// Compares some of the sentences that are near; `units` have the words of all of them.
    pub(super) fn new(
        claim: &Claim<'_>,
        number: usize,
        source: Source<'a>,
        units: Vec<(u128, Bits)>,
        near: Range<usize>,
        compared: Range<usize>,
    ) -> Self {
        let mut trial = Self {
            number,
            source,
            near,
            compared: 0..0,
            units,
            words: 0,
            grams: Bits::default(),
            cover: 0.0,
        };
        trial.compare(claim, compared);
        trial
    }

    fn compare(&mut self, claim: &Claim<'_>, sentences: Range<usize>) {
        let seen = self.source.seen(self.near.clone());
        for ((at, seen), unit) in self.near.clone().zip(seen).zip(&mut self.units) {
            if sentences.contains(&at) && !self.compared.contains(&at) {
                unit.1 = claim.grams.found_in(seen);
                self.words |= unit.0;
                self.grams = self.grams.joined(&unit.1);
            }
        }
        self.compared = sentences;
        self.cover = share(claim, self.words, &self.grams);
    }

    pub(super) fn held(&self) -> (u128, Bits, f32) {
        (self.words, self.grams, self.cover)
    }

    /// Whether its best window may be the best of all or a further one.
    pub(super) fn matters(
        &self,
        claim: &Claim<'_>,
        &(words, grams, cover): &(u128, Bits, f32),
        limits: Limits,
    ) -> bool {
        let together = || share(claim, words | self.words, &grams.joined(&self.grams));
        let mine = self.cover + BEYOND;
        mine >= cover || (mine >= limits.clause && together() + BEYOND > cover + limits.added)
    }

    /// The shortest run of up to three sentences that holds as much of the claim as any, or the item of a list behind the sentence
    /// that introduces it, where that holds more.
    pub(super) fn best_window(mut self, claim: &Claim<'_>, places: &Places) -> Option<Window> {
        self.compare(claim, self.near.clone());
        let (from, units) = (self.near.start, &self.units);
        let single = |at: usize| units.get(at).map_or(0.0, |(words, grams)| share(claim, *words, grams));
        // Its worth, its length and what it holds.
        let mut best: Option<(f32, Run, u128, Bits, f32)> = None;
        for first in 0..units.len() {
            let (mut words, mut grams) = (0_u128, Bits::default());
            for (unit, len) in units.iter().skip(first).zip(1..=LONGEST_WINDOW) {
                words |= unit.0;
                grams = grams.joined(&unit.1);
                let cover = share(claim, words, &grams);
                // A longer window must earn its length.
                let worth = cover - EARNED * len as f32;
                if cover > 0.0 && best.as_ref().is_none_or(|best| worth > best.0) {
                    best = Some((worth, Run { first, len }, words, grams, cover));
                }
            }
        }
        let (worth, run, words, grams, cover) = best?;
        let here = from + run.first..from + run.first + run.len;
        if let Some(list) = List::near(&self.source, here, self.near.clone())
            && let Some(window) = self.best_item(claim, places, &list, worth)
        {
            return Some(window);
        }
        let sentences = run.first..run.first + run.len;
        let first = sentences.max_by(|&a, &b| single(a).total_cmp(&single(b)).then(b.cmp(&a)))?;
        Some(Window {
            norm: Norm::default(),
            source: self.number,
            run: Run { first: from + run.first, ..run },
            lead: None,
            best: Run::one(from + first),
            best_words: units.get(first).map_or(0, |unit| unit.0),
            words,
            grams,
            near: self.near,
            near_grams: self.grams,
            cover,
        })
    }

    /// The item of a list that holds most of the claim behind the sentence that introduces the list, if that is worth more than
    /// what was found.
    fn best_item(&self, claim: &Claim<'_>, places: &Places, list: &List, worth: f32) -> Option<Window> {
        let words_in = |at: usize| places.words_in(self.source.first + at..self.source.first + at + 1);
        let grams_in = |at: usize| claim.grams.found_in_all(self.source.seen(at..at + 1));
        let lead = (words_in(list.lead), grams_in(list.lead));
        let mut items: Vec<(usize, u128)> = list.items.clone().map(|at| (at, words_in(at))).collect();
        items.sort_by_key(|(_, words)| Reverse((words & !lead.0).count_ones()));
        let mut best: Option<(f32, usize, (u128, Bits))> = None;
        for (at, words) in items.into_iter().take(MOST_ITEMS) {
            let unit = (words, grams_in(at));
            let cover = share(claim, lead.0 | unit.0, &lead.1.joined(&unit.1));
            if best.as_ref().is_none_or(|best| cover > best.0) {
                best = Some((cover, at, unit));
            }
        }
        let (cover, item, unit) = best.filter(|best| best.0 - 2.0 * EARNED > worth)?;
        let single = |unit: &(u128, Bits)| share(claim, unit.0, &unit.1);
        let (place, words) =
            if single(&lead) >= single(&unit) { (list.lead, lead.0) } else { (item, unit.0) };
        Some(Window {
            norm: Norm::default(),
            source: self.number,
            run: Run::one(item),
            lead: Some(list.lead),
            best: Run::one(place),
            best_words: words,
            words: lead.0 | unit.0,
            grams: lead.1.joined(&unit.1),
            near: self.near.clone(),
            near_grams: self.grams,
            cover,
        })
    }
}
