//! What is drawn in slides and sheets (ECMA-376, `DrawingML`): paragraphs of shapes, tables, charts and diagrams.

use std::collections::{HashMap, HashSet};

use super::ExtractError;
use super::builder::{Builder, one_line};
use super::number_format::{Format, general};
use super::script::{LOWERED, RAISED, put};
use super::table::Cell;
use super::xml::Pull;
use stet_sources::chunk::Category;

/// Points of a series, and nodes of a diagram, beyond which they are none that anybody reads.
const MAX_POINTS: usize = 20_000;

/// The paragraphs of the text that was opened last.
pub(super) fn body(xml: &mut Pull<'_>) -> Result<Vec<String>, ExtractError> {
    let mut lines: Vec<String> = Vec::new();
    let mut open = 1_usize;
    let (mut shift, mut gone) = (None, false);
    while let Some(element) = xml.inside(&mut open)? {
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
                let text = xml.text()?;
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

/// The texts of the shapes in a drawing, each as its paragraphs.
pub(super) fn boxes(text: &str) -> Result<Vec<Vec<String>>, ExtractError> {
    let mut xml = Pull::new(text);
    let mut found = Vec::new();
    while let Some(element) = xml.element()? {
        match element.name() {
            "txBody" => found.push(body(&mut xml)?),
            "Fallback" => xml.skip()?,
            _ => {}
        }
    }
    Ok(found)
}

/// The cells of the table that was opened last.
pub(super) fn table(xml: &mut Pull<'_>) -> Result<Vec<Cell>, ExtractError> {
    let mut cells = Vec::new();
    let (mut row, mut column) = (0_usize, 0_usize);
    let mut open = 1_usize;
    while let Some(element) = xml.inside(&mut open)? {
        match element.name() {
            "tr" => {
                row += 1;
                column = 0;
            }
            "tc" => {
                let span = |name| element.number::<usize>(name).unwrap_or(1).clamp(1, 1000);
                let (row_span, column_span) = (span("rowSpan"), span("gridSpan"));
                let merged = element.attr("hMerge").is_some() || element.attr("vMerge").is_some();
                let text = one_line(&body(xml)?.join(" "));
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

/// A chart: its title, and its series as columns beside their categories.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Chart {
    title: String,
    /// What its axes say they are.
    axes: Vec<String>,
    series: Vec<Series>,
}

#[derive(Debug, Default, PartialEq)]
struct Series {
    name: String,
    categories: Vec<(usize, String)>,
    values: Vec<(usize, String)>,
}

/// Reads the part of a chart.
pub(super) fn chart(text: &str) -> Result<Chart, ExtractError> {
    let mut xml = Pull::new(text);
    let mut chart = Chart::default();
    let mut axes = false;
    while let Some(element) = xml.element()? {
        match element.name() {
            "ser" => {
                let series = series(&mut xml)?;
                chart.series.push(series);
            }
            "catAx" | "valAx" | "dateAx" | "serAx" => axes = true,
            "title" => {
                let title = one_line(&body(&mut xml)?.join(" "));
                if axes {
                    chart.axes.extend(Some(title).filter(|title| !title.is_empty()));
                } else {
                    chart.title = title;
                }
            }
            "Fallback" => xml.skip()?,
            _ => {}
        }
    }
    Ok(chart)
}

fn series(xml: &mut Pull<'_>) -> Result<Series, ExtractError> {
    let mut found = Series::default();
    let mut open = 1_usize;
    while let Some(element) = xml.inside(&mut open)? {
        match element.name() {
            "tx" => {
                let name: Vec<String> = points(xml)?.into_iter().map(|(_, text)| text).collect();
                found.name = one_line(&name.join(" "));
            }
            "cat" | "xVal" => found.categories = points(xml)?,
            "val" | "yVal" => found.values = points(xml)?,
            "dLbls" | "extLst" | "trendline" | "errBars" => xml.skip()?,
            _ => open += 1,
        }
    }
    Ok(found)
}

/// The points kept in the element that was opened last, by their place, as they are shown. Of names in several levels the
/// innermost come first and are taken.
fn points(xml: &mut Pull<'_>) -> Result<Vec<(usize, String)>, ExtractError> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut format = Format::default();
    let (mut open, mut at, mut levels) = (1_usize, 0_usize, 0_usize);
    let mut numbers = false;
    while let Some(element) = xml.inside(&mut open)? {
        match element.name() {
            "f" => {
                xml.skip()?;
                continue;
            }
            "lvl" => levels += 1,
            "numCache" | "numLit" => numbers = true,
            "formatCode" => {
                format = Format::new(&xml.text()?);
                continue;
            }
            "pt" => at = element.number("idx").unwrap_or(at + 1),
            "v" => {
                let text = xml.text()?;
                let number = text.trim().parse::<f64>().ok().filter(|_| numbers);
                let shown =
                    number.map(|number| format.number(number, false).unwrap_or_else(|| general(number)));
                if levels < 2 && found.len() < MAX_POINTS {
                    found.push((at, shown.unwrap_or(text)));
                }
                continue;
            }
            _ => {}
        }
        open += 1;
    }
    Ok(found)
}

impl Chart {
    /// Gives what it says: its names as a caption, its series as tables.
    pub(super) fn give(&self, page: Option<u32>, out: &mut Builder) -> Result<(), ExtractError> {
        let names = std::iter::once(&self.title).chain(&self.axes).map(String::as_str);
        let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
        out.push(Category::Caption, page, &names.join(" · "))?;
        self.tables().iter().try_for_each(|cells| out.table(page, cells, None))
    }

    /// Tables of its series: one for those over the same categories.
    fn tables(&self) -> Vec<Vec<Cell>> {
        let mut groups: Vec<Vec<&Series>> = Vec::new();
        for series in &self.series {
            match groups.last_mut() {
                Some(group) if group.first().is_some_and(|first| first.categories == series.categories) => {
                    group.push(series);
                }
                _ => groups.push(vec![series]),
            }
        }
        let cell = |row, column, text: &str| Cell {
            row,
            column,
            row_span: 1,
            column_span: 1,
            text: text.to_owned(),
        };
        let table = |group: &Vec<&Series>| {
            let mut cells = Vec::new();
            for (at, text) in group.first().map_or(&[][..], |first| &first.categories) {
                cells.push(cell(at + 1, 0, text));
            }
            for (column, series) in group.iter().enumerate() {
                cells.push(cell(0, column + 1, &series.name));
                cells.extend(series.values.iter().map(|(at, text)| cell(at + 1, column + 1, text)));
            }
            cells
        };
        groups.iter().map(table).collect()
    }
}

/// The words of a diagram (`SmartArt`), a line for each node, those under another behind it.
pub(super) fn diagram(text: &str) -> Result<Vec<String>, ExtractError> {
    let mut xml = Pull::new(text);
    let mut texts: Vec<(String, String)> = Vec::new();
    let mut under: HashMap<String, Vec<(u32, String)>> = HashMap::new();
    let mut id = String::new();
    while let Some(element) = xml.element()? {
        match element.name() {
            "pt" => id = element.attr("modelId").unwrap_or_default(),
            "t" => {
                let text = body(&mut xml)?.join(" ");
                if texts.len() < MAX_POINTS {
                    texts.push((id.clone(), text));
                }
            }
            "cxn" if element.attr("type").is_none_or(|kind| kind == "parOf") => {
                let get = |name| element.attr(name).unwrap_or_default();
                let order = element.number("srcOrd").unwrap_or(0);
                under.entry(get("srcId")).or_default().push((order, get("destId")));
            }
            _ => {}
        }
    }
    let inner: HashSet<&String> = under.values().flatten().map(|(_, id)| id).collect();
    let mut open: Vec<String> = under.keys().filter(|id| !inner.contains(id)).cloned().collect();
    open.sort();
    let mut order = Vec::new();
    while let Some(id) = open.pop() {
        // Taken out, so that a circle ends.
        let mut next = under.remove(&id).unwrap_or_default();
        next.sort();
        open.extend(next.into_iter().rev().map(|(_, id)| id));
        order.push(id);
    }
    let place: HashMap<&String, usize> = order.iter().enumerate().map(|(at, id)| (id, at)).collect();
    texts.sort_by_key(|(id, _)| place.get(id).copied().unwrap_or(usize::MAX));
    Ok(texts.into_iter().map(|(_, text)| text).filter(|text| !text.trim().is_empty()).collect())
}
