//! Patches while the rewriting is still being written.
//!
//! Owns the alignment of each finished sentence of a rewriting with the
//! original. What it shows is provisional; [`Aligner::finish`] compares the
//! whole, and a patch that did not change keeps its id. Sentences that the
//! rewriting has not reached are never taken for deleted.

use super::classify::unit::Vocabulary;
use super::diff::{self, Bead, Hunk};
use super::{Patch, classify, patches};
use crate::domain::segment::segment;
use crate::domain::span::Span;

/// Original sentences that are looked through for the counterpart of a rewritten one.
const WINDOW: usize = 8;
/// Common character pairs from which on two sentences are taken for counterparts.
const KIN: f32 = 0.3;

/// Aligns a rewriting with its original, sentence by sentence.
#[derive(Debug)]
pub struct Aligner {
    original: String,
    sentences: Vec<Span>,
    rewritten: String,
    /// The first original sentence without a counterpart.
    next: usize,
    vocabulary: Vocabulary,
}

impl Aligner {
    #[must_use]
    pub fn new(original: impl Into<String>) -> Self {
        let original = original.into();
        let sentences = segment(&original).into_iter().map(|sentence| sentence.span).collect();
        Self { original, sentences, rewritten: String::new(), next: 0, vocabulary: Vocabulary::default() }
    }

    /// Takes the next finished sentence of the rewriting, with its trailing white space, and
    /// gives the patches it makes. A sentence without a counterpart makes none yet: it may be
    /// half of a split one, which only the end can tell.
    pub fn push(&mut self, sentence: &str) -> Vec<Patch> {
        let start = self.rewritten.len();
        self.rewritten.push_str(sentence);
        let after = Span::new(start, self.rewritten.len());
        let window = self.sentences.iter().enumerate().skip(self.next).take(WINDOW);
        let mut best: Option<(usize, f32)> = None;
        for (at, span) in window {
            let text = span.of(&self.original);
            let kin = if text.trim() == sentence.trim() { 2.0 } else { diff::kinship(text, sentence) };
            if kin >= KIN && best.is_none_or(|(_, most)| kin > most) {
                best = Some((at, kin));
            }
        }
        let Some((at, _)) = best else { return Vec::new() };
        self.next = at + 1;
        let before = self.sentences.get(at).copied().unwrap_or_default();
        let hunks = diff::words::hunks(before.of(&self.original), after.of(&self.rewritten))
            .into_iter()
            .map(|hunk| Hunk {
                before: hunk.before.shifted(before.start),
                after: hunk.after.shifted(after.start),
            })
            .collect();
        let mut out = Vec::new();
        if before.of(&self.original).trim() != sentence.trim() {
            classify::bead(
                &self.original,
                &self.rewritten,
                &Bead { before, after, hunks },
                &mut self.vocabulary,
                &mut out,
            );
            // White space at a sentence's end belongs to what follows, which is not written yet.
            out.retain(|patch| !(patch.before.trim().is_empty() && patch.after.trim().is_empty()));
        }
        out
    }

    /// The text pushed so far.
    #[must_use]
    pub fn rewritten(&self) -> &str {
        &self.rewritten
    }

    /// Settles the patches. `complete` is false for a stream that was cut off: then only what the
    /// rewriting reached is compared, and the rest of the original stays.
    #[must_use]
    pub fn finish(&self, complete: bool) -> Vec<Patch> {
        if complete {
            return if self.rewritten.trim().is_empty() {
                Vec::new()
            } else {
                patches(&self.original, &self.rewritten)
            };
        }
        let reached =
            self.next.checked_sub(1).and_then(|last| self.sentences.get(last)).map_or(0, |span| span.end);
        let original = self.original.get(..reached).unwrap_or_default();
        if reached == 0 {
            return Vec::new();
        }
        // What the original has between its sentences is kept as it is at the seam.
        let space = original.len() - original.trim_end().len();
        let tail = original.get(original.len() - space..).unwrap_or_default();
        let rewritten = format!("{}{tail}", self.rewritten.trim_end());
        patches(original, &rewritten)
    }
}
