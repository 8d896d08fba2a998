//! The text as the reader has it: what is appended to it, and the edits of it.

use super::AnswerStream;
use super::event::{AnswerEvent, Edit};
use stet_text::span::Span;

impl AnswerStream {
    pub(super) fn show(&mut self, piece: String, out: &mut Vec<AnswerEvent>) {
        if !piece.is_empty() {
            self.text.push_str(&piece);
            out.push(AnswerEvent::Text(piece));
        }
    }

    /// Replaces part of the text that belongs to sentence `index`, and moves the sentences behind it.
    pub(super) fn edit(
        &mut self,
        index: usize,
        span: Span,
        replacement: String,
        reason: String,
        out: &mut Vec<AnswerEvent>,
    ) {
        self.text.replace_range(span.start..span.end, &replacement);
        let moved = |at: usize| at - span.len() + replacement.len();
        if span.len() != replacement.len() {
            for sentence in self.sentences.iter_mut().skip(index + 1) {
                sentence.moved = true;
                sentence.report.relocate(moved);
            }
        }
        self.edits += 1;
        out.push(AnswerEvent::Edit(Edit { seq: self.edits, span, replacement, reason }));
    }
}

/// The span of `old` that differs from `new` and what stands there in `new`, cut at characters.
pub(super) fn smallest_change(old: &str, new: &str) -> Option<(Span, String)> {
    if old == new {
        return None;
    }
    let head: usize =
        old.chars().zip(new.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
    let (old_rest, new_rest) = (old.get(head..)?, new.get(head..)?);
    let tail: usize = old_rest
        .chars()
        .rev()
        .zip(new_rest.chars().rev())
        .take_while(|(a, b)| a == b)
        .map(|(a, _)| a.len_utf8())
        .sum();
    let replacement = new_rest.get(..new_rest.len() - tail)?.to_owned();
    Some((Span::new(head, old.len() - tail), replacement))
}
