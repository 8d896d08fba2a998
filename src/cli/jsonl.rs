//! The batch form: one JSON object a line in, one a line out, in order, each flushed.

use std::borrow::Cow;
use std::io::{BufRead as _, Read as _, Write as _};
use std::process::ExitCode;

use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::{Map, Value, json};

use super::{Outcome, unread};
use stet_host::files::{self, Unfit};

/// Maps standard input to standard output. A line that cannot be used becomes `{"id", "error"}`, so that line N of
/// the output always belongs to line N of the input; the exit code is then 1.
pub(super) fn run<T: DeserializeOwned>(mut answer: impl FnMut(T) -> Value) -> Outcome {
    let mut output = std::io::stdout().lock();
    let mut clean = true;
    let mut input = std::io::stdin().lock();
    for number in 0_usize.. {
        let mut line = Vec::new();
        let read = (&mut input).take(files::LONGEST + 1).read_until(b'\n', &mut line);
        if read.map_err(unread)? == 0 {
            break;
        }
        if line.pop_if(|last| *last == b'\n').is_none() && line.len() as u64 > files::LONGEST {
            return Err(unread(Unfit::TooLong(files::LONGEST).into()));
        }
        // Some shells begin what they pipe with a mark of its encoding.
        let line = line.strip_prefix(b"\xef\xbb\xbf").filter(|_| number == 0).unwrap_or(&line);
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let line = whole_characters(line);
        let reply = match object(&line) {
            Ok(input) => answer(input),
            Err(fault) => {
                clean = false;
                let id = serde_json::from_slice::<Value>(&line).map(|value| value["id"].clone());
                json!({ "id": id.unwrap_or_default(), "error": format!("line {}: {fault}", number + 1) })
            }
        };
        output.write_all(one_line(&reply).as_bytes())?;
        output.write_all(b"\n")?;
        output.flush()?;
    }
    Ok(if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The object of a line. The reader itself would take a list for the fields of one in their order. What stands in place of
/// an object is told in the words of requests.
fn object<T: DeserializeOwned>(line: &[u8]) -> Result<T, String> {
    if !line.trim_ascii_start().starts_with(b"{")
        && serde_json::from_slice::<IgnoredAny>(line).is_ok()
        && let Err(fault) = serde_json::from_slice::<Map<String, Value>>(line)
    {
        let (_, told) = stet_http::wrong(&fault.to_string());
        return Err(told.trim_end_matches('.').to_owned());
    }
    serde_json::from_slice(line).map_err(|fault| without_types(&fault.to_string()))
}

/// A fault of the reader without the names of this program's types: `expected struct Line with 2 elements` says no more
/// to a caller than that an object is expected.
fn without_types(fault: &str) -> String {
    let Some((before, named)) = fault.split_once("expected struct ") else { return fault.to_owned() };
    let place = named.find(" at line ").and_then(|at| named.get(at..)).unwrap_or_default();
    format!("{before}expected an object{place}")
}

/// The text of a line in pieces: as it came in `deltas`, or whole from the field `name`.
pub(super) fn pieces(
    name: &str,
    whole: Option<String>,
    deltas: Option<Vec<String>>,
) -> Result<Vec<String>, String> {
    match (deltas, whole) {
        (Some(deltas), _) => Ok(deltas),
        (None, Some(whole)) => Ok(vec![whole]),
        (None, None) => Err(format!("missing field `{name}` (or `deltas`)")),
    }
}

/// The object without any character that some reader of lines takes for the end of one (Python's `splitlines` does).
fn one_line(reply: &Value) -> String {
    let text = reply.to_string();
    if !text.contains(['\u{85}', '\u{2028}', '\u{2029}']) {
        return text;
    }
    text.replace('\u{85}', "\\u0085").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// The line with U+FFFD for each half of a character that stands alone (`\ud83d`): languages whose texts are UTF-16
/// write such, and JSON has no value for them. Both take three bytes of UTF-8, so that offsets agree.
fn whole_characters(line: &[u8]) -> Cow<'_, [u8]> {
    let unit = |at: usize| {
        let digits = line.get(at..)?.strip_prefix(b"\\u")?.get(..4)?;
        u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    };
    let mut mended: Option<Vec<u8>> = None;
    let mut at = 0;
    while let Some(found) = line.get(at..).and_then(|rest| rest.iter().position(|byte| *byte == b'\\')) {
        at += found;
        match unit(at) {
            Some(0xD800..=0xDBFF) if matches!(unit(at + 6), Some(0xDC00..=0xDFFF)) => at += 12,
            Some(0xD800..=0xDFFF) => {
                let mended = mended.get_or_insert_with(|| line.to_vec());
                if let Some(escape) = mended.get_mut(at..at + 6) {
                    escape.copy_from_slice(b"\\uFFFD");
                }
                at += 6;
            }
            // The escape of another character, which may be a backslash itself.
            _ => at += 2,
        }
    }
    mended.map_or(Cow::Borrowed(line), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_of_characters_are_replaced() {
        for (line, mended) in [
            (r#"{"text": "a\ud83d b"}"#, r#"{"text": "a\uFFFD b"}"#),
            (r#"{"text": "\uDE00\uD83D"}"#, r#"{"text": "\uFFFD\uFFFD"}"#),
            (
                r#"{"text": "\ud83d\ude00 \ud83d\ud83d\ude00"}"#,
                r#"{"text": "\ud83d\ude00 \uFFFD\ud83d\ude00"}"#,
            ),
            (r#"{"text": "\\ud83d \n \u00e9"}"#, r#"{"text": "\\ud83d \n \u00e9"}"#),
            (r#"{"text": "\ud8"#, r#"{"text": "\ud8"#),
        ] {
            assert_eq!(String::from_utf8_lossy(&whole_characters(line.as_bytes())), mended, "{line}");
        }
    }

    #[test]
    fn a_line_is_an_object_and_nothing_else() {
        #[derive(Debug, serde::Deserialize)]
        #[allow(dead_code)]
        struct Input {
            text: String,
            inner: Option<Inner>,
        }
        #[derive(Debug, serde::Deserialize)]
        #[allow(dead_code)]
        struct Inner {
            one: u32,
            two: u32,
        }
        assert!(object::<Input>(br#" {"text": "a"}"#).is_ok());
        for (line, told) in [
            (r#"["a", null]"#, "an object is expected, and this is an array"),
            (r#"["a"]"#, "an object is expected, and this is an array"),
            ("3", "an object is expected, and this is the number 3"),
            ("null", "an object is expected, and this is null"),
            (r#""a""#, "an object is expected, and this is the string \"a\""),
            (r#"["a""#, "EOF while parsing"),
            ("{}", "missing field `text`"),
            (r#"{"text": "a", "inner": [1]}"#, "invalid length 1, expected an object at line 1"),
            (r#"{"text": "a", "inner": "b"}"#, "invalid type: string \"b\", expected an object at line 1"),
        ] {
            let fault = object::<Input>(line.as_bytes()).unwrap_err();
            assert!(fault.contains(told), "{line}: {fault}");
        }
    }

    #[test]
    fn an_object_is_one_line_for_every_reader() {
        let reply = json!({ "text": "a\u{85}b\u{2028}c\u{2029}d\n" });
        let line = one_line(&reply);
        assert_eq!(line, r#"{"text":"a\u0085b\u2028c\u2029d\n"}"#);
        assert_eq!(serde_json::from_str::<Value>(&line).unwrap(), reply);
    }
}
