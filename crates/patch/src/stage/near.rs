//! The surroundings of a suggestion: its sentence and those on either side, by which a rejected one is known again.

use rustc_hash::FxHashMap;

use super::super::{Patch, patch_id};
use stet_segment::{Sentence, segment};
use stet_text::span::Span;

/// Sentences of the paragraphs of one text, each cut once.
#[derive(Default)]
pub(super) struct Neighbours {
    known: FxHashMap<Span, Vec<Sentence>>,
}

impl Neighbours {
    /// Name of a suggestion whose words stand at `place`; see [`super::suppression_key`].
    pub(super) fn key(&mut self, text: &str, patch: &Patch, place: Span) -> String {
        let around = paragraph(text, place);
        let part = around.of(text);
        let sentences = self.known.entry(around).or_insert_with(|| segment(part));
        let at = place.start - around.start;
        let here = sentences
            .iter()
            .position(|sentence| at < sentence.span.end)
            .unwrap_or(sentences.len().saturating_sub(1));
        let near = sentences.get(here.saturating_sub(1)..(here + 2).min(sentences.len())).unwrap_or_default();
        let words: String =
            near.iter().map(|sentence| sentence.span.of(part).trim()).collect::<Vec<_>>().join("\n");
        patch_id(patch.op, &words, patch.before.trim(), patch.after.trim())
    }
}

/// Bytes on either side of a place in which its neighbours are looked for.
const NEAR: usize = 2_000;

/// The paragraph around a place, up to blank lines or [`NEAR`] bytes.
fn paragraph(text: &str, place: Span) -> Span {
    let from = text.floor_char_boundary(place.start.saturating_sub(NEAR));
    let to = text.ceil_char_boundary((place.end + NEAR).min(text.len()));
    let start = Span::new(from, place.start).of(text).rfind("\n\n").map_or(from, |at| from + at + 2);
    let end = Span::new(place.end, to).of(text).find("\n\n").map_or(to, |at| place.end + at);
    Span::new(start, end)
}
