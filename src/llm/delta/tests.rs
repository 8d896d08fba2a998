//! What servers send, and what must come of it, for every cut of the bytes.

use super::*;

type Decoded = (String, Vec<FinishReason>, Vec<(u32, u32)>, Option<ModelError>);

/// Text, finish reasons, usage and fault of a stream that comes in these pieces.
fn decode(pieces: &[&[u8]]) -> Decoded {
    let mut reader = ChunkReader::new(Some("sk-secret"), Keep::Nothing);
    let mut out = VecDeque::new();
    let mut failed = None;
    for piece in pieces {
        if let Err(error) = reader.push(piece, &mut out) {
            failed = Some(error);
            break;
        }
    }
    if failed.is_none() {
        failed = reader.finish(&mut out).err();
    }
    let (mut text, mut finished, mut usage) = (String::new(), Vec::new(), Vec::new());
    for delta in out {
        match delta {
            ChatDelta::Text(piece) => {
                assert!(!piece.is_empty(), "an empty piece of text");
                text.push_str(&piece);
            }
            ChatDelta::TakenBack => text.clear(),
            ChatDelta::Tokens(_) => panic!("nobody asked for them"),
            ChatDelta::Finish { reason } => finished.push(reason),
            ChatDelta::Usage { prompt_tokens, completion_tokens } => {
                usage.push((prompt_tokens, completion_tokens));
            }
        }
    }
    (text, finished, usage, failed)
}

/// Reads `stream` whole, cut in two everywhere, and byte by byte; all must agree.
fn decode_under_all_cuts(stream: &[u8]) -> Decoded {
    let whole = decode(&[stream]);
    for cut in 1..stream.len() {
        let (head, tail) = stream.split_at(cut);
        assert_eq!(decode(&[head, tail]), whole, "cut at byte {cut}");
    }
    let single: Vec<&[u8]> = stream.chunks(1).collect();
    assert_eq!(decode(&single), whole, "byte by byte");
    whole
}

#[track_caller]
fn check(stream: &str, text: &str, finished: &[FinishReason], failed: Option<&ModelError>) {
    let got = decode_under_all_cuts(stream.as_bytes());
    assert_eq!((got.0.as_str(), got.1.as_slice(), got.3.as_ref()), (text, finished, failed));
    assert!(!got.0.contains('\u{FFFD}'));
}

fn malformed(failed: Option<&ModelError>) -> bool {
    matches!(failed, Some(ModelError::Malformed { .. }))
}

#[test]
fn an_ordinary_stream() {
    check(
        concat!(
            "data: {\"id\":\"1\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"},\"finish_reason\":null}]}\n\n",
            "data: {\"choices\":[{\"delta\":{\"content\":\"연 15일\"}}]}\n\n",
            "data: {\"choices\":[{\"delta\":{\"content\":\"의 \\\"휴가\\\"\\n\\ud83d\\ude00\"}}]}\n\n",
            "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n",
            "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":3,\"total_tokens\":10}}\n\n",
            "data: [DONE]\n\n",
        ),
        "연 15일의 \"휴가\"\n😀",
        &[FinishReason::Stop],
        None,
    );
}

#[test]
fn usage_comes_once_and_last() {
    let got = decode_under_all_cuts(
        concat!(
            "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}],\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":1}}\n\n",
            "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"length\"}],\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":2}}\n\n",
            "data: [DONE]\n\n",
        )
        .as_bytes(),
    );
    assert_eq!(got, ("a".to_owned(), vec![FinishReason::Length], vec![(7, 2)], None));
}

#[test]
fn what_says_nothing_is_passed_over() {
    check(
        concat!(
            ": keep-alive\r\n\r\n",
            "event: message\r\nid: 4\r\nretry: 10\r\n",
            "data: {\"choices\":[{\"delta\":{\"content\":\"One \",\"refusal\":null,\"reasoning_content\":\"hm\",\"reasoning\":\"hm\"}}],\"error\":null,\"usage\":null}\r\n\r\n",
            "data: {\"choices\":[{\"delta\":{\"content\":null,\"tool_calls\":[{\"index\":0,\"id\":\"c\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"a\\\":1}\"}}]}}]}\r\n\r\n",
            "data: {\"choices\":[],\"prompt_filter_results\":[{}]}\r\n\r\n",
            "data: {\"choices\":null}\r\n\r\n",
            "data: {\"object\":\"ping\"}\r\n\r\n",
            "data: {\"choices\":[{\"delta\":null},{\"delta\":{\"content\":\"another choice\"}}]}\r\n\r\n",
            "data: {\"choices\":[{\"delta\":{\"content\":[{\"type\":\"text\",\"text\":\"two\"},{\"type\":\"image_url\",\"image_url\":{}},\" three\",null]}}]}\r\n\r\n",
            "data:{\"choices\":[{\"delta\":{\"content\":\".\"},\"finish_reason\":\"\"}]}\r\n\r\n",
            "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"tool_calls\"}]}\r\n\r\n",
        ),
        "One two three.",
        &[FinishReason::ToolCalls],
        None,
    );
}

#[test]
fn frames_without_blank_lines_and_without_a_last_line_end() {
    check(
        "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\ndata: {\"choices\":[{\"delta\":{\"content\":\"b\"}}]}\ndata: [DONE]",
        "ab",
        &[],
        None,
    );
}

#[test]
fn a_frame_on_several_lines() {
    check(
        "data: {\"choices\":\ndata: [{\"delta\":{\"content\":\"a\"},\ndata: \"finish_reason\":\"stop\"}]}\n\n",
        "a",
        &[FinishReason::Stop],
        None,
    );
}

#[test]
fn a_refusal_is_text() {
    check(
        "data: {\"choices\":[{\"delta\":{\"refusal\":\"I cannot.\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n",
        "I cannot.",
        &[FinishReason::Stop],
        None,
    );
}

#[test]
fn a_stream_that_breaks_off_keeps_its_text() {
    let cut = ModelError::Cut;
    check(
        "data: {\"choices\":[{\"delta\":{\"content\":\"Half a sen\"}}]}\n\n",
        "Half a sen",
        &[],
        Some(&cut),
    );
    check("", "", &[], Some(&cut));
    let (text, _, _, failed) =
        decode(&[b"data: {\"choices\":[{\"delta\":{\"content\":\"Half\"}}]}\n\ndata: {\"choices\":[{\"del"]);
    assert_eq!(text, "Half");
    assert!(malformed(failed.as_ref()));
}

#[test]
fn faults_inside_the_stream() {
    let said = "data: {\"choices\":[{\"delta\":{\"content\":\"So far. \"}}]}\n\n";
    let provider = |message: &str, status| ModelError::Provider { status, message: message.to_owned() };
    for (frame, want) in [
        (
            "data: {\"error\":{\"message\":\"overloaded\",\"type\":\"server_error\",\"code\":null}}",
            provider("overloaded", None),
        ),
        (
            "data: {\"error\":{\"message\":\"bad key sk-secret given\",\"code\":502}}",
            provider("bad key [key] given", Some(502)),
        ),
        ("data: {\"error\":\"out of memory\"}", provider("out of memory", None)),
        ("event: error\ndata: {\"message\":\"gone\"}", provider("gone", None)),
        ("{\"error\":{\"message\":\"bare\"}}", provider("bare", None)),
        (
            "data: {\"object\":\"error\",\"message\":\"old style\",\"code\":500}",
            provider("old style", Some(500)),
        ),
        (
            "data: {\"error\":{\"message\":\"slow down\",\"code\":429}}",
            ModelError::RateLimited { retry_after: None },
        ),
        ("data: {\"error\":{\"code\":\"context_length_exceeded\",\"message\":\"\"}}", ModelError::TooLong),
        (
            "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"error\"}]}",
            provider("the model stopped with an error", None),
        ),
    ] {
        check(
            &format!("{said}{frame}\n\ndata: {{\"choices\":[{{\"delta\":{{\"content\":\"after\"}}}}]}}\n\n"),
            "So far. ",
            &[],
            Some(&want),
        );
    }
}

#[test]
fn broken_json_is_malformed() {
    for frame in [
        "data: {\"choices\":[{\"delta\":{\"content\":\"x\"}\n\n",
        "data: hello\n\n",
        "data: {\"choices\":5}\n\n",
        "data: {\"choices\":[{\"delta\":{\"content\":5}}]}\n\n",
    ] {
        let (text, _, _, failed) = decode_under_all_cuts(frame.as_bytes());
        assert_eq!(text, "");
        assert!(malformed(failed.as_ref()), "{frame}");
    }
}

#[test]
fn characters_cut_in_two_across_frames_become_whole() {
    // Raw bytes of one character in two frames, as byte-level tokenisers make them.
    let mut stream = b"data: {\"choices\":[{\"delta\":{\"content\":\"A\xED\x9C\"}}]}\n\n".to_vec();
    stream.extend_from_slice(b"data: {\"choices\":[{\"delta\":{\"content\":\"\xB4\xEA\xB0\x80 \"}}]}\n\n");
    // The halves of a surrogate pair in two frames, as UTF-16 strings are cut.
    stream.extend_from_slice(b"data: {\"choices\":[{\"delta\":{\"content\":\"\\ud83d\"}}]}\n\n");
    stream.extend_from_slice(
        b"data: {\"choices\":[{\"delta\":{\"content\":\"\\ude00!\"}}]}\n\ndata: [DONE]\n\n",
    );
    let (text, _, _, failed) = decode_under_all_cuts(&stream);
    assert_eq!((text.as_str(), failed), ("A휴가 😀!", None));
}

#[test]
fn characters_that_never_become_whole_are_left_out() {
    let mut stream = b"data: {\"choices\":[{\"delta\":{\"content\":\"a\xED\x9C\"}}]}\n\n".to_vec();
    stream.extend_from_slice(b"data: {\"choices\":[{\"delta\":{\"content\":\"b\\ud83d\"}}]}\n\n");
    stream.extend_from_slice(
        b"data: {\"choices\":[{\"delta\":{\"content\":\"c\xF0\x9F\"}}]}\n\ndata: [DONE]\n\n",
    );
    let (text, _, _, failed) = decode_under_all_cuts(&stream);
    assert_eq!((text.as_str(), failed), ("abc", None));
}

#[test]
fn thinking_aloud_is_left_out() {
    let frames = |pieces: &[&str]| -> String {
        let frame =
            |piece: &&str| serde_json::json!({"choices": [{"delta": {"content": piece}}]}).to_string();
        let mut frames: Vec<String> = pieces.iter().map(frame).collect();
        frames.push("[DONE]".to_owned());
        format!("data: {}\n\n", frames.join("\n\ndata: "))
    };
    for (pieces, want) in [
        (&["<think>", "Hm, 생각", " <b></think>", "\n\n", "Answer."][..], "Answer."),
        (&["\n<th", "ink>a</thi", "nk>Yes", " <think> stays"][..], "Yes <think> stays"),
        (&["<", "b>bold"][..], "<b>bold"),
        (&["<thi"][..], "<thi"),
        (&["<think>never closed"][..], ""),
        (&["1 < 2"][..], "1 < 2"),
    ] {
        check(&frames(pieces), want, &[], None);
    }
}

#[test]
fn a_whole_completion_is_read_like_a_stream() {
    check(
        "data: {\"object\":\"chat.completion\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"Whole.\"},\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":1}}",
        "Whole.",
        &[FinishReason::Stop],
        None,
    );
}

#[test]
fn nothing_after_the_end_mark_counts() {
    check(
        "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\ndata: [DONE]\n\ndata: broken\n\n",
        "a",
        &[],
        None,
    );
}

proptest::proptest! {
    #[test]
    fn any_bytes_give_a_value(bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..400)) {
        let _ = decode(&[&bytes]);
    }

    #[test]
    fn any_text_comes_through_every_split(text in "\\PC{0,40}", pieces in 1_usize..8) {
        let bytes = text.as_bytes();
        let size = bytes.len().div_ceil(pieces).max(1);
        let mut stream = Vec::new();
        for piece in bytes.chunks(size) {
            let escaped: Vec<u8> = piece.iter().flat_map(|&byte| match byte {
                b'"' | b'\\' => vec![b'\\', byte],
                byte => vec![byte],
            }).collect();
            stream.extend_from_slice(b"data: {\"choices\":[{\"delta\":{\"content\":\"");
            stream.extend_from_slice(&escaped);
            stream.extend_from_slice(b"\"}}]}\n\n");
        }
        stream.extend_from_slice(b"data: [DONE]\n\n");
        if !text.trim_start().starts_with('<') {
            proptest::prop_assert_eq!(decode(&[&stream]).0, text);
        }
    }
}
