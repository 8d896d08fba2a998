//! Text as a terminal may have it.
//!
//! The name of a file, or a sentence of a source, is somebody else's: its control characters would move the cursor, change the title of
//! the window or hide a line, and letters that turn the direction of writing make `gpj.exe` of `exe.jpg`.

use std::borrow::Cow;
use std::fmt::Write as _;

/// A text with all of that as its number, `\u{1b}`; line ends and tabs stay.
#[must_use]
pub fn shown(text: &str) -> Cow<'_, str> {
    replaced(text, |out, ch| write!(out, "\\u{{{:x}}}", u32::from(ch)))
}

/// The same in JSON, which means what it meant.
pub fn shown_json(json: &str) -> Cow<'_, str> {
    replaced(json, |out, ch| write!(out, "\\u{:04x}", u32::from(ch)))
}

fn replaced(text: &str, put: impl Fn(&mut String, char) -> std::fmt::Result) -> Cow<'_, str> {
    if !text.contains(misleads) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut chars = text.chars().peekable();
    while let Some(ch) = chars.next() {
        let ends_line = ch == '\r' && chars.peek() == Some(&'\n');
        // Writing to a string never fails.
        let _ = if misleads(ch) && !ends_line { put(&mut out, ch) } else { out.write_char(ch) };
    }
    out.into()
}

/// Control characters, and those that embed, override or isolate a direction of writing.
fn misleads(ch: char) -> bool {
    let turns = matches!(ch, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}');
    turns || ch.is_control() && !matches!(ch, '\n' | '\t')
}

#[cfg(test)]
mod tests {
    use super::{shown, shown_json};

    #[test]
    fn what_misleads_a_reader_is_shown_as_its_number() {
        for (given, told) in [
            ("회의록.md\n\t1", "회의록.md\n\t1"),
            ("a\u{1b}[2Jb\u{7}", "a\\u{1b}[2Jb\\u{7}"),
            ("보고\u{202e}gpj.exe", "보고\\u{202e}gpj.exe"),
            ("one\r\ntwo", "one\r\ntwo"),
            ("x\r\u{9b}31m\u{7f}", "x\\u{d}\\u{9b}31m\\u{7f}"),
            ("\u{2066}a\u{2069} שלום", "\\u{2066}a\\u{2069} שלום"),
        ] {
            assert_eq!(shown(given), told);
        }
        let value = serde_json::json!({ "name": "보고\u{202e}gpj\u{9b}\u{1b}" });
        let json = shown_json(&value.to_string()).into_owned();
        assert!(!json.contains(['\u{202e}', '\u{9b}', '\u{1b}']), "{json}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&json).unwrap(), value);
    }
}
