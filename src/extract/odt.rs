//! ODT (`OpenDocument` text): headings, paragraphs, lists, tables and notes of `content.xml`.

use std::collections::HashMap;

use super::archive::Archive;
use super::builder::{Builder, clean, one_line};
use super::script::{LOWERED, RAISED, put};
use super::table::Cell;
use super::xml::{Element, Node, Pull};
use super::{ExtractError, Extraction, Limits, headings};
use stet_sources::chunk::Category;

pub(super) const MEDIA_TYPE: &str = "application/vnd.oasis.opendocument.text";

/// Frames, notes and tables in one another: deeper than this their text is passed over.
const MAX_NESTING: usize = 24;

pub(super) fn extract(bytes: &[u8], limits: &Limits) -> Result<Extraction, ExtractError> {
    let mut archive = Archive::open(bytes, limits)?;
    if archive
        .read_text("META-INF/manifest.xml")?
        .is_some_and(|manifest| manifest.contains("encryption-data"))
    {
        return Err(ExtractError::Encrypted);
    }
    let mut looks = HashMap::new();
    read_looks(&archive.read_text("styles.xml")?.unwrap_or_default(), &mut looks)?;
    let text =
        archive.read_text("content.xml")?.ok_or_else(|| ExtractError::corrupt("content.xml is missing"))?;
    read_looks(&text, &mut looks)?;
    let title = super::package::title(&archive.read_text("meta.xml")?.unwrap_or_default())?;
    let mut reader = Reader { xml: Pull::new(&text), looks: &looks, out: Builder::new(limits) };
    reader.parse()?;
    Ok(Extraction {
        title,
        media_type: MEDIA_TYPE.into(),
        blocks: reader.out.finish(),
        ..Extraction::default()
    })
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Look {
    #[default]
    Plain,
    Raised,
    Lowered,
    /// Struck out or hidden.
    Gone,
}

fn read_looks(text: &str, looks: &mut HashMap<String, Look>) -> Result<(), ExtractError> {
    let mut xml = Pull::new(text);
    let mut name = String::new();
    while let Some(element) = xml.element()? {
        match element.name() {
            "style" => name = element.attr("name").unwrap_or_default(),
            "text-properties" => {
                let position = element.attr("text-position").unwrap_or_default();
                let struck = element.attr("text-line-through-style").is_some_and(|style| style != "none");
                let look = if struck || element.attr("display").as_deref() == Some("none") {
                    Look::Gone
                } else if position.starts_with("sub") || position.starts_with('-') {
                    Look::Lowered
                } else if position.starts_with("super")
                    || position.starts_with(|ch: char| matches!(ch, '1'..='9'))
                {
                    Look::Raised
                } else {
                    continue;
                };
                looks.insert(name.clone(), look);
            }
            _ => {}
        }
    }
    Ok(())
}

struct Reader<'a> {
    xml: Pull<'a>,
    looks: &'a HashMap<String, Look>,
    out: Builder,
}

impl Reader<'_> {
    fn parse(&mut self) -> Result<(), ExtractError> {
        while let Some(element) = self.xml.element()? {
            match element.name() {
                "h" | "p" => {
                    let level = element.number::<usize>("outline-level").filter(|_| element.name() == "h");
                    let mut notes = Vec::new();
                    let text = self.paragraph(&element, &mut notes, 0)?;
                    let category = level.map_or_else(|| headings::category(None, &text), Category::heading);
                    self.out.push(category, None, &text)?;
                    for note in notes {
                        self.out.push(Category::Footnote, None, &note)?;
                    }
                }
                "list" => {
                    let lines = self.list(0)?;
                    self.out.push(Category::List, None, &lines.join("\n"))?;
                }
                "table" => {
                    let cells = self.table(0)?;
                    self.out.table(None, &cells, None)?;
                }
                // What was taken out under change tracking, and what is said about the document.
                "tracked-changes" | "automatic-styles" | "styles" | "sequence-decls" | "table-of-content" => {
                    self.xml.skip()?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Reads a paragraph up to its end.
    fn paragraph(
        &mut self,
        start: &Element<'_>,
        notes: &mut Vec<String>,
        nesting: usize,
    ) -> Result<String, ExtractError> {
        let look_of = |element: &Element<'_>, above: Look| {
            let own = element.attr("style-name").and_then(|name| self.looks.get(&name)).copied();
            if above == Look::Gone { above } else { own.unwrap_or(above) }
        };
        let mut out = String::new();
        let mut open = vec![look_of(start, Look::Plain)];
        while let Some(look) = open.last().copied() {
            match self.xml.next()? {
                Node::Open(element) => match element.name() {
                    "s" => {
                        out.push_str(&" ".repeat(element.number::<usize>("c").unwrap_or(1).min(80)));
                        open.push(look);
                    }
                    "tab" | "line-break" => {
                        out.push(if element.name() == "tab" { ' ' } else { '\n' });
                        open.push(look);
                    }
                    "note-body" if nesting < MAX_NESTING => {
                        let text = self.lines(nesting + 1)?.join("\n");
                        notes.push(text);
                    }
                    "note-citation" | "note-body" | "annotation" | "ruby-text" | "tracked-changes"
                    | "desc" => {
                        self.xml.skip()?;
                    }
                    _ => {
                        let own = look_of(&element, look);
                        open.push(own);
                    }
                },
                Node::Close => drop(open.pop()),
                Node::Text(text) => match look {
                    Look::Gone => {}
                    Look::Plain => out.push_str(&text),
                    Look::Raised => put(&mut out, &text, Some(RAISED)),
                    Look::Lowered => put(&mut out, &text, Some(LOWERED)),
                },
                Node::End => break,
            }
        }
        Ok(clean(&out))
    }

    /// The paragraphs up to the end of the open element.
    fn lines(&mut self, nesting: usize) -> Result<Vec<String>, ExtractError> {
        let mut lines = Vec::new();
        let mut open = 1_usize;
        while let Some(element) = self.xml.inside(&mut open)? {
            match element.name() {
                "p" | "h" => {
                    let mut notes = Vec::new();
                    lines.push(self.paragraph(&element, &mut notes, nesting)?);
                    lines.extend(notes);
                }
                "annotation" => self.xml.skip()?,
                _ => open += 1,
            }
        }
        Ok(lines)
    }

    /// The items of a list, those of lists in it indented.
    fn list(&mut self, depth: usize) -> Result<Vec<String>, ExtractError> {
        let mut lines = Vec::new();
        let mut open = 1_usize;
        while let Some(element) = self.xml.inside(&mut open)? {
            match element.name() {
                "p" | "h" => {
                    let mut notes = Vec::new();
                    let text = one_line(&self.paragraph(&element, &mut notes, depth)?);
                    if !text.is_empty() {
                        lines.push(format!("{}- {text}", "  ".repeat(depth.min(8))));
                    }
                    lines.extend(notes);
                }
                "list" if depth < MAX_NESTING => lines.extend(self.list(depth + 1)?),
                "list" => self.xml.skip()?,
                _ => open += 1,
            }
        }
        Ok(lines)
    }

    fn table(&mut self, nesting: usize) -> Result<Vec<Cell>, ExtractError> {
        let mut cells = Vec::new();
        let (mut row, mut column) = (0_usize, 0_usize);
        let mut open = 1_usize;
        while let Some(element) = self.xml.inside(&mut open)? {
            match element.name() {
                "table-row" => {
                    row += 1;
                    column = 0;
                }
                "table-cell" | "covered-table-cell" => {
                    let number = |name| element.number::<usize>(name).unwrap_or(1).clamp(1, 1000);
                    let (row_span, column_span) =
                        (number("number-rows-spanned"), number("number-columns-spanned"));
                    let repeated = number("number-columns-repeated");
                    let covered = element.name() == "covered-table-cell";
                    let text = self.lines(nesting + 1)?.join("\n");
                    if !covered {
                        cells.push(Cell { row, column, row_span, column_span, text });
                    }
                    column += repeated;
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
    fn paragraphs_lists_tables_and_notes() {
        let content = "<d><style:style style:name='S'><style:text-properties style:text-position='super 58%'/></style:style>\
            <style:style style:name='X'><style:text-properties style:text-line-through-style='solid'/></style:style>\
            <text:tracked-changes><text:p>gone</text:p></text:tracked-changes>\
            <text:h text:outline-level='1'>요금</text:h>\
            <text:p>직원은 48<text:span text:style-name='S'>2</text:span>명, <text:span text:style-name='X'>20</text:span>30<text:s text:c='2'/>유로\
            <text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>주석</text:p></text:note-body></text:note>다.</text:p>\
            <text:list><text:list-item><text:p>하나</text:p><text:list><text:list-item><text:p>안</text:p></text:list-item></text:list></text:list-item></text:list>\
            <table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table></d>";
        let bytes = packed(&[("content.xml", content), ("meta.xml", "<m><dc:title>제목</dc:title></m>")]);
        let extraction = extract(&bytes, &Limits::default()).unwrap();
        let blocks: Vec<_> =
            extraction.blocks.iter().map(|block| (block.category, block.text.as_str())).collect();
        assert_eq!(extraction.title.as_deref(), Some("제목"));
        assert_eq!(
            blocks,
            [
                (Category::Heading1, "요금"),
                (Category::Paragraph, "직원은 48명, 30  유로다."),
                (Category::Footnote, "주석"),
                (Category::List, "- 하나\n  - 안"),
                (Category::Table, "| a | b |\n| --- | --- |"),
            ]
        );
    }
}
