//! How much of an open sentence may be shown before a reference could begin.

use super::names::{Before, is_ignored, known_before, name_before};
use super::particle::particle_len;
use super::scan::{parse, starts, window};
use super::view::View;
use super::words::is_name_char;
use super::{NotYet, RegulationIndex};

/// Streaming scanner over one open sentence.
///
/// It looks at the text as it reads ([`View`]) character by character, so that [`StatuteHold::safe`] depends on the text alone
/// and not on its cuts. Outside of a reference the work for a character is constant, inside it is bounded
/// by [`super::MAX_REFERENCE_BYTES`].
#[derive(Debug, Default, Clone)]
pub(crate) struct StatuteHold {
    view: View,
    /// References before this byte of the view are complete.
    at: usize,
    /// Where the open reference begins, with the name before it.
    open: Option<usize>,
    /// Words that are the beginning of a known name so far: where they begin, and their node in the index.
    names: Vec<(usize, u32)>,
    safe: usize,
}

impl StatuteHold {
    /// Feeds more of the sentence. The index has to be the same one throughout a sentence.
    pub fn push<Id: Clone>(&mut self, delta: &str, index: &RegulationIndex<Id>) {
        let mut view = std::mem::take(&mut self.view);
        for c in delta.chars() {
            view.push(c, &mut |text, c| self.feed(text, c, index));
            let hold = self.open.into_iter().chain(self.names.first().map(|(start, _)| *start)).min();
            self.safe = self.safe.max(view.at(hold.unwrap_or(view.text().len())));
        }
        self.view = view;
    }

    /// Looks at a text that has grown by `c`.
    fn feed<Id: Clone>(&mut self, text: &str, c: char, index: &RegulationIndex<Id>) {
        let start = text.len() - c.len_utf8();
        let last = text.get(..start).and_then(|head| head.chars().next_back());
        let begins = is_name_char(c)
            && last.is_none_or(|last| !is_name_char(last) || is_ignored(last) && !is_ignored(c));
        if begins {
            self.names.push((start, 0));
        }
        self.names.retain_mut(|(_, node)| index.next_node(node, c));
        self.advance(text, index);
    }

    /// Bytes since the start of the sentence that can be shown now.
    pub const fn safe(&self) -> usize {
        self.safe
    }

    #[cfg(test)]
    pub(super) const fn len(&self) -> usize {
        self.view.given()
    }

    /// Begins the next sentence.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    /// Looks for references up to the end of the text.
    fn advance<Id: Clone>(&mut self, text: &str, index: &RegulationIndex<Id>) {
        let known = |name: &str| index.has_name(name);
        while let Some(c) = text.get(self.at..).and_then(|rest| rest.chars().next()) {
            let mut next = self.at + c.len_utf8();
            if starts(text, self.at, c) {
                let mut cur = window(text, self.at, false);
                let found = parse(&mut cur, &known)
                    .and_then(|found| found.map(|_| particle_len(cur.rest(), cur.last)).transpose());
                match found {
                    Err(NotYet) => {
                        if self.open.is_none() {
                            self.open = Some(with_name(text, self.at, &known));
                        }
                        return;
                    }
                    Ok(Some(_)) => next = next.max(cur.at),
                    Ok(None) => {}
                }
            }
            self.open = None;
            self.at = next;
        }
    }
}

/// Where the reference at `at` begins when the known name or the pointer before it is counted.
fn with_name(text: &str, at: usize, known: &dyn Fn(&str) -> bool) -> usize {
    match name_before(text, at) {
        Some(Before::Pointer(span)) => span.start,
        _ => known_before(text, at, known).map_or(at, |span| span.start),
    }
}
