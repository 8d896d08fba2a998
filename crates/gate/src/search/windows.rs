//! The best windows of the sources that a claim cites: runs of a few sentences that hold most of it.
//!
//! Of many sources those are compared that have most of the claim's words, as the word index tells; in these every window, words and
//! n-grams.

use std::cmp::Reverse;

use crate::credits::Credit;
use crate::search::lists::List;
use crate::search::verbatim::stands_in;
use crate::text::claim::Claim;
use crate::text::grams::Bits;
use crate::text::prepare::{PreparedSources, Run, Source};
use stet_reading::clause::clauses;
use stet_reading::reading::Reading;
use stet_text::span::Span;

/// Sources that are compared: beyond these any claim could be pieced together from somewhere.
const FINALISTS: usize = 5;

/// Sentences of a window.
const LONGEST_WINDOW: usize = 3;

/// Items of a list that are compared with a claim, those first that have most of its words.
const MOST_ITEMS: usize = 8;

/// Sentences around a window in which an item of its list is looked for.
const MARGIN: usize = 2;

/// Which words of a claim stand in each sentence of the sources, a bit for each.
#[derive(Debug)]
pub(crate) struct Places(Vec<u128>);

impl Places {
    pub(crate) fn new(claim: &Claim<'_>, sources: &PreparedSources) -> Self {
        let mut words = vec![0; sources.sentence_count()];
        for (bit, word) in claim.words.iter().enumerate() {
            for sentence in sources.postings(word.key) {
                if let Some(words) = words.get_mut(sentence) {
                    *words |= 1 << bit;
                }
            }
        }
        Self(words)
    }

    fn of(&self, source: &Source<'_>) -> &[u128] {
        self.0.get(source.sentences()).unwrap_or_default()
    }

    /// The cited sources that are compared, in order: all, or one after another those that add most words to the others in a window.
    fn finalists(&self, sources: &PreparedSources, cited: &[usize]) -> Vec<usize> {
        let mut known: Vec<usize> = cited.iter().copied().filter(|&at| at < sources.len()).collect();
        known.sort_unstable();
        known.dedup();
        if known.len() <= FINALISTS {
            return known;
        }
        let window = |at: usize| {
            let words = sources.source(at).map_or(&[][..], |source| self.of(&source));
            let joined = |from| words.iter().skip(from).take(LONGEST_WINDOW).fold(0, |all, one| all | one);
            (0..words.len()).map(joined).max_by_key(|words: &u128| words.count_ones()).unwrap_or_default()
        };
        let mut rest: Vec<(u128, usize)> = known.into_iter().map(|at| (window(at), at)).collect();
        let (mut chosen, mut covered) = (Vec::new(), 0);
        while chosen.len() < FINALISTS {
            let worth = |(words, at): &(u128, usize)| {
                ((words & !covered).count_ones(), words.count_ones(), Reverse(*at))
            };
            let best = rest.iter().enumerate().max_by_key(|(_, offer)| worth(offer)).map(|(at, _)| at);
            let Some(best) = best else { break };
            let (words, at) = rest.swap_remove(best);
            covered |= words;
            chosen.push(at);
        }
        chosen.sort_unstable();
        chosen
    }
}

/// What a text holds of a claim: its words, a bit for each, and its n-grams.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Held {
    pub words: u128,
    pub grams: Bits,
}

impl Held {
    #[must_use]
    fn joined(self, other: &Self) -> Self {
        Self { words: self.words | other.words, grams: self.grams.joined(&other.grams) }
    }

    /// The share of the claim: words and n-grams in equal parts, n-grams alone when the claim has only function words.
    fn share(&self, claim: &Claim<'_>) -> f32 {
        let grams = claim.grams.share(&self.grams);
        if claim.words.is_empty() {
            return grams;
        }
        f32::midpoint(self.words.count_ones() as f32 / claim.words.len() as f32, grams)
    }
}

/// A window of a source and what it shares with the claim.
#[derive(Debug, Clone)]
pub(crate) struct Window {
    pub source: usize,
    pub run: Run,
    /// The sentence that introduces the list of which the window is an item; it is read before it.
    lead: Option<usize>,
    /// The one sentence of the window that holds most of the claim, and the claim's words in it.
    pub best: Run,
    pub best_words: u128,
    held: Held,
    /// What the whole source holds.
    pub of_source: Held,
    /// Share of the claim found in the window.
    pub cover: f32,
    text: String,
    best_span: Span,
}

impl Window {
    /// The normalised text of the window.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The normalised text of its best sentence, and the byte of the window at which it begins.
    pub(crate) fn best_text(&self) -> (usize, &str) {
        (self.best_span.start, self.best_span.of(&self.text))
    }

    /// The sentences that are read, in reading order.
    pub(crate) fn runs(&self) -> impl Iterator<Item = Run> {
        self.lead.map(Run::one).into_iter().chain([self.run])
    }

    /// The best window of a source: the shortest run of a few sentences that holds as much of the claim as any, or the item of a list
    /// behind the sentence that introduces it, where that holds more.
    fn best(claim: &Claim<'_>, number: usize, source: &Source<'_>, words: &[u128]) -> Option<Self> {
        let held =
            |(at, words): (usize, &u128)| Held { words: *words, grams: source.grams_in(at, &claim.grams) };
        let units: Vec<Held> = words.iter().enumerate().map(held).collect();
        let single = |at: usize| units.get(at).map_or(0.0, |unit| unit.share(claim));
        let mut best: Option<(f32, Run, Held, f32)> = None;
        for first in 0..units.len() {
            let mut held = Held::default();
            for (unit, len) in units.iter().skip(first).zip(1..=LONGEST_WINDOW) {
                held = held.joined(unit);
                let cover = held.share(claim);
                let worth = cover - Credit::Sentence.value() * len as f32;
                if cover > 0.0 && best.as_ref().is_none_or(|best| worth > best.0) {
                    best = Some((worth, Run { first, len }, held, cover));
                }
            }
        }
        let (worth, run, held, cover) = best?;
        let near = run.first.saturating_sub(MARGIN)..units.len().min(run.first + run.len + MARGIN);
        let list = List::near(source, run.range(), near);
        let item = list.and_then(|list| best_item(claim, &units, &list, worth));
        let (lead, run, held, cover) = match item {
            Some((lead, item, held, cover)) => (Some(lead), Run::one(item), held, cover),
            None => (None, run, held, cover),
        };
        let sentences = lead.into_iter().chain(run.range());
        let first = sentences.max_by(|&a, &b| single(a).total_cmp(&single(b)).then(b.cmp(&a)))?;
        let mut window = Self {
            source: number,
            run,
            lead,
            best: Run::one(first),
            best_words: units.get(first).map_or(0, |unit| unit.words),
            held,
            of_source: units.iter().fold(Held::default(), Held::joined),
            cover,
            text: String::new(),
            best_span: Span::default(),
        };
        window.join(source);
        Some(window)
    }

    /// Puts its text together, its sentences a space apart.
    fn join(&mut self, source: &Source<'_>) {
        for at in self.lead.into_iter().chain(self.run.range()) {
            if !self.text.is_empty() {
                self.text.push(' ');
            }
            let start = self.text.len();
            self.text.push_str(source.of(at..at + 1));
            if at == self.best.first {
                self.best_span = Span::new(start, self.text.len());
            }
        }
    }
}

/// The item of a list that holds most of the claim behind the sentence that introduces the list, if that is worth more than what
/// was found.
fn best_item(
    claim: &Claim<'_>,
    units: &[Held],
    list: &List,
    worth: f32,
) -> Option<(usize, usize, Held, f32)> {
    let lead = units.get(list.lead)?;
    let mut items: Vec<(usize, &Held)> =
        list.items.clone().filter_map(|at| Some((at, units.get(at)?))).collect();
    items.sort_by_key(|(_, unit)| Reverse((unit.words & !lead.words).count_ones()));
    let mut best: Option<(usize, usize, Held, f32)> = None;
    for (at, unit) in items.into_iter().take(MOST_ITEMS) {
        let held = lead.joined(unit);
        let cover = held.share(claim);
        if best.as_ref().is_none_or(|best| cover > best.3) {
            best = Some((list.lead, at, held, cover));
        }
    }
    best.filter(|best| best.3 - 2.0 * Credit::Sentence.value() > worth)
}

/// The shares of the claim that a further window must hold and add, and how many windows there may be.
#[derive(Debug, Clone, Copy)]
struct Limits {
    clause: f32,
    added: f32,
    most: usize,
}

impl Limits {
    /// Fewest clauses of a claim, and fewest sources that it cites, where each clause may have its source.
    const SEVERAL: usize = 2;

    /// A claim of several clauses that cites a source for each may have one from each; clauses are of unequal length and have words in
    /// common. Of any other claim a further window must hold a third, one clause of three windows: less is found in any text.
    fn new(claim: &Claim<'_>, cited: usize) -> Self {
        let clauses = clauses_apart(claim, cited).len().min(cited);
        if clauses < Self::SEVERAL {
            return Self { clause: 0.33, added: 0.2, most: 3 };
        }
        let equal = 1.0 / clauses as f32;
        Self { clause: 0.4 * equal, added: 0.3 * equal, most: clauses.max(3) }
    }
}

/// The clauses of a claim of which each may have a source of its own, none where the claim cites too few or too many. Each
/// of them is judged by itself, too, so there may not be many.
pub(crate) fn clauses_apart(claim: &Claim<'_>, cited: usize) -> Vec<Span> {
    const MOST: usize = 5;
    if !(Limits::SEVERAL..=FINALISTS).contains(&cited) {
        return Vec::new();
    }
    let list = clauses(&claim.reading);
    if (Limits::SEVERAL..=MOST).contains(&list.len()) { list } else { Vec::new() }
}

/// The best windows of the cited sources, best first; more than one only where another source adds to the claim's cover.
#[derive(Debug, Clone, Default)]
pub(crate) struct Windows {
    pub list: Vec<Window>,
    /// The sources that were compared, where none has anything of the claim's words: it may be of another language.
    pub silent: Vec<usize>,
    /// The claim stands in a source as it is.
    pub verbatim: bool,
    /// What the windows hold together, and their sources.
    pub held: Held,
    pub of_sources: Held,
}

impl Windows {
    pub(crate) fn new(
        claim: &Claim<'_>,
        sources: &PreparedSources,
        places: &Places,
        cited: &[usize],
    ) -> Self {
        let mut found = Self::default();
        for number in places.finalists(sources, cited) {
            let Some(source) = sources.source(number) else { continue };
            let words = places.of(&source);
            let all = words.iter().fold(0, |all, words| all | words);
            found.verbatim |= claim.may_stand_in(all) && stands_in(claim, source.norm());
            found.list.extend(Window::best(claim, number, &source, words));
        }
        if found.list.is_empty() {
            found.silent = places.finalists(sources, cited);
        }
        found.list.sort_by(|a, b| b.cover.total_cmp(&a.cover).then(a.source.cmp(&b.source)));
        found.keep_what_adds(claim, Limits::new(claim, cited.len()));
        for window in &found.list {
            found.of_sources = found.of_sources.joined(&window.of_source);
            for (bit, word) in claim.words.iter().enumerate() {
                found.held.words |= u128::from(sources.is_in_title(window.source, word.key)) << bit;
            }
        }
        found
    }

    /// The windows read.
    pub(crate) fn readings(&self) -> Vec<Reading<'_>> {
        self.list.iter().map(|window| Reading::new(window.text())).collect()
    }

    /// Keeps the windows that add to the claim's cover and sums up what they hold together.
    fn keep_what_adds(&mut self, claim: &Claim<'_>, limits: Limits) {
        let (mut held, mut cover, mut kept) = (Held::default(), 0.0, 0);
        self.list.retain(|window| {
            let joined = held.joined(&window.held);
            let together = joined.share(claim);
            let adds = kept == 0
                || kept < limits.most && window.cover >= limits.clause && together > cover + limits.added;
            if adds {
                (held, cover) = (joined, together);
                kept += 1;
            }
            adds
        });
        self.held = held;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::claim::Wording;

    #[test]
    fn the_source_of_a_claim_is_found_among_many() {
        let text = |at: usize| {
            format!(
                "Hall {at} is open. Room {at}b seats {} guests, the {at}th floor too. Nobody waits.",
                at * 7
            )
        };
        let texts: Vec<String> = (1..60).map(text).collect();
        let sources = PreparedSources::new(&texts);
        let all: Vec<usize> = (0..sources.len()).collect();
        for at in [1_usize, 17, 42, 59] {
            let wording =
                Wording::new(&format!("Room {at}b has seats for {} guests on the {at}th floor.", at * 7));
            let claim = Claim::new(&wording);
            let windows = Windows::new(&claim, &sources, &Places::new(&claim, &sources), &all);
            let first = windows.list.first().unwrap();
            assert_eq!((first.source, first.run), (at - 1, Run::one(1)), "{at}");
            assert_eq!(first.best_text(), (0, first.text()));
        }
    }
}
