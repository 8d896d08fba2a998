//! The comments of a text that is verified: its reader does not see them, so nothing in them is judged.
//!
//! Owns what is read in their place, byte for byte, and putting them back into what comes out.

use std::borrow::Cow;

use stet_criteria::comments::Comments;
use stet_text::span::Span;

/// Columns of blanks before a line that make code of it.
const CODE_INDENT: usize = 4;

/// Times that a text is read for comments: without one, what stood behind it in a block of HTML may be no code any more.
const MAX_ROUNDS: usize = 4;

/// The text as its reader sees it from the byte `head` on: with blanks in the place of its comments, byte for byte.
#[must_use]
pub fn left_out(text: &str, head: usize) -> Cow<'_, str> {
    blanked(text, head).0
}

/// The text with blanks in the place of its comments, and where these stand, in order.
fn blanked(text: &str, head: usize) -> (Cow<'_, str>, Vec<Span>) {
    let mut read = Cow::Borrowed(text);
    let mut all = Vec::new();
    for _ in 0..MAX_ROUNDS {
        let comments = Comments::of(read.get(head..).unwrap_or_default());
        if comments.spans().is_empty() {
            break;
        }
        let spans: Vec<Span> = comments.spans().iter().map(|span| span.shifted(head)).collect();
        read = Cow::Owned(without(&read, &spans));
        all.extend(spans);
    }
    all.sort_unstable_by_key(|span| span.start);
    (read, all)
}

fn without(text: &str, comments: &[Span]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for span in comments {
        out.push_str(text.get(at..span.start).unwrap_or_default());
        // The comment may stand in a sentence, which a line of its own would end.
        out.extend(std::iter::repeat_n(' ', span.len()));
        if would_be_code(&out) {
            out.pop();
            out.push('\n');
        }
        at = span.end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

/// Whether the blanks at the end of a text make code of what follows on their line: it begins a block.
fn would_be_code(text: &str) -> bool {
    let mut lines = text.rsplit('\n');
    let is_blank = |line: &str| line.trim().is_empty();
    let last = lines.next().unwrap_or_default();
    last.len() >= CODE_INDENT && is_blank(last) && lines.next().is_none_or(is_blank)
}

/// Where the words of a sentence stand that has comments at its ends: without these. Any other stays as it is.
pub(super) fn trimmed(span: Span, text: &str, read: &str) -> Span {
    let words = span.trimmed(read);
    if span.trimmed(text) == words { span } else { words }
}

/// Puts the comments of the text that was given back into what came out, whose bytes keep their places. The
/// sentences stand at `origins` in the text as it was read and at `spans` in what came out. A comment beside which a mark
/// was taken out together with blanks is not put back.
pub(super) fn put_back(
    given: &str,
    head: usize,
    read: &str,
    out: String,
    origins: &[Span],
    spans: &[Span],
) -> String {
    let mut left = blanked(given, head).1.into_iter().peekable();
    let mut bytes = out.clone().into_bytes();
    for (&from, &to) in origins.iter().zip(spans) {
        let (was, is) = (from.of(read).as_bytes(), to.of(&out).as_bytes());
        let start = was.iter().zip(is).take_while(|(was, is)| was == is).count();
        let end = was.iter().rev().zip(is.iter().rev()).take_while(|(was, is)| was == is).count();
        while let Some(comment) = left.next_if(|comment| comment.end <= from.end) {
            let place = if comment.start >= from.start && comment.end <= from.start + start {
                to.start + comment.start - from.start
            } else if comment.start >= from.end - end && comment.start >= from.start {
                to.end + comment.start - from.end
            } else {
                continue;
            };
            if let Some(place) = bytes.get_mut(place..place + comment.len()) {
                place.copy_from_slice(comment.of(given).as_bytes());
            }
        }
    }
    String::from_utf8(bytes).unwrap_or(out)
}
