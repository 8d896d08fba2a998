//! The frame that a server sends again and again with other words in it.
//!
//! Owns the shortcut past the JSON reader: a frame that agrees with the last one read, byte for byte, but for the inside
//! of the string that is its text, says the same but for that text. What differs anywhere else is read anew.

/// Longest frame that is kept, in bytes: a token's is a few hundred.
const LONGEST: usize = 4096;

/// What stood before and behind the text of the last frame that was read.
#[derive(Debug, Default)]
pub(super) struct UsualFrame {
    before: Vec<u8>,
    after: Vec<u8>,
}

impl UsualFrame {
    /// The text of `json`, if everything round it is as usual and it needs no reader itself.
    pub(super) fn text_of<'j>(&self, json: &'j [u8]) -> Option<&'j [u8]> {
        if self.before.is_empty() {
            return None;
        }
        let text = json.strip_prefix(&*self.before)?.strip_suffix(&*self.after)?;
        let plain = text.iter().all(|byte| !matches!(byte, b'"' | b'\\' | 0..0x20));
        plain.then_some(text)
    }

    /// Keeps what stands round `text`, which is a part of `json`; anything else makes the reader forget.
    pub(super) fn keep(&mut self, json: &[u8], text: &[u8]) {
        self.forget();
        let at = text.as_ptr().addr().wrapping_sub(json.as_ptr().addr());
        let Some((before, rest)) = json.split_at_checked(at) else { return };
        let Some((inside, after)) = rest.split_at_checked(text.len()) else { return };
        if json.len() <= LONGEST && inside == text && before.ends_with(b"\"") && after.starts_with(b"\"") {
            self.before.extend_from_slice(before);
            self.after.extend_from_slice(after);
        }
    }

    fn forget(&mut self) {
        self.before.clear();
        self.after.clear();
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::ChatDelta;
    use crate::delta::ChunkReader;

    fn kept(json: &[u8], text: &[u8]) -> UsualFrame {
        let at = json.windows(text.len()).position(|window| window == text).unwrap();
        let mut usual = UsualFrame::default();
        usual.keep(json, json.get(at..at + text.len()).unwrap());
        usual
    }

    #[test]
    fn a_frame_is_known_by_what_stands_round_its_text() {
        let usual = kept(br#"{"n":1,"content":"one"}"#, b"one");
        assert_eq!(usual.text_of(br#"{"n":1,"content":" two"}"#), Some(&b" two"[..]));
        assert_eq!(usual.text_of(br#"{"n":1,"content":""}"#), Some(&b""[..]));
        for other in [
            &br#"{"n":2,"content":" two"}"#[..],
            br#"{"n":1,"content":"a","content":"b"}"#,
            br#"{"n":1,"content":"a\nb"}"#,
            br#"{"n":1,"content":"a\"}"#,
            b"{\"n\":1,\"content\":\"a\tb\"}",
            br#"{"n":1,"content":null}"#,
            br#"{"n":1,"content":"one"}"#.split_last().unwrap().1,
        ] {
            assert_eq!(usual.text_of(other), None, "{}", String::from_utf8_lossy(other));
        }
        // What is no string of the frame teaches nothing, nor does a text that lies elsewhere.
        assert_eq!(kept(br#"{"content":12}"#, b"12").text_of(br#"{"content":34}"#), None);
        let mut usual = kept(br#"{"n":1,"content":"one"}"#, b"one");
        usual.keep(br#"{"n":1,"content":"one"}"#, b"one");
        assert_eq!(usual.text_of(br#"{"n":1,"content":"two"}"#), None);
    }

    fn said(lines: &[String], anew: bool) -> Vec<String> {
        let mut reader = ChunkReader::new(None, stet_marks::leaks::Keep::Nothing);
        let mut out = std::collections::VecDeque::new();
        let mut told = Vec::new();
        for line in lines {
            if anew {
                reader.frames.usual = UsualFrame::default();
            }
            let read = reader.push(format!("data: {line}\n\n").as_bytes(), &mut out);
            told.extend(out.drain(..).map(|delta| match delta {
                ChatDelta::Text(text) => text,
                other => format!("{other:?}"),
            }));
            if let Err(fault) = read {
                told.push(fault.to_string());
                break;
            }
        }
        told
    }

    proptest! {
        /// With and without the shortcut a stream says the same.
        #[test]
        fn frames_say_the_same_with_and_without_the_shortcut(
            frames in prop::collection::vec(
                (
                    prop::sample::select(vec![
                        r#"{"id":"a","choices":[{"index":0,"delta":{"content":"@"},"finish_reason":null}]}"#,
                        r#"{"id":"b","choices":[{"delta":{"role":"assistant","content":"@"}}]}"#,
                        r#"{"choices":[{"delta":{"content":["@",{"type":"text","text":"x"}]}}]}"#,
                        r#"{"choices":[{"delta":{"content":"@","refusal":"no"}}]}"#,
                        r#"{"choices":[{"delta":{"content":"x","content":"@"}}]}"#,
                        r#"{"choices":[{"delta":{"content":"@"}}],"usage":{"prompt_tokens":1,"completion_tokens":2}}"#,
                        r#"{"choices":[{"delta":{"content":"@"},"finish_reason":"stop"}]}"#,
                        r#"{"choices":[{"delta":{"content":"@"}},{"delta":{"content":"other"}}]}"#,
                        r#"{"error":{"message":"@"}}"#,
                        r#"{"choices":[{"delta":{"content":null}}],"x":"@"}"#,
                    ]),
                    prop::sample::select(vec!["a", "", " of", "\\n", "\\\"", "\"", "한", "\\ud55c", "<think>", "</think>", "\"},\"x\":{\"y\":\""]),
                ),
                1..12,
            ),
        ) {
            let lines: Vec<String> = frames.iter().map(|(frame, text)| frame.replace('@', text)).collect();
            prop_assert_eq!(said(&lines, false), said(&lines, true));
        }
    }
}
