//! Sources made ready for judging, once, when they are retrieved.
//!
//! Owns what is kept of each source beside its text: where its sentences are, one word index over the
//! sentences of all sources, their values and their n-gram signatures. So judging a claim touches the few
//! places that share its words whatever the number of sources. The normalised text is kept only
//! where it is more than the text in lower case with other punctuation; it is put together again ([`Norm`]) for the few
//! sources that a claim is compared with.

mod index;
mod reader;
mod rows;
mod signatures;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use crate::search::grams::signature::Signature;
use crate::text::similarity::content_keys;
use crate::text::window::sentences;
use crate::values::number::{Stated, add_values};
use stet_text::span::Span;
use stet_text::{Change, normalise, normalise_into};

use index::Index;
use reader::Sentence;
use rows::Table;
pub(crate) use signatures::Signatures;

/// A sentence of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unit {
    start: u32,
    /// Bytes; a sentence of a source has at most some 1,200.
    len: u16,
    /// Number of distinct content words, 255 when there are more.
    words: u8,
    form: Form,
}

/// What the normalised text of a sentence is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// The text with ASCII in lower case.
    Plain,
    /// Made again when it is asked for. It has the n-grams of the text, from which it differs in quotation marks, dashes,
    /// white space and the like.
    Marks,
    /// Kept.
    Kept,
}

impl Form {
    fn of(change: Change) -> Self {
        match change {
            Change::None => Self::Plain,
            Change::Marks => Self::Marks,
            Change::Letters => Self::Kept,
        }
    }
}

impl Unit {
    /// Bytes in the text the source was given as.
    pub(crate) fn span(self) -> Span {
        let start = self.start as usize;
        Span::new(start, start + usize::from(self.len))
    }

    /// Number of distinct content words.
    pub(crate) fn words(self) -> usize {
        usize::from(self.words)
    }
}

/// One source text cut into sentences and read. Texts are read up to 4 GiB.
#[derive(Debug, Clone, Default)]
pub struct PreparedSource {
    text: Arc<str>,
    units: Vec<Unit>,
    /// One for each sentence.
    signatures: Vec<Signature>,
    /// Word key and number of the sentence, each pair once.
    words: Vec<(u32, u32)>,
    /// What its values are, by sentence.
    stated: Vec<Stated>,
    /// The sentences that are kept, normalised, each on a line.
    kept: String,
}

impl PreparedSource {
    /// Reads a text, which is shared, not copied, when it is given as an `Arc`.
    #[must_use]
    pub fn new(text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        let spans = sentences(&text);
        let mut norm = String::with_capacity(text.len() + spans.len());
        let mut units = Vec::with_capacity(spans.len());
        let mut ends = Vec::with_capacity(spans.len());
        let mut kept = String::new();
        let mut table = Table::default();
        for span in spans {
            let written = span.of(&text);
            let (Ok(start), Ok(len)) = (u32::try_from(span.start), u16::try_from(span.len())) else { break };
            let from = norm.len();
            // A row is read with the heads of its columns.
            let form = match table.labelled(written) {
                Some(row) => {
                    normalise_into(&row, &mut norm);
                    Form::Kept
                }
                None => Form::of(normalise_into(written, &mut norm)),
            };
            if form == Form::Kept {
                kept.push_str(norm.get(from..).unwrap_or_default());
                kept.push('\n');
            }
            units.push(Unit { start, len, words: 0, form });
            ends.push(norm.len());
        }
        let mut signatures = Vec::with_capacity(units.len());
        let mut words = Vec::with_capacity(norm.len() / 8);
        let mut stated = Vec::new();
        let (mut sentence, mut values) = (Sentence::new(), Vec::new());
        let mut from = 0;
        for ((number, unit), end) in (0_u32..).zip(&mut units).zip(ends) {
            let written = Span::new(from, end).of(&norm);
            from = end;
            signatures.push(sentence.read(written));
            values.clear();
            add_values(written, &sentence.tokens, &mut values);
            stated.extend(values.iter().map(|value| Stated::new(value, number)));
            words.extend(sentence.keys.iter().map(|key| (*key, number)));
            unit.words = u8::try_from(sentence.keys.len()).unwrap_or(u8::MAX);
        }
        Self { text, units, signatures, words, stated, kept }
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
}

/// The sources of one answer, in the order in which marks number them, with one index over all. Sentences are
/// counted over all sources.
#[derive(Debug, Clone, Default)]
pub struct PreparedSources {
    texts: Box<[Arc<str>]>,
    /// Of each source the sentences that are kept, normalised, each on a line.
    kept: Box<[Box<str>]>,
    /// What each source is called, normalised; none where nobody said so.
    titles: Box<[Box<str>]>,
    /// The keys of the content words of each title.
    title_words: Box<[Vec<u32>]>,
    /// Number of the first sentence of each source, and of all sentences.
    firsts: Box<[u32]>,
    units: Box<[Unit]>,
    stated: Box<[Stated]>,
    index: Index,
    signatures: Signatures,
}

impl PreparedSources {
    /// Copies of the texts, prepared.
    #[must_use]
    pub fn new(texts: &[impl AsRef<str>]) -> Self {
        Self::from_prepared(texts.iter().map(|text| PreparedSource::new(text.as_ref())).collect())
    }

    /// Texts that others hold, too, prepared.
    #[must_use]
    pub fn sharing(texts: impl IntoIterator<Item = Arc<str>>) -> Self {
        Self::from_prepared(texts.into_iter().map(PreparedSource::new).collect())
    }

    /// An index over sources that were prepared before, for example at ingest.
    #[must_use]
    pub fn from_prepared(sources: Vec<PreparedSource>) -> Self {
        let mut firsts = Vec::with_capacity(sources.len() + 1);
        let mut first = 0_u32;
        firsts.push(first);
        for source in &sources {
            first = first.saturating_add(u32::try_from(source.units.len()).unwrap_or(u32::MAX));
            firsts.push(first);
        }
        let of_all = || sources.iter().zip(&firsts);
        let index = Index::new(first, || {
            of_all().flat_map(|(source, &first)| {
                source.words.iter().map(move |&(key, at)| (key, first.saturating_add(at)))
            })
        });
        let stated =
            of_all().flat_map(|(source, &first)| source.stated.iter().map(move |one| one.moved(first)));
        Self {
            stated: stated.collect(),
            units: sources.iter().flat_map(|source| &source.units).copied().collect(),
            signatures: Signatures::new(sources.iter().map(|source| &*source.signatures), &firsts),
            index,
            texts: sources.iter().map(|source| Arc::clone(&source.text)).collect(),
            kept: sources.into_iter().map(|source| source.kept.into_boxed_str()).collect(),
            titles: Box::default(),
            title_words: Box::default(),
            firsts: firsts.into_boxed_slice(),
        }
    }

    /// The same sources with what each is called: a word that stands in the title of a document is not missing from it.
    #[must_use]
    pub fn titled(mut self, titles: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        let titles = titles.into_iter().map(|title| normalise(title.as_ref()).into_boxed_str());
        self.titles = titles.take(self.texts.len()).collect();
        self.title_words = self.titles.iter().map(|title| content_keys(title)).collect();
        self
    }

    /// Whether the title of a source has a word.
    pub(crate) fn is_in_title(&self, at: usize, key: u32) -> bool {
        self.title_words.get(at).is_some_and(|words| words.contains(&key))
    }

    /// Whether the title of any source has a word.
    pub(crate) fn is_in_a_title(&self, key: u32) -> bool {
        self.title_words.iter().any(|words| words.contains(&key))
    }

    /// The source of a sentence, which is counted over all sources.
    pub(crate) fn source_of(&self, sentence: usize) -> Option<Source<'_>> {
        self.source(self.firsts.partition_point(|&first| first as usize <= sentence).checked_sub(1)?)
    }

    /// What a source is called, normalised.
    pub(crate) fn title(&self, at: usize) -> &str {
        self.titles.get(at).map_or("", |title| title)
    }

    /// Number of sources.
    #[must_use]
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Bytes held on the heap beside the texts, for reporting.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        size_of_val(&*self.texts)
            + size_of_val(&*self.kept)
            + self.kept.iter().map(|text| text.len()).sum::<usize>()
            + self.titles.iter().map(|title| title.len()).sum::<usize>()
            + self.title_words.iter().map(|words| size_of_val(&**words)).sum::<usize>()
            + size_of_val(&*self.firsts)
            + size_of_val(&*self.units)
            + size_of_val(&*self.stated)
            + self.index.heap_bytes()
            + self.signatures.heap_bytes()
    }

    /// The numbers of the sentences of a source.
    pub(crate) fn sentences_of(&self, at: usize) -> Option<Range<usize>> {
        Some(*self.firsts.get(at)? as usize..*self.firsts.get(at + 1)? as usize)
    }

    pub(crate) fn source(&self, at: usize) -> Option<Source<'_>> {
        let sentences = self.sentences_of(at)?;
        Some(Source {
            text: self.texts.get(at)?,
            kept: self.kept.get(at)?,
            first: sentences.start,
            units: self.units.get(sentences).unwrap_or_default(),
            all_stated: &self.stated,
        })
    }

    /// Number of sentences.
    pub(crate) fn sentence_count(&self) -> usize {
        self.units.len()
    }

    pub(crate) fn signatures(&self) -> &Signatures {
        &self.signatures
    }

    /// Whether a run of sentences of a source contains a word.
    pub(crate) fn has_word(&self, source: usize, run: Run, key: u32) -> bool {
        let first = self.firsts.get(source).map_or(0, |&first| first as usize) + run.first;
        self.postings(key).any(|sentence| (first..first + run.len).contains(&sentence))
    }

    /// Sets the bits of the sentences that contain a word.
    pub(crate) fn mark_sentences(&self, key: u32, sentences: &mut [u64]) {
        self.index.mark(key, sentences);
    }

    /// The sentences that contain a word, in no order; they are counted over all sources.
    pub(crate) fn postings(&self, key: u32) -> impl Iterator<Item = usize> {
        self.index.find(key)
    }
}

/// One of [`PreparedSources`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Source<'a> {
    text: &'a str,
    kept: &'a str,
    /// Number of its first sentence.
    pub first: usize,
    pub units: &'a [Unit],
    /// The values of all sources.
    all_stated: &'a [Stated],
}

impl<'a> Source<'a> {
    /// All its values.
    pub(crate) fn stated(&self) -> &'a [Stated] {
        self.stated_in(Run { first: 0, len: self.units.len() })
    }

    /// The values of a run of sentences.
    pub(crate) fn stated_in(&self, run: Run) -> &'a [Stated] {
        let before = |sentence: usize| {
            self.all_stated.partition_point(|stated| (stated.sentence as usize) < self.first + sentence)
        };
        self.all_stated.get(before(run.first)..before(run.first + run.len)).unwrap_or_default()
    }

    /// Some of its sentences, normalised but for capitals among their ASCII.
    pub(crate) fn written(&self, sentences: Range<usize>) -> impl Iterator<Item = Cow<'a, str>> + use<'a> {
        self.forms(sentences).map(|(form, written)| match form {
            Form::Marks => Cow::Owned(normalise(written)),
            Form::Plain | Form::Kept => Cow::Borrowed(written),
        })
    }

    /// Some of its sentences, with the n-grams that they have when they are normalised.
    pub(crate) fn seen(&self, sentences: Range<usize>) -> impl Iterator<Item = &'a str> + use<'a> {
        self.forms(sentences).map(|(_, written)| written)
    }

    /// Some of its sentences as they are held.
    fn forms(&self, sentences: Range<usize>) -> impl Iterator<Item = (Form, &'a str)> + use<'a> {
        let (text, kept) = (self.text, self.kept);
        let earlier = self.units.get(..sentences.start).unwrap_or_default();
        let skipped = || earlier.iter().filter(|unit| unit.form == Form::Kept).count();
        let mut kept = kept.split('\n').skip(if kept.is_empty() { 0 } else { skipped() });
        let units = self.units.get(sentences).unwrap_or_default();
        units.iter().map(move |unit| {
            let held = if unit.form == Form::Kept { kept.next() } else { None };
            (unit.form, held.unwrap_or_else(|| unit.span().of(text)))
        })
    }

    /// The sentence that is a text, which is normalised, from its first letter to its last sign.
    pub(crate) fn sentence_of(&self, norm: &str) -> Option<usize> {
        let may_be = |unit: &Unit| match unit.form {
            Form::Plain => usize::from(unit.len) == norm.len(),
            // Other signs have another length.
            Form::Marks | Form::Kept => (norm.len() / 2..=norm.len() * 2).contains(&usize::from(unit.len)),
        };
        let is = |at: usize| self.written(at..at + 1).any(|written| written.eq_ignore_ascii_case(norm));
        self.units.iter().enumerate().filter(|(_, unit)| may_be(unit)).map(|(at, _)| at).find(|&at| is(at))
    }

    /// One of its sentences as it was given.
    pub(crate) fn given(&self, sentence: usize) -> &'a str {
        self.units.get(sentence).map_or("", |unit| unit.span().of(self.text))
    }

    /// The bytes of a run of sentences in the text as given.
    pub(crate) fn span_of(&self, run: Run) -> Span {
        let first = self.units.get(run.first).map_or(0, |unit| unit.span().start);
        let last = run.first + run.len.saturating_sub(1);
        Span::new(first, self.units.get(last).map_or(first, |unit| unit.span().end))
    }
}

/// The normalised text of neighbouring sentences of a source, put together again, one space apart.
#[derive(Debug, Clone, Default)]
pub(crate) struct Norm {
    text: String,
    /// Number of the first sentence, and where each ends.
    first: usize,
    ends: Vec<usize>,
}

impl Norm {
    /// All of a source.
    pub(crate) fn new(source: &Source<'_>) -> Self {
        Self::part(source, 0..source.units.len())
    }

    /// Some of its sentences.
    pub(crate) fn part(source: &Source<'_>, sentences: Range<usize>) -> Self {
        Self::joined(source, sentences.start, [sentences])
    }

    /// Some of its sentences behind one from further up, which takes the place of the one before them.
    pub(crate) fn behind(source: &Source<'_>, lead: usize, sentences: Range<usize>) -> Self {
        Self::joined(source, sentences.start.saturating_sub(1), [lead..lead + 1, sentences])
    }

    /// Several runs of its sentences, one behind the other; the first of them counts as number `first`.
    fn joined<const N: usize>(source: &Source<'_>, first: usize, runs: [Range<usize>; N]) -> Self {
        let units = |run: &Range<usize>| source.units.get(run.clone()).unwrap_or_default();
        let bytes: usize = runs.iter().flat_map(units).map(|unit| usize::from(unit.len) + 1).sum();
        let mut text = String::with_capacity(bytes);
        let mut ends = Vec::with_capacity(runs.iter().map(|run| units(run).len()).sum());
        for (form, written) in runs.into_iter().flat_map(|run| source.forms(run)) {
            if !ends.is_empty() {
                text.push(' ');
            }
            match form {
                Form::Marks => {
                    normalise_into(written, &mut text);
                }
                Form::Plain | Form::Kept => text.push_str(written),
            }
            ends.push(text.len());
        }
        text.make_ascii_lowercase();
        Self { text, first, ends }
    }

    /// All that has been put together.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The text of a run of sentences, which are counted in the source.
    pub(crate) fn of(&self, run: Run) -> &str {
        let end =
            |before: usize| before.checked_sub(self.first + 1).and_then(|at| self.ends.get(at)).copied();
        let start = end(run.first).map_or(0, |end| end + 1);
        Span::new(start, end(run.first + run.len).unwrap_or(self.text.len())).of(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::grams::Grams;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_text_made_again_is_that_which_was_read(
            text in "(\\PC{0,20}|[a-zA-Z가-힣’“É１ .!?\n]{0,60}){0,6}"
        ) {
            let sources = PreparedSources::new(&[text.as_str(), "Another one."]);
            let source = sources.source(0).unwrap();
            let norm = Norm::new(&source);
            let want: Vec<String> = sentences(&text).iter().map(|span| normalise(span.of(&text))).collect();
            prop_assert_eq!(norm.text(), want.join(" "));
            for (at, want) in want.iter().enumerate() {
                prop_assert_eq!(norm.of(Run::one(at)), want);
                let rest = Norm::part(&source, at..source.units.len());
                prop_assert_eq!(rest.of(Run::one(at)), want);
            }
        }

        #[test]
        fn a_sentence_is_held_with_the_n_grams_of_its_normalised_text(
            text in "(\\PC{0,20}|[a-cA-C가-나’“É１—·… .!?\n]{0,60}){0,6}",
            claim in "[a-c가-나'\"é1·… .-]{0,80}"
        ) {
            let sources = PreparedSources::new(&[text.as_str()]);
            let source = sources.source(0).unwrap();
            let grams = Grams::new(&normalise(&claim));
            let all = 0..source.units.len();
            for (seen, written) in source.seen(all.clone()).zip(source.written(all)) {
                prop_assert_eq!(grams.found_in(seen), grams.found_in(&written), "{:?} {:?}", seen, written);
            }
        }
    }
}
