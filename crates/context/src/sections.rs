//! Numbered places of a document that are no articles: `Clause 1.2`, `§ 3`, `1.2항`, `별표 3`.
//!
//! Owns finding them in a statement and telling under which number of a source a passage stands. Taking them out of what is
//! judged is done by [`grounds`](super::grounds), as for articles: they cite, they claim nothing.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::source::AnswerSource;
use stet_text::normalise;
use stet_text::span::Span;
use stet_text::values::values;

/// A place as it is called: what kind of part it is, and its number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Section {
    kind: Kind,
    number: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Only the number is told, as in most headings.
    Unnamed,
    Clause,
    Chapter,
    Part,
    Annex,
}

/// Words that name a part.
const NAMES: &str = concat!(
    r"sub-?section|section|sec\.|sub-?clause|clause|cl\.|sub-?paragraph|paragraph|para\.|item|§{1,2}",
    "|chapter|part|schedule|annex|appendix|exhibit|부록|별표|별지|붙임",
);

/// Counters of Korean parts behind their number. A bare `3장` may be three sheets, `제3항` is one of an article.
const COUNTERS: &str = "항|절|장|편";

/// The part that a word names.
fn kind_of(word: &str) -> Kind {
    match word.to_lowercase().as_str() {
        "" => Kind::Unnamed,
        "chapter" | "장" => Kind::Chapter,
        "part" | "편" => Kind::Part,
        "schedule" | "annex" | "appendix" | "exhibit" | "부록" | "별표" | "별지" | "붙임" => {
            Kind::Annex
        }
        _ => Kind::Clause,
    }
}

/// A place in a statement.
static PLACE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(&format!(
        r"(?i)(?:^|\b|\W)(?:(?P<name>{NAMES})\s{{0,2}}(?P<number>\d{{1,3}}(?:\.\d{{1,3}})*)|제\s?(?P<whole>\d{{1,3}}(?:\.\d{{1,3}})*)\s?(?P<part>절|장|편)|(?P<dotted>\d{{1,3}}(?:\.\d{{1,3}})+)\s?(?P<counter>{COUNTERS}))(?:\([a-z0-9]{{1,4}}\))*"
    ))
    .ok()
});

/// A number before the first word of a statement: `1.2 The tenant may sublet`.
static LEAD: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^\s*(?P<dotted>\d{1,3}(?:\.\d{1,3})+)\.?\s+[A-Z가-힣]").ok());

/// A heading with a number, or the first words of a numbered item. A whole number alone needs a sign that it is one: twelve
/// months may stand at the beginning of a line.
static HEADING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(&format!(
        r"(?im)^(?P<mark>[\s#>*_|-]*)(?:(?P<name>{NAMES})\s{{0,2}}|제\s?)?(?P<number>\d{{1,3}}(?:\.\d{{1,3}})*)\s?(?P<part>{COUNTERS})?(?P<end>[.):]?)(?:[\s*_|(]|$)"
    ))
    .ok()
});

fn section(found: &Captures<'_>) -> Option<Section> {
    let text = |name| found.name(name).map_or("", |part| part.as_str());
    let number = ["number", "whole", "dotted"].into_iter().map(text).find(|number| !number.is_empty())?;
    let word = ["name", "part", "counter"].into_iter().map(text).find(|word| !word.is_empty());
    Some(Section { kind: kind_of(word.unwrap_or_default()), number: number.to_owned() })
}

/// Whether a text may have a digit of any script: without one it names no numbered place.
fn has_digit(text: &str) -> bool {
    let digit = |ch: char| match ch {
        '\0'..='\x7f' => ch.is_ascii_digit(),
        '가'..='힣' => false,
        _ => ch.is_numeric(),
    };
    text.contains(digit)
}

/// The places that a statement names, in order.
pub(super) fn sections(statement: &str) -> Vec<(Span, Section)> {
    let Some(pattern) = PLACE.as_ref().filter(|_| has_digit(statement)) else { return Vec::new() };
    let named = pattern.captures_iter(statement).filter_map(|found| {
        let start = ["name", "whole", "dotted"].into_iter().find_map(|name| found.name(name))?.start();
        let start = if found.name("whole").is_some() {
            Span::new(0, start).of(statement).rfind('제').unwrap_or(start)
        } else {
            start
        };
        let end = found.get(0)?.end();
        // `Section 2.5 million`, `Part 12th`
        let goes_on = Span::new(end, statement.len()).of(statement);
        let whole = !goes_on.starts_with(|ch: char| ch.is_ascii_alphanumeric() || ch == '%');
        whole.then(|| Some((Span::new(start, end), section(&found)?))).flatten()
    });
    named.collect()
}

/// The number with which a statement begins, and what it is followed by.
pub(super) fn lead(statement: &str) -> Option<(Span, Section)> {
    let found = LEAD.as_ref().filter(|_| has_digit(statement))?.captures(statement)?;
    let number = found.name("dotted")?;
    // `1.2 리터의 물`
    let norm = normalise(statement.trim_start());
    let counted =
        values(&norm).first().is_none_or(|value| value.has_unit() || value.span.len() > number.len());
    if counted {
        return None;
    }
    let rest = statement.get(number.end()..)?.trim_start_matches(['.', ' ', '\u{a0}']);
    let section = Section { kind: Kind::Unnamed, number: number.as_str().to_owned() };
    Some((Span::new(0, statement.len() - rest.len()), section))
}

/// The numbered headings of a text.
fn numbered(text: &str) -> Vec<(usize, Section)> {
    let Some(pattern) = HEADING.as_ref() else { return Vec::new() };
    let found = pattern.captures_iter(text).filter_map(|found| {
        let section = section(&found)?;
        let has = |name| found.name(name).is_some_and(|part| !part.as_str().is_empty());
        let sure = section.kind != Kind::Unnamed
            || section.number.contains('.')
            || has("end")
            || found.name("mark").is_some_and(|mark| mark.as_str().contains('#'));
        sure.then_some((found.get(0)?.start(), section))
    });
    found.collect()
}

impl Section {
    /// Whether a heading may have this for its number: one of the same kind, or one that does not tell its kind.
    fn may_be(&self, heading: &Self) -> bool {
        heading.kind == self.kind
            || heading.kind == Kind::Unnamed && self.kind != Kind::Annex
            || self.kind == Kind::Unnamed && heading.kind == Kind::Clause
    }

    /// Whether it is the place of a heading, or has that in it.
    fn covers(&self, heading: &Self) -> bool {
        heading.number.strip_prefix(&self.number).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    }

    /// The number under which `span` of a source stands, and whether it is this one; `None` where the source does not tell
    /// numbers of this kind apart.
    pub fn found(&self, source: &AnswerSource, span: Span) -> Option<(bool, String)> {
        let all = numbered(&source.text);
        let own = |kind: Kind| all.iter().any(|(_, heading)| heading.kind == kind);
        let exact = matches!(self.kind, Kind::Chapter | Kind::Part) && own(self.kind);
        let fits = |heading: &Section| if exact { heading.kind == self.kind } else { self.may_be(heading) };
        let list: Vec<_> = all.iter().filter(|(_, heading)| fits(heading)).collect();
        let Some(first) = list.iter().rfind(|(at, _)| *at <= span.start).or(list.first()) else {
            // A passage may be called by the heading above it.
            let names = source.names.iter().chain([&source.title]);
            let parts = names.flat_map(|name| name.split(['>', '/', '›']));
            let called: Vec<_> = parts.flat_map(|part| numbered(&format!("# {}", part.trim()))).collect();
            let called = called.iter().rfind(|(_, heading)| self.may_be(heading))?;
            return Some((self.covers(&called.1), called.1.number.clone()));
        };
        let within = list.iter().filter(|(at, _)| span.start <= *at && *at < span.end);
        let here = within.chain([first]).any(|(_, heading)| self.covers(heading));
        Some((here, first.1.number.clone()))
    }
}
