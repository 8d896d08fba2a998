//! Sentences: they partition the text, however it is cut, and nothing before `settled` changes any more.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stet_segment::{LOOK_AHEAD, Sentence, SentenceSegmenter, segment};

fn fed(text: &str, mut size: impl FnMut() -> usize) -> Vec<Sentence> {
    let mut segmenter = SentenceSegmenter::new();
    let (mut out, mut at, mut settled) = (Vec::new(), 0, 0);
    while at < text.len() {
        let mut end = (at + size().max(1)).min(text.len());
        while !text.is_char_boundary(end) {
            end += 1;
        }
        segmenter.push(&text[at..end], &mut out);
        let now = segmenter.settled();
        assert!(now >= settled && now <= end && end - now <= LOOK_AHEAD, "{now} of {end}");
        let emitted = out.last().map_or(0, |sentence| sentence.span.end);
        assert!(emitted <= now, "a boundary at {emitted} behind what is settled, {now}");
        (settled, at) = (now, end);
    }
    segmenter.finish(&mut out);
    out
}

fuzz_target!(|text: &str| {
    let whole = segment(text);
    let mut last = 0;
    for sentence in &whole {
        assert!(sentence.span.start == last && sentence.span.end > last);
        assert!(text.is_char_boundary(sentence.span.end));
        last = sentence.span.end;
    }
    assert_eq!(last, text.len());
    assert_eq!(fed(text, || 1), whole);
    let mut state = text.len();
    let sizes = move || {
        state = state.wrapping_mul(31).wrapping_add(7) % 97;
        state % 13
    };
    assert_eq!(fed(text, sizes), whole);
});
