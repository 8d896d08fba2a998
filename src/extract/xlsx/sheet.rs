//! The cells of a sheet, and what is noted at them.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::ExtractError;
use crate::builder::one_line;
use crate::number_format::{Format, general};
use crate::table::Cell;
use crate::xml::{Element, Pull};
use stet_sources::left_out::{Code, LeftOut};

/// What a book says of its cells.
pub(super) struct Look {
    pub(super) shared: Vec<String>,
    /// By style.
    pub(super) formats: Vec<Rc<Format>>,
    /// Dates are counted from 1904.
    pub(super) since_1904: bool,
    /// The book is to be computed when it is opened: the program that wrote it kept 0 for what it did not compute.
    pub(super) uncomputed: bool,
    /// Bytes of text that the cells of a sheet may have: one string may stand in any number of them.
    pub(super) limit: u64,
}

/// A sheet as it is shown, and what is not.
#[derive(Default)]
pub(super) struct Sheet {
    pub(super) cells: Vec<Cell>,
    /// Places of formulas whose value the file does not keep.
    valueless: Vec<String>,
    hidden_columns: HashSet<usize>,
    /// Hidden rows and columns that have text.
    lost_rows: HashSet<usize>,
    lost_columns: HashSet<usize>,
}

impl Sheet {
    /// Reads a sheet as far as it is whole.
    pub(super) fn read(&mut self, text: &str, look: &Look) -> Result<(), ExtractError> {
        let mut xml = Pull::new(text);
        let (mut row, mut column) = (0_usize, 0_usize);
        let mut hidden_row = false;
        let mut bytes = 0_u64;
        let mut places: HashMap<(usize, usize), usize> = HashMap::new();
        while let Some(element) = xml.element()? {
            match element.name() {
                "col" if is_hidden(&element) => {
                    let (from, to) =
                        (element.number("min").unwrap_or(1_usize), element.number("max").unwrap_or(1_usize));
                    self.hidden_columns.extend((from..=to.min(from + 1000)).map(|at| at.saturating_sub(1)));
                }
                "row" => {
                    row = element.number::<usize>("r").map_or(row + 1, |row| row);
                    (column, hidden_row) = (0, is_hidden(&element));
                }
                "c" => {
                    let place = element.attr("r");
                    column = place.as_deref().and_then(position).map_or(column, |(column, _)| column);
                    let value = value(&mut xml, &element, look)?;
                    let empty = value.as_ref().is_some_and(String::is_empty);
                    if hidden_row {
                        self.lost_rows.extend(Some(row).filter(|_| !empty));
                    } else if self.hidden_columns.contains(&column) {
                        self.lost_columns.extend(Some(column).filter(|_| !empty));
                    } else {
                        if value.is_none() {
                            self.valueless.extend(place);
                        }
                        let text = value.unwrap_or_default();
                        bytes += text.len() as u64;
                        if bytes > look.limit {
                            return Err(ExtractError::TooLarge { bytes, limit: look.limit });
                        }
                        places.insert((column, row), self.cells.len());
                        self.cells.push(Cell { row, column, row_span: 1, column_span: 1, text });
                    }
                    column += 1;
                }
                "mergeCell" => {
                    let range = element.attr("ref").unwrap_or_default();
                    let Some((from, to)) = range.split_once(':') else { continue };
                    if let (Some((left, top)), Some((right, bottom))) = (position(from), position(to))
                        && let Some(at) = places.get(&(left, top))
                        && let Some(cell) = self.cells.get_mut(*at)
                    {
                        cell.column_span = right.saturating_sub(left) + 1;
                        cell.row_span = bottom.saturating_sub(top) + 1;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether the cell at a place is shown.
    pub(super) fn shows(&self, place: &str) -> bool {
        let hidden = |(column, row)| self.lost_rows.contains(&row) || self.hidden_columns.contains(&column);
        !position(place).is_some_and(hidden)
    }

    /// What a reader of the sheet does not find.
    pub(super) fn losses(self, name: &str) -> Vec<LeftOut> {
        let mut said = Vec::new();
        if !self.valueless.is_empty() {
            said.push(LeftOut::at(Code::ValuelessFormulas, name, self.valueless));
        }
        for (code, lost) in [(Code::HiddenRows, self.lost_rows), (Code::HiddenColumns, self.lost_columns)] {
            if !lost.is_empty() {
                said.push(LeftOut::counted(code, name, lost.len()));
            }
        }
        said
    }
}

fn is_hidden(element: &Element<'_>) -> bool {
    matches!(element.attr("hidden").as_deref(), Some("1" | "true"))
}

/// Column from 0 and row as numbered of a place such as `AB12`.
fn position(place: &str) -> Option<(usize, usize)> {
    let letters = place.trim_end_matches(|ch: char| ch.is_ascii_digit());
    let row = place.get(letters.len()..)?.parse().ok()?;
    let mut column = 0_usize;
    for ch in letters.bytes().take(4) {
        column = column * 26 + usize::from(ch.to_ascii_uppercase().checked_sub(b'A')?) + 1;
    }
    Some((column.checked_sub(1)?, row))
}

/// The text of a cell; `None` for a formula without a value.
fn value(xml: &mut Pull<'_>, cell: &Element<'_>, look: &Look) -> Result<Option<String>, ExtractError> {
    let kind = cell.attr("t").unwrap_or_default();
    let format = cell.number::<usize>("s").and_then(|style| look.formats.get(style));
    let mut out = String::new();
    let mut formula = false;
    let mut open = 1_usize;
    while let Some(element) = xml.inside(&mut open)? {
        match element.name() {
            "v" => out = xml.text()?,
            "is" => out = string(xml)?,
            name => {
                formula |= name == "f";
                open += 1;
            }
        }
    }
    let text = match kind.as_str() {
        "s" => {
            out.trim().parse::<usize>().ok().and_then(|at| look.shared.get(at)).cloned().unwrap_or_default()
        }
        "b" => return Ok(Some(if out == "1" { "TRUE" } else { "FALSE" }.to_owned())),
        "" | "n" if formula && (out.trim().is_empty() || (look.uncomputed && out.trim() == "0")) => {
            return Ok(None);
        }
        "" | "n" => return Ok(Some(shown(&out, format.map(Rc::as_ref), look.since_1904))),
        "str" | "inlineStr" => out,
        _ => return Ok(Some(out)),
    };
    Ok(Some(match format {
        Some(format) if !text.is_empty() => format.text(text),
        _ => text,
    }))
}

/// A number as its format shows it.
fn shown(number: &str, format: Option<&Format>, since_1904: bool) -> String {
    let number = number.trim();
    let Some(value) = number.parse::<f64>().ok().filter(|value| value.is_finite()) else {
        return number.to_owned();
    };
    let shown = format.and_then(|format| format.number(value, since_1904));
    shown.unwrap_or_else(|| general(value))
}

/// Text of the runs in the element that was opened last.
pub(super) fn string(xml: &mut Pull<'_>) -> Result<String, ExtractError> {
    let mut out = String::new();
    let mut open = 1_usize;
    while let Some(element) = xml.inside(&mut open)? {
        match element.name() {
            "t" => out.push_str(&xml.text()?),
            "rPh" => xml.skip()?,
            _ => open += 1,
        }
    }
    Ok(out)
}

/// What is noted at cells: the place and the text, one line each.
pub(super) fn comments(text: &str) -> Result<Vec<(String, String)>, ExtractError> {
    let mut xml = Pull::new(text);
    let mut found: Vec<(String, String)> = Vec::new();
    while let Some(element) = xml.element()? {
        if matches!(element.name(), "comment" | "threadedComment") {
            let place = element.attr("ref").unwrap_or_default();
            let text = if element.name() == "comment" { string(&mut xml)? } else { xml.text()? };
            found.push((place, one_line(&text)));
        }
    }
    Ok(found)
}
