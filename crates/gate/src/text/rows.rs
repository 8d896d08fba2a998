//! Rows of tables, read with the heads of their columns: of Markdown (`| Birch | 8 kg |`), of a sheet (`Tent: Birch; Weight: 8 kg`)
//! and of a timetable (`Train 11: leaves 7:05, platform 2, dining car: no`).

use stet_reading::cells::{affirms, cells, common_unit, is_rule, with_unit};

/// Bytes of a head that tells an entry: `Price per hour: 45`.
const LONGEST_HEAD: usize = 60;

/// What a row says in one of its cells, and which part of that is the cell itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Said {
    /// What stands between it and the cell before.
    pub joint: &'static str,
    pub text: String,
    /// Bytes of `text` before the cell; all of it where the head says everything (`no dining car`).
    pub head: usize,
    /// Whether it tells this row from its neighbours.
    pub names: bool,
}

/// The table whose rows come.
#[derive(Debug, Default)]
pub(super) struct Table<'a> {
    /// The row before, and the heads of the columns with their units, once the line below them has been seen.
    last: Option<&'a str>,
    heads: Vec<(&'a str, &'a str)>,
    /// What a line above the table says of all its numbers: `(단위: 천 원)`.
    unit: &'a str,
}

impl<'a> Table<'a> {
    /// The table that a source begins in the middle of, if it does: its heads stand in the caption.
    pub(super) fn of(source: &'a str) -> Self {
        let heads = heads_of_part(source).into_iter().flat_map(|heads| heads.split('|'));
        Self { heads: heads.map(str::trim).map(with_unit).collect(), ..Self::default() }
    }

    /// What the rows in a sentence say: `| Birch | 8 |` under `| Tent | Weight (kg) |` is `Birch`, `Weight 8 kg`. Nothing of any other
    /// text, and of the heads themselves.
    pub(super) fn rows(&mut self, written: &'a str) -> Vec<Vec<Said>> {
        if !written.starts_with('|') {
            *self = Self { unit: common_unit(written).unwrap_or_default(), ..Self::default() };
            return entries(written).into_iter().collect();
        }
        // The line below the heads has no letters, so it stands in one sentence with the first row.
        let mut said = Vec::new();
        for line in written.lines() {
            if is_rule(line) {
                self.heads = self
                    .last
                    .and_then(cells)
                    .map(|row| row.map(str::trim).map(with_unit).collect())
                    .unwrap_or_default();
            } else {
                self.last = Some(line);
                said.extend(cells(line).filter(|_| !self.heads.is_empty()).map(|row| self.row(row)));
            }
        }
        said
    }

    fn row(&self, cells: impl Iterator<Item = &'a str>) -> Vec<Said> {
        let cells = cells.map(str::trim).enumerate().filter(|(_, cell)| !cell.is_empty());
        let named = |at: usize, cell: &str| at < 2 && !cell.starts_with(|ch: char| ch.is_ascii_digit());
        cells
            .map(|(at, cell)| {
                let (name, own) = self.heads.get(at).filter(|_| at > 0).copied().unwrap_or_default();
                let unit = if own.is_empty() { self.unit } else { own };
                Said { names: at == 0 || named(at, cell), ..said(name, " ", cell, unit) }
            })
            .collect()
    }
}

/// The heads of a part of a long table, between bars: passages have only their rows, and the heads in a caption behind them.
#[must_use]
pub fn heads_of_part(source: &str) -> Option<&str> {
    let mut rows = source.lines().take_while(|line| line.starts_with('|'));
    let columns = rows.next().and_then(cells)?.count();
    if rows.any(is_rule) {
        return None;
    }
    let caption = source
        .lines()
        .find_map(|line| ["Caption: ", "캡션: "].iter().find_map(|name| line.strip_prefix(name)))?;
    // `Fees of the hall: Room | Summer`.
    let (first, _) = caption.split_once('|')?;
    let begin = first.rfind(": ").map_or(0, |at| at + 2);
    (caption.split('|').count() == columns).then(|| caption.get(begin..)).flatten()
}

/// What a cell says under the name of its column; a number has the unit.
fn said(name: &str, colon: &str, cell: &str, unit: &str) -> Said {
    let korean = name.contains(|ch| ('가'..='힣').contains(&ch));
    let of_head = |text: String| Said { head: text.len(), text, ..Said::plain("") };
    match affirms(cell).filter(|_| !name.is_empty()) {
        Some(false) if korean => return of_head(format!("{name} 없음")),
        Some(false) => return of_head(format!("no {name}")),
        Some(true) if korean => return of_head(format!("{name} 있음")),
        Some(true) => return of_head(name.to_owned()),
        None => {}
    }
    let number = cell.starts_with(|ch: char| ch.is_ascii_digit()) && !cell.contains(char::is_alphabetic);
    // `19만 원`, `52 kg`
    let apart = if unit.starts_with(|ch: char| ch.is_ascii()) { " " } else { "" };
    let unit = if number && !cell.ends_with('%') && !unit.is_empty() {
        [apart, unit].concat()
    } else {
        String::new()
    };
    let before = if name.is_empty() { String::new() } else { format!("{name}{colon}") };
    Said { head: before.len(), text: format!("{before}{cell}{unit}"), ..Said::plain("") }
}

/// What a cell of a row says under the head of its column, as sources are read: `Weight (kg)` over `8` is `Weight 8 kg`.
#[must_use]
pub fn under_head(head: &str, cell: &str) -> String {
    let (name, unit) = with_unit(head);
    said(name, " ", cell, unit).text
}

impl Said {
    fn plain(text: &str) -> Self {
        Self { joint: ", ", text: text.to_owned(), head: 0, names: false }
    }
}

/// The entries of a line that has two and more with their heads: `Seats: 30; Projector: no`.
fn entries(line: &str) -> Option<Vec<Said>> {
    if !is_entries(line) {
        return None;
    }
    let (apart, joint) = if line.contains(';') { (';', "; ") } else { (',', ", ") };
    // What tells a row is the first head, where that is no head of a column: `Train 11: leaves 7:05, …`.
    let first = line.split(apart).next().and_then(head_of);
    let of_row = first.is_some_and(|(head, _)| head.contains(|ch: char| ch.is_ascii_digit()));
    let mut out = Vec::new();
    for (at, part) in line.split(apart).map(str::trim).filter(|part| !part.is_empty()).enumerate() {
        match head_of(part) {
            Some((head, cell)) if at == 0 && of_row => {
                out.push(Said { names: true, ..Said::plain(head) });
                out.push(Said { joint: ": ", ..Said::plain(cell) });
            }
            Some((head, cell)) => {
                let (name, unit) = with_unit(head);
                out.push(Said { joint, names: at == 0, ..said(name, ": ", cell, unit) });
            }
            None => out.push(Said { joint, ..Said::plain(part) }),
        }
    }
    Some(out)
}

/// Whether a line is a row of entries.
pub(crate) fn is_entries(line: &str) -> bool {
    let apart = if line.contains(';') { ';' } else { ',' };
    line.contains(": ")
        && !line.contains('\n')
        && line.split(apart).filter(|part| head_of(part).is_some()).count() > 1
}

/// The head of an entry and what it says.
fn head_of(part: &str) -> Option<(&str, &str)> {
    let (head, cell) = part.trim().split_once(": ")?;
    let is_head = !head.is_empty() && head.len() <= LONGEST_HEAD && !head.contains(['.', '?', '"', '“']);
    (is_head && !cell.trim().is_empty()).then_some((head, cell.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said_of(lines: &[&'static str]) -> Vec<Vec<String>> {
        let mut table = Table::default();
        let rows = lines.iter().map(|line| table.rows(line));
        rows.map(|rows| rows.into_iter().flatten().map(|said| said.text).collect()).collect()
    }

    #[test]
    fn a_row_is_read_with_the_heads_of_its_columns() {
        let lines = [
            "| Tent | Weight (kg) | | Pegs |",
            "| --- | --- | --- | --- |\n| Birch | 8 | old | no |",
            "| 가람 | 3kg | | yes |",
            "Text: (단위: 천 원)",
            "| 과목 | 값 | 반납 |",
            "|---|---|---|\n| 책상 | 85 | X |",
            "| 의자 | 1.5만 원 | ○ |",
        ];
        let want: [&[&str]; 7] = [
            &[],
            &["Birch", "Weight 8 kg", "old", "no Pegs"],
            &["가람", "Weight (kg) 3kg", "Pegs"],
            &[],
            &[],
            &["책상", "값 85천 원", "반납 없음"],
            &["의자", "값 1.5만 원", "반납 있음"],
        ];
        let want = want
            .map(|row| row.iter().map(|cell| cell.replace("Weight (kg) 3", "Weight 3")).collect::<Vec<_>>());
        assert_eq!(said_of(&lines), want);
    }

    #[test]
    fn a_part_of_a_table_has_its_heads_in_its_caption() {
        let text = "| Birch | 8 |\n| Alder | 9 |\n\nCaption: Tents: Tent | Weight (kg)";
        let mut table = Table::of(text);
        let rows = table.rows("| Birch | 8 |");
        assert_eq!(
            rows.concat().iter().map(|said| said.text.as_str()).collect::<Vec<_>>(),
            ["Birch", "Weight 8 kg"]
        );
        assert_eq!(heads_of_part(text), Some("Tent | Weight (kg)"));
        assert_eq!(heads_of_part("| 가 | 8 |\n\n캡션: 천막 | 무게"), Some("천막 | 무게"));
        assert_eq!(heads_of_part("| Tent | Kg |\n|---|---|\n| Birch | 8 |\n\nCaption: a | b"), None);
        assert_eq!(heads_of_part("| Birch | 8 | x |\n\nCaption: Tent | Weight"), None);
        assert_eq!(heads_of_part("Text.\n\nCaption: Tent | Weight"), None);
    }

    #[test]
    fn a_row_of_entries_is_read_too() {
        for (line, want) in [
            ("Name: Cedar; Seats: 30; Projector: no", &["Name: Cedar", "Seats: 30", "no Projector"][..]),
            (
                "Train 11: leaves 7:05, platform 2, car: no",
                &["Train 11", "leaves 7:05", "platform 2", "no car"],
            ),
            (
                "이름: 삼나무실; 요금(천 원): 18; 영사기: 없음",
                &["이름: 삼나무실", "요금: 18천 원", "영사기: 없음"],
            ),
            ("The rule: no dogs.", &[]),
            ("He said: come, and bring it.", &[]),
        ] {
            assert_eq!(said_of(&[line]).concat(), want, "{line}");
        }
    }
}
