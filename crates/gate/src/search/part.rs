//! Words that stand in a text only in part: inside a longer word, or with another ending.

use memchr::memmem;

use crate::credits::Credit;
use crate::text::claim::Claim;
use crate::text::grams::Bits;
use stet_text::Script;

/// A stem that is searched for in texts that do not have it as a word.
pub(super) struct Part<'a> {
    stem: &'a str,
    /// As much of it as a word must begin with; none when the stem is too short.
    head: Option<&'a str>,
}

impl<'a> Part<'a> {
    pub(super) fn new(stem: &'a str, script: Script) -> Self {
        let least = match script {
            Script::Hangul => 2,
            Script::Latin => 5,
            Script::Digit | Script::Other => usize::MAX,
        };
        let end = stem.char_indices().nth(least - 1).map(|(at, ch)| at + ch.len_utf8());
        Self { stem, head: end.and_then(|end| stem.get(..end)) }
    }

    /// Whether it may stand in a text that has these n-grams of the claim.
    pub(super) fn may_stand(&self, claim: &Claim<'_>, grams: &Bits) -> bool {
        self.head.is_some_and(|head| claim.grams.may_stand(head, grams))
    }

    /// How much of the stem some texts hold.
    pub(super) fn found_in<'b>(&self, texts: impl IntoIterator<Item = &'b str>) -> f32 {
        let Some(head) = self.head else { return 0.0 };
        let finder = memmem::Finder::new(head);
        let mut found = 0.0;
        for text in texts {
            for at in finder.find_iter(text.as_bytes()) {
                if head.len() == self.stem.len()
                    || text.as_bytes().get(at..).is_some_and(|rest| rest.starts_with(self.stem.as_bytes()))
                {
                    return Credit::Inside.value();
                }
                found = Credit::Beginning.value();
            }
        }
        found
    }
}
