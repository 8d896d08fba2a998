//! CSV and TSV: a table whose first row names the columns of each other row.

use super::builder::Builder;
use super::table::Cell;
use super::{ExtractError, Extraction, Limits, text};

pub(super) const MEDIA_TYPE: &str = "text/csv";

pub(super) fn extract(bytes: &[u8], limits: &Limits) -> Result<Extraction, ExtractError> {
    let decoded = text::decode(bytes)?;
    let rows =
        [',', '\t', ';'].into_iter().map(|between| rows(&decoded.text, between)).find(|rows| is_table(rows));
    // Lines of words that only have the name of a table.
    let Some(rows) = rows else { return text::extract(bytes, limits) };
    let mut out = Builder::new(limits);
    let mut cells = Vec::new();
    for (row, fields) in rows.into_iter().enumerate() {
        for (column, text) in fields.into_iter().enumerate() {
            cells.push(Cell { row, column, row_span: 1, column_span: 1, text });
        }
    }
    out.table(None, &cells, None)?;
    Ok(Extraction {
        media_type: MEDIA_TYPE.into(),
        blocks: out.finish(),
        warnings: decoded.warning.into_iter().collect(),
        ..Extraction::default()
    })
}

/// Several columns, as many in nearly every row.
fn is_table(rows: &[Vec<String>]) -> bool {
    let columns = rows.first().map_or(0, Vec::len);
    let alike = rows.iter().filter(|row| row.len() == columns).count();
    columns > 1 && rows.len() > 1 && alike * 10 >= rows.len() * 9
}

fn rows(text: &str, between: char) -> Vec<Vec<String>> {
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
        ] {
            let extraction = extract(source.as_bytes(), &Limits::default()).unwrap();
            assert_eq!(extraction.blocks[0].text, text);
        }
    }
}
