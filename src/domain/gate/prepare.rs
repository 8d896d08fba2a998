//! Sources made ready for judging, once, when they are retrieved.
//!
//! Owns the normalised text of each source, its sentences, and one word index
//! over all of them, so that judging a claim touches the few places that share
//! its words whatever the number of sources.

use crate::domain::gate::number::{Stated, values_in};
use crate::domain::gate::similarity::{Signature, is_function_word, word_key};
use crate::domain::gate::window::sentences;
use crate::domain::span::Span;
use crate::domain::text::{normalise, tokens};

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
        let mut norm = String::with_capacity(text.len());
        let mut units = Vec::new();
        let mut signatures = Vec::new();
        let mut words = Vec::with_capacity(text.len() / 6);
        let mut stated = Vec::new();
        let mut keys: Vec<u32> = Vec::new();
        for (number, span) in (0_u32..).zip(sentences(text)) {
            if !norm.is_empty() {
                norm.push(' ');
            }
            let start = norm.len();
            norm.push_str(&normalise(span.of(text)));
            let sentence = Span::new(start, norm.len());
            let words_here = tokens(sentence.of(&norm));
            keys.clear();
            keys.extend(
                words_here
                    .iter()
                    .map(|token| word_key(token.text, token.script))
                    .filter(|key| !is_function_word(*key)),
            );
            let values = values_in(sentence.of(&norm), &words_here);
            stated.extend(values.iter().map(|value| Stated::new(value, number)));
            keys.sort_unstable();
            keys.dedup();
            words.extend(keys.iter().map(|key| (*key, number)));
            signatures.push(Signature::new(sentence.of(&norm)));
            let (Ok(start), Ok(end), Ok(norm_start), Ok(norm_end)) = (
                u32::try_from(span.start),
                u32::try_from(span.end),
                u32::try_from(sentence.start),
                u32::try_from(sentence.end),
            ) else {
                break;
            };
            let words = u32::try_from(keys.len()).unwrap_or(u32::MAX);
            units.push(Unit { start, end, norm_start, norm_end, words });
        }
        if signatures.iter().all(|signature| signature.is_empty()) {
            signatures = Vec::new();
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

    pub(super) fn signature(&self, unit: usize) -> Signature {
        self.signatures.get(unit).copied().unwrap_or_default()
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
    /// Distinct word keys, sorted; `starts[i]..starts[i + 1]` are the postings of `keys[i]`.
    keys: Vec<u32>,
    starts: Vec<u32>,
    /// Sentences, counted over all sources.
    postings: Vec<u32>,
    sentences: usize,
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
        let mut pairs = Vec::with_capacity(sources.iter().map(|source| source.words.len()).sum());
        let mut first = 0_u32;
        for source in &mut sources {
            firsts.push(first);
            pairs.extend(std::mem::take(&mut source.words).into_iter().map(|(key, at)| (key, first + at)));
            first = first.saturating_add(u32::try_from(source.units.len()).unwrap_or(u32::MAX));
        }
        pairs.sort_unstable();
        let mut keys = Vec::new();
        let mut starts = Vec::new();
        let mut postings = Vec::with_capacity(pairs.len());
        for (at, (key, sentence)) in (0_u32..).zip(pairs) {
            if keys.last() != Some(&key) {
                keys.push(key);
                starts.push(at);
            }
            postings.push(sentence);
        }
        starts.push(u32::try_from(postings.len()).unwrap_or(u32::MAX));
        Self { sources, firsts, keys, starts, postings, sentences: first as usize }
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
        own + 4 * (self.firsts.len() + self.keys.len() + self.starts.len() + self.postings.len())
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
        self.postings(key).iter().any(|&sentence| (first..first + run.len).contains(&(sentence as usize)))
    }

    /// The sentences, counted over all sources, that contain a word.
    pub(super) fn postings(&self, key: u32) -> &[u32] {
        let Ok(at) = self.keys.binary_search(&key) else { return &[] };
        let (Some(&start), Some(&end)) = (self.starts.get(at), self.starts.get(at + 1)) else { return &[] };
        self.postings.get(start as usize..end as usize).unwrap_or_default()
    }
}
