//! How well sentences match a reference segmentation.
//!
//! Owns the counting of boundaries and exact matches, white space apart; leaves reading data sets and printing
//! to `stet eval segments`.

use std::ops::AddAssign;

use stet_segment::Sentence;

/// Counts of boundaries inside texts: the two ends of a text are not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct BoundaryScores {
    /// Boundaries in both.
    pub true_positives: usize,
    /// Boundaries that were found and are not in the reference.
    pub false_positives: usize,
    /// Boundaries of the reference that were not found.
    pub false_negatives: usize,
    /// Texts whose sentences are exactly those of the reference.
    pub exact: usize,
    pub texts: usize,
}

impl BoundaryScores {
    /// Share of the found boundaries that are in the reference; 1 when none was found.
    pub(super) fn precision(self) -> f64 {
        ratio(self.true_positives, self.true_positives + self.false_positives)
    }

    /// Share of the reference's boundaries that were found; 1 when it has none.
    pub(super) fn recall(self) -> f64 {
        ratio(self.true_positives, self.true_positives + self.false_negatives)
    }

    /// Harmonic mean of precision and recall.
    pub(super) fn f1(self) -> f64 {
        ratio(2 * self.true_positives, 2 * self.true_positives + self.false_positives + self.false_negatives)
    }

    /// Share of the texts that match exactly.
    pub(super) fn exact_share(self) -> f64 {
        ratio(self.exact, self.texts)
    }
}

impl AddAssign for BoundaryScores {
    fn add_assign(&mut self, other: Self) {
        self.true_positives += other.true_positives;
        self.false_positives += other.false_positives;
        self.false_negatives += other.false_negatives;
        self.exact += other.exact;
        self.texts += other.texts;
    }
}

fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 { 1.0 } else { part as f64 / whole as f64 }
}

/// Compares the sentences found in `text` with the reference sentences `expected`. A boundary's place is the
/// number of characters before it that are not white space, so that spacing does not count.
pub(super) fn boundary_scores(
    text: &str,
    found: &[Sentence],
    expected: &[impl AsRef<str>],
) -> BoundaryScores {
    let found_places = places(found.iter().map(|sentence| sentence.span.of(text)));
    let expected_places = places(expected.iter().map(AsRef::as_ref));
    let true_positives =
        found_places.iter().filter(|place| expected_places.binary_search(place).is_ok()).count();
    let same = squeezed(found.iter().map(|sentence| sentence.span.of(text)))
        == squeezed(expected.iter().map(AsRef::as_ref));
    BoundaryScores {
        true_positives,
        false_positives: found_places.len() - true_positives,
        false_negatives: expected_places.len() - true_positives,
        exact: usize::from(same),
        texts: 1,
    }
}

/// Places of the boundaries between `sentences`, ascending.
fn places<'a>(sentences: impl Iterator<Item = &'a str>) -> Vec<usize> {
    let mut places = Vec::new();
    let mut count = 0;
    for sentence in sentences {
        let size = sentence.chars().filter(|ch| !ch.is_whitespace()).count();
        if size > 0 {
            count += size;
            places.push(count);
        }
    }
    places.pop();
    places
}

/// The sentences without white space, empty ones left out.
fn squeezed<'a>(sentences: impl Iterator<Item = &'a str>) -> Vec<String> {
    sentences
        .map(|sentence| sentence.chars().filter(|ch| !ch.is_whitespace()).collect::<String>())
        .filter(|sentence| !sentence.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_segment::segment;

    fn scores(text: &str, expected: &[&str]) -> BoundaryScores {
        boundary_scores(text, &segment(text), expected)
    }

    #[test]
    fn counts_inner_boundaries_and_ignores_spacing() {
        for (text, expected, counts) in [
            ("One is here.  Two is\there.", &["One is here. ", "Two is here."][..], [1, 0, 0, 1]),
            ("끝났다. 다음이다", &["끝났다.", "다음", "이다"], [1, 0, 1, 0]),
            ("One is here. Two is here.", &["One is here. Two is here."], [0, 1, 0, 0]),
        ] {
            let found = scores(text, expected);
            let all = [found.true_positives, found.false_positives, found.false_negatives, found.exact];
            assert_eq!(all, counts, "{text}");
        }
    }

    #[test]
    fn sums_and_ratios() {
        let mut total = scores("끝났다. 다음이다", &["끝났다.", "다음", "이다"]);
        total += scores("One is here. Two is here.", &["One is here. Two is here."]);
        assert!((total.precision() - 0.5).abs() < 1e-9 && (total.recall() - 0.5).abs() < 1e-9);
        assert!((total.f1() - 0.5).abs() < 1e-9 && total.exact_share().abs() < 1e-9);
        assert!((BoundaryScores::default().f1() - 1.0).abs() < 1e-9);
    }
}
