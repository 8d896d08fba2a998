//! Sources made ready for judging, once, when they are retrieved.
//!
//! Owns the normalised text of each source, its sentences, and one word index
//! over all of them, so that judging a claim touches the few places that share
//! its words whatever the number of sources.

use crate::domain::gate::number::{Stated, values_in};
use crate::domain::gate::similarity::{Signature, is_function_word, word_key};
use crate::domain::gate::window::sentences;
use crate::domain::span::Span;
use crate::domain::text::{each_token, normalise_into};

/// A sentence of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Unit {
    start: u32,
    end: u32,
    norm_start: u32,
    norm_end: u32,
    /// Number of distinct content words.
    words: u32,
}

impl Unit {
    /// Bytes in the text the source was given as.
    pub(super) fn span(self) -> Span {
        Span::new(self.start as usize, self.end as usize)
    }

    /// Number of distinct content words.
    pub(super) fn words(self) -> usize {
        self.words as usize
    }

    /// Bytes in the normalised text.
    pub(super) fn norm(self) -> Span {
        Span::new(self.norm_start as usize, self.norm_end as usize)
    }
}

/// One source text, normalised and cut into sentences. Texts are read up to 4 GiB.
#[derive(Debug, Clone, Default)]
pub struct PreparedSource {
    norm: Box<str>,
    units: Box<[Unit]>,
    /// One for each sentence, or none when the source has no Hangul.
    signatures: Box<[Signature]>,
    /// Word key and number of the sentence, each pair once.
    words: Vec<(u32, u32)>,
    /// What its values are, by sentence.
    stated: Box<[Stated]>,
}

impl PreparedSource {
    #[must_use]
    pub fn new(text: &str) -> Self {
        let spans = sentences(text);
        let mut norm = String::with_capacity(text.len() + spans.len());
        let mut units = Vec::with_capacity(spans.len());
        for span in spans {
            if !norm.is_empty() {
                norm.push(' ');
            }
            let start = norm.len();
            normalise_into(span.of(text), &mut norm);
            let (Ok(start), Ok(end), Ok(norm_start), Ok(norm_end)) = (
                u32::try_from(span.start),
                u32::try_from(span.end),
                u32::try_from(start),
                u32::try_from(norm.len()),
            ) else {
                break;
            };
            units.push(Unit { start, end, norm_start, norm_end, words: 0 });
        }
        let mut signatures = Vec::new();
        if !norm.is_ascii() {
            signatures.extend(units.iter().map(|unit| Signature::new(unit.norm().of(&norm))));
            if signatures.iter().all(|signature| signature.is_empty()) {
                signatures = Vec::new();
            }
        }
        let mut words = Vec::with_capacity(norm.len() / 8);
        let mut stated = Vec::new();
        let mut tokens = Vec::new();
        let mut keys: Vec<u32> = Vec::new();
        for (number, unit) in (0_u32..).zip(&mut units) {
            let sentence = unit.norm().of(&norm);
            tokens.clear();
            keys.clear();
            each_token(sentence, |token| {
                tokens.push(token);
                let key = word_key(token.text, token.script);
                if !is_function_word(key) {
                    keys.push(key);
                }
            });
            let values = values_in(sentence, &tokens);
            stated.extend(values.iter().map(|value| Stated::new(value, number)));
            keys.sort_unstable();
            keys.dedup();
            words.extend(keys.iter().map(|key| (*key, number)));
            unit.words = u32::try_from(keys.len()).unwrap_or(u32::MAX);
        }
        Self {
            norm: norm.into_boxed_str(),
            units: units.into_boxed_slice(),
            signatures: signatures.into_boxed_slice(),
            words,
            stated: stated.into_boxed_slice(),
        }
    }

    pub(super) fn norm(&self) -> &str {
        &self.norm
    }

    pub(super) fn units(&self) -> &[Unit] {
        &self.units
    }

    /// One for each sentence, or none when the source has no Hangul.
    pub(super) fn signatures(&self) -> &[Signature] {
        &self.signatures
    }

    /// The values of a run of sentences.
    pub(super) fn stated_in(&self, run: Run) -> &[Stated] {
        let before =
            |sentence: usize| self.stated.partition_point(|stated| (stated.sentence as usize) < sentence);
        self.stated.get(before(run.first)..before(run.first + run.len)).unwrap_or_default()
    }

    /// All its values.
    pub(super) fn stated(&self) -> &[Stated] {
        &self.stated
    }

    /// The normalised text of a run of sentences.
    pub(super) fn norm_of(&self, run: Run) -> &str {
        self.joined(run, Unit::norm).of(&self.norm)
    }

    /// The bytes of a run of sentences in the text as given.
    pub(super) fn span_of(&self, run: Run) -> Span {
        self.joined(run, Unit::span)
    }

    fn joined(&self, run: Run, span: impl Fn(Unit) -> Span) -> Span {
        let first = self.units.get(run.first).map_or(0, |&unit| span(unit).start);
        let last = run.first + run.len.saturating_sub(1);
        Span::new(first, self.units.get(last).map_or(first, |&unit| span(unit).end))
    }
}

/// Neighbouring sentences of one source: a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Run {
    pub first: usize,
    pub len: usize,
}

impl Run {
    /// One sentence.
    pub(super) const fn one(first: usize) -> Self {
        Self { first, len: 1 }
    }
}

/// The sources of one answer, in the order in which marks number them, with one index over all.
#[derive(Debug, Clone, Default)]
pub struct PreparedSources {
    sources: Vec<PreparedSource>,
    /// Number of the first sentence of each source, counted over all sources.
    firsts: Vec<u32>,
    index: Index,
    sentences: usize,
}

/// Which sentences contain a word: pairs of a key and a sentence, sorted into buckets by the
/// highest bits of the key. A bucket has some six pairs, so a look-up reads few lines of memory.
#[derive(Debug, Clone, Default)]
struct Index {
    /// Where each bucket begins, and the end of the last.
    starts: Box<[u32]>,
    keys: Box<[u32]>,
    /// Sentences, counted over all sources, three bytes each: the lowest first. Words of later
    /// sentences (of more than a gigabyte of text) are found by their n-grams only.
    sentences: Box<[[u8; 3]]>,
}

impl Index {
    /// `pairs` of all sources, given twice, in the order of the sentences.
    fn new<I: Iterator<Item = (u32, u32)>>(pairs: impl Fn() -> I) -> Self {
        /// In a bucket, about.
        const PAIRS: usize = 6;
        const LAST: u32 = (1 << 24) - 1;
        let pairs = || pairs().filter(|pair| pair.1 <= LAST);
        let count = pairs().count();
        let mut index = Self {
            starts: vec![0; count / PAIRS + 2].into_boxed_slice(),
            keys: vec![0; count].into_boxed_slice(),
            sentences: vec![[0; 3]; count].into_boxed_slice(),
        };
        for (key, _) in pairs() {
            let bucket = index.bucket(key);
            if let Some(size) = index.starts.get_mut(bucket) {
                *size += 1;
            }
        }
        let mut end = 0;
        for start in &mut index.starts {
            end += *start;
            *start = end;
        }
        // Filled from behind, until each start is that of its bucket.
        for (key, sentence) in pairs() {
            let bucket = index.bucket(key);
            let Some(place) = index.starts.get_mut(bucket) else { continue };
            *place -= 1;
            let at = *place as usize;
            let [first, second, third, _] = sentence.to_le_bytes();
            if let (Some(slot), Some(number)) = (index.keys.get_mut(at), index.sentences.get_mut(at)) {
                (*slot, *number) = (key, [first, second, third]);
            }
        }
        index
    }

    fn bucket(&self, key: u32) -> usize {
        // The key as a fraction of all keys.
        let buckets = self.starts.len().saturating_sub(1) as u64;
        ((u64::from(key) * buckets) >> 32) as usize
    }

    /// The sentences that contain a word, in no order.
    fn find(&self, key: u32) -> impl Iterator<Item = usize> {
        let bucket = self.bucket(key);
        let range = match (self.starts.get(bucket), self.starts.get(bucket + 1)) {
            (Some(&start), Some(&end)) => start as usize..end as usize,
            _ => 0..0,
        };
        let keys = self.keys.get(range.clone()).unwrap_or_default();
        let sentences = self.sentences.get(range).unwrap_or_default();
        keys.iter()
            .zip(sentences)
            .filter(move |pair| *pair.0 == key)
            .map(|(_, &[first, second, third])| u32::from_le_bytes([first, second, third, 0]) as usize)
    }

    fn heap_bytes(&self) -> usize {
        size_of_val(&*self.starts) + size_of_val(&*self.keys) + size_of_val(&*self.sentences)
    }
}

impl PreparedSources {
    #[must_use]
    pub fn new(texts: &[impl AsRef<str>]) -> Self {
        Self::from_prepared(texts.iter().map(|text| PreparedSource::new(text.as_ref())).collect())
    }

    /// An index over sources that were prepared before, for example at ingest.
    #[must_use]
    pub fn from_prepared(mut sources: Vec<PreparedSource>) -> Self {
        let mut firsts = Vec::with_capacity(sources.len());
        let mut first = 0_u32;
        for source in &sources {
            firsts.push(first);
            first = first.saturating_add(u32::try_from(source.units.len()).unwrap_or(u32::MAX));
        }
        let index = Index::new(|| {
            sources.iter().zip(&firsts).flat_map(|(source, &first)| {
                source.words.iter().map(move |&(key, at)| (key, first.saturating_add(at)))
            })
        });
        for source in &mut sources {
            source.words = Vec::new();
        }
        Self { sources, firsts, index, sentences: first as usize }
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

    /// Bytes held on the heap, for reporting.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        let own: usize = self
            .sources
            .iter()
            .map(|source| {
                size_of::<PreparedSource>()
                    + source.norm.len()
                    + size_of_val(&*source.units)
                    + size_of_val(&*source.signatures)
                    + size_of_val(&*source.stated)
            })
            .sum();
        own + size_of_val(&*self.firsts) + self.index.heap_bytes()
    }

    pub(super) fn source(&self, at: usize) -> Option<&PreparedSource> {
        self.sources.get(at)
    }

    /// Number of the source's first sentence, counted over all sources.
    pub(super) fn first_sentence(&self, source: usize) -> usize {
        self.firsts.get(source).map_or(0, |&first| first as usize)
    }

    /// Number of sentences of all sources.
    pub(super) fn sentence_count(&self) -> usize {
        self.sentences
    }

    /// Whether a run of sentences of a source contains a word.
    pub(super) fn has_word(&self, source: usize, run: Run, key: u32) -> bool {
        let first = self.first_sentence(source) + run.first;
        self.postings(key).any(|sentence| (first..first + run.len).contains(&sentence))
    }

    /// The sentences, counted over all sources, that contain a word.
    pub(super) fn postings(&self, key: u32) -> impl Iterator<Item = usize> {
        self.index.find(key)
    }
}
