//! Patterns on an engine that is linear in the text, and those that look around on one with a bound.
//!
//! Vale's patterns are written for .NET's engine; what is written otherwise there is translated. No pack and no text
//! keeps the service busy: what patterns take of memory is counted by [`Pool`], what those that look around take of time by [`Work`].

use std::sync::{Arc, OnceLock};

use regex::RegexBuilder;
use stet_text::span::Span;
use stet_text::stop::look;

use super::mistake::{Mistake, PATTERN_LIMIT, SIZE_LIMIT};

/// Bytes that one compiled pattern may take: the least of these that it fits in is counted.
const SIZES: [usize; 4] = [SMALL, 1 << 19, 1 << 21, SIZE_LIMIT];
/// What most patterns fit in.
const SMALL: usize = 1 << 16;
/// Bytes that the compiled patterns of a pack may take together.
const POOL: usize = 256 << 20;
/// Bytes that may be compiled for a pack beside small patterns, also of patterns that are refused in the end.
const TRIES: usize = 128 << 20;
/// Steps back that one search of a pattern that looks around may take: the least that it ends in is counted.
const STEPS: [usize; 6] = [1 << 10, 1 << 14, 1 << 18, 1 << 22, 1 << 25, 1 << 28];
/// Steps that a rule always has in a text, whatever the others took, and those for each byte of the text.
const OWN: [usize; 2] = [2 << 20, 96];
/// Steps that the rules which need more have together, and those for each byte.
const SHARED: [usize; 2] = [32 << 20, 1024];
/// Bytes of an instruction of the engine that looks around, about.
const INSTRUCTION: usize = 64;
/// Hits of one pattern in one block.
const MAX_HITS: usize = 10_000;

/// What the patterns of one pack may still take.
#[derive(Debug)]
pub struct Pool {
    kept: usize,
    tries: usize,
}

impl Default for Pool {
    fn default() -> Self {
        Self { kept: POOL, tries: TRIES }
    }
}

/// What one lint may still take, in steps: the same text has the same findings, however busy the machine is.
#[derive(Debug)]
pub struct Work {
    length: usize,
    own: usize,
    shared: usize,
    /// Whether something was not searched to its end.
    pub stopped: bool,
}

impl Work {
    /// The work on a text of so many bytes.
    #[must_use]
    pub fn on(length: usize) -> Self {
        let shared = SHARED[0].saturating_add(SHARED[1].saturating_mul(length));
        let mut work = Self { length, own: 0, shared, stopped: false };
        work.next_rule();
        work
    }

    /// Begins with another rule.
    pub fn next_rule(&mut self) {
        self.own = OWN[0].saturating_add(OWN[1].saturating_mul(self.length));
        self.stopped = false;
    }

    /// Takes steps of the rule's own, then of those that all share; notes when there are no more.
    fn spend(&mut self, steps: usize) -> bool {
        look();
        let more = steps.saturating_sub(self.own);
        match self.shared.checked_sub(more) {
            Some(left) if !self.stopped => {
                (self.own, self.shared) = (self.own.saturating_sub(steps), left);
                true
            }
            _ => {
                self.stopped = true;
                false
            }
        }
    }
}

/// A compiled pattern.
#[derive(Debug, Clone)]
pub enum Pattern {
    Linear(regex::Regex),
    Around(Around),
}

/// A pattern that looks around, compiled for each bound of [`STEPS`] that some search needed.
#[derive(Debug, Clone)]
pub struct Around {
    first: fancy_regex::Regex,
    size: usize,
    more: Arc<[OnceLock<Option<fancy_regex::Regex>>; STEPS.len()]>,
}

impl Around {
    /// The first match from `at` on; `work` notes a search that did not end.
    fn search<'t>(
        &self,
        text: &'t str,
        at: usize,
        work: &mut Work,
    ) -> Option<fancy_regex::Captures<'t, str>> {
        use fancy_regex::{Error, RuntimeError};
        for (more, steps) in self.more.iter().zip(STEPS) {
            if !work.spend(steps) {
                return None;
            }
            let made = if steps == STEPS[0] {
                &self.first
            } else {
                let made = more.get_or_init(|| around(self.first.as_str(), self.size, steps).ok().flatten());
                let Some(made) = made else { break };
                made
            };
            match made.captures_from_pos(text, at) {
                Ok(found) => return found,
                Err(Error::RuntimeError(RuntimeError::BacktrackLimitExceeded)) => {}
                Err(_) => break,
            }
        }
        work.stopped = true;
        None
    }
}

impl Pattern {
    /// Compiles a pattern, counting its size.
    ///
    /// # Errors
    /// It is too long, too large, or wrong.
    pub fn new(pattern: &str, pool: &mut Pool) -> Result<Self, Mistake> {
        let shown = || pattern.chars().take(60).collect::<String>();
        if pattern.chars().count() > PATTERN_LIMIT * 16 {
            return Err(Mistake::Long);
        }
        let written = translated(pattern, false);
        for size in SIZES {
            // What it takes to find out that a pattern is too large is counted too.
            if size > SMALL {
                pool.tries = pool.tries.checked_sub(size).ok_or_else(|| Mistake::Large(shown()))?;
            }
            let linear = RegexBuilder::new(&written).size_limit(size).dfa_size_limit(1 << 20).build();
            let made = match linear {
                Ok(linear) => Self::Linear(linear),
                Err(regex::Error::CompiledTooBig(_)) => continue,
                Err(error) => match around(&written, size, STEPS[0]) {
                    Ok(Some(first)) => Self::Around(Around { first, size, more: Arc::default() }),
                    Ok(None) => continue,
                    Err(why) => {
                        let why = if looks_around(&written) { why } else { error.to_string() };
                        let why = why.lines().last().unwrap_or_default().trim_start_matches("error: ");
                        return Err(Mistake::Pattern(shown(), why.to_owned()));
                    }
                },
            };
            pool.kept = pool.kept.checked_sub(size).ok_or_else(|| Mistake::Large(shown()))?;
            return Ok(made);
        }
        Err(Mistake::Large(shown()))
    }

    /// Compiles a pattern that is not kept: only what it takes to compile it is counted.
    ///
    /// # Errors
    /// It is too long, too large, or wrong.
    pub(super) fn tried(pattern: &str, pool: &mut Pool) -> Result<Self, Mistake> {
        let mut own = Pool { kept: POOL, tries: pool.tries };
        let made = Self::new(pattern, &mut own);
        pool.tries = own.tries;
        made
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Linear(pattern) => pattern.as_str(),
            Self::Around(pattern) => pattern.first.as_str(),
        }
    }

    /// Whether it matches somewhere; no, when that takes too long, which `work` notes.
    #[must_use]
    pub fn is_match(&self, text: &str, work: &mut Work) -> bool {
        match self {
            Self::Linear(pattern) => pattern.is_match(text),
            Self::Around(pattern) => pattern.search(text, 0, work).is_some(),
        }
    }

    /// Every match with its groups, the whole first, those that are empty left out.
    pub fn matches(&self, text: &str, work: &mut Work) -> Vec<Vec<Option<Span>>> {
        let mut out = Vec::new();
        let mut keep = |groups: Vec<Option<Span>>| {
            if groups.first().is_some_and(|whole| whole.is_some_and(|whole| !whole.is_empty())) {
                out.push(groups);
            }
            out.len() < MAX_HITS
        };
        match self {
            Self::Linear(pattern) => {
                for found in pattern.captures_iter(text) {
                    let group =
                        |group: Option<regex::Match<'_>>| Some(Span::new(group?.start(), group?.end()));
                    if !keep(found.iter().map(group).collect()) {
                        break;
                    }
                }
            }
            Self::Around(pattern) => {
                let group =
                    |group: Option<fancy_regex::Match<'_>>| Some(Span::new(group?.start(), group?.end()));
                let mut at = Some(0);
                while let Some(found) = at.and_then(|at| pattern.search(text, at, work)) {
                    let Some(whole) = group(found.get(0)) else { break };
                    // Behind one that is empty the next begins a character further on.
                    let next = text.get(whole.end..).and_then(|rest| rest.chars().next());
                    at = if whole.is_empty() {
                        next.map(|next| whole.end + next.len_utf8())
                    } else {
                        Some(whole.end)
                    };
                    if !keep(found.iter().map(group).collect()) {
                        break;
                    }
                }
            }
        }
        out
    }

    /// Every match that is not empty, with the number of its first group that took part, from 0. Where the engine has no
    /// quick way it carries all groups along, so that they are asked for where a match is, not while it is looked for.
    pub fn groups(&self, text: &str, work: &mut Work) -> Vec<(Span, usize)> {
        let group = |groups: &[Option<Span>]| groups.iter().skip(1).position(Option::is_some);
        let Self::Linear(pattern) = self else {
            let all = self.matches(text, work).into_iter();
            return all.filter_map(|groups| groups.first().copied().flatten().zip(group(&groups))).collect();
        };
        let spans = self.spans(text, work).into_iter();
        let known = spans.filter_map(|span| {
            let found = pattern.captures_at(text, span.start)?;
            Some(span).zip(found.iter().skip(1).position(|group| group.is_some()))
        });
        known.collect()
    }

    /// Every match that is not empty.
    pub fn spans(&self, text: &str, work: &mut Work) -> Vec<Span> {
        if let Self::Linear(pattern) = self {
            let spans = pattern.find_iter(text).map(|found| Span::new(found.start(), found.end()));
            return spans.filter(|span| !span.is_empty()).take(MAX_HITS).collect();
        }
        self.matches(text, work).into_iter().filter_map(|groups| groups.into_iter().next()?).collect()
    }

    /// `template` with the groups of the first match in `text`.
    #[must_use]
    pub fn expanded(&self, text: &str, template: &str) -> Option<String> {
        let mut out = String::new();
        match self {
            Self::Linear(pattern) => pattern.captures(text)?.expand(template, &mut out),
            Self::Around(pattern) => {
                pattern.search(text, 0, &mut Work::on(text.len()))?.expand(template, &mut out);
            }
        }
        Some(out)
    }
}

fn around(pattern: &str, size: usize, steps: usize) -> Result<Option<fancy_regex::Regex>, String> {
    use fancy_regex::{CompileError, Error};
    let mut builder = fancy_regex::RegexBuilder::new(pattern);
    builder.backtrack_limit(steps).delegate_size_limit(size).delegate_dfa_size_limit(1 << 20);
    // A group that is called again is written out at each call.
    builder.max_prog_size(size / INSTRUCTION);
    match builder.build() {
        Ok(made) => Ok(Some(made)),
        Err(Error::CompileError(why)) => match *why {
            CompileError::InnerError(why) if why.size_limit().is_some() => Ok(None),
            CompileError::PatternTooComplex => Ok(None),
            why => Err(why.to_string()),
        },
        Err(why) => Err(why.to_string()),
    }
}

/// Whether a pattern has what only the bounded engine knows.
fn looks_around(pattern: &str) -> bool {
    ["(?=", "(?!", "(?<=", "(?<!", "(?>"].iter().any(|mark| pattern.contains(mark)) || refers_back(pattern)
}

/// Whether a pattern names one of its groups again.
#[must_use]
pub fn refers_back(pattern: &str) -> bool {
    let mut chars = pattern.chars();
    while let Some(ch) = chars.next() {
        if ch == '\\' && chars.next().is_some_and(|next| matches!(next, '1'..='9' | 'k')) {
            return true;
        }
    }
    false
}

/// A pattern of .NET's in the words of the engines here: braces and brackets that stand for themselves, escapes that
/// mean something else here; with `plain`, groups keep nothing.
#[must_use]
pub fn translated(pattern: &str, plain: bool) -> String {
    let chars: Vec<char> = pattern.chars().collect();
    let at = |at: usize| chars.get(at).copied();
    let mut out = String::with_capacity(pattern.len() + 8);
    let (mut i, mut class) = (0, false);
    while let Some(ch) = at(i) {
        i += 1;
        match ch {
            '\\' => {
                let next = at(i);
                i += 1;
                match next {
                    Some('b') if class => out.push_str(r"\x08"),
                    Some('Z') => out.push_str(r"\z"),
                    Some('e') => out.push_str(r"\x1b"),
                    Some(next @ ('<' | '>' | '/' | '\'' | '"' | ' ' | '_' | '`')) => out.push(next),
                    Some(next) => out.extend(['\\', next]),
                    None => out.push('\\'),
                }
            }
            '[' if class => out.push_str(r"\["),
            '&' | '~' if class => out.extend(['\\', ch]),
            '-' if class && at(i) == Some('-') => out.push_str(r"\-"),
            '[' => {
                class = true;
                out.push('[');
                if at(i) == Some('^') {
                    out.push('^');
                    i += 1;
                }
                if at(i) == Some(']') {
                    out.push_str(r"\]");
                    i += 1;
                }
            }
            ']' if class => {
                class = false;
                out.push(']');
            }
            '{' if !class && !counts(&chars, i) => out.push_str(r"\{"),
            '(' if !class && plain && at(i) != Some('?') => out.push_str("(?:"),
            _ => out.push(ch),
        }
    }
    out
}

/// Whether a brace in front of `at` opens a count, as `{2,3}`.
fn counts(chars: &[char], at: usize) -> bool {
    let inner: String = chars.iter().skip(at).take_while(|ch| **ch != '}').take(16).collect();
    let closed = chars.get(at + inner.chars().count()) == Some(&'}');
    let (least, most) = inner.split_once(',').unwrap_or((&inner, ""));
    let digits = |text: &str| text.chars().all(|ch| ch.is_ascii_digit());
    closed && !least.is_empty() && digits(least) && digits(most)
}

/// Any of some patterns as whole words; `None` without any.
pub(super) fn bounded_any(items: &[String], pool: &mut Pool) -> Result<Option<Pattern>, Mistake> {
    if items.is_empty() {
        return Ok(None);
    }
    let mut items: Vec<&String> = items.iter().collect();
    items.sort_by_key(|item| std::cmp::Reverse(item.len()));
    let each = items
        .iter()
        .map(|item| if item.starts_with("(?i)") { format!("(?:{item})") } else { format!("(?-i:{item})") });
    let joined = each.collect::<Vec<_>>().join("|");
    Pattern::new(&format!(r"(?m)\b(?:{joined})\b"), pool).map(Some)
}
