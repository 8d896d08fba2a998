//! Size: how much a change, or a whole revision, touches.
//!
//! Size never makes a change riskier by itself; it is shown beside the other
//! gates, and a revision that would rewrite a large part of a draft is flagged,
//! since it should not ruin what the writer wrote.

use unicode_segmentation::UnicodeSegmentation;

use super::Finding;
use super::spelling::distance;
use super::words::Change;
use crate::{Category, GateName, GateReading, GateVerdict, Patch};

/// Share of a draft's range from which on a revision is warned about.
pub const WARN: f32 = 0.15;
/// Share of a draft's range from which on a revision is flagged.
pub const FLAG: f32 = 0.20;
/// Graphemes on either side up to which the edit distance is worked out.
const EXACT: usize = 64;

/// The share of the sentence's words that change, and the edit distance in graphemes.
#[must_use]
pub fn measure(change: &Change<'_>) -> Option<Finding> {
    let whole = change.unit.before.words.len().max(change.unit.after.words.len());
    if whole == 0 {
        return None;
    }
    let share = change.before.len().max(change.after.len()) as f32 / whole as f32;
    let distance = graphemes(change.text_before, change.text_after);
    Some(Finding {
        name: GateName::Size,
        category: Category::Detail,
        value: format!("{:.0} % · {distance}", share * 100.0),
        reason: ("바뀐 낱말의 비율과 글자 수", "Share of words and number of characters that change"),
        risk: 0.0,
    })
}

/// How much of a range of `len` bytes the patches touch together.
#[must_use]
pub fn volume(len: usize, patches: &[Patch]) -> GateReading {
    let touched: usize = patches.iter().map(|patch| patch.before.len().max(patch.after.len())).sum();
    let share = if len == 0 { 0.0 } else { (touched as f32 / len as f32).min(1.0) };
    let verdict = if share > FLAG {
        GateVerdict::Flag
    } else if share > WARN {
        GateVerdict::Warn
    } else {
        GateVerdict::Clear
    };
    GateReading { name: GateName::Size, value: format!("{:.0} %", share * 100.0), verdict }
}

/// Edit distance in graphemes; for long pieces the length of the longer one.
fn graphemes(one: &str, two: &str) -> usize {
    let (a, b): (Vec<&str>, Vec<&str>) = (one.graphemes(true).collect(), two.graphemes(true).collect());
    if a.len().max(b.len()) > EXACT { a.len().max(b.len()) } else { distance(&a, &b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_revision_that_rewrites_much_is_flagged() {
        let before = "Alpha beta gamma delta epsilon zeta eta theta iota kappa.";
        let few = crate::patches(before, &before.replace("beta", "bota"));
        let many = crate::patches(before, &before.replace("gamma delta epsilon", "one two three"));
        assert_eq!(volume(before.len(), &few).verdict, GateVerdict::Clear);
        assert_eq!(volume(before.len(), &many).verdict, GateVerdict::Flag);
    }
}
