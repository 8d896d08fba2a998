//! Reading the inside of a mark, in text that may go on.
//!
//! Owns what may stand between the brackets of a mark, as a reader sees it (entities, emphasis and what is not seen
//! aside), and the words that introduce a source. Leaves which brackets there are to [`super::grammar`].

use super::grammar::{Body, Grammar, MarkRef, Shape, Stop, is_open, is_raised, is_separator};
use super::leads::{LOCATORS, PAGES};
use crate::statute::circled;
use stet_text::digit;
use stet_text::entity::{Unit, may_begin, unit};
use stet_text::is_invisible;
use stet_text::span::Span;

/// Raised numbers of one mark.
const MAX_RAISED: usize = 8;

/// Tags around a number that cites; what is raised comes first.
const TAGS: &[(&str, &str)] = &[
    ("<sup>", "</sup>"),
    ("<cite>", "</cite>"),
    ("<citation>", "</citation>"),
    ("<ref>", "</ref>"),
    ("<source>", "</source>"),
];

const fn is_close(c: char) -> bool {
    matches!(c, ']' | '】' | '］' | '〕' | '〗' | '⟧')
}

const fn is_round_close(c: char) -> bool {
    matches!(c, ')' | '）')
}

/// What joins raised numbers.
pub(super) const fn joins_raised(c: char) -> bool {
    matches!(c, ',' | '⁻')
}

pub(super) const fn is_dash(c: char) -> bool {
    matches!(c, '-' | '‐' | '‑' | '–' | '—' | '−' | '~' | '～' | '〜' | '∼' | '－' | '⁻')
}

const fn is_prefix(c: char) -> bool {
    matches!(c, '†' | '‡' | '^' | '#' | '№')
}

/// Emphasis inside the brackets of a number: `[**1**]`.
pub(super) const fn is_emphasis(c: char) -> bool {
    matches!(c, '*' | '_')
}

pub(super) type Content = (Grammar, Vec<MarkRef>);

#[derive(Clone)]
pub(super) struct Cursor<'a> {
    pub rest: &'a str,
    pub at: usize,
    /// Characters that may still be read.
    pub left: usize,
    /// Bytes, and at least as many characters, of what [`Self::peek`] has seen.
    pub width: usize,
    pub shape: Shape,
}

impl Cursor<'_> {
    /// The next character as a reader sees it: `[1\u{200b}]`, `[1&nbsp;]` and `[1\]` are `[1]` to him.
    pub fn peek(&mut self) -> Result<char, Stop> {
        loop {
            let tail = self.rest.get(self.at..).unwrap_or_default();
            let Some(c) = tail.chars().next() else {
                return Err(if self.left == 0 { Stop::No } else { Stop::Partial });
            };
            self.width = c.len_utf8();
            let (seen, bytes) = match c {
                '\n' | '\r' => return Err(Stop::No),
                '&' | '<' => match unit(tail) {
                    Unit::Entity('\n' | '\r', _) => return Err(Stop::No),
                    Unit::Entity(c, len) => (Some(c), len),
                    Unit::Tag(len) => (None, len),
                    // As text it would have to fit in, with what closes the mark.
                    Unit::Partial if self.left <= tail.len() => return Err(Stop::No),
                    Unit::Partial => return Err(Stop::Partial),
                    Unit::Text => (Some(c), 1),
                },
                '\\' => match tail.as_bytes().get(1) {
                    None => return Err(if self.left < 2 { Stop::No } else { Stop::Partial }),
                    Some(next) if next.is_ascii_punctuation() => (None, 1),
                    Some(_) => (Some(c), 1),
                },
                _ => (Some(c), self.width),
            };
            let chars = if c.is_ascii() { bytes } else { 1 };
            if chars > self.left {
                return Err(Stop::No);
            }
            if let Some(seen) = seen.filter(|c| !is_invisible(*c)) {
                self.width = bytes;
                return Ok(seen);
            }
            self.at += bytes;
            self.left -= chars;
        }
    }

    pub fn bump(&mut self) {
        if self.peek().is_ok() {
            let ascii = self.rest.as_bytes().get(self.at).is_some_and(u8::is_ascii);
            self.left -= if ascii { self.width } else { 1 };
            self.at += self.width;
        }
    }

    pub fn eat(&mut self, accept: fn(char) -> bool) -> Result<(), Stop> {
        if accept(self.peek()?) {
            self.bump();
            Ok(())
        } else {
            Err(Stop::No)
        }
    }

    /// Whether a character closes the mark.
    pub const fn closes(&self, c: char) -> bool {
        match self.shape {
            Shape::Round => is_round_close(c),
            _ => is_close(c),
        }
    }

    pub fn close(&mut self) -> Result<(), Stop> {
        let c = self.peek()?;
        if self.closes(c) {
            self.bump();
            Ok(())
        } else {
            Err(Stop::No)
        }
    }

    /// `<sup>1</sup>`, `<sup>1, 2</sup>`, `<sup>1)</sup>`, and the same in tags that cite: `<cite>1</cite>`.
    pub fn tagged(&mut self, raised: bool) -> Result<Body, Stop> {
        let mut open = false;
        for (at, (tag, close)) in TAGS.iter().enumerate().skip(usize::from(!raised)) {
            let mut ahead = self.clone();
            let shape = if at == 0 { Shape::Raised } else { Shape::Coded };
            match ahead.tag(tag) {
                Ok(()) => return ahead.in_tag(close, shape),
                Err(stop) => open |= stop == Stop::Partial,
            }
        }
        Err(if open { Stop::Partial } else { Stop::No })
    }

    fn in_tag(&mut self, close: &str, shape: Shape) -> Result<Body, Stop> {
        let mut refs = Vec::new();
        loop {
            self.spaces()?;
            refs.push(self.reference()?);
            self.spaces()?;
            let c = self.peek()?;
            if is_round_close(c) {
                self.bump();
            }
            if self.peek()? == '<' {
                self.tag(close)?;
                return Ok(Body { len: self.at, grammar: Grammar::Numeric, refs, shape });
            }
            self.eat(is_separator)?;
        }
    }

    /// A tag, whatever the case of its letters.
    fn tag(&mut self, tag: &str) -> Result<(), Stop> {
        let tail = self.rest.as_bytes().get(self.at..).unwrap_or_default();
        let begun = tail.get(..tail.len().min(tag.len())).unwrap_or_default();
        if !tag.as_bytes().get(..begun.len()).is_some_and(|head| head.eq_ignore_ascii_case(begun))
            || self.left < tag.len()
        {
            return Err(Stop::No);
        }
        if begun.len() < tag.len() {
            return Err(Stop::Partial);
        }
        self.at += tag.len();
        self.left -= tag.len();
        Ok(())
    }

    /// `¹`, `¹²`, `¹,²`, `¹⁻³`: what is raised, and no more.
    pub fn raised(&mut self) -> Result<Body, Stop> {
        let mut refs = Vec::new();
        loop {
            let start = self.at;
            let tail = self.rest.get(start..).unwrap_or_default();
            let mut value = 0;
            let mut digits = 0;
            for c in tail.chars().take_while(|c| is_raised(*c)).take(4) {
                value = value * 10 + digit(c).unwrap_or_default();
                digits += 1;
                self.at += c.len_utf8();
            }
            if digits == 0 || digits > 3 {
                return Err(Stop::No);
            }
            let span = Span::new(start, self.at);
            match refs.last_mut() {
                // `¹⁻³`
                Some(MarkRef::Range { to, span: open, .. }) if *to == 0 => {
                    (*to, *open) = (value, Span::new(open.start, self.at));
                }
                _ => refs.push(MarkRef::Number { n: value, span }),
            }
            let mut after = self.rest.get(self.at..).unwrap_or_default().chars();
            let joint = after.next();
            let goes_on = after.next().is_some_and(is_raised);
            match joint {
                Some(c) if joins_raised(c) && goes_on && refs.len() < MAX_RAISED => {
                    if c == '⁻' {
                        // `¹⁻³⁻⁵` is no range.
                        if !matches!(refs.pop(), Some(MarkRef::Number { .. })) {
                            return Err(Stop::No);
                        }
                        refs.push(MarkRef::Range { from: value, to: 0, span });
                    }
                    self.at += c.len_utf8();
                }
                _ => {
                    return Ok(Body { len: self.at, grammar: Grammar::Numeric, refs, shape: Shape::Raised });
                }
            }
        }
    }

    /// Skips white space; an error means that the text ended or the bound was reached.
    pub fn spaces(&mut self) -> Result<(), Stop> {
        while self.peek()?.is_whitespace() {
            self.bump();
        }
        Ok(())
    }

    /// A number of at most `digits` digits, or one in a circle.
    pub fn number(&mut self, digits: usize) -> Result<u32, Stop> {
        let first = self.peek()?;
        if let Some(value) = circled(first) {
            self.bump();
            return Ok(value);
        }
        let mut value = digit(first).ok_or(Stop::No)?;
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

    /// What stands before a number: a dagger, emphasis.
    pub fn dagger(&mut self) -> Result<(), Stop> {
        self.spaces()?;
        while is_emphasis(self.peek()?) {
            self.bump();
        }
        if is_prefix(self.peek()?) {
            self.bump();
            self.spaces()?;
        }
        Ok(())
    }

    /// A place within the one source before: `p. 4`, `제3조`, `4쪽`. Stops before the closing bracket.
    pub fn place(&mut self) -> Result<bool, Stop> {
        let c = self.peek()?;
        let found = if c.is_alphabetic() || c == '§' {
            let mut ahead = self.clone();
            ahead.word(LOCATORS).and_then(|()| {
                // `tablets` is no table.
                if ahead.peek()?.is_ascii_alphabetic() { Err(Stop::No) } else { Ok(()) }
            })
        } else {
            let mut ahead = self.clone();
            ahead.number(4).and_then(|_| {
                ahead.spaces()?;
                ahead.word(PAGES)
            })
        };
        match found {
            Ok(()) => self.until_close().map(|()| true),
            Err(Stop::Partial) => Err(Stop::Partial),
            Err(Stop::No) => Ok(false),
        }
    }

    /// One of the words, whatever its case, the longer ones first.
    pub fn word(&mut self, words: &[&str]) -> Result<(), Stop> {
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

    pub fn until_close(&mut self) -> Result<(), Stop> {
        let mut depth = 0_usize;
        loop {
            let c = self.peek()?;
            if self.closes(c) && depth == 0 {
                return Ok(());
            }
            if is_open(c) {
                return Err(Stop::No);
            }
            // `(출처: 학칙(2020))`
            if self.shape == Shape::Round {
                depth += usize::from(matches!(c, '(' | '（'));
                depth -= usize::from(is_round_close(c));
            }
            self.bump();
        }
    }
}

/// A text as it reads, its entities decoded and without tags.
pub(super) fn read(text: &str) -> String {
    if !text.contains(may_begin) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let len = match unit(rest) {
            Unit::Entity(c, len) => {
                out.push(c);
                len
            }
            Unit::Tag(len) => len,
            Unit::Partial | Unit::Text => {
                out.push(c);
                c.len_utf8()
            }
        };
        rest = rest.get(len..).unwrap_or_default();
    }
    out
}
