//! Looking at text of which the rest may still be on its way.
//!
//! Owns the one distinction a cut-independent decision rests on: "there is nothing more" against "nothing
//! more has arrived yet". Every rule reads through [`View`]; a rule that would have to look past what has
//! arrived gets [`More`] and is asked again later, so no decision can depend on where the text was cut.

/// The answer depends on text that has not arrived yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct More;

pub(super) type Look<T> = Result<T, More>;

/// The text from `base` on, and whether its end is the end of the whole text. Offsets are absolute.
#[derive(Debug, Clone, Copy)]
pub(super) struct View<'a> {
    pub text: &'a str,
    pub base: usize,
    pub eof: bool,
}

impl<'a> View<'a> {
    /// Where byte `at` stands in `text`. A rule that asks for what is kept no longer would decide by how the text was
    /// cut: a fault that tests and fuzzing see, and that stops no stream.
    fn kept(self, at: usize) -> Option<usize> {
        debug_assert!(at >= self.base, "byte {at} is before what is kept, {}", self.base);
        at.checked_sub(self.base)
    }

    /// The character at byte `at`; `None` at the end of the whole text, and inside a character, where waiting for more
    /// would never end.
    pub fn char(self, at: usize) -> Look<Option<char>> {
        match self.rest(at).chars().next() {
            Some(ch) => Ok(Some(ch)),
            None if self.eof || at < self.base + self.text.len() => Ok(None),
            None => Err(More),
        }
    }

    /// The byte at `at`; `None` at the end of the whole text.
    pub fn byte(self, at: usize) -> Look<Option<u8>> {
        match self.kept(at).and_then(|at| self.text.as_bytes().get(at)) {
            Some(&byte) => Ok(Some(byte)),
            None if self.eof || at < self.base => Ok(None),
            None => Err(More),
        }
    }

    /// The text between two offsets, as far as it has arrived.
    pub fn slice(self, from: usize, to: usize) -> &'a str {
        self.kept(from).zip(self.kept(to)).and_then(|(from, to)| self.text.get(from..to)).unwrap_or_default()
    }

    /// The text from byte `at` on, as far as it has arrived.
    pub fn rest(self, at: usize) -> &'a str {
        self.kept(at).and_then(|at| self.text.get(at..)).unwrap_or_default()
    }

    /// Where the text that has arrived ends.
    pub fn end(self) -> usize {
        self.base + self.text.len()
    }

    /// How many bytes equal to `byte` stand from `at` on, counting at most `max`.
    pub fn run(self, at: usize, byte: u8, max: usize) -> Look<usize> {
        let mut count = 0;
        while count < max && self.byte(at + count)? == Some(byte) {
            count += 1;
        }
        Ok(count)
    }

    /// The longest run of characters from `at` on that satisfy `keep`, at most `max` characters.
    pub fn word(self, at: usize, max: usize, keep: impl Fn(char) -> bool) -> Look<&'a str> {
        let mut end = at;
        for _ in 0..max {
            match self.char(end)? {
                Some(ch) if keep(ch) => end += ch.len_utf8(),
                _ => break,
            }
        }
        Ok(self.slice(at, end))
    }
}
