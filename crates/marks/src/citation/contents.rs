//! What stands between the brackets of a mark: numbers with what joins them, words that introduce a source, names.
//!
//! Owns the order of its parts. Leaves characters and single words to [`super::cursor`], file names and works to
//! [`super::titled`], keys and pages to [`super::keyed`].

use super::cursor::{Content, Cursor, is_dash, is_emphasis, read};
use super::grammar::{Grammar, MarkRef, Shape, Stop, is_separator};
use super::leads::{
    CITE_WORDS, COLON_REMARKS, COUNTING, JOINING, NO_REMARKS, NUMBER_WORDS, OPENERS, RANGES, REMARKS,
    ROUND_WORDS, TAILS,
};
use stet_text::span::Span;

/// Digits of a range's end; a wider one is text.
const RANGE_DIGITS: usize = 6;

impl Cursor<'_> {
    /// One number or range: `†1`, `1-3`, `S1–S3`, `1번`.
    pub fn reference(&mut self) -> Result<MarkRef, Stop> {
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
