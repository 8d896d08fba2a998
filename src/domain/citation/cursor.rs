//! Reading the inside of a mark, in text that may go on.
//!
//! Owns what may stand between the brackets of a mark, as a reader sees it (entities, emphasis and what is not seen
//! aside), and the words that introduce a source. Leaves which brackets there are to [`super::grammar`].

use super::grammar::{Body, Grammar, MarkRef, Shape, Stop, is_open, is_raised, is_separator};
use super::leads::{
    CITE_WORDS, COLON_REMARKS, COUNTING, JOINING, LOCATORS, NO_REMARKS, NUMBER_WORDS, OPENERS, PAGES, RANGES,
    REMARKS, ROUND_WORDS, TAILS,
};
use crate::domain::span::Span;
use crate::domain::statute::circled;
use crate::domain::text::digit;
use crate::domain::text::entity::{Unit, may_begin, unit};
use crate::domain::text::is_invisible;

/// Raised numbers of one mark.
const MAX_RAISED: usize = 8;

/// Digits of a range's end; a wider one is text.
const RANGE_DIGITS: usize = 6;

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

const fn is_dash(c: char) -> bool {
    matches!(c, '-' | '‐' | '‑' | '–' | '—' | '−' | '~' | '～' | '〜' | '∼' | '－' | '⁻')
}

const fn is_prefix(c: char) -> bool {
    matches!(c, '†' | '‡' | '^' | '#' | '№')
}

/// Emphasis inside the brackets of a number: `[**1**]`.
const fn is_emphasis(c: char) -> bool {
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

    fn eat(&mut self, accept: fn(char) -> bool) -> Result<(), Stop> {
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
    fn number(&mut self, digits: usize) -> Result<u32, Stop> {
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
    fn dagger(&mut self) -> Result<(), Stop> {
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

    /// One number or range: `†1`, `1-3`, `S1–S3`, `1번`.
    fn reference(&mut self) -> Result<MarkRef, Stop> {
        let start = self.at;
        self.dagger()?;
        let n = self.number(3)?;
        let end = self.at;
        let single = MarkRef::Number { n, span: Span::new(start, end) };
        self.spaces()?;
        // `[2 - handbook.pdf]`
        let before = self.clone();
        if self.at > end && is_dash(self.peek()?) {
            let mut ahead = self.clone();
            ahead.bump();
            ahead.spaces()?;
            if ahead.peek()?.is_alphabetic() && ahead.lead_word()?.is_none() {
                return Ok(single);
            }
        }
        if self.peek()?.is_ascii_alphabetic() {
            match self.word(RANGES) {
                Ok(()) if self.peek()?.is_whitespace() => self.spaces()?,
                Err(Stop::Partial) => return Err(Stop::Partial),
                _ => {
                    *self = before;
                    return Ok(single);
                }
            }
        } else if is_dash(self.peek()?) {
            self.bump();
        } else {
            return Ok(single);
        }
        self.dagger()?;
        if self.peek()?.is_alphabetic() && self.lead_word()?.is_none() {
            return Err(Stop::No);
        }
        self.dagger()?;
        let to = self.number(RANGE_DIGITS)?;
        Ok(MarkRef::Range { from: n, to, span: Span::new(start, self.at) })
    }

    /// `1`, `†1, †2`, `1-3; 7`, `1†source`, `1, Source 2`; stops before the closing bracket.
    pub fn numbers(&mut self) -> Result<Content, Stop> {
        self.numbers_of(false)
    }

    /// The same behind a word that says that they are those of sources.
    fn numbers_of(&mut self, introduced: bool) -> Result<Content, Stop> {
        let mut refs = Vec::new();
        loop {
            self.spaces()?;
            refs.push(self.reference()?);
            // `[^1^]`, `[**1**]`
            while self.peek()? == '^' || is_emphasis(self.peek()?) {
                self.bump();
            }
            self.spaces()?;
            // `[1번]`, `[1번 출처]`
            if self.peek()? == '번' {
                self.bump();
                self.spaces()?;
                if self.peek()?.is_alphabetic() {
                    self.lead_word()?;
                }
            }
            let c = self.peek()?;
            if self.closes(c) {
                return Ok((Grammar::Numeric, refs));
            }
            if c == '†' && refs.len() == 1 {
                self.until_close()?;
                return Ok((Grammar::Numeric, refs));
            }
            // `[2.]`
            if c == '.' {
                self.bump();
                let c = self.peek()?;
                return if self.closes(c) { Ok((Grammar::Numeric, refs)) } else { Err(Stop::No) };
            }
            if refs.len() == 1 && self.title(introduced)? {
                return Ok((Grammar::Numeric, refs));
            }
            // `[4:0†handbook.pdf]`, where assistants name a file of their store.
            if c == ':' && refs.len() == 1 {
                return self.stored_file();
            }
            // `[1 p. 10]`
            if c.is_alphabetic() && refs.len() == 1 && self.place()? {
                return Ok((Grammar::Numeric, refs));
            }
            if c.is_alphabetic() {
                match self.word(TAILS) {
                    Ok(()) => {
                        self.spaces()?;
                        return Ok((Grammar::Numeric, refs));
                    }
                    Err(Stop::Partial) => return Err(Stop::Partial),
                    Err(Stop::No) => self.word(JOINING)?,
                }
            } else {
                self.eat(is_separator)?;
                self.spaces()?;
                let c = self.peek()?;
                if self.closes(c) {
                    // `[1, 2,]`
                    return Ok((Grammar::Numeric, refs));
                }
                if refs.len() == 1 && self.place()? {
                    return Ok((Grammar::Numeric, refs));
                }
                if self.peek()?.is_alphabetic() {
                    match self.word(JOINING) {
                        Err(Stop::Partial) => return Err(Stop::Partial),
                        Ok(()) | Err(Stop::No) => {}
                    }
                }
            }
            self.spaces()?;
            // `[Source 1, Source 2]`
            if self.peek()?.is_alphabetic() && self.lead_word()?.is_none() {
                return Err(Stop::No);
            }
        }
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

    /// The title of the one source before: `: handbook.pdf`, ` - handbook.pdf`. Stops before the closing bracket.
    fn title(&mut self, introduced: bool) -> Result<bool, Stop> {
        let mut ahead = self.clone();
        let joint = ahead.peek()?;
        if !(matches!(joint, ':' | '：' | '|' | ',') || is_dash(joint)) {
            return Ok(false);
        }
        ahead.bump();
        ahead.spaces()?;
        let any = introduced && self.shape != Shape::Round && joint != ',';
        if any && ahead.peek()?.is_alphabetic() {
            ahead.until_close()?;
        } else {
            match ahead.file() {
                Ok(_) => {}
                Err(Stop::Partial) => return Err(Stop::Partial),
                Err(Stop::No) => return Ok(false),
            }
        }
        *self = ahead;
        Ok(true)
    }

    /// `[cite_start]`
    pub fn opener(&mut self) -> Result<Content, Stop> {
        self.word(OPENERS)?;
        self.spaces()?;
        let c = self.peek()?;
        if self.closes(c) { Ok((Grammar::Numeric, Vec::new())) } else { Err(Stop::No) }
    }

    /// What cites by a number in round brackets without a word before it: `(3번 문서)`, `(2, p. 4)`.
    pub fn counted(&mut self) -> Result<Content, Stop> {
        let start = self.at;
        let n = self.number(3)?;
        let refs = vec![MarkRef::Number { n, span: Span::new(start, self.at) }];
        if self.peek()? == '번' {
            self.bump();
            if self.peek()? == '째' {
                self.bump();
            }
            self.spaces()?;
            if !self.peek()?.is_alphabetic() || self.lead_word()?.is_none() {
                return Err(Stop::No);
            }
            match self.word(TAILS) {
                Err(Stop::Partial) => return Err(Stop::Partial),
                Ok(()) | Err(Stop::No) => {}
            }
        } else {
            self.eat(|c| matches!(c, ',' | '，'))?;
            self.spaces()?;
            match self.clone().word(&["pages", "page", "pp.", "p."]) {
                Ok(()) if self.place()? => {}
                Err(Stop::Partial) => return Err(Stop::Partial),
                _ => return Err(Stop::No),
            }
        }
        let c = self.peek()?;
        if self.closes(c) { Ok((Grammar::Numeric, refs)) } else { Err(Stop::No) }
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

    /// One of the words before a number or a name, with what stands behind it: whether it may introduce a name, and
    /// whether a colon follows. Nothing is taken when it is another word.
    fn lead_word(&mut self) -> Result<Option<Lead>, Stop> {
        let start = self.clone();
        let mut word = String::new();
        let capital = self.peek()?.is_uppercase();
        loop {
            let c = self.peek()?;
            if !c.is_alphabetic() {
                break;
            }
            word.extend(c.to_lowercase());
            if !CITE_WORDS.iter().chain(NUMBER_WORDS).any(|known| known.starts_with(&word)) {
                *self = start;
                return Ok(None);
            }
            self.bump();
        }
        let cites = CITE_WORDS.contains(&word.as_str());
        // `[s1]` is a variable.
        if !cites && !NUMBER_WORDS.contains(&word.as_str()) || word == "s" && !capital {
            *self = start;
            return Ok(None);
        }
        // `[Ref. 2]`, but `[S. 2]` is a section.
        if self.peek()? == '.' && word != "s" {
            self.bump();
        }
        // `[source-2]`
        if (is_dash(self.peek()?) || self.peek()? == '_') && word.len() > 2 {
            self.bump();
        }
        self.spaces()?;
        if self.peek()?.is_alphabetic() {
            match self.word(COUNTING) {
                Err(Stop::Partial) => return Err(Stop::Partial),
                Ok(()) => self.spaces()?,
                Err(Stop::No) => {}
            }
        }
        let colon = matches!(self.peek()?, ':' | '：' | '=');
        if colon {
            self.bump();
            self.spaces()?;
        }
        let named = cites && (self.shape != Shape::Round || ROUND_WORDS.contains(&word.as_str()));
        let numbers =
            !NO_REMARKS.contains(&word.as_str()) && (colon || !COLON_REMARKS.contains(&word.as_str()));
        let remark =
            REMARKS.contains(&word.as_str()).then_some(if numbers { Remark::Numbers } else { Remark::Words });
        Ok(Some(Lead { named, remark, colon }))
    }

    /// `출처: 약관 제5조`, `source 1`; stops before the closing bracket.
    pub fn worded(&mut self) -> Result<Content, Stop> {
        let Some(mut lead) = self.lead_word()? else { return Err(Stop::No) };
        // `(see source 3)`, `(see also source 3)`
        if lead.remark.is_some() && !lead.colon && self.peek()?.is_alphabetic() {
            match self.word(&["also"]) {
                Ok(()) => self.spaces()?,
                Err(Stop::Partial) => return Err(Stop::Partial),
                Err(Stop::No) => {}
            }
        }
        if lead.remark.is_some()
            && !lead.colon
            && self.peek()?.is_alphabetic()
            && let Some(next) = self.lead_word()?
        {
            lead = next;
        }
        let remark = lead.remark.filter(|_| self.shape == Shape::Round);
        if remark == Some(Remark::Words) {
            return Err(Stop::No);
        }
        let mut numeric = self.clone();
        match numeric.numbers_of(true) {
            Ok(content) => {
                *self = numeric;
                return Ok(content);
            }
            Err(Stop::Partial) => return Err(Stop::Partial),
            Err(Stop::No) => {}
        }
        if remark.is_some() {
            return Err(Stop::No);
        }
        let bracketed = self.shape != Shape::Round && self.peek()? == '「';
        if !lead.named || !(lead.colon || bracketed) {
            return Err(Stop::No);
        }
        let start = self.at;
        self.until_close()?;
        let refs = names(self.rest, Span::new(start, self.at));
        if refs.is_empty() { Err(Stop::No) } else { Ok((Grammar::Named, refs)) }
    }
}

/// What introduces a number or a name.
#[derive(Debug, Clone, Copy)]
struct Lead {
    named: bool,
    remark: Option<Remark>,
    colon: bool,
}

/// What a word makes in round brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Remark {
    /// A citation where nothing but numbers stand behind it, else a remark.
    Numbers,
    Words,
}

/// The names of a named mark: its parts between semicolons, without white space around them.
fn names(text: &str, span: Span) -> Vec<MarkRef> {
    let mut start = span.start;
    let mut refs = Vec::new();
    // The semicolon of an entity separates nothing.
    if span.of(text).contains('&') {
        let whole = span.trimmed(text);
        let name = read(whole.of(text));
        refs.extend((!name.trim().is_empty()).then_some(MarkRef::Name { text: name, span: whole }));
        return refs;
    }
    for part in span.of(text).split([';', '；']) {
        let name = Span::new(start, start + part.len()).trimmed(text);
        if !name.is_empty() {
            refs.push(MarkRef::Name { text: read(name.of(text)), span: name });
        }
        // Both separators are told apart by their length in the text.
        let after = start + part.len();
        start = after + text.get(after..).and_then(|tail| tail.chars().next()).map_or(0, char::len_utf8);
    }
    refs
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
