//! Verdicts on a claim against sources (the input, cut at every NUL: the claim first): scores from 0 to 1,
//! evidence inside its source, and a claim that is its source is never unsupported for want of similarity.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stet_gate::{GatePolicy, PreparedSources, judge};

fuzz_target!(|text: &str| {
    let mut parts = text.split('\0');
    let claim = parts.next().unwrap_or_default();
    let sources: Vec<&str> = parts.take(6).collect();
    let prepared = PreparedSources::new(&sources);
    let cited: Vec<usize> = (0..=sources.len()).collect();
    let verdict = judge(claim, &prepared, &cited, &GatePolicy::default());
    assert!((0.0..=1.0).contains(&verdict.score) && !verdict.reason.is_empty(), "{verdict:?}");
    for evidence in &verdict.evidence {
        let source = sources.get(evidence.source).copied().unwrap_or_default();
        assert!(source.get(evidence.span.start..evidence.span.end).is_some(), "{evidence:?}");
    }
});
