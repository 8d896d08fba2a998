//! Where in the sources a claim stands: the best windows, and how much of the claim they hold.
//!
//! The word index leads to the few sources that share most words with the
//! claim; in these every window is compared exactly, words and n-grams. The
//! result is nearly independent of how many sources there are.

mod listed;
mod part;
mod passage;
mod trial;

use std::cell::OnceCell;
use std::ops::Range;

use crate::english::paraphrase::{is_generic, rewordings};
use crate::force::emphasis::is_emphatic;
use crate::force::strength::obliging;
use crate::korean::synonyms::meanings;
use crate::search::grams::Bits;
use crate::search::rank::{CLAUSE, Places, Ranking};
use crate::search::substring::common_substring;
use crate::sides::backing::are_beside;
use crate::sides::direction::{directions, naming};
use crate::text::claim::Claim;
use crate::text::clause::clauses;
use crate::text::marks::DIRECTION;
use crate::text::prepare::{Norm, PreparedSources, Run, Source};
use crate::text::reading::Reading;
use crate::text::similarity::Word;
use crate::values::bounds::{Agreement, agreement};
use crate::values::dated::{other_year, told_from_now};
use crate::values::number::{Stated, Value};
use stet_text::span::Span;
use stet_text::{Language, Script};

use part::Part;
use passage::{Passage, stem};
use trial::Trial;

/// Windows that support a claim together, at most: with dozens of sources any claim could be
/// pieced together from somewhere.
const MOST_WINDOWS: usize = 3;

/// Share of the claim that a further window must add: a clause of it, not a few accidental words.
const ADDED: f32 = 0.2;

/// The shares that a further window must hold and add, and how many windows there may be.
#[derive(Debug, Clone, Copy)]
struct Limits {
    clause: f32,
    added: f32,
    most: usize,
}

impl Limits {
    /// Fewest clauses of a claim, and fewest sources that it cites, where each clause may have its source.
    const SEVERAL: usize = 2;

    /// Parts of an equal share that a window must hold and add. Clauses are of unequal length, other endings hide a third
    /// of a Korean one, and clauses have words in common.
    const HELD: f32 = 0.4;
    const ADDS: f32 = 0.3;

    /// A claim of several clauses that cites a source for each may have one from each. With more sources than are compared
    /// [`CLAUSE`] and [`ADDED`] keep accidental words out.
    fn new(claim: &Claim<'_>, cited: usize) -> Self {
        let clauses = clauses_apart(claim, cited).len().min(cited);
        if clauses < Self::SEVERAL {
            return Self { clause: CLAUSE, added: ADDED, most: MOST_WINDOWS };
        }
        let equal = 1.0 / clauses as f32;
        Self { clause: Self::HELD * equal, added: Self::ADDS * equal, most: clauses.max(MOST_WINDOWS) }
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

/// Share of a claim that the best window of a source holds beyond the most promising one, at most.
const BEYOND: f32 = 0.08;

/// Sources that are compared exactly.
const FINALISTS: usize = 5;

/// A window of a source and what it shares with the claim.
#[derive(Debug, Clone)]
pub(crate) struct Window {
    pub source: usize,
    pub run: Run,
    /// The sentence that introduces the list of which the window is an item, where it stands further up; it is read before it.
    lead: Option<usize>,
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
    /// Its normalised text; made once the window is chosen.
    norm: Norm,
}

impl Window {
    /// The normalised text of the window.
    pub(crate) fn text(&self) -> &str {
        self.norm.text()
    }

    /// The normalised text of its best sentence, and the byte of the window at which it begins.
    pub(crate) fn best_text(&self) -> (usize, &str) {
        let place = match self.lead {
            // It takes the place before the window.
            Some(lead) if lead == self.best.first => return (0, self.norm.of(Run::one(self.run.first - 1))),
            Some(_) => self.run.first - 1,
            None => self.run.first,
        };
        let before = (place..self.best.first).map(|at| self.norm.of(Run::one(at)).len() + 1);
        (before.sum(), self.norm.of(self.best))
    }

    /// The sentences that are read, in reading order.
    pub(crate) fn runs(&self) -> impl Iterator<Item = Run> {
        self.lead.map(Run::one).into_iter().chain([self.run])
    }
}

/// The best windows of the cited sources, best first; more than one only where another source adds to the claim's cover.
#[derive(Debug, Clone, Default)]
pub(crate) struct Windows {
    pub list: Vec<Window>,
    /// The claim stands in a source as it is.
    verbatim: bool,
    /// The claim's words and n-grams in the windows together, and the words in their sources.
    words: u128,
    grams: Bits,
    source_words: u128,
}

impl Windows {
    pub(crate) fn new(
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
        let limits = Limits::new(claim, cited.len());
        let mut trials: Vec<Trial<'_>> = Vec::with_capacity(ranked.list.len());
        for candidate in &ranked.list {
            let best = trials.iter().map(|trial| trial.cover).fold(0.0, f32::max);
            // What it may add is known only beside the first finalist.
            let first = trials.first().is_none_or(|first| first.cover >= best);
            let is_further = || {
                candidate.may_hold(limits.clause - BEYOND) && ranked.may_add(candidate, limits.added - BEYOND)
            };
            let matters = candidate.may_hold(best.min(limits.clause))
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
                if finalists == usize::MAX || trial.matters(claim, &best, limits) {
                    found.list.extend(trial.best_window(claim, places));
                }
            }
        }
        found.list.sort_by(|a, b| b.cover.total_cmp(&a.cover).then(a.source.cmp(&b.source)));
        found.keep_what_adds(claim, limits);
        for window in &mut found.list {
            let Some(source) = sources.source(window.source) else { continue };
            for (bit, word) in claim.words.iter().enumerate() {
                if sources.is_in_title(window.source, word.key) {
                    window.words |= 1 << bit;
                    found.words |= 1 << bit;
                }
            }
            let run = window.run.first..window.run.first + window.run.len;
            window.norm = match window.lead {
                Some(lead) => Norm::behind(&source, lead, run),
                None => Norm::part(&source, run),
            };
            found.source_words |= places.words_in(source.first..source.first + source.units.len());
        }
        found
    }

    /// The windows read.
    pub(crate) fn readings(&self) -> Vec<Reading<'_>> {
        self.list.iter().map(|window| Reading::new(window.text())).collect()
    }

    /// Keeps the windows that add to the claim's cover and sums up what they hold together.
    fn keep_what_adds(&mut self, claim: &Claim<'_>, limits: Limits) {
        let mut words = 0_u128;
        let mut grams = Bits::default();
        let mut cover = 0.0_f32;
        let mut kept = 0;
        self.list.retain(|window| {
            if kept == limits.most {
                return false;
            }
            let joined = grams.joined(&window.grams);
            let together = share(claim, words | window.words, &joined);
            let adds = cover == 0.0 || (window.cover >= limits.clause && together > cover + limits.added);
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
pub(crate) struct Alignment {
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
    pub(crate) fn of_best_sentence(claim: &Claim<'_>, sources: &PreparedSources, windows: &Windows) -> Self {
        let mut found = Self { verbatim: windows.verbatim, ..Self::default() };
        found.compare_best_sentence(claim, sources, windows);
        found
    }

    /// Measures what `windows`, which are read in `texts`, hold of the claim, and their sources; `best` is
    /// [`Self::of_best_sentence`].
    pub(crate) fn new(
        best: Self,
        claim: &Claim<'_>,
        sources: &PreparedSources,
        windows: &Windows,
        texts: &[Reading<'_>],
    ) -> Self {
        let mut found = Self { window_grams: claim.grams.share(&windows.grams), ..best };
        found.find_reworded(claim, texts);
        found.find_meant(claim, windows.words, texts);
        let all = Sources::new(claim, sources, &windows.list);
        found.source_grams = claim.grams.share(&all.grams);
        if let Some(shares) = found.grams_without_reworded(claim, texts, &all) {
            (found.window_grams, found.source_grams) = shares;
        }
        found.elsewhere = windows.source_words & !windows.words;
        found.find_values(claim, sources, windows, texts);
        found.find_parts(claim, windows, texts, &all);
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
    /// number (`1회에`), or
    /// a time that they name otherwise.
    fn find_implied(&mut self, claim: &Claim<'_>, windows: &[Reading<'_>]) {
        for value in &claim.values {
            let told = windows.iter().find_map(|window| told_from_now(&claim.reading, value, window));
            self.reworded.extend(told.into_iter().flatten());
        }
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

    fn find_values(
        &mut self,
        claim: &Claim<'_>,
        sources: &PreparedSources,
        windows: &Windows,
        texts: &[Reading<'_>],
    ) {
        if claim.values.is_empty() {
            return;
        }
        let of_windows = || {
            let list =
                windows.list.iter().flat_map(|window| window.runs().map(move |run| (window.source, run)));
            list.filter_map(|(source, run)| Some((sources.source(source)?, run)))
        };
        let of_runs: Vec<&[Stated]> = of_windows().map(|(source, run)| source.stated_in(run)).collect();
        let of_sources: Vec<&[Stated]> = of_windows().map(|(source, _)| source.stated()).collect();
        // `shrank by 0.4 percent` is `-0.4 percent`.
        let turns = claim.reading.has_mark(DIRECTION);
        let is_stated = |value: &Value, lists: &[&[Stated]]| {
            let among = |value: &Value| value.is_stated_among(lists.iter().copied().flatten());
            among(value)
                || turns && among(&value.mirrored())
                || texts.iter().any(|text| told_from_now(&claim.reading, value, text).is_some())
        };
        self.window_values = claim.values.iter().map(|value| is_stated(value, &of_runs)).collect();
        // What a window states its source states.
        let values = claim.values.iter().zip(&self.window_values);
        self.source_values =
            values.map(|(value, in_window)| *in_window || is_stated(value, &of_sources)).collect();
        self.other_year = other_year(&claim.values, &of_sources).copied();
    }

    /// Words that the keys did not find: inside a longer word (Korean compounds), or another form
    /// of a word that begins the same. `sources` are those of the windows.
    fn find_parts(
        &mut self,
        claim: &Claim<'_>,
        windows: &Windows,
        texts: &[Reading<'_>],
        sources: &Sources<'_>,
    ) {
        let window_texts: Vec<&str> = texts.iter().map(|text| text.norm).collect();
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
                let source = if has(windows.source_words) {
                    1.0
                } else if part.may_stand(claim, &sources.grams) {
                    part.found_in(sources.texts())
                } else {
                    0.0
                };
                // What no source has, no window has.
                let may_stand = source > 0.0 && part.may_stand(claim, &windows.grams);
                let window = if may_stand { part.found_in(window_texts.iter().copied()) } else { 0.0 };
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
    fn grams_without_reworded(
        &self,
        claim: &Claim<'_>,
        windows: &[Reading<'_>],
        sources: &Sources<'_>,
    ) -> Option<(f32, f32)> {
        if self.reworded.is_empty() && self.meant.is_empty() {
            return None;
        }
        let grams = claim.grams_without(&[&self.reworded[..], &self.meant].concat());
        let share = |found: Bits| grams.share(&found);
        let windows = windows.iter().map(|text| grams.found_in(text.norm));
        let sources = sources.each().map(|source| grams.found_in_all(source.seen(0..source.units.len())));
        (grams.count() > 0).then(|| (share(windows.collect()), share(sources.collect())))
    }

    /// Whether the sources of the windows have a word of the claim that the windows lack.
    pub(crate) fn is_elsewhere(&self, claim: &Claim<'_>, key: u32) -> bool {
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

/// The texts of the sources of some windows, put together once a word is looked for in them.
struct Sources<'a> {
    all: &'a PreparedSources,
    windows: &'a [Window],
    norms: OnceCell<Vec<Norm>>,
    /// The n-grams of the claim that they have.
    grams: Bits,
}

impl<'a> Sources<'a> {
    fn new(claim: &Claim<'_>, all: &'a PreparedSources, windows: &'a [Window]) -> Self {
        let mut grams = Bits::default();
        for window in windows {
            grams = grams.joined(&window.near_grams);
            let Some(source) = all.source(window.source) else { continue };
            // What has been compared is known.
            for rest in [0..window.near.start, window.near.end..source.units.len()] {
                if !rest.is_empty() {
                    grams = grams.joined(&claim.grams.found_in_all(source.seen(rest)));
                }
            }
        }
        Self { all, windows, norms: OnceCell::new(), grams }
    }

    fn each(&self) -> impl Iterator<Item = Source<'a>> {
        let (all, windows) = (self.all, self.windows);
        windows.iter().filter_map(move |window| all.source(window.source))
    }

    fn texts(&self) -> impl Iterator<Item = &str> {
        let norms = self.norms.get_or_init(|| self.each().map(|source| Norm::new(&source)).collect());
        norms.iter().map(Norm::text)
    }
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

fn word_share(claim: &Claim<'_>, words: u128) -> f32 {
    words.count_ones() as f32 / claim.words.len().max(1) as f32
}

/// Words and n-grams in equal parts; n-grams alone when the claim has only function words.
fn share(claim: &Claim<'_>, words: u128, grams: &Bits) -> f32 {
    let grams = claim.grams.share(grams);
    if claim.words.is_empty() { grams } else { f32::midpoint(word_share(claim, words), grams) }
}

/// How many sources are compared exactly by default.
pub(crate) const fn finalists() -> usize {
    FINALISTS
}
