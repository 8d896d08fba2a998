//! Chunks on their way into the store.

use pgvector::HalfVector;
use uuid::Uuid;

use super::terms::Searched;
use super::{DIMENSIONS, clean, clean_json, language_name};
use stet_sources::chunk::Chunk;
use stet_sources::fusion::Passage;
use stet_text::Language;

/// A chunk on its way into the store.
#[derive(Debug, Clone)]
pub struct NewChunk<'a> {
    pub id: Uuid,
    pub chunk: &'a Chunk,
    pub language: Language,
    /// At most [`DIMENSIONS`] long.
    pub embedding: &'a [f32],
    /// The vector of its translation, if it has one.
    pub translation_embedding: Option<&'a [f32]>,
}

/// Chunks as they are stored, a column each, as `unnest` takes them. To make them reads every word: milliseconds for many.
#[derive(Debug, Default)]
pub struct NewRows {
    pub(super) ids: Vec<Uuid>,
    pub(super) ordinals: Vec<i32>,
    pub(super) contents: Vec<String>,
    pub(super) types: Vec<String>,
    pub(super) categories: Vec<String>,
    pub(super) languages: Vec<String>,
    pub(super) pages: Vec<Option<i32>>,
    pub(super) page_ends: Vec<Option<i32>>,
    pub(super) page_starts: Vec<serde_json::Value>,
    pub(super) headings: Vec<serde_json::Value>,
    pub(super) starts: Vec<i64>,
    pub(super) ends: Vec<i64>,
    pub(super) captions: Vec<Option<String>>,
    pub(super) entities: Vec<Option<serde_json::Value>>,
    pub(super) images: Vec<Option<String>>,
    pub(super) feedback: Vec<Option<String>>,
    pub(super) translations: Vec<Option<String>>,
    pub(super) regulations: Vec<Option<String>>,
    pub(super) numbers: Vec<Option<i32>>,
    pub(super) branches: Vec<Option<i32>>,
    pub(super) titles: Vec<Option<String>>,
    pub(super) embeddings: Vec<Option<HalfVector>>,
    pub(super) terms: Vec<String>,
    pub(super) lengths: Vec<i32>,
    pub(super) counts: Vec<Vec<u8>>,
    pub(super) forms: Vec<bool>,
    pub(super) contexts: Vec<Option<String>>,
    pub(super) translated: Vec<Option<HalfVector>>,
}

impl NewRows {
    #[must_use]
    pub fn of<'a>(chunks: impl IntoIterator<Item = NewChunk<'a>>) -> Self {
        let mut rows = Self::default();
        for new in chunks {
            rows.push(&new);
        }
        rows
    }

    fn push(&mut self, new: &NewChunk<'_>) {
        let chunk = new.chunk;
        let text = |value: &Option<String>| value.as_deref().map(|v| clean(v).into_owned());
        let number = |value: u32| i32::try_from(value).ok();
        let offset = |value: usize| i64::try_from(value).unwrap_or(i64::MAX);
        let counted = Searched::of(chunk).counted();
        self.ids.push(new.id);
        self.ordinals.push(number(chunk.ordinal).unwrap_or(i32::MAX));
        self.contents.push(clean(&chunk.content).into_owned());
        self.types.push(chunk.chunk_type.name().to_owned());
        self.categories.push(chunk.category.name().to_owned());
        self.languages.push(language_name(new.language).to_owned());
        self.pages.push(chunk.page.and_then(number));
        self.page_ends.push(chunk.page_end.and_then(number));
        let starts: Vec<u32> = chunk.page_starts.iter().flat_map(|(at, page)| [*at, *page]).collect();
        self.page_starts.push(starts.into());
        self.headings.push(clean_json(&serde_json::Value::from(chunk.headings.clone())));
        self.starts.push(offset(chunk.span.start));
        self.ends.push(offset(chunk.span.end));
        self.captions.push(text(&chunk.caption));
        self.entities.push(chunk.entity.as_ref().map(clean_json));
        self.images.push(text(&chunk.image_path));
        self.feedback.push(text(&chunk.human_feedback));
        self.translations.push(text(&chunk.translation));
        self.contexts.push(text(&chunk.context));
        self.translated.push(new.translation_embedding.and_then(stored_vector));
        let article = chunk.article.as_ref();
        self.regulations.push(article.map(|a| clean(&a.regulation).into_owned()));
        self.numbers.push(article.and_then(|a| number(a.number)));
        self.branches.push(article.and_then(|a| a.branch).and_then(number));
        self.titles.push(article.and_then(|a| text(&a.title)));
        // What some encoders make of dots and lines is near to everything.
        self.embeddings.push(stored_vector(new.embedding).filter(|_| counted.length > 0));
        self.terms.push(counted.vector);
        self.lengths.push(counted.length);
        self.counts.push(counted.counts);
        let title = article.and_then(|a| a.title.as_deref());
        let titles: Vec<&str> = chunk.headings.iter().map(String::as_str).chain(title).collect();
        let passage = Passage { names: &[], titles: &titles, texts: &[&chunk.content] };
        self.forms.push(passage.is_form());
    }
}

/// A vector as it is stored: padded with zeros, cut at [`DIMENSIONS`]; `None` when nothing of it is left in the stored
/// precision, since the cosine with a zero vector is not a number, or when it has what is no number, which the database
/// refuses together with the rest of its batch.
pub(crate) fn stored_vector(vector: &[f32]) -> Option<HalfVector> {
    let mut padded = vector.to_vec();
    padded.resize(DIMENSIONS, 0.0);
    let stored = HalfVector::from_f32_slice(&padded);
    let is_usable = stored.as_slice().iter().all(|x| x.is_finite())
        && stored.as_slice().iter().any(|x| x.to_f32() != 0.0);
    is_usable.then_some(stored)
}
