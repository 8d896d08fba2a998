//! XLSX (ECMA-376, `SpreadsheetML`): each sheet a table, its first row the names of the columns; behind it what its shapes,
//! charts and comments say. Hidden sheets, rows and columns are left out; numbers, times and shares are written as they are
//! shown.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::archive::Archive;
use super::builder::Builder;
use super::number_format::Format;
use super::package::{Losses, related, target};
use super::xml::Pull;
use super::{ExtractError, Extraction, Limits, drawing};
use stet_sources::chunk::Category;
use stet_sources::left_out::{Code, LeftOut};

mod sheet;
#[cfg(test)]
mod tests;

use sheet::{Look, Sheet, comments, string};

pub(super) const MEDIA_TYPE: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

pub(super) fn extract(bytes: &[u8], limits: &Limits) -> Result<Extraction, ExtractError> {
    let mut archive = Archive::open(bytes, limits)?;
    let book =
        related(&mut archive, "", "/officeDocument")?.pop().unwrap_or_else(|| "xl/workbook.xml".to_owned());
    let text = archive.read_text(&book)?.ok_or_else(|| ExtractError::corrupt("the workbook is missing"))?;
    let mut reader = Reader { archive, out: Builder::new(limits), losses: Losses::default() };
    let (shared, styles) = (reader.parts(&book, "/sharedStrings")?, reader.parts(&book, "/styles")?);
    let mut look = Look {
        shared: reader.read(&shared, strings)?.into_iter().flatten().collect(),
        formats: reader.read(&styles, formats)?.into_iter().flatten().collect(),
        since_1904: false,
        uncomputed: false,
        limit: limits.text_bytes,
    };
    let (mut sheets, mut hidden) = (Vec::new(), Vec::new());
    let mut xml = Pull::new(&text);
    while let Some(element) = xml.element()? {
        let on = |name: &str| matches!(element.attr(name).as_deref(), Some("1" | "true"));
        match element.name() {
            "workbookPr" => look.since_1904 = on("date1904"),
            "calcPr" => look.uncomputed = on("fullCalcOnLoad"),
            "sheet" => {
                let name = element.attr("name").unwrap_or_default();
                if element.attr("state").is_some_and(|state| state != "visible") {
                    hidden.push(name);
                    continue;
                }
                let id = element.attr("id").unwrap_or_default();
                sheets.extend(target(&mut reader.archive, &book, &id)?.map(|part| (name, part)));
            }
            _ => {}
        }
    }
    if !hidden.is_empty() {
        reader.losses.say(LeftOut::at(Code::HiddenSheets, "", hidden));
    }
    for (name, part) in sheets {
        reader.sheet(&name, &part, &look)?;
    }
    let author = reader.losses.author(&mut reader.archive)?;
    let blocks = reader.out.finish();
    let has_cells = blocks.iter().any(|block| block.category.heading_level().is_none());
    let blocks = if has_cells { blocks } else { Vec::new() };
    let left_out = reader.losses.settle(&blocks)?;
    Ok(Extraction { author, media_type: MEDIA_TYPE.into(), blocks, left_out, ..Extraction::default() })
}

struct Reader<'a> {
    archive: Archive<'a>,
    out: Builder,
    losses: Losses,
}

impl Reader<'_> {
    /// Names and texts of the parts that a part is related to.
    fn parts(&mut self, part: &str, kind: &str) -> Result<Vec<(String, String)>, ExtractError> {
        let mut found = Vec::new();
        for name in related(&mut self.archive, part, kind)? {
            let text = self.archive.read_text(&name);
            found.extend(self.losses.spare(&name, text)?.flatten().map(|text| (name, text)));
        }
        Ok(found)
    }

    /// What is read of each of those parts that is whole.
    fn read<T>(
        &mut self,
        parts: &[(String, String)],
        read: impl Fn(&str) -> Result<T, ExtractError>,
    ) -> Result<Vec<T>, ExtractError> {
        let mut found = Vec::new();
        for (name, text) in parts {
            found.extend(self.losses.spare(name, read(text))?);
        }
        Ok(found)
    }

    fn sheet(&mut self, name: &str, part: &str, look: &Look) -> Result<(), ExtractError> {
        let text = self.archive.read_text(part);
        let Some(text) = self.losses.spare(part, text)?.flatten() else { return Ok(()) };
        self.out.push(Category::Heading2, None, name)?;
        let mut sheet = Sheet::default();
        let read = sheet.read(&text, look);
        self.losses.spare(part, read)?;
        self.out.table(None, &sheet.cells, None)?;
        for (drawn, text) in self.parts(part, "/drawing")? {
            let boxes = self.read(&[(drawn.clone(), text)], drawing::boxes)?;
            for lines in boxes.into_iter().flatten() {
                self.out.push(Category::Paragraph, None, &lines.join("\n"))?;
            }
            let diagrams = self.parts(&drawn, "/diagramData")?;
            for diagram in self.read(&diagrams, drawing::diagram)? {
                diagram.give(None, &mut self.out)?;
            }
            let charts = self.parts(&drawn, "/chart")?;
            for chart in self.read(&charts, drawing::chart)? {
                chart.give(None, &mut self.out)?;
            }
        }
        // A comment with answers stands in a part of its own and once more, for old readers, among the others.
        let mut known = HashSet::new();
        for (kind, answered) in [("/threadedComment", true), ("/comments", false)] {
            let parts = self.parts(part, kind)?;
            for (place, text) in self.read(&parts, comments)?.into_iter().flatten() {
                if (answered || !known.contains(&place)) && sheet.shows(&place) && !text.is_empty() {
                    self.out.push(Category::Footnote, None, &format!("{place}: {text}"))?;
                }
                known.extend(Some(place).filter(|_| answered));
            }
        }
        sheet.losses(name).into_iter().for_each(|said| self.losses.say(said));
        Ok(())
    }
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
