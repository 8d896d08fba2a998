//! ODS (`OpenDocument` spreadsheet): each sheet a table, whose cells have their text as it is shown; behind it what is noted at
//! them. Hidden sheets, rows and columns are left out.

use std::collections::HashSet;

use super::archive::Archive;
use super::builder::{Builder, clean};
use super::package::{About, Losses, about};
use super::table::Cell;
use super::xml::{Element, Node, Pull};
use super::{ExtractError, Extraction, Limits};
use stet_sources::chunk::Category;
use stet_sources::left_out::{Code, LeftOut};

pub(super) const MEDIA_TYPE: &str = "application/vnd.oasis.opendocument.spreadsheet";

/// As often a cell or a row with text is written out of those that repeat it.
const MAX_REPEATED: usize = 1000;

pub(super) fn extract(bytes: &[u8], limits: &Limits) -> Result<Extraction, ExtractError> {
    let mut archive = Archive::open(bytes, limits)?;
    let manifest = archive.read_text("META-INF/manifest.xml")?;
    if manifest.is_some_and(|manifest| manifest.contains("encryption-data")) {
        return Err(ExtractError::Encrypted);
    }
    let text =
        archive.read_text("content.xml")?.ok_or_else(|| ExtractError::corrupt("content.xml is missing"))?;
    let About { title, author } = about(&archive.read_text("meta.xml")?.unwrap_or_default())?;
    let (mut out, mut losses) = (Builder::new(limits), Losses::default());
    let (mut hidden, mut hidden_sheets) = (HashSet::new(), Vec::new());
    let mut style = String::new();
    let mut xml = Pull::new(&text);
    while let Some(element) = xml.element()? {
        match element.name() {
            "style" => style = element.attr("name").unwrap_or_default(),
            "table-properties" if element.attr("display").as_deref() == Some("false") => {
                hidden.insert(style.clone());
            }
            "tracked-changes" => xml.skip()?,
            "table" => {
                let name = element.attr("name").unwrap_or_default();
                let shown = !element.attr("style-name").is_some_and(|style| hidden.contains(&style));
                let mut sheet = Sheet { limit: limits.text_bytes, ..Sheet::default() };
                sheet.read(&mut xml)?;
                if !shown {
                    hidden_sheets.push(name);
                    continue;
                }
                out.push(Category::Heading2, None, &name)?;
                out.table(None, &sheet.cells, None)?;
                for note in &sheet.notes {
                    out.push(Category::Footnote, None, note)?;
                }
                losses.count(Code::HiddenRows, &name, sheet.lost_rows);
                losses.count(Code::HiddenColumns, &name, sheet.lost_columns.len());
                losses.count(Code::Drawings, &name, sheet.drawings);
            }
            _ => {}
        }
    }
    if !hidden_sheets.is_empty() {
        losses.say(LeftOut::at(Code::HiddenSheets, "", hidden_sheets));
    }
    let blocks = out.finish();
    let has_cells = blocks.iter().any(|block| block.category.heading_level().is_none());
    let blocks = if has_cells { blocks } else { Vec::new() };
    let left_out = losses.settle(&blocks)?;
    Ok(Extraction { title, author, media_type: MEDIA_TYPE.into(), blocks, left_out, ..Extraction::default() })
}

#[derive(Default)]
struct Sheet {
    cells: Vec<Cell>,
    notes: Vec<String>,
    hidden_columns: HashSet<usize>,
    /// Hidden rows and columns that have text.
    lost_rows: usize,
    lost_columns: HashSet<usize>,
    /// Shapes and charts, which are not read.
    drawings: usize,
    bytes: u64,
    limit: u64,
}

impl Sheet {
    /// Reads the table that was opened last.
    fn read(&mut self, xml: &mut Pull<'_>) -> Result<(), ExtractError> {
        let (mut row, mut column) = (0_usize, 0_usize);
        let mut open = 1_usize;
        while let Some(element) = xml.inside(&mut open)? {
            match element.name() {
                "table-column" => {
                    let next = column.saturating_add(repeated(&element, "number-columns-repeated"));
                    if !is_shown(&element) {
                        self.hidden_columns.extend(column..next.min(column + MAX_REPEATED));
                    }
                    column = next;
                }
                "table-row" => {
                    let count = repeated(&element, "number-rows-repeated");
                    let shown = is_shown(&element);
                    let from = self.cells.len();
                    let lost = self.row(xml, row, shown)?;
                    self.lost_rows += if lost { count.min(MAX_REPEATED) } else { 0 };
                    let found: Vec<Cell> = self.cells.get(from..).unwrap_or_default().to_vec();
                    for at in 1..count.min(if found.is_empty() { 1 } else { MAX_REPEATED }) {
                        for cell in &found {
                            self.put(Cell { row: row + at, ..cell.clone() })?;
                        }
                    }
                    row = row.saturating_add(count);
                    continue;
                }
                "shapes" => {
                    let mut open = 1_usize;
                    while xml.inside(&mut open)?.is_some() {
                        self.drawings += 1;
                        xml.skip()?;
                    }
                    continue;
                }
                // What names of ranges and filters say.
                "named-expressions" => {
                    xml.skip()?;
                    continue;
                }
                _ => {}
            }
            open += 1;
        }
        Ok(())
    }

    /// Reads a row; whether it has text and is hidden.
    fn row(&mut self, xml: &mut Pull<'_>, row: usize, shown: bool) -> Result<bool, ExtractError> {
        let mut column = 0_usize;
        let mut lost = false;
        let mut open = 1_usize;
        while let Some(element) = xml.inside(&mut open)? {
            if !matches!(element.name(), "table-cell" | "covered-table-cell") {
                open += 1;
                continue;
            }
            let count = repeated(&element, "number-columns-repeated");
            let span = |name| element.number::<usize>(name).unwrap_or(1).clamp(1, MAX_REPEATED);
            let (row_span, column_span) = (span("number-rows-spanned"), span("number-columns-spanned"));
            let covered = element.name() == "covered-table-cell";
            let mut drawings = 0;
            // Some programs leave out the text that a value is shown as.
            let value = ["string-value", "date-value", "value"].iter().find_map(|name| element.attr(name));
            let (mut text, note) = content(xml, &mut drawings)?;
            if text.is_empty() {
                text = value.unwrap_or_default();
            }
            if !shown {
                lost |= !text.is_empty();
            } else if self.hidden_columns.contains(&column) {
                self.lost_columns.extend(Some(column).filter(|_| !text.is_empty()));
            } else if !covered {
                self.drawings += drawings;
                self.notes.extend(note);
                for at in 0..count.min(if text.is_empty() { 0 } else { MAX_REPEATED }) {
                    let column = column.saturating_add(at);
                    self.put(Cell { row, column, row_span, column_span, text: text.clone() })?;
                }
            }
            column = column.saturating_add(count);
        }
        Ok(lost)
    }

    fn put(&mut self, cell: Cell) -> Result<(), ExtractError> {
        self.bytes += cell.text.len() as u64;
        if self.bytes > self.limit {
            return Err(ExtractError::TooLarge { bytes: self.bytes, limit: self.limit });
        }
        self.cells.push(cell);
        Ok(())
    }
}

fn repeated(element: &Element<'_>, name: &str) -> usize {
    element.number::<usize>(name).unwrap_or(1).max(1)
}

fn is_shown(element: &Element<'_>) -> bool {
    element.attr("visibility").is_none_or(|visibility| visibility == "visible")
}

/// The text of the cell that was opened last, and what is noted at it. Drawings are counted.
fn content(xml: &mut Pull<'_>, drawings: &mut usize) -> Result<(String, Option<String>), ExtractError> {
    let (mut text, mut note) = (String::new(), None);
    let mut open = 1_usize;
    while open > 0 {
        match xml.next()? {
            Node::Open(element) => match element.name() {
                "annotation" => {
                    note = Some(content_of_note(xml)?).filter(|note| !note.is_empty());
                }
                // A frame, a chart.
                "frame" | "custom-shape" => {
                    *drawings += 1;
                    xml.skip()?;
                }
                name => {
                    match name {
                        "p" if !text.is_empty() => text.push('\n'),
                        "s" | "tab" => text.push(' '),
                        "line-break" => text.push('\n'),
                        _ => {}
                    }
                    open += 1;
                }
            },
            Node::Close => open -= 1,
            Node::Text(found) => text.push_str(&found),
            Node::End => break,
        }
    }
    Ok((clean(&text).trim().to_owned(), note))
}

/// The paragraphs of a note, without its author and date.
fn content_of_note(xml: &mut Pull<'_>) -> Result<String, ExtractError> {
    let mut lines = Vec::new();
    let mut open = 1_usize;
    while let Some(element) = xml.inside(&mut open)? {
        if element.name() == "p" { lines.push(xml.text()?) } else { open += 1 }
    }
    Ok(lines.join("\n").trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::packed;

    #[test]
    fn sheets_are_tables_as_they_are_shown() {
        let cell = |text: &str| format!("<table:table-cell><text:p>{text}</text:p></table:table-cell>");
        let row = |cells: &str| format!("<table:table-row>{cells}</table:table-row>");
        let content = format!(
            "<d><style:style style:name='h'><style:table-properties table:display='false'/></style:style>\
            <table:table table:name='요금'><table:shapes><draw:frame><draw:image/></draw:frame><draw:custom-shape/></table:shapes><table:table-column table:number-columns-repeated='2'/><table:table-column table:visibility='collapse'/>{}{}\
            <table:table-row table:visibility='filter'>{}</table:table-row>{}<table:table-row><table:table-cell office:value='7'/></table:table-row><table:table-row table:number-rows-repeated='1048570'><table:table-cell table:number-columns-repeated='16384'/></table:table-row></table:table>\
            <table:table table:name='Old' table:style-name='h'>{}</table:table></d>",
            row(&[cell("방"), cell("요금"), cell("비밀")].concat()),
            row(&format!(
                "{}<table:table-cell office:value='5'><office:annotation><dc:creator>A</dc:creator><text:p>부가세는 따로</text:p></office:annotation><text:p>₩5,000<draw:frame><draw:object/></draw:frame></text:p></table:table-cell>",
                cell("다락")
            )),
            row(&cell("gone")),
            row(
                "<table:table-cell table:number-columns-repeated='2'><text:p>없음</text:p></table:table-cell>"
            ),
            row(&cell("x")),
        );
        let bytes = packed(&[("mimetype", MEDIA_TYPE), ("content.xml", &content)]);
        let found = crate::extract("a.ods", &bytes, &Limits::default()).unwrap();
        let texts: Vec<&str> = found.blocks.iter().map(|block| block.text.as_str()).collect();
        assert_eq!(
            texts,
            [
                "요금",
                "| 방 | 요금 |\n| --- | --- |\n| 다락 | ₩5,000 |\n| 없음 | 없음 |\n| 7 |  |",
                "부가세는 따로"
            ]
        );
        assert_eq!(
            found.left_out,
            [
                LeftOut::counted(Code::HiddenRows, "요금", 1),
                LeftOut::counted(Code::HiddenColumns, "요금", 1),
                LeftOut::counted(Code::Drawings, "요금", 3),
                LeftOut::at(Code::HiddenSheets, "", ["Old"]),
            ]
        );
    }

    #[test]
    fn what_repeats_itself_has_an_end() {
        let cell = "<table:table-cell table:number-columns-repeated='16384'><text:p>xxxxxxxxxx</text:p></table:table-cell>";
        let content = format!(
            "<d><table:table><table:table-row table:number-rows-repeated='99999999999'>{cell}</table:table-row></table:table></d>"
        );
        let bytes = packed(&[("mimetype", MEDIA_TYPE), ("content.xml", &content)]);
        let found = extract(&bytes, &Limits { text_bytes: 1 << 20, ..Limits::default() });
        assert!(matches!(found, Err(ExtractError::TooLarge { .. })));
    }
}
