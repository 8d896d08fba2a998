//! What is drawn in slides, sheets and texts (ECMA-376, `DrawingML`): paragraphs of shapes, tables, charts by their kept numbers
//! and diagrams (`SmartArt`) by their points.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::ExtractError;
use super::builder::{Builder, one_line};
use super::number_format::{Format, general};
use super::numbering::{labelled, written};
use super::script::{LOWERED, RAISED, put};
use super::table::Cell;
use super::xml::Pull;
use stet_sources::chunk::Category;

/// Points of a series, and nodes of a diagram, beyond which they are none that anybody reads.
const MAX_POINTS: usize = 20_000;
/// Names over names of a chart, and their bytes: more of them are not said again for each name below.
const MAX_LEVELS: usize = 8;
const MAX_OVER: usize = 200;
/// Points of a diagram stand below one another; deeper than this they stand at this depth.
const MAX_DEPTH: usize = 16;

/// A paragraph as it is read: its text, its level, how it is numbered and from which number on.
#[derive(Debug, Default)]
struct Line {
    text: String,
    level: usize,
    number: Option<(String, u32)>,
}

/// How a kind of number is written, as `alphaLcParenR`: its format, and what stands around it.
fn numbered(kind: &str, number: u32) -> String {
    let ends = [
        ("ParenBoth", "(", ")"),
        ("ParenR", "", ")"),
        ("Period", "", "."),
        ("Minus", "", " -"),
        ("Plain", "", ""),
    ];
    let found = ends.iter().find_map(|(name, open, close)| Some((kind.strip_suffix(name)?, *open, *close)));
    let (format, open, close) = found.unwrap_or((kind, "", ""));
    let format = match format {
        "alphaLc" => "lowerLetter",
        "alphaUc" => "upperLetter",
        "romanLc" => "lowerRoman",
        "romanUc" => "upperRoman",
        "arabicDb" => "decimalFullWidth",
        "ea1Chs" | "ea1Cht" | "ea1JpnChs" | "ea1JpnKor" => "chineseCounting",
        _ if format.starts_with("circleNum") => "decimalEnclosedCircle",
        _ => "decimal",
    };
    format!("{open}{}{close} ", written(format, number))
}

/// The lines behind their numbers. A number goes on where nothing but deeper lines stand between; empty lines have none.
fn with_numbers(lines: Vec<Line>) -> Vec<String> {
    let mut counted: Vec<Option<(String, u32)>> = Vec::new();
    let lines = lines.into_iter().filter(|line| !line.text.trim().is_empty());
    lines
        .map(|Line { text, level, number }| {
            counted.truncate(level + 1);
            counted.resize(level + 1, None);
            let before = counted.pop().flatten();
            let own = number.map(|(kind, start)| {
                let next =
                    before.filter(|(same, _)| *same == kind).map_or(start, |(_, at)| at.saturating_add(1));
                (kind, next)
            });
            let label = own.as_ref().map(|(kind, number)| numbered(kind, *number));
            counted.push(own);
            label.map_or(text.clone(), |label| labelled(&label, &text))
        })
        .collect()
}

/// The paragraphs of the text that was opened last.
pub(super) fn body(xml: &mut Pull<'_>) -> Result<Vec<String>, ExtractError> {
    let mut lines: Vec<Line> = Vec::new();
    let mut open = 1_usize;
    let (mut shift, mut gone) = (None, false);
    while let Some(element) = xml.inside(&mut open)? {
        match element.name() {
            "p" => lines.push(Line::default()),
            "pPr" => {
                if let Some(line) = lines.last_mut() {
                    line.level = element.number::<usize>("lvl").unwrap_or(0).min(8);
                }
            }
            "buAutoNum" => {
                if let Some(line) = lines.last_mut() {
                    let start = element.number("startAt").unwrap_or(1);
                    line.number = Some((element.attr("type").unwrap_or_default(), start));
                }
            }
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
                    put(&mut line.text, &text, shift);
                }
                continue;
            }
            // A title of a chart that is taken from a cell.
            "v" => {
                lines.push(Line { text: xml.text()?, ..Line::default() });
                continue;
            }
            "br" => {
                if let Some(line) = lines.last_mut() {
                    line.text.push(' ');
                }
            }
            _ => {}
        }
        open += 1;
    }
    Ok(with_numbers(lines))
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

/// A chart: its titles, and its series as columns beside their names.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Chart {
    /// Its own, and those of its axes, but for the next.
    titles: Vec<String>,
    /// What the axis with the names says that they are.
    below: String,
    series: Vec<Series>,
}

#[derive(Debug, Default, PartialEq)]
struct Series {
    name: String,
    names: BTreeMap<usize, String>,
    values: BTreeMap<usize, String>,
}

/// Reads the part of a chart.
pub(super) fn chart(text: &str) -> Result<Chart, ExtractError> {
    let mut xml = Pull::new(text);
    let mut chart = Chart::default();
    let (mut names, mut since_1904) = (false, false);
    while let Some(element) = xml.element()? {
        match element.name() {
            "date1904" => since_1904 = element.attr("val").is_none_or(|val| val == "1" || val == "true"),
            "ser" => {
                let series = series(&mut xml, since_1904)?;
                chart.series.push(series);
            }
            "catAx" | "dateAx" => names = true,
            "valAx" | "serAx" => names = false,
            "title" => {
                let title = one_line(&body(&mut xml)?.join(" "));
                if names && chart.below.is_empty() {
                    chart.below = title;
                } else {
                    chart.titles.extend(Some(title).filter(|title| !title.is_empty()));
                }
            }
            "Fallback" => xml.skip()?,
            _ => {}
        }
    }
    Ok(chart)
}

fn series(xml: &mut Pull<'_>, since_1904: bool) -> Result<Series, ExtractError> {
    let mut found = Series::default();
    let mut open = 1_usize;
    while let Some(element) = xml.inside(&mut open)? {
        match element.name() {
            "tx" => {
                let name: Vec<String> = points(xml, since_1904)?.into_values().collect();
                found.name = name.join(" ");
            }
            "cat" | "xVal" => found.names = points(xml, since_1904)?,
            "val" | "yVal" => found.values = points(xml, since_1904)?,
            _ => xml.skip()?,
        }
    }
    Ok(found)
}

/// The points kept in the element that was opened last, by their place, each as its format shows it. Names over names stand
/// before those that they are of.
fn points(xml: &mut Pull<'_>, since_1904: bool) -> Result<BTreeMap<usize, String>, ExtractError> {
    let mut levels: Vec<BTreeMap<usize, String>> = vec![BTreeMap::new()];
    let (mut format, mut own) = (Format::default(), None);
    let (mut open, mut at, mut left) = (1_usize, 0_usize, MAX_POINTS);
    let mut numbers = false;
    while let Some(element) = xml.inside(&mut open)? {
        match element.name() {
            "f" => {
                xml.skip()?;
                continue;
            }
            "lvl" => levels.push(BTreeMap::new()),
            "numCache" | "numLit" => numbers = true,
            "formatCode" => {
                format = Format::new(&xml.text()?);
                continue;
            }
            "pt" => {
                at = element.number("idx").unwrap_or(at.saturating_add(1));
                own = element.attr("formatCode").map(|code| Format::new(&code));
            }
            "v" => {
                let text = one_line(&xml.text()?);
                let number = text.parse::<f64>().ok().filter(|number| numbers && number.is_finite());
                let format = own.as_ref().unwrap_or(&format);
                let shown = |number| format.number(number, since_1904).unwrap_or_else(|| general(number));
                let shown = number.map_or(text, shown);
                if let (Some(level), 1..) = (levels.last_mut(), left) {
                    left -= 1;
                    level.insert(at, shown);
                }
                continue;
            }
            _ => {}
        }
        open += 1;
    }
    let mut levels = levels.into_iter().filter(|level| !level.is_empty()).take(MAX_LEVELS);
    let mut out = levels.next().unwrap_or_default();
    for level in levels {
        for (at, name) in &mut out {
            let over = level.range(..=*at).next_back().filter(|(_, over)| over.len() <= MAX_OVER);
            if let Some((_, over)) = over {
                *name = format!("{over} {name}");
            }
        }
    }
    Ok(out)
}

impl Chart {
    /// Gives what it says: its titles as a caption, its series as tables.
    pub(super) fn give(&self, page: Option<u32>, out: &mut Builder) -> Result<(), ExtractError> {
        out.push(Category::Caption, page, &self.titles.join(" · "))?;
        self.tables().iter().try_for_each(|cells| out.table(page, cells, None))
    }

    /// All that it says, a line for each title and row, where no block can stand.
    pub(super) fn lines(&self) -> String {
        let mut lines = self.titles.clone();
        for cells in self.tables() {
            let mut rows: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
            for cell in &cells {
                rows.entry(cell.row).or_default().push(&cell.text);
            }
            lines.extend(rows.values().map(|row| row.join(" ").trim().to_owned()));
        }
        lines.join("\n")
    }

    /// Tables of its series, one for those that have the same names: a row for each name, a column for each series.
    fn tables(&self) -> Vec<Vec<Cell>> {
        let cell = |row, column, text: &str| Cell {
            row,
            column,
            row_span: 1,
            column_span: 1,
            text: text.to_owned(),
        };
        let table = |group: &[Series]| {
            let mut cells = vec![cell(0, 0, &self.below)];
            cells.extend(group.iter().zip(1..).map(|(series, column)| cell(0, column, &series.name)));
            let names = group.first().map(|series| &series.names);
            let all = group.iter().flat_map(|series| series.names.keys().chain(series.values.keys()));
            let places: BTreeSet<usize> = all.copied().collect();
            for (place, row) in places.iter().zip(1..) {
                cells.extend(names.and_then(|names| names.get(place)).map(|name| cell(row, 0, name)));
                for (series, column) in group.iter().zip(1..) {
                    cells.extend(series.values.get(place).map(|value| cell(row, column, value)));
                }
            }
            cells
        };
        self.series.chunk_by(|one, other| one.names == other.names).map(table).collect()
    }
}

/// The words of a diagram (`SmartArt`): its points with the depth they stand at, each below the one that it is a part of.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Diagram {
    points: Vec<(usize, String)>,
}

/// Reads the part of a diagram.
pub(super) fn diagram(text: &str) -> Result<Diagram, ExtractError> {
    let mut xml = Pull::new(text);
    let (mut points, mut links) = (Vec::new(), Vec::new());
    while let Some(element) = xml.element()? {
        match element.name() {
            "pt" => {
                let (id, kind) = (element.attr("modelId").unwrap_or_default(), element.attr("type"));
                let text = point(&mut xml)?;
                if points.len() < MAX_POINTS {
                    points.push((id, kind.unwrap_or_default(), text));
                }
            }
            "cxn" if element.attr("type").is_none_or(|kind| kind == "parOf") => {
                let end = |name| element.attr(name).unwrap_or_default();
                links.push((end("srcId"), element.number::<u32>("srcOrd").unwrap_or(0), end("destId")));
            }
            _ => {}
        }
    }
    Ok(Diagram { points: ordered(&points, links) })
}

/// The text of the point that was opened last, empty where it only asks for one.
fn point(xml: &mut Pull<'_>) -> Result<String, ExtractError> {
    let (mut text, mut asks) = (String::new(), false);
    let mut open = 1_usize;
    while let Some(element) = xml.inside(&mut open)? {
        match element.name() {
            "prSet" => asks = matches!(element.attr("phldr").as_deref(), Some("1" | "true")),
            "t" => {
                text = one_line(&body(xml)?.join(" "));
                continue;
            }
            _ => {}
        }
        open += 1;
    }
    Ok(if asks { String::new() } else { text })
}

/// The points with text, from their ids, kinds and texts, and from what they are parts of at which place.
fn ordered(
    points: &[(String, String, String)],
    mut links: Vec<(String, u32, String)>,
) -> Vec<(usize, String)> {
    // The first is taken last from a stack.
    links.sort_by_key(|(_, order, _)| *order);
    links.reverse();
    let mut parts: HashMap<&str, Vec<&str>> = HashMap::new();
    for (whole, _, part) in &links {
        parts.entry(whole).or_default().push(part);
    }
    let kept = |kind: &str| matches!(kind, "" | "node" | "asst");
    let texts: HashMap<&str, &str> = points
        .iter()
        .filter(|(_, kind, _)| kept(kind))
        .map(|(id, _, text)| (id.as_str(), text.as_str()))
        .collect();
    let (mut out, mut met) = (Vec::new(), HashSet::new());
    // From the document, then what hangs on nothing.
    let roots = points.iter().filter(|(_, kind, _)| kind == "doc").chain(points);
    for (root, ..) in roots {
        let mut open = vec![(0, root.as_str())];
        while let Some((depth, id)) = open.pop() {
            // A circle ends where it began.
            if !met.insert(id) {
                continue;
            }
            let text = texts.get(id).filter(|text| !text.is_empty());
            out.extend(text.map(|text| (depth, (*text).to_owned())));
            let deeper = (depth + usize::from(text.is_some())).min(MAX_DEPTH);
            open.extend(parts.get(id).into_iter().flatten().map(|part| (deeper, *part)));
        }
    }
    out
}

impl Diagram {
    /// Gives its points as a list.
    pub(super) fn give(&self, page: Option<u32>, out: &mut Builder) -> Result<(), ExtractError> {
        let lines = self.points.iter().map(|(depth, text)| format!("{}- {text}", "  ".repeat(*depth)));
        out.push(Category::List, page, &lines.collect::<Vec<_>>().join("\n"))
    }

    /// A line for each point, where no block can stand.
    pub(super) fn lines(&self) -> String {
        self.points.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join("\n")
    }
}

#[cfg(test)]
mod tests;
