//! How well categories are told apart: the figures of `stet eval patches`.

use stet_patch::Category;

/// Counts of gold against predicted categories.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Confusion {
    /// `[gold][predicted]`, in the order of [`Category`].
    cells: [[usize; 3]; 3],
}

/// The figures of one set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Scores {
    pub rows: usize,
    pub accuracy: f64,
    /// Mean F1 over the categories that occur in the gold labels.
    pub macro_f1: f64,
    /// Share of CORE rows that were called CORE; `None` without such rows.
    pub core_recall: Option<f64>,
    /// Rows that are CORE and were called DETAIL.
    pub leaks: usize,
    /// `leaks` as a share of the CORE rows.
    pub leak_of_core: f64,
    /// `leaks` as a share of all rows called DETAIL; for a set with gold DETAIL rows this is how
    /// often an accepted DETAIL changes the claim.
    pub leak_of_detail: f64,
    /// Share of the other rows that were called CORE; `None` without such rows.
    pub false_core: Option<f64>,
}

const ALL: [Category; 3] = [Category::Detail, Category::Expression, Category::Core];

impl Confusion {
    pub(super) fn add(&mut self, gold: Category, predicted: Category) {
        if let Some(cell) = self.cells.get_mut(gold as usize).and_then(|row| row.get_mut(predicted as usize))
        {
            *cell += 1;
        }
    }

    /// Rows of one gold category that were given one predicted category.
    fn count(&self, gold: Category, predicted: Category) -> usize {
        self.cells.get(gold as usize).and_then(|row| row.get(predicted as usize)).copied().unwrap_or_default()
    }

    fn gold(&self, category: Category) -> usize {
        ALL.iter().map(|&predicted| self.count(category, predicted)).sum()
    }

    fn predicted(&self, category: Category) -> usize {
        ALL.iter().map(|&gold| self.count(gold, category)).sum()
    }

    pub(super) fn scores(&self) -> Scores {
        let share = |part: usize, whole: usize| if whole == 0 { 0.0 } else { part as f64 / whole as f64 };
        let rows: usize = ALL.iter().map(|&category| self.gold(category)).sum();
        let hits: usize = ALL.iter().map(|&category| self.count(category, category)).sum();
        let present: Vec<Category> = ALL.into_iter().filter(|&category| self.gold(category) > 0).collect();
        let f1 = |category: Category| {
            share(2 * self.count(category, category), self.gold(category) + self.predicted(category))
        };
        let core = self.gold(Category::Core);
        let leaks = self.count(Category::Core, Category::Detail);
        let false_core = self.predicted(Category::Core) - self.count(Category::Core, Category::Core);
        Scores {
            rows,
            accuracy: share(hits, rows),
            macro_f1: present.iter().map(|&category| f1(category)).sum::<f64>()
                / (present.len().max(1) as f64),
            core_recall: (core > 0).then(|| share(self.count(Category::Core, Category::Core), core)),
            leaks,
            leak_of_core: share(leaks, core),
            leak_of_detail: share(leaks, self.predicted(Category::Detail)),
            false_core: (rows > core).then(|| share(false_core, rows - core)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_shares_of_what_they_say() {
        let mut confusion = Confusion::default();
        for (gold, predicted, times) in [
            (Category::Core, Category::Core, 3),
            (Category::Core, Category::Detail, 1),
            (Category::Expression, Category::Core, 1),
            (Category::Expression, Category::Expression, 3),
            (Category::Detail, Category::Detail, 2),
        ] {
            for _ in 0..times {
                confusion.add(gold, predicted);
            }
        }
        let scores = confusion.scores();
        let near = |one: f64, two: f64| (one - two).abs() < 1e-9;
        assert_eq!((scores.rows, scores.leaks), (10, 1));
        assert!(near(scores.accuracy, 0.8) && near(scores.core_recall.unwrap(), 0.75));
        assert!(near(scores.leak_of_core, 0.25) && near(scores.leak_of_detail, 1.0 / 3.0));
        assert!(near(scores.false_core.unwrap(), 1.0 / 6.0));
        assert!(near(scores.macro_f1, (0.75 + 6.0 / 7.0 + 0.8) / 3.0));
    }
}
