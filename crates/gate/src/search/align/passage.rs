//! A passage that is looked for in texts as it is: from word to word, or with another form of its ending.

use memchr::memmem;

use crate::korean::ending::Stem;
use crate::text::claim::Claim;
use stet_text::span::Span;
use stet_text::{Language, Script, script};

/// A passage that is looked for in texts.
pub(super) struct Passage<'a> {
    text: &'a str,
    /// Finds its first bytes. A search for all of them would take longer to prepare than most texts to search.
    head: memmem::Finder<'a>,
}

impl<'a> Passage<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        const HEAD: usize = 16;
        let bytes = text.as_bytes();
        Self { text, head: memmem::Finder::new(bytes.get(..HEAD).unwrap_or(bytes)) }
    }

    /// Whether it stands in a text from the beginning of a word on, with another form of its ending behind it.
    pub(super) fn begins_in(&self, text: &str, stem: &Stem<'_>) -> bool {
        let (mut from, bytes) = (0, text.as_bytes());
        while let Some(at) = bytes.get(from..).and_then(|rest| self.head.find(rest)).map(|at| from + at) {
            from = at + 1;
            let Some(rest) = text.get(at..).and_then(|rest| rest.strip_prefix(self.text)) else { continue };
            let before = Span::new(0, at).of(text).chars().next_back();
            if stem.ends(rest) && !joined(before, self.text.chars().next()) {
                return true;
            }
        }
        false
    }

    /// Whether it stands in a text as it is, from word to word (`5 days` is not in `15 days`).
    pub(super) fn stands_in(&self, text: &str) -> bool {
        let (mut from, bytes) = (0, text.as_bytes());
        while let Some(at) = bytes.get(from..).and_then(|rest| self.head.find(rest)).map(|at| from + at) {
            if !bytes.get(at..).is_some_and(|rest| rest.starts_with(self.text.as_bytes())) {
                from = at + 1;
                continue;
            }
            from = at + self.text.len();
            let before = Span::new(0, at).of(text).chars().next_back();
            let after = Span::new(from, text.len()).of(text).chars().next();
            let (first, last) = (self.text.chars().next(), self.text.chars().next_back());
            // `성년자` is not in `미성년자`; a particle or an ending behind the passage changes nothing about it.
            if !joined(before, first)
                && (!joined(last, after) || last.and_then(script) == Some(Script::Hangul))
            {
                return true;
            }
        }
        false
    }
}

/// A Korean claim without its ending, where that has other forms.
pub(super) fn stem<'a>(claim: &Claim<'a>) -> Option<(Passage<'a>, Stem<'a>)> {
    let stem = Stem::of(claim.core()).filter(|_| claim.language == Language::Ko)?;
    Some((Passage::new(stem.text), stem))
}

/// Whether two neighbouring characters belong to one word or number.
fn joined(left: Option<char>, right: Option<char>) -> bool {
    let (Some(left), Some(right)) = (left.and_then(script), right.and_then(script)) else { return false };
    left == right
}
