//! The columns of a table that cite, while its rows come.

use stet_marks::citation::citing_columns;
use stet_segment::SentenceKind;

/// Where a stream stands in a table.
#[derive(Debug, Default)]
pub(super) struct Columns {
    inside: bool,
    citing: Vec<usize>,
}

impl Columns {
    /// Takes the next sentence; the columns of it that cite, if it is a row of a table behind the first one.
    pub fn pass(&mut self, raw: &str, kind: SentenceKind) -> Vec<usize> {
        if kind != SentenceKind::Table {
            *self = Self::default();
            return Vec::new();
        }
        let citing = if self.inside {
            self.citing.clone()
        } else {
            self.citing = citing_columns(raw);
            Vec::new()
        };
        // A blank line ends a table.
        self.inside = raw.trim_start().matches('\n').count() < 2;
        if !self.inside {
            self.citing.clear();
        }
        citing
    }

    /// The columns that cite in the sentence that is open, if it goes on with the table.
    pub fn citing(&self) -> &[usize] {
        &self.citing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_keeps_its_columns_to_its_end() {
        let mut columns = Columns::default();
        for (raw, kind, expected, open) in [
            ("| A | Source |\n", SentenceKind::Table, vec![], vec![1]),
            ("|---|---|\n", SentenceKind::Table, vec![1], vec![1]),
            ("| x | 1 |\n\n", SentenceKind::Table, vec![1], vec![]),
            ("| A | B |\n", SentenceKind::Table, vec![], vec![]),
            ("| A | 출처 |\n", SentenceKind::Table, vec![], vec![]),
            ("Text.", SentenceKind::Claim, vec![], vec![]),
            ("| A | 출처 |\n", SentenceKind::Table, vec![], vec![1]),
        ] {
            assert_eq!(columns.pass(raw, kind), expected, "{raw}");
            assert_eq!(columns.citing(), open, "{raw}");
        }
    }
}
