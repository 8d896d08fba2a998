//! Whether a line break ends a sentence, or only wraps its paragraph.

use super::chars::{is_syllable, tail};
use super::end::{Cause, End};
use super::markdown::{Block, block_at, enumerator};
use super::scanner::Scanner;
use super::view::{Look, View};

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

/// English words and Korean particles and joints behind which no line ends that a writer meant to end.
const OPEN_WORDS: &[&str] = &[
    "the", "a", "an", "of", "and", "or", "to", "in", "for", "with", "by", "from", "as", "at", "on", "into",
    "that", "which", "than", "its", "their", "our", "your", "is", "are", "was", "were", "be", "been", "if",
    "when", "because", "between", "about", "through", "via", "per", "not", "but", "and/or", "this", "these",
    "and,", "or,",
];
const OPEN_PARTICLES: &[&str] = &[
    "을", "를", "에서", "으로", "에게", "까지", "부터", "및", "또는", "하는", "하여", "되는", "위한", "위해",
    "대한", "관한",
];
/// Nouns that end like a particle.
const PARTICLE_NOUNS: &[&str] = &["마을", "가을", "노을", "고을"];

/// Whether the last word of a line asks for another, so that the line is wrapped and not ended.
fn asks_for_more(line: &str) -> bool {
    let line = tail(line.trim_end(), LAST_WORD);
    let word = line.rsplit(char::is_whitespace).next().unwrap_or_default();
    if line.ends_with(is_syllable) {
        return word.len() > 3
            && OPEN_PARTICLES.iter().any(|particle| word.ends_with(particle))
            && !PARTICLE_NOUNS.contains(&word);
    }
    OPEN_WORDS.contains(&word)
}
