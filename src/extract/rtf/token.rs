//! The signs that RTF is written in.

/// One sign of a file. Ends of lines between signs are none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Open,
    Close,
    Word(&'a str, Option<i32>),
    /// A sign behind a backslash that is no letter.
    Symbol(u8),
    /// A byte of text, and whether it was written as `\'xx`.
    Byte(u8, bool),
    /// Raw bytes, which are passed over, and whether all that were announced are there.
    Binary(bool),
}

const MIN: i64 = i32::MIN as i64;
const MAX: i64 = i32::MAX as i64;

pub(super) struct Tokens<'a>(pub(super) &'a [u8]);

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let (byte, rest) = self.0.split_first()?;
            self.0 = rest;
            return Some(match byte {
                b'{' => Token::Open,
                b'}' => Token::Close,
                b'\r' | b'\n' | 0 => continue,
                b'\\' => self.control()?,
                other => Token::Byte(*other, false),
            });
        }
    }
}

impl<'a> Tokens<'a> {
    /// What follows a backslash.
    fn control(&mut self) -> Option<Token<'a>> {
        let word = self.take(|at, byte| at < 32 && byte.is_ascii_alphabetic());
        if !word.is_empty() {
            let number =
                self.take(|at, byte| at < 20 && (byte.is_ascii_digit() || (at == 0 && byte == b'-')));
            let number = number.parse::<i64>().ok();
            let number = number.and_then(|number| i32::try_from(number.clamp(MIN, MAX)).ok());
            self.0 = self.0.strip_prefix(b" ").unwrap_or(self.0);
            if word == "bin" {
                // Raw bytes of a picture or an object: no text, whatever they look like.
                let behind = self.0.get(usize::try_from(number.unwrap_or(0)).unwrap_or(0)..);
                self.0 = behind.unwrap_or(self.0);
                return Some(Token::Binary(behind.is_some()));
            }
            return Some(Token::Word(word, number));
        }
        let (mark, rest) = self.0.split_first()?;
        self.0 = rest;
        match mark {
            b'\'' => {
                let (code, rest) = self.0.split_at_checked(2).unwrap_or((self.0, &[]));
                let byte = std::str::from_utf8(code).ok().and_then(|code| u8::from_str_radix(code, 16).ok());
                let Some(byte) = byte else { return Some(Token::Symbol(b'\'')) };
                self.0 = rest;
                Some(Token::Byte(byte, true))
            }
            b'\r' => {
                self.0 = self.0.strip_prefix(b"\n").unwrap_or(self.0);
                Some(Token::Symbol(b'\n'))
            }
            other => Some(Token::Symbol(*other)),
        }
    }

    /// Takes up ASCII bytes.
    fn take(&mut self, fits: impl Fn(usize, u8) -> bool) -> &'a str {
        let count = self.0.iter().enumerate().take_while(|(at, byte)| fits(*at, **byte)).count();
        let (taken, rest) = self.0.split_at_checked(count).unwrap_or((self.0, &[]));
        self.0 = rest;
        std::str::from_utf8(taken).unwrap_or_default()
    }
}
