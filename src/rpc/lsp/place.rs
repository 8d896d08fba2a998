//! Places in a text: lines and columns of the protocol as bytes, and files as addresses.

use std::path::{Path, PathBuf};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde_json::{Value, json};
use stet_text::span::Span;

/// What a column counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    Utf8,
    Utf16,
}

impl Encoding {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Utf16 => "utf-16",
        }
    }

    const fn len(self, ch: char) -> usize {
        match self {
            Self::Utf8 => ch.len_utf8(),
            Self::Utf16 => ch.len_utf16(),
        }
    }
}

/// The lines of a text, which `\n`, `\r\n` or `\r` ends.
pub(super) struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let bytes = text.as_bytes();
        let ends = |at: &usize| match bytes.get(*at) {
            Some(b'\n') => true,
            Some(b'\r') => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        let starts = std::iter::once(0).chain((0..bytes.len()).filter(ends).map(|at| at + 1));
        Self { text, starts: starts.collect() }
    }

    /// The line without its end.
    fn line(&self, number: usize) -> Span {
        let start = self.starts.get(number).copied().unwrap_or(self.text.len());
        let end = self.starts.get(number + 1).copied().unwrap_or(self.text.len());
        let line = Span::new(start, end);
        Span::new(start, start + line.of(self.text).trim_end_matches(['\r', '\n']).len())
    }

    /// The byte of a position; one behind the end of a line is its end.
    pub(super) fn byte(&self, position: &Value, encoding: Encoding) -> usize {
        let number = |name: &str| position[name].as_u64().and_then(|number| usize::try_from(number).ok());
        let line = self.line(number("line").unwrap_or_default());
        let mut left = number("character").unwrap_or_default();
        let mut at = line.start;
        for ch in line.of(self.text).chars() {
            match left.checked_sub(encoding.len(ch)) {
                Some(rest) => left = rest,
                None => break,
            }
            at += ch.len_utf8();
        }
        at
    }

    /// The bytes of a range.
    pub(super) fn span(&self, range: &Value, encoding: Encoding) -> Span {
        let start = self.byte(&range["start"], encoding);
        Span::new(start, self.byte(&range["end"], encoding).max(start))
    }

    fn position(&self, at: usize, encoding: Encoding) -> Value {
        let number = self.starts.partition_point(|start| *start <= at).saturating_sub(1);
        let start = self.starts.get(number).copied().unwrap_or_default();
        let before = self.text.get(start..self.text.floor_char_boundary(at)).unwrap_or_default();
        let column: usize = before.chars().map(|ch| encoding.len(ch)).sum();
        json!({ "line": number, "character": column })
    }

    pub(super) fn range(&self, span: Span, encoding: Encoding) -> Value {
        json!({ "start": self.position(span.start, encoding), "end": self.position(span.end, encoding) })
    }
}

/// Letters of a path that an address keeps.
const KEPT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// The file of an address; what is no file (`untitled:1`) has its name as a path.
pub(super) fn path(uri: &str) -> PathBuf {
    let rest = uri.strip_prefix("file://").unwrap_or(uri);
    let path = percent_decode_str(rest).decode_utf8_lossy().into_owned();
    // `file:///C:/a` is `C:/a`.
    let drive = path.strip_prefix('/').filter(|rest| rest.as_bytes().get(1) == Some(&b':'));
    PathBuf::from(drive.map(str::to_owned).unwrap_or(path))
}

/// The address of a file.
pub(super) fn uri(path: &Path) -> String {
    let path = path.to_string_lossy().replace('\\', "/");
    let slash = if path.starts_with('/') { "" } else { "/" };
    format!("file://{slash}{}", utf8_percent_encode(&path, KEPT))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_the_same_there_and_back() {
        let text = "가나\r\n😀b\n\rz";
        let lines = Lines::new(text);
        for (at, line, utf16, utf8) in [
            (0, 0, 0, 0),
            (3, 0, 1, 3),
            (6, 0, 2, 6),
            (8, 1, 0, 0),
            (12, 1, 2, 4),
            (13, 1, 3, 5),
            (14, 2, 0, 0),
            (16, 3, 1, 1),
        ] {
            for (encoding, column) in [(Encoding::Utf16, utf16), (Encoding::Utf8, utf8)] {
                let place = lines.position(at, encoding);
                assert_eq!(place, json!({ "line": line, "character": column }), "{at}");
                assert_eq!(lines.byte(&place, encoding), at);
            }
        }
        // Inside a character, behind a line, behind the text.
        assert_eq!(lines.byte(&json!({ "line": 1, "character": 1 }), Encoding::Utf16), 8);
        assert_eq!(lines.byte(&json!({ "line": 0, "character": 99 }), Encoding::Utf16), 6);
        assert_eq!(lines.byte(&json!({ "line": 9, "character": 0 }), Encoding::Utf8), text.len());
        assert_eq!(lines.byte(&Value::Null, Encoding::Utf8), 0);
    }

    #[test]
    fn files_are_addresses() {
        for (address, file) in [
            ("file:///home/a%20b/%ED%95%99%EC%B9%99.md", "/home/a b/학칙.md"),
            ("file:///C%3A/x.md", "C:/x.md"),
            ("untitled:Untitled-1", "untitled:Untitled-1"),
        ] {
            assert_eq!(path(address), Path::new(file));
        }
        assert_eq!(path(&uri(Path::new("/a/#1 학칙?.md"))), Path::new("/a/#1 학칙?.md"));
        assert_eq!(uri(Path::new("/a b")), "file:///a%20b");
    }
}
