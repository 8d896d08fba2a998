//! Where a mark may stand: a lexer that walks prose and steps over literals.
//!
//! Literals are inline code, closed fences, math, URLs, link targets, tags of HTML, link and note definitions and
//! escapes; a check box (`- [x]`) has no number. The lexer runs over a growing text; a literal that is open but not yet closed is tentative,
//! and the first bracket inside it that could be a mark is remembered as the [`Lexer::candidate`]. Code
//! blocks that span sentences belong to the segmenter.

use super::cells;
use super::definition::is_definition;
use super::ends::{CLOSERS, Kind, Open, Search, TARGET, TILDE, code_end, fixed_end, form_end, math_end};
use super::grammar::{Body, MAX_MARK_CHARS, Mark, Shape};
use super::table::{Answer, TABLE, begins};
use stet_text::span::Span;

/// Longest run of backticks that opens inline code.
pub(super) const MAX_RUN: usize = 16;

/// How far back the start of a line is looked for when a mark stands behind it.
const MAX_INDENT: usize = 40;

#[derive(Debug, Default)]
pub(super) struct Url {
    pub start: usize,
    pub round: usize,
    pub square: usize,
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
    /// Whether a walk without the end of the text goes on behind a mark, and where it does.
    pub through: bool,
    pub from: usize,
    /// Columns that cite, when the text is a row of a table, and the cells of it that were passed.
    pub columns: Vec<usize>,
    pub cells: usize,
    pub at: usize,
    pub open: Option<Open>,
    pub url: Option<Url>,
    /// Where a run of more than [`MAX_RUN`] backticks goes on, if it does.
    pub overlong: Option<usize>,
    /// Kinds of literal without an end in the (complete) text, so that each is looked for once.
    pub missing_run: [bool; MAX_RUN + 1],
    pub missing_fixed: [bool; CLOSERS.len()],
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
        *self = Self { text, ..Self::default() };
    }

    /// Where what is not decided yet begins: a literal that is open, or text that the walk has not reached.
    pub fn decided(&self) -> usize {
        let url = self.url.as_ref().map(|url| url.start);
        self.open.as_ref().map(|open| open.start).into_iter().chain(url).fold(self.at, usize::min)
    }

    /// Whether a literal is open.
    pub const fn is_open(&self) -> bool {
        self.open.is_some()
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
        while last || self.through || self.marks.last().is_none_or(|mark| mark.span.start < self.from) {
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

    pub fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    pub fn rest(&self, at: usize) -> &str {
        self.text.get(at..).unwrap_or_default()
    }

    /// One step through prose; false when the text is used up or more of it is needed.
    fn step(&mut self, last: bool) -> bool {
        let start = self.at;
        let bytes = self.text.as_bytes();
        let mut before = start.checked_sub(1).and_then(|at| bytes.get(at)).copied();
        let special = |b: &u8| {
            let inside = before.replace(*b).is_some_and(|before| before.is_ascii_alphanumeric());
            let (any, word) = TABLE.begins.get(usize::from(*b)).copied().unwrap_or_default();
            any || word && !(inside && b.is_ascii())
                || is_literal(*b)
                || *b == b'|' && !self.columns.is_empty()
        };
        let Some(skip) = bytes.get(start..).and_then(|tail| tail.iter().position(special)) else {
            self.count(bytes.len() - start);
            self.at = self.text.len();
            return false;
        };
        self.at = start + skip;
        self.count(skip + 1);
        let byte = self.byte(self.at);
        if !self.text.is_char_boundary(self.at) {
            return self.skip(1);
        }
        if byte == Some(b'|') && !self.columns.is_empty() {
            return self.cell(last);
        }
        // A mark may stand in what else is a literal: `$^1$`, `<sup>1</sup>`, `\\cite{…}`.
        match self.answer(self.at, last) {
            Answer::Found(body) => return self.mark(body, last),
            Answer::Hold => {
                self.candidate = Some(self.at);
                return false;
            }
            Answer::No => self.candidate = None,
        }
        match byte {
            Some(b'\\') => self.escape(last),
            Some(b'`') => self.backticks(last),
            Some(b'$') => self.dollar(last),
            Some(b'<') => self.tag(last),
            Some(b'~') if line_start(&self.text, self.at) => self.fixed(&[TILDE], last),
            Some(b']') => self.bracket_end(last),
            Some(b'/' | b'.') => self.url_start(),
            _ => self.skip(self.rest(self.at).chars().next().map_or(1, char::len_utf8)),
        }
    }

    /// What begins at a place in prose.
    fn answer(&mut self, at: usize, last: bool) -> Answer {
        self.count(MAX_MARK_CHARS);
        let mut head = at;
        // A note may follow another.
        for mark in self.marks.iter().rev().take(MAX_RUN) {
            let between = self.text.get(mark.span.end..head).unwrap_or_default();
            if !between.bytes().all(|byte| byte == b' ') {
                break;
            }
            head = mark.span.start;
        }
        let stripped = head < at;
        let head = self.text.get(..head).unwrap_or_default();
        begins(&self.text, at, if stripped { head.trim_end_matches(' ') } else { head }, last)
    }

    pub const fn skip(&mut self, bytes: usize) -> bool {
        self.at += bytes;
        true
    }

    /// A complete mark at the current place: it stands, unless what follows makes it a literal.
    fn mark(&mut self, body: Body, last: bool) -> bool {
        let (at, end) = (self.at, self.at + body.len);
        let next = self.byte(end);
        if next.is_none() && !last {
            self.candidate = Some(at);
            return false;
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
        let link = next == Some(b'(') && body.shape == Shape::Square;
        let mark = body.at(at);
        if link {
            self.candidate = Some(at);
            self.open = Some(Open {
                kind: Kind::Form(TARGET, None),
                start: at,
                resume: end,
                search: end + 1,
                probe: end + 1,
                mark: Some(mark),
            });
            return true;
        }
        self.marks.push(mark);
        self.at = end;
        true
    }

    /// What stands in a cell of a column that cites.
    fn cell(&mut self, last: bool) -> bool {
        let at = self.at + 1;
        if self.cells == 0 && !self.text.get(..self.at).is_some_and(|head| head.trim().is_empty()) {
            self.columns.clear();
        }
        self.count(MAX_MARK_CHARS);
        let cites = self.columns.contains(&self.cells);
        let found = if cites { cells::parse(self.rest(at), last) } else { Answer::No };
        if found == Answer::Hold {
            self.candidate = Some(at);
            return false;
        }
        self.candidate = None;
        self.cells += 1;
        let Answer::Found(body) = found else { return self.skip(1) };
        let mark = body.at(at);
        self.at = mark.span.end;
        self.marks.push(mark);
        true
    }

    /// Looks for the end of the open literal; false when it is not in the text yet.
    fn close(&mut self, last: bool) -> bool {
        let Some(mut open) = self.open.take() else { return true };
        let before = open.search;
        let found = match open.kind {
            Kind::Code(run) => code_end(&self.text, run, &mut open, last),
            Kind::Math => math_end(&self.text, &mut open, last),
            Kind::Form(..) => form_end(&self.text, &mut open),
            Kind::Fixed(kind) => fixed_end(&self.text, kind, &mut open.search),
        };
        self.count(open.search - before + 1);
        match found {
            Search::Found(end) => {
                self.candidate = None;
                // The text of a link is prose.
                let target = matches!(open.kind, Kind::Form(TARGET, _));
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
                    Kind::Math | Kind::Form(..) => false,
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

    /// Looks for what inside a tentative literal would be a mark if the literal is none.
    fn probe(&mut self, open: &mut Open) {
        while open.mark.is_none() {
            let at = open.probe;
            self.count(1);
            let Some(c) = self.rest(at).chars().next() else {
                self.candidate = None;
                return;
            };
            // The next cell may cite.
            let cell = c == '|' && !self.columns.is_empty();
            let (any, word) = self
                .byte(at)
                .and_then(|byte| TABLE.begins.get(usize::from(byte)))
                .copied()
                .unwrap_or_default();
            if cell || (any || word) && self.answer(at, false) != Answer::No {
                self.candidate = Some(at + usize::from(cell));
                return;
            }
            open.probe += c.len_utf8();
        }
    }
}

/// Whether a literal, or what ends one, may begin with a byte.
const fn is_literal(byte: u8) -> bool {
    matches!(byte, b'\\' | b'`' | b'$' | b'<' | b'~' | b']' | b'/' | b'.')
}

/// The line in front of `at`, if it is no longer than an indent.
fn line_before(text: &str, at: usize) -> Option<&str> {
    let from = text.ceil_char_boundary(at.saturating_sub(MAX_INDENT));
    let window = text.get(from..at)?;
    match window.rfind('\n') {
        Some(newline) => window.get(newline + 1..),
        None if from == 0 => Some(window),
        None => None,
    }
}

/// Whether nothing but indent and quotation marks stands before `at` in its line.
pub(super) fn line_start(text: &str, at: usize) -> bool {
    line_before(text, at).is_some_and(|line| line.bytes().all(|b| matches!(b, b' ' | b'\t' | b'>')))
}
