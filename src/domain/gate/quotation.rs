//! Quotations: words a claim puts into quotation marks must stand in the source.

use crate::domain::gate::claim::MOST_FINDINGS;
use crate::domain::span::Span;

/// A quotation with fewer characters is a term, and never evidence by itself.
pub(super) const SHORTEST: usize = 10;

/// The quotations of a normalised text that are long enough to be one.
pub(super) fn quotations(norm: &str) -> Vec<&str> {
    let mut out = Vec::new();
    // The first bytes of `「` and `«`, which no Hangul syllable has, are enough to look closer.
    if !norm.bytes().any(|byte| matches!(byte, b'"' | 0xe3 | 0xc2)) {
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
    let bare = |text: &str| text.chars().filter(|ch| ch.is_alphanumeric()).collect::<String>();
    bare(text).contains(&bare(core))
}
