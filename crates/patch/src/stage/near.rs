//! How a rejected suggestion is known again: by its surroundings, its sentence and those on either side, or at the place
//! where it was turned down, as long as its own sentence is what it was but for what the writer accepted in it.

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::{Op, Patch, patch_id};
use super::{Part, Stage, Status};
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
        let (part, sentences, here) = self.cut(text, place);
        let near = sentences.get(here.saturating_sub(1)..(here + 2).min(sentences.len())).unwrap_or_default();
        let words: String =
            near.iter().map(|sentence| sentence.span.of(part).trim()).collect::<Vec<_>>().join("\n");
        patch_id(patch.op, &words, patch.before.trim(), patch.after.trim())
    }

    /// The sentence in which a place is.
    fn sentence<'t>(&mut self, text: &'t str, place: Span) -> &'t str {
        let (part, sentences, here) = self.cut(text, place);
        sentences.get(here).map_or("", |sentence| sentence.span.of(part).trim())
    }

    /// The paragraph of a place, its sentences, and which of them is its own.
    fn cut<'t>(&mut self, text: &'t str, place: Span) -> (&'t str, &[Sentence], usize) {
        let around = paragraph(text, place);
        let part = around.of(text);
        let sentences = self.known.entry(around).or_insert_with(|| segment(part));
        let at = place.start - around.start;
        let own = sentences.iter().position(|sentence| at < sentence.span.end);
        (part, sentences, own.unwrap_or(sentences.len().saturating_sub(1)))
    }
}

/// What was turned down and has not lapsed; see [`Stage::turned_down`].
#[derive(Debug)]
pub struct TurnedDown<'a> {
    stage: &'a Stage,
    /// Those whose words another suggestion covers: their own sentence, which is in the id, tells.
    covered: FxHashSet<&'a str>,
    places: FxHashMap<(Span, Op, &'a str), &'a str>,
}

impl<'a> TurnedDown<'a> {
    /// The id under which this suggestion was turned down; `None` where it was not.
    #[must_use]
    pub fn id<'p>(&self, patch: &'p Patch) -> Option<&'p str>
    where
        'a: 'p,
    {
        let suppressed = &self.stage.suppressed;
        if suppressed.is_empty() {
            return None;
        }
        let here = self.places.get(&(patch.range, patch.op, patch.after.as_str())).copied();
        here.or_else(|| {
            let known = self.covered.contains(&*patch.id)
                || suppressed.contains(&super::suppression_key(&self.stage.text, patch));
            known.then_some(&*patch.id)
        })
    }
}

impl Stage {
    /// The suggestions that were turned down, by the places where their words stand now.
    #[must_use]
    pub fn turned_down(&self) -> TurnedDown<'_> {
        let held: FxHashSet<&str> = self.anchors.iter().map(|anchor| &*anchor.patch).collect();
        let covered = self.in_force().filter(|patch| !held.contains(&*patch.id)).map(|patch| &*patch.id);
        let places = self.rejected().map(|(range, patch)| ((range, patch.op, &*patch.after), &*patch.id));
        TurnedDown { stage: self, covered: covered.collect(), places: places.collect() }
    }

    fn in_force(&self) -> impl Iterator<Item = &Patch> {
        let rejected = self.staged.iter().filter(|one| one.status == Status::Rejected);
        rejected.map(|one| &one.patch).filter(|patch| self.suppressed.contains(&patch.id))
    }

    /// Those that have a place and were not forgotten.
    fn rejected(&self) -> impl Iterator<Item = (Span, &Patch)> {
        let known: FxHashMap<&str, &Patch> = self.in_force().map(|patch| (&*patch.id, patch)).collect();
        let here = self.anchors.iter().filter(|anchor| anchor.part == Part::Here && !anchor.broken);
        here.filter_map(move |anchor| Some((anchor.range, *known.get(&*anchor.patch)?)))
    }

    /// The sentences of what was turned down, by id.
    pub(super) fn refused(&self) -> Vec<(String, String)> {
        let mut near = Neighbours::default();
        let own =
            self.rejected().map(|(at, patch)| (patch.id.clone(), near.sentence(&self.text, at).to_owned()));
        own.collect()
    }

    /// Forgets what was turned down in sentences that are others now.
    pub(super) fn lapse(&mut self, before: Vec<(String, String)>) {
        if before.is_empty() {
            return;
        }
        let now: FxHashSet<(String, String)> = self.refused().into_iter().collect();
        for one in before {
            if !now.contains(&one) {
                self.suppressed.remove(&one.0);
            }
        }
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
