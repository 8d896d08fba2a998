//! Reading a text that may go on: the place, the end of what is looked at, and whether more could matter.
//!
//! Owns the steps that all grammars of references share. A step that the next character could change answers
//! "partial" unless the text is known to end.

use super::circled;
use stet_text::digit;

/// The text ended where more of it could matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Partial;

#[derive(Clone)]
pub(super) struct Cursor<'a> {
    pub text: &'a str,
    pub at: usize,
    /// First byte that is not looked at.
    pub end: usize,
    /// Nothing follows `end` that could matter.
    pub last: bool,
}

impl<'a> Cursor<'a> {
    pub fn rest(&self) -> &'a str {
        self.text.get(self.at..self.end).unwrap_or_default()
    }

    pub fn peek(&self) -> Result<Option<char>, Partial> {
        #[cfg(test)]
        steps::add();
        match self.rest().chars().next() {
            None if !self.last => Err(Partial),
            next => Ok(next),
        }
    }

    /// Takes one of the words if it stands here.
    pub fn word(&mut self, words: &[&str]) -> Result<bool, Partial> {
        #[cfg(test)]
        steps::add();
        for word in words {
            if self.rest().starts_with(word) {
                self.at += word.len();
                return Ok(true);
            }
            if !self.last && word.starts_with(self.rest()) {
                return Err(Partial);
            }
        }
        Ok(false)
    }

    /// Skips at most two spaces.
    pub fn spaces(&mut self) -> Result<(), Partial> {
        for _ in 0..2 {
            match self.peek()? {
                Some(' ' | '\u{a0}' | '\t') => {
                    self.at += self.rest().chars().next().map_or(0, char::len_utf8);
                }
                _ => break,
            }
        }
        Ok(())
    }

    /// Emphasis that opens here, around a number alone: `제**25**조`.
    pub fn emphasis(&mut self) -> Result<Option<&'static str>, Partial> {
        for mark in ["**", "__", "*", "_"] {
            if self.word(&[mark])? {
                return Ok(Some(mark));
            }
        }
        Ok(None)
    }

    /// A number of at most four digits, in Hanja or in a circle.
    pub fn number(&mut self) -> Result<Option<u32>, Partial> {
        if let Some(c) = self.peek()?.filter(|c| hanja(*c).is_some() || circled(*c).is_some()) {
            if let Some(number) = circled(c) {
                self.at += c.len_utf8();
                return Ok(Some(number));
            }
            return self.words(hanja);
        }
        let mut value = None;
        for _ in 0..5 {
            let Some(digit) = self.peek()?.and_then(digit) else { return Ok(value) };
            value = Some(value.unwrap_or(0) * 10 + digit);
            self.at += self.rest().chars().next().map_or(0, char::len_utf8);
        }
        Ok(None)
    }

    /// A number in the words of a language that counts by tens: `二十五`, `이십오`.
    fn words(&mut self, word: impl Fn(char) -> Option<u32>) -> Result<Option<u32>, Partial> {
        self.attempt(|cur| {
            let (mut sum, mut last) = (0, None);
            for _ in 0..MAX_WORDS {
                let Some((c, value)) = cur.peek()?.and_then(|c| Some((c, word(c)?))) else {
                    return Ok(Some(sum + last.unwrap_or(0)));
                };
                cur.at += c.len_utf8();
                if value >= 10 {
                    sum += last.take().unwrap_or(1) * value;
                } else {
                    // `二五` is written for 25.
                    last = Some(last.unwrap_or(0) * 10 + value);
                }
            }
            Ok(None)
        })
    }

    /// A Roman numeral, in capital letters or in characters of its own: `XXV`, `Ⅴ`, `ⅩⅩⅤ`.
    pub fn roman(&mut self) -> Result<Option<u32>, Partial> {
        self.attempt(|cur| {
            let (mut sum, mut last) = (0, u32::MAX);
            for at in 0..=MAX_ROMAN {
                let Some((c, value)) = cur.peek()?.and_then(|c| Some((c, roman(c)?))) else {
                    return Ok((at > 0).then_some(sum));
                };
                cur.at += c.len_utf8();
                // `XL`, `IX`: what stands before a larger one is taken away.
                sum += value;
                if value > last {
                    sum -= 2 * last;
                }
                last = value;
            }
            Ok(None)
        })
    }

    /// `이십오` behind `제`, without a space, in a word that begins there, or as a word of its own where `bare`.
    pub fn spelled(&mut self, bare: bool) -> Result<Option<u32>, Partial> {
        let head = self.text.get(..self.at).unwrap_or_default();
        let begins = head.strip_suffix('제').is_some_and(|head| !head.ends_with(char::is_alphanumeric))
            || bare && head.ends_with(' ');
        if !begins || !self.peek()?.is_some_and(is_spelled) {
            return Ok(None);
        }
        self.words(spelled)
    }

    /// Runs `take` and goes back when it finds nothing.
    pub fn attempt<T>(
        &mut self,
        take: impl FnOnce(&mut Self) -> Result<Option<T>, Partial>,
    ) -> Result<Option<T>, Partial> {
        let start = self.at;
        let found = take(self)?;
        if found.is_none() {
            self.at = start;
        }
        Ok(found)
    }
}

/// Longest Roman numeral, in characters: `LXXXVIII`.
const MAX_ROMAN: usize = 8;

/// Longest number in words, in characters: four digits with their thousands, hundreds and tens.
const MAX_WORDS: usize = 8;

/// Whether a number may begin so behind `제`.
pub(super) fn begins_number(c: char) -> bool {
    digit(c).is_some() || hanja(c).is_some() || circled(c).is_some() || roman(c).is_some()
}

/// Value of a Roman numeral, which are characters of their own up to twelve.
pub(super) fn roman(c: char) -> Option<u32> {
    match c {
        'I' => Some(1),
        'V' => Some(5),
        'X' => Some(10),
        'L' => Some(50),
        'C' => Some(100),
        'Ⅰ'..='Ⅻ' => Some(u32::from(c) - u32::from('Ⅰ') + 1),
        'ⅰ'..='ⅻ' => Some(u32::from(c) - u32::from('ⅰ') + 1),
        _ => None,
    }
}

/// Value of a numeral in Hanja; tens, hundreds and thousands count what stands before them.
fn hanja(c: char) -> Option<u32> {
    const NUMERALS: [&str; 10] = ["〇零", "一壹", "二貳", "三參叁", "四", "五", "六", "七", "八", "九"];
    match c {
        '十' | '拾' => Some(10),
        '百' => Some(100),
        '千' => Some(1000),
        _ => NUMERALS.iter().zip(0..).find(|(numerals, _)| numerals.contains(c)).map(|(_, value)| value),
    }
}

/// The same in Hangul.
fn spelled(c: char) -> Option<u32> {
    const NUMERALS: [&str; 9] = ["일", "이", "삼", "사", "오", "육륙", "칠", "팔", "구"];
    match c {
        '십' => Some(10),
        '백' => Some(100),
        '천' => Some(1000),
        _ => NUMERALS.iter().zip(1..).find(|(numerals, _)| numerals.contains(c)).map(|(_, value)| value),
    }
}

pub(super) fn is_spelled(c: char) -> bool {
    spelled(c).is_some()
}

/// Steps of all cursors of this thread, so that a test can tell that the work is linear.
#[cfg(test)]
pub(super) mod steps {
    use std::cell::Cell;

    thread_local!(static STEPS: Cell<usize> = const { Cell::new(0) });

    pub fn add() {
        STEPS.with(|steps| steps.set(steps.get() + 1));
    }

    /// The count since the last call.
    pub fn take() -> usize {
        STEPS.with(Cell::take)
    }
}
