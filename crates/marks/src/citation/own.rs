//! What the sources of an answer say themselves in the form of a citation: a text about `Document 2` cites nothing.
//!
//! Owns reading it out of them, once for an answer; leaves what a citation is to the scanner.

use super::grammar::{Grammar, MarkRef};
use super::{Mark, nouns, works};
use crate::pattern::Pattern;
use crate::statute::{circled, is_hangul};
use rustc_hash::FxHashSet;
use stet_text::span::Span;

/// The words of sources that a mark may repeat.
#[derive(Debug, Default)]
pub struct OwnWords {
    numbered: FxHashSet<(&'static str, u32)>,
    /// What stands near a year, in lower case.
    dated: FxHashSet<(String, u16)>,
    /// Words with a capital, in lower case.
    names: FxHashSet<String>,
    /// Names of files and identifiers of works, in lower case.
    titles: FxHashSet<String>,
    /// What stands in brackets.
    bracketed: FxHashSet<String>,
    /// Numbers in round brackets and circles, each behind the word before it, in lower case.
    noted: FxHashSet<(String, String)>,
}

/// The identifier of a work, or the year of one.
static WORKS: Pattern =
    Pattern::new(|| r"\b(?:(?<id>10\.\S+)|(?<year>[0-9]{4})(?:[^0-9]|$)|[0-9]+)".to_owned());

/// Bytes before a year in which its author stands, and behind it.
const NEAR: (usize, usize) = (64, 32);

impl OwnWords {
    /// Reads sources. Linear in their text.
    #[must_use]
    pub fn of<'a>(texts: impl Iterator<Item = &'a str>) -> Self {
        let mut own = Self::default();
        for text in texts {
            own.numbered.extend(nouns::called(text));
            own.titles.extend(works::files(text).map(str::to_lowercase));
            let works = WORKS.get().into_iter().flat_map(|works| works.captures_iter(text));
            let works =
                works.filter_map(|found| Some((found.get(0)?.start(), found.name("id"), found.name("year"))));
            for (at, id, year) in works {
                own.titles.extend(id.map(|id| {
                    id.as_str().trim_end_matches(['.', ',', ';', ':', ')', '?', '!']).to_lowercase()
                }));
                let Some(year) = year.and_then(|year| year.as_str().parse().ok()) else { continue };
                let from = text.ceil_char_boundary(at.saturating_sub(NEAR.0));
                let to = text.floor_char_boundary((at + NEAR.1).min(text.len()));
                own.dated
                    .extend(words(Span::new(from, to).of(text)).flat_map(forms).map(|word| (word, year)));
            }
            for (at, _) in text.char_indices().filter(|(_, c)| may_note(*c) || *c == '[') {
                let rest = text.get(at..).unwrap_or_default();
                own.bracketed.extend(inside(rest).map(str::to_owned));
                own.noted.extend(noted(text, at));
            }
            let capital = words(text).filter(|word| word.starts_with(char::is_uppercase));
            own.names.extend(capital.map(str::to_lowercase));
        }
        own
    }

    /// Whether all that a mark of `sentence` names stands in a source just so.
    #[must_use]
    pub fn say(&self, mark: &Mark, sentence: &str) -> bool {
        match mark.grammar {
            Grammar::Worded => {
                let Some(noun) = nouns::noun(mark.span.of(sentence)).map(nouns::Noun::lemma) else {
                    return false;
                };
                let said = |n: u32| self.numbered.contains(&(noun, n));
                mark.refs.iter().all(|member| match *member {
                    MarkRef::Number { n, .. } => said(n),
                    MarkRef::Range { from, to, .. } => said(from) && said(to),
                    MarkRef::Name { .. } => false,
                })
            }
            Grammar::Bibliographic => mark.refs.iter().all(|member| match member {
                MarkRef::Name { text, .. } => self.cite(text),
                _ => false,
            }),
            // `[source: plan.pdf]` cites, whoever speaks of the plan.
            Grammar::Named
                if inside(mark.span.of(sentence)).is_some_and(|said| self.bracketed.contains(said)) =>
            {
                true
            }
            Grammar::Named
                if mark.refs.first().is_some_and(|member| member.span().start > mark.span.start + 3) =>
            {
                false
            }
            Grammar::Named => mark.refs.iter().all(|member| match member {
                MarkRef::Name { text, .. } => {
                    let mut files = works::files(text).peekable();
                    files.peek().is_some() && files.all(|file| self.titles.contains(&file.to_lowercase()))
                }
                _ => false,
            }),
            Grammar::Numeric => {
                noted(sentence, mark.span.start).is_some_and(|said| self.noted.contains(&said))
            }
        }
    }
}

impl OwnWords {
    /// Whether a source cites a work.
    fn cite(&self, name: &str) -> bool {
        let Some(work) = works::work(name).or_else(|| works::lone_work(name)) else {
            return self.titles.contains(&name.to_lowercase());
        };
        let dated = |author: &String| self.dated.contains(&(author.clone(), work.year));
        // `(Germany and France, 2019)`, about which a source is
        work.authors.iter().all(dated)
            || work.loose && work.authors.iter().all(|name| self.names.contains(name))
    }
}

/// Whether a number that cites by where it stands may begin with a character.
fn may_note(c: char) -> bool {
    matches!(c, '(' | '（' | '{') || circled(c).is_some()
}

/// What a mark may repeat: a text in brackets, and a number in brackets or a circle.
static INSIDE: Pattern =
    Pattern::new(|| r"^(?:\((?<round>[^()\[\]\n]{0,95})\)|\[(?<square>[^()\[\]\n]{0,95})\])".to_owned());
static NOTED: Pattern =
    Pattern::new(|| r"^(?:[(（{](?<digits>[0-9]{1,8})|(?<circled>[①-⑳㉑-㉟㊱-㊿]))".to_owned());

/// What stands in the brackets with which a text begins.
fn inside(text: &str) -> Option<&str> {
    let found = INSIDE.captures(text)?;
    found.name("round").or(found.name("square")).map(|inside| inside.as_str())
}

/// Bytes of the word before a number.
const MAX_WORD: usize = 32;

/// The number in brackets or a circle at `at`, and the word before it.
fn noted(text: &str, at: usize) -> Option<(String, String)> {
    let found = NOTED.captures(text.get(at..)?)?;
    let number = found.name("digits").or(found.name("circled"))?.as_str();
    let head = text.get(text.ceil_char_boundary(at.saturating_sub(MAX_WORD))..at)?;
    let bare = head.trim_end_matches(|c: char| !c.is_alphanumeric());
    let word = bare.rsplit(|c: char| !c.is_alphanumeric()).next()?;
    Some((word.to_lowercase(), number.to_owned()))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphabetic() || matches!(c, '-' | '\'' | '’')))
        .filter(|word| !word.is_empty())
}

/// A word in lower case, and the names with which a Korean one may begin: `김철수는`.
fn forms(word: &str) -> impl Iterator<Item = String> {
    let korean = word.starts_with(is_hangul);
    let ends = word.char_indices().map(|(at, _)| at).skip(2).take(if korean { 3 } else { 0 });
    let begun: Vec<String> = ends.filter_map(|end| word.get(..end)).map(str::to_owned).collect();
    begun.into_iter().chain(std::iter::once(word.to_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::citation::scan_marks;

    #[test]
    fn what_a_source_calls_so_is_its_own() {
        let texts = [
            "Fill in Document 2. 자료 3에는 표가 있다.",
            "Prices fell (Kim et al., 2020). 김철수는 2019년에 썼다. See doi:10.1000/182 and plan.pdf in Paris and Rome.",
        ];
        let own = OwnWords::of(texts.into_iter());
        for (text, expected) in [
            ("Document 2 shows the hall.", true),
            ("According to documents 2 and 3, it opens.", false),
            ("Source 2 shows the hall.", false),
            ("자료 3에서는 표를 본다.", true),
            ("자료 2에서는 표를 본다.", false),
            ("Prices fell [Kim et al., 2020].", true),
            ("Kim et al. (2020) tell of prices.", true),
            ("Prices fell (Kim et al., 2021).", false),
            ("Prices fell (Kim et al., 2020; Lee et al., 2020).", false),
            ("값이 내렸다(김철수 외, 2019).", true),
            ("값이 내렸다(김철수 외, 2021).", false),
            ("Prices fell (Paris and Rome, 2011).", true),
            ("Prices fell (Paris and London, 2011).", false),
            ("Prices fell (doi: 10.1000/182).", true),
            ("Prices fell (doi: 10.1000/183).", false),
            ("Prices fell (plan.pdf).", true),
            ("Prices fell (other.pdf).", false),
        ] {
            let marks = scan_marks(text);
            assert_eq!(own.say(&marks[0], text), expected, "{text}");
        }
    }
}
