#![doc = include_str!("../README.md")]

mod attached;
mod chars;
mod end;
mod english;
mod guard;
mod inline;
mod kind;
mod korean;
mod markdown;
mod note;
mod scanner;
mod stop;
mod view;
mod words;
mod wrapped;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use kind::claim;
use scanner::Scanner;
use stet_marks::citation::MAX_MARK_CHARS;
use stet_text::span::Span;
use view::View;

/// What a sentence is to the gate; only claims are judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SentenceKind {
    /// States something that a source can support.
    Claim,
    Heading,
    Question,
    /// A fenced or indented code block, fences included.
    Code,
    /// One row of a table.
    Table,
    /// Greetings, statements about the answer itself, references, and anything too short to be a claim.
    Meta,
}

/// A sentence of the text. The spans of all sentences partition it: white space behind a sentence belongs to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sentence {
    pub span: Span,
    pub kind: SentenceKind,
}

/// Most bytes between [`SentenceSegmenter::settled`] and the end of the text so far: the longest citation mark (characters
/// of up to four bytes) and the character behind it, the longest thing that decides to which side it belongs.
pub const LOOK_AHEAD: usize = 4 * (MAX_MARK_CHARS + 1);

/// Cuts a growing text into sentences; linear in the text, whatever the size of the deltas.
#[derive(Debug, Clone, Default)]
pub struct SentenceSegmenter {
    /// The text from `base` on: the open sentence and what has not been looked at.
    text: String,
    base: usize,
    scanner: Scanner,
}

impl SentenceSegmenter {
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the next piece of text and appends the sentences that are certain now to `out`.
    pub fn push(&mut self, delta: &str, out: &mut Vec<Sentence>) {
        self.text.push_str(delta);
        self.run(false, out);
        let done = self.scanner.start() - self.base;
        if done > 0 {
            self.text.drain(..done);
            self.base += done;
        }
    }

    /// Ends the text: what is left becomes the last sentence. Afterwards the segmenter is as new.
    pub fn finish(&mut self, out: &mut Vec<Sentence>) {
        self.run(true, out);
        self.scanner.close(View { text: &self.text, base: self.base, eof: true }, out);
        *self = Self::default();
    }

    fn run(&mut self, eof: bool, out: &mut Vec<Sentence>) {
        self.scanner.run(View { text: &self.text, base: self.base, eof }, out);
    }

    /// Offset in the whole text before which no boundary can come any more that has not been emitted yet.
    /// Depends on the text so far only, not on its cuts, and never decreases.
    #[must_use]
    pub fn settled(&self) -> usize {
        self.scanner.position()
    }

    /// Whether the open sentence is certainly a code block.
    #[must_use]
    pub fn in_code_block(&self) -> bool {
        self.scanner.in_code()
    }
}

/// The sentences of a whole text.
#[must_use]
pub fn segment(text: &str) -> Vec<Sentence> {
    let mut out = Vec::new();
    let mut segmenter = SentenceSegmenter::new();
    segmenter.push(text, &mut out);
    segmenter.finish(&mut out);
    out
}

#[cfg(test)]
mod tests;
