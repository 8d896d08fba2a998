//! Lines of a server-sent event stream, from bytes cut anywhere.
//!
//! Works on bytes, so that a character cut in two by the network is whole again before anyone reads it. Line
//! ends are LF, CRLF or CR, as the standard says. What a line means is `delta`'s business.

use std::ops::Range;

/// The longest line that is accepted, in bytes; a longer one is no chat chunk.
const LONGEST_LINE: usize = 8 << 20;

/// What a line says. Comments, ids and retry hints are left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Line<'a> {
    /// `data: …`
    Data(&'a [u8]),
    /// `event: …`
    Event(&'a [u8]),
    /// A line that is a JSON object without any field name, as some gateways write their faults.
    Bare(&'a [u8]),
    /// An empty line, which ends an event.
    Blank,
}

/// A line longer than [`LONGEST_LINE`].
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TooLong;

/// Cuts bytes into lines. Lines that lie whole inside one chunk are handed on without being copied.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// The beginning of a line whose end has not come.
    open: Vec<u8>,
    /// The last byte was CR: an LF that follows belongs to it.
    after_cr: bool,
    started: bool,
}

impl Lines {
    /// Takes bytes and calls `each` for every line that they complete, until it returns false.
    pub(super) fn push(
        &mut self,
        bytes: &[u8],
        mut each: impl FnMut(Line<'_>) -> bool,
    ) -> Result<(), TooLong> {
        let mut rest = bytes;
        while let Some(at) = memchr::memchr2(b'\n', b'\r', rest) {
            let (line, tail) = rest.split_at(at);
            let is_cr = tail.first() == Some(&b'\r');
            rest = tail.get(1..).unwrap_or_default();
            let second_half = at == 0 && self.after_cr && !is_cr && self.open.is_empty();
            self.after_cr = is_cr;
            if second_half {
                continue;
            }
            let more = if self.open.is_empty() {
                self.emit(line, &mut each)
            } else {
                self.open.extend_from_slice(line);
                let whole = std::mem::take(&mut self.open);
                let more = self.emit(&whole, &mut each);
                self.open = whole;
                self.open.clear();
                more
            };
            if !more {
                return Ok(());
            }
        }
        if !rest.is_empty() {
            self.after_cr = false;
            self.open.extend_from_slice(rest);
        }
        if self.open.len() > LONGEST_LINE { Err(TooLong) } else { Ok(()) }
    }

    /// The stream has ended: a last line without its line end counts too.
    pub(super) fn finish(&mut self, mut each: impl FnMut(Line<'_>) -> bool) {
        let whole = std::mem::take(&mut self.open);
        if !whole.is_empty() {
            self.emit(&whole, &mut each);
        }
    }

    fn emit(&mut self, line: &[u8], each: &mut impl FnMut(Line<'_>) -> bool) -> bool {
        let line = if self.started { line } else { line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line) };
        self.started = true;
        match parse(line) {
            Some(line) => each(line),
            None => true,
        }
    }
}

fn parse(line: &[u8]) -> Option<Line<'_>> {
    if line.is_empty() {
        return Some(Line::Blank);
    }
    if let Some(value) = field(line, b"data") {
        return Some(Line::Data(value));
    }
    if let Some(value) = field(line, b"event") {
        return Some(Line::Event(value));
    }
    line.starts_with(b"{").then_some(Line::Bare(line))
}

fn field<'a>(line: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    let value = line.strip_prefix(name)?.strip_prefix(b":")?;
    Some(value.strip_prefix(b" ").unwrap_or(value))
}

/// The range of `bytes` without white space at either end.
pub(super) fn trimmed(bytes: &[u8]) -> Range<usize> {
    let end = bytes.len() - bytes.iter().rev().take_while(|byte| byte.is_ascii_whitespace()).count();
    let start = bytes.iter().take(end).take_while(|byte| byte.is_ascii_whitespace()).count();
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(pieces: &[&[u8]]) -> Vec<String> {
        let mut out = Vec::new();
        let mut lines = Lines::default();
        let mut each = |line: Line<'_>| {
            out.push(match line {
                Line::Data(data) => format!("data {}", String::from_utf8_lossy(data)),
                Line::Event(name) => format!("event {}", String::from_utf8_lossy(name)),
                Line::Bare(json) => format!("bare {}", String::from_utf8_lossy(json)),
                Line::Blank => "blank".to_owned(),
            });
            true
        };
        for piece in pieces {
            lines.push(piece, &mut each).unwrap();
        }
        lines.finish(&mut each);
        out
    }

    #[test]
    fn every_cut_gives_the_same_lines() {
        let text = "\u{FEFF}: hello\r\ndata: {\"가\":1}\r\n\r\nevent: error\rdata:나\n\ndata: 끝";
        let want = ["data {\"가\":1}", "blank", "event error", "data 나", "blank", "data 끝"];
        let bytes = text.as_bytes();
        assert_eq!(lines(&[bytes]), want);
        for cut in 0..=bytes.len() {
            let (head, tail) = bytes.split_at(cut);
            assert_eq!(lines(&[head, tail]), want, "cut at {cut}");
        }
        let single: Vec<&[u8]> = bytes.chunks(1).collect();
        assert_eq!(lines(&single), want);
    }

    #[test]
    fn a_line_without_end_is_refused_at_the_limit() {
        let mut lines = Lines::default();
        let block = vec![b'a'; 1 << 20];
        let refused = (0..9).map(|_| lines.push(&block, |_| true)).find(Result::is_err);
        assert_eq!(refused, Some(Err(TooLong)));
    }
}
