//! Reading a text that may go on: the place, the end of what is looked at, and whether more could matter.
//!
//! Owns the steps that all grammars of references share. A step that the next character could change answers
//! "partial" unless the text is known to end.

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

    /// A number of at most four digits.
    pub fn number(&mut self) -> Result<Option<u32>, Partial> {
        let mut value = None;
        for _ in 0..5 {
            let Some(digit) = self.peek()?.and_then(digit) else { return Ok(value) };
            value = Some(value.unwrap_or(0) * 10 + digit);
            self.at += self.rest().chars().next().map_or(0, char::len_utf8);
        }
        Ok(None)
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

/// Value of an ASCII or full-width digit.
pub(super) fn digit(c: char) -> Option<u32> {
    c.to_digit(10).or_else(|| ('０'..='９').contains(&c).then(|| u32::from(c) - u32::from('０')))
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
