//! What the windows and sources hold of a claim, words that are said in other words considered.

use crate::credits::Credit;
use crate::english::paraphrase::{is_generic, rewordings};
use crate::relative::{is_told, may_be_told, misdated, told};
use crate::search::part::Part;
use crate::search::substring::common_substring;
use crate::search::windows::Windows;
use crate::sides::backing::{are_beside, said_by_denial, said_otherwise};
use crate::sides::converse::{Converse, converse};
use crate::text::claim::Claim;
use crate::text::grams::Bits;
use crate::text::prepare::PreparedSources;
use crate::values::bounds::{Agreement, agreement};
use crate::values::dated::other_year;
use crate::values::number::{Stated, Value};
use crate::values::reckoned::{Reckoned, reckoned};
use crate::values::rough::{borne_out, is_rough};
use stet_reading::emphasis::is_emphatic;
use stet_reading::keys::Word;
use stet_reading::polarity::requiring;
use stet_reading::reading::Reading;
use stet_reading::synonyms::meanings;
use stet_text::{Language, Script};

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
    /// Those of the claim that a plain one bears out: `about 200` of 198.
    pub rough: Vec<Value>,
    /// How another of its values comes of two values of the first window: `120 + 45`.
    pub reckoned: Option<Reckoned>,
    /// The year of the claim whose month or day the sources state, but of other years.
    pub other_year: Option<Value>,
    /// The date of the claim in whose place the best sentence tells another by the day of writing.
    pub misdated: Option<Value>,
    /// Words of the claim that the windows say in other words, by position: bounds and directions.
    pub reworded: Vec<usize>,
    /// Those of them that the first window says by denying their opposites.
    pub by_denial: Vec<usize>,
    /// Those with which the claim requires what the first window does not let be missing.
    pub required: Vec<usize>,
    /// What the claim compares, the first window does so from the other side, or says the opposite.
    pub converse: Option<Converse>,
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
        let mut found = best;
        found.find_reworded(claim, texts);
        found.find_meant(claim, windows.held.words, texts);
        found.find_values(claim, sources, windows);
        found.find_rough(claim, texts);
        // What is said in other words is not compared by its letters.
        let grams = claim.grams_without(&[&found.reworded[..], &found.meant].concat());
        let share = |held: &Bits| grams.common(held).count() as f32 / grams.count().max(1) as f32;
        found.window_grams = share(&windows.held.grams);
        found.source_grams = share(&windows.of_sources.grams);
        found.elsewhere = windows.of_sources.words & !windows.held.words;
        found.find_parts(claim, sources, windows, texts);
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
        if let Some(window) = windows.first() {
            self.required = requiring(&claim.reading, window);
            self.reworded.extend(&self.required);
        }
        if let Some(window) = windows.first().filter(|_| !claim.named().0.is_empty()) {
            let named = claim.named();
            self.by_denial = said_by_denial(&claim.reading, named, window, &named.among(window));
            self.reworded.extend(&self.by_denial);
            self.converse = converse(&claim.reading, named, window);
            if let Some(Converse::Same(words)) = &self.converse {
                self.reworded.extend(words);
            }
        }
        // The highest is more than high.
        let stressed = |at: usize| is_emphatic(&claim.reading, at);
        let other = said_otherwise(&claim.reading, claim.named(), windows);
        self.reworded.extend(other.into_iter().filter(|&at| !stressed(at)));
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
            let list =
                windows.list.iter().flat_map(|window| window.runs().map(move |run| (window.source, run)));
            list.filter_map(|(source, run)| Some((sources.source(source)?, run)))
        };
        let of_runs: Vec<&[Stated]> = of_windows().map(|(source, run)| source.stated_in(run)).collect();
        let silent = windows.silent.iter().filter_map(|&source| sources.source(source));
        let of_sources: Vec<&[Stated]> =
            of_windows().map(|(source, _)| source).chain(silent).map(|source| source.stated()).collect();
        // `shrank by 0.4 percent` is `-0.4 percent`.
        let turns = !claim.named().0.is_empty();
        let is_stated = |value: &Value, lists: &[&[Stated]]| {
            let among = |value: &Value| value.is_stated_among(lists.iter().copied().flatten());
            // `10명 중 3명` is 30 %.
            let share = || {
                let all = claim.reading.values().iter();
                all.filter(|share| share.is_share_of(value)).any(among)
            };
            among(value) || turns && among(&value.mirrored()) || value.is_counter() && share()
        };
        self.window_values = claim.values.iter().map(|value| is_stated(value, &of_runs)).collect();
        // What a window states its source states.
        let values = claim.values.iter().zip(&self.window_values);
        self.source_values =
            values.map(|(value, in_window)| *in_window || is_stated(value, &of_sources)).collect();
        self.other_year = other_year(&claim.values, &of_sources).copied();
        self.find_relative(claim, sources, windows);
    }

    /// Finds the values of the claim that no source states and a plain one of the first window bears out.
    fn find_rough(&mut self, claim: &Claim<'_>, texts: &[Reading<'_>]) {
        let Some(window) = texts.first() else {
            // What may bear them out in another language nobody has found.
            let open = claim.values.iter().map(|value| value.is_percent() || is_rough(&claim.reading, value));
            self.source_values.iter_mut().zip(open).for_each(|(stated, open)| *stated |= open);
            return;
        };
        let flags = self.window_values.iter_mut().zip(&mut self.source_values);
        for (value, (in_window, in_source)) in claim.values.iter().zip(flags).filter(|(_, flags)| !*flags.1) {
            if let Some(marks) = borne_out(&claim.reading, value, window, window.values()) {
                (*in_window, *in_source) = (true, true);
                self.rough.push(*value);
                let first = claim.reading.first_from(value.span.start);
                self.reworded.extend(marks.chain(first..claim.reading.first_from(value.span.end)));
            } else if let Some(how) = reckoned(&claim.reading, value, window) {
                (*in_window, *in_source) = (true, true);
                self.rough.push(*value);
                self.reckoned = Some(how);
            }
        }
    }

    /// Finds the dates of the claim that the best sentence tells by the day on which its source was written.
    fn find_relative(&mut self, claim: &Claim<'_>, sources: &PreparedSources, windows: &Windows) {
        let best = windows.list.first().filter(|_| claim.values.iter().any(may_be_told));
        let Some((window, source)) = best.and_then(|window| Some((window, sources.source(window.source)?)))
        else {
            return;
        };
        let told = told(&source, sources.title(window.source), window.best.first);
        if told.is_empty() {
            return;
        }
        let flags = self.window_values.iter_mut().zip(&mut self.source_values);
        for (value, (in_window, in_source)) in claim.values.iter().zip(flags) {
            let is_told = is_told(value, &told);
            (*in_window, *in_source) = (*in_window || is_told, *in_source || is_told);
        }
        self.misdated = misdated(&claim.values, &told, &source.reading(window.best.first)).copied();
    }

    /// Words that the keys did not find: inside a longer word (Korean compounds), or another form
    /// of a word that begins the same.
    fn find_parts(
        &mut self,
        claim: &Claim<'_>,
        sources: &PreparedSources,
        windows: &Windows,
        texts: &[Reading<'_>],
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
        let norms = || windows.list.iter().filter_map(|window| Some(sources.source(window.source)?.norm()));
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
            } else if has(windows.held.words) || reworded(word) {
                (1.0, 1.0)
            } else {
                let part = Part::new(word.stem(claim.norm), word.script);
                let source = if has(windows.of_sources.words) {
                    1.0
                } else if part.may_stand(claim, &windows.of_sources.grams) {
                    part.found_in(norms())
                } else {
                    0.0
                };
                // What no source has, no window has.
                let may_stand = source > 0.0 && part.may_stand(claim, &windows.held.grams);
                let window = if may_stand { part.found_in(window_texts.iter().copied()) } else { 0.0 };
                let meant = || self.meant.contains(&claim.reading.first_from(word.span.start));
                if window == 0.0 && (says_the_same(word, texts) || meant()) {
                    (Credit::Reworded.value(), source.max(Credit::Reworded.value()))
                } else if window == 0.0 && source == 0.0 && is_generic(word.key) {
                    (Credit::Generic.value(), source.max(Credit::Generic.value()))
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
        let theirs = source.units().get(window.best.first).map_or(0, |unit| unit.words);
        let all = claim.words.len() + theirs - common.min(theirs);
        self.jaccard = common as f32 / all.max(1) as f32;
        self.best_cover = common as f32 / claim.words.len().max(1) as f32;
    }
}

/// Whether the texts have another English word for this one.
fn says_the_same(word: &Word, texts: &[Reading<'_>]) -> bool {
    word.script == Script::Latin && rewordings(word.key).any(|key| texts.iter().any(|text| text.has(key)))
}
