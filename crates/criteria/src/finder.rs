//! Many words and patterns of one rule, searched as one: of two hits at one place the first written wins, and no hit
//! begins inside another.

use std::sync::LazyLock;

use regex::Regex;
use rustc_hash::FxHashMap;
use stet_text::span::Span;

use super::compile::Mistake;
use super::pattern::{Pattern, Pool, Work, refers_back, translated};

/// How the items of a rule are written.
#[derive(Debug, Clone, Copy, Default)]
pub struct Writing<'a> {
    pub ignorecase: bool,
    /// Without word boundaries.
    pub nonword: bool,
    /// What stands before and behind them all.
    pub before: &'a str,
    pub behind: &'a str,
}

impl Writing<'_> {
    fn pattern(&self, items: &str) -> String {
        let case = if self.ignorecase { "(?i)" } else { "" };
        let edge = if self.nonword { "" } else { r"\b" };
        let Self { before, behind, .. } = self;
        format!("{case}{before}(?m){edge}(?:{items}){edge}{behind}")
    }
}

/// Items that are searched together.
#[derive(Debug, Clone, Default)]
pub struct Finder {
    /// Plain words, which styles list by the thousand: looked up one by one.
    words: FxHashMap<String, usize>,
    ignorecase: bool,
    /// The other items, each a group.
    together: Option<Pattern>,
    groups: Vec<usize>,
    /// Items that look around.
    apart: Vec<(Pattern, usize)>,
    /// Whether word boundaries matter to any.
    pub bounded: bool,
}

/// The words of a text, as `\b` sees them.
static WORDS: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\w+").ok());

impl Finder {
    /// `items` in the order in which they win. What cannot run is left out and named by its place.
    #[must_use]
    pub fn new(items: &[&str], writing: Writing<'_>, pool: &mut Pool) -> (Self, Vec<(usize, Mistake)>) {
        let mut out = Self { ignorecase: writing.ignorecase, ..Self::default() };
        let mut faults = Vec::new();
        let whole = writing.before.is_empty() && writing.behind.is_empty();
        out.bounded = !writing.nonword || items.iter().any(|item| item.contains(r"\b"));
        let mut joined = String::new();
        for (at, item) in items.iter().enumerate() {
            if whole && !writing.nonword && item.chars().all(char::is_alphanumeric) {
                let word = if writing.ignorecase { item.to_lowercase() } else { (*item).to_owned() };
                out.words.entry(word).or_insert(at);
                continue;
            }
            // Tried without counting: most are counted in the one pattern that they are put into.
            let kept = refers_back(item);
            match Pattern::tried(&writing.pattern(&translated(item, !kept)), pool) {
                Ok(Pattern::Linear(_)) => {
                    let bar = if joined.is_empty() { "" } else { "|" };
                    joined.extend([bar, "(", &translated(item, true), ")"]);
                    out.groups.push(at);
                }
                Ok(pattern) => out.apart.push((pattern, at)),
                Err(mistake) => faults.push((at, mistake)),
            }
        }
        if !joined.is_empty() {
            match Pattern::new(&writing.pattern(&joined), pool) {
                Ok(pattern) => out.together = Some(pattern),
                Err(mistake) => faults.extend(out.groups.first().map(|at| (*at, mistake))),
            }
        }
        (out, faults)
    }

    /// One pattern as it is written.
    #[must_use]
    pub fn of(pattern: Pattern) -> Self {
        let bounded = pattern.as_str().contains(r"\b");
        Self { together: Some(pattern), groups: vec![0], bounded, ..Self::default() }
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty() && self.together.is_none() && self.apart.is_empty()
    }

    /// Every hit with the item that it is of, in text order.
    pub fn find(&self, text: &str, work: &mut Work) -> Vec<(Span, usize)> {
        let mut found = Vec::new();
        if !self.words.is_empty()
            && let Some(words) = WORDS.as_ref()
        {
            for word in words.find_iter(text) {
                let known = if self.ignorecase {
                    self.words.get(&word.as_str().to_lowercase())
                } else {
                    self.words.get(word.as_str())
                };
                found.extend(known.map(|item| (Span::new(word.start(), word.end()), *item)));
            }
        }
        if let Some(together) = &self.together {
            if let [only] = self.groups.as_slice() {
                found.extend(together.spans(text, work).into_iter().map(|span| (span, *only)));
            } else {
                for groups in together.matches(text, work) {
                    let hit = groups.iter().skip(1).zip(&self.groups).find(|(group, _)| group.is_some());
                    let whole = groups.first().copied().flatten();
                    found.extend(whole.zip(hit.map(|(_, item)| *item)));
                }
            }
        }
        for (pattern, item) in &self.apart {
            found.extend(pattern.spans(text, work).into_iter().map(|span| (span, *item)));
        }
        found.sort_by_key(|(span, item)| (span.start, *item));
        let mut end = 0;
        found.retain(|(span, _)| {
            let free = span.start >= end;
            if free {
                end = span.end;
            }
            free
        });
        found
    }
}
