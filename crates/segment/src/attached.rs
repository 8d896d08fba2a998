//! What still belongs to a sentence behind its possible end: marks, closers, citations, notes and emoticons.

use super::chars::{is_closer, is_emoticon, is_syllable, is_terminator};
use super::end::{MAX_LEAD, mark_cause, significant};
use super::guard::Guard;
use super::korean;
use super::markdown::Block;
use super::note::{bears_particle, cited_note, dashed_mark, joined_mark, last_note, mark_len};
use super::scanner::{CODE_INDENT, Scanner};
use super::stop::{Cause, End};
use super::view::{Look, View};
use super::words::abbreviation;
use stet_marks::citation::{MAX_MARK_CHARS, may_open};
use stet_marks::statute::circled;

/// Shortest word, in letters, behind whose full stop a number is a note and not a part of it (`v.2`).
const MIN_NOTED_WORD: usize = 4;
/// Most note numbers in a row.
const MAX_NOTES: usize = 4;
/// How an omission is set.
const OMISSION: &str = ". . .";

impl Scanner {
    pub(super) fn take_white_space(&self, view: View<'_>, end: &mut End, ch: char) -> usize {
        end.spaced = true;
        match ch {
            '\n' | '\r' => {
                if end.newlines == 0 {
                    end.line_len = end.at.saturating_sub(self.line);
                }
                if ch == '\n' && self.previous(view) == Some('\r') {
                    end.newlines = end.newlines.max(1);
                } else {
                    end.newlines += 1;
                }
                end.indent = 0;
            }
            '\t' => end.indent += CODE_INDENT,
            _ => end.indent += 1,
        }
        ch.len_utf8()
    }

    /// A mark, or a number in brackets or a circle that ends the line, behind the sentence; returns its length, 0 for one
    /// that begins the next.
    fn take_mark(&self, view: View<'_>, end: &mut End, ch: char) -> Look<Option<usize>> {
        // A backslash opens a command (`\cite`, `\[`), not a run of backslashes.
        let opens = may_open(ch)
            && (ch != '\\'
                || view.char(self.pos + 1)?.is_some_and(|next| next == '[' || next.is_ascii_alphabetic()));
        if opens && let Some(mark) = mark_len(view, self.pos)? {
            if end.spaced && bears_particle(view, self.pos + mark)? {
                return Ok(Some(0));
            }
            (end.cited, end.spaced) = (true, false);
            return Ok(Some(mark));
        }
        if end.newlines > 0 || ch != '(' && circled(ch).is_none() {
            return Ok(None);
        }
        let note = last_note(view, self.pos, ch)?;
        if note > 0 {
            (end.cited, end.spaced) = (true, false);
        }
        Ok((note > 0).then_some(note))
    }

    /// Another mark that ends a sentence, unless it begins a word.
    fn take_terminator(&self, view: View<'_>, end: &mut End, ch: char) -> Look<usize> {
        let len = ch.len_utf8();
        if end.closed && !end.spaced {
            // "(?)." ends with its last mark.
            *end = End { question: end.question, ..End::new(end.cause, self.pos) };
            end.cause = mark_cause(ch);
        }
        let first = self.pos == end.at;
        // ".jpeg" and "!Kung" begin a word; ". . ." and "! ! !" go on.
        if end.spaced && view.char(self.pos + len)?.is_some_and(char::is_alphanumeric) {
            return Ok(0);
        }
        if end.spaced && end.cause == Cause::Dot && ch == '.' && self.omission_begins(view, end)? {
            return Ok(0);
        }
        end.dots = match ch {
            '.' => end.dots + 1,
            '…' => end.dots + 3,
            _ => 0,
        };
        end.question |= matches!(ch, '?' | '？' | '⁇' | '⁈' | '⁉');
        if !first {
            end.cause = match (end.cause, ch) {
                (Cause::Dot | Cause::Ellipsis, '.' | '…') => Cause::Ellipsis,
                (Cause::Wide, _) => Cause::Wide,
                (Cause::Unmarked, '.') => Cause::Dot,
                _ => Cause::Strong,
            };
        }
        end.gaps += usize::from(end.spaced);
        end.spaced = false;
        Ok(len)
    }

    /// Citation marks that are the whole line below a sentence, as some models set them; returns their length.
    pub(super) fn take_marks_below(&self, view: View<'_>, end: &mut End) -> Look<usize> {
        let plain = matches!(self.block, Block::Paragraph | Block::Item | Block::Quote);
        if !plain || self.references || end.cause == Cause::Marker || mark_len(view, self.pos)?.is_none() {
            return Ok(0);
        }
        let marks = view.word(self.pos, MAX_MARK_CHARS, is_of_marks)?;
        if view.char(self.pos + marks.len())?.is_some_and(|ch| !matches!(ch, '\n' | '\r')) {
            return Ok(0);
        }
        (end.cited, end.spaced, end.newlines, end.indent) = (true, false, 0, 0);
        Ok(marks.len())
    }

    /// Marks, closers, citations and emoticons that belong to the sentence before; returns the bytes to pass over.
    pub(super) fn take_attached(&mut self, view: View<'_>, end: &mut End, ch: char) -> Look<usize> {
        let len = ch.len_utf8();
        if is_terminator(ch) {
            return self.take_terminator(view, end, ch);
        }
        if let Some(mark) = self.take_mark(view, end, ch)? {
            return Ok(mark);
        }
        let joined = if end.cited && !end.spaced { joined_mark(view, self.pos, ch)? } else { 0 };
        if joined > 0 {
            return Ok(joined);
        }
        if is_closer(ch) {
            // Behind white space only a quotation mark that stands alone closes.
            if end.spaced
                && (end.closed
                    || !matches!(ch, '"' | '\'' | '”' | '’' | ')' | '`')
                    || view.char(self.pos + len)?.is_some_and(|next| !next.is_whitespace() && next != ch))
            {
                return Ok(0);
            }
            // Nothing to close: before a Korean word it opens the next sentence.
            if !end.spaced
                && matches!(ch, '"' | '\'')
                && !self.guards.is_open(Guard::Until(ch))
                && view.char(self.pos + len)?.is_some_and(is_syllable)
            {
                return Ok(0);
            }
            end.closed |= !matches!(ch, '*' | '_');
            end.spaced = false;
            let opener = self.guards.opener(Guard::Until(ch));
            end.aside |= ch == ')' && opener.is_some_and(|at| at > self.start + MAX_LEAD);
            self.guards.close_with(ch);
            return Ok(len);
        }
        if ch.is_ascii_digit() && !end.spaced && end.cause == Cause::Dot {
            let len = self.note_number(view, end)?;
            end.cited |= len > 0;
            return Ok(len);
        }
        if ch == '(' && end.spaced && !end.closed {
            let cited = cited_note(view, self.pos)?;
            let korean = significant(view.slice(self.start, end.at)).ends_with(is_syllable);
            let len = if cited == 0 && korean { korean::note_len(view, self.pos)? } else { cited };
            end.cited |= cited > 0;
            end.spaced &= len == 0;
            return Ok(len);
        }
        if matches!(ch, '—' | '–' | '-') && end.spaced && end.cause == Cause::Unmarked {
            let len = dashed_mark(view, self.pos)?;
            end.cited |= len > 0;
            end.spaced &= len == 0;
            return Ok(len);
        }
        if is_emoticon(ch) && (!end.spaced || end.cause != Cause::Dot) {
            end.spaced = false;
            return Ok(len);
        }
        Ok(0)
    }

    /// Length of note numbers set as text behind a full stop: `consultation.11 12 Take`, `(1987).1 According`.
    fn note_number(&self, view: View<'_>, end: &End) -> Look<usize> {
        let before = view.slice(self.start, end.at);
        let rest = before.trim_end_matches(|ch: char| ch.is_ascii_lowercase()).len();
        let word = before.get(rest..).unwrap_or_default();
        if end.at + 1 != self.pos
            || !(word.len() >= MIN_NOTED_WORD && abbreviation(word).is_none() || before.ends_with(')'))
        {
            return Ok(0);
        }
        let mut at = self.pos;
        for _ in 0..MAX_NOTES {
            let digits = view.word(at, 3, |ch| ch.is_ascii_digit())?.len();
            at += digits;
            let space = view.char(at)?.filter(|ch| ch.is_whitespace()).map_or(0, char::len_utf8);
            if !matches!(digits, 1 | 2) || space == 0 {
                break;
            }
            if view.char(at + space)?.is_some_and(char::is_uppercase) {
                return Ok(at - self.pos);
            }
            at += space;
        }
        Ok(0)
    }

    /// `word. . . .`: the sentence ends at its full stop, and the next one begins with an omission.
    pub(super) fn omission_begins(&self, view: View<'_>, end: &End) -> Look<bool> {
        let behind_word =
            view.slice(self.start, end.at).chars().next_back().is_some_and(char::is_alphanumeric);
        if !behind_word || view.word(self.pos, OMISSION.len(), |ch| matches!(ch, '.' | ' '))? != OMISSION {
            return Ok(false);
        }
        let word = self.pos + OMISSION.len() + 1;
        Ok(view.char(word - 1)? == Some(' ') && view.char(word)?.is_some_and(char::is_alphanumeric))
    }
}

/// What a line of nothing but numbered marks is made of.
const fn is_of_marks(ch: char) -> bool {
    ch.is_ascii_digit() || matches!(ch, '[' | ']' | '【' | '】' | '†' | '^' | ',' | '-' | '–' | ' ' | '\t')
}
