//! Rows of Markdown tables, read with the heads of their columns.

/// The table whose rows come.
#[derive(Debug, Default)]
pub(super) struct Table<'a> {
    /// The row before, and the heads of the columns once the line below them has been seen.
    last: Option<&'a str>,
    heads: Vec<&'a str>,
}

impl<'a> Table<'a> {
    /// What a row says: `| Birch | 8 kg |` under `| Tent | Weight |` is `Birch, Weight 8 kg`. Nothing of any other text, and of
    /// the heads themselves.
    pub(super) fn labelled(&mut self, written: &'a str) -> Option<String> {
        if !written.starts_with('|') {
            *self = Self::default();
            return None;
        }
        // The line below the heads has no letters, so it stands in one sentence with the first row.
        let mut said = Vec::new();
        for line in written.lines() {
            if is_rule(line) {
                self.heads =
                    self.last.and_then(cells).map(|row| row.map(str::trim).collect()).unwrap_or_default();
            } else {
                self.last = Some(line);
                said.extend(cells(line).filter(|_| !self.heads.is_empty()).map(|row| self.row(row)));
            }
        }
        (!said.is_empty()).then(|| said.join(" "))
    }

    fn row(&self, cells: impl Iterator<Item = &'a str>) -> String {
        let mut said = String::new();
        for (at, cell) in cells.map(str::trim).enumerate().filter(|(_, cell)| !cell.is_empty()) {
            if !said.is_empty() {
                said.push_str(", ");
            }
            if let Some(head) = self.heads.get(at).filter(|head| at > 0 && !head.is_empty()) {
                said.push_str(head);
                said.push(' ');
            }
            said.push_str(cell);
        }
        said
    }
}

/// The cells of a line of a Markdown table; none of a line that is no row, or only rules off the head.
pub(crate) fn cells(line: &str) -> Option<impl Iterator<Item = &str>> {
    let row = line.trim().strip_prefix('|')?;
    let row = row.strip_suffix('|').unwrap_or(row);
    (!is_rule(line)).then(|| row.split('|'))
}

/// Whether a line of a table only rules off the head (`|---|---|`).
pub(crate) fn is_rule(line: &str) -> bool {
    line.trim_start().starts_with('|')
        && line.chars().all(|ch| matches!(ch, '|' | '-' | ':' | ' ' | '\r' | '\t'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_read_with_the_heads_of_its_columns() {
        let lines = [
            "| Tent | Weight | |",
            "| --- | --- | --- |\n| Birch | 8 kg | old |",
            "| 가람 | 3kg | |",
            "Text.",
            "| a | b |",
        ];
        let mut table = Table::default();
        let said: Vec<_> = lines.into_iter().map(|line| table.labelled(line)).collect();
        let row = |text: &str| Some(text.to_owned());
        assert_eq!(said, [None, row("Birch, Weight 8 kg, old"), row("가람, Weight 3kg"), None, None]);
    }
}
