//! LaTeX as it is set: sections, tables, notes and formulas, the words of everything else.

use super::super::builder::{Builder, one_line};
use super::super::table::Cell;
use super::super::{ExtractError, Extraction, Limits, text};
use crate::package::listed;
use stet_sources::chunk::Category;
use stet_sources::left_out::{Code, LeftOut};

mod inline;
mod items;
mod macros;
mod remarks;
mod signs;

use macros::balanced;
use remarks::LITERAL_BLOCK;
use remarks::name;

/// Groups in groups.
const MAX_DEPTH: usize = 64;
/// Longer options are none.
const MAX_OPTION: usize = 400;
const SECTIONS: [(&str, usize); 5] =
    [("part", 1), ("chapter", 1), ("section", 2), ("subsection", 3), ("subsubsection", 3)];
const TABLES: [&str; 10] = [
    "tabular",
    "tabular*",
    "tabularx",
    "tabulary",
    "longtable",
    "longtable*",
    "xltabular",
    "tabu",
    "tblr",
    "supertabular",
];
const FLOATS: [&str; 8] = [
    "table",
    "figure",
    "wraptable",
    "wrapfigure",
    "sidewaystable",
    "sidewaysfigure",
    "subtable",
    "subfigure",
];
const DRAWINGS: [&str; 5] = ["tikzpicture", "pgfpicture", "picture", "pspicture", "circuitikz"];
const FORMULAS: [&str; 12] = [
    "equation",
    "align",
    "gather",
    "multline",
    "eqnarray",
    "displaymath",
    "flalign",
    "alignat",
    "math",
    "dmath",
    "aligned",
    "split",
];

pub(super) fn extract(bytes: &[u8], limits: &Limits) -> Result<Extraction, ExtractError> {
    let decoded = text::decode(bytes)?;
    let expanded = macros::expand(&decoded.text, limits.text_bytes)?;
    let (head, body) = expanded.text.split_once("\\begin{document}").unwrap_or(("", &expanded.text));
    let body = body.split_once("\\end{document}").map_or(body, |(body, _)| body);
    let (mut items, mut source) = (items::Items::default(), String::with_capacity(body.len()));
    body.lines().for_each(|line| items.put(line, &mut source));
    let mut reader = Reader::new(&expanded.literals, source.len(), limits);
    let mut told = |command: &str| {
        let found = [head, &source].iter().find_map(|part| {
            let at = part.find(command)? + command.len();
            balanced(skip_option(part.get(at..)?), b'{', b'}', &mut 10_000).map(|(inner, _)| inner.to_owned())
        });
        found.map(|inner| reader.inline(&inner, 0)).filter(|inner| !inner.trim().is_empty())
    };
    let (title, author, dated) = (told("\\title"), told("\\author"), told("\\date"));
    for (category, text) in [(Category::Heading1, &title), (Category::Paragraph, &author)] {
        reader.out.push(category, None, &tidy(text.as_deref().unwrap_or_default()))?;
    }
    reader.read(&source)?;
    let mut left_out: Vec<LeftOut> = decoded.left_out.into_iter().collect();
    if !expanded.included.is_empty() {
        LeftOut::at(Code::IncludedFiles, "", &expanded.included).put(&mut left_out);
    }
    if reader.drawings > 0 {
        LeftOut::counted(Code::Pictures, "", reader.drawings).put(&mut left_out);
    }
    if expanded.endless {
        LeftOut::named(Code::EndlessMacros, "").put(&mut left_out);
    }
    Ok(Extraction {
        title: title.map(|title| one_line(&title)),
        dated: dated.map(|dated| one_line(&dated)),
        author: author.and_then(|authors| listed(authors.lines().map(one_line).collect())),
        media_type: text::MEDIA_TYPE.into(),
        blocks: reader.out.finish(),
        left_out,
        guesses: decoded.guess.into_iter().collect(),
        ..Extraction::default()
    })
}

/// The tables of a float wait for its caption.
type Float = Vec<(Vec<Cell>, Option<usize>)>;

struct Reader<'a> {
    out: Builder,
    literals: &'a [String],
    open: String,
    notes: Vec<String>,
    floats: Vec<Float>,
    caption: Option<String>,
    drawings: usize,
    /// Bytes that may still be looked at in vain.
    searches: usize,
}

/// The words of a formula or a piece of LaTeX in another format.
pub(super) fn words(source: &str) -> String {
    tidy(&Reader::new(&[], source.len(), &Limits::default()).inline(source, 0))
}

/// The sign that a command sets.
pub(super) fn sign(name: &str) -> Option<&'static str> {
    signs::sign(name)
}

impl<'a> Reader<'a> {
    fn new(literals: &'a [String], length: usize, limits: &Limits) -> Self {
        Self {
            out: Builder::new(limits),
            literals,
            open: String::new(),
            notes: Vec::new(),
            floats: Vec::new(),
            caption: None,
            drawings: 0,
            searches: remarks::searches(length),
        }
    }
}

impl Reader<'_> {
    fn read(&mut self, source: &str) -> Result<(), ExtractError> {
        let mut rest = source;
        while let Some(ch) = rest.chars().next() {
            match ch {
                '\n' => {
                    let blank = rest.len() - rest.trim_start().len();
                    let (blanks, after) = rest.split_at(blank);
                    if blanks.matches('\n').count() > 1 {
                        self.flush(Category::Paragraph)?;
                    } else {
                        self.open.push('\n');
                    }
                    rest = after;
                }
                '\\' => {
                    let behind = rest.get(1..).unwrap_or_default();
                    let name = name(behind);
                    let after = behind.get(name.len()..).unwrap_or_default();
                    rest = match self.block(name, after)? {
                        Some(after) => after,
                        None => self.inside(rest),
                    };
                }
                LITERAL_BLOCK => {
                    self.flush(Category::Paragraph)?;
                    rest = self.literal(rest.get(1..).unwrap_or_default());
                    self.flush(Category::Code)?;
                }
                // A group of its own may hold whole paragraphs.
                '{' | '}' => rest = rest.get(1..).unwrap_or_default(),
                _ => rest = self.inside(rest),
            }
        }
        self.flush(Category::Paragraph)
    }

    fn inside<'t>(&mut self, rest: &'t str) -> &'t str {
        let mut open = std::mem::take(&mut self.open);
        let rest = self.step(rest, &mut open, 0);
        self.open = open;
        rest
    }

    fn flush(&mut self, category: Category) -> Result<(), ExtractError> {
        let text = std::mem::take(&mut self.open);
        let text = if category == Category::Code { text } else { tidy(&text) };
        self.out.push(category, None, &text)?;
        for note in std::mem::take(&mut self.notes) {
            self.out.push(Category::Footnote, None, &tidy(&note))?;
        }
        Ok(())
    }

    /// A command between paragraphs; what stands behind it.
    fn block<'t>(&mut self, name: &str, after: &'t str) -> Result<Option<&'t str>, ExtractError> {
        if let Some((_, level)) = SECTIONS.iter().find(|(section, _)| *section == name) {
            let Some((title, length)) = self.group(skip_option(after.trim_start_matches('*'))) else {
                return Ok(None);
            };
            self.flush(Category::Paragraph)?;
            self.open = one_line(&self.inline(title, 0));
            self.flush(Category::heading(*level))?;
            return Ok(Some(length));
        }
        Ok(match name {
            "par" | "bibitem" => {
                self.flush(Category::Paragraph)?;
                Some(if name == "par" { after } else { self.dropped(after, 1) })
            }
            "paragraph" | "subparagraph" => {
                let Some((title, after)) = self.group(skip_option(after.trim_start_matches('*'))) else {
                    return Ok(None);
                };
                self.flush(Category::Paragraph)?;
                let title = self.inline(title, 0);
                let ends = title.trim_end().ends_with(['.', ':', '?', '!']);
                self.open = title + if ends { " " } else { ". " };
                Some(after)
            }
            "caption" if self.floats.is_empty() => {
                self.flush(Category::Paragraph)?;
                let after = self.inside_caption(after);
                self.open = self.caption.take().unwrap_or_default();
                self.flush(Category::Caption)?;
                Some(after)
            }
            "begin" => match self.group(after) {
                Some((name, after)) => Some(self.begin(name, after)?),
                None => None,
            },
            "end" => match self.group(after) {
                Some((name, after)) => {
                    let plain = name.trim_end_matches('*');
                    if FORMULAS.contains(&plain) {
                        self.open.push('\n');
                    } else {
                        if FLOATS.contains(&plain) {
                            self.land()?;
                        }
                        self.flush(Category::Paragraph)?;
                    }
                    Some(after)
                }
                None => None,
            },
            _ => None,
        })
    }

    fn inside_caption<'t>(&mut self, after: &'t str) -> &'t str {
        let Some((inner, after)) = self.group(skip_option(after.trim_start_matches('*'))) else {
            return after;
        };
        let text = tidy(&self.inline(inner, 0));
        self.caption = Some(match self.caption.take() {
            Some(before) => format!("{before}\n{text}"),
            None => text,
        });
        after
    }

    fn begin<'t>(&mut self, name: &str, after: &'t str) -> Result<&'t str, ExtractError> {
        let plain = name.trim_end_matches('*');
        if FORMULAS.contains(&plain) {
            self.open.push('\n');
            return Ok(self.dropped(after, signs::aside_of_environment(name)));
        }
        self.flush(Category::Paragraph)?;
        if TABLES.contains(&name) {
            let (body, after) = self.environment(name, after);
            let widths = usize::from(matches!(name, "tabular*" | "tabularx" | "tabulary" | "xltabular"));
            let body = self.dropped(body, widths + 1);
            let (cells, names) = self.cells(one_head(body).as_str());
            if let Some(float) = self.floats.last_mut() {
                float.push((cells, names));
            } else {
                let caption = self.caption.take();
                self.out.table_under(None, &cells, caption, names)?;
                self.flush(Category::Paragraph)?;
            }
            return Ok(after);
        }
        if DRAWINGS.contains(&name) {
            self.drawings += 1;
            return Ok(self.environment(name, after).1);
        }
        if FLOATS.contains(&plain) {
            self.floats.push(Float::new());
        }
        let rest = self.dropped(after, signs::aside_of_environment(name));
        if name == "frame"
            && let Some((title, after)) = self.group(rest)
        {
            self.open = one_line(&self.inline(title, 0));
            self.flush(Category::Heading3)?;
            return Ok(after);
        }
        Ok(rest)
    }

    /// Gives the tables of a float, the first with its caption.
    fn land(&mut self) -> Result<(), ExtractError> {
        let tables = self.floats.pop().unwrap_or_default();
        let mut caption = self.caption.take();
        for (cells, names) in &tables {
            self.out.table_under(None, cells, caption.take(), *names)?;
        }
        self.out.push(Category::Caption, None, &caption.unwrap_or_default())
    }

    /// What an environment holds, and what stands behind its end.
    fn environment<'t>(&mut self, name: &str, after: &'t str) -> (&'t str, &'t str) {
        let (begin, end) = (format!("\\begin{{{name}}}"), format!("\\end{{{name}}}"));
        let (mut depth, mut at) = (0_usize, 0);
        while let Some(found) = after.get(at..).and_then(|rest| rest.find('\\')).filter(|_| self.searches > 0)
        {
            at += found;
            let rest = after.get(at..).unwrap_or_default();
            if rest.starts_with(&end) {
                if depth == 0 {
                    return (after.get(..at).unwrap_or_default(), rest.get(end.len()..).unwrap_or_default());
                }
                depth -= 1;
            }
            depth += usize::from(rest.starts_with(&begin));
            at += 1;
        }
        self.searches = self.searches.saturating_sub(after.len());
        (after, "")
    }

    /// The cells of a table, and how many rows of names stand over its first rule.
    fn cells(&mut self, body: &str) -> (Vec<Cell>, Option<usize>) {
        let (mut cells, mut row, mut column) = (Vec::new(), 0, 0);
        let mut names = None;
        let (mut rest, mut from, mut depth) = (body, body, 0_usize);
        loop {
            let ends_row = rest.starts_with("\\\\") || rest.starts_with("\\tabularnewline");
            let ends = depth == 0 && (ends_row || rest.starts_with('&'));
            if ends || rest.is_empty() {
                let text = from.get(..from.len() - rest.len()).unwrap_or_default();
                let mut cell = Cell { row, column, row_span: 1, column_span: 1, ..Cell::default() };
                self.cell(text, &mut cell);
                if column == 0 && row > 0 && names.is_none() && text.contains("\\midrule") {
                    names = Some(row);
                }
                column += cell.column_span;
                cells.push(cell);
                if rest.is_empty() {
                    return (cells, names);
                }
                let length =
                    if ends_row { 1 + name(rest.get(1..).unwrap_or_default()).len().max(1) } else { 1 };
                rest = rest.get(length..).unwrap_or_default();
                if ends_row {
                    (row, column) = (row + 1, 0);
                    rest = skip_option(rest.trim_start_matches('*'));
                }
                from = rest;
                continue;
            }
            let mut chars = rest.chars();
            match chars.next() {
                Some('{') => {
                    if let Some((_, after)) = self.group(rest) {
                        rest = after;
                        continue;
                    }
                }
                Some('\\') => {
                    let behind = chars.as_str();
                    depth += usize::from(behind.starts_with("begin{"));
                    depth = depth.saturating_sub(usize::from(behind.starts_with("end{")));
                    chars.next();
                }
                _ => {}
            }
            rest = chars.as_str();
        }
    }

    /// A cell with what it spans.
    fn cell(&mut self, text: &str, cell: &mut Cell) {
        let mut text = text;
        for _ in 0..2 {
            let Some((before, spans)) = text.split_once("\\multi") else { break };
            let down = spans.starts_with("row");
            let Some(rest) = spans.strip_prefix("row").or_else(|| spans.strip_prefix("column")) else {
                break;
            };
            if !self.inline(before, 0).trim().is_empty() {
                break;
            }
            let Some((number, rest)) = self.group(skip_option(rest)) else { break };
            let number = number.trim().trim_start_matches('-').parse().unwrap_or(1).clamp(1, 1000);
            if down {
                cell.row_span = number;
            } else {
                cell.column_span = number;
            }
            // The width or the kind of the column.
            text = self.dropped(rest, 1);
        }
        cell.text = tidy(&self.inline(text, 0));
    }

    /// A group, and what stands behind it.
    fn group<'t>(&mut self, rest: &'t str) -> Option<(&'t str, &'t str)> {
        let rest = rest.trim_start();
        let (inner, length) = balanced(rest, b'{', b'}', &mut self.searches)?;
        Some((inner, rest.get(length..)?))
    }

    /// What stands behind options and as many arguments.
    fn dropped<'t>(&mut self, after: &'t str, count: usize) -> &'t str {
        let mut rest = skip_option(skip_option(after));
        for _ in 0..count {
            match self.group(rest) {
                Some((_, after)) => rest = skip_option(after),
                None => break,
            }
        }
        rest
    }
}

/// What stands behind an option in brackets.
fn skip_option(text: &str) -> &str {
    let end = balanced(text.get(..text.floor_char_boundary(MAX_OPTION)).unwrap_or(text), b'[', b']', &mut 1);
    end.and_then(|(_, length)| text.get(length..)).unwrap_or(text)
}

/// A long table with one head: what it sets again on each page goes.
fn one_head(body: &str) -> String {
    let ends = ["\\endfirsthead", "\\endhead", "\\endfoot", "\\endlastfoot"];
    let mut parts = vec![body];
    for end in ends {
        let last = parts.pop().unwrap_or_default();
        match last.split_once(end) {
            Some((before, after)) => parts.extend([before, after]),
            None => parts.push(last),
        }
    }
    match parts.as_slice() {
        [head, .., rows] => [*head, *rows].concat(),
        _ => body.to_owned(),
    }
}

/// Text with single blanks and no empty lines.
fn tidy(text: &str) -> String {
    let lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests;
