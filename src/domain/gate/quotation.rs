//! Quotations: words a claim puts into quotation marks must stand in the source.

use memchr::{memchr3, memmem};

use crate::domain::gate::claim::MOST_FINDINGS;
use crate::domain::span::Span;

/// A quotation with fewer characters is a term, and never evidence by itself.
pub(super) const SHORTEST: usize = 10;

/// The quotations of a normalised text that are long enough to be one.
pub(super) fn quotations(norm: &str) -> Vec<&str> {
    let mut out = Vec::new();
    // The first bytes of `「` and `«`, which no Hangul syllable has, are enough to look closer.
    if memchr3(b'"', 0xe3, 0xc2, norm.as_bytes()).is_none() {
        return out;
    }
    let mut open: Option<usize> = None;
    for (at, ch) in norm.char_indices() {
        match (ch, open) {
            ('"' | '」' | '』' | '»', Some(start)) => {
                out.push(Span::new(start, at).of(norm));
                open = None;
            }
            ('"' | '「' | '『' | '«', None) => open = Some(at + ch.len_utf8()),
            _ => {}
        }
    }
    out.retain(|quote| quote.trim().chars().count() >= SHORTEST);
    out.truncate(MOST_FINDINGS);
    out
}

/// Whether a quotation stands in a normalised text, apart from punctuation and spaces.
pub(super) fn is_in(quote: &str, text: &str) -> bool {
    let core = quote.trim_matches(|ch: char| !ch.is_alphanumeric());
    if text.contains(core) {
        return true;
    }
    memmem::find(&bare(text), &bare(core)).is_some()
}

/// The letters and digits of a text.
fn bare(text: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    while let Some(&byte) = text.as_bytes().get(at) {
        if byte.is_ascii() {
            if byte.is_ascii_alphanumeric() {
                out.push(byte);
            }
            at += 1;
            continue;
        }
        let Some(ch) = text.get(at..).and_then(|rest| rest.chars().next()) else { break };
        let end = at + ch.len_utf8();
        if ch.is_alphanumeric() {
            out.extend_from_slice(text.as_bytes().get(at..end).unwrap_or_default());
        }
        at = end;
    }
    out
}
