//! A possible end of a sentence: what still belongs to it, and whether it is one.
//!
//! Owns which language's rules decide. What stands behind the end and still belongs to it is in
//! [`attached`](super::attached), whether a line break ends a sentence in [`wrapped`](super::wrapped).

use super::chars::{extends, is_closer, is_opener, is_syllable, is_wide_terminator};
use super::markdown::{Block, delimits, underline};
use super::scanner::{CODE_INDENT, Phase, Scanner};
use super::stop::{Cause, End};
use super::view::{Look, View};
use super::{Sentence, english, korean};
use stet_text::is_word_char;

/// Most closing characters and marks before the end of a sentence that are looked through.
const MAX_CLOSERS: usize = 8;
/// Longest mark, in bytes, that is looked through for the word before it.
const MARK_REACH: usize = 48;
/// Most bytes of emphasis and brackets in front of the quotation mark with which a sentence begins.
pub(super) const MAX_LEAD: usize = 3;

impl Scanner {
    /// Behind a possible end: takes what belongs to the sentence before, then decides.
    pub(super) fn end(&mut self, view: View<'_>, mut end: End, out: &mut Vec<Sentence>) -> Look<bool> {
        let Some(ch) = view.char(self.pos)? else { return Ok(false) };
        let taken = if ch.is_whitespace() {
            self.take_white_space(view, &mut end, ch)
        } else if end.newlines > 0 || end.cause == Cause::Marker {
            self.take_marks_below(view, &mut end)?
        } else {
            self.take_attached(view, &mut end, ch)?
        };
        if taken > 0 {
            self.pos += taken;
            self.phase = Phase::End(end);
            return Ok(true);
        }
        if end.newlines == 1 && matches!(ch, '=' | '-' | ':' | '|') && self.is_named_below(view, &end)? {
            return Ok(true);
        }
        let ends = if extends(ch) {
            end.newlines > 0 && end.indent == 0
        } else if end.spaced || end.newlines > 0 {
            self.url = false;
            self.ends_before(view, end, ch)?
        } else {
            self.ends_attached(view, end, ch)?
        };
        if ends {
            self.boundary(view, end, out);
        } else {
            if end.newlines > 0 {
                self.line = self.pos;
            }
            self.phase = Phase::Text;
        }
        Ok(true)
    }

    /// Whether the line here makes what stands above it a heading, which it then belongs to, or the head of a table.
    #[cold]
    fn is_named_below(&mut self, view: View<'_>, end: &End) -> Look<bool> {
        if self.block != Block::Paragraph || end.indent >= CODE_INDENT {
            return Ok(false);
        }
        let above = view.slice(self.start, end.at);
        if above.contains('|') && !self.table && delimits(view, self.pos)? {
            self.block = Block::Table;
            self.table = true;
            return Ok(false);
        }
        let Some(len) = underline(view, self.pos)? else { return Ok(false) };
        // Below a sentence, a line of hyphens is meant as a rule, and the sentence stays a claim.
        let rule = view.byte(self.pos)? == Some(b'-');
        if rule && (end.cause != Cause::Line || self.start != self.line) {
            return Ok(false);
        }
        self.block = Block::Heading;
        self.pos += len;
        self.phase = Phase::End(End::new(Cause::Line, self.pos));
        Ok(true)
    }

    /// With white space behind the end.
    fn ends_before(&mut self, view: View<'_>, end: End, ch: char) -> Look<bool> {
        if end.newlines > 0 && !self.is_wrapped(view, end, ch)? {
            return Ok(true);
        }
        if end.cause == Cause::Marker
            || end.cause == Cause::Dot && ch == '.' && self.omission_begins(view, &end)?
        {
            return Ok(true);
        }
        self.guards.expire(self.pos);
        if is_latin_end(view.slice(self.start, end.at))
            && end.newlines == 0
            && !self.block.is_line()
            && self.is_inside_speech(view, end)?
        {
            let ends = english::ends(view, self.english(view, end))?;
            if ends {
                self.guards.clear();
            }
            return Ok(ends);
        }
        if end.newlines > 0 || self.block.is_line() || !self.guards.is_empty() {
            return Ok(false);
        }
        if end.aside && is_syllable(ch) || end.closed && view.slice(self.start, end.at).ends_with(['[', '（'])
        {
            // "[...]" and "(?)" comment on the sentence, they do not end it.
            return Ok(false);
        }
        let before = significant(view.slice(self.start, end.at));
        // `2024. 3. 1. ~ 2024. 3. 31.`: a range of days goes on.
        if end.cause == Cause::Dot
            && matches!(ch, '~' | '∼' | '～' | '–' | '-')
            && before.ends_with(|ch: char| ch.is_ascii_digit())
        {
            let after = self.pos + ch.len_utf8();
            let space = usize::from(view.byte(after)? == Some(b' '));
            if view.byte(after + space)?.is_some_and(|byte| byte.is_ascii_digit()) {
                return Ok(false);
            }
        }
        if end.cause == Cause::Unmarked {
            return Ok(!is_closer(ch)
                && !matches!(ch, ',' | ':')
                && !korean::continues_quotation(view, self.pos)?);
        }
        if before.chars().next_back().is_some_and(is_syllable) {
            return self.korean_ends(view, end, before, ch);
        }
        english::ends(view, self.english(view, end))
    }

    /// A possible end as the English rules see it.
    fn english<'a>(&self, view: View<'a>, end: End) -> english::Context<'a> {
        english::Context {
            before: without_marks(view.slice(self.start, end.at)),
            next: self.pos,
            mark: end.mark(),
            closed: end.closed || end.cited,
            aside: end.aside,
        }
    }

    /// Behind a full stop in a quotation of several English sentences, which are sentences of their own.
    fn is_inside_speech(&self, view: View<'_>, end: End) -> Look<bool> {
        if end.cause != Cause::Dot || self.guards.is_empty() || !self.guards.is_speech() {
            return Ok(false);
        }
        let remarked = !end.aside && view.slice(self.start, self.pos).trim_end().ends_with(')');
        let reported = self.guards.outermost().is_some_and(|at| at > self.start + MAX_LEAD);
        Ok((!end.closed || remarked) && english::speech_goes_on(view, self.pos, reported)?)
    }

    fn korean_ends(&self, view: View<'_>, end: End, before: &str, ch: char) -> Look<bool> {
        if matches!(ch, ',' | ';' | ':' | ')' | ']' | '·') {
            return Ok(false);
        }
        let goes_on = if end.closed {
            korean::continues_quotation(view, self.pos)?
        } else {
            end.cause != Cause::Dot && korean::continues_thought(view, self.pos)?
        };
        let open = end.cause == Cause::Ellipsis && !end.closed && korean::is_connective(before);
        Ok(!goes_on && (!open || matches!(ch, '"' | '“') || korean::resumes(view, self.pos)?))
    }

    /// Without white space behind the end.
    fn ends_attached(&mut self, view: View<'_>, end: End, ch: char) -> Look<bool> {
        self.guards.expire(self.pos);
        if self.url || self.block.is_line() || !self.guards.is_empty() {
            return Ok(false);
        }
        if end.cause == Cause::Unmarked {
            return Ok(self.pos > end.at && is_syllable(ch) && !korean::continues_quotation(view, self.pos)?);
        }
        let begins = is_syllable(ch) || ch.is_uppercase() || is_opener(ch);
        if end.cause == Cause::Wide {
            return Ok(!end.closed && (ch.is_alphanumeric() || is_opener(ch)));
        }
        if end.cited && begins {
            return self.ends_before(view, end, ch);
        }
        let before = significant(view.slice(self.start, end.at));
        if ch.is_ascii_alphabetic()
            && before.ends_with(|last: char| last.is_ascii_alphabetic())
            && !end.closed
        {
            return english::ends_attached(view, before, self.pos, end.cause != Cause::Strong);
        }
        if end.closed || !begins || !before.ends_with(korean::is_final) {
            return Ok(false);
        }
        Ok(!korean::continues_quotation(view, self.pos)?)
    }
}

pub(super) const fn mark_cause(mark: char) -> Cause {
    match mark {
        '.' => Cause::Dot,
        '…' => Cause::Ellipsis,
        _ if is_wide_terminator(mark) => Cause::Wide,
        _ => Cause::Strong,
    }
}

/// Whether the sentence so far ends in Latin script.
fn is_latin_end(before: &str) -> bool {
    before.chars().rev().take(4).find(|&ch| is_word_char(ch)).is_some_and(|ch| ch.is_ascii())
}

/// `before` without citation marks, quotation marks and brackets at its end: what the sentence ended with.
pub(super) fn significant(before: &str) -> &str {
    let mut text = before.trim_end();
    for _ in 0..MAX_CLOSERS {
        let unmarked = without_marks(text);
        let last = text.chars().next_back().filter(|&ch| is_closer(ch));
        text = match last {
            _ if unmarked.len() < text.len() => unmarked,
            Some(ch) => text.strip_suffix(ch).unwrap_or_default(),
            None => break,
        };
    }
    text
}

/// `before` without a citation mark at its end.
fn without_marks(before: &str) -> &str {
    let text = before.trim_end();
    let open = text.strip_suffix(']').and_then(|inner| {
        let from = inner.len().saturating_sub(MARK_REACH);
        memchr::memrchr(b'[', inner.as_bytes().get(from..)?).map(|at| from + at)
    });
    open.and_then(|open| text.get(..open)).map_or(text, str::trim_end)
}
