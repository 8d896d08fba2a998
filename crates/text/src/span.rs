//! Byte spans and the one place where they become UTF-16 offsets.
//!
//! Inside the program every position is a byte offset into UTF-8 text; on the
//! wire every position counts UTF-16 code units, because that is what a web
//! editor counts. [`Utf16Map`] is the only converter.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// Half-open range of bytes `start..end` in some text; `start <= end` always.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub struct Span {
    pub start: usize,
    pub end: usize,
}

impl Span {
    /// A span from `start` to `end`; a reversed pair collapses to the empty span at `start`.
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end: if end < start { start } else { end } }
    }

    /// Length in bytes.
    #[must_use]
    pub const fn len(self) -> usize {
        self.end - self.start
    }

    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The text under the span, or `""` when the span does not lie on character
    /// boundaries of `text`. Total on purpose: a wrong span shows nothing
    /// instead of taking the process down.
    #[must_use]
    pub fn of(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or_default()
    }

    /// Whether `other` lies inside this span.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Whether the byte at `offset` lies inside this span.
    #[must_use]
    pub const fn has(self, offset: usize) -> bool {
        self.start <= offset && offset < self.end
    }

    /// Whether the two spans share at least one byte.
    #[must_use]
    pub const fn overlaps(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// The span moved `by` bytes to the right.
    #[must_use]
    pub const fn shifted(self, by: usize) -> Self {
        Self { start: self.start + by, end: self.end + by }
    }

    /// The span without the white space of `text` at its two ends.
    #[must_use]
    pub fn trimmed(self, text: &str) -> Self {
        let inner = self.of(text);
        let start = self.start + (inner.len() - inner.trim_start().len());
        Self::new(start, start + inner.trim().len())
    }
}

/// Number of UTF-16 code units in `text`.
#[must_use]
pub fn utf16_len(text: &str) -> usize {
    // A character is as many units as it has leading bytes, and one more when it is four bytes long.
    text.bytes().map(|byte| usize::from(byte & 0xC0 != 0x80) + usize::from(byte >= 0xF0)).sum()
}

/// Converts byte offsets of one text to UTF-16 offsets and back.
///
/// Building is linear in the text, a look-up is a binary search over the
/// non-ASCII characters plus at most [`STRIDE`] steps.
#[derive(Debug, Clone)]
pub struct Utf16Map<'a> {
    text: &'a str,
    steps: Cow<'a, [(usize, usize)]>,
}

/// The positions of a [`Utf16Map`] for a text that grows: what has been counted is not counted again.
#[derive(Debug, Clone)]
pub struct Utf16Steps {
    /// `(byte, utf16)` of a character boundary, about every [`STRIDE`] bytes.
    steps: Vec<(usize, usize)>,
}

/// Distance in bytes between two remembered positions.
const STRIDE: usize = 256;

impl Default for Utf16Steps {
    fn default() -> Self {
        Self { steps: vec![(0, 0)] }
    }
}

impl Utf16Steps {
    /// The map of `text`, which begins as it did the last time up to the last cut.
    pub fn map<'a>(&'a mut self, text: &'a str) -> Utf16Map<'a> {
        let (mut from, mut units) = self.steps.last().copied().unwrap_or_default();
        while text.len() - from.min(text.len()) > STRIDE {
            let to = text.ceil_char_boundary(from + STRIDE);
            units += utf16_len(text.get(from..to).unwrap_or_default());
            self.steps.push((to, units));
            from = to;
        }
        Utf16Map { text, steps: Cow::Borrowed(&self.steps) }
    }

    /// The text behind `byte` has changed.
    pub fn cut(&mut self, byte: usize) {
        let kept = self.steps.partition_point(|step| step.0 <= byte);
        self.steps.truncate(kept.max(1));
    }
}

impl<'a> Utf16Map<'a> {
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        let mut steps = Utf16Steps::default();
        steps.map(text);
        Self { text, steps: Cow::Owned(steps.steps) }
    }

    /// UTF-16 offset of a byte offset; an offset inside a character counts as its start,
    /// one past the end as the end.
    #[must_use]
    pub fn to_utf16(&self, byte: usize) -> usize {
        let at = self.steps.partition_point(|step| step.0 <= byte).saturating_sub(1);
        let (from, mut units) = self.steps.get(at).copied().unwrap_or_default();
        for (offset, ch) in self.text.get(from..).unwrap_or_default().char_indices() {
            if from + offset + ch.len_utf8() > byte {
                return units;
            }
            units += ch.len_utf16();
        }
        units
    }

    /// Byte offset of a UTF-16 offset, or `None` when it lies outside the text or
    /// inside a surrogate pair.
    #[must_use]
    pub fn to_byte(&self, utf16: usize) -> Option<usize> {
        let at = self.steps.partition_point(|step| step.1 <= utf16).saturating_sub(1);
        let (from, mut units) = self.steps.get(at).copied()?;
        for (offset, ch) in self.text.get(from..)?.char_indices() {
            if units == utf16 {
                return Some(from + offset);
            }
            if units > utf16 {
                return None;
            }
            units += ch.len_utf16();
        }
        (units == utf16).then_some(self.text.len())
    }
}

#[cfg(test)]
#[allow(clippy::string_slice)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn reversed_span_is_empty_and_foreign_span_shows_nothing() {
        assert!(Span::new(5, 2).is_empty());
        assert_eq!(Span::new(1, 2).of("가"), "");
        assert_eq!(Span::new(0, 8).trimmed("  가 b "), Span::new(2, 7));
    }

    proptest! {
        #[test]
        fn utf16_offsets_go_there_and_back(text in "(?s)[a-z가-힣😀\\n]{0,900}") {
            let map = Utf16Map::new(&text);
            let units: Vec<u16> = text.encode_utf16().collect();
            for (byte, _) in text.char_indices().chain([(text.len(), ' ')]) {
                let at = map.to_utf16(byte);
                prop_assert_eq!(String::from_utf16_lossy(&units[..at]), &text[..byte]);
                prop_assert_eq!(map.to_byte(at), Some(byte));
            }
            prop_assert_eq!(map.to_byte(units.len() + 1), None);
            prop_assert_eq!(utf16_len(&text), units.len());
        }

        #[test]
        fn a_growing_text_is_counted_once(
            pieces in prop::collection::vec("(?s)[a-z가-힣😀\\n]{0,400}", 1..6),
            cut in any::<prop::sample::Index>(),
        ) {
            let (mut steps, mut text) = (Utf16Steps::default(), String::new());
            for piece in &pieces {
                text.push_str(piece);
                let (map, fresh) = (steps.map(&text), Utf16Map::new(&text));
                for (byte, _) in text.char_indices().chain([(text.len(), ' ')]) {
                    prop_assert_eq!(map.to_utf16(byte), fresh.to_utf16(byte));
                }
            }
            // An edit somewhere in the text.
            let at = text.floor_char_boundary(cut.index(text.len() + 1));
            text.replace_range(at.., "😀나z");
            steps.cut(at);
            let map = steps.map(&text);
            prop_assert_eq!(map.to_utf16(text.len()), utf16_len(&text));
        }
    }
}
