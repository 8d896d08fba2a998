//! XLSX (ECMA-376, `SpreadsheetML`): each sheet a table, its first row the names of the columns. Hidden sheets, rows and
//! columns are left out; numbers, times and shares are written as they are shown.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::archive::Archive;
use super::builder::Builder;
use super::number_format::{Format, general};
use super::package::{related, target};
use super::table::Cell;
use super::xml::{Element, Pull};
use super::{ExtractError, Extraction, Limits};
use stet_sources::chunk::Category;

pub(super) const MEDIA_TYPE: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

pub(super) fn extract(bytes: &[u8], limits: &Limits) -> Result<Extraction, ExtractError> {
    let mut archive = Archive::open(bytes, limits)?;
    let book =
        related(&mut archive, "", "/officeDocument")?.pop().unwrap_or_else(|| "xl/workbook.xml".to_owned());
    let text = archive.read_text(&book)?.ok_or_else(|| ExtractError::corrupt("the workbook is missing"))?;
    let mut part = |kind: &str| -> Result<String, ExtractError> {
        let name = related(&mut archive, &book, kind)?.pop();
        Ok(name.map(|name| archive.read_text(&name)).transpose()?.flatten().unwrap_or_default())
    };
    let mut look = Look {
        shared: strings(&part("/sharedStrings")?)?,
        formats: formats(&part("/styles")?)?,
        since_1904: false,
    };
    let mut out = Builder::new(limits);
    let mut xml = Pull::new(&text);
    while let Some(element) = xml.element()? {
        match element.name() {
            "workbookPr" => {
                look.since_1904 = matches!(element.attr("date1904").as_deref(), Some("1" | "true"));
            }
            "sheet" => {
                if element.attr("state").is_some_and(|state| state != "visible") {
                    continue;
                }
                let id = element.attr("id").unwrap_or_default();
                let Some(name) = target(&mut archive, &book, &id)? else { continue };
                let Some(sheet) = archive.read_text(&name)? else { continue };
                out.push(Category::Heading2, None, &element.attr("name").unwrap_or_default())?;
                out.table(None, &cells(&sheet, &look)?, None)?;
            }
            _ => {}
        }
    }
    let blocks = out.finish();
    let has_cells = blocks.iter().any(|block| block.category.heading_level().is_none());
    let blocks = if has_cells { blocks } else { Vec::new() };
    Ok(Extraction { title: None, media_type: MEDIA_TYPE.into(), pages: None, blocks, warnings: Vec::new() })
}

/// The strings that cells share. Readings of Chinese characters (`rPh`) are none of their text.
fn strings(text: &str) -> Result<Vec<String>, ExtractError> {
    let mut xml = Pull::new(text);
    let mut found = Vec::new();
    while let Some(element) = xml.element()? {
        if element.name() == "si" {
            found.push(string(&mut xml)?);
        }
    }
    Ok(found)
}

/// Text of the runs in the element that was opened last.
fn string(xml: &mut Pull<'_>) -> Result<String, ExtractError> {
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

/// What a book says of its cells.
struct Look {
    shared: Vec<String>,
    /// By style.
    formats: Vec<Rc<Format>>,
    /// Dates are counted from 1904.
    since_1904: bool,
}

/// How the cells of each style show their numbers.
fn formats(text: &str) -> Result<Vec<Rc<Format>>, ExtractError> {
    let mut xml = Pull::new(text);
    let mut known: HashMap<u32, Rc<Format>> = HashMap::new();
    let mut out = Vec::new();
    let mut in_cells = false;
    while let Some(element) = xml.element()? {
        match element.name() {
            "numFmt" => {
                let format = Format::new(&element.attr("formatCode").unwrap_or_default());
                known.extend(element.number("numFmtId").map(|id| (id, Rc::new(format))));
            }
            "cellXfs" => in_cells = true,
            "xf" if in_cells => {
                let id: u32 = element.number("numFmtId").unwrap_or(0);
                let format = known.entry(id).or_insert_with(|| Rc::new(Format::built_in(id)));
                out.push(Rc::clone(format));
            }
            "cellStyleXfs" | "cellStyles" | "dxfs" => in_cells = false,
            _ => {}
        }
    }
    Ok(out)
}

fn cells(sheet: &str, look: &Look) -> Result<Vec<Cell>, ExtractError> {
    let mut xml = Pull::new(sheet);
    let mut cells: Vec<Cell> = Vec::new();
    let mut hidden: HashSet<usize> = HashSet::new();
    let (mut row, mut column) = (0_usize, 0_usize);
    while let Some(element) = xml.element()? {
        let is_hidden =
            |element: &Element<'_>| matches!(element.attr("hidden").as_deref(), Some("1" | "true"));
        match element.name() {
            "col" if is_hidden(&element) => {
                let (from, to) =
                    (element.number("min").unwrap_or(1_usize), element.number("max").unwrap_or(1_usize));
                hidden.extend((from..=to.min(from + 1000)).map(|at| at.saturating_sub(1)));
            }
            "row" => {
                row = element.number::<usize>("r").map_or(row + 1, |row| row);
                column = 0;
                if is_hidden(&element) {
                    xml.skip()?;
                }
            }
            "c" => {
                let place = element.attr("r").and_then(|place| position(&place));
                column = place.map_or(column, |(column, _)| column);
                let text = value(&mut xml, &element, look)?;
                if !hidden.contains(&column) {
                    cells.push(Cell { row, column, row_span: 1, column_span: 1, text });
                }
                column += 1;
            }
            "mergeCell" => {
                let range = element.attr("ref").unwrap_or_default();
                let Some((from, to)) = range.split_once(':') else { continue };
                if let (Some((left, top)), Some((right, bottom))) = (position(from), position(to))
                    && let Some(cell) = cells.iter_mut().find(|cell| cell.column == left && cell.row == top)
                {
                    cell.column_span = right.saturating_sub(left) + 1;
                    cell.row_span = bottom.saturating_sub(top) + 1;
                }
            }
            _ => {}
        }
    }
    Ok(cells)
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

fn value(xml: &mut Pull<'_>, cell: &Element<'_>, look: &Look) -> Result<String, ExtractError> {
    let kind = cell.attr("t").unwrap_or_default();
    let format = cell.number::<usize>("s").and_then(|style| look.formats.get(style));
    let mut out = String::new();
    let mut open = 1_usize;
    while let Some(element) = xml.inside(&mut open)? {
        match element.name() {
            "v" => out = xml.text()?,
            "is" => out = string(xml)?,
            _ => open += 1,
        }
    }
    let text = match kind.as_str() {
        "s" => {
            out.trim().parse::<usize>().ok().and_then(|at| look.shared.get(at)).cloned().unwrap_or_default()
        }
        "b" => return Ok(if out == "1" { "TRUE" } else { "FALSE" }.to_owned()),
        "" | "n" => return Ok(shown(&out, format.map(Rc::as_ref), look.since_1904)),
        "str" | "inlineStr" => out,
        _ => return Ok(out),
    };
    Ok(match format {
        Some(format) if !text.is_empty() => format.text(text),
        _ => text,
    })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::packed;

    #[test]
    fn sheets_are_tables_with_names() {
        let bytes = packed(&[
            (
                "xl/workbook.xml",
                "<workbook><sheets><sheet name='요금' r:id='a'/><sheet name='x' state='hidden' r:id='b'/></sheets></workbook>",
            ),
            (
                "xl/_rels/workbook.xml.rels",
                "<R><Relationship Id='a' Type='t/worksheet' Target='worksheets/sheet1.xml'/>\
                <Relationship Id='s' Type='t/sharedStrings' Target='sharedStrings.xml'/><Relationship Id='y' Type='t/styles' Target='/xl/styles.xml'/></R>",
            ),
            (
                "xl/sharedStrings.xml",
                "<sst><si><t>방</t></si><si><r><t>요</t></r><r><t>금</t></r><rPh><t>x</t></rPh></si><si><t>다락</t></si></sst>",
            ),
            (
                "xl/styles.xml",
                "<s><numFmts><numFmt numFmtId='164' formatCode='yyyy\\-mm'/></numFmts><cellXfs><xf numFmtId='0'/><xf numFmtId='164'/><xf numFmtId='9'/></cellXfs></s>",
            ),
            (
                "xl/worksheets/sheet1.xml",
                "<worksheet><sheetData><row r='1'><c r='A1' t='s'><v>0</v></c><c r='B1' t='s'><v>1</v></c><c r='C1' t='inlineStr'><is><t>날</t></is></c><c r='D1'><v>2</v></c></row>\
                <row r='2' hidden='1'><c r='A2'><v>9</v></c></row><row r='3'><c r='A3' t='s'><v>2</v></c><c r='B3'><v>250</v></c><c r='C3' s='1'><v>45292</v></c><c r='D3' s='2'><v>0.125</v></c></row></sheetData></worksheet>",
            ),
        ]);
        let extraction = extract(&bytes, &Limits::default()).unwrap();
        let texts: Vec<&str> = extraction.blocks.iter().map(|block| block.text.as_str()).collect();
        assert_eq!(
            texts,
            ["요금", "| 방 | 요금 | 날 | 2 |\n| --- | --- | --- | --- |\n| 다락 | 250 | 2024-01 | 13% |"]
        );
    }

    #[test]
    fn times_and_units_are_shown_in_their_cells() {
        let sheet = |pr: &str| {
            packed(&[
                (
                    "xl/workbook.xml",
                    &format!("<workbook>{pr}<sheets><sheet name='s' r:id='a'/></sheets></workbook>"),
                ),
                (
                    "xl/_rels/workbook.xml.rels",
                    "<R><Relationship Id='a' Type='t/worksheet' Target='worksheets/sheet1.xml'/><Relationship Id='y' Type='t/styles' Target='/xl/styles.xml'/></R>",
                ),
                (
                    "xl/styles.xml",
                    "<s><numFmts><numFmt numFmtId='164' formatCode='h&quot;시&quot; mm&quot;분&quot;'/><numFmt numFmtId='165' formatCode='&quot;$&quot;0.00'/></numFmts>\
                    <cellXfs><xf/><xf numFmtId='164'/><xf numFmtId='165'/><xf numFmtId='14'/><xf numFmtId='20'/></cellXfs></s>",
                ),
                (
                    "xl/worksheets/sheet1.xml",
                    "<worksheet><sheetData><row r='1'><c r='A1' t='str'><v>Pool</v></c><c r='B1' s='4'><v>0.375</v></c></row>\
                    <row r='2'><c r='A2' s='1'><v>0.25</v></c><c r='B2' s='2'><v>45.5</v></c></row><row r='3'><c r='A3' s='3'><v>43830</v></c><c r='B3'><v>nan</v></c></row></sheetData></worksheet>",
                ),
            ])
        };
        for (pr, day) in [("", "2019-12-31"), ("<workbookPr date1904='1'/>", "2024-01-01")] {
            let extraction = extract(&sheet(pr), &Limits::default()).unwrap();
            assert_eq!(
                extraction.blocks[1].text,
                format!("| Pool | 9:00 |\n| --- | --- |\n| 6시 00분 | $45.50 |\n| {day} | nan |")
            );
        }
    }
}
