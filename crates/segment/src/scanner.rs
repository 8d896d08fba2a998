//! The state machine that walks the text and decides boundaries.
//!
//! Owns the position, the phases and the order in which rules are asked. Every boundary is made at the
//! current position and the position never moves back, so the position is what is settled.

use super::chars::extends;
use super::guard::Guards;
use super::markdown::{
    Block, Enumerator, Order, block_at, delimits, enumerator, has_cells, info, prose_below,
};
use super::stop::{Cause, End};
use super::view::{Look, More, View};
use super::{Sentence, kind};
use stet_marks::citation::is_reference_entry;
use stet_text::span::Span;

/// Indentation of a code block, in columns.
pub(super) const CODE_INDENT: usize = 4;

/// Longest prefix of a quoted line of code.
const MAX_QUOTE: usize = 8;

/// What the scanner is doing.
#[derive(Debug, Clone, Copy)]
pub(super) enum Phase {
    /// At the first character of a sentence.
    Begin { line: bool, indent: usize, blank: bool },
    /// In running text.
    Text,
    /// Behind a possible end.
    End(End),
    /// At the first character of a line of fenced code, behind its indentation.
    CodeLine,
    /// Behind as many fence characters as close the block.
    CodeFence,
    /// In the rest of a line of code.
    CodeText,
    /// In the white space between two lines of indented code.
    CodeGap { indent: usize, newlines: usize },
}

#[expect(clippy::struct_excessive_bools, reason = "independent facts about the open sentence")]
#[derive(Debug, Clone, Default)]
pub(super) struct Scanner {
    pub(super) start: usize,
    pub(super) pos: usize,
    pub(super) phase: Phase,
    pub(super) block: Block,
    pub(super) guards: Guards,
    /// Inside a URL, which ends at white space.
    pub(super) url: bool,
    /// The marker of the list that the sentence belongs to.
    pub(super) list: Option<Enumerator>,
    /// Where the current line began.
    pub(super) line: usize,
    /// In a table whose rows need no pipe at their start.
    pub(super) table: bool,
    /// The previous block was a list item, so that indented text belongs to it.
    pub(super) after_item: bool,
    pub(super) question: bool,
    /// The fence around the text, which is no code: its mark and how often it stands.
    pub(super) wrapper: Option<(u8, usize)>,
    /// A References section is open.
    pub(super) references: bool,
}

impl Default for Phase {
    fn default() -> Self {
        Self::End(End { newlines: 2, ..End::default() })
    }
}

impl Scanner {
    pub const fn start(&self) -> usize {
        self.start
    }

    pub const fn position(&self) -> usize {
        self.pos
    }

    pub const fn in_code(&self) -> bool {
        matches!(self.block, Block::Fence { .. } | Block::Literal { .. } | Block::Indented)
    }

    /// Goes on as far as the text that has arrived decides.
    pub fn run(&mut self, view: View<'_>, out: &mut Vec<Sentence>) {
        while self.step(view, out) == Ok(true) {}
    }

    /// Makes what is left the last sentence.
    pub fn close(&mut self, view: View<'_>, out: &mut Vec<Sentence>) {
        if let Phase::End(end) = self.phase {
            self.question |= end.question;
        }
        self.pos = view.end();
        if self.pos > self.start {
            self.emit(view, out);
        }
    }

    /// One decision; `false` at the end of the whole text.
    fn step(&mut self, view: View<'_>, out: &mut Vec<Sentence>) -> Look<bool> {
        match self.phase {
            Phase::Begin { line, indent, blank } => self.begin(view, line, indent, blank),
            Phase::Text => self.text(view),
            Phase::End(end) => self.end(view, end, out),
            Phase::CodeLine => self.code_line(view),
            Phase::CodeFence => self.code_fence(view),
            Phase::CodeText => self.code_text(view),
            Phase::CodeGap { indent, newlines } => self.code_gap(view, indent, newlines, out),
        }
    }

    // Sentences

    fn emit(&mut self, view: View<'_>, out: &mut Vec<Sentence>) {
        let text = view.slice(self.start, self.pos);
        let opens_references = kind::is_references_heading(text, self.block);
        // What is no source under such a heading says something.
        self.references =
            self.references && (opens_references || text.trim().is_empty() || is_reference_entry(text));
        let kind = kind::classify(text, self.block, self.question, self.references || opens_references);
        if opens_references {
            self.references = true;
        } else if self.block == Block::Heading {
            self.references = false;
        }
        out.push(Sentence { span: Span::new(self.start, self.pos), kind });
        self.start = self.pos;
        self.question = false;
    }

    pub(super) fn boundary(&mut self, view: View<'_>, end: End, out: &mut Vec<Sentence>) {
        self.question |= end.question;
        if self.pos > self.start && view.slice(self.start, self.pos).trim_start().is_empty() {
            // White space at the start of the text belongs to the first sentence.
            self.question = false;
        } else if self.pos > self.start {
            self.emit(view, out);
        }
        let line = end.newlines > 0;
        if line {
            self.guards.clear();
            self.list = None;
        } else if self.in_code() {
            self.block = Block::Paragraph;
        }
        self.phase = Phase::Begin { line, indent: end.indent, blank: end.newlines > 1 };
    }

    fn begin(&mut self, view: View<'_>, line: bool, indent: usize, blank: bool) -> Look<bool> {
        if view.char(self.pos)?.is_none() {
            return Ok(false);
        }
        if !line {
            if let Some(marker) = enumerator(view, self.pos)?.filter(|marker| marker.order != Order::Hangul) {
                self.pos += marker.len;
                self.list = Some(marker);
            }
            self.phase = Phase::Text;
            return Ok(true);
        }
        if indent >= CODE_INDENT && blank && !self.after_item {
            self.block = Block::Indented;
            self.phase = Phase::CodeText;
            return Ok(true);
        }
        let (mut block, mut len) = block_at(view, self.pos)?;
        if self.table {
            self.table = !blank
                && (block == Block::Table
                    || matches!(block, Block::Paragraph | Block::Item)
                        && (delimits(view, self.pos)? || has_cells(view, self.pos)?));
            if self.table {
                (block, len) = (Block::Table, 0);
            }
        }
        if self.references
            && blank
            && block == Block::Paragraph
            && view.char(self.pos)?.is_some_and(char::is_alphabetic)
        {
            // Prose behind the list of sources.
            self.references = false;
        }
        if let Block::Fence { mark, len: run, quoted: false } = block
            && self.wraps(view, mark, run)?
        {
            self.wrapper = if self.wrapper.is_some() { None } else { Some((mark, run)) };
            block = Block::Wrapper;
        }
        if block == Block::Item {
            self.list = enumerator(view, self.pos)?;
        }
        self.line = self.pos;
        self.pos += len;
        self.block = block;
        self.after_item = block == Block::Item || (self.after_item && indent > 0);
        self.phase = match block {
            Block::Fence { .. } => Phase::CodeText,
            Block::Literal { close } => {
                self.pos += close.len().min(2);
                Phase::CodeText
            }
            _ => Phase::Text,
        };
        Ok(true)
    }

    /// Whether the fence here opens or closes what is no code: Markdown, or the whole text. A fence in it that says what
    /// it holds is one of code.
    fn wraps(&self, view: View<'_>, mark: u8, run: usize) -> Look<bool> {
        let held = info(view, self.pos + run)?;
        if let Some(open) = self.wrapper {
            return Ok(open.0 == mark && run >= open.1 && held.is_empty());
        }
        let whole = self.start == 0 && view.slice(0, self.pos).trim().is_empty();
        Ok(matches!(held.as_str(), "markdown" | "md")
            || whole
                && matches!(held.as_str(), "" | "text" | "txt" | "plaintext")
                && prose_below(view, self.pos + run)?)
    }

    // Code blocks

    fn code_text(&mut self, view: View<'_>) -> Look<bool> {
        let rest = view.rest(self.pos);
        if let Block::Literal { close } = self.block {
            return self.literal_text(view, rest, close);
        }
        if let Some(at) = memchr::memchr(b'\n', rest.as_bytes()) {
            self.pos += at;
            self.phase = Phase::CodeGap { indent: 0, newlines: 0 };
            return Ok(true);
        }
        self.pos = view.end();
        if view.eof { Ok(false) } else { Err(More) }
    }

    /// Display math and preformatted text: up to what closes it, or, for math, a blank line.
    fn literal_text(&mut self, view: View<'_>, rest: &str, close: &str) -> Look<bool> {
        let line = memchr::memchr(b'\n', rest.as_bytes());
        let closes = memchr::memmem::find(rest.as_bytes(), close.as_bytes());
        if let Some(at) = closes.filter(|at| line.is_none_or(|line| *at < line)) {
            self.pos += at + close.len();
            self.phase = Phase::End(End::new(Cause::Marker, self.pos));
            return Ok(true);
        }
        if let Some(at) = line {
            self.pos += at;
            self.phase = Phase::CodeGap { indent: 0, newlines: 0 };
            return Ok(true);
        }
        // The end of the text may be the beginning of what closes the block.
        let begun =
            (1..close.len()).rev().find(|len| close.get(..*len).is_some_and(|head| rest.ends_with(head)));
        self.pos = view.end() - if view.eof { 0 } else { begun.unwrap_or(0) };
        if view.eof { Ok(false) } else { Err(More) }
    }

    /// White space between two lines of code: fenced code goes on, indented code when its indentation does.
    fn code_gap(
        &mut self,
        view: View<'_>,
        indent: usize,
        newlines: usize,
        out: &mut Vec<Sentence>,
    ) -> Look<bool> {
        let Some(ch) = view.char(self.pos)? else { return Ok(false) };
        if ch.is_whitespace() {
            self.pos += ch.len_utf8();
            self.phase = match ch {
                '\n' => Phase::CodeGap { indent: 0, newlines: newlines + 1 },
                '\t' => Phase::CodeGap { indent: indent + CODE_INDENT, newlines },
                _ => Phase::CodeGap { indent: indent + 1, newlines },
            };
        } else if matches!(self.block, Block::Fence { quoted: false, .. })
            || ch == '>' && newlines == 1 && matches!(self.block, Block::Fence { .. })
        {
            self.phase = Phase::CodeLine;
        } else if match self.block {
            Block::Literal { close } => newlines < 2 || close.starts_with('<'),
            Block::Indented => indent >= CODE_INDENT || (indent > 0 && extends(ch)),
            _ => false,
        } {
            self.phase = Phase::CodeText;
        } else {
            let end = End { newlines, indent, ..End::new(Cause::Line, self.pos) };
            self.boundary(view, end, out);
        }
        Ok(true)
    }

    fn code_line(&mut self, view: View<'_>) -> Look<bool> {
        let Block::Fence { mark, len, quoted } = self.block else { return Ok(false) };
        if quoted {
            let prefix = view.word(self.pos, MAX_QUOTE, |ch| matches!(ch, '>' | ' '))?.len();
            self.pos += prefix;
        }
        if view.run(self.pos, mark, len)? == len {
            self.pos += len;
            self.phase = Phase::CodeFence;
        } else {
            self.phase = Phase::CodeText;
        }
        Ok(true)
    }

    /// A closing fence: nothing but more of the mark and white space may follow directly; text behind that is text.
    fn code_fence(&mut self, view: View<'_>) -> Look<bool> {
        let Block::Fence { mark, .. } = self.block else { return Ok(false) };
        match view.byte(self.pos)? {
            Some(byte) if byte == mark => self.pos += 1,
            Some(_) if view.char(self.pos)?.is_some_and(char::is_whitespace) => {
                // The block is over, but the white space behind it still belongs to it.
                self.phase = Phase::End(End::new(Cause::Marker, self.pos));
            }
            Some(_) => self.phase = Phase::CodeText,
            None => return Ok(false),
        }
        Ok(true)
    }
}
