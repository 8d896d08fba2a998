//! `AsciiDoc`: attributes, tables, notes, links, blocks.

use std::collections::HashSet;

use stet_sources::chunk::Category;

use super::marks::between;
use super::{Sheet, cells, latex};
use crate::numbering::written;
use crate::table::Cell;
use crate::{ExtractError, csv};

mod inline;

pub(super) use inline::inline;
use inline::references;

const ADMONITIONS: [&str; 5] = ["NOTE: ", "TIP: ", "IMPORTANT: ", "WARNING: ", "CAUTION: "];
/// Columns of a table and times that a cell is repeated.
const MOST: usize = 200;
/// Cells of a table, and places that cells take over several rows.
const MAX_CELLS: usize = 200_000;

/// How lists are numbered, by the names of these ways, in the order of the levels.
const FORMATS: [(&str, &str); 6] = [
    ("arabic", "decimal"),
    ("loweralpha", "lowerLetter"),
    ("lowerroman", "lowerRoman"),
    ("upperalpha", "upperLetter"),
    ("upperroman", "upperRoman"),
    ("decimal", "decimalZero"),
];

#[derive(Default)]
struct Reader<'a> {
    /// What the line of attributes before a block says.
    told: &'a str,
    /// Conditions whose lines are left out, and all that are open.
    away: usize,
    numbers: Vec<(&'static str, u32)>,
}

pub(super) fn read(lines: &[&str], sheet: &mut Sheet) -> Result<(), ExtractError> {
    let (mut reader, mut at) = (Reader::default(), head(lines, sheet)?);
    while at < lines.len() {
        at += reader.next(lines.get(at..).unwrap_or_default(), sheet)?;
    }
    Ok(())
}

/// The title of the document with its author and its revision; the lines that it takes.
fn head(lines: &[&str], sheet: &mut Sheet) -> Result<usize, ExtractError> {
    let mut at = 0;
    while lines
        .get(at)
        .is_some_and(|line| line.is_empty() || line.starts_with("//") || attribute(line).is_some())
    {
        if let Some((name, value)) = lines.get(at).and_then(|line| attribute(line)) {
            set(name, value, sheet);
        }
        let block = lines.get(at).filter(|line| line.starts_with("////"));
        at += block.map_or(1, |line| remark(line, lines.get(at + 1..).unwrap_or_default()));
    }
    let Some(title) = lines.get(at).and_then(|line| line.strip_prefix("= ")) else { return Ok(at) };
    let rest = lines.get(at + 1..).unwrap_or_default();
    let plain = |line: &&&str| !line.is_empty() && !line.starts_with([':', '/']);
    let author = rest.first().filter(plain);
    let revision = author
        .and_then(|_| rest.get(1))
        .filter(plain)
        .filter(|line| line.contains(|ch: char| ch.is_ascii_digit()));
    let attributes = rest.iter().take_while(|line| !line.is_empty()).filter_map(|line| attribute(line));
    for (name, value) in attributes {
        set(name, value, sheet);
    }
    sheet.tell("title", title);
    sheet.put(Category::Heading1, title)?;
    if let Some(author) = author {
        let name = between(author, "<", ">", |_| Some(String::new()));
        sheet.tell("author", &name);
        sheet.put(Category::Paragraph, &name)?;
    }
    if let Some(revision) = revision {
        let day =
            revision.split([',', ':']).find(|part| part.contains(['-', '.', ' ']) && part.trim().len() > 7);
        sheet.tell("date", day.unwrap_or(revision));
    }
    Ok(at + 1 + usize::from(author.is_some()) + usize::from(revision.is_some()))
}

/// `:name: value`; without a value for one that is taken back.
fn attribute(line: &str) -> Option<(&str, Option<&str>)> {
    let (name, value) = line.strip_prefix(':')?.split_once(':')?;
    let word = |ch: char| ch.is_alphanumeric() || matches!(ch, '-' | '_' | '!');
    let fits = !name.is_empty() && name.chars().all(word) && (value.is_empty() || value.starts_with(' '));
    fits.then(|| (name.trim_matches('!'), (!name.contains('!')).then(|| value.trim())))
}

fn set(name: &str, value: Option<&str>, sheet: &mut Sheet) {
    let Some(value) = value else {
        sheet.words.remove(name);
        return;
    };
    let value = references(value, &sheet.words);
    sheet.tell(name, &value);
    sheet.words.insert(name.to_owned(), value);
}

impl<'a> Reader<'a> {
    /// Reads the first of these lines and those that belong to it; how many.
    fn next(&mut self, lines: &[&'a str], sheet: &mut Sheet) -> Result<usize, ExtractError> {
        let Some((line, rest)) = lines.split_first() else { return Ok(1) };
        let line = *line;
        if self.condition(line, sheet) || self.away > 0 {
            return Ok(1);
        }
        let told = std::mem::take(&mut self.told);
        if line.is_empty() {
            self.told = told;
            self.numbers.clear();
            sheet.flush(Category::Paragraph)?;
        } else if line.starts_with("////") && line.trim_end_matches('/').is_empty() {
            return Ok(remark(line, rest));
        } else if line.starts_with("//") {
        } else if let Some((name, value)) = attribute(line) {
            let more = rest.iter().take_while(|_| line.ends_with(" \\")).take(1).count();
            let value = value.map(|value| {
                value.trim_end_matches('\\').to_owned()
                    + rest.first().filter(|_| more > 0).copied().unwrap_or_default()
            });
            set(name, value.as_deref(), sheet);
            return Ok(1 + more);
        } else if line.starts_with('[') && line.ends_with(']') && !line.contains("footnote") {
            // How a list inside a list is numbered ends neither.
            if self.numbers.is_empty() || format_told(line).is_none() {
                sheet.flush(Category::Paragraph)?;
            }
            // An anchor says nothing of the block.
            self.told = if line.starts_with("[[") { told } else { line };
        } else if let Some((file, _)) = line.strip_prefix("include::").and_then(|rest| rest.split_once('[')) {
            sheet.included.push(file.to_owned());
        } else if matches!(line, "|===" | "!===" | ",===" | ":===") {
            let body = fenced(line, rest);
            let between = if line == ":===" { ':' } else { ',' };
            let fields = line.starts_with([',', ':'])
                || told.contains("format=csv")
                || told.contains("format=\"csv\"");
            let table =
                if fields { cells(csv::rows(&body.join("\n"), between)) } else { grid(body, told, line) };
            sheet.table(table)?;
            return Ok(body.len() + 2);
        } else if matches!(line.get(..4), Some("----" | "...." | "++++"))
            && line.bytes().all(|byte| line.starts_with(char::from(byte)))
            || line.starts_with("```")
        {
            return literal(line, rest, told, sheet);
        } else if line == "--"
            || line == "'''"
            || line == "<<<"
            || line == "+"
            || (line.len() > 3 && ["=", "*", "_"].iter().any(|sign| line.replace(sign, "").is_empty()))
        {
            sheet.flush(Category::Paragraph)?;
        } else if let Some((level, title)) = title(line) {
            sheet.put(Category::heading(level), title)?;
        } else if sheet.open.is_empty() && rest.first().is_some_and(|under| underlines(line, under)) {
            let level = rest.first().and_then(|under| "=-~^+".find(under.get(..1)?)).unwrap_or(1);
            sheet.put(Category::heading(level + 1), line)?;
            return Ok(2);
        } else if line.starts_with('.')
            && line.get(1..).is_some_and(|title| !title.starts_with(['.', ' ']))
            && line.len() > 1
        {
            sheet.flush(Category::Paragraph)?;
            sheet.caption = line.get(1..).map(str::to_owned);
        } else if let Some((kind, rest)) = line.split_once("::").filter(|(kind, rest)| {
            matches!(*kind, "image" | "video" | "audio" | "toc") && rest.ends_with(']')
        }) {
            let alt = rest.split_once('[').map_or("", |(_, alt)| alt.trim_end_matches(']'));
            let alt =
                alt.split(',').next().filter(|alt| kind == "image" && !alt.contains('=')).unwrap_or_default();
            sheet.put(Category::Figure, alt.trim_matches('"'))?;
            sheet.give_caption()?;
        } else {
            sheet.give_caption()?;
            let line = self.item(line, told);
            sheet.line(&line);
        }
        Ok(1)
    }

    /// `ifdef::name[]` and its end.
    fn condition(&mut self, line: &str, sheet: &mut Sheet) -> bool {
        if line.starts_with("endif::") {
            self.away = self.away.saturating_sub(1);
            return true;
        }
        let Some((kind, rest)) =
            line.split_once("::").filter(|(kind, _)| matches!(*kind, "ifdef" | "ifndef" | "ifeval"))
        else {
            return false;
        };
        let (names, inside) = rest.split_once('[').unwrap_or((rest, ""));
        let inside = inside.trim_end_matches(']');
        let known = names.split([',', '+']).any(|name| sheet.words.contains_key(name));
        let holds = kind == "ifeval" || known == (kind == "ifdef");
        if kind != "ifeval" && !inside.is_empty() {
            if holds && self.away == 0 {
                sheet.line(inside);
            }
        } else if self.away > 0 || !holds {
            self.away += 1;
        }
        true
    }

    /// A line of a list with its sign as other formats write it.
    fn item(&mut self, line: &str, told: &str) -> String {
        let text = line.strip_suffix(" +").unwrap_or(line).trim_start();
        for sign in ['*', '-', '.'] {
            let words = text.trim_start_matches(sign);
            let level = text.len() - words.len();
            if (1..=5).contains(&level) && words.starts_with(' ') && (sign != '-' || level == 1) {
                let indent = "  ".repeat(level - 1);
                if sign != '.' {
                    return format!("{indent}- {}", words.trim_start());
                }
                self.numbers.truncate(level);
                while self.numbers.len() < level {
                    self.numbers.push(numbering(told, self.numbers.len()));
                }
                let label = self.numbers.last_mut().map_or_else(String::new, |(format, number)| {
                    *number += 1;
                    written(format, *number)
                });
                return format!("{indent}{label}. {}", words.trim_start());
            }
        }
        let text = ADMONITIONS.iter().find_map(|name| text.strip_prefix(name)).unwrap_or(text);
        let called = text
            .strip_prefix('<')
            .and_then(|rest| rest.split_once("> "))
            .filter(|(number, _)| number.parse::<u32>().is_ok() || *number == ".");
        let text = called.map_or(text, |(_, words)| words);
        match text
            .split_once("::")
            .filter(|(term, rest)| !term.contains([':', '[']) && (rest.is_empty() || rest.starts_with(' ')))
        {
            Some((term, words)) => format!("{term}: {}", words.trim()),
            None => text.to_owned(),
        }
    }
}

/// How the items of a level, from 0, are numbered, and the number before the first: as is told (`[loweralpha,start=3]`), else as levels are.
fn numbering(told: &str, level: usize) -> (&'static str, u32) {
    let format = format_told(told).or_else(|| FORMATS.get(level).map(|(_, format)| *format));
    let format = format.unwrap_or("decimal");
    let start =
        attributes(told).find_map(|part| part.strip_prefix("start=")?.trim_matches('"').parse::<u32>().ok());
    (format, start.unwrap_or(1).saturating_sub(1))
}

fn attributes(told: &str) -> impl Iterator<Item = &str> {
    told.trim_matches(['[', ']']).split([',', '%']).map(str::trim)
}

fn format_told(told: &str) -> Option<&'static str> {
    attributes(told)
        .find_map(|part| FORMATS.iter().find(|(name, _)| *name == part))
        .map(|(_, format)| *format)
}

/// A block that is read as it stands, or a formula; the lines that it takes.
fn literal(line: &str, rest: &[&str], told: &str, sheet: &mut Sheet) -> Result<usize, ExtractError> {
    let body = fenced(if line.starts_with("```") { "```" } else { line }, rest);
    sheet.flush(Category::Paragraph)?;
    sheet.give_caption()?;
    if ["[stem", "[latexmath", "[asciimath"].iter().any(|kind| told.starts_with(kind)) {
        sheet.out.push(Category::Paragraph, None, &latex::words(&body.join("\n")))?;
    } else if line.starts_with("++++") {
        sheet.html(body)?;
    } else {
        sheet.put(Category::Code, &body.join("\n"))?;
    }
    Ok(body.len() + 2)
}

fn title(line: &str) -> Option<(usize, &str)> {
    ['=', '#'].iter().find_map(|sign| {
        let title = line.trim_start_matches(*sign);
        let level = line.len() - title.len();
        ((1..=6).contains(&level) && title.starts_with(' ')).then(|| (level, title.trim()))
    })
}

/// A line of one sign, as long as the title above it.
fn underlines(title: &str, under: &str) -> bool {
    let sign = under.chars().next().filter(|sign| "=-~^+".contains(*sign));
    let length = title.chars().count();
    sign.is_some_and(|sign| under.chars().all(|ch| ch == sign))
        && under.len().abs_diff(length) < 2
        && length > 2
        && title.contains(char::is_alphabetic)
}

/// The lines of a block that is a remark; one that never ends is a line.
fn remark(line: &str, rest: &[&str]) -> usize {
    let body = fenced(line, rest).len();
    if body < rest.len() { body + 2 } else { 1 }
}

/// The lines up to the same line again.
fn fenced<'s, 'a>(line: &str, rest: &'s [&'a str]) -> &'s [&'a str] {
    let end = rest.iter().position(|other| *other == line).unwrap_or(rest.len());
    rest.get(..end).unwrap_or_default()
}

/// Cells behind bars: `2+|` spans two columns, `.2+|` two rows, `3*|` is there three times.
fn grid(lines: &[&str], told: &str, mark: &str) -> Vec<Cell> {
    let bar = if mark.starts_with('!') { '!' } else { '|' };
    let mut found: Vec<(Cell, usize)> = Vec::new();
    let mut of_first = 0;
    for line in lines.iter().filter(|line| !line.starts_with("//")) {
        let mut parts: Vec<String> = Vec::new();
        for part in line.split(bar) {
            match parts.last_mut().filter(|last| last.ends_with('\\')) {
                Some(last) => {
                    last.pop();
                    last.extend([bar.encode_utf8(&mut [0; 4]), part]);
                }
                None => parts.push(part.to_owned()),
            }
        }
        let count = parts.len();
        let mut next = Spec::default();
        for (at, part) in parts.into_iter().enumerate() {
            let last = at + 1 == count;
            let (text, spec) = if last { (part.as_str(), Spec::default()) } else { spec(&part) };
            if at == 0 {
                if let Some((cell, _)) = found.last_mut() {
                    cell.text.extend(["\n", text]);
                }
            } else {
                let cell = Cell {
                    row_span: next.down,
                    column_span: next.across,
                    text: text.trim().to_owned(),
                    ..Cell::default()
                };
                found.push((cell, next.times));
            }
            next = spec;
        }
        if of_first == 0 {
            of_first = found.iter().map(|(cell, times)| cell.column_span * times).sum();
        }
    }
    let columns = columns(told).unwrap_or(of_first).clamp(1, MOST);
    let (mut out, mut row, mut column) = (Vec::new(), 0, 0);
    let mut taken: HashSet<(usize, usize)> = HashSet::new();
    for (cell, times) in found {
        for _ in 0..times {
            if out.len() >= MAX_CELLS || taken.len() >= MAX_CELLS {
                return out;
            }
            while taken.contains(&(row, column)) || column >= columns {
                column += 1;
                if column >= columns {
                    (row, column) = (row + 1, 0);
                }
            }
            for down in 1..cell.row_span {
                taken.extend(
                    (column..column + cell.column_span.min(columns)).map(|column| (row + down, column)),
                );
            }
            out.push(Cell { row, column, ..cell.clone() });
            column += cell.column_span;
        }
    }
    out
}

struct Spec {
    across: usize,
    down: usize,
    times: usize,
}

impl Default for Spec {
    fn default() -> Self {
        Self { across: 1, down: 1, times: 1 }
    }
}

/// What stands before a bar: the text of the cell before, and what is said of the next one.
fn spec(part: &str) -> (&str, Spec) {
    let mut out = Spec::default();
    let start = part.rfind(char::is_whitespace).map_or(0, |at| at + 1);
    let word = part.get(start..).unwrap_or_default();
    let styled = word.trim_end_matches(['a', 'd', 'e', 'h', 'l', 'm', 's', 'v']);
    let placed = styled.trim_end_matches(['<', '>', '^', '.']);
    let number = |text: &str| text.parse().ok().filter(|number| (1..=MOST).contains(number));
    let fits = match placed.chars().next_back() {
        Some('+') => {
            let (across, down) =
                placed.trim_end_matches('+').split_once('.').unwrap_or((placed.trim_end_matches('+'), ""));
            (out.across, out.down) = (number(across).unwrap_or(1), number(down).unwrap_or(1));
            number(across).is_some() || number(down).is_some()
        }
        Some('*') => {
            out.times = number(placed.trim_end_matches('*')).unwrap_or(1);
            number(placed.trim_end_matches('*')).is_some()
        }
        Some(_) => false,
        // A style alone is one letter.
        None => word.len() < 5 && (styled != placed || word.len() == 1),
    };
    if fits { (part.get(..start).unwrap_or_default(), out) } else { (part, Spec::default()) }
}

/// The number of columns that is said: `cols="1,2"`, `cols=3*`.
fn columns(told: &str) -> Option<usize> {
    let (_, after) = told.split_once("cols=")?;
    let list = match after.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next()?,
        None => after.split([',', ']']).next()?,
    };
    let count =
        |part: &str| part.trim().split_once('*').and_then(|(times, _)| times.parse().ok()).unwrap_or(1_usize);
    Some(list.split([',', ';']).map(|part| count(part).min(MOST)).sum())
}
