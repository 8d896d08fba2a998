//! Where a mark may stand: a lexer that walks prose and steps over literals.
//!
//! Literals are inline code, closed fences, math, URLs, link targets, tags of HTML, link and note definitions and
//! escapes; a check box (`- [x]`) has no number. The lexer runs over a growing text; a literal that is open but not yet closed is tentative,
//! and the first bracket inside it that could be a mark is remembered as the [`Lexer::candidate`]. Code
//! blocks that span sentences belong to the segmenter.

use super::Mark;
use super::appended::{appended, begin};
use super::definition::is_definition;
use super::ends::{
    CLOSERS, DISPLAY, Kind, Open, Place, Search, TILDE, code_end, fixed_end, math_end, tag_end, target_end,
};
use super::grammar::{Body, Shape, Stop, may_open, may_open_with};
use super::worded::{self, Reading};
use super::{ordinal, raised};
use stet_text::span::Span;

/// Longest run of backticks that opens inline code.
pub(super) const MAX_RUN: usize = 16;

/// Longest name of an array, in bytes.
const MAX_IDENTIFIER: usize = 32;

/// How far back the start of a line is looked for when a mark stands behind it.
const MAX_INDENT: usize = 40;

/// The bytes at which a walk through prose may have to stop; of `|`, `u` and the first byte of `째` more has to be known.
const STOPS: [bool; 256] = {
    let mut stops = [false; 256];
    let mut byte = 0_u8;
    loop {
        stops[byte as usize] = may_open_with(byte)
            || matches!(byte, b']' | b'`' | b'$' | b'\\' | b'~' | b'/' | b'.' | b'0'..=b'9')
            || matches!(byte, b'|' | b'u' | b'U' | 0xec);
        if byte == u8::MAX {
            break stops;
        }
        byte += 1;
    }
};

#[derive(Debug, Default)]
struct Url {
    start: usize,
    round: usize,
    square: usize,
}

/// Lexer over the text of one sentence.
#[derive(Debug, Default)]
pub(super) struct Lexer {
    pub text: String,
    /// Marks that stand for certain.
    pub marks: Vec<Mark>,
    /// First byte of a bracket that is or could become a mark, unless what follows makes it a literal.
    pub candidate: Option<usize>,
    /// Literals that stand for certain, in order.
    pub literals: Vec<Span>,
    /// Whether a walk without the end of the text goes on behind a mark.
    pub through: bool,
    /// Columns that cite, when the text is a row of a table, and the cells of it that were passed.
    pub columns: Vec<usize>,
    pub cells: usize,
    pub at: usize,
    open: Option<Open>,
    url: Option<Url>,
    /// Where an index ended; another one may follow.
    indexed: Option<usize>,
    /// Where a run of more than [`MAX_RUN`] backticks goes on, if it does.
    overlong: Option<usize>,
    /// Kinds of literal without an end in the (complete) text, so that each is looked for once.
    missing_run: [bool; MAX_RUN + 1],
    missing_fixed: [bool; CLOSERS.len()],
    #[cfg(test)]
    pub work: usize,
}

impl Lexer {
    pub fn new(text: &str) -> Self {
        Self { text: text.to_owned(), ..Self::default() }
    }

    /// Begins another text, in the room of this one.
    pub fn reset(&mut self) {
        let mut text = std::mem::take(&mut self.text);
        text.clear();
        *self = Self { text, through: self.through, ..Self::default() };
    }

    /// Where what is not decided yet begins: a literal that is open, or text that the walk has not reached.
    pub fn decided(&self) -> usize {
        let url = self.url.as_ref().map(|url| url.start);
        self.open.as_ref().map(|open| open.start).into_iter().chain(url).fold(self.at, usize::min)
    }

    #[cfg(test)]
    pub fn count(&mut self, steps: usize) {
        self.work += steps;
    }

    #[cfg(not(test))]
    #[expect(clippy::unused_self, reason = "the counter exists in tests only")]
    pub const fn count(&mut self, _steps: usize) {}

    /// Walks as far as the text decides. `last` says that nothing follows; without it the walk ends at
    /// the first mark, since a caller that streams needs to know no more.
    pub fn run(&mut self, last: bool) {
        while last || self.through || self.marks.is_empty() {
            let goes_on = if self.open.is_some() {
                self.close(last)
            } else if self.url.is_some() {
                self.step_url()
            } else {
                self.step(last)
            };
            if !goes_on {
                return;
            }
        }
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    pub fn rest(&self, at: usize) -> &str {
        self.text.get(at..).unwrap_or_default()
    }

    /// One step through prose; false when the text is used up or more of it is needed.
    fn step(&mut self, last: bool) -> bool {
        let start = self.at;
        let bytes = self.text.as_bytes();
        let special = |(at, b): (usize, &u8)| {
            STOPS[usize::from(*b)]
                && match b {
                    b'|' => !self.columns.is_empty(),
                    b'u' | b'U' | 0xec => ordinal::may_begin(bytes, start + at),
                    _ => true,
                }
        };
        let Some(skip) = bytes.get(start..).and_then(|tail| tail.iter().enumerate().position(special)) else {
            self.count(bytes.len() - start);
            self.at = self.text.len();
            return false;
        };
        self.at = start + skip;
        self.count(skip + 1);
        match self.byte(self.at) {
            Some(b'\\') => self.escape(last),
            Some(b'`') => self.backticks(last),
            Some(b'$') => self.dollar(last),
            Some(b'<') if self.parse(self.at, last) != Err(Stop::No) => self.bracket(last),
            Some(b'|') => self.cell(last),
            Some(b'<') => {
                self.candidate = None;
                self.tag(last)
            }
            Some(b'~') if line_start(&self.text, self.at) => self.fixed(&[TILDE], last),
            Some(b']') => self.bracket_end(last),
            Some(b'/' | b'.') => self.url_start(),
            Some(b'~') => self.skip(1),
            Some(b'0'..=b'9') => self.number(1, last),
            Some(b'u' | b'U') => self.place(1, last),
            Some(0xec) => self.place(3, last),
            _ => self.bracket(last),
        }
    }

    pub const fn skip(&mut self, bytes: usize) -> bool {
        self.at += bytes;
        true
    }

    fn enter(&mut self, kind: Kind, opener: usize) -> bool {
        let resume = self.at + opener;
        self.open = Some(Open { kind, start: self.at, resume, search: resume, probe: resume, mark: None });
        true
    }

    fn escape(&mut self, last: bool) -> bool {
        self.candidate = None;
        match self.byte(self.at + 1) {
            None if last => self.skip(1),
            None => {
                // `\cite{…}` may come.
                self.candidate = Some(begin(&self.text, self.at));
                false
            }
            Some(b) if b.is_ascii_alphabetic() => self.bracket(last),
            Some(b'[') if !self.missing_fixed[1] => self.enter(Kind::Fixed(1), 2),
            Some(b'(') if !self.missing_fixed[2] => self.enter(Kind::Fixed(2), 2),
            Some(b) if b.is_ascii_punctuation() => self.skip(2),
            Some(_) => self.skip(1),
        }
    }

    fn backticks(&mut self, last: bool) -> bool {
        if self.overlong == Some(self.at) {
            self.overlong = Some(self.at + 1);
            return self.skip(1);
        }
        let run = self.rest(self.at).bytes().take(MAX_RUN + 1).take_while(|b| *b == b'`').count();
        self.count(run);
        if run > MAX_RUN {
            self.overlong = Some(self.at + run);
            return self.skip(run);
        }
        if self.at + run == self.text.len() && !last {
            return false;
        }
        if self.missing_run.get(run).copied().unwrap_or(true) {
            return self.skip(run);
        }
        self.enter(Kind::Code(run), run)
    }

    fn dollar(&mut self, last: bool) -> bool {
        match self.byte(self.at + 1) {
            None if last => self.skip(1),
            None => false,
            Some(b'$') if self.missing_fixed[DISPLAY] => self.skip(2),
            Some(b'$') => self.enter(Kind::Fixed(DISPLAY), 2),
            Some(b) if b.is_ascii_whitespace() => self.skip(1),
            Some(_) => self.enter(Kind::Math, 1),
        }
    }

    /// Opens one of the literals with a fixed end, if its opening string stands here.
    fn fixed(&mut self, kinds: &[usize], last: bool) -> bool {
        let mut waits = false;
        for &kind in kinds {
            let Some((opener, _)) = CLOSERS.get(kind) else { continue };
            if self.rest(self.at).starts_with(opener) {
                if self.missing_fixed.get(kind).copied().unwrap_or(true) {
                    return self.skip(opener.len());
                }
                return self.enter(Kind::Fixed(kind), opener.len());
            }
            waits |= !last && opener.starts_with(self.rest(self.at));
        }
        if waits { false } else { self.skip(1) }
    }

    /// Code or a comment that stands between tags, or a tag.
    fn tag(&mut self, last: bool) -> bool {
        const KINDS: [usize; 3] = [3, 4, 5];
        let rest = self.rest(self.at);
        let openers = KINDS.iter().filter_map(|&kind| CLOSERS.get(kind));
        let fixed = openers
            .into_iter()
            .any(|(opener, _)| rest.starts_with(opener) || !last && opener.starts_with(rest));
        let lead = 1 + usize::from(rest.starts_with("</"));
        if fixed {
            self.fixed(&KINDS, last)
        } else if rest.as_bytes().get(lead).is_some_and(u8::is_ascii_alphabetic) {
            self.enter(Kind::Tag(Place::Name), lead)
        } else if rest == "</" && !last {
            false
        } else {
            self.skip(1)
        }
    }

    fn bracket_end(&mut self, last: bool) -> bool {
        match self.byte(self.at + 1) {
            None if !last => false,
            Some(b'(') => self.enter(Kind::Target { depth: 0, quote: None, spaced: false }, 2),
            _ => self.skip(1),
        }
    }

    /// `://` after a scheme, or `www.`: everything needed stands behind, so nothing is waited for.
    fn url_start(&mut self) -> bool {
        let back = self.text.as_bytes().get(self.at.saturating_sub(4)..self.at).unwrap_or_default();
        let starts = if self.byte(self.at) == Some(b'/') {
            matches!(back, [.., scheme, b':', b'/'] if scheme.is_ascii_alphanumeric())
        } else {
            matches!(back, [b'w', b'w', b'w'])
                || matches!(back, [before, b'w', b'w', b'w'] if !before.is_ascii_alphanumeric())
        };
        if starts {
            self.url = Some(Url { start: self.at, ..Url::default() });
        }
        self.skip(1)
    }

    /// One character of a URL. It ends at white space, at a quote, at a bracket that it did not open and behind
    /// ASCII at anything else (Korean particles are glued to it), unless a part of its path begins there; a bracket
    /// after its final punctuation is a mark again.
    fn step_url(&mut self) -> bool {
        self.count(1);
        let Some(b) = self.byte(self.at) else { return false };
        if !b.is_ascii()
            && let Some(c) = self.rest(self.at).chars().next().filter(|c| c.is_alphanumeric())
        {
            let before = self.at.checked_sub(1).and_then(|at| self.byte(at)).unwrap_or_default();
            if !before.is_ascii()
                || matches!(before, b'/' | b'_' | b'-' | b'=' | b'#' | b'?' | b'&' | b'%' | b'+' | b'(')
            {
                return self.skip(c.len_utf8());
            }
        }
        let Some(url) = &mut self.url else { return true };
        let ends = match b {
            b' ' | b'\t' | b'\n' | b'\r' | b'<' | b'>' | b'"' | b'`' | b'|' | 0x80.. => true,
            b'(' => {
                url.round += 1;
                false
            }
            b')' if url.round == 0 => true,
            b')' => {
                url.round -= 1;
                false
            }
            b'[' => {
                let before = self.at.checked_sub(1).and_then(|at| self.text.as_bytes().get(at));
                url.square += 1;
                matches!(before, Some(b'.' | b',' | b';' | b'!' | b'?'))
            }
            b']' if url.square == 0 => true,
            b']' => {
                url.square -= 1;
                false
            }
            _ => false,
        };
        if ends {
            self.literals.extend(self.url.take().map(|url| Span::new(url.start, self.at)));
        } else {
            self.at += 1;
        }
        true
    }

    /// An opening bracket, or another character that begins with the same byte.
    fn bracket(&mut self, last: bool) -> bool {
        let at = self.at;
        let Some(c) = self.rest(at).chars().next() else { return false };
        if !may_open(c) {
            return if worded::is_number(c) {
                self.number(c.len_utf8(), last)
            } else {
                self.skip(c.len_utf8())
            };
        }
        match self.parse(at, last) {
            Err(Stop::Partial) if !last => {
                self.candidate = Some(begin(&self.text, at));
                false
            }
            Err(_) => {
                self.candidate = None;
                self.skip(c.len_utf8())
            }
            Ok(body) => self.mark(body, last),
        }
    }

    /// A number, which a source may be named by in words.
    fn number(&mut self, width: usize, last: bool) -> bool {
        let reading = self.read_number(self.at, last);
        self.take_reading(reading, width, last)
    }

    fn take_reading(&mut self, reading: Reading, width: usize, last: bool) -> bool {
        match reading {
            Reading::Open(start) if !last => {
                self.candidate = Some(start);
                false
            }
            Reading::Found(mark) => {
                self.candidate = None;
                self.at = mark.span.end;
                self.marks.push(mark);
                true
            }
            Reading::No | Reading::Open(_) => {
                self.candidate = None;
                self.skip(width)
            }
        }
    }

    /// What a source may be named by through its place among them.
    fn place(&mut self, width: usize, last: bool) -> bool {
        let reading = self.read_place(self.at, last);
        self.take_reading(reading, width, last)
    }

    fn read_place(&mut self, at: usize, last: bool) -> Reading {
        self.count(super::MAX_MARK_CHARS);
        ordinal::read(&self.text, at, self.floor(), last)
    }

    /// Where the text begins of which nothing is read yet.
    pub fn floor(&self) -> usize {
        let mark = self.marks.last().map_or(0, |mark| mark.span.end);
        self.literals.last().map_or(mark, |literal| literal.end.max(mark))
    }

    /// Whether the brackets here hold the index of an array: `a[1]`, `max_size[0]`, `m[1][2]`.
    fn indexes(&self, at: usize) -> bool {
        let from = self.text.ceil_char_boundary(at.saturating_sub(MAX_IDENTIFIER));
        let head = self.text.get(from..at).unwrap_or_default();
        let bare = head.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
        let name = head.get(bare.len()..).unwrap_or_default();
        let begins = name.starts_with(|c: char| c.is_ascii_lowercase() || c == '_');
        let variable = name.len() == 1 || name.contains('_') && !name.ends_with('_');
        // `x^[2]`
        let exponent = head.strip_suffix('^').is_some_and(|base| !raised::notes(base, ""));
        self.indexed == Some(at)
            || exponent
            || begins
                && variable
                && !bare.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '*' | '\'' | '’'))
    }

    /// A complete mark at the current place: it stands, unless what follows makes it a literal.
    fn mark(&mut self, body: Body, last: bool) -> bool {
        let (at, end) = (self.at, self.at + body.len);
        let next = self.byte(end);
        let more = appended(&body, self.rest(end));
        if (next.is_none() || more.is_err() || body.may_go_on(self.rest(end))) && !last {
            self.candidate = Some(begin(&self.text, at));
            return false;
        }
        let more = more.unwrap_or_default();
        if body.shape == Shape::Square && self.indexes(at) {
            self.candidate = None;
            self.indexed = Some(end);
            return self.skip(body.len);
        }
        let link = next == Some(b'(') && body.shape == Shape::Square && more == 0;
        if !link && more == 0 && body.is_spoiled_by(self.rest(end).chars().next()) {
            self.candidate = None;
            return self.skip(body.len);
        }
        if next == Some(b':') && line_start(&self.text, at) {
            let note = self.rest(at).starts_with("[^");
            self.count(super::definition::REACH);
            match if note { Some(true) } else { is_definition(self.rest(end + 1), last) } {
                None => {
                    self.candidate = Some(at);
                    return false;
                }
                Some(true) => {
                    self.candidate = None;
                    return self.skip(body.len);
                }
                Some(false) => {}
            }
        }
        self.candidate = None;
        let mut refs = body.refs;
        for reference in &mut refs {
            reference.shift(at);
        }
        let mark = Mark { span: Span::new(begin(&self.text, at), end + more), grammar: body.grammar, refs };
        if link {
            self.candidate = Some(at);
            self.open = Some(Open {
                kind: Kind::Target { depth: 0, quote: None, spaced: false },
                start: at,
                resume: end,
                search: end + 1,
                probe: end + 1,
                mark: Some(mark),
            });
            return true;
        }
        self.marks.push(mark);
        self.at = end + more;
        true
    }

    /// Looks for the end of the open literal; false when it is not in the text yet.
    fn close(&mut self, last: bool) -> bool {
        let Some(mut open) = self.open.take() else { return true };
        let before = open.search;
        let found = match open.kind {
            Kind::Code(run) => code_end(&self.text, run, &mut open, last),
            Kind::Math => math_end(&self.text, &mut open, last),
            Kind::Target { .. } => target_end(&self.text, &mut open),
            Kind::Fixed(kind) => fixed_end(&self.text, kind, &mut open.search),
            Kind::Tag(_) => tag_end(&self.text, &mut open),
        };
        self.count(open.search - before + 1);
        match found {
            Search::Found(end) => {
                self.candidate = None;
                // The text of a link is prose.
                let target = matches!(open.kind, Kind::Target { .. });
                self.literals.push(Span::new(if target { open.resume } else { open.start }, end));
                self.at = end;
                true
            }
            Search::Waiting if !last => {
                self.probe(&mut open);
                self.open = Some(open);
                false
            }
            Search::Waiting | Search::Never => {
                self.candidate = None;
                self.at = open.resume;
                let fence = match open.kind {
                    Kind::Code(run) => {
                        if let Some(missing) = self.missing_run.get_mut(run) {
                            *missing = true;
                        }
                        run >= 3 && line_start(&self.text, open.start)
                    }
                    Kind::Fixed(kind) => {
                        if let Some(missing) = self.missing_fixed.get_mut(kind) {
                            *missing = true;
                        }
                        kind == TILDE
                    }
                    Kind::Math | Kind::Target { .. } | Kind::Tag(_) => false,
                };
                if fence {
                    // An unclosed fence runs to the end of the document.
                    self.at = self.text.len();
                    self.literals.push(Span::new(open.start, self.at));
                }
                self.marks.extend(open.mark);
                true
            }
        }
    }

    /// Looks for a bracket inside a tentative literal that would be a mark if the literal is none.
    fn probe(&mut self, open: &mut Open) {
        while open.mark.is_none() {
            let at = open.probe;
            self.count(1);
            let Some(c) = self.rest(at).chars().next() else {
                self.candidate = None;
                return;
            };
            let begun = if c == '|' && !self.columns.is_empty() {
                // The next cell may cite.
                Some(at + 1)
            } else if may_open(c) {
                (self.parse(at, false) != Err(Stop::No)).then_some(at)
            } else if worded::is_number(c) {
                match self.read_number(at, false) {
                    Reading::No => None,
                    Reading::Open(start) => Some(start),
                    Reading::Found(mark) => Some(mark.span.start),
                }
            } else if ordinal::may_begin(self.text.as_bytes(), at) {
                match self.read_place(at, false) {
                    Reading::No => None,
                    Reading::Open(start) => Some(start),
                    Reading::Found(mark) => Some(mark.span.start),
                }
            } else {
                None
            };
            if begun.is_some() {
                self.candidate = begun;
                return;
            }
            open.probe += c.len_utf8();
        }
    }
}

/// The line in front of `at`, if it is no longer than an indent.
fn line_before(text: &str, at: usize) -> Option<&str> {
    let mut from = at.saturating_sub(MAX_INDENT);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let window = text.get(from..at)?;
    match window.rfind('\n') {
        Some(newline) => window.get(newline + 1..),
        None if from == 0 => Some(window),
        None => None,
    }
}

/// Whether nothing but indent and quotation marks stands before `at` in its line.
fn line_start(text: &str, at: usize) -> bool {
    line_before(text, at).is_some_and(|line| line.bytes().all(|b| matches!(b, b' ' | b'\t' | b'>')))
}
