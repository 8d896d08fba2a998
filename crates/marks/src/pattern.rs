//! Regular expressions, each made when it is first asked for, and automata over a text that may go on.

use regex::{Captures, Regex};
use regex_automata::dfa::{Automaton, StartKind, dense};
use regex_automata::nfa::thompson::{self, WhichCaptures};
use regex_automata::util::primitives::StateID;
use regex_automata::{Anchored, MatchKind};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The text ended where more of it could matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NotYet;

/// A regular expression; one that does not compile, which tests tell, matches nothing.
pub(crate) struct Pattern {
    source: fn() -> String,
    regex: OnceLock<Option<Regex>>,
}

impl Pattern {
    pub const fn new(source: fn() -> String) -> Self {
        Self { source, regex: OnceLock::new() }
    }

    pub fn get(&self) -> Option<&Regex> {
        let make = || {
            let regex = Regex::new(&(self.source)());
            debug_assert!(regex.is_ok(), "{regex:?}");
            regex.ok()
        };
        self.regex.get_or_init(make).as_ref()
    }

    pub fn is_in(&self, text: &str) -> bool {
        self.get().is_some_and(|regex| regex.is_match(text))
    }

    /// Where the first match begins.
    pub fn start(&self, text: &str) -> Option<usize> {
        self.get()?.find(text).map(|found| found.start())
    }

    /// Bytes up to the end of the first match, 0 without one.
    pub fn end(&self, text: &str) -> usize {
        self.get().and_then(|regex| regex.find(text)).map_or(0, |found| found.end())
    }

    pub fn captures<'t>(&self, text: &'t str) -> Option<Captures<'t>> {
        self.get()?.captures(text)
    }
}

/// Replaces `{name}` by the class of that name, and `{en/words}`, `{en/words:kind}` by the words of a table.
pub(crate) fn expanded(text: &str, classes: &BTreeMap<String, String>, depth: usize) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        let (before, tail) = rest.split_at_checked(open).unwrap_or((rest, ""));
        out.push_str(before);
        let end = tail.find('}').unwrap_or(0);
        let name = tail.get(1..end).unwrap_or_default();
        // `\\{`, `\\x{c0}` and `\\p{N}` are of the expression.
        if depth > 12
            || ["\\", "\\x", "\\p", "\\P"].iter().any(|sign| before.ends_with(sign))
            || !name.starts_with(|c: char| c.is_ascii_alphabetic())
        {
            out.push('{');
            rest = tail.get(1..).unwrap_or_default();
            continue;
        }
        let class = match classes.get(name) {
            Some(class) => expanded(class, classes, depth + 1),
            None => words_of(name),
        };
        debug_assert!(!class.is_empty(), "data/marks: no class {{{name}}}");
        out.push_str("(?:");
        out.push_str(&class);
        out.push(')');
        rest = tail.get(end + 1..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

/// The words of a table, the longest first: `en/saying`, `en/saying:tell` (by a tag of the last column), `en/saying+1` (of the
/// second column).
pub(crate) fn words_of(name: &str) -> String {
    let (name, kind) = name.split_once(':').map_or((name, None), |(name, kind)| (name, Some(kind)));
    let (name, column) = name.split_once('+').map_or((name, 0), |(name, at)| (name, at.parse().unwrap_or(0)));
    let mut words: Vec<String> = stet_data::rows(&format!("words/{name}"))
        .filter(|row| {
            kind.is_none_or(|kind| row.last().is_some_and(|tags| tags.split(',').any(|tag| tag == kind)))
        })
        .filter_map(|row| row.get(column).map(|word| regex::escape(word)))
        .collect();
    words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    words.join("|")
}

/// An automaton that tells whether something stands at the beginning of a text that may go on. A dead state: it does not.
/// A match: it does. Otherwise more text could make it one ([`NotYet`]).
pub(crate) struct Prefix {
    dfa: dense::DFA<Vec<u32>>,
    start: StateID,
}

impl Prefix {
    pub fn new(pattern: &str) -> Option<Self> {
        let config = dense::Config::new().start_kind(StartKind::Anchored).match_kind(MatchKind::All);
        let nfa = thompson::Config::new().which_captures(WhichCaptures::None);
        let dfa = dense::Builder::new().configure(config.accelerate(false)).thompson(nfa).build(pattern);
        debug_assert!(dfa.is_ok(), "{pattern}: {:?}", dfa.as_ref().err());
        let dfa = dfa.ok()?;
        let start = dfa.universal_start_state(Anchored::Yes)?;
        Some(Self { dfa, start })
    }

    /// Bytes of the longest match at the beginning of `text`, behind which nothing comes when it is the `last`.
    pub fn longest(&self, text: &str, last: bool) -> Result<Option<usize>, NotYet> {
        let (mut state, mut end) = (self.start, None);
        for (at, byte) in text.bytes().enumerate() {
            #[cfg(test)]
            steps::add();
            state = self.dfa.next_state(state, byte);
            // A match is told one byte later.
            if self.dfa.is_match_state(state) {
                end = Some(at);
            } else if self.dfa.is_dead_state(state) {
                return Ok(end);
            }
        }
        let ends = self.ends(state);
        if !(last || ends && self.goes_nowhere(state, 1) || end.is_some() && self.goes_nowhere(state, 0)) {
            return Err(NotYet);
        }
        Ok(if ends { Some(text.len()) } else { end })
    }

    /// The state behind a byte, from the beginning without one; `None` when nothing can match any more.
    pub fn step(&self, state: Option<StateID>, byte: u8) -> Option<StateID> {
        let next = self.dfa.next_state(state.unwrap_or(self.start), byte);
        (!self.dfa.is_dead_state(next)).then_some(next)
    }

    /// Whether what led to a state is a match.
    pub fn ends(&self, state: StateID) -> bool {
        self.dfa.is_match_state(self.dfa.next_eoi_state(state))
    }

    /// Whether no byte leads anywhere; one that only reports what has ended before it may.
    fn goes_nowhere(&self, state: StateID, reports: u8) -> bool {
        let mut seen = None;
        (0..=u8::MAX).all(|byte| {
            let next = self.dfa.next_state(state, byte);
            let known = seen.replace(next) == Some(next) || self.dfa.is_dead_state(next);
            known || reports > 0 && self.dfa.is_match_state(next) && self.goes_nowhere(next, 0)
        })
    }
}

/// Steps of all automata of this thread, so that a test can tell that the work is linear.
#[cfg(test)]
pub(crate) mod steps {
    use std::cell::Cell;

    thread_local!(static STEPS: Cell<usize> = const { Cell::new(0) });

    pub fn add() {
        STEPS.with(|steps| steps.set(steps.get() + 1));
    }

    /// The count since the last call.
    pub fn take() -> usize {
        STEPS.with(Cell::take)
    }
}
