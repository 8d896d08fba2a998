//! CSV and TSV: a table whose first row names the columns of each other row, with what stands above and below it.

use super::builder::Builder;
use super::table::Cell;
use super::{ExtractError, Extraction, Limits, headings, text};

pub(super) const MEDIA_TYPE: &str = "text/csv";

const SEPARATORS: [char; 4] = [',', '\t', ';', '|'];

pub(super) fn extract(bytes: &[u8], limits: &Limits) -> Result<Extraction, ExtractError> {
    let decoded = text::decode(bytes)?;
    let (told, source) = told(&decoded.text);
    let separators = told.as_ref().map_or(&SEPARATORS[..], std::slice::from_ref);
    let tables = separators.iter().filter_map(|between| Table::of(rows(source, *between), *between));
    // Of equals the first.
    let table = tables.reduce(|best, next| if next.score() > best.score() { next } else { best });
    // Lines of words that only have the name of a table.
    let Some(table) = table else { return text::extract(bytes, limits) };
    let mut out = Builder::new(limits);
    let line = |row: &[String], out: &mut Builder| {
        let text = row.join(&table.between.to_string());
        let text = text.trim_end_matches(table.between);
        out.push(headings::category(None, text), None, text)
    };
    let (above, rest) = table.rows.split_at_checked(table.from).unwrap_or_default();
    let (body, below) = rest.split_at_checked(table.length).unwrap_or((rest, &[]));
    above.iter().try_for_each(|row| line(row, &mut out))?;
    let cells = body.iter().enumerate().flat_map(|(row, fields)| {
        fields.iter().enumerate().map(move |(column, text)| Cell {
            row,
            column,
            row_span: 1,
            column_span: 1,
            text: text.clone(),
        })
    });
    out.table(None, &cells.collect::<Vec<_>>(), None)?;
    below.iter().try_for_each(|row| line(row, &mut out))?;
    Ok(Extraction {
        media_type: MEDIA_TYPE.into(),
        blocks: out.finish(),
        left_out: decoded.left_out.into_iter().collect(),
        guesses: decoded.guess.into_iter().collect(),
        ..Extraction::default()
    })
}

/// The separator that a first line `sep=;` tells, as Excel reads it, and the text behind that line.
fn told(text: &str) -> (Option<char>, &str) {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let first = first.trim_end_matches('\r').trim_matches('"');
    let mark = first.get(..4).filter(|start| start.eq_ignore_ascii_case("sep="));
    let mut between = mark.and_then(|mark| first.get(mark.len()..)).unwrap_or_default().chars();
    match (between.next(), between.next()) {
        (Some(separator), None) => (Some(separator), rest),
        _ => (None, text),
    }
}

/// Rows of which several in line have several columns, as many in nearly every row.
struct Table {
    between: char,
    rows: Vec<Vec<String>>,
    /// Where the names of the columns stand, and how many rows there are with them.
    from: usize,
    length: usize,
    columns: usize,
}

impl Table {
    fn of(rows: Vec<Vec<String>>, between: char) -> Option<Self> {
        let filled = |row: &Vec<String>| row.iter().filter(|field| !field.trim().is_empty()).count();
        let mut counts: Vec<usize> = rows.iter().map(Vec::len).filter(|columns| *columns > 1).collect();
        counts.sort_unstable();
        let columns =
            counts.chunk_by(|one, next| one == next).max_by_key(|alike| alike.len())?.first().copied()?;
        // A title, a date, a unit above the names; a note below the last row.
        let from = rows.iter().position(|row| row.len() == columns && filled(row) > 1)?;
        let to = rows.iter().rposition(|row| row.len() == columns)? + 1;
        let length = to.checked_sub(from)?;
        let table = Self { between, rows, from, length, columns };
        let (alike, others) = (table.alike(), table.rows.len() - length);
        (length > 1 && others <= length && alike * 10 >= length * 9).then_some(table)
    }

    fn alike(&self) -> usize {
        let rows = self.rows.iter().skip(self.from).take(self.length);
        rows.filter(|row| row.len() == self.columns).count()
    }

    /// How likely the separator is the right one: by its rows of one length, by fields that do not begin with a blank, as words
    /// behind a comma do, and by its columns.
    fn score(&self) -> (usize, bool, usize) {
        let rows = self.rows.iter().skip(self.from).take(self.length);
        let spaced = rows.flat_map(|row| row.iter().skip(1)).filter(|field| field.starts_with(' ')).count();
        let fields = self.length * (self.columns - 1);
        (self.alike() * 1000 / self.rows.len().max(1), spaced * 2 < fields, self.columns)
    }
}

pub(super) fn rows(text: &str, between: char) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let mut row = Vec::new();
    let mut field = String::new();
    let mut quoted = false;
    let mut chars = text.chars().peekable();
    while let Some(ch) = chars.next() {
        match ch {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                field.push('"');
            }
            '"' if quoted => quoted = false,
            '"' if field.trim().is_empty() => {
                field.clear();
                quoted = true;
            }
            '\n' if !quoted => {
                row.push(std::mem::take(&mut field));
                rows.push(std::mem::take(&mut row));
            }
            '\r' if !quoted => {}
            other if other == between && !quoted => row.push(std::mem::take(&mut field)),
            other => field.push(other),
        }
    }
    if !field.is_empty() || !row.is_empty() {
        row.push(field);
        rows.push(row);
    }
    rows.retain(|row| row.iter().any(|field| !field.trim().is_empty()));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_under_their_names() {
        for (source, text) in [
            (
                "방,요금\n\"다락, 위\",250\n지하,\"1\"\"2\"\n",
                "| 방 | 요금 |\n| --- | --- |\n| 다락, 위 | 250 |\n| 지하 | 1\"2 |",
            ),
            ("Room;Fee\r\nLoft;480", "| Room | Fee |\n| --- | --- |\n| Loft | 480 |"),
            ("a\tb\n1\t\n", "| a | b |\n| --- | --- |\n| 1 |  |"),
            ("Only words, as they come.\nAnd more.", "Only words, as they come.\nAnd more."),
            (
                "Room|Fee\nLoft, upper|480\nHall, lower|5",
                "| Room | Fee |\n| --- | --- |\n| Loft, upper | 480 |\n| Hall, lower | 5 |",
            ),
            (
                "방;요금\n다락;4,80\n지하;5,20",
                "| 방 | 요금 |\n| --- | --- |\n| 다락 | 4,80 |\n| 지하 | 5,20 |",
            ),
            ("sep=:\r\nRoom:Fee\r\nLoft:480", "| Room | Fee |\n| --- | --- |\n| Loft | 480 |"),
            (
                "Fees, rooms\n\nin euros,,\nRoom,Fee,Tax\nLoft,480,48\nHall,5,1\nSource: the office",
                "Fees, rooms\nin euros\n| Room | Fee | Tax |\n| --- | --- | --- |\n| Loft | 480 | 48 |\n| Hall | 5 | 1 |\nSource: the office",
            ),
            (
                "오월 보고서\n방\t요금\n다락\t480\n",
                "오월 보고서\n| 방 | 요금 |\n| --- | --- |\n| 다락 | 480 |",
            ),
        ] {
            let extraction = extract(source.as_bytes(), &Limits::default()).unwrap();
            let texts: Vec<&str> = extraction.blocks.iter().map(|block| block.text.as_str()).collect();
            assert_eq!(texts.join("\n"), text);
        }
    }
}
