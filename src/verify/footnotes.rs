//! The footnotes of a draft: `[^2]: rules.pdf, p. 12: “the words”` says which source `[^2]` is.
//!
//! Owns reading what the page writes where an answer goes into a draft, so that the draft gives the verdicts of the answer.

use std::collections::BTreeMap;

use uuid::Uuid;

use super::GivenSource;
use stet_ask::{AskError, Asker};
use stet_marks::statute::RegulationIndex;

/// Footnotes of one text that are looked up.
const MOST: usize = 100;

/// The greatest number that a footnote may have: sources are numbered through.
const HIGHEST: u32 = 1000;

/// A source that footnotes may name.
#[derive(Debug, Clone)]
pub struct Named {
    pub id: Uuid,
    pub file_name: String,
    pub title: String,
}

/// Where a footnote says that its words stand, and the words.
#[derive(Debug, PartialEq, Eq)]
struct Footnote<'a> {
    number: u32,
    place: &'a str,
    quote: &'a str,
}

/// The sources of the text's footnotes: number N stands at N - 1, one without words where no footnote of that number names
/// a stored source. Empty where the text has no footnotes.
///
/// # Errors
/// The stored sources could not be searched.
pub async fn sources(
    asker: &Asker,
    text: &str,
    stored: &[Named],
    regulations: Option<&RegulationIndex<String>>,
) -> Result<Vec<GivenSource>, AskError> {
    let mut known: BTreeMap<(&str, &str), Option<GivenSource>> = BTreeMap::new();
    let mut out: Vec<GivenSource> = Vec::new();
    for note in footnotes(text).take(MOST) {
        // Its number is that of no other source, whatever it names: a remark of the writer's, or a source that is gone.
        let at = usize::try_from(note.number - 1).unwrap_or(usize::MAX);
        while out.len() <= at {
            out.push(GivenSource { id: format!("none-{}", out.len() + 1), ..GivenSource::default() });
        }
        let Some(named) = stored
            .iter()
            .filter(|source| source.is_named_by(note.place))
            .max_by_key(|source| source.file_name.len())
        else {
            continue;
        };
        let source = if let Some(source) = known.get(&(note.place, note.quote)) {
            source.clone()
        } else {
            let source = note.source(asker, named.id, regulations).await?;
            known.insert((note.place, note.quote), source.clone());
            source
        };
        let Some(source) = source else { continue };
        if let Some(place) = out.get_mut(at) {
            *place = source;
        }
    }
    Ok(out)
}

impl Footnote<'_> {
    /// The passage of a stored source that has the words, else the one that is nearest to them.
    async fn source(
        &self,
        asker: &Asker,
        id: Uuid,
        regulations: Option<&RegulationIndex<String>>,
    ) -> Result<Option<GivenSource>, AskError> {
        let words = if self.quote.is_empty() { self.place } else { self.quote };
        let found = asker.retrieve_to_check(words, &[id], regulations).await?.sources;
        let quote = squeezed(self.quote);
        let at = found.iter().position(|source| squeezed(&source.text).contains(&quote)).unwrap_or(0);
        Ok(found.into_iter().nth(at).map(GivenSource::from))
    }
}

impl Named {
    /// The place begins with the name of the file or the title, and no longer name goes on there.
    fn is_named_by(&self, place: &str) -> bool {
        let begins = |name: &str| {
            let rest = (!name.is_empty()).then(|| place.strip_prefix(name)).flatten();
            rest.is_some_and(|rest| !rest.starts_with(|ch: char| ch.is_alphanumeric()))
        };
        begins(&self.file_name) || begins(&self.title)
    }
}

/// The numbered footnotes that a text defines, in order.
fn footnotes(text: &str) -> impl Iterator<Item = Footnote<'_>> {
    text.lines().filter_map(|line| {
        let (label, rest) = line.strip_prefix("[^")?.split_once("]:")?;
        let number = label.parse().ok().filter(|number| (1..=HIGHEST).contains(number))?;
        let rest = rest.trim();
        let opened = rest.find(['“', '"', '「']).unwrap_or(rest.len());
        let (place, quote) = rest.split_at_checked(opened)?;
        Some(Footnote {
            number,
            place: place.trim_end().trim_end_matches(':').trim_end(),
            quote: quote.trim_matches(['“', '”', '"', '「', '」']),
        })
    })
}

/// Letters and digits alone: line breaks and marks differ between a passage and its quotation on one line.
fn squeezed(text: &str) -> String {
    text.chars().filter(|ch| ch.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_page_writes_is_read() {
        let text = "A claim.[^1]\n\n[^1]: rules.pdf, p. 12: “The period is “three” years.”\r\n[^x]: none\n[^12]: 학칙.hwpx, 3쪽\n[^3]: a: b.md: \"Words\"\n";
        let read: Vec<_> = footnotes(text).map(|note| (note.number, note.place, note.quote)).collect();
        assert_eq!(
            read,
            [
                (1, "rules.pdf, p. 12", "The period is “three” years."),
                (12, "학칙.hwpx, 3쪽", ""),
                (3, "a: b.md", "Words"),
            ]
        );
    }

    #[test]
    fn a_name_is_the_whole_name() {
        let named =
            |file_name: &str| Named { id: Uuid::nil(), file_name: file_name.into(), title: String::new() };
        assert!(named("학칙.hwpx").is_named_by("학칙.hwpx, 3쪽"));
        assert!(!named("rules.md").is_named_by("rules.md5, p. 3"));
        assert!(!named("rules").is_named_by("rules2"));
    }
}
