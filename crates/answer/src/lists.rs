//! Lists of references that the model wrote itself, which one of what was verified takes the place of.

use super::Finished;
use stet_marks::citation::{is_reference_entry, is_references_heading, is_references_line};
use stet_segment::SentenceKind;

/// Where the sentences stand with such lists.
#[derive(Debug, Default)]
pub(super) struct OwnLists {
    /// Under the heading of one: what stands there is told at its end.
    pub open: bool,
    /// The heading of the open one, as long as there is nothing but sources under it.
    heading: Option<Finished>,
    /// The open one has entries.
    entries: bool,
    /// One was taken out.
    gone: bool,
}

impl OwnLists {
    /// Takes the next sentence: what of it stays, and before it the heading under which it stands if that is one of text.
    pub fn pass(&mut self, sentence: Finished) -> (Option<Finished>, Option<Finished>) {
        let (raw, kind) = (sentence.raw.as_str(), sentence.kind);
        if is_references_heading(raw) {
            self.gone |= self.heading.is_some();
            *self = Self { open: true, heading: Some(sentence), entries: false, gone: self.gone };
            return (None, None);
        }
        let line = is_references_line(raw);
        if self.open && !raw.trim().is_empty() {
            let section = kind == SentenceKind::Heading;
            if line || !section && is_reference_entry(raw) {
                (self.entries, self.gone) = (true, true);
                return (None, None);
            }
            self.open = false;
            let heading = self.heading.take();
            // Another section, or prose behind a list.
            let ended = section || self.entries && !is_item(raw);
            self.gone |= ended;
            return (heading.filter(|_| !ended), Some(sentence));
        }
        self.gone |= line;
        (None, Some(sentence).filter(|_| !self.open && !line))
    }

    /// Whether the text had one.
    pub const fn had(&self) -> bool {
        self.gone || self.heading.is_some()
    }
}

/// Whether a sentence is the item of a list.
fn is_item(raw: &str) -> bool {
    let line = raw.trim_start_matches(['>', ' ', '\t']);
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    line.starts_with(['-', '*', '+', '•']) || number.len() < line.len() && number.starts_with(['.', ')'])
}
