//! Many words and patterns of one rule, searched as one: of two hits at one place the first written wins, and no hit
//! begins inside another.

use std::sync::LazyLock;

use regex::Regex;
use rustc_hash::FxHashMap;
use stet_text::span::Span;

use super::mistake::Mistake;
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
    /// Plain words and phrases, which styles list by the thousand, by their first word: what follows it, and the item.
    plain: FxHashMap<String, Vec<(String, usize)>>,
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

/// Whether an item means its own letters and nothing else, from one edge of a word to another.
fn is_plain(item: &str) -> bool {
    let edge = |ch: Option<char>| ch.is_some_and(char::is_alphanumeric);
    edge(item.chars().next()) && edge(item.chars().next_back()) && regex::escape(item) == item
}

/// The bytes of a text that are the words it begins with; `None` when it begins otherwise.
fn begins(text: &str, words: &str, ignorecase: bool) -> Option<usize> {
    if !ignorecase {
        return text.starts_with(words).then_some(words.len());
    }
    let mut wanted = words.chars().peekable();
    let mut chars = text.chars();
    while wanted.peek().is_some() {
        if !chars.next()?.to_lowercase().all(|ch| wanted.next() == Some(ch)) {
            return None;
        }
    }
    Some(text.len() - chars.as_str().len())
}

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
            if whole && !writing.nonword && is_plain(item) {
                let item = if writing.ignorecase { item.to_lowercase() } else { (*item).to_owned() };
                let end = WORDS.as_ref().and_then(|words| words.find(&item)).map_or(0, |word| word.end());
                let (first, rest) = item.split_at(end);
                out.plain.entry(first.to_owned()).or_default().push((rest.to_owned(), at));
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
        self.plain.is_empty() && self.together.is_none() && self.apart.is_empty()
    }

    /// Every hit with the item that it is of, in text order.
    pub fn find(&self, text: &str, work: &mut Work) -> Vec<(Span, usize)> {
        let mut found = Vec::new();
        if !self.plain.is_empty()
            && let Some(words) = WORDS.as_ref()
        {
            let words: Vec<Span> =
                words.find_iter(text).map(|word| Span::new(word.start(), word.end())).collect();
            for word in &words {
                let known = if self.ignorecase {
                    self.plain.get(&word.of(text).to_lowercase())
                } else {
                    self.plain.get(word.of(text))
                };
                for (rest, item) in known.into_iter().flatten() {
                    let behind = text.get(word.end..).unwrap_or_default();
                    let Some(len) = begins(behind, rest, self.ignorecase) else { continue };
                    let end = word.end + len;
                    if len == 0 || words.binary_search_by_key(&end, |word| word.end).is_ok() {
                        found.push((Span::new(word.start, end), *item));
                    }
                }
            }
        }
        if let Some(together) = &self.together {
            if let [only] = self.groups.as_slice() {
                found.extend(together.spans(text, work).into_iter().map(|span| (span, *only)));
            } else {
                for (span, group) in together.groups(text, work) {
                    found.extend(self.groups.get(group).map(|item| (span, *item)));
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts of pieces, drawn by a fixed rule.
    fn texts(pieces: &[&str]) -> impl Iterator<Item = String> {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let pieces: Vec<String> = pieces.iter().map(|piece| (*piece).to_owned()).collect();
        std::iter::repeat_with(move || {
            let mut text = String::new();
            for _ in 0..12 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                text.push_str(&pieces[(state >> 33) as usize % pieces.len()]);
            }
            text
        })
    }

    #[test]
    fn phrases_are_found_as_their_pattern_finds_them() {
        let items = [
            "in order",
            "in",
            "in order to",
            "order-form",
            "it's",
            "아무 말",
            "말",
            "2024년",
            "naïve e",
            "A",
            "e",
        ];
        let pieces = [
            "In", "in", " ", " ", "order", "-form", "to", "IT", "'s", "아무", "말", "이", "2024년", "naïve",
            "É", "e\u{301}", "_", "A", "\n", ".",
        ];
        for ignorecase in [true, false] {
            let mut pool = Pool::default();
            let writing = Writing { ignorecase, ..Writing::default() };
            let (finder, faults) = Finder::new(&items, writing, &mut pool);
            assert!(faults.is_empty() && finder.plain.len() > 5 && finder.together.is_some());
            let joined = items.map(|item| format!("({item})")).join("|");
            let pattern = Pattern::new(&writing.pattern(&joined), &mut pool).unwrap();
            let mut hits = 0;
            for text in texts(&pieces).take(3_000) {
                let found = finder.find(&text, &mut Work::on(text.len()));
                assert_eq!(found, pattern.groups(&text, &mut Work::on(text.len())), "{text:?}");
                hits += found.len();
            }
            assert!(hits > 300, "{hits}");
        }
    }
}
