//! Tables and forms behind the provisions, by what the articles say of them.
//!
//! An annex is no article: the articles that refer to it show that it exists and what it rules, and so does the annex
//! itself where it is given. Owns finding them in a text; leaves the grammar of such a reference to `units`.

use super::forms::Cursor;
use super::{Annex, AnnexKind};
use memchr::memmem;

impl Annex {
    /// The only annex of its kind, which has no number: `별표와 같다`. A first one may be called so.
    pub(super) fn unnumbered(self) -> Option<Self> {
        let first = [1, u32::from(b'A')].contains(&self.number) && self.branch.is_none();
        first.then_some(Self { number: 0, ..self })
    }
}

/// The annex of which this is the text, by its first line: `별표 1 연체료 기준`, `[별지 제2호 서식]`, `SCHEDULE 1 Fees`.
pub(super) fn headed(text: &str) -> Option<Annex> {
    let line = text.trim_start().lines().next().unwrap_or_default();
    let begins = line.trim_start_matches(|c: char| !c.is_alphanumeric());
    let named = WORDS.iter().any(|(word, _)| begins.starts_with(word));
    named_in(begins).into_iter().next().filter(|_| named)
}

const WORDS: [(&str, AnnexKind); 8] = [
    ("별표", AnnexKind::Table),
    ("별지", AnnexKind::Form),
    ("Annex", AnnexKind::Annex),
    ("ANNEX", AnnexKind::Annex),
    ("Appendi", AnnexKind::Appendix),
    ("APPENDI", AnnexKind::Appendix),
    ("Schedule", AnnexKind::Schedule),
    ("SCHEDULE", AnnexKind::Schedule),
];

/// The annexes that an article's text names; number 0 is one without a number.
pub(super) fn named_in(text: &str) -> Vec<Annex> {
    let mut found = Vec::new();
    for (word, kind) in WORDS {
        let english = word.is_ascii();
        for at in memmem::find_iter(text.as_bytes(), word) {
            let before = text.get(..at).unwrap_or_default();
            if english && before.ends_with(char::is_alphanumeric) {
                continue;
            }
            // `as set out in the Annex`, or the heading of the only one.
            let alone =
                !english || before.is_empty() || before.ends_with("the ") || before.ends_with("this ");
            let mut cur = Cursor::whole(text, at);
            match if english { cur.english_annex() } else { cur.annex() } {
                Ok(Some((annex, more))) => {
                    found.push(annex);
                    found.extend(more.into_iter().map(|number| Annex { number, branch: None, ..annex }));
                }
                _ if alone => found.push(Annex { kind, number: 0, branch: None }),
                _ => {}
            }
        }
    }
    found
}
