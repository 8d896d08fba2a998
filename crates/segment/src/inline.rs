//! Running text: what opens, what closes, and where a sentence may end.
//!
//! Owns the fast path over text that decides nothing, quotations, code spans, math, URLs and the places where a
//! possible end is found; leaves whether it is one to [`super::end`].

use super::chars::{closing_of, is_closer, is_emoji, is_emoticon, is_opener, is_syllable, is_terminator};
use super::end::mark_cause;
use super::guard::Guard;
use super::korean;
use super::markdown::{Enumerator, Order, enumerator};
use super::scanner::{Phase, Scanner};
use super::stop::{Cause, End};
use super::view::{Look, More, View};

/// Longest run of backticks that is told apart.
const MAX_BACKTICKS: usize = 16;

/// Whether a byte of running text has to be looked at: it opens, closes or ends something, or begins a character that may.
const fn looks(byte: u8) -> bool {
    matches!(
        byte,
        b'\t'..=b'\r' | b'.' | b'!' | b'?' | b'"' | b'\'' | b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'`' | b'$'
            | b':' | b'\\' | b'<' | b'>' | b'^' | 0xc2 | 0xe2 | 0xe3 | 0xef | 0xf0..
    )
}

impl Scanner {
    pub(super) fn text(&mut self, view: View<'_>) -> Look<bool> {
        if let Some((guard, reach)) = self.guards.literal() {
            return self.literal(view, guard, reach);
        }
        self.pos += self.plain_len(view);
        let Some(ch) = view.char(self.pos)? else { return Ok(false) };
        if ch.is_whitespace() {
            return self.white_space(view, ch);
        }
        if is_terminator(ch) {
            self.phase = Phase::End(End::new(mark_cause(ch), self.pos));
            return Ok(true);
        }
        if (ch == '^' || is_emoji(ch)) && !self.block.is_line() && self.guards.is_empty() {
            let before = view.slice(self.start, self.pos);
            if before.ends_with(is_syllable) && korean::ending(before) == korean::Ending::Sure {
                self.phase = Phase::End(End::new(Cause::Unmarked, self.pos));
                return Ok(true);
            }
        }
        if ch == ')' && self.smiles(view)? {
            self.pos += 1;
            self.phase = Phase::End(End::new(Cause::Unmarked, self.pos));
            return Ok(true);
        }
        let len = self.inline(view, ch)?;
        self.pos += len;
        Ok(true)
    }

    /// Whether the bracket here is the mouth of a `:)` with which an informal sentence ends: the next word is
    /// capitalised, or a Korean predicate stands before it.
    fn smiles(&self, view: View<'_>) -> Look<bool> {
        let before = view.slice(self.start, self.pos);
        let text = before.strip_suffix('-').unwrap_or(before);
        let Some(text) = text.strip_suffix([':', ';', '=']) else { return Ok(false) };
        if !text.ends_with(|last: char| last == ' ' || last.is_alphanumeric())
            || self.block.is_line()
            || !self.guards.is_empty()
        {
            return Ok(false);
        }
        if view.byte(self.pos + 1)? != Some(b' ') {
            return Ok(false);
        }
        let Some(next) = view.char(self.pos + 2)? else { return Ok(false) };
        let text = text.trim_end();
        Ok(next.is_ascii_uppercase()
            || is_syllable(next) && text.ends_with(is_syllable) && korean::ending(text) != korean::Ending::No)
    }

    /// Length of the text from here on in which nothing has to be decided.
    fn plain_len(&self, view: View<'_>) -> usize {
        let bytes = view.slice(self.start, view.end()).as_bytes();
        let from = self.pos - self.start;
        // A space behind Latin text decides nothing, unless a list may go on or a URL ends.
        let spaces_matter = self.list.is_some() || self.url;
        let mut previous = from.checked_sub(1).and_then(|before| bytes.get(before)).copied().unwrap_or(b' ');
        let decides = |&byte: &u8| {
            let ends = !previous.is_ascii() || matches!(previous, b'~' | b'^' | b';');
            previous = byte;
            looks(byte) || byte == b' ' && (spaces_matter || ends)
        };
        let rest = bytes.get(from..).unwrap_or_default();
        rest.iter().position(decides).unwrap_or(rest.len())
    }

    /// A character that may open or close something; returns the bytes to pass over.
    fn inline(&mut self, view: View<'_>, ch: char) -> Look<usize> {
        let at = self.pos;
        let len = ch.len_utf8();
        match ch {
            '"' => self.straight_quote(view, '"')?,
            '\'' => self.straight_quote(view, '\'')?,
            '’' if self.guards.is_open(Guard::Until('’')) => {
                if !view.char(at + len)?.is_some_and(|next| next.is_alphabetic() && !is_syllable(next)) {
                    self.guards.close(Guard::Until('’'));
                }
            }
            '`' => {
                let run = view.run(at, b'`', MAX_BACKTICKS)?;
                self.guards.expire(at);
                self.guards.push(Guard::Code(run), at);
                return Ok(run);
            }
            '$' => {
                let run = view.run(at, b'$', 3)?;
                // No formula begins in `달러($)`, `US$로` and `Ke$ha`.
                let opens = view.char(at + run)?.is_some_and(|next| {
                    !next.is_whitespace()
                        && !next.is_ascii_digit()
                        && !is_syllable(next)
                        && !matches!(next, '$' | ')' | ']' | ',' | '.' | ';')
                }) && !self.previous(view).is_some_and(|ch| ch.is_ascii_alphanumeric());
                if opens && run < 3 && !self.url {
                    self.guards.push(Guard::Math(run), at);
                }
                return Ok(run);
            }
            ':' if view.byte(at + 1)? == Some(b'/') && view.byte(at + 2)? == Some(b'/') => {
                self.url = true;
                return Ok(3);
            }
            '\\' => {
                let next = view.byte(at + 1)?.is_some_and(|next| {
                    next.is_ascii_punctuation() && !matches!(next, b'[' | b']' | b'(' | b')')
                });
                return Ok(1 + usize::from(next));
            }
            '<' => {
                if view.char(at + 1)?.is_some_and(|next| next.is_alphabetic() || next == '/') {
                    self.guards.push(Guard::Until('>'), at);
                }
            }
            '(' if matches!(self.previous(view), Some(':' | ';' | '-' | '=')) => {}
            '‘' if is_short_year(view, at + len)? => {}
            _ => match closing_of(ch) {
                Some(close) if !self.url => {
                    self.guards.expire(at);
                    self.guards.push(Guard::Until(close), at);
                }
                Some(_) => {}
                None => {
                    self.guards.close_with(ch);
                }
            },
        }
        Ok(len)
    }

    pub(super) fn previous(&self, view: View<'_>) -> Option<char> {
        view.slice(self.start, self.pos).chars().next_back()
    }

    /// A straight quotation mark opens before a word and closes behind one; between letters it is an apostrophe.
    fn straight_quote(&mut self, view: View<'_>, quote: char) -> Look<()> {
        if quote == '\'' && is_short_year(view, self.pos + 1)? {
            return Ok(());
        }
        let guard = Guard::Until(quote);
        let before = view.slice(self.start, self.pos);
        let previous = before.chars().next_back();
        let behind_gap = previous.is_none_or(|ch| {
            ch.is_whitespace() || is_opener(ch) && ch != quote || matches!(ch, ',' | '-' | '—' | ':')
        });
        let next = view.char(self.pos + 1)?;
        let before_word = next.is_some_and(|ch| !ch.is_whitespace() && !is_closer(ch) && !is_terminator(ch));
        let opens = behind_gap && before_word;
        if quote == '"' {
            if !opens && matches!(previous, Some('-' | '—')) && self.guards.is_open(guard) {
                self.close_quote(guard);
                return Ok(());
            }
            if previous == Some('\'') && self.guards.close(guard) {
                // "he 'said' so 'once'" ends both.
                return Ok(());
            }
            if opens
                || !self.guards.close_with(quote) && previous.is_none_or(char::is_whitespace) && before_word
            {
                self.guards.close(guard);
                self.guards.expire(self.pos);
                self.guards.push(guard, self.pos);
            }
            return Ok(());
        }
        let letter = next.is_some_and(|ch| ch.is_alphanumeric() && !is_syllable(ch));
        if self.guards.is_open(guard) {
            if !letter && !previous.is_none_or(char::is_whitespace) {
                self.guards.close(guard);
            }
        } else if opens && (next.is_some_and(is_syllable) || (letter && introduces_quote(before)))
            || before.trim().is_empty() && next == Some(' ')
        {
            self.guards.expire(self.pos);
            self.guards.push(guard, self.pos);
        }
        Ok(())
    }

    fn literal(&mut self, view: View<'_>, guard: Guard, reach: usize) -> Look<bool> {
        let rest = view.rest(self.pos).as_bytes();
        let limit = reach.saturating_sub(self.pos).min(rest.len());
        let window = rest.get(..limit).unwrap_or(rest);
        let (mark, count) = match guard {
            Guard::Code(count) => (b'`', count),
            Guard::Math(count) => (b'$', count),
            Guard::Until(_) => return Ok(true),
        };
        let Some(at) =
            window.iter().position(|&byte| byte == mark || byte == b'\n' || (byte == b'\'' && count <= 2))
        else {
            self.pos += limit;
            while !view.text.is_char_boundary(self.pos - view.base) {
                self.pos += 1;
            }
            if self.pos >= reach {
                self.guards.expire(self.pos);
                return Ok(true);
            }
            return if view.eof { Ok(false) } else { Err(More) };
        };
        self.pos += at;
        let Some(byte) = view.byte(self.pos)?.filter(|&byte| byte != b'\n') else {
            self.phase = Phase::End(End::new(Cause::Line, self.pos));
            return Ok(true);
        };
        let run = view.run(self.pos, byte, if byte == mark { MAX_BACKTICKS } else { count })?;
        let code = matches!(guard, Guard::Code(_));
        // As many marks as opened it, ``quoted like this'' or `quoted like this.'
        let closes = run == count
            && (byte == mark
                || code
                    && (count == 2 || self.follows_mark(view))
                    && (count == 2 || view.char(self.pos + run)?.is_none_or(char::is_whitespace)));
        if closes && code && self.follows_mark(view) {
            self.close_quote(guard);
        } else {
            if closes {
                self.guards.close(guard);
            }
            self.pos += run;
        }
        Ok(true)
    }

    fn follows_mark(&self, view: View<'_>) -> bool {
        self.previous(view).is_some_and(is_terminator)
    }

    /// The end of a quotation that ended with a mark, or with a dash where the speaker was interrupted.
    fn close_quote(&mut self, guard: Guard) {
        self.guards.close(guard);
        self.phase = Phase::End(End { closed: true, ..End::new(Cause::Ellipsis, self.pos) });
    }

    /// White space in running text: a line break, an ending without a mark, the next marker of a list, or nothing.
    fn white_space(&mut self, view: View<'_>, ch: char) -> Look<bool> {
        if matches!(ch, '\n' | '\r') {
            self.url = false;
            self.phase = Phase::End(End::new(Cause::Line, self.pos));
            return Ok(true);
        }
        if !self.block.is_line() && self.unmarked_end(view, ch)? {
            self.url = false;
            self.phase = Phase::End(End::new(Cause::Unmarked, self.pos));
            return Ok(true);
        }
        let next = self.pos + ch.len_utf8();
        if let Some(list) = self.list
            && self.guards.is_empty()
            && !self.block.is_line()
            // `J. K. Rowling`: no item stands between the two.
            && view.slice(self.start, self.pos).trim_start().len() > list.len
            && Self::next_marker(view, list, next)?
        {
            self.phase = Phase::End(End::new(Cause::Marker, self.pos));
            return Ok(true);
        }
        self.url = false;
        self.pos = next;
        Ok(true)
    }

    /// Whether a Korean sentence without a mark ends before the white space `space` here.
    fn unmarked_end(&mut self, view: View<'_>, space: char) -> Look<bool> {
        let before = view.slice(self.start, self.pos);
        let Some(last) = before.chars().next_back() else { return Ok(false) };
        if last.is_ascii() && !is_emoticon(last) {
            return Ok(false);
        }
        let ending = if is_syllable(last) { korean::ending(before) } else { korean::Ending::No };
        if is_syllable(last) && ending == korean::Ending::No {
            return Ok(false);
        }
        self.guards.expire(self.pos);
        Ok(self.guards.is_empty()
            && match ending {
                korean::Ending::Sure => true,
                korean::Ending::Possible => {
                    korean::begins_sentence(view, before, self.pos + space.len_utf8())?
                }
                korean::Ending::No => is_emoticon(last) && korean::ends_in_emoticon(before),
            })
    }

    /// Whether the list that the sentence belongs to goes on at `at`.
    fn next_marker(view: View<'_>, list: Enumerator, at: usize) -> Look<bool> {
        let Some(first) = view.char(at)? else { return Ok(false) };
        let plausible = match list.order {
            _ if list.style.open => first == '(',
            _ if list.style.bullet.is_some() => list.style.bullet == Some(first),
            Order::Number(_) => first.is_ascii_digit(),
            Order::Letter(letter) => u32::from(first) == u32::from(letter) + 1,
            Order::Roman(_) | Order::Hangul | Order::Bullet => false,
        };
        Ok(plausible && enumerator(view, at)?.is_some_and(|next| list.is_followed_by(next)))
    }
}

/// Whether the apostrophe before this place stands for a century: `'24. 3. 1.`, `'24년`, `'24.3.`
fn is_short_year(view: View<'_>, at: usize) -> Look<bool> {
    let digits = view.word(at, 3, |ch| ch.is_ascii_digit())?.len();
    if digits != 2 {
        return Ok(false);
    }
    let at = at + digits;
    match view.char(at)? {
        Some('년') => Ok(true),
        Some('.') => {
            let gap = usize::from(view.byte(at + 1)? == Some(b' '));
            Ok(view.byte(at + 1 + gap)?.is_some_and(|byte| byte.is_ascii_digit()))
        }
        _ => Ok(false),
    }
}

/// A straight single quotation mark opens a quotation at the start of a sentence and behind a comma or colon;
/// elsewhere it is more often an elision ('tis, 'nineties).
fn introduces_quote(before: &str) -> bool {
    let text = before.trim_end();
    text.is_empty() || text.ends_with([',', ':', '(', '"', '“'])
}
