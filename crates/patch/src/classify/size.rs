//! Size: how much a change, or a whole revision, touches.
//!
//! Size never makes a change riskier by itself; it is shown beside the other
//! gates, and a revision that would rewrite a large part of a draft is flagged,
//! since it should not ruin what the writer wrote.

use unicode_segmentation::UnicodeSegmentation;

use super::Finding;
use super::unit::Change;
use crate::diff::words::alone;
use crate::{Category, GateName, GateReading, GateVerdict, Patch};

/// Share of a draft's range from which on a revision is warned about.
pub const WARN: f32 = 0.15;
/// Share of a draft's range from which on a revision is flagged.
pub const FLAG: f32 = 0.20;
/// Graphemes on either side up to which the edit distance is worked out.
const EXACT: usize = 64;

/// The share of the sentence's words that change, and the edit distance in graphemes.
#[must_use]
pub fn read(change: &Change<'_>) -> Option<Finding> {
    let whole = change.unit.before.words.len().max(change.unit.after.words.len());
    if whole == 0 {
        return None;
    }
    let share = change.before.len().max(change.after.len()) as f32 / whole as f32;
    let distance = distance(change.text_before, change.text_after);
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

/// Levenshtein distance in graphemes; for long pieces the length of the longer one.
fn distance(one: &str, two: &str) -> usize {
    let plain = |text: &str| text.chars().all(alone);
    if plain(one) && plain(two) {
        // Every character is a grapheme.
        let (a, b): (Vec<char>, Vec<char>) = (one.chars().collect(), two.chars().collect());
        return levenshtein(&a, &b);
    }
    let (a, b): (Vec<&str>, Vec<&str>) = (one.graphemes(true).collect(), two.graphemes(true).collect());
    levenshtein(&a, &b)
}

fn levenshtein<T: PartialEq>(a: &[T], b: &[T]) -> usize {
    if a.len().max(b.len()) > EXACT || a.is_empty() || b.is_empty() {
        return a.len().max(b.len());
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut corner = i;
        let mut left = i + 1;
        for (cell, y) in row.iter_mut().skip(1).zip(b) {
            let best = (corner + usize::from(x != y)).min(*cell + 1).min(left + 1);
            corner = *cell;
            *cell = best;
            left = best;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_levenshtein() {
        for (one, two, wanted) in
            [("", "abc", 3), ("kitten", "sitting", 3), ("한글", "한국", 1), ("a", "a", 0)]
        {
            assert_eq!(distance(one, two), wanted, "{one} {two}");
        }
    }

    #[test]
    fn a_revision_that_rewrites_much_is_flagged() {
        let before = "Alpha beta gamma delta epsilon zeta eta theta iota kappa.";
        let few = crate::patches(before, &before.replace("beta", "bota"));
        let many = crate::patches(before, &before.replace("gamma delta epsilon", "one two three"));
        assert_eq!(volume(before.len(), &few).verdict, GateVerdict::Clear);
        assert_eq!(volume(before.len(), &many).verdict, GateVerdict::Flag);
    }
}
