//! Patches between two texts (the input, cut at its first NUL): applying all gives the second.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stet_patch::apply::apply;
use stet_patch::patches;

fuzz_target!(|text: &str| {
    let Some((before, after)) = text.split_once('\0') else { return };
    let all = patches(before, after);
    for patch in &all {
        assert!(before.get(patch.range.start..patch.range.end).is_some(), "{patch:?}");
        assert!((0.0..=1.0).contains(&patch.risk), "{patch:?}");
    }
    assert_eq!(apply(before, &all), after);
});
