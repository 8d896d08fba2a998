//! The grammars of a citation mark: `[1]`, `[†1, 3]`, `【1】`, `[출처: 약관 제5조]`.
//!
//! Owns the question "does a mark start here"; leaves to [`super::literal`] the question whether the
//! place is prose at all. The parser never looks at more than [`MAX_MARK_CHARS`] characters, so the work
//! per bracket is constant whatever the input.

use crate::domain::span::Span;
use crate::domain::text::is_invisible;
use memchr::memchr3;
use serde::Serialize;

/// Longest mark in characters, brackets included. What is longer is text: no one cites in a paragraph,
/// and a stream must not hold back more than this for a bracket that never closes.
pub const MAX_MARK_CHARS: usize = 96;

/// Largest number that is a source. Four digits are a year (`[2024]`).
pub const MAX_NUMBER: u32 = 999;

/// Digits of a range's end; a wider one is text.
const RANGE_DIGITS: usize = 6;

/// The way a mark names its sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Grammar {
    /// By the number of a source of this answer: `[†1]`, `[1-3]`, `[출처 2]`.
    Numeric,
    /// By title, file or article: `[source: handbook p.10]`.
    Named,
}

/// One reference inside a mark. Spans are relative to the text that was scanned.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum MarkRef {
    Number {
        n: u32,
        span: Span,
    },
    /// `from..=to` as written, which may run backwards or far beyond the sources. It is never expanded
    /// past [`MAX_NUMBER`].
    Range {
        from: u32,
        to: u32,
        span: Span,
    },
    Name {
        text: String,
        span: Span,
    },
}

impl MarkRef {
    /// Where the reference stands.
    #[must_use]
    pub const fn span(&self) -> Span {
        match self {
            Self::Number { span, .. } | Self::Range { span, .. } | Self::Name { span, .. } => *span,
        }
    }

    pub(super) fn shift(&mut self, by: usize) {
        match self {
            Self::Number { span, .. } | Self::Range { span, .. } | Self::Name { span, .. } => {
                *span = span.shifted(by);
            }
        }
    }
}

/// Answer of [`match_mark`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkMatch {
    /// No mark starts here, whatever follows.
    No,
    /// Not yet a mark, but more text could make it one. Never returned for more than
    /// [`MAX_MARK_CHARS`] characters.
    Partial,
    /// A mark of this many bytes.
    Complete(usize),
}

/// Whether a bracket mark starts at byte 0 of `rest`.
///
/// A mark directly followed by `(` is a Markdown link and therefore no mark. When the mark ends where
/// `rest` ends, `Complete(rest.len())` is the answer although a `(` could still arrive: a caller that
/// needs certainty in a stream waits for one more character.
#[must_use]
pub fn match_mark(rest: &str) -> MarkMatch {
    match parse(rest) {
        Ok(body) if rest.as_bytes().get(body.len) == Some(&b'(') => MarkMatch::No,
        Ok(body) => MarkMatch::Complete(body.len),
        Err(Stop::Partial) => MarkMatch::Partial,
        Err(Stop::No) => MarkMatch::No,
    }
}

/// Where at the end of `text` a mark begins that has no end, with the white space before it.
#[must_use]
pub fn begun_mark(text: &str) -> Option<usize> {
    let at = text.char_indices().rev().take(MAX_MARK_CHARS).find(|(_, c)| is_open(*c) || is_close(*c))?.0;
    let (head, rest) = text.split_at_checked(at)?;
    let literal = head.ends_with('\\') || head.matches('`').count() % 2 == 1;
    if literal || match_mark(rest) != MarkMatch::Partial {
        return None;
    }
    Some(head.trim_end_matches(|c: char| is_open(c) || c.is_whitespace()).len())
}

/// A parsed mark; spans are relative to its first byte.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Body {
    pub len: usize,
    pub grammar: Grammar,
    pub refs: Vec<MarkRef>,
}

/// Why there is no mark (yet).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    No,
    Partial,
}

/// Whether a mark could open with this character.
pub(super) const fn is_open(c: char) -> bool {
    matches!(c, '[' | '【' | '［')
}

/// Whether a text may have a mark: it has an opening bracket.
pub(super) fn may_mark(text: &str) -> bool {
    memchr3(b'[', "【".as_bytes()[0], "［".as_bytes()[0], text.as_bytes()).is_some()
}

const fn is_close(c: char) -> bool {
    matches!(c, ']' | '】' | '］')
}

const fn is_dash(c: char) -> bool {
    matches!(c, '-' | '‐' | '‑' | '–' | '—' | '−' | '~' | '～' | '〜' | '∼' | '－')
}

pub(super) const fn is_separator(c: char) -> bool {
    matches!(c, ',' | ';' | '，' | '；' | '、' | '·' | '/' | '&')
}

const fn is_prefix(c: char) -> bool {
    matches!(c, '†' | '‡' | '^' | '#')
}

/// Value of an ASCII or full-width digit.
pub(super) fn digit(c: char) -> Option<u32> {
    c.to_digit(10).or_else(|| ('０'..='９').contains(&c).then(|| u32::from(c) - u32::from('０')))
}

/// Words that introduce a named mark; with a number they introduce a numeric one.
const CITE_WORDS: &[&str] = &[
    "참조",
    "출처",
    "근거",
    "참고",
    "인용",
    "source",
    "sources",
    "see",
    "ref",
    "refs",
    "reference",
    "references",
    "cite",
    "cited",
    "citation",
    "citations",
];

/// Words that make a mark only together with a number: `[문서 1]`, `[doc 2]`.
const NUMBER_WORDS: &[&str] = &["문서", "자료", "각주", "doc", "document", "src"];

/// Words between two numbers of one mark.
const JOINING: &[&str] = &["and", "또는", "및", "와", "과"];

/// How a place within a source begins: `[2, p. 4]`, `[2, 제3조]`.
const LOCATORS: &[&str] = &["pages", "page", "pp.", "p.", "chapter", "section", "§", "제"];

/// Parses a mark at byte 0.
pub(super) fn parse(rest: &str) -> Result<Body, Stop> {
    let mut cur = Cursor { rest, at: 0, left: MAX_MARK_CHARS };
    cur.eat(is_open)?;
    cur.spaces()?;
    let nested = is_open(cur.peek()?);
    if nested {
        cur.bump();
        cur.spaces()?;
    }
    let (grammar, refs) = if cur.peek()?.is_alphabetic() { cur.worded()? } else { cur.numbers()? };
    cur.eat(is_close)?;
    if nested {
        cur.spaces()?;
        cur.eat(is_close)?;
    }
    Ok(Body { len: cur.at, grammar, refs })
}

type Content = (Grammar, Vec<MarkRef>);

#[derive(Clone)]
struct Cursor<'a> {
    rest: &'a str,
    at: usize,
    /// Characters that may still be read.
    left: usize,
}

impl Cursor<'_> {
    /// The next character that can be seen: a reader takes `[1\u{200b}]` for `[1]`.
    fn peek(&mut self) -> Result<char, Stop> {
        loop {
            if self.left == 0 {
                return Err(Stop::No);
            }
            match self.rest.get(self.at..).and_then(|tail| tail.chars().next()) {
                Some('\n' | '\r') => return Err(Stop::No),
                Some(c) if is_invisible(c) => {
                    self.at += c.len_utf8();
                    self.left -= 1;
                }
                Some(c) => return Ok(c),
                None => return Err(Stop::Partial),
            }
        }
    }

    fn bump(&mut self) {
        if let Ok(c) = self.peek() {
            self.at += c.len_utf8();
            self.left -= 1;
        }
    }

    fn eat(&mut self, accept: fn(char) -> bool) -> Result<(), Stop> {
        if accept(self.peek()?) {
            self.bump();
            Ok(())
        } else {
            Err(Stop::No)
        }
    }

    /// Skips white space; an error means that the text ended or the bound was reached.
    fn spaces(&mut self) -> Result<(), Stop> {
        while self.peek()?.is_whitespace() {
            self.bump();
        }
        Ok(())
    }

    /// A number of at most `digits` digits.
    fn number(&mut self, digits: usize) -> Result<u32, Stop> {
        let mut value = digit(self.peek()?).ok_or(Stop::No)?;
        self.bump();
        for _ in 1..digits {
            match digit(self.peek()?) {
                Some(d) => value = value * 10 + d,
                None => return Ok(value),
            }
            self.bump();
        }
        if digit(self.peek()?).is_some() { Err(Stop::No) } else { Ok(value) }
    }

    fn dagger(&mut self) -> Result<(), Stop> {
        self.spaces()?;
        if is_prefix(self.peek()?) {
            self.bump();
            self.spaces()?;
        }
        Ok(())
    }

    /// `1`, `†1, †2`, `1-3; 7`, `1†source`; stops before the closing bracket.
    fn numbers(&mut self) -> Result<Content, Stop> {
        let mut refs = Vec::new();
        loop {
            self.spaces()?;
            let start = self.at;
            self.dagger()?;
            let n = self.number(3)?;
            let mut end = self.at;
            self.spaces()?;
            if is_dash(self.peek()?) {
                self.bump();
                self.dagger()?;
                let to = self.number(RANGE_DIGITS)?;
                end = self.at;
                refs.push(MarkRef::Range { from: n, to, span: Span::new(start, end) });
            } else {
                refs.push(MarkRef::Number { n, span: Span::new(start, end) });
            }
            self.spaces()?;
            // `[1번]`
            if self.peek()? == '번' {
                self.bump();
                self.spaces()?;
            }
            let c = self.peek()?;
            if is_close(c) {
                return Ok((Grammar::Numeric, refs));
            }
            if c == '†' && refs.len() == 1 {
                self.until_close()?;
                return Ok((Grammar::Numeric, refs));
            }
            // `[4:0†handbook.pdf]`, where assistants name a file of their store.
            if c == ':' && refs.len() == 1 {
                return self.stored_file();
            }
            if c.is_alphabetic() {
                self.word(JOINING)?;
                continue;
            }
            self.eat(is_separator)?;
            self.spaces()?;
            let c = self.peek()?;
            if is_close(c) {
                // `[1, 2,]`
                return Ok((Grammar::Numeric, refs));
            }
            if c.is_alphabetic() || c == '§' {
                let place = if refs.len() == 1 { self.word(LOCATORS) } else { Err(Stop::No) };
                match place {
                    // `[2, p. 4]`: the place says more of the same source.
                    Ok(()) => {
                        self.until_close()?;
                        return Ok((Grammar::Numeric, refs));
                    }
                    Err(Stop::Partial) => return Err(Stop::Partial),
                    Err(Stop::No) => self.word(JOINING)?,
                }
            }
        }
    }

    /// `0†handbook.pdf` behind `4:`.
    fn stored_file(&mut self) -> Result<Content, Stop> {
        self.bump();
        self.number(3)?;
        self.eat(|c| c == '†')?;
        let start = self.at;
        self.until_close()?;
        let refs = names(self.rest, Span::new(start, self.at));
        if refs.is_empty() { Err(Stop::No) } else { Ok((Grammar::Named, refs)) }
    }

    /// One of the words, whatever its case, the longer ones first.
    fn word(&mut self, words: &[&str]) -> Result<(), Stop> {
        let mut open = false;
        for word in words {
            let mut ahead = self.clone();
            let found = word.chars().try_for_each(|expected| {
                let c = ahead.peek()?;
                if c.to_lowercase().eq(std::iter::once(expected)) {
                    ahead.bump();
                    Ok(())
                } else {
                    Err(Stop::No)
                }
            });
            match found {
                Ok(()) => {
                    *self = ahead;
                    return Ok(());
                }
                Err(stop) => open |= stop == Stop::Partial,
            }
        }
        Err(if open { Stop::Partial } else { Stop::No })
    }

    fn until_close(&mut self) -> Result<(), Stop> {
        loop {
            let c = self.peek()?;
            if is_close(c) {
                return Ok(());
            }
            if is_open(c) {
                return Err(Stop::No);
            }
            self.bump();
        }
    }

    /// `출처: 약관 제5조`, `source 1`; stops before the closing bracket.
    fn worded(&mut self) -> Result<Content, Stop> {
        let mut word = String::new();
        loop {
            match self.peek() {
                Ok(c) if c.is_alphabetic() => {
                    word.extend(c.to_lowercase());
                    let known = CITE_WORDS.iter().chain(NUMBER_WORDS).any(|known| known.starts_with(&word));
                    if !known {
                        return Err(Stop::No);
                    }
                    self.bump();
                }
                Ok(_) => break,
                Err(stop) => return Err(stop),
            }
        }
        let cites = CITE_WORDS.contains(&word.as_str());
        if !cites && !NUMBER_WORDS.contains(&word.as_str()) {
            return Err(Stop::No);
        }
        // `[Ref. 2]`
        if self.peek()? == '.' {
            self.bump();
        }
        self.spaces()?;
        let colon = matches!(self.peek()?, ':' | '：');
        if colon {
            self.bump();
            self.spaces()?;
        }
        let mut numeric = self.clone();
        match numeric.numbers() {
            Ok(content) => {
                *self = numeric;
                return Ok(content);
            }
            Err(Stop::Partial) => return Err(Stop::Partial),
            Err(Stop::No) => {}
        }
        if !cites || !(colon || self.peek()? == '「') {
            return Err(Stop::No);
        }
        let start = self.at;
        self.until_close()?;
        let refs = names(self.rest, Span::new(start, self.at));
        if refs.is_empty() { Err(Stop::No) } else { Ok((Grammar::Named, refs)) }
    }
}

/// The names of a named mark: its parts between semicolons, without white space around them.
fn names(text: &str, span: Span) -> Vec<MarkRef> {
    let mut start = span.start;
    let mut refs = Vec::new();
    for part in span.of(text).split([';', '；']) {
        let name = Span::new(start, start + part.len()).trimmed(text);
        if !name.is_empty() {
            refs.push(MarkRef::Name { text: name.of(text).to_owned(), span: name });
        }
        // Both separators are told apart by their length in the text.
        let after = start + part.len();
        start = after + text.get(after..).and_then(|tail| tail.chars().next()).map_or(0, char::len_utf8);
    }
    refs
}
