//! The articles that the references of a sentence mean.

use super::grounds::Grounds;
use super::headings::has_paragraph;
use super::held::Held;
use stet_marks::statute::{Entry, RegulationIndex, StatuteRef, paragraph_text};
use stet_text::span::Span;

/// Articles that one sentence is held against; one that rests on more is left as it is.
const MAX_ARTICLES: usize = 3;

/// The texts of the articles that some references mean, each once.
pub fn stated<'a>(held: &[Held], regulations: &'a RegulationIndex<String>) -> Vec<&'a str> {
    let mut meant: Vec<&Entry<String>> = Vec::new();
    for entry in held.iter().flat_map(|held| regulations.meant(&held.resolution)) {
        if !entry.text.trim().is_empty() && !meant.iter().any(|known| known.id == entry.id) {
            meant.push(entry);
        }
    }
    meant.into_iter().map(|entry| entry.text.as_str()).collect()
}

/// The articles that the grounds mean, each with a reference to it. Every ground has to lead to one.
pub fn meant<'a>(
    grounds: &'a Grounds,
    held: &'a [Held],
    regulations: &'a RegulationIndex<String>,
) -> Option<Vec<(&'a Entry<String>, &'a StatuteRef)>> {
    let mut meant: Vec<(&Entry<String>, &StatuteRef)> = Vec::new();
    for ground in &grounds.found {
        // An annex is not kept with the articles, and those that refer to it do not say what is in it.
        if ground.reference.annex.is_some() {
            return None;
        }
        let held = held.iter().find(|held| held.words == ground.words)?;
        for entry in regulations.meant(&held.resolution) {
            let known = meant.iter().any(|(other, reference)| {
                other.id == entry.id && reference.paragraph == ground.reference.paragraph
            });
            if known {
                continue;
            }
            if entry.text.trim().is_empty() || meant.len() == MAX_ARTICLES {
                return None;
            }
            meant.push((entry, &ground.reference));
        }
    }
    (!meant.is_empty()).then_some(meant)
}

/// Whether the window lies in the paragraph that the reference names, if it names one.
pub fn stands_in(reference: &StatuteRef, text: &str, window: Span) -> bool {
    reference.paragraph.is_none_or(|paragraph| {
        has_paragraph(text, 0, window, paragraph) || paragraph_text(text, paragraph) == Some(text)
    })
}
