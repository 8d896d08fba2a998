//! Tries out the gate's [`Credit`]s: the arithmetic of `stet train credits`.
//!
//! Owns which values are tried and when one is taken. The rows are read again for each, and the weights fitted anew, so that a
//! credit is judged with the weights that suit it. Nothing is learned from the unread split.

use std::fmt::Write as _;

use super::fit::{self, Sample};
use stet_gate::Credit;
use stet_text::Language;

/// What a value is multiplied by.
const STEPS: [f32; 4] = [0.5, 0.8, 1.25, 2.0];
/// How much the mean AUROC must rise for a value to change: as much as two rows of a set of two hundred turn.
const LEAST: f64 = 0.002;

/// A credit that was tried out.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tried {
    pub name: &'static str,
    pub before: f32,
    pub after: f32,
    /// What the best of the other values adds to the mean AUROC of the read split, at most.
    pub gain: f64,
}

/// Tries each credit once, in order, and leaves the process with what it found. `rows` reads the rows by language with the credits
/// as they are; `told` hears of each credit.
pub(super) fn search(rows: impl Fn() -> Vec<(Language, Vec<Sample>)>, told: impl Fn(&Tried)) -> Vec<Tried> {
    let quality = || {
        let found: Vec<f64> =
            rows().iter().map(|(language, rows)| fit::train(rows, *language).read.auroc).collect();
        found.iter().sum::<f64>() / found.len().max(1) as f64
    };
    let mut now = quality();
    let mut all = Vec::new();
    for &(credit, name) in Credit::ALL {
        let before = credit.value();
        let mut tried = Tried { name, before, after: before, gain: f64::NEG_INFINITY };
        let mut best = (now, before);
        for step in STEPS {
            let value = (before * step * 1000.0).round() / 1000.0;
            credit.set(value);
            let found = quality();
            tried.gain = tried.gain.max(found - now);
            if found >= now + LEAST && found > best.0 {
                best = (found, value);
            }
        }
        (now, tried.after) = best;
        credit.set(tried.after);
        told(&tried);
        all.push(tried);
    }
    all
}

/// The file of credits.
pub(super) fn table(all: &[Tried]) -> String {
    let mut text = format!(
        "# credit\tvalue\tgain\n\
         # Credits of crates/gate/src/credits.rs, by `stet train credits`. Times {STEPS:?} were tried of each; the gain is what the best\n\
         # of these would have added to the mean AUROC of the read split. One that adds {LEAST} or more is taken.\n"
    );
    for one in all {
        let _ = writeln!(text, "{}\t{}\t{:+.4}", one.name, one.after, one.gain);
    }
    text
}
