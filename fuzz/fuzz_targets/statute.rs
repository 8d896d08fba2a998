//! References to statutes and the structure of regulations.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stet_marks::citation::HoldScanner;
use stet_marks::statute::{MAX_REFERENCE_BYTES, RegulationIndex, parse_structure, scan_statutes};

fuzz_target!(|text: &str| {
    let mut last = 0;
    for found in scan_statutes(text) {
        assert!(
            found.span.start >= last && text.get(found.span.start..found.span.end).is_some(),
            "{found:?}"
        );
        last = found.span.start;
    }
    let index = RegulationIndex::<u32>::new(std::iter::empty());
    let (mut hold, mut safe, mut pushed, mut buffer) = (HoldScanner::new(), 0, 0, [0; 4]);
    for ch in text.chars() {
        hold.push_in(ch.encode_utf8(&mut buffer), &index);
        pushed += ch.len_utf8();
        let now = hold.safe_of_references();
        assert!(now >= safe && now <= pushed && text.is_char_boundary(now), "{now} of {pushed}");
        assert!(pushed - now <= 2 * MAX_REFERENCE_BYTES, "held back {} bytes", pushed - now);
        safe = now;
    }
    let _ = parse_structure(text.lines().map(|line| (line, Some(1))));
});
