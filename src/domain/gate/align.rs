//! Where in the sources a claim stands: the best windows, and how much of the claim they hold.
//!
//! The word index leads to the few sources that share most words with the
//! claim; in these every window is compared exactly, words and n-grams. The
//! result is nearly independent of how many sources there are.

use std::cell::OnceCell;
use std::ops::Range;

use memchr::memmem;

use crate::domain::gate::backing::are_beside;
use crate::domain::gate::bounds::{Agreement, agreement};
use crate::domain::gate::claim::Claim;
use crate::domain::gate::dated::other_year;
use crate::domain::gate::direction::{directions, naming};
use crate::domain::gate::emphasis::is_emphatic;
use crate::domain::gate::ending::Stem;
use crate::domain::gate::grams::Bits;
use crate::domain::gate::number::{Stated, Value};
use crate::domain::gate::paraphrase::{is_generic, rewordings};
use crate::domain::gate::prepare::{Norm, PreparedSources, Run, Source};
use crate::domain::gate::rank::{CLAUSE, LONGEST_WINDOW, Places, Ranking};
use crate::domain::gate::reading::Reading;
use crate::domain::gate::similarity::Word;
use crate::domain::gate::strength::obliging;
use crate::domain::gate::substring::common_substring;
use crate::domain::gate::synonyms::meanings;
use crate::domain::span::Span;
use crate::domain::text::{Language, Script, script};

/// Share of the claim that each further sentence of a window must add.
const EARNED: f32 = 0.04;

/// Windows that support a claim together, at most: with dozens of sources any claim could be
/// pieced together from somewhere.
const MOST_WINDOWS: usize = 3;

/// Share of the claim that a further window must add: a clause of it, not a few accidental words.
const ADDED: f32 = 0.2;

/// Share of a claim that the best window of a source holds beyond the most promising one, at most.
const BEYOND: f32 = 0.08;

/// Sources that are compared exactly.
const FINALISTS: usize = 5;

/// A window of a source and what it shares with the claim.
#[derive(Debug, Clone)]
pub(super) struct Window {
    pub source: usize,
    pub run: Run,
    /// The one sentence of the window that holds most of the claim.
    pub best: Run,
    /// The claim's words in that sentence.
    best_words: u128,
    words: u128,
    grams: Bits,
    /// The sentences that were compared, and the n-grams in all of them.
    near: Range<usize>,
    near_grams: Bits,
    /// Share of the claim found in the window, words and n-grams in equal parts.
    pub cover: f32,
    /// The normalised text of the sentences that were compared; made once the window is chosen.
    norm: Norm,
}

impl Window {
    /// The normalised text of the window.
    pub(super) fn text(&self) -> &str {
        self.norm.of(self.run)
    }

    /// The normalised text of its best sentence, and the byte of the window at which it begins.
    pub(super) fn best_text(&self) -> (usize, &str) {
        let before = (self.run.first..self.best.first).map(|at| self.norm.of(Run::one(at)).len() + 1);
        (before.sum(), self.norm.of(self.best))
    }
}

/// The best windows of the cited sources, best first; more than one only where another source adds to the claim's cover.
#[derive(Debug, Clone, Default)]
pub(super) struct Windows {
    pub list: Vec<Window>,
    /// The claim stands in a source as it is.
    verbatim: bool,
    /// The claim's words and n-grams in the windows together, and the words in their sources.
    words: u128,
    grams: Bits,
    source_words: u128,
}

impl Windows {
    pub(super) fn new(
        claim: &Claim<'_>,
        sources: &PreparedSources,
        places: &Places,
        cited: &[usize],
        finalists: usize,
    ) -> Self {
        let ranked = Ranking::new(claim, sources, places).finalists(cited, finalists);

        let mut found = Self::default();
        let core = claim.core();
        let passage = OnceCell::new();
        let mut trials: Vec<Trial<'_>> = Vec::with_capacity(ranked.list.len());
        for candidate in &ranked.list {
            let best = trials.iter().map(|trial| trial.cover).fold(0.0, f32::max);
            // What it may add is known only beside the first finalist.
            let first = trials.first().is_none_or(|first| first.cover >= best);
            let is_further =
                || candidate.may_hold(CLAUSE - BEYOND) && ranked.may_add(candidate, ADDED - BEYOND);
            let matters = candidate.may_hold(best.min(CLAUSE))
                && (!first || candidate.may_hold(best - BEYOND) || is_further());
            // It would be neither the best window nor a further one.
            if finalists != usize::MAX && !matters {
                continue;
            }
            let Some(source) = sources.source(candidate.source) else { continue };
            let (near, window) = match finalists {
                usize::MAX => (0..source.units.len(), 0..source.units.len()),
                _ => (candidate.near(source.units.len()), candidate.window()),
            };
            let here = places.words_in(source.first..source.first + source.units.len());
            if !found.verbatim && !core.is_empty() && claim.may_stand_in(here) {
                let (passage, stem) = passage.get_or_init(|| (Passage::new(core), stem(claim)));
                let norm = Norm::new(&source);
                found.verbatim = passage.stands_in(norm.text())
                    || stem.as_ref().is_some_and(|(passage, stem)| passage.begins_in(norm.text(), stem));
            }
            let mut units = vec![(0, Bits::default()); near.len()];
            places.each_word_of(source.first + near.start..source.first + near.end, |at, word| {
                if let Some(unit) = units.get_mut(at) {
                    unit.0 |= 1 << word;
                }
            });
            trials.push(Trial::new(claim, candidate.source, source, units, near, window));
        }
        if let Some(best) = trials.iter().max_by(|a, b| a.cover.total_cmp(&b.cover)).map(Trial::held) {
            for trial in trials {
                if finalists == usize::MAX || trial.matters(claim, &best) {
                    found.list.extend(trial.best_window(claim));
                }
            }
        }
        found.list.sort_by(|a, b| b.cover.total_cmp(&a.cover).then(a.source.cmp(&b.source)));
        found.keep_what_adds(claim);
        for window in &mut found.list {
            let Some(source) = sources.source(window.source) else { continue };
            window.norm = Norm::part(&source, window.near.clone());
            found.source_words |= places.words_in(source.first..source.first + source.units.len());
        }
        found
    }

    /// The windows read.
    pub(super) fn readings(&self) -> Vec<Reading<'_>> {
        self.list.iter().map(|window| Reading::new(window.text())).collect()
    }

    /// Keeps the windows that add to the claim's cover and sums up what they hold together.
    fn keep_what_adds(&mut self, claim: &Claim<'_>) {
        let mut words = 0_u128;
        let mut grams = Bits::default();
        let mut cover = 0.0_f32;
        let mut kept = 0;
        self.list.retain(|window| {
            if kept == MOST_WINDOWS {
                return false;
            }
            let joined = grams.joined(&window.grams);
            let together = share(claim, words | window.words, &joined);
            let adds = cover == 0.0 || (window.cover >= CLAUSE && together > cover + ADDED);
            if adds {
                words |= window.words;
                grams = joined;
                cover = together;
                kept += 1;
            }
            adds
        });
        (self.words, self.grams) = (words, grams);
    }
}

/// What the cited sources hold of a claim.
#[derive(Debug, Clone, Default)]
pub(super) struct Alignment {
    /// Shares of the claim's content words and n-grams in the windows, and in the sources; a word
    /// that is found in part counts in part.
    pub window_words: f32,
    pub window_grams: f32,
    pub source_words: f32,
    pub source_grams: f32,
    /// Number of the claim's content words that the windows lack.
    pub missing: f32,
    /// For each value of the claim, whether the windows and the sources state it.
    pub window_values: Vec<bool>,
    pub source_values: Vec<bool>,
    /// The year of the claim whose month or day the sources state, but of other years.
    pub other_year: Option<Value>,
    /// Words of the claim that the windows say in other words, by position: bounds and directions.
    pub reworded: Vec<usize>,
    /// Words of a Korean claim for which the windows have another of the same meaning, by position.
    meant: Vec<usize>,
    /// The claim's words that the sources of the windows have, and the windows lack.
    elsewhere: u128,
    /// What the bounds of the claim and those of the first window say of one another.
    pub bounds: Agreement,
    /// Longest run of text in common, as a share of the claim.
    pub substring: f32,
    /// Word Jaccard with the best sentence.
    pub jaccard: f32,
    /// Share of the claim's words in the best sentence.
    pub best_cover: f32,
    /// The claim stands in a source as it is.
    pub verbatim: bool,
}

impl Alignment {
    /// Measures only what is shown of the best sentence: enough for a claim that stands in a source as it is.
    pub(super) fn of_best_sentence(claim: &Claim<'_>, sources: &PreparedSources, windows: &Windows) -> Self {
        let mut found = Self { verbatim: windows.verbatim, ..Self::default() };
        found.compare_best_sentence(claim, sources, windows);
        found
    }

    /// Measures what `windows`, which are read in `texts`, hold of the claim, and their sources, too, if these are
    /// `weighed`; `best` is [`Self::of_best_sentence`].
    pub(super) fn new(
        best: Self,
        claim: &Claim<'_>,
        sources: &PreparedSources,
        windows: &Windows,
        texts: &[Reading<'_>],
        weighed: bool,
    ) -> Self {
        let mut found = Self { window_grams: claim.grams.share(&windows.grams), ..best };
        found.find_reworded(claim, texts);
        found.find_meant(claim, windows.words, texts);
        let rest = if weighed { Rest::of(sources, &windows.list) } else { Rest::default() };
        let near = windows.list.iter().map(|window| window.near_grams);
        let source_grams = near.chain(rest.0.iter().map(|norm| claim.grams.found_in(norm.text()))).collect();
        found.source_grams = claim.grams.share(&source_grams);
        let whole =
            windows.list.iter().filter(|_| weighed).filter_map(|window| sources.source(window.source));
        if let Some(shares) = found.grams_without_reworded(claim, texts, whole) {
            (found.window_grams, found.source_grams) = shares;
        }
        found.elsewhere = windows.source_words & !windows.words;
        found.find_values(claim, sources, windows);
        found.find_parts(claim, windows, texts, weighed.then_some((&rest, &source_grams)));
        found
    }

    /// Finds the words of the claim that the windows say in other words.
    fn find_reworded(&mut self, claim: &Claim<'_>, windows: &[Reading<'_>]) {
        if !claim.values.is_empty() {
            for (window, at) in windows.iter().zip(0..) {
                let agreement = agreement(&claim.reading, &claim.values, claim.bounds(), window);
                self.reworded.extend(&agreement.mine);
                if at == 0 {
                    self.bounds = agreement;
                }
            }
        }
        self.find_implied(claim, windows);
        self.find_kinds(claim, windows);
        self.reworded.extend(obliging(&claim.reading, windows));
        let named = naming(&claim.reading);
        if !named.is_empty() {
            let theirs = directions(windows);
            let same = |at: usize| windows.iter().any(|window| window.has(claim.reading.key(at)));
            // The highest is more than high.
            let stressed = |at: usize| claim.reading.tokens.get(at).is_some_and(is_emphatic);
            // A word that stands there itself is found as it is.
            let other =
                named.into_iter().filter(|&(at, side)| theirs.names_only(side) && !stressed(at) && !same(at));
            self.reworded.extend(other.map(|(at, _)| at));
        }
    }

    /// Finds the words of the claim that are a number of things without claiming one (`한 번에`), where the windows give that
    /// number (`1회에`).
    fn find_implied(&mut self, claim: &Claim<'_>, windows: &[Reading<'_>]) {
        for value in claim.reading.values().iter().filter(|value| value.implied) {
            let stated = windows.iter().flat_map(Reading::values);
            if stated.into_iter().any(|other| !other.implied && value.is_stated_as(other)) {
                let first = claim.reading.first_from(value.span.start);
                self.reworded.extend(first..claim.reading.first_from(value.span.end));
            }
        }
    }

    /// Finds the nouns of a Korean claim that name the kind of a value which the windows state: `보관 온도는 25℃`.
    fn find_kinds(&mut self, claim: &Claim<'_>, windows: &[Reading<'_>]) {
        if claim.language != Language::Ko {
            return;
        }
        let stated = windows.iter().flat_map(Reading::values);
        for value in &claim.values {
            let names = |at: &usize| value.is_named_by(claim.reading.stem(*at));
            let mut kinds = (0..claim.reading.first_from(value.span.start)).filter(names).peekable();
            if kinds.peek().is_some() && stated.clone().any(|other| value.is_stated_as(other)) {
                self.reworded.extend(kinds);
            }
        }
    }

    /// Finds the words of a Korean claim that the windows, which have `words` of it, say in another word.
    fn find_meant(&mut self, claim: &Claim<'_>, words: u128, texts: &[Reading<'_>]) {
        if claim.language != Language::Ko {
            return;
        }
        let are_said =
            |group: u16| texts.iter().any(|text| text.meanings().iter().any(|one| one.group == group));
        for (bit, word) in claim.words.iter().enumerate() {
            let at = claim.reading.first_from(word.span.start);
            if word.script != Script::Hangul || words & (1 << bit) != 0 || self.reworded.contains(&at) {
                continue;
            }
            if meanings(claim.reading.word(at)).any(are_said) {
                self.meant.push(at);
            }
        }
    }

    fn find_values(&mut self, claim: &Claim<'_>, sources: &PreparedSources, windows: &Windows) {
        if claim.values.is_empty() {
            return;
        }
        let of_windows = || {
            let list = windows.list.iter();
            list.filter_map(|window| Some((sources.source(window.source)?, window.run)))
        };
        let of_runs: Vec<&[Stated]> = of_windows().map(|(source, run)| source.stated_in(run)).collect();
        let of_sources: Vec<&[Stated]> = of_windows().map(|(source, _)| source.stated()).collect();
        let is_stated =
            |value: &Value, lists: &[&[Stated]]| value.is_stated_among(lists.iter().copied().flatten());
        self.window_values = claim.values.iter().map(|value| is_stated(value, &of_runs)).collect();
        // What a window states its source states.
        let values = claim.values.iter().zip(&self.window_values);
        self.source_values =
            values.map(|(value, in_window)| *in_window || is_stated(value, &of_sources)).collect();
        self.other_year = other_year(&claim.values, &of_sources).copied();
    }

    /// Words that the keys did not find: inside a longer word (Korean compounds), or another form
    /// of a word that begins the same. `rest` is that of the sources, and which n-grams they have.
    fn find_parts(
        &mut self,
        claim: &Claim<'_>,
        windows: &Windows,
        texts: &[Reading<'_>],
        rest: Option<(&Rest, &Bits)>,
    ) {
        let window_texts: Vec<&str> = texts.iter().map(|text| text.norm).collect();
        let source_texts: Vec<&str> = rest.map_or_else(Vec::new, |(rest, _)| rest.texts(windows));
        let reworded = |word: &Word| {
            let spans = self.reworded.iter().filter_map(|&at| claim.reading.tokens.get(at));
            spans.into_iter().any(|token| token.span == word.span)
        };
        // Any text has a `before`: it is the claim's where it stands by the same thing.
        let is_of_another = |word: &Word| {
            matches!(word.span.of(claim.norm), "before" | "after") && {
                let at = claim.reading.first_from(word.span.start);
                let beside = |text: &Reading<'_>| {
                    text.positions(word.key).any(|there| are_beside(&claim.reading, at, text, there))
                };
                !texts.iter().any(beside)
            }
        };
        let (mut window_sum, mut source_sum) = (0.0_f32, 0.0_f32);
        for (bit, word) in claim.words.iter().enumerate() {
            let has = |mask: u128| mask & (1 << bit) != 0;
            let value = claim.values.iter().position(|value| value.span.contains(word.span));
            let (window, source) = if let Some(value) = value {
                // A value is found by what it means, however it is written.
                let stated = |list: &[bool]| if list.get(value) == Some(&true) { 1.0 } else { 0.0 };
                (stated(&self.window_values), stated(&self.source_values))
            } else if is_of_another(word) {
                (0.0, 0.0)
            } else if has(windows.words) || reworded(word) {
                (1.0, 1.0)
            } else {
                let part = Part::new(word.stem(claim.norm), word.script);
                let source = match rest {
                    Some(_) if has(windows.source_words) => 1.0,
                    Some((_, grams)) => part.found_in(claim, &source_texts, grams),
                    None => 0.0,
                };
                // What no source has, no window has.
                let may_stand = rest.is_none() || source > 0.0;
                let window =
                    if may_stand { part.found_in(claim, &window_texts, &windows.grams) } else { 0.0 };
                let meant = || self.meant.contains(&claim.reading.first_from(word.span.start));
                if window == 0.0 && (says_the_same(word, texts) || meant()) {
                    (MEANING, source.max(MEANING))
                } else if window == 0.0 && source == 0.0 && is_generic(word.key) {
                    (GENERIC, source.max(GENERIC))
                } else {
                    (window, source)
                }
            };
            window_sum += window;
            source_sum += source;
        }
        let count = claim.words.len() as f32;
        self.missing = count - window_sum;
        self.window_words = window_sum / count.max(1.0);
        self.source_words = source_sum / count.max(1.0);
    }

    /// The shares of the n-grams, in the windows and the sources, without those of the words that the windows say in
    /// other words, if there are any.
    fn grams_without_reworded<'a>(
        &self,
        claim: &Claim<'_>,
        windows: &[Reading<'_>],
        sources: impl Iterator<Item = Source<'a>>,
    ) -> Option<(f32, f32)> {
        if self.reworded.is_empty() && self.meant.is_empty() {
            return None;
        }
        let grams = claim.grams_without(&[&self.reworded[..], &self.meant].concat());
        let share = |found: Bits| grams.share(&found);
        let windows = windows.iter().map(|text| grams.found_in(text.norm));
        let sources = sources.map(|source| grams.found_in(Norm::new(&source).text()));
        (grams.count() > 0).then(|| (share(windows.collect()), share(sources.collect())))
    }

    /// Whether the sources of the windows have a word of the claim that the windows lack.
    pub(super) fn is_elsewhere(&self, claim: &Claim<'_>, key: u32) -> bool {
        let bit = claim.words.iter().position(|word| word.key == key);
        bit.is_some_and(|bit| self.elsewhere & (1 << bit) != 0)
    }

    fn compare_best_sentence(&mut self, claim: &Claim<'_>, sources: &PreparedSources, windows: &Windows) {
        let Some(window) = windows.list.first() else { return };
        let Some(source) = sources.source(window.source) else { return };
        let run = common_substring(claim.norm, window.text());
        self.substring = run as f32 / claim.norm.len().max(1) as f32;
        let common = window.best_words.count_ones() as usize;
        let theirs = source.units.get(window.best.first).map_or(0, |unit| unit.words());
        let all = claim.words.len() + theirs - common.min(theirs);
        self.jaccard = common as f32 / all.max(1) as f32;
        self.best_cover = common as f32 / claim.words.len().max(1) as f32;
    }
}

/// What the sources of some windows have beside the sentences that were compared.
#[derive(Debug, Default)]
struct Rest(Vec<Norm>);

impl Rest {
    fn of(sources: &PreparedSources, windows: &[Window]) -> Self {
        let mut rest = Vec::new();
        for window in windows {
            let Some(source) = sources.source(window.source) else { continue };
            for part in [0..window.near.start, window.near.end..source.units.len()] {
                if !part.is_empty() {
                    rest.push(Norm::part(&source, part));
                }
            }
        }
        Self(rest)
    }

    /// The rest and the sentences that were compared.
    fn texts<'a>(&'a self, windows: &'a Windows) -> Vec<&'a str> {
        self.0.iter().chain(windows.list.iter().map(|window| &window.norm)).map(Norm::text).collect()
    }
}

/// The sentences of a source in which its best window is looked for.
struct Trial<'a> {
    number: usize,
    source: Source<'a>,
    near: Range<usize>,
    /// Of them those that have been compared, and for each of them the words and n-grams of the claim that it has.
    compared: Range<usize>,
    units: Vec<(u128, Bits)>,
    /// What those that have been compared hold together.
    words: u128,
    grams: Bits,
    cover: f32,
}

impl<'a> Trial<'a> {
    /// Compares some of the sentences that are near; `units` have the words of all of them.
    fn new(
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

    fn held(&self) -> (u128, Bits, f32) {
        (self.words, self.grams, self.cover)
    }

    /// Whether its best window may be the best of all or a further one.
    fn matters(&self, claim: &Claim<'_>, &(words, grams, cover): &(u128, Bits, f32)) -> bool {
        let together = || share(claim, words | self.words, &grams.joined(&self.grams));
        let mine = self.cover + BEYOND;
        mine >= cover || (mine >= CLAUSE && together() + BEYOND > cover + ADDED)
    }

    /// The shortest run of up to three sentences that holds as much of the claim as any.
    fn best_window(mut self, claim: &Claim<'_>) -> Option<Window> {
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
        let (_, run, words, grams, cover) = best?;
        let sentences = run.first..run.first + run.len;
        let first = sentences.max_by(|&a, &b| single(a).total_cmp(&single(b)).then(b.cmp(&a)))?;
        Some(Window {
            norm: Norm::default(),
            source: self.number,
            run: Run { first: from + run.first, ..run },
            best: Run::one(from + first),
            best_words: units.get(first).map_or(0, |unit| unit.0),
            words,
            grams,
            near: self.near,
            near_grams: self.grams,
            cover,
        })
    }
}

/// A passage that is looked for in texts.
struct Passage<'a> {
    text: &'a str,
    /// Finds its first bytes. A search for all of them would take longer to prepare than most texts to search.
    head: memmem::Finder<'a>,
}

impl<'a> Passage<'a> {
    fn new(text: &'a str) -> Self {
        const HEAD: usize = 16;
        let bytes = text.as_bytes();
        Self { text, head: memmem::Finder::new(bytes.get(..HEAD).unwrap_or(bytes)) }
    }

    /// Whether it stands in a text from the beginning of a word on, with another form of its ending behind it.
    fn begins_in(&self, text: &str, stem: &Stem<'_>) -> bool {
        let (mut from, bytes) = (0, text.as_bytes());
        while let Some(at) = bytes.get(from..).and_then(|rest| self.head.find(rest)).map(|at| from + at) {
            from = at + 1;
            let Some(rest) = text.get(at..).and_then(|rest| rest.strip_prefix(self.text)) else { continue };
            let before = Span::new(0, at).of(text).chars().next_back();
            if stem.ends(rest) && !joined(before, self.text.chars().next()) {
                return true;
            }
        }
        false
    }

    /// Whether it stands in a text as it is, from word to word (`5 days` is not in `15 days`).
    fn stands_in(&self, text: &str) -> bool {
        let (mut from, bytes) = (0, text.as_bytes());
        while let Some(at) = bytes.get(from..).and_then(|rest| self.head.find(rest)).map(|at| from + at) {
            if !bytes.get(at..).is_some_and(|rest| rest.starts_with(self.text.as_bytes())) {
                from = at + 1;
                continue;
            }
            from = at + self.text.len();
            let before = Span::new(0, at).of(text).chars().next_back();
            let after = Span::new(from, text.len()).of(text).chars().next();
            let (first, last) = (self.text.chars().next(), self.text.chars().next_back());
            // `성년자` is not in `미성년자`; a particle or an ending behind the passage changes nothing about it.
            if !joined(before, first)
                && (!joined(last, after) || last.and_then(script) == Some(Script::Hangul))
            {
                return true;
            }
        }
        false
    }
}

/// A Korean claim without its ending, where that has other forms.
fn stem<'a>(claim: &Claim<'a>) -> Option<(Passage<'a>, Stem<'a>)> {
    let stem = Stem::of(claim.core()).filter(|_| claim.language == Language::Ko)?;
    Some((Passage::new(stem.text), stem))
}

/// Whether two neighbouring characters belong to one word or number.
fn joined(left: Option<char>, right: Option<char>) -> bool {
    let (Some(left), Some(right)) = (left.and_then(script), right.and_then(script)) else { return false };
    left == right
}

/// How well a word is found where the text says the same in another word.
const MEANING: f32 = 0.7;

/// What a word that says little by itself (`hold`, `roughly`) counts where no source has it. 0, .25, .35, .45 and .7 were tried on the English
/// development sets: up to here the ranking keeps its quality, beyond it suffers.
const GENERIC: f32 = 0.35;

/// Whether the texts have another English word for this one.
fn says_the_same(word: &Word, texts: &[Reading<'_>]) -> bool {
    word.script == Script::Latin && rewordings(word.key).any(|key| texts.iter().any(|text| text.has(key)))
}

/// A stem that is searched for in texts that do not have it as a word.
struct Part<'a> {
    stem: &'a str,
    /// As much of it as a word must begin with; none when the stem is too short.
    head: Option<&'a str>,
}

impl<'a> Part<'a> {
    fn new(stem: &'a str, script: Script) -> Self {
        let least = match script {
            Script::Hangul => 2,
            Script::Latin => 5,
            Script::Digit | Script::Other => usize::MAX,
        };
        let end = stem.char_indices().nth(least - 1).map(|(at, ch)| at + ch.len_utf8());
        Self { stem, head: end.and_then(|end| stem.get(..end)) }
    }

    /// How much of the stem the texts hold, which have these n-grams of the claim.
    fn found_in(&self, claim: &Claim<'_>, texts: &[&str], grams: &Bits) -> f32 {
        /// The stem stands inside a word.
        const INSIDE: f32 = 0.9;
        /// A word begins like it.
        const BEGINNING: f32 = 0.6;
        let Some(head) = self.head.filter(|head| claim.grams.may_stand(head, grams)) else { return 0.0 };
        let finder = memmem::Finder::new(head);
        let mut found = 0.0;
        for text in texts {
            for at in finder.find_iter(text.as_bytes()) {
                if head.len() == self.stem.len()
                    || text.as_bytes().get(at..).is_some_and(|rest| rest.starts_with(self.stem.as_bytes()))
                {
                    return INSIDE;
                }
                found = BEGINNING;
            }
        }
        found
    }
}

fn word_share(claim: &Claim<'_>, words: u128) -> f32 {
    words.count_ones() as f32 / claim.words.len().max(1) as f32
}

/// Words and n-grams in equal parts; n-grams alone when the claim has only function words.
fn share(claim: &Claim<'_>, words: u128, grams: &Bits) -> f32 {
    let grams = claim.grams.share(grams);
    if claim.words.is_empty() { grams } else { f32::midpoint(word_share(claim, words), grams) }
}

/// How many sources are compared exactly by default.
pub(super) const fn finalists() -> usize {
    FINALISTS
}
