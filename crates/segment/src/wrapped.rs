//! Whether a line break ends a sentence, or only wraps its paragraph.

use super::chars::{is_syllable, tail};
use super::markdown::{Block, block_at, enumerator};
use super::scanner::Scanner;
use super::stop::{Cause, End};
use super::view::{Look, View};
use super::words::{Role, ends, is};

/// Shortest line, in bytes, that can have been broken by a hard wrap: a shorter one ends where its writer ended it.
const MIN_WRAPPED_LINE: usize = 24;
/// Longest line, in letters, of a word that is set one letter under another.
const MAX_VERTICAL: usize = 2;
/// Longest last word of a line that is looked at, in bytes.
const LAST_WORD: usize = 32;

impl Scanner {
    /// Whether a single line break only wraps a paragraph.
    pub(super) fn is_wrapped(&self, view: View<'_>, end: End, ch: char) -> Look<bool> {
        let plain = matches!(self.block, Block::Paragraph | Block::Item | Block::Quote);
        if end.newlines == 1 && ch == '.' {
            return Ok(plain);
        }
        if end.newlines == 1 && end.cause == Cause::Line && plain && end.line_len <= MAX_VERTICAL {
            // Letters set one under another.
            let letters = view.word(self.pos, MAX_VERTICAL + 1, |ch| ch.is_ascii_uppercase())?;
            let next = self.pos + letters.len();
            // A line that an earlier sentence began on is no such letter, and its beginning is kept no longer.
            let above = self.line >= self.start
                && view.slice(self.line, end.at).bytes().all(|byte| byte.is_ascii_uppercase());
            return Ok(above
                && (1..=MAX_VERTICAL).contains(&letters.len())
                && matches!(view.byte(next)?, Some(b'\n')));
        }
        if end.newlines > 1 || end.cause != Cause::Line || !plain || end.line_len < MIN_WRAPPED_LINE {
            return Ok(false);
        }
        let wrapped = ch.is_ascii_lowercase()
            || asks_for_more(view.slice(self.start, end.at))
                && block_at(view, self.pos)?.0 == Block::Paragraph;
        if !wrapped {
            return Ok(false);
        }
        if matches!(view.slice(self.start, end.at).trim_end().chars().next_back(), Some(':')) {
            return Ok(false);
        }
        Ok(enumerator(view, self.pos)?.is_none())
    }
}

/// Whether the last word of a line asks for another, so that the line is wrapped and not ended.
fn asks_for_more(line: &str) -> bool {
    let line = tail(line.trim_end(), LAST_WORD);
    let word = line.rsplit(char::is_whitespace).next().unwrap_or_default();
    if line.ends_with(is_syllable) {
        return word.len() > 3 && ends(word, Role::Wraps) && !is(word, Role::Noun);
    }
    is(word.trim_end_matches(','), Role::Wraps)
}
