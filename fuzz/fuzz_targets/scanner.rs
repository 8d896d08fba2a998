//! Citation marks: spans lie in the text and follow one another; what the hold calls safe never shrinks
//! and never ends inside a mark.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stet_marks::citation::{HoldScanner, MAX_MARK_CHARS, MarkMatch, match_mark, scan_marks};
use stet_text::is_invisible;

fuzz_target!(|text: &str| {
    let marks = scan_marks(text);
    let mut last = 0;
    for mark in &marks {
        assert!(mark.span.start >= last && mark.span.end > mark.span.start, "{mark:?}");
        assert!(text.get(mark.span.start..mark.span.end).is_some(), "{mark:?}");
        last = mark.span.end;
    }
    match match_mark(text) {
        MarkMatch::Complete(len) => assert!(text.get(..len).is_some_and(|mark| !mark.is_empty())),
        // Of what is seen: invisible characters, tags, entities and backslashes are not counted.
        MarkMatch::Partial => {
            let seen = text.chars().filter(|ch| !is_invisible(*ch)).count();
            assert!(seen <= MAX_MARK_CHARS || text.contains(['<', '&', '\\']));
        }
        MarkMatch::No => {}
    }
    let mut hold = HoldScanner::new();
    let mut safe = 0;
    let mut buffer = [0; 4];
    let mut pushed = 0;
    for ch in text.chars() {
        hold.push(ch.encode_utf8(&mut buffer));
        pushed += ch.len_utf8();
        let now = hold.safe();
        assert!(now >= safe && now <= pushed && text.is_char_boundary(now), "{now} of {pushed}");
        assert!(
            !marks.iter().any(|mark| mark.span.start < now && pushed < mark.span.end),
            "a mark is cut at {now} of {pushed}"
        );
        safe = now;
    }
});
