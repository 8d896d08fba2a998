//! Figures of scores and decisions on labelled claims, for `stet eval` and `stet train gate`.

use std::fmt;

/// What the gate says of a labelled claim.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Scored {
    pub score: f32,
    pub called: bool,
    pub supported: bool,
}

/// What a score and a yes/no decision achieve on labelled claims; all between 0 and 1.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Figures {
    /// Chance that a supported claim scores above an unsupported one, ties counting half.
    pub auroc: f64,
    /// Mean of the shares of supported and of unsupported claims that are decided rightly.
    pub balanced_accuracy: f64,
    /// Share of the claims called supported that are.
    pub precision: f64,
    /// Share of the supported claims that are called so.
    pub recall: f64,
    pub rows: usize,
}

impl Figures {
    pub(crate) fn of(rows: &[Scored]) -> Self {
        let count = |called: bool, supported: bool| {
            rows.iter().filter(|row| (row.called, row.supported) == (called, supported)).count() as f64
        };
        let share = |part: f64, rest: f64| if part + rest > 0.0 { part / (part + rest) } else { 0.0 };
        let recall = share(count(true, true), count(false, true));
        let specificity = share(count(false, false), count(true, false));
        Self {
            auroc: auroc(rows),
            balanced_accuracy: f64::midpoint(recall, specificity),
            precision: share(count(true, true), count(true, false)),
            recall,
            rows: rows.len(),
        }
    }

    /// The means of the figures of some sets, each counting once, and the sum of their rows.
    pub(crate) fn mean(sets: &[Self]) -> Self {
        let count = sets.len().max(1) as f64;
        sets.iter().fold(Self::default(), |sum, one| Self {
            auroc: sum.auroc + one.auroc / count,
            balanced_accuracy: sum.balanced_accuracy + one.balanced_accuracy / count,
            precision: sum.precision + one.precision / count,
            recall: sum.recall + one.recall / count,
            rows: sum.rows + one.rows,
        })
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { auroc, balanced_accuracy, precision, recall, rows } = self;
        write!(
            out,
            "{rows} rows, AUROC {auroc:.3}, balanced accuracy {balanced_accuracy:.3}, precision {precision:.3}, \
             recall {recall:.3}"
        )
    }
}

/// Area under the ROC curve (the Mann–Whitney statistic); one half when one of the classes is empty.
fn auroc(rows: &[Scored]) -> f64 {
    let mut sorted = rows.to_vec();
    sorted.sort_by(|a, b| a.score.total_cmp(&b.score));
    let (mut below, mut wins, mut positives) = (0.0, 0.0, 0.0);
    for tied in sorted.chunk_by(|a, b| a.score.total_cmp(&b.score).is_eq()) {
        let supported = tied.iter().filter(|row| row.supported).count() as f64;
        let others = tied.len() as f64 - supported;
        wins += supported * (below + others / 2.0);
        positives += supported;
        below += others;
    }
    if positives * below > 0.0 { wins / (positives * below) } else { 0.5 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(list: &[(f32, bool, bool)]) -> Vec<Scored> {
        list.iter().map(|&(score, called, supported)| Scored { score, called, supported }).collect()
    }

    #[test]
    fn ties_count_half() {
        let of = |list: &[(f32, bool)]| {
            auroc(&rows(&list.iter().map(|&(score, supported)| (score, true, supported)).collect::<Vec<_>>()))
        };
        for (list, want) in [
            (&[(0.9, true), (0.1, false)][..], 1.0),
            (&[(0.1, true), (0.9, false)], 0.0),
            (&[(0.5, true), (0.5, false)], 0.5),
            (&[(0.8, true), (0.5, true), (0.5, false), (0.2, false)], 0.875),
            (&[(0.8, true)], 0.5),
        ] {
            assert!((of(list) - want).abs() < 1e-9, "{list:?}");
        }
    }

    #[test]
    fn figures_of_a_known_table() {
        // 3 supported, 2 of them found; 4 not supported, 1 of them called supported.
        let (yes, no) = (|supported| (0.9, true, supported), |supported| (0.1, false, supported));
        let found = Figures::of(&rows(&[
            yes(true),
            yes(true),
            no(true),
            yes(false),
            no(false),
            no(false),
            no(false),
        ]));
        assert!((found.recall - 2.0 / 3.0).abs() < 1e-9 && (found.precision - 2.0 / 3.0).abs() < 1e-9);
        assert!((found.balanced_accuracy - f64::midpoint(2.0 / 3.0, 0.75)).abs() < 1e-9);
        let mean = Figures::mean(&[found, Figures::default()]);
        assert_eq!((found.rows, mean.rows), (7, 7));
        assert!((mean.recall - 1.0 / 3.0).abs() < 1e-9);
    }
}
