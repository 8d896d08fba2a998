//! Patches while the rewriting is still being written.
//!
//! Owns the alignment of each finished sentence of a rewriting with the
//! original. What it shows is provisional; [`Aligner::finish`] compares the
//! whole, and a patch that did not change keeps its id. Sentences that the
//! rewriting has not reached are never taken for deleted.

use rustc_hash::FxHashSet;

use super::classify::words::Reader;
use super::{Around, Patch, diff, patches_in};
use stet_segment::segment;
use stet_text::span::Span;

/// Original sentences that are looked through for the counterpart of a rewritten one.
const WINDOW: usize = 8;
/// Common character pairs from which on two sentences are taken for counterparts.
const KIN: f32 = 0.3;

/// The words of a text, for telling whether they are still there.
fn keys(text: &str) -> FxHashSet<String> {
    Reader::default().words(text, 0).into_iter().map(|word| word.key.clone()).collect()
}

/// Whether a sentence has its end mark, marks of quotation behind it aside.
fn ended(sentence: &str) -> bool {
    sentence
        .trim_end_matches(|ch: char| ch.is_whitespace() || "\"'”’»」』)]*_`".contains(ch))
        .ends_with(['.', '!', '?', '…', '。', '！', '？', ':', ';'])
}

/// Aligns a rewriting with its original, sentence by sentence.
#[derive(Debug)]
pub struct Aligner {
    original: String,
    /// What stands around the original.
    around: (String, String),
    sentences: Vec<Span>,
    rewritten: String,
    /// The first original sentence without a counterpart.
    next: usize,
    /// Of the last pushed sentence: where it starts in the rewriting, what `next` was, and its counterpart.
    last: (usize, usize, Option<usize>),
}

impl Aligner {
    #[must_use]
    pub fn new(original: impl Into<String>, around: &Around<'_>) -> Self {
        let original = original.into();
        let around = (around.before.to_owned(), around.after.to_owned());
        let sentences = segment(&original).into_iter().map(|sentence| sentence.span).collect();
        Self { original, around, sentences, rewritten: String::new(), next: 0, last: (0, 0, None) }
    }

    /// Takes the next finished sentence of the rewriting, with its trailing white space, and
    /// gives the patches it makes. A sentence without a counterpart makes none yet: it may be
    /// half of a split one, which only the end can tell.
    pub fn push(&mut self, sentence: &str) -> Vec<Patch> {
        let start = self.rewritten.len();
        if !sentence.trim().is_empty() {
            self.last = (start, self.next, None);
        }
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
        self.last.2 = Some(at);
        let before = self.sentences.get(at).copied().unwrap_or_default();
        if before.of(&self.original).trim() == sentence.trim() {
            return Vec::new();
        }
        let mut out = self.compare(at, before, after);
        // White space at a sentence's end belongs to what follows, which is not written yet.
        out.retain(|patch| !(patch.before.trim().is_empty() && patch.after.trim().is_empty()));
        out
    }

    /// The patches of one sentence of the original and its counterpart. The first and the last one are read with what
    /// stands around the original.
    fn compare(&mut self, at: usize, before: Span, after: Span) -> Vec<Patch> {
        let (first, last) = (at == 0, at + 1 == self.sentences.len());
        let around = Around {
            before: if first { &self.around.0 } else { "" },
            after: if last { &self.around.1 } else { "" },
        };
        let mut out = patches_in(&around, before.of(&self.original), after.of(&self.rewritten));
        for patch in &mut out {
            patch.range = patch.range.shifted(before.start);
            patch.to = patch.to.map(|to| to + before.start);
            patch.after_range = patch.after_range.shifted(after.start);
            patch.context = self.around().context(&self.original, patch.range);
        }
        out
    }

    fn around(&self) -> Around<'_> {
        Around { before: &self.around.0, after: &self.around.1 }
    }

    /// The text pushed so far.
    #[must_use]
    pub fn rewritten(&self) -> &str {
        &self.rewritten
    }

    /// Whether the rewriting, said to be whole, ends before the original does: sentences at the original's end have
    /// no counterpart and their words are not in the last ones written, or the last sentence breaks off. A model
    /// that was asked for less text may mean it.
    #[must_use]
    pub fn stops_short(&self) -> bool {
        if self.rewritten.trim().is_empty() || self.next == 0 {
            return false;
        }
        let reached = self.sentences.get(self.next - 1).map_or(0, |span| span.end);
        let rest = keys(self.original.get(reached..).unwrap_or_default());
        if rest.is_empty() {
            return self.half_written();
        }
        // Sentences that were joined have their words in the last one that was written.
        let from = self.last.0.min(self.rewritten.len());
        let written = keys(self.rewritten.get(from..).unwrap_or_default());
        let kept = rest.iter().filter(|key| written.contains(*key)).count();
        kept * 2 < rest.len()
    }

    /// Whether the last sentence breaks off: its counterpart is longer and has an end mark, which it lacks.
    fn half_written(&self) -> bool {
        let (start, _, Some(at)) = self.last else { return false };
        let written = self.rewritten.get(start..).unwrap_or_default().trim();
        let original = self.sentences.get(at).copied().unwrap_or_default().of(&self.original).trim();
        ended(original) && !ended(written) && written.len() * 5 < original.len() * 4
    }

    /// Takes the last sentence back when it breaks off.
    pub fn retract_half(&mut self) {
        if self.half_written() {
            let (start, next, _) = self.last;
            self.rewritten.truncate(start);
            self.next = next;
        }
    }

    /// The patches that lead to a whole rewriting.
    #[must_use]
    pub fn settle(&self, rewritten: &str) -> Vec<Patch> {
        patches_in(&self.around(), &self.original, rewritten)
    }

    /// Settles the patches. `complete` is false for a stream that was cut off: then only what the
    /// rewriting reached is compared, and the rest of the original stays.
    #[must_use]
    pub fn finish(&self, complete: bool) -> Vec<Patch> {
        if complete {
            return if self.rewritten.trim().is_empty() {
                Vec::new()
            } else {
                patches_in(&self.around(), &self.original, &self.rewritten)
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
        // What follows is the rest of the original, which stays.
        let around =
            Around { before: &self.around.0, after: self.original.get(reached..).unwrap_or_default() };
        patches_in(&around, original, &rewritten)
    }
}
