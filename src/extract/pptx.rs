//! PPTX (ECMA-376, `PresentationML`): each slide a page, its title a heading, its shapes in the order they are drawn. Hidden
//! slides and notes are left out.

use super::archive::Archive;
use super::builder::{Builder, one_line};
use super::package::{related, target};
use super::script::{LOWERED, RAISED, put};
use super::table::Cell;
use super::xml::Pull;
use super::{ExtractError, Extraction, Limits};
use stet_sources::chunk::Category;

pub(super) const MEDIA_TYPE: &str =
    "application/vnd.openxmlformats-officedocument.presentationml.presentation";

pub(super) fn extract(bytes: &[u8], limits: &Limits) -> Result<Extraction, ExtractError> {
    let mut archive = Archive::open(bytes, limits)?;
    let deck = related(&mut archive, "", "/officeDocument")?
        .pop()
        .unwrap_or_else(|| "ppt/presentation.xml".to_owned());
    let text =
        archive.read_text(&deck)?.ok_or_else(|| ExtractError::corrupt("the presentation is missing"))?;
    let mut out = Builder::new(limits);
    let mut page = 0;
    let mut xml = Pull::new(&text);
    while let Some(element) = xml.element()? {
        if element.name() == "sldId" {
            // It has an id of its own beside that of the relation.
            let Some(id) = element.prefixed("id") else { continue };
            let Some(name) = target(&mut archive, &deck, &id)? else { continue };
            page += 1;
            if let Some(slide) = archive.read_text(&name)? {
                Slide { xml: Pull::new(&slide), page }.parse(&mut out)?;
            }
        }
    }
    let blocks = out.finish();
    Ok(Extraction { media_type: MEDIA_TYPE.into(), pages: Some(page), blocks, ..Extraction::default() })
}

struct Slide<'a> {
    xml: Pull<'a>,
    page: u32,
}

impl Slide<'_> {
    fn parse(mut self, out: &mut Builder) -> Result<(), ExtractError> {
        let mut is_title = false;
        while let Some(element) = self.xml.element()? {
            match element.name() {
                "sld" if element.attr("show").as_deref() == Some("0") => return Ok(()),
                "sp" => is_title = false,
                "ph" => is_title = matches!(element.attr("type").as_deref(), Some("title" | "ctrTitle")),
                "txBody" => {
                    let lines = self.body()?;
                    let category = if is_title {
                        Category::Heading2
                    } else if lines.len() > 1 {
                        Category::List
                    } else {
                        Category::Paragraph
                    };
                    let text = lines.join(if is_title { " " } else { "\n" });
                    out.push(category, Some(self.page), &text)?;
                }
                "tbl" => {
                    let cells = self.table()?;
                    out.table(Some(self.page), &cells, None)?;
                }
                "Fallback" => self.xml.skip()?,
                _ => {}
            }
        }
        Ok(())
    }

    /// The paragraphs of the text that was opened last.
    fn body(&mut self) -> Result<Vec<String>, ExtractError> {
        let mut lines: Vec<String> = Vec::new();
        let mut open = 1_usize;
        let (mut shift, mut gone) = (None, false);
        while let Some(element) = self.xml.inside(&mut open)? {
            match element.name() {
                "p" => lines.push(String::new()),
                "r" => (shift, gone) = (None, false),
                "rPr" => {
                    let baseline = element.number::<i32>("baseline").unwrap_or(0);
                    shift = match baseline {
                        1.. => Some(RAISED),
                        0 => None,
                        _ => Some(LOWERED),
                    };
                    gone = element.attr("strike").is_some_and(|strike| strike != "noStrike");
                }
                "t" => {
                    let text = self.xml.text()?;
                    if let Some(line) = lines.last_mut().filter(|_| !gone) {
                        put(line, &text, shift);
                    }
                    continue;
                }
                "br" => {
                    if let Some(line) = lines.last_mut() {
                        line.push(' ');
                    }
                }
                _ => {}
            }
            open += 1;
        }
        lines.retain(|line| !line.trim().is_empty());
        Ok(lines)
    }

    fn table(&mut self) -> Result<Vec<Cell>, ExtractError> {
        let mut cells = Vec::new();
        let (mut row, mut column) = (0_usize, 0_usize);
        let mut open = 1_usize;
        while let Some(element) = self.xml.inside(&mut open)? {
            match element.name() {
                "tr" => {
                    row += 1;
                    column = 0;
                }
                "tc" => {
                    let span = |name| element.number::<usize>(name).unwrap_or(1).clamp(1, 1000);
                    let (row_span, column_span) = (span("rowSpan"), span("gridSpan"));
                    let merged = element.attr("hMerge").is_some() || element.attr("vMerge").is_some();
                    let text = one_line(&self.body()?.join(" "));
                    if !merged {
                        cells.push(Cell { row, column, row_span, column_span, text });
                    }
                    column += 1;
                    continue;
                }
                _ => {}
            }
            open += 1;
        }
        Ok(cells)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::packed;

    #[test]
    fn slides_are_pages() {
        let slide = "<p:sld><p:sp><p:nvPr><p:ph type='title'/></p:nvPr><p:txBody><a:p><a:r><a:t>요금</a:t></a:r></a:p></p:txBody></p:sp>\
            <p:sp><p:txBody><a:p><a:r><a:t>직원은 48</a:t></a:r><a:r><a:rPr baseline='30000'/><a:t>2</a:t></a:r><a:r><a:t>명</a:t></a:r></a:p>\
            <a:p><a:r><a:rPr strike='sngStrike'/><a:t>20</a:t></a:r><a:r><a:t> 30 euros</a:t></a:r></a:p></p:txBody></p:sp>\
            <a:tbl><a:tr><a:tc><a:txBody><a:p><a:r><a:t>a</a:t></a:r></a:p></a:txBody></a:tc><a:tc><a:txBody><a:p><a:r><a:t>b</a:t></a:r></a:p></a:txBody></a:tc></a:tr></a:tbl></p:sld>";
        let bytes = packed(&[
            (
                "ppt/presentation.xml",
                "<p:presentation><p:sldIdLst><p:sldId id='256' r:id='x'/><p:sldId id='257' r:id='y'/></p:sldIdLst></p:presentation>",
            ),
            (
                "ppt/_rels/presentation.xml.rels",
                "<R><Relationship Id='y' Target='slides/slide2.xml'/><Relationship Id='x' Target='slides/slide1.xml'/></R>",
            ),
            (
                "ppt/slides/slide1.xml",
                "<p:sld show='0'><p:txBody><a:p><a:r><a:t>숨김</a:t></a:r></a:p></p:txBody></p:sld>",
            ),
            ("ppt/slides/slide2.xml", slide),
        ]);
        let extraction = extract(&bytes, &Limits::default()).unwrap();
        let blocks: Vec<_> =
            extraction.blocks.iter().map(|block| (block.page, block.category, block.text.as_str())).collect();
        assert_eq!(
            blocks,
            [
                (Some(2), Category::Heading2, "요금"),
                (Some(2), Category::List, "직원은 48명\n 30 euros"),
                (Some(2), Category::Table, "| a | b |\n| --- | --- |"),
            ]
        );
    }
}
