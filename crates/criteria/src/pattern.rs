//! Patterns on an engine that is linear in the text, and those that look around on one with a bound.
//!
//! Vale's patterns are written for .NET's engine; what is written otherwise there is translated. No pack and no text
//! keeps the service busy: what patterns take of memory is counted by [`Pool`], what they take of time by [`Work`].

use std::time::{Duration, Instant};

use regex::RegexBuilder;
use stet_text::span::Span;

use super::compile::Mistake;

/// Characters a written pattern may have.
pub const PATTERN_LIMIT: usize = 20_000;
/// Bytes that one compiled pattern may take: the least of these that it fits in is counted.
const SIZES: [usize; 4] = [1 << 16, 1 << 19, 1 << 21, SIZE_LIMIT];
/// The most of them.
pub const SIZE_LIMIT: usize = 1 << 23;
/// Bytes that the compiled patterns of a pack may take together.
const POOL: usize = 256 << 20;
/// Steps back that one search of a pattern that looks around may take.
const BACKTRACKS: usize = 1_000_000;
/// Hits of one pattern in one block.
const MAX_HITS: usize = 10_000;
/// How long one lint may take; what is not done by then is told.
const LONGEST: Duration = Duration::from_secs(10);

/// What the patterns of one pack may still take.
#[derive(Debug)]
pub struct Pool(usize);

impl Default for Pool {
    fn default() -> Self {
        Self(POOL)
    }
}

/// What one lint may still take.
#[derive(Debug)]
pub struct Work {
    until: Instant,
    /// Whether something was not searched to its end.
    pub stopped: bool,
}

impl Default for Work {
    fn default() -> Self {
        Self { until: Instant::now() + LONGEST, stopped: false }
    }
}

impl Work {
    /// Whether there is time left; notes when there is none.
    pub fn goes_on(&mut self) -> bool {
        if Instant::now() > self.until {
            self.stopped = true;
        }
        !self.stopped
    }
}

/// A compiled pattern.
#[derive(Debug, Clone)]
pub enum Pattern {
    Linear(regex::Regex),
    Around(fancy_regex::Regex),
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
            let linear = RegexBuilder::new(&written).size_limit(size).dfa_size_limit(1 << 20).build();
            let made = match linear {
                Ok(linear) => Self::Linear(linear),
                Err(regex::Error::CompiledTooBig(_)) => continue,
                Err(error) => match around(&written, size) {
                    Ok(Some(around)) => Self::Around(around),
                    Ok(None) => continue,
                    Err(why) => {
                        let why = if looks_around(&written) { why } else { error.to_string() };
                        let why = why.lines().last().unwrap_or_default().trim_start_matches("error: ");
                        return Err(Mistake::Pattern(shown(), why.to_owned()));
                    }
                },
            };
            pool.0 = pool.0.checked_sub(size).ok_or_else(|| Mistake::Large(shown()))?;
            return Ok(made);
        }
        Err(Mistake::Large(shown()))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Linear(pattern) => pattern.as_str(),
            Self::Around(pattern) => pattern.as_str(),
        }
    }

    /// Whether it matches somewhere; no, when that takes too long.
    #[must_use]
    pub fn is_match(&self, text: &str) -> bool {
        match self {
            Self::Linear(pattern) => pattern.is_match(text),
            Self::Around(pattern) => pattern.is_match(text).unwrap_or_default(),
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
                for found in pattern.captures_iter(text) {
                    let group =
                        |group: Option<fancy_regex::Match<'_>>| Some(Span::new(group?.start(), group?.end()));
                    let Ok(found) = found else {
                        work.stopped = true;
                        break;
                    };
                    if !keep(found.iter().map(group).collect()) || !work.goes_on() {
                        break;
                    }
                }
            }
        }
        out
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
            Self::Around(pattern) => pattern.captures(text).ok()??.expand(template, &mut out),
        }
        Some(out)
    }
}

fn around(pattern: &str, size: usize) -> Result<Option<fancy_regex::Regex>, String> {
    use fancy_regex::{CompileError, Error};
    let mut builder = fancy_regex::RegexBuilder::new(pattern);
    builder.backtrack_limit(BACKTRACKS).delegate_size_limit(size).delegate_dfa_size_limit(1 << 20);
    match builder.build() {
        Ok(made) => Ok(Some(made)),
        Err(Error::CompileError(CompileError::InnerError(why))) if why.size_limit().is_some() => Ok(None),
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
