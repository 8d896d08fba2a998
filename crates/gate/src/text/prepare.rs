//! Sources made ready for judging, once, when they are retrieved.
//!
//! Owns what is kept of each source beside its text: its sentences as they were given and normalised, their values, and one word
//! index over all sources, so that a claim leads to the sentences that share its words.

mod held;

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::text::grams::{Bits, Grams, hashes};
use crate::text::window::sentences;
use crate::values::number::{Stated, add_values};
use stet_reading::keys::{content_keys, is_function_word, word_key};
use stet_reading::reading::{Kept, Reading};
use stet_text::span::Span;
use stet_text::{normalise, normalise_into, tokens};

use super::rows::{Said, Table};

/// A sentence of a source.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Unit {
    /// Bytes in the text the source was given as, and in the normalised text.
    given: Span,
    norm: Span,
    /// Number of distinct content words.
    pub words: usize,
}

/// One source text cut into sentences and read. Texts are read up to 4 GiB.
#[derive(Debug, Default)]
pub struct PreparedSource {
    text: Arc<str>,
    /// The sentences normalised, a space apart.
    norm: String,
    units: Vec<Unit>,
    /// Word key and number of the sentence, each pair once.
    words: Vec<(u32, u32)>,
    /// What its values are, by sentence.
    stated: Vec<Stated>,
    /// Its rows, by sentence.
    rows: Vec<Row>,
    /// What each sentence is made of, once a claim has asked for it: other claims ask for the same.
    made_of: Vec<MadeOf>,
}

/// A row of a table.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    /// Number of the sentence it stands in.
    pub sentence: usize,
    pub cells: Box<[Cell]>,
}

/// A cell of a row: bytes in the normalised text of its source.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cell {
    /// With its head, and without.
    pub said: Span,
    pub own: Span,
    /// Whether it tells this row from its neighbours.
    pub names: bool,
}

/// What a sentence of a source is made of.
#[derive(Debug, Clone, Default)]
struct MadeOf {
    words: OnceLock<Box<Kept>>,
    /// Its n-grams, each once.
    grams: OnceLock<Box<[u32]>>,
}

impl PreparedSource {
    /// Reads a text, which is shared, not copied, when it is given as an `Arc`.
    #[must_use]
    pub fn new(text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        let mut source = Self { norm: String::with_capacity(text.len()), ..Self::default() };
        let (mut table, mut keys, mut values) = (Table::of(&text), Vec::new(), Vec::new());
        for (number, given) in (0_u32..).zip(sentences(&text)) {
            if number > 0 {
                source.norm.push(' ');
            }
            let from = source.norm.len();
            // A row is read with the heads of its columns.
            let rows = table.rows(given.of(&text));
            if rows.is_empty() {
                normalise_into(given.of(&text), &mut source.norm);
            }
            for row in rows {
                source.add_row(number as usize, from, &row);
            }
            let norm = Span::new(from, source.norm.len());
            let written = norm.of(&source.norm);
            let tokens = tokens(written);
            keys.clear();
            for token in &tokens {
                let key = word_key(token.text, token.script);
                if !is_function_word(key) && !keys.contains(&key) {
                    keys.push(key);
                }
            }
            values.clear();
            add_values(written, &tokens, &mut values);
            source.stated.extend(values.iter().map(|value| Stated::new(value, number)));
            source.words.extend(keys.iter().map(|key| (*key, number)));
            source.units.push(Unit { given, norm, words: keys.len() });
        }
        let made_of = vec![MadeOf::default(); source.units.len()];
        Self { text, made_of, ..source }
    }

    /// Adds a row of a sentence, which begins at a byte of the normalised text.
    fn add_row(&mut self, sentence: usize, from: usize, row: &[Said]) {
        let mut cells = Vec::with_capacity(row.len());
        for (at, said) in row.iter().enumerate() {
            if self.norm.len() > from {
                self.norm.push_str(if at == 0 { " " } else { said.joint });
            }
            let start = self.norm.len();
            let (head, cell) = said.text.split_at_checked(said.head).unwrap_or_default();
            normalise_into(head, &mut self.norm);
            if self.norm.len() > start && !cell.is_empty() {
                self.norm.push(' ');
            }
            let own = self.norm.len();
            normalise_into(cell, &mut self.norm);
            let end = self.norm.len();
            cells.push(Cell { said: Span::new(start, end), own: Span::new(own, end), names: said.names });
        }
        self.rows.push(Row { sentence, cells: cells.into() });
    }
}

/// Neighbouring sentences of one source: a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Run {
    pub first: usize,
    pub len: usize,
}

impl Run {
    /// One sentence.
    pub(crate) const fn one(first: usize) -> Self {
        Self { first, len: 1 }
    }

    pub(crate) const fn range(self) -> Range<usize> {
        self.first..self.first + self.len
    }
}

/// The sources of one answer, in the order in which marks number them, with one index over all. Sentences are
/// counted over all sources. Copies share what was read, and so does whoever else holds the same text.
#[derive(Debug, Clone, Default)]
pub struct PreparedSources {
    sources: Arc<[Arc<PreparedSource>]>,
    /// What each source is called, normalised, with the keys of its content words; none where nobody said so.
    titles: Vec<(String, Vec<u32>)>,
    /// Number of the first sentence of each source, and of all sentences.
    firsts: Vec<usize>,
    /// Word key and number of the sentence, in order.
    index: Arc<[(u32, u32)]>,
}

impl PreparedSources {
    /// Copies of the texts, prepared.
    #[must_use]
    pub fn new(texts: &[impl AsRef<str>]) -> Self {
        Self::sharing(texts.iter().map(|text| text.as_ref().into()))
    }

    /// Texts that others hold, too, prepared, with one index over all.
    #[must_use]
    pub fn sharing(texts: impl IntoIterator<Item = Arc<str>>) -> Self {
        let sources: Arc<[Arc<PreparedSource>]> = texts.into_iter().map(held::prepared).collect();
        let mut firsts = vec![0];
        let mut index = Vec::with_capacity(sources.iter().map(|source| source.words.len()).sum());
        for source in &*sources {
            let first = firsts.last().copied().unwrap_or_default();
            let before = u32::try_from(first).unwrap_or(u32::MAX);
            index.extend(source.words.iter().map(|&(key, at)| (key, before.saturating_add(at))));
            firsts.push(first + source.units.len());
        }
        index.sort_unstable();
        Self { sources, titles: Vec::new(), firsts, index: index.into() }
    }

    /// The texts as they are held.
    pub fn texts(&self) -> impl Iterator<Item = &Arc<str>> {
        self.sources.iter().map(|source| &source.text)
    }

    /// The same sources with what each is called: a word that stands in the title of a document is not missing from it.
    #[must_use]
    pub fn titled(mut self, titles: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        let titles = titles.into_iter().map(|title| normalise(title.as_ref()));
        self.titles = titles
            .take(self.len())
            .map(|title| (content_keys(&title), title))
            .map(|(keys, title)| (title, keys))
            .collect();
        self
    }

    /// What a source is called, normalised.
    pub(crate) fn title(&self, at: usize) -> &str {
        self.titles.get(at).map_or("", |(title, _)| title)
    }

    /// Whether the title of a source has a word.
    pub(crate) fn is_in_title(&self, at: usize, key: u32) -> bool {
        self.titles.get(at).is_some_and(|(_, words)| words.contains(&key))
    }

    /// Whether the title of any source has a word.
    pub(crate) fn is_in_a_title(&self, key: u32) -> bool {
        self.titles.iter().any(|(_, words)| words.contains(&key))
    }

    /// Number of sources.
    #[must_use]
    pub fn len(&self) -> usize {
        self.sources.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sources.is_empty()
    }

    pub(crate) fn source(&self, at: usize) -> Option<Source<'_>> {
        Some(Source { held: self.sources.get(at)?, first: *self.firsts.get(at)? })
    }

    /// The source of a sentence, which is counted over all sources.
    pub(crate) fn source_of(&self, sentence: usize) -> Option<Source<'_>> {
        self.source(self.firsts.partition_point(|&first| first <= sentence).checked_sub(1)?)
    }

    /// Number of sentences.
    pub(crate) fn sentence_count(&self) -> usize {
        self.firsts.last().copied().unwrap_or_default()
    }

    /// The sentences that contain a word; they are counted over all sources.
    pub(crate) fn postings(&self, key: u32) -> impl Iterator<Item = usize> {
        let from = self.index.partition_point(|pair| pair.0 < key);
        let pairs = self.index.get(from..).unwrap_or_default();
        pairs.iter().take_while(move |pair| pair.0 == key).map(|pair| pair.1 as usize)
    }

    /// Whether a run of sentences of a source contains a word.
    pub(crate) fn has_word(&self, source: usize, run: Run, key: u32) -> bool {
        let first = self.firsts.get(source).copied().unwrap_or_default() + run.first;
        self.postings(key).any(|sentence| (first..first + run.len).contains(&sentence))
    }
}

/// One of [`PreparedSources`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Source<'a> {
    held: &'a PreparedSource,
    /// Number of its first sentence.
    pub first: usize,
}

impl<'a> Source<'a> {
    pub(crate) fn units(&self) -> &'a [Unit] {
        &self.held.units
    }

    /// The numbers of its sentences.
    pub(crate) fn sentences(&self) -> Range<usize> {
        self.first..self.first + self.units().len()
    }

    /// The text as it was given.
    pub(crate) fn text(&self) -> &'a str {
        &self.held.text
    }

    /// All of it, normalised.
    pub(crate) fn norm(&self) -> &'a str {
        &self.held.norm
    }

    /// Some of its sentences, normalised.
    pub(crate) fn of(&self, sentences: Range<usize>) -> &'a str {
        let units = self.units().get(sentences).unwrap_or_default();
        let ends = units.first().zip(units.last());
        ends.map_or("", |(first, last)| Span::new(first.norm.start, last.norm.end).of(self.norm()))
    }

    /// One of its sentences, read.
    pub(crate) fn reading(&self, sentence: usize) -> Reading<'a> {
        let norm = self.of(sentence..sentence + 1);
        match self.held.made_of.get(sentence) {
            Some(made_of) => Reading::kept(norm, made_of.words.get_or_init(|| Box::new(Kept::of(norm)))),
            None => Reading::new(norm),
        }
    }

    /// Which of some n-grams stand in one of its sentences.
    pub(crate) fn grams_in(&self, sentence: usize, grams: &Grams) -> Bits {
        let made_of = self.held.made_of.get(sentence);
        let hashes = made_of.map(|made_of| {
            made_of.grams.get_or_init(|| hashes(self.of(sentence..sentence + 1)).into_boxed_slice())
        });
        hashes.map_or(Bits::default(), |hashes| grams.among(hashes))
    }

    /// One of its sentences as it was given.
    pub(crate) fn given(&self, sentence: usize) -> &'a str {
        self.units().get(sentence).map_or("", |unit| unit.given.of(&self.held.text))
    }

    /// Its rows, in reading order.
    pub(crate) fn rows(&self) -> &'a [Row] {
        &self.held.rows
    }

    /// The bytes of a run of sentences in the text as given.
    pub(crate) fn span_of(&self, run: Run) -> Span {
        let units = self.units().get(run.range()).unwrap_or_default();
        let ends = units.first().zip(units.last());
        ends.map_or(Span::default(), |(first, last)| Span::new(first.given.start, last.given.end))
    }

    /// The sentence that is a text, which is normalised, from its first letter to its last sign.
    pub(crate) fn sentence_of(&self, norm: &str) -> Option<usize> {
        self.units()
            .iter()
            .position(|unit| unit.norm.len() == norm.len() && unit.norm.of(self.norm()) == norm)
    }

    /// All its values.
    pub(crate) fn stated(&self) -> &'a [Stated] {
        &self.held.stated
    }

    /// The values of a run of sentences.
    pub(crate) fn stated_in(&self, run: Run) -> &'a [Stated] {
        let before = |sentence| self.stated().partition_point(|stated| (stated.sentence as usize) < sentence);
        self.stated().get(before(run.first)..before(run.first + run.len)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_found_as_given_normalised_and_by_their_words() {
        let texts = ["Été came. It Rained “hard”.", "직원은 5일을 쉰다.", ""];
        let sources = PreparedSources::new(&texts).titled(["Weather", "인사 규정"]);
        let source = sources.source(0).unwrap();
        assert_eq!(
            (source.norm(), source.of(1..2)),
            ("été came. it rained \"hard\".", "it rained \"hard\".")
        );
        assert_eq!((source.given(1), source.sentence_of("été came.")), ("It Rained “hard”.", Some(0)));
        assert_eq!(source.span_of(Run { first: 0, len: 2 }).of(texts[0]), texts[0]);
        let key = content_keys("직원에게")[0];
        assert_eq!(sources.postings(key).collect::<Vec<_>>(), [2]);
        assert!(sources.has_word(1, Run::one(0), key) && !sources.has_word(0, Run::one(0), key));
        assert_eq!(sources.source_of(2).map(|source| (source.first, source.stated().len())), Some((2, 1)));
        assert!(sources.is_in_title(1, content_keys("규정")[0]) && sources.source(3).is_none());
    }
}
